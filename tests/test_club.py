"""The club over its own wire: a whole pulka, bad input, restarts, faults. In one process, with bots in a thread."""

import asyncio
import contextlib
import hashlib
import itertools
import json
import os
import signal
import socket
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from kozyr import bots
from kozyr.club import wire
from kozyr.club.app import serve
from kozyr.club.live.archive import Archive
from kozyr.club.live.socket import SocketViewer as Viewer
from kozyr.club.live.turnstile import Turnstile
from kozyr.club.live.viewer import Whence
from kozyr.club.live.workers import Workers
from kozyr.club.table.table import Table
from kozyr.games import Event, replay
from kozyr.games.preferans import GAME, State
from kozyr.notation import parse
from kozyr.store import Account, LogStore, StoreError
from tests import stores
from tests.knowledge import known, shown
from tests.people import ORIGIN, Person, club, seated

NUMBERS = itertools.count()  # no two players of a test may ask under the same id
TABLE = {"game": "preferans", "preset": "sochi", "changes": {}, "players": 3, "bots": ["random"] * 2}
SHORT = {"pool_target": 4}


def new_table(client: TestClient, **changes: Any) -> str:
    players = changes.get("players", 3)
    body = TABLE | {"name": "Анна", "bots": ["random"] * (players - 1)} | changes
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["table"]
    return table


