"""A cup that the club plays: everybody alone against the same bots, each deal once, in his own time; then the final."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from kozyr import bots
from kozyr.cli import main
from kozyr.club import wire
from kozyr.club.acts import CallBot
from kozyr.club.event import cup_told, engine as engines
from kozyr.club.event.acts import Composed, CupBegun
from kozyr.club.event.cup import (
    Asked,
    Sent,
    bound,
    committed,
    due,
    lottery_seed,
    replayed,
    reveals,
    seat,
    table_id,
    weighed,
)
from kozyr.club.event.cup_told import CupTold
from kozyr.club.event.engine import of_bots, signature
from kozyr.club.event.told import told as told_of
from kozyr.club.event.tournament import Tournament, lines
from kozyr.club.live.cups import Cups, entrant_of
from kozyr.club.live.hall import Hall
from kozyr.club.live.lobby import Lobby
from kozyr.club.live.queue import Queue
from kozyr.club.live.rounds import Rounds
from kozyr.club.live.viewer import Whence
from kozyr.club.live.waits import Waits
from kozyr.club.live.waking import Waking
from kozyr.club.live.workers import Workers
from kozyr.club.refusal import Manner
from kozyr.club.table.consent import ProposalMade
from kozyr.club.table.seats import Leave
from kozyr.deals import reveal_fault
from kozyr.games import Event, Refusal, game
from kozyr.games.preferans import View
from kozyr.games.refusal import Refused
from kozyr.store import Account, Entry, Store
from kozyr.tournaments import director, exports, folder, formats
from kozyr.tournaments.director.entries import Appointed, Entered, Issue, Published, Qualified, Seated
from kozyr.tournaments.movements import preferans
from tests import stores
from tests.luck import LUCK
from tests.people import Here
from tests.test_events import HOST, Told
from tests.tournaments.evening import event

HOUR = 3_600_000
Plays = Callable[[View, int], Event]


class Slow(Told):
    """A clock that shows what it is told, also to the tables."""

    def seconds(self) -> float:
        return self.ms / 1000


class Server:
    """One server on a database."""

    def __init__(self, store: Store, clock: Slow | None = None, engine: str = "") -> None:
        self.store, self.clock = store, clock or Slow()
        self.lobby = Lobby(store, Workers(Here()), 0.0, Waits(), clock=self.clock, chance=LUCK, many=1e6)
        self.hall = Hall(store.log, self.clock, LUCK)
        self.waking = Waking(self.hall, self.lobby)
        self.rounds = Rounds(self.hall, self.lobby, self.waking)
        self.cups = Cups(
            self.hall,
            self.lobby,
            self.waking,
            Queue("replays", 9, executor=Here()),
            self.clock,
            (lambda _: engine) if engine else of_bots,
        )
        self.commands = itertools.count()

    async def close(self) -> None:
        await self.cups.close()
        await self.rounds.close()
        await self.lobby.close()

    async def find(self, held: str) -> Tournament:
        found = await self.hall.find(held)
        assert found is not None
        return found.tournament

    async def announced(self, deals: int, issues: int = 1, finalists: int = 2, prizes: int = 1) -> str:
        about = event(tournament_type="cup", cup_issues=issues, cup_deals_per_issue=deals, cup_finalists=finalists)
        return await self.hall.announce(
            HOST, about, cup=CupBegun(level="novice", engine=signature("preferans", "novice"), prizes=prizes)
        )

    async def composed(self, held: str, issue: int, boards: range, *, final: bool = False, by: Account = HOST) -> None:
        """An issue whose window opens in an hour for a day; a final also opens to everybody five minutes later, for two days."""
        now, digests = self.clock.now(), bound(await self.find(held), boards, await self.hall.secret(held))
        opens = now + HOUR
        what = Composed(by=by.id, issue=issue, boards=digests, opens=opens, closes=opens + 24 * HOUR)
        if final:
            what = msgspec.structs.replace(what, others=opens + HOUR // 12, ends=opens + 48 * HOUR)
        await self.hall.act(held, by, f"compose {next(self.commands)}", what)

    async def entered(self, held: str, account: Account) -> None:
        await self.store.accounts.enrol(account, account.id)
        await self.hall.enter(held, account, f"enter {account.id}", formats.Entrant("UA", account.id, 40))

    async def plays(self, held: str, account: Account, issue: int, how: Plays, deals: int = 10_000) -> str:
        """Somebody comes to his table, plays so many deals there, and leaves."""
        table = await self.cups.play(held, account.id, issue)
        assert table is not None
        room = await self.lobby.room(table)
        assert room is not None
        viewer = Looks(account)
        await room.enter(viewer)
        ends = room.table.course.deals + deals
        for _ in range(100_000):
            at = room.table
            if at.finished or at.course.deals >= ends:
                break
            if at.ended.looking(at):
                await room.next(viewer, wire.Next(f"n{next(self.commands)}", at.seq))
            elif at.awaited is not None:
                view = at.sees(at.place(at.awaited))
                assert isinstance(view, View)
                said = msgspec.Raw(msgspec.json.encode(how(view, at.course.deals)))
                await room.do(viewer, wire.Cmd(f"n{next(self.commands)}", at.seq, said))
            else:
                await asyncio.sleep(0.0005)
        else:
            raise AssertionError(f"the table stands still: {room.table.duty}")
        room.leave(viewer)
        return table

    async def until(self, held: str, when: Callable[[Tournament], bool]) -> Tournament:
        for _ in range(20_000):
            at = await self.find(held)
            if when(at):
                return at
            await asyncio.sleep(0.002)
        raise AssertionError("it does not come")

    async def over(self, held: str, issue: int) -> None:
        """The window of an issue has closed, and somebody asks."""
        at = await self.find(held)
        assert at.cup is not None
        self.clock.ms = (at.cup.sealed_until(issue) or 0) + 10_000
        self.hall.forget()
        await self.find(held)

    async def told(self, held: str, account: Account) -> CupTold:
        at = await self.find(held)
        you = entrant_of(at, account.id)
        done = {} if you is None else await self.cups.progress(at, you)
        found = cup_told.told(at, account.id, you, done, self.clock.now())
        assert found is not None
        return found


class Looks:
    """Somebody who looks at a table; what he is told."""

    def __init__(self, account: Account) -> None:
        self.account, self.whence = account, Whence("1.2.3.4", "test")
        self.heard: list[bytes] = []

    def tell(self, message: wire.FromServer) -> None:
        self.heard.append(wire.encode(message))

    def send(self, frame: bytes) -> None:
        self.heard.append(frame)

    def dismiss(self, code: int) -> None:
        raise AssertionError(f"sent away with {code}")


def people(count: int) -> list[Account]:
    return [Account(f"e{n:02}", f"P{n}", 1) for n in range(1, count + 1)]


def like(seed: int, level: str = "novice") -> Plays:
    """Plays as a bot with this seed."""
    return lambda view, deal: bots.choose(view, level, 1000 * seed + deal)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = stores.opened(tmp_path / "club.db")
    yield found
    found.close()


@asynccontextmanager
async def server(store: Store, clock: Slow | None = None, engine: str = "") -> AsyncIterator[Server]:
    found = Server(store, clock, engine)
    try:
        yield found
    finally:
        await found.close()


def same_as_a_folder(at: Tournament, entries: list[Entry], here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`kozyr tournament score` makes of the exported log what the club's own fold makes, to the byte."""
    folder.create(here, at.setup.about)
    log = list(lines(at.setup, entries))
    (here / folder.LOG).write_bytes(b"".join(director.encode(one) + b"\n" for one in log))
    assert folder.load(here) == at.state
    assert main(["tournament", "score", str(here), "--json"]) == 0
    final = msgspec.json.encode(exports.told(at.state, director.standing(at.state))).decode()
    assert capsys.readouterr().out == final + "\n"


