"""What the cards that fell tell: a world is less likely if its holder would have played otherwise."""

import pytest

from kozyr.bots.bridge.reading import reading
from kozyr.cards import Card, CardSet, Seat
from kozyr.games import Deal, game
from kozyr.games.bridge import State, View
from kozyr.games.bridge.words import parse

# N declares 2NT; E leads.
DEAL = "N:A32.A32.A32.AKQJ KQJT9.54.654.432 654.K876.K87.T98 87.QJT9.QJT9.765"
EAST, WEST = Seat.E.position, Seat.W.position


def after(cards: str, viewer: Seat = Seat.N, deal: str = DEAL) -> View:
    """What somebody sees once these cards have fallen."""
    rules = game("bridge")
    match = rules.start(rules.agree("teams", {"deals": 1, "explain": "partner"}, 4), 4, 0)
    state = match.begin().apply(Deal(deal))
    assert isinstance(state, State)
    for token in ("1NT pass 2NT pass pass pass " + cards).split():
        state = state.apply(parse(token))
    view = state.view(viewer)
    assert isinstance(view, View)
    return view


def likely(view: View, at: int, cards: str) -> float:
    """How likely the seat has played so with these cards still in hand."""
    return reading(view).weigh(at, CardSet.of(Card(text) for text in cards.split()).bits)


def test_a_lead_is_held_against_the_book() -> None:
    view = after("SK")
    assert likely(view, EAST, "SQ SJ ST S9 H5 H4 D6 D5 D4 C4 C3 C2") == 1
    longer = "S9 HQ HJ HT H9 H5 D6 D5 D4 C4 C3 C2"  # he would have led a heart
    assert likely(view, EAST, longer) < 0.5


@pytest.mark.parametrize(
    ("rest", "same"),
    [
        ("S8 HJ HT H9 DQ DJ C7", True),  # the queen is as good as the nine
        ("S8 HJ H9 DQ DJ C7", False),  # without the ten the nine was enough
        ("S8 DQ DJ DT C7", True),
    ],
)
def test_a_trick_is_won_as_cheaply_as_can_be(rest: str, same: bool) -> None:
    view = after("SK S4 S7 SA H2 H4 H8 HQ")
    assert (likely(view, WEST, rest) == 1) is same


def test_who_was_last_and_let_the_trick_go_could_not_win_it() -> None:
    view = after("SK S4 S7 SA H2 H4 HK H9")
    assert likely(view, WEST, "S8 HQ HJ HT DQ") == 1
    assert likely(view, WEST, "S8 HA HQ HJ DQ") < 0.2


def test_a_court_card_is_not_thrown_under_a_higher_one() -> None:
    view = after("SK S4 S7 SA HA H4 H6 HJ")
    assert likely(view, WEST, "S8 DQ DJ DT") == 1
    assert likely(view, WEST, "S8 H9 DQ DJ DT") < 0.5


def test_a_hand_that_is_seen_is_not_read() -> None:
    view = after("SK S4 S7 SA")
    acts = reading(view).acts
    assert {act.seat for act in acts} == {EAST, WEST}
