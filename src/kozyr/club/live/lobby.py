"""All tables, in memory or only in the store: how they are set up, and opened for a viewer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from kozyr import bots
from kozyr.club import bodies
from kozyr.club.acts import TableTerms
from kozyr.club.budgets import Budget
from kozyr.club.clock import CHANCE, CLOCK, Chance, Clock
from kozyr.club.files import Deals
from kozyr.club.gate import Gate
from kozyr.club.live.archive import Archive, PlayedDeal
from kozyr.club.live.chat import LINES
from kozyr.club.live.lists import Lists
from kozyr.club.live.room import Room
from kozyr.club.live.silence import SentAway, Silence
from kozyr.club.live.tempo import PAUSE, Tempo
from kozyr.club.live.thinkers import Thinkers
from kozyr.club.live.viewer import Viewer
from kozyr.club.live.waits import Waits
from kozyr.club.live.workers import Workers
from kozyr.club.ratings import check as check_rated
from kozyr.club.table.course import Placed
from kozyr.club.table.customs import agree
from kozyr.club.table.seats import NICKS
from kozyr.club.table.setup import Person, Setup, check_pace
from kozyr.club.table.table import Table
from kozyr.games import Conventions, game
from kozyr.games.options import EDITION
from kozyr.games.refusal import Refused
from kozyr.store import Account, Store, StoreError, Taken
from kozyr.store.log import Fence

_LOG: Final = logging.getLogger("kozyr.club")
_PATIENCE: Final = 5.0  # seconds for a table to finish its work when the club closes


class Lobby:
    """All tables, whether in memory or only in the store.

    pause: seconds that a bot takes for a card on the average, see `Tempo`. chance: where the names and the
    secrets of tables come from. many: by how much the allowances of each account are multiplied.
    """

    def __init__(
        self,
        store: Store,
        workers: Workers,
        pause: float = PAUSE,
        waits: Waits | None = None,
        clock: Clock = CLOCK,
        chance: Chance = CHANCE,
        many: float = 1.0,
    ) -> None:
        self.store = store
        self.waits = waits or Waits()
        self.clock, self.chance = clock, chance
        self.archive = Archive(store, clock, chance, workers)
        self.lists = Lists(store, clock, self.present)
        self.sent_away, self.silence = SentAway(clock), Silence()
        tempo = Tempo(pause, clock, chance)
        self.thinkers = Thinkers(store.log, workers, tempo, self.waits, clock, self.archive.aside)
        self._rooms: dict[str, asyncio.Task[Room | None]] = {}
        self._awaited = set[str]()  # tables that are being read while somebody waits for them
        self._making: dict[str, asyncio.Task[None]] = {}
        self.gate = Gate(clock.seconds, many)
        self.at_deal: Callable[[Table, PlayedDeal | None], None] = (
            _nobody  # hears of each deal that any other table has played
        )
        self.at_event: Callable[[Table], None] = _nobody  # hears of each board that a table of an event has played
        # Of a club of many processes (`scale`): whether a log is this one's, and what an entry of a table must name.
        self.owns: Callable[[str], bool] = _ours
        self.fence: Callable[[Table], Fence | None] = _unfenced

    def deal_over(self, table: Table, played: PlayedDeal | None) -> None:
        """A table that is of no event has played a deal. played: the deal, if it was seen from its cards on."""
        self.at_deal(table, played)

    def board_over(self, table: Table) -> None:
        """A table of an event has played a board."""
        self.at_event(table)

    def wait(self, budget: Budget, viewer: Viewer, cost: float = 1) -> float:
        """Seconds until this viewer may do this; 0: now, and it is counted."""
        account, member = viewer.account, viewer.account.login is not None
        return self.gate.wait(budget, account.person, viewer.whence.network, cost, member=member)

    def check(self, wanted: bodies.NewTable, deals: Deals | None = None, *, program: bool = False) -> Conventions:
        """The conventions of a wanted table. deals: from its owner's file. program: whether the owner is one.

        Raises:
            ValueError: no such game, preset, option, number of players or level of a bot; a card that cannot be; or
                options that contradict each other (`Contradiction`).
        """
        rules, players = game(wanted.game), wanted.players
        if players not in rules.players:
            raise Refused("no_players", game=wanted.game, players=players)
        if len(wanted.bots) != players - 1:
            raise Refused("free_chairs", players=players, due=players - 1, chairs=len(wanted.bots))
        for level in wanted.bots:
            known = bots.names(wanted.game)
            if level is not None and level not in known:
                raise Refused("no_level", level=level, game=wanted.game, possible=", ".join(known))
        conventions = agree(wanted.game, wanted.preset, wanted.changes, players, deals)
        match = rules.start(conventions, players, 0)
        terms = wanted.terms.of(conventions)
        check_rated(terms, match, 1 + wanted.bots.count(None), brought=deals is not None)
        check_pace(terms, [Person("", program="" if program else None)])
        return conventions

    async def create(self, account: Account, wanted: bodies.NewTable, deals: Deals | None = None) -> str:
        """Set a table up; returns its id. Without a free chair it begins with its first viewer.

        Raises:
            ValueError: see `check`.
        """
        conventions = self.check(wanted, deals, program=account.program is not None)
        bots_ = (
            None if level is None else Person(nick, bot=level) for nick, level in zip(NICKS, wanted.bots, strict=False)
        )
        people = (Person(account.nick, account=account.id, program=account.program), *bots_)
        terms = wanted.terms.of(conventions)
        setup = Setup(
            self.chance.token_hex(8), wanted.game, wanted.preset, conventions, people, terms, wanted.public, deals=deals
        )
        await self.archive.create(setup, self.chance.token_bytes(32))
        return setup.id

    async def together(
        self,
        people: Sequence[Account],
        name: str,
        preset: str,
        conventions: Conventions,
        levels: Sequence[str],
        *,
        rated: bool = False,
    ) -> str:
        """Set a public table up for people who have agreed already, and bots of these levels; returns its id."""
        nicks = [nick for nick in NICKS if nick not in {one.nick for one in people}]
        seated = (
            *(Person(one.nick, account=one.id) for one in people),
            *(Person(nick, bot=level) for nick, level in zip(nicks, levels, strict=False)),
        )
        terms, accepted = TableTerms(rated=rated).of(conventions), tuple(range(len(people)))
        setup = Setup(
            self.chance.token_hex(8), name, preset, conventions, seated, terms, public=True, accepted=accepted
        )
        await self.archive.create(setup, self.chance.token_bytes(32))
        return setup.id

    async def place(self, setup: Setup, placed: Placed, master: bytes) -> Room | None:
        """The table of an event, set up unless it exists; its master secret is the event's."""
        first = Table.open(setup).begin(placed, self.clock.now())
        with suppress(Taken):  # it is there already, or another server was faster
            await self.archive.create(setup, master, first)
        return await self.room(setup.id, awaited=False)

    async def there(self, table: str) -> bool:
        """Whether a table has been set up."""
        return self.present(table) is not None or await self.store.log.table(table) is not None

    def rematch(self, table: Table) -> None:
        """Set up the next table of these people, if it is not there. The asker has accepted its card."""
        name, by = table.ended.rematch, table.ended.rematch_by
        if name is not None and name not in self._making:
            self._making[name] = making = asyncio.create_task(self._rematch(table, name, by))
            making.add_done_callback(lambda _: self._making.pop(name, None))

    async def _rematch(self, old: Table, name: str, by: int | None) -> None:
        try:
            if await self.store.log.table(name) is not None:
                return
            # A player who walked out has no chair in the next match.
            people = tuple(None if chair in old.held_chairs else person for chair, person in enumerate(old.people))
            master = self.chance.token_bytes(32) if old.ended.reseed else self.archive.master(old.setup.id)
            # The agreed terms go along; they are played by today's edition, and all accept the card again.
            conventions = msgspec.structs.replace(old.setup.conventions, edition=EDITION)
            setup = msgspec.structs.replace(
                old.setup,
                id=name,
                people=people,
                accepted=() if by is None else (by,),
                owner=by,
                pulka=old.setup.pulka + 1,
                previous=old.setup.id,
                deals=None,  # everybody knows the cards of the file by now
                conventions=conventions if old.setup.deals is None else old.customs.without_deals(conventions),
            )
            with suppress(Taken):  # another server was faster
                await self.archive.create(setup, master)
        except StoreError as error:
            _LOG.error("table %s: its rematch was not set up: %s", old.setup.id, error)

    async def _made(self, table: str) -> None:
        """Wait until a rematch that has been named is set up."""
        making = self._making.get(table)
        if making is not None:
            await asyncio.shield(making)

    async def room(self, table: str, *, awaited: bool = True) -> Room | None:
        """The table of this id, read from its log if it is not in memory. awaited: somebody waits for it."""
        await self._made(table)
        task = self._rooms.get(table)
        if awaited and (task is None or not task.done()):
            self._awaited.add(table)
        if task is None:
            task = self._rooms[table] = asyncio.create_task(self._open(table))
        room = None
        try:
            room = await asyncio.shield(task)
        finally:
            if room is None and task.done():
                self._rooms.pop(table, None)
        if room is not None and not self.owns(log_of(room.table)):  # its owner goes on with it: ours is but a look
            room.idle.cancel()
            if self._rooms.get(table) is task:
                del self._rooms[table]
                self.archive.forget(table)
        return room

    def present(self, table: str) -> Room | None:
        """The table of this id, if it is in memory."""
        task = self._rooms.get(table)
        return None if task is None else _ready(task)

    def in_memory(self) -> list[Room]:
        """The tables that are in memory now."""
        return [room for task in self._rooms.values() if (room := _ready(task)) is not None]

    async def shut(self, table: str) -> None:
        """Take a table out of the memory at once, with all its viewers."""
        room = self.present(table)
        if room is not None:
            await room.shut()
            self.forget(table)

    async def _open(self, table: str) -> Room | None:
        try:
            if await self.store.closures.of_table(table) is not None:
                return None
            found = await self.archive.resume(table, lambda: table in self._awaited)
        finally:
            self._awaited.discard(table)
        if found is None:
            return None
        if found.table.ended.rematch is not None:
            self.rematch(found.table)
        return Room(self, found, await self.store.social.chat(table, LINES))

    async def beginning(self, table: str) -> tuple[Table, int] | None:
        """A table before the first entry of its log, without its secret, and when it was set up.

        Raises:
            ValueError: the table's row cannot be read any more.
        """
        await self._made(table)
        row = await self.store.log.table(table)
        if row is None or await self.store.closures.of_table(table) is not None:
            return None
        return await self.archive.start(row), row.created

    def forget(self, table: str) -> None:
        """Take a table out of the memory; the chair to move is kept in the lists."""
        room = self.present(table)
        self.lists.forget(None if room is None else room.table, table)
        self._rooms.pop(table, None)
        self.archive.forget(table)

    async def close(self) -> None:
        """Stop all tables; nothing is lost, the log has everything."""
        for task in tuple(self._rooms.values()):
            task.cancel()
            with suppress(asyncio.CancelledError, StoreError, ValueError, TimeoutError):
                if (room := await task) is not None:
                    await asyncio.wait_for(room.close(), _PATIENCE)
        await asyncio.gather(*self._making.values(), return_exceptions=True)
        self.archive.close()


def log_of(table: Table) -> str:
    """The log whose owner has a table: its event's, else its own."""
    placed = table.course.placed
    return table.setup.id if placed is None else placed.event


def _nobody(table: Table, played: PlayedDeal | None = None) -> None:
    """What is done with a played deal where no other room follows it: nothing."""


def _ours(log: str) -> bool:
    """Whether this process owns a log, where it is the whole club: yes."""
    del log
    return True


def _unfenced(table: Table) -> None:
    """What an entry of a table must name, where one process writes to every table: nothing."""


def _ready(task: asyncio.Task[Room | None]) -> Room | None:
    """The room that has been opened; None: not yet, or it could not be."""
    return task.result() if task.done() and not task.cancelled() and task.exception() is None else None
