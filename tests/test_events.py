"""Events of the club: a log of the store each, folded by the director's own entries, one act at a time."""

import asyncio
import contextlib
import random
import sqlite3
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kozyr.cli import main
from kozyr.club.app import rebuild
from kozyr.club.clock import Clock
from kozyr.club.event.tournament import Tournament, lines
from kozyr.club.live import shelf
from kozyr.club.live.hall import Hall, Running
from kozyr.club.live.shelf import Broken
from kozyr.club.upkeep import check
from kozyr.games.refusal import Refused
from kozyr.store import Account, Entry, Store
from kozyr.tournaments import director, folder, movements
from kozyr.tournaments.director import fold
from kozyr.tournaments.director.entries import (
    Announced,
    AnyWhat,
    Appointed,
    Closed,
    Confirmed,
    Corrected,
    Entered,
    Published,
    RoundBegun,
    RoundEnded,
    Row,
    Seated,
    Substitute,
)
from kozyr.tournaments.movements import Round
from tests import stores
from tests.luck import LUCK
from tests.tournaments.evening import event, preferans_result

HOST = Account("host", "Orlova", 1)
PLAYERS = tuple(Account(f"a{n}", f"P{n}", 1) for n in range(1, 9))
STRANGER = Account("stranger", "Кто-то", 1)


class Told(Clock):
    """A clock that shows what it is told: an hour on a day of 2026."""

    def __init__(self) -> None:
        self.ms = 1_780_000_000_000

    def now(self) -> int:
        return self.ms


class House:
    """A store with its halls: servers on one database. do: enters something in the first one."""

    def __init__(self, path: Path) -> None:
        self.path, self.clock = path, Told()
        self.store = stores.opened(path)
        self.halls = [Hall(self.store.log, self.clock, LUCK) for _ in range(2)]
        self.event = ""
        self.commands = 0

    @property
    def hall(self) -> Hall:
        return self.halls[0]

    async def do(self, what: AnyWhat, by: Account = HOST, why: str = "", hall: int = 0) -> Tournament:
        self.clock.ms += 1_000
        self.commands += 1
        found = await self.halls[hall].do(self.event, by, f"c{self.commands}", what, why)
        assert found is not None
        return found.tournament

    async def now(self, hall: int = 0) -> Tournament:
        found = await self.halls[hall].find(self.event)
        assert found is not None
        return found.tournament

    async def entries(self) -> list[Entry]:
        return await self.store.log.events(self.event)

    async def announced(self, players: int = 8) -> None:
        """An event that so many have entered, each by himself."""
        self.event = await self.hall.announce(HOST, event())
        for account in PLAYERS[:players]:
            await self.hall.enter(self.event, account, f"enter {account.id}")

    async def seated(self) -> None:
        await self.announced()
        movement = movements.preferans(8)
        await self.do(Seated(how="hand", order=tuple(range(1, 9)), movement=movement))


@pytest.fixture
def house(path: Path) -> Iterator[House]:
    found = House(path)
    yield found
    found.store.close()


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(work())


def turn(at: Tournament) -> Round:
    """The first round, as it was seated."""
    assert at.state.session is not None
    return at.state.session.turn(1)


async def played(house: House, chance: random.Random) -> None:
    """The whole session, each line from somebody who sits there."""
    at = await house.now()
    session = at.state.session
    assert session is not None
    for turn in session.movement.rounds:
        await house.do(RoundBegun())
        for table in turn.tables:
            writer = PLAYERS[next(iter(session.entrants(table).values())) - 1]
            for board in table.boards:
                result = preferans_result(board, len(table.seats), chance)
                await house.do(Row(table=table.table, board=board, result=result), writer)
        await house.do(RoundEnded())


# --- the log ---------------------------------------------------------------------------------------------------


def test_an_event_is_the_fold_of_the_directors_own_entries(house: House, tmp_path: Path) -> None:
    """And `kozyr tournament` makes the same tables of the same log, to the byte."""

    async def work() -> None:
        await house.seated()
        await played(house, random.Random(1))
        await house.do(Published())

    run(work)
    at = asyncio.run(house.now())
    log = list(lines(at.setup, asyncio.run(house.entries())))
    again = fold(director.State(at.setup.about), log)
    assert again == at.state
    assert {one.who for one in log} == {"Orlova", *(account.nick for account in PLAYERS)}
    here = tmp_path / "here"
    folder.create(here, at.setup.about)
    (here / folder.LOG).write_bytes(b"".join(director.encode(one) + b"\n" for one in log))
    assert folder.load(here) == at.state
    assert director.standing(folder.load(here)) == director.standing(at.state)


