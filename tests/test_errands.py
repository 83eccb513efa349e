"""The club's own work for its events: what fails is tried again, soon at first."""

import asyncio
import logging

import pytest

from kozyr.club.live.errands import Errands
from kozyr.club.live.queue import Busy
from kozyr.store import StoreError


@pytest.mark.parametrize(
    "fault",
    [StoreError("the disk is full"), Busy("work_died"), RuntimeError("a fault of ours"), asyncio.CancelledError()],
    ids=lambda fault: type(fault).__name__,
)
def test_failed_work_is_tried_again_until_it_is_done(fault: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> tuple[int, list[float]]:
        tries, pauses, done = 0, list[float](), asyncio.Event()

        async def do(_: str) -> None:
            nonlocal tries
            tries += 1
            if tries < 4:
                raise fault
            done.set()

        errands = Errands(do, 0.001)
        look_in = errands.look_in

        def noted(event: str, seconds: float | None) -> None:
            pauses.append(seconds or 0)
            look_in(event, seconds)

        monkeypatch.setattr(errands, "look_in", noted)
        errands.look("an event")
        await asyncio.wait_for(done.wait(), 60)
        await errands.close()
        return tries, pauses

    tries, pauses = asyncio.run(work())
    assert tries == 4
    assert pauses == [0.001, 0.002, 0.004]


def test_work_that_goes_on_for_long_says_where_it_stands(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("kozyr.club.live.errands._SLOW", 0.01)

    async def work() -> None:
        told = asyncio.Event()

        class Told(logging.Handler):
            def emit(self, record: logging.LogRecord) -> None:  # noqa: ARG002 - whatever is told
                told.set()

        async def lasts() -> None:
            await told.wait()

        async def do(_: str) -> None:
            await lasts()

        logging.getLogger("kozyr.club").addHandler(hears := Told())
        errands = Errands(do)
        errands.look("an event")
        await asyncio.wait_for(told.wait(), 60)
        logging.getLogger("kozyr.club").removeHandler(hears)
        await errands.close()

    asyncio.run(work())
    (told,) = caplog.messages
    assert told.startswith("event an event: its work still goes on after")
    assert "Errands._go_on" in told
    assert "lasts:" in told


def test_the_end_of_the_club_ends_its_work() -> None:
    async def work() -> int:
        begun, tries = asyncio.Event(), 0

        async def do(_: str) -> None:
            nonlocal tries
            tries += 1
            begun.set()
            await asyncio.sleep(600)

        errands = Errands(do, 0.001)
        errands.look("an event")
        await begun.wait()
        await errands.close()
        await asyncio.sleep(0.01)
        return tries

    assert asyncio.run(work()) == 1


def test_the_pause_is_never_longer_than_a_minute() -> None:
    async def work() -> list[float]:
        pauses, enough = list[float](), asyncio.Event()

        async def do(_: str) -> None:
            raise StoreError("the disk is full")

        class Noting(Errands):
            def look_in(self, event: str, seconds: float | None) -> None:
                pauses.append(seconds or 0)
                if len(pauses) < 30:
                    super().look_in(event, 0)
                else:
                    enough.set()

        errands = Noting(do, 2.0)
        errands.look("an event")
        await asyncio.wait_for(enough.wait(), 60)
        await errands.close()
        return pauses

    pauses = asyncio.run(work())
    assert pauses[:6] == [2, 4, 8, 16, 32, 60]
    assert set(pauses[6:]) == {60}
