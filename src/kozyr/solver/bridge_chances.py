"""Bridge with some hands unseen: a contract's tricks, and what each first lead is worth, over layouts by chance.

    told = "N:KQ2.A93.KJ84.Q72 - AJT43.K5.A76.T98 -"
    found = chances(told, declarer=Seat.S, trump=Suit.SPADES)
    found.mean, found.makes(4)

Every layout is solved with all cards seen, so a declarer guesses each queen and the defence finds each lead.
"""

from __future__ import annotations

import hashlib
import math
import re
import time
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from kozyr import _native
from kozyr.cards import CARDS, Card, Seat, Suit, parse_card, takes
from kozyr.deals import Layout
from kozyr.notation import NotationError
from kozyr.notation.conditions import SMALL, Told
from kozyr.solver import text
from kozyr.solver.bridge_contracts import DENOMINATIONS
from kozyr.solver.conditions import TRIES, Chance, Search, words_of
from kozyr.solver.requests import Answer, Progress, Request

LAYOUTS: Final = 400  # solved if nothing else is said: a chance is known within 5 %
MOST: Final = 100_000  # layouts of one question
_BLOCK: Final = 100  # layouts solved between two words of progress; they share their proofs
_ALL: Final = 13  # tricks
_BOOK: Final = 6  # tricks that a level adds to
_LEVELS: Final = range(1, 8)
_NORMAL: Final = 1.96  # of a 95 % interval
_CONTRACT: Final = re.compile(r"([1-7])(S|C|D|H|NT)")
_SEATS: Final = tuple(Seat)


class Mean(NamedTuple):
    """A mean of tricks, and its 95 % interval by the normal distribution."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, tricks: Sequence[int]) -> Mean:
        """The mean of a distribution: of layouts by their tricks, from none on."""
        many = sum(tricks)
        mean = sum(n * count for n, count in enumerate(tricks)) / many
        spread = sum(count * (n - mean) ** 2 for n, count in enumerate(tricks)) / max(1, many - 1)
        half = _NORMAL * math.sqrt(spread / many)
        return cls(mean, mean - half, mean + half)


class Chances(msgspec.Struct, frozen=True):
    """How many of the layouts give the declarer 0, 1, ... 13 tricks."""

    layouts: int
    tricks: tuple[int, ...]
    first: dict[Card, tuple[int, ...]]
    """The same for each card that the first hand may lead.

    Empty: its thirteen cards are not told, or the lead is.
    """
    nodes: int
    seconds: float

    @property
    def mean(self) -> Mean:
        """The mean of the declarer's tricks."""
        return Mean.of(self.tricks)

    def makes(self, level: int) -> Chance:
        """The chance to make a contract of this level, 1 to 7."""
        return _at_least(self.tricks, level)

    def led(self, card: Card) -> Mean:
        """The mean of the declarer's tricks after this lead, one of `first`."""
        return Mean.of(self.first[card])

    def beats(self, card: Card, level: int) -> Chance:
        """The chance that this lead, one of `first`, beats a contract of this level."""
        return _below(self.first[card], level)


def _at_least(tricks: Sequence[int], level: int) -> Chance:
    return Chance.of(sum(tricks[_BOOK + level :]), sum(tricks))


def _below(tricks: Sequence[int], level: int) -> Chance:
    return Chance.of(sum(tricks[: _BOOK + level]), sum(tricks))


