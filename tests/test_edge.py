"""The club's edge: who may ask, under which name, how much and how often; what leaves it; what it says of itself."""

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest
import segno
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from kozyr import bots
from kozyr.cli import main
from kozyr.club import metrics
from kozyr.club.http.edge import Edge, Guard
from kozyr.club.limits import Bucket, Limit, origin_of, shares_of
from kozyr.club.live.workers import Workers
from kozyr.store import Database, Store, StoreError
from tests import stores
from tests.people import ORIGIN, Standing, club, guest, new_table, quiet, seated, visitor

OLD = Path("tests/data/store/0001.sql")


@pytest.fixture
def still(path: Path) -> Iterator[TestClient]:
    """A club whose clock stands, so that no credit comes back however slow the machine is."""
    with club(path, clock=Standing()) as client:
        yield client


def count(path: Path, table: str) -> int:
    found: int = stores.execute(path, f"select count(*) from {table}")[0][0]  # noqa: S608 - our own words
    return found


# --- names and sites -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "admitted"),
    [
        ("127.0.0.1:8000", True), ("localhost:8000", True), ("[::1]:8000", True), ("192.168.1.5:8000", True),
        ("raspberrypi", True), ("raspberrypi.local", True), ("evil.example", False), ("evil.example:8000", False),
        ("127.0.0.1.evil.example", False), ("", False), ("1.2.3.4.5", False), ("localhost.evil.example", False),
    ],
)  # fmt: skip
def test_without_a_public_url_only_addresses_and_local_names_are_answered(
    client: TestClient, host: str, admitted: bool
) -> None:
    """A page elsewhere may let its own name point at us (DNS rebinding); it needs a dot for that."""
    answer = client.get("/api/games", headers={"host": host})
    assert answer.status_code == (200 if admitted else 421)


def test_with_a_public_url_there_is_one_name(path: Path) -> None:
    with club(path, public_url="https://Club.example") as client:
        for host, admitted in [
            ("club.example", True), ("CLUB.EXAMPLE", True), ("club.example:8000", False), ("www.club.example", False),
            ("127.0.0.1:8000", False), ("localhost", False),
        ]:  # fmt: skip
            assert client.get("/", headers={"host": host}).status_code == (200 if admitted else 421), host
        assert client.get("/health", headers={"host": "127.0.0.1:8000"}).text == "ok"
        own, other = {"origin": "https://club.example"}, {"origin": "http://club.example"}
        assert client.post("/api/guest", json={}, headers=own).status_code == 201
        assert client.post("/api/guest", json={}, headers=other).status_code == 403
        answer = client.get("/", headers={"host": "club.example"})
        assert answer.headers["strict-transport-security"].startswith("max-age=")


@pytest.mark.parametrize(
    "url", ["", "club.example", "ftp://club.example", "https://", "https://club.example/kozyr", "https://a@club.example",
            "https://club.example?x", "https://club.example#x", "https://[", "https://club.example:99999",
            "https://club.example:x"],
)  # fmt: skip
def test_a_public_url_that_is_none(url: str) -> None:
    with pytest.raises(ValueError, match=r"as https://club\.example"):
        Edge(url)


@pytest.mark.parametrize(
    ("url", "host"),
    [("https://club.example:443", "club.example"), ("http://club.example:80/", "club.example"),
     ("https://преферанс.рф", "xn--80aja7aggckw.xn--p1ai"), ("http://[::1]:8000", "[::1]:8000")],
)  # fmt: skip
def test_a_public_url_is_what_browsers_call_it(path: Path, url: str, host: str) -> None:
    """They leave out the port that goes without saying, and write every name in ASCII."""
    scheme = url.partition(":")[0]
    with club(path, public_url=url) as client:
        own = {"host": host, "origin": f"{scheme}://{host}"}
        assert client.post("/api/guest", json={}, headers=own).status_code == 201
        assert client.post("/api/guest", json={}, headers=own | {"origin": "https://evil.example"}).status_code == 403


