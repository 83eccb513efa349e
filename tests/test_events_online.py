"""An event at the club's own tables: set up by themselves, their lines written, the same table as `kozyr tournament score` makes."""

import asyncio
import io
import zipfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kozyr.cli import main
from kozyr.club.event.acts import Called, Came, Shared
from kozyr.club.event.boards import BOARDS, dealt, player, reveals, seat, sittings, table_id, unsealed, written
from kozyr.club.event.bodies import NewEvent, about
from kozyr.club.event.folders import packed
from kozyr.club.event.told import played, told
from kozyr.club.event.tournament import Tournament, lines
from kozyr.club.live.hall import Hall
from kozyr.club.live.lobby import Lobby
from kozyr.club.live.rounds import Rounds
from kozyr.club.live.viewer import Whence
from kozyr.club.live.waits import Waits
from kozyr.club.live.waking import Waking
from kozyr.club.live.workers import Workers
from kozyr.deals import reveal_fault
from kozyr.games.refusal import Refused
from kozyr.store import Account, Entry, Store
from kozyr.tournaments import director, exports, folder, movements, pairs
from kozyr.tournaments.director.entries import (
    AnyWhat,
    Entered,
    Joined,
    Published,
    RoundBegun,
    RoundEnded,
    Row,
    Ruled,
    Seated,
    Substitute,
    Withdrawn,
)
from kozyr.tournaments.director.tables import awards, scores as director_scores
from kozyr.tournaments.movements import Round
from kozyr.tournaments.part import HowSeated
from tests import stores
from tests.luck import LUCK
from tests.people import Here
from tests.test_events import HOST, Told
from tests.tournaments.evening import event


class Server:
    """One server on a database."""

    def __init__(self, store: Store, absent: float = 0.0, hearing: float = 0.0) -> None:
        self.store, self.clock = store, Told()
        self.lobby = Lobby(store, Workers(Here()), 0.0, Waits(absent=absent, hearing=hearing), chance=LUCK)
        self.hall = Hall(store.log, self.clock, LUCK)
        self.waking = Waking(self.hall, self.lobby)
        self.rounds = Rounds(self.hall, self.lobby, self.waking)
        self.commands = 0

    async def close(self) -> None:
        await self.rounds.close()
        await self.lobby.close()

    async def find(self, held: str) -> Tournament:
        found = await self.hall.find(held)
        assert found is not None
        return found.tournament

    async def do(self, held: str, what: AnyWhat, by: Account = HOST) -> None:
        self.clock.ms += 1000
        self.commands += 1
        await self.hall.do(held, by, f"c{self.commands}", what)

    async def until(self, held: str, ended: int) -> Tournament:
        """The event, once so many rounds have ended."""
        for _ in range(20_000):
            at = await self.find(held)
            if at.state.session is not None and at.state.session.ended >= ended:
                return at
            await asyncio.sleep(0.005)
        raise AssertionError(f"round {ended} does not end")

    async def announced(self, players: int, **changes: Any) -> str:
        held = await self.hall.announce(HOST, event(**changes), online=True)
        for number in range(1, players + 1):
            await self.do(held, Entered(entrant=number, name=f"P{number}"))
        return held

    async def seated(self, players: int, **changes: Any) -> str:
        held = await self.announced(players, **changes)
        await self.do(held, seats(players))
        return held


def seats(players: int) -> Seated:
    return Seated(how="hand", order=tuple(range(1, players + 1)), movement=movements.preferans(players))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = stores.opened(tmp_path / "club.db")
    yield found
    found.close()


@asynccontextmanager
async def server(store: Store, absent: float = 0.0, hearing: float = 0.0) -> AsyncIterator[Server]:
    """absent: seconds before a bot plays for somebody who is not there; hearing: for which the last deal is heard."""
    found = Server(store, absent, hearing)
    try:
        yield found
    finally:
        await found.close()


async def whole(one: Server, held: str) -> Tournament:
    at = await one.find(held)
    assert at.state.session is not None
    for nth in range(1, len(at.state.session.movement.rounds) + 1):
        await one.do(held, RoundBegun())
        at = await one.until(held, nth)
    await one.do(held, Published())
    return await one.find(held)


