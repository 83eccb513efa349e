"""Leagues: clubs and people, events that count by a published formula, rule sets with versions, a bulletin and its feed."""

import asyncio
import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
from starlette.testclient import TestClient

from kozyr.club.clock import Clock
from kozyr.club.event.tournament import Tournament
from kozyr.club.league import told
from kozyr.club.league.acts import Formula, Played
from kozyr.club.league.league import League, Member, Setup, _stood, clubs, people, worth
from kozyr.club.league.told import (
    Appoint,
    CountEvent,
    Dismiss,
    NewLeague,
    PublishRules,
    SayInLeague,
    SetFormula,
    WantsClub,
    WantsClubOut,
    WantsIn,
    WantsOut,
    WantsToPlayFor,
    Wish,
    WithdrawEvent,
)
from kozyr.club.live.leagues import Leagues, Standing, counted, followed
from kozyr.club.live.shelf import Broken
from kozyr.club.upkeep import check
from kozyr.games.refusal import Refused
from kozyr.store import Account, Entry
from kozyr.tournaments.director import standing
from kozyr.tournaments.director.entries import Closed, Published
from kozyr.tournaments.formats import master_points
from kozyr.tournaments.part import HowSeated
from kozyr.tournaments.scoring import ranked
from tests import stores
from tests.luck import LUCK
from tests.people import club, guest, visitor
from tests.test_events import HOST, PLAYERS, STRANGER, House, played
from tests.test_events_formats import Club, evening
from tests.test_events_over_http import Acts, announced, enter, hall, member
from tests.tournaments.evening import event, preferans_result

FORMULA = Formula(weight=90)
ATOM = "{http://www.w3.org/2005/Atom}"


class Server:
    """A league on a database, with an event to count; the stewards' act through the first of two servers."""

    def __init__(self, path: Path) -> None:
        self.house = House(path)
        self.servers = [Leagues(self.house.store.log, self.house.hall, self.house.clock, LUCK) for _ in range(2)]
        self.league, self.commands = "", 0

    async def founded(self, formula: Formula = FORMULA) -> None:
        self.league = await self.servers[0].found(HOST, NewLeague("Лига", "для всех", formula))

    async def do(self, by: Account, wish: Wish, server: int = 0) -> League:
        self.commands += 1
        self.house.clock.ms += 1000
        found = await self.servers[server].do(self.league, by, f"l{self.commands}", wish)
        assert found is not None
        return found.league

    async def now(self, server: int = 0) -> League:
        found = await self.servers[server].find(self.league)
        assert found is not None
        return found.league

    async def over(self, seed: int = 4) -> Tournament:
        """A session of eight, played, published and closed."""
        await self.house.seated()
        await played(self.house, random.Random(seed))
        await self.house.do(Published())
        self.house.clock.ms += 3_600_000
        return await self.house.do(Closed())


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(tmp_path / "club.db")
    yield found
    found.house.store.close()


@pytest.mark.rule("PT-I.9", "PT-L.3", "PT-L.4")
def test_an_event_counts_by_the_formula_for_members_and_their_clubs(server: Server) -> None:
    async def work() -> None:
        await server.founded()
        for account in PLAYERS[:5]:
            await server.do(account, WantsIn())
        await server.do(PLAYERS[0], WantsClub("Марьяж", "Львов"))
        for account in PLAYERS[:2]:
            await server.do(account, WantsToPlayFor(1))
        over = await server.over()
        league = await server.do(HOST, CountEvent(over.setup.id))
        table = standing(over.state).places
        due = master_points(table, 90)
        won = {entrant: due[entrant] for entrant in due if entrant <= 5}
        assert {league.members[line.who].name: line.points for line in people(league)} == {
            over.state.name(entrant): points for entrant, points in won.items() if points > 0
        }
        assert [line.rank for line in people(league)] == sorted(line.rank for line in people(league))
        assert sum(line.points for line in clubs(league)) == won[1] + won[2]
        assert people(league, "preferans") == people(league)
        assert not people(league, "bridge")
        # What was won stays with whom and for whom it was won, whatever the formula says and wherever he goes.
        before = people(league), clubs(league)
        await server.do(HOST, SetFormula(Formula(weight=1)))
        await server.do(PLAYERS[0], WantsToPlayFor(None))
        league = await server.do(PLAYERS[1], WantsOut())
        assert (people(league), clubs(league)) == before
        league = await server.do(PLAYERS[1], WantsIn())
        assert league.number(PLAYERS[1].id) == 3
        with pytest.raises(Refused, match="counts already"):
            await server.do(HOST, CountEvent(over.setup.id))
        league = await server.do(HOST, WithdrawEvent(over.setup.id, "a fouled board"))
        assert not people(league)
        league = await server.do(HOST, CountEvent(over.setup.id, weight=9))
        assert [line.points * 10 for line in people(league)] == [line.points for line in before[0]]

    asyncio.run(work())


