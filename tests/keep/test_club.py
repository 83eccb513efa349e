"""Kept sheets at the club: written once, two phones at once, restarted after every entry, checked and rebuilt."""

from __future__ import annotations

import asyncio
import json
import threading
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from kozyr.cli import main
from kozyr.club.app import rebuild
from kozyr.club.clock import CLOCK
from kozyr.club.live.keeping import Keeping
from kozyr.club.upkeep import check
from kozyr.keep import Setup
from kozyr.sheets import keeper, printer
from kozyr.store import Stale
from tests import stores
from tests.keep.table import mark, outcome
from tests.luck import LUCK
from tests.people import Standing, club, visitor
from tests.stores import opened

SETUP = {"game": "preferans", "preset": "sochi", "players": ["Аня", "Борис", "Вера"]}
SIX = {"act": "write", "by": "Аня", "deal": 1, "outcome": outcome("Аня", "Аня", "6S", 6)}


def begin(client: TestClient, **changes: Any) -> str:
    answer = client.post("/api/keep", json=SETUP | changes)
    assert answer.status_code == 201, answer.text
    sheet: str = answer.json()["id"]
    return sheet


def look(client: TestClient, sheet: str) -> dict[str, Any]:
    told: dict[str, Any] = client.get(f"/api/keep/{sheet}").json()
    return told


def send(client: TestClient, sheet: str, do: dict[str, Any], at: int, key: str = "") -> Any:
    return client.post(f"/api/keep/{sheet}", json={"id": key or f"{at}-{do['by']}", "at": at, "do": do})


def write(client: TestClient, sheet: str, do: dict[str, Any]) -> dict[str, Any]:
    answer = send(client, sheet, do, look(client, sheet)["seq"])
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_a_sheet_is_begun_written_on_and_taken_home(client: TestClient) -> None:
    sheet = begin(client)
    fresh = look(client, sheet)
    assert (fresh["seq"], fresh["due"][0]["dealer"], fresh["judged"]) == (1, "Аня", True)
    told = write(client, sheet, SIX)
    assert told["sheet"]["pool"] == [2, 0, 0]
    assert told["lines"][0]["protocol"] == "6♠/="
    assert told["sheet"]["settlement"]["result"] != [0, 0, 0]  # as if it ended now
    entry = write(client, sheet, {"act": "enter", "by": "Борис", "deal": 1, "marks": [mark("pool", 4)]})["seq"]
    told = write(client, sheet, {"act": "amend", "by": "Аня", "entry": entry, "marks": []})
    assert (told["warned"], told["lines"][1]["wrong"], told["lines"][1]["was_marks"][0]["points"]) == (
        ["Борис"],
        True,
        4,
    )
    file = client.get(f"/api/keep/{sheet}/score.jsonl")
    assert "attachment" in file.headers["content-disposition"]
    reader = keeper("preferans", None, {}, None)
    for line in file.text.splitlines():
        reader.line(line)
    assert reader.standing()["sheet"]["pool"] == {"Аня": 2, "Борис": 0, "Вера": 0}


def test_no_entry_is_written_twice_and_two_phones_do_not_overwrite_one_another(client: TestClient) -> None:
    sheet, other = begin(client), visitor(client)
    first = send(client, sheet, SIX, 1, key="one")
    again = send(client, sheet, SIX, 1, key="one")  # its answer was lost on the way
    assert (first.status_code, again.status_code) == (200, 200)
    assert (first.json(), look(client, sheet)["seq"]) == (again.json(), 2)
    stale = send(other, sheet, {"act": "write", "by": "Борис", "deal": 1, "outcome": SIX["outcome"]}, 1)
    assert (stale.status_code, stale.json()["error"]["code"]) == (409, "stale")
    twice = send(other, sheet, {"act": "write", "by": "Борис", "deal": 1, "outcome": SIX["outcome"]}, 2)
    assert (twice.status_code, twice.json()["error"]["code"], twice.json()["error"]["law"]) == (
        409, "written", "P-4.2.4",
    )  # fmt: skip
    assert look(other, sheet) == first.json()


