"""Ratings at the club: agreed on the card, counted deal by deal, told to who may know, and the same when made anew."""

import asyncio
import contextlib
import random
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from kozyr.club import ratings as rules, standings
from kozyr.club.app import reviews
from kozyr.club.http import ratings as routes
from kozyr.club.live.queue import Queue
from kozyr.club.live.waits import Waits
from kozyr.club.ratings import SIDES, RatedDeal, follow
from kozyr.club.standings import Standings
from kozyr.club.wire import encode
from kozyr.review import reviewing
from kozyr.store import Review, Store, TableRow
from tests import olddb, stores
from tests.people import Person, club, guest, new_table, seated, visitor
from tests.test_events_over_http import member
from tests.test_reviewed_deals import asked

PULKA: dict[str, Any] = {
    "game": "preferans", "preset": "sochi", "changes": {"pool_target": 1, "allpass.forced_rounds": 0},
    "players": 3, "bots": [None, "random"],
}  # fmt: skip
PARTY: dict[str, Any] = {
    "game": "deberts", "preset": "moscow", "changes": {"target": 101}, "players": 2, "bots": [None],
}  # fmt: skip


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question is answered anew, and a post-mortem weighs no decisions, which are no part of a rating."""
    monkeypatch.setattr(standings, "_FRESH", 0.0)
    monkeypatch.setattr(reviewing, "_decisions", lambda *_: [])


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A single deal is enough to be told."""
    monkeypatch.setattr(rules, "LEAST", 1)
    monkeypatch.setattr(routes, "LEAST", 1)


@contextlib.contextmanager
def two(anna: TestClient, boris: TestClient, **wanted: Any) -> Iterator[tuple[str, Person, Person]]:
    """A table of two people who have agreed to its card, and of bots."""
    table = new_table(anna, **({"terms": {"rated": True}} | wanted))
    with seated(anna, table, 1) as first, seated(boris, table, 2) as second:
        assert second.act("sit", chair=1)["t"] == "ack"
        first.until(lambda: len([one for one in first.table["players"] if one["nick"]]) == wanted["players"])
        assert second.act("accept", card=second.table["card"])["t"] == "ack"
        yield table, first, second


def played(anna: TestClient, boris: TestClient, **wanted: Any) -> tuple[str, int]:
    """A table of two people that they have played to its end; and its deals, all of them reviewed."""
    with two(anna, boris, **wanted) as (table, *people), ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda one: one.play(), people))
    deals = anna.get(f"/api/tables/{table}/deals/1").json()["deals"]
    for nth in range(1, deals + 1):
        asked(anna, f"/api/tables/{table}/deals/{nth}")
    return table, deals


def kept(path: Path) -> list[tuple[Any, ...]]:
    return stores.execute(path, "select table_id, deal, ended, rated from reviews order by table_id, deal")


def own(client: TestClient) -> Any:
    answer = client.get("/api/ratings/mine")
    assert answer.status_code == 200, answer.text
    return answer.json()


def listed(client: TestClient, game: str = "preferans") -> Any:
    answer = client.get(f"/api/ratings?game={game}")
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("wanted", [PARTY, pytest.param(PULKA, marks=pytest.mark.long)], ids=lambda one: one["game"])
def test_a_rated_match_moves_two_ratings_and_a_rebuild_gives_the_same(
    tmp_path: Path,
    few: None,  # noqa: ARG001
    wanted: dict[str, Any],
) -> None:
    path = tmp_path / "club.db"
    with club(path) as client:
        anna, boris = member(client, "anna"), member(client, "boris")
        assert own(anna) == own(boris) == []
        table, deals = played(anna, boris, **wanted)
        rows = kept(path)
        assert [row[:2] for row in rows] == [(table, nth) for nth in range(1, deals + 1)]
        some = [SIDES.decode(row[3]) for row in rows]
        for nth, sides in enumerate(some, 1):
            told = anna.get(f"/api/tables/{table}/deals/{nth}/review").json()["deal"]["accounts"]
            names = {
                one["account"] or "bot": one["name"]
                for one in anna.get(f"/api/tables/{table}/deals/{nth}").json()["players"]
            }
            for side in sides:
                account = told[names[side.who[0] if side.pool == "people" else "bot"]]
                assert side.score == Fraction(account["sheet"]) - Fraction(account["luck"])
        found = follow(RatedDeal(wanted["game"], sides) for sides in some)
        mine = next(rating for key, rating in found.items() if key.pool == "people" and key.who == _id(anna))
        assert own(anna) == [
            {
                "game": wanted["game"],
                "deals": deals,
                "least": 1,
                "rating": round(mine.mean),
                "interval": round(mine.interval),
            }
        ]
        assert {key.pool for key in found} == {"people"}  # one bot alone has nobody to be compared with
        assert own(boris)[0]["deals"] == deals
        before = [client.get(where).content for client in (anna, boris) for where in _WHERE]
    list(reviews(stores.place(path)))
    assert kept(path) == rows
    with club(path) as again:
        twin = visitor(again)
        again.cookies, twin.cookies = anna.cookies, boris.cookies
        assert [client.get(where).content for client in (again, twin) for where in _WHERE] == before


