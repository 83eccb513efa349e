"""The door over HTTP: where it is my move, who is here, what was played in public."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kozyr.club.live.waits import Waits
from tests.people import Later, club, guest, new_table, seated, visitor

FORGETFUL = Waits(absent=1e6, shares=0.0, look=0.0, hearing=0.0, idle=0.05)


@pytest.fixture
def clock() -> Later:
    return Later()


@pytest.fixture
def client(path: Path, clock: Later) -> Iterator[TestClient]:
    with club(path, clock=clock) as client:
        yield client


def mine(client: TestClient) -> dict[str, bool]:
    return {row["table"]: row["to_move"] for row in client.get("/api/tables").json()}


def my_move(client: TestClient, **terms: Any) -> str:
    """A table with bots that waits for its one person, who has gone from it."""
    table = new_table(client, **terms)
    with seated(client, table) as anna:
        anna.until(lambda: anna.view is not None and anna.view["actor"] == anna.view["seat"])
    return table


def test_where_it_is_my_move(path: Path) -> None:
    """In memory, out of it, and after a restart; nobody else's table says so."""
    with club(path, waits=FORGETFUL) as client:
        guest(client)
        gathers = new_table(client, bots=["random", None])
        table = new_table(client)
        with seated(client, table) as anna:
            anna.until(lambda: anna.view is not None and anna.view["actor"] == anna.view["seat"])
            assert mine(client) == {table: True, gathers: False}
        lobby: Any = client.app.state.club.lobby  # type: ignore[attr-defined]
        while lobby.present(table) is not None:
            time.sleep(0.01)
        assert mine(client) == {table: True, gathers: False}
        assert lobby.present(table) is None  # the list wakes nothing
        cookies = dict(client.cookies)
    with club(path, waits=FORGETFUL) as client:
        client.cookies.update(cookies)
        assert mine(client) == {table: True, gathers: False}
        lobby = client.app.state.club.lobby  # type: ignore[attr-defined]
        assert lobby.present(table) is None


def test_after_my_move_it_is_mine_no_longer(path: Path) -> None:
    """Two people: what one list said does not stay when the table has been played on and left again."""
    with club(path, waits=FORGETFUL) as client:
        other = visitor(client)
        guest(client, "Анна")
        guest(other, "Борис")
        table = new_table(client, bots=[None, "random"])
        lobby: Any = client.app.state.club.lobby  # type: ignore[attr-defined]
        with seated(client, table) as anna, seated(other, table) as boris:
            assert boris.act("sit", chair=1)["t"] == "ack"
            assert boris.act("accept", card=boris.table["card"])["t"] == "ack"
            anna.until(lambda: anna.view is not None and anna.view["actor"] is not None)
            waits = {anna.view["seat"]: client} if anna.view else {}
            for _ in range(400):
                assert anna.view is not None
                if anna.view["actor"] in waits or anna.view["actor"] is None:
                    break
                boris.until(lambda: boris.view is not None and boris.seq >= anna.seq)
                if boris.view is not None and boris.view["actor"] == boris.view["seat"]:
                    assert boris.ask(t="cmd", do=boris.view["legal"][0])["t"] == "ack"
                anna.hear()
            assert mine(client)[table]
            assert not mine(other)[table]
            assert anna.view is not None
            assert anna.ask(t="cmd", do=anna.view["legal"][0])["t"] == "ack"
            anna.until(lambda: anna.view is not None and anna.view["actor"] != anna.view["seat"])
            was = mine(client)[table]
        while lobby.present(table) is not None:
            time.sleep(0.01)
        assert mine(client)[table] is was is False


def test_where_i_am_to_move_comes_before_what_is_over(client: TestClient) -> None:
    """A hundred tables in an answer: those that are over stand behind all others, however new they are."""
    guest(client)
    old = new_table(client, bots=["random", None])
    over = new_table(client)
    with seated(client, over) as anna:
        anna.play()
    for _ in range(99):
        new_table(client, bots=["random", None])
    answer = client.get("/api/tables")
    first = [row["table"] for row in answer.json()]
    assert (len(first), first[-1]) == (100, old)
    assert 'rel="next"' in answer.headers["link"]
    rest = client.get("/api/tables?page=2")
    assert [row["table"] for row in rest.json()] == [over]
    assert "link" not in rest.headers


def test_who_is_here(client: TestClient, clock: Later) -> None:
    """Those with a login by name, guests by number; who asks no more and looks at no table has gone, and programs are nobody."""
    anna, boris, stranger = client, visitor(client), visitor(client)
    me = guest(anna, "Анна")
    assert anna.post("/api/register", json={"login": "anna", "password": "a long password"}).status_code == 201
    token = anna.post("/api/bots", json={"name": "robot"}).json()["token"]
    guest(boris, "Борис")
    assert visitor(client).get("/api/tables", headers={"authorization": f"Bearer {token}"}).status_code == 200
    here = stranger.get("/api/lobby").json()["here"]
    assert here == {"people": [{"account": me["account"], "nick": "Анна"}], "guests": 1}
    table = new_table(boris)
    with seated(boris, table) as person:
        person.until(lambda: person.view is not None)
        clock.moved += 80
        assert stranger.get("/api/lobby").json()["here"] == {"people": [], "guests": 1}  # he has a table before him
    clock.moved += 80
    assert stranger.get("/api/lobby").json()["here"] == {"people": [], "guests": 0}


def test_what_was_played_in_public_may_be_looked_at(client: TestClient) -> None:
    stranger = visitor(client)
    guest(client)
    played = {}
    kinds: dict[str, dict[str, Any]] = {
        "public": {"public": True},
        "private": {},
        "closed to others": {"public": True, "terms": {"kibitzers": False}},
    }
    for kind, changes in kinds.items():
        played[kind] = new_table(client, **changes)
        with seated(client, played[kind]) as anna:
            anna.play()
    running = my_move(client, public=True)
    rows = stranger.get("/api/finished").json()
    assert [row["table"] for row in rows] == [played["public"]]
    assert rows[0]["state"] == "finished"
    assert stranger.get(f"/api/tables/{played['public']}/deals/1").status_code == 200
    assert stranger.get(f"/api/tables/{played['closed to others']}/deals/1").status_code == 404
    assert running not in json.dumps(rows)
    assert stranger.get("/api/finished?page=2").json() == []
    assert stranger.get("/api/finished?page=0").status_code == 400
