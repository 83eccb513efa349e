"""The words of preferans: contracts, and the events that a seat submits, with their tokens."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from itertools import combinations
from types import MappingProxyType
from typing import ClassVar, Final, TypeAlias

from kozyr.cards import Card, Seat, Suit, parse_card, takes, wrong_type
from kozyr.deals import PREFERANS
from kozyr.games import Amendment, Call, Correction as BaseCorrection, Deal, Event, Play, Stop, Substitute
from kozyr.games.claim import ANSWERS, Answer
from kozyr.games.deeds import AnyDeed
from kozyr.games.exact import points
from kozyr.games.match import common
from kozyr.games.rulings import Ruled, read

__all__ = [
    "NEED",
    "Answer",
    "AnyEvent",
    "Bid",
    "Claim",
    "Contract",
    "Correct",
    "Correction",
    "Discard",
    "Half",
    "Here",
    "Invite",
    "Lay",
    "Look",
    "Misere",
    "Name",
    "Newcomer",
    "Pass",
    "Peek",
    "Play",
    "Refuse",
    "Stop",
    "Substitute",
    "Surrender",
    "Take",
    "Whist",
    "parse",
    "read_contract",
]

# How many tricks the defence owes by the size of the contract (P-3.8.2).
NEED: Final[Mapping[int, int]] = MappingProxyType({6: 4, 7: 2, 8: 1, 9: 1, 10: 1})


class Contract(Enum):
    """A contract; the value is its text, size first (P-1.3.5).

    size: tricks undertaken (0 at misère and all-pass). trump: None without one. step: the place on the ladder,
    misère at 16 between 8NT and 9S (P-2.2.2). price: points to the pool (PC-3.2).

    >>> Contract("7NT"), Contract("7NT").size, Contract("7NT").price
    (Contract.NT7, 7, 4)
    """

    S6, C6, D6, H6, NT6 = "6S", "6C", "6D", "6H", "6NT"
    S7, C7, D7, H7, NT7 = "7S", "7C", "7D", "7H", "7NT"
    S8, C8, D8, H8, NT8 = "8S", "8C", "8D", "8H", "8NT"
    S9, C9, D9, H9, NT9 = "9S", "9C", "9D", "9H", "9NT"
    S10, C10, D10, H10, NT10 = "10S", "10C", "10D", "10H", "10NT"
    MISERE = "misere"
    ALLPASS = "allpass"

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"Contract.{self.name}"

    def __init__(self, text: str) -> None:
        size = int(text.rstrip("SCDHNT")) if text[0].isdigit() else 0
        self.size: int = size
        self.denomination: str = text[len(str(size)) :] if size else ""
        self.trump: Suit | None = Suit(self.denomination) if self.denomination in set("SCDH") else None
        self.step: int = {"misere": 16, "allpass": 0}.get(text, 0)
        if size:
            self.step = 5 * (size - 6) + ("S", "C", "D", "H", "NT").index(self.denomination) + 1 + (size > 8)
        self.price: int = 2 * (size - 5) if size else {"misere": 10, "allpass": 0}[text]

    def __str__(self) -> str:
        return str(self.value)


class Look(Call, frozen=True, tag="look"):
    """Lift the own cards; only where calls before looking were agreed (P-3.3.19)."""


class Pass(Call, frozen=True, tag="pass", omit_defaults=True):
    """Pass, in the auction (P-3.3.10) or on whist (P-3.8.1)."""

    blind: bool = False
    """Whether the pass came before looking (P-3.3.19a)."""

    @property
    def token(self) -> str:
        """`pass`, `blind:pass`."""
        return "blind:pass" if self.blind else "pass"


class Bid(Call, frozen=True, tag="bid", omit_defaults=True):
    """A step of the ladder (P-3.3.7)."""

    contract: Contract
    blind: bool = False
    """Whether the bid came before looking."""
    hand: bool = False
    """Whether the game is played without the talon (PC-4.4.4-note)."""

    @property
    def token(self) -> str:
        """`6S`, `blind:6S`, `hand:9S`."""
        return ("blind:" if self.blind else "hand:" if self.hand else "") + str(self.contract)


class Here(Call, frozen=True, tag="here"):
    """Match the last bid at the same step: 'здесь', 'мои' (P-3.3.8)."""


class Misere(Call, frozen=True, tag="misere", omit_defaults=True):
    """Misère, as a first call (P-3.3.9)."""

    blind: bool = False
    """Whether the misère came before looking."""
    hand: bool = False
    """Whether the misère is played without the talon."""

    @property
    def token(self) -> str:
        """`misere`, `blind:misere`, `hand:misere`."""
        return ("blind:" if self.blind else "hand:" if self.hand else "") + "misere"


class Take(Call, frozen=True, tag="take", omit_defaults=True):
    """Take the talon without a word (P-3.3.15); one card of it opened is a pass (PC-4.2.11)."""

    cards: int = 2

    @property
    def token(self) -> str:
        """`take`, `take1`."""
        return "take" if self.cards == 2 else f"take{self.cards}"


class Invite(Call, frozen=True, tag="invite"):
    """Invite the dealer without cards to share a misère (P-3.6.9)."""


class Discard(Event, frozen=True, tag="discard"):
    """Put two cards away (P-3.4.1). Others see no cards in it."""

    cards: tuple[Card, ...] = ()

    @property
    def token(self) -> str:
        """`discard:S7,D8`, in ASCII order; `discard` where the cards are hidden."""
        return "discard:" + ",".join(sorted(card.text for card in self.cards)) if self.cards else "discard"


class Refuse(Event, frozen=True, tag="refuse"):
    """Refuse the talon: put its own two cards away, to the dealer's cost (P-3.4.10)."""


