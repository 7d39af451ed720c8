"""One function for each goal: measures it and gives its rows."""
import filecmp
import os
import shutil
import statistics
from dataclasses import dataclass

import counts
import logs
import machine
import setup
from measure import RunFailed, greatest_peak, interleave, least_busy, median_seconds, note, run, warm

MEBIBYTE = 1 << 20


@dataclass
class Row:
    goal: str
    ours: str
    against: str
    ratio: str
    limit: str
    verdict: str


@dataclass
class Contender:
    """A line of the table of who took how long."""
    name: str
    seconds: list
    peak: int
    bytes: int


class Bench:
    """What all goals need: the folder, the programs, the logs and how often to run."""

    def __init__(self, root, folder, users, runs, program):
        self.root, self.folder, self.users, self.runs = root, folder, users, runs
        self.program = program or setup.funnel(root)
        self.contenders = []
        self.failures = []
        self.versions = []

    def normal(self):
        return logs.realistic(self.folder, self.users)

    def out(self, name="report"):
        return os.path.join(self.folder, "out", name)

    def analyze(self, log, name="report", options=(), allowed=(0,), piped=False, environment=None):
        """One run of the whole report over a log's files, or over standard input."""
        folder = self.out(name)
        os.makedirs(folder, exist_ok=True)
        inputs = ["-"] if piped else log.files
        return run([self.program, "analyze", *inputs, "--output", folder, *options], allowed=allowed,
                   piped=log.files if piped else (), environment=environment)


def held(condition):
    return "held" if condition else "missed"


def seconds(value):
    return "%.3f s" % value if value >= 0.1 else "%.1f ms" % (value * 1000)


def mebibytes(value):
    return "%.0f MiB" % (value / MEBIBYTE)


def at_most(goal, ours, against, limit, shown_ours, shown_against):
    """A row that holds where ours is at most `limit` times the other."""
    ratio = ours / against
    return Row(goal, shown_ours, shown_against, "%.2f" % ratio, "<= %g" % limit, held(ratio <= limit))


def report(bench):
    """The whole report beside simdjson, which only reads the fields, and beside three databases; time and memory."""
    log = bench.normal()
    simdjson, python = setup.simdjson(bench.folder), setup.python_peers(bench.folder)
    peers = {name: [python, "-B", os.path.join(setup.HERE, "peer_%s.py" % name.lower()), log.pattern]
             for name in ("DuckDB", "ClickHouse", "Polars")}
    peers["simdjson"] = [simdjson, *log.files]

    def timed_by_itself(command):
        """A peer's start and tear-down are not held against it: its own clock counts."""
        result = run(command)
        result.seconds = counts.of_peer(result.output)["seconds"]
        return result

    contenders = {"funnel": lambda: bench.analyze(log)}
    for name, command in peers.items():
        contenders[name] = lambda command=command: timed_by_itself(command)
    warm(log.files)
    first = interleave("report, untimed", contenders, 1)
    ours = counts.of_report(bench.out())
    theirs = {name: counts.of_peer(first[name][0].output) for name in peers}
    bench.versions = [facts["version"] for facts in theirs.values()]
    unequal = [text for name in peers for text in counts.differences(ours, theirs[name], name)]
    if ours["events"] != log.lines:
        unequal.append("the log has %d lines, funnel read %d events" % (log.lines, ours["events"]))
    bench.failures += unequal

    results = interleave("report", contenders, bench.runs)
    time = {name: median_seconds(runs) for name, runs in results.items()}
    peak = {name: greatest_peak(runs) for name, runs in results.items()}
    bench.contenders = [
        Contender("funnel (the whole report)" if name == "funnel" else name + (
            " (reads the fields)" if name == "simdjson" else " (the like of three tables)"),
            [run.seconds for run in runs], peak[name], log.bytes)
        for name, runs in results.items()]
    databases = ["DuckDB", "ClickHouse", "Polars"]
    fastest, leanest = min(databases, key=time.get), min(databases, key=peak.get)
    facts = counts.quality(bench.out())
    allowed = 100 * int(facts["events"]) + 200 * int(facts["users"])
    times_as_fast = time[fastest] / time["funnel"]
    return [
        Row("all agree on attempts, completed, skipped, sessions, events", "", "", "", "equal", held(not unequal)),
        at_most("1 whole report, against simdjson reading the fields", time["funnel"], time["simdjson"], 2,
                seconds(time["funnel"]), seconds(time["simdjson"])),
        Row("1 whole report, against the fastest of the three (%s)" % fastest, seconds(time["funnel"]),
            seconds(time[fastest]), "%.1f times as fast" % times_as_fast, ">= 5", held(times_as_fast >= 5)),
        at_most("2 peak memory, against the leanest of the three (%s)" % leanest, peak["funnel"], peak[leanest], 0.25,
                mebibytes(peak["funnel"]), mebibytes(peak[leanest])),
        at_most("2 peak memory, against 100 bytes an event kept and 200 a user", peak["funnel"], allowed, 1,
                mebibytes(peak["funnel"]), mebibytes(allowed)),
    ]


