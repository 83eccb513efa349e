"""A result of None means what the docs say: every documented function that may return it is called both ways."""

import ast
import importlib
import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, nullcontext
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec
import pytest

import kozyr
from kozyr import envs, games, review
from kozyr.bots.bridge.book.auction import suit_of
from kozyr.bots.frame import player
from kozyr.cards import Card, CardSet, Seat, Suit
from kozyr.deals import Layout, Share, nonce_hash, reveal, reveal_fault, share_fault
from kozyr.games import Deal, Entry, Progress, Record, deeds, replay, rulings
from kozyr.games.bridge.words import Contract
from kozyr.games.deberts.combinations import MELDS, best
from kozyr.games.match import common
from kozyr.games.preferans.words import read_contract
from kozyr.games.rulings import AllRest, Ruled, SheetEntry, TakenBack
from kozyr.games.trick import FollowRules, Tricks
from kozyr.learn.lesson import lesson, lessons
from kozyr.learn.proof import teaching
from kozyr.notation.bridge.boards import trump_of
from kozyr.problems.part import puzzles
from kozyr.problems.problem import problem, problems
from kozyr.solver import bridge, deberts, preferans
from kozyr.solver.requests import solver as of_game
from kozyr.solver.text import trump
from kozyr.tournaments.games.bridge.laws import named as named_law
from kozyr.tournaments.imports import told

ROOT = Path(__file__).parents[1]
HOUSE = ROOT / "src" / "kozyr"
ROOMS = (
    "games",
    "notation",
    "solver",
    "bots",
    "arbiter",
    "review",
    "problems",
    "learn",
    "tournaments",
    "sheets",
    "envs",
)
LIBRARY = ("*.py", *(f"{room}/**/*.py" for room in ROOMS))
SEATED = {"preferans": ("sochi", 3), "bridge": ("rubber", 4), "deberts": ("moscow", 2)}
PASSED_OUT = ("pass",) * 4
ONE_SPADE = ("1S", "pass", "pass", "pass")
BROKEN_OFF = ("stop:force-majeure",)


@cache
def begun(game: str, *tokens: str, preset: str = "", cards: str = "") -> Progress:
    """A match after its first deal and these events."""
    rules, (usual, players) = games.game(game), SEATED[game]
    now = Progress.start(rules.start(rules.agree(preset or usual, {}, players), players, 0))
    if cards != "-":
        now = now.apply(Deal(cards or str(kozyr.deal(game, seed=1))))
    for token in tokens:
        state, event = now.state, rules.parse(token)
        now = now.apply(event, None if state is None or token in BROKEN_OFF else state.actor)
    return now


def state(game: str, *tokens: str, **more: str) -> Any:
    """The running deal."""
    return begun(game, *tokens, **more).state


def over(game: str, *, passed_out: bool = False) -> Any:
    """A deal after its last event, by the first of what is legal, or by passes."""
    now = state(game)
    while passed_out and now.outcome is None:
        now = now.apply(event(game, "pass"), now.actor)
    while now.outcome is None:
        now = now.apply(now.legal()[0], now.actor)
    return now


def forced(game: str) -> Any:
    """A moment at which there is one choice alone."""
    now = state(game)
    while len(now.legal()) > 1:
        now = now.apply(now.legal()[0], now.actor)
    return now


def event(game: str, token: str) -> Any:
    """An event by its token."""
    return games.game(game).parse(token)


def rendered(mode: Any) -> object:
    """What a table draws; one that was asked for no pictures warns."""
    table = envs.env("bridge", render_mode=mode)
    table.reset(seed=1)
    with nullcontext() if mode else pytest.warns(UserWarning, match="no render_mode"):
        return table.render()


def passed_over(preset: str) -> object:
    """A match without a result of its running deal."""
    return begun("bridge", preset=preset).match.passed_over()


def share(nonce: str | None) -> Share:
    """A player's share, with the hash of another nonce than is told."""
    return Share("N", nonce_hash("table", 1, "N", bytes(16)), nonce)


def tricks() -> Tricks:
    """N has led the seven of diamonds; S holds the ace of spades and of diamonds."""
    hands = (CardSet.parse("A..7.").bits, 0, CardSet.parse("7..A.").bits, 0)
    return Tricks.begin(hands, (Seat.N, Seat.S), Suit.SPADES, FollowRules()).play(Card.D7)


def nobody_reviews(work: Callable[[], object]) -> object:
    """The same in a house without reviewers."""
    with mock.patch("kozyr.review.part.part", return_value=None):
        return work()