# --- a whole cup -------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-M.1", "PT-M.2", "PT-M.3", "PT-M.4", "PT-M.5", "PT-M.6", "PT-M.7")
@pytest.mark.parametrize(("many", "deals", "finalists"), [(4, 2, 2), pytest.param(50, 12, 10, marks=pytest.mark.long)])
def test_a_cup_from_its_announcement_to_the_match_of_prestige(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str], many: int, deals: int, finalists: int
) -> None:
    async def work() -> Tournament:
        async with server(store) as one:
            held = await one.announced(deals, finalists=finalists)
            await one.composed(held, 1, range(1, deals + 1))
            everybody = people(many)
            for who in everybody:
                await one.entered(held, who)
            with pytest.raises(Refused, match="not open yet"):
                await one.cups.play(held, everybody[0].id, 1)
            one.clock.ms += 2 * HOUR
            for nth, who in enumerate(everybody):
                await one.plays(held, who, 1, like(nth, ("novice", "random")[nth % 2]))
            at = await one.until(held, lambda at: len(at.state.issues) == many)
            assert not (await one.told(held, everybody[0])).places  # sealed until the window has closed
            await one.over(held, 1)
            at = await one.until(held, lambda at: bool(at.state.seed))
            shown = await one.told(held, everybody[0])
            sums = {who: sum(won, Fraction(0)) for (_, who), won in at.state.issues.items()}
            assert [Fraction(line.total) for line in shown.places] == sorted(sums.values(), reverse=True)
            assert at.state.finalists is not None
            assert len(at.state.finalists) >= finalists
            assert at.state.seed == lottery_seed(await one.hall.secret(held), held).hex()
            assert {line.entrant for line in shown.winners} <= set(sums) - set(at.state.finalists)
            assert (shown.numbers and shown.numbers.cities) == many

            await one.composed(held, 2, range(deals + 1, 2 * deals + 1), final=True)
            late = Account("late", "Late", 1)
            await one.entered(held, late)
            one.clock.ms += HOUR  # the final has begun; the match of prestige has not
            others = [who for who in everybody if entrant_of(at, who.id) not in at.state.finalists]
            with pytest.raises(Refused, match="not open yet"):
                await one.cups.play(held, late.id, 2)
            for nth, who in enumerate(everybody):
                if who not in others:
                    await one.plays(held, who, 2, like(nth + 100))
            one.clock.ms += HOUR // 12
            await one.plays(held, late, 2, like(7))
            await one.plays(held, others[0], 2, like(8))
            with pytest.raises(Refused, match="nobody plays any more"):
                await one.hall.do(held, HOST, "early", Published())
            due = len(at.state.issues) + len(at.state.finalists) + 2
            await one.until(held, lambda at: len(at.state.issues) == due)
            one.clock.ms += 24 * HOUR
            shown = await one.told(held, late)
            assert {line.entrant for line in shown.prestige} == set(at.state.finalists)  # to compare himself with
            await one.over(held, 2)
            shown = await one.told(held, late)
            assert {line.name for line in shown.prestige} >= {"Late", others[0].nick}
            assert {line.entrant for line in shown.places[: len(at.state.finalists)]} == set(at.state.finalists)
            assert "Late" not in {line.name for line in shown.places}
            await one.hall.do(held, HOST, "publish", Published())
            return await one.find(held)

    at = asyncio.run(work())
    entries = asyncio.run(store.log.events(at.setup.id))
    same_as_a_folder(at, entries, tmp_path / "here", capsys)
    again = Tournament.open(at.setup)
    for entry in entries:
        again = again.after(entry)
    assert again == at