def knows_memory(bench):
    return "--memory" in run([bench.program, "analyze", "--help"], allowed=(0, 1, 2)).output


def without_memory(goal):
    return Row(goal, "", "", "", "", "skipped: there is no --memory yet")


def same_files(one, other):
    """Whether two folders hold the same names with the same bytes."""
    names = sorted(os.listdir(one))
    return names == sorted(os.listdir(other)) and not any(
        filecmp.cmpfiles(one, other, names, shallow=False)[1:])


def fresh(folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    return folder


def memory(bench):
    """The hard budget: the same bytes, the peak of the whole process, the time it costs, nothing left behind."""
    if not knows_memory(bench):
        return [without_memory("3 --memory 64M")]
    log = bench.normal()
    temporary = fresh(bench.out("temporary"))
    fresh(bench.out("free")), fresh(bench.out("bounded"))
    warm(log.files)
    results = interleave("memory", {
        "free": lambda: bench.analyze(log, "free"),
        "bounded": lambda: bench.analyze(log, "bounded", ["--memory", "64M"], environment={"TMPDIR": temporary}),
    }, bench.runs)
    free, bounded = median_seconds(results["free"]), median_seconds(results["bounded"])
    peak = greatest_peak(results["bounded"])
    same, left = same_files(bench.out("free"), bench.out("bounded")), os.listdir(temporary)
    return [
        at_most("3 --memory 64M, against without", bounded, free, 1.6, seconds(bounded), seconds(free)),
        Row("3 --memory 64M: peak memory of the process", mebibytes(peak), mebibytes(64 * MEBIBYTE),
            "%.2f" % (peak / (64 * MEBIBYTE)), "<= 1", held(peak <= 64 * MEBIBYTE)),
        Row("3 --memory 64M: the same bytes, no file left behind", "%d left" % len(left), "", "",
            "equal, 0 left", held(same and not left)),
    ]


def large(bench):
    """A log ten times as large, of other users: the time grows as the log does, the bounded memory does not."""
    times = 10
    goal = "4 a log %d times as large" % times
    normal = bench.normal()
    try:
        log = logs.realistic(bench.folder, bench.users, times)
    except logs.NoRoom as failure:
        return [Row(goal, "", "", "", "", "skipped: %s" % failure)]
    cached = log.bytes < machine.memory() * 0.8
    if not cached:
        goal += " (larger than the page cache)"
    warm(normal.files)
    warm(log.files)
    results = interleave("large", {
        "normal": lambda: bench.analyze(normal, "normal"), "large": lambda: bench.analyze(log, "large"),
    }, bench.runs)
    usual, longer = median_seconds(results["normal"]), median_seconds(results["large"])
    rows = [at_most(goal + ": time", longer, usual, 11, seconds(longer), seconds(usual))]
    if not knows_memory(bench):
        return rows + [without_memory(goal + ": --memory 64M")]
    bounded = bench.analyze(log, "large-bounded", ["--memory", "64M"])
    return rows + [Row(goal + ": peak memory with --memory 64M", mebibytes(bounded.peak), mebibytes(64 * MEBIBYTE),
                       "%.2f" % (bounded.peak / (64 * MEBIBYTE)), "<= 1", held(bounded.peak <= 64 * MEBIBYTE))]


HOSTILE = [
    ("one-user", 1_000_000, "one user with a million step starts under a window"),
    ("one-event-users", 1_000_000, "a million users of one event"),
    ("distinct-steps", 1_000_000, "a million distinct step ids"),
    ("distinct-steps-of-one-user", 1_000_000, "a million distinct step ids of one user"),
    ("long-lines", 300, "lines of 1 MiB"),
    ("escapes", 200_000, "strings all escapes"),
    ("deep-objects", 50_000, "objects a thousand deep"),
    ("bad-lines", 1_000_000, "every line bad"),
]


def hostile(bench):
    """Logs that mean harm, against the normal one: per line, or per byte where their lines are longer."""
    normal = bench.normal()
    warm(normal.files)
    rows = []
    for kind, size, words in HOSTILE:
        log = logs.hostile(bench.folder, kind, size)
        warm(log.files)
        goal = "5 " + words
        try:
            rows.append(hostile_row(bench, goal, kind, normal, log))
        except RunFailed as failure:
            rows.append(failed(bench, goal, failure))
    return rows


def hostile_row(bench, goal, kind, normal, log):
    bad = kind == "bad-lines"
    results = interleave("hostile, " + kind, {
        "normal": lambda: bench.analyze(normal, "normal"),
        kind: lambda: bench.analyze(log, kind, allowed=(1,) if bad else (0,)),
    }, bench.runs)
    if not bad:
        facts = counts.quality(bench.out(kind))
        if int(facts["events"]) != log.lines:
            raise RunFailed("%s of %d lines of %s are events" % (facts["events"], log.lines, kind))
    by_byte = log.bytes / log.lines > normal.bytes / normal.lines
    usual = median_seconds(results["normal"]) / (normal.bytes if by_byte else normal.lines)
    harmed = median_seconds(results[kind]) / (log.bytes if by_byte else log.lines)
    unit = ("byte", 1e12, "ps") if by_byte else ("line", 1e9, "ns")

    def shown(value):
        return "%.0f %s a %s" % (value * unit[1], unit[2], unit[0])

    return at_most(goal, harmed, usual, 2, shown(harmed), shown(usual))


def pipe(bench):
    """Standard input through a pipe, against the pipe itself and the files."""
    log = bench.normal()
    warm(log.files)
    results = interleave("pipe", {
        "files": lambda: bench.analyze(log, "files"),
        "pipe": lambda: bench.analyze(log, "pipe", piped=True),
        "wc": lambda: run(["wc", "-l"], piped=log.files),
    }, bench.runs)
    time = {name: median_seconds(runs) for name, runs in results.items()}
    slower = max(("files", "wc"), key=time.get)
    against = {"files": "the files", "wc": "`cat log \\| wc -l`"}[slower]
    return [at_most("6 standard input through a pipe, against %s" % against, time["pipe"], time[slower], 1.3,
                    seconds(time["pipe"]), "%s (files %s, pipe %s)" % (
                        seconds(time[slower]), seconds(time["files"]), seconds(time["wc"])))]


def sources(bench):
    """Other systems' exports of the same events, by processor time per byte, against the native log's."""
    native = logs.realistic(bench.folder, min(bench.users, 14_000))
    every = {"native": native}
    for source, bytes_per_line in (("segment", 1_080), ("firebase", 3_250)):
        every[source] = logs.exported(bench.folder, source, native, 250_000_000 // bytes_per_line)
    for log in every.values():
        warm(log.files)
    results = interleave("sources", {
        name: lambda name=name, log=log: bench.analyze(log, "source-" + name) for name, log in every.items()
    }, bench.runs)
    for name, log in every.items():
        if int(counts.quality(bench.out("source-" + name))["lines"]) != log.lines:
            raise RunFailed("not every line of the log of %s was read" % name)
    spent = {name: least_busy(runs) / every[name].bytes for name, runs in results.items()}

    def shown(name):
        return "%.2f ns a byte" % (spent[name] * 1e9)

    return [at_most("8 a log of %s, processor time against the native log" % words, spent[name], spent["native"], 2,
                    shown(name), shown("native"))
            for name, words in (("segment", "Segment"), ("firebase", "GA4"))]


def tiny(bench):
    """A log of a few lines, start to end, against jq."""
    log = logs.tiny(bench.folder, bench.normal())
    jq = setup.jq()
    rounds = bench.runs * 5
    results = {"funnel": [], "jq": []}
    note("tiny, %d rounds" % rounds)
    for _ in range(rounds):
        results["funnel"].append(run([bench.program, "analyze", *log.files], keep_output=False))
        results["jq"].append(run([jq, "-c", ".", *log.files], keep_output=False))
    version = run([jq, "--version"]).output.strip()
    ours, other = median_seconds(results["funnel"]), median_seconds(results["jq"])
    return [Row("7 a log of %d lines, start to end, against %s" % (log.lines, version), seconds(ours), seconds(other),
                "%+.1f ms" % ((ours - other) * 1000), "<= +5 ms", held(ours - other <= 0.005))]


def failed(bench, goal, failure):
    bench.failures.append("%s: %s" % (goal, failure))
    return Row(goal, "", "", "", "", "failed: %s" % failure)


GOALS = {"report": report, "memory": memory, "large": large, "hostile": hostile, "pipe": pipe, "tiny": tiny,
         "sources": sources}


def contender_line(contender):
    middle = statistics.median(contender.seconds)
    return "| %s | %s | %.3f to %.3f s | %.2f GB/s | %s |" % (
        contender.name, seconds(middle), min(contender.seconds), max(contender.seconds),
        contender.bytes / middle / 1e9, mebibytes(contender.peak))
