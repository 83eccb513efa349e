"""Cut a version: set it, date its section of the changelog, and say what to push. `make release VERSION=0.3.0` builds it then.

What stands under "Unreleased" becomes the section of the version; an empty "Unreleased" stands above it. Nothing is written
where the version is none, is not newer than the last one, or nothing is to be released.
"""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
_NUMBER: Final = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
_SECTION: Final = re.compile(r"^## \[(\d+\.\d+\.\d+)\]", re.MULTILINE)
_SET: Final = re.compile(r'(__version__: Final = ")([^"]*)(")')
_UNRELEASED: Final = "## [Unreleased]\n"


class Unfit(ValueError):
    """A version cannot be cut; the text is one line that says why."""


def order(version: str) -> tuple[int, ...]:
    """A version as numbers that can be compared.

    Raises:
        Unfit: it is none.
    """
    found = _NUMBER.fullmatch(version)
    if found is None:
        raise Unfit(f"a version is three numbers, as 0.3.0, not {version!r}")
    return tuple(map(int, found.groups()))


def dated(changelog: str, version: str, day: str) -> str:
    """The changelog in which what was unreleased is this version's.

    Raises:
        Unfit: the version is none, or no newer than the last one; or nothing is unreleased.
    """
    number = order(version)
    released = [order(one) for one in _SECTION.findall(changelog)]
    if released and number <= max(released):
        raise Unfit(f"{version} is not newer than {'.'.join(map(str, max(released)))}")
    head, found, rest = changelog.partition(_UNRELEASED)
    body = re.split(r"^## ", rest, maxsplit=1, flags=re.MULTILINE)[0]
    if not found or not re.search(r"^- ", body, re.MULTILINE):
        raise Unfit("nothing stands under [Unreleased] in CHANGELOG.md")
    return f"{head}{_UNRELEASED}\n## [{version}] - {day}\n{rest}"


def with_version(source: str, version: str) -> str:
    """The package's `__init__.py` with this version."""
    changed, count = _SET.subn(rf"\g<1>{version}\g<3>", source)
    if count != 1:
        raise Unfit("src/kozyr/__init__.py has no line __version__")
    return changed


def _committed() -> None:
    """Look that nothing else would go into the release.

    Raises:
        Unfit: there are changes.
    """
    status = ["git", "status", "--porcelain", "--untracked-files=no"]
    if subprocess.run(status, cwd=ROOT, capture_output=True, check=True).stdout:  # noqa: S603 - our own words
        raise Unfit("there are changes that are not committed")


def main(argv: list[str]) -> int:
    """Cut the version that is named; returns the exit status."""
    version = argv[0] if argv else ""
    changelog, package = ROOT / "CHANGELOG.md", ROOT / "src" / "kozyr" / "__init__.py"
    try:
        log = dated(changelog.read_text("utf-8"), version, datetime.now(UTC).date().isoformat())
        source = with_version(package.read_text("utf-8"), version)
        _committed()
    except Unfit as error:
        sys.stderr.write(f"{error}\n")
        return 2
    changelog.write_text(log, "utf-8")
    package.write_text(source, "utf-8")
    print(f"Kozyr {version}. When dist/ is built and tried (make test-wheel):")
    print(f"  git commit -am 'release: {version}' && git tag v{version} && git push origin main v{version}")
    print("  then upload dist/*")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
