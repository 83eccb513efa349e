"""The contract of the bus, which the one in memory and the one over NATS both keep."""

import asyncio
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, TypeAlias

import msgspec
import nats
import pytest

from kozyr.club.bus import Bus, Unheard, letters
from kozyr.club.bus.letters import MOST, PIECE, VERSION, Post, Strange
from kozyr.club.bus.memory import Exchange, MemoryBus
from kozyr.club.bus.nats import NatsBus
from kozyr.club.live import scale
from tests.scale.servers import private_nats

KEY = b"the key of this club, 32 bytes.."


class Word(msgspec.Struct, frozen=True, tag="word"):
    text: str


class Load(msgspec.Struct, frozen=True, tag="load"):
    data: bytes


Letter: TypeAlias = Word | Load


class Places(NamedTuple):
    """Two processes on one bus, a stranger's way to put bytes on a subject, what was counted, and the sizes of what was sent."""

    one: Bus[Letter]
    other: Bus[Letter]
    inject: Callable[[str, bytes], Awaitable[None]]
    refused: Counter[str]
    sizes: list[int]


def post(refused: Counter[str], sizes: list[int] | None = None, key: bytes = KEY) -> Post[Letter]:
    made: Post[Letter] = Post(key, Letter, lambda why: refused.update([why]))  # type: ignore[arg-type]
    if sizes is not None:
        sealed = made.sealed

        def noted(subject: str, letter: Letter) -> list[bytes]:
            pieces = sealed(subject, letter)
            sizes.extend(map(len, pieces))
            return pieces

        made.sealed = noted  # type: ignore[method-assign]
    return made


@asynccontextmanager
async def in_memory(_url: str) -> AsyncIterator[Places]:
    exchange, refused, sizes = Exchange(), Counter[str](), list[int]()

    async def inject(subject: str, data: bytes) -> None:
        exchange.carry(subject, data)

    one, other = MemoryBus(exchange, post(refused, sizes)), MemoryBus(exchange, post(refused, sizes))
    yield Places(one, other, inject, refused, sizes)
    await one.close()
    await other.close()


@asynccontextmanager
async def over_nats(url: str) -> AsyncIterator[Places]:
    refused, sizes = Counter[str](), list[int]()
    stranger = await nats.connect(url)

    async def inject(subject: str, data: bytes) -> None:
        await stranger.publish(subject, data)
        await stranger.flush()

    def lost() -> None:
        refused.update(["lost"])

    one = await NatsBus.opened(url, post(refused, sizes), lost)
    other = await NatsBus.opened(url, post(refused, sizes), lost)
    yield Places(one, other, inject, refused, sizes)
    await one.close()
    await other.close()
    await stranger.close()


Test: TypeAlias = Callable[[Places], Coroutine[Any, Any, None]]
Run: TypeAlias = Callable[[Test], None]


@pytest.fixture(params=["memory", "nats"])
def on_bus(request: pytest.FixtureRequest) -> Run:
    url = request.getfixturevalue("nats_server") if request.param == "nats" else ""
    opened = over_nats if request.param == "nats" else in_memory

    def run(test: Test) -> None:
        async def work() -> None:
            async with opened(url) as places:
                await asyncio.wait_for(test(places), 30)

        asyncio.run(work())

    return run


async def until(what: Callable[[], object]) -> None:
    ends = time.monotonic() + 10
    while not what():
        assert time.monotonic() < ends
        await asyncio.sleep(0.005)


class Ear:
    """Writes down what is heard; answers a word by the same word twice."""

    def __init__(self) -> None:
        self.letters: list[Letter] = []

    def __call__(self, letter: Letter) -> Letter | None:
        self.letters.append(letter)
        return Word(letter.text * 2) if isinstance(letter, Word) and letter.text else None


def test_all_who_listen_hear_all_in_order(on_bus: Run) -> None:
    async def test(at: Places) -> None:
        mine, theirs, elsewhere = Ear(), Ear(), Ear()
        await at.one.listen("a.b", mine)
        await at.other.listen("a.b", theirs)
        await at.other.listen("a.c", elsewhere)
        told = [Word(str(n)) for n in range(300)]
        for letter in told:
            at.one.tell("a.b", letter)
        await until(lambda: len(mine.letters) == len(theirs.letters) == 300)
        assert mine.letters == theirs.letters == told
        assert elsewhere.letters == []

    on_bus(test)


