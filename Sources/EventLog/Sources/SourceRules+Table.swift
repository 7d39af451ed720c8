import FunnelModel

extension SourceRules {
  /// The rules of a format.
  static func of(_ format: SourceFormat) -> SourceRules {
    table.first { $0.format == format } ?? native
  }

  /// All sources, in the order in which what tells them is looked for; native is told last, it has the commonest names.
  static let table: [SourceRules] = [
    firebase, amplitude, segment, posthog, snowplow, countly, matomo, otlp, cloudevents, pinpoint, mixpanel, native,
  ]

  private static let native = SourceRules(
    format: .native,
    evidence: [
      Evidence(all: [], any: ["timestamp", "ts", "time", "user_id", "anonymous_id", "device_id"], names: ["event"]),
      Evidence(all: [], any: ["timestamp", "ts", "time", "user_id", "anonymous_id", "device_id"], names: ["name"]),
    ],
    places: [:], parameters: [], isUTC: false, isNative: true)

  private static let firebase = SourceRules(
    format: .firebase,
    evidence: [
      Evidence(all: ["event_name", "event_timestamp"], any: ["event_params", "user_pseudo_id", "event_date"])
    ],
    places: [
      .event: ["event_name"], .user: ["user_id"], .anonymous: ["user_pseudo_id", "device.vendor_id"],
      .time: ["event_timestamp"], .session: ["event_params[key=ga_session_id].value"],
      .version: ["event_params[key=onboarding_version].value", "app_info.version"], .platform: ["platform"],
    ],
    parameters: ["event_params[key=%].value"],
    variants: [
      VariantPlace(path: "user_properties[key=firebase_exp_{}].value"),
      VariantPlace(path: "event_params[key=exp_variant_string].value"),
    ],
    experiments: [.elements(of: "user_properties", key: "key", beginning: "firebase_exp_", arm: ["value"])],
    idParts: [
      "event_bundle_sequence_id", "batch_page_id", "batch_ordering_id", "batch_event_index",
      "event_params[key=step_id].value",
    ])

  private static let mixpanel = SourceRules(
    format: .mixpanel,
    evidence: [
      Evidence(
        all: ["event", "properties"], none: ["type", "uuid", "user_id", "timestamp"],
        any: ["properties.time", "properties.distinct_id"]),
      Evidence(all: ["event_name", "distinct_id", "time", "properties"]),
      Evidence(all: ["distinct_id", "resolved_distinct_id"]),
    ],
    places: [
      .event: ["event", "event_name"],
      .user: ["properties.$user_id", "properties.distinct_id", "user_id", "distinct_id"],
      .anonymous: ["properties.$device_id", "device_id"], .time: ["properties.time", "time"],
      .id: ["properties.$insert_id", "insert_id"], .session: ["properties.$session_id", "properties.session_id"],
      .version: [
        "properties.onboarding_version", "properties.$app_version_string", "properties.$app_version",
        "properties.$app_release",
      ],
      .platform: ["properties.$os", "properties.mp_lib"],
      .received: ["properties.$mp_api_timestamp_ms", "properties.mp_processing_time_ms"],
    ],
    parameters: ["properties.%"],
    variants: [
      VariantPlace(path: "properties.Variant name", gate: ["properties.Experiment name"]),
      VariantPlace(path: "properties.Experiments.0", isPair: true),
      VariantPlace(path: "properties.Experiments.1", isPair: true),
      VariantPlace(path: "properties.Experiments.2", isPair: true),
      VariantPlace(path: "properties.Experiments.3", isPair: true),
      VariantPlace(path: "properties.{}"),
    ],
    experiments: [
      .named(
        keys: ["properties.Experiment name"], labels: ["properties.Experiment name"], arms: ["properties.Variant name"]),
      .pairs(of: "properties.Experiments"),
    ],
    identity: [
      Condition(path: "event", values: ["$identify", "$create_alias", "$merge"]),
      Condition(path: "resolved_distinct_id"),
    ],
    links: [
      Link(
        condition: Condition(path: "event", values: ["$identify"]), kind: .identify,
        first: ["properties.$identified_id", "properties.distinct_id"], second: ["properties.$anon_id"],
        secondNaming: .anonymous),
      Link(
        condition: Condition(path: "event", values: ["$create_alias"]), kind: .alias, first: ["properties.distinct_id"],
        firstNaming: .either, second: ["properties.alias"], secondNaming: .either),
      Link(
        condition: Condition(path: "event", values: ["$merge"]), kind: .merge, first: ["properties.$distinct_ids.0"],
        firstNaming: .either, second: ["properties.$distinct_ids.1"], secondNaming: .either),
      Link(
        condition: Condition(path: "resolved_distinct_id"), kind: .alias, first: ["resolved_distinct_id"],
        firstNaming: .either, second: ["distinct_id"], secondNaming: .either),
    ],
    anonymousBeginning: "$device:", embedded: ["properties"])

