"""Hints at a table that allows them, and why a bot did what it did once the deal is over."""

import hashlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from kozyr import bots
from kozyr.club.acts import TableTerms
from kozyr.club.table.chance import bot_seed, decision_seed
from kozyr.club.table.fold import level
from kozyr.club.table.hints import Hint
from kozyr.club.table.seats import Leave
from kozyr.club.table.table import Table
from kozyr.games import Refusal
from tests.clubtable import MASTER, done, opened, own, player, setup
from tests.people import ORIGIN, Person, Standing, club, guest, new_table, seated, visitor

HINT = {"act": "hint"}
UI = Path(__file__).parents[1] / "ui" / "src"
FILES = (UI / "core" / "i18n" / "ru" / "bots.ts", *UI.glob("core/i18n/ru/games/*.ts"))
WORDS = "".join(path.read_text(encoding="utf-8") for path in FILES)


@pytest.fixture
def client(path: Path) -> Iterator[TestClient]:
    with club(path) as client:
        guest(client)
        yield client


def hint(person: Person) -> dict[str, Any]:
    """Take one and wait for it."""
    assert person.ask(t="act", do=HINT)["t"] == "ack"
    while (told := person.hear())["t"] != "hint":
        pass
    return told


def my_turn(person: Person) -> None:
    while not (person.view and person.view["legal"]):
        person.hear()


def test_the_club_says_which_levels_there_are(client: TestClient) -> None:
    for name, about in client.get("/api/games").json().items():
        assert about["bots"] == list(bots.levels(name))
        assert about["styles"] == list(bots.styles(name))


# --- hints -----------------------------------------------------------------------------------------------------


def test_a_hint_tells_what_the_strongest_bot_would_do_and_the_others_hear_that_it_was_taken(client: TestClient) -> None:
    table = new_table(client, terms={"hints": True})
    with seated(client, table) as anna:
        my_turn(anna)
        other = visitor(client)
        guest(other, "Борис")
        with seated(other, table) as boris:
            assert boris.room["hints"] == {}
            told = hint(anna)
            assert told["level"] == bots.levels("preferans")[-1]
            assert anna.view is not None
            legal = anna.view["legal"]
            assert [one["event"] for one in told["candidates"]]
            assert all(one["event"] in legal for one in told["candidates"])
            assert {"event", "score", "why", "facts", "unit"} == set(told["candidates"][0])
            assert anna.room["hints"] == {"0": 1}
            while boris.room["hints"] != {"0": 1}:
                boris.hear()
            assert any('"act":"hint"' in heard for heard in boris.heard)
            anna.ask(t="cmd", at=anna.seq, do=told["candidates"][0]["event"])
            while boris.seq < anna.seq:
                boris.hear()
            assert not any("candidates" in heard for heard in boris.heard)


def test_one_decision_has_one_hint_and_who_comes_back_has_it_still(client: TestClient) -> None:
    table = new_table(client, terms={"hints": True})
    with seated(client, table) as anna:
        my_turn(anna)
        told = hint(anna)
        again = anna.ask(t="act", do=HINT)
        assert (again["code"], again["reason"]) == ("illegal", "already")
    with client.websocket_connect(f"/ws/table/{table}", headers=ORIGIN) as socket:
        anna = Person(socket)
        while (back := anna.hear())["t"] != "hint":
            pass
        assert back == told


def test_after_a_restart_the_same_hint_is_worked_out_again(path: Path) -> None:
    with club(path) as client:
        guest(client)
        cookies = dict(client.cookies)
        table = new_table(client, terms={"hints": True})
        with seated(client, table) as anna:
            my_turn(anna)
            told = hint(anna)
    with club(path) as client:
        client.cookies.update(cookies)
        with client.websocket_connect(f"/ws/table/{table}", headers=ORIGIN) as socket:
            anna = Person(socket)
            while (back := anna.hear())["t"] != "hint":
                pass
            assert back == told


def test_where_the_card_allows_no_hints_there_is_none(client: TestClient) -> None:
    table = new_table(client)
    with seated(client, table) as anna:
        my_turn(anna)
        answer = anna.ask(t="act", do=HINT)
        assert (answer["code"], answer["reason"], answer["law"]) == ("illegal", "no_hints", "PE-5.4.4")
        anna.ask(t="cmd", at=anna.seq, do=anna.view["legal"][0] if anna.view else {})
        assert not any("candidates" in heard for heard in anna.heard)


def test_a_kibitzer_and_a_program_without_a_seat_get_none(client: TestClient) -> None:
    table = new_table(client, terms={"hints": True})
    with seated(client, table) as anna:
        my_turn(anna)
        other = visitor(client)
        guest(other, "Борис")
        with seated(other, table) as boris:
            answer = boris.ask(t="act", do=HINT)
            assert (answer["code"], answer["reason"]) == ("illegal", "not_player")


def test_hints_too_often_are_refused(path: Path) -> None:
    with club(path, many=1.0) as client, seated(client, new_table(client)) as anna:
        my_turn(anna)
        answers = [anna.ask(t="act", do=HINT)["code"] for _ in range(22)]
        assert answers[:20] == ["illegal"] * 20
        assert answers[-1] == "flood"


def allowing(players: int = 3, humans: int = 3) -> Table:
    """A table with hints whose first deal has come."""
    card = setup(players, humans=humans)
    table = opened(msgspec.structs.replace(card, terms=TableTerms(hints=True)))
    while table.duty is not None and table.duty.what != "move":
        table = done(own(table)).table
    return table


