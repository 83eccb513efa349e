"""All tables, whether in memory or only in the store: set up, read from their logs again, listed, looked back at."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from contextlib import suppress
from typing import Final, TypeVar

import msgspec

from kozyr import bots
from kozyr.club import answers, wire
from kozyr.club.acts import TableTerms
from kozyr.club.clock import CHANCE, CLOCK, Chance, Clock
from kozyr.club.files import Deals
from kozyr.club.limits import Limit
from kozyr.club.live.chat import LINES
from kozyr.club.live.host import Loaded, Waits
from kozyr.club.live.room import Room
from kozyr.club.live.workers import Workers
from kozyr.club.table.customs import Think, agree
from kozyr.club.table.listing import listing, summary
from kozyr.club.table.seats import NICKS
from kozyr.club.table.setup import Person, Setup
from kozyr.club.table.table import Table
from kozyr.games import AnyView, Conventions, Event, game
from kozyr.store import Account, Store, StoreError, TableRow, Taken

L = TypeVar("L", bound=answers.Listed)

_LOG: Final = logging.getLogger("kozyr.club")
_PATIENCE: Final = 5.0  # seconds that a table has to end what it does when the club closes
_HINTS: Final = (20, 60)  # hints that one player may have in so many seconds
_SHOWN: Final = 50  # tables in each list of the lobby
_FRESH: Final = 24 * 3600 * 1000  # milliseconds for which a table that gathers is shown


class Lobby:
    """All tables, whether in memory or only in the store.

    pause: seconds that a bot takes for an event at least, so that a person can follow. chance: where the names and the
    secrets of tables come from.
    """

    def __init__(
        self,
        store: Store,
        workers: Workers,
        pause: float = 0.6,
        waits: Waits | None = None,
        clock: Clock = CLOCK,
        chance: Chance = CHANCE,
    ) -> None:
        self.store = store
        self.waits = waits or Waits()
        self.clock, self.chance = clock, chance
        self._workers = workers
        self._pause = pause
        self._rooms: dict[str, asyncio.Task[Room | None]] = {}
        self._masters: dict[str, bytes] = {}
        self._making: dict[str, asyncio.Task[None]] = {}
        self.silenced: frozenset[str] = frozenset()  # accounts that the operator lets say nothing
        self._hints = Limit("hints", *_HINTS, clock.seconds)

    def may_hint(self, account: str) -> bool:
        """Whether a player may have another hint now."""
        return self._hints.allows(account)

    def check(self, wanted: wire.NewTable, deals: Deals | None = None) -> Conventions:
        """The conventions of a table that somebody wants; deals: from the file that he brings.

        Raises:
            ValueError: no such game, preset, option, number of players or level of a bot; a card that cannot be; or
                options that contradict each other (`Contradiction`).
        """
        rules, players = game(wanted.game), wanted.players
        if players not in rules.players:
            raise ValueError(f"{wanted.game} is not for {players} players")
        if len(wanted.bots) != players - 1:
            raise ValueError(f"{players} players need {players - 1} bots or free chairs, not {len(wanted.bots)}")
        for level in wanted.bots:
            known = bots.levels(wanted.game)
            if level is not None and level not in known:
                raise ValueError(f"no bot of level {level!r} at {wanted.game}; there are: {', '.join(known)}")
        conventions = agree(wanted.game, wanted.preset, wanted.changes, players, deals)
        rules.start(conventions, players, 0)
        wanted.terms.of(conventions)
        return conventions

    async def create(self, account: Account, wanted: wire.NewTable, deals: Deals | None = None) -> str:
        """Set a table up; returns its id. Without a free chair it begins as soon as somebody looks at it.

        Raises:
            ValueError: see `check`.
        """
        conventions = self.check(wanted, deals)
        bots_ = (
            None if level is None else Person(nick, bot=level) for nick, level in zip(NICKS, wanted.bots, strict=False)
        )
        people = (Person(account.nick, account=account.id, program=account.program), *bots_)
        terms = wanted.terms.of(conventions)
        setup = Setup(
            self.chance.token_hex(8), wanted.game, wanted.preset, conventions, people, terms, wanted.public, deals=deals
        )
        await self._create(setup, self.chance.token_bytes(32))
        return setup.id

    async def _create(self, setup: Setup, master: bytes) -> None:
        table = Table.open(setup)
        card = _Kept(setup.terms, setup.public, setup.accepted, table.owner, setup.pulka, setup.previous, setup.deals)
        row = TableRow(
            setup.id,
            setup.game,
            setup.preset,
            wire.encode(setup.conventions).decode(),
            wire.encode(setup.people).decode(),
            self.clock.now(),
            card=wire.encode(card).decode(),
            open=listing(table),
            summary=wire.encode(summary(table)).decode(),
        )
        accounts = [person.account for person in setup.people if person is not None and person.account is not None]
        await self.store.log.create(row, accounts, [], master.hex())

    def rematch(self, table: Table) -> None:
        """Set up the next table of these people, if it is not there; who asked for it has accepted its card."""
        name, by = table.ended.rematch, table.ended.rematch_by
        if name is not None and name not in self._making:
            self._making[name] = asyncio.create_task(self._rematch(table, name, by))

    async def _rematch(self, old: Table, name: str, by: int | None) -> None:
        try:
            if await self.store.log.table(name) is not None:
                return
            # Who walked out has no chair in the next one.
            people = tuple(None if chair in old.held_chairs else person for chair, person in enumerate(old.people))
            master = self.chance.token_bytes(32) if old.ended.reseed else self.master(old.setup.id)
            conventions = old.setup.conventions
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
                await self._create(setup, master)
        except StoreError as error:
            _LOG.error("table %s: its rematch was not set up: %s", old.setup.id, error)
            self._making.pop(name, None)

    async def room(self, table: str) -> Room | None:
        """The table of this id, read from its log if it is not in memory."""
        making = self._making.get(table)
        if making is not None:
            await asyncio.shield(making)
        task = self._rooms.get(table)
        if task is None:
            task = self._rooms[table] = asyncio.create_task(self._open(table))
        room = None
        try:
            room = await asyncio.shield(task)
        finally:
            if room is None and task.done():
                self._rooms.pop(table, None)
        return room

    def in_memory(self) -> list[Room]:
        """The tables that are in memory now."""
        rooms = []
        for task in self._rooms.values():
            read = task.done() and not task.cancelled() and task.exception() is None
            room = task.result() if read else None
            if room is not None:
                rooms.append(room)
        return rooms

    async def shut(self, table: str) -> None:
        """Take a table out of the memory at once, whoever looks at it."""
        for room in self.in_memory():
            if room.table.setup.id == table:
                await room.shut()
                self.forget(table)

    async def _open(self, table: str) -> Room | None:
        row = await self.store.log.table(table)
        if row is None or row.closed is not None:
            return None
        found = await self.load(table)
        if found is None:
            return None
        if found.table.ended.rematch is not None:
            self.rematch(found.table)
        return Room(self, found, await self.store.social.chat(table, LINES))

    async def load(self, table: str) -> Loaded | None:
        """A table as its log says.

        Raises:
            ValueError: what was set up cannot be read any more.
        """
        at = await self.beginning(table)
        if at is None:
            return None
        entries = await self.store.log.events(table)
        answered: dict[str, int] = {}
        for entry in entries:
            try:
                at = at.after(entry)
            except Exception:  # noqa: BLE001 - the good prefix is kept, whatever the fault
                _LOG.exception("table %s: the log cannot be followed beyond %d", table, at.seq)
                return Loaded(at, answered, broken=True)
            if entry.cmd_id is not None:
                answered[entry.cmd_id] = entry.seq
        return Loaded(at, answered, broken=False)

    async def beginning(self, table: str) -> Table | None:
        """A table before the first entry of its log.

        Raises:
            ValueError: what was set up cannot be read any more.
        """
        row = await self.store.log.table(table)
        if row is None:
            return None
        if table not in self._masters:
            self._masters[table] = await self._secret(table)
        return Table.open(self._setup(row))

    async def _secret(self, table: str) -> bytes:
        """The master secret of a table; one that is older than secrets gets its own."""
        found = await self.store.log.secret(table)
        if found is None:
            found = self.chance.token_hex(32)
            await self.store.log.seal(table, found)
        return bytes.fromhex(found)

    def master(self, table: str) -> bytes:
        """The master secret of a table in memory."""
        return self._masters[table]

    def _setup(self, row: TableRow) -> Setup:
        conventions = msgspec.json.decode(row.conventions, type=type(next(iter(game(row.game).presets.values()))))
        people = msgspec.json.decode(row.seats, type=tuple[Person | None, ...])
        card = _Kept() if row.card is None else msgspec.json.decode(row.card, type=_Kept)
        persons = tuple(n for n, who in enumerate(people) if who is not None and who.bot is None)
        return Setup(
            row.id,
            row.game,
            row.preset,
            conventions,
            people,
            card.terms.of(conventions),
            card.public,
            persons if card.accepted is None else card.accepted,
            card.owner,
            card.pulka,
            card.previous,
            hashlib.sha256(b"kozyr pack|" + self.master(row.id)).hexdigest()[:16],
            card.deals,
        )

    # --- lists ---------------------------------------------------------------------------------------------

    async def tables(self, account: str) -> list[answers.MyTable]:
        """The tables at which somebody sits, the newest first."""
        return [_listed(row) for row in await self.store.log.tables_of(account)]

    async def open_tables(self) -> answers.LobbyLists:
        """Public tables: those that gather, and those at which one may watch; the newest first."""
        lists = []
        for which in ("gathering", "running"):
            rows = await self.store.log.open_tables(which, self.clock.now() - _FRESH, _SHOWN)
            noted = [(row, _noted(row)) for row in rows]
            lists.append(tuple(_with(answers.Listed, about, created=row.created) for row, about in noted if about))
        return answers.LobbyLists(*lists)

    async def about(self, table: str, account: str) -> answers.About | None:
        """A table as an invited person sees it before he sits down."""
        room = await self.room(table)
        if room is None:
            return None
        row = await self.store.log.table(table)
        seated = room.table.chair(account) is not None
        created = 0 if row is None else row.created
        you = "player" if seated else "stranger"
        return _with(answers.About, summary(room.table), created=created, conventions=room.table.card.values, you=you)

    async def think(self, view: AnyView, level: str, where: str, seed: int) -> Event:
        """What a bot does, not sooner than the pause; `where` is for the report if it fails."""
        choice = self._workers.choose(view, level, where, self.waits.bot, seed)
        event, _ = await asyncio.gather(choice, asyncio.sleep(self._pause))
        return event

    async def explain(self, think: Think, view: AnyView, level: str, where: str) -> Event | None:
        """What a bot says when it is asked, not sooner than the pause; None: it could not."""
        told = self._workers.ask(think, view, level, where, self.waits.bot)
        event, _ = await asyncio.gather(told, asyncio.sleep(self._pause))
        return event

    async def counsel(self, view: AnyView, level: str, where: str, seed: int) -> tuple[bots.Candidate, ...] | None:
        """What a bot weighs, the best first; None: it took too long."""
        return await self._workers.ask(bots.explain, view, level, where, self.waits.bot, seed)

    def forget(self, table: str) -> None:
        """A table leaves the memory."""
        self._rooms.pop(table, None)
        self._masters.pop(table, None)

    async def close(self) -> None:
        """Stop all tables; nothing is lost, the log has everything."""
        for task in tuple(self._rooms.values()):
            task.cancel()
            with suppress(asyncio.CancelledError, StoreError, ValueError, TimeoutError):
                if (room := await task) is not None:
                    await asyncio.wait_for(room.close(), _PATIENCE)
        await asyncio.gather(*self._making.values(), return_exceptions=True)


def _noted(row: TableRow) -> answers.Summary | None:
    """What was noted of a table; None: it is older than such notes."""
    return None if row.summary is None else msgspec.json.decode(row.summary, type=answers.Summary)


def _with(kind: type[L], about: answers.Summary, **more: object) -> L:
    """What lists say of a table, and more."""
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


class _Kept(msgspec.Struct, frozen=True):
    """What a row of the store says of a table besides the conventions."""

    terms: TableTerms = TableTerms()
    public: bool = False
    accepted: tuple[int, ...] | None = None
    owner: int | None = None
    pulka: int = 1
    previous: str | None = None
    deals: Deals | None = None
