"""Programs at the tables: a token, what it opens and what it does not, and the example of the documentation."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests import stores
from tests.people import ORIGIN, Person, club, guest, new_table, seated, visitor
from tests.test_edge import ask, served

EXAMPLE = Path(__file__).parents[1] / "examples" / "bot.py"


@pytest.fixture
def client(path: Path) -> Iterator[TestClient]:
    with club(path) as client:
        guest(client)
        yield client


def program(client: TestClient, name: str = "Лиса") -> dict[str, Any]:
    answer = client.post("/api/bots", json={"name": name})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def test_a_token_is_shown_once_and_kept_as_a_hash(client: TestClient, path: Path) -> None:
    made = program(client)
    token = made.pop("token")
    assert token.startswith("kozyr_")
    assert made == {"account": made["account"], "name": "Лиса", "bot": "Анна/Лиса", "since": made["since"]}
    assert client.get("/api/bots").json() == [made]
    other = visitor(client)
    me = other.get("/api/me", headers=bearer(token)).json()
    assert (me["account"], me["nick"], me["bot"], me["guest"]) == (made["account"], "Лиса", "Анна/Лиса", False)
    assert other.get(f"/api/players/{made['account']}").json()["bot"] == "Анна/Лиса"
    rows = [row for table in ("bots", "accounts", "sessions") for row in stores.execute(path, f"select * from {table}")]  # noqa: S608 - our own names
    assert token not in repr(rows)
    assert token.removeprefix("kozyr_") not in repr(rows)


def test_a_name_is_a_name_and_nobody_has_many_programs(client: TestClient) -> None:
    assert client.post("/api/bots", json={"name": " "}).status_code == 400
    assert client.post("/api/bots", json={"name": "x" * 25}).status_code == 400
    assert visitor(client).post("/api/bots", json={"name": "x"}).status_code == 401
    for n in range(8):
        program(client, f"x{n}")
    assert client.post("/api/bots", json={"name": "one more"}).status_code == 400


def test_a_token_is_for_tables_and_for_nothing_else(client: TestClient) -> None:
    head = bearer(program(client)["token"])
    asks: list[tuple[str, str, object]] = [
        ("POST", "/api/guest", {"name": "x"}),
        ("POST", "/api/me", {"name": "x"}),
        ("POST", "/api/register", {"login": "fox", "password": "a long password"}),
        ("POST", "/api/login", {"login": "fox", "password": "a long password"}),
        ("POST", "/api/logout", None),
        ("POST", "/api/logout/others", None),
        ("POST", "/api/bots", {"name": "cub"}),
        ("GET", "/api/bots", None),
        ("PUT", "/api/mutes/x", None),
        ("POST", "/api/reports", {"table": "x", "account": "y", "reason": "other"}),
    ]
    for method, route, body in asks:
        answer = client.request(method, route, json=body, headers=head)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "scope"), route
    assert client.get("/api/lobby", headers=head).status_code == 200
    assert (
        client.post(
            "/api/tables", json={"game": "deberts", "preset": "moscow", "players": 2, "bots": ["random"]}, headers=head
        ).status_code
        == 201
    )


def test_with_a_token_cookies_count_for_nothing(client: TestClient) -> None:
    """A wrong token with a good cookie is nobody; a good one needs no Origin and takes any."""
    token = program(client)["token"]
    assert client.get("/api/me").json()["nick"] == "Анна"
    assert client.get("/api/me", headers=bearer("kozyr_wrong")).json() is None
    assert client.get("/api/me", headers=bearer("")).json() is None
    body = {"game": "deberts", "preset": "moscow", "players": 2, "bots": ["random"]}
    assert client.post("/api/tables", json=body, headers=bearer("kozyr_wrong")).status_code == 401
    assert client.get("/api/me", headers=bearer(token)).json()["nick"] == "Лиса"
    table = new_table(client, bots=[None, "random"])
    for more, code in ((bearer("kozyr_wrong") | ORIGIN, 4401), (bearer("kozyr_wrong"), 4401)):
        with client.websocket_connect(f"/ws/table/{table}", headers=more) as socket:
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_json()
            assert closed.value.code == code
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"/ws/table/{table}"):
        pass  # a cookie without an Origin
    with client.websocket_connect(f"/ws/table/{table}", headers=bearer(token)) as socket:
        assert Person(socket).table["role"] == "visitor"


def test_a_program_sits_down_and_bears_its_mark(client: TestClient) -> None:
    made = program(client)
    table = new_table(client, bots=[None, "random"])
    with (
        seated(client, table) as anna,
        client.websocket_connect(f"/ws/table/{table}", headers=bearer(made["token"])) as line,
    ):
        fox = Person(line)
        assert fox.ask(t="act", do={"act": "sit", "chair": 1})["t"] == "ack"
        assert fox.ask(t="act", do={"act": "accept", "card": fox.table["card"]})["t"] == "ack"
        while anna.view is None:
            anna.hear()
        shown = {one["chair"]: (one["nick"], one["bot"], one["account"]) for one in anna.table["players"]}
        assert shown[1] == ("Лиса", "Анна/Лиса", made["account"])
        assert shown[0][1] is None
        assert shown[2][1] == "random"
    chairs = client.get(f"/api/tables/{table}").json()["chairs"]
    assert chairs[1]["bot"] == "Анна/Лиса"
    with seated(client, table) as anna:  # after a restart of the room too: it is in the log
        assert anna.table["players"]


def test_a_kibitzer_that_is_a_program_is_shown_as_one_and_gets_no_seat(client: TestClient) -> None:
    made = program(client)
    table = new_table(client)
    with seated(client, table) as anna:
        while anna.view is None:
            anna.hear()
        here: dict[str, Any] = {}
        with client.websocket_connect(f"/ws/table/{table}", headers=bearer(made["token"])) as line:
            Person(line)
            while not here.get("kibitzers"):
                here = anna.hear()
            assert here["kibitzers"] == [{"account": made["account"], "nick": "Лиса", "bot": "Анна/Лиса", "at": None}]
            what = {"kind": "hand_over", "chair": 0, "account": made["account"]}
            answer = anna.ask(t="act", do={"act": "propose", "what": what})
            assert (answer["code"], answer["reason"]) == ("illegal", "no_kibitzer")


def test_a_token_that_is_taken_back_opens_nothing_and_closes_its_sockets(client: TestClient) -> None:
    made = program(client)
    head = bearer(made["token"])
    table = new_table(client, bots=[None, "random"])
    other = visitor(client)
    guest(other, "Борис")
    assert other.delete(f"/api/bots/{made['account']}").status_code == 404
    with client.websocket_connect(f"/ws/table/{table}", headers=head) as line:
        fox = Person(line)
        assert client.delete(f"/api/bots/{made['account']}").status_code == 204
        assert fox.closed() == 4401
    assert client.get("/api/me", headers=head).json() is None
    assert client.get("/api/bots").json() == []
    assert client.delete(f"/api/bots/{made['account']}").status_code == 404
    assert client.get(f"/api/players/{made['account']}").json()["nick"] == "Лиса"  # what it has played stays


def test_another_host_is_refused_with_a_token_too(client: TestClient) -> None:
    head = bearer(program(client)["token"])
    assert client.get("/api/me", headers=head | {"host": "evil.example"}).status_code == 421


@pytest.mark.parametrize(
    ("game", "preset", "changes", "players"),
    [
        pytest.param("preferans", "sochi", {"pool_target": 1}, 3, marks=pytest.mark.long),
        pytest.param("deberts", "moscow", {"target": 101}, 2, marks=pytest.mark.long),
        pytest.param("bridge", "duplicate", {"deals": 1}, 4, marks=pytest.mark.long),
    ],
)
def test_the_example_plays_a_match_at_a_real_server(
    path: Path, game: str, preset: str, changes: dict[str, int], players: int
) -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 60
    with served(path) as (_, port):
        _, _, cookie = ask(port, "/api/guest", {"name": "Анна"})
        anna = cookie.partition(";")[0]
        tokens = [json.loads(ask(port, "/api/bots", {"name": f"fox {n}"}, cookie=anna)[1])["token"] for n in range(2)]
        body = {"game": game, "preset": preset, "players": players, "changes": changes}
        seats = [None, *["random"] * (players - 2)]
        _, answer, _ = ask(port, "/api/tables", body | {"bots": seats}, authorization=f"Bearer {tokens[0]}")
        table = json.loads(answer)["table"]
        line = [sys.executable, str(EXAMPLE), f"ws://127.0.0.1:{port}", table]
        with contextlib.ExitStack() as both:
            foxes = [
                both.enter_context(
                    subprocess.Popen(line, env=os.environ | {"KOZYR_TOKEN": token}, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own program
                )
                for token in tokens
            ]
            sheets = [json.loads(fox.communicate(timeout=60)[0]) for fox in foxes]
        assert [fox.returncode for fox in foxes] == [0, 0]
        assert sheets[0] == sheets[1]
        assert sheets[0]["finished"] is True
