"""What is sealed in a session online reaches nobody: no route and no frame of an outsider has a card, a line or a total.

Every route that the club has is asked, by everybody who does not sit at the table: another entrant, a second account of one
who sits there, a stranger, the arbiter who takes part himself.
"""

import asyncio
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from kozyr.club import wire
from kozyr.club.event import hall_told
from kozyr.club.event.acts import DECODER, ByClub
from kozyr.club.event.parts import Listed
from kozyr.club.event.told import listed, told
from kozyr.club.event.tournament import Tournament, lines
from kozyr.club.live.socket import NO_TABLE
from kozyr.store import Account, Entry, EventRow, Store
from kozyr.tournaments import movements
from kozyr.tournaments.director.entries import Entered, RoundBegun, Row, Seated
from tests import stores
from tests.people import ORIGIN, club, guest, new_table, seated, visitor
from tests.test_events import HOST
from tests.test_events_online import server
from tests.test_events_over_http import Acts, announced, enter, hall, member
from tests.tournaments.evening import event as preferans_event, preferans_result

# A card as JSON has it, and hands as records have them.
CARD = re.compile(r'"[SCDH](?:10|[2-9TJQKA])"|\b[SCDH]:?(?:10|[7-9TJQKA]){3,}|(?:[♠♣♦♥](?:10|[7-9TJQKAВДКТ]){2,})')
BY_PATH = {"game": "preferans", "day": "2026-11-28", "account": "0" * 16, "sheet": "results", "to": "lines", "issue": "1", "deal": "1", "move": "1", "league": "none", "path": "event", "entrant": "1", "table_number": "1", "report": "1"}  # fmt: skip


# The same before anything is played: countries, of which Canada is "CA"; what may be asked at the arbiter's desk.
BEFORE_ANY = {"/api/where", "/api/rule"}


def answers(client: TestClient, reader: TestClient, event: str, tables: list[str]) -> Iterator[tuple[str, int, str]]:
    """What a reader gets of every route that the club answers: the path, the status and the body."""
    for route in client.app.routes:  # type: ignore[attr-defined]
        if "GET" not in (getattr(route, "methods", None) or ()):
            continue
        for table in tables if "{table}" in route.path else [""]:
            names = BY_PATH | {"event": event, "table": table}
            path = re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: names[found[1]], route.path)  # noqa: B023 - used at once
            rows = [f"?of={of}" for of in get_args(Listed)] if path.endswith("/part") else []
            for query in ("", "?lang=ru&log=0", *rows):
                answer = reader.get(path + query)
                yield path, answer.status_code, answer.text


@pytest.mark.rule("PT-I.12.2.4")
def test_no_route_and_no_frame_tells_an_outsider_of_a_sealed_board(client: TestClient) -> None:
    arbiter, ann, bob, second, stranger = member(client, "orlova"), *(visitor(client) for _ in range(4))
    event = announced(arbiter, online=True, listed=True)
    acts = Acts(event)
    for one, name in ((ann, "Анна"), (bob, "Боб"), (second, "Анна дома"), (stranger, "Зритель")):
        guest(one, name)
    enter(ann, event, "e1")
    enter(bob, event, "e2")
    for n in range(3, 10):
        acts.do(arbiter, what="entered", entrant=n, name=f"Бот {n}")
    movement = movements.preferans(9, at=3)
    first, then, *_ = (min(table.seats.values()) for table in movement.rounds[0].tables)
    order = list(range(3, 10))
    for at, entrant in sorted(((first - 1, 1), (then - 1, 2))):
        order.insert(at, entrant)
    acts.do(arbiter, what="seated", how="hand", order=order, movement=msgspec.to_builtins(movement))
    acts.do(arbiter, what="round_begun")
    deadline = time.monotonic() + 60
    while len(hall(arbiter, event)["lines"]) < 1:  # a table of bots has played a board
        assert time.monotonic() < deadline
        time.sleep(0.05)
    mine = {}
    for name, one in (("ann", ann), ("bob", bob)):
        mine[name] = next(table for table in acts.look(one)["round"]["tables"] if table["at"] is not None)
    assert mine["ann"]["at"] != mine["bob"]["at"]
    tables = [one["at"] for one in mine.values()]
    results = {line["result"] for line in hall(arbiter, event)["lines"]}
    with seated(ann, tables[0]) as there:
        shown = "".join(there.heard)
        assert CARD.search(shown)  # who sits there sees his hand, so the pattern finds cards
        for name, reader in (("bob", bob), ("second", second), ("stranger", stranger), ("ann", ann)):
            asked = tables if name in {"second", "stranger"} else tables[:1] if name == "bob" else tables[1:]
            count = 0
            for path, status, body in answers(client, reader, event, asked):
                count += 1
                told_cards = path not in BEFORE_ANY and CARD.search(body)
                assert not told_cards, (name, path, told_cards)
                assert not [one for one in results if one in body], (name, path)
                if path.startswith(f"/api/tables/{asked[0]}") and not path.endswith("qr.svg"):
                    assert status in {403, 404}, (name, path, body)
            assert count > 80
            for table in asked:
                with reader.websocket_connect(f"/ws/table/{table}", headers=ORIGIN) as socket:
                    with pytest.raises(WebSocketDisconnect) as closed:
                        socket.receive_json()
                    assert closed.value.code == NO_TABLE, name


