"""All tables, whether in memory or only in the store: set up, read from their logs again, listed, looked back at."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from contextlib import suppress
from typing import Any, Final

import msgspec

from kozyr import bots
from kozyr.club import boards, protocol
from kozyr.club.acts import Person, Terms
from kozyr.club.analysis import Analysis, analyse
from kozyr.club.faces import agree, face
from kozyr.club.faces.bridge import Finished
from kozyr.club.limits import Limit
from kozyr.club.room import LINES, Room, Waits, listing, now, summary
from kozyr.club.table import NICKS, Setup, Table
from kozyr.club.workers import Workers
from kozyr.games import Event, Record, View, game
from kozyr.store import Account, Entry, Store, StoreError, TableRow, Taken

__all__ = ["Lobby"]

_LOG: Final = logging.getLogger("kozyr.club")
_PATIENCE: Final = 5.0  # seconds that a table has to end what it does when the club closes
_HINTS: Final = (20, 60)  # hints that one player may have in so many seconds
_ANALYSES: Final = 500  # of deals, kept in memory
_AT_ONCE: Final = (
    2  # analyses that are worked out: each may take a thread for long, and the store reads in the same ones
)
_SHOWN: Final = 50  # tables in each list of the lobby
_FRESH: Final = 24 * 3600 * 1000  # milliseconds for which a table that gathers is shown


class Lobby:
    """All tables, whether in memory or only in the store.

    pause: seconds that a bot takes for an event at least, so that a person can follow.
    """

    def __init__(self, store: Store, workers: Workers, pause: float = 0.6, waits: Waits | None = None) -> None:
        self.store = store
        self.waits = waits or Waits()
        self._workers = workers
        self._pause = pause
        self._rooms: dict[str, asyncio.Task[Room | None]] = {}
        self._masters: dict[str, bytes] = {}
        self._making: dict[str, asyncio.Task[None]] = {}
        self._analyses: dict[tuple[str, int], asyncio.Task[Analysis | None]] = {}  # the oldest first
        self._analysing = asyncio.Semaphore(_AT_ONCE)
        self.hints = Limit("hints", *_HINTS, time.monotonic)

    def check(self, wanted: protocol.NewTable, deals: boards.Deals | None = None) -> msgspec.Struct:
        """The conventions of a table that somebody wants; deals: from the file that he brings.

        Raises:
            ValueError: no such game, preset, option, number of players or level of a bot; a card that cannot be; or
                options that contradict each other (`Contradiction`).
        """
        rules, players = game(wanted.game), wanted.players
        if players not in face(wanted.game).players:
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

    async def create(self, account: Account, wanted: protocol.NewTable, deals: boards.Deals | None = None) -> str:
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
            secrets.token_hex(8), wanted.game, wanted.preset, conventions, people, terms, wanted.public, deals=deals
        )
        await self._create(setup, secrets.token_bytes(32))
        return setup.id

    async def _create(self, setup: Setup, master: bytes) -> None:
        table = Table.open(setup)
        card = _Card(setup.terms, setup.public, setup.accepted, table.owner, setup.pulka, setup.previous, setup.deals)
        row = TableRow(
            setup.id,
            setup.game,
            setup.preset,
            protocol.encode(setup.conventions).decode(),
            protocol.encode(setup.people).decode(),
            now(),
            card=protocol.encode(card).decode(),
            open=listing(table),
            summary=protocol.encode(summary(table)).decode(),
        )
        accounts = [person.account for person in setup.people if person is not None and person.account is not None]
        await self.store.create(row, accounts, [], master.hex())

    def rematch(self, table: Table) -> None:
        """Set up the next table of these people, if it is not there; who asked for it has accepted its card."""
        assert table.rematch is not None
        if table.rematch not in self._making:
            self._making[table.rematch] = asyncio.create_task(self._rematch(table))

    async def _rematch(self, old: Table) -> None:
        try:
            assert old.rematch is not None
            if await self.store.table(old.rematch) is not None:
                return
            # Who walked out has no chair in the next one.
            people = tuple(None if chair in old.held_chairs else person for chair, person in enumerate(old.people))
            master = secrets.token_bytes(32) if old.reseed else self.master(old.setup.id)
            setup = msgspec.structs.replace(
                old.setup,
                id=old.rematch,
                people=people,
                accepted=() if old.rematch_by is None else (old.rematch_by,),
                owner=old.rematch_by,
                pulka=old.setup.pulka + 1,
                previous=old.setup.id,
                deals=None,  # everybody knows the cards of the file by now
                conventions=old.setup.conventions if old.setup.deals is None else boards.without(old.setup.conventions),
            )
            with suppress(Taken):  # another server was faster
                await self._create(setup, master)
        except StoreError as error:
            _LOG.error("table %s: its rematch was not set up: %s", old.setup.id, error)
            self._making.pop(old.rematch or "", None)

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

    async def _open(self, table: str) -> Room | None:
        found = await self.load(table)
        if found is None:
            return None
        at, answers, frozen = found
        if at.rematch is not None:
            self.rematch(at)
        return Room(self, at, answers, await self.store.chat(table, LINES), frozen=frozen)

    async def load(self, table: str) -> tuple[Table, dict[str, int], bool] | None:
        """A table as its log says, the answers to its commands, and whether the log broke off with a fault.

        Raises:
            ValueError: what was set up cannot be read any more.
        """
        row = await self.store.table(table)
        if row is None:
            return None
        if table not in self._masters:
            self._masters[table] = await self._secret(table)
        entries = await self.store.events(table)
        at = Table.open(self._setup(row))
        answers: dict[str, int] = {}
        for entry in entries:
            try:
                at = at.after(entry)
            except Exception:  # noqa: BLE001 - the good prefix is kept, whatever the fault
                _LOG.exception("table %s: the log cannot be followed beyond %d", table, at.seq)
                return at, answers, True
            if entry.cmd_id is not None:
                answers[entry.cmd_id] = entry.seq
        return at, answers, False

    async def _secret(self, table: str) -> bytes:
        """The master secret of a table; one that is older than secrets gets its own."""
        found = await self.store.secret(table)
        if found is None:
            found = secrets.token_hex(32)
            await self.store.seal(table, found)
        return bytes.fromhex(found)

    def master(self, table: str) -> bytes:
        """The master secret of a table in memory."""
        return self._masters[table]

    def _setup(self, row: TableRow) -> Setup:
        conventions = msgspec.json.decode(row.conventions, type=type(next(iter(game(row.game).presets.values()))))
        people = msgspec.json.decode(row.seats, type=tuple[Person | None, ...])
        card = _Card() if row.card is None else msgspec.json.decode(row.card, type=_Card)
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

    async def record(self, table: str, account: str) -> Record | None:
        """The record of a table for one who sits there, up to the last deal that is over."""
        room = await self.room(table)
        if room is None or room.table.chair(account) is None or room.table.lot is None:
            return None
        return room.table.record(await self.store.events(table))

    async def tables(self, account: str) -> list[dict[str, Any]]:
        """The tables at which somebody sits, the newest first."""
        return [_listed(row) for row in await self.store.tables_of(account)]

    async def open_tables(self) -> dict[str, list[dict[str, Any]]]:
        """Public tables: those that gather, and those at which one may watch; the newest first."""
        lists = {}
        for which in ("gathering", "running"):
            rows = await self.store.open_tables(which, now() - _FRESH, _SHOWN)
            lists[which] = [msgspec.json.decode(row.summary or "{}") | {"created": row.created} for row in rows]
        return lists

    async def about(self, table: str, account: str | None) -> dict[str, Any] | None:
        """A table as an invited person sees it before he sits down."""
        room = await self.room(table)
        if room is None:
            return None
        row = await self.store.table(table)
        you = "player" if account is not None and room.table.chair(account) is not None else "stranger"
        more = {"created": 0 if row is None else row.created, "conventions": room.table.values, "you": you}
        return summary(room.table) | more

    async def deal(self, table: str, account: str, number: int) -> dict[str, Any] | None:
        """A deal that is over, and what a page shows with it; for whoever may look at the table."""
        room, row = await self.room(table), await self.store.table(table)
        eye = None if room is None else room.table.eye(account)
        if room is None or row is None or eye is None or room.table.match is None:
            return None
        at = room.table
        entries = [entry for entry in await self.store.events(table) if entry.seq <= at.settled]
        found = await asyncio.to_thread(_deal_of, Table.open(self._setup(row)), entries, number)
        if found is None:
            return None
        then, last = found
        moves = await asyncio.to_thread(_moves_of, Table.open(self._setup(row)), entries, number)
        return {
            "table": table,
            "game": at.setup.game,
            "preset": at.setup.preset,
            "you": at.info(eye).you,
            "players": then.info(eye).players,  # who sat there then
            "deals": at.deals,
            "deal": last,
            "moves": [_move(*one) for one in moves[1:]],
            "sheet": at.setup.face.sheet(at.progress.match),
        }

    async def why(self, table: str, account: str, number: int, move: int) -> protocol.Why | None:
        """What a bot weighed at an entry of a deal that is over; for whoever may look at it. None: there is no such."""
        room, row = await self.room(table), await self.store.table(table)
        if room is None or row is None or room.table.eye(account) is None:
            return None
        entries = [entry for entry in await self.store.events(table) if entry.seq <= room.table.settled]
        moves = await asyncio.to_thread(_moves_of, Table.open(self._setup(row)), entries, number)
        found = next(((before, entry) for before, entry in moves if entry.seq == move), None)
        if found is None:
            return None
        before, made = found[0], _move(*found)
        duty = before.duty
        view = None if duty is None or duty.place is None else before.sees(duty.place)
        if made.bot is None or view is None:
            return None
        seed = before.bot_seed(self.master(table))
        weighed = await self.counsel(view, made.bot, f"table {table} at {move}, why", seed)
        same = weighed is not None and weighed[0].event == made.event
        return protocol.Why(made, made.bot, str(seed), same, weighed)

    async def analysis(self, table: str, account: str, number: int) -> Analysis | None:
        """What a deal that is over was worth with open cards; for whoever may look at it, where there is such a thing.

        It is worked out once, whoever asks and however many do: a deal that is over does not change.
        """
        room = await self.room(table)
        if room is None or room.table.eye(account) is None or not 1 <= number <= room.table.deals:
            return None
        task = self._analyses.pop((table, number), None)
        if task is None:
            task = asyncio.create_task(self._analyse(room.table, number))
        self._analyses[table, number] = task  # the last one asked for stands last
        while len(self._analyses) > _ANALYSES:
            self._analyses.pop(next(iter(self._analyses)))
        found = None
        try:
            found = await asyncio.shield(task)
        finally:
            # What failed, or took too long, may be asked for again.
            if task.done() and (found is None or found.table is None):
                self._analyses.pop((table, number), None)
        return found

    async def _analyse(self, at: Table, number: int) -> Analysis | None:
        row = await self.store.table(at.setup.id)
        if row is None:
            return None
        entries = [entry for entry in await self.store.events(at.setup.id) if entry.seq <= at.settled]
        found = await asyncio.to_thread(_deal_of, Table.open(self._setup(row)), entries, number)
        if found is None or not isinstance(found[1], Finished):
            return None
        conventions = at.setup.conventions
        compared = conventions.form == "duplicate" or conventions.compare in {"matchpoints", "imps"}
        async with self._analysing:
            return await asyncio.to_thread(analyse, found[1], compared=conventions if compared else None)

    async def think(self, view: View, level: str, where: str, seed: int) -> Event:
        """What a bot does, not sooner than the pause; `where` is for the report if it fails."""
        choice = self._workers.choose(view, level, where, self.waits.bot, seed)
        event, _ = await asyncio.gather(choice, asyncio.sleep(self._pause))
        return event

    async def answer(self, view: View, level: str, call: int, where: str) -> Event | None:
        """What a bot tells of a call, not sooner than the pause; None: it could not."""
        told = self._workers.answer(view, level, call, where, self.waits.bot)
        event, _ = await asyncio.gather(told, asyncio.sleep(self._pause))
        return event

    async def counsel(self, view: View, level: str, where: str, seed: int) -> tuple[bots.Candidate, ...] | None:
        """What a bot weighs, the best first; None: it took too long."""
        return await self._workers.explain(view, level, where, self.waits.bot, seed)

    def forget(self, room: Room) -> None:
        """A table leaves the memory."""
        self._rooms.pop(room.table.setup.id, None)
        self._masters.pop(room.table.setup.id, None)

    async def close(self) -> None:
        """Stop all tables; nothing is lost, the log has everything."""
        for task in tuple(self._rooms.values()):
            task.cancel()
            with suppress(asyncio.CancelledError, StoreError, ValueError, TimeoutError):
                if (room := await task) is not None:
                    await asyncio.wait_for(room.close(), _PATIENCE)
        for asked in self._analyses.values():
            asked.cancel()
        await asyncio.gather(*self._making.values(), *self._analyses.values(), return_exceptions=True)


def _listed(row: TableRow) -> dict[str, Any]:
    """A table as its own people's list shows it."""
    about = {} if row.summary is None else msgspec.json.decode(row.summary)
    people = msgspec.json.decode(row.seats, type=tuple[Person | None, ...])
    finished = row.finished is not None
    nicks = [chair["nick"] for chair in about.get("chairs", ())] or [who.nick for who in people if who is not None]
    return {
        "table": row.id,
        "game": row.game,
        "preset": about.get("preset", row.preset),
        "players": len(people),
        "finished": finished,
        "state": about.get("state", "finished" if finished else "playing"),
        "nicks": [nick for nick in nicks if nick is not None],
        "created": row.created,
    }


