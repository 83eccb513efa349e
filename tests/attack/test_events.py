"""Events, attacked by those who may come to them: forged ids of commands, claims, entries of others, odd names and odd bodies."""

import asyncio
import random
import re
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from kozyr.club import wire
from kozyr.club.clock import Clock
from kozyr.club.event.acts import Done, Known
from kozyr.club.event.deciding import judge
from kozyr.club.event.naming import called
from kozyr.club.event.told import listed, told
from kozyr.club.event.tournament import Setup, Tournament, next_entrant
from kozyr.club.live.hall import Hall, Running
from kozyr.games.refusal import Refused
from kozyr.store import Account, Entry, EventRow, Store
from kozyr.tournaments import director, movements
from kozyr.tournaments.director.entries import Entered, RoundBegun, Row, Seated, Withdrawn
from kozyr.tournaments.part import HowSeated
from tests.conftest import LONG
from tests.luck import LUCK
from tests.people import club, guest, seated, visitor
from tests.stores import opened
from tests.test_events import HOST, Told
from tests.test_events_online import server
from tests.test_events_over_http import CUP, DUTIES, Acts, announced, enter, hall, member
from tests.tournaments.evening import event as preferans_event, preferans_result

PAIRS: dict[str, Any] = {"game": "bridge", "preset": "duplicate", "regulations": {"duties": DUTIES, "bridge.scoring": "matchpoints"}}  # fmt: skip


class Hours(Clock):
    """A clock that can be put on. hours: by how many."""

    hours = 0

    def now(self) -> int:
        return super().now() + self.hours * 3_600_000


def players(client: TestClient, *names: str) -> list[TestClient]:
    found = []
    for name in names:
        one = visitor(client)
        guest(one, name)
        found.append(one)
    return found


def until_there(acts: Acts, one: TestClient, entrant: int) -> str:
    """The club's table of an entrant in the round that runs, as soon as it stands."""
    deadline = time.monotonic() + 20
    while True:
        tables = acts.look(one)["round"]["tables"]
        at = next(table["at"] for table in tables if entrant in table["seats"].values())
        if at is not None:
            assert isinstance(at, str)
            return at
        assert time.monotonic() < deadline
        time.sleep(0.05)


def online_of_six(client: TestClient, key: str = "me") -> tuple[TestClient, TestClient, Acts]:
    """Two tables of preferans of which one has a guest, Анна; her entry's id is `key`. The round has begun."""
    arbiter, (ann,) = member(client, "orlova"), players(client, "Анна")
    acts = Acts(announced(arbiter, online=True))
    enter(ann, acts.event, key)
    for n in range(2, 7):
        acts.do(arbiter, what="entered", entrant=n, name=f"Бот {n}")
    movement = msgspec.to_builtins(movements.preferans(6))
    acts.do(arbiter, what="seated", how="hand", order=list(range(1, 7)), movement=movement)
    acts.do(arbiter, what="round_begun")
    return arbiter, ann, acts


def lines_of(arbiter: TestClient, acts: Acts, table: int) -> dict[int, str]:
    lines = hall(arbiter, acts.event)["lines"]
    return {one["at"]["board"]: one["result"] for one in lines if one["at"]["table"] == table}


def test_an_id_that_the_club_will_use_keeps_no_line_from_being_written(client: TestClient) -> None:
    """Ids of what the club does by itself follow from the round: a guest who sent one first took its place in the log."""
    boards = movements.preferans(6).rounds[0].tables[1].boards
    arbiter, ann, acts = online_of_six(client, f"club row 1 2 {boards[0]}")
    deadline = time.monotonic() + 60
    while len(lines_of(arbiter, acts, 2)) < len(boards):  # a table of bots
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert set(lines_of(arbiter, acts, 2)) == set(boards)
    # Nor does the answer to such an id say whether the line has come: what she asks is refused, before and after.
    for board in (boards[0], 47):
        asked = {"id": f"club row 1 2 {board}", "nonce": "ab" * 16}
        assert ann.post(f"/api/events/{acts.event}/share", json=asked).status_code == (200 if board == boards[0] else 409)  # fmt: skip


