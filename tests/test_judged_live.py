"""Tables that rule on errors, over sockets: calls, choices, bots as choosers, a club that is killed amid a call."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kozyr.cards import Seat
from kozyr.cli import main
from kozyr.club import wire
from kozyr.club.live import timers
from kozyr.club.live.lobby import Lobby
from kozyr.club.live.workers import Workers
from kozyr.club.table.bench import CALLS
from kozyr.club.table.listing import note
from kozyr.games import registry, replay
from kozyr.notation import parse
from kozyr.store import Entry
from tests import stores
from tests.clubtable import lot_of
from tests.judged import Live, dealt, evening
from tests.people import Person, club, figure, guest, new_table, seated, visitor
from tests.test_accounts import NOTES, change, rows
from tests.test_judged_tables import CARDS, SIX
from tests.test_operator_page import audited, registered
from tests.test_programs import bearer, program

RULE = {"pool_target": 2, "table.irregularities": "rule"}


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database of a club where judged tables may be chosen; bridge's are hidden until the page knows them."""
    monkeypatch.setattr(registry, "check_offered", lambda *_: None)
    return tmp_path / "club.db"


def written(path: Path, client: TestClient, tokens: str, *places: str, error: tuple[Seat, str]) -> str:
    """A table of one person and two bots whose log has a deal up to an error; places: the cards drawn by the chairs."""
    table = new_table(client, changes=RULE)

    async def write() -> None:
        store = stores.opened(path)
        found = await Lobby(store, Workers(), 0.0).beginning(table)
        assert found is not None
        lot = Entry(1, 0, "lot", None, None, wire.encode(lot_of(*places, deal=("C7", "C8", "C9"))).decode())
        live = dealt(Live(found[0].after(lot), (lot,)), CARDS)
        live.goes(tokens)
        seat, card = error
        event = live.table.setup.rules.parse(card)
        assert live.state.why_not(event, seat) is not None
        body = wire.encode(event).decode()
        log = [*live.log, Entry(live.table.seq + 1, 0, "forced", seat.value, None, body)]
        await store.log.append(table, 0, log)
        store.close()

    asyncio.run(write())
    return table


def pending(person: Person) -> Any:
    return person.room["bench"]["pending"]


def last_event(person: Person, kind: str) -> dict[str, Any]:
    """The last event of a kind that somebody was told."""
    said = [one["said"] for one in person.messages if one["t"] == "ev" and one["said"]]
    return next(one for one in reversed(said) if one["event"]["type"] == kind)


def test_two_people_and_a_bot_and_one_looks_at_the_talon(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timers, "called_by_bot", lambda *_: None)  # or the bot would call first
    with club(path) as client:
        guest(client, "Анна")
        table = new_table(client, changes=RULE, bots=["random", None])
        other = visitor(client)
        guest(other, "Борис")
        with seated(client, table, 1) as anna, seated(other, table, 2) as boris:
            assert boris.act("sit", chair=2)["t"] == "ack"
            card = boris.table["card"]
            assert boris.act("accept", card=card)["t"] == "ack"
            anna.until(lambda: anna.view is not None and anna.view["phase"] == "auction")
            boris.until(lambda: boris.seq >= anna.seq)
            assert anna.view is not None
            assert anna.view["legal"] == []
            answer = anna.ask(t="cmd", do={"type": "talon", "how": "seen"})
            while answer["t"] == "nak":  # the bot was faster
                anna.until(lambda: bool(anna.view and anna.view["possible"]))
                answer = anna.ask(t="cmd", do={"type": "talon", "how": "seen"})
            anna.until(lambda: anna.seq >= answer["seq"])
            boris.until(lambda: boris.seq >= answer["seq"])
            said = last_event(boris, "talon")
            assert set(said) == {"seat", "event", "n"}
            nothing = boris.act("arbiter", entry=said["n"] - 1)  # that was no error
            assert (nothing["reason"], nothing["law"]) == ("not_seen", "P-0.7")
            assert boris.act("arbiter", entry=said["n"])["t"] == "ack"
            anna.until(lambda: bool(anna.room["bench"]["ruled"]))
            ruling = anna.room["bench"]["ruled"][0]
            assert ruling["laws"][0] == "P-3.3.16.1"
            anna.until(
                lambda: any(
                    one["t"] == "ev" and one["said"] and one["said"]["event"]["type"] == "ruled"
                    for one in anna.messages
                )
            )
            assert last_event(anna, "ruled")["event"]["by"] == "arbiter"
            assert boris.act("arbiter", entry=said["n"])["reason"] == "already"


