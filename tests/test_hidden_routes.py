"""No route of the post-mortem, days, challenges, problems and ratings tells anything of a running or a sealed deal.

Two clubs are compared that differ in nothing but the hidden cards and results. Which routes there are is what the router
says: one that nobody asks here makes a test fail.
"""

import contextlib
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest
from starlette.testclient import TestClient

from tests import stores
from tests.longer import longer
from tests.people import Later, Person, club, guest, new_table, seated, visitor
from tests.test_cups_over_http import asked
from tests.test_days import counted, other_club, plays, tomorrow
from tests.test_events_over_http import member

TOPICS: Final = {"review", "reviews", "retry", "days", "challenges", "problems", "ratings"}
Place: TypeAlias = Mapping[str, Any]  # table, deal, first (the entry of its cards), event, game, day
Asked: TypeAlias = Callable[[TestClient, Place], Iterator[Any]]


def got(path: str) -> Asked:
    """A page that is looked at, with and without what may stand behind a question mark."""

    def ask(one: TestClient, at: Place) -> Iterator[Any]:
        for query in ("", "?page=1&game=preferans&lang=ru"):
            yield one.get(path.format(**at) + query)

    return ask


def moves(at: Place) -> Iterator[int]:
    """Moments of the deal, and one that is none."""
    yield from range(at["first"], at["first"] + 8)
    yield 10**6


def retried(one: TestClient, at: Place) -> Iterator[Any]:
    for move in moves(at):
        yield one.post("/api/tables/{table}/deals/{deal}/retry".format(**at), json={"at": move})


def posed(one: TestClient, at: Place) -> Iterator[Any]:
    """Every moment of the deal as a problem of one's own, and one of the program's."""
    for move in moves(at):
        name = f"own-{at['table']}-{at['deal']}-{move}"
        yield one.post("/api/problems", json={"game": at["game"], "problem": name})
    yield one.post("/api/problems", json={"game": "preferans", "problem": "ending-1"})


def sent(path: str, **body: Any) -> Asked:
    """Something that is done, and refused here: whoever asks has played, is a guest, or it is over."""

    def ask(one: TestClient, at: Place) -> Iterator[Any]:
        yield one.post(path.format(**at), json=body)

    return ask


ROUTES: Final[Mapping[tuple[str, str], Asked]] = {
    ("GET", "/api/reviews"): got("/api/reviews"),
    ("GET", "/api/tables/{table}/review"): got("/api/tables/{table}/review"),
    ("GET", "/api/tables/{table}/deals/{deal:nth}/review"): got("/api/tables/{table}/deals/{deal}/review"),
    ("POST", "/api/tables/{table}/deals/{deal:nth}/retry"): retried,
    ("GET", "/api/days"): got("/api/days"),
    ("GET", "/api/days/{game}/{day}"): got("/api/days/{game}/{day}"),
    ("POST", "/api/days/{game}/{day}/play"): sent("/api/days/{game}/{day}/play"),
    ("POST", "/api/challenges"): sent("/api/challenges", id="x", game="chess", deals=4, hours=24),
    ("GET", "/api/challenges"): got("/api/challenges"),
    ("GET", "/api/challenges/{event}"): got("/api/challenges/{event}"),
    ("POST", "/api/challenges/{event}/play"): sent("/api/challenges/{event}/play"),
    ("POST", "/api/challenges/{event}/shut"): sent("/api/challenges/{event}/shut"),
    ("GET", "/api/problems"): got("/api/problems"),
    ("POST", "/api/problems"): posed,
    ("GET", "/api/problems/own"): got("/api/problems/own"),
    ("GET", "/api/ratings"): got("/api/ratings"),
    ("GET", "/api/ratings/mine"): got("/api/ratings/mine"),
}


def everything(client: TestClient, readers: Mapping[str, TestClient], at: Place) -> dict[str, list[tuple[Any, ...]]]:
    """What each reader is answered by each route: the status, and the body without the moment."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    for nth, (name, cookies) in enumerate(readers.items()):
        one = visitor(client, f"203.0.113.{nth}")
        one.cookies = cookies.cookies
        found[name] = []
        for (method, path), ask in ROUTES.items():
            for answer in ask(one, at):
                told = answer.json()
                if isinstance(told, dict):
                    told = {key: value for key, value in told.items() if key not in {"now", "table"}}
                found[name].append((method, path, str(answer.url), answer.status_code, told))
    return found


def same(one: Mapping[str, list[tuple[Any, ...]]], other: Mapping[str, list[tuple[Any, ...]]]) -> None:
    """Nobody can tell the two clubs apart."""
    assert list(one) == list(other)
    for name, told in one.items():
        for first, second in zip(told, other[name], strict=True):
            assert first == second, name
        assert 429 not in {answer[3] for answer in told}, name


def test_every_route_of_these_is_asked(tmp_path: Path) -> None:
    with club(tmp_path / "club.db") as client:
        there = {
            (method, route.path)
            for route in client.app.routes  # type: ignore[attr-defined]
            for method in getattr(route, "methods", None) or ()
            if method != "HEAD" and TOPICS & set(route.path.split("/"))
        }
    assert there == set(ROUTES)


# --- a deal that runs ------------------------------------------------------------------------------------------


def entries(path: Path, table: str) -> list[tuple[int, dict[str, Any]]]:
    found = stores.execute(path, "select seq, body from events where log_id = ? and kind = 'event' order by seq", table)
    return [(seq, json.loads(body)) for seq, body in found]


def begun(path: Path, table: str, person: Person) -> int:
    """Play until a later deal waits for this person's first word; returns which of the match it is."""
    for _ in range(2_000):
        person.wait()
        events = [event for _, event in entries(path, table)]
        deals = [event["type"] for event in events].count("deal")
        if person.view is not None and deals > 1 and events[-1]["type"] == "deal":
            return deals
        person.move()
    raise AssertionError("no such deal")