@pytest.mark.rule("PT-I.6")
def test_who_plays_at_a_table_of_the_club_mends_no_line_of_his(client: TestClient) -> None:
    """A claim is heard at real tables, where people write; what the club's table has written an official alone corrects."""
    arbiter, ann, acts = online_of_six(client)
    at = until_there(acts, ann, 1)
    with seated(ann, at) as there:
        while there.last is None:  # the first board
            if there.view and there.view["legal"]:
                there.ask(t="cmd", do=there.chance.choice(there.view["legal"]))
            else:
                there.hear()
        deadline = time.monotonic() + 20
        while not (lines := lines_of(arbiter, acts, 1)):
            assert time.monotonic() < deadline
        board, result = next(iter(lines.items()))
        asked = {
            "what": "corrected",
            "table": 1,
            "board": board,
            "result": "6S N6 E2 S2",
        }
        assert acts.refused(ann, **asked, ground="claim") == (409, "PT-I.13.2.4")
        assert lines_of(arbiter, acts, 1)[board] == result


@pytest.mark.rule("B-TEAM-3")
def test_nobody_is_entered_by_another_player_without_having_asked(client: TestClient) -> None:
    """Least of all the arbiter: who takes part is told of no line, so that a player could have blinded him."""
    arbiter, (ann, bob, karl) = member(client, "orlova"), players(client, "Анна", "Боб", "Карл")
    acts = Acts(announced(arbiter, online=True, **PAIRS))
    enter(bob, acts.event)
    pair: dict[str, Any] = {"what": "entered", "entrant": 2, "name": "Пара"}
    assert karl.post(f"/api/events/{acts.event}/join", json={"id": "j", "entrant": 1}).status_code == 200
    for other in ("Orlova", "Боб", "Карл"):
        assert acts.refused(ann, **pair, members=["Анна", other]) == (409, "B-TEAM-3")
    assert acts.refused(ann, **pair | {"name": "Orlova"}, members=["Анна"]) == (409, "B-TEAM-3")
    assert acts.refused(ann, **pair | {"entrant": 9999}, members=["Анна"]) == (409, None)
    assert acts.refused(ann, **pair, members=["Анна"], rating="3000") == (409, "PT-I.13.2.4")
    for odd, status in (("Ор\u202eлова", 400), ("Ор\u200bлова", 400), (" Пара", 409)):
        assert acts.refused(ann, **pair | {"name": odd}, members=["Анна"]) == (status, None)
    told = acts.do(ann, **pair, members=["Анна", "Соседка"])  # a partner who has no account is nobody else's name
    assert told["you"]["entrant"] == 2
    assert acts.refused(ann, **pair | {"entrant": 3}, members=["Анна"]) == (409, None)  # once
    assert acts.refused(bob, what="joined", entrant=1, name="Orlova") == (409, "B-TEAM-3")
    assert acts.refused(bob, what="joined", entrant=1, name="Анна") == (409, "B-TEAM-3")
    assert acts.do(bob, what="joined", entrant=1, name="Карл")["entrants"][0]["members"] == ["Боб", "Карл"]
    assert acts.look(arbiter)["you"]["entrant"] is None
    # The director enters whom he takes, as before.
    acts.do(arbiter, what="entered", entrant=7, name="Гости", members=["Гость 1", "Гость 2"], rating="12")


def test_numbers_run_out_for_nobody(client: TestClient) -> None:
    """An entrant with the last number that there can be: who comes after him gets the first that is free."""
    arbiter, (ann, bob) = member(client, "orlova"), players(client, "Анна", "Боб")
    acts = Acts(announced(arbiter))
    acts.do(arbiter, what="entered", entrant=10_000, name="Последний")
    assert enter(ann, acts.event)["you"]["entrant"] == 1
    assert enter(bob, acts.event)["you"]["entrant"] == 2


