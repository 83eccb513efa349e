import json
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.rules_table import Account, check, main, module_name, read_account, render

RULES = {
    "P-1": "engine",
    "P-1.2": "engine",
    "P-2a": "scoring",
    "PC-3-note": "irregularity",
    "B-X-1": "engine",
}

Write = Callable[[str, str], Path]


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A house with a rulebook, and nothing in it yet."""
    data = tmp_path / "tests" / "data" / "rulebook"
    data.mkdir(parents=True)
    rows = ["id\tkind\tfile", *(f"{rule_id}\t{kind}\tbook.md" for rule_id, kind in RULES.items())]
    (data / "rules.tsv").write_text("\n".join(rows) + "\n")
    examples = [{"id": "W-1", "source_rule": "P-1, P-2a"}, {"id": "W-2", "source_rule": "PC-3-note (P-1.2)"}]
    (data / "worked-examples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in examples))
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "rules-reasons.toml").write_text("")
    return tmp_path


@pytest.fixture
def write(house: Path) -> Write:
    def put(path: str, text: str) -> Path:
        file = house / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(text))
        return file

    return put


def shown(account: Account) -> dict[str, list[str]]:
    return {rule_id: tests for rule_id, tests in account.tests.items() if tests}


def test_a_rule_is_shown_by_a_mark_on_a_function(house: Path, write: Write) -> None:
    write(
        "tests/games/test_play.py",
        """
        @pytest.mark.rule("P-1", "P-2a")
        async def test_following(): ...

        @pytest.mark.rule("P-1")
        def helper(): ...
        """,
    )
    account = read_account(house)
    assert shown(account)["P-1"] == ["test_play::test_following"]
    assert shown(account)["P-2a"] == ["test_play::test_following"]


def test_marks_are_inherited_from_class_and_module(house: Path, write: Write) -> None:
    write(
        "tests/test_play.py",
        """
        pytestmark = [pytest.mark.long, pytest.mark.rule("P-1")]

        class TestTalon:
            pytestmark = pytest.mark.rule("P-1.2")

            def test_inside(self): ...
            def not_a_test(self): ...

        @pytest.mark.rule("P-2a")
        class TestDiscard:
            def test_two(self): ...
        """,
    )
    assert shown(read_account(house)) == {
        "P-1": ["test_play::TestTalon::test_inside", "test_play::TestDiscard::test_two"],
        "P-1.2": ["test_play::TestTalon::test_inside"],
        "P-2a": ["test_play::TestDiscard::test_two"],
    }


def test_marks_of_parameters_count(house: Path, write: Write) -> None:
    write(
        "tests/test_play.py",
        """
        @pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.rule("P-1"))])
        def test_n(n): ...
        """,
    )
    assert shown(read_account(house)) == {"P-1": ["test_play::test_n"]}


@pytest.mark.parametrize(
    ("text", "test"),
    [
        ('@case("W-2")\ndef two(): ...', "test_cases::two"),
        ('@pytest.mark.example("W-2")\ndef test_two(): ...', "test_cases::test_two"),
        ('@pytest.mark.parametrize("id", ["W-2"])\ndef test_all(id): ...', "test_cases::test_all"),
        ('CASES = {"W-2": print}', "test_cases[W-2]"),
        ('CASES: dict[str, object] = {"W-2": print}', "test_cases[W-2]"),
    ],
)
def test_an_example_shows_the_rules_it_comes_from(house: Path, write: Write, text: str, test: str) -> None:
    write("tests/test_cases.py", text)
    assert shown(read_account(house)) == {"PC-3-note": [test], "P-1.2": [test]}


def test_unknown_and_unreadable_ids_are_errors(house: Path, write: Write) -> None:
    write("src/kozyr/a.py", "# P-9.9 is no rule, nor is B-tree; P-1.2 is.")
    write(
        "tests/test_play.py",
        """
        CASES = {"W-9": 1}

        @pytest.mark.rule("P-7", *MORE)
        @case("W-8")
        def test_it(): ...
        """,
    )
    assert read_account(house).errors == [
        "src/kozyr/a.py: no rule P-9.9 in the rulebook",
        "tests/test_play.py:6: no rule P-7 in the rulebook",
        "tests/test_play.py:6: a rule mark wants ids as plain strings, not *MORE",
        "tests/test_play.py:6: no worked example W-8",
        "tests/test_play.py: no worked example W-9",
    ]


def test_sources_are_searched_for_whole_ids(house: Path, write: Write) -> None:
    write("src/kozyr/games/play.py", 'law = "P-1.2"  # and PC-3-note. But not W-P-1-1 or XP-2a\n')
    write("native/src/search.cpp", "// P-1-1.2: a range begins with its first rule\n")
    write("ui/src/core/wire.ts", "// P-2a\n")
    write("ui/src/core/wire.test.ts", "// P-1\n")
    write("ui/node_modules/x/index.ts", "// P-1\n")
    assert {rule_id: places for rule_id, places in read_account(house).places.items() if places} == {
        "P-1.2": ["games.play"],
        "PC-3-note": ["games.play"],
        "P-1": ["native/search"],
        "P-2a": ["ui/core/wire"],
    }


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("src/kozyr/__init__.py", "kozyr"),
        ("src/kozyr/games/__init__.py", "games"),
        ("src/kozyr/games/preferans/auction.py", "games.preferans.auction"),
        ("native/bindings.cpp", "native/bindings"),
        ("native/include/kozyr/search.hpp", "native/search"),
    ],
)
def test_source_files_have_short_names(path: str, name: str) -> None:
    assert module_name(Path(path)) == name


def test_check_lists_what_is_open_and_passes_when_nothing_is(
    house: Path, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    reasons = write(
        "docs/rules-reasons.toml",
        """
        [kinds]
        irregularity = "the arbiter's issue"
        [parts]
        B = "later"
        [rules]
        "P-2a" = "by hand"
        """,
    )
    write("tests/test_play.py", '@pytest.mark.rule("P-1")\ndef test_it(): ...\n')
    assert main([], house) == 0
    assert "- **P-1.2** **open**\n" in (house / "docs" / "rules.md").read_text()
    capsys.readouterr()

    assert main(["--check"], house) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("1 rules have neither")
    assert said[1] == "Preferans: the Codex: P-1.2"

    reasons.write_text(reasons.read_text() + '"P-1.2" = "advice"\n')
    assert main(["--check"], house) == 1
    assert "stale" in capsys.readouterr().err
    assert main([], house) == 0
    assert main(["--check"], house) == 0

    page = (house / "docs" / "rules.md").read_text()
    assert "- **P-1** `test_play::test_it`\n" in page
    assert "- **PC-3-note** the arbiter's issue\n" in page
    assert "- **B-X-1** later\n" in page
    assert "| all | 5 | 1 | 4 | 0 | 0 |" in page


def test_a_rule_that_waits_is_told_apart_from_a_closed_one(
    house: Path, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    write(
        "docs/rules-reasons.toml",
        """
        [kinds]
        irregularity = { judged = "the ruling" }
        [parts]
        B = { tournaments = "events" }
        [rules]
        "P-1" = "by hand"
        "P-1.2" = { judged = "the other half" }
        "P-2a" = "advice"
        """,
    )
    write("tests/test_play.py", '@pytest.mark.rule("P-1.2", "PC-3-note")\ndef test_it(): ...\n')
    assert main([], house) == 0
    said = capsys.readouterr().err
    assert "5 rules, 2 of them wait, 0 are open" in said
    assert "warning" not in said  # half of P-1.2 still waits, so its reason stays
    page = (house / "docs" / "rules.md").read_text()
    assert "- **P-1.2** `test_play::test_it`; waits for judged tables: the other half\n" in page
    assert "- **PC-3-note** `test_play::test_it`\n" in page  # only a rule's own reason waits on
    assert "- **B-X-1** waits for the tournaments: events\n" in page
    assert "| all | 5 | 1 | 2 | 2 | 0 |" in page


def test_a_reason_for_nothing_fails_and_one_overtaken_warns(
    house: Path, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    write("docs/rules-reasons.toml", '[rules]\n"P-1" = "x"\n"P-8" = "x"\n[kinds]\nodd = "x"\n[parts]\nZ = "x"\n')
    write("tests/test_play.py", '@pytest.mark.rule("P-1")\ndef test_it(): ...\n')
    account = read_account(house)
    assert [error.rpartition(" ")[2] for error in account.errors] == ["P-8", "odd", "Z"]
    assert main(["--check"], house) == 1
    assert "warning: docs/rules-reasons.toml: P-1 has a test now" in capsys.readouterr().err


def test_the_real_rulebook_can_be_read() -> None:
    account = read_account(Path(__file__).parents[1])
    assert len(account.rules) == 665
    assert account.examples["W-PC-3.2-6"] == ("PC-3.2", "P-2.2.2")
    assert not {rule_id for rules in account.examples.values() for rule_id in rules} - account.rules.keys()


def test_a_law_of_2017_is_shown_by_its_mark(house: Path, write: Write) -> None:
    book = 'Body(Provision(incidents.Revoke, revoke, ruling="LDB-64A1", ground="LDB-71"))'
    write("src/kozyr/arbiter/laws/bridge/laws2017/__init__.py", book)
    write(
        "tests/test_law.py",
        '@pytest.mark.law("64A1")\ndef test_it(): ...\n\n@pytest.mark.law("99")\ndef test_no(): ...',
    )
    account = read_account(house)
    assert account.laws == {"64A1": ["test_law::test_it"], "71": []}
    assert any("no law '99' of 2017" in error for error in account.errors)
    assert "- **64A1** `test_law::test_it`\n" in render(account)
    assert "1 laws of 2017 have no test: 71" in check(account, house / "docs" / "rules.md")


def test_the_page_joins_headings_and_neighbours(house: Path, write: Write) -> None:
    """A rule's home is named before the places that use it, and a module instead of its package."""
    write("docs/rules-reasons.toml", '[kinds]\nscoring = "by hand"\ninformative = "heading"\n')
    rows = [
        "id\tkind\tfile",
        "P-1\tinformative\tb",
        "P-2\tscoring\tb",
        "P-2a\tscoring\tb",
        "P-3\tengine\tb",
        "P-4\tinformative\tb",
    ]
    write("tests/data/rulebook/rules.tsv", "\n".join(rows) + "\n")
    write("tests/data/rulebook/worked-examples.jsonl", "")
    write("tests/test_play.py", "".join(f'@pytest.mark.rule("P-3")\ndef test_{n}(): ...\n' for n in "abc"))
    for path in ("arbiter/__init__", "arbiter/desk", "club/room", "games/play"):
        write(f"src/kozyr/{path}.py", "# P-3")
    page = render(read_account(house))
    assert page.index("- **P-1, P-4** headings\n") > page.index("- **P-3**")
    assert "- **P-2, P-2a** by hand\n" in page
    assert "- **P-3** `games.play`: `test_play::test_a`\n" in page


def test_a_rule_that_is_asked_for_is_told_whole(house: Path, write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    write("docs/rules-reasons.toml", '[rules]\n"P-2a" = "by hand"\n')
    write("src/kozyr/games/play.py", "# P-1")
    write("tests/test_play.py", "".join(f'@pytest.mark.rule("P-1")\ndef test_{n}(): ...\n' for n in "ab"))
    assert main(["P-1", "P-2a", "P-9"], house) == 0
    assert capsys.readouterr().out.splitlines() == [
        "P-1",
        "  implemented in games.play",
        "  shown by test_play::test_a",
        "  shown by test_play::test_b",
        "P-2a",
        "  by hand",
        "P-9: the rulebook has no such rule, and the arbiter rules by no such law of 2017",
    ]
    assert not (house / "docs" / "rules.md").exists()
