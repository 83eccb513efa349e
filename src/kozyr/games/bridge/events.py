"""The words of bridge: denominations, contracts, and the events that a seat submits, with their tokens."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Final, Literal, Self, TypeAlias
from urllib.parse import quote, unquote

import msgspec

from kozyr.cards import Card, Suit, parse_card
from kozyr.deals import BRIDGE
from kozyr.games import Amendment, Deal, Event

__all__ = [
    "BIDS",
    "DENOMINATIONS",
    "STEPS",
    "Answer",
    "AnyEvent",
    "Ask",
    "Bid",
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
    "bare",
    "meaning_of",
    "parse",
    "with_meaning",
]

Line: TypeAlias = Literal["NS", "EW"]
Meaning: TypeAlias = Annotated[str, msgspec.Meta(max_length=500)]
Plan: TypeAlias = Annotated[str, msgspec.Meta(max_length=300)]

STEPS: Final = 35  # bids on the ladder, 1C lowest, 7NT highest (B-AUC-2)


class Denomination(Enum):
    """What a contract is played in; the value is its text, in the order of the ladder (B-AUC-2)."""

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

    def __str__(self) -> str:
        return str(self.value)


DENOMINATIONS: Final = tuple(Denomination)
_CONTRACT: Final = re.compile(r"([1-7])(C|D|H|S|NT)(X{0,2})")
_SIGNS: Final = (("♣", "C"), ("♦", "D"), ("♥", "H"), ("♠", "S"), ("БК", "NT"), ("бк", "NT"))


class Contract(msgspec.Struct, frozen=True):
    """What is played: level, denomination, and 0, 1 or 2 for plain, doubled or redoubled (B-AUC-11)."""

    level: int
    denomination: Denomination
    doubled: int = 0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `4HX`, `3NT`, `3NX`, `4♥X`, `3БК`.

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
    """A word with its meaning behind a colon, percent-encoded."""
    return f"{word}:{quote(meaning, safe='')}" if meaning else word


class Pass(Event, frozen=True, tag="pass", omit_defaults=True):
    """Pass (B-AUC-7); after the play: no honours to declare. meaning: as `Bid`."""

    meaning: Meaning = ""

    @property
    def token(self) -> str:
        """`pass`, `pass:forcing`."""
        return _said("pass", self.meaning)


class Bid(Event, frozen=True, tag="bid", omit_defaults=True):
    """A level and a denomination (B-AUC-2).

    meaning: what it promises by the pair's system, for the opponents alone (`explain` self).
    """

    level: int
    denomination: Denomination
    meaning: Meaning = ""

    @property
    def step(self) -> int:
        """The place on the ladder, from 1."""
        return 5 * (self.level - 1) + self.denomination.position + 1

    @property
    def token(self) -> str:
        """`1NT`, `1NT:15-17`."""
        return _said(f"{self.level}{self.denomination}", self.meaning)


class Double(Event, frozen=True, tag="double", omit_defaults=True):
    """Double an opponents' bid (B-AUC-8). meaning: as `Bid`."""

    meaning: Meaning = ""

    @property
    def token(self) -> str:
        """`X`, `X:takeout`."""
        return _said("X", self.meaning)


class Redouble(Event, frozen=True, tag="redouble", omit_defaults=True):
    """Redouble an opponents' double (B-AUC-9). meaning: as `Bid`."""

    meaning: Meaning = ""

    @property
    def token(self) -> str:
        """`XX`."""
        return _said("XX", self.meaning)


class Ask(Event, frozen=True, tag="ask"):
    """Ask what an opponent's call means; `call` counts the calls of the auction from 0 (B-AUC-15, B-LAW-REV-1)."""

    call: int

    @property
    def token(self) -> str:
        """`ask:3`."""
        return f"ask:{self.call}"


class Explain(Event, frozen=True, tag="explain"):
    """Tell the opponents what a call means (B-AUC-15); by partner or by the caller, as `explain` says."""

    call: int
    meaning: Meaning

    @property
    def token(self) -> str:
        """`explain:3:5-11%20HCP`: the meaning is percent-encoded."""
        return f"explain:{self.call}:{quote(self.meaning, safe='')}"


class Play(Event, frozen=True, tag="play"):
    """A card to the trick (B-PLAY-5)."""

    card: Card

    @property
    def token(self) -> str:
        """The card: `C7`."""
        return self.card.text


class Claim(Event, frozen=True, tag="claim", omit_defaults=True):
    """Shorten the play: the declarer's side will have so many tricks in all (B-LAW-CLAIM-1).

    line: how, as it is said with the claim and not changed afterwards; everybody hears it.
    """

    tricks: int
    line: Plan = ""

    @property
    def token(self) -> str:
        """`claim:9`, `claim:9:I%20draw%20trumps`: the line is percent-encoded."""
        return _said(f"claim:{self.tricks}", self.line)


class Answer(Event, frozen=True, tag="answer"):
    """Yes or no to a claim (B-LAW-CLAIM-2)."""

    yes: bool

    @property
    def token(self) -> str:
        """`yes`, `no`."""
        return "yes" if self.yes else "no"


