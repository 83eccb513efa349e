"""Accounts: guests, logins and passwords, sessions, limits, histories, mutes and reports."""

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import argon2
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from kozyr.cli import main
from kozyr.club import accounts as accounts_module
from kozyr.club.accounts import Accounts, LoginError
from kozyr.club.live.queue import Busy
from kozyr.store import Account, Chat, Report, StoreError, Taken
from tests import stores
from tests.people import Standing, club, guest, new_table, quiet, seated, visitor

ANNA = {"login": "anna", "password": "correct horse"}
YEAR = 366 * 24 * 3600 * 1000


@pytest.fixture
def still(path: Path) -> Iterator[TestClient]:
    """A club whose clock stands, so that no credit comes back however slow the machine is."""
    with club(path, clock=Standing()) as client:
        yield client


def rows(path: Path, ask: str) -> list[tuple[Any, ...]]:
    return stores.execute(path, ask)


def change(path: Path, statement: str, *values: object) -> None:
    stores.execute(path, statement, *values)


def error(answer: Any) -> tuple[int, str | None]:
    return answer.status_code, answer.json()["error"]["code"]


# --- guests ----------------------------------------------------------------------------------------------------


def test_a_guest_comes_in_with_one_click(client: TestClient, path: Path) -> None:
    assert client.get("/api/me").json() is None
    answer = client.post("/api/guest", json={"name": "  Анна "})
    assert answer.status_code == 201
    me = answer.json()
    assert me == {
        "account": me["account"],
        "nick": "Анна",
        "guest": True,
        "bot": None,
        "login": None,
        "since": me["since"],
        "operator": False,
    }
    cookie = answer.headers["set-cookie"]
    assert {"HttpOnly", "Path=/", "SameSite=lax"} <= set(cookie.split("; "))
    assert "Secure" not in cookie
    assert client.get("/api/me").json() == me
    again = client.post("/api/guest", json={"name": "Ганна"})
    assert (again.status_code, again.json()) == (200, me | {"nick": "Ганна"})
    assert "set-cookie" not in again.headers
    assert client.post("/api/guest", json={}).json()["nick"] == "Ганна"
    assert rows(path, "select count(*) from accounts") == [(1,)]
    token = client.cookies["kozyr"]
    assert token not in str(rows(path, "select * from sessions"))


def test_a_nickname_is_changed(client: TestClient) -> None:
    assert error(client.post("/api/me", json={"name": "Анна"})) == (401, "session")
    guest(client)
    assert client.post("/api/me", json={"name": "Ганна"}).json()["nick"] == "Ганна"
    for nothing in (" \u0007 ", "\u3164", "\u2800 \u2800", "\u0301", "\ufe0f", "\u200b\u202e"):
        assert client.post("/api/me", json={"name": nothing}).status_code == 400
    assert client.post("/api/me", json={"name": "я" * 25}).status_code == 400
    assert client.get("/api/me").json()["nick"] == "Ганна"


def test_over_tls_the_cookie_is_sealed_to_the_host(path: Path) -> None:
    with club(path, public_url="https://club.example") as client:
        answer = client.post("/api/guest", json={})
        name, _, rest = answer.headers["set-cookie"].partition("=")
        assert name == "__Host-kozyr"
        assert {"HttpOnly", "Path=/", "SameSite=lax", "Secure"} <= set(rest.split("; "))
        assert "Domain" not in rest
        assert client.get("/api/me").json() is not None
        token = client.cookies["__Host-kozyr"]
        other = visitor(client)
        assert other.get("/api/me", headers={"cookie": f"kozyr={token}"}).json() is None  # a plain page may have set it
        assert other.get("/api/me", headers={"cookie": f"__Host-kozyr={token}"}).json() is not None
        out = client.post("/api/logout")
        assert out.headers["set-cookie"].startswith('__Host-kozyr=""; ')
        assert "Secure" in out.headers["set-cookie"]


# --- logins ----------------------------------------------------------------------------------------------------


