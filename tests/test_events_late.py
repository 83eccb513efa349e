"""A pair that comes late to the club's own tables: it is seated in the rounds to come, plays there, and is refused in one line where it cannot be."""

import asyncio

import msgspec
import pytest

from kozyr.games.refusal import Refused
from kozyr.store import Store
from kozyr.tournaments.director import standing
from kozyr.tournaments.director.entries import Entered, RoundBegun
from kozyr.tournaments.part import HowSeated
from tests.test_events import HOST
from tests.test_events_online import Server, server, store
from tests.tournaments.evening import event

__all__ = ["store"]  # a fixture


async def begun(one: Server, pairs: int, seating: HowSeated) -> str:
    """An event of so many pairs, in its first round."""
    held_ = msgspec.structs.replace(event("bridge", bridge_scoring="matchpoints"), preset="duplicate")
    held = await one.hall.announce(HOST, held_, online=True)
    for pair in range(1, pairs + 1):
        await one.do(held, Entered(entrant=pair, name=f"Pair {pair}", members=(f"A{pair}", f"B{pair}")))
    await one.hall.seat(held, HOST, "seat", seating)
    await one.do(held, RoundBegun())
    return held


@pytest.mark.parametrize(("pairs", "kind"), [(5, "howell"), (6, "mitchell")])
def test_a_late_pair_plays_at_the_clubs_tables_from_the_next_round_on(store: Store, pairs: int, kind: str) -> None:
    """Where a pair rests, at a new table with it; else at an old one, in the place of another pair."""

    async def work() -> None:
        async with server(store) as one:
            held = await begun(one, pairs, HowSeated(by="hand", kind=kind, boards=1, rounds=3))  # type: ignore[arg-type]
            await one.do(held, Entered(entrant=pairs + 1, name="Late", members=("Late one", "Late two")))
            await one.hall.late(held, HOST, "late", pairs + 1)
            at = await one.until(held, 1)
            assert not any(pairs + 1 in row.seats.values() for row in at.state.rows.values())
            await one.do(held, RoundBegun())
            at = await one.until(held, 2)
            mine = [row for row in at.state.rows.values() if pairs + 1 in row.seats.values()]
            assert [row.at.round for row in mine] == [2]
            assert {len(row.seats) for row in mine} == {2}
            assert pairs + 1 in {place.entrant for place in standing(at.state).places}
            resting = at.state.sessions[0].movement.rounds[1].rest
            assert len(resting) == (pairs + 1) % 2

    asyncio.run(work())


def test_who_cannot_sit_late_is_told_so(store: Store) -> None:
    async def work() -> None:
        async with server(store) as one:
            held = await begun(one, 5, HowSeated(by="hand", kind="howell", boards=1, rounds=2))
            await one.do(held, Entered(entrant=6, name="Alone"))
            with pytest.raises(Refused, match=r"^Alone is no pair of two"):
                await one.hall.late(held, HOST, "a", 6)
            await one.do(held, Entered(entrant=7, name="Late", members=("Late one", "Late two")))
            await one.until(held, 1)
            await one.do(held, RoundBegun())
            with pytest.raises(
                Refused, match=r"^(no round is left for a late pair|a late pair joins a session that runs)"
            ):
                await one.hall.late(held, HOST, "b", 7)
            await one.until(held, 2)
            with pytest.raises(Refused, match=r"^a late pair joins a session that runs"):
                await one.hall.late(held, HOST, "c", 7)

    asyncio.run(work())
