"""Measures funnel side by side with others; see `scripts/benchmark --help`."""
import argparse
import os
import sys

import goals
import logs
import machine
import setup
from measure import RunFailed, note

DESCRIPTION = """\
Measures funnel side by side with simdjson, DuckDB, ClickHouse, Polars and jq, on two cores, with the logs in the page
cache, contender after contender in each round, and prints the goals with what was measured as Markdown. It sets up the
others by itself and keeps them and the logs (1.8 GB, with --large 18 GB more) under .build/benchmark.

Figures are medians. funnel's time is the whole process, the others' is their own clock from after their imports to
their last result. Peak memory is the whole process's, the greatest of its runs.

A goal that is missed is no failure: the exit status is 1 only where something did not run or the counts disagree."""


def arguments():
    parser = argparse.ArgumentParser(
        prog="scripts/benchmark", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", metavar="NAMES", help="goals to measure, of %s" % ",".join(goals.GOALS))
    parser.add_argument("--large", action="store_true", help="also the log ten times as large")
    parser.add_argument("--runs", metavar="N", type=int, default=5, help="timed runs of each contender (5)")
    parser.add_argument("--users", metavar="N", type=int, default=250_000, help="users of the log (250000: 1.79 GB)")
    parser.add_argument("--folder", metavar="DIR", help="where logs and others are kept (.build/benchmark)")
    parser.add_argument("--funnel", metavar="FILE", help="the program to measure, instead of a release build")
    parser.add_argument("--root", help=argparse.SUPPRESS)
    given = parser.parse_args()
    usual = [name for name in goals.GOALS if name != "large" or given.large]
    given.only = given.only.split(",") if given.only else usual
    for name in given.only:
        if name not in goals.GOALS:
            parser.error("--only %s: it is one of %s" % (name, ", ".join(goals.GOALS)))
    if given.runs < 1 or given.users < 1:
        parser.error("--runs and --users are 1 at least")
    return given


def show(bench, rows):
    log = bench.normal()
    print("Machine: %s." % machine.sentence())
    print("Log: %s lines, %.2f GB; %d runs each, median." % (format(log.lines, ","), log.bytes / 1e9, bench.runs))
    if bench.versions:
        print("Others: %s." % ", ".join(bench.versions))
    if bench.contenders:
        print("\n| who | median | least to most | rate | peak memory |\n| --- | ---: | ---: | ---: | ---: |")
        for contender in bench.contenders:
            print(goals.contender_line(contender))
    print("\n| goal | funnel | against | ratio | limit | |\n| --- | ---: | ---: | ---: | ---: | --- |")
    for row in rows:
        print("| %s | %s | %s | %s | %s | %s |" % (
            row.goal, row.ours, row.against, row.ratio, row.limit, row.verdict))


def main():
    given = arguments()
    folder = os.path.abspath(given.folder or os.path.join(given.root, ".build", "benchmark"))
    os.makedirs(folder, exist_ok=True)
    try:
        bench = goals.Bench(given.root, folder, given.users, given.runs, given.funnel)
        bench.normal()
        machine.two_cores()
        rows = []
        for name in given.only:
            try:
                rows += goals.GOALS[name](bench)
            except RunFailed as failure:
                rows.append(goals.failed(bench, name, failure))
    except (setup.CannotSetUp, logs.NoRoom) as failure:
        note(str(failure))
        return 1
    show(bench, rows)
    for text in bench.failures:
        note(text)
    return 1 if bench.failures else 0


sys.exit(main())
