"""A card that names accounts: they alone come to the table by its link, besides those who sit there already."""

from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from kozyr.club.acts import TableTerms
from kozyr.club.live.socket import NO_TABLE
from kozyr.club.table.setup import Setup
from kozyr.games import game
from tests.people import ORIGIN, guest, new_table, seated, visitor

CHAIRS: dict[str, Any] = {"bots": [None, "random"]}


def known(client: TestClient, login: str) -> tuple[TestClient, str]:
    """Somebody with a login at a browser of his own, and his account."""
    other = visitor(client)
    me = guest(other, login.title())
    assert other.post("/api/register", json={"login": login, "password": "a long password"}).status_code == 201
    return other, me["account"]


def turned_away(client: TestClient, table: str) -> int:
    """How the socket of somebody is closed who may not look."""
    with client.websocket_connect(f"/ws/table/{table}", headers=ORIGIN) as socket:
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        return closed.value.code


@pytest.mark.rule("PE-5.4.6")
def test_they_alone_sit_down_and_look(client: TestClient) -> None:
    guest(client, "Анна")
    boris, account = known(client, "boris")
    vera, _ = known(client, "vera")
    table = new_table(client, **CHAIRS, terms={"invited": [account]})
    with seated(client, table), seated(boris, table) as there:
        assert there.table["role"] == "visitor"
        assert there.table["terms"]["invited"] == [account]
        assert turned_away(vera, table) == NO_TABLE
        assert turned_away_stranger(client, table) == NO_TABLE
        assert there.act("sit", chair=1)["t"] == "ack"
        assert there.act("accept", card=there.table["card"])["t"] == "ack"
        there.until(lambda: there.view is not None)
        assert turned_away(vera, table) == NO_TABLE  # nor does she watch
    assert vera.get(f"/api/tables/{table}").status_code == 404
    assert visitor(client).get(f"/api/tables/{table}").status_code == 404
    assert boris.get(f"/api/tables/{table}").status_code == 200


def test_nothing_tells_a_stranger_that_there_is_such_a_table(client: TestClient) -> None:
    """Whatever he asks of it, over HTTP or by socket, he is answered as for a table that there never was."""
    guest(client, "Анна")
    table = new_table(client, **CHAIRS, terms={"invited": ["nobody"]})
    stranger, never = visitor(client), "0" * len(table)
    guest(stranger, "Кто-то")
    report = {"account": "x", "reason": "other"}
    with seated(client, table):
        for method, route, body in (
            *(("GET", f"/api/tables/{{}}{more}", None) for more in ("", "/record", "/fair", "/qr.svg", "/deals/1")),
            *(("GET", f"/api/tables/{{}}/deals/1/{more}", None) for more in ("analysis", "review", "why/1")),
            ("POST", "/api/tables/{}/deals/1/retry", {"at": 1}),
            ("GET", "/api/operator/record?table={}&call=1", None),
            ("POST", "/api/reports", report),
            ("POST", "/api/reports", {"reason": "ruling", "ruling": 1}),
        ):
            there, nowhere = (
                stranger.request(
                    method,
                    route.format(one),
                    json=None if body is None else body if "retry" in route else {"table": one} | body,
                )
                for one in (table, never)
            )
            assert there.status_code == nowhere.status_code, route
            assert there.headers["content-type"] == nowhere.headers["content-type"], route
            if not route.endswith("svg"):  # the name is in the picture
                assert there.content == nowhere.content, route
        assert turned_away(stranger, table) == turned_away(stranger, never) == NO_TABLE


def turned_away_stranger(client: TestClient, table: str) -> int:
    other = visitor(client)
    guest(other, "Кто-то")
    return turned_away(other, table)


def test_who_looks_goes_when_the_card_names_others(client: TestClient) -> None:
    """And who is not named cannot sit down in the same moment; who sits, stays, but does not come back."""
    guest(client, "Анна")
    boris, account = known(client, "boris")
    vera, _ = known(client, "vera")
    table = new_table(client, **CHAIRS)
    card: dict[str, Any] = {"preset": "sochi", "changes": {"pool_target": 2}, "public": False}
    with seated(client, table) as anna, seated(boris, table) as there, seated(vera, table) as stranger:
        assert stranger.act("sit", chair=1)["t"] == "ack"
        anna.until(lambda: anna.table["players"][1]["nick"] == "Vera")
        assert anna.act("card", **card, terms={"invited": ["nobody"]})["t"] == "ack"
        assert there.hears("bye")["code"] == "not_invited"
        assert there.closed() == 4403
        assert stranger.act("rise")["t"] == "ack"
        assert stranger.closed() == 4403
    assert turned_away(vera, table) == NO_TABLE
    with seated(client, table) as anna:
        assert anna.act("card", **card, terms={"invited": [account]})["t"] == "ack"
        with seated(boris, table) as there:
            assert there.act("sit", chair=1)["t"] == "ack"


def test_a_bound_table_stands_in_no_list(client: TestClient) -> None:
    guest(client)
    table = new_table(client, **CHAIRS, public=True, terms={"invited": ["nobody"]})
    with seated(client, table):
        assert client.get("/api/lobby").json()["gathering"] == []


def test_a_login_is_found_so_that_its_owner_can_be_invited(client: TestClient) -> None:
    guest(client)
    _, account = known(client, "boris")
    assert client.get("/api/people?login=Boris").json() == {"account": account, "nick": "Boris"}
    assert client.get("/api/people?login=nobody").json() is None
    assert client.get("/api/people").json() is None
    assert visitor(client).get("/api/people?login=boris").status_code == 401


@pytest.mark.parametrize("invited", [["x"] * 17, ["x" * 33], "boris", [1]])
def test_names_that_cannot_be(client: TestClient, invited: object) -> None:
    guest(client)
    body = {"game": "preferans", "preset": "sochi", "players": 3, "bots": [None, None], "terms": {"invited": invited}}
    assert client.post("/api/tables", json=body).status_code == 400


def test_a_card_that_names_others_is_another_card() -> None:
    """Who has accepted the one has not accepted the other."""
    rules = game("preferans")
    setup = Setup("t", "preferans", "sochi", rules.agree("sochi", {}, 3), (None, None, None))
    bound = msgspec.structs.replace(setup, terms=TableTerms(invited=("a",)))
    assert bound.card != setup.card