class _Card(msgspec.Struct, frozen=True):
    """What a row of the store says of a table besides the conventions."""

    terms: Terms = Terms()
    public: bool = False
    accepted: tuple[int, ...] | None = None
    owner: int | None = None
    pulka: int = 1
    previous: str | None = None
    deals: boards.Deals | None = None


def _moves_of(at: Table, entries: list[Entry], number: int) -> list[tuple[Table, Entry]]:
    """The events of the nth deal that is over, each with the table before it; the cards dealt are the first of them."""
    found: list[tuple[Table, Entry]] = []
    for entry in entries:
        before, at = at, at.after(entry)
        if entry.kind == "event" and at.dealt > before.dealt:
            found = []
        if entry.kind == "event":
            found.append((before, entry))
        if at.deals == number > before.deals:
            return found
    return []


def _move(before: Table, entry: Entry) -> protocol.Move:
    """An event of a deal that is over; a bot's was asked for by nobody."""
    event = before.setup.rules.decoder.decode(entry.body)
    duty = before.duty
    own = entry.cmd_id is None and entry.seat is not None and duty is not None and duty.what == "move"
    state = None if before.match is None else before.match.state
    own = (
        own and state is not None and state.actor is not None and state.actor.value == entry.seat
    )  # no answer to `ask`
    level = before.level(duty.place) if own and duty is not None and duty.place is not None else None
    return protocol.Move(entry.seq, entry.seat, event, level)


def _deal_of(at: Table, entries: list[Entry], number: int) -> tuple[Table, object] | None:
    """The table as it stood when its nth deal was over, and that deal; None: there is none."""
    for entry in entries:
        before, at = at, at.after(entry)
        if at.deals == number > before.deals:
            return at, at.last
    return None