_WHERE = ("/api/ratings/mine", "/api/ratings?game=preferans", "/api/ratings?game=deberts")


def _id(client: TestClient) -> str:
    found: str = client.get("/api/me").json()["account"]
    return found


def test_the_list_names_who_wants_it_and_who_has_a_login(tmp_path: Path, few: None) -> None:  # noqa: ARG001
    with club(tmp_path / "club.db") as client:
        anna = member(client, "anna")
        boris = visitor(client)
        guest(boris, "Борис")
        played(anna, boris, **PARTY)
        assert listed(client, "deberts")["people"] == []  # nobody has been asked
        for one in (anna, boris):
            told = one.put("/api/where", json={"country": None, "ranked": True})
            assert told.status_code == 200, told.text
            assert told.json()["ranked"] is True
        (line,) = listed(client, "deberts")["people"]  # a guest is not named
        mine = own(anna)[0]
        assert line == {"account": _id(anna), "nick": "Anna", "bot": None} | {
            name: mine[name] for name in ("rating", "interval", "deals")
        }
        assert listed(client)["people"] == []  # another game
        assert anna.put("/api/where", json={"country": None}).json()["ranked"] is False
        assert listed(client, "deberts")["people"] == []
        refused = client.get("/api/ratings?game=poker")
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, "no_game")
        assert visitor(client).get("/api/ratings/mine").status_code == 401


def test_with_too_few_deals_nothing_is_said(tmp_path: Path) -> None:
    with club(tmp_path / "club.db") as client:
        anna, boris = member(client, "anna"), member(client, "boris")
        anna.put("/api/where", json={"country": None, "ranked": True})
        _, deals = played(anna, boris, **PARTY)
        assert own(anna) == [
            {"game": "deberts", "deals": deals, "least": rules.LEAST, "rating": None, "interval": None}
        ]
        assert listed(client, "deberts")["people"] == []


def test_a_running_deal_and_a_table_without_consent_count_for_nobody(tmp_path: Path, few: None) -> None:  # noqa: ARG001
    path = tmp_path / "club.db"
    with club(path) as client:
        anna, boris = member(client, "anna"), member(client, "boris")
        with two(anna, boris, **PARTY) as (_, first, second):
            for one in (first, second):
                one.until(lambda one=one: one.view is not None)  # type: ignore[misc]
            assert own(anna) == own(boris) == []
            assert listed(client, "deberts") == {"game": "deberts", "least": 1, "people": [], "bots": []}
        table, deals = played(anna, boris, **PARTY, terms={"rated": False})
        assert own(anna) == []
        assert [row[2:] for row in kept(path)] == [(None, None)] * deals
        assert anna.get(f"/api/tables/{table}/deals/1/review").status_code == 200


