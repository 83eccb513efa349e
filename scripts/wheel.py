"""Build the source archive and the wheel into a folder: what `make wheel` does with the tools of .venv.

On Linux the wheel gets the tag of the oldest C library that it runs with, and a wheel of the stable ABI is looked through.
"""

import os
import subprocess
import sys
from pathlib import Path

from scikit_build_core.build import build_sdist, build_wheel


def run(name: str, *words: str) -> None:
    """A tool that stands beside this Python, with what it needs on its path."""
    beside = Path(sys.executable).parent
    path = f"{beside}{os.pathsep}{os.environ.get('PATH', '')}"
    subprocess.run([str(beside / name), *words], check=True, env={**os.environ, "PATH": path})  # noqa: S603 - our own tools


def main(folder: str) -> int:
    """Build both and print their names."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    print(build_sdist(folder))
    wheel = Path(folder) / build_wheel(folder)
    if sys.platform == "linux":
        before = set(Path(folder).glob("*.whl"))
        run("auditwheel", "repair", "--wheel-dir", folder, str(wheel))
        made = set(Path(folder).glob("*.whl")) - before
        if made:  # else it has the right tag already
            wheel.unlink()
            (wheel,) = made
    if "-abi3-" in wheel.name:
        run("abi3audit", "--strict", str(wheel))
    print(wheel.name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
