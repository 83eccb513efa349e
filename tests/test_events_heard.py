"""The boards of an event are heard after their last card: called, ruled, and only then written as lines of the event."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from kozyr.cards import Seat
from kozyr.club.event.boards import sittings, written
from kozyr.club.event.tournament import Tournament
from kozyr.club.table.bench import ArbiterCalled
from kozyr.club.table.ended import Seen
from kozyr.club.table.seats import Leave
from kozyr.club.table.table import Step
from kozyr.games.options import EDITION, WRITTEN
from kozyr.games.refusal import Refused
from kozyr.store import Store
from kozyr.tournaments import director
from kozyr.tournaments.director.entries import RoundEnded, Row
from kozyr.tournaments.director.tables import scores
from tests import stores
from tests.judged import Live
from tests.test_events import HOST
from tests.test_events_judged import LONG, PEOPLE, at_table, begun, dealt, told_to, until_ruled
from tests.test_events_online import Server, server


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = stores.opened(tmp_path / "club.db")
    yield found
    found.close()


async def seated(store: Store, edition: int = EDITION, **changes: object) -> tuple[str, Tournament, str]:
    """An event whose server has died in its first round: its id, the event, and its first table."""
    async with server(store, LONG) as one:
        held = await begun(one, edition, **changes)
        at = await one.find(held)
        assert at.state.session is not None
        (sitting,) = sittings(at, 1, 1, at.state.session.turn(1).tables[0])
        await dealt(one, held, sitting.id(held))
        return held, await one.find(held), sitting.id(held)


def plays(live: Live, chance: random.Random, *, errs: bool) -> int | None:
    """The deal is played at random to its last card; errs: somebody does not follow once. The number of that card."""
    entry = None
    while live.table.running:
        state = live.state
        assert state.actor is not None
        wrong = state.view(state.actor).reasons if errs and entry is None and state.phase == "play" else {}
        for one in wrong:
            step = live.tries(state.actor, state.judging.word(one.text))
            if isinstance(step, Step):
                live.takes(step)
                entry = live.n()
                break
        else:
            live.takes(live.tries(state.actor, chance.choice(state.legal())))
    return entry


def to_the_last(live: Live, seed: int) -> tuple[Seat, ArbiterCalled] | None:
    """All boards of a table are played; in the last one there is a revoke. Who may call for it, and the call; or None."""
    chance, boards = random.Random(seed), live.table.setup.brought
    while live.table.course.dealt < boards:
        plays(live, chance, errs=False)
        live.takes_own()
    entry = plays(live, chance, errs=True)
    if entry is None:
        return None
    for seat in live.state.terms.seats:
        heard = live.hears(seat, entry)
        if isinstance(heard, ArbiterCalled) and heard.ruling.branches[0].effects[0].token != "play-on":  # noqa: S105 - an effect
            return seat, heard
    return None


async def played(store: Store, table: str) -> tuple[Live, Seat, ArbiterCalled]:
    """A table whose last board waits for its score, by the first seed whose revoke can be called."""
    for seed in range(50):
        live = await at_table(store, table)
        found = to_the_last(live, seed)
        if found is not None:
            return live, *found
    raise AssertionError("no revoke")


async def kept(store: Store, table: str, live: Live) -> None:
    """The log of the table has what was played."""
    log = await store.log.events(table)
    await store.log.append(table, len(log), live.log[len(log) :])


def choose(live: Live, seat: Seat, heard: ArbiterCalled) -> None:
    """The call is written, and the first branch is taken; a deal that goes on is played out."""
    live.takes(live.table.act(live.chair(seat), heard, 0))
    live.settles()
    while live.table.bench.pending is not None:
        call = live.table.bench.pending
        chair = call.asked(live.table)[0]
        taken = call.open_to(chair, live.table)[0][0]
        live.chooses(next(s for s in live.state.terms.seats if live.chair(s) == chair), taken)
    if live.table.running:
        plays(live, random.Random(1), errs=False)


async def lines(one: Server, held: str, many: int) -> Tournament:
    """The event, once it has so many lines."""
    for _ in range(2000):
        at = await one.find(held)
        if len(at.state.rows) == many:
            return at
        await asyncio.sleep(0.005)
    raise AssertionError(f"there are not {many} lines")


def rows(at: Tournament, live: Live) -> list[Row]:
    """The lines of a table."""
    return list(written(at, live.table))


@pytest.mark.rule("P-3.9.17", "PT-I.11.2.A")
def test_a_revoke_of_a_tables_last_board_is_ruled_before_its_line_is_written(store: Store) -> None:
    async def work() -> None:
        held, at, table = await seated(store)
        live, seat, heard = await played(store, table)
        boards = live.table.setup.brought
        assert len(live.table.progress.match.history) == boards
        assert len(rows(at, live)) == boards - 1  # the last one is heard
        as_played = await at_table(store, table)
        for entry in live.log[as_played.table.seq :]:
            as_played.table = as_played.table.after(entry)
        as_played.takes_own()
        wrong = rows(at, as_played)[-1]
        choose(live, seat, heard)
        assert len(rows(at, live)) == boards - 1
        assert live.table.duty is not None
        assert live.table.duty.what == "write"
        await kept(store, table, live)
        async with server(store, LONG) as one:  # it writes the score, as nobody confirms it
            one.commands = 100  # its own ids, not those of the first server
            at = await until_ruled(one, held, 1)
            at = await lines(one, held, boards)
            told = {row.at.board: row.reading.text for row in at.state.rows.values()}
            room = one.lobby.present(table)
            assert room is not None
            now = rows(at, Live(room.table))[-1]
            assert (now.board, told[now.board]) == (wrong.board, now.result)
            assert now.result != wrong.result
            assert room.table.finished
            assert all(line.score is not None for line in scores(at.state, 1, now.board))
            (ruling,) = (await told_to(one, held, HOST)).rulings
            assert (ruling.board, ruling.table, ruling.law) == (wrong.board, 1, heard.ruling.laws[0])
            assert ruling.offer is None  # it stands in the line, and nothing is left to weigh

    asyncio.run(work())


@pytest.mark.rule("PT-I.4")
@pytest.mark.parametrize("how", ["clock", "director"])
def test_a_hearing_that_nobody_uses_neither_stalls_a_round_nor_costs_the_board(store: Store, how: str) -> None:
    async def work() -> None:
        held, _, table = await seated(store, tournament_unfinished="average")
        live, _, _ = await played(store, table)
        await kept(store, table, live)
        boards = live.table.setup.brought
        async with server(store, LONG, LONG) as one:
            one.commands = 100  # its own ids, not those of the first server
            await lines(one, held, boards - 1)
            with pytest.raises(Refused):
                await one.do(held, RoundEnded(), PEOPLE[1])
            room = one.lobby.present(table)
            assert room is not None
            assert room.table.course.hearing is not None  # who may not end a round ends no hearing
            if how == "director":
                await one.do(held, RoundEnded())
            else:
                one.clock.ms += 3_600_000
                one.hall.changed(await one.find(held))  # as its alarm does
            at = await one.until(held, 1)
            mine = [row.at.board for row in at.state.rows.values() if row.at.table == 1]
            assert sorted(mine) == sorted(row.board for row in rows(at, Live(room.table)))
            assert len(mine) == boards
            assert not list(director.missing(at.state))
            assert room.table.state == "finished"

    asyncio.run(work())


@pytest.mark.rule("PT-I.4")
def test_a_round_ended_at_another_process_writes_first_what_its_owner_hears(store: Store) -> None:
    async def work() -> None:
        held, _, table = await seated(store, tournament_unfinished="average")
        live, _, _ = await played(store, table)
        await kept(store, table, live)
        boards = live.table.setup.brought
        async with server(store, LONG, LONG) as owner, server(store, LONG, LONG) as other:
            owner.commands, other.commands = 100, 200  # their own ids, not those of the first server

            async def ask(log: str, what: str, body: bytes, _: float) -> bytes:
                assert log == held
                return await owner.rounds.handlers[what](body)

            other.lobby.owns = lambda _: False
            other.rounds.ask = ask
            await lines(owner, held, boards - 1)
            await other.do(held, RoundEnded())
            at = await other.find(held)
            assert len([row for row in at.state.rows.values() if row.at.table == 1]) == boards
            room = owner.lobby.present(table)
            assert room is not None
            assert room.table.state == "finished"
            assert sorted(row.at.board for row in at.state.rows.values() if row.at.table == 1) == sorted(
                row.board for row in rows(at, Live(room.table))
            )

    asyncio.run(work())


def test_a_hearing_ends_when_everybody_has_confirmed_the_result(store: Store) -> None:
    """Or leaves; bots are not asked."""

    async def work() -> None:
        held, _, table = await seated(store)
        live, _, _ = await played(store, table)
        for chair in live.table.persons[1:]:
            live.takes(live.table.act(chair, Seen(), 0))
        live.takes(live.table.act(live.table.persons[0], Leave(), 0))
        await kept(store, table, live)
        async with server(store, LONG, LONG) as one:
            one.commands = 100  # its own ids, not those of the first server
            await lines(one, held, live.table.setup.brought)

    asyncio.run(work())


def test_an_event_of_an_older_edition_writes_its_lines_with_the_last_card(store: Store) -> None:
    """Nothing is heard there, neither between two boards nor after the last one."""

    async def work() -> None:
        _, at, table = await seated(store, WRITTEN - 1)
        live, chance = await at_table(store, table), random.Random(1)
        boards = live.table.setup.brought
        for number in range(1, boards + 1):
            plays(live, chance, errs=False)
            assert live.table.course.hearing is None
            assert len(rows(at, live)) == number
            if number < boards:
                live.takes_own()
        assert live.table.finished

    asyncio.run(work())
