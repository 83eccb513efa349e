"""What every page of an event is told, by every route and to every kind of reader: the same bytes after a restart; what is missing; what is broken."""

import random
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from kozyr.cli import main
from kozyr.tournaments import movements
from tests import stores
from tests.conftest import LONG
from tests.people import club, guest, quiet, seated, visitor
from tests.test_events_over_http import Acts, announced, enter, hall, member
from tests.tournaments.evening import preferans_result

SHEETS = ("results", "protocols", "table-cards", "player-cards", "signs", "values", "announcement", "appeal")


def routes(client: TestClient, event: str, tables: tuple[str, ...] = ()) -> list[str]:
    """Every route that tells of an event or of its tables; papers apart, which take long."""
    names = {"event": event, "entrant": "1", "deal": "1", "move": "1", "table_number": "1"}
    found = []
    for route in client.app.routes:  # type: ignore[attr-defined]
        path = getattr(route, "path", "")
        if "GET" not in (getattr(route, "methods", None) or ()) or "{sheet}" in path:
            continue
        some = ({"to": to} for to in (("lines", "final", "json") if "{to}" in path else ("",)))
        if "{table}" in path:
            some = ({"table": one} for one in tables)
        elif not path.startswith("/api/events"):
            continue
        found += [re.sub(r"\{(\w+)(?::\w+)?\}", lambda name: (names | one)[name[1]], path) for one in some]  # noqa: B023
    return [*found, "/api/tables", "/api/history", "/api/finished"]


def pages(client: TestClient, reader: TestClient, paths: list[str], network: str) -> dict[str, tuple[int, bytes]]:
    """What a reader is answered by a club; each time from another network, since each may ask only so often."""
    other = visitor(client, network)
    other.cookies = reader.cookies
    return {path: ((answer := other.get(path)).status_code, answer.content) for path in paths}


class Restarts:
    """A club beside the one that is looked at: started anew over the same database, it tells everybody the same."""

    def __init__(self, client: TestClient, path: Path, readers: dict[str, TestClient]) -> None:
        self.client, self.path, self.readers, self.count = client, path, readers, 0

    def compare(self, event: str, tables: tuple[str, ...] = ()) -> None:
        paths = routes(self.client, event, tables)
        assert len(paths) > 10
        self.count += 1
        net = {name: f"10.0.{self.count}.{n}" for n, name in enumerate(self.readers)}
        before = {name: pages(self.client, reader, paths, net[name]) for name, reader in self.readers.items()}
        assert not [one for told in before.values() for one, (status, _) in told.items() if status == 429]
        with club(self.path) as again:
            for name, reader in self.readers.items():
                after = pages(again, reader, paths, net[name])
                for one in paths:
                    assert after[one] == before[name][one], (name, one)


def acts_of_an_evening(told: Callable[[], Any]) -> Iterator[dict[str, Any]]:
    """One entry after another, from the announcement of a condition to the end; each as the arbiter enters it."""
    chance = random.Random(3)

    def lines(table: dict[str, Any]) -> Iterator[dict[str, Any]]:
        for board in table["boards"]:
            result = preferans_result(board, len(table["seats"]), chance)
            yield {"what": "row", "table": table["table"], "board": board, "result": result}

    yield {"what": "announced", "text": "Начинаем в семь."}
    yield {"what": "appointed", "name": "Vera", "powers": ["register", "rectify"]}
    for n in range(4, 9):
        yield {"what": "entered", "entrant": n, "name": f"Игрок {n}"}
    yield {"what": "withdrawn", "entrant": 8}
    yield {"what": "checked_in", "entrant": 8}
    movement = msgspec.to_builtins(movements.preferans(8))
    yield {"what": "seated", "how": "hand", "order": list(range(1, 9)), "movement": movement}
    yield {"what": "round_begun"}
    yield {"what": "paused"}
    yield {"what": "resumed"}
    first, second = told()["round"]["tables"]
    for line in lines(first):
        yield line
    where = {"table": first["table"], "board": first["boards"][0]}
    yield {"what": "confirmed", **where}
    yield {"what": "corrected", **where, "result": preferans_result(where["board"], 4, chance), "ground": "error"}
    yield {"what": "warned", "table": second["table"], "offence": "slow"}
    yield {"what": "substitute", "entrant": 7, "name": "Запас"}
    yield {"what": "penalised", "entrant": 2, "offence": "late"}
    guilt = {str(next(iter(first["seats"].values()))): "partly"}
    yield {"what": "ruled", **where, "law": "PT-I.11.2.B.1", "text": "обсуждали", "decision": {"artificial": guilt}}
    yield {"what": "round_ended", "last": True}  # the second table's lines come late
    for line in lines(second):
        yield line | {"round": 1}
    yield {"what": "elected", "members": ["Игрок 5", "Игрок 6"]}
    yield {"what": "published"}


