"""Cards, sets of cards and seats: identity and text.

Nothing here orders cards, since an order belongs to a game. Deberts ranks J 9 A 10, the seat draw counts the ace
lowest, and in preferans hearts are the highest suit.

>>> hand = CardSet.parse("AKT7.98.KQ.A7")
>>> len(hand), Card.SA in hand, Card.HA in hand
(10, True, False)
>>> hand.suit(Suit.HEARTS) | CardSet.of([Card.H7])
CardSet.parse('.987..')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import lru_cache, wraps
from inspect import signature
from typing import Final, ParamSpec, Self, TypeVar

import msgspec

_P = ParamSpec("_P")
_R = TypeVar("_R")


def _name(member: Enum) -> str:
    """A member as Python reads it, `Card.SA`: every struct made of cards and seats can then be read back too."""
    return f"{type(member).__name__}.{member.name}"


class Suit(Enum):
    """A suit; the value is its letter in text."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    __hash__ = object.__hash__  # Enum hashes names in Python code; identity is as good and faster
    __repr__ = _name

    def __init__(self, letter: str) -> None:
        self.position: int = "SHDC".index(letter)
        self.sign: str = "♠♥♦♣"[self.position]
        self.bits: int = 0x1FFF << (13 * self.position)


class Rank(Enum):
    """A rank; the value is its letter in text, ten is ``T``."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"

    __hash__ = object.__hash__
    __repr__ = _name

    def __init__(self, letter: str) -> None:
        self.position: int = "23456789TJQKA".index(letter)


class Seat(Enum):
    """A seat at the table, clockwise N E S W."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    __hash__ = object.__hash__
    __repr__ = _name

    def __init__(self, letter: str) -> None:
        self.position: int = "NESW".index(letter)


