"""Preferans with the talon: each hand's result when it takes the two cards and puts its two worst away, all cards seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby
from typing import NamedTuple

from kozyr.cards import Card, CardSet, Seat, Suit
from kozyr.solver.preferans import DENOMINATIONS, SEATS, Hands, Kind, Position, Table, values


class Found(NamedTuple):
    """The tricks of each declarer, as `tricks["NT"][Seat.N]`, and of each hand at misère."""

    tricks: Table
    misere: dict[Seat, int]


def discards(twelve: CardSet) -> Iterator[CardSet]:
    """The pairs of cards that can be put away; of pairs with equal cards only one.

    Neighbouring cards of a suit in this hand are equal, since no other hand has a card between them.
    """
    cards = sorted(twelve, key=lambda card: card.index)
    touching = groupby(enumerate(cards), key=lambda pair: (pair[1].suit, pair[1].index - pair[0]))
    runs = [[card for _, card in group] for _, group in touching]
    for run in runs:
        if len(run) > 1:
            yield CardSet.of(run[:2])
    for one, other in combinations(runs, 2):
        yield CardSet.of((one[0], other[0]))


def _positions(
    hands: Hands, talon: Sequence[Card], leader: Seat, declarer: Seat, trump: Suit | None, kind: Kind
) -> list[Position]:
    """The first lead after every discard of a declarer.

    Raises:
        ValueError: the declarer has no hand, or the talon is not two cards.
    """
    hand = hands[declarer.position]
    if hand is None or len(talon) != 2:
        raise ValueError("a declarer with a hand and two cards of the talon are wanted")
    twelve = hand | CardSet.of(talon)
    found = []
    for away in discards(twelve):
        n, e, s, w = (twelve - away if seat is declarer else hands[seat.position] for seat in SEATS)
        found.append(Position((n, e, s, w), leader, kind, declarer, trump))
    return found


def best_discard(
    hands: Hands, talon: Sequence[Card], leader: Seat, declarer: Seat, trump: Suit | None, kind: Kind = "tricks"
) -> Position:
    """The first lead after the discard with which a declarer does best; of equal ones the first.

    Raises:
        ValueError: no such deal.
    """
    positions = _positions(hands, talon, leader, declarer, trump, kind)
    sign = -1 if kind == "misere" else 1
    told = zip(positions, values(positions), strict=True)
    return max(told, key=lambda pair: sign * pair[1])[0]


def table(
    hands: Hands, talon: Sequence[Card], leader: Seat, *, threads: int = 1, seconds: float | None = None
) -> Found:
    """The tricks of each declarer in each denomination, and of each hand at misère, with the talon and the best discard.

    Raises:
        ValueError: no such deal. TimeoutError: not done within `seconds`.
    """
    seats = [seat for seat, hand in zip(SEATS, hands, strict=True) if hand is not None]
    asked: list[tuple[str | None, Seat, list[Position]]] = [
        (name, seat, _positions(hands, talon, leader, seat, trump, "tricks"))
        for name, trump in DENOMINATIONS.items()
        for seat in seats
    ]
    asked += [(None, seat, _positions(hands, talon, leader, seat, None, "misere")) for seat in seats]
    flat = [position for _, _, positions in asked for position in positions]
    answers = iter(values(flat, threads=threads, seconds=seconds))
    found = Found({name: {} for name in DENOMINATIONS}, {})
    for name, seat, positions in asked:
        told = [next(answers) for _ in positions]
        if name is None:
            found.misere[seat] = min(told)
        else:
            found.tricks[name][seat] = max(told)
    return found
