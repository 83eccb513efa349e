"""What is asked and told at a bridge table of the club: bots answer questions, a claim tells its line, a deal is analysed once."""

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kozyr import notation
from kozyr.bots.bridge import explain
from kozyr.cards import Seat
from kozyr.club.games import bridge as customs_of_bridge
from kozyr.club.games.bridge.analysis import Analysis, Par
from kozyr.club.live.workers import Workers
from kozyr.club.table.customs import customs
from kozyr.games import Event, replay
from kozyr.games.bridge.words import Ask, Claim, Explain
from tests.boards import Board
from tests.people import Here, Person, club, guest, new_table, seated, visitor

TABLE = {"game": "bridge", "preset": "duplicate", "players": 4}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with club(tmp_path / "club.db") as client:
        guest(client)
        yield client


def table(client: TestClient, level: str, **changes: Any) -> str:
    return new_table(client, **TABLE, bots=[level] * 3, changes={"deals": 1, **changes})


def may_ask(anna: Person) -> dict[str, Any] | None:
    """Pass until an opponent has bid and it is my turn; says which question there is. None: the auction is over."""
    while not anna.over:
        if anna.view and anna.view["phase"] == "play":
            return None
        if not (anna.view and anna.view["legal"]):
            anna.hear()
            continue
        asks = [event for event in anna.view["offers"] if event["type"] == "ask"]
        bids = [event for event in asks if anna.view["calls"][event["call"]][1] != "pass"]
        if bids:
            bid: dict[str, Any] = bids[0]
            return bid
        anna.ask(t="cmd", at=anna.seq, do={"type": "pass"})
    return None


@contextmanager
def asking(client: TestClient, level: str, **changes: Any) -> Iterator[tuple[Person, dict[str, Any]]]:
    """Somebody who may ask about an opponent's bid, at the first table where one bids, and the question."""
    for _ in range(10):
        with seated(client, table(client, level, **changes)) as anna:
            ask = may_ask(anna)
            if ask is not None:
                yield anna, ask
                return
    raise AssertionError("nobody bids")


@pytest.mark.rule("B-AUC-15", "B-LAW-REV-1", "B-LAW-REV-2")
def test_a_bot_explains_its_partners_call_to_who_asks(client: TestClient) -> None:
    """`explain` partner: the question is put, and the partner of the caller answers by the system that both play."""
    with asking(client, "novice", explain="partner") as (anna, ask):
        number, turn = ask["call"], anna.view and anna.view["turn"]
        assert anna.ask(t="cmd", at=anna.seq, do=ask)["t"] == "ack"
        while not (anna.view and str(number) in anna.view["meanings"]):
            anna.hear()
        told = anna.view["meanings"][str(number)]
        calls = [call for _, call in anna.view["calls"]]
        assert told
        assert told != "no agreement"
        assert anna.view["asked"] == []
        assert anna.view["turn"] == turn  # the game has not waited for it, and it is still my call
        said = [line for line in anna.heard if '"explain"' in line][-1]
        caller = anna.view["calls"][number][0]
        assert f'"seat":"{"NESW"[("NESW".index(caller) + 2) % 4]}"' in said
        assert calls[number] != "pass"
        assert anna.ask(t="cmd", at=anna.seq, do={"type": "pass"})["t"] == "ack"


@pytest.mark.rule("B-AUC-15")
def test_what_it_tells_is_its_system() -> None:
    board = Board(dealer=0).deal().goes("1NT")
    view = board.view("E")
    workers, told = Workers(Here()), customs("bridge").explaining(0)
    answer = asyncio.run(workers.ask(told, view, "novice"))
    assert answer == explain(view, 0)
    assert isinstance(answer, Explain)
    assert "HCP" in answer.meaning
    assert asyncio.run(workers.ask(told, view, "random")) == Explain(0, "no agreement")  # its calls mean nothing
    three = Board(players=3).deal().goes("1S")
    assert asyncio.run(workers.ask(told, three.view("W"), "novice")) == Explain(0, "natural")


@pytest.mark.rule("B-AUC-15")
def test_a_bot_that_explains_itself_is_asked_what_it_has_not_told(client: TestClient) -> None:
    """`explain` self, as is usual online: who asks about a call without a meaning hears the caller."""
    with asking(client, "random") as (anna, ask):
        assert anna.ask(t="cmd", at=anna.seq, do=ask)["t"] == "ack"
        while not (anna.view and str(ask["call"]) in anna.view["meanings"]):
            anna.hear()
        assert anna.view["meanings"][str(ask["call"])] == "no agreement"


def test_a_bot_that_cannot_explain_stops_nobody(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object) -> Event | None:
        return None

    monkeypatch.setattr(Workers, "ask", fails)
    with asking(client, "novice", explain="partner") as (anna, ask):
        assert anna.ask(t="cmd", at=anna.seq, do=ask)["t"] == "ack"
        while not (anna.view and anna.view["asked"] == [ask["call"]]):
            anna.hear()
        anna.play()
        assert anna.over


