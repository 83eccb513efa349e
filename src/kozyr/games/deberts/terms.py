"""What is known of a deal of deberts: before the cards, while it runs, and when it is over."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias

import msgspec

from kozyr.cards import Card, Seat, Suit
from kozyr.games import contract
from kozyr.games.deberts.combinations import Kind, Meld
from kozyr.games.deberts.options import Conventions
from kozyr.games.deberts.words import AnyEvent
from kozyr.games.trick import Four

SEATS: Final = (Seat.N, Seat.S)
HAND_SIZE: Final = 9
FIRST_SIZE: Final = 6  # before the bidding

# Who has to say what: the answer about the terz from the nine, the height, the reply to it, the names.
Step: TypeAlias = Literal["", "nine", "answer", "reply", "show"]
Two: TypeAlias = tuple[int, int]  # something for each player, N S
Calls: TypeAlias = tuple[tuple[Seat, contract.Event], ...]


class Terms(contract.Terms, frozen=True):
    """What is known before the cards.

    number: which deal of the party, from 1. score, hanging: how the party stands (for closing, and for who plays for
    what). obliged: the dealer plays by the first trump without bidding (`passed_out` obligation).
    """

    conventions: Conventions
    number: int
    dealer: Seat
    score: Two = (0, 0)
    hanging: tuple[int, ...] = ()
    obliged: bool = False

    @property
    def seats(self) -> tuple[Seat, ...]:
        """North and South (D-DEAL-1)."""
        return SEATS

    @property
    def names(self) -> tuple[str, ...]:
        """Players are called by their seats."""
        return ("N", "S")

    @property
    def eldest(self) -> Seat:
        """The dealer's opponent, who gets cards, speaks and leads first (D-DEAL-3, D-PLAY-1)."""
        return self.other(self.dealer)

    @property
    def holders(self) -> tuple[Seat, ...]:
        """Both, the eldest first."""
        return self.eldest, self.dealer

    @property
    def ruled(self) -> bool:
        """Errors are ordinary events, which the rules price (D-BAIT-5)."""
        return self.conventions.table.irregularities == "rule"

    @property
    def guided(self) -> bool:
        """Only the right words about combinations are offered."""
        return self.conventions.suggest_height_question and not self.ruled

    @staticmethod
    def other(seat: Seat) -> Seat:
        """The opponent."""
        return Seat.S if seat is Seat.N else Seat.N


class Dealt(msgspec.Struct, frozen=True):
    """The cards as they were dealt.

    first, later: the six of each before the bidding and the three after it, bits of a `CardSet` by seat N E S W.
    turned: the card turned up for trumps. bottom: the lowest card of the stock.
    """

    terms: Terms
    first: Four
    later: Four
    turned: Card
    bottom: Card


class Outcome(contract.Outcome, frozen=True):
    """The facts of a deal, by seats' letters; one line of a score file.

    maker: who ordered; None: nobody. points: of the cards in each one's tricks, the last trick's ten included.
    melds: combinations that passed, so of one player only; after a card bait all that were declared. bella: who
    declared it. last: who took the last trick. bare: who took none. bait: who has earned a card bait; the points are
    then those of all cards of both (D-BAIT-4). closed: who stopped the play (D-CLOSE-1); the points are those so far.
    """

    dealer: str
    maker: str | None = None
    trump: Suit | None = None
    points: dict[str, int] = msgspec.field(default_factory=dict)
    melds: dict[str, tuple[Kind, ...]] = msgspec.field(default_factory=dict)
    bella: str | None = None
    last: str | None = None
    bare: str | None = None
    bait: str | None = None
    closed: str | None = None


class View(contract.View[AnyEvent, Terms, Outcome], frozen=True, kw_only=True):
    """All that one viewer may know of a deal; `seat` None is a kibitzer.

    step: who has to say what while combinations are talked about. upcard: what lies face up now; first_trump: what was
    turned up. stock: how many cards nobody sees. said: the words about combinations, in order. named: the combinations
    told in full; passed: whose of them count. points: of the cards in each one's tricks so far. reasons: cards that the
    rules forbid now; where errors are possible they are legal all the same. baited: who has been found out.
    """

    game: ClassVar[str] = "deberts"

    step: Step
    first_trump: Card | None
    upcard: Card | None
    bottom: Card | None
    stock: int
    calls: tuple[tuple[Seat, str], ...]
    maker: Seat | None
    trump: Suit | None
    exchanged: Seat | None
    said: tuple[tuple[Seat, str], ...]
    claim: Kind | None
    named: dict[Seat, tuple[Meld, ...]]
    passed: Seat | None
    bella: Seat | None
    points: dict[Seat, int]
    baited: Seat | None
