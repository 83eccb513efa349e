"""How a version is cut: the changelog, the number, and what is refused."""

import re
from importlib.metadata import version
from pathlib import Path

import pytest

import kozyr
from scripts.release import Unfit, dated, with_version

ROOT = Path(__file__).parents[1]
LOG = """# Changelog

## [Unreleased]

### Added

- A thing.

## [0.2.0] - 2026-11-21

- Another.
"""


def test_what_is_unreleased_becomes_the_version() -> None:
    cut = dated(LOG, "0.3.0", "2026-12-01")
    assert "## [Unreleased]\n\n## [0.3.0] - 2026-12-01\n\n### Added\n\n- A thing.\n\n## [0.2.0]" in cut
    with pytest.raises(Unfit, match="nothing stands under"):
        dated(cut, "0.4.0", "2026-12-02")


@pytest.mark.parametrize(
    ("number", "why"),
    [
        ("0.2.0", "not newer than 0.2.0"),
        ("0.1.9", "not newer"),
        ("1.0", "three numbers"),
        ("", "three numbers"),
        ("v1.0.0", "three numbers"),
    ],
)
def test_a_version_that_cannot_be(number: str, why: str) -> None:
    with pytest.raises(Unfit, match=why):
        dated(LOG, number, "2026-12-01")


def test_the_version_stands_in_one_place() -> None:
    source = (ROOT / "src" / "kozyr" / "__init__.py").read_text("utf-8")
    assert with_version(source, kozyr.__version__) == source
    assert version("kozyr") == kozyr.__version__
    pattern = re.search(r"metadata\.version\.regex = '(.*)'", (ROOT / "pyproject.toml").read_text("utf-8"))
    assert pattern is not None
    assert re.search(pattern[1], with_version(source, "1.2.3"))["value"] == "1.2.3"  # type: ignore[index]