def test_nobody_is_imitated_in_an_event(client: TestClient) -> None:
    """A team that is called as the arbiter is, in other letters or with signs that nobody sees; partners and officials who are not who they seem."""
    arbiter, people = member(client, "orlova"), players(client, "Анна", "Боб", "Карл")
    acts = Acts(announced(arbiter, **PAIRS, listed=True))

    def told(answer: Any) -> str:
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "name")
        return str(answer.json()["error"]["message"])

    for team, why in (
        ("Оrlоvа", "Оrlоvа imitates Orlova"),
        ("Or\u202elo\u200bva", "U+202E"),
        ("\u202e\u200b", "U+202E"),
        ("OrIova", "OrIova imitates Orlova"),
        ("♥♥♥", "at least one letter"),
        ("Kozyr", "looks like Kozyr"),
    ):
        assert why in told(people[0].post(f"/api/events/{acts.event}/enter", json={"id": "e", "team": team}))
    assert arbiter.get(f"/api/events/{acts.event}").json()["entrants"] == []
    names = []
    for nth, (one, team) in enumerate(zip(people, ("ORLOVA", "orlova", ""), strict=True)):
        answer = one.post(f"/api/events/{acts.event}/enter", json={"id": f"e{nth}", "team": team})
        assert answer.status_code == 200
        names.append(answer.json()["entrants"][-1]["name"])
    assert names == ["ORLOVA 2", "orlova 3", "Карл"]
    pair: dict[str, Any] = {"what": "entered", "entrant": 4, "name": "Пара"}
    for acting, entry in (
        (arbiter, pair | {"members": ["Аннa", "Дора"]}),
        (arbiter, pair | {"members": ["Дора", "Дopa"]}),
        (arbiter, pair | {"name": "𝐀nna", "members": ["Дора", "Ева"]}),
        (arbiter, pair | {"members": ["Судья", "Ева"]}),
        (arbiter, {"what": "appointed", "name": "0rlova", "powers": ["register"]}),
        (arbiter, {"what": "joined", "entrant": 3, "name": "Кapл"}),
        (people[2], {"what": "joined", "entrant": 3, "name": "Аннa"}),
        (arbiter, {"what": "substitute", "entrant": 3, "for": "Карл", "name": "Кaрл"}),
        (arbiter, {"what": "elected", "members": ["Анна", "Бo6"]}),
    ):
        assert re.search("imitates|looks like", told(acts.ask(acting, **entry))), entry
    assert len(arbiter.get(f"/api/events/{acts.event}").json()["entrants"]) == 3
    acts.do(arbiter, **pair, members=["Дора", "Ева"])
    acts.do(arbiter, what="elected", members=["Анна", "Боб"])
    for name in ("Kozyr", "Арбитpов", "Арбитр", "—"):
        duties = {"regulations": {"duties": DUTIES | {"arbiter": name}}}
        assert told(arbiter.post("/api/events", json=CUP | duties))
    assert arbiter.post("/api/events", json=CUP | {"name": "\u202e \u200b"}).status_code == 400
    turned = arbiter.post("/api/events", json=CUP | {"name": "Кубок \u202eкубоК"}).json()["id"]
    assert arbiter.get(f"/api/events/{turned}").json()["name"] == "Кубок кубоК"