@pytest.mark.rule("PT-I.9")
def test_a_place_is_worth_what_the_table_on_files_gives_for_it() -> None:
    chance = random.Random(9)
    for _ in range(200):
        places = ranked({n: Fraction(chance.randrange(6)) for n in range(1, chance.randrange(2, 12))})
        due = master_points(places, 100)
        for place in places:
            behind = sum(other.rank > place.rank for other in places)
            level = sum(other.rank == place.rank for other in places) - 1
            one = Played(account="a", rank=place.rank, behind=behind, level=level)
            assert worth(100, one) == due[place.entrant]


@pytest.mark.rule("PT-L.3")
def test_who_has_won_nothing_has_no_place() -> None:
    places = _stood({1: [Fraction(0)], 2: [Fraction(3), Fraction(1)], 3: [Fraction(0), Fraction(2)]}, 1)
    assert [(one.rank, one.who) for one in places] == [(1, 2), (2, 3)]


def test_only_so_many_best_events_of_each_are_summed(server: Server) -> None:
    async def work() -> None:
        totals = []
        for best in (0, 1):
            await server.founded(Formula(best=best))
            await server.do(PLAYERS[0], WantsIn())
            league = await server.now()
            for seed in (4, 5):
                over = await server.over(seed)
                league = await server.do(HOST, CountEvent(over.setup.id))
            each = [one.won[2].points for one in league.counted.values()]
            (line,) = people(league)
            assert line.points == (max(each) if best else sum(each))
            totals.append(line.points)
        assert totals[0] > totals[1]

    asyncio.run(work())


@pytest.mark.rule("PT-L.3")
def test_rule_sets_have_versions_and_an_event_is_played_by_one_of_them(server: Server) -> None:
    async def work() -> None:
        await server.founded()
        over = await server.over()
        with pytest.raises(ValueError, match="preset"):
            await server.do(HOST, PublishRules("Наши", "preferans", "nowhere"))
        with pytest.raises(ValueError, match="game"):
            await server.do(HOST, PublishRules("Наши", "skat", "sochi"))
        await server.do(HOST, PublishRules("Наши", "preferans", "rostov"))
        with pytest.raises(Refused, match="rule sets: Наши"):
            await server.do(HOST, CountEvent(over.setup.id))
        with pytest.raises(Refused, match="rules of preferans"):
            await server.do(HOST, PublishRules("Наши", "bridge", "duplicate"))
        about = over.setup.about
        await server.do(HOST, PublishRules("Наши", "preferans", about.preset, dict(about.changes), "с мая"))
        league = await server.do(HOST, PublishRules("Наши", "preferans", "leningrad"))
        assert [one.preset for one in league.rules["Наши"]] == ["rostov", about.preset, "leningrad"]
        league = await server.do(HOST, CountEvent(over.setup.id))
        assert (league.counted[over.setup.id].about.rules, league.counted[over.setup.id].about.version) == ("Наши", 2)
        shown = told.told(league, HOST.id)
        assert [one.version for one in shown.rules] == [3, 2, 1]
        assert [(one.what, one.version) for one in shown.news] == [
            ("counted", 0),
            ("rules", 3),
            ("rules", 2),
            ("rules", 1),
        ]

    asyncio.run(work())