class Card(Enum):
    """One of 52 cards; the value is suit then rank in ASCII: ``SA``, ``HT``."""

    # fmt: off
    S2, S3, S4, S5, S6, S7, S8, S9, ST, SJ, SQ, SK, SA = (
        "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "ST", "SJ", "SQ", "SK", "SA")
    H2, H3, H4, H5, H6, H7, H8, H9, HT, HJ, HQ, HK, HA = (
        "H2", "H3", "H4", "H5", "H6", "H7", "H8", "H9", "HT", "HJ", "HQ", "HK", "HA")
    D2, D3, D4, D5, D6, D7, D8, D9, DT, DJ, DQ, DK, DA = (
        "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9", "DT", "DJ", "DQ", "DK", "DA")
    C2, C3, C4, C5, C6, C7, C8, C9, CT, CJ, CQ, CK, CA = (
        "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9", "CT", "CJ", "CQ", "CK", "CA")
    # fmt: on

    __hash__ = object.__hash__
    __repr__ = _name

    def __init__(self, text: str) -> None:
        self.text: str = text
        self.suit: Suit = Suit(text[0])
        self.rank: Rank = Rank(text[1])
        self.index: int = 13 * self.suit.position + self.rank.position
        self.bit: int = 1 << self.index

    def __str__(self) -> str:
        return self.text

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card, as `parse_card` does: ``SA``, ``S10``, ``♠Т``.

        Raises:
            ValueError: the text is not one card. TypeError: it is no text.
        """
        return parse_card(text)

    def sign(self, honours: str = "JQKA", ten: str = "10") -> str:
        """The card as people read it: ``♠A``; ``honours="ВДКТ"`` gives Russian letters (P-1.3.5)."""
        at = "JQKA".find(self.rank.value)
        return self.suit.sign + (honours[at] if at >= 0 else ten if self.rank is Rank.TEN else self.rank.value)


CARDS: Final = tuple(Card)  # by index

# Other spellings of people: Russian and Ukrainian honours, the ten in two digits, suit signs (P-1.3.5).
_SUITS: Final = {s.value: s for s in Suit} | {s.sign: s for s in Suit}
_RANKS: Final = {r.value: r for r in Rank} | {
    "10": Rank.TEN,
    "Т": Rank.ACE,  # Cyrillic Т: туз
    "К": Rank.KING,
    "Д": Rank.QUEEN,
    "В": Rank.JACK,
}
_IN_SUIT: Final = {
    suit: {text: Card(suit.value + rank.value) for text, rank in _RANKS.items() if len(text) == 1} for suit in Suit
}


def wrong_type(right: str, thing: object) -> TypeError:
    """The complaint of a thing of a wrong type: what would be right, and what it is.

    >>> print(wrong_type("a card is read from a text", 3))
    a card is read from a text, not an int
    """
    name = type(thing).__name__
    told = "None" if thing is None else f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"
    return TypeError(f"{right}, not {told}")


def takes(right: str, *kinds: type, each: bool = False, of: str = "") -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Tell in one line what would be right, where an argument of a function is of another type than these.

    each: it is a list or a tuple of such things, and each of them is looked at; what comes bit by bit is believed.
    of: the argument's name; the first one's if empty. The function raises the TypeError before it does anything.
    """

    def around(work: Callable[_P, _R]) -> Callable[_P, _R]:
        names = list(signature(work).parameters)
        name = of or names[0]
        at = names.index(name)

        @wraps(work)
        def told(*args: _P.args, **named: _P.kwargs) -> _R:
            if len(args) > at or name in named:
                given = args[at] if len(args) > at else named[name]
                _look(right, kinds, given, each=each)
            return work(*args, **named)

        return told

    return around


def _look(right: str, kinds: tuple[type, ...], given: object, *, each: bool) -> None:
    if not each:
        if not isinstance(given, kinds):
            raise wrong_type(right, given)
        return
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise wrong_type(right, given)
    for one in given if isinstance(given, list | tuple) else ():
        if not isinstance(one, kinds):
            raise wrong_type(right, one)


def parse_card(text: str) -> Card:
    """Read a card: ``SA``, ``S10``, ``♠Т`` (Cyrillic Т is the ace, Latin T the ten).

    >>> parse_card("S10"), parse_card("♠Т")
    (Card.ST, Card.SA)

    Raises:
        ValueError: the text is not one card. TypeError: it is no text.
    """
    if not isinstance(text, str):
        raise wrong_type("a card is read from a text, as 'SA'", text)
    suit = _SUITS.get(text[:1].upper())
    rank = _RANKS.get(text[1:].upper())
    if suit is None or rank is None:
        msg = f"not a card: {text!r}; a card is a suit and a rank, as SA or H10"
        raise ValueError(msg)
    return Card(suit.value + rank.value)


@lru_cache(maxsize=1 << 14)
def _holding(suit: Suit, ranks: str) -> int:
    """The cards of one suit as bits; hands are read often, and a suit has only 8,192 holdings.

    Raises:
        ValueError: an unknown rank, or a card twice.
    """
    bits = 0
    for letter in ranks.upper().replace("10", "T"):
        card = _IN_SUIT[suit].get(letter)
        if card is None:
            raise ValueError(f"no rank {letter!r}")
        if bits & card.bit:
            raise ValueError(f"{card} twice")
        bits |= card.bit
    return bits


class CardSet(msgspec.Struct, frozen=True):
    """An immutable set of cards, one bit a card (bit ``13 * suit + rank``, suits S H D C)."""

    bits: int = 0

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Self:
        """The set of the given cards.

        Raises:
            TypeError: these are no cards.
        """
        bits = 0
        try:
            for card in cards:
                bits |= card.bit
        except (AttributeError, TypeError):
            raise wrong_type("a set is of cards, as [Card.SA]; a text is read by CardSet.parse", cards) from None
        return cls(bits)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a hand, spades.hearts.diamonds.clubs: ``AKT7.98.KQ.A7``; no cards is ``...``.

        Raises:
            ValueError: not four suits, an unknown rank, or a card twice. TypeError: it is no text.
        """
        if not isinstance(text, str):
            raise wrong_type("a hand is read from a text, as 'AKT7.98.KQ.A7'", text)
        suits = text.split(".")
        if len(suits) != len(Suit):
            msg = f"a hand is four suits with dots between, not {text!r}"
            raise ValueError(msg)
        bits = 0
        for suit, ranks in zip(_IN_SUIT, suits, strict=True):
            try:
                bits |= _holding(suit, ranks)
            except ValueError as error:
                raise ValueError(f"{error} in hand {text!r}") from None
        return cls(bits)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({str(self)!r})"

    def __str__(self) -> str:
        suits = dict.fromkeys(Suit, "")
        for card in self:  # the lowest comes first, and is written last
            suits[card.suit] = card.text[1] + suits[card.suit]
        return ".".join(suits.values())

    def __iter__(self) -> Iterator[Card]:
        bits = self.bits
        while bits:
            low = bits & -bits
            yield CARDS[low.bit_length() - 1]
            bits ^= low

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __contains__(self, card: Card) -> bool:
        return self.bits & card.bit != 0

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(self.bits | other.bits)

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(self.bits & other.bits)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(self.bits & ~other.bits)

    def suit(self, suit: Suit) -> CardSet:
        """The cards of one suit."""
        return CardSet(self.bits & suit.bits)