def test_a_question_is_answered_and_silence_is_told(on_bus: Run) -> None:
    async def test(at: Places) -> None:
        began = time.monotonic()
        with pytest.raises(Unheard):
            await at.one.ask("q", Word("ab"), 5)
        assert time.monotonic() - began < 2  # nobody listens: that is known at once
        await at.other.listen("q", Ear())
        assert await at.one.ask("q", Word("ab"), 5) == Word("abab")
        assert await asyncio.gather(*(at.one.ask("q", Word(str(n)), 5) for n in range(50))) == [
            Word(str(n) * 2) for n in range(50)
        ]
        began = time.monotonic()
        with pytest.raises(Unheard):
            await at.one.ask("q", Word(""), 0.2)  # nobody answers
        assert 0.15 < time.monotonic() - began < 2

    on_bus(test)


def test_who_has_stopped_hears_nothing_more(on_bus: Run) -> None:
    async def test(at: Places) -> None:
        gone, stays = Ear(), Ear()
        stop = await at.other.listen("a", gone)
        await at.other.listen("a", stays)
        at.one.tell("a", Word("1"))
        await until(lambda: len(stays.letters) == len(gone.letters) == 1)
        await stop()
        await stop()  # twice does no harm
        at.one.tell("a", Word("2"))
        await until(lambda: len(stays.letters) == 2)
        await asyncio.sleep(0.05)
        assert gone.letters == [Word("1")]

    on_bus(test)


