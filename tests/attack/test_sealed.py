"""Sealed boards of a session online, attacked by comparison: two clubs that differ in nothing but what is sealed answer alike.

One is a copy of the other in which every board of the event has other cards, every line another result, the event another
secret, and nothing of what was played at its tables is left. Whoever may not know a board asks both for everything.
"""

import contextlib
import json
import random
import re
import shutil
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from kozyr.club.event.parts import Listed
from kozyr.club.live.socket import NO_TABLE
from kozyr.tournaments import movements
from tests import stores
from tests.conftest import LONG
from tests.people import ORIGIN, club, guest, quiet, visitor
from tests.test_events_over_http import Acts, announced, enter, hall, member
from tests.test_events_sealed import BY_PATH
from tests.tournaments.evening import preferans_result

OF_THE_MOMENT = ("/metrics", "/health", "/ready", "/api/me")  # counters, and what a session says of its own age
HERE = re.compile(
    rb'"here":\{"people":\[[^\]]*\],"guests":\d+\},|"now":\d+,'
)  # who looks at the clubs at this moment, and the moment
SHEETS = ("results", "protocols", "table-cards", "values")


def everything(
    club_: TestClient, reader: TestClient, event: str, tables: list[str], network: str
) -> Iterator[tuple[str, int, bytes]]:
    """What a reader is answered by every route: the path, the status and the body."""
    other = visitor(club_, network)
    other.cookies = reader.cookies
    asked = 0
    for route in club_.app.routes:  # type: ignore[attr-defined]
        if "GET" not in (getattr(route, "methods", None) or ()) or route.path.startswith(OF_THE_MOMENT):
            continue
        some = [{"table": one} for one in tables] if "{table}" in route.path else [{}]
        some = [{"sheet": one} for one in SHEETS] if "{sheet}" in route.path else some
        some = [{"to": one} for one in ("lines", "final", "json", "usebio")] if "{to}" in route.path else some
        for one in some:
            names = BY_PATH | {"event": event} | one
            path = re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: names[found[1]], route.path)  # noqa: B023 - used at once
            rows = [f"?of={of}" for of in get_args(Listed)] if path.endswith("/part") else []
            queries: tuple[str, ...] = ("", "?lang=uk&log=0&page=1&game=preferans")
            if not LONG:  # what names the event or a table is asked in full, and everything else plainly
                queries = queries["{event}" in route.path or "{table}" in route.path :][:1]
            for query in (*queries, *rows):
                asked += 1
                if asked % 12 == 0:  # nobody may ask so often from one place
                    other = visitor(club_, f"{network}.{asked}"[-15:])
                    other.cookies = reader.cookies
                answer = other.get(path + query)
                told = HERE.sub(b"", answer.content)
                yield path + query, answer.status_code, told


def dealt_anew(path: Path, copy: Path, event: str, tables: list[str]) -> int:
    """The same club in which everything that is sealed is other; how many lines have another result."""
    shutil.copy(path, copy)
    chance, changed = random.Random(9), 0
    with contextlib.closing(sqlite3.connect(copy)) as database:
        database.execute("update tournaments set secret = ?", ("ab" * 32,))
        for table in tables:
            row = dict(zip(("card", "seats", "conventions"), database.execute("select card, seats, conventions from tables where id = ?", (table,)).fetchone(), strict=True))  # fmt: skip
            found = 0
            for column, text in row.items():
                told = json.loads(text or "null")
                found += _other_cards(told)
                database.execute(f"update tables set {column} = ? where id = ?", (json.dumps(told), table))  # noqa: S608 - our own words
            assert found, row
            database.execute("delete from events where log_id = ? and seq > 1", (table,))
        for seq, body in database.execute("select seq, body from events where log_id = ?", (event,)).fetchall():
            told = json.loads(body)
            if told["act"] == "club" and told["entry"]["what"] == "row":
                other = preferans_result(told["entry"]["board"], 3, chance)
                changed += other != told["entry"]["result"]
                told["entry"]["result"] = other
                database.execute("update events set body = ? where log_id = ? and seq = ?", (json.dumps(told), event, seq))  # fmt: skip
        database.commit()
    return changed


def _other_cards(told: object) -> int:
    """Turn the cards of a table's boards about, wherever they stand; how many lists of them there were."""
    if isinstance(told, dict):
        found = 0
        if isinstance(cards := told.get("cards"), list) and len(set(cards)) > 1:
            cards.reverse()
            found = 1
        return found + sum(_other_cards(one) for one in told.values())
    return sum(_other_cards(one) for one in told) if isinstance(told, list) else 0