def seen(now: Any, event: Any) -> object:
    """What an act cost by what could be seen."""
    part = review.reviewer("deberts")
    assert part is not None
    return review.seen(now, now.actor, event, 1, part)


ENTRY = SheetEntry("N", "points", "10")
REST = AllRest(Seat.N)
BOARD: Any = {"trump": None, "declarer": Seat.S, "leader": Seat.W}
HANDS = "N:AKQJ.T98.. KQJ.AKQ.A.. - - + S7 DT"
MISERE = "N:.A.A. .K.K. .Q.Q."
STOPPED = Record(
    "deberts", begun("deberts").match.conventions, 2, entries=(Entry(1, None, event("deberts", BROKEN_OFF[0])),)
)
RUNNING = Record("deberts", begun("deberts").match.conventions, 2)
FAIR = reveal(bytes(32), "table", 1, games.game("deberts").pack, (Seat.N, Seat.S), (share(bytes(16).hex()),))

# By name: a call that returns None for the reason that the docs give, and one that does not.
BOTH_WAYS: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
    "games.bridge.words.Contract.trump": (lambda: Contract.parse("3NT").trump, lambda: Contract.parse("4S").trump),
    "games.bridge.match.Session.passed_over": (
        lambda: passed_over("rubber"), lambda: passed_over("duplicate")),
    "games.bridge.match.Session.entry": (
        lambda: begun("bridge").match.entry(REST, "L"), lambda: begun("bridge").match.entry(SheetEntry("NS", "", "50"), "L")),
    "games.bridge.match.Session.why_not": (
        lambda: begun("bridge").match.why_not(event("bridge", BROKEN_OFF[0])),
        lambda: begun("bridge").match.why_not(event("bridge", "stop:N"))),
    "deals.Layout.hand": (lambda: Layout.parse("N:AK... - QJ...").hand(Seat.E), lambda: Layout.parse("N:AK... - QJ...").hand(Seat.S)),
    "deals.Layout.owner": (lambda: Layout.parse("N:AK... -").owner(Card.S7), lambda: Layout.parse("N:AK... -").owner(Card.SA)),
    "deals.share_fault": (lambda: share_fault("table", 1, share(bytes(16).hex())), lambda: share_fault("table", 1, share("01" * 16))),
    "deals.reveal_fault": (lambda: reveal_fault(FAIR), lambda: reveal_fault(msgspec.structs.replace(FAIR, seed="x"))),
    "games.deberts.match.Party.entry": (
        lambda: begun("deberts").match.entry(REST, "D-SCORE-2"), lambda: begun("deberts").match.entry(ENTRY, "D-SCORE-2")),
    "games.deberts.match.Party.why_not": (
        lambda: begun("deberts").match.why_not(event("deberts", BROKEN_OFF[0])),
        lambda: begun("deberts").match.why_not(event("deberts", "stop:N"))),
    "envs.table.Table.number": (
        lambda: envs.env("bridge").number(event("bridge", "claim:9")), lambda: envs.env("bridge").number(event("bridge", "1NT"))),
    "envs.table.Table.render": (lambda: rendered(None), lambda: rendered("ansi")),
    "games.contract.Terms.seat": (
        lambda: state("bridge").terms.seat("nobody"), lambda: state("bridge").terms.seat(state("bridge").terms.names[0])),
    "games.contract.Phase.turn": (lambda: over("bridge").now.turn, lambda: state("bridge").now.turn),
    "games.contract.Phase.actor": (lambda: over("bridge").now.actor, lambda: state("bridge").now.actor),
    "games.contract.Phase.why_not": (
        lambda: state("bridge").now.why_not(event("bridge", "pass"), state("bridge").actor),
        lambda: state("bridge").now.why_not(event("bridge", "SA"), state("bridge").actor)),
    "games.contract.State.turn": (lambda: state("bridge", cards="-").turn, lambda: state("bridge").turn),
    "games.contract.State.actor": (lambda: over("deberts").actor, lambda: state("deberts").actor),
    "games.contract.State.why_not": (
        lambda: state("deberts").why_not(event("deberts", "pass")), lambda: state("deberts").why_not(event("deberts", "SA"))),
    "games.contract.State.trump": (
        lambda: state("bridge", "1S").trump, lambda: state("bridge", "1S", "pass", "pass", "pass").trump),
    "games.contract.State.fault": (
        lambda: state("bridge", cards="-").fault(str(kozyr.deal("bridge", seed=2))), lambda: state("bridge", cards="-").fault("N:AK..")),
    "games.contract.State.outcome": (lambda: state("preferans").outcome, lambda: over("preferans").outcome),
    "games.contract.Judging.put_away": (lambda: state("preferans").judging.put_away, lambda: discarded().judging.put_away),
    "games.contract.Judging.bid": (lambda: state("preferans").judging.bid, lambda: state("preferans", "6S").judging.bid),
    "games.contract.Judging.ruled": (
        lambda: state("deberts").judging.ruled(REST), lambda: state("deberts", "order").judging.ruled(REST)),
    "games.contract.Judging.picks": (
        lambda: state("bridge").judging.picks(Seat.N),
        lambda: discarded().judging.picks(next(seat for seat in discarded().terms.hands if seat is not discarded().declarer))),
    "games.record.Progress.why_not": (
        lambda: begun("bridge").why_not(event("bridge", "pass"), state("bridge").actor),
        lambda: begun("bridge").why_not(event("bridge", "SA"), state("bridge").actor)),
    "games.record.Progress.refusal": (
        lambda: begun("bridge").refusal(Entry(2, state("bridge").actor, event("bridge", "1S"))),
        lambda: begun("bridge").refusal(Entry(2, state("bridge").actor, event("bridge", "X")))),
    "games.record.Progress.heard": (
        lambda: begun("bridge").heard(Ruled(("L",), "arbiter", (TakenBack(1),))),
        lambda: begun("bridge", *PASSED_OUT).heard(Ruled(("L",), "arbiter", (TakenBack(2),)))),
    "games.record.Progress.effected": (
        lambda: begun("bridge").effected(begun("bridge"), SheetEntry("N", "", "50"), "L"),
        lambda: begun("bridge").effected(begun("bridge"), SheetEntry("NS", "", "50"), "L")),
    "games.record.Step.outcome": (
        lambda: begun("bridge").step(Entry(2, None, event("bridge", "pass"))).outcome,
        lambda: begun("bridge", *PASSED_OUT[1:]).step(Entry(5, None, event("bridge", "pass"))).outcome),
    "games.record.Replay.state": (lambda: replay(STOPPED).state, lambda: replay(RUNNING).state),
    "games.trick.Tricks.refusal": (lambda: tricks().refusal(Card.DA), lambda: tricks().refusal(Card.S7)),
    "games.trick.Tricks.holder": (lambda: tricks().holder(Card.C7), lambda: tricks().holder(Card.DA)),
    "games.options.Conventions.earlier": (
        lambda: begun("deberts").match.conventions.earlier,
        lambda: games.game("deberts").agree("moscow", {"table.irregularities": "rule", "edition": 0}, 2).earlier),
    "notation.bridge.boards.trump_of": (lambda: trump_of("3NT"), lambda: trump_of("4SX")),
    "games.preferans.words.read_contract": (lambda: read_contract("5H"), lambda: read_contract("шесть пик")),
    "games.preferans.match.Pulka.entry": (
        lambda: begun("preferans").match.entry(REST, "P-4.2.7"), lambda: begun("preferans").match.entry(SheetEntry("N", "hill", "2"), "P-4.2.7")),
    "games.preferans.match.Pulka.why_not": (
        lambda: begun("preferans").match.why_not(event("preferans", "correction:N:hill:5:P-3.2.17")),
        lambda: begun("preferans").match.why_not(event("preferans", "correction:N:roof:5:P-3.2.17"))),
    "games.preferans.match.Boards.why_not": (
        lambda: boards().why_not(event("preferans", BROKEN_OFF[0])), lambda: boards().why_not(event("preferans", "newcomer:N,E,S"))),
    "review.reviewer": (lambda: nobody_reviews(lambda: review.reviewer("bridge")), lambda: review.reviewer("bridge")),
    "review.seen": (
        lambda: seen(forced("deberts"), forced("deberts").legal()[0]),
        lambda: seen(state("deberts"), event("deberts", "pass"))),
    "solver.bridge.fault": (
        lambda: bridge.fault(bridge.Board.parse("N:A... K... Q... J...", **BOARD)),
        lambda: bridge.fault(bridge.Board.parse("N:A... KT... Q... J...", **BOARD))),
    "solver.preferans.fault": (
        lambda: preferans.fault(preferans.Position.parse(MISERE, kind="misere", declarer=Seat.N, leader=Seat.N)),
        lambda: preferans.fault(preferans.Position.parse(MISERE, kind="misere", declarer=Seat.W, leader=Seat.N))),
    "solver.deberts.fault": (
        lambda: deberts.fault(deberts.Position.parse("N:A... T...", trump=Suit.SPADES, leader=Seat.N)),
        lambda: deberts.fault(deberts.Position.parse("N:A... T...", trump=Suit.SPADES, leader=Seat.E))),
}  # fmt: skip


