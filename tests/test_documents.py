"""The sessions printed in the documents are run, so that none of them drifts from the code."""

import doctest
import importlib
import inspect
import re
from datetime import date
from pathlib import Path

import pytest

import kozyr
from kozyr.club.answers import Match, OwnMatch
from kozyr.club.refusal import Manner
from kozyr.club.table.customs import customs
from kozyr.club.table.vocabulary import acts_of, wishes_of
from kozyr.games import Reason, games
from kozyr.words import LANGUAGES
from scripts.wire import Writer

ROOT = Path(__file__).parents[1]
# What somebody who builds on Kozyr reads first.
FACES = (
    "kozyr.cards",
    "kozyr.deals",
    "kozyr.games.bridge.words",
    "kozyr.games.claim",
    "kozyr.games.contract",
    "kozyr.games.preferans.words",
    "kozyr.games.record",
    "kozyr.games.trick",
    "kozyr.notation.kz",
    "kozyr.solver.deberts",
)
SOURCE = Path(kozyr.__file__).parent
WITH_EXAMPLES = sorted(
    ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in SOURCE.rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


def run(test: doctest.DocTest) -> None:
    said: list[str] = []
    doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=said.append)
    assert not said, "".join(said)


@pytest.mark.parametrize("page", [path.name for path in sorted(ROOT.glob("README*.md"))])
def test_the_session_in_the_readme(page: str) -> None:
    """All ```python blocks of a page are one session; the fences themselves are no expected output."""
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(), re.DOTALL | re.MULTILINE)
    run(doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, page, 0))


def examples(name: str) -> list[doctest.DocTest]:
    """The docstrings of a module that show something."""
    found = doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(name))
    return [test for test in found if test.examples]


@pytest.mark.parametrize("name", FACES)
def test_the_public_faces_show_how_they_are_used(name: str) -> None:
    assert examples(name)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_the_examples_in_docstrings(name: str) -> None:
    """A module that says `>>>` has an example that is found and run."""
    shown = examples(name)
    assert shown
    for test in shown:
        run(test)


def test_an_option_costs_four_places() -> None:
    """The example of docs/architecture.md names every file in which the option stands; what is generated from it aside."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    (listed,) = re.findall(r"^```text\n(1 .*?)^```$", page, re.DOTALL | re.MULTILINE)
    told = set(re.findall(r"(\S+/\S+\.\w+)  ", listed))
    sources = [path for folder in ("src", "ui/src") for path in (ROOT / folder).rglob("*.*")]
    read = [path for path in sources if path.suffix in {".py", ".ts", ".svelte"} and not path.name.endswith(".gen.ts")]
    found = {str(path.relative_to(ROOT)) for path in read if re.search(r"\bseat_draw\b", path.read_text("utf-8"))}
    assert found | {"tests/preferans/evidence.py"} == told
    assert len({line[0] for line in listed.splitlines()} - {" "}) == 4
    assert "seat_draw" in (ROOT / "tests" / "preferans" / "evidence.py").read_text("utf-8")


def test_the_protocol_has_every_act_and_every_refusal() -> None:
    """In words of its own, beside the types of `wire.gen.ts`."""
    told = (ROOT / "docs" / "protocol.md").read_text("utf-8").partition("## Every type")[0]
    assert {reason for reason in (*Manner, *Reason) if f"`{reason}`" not in told} == set()
    for name in games():
        kind = type(customs(name))
        tags = {str(one.__struct_config__.tag) for one in (*acts_of(kind), *wishes_of(kind))}
        assert {tag for tag in tags if f'"act":"{tag}"' not in told} == set()


def test_the_types_of_the_wire_say_what_their_fields_are() -> None:
    """The docstrings under the fields of a struct, its bases' too, are comments of the client's types."""
    writer = Writer()
    writer.struct(OwnMatch)
    source = inspect.getsource(Match) + inspect.getsource(OwnMatch)
    told = re.findall(r'^    (\w+): .+\n    """(.+)"""$', source, re.MULTILINE)
    assert len(told) >= 2
    for field, about in told:
        assert f"  /** {about.replace('None', 'null')} */\n  readonly {field}: " in writer.code["OwnMatch"]


def test_the_changelog_is_by_version_and_a_line_a_change() -> None:
    """Newest first, dated, in three sections, each change in one line that a user reads."""
    head, *parts = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)
    assert head.startswith("# Changelog\n")
    assert parts[0].startswith("[Unreleased]\n")
    released = [re.match(r"\[(\d+)\.(\d+)\.(\d+)\] - (.+)\n", part) for part in parts[1:]]
    cut = [(tuple(map(int, found.groups()[:3])), date.fromisoformat(found[4])) for found in released if found]
    assert len(cut) == len(parts) - 1
    assert len({number for number, _ in cut}) == len(cut)
    assert cut == sorted(cut, reverse=True)
    assert [day for _, day in cut] == sorted((day for _, day in cut), reverse=True)
    for part in parts:
        lines = [line for line in part.splitlines()[1:] if line]
        sections = [line for line in lines if line.startswith("#")]
        assert sections == [one for one in ("### Added", "### Changed", "### Fixed") if one in sections]
        strange = [line for line in lines if not line.startswith("#") and not re.fullmatch(r"- .{2,158}", line)]
        assert not strange


def anchors(page: Path) -> set[str]:
    """The headings of a page as GitHub makes addresses of them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


MADE = ROOT / "docs" / "schema.md"  # by scripts/site.py; `make site` looks at links to it
PAGES = sorted(path for folder in (ROOT, *(ROOT / "docs").glob("**/")) for path in folder.glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    prose = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    links = re.findall(r"\]\(([^)\s:#]*)(?:#([^)\s]+))?\)", prose)
    for path, heading in links:
        target = (page.parent / path).resolve() if path else page
        assert target.exists() or target == MADE, path
        assert not heading or heading in anchors(target), f"{path}#{heading}"


def test_every_page_has_its_place_on_the_site() -> None:
    """A page of docs/ that is new wants a line under `nav` in mkdocs.yml; the pages of players stand in every language."""
    nav = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2]
    placed = re.findall(r"(\S+\.md)$", nav, re.MULTILINE)
    pages = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")}
    listed = {page for page in pages if not page.startswith("decisions/")}
    assert listed - set(placed) == set()
    assert set(placed) - pages == {"CONTRIBUTING.md", "CHANGELOG.md", "schema.md", "decisions/index.md"}  # the hook's
    players = ROOT / "docs" / "players"
    assert {lang.name for lang in players.iterdir()} == set(LANGUAGES)
    assert len({tuple(sorted(page.name for page in lang.iterdir())) for lang in players.iterdir()}) == 1


def test_a_block_of_a_page_is_a_block_of_the_site() -> None:
    """A word after the language makes it plain text there: a block's name stands as `title="NAME"`."""
    for page in (ROOT / "docs").rglob("*.md"):
        for fence in re.findall(r"^```(.+)$", page.read_text("utf-8"), re.MULTILINE):
            assert re.fullmatch(r'[a-z]+( [a-z_]+="[^"]*")*', fence), (page.name, fence)