@pytest.mark.rule("PT-L.3", "PT-L.4")
def test_who_may_what(server: Server) -> None:
    async def work() -> None:
        await server.founded()
        with pytest.raises(Refused, match="members of the league"):
            await server.do(STRANGER, WantsClub("Марьяж"))
        await server.do(PLAYERS[0], WantsIn())
        await server.do(PLAYERS[1], WantsIn())
        with pytest.raises(Refused, match="joined already"):
            await server.do(PLAYERS[0], WantsIn())
        stewards: tuple[Wish, ...] = (
            SayInLeague("a", "b"),
            SetFormula(Formula()),
            Appoint(2),
            PublishRules("a", "preferans", "sochi"),
        )
        for wish in stewards:
            with pytest.raises(Refused, match="stewards"):
                await server.do(PLAYERS[0], wish)
        alone: tuple[Wish, ...] = (WantsOut(), Dismiss(1))
        for wish in alone:
            with pytest.raises(Refused, match="appoint another"):
                await server.do(HOST, wish)
        await server.do(HOST, Appoint(2))
        await server.do(PLAYERS[0], Dismiss(1))
        with pytest.raises(Refused, match="stewards"):
            await server.do(HOST, SayInLeague("a", "b"))
        await server.do(PLAYERS[1], WantsClub("Марьяж"))
        with pytest.raises(Refused, match="there is a club"):
            await server.do(HOST, WantsClub("Марьяж"))
        with pytest.raises(Refused, match="no club 2"):
            await server.do(HOST, WantsToPlayFor(2))
        await server.do(HOST, WantsToPlayFor(1))
        with pytest.raises(Refused, match="who speaks for the club"):
            await server.do(HOST, WantsClubOut(1))
        league = await server.do(PLAYERS[0], WantsClubOut(1))  # a steward
        assert all(one.club is None for one in league.members.values())
        with pytest.raises(Refused, match="no such event"):
            await server.do(PLAYERS[0], CountEvent("nothing"))
        await server.house.seated()
        with pytest.raises(Refused, match="closed it"):
            await server.do(PLAYERS[0], CountEvent(server.house.event))
        with pytest.raises(Refused, match="does not count"):
            await server.do(PLAYERS[0], WithdrawEvent("nothing", "why"))

    asyncio.run(work())


def test_a_small_event_does_not_count(server: Server) -> None:
    async def work() -> None:
        await server.founded(Formula(least=9))
        over = await server.over()
        with pytest.raises(Refused, match="of 8 does not count"):
            await server.do(HOST, CountEvent(over.setup.id))

    asyncio.run(work())


def test_two_servers_do_nothing_twice_and_the_log_gives_all_back(server: Server, tmp_path: Path) -> None:
    async def work() -> None:
        await server.founded()
        await server.now(1)
        await asyncio.gather(*(server.do(one, WantsIn(), nth % 2) for nth, one in enumerate(PLAYERS)))
        again = await server.servers[1].do(server.league, PLAYERS[0], "l1", WantsIn())  # the same command
        assert again is not None
        logged = await server.house.store.log.events(server.league)
        assert [entry.body.count('"joined"') for entry in logged] == [1] * 9
        await server.do(HOST, SayInLeague("Открытие", "В мае."), 1)
        league = await server.do(HOST, WantsClub("Марьяж"), 0)
        row = await server.house.store.log.league(server.league)
        assert row is not None
        entries = await server.house.store.log.events(server.league)
        assert followed(row, entries).league == league
        await server.house.store.log.append(server.league, league.seq, [Entry(league.seq + 1, 1, "x", None, None, "")])
        with pytest.raises(Broken):
            followed(row, await server.house.store.log.events(server.league))

    asyncio.run(work())
    server.house.store.close()
    if not stores.ELSEWHERE:  # `check` reads a file
        lines, sound = check(str(tmp_path / "club.db"))
        assert not sound
        assert any("league" in line for line in lines)


