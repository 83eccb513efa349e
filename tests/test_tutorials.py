"""The tutorials of the site are run: sessions of Python as one, commands in a folder of their own, files before they are read."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from kozyr import cli
from tests.people import club, guest

TUTORIALS = Path(__file__).parents[1] / "docs" / "tutorials"
FENCE = re.compile(r"^```(\w+)(?: title=\"(\S+)\")?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
pages = pytest.mark.parametrize("page", sorted(path.name for path in TUTORIALS.glob("*.md")))


@pages
def test_a_tutorial_prints_what_it_says(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    if page == "club.md":  # a club has run there, which the reader did by hand
        with club(tmp_path / "club.db") as client:
            guest(client)
    blocks = FENCE.findall((TUTORIALS / page).read_text("utf-8"))
    session = "\n".join(body for kind, name, body in blocks if kind == "python" and not name)
    said: list[str] = []
    doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE).run(
        doctest.DocTestParser().get_doctest(session, {}, page, page, 0), out=said.append
    )
    assert not said, "".join(said)
    ran = session.count(">>> ")
    for kind, name, body in blocks:
        if kind == "console":
            ran += commands(body, capsys)
        elif name and not name.endswith(".py"):
            Path(name).write_text(body, "utf-8")
    assert ran >= 2


def commands(block: str, capsys: pytest.CaptureFixture[str]) -> int:
    """How many commands of a block were run; each prints what stands below it (`...` is anything), and fails only with a line of its own."""
    told = re.split(r"^\$ kozyr ", block, flags=re.MULTILINE)[1:]
    for one in told:
        command, _, due = one.partition("\n")
        capsys.readouterr()
        try:
            status = cli.main(shlex.split(command))
        except SystemExit as end:
            status = int(str(end.code))
        out, complaint = capsys.readouterr()
        assert re.fullmatch(re.escape(due).replace(r"\.\.\.", ".*"), complaint + out), (command, complaint + out)
        assert status == (2 if complaint else 0), command
    return len(told)


def test_the_cookbook_has_every_example_and_no_other() -> None:
    page = (TUTORIALS.parent / "cookbook.md").read_text("utf-8")
    shown = re.findall(r'^--8<-- "examples/(\w+\.py)"$', page, re.MULTILINE)
    assert sorted(shown) == sorted(path.name for path in (TUTORIALS.parents[1] / "examples").glob("*.py"))
