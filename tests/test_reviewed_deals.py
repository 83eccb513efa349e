"""The post-mortem at the club: to whoever may see the deal, once it is over; and the deal played again from a moment."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from kozyr import notation
from kozyr.cards import Card
from kozyr.club import wire
from kozyr.club.games.preferans import CUSTOMS, Finished
from kozyr.club.reviews import Played, RetryDeal, again, retried, shown
from kozyr.club.wire import encode
from kozyr.games import Deal, Step, steps
from kozyr.games.preferans import Outcome, Pulka, State
from kozyr.review import review
from tests.people import club, guest, new_table, seated, visitor
from tests.reviewing import played
from tests.witness import of as witnessed, of_deal

GAMES: list[dict[str, Any]] = [
    {"game": "preferans", "preset": "sochi", "changes": {"pool_target": 2}, "players": 3, "bots": ["random"] * 2},
    {"game": "deberts", "preset": "moscow", "changes": {"target": 101}, "players": 2, "bots": ["random"]},
    {"game": "bridge", "preset": "duplicate", "changes": {"deals": 1}, "players": 4, "bots": ["random"] * 3},
]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with club(tmp_path / "club.db") as client:
        yield client


@pytest.mark.parametrize(
    "wanted", [*GAMES[:2], pytest.param(GAMES[2], marks=pytest.mark.long)], ids=lambda one: one["game"]
)
def test_a_deal_is_reviewed_once_it_is_over_and_played_again(client: TestClient, wanted: dict[str, Any]) -> None:
    guest(client)
    table = new_table(client, **wanted, terms={"kibitzers": False})
    where = f"/api/tables/{table}/deals/1"
    with seated(client, table, 3) as anna:
        running = client.get(f"{where}/review")
        assert (running.status_code, running.json()["error"]["code"]) == (404, "no_such_deal")
        assert client.post(f"{where}/retry", json={"at": 5}).status_code == 404
        anna.play()
    told = client.get(f"{where}/review").json()
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
            cards = set(_cards(told))
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


def _cards(told: Any) -> Iterator[Card]:
    """All cards that a message names, in hands, events and the texts of deals."""
    if isinstance(told, dict):
        if told.get("type") == "deal":
            yield from of_deal(Deal(told["cards"]))
        yield from _cards([*told.keys(), *told.values()])
    elif isinstance(told, list):
        for one in told:
            yield from _cards(one)
    elif isinstance(told, str) and told in Card.__members__:
        yield Card(told)