def test_many_join_at_once_by_three_servers_and_nobody_has_to_try_again(server: Server) -> None:
    async def work() -> None:
        await server.founded()
        servers = [Leagues(server.house.store.log, server.house.hall, server.house.clock, LUCK) for _ in range(3)]
        people = [Account(f"{n:02x}" * 8, "Анна", 1) for n in range(45)]
        joined = await asyncio.gather(
            *(servers[n % 3].do(server.league, one, "in", WantsIn()) for n, one in enumerate(people)),
            return_exceptions=True,
        )
        assert [one for one in joined if not isinstance(one, Standing)] == []
        row = await server.house.store.log.league(server.league)
        assert row is not None
        members = followed(row, await server.house.store.log.events(server.league)).league.members.values()
        assert len({one.name for one in members}) == 46
        # A club that another server has taken in a moment ago is known before an act is refused.
        await servers[0].do(server.league, people[0], "club", WantsClub("Марьяж"))
        found = await servers[1].do(server.league, people[1], "for", WantsToPlayFor(1))
        assert found is not None
        assert found.league.members[found.league.number(people[1].id) or 0].club == 1

    asyncio.run(work())


def test_the_lines_of_a_mitchell_are_tables_of_their_own(tmp_path: Path) -> None:
    """East-West never meet North-South: the best of each line has eight behind him, or level with him."""
    at = Club(tmp_path / "club.db")
    held = msgspec.structs.replace(event(game="bridge", bridge_scoring="matchpoints"), preset="duplicate")
    asyncio.run(evening(at, held, 18, [HowSeated(kind="mitchell", boards=2)]))
    found = asyncio.run(at.hall.find(at.event))
    at.store.close()
    assert found is not None
    names = {f"a{n}": f"P{n}" for n in range(1, 19)}
    members = {n: Member(f"a{n}", f"P{n}") for n in range(1, 19)}
    league = msgspec.structs.replace(League.open(Setup("l", "L", "", Formula(), 1)), members=members)
    told_ = counted(league, "a1", msgspec.structs.replace(found.tournament, names=names), None)
    assert told_.entrants == len(told_.played) == 18
    assert {one.rank + one.level + one.behind for one in told_.played} == {9}
    assert sum(one.rank == 1 for one in told_.played) >= 2


# --- over HTTP -------------------------------------------------------------------------------------------------


class Ahead(Clock):
    """A clock that a test puts forward. ahead: minutes."""

    ahead = 0

    def now(self) -> int:
        return super().now() + 60_000 * self.ahead


