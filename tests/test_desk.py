"""The director's desk over HTTP: its book, its rulings, its limits."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from kozyr.arbiter.desk import Case, Story, hear
from kozyr.club import metrics
from kozyr.club.http import desk
from kozyr.club.live.aside import Busy
from kozyr.club.live.clerk import Clerk
from tests.people import club, visitor

SIX = {"declarer": "E", "contract": "6S", "whisters": ["S", "N"]}
SEEN = {"game": "preferans", "incident": {"type": "talon", "seat": "S", "how": "seen"}, "story": {"calls": ["6S"]}}
SHORT = {"game": "preferans", "incident": {"type": "wrong_discard"}, "story": SIX}
DEAL = "N:AKQJ.AKQ.AKQ. T987.987.97.7 .JT.JT8.AKQJT + C9 C8"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with club(tmp_path / "club.db") as client:
        yield client


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
    assert (status, told["error"]["options"], told["error"]["code"]) == (400, ["deal"], "cards")
    assert ask(client, {**SHORT, "deal": DEAL})[0] == 200
    status, told = ask(client, {**SEEN, "story": {"calls": ["nonsense"]}})
    assert (status, told["error"]["options"]) == (400, ["calls"])
    assert ask(client, {**SEEN, "more": 1})[0] == 400
    assert ask(client, {**SEEN, "record": "x" * 90_000})[0] == 413
    status, told = ask(client, {"text": "a letter"}, "/api/rule/file")
    assert (status, told["error"]["code"]) == (400, "record")


def test_a_proof_that_takes_too_long_says_so(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(_clerk: Clerk, _task: object, _case: object) -> None:
        raise TimeoutError

    monkeypatch.setattr(Clerk, "work", never)
    status, told = ask(client, {**SHORT, "deal": DEAL})
    assert (status, told["error"]["code"]) == (400, "proof_long")


def test_one_network_has_so_many_proofs_a_minute(client: TestClient) -> None:
    first, other = visitor(client, "198.51.100.7"), visitor(client, "198.51.100.8")
    codes = [ask(first, {**SHORT, "deal": "junk"})[0] for _ in range(11)]
    assert codes == [400] * 10 + [429]
    assert ask(first, SEEN)[0] == 200  # what no card decides is asked more often
    assert ask(other, {**SHORT, "deal": "junk"})[0] == 400


class Waits(Executor):
    """Keeps what it is given until it is told to go on."""

    def __init__(self) -> None:
        self.given: list[Future[Any]] = []

    def submit(self, _fn: object, /, *_: object, **__: object) -> Future[Any]:
        self.given.append(Future())
        return self.given[-1]


def test_one_case_is_worked_out_at_a_time_and_eight_may_wait() -> None:
    async def crowd() -> None:
        pool = Waits()
        clerk = Clerk(pool)
        asked = [asyncio.create_task(clerk.work(lambda case: case, n)) for n in range(9)]
        with pytest.raises(Busy):
            await asked.pop()
        for n in range(len(asked)):
            await asyncio.sleep(0)
            assert len(pool.given) == n + 1
            pool.given[n].set_result(n)
            assert await asked[n] == n
        late = asyncio.create_task(clerk.work(lambda case: case, 9))  # there is room again
        await asyncio.sleep(0)
        pool.given[-1].set_result(9)
        assert await late == 9

    asyncio.run(crowd())


@pytest.mark.long
def test_a_case_that_hangs_is_ended_with_its_process() -> None:
    async def hang() -> None:
        clerk = Clerk(seconds=0.2)
        case = Case("preferans", {"type": "fouled"})
        with pytest.raises(TimeoutError):
            await clerk.work(desk._heard, case)  # the process is only waking by then
        assert clerk._pool is None
        clerk = Clerk()
        assert await clerk.work(desk._heard, case) == desk._heard(case)
        clerk.close()

    asyncio.run(hang())
