"""The club as a process: `kozyr club`, and an operator's checks of its database."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import gc
import getpass
import importlib
import ipaddress
import logging
import os
import resource
import socket
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from typing import Final

import uvicorn

from kozyr.club import journal, wire
from kozyr.club.clock import CHANCE, CLOCK, Chance, Clock
from kozyr.club.http.app import make_app
from kozyr.club.http.connections import Connection
from kozyr.club.http.edge import Edge
from kozyr.club.http.frames import Frames
from kozyr.club.limits import Bucket
from kozyr.club.live import hall
from kozyr.club.live.archive import Archive
from kozyr.club.live.keeping import finished, followed
from kozyr.club.live.tempo import PAUSE
from kozyr.club.live.waits import Waits
from kozyr.club.operator import Reports
from kozyr.club.postmortems import anew as reviewed_anew
from kozyr.club.table.listing import note
from kozyr.store import Stale, Store, StoreError

_DESCRIPTORS: Final = 65_536  # that the club asks for at most
_CONNECTIONS: Final = 10_000  # at the same time
_BACKLOG: Final = 64  # connections that are taken before any of them can be cut off
_OWN: Final = 64 + _BACKLOG  # descriptors of the database, the bots' processes and the log, and those
_KINDS: Final = 1_000  # of lines in the log that are counted


class _Server(uvicorn.Server):
    """Says where it is once it can be reached."""

    def __init__(self, config: uvicorn.Config, line: str, leave: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._line, self._leave = line, leave

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        if not self.should_exit:
            print(self._line, flush=True)  # noqa: T201 - what `kozyr club` says

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Hand the tables over while the sockets still stand, then end."""
        if self.started:
            await self._leave()
        await super().shutdown(sockets)


def switch_often() -> None:
    """Let a thread that computes hand the interpreter to the loop after half a millisecond, not after five: at the same work done."""
    sys.setswitchinterval(0.0005)


