"""Saves the readable parts of a damaged database as files: records of tables, events as folders, kept sheets, logs."""

from __future__ import annotations

import asyncio
import csv
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
import sqlalchemy as sa

from kozyr import notation
from kozyr.club.event.boards import dealt
from kozyr.club.event.folders import files
from kozyr.club.event.tournament import lines
from kozyr.club.live import hall, keeping, leagues
from kozyr.club.live.archive import Archive
from kozyr.club.live.shelf import Broken
from kozyr.club.table.listing import record
from kozyr.club.upkeep import quietly
from kozyr.store import Entry, Store, StoreError
from kozyr.store.copies import sqlite_file
from kozyr.store.salvage import readable
from kozyr.store.schema import ACCOUNTS, EVENTS

_PRIVATE: Final = 0o700  # there are the cards of deals that are not over


def salvage(file: str, out: Path) -> Iterator[str]:
    """Write all readable data of a database into a new folder; yields a line for each loss, and last a summary.

    Raises:
        StoreError: it is no database of a club, cannot be read at all, or is newer than this Kozyr; the folder cannot be written.
    """
    path = sqlite_file(file)
    try:
        out.mkdir(mode=_PRIVATE)
    except OSError as error:
        raise StoreError(f"{out}: {error.strerror or error}") from None
    try:
        with tempfile.TemporaryDirectory(prefix=".reading-", dir=out) as folder:
            copy = Path(folder) / "readable.db"
            losses = 0
            for loss in readable(path, copy):
                losses += 1
                yield loss
            store = Store(copy, "OFF")
            try:
                found = _Salvage(store, out)
                with quietly():
                    lost = asyncio.run(found.all())
                losses += len(lost)
                yield from lost
            finally:
                store.close()
    except OSError as error:
        raise StoreError(f"{out}: {error.strerror or error}") from None
    except StoreError:
        if not any(out.iterdir()):
            out.rmdir()
        raise
    yield f"{out}: {found.told()}{f'; {losses} losses' if losses else ''}"


class _Salvage:
    """Everything that a database has, written into a folder. written: how many files of each kind."""

    def __init__(self, store: Store, out: Path) -> None:
        self._store, self._out = store, out
        self._losses: list[str] = []
        self._seen: set[str] = set()  # logs with a known owner
        self.written = Counter[str]()

    def told(self) -> str:
        """The written things, in words."""
        return ", ".join(f"{what} {count}" for what, count in sorted(self.written.items())) or "nothing could be read"

    async def all(self) -> list[str]:
        """Write all of it; returns a line for each loss."""
        await self._accounts()
        archive = Archive(self._store)
        for table in await self._store.log.table_ids():
            await self._table(archive, table)
        for sheet in await self._store.log.sheet_ids():
            await self._sheet(sheet)
        for event in await self._store.log.event_ids():
            await self._event(event)
        for league in await self._store.log.league_ids():
            await self._league(league)
        for (log,) in await self._store.database.read(sa.select(EVENTS.c.log_id).distinct().order_by(EVENTS.c.log_id)):
            if log not in self._seen:
                self._raw(log, await self._store.log.events(log), "what it belongs to is lost")
        return self._losses

    def _write(self, kind: str, name: str, data: str | bytes) -> None:
        path = self._out / kind / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)

    def _raw(self, log: str, entries: Sequence[Entry], why: str) -> None:
        """Write a log that cannot be followed to its end as raw text."""
        self._losses.append(f"{log}: {why}; its {len(entries)} entries stand in logs/{log}.jsonl as they are")
        self._write("logs", f"{log}.jsonl", b"".join(msgspec.json.encode(entry) + b"\n" for entry in entries))
        self.written["logs"] += 1

    async def _log(self, log: str) -> list[Entry]:
        """The entries up to the first missing one; a log with a gap is also written as raw text."""
        self._seen.add(log)
        entries = await self._store.log.events(log)
        whole = [entry for number, entry in enumerate(entries, 1) if entry.seq == number]
        if len(whole) < len(entries):
            beyond = entries[len(whole)].seq
            self._raw(log, entries, f"entries {len(whole) + 1} to {beyond - 1} are lost")
        return whole

    async def _accounts(self) -> None:
        c = ACCOUNTS.c
        rows = await self._store.database.read(sa.select(c.id, c.nick, c.login, c.program, c.created).order_by(c.id))
        with (self._out / "accounts.csv").open("w", newline="") as file:
            csv.writer(file).writerows([("id", "name", "login", "program", "created"), *rows])
        self.written["accounts"] += len(rows)

    async def _table(self, archive: Archive, table: str) -> None:
        entries = await self._log(table)
        try:
            found = await archive.load(table)
        except ValueError as error:
            self._raw(table, entries, f"its card cannot be read ({' '.join(str(error).split())})")
            return
        finally:
            archive.forget(table)
        assert found is not None
        at = found.table
        if found.broken and at.seq < len(entries):
            self._raw(table, entries, f"it cannot be followed beyond entry {at.seq}")
        if at.lot is not None:
            self._write("tables", f"{table}.kz", notation.format(record(at, entries, at.seq)))
            self.written["tables"] += 1

    async def _sheet(self, sheet: str) -> None:
        entries, row = await self._log(sheet), await self._store.log.sheet(sheet)
        agreed = None if row is None else row.conventions
        while entries:
            try:
                found = keeping.followed(sheet, 0, entries, agreed)
            except Broken as broken:
                self._raw(sheet, entries, f"it cannot be followed beyond entry {broken.number - 1}")
                entries = entries[: broken.number - 1]
            else:
                self._write("sheets", f"{sheet}.jsonl", found.kept.jsonl())
                self.written["sheets"] += 1
                return

    async def _event(self, event: str) -> None:
        entries, row = await self._log(event), await self._store.log.event(event)
        assert row is not None
        try:
            found = hall.followed(row, entries)
        except Broken as broken:
            self._raw(event, entries, f"it cannot be followed beyond entry {broken.number - 1}")
            entries = entries[: max(0, broken.number - 1)]
            try:
                found = hall.followed(row, entries)
            except Broken:
                return  # its announcement cannot be read: the log is written
        at = found.tournament
        secret = await self._store.log.event_secret(event, "salvage")
        boards = tuple(dealt(at, bytes.fromhex(secret))) if at.commitments and secret is not None else ()
        for name, data in files(at, tuple(lines(at.setup, entries)), boards):
            self._write("events", f"{event}/{name}", data)
        self.written["events"] += 1

    async def _league(self, league: str) -> None:
        entries, row = await self._log(league), await self._store.log.league(league)
        assert row is not None
        try:
            leagues.followed(row, entries)
        except Broken as broken:
            self._raw(league, entries, f"it cannot be followed beyond entry {broken.number - 1}")
        text = b"".join(entry.body.encode() + b"\n" for entry in entries)
        self._write("leagues", f"{league}.jsonl", row.about.encode() + b"\n" + text)
        self.written["leagues"] += 1
