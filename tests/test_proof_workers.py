"""A process that dies while it works out a ruling: another takes its place, and nothing is half done (issue 15)."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from kozyr.arbiter import AnyIncident, Ruling
from kozyr.arbiter.desk import Case, Heard
from kozyr.arbiter.incidents import PlayedOutOfTurn
from kozyr.cards import Seat
from kozyr.club.http import desk
from kozyr.club.live import workers
from kozyr.club.live.lobby import Lobby
from kozyr.club.live.workers import Workers
from kozyr.games import Record, registry
from kozyr.games.refusal import Refusal
from tests import stores
from tests.people import club, figure, guest, seated
from tests.test_desk import DEAL, SHORT, ask
from tests.test_judged_live import pending, written
from tests.test_judged_tables import SIX

_RULED, _HEARD = workers._ruled, desk._heard
_MARK = "KOZYR_TEST_KILLED"  # the file that stands once a process has died


def _dies_once() -> None:
    """End this process at once, as if the system had killed it; the next one lives."""
    mark = Path(os.environ[_MARK])
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)


def ruled(record: Record, incident: AnyIncident) -> Ruling | None:
    """In the other process: the first one is killed in the middle of a ruling."""
    _dies_once()
    return _RULED(record, incident)


def heard(case: Case) -> Heard | Refusal:
    """The same at the desk."""
    _dies_once()
    return _HEARD(case)


@pytest.fixture
def mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where it stands that a process was killed; the first ruling of this test is where it happens."""
    monkeypatch.setenv(_MARK, str(tmp_path / "killed"))
    monkeypatch.setattr(workers, "_ruled", ruled)
    monkeypatch.setattr(desk, "_heard", heard)
    monkeypatch.setattr(registry, "check_offered", lambda *_: None)
    return tmp_path / "killed"


@pytest.mark.long
def test_a_process_that_is_killed_amid_a_ruling_at_a_table_is_replaced(tmp_path: Path, mark: Path) -> None:
    with club(tmp_path / "club.db", executor=None) as client:
        guest(client)
        table = written(tmp_path / "club.db", client, SIX, "S8", "S7", "S9", error=(Seat.S, "DK"))
        with seated(client, table) as person:
            assert person.act("arbiter", entry=9)["t"] == "ack"
            assert mark.exists()
            person.until(lambda: pending(person) is not None)
            call = pending(person)
            assert call["laws"][0] == "P-3.9.14.1"
            assert person.act("choose", n=call["n"], branch=2)["t"] == "ack"
            person.until(lambda: pending(person) is None)


@pytest.mark.long
def test_a_process_that_is_killed_at_the_desk_keeps_nobody_from_asking_again(tmp_path: Path, mark: Path) -> None:
    with club(tmp_path / "club.db", executor=None) as client:
        case = {**SHORT, "deal": DEAL}
        assert ask(client, case)[0] == 503
        assert mark.exists()
        assert ask(client, case)[0] == 200


class Slow(Workers):
    """Rules on nothing, and knows how many asked at once."""

    now = most = 0

    async def rule(self, record: Record, incident: AnyIncident, where: str, limit: float) -> Ruling | None:
        """Nothing, after a while."""
        del record, incident, where
        assert limit == 20.0
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0.01)
        self.now -= 1
        return None


def test_two_rulings_are_worked_out_at_once_and_each_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "check_offered", lambda *_: None)
    with club(tmp_path / "club.db") as client:
        guest(client)
        table = written(tmp_path / "club.db", client, SIX, "S8", "S7", "S9", error=(Seat.S, "DK"))
    counted, slow = figure('kozyr_rulings_total{law="none"}'), Slow()
    timed = figure("kozyr_ruling_seconds_count")

    async def work() -> None:
        store = stores.opened(tmp_path / "club.db")
        rooms = Lobby(store, slow, 0.0)
        found = await rooms.archive.load(table)
        assert found is not None
        asked = [rooms.thinkers.judge(found[0], PlayedOutOfTurn(9)) for _ in range(5)]
        assert await asyncio.gather(*asked) == [None] * 5
        await rooms.close()
        store.close()

    asyncio.run(work())
    assert slow.most == 2
    assert figure('kozyr_rulings_total{law="none"}') == counted + 5
    assert figure("kozyr_ruling_seconds_count") == timed + 5
