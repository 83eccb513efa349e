"""Tables of an event that rule on errors: what is ruled there stands in the event's log, and the director weighs what is left."""

import asyncio
import io
import zipfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kozyr.arbiter.ruling import ARBITER, Branch, Reason, Ruling
from kozyr.cli import main
from kozyr.club.event.boards import sittings
from kozyr.club.event.folders import packed
from kozyr.club.event.hall_told import EventHall, hall
from kozyr.club.event.told import told
from kozyr.club.event.tournament import Tournament
from kozyr.club.table.bench import ArbiterCalled
from kozyr.games.refusal import Refused
from kozyr.games.rulings import parse
from kozyr.store import Account, Store
from kozyr.tournaments import director, exports, folder, movements
from kozyr.tournaments.director import Decision
from kozyr.tournaments.director.entries import Appointed, AtTable, Noticed, RoundBegun, Ruled
from kozyr.tournaments.director.tables import scores
from tests import stores
from tests.judged import Live
from tests.test_events import HOST
from tests.test_events_online import Server, seats, server
from tests.tournaments.evening import Evening, event

SAID = Reason("call.waits", {"player": "E", "call": "6C"})
PEOPLE = tuple(Account(f"account {n}", f"P{n}", n) for n in range(1, 9))
LONG = 3600.0
MADE_GOOD = "ruled:P-3.9.14.1:arbiter:compensate=N,E,50"
AGAIN = "ruled:P-3.2.15:arbiter:redeal=same"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = stores.opened(tmp_path / "club.db")
    yield found
    found.close()


async def begun(one: Server, edition: int = 0, **changes: Any) -> str:
    """An event of eight people with accounts, whose first round has begun; its tables rule on errors."""
    told = {"table.irregularities": "rule"}
    about = msgspec.structs.replace(event(**changes), edition=edition, changes=told)
    held = await one.hall.announce(HOST, about, online=True)
    for nth, account in enumerate(PEOPLE):
        await one.store.accounts.enrol(account, account.id)
        await one.hall.enter(held, account, f"enter {nth}")
    await one.do(held, seats(8))
    await one.do(held, RoundBegun())
    return held


async def dealt(one: Server, held: str, table: str) -> None:
    """Wait until a table has its first cards."""
    for _ in range(2000):
        await one.find(held)
        room = one.lobby.present(table)
        if room is not None and room.table.running:
            return
        await asyncio.sleep(0.005)
    raise AssertionError("no cards")


async def at_table(store: Store, table: str) -> Live:
    """A table whose server has died."""
    found, log = await Server(store, LONG).lobby.beginning(table), await store.log.events(table)
    assert found is not None
    now = found[0]
    for entry in log:
        now = now.after(entry)
    return Live(now, tuple(log))


async def ruled(store: Store, at: Tournament, number: int, token: str) -> str:
    """The arbiter is called at a table whose server has died, and rules so; the table's id."""
    session = at.state.session
    assert session is not None
    (sitting,) = sittings(at, 1, 1, session.turn(1).tables[number - 1])
    table = sitting.id(at.setup.id)
    live, log, made = await at_table(store, table), await store.log.events(table), parse(token)
    assert made is not None
    ruling = Ruling(made.laws, (Branch(ARBITER, made.effects),), SAID)
    live.takes(live.table.act(0, ArbiterCalled(live.n(), ruling), 0))
    live.settles()
    assert live.table.bench.heard[0].event == made
    await store.log.append(table, len(log), live.log[len(log) :])
    return table


async def first_ruled(store: Store) -> tuple[str, Tournament]:
    """An event at whose first table a loss was made good, and at whose second table the board was broken off."""
    async with server(store, LONG) as one:
        held = await begun(one)
        at = await one.find(held)
        assert at.state.session is not None
        for table in at.state.session.turn(1).tables:
            (sitting,) = sittings(at, 1, 1, table)
            await dealt(one, held, sitting.id(held))
    await ruled(store, at, 1, MADE_GOOD)
    await ruled(store, at, 2, AGAIN)
    return held, at


async def until_ruled(one: Server, held: str, many: int) -> Tournament:
    for _ in range(2000):
        at = await one.find(held)
        if len(at.state.rulings) >= many:
            return at
        await asyncio.sleep(0.005)
    raise AssertionError("nothing was entered")


async def told_to(one: Server, held: str, account: Account) -> EventHall:
    found = await one.hall.find(held)
    assert found is not None
    return hall(found.tournament, account.id, found.log, 0)