def test_whoever_leaves_answers_for_the_deal_and_for_no_other(tmp_path: Path, few: None) -> None:  # noqa: ARG001
    """A bot plays on: the deal counts for who held the chair at its cards. The bot's own deals count for neither."""
    path = tmp_path / "club.db"
    with club(path) as client:
        anna, boris = member(client, "anna"), member(client, "boris")
        with two(anna, boris, **PARTY | {"changes": {"target": 301}}) as (table, first, second):
            second.until(lambda: second.view is not None)
            first.until(lambda: first.view is not None)
            assert second.act("leave")["t"] == "ack"
            first.play()
        deals = anna.get(f"/api/tables/{table}/deals/1").json()["deals"]
        assert deals > 1
        for nth in range(1, deals + 1):
            asked(anna, f"/api/tables/{table}/deals/{nth}")
        sides = [SIDES.decode(row[3]) for row in kept(path)]
        assert [side.who for side in sides[0]] in ([(_id(anna),), (_id(boris),)], [(_id(boris),), (_id(anna),)])
        assert all([side.who for side in some] == [(_id(anna),)] for some in sides[1:])
        assert [one["deals"] for one in (*own(anna), *own(boris))] == [1, 1]


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"bots": ["random", "random"]}, "rated_alone"),
        ({"terms": {"rated": True, "hints": True}}, "rated_hints"),
        ({"game": "bridge", "preset": "rubber", "changes": {}, "bots": [None, None]}, "rated_sides"),
    ],
)
def test_a_card_that_cannot_be_rated_is_refused(tmp_path: Path, wanted: dict[str, Any], code: str) -> None:
    with club(tmp_path / "club.db") as client:
        guest(client)
        refused = client.post("/api/tables", json=PULKA | {"terms": {"rated": True}} | wanted)
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, code)
        table = new_table(client, **PULKA)
        with seated(client, table) as anna:
            told = anna.act("card", preset="sochi", terms={"rated": True, "hints": True})
            assert (told["t"], told["reason"]) == ("nak", "bad_card")
            assert anna.act("card", preset="sochi", terms={"rated": True})["t"] == "ack"
            anna.until(lambda: anna.table["terms"]["rated"])


def test_who_seeks_a_rated_game_meets_only_others_who_do(tmp_path: Path) -> None:
    seek = {"game": "deberts", "players": 2, "preset": "moscow", "bot": "random"}
    with club(tmp_path / "club.db") as client:
        anna, boris, vera = (member(client, name) for name in ("anna", "boris", "vera"))
        assert anna.post("/api/seek", json=seek | {"rated": True}).json()["state"] == "waiting"
        assert boris.post("/api/seek", json=seek).json()["state"] == "waiting"
        assert {one["rated"] for one in client.get("/api/lobby").json()["seeks"]} == {True, False}
        found = vera.post("/api/seek", json=seek | {"rated": True}).json()
        assert found["state"] == "found"
        with seated(vera, found["table"]) as there:
            assert there.table["terms"]["rated"] is True


def test_bots_that_fill_a_seek_are_rated_with_nobody(tmp_path: Path) -> None:
    seek = {"game": "deberts", "players": 2, "preset": "moscow", "bot": "random", "rated": True}
    with club(tmp_path / "club.db", waits=Waits(absent=1e6, shares=0.0, look=0.0, seek=0.0)) as client:
        guest(client)
        client.post("/api/seek", json=seek)
        found = client.get("/api/seek?have=1").json()
        assert found["state"] == "found"
        with seated(client, found["table"]) as there:
            assert there.table["terms"]["rated"] is False


# --- made anew, late, closed ---------------------------------------------------------------------------------------


