"""Random endings of preferans, small enough to try everything."""

import random
from collections.abc import Iterator

from kozyr.cards import CardSet, Seat, Suit
from kozyr.deals import PREFERANS
from kozyr.solver.preferans import Kind, Position

SEATS = (Seat.N, Seat.E, Seat.S)


def endings(seed: int, count: int) -> Iterator[Position]:
    """Of every kind, with one to four cards, at any moment of a trick; an all-pass may still be led by its talon."""
    rng = random.Random(seed)
    for _ in range(count):
        kind: Kind = rng.choice(("tricks", "tricks", "misere", "allpass"))
        size = rng.choice((1, 2, 3, 3, 4))
        talon = rng.randrange(3) if kind == "allpass" and size > 1 else 0
        cards = rng.sample(PREFERANS.cards, 3 * size + talon)
        n, e, s = (CardSet.of(cards[at * size : at * size + size]) for at in range(3))
        position = Position(
            (n, e, s, None),
            rng.choice(SEATS),
            kind,
            None if kind == "allpass" else rng.choice(SEATS),
            rng.choice((*Suit, None)) if kind == "tricks" else None,
            (),
            tuple(cards[3 * size :]),
            bool(talon) and rng.random() < 0.5,
        )
        for _ in range(rng.randrange(3)):
            position = position.play(rng.choice(list(position.legal)))[0]
        yield position
