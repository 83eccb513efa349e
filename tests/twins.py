"""Moments of preferans between bots, and the same moment with other hidden cards: what a viewer cannot tell apart."""

import random
from collections.abc import Iterator

from kozyr.bots import choose
from kozyr.bots.preferans.worlds import Field
from kozyr.bots.sampling import World
from kozyr.cards import Card, Seat
from kozyr.deals import PREFERANS, Layout
from kozyr.games import Deal, Event
from kozyr.games.preferans import Contract, State, View, agree, start
from kozyr.games.preferans.words import Discard, Refuse
from kozyr.solver.integers import cards_of_mask, mask_of
from kozyr.testing import dealt

Moment = tuple[State, State, tuple[tuple[Seat, Event], ...]]  # the empty deal, the moment, and how it came to it


def moments(preset: str, players: int, deals: int, seed: int) -> Iterator[Moment]:
    """Every moment of some deals between random bots and novices, in series and with bombs as they come."""
    chance = random.Random(seed)
    pulka = start(agree(preset, players=players), players)
    for number in range(deals):
        terms = pulka.next_deal()
        empty = pulka.begin()
        state = empty.apply(Deal(str(dealt(PREFERANS, terms.holders, chance))))
        log: list[tuple[Seat, Event]] = []
        while state.outcome is None:
            yield empty, state, tuple(log)
            seat = state.actor
            assert seat is not None
            view = state.view(seat)
            level = "random" if chance.random() < 0.3 or state.phase == "play" else "novice"
            event = (
                chance.choice(state.offers(seat) or view.legal)
                if chance.random() < 0.02
                else choose(view, level, number)
            )
            log.append((seat, event))
            state = state.apply(event, seat)
        pulka = pulka.record(state.outcome)


def again(empty: State, view: View, seen: Field, world: World, log: tuple[tuple[Seat, Event], ...]) -> State:
    """The same deal with the cards of a world."""
    seats = view.terms.holders
    owned = [world[at] | seen.played[at] for at in range(len(seats))]
    aside = world[-1]
    allpass = view.contract is Contract.ALLPASS
    talon = list(view.talon)
    put_away: tuple[Card, ...] = ()
    hand_game = any(token.startswith("hand:") for _, token in view.calls[-3:]) and view.declarer is not None
    if view.declarer is None or allpass or hand_game or view.phase == "talon":
        talon += [card for card in cards_of_mask(aside) if card not in talon]
    else:  # the talon is among the declarer's twelve
        at = seats.index(view.declarer)
        twelve = owned[at] | (aside if view.phase != "discard" else 0)
        talon = talon or list(cards_of_mask(twelve))[:2]  # bought in the dark: any two
        owned[at] = twelve & ~mask_of(talon)
        put_away = tuple(sorted(cards_of_mask(aside), key=str))
    hands = [(seat, cards_of_mask(bits)) for seat, bits in zip(seats, owned, strict=True)]
    state = empty.apply(Deal(str(Layout.of(hands, talon))))
    for who, event in log:
        happened = Discard(put_away) if isinstance(event, (Discard, Refuse)) else event
        state = state.apply(happened, who)
    return state
