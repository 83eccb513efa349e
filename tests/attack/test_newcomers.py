"""The door of the club while somebody leans against it: who is invited sits down, and every network has its turn."""

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kozyr.club.live.newcomers import Turns
from tests.attack.virtual import Virtual
from tests.people import Person, Standing, club, guest, new_table, seated, visitor
from tests.test_events_over_http import CUP

DAY = 24 * 3600 * 1000
SCHOOL = "203.0.113.5"


class Tomorrow(Standing):
    """No credit comes back, and those who are made so are older than a day."""

    moved = 0

    def now(self) -> int:
        return super().now() + self.moved


@pytest.fixture
def clock() -> Tomorrow:
    return Tomorrow()


@pytest.fixture
def client(tmp_path: Path, clock: Tomorrow) -> Iterator[TestClient]:
    with club(tmp_path / "club.db", clock=clock) as client:
        yield client


def member(client: TestClient, clock: Tomorrow, login: str = "teacher", address: str = "198.51.100.9") -> TestClient:
    """Somebody who has had a login for two days."""
    other = visitor(client, address)
    guest(other, login)
    assert other.post("/api/register", json={"login": login, "password": "correct horse"}).status_code == 201
    clock.moved += 2 * DAY
    return other


def comes(client: TestClient, address: str, at: str = "") -> TestClient | None:
    """A newcomer from there who stands at this page; None: he is told to come later."""
    other = visitor(client, address)
    answer = other.post("/api/guest", json={"at": at})
    if answer.status_code == 429:
        assert answer.json()["error"]["wait"] >= 1
        return None
    assert answer.status_code == 201
    return other


def count(client: TestClient, many: int, address: str, at: str = "") -> int:
    return sum(comes(client, address, at) is not None for _ in range(many))


# --- who is invited ------------------------------------------------------------------------------------------------


def test_sixty_people_behind_one_address_sit_down_while_one_site_leans_on_the_door(
    client: TestClient, clock: Tomorrow
) -> None:
    """In no time at all: the clock stands, so none of them has waited for any credit."""
    teacher = member(client, clock)
    tables = [new_table(teacher, bots=[None, None, None], players=4) for _ in range(20)]
    lean = [comes(client, f"2001:db8:1:{n:x}00::1") for n in range(9)]  # one more, and a turn is waited for
    assert len(lean) == 9
    with contextlib.ExitStack() as stay:
        for table in tables:
            stay.enter_context(seated(teacher, table))
            for chair in (1, 2, 3):
                newcomer = comes(client, SCHOOL, f"/table/{table}")
                assert newcomer is not None
                there: Person = stay.enter_context(seated(newcomer, table))
                assert there.act("sit", chair=chair)["t"] == "ack"


def test_an_event_vouches_for_who_enters_it(client: TestClient, clock: Tomorrow) -> None:
    """64 in an hour by one login, whatever becomes of the others at the ordinary door."""
    teacher = member(client, clock)
    made = teacher.post("/api/events", json=CUP)
    assert made.status_code == 201, made.text
    event = made.json()["id"]
    used_up(client)
    found = [comes(client, SCHOOL, f"/event/{event}") for _ in range(70)]
    here = [one for one in found if one is not None]
    assert (len(here), found[64:]) == (64, [None] * 6)
    entered = [one.post(f"/api/events/{event}/enter", json={"id": "enter"}).status_code for one in here]
    assert entered == [200] * 64


def test_a_table_answers_for_no_more_than_its_chairs(client: TestClient, clock: Tomorrow) -> None:
    table = new_table(member(client, clock), bots=[None, "random"])
    used_up(client)
    assert count(client, 5, SCHOOL, f"/table/{table}") == 1
    assert count(client, 5, SCHOOL, f"/t/{table}") == 0


