"""Makes the logs, once each, and keeps them in the benchmark's folder."""
import glob
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass

from measure import note

HERE = os.path.dirname(os.path.abspath(__file__))
BYTES_PER_USER = 7_300
FIRST_SEED = 2


@dataclass
class Log:
    files: list
    lines: int

    @property
    def bytes(self):
        return sum(os.path.getsize(name) for name in self.files)

    @property
    def pattern(self):
        """The glob that names the files, for those that take one."""
        return os.path.join(os.path.dirname(self.files[0]), "*.ndjson")


class NoRoom(Exception):
    """The disk has too little room for a log; the text says how much it would need."""


def require_room(folder, size):
    free = shutil.disk_usage(folder).free
    if free < size * 1.1:
        raise NoRoom("%s has room for %.1f GB and the log would need %.1f GB" % (folder, free / 1e9, size * 1.1 / 1e9))


def made(folder):
    """The log in a folder, or none where it was not finished."""
    mark = os.path.join(folder, "lines")
    if not os.path.exists(mark):
        return None
    with open(mark) as file:
        return Log(sorted(glob.glob(os.path.join(folder, "*.ndjson"))), int(file.read()))


def finish(folder, lines):
    with open(os.path.join(folder, "lines"), "w") as file:
        file.write(str(lines))
    return made(folder)


def begin(folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)


def realistic(folder, users, parts=1):
    """The log of a night of `users`, in four files; more parts have users of their own, four files each."""
    folder = os.path.join(folder, "logs", "realistic-%d" % users + ("-x%d" % parts if parts > 1 else ""))
    log = made(folder)
    if log:
        return log
    begin(folder)
    require_room(folder, users * parts * BYTES_PER_USER)
    note("making the log of %d x %d users in %s" % (parts, users, folder))
    lines = 0
    at_once = 2
    for first in range(0, parts, at_once):
        makers = [
            subprocess.Popen(
                [sys.executable, "-B", os.path.join(HERE, "generate_log.py"), os.path.join(folder, "part%02d" % part),
                 str(users), str(FIRST_SEED + part), "28", "4"], stdout=subprocess.PIPE, text=True)
            for part in range(first, min(first + at_once, parts))
        ]
        for maker in makers:
            said, _ = maker.communicate()
            if maker.returncode != 0:
                raise SystemExit("benchmark: the generator of the log failed")
            lines += int(said)
    return finish(folder, lines)


def exported(folder, source, native, lines):
    """The first so many lines of a native log as another system exports the same events."""
    folder = os.path.join(folder, "logs", "%s-of-%d" % (source, native.lines))
    log = made(folder)
    if log:
        return log
    begin(folder)
    require_room(folder, 1e9)
    note("making the same log as %s exports it" % source)
    said = subprocess.run(
        [sys.executable, "-B", os.path.join(HERE, "generate_source_log.py"), source, *native.files,
         os.path.join(folder, "log.ndjson"), str(lines)], check=True, stdout=subprocess.PIPE, text=True).stdout
    return finish(folder, int(said))


def hostile(folder, kind, size):
    folder = os.path.join(folder, "logs", "%s-%d" % (kind, size))
    log = made(folder)
    if log:
        return log
    begin(folder)
    require_room(folder, 1e9)
    note("making the hostile log %s" % kind)
    subprocess.run(
        [sys.executable, "-B", os.path.join(HERE, "generate_hostile_log.py"), kind, os.path.join(folder, "log.ndjson"),
         str(size)], check=True)
    return finish(folder, size)


def tiny(folder, source):
    """The first lines of a log."""
    folder = os.path.join(folder, "logs", "tiny")
    begin(folder)
    lines = 20
    with open(source.files[0], "rb") as file, open(os.path.join(folder, "log.ndjson"), "wb") as out:
        for _ in range(lines):
            out.write(file.readline())
    return finish(folder, lines)