# --- the same bots for everybody ---------------------------------------------------------------------------


@pytest.mark.rule("PT-M.1")
def test_who_plays_alike_is_answered_alike_and_every_record_can_be_played_again(store: Store) -> None:
    async def work() -> None:
        async with server(store) as one:
            held = await one.announced(3)
            await one.composed(held, 1, range(5, 8))
            ann, bob, eva = people(3)
            for who in (ann, bob, eva):
                await one.entered(held, who)
            one.clock.ms += HOUR
            await one.plays(held, ann, 1, like(1))
            for _ in range(3):  # he leaves after each deal, and comes back on another day's club
                await one.plays(held, bob, 1, like(1), deals=1)
                one.clock.ms += HOUR
            await one.plays(held, eva, 1, like(2, "random"))
            at = await one.until(held, lambda at: len(at.state.issues) == 3)
            logs = [await store.log.events(table_id(held, 1, entrant)) for entrant in (1, 2, 3)]
            first, second, third = (
                [(entry.seat, entry.body) for entry in log if entry.kind == "event"] for log in logs
            )
            assert first == second
            assert first != third
            assert at.state.issues[1, 1] == at.state.issues[1, 2]
            master = await one.hall.secret(held)
            for entrant, log in enumerate(logs, 1):
                setup, _ = seat(at, 1, entrant, master)
                sent = Sent(setup, due(at, 1, entrant), master, tuple(log))
                told = replayed(sent)
                assert not told.wrong
                assert tuple(map(Fraction, told.whists)) == at.state.issues[1, entrant]
                for other in forged(log, sent.due.closes):
                    assert replayed(msgspec.structs.replace(sent, entries=other)).wrong
                assert replayed(msgspec.structs.replace(sent, master=b"another" + master)).wrong

    asyncio.run(work())


