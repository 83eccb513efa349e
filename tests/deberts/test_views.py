"""What each may know: hidden cards are drawn anew, and his view must stay as it was."""

import random
from collections import Counter
from collections.abc import Callable

import pytest

from kozyr.cards import Card, CardSet, Seat
from kozyr.deals import DEBERTS, Layout
from kozyr.games import Deal, Event, IllegalEvent
from kozyr.games.deberts import State
from kozyr.games.deberts.terms import SEATS
from tests.duel import Duel, cards


def dealt(hands: dict[Seat, list[Card]], rest: list[Card]) -> Deal:
    """A deal whose hands are in the order in which they came."""
    layout = Layout.of([(seat, CardSet.of(hand)) for seat, hand in hands.items()], rest)
    north, south = (CardSet.of(hands[seat][:6]) for seat in SEATS)
    return Deal(str(Layout(layout.hands, layout.rest, (north, None, south, None))))


def resampled(
    state: State, log: list[Event], hands: dict[Seat, list[Card]], rest: list[Card], viewer: Seat | None,
    chance: random.Random,
) -> State | None:  # fmt: skip
    """The same story with other cards where the viewer has seen none; None: those cards do not fit the story."""
    view = state.view(viewer)
    fixed: dict[Seat, set[Card]] = {}
    for seat in SEATS:
        told = {card for trick in view.history for who, card in trick.cards if who is seat}
        told |= {card for who, card in view.trick if who is seat}
        told |= {card for meld in view.named[seat] for card in meld.cards}
        if view.exchanged is seat and view.upcard is not None:
            told.add(view.upcard)
        if seat is viewer:
            told |= set(hands[seat][: 9 if view.maker is not None else 6])
        fixed[seat] = told & set(hands[seat])
    shown = {card for card in (view.first_trump, view.bottom) if card is not None}
    pool = [card for card in DEBERTS.cards if card not in shown | fixed[Seat.N] | fixed[Seat.S]]
    chance.shuffle(pool)
    others: dict[Seat, list[Card]] = {}
    for seat in SEATS:
        mine = [card if card in fixed[seat] else None for card in hands[seat]]
        others[seat] = [card or pool.pop() for card in mine]
    new_rest = [card if card in shown else pool.pop() for card in rest]
    found = Duel().state.terms
    again = State(type(found)(state.terms.conventions, found.number, found.dealer)).apply(dealt(others, new_rest))
    try:
        for event in log:
            again = again.apply(event)
    except IllegalEvent:
        return None
    return again


@pytest.mark.rule("D-COMBO-7", "D-DEAL-6", "D-COMBO-16")
def test_no_view_depends_on_cards_that_its_viewer_has_not_seen(share: Callable[[int], int]) -> None:
    chance = random.Random(7)
    compared: Counter[str] = Counter()
    for nth in range(share(3000)):
        options: dict[str, object] = {"suggest_height_question": bool(nth % 2)}
        if nth % 5 == 0:
            options["table__irregularities"] = "rule"
        duel = Duel(**options)
        pack = list(DEBERTS.cards)
        chance.shuffle(pack)
        hands, rest = {Seat.N: pack[:9], Seat.S: pack[9:18]}, pack[18:]
        state, log = duel.state.apply(dealt(hands, rest)), list[Event]()
        stop = chance.randrange(28)
        while len(log) < stop and state.phase != "over":
            legal = state.legal()
            words = [event for event in legal if event.token[0].islower()]
            log.append(chance.choice(words if words and chance.random() < 0.7 else legal))
            state = state.apply(log[-1])
        if state.phase == "over":
            continue
        for viewer in (*SEATS, None):
            for _ in range(6):
                other = resampled(state, log, hands, rest, viewer, chance)
                if other is not None and other.phase == state.phase:
                    if other.view(viewer) != state.view(viewer):
                        raise AssertionError((viewer, [event.token for event in log], other.view(viewer)))
                    compared[state.phase] += 1
    assert compared["auction"] > share(300)
    assert compared["play"] > share(3000)
    assert compared["melds"] > 0


def test_both_know_the_card_that_was_exchanged_and_a_kibitzer_too() -> None:
    duel = Duel().deal(o="H7", up="HA").plays("H").goes("exchange")
    for viewer in ("O", "R", None):
        hand = duel.view(viewer).hands[duel.seat("O")]
        assert hand.known == tuple(cards("HA"))
        assert (hand.cards is None) == (viewer != "O")


def test_all_cards_lie_open_when_the_deal_is_over() -> None:
    duel = Duel().deal(o="SA", up="D7").plays("C")
    duel.ends()
    assert all(hand.cards is not None and len(hand.cards) == 9 for hand in duel.view(None).hands.values())
