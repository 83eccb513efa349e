"""Numbers of entries, events, tables and pages that do not fit: one line each, whatever the route; and a log longer than any number was."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from kozyr.club.event.acts import KIND, Called, Came, Done
from kozyr.club.live.hall import Hall
from kozyr.logs import LAST
from kozyr.store import Entry
from kozyr.tournaments import movements
from kozyr.tournaments.director.entries import Announced, Entered, Penalised, RoundBegun, Seated, Waived
from tests import stores
from tests.conftest import LONG
from tests.longer import thinned
from tests.luck import LUCK
from tests.people import guest, visitor
from tests.test_events import HOST, PLAYERS, Told
from tests.test_events_over_http import CUP, DUTIES, Acts, announced, enter, hall, member
from tests.tournaments.evening import event

# Just beyond what fits: of an entry's number, of the database's, below, and beyond all of them; what fits and those between in the long runs.
NUMBERS = (str(LAST + 1), str(2**63), "-1", "1" + "0" * 400)
BETWEEN = ("0", str(LAST), "10001", "100001", str(2**31 - 1), str(2**31), str(2**53 + 1), str(2**64))
PULKA = {"game": "preferans", "preset": "sochi"}
# What people send to each route that takes a number, with X for the number.
BODIES: dict[str, list[dict[str, Any]]] = {
    "/api/events/{event}": [
        {"id": "a", "do": {"what": what, **said}}
        for what, said in (
            ("waived", {"entry": "X", "asked_by": "Анна"}),
            ("approved", {"entry": "X"}),
            ("noticed", {"entrant": 1, "entry": "X"}),
            ("noticed", {"entrant": "X", "entry": 1}),
            ("filed", {"notice": "X", "facts": "f", "request": "r"}),
            ("decided", {"filed": "X", "by": "committee", "allowed": True}),
            ("ruled", {"board": 1, "law": "PT-I.1", "text": "t", "of": "X"}),
            ("ruled", {"board": "X", "law": "PT-I.1", "text": "t"}),
            ("ruled", {"board": 1, "law": "PT-I.1", "text": "t", "absent": ["X"], "round": 1, "table": 1}),
            ("ruled", {"board": 1, "law": "PT-I.1", "text": "t", "decision": {"assigned": {"X": "0"}}}),
            ("row", {"table": "X", "board": 1, "result": "6S N6 E2 S2"}),
            ("row", {"table": 1, "board": "X", "result": "6S N6 E2 S2"}),
            ("row", {"table": 1, "board": 1, "round": "X", "result": "6S N6 E2 S2"}),
            ("withdrawn", {"entrant": "X"}),
            ("checked_in", {"entrant": "X"}),
            ("entered", {"entrant": "X", "name": "Кто"}),
            ("late_play", {"table": 1, "board": 1, "round": "X"}),
            ("wrong_board", {"table": 1, "board": "X", "instead": 1}),
            ("seated", {"how": "hand", "order": ["X"], "movement": msgspec.to_builtins(movements.preferans(6))}),
            ("lined_up", {"entrant": 1, "boards": ["X"], "open_room": ["a", "b"], "closed_room": ["c", "d"]}),
            ("issue", {"entrant": 1, "issue": "X", "whists": []}),
            ("qualified", {"finalists": ["X"]}),
        )
    ],
    "/api/events/{event}/try": [{"id": "a", "do": {"what": "ruled", "board": "X", "law": "PT-I.1", "text": "t"}}],
    "/api/events/{event}/join": [{"id": "a", "entrant": "X"}],
    "/api/events/{event}/call": [{"id": "a", "table": "X"}],
    "/api/events/{event}/came": [{"id": "a", "call": "X"}],
    "/api/events/{event}/late": [{"id": "a", "entrant": "X"}],
    "/api/events/{event}/seat": [{"id": "a", "seating": {"rounds": "X"}}, {"id": "a", "seating": {"boards": "X"}}],
    "/api/events": [{**CUP, "starts": "X"}, {**CUP, "regulations": {"tournament.places": "X"}}],
    "/api/cups/{event}/play": [{"issue": "X"}],
    "/api/cups/{event}/compose": [{"id": "a", "issue": "X", "boards": [1], "opens": 1, "closes": 2}, {"id": "a", "issue": 1, "boards": ["X"], "opens": "X", "closes": "X"}],
    "/api/challenges": [{"id": "a", "game": "bridge", "deals": "X"}, {"id": "a", "game": "bridge", "deals": 4, "hours": "X"}],
    "/api/leagues/{league}": [
        {"id": "a", "wish": {"do": do, **said}}
        for do, said in (
            ("club_left", {"club": "X"}),
            ("plays_for", {"club": "X"}),
            ("appoint", {"member": "X"}),
            ("dismiss", {"member": "X"}),
            ("formula", {"formula": {"weight": "X", "least": "X", "best": "X"}}),
        )
    ],
    "/api/leagues": [{"name": "L", "formula": {"weight": "X"}}],
    "/api/keep": [{"game": "preferans", "preset": "sochi", "players": ["a", "b", "c"], "dealer": "X"}, {"game": "preferans", "preset": "sochi", "players": ["a", "b", "c"], "changes": {"pool_target": "X"}}],
    "/api/keep/{sheet}": [
        {"id": "a", "at": "X", "do": {"act": "named", "by": "a", "deal": 1}},
        *({"id": "a", "at": 1, "do": {"act": act, "by": "a", **said}} for act, said in (
            ("named", {"deal": "X"}),
            ("agree", {"entry": "X", "yes": True}),
            ("take_back", {"entry": "X"}),
            ("amend", {"entry": "X", "marks": []}),
            ("enter", {"deal": "X", "marks": [{"column": "pool", "points": "X"}]}),
            ("fine", {"player": "a", "points": "X", "law": "P-1"}),
        )),
    ],
    "/api/reports": [{"table": "t", "reason": "other", "ruling": "X"}, {"table": "t", "reason": "other", "chair": "X"}],
    "/api/agree": [{**PULKA, "players": "X"}, {**PULKA, "changes": {"pool_target": "X"}}],
    "/api/seek": [{**PULKA, "players": "X"}, {**PULKA, "players": 3, "changes": {"pool_target": "X"}}],
    "/api/tables": [
        {**PULKA, "players": "X", "bots": [None, "random", "random"]},
        {**PULKA, "players": 3, "bots": [None, "random", "random"], "changes": {"pool_target": "X"}},
        {**PULKA, "players": 3, "bots": [None, "random", "random"], "terms": {"move_time": "X"}},
    ],
    "/api/operator": [{"do": "answer", "report": "X"}],
    "/api/tables/{table}/deals/{deal:nth}/retry": [{"at": "X"}],
}  # fmt: skip
# Routes that are posted words, cards or files. A new route stands here or above.
NUMBERLESS = {
    "/api/boards", "/api/bots", "/api/challenges/{event}/play", "/api/challenges/{event}/shut", "/api/days/{game}/{day}/play", "/api/events/{event}/come", "/api/events/{event}/enter", "/api/events/{event}/share", "/api/guest", "/api/lessons", "/api/login",
    "/api/logout", "/api/logout/others", "/api/me", "/api/password", "/api/problems", "/api/register", "/api/reset", "/api/rule", "/api/rule/file",
}  # fmt: skip
QUERIES = ("have", "log", "page", "session", "from", "many", "empty", "at", "appeal", "call")


def begun(client: TestClient) -> tuple[TestClient, dict[str, str]]:
    """An event whose round has begun, a cup, a league and a sheet, all by one member; and the parts of their paths."""
    arbiter = member(client, "orlova")
    acts = Acts(announced(arbiter, regulations={"duties": DUTIES, "tournament.early_end": True}))
    for n in range(1, 7):
        acts.do(arbiter, what="entered", entrant=n, name=f"Игрок {n}")
    movement = msgspec.to_builtins(movements.preferans(6))
    acts.do(arbiter, what="seated", how="hand", order=list(range(1, 7)), movement=movement)
    acts.do(arbiter, what="round_begun")
    league = arbiter.post("/api/leagues", json={"name": "Лига"}).json()["id"]
    sheet = arbiter.post("/api/keep", json={"game": "preferans", "preset": "sochi", "players": ["a", "b", "c"]}).json()
    return arbiter, {"event": acts.event, "league": league, "sheet": sheet["id"]}


def fits(answer: Any, what: object) -> None:
    assert answer.status_code < 500, (what, answer.status_code, answer.text)
    if answer.status_code >= 400 and answer.headers["content-type"].startswith("application/json"):
        assert "\n" not in answer.json()["error"]["message"], what


@pytest.mark.parametrize(
    "number", [*thinned(NUMBERS, 2), *(pytest.param(one, marks=pytest.mark.long) for one in BETWEEN)]
)
def test_no_number_makes_a_route_fall(client: TestClient, number: str) -> None:
    """Whatever number comes in a body, a query or a path: an answer of one line. In short each query has one of the numbers."""
    arbiter, parts = begun(client)
    cup = announced(arbiter, regulations={"duties": DUTIES, "tournament.type": "cup", "cup.deals_per_issue": 1}, cup={})
    posts = {route.path for route in client.app.routes if "POST" in (getattr(route, "methods", None) or ())}  # type: ignore[attr-defined]
    assert posts == BODIES.keys() | NUMBERLESS
    head = {"content-type": "application/json"}
    for path, bodies in BODIES.items():
        assert path in posts, path
        own = {**parts, "event": cup} if path.startswith("/api/cups") else parts
        for body in bodies:
            text = json.dumps(body).replace('"X": "0"', f'"{number}": "0"').replace('"X"', number)
            address = path.replace(":nth", "").format(**own, table="t", deal=1)
            fits(arbiter.post(address, content=text, headers=head), (path, text[:120]))
    for nth_route, route in enumerate(client.app.routes):  # type: ignore[attr-defined]
        if "GET" not in (getattr(route, "methods", None) or ()) or not route.path.startswith("/api/"):
            continue
        nth = re.sub(r"\{[a-z_]+:nth\}", number, route.path)
        path = re.sub(r"\{([a-z_]+)\}", lambda found: parts.get(found[1], "protocols"), nth)
        if nth != route.path:
            answer = arbiter.get(path)
            fits(answer, path)
            if number.isdecimal() and len(number) > 9:
                assert (answer.status_code, "at most 9 digits" in answer.text) == (400, True), path
        for nth_query, name in enumerate(QUERIES):
            if not LONG and (nth_route + nth_query) % len(NUMBERS) != NUMBERS.index(number):
                continue
            if name == "have" and number.isdecimal() and len(number) <= 9:
                continue  # who has so many waits for more
            fits(arbiter.get(path, params={name: number}), (path, name))


def test_a_number_that_does_not_fit_is_told_in_one_line(client: TestClient) -> None:
    arbiter, parts = begun(client)
    for call in (LAST + 1, 2**31, 10**30, 0, -1):
        answer = arbiter.post(f"/api/events/{parts['event']}/came", json={"id": "c", "call": call})
        assert answer.status_code == 400, call
        assert "$.call" in answer.json()["error"]["message"] or "range" in answer.json()["error"]["message"]
    answer = arbiter.post(f"/api/events/{parts['event']}/came", json={"id": "c", "call": 10_001})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "nobody_waits")


def test_an_event_of_more_than_ten_thousand_entries_answers_its_tables(tmp_path: Path) -> None:
    """A call and a penalty far behind: who comes to it, and who waives it, names its entry."""

    async def work() -> None:
        store = stores.opened(tmp_path / "club.db")
        here, clock = Hall(store.log, Told(), LUCK), Told()
        held = await here.announce(HOST, event())
        acts: list[Any] = [Entered(entrant=n, name=one.nick) for n, one in enumerate(PLAYERS, 1)]
        acts += [Seated(how="hand", order=tuple(range(1, 9)), movement=movements.preferans(8)), RoundBegun()]
        for nth, one in enumerate(PLAYERS):
            await here.come(held, one, f"come {nth}")
        for nth, what in enumerate(acts):
            await here.do(held, HOST, f"n{nth}", what)
        found = await here.find(held)
        assert found is not None
        first = found.seq
        said = msgspec.json.encode(Done(by=HOST.id, entry=Announced(text="тише"))).decode()
        many = [Entry(first + nth, clock.now(), KIND, None, None, said) for nth in range(1, 10_100)]
        await store.log.append(held, first, many, None, owner="event")
        here.forget()
        await here.act(held, PLAYERS[0], "call", Called(by=PLAYERS[0].id, table=1, about="карта лежит"))
        found = await here.find(held)
        assert found is not None
        (call,) = found.tournament.calls
        assert call > 10_000
        await here.act(held, HOST, "came", Came(by=HOST.id, call=call))
        await here.do(held, HOST, "fine", Penalised(entrant=1, offence="late"))
        (penalty,) = found.tournament.state.penalties
        await here.do(held, HOST, "waive", Waived(entry=penalty, asked_by="P2"))
        again = Hall(store.log, clock, LUCK)
        read = await again.find(held)
        assert read is not None
        assert (read.tournament.calls, read.tournament.state.penalties) == ({}, {})
        store.close()

    asyncio.run(work())


def test_who_enters_and_withdraws_writes_a_few_entries_and_no_more(client: TestClient) -> None:
    """By one account at one event, from however many networks; another entrant is not kept out, nor is the director."""
    arbiter, ann, bob = member(client, "orlova"), visitor(client), visitor(client, "198.51.100.7")
    guest(ann, "Анна")
    guest(bob, "Боб")
    acts = Acts(announced(arbiter))
    enter(ann, acts.event)
    before = len(hall(arbiter, acts.event)["log"])
    told = []
    for nth in range(60):
        what = "withdrawn" if nth % 2 == 0 else "checked_in"
        told.append(acts.ask(ann, what=what, entrant=1).status_code)
    assert set(told) == {200, 429}
    assert len(hall(arbiter, acts.event)["log"]) - before < 35
    enter(bob, acts.event, "bob")
    acts.do(arbiter, what="announced", text="тише")