WRITES = [
    ("POST", "/api/guest"), ("POST", "/api/me"), ("POST", "/api/register"), ("POST", "/api/login"), ("POST", "/api/logout"),
    ("POST", "/api/logout/others"), ("POST", "/api/password"), ("POST", "/api/reset"), ("POST", "/api/tables"), ("POST", "/api/boards"), ("POST", "/api/agree"),
    ("POST", "/api/reports"), ("POST", "/api/operator"), ("POST", "/api/seek"), ("DELETE", "/api/seek"),
    ("PUT", "/api/mutes/x"), ("PUT", "/api/where"), ("POST", "/api/events"), ("POST", "/api/events/x"), ("POST", "/api/events/x/enter"), ("POST", "/api/events/x/share"), ("POST", "/api/events/x/seat"), ("POST", "/api/events/x/late"), ("POST", "/api/events/x/try"), ("POST", "/api/events/x/come"), ("POST", "/api/events/x/join"), ("POST", "/api/events/x/call"), ("POST", "/api/events/x/came"), ("POST", "/api/cups/x/compose"), ("POST", "/api/leagues"), ("POST", "/api/leagues/x"), ("POST", "/api/cups/x/play"), ("POST", "/api/days/x/x/play"), ("POST", "/api/challenges"), ("POST", "/api/challenges/x/play"), ("POST", "/api/challenges/x/shut"), ("DELETE", "/api/mutes/x"), ("POST", "/api/bots"), ("DELETE", "/api/bots/x"),
    ("POST", "/api/rule"), ("POST", "/api/rule/file"), ("POST", "/api/keep"), ("POST", "/api/keep/x"), ("POST", "/api/lessons"), ("POST", "/api/problems"),
    ("POST", "/api/tables/x/deals/x/retry"),
]  # fmt: skip


def test_every_route_that_changes_something_is_in_the_list_above(client: TestClient) -> None:
    routes = {
        (method, re.sub(r"\{[\w:]+\}", "x", route.path))
        for route in client.app.routes  # type: ignore[attr-defined]
        for method in getattr(route, "methods", None) or ()
        if method not in {"GET", "HEAD"}
    }
    assert routes == set(WRITES)


@pytest.mark.parametrize(
    "headers",
    [{"origin": "http://evil.example"}, {"origin": "null"}, {"origin": "https://testserver.evil.example"},
     {"origin": "http://["}, {"origin": "http://[testserver]"}, {"origin": "testserver"}, {"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}],
)  # fmt: skip
def test_another_site_may_change_nothing(client: TestClient, path: Path, headers: dict[str, str]) -> None:
    guest(client)
    before = [count(path, table) for table in ("accounts", "sessions", "tables", "mutes", "reports")]
    for method, route in WRITES:
        answer = client.request(method, route, json={}, headers=headers)
        assert answer.status_code == 403, (method, route)
        found = [count(path, table) for table in ("accounts", "sessions", "tables", "mutes", "reports")]
        assert found == before, (method, route)
        assert client.get("/api/me").json() is not None


@pytest.mark.parametrize("headers", [{}, {"origin": "http://evil.example"}, {"origin": "null"}, {"origin": "http://["}])
def test_another_site_may_not_open_a_socket(client: TestClient, headers: dict[str, str]) -> None:
    guest(client)
    table = new_table(client)
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"/ws/table/{table}", headers=headers):
        pass
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(
            f"/ws/table/{table}", headers={"host": "evil.example", "origin": "http://evil.example"}
        ),
    ):
        pass


BODIES: dict[str, dict[str, Any]] = {
    "/api/guest": {"name": "Анна"},
    "/api/me": {"name": "Анна"},
    "/api/register": {"login": "anna", "password": "correct horse"},
    "/api/login": {"login": "anna", "password": "correct horse"},
    "/api/password": {"old": "correct horse", "new": "battery staple"},
    "/api/reset": {"link": "secret", "password": "battery staple"},
    "/api/agree": {"game": "preferans", "preset": "sochi"},
    "/api/tables": {"game": "preferans", "preset": "sochi", "players": 3, "bots": ["random"] * 2},
    "/api/boards": {"text": '[Board "1"]', "name": "evening.pbn"},
    "/api/reports": {"table": "t", "account": "a", "reason": "other"},
    "/api/seek": {"game": "preferans", "preset": "sochi", "players": 3},
}


@pytest.mark.parametrize("route", BODIES)
def test_bodies_that_are_none(client: TestClient, path: Path, route: str) -> None:
    """Unknown fields, wrong types, too long, too deep, no JSON, another type: refused in one line, nothing changed."""
    guest(client)
    good = BODIES[route]

    def size() -> int:
        return path.stat().st_size if path.exists() else 0  # on PostgreSQL there is no file

    before = size(), [count(path, table) for table in ("accounts", "sessions", "tables", "reports")]
    long = 1_100_000 if route in {"/api/tables", "/api/boards"} else 20_000  # a file of deals may come there
    bad: list[tuple[int, dict[str, Any]]] = [
        (400, {"json": good | {"admin": True}}),
        (400, {"json": [good]}),
        (400, {"content": b"null", "headers": {"content-type": "application/json"}}),
        (415, {}),
        (400, {"json": dict.fromkeys(good, 7)}),
        (400, {"content": b"{", "headers": {"content-type": "application/json"}}),
        (400, {"content": b"\xff\xfe", "headers": {"content-type": "application/json"}}),
        (400, {"content": b"[" * 10_000, "headers": {"content-type": "application/json"}}),
        (413, {"content": b" " * long, "headers": {"content-type": "application/json"}}),
        (415, {"data": good}),
        (415, {"content": json.dumps(good).encode(), "headers": {"content-type": "text/plain"}}),
    ]
    for status, body in bad:
        answer = client.post(route, **body)
        assert answer.status_code == status, (body, answer.text)
        message = answer.json()["error"]["message"]
        assert message
        assert "\n" not in message
    assert (size(), [count(path, t) for t in ("accounts", "sessions", "tables", "reports")]) == before