  private static let amplitude = SourceRules(
    format: .amplitude,
    evidence: [
      Evidence(all: ["event_type", "amplitude_id"]), Evidence(all: ["event_type", "client_event_time"]),
      Evidence(all: ["merged_amplitude_id", "merge_time"]),
    ],
    places: [
      .event: ["event_type"], .user: ["user_id"], .anonymous: ["device_id", "amplitude_id"],
      .time: ["event_time", "client_event_time", "merge_time"], .id: ["$insert_id", "uuid"], .session: ["session_id"],
      .version: ["event_properties.onboarding_version", "version_name"], .platform: ["platform", "os_name"],
      .received: ["server_received_time", "server_upload_time"],
    ],
    parameters: ["event_properties.%"],
    variants: [
      VariantPlace(path: "user_properties.[Experiment] {}"),
      VariantPlace(path: "event_properties.[Experiment] Variant", gate: ["event_properties.[Experiment] Flag Key"]),
      VariantPlace(path: "event_properties.variant", gate: ["event_properties.flag_key"]),
      VariantPlace(path: "event_properties.[Experiment] {}.variant"),
    ],
    experiments: [
      .named(
        keys: ["event_properties.[Experiment] Flag Key"], labels: ["event_properties.[Experiment] Flag Key"],
        arms: ["event_properties.[Experiment] Variant"]),
      .named(
        keys: ["event_properties.flag_key"], labels: ["event_properties.flag_key"], arms: ["event_properties.variant"]),
      .members(of: "user_properties", beginning: "[Experiment] "),
      .members(of: "event_properties", beginning: "[Experiment] ", arm: "variant"),
    ],
    identity: [
      Condition(path: "event_type", values: ["$identify"]), Condition(path: "merge_time"),
    ],
    links: [
      Link(
        condition: Condition(path: "merge_time"), kind: .merge, first: ["merged_amplitude_id"], firstNaming: .anonymous,
        second: ["amplitude_id"], secondNaming: .anonymous)
    ],
    noSession: "-1", embedded: ["event_properties", "user_properties"])