class Name(Event, frozen=True, tag="contract"):
    """Name the contract (P-3.4.1)."""

    contract: Contract

    @property
    def token(self) -> str:
        """`contract:6S`."""
        return f"contract:{self.contract}"


class Correct(Event, frozen=True, tag="correct", omit_defaults=True):
    """Correct a slip in naming."""

    contract: Contract
    prompt: bool = False
    """Without a pause, as the table's clock found it (P-3.4.8)."""

    @property
    def token(self) -> str:
        """`correct:7H`, `correct-prompt:6H`."""
        return f"correct{'-prompt' if self.prompt else ''}:{self.contract}"


class Whist(Event, frozen=True, tag="whist"):
    """Whist, also when it is returned (P-3.8.1, P-3.8.8)."""


class Half(Event, frozen=True, tag="half"):
    """Leave for half a whist (P-3.8.7)."""


class Peek(Event, frozen=True, tag="peek"):
    """The dealer looks at one defender's hand before answering (P-3.8.8)."""

    hand: Seat

    @property
    def token(self) -> str:
        """`peek:E`."""
        return f"peek:{self.hand.value}"


class Lay(Event, frozen=True, tag="lay"):
    """The sole whister plays with open cards or in the dark (P-3.8.5)."""

    open: bool

    @property
    def token(self) -> str:
        """`open`, `closed`."""
        return "open" if self.open else "closed"


class Claim(Event, frozen=True, tag="claim"):
    """Propose how the tricks will fall, by consent of all (P-3.9.22): totals by seat."""

    tricks: dict[Seat, int]

    def __hash__(self) -> int:
        return hash(self.token)

    @property
    def token(self) -> str:
        """`claim:N6-E2-S2`."""
        return "claim:" + "-".join(f"{s.value}{self.tricks[s]}" for s in Seat if s in self.tricks)


class Surrender(Event, frozen=True, tag="surrender"):
    """Give the contract up: without all, or without three where that is agreed (P-3.5.4)."""


class Newcomer(Amendment, frozen=True, tag="newcomer"):
    """One more player sits down, left of the last dealer, and deals (P-3.1.2); all must consent."""

    waits: ClassVar[str] = "P-3.1.2"

    consent: tuple[str, ...]

    @property
    def token(self) -> str:
        """`newcomer:N,E,S`."""
        return "newcomer:" + ",".join(self.consent)


class Correction(BaseCorrection, frozen=True, tag="correction", omit_defaults=True):
    """An entry in the sheet by consent or ruling: `column` is pool, hill or whists (then `on` names the other player)."""

    player: str
    column: str
    on: str = ""

    @property
    def token(self) -> str:
        """`correction:E:hill:5:P-3.2.17`, `correction:E:whists:12:P-4.2.7:N`."""
        on = (self.on,) if self.on else ()
        return ":".join(("correction", self.player, self.column, str(self.points), self.law, *on))


AnyEvent: TypeAlias = (
    Deal | Look | Pass | Bid | Here | Misere | Take | Invite | Answer | Discard | Refuse | Name | Correct | Whist
    | Half | Peek | Lay | Play | Claim | Surrender | Stop | Newcomer | Substitute | Correction | AnyDeed | Ruled
)  # fmt: skip

