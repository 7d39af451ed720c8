"""Writes a native log of `generate_log.py` as another system exports the same events: the fields of its own record around them.

Shapes as real exports have them: Segment's full calls (about 900 bytes a line), GA4's rows for BigQuery with every null written
out (about 3,200 bytes). Both hold the same users, steps, durations and arms, so that all reports agree.

    python3 generate_source_log.py segment|firebase IN... OUT LINES     prints the number of lines; LINES 0: all
"""
import json
import sys
from datetime import datetime

FIRST_MICROSECOND = 1772323200000000


def microseconds(text):
    return int(datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000 + 0.5) * 1000


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def segment(event):
    device = event["context"]["device"]
    properties = dict(event.get("properties", {}))
    for key in ("step_id", "duration_seconds", "skipped", "variant"):
        if key in event:
            properties[key] = event[key]
    properties["onboarding_version"] = event["onboarding_version"]
    user = event["user_id"]
    return {
        "anonymousId": "a-" + user,
        "context": {
            "active": True,
            "app": {"name": "Onboarding", "version": event["app_version"], "build": "5.0.1.545", "namespace": "com.example.app"},
            "device": {"id": "00000000-0000-0000-0000-0000000000D1", "adTrackingEnabled": True, "manufacturer": "Apple",
                       "model": device["model"], "name": "maguro", "type": event["platform"]},
            "ip": "203.0.113.8", "library": {"name": "analytics-ios", "version": "4.1.8"},
            "locale": event["context"]["locale"],
            "network": {"bluetooth": False, "carrier": "T-Mobile US", "cellular": True, "wifi": False},
            "os": {"name": event["platform"], "version": device["os"]}, "timezone": "Europe/Amsterdam",
            "sessionId": event["session_id"]},
        "integrations": {"All": True, "Mixpanel": False, "Salesforce": False},
        "event": event["event"], "messageId": event["event_id"], "properties": properties,
        "originalTimestamp": event["timestamp"], "sentAt": event["timestamp"], "receivedAt": event["timestamp"],
        "timestamp": event["timestamp"], "type": "track", "userId": user, "version": 2,
    }


def typed(key, value, more=()):
    holds = {"string_value": None, "int_value": None, "float_value": None, "double_value": None}
    if isinstance(value, bool):
        holds["int_value"] = str(int(value))
    elif isinstance(value, float):
        holds["double_value"] = value
    elif isinstance(value, int):
        holds["int_value"] = str(value)
    else:
        holds["string_value"] = value
    holds.update(more)
    return {"key": key, "value": holds}


def firebase(event):
    time = microseconds(event["timestamp"])
    params = [
        typed("firebase_screen_class", "OnboardingViewController"), typed("ga_session_id", int(event["session_id"][:8], 16)),
        typed("ga_session_number", int(event["session_id"].rsplit("-", 1)[1]) + 1),
        typed("firebase_screen_id", -5164663614086310235), typed("firebase_event_origin", "app"),
        typed("engaged_session_event", 1),
    ]
    for key, value in event.get("properties", {}).items():
        if not isinstance(value, list):
            params.append(typed(key, value))
    for key in ("step_id", "duration_seconds", "skipped", "variant", "onboarding_version"):
        if key in event:
            params.append(typed(key, event[key]))
    set_then = [("set_timestamp_micros", str(FIRST_MICROSECOND))]
    device = event["context"]["device"]
    return {
        "event_date": event["timestamp"][:10].replace("-", ""), "event_timestamp": str(time), "event_name": event["event"],
        "event_params": params, "event_previous_timestamp": str(time - 1000000), "event_value_in_usd": None,
        "event_bundle_sequence_id": str(int(event["event_id"][:8], 16)), "event_server_timestamp_offset": "2492698",
        "user_id": event["user_id"], "user_pseudo_id": "a-" + event["user_id"],
        "privacy_info": {"analytics_storage": "Yes", "ads_storage": "Yes", "uses_transient_token": "No"},
        "user_properties": [
            typed("ga_session_id", 1673858394, set_then), typed("first_open_time", 1673780400000, set_then),
            typed("ga_session_number", 2, set_then), typed("player_match_level", "8", set_then)],
        "user_first_touch_timestamp": "1673777018672000", "user_ltv": None,
        "device": {
            "category": "mobile", "mobile_brand_name": "Apple", "mobile_model_name": device["model"],
            "mobile_marketing_name": "iPhone", "mobile_os_hardware_model": device["model"],
            "operating_system": event["platform"], "operating_system_version": device["os"], "vendor_id": None,
            "advertising_id": "", "language": "en-us", "is_limited_ad_tracking": "No", "time_zone_offset_seconds": "28800",
            "browser": None, "browser_version": None, "web_info": None},
        "geo": {"continent": "Europe", "country": "Spain", "region": "", "city": "", "sub_continent": "Southern Europe",
                "metro": "(not set)"},
        "app_info": {"id": "com.example.app", "version": event["app_version"], "install_store": None,
                     "firebase_app_id": "1:000000000000:ios:0000000000000000000000", "install_source": "AppStore"},
        "traffic_source": {"name": "(direct)", "medium": "(none)", "source": "(direct)"}, "stream_id": "1000000001",
        "platform": event["platform"].upper(), "event_dimensions": None, "ecommerce": None, "items": [],
    }


def main():
    form = {"segment": segment, "firebase": firebase}[sys.argv[1]]
    out, most = sys.argv[-2], int(sys.argv[-1])
    count = 0
    with open(out, "w") as file:
        for name in sys.argv[2:-2]:
            with open(name) as lines:
                for line in lines:
                    if most and count == most:
                        break
                    file.write(compact(form(json.loads(line))))
                    file.write("\n")
                    count += 1
    print(count)


if __name__ == "__main__":
    main()
