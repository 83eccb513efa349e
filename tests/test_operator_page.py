"""The page of operators over HTTP: whom it opens for, and that its acts are those of `kozyr admin`."""

import contextlib
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kozyr.cli import main
from tests import stores
from tests.people import guest, new_table, seated, visitor

LISTS = tuple(f"/api/operator/{name}" for name in ("tables", "closed", "rulings", "audit", "reports"))
GET = (*LISTS, "/api/operator/reports/1", "/api/operator/who?text=anna", "/api/operator/thing?text=anna")
BOUND = 65_536  # bytes of an answer, whatever has happened


@pytest.fixture
def operator(client: TestClient, path: Path) -> TestClient:
    """Another browser, whose account the command line has made an operator."""
    found = registered(client, "boss")
    assert main(["admin", "--db", stores.place(path), "operator", "boss", "on"]) == 0
    return found


def registered(client: TestClient, login: str) -> TestClient:
    other = visitor(client)
    guest(other, login.title())
    answer = other.post("/api/register", json={"login": login, "password": "a long password"})
    assert answer.status_code == 201, answer.text
    return other


def audited(path: Path) -> list[tuple[str, str, str]]:
    return stores.execute(path, "select who, what, subject from audit where who like 'operator %' order by id")


def act(operator: TestClient, **what: Any) -> list[str]:
    answer = operator.post("/api/operator", json=what)
    assert answer.status_code == 200, answer.text
    lines: list[str] = answer.json()["lines"]
    return lines


def wrong(operator: TestClient, **what: Any) -> tuple[int, str]:
    answer = operator.post("/api/operator", json=what)
    return answer.status_code, answer.json()["error"]["code"]


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
    assert operator.get("/api/operator/tables").status_code == 200
    assert main(["admin", "--db", stores.place(path), "operator", "boss", "off"]) == 0
    assert operator.get("/api/operator/tables").status_code == 404
    me = guest(client)
    assert main(["admin", "--db", stores.place(path), "operator", me["account"], "on"]) == 2
    assert "no login" in capsys.readouterr().err
    assert main(["admin", "--db", stores.place(path), "operator", "boss", "on"]) == 0
    assert main(["admin", "--db", stores.place(path), "delete", "boss"]) == 0
    assert operator.get("/api/operator/tables").status_code == 404
    assert [what for _, what, _ in audited(path)] == ["operator on", "operator off", "operator on", "delete"]


def test_a_table_is_closed_at_once(client: TestClient, operator: TestClient) -> None:
    guest(client, "Спам")
    table = new_table(client, bots=["random", None], public=True)
    with seated(client, table) as spammer:
        shown = operator.get("/api/operator/tables").json()
        assert [(one["table"], one["state"], one["nicks"]) for one in shown] == [(table, "gathering", ["Спам", "Bobr"])]
        assert act(operator, what="close", who=table, why="spam") == [f"table {table} is closed: spam"]
        assert spammer.closed() == 1012  # and who comes again meets no table
    assert client.get(f"/api/tables/{table}").status_code == 410
    assert operator.get("/api/operator/tables").json()[0]["state"] == "closed"
    assert operator.get("/api/operator/audit").json()[0] | {"ts": 0} == {
        "ts": 0, "who": "operator boss on the page", "what": "close", "subject": table, "why": "spam",
    }  # fmt: skip
    (closed,) = operator.get("/api/operator/closed").json()
    assert closed["since"] >= closed["created"]
    assert closed | {"created": 0, "since": 0} == {
        "what": "table", "id": table, "name": "Спам, Bobr", "created": 0, "since": 0, "why": "spam",
    }  # fmt: skip
    assert operator.get("/api/operator/thing", params={"text": f"http://testserver/table/{table}"}).json() == closed
    assert wrong(operator, what="close", who=table, why="again") == (400, "closed_already")
    private = new_table(client, bots=["random", None])
    act(operator, what="close", who=private, why="spam")
    assert operator.get(f"/api/tables/{private}").status_code == 410  # to others it never was
    assert registered(client, "anna").get(f"/api/tables/{private}").status_code == 404
    act(operator, what="open", who=private)
    assert act(operator, what="open", who=table) == [f"table {table} is open again"]
    assert operator.get("/api/operator/closed").json() == []
    assert wrong(operator, what="open", who=table) == (400, "not_closed")
    with seated(client, table) as again:
        assert again.room["state"] == "gathering"


def test_accounts_are_muted_banned_renamed_and_deleted(client: TestClient, operator: TestClient, path: Path) -> None:
    me = guest(client, "Грубиян")
    found = operator.get("/api/operator/who", params={"text": "Грубиян"}).json()
    assert [one["account"] for one in found] == [me["account"]]
    act(operator, what="mute", who=me["account"], length="1h", why="rude")
    act(operator, what="ban", who=me["account"], length="ever")
    rulings = operator.get("/api/operator/rulings").json()
    assert [(one["kind"], one["nick"], one["why"]) for one in rulings] == [
        ("ban", "Грубиян", ""), ("mute", "Грубиян", "rude"),
    ]  # fmt: skip
    assert rulings[0]["until"] is None
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
        for text in ("", "бранится", "кричит"):
            assert client.post("/api/reports", json=told | {"text": text}).json()["report"] == number
    (shown,) = operator.get("/api/operator/reports").json()
    (text,) = shown["texts"]
    assert (shown["report"], shown["state"], shown["on"]["nick"]) == (number, "open", "Борис")
    assert (shown["count"], shown["people"], text["by"]["nick"], text["text"]) == (4, 1, "Анна", "кричит\nбранится")
    assert operator.get(f"/api/operator/reports/{number}").json() == [text]
    assert shown["laws"] == ["PE-5.4.2"]
    act(operator, what="report", report=number, state="taken")
    assert operator.get("/api/operator/reports").json()[0]["state"] == "taken"
    act(operator, what="report", report=number, state="done")
    assert operator.get("/api/operator/reports").json() == []
    assert len(operator.get("/api/operator/reports?all=1").json()) == 1
    assert ("operator boss on the page", "report done", str(number)) in audited(path)
    assert any(what == "reports" for _, what, _ in audited(path))


