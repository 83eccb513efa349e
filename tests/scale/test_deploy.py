"""What an operator copies: every command, option and variable in deploy/ and docs/scale.md exists, and the unit is one."""

import argparse
import asyncio
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from kozyr.cli import main
from kozyr.store import Store
from kozyr.store.schema import MEMBERS, SHARDS
from kozyr.verbs import Parser, club as grammar

ROOT = Path(__file__).parents[2]
FILES = sorted(path for path in (ROOT / "deploy").iterdir())
NAMED = [*FILES, ROOT / "docs" / "scale.md"]


def parsers() -> dict[str, Parser]:
    """The parser of each verb of the club, and of each word of `admin` and `db`."""
    top = Parser()
    verbs = top.add_subparsers()
    grammar.add(verbs)
    found = dict(verbs.choices)
    for verb in ("admin", "db"):
        (things,) = (one for one in found[verb]._actions if isinstance(one, argparse._SubParsersAction))
        found |= {f"{verb} {name}": parser for name, parser in things.choices.items()}
    return found


@pytest.mark.parametrize("path", NAMED, ids=lambda path: path.name)
def test_every_command_and_option_that_is_named_exists(path: Path) -> None:
    known = parsers()
    text = path.read_text("utf-8").replace("\\\n", " ")
    for verb, rest in re.findall(r"kozyr (club|admin|db|backup|check)\b([^\n`|]*)", text):
        word = rest.split()[0] if rest.split() else ""
        parser = known[f"{verb} {word}" if verb in {"admin", "db"} else verb]
        for option in re.findall(r"(?<!\S)(--[a-z-]+)", rest):
            assert option in parser._option_string_actions, f"{verb} {option}"
    for option in re.findall(r"`(--[a-z-]+)`", text):
        assert option in known["club"]._option_string_actions, option


@pytest.mark.parametrize(
    ("name", "variables"), [("kozyr@.service", {"KOZYR_DB", "KOZYR_NATS"}), ("kozyr-wal.service", {"KOZYR_DB"})]
)
def test_every_variable_of_a_unit_is_explained_and_used(name: str, variables: set[str]) -> None:
    unit = (ROOT / "deploy" / name).read_text("utf-8")
    used = set(re.findall(r"\$\{(\w+)\}", unit))
    assert used == variables
    told = (ROOT / "docs" / "scale.md").read_text("utf-8")
    assert {name for name in used if f"`{name}`" not in told} == set()
    assert all(name in unit.partition("EnvironmentFile")[0] for name in used)


def commands(path: Path) -> list[str]:
    """The command lines of `kozyr` that a file of deploy/ runs."""
    text = path.read_text("utf-8").replace("\\\n", " ")
    text = re.sub(r">-\n\s+", "", text)
    text = re.sub(r"\n\s+(?=--)", " ", text)
    return re.findall(r"^(?:ExecStart=\S*/kozyr|\s*command:) ((?:club|db|admin) .*)$", text, re.MULTILINE)


@pytest.mark.parametrize(("name", "count"), [("kozyr@.service", 1), ("kozyr-wal.service", 1), ("compose.yaml", 2)])
def test_every_command_that_is_run_is_one(name: str, count: int) -> None:
    top = Parser()
    grammar.add(top.add_subparsers())
    found = commands(ROOT / "deploy" / name)
    assert len(found) == count
    for command in found:
        top.parse_args(re.sub(r"\$\{[^}]*\}", "x", command).replace("%i", "8001").split())


def test_every_variable_of_deploy_is_told_of() -> None:
    told = (ROOT / "docs" / "scale.md").read_text("utf-8")
    used = {name for path in FILES for name in re.findall(r"KOZYR_[A-Z]+", path.read_text("utf-8"))}
    assert used == {"KOZYR_DB", "KOZYR_NATS", "KOZYR_PASSWORD", "KOZYR_URL"}
    assert {name for name in used if f"`{name}`" not in told} == set()


def test_every_file_of_deploy_is_told_of() -> None:
    told = (ROOT / "docs" / "scale.md").read_text("utf-8")
    assert {path.name for path in FILES if f"deploy/{path.name}" not in told} == set()


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="no systemd-analyze on this machine (Debian: systemd)"
)
@pytest.mark.parametrize("name", [path.name for path in FILES if path.suffix == ".service"])
def test_a_unit_is_one(name: str, tmp_path: Path) -> None:
    """The program stands elsewhere on a machine of ours, so that it can be found."""
    text = (ROOT / "deploy" / name).read_text("utf-8").replace("/opt/kozyr/bin/kozyr", "/bin/true")
    unit = tmp_path / name.replace("@", "@8001")
    unit.write_text(text)
    found = subprocess.run(  # noqa: S603 - our own file
        [str(shutil.which("systemd-analyze")), "verify", str(unit)], capture_output=True, text=True, check=False
    )
    ours = [line for line in found.stderr.splitlines() if "kozyr" in line]
    assert ours == []
    assert found.returncode == 0


def test_the_operator_sees_who_lives_and_owns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "club.db"
    store = Store(path)
    member = {"id": "one", "name": "host", "version": "1.2", "lock": 1, "since": 0, "until": 1, "draining": True}
    owned = [{"shard": n, "owner": owner, "epoch": 1} for n, owner in enumerate(("one", "one", "gone", None))]

    async def work() -> None:
        await store.database.write((MEMBERS.insert(), member), *((SHARDS.insert(), row) for row in owned))

    asyncio.run(work())
    store.close()
    said = {}
    for what in ("members", "shards", "audit"):
        assert main(["admin", "--db", str(path), what]) == 0
        said[what] = capsys.readouterr().out.splitlines()
    assert said["members"] == ["one  host  1.2  since 1970-01-01 00:00:00  2 shards  draining"]
    assert said["shards"] == ["    2  nobody", "    2  one"]
    assert sum("members" in line or "shards" in line for line in said["audit"]) == 2