def log(path: Path, table: str) -> list[tuple[Any, ...]]:
    return stores.execute(path, "select seq, kind, seat, cmd_id, body from events where log_id = ? order by seq", table)


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Somebody of whom a club knows nothing, and is to know nothing."""
    with club(tmp_path_factory.mktemp("empty") / "club.db") as client:
        yield client


@pytest.fixture
def table(client: TestClient) -> str:
    return new_table(client)


@pytest.fixture
def player(client: TestClient, table: str) -> Iterator[Person]:
    with seated(client, table) as player:
        player.wait()
        yield player


# --- a whole pulka ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "players", [2, 3, pytest.param(4, marks=pytest.mark.long), pytest.param(5, marks=pytest.mark.long)]
)
def test_a_pulka_to_its_settlement(path: Path, players: int) -> None:
    with club(path) as client:
        table = new_table(client, players=players, changes=SHORT)
        with seated(client, table, seed=players) as player:
            while not player.over:
                player.wait()
                if not player.over:
                    player.move()
            player.settle()
        names = player.sheet["names"]
        settlement = player.sheet["settlement"]
        assert sum(map(Fraction, settlement["result"])) == 0
        assert len(player.deals) == len(player.sheet["deals"])
        for deal in player.deals.values():
            lying = [card for hand in deal["hands"].values() for card in hand]
            assert len({*lying, *deal["talon"]}) == 32
            assert set(deal["names"].values()) <= set(names)
        entries = [entry for deal in player.deals.values() for entry in deal["entries"]]
        assert player.sheet["entries"] == entries
        assert [row["finished"] for row in client.get("/api/tables").json()] == [True]
        record = parse(client.get(f"/api/tables/{table}/record").text).record
    assert record is not None
    end = replay(record)
    assert end.error is None
    assert end.match.finished
    assert json.loads(wire.encode(end.match.sheet))["pool"] == player.sheet["pool"]
    assert [seq for seq, *_ in log(path, table)] == list(range(1, player.seq + 1))
    assert sorted(player.proofs) == list(range(len(player.deals) + 1))
    assert nothing_leaked(path, table, player) >= 3 * len(player.deals)


def nothing_leaked(path: Path, table: str, player: Person) -> int:
    """Every text that a player was sent while a deal ran has no card that he may not know; how many texts."""
    sent = {message["seq"]: message for text in player.heard if (message := json.loads(text))["t"] in {"snap", "ev"}}
    checked = 0
    with contextlib.closing(stores.opened(path)) as store:
        at, *_ = asyncio.run(Archive(store).load(table)) or [None]
        entries = asyncio.run(store.log.events(table))
    assert at is not None
    at = Table.open(at.setup)
    for entry in entries:
        at = at.after(entry)
        state, message = at.deal_state, sent.get(entry.seq)
        if message is not None and isinstance(state, State):
            # The lot and the deals that are over are public; all else is about the running deal.
            told = json.dumps([value for key, value in message.items() if key not in {"table", "sheet"}]).encode()
            assert not shown(told) - known(state, at.seat(at.place(0))), (table, entry.seq)
            checked += 1
    return checked


def test_the_second_window_of_a_player_takes_over(client: TestClient, table: str) -> None:
    """One window each: the older one is told so and closed, and need not come back."""
    with seated(client, table) as one:
        one.wait()
        with seated(client, table) as two:
            while (bye := one.hear())["t"] != "bye":
                pass
            assert bye == {"t": "bye", "code": "elsewhere"}
            with pytest.raises(WebSocketDisconnect) as closed:
                one.hear()
            assert closed.value.code == 4409
            two.wait()
            two.move()


def test_bots_answer_a_claim(player: Person) -> None:
    """A person may claim at any moment of play; the bots answer, and the game goes on or the deal is over."""
    for _ in range(300):
        offers = [] if player.view is None else [e for e in player.view["offers"] if e["type"] == "claim"]
        if offers and player.mine:
            assert player.ask(t="cmd", do=offers[0])["t"] == "ack"
            answers = 0
            while answers == 0 or not player.mine:
                said = player.hear().get("said")
                answers += said is not None and said["event"]["type"] == "answer"
            return
        player.move()
        player.wait()
    pytest.fail("no play in so many events")


def test_a_pulka_is_stopped_by_consent(player: Person, path: Path, table: str) -> None:
    names = player.sheet["names"]
    refused = player.ask(
        t="cmd", do={"type": "correction", "player": names[0], "column": "pool", "points": 9, "law": ""}
    )
    assert (refused["code"], refused["reason"]) == ("illegal", "table_only")
    assert player.ask(t="cmd", do={"type": "stop", "consent": names})["t"] == "ack"
    while not player.over:
        player.hear()
    player.settle()
    assert player.view is None
    assert player.over
    assert player.room["ended"] == "stopped"
    assert player.ask(t="next")["reason"] == "match_over"
    assert [json.loads(row[4]).get("type") for row in log(path, table)][-2:] == ["stop", None]


# --- bad input changes nothing ---------------------------------------------------------------------------------

BAD = {
    "not JSON": "pass",
    "half of it": '{"t":"cmd","id":"x","at":',
    "a list": "[]",
    "no type": '{"id":"x","at":3}',
    "another type": '{"t":"deal","id":"x","at":3}',
    "an unknown field": '{"t":"cmd","id":"x","at":3,"do":{"type":"pass"},"why":1}',
    "a forged seat": '{"t":"cmd","id":"x","at":3,"seat":"N","do":{"type":"pass"}}',
    "a seat in the event": '{"t":"cmd","id":"x","at":3,"do":{"type":"pass","seat":"N"}}',
    "no event": '{"t":"cmd","id":"x","at":3,"do":{"type":"fly"}}',
    "an event of the wrong shape": '{"t":"cmd","id":"x","at":3,"do":{"type":"play","card":"Z1"}}',
    "an event that is a number": '{"t":"cmd","id":"x","at":3,"do":7}',
    "an empty id": '{"t":"cmd","id":"","at":3,"do":{"type":"pass"}}',
    "a number for an id": '{"t":"cmd","id":7,"at":3,"do":{"type":"pass"}}',
    "a sequence below zero": '{"t":"next","id":"x","at":-1}',
    "a fraction of a sequence": '{"t":"next","id":"x","at":1.5}',
    "deep nesting": '{"t":"cmd","id":"x","at":3,"do":' + "[" * 3900,
    "half a letter": '{"t":"cmd","id":"\ud800","at":3,"do":{"type":"pass"}}',
    "half a letter, escaped": r'{"t":"cmd","id":"\ud800","at":3,"do":{"type":"pass"}}',
    "nothing": "",
}


def unchanged(player: Person, path: Path, table: str, rows: list[tuple[Any, ...]], seen: str) -> bool:
    player.hello()
    return log(path, table) == rows and player.heard[-1] == seen


def look(player: Person) -> str:
    player.hello()
    return player.heard[-1]


@pytest.mark.parametrize("frame", BAD.values(), ids=BAD)
def test_a_bad_message(player: Person, path: Path, table: str, frame: str) -> None:
    rows, seen = log(path, table), look(player)
    player.socket.send_text(frame)
    answer = player.hear()
    assert (answer["t"], answer["code"]) == ("nak", "bad")
    assert answer["detail"]
    assert answer["id"] == ("x" if '"id":"x"' in frame and frame.endswith("}") else None)
    assert unchanged(player, path, table, rows, seen)


def test_bytes_are_read_like_text(player: Person) -> None:
    player.socket.send_bytes(b"\xff\xfe")
    assert player.hear()["code"] == "bad"


def test_an_oversized_frame(player: Person, path: Path, table: str) -> None:
    rows = log(path, table)
    event = {"type": "pass"}
    padded = json.dumps({"t": "cmd", "id": "x", "at": player.seq, "do": event}) + " " * wire.FRAME_LIMIT
    player.socket.send_text(padded)
    assert player.hear()["code"] == "bad"
    with pytest.raises(WebSocketDisconnect) as closed:
        player.hear()
    assert closed.value.code == 1009
    assert log(path, table) == rows


def test_a_stale_number(player: Person, path: Path, table: str) -> None:
    rows, seen = log(path, table), look(player)
    assert player.view is not None
    for at in (player.seq - 1, player.seq + 1, 0):
        answer = player.ask(t="cmd", at=at, do=player.view["legal"][0])
        assert (answer["code"], answer["reason"]) == ("stale", None)
    assert unchanged(player, path, table, rows, seen)


def test_an_illegal_event_gets_reason_and_law(player: Person, path: Path, table: str) -> None:
    rows, seen = log(path, table), look(player)
    hand = player.view["hands"][player.view["seat"]]["cards"] if player.view else []
    for event, reason, law in (
        ({"type": "play", "card": hand[0]}, "not_now", "P-3.3.3"),
        ({"type": "deal", "cards": "N:-"}, "not_now", "P-3.2.2"),
        ({"type": "claim", "tricks": {"N": 10}}, "not_now", "P-3.9.22"),
        ({"type": "answer", "yes": True}, "not_now", "P-3.3.3"),
    ):
        answer = player.ask(t="cmd", do=event)
        assert (answer["code"], answer["reason"], answer["law"]) == ("illegal", reason, law), event
    assert player.ask(t="next")["reason"] == "not_now"
    assert unchanged(player, path, table, rows, seen)


def test_a_card_that_may_not_be_played_says_why(player: Person, path: Path, table: str) -> None:
    """The view names the law beforehand, and the refusal is the same."""
    for _ in range(1000):
        if player.view is not None and player.view["reasons"]:
            break
        player.move()
        player.wait()
    rows, seen = log(path, table), look(player)
    assert player.view is not None
    card, why = next(iter(player.view["reasons"].items()))
    answer = player.ask(t="cmd", do={"type": "play", "card": card})
    assert (answer["code"], answer["reason"], answer["law"]) == ("illegal", why["reason"], why["law"])
    assert why["reason"] in {"must_follow", "must_trump"}
    assert unchanged(player, path, table, rows, seen)


def test_a_turn_that_is_somebody_elses(path: Path) -> None:
    """With bots that take their time, it is a bot's turn and stays so."""
    for _ in range(20):
        with club(path, pause=3600.0) as client:
            table = new_table(client)
            with seated(client, table) as player:
                while player.view is None:
                    player.hear()
                if player.mine:
                    continue  # the lot made me the first hand
                rows = log(path, table)
                answer = player.ask(t="cmd", do={"type": "pass"})
                assert (answer["code"], answer["reason"], answer["law"]) == ("illegal", "not_your_turn", "P-3.3.2")
                assert log(path, table) == rows
                return
    pytest.fail("first hand twenty times")