@pytest.mark.rule("P-3.9.14.1")
def test_a_bot_calls_and_chooses_and_the_game_goes_on(path: Path) -> None:
    """N, a person, leads out of turn; E, a bot, plays the contract, calls the arbiter and has three choices."""
    with club(path) as client:
        guest(client)
        table = written(path, client, SIX, "S7", "S8", "S9", error=(Seat.N, "DQ"))
        with seated(client, table) as person:
            person.until(lambda: bool(person.room["bench"]["ruled"]))
            call = person.room["bench"]["ruled"][0]
            assert call["laws"][0] == "P-3.9.14.1"
            assert call["by"] == 1
            assert call["branches"][call["chosen"]]["chair"] == 1
            person.until(lambda: bool(person.view and person.view["turn"] == "N"))


def test_a_club_that_is_killed_between_call_and_choice(path: Path) -> None:
    """S, a bot, has led out of turn; E, a person, calls, and chooses when the club is back."""
    with club(path) as client:
        guest(client)
        cookies = client.cookies
        table = written(path, client, SIX, "S8", "S7", "S9", error=(Seat.S, "DK"))
        with seated(client, table) as person:
            assert person.act("arbiter", entry=9)["t"] == "ack"
            person.until(lambda: pending(person) is not None)
            assert person.view is not None
            assert person.view["possible"] == []
            before = pending(person)
    with club(path) as client:
        client.cookies = cookies
        with seated(client, table) as person:
            assert pending(person) == before
            assert before["asked"] == [0]
            assert person.turn is not None
            assert person.turn["chair"] == 0
            played = person.ask(t="cmd", do={"type": "play", "card": "C8"})
            assert (played["reason"], played["law"]) == ("not_now", "P-3.9.14.1")
            assert person.act("choose", n=before["n"], branch=2)["t"] == "ack"
            person.until(lambda: pending(person) is None)
            person.until(lambda: bool(person.view and person.view["duties"]))
            assert person.view is not None
            assert [duty["what"] for duty in person.view["duties"]] == ["open=S,DK", "lead=N,D,demand,first"]