def asked(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


@pytest.mark.rule("PT-L.4", "PT-L.5")
def test_a_league_over_http_and_its_feed(client: TestClient) -> None:
    founder, anna = member(client, "orlova"), member(client, "anna")
    someone = visitor(client)
    guest(someone, "Кто-то")
    assert asked(someone.post("/api/leagues", json={"name": "Лига"}), 403)["error"]["code"] == "guest"
    league = asked(founder.post("/api/leagues", json={"name": "Лига <игр>", "formula": {"least": 4}}), 201)["id"]
    at = f"/api/leagues/{league}"
    assert [one["name"] for one in asked(client.get("/api/leagues"))] == ["Лига <игр>"]

    def do(one: TestClient, key: str, status: int = 200, **wish: Any) -> Any:
        return asked(one.post(at, json={"id": key, "wish": wish}), status)

    assert do(someone, "g", 403, do="join")["error"]["law"] == "PT-L.4"
    assert do(anna, "a", do="join")["you"] == 2
    assert do(anna, "a", do="join")["you"] == 2  # the same command
    assert do(anna, "b", 409, do="say", title="x", text="y")["error"]["law"] == "PT-L.3"
    assert do(founder, "c", 400, do="rules", name="Наши", game="preferans", preset="none")["error"]
    assert do(founder, "d", 400, do="nothing")["error"]
    do(founder, "e", do="say", title="Кубок & лига", text="В мае\x0c.")
    told_ = do(founder, "f", do="rules", name="Наши", game="preferans", preset="sochi")
    assert told_["steward"]
    assert asked(client.get(at))["you"] is None
    assert asked(client.get(f"{at}?have=0"))["seq"] == told_["seq"]
    assert client.get("/api/leagues/none").status_code == 404

    answer = client.get(f"{at}/feed.atom?lang=en")
    assert answer.headers["content-type"].startswith("application/atom+xml")
    root = ET.fromstring(answer.content)  # noqa: S314 - our own
    assert root.findtext(f"{ATOM}title") == "Лига <игр>"
    entries = root.findall(f"{ATOM}entry")
    assert [one.findtext(f"{ATOM}title") for one in entries] == ["Rules Наши, version 1", "Кубок & лига"]
    assert entries[1].findtext(f"{ATOM}content") == "В мае."
    ids = [one.findtext(f"{ATOM}id") for one in [root, *entries]]
    assert len(set(ids)) == 3
    assert root.findtext(f"{ATOM}updated") == entries[0].findtext(f"{ATOM}updated")
    links = {one.attrib["rel"]: one.attrib["href"] for one in root.findall(f"{ATOM}link")}
    assert links["alternate"] == f"http://testserver/league/{league}"
    assert client.get(links["self"]).content == answer.content
    assert client.get(f"{at}/feed.atom?lang=de").status_code == 400


@pytest.mark.rule("PT-I.9", "PT-L.3")
def test_a_tournament_counts_over_http_once_it_is_closed(tmp_path: Path) -> None:
    """Played by phones, closed after the correction period; who is renamed is so in the ratings too."""
    clock, chance = Ahead(), random.Random(6)
    with club(tmp_path / "club.db", clock=clock) as client:
        arbiter, anna = member(client, "orlova"), member(client, "anna")
        league = asked(arbiter.post("/api/leagues", json={"name": "Лига"}), 201)["id"]
        at = f"/api/leagues/{league}"
        asked(anna.post(at, json={"id": "j", "wish": {"do": "join"}}))
        held = announced(arbiter)
        acts = Acts(held)
        enter(anna, held)
        for n in range(2, 9):
            acts.do(arbiter, what="entered", entrant=n, name=f"Игрок {n}")
        count = {"do": "count", "event": held}
        asked(arbiter.post(f"/api/events/{held}/seat", json={"id": "s"}))
        session = hall(arbiter, held)["sessions"][0]
        for turn in session["rounds"]:
            acts.do(arbiter, what="round_begun")
            for table in turn["tables"]:
                for board in table["boards"]:
                    result = preferans_result(board, len(table["seats"]), chance)
                    acts.do(arbiter, what="row", table=table["table"], board=board, result=result)
            acts.do(arbiter, what="round_ended")
        places = acts.do(arbiter, what="published")["standing"]
        early = asked(arbiter.post(at, json={"id": "c1", "wish": count}), 409)
        assert (early["error"]["code"], early["error"]["law"]) == ("event_open", "PT-I.12")
        clock.ahead = 40
        acts.do(arbiter, what="closed")
        shown = asked(arbiter.post(at, json={"id": "c2", "wish": count}))
        mine = next(one["place"] for one in places if one["entrant"] == 1)
        (won,) = shown["events"][0]["won"]
        assert (won["name"], won["rank"], shown["news"][0]["what"]) == ("Anna", mine, "counted")
        assert [one["points"] for one in shown["lists"][0]["people"]] == [won["points"]]
        names = client.app.state.club.store.log  # type: ignore[attr-defined]
        who = asked(anna.get("/api/me"))["account"]
        names.names = {who: "Guest"}
        assert asked(client.get(at))["lists"][0]["people"][0]["name"] == "Guest"
