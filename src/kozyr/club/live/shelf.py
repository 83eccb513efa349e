"""Logs that are folded in memory while they are in use: read on request, and put away when unused for long."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Hashable, Iterable, Sequence
from typing import Final, Generic, Protocol, Self, TypeAlias, TypeVar

import msgspec

from kozyr.club.clock import Chance, Clock
from kozyr.club.live.queue import Queue
from kozyr.store import Account, Entry, LogStore, Stale, StoreError
from kozyr.store.log import Owner

_QUESTION: Final = 20.0  # seconds that a question waits for an answer
_FRESH: Final = 1.0  # seconds after which the store is asked whether another server has written
_OPEN: Final = 200  # logs in memory
_PATIENCE: Final = 10.0  # seconds for which an act is judged anew while other servers write
_PAUSE: Final = 0.002  # seconds after the first act that came too late; longer after each
_WORKS: Final = 1_000  # logs that wait until they are read, and answers until they are written
_KEPT: Final = 16 * 2**20  # bytes of answers
A = TypeVar("A")
T = TypeVar("T")


class Volume(ABC):
    """A log in memory.

    commands: the ids in it. changed: set when an entry is written. held: the number of readers who wait for that.

    checked: when the store was last asked for more entries, by the monotonic clock.
    """

    def __init__(self) -> None:
        self.commands: set[str] = set()
        self.changed = asyncio.Event()
        self.writing = asyncio.Lock()
        self.held = 0
        self.checked = time.monotonic()

    @property
    @abstractmethod
    def seq(self) -> int:
        """The number of the last entry."""

    @abstractmethod
    def go_on(self, entry: Entry) -> None:
        """Take one more entry of the log.

        Raises:
            ValueError: it does not fit.
        """

    @abstractmethod
    def refuses(self, entry: Entry) -> bool:
        """Whether the rules of today would refuse the entry of the log that comes next. Nothing follows from it: the entry is a fact."""

    def tell(self) -> None:
        """Wake the waiting readers after a write."""
        self.changed.set()
        self.changed = asyncio.Event()


V = TypeVar("V", bound=Volume)


class _State(Protocol):
    """The state that a log makes, entry by entry."""

    @property
    def seq(self) -> int:
        """The number of the last entry."""

    def after(self, entry: Entry) -> Self:
        """The state after one more entry."""


S = TypeVar("S", bound=_State)


class Folded(Volume, Generic[S]):
    """A log with the state that it has made. judge: refuses an entry that may not be written now.

    ts: when its last entry was written, in milliseconds since 1970; 0: it has none.
    """

    def __init__(self, at: S, judge: Callable[[S, Entry], None]) -> None:
        super().__init__()
        self.at, self._judge, self.ts = at, judge, 0

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return self.at.seq

    def go_on(self, entry: Entry) -> None:
        """Take one more entry of the log.

        Raises:
            ValueError: it does not fit.
        """
        self.at = self.at.after(entry)
        self.ts = entry.ts
        if entry.cmd_id is not None:
            self.commands.add(entry.cmd_id)

    def refuses(self, entry: Entry) -> bool:
        """See `Volume.refuses`."""
        try:
            self._judge(self.at, entry)
        except ValueError:  # a refusal, or an act that its judges cannot read today
            return True
        return False

    def decided(self, entries: Sequence[Entry]) -> S:
        """The state after entries, each of which is judged first.

        Raises:
            Refused: one may not be written now.
        """
        at = self.at
        for entry in entries:
            self._judge(at, entry)
            at = at.after(entry)
        return at


def followed(what: str, log: str, opened: Callable[[], V], entries: Iterable[Entry], number: int = 0) -> V:
    """A log in memory, by its entries. opened: gives its state after entry `number`, before the first of these.

    Raises:
        Broken: it cannot be followed to its end.
    """
    try:
        found = opened()
        for entry in entries:
            number = entry.seq
            found.go_on(entry)
    except Exception as error:  # for any fault, as where a table is opened to be played
        raise Broken(what, log, number) from error
    return found


class Frozen(ValueError):
    """A log that cannot be followed to its end: nothing is lost, and nothing more is written until the operator has looked at it."""


class Broken(Frozen):
    """A log that cannot be followed. number: the first entry that does not fit."""

    def __init__(self, what: str, log: str, number: int) -> None:
        super().__init__(f"{what} {log}: the log cannot be followed from {number} on")
        self.number = number


class Unfit(ValueError):
    """An act that could not be read again from the log, and so is not written; the text says which value does not fit."""


def written(act: msgspec.Struct, decoder: msgspec.json.Decoder[A]) -> str:
    """An act as a log writes it.

    Raises:
        Unfit: the entry could not be read again.
    """
    text = msgspec.json.encode(act)
    try:
        decoder.decode(text)
    except msgspec.MsgspecError as error:
        raise Unfit(str(error)) from None
    return text.decode()


def own_prefix(account: str) -> str:
    """The prefix of the ids of an account's commands in a log."""
    return f"{account[:12]}/"


def own_id(account: Account, id_: str) -> str:
    """A command's id in a log; it differs from all ids of other persons and of the club itself."""
    return f"{own_prefix(account.id)}{id_}"


# The result of an act: the entries behind the log's last one, and the moment at which they end the log's matter.
Decided: TypeAlias = tuple[Sequence[Entry], int | None]


