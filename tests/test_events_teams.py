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
from kozyr.club.event.teams_told import EventSeries
from kozyr.club.event.told import told
from kozyr.club.event.tournament import Tournament
from kozyr.club.history import History
from kozyr.club.live.queue import Queue
from kozyr.games.refusal import Refused
from kozyr.store import Account, Store
from kozyr.tournaments import pairs
from kozyr.tournaments.director.entries import (
    Entered,
    LinedUp,
    Published,
    RoundBegun,
    RoundEnded,
    Seated,
    Substitute,
)
from kozyr.tournaments.director.matches import matches
from kozyr.tournaments.movements import Table
from kozyr.tournaments.part import HowSeated
from tests import stores
from tests.people import Here
from tests.test_events import HOST
from tests.test_events_online import Server, same_as_a_folder
from tests.tournaments.evening import event

CAPTAIN, OTHER, STRANGER = (Account(f"a{n}", f"Cap {n}", 1, login=f"cap{n}") for n in range(1, 4))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = stores.opened(tmp_path / "club.db")
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
            history = History(one.lobby, one.hall.shows, Queue("press", 8, executor=Here()))
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
                    assert not shows(at, seat(at, sitting, secret).placed, STRANGER.id, one.clock.now())
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


async def with_captains(one: Server, store: Store, boards: int = 4, **regulations: Any) -> str:
    """A match of two teams whose captains have accounts; the others are bots."""
    about = event("bridge", bridge_scoring="team_imps", **regulations)
    held = await one.hall.announce(HOST, msgspec.structs.replace(about, preset="duplicate"), online=True)
    for n, account in enumerate((CAPTAIN, OTHER), 1):
        await store.accounts.enrol(account, account.id)
        await one.hall.come(held, account, f"come {n}")
        members = ((await one.find(held)).name(account.id), *(f"{n}{letter}" for letter in "bcde"))
        await one.do(held, Entered(entrant=n, name=f"T{n}", members=members), account)
    await seated(one, held, boards=boards)
    return held


def four(team: int, boards: tuple[int, ...], *names: str) -> LinedUp:
    a, b, c, d = names or (f"{team}b", f"{team}c", f"{team}d", f"{team}e")
    return LinedUp(entrant=team, boards=boards, open_room=(a, b), closed_room=(c, d))


@pytest.mark.rule("B-TEAM-3", "B-TEAM-4")
def test_captains_name_their_fours_by_turns(store: Store) -> None:
    """A first, then B; in the next series B first; nobody else, no other boards, no stranger, and what was named stands."""

    async def work() -> None:
        async with server(store) as one:
            held = await with_captains(one, store)
            at = await one.find(held)
            assert at.state.session is not None
            seats = at.state.session.entrants(at.state.session.turn(1).tables[0])
            a, b = seats["A"], seats["B"]
            captain = {1: CAPTAIN, 2: OTHER}
            first, second = (1, 2), (3, 4)

            async def refused(what: LinedUp, by: Account, why: str) -> None:
                before = await one.find(held)
                with pytest.raises(Refused, match=why):
                    await one.do(held, what, by)
                assert await one.find(held) == before

            await refused(four(b, first), captain[b], rf"T{a} names its four first in series 1 \(B-TEAM-4\)")
            await refused(four(a, first), captain[b], r"has not the power to conditions.*\(PT-I.13.2.4\)")
            await refused(four(a, (1, 2, 3)), captain[a], r"series of its match are 1-2, 3-4 \(B-TEAM-3\)")
            stranger = four(a, first, f"{a}b", f"{a}c", f"{a}d", f"{b}b")
            await refused(stranger, captain[a], r"is not of the team \(B-TEAM-3\)")
            await one.do(held, four(a, first), captain[a])
            await refused(four(a, first), captain[a], r"are named, and they stand \(B-TEAM-4\)")
            now = await one.find(held)
            yours = [[row.yours != () for row in series_told(now, captain[team])] for team in (a, b)]
            assert yours == [[False, True], [True, True]]
            await refused(four(a, second), captain[a], rf"T{b} names its four first in series 2 \(B-TEAM-4\)")
            await one.do(held, four(b, first), captain[b])
            await one.do(held, four(b, second), captain[b])
            assert [row.names for row in series_told(await one.find(held), HOST)] == [None, a]
            assert all_sittings(await one.find(held))[0].people["N"] == (a, f"{a}b")

    asyncio.run(work())