def test_who_plays_with_bots_alone_may_have_the_deal_played_on_without_pauses(path: Path) -> None:
    for _ in range(20):
        with club(path, pause=3600.0) as client:
            table = new_table(client)
            with seated(client, table) as player:
                while player.view is None:
                    player.hear()
                if player.mine:
                    continue  # the lot made me the first hand
                rows = log(path, table)
                assert player.ask(t="cmd", do={"type": "pass"})["reason"] == "not_your_turn"
                assert log(path, table) == rows
                player.socket.send_json({"t": "hurry"})
                player.socket.send_json({"t": "hurry"})  # once is enough
                while len(log(path, table)) == len(rows):  # a bot speaks at once, an hour before its time
                    player.hear()
                return
    pytest.fail("first hand twenty times")


def test_the_same_command_twice(player: Person, path: Path, table: str) -> None:
    """The stored answer comes again, whatever the second message says; the log has the command once."""
    at = player.seq
    answer = player.move()
    rows = log(path, table)
    again = player.ask(t="cmd", id=answer["id"], at=at, do={"type": "pass"})
    assert again == answer
    later = player.ask(t="next", id=answer["id"])
    assert later == answer
    own = [row for row in rows if row[3] is not None]  # nobody cuts the pack here
    assert len(own) == 1
    assert own[0][3].endswith(f"/{answer['id']}")