class Shelf(ABC, Generic[V]):
    """The logs of one kind, of which those in use are in memory. All reads and writes may raise StoreError.

    log: the store, in which another server on the same database may write, too. chance: the source of new ids.
    """

    def __init__(self, log: LogStore, clock: Clock, chance: Chance) -> None:
        self._log, self.clock, self._chance = log, clock, chance
        self._open: dict[str, V] = {}  # the one asked for last stands last
        self._beside = Queue("logs", _WORKS, lanes=2, kept=_KEPT, threaded=True)

    @abstractmethod
    async def _read(self, log: str) -> V | None:
        """Read a log that is not in memory; None: there is none of this id, or the operator has closed it.

        Raises:
            Broken: it cannot be followed.
        """

    async def beside(self, work: Callable[[], T], key: Hashable = None) -> T:
        """The result of long work on a log, done in a thread; askers with an equal key share it.

        Raises the errors of the work, and Busy.
        """
        return await self._beside.do(work, key=key)

    async def answer(self, log: str, found: V, what: Hashable, make: Callable[[], bytes]) -> bytes:
        """An answer from the present state of a log, made in a thread, once for each entry, and kept.

        Raises the errors of `make`, and Busy.
        """
        return await self._beside.do(make, key=(log, found.seq, what))

    async def find(self, log: str) -> V | None:
        """The log of this id, at most `_FRESH` seconds behind another server's writes.

        None: there is none, or the operator has closed it.

        Raises:
            Broken: it cannot be followed.
        """
        found = self._open.get(log)
        if found is not None and await self._is_behind(log, found):
            found.tell()  # waiting readers get the entries that were just read
            if self._open.get(log) is found:
                self.drop(log)
        found = self._open.pop(log, None) or await self._read(log)
        if found is None:
            return None
        found = self._open.setdefault(log, found)
        for old in [one for one, has in self._open.items() if not has.held and one != log][: len(self._open) - _OPEN]:
            del self._open[old]
        return found

    async def _is_behind(self, log: str, found: V) -> bool:
        """Whether the store has more of a log than the memory, and not because we ourselves are writing it."""
        now = time.monotonic()
        if now < found.checked + _FRESH or found.writing.locked():
            return False
        found.checked = now
        try:
            last = await self._log.last(log)
        except StoreError:  # a page that is only read is told from the memory meanwhile
            return False
        return last > found.seq and not found.writing.locked()

    async def write(
        self,
        log: str,
        command: str,
        decide: Callable[[V], Awaitable[Decided]],
        owner: Owner = "table",
    ) -> V | None:
        """Judge an act by the whole log, and append it, once for each command; returns the log with it.

        None: there is no such log.

        decide: gives the entries of the act, none if it is done already. It is asked again if another server has
        written meanwhile.

        Raises:
            Stale: other servers write all the time. ValueError: as `decide` raises it. StoreError: see `LogStore.append`. Broken: see `find`.
        """
        found = await self.find(log)
        if found is None:
            return None
        clock, pause = asyncio.get_running_loop().time, _PAUSE
        until = clock() + _PATIENCE
        async with found.writing:
            while command not in found.commands:
                try:
                    entries, over = await decide(found)
                    if not entries:
                        return found
                    await self._log.append(log, found.seq, entries, over, owner=owner)
                except (ValueError, Stale):
                    if not await self._catch_up(log, found) or clock() > until:
                        raise
                    await asyncio.sleep(pause)  # so that two servers do not meet at every try
                    pause *= 1.5
                    continue
                for entry in entries:
                    found.go_on(entry)
                self._tell(found)
        return found

    async def heard(self, log: str, seq: int) -> None:
        """Another process has written a log up to this number: follow it. Raises the errors of `find`."""
        found = self._open.get(log)
        if found is None:
            await self.find(log)
            return
        async with found.writing:
            if found.seq < seq:
                await self._catch_up(log, found)

    async def _catch_up(self, log: str, found: V) -> bool:
        """Take the entries of another server; returns whether there are any."""
        more = await self._log.events(log, found.seq)
        try:
            for entry in more:
                found.go_on(entry)
        except ValueError:
            self.drop(log)
            await self.find(log)  # raises the fault of the log
            raise
        if more:
            self._tell(found)
        return bool(more)

    def _tell(self, found: V) -> None:
        """Say that a log was written, here or by another server."""
        found.tell()

    def drop(self, log: str) -> None:
        """Forget a log in memory, so that the next request reads it anew."""
        self._open.pop(log, None)

    def forget(self) -> None:
        """Forget every log in memory, so that the next request reads it anew."""
        self._open.clear()
        self._beside.forget()

    async def follow(
        self, log: str, same: Callable[[V], bool | Awaitable[bool]], gone: Callable[[], Awaitable[None]]
    ) -> V | None:
        """The log, as soon as it differs for the asker, or after 20 s. gone: returns when the asker has left."""
        clock = asyncio.get_running_loop().time
        until, line = clock() + _QUESTION, asyncio.ensure_future(gone())
        try:
            while (found := await self.find(log)) is not None:
                news, as_before = found.changed, same(found)
                if not (await as_before if isinstance(as_before, Awaitable) else as_before):
                    return found
                left = until - clock()
                if left <= 0 or line.done():
                    return found
                changed = asyncio.ensure_future(news.wait())
                found.held += 1
                try:
                    await asyncio.wait((line, changed), timeout=min(left, _FRESH), return_when=asyncio.FIRST_COMPLETED)
                finally:
                    found.held -= 1
                    changed.cancel()
            return found
        finally:
            line.cancel()
