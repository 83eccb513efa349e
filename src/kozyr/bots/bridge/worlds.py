"""Worlds for a view of bridge: hidden hands that agree with everything seen and said.

Hard facts are never broken: visible cards, numbers of cards, suits not followed, declared honours. Facts and promised
lengths are ranges of lengths. Deals that keep them are counted suit by suit and drawn evenly (`Puzzle` of
`kozyr.bots.sampling` counts single cards; here whole suits are alike).

Calls also promise points, stops and balance. The first drawn deal that keeps them is taken, so all such deals are
equally likely. If none of 64 does, the nearest is mended. Cards of one suit change places between two hidden hands, and
no exchange may break more. Where nothing fits, since people bid otherwise, promises give way. First go points and stops
(the nearest deal is kept), then a card of each length, then all lengths. The core does all this
(`native/src/bridge/hands.cpp`).

Last, a world counts less for every call that its caller would not have made by the book (`likelihood`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

import msgspec

from kozyr import _native
from kozyr.bots.bridge.reading import Reading
from kozyr.bots.bridge.system import ANY, Meaning, Range
from kozyr.bots.bridge.systems import SYSTEMS, agreed
from kozyr.bots.sampling import weighted
from kozyr.cards import CardSet, Seat, Suit
from kozyr.deals import BRIDGE
from kozyr.games.bridge import View
from kozyr.games.bridge.scoring import honour_cards

World: TypeAlias = tuple[int, int, int, int]  # the bits of each seat's cards, N E S W

_PACK: Final = CardSet.of(BRIDGE.cards).bits
_SEATS: Final = tuple(Seat)
_SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
# Positions that the core may really visit for a decision, whatever its worlds are priced at: no other world is begun
# after them. Few decisions come so far, and some tenths of a second more is what the hardest world takes.
VISITED: Final = 2_000_000
_DOUBT: Final = 0.1  # how often a hand makes a call that is not the book's


class Field(msgspec.Struct, frozen=True):
    """The cards as the viewer knows them. Seats are numbered N 0, E 1, S 2, W 3; cards are bits."""

    seen: World
    """The cards that each seat is known to hold now."""
    hidden: tuple[int, ...]
    """The seats of which more is unknown."""
    room: tuple[int, ...]
    """The number of hidden cards of each hidden seat."""
    cards: int
    """All hidden cards."""
    void: tuple[int, ...]
    """The cards that each hidden seat cannot hold, as bits."""
    played: World
    """The cards that each seat has played."""
    promised: tuple[Meaning, Meaning, Meaning, Meaning]
    """The promise of each seat's calls about the dealt hand."""
    calls: tuple[str, ...]
    dealer: int
    trump: Suit | None
    boast: int
    """The seat whose declared honours are hidden; -1: no seat."""
    errs: bool = False
    """Whether a player may have revoked."""
    system: str = "sayc"
    """The system by which the calls are read."""


def field(view: View) -> Field:
    """The known cards of a view, and the limits of the hidden ones."""
    seen, played, void = [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]
    for seat, hand in view.hands.items():  # of a closed hand, too, a card may have been seen
        seen[seat.position] = CardSet.of(hand.known if hand.cards is None else hand.cards).bits
    tricks = [trick.cards for trick in view.history]
    for cards in [*tricks, view.trick]:
        for seat, card in cards:
            played[seat.position] |= card.bit
            if card.bit & void[seat.position]:  # the seat has revoked, and shown nothing of this suit
                void[seat.position] &= ~card.suit.bits
            if card.suit is not cards[0][1].suit:
                void[seat.position] |= cards[0][1].suit.bits
    for at, held in enumerate(seen):
        void[at] &= ~sum(suit.bits for suit in _SUITS if held & suit.bits)
    room = tuple(view.hands[seat].count - seen[seat.position].bit_count() for seat in _SEATS)
    hidden = tuple(seat.position for seat in _SEATS if view.hands[seat].cards is None and room[seat.position])
    calls = tuple(token for _, token in view.calls)
    promised = [ANY, ANY, ANY, ANY]
    dealer = view.terms.dealer.position
    if view.terms.kind == "four" and calls:
        for at, meaning in enumerate(agreed(view).known(calls)):
            promised[(dealer + at) % 4] = meaning
    a, b, c, d = promised
    boast = -1 if view.honours is None or view.hands[view.honours].cards is not None else view.honours.position
    return Field(
        seen=_four(seen),
        hidden=hidden,
        room=tuple(room[at] for at in hidden),
        cards=_PACK & ~sum(seen) & ~sum(played),
        void=tuple(void[at] for at in hidden),
        played=_four(played),
        promised=(a, b, c, d),
        calls=calls if view.terms.kind == "four" else (),
        dealer=dealer,
        trump=None if view.contract is None else view.contract.trump,
        boast=boast,
        errs=view.terms.conventions.table.irregularities == "rule",
        system=view.terms.conventions.system,
    )


