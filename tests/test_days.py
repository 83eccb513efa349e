"""The deal of the day and challenges over HTTP: fixed a day ahead, played once by logins older than a day, told when the window has closed."""

import asyncio
import contextlib
import json
import re
import shutil
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from kozyr.club.days import rules as days
from kozyr.club.event.tournament import Setup, Tournament
from kozyr.deals import Reveal, reveal_fault
from kozyr.games.refusal import Refused
from kozyr.store import Store
from kozyr.tournaments import director
from tests import stores
from tests.longer import longer
from tests.luck import LUCK
from tests.people import Later, club, guest, quiet, seated, visitor
from tests.test_closures import older
from tests.test_cups_over_http import asked
from tests.test_events_over_http import member
from tests.test_events_sealed import BY_PATH

HOUR = 3_600_000
GAMES = ("preferans", "bridge", "deberts")


@pytest.fixture
def clock() -> Later:
    return Later()


@pytest.fixture
def client(path: Path, clock: Later) -> Iterator[TestClient]:
    with club(path, clock=clock) as client:
        client.app.state.club.days.chance = LUCK  # type: ignore[attr-defined]
        yield client


def tomorrow(client: TestClient, clock: Later, hours: int = 1) -> str:
    """The deals are fixed, and their day comes: so many hours of it are gone; returns the day."""
    clock.ahead += 25 * HOUR  # so that the logins are old enough
    asked(client.get("/api/days"))
    day = days.day_at(clock.now(), 1)
    clock.ahead += days.window_of(day).opens + hours * HOUR - clock.now()
    return day


def over(clock: Later, day: str) -> None:
    clock.ahead += days.window_of(day).closes + 5_000 - clock.now()


def plays(one: TestClient, where: str, seed: int = 0) -> str:
    """Somebody plays to the end, anything legal by this seed; returns the table."""
    table: str = asked(one.post(f"{where}/play", json={}))["table"]
    with seated(one, table, seed) as person:
        person.play()
    return table


def counted(one: TestClient, where: str) -> dict[str, Any]:
    """The day or challenge, once the reader's result is counted."""
    deadline = time.monotonic() + 60
    while not (told := asked(one.get(where)))["mine"]["won"]:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return told


def course(path: Path, table: str) -> list[tuple[str | None, str]]:
    ask = f"select seat, body from events where log_id = '{table}' and kind = 'event' order by seq"  # noqa: S608 - a name of ours
    return stores.execute(path, ask)


@pytest.mark.parametrize("game", ["deberts", *longer("preferans", "bridge")])
def test_who_plays_alike_is_answered_alike_and_sees_only_his_own_result_until_the_day_is_over(
    client: TestClient, clock: Later, path: Path, game: str
) -> None:
    ann, bob, eva = (member(client, name) for name in ("anna", "boris", "eva"))
    day = tomorrow(client, clock)
    where = f"/api/days/{game}/{day}"
    seal = asked(client.get(where))["seals"]
    assert list(seal) == ["1"]
    first, second = plays(ann, where, 7), plays(bob, where, 7)
    assert first != second
    assert course(path, first) == course(path, second)
    plays(eva, where, 8)
    told = counted(ann, where)
    counted(bob, where), counted(eva, where)
    assert told["boards"] == told["places"] == []
    assert (told["players"], told["mine"]["done"], len(told["mine"]["won"])) == (3, 1, 1)
    assert told["mine"]["won"][0]["line"]
    for one in (ann, bob, client):
        if one is not ann:
            assert one.get(f"/api/tables/{first}/deals/1").status_code == 404
        review = one.get(f"/api/tables/{first}/deals/1/review")
        assert review.status_code in {403, 404}, review.text
    assert asked(client.get(f"/api/events/{told['id']}/fair"))["reveals"] == []
    mine = told["mine"]["won"][0]

    over(clock, day)
    told = asked(client.get(where))
    (board,) = told["boards"]
    fair = msgspec.convert(board["fair"], Reveal)
    assert reveal_fault(fair) is None
    assert {str(fair.deal): fair.commitment} == seal
    assert (fair.cards, board["count"], told["awaited"], told["mixed"]) == (board["cards"], 3, 0, False)
    lines = {one["name"]: one for one in board["lines"]}
    assert (lines["Anna"]["line"], lines["Anna"]["won"]) == (lines["Boris"]["line"], lines["Boris"]["won"]) == (mine["line"], mine["won"])  # fmt: skip
    assert lines["Anna"]["percent"] == lines["Boris"]["percent"]
    assert sum(one["percent"] for one in lines.values()) == pytest.approx(150, abs=0.2)
    assert client.get(f"/api/tables/{first}/deals/1").status_code == 200
    assert sorted(place["name"] for place in told["places"]) == ["Anna", "Boris", "Eva"]
    assert ann.get(f"/api/tables/{second}/deals/1/review").status_code in {200, 202}