def test_dozens_of_reports_by_one_guest_are_one_row(client: TestClient, operator: TestClient, path: Path) -> None:
    """However long they are; what he said last stands in front."""
    guest(client, "Анна")
    other = visitor(client)
    boris = guest(other, "Борис")
    table = new_table(client, bots=["random", None])
    with seated(other, table) as there:
        assert there.act("sit", chair=2)["t"] == "ack"
    told = {"table": table, "account": boris["account"], "reason": "quarrel"}
    for n in range(60):
        assert client.post("/api/reports", json=told | {"text": f"{n} " + "x" * 990}).json() == {"report": 1}
    answer = operator.get("/api/operator/reports")
    (row,) = answer.json()
    assert (row["count"], row["people"]) == (60, 1)
    assert row["texts"][0]["text"].startswith("59 x")
    assert len(answer.content) < 2_000
    (whole,) = operator.get("/api/operator/reports/1").json()
    assert len(whole["text"]) == 1_000
    assert main(["admin", "--db", stores.place(path), "reports"]) == 0


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
        {"what": "close", "who": "x" * 201, "why": "spam"},
        {"what": "close", "who": "nothing", "why": "spam"},
        {"what": "open", "who": "boss"},
        {"what": "close", "who": "nothing", "more": 1},
    ],
)
def test_what_cannot_be_done(operator: TestClient, wrong: dict[str, Any]) -> None:
    """The page makes no operators and no links for passwords either."""
    assert operator.post("/api/operator", json=wrong).status_code == 400


def filled(path: Path) -> None:
    """A club in which everything is as long, and as often, as it can be."""
    wide = "\U0001f0a1"
    with contextlib.closing(sqlite3.connect(path)) as database:
        many, put = range(300), database.executemany
        put("insert into accounts (id, nick, created) values (?, ?, 1)", [(f"a{n:031}", wide * 64) for n in many])
        put("insert into logs values (?, 'table')", [(f"t{n:031}",) for n in many])
        chairs = [{"nick": wide * 64, "account": f"a{n:031}", "bot": None, "name": None} for n in range(5)]
        seat = {"held": None, "program": None, "reliability": None}
        summary = json.dumps({"table": "t", "game": "preferans", "preset": "sochi", "players": 5, "state": "gathering",
            "chairs": [one | seat for one in chairs]}, ensure_ascii=False)  # fmt: skip
        table = "insert into tables (id, game, preset, conventions, seats, created, summary) values (?, 'preferans', 'sochi', '{}', '[]', ?, ?)"
        put(table, [(f"t{n:031}", n, summary) for n in many])
        put("insert into closures (kind, id, since, why, changed) values ('table', ?, ?, ?, 1)",
            [(f"t{n:031}", n, wide * 200) for n in many])  # fmt: skip
        put("insert into rulings (ts, kind, subject, why) values (1, 'ban', ?, ?)",
            [(f"a{n:031}", wide * 200) for n in many])  # fmt: skip
        put("insert into audit (ts, who, what, subject, why) values (1, ?, ?, ?, ?)",
            [(wide * 64, "x" * 32, wide * 64, wide * 200) for _ in many])  # fmt: skip
        report = (
            "insert into reports (ts, table_id, account_id, on_id, reason, text, target) values (?, ?, ?, ?, ?, ?, ?)"
        )
        put(report, [(n, f"t{0:031}", f"a{n:031}", f"a{on:031}", "collusion", wide * 1000, f"a{on:031}")
            for n in many for on in (0, n)])  # fmt: skip
        database.commit()


def test_no_answer_is_longer_than_64_kb_whatever_has_happened(operator: TestClient, path: Path) -> None:
    """And every row is on one of the pages."""
    filled(path)
    for route, rows in zip((*LISTS, "/api/operator/reports/1"), (300, 300, 300, 301, 300, 301), strict=True):
        count, page, at = 0, 1, route
        while at:
            answer = operator.get(at)
            assert answer.status_code == 200, answer.text
            assert len(answer.content) <= BOUND, (at, len(answer.content))
            assert answer.json(), at
            count += len(answer.json())
            at = answer.links["next"]["url"] if "next" in answer.links else ""
            page += 1
        assert count >= rows, route
        assert page > 10, route
    assert len(operator.get("/api/operator/who", params={"text": "\U0001f0a1" * 64}).content) <= BOUND


@pytest.mark.parametrize("text", ["", "x" * 65])
def test_what_cannot_be_looked_for(operator: TestClient, text: str) -> None:
    assert operator.get("/api/operator/who", params={"text": text}).status_code == 400
