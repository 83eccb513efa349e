"""The tables as the store has them: how each was set up, its secret, and its log."""

from __future__ import annotations

import hashlib
import logging
from typing import Final, NamedTuple

import msgspec

from kozyr.club import wire
from kozyr.club.acts import TableTerms
from kozyr.club.clock import CHANCE, CLOCK, Chance, Clock
from kozyr.club.files import Deals
from kozyr.club.live.queue import Queue, gently
from kozyr.club.table.listing import listing, summary
from kozyr.club.table.setup import Person, Setup
from kozyr.club.table.table import Step, Table
from kozyr.games import game
from kozyr.store import Entry, Store, TableRow

_LOG: Final = logging.getLogger("kozyr.club")
_LOADING: Final = 10_000  # tables that may wait until they are read


class Loaded(NamedTuple):
    """A table as its log says."""

    table: Table
    answers: dict[str, int]
    """The entries that commands became."""
    broken: bool
    """The log broke off with a fault."""
    created: int
    """When the table was set up, in milliseconds since 1970."""


class Archive:
    """The tables as the store has them. chance: the source of the secret of a table that has none yet."""

    def __init__(self, store: Store, clock: Clock = CLOCK, chance: Chance = CHANCE) -> None:
        self._store, self._log, self._clock, self._chance = store, store.log, clock, chance
        self._masters: dict[str, bytes] = {}
        self._earlier: dict[str, bool] = {}  # tables with two possible meanings, and whether the earlier one counts
        self.aside = Queue("tables", _LOADING, threaded=True)

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

    async def load(self, table: str) -> Loaded | None:
        """A table as its log says.

        Raises:
            ValueError: the table's row cannot be read any more.
        """
        row = await self._log.table(table)
        if row is None:
            return None
        self._masters[table] = await self.secret(table)
        start, created, entries = await self.start(row), row.created, await self._log.events(table)
        return await self.aside.do(lambda: _followed(start, created, entries))

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

    def close(self) -> None:
        """Read no more."""
        self.aside.close()


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


class _Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The row of a table in the store besides the conventions. An absent field has the meaning of older rows."""

    terms: dict[str, object] = msgspec.field(default_factory=dict)
    public: bool = False
    accepted: tuple[int, ...] | None = None
    owner: int | None = None
    pulka: int = 1
    previous: str | None = None
    deals: Deals | None = None