def test_the_first_attempt_counts_and_a_second_one_comes_back_to_it(client: TestClient, clock: Later) -> None:
    ann = member(client, "anna")
    where = f"/api/days/preferans/{tomorrow(client, clock)}"
    begun = asked(ann.post(f"{where}/play", json={}))
    assert begun == {"table": begun["table"], "again": False}
    with seated(ann, begun["table"]) as person:
        person.play()
    told = counted(ann, where)
    assert asked(ann.post(f"{where}/play", json={})) == {"table": begun["table"], "again": True}
    assert asked(ann.get(where))["mine"] == told["mine"]
    assert asked(ann.get(where))["players"] == 1


def test_who_may_not_play_the_deal_of_the_day(client: TestClient, clock: Later) -> None:
    old, stranger = member(client, "old"), visitor(client)
    guest(stranger, "Гость")
    asked(client.get("/api/days"))
    ahead = f"/api/days/deberts/{days.day_at(clock.now(), 1)}"
    assert asked(old.post(f"{ahead}/play", json={}), 409)["error"]["code"] == "day_ahead"
    day = tomorrow(client, clock)
    young = member(client, "young")
    where = f"/api/days/deberts/{day}"
    for one, why in ((stranger, "day_login"), (young, "day_young")):
        assert asked(one.post(f"{where}/play", json={}), 409)["error"]["code"] == why
        assert asked(one.get(where))["why"]["reason"] == why
        assert asked(one.get(where))["mine"] is None
    event = asked(old.get(where))["id"]
    assert asked(young.post(f"/api/events/{event}/enter", json={"id": "x"}), 404)["error"]["code"] == "no_event"
    assert asked(old.get(f"/api/cups/{event}"), 404)["error"]["code"] == "no_such_cup"
    assert asked(old.get(f"/api/challenges/{event}"), 404)["error"]["code"] == "no_challenge"
    over(clock, day)
    assert asked(old.post(f"{where}/play", json={}), 409)["error"]["code"] == "day_over"


def test_a_day_that_nobody_fixed_ahead_has_no_deal(client: TestClient, clock: Later) -> None:
    today = days.day_at(clock.now())
    assert {one["day"] for one in asked(client.get("/api/days"))["days"]} == {days.day_at(clock.now(), 1)}
    assert [one["game"] for one in asked(client.get("/api/days"))["days"]] == list(GAMES)
    assert asked(client.get(f"/api/days/bridge/{today}"), 404)["error"]["code"] == "no_day"
    for bad, code in (
        ("bridge/2026-13-01", "no_such_day"),
        ("bridge/today", "no_such_day"),
        ("chess/2026-11-28", "no_day"),
    ):
        answer = client.get(f"/api/days/{bad}")
        assert (answer.status_code, answer.json()["error"]["code"]) in {(404, code), (400, code)}, answer.text