  private static let segment = SourceRules(
    format: .segment,
    evidence: [
      Evidence(
        all: ["type"], any: ["messageId", "message_id", "anonymousId", "anonymous_id"],
        condition: Condition(
          path: "type",
          values: ["track", "identify", "alias", "screen", "page", "group", "merge", "delete"])),
      Evidence(all: ["rudderId"]), Evidence(all: ["event"], any: ["original_timestamp", "originalTimestamp"]),
      Evidence(all: ["eventn_ctx_event_id"]),
    ],
    places: [
      .event: ["event", "event_text", "event_type"], .user: ["userId", "user_id", "user.id", "user_internal_id"],
      .anonymous: ["anonymousId", "anonymous_id", "user.anonymous_id", "user_anonymous_id"],
      .time: ["timestamp", "_timestamp"], .created: ["originalTimestamp", "original_timestamp"],
      .sent: ["sentAt", "sent_at"],
      .received: ["receivedAt", "received_at"], .id: ["messageId", "message_id", "eventn_ctx_event_id", "id"],
      .session: [
        "context.sessionId", "context.session_id", "context_session_id", "context.actions.amplitude.session_id",
        "integrations.Actions Amplitude.session_id", "properties.session_id",
      ],
      .version: [
        "properties.onboarding_version", "onboarding_version", "context.app.version", "context_app_version",
      ],
      .platform: ["context.os.name", "context_os_name", "context.device.type", "context_device_type"],
    ],
    parameters: ["properties.%", "%"],
    namings: [
      EventNaming(
        condition: Condition(path: "type", values: ["screen"]), places: ["name", "properties.name"], before: "Viewed ",
        after: " Screen"),
      EventNaming(
        condition: Condition(path: "type", values: ["page"]), places: ["name", "properties.name"], before: "Viewed ",
        after: " Page"),
      EventNaming(condition: Condition(path: "type", values: ["screen", "page"]), places: ["type"]),
    ],
    variants: [
      VariantPlace(
        path: "properties.variation_name", gate: ["properties.experiment_name", "properties.experiment_id"]),
      VariantPlace(path: "properties.variation_id", gate: ["properties.experiment_name", "properties.experiment_id"]),
      VariantPlace(path: "variation_name", gate: ["experiment_name", "experiment_id"]),
      VariantPlace(path: "variation_id", gate: ["experiment_name", "experiment_id"]),
      VariantPlace(path: "context.traits.{}"), VariantPlace(path: "properties.{}"),
      VariantPlace(path: "context.traits.variant"),
    ],
    experiments: [
      .named(
        keys: ["properties.experiment_id", "properties.experiment_name"],
        labels: ["properties.experiment_name", "properties.experiment_id"],
        arms: ["properties.variation_name", "properties.variation_id"]),
      .named(
        keys: ["experiment_id", "experiment_name"], labels: ["experiment_name", "experiment_id"],
        arms: ["variation_name", "variation_id"]),
    ],
    identity: [Condition(path: "type", values: ["identify", "alias", "merge", "group", "delete"])],
    links: [
      Link(
        condition: Condition(path: "type", values: ["alias"]), kind: .alias, first: ["userId", "user_id"],
        second: ["previousId", "previous_id"], secondNaming: .either),
      Link(
        condition: Condition(path: "type", values: ["merge"]), kind: .merge, first: ["mergeProperties.0.value"],
        firstNaming: .either, second: ["mergeProperties.1.value"], secondNaming: .either),
    ], embedded: ["properties", "context"])

  private static let posthog = SourceRules(
    format: .posthog,
    evidence: [
      Evidence(all: ["distinct_id", "uuid", "event"]),
      Evidence(all: ["distinct_id", "event", "properties", "timestamp"]),
    ],
    places: [
      .event: ["event"], .user: ["distinct_id"],
      .anonymous: ["properties.$device_id", "properties.$anon_distinct_id"], .time: ["timestamp"],
      .received: ["created_at"], .id: ["uuid", "id"], .session: ["properties.$session_id"],
      .version: ["properties.onboarding_version", "properties.$app_version"],
      .platform: ["properties.$os_name", "properties.$os"],
    ],
    parameters: ["properties.%"],
    variants: [
      VariantPlace(path: "properties.$feature/{}"),
      VariantPlace(path: "properties.$feature_flag_response", gate: ["properties.$feature_flag"]),
    ],
    experiments: [
      .named(
        keys: ["properties.$feature_flag"], labels: ["properties.$feature_flag"],
        arms: ["properties.$feature_flag_response"]),
      .members(of: "properties", beginning: "$feature/"),
    ],
    identity: [Condition(path: "event", values: ["$identify", "$create_alias", "$merge_dangerously"])],
    links: [
      Link(
        condition: Condition(path: "event", values: ["$identify"]), kind: .identify, first: ["distinct_id"],
        second: ["properties.$anon_distinct_id"], secondNaming: .anonymous),
      Link(
        condition: Condition(path: "event", values: ["$create_alias"]), kind: .alias, first: ["distinct_id"],
        firstNaming: .either, second: ["properties.alias"], secondNaming: .either),
      Link(
        condition: Condition(path: "event", values: ["$merge_dangerously"]), kind: .merge, first: ["distinct_id"],
        firstNaming: .either, second: ["properties.alias"], secondNaming: .either),
    ],
    anonymousWhen: Condition(path: "properties.$is_identified", values: ["false"]), embedded: ["properties"])

