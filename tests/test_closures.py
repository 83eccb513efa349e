"""What is closed, in the store: one row of a kind and an id; an older database keeps closed what it had closed."""

import asyncio
import contextlib
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from starlette.testclient import TestClient

from kozyr.club.things import thing
from kozyr.store import Account, Closure
from kozyr.store.schema import SHEET
from tests import stores
from tests.people import club, guest, new_table
from tests.test_cups_over_http import CUP
from tests.test_events_over_http import announced, member

MIGRATIONS = Path(__file__).parents[1] / "src" / "kozyr" / "store" / "migrations"


def older(path: Path, revision: str) -> None:
    """An empty database of an older schema."""
    config, engine = Config(), sa.create_engine(f"sqlite:///{path}")
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()


def test_an_older_database_keeps_closed_what_it_had_closed(tmp_path: Path) -> None:
    """Tables, sheets and events, since when they were; a table learns whose event it is of from the first entry of its log."""
    path = tmp_path / "club.db"
    older(path, "0014")
    tables = {"closed": 7, "stands": None, "of-event": None, f"{SHEET}closed": 8, f"{SHEET}stands": None}
    with contextlib.closing(sqlite3.connect(path)) as database:
        put = database.execute
        for name, closed in tables.items():
            put("insert into logs values (?, 'table')", (name,))
            row = (name, "preferans", "sochi", "{}", "[]", 1, closed)
            put(
                "insert into tables (id, game, preset, conventions, seats, created, closed) values (?,?,?,?,?,?,?)", row
            )
        for name, closed in (("held", 9), ("going", None)):
            put("insert into logs values (?, 'event')", (name,))
            put("insert into tournaments (id, about, created, closed) values (?, '{}', 1, ?)", (name, closed))
        entry = ("of-event", 1, 1, "placed", json.dumps({"event": "held", "people": []}))
        put("insert into events (log_id, seq, ts, kind, body) values (?,?,?,?,?)", entry)
        put("insert into audit (ts, who, what, subject) values (7, 'operator root', 'close', 'closed')")
        database.commit()
    store = stores.opened(path)

    async def work() -> None:
        found = await store.closures.closed(0, 10)
        assert found == [
            Closure("event", "held", 9, ""), Closure("table", f"{SHEET}closed", 8, ""), Closure("table", "closed", 7, ""),
        ]  # fmt: skip
        shut = {name for name in tables if await store.closures.of_table(name) is not None}
        assert shut == {"closed", "of-event", f"{SHEET}closed"}
        row = await store.log.table("of-event")
        assert row is not None
        assert row.event == "held"
        assert [one.why for one in await store.rulings.audited(0, 5)] == [""]

    try:
        asyncio.run(work())
    finally:
        store.close()


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with club(tmp_path / "club.db") as client:
        guest(client)
        yield client


def test_things_are_told_apart_by_one_function(client: TestClient) -> None:
    """By the id or the address of the page; whatever is none of them, is none."""
    owner = member(client, "orlova")
    league = owner.post("/api/leagues", json={"name": "Лига  игр"}).json()["id"]
    sheet = {"game": "preferans", "preset": "sochi", "players": ["Аня", "Борис", "Вера"]}
    robot = owner.post("/api/bots", json={"name": "Лиса"}).json()
    made: dict[str, tuple[str, str]] = {
        "table": (new_table(client, bots=["random", None]), "Анна, Bobr"),
        "event": (announced(owner), "Весенний кубок"),
        "cup": (announced(owner, **CUP), "Весенний кубок"),
        "league": (league, "Лига игр"),
        "sheet": (client.post("/api/keep", json=sheet).json()["id"], "Аня, Борис, Вера"),
        "program": (robot["account"], "Orlova/Лиса"),
    }
    store = client.app.state.club.store  # type: ignore[attr-defined]

    def ask(text: str) -> Any:
        assert client.portal is not None
        return client.portal.call(thing, store, text)

    for what, (id_, name) in made.items():
        found = ask(id_)
        assert (found.what, found.id, found.name) == (what, id_, name)
        page = {"sheet": "keep"}.get(what, what)
        if what != "program":
            assert ask(f"https://club.example/{page}/{id_}?lang=uk#top") == found
    me = client.get("/api/me").json()["account"]
    for text in ("", " ", "none", me, "/table/", f"/table/{me}", "k-", "Анна", "%", "' or 1=1 --"):
        assert ask(text) is None, text


def test_closing_again_and_opening_is_one_row(tmp_path: Path) -> None:
    store = stores.opened(tmp_path / "club.db")

    async def work() -> None:
        await store.accounts.enrol(Account("a", "Анна", 1), "hash")
        await store.accounts.add_bot(Account("b", "Лиса", 1, program="Анна/Лиса"), "a", "token")
        assert await store.closures.kind("b") == "program"
        for why in ("spam", "again"):
            await store.closures.turn("op", "program", "b", why, closed=True)
        assert [one.why for one in await store.closures.closed(0, 9)] == ["again"]
        assert await store.accounts.by_token("token") is None
        await store.closures.turn("op", "program", "b", "", closed=False)
        assert await store.closures.closed(0, 9) == []
        assert await store.accounts.by_token("token") is not None
        assert [(one.id, one.closed) for one in await store.closures.turned(0)] == [("b", False)]
        audit = [(one.what, one.subject, one.why) for one in await store.rulings.audited(0, 9)]
        assert audit == [("open", "b", ""), ("close", "b", "again"), ("close", "b", "spam")]

    try:
        asyncio.run(work())
    finally:
        store.close()


def test_a_closed_table_of_a_closed_event_has_its_own_reason(tmp_path: Path) -> None:
    """And whoever looks for what has changed is told of each change once."""
    path = tmp_path / "club.db"
    store = stores.opened(path)
    stores.execute(path, "insert into logs values ('here', 'table')")
    row = ("here", "preferans", "sochi", "{}", "[]", 1, "held")
    columns = "id, game, preset, conventions, seats, created, event"
    stores.execute(path, f"insert into tables ({columns}) values (?,?,?,?,?,?,?)", *row)  # noqa: S608 - our own words

    async def work() -> None:
        await store.closures.turn("operator", "event", "held", "over", closed=True)
        with_it = await store.closures.of_table("here")
        assert with_it is not None
        assert with_it.why == "over"
        await store.closures.turn("operator", "table", "here", "spam", closed=True)
        own = await store.closures.of_table("here")
        assert own is not None
        assert (own.kind, own.why) == ("table", "spam")
        seen = await store.closures.turned(0)
        assert [(one.id, one.closed) for one in sorted(seen, key=lambda one: one.id)] == [
            ("held", True),
            ("here", True),
        ]
        assert await store.closures.turned(max(one.changed for one in seen)) == []

    asyncio.run(work())
    store.close()