def test_a_guest_who_registers_keeps_what_he_has_played(client: TestClient, path: Path) -> None:
    me = guest(client)
    table = new_table(client)
    with seated(client, table) as anna:
        anna.play()
    before = client.get("/api/history").json()
    answer = client.post("/api/register", json=ANNA)
    assert answer.status_code == 201
    assert answer.json() == me | {"guest": False, "login": "anna"}
    elsewhere = visitor(client)
    assert elsewhere.post("/api/login", json=ANNA | {"login": "ＡNNA"}).json() == answer.json()
    assert elsewhere.get("/api/history").json() == before
    assert [row["table"] for row in before] == [table]
    assert [row["table"] for row in elsewhere.get("/api/tables").json()] == [table]
    [(kept,)] = rows(path, "select password from accounts where login is not null")
    assert kept.startswith("$argon2id$")
    assert ANNA["password"] not in kept


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"password": "seven77"}, "password_length"),
        ({"password": "x" * 201}, "password_length"),
        ({"password": ""}, "password_length"),
        ({"login": "longenough", "password": "LongEnough"}, "password_login"),
        ({"login": "an"}, "login_form"),
        ({"login": "a" * 33}, "login_form"),
        ({"login": "an na"}, "login_form"),
        ({"login": "_anna"}, "login_form"),
        ({"login": "anna'--"}, "login_form"),
        ({"login": ""}, "login_form"),
    ],
)
def test_what_cannot_be_a_login(client: TestClient, changes: dict[str, str], code: str) -> None:
    guest(client)
    answer = client.post("/api/register", json=ANNA | changes)
    assert error(answer) == (400, code)
    assert "\n" not in answer.json()["error"]["message"]
    assert client.get("/api/me").json()["guest"] is True


def test_a_login_is_taken_once(client: TestClient) -> None:
    guest(client)
    assert error(visitor(client).post("/api/register", json=ANNA)) == (401, "session")
    assert client.post("/api/register", json=ANNA).status_code == 201
    assert error(client.post("/api/register", json=ANNA | {"login": "hanna"})) == (409, "has_login")
    other = visitor(client)
    guest(other, "Борис")
    assert error(other.post("/api/register", json=ANNA | {"login": "AnNa"})) == (409, "login_taken")
    assert other.get("/api/me").json()["guest"] is True


def test_of_two_at_once_one_gets_the_login(path: Path) -> None:
    store = stores.opened(path)

    async def work() -> list[object]:
        here = Accounts(store)
        people = [(await here.guest("a"))[0], (await here.guest("b"))[0]]
        tries = (here.register(who, "same", "correct horse", "") for who in people)
        results: list[object] = list(await asyncio.gather(*tries, return_exceptions=True))
        twice = (await here.guest("c"))[0]
        tries = (here.register(twice, login, "correct horse", "") for login in ("one", "two"))
        results += await asyncio.gather(*tries, return_exceptions=True)
        here.close()
        return results

    results = asyncio.run(work())
    store.close()
    for pair in (results[:2], results[2:]):
        assert sorted(type(result).__name__ for result in pair) == ["LoginError", "tuple"]


