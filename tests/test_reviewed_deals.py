"""The post-mortem at the club: to whoever may see the deal, once it is over; and the deal played again from a moment."""

import multiprocessing
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from kozyr import notation
from kozyr.cards import Card
from kozyr.club import postmortems, wire
from kozyr.club.app import reviews
from kozyr.club.games.preferans import CUSTOMS, Finished
from kozyr.club.gauge import Gauge, writer
from kozyr.club.reviews import Played, RetryDeal, again, made, retried, shown
from kozyr.club.wire import encode
from kozyr.games import Deal, Step, steps
from kozyr.games.preferans import Outcome, Pulka, State
from kozyr.review import review
from kozyr.tournaments import movements
from tests import stores
from tests.longer import longer
from tests.people import club, guest, new_table, seated, visitor
from tests.reviewing import played
from tests.test_events_over_http import Acts, announced, enter, member
from tests.witness import of as witnessed, of_deal

GAMES: list[dict[str, Any]] = [
    {"game": "preferans", "preset": "sochi", "changes": {"pool_target": 2}, "players": 3, "bots": ["random"] * 2},
    {"game": "deberts", "preset": "moscow", "changes": {"target": 101}, "players": 2, "bots": ["random"]},
    {"game": "bridge", "preset": "duplicate", "changes": {"deals": 1}, "players": 4, "bots": ["random"] * 3},
]

DEBERTS: dict[str, Any] = GAMES[1]


@pytest.mark.parametrize("wanted", [GAMES[1], *longer(GAMES[0], GAMES[2])], ids=lambda one: one["game"])
def test_a_deal_is_reviewed_once_it_is_over_and_played_again(client: TestClient, wanted: dict[str, Any]) -> None:
    guest(client)
    table = new_table(client, **wanted, terms={"kibitzers": False})
    where = f"/api/tables/{table}/deals/1"
    with seated(client, table, 3) as anna:
        running = client.get(f"{where}/review")
        assert (running.status_code, running.json()["error"]["code"]) == (404, "no_such_deal")
        assert client.post(f"{where}/retry", json={"at": 5}).status_code == 404
        anna.play()
    told = msgspec.json.decode(asked(client, where))
    parsed = notation.parse(client.get(f"/api/tables/{table}/record").text).record
    assert parsed is not None
    found = review(parsed, deal=1, weigh=False)
    assert told["unit"] == found.unit
    assert told["deal"]["accounts"] == msgspec.json.decode(encode(found.deals[0].accounts))
    moves = {move["n"]: move for move in client.get(where).json()["moves"]}
    assert {one["seq"] for one in told["deal"]["decisions"]} <= set(moves)
    assert visitor(client).get(f"{where}/review").status_code == 404
    assert visitor(client).post(f"{where}/retry", json={"at": 5}).status_code == 404
    _again(client, where, told["deal"]["decisions"])


def asked(client: TestClient, where: str) -> bytes:
    """The post-mortem; the question is put again as long as it is being worked out."""
    while (answer := client.get(f"{where}/review")).status_code == 202:
        assert set(answer.json()) == {"done", "of"}
    assert answer.status_code == 200, answer.text
    return answer.content


def rows(path: Path) -> list[tuple[Any, ...]]:
    """What is kept."""
    return stores.execute(path, "select table_id, deal, upto, edition, told, brief from reviews")


def a_deal_is_over(client: TestClient, **more: Any) -> str:
    guest(client)
    table = new_table(client, **DEBERTS, **more)
    with seated(client, table, 3) as anna:
        anna.play()
    return table