  private static let snowplow = SourceRules(
    format: .snowplow, evidence: [Evidence(all: ["collector_tstamp", "event_id"])],
    places: [
      .event: ["event_name", "event"], .user: ["user_id"],
      .anonymous: [
        "contexts_com_snowplowanalytics_snowplow_client_session_1.0.userId",
        "contexts_com_snowplowanalytics_snowplow_client_session_1.0.user_id",
        "contexts.data[schema=iglu:com.snowplowanalytics.snowplow/client_session/*].data.userId", "domain_userid",
        "network_userid",
      ],
      .time: ["derived_tstamp"], .created: ["dvce_created_tstamp"], .sent: ["dvce_sent_tstamp"],
      .received: ["collector_tstamp"], .id: ["event_id"],
      .session: [
        "contexts_com_snowplowanalytics_snowplow_client_session_1.0.sessionId",
        "contexts_com_snowplowanalytics_snowplow_client_session_1.0.session_id",
        "contexts.data[schema=iglu:com.snowplowanalytics.snowplow/client_session/*].data.sessionId", "domain_sessionid",
      ],
      .version: [
        "unstruct_event.data.data.onboarding_version", "contexts_com_snowplowanalytics_mobile_application_1.0.version",
        "contexts.data[schema=iglu:com.snowplowanalytics.mobile/application/*].data.version", "app_version",
      ],
      .platform: [
        "contexts_com_snowplowanalytics_snowplow_mobile_context_1.0.osType",
        "contexts_com_snowplowanalytics_snowplow_mobile_context_1.0.os_type", "platform",
      ],
    ],
    parameters: ["[*unstruct_event_].%", "unstruct_event.data.data.%"],
    namings: [EventNaming(condition: Condition(path: "event", values: ["struct"]), places: ["se_action"])])

  private static let countly = SourceRules(
    format: .countly, evidence: [Evidence(all: ["e", "ts"], any: ["did", "uid"])],
    places: [
      .event: ["e", "n"], .user: ["uid"], .anonymous: ["did"], .time: ["ts"], .received: ["cd"], .id: ["_id"],
      .session: ["lsid"],
      .version: ["sg.onboarding_version", "up.av"], .platform: ["up.p"],
    ],
    parameters: ["sg.%"],
    namings: [EventNaming(condition: Condition(path: "e", values: ["[CLY]_custom"]), places: ["n"])],
    variants: [
      VariantPlace(path: "custom.ab_{}"), VariantPlace(path: "custom.{}"), VariantPlace(path: "sg.{}"),
      VariantPlace(path: "custom.variant"),
    ],
    experiments: [.members(of: "custom", beginning: "ab_")],
    hasExtendedValues: true)

  private static let pinpoint = SourceRules(
    format: .pinpoint,
    evidence: [Evidence(all: ["event_type", "event_timestamp"], any: ["arrival_timestamp", "client"])],
    places: [
      .event: ["event_type"], .user: ["client_context.custom.endpoint.User.UserId", "attributes.user_id"],
      .anonymous: ["client.client_id", "client.cognito_id"], .time: ["event_timestamp"],
      .received: ["arrival_timestamp"],
      .session: ["session.session_id"], .version: ["attributes.onboarding_version", "application.version_name"],
      .platform: ["device.platform.name"],
    ],
    parameters: ["attributes.%", "metrics.%"],
    variants: [
      VariantPlace(path: "attributes.{}"),
      VariantPlace(path: "attributes.treatment_id", gate: ["attributes.campaign_id", "attributes.journey_id"]),
    ],
    experiments: [
      .named(
        keys: ["attributes.campaign_id", "attributes.journey_id"],
        labels: ["attributes.campaign_id", "attributes.journey_id"], arms: ["attributes.treatment_id"])
    ],
    // Firehose delivers some records twice, as they arrived.
    idParts: ["arrival_timestamp", "attributes.step_id"], embedded: ["client_context.custom.endpoint"])

