"""The page of a large event: what it needs first is small, the rest comes as it is asked for, and what has not changed costs nothing."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from kozyr.club import wire
from kozyr.club.event.acts import Done, Known
from kozyr.club.event.parts import Listed, first, part
from kozyr.club.event.teams_told import EventMatch, EventOpenRoom, EventTeams
from kozyr.club.event.told import EventLine, EventYou, told
from kozyr.club.live import shelf
from kozyr.store import Entry
from kozyr.tournaments.director.entries import Entered
from kozyr.tournaments.director.state import Session
from kozyr.tournaments.movements import Field, Movement, Round, Table
from kozyr.tournaments.scoring import Place
from tests.attack.test_events import crowd
from tests.people import guest, visitor
from tests.test_events_over_http import Acts, announced, enter, member

MANY = 2_000
MOST = 24_000  # bytes of what the page of an event needs first
LISTS = ("entrants", "tables", "standing", "seen", "matches", "open_rooms")


class Large:
    """An event of many entrants, of whom the last is a visitor with a page."""

    def __init__(self, client: TestClient) -> None:
        self.arbiter = member(client, "orlova")
        self.event = announced(self.arbiter)
        self.acts = Acts(self.event)
        house = client.app.state.club  # type: ignore[attr-defined]
        assert client.portal is not None
        self.portal, self.hall = client.portal, house.hall
        arbiter = self.arbiter.get("/api/me").json()["account"]
        names = [f"Игрок {n}" for n in range(1, MANY)]
        done = [Done(by=arbiter, entry=Entered(entrant=n, name=name)) for n, name in enumerate(names, 1)]
        known = [Known(account=f"{n:016x}", name=name) for n, name in enumerate(names, 1)]
        seq = self.now().seq
        bodies = [msgspec.json.encode(one).decode() for one in (*known, *done)]
        entries = [Entry(seq + n, 1_780_000_000_000, "event", None, None, body) for n, body in enumerate(bodies, 1)]
        self.portal.call(house.store.log.append, self.event, seq, entries)
        self.hall.forget()
        self.last, self.stranger = visitor(client), visitor(client)
        guest(self.last, "Последний")
        assert enter(self.last, self.event)["you"]["entrant"] == MANY

    def now(self) -> Any:
        found = self.portal.call(self.hall.find, self.event)
        assert found is not None
        return found.tournament

    def seated(self) -> None:
        """A round of tables of four has begun; a real movement of so many takes minutes to find."""
        tables = tuple(
            Table(table, (1, 2), {seat: 4 * table - 4 + n for n, seat in enumerate("NESW", 1)})
            for table in range(1, MANY // 4 + 1)
        )
        field = Field("simple", 1, MANY, 4, len(tables), 0)
        movement = Movement(1, (field,), (Round(tables), Round(tables)))
        session = Session(tuple(range(1, MANY + 1)), movement, begun=1, begun_at=1)
        found = self.portal.call(self.hall.find, self.event)
        at = found.tournament
        found.at = replace(at, state=replace(at.state, sessions=(session,)))

    def get(self, one: TestClient, query: str = "", **headers: str) -> Any:
        return one.get(f"/api/events/{self.event}{query}", headers=headers)

    def part(self, one: TestClient, of: str, skip: int = 0, most: int = 500) -> dict[str, Any]:
        answer = self.get(one, f"/part?of={of}&skip={skip}&most={most}")
        assert answer.status_code == 200
        found: dict[str, Any] = answer.json()
        return found

    def small(self, one: TestClient) -> dict[str, Any]:
        """What a page needs first: it is small, and everybody who is named there by number has a name there."""
        answer = self.get(one)
        assert len(answer.content) <= MOST, len(answer.content)
        found: dict[str, Any] = answer.json()
        named = {row["entrant"] for row in (*found["entrants"], *found["named"])}
        assert len(named) == len(found["entrants"]) + len(found["named"])
        assert {row["entrant"] for row in found["standing"]} <= named
        for table in (found["round"] or {"tables": []})["tables"]:
            assert set(table["seats"].values()) <= named
        return found


def test_the_page_of_two_thousand_is_small_at_every_stage(client: TestClient) -> None:
    large = Large(client)
    whole = {"entrants": MANY, "playing": MANY, "tables": 0}
    assert large.small(large.stranger)["counts"].items() >= whole.items()
    found = large.small(large.last)
    assert found["counts"].items() >= whole.items()
    assert (found["entrants"][0]["entrant"], found["entrants"][1]["entrant"]) == (MANY, 1)  # my own row is in front
    assert large.acts.ask(large.arbiter, what="withdrawn", entrant=7).status_code == 200
    assert large.small(large.stranger)["counts"]["playing"] == MANY - 1
    assert large.acts.ask(large.arbiter, what="checked_in", entrant=7).status_code == 200
    large.seated()
    found = large.small(large.last)
    assert found["counts"]["tables"] == MANY / 4 > len(found["round"]["tables"])
    assert MANY in found["round"]["tables"][0]["seats"].values()  # mine
    assert large.small(large.stranger)["round"]["tables"][0]["table"] == 1
    at = large.now()
    everything = msgspec.json.decode(msgspec.json.encode(told(at, "")))
    seen: list[dict[str, Any]] = []
    while len(rows := large.part(large.stranger, "tables", len(seen), 300)["tables"]):
        seen += rows
    assert seen == everything["round"]["tables"]
    names = {row["entrant"]: row["name"] for row in large.part(large.stranger, "tables", 300, 100)["named"]}
    assert {who for table in seen[300:400] for who in table["seats"].values()} == names.keys()


def test_rows_of_a_list_come_as_they_are_asked_for(client: TestClient) -> None:
    large = Large(client)
    whole = msgspec.json.decode(msgspec.json.encode(told(large.now(), "")))["entrants"]
    rows: list[dict[str, Any]] = []
    while len(more := large.part(large.stranger, "entrants", len(rows), 9_999)["entrants"]):
        assert len(more) <= 500
        rows += more
    assert rows == whole
    assert large.part(large.stranger, "entrants", 5, 2)["entrants"] == whole[5:7]
    assert {of: large.part(large.stranger, of)[of] for of in LISTS[1:]} == {of: [] for of in LISTS[1:]}
    for query in ("", "?of=lines", "?of=entrants&skip=-1", "?of=entrants&most=x"):
        assert large.get(large.stranger, f"/part{query}").status_code == 400
    assert large.stranger.get("/api/events/none/part?of=entrants").status_code == 404


def test_what_has_not_changed_costs_nothing(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "_QUESTION", 0.1)
    large = Large(client)
    tag = ""
    for path in ("/part?of=entrants", ""):
        fresh = large.get(large.last, path)
        tag = fresh.headers["etag"]
        same = large.get(large.last, path, **{"if-none-match": tag})
        assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", tag)
    mark = large.get(large.last).json()["mark"]
    waited = large.get(large.last, f"?have={mark}")
    assert (waited.status_code, waited.content) == (204, b"")
    hall = large.get(large.arbiter, "/hall").json()
    assert len(hall["event"]["entrants"]) == hall["event"]["counts"]["entrants"] == MANY  # officials have all of it
    assert large.get(large.arbiter, f"/hall?have={hall['seq']}").status_code == 204
    large.acts.do(large.arbiter, what="announced", text="Перерыв до двух")
    after = large.get(large.last, f"?have={mark}", **{"if-none-match": tag})
    assert after.status_code == 200
    assert after.json()["mark"] != mark
    assert large.get(large.arbiter, f"/hall?have={hall['seq']}").json()["seq"] > hall["seq"]


def test_a_short_event_is_told_whole() -> None:
    at = crowd(50)
    assert first(told(at, "a7")) == told(at, "a7")
    assert first(told(at, "")) == told(at, "")
    assert first(told(crowd(51), "")) != told(crowd(51), "")


def test_places_lines_and_matches_of_thousands_are_cut_too() -> None:
    """Whatever an event tells at once: places, lines of other tables, matches, who has given a nonce."""
    event = told(crowd(MANY), "a1777")
    you = EventYou("Игрок 1777", 1777, arbiter=False, powers=())
    standing = tuple(Place(n, n, Fraction(2 * n, 3)) for n in range(1, MANY + 1))
    seats = [{"N": n, "E": n + 1, "S": n + 2, "W": n + 3} for n in range(1, MANY, 4)]
    scores = dict.fromkeys("NESW", Fraction(100, 3))
    seen = tuple(
        EventLine(1, 1, 1, n, "", "9NT N9 E0 S1", at, scores, scores, None, 0) for n, at in enumerate(seats, 1)
    )
    matches = tuple(EventMatch(1, 1, n, 2 * n - 1, 2 * n, 8, 24, Fraction(7), None) for n in range(1, MANY // 2 + 1))
    rooms = tuple(EventOpenRoom(1, 1, n, 1, tuple(range(1, 9)), f"e-{n:030}") for n in range(1, MANY // 2 + 1))
    teams = EventTeams((), matches, rooms)
    shared = tuple(f"Игрок {n}" for n in range(1, MANY + 1))
    large = replace(event, you=you, standing=standing, seen=seen, teams=teams, shared=shared)
    found = first(large)
    assert len(wire.encode(large)) > 700_000
    assert len(wire.encode(found)) <= MOST
    assert (found.standing[0].entrant, found.entrants[0].entrant) == (1777, 1777)
    assert found.teams is not None
    assert found.teams.matches[0] == matches[888]
    assert found.shared == ("Игрок 1777",)
    named = {one.entrant for one in found.entrants} | {one.entrant for one in found.named}
    assert {who for line in found.seen for who in line.seats.values()} <= named
    assert {who for one in found.teams.matches for who in (one.home, one.away)} <= named
    lists: tuple[tuple[Listed, tuple[object, ...]], ...] = (
        ("standing", standing),
        ("seen", seen),
        ("matches", matches),
        ("open_rooms", rooms),
    )
    for of, whole in lists:
        rest = part(large, of, 100, 300)
        assert getattr(rest, of) == whole[100:400]
        assert of == "open_rooms" or rest.named


def test_who_is_asked_for_is_named(client: TestClient) -> None:
    """At a table of the event its page asks for those who sit there, wherever they stand in the list; so their system cards are found."""
    large = Large(client)
    large.seated()
    tables = large.part(large.stranger, "tables")["tables"]
    far = tables[-1]
    found = large.get(large.stranger, f"?session=1&round=1&table={far['table']}").json()
    named = {one["entrant"]: one["name"] for one in (*found["entrants"], *found["named"])}
    assert set(far["seats"].values()) <= named.keys()
    assert not set(far["seats"].values()) <= {one["entrant"] for one in large.get(large.stranger).json()["named"]}
    for query in ("?session=9&round=1&table=1", "?session=1&round=99&table=1", "?session=1&round=1&table=9999"):
        assert large.get(large.stranger, query).status_code == 200
