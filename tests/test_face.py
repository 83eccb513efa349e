"""`import kozyr`: the names that a program wants first, what they take, and that they cost nothing until they are used."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from inspect import signature
from pathlib import Path

import pytest

import kozyr
from kozyr import cards, cli, deals, envs, games, notation, review, solver
from kozyr.arbiter import rule
from kozyr.games import deberts, preferans
from kozyr.games.bridge import duplicate_score, words
from kozyr.notation.bridge import lin, rbn
from kozyr.notation.bridge.boards import Board
from kozyr.solver import bridge
from kozyr.solver.preferans import chances
from kozyr.tournaments import movements, scoring
from tests.test_none import documented

LINE = '{"dealer":"N","kind":"tricks","declarer":"E","contract":"6S","calls":{"S":"whist","N":"pass"},"tricks":{"E":6,"S":4}}'


def test_a_name_is_loaded_when_it_is_asked_for() -> None:
    program = "import sys, kozyr; print(*(name for name in sys.modules if name.startswith('kozyr')), 'msgspec' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603 - our own words
    assert done.stdout.split() == ["kozyr", "False"]
    assert {"Card", "deal", "read", "score", "solve", "__version__"} <= set(dir(kozyr))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        getattr(kozyr, "no" + "thing")


def test_cards_and_deals() -> None:
    assert kozyr.Card.parse("♠10") is kozyr.Card.ST
    deal = kozyr.deal("bridge", where="N.hcp >= 20", predeal="S:A...", seed=1)
    assert kozyr.deal("bridge", where="N.hcp >= 20", predeal="S:A...", seed=1) == deal
    assert kozyr.Card.SA in (deal.hand(kozyr.Seat.S) or ())
    assert kozyr.deal("bridge") != kozyr.deal("bridge")
    with pytest.raises(ValueError, match="no word 'hpc'"):
        kozyr.deal("bridge", where="N.hpc > 1")


def test_a_deal_is_solved_as_it_is_or_as_text() -> None:
    deal = kozyr.deal("bridge", seed=1)
    tricks = kozyr.solve(deal)
    assert isinstance(tricks, dict)
    assert kozyr.solve(str(deal)) == tricks
    assert set(tricks) == {"S", "H", "D", "C", "NT"}
    found = kozyr.solve(kozyr.deal(seed=1))
    assert isinstance(found, tuple)
    assert set(found.misere) == {kozyr.Seat.N, kozyr.Seat.E, kozyr.Seat.S}
    with pytest.raises(ValueError, match="not of 2"):
        kozyr.solve(kozyr.deal("deberts", seed=1))


@pytest.mark.parametrize("name", ["a.pbn", "a.lin", "a.rbn", "a.dlm"])
def test_what_reads_a_board_gives_what_the_solver_takes(name: str, tmp_path: Path) -> None:
    """A board of any file goes to `bridge.table` as it is; less than four hands are one line."""
    deal = kozyr.deal("bridge", seed=3)
    source, path = tmp_path / "source.pbn", tmp_path / name
    source.write_text(f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{deal}"]\n', "utf-8")
    assert name == "a.pbn" or cli.main(["convert", str(source), "-o", str(path)]) == 0
    read = kozyr.read(source if name == "a.pbn" else path).boards[0].deal
    assert read is not None
    assert bridge.table(read) == bridge.table(bridge.four_hands(str(deal)))


def test_a_board_without_four_hands_is_no_table() -> None:
    with pytest.raises(ValueError, match="hands") as caught:
        bridge.table(kozyr.deal("preferans", seed=3))
    assert "\n" not in str(caught.value)


@pytest.mark.long
@pytest.mark.parametrize("page", ["README.md", "README.ru.md", "docs/tutorials/library.md", "docs/envs.md"])
def test_a_program_of_a_page_passes_strict_types(page: str, tmp_path: Path) -> None:
    """What `>>>` shows, and whole programs, as one who copies them out would check them."""
    root = Path(__file__).parents[1]
    lines = list[str]()
    for block in re.findall(
        r"^```python[^\n]*\n(.*?)^```$", (root / page).read_text("utf-8"), re.DOTALL | re.MULTILINE
    ):
        shown = [line[4:] for line in block.splitlines() if line.startswith((">>> ", "... "))]
        lines += shown or block.splitlines()
    assert lines
    program = tmp_path / "program.py"
    program.write_text("\n".join(lines) + "\n", "utf-8")
    line = [sys.executable, "-m", "mypy", "--strict", "--config-file", "", str(program)]
    done = subprocess.run(line, capture_output=True, text=True, check=False, cwd=root)  # noqa: S603 - our own words
    assert done.returncode == 0, done.stdout


def test_a_file_is_read_and_a_score_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "boards.rbn"
    path.write_bytes(rbn.format([Board("1", deal=kozyr.deal("bridge", seed=1))]))
    assert kozyr.read(path).boards[0].deal == kozyr.deal("bridge", seed=1) == kozyr.read(str(path)).boards[0].deal
    match = kozyr.score(LINE)
    assert sum(match.results.values()) == 0
    assert kozyr.score([LINE, ""]).results == match.results
    with pytest.raises(ValueError, match="line 2: "):
        kozyr.score([LINE, "{}"])


PULKA = kozyr.score("")
GAME = f"a game is named by a text, one of {', '.join(games.games())}"


@pytest.mark.parametrize(
    ("work", "wrong", "told"),
    [
        (kozyr.solve, 3, "a deal or a position is solved, as kozyr.deal() gives one, not an int"),
        (kozyr.solve, None, "a deal or a position is solved, as kozyr.deal() gives one, not None"),
        (kozyr.solve, PULKA, "a deal or a position is solved, as kozyr.deal() gives one, not a Pulka"),
        (kozyr.read, 3, "a file is named by a text or a path, not an int"),
        (kozyr.read, None, "a file is named by a text or a path, not None"),
        (kozyr.score, 3, "a score is a text or its lines, not an int"),
        (kozyr.score, None, "a score is a text or its lines, not None"),
        (kozyr.score, [3], "a line of a score is a text, not an int"),
        (kozyr.score, b"x", "a line of a score is a text, not an int"),
        (kozyr.deal, 3, f"{GAME}, not an int"),
        (kozyr.deal, [], f"{GAME}, not a list"),
        (lambda wrong: kozyr.deal(where=wrong), 3, "where is a text (docs/deals.md), not an int"),
        (lambda wrong: kozyr.deal(predeal=wrong), b"S:A...", "predeal is a text (docs/deals.md), not a bytes"),
        (lambda wrong: kozyr.deal(seed=wrong), "x", "seed is a whole number, not a str"),
        (lambda wrong: kozyr.deal(players=wrong), 2.5, "players is a whole number, not a float"),
        (kozyr.Card.parse, None, "a card is read from a text, as 'SA', not None"),
        (kozyr.Card.parse, kozyr.Card.SA, "a card is read from a text, as 'SA', not a Card"),
        (cards.parse_card, b"SA", "a card is read from a text, as 'SA', not a bytes"),
        (kozyr.CardSet.parse, 2.5, "a hand is read from a text, as 'AKT7.98.KQ.A7', not a float"),
        (kozyr.CardSet.of, "SA", "a set is of cards, as [Card.SA]; a text is read by CardSet.parse, not a str"),
        (kozyr.CardSet.of, 3, "a set is of cards, as [Card.SA]; a text is read by CardSet.parse, not an int"),
        (kozyr.Layout.parse, [], "a deal is read from a text, as 'N:hand hand hand hand', not a list"),
        (kozyr.Layout.of, "NESW", "a layout is of pairs, as [(Seat.N, hand)], not a str"),
        (games.game, None, f"{GAME}, not None"),
        (games.replay, "x", "a Record is replayed, as notation.parse(text).record, not a str"),
        (preferans.agree, None, "a preset is named by a text, as 'sochi' or 'sochi+qualifying', not None"),
        (preferans.parse, 6, "an event is read from a text, as '6S', not an int"),
        (words.parse, None, "an event is read from a text, as '1NT', not None"),
        (deberts.parse, b"order", "an event is read from a text, as 'order', not a bytes"),
        (notation.parse, None, "a record is read from a text, not None"),
        (review.review, PULKA, "a Record is reviewed, as notation.parse(text).record, not a Pulka"),
        (lambda wrong: next(solver.trace(wrong)), "x", "a Record is traced, as notation.parse(text).record, not a str"),
        (solver.solve, None, "a position is solved, as solver.preferans.Position, not None"),
        (bridge.table, None, "four hands are those of a Layout, or of a text as 'N:hand hand hand hand', not None"),
        (bridge.four_hands, PULKA, "four hands are those of a Layout, or of a text as 'N:hand hand hand hand', not a Pulka"),
        (lambda wrong: rule(wrong, 1, wrong), PULKA, "the arbiter rules on a Record, as notation.parse(text).record, not a Pulka"),
        (lambda wrong: review.luck(wrong, wrong), None, "deals follow from a match, as kozyr.score(text), not None"),
        (review.sides, "x", "deals follow from a match, as kozyr.score(text), not a str"),
        (notation.format, PULKA, "a Record is written, as notation.parse(text).record, not a Pulka"),
        (notation.fair_tag, None, "a tag is of a Reveal, as parse_reveals(data)[0], not None"),
        (notation.record_reveals, {}, "reveals are those of a Record, as notation.parse(text).record, not a dict"),
        (notation.parse_reveals, 3, "reveals are read from the bytes of JSON, not an int"),
        (notation.verdicts, None, "verdicts are on reveals, as parse_reveals(data), not None"),
        (notation.verdicts, ["x"], "verdicts are on reveals, as parse_reveals(data), not a str"),
        (lambda wrong: solver.par(wrong, wrong, wrong), 3, "par is of a table of tricks, as bridge.table(deal), not an int"),
        (solver.batch, None, "positions are solved, as [solver.preferans.Position(...)], not None"),
        (lambda wrong: chances(wrong, wrong, declarer=kozyr.Seat.N, leader=kozyr.Seat.N), "x", "chances are of sets of cards, as CardSet.parse('AKT7.98.KQ.A7'), not a str"),
        (lambda wrong: duplicate_score(wrong, 9, vulnerable=False), "3NT", "a Contract is scored, as Contract.parse('3NT'), not a str"),
        (lambda wrong: deals.pack_text(wrong, ()), None, "a Pack is written, as deals.PREFERANS, not None"),
        (deals.parse_pack, None, "a pack is read from a text, not None"),
        (deals.reveal_fault, "x", "a Reveal is checked, as notation.parse_reveals(data)[0], not a str"),
        (envs.env, 3, f"{GAME}, not an int"),
        (envs.presets, None, f"{GAME}, not None"),
        (lambda wrong: envs.batch(wrong, 4), {}, f"{GAME}, not a dict"),
    ],
)  # fmt: skip
def test_a_wrong_type_is_told_in_one_line(work: Callable[[object], object], wrong: object, told: str) -> None:
    with pytest.raises(TypeError) as caught:
        work(wrong)
    assert str(caught.value) == told


def test_what_would_be_right_is_told_with_a_wrong_card() -> None:
    with pytest.raises(ValueError, match=r"^not a card: 'Z9'; a card is a suit and a rank, as SA or H10$"):
        kozyr.Card.parse("Z9")


# Between layers of the house things are handed on as they are; a wrong type there is a fault of the house.
INNER = {
    "games.contract.by_token", "games.record.followed", "games.trick.clockwise", "games.trick.followers", "drawn.deal",
    *(f"games.options.{name}" for name in ("change", "check_ranges", "current", "describe", "diff", "dotted", "every", "logged")),
    *(f"solver.{room}.answer" for room in ("bridge", "bridge_chances", "deberts", "preferans")),
    *(f"solver.{room}.cost" for room in ("bridge", "deberts", "preferans")),
}  # fmt: skip


def wrongly(work: Callable[..., object], wrong: object) -> object:
    """Call a function with the same thing for whatever has to be given."""
    wanted = [one for one in signature(work).parameters.values() if one.default is one.empty]
    plain = [wrong for one in wanted if one.kind is one.POSITIONAL_OR_KEYWORD]
    named = {one.name: wrong for one in wanted if one.kind is one.KEYWORD_ONLY}
    found = work(*plain, **named) if plain or named else None
    return next(found) if isinstance(found, Iterator) else found


@pytest.mark.parametrize("wrong", [None, 3, "x", object()], ids=lambda one: type(one).__name__)
def test_no_documented_function_answers_a_wrong_type_with_an_attribute_error(wrong: object) -> None:
    fell, asked = set(), 0
    for name, work in documented():
        if next(iter(signature(work).parameters), "self") in {"self", "cls"} or name in INNER:
            continue
        asked += 1
        try:
            wrongly(work, wrong)
        except AttributeError:
            fell.add(name)
        except Exception:  # noqa: BLE001, S112 - another complaint is its own
            continue
    assert not fell
    assert asked > 150


@pytest.mark.parametrize(
    ("work", "wrong", "told"),
    [
        (bridge.solve, "x", "a board is solved, as bridge.Board.parse('N:hand hand hand hand', ...), not a str"),
        (bridge.solve_many, ["x"], "boards are solved, as [bridge.Board.parse('N:hand hand hand hand', ...)], not a str"),
        (bridge.values, None, "boards are solved, as [bridge.Board.parse('N:hand hand hand hand', ...)], not None"),
        (solver.batch, ["x"], "positions are solved, as [solver.preferans.Position(...)], not a str"),
        (lambda wrong: deals.share_fault("table", 1, share=wrong), 3, "a Share is checked, as a Reveal has them, not an int"),
        (scoring.totals, 3, "boards are summed, as [scoring.line(results)], not an int"),
        (lambda wrong: movements.player_card(movement=wrong, number=1), "x", "a Movement is asked, as movements.preferans(12), not a str"),
        (lin.parse, b"x", "a file of LIN is read from its text, not a bytes"),
        (lin.format, "x", "boards are written, as lin.parse(text).boards, not a str"),
        (review.summed, [3], "accounts are those of deals, as review.review(record).deals, not an int"),
    ],
)  # fmt: skip
def test_a_wrong_thing_among_others_is_told_too(work: Callable[[object], object], wrong: object, told: str) -> None:
    with pytest.raises(TypeError) as caught:
        work(wrong)
    assert str(caught.value) == told


def test_what_is_left_out_is_told_by_python() -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'board'"):
        bridge.solve()  # type: ignore[call-arg]
