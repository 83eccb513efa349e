"""The director's desk over HTTP: its book, its rulings, its limits."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from kozyr.arbiter.desk import Case, Story, hear
from kozyr.club import metrics
from kozyr.club.live.queue import Queue, TooLong
from tests.people import Standing, club, visitor

SIX = {"declarer": "E", "contract": "6S", "whisters": ["S", "N"]}
SEEN = {"game": "preferans", "incident": {"type": "talon", "seat": "S", "how": "seen"}, "story": {"calls": ["6S"]}}
SHORT = {"game": "preferans", "incident": {"type": "wrong_discard"}, "story": SIX}
DEAL = "N:AKQJ.AKQ.AKQ. T987.987.97.7 .JT.JT8.AKQJT + C9 C8"


def ask(client: TestClient, case: dict[str, Any], path: str = "/api/rule") -> tuple[int, dict[str, Any]]:
    answer = client.post(path, json=case)
    return answer.status_code, answer.json()


def test_anybody_is_ruled_without_an_account(client: TestClient) -> None:
    book = client.get("/api/rule").json()
    assert {"preferans", "bridge", "deberts"} == set(book["games"])
    status, told = ask(client, {**SEEN, "lang": "uk"})
    assert status == 200
    case = Case("preferans", {"type": "talon", "seat": "S", "how": "seen"}, story=Story(calls=("6S",)), lang="uk")
    assert told == msgspec.json.decode(msgspec.json.encode(hear(case)))
    assert not client.cookies
    figures = metrics.page().decode()
    assert 'kozyr_desk_rulings_total{law="P-3.3.16.1"}' in figures
    assert "kozyr_desk_seconds_count" in figures


def test_what_is_missing_or_wrong_is_said_at_its_question(client: TestClient) -> None:
    status, told = ask(client, SHORT)
    assert (status, told["error"]["params"]["field"], told["error"]["code"]) == (400, "deal", "cards")
    assert ask(client, {**SHORT, "deal": DEAL})[0] == 200
    status, told = ask(client, {**SEEN, "story": {"calls": ["nonsense"]}})
    assert (status, told["error"]["params"]["field"]) == (400, "calls")
    assert ask(client, {**SEEN, "more": 1})[0] == 400
    assert ask(client, {**SEEN, "record": "x" * 90_000})[0] == 413
    status, told = ask(client, {"text": "a letter"}, "/api/rule/file")
    assert (status, told["error"]["code"]) == (400, "record")


def test_a_refusal_has_its_code_law_and_params_and_a_name_is_no_law(client: TestClient) -> None:
    record = (Path(__file__).parent / "data" / "records" / "arbiter-05-revoke-in-time.kz").read_text()
    revoke = {"type": "revoke", "entry": 11, "noticed_by": "Bob (A-1)"}
    status, told = ask(client, {"game": "preferans", "incident": revoke, "record": record, "at": 11})
    assert status == 400
    assert told["error"] == {
        "message": "noticed_by: no player 'Bob (A-1)'; they are N, E, S",
        "code": "player_unknown",
        "params": {"name": "Bob (A-1)", "names": "N, E, S", "field": "noticed_by"},
    }
    _, told = ask(client, {**SEEN, "story": {"calls": ["6S", "6S", "6S"]}})
    assert told["error"]["code"] == "too_low"
    assert told["error"]["law"].startswith("P-")
    assert told["error"]["params"] == {"event": "6S", "field": "calls"}


def test_a_proof_that_takes_too_long_says_so(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(_queue: Queue, *_: object, **__: object) -> None:
        raise TooLong

    monkeypatch.setattr(Queue, "work", never)
    status, told = ask(client, {**SHORT, "deal": DEAL})
    assert (status, told["error"]["code"]) == (400, "proof_long")


def test_one_network_has_so_many_proofs_a_minute(tmp_path: Path) -> None:
    with club(tmp_path / "club.db", clock=Standing()) as client:  # nothing comes back while they are asked for
        first, other = visitor(client, "198.51.100.7"), visitor(client, "198.51.100.8")
        codes = [ask(first, {**SHORT, "deal": "junk"})[0] for _ in range(11)]
        assert codes == [400] * 10 + [429]
        assert ask(first, SEEN)[0] == 200  # what no card decides is asked more often
        assert ask(other, {**SHORT, "deal": "junk"})[0] == 400
