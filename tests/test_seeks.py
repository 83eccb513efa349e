"""Seeks: people who look for others to play with, over the club's own wire."""

import asyncio
import itertools
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kozyr.club.live import seeks
from kozyr.club.live.waits import Waits
from tests.people import Later, club, guest, seated, visitor

SEEK = {"game": "preferans", "players": 3, "preset": "sochi", "changes": {"pool_target": 10}}
QUICK = Waits(absent=1e6, shares=0.0, look=0.0, seek=0.2)


@pytest.fixture
def clock() -> Later:
    return Later()


@pytest.fixture
def client(tmp_path: Path, clock: Later) -> Iterator[TestClient]:
    with club(tmp_path / "club.db", clock=clock) as client:
        yield client


def ask(client: TestClient, **changes: Any) -> dict[str, Any]:
    answer = client.post("/api/seek", json=SEEK | changes)
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    return told


def follow(client: TestClient, have: int = 0) -> dict[str, Any]:
    answer = client.get("/api/seek", params={"have": have})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def sought(client: TestClient) -> list[tuple[str, list[str]]]:
    return [(one["game"], one["nicks"]) for one in client.get("/api/lobby").json()["seeks"]]


def people(client: TestClient, count: int) -> list[TestClient]:
    found = [client, *(visitor(client) for _ in range(count - 1))]
    for n, one in enumerate(found):
        guest(one, f"person {n}")
    return found


def test_the_first_who_agree_on_the_same_sit_down_together(client: TestClient) -> None:
    a, b, c, d = people(client, 4)
    assert ask(a) == {
        "state": "waiting", "table": None, "nicks": ["person 0"], "players": 3, "bots_in": None,
    }  # fmt: skip
    assert ask(b)["nicks"] == ["person 0", "person 1"]
    assert sought(d) == [("preferans", ["person 0", "person 1"])]
    told = ask(c)
    assert told["state"] == "found"
    assert [follow(one)["table"] for one in (a, b, c)] == [told["table"]] * 3
    about = client.get(f"/api/tables/{told['table']}").json()
    assert [chair["nick"] for chair in about["chairs"]] == ["person 0", "person 1", "person 2"]
    assert (about["preset"], about["diff"], about["public"]) == ("sochi", {"pool_target": [50, 10]}, True)
    assert sought(d) == []
    with seated(a, told["table"]) as anna:
        anna.until(lambda: anna.view is not None)  # everybody has agreed already, so it begins
        assert anna.chair is not None


def test_only_what_is_the_same_fits(client: TestClient) -> None:
    a, *others = people(client, 6)
    elsewhere: tuple[dict[str, Any], ...] = (
        {"changes": {"pool_target": 20}},
        {"preset": "leningrad"},
        {"players": 4},
        {"changes": {"pool_target": 10, "auction.here": "elder_hand"}},
        {"game": "bridge", "players": 4, "preset": "duplicate", "changes": {}},
    )
    for one, changes in zip(others, elsewhere, strict=True):
        ask(one, **changes)
    ask(a)
    assert len(sought(a)) == 6
    assert follow(a, 0)["nicks"] == ["person 0"]


def test_the_same_terms_in_other_words_fit(client: TestClient) -> None:
    """What counts is what would be played, not how it was asked for."""
    a, b = people(client, 2)
    values = client.post("/api/agree", json={"game": "deberts", "preset": "moscow", "players": 2}).json()["values"]
    option = next(iter(values))
    ask(a, game="deberts", preset="moscow", players=2, changes={})
    told = ask(b, game="deberts", preset="moscow", players=2, changes={option: values[option]})
    assert told["state"] == "found"


def test_who_waits_hears_at_once_that_somebody_has_come(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeks, "_QUESTION", 1e6)  # nobody is answered because he has waited long enough
    a, b, c = people(client, 3)
    ask(a)
    heard: list[dict[str, Any]] = []

    def wait() -> None:
        while not heard or heard[-1]["state"] == "waiting":
            heard.append(follow(a, len(heard[-1]["nicks"]) if heard else 1))

    waiting = threading.Thread(target=wait, daemon=True)
    waiting.start()
    ask(b)
    ask(c)
    waiting.join(60)
    assert not waiting.is_alive()
    assert heard[-1]["state"] == "found"
    told = [count for count, _ in itertools.groupby(len(one["nicks"]) for one in heard)]
    assert told in (
        [2, 0],
        [0],
    )  # both may come between two questions, and a question between the last one and the table


@pytest.mark.parametrize("bot", [None, "random"])
def test_a_question_waits_for_a_table_that_is_being_set_up(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, bot: str | None
) -> None:
    a, b, c = people(client, 3)
    account = [one.get("/api/me").json()["account"] for one in (a, b)]
    house: Any = client.app.state.club  # type: ignore[attr-defined]
    together = house.lobby.together
    asked: list[asyncio.Task[Any]] = []

    async def slowly(*given: Any, **terms: Any) -> str:
        asked.extend(asyncio.create_task(house.seeks.follow(one, 2, asyncio.Event().wait)) for one in account)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        table: str = await together(*given, **terms)
        return table

    monkeypatch.setattr(house.lobby, "together", slowly)
    monkeypatch.setattr(house.seeks, "_patience", 0.0)  # bots that fill chairs would come at once
    ask(a, bot=bot)
    ask(b, bot=bot)
    table = ask(c, bot=bot)["table"]
    assert a.portal is not None

    async def heard() -> list[Any]:
        return [(one.state, one.table) for one in await asyncio.gather(*asked)]

    assert a.portal.call(heard) == [("found", table)] * 2