def dealt_anew(path: Path, copy: Path, table: str, hand: str) -> None:
    """The same club in which the hidden hands of the running deal are the other way round."""
    shutil.copy(path, copy)
    seq, event = entries(path, table)[-1]
    first, _, rest = event["cards"].partition(":")
    hands, plus, talon = rest.partition(" + ")
    seats = dict(zip("NESW"["NESW".index(first) :], hands.split(), strict=False))
    one, two = (seat for seat in seats if seat != hand)
    seats[one], seats[two] = seats[two], seats[one]
    cards = f"{first}:{' '.join(seats.values())}{plus}{talon}"
    assert cards != event["cards"]
    with contextlib.closing(sqlite3.connect(copy)) as database:
        body = json.dumps(event | {"cards": cards})
        database.execute("update events set body = ? where log_id = ? and seq = ?", (body, table, seq))
        database.execute("delete from checkpoints")
        database.commit()


@stores.IN_A_FILE
def test_nothing_of_a_running_deal_is_told_by_any_of_these_routes(tmp_path: Path) -> None:
    path, copy = tmp_path / "club.db", tmp_path / "other.db"
    with club(path) as client:
        guest(client)
        stranger = visitor(client)
        guest(stranger, "Гость")
        table = new_table(client)
        with seated(client, table, 3) as anna:
            deal = begun(path, table, anna)
            assert anna.view is not None
            hand = anna.view["seat"]
    readers = {"player": client, "stranger": stranger, "nobody": visitor(client)}
    at = {"table": table, "deal": deal, "event": "none", "game": "preferans", "day": "2026-11-28"}
    dealt = [seq for seq, event in entries(path, table) if event["type"] == "deal"]
    dealt_anew(path, copy, table, hand)
    with club(path) as one, club(copy) as other:
        told = everything(one, readers, at | {"first": dealt[-1]})
        same(told, everything(other, readers, at | {"first": dealt[-1]}))
        there = visitor(one)
        there.cookies = client.cookies
        over = {answer.status_code for answer in retried(there, at | {"deal": deal - 1, "first": dealt[-2]})}
    assert {answer[3] for answer in told["player"] if "{deal" in answer[1]} == {404}
    assert over == {200, 404}  # the deal before it is over, and told


# --- a deal that is sealed -------------------------------------------------------------------------------------


@stores.IN_A_FILE
@pytest.mark.parametrize("kind", ["challenge", *longer("day")])
def test_nothing_of_a_sealed_deal_is_told_by_any_of_these_routes(tmp_path: Path, kind: str) -> None:
    """By who has played it, who plays it, a guest and nobody; the result of one's own is all that is told."""
    path, copy, clock = tmp_path / "club.db", tmp_path / "other.db", Later()
    with club(path, clock=clock) as client:
        ann, bob = (member(client, name) for name in ("anna", "boris"))
        stranger = visitor(client)
        guest(stranger, "Гость")
        day = tomorrow(client, clock)
        where = f"/api/days/preferans/{day}"
        if kind == "challenge":
            new = {"id": "c", "game": "preferans", "deals": 4, "hours": 24}
            where = f"/api/challenges/{asked(ann.post('/api/challenges', json=new), 201)['id']}"
        table = plays(ann, where, 1)
        event = counted(ann, where)["id"]
        asked(bob.post(f"{where}/play", json={}))
    at = {
        "table": table,
        "deal": 1,
        "first": entries(path, table)[0][0],
        "event": event,
        "game": "preferans",
        "day": day,
    }
    readers = {"bob": bob, "stranger": stranger, "nobody": visitor(client)}
    assert other_club(path, copy, event) == 1
    with club(path, clock=clock) as one, club(copy, clock=clock) as other:
        same(everything(one, readers, at), everything(other, readers, at))
        own = everything(one, {"ann": ann}, at)["ann"]
        clock.ahead += 48 * 3_600_000
        assert one.get(where).json()["boards"] != other.get(where).json()["boards"]
    # Who has played is told nothing of the deal either, but by whom it is still played and the own result.
    assert {one[3] for one in own if one[1].endswith(("{deal:nth}/review", "/retry"))} == {403}
    assert next(one[4] for one in own if one[1] == "/api/problems/own") == []