def test_an_attempt_that_was_broken_off_stands_behind_all_that_were_played(client: TestClient, clock: Later) -> None:
    ann, bob = (member(client, name) for name in ("anna", "boris"))
    day = tomorrow(client, clock)
    where = f"/api/days/preferans/{day}"
    asked(bob.post(f"{where}/play", json={}))
    plays(ann, where)
    counted(ann, where)
    over(clock, day)
    client.portal.call(client.app.state.club.hall.forget)  # type: ignore[attr-defined, call-arg, union-attr]
    deadline = time.monotonic() + 60
    while asked(client.get(where))["awaited"]:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    told = asked(client.get(where))
    assert [(one["name"], one["rank"], one["done"]) for one in told["places"]] == [("Anna", 1, 1), ("Boris", None, 0)]
    assert [one["name"] for one in told["boards"][0]["lines"]] == ["Anna"]
    assert told["boards"][0]["lines"][0]["percent"] is None  # there is nobody to compare with


def test_a_day_is_what_its_log_says(client: TestClient, clock: Later, path: Path) -> None:
    ann = member(client, "anna")
    where = f"/api/days/bridge/{tomorrow(client, clock)}"
    plays(ann, where)
    event = counted(ann, where)["id"]
    quiet(path)
    store = Store(stores.place(path), "OFF")
    try:
        row = client.portal.call(store.log.event, event)  # type: ignore[union-attr]
        entries = client.portal.call(store.log.events, event)  # type: ignore[union-attr]
    finally:
        store.close()
    assert row is not None
    at = Tournament.open(Setup(event, director.logged(row.about), row.created))
    for entry in entries:
        at = at.after(entry)
    found = client.portal.call(client.app.state.club.hall.find, event)  # type: ignore[attr-defined, union-attr]
    assert found.tournament == at
    assert [json.loads(entry.body)["act"] for entry in entries[:2]] == ["cup", "composed"]


def other_club(path: Path, copy: Path, event: str) -> int:
    """The same club with other cards, other results and another secret; how many results are other."""
    shutil.copy(path, copy)
    changed = 0
    with contextlib.closing(sqlite3.connect(copy)) as database:
        database.execute("update tournaments set secret = ? where id = ?", ("ab" * 32, event))
        placed = [row[0] for row in database.execute("select log_id from events where kind = 'placed'").fetchall()]
        for table in placed:
            database.execute("update tables set secret = ? where id = ?", ("cd" * 32, table))
            database.execute("delete from events where log_id = ? and seq > 1", (table,))
        for seq, body in database.execute("select seq, body from events where log_id = ?", (event,)).fetchall():
            told = json.loads(body)
            if told["act"] == "club":
                size = len(told["entry"]["whists"])
                told["entry"] |= {"whists": ["7"] * size, "lines": ["another"] * size}
                changed += 1
                database.execute("update events set body = ? where log_id = ? and seq = ?", (json.dumps(told), event, seq))  # fmt: skip
        database.commit()
    return changed


def answers(
    client: TestClient, reader: TestClient, names: dict[str, str], tables: list[str]
) -> list[tuple[str, int, bytes]]:
    """What a reader gets of every route that could speak of a table, an event, a day or a challenge."""
    found = []
    for route in client.app.routes:  # type: ignore[attr-defined]
        if "GET" not in (getattr(route, "methods", None) or ()) or (
            "{" not in route.path and "/days" not in route.path and "/challenges" not in route.path
        ):
            continue
        for table in tables if "{table}" in route.path else [""]:
            here = BY_PATH | names | {"table": table}
            path = re.sub(r"\{(\w+)(?::\w+)?\}", lambda one: here[one[1]], route.path)  # noqa: B023 - used at once
            answer = reader.get(path)
            found.append((path, answer.status_code, re.sub(rb'"now":\d+', b"", answer.content)))
    return found


