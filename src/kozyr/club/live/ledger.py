"""A table with its log: an act has happened if and only if the log has it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Final, Literal, NamedTuple, TypeAlias

from kozyr.club import metrics, wire
from kozyr.club.live.archive import Loaded, PlayedDeal
from kozyr.club.live.host import Host
from kozyr.club.table.course import GAME
from kozyr.club.table.listing import listed_again
from kozyr.club.table.table import Step, Table
from kozyr.games import Refusal
from kozyr.store import Entry, Fenced, Stale, StoreError

_LOG: Final = logging.getLogger("kozyr.club")

# A table's next step, for the command that asks for it.
Decide: TypeAlias = Callable[[Table, str | None], Step | Refusal]


class Done(NamedTuple):
    """A step that has been written, and the frame that each account is sent of it; None: the account may look no longer."""

    step: Step
    frames: dict[str, bytes | None]


# closed: a fault has frozen the table. stale: the table was read again from its log.
Written: TypeAlias = Done | Refusal | Literal["closed", "stale"]


class Ledger:
    """A table in memory, the log that has made it, and the entries that commands became.

    A writer holds `lock`, so that one thing happens at a time. A failure before the append changes nothing; after a
    failed append the log is read again.

    Attributes:
        played: the deal that ended with the last entry. None: none did, or it was not seen from its cards on.
    """

    def __init__(self, host: Host, loaded: Loaded) -> None:
        self.lock = asyncio.Lock()
        self.table, self._answers, self.frozen, self.created = loaded
        self._host = host
        self.moved = False  # another process owns the table now
        self.played: PlayedDeal | None = None
        self._running: tuple[Table, list[Entry]] | None = None  # the table before the deal's cards, and what came since

    def answered(self, own: str) -> int | None:
        """The number of the entry that a command became; None: it became none."""
        return self._answers.get(own)

    def acted(self, prefix: str) -> bool:
        """Whether a command with this beginning of its id has become an entry."""
        return any(own.startswith(prefix) for own in self._answers)

    async def write(self, decide: Decide, accounts: Iterable[str], own: str | None = None) -> Written:
        """Decide, and write the step down. accounts: the viewers; own: the id of the command."""
        try:
            step = decide(self.table, own)
            if not isinstance(step, Step):
                return step
            # A step that cannot be shown must not happen, so its messages are made first.
            done = Done(step, frames(step, accounts))
            note = listed_again(step)
        except Exception:  # noqa: BLE001 - whatever the fault: it is ours, and must not cost anybody a deal
            self.freeze()
            return "closed"
        id_ = self.table.setup.id
        over = step.entry.ts if step.table.finished and not step.before.finished else None
        try:
            fence = self._host.fence(self.table)
            await self._host.store.log.append(id_, self.table.seq, [step.entry], over, note, "table", fence)
        except Fenced:  # another process owns the table: it is found there
            metrics.FENCED.inc()
            self.frozen = self.moved = True
            return "closed"
        except (Stale, StoreError) as error:
            why = str(error) or "somebody else wrote"
            _LOG.error("table %s: entry %d was not written: %s", id_, step.entry.seq, why)
            await self._read_again()
            return "stale"
        self.table = step.table
        self._follow(step)
        if own is not None:
            self._answers[own] = step.entry.seq
        return done

    def _follow(self, step: Step) -> None:
        """Note the deal that runs, and the one that has ended."""
        before, after, self.played = step.before.course, step.table.course, None
        if step.entry.kind in GAME and after.dealt > before.dealt:
            self._running = step.before, []
            if before.deals:
                self._host.archive.keep(step.table, step.entry)
        if self._running is None:
            return
        start, entries = self._running
        entries.append(step.entry)
        if after.deals > before.deals:
            self.played, self._running = PlayedDeal(start, tuple(entries), step.table), None

    def freeze(self) -> None:
        """Freeze the table after a fault of the program: no deal is lost by it, and the log stays as it is."""
        _LOG.exception("table %s is frozen at %d", self.table.setup.id, self.table.seq)
        self.frozen = True

    async def _read_again(self) -> None:
        """Read the log again: another server wrote, or the result of a write is unknown."""
        try:
            found = await self._host.archive.resume(self.table.setup.id)
        except (StoreError, ValueError):
            found = None
        if found is None:
            self.freeze()
        else:
            self.table, self._answers, self.frozen, _ = found
            self._running = None
            self._host.lists.look(self.table.setup.id)


def frames(step: Step, accounts: Iterable[str]) -> dict[str, bytes | None]:
    """Each account's message about a step, made once for all with the same sight; None: the account may look no longer."""
    if step.same_eyes:
        eyes = {account: (eye, eye) for account in accounts for eye in (step.table.eye(account),)}
    else:
        eyes = {account: (step.before.eye(account), step.table.eye(account)) for account in accounts}
    told = {pair: wire.encode(step.ev(pair[1], pair[0])) for pair in set(eyes.values()) if pair[1] is not None}
    return {account: told.get(pair) for account, pair in eyes.items()}
