"""Cards and words of the play: worlds solved exactly, and what each answer is worth for the party.

Points of both sides in tricks come to one sum, so what is best in points is best for the party as well in a world
that is known. What they do not share is how much a point is worth: the mean of the party's chance decides.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from kozyr.bots.deberts.likelihood import Witness, by_first, may_exchange
from kozyr.bots.deberts.novice import novice
from kozyr.bots.deberts.party import Stake
from kozyr.bots.deberts.tables import BELLA, melds, native
from kozyr.bots.deberts.worlds import field
from kozyr.bots.frame import Candidate, Purse
from kozyr.bots.sampling import weighted
from kozyr.cards import CardSet, Seat
from kozyr.games import Event
from kozyr.games.deberts import View
from kozyr.games.deberts.combinations import value
from kozyr.games.deberts.deal import POINTS, STRENGTH
from kozyr.games.deberts.events import Exchange, Nine, Passes, Play
from kozyr.solver.deberts import quick
from kozyr.solver.integers import card_of, number_of

__all__ = ["Effort", "affordable", "words_and_cards"]

_CHUNK: Final = 40  # worlds between two looks at the purse
# What it takes to draw a world and to weigh it, so that a small budget is not spent on that.
_PER_SECOND: Final = 2000
_PER_NODE: Final = 0.01
_PAIR: Final = 0b1100000  # queen and king


class Effort(msgspec.Struct, frozen=True):
    """How much a level looks at.

    drawn: worlds that are weighed. solved: how many of them are solved, by the cards that I hold (0 to 9). splits: ways
    to choose his first six that are tried for each. calls: worlds for a call.
    """

    drawn: int
    solved: tuple[int, ...]
    splits: int
    calls: int


class _Tally:
    """Means over worlds: by key the chance and the points more than his."""

    def __init__(self) -> None:
        self.chance: dict[object, float] = {}
        self.points: dict[object, float] = {}

    def add(self, key: object, weight: float, worth: tuple[float, int]) -> None:
        self.chance[key] = self.chance.get(key, 0.0) + weight * worth[0]
        self.points[key] = self.points.get(key, 0.0) + weight * worth[1]


class _Table:
    """The moment as the viewer sees it, in native numbers."""

    def __init__(self, view: View, seat: Seat) -> None:
        if view.trump is None:
            raise ValueError("no trump yet")
        self.view, self.seat = view, seat
        self.other = next(place for place in view.hands if place is not seat)
        self.suit = view.trump
        self.trump = view.trump.position
        self.pair = _PAIR << 8 * self.trump
        self.hundred = view.terms.conventions.hundred
        self.hand = native(CardSet.of(view.hands[seat].cards or ()).bits)
        self.eldest = seat is view.terms.eldest
        self.maker = view.maker is seat
        worth = POINTS[self.suit]
        self.taken, self.played = {seat: 0, self.other: 0}, {seat: 0, self.other: 0}
        for trick in view.history:
            for who, card in trick.cards:
                self.taken[trick.winner] += worth[card.index]
                self.played[who] |= native(card.bit)
        for who, card in view.trick:
            self.played[who] |= native(card.bit)
        self.led = number_of(view.trick[0][1]) if view.trick else None
        turned = view.first_trump
        self.turned = native(turned.bit) if turned is not None else 0
        self.seven = 1 << 8 * self.trump
        first = by_first(view)
        self.changes = {who: first and may_exchange(view, who, view.maker) for who in (seat, self.other)}

    def exchanged(self, who: Seat, hand: int) -> int:
        """The hand after its exchange, if it still can be made."""
        can = self.changes[who] and not self.played[who] and hand & self.seven
        return hand ^ self.seven ^ self.turned if can else hand

    def bella(self, who: Seat, owned: int) -> int:
        """What bella brings him: said, or still to be said."""
        whole = owned & self.pair == self.pair
        return BELLA if whole and (self.view.bella is who or self.pair & ~self.played[who]) else 0

    def melds(self, mine: int, his: int, *, speaks: bool) -> tuple[int, int]:
        """The combinations that count. speaks: I name mine, where I still can."""
        view = self.view
        if view.passed is not None:
            owner = mine if view.passed is self.seat else his
            named = view.named[view.passed]
            points = value(named) if named else melds(owner, self.trump, self.hundred).points
            return (points, 0) if view.passed is self.seat else (0, points)
        if view.history:
            return 0, 0
        i, he = melds(mine, self.trump, self.hundred), melds(his, self.trump, self.hundred)
        spoken = {who for who, word in view.said if word not in {"passes", "exchange"}}
        my = i.best if speaks or self.seat in spoken else None
        passes = (self.other, Passes().token) in view.said
        gone = self.played[self.other] and self.other not in spoken
        hers = None if passes or gone else he.best
        if my is None or hers is None:
            return (i.points if my is not None else 0), (he.points if hers is not None else 0)
        wins = my >= hers if self.eldest else my > hers
        return (i.points, 0) if wins else (0, he.points)


def affordable(worlds: int, purse: Purse) -> int:
    """So many worlds, or as many as this budget can draw and weigh."""
    if purse.seconds is not None:
        worlds = min(worlds, int(purse.seconds * _PER_SECOND))
    if purse.nodes is not None:
        worlds = min(worlds, int(purse.nodes * _PER_NODE))
    return worlds


def words_and_cards(view: View, effort: Effort, chance: random.Random, purse: Purse) -> list[Candidate]:
    """What is weighed in the play, the best first; of equal ones first what a novice likes."""
    liked = novice(view, chance)
    seat = view.seat
    cards = [event for event in view.legal if isinstance(event, Play) and event.card not in view.refused]
    words = [event for event in view.legal if not isinstance(event, Play)]
    changes = Exchange() in words
    if seat is None or isinstance(liked[0].event, Nine) or (not words and len(cards) == 1):
        return liked
    if not words and not cards:
        return liked
    if words and not changes and not cards:
        return liked  # the right word, and there is no other
    if not words and len({event.card for event in cards}) == 1:
        return sorted(liked, key=lambda one: not getattr(one.event, "bella", False))
    word: Event | None = None
    if words:  # what he would say without the exchange
        kept = msgspec.structs.replace(view, legal=tuple(one for one in view.legal if one != Exchange()))
        first = novice(kept, chance)[0].event
        word = None if isinstance(first, Play) else first
    table = _Table(view, seat)
    tally, worlds, total = _solved(table, effort, chance, purse, cards, word=word is not None, changes=changes)
    if not worlds:
        return liked
    found = []
    spoken = [key for key in tally.chance if isinstance(key, tuple) and key[0] == "speak"]
    swapped = [key for key in tally.chance if isinstance(key, tuple) and key[0] == "swap"]
    for event, keys in ((word, spoken), (Exchange() if changes else None, swapped)):
        if event is not None and keys:
            found.append(
                _candidate(event, max(keys, key=lambda key: tally.chance[key]), tally, worlds, total, "searched")
            )
    found += [_candidate(event, event, tally, worlds, total, "searched") for event in cards if event in tally.chance]
    order = {one.event: at for at, one in enumerate(liked)}
    return sorted(found, key=lambda one: (-round(one.score, 9), order.get(one.event, len(order))))


def _candidate(event: Event, key: object, tally: _Tally, worlds: int, total: int, why: str) -> Candidate:
    facts = {"points": tally.points[key], "worlds": worlds, "of": total}
    return Candidate(event, 100 * tally.chance[key], why, facts, "chance")


def _solved(
    table: _Table,
    effort: Effort,
    chance: random.Random,
    purse: Purse,
    cards: Sequence[Play],
    *,
    word: bool,
    changes: bool,
) -> tuple[_Tally, int, int]:
    """Worlds drawn, weighed and solved: the tally, how many worlds, and of how many possible ones."""
    view, tally = table.view, _Tally()
    seen = field(view)
    known = native(seen.known[table.other])
    witness = Witness(view, table.seat, effort.splits)
    drawn = [native(world[0]) | known for world in seen.puzzle.draw(affordable(effort.drawn, purse), chance)]
    weights = [witness.weight(his, chance) for his in drawn]
    if not any(weights):
        weights = [1.0] * len(drawn)  # he has acted as nobody would
    size = table.hand.bit_count()
    picked = weighted([(his,) for his in drawn], weights, effort.solved[size], chance)
    stake = Stake(view.terms, table.seat)
    done, mass = 0, 0.0
    for at in range(0, len(picked), _CHUNK):
        if purse.empty:
            break
        some = picked[at : at + _CHUNK]
        purse.spend(_weigh(table, some, stake, tally, cards, word=word, changes=False))
        if changes:
            purse.spend(_weigh(table, some, stake, tally, cards, word=word, changes=True))
        done += len(some)
        mass += sum(weight for _, weight in some)
    for values in (tally.chance, tally.points):
        for key in values:
            values[key] /= mass
    return tally, done, seen.puzzle.total


def _weigh(
    table: _Table,
    some: Sequence[tuple[tuple[int, ...], float]],
    stake: Stake,
    tally: _Tally,
    cards: Sequence[Play],
    *,
    word: bool,
    changes: bool,
) -> int:
    """Solve some worlds and add them up; the positions that it took."""
    mine = table.exchanged(table.seat, table.hand) if changes else table.hand
    pairs = []
    for (now,), _ in some:
        his = table.exchanged(table.other, now)
        pairs.append((mine, his))
    leader = 0 if table.led is None else 1
    owned = mine | table.played[table.seat]
    my_bella = table.bella(table.seat, owned)
    unsaid = {event.card for event in cards if event.bella}
    events = {number_of(event.card): [one for one in cards if one.card is event.card] for event in cards}
    nodes = 0
    for (_, his), (_, weight), answer in zip(pairs, some, quick(table.trump, leader, pairs, table.led), strict=True):
        nodes += answer.nodes
        total = sum(answer.points)
        more = his | table.played[table.other]
        base, against = table.taken[table.seat] + my_bella, table.taken[table.other] + table.bella(table.other, more)
        spoken = table.melds(owned, more, speaks=True)
        silent = table.melds(owned, more, speaks=False) if not changes and events else spoken
        moves = dict(answer.moves)
        if not changes and len(events) > len(moves):
            moves |= _others(table, his, [card for card in events if card not in moves])
        for card, points in moves.items():
            i, he = base + points, against + total - points
            if changes:
                tally.add(("swap", card), weight, stake.worth(i + spoken[0], he + spoken[1], maker=table.maker))
                continue
            if word:
                tally.add(("speak", card), weight, stake.worth(i + spoken[0], he + spoken[1], maker=table.maker))
            for event in events.get(card, ()):
                lost = BELLA if event.card in unsaid and not event.bella else 0
                tally.add(event, weight, stake.worth(i + silent[0] - lost, he + silent[1], maker=table.maker))
    return nodes


def _others(table: _Table, his: int, cards: Sequence[int]) -> Mapping[int, int]:
    """Cards that the solver does not allow, since it knows only one way to follow a trump (`must_beat`)."""
    if table.led is None:
        return {}
    led, found = card_of(table.led), {}
    for number in cards:
        card = card_of(number)
        strength = STRENGTH[table.suit]
        takes = strength[card.index] > strength[led.index] if card.suit is led.suit else card.suit is table.suit
        together = POINTS[table.suit][led.index] + POINTS[table.suit][card.index]
        hands = (table.hand ^ 1 << number, his)
        if not hands[0]:
            found[number] = together + 10 if takes else 0
            continue
        (after,) = quick(table.trump, 0 if takes else 1, [hands], moves=False)
        found[number] = after.points[0] + (together if takes else 0)
    return found
