"""The words of bridge: denominations, contracts, and the events that a seat submits, with their tokens."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Final, Literal, Self, TypeAlias, TypeVar
from urllib.parse import quote, unquote

import msgspec

from kozyr.cards import Suit, parse_card, wrong_type
from kozyr.deals import BRIDGE
from kozyr.games import Deal, Event, Play, Stop, Substitute, contract, match
from kozyr.games.claim import ANSWERS, Answer
from kozyr.games.deeds import AnyDeed
from kozyr.games.exact import points
from kozyr.games.match import common
from kozyr.games.rulings import Ruled, read

__all__ = [
    "BIDS",
    "DENOMINATIONS",
    "STEPS",
    "Answer",
    "AnyCall",
    "AnyEvent",
    "Ask",
    "Bid",
    "Call",
    "Claim",
    "Contract",
    "Correction",
    "Denomination",
    "Double",
    "Explain",
    "Honours",
    "Line",
    "Meaning",
    "Pass",
    "Play",
    "Redouble",
    "Stop",
    "Substitute",
    "parse",
    "with_meaning",
]

C = TypeVar("C", bound="Call")

Line: TypeAlias = Literal["NS", "EW"]
Meaning: TypeAlias = Annotated[str, msgspec.Meta(max_length=500)]
Plan: TypeAlias = Annotated[str, msgspec.Meta(max_length=300)]

STEPS: Final = 35  # bids on the ladder, 1C lowest, 7NT highest (B-AUC-2)


class Denomination(Enum):
    """The denomination of a contract; the value is its text, in the order of the ladder (B-AUC-2)."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NO_TRUMP = "NT"

    __hash__ = object.__hash__

    def __init__(self, text: str) -> None:
        self.position: int = ("C", "D", "H", "S", "NT").index(text)
        self.trump: Suit | None = None if text == "NT" else Suit(text)
        self.minor: bool = text in {"C", "D"}  # B-AUC-3
        self.major: bool = text in {"H", "S"}
        self.unit: int = 20 if self.minor else 30  # B-SCORE-3

    def __repr__(self) -> str:
        return f"Denomination.{self.name}"

    def __str__(self) -> str:
        return str(self.value)


DENOMINATIONS: Final = tuple(Denomination)
_CONTRACT: Final = re.compile(r"([1-7])(C|D|H|S|NT)(X{0,2})")
_SIGNS: Final = (("♣", "C"), ("♦", "D"), ("♥", "H"), ("♠", "S"), ("БК", "NT"), ("бк", "NT"))


class Contract(msgspec.Struct, frozen=True):
    """A contract: level, denomination, and 0, 1 or 2 for plain, doubled or redoubled (B-AUC-11)."""

    level: int
    denomination: Denomination
    doubled: int = 0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `4HX`, `3NT`, `3NX`, `4♥X`, `3БК`.

        >>> Contract.parse("4♥X")
        Contract(level=4, denomination=Denomination.HEARTS, doubled=1)

        Raises:
            ValueError: the text is no contract.
        """
        word = _ascii(text)
        found = _CONTRACT.fullmatch(re.sub("N(?!T)", "NT", word))
        if found is None:
            raise ValueError(f"not a contract: {text!r}; written 4HX, 3NT")
        return cls(int(found[1]), Denomination(found[2]), len(found[3]))

    @classmethod
    def of(cls, step: int, doubled: int = 0) -> Self:
        """The contract of a step of the ladder, from 1."""
        return cls((step - 1) // 5 + 1, DENOMINATIONS[(step - 1) % 5], doubled)

    @property
    def step(self) -> int:
        """The place of the bid on the ladder, from 1 (B-AUC-4)."""
        return 5 * (self.level - 1) + self.denomination.position + 1

    @property
    def need(self) -> int:
        """How many tricks are undertaken: six and the level (B-AUC-5)."""
        return 6 + self.level

    @property
    def trump(self) -> Suit | None:
        """The trump suit; None: no trumps."""
        return self.denomination.trump

    def __str__(self) -> str:
        return f"{self.level}{self.denomination}{'X' * self.doubled}"


def _said(word: str, meaning: str) -> str:
    """A word with free text behind a colon, percent-encoded."""
    return f"{word}:{quote(meaning, safe='')}" if meaning else word


class Call(contract.Call, frozen=True, kw_only=True, omit_defaults=True):
    """A call of the auction."""

    meaning: Meaning = ""
    """The meaning by the pair's system, for the opponents alone (`explain` self)."""

    @property
    def word(self) -> str:
        """The call without its meaning: its tag, if it has no sign of its own."""
        return str(self.__struct_config__.tag)

    @property
    def token(self) -> str:
        """The call with its meaning: `1NT`, `1NT:15-17`."""
        return _said(self.word, self.meaning)


class Pass(Call, frozen=True, tag="pass"):
    """Pass (B-AUC-7); after the play: no honours to declare."""


class Bid(Call, frozen=True, tag="bid"):
    """A level and a denomination (B-AUC-2)."""

    level: int
    denomination: Denomination

    @property
    def step(self) -> int:
        """The place on the ladder, from 1 (B-AUC-4)."""
        return 5 * (self.level - 1) + self.denomination.position + 1

    @property
    def word(self) -> str:
        """`1NT`."""
        return f"{self.level}{self.denomination}"


class Double(Call, frozen=True, tag="double"):
    """Double an opponents' bid (B-AUC-8)."""

    @property
    def word(self) -> str:
        """`X`."""
        return "X"