def waits(club_: TestClient, reader: TestClient, before: list[tuple[str, int, bytes]]) -> None:
    """Wait until the bots at the reader's own tables have played as far as they had."""
    there = visitor(club_)
    there.cookies = reader.cookies
    known = next(told for path, _, told in before if path == "/api/tables")
    deadline = time.monotonic() + 60
    while there.get("/api/tables").content != known and time.monotonic() < deadline:
        time.sleep(0.1)


@stores.IN_A_FILE
@pytest.mark.rule("PT-I.12.2.4")
def test_who_may_not_know_a_board_is_answered_the_same_whatever_its_cards_and_results_are(tmp_path: Path) -> None:
    """An entrant of another table, an official who plays, who was replaced, a second account, the steward of a league, nobody."""
    path, copy = tmp_path / "club.db", tmp_path / "other.db"
    with club(path) as client:
        arbiter, plays, steward = (member(client, login) for login in ("orlova", "vera", "steward"))
        ann, gone, second = (visitor(client) for _ in range(3))
        event = announced(arbiter, online=True, listed=True)
        acts = Acts(event)
        for one, name in ((ann, "Анна"), (gone, "Ушёл"), (second, "Анна дома")):
            guest(one, name)
        for n, one in enumerate((ann, plays, gone), 1):
            enter(one, event, f"e{n}")
        acts.do(arbiter, what="appointed", name="Vera", powers=["register", "interpret", "rectify"])
        assert steward.post("/api/leagues", json={"name": "Лига", "text": ""}).status_code == 201
        for n in range(4, 13):
            acts.do(arbiter, what="entered", entrant=n, name=f"Бот {n}")
        movement = movements.preferans(12, at=3)
        tables_of = [list(table.seats.values()) for table in movement.rounds[0].tables]
        order = list(range(4, 13))
        for at, entrant in sorted((people[0] - 1, n) for n, people in enumerate(tables_of[:3], 1)):
            order.insert(at, entrant)  # each of the three at a table of his own, a fourth table has bots alone
        acts.do(arbiter, what="seated", how="hand", order=order, movement=msgspec.to_builtins(movement))
        acts.do(arbiter, what="round_begun")
        deadline = time.monotonic() + 60
        while len(hall(arbiter, event)["lines"]) < len(movement.rounds[0].tables[3].boards):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        mine = {}
        for name, one in (("ann", ann), ("plays", plays), ("gone", gone)):
            told = acts.look(one)
            mine[name] = next(table["at"] for table in told["round"]["tables"] if table["at"] is not None)
        acts.do(arbiter, what="substitute", entrant=3, name="Запас")
        quiet(path)
        placed = [row[0] for row in stores.execute(path, "select log_id from events where kind = 'placed'")]
        assert len(placed) == 4
        readers = {"ann": ann, "plays": plays, "gone": gone, "second": second, "steward": steward}
        if not LONG:  # these two are told what nobody in particular is told
            del readers["second"], readers["steward"]
        readers["nobody"] = visitor(client)
        asked = {name: [one for one in placed if one != mine.get(name)][: None if LONG else 2] for name in readers}
        before = {
            name: list(everything(client, reader, event, asked[name], f"10.1.{n}.1"))
            for n, (name, reader) in enumerate(readers.items())
        }
    assert dealt_anew(path, copy, event, placed) > 1
    with club(copy) as other:
        for n, (name, reader) in enumerate(readers.items()):
            waits(other, reader, before[name])
            after = list(everything(other, reader, event, asked[name], f"10.1.{n}.1"))
            assert len(after) == len(before[name]) > 60
            for first, here in zip(before[name], after, strict=True):
                assert first == here, (name, first[0])
            for table in asked[name] if name != "nobody" else ():  # without a session there is no socket
                there = visitor(other)
                there.cookies = reader.cookies
                with there.websocket_connect(f"/ws/table/{table}", headers=ORIGIN) as socket:
                    with pytest.raises(WebSocketDisconnect) as closed:
                        socket.receive_json()
                    assert closed.value.code == NO_TABLE, name
    statuses = {status for told in before.values() for _, status, _ in told}
    assert 429 not in statuses
    # The comparison sees a difference where there is one: the official who does not play knows the lines.
    with club(path) as client, club(copy) as other:
        halls = []
        for one in (client, other):
            there = visitor(one)
            there.cookies = arbiter.cookies
            halls.append(there.get(f"/api/events/{event}/hall").content)
        assert halls[0] != halls[1]