def test_an_evening_of_errors_is_noted_anew_from_its_log_and_its_cards_are_verified(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`kozyr club --rebuild` gives back what is noted of a judged match, and `kozyr deal --verify` deals its cards again."""

    async def write(table: str) -> Live:
        store = stores.opened(path)
        found = await Lobby(store, Workers(), 0.0).beginning(table)
        assert found is not None
        *_, live = evening(found[0].setup, 8)
        await store.log.append(table, 0, live.log, live.table.course.over, note(live.table))
        store.close()
        return live

    with club(path) as client:
        guest(client)
        table = new_table(client, changes=RULE | {"pool_target": 1})
        live = asyncio.run(write(table))
        assert any(entry.kind == "forced" for entry in live.log)
        assert any('"ruled"' in entry.body for entry in live.log)
        before = [rows(path, ask) for ask in NOTES]
        change(path, "delete from played")
        change(path, "update tables set open = null, summary = null, finished = null")
        assert [rows(path, ask) for ask in NOTES] != before
        assert main(["club", "--db", stores.place(path), "--rebuild"]) == 0
        assert "1 tables read, 1 noted anew" in capsys.readouterr().out
        assert [rows(path, ask) for ask in NOTES] == before
        told = client.get(f"/api/tables/{table}/record?fair=1")
        assert told.status_code == 200
    file = tmp_path / "match.kz"
    file.write_text(told.text, encoding="utf-8")
    assert main(["deal", "--verify", str(file)]) == 0
    found = parse(told.text).record
    assert found is not None
    end = replay(found)
    assert end.match == live.table.progress.match


def test_a_program_calls_chooses_and_plays_by_the_wire_alone(path: Path) -> None:
    """What docs/bot-protocol.md says: `possible`, the acts, the pending choice and what its branches bring."""
    with club(path) as client:
        guest(client)
        made = program(client)
        fox = visitor(client)
        fox.headers.update(bearer(made["token"]))
        table = written(path, fox, SIX, "S8", "S7", "S9", error=(Seat.S, "DK"))
        with fox.websocket_connect(f"/ws/table/{table}") as socket:
            told = Person(socket)
            chair = told.table["chair"]
            assert [one["bot"] for one in told.table["players"] if one["chair"] == chair] == [made["bot"]]
            assert told.table["conventions"]["table.irregularities"] == "rule"
            assert told.view is not None
            assert told.view["legal"] == []
            assert told.view["possible"]  # though N is to play: a hand can do what it likes
            assert told.room["bench"]["calls"][str(chair)] == 10
            assert told.act("choose", n=1, branch=0)["reason"] == "no_proposal"  # nothing is to be chosen yet
            assert told.act("arbiter", entry=9)["t"] == "ack"
            told.until(lambda: pending(told) is not None)
            call = pending(told)
            assert chair in call["asked"]
            ways = {n: one for n, one in enumerate(call["branches"]) if one["chair"] == chair}
            leads = [n for n, one in ways.items() if any(effect["type"] == "lead" for effect in one["effects"])]
            assert told.act("choose", n=call["n"], branch=len(ways))["reason"] == "not_asked"
            assert told.act("choose", n=call["n"], branch=leads[0])["t"] == "ack"
            told.until(lambda: bool(told.view and told.view["duties"]))
            told.until(lambda: bool(told.view and told.view["actor"] == told.view["seat"]))
            assert told.view is not None
            assert told.view["trick"] == []  # the lead was his own, and is again
            cards = [one for one in told.view["possible"] if one["type"] == "play"]
            assert len(cards) == 10
            assert told.ask(t="cmd", do=cards[0])["t"] == "ack"


def test_every_call_is_counted_and_ten_of_a_player_in_a_deal_are_heard(path: Path) -> None:
    """Calls that come to nothing count, too; the metrics know what came of each."""

    def answered() -> list[float]:
        return [figure(f'kozyr_arbiter_calls_total{{answer="{one}"}}') for one in ("ruled", "not_seen", "quiet")]

    with club(path) as client:
        guest(client)
        table = written(path, client, SIX, "S8", "S7", "S9", error=(Seat.S, "DK"))
        before = answered()
        rulings, seconds = figure('kozyr_rulings_total{law="P-3.9.14.1"}'), figure("kozyr_ruling_seconds_sum")
        with seated(client, table) as person:
            bench = person.room["bench"]
            for _ in range(CALLS - 1):
                nothing = person.act("arbiter", entry=8)  # that was no error
                assert [nothing[key] for key in ("t", "code", "reason", "law")] == [
                    "nak",
                    "illegal",
                    "not_seen",
                    "P-0.7",
                ]
            assert person.room["bench"] == bench
            assert person.act("arbiter", entry=9)["t"] == "ack"
            person.until(lambda: pending(person) is not None)
            assert person.act("choose", n=pending(person)["n"], branch=2)["t"] == "ack"
            person.until(lambda: pending(person) is None)
            assert person.act("arbiter", entry=8)["reason"] == "quiet"
        assert answered() == [before[0] + 1, before[1] + CALLS - 1, before[2] + 1]
        assert figure('kozyr_rulings_total{law="P-3.9.14.1"}') == rulings + 1
        assert figure("kozyr_ruling_seconds_sum") > seconds


def test_a_call_that_may_not_be_is_a_nak_with_reason_and_law_and_the_table_is_as_it_was(path: Path) -> None:
    """Over the socket: by one who has no part, for what was not seen, while one is pending, ruled already, too late."""
    with club(path) as client:
        guest(client)
        tables = [written(path, client, SIX, "S8", "S7", "S9", error=(Seat.S, "DK")) for _ in range(2)]
        other = visitor(client)
        guest(other)

        def refused(who: Person, entry: int, reason: str, law: str) -> None:
            before = stands()
            answer = who.act("arbiter", entry=entry)
            assert [answer[key] for key in ("t", "code", "reason", "law")] == ["nak", "illegal", reason, law]
            assert stands() == before

        def stands() -> list[tuple[str, str]]:
            """What was ruled and played, but for the bots' cards, which come when they come."""
            return [
                (row[0], row[1])
                for row in rows(path, "select kind, body from events where kind = 'table' order by ts, seq")
            ]

        with seated(client, tables[0]) as person, seated(other, tables[0]) as kibitzer:
            refused(kibitzer, 9, "no_part", "P-0.7")
            refused(person, 8, "not_seen", "P-0.7")
            refused(person, 99, "not_seen", "P-0.7")
            assert person.act("arbiter", entry=9)["t"] == "ack"
            person.until(lambda: pending(person) is not None)
            refused(person, 9, "pending", "P-3.9.14.1")
            assert person.act("choose", n=pending(person)["n"], branch=2)["t"] == "ack"
            person.until(lambda: pending(person) is None)
            refused(person, 9, "already", "P-0.7")
        with seated(client, tables[1]) as person:
            person.until(lambda: bool(person.view and len(person.view["trick"]) == 2))  # N, a bot, has followed
            assert person.ask(t="cmd", do={"type": "play", "card": "D7"})["t"] == "ack"  # so the lead is taken
            refused(person, 9, "late", "P-3.9.14.5")


@pytest.mark.rule("PT-I.13.2.6")
def test_a_ruling_that_is_thought_wrong_stands_and_goes_to_the_operator_with_the_record(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with club(path) as client:
        guest(client)
        boss = registered(client, "boss")
        assert main(["admin", "--db", stores.place(path), "operator", "boss", "on"]) == 0
        table = written(path, client, SIX, "S8", "S7", "S9", error=(Seat.S, "DK"))
        with seated(client, table) as person:
            assert person.act("arbiter", entry=9)["t"] == "ack"
            person.until(lambda: pending(person) is not None)
            call, ruled = pending(person)["n"], pending(person)["laws"]
            report = {"table": table, "reason": "ruling", "ruling": call, "text": "not so"}
            assert client.post("/api/reports", json=report).json() == {"report": 1}
            assert client.post("/api/reports", json=report | {"ruling": call - 1}).status_code == 404
            assert client.post("/api/reports", json=report | {"ruling": call + 9}).status_code == 404
            assert boss.post("/api/reports", json=report).status_code == 404  # he was not there
            assert person.act("choose", n=call, branch=2)["t"] == "ack"  # the table plays on
            person.until(lambda: pending(person) is None)
        (told,) = boss.get("/api/operator/reports").json()
        (said,) = told["texts"]
        assert (told["reason"], told["on"], said["text"]) == ("ruling", None, f"{call}: not so")
        assert (told["laws"][0], told["laws"]) == ("P-3.9.14.1", ruled)
        assert main(["admin", "--db", stores.place(path), "reports"]) == 0
        (line,) = capsys.readouterr().out.splitlines()[-1:]
        assert f"{' '.join(ruled)}  table {table}  {said['by']['account']} ({said['by']['nick']}): ruling  " in line
        where = f"/api/operator/record?table={table}&call="
        found = parse(boss.get(f"{where}{call}").text)
        assert found.record is not None
        # A bot may have laid its card before the call.
        assert ("DK", True) in [(one.event.token, one.forced) for one in found.record.entries][-2:]
        assert client.get(f"{where}{call}").status_code == 404  # for operators only
        assert {boss.get(f"{where}{wrong}").status_code for wrong in ("", "x", call - 1, call + 99)} == {404}
        assert [what for _, what, subject in audited(path) if subject == table] == ["record"]


def test_a_ruling_that_takes_too_long_is_none_and_the_table_goes_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def too_long(*_: object) -> None:
        return None

    monkeypatch.setattr(Workers, "rule", too_long)
    with club(path) as client:
        guest(client)
        table = written(path, client, SIX, "S8", "S7", "S9", error=(Seat.S, "DK"))
        with seated(client, table) as person:
            at = person.seq
            answer = person.act("arbiter", entry=9)
            assert (answer["t"], answer["reason"], answer["law"]) == ("nak", "no_ruling", "P-0.7")
            assert person.seq >= at
            assert pending(person) is None