def series_told(at: Tournament, account: Account) -> tuple[EventSeries, ...]:
    found = told(at, account.id).teams
    assert found is not None
    return found.series


@pytest.mark.rule("B-TEAM-3", "B-TEAM-4")
def test_the_club_names_for_a_captain_after_five_minutes(store: Store) -> None:
    """Neither at once nor never; the second series waits as long again, and has the four of the first one."""

    async def work() -> None:
        async with server(store) as one:
            held = await with_captains(one, store, boards=2, bridge_minutes_per_board=60)
            await one.do(held, RoundBegun())
            for nth, team in ((1, "A"), (1, "B"), (2, "B"), (2, "A")):
                at = await settled(one, held)
                assert at.state.session is not None
                due = at.state.session.entrants(at.state.session.turn(1).tables[0])[team]
                waiting = next(row for row in series_told(at, HOST) if row.names is not None)
                assert (waiting.series, waiting.names) == (nth, due)
                one.clock.ms += 1000 * (teams.BREAK - 10)
                assert (await settled(one, held)).seq == at.seq
                one.clock.ms += 20_000
            at = await one.until(held, 1)
            assert [(line.entrant, line.boards) for line in at.state.lineups] == [
                (who, boards) for boards, order in (((1,), "AB"), ((2,), "BA")) for who in map(seats_of(at).get, order)
            ]
            for line in at.state.lineups:
                assert {*line.open_room, *line.closed_room} == set(at.state.entrants[line.entrant].members[:4])
            named = [entry.body for entry in await store.log.events(held) if '"lined_up"' in entry.body]
            assert [msgspec.json.decode(body)["act"] for body in named] == ["club"] * 4

    asyncio.run(work())


def seats_of(at: Tournament) -> dict[str, int]:
    assert at.state.session is not None
    return at.state.session.entrants(at.state.session.turn(1).tables[0])


async def settled(one: Server, held: str) -> Tournament:
    """The event, once nothing more is done for it by itself."""
    one.hall.forget()
    before = await one.find(held)
    for _ in range(2000):
        await asyncio.sleep(0.05)
        at = await one.find(held)
        quiet = all(sitting.done(at) for sitting in all_sittings(at))
        if at.seq == before.seq and quiet:
            return at
        before = at
    raise AssertionError("the event does not come to rest")


class Club:
    """A club that is killed and started again after each entry of an event's log; what is told by then is told again."""

    def __init__(self, store: Store) -> None:
        self.store, self.one, self.restarts = store, Server(store), 0

    async def restart(self, held: str) -> None:
        await self.one.close()
        before = await self.one.find(held)
        new = Server(self.store)
        new.clock.ms, new.commands = self.one.clock.ms, self.one.commands
        self.one, self.restarts = new, self.restarts + 1
        at = await new.find(held)
        assert at.seq >= before.seq
        if at.seq == before.seq:
            assert (told(at, HOST.id), told(at, "")) == (told(before, HOST.id), told(before, ""))

    async def play(self, held: str, ended: int, every: int = 1) -> None:
        """Until so many rounds of the session have ended, with a restart after every so many entries."""
        at = await self.one.find(held)
        seen = at.seq
        for _ in range(20_000):
            at = await self.one.find(held)
            assert at.state.session is not None
            if at.state.session.ended >= ended:
                return
            if at.seq >= seen + every:
                await self.restart(held)
                seen = (await self.one.find(held)).seq
            await asyncio.sleep(0.002)
        raise AssertionError(f"round {ended} does not end")