def test_a_post_mortem_is_kept_and_what_is_dropped_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "club.db"
    with club(path) as client:
        table = a_deal_is_over(client)
        where = f"/api/tables/{table}/deals/1"
        assert rows(path) == []  # nobody has asked, and this club works nothing out before
        first = asked(client, where)
        (kept,) = rows(path)
        assert kept[:2] == (table, 1)
        monkeypatch.setattr(postmortems, "reviewed", lambda _: pytest.fail("it is kept"))
        assert client.get(f"{where}/review").content == first
        monkeypatch.undo()
        stores.execute(path, "delete from reviews")
        assert asked(client, where) == first
        assert rows(path) == [kept]
        # What is of another edition, or of a deal that was written anew, is not told.
        stores.execute(path, "update reviews set edition = 0, told = 'old'")
        assert asked(client, where) == first
    assert list(reviews(stores.place(path)))[-1].endswith("deals reviewed")
    assert kept in rows(path)


def test_every_deal_is_worked_out_once_it_is_over_and_none_before(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    with club(path, behind=8) as client:
        guest(client)
        table = new_table(client, **DEBERTS)
        with seated(client, table, 3) as anna:
            anna.until(lambda: anna.mine)
            assert rows(path) == []
            anna.play()
            deals = client.get(f"/api/tables/{table}/deals/1").json()["deals"]
        assert deals
        deadline = time.monotonic() + 30
        while len(rows(path)) < deals:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert [row[:2] for row in sorted(rows(path))] == [(table, nth) for nth in range(1, deals + 1)]


def test_ones_own_deals_are_a_fold_over_what_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    with club(path) as client:
        assert client.get("/api/reviews").status_code == 401
        table = a_deal_is_over(client)
        assert client.get("/api/reviews").json() == []
        where = f"/api/tables/{table}/deals/1"
        deal = msgspec.json.decode(asked(client, where))["deal"]
        me = client.get(where).json()["you"]
        (own,) = client.get("/api/reviews").json()
        mine = [one for one in deal["decisions"] if one["player"] == me and one["seen"]]
        assert (own["game"], own["deals"]) == ("deberts", 1)
        for lost in own["lost"]:
            some = [one["seen"] for one in mine if one["stage"] == lost["stage"] and one["seen"]["unit"] == own["unit"]]
            assert lost["decisions"] == len(some)
            assert lost["right"] == sum(one["score"] <= 0 for one in some)
            assert lost["a_deal"] == pytest.approx(sum(one["score"] for one in some), abs=0.01)
        assert own["curve"] == [pytest.approx(sum(lost["a_deal"] for lost in own["lost"]), abs=0.01)]
        assert (own["contracts"], own["made"]) == (int(me in deal["made"]), int(deal["made"].get(me, False)))
        dearest = deal["dearest"][me][:1]
        assert [(one["table"], one["one"]["seq"]) for one in own["dear"]] == [(table, seq) for seq in dearest]
        other = visitor(client)
        guest(other, "Чужой")
        assert other.get("/api/reviews").json() == []
        before = client.get("/api/reviews").content
        stores.execute(path, "delete from reviews where deal > 1")
    list(reviews(stores.place(path)))
    stores.execute(path, "delete from reviews where deal > 1")
    with club(path) as again_:
        again_.cookies = client.cookies
        assert again_.get("/api/reviews").content == before


def test_who_asks_is_told_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And is answered at once when it is done; a failure is told once, and the next question begins anew."""
    on, failing = threading.Event(), threading.Event()
    failing.set()

    def slow(given: tuple[Played, str]) -> Any:
        of, gauge = given
        write, done = writer(gauge)
        write(3, 40)
        assert on.wait(30)
        done()
        if failing.is_set():
            raise ValueError("no luck")
        return made(of)

    monkeypatch.setattr(postmortems, "reviewed", slow)
    monkeypatch.setattr(postmortems, "_WAITS", 0.2)
    with ThreadPoolExecutor(2) as pool, club(tmp_path / "club.db", executor=pool) as client:
        table = a_deal_is_over(client)
        where = f"/api/tables/{table}/deals/1/review"
        told = client.get(where)
        assert told.status_code == 202
        while (told := client.get(where)).json() != {"done": 3, "of": 40}:
            assert told.status_code == 202
        on.set()
        with pytest.raises(ValueError, match="no luck"):
            asked(client, f"/api/tables/{table}/deals/1")
        failing.clear()
        assert b'"number":1' in asked(client, f"/api/tables/{table}/deals/1")
        with pytest.raises(FileNotFoundError):
            writer("no-such-gauge")


def test_a_gauge_is_read_in_another_process() -> None:
    gauge = Gauge()
    try:
        assert gauge.read() == (0, 0)
        with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
            pool.submit(_writes, gauge.name).result()
        assert gauge.read() == (7, 9)
    finally:
        gauge.close()


def _writes(name: str) -> None:
    write, done = writer(name)
    write(7, 9)
    done()


@pytest.mark.long
@pytest.mark.rule("PT-I.12.2.4")
def test_a_sealed_deal_is_reviewed_for_nobody_and_played_again_by_nobody(client: TestClient) -> None:
    """Not by who has played it either, until all tables have; by both routes."""
    arbiter, ann, stranger = member(client, "orlova"), visitor(client), visitor(client)
    event = announced(arbiter, online=True)
    acts = Acts(event)
    for one, name in ((ann, "Анна"), (stranger, "Зритель")):
        guest(one, name)
    enter(ann, event, "e1")
    for n in range(2, 7):
        acts.do(arbiter, what="entered", entrant=n, name=f"Бот {n}")
    movement = msgspec.to_builtins(movements.preferans(6))
    acts.do(arbiter, what="seated", how="hand", order=list(range(1, 7)), movement=movement)
    rounds, where = acts.look(arbiter)["round"]["rounds"], ""

    def told(one: TestClient) -> set[tuple[int, str]]:
        table = where.split("/")[3]
        some = (
            one.get(f"{where}/review"),
            one.get(f"/api/tables/{table}/review"),
            one.post(f"{where}/retry", json={"at": 3}),
        )
        own = one.post("/api/problems", json={"game": "preferans", "problem": f"own-{table}-1-3"})
        assert own.status_code in {403, 404}
        assert all(set(answer.json()) == {"error"} for answer in (*some, own))
        assert one.get("/api/problems/own").json() == []
        return {(answer.status_code, answer.json()["error"]["code"]) for answer in some}

    for nth in range(1, rounds + 1):
        acts.do(arbiter, what="round_begun")
        deadline = time.monotonic() + 60
        while (at := _table(acts, ann)) is None:
            assert time.monotonic() < deadline
        where = where or f"/api/tables/{at}/deals/1"
        with seated(ann, at) as there:
            if nth == 1:
                there.until(lambda: there.mine)
                assert told(ann) == {(404, "no_such_deal")}  # it runs
            there.play()
        if nth == 1:
            assert told(ann) == {(403, "deal_sealed")}  # another table plays the board in another round
            assert told(stranger) == {(404, "no_such_deal")}
        while (now := acts.look(arbiter)["round"]) and now["running"] and now["round"] == nth:
            assert time.monotonic() < deadline
            time.sleep(0.05)
    assert b'"number":1' in asked(ann, where)
    first = ann.get(where).json()["moves"][0]["n"]
    assert ann.post(f"{where}/retry", json={"at": first}).status_code == 200
    assert told(stranger) == {(404, "no_such_deal")}
    acts.do(arbiter, what="published")
    assert b'"number":1' in asked(stranger, where)


def _table(acts: Acts, one: TestClient) -> str | None:
    """The table of the first entrant in this round, once it is set up."""
    found: str | None = next(table["at"] for table in acts.look(one)["round"]["tables"] if 1 in table["seats"].values())
    return found


def _again(client: TestClient, where: str, decisions: list[dict[str, Any]]) -> None:
    """Play on from a decision that had a choice: the deal comes to its end."""
    at = next(one["seq"] for one in decisions if one["stage"] == "play" and one["seen"] and one["open"])
    choices: list[Any] = []
    while True:
        answer = client.post(f"{where}/retry", json={"at": at, "choices": choices})
        assert answer.status_code == 200, answer.text
        told = answer.json()
        if told["done"]:
            break
        view = (told["since"] or [told["snap"]])[-1]["view"]
        assert view["actor"] == view["seat"]
        choices.append(view["legal"][0])
    assert told["since"][-1]["last"]["outcome"] is not None
    assert client.post(f"{where}/retry", json={"at": at, "choices": [{"type": "nothing"}]}).status_code == 400
    assert client.post(f"{where}/retry", json={"at": 10**6}).status_code == 404


def test_a_discard_that_the_play_has_not_shown_is_told_by_no_card() -> None:
    """P-3.4.1: not by the decision, nor by the better ones, nor by a line that leaves cards over."""
    record = played("pulka", "secret", ("novice", "club"), deals=6)
    run: list[Step] = []
    for step in steps(record):
        run = [step] if isinstance(step.entry.event, Deal) else [*run, step]
        if isinstance(step.outcome, Outcome) and step.outcome.declarer:
            break
    last = _finished(run[-1])
    (deal,) = review(record, deal=last.number).deals
    of = Played("secret", record.game, "", run[0].before, tuple(one.entry for one in run), last)
    assert not last.discard  # both have passed, or half a whist was taken, and nothing was played
    opened = msgspec.structs.replace(last, discard=last.talon)
    assert shown(deal, msgspec.structs.replace(of, last=opened)) is deal
    closed = shown(deal, of)
    assert closed.accounts == deal.accounts
    assert any(one.line for one in deal.decisions)
    for before, one in zip(deal.decisions, closed.decisions, strict=True):
        assert one.event == ("discard" if before.event.startswith("discard:") else before.event)
        if one.stage != "auction":
            assert not one.line
            assert one.open is None or not one.open.better
            assert one.seen is None or not one.seen.better


def _finished(over: Step) -> Finished:
    before, after = over.before.match, over.after.match
    assert isinstance(over.state, State)
    assert isinstance(before, Pulka)
    assert isinstance(after, Pulka)
    return CUSTOMS.finished(over.state, before, after)


@pytest.mark.parametrize("match", ["pulka", "party", "board"])
def test_who_plays_a_deal_again_sees_no_more_than_at_the_table(match: str) -> None:
    """By the witness: whatever the messages show of a running deal, that seat may have seen."""
    record = played(match, "again", ("novice",), deals=1)
    run = list(steps(record))
    of = Played(match, record.game, "", run[0].before, record.entries, wire.Finished(
        number=1, names={}, outcome=None, hands={}, history=(), calls=()
    ))  # fmt: skip
    many = 0
    for at in (2, len(run) // 2, len(run) - 2):
        choices: list[msgspec.Raw] = []
        for _ in range(3):
            found = again(of, RetryDeal(at, choices))
            if found.done:
                break
            told = msgspec.json.decode(bytes(_answer(of, at, choices)))
            witness = witnessed(record.game)
            for step in found.steps:
                witness.watch(step.entry, step.before, step.after)
            cards = set(cards_of(told))
            assert cards <= witness.seen[found.seat]
            many += len(cards)
            state = found.steps[-1].state
            assert state is not None
            choices.append(msgspec.Raw(msgspec.json.encode(state.legal()[0])))
    assert many > 20


def _answer(of: Played, at: int, choices: list[msgspec.Raw]) -> bytes:
    told = retried(of, RetryDeal(at, choices))
    assert isinstance(told, bytes)
    return told


def cards_of(told: Any) -> Iterator[Card]:
    """All cards that a message names, in hands, events and the texts of deals."""
    if isinstance(told, dict):
        if told.get("type") == "deal":
            yield from of_deal(Deal(told["cards"]))
        yield from cards_of([*told.keys(), *told.values()])
    elif isinstance(told, list):
        for one in told:
            yield from cards_of(one)
    elif isinstance(told, str) and told in Card.__members__:
        yield Card(told)
