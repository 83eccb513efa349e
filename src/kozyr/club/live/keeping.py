"""The sheets that real tables keep at the club: a log each in the store, folded in memory while it is in use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from kozyr.club.live import shelf
from kozyr.club.live.shelf import Decided, Shelf, Volume
from kozyr.games.refusal import Refused
from kozyr.keep import BEGUN, DECODER, Begun, KeepAct, Kept, Setup, decide, judge, logged, start
from kozyr.store import Entry, Stale, TableRow
from kozyr.store.schema import SHEET

_FIRST: Final = "keep"  # kinds of entries
_ACT: Final = "kept"


class Sheet(Volume):
    """A sheet in memory."""

    def __init__(self, kept: Kept, created: int) -> None:
        super().__init__()
        self.kept, self.created = kept, created
        self.ahead: tuple[Entry, Kept] | None = None  # the sheet after an entry that is being written

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return self.kept.seq

    def go_on(self, entry: Entry) -> None:
        """Take one more entry of the log.

        Raises:
            ValueError: it does not fit.
        """
        if entry.seq != self.kept.seq + 1 or entry.kind != _ACT:
            raise ValueError(f"entry {entry.seq} of kind {entry.kind} after {self.kept.seq}")
        known = self.ahead is not None and self.ahead[0] is entry
        self.kept = self.ahead[1] if known and self.ahead is not None else _after(self.kept, entry)
        self.ahead = None
        if entry.cmd_id is not None:
            self.commands.add(entry.cmd_id)

    def refuses(self, entry: Entry) -> bool:
        """See `Volume.refuses`."""
        try:
            judge(self.kept, entry.seq, entry.ts, DECODER.decode(entry.body))
        except Refused:
            return True
        return False


class Keeping(Shelf[Sheet]):
    """All kept sheets. Everybody with a sheet's id may write on it. All reads and writes may raise StoreError."""

    async def create(self, setup: Setup) -> str:
        """Begin a sheet; returns its id.

        Raises:
            ValueError: it cannot be kept so.
        """
        kept, now = start(setup), self.clock.now()
        sheet = SHEET + self._chance.token_hex(12)
        agreed = msgspec.json.encode(kept.match.conventions).decode()
        names = msgspec.json.encode(kept.setup.players).decode()
        told = msgspec.to_builtins(kept.match.conventions)
        begun = Begun(**msgspec.structs.asdict(kept.setup), agreed=told)
        first = Entry(1, now, _FIRST, None, None, msgspec.json.encode(begun).decode())
        await self._log.create(TableRow(sheet, setup.game, setup.preset, agreed, names, now), (), (first,))
        return sheet

    async def _read(self, sheet: str) -> Sheet | None:
        row = await self._log.sheet(sheet)
        if row is None or await self._log.closures.of("table", sheet) is not None:
            return None
        created, agreed, entries = row.created, row.conventions, await self._log.events(sheet)
        return await self.beside(lambda: followed(sheet, created, entries, agreed))

    async def do(self, sheet: str, command: str, at: int, body: msgspec.Raw) -> Sheet | None:
        """Write an act on a sheet, once; returns the sheet with it. None: there is no such sheet.

        Raises:
            Stale: more was written meanwhile. Refused: it changes nothing. MsgspecError: it is no act. Broken: see `find`.
        """
        act: KeepAct = DECODER.decode(body)

        async def judge(found: Sheet) -> Decided:
            if at != found.kept.seq:
                raise Stale
            now = self.clock.now()
            entry = Entry(at + 1, now, _ACT, None, command, msgspec.json.encode(act).decode())
            before = found.kept
            after = await self.beside(lambda: _decided(before, entry))
            found.ahead = entry, after
            return (entry,), now if after.match.finished and not before.match.finished else None

        return await self.write(sheet, command, judge)


def _after(kept: Kept, entry: Entry) -> Kept:
    return kept.after(entry.seq, entry.ts, DECODER.decode(entry.body))


def _decided(kept: Kept, entry: Entry) -> Kept:
    return decide(kept, entry.seq, entry.ts, DECODER.decode(entry.body))


def followed(sheet: str, created: int, entries: Sequence[Entry], agreed: str | None = None) -> Sheet:
    """A sheet as its log says. agreed: its conventions as JSON, as they stand beside the logs of older programs.

    Raises:
        Broken: the log cannot be followed to its end.
    """

    def opened() -> Sheet:
        whole = None if agreed is None else msgspec.json.decode(agreed, type=dict[str, object])
        return Sheet(logged(BEGUN.decode(entries[0].body), whole), created)

    return shelf.followed("sheet", sheet, opened, entries[1:], number=1)


def finished(entries: list[Entry], agreed: str | None = None) -> int | None:
    """When a sheet was full, or ended by consent, in milliseconds since 1970.

    None: it is not. agreed: as for `followed`.

    Raises:
        Broken: the log cannot be followed to its end.
    """
    found, when = followed("", 0, entries[:1], agreed), None
    for entry in entries[1:]:
        before = found.kept.match.finished
        found.go_on(entry)
        if found.kept.match.finished and not before:
            when = entry.ts
    return when if found.kept.match.finished else None