def test_bots_fill_the_chairs_of_those_who_take_them(tmp_path: Path) -> None:
    with club(tmp_path / "club.db", waits=QUICK) as client:
        a, b, patient = people(client, 3)
        four = {"players": 4}
        assert ask(patient, **four)["bots_in"] is None
        assert ask(a, bot="random", **four)["bots_in"] == 0  # 0.2 s, rounded
        ask(b, bot="random", **four)
        told = follow(a, 3)
        assert told["state"] == "found"
        assert follow(b)["table"] == told["table"]
        assert follow(patient, 9)["nicks"] == ["person 2"]
        chairs = client.get(f"/api/tables/{told['table']}").json()["chairs"]
        assert [chair["bot"] for chair in chairs] == [None, None, "random", "random"]


def test_a_seek_goes_with_its_person(client: TestClient, clock: Later) -> None:
    a, b, c = people(client, 3)
    ask(a)
    ask(b)
    assert a.delete("/api/seek").status_code == 204
    assert follow(b, 9)["nicks"] == ["person 1"]
    assert follow(a)["state"] == "over"
    clock.moved += 7  # b asks no more
    assert sought(c) == []
    assert ask(c)["nicks"] == ["person 2"]
    assert follow(b)["state"] == "over"


def test_a_line_that_breaks_ends_a_seek(client: TestClient) -> None:
    """The person closes the page while his question waits."""
    a, b = people(client, 2)
    ask(a)
    account = a.get("/api/me").json()["account"]
    house: Any = client.app.state.club  # type: ignore[attr-defined]

    async def gone() -> None:
        return None

    assert a.portal is not None
    told = a.portal.call(house.seeks.follow, account, 1, gone)
    assert told.state == "over"
    assert sought(b) == []


def test_one_person_looks_for_one_thing(client: TestClient) -> None:
    a, b, c = people(client, 3)
    ask(a)
    ask(a)
    ask(b)
    assert follow(b, 9)["nicks"] == ["person 0", "person 1"]  # he is not two people
    ask(a, game="bridge", players=4, preset="duplicate", changes={})
    assert sought(c) == [("preferans", ["person 1"]), ("bridge", ["person 0"])]


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"preset": "nowhere"},
        {"players": 1},
        {"players": 9},
        {"changes": {"pool_target": -3}},
        {"bot": "grandmaster"},
        {"name": "x" * 65},
        {"more": 1},
        {"game": "bridge", "preset": "duplicate", "changes": {}},  # three at bridge
    ],
)
def test_what_cannot_be_played_is_not_looked_for(client: TestClient, wrong: dict[str, Any]) -> None:
    guest(client)
    answer = client.post("/api/seek", json=SEEK | wrong)
    assert answer.status_code == 400, answer.text
    assert sought(client) == []


@pytest.mark.parametrize("have", ["-1", "ten", "99", "²", ""])
def test_a_count_that_is_none(client: TestClient, have: str) -> None:
    guest(client)
    assert client.get("/api/seek", params={"have": have}).status_code == 400


def test_nobodys_seek(client: TestClient) -> None:
    assert client.get("/api/seek").status_code == 401
    assert client.delete("/api/seek").status_code == 401
    assert client.post("/api/seek", json=SEEK | {"name": "Анна"}).status_code == 201  # a guest of his own
    assert client.get("/api/me").json()["nick"] == "Анна"


def test_there_are_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with club(tmp_path / "club.db", many=0.1) as client:
        guest(client)
        answers = [client.post("/api/seek", json=SEEK).status_code for _ in range(4)]
        assert answers == [201, 201, 201, 429]
    monkeypatch.setattr(seeks, "_MOST", 1)
    with club(tmp_path / "other.db") as client:
        a, b = people(client, 2)
        ask(a)
        answer = b.post("/api/seek", json=SEEK)
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "busy")
        ask(a)  # his own place is his


def test_a_program_looks_for_nobody(client: TestClient) -> None:
    guest(client)
    assert client.post("/api/register", json={"login": "anna", "password": "a long password"}).status_code == 201
    token = client.post("/api/bots", json={"name": "robot"}).json()["token"]
    answer = visitor(client).post("/api/seek", json=SEEK, headers={"authorization": f"Bearer {token}"})
    assert answer.status_code == 403


def test_guests_leave_room_for_members_and_a_network_for_all_others(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seeks, "_OF_GUESTS", 2)
    monkeypatch.setattr(seeks, "_OF_NETWORK", 3)
    alone = [SEEK | {"changes": {"pool_target": 10 + n}} for n in range(6)]  # no two fit together

    def asks(n: int, address: str, login: str = "") -> int:
        one = visitor(client, address)
        guest(one)
        if login:
            body = {"login": login, "password": "correct horse"}
            assert one.post("/api/register", json=body).status_code == 201
        return one.post("/api/seek", json=alone[n]).status_code

    assert [asks(n, f"203.0.113.{n}") for n in range(3)] == [201, 201, 503]
    assert asks(3, "203.0.113.9", "anna") == 201
    assert asks(4, "203.0.113.77", "boris") == 503  # the fourth of one wide network
    assert asks(5, "198.51.100.1", "vera") == 201