def _four(values: Sequence[int]) -> World:
    n, e, s, w = values
    return n, e, s, w


# --- lengths -------------------------------------------------------------------------------------------------------


def _open(seen: Field, chance: random.Random) -> _native.BridgeWorlds:
    """The deals with the promised lengths; failing those with a card more or less; else by the certain facts alone.

    Where people err, facts may contradict each other: then one player has revoked, and the voids of the others are
    true.
    """
    seed = chance.getrandbits(64)
    voids = [seen.void]
    if seen.errs:
        voids += [(*seen.void[:at], 0, *seen.void[at + 1 :]) for at in range(len(seen.void))]
        voids.append((0,) * len(seen.void))
    for lacking in voids:
        for slack in (0, 1, 13):
            found = _dealer(seen, lacking, slack, seed)
            if found.total:
                return found
    raise ValueError("no deal agrees with what is seen")


def _dealer(seen: Field, voids: tuple[int, ...], slack: int, seed: int) -> _native.BridgeWorlds:
    """The deals with lengths as promised, give or take some cards."""
    holders = [
        _native.BridgeHolder(
            at,
            room,
            [_length(seen, at, nth, void, slack) for nth in range(4)],
            seen.played[at] | seen.seen[at],
            seen.promised[at].promise(),
        )
        for at, room, void in zip(seen.hidden, seen.room, voids, strict=True)
    ]
    boaster = seen.hidden.index(seen.boast) if seen.boast in seen.hidden else -1
    return _native.BridgeWorlds(seen.seen, seen.cards, holders, seed, boaster, honour_cards(seen.trump))


def _length(seen: Field, at: int, nth: int, void: int, slack: int) -> Range:
    """How many of the hidden cards of a suit a seat may hold."""
    suit = _SUITS[nth].bits
    if void & suit:
        return 0, 0
    low, high = seen.promised[at].lengths[nth]
    if seen.promised[at].balanced:
        low, high = max(low, 2), min(high, 5)
    gone = ((seen.played[at] | seen.seen[at]) & suit).bit_count()
    return max(0, low - slack - gone), max(0, min(13, high + slack - gone))


# --- calls ---------------------------------------------------------------------------------------------------------


def likelihood(seen: Field, at: int) -> Callable[[int], float]:
    """How likely a dealt hand (bits) would have called as its seat did, by the book."""
    book, calls = SYSTEMS[seen.system], seen.calls
    made = [(book.choices(calls[:nth]), calls[nth]) for nth in range((at - seen.dealer) % 4, len(calls), 4)]

    def likely(bits: int) -> float:
        found = 1.0
        for choice, call in made:
            if choice(bits) != call:
                found *= _DOUBT
        return found

    return likely


# --- worlds --------------------------------------------------------------------------------------------------------


def worlds(
    seen: Field, count: int, chance: random.Random, *, draws: int = 2, played: Reading | None = None
) -> list[tuple[World, float]]:
    """At most `count` worlds with their weights, which sum to 1.

    draws: the number of worlds drawn for each that is wanted. played: the likelihoods of the cards that fell.

    Raises:
        ValueError: the seen facts contradict each other.
    """
    return next(series(seen, [count], chance, draws=draws, played=played))


def series(
    seen: Field, counts: Sequence[int], chance: random.Random, *, draws: int = 2, played: Reading | None = None
) -> Iterator[list[tuple[World, float]]]:
    """Worlds as `worlds` gives them, in portions that are made when they are wanted; no world comes twice.

    The weights of each portion sum to 1; there are as many portions as counts, the last ones perhaps empty.
    """
    if not seen.hidden:
        yield [(seen.seen, 1.0)]
        return
    core = _open(seen, chance)
    called = {at: likelihood(seen, at) for at in seen.hidden}
    for count in counts:
        found: dict[World, float] = {}
        for world, broken in core.draw(count * draws, count * draws * 2):
            weight = 0.25**broken
            for at in seen.hidden:
                weight *= called[at](world[at] | seen.played[at])
                if played is not None:
                    weight *= played.weigh(at, world[at])
            found[world] = weight
        yield (
            [
                (_four(world), weight)
                for world, weight in weighted(list(found), list(found.values()), count, chance)
                if weight
            ]
            if found
            else []
        )
