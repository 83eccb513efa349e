"""Nobody is called as somebody else, or as the club itself: at every door where a name comes in."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.people import TABLE, club, guest, visitor
from tests.test_accounts import rows

BAD = ("Аннa", "AHHA", "Анна\u3164", "Ан\u200bна", "\u202eаннА", "𝐀𝐧𝐧𝐚", "—", "Kozyr", "Коzуr", "Арбитр", "Aдмин Пётр")
SEEK: dict[str, Any] = {"game": "preferans", "preset": "sochi", "players": 3}
Door = Callable[[TestClient, str], Any]
DOORS: dict[str, Door] = {
    "guest": lambda one, name: one.post("/api/guest", json={"name": name}),
    "me": lambda one, name: one.post("/api/me", json={"name": name}),
    "table": lambda one, name: one.post("/api/tables", json=TABLE | {"name": name}),
    "seek": lambda one, name: one.post("/api/seek", json=SEEK | {"name": name}),
    "program": lambda one, name: one.post("/api/bots", json={"name": name}),
}


@pytest.fixture
def client(path: Path) -> Iterator[TestClient]:
    with club(path) as client:
        guest(client, "Анна")
        yield client


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("has_name", [True, False])
def test_no_door_lets_an_imitator_in(client: TestClient, path: Path, door: str, *, has_name: bool) -> None:
    other = visitor(client, "10.0.0.7")
    if has_name or door in {"me", "program"}:
        guest(other, "Вера")
    before = rows(path, "select id, nick from accounts order by id"), rows(path, "select id from tables")
    for name in BAD:
        answer = DOORS[door](other, name)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "name"), (name, answer.text)
    assert (rows(path, "select id, nick from accounts order by id"), rows(path, "select id from tables")) == before
    answer = DOORS[door](other, "анна")  # the same name is no imitation
    assert answer.status_code in {200, 201}, answer.text
    assert ("анна 2",) in rows(path, "select nick from accounts")


def test_neither_a_league_nor_its_clubs_imitate(client: TestClient) -> None:
    client.post("/api/register", json={"login": "anna", "password": "correct horse"})
    league: dict[str, Any] = {"name": "Лига", "text": "для всех", "formula": {"weight": 90}}
    for name in ("Kozyr", "Арбитpы", "—"):
        assert client.post("/api/leagues", json=league | {"name": name}).json()["error"]["code"] == "name"
    held = client.post("/api/leagues", json=league).json()["id"]

    def club_(key: str, name: str) -> Any:
        wish = {"id": key, "wish": {"do": "club", "name": name, "place": ""}}
        return client.post(f"/api/leagues/{held}", json=wish)

    assert club_("a", "Марьяж").status_code == 200
    for name in ("Maрьяж", "МАРЬЯЖ", "Козырь", "\u200bМарьяж"):
        assert club_("b", name).json()["error"]["code"] == "name", name
    assert club_("c", "Марьяж").status_code == 409  # exactly the same is refused by the league itself
