"""A bus within one process: for tests, and for several clubs in one program."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar

from kozyr.club.bus import Heard, Unheard
from kozyr.club.bus.letters import Post, Strange

_LOG: Final = logging.getLogger("kozyr.club")
L = TypeVar("L")


class Exchange:
    """Carries pieces between the places that share it. cut: drops whatever is sent, as a broken line does."""

    def __init__(self) -> None:
        self.cut = False
        self.ears: defaultdict[str, list[Callable[[bytes], bytes | None]]] = defaultdict(list)

    def carry(self, subject: str, piece: bytes) -> None:
        """Bring a piece to all who listen, after this turn of the loop."""
        if not self.cut:
            for ear in self.ears[subject]:
                asyncio.get_running_loop().call_soon(self._arrive, subject, ear, piece)

    def _arrive(self, subject: str, ear: Callable[[bytes], bytes | None], piece: bytes) -> None:
        if ear in self.ears[subject]:  # it may have stopped listening meanwhile
            ear(piece)


class MemoryBus(Generic[L]):
    """See `kozyr.club.bus.Bus`."""

    def __init__(self, exchange: Exchange, post: Post[L]) -> None:
        self._exchange, self.post = exchange, post
        self._mine: list[tuple[str, Callable[[bytes], bytes | None]]] = []

    @property
    def connected(self) -> bool:
        """See `Bus`."""
        return not self._exchange.cut

    async def listen(self, subject: str, heard: Heard[L], *, sure: bool = True) -> Callable[[], Awaitable[None]]:
        """See `Bus`."""
        del sure  # here it is always
        if self._exchange.cut:
            raise Unheard

        def ear(piece: bytes) -> bytes | None:
            try:
                letter = self.post.opened(subject, piece)
                answer = None if letter is None else heard(letter)
                return None if answer is None else self.post.sealed(_answers(subject), answer)[0]
            except Strange:
                return None
            except Exception:  # noqa: BLE001 - whatever the fault: one letter must not stop the next
                _LOG.exception("a letter on %s could not be taken", subject)
                return None

        async def stop() -> None:
            if ear in self._exchange.ears[subject]:
                self._exchange.ears[subject].remove(ear)

        self._exchange.ears[subject].append(ear)
        self._mine.append((subject, ear))
        return stop

    def tell(self, subject: str, letter: L) -> None:
        """See `Bus`."""
        for piece in self.post.sealed(subject, letter):
            self._exchange.carry(subject, piece)

    async def ask(self, subject: str, letter: L, seconds: float) -> L:
        """See `Bus`."""
        pieces = self.post.sealed(subject, letter)
        if len(pieces) > 1:
            raise self.post.too_long()
        await asyncio.sleep(0)
        ears = () if self._exchange.cut else tuple(self._exchange.ears[subject])
        for ear in ears:
            answer = ear(pieces[0])
            if answer is not None:
                found = self.post.opened(_answers(subject), answer)
                assert found is not None
                return found
        if ears:
            await asyncio.sleep(seconds)
        raise Unheard

    async def close(self) -> None:
        """See `Bus`."""
        await asyncio.sleep(0)
        for subject, ear in self._mine:
            if ear in self._exchange.ears[subject]:
                self._exchange.ears[subject].remove(ear)


def _answers(subject: str) -> str:
    """The subject by which an answer is sealed: an answer to one question is none to another's."""
    return f"answer {subject}"