ODD: tuple[bytes, ...] = (
    b"",
    b"null",
    b"[]",
    b"{}",
    b"[" * 15_000,
    b'{"id":' + b"9" * 5000 + b"}",
    b'{"id":"a","entrant":1e999,"table":-1,"call":0}',
    b'{"id":"a","entrant":10000,"table":10000,"call":999999999999}',
    b'{"id":"\\ud800","entrant":1,"table":1,"call":1,"nonce":"00"}',
    b'{"id":"a\\u0000","entrant":1,"table":1,"call":1,"about":"\\u0000"}',
    b'{"id":"a","do":{"what":"row","table":1,"board":0,"result":"' + b"9" * 190 + b'"}}',
    b'{"id":"a","do":{"what":"row","table":1,"board":1,"result":"\\u202e","whists":{"N":"1/0","E":"1e400000000"}}}',
    b'{"id":"a","do":{"what":"penalised","entrant":1,"offence":"__class__"}}',
    b'{"id":"a","do":{"what":"entered","entrant":1,"name":"x","rating":"1e300000000"}}',
    b'{"id":"a","do":{"what":"seated","how":"hand","order":[],"movement":{}}}',
    b'{"id":"a","do":{"what":"filed","notice":1,"facts":"x","request":"y"}}',
    b'{"id":"a","do":{"what":"corrected","table":1,"board":1,"result":"' + b"x" * 10_000 + b'","ground":"claim"}}',
    b'{"id":"a","do":{"what":"decided","filed":1,"by":"society","allowed":true}}',
    b'{"id":"a","seating":{"kind":"swiss"}}',
    b'{"id":"a","issue":99999999999999999999}',
)


@pytest.mark.parametrize(
    "stage", ["playing", *(pytest.param(one, marks=pytest.mark.long) for one in ("announced", "seated", "closed"))]
)
def test_no_body_makes_a_route_of_events_fall(tmp_path: Path, stage: str) -> None:
    """Whatever comes, from a player, an official or a stranger: a refusal of one line, and the event is as it was."""
    clock = Hours()
    with club(tmp_path / "club.db", clock=clock) as client:
        arbiter, (ann, stranger) = member(client, "orlova"), players(client, "Анна", "Чужой")
        acts = Acts(announced(arbiter, regulations={"duties": DUTIES, "tournament.early_end": True}))  # fmt: skip
        enter(ann, acts.event)
        for n in range(2, 7):
            acts.do(arbiter, what="entered", entrant=n, name=f"Игрок {n}")
        if stage != "announced":
            movement = msgspec.to_builtins(movements.preferans(6))
            acts.do(arbiter, what="seated", how="hand", order=list(range(1, 7)), movement=movement)
        if stage in {"playing", "closed"}:
            acts.do(arbiter, what="round_begun")
        if stage == "closed":
            for table in movements.preferans(6).rounds[0].tables:
                for board in table.boards:
                    acts.do(
                        arbiter,
                        what="row",
                        table=table.table,
                        board=board,
                        result=preferans_result(board, 3, random.Random(board)),
                    )
            acts.do(arbiter, what="round_ended", last=True)
            acts.do(arbiter, what="published")
            clock.hours = 1
            assert acts.do(arbiter, what="closed")["closed"]
        paths = sorted({
            route.path.replace("{event}", acts.event)
            for route in client.app.routes  # type: ignore[attr-defined]
            if "POST" in (getattr(route, "methods", None) or ()) and re.match(r"/api/(events|cups|challenges)/\{event\}", route.path)
        })  # fmt: skip
        assert len(paths) > 8
        head = {"content-type": "application/json"}
        before = hall(arbiter, acts.event)["log"]
        for nth, one in enumerate((ann, arbiter, stranger)):
            for path in paths:
                for body in ODD if LONG or one is arbiter else ODD[nth::3]:  # the arbiter may do most
                    answer = one.post(path, content=body, headers=head)
                    assert 400 <= answer.status_code < 500, (path, body[:80], answer.status_code)
                    assert "\n" not in answer.json()["error"]["message"], (path, body[:80])
        assert hall(arbiter, acts.event)["log"] == before


def test_an_event_takes_no_act_from_another_page(client: TestClient) -> None:
    """Every route that writes asks where the page is from; the cookie alone is not enough."""
    arbiter = member(client, "orlova")
    event = announced(arbiter)
    paths = {
        route.path.replace("{event}", event)
        for route in client.app.routes  # type: ignore[attr-defined]
        if "POST" in (getattr(route, "methods", None) or ())
        and re.match(r"/api/(events|cups|challenges|days|leagues)", route.path)
    }
    for path in sorted(paths):
        for origin in ("https://evil.example", "null", "http://testserver.evil.example", "http://testserver:81"):
            answer = arbiter.post(path, json={"id": "x"}, headers={"origin": origin})
            assert answer.status_code == 403, (path, origin, answer.text)
        simple = arbiter.post(path, content=b'{"id":"x"}', headers={"content-type": "text/plain"})
        assert simple.status_code in {403, 415}, path


