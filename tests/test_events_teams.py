"""Matches of teams at the club's own tables: both rooms, series by series, the captains' fours by turns, Swiss and round robin."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kozyr.club.event import teams
from kozyr.club.event.boards import Sitting, seat, shows, sittings, unsealed
from kozyr.club.event.told import told
from kozyr.club.event.tournament import Tournament
from kozyr.club.history import History
from kozyr.store import Account, Store
from kozyr.tournaments.director.entries import (
    Entered,
    Published,
    RoundBegun,
    Substitute,
)
from kozyr.tournaments.director.tables import matches
from kozyr.tournaments.movements import Table
from kozyr.tournaments.seating import HowSeated
from tests.test_events import HOST
from tests.test_events_online import Server, same_as_a_folder
from tests.tournaments.evening import event

CAPTAIN, OTHER, STRANGER = (Account(f"a{n}", f"Cap {n}", 1, login=f"cap{n}") for n in range(1, 4))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(tmp_path / "club.db", "OFF")
    yield found
    found.close()


@asynccontextmanager
async def server(store: Store) -> AsyncIterator[Server]:
    found = Server(store)
    try:
        yield found
    finally:
        await found.close()


async def announced(one: Server, entrants: int, **regulations: Any) -> str:
    """A match of teams, or several: all of bots."""
    about = event("bridge", **{"bridge_scoring": "team_imps", **regulations})
    held = await one.hall.announce(HOST, msgspec.structs.replace(about, preset="duplicate"), online=True)
    for n in range(1, entrants + 1):
        await one.do(held, Entered(entrant=n, name=f"T{n}", members=tuple(f"{n}{letter}" for letter in "abcd")))
    return held


async def seated(one: Server, held: str, **how: Any) -> None:
    one.clock.ms += 1000
    one.commands += 1
    await one.hall.seat(held, HOST, f"s{one.commands}", HowSeated(by="hand", **how))


def tables(at: Tournament) -> list[tuple[int, int, Table]]:
    """Every table of every round, with its session and round."""
    return [
        (number, nth, table)
        for number, session in enumerate(at.state.sessions, 1)
        for nth, turn in enumerate(session.movement.rounds, 1)
        for table in turn.tables
    ]


def all_sittings(at: Tournament) -> list[Sitting]:
    return [one for where in tables(at) for one in sittings(at, *where)]


@pytest.mark.rule("B-TEAM-1", "B-TEAM-2", "B-TEAM-4", "B-TEAM-5", "B-TEAM-6", "B-TEAM-7", "B-IMP-2")
def test_a_match_of_two_series_in_both_rooms(store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each board once in each room, a team on different lines of it; the folder's table is the same to the byte."""

    async def work() -> Tournament:
        async with server(store) as one:
            held = await announced(one, 2)
            await seated(one, held, boards=4)
            await one.do(held, RoundBegun())
            await one.until(held, 1)
            await one.do(held, Published())
            return await one.find(held)

    at = asyncio.run(work())
    some = all_sittings(at)
    assert [(one.series, one.room, one.boards) for one in some] == [
        (1, "open", (1, 2)),
        (1, "closed", (2, 1)),
        (2, "open", (3, 4)),
        (2, "closed", (4, 3)),
    ]
    ((_, _, table),) = tables(at)
    assert at.state.session is not None
    home = at.state.session.entrants(table)["A"]
    for one in some:
        line = {letter for letter, (team, _) in one.people.items() if team == home}
        assert line == ({"N", "S"} if one.room == "open" else {"E", "W"})
        assert len({name for _, name in one.people.values()}) == 4
    assert {(where.board, where.room) for where in at.state.rows} == {
        (board, room) for board in (1, 2, 3, 4) for room in teams.ROOMS
    }
    shared = [set(seat(at, one, bytes(32)).setup.deals.cards) for one in some]  # type: ignore[union-attr]
    assert shared[0] == shared[1]
    assert shared[2] == shared[3]
    assert len(next(matches(at.state)).boards) == 4
    entries = asyncio.run(store.log.events(at.setup.id))
    same_as_a_folder(at, entries, tmp_path / "here", capsys)
    again = Tournament.open(at.setup)
    for entry in entries:
        again = again.after(entry)
    assert again == at
    assert told(again, "") == told(at, "")


@pytest.mark.rule("B-TEAM-1")
def test_spectators_see_the_open_room_alone_and_no_board_that_is_sealed(store: Store) -> None:
    """After a series its open room; the closed one not before the result is published, and who plays sees neither."""

    async def work() -> None:
        async with server(store) as one:
            held = await announced(one, 2)
            await store.accounts.enrol(CAPTAIN, CAPTAIN.id)
            await one.hall.come(held, CAPTAIN, "come")
            await one.do(held, Substitute(entrant=1, name=(await one.find(held)).name(CAPTAIN.id), for_="1d"))
            await seated(one, held, boards=4)
            history = History(one.lobby, one.hall.shows)
            secret = await one.hall.secret(held)

            async def seen(sitting: Sitting, account: Account) -> bool:
                deal = await history.deal(sitting.id(held), account.id, 1)
                proofs = await history.proofs(sitting.id(held), account.id)
                assert (deal is None) == (proofs is None)
                return deal is not None

            await one.do(held, RoundBegun())
            sealed, at = 0, await one.find(held)
            for _ in range(20_000):
                at = await one.find(held)
                if {1, 2} <= set(unsealed(at)):
                    break
                for sitting in all_sittings(at):
                    sealed += 1
                    assert not shows(at, seat(at, sitting, secret).placed, STRANGER.id)
                await asyncio.sleep(0.005)
            assert sealed > 0
            first = {sitting.room: sitting for sitting in all_sittings(at) if sitting.series == 1}
            assert await seen(first["open"], STRANGER)
            assert not await seen(first["closed"], STRANGER)
            assert not await seen(first["open"], CAPTAIN)
            assert await seen(first["closed"], CAPTAIN)  # he sits there
            watched, mine = told(at, STRANGER.id).teams, told(at, CAPTAIN.id).teams
            assert watched is not None
            assert mine is not None
            assert [room.at for room in watched.open_rooms] == [first["open"].id(held)]
            assert mine.open_rooms == ()
            assert told(at, STRANGER.id).round is None or all(
                table.at is None
                for table in told(at, STRANGER.id).round.tables  # type: ignore[union-attr]
            )
            await one.until(held, 1)
            await one.do(held, Published())
            assert await seen(first["closed"], STRANGER)
            assert await seen(first["open"], CAPTAIN)
            await history.close()

    asyncio.run(work())
