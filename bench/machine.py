"""What a benchmark prints first: on which machine, and how fast it was then, its numbers were taken."""

import os
import platform
import time
from collections.abc import Callable
from pathlib import Path


def machine() -> str:
    """The processor, how many cores of it are ours, how busy they are, and Python."""
    info = Path("/proc/cpuinfo")
    names = [line.partition(":")[2].strip() for line in info.read_text().splitlines() if line.startswith("model name")]
    cores = len(os.sched_getaffinity(0))
    load = ", ".join(f"{n:.1f}" for n in os.getloadavg())
    name = names[0] if names else platform.processor() or platform.machine()
    return f"{name}, {cores} cores, load {load}; Python {platform.python_version()}, {platform.system()}"


def calibration() -> str:
    """How fast the machine is at this moment, best of five: work that no change of Kozyr touches.

    Integers of 2,000 bits multiplied and reduced (compiled code in the first cache), and a loop of Python.
    """
    modulus, base = (1 << 2203) - 1, (1 << 2000) // 3

    def powers() -> None:
        for exponent in range(20):
            pow(base, 0xFFFF + exponent, modulus)

    def steps() -> None:
        x = 1
        for _ in range(100_000):
            x = (x * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF

    def best(work: Callable[[], None], count: int) -> float:
        rates = []
        for _ in range(5):
            start = time.process_time()
            work()
            rates.append(count / (time.process_time() - start))
        return max(rates)

    return f"calibration {best(powers, 20):,.0f} modular powers and {best(steps, 100_000) / 1e6:.1f} million Python steps a second"