@pytest.mark.rule("PT-I.13.1")
def test_who_comes_at_once_for_the_last_places_by_two_servers_waits_or_has_one(tmp_path: Path) -> None:
    """Each request comes twice, and whoever withdraws at the moment of the seating is seated or gone, never both."""

    async def played() -> None:
        stores = [opened(tmp_path / "club.db") for _ in range(2)]
        clock = Told()
        halls = [Hall(one.log, clock, LUCK) for one in stores]
        await stores[0].accounts.enrol(HOST, "host")
        held = await halls[0].announce(HOST, preferans_event(tournament_places=6))
        people = [Account(f"{n:x}" * 16, f"P{n}", 1) for n in range(8)]
        await asyncio.gather(*(halls[(n + n // 8) % 2].enter(held, one, "in") for n, one in enumerate(people * 2)))
        at = await _now(Hall(stores[0].log, clock, LUCK), held)
        assert sorted(at.state.entrants) == list(range(1, 9))
        assert len(director.waiting(at.state)) == 2
        gone = next(one for one in people if at.entrant(one.id) == 3)
        acts = [
            halls[0].seat(held, HOST, "seat", HowSeated()),
            halls[1].do(held, gone, "out", Withdrawn(entrant=3)),
            halls[1].seat(held, HOST, "seat", HowSeated()),
            halls[0].do(held, gone, "out", Withdrawn(entrant=3)),
        ]
        await asyncio.gather(*acts, return_exceptions=True)
        at = await _now(Hall(stores[0].log, clock, LUCK), held)
        assert len(at.state.sessions) == 1
        session = at.state.session
        assert session is not None
        assert len(session.order) == 6
        assert (3 in session.order) is (3 in at.state.queue)
        # Two officials begin the round at once, and a line comes from both phones of a table with two results.
        results = await asyncio.gather(*(one.do(held, HOST, f"begin {one!r}"[:64], RoundBegun()) for one in halls), return_exceptions=True)  # fmt: skip
        assert sorted(isinstance(one, Refused) for one in results) == [False, True]
        at = await _now(Hall(stores[0].log, clock, LUCK), held)
        table = session.turn(1).tables[0]
        two = [account for account in people if at.sits(account.id, table.table)][:2]
        lines = [Row(table=table.table, board=table.boards[0], result=text) for text in ("6S N6 E2 S2", "7S N7 E1 S2")]
        results = await asyncio.gather(*(halls[n].do(held, two[n], "line", lines[n]) for n in (0, 1)), return_exceptions=True)  # fmt: skip
        assert sorted(isinstance(one, Refused) for one in results) == [False, True], results
        assert len((await _now(Hall(stores[0].log, clock, LUCK), held)).state.rows) == 1
        for store in stores:
            store.close()

    asyncio.run(played())


async def _now(hall: Hall, held: str) -> Tournament:
    found = await hall.find(held)
    assert found is not None
    return found.tournament


@pytest.mark.rule("PT-I.12.2.4")
def test_nobody_can_count_the_lines_of_other_tables(tmp_path: Path) -> None:
    """A board that comes back after half a minute was passed out: so neither a number nor the moment of an answer tells of a line.

    While a round runs everybody is told the same, to the byte, whatever has come; and who waits for news waits on.
    """

    async def played(store: Store) -> tuple[Tournament, list[Entry]]:
        async with server(store) as one:
            held = await one.hall.announce(HOST, preferans_event(), online=True)
            for nth in (1, 2):
                account = Account(f"a{nth}", f"P{nth}", 1)
                await store.accounts.enrol(account, account.id)
                await one.hall.enter(held, account, "enter")
            for number in range(3, 10):
                await one.do(held, Entered(entrant=number, name=f"P{number} bot"))
            movement = movements.preferans(9, at=3)
            await one.do(held, Seated(how="hand", order=tuple(range(1, 10)), movement=movement))
            await one.do(held, RoundBegun())
            begun = await one.find(held)
            have = told(begun, "a1").mark

            def same(now: Running) -> bool:
                return told(now.tournament, "a1").mark == have

            async def never() -> None:
                await asyncio.Event().wait()

            while (woken := await one.hall.follow(held, same, never)) is not None and same(woken):
                pass  # 20 s, and nothing that she is told
            assert woken is not None
            assert woken.tournament.state.session is not None
            assert woken.tournament.state.session.ended == 1, woken.seq  # what everybody is told, and no line
            return begun, await store.log.events(held)

    store = opened(tmp_path / "club.db")
    begun, entries = asyncio.run(played(store))
    store.close()
    row = EventRow(begun.setup.id, msgspec.json.encode(begun.setup.about).decode(), 0, listed=True)
    at, heard, count = Tournament.open(begun.setup), {account: set[bytes]() for account in ("a1", "a2", "nobody")}, 0
    for entry in entries:
        at = at.after(entry)
        if at.state.session is None or at.state.session.begun == at.state.session.ended:
            continue
        count += 1
        for account, some in heard.items():
            some.add(wire.encode((told(at, account), listed(row, at, account))))
    assert count > 8
    assert {account: len(some) for account, some in heard.items()} == dict.fromkeys(heard, 1)


@pytest.mark.rule("PT-I.12.2.4", "PT-0.5")
def test_who_is_to_play_a_board_is_told_of_no_ruling_or_appeal_on_it(client: TestClient) -> None:
    """Neither as an assistant nor as one of the committee, who may be elected from the players; when he has played it, or the session is over, he is."""
    arbiter, vera, (ann,) = member(client, "orlova"), member(client, "vera"), players(client, "Анна")
    acts = Acts(announced(arbiter, online=True, regulations={"duties": DUTIES, "tournament.early_end": True}))
    enter(vera, acts.event)
    enter(ann, acts.event)
    for n in range(3, 7):
        acts.do(arbiter, what="entered", entrant=n, name=f"Бот {n}")
    acts.do(arbiter, what="appointed", name="Vera", powers=["interpret", "rectify"])
    acts.do(arbiter, what="elected", members=["Vera", "Бот 3"])
    movement = msgspec.to_builtins(movements.preferans(6))
    acts.do(arbiter, what="seated", how="hand", order=list(range(1, 7)), movement=movement)
    acts.do(arbiter, what="round_begun")
    board = movement["rounds"][0]["tables"][1]["boards"][0]  # Anna's table, to which Vera has not come
    words = "шесть пик без одной"
    acts.do(arbiter, what="ruled", table=2, board=board, law="PT-I.11.2.B.2", text=words, decision={"assigned": {"2": "40"}})  # fmt: skip
    ruling = hall(arbiter, acts.event)["rulings"][0]["entry"]
    acts.do(ann, what="noticed", entrant=2, entry=ruling)
    notice = hall(arbiter, acts.event)["notices"][0]["entry"]
    acts.do(ann, what="filed", notice=notice, facts=f"{words}, но карты не те", request="другой счёт")

    def told_her() -> str:
        return "".join(vera.get(f"/api/events/{acts.event}{page}").text for page in ("", "/hall"))

    assert words not in told_her()
    assert words in arbiter.get(f"/api/events/{acts.event}/hall").text
    own = movement["rounds"][0]["tables"][0]["boards"][0]
    acts.do(vera, what="ruled", table=2, board=board, law="PT-I.11.2.B.1", text="что я сама решила")
    assert "что я сама решила" in told_her()
    assert own != board
    acts.do(arbiter, what="round_ended", last=True)
    assert words in vera.get(f"/api/events/{acts.event}").text  # of the committee
    assert words in vera.get(f"/api/events/{acts.event}/hall").text


def crowd(count: int) -> Tournament:
    """An event that so many have entered."""
    at = Tournament.open(Setup("e" * 16, preferans_event(), 0))
    names = {f"a{n}": f"Игрок {n}" for n in range(1, count + 1)}
    entrants = {n: Entered(entrant=n, name=name) for n, name in enumerate(names.values(), 1)}
    state = msgspec.structs.replace(at.state, entrants=entrants, queue=tuple(entrants))
    return msgspec.structs.replace(at, names=names, state=state)


def test_nobody_of_a_crowd_has_to_try_again_by_three_servers(tmp_path: Path) -> None:
    """Each server judges anew what another one was faster with; refused is only what cannot be any more."""

    async def played() -> None:
        stores = [opened(tmp_path / "club.db") for _ in range(3)]
        halls = [Hall(one.log, Told(), LUCK) for one in stores]
        await stores[0].accounts.enrol(HOST, "host")
        held = await halls[0].announce(HOST, preferans_event())
        people = [Account(f"{n:02x}" * 8, "Анна", 1) for n in range(60)]
        await asyncio.gather(*(hall.find(held) for hall in halls))
        results = await asyncio.gather(
            *(halls[n % 3].enter(held, one, "in") for n, one in enumerate(people)), return_exceptions=True
        )
        assert [one for one in results if not isinstance(one, Running)] == []
        at = await _now(Hall(stores[0].log, Told(), LUCK), held)
        assert sorted(at.state.entrants) == list(range(1, 61))
        assert len({one.name for one in at.state.entrants.values()}) == 60
        # What another server has written a moment ago is known before an act is refused.
        await halls[0].seat(held, HOST, "seat", HowSeated())
        await halls[1].do(held, HOST, "begin", RoundBegun())
        with pytest.raises(Refused, match="round 1 has not ended"):
            await halls[2].do(held, HOST, "again", RoundBegun())
        for one in stores:
            one.close()

    asyncio.run(played())


def test_a_log_with_names_that_look_alike_is_followed() -> None:
    """Likeness is asked when an entry is decided; what stands in a log is a fact."""
    at = crowd(3)
    for name in ("Игрoк 1", "Арбитр", "𝐀𝐧𝐧𝐚", "Анна\u3164", "—"):
        known = Known(account=f"b{at.seq}", name=name)
        at = at.after(Entry(at.seq + 1, at.seq, "event", None, None, msgspec.json.encode(known).decode()))
        done = Done(by=known.account, entry=Entered(entrant=next_entrant(at), name=name))
        at = at.after(Entry(at.seq + 1, at.seq, "event", None, None, msgspec.json.encode(done).decode()))
    assert len(at.state.entrants) == 8


def test_thousands_who_enter_do_not_stop_the_club() -> None:
    """An entry is judged in milliseconds of work; what a page is told after it grows as their number does, not as its square."""
    at, took = crowd(3_000), []
    for n in range(3_001, 3_006):
        late = Known(account=f"a{n}", name=called(at, f"a{n}", f"Поздний {n}"))
        at = at.after(Entry(at.seq + 1, at.seq, "event", None, None, msgspec.json.encode(late).decode()))
        enters = Done(by=f"a{n}", entry=Entered(entrant=n, name=late.name))
        entry = Entry(at.seq + 1, at.seq, "event", None, None, msgspec.json.encode(enters).decode())
        begun = time.process_time()
        judge(at, entry)
        at = at.after(entry)
        took.append(time.process_time() - begun)
    assert min(took) < 0.004, took

    def tells(count: int) -> float:
        found = []
        for _ in range(3):
            here, begun = crowd(count), time.process_time()
            told(here, "nobody")
            found.append(time.process_time() - begun)
        return min(found)

    assert tells(6_000) < 9 * tells(1_500)  # four times as many