PLAYS: Final = {card: Play(card) for card in PREFERANS.cards}
BIDS: Final = {contract: Bid(contract) for contract in Contract if contract.size}
DISCARDS: Final = {
    a.bit | b.bit: Discard((min(a, b, key=str), max(a, b, key=str))) for a, b in combinations(PREFERANS.cards, 2)
}
_WORDS: Final[Mapping[str, Event]] = {
    event.token: event
    for event in (
        Look(), Pass(), Pass(blind=True), Here(), Misere(), Misere(blind=True), Misere(hand=True), Take(), Take(1),
        Invite(), *ANSWERS, Discard(), Refuse(), Whist(), Half(), Lay(open=True),
        Lay(open=False), Surrender(), *(Peek(seat) for seat in Seat), *BIDS.values(), *PLAYS.values(),
        *DISCARDS.values(), *(Bid(c, blind=True) for c in BIDS), *(Bid(c, hand=True) for c in BIDS),
        *(Name(c) for c in (*BIDS, Contract.MISERE)), *(Correct(c) for c in BIDS),
        *(Correct(c, prompt=True) for c in BIDS),
    )
}  # fmt: skip
# Other words of players (P-1.3.5, P-3.3.5, P-3.3.6, PC-3.2): раз is six spades, 6П and «шесть пик» too.
_SPOKEN: Final[Mapping[str, str]] = {
    "пас": "pass", "здесь": "here", "мои": "here", "мизер": "misere", "мізер": "misere", "вист": "whist",
    "віст": "whist", "полвиста": "half", "піввіста": "half", "half-whist": "half",
    "half_whist": "half", "раз": "6S", "пика": "6S", "піка": "6S", "spade": "6S", "one": "6S", "два": "6C", "трефа": "6C",
    "club": "6C", "two": "6C", "бубна": "6D", "diamond": "6D", "черва": "6H", "чирва": "6H", "heart": "6H",
    "misère": "misere", "да": "yes", "так": "yes", "нет": "no", "ні": "no",
}  # fmt: skip
_SIZES: Final[Mapping[str, str]] = {
    "шесть": "6", "семь": "7", "восемь": "8", "девять": "9", "десять": "10",
    "шість": "6", "сім": "7", "вісім": "8", "дев'ять": "9", "дев’ять": "9",
}  # fmt: skip
_DENOMINATIONS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("s", "♠", "п", "пик", "пика", "пики", "пік", "піка", "піки", "spades"), "S"),
    **dict.fromkeys(("c", "♣", "т", "треф", "трефа", "трефы", "трефи", "clubs"), "C"),
    **dict.fromkeys(("d", "♦", "б", "бубен", "бубна", "бубны", "бубни", "бубон", "diamonds"), "D"),
    **dict.fromkeys(("h", "♥", "ч", "червей", "черва", "червы", "чирва", "чирви", "чирв", "hearts"), "H"),
    **dict.fromkeys(("n", "nt", "бк", "б/к", "без козыря", "без козиря", "без", "no trump"), "NT"),
}
_PREFIXED: Final = re.compile("(blind:|hand:|contract:|correct:|correct-prompt:|)(.*)", re.DOTALL)
_SIZED: Final = re.compile(r"(10|[6-9]|[^\W\d_]+(?:['’][^\W\d_]+)?)\s*(.*)", re.DOTALL)
_NAMED: Final = {str(contract): contract for contract in BIDS}


@takes("a contract is read from a text, as '7H'", str)
def read_contract(text: str) -> Contract | None:
    """A contract as people write and say it: `7H`, `7h`, `7♥`, `7N`, `6П`, `6 б/к`, «шесть пик»; None: it is none."""
    found = _SIZED.fullmatch(" ".join(text.lower().split()))
    if found is None:
        return None
    size, denomination = _SIZES.get(found[1], found[1]), _DENOMINATIONS.get(found[2], "")
    return _NAMED.get(size + denomination)


def parse(token: str) -> Event:
    """The event of a token; also of people's words: `раз`, `7♣`, `6П`, «шесть пик», `♠Т`, `S10` (P-1.3.5, P-3.3.5).

    Raises:
        ValueError: no such event. TypeError: it is no text.
    """
    if not isinstance(token, str):
        raise wrong_type("an event is read from a text, as '6S'", token)
    word = _SPOKEN.get(token.lower(), token)
    known = _WORDS.get(word) or _WORDS.get(_plain(word)) or common(word) or read(word)
    if known is not None:
        return known
    head, colon, tail = word.partition(":")
    try:
        match head:
            case "discard":
                cards = [parse_card(part) for part in tail.split(",")]
                if len(set(cards)) == len(cards) == 2:
                    return DISCARDS[cards[0].bit | cards[1].bit]
            case "claim":
                tricks = {Seat(part[:1]): int(part[1:]) for part in tail.split("-")}
                return Claim({seat: tricks[seat] for seat in Seat if seat in tricks})
            case "newcomer" if colon:
                return Newcomer(tuple(filter(None, tail.split(","))))
            case "correction":
                player, column, amount, law, *on = tail.split(":")
                return Correction(points(amount), law, player, column, *on)
            case _:
                return PLAYS[parse_card(word)]
    except (ValueError, KeyError, IndexError, TypeError):
        pass
    raise ValueError(f"no event of preferans: {token!r}")


def _plain(word: str) -> str:
    """A call or a naming with its contract in ASCII; «бубна здесь» matches the bid of any suit (P-3.3.8)."""
    said, _, here = word.lower().rpartition(" ")
    if here in {"здесь", "мои"} and said in _DENOMINATIONS:
        return "here"
    prefixed = _PREFIXED.fullmatch(word)
    contract = read_contract(prefixed[2]) if prefixed is not None else None
    return word if prefixed is None or contract is None else f"{prefixed[1]}{contract}"