  private static let otlp = SourceRules(
    format: .otlp, evidence: [Evidence(all: ["resourceLogs"])], root: "resourceLogs[].scopeLogs[].logRecords[]",
    synonyms: ["scopeLogs": "instrumentationLibraryLogs"],
    places: [
      .event: ["eventName", "attributes[key=event.name].value", "body.stringValue"],
      .user: [
        "attributes[key=user.id].value", "attributes[key=enduser.id].value",
        "^resourceLogs[].resource.attributes[key=user.id].value",
        "^resourceLogs[].resource.attributes[key=enduser.id].value",
      ],
      .anonymous: [
        "attributes[key=app.installation.id].value", "attributes[key=device.id].value",
        "^resourceLogs[].resource.attributes[key=app.installation.id].value",
        "^resourceLogs[].resource.attributes[key=device.id].value",
      ],
      .time: ["timeUnixNano", "observedTimeUnixNano"], .received: ["observedTimeUnixNano"],
      .id: ["attributes[key=log.record.uid].value"],
      .session: [
        "attributes[key=session.id].value", "^resourceLogs[].resource.attributes[key=session.id].value",
      ],
      .version: [
        "attributes[key=onboarding_version].value", "attributes[key=service.version].value",
        "^resourceLogs[].resource.attributes[key=service.version].value",
      ],
      .platform: ["attributes[key=os.name].value", "^resourceLogs[].resource.attributes[key=os.name].value"],
    ],
    parameters: ["attributes[key=%].value", "body.kvlistValue.values[key=%].value"],
    variants: [
      VariantPlace(
        path: "attributes[key=feature_flag.result.variant].value", gate: ["attributes[key=feature_flag.key].value"]),
      VariantPlace(
        path: "attributes[key=feature_flag.variant].value", gate: ["attributes[key=feature_flag.key].value"]),
      VariantPlace(path: "attributes[key={}].value"),
    ],
    experiments: [
      .named(
        keys: ["attributes[key=feature_flag.key].value"], labels: ["attributes[key=feature_flag.key].value"],
        arms: ["attributes[key=feature_flag.result.variant].value", "attributes[key=feature_flag.variant].value"])
    ])

  private static let cloudevents = SourceRules(
    format: .cloudevents, evidence: [Evidence(all: ["specversion", "type"])],
    places: [
      .event: ["type"],
      .user: ["data.user_id", "data.userId", "data_base64.user_id", "data_base64.userId", "subject"],
      .anonymous: [
        "data.anonymous_id", "data.anonymousId", "data.device_id", "data_base64.anonymous_id",
        "data_base64.anonymousId",
        "data_base64.device_id",
      ], .time: ["time", "data.timestamp", "data_base64.timestamp"],
      .session: ["data.session_id", "data.sessionId", "data_base64.session_id", "data_base64.sessionId"],
      .version: [
        "data.onboarding_version", "data.app_version", "data_base64.onboarding_version", "data_base64.app_version",
      ], .platform: ["data.platform", "data_base64.platform"],
    ],
    parameters: ["data.%", "data_base64.%"],
    variants: [VariantPlace(path: "data.{}"), VariantPlace(path: "data_base64.{}")], idParts: ["source", "id"],
    embedded: ["data", "data_base64"])

  private static let matomo = SourceRules(
    format: .matomo, evidence: [Evidence(all: ["actionDetails"], any: ["idVisit", "visitorId"])],
    root: "actionDetails[]",
    places: [
      .event: ["eventAction", "goalName", "type"], .user: ["^userId"], .anonymous: ["^visitorId"], .time: ["timestamp"],
      .session: ["^idVisit"], .version: ["^onboarding_version"],
      .platform: ["^operatingSystem"],
    ],
    parameters: ["%"],
    namings: [
      EventNaming(condition: Condition(path: "type", values: ["event"]), places: ["eventAction"]),
      EventNaming(condition: Condition(path: "type", values: ["action"]), places: ["pageTitle", "url"]),
    ],
    variants: [
      VariantPlace(path: "^experiments[name={}].variation.name")
    ],
    experiments: [.elements(of: "^experiments", key: "name", arm: ["variation", "name"])])
}
