"""The bus between the processes of one club: letters on subjects, at most once each, and never the truth.

A letter that is lost costs a look at the log. No process waits for another one here except in `ask`. The parts: `letters`
seals and opens letters, `memory` is a bus within one process, and `nats` is one over a NATS server.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias, TypeVar

L = TypeVar("L")

# Takes a letter; what it returns is the answer to one who asks, and is dropped where nobody asks.
Heard: TypeAlias = Callable[[L], L | None]


class Unheard(Exception):
    """Nobody listens on the subject, or nobody has answered in time."""


class Bus(Protocol[L]):
    """A process's place on the bus. L: the letters, a union of msgspec structs."""

    @property
    def connected(self) -> bool:
        """Whether letters go out now; those told meanwhile are lost."""

    async def listen(self, subject: str, heard: Heard[L], *, sure: bool = True) -> Callable[[], Awaitable[None]]:
        """Hear every letter on a subject, one's own too; returns how to stop. Whoever listens hears all: there are no groups.

        sure: return only when whatever is told from now on is heard; it holds for all that were listened on before, too.
        heard: called in the order in which one process has told them; it must not wait.

        Raises:
            Unheard: the bus does not answer.
        """

    def tell(self, subject: str, letter: L) -> None:
        """Send a letter to all who listen on a subject, without waiting. One that cannot go out is lost and counted.

        Raises:
            Strange: the letter is too long.
        """

    async def ask(self, subject: str, letter: L, seconds: float) -> L:
        """The first answer to a letter.

        Raises:
            Unheard: nobody listens, or nobody has answered in so many seconds. Strange: the letter is too long.
        """

    async def close(self) -> None:
        """Leave the bus; what was told before still goes out."""
