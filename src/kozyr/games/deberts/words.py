"""The words of deberts: the events that a seat submits, with their tokens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, TypeAlias

from kozyr.cards import Rank, Suit, parse_card, wrong_type
from kozyr.deals import DEBERTS
from kozyr.games import contract, match
from kozyr.games.contract import Call, Deal, Event
from kozyr.games.deberts.combinations import KINDS, MELDS, Kind, Meld
from kozyr.games.deeds import AnyDeed
from kozyr.games.exact import points
from kozyr.games.match import Stop, Substitute, common
from kozyr.games.rulings import Ruled, read

__all__ = [
    "AnyEvent",
    "Bella",
    "Close",
    "Correction",
    "Deal",
    "Declare",
    "Exchange",
    "From",
    "Height",
    "Higher",
    "Nine",
    "Order",
    "Pass",
    "Passes",
    "Play",
    "Show",
    "Stop",
    "Substitute",
    "parse",
]


class Pass(Call, frozen=True, tag="pass"):
    """Pass, in the bidding (D-BID-1); or no bella after the other's offence (D-BAIT-6)."""


class Order(Call, frozen=True, tag="order", omit_defaults=True):
    """'I play': by the first trump (D-BID-1), or in the suit named (D-BID-2)."""

    trump: Suit | None = None

    @property
    def token(self) -> str:
        """`order`, `order:S`."""
        return "order" if self.trump is None else f"order:{self.trump.value}"


class Exchange(Event, frozen=True, tag="exchange"):
    """Put the seven of trumps in the place of the turned-up card and take that (D-COMBO-16)."""


class Declare(Event, frozen=True, tag="declare"):
    """The eldest's claim with the first card: 'terz', 'fifty' (D-COMBO-5). It does not tell the height yet."""

    kind: Kind

    @property
    def token(self) -> str:
        """`terz`, `fifty`, `hundred`."""
        return self.kind


class Nine(Event, frozen=True, tag="nine"):
    """'Does a terz from the nine of trumps pass?', before deciding on the exchange (D-COMBO-17)."""


class Higher(Event, frozen=True, tag="higher"):
    """'It does not pass': the answer of a player with a higher combination (D-COMBO-17)."""


class Passes(Event, frozen=True, tag="passes"):
    """'It passes': the other's combination counts (D-COMBO-7)."""


class Height(Event, frozen=True, tag="height"):
    """'Height?': how high is the combination you declared (D-COMBO-8)."""


class From(Event, frozen=True, tag="from", omit_defaults=True):
    """The answer: 'from the queen', 'from the queen of trumps' (D-COMBO-10)."""

    rank: Rank
    trump: bool = False

    @property
    def token(self) -> str:
        """`from:Q`, `from:Q:trump`."""
        return f"from:{self.rank.value}{':trump' if self.trump else ''}"


class Show(Event, frozen=True, tag="show"):
    """Name combinations in full, the highest first: 'terz from the king of hearts' (D-COMBO-7, D-COMBO-10)."""

    melds: tuple[Meld, ...]

    @property
    def token(self) -> str:
        """The event as one word: `show:terz-HK,terz-CT`."""
        return "show:" + ",".join(str(meld) for meld in self.melds)


class Play(contract.Play, frozen=True, tag="play", omit_defaults=True):
    """A card to the trick."""

    bella: bool = False
    """Whether the card is the second of trump king and queen, and 'bella' is said (D-COMBO-15)."""

    @property
    def token(self) -> str:
        """The card: `C7`; `bella:HK`."""
        return f"bella:{self.card}" if self.bella else self.card.text


class Bella(Event, frozen=True, tag="bella"):
    """Declare a bella that is not played yet, after the other's offence (D-BAIT-6)."""


class Close(Event, frozen=True, tag="close"):
    """'I have it': stop the play and count whether the target is reached (D-CLOSE-1)."""


class Correction(match.Correction, frozen=True, tag="correction"):
    """Points that a player writes by consent or by a ruling, with the rule that gives them."""

    waits: ClassVar[str] = "D-SCORE-2"  # the running deal is played for the score that it began with

    player: str

    @property
    def token(self) -> str:
        """`correction:N:20:D-SCORE-2`."""
        return f"correction:{self.player}:{self.points}:{self.law}"


AnyEvent: TypeAlias = (
    Deal | Pass | Order | Exchange | Declare | Nine | Higher | Passes | Height | From | Show | Play | Bella | Close
    | Stop | Substitute | Correction | AnyDeed | Ruled
)  # fmt: skip

PLAYS: Final = {card: Play(card) for card in DEBERTS.cards}
BELLAS: Final = {card: Play(card, bella=True) for card in DEBERTS.cards if card.rank in {Rank.KING, Rank.QUEEN}}
ORDERS: Final = tuple(Order(suit) for suit in Suit)
DECLARES: Final = {kind: Declare(kind) for kind in KINDS}
_MELDS: Final = {str(meld): meld for meld in MELDS}
_WORDS: Final[Mapping[str, Event]] = {
    event.token: event
    for event in (
        Pass(), Order(), *ORDERS, Exchange(), *DECLARES.values(), Nine(), Higher(), Passes(), Height(), Bella(), Close(),
        *(From(card.rank, trump) for card in DEBERTS.cards if card.rank.position >= Rank.NINE.position
          for trump in (False, True)),
        *PLAYS.values(), *BELLAS.values(),
    )
}  # fmt: skip
# Other words of players (field notes and the page itself): Ukrainian and Russian.
_SPOKEN: Final[Mapping[str, str]] = {
    "пас": "pass", "граю": "order", "играю": "order", "терц": "terz", "полтинник": "fifty", "п'ятдесят": "fifty",
    "вишка": "height", "высота": "height", "проходить": "passes", "проходит": "passes", "белла": "bella",
    "закриття": "close", "закрытие": "close",
}  # fmt: skip


def parse(token: str) -> Event:
    """The event of a token; also of the words that people say: `граю`, `терц`, `вишка`, `♠Т`, `S10`.

    Raises:
        ValueError: no such event. TypeError: it is no text.
    """
    if not isinstance(token, str):
        raise wrong_type("an event is read from a text, as 'order'", token)
    word = _SPOKEN.get(token.lower(), token)
    known = _WORDS.get(word) or common(word) or read(word)
    if known is not None:
        return known
    head, _, tail = word.partition(":")
    try:
        if head == "show":
            return Show(tuple(_MELDS[name] for name in tail.split(",")))
        if head == "bella":
            return BELLAS[parse_card(tail)]
        if head == "correction":
            player, amount, law = tail.split(":")
            return Correction(player=player, points=points(amount), law=law)
        return PLAYS[parse_card(word)]
    except (ValueError, KeyError):
        raise ValueError(f"no event of deberts: {token!r}") from None