def forged(log: list[Entry], closes: int) -> Iterator[tuple[Entry, ...]]:
    """The log with a deal that is not due, with a card of the moment in which the issue closes, with a card of the entrant's that nobody sent."""
    deals = [entry for entry in log if entry.kind == "event" and entry.seat is None]
    yield tuple(msgspec.structs.replace(entry, body=deals[1].body) if entry == deals[0] else entry for entry in log)
    mine = next(entry for entry in log if entry.kind == "event" and entry.cmd_id is not None)
    yield tuple(msgspec.structs.replace(entry, ts=closes) if entry == mine else entry for entry in log)
    yield tuple(msgspec.structs.replace(entry, cmd_id=None) if entry == mine else entry for entry in log)


def test_a_record_that_does_not_follow_counts_nothing(store: Store) -> None:
    """Somebody has written into the database: the deals of that issue are worth nought, and the log says why."""

    async def work() -> None:
        async with server(store) as one:
            held = await one.announced(2)
            await one.composed(held, 1, range(1, 3))
            (ann,) = people(1)
            await one.entered(held, ann)
            one.clock.ms += HOUR
            table = await one.plays(held, ann, 1, like(1), deals=1)
            room = one.lobby.present(table)
            assert room is not None
            await store.log.append(
                table, room.table.seq, [Entry(room.table.seq + 1, one.clock.now(), "own", None, None, "{}")]
            )
            await one.over(held, 1)
            at = await one.until(held, lambda at: bool(at.state.issues))
            assert at.state.issues[1, 1] == (Fraction(0),) * 2
            whys = [entry.body for entry in await store.log.events(held) if '"what":"issue"' in entry.body]
            assert "of the kind own" in whys[0]

    asyncio.run(work())