@pytest.mark.parametrize("login", ["", "today"])
def test_whoever_has_no_old_login_answers_for_few_wherever_his_tables_are_opened(
    client: TestClient, login: str
) -> None:
    """Guests who are let in so, and open tables in their turn, let no more in: it is debited to their network."""
    host = visitor(client, "198.51.100.9")
    guest(host)
    if login:
        assert host.post("/api/register", json={"login": login, "password": "correct horse"}).status_code == 201
    used_up(client)
    openers, came = [host, host], 0  # two tables of his are two invitations
    with contextlib.ExitStack() as stay:
        for n in range(14):  # as many as would let in 42
            table = new_table(openers[n], bots=[None, None, None], players=4)
            stay.enter_context(seated(openers[n], table))
            found = [comes(client, "198.51.100.9", f"/table/{table}") for _ in range(3)]
            openers += [one for one in found if one is not None]
            came += sum(one is not None for one in found)
    assert came == 32


@pytest.mark.parametrize("how", ["invited", "full", "running", "none", "elsewhere"])
def test_what_has_no_chair_for_a_newcomer_answers_for_nobody(client: TestClient, clock: Tomorrow, how: str) -> None:
    teacher = member(client, clock)
    terms: dict[str, Any] = {"terms": {"invited": ["somebody"]}} if how == "invited" else {}
    table = new_table(teacher, bots=["random", "random" if how in {"full", "running"} else None], **terms)
    used_up(client)
    at = {"none": "/table/none", "elsewhere": f"/player/{table}"}.get(how, f"/table/{table}")
    with seated(teacher, table) as there:
        if how == "running":
            there.until(lambda: there.view is not None)
        assert count(client, 3, SCHOOL, at) == 0


def used_up(client: TestClient) -> None:
    """Somebody takes what the club has for those for whom nobody answers, and those who wait for it are sent home."""
    house = client.app.state.club  # type: ignore[attr-defined]
    house.newcomers._plain = Full("full", 1.0, 0.0, house.clock)


class Full(Turns):
    """No turn is left."""

    async def turn(self, network: str) -> float:
        return 6.0 if network else 0.0


# --- whose turn it is ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lean", ["one", "many"])
def test_every_network_has_its_turn_while_others_lean_on_the_door(lean: str) -> None:
    """One site sends all it can, or twenty do; of sixty who come from elsewhere nobody is refused, and in ten seconds all are in."""
    clock = Virtual()
    turns = Turns("test", 10, 10, clock)
    came: list[float] = []

    async def pushes(network: str) -> None:
        while clock.at < 30:
            if await turns.turn(network):
                await clock.sleep(1.0)

    async def newcomer(n: int) -> None:
        await clock.sleep(2 + n / 100)
        assert not await turns.turn(f"198.51.{n}.0/24")
        came.append(clock.at)

    async def evening() -> None:
        sites = [f"2001:db8:{n}::/48" for n in range(1 if lean == "one" else 20)]
        leaning = [asyncio.ensure_future(pushes(site)) for site in sites for _ in range(40)]
        await asyncio.gather(*(newcomer(n) for n in range(60)))
        for task in leaning:
            task.cancel()
        turns.close()

    asyncio.run(clock.drive(evening()))
    assert max(came) <= 2 + 10
    assert sorted(came) == came


def test_a_full_house_takes_who_comes_from_elsewhere_before_the_last_of_many() -> None:
    clock = Virtual()
    turns = Turns("test", 10, 10, clock)

    async def evening() -> list[float]:
        crowd = [asyncio.ensure_future(turns.turn(f"2001:db8:{n % 20}::/48")) for n in range(400)]
        await asyncio.sleep(0)
        alone = await turns.turn("198.51.100.0/24")
        waits = await asyncio.gather(*crowd)
        return [alone, *waits]

    alone, *crowd = asyncio.run(clock.drive(evening()))
    assert alone == 0.0
    assert crowd.count(0.0) == 10 + 256 - 1  # the first ten at once; one gave way
    assert all(wait > 1 for wait in crowd if wait)
