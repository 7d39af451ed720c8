"""Writes one log that means harm.

    python3 generate_hostile_log.py KIND OUT SIZE     KIND is a name of KINDS, SIZE the number of its lines

Apart from what is hostile in it, a line is like one of `generate_log.py`, so that the two can be compared.
"""
import sys

STEPS = ["welcome", "permissions", "profile", "first_task", "finish"]
CONTEXT = ('"variant":"control","platform":"ios","app_version":"5.1.7","onboarding_version":3,"context":{"locale":'
           '"en_US","device":{"model":"iPhone15,3","os":"18.2"},"network":"wifi","battery":0.53}')
ITEM = '{"screen":"Home/7","note":"caf\\u00e9 \\"quoted\\" \\\\ path","items":[1,2,3,{"a":null}],"value":63.125}'


def timestamp(seconds):
    """Of a second since 2026-03-01, in a month at most."""
    days, rest = divmod(seconds, 86400)
    return "2026-03-%02dT%02d:%02d:%02d.%03dZ" % (days + 1, rest // 3600, rest // 60 % 60, rest % 60, seconds % 1000)


def user_id(number):
    return "%08x-1f3a-4c5d-8e9f-%012x" % (number * 2654435761 % 2**32, number)


def line(place, user, step, seconds, more=""):
    return (
        '{"event_id":"%016x","timestamp":"%s","user_id":"%s","session_id":"%s-0",'
        '"event":"onboarding_step_started","step_id":"%s",%s%s}\n'
        % (place, timestamp(seconds), user, user[:8], step, more, CONTEXT))


def one_user(size):
    """One user's step starts, a second apart: every other one is an entry, and a window of days holds most of them."""
    user = user_id(1)
    for place in range(size):
        step = STEPS[0] if place % 2 else STEPS[place // 2 % len(STEPS)]
        yield line(place, user, step, place % 2_600_000)


def one_event_users(size):
    for place in range(size):
        yield line(place, user_id(place), STEPS[0], place * 2 % 2_600_000)


def distinct_steps(size):
    """Every line has a step of its own, but for a walk of each of a thousand users."""
    users = 1000
    for place in range(size):
        number, turn = place % users, place // users
        step = STEPS[turn] if turn < len(STEPS) else "step-%08d" % place
        yield line(place, user_id(number), step, turn + number * 1500)


def distinct_steps_of_one_user(size):
    user = user_id(1)
    for place in range(size):
        yield line(place, user, "step-%08d" % place, place % 2_600_000)


def long_lines(size):
    """Lines of 1 MiB: one string in every other line, many small objects in the rest."""
    length = 1 << 20
    text = '"properties":{"note":"%s"},' % ("lorem ipsum " * (length // 12 - 40))
    items = '"properties":{"items":[%s]},' % ",".join([ITEM] * ((length - 600) // (len(ITEM) + 1)))
    for place in range(size):
        yield line(place, user_id(place % 50), STEPS[place % 5], place, more=items if place % 2 else text)


def escapes(size):
    """Every character of every key and string is an escape."""
    def escaped(text):
        return '"%s"' % "".join("\\u%04x" % ord(character) for character in text)

    event, step = escaped("onboarding_step_started"), [escaped(step) for step in STEPS]
    keys = [escaped(key) for key in ("event_id", "timestamp", "user_id", "event", "step_id", "variant", "note")]
    variant, note = escaped("control"), '"%s"' % ('\\n\\"\\\\\\/\\t\\u00e9\\ud83d\\ude00' * 10)
    for place in range(size):
        values = (escaped("%08x" % place), escaped(timestamp(place)), escaped(user_id(place // 16)), event,
                  step[place % 5], variant, note)
        yield "{%s}\n" % ",".join("%s:%s" % pair for pair in zip(keys, values))


def deep_objects(size):
    depth = 1000
    nest = '"properties":%s1%s,' % ('{"a":' * depth, "}" * depth)
    for place in range(size):
        yield line(place, user_id(place // 5), STEPS[place % 5], place, more=nest)


def bad_lines(size):
    """Every line is rejected, for reasons in turn, most of them found late in the line."""
    for place in range(size):
        good = line(place, user_id(place // 10), STEPS[place % 5], place % 2_600_000)
        yield BREAKS[place % len(BREAKS)](good)


BREAKS = [
    lambda good: good[:-2] + "\n",
    lambda good: good.replace('"wifi"', '"wi\udcfffi"'),
    lambda good: "[" + good[:-1] + "]\n",
    lambda good: good.replace('"user_id"', '"nobody"'),
    lambda good: good.replace("2026-03-", "2026-13-"),
    lambda good: good[:-2] + ",}\n",
    lambda good: good.replace('"wifi"', '"wi\tfi"'),
    lambda good: good.replace('"wifi"', '"\\ud800"'),
    lambda good: good.replace("0.53", "00.53"),
]

KINDS = {
    "one-user": one_user,
    "one-event-users": one_event_users,
    "distinct-steps": distinct_steps,
    "distinct-steps-of-one-user": distinct_steps_of_one_user,
    "long-lines": long_lines,
    "escapes": escapes,
    "deep-objects": deep_objects,
    "bad-lines": bad_lines,
}


def main():
    kind, out, size = sys.argv[1], sys.argv[2], int(sys.argv[3])
    with open(out, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.writelines(KINDS[kind](size))


main()
