"""All tables, whether in memory or only in the store: set up, read from their logs again, listed, looked back at."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, TypeVar

import msgspec

from kozyr import bots
from kozyr.arbiter import AnyIncident, Ruling
from kozyr.club import answers, metrics, wire
from kozyr.club.acts import TableTerms
from kozyr.club.budgets import Budget
from kozyr.club.clock import CHANCE, CLOCK, Chance, Clock
from kozyr.club.files import Deals
from kozyr.club.gate import Gate
from kozyr.club.live.chat import LINES
from kozyr.club.live.host import Loaded, Viewer, Waits, Whence
from kozyr.club.live.open_tables import OpenTables
from kozyr.club.live.queue import Queue, gently
from kozyr.club.live.room import Room
from kozyr.club.live.tempo import PAUSE, Tempo
from kozyr.club.live.workers import Workers
from kozyr.club.table.course import Placed
from kozyr.club.table.customs import Think, agree
from kozyr.club.table.listing import awaited, listing, record, summary
from kozyr.club.table.seats import NICKS
from kozyr.club.table.setup import Person, Setup
from kozyr.club.table.table import Step, Table
from kozyr.games import AnyView, Conventions, Event, game
from kozyr.games.options import EDITION
from kozyr.store import Account, Entry, Store, StoreError, TableRow, Taken

L = TypeVar("L", bound=answers.Listed)

_LOG: Final = logging.getLogger("kozyr.club")
_PATIENCE: Final = 5.0  # seconds that a table has to end what it does when the club closes
_LOADING: Final = 10_000  # tables that may wait until they are read
_RULINGS: Final = 2  # that are worked out at once; each may take a worker for as long as its proof
_AWAITED: Final = 10_000  # tables out of memory of which it is known who is to move
_EVENING: Final = 12 * 3600.0  # seconds for which who was sent away does not come back as a new guest
_BARRED: Final = 10_000  # of them that are remembered
OPEN: Final = 10  # public tables of one account that may gather people at the same time
_DAY: Final = 24 * 3600 * 1000  # milliseconds, after which a table that still gathers is counted no longer


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
        self._workers = workers
        self._tempo = Tempo(pause, clock, chance)
        self._rooms: dict[str, asyncio.Task[Room | None]] = {}
        self._open_tables = OpenTables()
        self._masters: dict[str, bytes] = {}
        self._earlier: dict[str, bool] = {}  # tables whose logs may be meant in two ways: whether it is the earlier one
        self._making: dict[str, asyncio.Task[None]] = {}
        # From where somebody was sent away from a table: when, and until when it counts; the oldest first.
        self._barred: dict[tuple[str, Whence], tuple[int, float]] = {}
        self._awaited: dict[str, str | None] = {}  # who is to move, at tables that have left the memory
        self._aside = Queue("tables", _LOADING, threaded=True)
        self._judging = asyncio.Semaphore(_RULINGS)
        self.gate = Gate(clock.seconds, many)
        self.at_event: Callable[[Table], None] = _nobody  # hears of each board that a table of an event has played
        self._hushed: dict[str, frozenset[str]] = {}  # by event
        self.silenced: frozenset[str] = frozenset()  # accounts that the operator lets say nothing

    def hush(self, event: str, accounts: frozenset[str]) -> None:
        """Whose words nobody is to read while an event plays boards that they know; none: it does not any more."""
        self._hushed.pop(event, None)
        if accounts:
            self._hushed[event] = accounts

    def hushed(self, account: str) -> bool:
        """Whether somebody writes no words at any table now (PT-I.12.2.4)."""
        return any(account in some for some in self._hushed.values())

    def board_over(self, table: Table) -> None:
        """A table of an event has played a board."""
        self.at_event(table)

    def wait(self, budget: Budget, viewer: Viewer, cost: float = 1) -> float:
        """Seconds until this viewer may do this; 0: now, and it is counted."""
        account, member = viewer.account, viewer.account.login is not None
        return self.gate.wait(budget, account.person, viewer.whence.network, cost, member=member)

    def bar(self, table: str, whence: Whence) -> None:
        """Somebody who came from there has been sent away from this table."""
        self._barred.pop((table, whence), None)
        self._barred[table, whence] = (self.clock.now(), self.clock.seconds() + _EVENING)
        while len(self._barred) > _BARRED:
            self._barred.pop(next(iter(self._barred)))

    def barred(self, table: str, viewer: Viewer) -> bool:
        """Whether this is a new guest from where somebody has been sent away from this table this evening.

        Whoever has a login, or was here before, may be another person in the same house.
        """
        account = viewer.account
        when, until = self._barred.get((table, viewer.whence), (0, 0.0))
        return account.login is None and account.created >= when > 0 and self.clock.seconds() < until

    async def gathering(self, account: Account) -> int:
        """How many public tables at which somebody sits, or a program of his, gather people."""
        kin = await self.store.accounts.kin(account.person)
        return await self.store.lists.gathering(kin, self.clock.now() - _DAY)

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

    async def together(
        self, people: Sequence[Account], name: str, preset: str, conventions: Conventions, levels: Sequence[str]
    ) -> str:
        """Set a public table up for people who have agreed on this already, and bots of these levels; returns its id."""
        nicks = [nick for nick in NICKS if nick not in {one.nick for one in people}]
        seated = (
            *(Person(one.nick, account=one.id) for one in people),
            *(Person(nick, bot=level) for nick, level in zip(nicks, levels, strict=False)),
        )
        terms, accepted = TableTerms().of(conventions), tuple(range(len(people)))
        setup = Setup(
            self.chance.token_hex(8), name, preset, conventions, seated, terms, public=True, accepted=accepted
        )
        await self._create(setup, self.chance.token_bytes(32))
        return setup.id

    async def place(self, setup: Setup, placed: Placed, master: bytes) -> Room | None:
        """The table of an event, set up if nobody has done it yet; its master secret is the event's."""
        first = Table.open(setup).begin(placed, self.clock.now())
        with suppress(Taken):  # it is there already, or another server was faster
            await self._create(setup, master, first)
        return await self.room(setup.id)

    async def there(self, table: str) -> bool:
        """Whether a table has been set up."""
        return self.present(table) is not None or await self.store.log.table(table) is not None

    async def _create(self, setup: Setup, master: bytes, first: Step | None = None) -> None:
        table = Table.open(setup) if first is None else first.table
        terms = msgspec.to_builtins(setup.terms)
        card = _Kept(terms, setup.public, setup.accepted, table.owner, setup.pulka, setup.previous, setup.deals)
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
            event=None if table.placed is None else table.placed.event,
        )
        accounts = [person.account for person in setup.people if person is not None and person.account is not None]
        await self.store.log.create(row, accounts, [] if first is None else [first.entry], master.hex())

    def rematch(self, table: Table) -> None:
        """Set up the next table of these people, if it is not there; who asked for it has accepted its card."""
        name, by = table.ended.rematch, table.ended.rematch_by
        if name is not None and name not in self._making:
            self._making[name] = making = asyncio.create_task(self._rematch(table, name, by))
            making.add_done_callback(lambda _: self._making.pop(name, None))

    async def _rematch(self, old: Table, name: str, by: int | None) -> None:
        try:
            if await self.store.log.table(name) is not None:
                return
            # Who walked out has no chair in the next one.
            people = tuple(None if chair in old.held_chairs else person for chair, person in enumerate(old.people))
            master = self.chance.token_bytes(32) if old.ended.reseed else self.master(old.setup.id)
            # What was agreed goes along; it is played as the program plays today, and everybody accepts the card again.
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
                await self._create(setup, master)
        except StoreError as error:
            _LOG.error("table %s: its rematch was not set up: %s", old.setup.id, error)

    async def _made(self, table: str) -> None:
        """Wait until a rematch that has been named is set up."""
        making = self._making.get(table)
        if making is not None:
            await asyncio.shield(making)

    async def room(self, table: str) -> Room | None:
        """The table of this id, read from its log if it is not in memory."""
        await self._made(table)
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

    def present(self, table: str) -> Room | None:
        """The table of this id, if it is in memory."""
        task = self._rooms.get(table)
        return None if task is None else _ready(task)

    def in_memory(self) -> list[Room]:
        """The tables that are in memory now."""
        return [room for task in self._rooms.values() if (room := _ready(task)) is not None]

    async def shut(self, table: str) -> None:
        """Take a table out of the memory at once, whoever looks at it."""
        room = self.present(table)
        if room is not None:
            await room.shut()
            self.forget(table)

    async def _open(self, table: str) -> Room | None:
        if await self.store.closures.of_table(table) is not None:
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
        row = await self.store.log.table(table)
        if row is None:
            return None
        self._masters[table] = await self.secret(table)
        start, created, entries = await self.start(row), row.created, await self.store.log.events(table)
        return await self._aside.do(lambda: _followed(start, created, entries))

    async def beginning(self, table: str) -> tuple[Table, int] | None:
        """A table before the first entry of its log, without its secret, and when it was set up.

        Raises:
            ValueError: what was set up cannot be read any more.
        """
        await self._made(table)
        row = await self.store.log.table(table)
        if row is None or await self.store.closures.of_table(table) is not None:
            return None
        return await self.start(row), row.created

    async def known_to(self, table: str, account: str) -> bool:
        """Whether somebody may know that a table is there which the operator has closed: it is public, or he took part in it."""
        row = await self.store.log.table(table)
        card = None if row is None or row.card is None else msgspec.json.decode(row.card, type=_Kept)
        return (card is not None and card.public) or await self.store.lists.took_part(account, table)

    async def secret(self, table: str) -> bytes:
        """The master secret of a table."""
        return self._masters.get(table) or await self._secret(table)

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

    async def start(self, row: TableRow) -> Table:
        """A table before the first entry of its log, as it was set up.

        A log without an edition may have two readings; then the table takes the one that follows the log further.

        Raises:
            ValueError: what was set up cannot be read any more.
        """
        setup = self._setup(row)
        at, earlier = Table.open(setup), setup.conventions.earlier
        if earlier is None:
            return at
        other = Table.open(msgspec.structs.replace(setup, conventions=earlier))
        if row.id not in self._earlier:
            entries = await self.store.log.events(row.id)
            self._earlier[row.id] = await self._aside.do(lambda: _reach(other, entries) > _reach(at, entries))
        return other if self._earlier[row.id] else at

    def _setup(self, row: TableRow) -> Setup:
        master = self._masters.get(row.id)
        conventions = game(row.game).logged(msgspec.json.decode(row.conventions, type=dict[str, object]))
        people = msgspec.json.decode(row.seats, type=tuple[Person | None, ...])
        card = _Kept() if row.card is None else msgspec.json.decode(row.card, type=_Kept)
        persons = tuple(n for n, who in enumerate(people) if who is not None and who.bot is None)
        return Setup(
            row.id,
            row.game,
            row.preset,
            conventions,
            people,
            TableTerms.logged(card.terms).of(conventions),
            card.public,
            persons if card.accepted is None else card.accepted,
            card.owner,
            card.pulka,
            card.previous,
            "" if master is None else hashlib.sha256(b"kozyr pack|" + master).hexdigest()[:16],
            card.deals,
        )

    # --- lists ---------------------------------------------------------------------------------------------

    async def tables(self, account: str, skip: int, most: int) -> list[answers.MyTable]:
        """The tables at which somebody sits, the newest first, but not the first so many."""
        return [_listed(row) for row in await self.store.lists.tables_of(account, skip, most)]

    def note_awaited(self, table: str, account: str | None) -> None:
        """Keep in mind who is to move at a table that is not in memory; nothing happens there until it is again."""
        self._awaited.pop(table, None)
        self._awaited[table] = account
        while len(self._awaited) > _AWAITED:
            self._awaited.pop(next(iter(self._awaited)))

    def awaited(self, table: str) -> tuple[str | None] | None:
        """The account that is to move at a table, if any; None: only its log can tell."""
        room = self.present(table)
        if room is not None:
            return (awaited(room.table),)
        return (self._awaited[table],) if table in self._awaited else None

    async def over(self, skip: int, most: int) -> list[answers.Listed]:
        """Public matches that are over and may be looked at, the newest first, but not the first so many."""
        rows = [(row, _noted(row)) for row in await self.store.lists.over(skip, most)]
        return [_with(answers.Listed, about, created=row.created) for row, about in rows if about is not None]

    def open_tables(self) -> answers.LobbyLists:
        """Public tables at which one of their people is connected: those that gather, and those at which one may watch."""
        return self._open_tables.lists()

    def listed(self, table: str) -> None:
        """What lists say of a table in memory may be another thing now: of itself, or who is there."""
        room = self.present(table)
        if room is not None:
            self._open_tables.look(room)

    async def invitations(self, account: str) -> tuple[answers.Listed, ...]:
        """Tables that gather people and whose card names this account: if it lets itself be found, and hears their owner.

        Raises:
            StoreError: the database does not answer.
        """
        if not self._open_tables.waiting_for(account):
            return ()
        told = (await self.store.people.told([account])).get(account)
        if told is None or told.known is None:
            return ()
        return self._open_tables.invitations(account, await self.store.social.unheard(account))

    async def think(self, view: AnyView, level: str, where: str, seed: int, *, patient: bool = False) -> Event:
        """What a bot does, at the time that is drawn for it; `where` is for the report if it fails.

        patient: no clock cuts it short, so that everybody is answered alike and a record can be played again.
        """
        limit = None if patient else self.waits.bot
        return await self._tempo.decided(self._workers.choose(view, level, where, limit, seed), view, level)

    async def judge(self, table: Table, incident: AnyIncident) -> Ruling | None:
        """What the arbiter says now to an incident of this table; None: he cannot rule on it, or it takes too long."""
        id_, begun = table.setup.id, self.clock.seconds()
        entries = await self.store.log.events(id_, 0, table.seq)
        told = await self._aside.do(lambda: record(table, list(gently(entries)), table.seq))
        async with self._judging:
            ruling = await self._workers.rule(told, incident, f"table {id_} at {table.seq}", self.waits.proof)
        metrics.ruled(ruling.laws[0] if ruling is not None else "none", self.clock.seconds() - begun)
        return ruling

    async def explain(self, think: Think, view: AnyView, level: str, where: str) -> Event | None:
        """What a bot says when it is asked, at the time that is drawn for it; None: it could not."""
        return await self._tempo.told(self._workers.ask(think, view, level, where, self.waits.bot))

    async def branch(
        self, think: Callable[[AnyView, str, int], int], view: AnyView, level: str, where: str, seed: int
    ) -> int | None:
        """Which branch of a ruling a bot takes; None: it could not say in time."""
        return await self._workers.ask(think, view, level, where, self.waits.bot, seed)

    async def counsel(self, view: AnyView, level: str, where: str, seed: int) -> tuple[bots.Candidate, ...] | None:
        """What a bot weighs, the best first; None: it took too long."""
        return await self._workers.ask(bots.explain, view, level, where, self.waits.bot, seed)

    def forget(self, table: str) -> None:
        """A table leaves the memory; who is to move there is kept."""
        room = self.present(table)
        if room is not None:
            self.note_awaited(table, awaited(room.table))
        self._rooms.pop(table, None)
        self._masters.pop(table, None)
        self._open_tables.forget(table)

    async def close(self) -> None:
        """Stop all tables; nothing is lost, the log has everything."""
        for task in tuple(self._rooms.values()):
            task.cancel()
            with suppress(asyncio.CancelledError, StoreError, ValueError, TimeoutError):
                if (room := await task) is not None:
                    await asyncio.wait_for(room.close(), _PATIENCE)
        await asyncio.gather(*self._making.values(), return_exceptions=True)
        self._aside.close()


