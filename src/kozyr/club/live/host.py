"""What a room knows of the club around it, and of those who look at it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

import msgspec

from kozyr.arbiter import AnyIncident, Ruling
from kozyr.bots import Candidate
from kozyr.club import wire
from kozyr.club.budgets import Budget
from kozyr.club.clock import Chance, Clock
from kozyr.club.table.customs import Think
from kozyr.club.table.table import Table
from kozyr.games import AnyView, Event
from kozyr.store import Account, Store

# Why a socket is closed.
AWAY, ELSEWHERE, AGAIN = 4403, 4409, 1012


class Waits(msgspec.Struct, frozen=True):
    """How long the club waits, in seconds; a test need not.

    absent: before a bot holds the seat of somebody who is not there. shares: for people's shares of a deal. look: for the
    others, once the first has looked at a deal that ended. bot: for a bot's decision. proof: for a ruling of the arbiter. tempo: where time must tell nothing,
    the shortest and the longest time of a person's event (PE-5.4.11b). idle: before a table that nobody looks at leaves
    the memory. hello: for the first message of a socket. stall: for a move, where the card has no clock,
    before the others may act; days: at correspondence. seek: before bots fill the chairs of who looks for people and takes bots.
    """

    absent: float = 60.0
    shares: float = 2.0
    look: float = 10.0
    bot: float = 5.0
    proof: float = 20.0
    tempo: tuple[float, float] = (1.0, 3.0)
    idle: float = 600.0
    hello: float = 10.0
    stall: float = 120.0
    days: float = 3 * 86400.0
    seek: float = 60.0


class Loaded(NamedTuple):
    """A table as its log says.

    answers: the entries that commands became. broken: the log broke off with a fault. created: when the table was set up,
    in milliseconds since 1970.
    """

    table: Table
    answers: dict[str, int]
    broken: bool
    created: int


class Whence(NamedTuple):
    """Where somebody comes from. network: None: from this machine. browser: what his browser or program calls itself."""

    network: str | None
    browser: str


class Viewer(Protocol):
    """Somebody who looks at a table."""

    @property
    def account(self) -> Account:
        """Who he is."""

    @property
    def whence(self) -> Whence:
        """Where he comes from."""

    def tell(self, message: wire.FromServer) -> None:
        """Hand over a message that is for him alone, without waiting."""

    def send(self, frame: bytes) -> None:
        """Hand over a message that has been encoded for several."""

    def dismiss(self, code: int) -> None:
        """Close his socket once what waits has been sent."""


class Host(Protocol):
    """The club, as far as one room needs it."""

    @property
    def store(self) -> Store:
        """Where logs and chat are kept."""

    @property
    def waits(self) -> Waits:
        """How long it waits for whom."""

    @property
    def clock(self) -> Clock:
        """What time it is."""

    @property
    def chance(self) -> Chance:
        """Where new names come from."""

    @property
    def silenced(self) -> frozenset[str]:
        """Accounts that the operator lets say nothing."""

    def hushed(self, account: str) -> bool:
        """Whether somebody writes no words at any table now, since he takes part in an event whose boards are sealed."""

    def master(self, table: str) -> bytes:
        """The master secret of a table in memory."""

    async def load(self, table: str) -> Loaded | None:
        """A table as its log says.

        Raises:
            ValueError: what was set up cannot be read any more.
        """

    def forget(self, table: str) -> None:
        """A table leaves the memory."""

    def listed(self, table: str) -> None:
        """What lists say of a table may be another thing now: of itself, or who is there."""

    def bar(self, table: str, whence: Whence) -> None:
        """Somebody who came from there has been sent away from this table."""

    def barred(self, table: str, viewer: Viewer) -> bool:
        """Whether this is a new guest from where somebody has been sent away from this table this evening."""

    def board_over(self, table: Table) -> None:
        """A table of an event has played a board."""

    def rematch(self, table: Table) -> None:
        """Set up the next table of these people, if it is not there."""

    def wait(self, budget: Budget, viewer: Viewer, cost: float = 1) -> float:
        """Seconds until this viewer may do this; 0: now, and it is counted."""

    async def think(self, view: AnyView, level: str, where: str, seed: int, *, patient: bool = False) -> Event:
        """What a bot does; `where` is for the report if it fails. patient: it counts nodes alone, and no clock cuts it short."""

    async def judge(self, table: Table, incident: AnyIncident) -> Ruling | None:
        """What the arbiter says now to an incident of this table; None: he cannot rule on it, or it takes too long.

        Raises:
            StoreError: the database does not answer. Busy: he is asked too much at this moment.
        """

    async def explain(self, think: Think, view: AnyView, level: str, where: str) -> Event | None:
        """What a bot says when it is asked; None: it could not."""

    async def branch(
        self, think: Callable[[AnyView, str, int], int], view: AnyView, level: str, where: str, seed: int
    ) -> int | None:
        """Which branch of a ruling a bot takes; None: it could not say in time."""

    async def counsel(self, view: AnyView, level: str, where: str, seed: int) -> tuple[Candidate, ...] | None:
        """What a bot weighs, the best first; None: it took too long."""
