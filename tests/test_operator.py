"""The operator: `kozyr admin` beside a running club, what the club makes of it, and the audit of it all."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from kozyr.cli import main
from kozyr.store.rulings import shown
from tests import stores
from tests.people import ORIGIN, Later, Standing, club, guest, new_table, seated, visitor

Out = pytest.CaptureFixture[str]


@pytest.fixture
def clock() -> Later:
    return Later()


@pytest.fixture
def client(path: Path, clock: Later) -> Iterator[TestClient]:
    with club(path, clock=clock) as client:
        yield client


@pytest.fixture
def admin(client: TestClient, path: Path, capsys: Out) -> Any:
    """`kozyr admin` at this club, which then looks at what was ruled; returns the lines."""

    def run(*words: str) -> list[str]:
        assert main(["admin", "--db", stores.place(path), *words]) == 0, capsys.readouterr().err
        look(client)
        return capsys.readouterr().out.splitlines()

    return run


def look(client: TestClient) -> None:
    """The club looks at what was ruled, as it does every two seconds."""
    client.portal.call(client.app.state.club.look_at_rulings)  # type: ignore[attr-defined, call-arg, union-attr]


def rows(path: Path, ask: str) -> list[tuple[Any, ...]]:
    return stores.execute(path, ask)


def log(path: Path) -> list[tuple[Any, ...]]:
    return rows(path, "select log_id, seq, body from events order by log_id, seq")


def audited(path: Path) -> list[tuple[str, str]]:
    return rows(path, "select what, subject from audit where who like 'operator %' order by id")


def error(answer: Any) -> tuple[int, str | None]:
    return answer.status_code, answer.json()["error"]["code"]


# --- who is shut out -------------------------------------------------------------------------------------------


def test_an_account_that_is_shut_out(client: TestClient, admin: Any, path: Path) -> None:
    me = guest(client)
    table = new_table(client, bots=["random", None])
    with seated(client, table) as anna:
        assert admin("ban", me["account"], "--for", "2h", "--why", "spam")[0].startswith(
            f"{me['account']} is shut out until "
        )
        assert anna.closed() == 4401
    assert client.get("/api/me").json() is None
    for answer in (client.post("/api/guest", json={}), client.post("/api/tables", json={**TABLE})):
        assert error(answer) == (403, "banned")
    with (
        pytest.raises(WebSocketDisconnect) as end,
        client.websocket_connect(f"/ws/table/{table}", headers=ORIGIN) as socket,
    ):
        socket.receive_text()
    assert end.value.code == 4401
    assert guest(visitor(client), "Борис")["nick"] == "Борис"
    (line,) = admin("rulings")
    assert line.startswith(f"ban  {me['account']} (Анна)  until ")
    assert line.endswith("spam")
    assert admin("lift", me["account"]) == [f"nothing is ruled about {me['account']} any more"]
    assert client.get("/api/me").json() == me
    assert admin("rulings") == []
    assert audited(path) == [("ban", me["account"]), ("lift", me["account"])]


TABLE = {"game": "preferans", "preset": "sochi", "players": 3, "bots": ["random", None]}


def test_who_is_shut_out_does_not_log_in(client: TestClient, admin: Any) -> None:
    guest(client)
    client.post("/api/register", json={"login": "anna", "password": "correct horse"})
    admin("ban", "anna", "--for", "ever")
    answer = visitor(client).post("/api/login", json={"login": "anna", "password": "correct horse"})
    assert error(answer) == (403, "banned")
    assert "set-cookie" not in answer.headers


def test_a_ban_ends_by_itself(client: TestClient, admin: Any, clock: Later) -> None:
    me = guest(client)
    admin("ban", me["account"], "--for", "30m")
    assert client.get("/api/me").json() is None
    clock.ahead = 29 * 60_000
    look(client)
    assert client.get("/api/me").json() is None
    clock.ahead = 31 * 60_000
    look(client)
    assert client.get("/api/me").json() == me


def test_a_network_that_is_shut_out(client: TestClient, admin: Any, path: Path) -> None:
    guest(client)
    inside, outside, six = (visitor(client, address) for address in ("203.0.113.9", "203.0.114.9", "2001:db8::1"))
    for one in (inside, outside, six):
        guest(one)
    table = new_table(inside, bots=["random", None])
    with seated(inside, table) as person:
        assert admin("ban", "203.0.113.7/24", "--for", "7d")[0].startswith("203.0.113.0/24 is shut out")
        assert person.closed() == 4401
    admin("ban", "2001:db8::abcd")
    assert inside.get("/api/me").json() is None
    assert six.get("/api/me").json() is None
    assert error(visitor(client, "203.0.113.200").post("/api/guest", json={})) == (403, "banned")
    assert outside.get("/api/me").json() is not None
    assert [one[1] for one in audited(path)] == ["203.0.113.0/24", "2001:db8::/64"]
    admin("lift", "203.0.113.0/24")
    assert inside.get("/api/me").json() is not None


def test_who_has_registered_at_the_table_is_shut_out_with_his_network(client: TestClient, admin: Any) -> None:
    inside = visitor(client, "203.0.113.9")
    guest(inside)
    table = new_table(inside, bots=["random", None])
    with seated(inside, table) as person:
        assert inside.post("/api/register", json={"login": "anna", "password": "correct horse"}).status_code == 201
        admin("ban", "203.0.113.0/24")
        assert person.closed() == 4401


def test_a_club_knows_after_a_restart_who_is_shut_out(client: TestClient, admin: Any, path: Path) -> None:
    me = guest(client)
    admin("ban", me["account"])
    with club(path) as again:
        again.cookies = client.cookies
        assert again.get("/api/me").json() is None


def test_who_is_silenced_plays_on(client: TestClient, admin: Any) -> None:
    me = guest(client)
    table = new_table(client, bots=["random", None])
    with seated(client, table) as anna:
        assert anna.ask(t="say", text="hello")["t"] == "ack"
        admin("mute", me["account"])
        refused = anna.ask(t="say", text="spam")
        assert (refused["t"], refused["reason"]) == ("nak", "quiet")
        admin("lift", me["account"])
        assert anna.ask(t="say", text="again")["t"] == "ack"


# --- tables ----------------------------------------------------------------------------------------------------


def test_a_table_is_closed_and_its_log_stays(client: TestClient, admin: Any, path: Path) -> None:
    guest(client)
    other = visitor(client)
    guest(other, "Борис")
    table, stays = new_table(client, public=True, bots=["random", None]), new_table(other, bots=["random", None])
    before = log(path)
    with seated(client, table) as anna, seated(other, stays) as boris:
        (line,) = [line for line in admin("tables") if line.startswith(table)]
        assert line.endswith("preferans  1 at it  gathering")
        assert admin("close", table, "--why", "spam") == [f"table {table} is closed: spam"]
        assert anna.closed() == 1012
        assert boris.ask(t="say", text="still here")["t"] == "ack"
    with (
        pytest.raises(WebSocketDisconnect) as end,
        client.websocket_connect(f"/ws/table/{table}", headers=ORIGIN) as socket,
    ):
        socket.receive_text()
    assert end.value.code == 4404
    assert error(client.get(f"/api/tables/{table}")) == (410, "closed")
    assert client.get("/api/tables").json() == []
    assert client.get("/api/lobby").json()["gathering"] == []
    assert log(path) == before
    assert next(line for line in admin("tables") if line.startswith(table)).endswith("closed")
    assert audited(path) == [("close", table)]


# --- names -----------------------------------------------------------------------------------------------------


def everywhere(client: TestClient, table: str, account: str) -> str:
    """All that the club says of a table and of somebody, as one text."""
    with seated(client, table) as person:
        snapshot = json.dumps(person.messages, ensure_ascii=False)
    pages = (f"/api/tables/{table}", "/api/tables", f"/api/tables/{table}/record", f"/api/tables/{table}/deals/1")
    return snapshot + "".join(client.get(page).text for page in (*pages, f"/api/players/{account}", "/api/lobby"))


@pytest.mark.parametrize(("words", "name"), [(("rename", "Вера"), "Вера"), (("delete",), "—")])
def test_a_name_is_replaced_wherever_it_is_shown(
    client: TestClient, admin: Any, path: Path, words: tuple[str, ...], name: str
) -> None:
    """In snapshots, chats, lists, records and past deals, at a table in memory and one that is not; the log stays."""
    guest(client, "Анна")
    other = visitor(client)
    boris = guest(other, "Сквернослов")
    other.post("/api/register", json={"login": "boris", "password": "correct horse"})
    table = new_table(client, bots=["random", None], public=True)
    with seated(client, table) as anna, seated(other, table) as person:
        person.act("sit", chair=2)
        card = person.room["card"]["hash"] if "card" in person.room else None
        assert card is None or person.act("accept", card=card)["t"] == "ack"
        person.ask(t="say", text="hello")
        anna.ask(t="say", text="hi")
        before = log(path)
        seen = everywhere(client, table, boris["account"])
        assert "Сквернослов" in seen
        admin(words[0], boris["account"], *words[1:])
    after = everywhere(client, table, boris["account"])
    assert "Сквернослов" not in after
    assert after.count(f'"{name}"') >= 3
    assert "Анна" in after
    assert log(path) == before
    assert "Сквернослов" in str(before)
    if words[0] == "delete":
        assert other.get("/api/me").json() is None
        assert error(visitor(client).post("/api/login", json={"login": "boris", "password": "correct horse"})) == (
            403,
            "wrong_login",
        )
    else:
        assert other.post("/api/me", json={"name": "Сквернослов"}).json()["nick"] == name  # he keeps it
    with club(path) as again:
        again.cookies = client.cookies
        assert "Сквернослов" not in everywhere(again, table, boris["account"])
    assert audited(path) == [(words[0], boris["account"])]


def test_a_document_is_shown_with_other_names() -> None:
    names = {"a1": "Вера"}
    text = '{"act":"sit","chair":1,"account":"a1","nick":"Анна","who":[{"account":"b2","nick":"Анна"},null]}'
    assert json.loads(shown(text, names)) == json.loads(text) | {"nick": "Вера"}
    asked = '{"act":"proposed","what":{"kind":"hand_over","chair":1,"account":"a1"},"nick":"Анна"}'
    assert json.loads(shown(asked, names))["nick"] == "Вера"
    for same in ('{"account":"b2","nick":"Анна"}', '{"nick":"Анна"}', "[]"):
        assert shown(same, names) is same


# --- passwords -------------------------------------------------------------------------------------------------

OLD, NEW = "correct horse", "battery staple"


def registered(client: TestClient) -> dict[str, Any]:
    guest(client)
    client.post("/api/register", json={"login": "anna", "password": OLD})
    me: dict[str, Any] = client.get("/api/me").json()
    return me


def logs_in(client: TestClient, password: str) -> bool:
    return visitor(client).post("/api/login", json={"login": "anna", "password": password}).status_code == 200


def test_a_password_is_changed_and_other_sessions_end(client: TestClient) -> None:
    me, other = registered(client), visitor(client)
    other.post("/api/login", json={"login": "anna", "password": OLD})
    before = client.cookies["kozyr"]
    wrong = client.post("/api/password", json={"old": "wrong horse", "new": NEW})
    assert error(wrong) == (403, "old_password")
    for bad in ("short", "x" * 201, ""):
        assert error(client.post("/api/password", json={"old": OLD, "new": bad})) == (400, "password_length")
    assert client.post("/api/password", json={"old": OLD}).status_code == 400
    assert other.get("/api/me").json() == me
    assert client.post("/api/password", json={"old": OLD, "new": NEW}).json() == me
    assert client.get("/api/me").json() == me
    assert client.cookies["kozyr"] != before
    assert other.get("/api/me").json() is None
    assert (logs_in(client, OLD), logs_in(client, NEW)) == (False, True)


def test_a_guest_and_a_stranger_have_no_password_to_change(client: TestClient) -> None:
    guest(client)
    assert error(client.post("/api/password", json={"old": "", "new": NEW})) == (403, "old_password")
    assert error(visitor(client).post("/api/password", json={"old": OLD, "new": NEW})) == (401, "session")


def test_a_lost_password_is_reset_by_a_link_once(client: TestClient, admin: Any, path: Path) -> None:
    me, other = registered(client), visitor(client)
    first, _ = admin("password", "anna")
    link, told = admin("password", "anna")
    assert told.startswith("for anna; at the club's address, once, until ")
    secret = link.removeprefix("/me#reset=")
    assert secret not in str(rows(path, "select * from resets"))
    old = {"link": first.removeprefix("/me#reset="), "password": NEW}
    assert error(other.post("/api/reset", json=old)) == (400, "reset_used")  # the newer one has replaced it
    assert error(other.post("/api/reset", json={"link": secret, "password": "short"})) == (400, "password_length")
    assert other.post("/api/reset", json={"link": secret, "password": NEW}).json() == me
    assert other.get("/api/me").json() == me
    assert client.get("/api/me").json() is None  # whoever had found the old one is out
    assert (logs_in(client, OLD), logs_in(client, NEW)) == (False, True)
    assert error(other.post("/api/reset", json={"link": secret, "password": OLD})) == (400, "reset_used")
    assert audited(path) == [("password", me["account"])] * 2


def test_a_link_is_good_for_a_day_and_for_who_may_come(client: TestClient, admin: Any, clock: Later) -> None:
    registered(client)
    link = {"link": admin("password", "anna")[0].removeprefix("/me#reset="), "password": NEW}
    clock.ahead = 25 * 3_600_000
    assert error(visitor(client).post("/api/reset", json=link)) == (400, "reset_used")
    clock.ahead = 0
    admin("ban", "anna")
    answer = visitor(client).post("/api/reset", json=link)
    assert error(answer) == (403, "banned")
    assert "set-cookie" not in answer.headers
    assert error(visitor(client).post("/api/reset", json={"link": "", "password": NEW})) == (400, "reset_used")


# --- reports ---------------------------------------------------------------------------------------------------


def report(client: TestClient, table: str, account: str, text: str = "", reason: str = "quarrel") -> int:
    body = {"table": table, "account": account, "reason": reason, "text": text}
    answer = client.post("/api/reports", json=body)
    assert answer.status_code == 201, answer.text
    number: int = answer.json()["report"]
    return number


def test_reports_are_a_queue(client: TestClient, admin: Any, path: Path) -> None:
    """Of one target and reason one line with a count; who repeats himself adds none; all of it is marked together."""
    guest(client)
    other, third = visitor(client), visitor(client)
    boris = guest(other, "Борис")["account"]
    vera = guest(third, "Вера")["account"]
    table = new_table(client, bots=[None, None])
    for one, chair in ((other, 1), (third, 2)):
        with seated(one, table) as person:
            person.act("sit", chair=chair)
    assert [report(client, table, boris, text) for text in ("he\x1b[2J shouts", "again", "again", "")] == [1, 1, 1, 1]
    (line,) = admin("reports")
    assert line.startswith("1  open ")
    assert "\x1b" not in line
    assert line.endswith("(Борис): quarrel, 4 times  again he [2J shouts")
    assert report(third, table, boris, "and curses") == 2
    assert report(client, table, boris, reason="advice") == 3
    assert report(client, table, vera, "too") == 4
    lines = admin("reports")
    assert [line[:8] for line in lines] == ["1  open ", "3  open ", "4  open "]
    assert "2 people on " in lines[0]
    assert lines[0].endswith("(Борис): quarrel, 5 times  and curses | again he [2J shouts")
    assert rows(path, "select count(*) from reports") == [(4,)]
    assert admin("report", "2", "taken") == ["report 2 is taken"]  # with all of its target and reason
    assert report(other, table, vera, "she") == 5
    assert report(third, table, boris, "still") == 2  # what is in hand grows, and is in hand
    assert [line[:8] for line in admin("reports")] == ["1  taken", "3  open ", "4  open "]
    assert admin("report", "1", "done") == ["report 1 is done"]
    assert [line[:8] for line in admin("reports")] == ["3  open ", "4  open "]
    assert [line[:8] for line in admin("reports", "--all")] == ["1  done ", "3  open ", "4  open "]
    assert report(client, table, boris, "anew") == 6  # after it was done it is a new one
    assert [line[:8] for line in admin("reports")] == ["3  open ", "4  open ", "6  open "]
    admin("report", "1", "open")
    assert [line[:8] for line in admin("reports", "--all")] == ["1  open ", "3  open ", "4  open "]
    assert ("report taken", "2") in audited(path)
    assert [line.split("  ")[2:] for line in admin("audit")][:3] == [
        ["reports", "all"],
        ["report open", "1"],
        ["reports", "open"],
    ]


@pytest.mark.parametrize(("login", "most"), [(False, 10), (True, 20)])
def test_somebody_reports_so_often_and_not_oftener(tmp_path: Path, *, login: bool, most: int) -> None:
    with club(tmp_path / "club.db", many=1, clock=Standing()) as client:
        boris = guest(visitor(client), "Борис")["account"]
        guest(client)
        if login:
            client.post("/api/register", json={"login": "anna", "password": OLD})
        body = {"table": "none", "account": boris, "reason": "quarrel"}
        codes = [client.post("/api/reports", json=body).status_code for _ in range(most + 1)]
        assert (codes[:-1], codes[-1]) == ([404] * most, 429)


def test_lists_have_pages(admin: Any, path: Path) -> None:
    """The last line of a page says where the next one is."""
    many = ", ".join(f"({n}, 'root', 'ban', '{n}')" for n in range(450))
    stores.execute(path, f"insert into audit (ts, who, what, subject) values {many}")  # noqa: S608 - our own words
    first, second, third = (admin("audit", "--page", str(n)) for n in (1, 2, 3))
    assert first[-1] == "more: kozyr admin audit --page 2"
    assert second[-1] == "more: kozyr admin audit --page 3"
    subjects = [line.split("  ")[3] for line in [*first[:-1], *second[:-1], *third]]
    assert subjects == [str(n) for n in reversed(range(450))]
    assert admin("audit", "--page", "4") == []


# --- what cannot be --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A club with one guest, in which nothing happens."""
    path = tmp_path_factory.mktemp("still") / "club.db"
    with club(path) as client:
        guest(client, "Анна")
        yield path


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["close", "none", "--why", "spam"], "there is no table, sheet, event, cup, league or program none"),
        (["close", "none"], "--why"),
        (["close", "none", "--why", " "], "there is no table"),
        (["open", "none"], "there is no table"),
        (["closed", "--page", "0"], "a page is a number from 1"),
        (["tables", "--page", "9999999"], "a page is a number from 1"),
        (["ban", "nobody"], "nobody has the id, the login or the name nobody"),
        (["ban", "Анна", "--for", "2y"], "--for 2y: a time is written"),
        (["ban", "Анна", "--for", "0d"], "a time is written"),
        (["ban", "Анна", "--for=-1d"], "a time is written"),
        (["ban", "Анна", "--why", "x" * 201], "at most 200 characters"),
        (["ban", "0.0.0.0/0"], "too wide"),
        (["ban", "::/0"], "too wide"),
        (["ban", "127.0.0.1"], "never shut out"),
        (["mute", "10.0.0.0/8"], "cannot be silenced"),
        (["lift", "Анна"], "nothing is ruled about Анна"),
        (["rename", "Анна", " \u3164 "], "cannot be seen: U+3164"),
        (["rename", "Анна", " — "], "at least one letter"),
        (["rename", "Анна", "x" * 25], "at most 24 letters"),
        (["delete", ""], "nobody has the id"),
        (["password", "Анна"], "has no login"),
        (["report", "7", "done"], "there is no report 7"),
        (["report", "99999999999999999999", "done"], "there is no report"),
        (["report", "one", "done"], "invalid int value"),
        (["report", "1", "read"], "invalid choice"),
        (["shout"], "invalid choice"),
        ([], "required"),
        (["who", "nobody"], "nobody has the id"),
    ],
)
def test_what_cannot_be_gets_one_line_and_changes_nothing(still: Path, words: list[str], why: str, capsys: Out) -> None:
    path = still
    before = [rows(path, f"select * from {table}") for table in ("accounts", "rulings", "audit", "tables")]  # noqa: S608
    try:
        status = main(["admin", "--db", stores.place(path), *words])
    except SystemExit as ended:
        status = int(str(ended.code))
    told = capsys.readouterr()
    assert status == 2
    assert why in told.err
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert [rows(path, f"select * from {table}") for table in ("accounts", "rulings", "audit", "tables")] == before  # noqa: S608


def test_of_two_of_one_name_the_id_is_asked_for(client: TestClient, path: Path, capsys: Out) -> None:
    ids = [guest(one, name)["account"] for one, name in ((client, "Анна"), (visitor(client), "Вера"))]
    stores.execute(path, "update accounts set nick = 'Анна'")
    assert main(["admin", "--db", stores.place(path), "ban", "Анна"]) == 2
    assert "2 accounts are called Анна: give the id" in capsys.readouterr().err
    assert main(["admin", "--db", stores.place(path), "who", "Анна"]) == 0
    assert {line.split("  ")[0] for line in capsys.readouterr().out.splitlines()} == set(ids)


def test_admin_makes_no_database(tmp_path: Path, capsys: Out) -> None:
    assert main(["admin", "--db", str(tmp_path / "none.db"), "tables"]) == 2
    assert "No such file" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