def round_robin(count: int) -> set[frozenset[int]]:
    return {frozenset((a, b)) for a in range(1, count + 1) for b in range(1, a)}


@pytest.mark.rule("B-TEAM-2", "B-IMP-2", "B-VP-1")
def test_a_round_robin_of_four_teams_with_a_restart_after_each_entry(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each meets each other once; nothing is written twice, and the folder has the same table to the byte."""

    async def work() -> Tournament:
        club = Club(store)
        try:
            held = await announced(club.one, 4)
            await club.restart(held)
            await seated(club.one, held, boards=2)
            for nth in range(1, 4):
                await club.restart(held)
                await club.one.do(held, RoundBegun())
                await club.play(held, nth)
            await club.one.do(held, Published())
            await club.restart(held)
            assert club.restarts > 20
            return await club.one.find(held)
        finally:
            await club.one.close()

    at = asyncio.run(work())
    met = list(matches(at.state))
    assert {frozenset((one.home, one.away)) for one in met} == round_robin(4)
    assert len(at.state.rows) == 3 * 2 * 2 * 2
    assert all(sum(one.vp) == 20 for one in met)
    entries = asyncio.run(store.log.events(at.setup.id))
    assert len({entry.cmd_id for entry in entries if entry.cmd_id}) == sum(
        entry.cmd_id is not None for entry in entries
    )
    same_as_a_folder(at, entries, tmp_path / "here", capsys)


@pytest.mark.parametrize("count", [4, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.rule("B-TEAM-2", "B-VP-1")
def test_a_swiss_round_by_round(store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str], count: int) -> None:
    """Twelve teams (in short four): neighbours in the standing meet, nobody twice, each round a session with other boards."""
    rounds = 5 if count == 12 else 3

    async def work() -> Tournament:
        club = Club(store)
        try:
            held = await announced(club.one, count, bridge_series=1)
            for _ in range(1, rounds + 1):
                await seated(club.one, held, kind="swiss", boards=2)
                await club.restart(held)
                await club.one.do(held, RoundBegun())
                await club.play(held, 1)
            await club.one.do(held, Published())
            await club.restart(held)
            return await club.one.find(held)
        finally:
            await club.one.close()

    at = asyncio.run(work())
    met = [frozenset((one.home, one.away)) for one in matches(at.state)]
    assert len(met) == len(set(met)) == rounds * count // 2
    assert len(at.state.rows) == rounds * count // 2 * 2 * 2
    boards = [{board for _, _, table in tables_of(at, nth) for board in table.boards} for nth in range(1, rounds + 1)]
    assert boards == [{2 * nth + 1, 2 * nth + 2} for nth in range(rounds)]
    assert unsealed(at) == tuple(range(1, 2 * rounds + 1))
    same_as_a_folder(at, asyncio.run(store.log.events(at.setup.id)), tmp_path / "here", capsys)


def tables_of(at: Tournament, session: int) -> list[tuple[int, int, Table]]:
    return [one for one in tables(at) if one[0] == session]


@pytest.mark.rule("B-TEAM-1")
def test_a_session_online_waits_for_the_lines_of_the_last_one_and_has_other_boards(store: Store) -> None:
    async def work() -> None:
        async with server(store) as one:
            held = await announced(one, 2)
            await seated(one, held, boards=2)
            await one.do(held, RoundBegun())
            await one.do(held, RoundEnded(last=True))
            with pytest.raises(Refused, match="is not there yet, and nobody has ruled on it"):
                await seated(one, held, boards=2)
            for _ in range(20_000):
                if len((await one.find(held)).state.rows) == 4:
                    break
                await asyncio.sleep(0.005)
            with pytest.raises(Refused, match="board 1 was played in an earlier session"):
                await one.do(held, Seated(how="hand", order=(1, 2), movement=pairs.teams(2, boards=2)))
            await seated(one, held, boards=2)  # the club chooses others
            session = (await one.find(held)).state.session
            assert session is not None
            assert [table.boards for table in session.turn(1).tables] == [(49, 50)]

    asyncio.run(work())