def test_what_another_server_has_written_is_known_before_an_act_is_refused(tmp_path: Path) -> None:
    """A phone that has seen a line by one server writes by the other one at once; who has not seen it does not write over it."""

    async def work() -> None:
        stores = [opened(tmp_path / "club.db") for _ in range(2)]
        servers = [Keeping(one.log, CLOCK, LUCK) for one in stores]
        sheet = await servers[0].create(Setup("preferans", "sochi", ("Аня", "Борис", "Вера")))
        for one in servers:
            await one.find(sheet)
        six = msgspec.Raw(msgspec.json.encode(SIX))
        await servers[0].do(sheet, "one", 1, six)
        again = await servers[1].do(sheet, "one", 1, six)
        assert again is not None
        assert again.seq == 2
        with pytest.raises(Stale):
            await servers[1].do(sheet, "late", 1, six)
        end: dict[str, Any] = {"act": "end", "by": "Аня"}
        yes: dict[str, Any] = {"act": "agree", "by": "Борис", "entry": 3, "yes": True}
        await servers[0].do(sheet, "two", 2, msgspec.Raw(msgspec.json.encode(end)))
        third = await servers[1].do(sheet, "three", 3, msgspec.Raw(msgspec.json.encode(yes)))
        assert third is not None
        assert third.seq == 4
        for store in stores:
            store.close()

    asyncio.run(work())


def test_who_waits_hears_of_it(client: TestClient) -> None:
    sheet, told = begin(client), list[int]()
    waits = threading.Thread(
        target=lambda: told.append(client.get(f"/api/keep/{sheet}", params={"have": 1}).json()["seq"])
    )
    waits.start()
    write(visitor(client), sheet, SIX)
    waits.join(10)
    assert told == [2]
    assert client.get(f"/api/keep/{sheet}", params={"have": 1}).json()["seq"] == 2  # who has less is told at once


@pytest.mark.parametrize(
    ("setup", "result"),
    [
        ({}, SIX["outcome"]),
        ({"changes": {"pool_target": 10}, "dealer": 1}, outcome("Борис", "Аня", "7D", 6, "Вера")),
        (
            {"game": "bridge", "preset": "rubber", "players": ["А", "Б", "В", "Г"]},
            {"dealer": "N", "contract": "4SX", "declarer": "S", "tricks": 11},
        ),
        (
            {"game": "bridge", "preset": "chicago", "players": ["А", "Б", "В", "Г"], "changes": {}},
            {"dealer": "N", "contract": "3NT", "declarer": "E", "tricks": 8},
        ),
        (
            {"game": "deberts", "preset": "moscow", "players": ["А", "Б"], "changes": {"target": 301}},
            {"dealer": "N", "maker": "N", "trump": "H", "points": {"N": 0, "S": 162}, "bait": "N"},
        ),
    ],
)
def test_the_command_that_the_page_shows_reads_the_file_with_the_same_result(
    client: TestClient,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    setup: dict[str, Any],
    result: dict[str, Any],
) -> None:
    sheet = begin(client, **setup)
    told = look(client, sheet)
    dealer = told["due"][0]["dealer"]
    told = write(
        client, sheet, {"act": "write", "by": told["players"][0], "deal": 1, "outcome": result | {"dealer": dealer}}
    )
    file = client.get(f"/api/keep/{sheet}/score.jsonl")
    command, *words, name = told["score"].split()
    assert (command, f'filename="{name}"' in file.headers["content-disposition"]) == ("kozyr", True)
    (tmp_path / name).write_text(file.text, encoding="utf-8")
    main([*words, str(tmp_path / name), "--json"])
    scored = json.loads(capsys.readouterr().out)
    kept = client.app.state.club.keeping  # type: ignore[attr-defined]
    assert client.portal is not None
    match = client.portal.call(partial(kept.find, sheet)).kept.match
    ours = json.loads(msgspec.json.encode(printer(told["game"]).standing(match)))
    assert {key: scored[key] for key in ours} == ours