@pytest.mark.parametrize("route", ["/api/tables/{}/record", "/api/tables/{}/fair", "/api/tables/{}/record?fair=1"])
def test_a_table_of_others_is_not_for_strangers(client: TestClient, route: str) -> None:
    guest(client)
    table = new_table(client, terms={"kibitzers": False})
    with seated(client, table) as anna:
        anna.play()
    assert client.get(route.format(table)).status_code == 200
    stranger = visitor(client)
    answers = [stranger.get(route.format(table))]
    guest(stranger, "Борис")
    answers += [stranger.get(route.format(table)), stranger.get(route.format("0" * 16))]
    assert {answer.status_code for answer in answers} == {404}
    with pytest.raises(WebSocketDisconnect) as gone, seated(stranger, table):
        pass
    assert gone.value.code == 4403


@pytest.mark.parametrize(
    "odd", ["%00", "..%2f..%2fetc%2fpasswd", "a" * 5000, "%f0%9f%82%a1", "'; drop table accounts; --", "%ff"]
)
def test_odd_names_find_nothing_and_break_nothing(client: TestClient, path: Path, odd: str) -> None:
    guest(client)
    for route in (
        "/api/tables/{}", "/api/tables/{}/record", "/api/tables/{}/fair", "/api/tables/{}/qr.svg", "/api/players/{}",
        "/api/tables/{}/deals/1",
    ):  # fmt: skip
        assert client.get(route.format(odd)).status_code == 404, route
    assert client.put(f"/api/mutes/{odd}").status_code in {404, 405}  # 405: with a slash in it it is another path
    assert client.get(f"/api/history?game={odd}").json() == []
    assert client.get(f"/{odd}.js").status_code == 404
    for cookie in (f"kozyr={odd}", "kozyr=", "kozyr", "=;=;"):
        assert visitor(client).get("/api/me", headers={"cookie": cookie}).json() is None
    assert count(path, "accounts") == 1


@pytest.mark.parametrize(
    "route", ["deals/{}", "deals/{}/analysis", "deals/{}/review", "deals/{}/why/1", "deals/1/why/{}"]
)
def test_a_number_that_never_ends_is_no_number(client: TestClient, route: str) -> None:
    """Python refuses to read more than 4,300 digits."""
    guest(client)
    table = new_table(client)
    for digits, status in (("9" * 5000, 400), ("9" * 10, 400), ("-1", 404), ("1.0", 404)):
        assert client.get(f"/api/tables/{table}/" + route.format(digits)).status_code == status


# --- when the database does not answer -------------------------------------------------------------------------


