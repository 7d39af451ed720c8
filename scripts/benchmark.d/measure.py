"""Runs commands and says how long they took and how much memory they held.

This process has to stay small: on Linux a child's peak memory counts from its parent's size at the start.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass


class RunFailed(Exception):
    """A command ended otherwise than it had to; the text says which and what it said."""


@dataclass
class Run:
    seconds: float  # of the wall clock, from start to end of the process
    peak: int  # bytes; the whole process's greatest resident size
    output: str
    busy: float  # seconds of processor time, its own and the system's for it


def note(text):
    print("benchmark: " + text, file=sys.stderr, flush=True)


def run(command, allowed=(0,), piped=(), environment=None, keep_output=True):
    """One run; with `piped` files, `cat` writes them into its standard input."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        begin = time.perf_counter()
        source = subprocess.Popen(["cat", *piped], stdout=subprocess.PIPE) if piped else None
        process = subprocess.Popen(
            command, stdin=source.stdout if source else subprocess.DEVNULL,
            stdout=output if keep_output else subprocess.DEVNULL, stderr=errors,
            env={**os.environ, **(environment or {})})
        if source:
            source.stdout.close()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        if source:
            source.wait()
        if process.returncode not in allowed:
            errors.seek(0)
            said = errors.read().decode(errors="replace").strip().splitlines()
            raise RunFailed("%s ended with %d: %s" % (
                os.path.basename(command[0]), process.returncode, said[-1] if said else "no message"))
        output.seek(0)
        unit = 1 if sys.platform == "darwin" else 1024
        return Run(seconds, usage.ru_maxrss * unit, output.read().decode(errors="replace"),
                   usage.ru_utime + usage.ru_stime)


def interleave(what, contenders, runs):
    """Every contender once a round, so that whatever slows the machine down slows all of them: name -> its runs."""
    results = {name: [] for name in contenders}
    for turn in range(runs):
        note("%s, round %d of %d" % (what, turn + 1, runs))
        for name, contender in contenders.items():
            results[name].append(contender())
    return results


def median_seconds(runs):
    return statistics.median(run.seconds for run in runs)


def least_busy(runs):
    """The processor time that a run needs: what else the machine does only ever adds to it."""
    return min(run.busy for run in runs)


def greatest_peak(runs):
    return max(run.peak for run in runs)


def warm(files):
    """Reads files once, so that they stand in the page cache."""
    for name in files:
        with open(name, "rb", buffering=0) as file:
            while file.read(1 << 20):
                pass