def discarded() -> Any:
    """A deal of preferans after its discard."""
    now = state("preferans", "6S", "pass", "pass")
    return now.apply(now.legal()[0], now.actor)


def boards() -> Any:
    """A session of boards."""
    rules = games.game("preferans")
    return rules.start(rules.agree("rostov+qualifying", {"length_mode": "boards", "length_deals": 3}, 3), 3, 0)


@pytest.mark.parametrize("name", BOTH_WAYS)
def test_none_is_returned_where_the_docs_say_so_and_nowhere_else(name: str) -> None:
    nothing, something = BOTH_WAYS[name]
    assert nothing() is None
    assert something() is not None


# Functions of the house that no page of reference names, whose docstrings say when they return None.
INSIDE: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
    "bots.bridge.book.auction.suit_of, no trumps": (lambda: suit_of("1NT"), lambda: suit_of("1S")),
    "bots.bridge.book.auction.suit_of, no bid": (lambda: suit_of("X"), lambda: suit_of("7C")),
    "bots.frame.player": (lambda: without_parts(lambda: player("bridge")), lambda: player("bridge")),
    "games.registry.part": (lambda: games.part("keep", "bridge"), lambda: games.part("envs", "bridge")),
    "games.deeds.parse": (lambda: deeds.parse("pass"), lambda: deeds.parse("expose:N:SA")),
    "games.rulings.parse": (lambda: rulings.parse("expose:N:SA"), lambda: rulings.parse("ruled:P-3.9.16.1:arbiter:back=2")),
    "games.rulings.read": (lambda: rulings.read("pass"), lambda: rulings.read("ruled:P-3.9.16.1:arbiter:back=2")),
    "games.match.common": (lambda: common("pass"), lambda: common("stop:force-majeure")),
    "games.deberts.combinations.best": (lambda: best([], Suit.SPADES), lambda: best(MELDS[:1], Suit.SPADES)),
    "games.bridge.deal.State.play": (lambda: state("bridge", "1S").play, lambda: state("bridge", *ONE_SPADE).play),
    "games.bridge.deal.State.auction": (lambda: state("bridge", *ONE_SPADE).auction, lambda: state("bridge").auction),
    "games.bridge.deal.State.contract": (lambda: state("bridge", "1S").contract, lambda: state("bridge", *ONE_SPADE).contract),
    "games.bridge.deal.State.contract, passed out": (lambda: over("bridge", passed_out=True).contract, lambda: over("bridge").contract),
    "games.bridge.deal.State.declarer": (lambda: state("bridge", "1S").declarer, lambda: state("bridge", *ONE_SPADE).declarer),
    "games.bridge.deal.State.dummy": (lambda: state("bridge").dummy, lambda: state("bridge", *ONE_SPADE).dummy),
    "games.bridge.deal.State.leader": (lambda: state("bridge").leader, lambda: state("bridge", *ONE_SPADE).leader),
    "games.preferans.deal.State.trump": (lambda: state("preferans").trump, lambda: named().trump),
    "games.preferans.deal.State.declarer": (lambda: state("preferans", "6S").declarer, lambda: discarded().declarer),
    "games.preferans.deal.State.declarer, all-pass": (lambda: state("preferans", "pass", "pass", "pass").declarer, lambda: named().declarer),
    "games.preferans.deal.State.contract": (lambda: discarded().contract, lambda: named().contract),
    "games.preferans.deal.State.tricks": (lambda: named().tricks, lambda: state("preferans", "pass", "pass", "pass").tricks),
    "games.preferans.terms.Terms.sitter": (lambda: state("preferans").terms.sitter, lambda: four().terms.sitter),
    "games.preferans.terms.Terms.talon_owner": (lambda: state("preferans").terms.talon_owner, lambda: four().terms.talon_owner),
    "games.deberts.deal.State.course": (lambda: state("deberts").course, lambda: state("deberts", "order").course),
    "games.deberts.deal.State.turned": (lambda: state("deberts", cards="-").turned, lambda: state("deberts").turned),
    "games.deberts.deal.State.bottom": (lambda: state("deberts", cards="-").bottom, lambda: state("deberts").bottom),
    "games.deberts.deal.State.trump": (lambda: state("deberts").trump, lambda: state("deberts", "order").trump),
    "learn.lesson.lesson, no game": (lambda: lesson("durak", "one"), lambda: lesson("bridge", lessons("bridge")[0].name)),
    "learn.lesson.lesson, no lesson": (lambda: lesson("bridge", "nothing"), lambda: lesson("deberts", lessons("deberts")[0].name)),
    "learn.proof.teaching": (lambda: without_parts(lambda: teaching("bridge")), lambda: teaching("bridge")),
    "problems.part.puzzles": (lambda: without_parts(lambda: puzzles("bridge")), lambda: puzzles("bridge")),
    "problems.problem.problem, no game": (lambda: problem("durak", "misere-1"), lambda: problem("preferans", problems("preferans")[0].name)),
    "problems.problem.problem, none so named": (lambda: problem("bridge", "nothing-1"), lambda: problem("bridge", problems("bridge")[0].name)),
    "solver.requests.solver": (lambda: without_parts(lambda: of_game("bridge")), lambda: of_game("bridge")),
    "solver.text.trump": (lambda: trump("NT"), lambda: trump("S")),
    "tournaments.games.bridge.laws.named": (lambda: named_law("94"), lambda: named_law("12C2d")),
    "tournaments.imports.told.shares_of": (lambda: told.shares_of("620"), lambda: told.shares_of("60%-40%")),
    "tournaments.imports.told.shares_by": (lambda: told.shares_by(Fraction(0), Fraction(10), 11), lambda: told.shares_by(Fraction(6), Fraction(4), 11)),
    "tournaments.imports.told.whole": (lambda: told.whole("4.5"), lambda: told.whole("+420")),
    "tournaments.imports.told.number": (lambda: told.number("four"), lambda: told.number("4,5 %".replace(" ", ""))),
}  # fmt: skip


