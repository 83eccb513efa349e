"""Olympic and compensation at the club's own tables: a pulka, a rubber or a party at each, the next round seated by the club."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kozyr.club.event.acts import Shared
from kozyr.club.event.boards import sittings, table_id
from kozyr.club.event.bodies import NewEvent, about
from kozyr.club.event.told import told
from kozyr.club.event.tournament import Setup, Tournament, next_due
from kozyr.club.table.listing import record
from kozyr.games.refusal import Refused
from kozyr.store import Store
from kozyr.tournaments import director, movements, records
from kozyr.tournaments.director.entries import Entered, Published, RoundBegun, Seated
from kozyr.tournaments.director.tables import ratings
from kozyr.tournaments.part import HowSeated
from tests.longer import thinned
from tests.test_events import HOST
from tests.test_events_online import Server, same_as_a_folder, server, store
from tests.tournaments.evening import event

__all__ = ["store"]
SHORT = {"event_length": "deals", "event_number": 2}
COLUMN = {"comp_scheme": "xy_column", "comp_x": 20, "comp_y": -10}
KINDS: dict[str, tuple[str, str, dict[str, Any], int, list[list[int]]]] = {
    "olympic, pulkas": ("preferans", "sochi", {"tournament_type": "olympic", **SHORT}, 8, [[4, 4], [3]]),
    "olympic, a lucky loser": ("preferans", "sochi", {"tournament_type": "olympic", **SHORT}, 7, [[4, 3], [3]]),
    "olympic, parties": ("deberts", "moscow", {"tournament_type": "olympic"}, 4, [[2, 2], [2]]),
    "compensation, pulkas": ("preferans", "leningrad", {"tournament_type": "compensation", "comp_rounds": 3, **SHORT}, 7, [[4, 3]] * 3),
    "compensation, the column": ("preferans", "sochi", {"tournament_type": "compensation", "comp_rounds": 2, **COLUMN, "event_number": 2}, 6, [[3, 3]] * 2),
    "compensation, rubbers": ("bridge", "rubber", {"tournament_type": "compensation", "comp_rounds": 2}, 8, [[4, 4]] * 2),
}  # fmt: skip


async def held(one: Server, game: str, preset: str, changes: dict[str, Any], players: int, **how: Any) -> str:
    found = await one.hall.announce(
        HOST, msgspec.structs.replace(event(game, **changes), preset=preset), online=True, **how
    )
    for number in range(1, players + 1):
        await one.do(found, Entered(entrant=number, name=f"P{number}"))
    await one.hall.seat(found, HOST, "seat", HowSeated())
    return found


async def seated(one: Server, name: str, sessions: int) -> Tournament:
    """The event, once the club has seated so many rounds."""
    return await until(one, name, lambda at: len(at.state.sessions) >= sessions)


async def ended(one: Server, name: str, sessions: int) -> Tournament:
    """The event, once so many rounds have ended."""
    return await until(one, name, lambda at: at.state.sessions[sessions - 1].ended_at is not None)


async def until(one: Server, name: str, come: Callable[[Tournament], bool]) -> Tournament:
    for _ in range(4_000):
        at = await one.find(name)
        if come(at):
            return at
        await asyncio.sleep(0.005)
    raise AssertionError("it does not come")


async def as_recorded(one: Server, at: Tournament) -> None:
    """Every line is what the record of its table comes to, played again card by card."""
    for where in at.state.parties:
        log = await one.store.log.events(table_id(at.setup.id, where.session, 1, where.table))
        room = await one.lobby.room(table_id(at.setup.id, where.session, 1, where.table))
        assert room is not None
        assert records.stands(at.state, where, record(room.table, log))


@pytest.mark.rule("PT-II.1", "PT-II.2", "PT-II.3", "PT-II.4", "PT-III.1", "PT-III.2", "PT-III.3")
@pytest.mark.parametrize("kind", thinned(KINDS, 4))
def test_parties_are_played_and_the_next_round_is_seated(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    game, preset, changes, players, sizes = KINDS[kind]

    async def work() -> Tournament:
        async with server(store) as one:
            name = await held(one, game, preset, changes, players)
            for nth, tables in enumerate(sizes, 1):
                at = await seated(one, name, nth)
                session = at.state.sessions[nth - 1]
                assert [len(table.seats) for table in session.turn(1).tables] == tables
                await one.do(name, RoundBegun())
                await ended(one, name, nth)
            await asyncio.sleep(0.05)
            at = await one.find(name)
            assert len(at.state.sessions) == len(sizes)  # nobody is seated any more
            await as_recorded(one, at)
            await one.do(name, Published())
            return await one.find(name)

    at = asyncio.run(work())
    assert not list(director.missing(at.state))
    assert {one.entrant for one in director.standing(at.state).places} == set(range(1, players + 1))
    lengths = {one.deals for one in at.state.parties.values()}
    if changes.get("event_length") == "deals":
        assert lengths == {2}
    same_as_a_folder(at, asyncio.run(store.log.events(at.setup.id)), tmp_path / "here", capsys)


@pytest.mark.rule("PT-III.1")
def test_the_best_by_their_ratings_sit_down_at_the_first_table(store: Store) -> None:
    async def work() -> Tournament:
        async with server(store) as one:
            changes = {"tournament_type": "compensation", "comp_rounds": 2, **SHORT}
            name = await held(one, "preferans", "sochi", changes, 7)
            await one.do(name, RoundBegun())
            return await seated(one, name, 2)

    at = asyncio.run(work())
    rated = ratings(at.state)
    first, second = at.state.sessions[1].turn(1).tables
    best, others = (set(at.state.sessions[1].entrants(table).values()) for table in (first, second))
    assert min(rated[who] for who in best) >= max(rated[who] for who in others)
    shown = told(at, "")  # before the event is over everybody sees the ratings, with their sums
    assert (shown.unit, shown.published) == ("rating", None)
    assert {one.entrant: one.total for one in shown.standing} == rated


def test_a_server_that_dies_after_each_entry_leaves_the_same_event(store: Store) -> None:
    """Whoever reads the event next plays its tables on, seats nobody twice, and comes to the end."""

    async def work() -> tuple[Tournament, list[str]]:
        async with server(store) as one:
            name = await held(one, "preferans", "sochi", {"tournament_type": "olympic", **SHORT}, 8)
        at = Tournament.open(Setup("", event(), 0))
        for _ in range(200):
            async with server(store) as again, server(store) as other:
                at, _ = await asyncio.gather(again.find(name), other.find(name))
                session = at.state.session
                assert session is not None
                if session.ended_at is not None and not next_due(at):
                    break
                again.clock.ms += 10_000
                if not session.begun:
                    again.commands = at.seq
                    await again.do(name, RoundBegun())
                before = (await again.find(name)).seq
                for _ in range(2_000):
                    if (await again.find(name)).seq > before:
                        break
                    await asyncio.sleep(0.002)
        entries = await store.log.events(name)
        return at, [entry.body for entry in entries]

    at, bodies = asyncio.run(work())
    assert len(at.state.sessions) == 2
    assert len(at.state.parties) == 3
    assert sum('"what":"seated"' in body for body in bodies) == 2
    assert sum('"what":"row"' in body for body in bodies) == 3


def test_the_first_dealer_follows_from_the_table_and_no_board_is_dealt(store: Store) -> None:
    async def work() -> None:
        async with server(store) as one:
            name = await held(one, "preferans", "sochi", {"tournament_type": "olympic", **SHORT}, 8)
            with pytest.raises(Refused, match=r"^each table cuts its own cards, deal by deal \(P-3\.2\.5\)$"):
                await one.hall.act(name, HOST, "nonce", Shared(account=HOST.id, nonce="00" * 16))
            await one.do(name, RoundBegun())
            at = await ended(one, name, 1)
            assert at.commitments == {}
            session = at.state.sessions[0]
            dealers = set()
            for table in session.turn(1).tables:
                (sitting,) = sittings(at, 1, 1, table)
                room = await one.lobby.room(sitting.id(name))
                assert room is not None
                placed = room.table.course.placed
                assert placed is not None
                dealers.add((placed.dealer, int(room.table.setup.id, 16) % 4))
                assert room.table.progress.match.dealer == (placed.dealer + 2) % 4  # two deals later
                proofs = room.table.cut.proofs
                assert [one.deal for one in proofs] == [1, 2]  # each deal is shuffled and cut at its own table
            assert all(dealer == due for dealer, due in dealers)

    asyncio.run(work())


def test_the_club_seats_no_session_of_boards_in_an_event_of_parties(store: Store) -> None:
    async def work() -> None:
        async with server(store) as one:
            name = await held(one, "preferans", "sochi", {"tournament_type": "olympic", **SHORT}, 8)
            boards = Seated(how="hand", order=tuple(range(1, 9)), movement=movements.preferans(8), again=True)
            with pytest.raises(Refused, match=r"^table 1: "):
                await one.do(name, boards)

    asyncio.run(work())


def announced(**changes: Any) -> NewEvent:
    told_ = {"name": "Cup", "game": "preferans", "preset": "sochi", "regulations": {}, "online": True, **changes}
    return msgspec.convert(told_, NewEvent)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"game": "deberts", "preset": "moscow", "regulations": {"tournament.type": "duplicate"}}, "online: the club plays duplicate"),
        ({"game": "bridge", "preset": "duplicate", "regulations": {"tournament.type": "olympic"}}, "online: a party is played by the conventions of rubber"),
        ({"game": "bridge", "preset": "rubber"}, "online: boards are played by the conventions of duplicate"),
    ],
)  # fmt: skip
def test_what_the_club_cannot_play_is_refused(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=f"^{why}"):
        about(announced(**changes))