def test_a_command_before_hello(client: TestClient, table: str) -> None:
    with client.websocket_connect(f"/ws/table/{table}", headers=ORIGIN) as socket:
        socket.send_json({"t": "next", "id": "x", "at": 2})
        answer = socket.receive_json()
        assert (answer["id"], answer["code"], answer["detail"]) == ("x", "bad", "say hello first")


@pytest.mark.parametrize("proto", [2, 4])
def test_another_protocol(client: TestClient, table: str, proto: int) -> None:
    """docs/bot-protocol.md promises the reason."""
    with client.websocket_connect(f"/ws/table/{table}", headers=ORIGIN) as socket:
        socket.send_json({"t": "hello", "proto": proto})
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 4426
        assert closed.value.reason.startswith("proto 3 is spoken here")


def test_a_ping(player: Person) -> None:
    player.socket.send_text("p")
    assert player.socket.receive_text() == "p"


def test_a_flood(path: Path) -> None:
    with club(path, rate=0.0) as client:
        table = new_table(client)
        with seated(client, table) as player:
            player.wait()
            rows = log(path, table)
            answers = [player.ask(t="cmd", at=0, do={"type": "pass"})["code"] for _ in range(70)]
            assert answers == ["stale"] * 59 + ["flood"] * 11  # 60 with the hello
            assert log(path, table) == rows


# --- who may come in -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("headers", [{}, {"origin": "http://evil.example"}, {"origin": "null"}])
def test_a_wrong_origin(client: TestClient, table: str, headers: dict[str, str]) -> None:
    with pytest.raises(WebSocketDisconnect) as closed, client.websocket_connect(f"/ws/table/{table}", headers=headers):
        pass
    assert closed.value.code == 1008


@pytest.mark.parametrize("who", ["somebody without a session", "a forged session"])
def test_nobody_has_no_table(client: TestClient, table: str, who: str) -> None:
    client.cookies.clear()
    if who == "a forged session":
        client.cookies.set("kozyr", "A" * 43)
    with client.websocket_connect(f"/ws/table/{table}", headers=ORIGIN) as socket:
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 4401
    assert client.get(f"/api/tables/{table}/record").status_code == 404


@pytest.mark.parametrize("kibitzers", [True, False])
def test_a_seat_that_is_not_yours(client: TestClient, path: Path, *, kibitzers: bool) -> None:
    """Who has the link may watch where the card says so; he sees no hand and moves nothing."""
    table = new_table(client, terms={"kibitzers": kibitzers})
    with seated(client, table) as player:
        player.wait()
    client.cookies.clear()
    new_table(client, name="Eve")
    rows = log(path, table)
    with client.websocket_connect(f"/ws/table/{table}", headers=ORIGIN) as socket:
        if not kibitzers:
            socket.send_json({"t": "hello", "proto": 3})
            assert socket.receive_json() == {"t": "bye", "code": "no_kibitzers"}
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_json()
            assert closed.value.code == 4403
            return
        stranger = Person(socket)
        told = stranger.table
        assert (told["role"], told["you"], told["chair"]) == ("kibitzer", None, None)
        assert stranger.view is not None
        assert [hand["cards"] for hand in stranger.view["hands"].values()] == [None] * 3
        assert stranger.view["legal"] == stranger.view["offers"] == []
        for wish in ({"t": "cmd", "do": {"type": "pass"}}, {"t": "next"}, {"t": "act", "do": {"act": "leave"}}):
            message = {"at": stranger.seq} | wish
            if wish["t"] == "act":
                del message["at"]
            stranger.socket.send_json(message | {"id": f"c{next(NUMBERS)}"})
            assert stranger.hear()["reason"] == "not_player"
    assert log(path, table) == rows
    assert client.get(f"/api/tables/{table}/record").status_code == 404


def test_no_such_table(client: TestClient, table: str) -> None:
    for name in ("nothing", table[:-1], "%2e%2e"):
        with client.websocket_connect(f"/ws/table/{name}", headers=ORIGIN) as socket:
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_json()
            assert closed.value.code == 4404


def test_a_session_is_a_secret(client: TestClient, table: str, path: Path) -> None:
    answer = client.post("/api/tables", json=TABLE)
    assert "set-cookie" not in answer.headers  # it is there already
    client.cookies.clear()
    cookie = client.post("/api/tables", json=TABLE).headers["set-cookie"]
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))
    token = cookie.partition("=")[2].partition(";")[0]
    assert len(token) == 43  # 256 bits
    assert (hashlib.sha256(token.encode()).hexdigest(),) in stores.execute(path, "select token_hash from sessions")
    assert token.encode() not in b"".join(file.read_bytes() for file in path.parent.glob("club.db*"))
    assert [row["table"] for row in client.get("/api/tables").json()] != [table]


