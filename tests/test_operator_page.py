"""The page of operators over HTTP: whom it opens for, and that its acts are those of `kozyr admin`."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kozyr.cli import main
from tests.people import club, guest, new_table, seated, visitor

GET = ("/api/operator", "/api/operator/reports", "/api/operator/who?text=anna")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


@pytest.fixture
def client(path: Path) -> Iterator[TestClient]:
    with club(path) as client:
        yield client


@pytest.fixture
def operator(client: TestClient, path: Path) -> TestClient:
    """Another browser, whose account the command line has made an operator."""
    found = registered(client, "boss")
    assert main(["admin", "--db", str(path), "operator", "boss", "on"]) == 0
    return found


def registered(client: TestClient, login: str) -> TestClient:
    other = visitor(client)
    guest(other, login.title())
    answer = other.post("/api/register", json={"login": login, "password": "a long password"})
    assert answer.status_code == 201, answer.text
    return other


def audited(path: Path) -> list[tuple[str, str, str]]:
    with contextlib.closing(sqlite3.connect(path)) as database:
        rows = database.execute("select who, what, subject from audit where who like 'operator %' order by id")
        return rows.fetchall()


def act(operator: TestClient, **what: Any) -> list[str]:
    answer = operator.post("/api/operator", json=what)
    assert answer.status_code == 200, answer.text
    lines: list[str] = answer.json()["lines"]
    return lines


def test_for_everybody_else_there_is_no_such_page(client: TestClient, operator: TestClient, path: Path) -> None:
    """Nobody, a guest, somebody with a login, and the operator's own program."""
    guest(client)
    login = registered(client, "anna")
    token = operator.post("/api/bots", json={"name": "robot"}).json()["token"]
    table = new_table(client, bots=["random", None])
    program = {"headers": {"authorization": f"Bearer {token}"}}
    before = audited(path)
    for who, more in ((visitor(client), {}), (client, {}), (login, {}), (visitor(client), program)):
        for ask in GET:
            assert who.get(ask, **more).status_code == 404, ask  # type: ignore[arg-type]
        answer = who.post("/api/operator", json={"what": "close", "who": table}, **more)  # type: ignore[arg-type]
        assert answer.status_code == 404
    assert audited(path) == before
    assert client.get(f"/api/tables/{table}").status_code == 200
    assert [one.get("/api/me").json()["operator"] for one in (client, login, operator)] == [False, False, True]


def test_who_is_an_operator_no_longer(client: TestClient, operator: TestClient, path: Path, capsys: Any) -> None:
    assert operator.get("/api/operator").status_code == 200
    assert main(["admin", "--db", str(path), "operator", "boss", "off"]) == 0
    assert operator.get("/api/operator").status_code == 404
    me = guest(client)
    assert main(["admin", "--db", str(path), "operator", me["account"], "on"]) == 2
    assert "no login" in capsys.readouterr().err
    assert main(["admin", "--db", str(path), "operator", "boss", "on"]) == 0
    assert main(["admin", "--db", str(path), "delete", "boss"]) == 0
    assert operator.get("/api/operator").status_code == 404
    assert [what for _, what, _ in audited(path)] == ["operator on", "operator off", "operator on", "delete"]


def test_a_table_is_closed_at_once(client: TestClient, operator: TestClient) -> None:
    guest(client, "Спам")
    table = new_table(client, bots=["random", None], public=True)
    with seated(client, table) as spammer:
        shown = operator.get("/api/operator").json()["tables"]
        assert [(one["table"], one["state"], one["nicks"]) for one in shown] == [(table, "gathering", ["Спам", "Bobr"])]
        assert act(operator, what="close", who=table) == [f"table {table} is closed"]
        assert spammer.closed() == 1012  # and who comes again meets no table
    assert client.get(f"/api/tables/{table}").status_code == 404
    desk = operator.get("/api/operator").json()
    assert desk["tables"][0]["state"] == "closed"
    assert desk["audit"][-1] | {"ts": 0} == {
        "ts": 0, "who": "operator boss on the page", "what": "close", "subject": table,
    }  # fmt: skip
    again = operator.post("/api/operator", json={"what": "close", "who": table})
    assert (again.status_code, again.json()["error"]["code"]) == (400, "wrong")