@pytest.mark.rule("PT-I.12.2.4")
def test_other_results_at_other_tables_are_the_same_bytes_for_who_takes_part(tmp_path: Path) -> None:
    """Two logs of one session that differ in nothing but what was played: everybody who plays is told the same."""

    async def played(store: Store) -> tuple[Tournament, list[Entry]]:
        async with server(store) as one:
            held = await one.hall.announce(HOST, preferans_event(), online=True)
            await store.accounts.enrol(HOST, "host")
            people = [Account(f"a{n}", f"P{n}", 1) for n in (1, 2)]
            for account in people:
                await store.accounts.enrol(account, account.id)
                await one.hall.enter(held, account, f"enter {account.id}")
            await one.hall.enter(held, HOST, "enter host")  # the arbiter plays as well
            for number in range(4, 10):
                await one.do(held, Entered(entrant=number, name=f"P{number} bot"))
            await one.hall.do(held, HOST, "seat", seating)
            await one.do(held, RoundBegun())
            due = sum(len(table.boards) for table in seating.movement.rounds[0].tables)
            at = await one.find(held)
            for _ in range(5_000):
                at = await one.find(held)
                if len(at.state.rows) == due:
                    break
                await asyncio.sleep(0.005)
            return at, await store.log.events(held)

    seating = Seated(how="hand", order=tuple(range(1, 10)), movement=movements.preferans(9, at=3))
    store = stores.opened(tmp_path / "club.db")
    at, entries = asyncio.run(played(store))
    store.close()
    at = other = Tournament.open(at.setup)
    chance, changed, otherwise = random.Random(5), 0, []
    for entry in entries:
        at = at.after(entry)
        act = DECODER.decode(entry.body)
        if isinstance(act, ByClub) and isinstance(act.entry, Row):
            result = preferans_result(act.entry.board, 3, chance)
            changed += result != act.entry.result
            line = msgspec.structs.replace(act.entry, result=result)
            body = msgspec.json.encode(msgspec.structs.replace(act, entry=line)).decode()
            entry = msgspec.structs.replace(entry, body=body)  # noqa: PLW2901
        otherwise.append(entry)
        other = other.after(entry)
    assert changed > 3
    assert other.state.rows != at.state.rows
    row = EventRow(at.setup.id, msgspec.json.encode(at.setup.about).decode(), 0, listed=True)
    for account in ("a1", "a2", "host", "nobody"):
        for tell in (told, lambda one, who: listed(row, one, who)):
            assert wire.encode(tell(at, account)) == wire.encode(tell(other, account)), account
    logs = [list(lines(at.setup, each)) for each in (entries, otherwise)]
    hall_of = [wire.encode(hall_told.hall(one, "host", log, 0)) for one, log in zip((at, other), logs, strict=True)]
    assert hall_of[0] == hall_of[1]