# --- setting up ------------------------------------------------------------------------------------------------


def test_what_games_there_are(client: TestClient) -> None:
    games = client.get("/api/games").json()
    assert games["preferans"]["players"] == [2, 3, 4, 5]
    assert {"sochi", "leningrad", "rostov", "classic", "club", "fspr"} <= games["preferans"]["presets"].keys()
    here = games["preferans"]["options"]["auction.here"]
    assert here["values"] == ["first_hand", "elder_hand", "off"]
    assert here["law"] == "P-3.3.8"
    assert games["preferans"]["presets"]["club"]["auction.here"] == "off"
    assert client.get("/api/tables").json() == []


def test_agreeing(client: TestClient) -> None:
    body = {"game": "preferans", "preset": "sochi", "changes": {"pool_target": "10"}, "players": 3}
    assert client.post("/api/agree", json=body).json()["diff"] == {"pool_target": [50, 10]}
    assert client.post("/api/agree", json=body | {"preset": "sochi", "players": 2}).status_code == 200


CONTRADICTORY = {"bombs": True, "blind.pass": False}


@pytest.mark.parametrize("call", ["/api/agree", "/api/tables"])
@pytest.mark.parametrize(
    ("change", "says", "names"),
    [
        ({"changes": CONTRADICTORY}, "nothing earns a bomb", ["bombs", "blind.pass"]),
        ({"changes": {"allpass.scoring": "whists"}}, "without the talon", ["allpass.scoring", "allpass.talon"]),
        ({"changes": {"no.such": 1}}, "no option 'no.such'", []),
        ({"changes": {"auction.here": "maybe"}}, "auction.here", []),
        ({"preset": "odessa"}, "no preset 'odessa'", []),
        ({"game": "whist"}, "no game 'whist'", []),
        ({"players": 6}, "not for 6", []),
        ({"players": 0}, "not for 0", []),
        ({"players": "three"}, "Expected `int", []),
        ({"preset": "gusarik"}, "does not fit 3 players", []),
        ({"surprise": 1}, "unknown field `surprise`", []),
        ({"changes": []}, "Expected `object`", []),
    ],
)
def test_what_cannot_be_agreed(
    stranger: TestClient, call: str, change: dict[str, Any], says: str, names: list[str]
) -> None:
    body = {key: value for key, value in TABLE.items() if call == "/api/tables" or key != "bots"} | change
    answer = stranger.post(call, json=body)
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert says in error["message"]
    clash = [error["params"][name] for name in ("first", "second")] if error["code"] == "clash" else []
    assert clash == names
    assert "set-cookie" not in answer.headers
    assert stranger.get("/api/tables").json() == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"bots": ["random"]}, "3 players need 2 bots or free chairs, not 1"),
        ({"bots": ["random", "genius"]}, "no bot of level 'genius'"),
        ({"bots": ["random", "club+wild"]}, "no bot of level 'club+wild'"),
        ({"name": "x" * 30}, "at most 24 letters"),
    ],
)
def test_who_cannot_sit_down(client: TestClient, change: dict[str, Any], says: str) -> None:
    answer = client.post("/api/tables", json=TABLE | change)
    assert answer.status_code == 400
    assert says in answer.json()["error"]["message"]


def test_a_request_that_is_none(client: TestClient) -> None:
    json_ = {"content-type": "application/json"}
    assert client.post("/api/tables", content=b"{", headers=json_).status_code == 400
    assert client.post("/api/tables", content=b"[" * 9000, headers=json_).status_code == 400
    assert client.post("/api/tables", content=b"\xff", headers=json_).status_code == 400
    assert client.post("/api/tables", content=b" " * 1_100_000, headers=json_).status_code == 413
    assert client.post("/api/tables", content=json.dumps(TABLE)).status_code == 415
    assert client.post("/api/tables", json=TABLE, headers={"origin": "http://evil.example"}).status_code == 403
    assert client.post("/api/tables", json=TABLE, headers=ORIGIN).status_code == 201
    assert client.delete("/api/tables").status_code == 405
    assert client.get("/api/nothing").status_code == 404


