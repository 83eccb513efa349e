"""What is known of a deal before its cards, and the facts that remain of it."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from kozyr.cards import Seat
from kozyr.games import Outcome as BaseOutcome, Terms as BaseTerms
from kozyr.games.bridge.auction import Kind
from kozyr.games.bridge.options import Conventions
from kozyr.games.bridge.scoring import Vulnerability, is_vulnerable
from kozyr.games.bridge.words import Line
from kozyr.games.trick import FollowRules

SEATS: Final = tuple(Seat)
LINES: Final[tuple[Line, Line]] = ("NS", "EW")
TRICKS: Final = 13
FOLLOW: Final = FollowRules(must_trump=False)  # B-PLAY-6

Two: TypeAlias = tuple[int, int]  # something for each side, N-S E-W
ContractText: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[1-7](C|D|H|S|NT)X{0,2}$")]
Letter: TypeAlias = Literal["N", "E", "S", "W"]


def side_of(seat: Seat) -> int:
    """The side of a seat: 0 N-S, 1 E-W."""
    return seat.position % 2


def partner(seat: Seat) -> Seat:
    """The seat opposite."""
    return SEATS[(seat.position + 2) % 4]


def left(seat: Seat) -> Seat:
    """The next seat clockwise."""
    return SEATS[(seat.position + 1) % 4]


class Terms(BaseTerms, frozen=True):
    """What is known before the cards.

    number: which deal of the session, from 1; one dealt again counts anew. rubber: of which rubber, from 1. board: its
    number at duplicate, or the deal of a Chicago rubber; 0 in a rubber. seats: where people sit, clockwise. names: the
    players in those seats. control: who decides for each seat, N E S W (two and three play their dummies themselves).
    kind: the auction's. part: part-scores below the line, N-S E-W.
    """

    conventions: Conventions
    number: int
    dealer: Seat
    vulnerability: Vulnerability = "none"
    rubber: int = 1
    board: int = 0
    seats: tuple[Seat, ...] = SEATS
    names: tuple[str, ...] = ("N", "E", "S", "W")
    control: tuple[Seat, Seat, Seat, Seat] = (Seat.N, Seat.E, Seat.S, Seat.W)
    kind: Kind = "four"
    part: Two = (0, 0)

    @property
    def holders(self) -> tuple[Seat, ...]:
        """All four places, N E S W, whoever deals: a deal's number is then the same at every table."""
        return SEATS

    def controls(self, seat: Seat) -> Seat:
        """Who decides for a seat."""
        return self.control[seat.position]

    def name(self, seat: Seat) -> str:
        """The player who decides for a seat."""
        return self.names[self.seats.index(self.controls(seat))]

    def vulnerable(self, seat: Seat) -> bool:
        """Whether a seat's side is vulnerable."""
        return is_vulnerable(self.vulnerability, side_of(seat))

    def people(self, of: int) -> tuple[Seat, ...]:
        """The people of a side, as they sit."""
        return tuple(seat for seat in self.seats if side_of(seat) == of)


class Outcome(BaseOutcome, frozen=True):
    """The facts of a deal, by seats; one line of a score file.

    vul: left out, the match knows. contract: None if all passed. tricks: the declarer's, of thirteen. honours: what was
    declared, by seat: 100 or 150. hcp: points of the court cards by line, where the Russian target is played for.
    """

    dealer: Letter
    vul: Vulnerability | None = None
    contract: ContractText | None = None
    declarer: Letter | None = None
    tricks: int | None = None
    honours: dict[Letter, int] = msgspec.field(default_factory=dict)
    hcp: dict[Line, int] = msgspec.field(default_factory=dict)
