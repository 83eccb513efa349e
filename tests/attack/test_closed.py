"""What the operator has closed: no route of it answers, a stranger learns nothing, and all of it comes back when it is opened."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from kozyr.cli import main
from kozyr.club.event.boards import table_id
from kozyr.tournaments import movements
from tests import stores
from tests.keep.test_club import SETUP, SIX
from tests.people import ORIGIN, Person, club, guest, new_table, seated, visitor
from tests.test_cups_over_http import CUP
from tests.test_events_over_http import Acts, announced, enter, member
from tests.test_programs import bearer, program

WHY: Final = "продают слонов"
ID: Final = {"id": "x"}
# What each route that is no GET is sent, so that nothing but the closure refuses it.
BODIES: Final[dict[str, Any]] = {
    "/api/events/{event}": {"id": "x", "do": {"what": "closed"}, "why": ""},
    "/api/events/{event}/try": {"id": "x", "do": {"what": "closed"}, "why": ""},
    "/api/events/{event}/enter": ID,
    "/api/events/{event}/join": ID | {"entrant": 1},
    "/api/events/{event}/come": ID,
    "/api/events/{event}/share": ID | {"nonce": "00" * 16},
    "/api/events/{event}/call": ID | {"table": 1},
    "/api/events/{event}/came": ID | {"call": 1},
    "/api/events/{event}/late": ID | {"entrant": 1},
    "/api/events/{event}/seat": ID | {"seating": {}},
    "/api/cups/{event}/compose": ID | {"issue": 1, "boards": [1], "opens": 0, "closes": 1, "notes": {}},
    "/api/cups/{event}/play": {"issue": 1},
    "/api/challenges/{event}/play": {},
    "/api/challenges/{event}/shut": {},
    "/api/leagues/{league}": ID | {"wish": {"do": "leave"}},
    "/api/keep/{sheet}": ID | {"at": 1, "do": SIX},
    "/api/tables/{table}/deals/{deal:nth}/retry": {"at": 1},
}
ALIKE: Final = {"/api/tables/{table}/qr.svg"}  # is drawn of any name, and tells of no table
NTH: Final = {"{deal:nth}": "1", "{move:nth}": "1", "{table_number:nth}": "1", "{entrant:nth}": "1", "{issue:nth}": "1"}
WORDS: Final = {"{sheet}": "results", "{to}": "json"}  # of paths that name something else before


@pytest.fixture
def client(path: Path) -> Iterator[TestClient]:
    with club(path) as client:
        guest(client)
        yield client


@pytest.fixture
def admin(client: TestClient, path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """`kozyr admin` at this club, which then looks at what was ruled; returns the lines."""

    def run(*words: str) -> list[str]:
        assert main(["admin", "--db", stores.place(path), *words]) == 0, capsys.readouterr().err
        look(client)
        return capsys.readouterr().out.splitlines()

    return run


def look(client: TestClient) -> None:
    client.portal.call(client.app.state.club.look_at_rulings)  # type: ignore[attr-defined, call-arg, union-attr]


def routes(client: TestClient, what: str, id_: str) -> Iterator[tuple[str, str, Any]]:
    """Every route whose path names such a thing: its method, its path for this one, and what it is sent."""
    for route in client.app.routes:  # type: ignore[attr-defined]
        named = re.findall(r"\{(table|event|league|sheet)\}", route.path) if isinstance(route, Route) else []
        if not isinstance(route, Route) or named[:1] != [what] or route.path in ALIKE:
            continue
        filled = route.path.replace(f"{{{what}}}", id_)
        for part, text in (NTH | WORDS).items():
            filled = filled.replace(part, text)
        assert "{" not in filled, route.path
        for method in sorted((route.methods or set()) - {"HEAD"}):
            yield method, filled, None if method == "GET" else BODIES[route.path]


def answers(one: TestClient, asked: list[tuple[str, str, Any]]) -> list[Any]:
    return [one.request(method, path, json=body) for method, path, body in asked]


def socket_code(one: TestClient, table: str) -> int:
    with (
        pytest.raises(WebSocketDisconnect) as end,
        one.websocket_connect(f"/ws/table/{table}", headers=ORIGIN) as socket,
    ):
        socket.receive_text()
    return end.value.code


def told(answer: Any) -> tuple[int, str, str]:
    error = answer.json()["error"]
    return answer.status_code, error["code"], error["closed"]["why"]


# --- routes ----------------------------------------------------------------------------------------------------


def made(client: TestClient, what: str) -> tuple[TestClient, str, str]:
    """Something that can be closed: who may most with it, its id, and what it is called in paths."""
    if what == "table":
        return client, new_table(client, public=True), "table"
    if what == "sheet":
        return client, client.post("/api/keep", json=SETUP).json()["id"], "sheet"
    owner = member(client, "orlova")
    if what == "league":
        return owner, owner.post("/api/leagues", json={"name": "Лига"}).json()["id"], "league"
    event = announced(owner, **(CUP if what == "cup" else {"listed": True}))
    return owner, event, "event"


@pytest.mark.parametrize("what", ["table", "sheet", "event", "cup", "league"])
def test_no_route_reaches_what_is_closed(client: TestClient, admin: Any, what: str) -> None:
    owner, id_, word = made(client, what)
    asked = list(routes(client, word, id_))
    assert len(asked) >= 3
    before = answers(owner, [one for one in asked if one[0] == "GET"])
    assert any(answer.status_code == 200 for answer in before)
    assert admin("close", id_, "--why", WHY) == [f"{what} {id_} is closed: {WHY}"]
    for (method, route, _), answer in zip(asked, answers(owner, asked), strict=True):
        assert told(answer) == (410, "closed", WHY), (method, route, answer.text)
    lists = [client.get(f"/api/{name}").text for name in ("events", "leagues", "tables", "lobby", "finished")]
    assert id_ not in "".join(lists)
    (line,) = admin("closed")
    assert line.startswith(f"{what:<7}  {id_}  since ")
    assert line.endswith(f": {WHY}")
    assert admin("open", id_) == [f"{what} {id_} is open again"]
    assert admin("closed") == []
    after = answers(owner, [one for one in asked if one[0] == "GET"])
    assert [one.status_code for one in after] == [one.status_code for one in before]
    assert [re.sub('"now":[0-9]+', "", one.text) for one in after] == [
        re.sub('"now":[0-9]+', "", one.text) for one in before
    ]


def test_a_stranger_does_not_learn_that_a_private_table_was_there(client: TestClient, admin: Any) -> None:
    """Status, words and headers of every route are those of a table that never was; who sat there learns why."""
    other, stranger = visitor(client), visitor(client)
    guest(other, "Борис")
    table, never = new_table(client, bots=["random", None]), "f" * 16
    with seated(other, table) as boris:
        assert boris.act("sit", chair=2)["t"] == "ack"
        admin("close", table, "--why", WHY)
        assert boris.closed() == 1012
    guest(stranger, "Чужой")
    for one in (stranger, visitor(client)):  # with a session, and with none
        for closed, none in zip(routes(client, "table", table), routes(client, "table", never), strict=True):
            (here,), (nowhere,) = answers(one, [closed]), answers(one, [none])
            seen = [(a.status_code, a.text, sorted(a.headers.items())) for a in (here, nowhere)]
            assert seen[0] == seen[1], closed
            assert here.status_code == 404
    assert socket_code(stranger, table) == socket_code(stranger, never) == 4404
    report = {"table": table, "account": client.get("/api/me").json()["account"], "reason": "quarrel"}
    hidden = [stranger.post("/api/reports", json=report | {"table": one}) for one in (table, never)]
    assert hidden[0].text == hidden[1].text
    for one in (client, other):
        assert told(one.get(f"/api/tables/{table}")) == (410, "closed", WHY)
        assert one.get("/api/tables").json() == []
        assert socket_code(one, table) == 4404


def test_a_closed_table_is_played_on_when_it_is_opened(client: TestClient, admin: Any) -> None:
    table = new_table(client)
    with seated(client, table) as anna:
        anna.until(lambda: anna.mine)
        anna.move()
        at = anna.seq
        admin("close", table, "--why", WHY)
        assert anna.closed() == 1012
    admin("open", table)
    with seated(client, table) as anna:
        assert anna.seq >= at
        anna.play()
        assert anna.over


# --- programs --------------------------------------------------------------------------------------------------


def test_a_closed_program_is_refused_at_once(client: TestClient, admin: Any) -> None:
    made_, other = program(client), visitor(client)
    how, table = bearer(made_["token"]), new_table(client, bots=["random", None])
    with client.websocket_connect(f"/ws/table/{table}", headers=how) as socket:
        robot = Person(socket)
        assert admin("close", made_["account"], "--why", WHY)[0] == f"program {made_['account']} is closed: {WHY}"
        assert robot.closed() == 4401
    assert other.get("/api/me", headers=how).json() is None
    assert other.post("/api/tables", headers=how, json={}).status_code in {400, 401}
    with (
        pytest.raises(WebSocketDisconnect) as end,
        other.websocket_connect(f"/ws/table/{table}", headers=how) as socket,
    ):
        socket.receive_text()
    assert end.value.code == 4401
    (mine,) = client.get("/api/bots").json()
    assert mine["closed"]["why"] == WHY
    assert client.get(f"/api/players/{made_['account']}").json()["closed"]["why"] == WHY
    admin("open", made_["account"])
    assert other.get("/api/me", headers=how).json()["account"] == made_["account"]
    assert "closed" not in client.get("/api/bots").json()[0]
    with client.websocket_connect(f"/ws/table/{table}", headers=how) as socket:
        assert Person(socket).table["id"] == table


# --- events and their tables -----------------------------------------------------------------------------------


def online(arbiter: TestClient, ann: TestClient) -> tuple[str, list[str]]:
    """An event that is being played at two tables of the club, and their ids."""
    event = announced(arbiter, online=True)
    acts = Acts(event)
    guest(ann, "Анна")
    enter(ann, event, "e1")
    for n in range(2, 7):
        acts.do(arbiter, what="entered", entrant=n, name=f"Бот {n}")
    movement = msgspec.to_builtins(movements.preferans(6))
    acts.do(arbiter, what="seated", how="hand", order=list(range(1, 7)), movement=movement)
    acts.do(arbiter, what="round_begun")
    tables = [table_id(event, 1, 1, n) for n in (1, 2)]
    deadline = time.monotonic() + 60
    while any(table not in there(arbiter) for table in tables):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    return event, tables


def there(client: TestClient) -> set[str]:
    """The tables that are in memory."""
    return {room.table.setup.id for room in client.app.state.club.lobby.in_memory()}  # type: ignore[attr-defined]


def test_an_events_tables_close_with_it_and_open_with_it(client: TestClient, admin: Any, path: Path) -> None:
    """Its own tables alone; one that was closed by itself stays closed; words are free meanwhile; play goes on."""
    arbiter, ann = member(client, "orlova"), visitor(client)
    event, tables = online(arbiter, ann)
    seat = next(one for one in tables if ann.get(f"/api/tables/{one}").status_code == 200)
    alone = next(one for one in tables if one != seat)
    stays = new_table(client, bots=["random", None])
    lobby = client.app.state.club.lobby  # type: ignore[attr-defined]
    me = ann.get("/api/me").json()["account"]
    assert lobby.silence.hushed(me)
    with seated(ann, seat) as anna, seated(client, stays) as other:
        admin("close", alone, "--why", "сам по себе")
        admin("close", event, "--why", WHY)
        assert anna.closed() == 1012
        assert other.ask(t="say", text="still here")["t"] == "ack"
    assert not there(client) & set(tables)
    assert not lobby.silence.hushed(me)
    for one in (ann, arbiter):
        assert told(one.get(f"/api/events/{event}")) == (410, "closed", WHY)
    assert told(ann.get(f"/api/tables/{seat}")) == (410, "closed", WHY)
    assert ann.get("/api/tables").json() == []
    assert socket_code(ann, seat) == 4404
    assert main(["admin", "--db", stores.place(path), "open", seat]) == 2  # that is for the event
    admin("open", event)
    deadline = time.monotonic() + 30
    while seat not in there(client):  # nobody asked for it
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert lobby.silence.hushed(me)
    assert alone not in there(client)
    with seated(ann, seat) as anna:
        anna.until(lambda: anna.mine)
        anna.move()
    assert socket_code(ann, alone) == 4404
    admin("open", alone)
    assert ann.get(f"/api/tables/{alone}").status_code in {200, 404}  # as before: for who may see it


def test_a_cups_issues_close_with_it(client: TestClient, admin: Any) -> None:
    """Who was playing one is told why, and plays on when the cup is opened."""
    editor, ann = member(client, "editor"), member(client, "anna")
    cup = announced(editor, **CUP)
    now = int(time.time() * 1000)
    issue = {
        "id": "i",
        "issue": 1,
        "boards": [1, 2],
        "opens": now,
        "closes": now + 3_600_000,
        "ends": None,
        "notes": {},
    }
    assert ann.post(f"/api/events/{cup}/enter", json=ID).status_code == 200
    assert editor.post(f"/api/cups/{cup}/compose", json=issue).status_code == 200
    table = ann.post(f"/api/cups/{cup}/play", json={"issue": 1}).json()["table"]
    with seated(ann, table) as anna:
        admin("close", cup, "--why", WHY)
        assert anna.closed() == 1012
    assert told(ann.get(f"/api/tables/{table}")) == (410, "closed", WHY)
    assert client.get(f"/api/tables/{table}").status_code == 404
    assert told(ann.post(f"/api/cups/{cup}/play", json={"issue": 1})) == (410, "closed", WHY)
    admin("open", cup)
    assert ann.post(f"/api/cups/{cup}/play", json={"issue": 1}).json()["table"] == table
    with seated(ann, table) as anna:
        anna.until(lambda: anna.mine)


def test_a_running_club_keeps_to_it_by_itself(client: TestClient, path: Path) -> None:
    """Nobody tells it to look: its pulse does, every two seconds."""
    table = new_table(client, bots=["random", None])
    _, event, _ = made(client, "event")
    assert client.get(f"/api/events/{event}").status_code == 200
    with seated(client, table) as anna:
        for id_ in (table, event):
            assert main(["admin", "--db", stores.place(path), "close", id_, "--why", WHY]) == 0
        assert anna.closed() == 1012
    assert client.get(f"/api/events/{event}").status_code == 410
    assert main(["admin", "--db", stores.place(path), "open", event]) == 0
    deadline = time.monotonic() + 10
    while client.get(f"/api/events/{event}").status_code != 200:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_two_servers_keep_to_it(client: TestClient, admin: Any, path: Path) -> None:
    _, event, _ = made(client, "event")
    table = new_table(client, bots=["random", None])
    with club(path) as second:
        second.cookies = client.cookies
        with seated(second, table) as anna:
            assert second.get(f"/api/events/{event}").status_code == 200
            admin("close", table, "--why", WHY)
            admin("close", event, "--why", WHY)
            look(second)
            assert anna.closed() == 1012
        assert second.get(f"/api/events/{event}").status_code == 410
        admin("open", event)
        look(second)
        assert second.get(f"/api/events/{event}").status_code == 200


def test_an_event_of_a_league_stays_open_without_it(client: TestClient, admin: Any) -> None:
    owner, league, _ = made(client, "league")
    event = announced(owner)
    admin("close", league, "--why", WHY)
    assert owner.get(f"/api/events/{event}").status_code == 200
