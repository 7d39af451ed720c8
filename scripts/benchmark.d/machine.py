"""What the figures were measured on."""
import os
import platform
import sys


def two_cores():
    """Keeps this process and all it starts to two cores, no two threads of one; where there are no more, to these."""
    if not hasattr(os, "sched_setaffinity"):
        return
    cores = {}
    for processor in sorted(os.sched_getaffinity(0)):
        cores.setdefault(first_line("/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list" % processor)
                         or processor, processor)
    chosen = list(cores.values())[:2]
    if len(chosen) == 2:
        os.sched_setaffinity(0, chosen)


def first_line(path):
    try:
        with open(path) as file:
            return file.readline().strip()
    except OSError:
        return ""


def model():
    try:
        with open("/proc/cpuinfo") as file:
            return next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def memory():
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def sentence():
    used = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return "%s, %d of %d processors used, %.0f GiB of memory, %s %s, Python %s" % (
        model(), used, os.cpu_count(), memory() / 2**30, platform.system(), platform.release(),
        ".".join(map(str, sys.version_info[:3])))
