"""The promises of calls: ranges that a hand keeps or does not, and rules that choose a call by them.

The same data bids, explains to the opponents, and tells of partner's possible hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal, TypeAlias

import msgspec

from kozyr import _native
from kozyr.cards import Card, CardSet, Rank, Suit

Range: TypeAlias = tuple[int, int]
Lengths: TypeAlias = tuple[Range, Range, Range, Range]
Counted: TypeAlias = tuple[Suit, tuple[int, ...]]  # of these trumps, one of these numbers
Forcing: TypeAlias = Literal["", "one", "game", "sign_off"]

SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)  # by `Suit.position`
_MOST: Final = 40
_FULL: Final[Lengths] = ((0, 13), (0, 13), (0, 13), (0, 13))
_COURT: Final = tuple(
    (worth, CardSet.of(card for card in Card if card.rank is rank).bits)
    for worth, rank in ((4, Rank.ACE), (3, Rank.KING), (2, Rank.QUEEN), (1, Rank.JACK))
)
_ACES, _KINGS, _QUEENS, _JACKS = (bits for _, bits in _COURT)
_TENS: Final = CardSet.of(card for card in Card if card.rank is Rank.TEN).bits
_SPADES, _HEARTS, _DIAMONDS, _CLUBS = (suit.bits for suit in SUITS)
_SHORT: Final = (5, 3, 1)  # for a void, a singleton, a doubleton, with support


def high_cards(bits: int) -> int:
    """The points of court cards among these."""
    return (
        4 * (bits & _ACES).bit_count()
        + 3 * (bits & _KINGS).bit_count()
        + 2 * (bits & _QUEENS).bit_count()
        + (bits & _JACKS).bit_count()
    )


class Hand(msgspec.Struct, frozen=True):
    """A hand of thirteen as a bidder looks at it."""

    cards: CardSet
    hcp: int
    """4 3 2 1 for court cards."""
    lengths: tuple[int, int, int, int]
    """The number of cards in S H D C."""
    points: int
    """Hcp and one for every card over four in a suit."""
    balanced: bool
    """Whether the shape is 4-3-3-3, 4-4-3-2 or 5-3-3-2."""

    @classmethod
    def of(cls, cards: CardSet) -> Hand:
        """The hand of these cards."""
        bits = cards.bits
        spades, hearts = (bits & _SPADES).bit_count(), (bits & _HEARTS).bit_count()
        diamonds, clubs = (bits & _DIAMONDS).bit_count(), (bits & _CLUBS).bit_count()
        lengths = (spades, hearts, diamonds, clubs)
        hcp = high_cards(bits)
        points = hcp + sum([length - 4 for length in lengths if length > 4])
        return cls(cards, hcp, lengths, points, min(lengths) > 1 and lengths.count(2) < 2)

    def length(self, suit: Suit) -> int:
        """How many cards of a suit."""
        return self.lengths[suit.position]

    def support(self, suit: Suit) -> int:
        """Points for a raise: court cards and shortness elsewhere, if there are trumps to ruff with."""
        if self.length(suit) < 3:
            return self.hcp
        return self.hcp + sum([self._short(other) for other in SUITS if other is not suit])

    def _short(self, suit: Suit) -> int:
        """The worth of a short suit beside trumps; a lone king, queen or jack, or a queen or jack in two, counts once."""
        length = self.length(suit)
        if length > 2:
            return 0
        falls = high_cards(self.cards.bits & suit.bits & ~_ACES)
        return max(0, _SHORT[length] - (falls if length < 2 or falls < 3 else 0))

    def controls(self, suit: Suit) -> bool:
        """Whether a suit is controlled: ace, king, or at most one card."""
        held = self.cards.bits & suit.bits
        return held.bit_count() < 2 or bool(held & (_ACES | _KINGS))

    def stops(self, suit: Suit) -> bool:
        """Whether a suit is stopped: A, K and one, Q and two, or J and three."""
        held = self.cards.bits & suit.bits
        length = held.bit_count()
        return any(held & bits and length > more for more, (_, bits) in enumerate(_COURT))

    def good(self, suit: Suit) -> bool:
        """Whether a suit has two of its three highest cards, or three of its five highest."""
        held = self.cards.bits & suit.bits
        three = (held & (_ACES | _KINGS | _QUEENS)).bit_count()
        return three > 1 or three + (held & (_JACKS | _TENS)).bit_count() > 2

    @property
    def aces(self) -> int:
        """How many aces."""
        return (self.cards.bits & _ACES).bit_count()

    def keys(self, trump: Suit) -> int:
        """How many key cards: the aces and the king of trumps."""
        return (self.cards.bits & (_ACES | (_KINGS & trump.bits))).bit_count()

    def kings(self, trump: Suit) -> int:
        """How many kings of the other suits."""
        return (self.cards.bits & _KINGS & ~trump.bits).bit_count()

    @property
    def all_kings(self) -> int:
        """How many kings of all four suits."""
        return (self.cards.bits & _KINGS).bit_count()

    def queen(self, trump: Suit) -> bool:
        """Whether the queen of trumps is held."""
        return bool(self.cards.bits & _QUEENS & trump.bits)


class Meaning(msgspec.Struct, frozen=True, omit_defaults=True):
    """The promise of a call; silence promises nothing."""

    hcp: Range = (0, _MOST)
    """The range of high-card points, both ends in it."""
    points: Range = (0, _MOST)
    """The range of points with distribution, both ends in it."""
    lengths: Lengths = _FULL
    """The range of the number of cards in S H D C."""
    balanced: bool = False
    """Whether the hand is 4333, 4432 or 5332."""
    fit: tuple[Suit, Range] | None = None
    """Points of a raise in a suit."""
    stopped: tuple[Suit, ...] = ()
    """The suits with a stop."""
    aces: tuple[int, ...] = ()
    """The possible numbers of aces."""
    controls: tuple[Suit, ...] = ()
    """Suits with the ace, the king or at most one card."""
    forcing: Forcing = ""
    code: str = ""
    """The kind of call."""
    keys: Counted | None = None
    """The possible numbers of key cards, of these trumps."""
    queen: tuple[Suit, bool] | None = None
    """Whether the queen of these trumps is held."""
    kings: Counted | None = None
    """The possible numbers of kings outside these trumps."""
    asks: Suit | None = None
    """A question about key cards, with these trumps."""

    def holds(self, hand: Hand) -> bool:
        """Whether the hand keeps the promise."""
        return self.promise().holds(hand.cards.bits)

    def promise(self) -> _native.BridgePromise:
        """The same for the core."""
        return _native.BridgePromise(
            self.hcp,
            self.points,
            self.lengths,
            self.balanced,
            None if self.fit is None else (self.fit[0].position, self.fit[1]),
            _mask(suit.position for suit in self.stopped),
            _mask(suit.position for suit in self.controls),
            _mask(self.aces),
            _numbers(self.keys),
            None if self.queen is None else (self.queen[0].position, self.queen[1]),
            _numbers(self.kings),
        )


def _mask(numbers: Iterable[int]) -> int:
    return sum({1 << number for number in numbers})


def _numbers(counted: Counted | None) -> tuple[int, int] | None:
    """The trumps and the mask of numbers of a promise about key cards. None: no promise."""
    return None if counted is None else (counted[0].position, _mask(counted[1]))


ANY: Final = Meaning()


class Rule(msgspec.Struct, frozen=True):
    """A call with its promise."""

    call: str
    meaning: Meaning
    when: Callable[[Hand], bool] | None = None
    """A condition of the call that is not promised, for example the order of two suits."""

    def fits(self, hand: Hand) -> bool:
        """Whether the hand makes this call."""
        return self.meaning.holds(hand) and (self.when is None or self.when(hand))


def hull(meanings: Iterable[Meaning]) -> Meaning:
    """The promise of a call that several rules make: the common part of all, with the kind of the first."""
    first, *others = tuple(meanings) or (ANY,)
    for other in others:
        first = Meaning(
            hcp=_around(first.hcp, other.hcp),
            points=_around(first.points, other.points),
            lengths=_each(_around, first.lengths, other.lengths),
            balanced=first.balanced and other.balanced,
            fit=(first.fit[0], _around(first.fit[1], other.fit[1]))
            if first.fit and other.fit and first.fit[0] is other.fit[0]
            else None,
            stopped=tuple(suit for suit in first.stopped if suit in other.stopped),
            aces=tuple(sorted({*first.aces, *other.aces})) if first.aces and other.aces else (),
            controls=tuple(suit for suit in first.controls if suit in other.controls),
            keys=_either(first.keys, other.keys),
            queen=first.queen if first.queen == other.queen else None,
            kings=_either(first.kings, other.kings),
            asks=first.asks,
            forcing=first.forcing,  # the book's first rule; partner's answer depends on it
            code=first.code,
        )
    return first


def meet(one: Meaning, other: Meaning) -> Meaning:
    """Two promises as one; where they contradict each other, the earlier one counts."""
    return Meaning(
        hcp=_within(one.hcp, other.hcp),
        points=_within(one.points, other.points),
        lengths=_each(_within, one.lengths, other.lengths),
        balanced=one.balanced or other.balanced,
        fit=_raised(one.fit, other.fit),
        stopped=tuple(dict.fromkeys((*one.stopped, *other.stopped))),
        aces=other.aces or one.aces,
        controls=tuple(dict.fromkeys((*one.controls, *other.controls))),
        keys=other.keys or one.keys,
        queen=other.queen or one.queen,
        kings=other.kings or one.kings,
    )


def _either(one: Counted | None, other: Counted | None) -> Counted | None:
    """The numbers that either promise allows. None: they are not of the same trumps."""
    if one is None or other is None or one[0] is not other[0]:
        return None
    return one[0], tuple(sorted({*one[1], *other[1]}))


def _raised(one: tuple[Suit, Range] | None, other: tuple[Suit, Range] | None) -> tuple[Suit, Range] | None:
    """The points of two raises together; of two suits the later one counts."""
    if one is not None and other is not None and one[0] is other[0]:
        return one[0], _within(one[1], other[1])
    return other or one


def _around(one: Range, other: Range) -> Range:
    return min(one[0], other[0]), max(one[1], other[1])


def _within(one: Range, other: Range) -> Range:
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return (low, high) if low <= high else one


def _each(what: Callable[[Range, Range], Range], one: Lengths, other: Lengths) -> Lengths:
    s, h, d, c = (what(a, b) for a, b in zip(one, other, strict=True))
    return s, h, d, c


# Signs that bridge players of every language read; `kozyr.bots.bridge.words` has them in three.
SIGNS: Final[Mapping[str, str]] = {
    "hcp": "HCP", "points": "pts", "balanced": "bal", "stop": "stop", "ace": "aces", "fit": "pts",
    "one": "F1", "game": "GF", "sign_off": "to play",
    "stayman": "Stayman", "transfer": "transfer", "blackwood": "Blackwood", "takeout": "takeout", "negative": "negative X",
    "waiting": "waiting", "jacoby": "Jacoby 2NT", "weak": "weak", "cue": "cue", "penalty": "penalty", "aces": "aces",
    "quantitative": "quantitative", "preempt": "preempt", "completes": "completes the transfer",
    "key": "keys", "king": "kings", "queen": "Q", "no_queen": "no Q", "keycard": "key cards?", "keys": "key cards",
    "queen_ask": "queen?", "king_ask": "kings?", "gerber": "Gerber", "natural": "natural", "checkback": "checkback", "fourth": "4th suit", "two_suits": "two suits",
    "support": "support X", "splinter": "splinter", "control": "control", "relay": "relay",
    "denies": "no 4-card major", "minimum": "minimum", "strong": "strong", "invite": "invites",
    "preference": "preference", "competes": "competes", "balancing": "balances", "slam": "slam",
}  # fmt: skip


# The promise says this by itself: the code is shown only where there is no other word.
_PLAIN: Final = frozenset({"natural", "queen"})


def text(meaning: Meaning, signs: Mapping[str, str] = SIGNS) -> str:
    """The promise in signs, as by default or as given: `15–17 HCP, bal`, `10+ HCP, ♥5+, F1`."""
    named = meaning.code in signs and meaning.code not in _PLAIN
    parts = [signs[meaning.code]] if named else []
    for value, unit in ((meaning.hcp, "hcp"), (meaning.points, "points")):
        parts += [f"{said} {signs[unit]}"] if (said := _range(value, _MOST)) else []
    if meaning.balanced:
        parts.append(signs["balanced"])
    for suit, length in zip(SUITS, meaning.lengths, strict=True):
        parts += [f"{suit.sign}{said}"] if (said := _range(length, 13)) else []
    if meaning.fit is not None:
        parts += [f"{said} {meaning.fit[0].sign} {signs['fit']}"] if (said := _range(meaning.fit[1], _MOST)) else []
    parts += (f"{signs['stop']} {suit.sign}" for suit in meaning.stopped)
    if meaning.aces:
        numbers = "/".join(map(str, meaning.aces))
        parts.append(numbers if meaning.code == "aces" and "aces" in signs else f"{numbers} {signs['ace']}")
    for counted, unit in ((meaning.keys, "key"), (meaning.kings, "king")):
        parts += [f"{'/'.join(map(str, counted[1]))} {signs[unit]}"] if counted else []
    if meaning.queen is not None:
        parts.append(f"{signs['queen' if meaning.queen[1] else 'no_queen']} {meaning.queen[0].sign}")
    parts += [signs[meaning.forcing]] if meaning.forcing else []
    if (
        not parts and meaning.code
    ):  # it promises nothing by itself, as a pull to a suit or the cheapest bid under a force
        parts = [signs[meaning.code]] if meaning.code in signs else []
    return ", ".join(parts)


def _range(value: Range, most: int) -> str:
    low, high = value
    if (low, high) == (0, most):
        return ""
    if low == high:
        return str(low)
    return f"{low}+" if high >= most else f"{low}–{high}"
