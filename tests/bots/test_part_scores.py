"""Bots at a rubber with points below the line: what is a game with them is bid and passed as a game is."""

from __future__ import annotations

import msgspec
import pytest

from kozyr import bots
from kozyr.bots.bridge.book import System
from kozyr.bots.bridge.part_score import by_part
from kozyr.bots.bridge.systems import SYSTEMS
from kozyr.bots.frame import Level
from kozyr.cards import Seat
from kozyr.games import Deal, Progress
from kozyr.games.bridge import Terms, agree, parse, start
from tests.bridge.test_bot import hand

_SAYC = SYSTEMS["sayc"]


def terms(part: tuple[int, int], preset: str = "rubber") -> Terms:
    return Terms(agree(preset, {}), 2, Seat.N, part=part)


def called(part: tuple[int, int], auction: str, holding: str, system: System = _SAYC, preset: str = "rubber") -> str:
    """The book's call with the part-score, for the hand whose turn it is. The dealer is N."""
    calls, held = tuple(auction.split()), hand(holding)
    return by_part(terms(part, preset), system, calls, held, system.rules(calls, held))[0].call


# N deals; hands in the order S H D C.
_CASES = {
    "a raise is the game": ((60, 0), "1H pass 2H pass", "AQ2.AKJT5.A32.K7", "pass"),
    "a raise is the game of the other side": ((0, 60), "pass 1H pass 2H pass", "AQ2.AKJT5.A32.K7", "pass"),
    "forty and two hearts are a game": ((40, 0), "1H pass 2H pass", "AQ2.AKJT5.A32.K7", "pass"),
    "thirty and two hearts are none": ((30, 0), "1H pass 2H pass", "AQ2.AKJT5.A32.K7", "3H"),
    "one no trump is the game": ((60, 0), "1NT pass", "K32.Q32.K432.J32", "pass"),
    "forty and one no trump are none": ((40, 0), "1NT pass", "K32.QJ2.K432.J32", "2NT"),
    "a limit raise stops at two": ((60, 0), "1H pass", "32.KQ32.A432.Q32", "2H"),
    "an opener's jump stops at two": ((60, 0), "1D pass 1S pass", "KQ32.2.AKQ32.K32", "2S"),
    "what is passed in competition stays": ((60, 0), "1H 1S 2H pass", "2.AKJT5.AQ32.K32", "pass"),
    "over their bid three are enough": ((60, 0), "1H 2S", "32.KQ32.AK432.32", "3H"),
    "an invitation is not needed": ((60, 0), "1NT pass 2H pass 2S pass", "KQJ32.32.K432.32", "pass"),
    "a slam is still sought": ((60, 0), "1NT pass", "AQ2.KQ2.AK32.Q32", "6NT"),
}


@pytest.mark.parametrize(("part", "auction", "holding", "due"), _CASES.values(), ids=list(_CASES))
def test_a_game_with_the_part_score_is_a_game(part: tuple[int, int], auction: str, holding: str, due: str) -> None:
    assert called(part, auction, holding) == due


@pytest.mark.parametrize("preset", ["rubber", "duplicate"])
def test_without_a_part_score_the_book_calls(preset: str) -> None:
    """Duplicate keeps none, whatever stands below a line."""
    part = (0, 0) if preset == "rubber" else (60, 0)
    for _, auction, holding, _ in _CASES.values():
        calls, held = tuple(auction.split()), hand(holding)
        assert called(part, auction, holding, preset=preset) == _SAYC.rules(calls, held)[0].call


@pytest.mark.parametrize(
    ("auction", "holding"),
    [
        ("1NT pass 2D pass", "K32.A2.KQ432.A32"),  # a transfer is no offer of diamonds
        ("1NT pass 2C pass", "K32.A2.KQ432.A32"),  # nor is Stayman one of clubs
        ("2C pass", "432.432.5432.432"),  # the strong opening asks
        ("1H pass 2C pass", "K2.AKJT5.A32.K32"),  # two clubs are the game with eighty, and still force
        ("1S pass 2NT pass", "AKJT5.32.A32.K32"),
    ],
)
def test_what_forces_is_not_passed(auction: str, holding: str) -> None:
    for part in (60, 80):
        assert called((part, 0), auction, holding) != "pass"


@pytest.mark.parametrize("level", ["novice", "club", "expert"])
def test_every_level_passes_two_hearts_with_sixty_below(level: Level) -> None:
    rubber = Progress.start(start(agree("rubber", {}), players=4))
    rubber = rubber.apply(Deal("N:KQJ2.AK543.K2.32 543.762.A43.KJ98 A76.QJ98.876.654 T98.T.QJT95.AQT7"))
    for word in ("1H", "pass", "2H", "pass", "pass", "pass", "C8", "claim:8", "yes", "yes"):
        rubber = rubber.apply(parse(word))
    rubber = rubber.apply(Deal("N:T98.Q876.K76.J54 K543.32.Q954.T98 AQ2.AKJT5.A32.K7 J76.94.JT8.AQ632"))
    for word in ("pass", "1H", "pass", "2H", "pass"):
        rubber = rubber.apply(parse(word))
    state = rubber.state
    assert state is not None
    first, *_ = bots.explain(state.view(state.turn), level, seed=1)
    assert (first.event.token, first.facts["book"], first.facts["left"]) == ("pass", "4H", "part")
    alone = msgspec.structs.replace(state, terms=msgspec.structs.replace(state.terms, part=(0, 0)))
    assert bots.choose(alone.view(alone.turn), level, seed=1).token in {
        "4H",
        "3NT",
    }  # game, which the search may prefer in no trumps