def _nobody(table: Table) -> None:
    """There are no events."""


def _ready(task: asyncio.Task[Room | None]) -> Room | None:
    """The room that has been opened; None: not yet, or it could not be."""
    return task.result() if task.done() and not task.cancelled() and task.exception() is None else None


def _reach(at: Table, entries: list[Entry]) -> int:
    """The last entry to which a log can be followed."""
    for entry in gently(entries):
        try:
            at = at.after(entry)
        except Exception:  # noqa: BLE001 - whatever the fault, as where it is followed to be played
            break
    return at.seq


def _followed(at: Table, created: int, entries: list[Entry]) -> Loaded:
    """A table after its log."""
    answered: dict[str, int] = {}
    for entry in gently(entries):
        try:
            at = at.after(entry)
        except Exception:  # noqa: BLE001 - the good prefix is kept, whatever the fault
            _LOG.exception("table %s: the log cannot be followed beyond %d", at.setup.id, at.seq)
            return Loaded(at, answered, broken=True, created=created)
        if entry.cmd_id is not None:
            answered[entry.cmd_id] = entry.seq
    return Loaded(at, answered, broken=False, created=created)


def _noted(row: TableRow) -> answers.Summary | None:
    """What was noted of a table; None: the note is not there, or of another program, and the next one replaces it."""
    try:
        return None if row.summary is None else msgspec.json.decode(row.summary, type=answers.Summary)
    except msgspec.ValidationError:
        return None


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


class _Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a row of the store says of a table besides the conventions; a field that is absent is as rows without it meant it."""

    terms: dict[str, object] = msgspec.field(default_factory=dict)
    public: bool = False
    accepted: tuple[int, ...] | None = None
    owner: int | None = None
    pulka: int = 1
    previous: str | None = None
    deals: Deals | None = None
