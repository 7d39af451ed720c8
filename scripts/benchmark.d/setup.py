"""Sets up what is measured: the release build of funnel, and the others, in the benchmark's folder."""
import os
import shutil
import subprocess
import sys

from measure import note

HERE = os.path.dirname(os.path.abspath(__file__))
PYTHON_PEERS = ["duckdb", "chdb", "polars"]


class CannotSetUp(Exception):
    """Something that is measured could not be had; the text says what to do."""


def do(command, what):
    """Runs a command with its output on standard error, which leaves standard output to the tables."""
    if subprocess.run(command, stdout=sys.stderr).returncode != 0:
        raise CannotSetUp("%s failed: %s" % (what, " ".join(command)))


def funnel(root):
    note("building funnel (release)")
    build = ["swift", "build", "--package-path", root, "-c", "release", "--product", "funnel"]
    if sys.platform == "linux":
        build.append("--static-swift-stdlib")
    do(build, "the build")
    shown = subprocess.run([*build, "--show-bin-path"], check=True, capture_output=True, text=True)
    return os.path.join(shown.stdout.strip(), "funnel")


def python_peers(folder):
    """The interpreter of an environment that has the peers."""
    place = os.path.join(folder, "peers")
    python = os.path.join(place, "bin", "python")
    probe = [python, "-c", "import importlib.util as u, sys; sys.exit(not all(map(u.find_spec, %r)))" % PYTHON_PEERS]
    if not os.path.exists(python) or subprocess.run(probe).returncode != 0:
        note("installing %s" % ", ".join(PYTHON_PEERS))
        do([sys.executable, "-m", "venv", place], "the virtual environment")
        do([python, "-m", "pip", "install", "--quiet", *PYTHON_PEERS], "the installation of the peers")
    return python


def packages(*names):
    """Installs packages of the system; only Debian's and Ubuntu's way is known."""
    if not shutil.which("apt-get"):
        raise CannotSetUp("%s missing; install it and run again" % " and ".join(names))
    prefix = [] if os.geteuid() == 0 else ["sudo"]
    note("installing %s" % ", ".join(names))
    do([*prefix, "apt-get", "update", "-qq"], "apt-get")
    do([*prefix, "apt-get", "install", "-y", "-qq", *names], "apt-get")


def jq():
    if not shutil.which("jq"):
        packages("jq")
    return shutil.which("jq")


def simdjson(folder):
    """The program that only reads fields, built for this processor."""
    source, program = os.path.join(HERE, "peer_simdjson.cpp"), os.path.join(folder, "peer_simdjson")
    if os.path.exists(program) and os.path.getmtime(program) >= os.path.getmtime(source):
        return program
    probe = ["g++", "-x", "c++", "-fsyntax-only", "-include", "simdjson.h", os.devnull]
    if not shutil.which("g++") or subprocess.run(probe, stderr=subprocess.DEVNULL).returncode != 0:
        packages("g++", "libsimdjson-dev")
    note("building the simdjson peer")
    do(["g++", "-O3", "-march=native", "-std=c++17", source, "-o", program, "-lsimdjson", "-lpthread"], "g++")
    return program