def test_a_name_is_one_line_that_others_can_read(client: TestClient) -> None:
    table = new_table(client, name="  Анна \n\tМария ")
    with seated(client, table) as player:
        people = json.loads(player.heard[0])["table"]["players"]
    assert [person["nick"] for person in people if person["bot"] is None] == ["Анна Мария"]


# --- what survives ---------------------------------------------------------------------------------------------


def test_a_restart_in_the_middle_of_a_deal(path: Path, share: Callable[[int], int]) -> None:
    """Again and again, at every kind of moment: what the player is told is the same, byte for byte."""
    moments = set()
    with club(path) as client:
        table, cookies = new_table(client), client.cookies
    for seed in range(max(8, share(40))):
        with club(path) as client:
            client.cookies = cookies
            with seated(client, table, seed) as player:
                player.wait()
                player.settle()
                before = look(player)
                moments.add(None if player.view is None else player.view["phase"])
        with club(path, pause=3600.0) as client:
            client.cookies = cookies
            with seated(client, table) as again:
                assert again.heard[-1] == before
                if again.sheet["finished"]:
                    break
                again.move()  # the bots have no time to answer: the next restart is in their turn
                again.settle()
                after = look(again)
        with club(path, pause=3600.0) as client:
            client.cookies = cookies
            with seated(client, table) as again:
                assert again.heard[-1] == after
    assert {"auction", "play"} <= moments


class Deaf(LogStore):
    """A log whose commits are never heard of: the server is killed between commit and acknowledgement."""

    armed = False

    async def append(self, *entries: Any) -> None:
        await super().append(*entries)
        while self.armed:  # noqa: ASYNC110 - it is set from another thread
            await asyncio.sleep(0.01)


def test_killed_between_commit_and_acknowledgement(path: Path) -> None:
    """The command is in the log; sent again with the same id it gets its answer, and happens once."""
    store = stores.opened(path)
    store.log = deaf = Deaf(store.database)
    with club(store) as client:
        table, cookies = new_table(client), client.cookies
        with seated(client, table) as player:
            player.wait()
            at, event = player.seq, player.view["legal"][0] if player.view else {}
            deaf.armed = True
            player.socket.send_json({"t": "cmd", "id": "lost", "at": at, "do": event})
            while len(rows := log(path, table)) == at:
                pass
            assert rows[-1][3].endswith("/lost")
            with club(path, pause=3600.0) as other:  # the first one never comes back to life
                other.cookies = cookies
                with seated(other, table) as again:
                    assert again.seq == at + 1
                    answer = again.ask(t="cmd", id="lost", at=at, do=event)
                    assert answer == {"t": "ack", "id": "lost", "seq": at + 1}
            assert log(path, table) == rows
            deaf.armed = False


class Doubtful(LogStore):
    """A log that says once that it failed, after it has committed or before."""

    fails: str = ""

    async def append(self, *entries: Any) -> None:
        fails, self.fails = self.fails, ""
        if fails != "before":
            await super().append(*entries)
        if fails:
            raise StoreError(fails)


@pytest.mark.parametrize("when", ["before", "after"])
def test_the_log_decides_when_nobody_knows_what_was_written(
    path: Path, when: str, caplog: pytest.LogCaptureFixture
) -> None:
    store = stores.opened(path)
    store.log = doubtful = Doubtful(store.database)
    with club(store) as client:
        table = new_table(client)
        with seated(client, table) as player:
            player.wait()
            at, legal = player.seq, player.view["legal"] if player.view else []
            doubtful.fails = when
            answer = player.ask(t="cmd", id="x", do=legal[0])
            snaps = [text for text in player.heard if json.loads(text)["t"] == "snap"]
            assert len(snaps) == 2  # the log was read again
            if when == "after":
                assert answer == {"t": "ack", "id": "x", "seq": at + 1}
            else:
                assert (answer["t"], answer["code"]) == ("nak", "stale")
                assert player.ask(t="cmd", id="x", at=at, do=legal[0])["seq"] == at + 1
    assert "was not written" in caplog.text
    assert len([row for row in log(path, table) if row[3] and row[3].endswith("/x")]) == 1