def without_parts(work: Callable[[], object]) -> object:
    """The same for a game that has no part in any layer."""
    rooms = ("bots.frame", "learn.proof", "problems.part", "solver.requests")
    with ExitStack() as stack:
        for room in rooms:
            stack.enter_context(mock.patch(f"kozyr.{room}.part", return_value=None))
        return work()


def named() -> Any:
    """A deal of preferans whose contract is named."""
    now = discarded()
    return now.apply(event("preferans", "contract:6S"), now.actor)


def four() -> Any:
    """A deal of preferans with a dealer who has no cards."""
    rules = games.game("preferans")
    return rules.start(rules.agree("sochi", {}, 4), 4, 0).begin()


@pytest.mark.parametrize("name", INSIDE)
def test_inside_the_house_none_is_returned_where_the_docstring_says_so(name: str) -> None:
    nothing, something = INSIDE[name]
    assert nothing() is None
    assert something() is not None


def documented() -> Iterator[tuple[str, Callable[..., object]]]:
    """The functions of the pages of reference, by name: those of modules, and methods and properties of their classes."""
    pages = sorted((ROOT / "docs" / "reference").glob("*.md"))
    for name in (name for page in pages for name in re.findall(r"^::: (\S+)", page.read_text("utf-8"), re.MULTILINE)):
        module = importlib.import_module(name)
        for word in getattr(module, "__all__", None) or [word for word in vars(module) if not word.startswith("_")]:
            one = getattr(module, word)
            own = hasattr(module, "__all__") or getattr(one, "__module__", "") == name
            found = vars(one).items() if inspect.isclass(one) else [("", one)]
            for part, value in found if own else ():
                work = getattr(value, "__func__", None) or getattr(value, "fget", None) or getattr(value, "func", value)
                if inspect.isfunction(work) and not part.startswith("_"):
                    yield ".".join(filter(None, (name.removeprefix("kozyr."), word, part))), work


def test_every_documented_function_that_may_return_none_is_called_here() -> None:
    may = {name: work for name, work in documented() if str(work.__annotations__.get("return", "")).endswith("| None")}
    assert set(may) == set(BOTH_WAYS)


def test_a_docstring_that_speaks_of_none_is_of_a_function_that_knows_it() -> None:
    """Such a sentence is on the result or on an argument, so one of their types has None in it."""
    wrong = []
    for path in (path for room in LIBRARY for path in sorted(HOUSE.glob(room))):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and "None:" in (ast.get_docstring(node) or ""):
                types = [node.returns, *(one.annotation for one in (*node.args.args, *node.args.kwonlyargs))]
                if not any("None" in ast.unparse(one) for one in types if one is not None):
                    wrong.append(f"{path.relative_to(ROOT)}: {node.name}")
    assert not wrong
