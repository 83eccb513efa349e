"""The club, as far as one room needs it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from kozyr.club.budgets import Budget
from kozyr.club.clock import Chance, Clock
from kozyr.club.live.archive import Archive, PlayedDeal
from kozyr.club.live.lists import Lists
from kozyr.club.live.silence import SentAway, Silence
from kozyr.club.live.thinkers import Thinkers
from kozyr.club.live.viewer import Viewer
from kozyr.club.live.waits import Waits
from kozyr.club.table.table import Table
from kozyr.store import Store
from kozyr.store.log import Fence


class Host(Protocol):
    """The club, as far as one room needs it."""

    @property
    def store(self) -> Store:
        """The store of logs and chat."""

    @property
    def waits(self) -> Waits:
        """The waiting times of the club."""

    @property
    def clock(self) -> Clock:
        """The clock of the club."""

    @property
    def chance(self) -> Chance:
        """The source of new names."""

    @property
    def archive(self) -> Archive:
        """The logs of tables, and their secrets."""

    @property
    def lists(self) -> Lists:
        """The lists in which a table may stand."""

    @property
    def thinkers(self) -> Thinkers:
        """The bots and the arbiter."""

    @property
    def sent_away(self) -> SentAway:
        """The places from which people were sent away."""

    @property
    def silence(self) -> Silence:
        """The accounts that may write nothing."""

    @property
    def fence(self) -> Callable[[Table], Fence | None]:
        """What an entry of a table must name; raises Fenced where the table is another process's."""

    def forget(self, table: str) -> None:
        """A table leaves the memory."""

    def board_over(self, table: Table) -> None:
        """A table of an event has played a board."""

    def deal_over(self, table: Table, played: PlayedDeal | None) -> None:
        """Another table has played a deal. played: the deal, if it was seen from its cards on."""

    def rematch(self, table: Table) -> None:
        """Set up the next table of these people, if it is not there."""

    def wait(self, budget: Budget, viewer: Viewer, cost: float = 1) -> float:
        """Seconds until this viewer may do this; 0: now, and it is counted."""
