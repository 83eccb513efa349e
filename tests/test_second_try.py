"""`scripts/tests.sh`: a test that fails beside others and passes alone is told, and any other failure ends the run."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.longer import longer

SCRIPT = Path(__file__).parents[1] / "scripts" / "tests.sh"
ONCE = """
from pathlib import Path
def test_good(): pass
def test_once():
    mark = Path("mark")
    seen = mark.exists()
    mark.touch()
    assert seen
"""


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        *longer(("def test_good(): pass", 0, "1 passed")),
        (ONCE, 0, "FAILED ONCE, passed alone"),
        (ONCE + "def test_bad(): assert 0", 1, "test_bad"),
        *longer(("def test_good(): pass\nraise ValueError", 2, "ValueError")),
        ("import pytest\n@pytest.mark.parametrize('n', range(9))\ndef test_bad(n): assert 0", 1, "9 tests failed"),
        *longer(("", 5, "no tests ran")),
    ],
)
def test_what_fails_once(tmp_path: Path, text: str, code: int, says: str) -> None:
    (tmp_path / "test_it.py").write_text(text)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    command = [str(SCRIPT), sys.executable, "-q"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    assert ended.returncode == code
    assert says in ended.stdout
    assert ("FAILED ONCE" in ended.stdout) == (text == ONCE)