def test_accounts_are_muted_banned_renamed_and_deleted(client: TestClient, operator: TestClient, path: Path) -> None:
    me = guest(client, "Грубиян")
    found = operator.get("/api/operator/who", params={"text": "Грубиян"}).json()["people"]
    assert [one["account"] for one in found] == [me["account"]]
    act(operator, what="mute", who=me["account"], length="1h", why="rude")
    act(operator, what="ban", who=me["account"], length="ever")
    rulings = operator.get("/api/operator").json()["rulings"]
    assert [(one["kind"], one["nick"], one["why"]) for one in rulings] == [
        ("mute", "Грубиян", "rude"), ("ban", "Грубиян", ""),
    ]  # fmt: skip
    assert rulings[1]["until"] is None
    assert client.get("/api/me").json() is None  # shut out
    act(operator, what="lift", who=me["account"])
    assert client.get("/api/me").json()["nick"] == "Грубиян"
    act(operator, what="rename", who=me["account"], name="Тихоня")
    assert client.get("/api/me").json()["nick"] == "Тихоня"
    act(operator, what="delete", who=me["account"])
    assert client.get("/api/me").json() is None
    assert [what for _, what, _ in audited(path)][1:] == ["mute", "ban", "lift", "rename", "delete"]


def test_reports_are_a_queue(client: TestClient, operator: TestClient, path: Path) -> None:
    """What was read stands in the audit, too."""
    guest(client, "Анна")
    other = visitor(client)
    boris = guest(other, "Борис")
    table = new_table(client, bots=["random", None])
    with seated(client, table), seated(other, table) as there:
        assert there.act("sit", chair=2)["t"] == "ack"
        told = {"table": table, "account": boris["account"], "reason": "quarrel", "text": "бранится"}
        number = client.post("/api/reports", json=told).json()["report"]
    shown = operator.get("/api/operator/reports").json()["reports"]
    assert [(one["report"], one["state"], one["on"]["nick"], one["text"]) for one in shown] == [
        (number, "open", "Борис", "бранится")
    ]
    assert shown[0]["laws"] == ["PE-5.4.2"]
    act(operator, what="report", report=number, state="taken")
    assert operator.get("/api/operator/reports").json()["reports"][0]["state"] == "taken"
    act(operator, what="report", report=number, state="done")
    assert operator.get("/api/operator/reports").json()["reports"] == []
    assert len(operator.get("/api/operator/reports?all=1").json()["reports"]) == 1
    assert ("operator boss on the page", "report done", str(number)) in audited(path)
    assert any(what == "reports" for _, what, _ in audited(path))


@pytest.mark.parametrize(
    "wrong",
    [
        {"what": "password", "who": "boss"},
        {"what": "operator", "who": "boss"},
        {"what": "ban", "who": "boss", "length": "soon"},
        {"what": "ban", "who": "0.0.0.0/0"},
        {"what": "ban", "who": "nobody"},
        {"what": "rename", "who": "boss", "name": "  "},
        {"what": "report", "report": 99, "state": "done"},
        {"what": "report", "report": 1, "state": "burnt"},
        {"what": "close", "who": "x" * 65},
        {"what": "close", "who": "nothing", "more": 1},
    ],
)
def test_what_cannot_be_done(operator: TestClient, wrong: dict[str, Any]) -> None:
    """The page makes no operators and no links for passwords either."""
    assert operator.post("/api/operator", json=wrong).status_code == 400


@pytest.mark.parametrize("text", ["", "x" * 65])
def test_what_cannot_be_looked_for(operator: TestClient, text: str) -> None:
    assert operator.get("/api/operator/who", params={"text": text}).status_code == 400
