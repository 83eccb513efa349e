"""What a benchmark prints first: on which machine, and with what, its numbers were taken."""

import os
import platform
from pathlib import Path


def machine() -> str:
    """The processor, how many cores of it are ours, how busy they are, and Python."""
    info = Path("/proc/cpuinfo")
    names = [line.partition(":")[2].strip() for line in info.read_text().splitlines() if line.startswith("model name")]
    cores = len(os.sched_getaffinity(0))
    load = ", ".join(f"{n:.1f}" for n in os.getloadavg())
    name = names[0] if names else platform.processor() or platform.machine()
    return f"{name}, {cores} cores, load {load}; Python {platform.python_version()}, {platform.system()}"
