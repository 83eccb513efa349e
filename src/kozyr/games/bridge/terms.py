"""The terms of a deal before its cards, and the facts that remain of it."""

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
    """The terms of a deal before its cards."""

    conventions: Conventions
    number: int
    """The number of the deal in the session, from 1; a deal dealt again counts anew."""
    dealer: Seat
    vulnerability: Vulnerability = "none"
    rubber: int = 1
    """The number of the rubber, from 1."""
    board: int = 0
    """Its number at duplicate, or the deal of a Chicago rubber; 0 in a rubber."""
    seats: tuple[Seat, ...] = SEATS
    """The seats of people, clockwise."""
    names: tuple[str, ...] = ("N", "E", "S", "W")
    """The players in those seats."""
    control: tuple[Seat, Seat, Seat, Seat] = (Seat.N, Seat.E, Seat.S, Seat.W)
    """The seat that decides for each seat, N E S W. Two and three players play their dummies themselves."""
    kind: Kind = "four"
    """The kind of auction."""
    part: Two = (0, 0)
    """Part-scores below the line, N-S E-W."""

    @property
    def holders(self) -> tuple[Seat, ...]:
        """All four seats, N E S W, under any dealer: so a deal has the same number at every table."""
        return SEATS

    def controls(self, seat: Seat) -> Seat:
        """The seat that decides for a seat."""
        return self.control[seat.position]

    def name(self, seat: Seat) -> str:
        """The name of the player who decides for a seat."""
        return self.names[self.seats.index(self.controls(seat))]

    def vulnerable(self, seat: Seat) -> bool:
        """Whether a seat's side is vulnerable."""
        return is_vulnerable(self.vulnerability, side_of(seat))

    def people(self, of: int) -> tuple[Seat, ...]:
        """The people of a side, as they sit."""
        return tuple(seat for seat in self.seats if side_of(seat) == of)


class Outcome(BaseOutcome, frozen=True):
    """The facts of a deal, by seats; one line of a score file."""

    dealer: Letter
    vul: Vulnerability | None = None
    """Left out, the match knows."""
    contract: ContractText | None = None
    """The contract. None: all passed."""
    declarer: Letter | None = None
    tricks: int | None = None
    """The declarer's tricks, of thirteen."""
    honours: dict[Letter, int] = msgspec.field(default_factory=dict)
    """The declared honours, by seat: 100 or 150."""
    hcp: dict[Line, int] = msgspec.field(default_factory=dict)
    """Points of the court cards by line, where the Russian target is played for."""
