"""Writes a log like a real night's: users arrive over some days, walk five steps, other events of the app between.

430 bytes a line; 2 % of the events arrive late, 0.5 % are sent twice.

    python3 generate_log.py OUT USERS SEED DAYS FILES     writes OUT-00.ndjson and so on, prints the number of lines
"""
import random
import sys
from datetime import datetime, timezone

STEPS = ["welcome", "permissions", "profile", "first_task", "finish"]
SKIPPED = {"welcome": .05, "permissions": .35, "profile": .20, "first_task": .6, "finish": 0}
LEFT = {"welcome": .06, "permissions": .08, "profile": .12, "first_task": .05, "finish": .02}
MEDIAN_SECONDS = {"welcome": 6, "permissions": 9, "profile": 40, "first_task": 25, "finish": 4}
OTHER_EVENTS = ["screen_view", "app_open", "button_tap", "network_request", "push_received"]
LOCALES = ["en_US", "es_ES", "ru_RU", "de_DE", "pt_BR", "ja_JP"]
FIRST_MILLISECOND = 1772323200000


def timestamp(milliseconds):
    moment = datetime.fromtimestamp(milliseconds / 1000, timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (milliseconds % 1000)


class User:
    """One user's walk; appends (time of arrival, line) to `rows`."""

    def __init__(self, chance, days, rows):
        self.chance = chance
        self.rows = rows
        self.id = "%08x-%04x-%04x-%04x-%012x" % (
            chance.getrandbits(32), chance.getrandbits(16), chance.getrandbits(16), chance.getrandbits(16),
            chance.getrandbits(48))
        self.variant = "control" if chance.random() < .5 else "tooltip_above"
        platform = chance.choice(("ios", "ios", "android", "macos"))
        locale = chance.choice(LOCALES)
        version = "5.%d.%d" % (chance.randrange(4), chance.randrange(10))
        self.time = FIRST_MILLISECOND + int(chance.random() * days * 86400000)
        self.session = 0
        self.context = (
            '"variant":"%s","platform":"%s","app_version":"%s","onboarding_version":3,"context":{"locale":"%s",'
            '"device":{"model":"iPhone15,%d","os":"18.%d"},"network":"wifi","battery":%.2f}' % (
                self.variant, platform, version, locale, chance.randrange(1, 6), chance.randrange(6),
                chance.random()))

    def emit(self, event, fields=""):
        chance = self.chance
        event_id = "%016x" % chance.getrandbits(64)
        arrival = self.time + (0 if chance.random() > .02 else int(chance.random() * 3600000))
        line = '{"event_id":"%s","timestamp":"%s","user_id":"%s","session_id":"%s-%d","event":"%s",%s%s}' % (
            event_id, timestamp(self.time), self.id, self.id[:8], self.session, event, fields, self.context)
        self.rows.append((arrival, line))
        if chance.random() < .005:
            self.rows.append((arrival + int(chance.random() * 60000), line))

    def wander(self, count):
        chance = self.chance
        for _ in range(count):
            self.time += int(chance.expovariate(1 / 8) * 1000)
            self.emit(chance.choice(OTHER_EVENTS), (
                '"properties":{"screen":"Home/%d","note":"caf\\u00e9 \\"quoted\\" \\\\ path",'
                '"items":[1,2,3,{"a":null}],"value":%.3f},' % (chance.randrange(20), chance.random() * 100)))

    def pass_step(self, step):
        """False where the user leaves for good."""
        chance = self.chance
        self.time += int(chance.random() * 900) + 100
        self.emit("onboarding_step_started", '"step_id":"%s",' % step)
        if chance.random() < LEFT[step]:
            if chance.random() >= .4:
                return False
            self.time += int((1800 + chance.expovariate(1 / 20000)) * 1000)
            self.session += 1
            self.emit("onboarding_step_started", '"step_id":"%s",' % step)
        self.wander(chance.randrange(2))
        skipped = chance.random() < SKIPPED[step] * (.6 if self.variant != "control" else 1)
        seconds = chance.lognormvariate(0, .6) * MEDIAN_SECONDS[step] * (.4 if skipped else 1)
        self.time += int(seconds * 1000)
        self.emit("onboarding_step_completed", '"step_id":"%s","duration_seconds":%.3f,"skipped":%s,' % (
            step, seconds, "true" if skipped else "false"))
        return True

    def walk(self):
        self.wander(self.chance.randrange(3))
        self.emit("onboarding_started")
        if all(self.pass_step(step) for step in STEPS):
            self.time += 50
            self.emit("onboarding_completed")
        self.wander(self.chance.randrange(6))


def main():
    out, users, seed, days, files = sys.argv[1], *map(int, sys.argv[2:6])
    chance = random.Random(seed)
    rows = []
    for _ in range(users):
        User(chance, days, rows).walk()
    rows.sort(key=lambda row: row[0])
    each = (len(rows) + files - 1) // files
    for place in range(files):
        with open("%s-%02d.ndjson" % (out, place), "w") as file:
            for _, line in rows[place * each:(place + 1) * each]:
                file.write(line)
                file.write("\n")
    print(len(rows))


main()