def collect_rarely() -> None:
    """Let Python look for cycles seldom: a thousand tables are a million objects, and a look at all of them takes 0.1 s.

    The club makes few cycles; states are immutable and go with their last reference. Measured at 1,000 tables: 99 % of
    the answers within 40 ms instead of 113. Frozen objects are let go as Python ends. Otherwise cycles with objects of
    the native core would outlive it, and the core reports a leak.
    """
    gc.collect()
    gc.freeze()
    atexit.register(gc.unfreeze)
    gc.set_threshold(100_000, 50, 1_000)


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    db: str = "kozyr.db",
    public_url: str | None = None,
    proxy: str | None = None,
    nats: str | None = None,
    log: journal.Form = "text",
    chance: Chance = CHANCE,
    clock: Clock = CLOCK,
) -> None:
    """Run the club until it is told to stop.

    public_url: the club's address from outside. proxy: addresses of trusted reverse proxies, with commas
    (`X-Forwarded-For`, `X-Forwarded-Proto`); None: there is none. nats: the bus of a club of many processes. log: the form of
    warnings and errors. chance, clock: see `make_app`. KOZYR_BOT_PAUSE: the average
    seconds of a bot's card. KOZYR_PATIENCE: seconds after which a bot holds an absent player's seat.
    KOZYR_HEARING: seconds for which the last deal of a match is heard.
    KOZYR_METRICS_TOKEN: with it /metrics may be read from afar.

    Raises:
        SystemExit: 2, after one line that says why: the port is taken, the database cannot be opened.
    """
    try:
        pause = _seconds("KOZYR_BOT_PAUSE", PAUSE)
        waits = Waits(absent=_seconds("KOZYR_PATIENCE", 60.0), hearing=_seconds("KOZYR_HEARING", 30.0))
        token = os.environ.get("KOZYR_METRICS_TOKEN") or None
        Edge(public_url, token)  # refuses a wrong value before anything is opened
        for address in (proxy or "").split(",") if proxy is not None else ():
            ipaddress.ip_network(address.strip())
        listening = _listen(host, port)
        try:
            store = Store(db)
            if nats is not None:
                reach(store, nats)
        except BaseException:
            listening.close()
            raise
    except (OSError, OverflowError, ValueError, StoreError) as error:
        print(f"kozyr club: {error}", file=sys.stderr)  # noqa: T201 - as above
        raise SystemExit(2) from None
    journal.begin(log)
    logging.getLogger("uvicorn.error").addFilter(_plainly)
    for handler in logging.getLogger().handlers:
        handler.addFilter(Seldom())
    app = make_app(
        store,
        pause=pause,
        waits=waits,
        public_url=public_url,
        metrics_token=token,
        chance=chance,
        clock=clock,
        nats=nats,
    )
    config = uvicorn.Config(
        app,
        http=Connection,
        limit_concurrency=_connections(),
        backlog=_BACKLOG,
        ws=Frames,
        ws_max_size=4 * wire.FRAME_LIMIT,  # longer than a message may be, so that the club refuses it, not the server
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy or "",
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    shown = f"[{host}]" if ":" in host else host
    kind = "database" if "://" in db else "SQLite file"
    where = public_url or f"http://{shown}:{listening.getsockname()[1]}"
    line = f"Kozyr: {where}  ({kind} {db.rpartition('@')[2]})"
    collect_rarely()
    switch_often()
    with contextlib.suppress(KeyboardInterrupt):
        _Server(config, line, app.state.club.leave).run(sockets=[listening])


def reach(store: Store, nats: str) -> None:
    """Refuse a bus that does not answer, and a database without leases, before anything is served.

    Raises:
        StoreError: the one or the other.
    """
    scale = importlib.import_module("kozyr.club.live.scale")  # its packages are those of kozyr[scale]
    try:
        asyncio.run(scale.reach(store, nats))
    except BaseException:
        store.close()
        raise


def _connections() -> int:
    """Raise the soft limit of descriptors; returns how many connections it allows besides the club's own files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _DESCRIPTORS if hard == resource.RLIM_INFINITY else min(_DESCRIPTORS, hard)
    if soft == resource.RLIM_INFINITY:
        soft = _DESCRIPTORS
    elif soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    return max(8, min(_CONNECTIONS, soft - _OWN))


class Seldom(logging.Filter):
    """Lets `lines` lines of a kind through in a minute; the next one says how many were held back.

    Lines are of a kind if they come from the same place: their text is the same before anything is filled in.
    """

    def __init__(self, lines: int = 20, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._lines, self._clock = lines, clock
        self._kinds: dict[tuple[str, int, str], Bucket] = {}
        self._held: Counter[tuple[str, int, str]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this line is written."""
        now, kind = self._clock(), (record.name, record.levelno, str(record.msg).partition("\n")[0][:60])
        if kind not in self._kinds and len(self._kinds) >= _KINDS:
            self._kinds, self._held = {}, Counter()
        bucket = self._kinds.setdefault(kind, Bucket(self._lines, self._lines / 60, now))
        if not bucket.take(now):
            self._held[kind] += 1
            return False
        if self._held[kind]:
            record.msg = f"{record.msg} ({self._held.pop(kind)} lines of this kind were left out before)"
        return True


def _plainly(record: logging.LogRecord) -> bool:
    """Log a stranger's frame that is no UTF-8 in one line, without a traceback. Always true."""
    if "UTF-8" in record.getMessage() and record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info = None
    return True


def _seconds(name: str, usual: float) -> float:
    """A time from the environment.

    Raises:
        ValueError: it is none.
    """
    text = os.environ.get(name, "").strip()
    try:
        found = float(text) if text else usual
    except ValueError:
        found = -1.0
    if not 0 <= found < float("inf"):
        raise ValueError(f"{name} is a number of seconds, not {text!r}")
    return found


def rebuild(db: str) -> Iterator[str]:
    """Rebuild the lists and histories from the logs alone; a club may be running meanwhile. Yields a report.

    Raises:
        StoreError: the database cannot be opened or written.
    """

    async def work(store: Store) -> tuple[int, list[str]]:
        archive, wrong = Archive(store), []
        ids, sheets = await store.log.table_ids(), await store.log.sheet_ids()
        for sheet in sheets:
            entries = await store.log.events(sheet)
            try:
                kept = await store.log.sheet(sheet)
                agreed = None if kept is None else kept.conventions
                seq = followed(sheet, 0, entries, agreed).kept.seq
                await store.log.append(sheet, seq, [], finished(entries, agreed))
            except Stale:
                wrong.append(f"sheet {sheet} is being written on and keeps its own notes")
            except ValueError as error:
                wrong.append(str(error))
        events = await store.log.event_ids()
        for event in events:
            row, entries = await store.log.event(event), await store.log.events(event)
            assert row is not None
            try:
                over = hall.finished(row, entries)
                await store.log.append(event, len(entries), [], over, owner="event")
            except Stale:
                wrong.append(f"event {event} is being held and keeps its own notes")
            except ValueError as error:
                wrong.append(str(error))
        for table in ids:
            try:
                found = await archive.load(table)
                assert found is not None
                at, _, broken, _ = found
                await store.log.append(table, at.seq, [], at.course.over, note(at))
                wrong += [f"table {table}: the log cannot be followed beyond {at.seq}"] if broken else []
            except Stale:
                wrong.append(f"table {table} is being played and keeps its own notes")
            except ValueError as error:
                wrong.append(f"table {table}: {error}")
        return len(ids) + len(sheets) + len(events), wrong

    store = Store(db)
    try:
        count, wrong = asyncio.run(work(store))
    finally:
        store.close()
    yield from wrong
    yield f"{count} tables read, {count - len(wrong)} noted anew"


def reviews(db: str) -> Iterator[str]:
    """Drop all post-mortems, and work them out anew from the logs; a club may be running meanwhile. Yields a line a table.

    Deals that are still to be played at other tables of their event get none.

    Raises:
        StoreError: the database cannot be opened or written.
    """
    store, made = Store(db), 0
    try:
        with asyncio.Runner() as runner:
            runner.run(store.reviews.drop())
            archive = Archive(store)
            for table in runner.run(store.log.table_ids()):
                try:
                    count = runner.run(reviewed_anew(store, archive, table))
                except ValueError as error:
                    yield f"table {table}: {error}"
                    continue
                made += count
                if count:
                    yield f"table {table}: {count} deals reviewed"
            archive.close()
    finally:
        store.close()
    yield f"{made} deals reviewed"


def reports(db: str) -> Iterator[str]:
    """The reports of players, a line for each target and reason. The audit notes the reading.

    Raises:
        StoreError: the database cannot be opened or read.
    """

    async def work(store: Store) -> list[str]:
        return await Reports(store, f"operator {getpass.getuser()}").lines(every=True)

    store = Store(db)
    try:
        yield from asyncio.run(work(store))
    finally:
        store.close()


def _listen(host: str, port: int) -> socket.socket:
    """A socket on this address.

    Raises:
        OSError: there is none to be had; the message says why.
    """
    if not 0 <= port <= 65_535:  # the system would use the remainder by 65,536
        raise OSError(f"cannot listen on {host} port {port}: a port is 0 to 65535")
    found = None
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        found = socket.socket(family, kind, proto)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
    except OSError as error:
        if found is not None:
            found.close()
        raise OSError(f"cannot listen on {host} port {port}: {error.strerror or error}") from None
    return found