def same_as_a_folder(at: Tournament, entries: list[Entry], here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`kozyr tournament score` makes of the exported log what the club's own fold makes."""
    folder.create(here, at.setup.about)
    log = list(lines(at.setup, entries))
    (here / folder.LOG).write_bytes(b"".join(director.encode(one) + b"\n" for one in log))
    assert folder.load(here) == at.state
    assert main(["tournament", "score", str(here), "--json"]) == 0
    final = msgspec.json.encode(exports.told(at.state, director.standing(at.state))).decode()
    assert capsys.readouterr().out == final + "\n"


def test_an_event_plays_itself_with_bots_at_the_places(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def work() -> Tournament:
        async with server(store) as one:
            held = await one.seated(8)
            await one.do(held, RoundBegun())
            return await one.until(held, 1)

    at = asyncio.run(work())
    session = at.state.session
    assert session is not None
    due = {(table.table, board) for table in session.turn(1).tables for board in table.boards}
    assert {(where.table, where.board) for where in at.state.rows} == due
    entries = asyncio.run(store.log.events(at.setup.id))
    same_as_a_folder(at, entries, tmp_path / "here", capsys)
    again = Tournament.open(at.setup)
    for entry in entries:
        again = again.after(entry)
    assert again == at
    assert told(again, "") == told(at, "")
    signed = {one.who for one in lines(at.setup, entries) if isinstance(one.entry, Row)}
    assert signed == {f"table {table.table}" for table in session.turn(1).tables}


@pytest.mark.long
def test_28_players_move_simply_through_a_whole_session(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Seven tables, all rounds, published; the log comes to the same table in a folder."""

    async def work() -> Tournament:
        async with server(store) as one:
            return await whole(one, await one.seated(28))

    at = asyncio.run(work())
    session = at.state.session
    assert session is not None
    assert [field.kind for field in session.movement.fields] == ["simple"]
    due = sum(len(table.boards) for round_ in session.movement.rounds for table in round_.tables)
    assert len(at.state.rows) == due
    assert at.state.published_at is not None
    same_as_a_folder(at, asyncio.run(store.log.events(at.setup.id)), tmp_path / "here", capsys)


@pytest.mark.parametrize("number", [4, pytest.param(18, marks=pytest.mark.long)])
def test_pairs_play_a_mitchell(store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str], number: int) -> None:
    """Nine tables of bridge through a whole session (in short two, and one round); the folder's table is the same to the byte."""

    async def work() -> Tournament:
        async with server(store) as one:
            held_ = msgspec.structs.replace(event("bridge", bridge_scoring="matchpoints"), preset="duplicate")
            held = await one.hall.announce(HOST, held_, online=True)
            for pair in range(1, number + 1):
                await one.do(held, Entered(entrant=pair, name=f"Pair {pair}", members=(f"A{pair}", f"B{pair}")))
            movement = pairs.pairs(number, "mitchell", boards=None if number > 4 else 4)
            await one.do(held, Seated(how="hand", order=tuple(range(1, number + 1)), movement=movement))
            if number > 4:
                return await whole(one, held)
            await one.do(held, RoundBegun())
            return await one.until(held, 1)

    at = asyncio.run(work())
    session = at.state.session
    assert session is not None
    played = session.movement.rounds[: session.ended]
    assert len(at.state.rows) == sum(len(table.boards) for round_ in played for table in round_.tables)
    same_as_a_folder(at, asyncio.run(store.log.events(at.setup.id)), tmp_path / "here", capsys)


@pytest.mark.rule("B-DUP-1")
def test_a_board_is_the_same_cards_at_every_table(store: Store) -> None:
    async def work() -> None:
        async with server(store) as one:
            held_ = msgspec.structs.replace(event("bridge", bridge_scoring="matchpoints"), preset="duplicate")
            held = await one.hall.announce(HOST, held_, online=True)
            for pair in range(1, 7):
                await one.do(held, Entered(entrant=pair, name=f"Pair {pair}", members=(f"A{pair}", f"B{pair}")))
            movement = pairs.pairs(6, "mitchell", boards=6)
            await one.do(held, Seated(how="hand", order=tuple(range(1, 7)), movement=movement))
            at, master = await one.find(held), await one.hall.secret(held)
            packs: dict[int, list[str]] = {}
            for nth, turn_ in enumerate(movement.rounds, 1):
                for table in turn_.tables:
                    for sitting in sittings(at, 1, nth, table):
                        deals = seat(at, sitting, master)[0].deals
                        assert deals is not None
                        for board, cards in zip(table.boards, deals.cards, strict=True):
                            packs.setdefault(board, []).append(cards)
            assert all(len(dealt) == 3 and len(set(dealt)) == 1 for dealt in packs.values())
            assert len({dealt[0] for dealt in packs.values()}) == len(packs) >= 4

    asyncio.run(work())


def test_the_last_who_plays_on_sits_there_until_he_himself_is_back(store: Store) -> None:
    async def work() -> None:
        async with server(store) as one:
            held = await one.hall.announce(HOST, event(), online=True)
            account = Account("a1", "P1", 1)
            await store.accounts.enrol(account, account.id)
            await one.hall.enter(held, account, "enter")
            for n in range(2, 7):
                await one.do(held, Entered(entrant=n, name=f"P{n}"))
            await one.do(held, seats(6))
            for name, bot in (("Reserve", True), ("Second", True), ("P1", False)):
                await one.do(held, Substitute(entrant=1, name=name))
                found = player(await one.find(held), 1, "P1")
                assert (found.nick, found.bot is not None) == (name, bot)
            assert account.id in (await one.find(held)).playing

    asyncio.run(work())


def test_half_a_pair_is_not_seated_at_tables_of_the_club(store: Store) -> None:
    """Where the partner has not come nobody sits opposite; the event goes on once somebody joins or the half withdraws."""

    async def work() -> None:
        async with server(store) as one:
            held_ = msgspec.structs.replace(event("bridge", bridge_scoring="matchpoints"), preset="duplicate")
            held = await one.hall.announce(HOST, held_, online=True)
            for pair in range(1, 4):
                await one.do(held, Entered(entrant=pair, name=f"Pair {pair}", members=(f"A{pair}", f"B{pair}")))
            await one.do(held, Entered(entrant=4, name="Half", members=("Half",)))
            seating = HowSeated(by="hand", boards=1)
            with pytest.raises(Refused, match=r"^Half: a pair is two; .* \(B-PAIR-1\)$"):
                await one.hall.seat(held, HOST, "seat", seating)
            await one.do(held, Joined(entrant=4, name="Late"))
            await one.hall.seat(held, HOST, "seat again", seating)
            await one.do(held, RoundBegun())
            at = await one.until(held, 1)
            assert len(at.state.rows) == 2

    asyncio.run(work())


@pytest.mark.parametrize("number", [8, pytest.param(12, marks=pytest.mark.long)])
def test_single_players_play_bridge(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str], number: int
) -> None:
    """Everybody for himself, with another partner each time; the folder's table is the same to the byte."""

    async def work() -> Tournament:
        async with server(store) as one:
            held_ = msgspec.structs.replace(event("bridge", bridge_scoring="matchpoints"), preset="duplicate")
            held = await one.hall.announce(HOST, held_, online=True)
            for player in range(1, number + 1):
                await one.do(held, Entered(entrant=player, name=f"P{player}"))
            await one.hall.seat(held, HOST, "seat", HowSeated(by="hand", kind="individual", boards=1))
            return await whole(one, held)

    at = asyncio.run(work())
    assert at.state.session is not None
    rounds = at.state.session.movement.rounds
    assert len(at.state.rows) == sum(len(table.boards) for round_ in rounds for table in round_.tables)
    assert all(set(row.seats) == set("NESW") for row in at.state.rows.values())
    partners: dict[int, set[int]] = {}
    for row in at.state.rows.values():
        for a, b in ("NS", "EW"):
            partners.setdefault(row.seats[a], set()).add(row.seats[b])
            partners.setdefault(row.seats[b], set()).add(row.seats[a])
    assert all(len(others) > 1 for others in partners.values())
    assert {one.entrant for one in director.standing(at.state).places} == set(range(1, number + 1))
    same_as_a_folder(at, asyncio.run(store.log.events(at.setup.id)), tmp_path / "here", capsys)


def test_a_round_that_has_not_begun_by_itself_goes_on_after_a_restart(store: Store) -> None:
    """Each server dies at once: the next one that somebody asks finds the tables, and plays them on; two do nothing twice."""

    async def work() -> None:
        async with server(store) as one:
            held = await one.seated(6)
            await one.do(held, RoundBegun())
        async with server(store) as again:
            async with server(store) as other:
                await asyncio.gather(again.find(held), other.find(held))
                await asyncio.sleep(0.1)
            at = await again.until(held, 1)
            rows = [entry for entry in await store.log.events(held) if '"what":"row"' in entry.body]
            assert len(rows) == len(at.state.rows) == sum(len(one.boards) for one in turn(at).tables)
            for table in turn(at).tables:
                log = await store.log.events(table_id(held, 1, 1, table.table))
                assert [entry.kind for entry in log].count("placed") == 1

    asyncio.run(work())


def test_a_club_that_starts_again_goes_on_with_its_events_though_nobody_asks(store: Store) -> None:
    """Those of the last week that are not over; their tables play, write and end the round."""

    async def work() -> list[str]:
        async with server(store) as one:
            old = await one.announced(2)
            while old in dict(await store.log.due_events()):  # noqa: ASYNC110 - it rests once its work is done
                await asyncio.sleep(0.01)
            one.clock.ms += 8 * 86_400_000
            held = await one.seated(6)
            await one.do(held, RoundBegun())
        async with server(store) as other:
            other.clock.ms = one.clock.ms
            due = dict(await store.log.due_events())
            assert old not in due  # nothing happens there until somebody asks
            assert due[held] <= other.clock.ms + 7 * 86_400_000
            await other.waking.wake()
            for _ in range(20_000):
                bodies = [entry.body for entry in await store.log.events(held)]
                if any('"round_ended"' in body for body in bodies):
                    return bodies
                await asyncio.sleep(0.005)
        raise AssertionError("nobody goes on")

    bodies = asyncio.run(work())
    assert sum('"what":"row"' in body for body in bodies) == 6


@pytest.mark.rule("PT-I.4")
def test_a_round_ends_by_the_clock_and_its_last_lines_come_late(store: Store) -> None:
    async def work() -> None:
        async with server(store) as one:
            held = await one.seated(6)
            await one.do(held, RoundBegun())
            one.clock.ms += 3_600_000
            at = await one.until(held, 1)
            due = sum(len(table.boards) for table in turn(at).tables)
            assert len(at.state.rows) < due
            for _ in range(20_000):
                at = await one.find(held)
                if len(at.state.rows) == due:
                    break
                await asyncio.sleep(0.005)
            assert len(at.state.rows) == due
            ends = [entry.body for entry in await store.log.events(held) if '"round_ended"' in entry.body]
            assert [msgspec.json.decode(body)["why"] for body in ends] == ["the time is out"]

    asyncio.run(work())


@pytest.mark.rule("PT-I.4")
@pytest.mark.parametrize("how", ["average", "dropped"])
def test_boards_that_are_cut_short_have_an_average_or_do_not_count(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str], how: str
) -> None:
    async def work() -> tuple[Tournament, list[Entry]]:
        async with server(store) as one:
            held = await one.seated(6, tournament_unfinished=how)
            await one.do(held, RoundBegun())
            one.clock.ms += 3_600_000
            at = await one.until(held, 1)
            lines_then = set(at.state.rows)
            due = {(table.table, board) for table in turn(at).tables for board in table.boards}
            cut = due - {(row.table, row.board) for row in lines_then}
            assert cut
            for table in turn(at).tables:  # the bots play them to their end, and no line comes of it
                room = one.lobby.present(table_id(held, 1, 1, table.table))
                assert room is not None
                for _ in range(2_000):
                    if len(list(written(at, room.table))) == len(table.boards):
                        break
                    await asyncio.sleep(0.01)
                assert len(list(written(at, room.table))) == len(table.boards)
            await asyncio.sleep(0.05)
            at = await one.find(held)
            assert set(at.state.rows) == lines_then
            for where, board in cut:
                there = next(each for each in turn(at).tables if each.table == where)
                some = awards(at.state, 1, board)
                mine = [some.get(who) for who in at.state.sessions[0].entrants(there).values()]
                if how == "dropped":
                    assert mine == [None] * 3
                else:
                    assert [one and one.percent for one in mine] == [50] * 3
            async with server(store) as again:
                assert (await again.find(held)).state == at.state
            await one.do(held, RoundBegun())
            one.clock.ms += 3_600_000
            at = await one.until(held, 2)
            assert not list(director.missing(at.state))
            return at, await store.log.events(held)

    at, entries = asyncio.run(work())
    same_as_a_folder(at, entries, tmp_path / "here", capsys)


@pytest.mark.rule("PT-I.4")
def test_where_no_bot_stands_in_a_table_waits_for_its_players_until_the_time_is_out(store: Store) -> None:
    async def work() -> None:
        async with server(store) as one:
            rules = event(tournament_unfinished="average")
            held = await one.hall.announce(HOST, rules, online=True, stand_ins=False)
            people = [Account(f"a{n}", f"P{n}", 1) for n in range(1, 7)]
            await one.do(held, Entered(entrant=1, name="P1"))
            with pytest.raises(Refused, match=r"^P1 has no account here, and no bot plays for anybody at this event$"):
                await one.do(held, seats(6))
            await one.do(held, Withdrawn(entrant=1))
            for account in people:
                await store.accounts.enrol(account, account.id)
                await one.hall.enter(held, account, f"enter {account.id}")
            order = tuple(range(2, 8))
            await one.do(held, Seated(how="hand", order=order, movement=movements.preferans(6)))
            await one.do(held, RoundBegun())
            tables = [table_id(held, 1, 1, table.table) for table in turn(await one.find(held)).tables]
            for _ in range(2_000):
                if all(one.lobby.present(name) is not None for name in tables):
                    break
                await asyncio.sleep(0.005)
            await asyncio.sleep(0.3)  # at once, a bot would have held a seat: this server waits for nobody
            for name in tables:
                room = one.lobby.present(name)
                assert room is not None
                assert room.table.held_chairs == ()
                assert [entry.kind for entry in await store.log.events(name)].count("event") <= 1  # the deal
            one.clock.ms += 3_600_000
            one.hall.changed(await one.find(held))  # as its alarm does
            at = await one.until(held, 1)
            assert not at.state.rows
            assert not list(director.missing(at.state))

    asyncio.run(work())


class Guest:
    """Somebody who looks at a table, and hears all that he is told."""

    whence = Whence(None, "")

    def __init__(self, account: Account) -> None:
        self.account = account
        self.heard: list[object] = []

    def tell(self, message: object) -> None:
        self.heard.append(message)

    def send(self, frame: bytes) -> None:
        self.heard.append(frame)

    def dismiss(self, code: int) -> None:
        self.heard.append(code)


@pytest.mark.parametrize("changed", [{}, {"online": True}, {"stand_ins": False}])
def test_an_absent_player_is_ruled_upon_only_where_the_club_waits_for_him(changed: dict[str, bool]) -> None:
    wanted = NewEvent("Cup", "preferans", "sochi", regulations={"tournament.absent_min": 5}, **changed)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^(tournament\.absent_min: only at tables of the club|stand_ins: )"):
        about(wanted)
    with pytest.raises(ValueError, match=r"^tournament\.absent_min: 0 is not 1 to 1440"):
        about(msgspec.structs.replace(wanted, regulations={"tournament.absent_min": 0}))
    right = msgspec.structs.replace(wanted, online=True, stand_ins=False)
    assert about(right).regulations.tournament_absent_min == 5


@pytest.mark.rule("PT-I.11.2.B.1")
def test_who_has_not_come_in_time_is_guilty_and_those_who_wait_for_him_are_innocent(store: Store) -> None:
    """At his table no board is played; at the table where all are nothing happens. A server that has just begun waits for people to come back."""
    people = [Account(f"a{n}", f"P{n}", 1) for n in range(1, 7)]

    async def come(one: Server, held: str, *gone: int) -> None:
        """Everybody comes to his table but these."""
        at = await one.find(held)
        for table in turn(at).tables:
            name = table_id(held, 1, 1, table.table)
            for _ in range(2_000):
                if (found := one.lobby.present(name)) is not None and found.table.running:
                    break
                await asyncio.sleep(0.005)
            room = one.lobby.present(name)
            assert room is not None
            for who in table.seats.values():
                if who not in gone:
                    assert await room.enter(Guest(people[who - 1]))

    async def settled(one: Server, held: str) -> Tournament:
        one.hall.changed(await one.find(held))  # as its alarm does
        await asyncio.sleep(0.5)
        return await one.find(held)

    async def work() -> None:
        async with server(store, 1.5) as one:
            rules = event(tournament_absent_min=5, tournament_minutes_per_board=60)
            held = await one.hall.announce(HOST, rules, online=True, stand_ins=False)
            for account in people:
                await store.accounts.enrol(account, account.id)
                await one.hall.enter(held, account, f"enter {account.id}")
            await one.do(held, seats(6))
            await one.do(held, RoundBegun())
            at = await one.find(held)
            late = at.absent_from
            assert late == one.clock.ms + 300_000
            gone = turn(at).tables[0].seats["N"]
            await come(one, held, gone)
            one.clock.ms = late - 2000
            assert not (await settled(one, held)).state.rulings
            away = Ruled(
                table=1, board=turn(at).tables[0].boards[0], round=1, law="PT-I.11.2.B.1", text="x", absent=(gone,)
            )
            with pytest.raises(Refused, match="only 5 minutes after its round began"):
                await one.do(held, away)
            ms = one.clock.ms = late
        async with server(store, 1.5) as one:  # it died, and begins again after the moment
            one.clock.ms = ms
            await one.find(held)
            await come(one, held, gone)
            assert not (await settled(one, held)).state.rulings  # he may be on his way back
            await asyncio.sleep(1.2)
            at = await settled(one, held)
            boards = turn(at).tables[0].boards
            assert {(line.table, line.board, line.absent) for line in at.state.rulings.values()} == {
                (1, board, (gone,)) for board in boards
            }
            for board in boards:
                shares = {line.entrant: line.guilt for line in director_scores(at.state, 1, board)}
                others_ = dict.fromkeys(turn(at).tables[0].seats.values(), "innocent")
                assert shares == {**others_, gone: "fully"}
            said = told(at, people[gone - 1].id).rulings[0].said
            assert said["ru"] == f"Не пришли и через 5 мин после начала тура: P{gone}"
            assert not list(director.missing(at.state))
            assert at.state.session is not None
            assert at.state.session.ended == 0  # the other table plays on

    asyncio.run(work())


def turn(at: Tournament) -> Round:
    assert at.state.session is not None
    return at.state.session.turn(1)


def test_the_boards_are_those_that_were_promised(store: Store) -> None:
    """Commitments before anybody enters, nonces until all are seated, reveals when nobody will play the board any more."""

    async def work() -> None:
        async with server(store) as one:
            held = await one.hall.announce(HOST, event(), online=True)
            at = await one.find(held)
            assert sorted(at.commitments) == list(range(1, BOARDS + 1))
            people = [Account(f"a{n}", f"P{n}", 1) for n in range(1, 7)]
            for account in people:
                await store.accounts.enrol(account, account.id)
                await one.hall.enter(held, account, f"enter {account.id}")
            await one.hall.act(held, people[2], "n", Shared(account=people[2].id, nonce="ab" * 16))
            with pytest.raises(Refused, match="given his nonce"):
                await one.hall.act(held, people[2], "again", Shared(account=people[2].id, nonce="ab" * 16))
            with pytest.raises(Refused, match="who takes part"):
                await one.hall.act(held, HOST, "host", Shared(account=HOST.id, nonce="ab" * 16))
            await one.do(held, seats(6))
            with pytest.raises(Refused, match="fixed when everybody is seated"):
                await one.hall.act(held, people[3], "late", Shared(account=people[3].id, nonce="ab" * 16))
            at = await one.find(held)
            assert unsealed(at) == ()
            master = await one.hall.secret(held)
            table = turn(at).tables[0]
            due = seat(at, next(sittings(at, 1, 1, table)), master)
            await one.do(held, RoundBegun())
            with pytest.raises(Refused, match="by themselves"):
                await one.do(held, Row(table=1, board=table.boards[0], result="6S S"), people[0])
            await one.do(held, RoundEnded(last=True))
            at = await one.find(held)
            assert not set(table.boards) & set(unsealed(at))  # they are played on, and their lines come late
            for _ in range(20_000):
                if set(table.boards) <= set(unsealed(await one.find(held))):
                    break
                await asyncio.sleep(0.005)
            shown = list(reveals(await one.find(held), master))
            assert all(reveal_fault(reveal) is None for reveal in shown)
            assert {reveal.deal: reveal.commitment for reveal in shown}.items() <= at.commitments.items()
            dealt = dict(zip(table.boards, due.setup.deals.cards if due.setup.deals else (), strict=True))
            assert dealt.items() <= {reveal.deal: reveal.cards for reveal in shown}.items()
            assert {share.player for reveal in shown for share in reveal.shares} == {"P3"}

    asyncio.run(work())


@pytest.mark.rule("PT-I.2b", "PT-I.4", "PT-I.9")
def test_a_barometer_tells_the_percents_as_they_stand_and_begins_its_rounds_by_itself(store: Store) -> None:
    """All tables have the same boards in each round, so they are open to all when it ends; nobody is waited for after the first."""

    async def work() -> None:
        async with server(store) as one:
            rules = {"tournament_sets": "barometer", "tournament_results": "live", "tournament_break_min": 2}
            held = await one.announced(8, **rules)
            assert told(await one.find(held), HOST.id).begins is None
            await one.hall.seat(held, HOST, "seat", HowSeated(by="hand", rounds=2))
            at = await one.find(held)
            assert told(at, HOST.id).standing == ()
            session = at.state.session
            assert session is not None
            boards = [{table.boards for table in turn.tables} for turn in session.movement.rounds]
            assert boards == [{(1, 2, 3, 4)}, {(5, 6, 7, 8)}]
            await one.do(held, RoundBegun())
            at = await one.until(held, 1)
            first = told(at, HOST.id)
            assert (len(first.standing), first.unit, first.live, first.published) == (8, "percent", True, None)
            assert sum(place.total for place in first.standing) == 8 * 50
            lines = played(at)
            assert lines is not None
            assert {line.board for line in lines.lines} == {1, 2, 3, 4}
            assert {line.at for line in lines.lines} == {None}  # card by card once it is published
            rested = at.state.sessions[0].rested_at
            assert rested is not None
            assert first.begins == (rested + 120) * 1000
            with pytest.raises(Refused, match=r"the break between two rounds is not over \(PT-I\.4\)"):
                await one.hall.by_club(held, "too early", RoundBegun(), "the break is over")
            one.clock.ms = first.begins
            await one.waking.wake()
            one.rounds.look(held)
            at = await one.until(held, 2)
            assert at.state.sessions[0].ended_at is not None
            assert told(at, HOST.id).begins is None

    asyncio.run(work())


@pytest.mark.rule("PT-I.6")
@pytest.mark.parametrize("rows", ["own", "others"])
def test_who_has_played_a_board_sees_the_other_lines_of_it_where_the_regulations_say_so(
    store: Store, rows: str
) -> None:
    """Of nine at three tables of three one plays board 1 first; until he has, he is told of no line of it."""

    async def work() -> None:
        async with server(store) as one:
            held = await one.hall.announce(HOST, event(tournament_rows=rows))
            anna = Account("anna", "Anna", 1)
            await one.hall.enter(held, anna, "e")
            for number in range(2, 10):
                await one.do(held, Entered(entrant=number, name=f"P{number}"))
            await one.hall.seat(held, HOST, "seat", HowSeated(by="hand"))
            at = await one.find(held)
            seen: set[int] = set()
            session = at.state.session
            assert session is not None
            for turn in session.movement.rounds:
                await one.do(held, RoundBegun())
                before = {line.board for line in told(await one.find(held), anna.id).seen}
                for table in sorted(turn.tables, key=lambda table: 1 in table.seats.values()):
                    mine = 1 in table.seats.values()
                    for board in table.boards:
                        await one.do(held, Row(table=table.table, board=board, result=f"6S {'NES'[(board - 1) % 3]}"))
                        if not mine:  # no board that she has not played
                            assert {line.board for line in told(await one.find(held), anna.id).seen} <= seen
                        else:
                            seen.add(board)
                if rows == "others":
                    after = told(await one.find(held), anna.id).seen
                    assert {line.board for line in after} >= before
                    assert {line.board for line in after} <= seen
                    assert all(1 not in line.seats.values() and not line.points for line in after)
                await one.do(held, RoundEnded())
            found = told(await one.find(held), anna.id)
            assert {line.board for line in found.seen} == (seen if rows == "others" else set())
            assert (found.standing, found.live, played(await one.find(held))) == ((), False, None)
            assert told(await one.find(held), "somebody else").seen == ()

    asyncio.run(work())


@pytest.mark.rule("PT-I.4", "PT-I.11.1.A")
def test_a_call_stops_the_clock_of_a_round_online_until_somebody_comes(store: Store) -> None:
    """By as long as the table has waited, two tables at once count once; nobody waits longer than ten minutes."""

    async def work() -> None:
        async with server(store) as one:
            minute, players = 60_000, [Account(f"p{n}", f"P{n}", 1) for n in (1, 2)]
            held = await one.hall.announce(HOST, event(tournament_minutes_per_board=30), online=True, stand_ins=False)
            for account in [*players, *(Account(f"p{n}", f"P{n}", 1) for n in range(3, 7))]:
                await one.hall.enter(held, account, f"e{account.id}")
            await one.do(held, seats(6))
            await one.do(held, RoundBegun())
            at = await one.find(held)
            session, due = at.state.session, at.deadline
            assert session is not None
            assert due is not None
            tables = [
                next(t.table for t in session.turn(1).tables if n in session.entrants(t).values()) for n in (1, 2)
            ]
            assert (told(at, HOST.id).paused, len(set(tables))) == (False, 2)
            one.clock.ms += minute
            await one.hall.act(held, players[0], "call 1", Called(by=players[0].id, table=tables[0], about="revoke"))
            one.clock.ms += minute
            await one.hall.act(held, players[1], "call 2", Called(by=players[1].id, table=tables[1], about=""))
            at = await one.find(held)
            assert (at.deadline, told(at, HOST.id).paused) == (due + 10 * minute, True)
            first, second = at.calls
            one.clock.ms += minute
            await one.hall.act(held, HOST, "d1", Came(by=HOST.id, call=first))
            assert told(await one.find(held), HOST.id).paused
            one.clock.ms += minute
            await one.hall.act(held, HOST, "d2", Came(by=HOST.id, call=second))
            at = await one.find(held)
            assert (at.deadline, told(at, HOST.id).paused) == (due + 3 * minute, False)
            await one.hall.act(held, players[0], "call 3", Called(by=players[0].id, table=tables[0], about=""))
            (third,) = (await one.find(held)).calls
            one.clock.ms += 12 * minute
            await one.hall.act(held, HOST, "d3", Came(by=HOST.id, call=third))
            assert (await one.find(held)).deadline == due + 13 * minute
            entries = await store.log.events(held)
            again = Tournament.open((await one.find(held)).setup)
            for entry in entries:
                again = again.after(entry)
            assert again == await one.find(held)

    asyncio.run(work())


def test_a_call_from_before_the_round_stops_its_clock_from_its_beginning_on(store: Store) -> None:
    """A table that called in the first round still waits in the second, whose clock has stood for as long as it runs."""

    async def work() -> None:
        async with server(store) as one:
            minute, player = 60_000, Account("p1", "P1", 1)
            held = await one.hall.announce(HOST, event(tournament_minutes_per_board=30), online=True, stand_ins=False)
            for account in [player, *(Account(f"p{n}", f"P{n}", 1) for n in range(2, 7))]:
                await one.hall.enter(held, account, f"e{account.id}")
            await one.do(held, seats(6))
            await one.do(held, RoundBegun())
            session = (await one.find(held)).state.session
            assert session is not None
            table = next(t.table for t in session.turn(1).tables if 1 in session.entrants(t).values())
            await one.hall.act(held, player, "call 1", Called(by=player.id, table=table, about=""))
            one.clock.ms += minute
            await one.do(held, RoundEnded())
            one.clock.ms += minute
            await one.do(held, RoundBegun())
            begun = await one.find(held)
            assert begun.deadline is not None
            one.clock.ms += minute
            (call,) = begun.calls
            await one.hall.act(held, HOST, "d1", Came(by=HOST.id, call=call))
            now = await one.find(held)
            assert now.lost == {(1, 2): minute}
            assert now.deadline == begun.deadline - 9 * minute  # all ten minutes of patience stood in it before

    asyncio.run(work())


def test_a_second_session_is_seated_with_boards_that_nobody_has_seen(store: Store) -> None:
    async def work() -> None:
        async with server(store) as one:
            held = await one.announced(6)
            at = await one.find(held)
            for session in (1, 2):
                await one.hall.seat(held, HOST, f"seat{session}", HowSeated(by="hand", rounds=1))
                await one.do(held, RoundBegun())
                for _ in range(20_000):
                    at = await one.find(held)
                    if at.state.session is not None and len(at.state.sessions) == session and at.state.session.ended:
                        break
                    await asyncio.sleep(0.005)
            boards = [
                {board for turn in one_.movement.rounds for table in turn.tables for board in table.boards}
                for one_ in at.state.sessions
            ]
            assert not boards[0] & boards[1]
            assert min(boards[1]) == 49
            assert len(at.state.rows) == sum(map(len, boards)) * 2

    asyncio.run(work())


@pytest.mark.parametrize("game", ["preferans", "bridge"])
def test_an_event_goes_into_a_folder_and_scores_the_same_there(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    """With the boards, once they are sealed no longer: the ones that were played."""

    async def work() -> tuple[Tournament, bytes, bytes]:
        async with server(store) as one:
            held_ = event(game)
            if game == "bridge":
                held_ = msgspec.structs.replace(held_, preset="duplicate")
            held = await one.hall.announce(HOST, held_, online=True)
            for number in range(1, 7):
                members = (f"A{number}", f"B{number}") if game == "bridge" else ()
                await one.do(held, Entered(entrant=number, name=f"P{number}", members=members))
            boards = 1 if game == "bridge" else None
            await one.hall.seat(held, HOST, "seat", HowSeated(by="hand", rounds=1, boards=boards))
            secret = await one.hall.secret(held)
            found = await one.hall.find(held)
            assert found is not None
            sealed = packed(found.tournament, found.log, dealt(found.tournament, secret))
            await one.do(held, RoundBegun())
            await one.until(held, 1)
            await one.do(held, Published())
            found = await one.hall.find(held)
            assert found is not None
            return found.tournament, sealed, packed(found.tournament, found.log, dealt(found.tournament, secret))

    at, sealed, whole_ = asyncio.run(work())
    assert zipfile.ZipFile(io.BytesIO(sealed)).namelist() == ["event.json", "log.jsonl"]
    here = tmp_path / "here"
    zipfile.ZipFile(io.BytesIO(whole_)).extractall(here)
    found = folder.load(here)
    assert (found.entrants, found.rows, found.published_at) == (at.state.entrants, at.state.rows, at.state.published_at)
    assert set(folder.deals(here)) == {where.board for where in at.state.rows}
    assert main(["tournament", "score", str(here), "--json"]) == 0
    final = msgspec.json.encode(exports.told(at.state, director.standing(at.state))).decode()
    assert capsys.readouterr().out == final + "\n"
