"""The tables as the store has them: how each was set up, its secret, and its log."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Final, NamedTuple

import msgspec

from kozyr.club import wire
from kozyr.club.acts import TableTerms
from kozyr.club.clock import CHANCE, CLOCK, Chance, Clock
from kozyr.club.files import Deals
from kozyr.club.live.checkpoints import Case, last_deal, made, made_by, resumed
from kozyr.club.live.queue import Busy, Queue, TooLong, gently, ready
from kozyr.club.live.workers import Workers
from kozyr.club.table.course import GAME
from kozyr.club.table.listing import listing, summary
from kozyr.club.table.packed import Unpacked, pack
from kozyr.club.table.setup import Person, Setup
from kozyr.club.table.table import Step, Table
from kozyr.games import game
from kozyr.store import Checkpoint, Entry, Store, StoreError, TableRow

_LOG: Final = logging.getLogger("kozyr.club")
_LOADING: Final = 10_000  # tables that may wait until they are read
_AFTER_ALL: Final = 4  # the rank of what can wait until every table is read
_LONG: Final = 200  # entries from which on a log is folded in another process
_SHARE: Final = 2  # how many a process folds while one is folded here, where all of them are read
_FOLDING: Final = 60.0  # seconds that such a fold may take; then it is done here


def _awaited() -> bool:
    """Whether somebody waits for a table, where the caller does not say: yes."""
    return True


def _rank(start: Table, awaited: Callable[[], bool]) -> Callable[[], int]:
    """The rank of a table among those to be read: first those that somebody waits for, of them those with people."""
    bots = not start.persons
    return lambda: (0 if awaited() else 2) + bots


class Loaded(NamedTuple):
    """A table as its log says."""

    table: Table
    answers: dict[str, int]
    """The entries that commands became."""
    broken: bool
    """The log broke off with a fault."""
    created: int
    """When the table was set up, in milliseconds since 1970."""


class PlayedDeal(NamedTuple):
    """A deal that is over."""

    start: Table
    """The table before its cards."""
    entries: tuple[Entry, ...]
    """The entries from the cards on."""
    end: Table
    """The table after the last."""

    @property
    def upto(self) -> int:
        """Its last entry of the game."""
        return next(one.seq for one in reversed(self.entries) if one.kind in GAME)

    def events(self) -> Iterator[tuple[Table, Entry]]:
        """The events of the game from the cards on, each with the table before it."""
        at = self.start
        for entry in gently(self.entries):
            if entry.kind in GAME:
                yield at, entry
            at = at.after(entry)


class Archive:
    """The tables as the store has them. chance: the source of the secret of a table that has none yet.

    workers: processes that fold long logs; None: all are folded here.
    """

    def __init__(
        self, store: Store, clock: Clock = CLOCK, chance: Chance = CHANCE, workers: Workers | None = None
    ) -> None:
        self._store, self._log, self._clock, self._chance = store, store.log, clock, chance
        self._masters: dict[str, bytes] = {}
        self._earlier: dict[str, bool] = {}  # tables with two possible meanings, and whether the earlier one counts
        self._makers: dict[str, str] = {}  # who has made the state in memory, of tables that have checkpoints
        self._last: tuple[Mapping[str, str], str] | None = None
        self._keeping = set[asyncio.Task[None]]()
        self.aside = Queue("tables", _LOADING, threaded=True)
        self._lanes = 0 if workers is None else workers.many
        self._apart = Queue(
            "folds", _LOADING, lanes=self._lanes, seconds=_FOLDING, executor=None if workers is None else workers.lent
        )

    async def create(self, setup: Setup, master: bytes, first: Step | None = None) -> None:
        """Write down a table that has just been set up. first: the entry with which its log begins.

        Raises:
            Taken: the table is there already.
        """
        table = Table.open(setup) if first is None else first.table
        terms = msgspec.to_builtins(setup.terms)
        card = _Kept(terms, setup.public, setup.accepted, table.owner, setup.pulka, setup.previous, setup.deals)
        row = TableRow(
            setup.id,
            setup.game,
            setup.preset,
            wire.encode(setup.conventions).decode(),
            wire.encode(setup.people).decode(),
            self._clock.now(),
            card=wire.encode(card).decode(),
            open=listing(table),
            summary=wire.encode(summary(table)).decode(),
            event=None if table.course.placed is None else table.course.placed.event,
        )
        accounts = [person.account for person in setup.people if person is not None and person.account is not None]
        await self._log.create(row, accounts, [] if first is None else [first.entry], master.hex())

    async def load(self, table: str, awaited: Callable[[], bool] = _awaited) -> Loaded | None:
        """A table as its log says, folded from the first entry.

        awaited: whether somebody waits for it now; other tables come later, and those of bots alone after all people's.

        Raises:
            ValueError: the table's row cannot be read any more.
        """
        row = await self._log.table(table)
        if row is None:
            return None
        self._masters[table] = await self.secret(table)
        start, entries = await self.start(row), await self._log.events(table)
        return await self._folded(start, row.created, entries, awaited)

    async def _folded(self, start: Table, created: int, entries: list[Entry], awaited: Callable[[], bool]) -> Loaded:
        return await self.aside.do(lambda: _followed(start, created, entries), rank=_rank(start, awaited))

    async def resume(self, table: str, awaited: Callable[[], bool] = _awaited) -> Loaded | None:
        """A table to be played on: the same as `load` gives, from its last checkpoint where that one fits.

        From then on the table has checkpoints: see `keep`.

        Raises:
            ValueError: the table's row cannot be read any more.
        """
        names = self._log.names
        maker = await self._maker(names)
        found = await self._store.checkpoints.find(table, maker)
        loaded = None if found is None else await self._resumed(found, awaited)
        if loaded is None:
            loaded = await self._anew(table, maker, awaited)
        # A log with two meanings has none: which one is followed hangs on the whole of it. Nor has one read under two sets of names.
        if loaded is not None and not loaded.broken and table not in self._earlier and self._log.names == names:
            self._makers[table] = maker
        return loaded

    async def _maker(self, names: Mapping[str, str]) -> str:
        """The mark of the checkpoints that this process makes (`made_by`); the sources are read once, beside the event loop."""
        if self._last is None or self._last[0] != names:
            self._last = names, await self.aside.do(lambda: made_by(names))
        return self._last[1]

    async def _resumed(self, found: Checkpoint, awaited: Callable[[], bool]) -> Loaded | None:
        """A table from its checkpoint. None: the checkpoint does not fit."""
        row = await self._log.table(found.table_id)
        if row is None:
            return None
        self._masters[row.id] = await self.secret(row.id)
        start, answers = await self.start(row), await self._log.answered(row.id, found.seq)
        entries = await self._log.events(row.id, found.seq - 1)
        return await self._gone_on(found, start, row.created, entries, answers, awaited)

    async def _gone_on(
        self,
        found: Checkpoint,
        start: Table,
        created: int,
        entries: list[Entry],
        answers: Mapping[str, int],
        awaited: Callable[[], bool],
    ) -> Loaded | None:
        """A table from a checkpoint on. entries: from that of the checkpoint. None: the checkpoint does not fit."""

        def work() -> Loaded | None:
            at = resumed(found, start, entries)
            return None if at is None else _followed(at, created, entries[1:], answers)

        loaded = await self.aside.do(work, rank=_rank(start, awaited))
        return None if loaded is None or loaded.broken else loaded

    async def _anew(self, table: str, maker: str, awaited: Callable[[], bool]) -> Loaded | None:
        """A table without a checkpoint. That of its last deal is made by another process, and kept, if the log is long."""
        row = await self._log.table(table)
        if row is None:
            return None
        self._masters[table] = await self.secret(table)
        start, entries = await self.start(row), await self._log.events(table)
        deal = await self._last_deal(start, entries, maker, awaited)
        if deal is not None:
            answers = {one.cmd_id: one.seq for one in entries[: deal.seq] if one.cmd_id is not None}
            loaded = await self._gone_on(deal, start, row.created, entries[deal.seq - 1 :], answers, awaited)
            if loaded is not None:
                self._soon(table, ready(deal))
                return loaded
        return await self._folded(start, row.created, entries, awaited)

    async def _last_deal(
        self, start: Table, entries: list[Entry], maker: str, awaited: Callable[[], bool]
    ) -> Checkpoint | None:
        """The checkpoint of a long log's last deal. None: the log is to be folded here, where less waits, or whatever the fault."""
        if not self._lanes or len(entries) < _LONG or start.setup.id in self._earlier:
            return None
        if _SHARE * self.aside.taken * self._lanes < self._apart.taken:
            return None

        async def case() -> Case:
            return start.setup.game, pack(start), msgspec.msgpack.encode(entries), maker

        try:
            return await self._apart.work(last_deal, case, rank=_rank(start, awaited))
        except Unpacked:  # a game from elsewhere
            return None
        except (Busy, TooLong, ValueError, RuntimeError) as error:
            _LOG.warning("table %s: its log is folded here: %s", start.setup.id, error)
            return None

    def keep(self, table: Table, entry: Entry) -> None:
        """Keep the state of a table in memory after this entry, its last one, as its checkpoint; soon, and no matter if not."""
        maker = self._makers.get(table.setup.id)
        if maker is not None:
            self._soon(
                table.setup.id, lambda: self.aside.do(lambda: made(table, entry, maker), rank=lambda: _AFTER_ALL)
            )

    def _soon(self, table: str, make: Callable[[], Awaitable[Checkpoint | None]]) -> None:
        """Keep a checkpoint once it is made."""
        task = asyncio.create_task(self._keep(table, make))
        self._keeping.add(task)
        task.add_done_callback(self._keeping.discard)

    async def _keep(self, table: str, make: Callable[[], Awaitable[Checkpoint | None]]) -> None:
        try:
            checkpoint = await make()
            if checkpoint is not None:
                await self._store.checkpoints.keep(checkpoint)
        except (StoreError, Busy) as error:
            _LOG.warning("table %s: no checkpoint was kept: %s", table, error)

    async def known_to(self, table: str, account: str) -> bool:
        """Whether an account may know of a table closed by the operator: the table is public, or the account took part in it."""
        row = await self._log.table(table)
        card = None if row is None or row.card is None else msgspec.json.decode(row.card, type=_Kept)
        return (card is not None and card.public) or await self._store.lists.took_part(account, table)

    async def secret(self, table: str) -> bytes:
        """The master secret of a table."""
        return self._masters.get(table) or await self._secret(table)

    async def _secret(self, table: str) -> bytes:
        """The master secret of a table; a table that is older than secrets gets its own."""
        found = await self._log.secret(table)
        if found is None:
            found = self._chance.token_hex(32)
            await self._log.seal(table, found)
        return bytes.fromhex(found)

    def master(self, table: str) -> bytes:
        """The master secret of a table in memory."""
        return self._masters[table]

    async def start(self, row: TableRow) -> Table:
        """A table before the first entry of its log.

        A log without an edition may have two meanings; the meaning that follows the log further is taken.

        Raises:
            ValueError: the table's row can no longer be read.
        """
        setup = self._setup(row)
        at, earlier = Table.open(setup), setup.conventions.earlier
        if earlier is None:
            return at
        other = Table.open(msgspec.structs.replace(setup, conventions=earlier))
        if row.id not in self._earlier:
            entries = await self._log.events(row.id)
            self._earlier[row.id] = await self.aside.do(lambda: _reach(other, entries) > _reach(at, entries))
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

    def forget(self, table: str) -> None:
        """A table leaves the memory."""
        self._masters.pop(table, None)
        self._makers.pop(table, None)

    def close(self) -> None:
        """Read no more, and keep no more."""
        for task in tuple(self._keeping):
            task.cancel()
        self._apart.close()
        self.aside.close()


