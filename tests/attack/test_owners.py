"""Somebody who is shut out, silenced or sent away, and comes again by his program: it is he, in every place."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from kozyr.cli import main
from kozyr.store import Account
from tests import stores
from tests.people import Person, Standing, club, guest, new_table, seated, visitor
from tests.test_operator import look
from tests.test_programs import bearer, program

OPEN: dict[str, Any] = {"bots": [None, None], "public": True}


@pytest.fixture
def admin(client: TestClient, path: Path) -> Callable[..., None]:
    """`kozyr admin` at this club, which then looks at what was ruled."""

    def run(*words: str) -> None:
        assert main(["admin", "--db", stores.place(path), *words]) == 0
        look(client)

    return run


def owner(client: TestClient, name: str = "Борис") -> tuple[TestClient, str]:
    """Somebody at a browser of his own, and his account."""
    other = visitor(client)
    return other, guest(other, name)["account"]


def socket(client: TestClient, table: str, token: str) -> Any:
    """A line of a program to a table."""
    return client.websocket_connect(f"/ws/table/{table}", headers=bearer(token))


def shut(client: TestClient, table: str, token: str) -> tuple[int, str]:
    """How a program's line is closed before anything is said."""
    with pytest.raises(WebSocketDisconnect) as closed, socket(client, table, token) as line:
        line.receive_json()
    return closed.value.code, closed.value.reason


def test_who_is_shut_out_does_not_come_by_his_programs(client: TestClient, admin: Callable[..., None]) -> None:
    """Their sockets close at once, none opens again, and every route of the club refuses them."""
    guest(client, "Анна")
    boris, account = owner(client)
    foxes = [program(boris, name) for name in ("Лиса", "Волк")]
    table = new_table(client, **OPEN)
    with seated(client, table), socket(client, table, foxes[0]["token"]) as line:
        fox = Person(line)
        assert fox.act("sit", chair=1)["t"] == "ack"
        admin("ban", account)
        assert fox.closed() == 4401
        for one in foxes:
            assert shut(client, table, one["token"]) == (4401, "banned")
            head = bearer(one["token"])
            for method, route in routes(client):
                answer = client.request(method, route, json={}, headers=head)
                assert (answer.status_code, answer.json()["error"]["code"]) == (403, "banned"), (method, route)
        assert boris.get("/api/bots").json()["error"]["code"] == "banned"
        admin("lift", account)
        with socket(client, table, foxes[0]["token"]) as again:
            assert Person(again).table["role"] == "player"


def routes(client: TestClient) -> list[tuple[str, str]]:
    """Every method and path of the club over HTTP, with a name in each place."""
    found = [one for one in client.app.routes if isinstance(one, Route) and one.path.startswith("/api/")]  # type: ignore[attr-defined]
    filled = [(one, "/".join("1" if part.startswith("{") else part for part in one.path.split("/"))) for one in found]
    every = [(method, path) for one, path in filled for method in sorted((one.methods or set()) - {"HEAD"})]
    assert len(every) > 60
    return every


def test_who_is_silenced_does_not_speak_by_his_programs(client: TestClient, admin: Callable[..., None]) -> None:
    guest(client, "Анна")
    boris, account = owner(client)
    fox = program(boris)
    table = new_table(client, **OPEN)
    with seated(client, table), socket(client, table, fox["token"]) as line:
        there = Person(line)
        assert there.act("sit", chair=1)["t"] == "ack"
        assert there.ask(t="say", text="good evening")["t"] == "ack"
        admin("mute", account)
        for said in ({"text": "spam"}, {"phrase": "hello"}):
            refused = there.ask(t="say", **said)
            assert (refused["t"], refused["reason"]) == ("nak", "quiet")
        admin("lift", account)
        assert there.ask(t="say", text="again")["t"] == "ack"


@pytest.mark.rule("PT-I.12.2.4")
def test_who_plays_sealed_boards_does_not_write_by_his_program(client: TestClient) -> None:
    guest(client, "Анна")
    boris, account = owner(client)
    fox = program(boris)
    table = new_table(client, **OPEN)
    with seated(client, table), socket(client, table, fox["token"]) as line:
        there = Person(line)
        assert there.act("sit", chair=1)["t"] == "ack"
        client.app.state.club.lobby.silence.hush("event", frozenset({account}))  # type: ignore[attr-defined]
        refused = there.ask(t="say", text="board 5: lead a heart")
        assert (refused["reason"], refused["law"]) == ("quiet", "PT-I.12.2.4")
        assert there.ask(t="say", phrase="hello")["t"] == "ack"