@stores.IN_A_FILE
@pytest.mark.parametrize("kind", ["day", *longer("challenge")])
def test_the_witness_nothing_of_a_running_day_or_challenge_reaches_anybody(tmp_path: Path, kind: str) -> None:
    """Somebody who has entered, who has not, a guest and nobody are answered the same whatever the cards and results are."""
    path, copy, clock = tmp_path / "club.db", tmp_path / "other.db", Later()
    with club(path, clock=clock) as client:
        ann, bob, eva = (member(client, name) for name in ("anna", "boris", "eva"))
        stranger = visitor(client)
        guest(stranger, "Гость")
        day = tomorrow(client, clock)
        where = f"/api/days/preferans/{day}"
        if kind == "challenge":
            new = {"id": "c", "game": "preferans", "deals": 4, "hours": 24}
            where = f"/api/challenges/{asked(ann.post('/api/challenges', json=new), 201)['id']}"
        mine = plays(ann, where, 1)
        event = counted(ann, where)["id"]
        asked(bob.post(f"{where}/play", json={}))
        quiet(path)
        placed = [row[0] for row in stores.execute(path, "select log_id from events where kind = 'placed'")]
        assert len(placed) == 2
        names = {"event": event, "game": "preferans", "day": day}
        readers = {"eva": eva, "stranger": stranger, "nobody": visitor(client), "bob": bob}
        tables = {name: [mine] if name == "bob" else placed for name in readers}
        before = {name: answers(client, one, names, tables[name]) for name, one in readers.items()}
        own = ann.get(where).content
    assert other_club(path, copy, event) == 1
    with club(copy, clock=clock) as other:
        for name, one in readers.items():
            there = visitor(other)
            there.cookies = one.cookies
            after = answers(other, there, names, tables[name])
            assert len(after) == len(before[name]) > 30
            for first, second in zip(before[name], after, strict=True):
                assert first == second, name
        there = visitor(other)
        there.cookies = ann.cookies
        assert there.get(where).content != own  # the comparison sees a difference where there is one
        clock.ahead += 48 * HOUR
        assert b"another" in there.get(where).content
        assert 429 not in {status for told in before.values() for _, status, _ in told}


def test_a_challenge_is_compared_deal_by_deal(client: TestClient, clock: Later) -> None:
    ann, bob = member(client, "anna"), visitor(client)
    guest(bob, "Борис")  # a friend needs no login
    for body, status in (
        ({"deals": 5}, 400),
        ({"deals": 4, "game": "chess"}, 400),
        ({"deals": 4, "hours": 0}, 400),
        ({"deals": 4, "hours": 721}, 400),
    ):
        new = {"id": "c", "game": "bridge", "deals": 4, "hours": 24} | body
        assert ann.post("/api/challenges", json=new).status_code == status
    new = {"id": "c", "game": "bridge", "deals": 4, "hours": 24}
    assert bob.post("/api/challenges", json=new).status_code == 403
    event = asked(ann.post("/api/challenges", json=new), 201)["id"]
    assert asked(ann.post("/api/challenges", json=new), 201)["id"] == event  # the same command
    where = f"/api/challenges/{event}"
    told = asked(bob.get(where))
    assert (told["kind"], told["name"], told["deals"], sorted(told["seals"])) == ("challenge", "Anna", 4, list("1234"))
    for nth, one in enumerate((ann, bob)):
        plays(one, where, nth)
    for one in (ann, bob):
        assert len(counted(one, where)["mine"]["won"]) == 4
        assert asked(one.get(where))["boards"] == []
    clock.ahead += 25 * HOUR
    told = asked(client.get(where))
    assert [one["board"] for one in told["boards"]] == [1, 2, 3, 4]
    for board in told["boards"]:
        assert {one["name"] for one in board["lines"]} == {"Anna", "Борис"}
        assert sum(one["percent"] for one in board["lines"]) == 100
        assert board["fair"]["commitment"] == told["seals"][str(board["board"])]
    assert told["percents"]
    assert [one["rank"] for one in told["places"]] in ([1, 2], [1, 1])
    assert told["places"][0]["percent"] >= told["places"][1]["percent"]
    assert asked(bob.post(f"{where}/play", json={}))["again"]


