"""People at tables over the club's own wire: by link, in several windows, away and back, watching, talking, again."""

import asyncio
import contextlib
import itertools
import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from kozyr import bots
from kozyr.club import conduct
from kozyr.club.live import socket
from kozyr.club.live.archive import Archive
from kozyr.club.live.clockwork import Clockwork
from kozyr.club.live.viewer import AGAIN
from kozyr.club.live.waits import Waits
from kozyr.club.live.workers import Workers
from kozyr.club.table.setup import Setup
from kozyr.club.table.table import Table
from kozyr.deals import Reveal, nonce_hash, reveal_fault
from kozyr.games.preferans import View
from kozyr.store import Fenced
from tests import stores
from tests.people import ORIGIN, Person, club, figure, guest, new_table, seated, visitor

QUICK = Waits(absent=1e6, shares=30.0, look=0.05)
HUMAN = {"bots": [None, "random"], "changes": {"pool_target": 2}}


@contextlib.contextmanager
def at(client: TestClient, table: str, name: str = "", seed: int = 0, *, cuts: bool = True) -> Iterator[Person]:
    """Somebody at a table, who shuffles and cuts as a client does."""
    with seated(client, table, seed, (name or str(id(client))) if cuts else "") as person:
        yield person


def together(*people: Callable[[], None]) -> None:
    """Everybody does his part at once."""
    faults: list[BaseException] = []

    def guarded(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - it is told below
            faults.append(error)

    threads = [threading.Thread(target=guarded, args=(work,), daemon=True) for work in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive(), "somebody still waits"
    if faults:
        raise faults[0]


@contextlib.contextmanager
def company(path: Path, people: int = 2, **changes: Any) -> Iterator[tuple[list[TestClient], list[Person], str]]:
    """So many people at a table that has just begun, each at a browser of his own."""
    waits = changes.pop("waits", QUICK)
    with club(path, waits=waits) as first, contextlib.ExitStack() as stack:
        clients = [first, *(visitor(first) for _ in range(people - 1))]
        me = [guest(client, f"person {n}") for n, client in enumerate(clients)]
        table = new_table(
            first, **(HUMAN | {"bots": [None] * (people - 1) + ["random"], "players": people + 1} | changes)
        )
        guests = [
            stack.enter_context(at(client, table, one["nick"], n))
            for n, (client, one) in enumerate(zip(clients, me, strict=True))
        ]
        for n, one in enumerate(guests[1:], 1):
            assert one.table["role"] == "visitor"
            assert one.act("sit", chair=n)["t"] == "ack"
            assert one.act("accept", card=one.table["card"])["t"] == "ack"
        together(*(lambda one=one: one.until(lambda: one.view is not None) for one in guests))
        yield clients, guests, table


# --- coming together -------------------------------------------------------------------------------------------


@pytest.mark.rule("PE-5.4.4")
def test_people_come_by_link_and_play_a_pulka(path: Path) -> None:
    """Three of them and a bot, to the settlement; every deal verifies, with the share of everybody who was there."""
    with company(path, 3) as (clients, people, table):
        assert [len(one.view["hands"]) for one in people if one.view] == [3, 3, 3]

        def whole(one: Person) -> None:
            one.play()
            one.until(lambda: one.room["fair"]["phase"] == "revealed")

        together(*(lambda one=one: whole(one) for one in people))
        assert {one.room["ended"] for one in people} == {"played"}
        proofs = clients[0].get(f"/api/tables/{table}/fair").json()
        assert [proof["deal"] for proof in proofs] == list(range(people[0].last["number"] + 1 if people[0].last else 0))
        for proof in proofs:
            assert reveal_fault(msgspec.convert(proof, Reveal)) is None
            assert all(share["nonce"] for share in proof["shares"]), proof
            assert len(proof["shares"]) == 3
        assert proofs[-1] == people[1].proofs[proofs[-1]["deal"]]
        for client in clients:
            rows = client.get("/api/tables").json()
            assert [(row["table"], row["state"], len(row["nicks"])) for row in rows] == [(table, "finished", 4)]
            me = client.get("/api/me").json()
            about = client.get(f"/api/players/{me['account']}").json()
            assert about["reliability"] == {"begun": 1, "finished": 1, "left": 0}


def test_what_an_invited_person_sees(path: Path) -> None:
    with club(path) as client:
        table = new_table(client, **HUMAN, name="Анна", terms={"whist_value": "1 коп."}, public=True)
        private = new_table(client, **HUMAN)
        stranger = visitor(client)
        about = stranger.get(f"/api/tables/{table}").json()
        assert about["you"] == "stranger"
        assert [chair["nick"] for chair in about["chairs"]] == ["Анна", None, "Filin"]
        assert (about["state"], about["free"], about["diff"]) == ("gathering", 1, {"pool_target": [50, 2]})
        assert about["terms"]["whist_value"] == "1 коп."
        assert about["conventions"]["pool_target"] == 2
        assert client.get(f"/api/tables/{table}").json()["you"] == "player"
        assert stranger.get("/api/tables/nothing").status_code == 404
        assert stranger.get(f"/api/tables/{private}").status_code == 200  # its id is the invitation
        with at(client, table) as anna:
            lobby = stranger.get("/api/lobby").json()
            assert [one["table"] for one in lobby["gathering"]] == [table]
            assert anna.act("chair", chair=1, bot="random")["t"] == "ack"
            anna.until(lambda: anna.view is not None)
            lobby = stranger.get("/api/lobby").json()
            assert lobby["gathering"] == []
            assert [(one["table"], one["state"]) for one in lobby["running"]] == [(table, "playing")]


def test_who_says_hello_late_does_not_sit_at_a_table_that_nobody_else_sees(path: Path) -> None:
    """A table that nobody looks at leaves memory; a socket that was open already must ask for it anew."""
    with club(path, waits=Waits(absent=1e6, shares=0.0, look=0.0, idle=0.1)) as client:
        guest(client)
        table = new_table(client, **HUMAN)
        with client.websocket_connect(f"/ws/table/{table}", headers=ORIGIN) as late:
            while not _in_memory(client, table):
                time.sleep(0.01)
            while _in_memory(client, table):
                time.sleep(0.01)
            late.send_json({"t": "hello", "proto": 3})
            with pytest.raises(WebSocketDisconnect) as gone:
                late.receive_json()
        assert gone.value.code == 1012  # come back
        with at(client, table) as anna:
            assert anna.act("rise")["t"] == "ack"


def _in_memory(client: TestClient, table: str) -> bool:
    return table in client.app.state.club.lobby._rooms  # type: ignore[attr-defined]


def test_who_is_here_and_who_sat_down_meanwhile(path: Path) -> None:
    with club(path) as client:
        table = new_table(client, **HUMAN)
        other = visitor(client)
        who = guest(other, "Богдан")
        with at(client, table) as anna:
            snap = next(message for message in anna.messages if message["t"] == "snap")
            assert snap["here"] == {"t": "here", "online": [0], "since": {}, "kibitzers": []}
            with at(other, table) as bogdan:
                here = anna.hears("here")
                assert here["kibitzers"] == [{"account": who["account"], "nick": "Богдан", "bot": None, "at": None}]
                bogdan.act("sit", chair=1)
                assert anna.hears("here")["online"] == [0, 1]
                # Nobody sits on a chair that is taken, and a forged message seats nobody else.
                assert bogdan.act("sit", chair=0)["reason"] == "already"
                assert bogdan.act("chair", chair=2, bot=None)["reason"] == "not_owner"
            here = anna.hears("here")
            assert here["online"] == [0]
            assert abs(here["since"]["1"] - time.time() * 1000) < 60_000


@pytest.mark.rule("PE-5.4.6")
def test_who_is_sent_away_from_a_chair(path: Path) -> None:
    with club(path) as client:
        table = new_table(client, **HUMAN)
        other = visitor(client)
        guest(other)
        with at(client, table) as anna, at(other, table) as eve:
            eve.act("sit", chair=1)
            anna.act("chair", chair=1, bot=None)
            eve.until(lambda: eve.table["role"] == "visitor")
            assert eve.act("sit", chair=1)["reason"] == "barred"


# --- away and back ---------------------------------------------------------------------------------------------


@pytest.mark.rule("PE-5.4.18")
def test_a_bot_holds_the_seat_of_one_who_is_away_and_gives_it_back(path: Path) -> None:
    with company(path, 2, waits=Waits(absent=0.1, shares=0.2, look=0.0)) as (clients, people, table):
        anna, bogdan = people
        bogdan.socket.close()
        anna.name = ""
        looked = 0
        while not any(one.get("held") for one in anna.table["players"]):
            if anna.view and anna.view["legal"]:
                anna.ask(t="cmd", at=anna.seq, do=anna.view["legal"][0])
            elif anna.view is None and anna.last and anna.last["number"] > looked:
                looked = anna.last["number"]
                anna.ask(t="next", at=anna.seq)
            else:
                anna.hear()
        assert {one["chair"]: one["held"] for one in anna.table["players"]}[1] == "absent"
        with at(clients[1], table) as again:
            snap = next(message for message in again.messages if message["t"] == "snap")
            assert [one["held"] for one in snap["table"]["players"]] == [None] * 3
            anna.until(lambda: not any(one["held"] for one in anna.table["players"]))
            assert again.act("leave")["t"] == "ack"
            again.until(lambda: any(one["held"] == "left" for one in again.table["players"]))
            if again.view and again.view["legal"]:
                refused = again.ask(t="cmd", at=again.seq, do=again.view["legal"][0])
                assert refused["t"] == "nak"  # the bot plays
            assert again.act("back")["t"] == "ack"


@pytest.mark.rule("PE-5.4.18")
def test_adjourned_over_a_restart(path: Path) -> None:
    with company(path, 2) as (clients, people, table):
        anna, bogdan = people
        n = anna.act("propose", what={"kind": "adjourn"})["seq"]
        bogdan.until(lambda: bool(bogdan.room["proposal"]))
        assert bogdan.room["proposal"]["asks_you"]
        assert bogdan.act("answer", n=n, yes=True)["t"] == "ack"
        for one in people:
            one.until(lambda one=one: one.room["state"] == "adjourned")  # type: ignore[misc]
        before = [one.messages[-1]["hash"] for one in people]
        cookies = [client.cookies for client in clients]
    with club(path, waits=QUICK) as first:
        clients = [first, visitor(first)]
        for client, jar in zip(clients, cookies, strict=True):
            client.cookies = jar
        with at(clients[0], table) as anna, at(clients[1], table) as bogdan:
            assert [one.messages[-1].get("hash", one.messages[0]["hash"]) for one in (anna, bogdan)] == before
            refused = anna.ask(t="cmd", at=anna.seq, do={"type": "pass"})
            assert (refused["reason"], refused["law"]) == ("not_now", "PE-5.4.18")
            assert anna.act("resume")["t"] == "ack"
            assert bogdan.act("resume")["t"] == "ack"
            anna.until(lambda: anna.room["state"] == "playing")


def test_a_restart_while_people_gather_and_while_they_cut(path: Path) -> None:
    """What is told is the same, byte for byte, whatever stands half done."""
    with club(path, waits=QUICK) as client:
        table = new_table(client, **HUMAN)
        other = visitor(client)
        guest(other)
        with at(other, table) as bogdan:
            bogdan.act("sit", chair=1)
        jars = client.cookies, other.cookies

    def told(phase: str | None, act: dict[str, Any] | None) -> list[str]:
        """Twice the same snapshot, in two lives of the server; then something happens."""
        heard = []
        for _ in range(2):
            with club(path, waits=QUICK) as first, contextlib.ExitStack() as stack:
                second = visitor(first)
                first.cookies, second.cookies = jars
                one, two = (stack.enter_context(at(client, table, cuts=False)) for client in (first, second))
                while two.room["fair"]["phase"] != phase:
                    two.hear()
                two.socket.send_json({"t": "hello", "proto": 3})
                heard.append(json.dumps({k: v for k, v in two.hears("snap").items() if k != "here"}))
                if act is not None and len(heard) == 2:
                    do = {key: one.table["card"] if value == "card" else value for key, value in act.items()}
                    assert two.ask(t="act", do=do)["t"] == "ack"
                del one
        assert heard[0] == heard[1]
        return heard

    told(None, {"act": "accept", "card": "card"})
    told("hashes", {"act": "seal", "deal": 0, "hash": nonce_hash(table, 0, "1", b"x" * 16)})
    told("hashes", None)


# --- kibitzers -------------------------------------------------------------------------------------------------


@pytest.mark.rule("PE-5.5.4")
def test_a_kibitzer_watches_asks_and_is_removed(path: Path) -> None:
    with company(path, 2) as (_, people, table):
        anna, bogdan = people
        eve = visitor(_[0])
        who = guest(eve, "Eve")["account"]
        with at(eve, table) as watching:
            assert watching.table["role"] == "kibitzer"
            assert watching.view is not None
            assert all(hand["cards"] is None for hand in watching.view["hands"].values())
            assert watching.act("look", chair=1)["t"] == "ack"
            bogdan.until(lambda: bool(bogdan.room["looks"]))
            assert anna.act("allow", account=who, yes=True)["reason"] == "not_yours"
            assert bogdan.act("allow", account=who, yes=True)["t"] == "ack"
            seat = bogdan.table["you"]
            watching.until(lambda: bool(watching.view and watching.view["hands"][seat]["cards"]))
            assert watching.view["hands"][seat] == (bogdan.view or {})["hands"][seat]
            assert anna.act("object", account=who)["t"] == "ack"
            assert watching.closed() == 4403
            assert watching.messages[-1] == {"t": "bye", "code": "sent_away"}
        with eve.websocket_connect(f"/ws/table/{table}", headers=ORIGIN) as socket:
            socket.send_json({"t": "hello", "proto": 3})
            assert socket.receive_json() == {"t": "bye", "code": "sent_away"}


@pytest.mark.rule("PE-5.5.2", "PE-5.5.4")
def test_nobody_is_sent_away_who_was_never_here(path: Path) -> None:
    """And who was may be, though he has just gone."""
    with company(path, 2) as (clients, people, table):
        anna, _ = people
        mine = {person.table["you"] for person in people}
        anna.until(lambda: bool(anna.view and anna.view["actor"] in mine))  # no bot moves any more
        seq = anna.seq
        watcher = visitor(clients[0])
        me = guest(watcher)
        for nobody in ("", "x" * 64, me["account"]):
            assert anna.act("object", account=nobody)["reason"] == "no_kibitzer"
            assert anna.act("warn", account=nobody)["reason"] == "no_kibitzer"
        assert (anna.seq, anna.room["removed"], anna.room["warned"]) == (seq, [], {})
        with at(watcher, table) as watching:
            assert watching.act("look", chair=0)["t"] == "ack"
        anna.until(lambda: bool(anna.room["looks"]))
        assert anna.act("object", account=me["account"])["t"] == "ack"
        anna.until(lambda: anna.room["removed"] == [me["account"]])


@pytest.mark.rule("PE-5.4.7")
def test_a_kibitzer_takes_a_seat(path: Path) -> None:
    with company(path, 2) as (clients, people, table):
        anna, bogdan = people
        vira = visitor(clients[0])
        who = guest(vira, "Віра")["account"]
        wish = {"kind": "hand_over", "chair": 1, "account": who}
        assert bogdan.act("propose", what=wish)["reason"] == "no_kibitzer"  # she is not here
        with at(vira, table, "vira") as watching:
            n = bogdan.act("propose", what=wish)["seq"]
            anna.act("answer", n=n, yes=True)
            watching.until(lambda: bool(watching.room["proposal"]))
            assert watching.room["proposal"]["asks_you"]
            assert watching.act("answer", n=n, yes=True)["t"] == "ack"
            watching.until(lambda: watching.table["role"] == "player")
            assert watching.view is not None
            assert watching.view["hands"][watching.table["you"]]["cards"]
            bogdan.until(lambda: bogdan.table["role"] == "kibitzer")
            assert bogdan.view is not None
            assert all(hand["cards"] is None for hand in bogdan.view["hands"].values())
            assert [row["table"] for row in vira.get("/api/tables").json()] == [table]
            assert clients[1].get("/api/tables").json() == []


def _to_a_trick(one: Person) -> None:
    """Pass or whist, so that tricks are played, until one is closed."""
    while not (one.view and one.view["history"]):
        legal = one.view["legal"] if one.view else []
        if legal:
            wanted = [event for event in legal if event["type"] == "whist"] or [e for e in legal if e["type"] == "pass"]
            one.ask(t="cmd", at=one.seq, do=(wanted or legal)[0])
        elif one.last is not None and one.chair not in one.room["next"]:
            one.ask(t="next", at=one.seq)
        else:
            one.hear()


@pytest.mark.rule("PE-5.4.9")
def test_a_look_at_the_last_trick_is_told(path: Path) -> None:
    with company(path, 2, changes={"pool_target": 20}) as (_, people, _table):
        anna, bogdan = people
        bogdan.socket.send_json({"t": "looked"})  # there is no trick to look at: a sign, and nobody hears of it
        together(*(lambda one=one: _to_a_trick(one) for one in people))
        bogdan.socket.send_json({"t": "looked"})
        assert anna.hears("looked") == {"t": "looked", "chair": 1}
        watcher = visitor(_[0])
        guest(watcher)
        with at(watcher, _table) as watching:
            watching.socket.send_json({"t": "looked"})  # a kibitzer may not, and nobody hears of it
            assert watching.act("leave")["reason"] == "not_player"
        assert anna.act("back")["reason"] == "not_held"
        assert [m for m in anna.messages if m["t"] == "looked"] == [{"t": "looked", "chair": 1}]


def test_where_somebody_else_plays_nobody_hurries_the_bots(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hurried: list[Clockwork] = []
    monkeypatch.setattr(Clockwork, "hurry", hurried.append)
    with company(path, 2, changes={"pool_target": 20}) as (clients, people, table):
        people[0].socket.send_json({"t": "hurry"})
        watcher = visitor(clients[0])
        guest(watcher)
        with at(watcher, table) as watching:
            watching.socket.send_json({"t": "hurry"})
            assert watching.act("leave")["reason"] == "not_player"
        assert people[0].act("back")["reason"] == "not_held"
        assert hurried == []


# --- chat ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PE-5.4.8", "PE-5.4.19", "PE-5.5.1")
def test_chat_phrases_and_mutes(path: Path) -> None:
    with club(path, waits=QUICK) as client:
        table = new_table(client, **HUMAN, name="Анна")
        me = guest(client)["account"]
        other = visitor(client)
        guest(other, "Богдан")
        with at(client, table) as anna, at(other, table) as bogdan:
            assert anna.ask(t="say", phrase="hello") == {"t": "ack", "id": anna.messages[-1]["id"], "seq": 1}
            line = bogdan.hears("chat")
            assert (line["account"], line["nick"], line["phrase"], line["text"]) == (me, "Анна", "hello", None)
            assert anna.ask(t="say", id="twice", text=" Добрый\n вечер\u202e ")["seq"] == 2
            assert bogdan.hears("chat")["text"] == "Добрый вечер"
            assert anna.ask(t="say", id="twice", text="again")["seq"] == 2  # said once
            for bad in ({"text": " \n"}, {"phrase": "no such"}, {}, {"text": "a", "phrase": "hello"}):
                assert anna.ask(t="say", **bad)["code"] == "bad"
            assert anna.ask(t="say", text="x" * 301)["code"] == "bad"
            assert other.put(f"/api/mutes/{me}").status_code == 204
            anna.ask(t="say", text="unheard")
            other.delete(f"/api/mutes/{me}")
            anna.ask(t="say", text="heard")
            assert bogdan.hears("chat")["text"] == "heard"
            bogdan.act("sit", chair=1)
            bogdan.act("accept", card=bogdan.table["card"])
            together(
                lambda: anna.until(lambda: anna.view is not None),
                lambda: bogdan.until(lambda: bogdan.view is not None),
            )
            refused = anna.ask(t="say", phrase="good_luck")
            assert (refused["code"], refused["reason"], refused["law"]) == ("illegal", "quiet", "PE-5.4.8")
        cookies = client.cookies
        other.put(f"/api/mutes/{me}")
        with at(other, table) as bogdan:
            assert next(message for message in bogdan.messages if message["t"] == "snap")["chat"] == []
    with club(path, waits=QUICK) as client:
        client.cookies = cookies
        with at(client, table) as anna:
            snap = next(message for message in anna.messages if message["t"] == "snap")
            assert [line["text"] or line["phrase"] for line in snap["chat"]] == [
                "hello",
                "Добрый вечер",
                "unheard",
                "heard",
            ]


# --- again -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("PE-5.4.15", "PE-5.4.16")
@pytest.mark.parametrize("new_pack", [False, True])
def test_a_rematch_with_the_same_people_and_the_same_pack_or_a_new_one(path: Path, *, new_pack: bool) -> None:
    with company(path, 2) as (clients, people, table):
        anna, bogdan = people
        pack = anna.room["fair"]["pack"]
        assert len(pack) == 16
        if new_pack:
            assert bogdan.act("reseed")["t"] == "ack"
        n = anna.act("propose", what={"kind": "force_majeure"})["seq"]
        bogdan.until(lambda: bool(bogdan.room["proposal"]))
        assert bogdan.act("answer", n=n, yes=True)["t"] == "ack"
        anna.until(lambda: anna.room["ended"] == "force_majeure")
        assert bogdan.act("rematch")["t"] == "ack"
        anna.until(lambda: anna.room["rematch"] is not None)
        assert anna.act("rematch")["reason"] == "already"
        link = anna.room["rematch"]
        about = clients[0].get(f"/api/tables/{link}").json()
        assert (about["state"], about["pulka"], about["you"]) == ("gathering", 2, "player")
        with at(clients[0], link, "anna") as again, at(clients[1], link, "bogdan") as too:
            assert again.table["previous"] == table
            assert again.table["owner"] == 1
            assert again.room["accepted"] == [1]
            assert again.table["card"] == anna.table["card"]
            assert again.act("accept", card=again.table["card"])["t"] == "ack"
            together(
                lambda: again.until(lambda: again.view is not None),
                lambda: too.until(lambda: too.view is not None),
            )
            assert (again.room["fair"]["pack"] == pack) is not new_pack


def test_a_rematch_is_found_as_soon_as_it_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody hears its name before it is set up: who asks for it meanwhile waits."""
    create = Archive.create

    async def late(self: Archive, setup: Setup, master: bytes) -> None:
        await asyncio.sleep(0.5)
        await create(self, setup, master)

    with company(path, 2) as (clients, people, _):
        anna, bogdan = people
        n = anna.act("propose", what={"kind": "force_majeure"})["seq"]
        assert bogdan.act("answer", n=n, yes=True)["t"] == "ack"
        anna.until(lambda: anna.room["ended"] == "force_majeure")
        monkeypatch.setattr(Archive, "create", late)
        assert anna.act("rematch")["t"] == "ack"
        anna.until(lambda: anna.room["rematch"] is not None)
        about = clients[1].get(f"/api/tables/{anna.room['rematch']}")
        assert (about.status_code, about.json()["state"]) == (200, "gathering")


# --- bots and time ---------------------------------------------------------------------------------------------


@pytest.mark.rule("PE-5.4.11b", "PE-5.4.12")
def test_where_the_tempo_is_masked_no_call_and_no_card_comes_sooner_than_another(path: Path) -> None:
    waits = Waits(absent=1e6, shares=0.0, look=0.0, tempo=(0.04, 0.08))
    with club(path, waits=waits, pause=0.06) as client:
        table = new_table(client, terms={"tempo_mask": True})
        with at(client, table) as anna:
            anna.until(lambda: anna.view is not None)
            while anna.view is not None and sum(bool(message.get("said")) for message in anna.messages) < 12:
                if anna.view["legal"]:
                    anna.ask(t="cmd", at=anna.seq, do=anna.view["legal"][0])
                anna.hear()
    ask = "select ts from events where log_id = ? and kind = 'event' order by seq"
    moments = [row[0] for row in stores.execute(path, ask, table)]
    assert len(moments) > 5
    assert min(later - earlier for earlier, later in itertools.pairwise(moments)) >= 39  # milliseconds, rounded


class Slow(View, frozen=True):
    """A view over which a worker falls asleep."""

    def __reduce__(self) -> Any:
        return time.sleep, (600,)


def test_a_bot_that_hangs_is_replaced(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with club(path) as client:
        table = new_table(client)
        with at(client, table) as anna:
            anna.until(lambda: bool(anna.view and anna.view["legal"]))
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
            assert isinstance(view, View)
            slow = Slow(**{name: getattr(view, name) for name in View.__struct_fields__})
            first = workers._executor()
            assert await workers.choose(slow, "novice", "table x", 0.2) in view.legal
            assert "still thinks after 0.2 s" in caplog.text
            assert workers._executor() is not first
            assert await workers.choose(view, "novice", "table x", 30.0) in view.legal
            await asyncio.to_thread(workers.close)

        asyncio.run(work())


def test_a_word_of_every_phrase_is_known() -> None:
    assert all(phrase.isidentifier() for phrase in conduct.PHRASES)
    assert set(bots.LEVELS) >= {"random", "novice"}


def test_an_entry_that_another_owner_forbids_is_counted(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An operator sees by this figure that two processes believe themselves owners; it stood at 0 whatever happened."""

    def fenced(_: Table) -> None:
        raise Fenced

    monkeypatch.setattr(socket, "_SOUGHT", 0.0)
    with club(path) as client:
        guest(client)
        with seated(client, new_table(client, bots=["random", None])) as anna:
            client.app.state.club.lobby.fence = fenced  # type: ignore[attr-defined]
            before = figure("kozyr_fenced_total")
            anna.send(t="act", do={"act": "rise"})
            assert anna.closed() == AGAIN
            assert figure("kozyr_fenced_total") == before + 1
