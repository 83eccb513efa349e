"""An event of the club outlives the rules by which it was written, and is gone on with."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from kozyr.club.event import deciding, issues, teams
from kozyr.club.event.acts import Asked, Called, Came, Composed, CupBegun, Engine, Shared
from kozyr.club.event.cup import bound
from kozyr.club.live.hall import Hall, followed
from kozyr.games.refusal import Refused
from kozyr.store import Entry, Store
from kozyr.tournaments import director, movements
from kozyr.tournaments.director import deciding as directors
from kozyr.tournaments.director.entries import (
    Announced,
    Appointed,
    Issue,
    Joined,
    LinedUp,
    Qualified,
    RoundBegun,
    Row,
    Seated,
    Withdrawn,
)
from kozyr.tournaments.pairs import teams as match
from tests import stores
from tests.luck import LUCK
from tests.test_events import HOST, PLAYERS, Told
from tests.tournaments.evening import event, preferans_result

HOUR = 3_600_000


class Evening:
    """A hall with one event, and a clock that goes on by a second with each act."""

    def __init__(self, store: Store, clock: Told, held: str) -> None:
        self.store, self.clock, self.held = store, clock, held
        self.hall, self.count = Hall(store.log, clock, LUCK), 0

    def command(self) -> str:
        self.count += 1
        self.clock.ms += 1000
        return f"n{self.count}"

    async def do(self, *whats: Any, by: Any = HOST) -> None:
        for what in whats:
            await self.hall.do(self.held, by, self.command(), what)


async def plain(store: Store) -> Evening:
    """A preferans event at real tables: officials, lines, a call, a second session is being played."""
    clock = Told()
    held = await Hall(store.log, clock, LUCK).announce(HOST, event())
    at = Evening(store, clock, held)
    for one in PLAYERS:
        await at.hall.enter(held, one, at.command())
    await at.hall.come(held, PLAYERS[7], at.command())
    await at.do(Appointed(name="P8", powers=("register",)), Announced(text="тише"), Withdrawn(entrant=8))
    await at.do(Seated(how="hand", order=tuple(range(1, 8)), movement=movements.preferans(7)), RoundBegun())
    found = await at.hall.find(held)
    assert found is not None
    session = found.tournament.state.session
    assert session is not None
    table = session.turn(1).tables[0]
    who = PLAYERS[next(iter(session.entrants(table).values())) - 1]
    await at.hall.act(held, who, at.command(), Called(by=who.id, table=table.table, about="карта лежит"))
    call = next(iter(found.tournament.calls))
    await at.hall.act(held, HOST, at.command(), Came(by=HOST.id, call=call))
    await at.do(Row(table=table.table, board=table.boards[0], result=first_line(table)), by=who)
    return at


async def of_teams(store: Store) -> Evening:
    """Teams at tables of the club: who asks is taken in, nonces, captains."""
    clock = Told()
    held = await Hall(store.log, clock, LUCK).announce(HOST, event("bridge", bridge_scoring="team_imps"), online=True)
    at = Evening(store, clock, held)
    for team in (1, 2):
        first, *others = PLAYERS[4 * team - 4 : 4 * team]
        await at.hall.enter(held, first, at.command(), team=f"Team {team}")
        for one in others:
            await at.hall.act(held, one, at.command(), Asked(account=one.id, entrant=team))
            await at.do(Joined(entrant=team, name=one.nick), by=first)
    await at.hall.act(held, PLAYERS[0], at.command(), Shared(account=PLAYERS[0].id, nonce="ab" * 16))
    movement = match(2, boards=4)
    await at.do(Seated(how="hand", order=(1, 2), movement=movement), RoundBegun())
    boards = tuple(board for board in movement.rounds[0].tables[0].boards)
    half = boards[: len(boards) // 2]
    for team in (2, 1):
        a, b, c, d = (one.nick for one in PLAYERS[4 * team - 4 : 4 * team])
        await at.do(LinedUp(entrant=team, boards=half, open_room=(a, b), closed_room=(c, d)), by=PLAYERS[4 * team - 4])
    return at


def first_line(table: movements.Table) -> str:
    return preferans_result(table.boards[0], len(table.seats), random.Random(1))


async def of_cup(store: Store) -> Evening:
    """A cup: composed, entered, an issue that has come, and its end."""
    clock = Told()
    about = event(tournament_type="cup", cup_issues=1, cup_deals_per_issue=1, cup_finalists=1)
    held = await Hall(store.log, clock, LUCK).announce(HOST, about, cup=CupBegun(level="novice", engine="0" * 64))
    at = Evening(store, clock, held)
    found = await at.hall.find(held)
    assert found is not None
    boards = bound(found.tournament, (1,), await at.hall.secret(held))
    opens = clock.ms + HOUR
    await at.hall.act(
        held, HOST, at.command(), Composed(by=HOST.id, issue=1, boards=boards, opens=opens, closes=opens + HOUR)
    )
    await at.hall.enter(held, PLAYERS[0], at.command())
    await at.hall.act(held, None, at.command(), Engine(entrant=1, issue=1, engine="f" * 64))
    clock.ms += 3 * HOUR
    await at.hall.by_club(held, at.command(), Issue(entrant=1, issue=1, whists=("7/3",)), "played again")
    await at.hall.by_club(held, at.command(), Qualified(finalists=(1,)), "all issues are over")
    return at


def nothing_may_be(*_: Any, **__: Any) -> None:
    raise Refused("clock_back")


@pytest.mark.parametrize("which", [plain, of_teams, of_cup])
def test_rules_that_get_stricter_freeze_no_event(tmp_path: Path, which: Any) -> None:
    """Whatever anybody asks of an entry is refused from now on: the log follows to the same event. Then it is gone on with."""

    async def work() -> None:
        store = stores.opened(tmp_path / "club.db")
        await store.accounts.enrol(HOST, "host")
        at = await which(store)
        found = await at.hall.find(at.held)
        assert found is not None
        row, entries = await store.log.event(at.held), await store.log.events(at.held)
        assert row is not None
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(directors, "_permitted", nothing_may_be)
            patch.setattr(directors, "_JUDGES", dict.fromkeys(directors._JUDGES, nothing_may_be))
            for module, name in ((deciding, "judge"), (issues, "permit"), (issues, "own"), (issues, "composable"), (teams, "check")):  # fmt: skip
                patch.setattr(module, name, nothing_may_be)
            again = followed(row, entries)
            assert again.tournament == found.tournament
            assert not again.tournament.state.incidents
            with pytest.raises(Refused, match="the clock of the log"):
                await at.do(Announced(text="x"))
        before = found.seq
        entry = Entry(before + 1, at.clock.ms, "event", None, None, entries[-1].body)
        with pytest.raises((Refused, ValueError)):
            followed(row, entries).decided((entry,))  # what was done is not done again
        await at.do(Announced(text="дальше"))
        assert found.seq > before
        store.close()

    asyncio.run(work())


def test_an_entry_that_contradicts_the_log_is_found(tmp_path: Path) -> None:
    """Somebody has written into the database: nobody of that account, an entrant who is not there."""

    async def work() -> None:
        store = stores.opened(tmp_path / "club.db")
        await store.accounts.enrol(HOST, "host")
        at = await plain(store)
        found = await at.hall.find(at.held)
        assert found is not None
        seq = found.seq + 1
        for body in (
            '{"act":"done","by":"nobody","entry":{"what":"announced","text":"x"}}',
            f'{{"act":"done","by":"{HOST.id}","entry":{{"what":"suspended","entrant":77}}}}',
            '{"act":"engine","entrant":1,"issue":1,"engine":"' + "0" * 64 + '"}',
        ):
            with pytest.raises(director.Conflict):
                found.tournament.after(Entry(seq, at.clock.ms, "event", None, None, body))
        store.close()

    asyncio.run(work())
