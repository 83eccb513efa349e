"""Cards and words of the play: worlds are solved exactly, and each answer is weighed by the chance to win the party.

Both sides' points in tricks have one sum, so in a known world the best play for points is the best for the party. The
worlds differ in what a point is worth: the mean of the party's chance decides.
"""

from __future__ import annotations

import math
import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from kozyr.bots.deberts.likelihood import Witness, by_first, may_exchange
from kozyr.bots.deberts.novice import novice
from kozyr.bots.deberts.party import Stake
from kozyr.bots.deberts.tables import BELLA, melds, native
from kozyr.bots.deberts.worlds import Field, field
from kozyr.bots.frame import Candidate, Purse
from kozyr.bots.sampling import World, uncertainty, weighted
from kozyr.cards import CardSet, Seat
from kozyr.games import Event
from kozyr.games.deberts import View
from kozyr.games.deberts.combinations import value
from kozyr.games.deberts.ranks import POINTS, STRENGTH
from kozyr.games.deberts.words import Exchange, Nine, Passes, Play
from kozyr.solver.deberts import quick
from kozyr.solver.integers import card_of, number_of

_CHUNK: Final = 40  # worlds between two looks at the purse
_SURE: Final = 2.6  # standard errors by which a leader must lead
_NOTHING: Final = 0.0015  # of the party's chance: where no more can be gained by looking on, one stops
_FEW: Final = 24  # worlds from which on a standard error is believed
_PATIENCE: Final = 8  # times as many are drawn where none of a batch could have been
# The cost of drawing and weighing a world, so that a small budget is not spent on that.
_PER_SECOND: Final = 2000
_PER_NODE: Final = 0.01
_PAIR: Final = 0b1100000  # queen and king


class Effort(msgspec.Struct, frozen=True):
    """How much a level looks at."""

    solved: tuple[int, ...]
    """How many worlds are solved at most, by the cards that I hold (0 to 9)."""
    drawn: int
    """How many are weighed for each of those."""
    splits: int
    """How many ways to choose the opponent's first six are tried for each world."""
    calls: int
    """Worlds for a call; 0: the novice calls and speaks."""
    party: bool
    """Whether the chance to win the party counts, or else the points of the deal."""


_Worth: TypeAlias = tuple[float, float]  # the party's chance, and the points above the opponent's


class _Tally:
    """The worth of each choice world by world, and the weight of each world."""

    def __init__(self) -> None:
        self.rows: dict[Hashable, list[_Worth]] = {}
        self.shares: list[float] = []

    def mean(self, key: Hashable) -> _Worth:
        """The chance and the points of a choice."""
        row, mass = self.rows[key], sum(self.shares)
        chance = sum(share * worth for share, (worth, _) in zip(self.shares, row, strict=True))
        points = sum(share * more for share, (_, more) in zip(self.shares, row, strict=True))
        return chance / mass, points / mass

    def error(self, best: Hashable, key: Hashable, *, party: bool) -> float:
        """The standard error of the distance between two choices: in per cent of the party's chance, or in points."""
        which = 0 if party else 1
        one, other = ([worth[which] for worth in self.rows[name]] for name in (best, key))
        return round((100 if party else 1) * uncertainty(one, other, self.shares), 3)


def settled(rows: Mapping[Hashable, Sequence[float]], shares: Sequence[float], nothing: float = _NOTHING) -> bool:
    """Whether more worlds would hardly change the choice: over the same worlds the leader leads by enough.

    rows: for each choice its worth in each world. shares: the worlds' weights, of any sum. nothing: a gain too
    small to look for.
    """
    total = sum(shares)
    if len(rows) < 2:
        return True
    if len(shares) < _FEW or not total > 0:
        return False
    sums = {key: sum(map(float.__mul__, shares, row)) for key, row in rows.items()}
    leader = max(sums, key=sums.__getitem__)
    for key, row in rows.items():
        if key == leader:
            continue
        mean = (sums[leader] - sums[key]) / total
        spread = sum((w * (one - other - mean)) ** 2 for w, one, other in zip(shares, rows[leader], row, strict=True))
        error = _SURE * math.sqrt(spread) / total
        if mean <= error and error - mean >= nothing:
            return False
    return True


class Table:
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
        """The points of a player's bella: said, or still to be said."""
        whole = owned & self.pair == self.pair
        return BELLA if whole and (self.view.bella is who or self.pair & ~self.played[who]) else 0

    def melds(self, mine: int, his: int, *, speaks: bool) -> tuple[int, int]:
        """The combinations that count.

        speaks: the viewer names its own, where it still can.
        """
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
    """The wanted number of worlds, or as many as this budget can draw and weigh."""
    if purse.seconds is not None:
        worlds = min(worlds, int(purse.seconds * _PER_SECOND))
    if purse.nodes is not None:
        worlds = min(worlds, int(purse.nodes * _PER_NODE))
    return worlds