def _reach(at: Table, entries: list[Entry]) -> int:
    """The last entry to which a log can be followed."""
    for entry in gently(entries):
        try:
            at = at.after(entry)
        except Exception:  # noqa: BLE001 - whatever the fault, as where it is followed to be played
            break
    return at.seq


def _followed(at: Table, created: int, entries: list[Entry], before: Mapping[str, int] | None = None) -> Loaded:
    """A table after these entries of its log. before: by command, the number of the entry that it had become earlier."""
    answered = dict(before or {})
    for entry in gently(entries):
        try:
            at = at.after(entry)
        except Exception:  # noqa: BLE001 - the good prefix is kept, whatever the fault
            _LOG.exception("table %s: the log cannot be followed beyond %d", at.setup.id, at.seq)
            return Loaded(at, answered, broken=True, created=created)
        if entry.cmd_id is not None:
            answered[entry.cmd_id] = entry.seq
    return Loaded(at, answered, broken=False, created=created)


class _Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The row of a table in the store besides the conventions. An absent field has the meaning of older rows."""

    terms: dict[str, object] = msgspec.field(default_factory=dict)
    public: bool = False
    accepted: tuple[int, ...] | None = None
    owner: int | None = None
    pulka: int = 1
    previous: str | None = None
    deals: Deals | None = None