def challenge(maker: TestClient, game: str = "deberts", command: str = "c") -> str:
    """Somebody challenges friends to four deals; returns where."""
    new = {"id": command, "game": game, "deals": 4, "hours": 24}
    return f"/api/challenges/{asked(maker.post('/api/challenges', json=new), 201)['id']}"


def ended(one: TestClient, where: str, status: int = 200) -> Any:
    """The answer to ending a challenge; of a refusal its code."""
    told = asked(one.post(f"{where}/shut", json={}), status)
    return told if status == 200 else told["error"]["code"]


def test_its_author_ends_a_challenge_when_all_who_have_begun_have_finished(client: TestClient, clock: Later) -> None:
    """Nobody who could still play sees anything, and nobody who might have seen comes in, whatever the clocks say."""
    ann, eva = member(client, "anna"), member(client, "eva")
    bob = visitor(client)
    guest(bob, "Борис")
    where = challenge(ann)
    assert ended(bob, where, 409) == "challenge_others"
    assert ended(ann, where, 409) == "challenge_unplayed"
    table = asked(bob.post(f"{where}/play", json={}))["table"]
    plays(ann, where, 1)
    assert (counted(ann, where)["counted"], counted(ann, where)["players"]) == (1, 2)
    assert ended(ann, where, 409) == "challenge_runs"  # the friend sits there, and may still play
    assert asked(ann.get(where))["boards"] == []
    with seated(bob, table, 2) as person:
        person.play()
    counted(bob, where)
    clock.ahead += 2 * HOUR
    assert [asked(one.get(where))["own"] for one in (ann, bob, eva)] == [True, False, False]
    days_ = client.app.state.club.days  # type: ignore[attr-defined]
    before = client.portal.call(days_.find, where.rpartition("/")[2], "challenge")  # type: ignore[union-attr]
    told = ended(ann, where)
    assert len(told["boards"]) == 4
    assert {one["name"] for one in told["boards"][0]["lines"]} == {"Anna", "Борис"}
    assert told["closes"] <= told["now"]
    assert ended(ann, where)["boards"] == told["boards"]  # once more is once
    assert asked(eva.get(where))["boards"] == told["boards"]
    assert eva.get(f"/api/tables/{table}/deals/1").status_code == 200

    assert asked(eva.post(f"{where}/play", json={}), 409)["error"]["code"] == "day_over"
    who = client.portal.call(client.app.state.club.accounts.find, eva.cookies["kozyr"])  # type: ignore[attr-defined, union-attr]
    with pytest.raises(Refused) as late:  # she asked before, and comes after
        client.portal.call(days_.play, before, who)  # type: ignore[union-attr]
    assert late.value.refusal.code == "day_over"
    clock.ahead -= HOUR  # another server, whose clock is late
    assert asked(eva.post(f"{where}/play", json={}), 409)["error"]["code"] == "day_over"
    clock.ahead += HOUR
    assert asked(eva.get(where))["players"] == 2
    client.portal.call(client.app.state.club.hall.forget)  # type: ignore[attr-defined, call-arg, union-attr]
    assert asked(eva.get(where))["boards"] == told["boards"]


def test_a_challenge_whose_time_is_over_and_a_day_are_not_ended(client: TestClient, clock: Later) -> None:
    ann = member(client, "anna")
    where = challenge(ann)
    plays(ann, where)
    counted(ann, where)
    clock.ahead += 25 * HOUR
    assert ended(ann, where, 409) == "day_over"
    day = asked(ann.get(f"/api/days/deberts/{tomorrow(client, clock)}"))["id"]
    assert ended(ann, f"/api/challenges/{day}", 404) == "no_challenge"