def written(n: int, chance: random.Random) -> Review:
    """The nth deal of a club, as its post-mortem is kept."""
    people = chance.sample(range(12), 3)
    sides = [rules.Side("people", (f"p{one}",), Fraction(chance.randrange(-300, 300), 3)) for one in people]
    return Review(f"t{n % 7}", 1 + n // 7, 5, 1, b"{}", "{}", 1000 + n // 2, encode(sides).decode())


async def _filled(store: Store, some: list[Review]) -> None:
    for nth in range(7):
        if await store.log.table(f"t{nth}") is None:
            await store.log.create(TableRow(f"t{nth}", "preferans", "sochi", "{}", "[]", 1), [], [], "00")
    for one in some:
        await store.reviews.keep(one)


def test_ratings_are_the_fold_in_the_order_of_the_deals_however_they_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Late ones, ones written anew and closed tables too; with most of them folded for good, and with none."""
    monkeypatch.setattr(standings, "_MOST", 40)
    monkeypatch.setattr(standings, "_RECENT", 20)
    chance = random.Random("standings")
    some = [written(n, chance) for n in range(200)]

    async def work(store: Store) -> None:
        apart = Queue("ratings", 8, threaded=True)

        async def same(live: Standings) -> bytes:
            one = encode(sorted((await live.now()).items()))
            assert one == encode(sorted((await Standings(store, time.monotonic, apart).now()).items()))
            rows = await store.reviews.rated()
            assert rows == sorted(rows, key=lambda row: (row.ended, row.table_id, row.deal))
            assert one == encode(sorted(follow(RatedDeal(row.game, SIDES.decode(row.rated)) for row in rows).items()))
            return one

        try:
            live = Standings(store, time.monotonic, apart)
            mixed = chance.sample(some, len(some))
            for at in range(0, len(mixed), 25):
                await _filled(store, mixed[at : at + 25])
                await same(live)
            whole = await same(live)
            other = msgspec.structs.replace(some[3], upto=6, rated=encode([]).decode())
            await store.reviews.keep(other)  # long folded
            assert await same(live) != whole
            await store.reviews.keep(some[3])
            assert await same(live) == whole
            await store.closures.turn("operator", "table", "t3", "why", closed=True)
            assert await same(live) != whole
            await store.closures.turn("operator", "table", "t3", "", closed=False)
            assert await same(live) == whole
        finally:
            apart.close()

    store = stores.opened(tmp_path / "club.db")
    try:
        asyncio.run(work(store))
    finally:
        store.close()


def test_what_a_stopped_club_owes_is_worked_out_at_its_next_start(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    with club(path) as client:
        anna, boris = member(client, "anna"), member(client, "boris")
        with two(anna, boris, **PARTY) as (table, *people), ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda one: one.play(), people))
        deals = anna.get(f"/api/tables/{table}/deals/1").json()["deals"]
        other, _ = played(anna, boris, **PARTY, terms={"rated": False})
        stores.execute(path, "delete from reviews")
    with club(path, behind=8):
        deadline = time.monotonic() + 60
        while len(kept(path)) < deals:
            assert time.monotonic() < deadline
            time.sleep(0.05)
    assert {row[0] for row in kept(path)} == {table}  # what is not rated waits until somebody asks
    assert other != table


@pytest.mark.long
def test_an_old_club_with_rated_tables_is_told_played_on_and_made_anew(tmp_path: Path, few: None) -> None:  # noqa: ARG001
    """Of schema 0020: a pulka and a party that are over, and a pulka in mid-deal, all rated."""
    path = olddb.unpacked(olddb.DATA / "0020-rated.db.xz", tmp_path)
    with contextlib.closing(sqlite3.connect(path)) as database:
        people = {login: id_ for id_, login in database.execute("select id, login from accounts").fetchall()}
    before = kept(path)
    runs = next(table for table in olddb.tables(path) if table not in {row[0] for row in before})
    with olddb.opened(path) as old:
        told = {login: old.get(id_, "/api/ratings/mine") for login, id_ in people.items()}
        for one in told.values():
            assert [(rating["game"], rating["deals"]) for rating in one] == [("deberts", 3), ("preferans", 4)]
        for mine, theirs in zip(told["anna"], told["boris"], strict=True):
            assert mine["rating"] - 1500 == pytest.approx(1500 - theirs["rating"], abs=1)  # one won what the other lost
            assert mine["rating"] != theirs["rating"]
        olddb.play_on(old, runs, 1)
        asked(old.browser(people["anna"]), f"/api/tables/{runs}/deals/1")
        (_, rating) = old.get(people["boris"], "/api/ratings/mine")
        assert (rating["game"], rating["deals"]) == ("preferans", 5)
    rows = kept(path)
    list(reviews(str(path)))
    again = [row for row in kept(path) if row[0] != runs or row[1] == 1]  # a second deal may have ended
    # The luck is what today's experts make of the cards, and a score with it; what is rated, when, and for whom stays.
    assert [_whose(row) for row in again] == [_whose(row) for row in rows]
    assert [_whose(row) for row in rows if row[0] != runs] == [_whose(row) for row in before]


def _whose(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return *row[:3], [(side.pool, side.who) for side in SIDES.decode(row[3])]