@takes("the declarer is a seat, as Seat.N", Seat, of="declarer")
def chances(
    predeal: str = "",
    where: str = "",
    *,
    declarer: Seat,
    trump: Suit | None,
    first: Card | None = None,
    layouts: int = LAYOUTS,
    seed: str | int = 1,
    threads: int = 1,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Chances:
    """The tricks of a contract over layouts by chance, and those after each first lead of a hand that is told.

    predeal, where: what is known, as docs/deals.md says it; the layouts are uniform among those that fit, and the same
    for a seed. There are fewer where too few of 100,000,000 deals fit. first: the card led, which its hand then holds.
    progress: gets the layouts done and in all.

    Raises:
        ValueError: a condition or cards that cannot be read, or nothing fits.
        TimeoutError: not done within `seconds`.
    """
    start = time.monotonic()
    leader = _SEATS[(declarer.position + 1) % 4]
    asked = _Asked.of(predeal, where, first, leader)
    found = asked.layouts(layouts, seed, seconds)
    each = _solved(found, declarer, trump, first, seconds=_left(start, seconds), threads=threads,
                   moves=first is None and asked.whole(leader), progress=progress)  # fmt: skip
    return msgspec.structs.replace(each, seconds=time.monotonic() - start)


def contracts(
    predeal: str = "",
    where: str = "",
    *,
    declarers: Sequence[Seat] = _SEATS,
    denominations: Sequence[str] = DENOMINATIONS,
    layouts: int = LAYOUTS,
    seed: str | int = 1,
    threads: int = 1,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> dict[str, dict[Seat, Chances]]:
    """The tricks of several contracts over the same layouts, by denomination and declarer, without first leads.

    The rest is as in `chances`.
    """
    start = time.monotonic()
    found = _Asked.of(predeal, where, None, Seat.N).layouts(layouts, seed, seconds)
    told: dict[str, dict[Seat, Chances]] = {name: {} for name in denominations}
    total, done = len(found) * len(declarers) * len(denominations), 0

    def further(now: int, _: int) -> None:
        if progress is not None:
            progress(done + now, total)

    for name in denominations:
        for seat in declarers:
            trump, left = text.DENOMINATIONS[name], _left(start, seconds)
            told[name][seat] = _solved(
                found, seat, trump, None, moves=False, threads=threads, seconds=left, progress=further
            )
            done += len(found)
    return told


class _Asked(NamedTuple):
    """What is known of the cards."""

    told: tuple[Told, ...]
    where: str

    @classmethod
    def of(cls, predeal: str, where: str, first: Card | None, leader: Seat) -> _Asked:
        words = words_of("bridge")
        try:
            told = list(Search.cards(predeal, words))
        except NotationError as error:
            raise ValueError(f"predeal: column {error.column}: {error.reason}") from None
        if first is not None:
            told[leader.position] = _with(told, leader, first)
        return cls(tuple(told), where)

    def whole(self, seat: Seat) -> bool:
        """Whether all cards of a seat are told."""
        return self.told[seat.position].held.bit_count() == _ALL

    def layouts(self, many: int, seed: str | int, seconds: float | None) -> list[Layout]:
        """So many layouts that fit, or as many as there are."""
        if not 1 <= many <= MOST:
            raise ValueError(f"layouts is a number from 1 to {MOST:,}")
        words = words_of("bridge")
        try:
            condition = Search.condition(self.where, words)
        except NotationError as error:
            raise ValueError(f"where: column {error.column}: {error.reason}") from None
        chance = int.from_bytes(hashlib.sha256(str(seed).encode()).digest()[:8], "big")  # as `kozyr deal --seed` has it
        search = Search("bridge", condition, self.told, words, chance)
        found = search.deals(many, TRIES, seconds)
        if len(found) < many and search.tried < TRIES:
            raise TimeoutError("the search did not finish in time")
        if not found:
            raise ValueError(f"no layout fits among {search.tried:,} deals")
        return found


def _with(told: Sequence[Told], seat: Seat, card: Card) -> Told:
    """What is told of a seat that holds a card.

    Raises:
        ValueError: it cannot.
    """
    own, suit = told[seat.position], card.suit
    if card.bit & own.held:
        return own
    small = list(own.small)
    fits = not any(card.bit & one.held for one in told)
    if suit.bits & own.whole:  # the suit is told to the end: the card is one of its small ones
        fits = fits and card in SMALL and small[suit.position] > 0
        small[suit.position] -= 1
    if not fits or own.held.bit_count() + sum(small) >= _ALL:
        raise ValueError(f"{seat.value} cannot hold {card}")
    s, h, d, c = small
    return Told(own.held | card.bit, (s, h, d, c), own.whole)


def _left(start: float, seconds: float | None) -> float | None:
    return None if seconds is None else max(0.0, start + seconds - time.monotonic())


def _solved(
    layouts: Sequence[Layout],
    declarer: Seat,
    trump: Suit | None,
    first: Card | None,
    *,
    moves: bool,
    threads: int,
    seconds: float | None,
    progress: Progress | None,
) -> Chances:
    """The layouts of one contract, block by block.

    Raises:
        TimeoutError: not done within `seconds`.
    """
    start = time.monotonic()
    leader = (declarer.position + 1) % 4
    suit = None if trump is None else _native.Suit(trump.position)
    trick = [] if first is None else [first.index]
    counted, nodes = [0] * (_ALL + 1), 0
    by_card: dict[Card, list[int]] = {}
    ours = declarer.position % 2 == 0  # the core counts North-South's tricks
    for at in range(0, len(layouts), _BLOCK):
        block = []
        for layout in layouts[at : at + _BLOCK]:
            hands = [hand.bits for hand in layout.hands if hand is not None]
            if first is not None:
                hands[leader] &= ~first.bit
            block.append(_native.BridgePosition(suit, leader, hands, trick))
        left = _left(start, seconds)
        for found in _native.bridge_batch(block, moves=moves, keep=True, threads=threads, seconds=left):
            if not found.finished:
                raise TimeoutError("the search did not finish in time")
            nodes += found.nodes
            counted[found.value if ours else _ALL - found.value] += 1
            if moves:
                for card, tricks in found.moves:
                    counts = by_card.setdefault(CARDS[card], [0] * (_ALL + 1))
                    counts[tricks if ours else _ALL - tricks] += 1
        if progress is not None:
            progress(min(at + _BLOCK, len(layouts)), len(layouts))
    each = {card: tuple(counts) for card, counts in sorted(by_card.items(), key=lambda pair: pair[0].text)}
    return Chances(len(layouts), tuple(counted), each, nodes, time.monotonic() - start)


# --- questions as JSON ----------------------------------------------------------------------------------------------

_STRANGE: Final = {"deal": None, "trick": "", "table": False, "par": False, "dealer": None, "vul": "none", "gone": None,
                   "kind": "tricks"}  # fmt: skip


def answer(asked: Request, threads: int, progress: Progress | None) -> Answer:
    """The answer about one contract with its first leads, or about several where a declarer or a trump is left out.

    Raises:
        ValueError: the question cannot be answered. TimeoutError: not in time.
    """
    for name, usual in _STRANGE.items():
        if getattr(asked, name) != usual:
            raise ValueError(f"{name} is no part of chances in bridge")
    trump, level = _contract(asked)
    declarer = None if asked.declarer is None else text.seat(asked.declarer, "declarer")
    known = (asked.predeal or "", asked.where or "")
    layouts = LAYOUTS if asked.layouts is None else asked.layouts
    seed = 1 if asked.seed is None else asked.seed
    start = time.monotonic()
    if declarer is None or trump is None:
        for name in ("first", "lead"):
            if getattr(asked, name) is not None:
                raise ValueError(
                    f"{name} is for one contract: {'declarer' if declarer is None else 'trump'} is missing"
                )
        several = contracts(
            *known,
            declarers=_SEATS if declarer is None else [declarer],
            denominations=DENOMINATIONS if trump is None else [trump],
            layouts=layouts,
            seed=seed,
            threads=threads,
            seconds=asked.timeout,
            progress=progress,
        )
        rows = {
            name: {seat.value: _shape(one.tricks, name, level) for seat, one in row.items()}
            for name, row in several.items()
        }
        many = next(one.layouts for row in several.values() for one in row.values())
        return {"layouts": many, "contracts": rows, "seconds": time.monotonic() - start}
    leader = _SEATS[(declarer.position + 1) % 4]
    if asked.lead is not None and text.seat(asked.lead, "lead") is not leader:
        raise ValueError(f"the first lead against {declarer.value} is {leader.value}'s, not {asked.lead}'s")
    found = chances(
        *known,
        declarer=declarer,
        trump=text.DENOMINATIONS[trump],
        first=None if asked.first is None else parse_card(asked.first),
        layouts=layouts,
        seed=seed,
        threads=threads,
        seconds=asked.timeout,
        progress=progress,
    )
    told: Answer = {"layouts": found.layouts} | _shape(found.tricks, trump, level)
    if found.first:
        told["first"] = {card.text: _shape(n, trump, level, beats=True) for card, n in found.first.items()}
    return told | {"seconds": found.seconds}


def _contract(asked: Request) -> tuple[str | None, int | None]:
    """The denomination and the level that are asked about; None: all."""
    if asked.contract is None:
        if asked.trump is not None:
            text.trump(asked.trump)
        return asked.trump, None
    found = _CONTRACT.fullmatch(asked.contract)
    if found is None:
        raise ValueError(f"a contract is written 4H, 3NT, not {asked.contract!r}")
    if asked.trump is not None and asked.trump != found[2]:
        raise ValueError(f"trump {asked.trump} is not that of {asked.contract}")
    return found[2], int(found[1])


def _shape(tricks: Sequence[int], trump: str, level: int | None, *, beats: bool = False) -> Answer:
    """A distribution with its mean, and the chances of the levels that are asked about."""
    of = _below if beats else _at_least
    levels: Mapping[str, Chance] = {f"{n}{trump}": of(tricks, n) for n in (_LEVELS if level is None else [level])}
    share = {name: {"chance": one.kept / one.tried, "low": one.low, "high": one.high} for name, one in levels.items()}
    return {"tricks": list(tricks)} | Mean.of(tricks)._asdict() | {"beats" if beats else "makes": share}