def test_the_list_of_challenges_that_one_has_sent_or_plays(
    client: TestClient, clock: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, eva = (member(client, name) for name in ("anna", "boris", "eva"))
    assert visitor(client).get("/api/challenges").status_code == 401
    plays(ann, f"/api/days/deberts/{tomorrow(client, clock)}")  # is no challenge
    first = challenge(ann)
    clock.ahead += HOUR
    second = challenge(bob, "bridge")
    plays(ann, first)
    counted(ann, first)
    asked(ann.post(f"{second}/play", json={}))
    told = asked(ann.get("/api/challenges"))["challenges"]
    assert [(one["id"], one["own"], one["done"], one["counted"], one["players"]) for one in told] == [
        (second.rpartition("/")[2], False, 0, 0, 1),
        (first.rpartition("/")[2], True, 4, 1, 1),
    ]
    assert (told[0]["game"], told[0]["name"], told[0]["deals"]) == ("bridge", "Boris", 4)
    (own,) = asked(bob.get("/api/challenges"))["challenges"]
    assert (own["own"], own["done"]) == (True, None)
    assert asked(eva.get("/api/challenges"))["challenges"] == []
    monkeypatch.setattr("kozyr.club.http.days._PAGE", 1)
    page = ann.get("/api/challenges")
    assert [one["id"] for one in asked(page)["challenges"]] == [told[0]["id"]]
    assert 'page=2>; rel="next"' in page.headers["link"]
    page = ann.get("/api/challenges?page=2")
    assert [one["id"] for one in asked(page)["challenges"]] == [told[1]["id"]]
    assert "link" not in page.headers


def test_a_login_is_as_old_as_itself_and_not_as_its_account(client: TestClient, clock: Later, path: Path) -> None:
    """A guest who has long been here takes a login today: it is young. An older club has not written since when it is there."""
    ann = visitor(client)
    guest(ann, "Anna")
    where = f"/api/days/deberts/{tomorrow(client, clock)}"
    assert asked(ann.post(f"{where}/play", json={}), 409)["error"]["code"] == "day_login"
    assert ann.post("/api/register", json={"login": "anna", "password": "a long password"}).status_code == 201
    assert asked(ann.post(f"{where}/play", json={}), 409)["error"]["code"] == "day_young"
    next_ = f"/api/days/deberts/{tomorrow(client, clock)}"
    asked(ann.post(f"{next_}/play", json={}))
    late = member(client, "late")
    assert asked(late.post(f"{next_}/play", json={}), 409)["error"]["code"] == "day_young"
    earlier = f"update accounts set registered = null, created = created - {days.DAY} where login = 'late'"  # noqa: S608 - our own number
    stores.execute(path, earlier)
    asked(late.post(f"{next_}/play", json={}))


def test_an_older_database_says_in_its_logs_whose_challenges_are(tmp_path: Path) -> None:
    path = tmp_path / "older.db"
    older(path, "0020")
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("insert into accounts (id, nick, created, login) values ('ann', 'Anna', 5, 'anna')")
        for event, act in (
            ("dare", {"act": "cup", "level": "club", "engine": "0" * 64, "kind": "challenge", "by": "ann"}),
            ("day", {"act": "cup", "level": "club", "engine": "0" * 64, "kind": "day"}),
            ("cup", {"act": "known", "account": "ann", "name": '"challenge"'}),
        ):
            database.execute("insert into logs (id, owner) values (?, 'event')", (event,))
            database.execute("insert into tournaments (id, about, created) values (?, '{}', 7)", (event,))
            row = (event, 1, 7, "event", json.dumps(act, separators=(",", ":")))
            database.execute("insert into events (log_id, seq, ts, kind, body) values (?, ?, ?, ?, ?)", row)
        database.commit()
    store = Store(stores.place(path), "OFF")
    try:
        (row_,) = asyncio.run(store.lists.challenges("ann", 0, 9))
        account = asyncio.run(store.accounts.find("ann"))
    finally:
        store.close()
    assert (row_.id, row_.challenger) == ("dare", "ann")
    assert account is not None
    assert (account.registered, account.login_since) == (None, 5)