@pytest.mark.rule("PT-I.11.2.A")
def test_what_a_table_rules_stands_in_the_log_and_the_director_weighs_what_is_left(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Points beside the deal are added, and a board that is played again is an average, each by one entry and once; a folder says the same."""

    async def work() -> tuple[Tournament, bytes]:
        held, _ = await first_ruled(store)
        async with server(store, LONG) as one:  # entered as soon as the event is read, while the boards are played
            at = await until_ruled(one, held, 2)
            assert not at.state.rows
            made, again = sorted(at.state.rulings.items(), key=lambda line: line[1].table)
            for (_, what), law, token in ((made, "P-3.9.14.1", MADE_GOOD), (again, "P-3.2.15", AGAIN)):
                assert what.at_table is not None
                assert (what.law, what.at_table.token) == (law, token)
                assert what.at_table.by == f"P{what.table}"  # who sits at N
                assert what.decision == Decision()
            shown = await told_to(one, held, HOST)
            assert [(line.who, line.why) for line in shown.log[-2:]] == [("Orlova", "ruled at the table")] * 2
            by_table = {line.table: line for line in shown.rulings}
            assert by_table[1].offer is None  # there is no line yet to which points could be added
            assert by_table[1].said["uk"] != by_table[1].said["en"] == by_table[1].text
            assert by_table[2].replayed
            assert by_table[2].offer is not None
            assert set(by_table[2].offer.decision.artificial.values()) == {"partly"}
            # Who sat there appeals against it as against any other ruling.
            who = next(iter(made[1].at_table.points)) if made[1].at_table else 0
            account = PEOPLE[who - 1]
            await one.do(held, Noticed(entrant=who, entry=made[0]), account)
            with pytest.raises(Refused, match="the tables of the club tell"):
                await one.do(held, made[1], account)
        async with server(store) as one:
            one.commands = 100  # its own ids, not those of the first server
            await one.until(held, 1)
            shown = await told_to(one, held, HOST)
            first, second = (next(line for line in shown.rulings if line.table == n) for n in (1, 2))
            assert len(shown.rulings) == 2  # nothing twice, after two restarts
            at = await one.find(held)
            before = {line.entrant: line.score for line in scores(at.state, 1, first.board)}
            for line in (first, second):
                assert line.offer is not None
                entry = Ruled(
                    table=line.table, board=line.board, round=1, law=line.offer.law, text="weighed", decision=line.offer.decision, of=line.entry
                )  # fmt: skip
                await one.do(held, entry)
                with pytest.raises(Refused, match="weighed already"):
                    await one.do(held, entry)
            at = await one.find(held)
            after = {line.entrant: line.score for line in scores(at.state, 1, first.board)}
            gained = {who: after[who] - had for who, had in before.items() if after[who] != had}  # type: ignore[operator]
            assert sorted(gained.values()) == [-50, 50]
            assert gained == {who: int(won) for who, won in first.points.items()}
            assert {line.guilt for line in scores(at.state, 1, second.board) if line.guilt} == {"partly"}
            found = await one.hall.find(held)
            assert found is not None
            return at, packed(found.tournament, found.log, ())

    at, zipped = asyncio.run(work())
    here = tmp_path / "here"
    zipfile.ZipFile(io.BytesIO(zipped)).extractall(here)
    assert folder.load(here).rulings == at.state.rulings
    assert main(["tournament", "score", str(here), "--json"]) == 0
    final = msgspec.json.encode(exports.told(at.state, director.standing(at.state))).decode()
    assert capsys.readouterr().out == final + "\n"


def test_who_plays_and_officiates_is_told_of_no_ruling_of_another_table(store: Store) -> None:
    """Nor is anybody else who did not sit there; those who did see it in their language."""

    async def work() -> None:
        held, _ = await first_ruled(store)
        async with server(store) as one:
            one.commands = 100  # its own ids, not those of the first server
            await one.do(held, Appointed(name="P5", powers=("interpret", "penalty")))
            at = await one.until(held, 1)
            assert len(at.state.rulings) == 2
            blind = await told_to(one, held, PEOPLE[4])
            assert blind.blind
            assert blind.rulings == ()
            assert not [line for line in blind.log if b"ruled" in bytes(line.said)]
            for nth, account in enumerate(PEOPLE, 1):
                tables = {where.table for where, row in at.state.rows.items() if nth in row.seats.values()}
                own = told(at, account.id).rulings
                assert {line.table for line in own} == tables & {1, 2}
                assert all(line.said["ru"] for line in own)
            assert told(at, "nobody").rulings == ()

    asyncio.run(work())


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"round": 2}, "nobody plays it there"),
        ({"board": 99}, "nobody plays it there"),
        ({"decision": Decision(artificial={1: "fully"})}, "stands in its line"),
        ({"of": 3}, "no ruling of a table"),
    ],
)
def test_an_entry_that_is_no_ruling_of_a_table_is_refused(change: dict[str, Any], why: str) -> None:
    evening = Evening(event())
    evening.enter(8)
    evening.seat(movements.preferans(8))
    evening.do(RoundBegun())
    made = AtTable(session=1, by="P1", token=MADE_GOOD, reason="call.waits", about=dict(SAID.about), points={1: "50"})
    right = Ruled(table=1, board=9, round=1, law="P-3.9.14.1", text="it stands", at_table=made)
    with pytest.raises(Refused, match=why):
        evening.do(msgspec.structs.replace(right, **change))
    other = msgspec.convert(msgspec.to_builtins(made) | {"token": "pass"}, AtTable)
    with pytest.raises(Refused, match="is no ruling"):
        evening.do(msgspec.structs.replace(right, at_table=other))
    assert not evening.state.rulings


@pytest.mark.rule("PT-I.7")
def test_a_fine_on_the_hill_counts_in_whists_and_the_table_goes_on(store: Store) -> None:
    """A protocol has no hill: the fine is what it moves a settlement by, and the director is told of it as of other points."""

    async def work() -> None:
        async with server(store, LONG) as one:
            held = await begun(one)
            at = await one.find(held)
            assert at.state.session is not None
            (sitting,) = sittings(at, 1, 1, at.state.session.turn(1).tables[0])
            await dealt(one, held, sitting.id(held))
        await ruled(store, at, 1, "ruled:P-3.2.17:arbiter:entry=E,hill,4")
        async with server(store) as one:
            one.commands = 100  # its own ids, not those of the first server
            at = await until_ruled(one, held, 1)
            ((_, what),) = at.state.rulings.items()
            assert what.at_table is not None
            assert sorted(map(Fraction, what.at_table.points.values())) == [-30, 10, 10, 10]
            await one.until(held, 1)

    asyncio.run(work())