def test_a_fault_freezes_the_table_and_costs_nobody_anything(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with club(path) as client:
        table, cookies = new_table(client), client.cookies
        with seated(client, table) as player:
            player.wait()
            rows, before = log(path, table), look(player)
            assert player.view is not None
            event = player.view["legal"][0]

            monkeypatch.setattr(State, "follow", lambda *_: 1 // 0)
            answer = player.ask(t="cmd", do=event)
            assert (answer["t"], answer["code"]) == ("nak", "closed")
            frozen = json.loads(player.heard[-2])
            assert frozen["t"] == "snap"
            assert frozen["table"].pop("frozen") is True
            sound = json.loads(before)
            assert sound["table"].pop("frozen") is False
            assert frozen == sound
            monkeypatch.undo()
            assert player.ask(t="cmd", do=event)["code"] == "closed"
            assert log(path, table) == rows
            assert "ZeroDivisionError" in caplog.text
    with club(path) as client:  # mended, and started again
        client.cookies = cookies
        with seated(client, table) as player:
            assert player.ask(t="cmd", do=event)["t"] == "ack"


def test_a_view_that_cannot_be_shown_does_not_happen(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with club(path) as client:
        table = new_table(client)
        with seated(client, table) as player:
            player.wait()
            rows = log(path, table)
            assert player.view is not None
            event = player.view["legal"][0]
            with monkeypatch.context() as patch:
                patch.setattr(State, "shown", lambda *_: 1 / 0)
                assert player.ask(t="cmd", do=event)["code"] == "closed"
                with pytest.raises(WebSocketDisconnect) as closed:
                    player.hello()
                assert closed.value.code == 1011
            assert log(path, table) == rows


def test_a_log_that_cannot_be_followed_is_kept(path: Path) -> None:
    """A newer program wrote what this one does not know: the good prefix stands, and nothing goes on."""
    with club(path) as client:
        table, cookies = new_table(client), client.cookies
        with seated(client, table) as player:
            player.wait()
            player.move()
            player.wait()
    rows = log(path, table)
    body = '{"type":"of tomorrow"}'
    stores.execute(path, "update events set body = ? where log_id = ? and seq = ?", body, table, len(rows))
    with club(path) as client:
        client.cookies = cookies
        with seated(client, table) as player:
            snap = json.loads(player.heard[0])
            assert snap["table"]["frozen"]
            assert snap["seq"] == len(rows) - 1
            assert player.ask(t="cmd", do={"type": "pass"})["code"] == "closed"
    assert len(log(path, table)) == len(rows)


# --- bots ------------------------------------------------------------------------------------------------------


def test_a_bot_that_fails_does_not_stop_the_game(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = bots.choose

    def moody(view: Any, level: str = "novice", seed: int = 0) -> Event:
        if level == "novice":
            raise RuntimeError("in no mood")
        return real(view, level, seed)

    monkeypatch.setattr(bots, "choose", moody)
    with club(path) as client:
        table = new_table(client, bots=["novice", "novice"])
        with seated(client, table) as player:
            for _ in range(5):
                player.wait()
                player.move()
    assert f"table {table} at" in caplog.text
    assert "in no mood" in caplog.text
    assert '"cards"' not in caplog.text  # a hand is nobody's business in a log either


def test_a_bot_that_wants_what_is_illegal(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = bots.choose

    def greedy(view: Any, level: str = "novice", seed: int = 0) -> Event:
        return real(view, level, seed) if level == "random" else GAME.parse("claim:N10-E0-S0")

    monkeypatch.setattr(bots, "choose", greedy)
    with club(path) as client:
        table = new_table(client, bots=["novice", "novice"])
        with seated(client, table) as player:
            for _ in range(3):
                player.wait()
                player.move()
    assert "wants claim" in caplog.text


def test_a_strong_bot_that_fails_is_replaced_by_the_novice(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real, asked = bots.choose, []

    def tired(view: Any, level: str = "novice", seed: int = 0) -> Event:
        asked.append(level)
        if level == "club":
            raise RuntimeError("too hard")
        return real(view, level, seed)

    monkeypatch.setattr(bots, "choose", tired)
    with club(path) as client:
        table = new_table(client, bots=["club", "club"])
        with seated(client, table) as player:
            for _ in range(3):
                player.wait()
                player.move()
    assert "too hard" in caplog.text
    assert asked.count("novice") == asked.count("club") > 0
    assert "random" not in asked


def test_bots_think_in_other_processes(path: Path) -> None:
    with club(path) as client:
        table = new_table(client)
        with seated(client, table) as player:
            player.wait()
    with contextlib.closing(stores.opened(path)) as store:

        async def work() -> None:
            workers = Workers()
            workers.start()
            found = await Archive(store).load(table)
            assert found is not None
            at = found[0]
            assert at.duty is not None
            assert at.duty.place is not None
            view = at.sees(at.duty.place)
            assert view is not None
            legal = view.legal
            assert await workers.choose(view, "novice") in legal
            pool = workers._executor()
            for pid in {pool.submit(os.getpid).result() for _ in range(4)}:
                assert pid != os.getpid()
                os.kill(pid, signal.SIGKILL)
            assert await workers.choose(view, "novice") in legal  # others take their place
            workers.close()

        asyncio.run(work())


# --- slow readers ----------------------------------------------------------------------------------------------


def test_who_reads_too_slowly_is_let_go() -> None:
    """Nobody else waits for him, and he comes back for a snapshot."""

    async def main() -> None:
        closed: list[int] = []

        class Stuck:
            scope: ClassVar[dict[str, Any]] = {}

            async def receive(self) -> dict[str, Any]:
                await asyncio.Event().wait()
                return {}

            async def send_text(self, _text: str) -> None:
                await asyncio.Event().wait()

            async def close(self, code: int, *_: str | None) -> None:
                closed.append(code)

        class Nobody:
            def leave(self, viewer: object) -> None:
                pass

        viewer = Viewer(Stuck(), Account("a", "A", 0), Whence(None, ""), 1.0, Turnstile())  # type: ignore[arg-type]
        looking = asyncio.ensure_future(viewer.look(Nobody(), 10.0))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        for _ in range(70):
            viewer.send(b"{}")
        await looking
        assert closed == [1013]

    asyncio.run(main())


def test_a_socket_that_has_just_closed_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    """The peer closes while a frame is on its way to him: uvicorn complains, and nobody need know."""

    async def main() -> None:
        class Closing:
            scope: ClassVar[dict[str, Any]] = {}

            async def receive(self) -> dict[str, Any]:
                await asyncio.sleep(0.05)
                return {"type": "websocket.disconnect"}

            async def send_text(self, _text: str) -> None:
                raise RuntimeError("Unexpected ASGI message 'websocket.send', after sending 'websocket.close'.")

            async def close(self, code: int, *_: str | None) -> None:
                raise AssertionError(code)

        class Nobody:
            def leave(self, viewer: object) -> None:
                pass

        viewer = Viewer(Closing(), Account("a", "A", 0), Whence(None, ""), 1.0, Turnstile())  # type: ignore[arg-type]
        viewer.send(b"{}")
        await viewer.look(Nobody(), 10.0)  # type: ignore[arg-type]

    asyncio.run(main())
    assert not caplog.records


# --- the client's files ----------------------------------------------------------------------------------------


def test_without_the_client_a_page_says_what_is_missing(path: Path, tmp_path: Path) -> None:
    with club(path, web=tmp_path / "nothing") as client:
        answer = client.get("/")
        assert answer.status_code == 200
        assert "has not been built" in answer.text
        assert client.get("/assets/a.js").status_code == 404
        assert client.get("/health").text == "ok"


def test_the_client(path: Path, tmp_path: Path) -> None:
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<!doctype html>the page")
    (web / "assets" / "a-1f.js").write_text("let plain")
    (web / "assets" / "a-1f.js.br").write_bytes(b"small")
    (tmp_path / "secret.txt").write_text("secret")
    with club(path, web=web) as client:
        for page in ("/", "/t/k3f", "/index.html"):
            answer = client.get(page)
            assert answer.text == "<!doctype html>the page"
            assert answer.headers["cache-control"] == "no-cache"
            assert answer.headers["content-type"].startswith("text/html")
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
        plain = client.get("/assets/a-1f.js", headers={"accept-encoding": "identity"})
        assert plain.text == "let plain"
        assert "immutable" in plain.headers["cache-control"]
        assert "javascript" in plain.headers["content-type"]
        packed = client.get("/assets/a-1f.js", headers={"accept-encoding": "gzip, br"}).headers
        assert packed["content-encoding"] == "br"
        assert packed["content-length"] == "5"
        for missing in ("/assets/b.js", "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/api/x", "/ws/x"):
            assert client.get(missing).status_code == 404, missing


# --- running ---------------------------------------------------------------------------------------------------


def test_a_port_that_is_taken(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(SystemExit) as stopped:
            serve(port=port, db=str(path))
    assert stopped.value.code == 2
    said = capsys.readouterr()
    assert said.err == f"kozyr club: cannot listen on 127.0.0.1 port {port}: Address already in use\n"
    assert not path.exists()


def test_a_database_that_cannot_be_opened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        serve(port=0, db=str(tmp_path / "no" / "club.db"))
    assert stopped.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