class Redouble(Call, frozen=True, tag="redouble"):
    """Redouble an opponents' double (B-AUC-9)."""

    @property
    def word(self) -> str:
        """`XX`."""
        return "XX"


class Ask(Event, frozen=True, tag="ask"):
    """Ask for the meaning of an opponent's call; `call` counts the calls of the auction from 0 (B-AUC-15, B-LAW-REV-1)."""

    call: int

    @property
    def token(self) -> str:
        """`ask:3`."""
        return f"ask:{self.call}"


class Explain(Event, frozen=True, tag="explain"):
    """Tell the opponents the meaning of a call (B-AUC-15); by partner or by the caller, as `explain` says."""

    call: int
    meaning: Meaning

    @property
    def token(self) -> str:
        """`explain:3:5-11%20HCP`: the meaning is percent-encoded."""
        return f"explain:{self.call}:{quote(self.meaning, safe='')}"


class Claim(Event, frozen=True, tag="claim", omit_defaults=True):
    """Shorten the play: the declarer's side is to have `tricks` tricks in all (B-LAW-CLAIM-1)."""

    tricks: int
    line: Plan = ""
    """The line of play, told with the claim and not changed afterwards; everybody hears it."""

    @property
    def token(self) -> str:
        """`claim:9`, `claim:9:I%20draw%20trumps`: the line is percent-encoded."""
        return _said(f"claim:{self.tricks}", self.line)


class Honours(Event, frozen=True, tag="honours"):
    """Declare four or five honours in one hand (B-SCORE-13)."""


class Correction(match.Correction, frozen=True, tag="correction"):
    """Points above the line for a side, by a ruling; less than nought takes away."""

    line: Line

    @property
    def token(self) -> str:
        """`correction:NS:100:B-LAW-REVOKE-4`."""
        return f"correction:{self.line}:{self.points}:{self.law}"


AnyCall: TypeAlias = Pass | Bid | Double | Redouble
AnyEvent: TypeAlias = (
    Deal | AnyCall | Ask | Explain | Play | Claim | Answer | Honours | Stop | Substitute | Correction | AnyDeed | Ruled
)

PASS: Final = Pass()
DOUBLE: Final = Double()
REDOUBLE: Final = Redouble()
BIDS: Final = tuple(Bid(level, denomination) for level in range(1, 8) for denomination in Denomination)
PLAYS: Final = {card: Play(card) for card in BRIDGE.cards}
CLAIMS: Final = tuple(Claim(n) for n in range(14))
_ALL: Final[tuple[AnyCall, ...]] = (PASS, DOUBLE, REDOUBLE, *BIDS)
_CALLS: Final[dict[str, AnyCall]] = {call.token: call for call in _ALL}
_OTHERS: Final[tuple[Event, ...]] = (*PLAYS.values(), *CLAIMS, *ANSWERS, Honours())
_WORDS: Final[Mapping[str, Event]] = _CALLS | {event.token: event for event in _OTHERS}
# Other words of players; `P`, `D` and `R` come from other programs.
_SPOKEN: Final[Mapping[str, str]] = {
    "pass": "pass", "пас": "pass", "p": "pass", "контра": "X", "d": "X", "dbl": "X", "x": "X", "double": "X", "реконтра": "XX",
    "r": "XX", "rdbl": "XX", "xx": "XX", "redouble": "XX", "да": "yes", "нет": "no", "так": "yes", "ні": "no",
    "онеры": "honours", "онери": "honours",
}  # fmt: skip


def with_meaning(call: C, meaning: str) -> C:
    """The call with a meaning."""
    return msgspec.structs.replace(call, meaning=meaning)


def parse(token: str) -> Event:
    """The event of a token; also of the words that people write: `1♣`, `3БК`, `контра`, `♠Т`, `S10`, `1N`.

    Raises:
        ValueError: no such event. TypeError: it is no text.
    """
    if not isinstance(token, str):
        raise wrong_type("an event is read from a text, as '1NT'", token)
    known = _WORDS.get(token) or _WORDS.get(_SPOKEN.get(token.lower(), token)) or _CALLS.get(_ascii(token))
    known = known or common(token) or read(token)
    if known is not None:
        return known
    head, colon, tail = token.partition(":")
    try:
        if not colon:
            return PLAYS[parse_card(token)]
        if head == "ask":
            return Ask(_number(tail))
        if head == "explain":
            call, _, meaning = tail.partition(":")
            return Explain(_number(call), unquote(meaning))
        if head == "claim":
            tricks, _, line = tail.partition(":")
            claim = CLAIMS[_number(tricks)]
            return Claim(claim.tricks, unquote(line)) if line else claim
        if head == "correction":
            line, amount, law = tail.split(":")
            return Correction(points(amount), law, msgspec.convert(line, Line))
        return with_meaning(_CALLS.get(_SPOKEN.get(head.lower(), head)) or _CALLS[_ascii(head)], unquote(tail))
    except (ValueError, KeyError, IndexError):
        raise ValueError(f"no event of bridge: {token!r}") from None


def _number(text: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", text):
        raise ValueError(text)
    return int(text)


def _ascii(word: str) -> str:
    """A contract with suit signs, БК or a bare N for no trumps, in ASCII capitals."""
    for sign, letter in _SIGNS:
        word = word.replace(sign, letter)
    word = word.upper()
    return word + "T" if re.fullmatch("[1-7]N", word) else word
