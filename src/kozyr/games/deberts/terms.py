"""The facts of a deal of deberts: before the cards, while it runs, and at its end."""

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

# The steps of the dialogue: the answer about the terz from the nine, the height, the reply to it, the names.
Step: TypeAlias = Literal["", "nine", "answer", "reply", "show"]
Two: TypeAlias = tuple[int, int]  # something for each player, N S
Calls: TypeAlias = tuple[tuple[Seat, contract.Event], ...]


class Terms(contract.Terms, frozen=True):
    """The terms of a deal before its cards."""

    conventions: Conventions
    number: int
    """The number of the deal in the party, from 1."""
    dealer: Seat
    score: Two = (0, 0)
    """The score of the party before the deal."""
    hanging: tuple[int, ...] = ()
    """The points that hang before the deal."""
    obliged: bool = False
    """The dealer plays by the first trump without bidding (`passed_out` obligation)."""

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
        """The seats with cards: both, the eldest first."""
        return self.eldest, self.dealer

    @property
    def ruled(self) -> bool:
        """Whether errors are ordinary events, which the rules price (D-BAIT-5)."""
        return self.conventions.table.irregularities == "rule"

    @property
    def guided(self) -> bool:
        """Whether only the right words about combinations are offered."""
        return self.conventions.suggest_height_question and not self.ruled

    @staticmethod
    def other(seat: Seat) -> Seat:
        """The opponent."""
        return Seat.S if seat is Seat.N else Seat.N


class Dealt(msgspec.Struct, frozen=True):
    """The cards as they were dealt."""

    terms: Terms
    first: Four
    """The first six cards of each hand, before the bidding: bits of a `CardSet` by seat N E S W."""
    later: Four
    """The three cards of each hand after the bidding: bits of a `CardSet` by seat N E S W."""
    turned: Card
    """The card turned up for trumps."""
    bottom: Card
    """The lowest card of the stock."""


class Outcome(contract.Outcome, frozen=True):
    """The facts of a deal, by seats' letters; one line of a score file."""

    dealer: str
    maker: str | None = None
    """The seat that ordered. None: no seat did."""
    trump: Suit | None = None
    points: dict[str, int] = msgspec.field(default_factory=dict)
    """The points of the cards in each player's tricks, with the last trick's ten."""
    melds: dict[str, tuple[Kind, ...]] = msgspec.field(default_factory=dict)
    """Combinations that passed, so of one player only; after a card bait all declared ones."""
    bella: str | None = None
    """The seat that declared a bella."""
    last: str | None = None
    """The seat that took the last trick."""
    bare: str | None = None
    """The seat that took no trick."""
    bait: str | None = None
    """The seat that has earned a card bait; the points are then those of all cards (D-BAIT-4)."""
    closed: str | None = None
    """The seat that stopped the play (D-CLOSE-1); the points are those up to then."""


class View(contract.View[AnyEvent, Terms, Outcome], frozen=True, kw_only=True):
    """All that one viewer may know of a deal; `seat` None is a kibitzer."""

    game: ClassVar[str] = "deberts"

    step: Step
    """The step of the dialogue about combinations."""
    first_trump: Card | None
    """The card that was turned up."""
    upcard: Card | None
    """The card that lies face up now."""
    bottom: Card | None
    stock: int
    """The number of cards hidden from all."""
    calls: tuple[tuple[Seat, str], ...]
    maker: Seat | None
    trump: Suit | None
    exchanged: Seat | None
    said: tuple[tuple[Seat, str], ...]
    """The words about combinations, in order."""
    claim: Kind | None
    named: dict[Seat, tuple[Meld, ...]]
    """The combinations told in full."""
    passed: Seat | None
    """The seat whose combinations count."""
    bella: Seat | None
    points: dict[Seat, int]
    """The points of the cards in each player's tricks so far.

        reasons: cards that the rules forbid now; where errors are possible they are legal all the same.

    """
    baited: Seat | None
    """The seat whose offence was found out."""

    @property
    def words(self) -> tuple[tuple[Seat, str], ...]:
        """The bidding, and the words about combinations."""
        return self.calls + self.said

    @property
    def headline(self) -> str:
        """The trumps and who has ordered them, or the card that lies face up."""
        if self.trump is not None and self.maker is not None:
            return f"{self.trump.sign} by {self.maker.value}"
        return "" if self.upcard is None else f"turned up {self.upcard.sign()}"
