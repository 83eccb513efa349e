"""Styles of bots: a bold one bids more often than a plain one, a cautious one less often; their cards are the same."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

import pytest

from kozyr.bots import LEVELS, Budget, Candidate, choose, explain, frame, levels, names, styles
from kozyr.bots.arena import Setup, begin
from kozyr.bots.frame import player
from kozyr.club.event.engine import answers
from kozyr.games import AnyView

_TABLES: Final = {"preferans": ("sochi", 3), "deberts": ("moscow", 2)}  # and players


def views(game: str, deals: int, *, auction: bool = True) -> Iterator[tuple[int, AnyView]]:
    """The views of those who have a choice in the auction, or after it; novices play the deals."""
    for number in range(deals):
        state = begin(Setup(game, ("novice",), 8, *_TABLES[game]), number)
        while state.outcome is None:
            assert state.actor is not None
            view = state.view(state.actor)
            if len(view.legal) > 1 and (state.phase == "auction") is auction:
                yield number, view
            state = state.apply(choose(view, "novice", number), state.actor)


@pytest.mark.parametrize(("game", "level", "deals"), [
    ("preferans", "novice", 10), ("deberts", "novice", 40), ("preferans", "expert", 10), ("deberts", "expert", 14),
])  # fmt: skip
def test_the_bold_bid_more_often_than_the_plain_and_the_cautious_less(game: str, level: str, deals: int) -> None:
    """And never the other way round in any single choice."""
    own, bids, budget = player(game), Counter[str](), Budget(nodes=40_000)
    assert own is not None
    for number, view in views(game, deals):
        three = (f"{level}+cautious", level, f"{level}+bold")
        bid = [isinstance(choose(view, name, number, budget), own.ventures) for name in three]
        assert bid == sorted(bid)
        bids.update(dict(zip(three, bid, strict=True)))
    assert 0 < bids[f"{level}+cautious"] < bids[level] < bids[f"{level}+bold"]


@pytest.mark.parametrize("game", _TABLES)
def test_a_style_is_of_bids_alone(game: str) -> None:
    """Discards, whists, words and cards are those of the level, slips included."""
    for number, view in views(game, 1, auction=False):
        for level in ("novice", "amateur"):
            for style in styles(game):
                assert explain(view, f"{level}+{style}", number) == explain(view, level, number)


def test_a_style_turns_no_order_that_a_game_has_made_for_more_than_scores() -> None:
    """The bold keep a bid that stands first with a lower score; the cautious leave it for the better pass."""
    own = player("deberts")
    assert own is not None
    _, view = next(views("deberts", 1))
    order = next(event for event in view.legal if isinstance(event, own.ventures))
    other = next(event for event in view.legal if not isinstance(event, own.ventures))
    some = [Candidate(order, 1.0, "bid", unit="chance"), Candidate(other, 2.0, "pass", unit="chance")]
    assert [one.why for one in frame._styled(some, own, 1.0)] == ["bid", "pass"]
    assert [one.why for one in frame._styled(some, own, -1.0)] == ["pass", "bid"]
    assert [one.why for one in frame._styled(some[::-1], own, 1.0)] == ["bid", "pass"]
    assert [one.why for one in frame._styled(some[::-1], own, -1.0)] == ["pass", "bid"]


def test_names_of_bots_are_levels_and_these_with_each_style() -> None:
    for game in _TABLES:
        assert names(game)[: len(LEVELS)] == levels(game)
        assert set(names(game)[len(LEVELS) :]) == {f"{one}+{way}" for one in LEVELS[1:] for way in ("cautious", "bold")}
    assert (styles("bridge"), names("bridge")) == ((), LEVELS)  # a call means what the system says
    assert (styles("chess"), names("chess")) == ((), ())


@pytest.mark.parametrize("name", ["random+bold", "club+wild", "club+", "club+bold+bold"])
def test_a_style_that_there_is_not_is_refused(name: str) -> None:
    _, view = next(views("deberts", 1))
    with pytest.raises(ValueError, match=r"no style '.*' of a (random|club) at deberts; there are: cautious, bold"):
        choose(view, name)


def test_the_engine_of_an_event_is_another_one_with_another_style() -> None:
    """Equal play gets equal answers of a style, too."""
    assert answers("deberts", "club+bold") == answers("deberts", "club+bold") != answers("deberts", "club")
