"""The counts that funnel and its peers share, and whether they agree."""
import csv
import json
import os

SHARED = ["attempts", "completed", "skipped", "sessions"]


def table(folder, name):
    with open(os.path.join(folder, name + ".csv"), newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def quality(folder):
    return {row["name"]: row["value"] for row in table(folder, "quality")}


def of_report(folder):
    steps, variants, sessions = (table(folder, name) for name in ("steps", "variants", "sessions"))
    facts = quality(folder)
    return {
        "attempts": {row["variant"]: int(row["attempts"]) for row in variants},
        "completed": {row["variant"] + "/" + row["step_id"]: int(row["completed"]) for row in steps},
        "skipped": {row["variant"] + "/" + row["step_id"]: int(row["skipped"]) for row in steps},
        "sessions": {row["variant"]: int(row["sessions"]) for row in sessions},
        "events": int(facts["lines"]) - int(facts["blank"]) - int(facts["rejected"]),
    }


def of_peer(output):
    return json.loads(output.strip().splitlines()[-1])


def differences(ours, theirs, name):
    """A sentence for each count that a peer has and sees otherwise."""
    found = []
    for kind in [*SHARED, "events"]:
        if kind in theirs and theirs[kind] != ours[kind]:
            found.append("%s counts %s as %s, funnel as %s" % (name, kind, theirs[kind], ours[kind]))
    return found