@pytest.mark.long
@pytest.mark.rule("PT-I.13.2.4")
def test_a_restart_after_each_entry_gives_the_same_pages(client: TestClient, path: Path) -> None:
    """In short after every fourth entry; to the arbiter, an assistant, players, one who has only come, a stranger, nobody."""
    arbiter, helper = member(client, "orlova"), member(client, "vera")
    people = {f"player {n}": visitor(client) for n in range(1, 4)}
    stranger = visitor(client)
    guest(stranger, "Зритель")
    event = announced(arbiter, listed=True)
    for n, one in enumerate(people.values(), 1):
        guest(one, f"Игрок {n}")
        enter(one, event, f"e{n}")
    assert helper.post(f"/api/events/{event}/come", json={"id": "come"}).status_code == 200
    readers = {"arbiter": arbiter, "assistant": helper, **people, "stranger": stranger, "nobody": visitor(client)}
    restarts, acts = Restarts(client, path, readers), Acts(event)
    for nth, what in enumerate(acts_of_an_evening(lambda: acts.look(arbiter))):
        acts.do(arbiter, **what)
        if LONG or nth % 4 == 3:
            restarts.compare(event)
    restarts.compare(event)
    assert restarts.count > (30 if LONG else 6)
    papers = [f"/api/events/{event}/print/{sheet}?lang=uk" for sheet in SHEETS[: None if LONG else 1]]
    mine = pages(client, arbiter, papers, "10.1.0.1")
    assert all(body.startswith(b"%PDF") for status, body in mine.values() if status == 200)
    with club(path) as again:
        assert pages(again, arbiter, papers, "10.1.0.1") == mine


def test_a_restart_amid_a_round_online_gives_the_same_pages(client: TestClient, path: Path) -> None:
    """The event, its hall, its boards, the table of somebody who sits there; and who does not is refused by both."""
    arbiter, ann, bob = member(client, "orlova"), visitor(client), visitor(client)
    event = announced(arbiter, online=True, listed=True)
    acts = Acts(event)
    for one, name in ((ann, "Анна"), (bob, "Боб")):
        guest(one, name)
        enter(one, event, f"e{name}")
    readers = {"arbiter": arbiter, "ann": ann, "bob": bob, "nobody": visitor(client)}
    restarts = Restarts(client, path, readers)
    for n in range(3, 7):
        acts.do(arbiter, what="entered", entrant=n, name=f"Бот {n}")
    movement = msgspec.to_builtins(movements.preferans(6))
    acts.do(arbiter, what="seated", how="hand", order=[1, 3, 4, 2, 5, 6], movement=movement)
    restarts.compare(event)
    acts.do(arbiter, what="round_begun")
    deadline = time.monotonic() + 60
    while None in (at := [my_table(acts, one) for one in (ann, bob)]):
        assert time.monotonic() < deadline
    quiet(path)
    restarts.compare(event, (str(at[0]), str(at[1])))
    acts.do(arbiter, what="round_ended", last=True)
    quiet(path)
    restarts.compare(event, (str(at[0]), str(at[1])))


