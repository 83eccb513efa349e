"""What people are called: each who is here has a name of his own, whatever alphabet it is written in."""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from starlette.testclient import TestClient

from kozyr.club.names import ANIMALS, Names, folded
from kozyr.club.table.seats import NICKS
from tests.people import club, guest, new_table, seated, visitor

UI = Path(__file__).parents[1] / "ui" / "src" / "core" / "i18n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


@pytest.fixture
def client(path: Path) -> Iterator[TestClient]:
    with club(path) as client:
        yield client


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Вера", "Bepa"),  # all Latin
        ("Вера", "Веpа"),  # one letter Latin
        ("Anna", "аnna"),
        ("Anna", "ΑNΝΑ"),  # Greek capitals
        ("Ольга", " оль га "),
        ("Сергей", "Сергеи"),
        ("Ivan", "lvan"),
        ("Олег", "0лег"),
        ("Анна", "А\u200bнна"),
        ("Fox", "ＦＯＸ"),
        ("Ёж", "Еж"),
        ("Рома!", "Рома"),
    ],
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Анна", "Ганна"), ("Анна", "Анна 2"), ("Анна 2", "Анна 3"), ("Рысь", "Рись"), ("♠", "♥"), ("Маша", "Миша")],
)
def test_other_names_are_others(one: str, other: str) -> None:
    assert folded(one) != folded(other)


@given(st.text(max_size=24))
def test_a_name_looks_like_itself_however_it_is_written(name: str) -> None:
    assert folded(name) == folded(unicodedata.normalize("NFD", name)) == folded(unicodedata.normalize("NFC", name))


@given(st.lists(st.sampled_from(["Анна", "Aннa", "анна 2", "x" * 24, "♠"]), max_size=30))
def test_of_those_who_are_here_no_two_have_one_name(wanted: list[str]) -> None:
    names, borne = Names(lambda: 0.0), []
    for n, name in enumerate(wanted):
        borne.append(names.free(name))
        assert len(borne[-1]) <= 24
        assert names.arrived(str(n), borne[-1], guest=True) is None
    assert len({folded(name) for name in borne}) == len(borne)


def test_a_name_is_free_again_the_next_day() -> None:
    now = [0.0]
    names = Names(lambda: now[0])
    names.arrived("a", "Анна", guest=True)
    assert names.free("Анна") == "Анна 2"
    assert names.free("Анна", "a") == "Анна"
    now[0] = 13 * 3600.0
    assert names.free("Анна") == "Анна"


def test_a_second_anna_gets_a_number(client: TestClient) -> None:
    assert guest(client, "Анна")["nick"] == "Анна"
    other, third = visitor(client), visitor(client)
    assert guest(other, "Aннa")["nick"] == "Aннa 2"  # with Latin letters
    assert guest(third, "Вера")["nick"] == "Вера"
    assert third.post("/api/me", json={"name": "анна"}).json()["nick"] == "анна 3"
    assert client.post("/api/me", json={"name": "АННА"}).json()["nick"] == "АННА"  # it is hers
    assert client.post("/api/me", json={"name": "Ольга"}).json()["nick"] == "Ольга"
    assert third.post("/api/me", json={"name": "Анна"}).json()["nick"] == "Анна"


def test_who_has_a_login_keeps_his_name(client: TestClient) -> None:
    """A guest who has taken it meanwhile gives way."""
    guest(client, "Анна")
    client.post("/api/register", json={"login": "anna", "password": "correct horse"})
    client.post("/api/me", json={"name": "Вера"})
    other = visitor(client)
    assert guest(other, "Анна")["nick"] == "Анна"
    assert (
        client.app.state.club.visitors.names.arrived(  # type: ignore[attr-defined]
            client.get("/api/me").json()["account"], "Анна", guest=False
        )
        is None
    )
    assert other.get("/api/me").json()["nick"] == "Анна 2"


def test_guests_without_a_name_are_different_animals(client: TestClient, path: Path) -> None:
    names = {guest(visitor(client, f"10.0.0.{n}"), "")["nick"] for n in range(5)}
    assert len(names) == 5
    assert all(re.fullmatch(rf"Guest ({'|'.join(ANIMALS)})", name) for name in names)
    table = new_table(client)  # who sets up a table without a name is one, too
    with seated(client, table) as person:
        assert person.table["players"][0]["nick"] not in names
    me = client.get("/api/me").json()
    assert client.post("/api/guest", json={}).json() == me
    with club(path) as again:
        again.cookies = client.cookies
        assert again.get("/api/me").json() == me


def test_there_are_enough_animals_and_then_numbers() -> None:
    names = Names(lambda: 0.0)
    given_ = []
    for n in range(len(ANIMALS) + 5):
        given_.append(names.animal())
        names.arrived(str(n), given_[-1], guest=True)
    assert len(set(given_)) == len(given_)
    assert {name.split()[1] for name in given_} == set(ANIMALS)


def test_a_guest_of_an_older_database_gets_a_name(client: TestClient) -> None:
    me = guest(client)
    house = client.app.state.club  # type: ignore[attr-defined]
    client.portal.call(house.store.accounts.rename, me["account"], "Guest")  # type: ignore[union-attr]
    nick = client.get("/api/me").json()["nick"]
    assert nick.split()[1] in ANIMALS
    assert client.get("/api/me").json()["nick"] == nick


def test_the_page_has_words_for_every_animal() -> None:
    words = re.findall(
        r"^  ([A-Z][a-z]+): \['(.+)', ['\"](.+)['\"]\],$", (UI / "animals.ts").read_text("utf-8"), re.MULTILINE
    )
    assert [word[0] for word in words] == list(ANIMALS)
    for column in zip(*words, strict=True):
        assert len({folded(word) for word in column}) == len(ANIMALS)
    assert not {"Beaver", "Owl", "Otter", "Badger", "Marten"} & set(ANIMALS)  # as the bots are called
    assert set(NICKS) == {"Bobr", "Filin", "Vydra", "Barsuk", "Kunica"}