@pytest.mark.rule("PT-M.6")
def test_where_engines_differ_play_goes_on_and_results_are_told_apart(store: Store) -> None:
    """The club is upgraded while a cup is played, to bots that answer otherwise: an entry says so, once for a table, and nothing stands still."""

    async def work() -> None:
        other = "f" * 64
        async with server(store) as one:
            held = await one.announced(2)
            await one.composed(held, 1, range(1, 3))
            ann, bob, eva = people(3)
            for who in (ann, bob, eva):
                await one.entered(held, who)
            one.clock.ms += HOUR
            await one.plays(held, ann, 1, like(1))
            await one.plays(held, bob, 1, like(1), deals=1)
        async with server(store, one.clock, other) as after:
            await after.plays(held, bob, 1, like(1), deals=1)
            await after.plays(held, eva, 1, like(1))
            at = await after.until(held, lambda at: len(at.state.issues) == 3)
            assert at.cup is not None
            first = at.cup.engine
            assert [at.cup.engines_of(1, who) for who in (1, 2, 3)] == [(first,), (first, other), (other,)]
            assert at.state.issues[1, 1] == at.state.issues[1, 2]  # all played alike
            said = [entry.body for entry in await store.log.events(held) if '"act":"engine"' in entry.body]
            assert len(said) == 2
            assert not (await after.told(held, ann)).engines  # nothing is told of results that are sealed
            await after.over(held, 1)
            await after.until(held, lambda at: at.state.finalists is not None)
            shown = await after.told(held, ann)
            assert shown.engines == (first, other)
            for places in (shown.places, shown.issues[0].places):
                assert {line.entrant: line.engines for line in places} == {1: (1,), 2: (1, 2), 3: (2,)}
            found = await after.find(held)  # first: the cup goes on by itself, and may write while its log is read
            same = [Tournament.open(at.setup)]
            for entry in await store.log.events(held, 0, found.seq):
                same.append(same[-1].after(entry))
            assert same[-1] == found

    asyncio.run(work())


def test_a_cup_of_one_engine_has_no_marks(store: Store) -> None:
    async def work() -> None:
        async with server(store) as one:
            held = await one.announced(1)
            await one.composed(held, 1, range(1, 2))
            (ann,) = people(1)
            await one.entered(held, ann)
            one.clock.ms += HOUR
            await one.plays(held, ann, 1, like(1))
            await one.until(held, lambda at: len(at.state.issues) == 1)
            await one.over(held, 1)
            shown = await one.told(held, ann)
            assert (shown.engines, [line.engines for line in shown.places]) == ((), [()])
            assert not any('"act":"engine"' in entry.body for entry in await store.log.events(held))

    asyncio.run(work())


@pytest.fixture
def forgotten() -> Iterator[None]:
    """A signature that was worked out while the bots were others is of this test alone."""
    yield
    signature.cache_clear()