@pytest.mark.parametrize("muted", ["owner", "program", "another"])
def test_who_does_not_hear_somebody_hears_none_of_his_programs(client: TestClient, muted: str) -> None:
    """Nor him, if it was a program that was muted: another one costs him nothing."""
    guest(client, "Анна")
    boris, account = owner(client)
    fox, wolf = program(boris, "Лиса"), program(boris, "Волк")
    vera, _ = owner(client, "Вера")
    who = {"owner": account, "program": fox["account"], "another": wolf["account"]}[muted]
    table = new_table(client, **OPEN)
    with seated(client, table) as anna, seated(vera, table) as there, socket(client, table, fox["token"]) as line:
        said = Person(line)
        assert client.put(f"/api/mutes/{who}").status_code == 204
        assert said.act("sit", chair=1)["t"] == "ack"
        assert said.ask(t="say", text="buy")["t"] == "ack"
        assert there.hears("chat")["text"] == "buy"
        assert there.act("sit", chair=2)["t"] == "ack"
        assert there.ask(t="say", text="hello")["t"] == "ack"
        assert anna.hears("chat")["text"] == "hello"
    with seated(client, table) as anna:
        assert [one["text"] for one in anna.messages[-1]["chat"]] == ["hello"]
        assert client.delete(f"/api/mutes/{who}").status_code == 204
    with seated(client, table) as anna:
        assert [one["text"] for one in anna.messages[-1]["chat"]] == ["buy", "hello"]


def test_who_is_sent_away_does_not_come_back_by_his_program(client: TestClient) -> None:
    """Nor he himself, nor another, where it was his program; one that is there goes with him."""
    guest(client, "Анна")
    boris, account = owner(client)
    fox, wolf = program(boris, "Лиса"), program(boris, "Волк")
    table = new_table(client)
    with seated(client, table) as anna:
        anna.until(lambda: anna.view is not None)
        with seated(boris, table) as there, socket(client, table, fox["token"]) as line:
            seen = Person(line)
            for _ in range(2):  # the second warning sends him away
                assert anna.act("warn", account=account)["t"] == "ack"
            assert there.hears("bye")["code"] == "sent_away"
            assert seen.hears("bye")["code"] == "sent_away"
            assert seen.closed() == 4403
        for one in (fox, wolf):
            assert sent_away(client, table, one["token"])
    other = new_table(client)
    with seated(client, other) as anna:
        anna.until(lambda: anna.view is not None)
        with socket(client, other, fox["token"]) as line:
            seen = Person(line)
            for _ in range(2):
                assert anna.act("warn", account=fox["account"])["t"] == "ack"
            assert seen.closed() == 4403
        assert sent_away(client, other, wolf["token"])
        with pytest.raises(WebSocketDisconnect), seated(boris, other):
            pass


def sent_away(client: TestClient, table: str, token: str) -> bool:
    with socket(client, table, token) as line:
        line.send_json({"t": "hello", "proto": 3})
        told: dict[str, Any] = line.receive_json()
        return (told["t"], told.get("code")) == ("bye", "sent_away")


def test_an_owner_at_the_table_may_send_his_own_program_away(client: TestClient) -> None:
    guest(client, "Анна")
    fox, wolf = program(client, "Лиса"), program(client, "Волк")
    table = new_table(client, **OPEN)
    with seated(client, table) as anna, socket(client, table, fox["token"]) as line:
        assert Person(line).act("sit", chair=1)["t"] == "ack"
        anna.until(lambda: anna.table["players"][1]["account"] == fox["account"])
        assert anna.act("chair", chair=1)["t"] == "ack"
        with socket(client, table, wolf["token"]) as other:
            assert Person(other).act("sit", chair=1)["t"] == "ack"


def test_somebody_and_his_programs_have_one_allowance(path: Path) -> None:
    """Of tables, and of public ones that gather at the same time; also of words."""
    with club(path, many=1.0, clock=Standing()) as client:
        boris, _ = owner(client)
        heads = [{}, *(bearer(program(boris, f"Лиса {n}")["token"]) for n in range(3))]
        body = {"game": "preferans", "preset": "sochi", "players": 3} | OPEN
        made = [boris.post("/api/tables", json=body, headers=head).status_code for head in heads for _ in range(5)]
        assert made.count(201) == 10
        private = body | {"public": False}
        made = [boris.post("/api/tables", json=private, headers=head).status_code for head in heads for _ in range(30)]
        assert made.count(201) == 60 - len(heads) * 5
        assert set(made) == {201, 429}


def test_the_store_says_whose_a_program_is(client: TestClient) -> None:
    """In every way in which an account is read, also when its token is taken back."""
    boris, account = owner(client)
    fox = program(boris)
    store, call = client.app.state.club.store, client.portal.call  # type: ignore[attr-defined, union-attr]
    reads: list[Callable[[], Any]] = [
        lambda: call(store.accounts.find, fox["account"]),
        lambda: call(store.accounts.bots, account)[0][0],
        lambda: call(store.rulings.find, fox["account"])[0],
    ]
    assert {read().owner for read in reads} == {account}
    assert boris.delete(f"/api/bots/{fox['account']}").status_code == 204
    found: Account = reads[0]()
    assert (found.person, found.ids) == (account, frozenset({account, fox["account"]}))
    assert call(store.accounts.find, account).owner is None
    assert call(store.accounts.kin, account) == {account, fox["account"]}