def words_and_cards(view: View, effort: Effort, chance: random.Random, purse: Purse) -> list[Candidate]:
    """The candidates of the play, the best first; a novice's favourite comes first of equal ones."""
    liked = novice(view, chance)
    seat = view.seat
    cards = [event for event in view.legal if isinstance(event, Play) and event.card not in view.reasons]
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
    if words:  # the words without the exchange
        kept = msgspec.structs.replace(view, legal=tuple(one for one in view.legal if one != Exchange()))
        first = novice(kept, chance)[0].event
        word = None if isinstance(first, Play) else first
    table = Table(view, seat)
    tally, total = _solved(table, effort, chance, purse, cards, word=word is not None, changes=changes)
    if not tally.shares:
        return liked
    worths = {key: tally.mean(key) for key in tally.rows}
    unit: Literal["chance", "points"] = "chance" if effort.party else "points"
    choices: list[tuple[Event | None, list[Hashable]]] = [
        (word, [key for key in worths if isinstance(key, tuple) and key[0] == "speak"]),
        (Exchange() if changes else None, [key for key in worths if isinstance(key, tuple) and key[0] == "swap"]),
    ]
    choices += [(event, [event]) for event in cards if event in worths]
    best = max(worths, key=lambda key: worths[key])
    found = []
    for event, keys in choices:
        if event is not None and keys:
            top = max(keys, key=lambda key: worths[key])
            wins, points = worths[top]
            facts: dict[str, float | str] = {"points": points, "worlds": len(tally.shares), "of": total}
            facts["error"] = tally.error(best, top, party=effort.party)
            found.append(Candidate(event, 100 * wins if effort.party else points, "searched", facts, unit))
    order = {one.event: at for at, one in enumerate(liked)}
    return sorted(found, key=lambda one: (-round(one.score, 9), order.get(one.event, len(order))))


def _solved(
    table: Table,
    effort: Effort,
    chance: random.Random,
    purse: Purse,
    cards: Sequence[Play],
    *,
    word: bool,
    changes: bool,
) -> tuple[_Tally, int]:
    """Worlds drawn, weighed and solved until the choice is clear: the tally, and of how many possible ones."""
    tally, seen = _Tally(), field(table.view)
    stake = Stake(table.view.terms, table.seat)
    which = 0 if effort.party else 1
    nothing = _NOTHING if effort.party else 100 * _NOTHING
    for some in batches(table, seen, effort, chance, purse):
        if purse.empty:
            break
        purse.spend(_weigh(table, some, stake, tally, cards, word=word, changes=False))
        if changes:
            purse.spend(_weigh(table, some, stake, tally, cards, word=word, changes=True))
        tally.shares += [weight for _, weight in some]
        if settled({key: [worth[which] for worth in row] for key, row in tally.rows.items()}, tally.shares, nothing):
            break
    return tally, seen.puzzle.total


def batches(
    table: Table, seen: Field, effort: Effort, chance: random.Random, purse: Purse
) -> Iterator[list[tuple[int, float]]]:
    """The opponent's hands with their weights, in batches of `_CHUNK`; all hands, where they are few."""
    known, puzzle = native(seen.known[table.other]), seen.puzzle
    witness = Witness(table.view, table.seat, effort.splits)
    most = min(effort.solved[table.hand.bit_count()], affordable(effort.solved[table.hand.bit_count()], purse))

    def weighed(worlds: Sequence[World]) -> tuple[list[World], list[float]]:
        hands: list[World] = [(native(world[0]) | known,) for world in worlds]
        return hands, [witness.weight(his, chance) for (his,) in hands]

    if puzzle.total <= most * effort.drawn:
        hands, weights = weighed(puzzle.draw(most * effort.drawn, chance))
        picked = weighted(hands, weights, most, chance)
        for at in range(0, len(picked), _CHUNK):
            yield [(his, weight) for (his,), weight in picked[at : at + _CHUNK]]
        return
    done, barren = 0, False
    while done < most and not purse.empty:
        size = min(_CHUNK, most - done)
        hands, weights = weighed(puzzle.sample(size * effort.drawn * (_PATIENCE if barren else 1), chance))
        mass = sum(weights)
        if mass or barren:  # no hand explains the opponent's acts: all hands are equally likely
            picked = weighted(hands, weights, size, chance)
            yield [(his, weight * (mass or 1.0)) for (his,), weight in picked]
            done += size
        barren = not mass and not barren


def _weigh(
    table: Table,
    some: Sequence[tuple[int, float]],
    stake: Stake,
    tally: _Tally,
    cards: Sequence[Play],
    *,
    word: bool,
    changes: bool,
) -> int:
    """Solve some worlds and add them up; the positions that it took."""
    mine = table.exchanged(table.seat, table.hand) if changes else table.hand
    pairs = [(mine, table.exchanged(table.other, now)) for now, _ in some]
    leader = 0 if table.led is None else 1
    owned = mine | table.played[table.seat]
    my_bella = table.bella(table.seat, owned)
    unsaid = {event.card for event in cards if event.bella}
    events = {number_of(event.card): [one for one in cards if one.card is event.card] for event in cards}
    nodes = 0
    rows = tally.rows
    for (_, his), answer in zip(pairs, quick(table.trump, leader, pairs, table.led), strict=True):
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
                rows.setdefault(("swap", card), []).append(
                    stake.worth(i + spoken[0], he + spoken[1], maker=table.maker)
                )
                continue
            if word:
                rows.setdefault(("speak", card), []).append(
                    stake.worth(i + spoken[0], he + spoken[1], maker=table.maker)
                )
            for event in events.get(card, ()):
                lost = BELLA if event.card in unsaid and not event.bella else 0
                rows.setdefault(event, []).append(stake.worth(i + silent[0] - lost, he + silent[1], maker=table.maker))
    return nodes


def _others(table: Table, his: int, cards: Sequence[int]) -> Mapping[int, int]:
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