def test_a_database_that_does_not_answer_is_said_so_and_nothing_has_happened(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Another program keeps it locked, the disk is full: one line for the operator, one for the visitor, no traceback."""
    with club(path) as client:
        me = guest(client)
        table = new_table(client)

        def broken(*_: Any) -> Any:
            raise StoreError("the store did not write: database is locked")

        before = [count(path, name) for name in ("accounts", "sessions", "tables", "mutes")]
        with monkeypatch.context() as patched:
            patched.setattr(Database, "_transaction", broken)
            told = [
                visitor(client).post("/api/guest", json={}),
                client.post("/api/tables", json=BODIES["/api/tables"]),
                client.post("/api/me", json={"name": "Ганна"}),
                client.post("/api/register", json=BODIES["/api/register"]),
                client.put(f"/api/mutes/{table}"),
            ]
            assert client.get(f"/api/tables/{table}").status_code == 200  # who only looks has nothing written
            for answer in told:
                assert answer.status_code == 503
                assert answer.headers["retry-after"]
                assert answer.json()["error"]["code"] == "store"
                assert "locked" not in answer.text
            with pytest.raises(WebSocketDisconnect) as gone, seated(client, table):
                pass
            assert gone.value.code == 1013  # come back
        assert [count(path, name) for name in ("accounts", "sessions", "tables", "mutes")] == before
        assert client.get("/api/me").json() == me
        with seated(client, table) as anna:
            while anna.view is None:
                anna.hear()
    assert len(caplog.records) == 6
    assert all("database is locked" in record.getMessage() and record.exc_info is None for record in caplog.records)


# --- floods ----------------------------------------------------------------------------------------------------


def test_eighty_sockets_in_half_a_minute_from_one_place(still: TestClient) -> None:
    guest(still)
    token = {"cookie": f"kozyr={still.cookies['kozyr']}"} | ORIGIN
    crowd, other = visitor(still, "203.0.113.5"), visitor(still, "203.0.113.6")
    before = metrics.LIMITED.labels("sockets")._value.get()
    for _ in range(80):
        with crowd.websocket_connect("/ws/table/none", headers=token) as ws, pytest.raises(WebSocketDisconnect):
            ws.receive_text()
    with pytest.raises(WebSocketDenialResponse) as denied, crowd.websocket_connect("/ws/table/none", headers=token):
        pass
    assert denied.value.status_code == 429
    assert denied.value.headers["retry-after"] == "1"
    assert metrics.LIMITED.labels("sockets")._value.get() == before + 1
    with other.websocket_connect("/ws/table/none", headers=token):
        pass  # others come in


def test_so_many_tables_and_no_more(still: TestClient) -> None:
    crowd = visitor(still, "203.0.113.5")
    crowd.cookies.set("kozyr", _cookie_of(still))
    codes: list[int] = []
    while len(codes) < 400 and 429 not in codes:
        codes.append(crowd.post("/api/tables", json=BODIES["/api/tables"]).status_code)
    assert codes.index(429) == 300
    assert set(codes[:-1]) == {201}


def _cookie_of(client: TestClient) -> str:
    guest(client)
    token: str = client.cookies["kozyr"]
    return token


def test_a_bucket_fills_with_time() -> None:
    bucket = Bucket(3, 0.5, 0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(1.9)
    assert bucket.take(2.1)
    assert not bucket.full(100.0) or bucket.take(100.0)
    assert [bucket.take(1000.0) for _ in range(4)] == [True, True, True, False]


def test_a_limit_forgets_those_who_ask_for_nothing_more() -> None:
    """Memory does not grow with every address that ever came."""
    now = 0.0
    limit = Limit("test", 2, 10, lambda: now, kept=100)
    assert all(limit.allows(n) for n in range(100))
    now = 100.0
    assert limit.allows("new")
    assert len(limit._buckets) == 1
    assert all(limit.allows(n) for n in range(1000))  # all at once: the oldest are forgotten
    assert len(limit._buckets) <= 100


@pytest.mark.parametrize(
    ("address", "network"),
    [("203.0.113.9", "203.0.113.9"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"), ("::ffff:203.0.113.9", "203.0.113.9"),
     ("testclient", "testclient"), (None, "")],
)  # fmt: skip
def test_a_household_is_one_visitor(address: str | None, network: str) -> None:
    assert origin_of(address) == network


def test_a_line_and_a_site_share_room() -> None:
    assert shares_of("203.0.113.9") == ("203.0.113.9", "203.0.113.0/24")
    assert shares_of("2001:db8:1:2::") == shares_of("2001:db8:1:ff::") == ("2001:db8:1::/56", "2001:db8:1::/48")
    assert shares_of("2001:db8:1:100::")[0] == "2001:db8:1:100::/56"
    assert shares_of("a-name") == ("a-name", "a-name")


def test_a_table_knows_from_where_its_owner_looks(client: TestClient) -> None:
    """In memory alone: no byte of the database has it."""
    anna, boris = visitor(client, "203.0.113.7"), visitor(client, "198.51.100.4")
    for one in (anna, boris):
        guest(one)
    table = new_table(anna, bots=[None, None])
    lobby = client.app.state.club.lobby  # type: ignore[attr-defined]
    with seated(boris, table) as there:
        assert there.act("sit", chair=1)["t"] == "ack"
        assert lobby.present(table).network == "198.51.100.4"  # she has not come yet
        with seated(anna, table):
            assert lobby.present(table).network == "203.0.113.7"
        assert lobby.present(table).network == "203.0.113.7"


# --- what leaves the club --------------------------------------------------------------------------------------


def test_no_answer_ever_holds_a_secret(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole pulka, every route asked, every byte kept: master secret, password, its hash, and session hashes."""
    out = bytearray()
    plain = Guard.__call__

    async def kept(self: Any, scope: Any, receive: Any, send: Callable[[Any], Any]) -> None:
        async def sent(message: Any) -> None:
            out.extend(repr(message).encode())
            await send(message)

        await plain(self, scope, receive, sent)

    monkeypatch.setattr(Guard, "__call__", kept)
    with club(path) as client:
        me = guest(client)
        client.post("/api/register", json=BODIES["/api/register"])
        client.post("/api/login", json=BODIES["/api/login"])
        table = new_table(client)
        with seated(client, table) as anna:
            anna.play()
            anna.ask(t="act", do={"act": "rematch"})
        for route in (
            "", "api/me", "api/games", "api/tables", "api/lobby", f"api/tables/{table}", f"api/tables/{table}/record?fair=1",
            f"api/tables/{table}/fair", f"api/tables/{table}/qr.svg", f"api/players/{me['account']}", "api/history",
            "api/mutes", "metrics", "health", "api/tables/none", "nothing.at.all",
        ):  # fmt: skip
            client.get("/" + route)
    masters = [row[0] for row in stores.execute(path, "select secret from tables")]
    hashes = [row[0] for row in stores.execute(path, "select token_hash from sessions")]
    passwords = [row[0] for row in stores.execute(path, "select password from accounts where password is not null")]
    assert len(masters) == 2
    assert all(re.fullmatch("[0-9a-f]{64}", master) for master in masters)
    assert len(passwords) == 1
    assert b'"seed"' in out or b"seed" in out  # of deals that are over: these are for everybody
    for secret in (*masters, *hashes, *passwords, "correct horse"):
        assert secret.encode() not in out
    assert b"$argon2" not in out


def test_reading_a_secret_is_written_down(client: TestClient, path: Path) -> None:
    guest(client)
    table = new_table(client)
    with seated(client, table):
        pass
    found = stores.execute(path, "select who, what, subject from audit")
    assert found == [("server", "secret", table)]


HEADERS = {
    "content-security-policy": "default-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


@pytest.mark.parametrize("route", ["/", "/health", "/api/games", "/api/history", "/nothing.js", "/metrics"])
def test_every_answer_has_the_headers(client: TestClient, route: str) -> None:
    answers = [client.get(route), client.get(route, headers={"host": "evil.example"}), client.post(route)]
    for answer in answers:
        for name, value in HEADERS.items():
            assert answer.headers[name].startswith(value), (answer.status_code, name)


def test_the_invitation_as_a_qr_code(client: TestClient, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    plain = segno.make

    def make(content: str, **how: Any) -> segno.QRCode:
        drawn.append(content)
        return plain(content, **how)

    monkeypatch.setattr(segno, "make", make)
    guest(client)
    table = new_table(client)
    answer = visitor(client).get(f"/api/tables/{table}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert "style" not in answer.text
    assert "script" not in answer.text
    assert drawn == [f"http://testserver/table/{table}"]
    drawn.clear()
    assert client.get("/api/tables/none/qr.svg").status_code == 200  # it tells of no table whether there is one
    assert client.get("/api/tables/%22%3E%3Cscript%3E/qr.svg").status_code == 404
    with club(path, public_url="https://club.example") as public:
        public.get(f"/api/tables/{table}/qr.svg")
    assert drawn[-1:] == [f"https://club.example/table/{table}"]


def test_the_service_worker_and_the_manifest(path: Path, tmp_path: Path) -> None:
    web = tmp_path / "web"
    web.mkdir()
    (web / "index.html").write_text("<!doctype html>")
    (web / "sw.js").write_text("self.addEventListener('fetch', () => {});")
    (web / "manifest.webmanifest").write_text("{}")
    with club(path, web=web) as client:
        worker = client.get("/sw.js")
        assert worker.headers["service-worker-allowed"] == "/"
        assert worker.headers["cache-control"] == "no-cache"
        assert worker.headers["content-type"].startswith("text/javascript")
        manifest = client.get("/manifest.webmanifest")
        assert manifest.headers["content-type"].startswith("application/manifest+json")
        assert manifest.headers["cache-control"] == "no-cache"
        assert "service-worker-allowed" not in manifest.headers


# --- figures ---------------------------------------------------------------------------------------------------


def figures(client: TestClient) -> dict[tuple[str, str], float]:
    answer = client.get("/metrics", headers={"host": "localhost"})
    assert answer.status_code == 200
    return {
        (sample.name, ",".join(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_what_an_operator_sees(client: TestClient, path: Path) -> None:
    watcher = visitor(client, "127.0.0.1")
    before = figures(watcher)
    guest(client)
    table = new_table(client)
    with seated(client, table) as anna:
        assert figures(watcher)["kozyr_sockets", "player"] == 1
        anna.socket.send_json({"t": "hello", "proto": 3})
        while anna.hear()["t"] != "snap":
            pass
        anna.ask(t="cmd", at=99, do={"type": "pass"})
        anna.socket.send_text("rubbish")
        while anna.hear().get("code") != "bad":
            pass
        anna.play()
    quiet(path)
    with seated(client, table) as anna:
        last = {"seq": anna.seq, "hash": "0" * 16}
    for have in (last, {"seq": 2, "hash": "0" * 16}):
        with client.websocket_connect(f"/ws/table/{table}", headers=ORIGIN) as again:
            again.send_json({"t": "hello", "proto": 3, "have": have})
            again.receive_json()
    client.portal.call(asyncio.sleep, 0.6)  # type: ignore[union-attr]
    after = figures(watcher)

    def grew(name: str, label: str = "") -> float:
        return after[name, label] - before.get((name, label), 0)

    assert grew("kozyr_resyncs_total", "first") == 2
    assert grew("kozyr_resyncs_total", "asked") == 1
    assert grew("kozyr_resyncs_total", "hash") == 1
    assert grew("kozyr_resyncs_total", "behind") == 1
    assert grew("kozyr_naks_total", "stale") >= 1
    assert grew("kozyr_naks_total", "bad") == 1
    assert grew("kozyr_ack_seconds_count") > 3
    assert grew("kozyr_commit_seconds_count") > 3
    assert grew("kozyr_commit_jobs_sum") >= grew("kozyr_commit_seconds_count")
    assert grew("kozyr_loop_lag_seconds_count") >= 1
    assert after["kozyr_sockets", "player"] == before.get(("kozyr_sockets", "player"), 0)
    assert after["kozyr_bot_queue_age_seconds", ""] == pytest.approx(0, abs=1e-3)
    assert ("kozyr_bot_timeouts_total", "") in after


def test_how_long_bots_are_waited_for() -> None:
    """The age of the oldest question, as long as it is open."""

    class Slow(Executor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            asked.append(Future())
            if fn is not bots.choose:
                asked[-1].set_result(fn(*args, **kwargs))
            return asked[-1]

    asked: list[Future[Any]] = []

    async def work() -> tuple[float, float, float]:
        workers = Workers(Slow())
        first = asyncio.create_task(workers.choose(object(), "random"))  # type: ignore[arg-type]
        await asyncio.sleep(0.2)
        second = asyncio.create_task(workers.choose(object(), "random"))  # type: ignore[arg-type]
        await asyncio.sleep(0.1)
        both = metrics.BOT_AGE.collect()
        one = next(iter(next(iter(both)).samples)).value
        asked[1].set_result("first")
        await first
        two = next(iter(next(iter(metrics.BOT_AGE.collect())).samples)).value
        asked[2].set_result("second")
        await second
        return one, two, next(iter(next(iter(metrics.BOT_AGE.collect())).samples)).value

    one, two, three = asyncio.run(work())
    assert one >= 0.3
    assert 0.1 <= two < one
    assert three == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {"host": "localhost:8000"}, 200),
        ("::1", {"host": "[::1]:8000"}, 200),
        ("203.0.113.9", {"host": "localhost"}, 404),
        ("127.0.0.1", {"host": "club.example"}, 404),  # a proxy on this machine
        ("127.0.0.1", {"host": "localhost", "x-forwarded-for": "203.0.113.9"}, 404),
        ("203.0.113.9", {"host": "club.example", "authorization": "Bearer the token"}, 200),
        ("203.0.113.9", {"host": "club.example", "authorization": "Bearer another"}, 404),
        ("203.0.113.9", {"host": "club.example", "authorization": "the token"}, 404),
    ],
)
def test_figures_are_not_for_everybody(path: Path, address: str, headers: dict[str, str], status: int) -> None:
    with club(path, public_url="https://club.example", metrics_token="the token") as client:  # noqa: S106 - no secret
        assert visitor(client, address).get("/metrics", headers=headers).status_code == status


# --- a database of the release before --------------------------------------------------------------------------


@pytest.fixture
def old(path: Path) -> Path:
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.executescript(OLD.read_text(encoding="utf-8"))
    return path


def test_a_database_of_the_first_schema_opens_and_goes_on(old: Path) -> None:
    """A pulka in the middle of a deal, and one just dealt; the session that its owner has in his browser still counts."""
    token = OLD.read_text(encoding="utf-8").partition("session's token: ")[2].partition("\n")[0]
    before = count(old, "events")
    with club(old) as client:
        client.cookies.set("kozyr", token)
        assert client.get("/api/me").json()["nick"] == "Анна"
        tables = client.get("/api/tables").json()
        assert [(row["players"], row["finished"]) for row in tables] == [(4, False), (3, False)]
        with seated(client, tables[1]["table"]) as anna:
            assert anna.view is not None
            assert anna.view["phase"] == "play"
            anna.play()
        assert anna.over
        assert client.get(f"/api/tables/{tables[1]['table']}/record").text.count("\ndeal ") >= 3
        assert [row["how"] for row in client.get("/api/history").json()] == ["played"]
        with seated(client, tables[0]["table"]) as anna:
            anna.hear()
        assert client.post("/api/register", json=BODIES["/api/register"]).status_code == 201
    assert count(old, "events") > before
    Store(old).close()


def test_a_migration_that_fails_has_changed_nothing(old: Path) -> None:
    """All of it or nothing: what stood in the way is taken away, and it goes on from where it was."""
    with contextlib.closing(sqlite3.connect(old)) as database:
        database.execute("create table played (in_the_way integer)")
        database.commit()
        before = sorted(row[0] for row in database.execute("select sql from sqlite_master where sql is not null"))
    with pytest.raises(StoreError, match="played"):
        Store(old)
    with contextlib.closing(sqlite3.connect(old)) as database:
        after = sorted(row[0] for row in database.execute("select sql from sqlite_master where sql is not null"))
        assert after == before
        database.execute("drop table played")
        database.commit()
    Store(old).close()


# --- the process -----------------------------------------------------------------------------------------------


@contextlib.contextmanager
def served(path: Path, *arguments: str, errors: Path | None = None) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A club in a process of its own. errors: where its complaints go."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    line = [sys.executable, "-m", "kozyr.cli", "club", "--port", str(port), "--db", str(path), *arguments]
    said = Path(os.devnull) if errors is None else errors
    with (
        said.open("a") as told,
        subprocess.Popen(  # noqa: S603 - our own program
            line,
            stdout=subprocess.PIPE,
            stderr=None if errors is None else told,
            text=True,
            env=os.environ | {"KOZYR_BOT_PAUSE": "0"},
        ) as process,
    ):
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Kozyr: http")
        try:
            yield process, port
        finally:
            if process.poll() is None:
                process.kill()


def ask(port: int, route: str, body: object = None, **headers: str) -> tuple[int, str, str]:
    data = None if body is None else json.dumps(body).encode()
    given = {"content-type": "application/json"} | {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{route}", data, given)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310 - the same
            return answer.status, answer.read().decode(), answer.headers.get("set-cookie") or ""
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode(), ""


def answered(path: Path, receive: Callable[[], Awaitable[Any]], **changes: Any) -> int:
    """The status with which the club answers somebody who asks to be a guest, when his body comes like this."""
    answers: list[Any] = []

    async def send(message: Any) -> None:
        answers.append(message)

    scope = {
        "type": "http", "method": "POST", "path": "/api/guest", "query_string": b"", "client": ("203.0.113.9", 1),
        "scheme": "http", "server": ("testserver", 80),
        "headers": [(b"host", b"testserver"), (b"content-type", b"application/json")],
    }  # fmt: skip
    with club(path, **changes) as client:
        assert client.portal is not None
        client.portal.call(client.app, scope, receive, send)
    status: int = answers[0]["status"]
    return status


def test_a_body_that_never_ends(path: Path) -> None:
    sent = [{"type": "http.request", "body": b"{", "more_body": True}]

    async def receive() -> Any:
        return sent.pop() if sent else await asyncio.Event().wait()

    assert answered(path, receive, body_seconds=0.1) == 408


def test_a_body_that_breaks_off(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A phone loses its line: nobody's fault, and nothing for the log."""
    sent = [{"type": "http.disconnect"}, {"type": "http.request", "body": b"{", "more_body": True}]

    async def receive() -> Any:
        return sent.pop()

    assert answered(path, receive) == 400
    assert count(path, "accounts") == 0
    assert not caplog.records


def test_a_frame_that_is_no_text_leaves_a_line_and_no_traceback(path: Path, tmp_path: Path) -> None:
    with served(path, errors=tmp_path / "errors") as (process, port):
        _, text, cookie = ask(port, "/api/tables", BODIES["/api/tables"])
        table, cookie = json.loads(text)["table"], cookie.partition(";")[0]
        url = f"ws://127.0.0.1:{port}/ws/table/{table}"
        with connect(url, origin=Origin(f"http://127.0.0.1:{port}"), additional_headers={"cookie": cookie}) as ws:
            ws.send(b"\xff\xfe", text=True)
            with pytest.raises(ConnectionClosed):
                ws.recv(timeout=20)
            assert ws.close_code == 1007
        process.send_signal(signal.SIGTERM)
        process.wait(20)
    err = (tmp_path / "errors").read_text()
    assert "Traceback" not in err
    assert "Invalid UTF-8" in err


def test_a_club_that_goes_down_tells_its_sockets(path: Path) -> None:
    with served(path) as (process, port):
        _, text, cookie = ask(port, "/api/tables", BODIES["/api/tables"])
        table, cookie = json.loads(text)["table"], cookie.partition(";")[0]
        url = f"ws://127.0.0.1:{port}/ws/table/{table}"
        with connect(url, origin=Origin(f"http://127.0.0.1:{port}"), additional_headers={"cookie": cookie}) as ws:
            ws.send(json.dumps({"t": "hello", "proto": 3}))
            assert json.loads(ws.recv(timeout=20))["t"] == "snap"
            process.send_signal(signal.SIGTERM)
            with contextlib.suppress(ConnectionClosed):
                while True:
                    ws.recv(timeout=20)
            assert ws.close_code == 1012
        assert process.wait(20) in {0, -signal.SIGTERM}


def test_who_asks_is_taken_from_a_proxy_only_if_it_is_named(path: Path, tmp_path: Path) -> None:
    """Ten guests a minute from each visitor: with the option the proxy's word counts, without it nobody's does."""
    far = {"x_forwarded_for": "203.0.113.9"}
    with served(path, "--proxy", "127.0.0.1", "--public-url", "https://club.example") as (_, port):
        host = {"host": "club.example", "x_forwarded_proto": "https"}
        answers = [ask(port, "/api/guest", {}, **far, **host) for _ in range(11)]
        assert [answer[0] for answer in answers] == [201] * 10 + [429]
        assert answers[0][2].startswith("__Host-kozyr=")
        assert ask(port, "/api/guest", {}, x_forwarded_for="203.0.113.10", **host)[0] in {201, 429}
        assert ask(port, "/metrics", **far, host="127.0.0.1")[0] == 404
        assert ask(port, "/metrics", host="127.0.0.1")[0] == 200
    with served(tmp_path / "other.db") as (_, port):
        first = ask(port, "/api/guest", {}, **far)
        assert first[0] == 201
        time.sleep(1)
        assert [ask(port, "/api/guest", {}, **far)[0] for _ in range(10)] == [201] * 10  # the machine itself may
        assert ask(port, "/api/games", host="evil.example")[0] == 421


def test_an_error_of_the_database_tells_no_password() -> None:
    with pytest.raises(StoreError) as caught:
        Store("postgresql://club:secret@127.0.0.1:1/club")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("name", ["KOZYR_BOT_PAUSE", "KOZYR_HEARING", "KOZYR_PATIENCE"])
@pytest.mark.parametrize("value", ["soon", "nan", "inf", "-1"])
def test_a_time_that_is_none_gets_one_line(
    capsys: pytest.CaptureFixture[str], path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as ended:
        main(["club", "--port", "0", "--db", str(path)])
    assert ended.value.code == 2
    assert capsys.readouterr().err == f"kozyr club: {name} is a number of seconds, not {value!r}\n"
    assert not path.exists()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--public-url", "club.example"], "as https://club.example"),
        (["--port", "99999"], "a port is 0 to 65535"),
        (["--port", "-1"], "a port is 0 to 65535"),
        (["--db", ":memory:"], "name a file"),
        (["--db", "sqlite://"], "name a file"),
        (["--proxy", "nginx"], "nginx"),
        (["--proxy", ""], "does not appear to be"),
        (["--db", "no/such/folder/club.db"], "cannot open the database"),
        (["--rebuild", "--db", "no/such/folder/club.db"], "cannot open the database"),
        (["--reports", "--db", "no/such/folder/club.db"], "cannot open the database"),
        (["--rebuild"], "No such file"),  # and none is made
        (["--reports"], "No such file"),
        (["--db", ""], "--db: no file is named"),
    ],
)
def test_options_that_are_wrong_get_one_line(
    capsys: pytest.CaptureFixture[str], path: Path, arguments: list[str], why: str
) -> None:
    base = [] if "--db" in arguments else ["--db", str(path)]
    try:
        status = main(["club", "--port", "0", *base, *arguments])
    except SystemExit as ended:
        status = int(str(ended.code))
    err = capsys.readouterr().err
    assert status == 2
    assert why in err
    assert err.count("\n") == 1
    assert not path.exists()
