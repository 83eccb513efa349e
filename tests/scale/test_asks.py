"""Questions to the owner of a log: answered where it is owned, once, and by the next owner if the first one goes."""

import asyncio
from typing import Any

import pytest

from kozyr.club.bus.letters import Post
from kozyr.club.bus.memory import Exchange, MemoryBus
from kozyr.club.live.asks import Answer, Asks, NoOwner
from kozyr.club.live.far import Far
from kozyr.club.live.lines import Dropped, Letter, Question, Reply, commands, far_end
from kozyr.club.live.queue import Busy
from kozyr.games.refusal import Refused

KEY = bytes(32)
SHARD = 7


class End:
    """A process. owner: who owns the shard, and in which epoch, as all of them believe."""

    def __init__(self, exchange: Exchange, name: str, owner: dict[str, Any]) -> None:
        self.name, self.lost = name, 0
        post: Post[Letter] = Post(KEY, Letter, lambda _: None)  # type: ignore[arg-type]
        self.bus = MemoryBus(exchange, post)
        self.far = Far(self.bus, "club", lambda: name, lambda _: owner["is"], lambda *_: 0.0)
        self.asks = Asks(self.far, self._show)

    def _show(self, far: str, letter: Letter) -> None:
        if self.lost:
            self.lost -= 1
        else:
            self.bus.tell(far_end("club", far), letter)

    async def begin(self, epoch: int, answers: dict[str, Answer]) -> None:
        def asked(letter: Letter) -> Letter | None:
            assert isinstance(letter, Question | Dropped)
            return self.asks.heard(letter)

        def told(letter: Letter) -> None:
            assert isinstance(letter, Reply)
            self.asks.told(letter)

        self.asks.answers = answers
        await self.bus.listen(commands("club", SHARD, epoch), asked)
        await self.bus.listen(far_end("club", self.name), told)

    def close(self) -> None:
        self.asks.close()
        self.far.close()


class Counting:
    """Answers with what was asked, and counts."""

    def __init__(self) -> None:
        self.done: list[bytes] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def __call__(self, body: bytes) -> bytes:
        await self.gate.wait()
        self.done.append(body)
        if body == b"refuse":
            raise Refused("no_cup_here")
        if body == b"busy":
            raise Busy("much_work", 7)
        return body + b"!"


async def ends() -> tuple[End, End, End, Counting, Counting, dict[str, Any]]:
    exchange, owner = Exchange(), {"is": ("b", 2)}
    a, b, c = (End(exchange, name, owner) for name in "abc")
    first, second = Counting(), Counting()
    await a.begin(1, {})
    await b.begin(2, {"say": first})
    await c.begin(3, {"say": second})
    return a, b, c, first, second, owner


def test_the_owner_answers_and_a_lost_answer_comes_again() -> None:
    async def work() -> None:
        a, b, c, first, _, _ = await ends()
        assert await a.asks.ask(SHARD, "say", b"one", 5) == b"one!"
        assert await b.asks.ask(SHARD, "say", b"two", 5) == b"two!"  # its own
        b.lost = 1
        assert await a.asks.ask(SHARD, "say", b"three", 5) == b"three!"
        assert first.done == [b"one", b"two", b"three"]
        with pytest.raises(Refused, match="no cup"):
            await a.asks.ask(SHARD, "say", b"refuse", 5)
        with pytest.raises(Busy) as told:
            await a.asks.ask(SHARD, "say", b"busy", 5)
        assert told.value.seconds == 7
        for end in (a, b, c):
            end.close()

    asyncio.run(work())


def test_the_next_owner_is_asked_when_the_first_one_goes() -> None:
    async def work() -> None:
        a, b, c, first, second, owner = await ends()
        first.gate.clear()
        asking = asyncio.create_task(a.asks.ask(SHARD, "say", b"one", 5))
        await asyncio.sleep(0.1)
        owner["is"] = None
        await asyncio.sleep(0.2)
        assert not asking.done()
        owner["is"] = ("c", 3)
        assert await asking == b"one!"
        assert (first.done, second.done) == ([], [b"one"])
        owner["is"] = None
        with pytest.raises(NoOwner):
            await a.asks.ask(SHARD, "say", b"two", 0.3)
        for end in (a, b, c):
            end.close()

    asyncio.run(work())


def test_who_waits_no_more_says_so() -> None:
    async def work() -> None:
        a, b, c, first, _, _ = await ends()
        first.gate.clear()
        asking = asyncio.create_task(a.asks.ask(SHARD, "say", b"one", 5))
        await asyncio.sleep(0.1)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await asyncio.sleep(0.1)
        first.gate.set()
        await asyncio.sleep(0.1)
        assert first.done == []
        for end in (a, b, c):
            end.close()

    asyncio.run(work())
