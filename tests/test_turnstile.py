"""A crowd of sockets that comes at once is spread over many turns of the loop."""

import asyncio
from pathlib import Path

import pytest

from kozyr.club.live.turnstile import EACH, Turnstile
from tests.people import club, guest, new_table, seated

CROWD = 50


def test_so_many_pass_in_a_turn_and_who_comes_first_is_first() -> None:
    async def work() -> None:
        turnstile, passed, most = Turnstile(), list[int](), 0

        async def one(number: int) -> None:
            await turnstile.passed()
            passed.append(number)

        crowd = asyncio.gather(*map(one, range(CROWD)))
        while not crowd.done():
            before = len(passed)
            await asyncio.sleep(0)
            most = max(most, len(passed) - before)
        assert passed == list(range(CROWD))
        assert most == EACH

    asyncio.run(work())


def test_who_goes_meanwhile_takes_nobodys_place() -> None:
    async def work() -> None:
        turnstile = Turnstile(1)
        await turnstile.passed()
        gone, stays = (asyncio.create_task(turnstile.passed()) for _ in range(2))
        await asyncio.sleep(0)
        gone.cancel()
        async with asyncio.timeout(60):
            await stays
        for _ in range(3):  # later turns are free, and nothing runs in the loop while nobody comes
            await asyncio.sleep(0)
        assert not turnstile._turning
        await turnstile.passed()

    asyncio.run(work())


def test_each_new_socket_passes_twice(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before it is accepted, and before it is shown its table."""
    passed, count = Turnstile.passed, 0

    async def counted(turnstile: Turnstile) -> None:
        nonlocal count
        count += 1
        await passed(turnstile)

    monkeypatch.setattr(Turnstile, "passed", counted)
    with club(path) as client:
        guest(client)
        table = new_table(client)
        with seated(client, table):
            assert count == 2
