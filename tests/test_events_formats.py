"""Every format at real tables of the club: seated by the director, lines entered, told anew after a restart, scored alike in a folder."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kozyr.club.event import hall_told
from kozyr.club.live.hall import Hall
from kozyr.store import Account
from kozyr.tournaments import director
from kozyr.tournaments.director.entries import AnyWhat, Entered, Published, RoundBegun, RoundEnded, Row
from kozyr.tournaments.movements import Table
from kozyr.tournaments.part import HowSeated
from tests import stores
from tests.longer import thinned
from tests.luck import LUCK
from tests.test_events import Told
from tests.test_events_online import same_as_a_folder
from tests.tournaments.evening import event, rows

HOST = Account("host", "Orlova", 1)


class Club:
    """A store with its hall, which is read anew whenever something was entered."""

    def __init__(self, path: Path) -> None:
        self.store, self.clock = stores.opened(path), Told()
        self.hall = Hall(self.store.log, self.clock, LUCK)
        self.event, self.commands = "", 0

    async def told(self) -> hall_told.EventHall:
        """All that an official sees."""
        found = await self.hall.find(self.event)
        assert found is not None
        return hall_told.hall(found.tournament, HOST.id, found.log, 0)

    async def after(self, doing: Any) -> director.State:
        self.clock.ms += 1_000
        found = await doing
        assert found is not None
        state: director.State = found.tournament.state
        return state

    def _command(self) -> str:
        self.commands += 1
        return f"c{self.commands}"

    async def do(self, what: AnyWhat) -> director.State:
        return await self.after(self.hall.do(self.event, HOST, self._command(), what))

    async def seat(self, wanted: HowSeated) -> director.State:
        return await self.after(self.hall.seat(self.event, HOST, self._command(), wanted))

    async def restarted(self) -> None:
        """What is told after a restart is what was told before."""
        before = await self.told()
        self.hall = Hall(self.store.log, self.clock, LUCK)
        assert await self.told() == before


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Club]:
    found = Club(tmp_path / "club.db")
    yield found
    found.store.close()


def party(table: Table, chance: random.Random) -> Row:
    some = [chance.randint(-100, 100) for _ in range(len(table.seats) - 1)]
    return Row(table=table.table, board=0, result=" ".join(map(str, (*some, -sum(some)))) + " / 24")


async def evening(
    house: Club, held: director.Event, entrants: int, sessions: list[HowSeated], *, team: bool = False
) -> None:
    """An event from the announcement to the published table, one restart in each round."""
    house.event = await house.hall.announce(HOST, held)
    chance = random.Random(entrants)
    for n in range(1, entrants + 1):
        members = tuple(f"P{n}{letter}" for letter in "abcd") if team else ()
        await house.do(Entered(entrant=n, name=f"T{n}" if team else f"P{n}", members=members))
    for wanted in sessions:
        state = await house.seat(wanted)
        session = state.session
        assert session is not None
        for turn in session.movement.rounds:
            state = await house.do(RoundBegun())
            for table in turn.tables:
                for row in [party(table, chance)] if not table.boards else list(rows(state, table, chance)):
                    state = await house.do(row)
            await house.restarted()
            state = await house.do(RoundEnded())
        if held.regulations.tournament_type == "olympic" and len(session.movement.rounds[0].tables) == 1:
            break
    await house.do(Published())
    await house.restarted()


KINDS: dict[str, tuple[dict[str, Any], int, list[HowSeated], bool]] = {
    "simple 28": ({"tournament_movement": "simple"}, 28, [HowSeated()], False),
    "mitchell, 9 tables": ({"game": "bridge", "bridge_scoring": "matchpoints"}, 18, [HowSeated(kind="mitchell", boards=2)], False),
    "individual 12": ({"game": "bridge", "bridge_scoring": "matchpoints"}, 12, [HowSeated(kind="individual", boards=1)], False),
    "olympic 23": ({"tournament_type": "olympic"}, 23, [HowSeated()] * 9, False),
    "compensation 24": ({"tournament_type": "compensation"}, 24, [HowSeated()] * 5, False),
    "swiss, 12 teams": ({"game": "bridge", "bridge_scoring": "team_imps"}, 12, [HowSeated(kind="swiss", boards=4)] * 5, True),
    "round robin, 6 teams": ({"game": "bridge", "bridge_scoring": "team_imps"}, 6, [HowSeated(boards=4)], True),
}  # fmt: skip


@pytest.mark.rule("PT-II.1", "PT-III.1")
@pytest.mark.parametrize("kind", thinned(KINDS, 2))
def test_a_format_from_announcement_to_the_table(
    house: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    changes, entrants, sessions, team = KINDS[kind]
    held = event(**changes)
    if held.game == "bridge":
        held = msgspec.structs.replace(held, preset="duplicate")
    asyncio.run(evening(house, held, entrants, sessions, team=team))
    found = asyncio.run(house.hall.find(house.event))
    assert found is not None
    state = found.tournament.state
    assert state.published_at is not None
    assert not list(director.missing(state))
    assert {one.entrant for one in director.standing(state).places} == set(range(1, entrants + 1))
    entries = asyncio.run(house.store.log.events(house.event))
    same_as_a_folder(found.tournament, entries, tmp_path / "here", capsys)