class Honours(Event, frozen=True, tag="honours"):
    """Declare four or five honours in one hand (B-SCORE-13)."""

    @property
    def token(self) -> str:
        """`honours`."""
        return "honours"


class Stop(Amendment, frozen=True, tag="stop", omit_defaults=True):
    """Break off: by consent of all, or force majeure (B-RUBBER-V6)."""

    consent: tuple[str, ...] = ()
    force_majeure: bool = False

    @property
    def token(self) -> str:
        """`stop:N,E,S,W`, `stop:force-majeure`."""
        return "stop:" + ("force-majeure" if self.force_majeure else ",".join(self.consent))


class Substitute(Amendment, frozen=True, tag="substitute"):
    """Another person takes over a player's seat and score; the others must consent."""

    player: str
    consent: tuple[str, ...]

    @property
    def token(self) -> str:
        """`substitute:E:N,S,W`."""
        return f"substitute:{self.player}:{','.join(self.consent)}"


class Correction(Amendment, frozen=True, tag="correction"):
    """Points above the line for a side, by a ruling; less than nought takes away."""

    line: Line
    points: int
    law: str

    @property
    def token(self) -> str:
        """`correction:NS:100:B-LAW-REVOKE-4`."""
        return f"correction:{self.line}:{self.points}:{self.law}"


Call: TypeAlias = Pass | Bid | Double | Redouble
AnyEvent: TypeAlias = (
    Deal
    | Pass
    | Bid
    | Double
    | Redouble
    | Ask
    | Explain
    | Play
    | Claim
    | Answer
    | Honours
    | Stop
    | Substitute
    | Correction
)

PASS: Final = Pass()
DOUBLE: Final = Double()
REDOUBLE: Final = Redouble()
BIDS: Final = tuple(Bid(level, denomination) for level in range(1, 8) for denomination in Denomination)
PLAYS: Final = {card: Play(card) for card in BRIDGE.cards}
CLAIMS: Final = tuple(Claim(n) for n in range(14))
_ALL: Final[tuple[Call, ...]] = (PASS, DOUBLE, REDOUBLE, *BIDS)
_CALLS: Final[dict[str, Event]] = {call.token: call for call in _ALL}
_OTHERS: Final[tuple[Event, ...]] = (*PLAYS.values(), *CLAIMS, Answer(yes=True), Answer(yes=False), Honours())
_WORDS: Final[Mapping[str, Event]] = _CALLS | {event.token: event for event in _OTHERS}
# What players say and write instead; `P`, `D` and `R` are other programs' words.
_SPOKEN: Final[Mapping[str, str]] = {
    "pass": "pass", "пас": "pass", "p": "pass", "контра": "X", "d": "X", "dbl": "X", "x": "X", "double": "X", "реконтра": "XX",
    "r": "XX", "rdbl": "XX", "xx": "XX", "redouble": "XX", "да": "yes", "нет": "no", "так": "yes", "ні": "no",
    "онеры": "honours", "онери": "honours",
}  # fmt: skip


def bare(call: Event) -> Event:
    """The call without its meaning."""
    return msgspec.structs.replace(call, meaning="") if meaning_of(call) else call


def meaning_of(call: Event) -> str:
    """What the caller said that his call means; empty: nothing."""
    return call.meaning if isinstance(call, (Pass, Bid, Double, Redouble)) else ""


def with_meaning(call: Event, meaning: str) -> Event:
    """The call with a meaning."""
    return msgspec.structs.replace(call, meaning=meaning)


def parse(token: str) -> Event:
    """The event of a token; also what people write: `1♣`, `3БК`, `контра`, `♠Т`, `S10`, `1N`.

    Raises:
        ValueError: no such event.
    """
    known = _WORDS.get(token) or _WORDS.get(_SPOKEN.get(token.lower(), token)) or _CALLS.get(_ascii(token))
    if known is not None:
        return known
    head, colon, tail = token.partition(":")
    try:
        if not colon:
            return PLAYS[parse_card(token)]
        if head == "deal":
            return Deal(tail.replace("_", " "))
        if head == "ask":
            return Ask(_number(tail))
        if head == "explain":
            call, _, meaning = tail.partition(":")
            return Explain(_number(call), unquote(meaning))
        if head == "claim":
            tricks, _, line = tail.partition(":")
            claim = CLAIMS[_number(tricks)]
            return Claim(claim.tricks, unquote(line)) if line else claim
        if head == "stop":
            return Stop(force_majeure=True) if tail == "force-majeure" else Stop(tuple(filter(None, tail.split(","))))
        if head == "substitute":
            player, _, consent = tail.partition(":")
            return Substitute(player, tuple(filter(None, consent.split(","))))
        if head == "correction":
            line, points, law = tail.split(":")
            return Correction(msgspec.convert(line, Line), int(points), law)
        call_word = _CALLS.get(_SPOKEN.get(head.lower(), head)) or _CALLS[_ascii(head)]
        return with_meaning(call_word, unquote(tail))
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
