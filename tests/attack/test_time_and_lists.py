"""A clock that somebody sets, and lists that grow without end."""

import asyncio
from pathlib import Path
from typing import cast

import pytest

from kozyr.club.live.audience import Audience
from kozyr.club.live.host import Host
from kozyr.club.live.timers import Timers
from kozyr.club.live.waits import Waits
from kozyr.store import Account, Note, Played
from tests import stores
from tests.attack.virtual import Virtual
from tests.clubtable import next_deal, opened, setup
from tests.load import Person
from tests.people import club, guest, new_table


class Settable(Virtual):
    """A clock that can be set; what is measured goes on."""

    shift = 0

    def now(self) -> int:
        return super().now() + self.shift


@pytest.mark.parametrize("hours", [-1, 0, 1])
def test_a_clock_that_is_set_changes_nobodys_absence(hours: int) -> None:
    class Around:
        """The club around the table, as far as absences look at it."""

        clock, waits = Settable(), Waits(absent=60.0)

    clock, host = Around.clock, cast("Host", Around())
    audience = Audience(clock)
    timers, table = Timers(host, audience), next_deal(opened(setup(3, humans=3))).table
    people = [Person(Account(f"account {chair}", "", 0), lambda _: None) for chair in range(3)]
    for person in people:
        audience.add(person)
    assert table.duty is not None
    assert table.duty.place is not None
    mover = table.order[table.duty.place]
    assert audience.remove(people[mover], mover)
    clock.shift = hours * 3_600_000
    clock.at = 30.0
    due = timers.due(table)
    assert due is not None
    assert (due.what, due.whose, due.wait) == ("hold", mover, 30.0)


def test_long_lists_come_in_pages(path: Path) -> None:
    store = stores.opened(path)
    with club(store) as client:
        me = guest(client)
        tables = [new_table(client) for _ in range(101)]

        async def finish() -> None:
            for number, table in enumerate(tables):
                one = Played(me["account"], table, "A", number, None, "playing", 1)
                await store.log.append(table, 0, [], None, Note(None, await summary(table), [me["account"]], [one]))

        async def summary(table: str) -> str:
            row = await store.log.table(table)
            assert row is not None
            assert row.summary is not None
            return row.summary

        assert client.portal is not None
        client.portal.call(finish)
        for route in ("/api/tables", "/api/history"):
            first, second = client.get(route), client.get(f"{route}?page=2")
            assert (len(first.json()), len(second.json())) == (100, 1)
            assert {one["table"] for one in first.json() + second.json()} == set(tables)
            assert first.links["next"]["url"] == f"{route}?page=2"
            assert "link" not in second.headers
            assert client.get(f"{route}?page=3").json() == []
            for wrong in ("0", "-1", "x", "9" * 5000, "²"):
                assert client.get(f"{route}?page={wrong}").status_code == 400


def test_a_clock_of_a_test_passes_time_only_when_all_wait() -> None:
    clock, seen = Virtual(), list[float]()

    async def waits(seconds: float) -> None:
        await clock.sleep(seconds)
        seen.append(clock.seconds())

    async def both() -> None:
        await asyncio.gather(waits(5), waits(2))

    asyncio.run(clock.drive(both()))
    assert seen == [2, 5]