def test_a_restart_after_each_entry_gives_the_same_event(house: House) -> None:
    """Each entry that was acknowledged is in the log, and the log folds to what was told."""
    told: list[Tournament] = []

    async def work() -> None:
        await house.announced()
        first: list[AnyWhat] = [
            Appointed(name="P8", powers=("tabulate", "rectify")),
            Substitute(entrant=3, name="Запас"),
            Seated(how="hand", order=tuple(range(1, 9)), movement=movements.preferans(8)),
            RoundBegun(),
        ]
        told.extend([await house.do(what) for what in first])
        table = turn(told[-1]).tables[0]
        writer = PLAYERS[next(iter(table.seats.values())) - 1]
        where, board = table.table, table.boards[0]
        told.append(await house.do(Row(table=where, board=board, result="6S S"), writer))
        told.append(await house.do(Confirmed(table=where, board=board), writer))
        mended = Corrected(table=where, board=board, result="7S S")
        told.append(await house.do(mended, PLAYERS[7], "записали не то"))
        told.append(await house.do(RoundEnded()))

    run(work)
    entries = asyncio.run(house.entries())
    setup = told[0].setup
    for one in told:
        again = Tournament.open(setup)
        for entry in entries[: one.seq]:
            again = again.after(entry)
        assert again == one
        fresh = Hall(house.store.log, house.clock, LUCK)
        assert asyncio.run(_found(fresh, house.event)).tournament == told[-1]
    by = [msgspec.json.decode(entry.body).get("why") for entry in entries]
    assert by.count("записали не то") == 1


async def _found(hall: Hall, event_: str) -> Running:
    found = await hall.find(event_)
    assert found is not None
    return found


def test_a_command_is_done_once(house: House) -> None:
    async def work() -> None:
        await house.announced(3)
        before = (await house.now()).seq
        for hall in (0, 0, 1):  # another server, too, finds it in the log
            await house.halls[hall].do(house.event, HOST, "once", Substitute(entrant=1, name="Запас"))
        assert (await house.now()).seq == before + 1
        again = await house.hall.enter(house.event, PLAYERS[0], f"enter {PLAYERS[0].id}")
        assert again is not None
        assert len(again.tournament.state.entrants) == 3

    run(work)