def test_a_question_that_nobody_may_answer_any_more_is_left() -> None:
    """A lead comes before the answer (B-LAW-REV-3): the bot is not asked again and again."""
    board = Board(dealer=0, explain="partner").deal().goes("1NT pass pass pass")
    state = board.state.apply(Ask(0), board.state.actor)
    assert customs("bridge").question(state) == (Seat.S, 0)
    led = state.apply(state.legal()[0])
    assert led.talk.asked == (0,)
    assert customs("bridge").question(led) is None


@pytest.mark.rule("B-LAW-CLAIM-1")
def test_a_claim_with_its_line_goes_over_the_wire_and_into_the_record(client: TestClient) -> None:
    line = "Спочатку козирі, потім бубна"
    claimed, made = False, ""
    for _ in range(6):  # who is dummy in a deal has nothing to claim
        if claimed:
            break
        made = table(client, "novice")
        with seated(client, made) as anna:
            while not anna.over:
                offers = [] if anna.view is None else [one for one in anna.view["offers"] if one["type"] == "claim"]
                if offers and not claimed:
                    claimed = True
                    assert anna.ask(t="cmd", at=anna.seq, do=offers[-1] | {"line": "x" * 301})["t"] == "nak"
                    assert anna.ask(t="cmd", at=anna.seq, do=offers[-1] | {"line": line})["t"] == "ack"
                    while not any(line in heard for heard in anna.heard):
                        anna.hear()
                elif anna.view and anna.view["legal"]:
                    anna.ask(t="cmd", at=anna.seq, do=anna.chance.choice(anna.view["legal"]))
                else:
                    anna.hear()
    assert claimed
    parsed = notation.parse(client.get(f"/api/tables/{made}/record").text)
    assert parsed.record is not None
    assert replay(parsed.record).error is None
    assert line in [entry.event.line for entry in parsed.record.entries if isinstance(entry.event, Claim)]


def test_a_deal_is_analysed_once_however_many_ask(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def analyse(deal: Any, *, compared: object) -> Analysis:
        asked.append((deal.number, compared is not None))
        time.sleep(0.3)
        return Analysis({}, Par(0, ()), None) if len(asked) > 1 else Analysis(None, None, None)

    monkeypatch.setattr(customs_of_bridge, "analyse", analyse)
    made = table(client, "random")
    with seated(client, made) as anna:
        anna.play()
    where = f"/api/tables/{made}/deals/1/analysis"
    assert client.get(where).json()["par"] is None  # it took too long: it may be asked for again
    answers: list[int] = []
    visitors = [visitor(client) for _ in range(6)]
    threads = [threading.Thread(target=lambda one=one: answers.append(one.get(where).status_code)) for one in visitors]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [200] * 6
    assert client.get(where).json()["par"] == {"score": 0, "contracts": []}
    assert asked == [(1, True), (1, True)]
    assert client.get(f"/api/tables/{made}/deals/2/analysis").status_code == 404
    assert client.get("/api/tables/nobody/deals/1/analysis").status_code == 404


@pytest.fixture
def beside(tmp_path: Path) -> Iterator[TestClient]:
    """A club whose long work is done in threads of its own, where a test can hold it up."""
    with ThreadPoolExecutor(4) as pool, club(tmp_path / "club.db", executor=pool) as client:
        guest(client)
        yield client


def test_many_analyses_leave_the_club_to_the_others(beside: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two are worked out at once, and a player gets in meanwhile."""
    client = beside
    going, most = threading.Semaphore(0), [0, 0]

    def analyse(_deal: Any, *, compared: object) -> Analysis:  # noqa: ARG001 - as the real one
        most[0] += 1
        most[1] = max(most)
        assert going.acquire(timeout=60)
        most[0] -= 1
        return Analysis({}, Par(0, ()), None)

    monkeypatch.setattr(customs_of_bridge, "analyse", analyse)
    made = [table(client, "random") for _ in range(4)]
    for one in made:
        with seated(client, one) as anna:
            anna.play()
    visitors = [visitor(client) for _ in made]
    threads = [
        threading.Thread(target=who.get, args=(f"/api/tables/{one}/deals/1/analysis",))
        for who, one in zip(visitors, made, strict=True)
    ]
    for thread in threads:
        thread.start()
    while most[1] < 2:
        assert any(thread.is_alive() for thread in threads)
        time.sleep(0.01)
    assert client.get("/api/lobby").status_code == 200
    for _ in made:
        going.release()
    for thread in threads:
        thread.join()
    assert most == [0, 2]


def test_a_closed_table_shows_no_analysis_to_strangers(client: TestClient) -> None:
    made = new_table(client, **TABLE, bots=["random"] * 3, changes={"deals": 1}, terms={"kibitzers": False})
    with seated(client, made) as anna:
        anna.play()
    where = f"/api/tables/{made}/deals/1/analysis"
    assert client.get(where).status_code == 200
    assert visitor(client).get(where).status_code == 404  # though it is there already
