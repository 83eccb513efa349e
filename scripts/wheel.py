"""Build the source archive and the wheel into a folder: what `make wheel` does with the tools of .venv."""

import sys
from pathlib import Path

from scikit_build_core.build import build_sdist, build_wheel


def main(folder: str) -> int:
    """Build both and print their names."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    print(build_sdist(folder))
    print(build_wheel(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