def test_a_long_letter_comes_whole_in_pieces(on_bus: Run) -> None:
    async def test(at: Places) -> None:
        ear = Ear()
        await at.other.listen("a", ear)
        letters = [Load(bytes([n]) * (MOST - 100)) for n in range(2)]
        for letter in letters:
            at.one.tell("a", letter)
            await until(lambda: at.one.connected)
            await asyncio.sleep(0.2)
        await until(lambda: len(ear.letters) == 2)
        assert ear.letters == letters
        assert max(at.sizes) == PIECE
        assert len(at.sizes) > 2 * (MOST // PIECE)

    on_bus(test)


def test_a_letter_that_is_too_long_is_refused_and_counted(on_bus: Run) -> None:
    async def test(at: Places) -> None:
        ear = Ear()
        await at.other.listen("a", ear)
        with pytest.raises(Strange):
            at.one.tell("a", Load(bytes(MOST)))
        with pytest.raises(Strange):
            await at.one.ask("a", Load(bytes(PIECE)), 1)
        await at.inject("a", bytes([VERSION]) + bytes(PIECE))
        await until(lambda: at.refused["long"] == 3)
        assert ear.letters == []

    on_bus(test)


def test_a_strange_or_forged_letter_is_refused_and_counted(on_bus: Run) -> None:
    async def test(at: Places) -> None:
        ear, ours, anothers = Ear(), post(Counter()), post(Counter(), key=b"of another club")
        await at.other.listen("a", ear)
        (good,) = ours.sealed("a", Word("good"))
        forged = {
            "of another club": anothers.sealed("a", Word("x"))[0],
            "of another subject": ours.sealed("b", Word("x"))[0],
            "changed": good[:-1] + bytes([good[-1] ^ 1]),
            "said to be another piece": good[:12] + bytes([good[12] ^ 1]) + good[13:],
            "cut": good[:20],
        }
        for data in forged.values():
            await at.inject("a", data)
        await until(lambda: at.refused["forged"] == len(forged))
        await at.inject("a", bytes([VERSION + 1]) + good[1:])
        await until(lambda: at.refused["version"] == 1)
        strange: Post[Any] = Post(KEY, dict, lambda _: None)
        await at.inject("a", strange.sealed("a", {"type": "what?"})[0])
        await at.inject("a", b"")
        await until(lambda: at.refused["unknown"] == 2)
        assert ear.letters == []
        await at.inject("a", good)
        await until(lambda: ear.letters == [Word("good")])
        assert sum(at.refused.values()) == len(forged) + 3

    on_bus(test)


def test_the_version_before_is_read_and_spoken_to_those_who_know_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    older, newest = letters.VERSION, letters.VERSION + 1
    pieces = {older: post(Counter()).sealed("a", Word("x"))[0]}
    monkeypatch.setattr(letters, "VERSION", newest)
    monkeypatch.setattr(letters, "OLDEST", older)
    refused = Counter[str]()
    newer = post(refused)
    pieces[newest] = newer.sealed("a", Word("x"))[0]
    newer.speaks = lambda: older
    assert newer.sealed("a", Word("x"))[0][0] == older
    for version, piece in pieces.items():
        assert piece[0] == version
        assert newer.opened("a", piece) == Word("x")
    monkeypatch.setattr(letters, "OLDEST", newest)
    with pytest.raises(Strange):
        newer.opened("a", pieces[older])
    assert refused == {"version": 1}


@pytest.mark.parametrize(
    ("versions", "speaks"),
    [
        ([], 4),  # nobody is known yet
        (["0.3.0+m5"], 5),
        (["0.3.0+m5", "0.2.9+m4"], 4),
        (["0.3.0+m5", "0.4.0+m6"], 5),
        (["0.3.0+m5", "0.1.0"], 4),  # it cannot be spoken to any more
    ],
)
def test_what_is_spoken_is_read_by_all(monkeypatch: pytest.MonkeyPatch, versions: list[str], speaks: int) -> None:
    monkeypatch.setattr(scale, "VERSION", 5)
    monkeypatch.setattr(scale, "OLDEST", 4)
    scale.spoken.cache_clear()
    assert scale.spoken(frozenset(versions)) == speaks
    scale.spoken.cache_clear()


def test_a_fault_in_taking_one_letter_does_not_stop_the_next(on_bus: Run, caplog: pytest.LogCaptureFixture) -> None:
    async def test(at: Places) -> None:
        ear = Ear()

        def fails(letter: Letter) -> None:
            ear(letter)
            raise KeyError("a fault")

        await at.other.listen("a", fails)
        for n in range(3):
            at.one.tell("a", Word(str(n)))
        await until(lambda: len(ear.letters) == 3)
        with pytest.raises(Unheard):
            await at.one.ask("a", Word("4"), 0.1)

    on_bus(test)
    assert caplog.text.count("could not be taken") == 4


def test_a_piece_that_is_lost_loses_its_letter_alone() -> None:
    refused = Counter[str]()
    sender, reader = post(refused), post(refused)
    first, second, third = (sender.sealed("a", Load(bytes([n]) * PIECE * 2)) for n in range(3))
    assert len(first) == 3
    found = [reader.opened("a", piece) for piece in (first[0], first[2], second[0], third[0], *second[1:], *third[1:])]
    assert [one.data[0] for one in found if isinstance(one, Load)] == [1, 2]
    assert [reader.opened("a", one) for one in (first[1], first[2])] == [None, None]
    assert not refused


def test_letters_that_never_end_are_given_up() -> None:
    sender, reader = post(Counter()), post(Counter())
    begun = [sender.sealed("a", Load(bytes([n]) * PIECE)) for n in range(70)]
    for pieces in begun:
        reader.opened("a", pieces[0])
    assert [reader.opened("a", pieces[1]) is not None for pieces in begun] == [False] * 6 + [True] * 64


@pytest.mark.usefixtures("nats_server")  # a server of its own, where there is one at all
def test_a_server_that_goes_and_comes_back() -> None:
    """What is told meanwhile is lost and counted; afterwards all who listened hear again."""
    lost: list[int] = []

    async def work() -> None:
        ear = Ear()
        one = await NatsBus.opened(server.url, post(Counter()), lambda: lost.append(1))
        await one.listen("a", ear)
        server.stop(9)
        await until(lambda: not one.connected)
        one.tell("a", Word("lost"))
        with pytest.raises(Unheard):
            await one.ask("a", Word("lost"), 1)
        assert lost == [1]
        server.start()
        await until(lambda: one.connected)

        def heard() -> bool:
            one.tell("a", Word("again"))
            return bool(ear.letters)

        await until(heard)
        assert Word("lost") not in ear.letters
        await one.close()

    with private_nats() as server:
        asyncio.run(work())


@pytest.mark.parametrize("url", ["nats://club:secret@127.0.0.1:1", "no url", "nats://club:secret@"])
def test_a_bus_that_is_not_there_is_one_line_without_a_password(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kozyr.club.bus.nats._OPENING", 0.5)
    with pytest.raises(OSError, match=r"^the bus ") as caught:
        asyncio.run(NatsBus.opened(url, post(Counter()), lambda: None))
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_club_at_home_imports_none_of_it() -> None:
    """Neither NATS nor a driver of PostgreSQL is loaded without being named."""
    code = "import sys, kozyr.club.app; print(sorted({'nats', 'asyncpg', 'psycopg'} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 - this Python
    assert found.stdout == "[]\n"