@stores.IN_A_FILE
def test_a_sheet_survives_the_club_after_every_entry(tmp_path: Path) -> None:
    db = tmp_path / "club.db"
    with club(db) as client:
        sheet = begin(client, players=["Аня", "Борис", "Вера", "Гриша"])
    acts: list[dict[str, Any]] = [
        {"act": "named", "by": "Аня", "deal": 1},
        {"act": "write", "by": "Борис", "deal": 1, "outcome": outcome("Аня", "Борис", "7D", 7, "Вера")},
        {"act": "enter", "by": "Вера", "deal": 1, "marks": [mark("whists", 20, "Борис")]},
        {"act": "amend", "by": "Борис", "entry": 4, "marks": [mark("whists", 12, "Борис")]},
        {"act": "named", "by": "Аня", "deal": 2},
        {"act": "amend", "by": "Борис", "entry": 4, "marks": []},
        {"act": "agree", "by": "Вера", "entry": 7, "yes": True},
        {"act": "end", "by": "Аня"},
        *({"act": "agree", "by": name, "entry": 9, "yes": True} for name in ("Борис", "Вера", "Гриша")),
    ]
    told: dict[str, Any] = {}
    for act in acts:
        with club(db) as client:
            told = write(client, sheet, act)
        with club(db) as client:
            assert look(client, sheet) == told
    assert told["sheet"]["finished"]
    assert list(rebuild(stores.place(db))) == ["1 tables read, 1 noted anew"]
    lines, sound = check(stores.place(db))
    assert sound
    assert "1 tables, 12 entries" in lines[-1]
    with club(db) as client:
        assert look(client, sheet) == told


@stores.IN_A_FILE
def test_a_log_that_cannot_be_followed_is_found(tmp_path: Path) -> None:
    db = tmp_path / "club.db"
    with club(db) as client:
        sheet = begin(client)
        write(client, sheet, SIX)
    stores.execute(db, "update events set body = replace(body, 'Аня', 'Ася') where seq = 2")
    said = [f"sheet {sheet}: the log cannot be followed from 2 on", "1 tables read, 0 noted anew"]
    assert list(rebuild(stores.place(db))) == said
    assert not check(stores.place(db))[1]


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/keep", SETUP | {"players": ["Аня"]}, 400),
        ("/api/keep", SETUP | {"game": "whist"}, 400),
        ("/api/keep", SETUP | {"preset": "none"}, 400),
        ("/api/keep", SETUP | {"players": ["Аня"] * 3}, 400),
        ("/api/keep", SETUP | {"changes": {"pool_target": 0}}, 400),
        ("/api/keep/k-000", {"id": "1", "at": 1, "do": SIX}, 404),
        ("/api/keep/abc", {"id": "1", "at": 1, "do": SIX}, 404),
    ],
)
def test_what_cannot_be_is_refused(client: TestClient, path: str, body: dict[str, Any], status: int) -> None:
    assert client.post(path, json=body).status_code == status
    assert client.get("/api/keep/k-000").status_code == 404


def test_an_act_that_is_none_or_changes_nothing_leaves_the_sheet(client: TestClient) -> None:
    sheet = begin(client)
    before = look(client, sheet)
    for do, code in (
        ({"act": "dance", "by": "Аня"}, 400),
        (SIX | {"by": "Никто"}, 409),
        (SIX | {"outcome": {"dealer": "Аня", "kind": "tricks", "declarer": "Аня", "contract": "9Q"}}, 409),
        (SIX | {"outcome": 5}, 409),
        (SIX | {"deal": 7}, 409),
        (SIX | {"outcome": outcome("Аня", "Аня", "6S", 6) | {"calls": {f"{n}": "pass" for n in range(900)}}}, 413),
    ):
        assert send(client, sheet, do, 1).status_code == code, do
    assert client.get(f"/api/keep/{sheet}", params={"have": "x"}).status_code == 400
    assert look(client, sheet) == before


def test_a_kept_sheet_is_no_table(client: TestClient) -> None:
    sheet = begin(client)
    assert client.get(f"/api/tables/{sheet}").status_code == 404
    assert client.get("/api/finished").json() == []


def test_one_network_begins_and_writes_so_often_and_not_oftener(tmp_path: Path) -> None:
    with club(tmp_path / "club.db", clock=Standing()) as client:
        far = visitor(client, "203.0.113.7")
        begun = [far.post("/api/keep", json=SETUP).status_code for _ in range(31)]
        assert (begun[:30], begun[30]) == ([201] * 30, 429)
        codes = [send(far, "k-000", SIX, 1).status_code for _ in range(181)]
        assert (codes[:180], codes[180]) == ([404] * 180, 429)


def test_the_operator_closes_a_sheet(client: TestClient) -> None:
    sheet = begin(client)
    house = client.app.state.club  # type: ignore[attr-defined]
    assert client.portal is not None
    for closed, status in ((True, 410), (False, 200)):
        client.portal.call(partial(house.store.closures.turn, "test", "table", sheet, "spam", closed=closed))
        client.portal.call(house.look_at_rulings)
        assert client.get(f"/api/keep/{sheet}").status_code == status