@pytest.mark.long
def test_boards_of_an_event_verify_once_nobody_plays_them(
    client: TestClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By `kozyr deal --verify`, and by what the page holds them against: the commitments of the announcement, the cards as played."""
    arbiter, ann = member(client, "orlova"), visitor(client)
    event = announced(arbiter, online=True)
    acts = Acts(event)
    guest(ann, "Анна")
    enter(ann, event, "e1")
    assert ann.post(f"/api/events/{event}/share", json={"id": "n", "nonce": "ab" * 16}).status_code == 200
    promised = client.get(f"/api/events/{event}/fair").json()
    assert promised["reveals"] == []
    for n in range(2, 7):
        acts.do(arbiter, what="entered", entrant=n, name=f"Бот {n}")
    movement = msgspec.to_builtins(movements.preferans(6))
    acts.do(arbiter, what="seated", how="hand", order=list(range(1, 7)), movement=movement)
    deadline = time.monotonic() + 60
    played: dict[str, list[int]] = {}
    while acts.look(arbiter)["round"] is not None:
        nth = acts.do(arbiter, what="round_begun")["round"]["round"]
        while (at := my_table(acts, ann)) is None or at in played:
            assert time.monotonic() < deadline
        with seated(ann, at) as there:
            there.play()
            played[at] = there.table["event"]["boards"]
        while (now := acts.look(arbiter)["round"]) is not None and now["round"] == nth:
            assert time.monotonic() < deadline
    told = client.get(f"/api/events/{event}/fair").json()
    reveals = {one["deal"]: one for one in told["reveals"]}
    assert {board for boards in played.values() for board in boards} == set(reveals)
    assert all(promised["commitments"][str(board)] == one["commitment"] for board, one in reveals.items())
    assert {share["player"] for one in reveals.values() for share in one["shares"]} == {"Анна"}
    for table, boards in played.items():  # the deal as it was played is the board that is revealed
        past = ann.get(f"/api/tables/{table}/deals/1").json()
        assert (past["event"]["id"], past["event"]["boards"]) == (event, boards)
    file = tmp_path / "fair.json"
    file.write_bytes(msgspec.json.encode(told["reveals"]))
    assert main(["deal", "--verify", str(file)]) == 0
    seed = told["reveals"][0]["seed"]
    told["reveals"][0]["seed"] = ("0" if seed[0] != "0" else "1") + seed[1:]
    file.write_bytes(msgspec.json.encode(told["reveals"]))
    assert main(["deal", "--verify", str(file)]) == 1
    capsys.readouterr()


def my_table(acts: Acts, one: TestClient) -> str | None:
    told = acts.look(one)
    me = told["you"]["entrant"]
    return next((table["at"] for table in told["round"]["tables"] if me in table["seats"].values()), None)


@pytest.mark.rule("PT-I.4", "PT-I.6")
def test_a_line_that_is_missing_is_told_to_its_table_and_comes_late(client: TestClient) -> None:
    """A round has ended, and a phone that was away writes what its table lacks; nobody else is told or may."""
    arbiter, ann, bob = member(client, "orlova"), visitor(client), visitor(client)
    event = announced(arbiter)
    acts = Acts(event)
    for n, one in ((1, ann), (2, bob)):
        guest(one, f"Игрок {n}")
        enter(one, event, f"e{n}")
    for n in range(3, 9):
        acts.do(arbiter, what="entered", entrant=n, name=f"Игрок {n}")
    movement = msgspec.to_builtins(movements.preferans(8))
    acts.do(arbiter, what="seated", how="hand", order=list(range(1, 9)), movement=movement)
    told = acts.do(arbiter, what="round_begun")
    mine = next(one for one in told["round"]["tables"] if 1 in one["seats"].values())
    other = next(one for one in told["round"]["tables"] if 1 not in one["seats"].values())
    outsider = bob if 2 in other["seats"].values() else visitor(client)
    assert acts.look(ann)["due"] == []
    acts.do(arbiter, what="round_ended")
    due = acts.look(ann)["due"]
    assert [(one["round"], one["table"], one["board"]) for one in due] == [
        (1, mine["table"], board) for board in mine["boards"]
    ]
    assert due[0]["seats"] == mine["seats"]
    assert all(one["table"] != mine["table"] for one in acts.look(outsider)["due"])
    board = mine["boards"][0]
    line = {
        "what": "row",
        "table": mine["table"],
        "round": 1,
        "board": board,
        "result": preferans_result(board, 4, random.Random(1)),
    }
    if outsider is bob:
        assert acts.refused(bob, **line) == (409, "PT-I.6")
    acts.do(ann, **line)
    assert [one["board"] for one in acts.look(ann)["due"]] == mine["boards"][1:]
    assert hall(arbiter, event)["lines"][0]["at"]["board"] == board


def test_an_event_whose_log_cannot_be_followed_says_so(client: TestClient, path: Path) -> None:
    """Every page of it, and whoever would enter something; other events go on."""
    arbiter = member(client, "orlova")
    event, sound = announced(arbiter), announced(arbiter)
    acts = Acts(event)
    acts.do(arbiter, what="announced", text="Начинаем в семь.")
    stores.execute(path, "update events set body = '{}' where log_id = ? and seq = 2", event)
    client.app.state.club.hall.forget()  # type: ignore[attr-defined]
    for part in ("", "?have=2", "/hall", "/boards", "/fair", "/log.jsonl", "/print/announcement"):
        answer = arbiter.get(f"/api/events/{event}{part}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "frozen"), part
    assert acts.refused(arbiter, what="announced", text="Начинаем в восемь.")[0] == 409
    assert arbiter.get(f"/api/events/{sound}").status_code == 200
