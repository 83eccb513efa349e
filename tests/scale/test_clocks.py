"""Clocks that differ or jump: processes go by the database's, so nothing moves, and no timer acts early."""

import asyncio
import signal
import time

import pytest
import sqlalchemy as sa

from kozyr.club.clock import Agreed, Clock
from kozyr.store.ownership import Ownership
from tests.scale.processes import TOKENS, WITH_A_CLOCK, Club, Window, found_owner, owner_of, table_at
from tests.scale.test_events import begun, due, ends

PATIENCE = 60.0
LEFT = 15.0  # seconds of the event's round that are left when the processes first see it
HOUR = 3_600_000


class Wrong(Clock):
    """A machine's clock that a test sets. steady: its seconds that never go back."""

    def __init__(self) -> None:
        self.ms, self.steady = 5 * HOUR, 100.0

    def now(self) -> int:
        return self.ms

    def seconds(self) -> float:
        return self.steady


def test_the_agreed_time_is_the_others_however_our_clock_jumps() -> None:
    wrong = Wrong()
    clock = Agreed(wrong)
    assert clock.now() == 5 * HOUR  # nobody has been asked yet
    clock.agree(1_000_000, 0.2)
    assert 1_000_000 <= clock.now() <= 1_000_201  # the answer was made somewhere on the way
    wrong.ms += HOUR
    assert clock.now() <= 1_000_201
    wrong.steady += 10
    assert 1_010_000 <= clock.now() <= 1_010_201
    clock.agree(1_010_000, 0.0)
    assert 1_010_000 <= clock.now() <= 1_010_001
    before = clock.now()
    clock.agree(1_009_999, 3.0)  # a slow answer says nothing new
    assert clock.now() == before
    clock.agree(1_010_500, 0.0)  # the machine had slept
    assert clock.now() == 1_010_500


def test_a_member_is_told_the_time_of_the_database(postgres: str) -> None:
    wrong, told = Wrong(), list[float]()
    clock = Agreed(wrong)

    def timed(ms: int, waited: float) -> None:
        clock.agree(ms, waited)
        told.append(waited)

    def nothing(*_: object) -> None:
        """Nobody is told."""

    async def work() -> None:
        one = Ownership(sa.make_url(postgres), "a", "1", gained=nothing, lost=nothing, moved=nothing, timed=timed)
        began = time.time_ns() // 1_000_000
        await one.start()
        assert began - 1 <= clock.now() <= time.time_ns() // 1_000_000 + 1000 * told[0] + 1
        until = time.monotonic() + PATIENCE
        while len(told) < 3:  # each beat tells it
            assert time.monotonic() < until
            await asyncio.sleep(0.05)
        await one.close()

    asyncio.run(work())


@pytest.mark.long
def test_nothing_moves_when_clocks_jump_an_hour(club: Club) -> None:
    """One process's clock an hour ahead, the other's an hour back: the shards stay, people play on, and a round ends in time."""
    processes = club.start(2, WITH_A_CLOCK)
    table = table_at(processes[0])
    held, deadline = asyncio.run(begun(club.db, LEFT))
    while (moment := due(club.db, held)) is None or abs(moment - deadline) > 100:
        assert time.time() * 1000 < deadline - 1500, moment
        time.sleep(0.05)
    shards = {log: club.owner(log) for log in (table, held)}
    owner = owner_of(club, held)
    owner.process.send_signal(signal.SIGUSR1)
    (other,) = (one for one in processes if one is not owner)
    other.process.send_signal(signal.SIGUSR2)

    async def plays() -> None:
        windows = [await Window(process, TOKENS[n], table).open() for n, process in enumerate(processes, 1)]
        number = 0
        while time.time() * 1000 < deadline - 500:
            for chair, window in enumerate(windows, 1):
                for act in ({"act": "sit", "chair": chair}, {"act": "rise"}):
                    number += 1
                    answer = await window.acts(f"act-{number}", act)
                    assert answer["t"] == "ack", answer
                    await asyncio.sleep(0.5)  # as fast as a person may
        assert number
        for window in windows:
            await window.close()

    asyncio.run(plays())
    assert ends(club.db, held) == []  # though a clock says that it is over
    until = time.monotonic() + PATIENCE
    while not (found := ends(club.db, held)):
        assert time.monotonic() < until
        time.sleep(0.05)
    print(f"the round ended {found[0] - deadline} ms after its time")  # noqa: T201 - a figure for docs/scale.md
    assert 0 <= found[0] - deadline < PATIENCE * 1000
    time.sleep(2)
    assert len(ends(club.db, held)) == 1
    assert {log: club.owner(log) for log in (table, held)} == shards
    assert found_owner(club, held) is owner
    log = club.log(table)
    assert [seq for seq, _ in log] == list(range(1, len(log) + 1))