@pytest.mark.usefixtures("forgotten")
def test_a_cup_outlives_its_bots_and_the_presets_of_its_day(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cup of an older program, whose signature was of its sources: what was begun is played on, and what was played is worth what it was.

    Between its deals the bots have learned to answer otherwise, and the preset of its conventions has another default.
    """

    async def work() -> None:
        async with server(store, engine="0" * 64) as one:
            about = event(tournament_type="cup", cup_issues=1, cup_deals_per_issue=2, cup_finalists=2)
            begun = CupBegun(level="novice", engine="0" * 64)
            held = await one.hall.announce(HOST, about, cup=begun)
            await one.composed(held, 1, range(1, 3))
            (ann,) = people(1)
            await one.entered(held, ann)
            one.clock.ms += HOUR
            table = await one.plays(held, ann, 1, like(1), deals=1)
        choose = bots.choose
        monkeypatch.setattr(bots, "choose", lambda view, _, seed, budget=None: choose(view, "random", seed + 1, budget))
        presets = dict(game("preferans").presets)
        presets["sochi"] = msgspec.structs.replace(presets["sochi"], pool_target=77)
        monkeypatch.setattr(type(game("preferans")), "presets", presets)
        async with server(store, one.clock) as after:
            assert await after.plays(held, ann, 1, like(1), deals=1) == table
            at = await after.until(held, lambda at: bool(at.state.issues))
            room = await after.lobby.room(table)
            assert room is not None
            progress = room.table.course.progress
            assert progress is not None
            assert list(at.state.issues[1, 1]) == [value[0] for value in progress.match.values]  # type: ignore[attr-defined]
            whys = [entry.body for entry in await store.log.events(held) if '"what":"issue"' in entry.body]
            assert "played again" in whys[0]
            assert at.cup is not None
            first, second = at.cup.engines_of(1, 1)
            assert first == "0" * 64 != second

    asyncio.run(work())


def test_the_signature_is_of_answers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The same from day to day, whatever stands in the sources; another for each level, for one other answer, and for other weights."""
    of = [signature("preferans", level) for level in ("novice", "club")]
    assert len({*of}) == 2
    assert all(len(one) == 64 for one in of)
    assert signature.__wrapped__("preferans", "novice") == of[0]
    (tmp_path / "preferans").mkdir()
    (tmp_path / "preferans" / "search.py").write_text("# a comment")
    monkeypatch.setattr(engines, "_BOTS", tmp_path)
    assert signature.__wrapped__("preferans", "novice") == of[0]  # no source of ours was read
    (tmp_path / "preferans" / "learned.bin").write_bytes(b"weights")
    assert signature.__wrapped__("preferans", "novice") != of[0]
    (tmp_path / "preferans" / "learned.bin").unlink()
    choose = bots.choose

    asked = itertools.count(1)

    def otherwise(view: View, level: str, seed: int, budget: bots.Budget) -> Event:
        chosen = choose(view, level, seed, budget)
        other = next((one for one in view.legal if one != chosen), chosen)
        return other if next(asked) == 100 else chosen

    monkeypatch.setattr(bots, "choose", otherwise)
    assert signature.__wrapped__("preferans", "novice") != of[0]


# --- in his own time ---------------------------------------------------------------------------------------


@pytest.mark.rule("PT-M.3")
def test_a_deal_is_played_once_and_nobody_plays_on_for_who_has_left(store: Store) -> None:
    """Nothing moves while he is away; the next deal comes when he has looked; his window closes, and what he has counts."""

    async def work() -> None:
        async with server(store) as one:
            held = await one.announced(3)
            await one.composed(held, 1, range(1, 4))
            ann, bob = people(2)
            for who in (ann, bob):
                await one.entered(held, who)
            one.clock.ms += HOUR
            table = await one.plays(held, ann, 1, like(1), deals=1)
            room = one.lobby.present(table)
            assert room is not None
            before = room.table.seq
            for _ in range(20):
                one.clock.ms += HOUR // 2
                room.begin()
                await asyncio.sleep(0.002)
            assert room.table.seq == before
            assert not room.table.held_chairs
            assert await one.cups.play(held, ann.id, 1) == table
            shown = (await one.told(held, ann)).issues[0].mine
            assert shown is not None
            assert (shown.done, shown.table) == (1, table)
            for act in (Leave(), ProposalMade(CallBot(0))):
                refused = room.table.act(0, act, one.clock.now())
                assert isinstance(refused, Refusal)
                assert refused.code is Manner.NOT_AGREED
            await one.plays(held, ann, 1, like(1), deals=1)
            seen = Looks(ann)
            await room.enter(seen)
            await room.next(seen, wire.Next("go on", room.table.seq))
            at = await one.until(held, lambda _: room.table.awaited is not None)
            one.clock.ms += 24 * HOUR
            view = room.table.sees(room.table.place(0))
            assert view is not None
            late = room.table.decide(room.table.place(0), view.legal[0], one.clock.now())
            assert isinstance(late, Refusal)
            assert late.law == "PT-M.3"
            room.leave(seen)
            await one.over(held, 1)
            at = await one.until(held, lambda at: at.state.finalists is not None)
            won = at.state.issues[1, 1]
            assert won[2] == 0
            assert any(won[:2])
            assert (1, 2) not in at.state.issues  # he never came
            with pytest.raises(Refused, match="is over"):
                await one.cups.play(held, bob.id, 1)
            assert await one.cups.play(held, ann.id, 1) == table

    asyncio.run(work())


def test_two_servers_set_up_and_write_nothing_twice(store: Store) -> None:
    """One plays, both read the records at the end, a third begins in the middle of it."""

    async def work() -> None:
        async with server(store) as one, server(store, one.clock) as other:
            held = await one.announced(1)
            await one.composed(held, 1, range(1, 2))
            for who in people(3):
                await one.entered(held, who)
            one.clock.ms += HOUR
            for nth, who in enumerate(people(3)):
                await asyncio.gather(one.cups.play(held, who.id, 1), other.cups.play(held, who.id, 1))
                await one.plays(held, who, 1, like(nth))
            async with server(store, one.clock) as third:
                await asyncio.gather(one.over(held, 1), other.over(held, 1), third.over(held, 1))
                await third.until(held, lambda at: bool(at.state.seed))
            bodies = [entry.body for entry in await store.log.events(held)]
            for what, count in (("issue", 3), ("qualified", 1), ("drawn", 1)):
                assert sum(f'"what":"{what}"' in body for body in bodies) == count

    asyncio.run(work())


# --- who may ------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-M.3", "PT-M.4")
def test_what_cannot_be_of_an_issue(store: Store) -> None:
    async def work() -> None:
        async with server(store) as one:
            held = await one.announced(2)
            (ann,) = people(1)
            await one.entered(held, ann)
            with pytest.raises(Refused, match="by the arbiter, or by an assistant"):
                await one.composed(held, 1, range(1, 3), by=ann)
            with pytest.raises(Refused, match="3 deals, not 2"):
                await one.composed(held, 1, range(1, 4))
            with pytest.raises(Refused, match="1 issues and the final's"):
                await one.composed(held, 3, range(1, 3))
            with pytest.raises(Refused, match="opens to everybody"):
                await one.composed(held, 2, range(1, 3))
            with pytest.raises(Refused, match="opens to everybody"):
                await one.composed(held, 1, range(1, 3), final=True)
            await one.composed(held, 1, range(1, 3))
            with pytest.raises(Refused, match="board 2 is in issue 1"):
                await one.composed(held, 2, range(2, 4), final=True)
            with pytest.raises(Refused, match="ends before the final"):
                await one.composed(held, 2, range(3, 5), final=True)
            await one.composed(held, 1, range(5, 7))  # another takes its place until it opens
            one.clock.ms += HOUR
            with pytest.raises(Refused, match="issue 1 is open"):
                await one.composed(held, 1, range(1, 3))
            for what, said in (
                (Issue(entrant=1, issue=1, whists=("9", "9")), "by itself"),
                (Qualified(finalists=()), "by itself"),
                (Seated(how="hand", order=(1,), movement=preferans(6)), "by itself"),
                (Entered(entrant=9, name="Somebody"), "everybody enters by himself"),
                (Appointed(name="P1", powers=("conditions",)), "does not prepare it"),
            ):
                with pytest.raises(Refused, match=said):
                    await one.hall.do(held, HOST, f"do {next(one.commands)}", what)
            with pytest.raises(Refused, match="does not play in it"):
                await one.hall.enter(held, HOST, "enter host")
            with pytest.raises(Refused, match="who has entered plays"):
                await one.cups.play(held, HOST.id, 1)

    asyncio.run(work())


# --- sealed --------------------------------------------------------------------------------------------------


def test_an_issue_that_opens_now_may_wait_until_it_is_written(tmp_path: Path) -> None:
    """A busy club writes it some seconds later; a window that began long ago is refused."""

    async def run() -> None:
        store = stores.opened(tmp_path / "club.db")
        try:
            async with server(store) as one:
                held = await one.announced(2)
                now, digests = one.clock.now(), bound(await one.find(held), range(1, 3), await one.hall.secret(held))
                what = Composed(by=HOST.id, issue=1, boards=digests, opens=now - 60_000, closes=now + HOUR)
                with pytest.raises(Refused) as refused:
                    await one.hall.act(held, HOST, "late", what)
                assert refused.value.refusal.code == "no_window"
                await one.hall.act(held, HOST, "now", msgspec.structs.replace(what, opens=now - 3_000))
        finally:
            store.close()

    asyncio.run(run())


@pytest.mark.rule("PT-M.4")
def test_nothing_of_an_issue_is_told_before_its_window_has_closed(tmp_path: Path) -> None:
    """With other cards, other notes and other results everybody else is told the same bytes; afterwards he is not."""

    async def told(boards: range, how: Plays) -> tuple[list[bytes], list[bytes]]:
        LUCK.begin("sealed")
        store = stores.opened(tmp_path / f"{boards.start}.db")
        try:
            async with server(store) as one:
                held = await one.announced(2)
                now, digests = one.clock.now(), bound(await one.find(held), boards, await one.hall.secret(held))
                notes = {boards.start: f"look at {boards.start}"}
                what = Composed(by=HOST.id, issue=1, boards=digests, opens=now, closes=now + HOUR, notes=notes)
                await one.hall.act(held, HOST, "compose", what)
                ann, bob = people(2)
                for who in (ann, bob):
                    await one.entered(held, who)
                table = await one.plays(held, ann, 1, how)
                await one.until(held, lambda at: bool(at.state.issues))
                room = one.lobby.present(table)
                assert room is not None
                assert room.table.eye(bob.id) is None
                before = await everything(one, held, bob)
                await one.over(held, 1)
                await one.until(held, lambda at: bool(at.state.seed))
                return before, await everything(one, held, bob)
        finally:
            store.close()

    async def everything(one: Server, held: str, bob: Account) -> list[bytes]:
        at, now = await one.find(held), one.clock.now()
        heard = [msgspec.json.encode(list(reveals(at, await one.hall.secret(held), now)))]
        for who in (bob, Account("stranger", "S", 1)):
            heard += [msgspec.json.encode(await one.told(held, who)), msgspec.json.encode(told_of(at, who.id))]
        return heard

    one, other = asyncio.run(told(range(1, 3), like(1))), asyncio.run(told(range(7, 9), like(2, "random")))
    assert one[0] == other[0]
    assert all(before != after for before, after in zip(one[0][:2], other[1][:2], strict=True))
    assert one[1] != other[1]


def test_the_boards_are_those_that_were_promised(store: Store) -> None:
    async def work() -> None:
        async with server(store) as one:
            held = await one.announced(2)
            await one.composed(held, 1, range(3, 5))
            (ann,) = people(1)
            await one.entered(held, ann)
            one.clock.ms += HOUR
            await one.plays(held, ann, 1, like(1))
            at, master = await one.find(held), await one.hall.secret(held)
            assert not list(reveals(at, master, one.clock.now()))
            await one.over(held, 1)
            at = await one.until(held, lambda at: bool(at.state.seed))
            shown = list(reveals(at, master, one.clock.now()))
            assert {told.deal: told.commitment for told in shown} == committed(at)
            assert all(reveal_fault(told) is None for told in shown)
            table = one.lobby.present(table_id(held, 1, 1))
            assert table is not None
            assert table.table.setup.deals is not None
            assert table.table.setup.deals.cards == tuple(told.cards for told in shown)
            assert formats.commitment(bytes.fromhex(at.state.seed)) == at.setup.about.lottery

    asyncio.run(work())


@pytest.mark.rule("PT-M.3")
def test_an_editor_sees_how_interesting_a_board_is() -> None:
    found = [weighed(Asked("preferans", "cup", board, b"s" * 32)) for board in (1, 2, 3)]
    assert [one.first for one in found] == ["N", "E", "S"]
    assert len({one.cards for one in found}) == 3
    assert all(Fraction(one.tricks) > 0 for one in found)
