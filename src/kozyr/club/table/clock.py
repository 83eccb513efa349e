"""The move clock: the awaited chair, the moment since when, the rest of its time bank, and whether its time is out.

Moments come from the entries of the log, and running out of time is an act of the table. So a log folds to the same
table whenever it is read. `kozyr.club.live.timers` says how long the table waits before it writes that act.
"""

from __future__ import annotations

from typing import ClassVar, Final, Self

import msgspec

from kozyr.club import wire
from kozyr.club.acts import Act
from kozyr.club.refusal import Manner
from kozyr.club.table.part import Did, Moved, News, Part, TableFacts, no
from kozyr.games import Deal
from kozyr.games.refusal import Refusal

_LAW: Final = "PE-5.4.18"


class TimeOut(Act, frozen=True, tag="time_out"):
    """The table says that the time of the player on move is out."""

    source: ClassVar = "table"

    chair: int


class MoveClock(Part, frozen=True):
    """The clock of the decision that is waited for."""

    acts = (TimeOut,)

    chair: int | None = None
    """The awaited chair. None: no chair, or a bot decides."""
    since: int = 0
    """From when on, in milliseconds since 1970."""
    out: bool = False
    """Whether the awaited player's time is out."""
    spent: tuple[tuple[int, int], ...] = ()
    """The spent time bank of this deal, in milliseconds, by chair."""

    @property
    def overdue(self) -> int | None:
        """The chair whose time is out, while it is still to move."""
        return self.chair if self.out else None

    def left(self, table: TableFacts) -> int:
        """The rest of the awaited player's bank, in milliseconds; 0 without a bank."""
        terms = table.setup.terms
        if self.chair is None or terms.clock != "bank":
            return 0
        return max(0, terms.deal_time * 1000 - dict(self.spent).get(self.chair, 0))

    def shown(self, table: TableFacts) -> wire.Turn | None:
        """The clock as everybody sees it."""
        if self.chair is None:
            return None
        bank = self.left(table) if table.setup.terms.clock == "bank" else None
        return wire.Turn(self.chair, self.since, bank, self.out)

    def refusal(self, act: Act, by: int | None, table: TableFacts) -> Refusal | None:
        """Refuse a time-out of a player for whom the table does not wait, and a second one for the same wait."""
        assert isinstance(act, TimeOut)
        return None if act.chair == self.chair and not self.out else no(Manner.NOT_NOW, _LAW)

    def after(self, news: News, table: TableFacts) -> Self:
        """The clock after something that has happened."""
        chair = table.awaited
        match news:
            case Moved(event=Deal()):
                return msgspec.structs.replace(self, chair=chair, since=table.ts, out=False, spent=())
            case Moved():
                return msgspec.structs.replace(
                    self, chair=chair, since=table.ts, out=False, spent=self._charged(table.ts, table)
                )
            case Did(act=TimeOut()) if chair == self.chair:
                return msgspec.structs.replace(self, out=True)
            case Did(act=TimeOut(chair=slow)):  # a bot has the seat: the bank of this deal is empty
                spent = dict(self.spent) | {slow: table.setup.terms.deal_time * 1000}
                return msgspec.structs.replace(self, chair=chair, out=False, spent=tuple(sorted(spent.items())))
        return self if chair == self.chair else msgspec.structs.replace(self, chair=chair, since=table.ts, out=False)

    def _charged(self, ts: int, table: TableFacts) -> tuple[tuple[int, int], ...]:
        """The spent banks once the awaited player has moved at this moment."""
        terms, left = table.setup.terms, self.left(table)
        over = ts - self.since - terms.move_time * 1000
        # More than the bank: the club itself was not running, or it would have said that the time was out.
        if self.chair is None or not 0 < over <= left:
            return self.spent
        spent = dict(self.spent)
        spent[self.chair] = spent.get(self.chair, 0) + over
        return tuple(sorted(spent.items()))
