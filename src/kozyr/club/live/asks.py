"""Questions to the owner of a log, asked at any process: the answer is made where the log is owned, and once.

A question is sent again until its answer comes, and to the next owner if its owner changes. So what it asks for must be
the same if it is done twice by two owners.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from kozyr.club.live.far import Far
from kozyr.club.live.lines import Dropped, Letter, Question, Reply, Taken
from kozyr.club.live.queue import Busy
from kozyr.games.refusal import Refused
from kozyr.store import StoreError

_LOG: Final = logging.getLogger("kozyr.club")
_AGAIN: Final = 2.0  # seconds without an answer after which a question is sent again
_LOOK: Final = 0.1  # seconds between two looks whether the owner is still the same
_PAUSE: Final = 0.05  # seconds until an owner is sought again
_KEPT: Final = 2_000  # answers that may be asked for once more

# Answers a question of one kind: bytes in, bytes out.
Answer = Callable[[bytes], Awaitable[bytes]]


class NoOwner(StoreError):
    """Nobody has answered in time: the log has no owner, or the bus is out of reach."""


class Asks:
    """This process's questions, and its answers to those of others.

    answers: by the kind of the question. show: sends a letter to a far end.
    """

    def __init__(self, far: Far, show: Callable[[str, Letter], None]) -> None:
        self._far, self._show = far, show
        self.answers: Mapping[str, Answer] = {}
        self._counter = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Reply]] = {}
        self._going: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._done: OrderedDict[tuple[str, int], Reply] = OrderedDict()

    # --- who asks ------------------------------------------------------------------------------------------

    async def ask(self, shard: int, what: str, body: bytes, seconds: float) -> bytes:
        """The answer of the owner of a shard, our own if we own it.

        Raises:
            NoOwner: nobody has answered in so many seconds. Refused, Busy: as the owner's answer raised it.
        """
        nth, ends = next(self._counter), time.monotonic() + seconds
        future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._waiting[nth] = future
        asked: tuple[str, int] | None = None
        try:
            while time.monotonic() < ends:
                own = asked = self._far.where(shard)
                if own is not None and own[0] == self._far.id():
                    asked = None
                    return await asyncio.wait_for(self.answers[what](body), ends - time.monotonic())
                question = Question(self._far.id(), nth, what, body)
                if own is None or not await self._far.ask(shard, own, question):
                    await asyncio.sleep(_PAUSE)
                    continue
                again = min(ends, time.monotonic() + _AGAIN)
                while not future.done() and time.monotonic() < again and self._far.where(shard) == own:
                    await asyncio.wait((future,), timeout=_LOOK)
                if future.done():
                    asked = None
                    return _said(future.result())
        except TimeoutError:
            _LOG.debug("a question about %s was not answered here in time", what)
        finally:
            del self._waiting[nth]
            if asked is not None:  # we wait no more
                self._far.tell(shard, asked, Dropped(self._far.id(), nth))
        raise NoOwner("nobody owns this now")

    def told(self, letter: Reply) -> None:
        """An answer has come; one that nobody waits for is dropped."""
        future = self._waiting.get(letter.nth)
        if future is not None and not future.done():
            future.set_result(letter)

    # --- who answers ---------------------------------------------------------------------------------------

    def heard(self, letter: Question | Dropped) -> Letter | None:
        """Begin to answer, or stop; a question that comes again is answered once."""
        key = letter.far, letter.nth
        if isinstance(letter, Dropped):
            if (going := self._going.pop(key, None)) is not None:
                going.cancel()
            return None
        if (known := self._done.get(key)) is not None:
            self._show(letter.far, known)
        elif key not in self._going:
            self._going[key] = asyncio.create_task(self._answer(letter))
        return Taken(known=True)

    async def _answer(self, letter: Question) -> None:
        key, body, refusal, busy = (letter.far, letter.nth), b"", None, 0
        try:
            body = await self.answers[letter.what](letter.body)
        except Refused as error:
            refusal = error.refusal
        except Busy as error:
            refusal, busy = error.refusal, error.seconds
        except Exception:  # noqa: BLE001 - whatever the fault: the asker tries again, and hears then that nobody answers
            _LOG.exception("a question about %s could not be answered", letter.what)
            self._going.pop(key, None)
            return
        self._going.pop(key, None)
        self._done[key] = reply = Reply(letter.nth, body, refusal, busy)
        if len(self._done) > _KEPT:
            self._done.popitem(last=False)
        self._show(letter.far, reply)

    def close(self) -> None:
        """Answer nobody any more."""
        for going in tuple(self._going.values()):
            going.cancel()


def _said(reply: Reply) -> bytes:
    if reply.busy and reply.refusal is not None:
        raise Busy(str(reply.refusal.params.get("why", "much_work")), reply.busy)
    if reply.refusal is not None:
        raise Refused.of(reply.refusal)
    return reply.body