@pytest.mark.rule("PT-I.12.2.3")
def test_who_has_played_boards_cannot_tell_the_others_of_them_at_the_table(client: TestClient) -> None:
    """Neither amid the boards nor when they are over, since everybody can come back to a table; phrases stay."""
    arbiter, ann = member(client, "orlova"), visitor(client)
    event = announced(arbiter, online=True)
    acts = Acts(event)
    guest(ann, "Анна")
    enter(ann, event, "e1")
    for n in range(2, 7):
        acts.do(arbiter, what="entered", entrant=n, name=f"Бот {n}")
    movement = msgspec.to_builtins(movements.preferans(6))
    acts.do(arbiter, what="seated", how="hand", order=list(range(1, 7)), movement=movement)
    acts.do(arbiter, what="round_begun")
    deadline = time.monotonic() + 60
    while (at := next(one["at"] for one in acts.look(ann)["round"]["tables"] if 1 in one["seats"].values())) is None:
        assert time.monotonic() < deadline
    with seated(ann, at) as there:
        told = there.ask(t="say", text="на второй сдаче шесть пик")
        assert (told["reason"], told["law"]) == ("quiet", "PT-I.12.2.3")
        there.play()
        told = there.ask(t="say", text="на второй сдаче шесть пик")
        assert (told["reason"], told["law"]) == ("quiet", "PT-I.12.2.3")
        assert there.ask(t="say", phrase="thanks")["t"] == "ack"


@pytest.mark.rule("PT-I.12.2.3", "PT-I.12.2.4")
def test_who_takes_part_writes_no_words_at_other_tables_either(tmp_path: Path) -> None:
    """At any table of the club, also after a restart, until his session has ended; phrases stay, and others write."""
    path = tmp_path / "club.db"
    with club(path) as client:
        arbiter, ann, friend = member(client, "orlova"), visitor(client), visitor(client)
        event = announced(arbiter, online=True)
        acts = Acts(event)
        for one, name in ((ann, "Анна"), (friend, "Борис")):
            guest(one, name)
        enter(ann, event, "e1")
        for n in range(2, 7):
            acts.do(arbiter, what="entered", entrant=n, name=f"Бот {n}")
        other = new_table(friend, bots=[None, "novice"])

        def words(one: TestClient) -> tuple[str, object]:
            with seated(one, other) as there:
                told = there.ask(t="say", text="шесть пик на второй")
                assert there.ask(t="say", phrase="thanks")["t"] == "ack"
                return told["t"], told.get("law")

        movement = msgspec.to_builtins(movements.preferans(6))
        acts.do(arbiter, what="seated", how="hand", order=list(range(1, 7)), movement=movement)
        assert words(ann) == ("ack", None)  # nobody knows a board yet
        acts.do(arbiter, what="round_begun")
        assert words(ann) == ("nak", "PT-I.12.2.4")
        assert words(friend) == ("ack", None)
        cookies = ann.cookies, arbiter.cookies
    with club(path) as client:  # nobody has asked for the event since
        ann, arbiter = visitor(client), visitor(client)
        ann.cookies, arbiter.cookies = cookies
        deadline = time.monotonic() + 60
        while words(ann) != ("nak", "PT-I.12.2.4"):
            assert time.monotonic() < deadline
            time.sleep(0.5)  # a network that opens sockets too often is sent away
        acts.do(arbiter, what="round_ended", last=True)
        assert words(ann) == ("ack", None)


@pytest.mark.rule("PT-I.12.2.4")
def test_who_knows_boards_of_a_session_plays_on_for_nobody_in_it(client: TestClient) -> None:
    """An official who was told its lines, and a substitute who has played for another; a new one may, and between sessions anybody."""
    arbiter, helper = member(client, "orlova"), member(client, "vera")
    event = announced(arbiter, online=True)
    acts = Acts(event)
    assert helper.post(f"/api/events/{event}/come", json={"id": "come"}).status_code == 200
    acts.do(arbiter, what="appointed", name="Vera", powers=["register"])
    for n in range(1, 7):
        acts.do(arbiter, what="entered", entrant=n, name=f"Бот {n}")
    movement = msgspec.to_builtins(movements.preferans(6))
    acts.do(arbiter, what="seated", how="hand", order=list(range(1, 7)), movement=movement)
    acts.do(arbiter, what="round_begun")
    for name in ("Vera", "Orlova"):
        assert acts.refused(helper, what="substitute", entrant=1, name=name) == (409, "PT-I.12.2.4")
    acts.do(helper, what="substitute", entrant=1, name="Запас")
    assert acts.refused(helper, what="substitute", entrant=2, name="Запас") == (409, "PT-I.12.2.4")
    acts.do(helper, what="substitute", entrant=1, name="Другой запас")
    acts.do(arbiter, what="round_ended", last=True)
    acts.do(arbiter, what="substitute", entrant=2, name="Vera")