def reason(result: object) -> str:
    assert isinstance(result, Refusal), result
    return str(result.code)


def test_nobody_is_helped_with_what_another_decides() -> None:
    table = allowing()
    assert table.duty is not None
    assert table.duty.place is not None
    mine = table.order[table.duty.place]
    for chair in range(3):
        result = table.act(chair, Hint(), 0)
        if chair == mine:
            after = done(result).table
            assert after.hints.taken == ((chair, 1),)
            assert reason(after.act(chair, Hint(), 0)) == "already"
        else:
            assert reason(result) == "not_yours"
    assert reason(table.act(None, Hint(), 0)) == "not_player"


def test_there_is_no_hint_while_a_bot_holds_the_seat_or_nothing_is_to_be_decided() -> None:
    table = allowing()
    assert table.duty is not None
    assert table.duty.place is not None
    mine = table.order[table.duty.place]
    held = done(table.act(mine, Leave(), 0)).table
    assert reason(held.act(mine, Hint(), 0)) == "not_now"
    gathers = Table.open(msgspec.structs.replace(setup(3, humans=3), terms=TableTerms(hints=True), accepted=()))
    assert reason(gathers.act(0, Hint(), 0)) == "not_now"


# --- why -------------------------------------------------------------------------------------------------------

GAMES: list[dict[str, Any]] = [
    {"game": "preferans", "preset": "sochi", "changes": {"pool_target": 2}, "players": 3, "bots": ["novice", "novice"]},
    {"game": "deberts", "preset": "moscow", "changes": {"target": 101}, "players": 2, "bots": ["novice"]},
    {"game": "bridge", "preset": "duplicate", "changes": {"deals": 1}, "players": 4, "bots": ["novice"] * 3},
]


@pytest.mark.parametrize("wanted", GAMES, ids=lambda one: one["game"])
def test_every_decision_of_a_bot_can_be_asked_about_and_is_found_again(
    client: TestClient, wanted: dict[str, Any]
) -> None:
    table = new_table(client, **wanted)
    with seated(client, table, 3) as anna:
        assert client.get(f"/api/tables/{table}/deals/1/why/9").status_code == 404  # it still runs
        anna.play()
    deal = client.get(f"/api/tables/{table}/deals/1").json()
    moves = deal["moves"]
    asked = [move for move in moves if move["bot"] is not None]
    assert asked
    assert {move["bot"] for move in asked} == {"novice"}
    mine = [move for move in moves if move["bot"] is None]
    assert mine
    while len(proofs := client.get(f"/api/tables/{table}/fair").json()) < 2:
        time.sleep(0.01)  # the last one comes a moment after the match is over
    proof = proofs[1]
    codes: set[str] = set()
    for move in asked[-24:]:  # no more than one may ask
        why = client.get(f"/api/tables/{table}/deals/1/why/{move['n']}").json()
        assert why["same"] is True
        codes |= {one["why"] for one in why["candidates"]}
        assert why["move"] == move
        assert why["candidates"][0]["event"] == move["event"]
        # Anybody can work the seed out from the proof of the deal.
        words = f"kozyr bot|{table}|{move['n']}|".encode() + bytes.fromhex(proof["seed"])
        assert why["seed"] == str(int.from_bytes(hashlib.sha256(words).digest()[:8], "big") >> 1)
    assert sorted(code for code in codes if f"'think.{code}':" not in WORDS) == []
    for wrong in (mine[0]["n"], 0, 10**6):
        assert client.get(f"/api/tables/{table}/deals/1/why/{wrong}").status_code == 404
    assert client.get(f"/api/tables/{table}/deals/99/why/{asked[0]['n']}").status_code == 404


def test_why_is_for_whoever_may_see_the_deal(client: TestClient) -> None:
    table = new_table(client, terms={"kibitzers": False})
    with seated(client, table, 3) as anna:
        anna.play()
    move = next(m for m in client.get(f"/api/tables/{table}/deals/1").json()["moves"] if m["bot"] is not None)
    where = f"/api/tables/{table}/deals/1/why/{move['n']}"
    assert client.get(where).status_code == 200
    assert visitor(client).get(where).status_code == 404


def test_why_is_not_asked_without_end(tmp_path: Path) -> None:
    with club(tmp_path / "club.db", clock=Standing()) as client:
        afar = visitor(client, "203.0.113.7")
        codes = [afar.get("/api/tables/nosuch/deals/1/why/1").status_code for _ in range(31)]
    assert codes == [404] * 30 + [429]


def test_the_level_of_a_bot_that_holds_a_seat_is_stated() -> None:
    table = allowing(humans=2)
    assert table.info(player(0)).stand_in == "novice"
    held = done(table.act(0, Leave(), 0)).table
    assert level(held, held.place(0)) == "novice"


def test_a_seed_is_of_one_table_one_entry_and_one_deal() -> None:
    seeds = {
        decision_seed(seed, table, entry) for seed in (b"a" * 32, b"b" * 32) for table in ("x", "y") for entry in (1, 2)
    }
    assert len(seeds) == 8
    assert all(0 <= seed < 2**63 for seed in seeds)
    table = allowing()
    assert bot_seed(table, MASTER) == bot_seed(table, MASTER)
