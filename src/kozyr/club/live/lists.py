"""The lists of tables: of the lobby, of an account, and of finished matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Final, TypeVar

import msgspec

from kozyr.club import answers
from kozyr.club.clock import Clock
from kozyr.club.live.open_tables import Attended, OpenTables
from kozyr.club.live.parts import Part, Parts, people
from kozyr.club.table.listing import awaited
from kozyr.club.table.setup import Person
from kozyr.club.table.table import Table
from kozyr.store import Account, Store, TableRow

_INVITED: Final = 1_000  # accounts that the other processes hear are waited for
L = TypeVar("L", bound=answers.Listed)

_AWAITED: Final = 10_000  # the most tables out of memory whose next player is known
OPEN: Final = 10  # public tables of one account that may wait for players at the same time
_DAY: Final = 24 * 3600 * 1000  # milliseconds, after which a table that still gathers is counted no longer


class Lists:
    """The lists of tables. present: the table of an id, if it is in memory."""

    def __init__(self, store: Store, clock: Clock, present: Callable[[str], Attended | None]) -> None:
        self._store, self._clock, self._present = store, clock, present
        self._open_tables = OpenTables()
        self.parts = Parts()  # the lobby of the other processes
        self._awaited: dict[str, str | None] = {}  # the account to move, at tables that have left the memory

    async def gathering(self, account: Account) -> int:
        """How many public tables of this account or its programs gather people."""
        kin = await self._store.accounts.kin(account.person)
        return await self._store.lists.gathering(kin, self._clock.now() - _DAY)

    async def tables(self, account: str, skip: int, most: int) -> list[answers.MyTable]:
        """The tables of an account, the newest first, without the first `skip`."""
        return [_listed(row) for row in await self._store.lists.tables_of(account, skip, most)]

    def note_awaited(self, table: str, account: str | None) -> None:
        """Remember who is to move at a table that leaves the memory; nothing happens there until it is back."""
        self._awaited.pop(table, None)
        self._awaited[table] = account
        while len(self._awaited) > _AWAITED:
            self._awaited.pop(next(iter(self._awaited)))

    def awaited(self, table: str) -> tuple[str | None] | None:
        """The account that is to move at a table, if any; None: only its log can tell."""
        room = self._present(table)
        if room is not None:
            return (awaited(room.table),)
        return (self._awaited[table],) if table in self._awaited else None

    async def over(self, skip: int, most: int) -> list[answers.Listed]:
        """Public matches that are over and may be looked at, the newest first, without the first `skip`."""
        rows = [(row, _noted(row)) for row in await self._store.lists.over(skip, most)]
        return [_with(answers.Listed, about, created=row.created) for row, about in rows if about is not None]

    def lobby(self) -> answers.LobbyLists:
        """Public tables with a connected player: those that wait for people, and those that may be watched."""
        return self.parts.lists(self._open_tables.lists())

    def part(self, member: str, here: Mapping[str, Account], seeks: tuple[answers.Sought, ...]) -> Part:
        """This process's part of the lobby, for the others. member: its incarnation; here: the people whom it sees."""
        own, (members, guests, more) = self._open_tables.lists(), people(here)
        invited = dict(islice(self._open_tables.inviting().items(), _INVITED))
        return Part(member, own.gathering, own.running, invited, members, guests, more, seeks)

    def look(self, table: str) -> None:
        """Note that the list entry of a table in memory may have changed."""
        room = self._present(table)
        if room is not None:
            self._open_tables.look(room)

    async def invitations(self, account: str) -> tuple[answers.Listed, ...]:
        """The waiting tables whose card names this account, if it can be found and has not muted their owner.

        Raises:
            StoreError: the database does not answer.
        """
        elsewhere = self.parts.invitations(account)
        if not elsewhere and not self._open_tables.waiting_for(account):
            return ()
        told = (await self._store.people.told([account])).get(account)
        if told is None or told.known is None:
            return ()
        unheard = await self._store.social.unheard(account)
        more = tuple(table for table, owner in elsewhere if owner not in unheard)
        return (*self._open_tables.invitations(account, unheard), *more)

    def forget(self, table: Table | None, id_: str) -> None:
        """Drop a table that leaves the memory, but keep the account on move. table: None if it could not be read."""
        if table is not None:
            self.note_awaited(id_, awaited(table))
        self._open_tables.forget(id_)


def _noted(row: TableRow) -> answers.Summary | None:
    """The stored note of a table. None: there is none of this program, and the next one replaces it."""
    try:
        return None if row.summary is None else msgspec.json.decode(row.summary, type=answers.Summary)
    except msgspec.ValidationError:
        return None


def _with(kind: type[L], about: answers.Summary, **more: object) -> L:
    """The list entry of a table with more fields."""
    return msgspec.convert(msgspec.structs.asdict(about) | more, kind)


def _listed(row: TableRow) -> answers.MyTable:
    """A table as its own people's list shows it."""
    about = _noted(row)
    people = msgspec.json.decode(row.seats, type=tuple[Person | None, ...])
    finished = row.finished is not None
    chairs = people if about is None else about.chairs
    return answers.MyTable(
        table=row.id,
        game=row.game,
        preset=row.preset if about is None else about.preset,
        players=len(people),
        finished=finished,
        state=about.state if about is not None else "finished" if finished else "playing",
        nicks=tuple(one.nick for one in chairs if one is not None and one.nick is not None),
        created=row.created,
    )