def test_who_looks_at_one_server_sees_what_another_one_writes(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within a second or so, whether he asks anew or waits for more; who wrote it himself reads nothing again."""
    monkeypatch.setattr(shelf, "_FRESH", 0.1)

    async def nobody_leaves() -> None:
        await asyncio.Event().wait()

    async def work() -> None:
        await house.announced(2)
        first = await house.halls[0].find(house.event)
        other = await house.halls[1].find(house.event)
        assert first is not None
        assert other is not None
        before = other.tournament.seq
        waits = asyncio.create_task(
            house.halls[1].follow(house.event, lambda one: one.tournament.seq == before, nobody_leaves)
        )
        await asyncio.sleep(0.05)
        await house.do(Announced(text="boards of the third round are changed"))
        told = await asyncio.wait_for(waits, 5)
        assert told is not None
        assert told.tournament.state.conditions == ("boards of the third round are changed",)
        await house.do(Announced(text="and of the fourth"))
        await asyncio.sleep(0.15)
        assert (await house.now(1)).state.conditions[1:] == ("and of the fourth",)
        assert await house.halls[0].find(house.event) is first

    asyncio.run(work())


def test_two_servers_seat_nobody_twice(house: House) -> None:
    """Who was late judges his act anew after what the other one has written."""

    async def work() -> None:
        await house.announced()
        assert (await house.now(0)).seq == (await house.now(1)).seq
        seats = Seated(how="hand", order=tuple(range(1, 9)), movement=movements.preferans(8))
        await house.do(seats, hall=0)
        with pytest.raises(Refused, match="a session is running"):
            await house.do(seats, hall=1)
        assert len((await house.now(1)).state.sessions) == 1
        await house.do(RoundBegun(), hall=1)
        with pytest.raises(Refused, match="round 1 has not ended"):
            await house.do(RoundBegun(), hall=0)
        late = Account("late", "P1", 1)
        with pytest.raises(Refused, match="everybody is seated"):
            await house.halls[0].enter(house.event, late, "late")

    run(work)


def test_many_enter_at_once_by_two_servers_and_each_has_his_number(house: House) -> None:
    async def work() -> None:
        house.event = await house.hall.announce(HOST, event())
        await house.now(1)
        same = [Account(f"x{n}", "Анна", 1) for n in range(6)]
        await asyncio.gather(*(house.halls[n % 2].enter(house.event, one, one.id) for n, one in enumerate(same)))
        state = (await _found(Hall(house.store.log, house.clock, LUCK), house.event)).tournament.state
        assert sorted(state.entrants) == [1, 2, 3, 4, 5, 6]
        assert {one.name for one in state.entrants.values()} == {"Анна", *(f"Анна {n}" for n in range(2, 7))}

    run(work)


# --- who may ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-I.13.2.4")
def test_officials_are_of_an_event_and_what_they_may_is_in_its_log(house: House) -> None:
    async def work() -> None:
        await house.announced()
        helper = PLAYERS[7]
        with pytest.raises(Refused, match="power to conditions"):
            await house.do(Seated(how="hand", order=tuple(range(1, 9)), movement=movements.preferans(8)), helper)
        assert not (await house.now()).officiates(helper.id)
        await house.do(Appointed(name="P8", powers=("conditions",)))
        after = await house.do(Seated(how="hand", order=tuple(range(1, 9)), movement=movements.preferans(8)), helper)
        assert after.officiates(helper.id)
        assert after.officiates(HOST.id)
        with pytest.raises(Refused, match="power to discipline"):
            await house.do(RoundBegun(), helper)
        first = house.event
        await house.announced(2)  # another event of the same arbiter: nothing global
        assert house.event != first
        assert not (await house.now()).officiates(helper.id)

    run(work)


def test_nobody_takes_the_arbiters_name(house: House) -> None:
    """Nor anybody else's who has one at the event."""

    async def work() -> None:
        house.event = await house.hall.announce(
            Account("org", "Организатор", 1),
            event(),
        )
        thief = Account("thief", "Orlova", 1)
        after = await house.hall.enter(house.event, thief, "1")
        assert after is not None
        assert after.tournament.names["thief"] == "Orlova 2"
        with pytest.raises(Refused, match="power to conditions"):
            await house.do(Seated(how="hand", order=(1,), movement=movements.preferans(8)), thief)
        assert (await house.now()).officiates("org")

    run(work)


@pytest.mark.rule("PT-I.6")
def test_a_line_comes_from_those_who_sit_there(house: House) -> None:
    async def work() -> None:
        await house.seated()
        at = await house.do(RoundBegun())
        session = at.state.session
        assert session is not None
        one, other = session.turn(1).tables[:2]
        row = Row(table=one.table, board=one.boards[0], result="6S S")
        sitting, elsewhere = (PLAYERS[next(iter(session.entrants(table).values())) - 1] for table in (one, other))
        before = at.seq
        for who in (elsewhere, STRANGER):
            with pytest.raises(Refused, match="does not sit there"):
                await house.do(row, who)
        assert (await house.now()).seq == before  # and the event is as it was
        await house.do(row, sitting)
        with pytest.raises(Refused, match="written already"):
            await house.do(row)  # the arbiter writes anywhere, but no line twice
        gone, beside = [PLAYERS[entrant - 1] for entrant in session.entrants(other).values()][:2]
        await house.do(Substitute(entrant=PLAYERS.index(gone) + 1, name="Запас"))
        there = Row(table=other.table, board=other.boards[0], result="6S S")
        with pytest.raises(Refused, match="does not sit there"):
            await house.do(there, gone)  # somebody plays on for him
        await house.do(there, beside)

    run(work)


def test_what_cannot_be_leaves_the_event_as_it_was(house: House) -> None:
    async def work() -> None:
        await house.announced(4)
        before, log = await house.now(), await house.entries()
        refused: list[tuple[AnyWhat, str]] = [
            (Seated(how="hand", order=(1, 2), movement=movements.preferans(8)), "2 entrants in a movement"),
            (RoundBegun(), "nobody is seated yet"),
            (Row(table=1, board=1, result="6S S"), "nobody is seated yet"),
            (Entered(entrant=1, name="Другой"), "entrant 1 is P1 already"),
            (Published(), ""),
            (Closed(), "the correction period"),
        ]
        for what, why in refused:
            if isinstance(what, Published):
                await house.do(what)
                before, log = await house.now(), await house.entries()
                continue
            with pytest.raises(Refused, match=why):
                await house.do(what)
            assert (await house.now(), await house.entries()) == (before, log)
        assert await house.hall.find("none") is None
        assert await house.hall.do("none", HOST, "1", RoundBegun()) is None

    run(work)


# --- the clock -------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-I.4")
def test_a_round_has_five_minutes_a_board(house: House) -> None:
    async def work() -> None:
        await house.seated()
        assert (await house.now()).deadline is None
        at = await house.do(RoundBegun())
        boards = len(turn(at).tables[0].boards)
        assert at.deadline == house.clock.ms // 1000 * 1000 + boards * 5 * 60_000
        assert (await house.do(RoundEnded())).deadline is None

    run(work)


def test_a_clock_that_goes_back_stands_still(house: House) -> None:
    async def work() -> None:
        await house.announced(3)
        clock = (await house.now()).state.clock
        house.clock.ms -= 3_600_000
        assert (await house.do(Substitute(entrant=1, name="Запас"))).state.clock == clock

    run(work)


def test_who_waits_hears_of_the_next_entry(house: House) -> None:
    async def work() -> None:
        await house.announced(1)
        have = (await house.now()).seq

        async def never() -> None:
            await asyncio.Event().wait()

        waiting = asyncio.ensure_future(house.hall.follow(house.event, lambda one: one.seq == have, never))
        await asyncio.sleep(0)
        await house.do(Substitute(entrant=1, name="Запас"))
        found = await waiting
        assert found is not None
        assert found.seq == have + 1

    run(work)


# --- the operator ----------------------------------------------------------------------------------------------


@stores.IN_A_FILE
def test_what_the_log_gives_back_is_made_anew(house: House, path: Path) -> None:
    async def work() -> None:
        await house.seated()
        await played(house, random.Random(2))
        await house.do(Published())
        house.clock.ms += 31 * 60_000
        await house.do(Closed())

    run(work)
    when = house.clock.ms
    assert stores.execute(path, "select finished from tournaments") == [(when,)]
    stores.execute(path, "update tournaments set finished = null")
    assert list(rebuild(stores.place(path))) == ["1 tables read, 1 noted anew"]
    assert stores.execute(path, "select finished from tournaments") == [(when,)]
    assert check(stores.place(path))[1] is True


@stores.IN_A_FILE
def test_a_log_that_cannot_be_followed_is_named(house: House, path: Path) -> None:
    run(house.seated)
    stores.execute(path, "update events set body = '{}' where log_id = ? and seq = 4", house.event)
    said, sound = check(stores.place(path))
    assert (said[0], sound) == (f"event {house.event}: the log cannot be followed from 4 on", False)
    house.hall.forget()
    with pytest.raises(Broken):
        asyncio.run(house.now())
    assert next(iter(rebuild(stores.place(path)))) == said[0]


def test_an_older_database_is_opened_and_its_logs_are_the_same(tmp_path: Path) -> None:
    """Every log that there was belongs to a table, and each of its entries stands where it stood."""
    old = tmp_path / "old.db"
    with contextlib.closing(sqlite3.connect(old)) as database:
        database.executescript((Path(__file__).parent / "data" / "store" / "0001.sql").read_text())
        entry = "seq, ts, kind, seat, cmd_id, body"
        before = database.execute(f"select table_id, {entry} from events order by 1, 2").fetchall()  # noqa: S608 - our own words
    assert before
    assert main(["check", str(old)]) == 0
    Store(old, "OFF").close()
    with contextlib.closing(sqlite3.connect(old)) as database:
        assert database.execute(f"select log_id, {entry} from events order by 1, 2").fetchall() == before  # noqa: S608 - as above
        assert database.execute("select count(*) from logs where owner <> 'table'").fetchone() == (0,)
        assert database.execute("pragma foreign_key_check").fetchall() == []
        database.execute("pragma foreign_keys = on")
        with pytest.raises(sqlite3.IntegrityError):
            database.execute("insert into events values ('nobody', 1, 1, 'event', null, null, '{}')")
    assert main(["check", str(old)]) == 0