def test_a_wrong_password_and_a_login_that_is_none_look_alike(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same words, and the same work: each is one check of argon2."""
    guest(client)
    client.post("/api/register", json=ANNA)
    checked: list[str] = []
    plain = argon2.PasswordHasher.verify

    def verify(self: argon2.PasswordHasher, hash: str, password: str) -> bool:  # noqa: A002 - argon2's own name
        checked.append(hash[: hash.rindex("$", 0, -30)].rpartition("$")[0])
        return plain(self, hash, password)

    monkeypatch.setattr(argon2.PasswordHasher, "verify", verify)
    other = visitor(client)
    answers = [
        other.post("/api/login", json=ANNA | changes)
        for changes in (
            {"password": "wrong horse"},
            {"login": "nobody"},
            {"login": "no login at all!"},
            {"password": "x" * 1000},
            {"password": "short"},
        )
    ]
    assert {(answer.status_code, answer.text) for answer in answers} == {(403, answers[0].text)}
    assert answers[0].json()["error"]["code"] == "wrong_login"
    assert len(checked) == len(answers)
    assert len(set(checked)) == 1  # the same parameters, so the same time
    assert other.get("/api/me").json() is None
    assert not other.cookies


def test_a_hash_of_less_effort_is_made_anew(client: TestClient, path: Path) -> None:
    guest(client)
    client.post("/api/register", json=ANNA)
    weak = argon2.PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1).hash(ANNA["password"])
    change(path, "update accounts set password = ?", weak)
    assert visitor(client).post("/api/login", json=ANNA).status_code == 200
    [(kept,)] = rows(path, "select password from accounts where login is not null")
    assert "m=19456,t=2,p=1" in kept
    assert visitor(client).post("/api/login", json=ANNA).status_code == 200


def test_a_hash_that_is_broken_lets_nobody_in(client: TestClient, path: Path) -> None:
    guest(client)
    client.post("/api/register", json=ANNA)
    change(path, "update accounts set password = 'rubbish'")
    assert error(visitor(client).post("/api/login", json=ANNA)) == (403, "wrong_login")


def test_so_many_tries_and_no_more(still: TestClient) -> None:
    """Per visitor, whatever the login; and fewer for one login from one network."""
    here = visitor(still, "203.0.113.7")
    wrong = {"password": "wrong horse"}
    for n in range(20):
        assert error(here.post("/api/login", json=wrong | {"login": f"someone{n}"})) == (403, "wrong_login")
    answer = here.post("/api/login", json=wrong | {"login": "one.more"})
    assert error(answer) == (429, "often")
    assert answer.headers["retry-after"] == "15"
    there = visitor(still, "198.51.100.1")
    for n in range(10):
        assert error(there.post("/api/login", json=wrong | {"login": "ＡNNA" if n % 2 else "anna"})) == (
            403,
            "wrong_login",
        )
    assert error(there.post("/api/login", json=ANNA)) == (429, "often")
    # From elsewhere the same login can be tried: or a stranger would keep its owner out.
    assert error(visitor(still, "198.51.100.99").post("/api/login", json=ANNA)) == (403, "wrong_login")


def test_a_crowd_at_the_door_is_told_to_wait(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords are checked by two threads, sixteen people may wait for them; the event loop stays free."""
    gate = threading.Event()
    monkeypatch.setattr(argon2.PasswordHasher, "verify", lambda *_: gate.wait(30))
    answers: list[Any] = []
    crowd = [
        threading.Thread(
            target=lambda n=n: answers.append(
                visitor(client, f"203.0.113.{n}").post("/api/login", json=ANNA | {"login": f"someone{n}"})
            )
        )
        for n in range(16)
    ]
    for one in crowd:
        one.start()
    while client.app.state.club.accounts.waiting < 16:  # type: ignore[attr-defined]
        time.sleep(0.01)
    late = visitor(client, "203.0.113.77").post("/api/login", json=ANNA)
    assert error(late) == (503, "busy")
    assert "retry-after" in late.headers
    assert client.get("/health").text == "ok"
    gate.set()
    for one in crowd:
        one.join()
    assert {answer.status_code for answer in answers} == {403}


# --- sessions --------------------------------------------------------------------------------------------------


def test_a_login_ends_the_guest_s_session_in_that_browser(client: TestClient, path: Path) -> None:
    guest(client)
    client.post("/api/register", json=ANNA)
    other = visitor(client)
    guest(other, "Борис")
    old = other.cookies["kozyr"]
    other.post("/api/login", json=ANNA)
    assert other.get("/api/me").json()["nick"] == "Анна"
    assert visitor(client).get("/api/me", headers={"cookie": f"kozyr={old}"}).json() is None
    assert rows(path, "select count(*) from sessions") == [(2,)]


def test_who_logs_out_is_out_and_so_are_his_sockets(client: TestClient) -> None:
    guest(client)
    table = new_table(client)
    token = client.cookies["kozyr"]
    with seated(client, table) as anna:
        assert client.post("/api/logout").status_code == 204
        assert anna.closed() == 4401
    assert not client.cookies
    stolen = {"cookie": f"kozyr={token}"}
    assert client.get("/api/me", headers=stolen).json() is None
    assert error(client.get("/api/history", headers=stolen)) == (401, "session")
    with client.websocket_connect(f"/ws/table/{table}", headers=stolen | {"origin": "http://testserver"}) as socket:
        with pytest.raises(WebSocketDisconnect) as refused:
            socket.receive_text()
        assert refused.value.code == 4401
    assert client.post("/api/logout").status_code == 204  # twice does no harm


def test_all_other_sessions_can_be_ended(client: TestClient) -> None:
    guest(client)
    client.post("/api/register", json=ANNA)
    table = new_table(client)
    others = [visitor(client) for _ in range(2)]
    for other in others:
        other.post("/api/login", json=ANNA)
    with seated(others[0], table) as away:
        assert client.post("/api/logout/others").json() == {"ended": 2}
        assert away.closed() == 4401
    assert all(other.get("/api/me").json() is None for other in others)
    assert client.get("/api/me").json()["login"] == "anna"
    assert client.post("/api/logout/others").json() == {"ended": 0}
    with seated(client, table) as anna:
        assert anna.seq >= 0


def test_a_session_ends_after_a_year(client: TestClient, path: Path) -> None:
    guest(client)
    change(path, "update sessions set created = created - ?", YEAR)
    assert client.get("/api/me").json() is None


# --- limits on newcomers ---------------------------------------------------------------------------------------


def test_ten_new_guests_a_minute_from_one_place(still: TestClient, path: Path) -> None:
    """A place is an address, or the /64 of one household."""
    codes = [visitor(still, f"2001:db8:0:1::{n:x}").post("/api/guest", json={}).status_code for n in range(11)]
    assert codes == [201] * 10 + [429]
    assert rows(path, "select count(*) from accounts") == [(10,)]


def test_ten_new_guests_a_second_from_everywhere(still: TestClient) -> None:
    """The eleventh waits for his turn; one of whose place sixteen wait already is told when to come again."""
    codes = [visitor(still, f"203.0.{n}.1").post("/api/guest", json={}).status_code for n in range(10)]
    assert codes == [201] * 10
    newcomers = still.app.state.club.newcomers  # type: ignore[attr-defined]

    async def come() -> list[float]:
        waiting = [asyncio.create_task(newcomers.let_in(f"198.51.100.{n}")) for n in range(16)]
        await asyncio.sleep(0)
        waits = [await newcomers.let_in(f"198.51.100.{n}") for n in (17, 18)]
        assert not any(task.done() for task in waiting)
        for task in waiting:
            task.cancel()
        return waits

    assert still.portal.call(come) == [1.6, 1.6]  # type: ignore[union-attr]


# --- histories -------------------------------------------------------------------------------------------------


def test_a_profile_says_how_somebody_plays_and_not_where(client: TestClient) -> None:
    me = guest(client)
    client.post("/api/register", json=ANNA)
    table, running = new_table(client), new_table(client)
    with seated(client, table) as anna:
        anna.play()
    with seated(client, running) as anna:
        while anna.view is None:
            anna.hear()
    answer = visitor(client).get(f"/api/players/{me['account']}")
    profile = answer.json()
    [row] = profile.pop("finished")
    assert profile == {
        "account": me["account"], "nick": "Анна", "since": me["since"], "guest": False, "bot": None,
        "reliability": {"begun": 2, "finished": 1, "left": 0},
    }  # fmt: skip
    assert (row["how"], row["game"], row["preset"], row["players"]) == ("played", "preferans", "sochi", 3)
    assert row["place"] in {1, 2, 3}
    assert row["begun"] < row["ended"]
    for secret in (table, running, "login", client.cookies["kozyr"]):
        assert secret not in answer.text
    assert visitor(client).get("/api/players/nobody").status_code == 404
    mine = client.get("/api/history").json()
    assert [one["table"] for one in mine] == [running, table]
    assert [one["how"] for one in mine] == ["playing", "played"]
    assert client.get("/api/history?game=preferans").json() == mine
    assert client.get("/api/history?game=bridge").json() == []
    assert error(visitor(client).get("/api/history")) == (401, "session")


@pytest.mark.rule("PE-5.4.18")
def test_who_walks_out_is_seen_to_have_done_so(client: TestClient) -> None:
    me = guest(client)
    table = new_table(client)
    with seated(client, table) as anna:
        while anna.view is None:
            anna.hear()
        assert anna.ask(t="act", do={"act": "leave"})["t"] == "ack"
        running = client.get(f"/api/players/{me['account']}").json()
        assert running["reliability"] == {"begun": 1, "finished": 0, "left": 0}  # he may come back yet
        assert anna.ask(t="cmd", at=anna.seq, do={"type": "stop", "force_majeure": True})["t"] == "ack"
    profile = client.get(f"/api/players/{me['account']}").json()
    assert profile["reliability"] == {"begun": 1, "finished": 0, "left": 1}


NOTES = (
    "select * from played order by account_id, table_id",
    "select * from seated order by account_id, table_id",
    "select id, open, summary, finished from tables order by id",
)


def test_histories_made_anew_from_the_logs_are_the_same(
    client: TestClient, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever is dropped of the projections, `kozyr club --rebuild` gives back, even beside a running club."""
    guest(client)
    played, running, left = new_table(client), new_table(client), new_table(client)
    gathering = new_table(client, bots=["random", None], public=True)
    with seated(client, played) as anna:
        anna.play()
    with seated(client, running, seed=1) as anna:
        while anna.view is None:
            anna.hear()
    with seated(client, left) as anna:
        while anna.view is None:
            anna.hear()
        anna.ask(t="act", do={"act": "leave"})
    with seated(client, gathering):
        pass
    quiet(path)
    before = [rows(path, ask) for ask in NOTES]
    assert len(before[0]) == 3
    change(path, "delete from played")
    change(path, "delete from seated")
    change(path, "update tables set open = null, summary = null, finished = null")
    assert [rows(path, ask) for ask in NOTES] != before
    assert main(["club", "--db", stores.place(path), "--rebuild"]) == 0
    assert "4 tables read, 4 noted anew" in capsys.readouterr().out
    assert [rows(path, ask) for ask in NOTES] == before


# --- manners ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("PE-5.4.19")
def test_somebody_can_be_muted_and_heard_again(client: TestClient) -> None:
    guest(client)
    boris = guest(visitor(client), "Борис")
    assert client.get("/api/mutes").json() == {"accounts": []}
    for _ in range(2):
        assert client.put(f"/api/mutes/{boris['account']}").status_code == 204
        assert client.get("/api/mutes").json() == {"accounts": [{"account": boris["account"], "nick": "Борис"}]}
    assert client.put("/api/mutes/nobody").status_code == 404
    assert client.put(f"/api/mutes/{client.get('/api/me').json()['account']}").status_code == 400
    for _ in range(2):
        assert client.delete(f"/api/mutes/{boris['account']}").status_code == 204
        assert client.get("/api/mutes").json() == {"accounts": []}
    assert error(visitor(client).put(f"/api/mutes/{boris['account']}")) == (401, "session")
    assert error(visitor(client).get("/api/mutes")) == (401, "session")


@pytest.mark.rule("PE-5.4.2", "PE-5.4.20")
def test_a_report_reaches_the_operator_and_leaves_a_trace(
    client: TestClient, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    me = guest(client)
    other, stranger = visitor(client), visitor(client)
    boris, vera = guest(other, "Борис"), guest(stranger, "Вера")
    table = new_table(client, bots=["random", None])
    with seated(other, table) as person:
        assert person.ask(t="act", do={"act": "sit", "chair": 2})["t"] == "ack"
    body = {"table": table, "account": boris["account"], "reason": "quarrel", "text": "he\nshouts"}
    assert client.post("/api/reports", json=body).json() == {"report": 1}
    assert other.post("/api/reports", json=body | {"account": me["account"]}).json() == {"report": 2}
    assert stranger.post("/api/reports", json=body).status_code == 404  # she was not there
    assert client.post("/api/reports", json=body | {"account": vera["account"]}).status_code == 404
    assert client.post("/api/reports", json=body | {"account": me["account"]}).status_code == 400
    assert client.post("/api/reports", json=body | {"reason": "ugly"}).status_code == 400
    assert client.post("/api/reports", json=body | {"table": "none"}).status_code == 404
    assert client.post("/api/reports", json=body | {"text": "x" * 1001}).status_code == 400
    assert error(visitor(client).post("/api/reports", json=body)) == (401, "session")
    assert rows(path, "select who from audit where what = 'reports'") == []
    assert main(["club", "--db", stores.place(path), "--reports"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert f"{me['account']} (Анна) on {boris['account']} (Борис): quarrel  he shouts" in lines[0]
    assert len(rows(path, "select who from audit where what = 'reports'")) == 1


def test_the_store_keeps_chat_and_refuses_what_hangs_in_the_air(path: Path) -> None:
    store = stores.opened(path)

    async def work() -> None:
        await store.accounts.enrol(Account("a", "Анна", 1), "hash")
        with pytest.raises(Taken):
            await store.social.report(Report(1, "t", "a", "a", "other", "", "a"))  # no such table
        with pytest.raises(Taken):
            await store.social.mute("a", "nobody", on=True)
        with pytest.raises(StoreError):
            await store.social.say("t", Chat(1, 1, "a", "Анна", 0, "hello"))
        with pytest.raises(Taken):
            await store.accounts.enrol(Account("a", "Борис", 1), "another")
        assert await store.log.secret("t") is None
        await store.accounts.end_sessions([])
        assert await store.accounts.by_session("hash") == Account("a", "Анна", 1)

    asyncio.run(work())
    store.close()
    assert rows(path, "select who, what, subject from audit") == [("server", "secret", "t")]


def test_an_error_of_the_store_tells_no_secret(path: Path) -> None:
    store = stores.opened(path)

    async def work() -> str:
        await store.accounts.enrol(Account("a", "Анна", 1), "token-hash")
        with pytest.raises(StoreError) as caught:
            await store.accounts.enrol(Account("b", "Борис", 1), "token-hash")
        return str(caught.value)

    assert "token-hash" not in asyncio.run(work())
    store.close()


def test_the_limits_of_a_password_are_the_client_s_too() -> None:
    """docs/protocol.md and the form say 8 to 200."""
    assert accounts_module._PASSWORD == (8, 200)
    assert issubclass(Busy, RuntimeError)
    assert issubclass(LoginError, ValueError)
