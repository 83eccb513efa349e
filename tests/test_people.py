"""The internet club of the seed (PT-N): members and their countries, people one has played with, where somebody is."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kozyr.club.http.page import WEB
from kozyr.games import REGISTRY
from kozyr.store import Store
from tests import stores
from tests.people import Standing, club, guest, new_table, quiet, seated, visitor

MOSCOW = {"country": "RU", "place": "Москва", "zone": "Europe/Moscow", "shown": True, "known": True}


class Later(Standing):
    """A clock that goes on when it is told to."""

    at = 0.0

    def seconds(self) -> float:
        return self.at


def member(client: TestClient, login: str) -> tuple[TestClient, str]:
    """Somebody with a login at a browser of his own, and his account."""
    other = visitor(client)
    me = guest(other, login.title())
    assert other.post("/api/register", json={"login": login, "password": "a long password"}).status_code == 201
    return other, me["account"]


def tell(one: TestClient, **told: Any) -> dict[str, Any]:
    answer = one.put("/api/where", json={"country": None} | told)
    assert answer.status_code == 200, answer.text
    kept: dict[str, Any] = answer.json()
    return kept


def profile(client: TestClient, account: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/players/{account}").json()
    return found


def played(client: TestClient, path: Path, *others: TestClient) -> None:
    """A match of these people, of which the cards of the first deal have been dealt; then all leave."""
    table = new_table(client, bots=[None] * len(others) + ["random"] * (2 - len(others)))
    with contextlib.ExitStack() as stack:
        first = stack.enter_context(seated(client, table))
        rest = [stack.enter_context(seated(other, table)) for other in others]
        for chair, one in enumerate(rest, 1):
            assert one.act("sit", chair=chair)["t"] == "ack"
        for one in rest:
            assert one.act("accept", card=one.table["card"])["t"] == "ack"
        first.until(lambda: first.view is not None)
    quiet(path)


# --- members and countries ---------------------------------------------------------------------------------------


@pytest.mark.rule("PT-N.1")
def test_the_club_counts_its_members_and_their_countries(path: Path) -> None:
    """Free registration; how many members, from how many countries, and who is here now."""
    clock = Later()
    with club(path, clock=clock) as client:

        def lobby() -> dict[str, Any]:
            clock.at += 100  # the number stands for a minute, and who has asked for nothing for longer is away
            found: dict[str, Any] = client.get("/api/lobby").json()
            return found

        guest(client, "Гость")
        assert lobby()["members"] == {"people": 0, "countries": 0}
        tell(client, country="FR")
        assert lobby()["members"] == {"people": 0, "countries": 0}  # a guest is no member
        one, account = member(client, "anna")
        two, _ = member(client, "boris")
        member(client, "vera")
        tell(one, country="UA")
        tell(two, country="UA")
        assert lobby()["members"] == {"people": 3, "countries": 1}
        tell(two, country="IL")
        assert lobby()["members"] == {"people": 3, "countries": 2}
        one.get("/api/me")
        clock.at += 3
        here = client.get("/api/lobby").json()["here"]
        assert here == {"people": [{"account": account, "nick": "Anna"}], "guests": 1}
        tell(two)  # who would not say is a member all the same
        assert lobby()["members"] == {"people": 3, "countries": 1}


def test_a_country_is_asked_once_and_never_guessed(client: TestClient) -> None:
    one, account = member(client, "anna")
    headers = {"accept-language": "uk-UA,uk", "cf-ipcountry": "UA"}
    before = one.get("/api/where", headers=headers).json()
    assert (before["asked"], before["country"], before["zone"]) == (False, None, None)
    assert "where" not in profile(client, account)
    after = tell(one)  # he would not say
    assert (after["asked"], after["country"]) == (True, None)
    assert one.get("/api/where").json()["asked"] is True
    assert {"UA", "RU", "IL"} <= set(after["countries"])


def test_where_somebody_is_and_what_time_it_is_there_if_he_tells_it(client: TestClient) -> None:
    one, account = member(client, "anna")
    tell(one, **MOSCOW | {"shown": False})
    assert "where" not in profile(client, account)
    tell(one, **MOSCOW)
    assert profile(client, account)["where"] == {"country": "RU", "place": "Москва", "zone": "Europe/Moscow"}
    tell(one, shown=True)
    assert "where" not in profile(client, account)  # nothing is told


@pytest.mark.parametrize(
    "told",
    [
        {"country": "XX"},
        {"country": "ua"},
        {"country": "UKR"},
        {"zone": "../../etc/passwd"},
        {"zone": "Europe/Kyiv\n"},
        {"place": "x" * 41},
        {"since": 1},
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(client: TestClient, told: dict[str, Any]) -> None:
    guest(client)
    before = tell(client, **MOSCOW)
    assert client.put("/api/where", json={"country": None} | told).status_code == 400
    assert client.get("/api/where").json() == before


def test_nobody_and_no_program_tells_anything(client: TestClient) -> None:
    assert client.get("/api/where").status_code == 401
    assert client.put("/api/where", json=MOSCOW).status_code == 401
    assert client.get("/api/met").status_code == 401
    guest(client)
    program = client.post("/api/bots", json={"name": "robot"}).json()
    headers = {"authorization": f"Bearer {program['token']}"}
    assert visitor(client).get("/api/met", headers=headers).status_code == 403
    assert visitor(client).put("/api/where", json=MOSCOW, headers=headers).status_code == 403


def test_a_deleted_account_tells_nothing_any_more(client: TestClient, path: Path) -> None:
    one, account = member(client, "anna")
    tell(one, **MOSCOW)
    beside = Store(stores.place(path), "OFF")  # as `kozyr admin` opens it
    asyncio.run(beside.rulings.rename("host", account, "Другая"))
    assert profile(client, account)["where"] == {"country": "RU", "place": "", "zone": "Europe/Moscow"}
    asyncio.run(beside.rulings.delete("host", account))
    beside.close()
    assert "where" not in profile(client, account)
    assert stores.execute(path, "select count(*) from told") == [(0,)]


# --- people one has played with ----------------------------------------------------------------------------------


@pytest.mark.rule("PT-N.3")
def test_people_one_has_played_with_are_found_and_seen_to_come_in(path: Path) -> None:
    """The club gives talk and new friends: whom one has met one finds again, if he allows it."""
    clock = Later()
    with club(path, clock=clock) as client:
        anna, account = member(client, "anna")
        boris, other = member(client, "boris")
        stranger, _ = member(client, "vera")
        played(anna, path, boris)
        assert anna.get("/api/met").json() == []  # he has not allowed it
        tell(boris, **MOSCOW | {"known": False})
        assert anna.get("/api/met").json() == []  # he tells where he is, and allows nothing else
        tell(boris, **MOSCOW)
        [found] = anna.get("/api/met").json()
        where = {"country": "RU", "place": "Москва", "zone": "Europe/Moscow"}
        told = {"account": other, "nick": "Boris", "here": True, "where": where, "matches": 1, "last": found["last"]}
        assert found == told
        assert boris.get("/api/met").json() == []  # nor has she
        assert stranger.get("/api/met").json() == []  # who has not played with him does not find him
        clock.at += 100
        assert anna.get("/api/met").json()[0]["here"] is False
        boris.get("/api/me")
        assert anna.get("/api/met").json()[0]["here"] is True  # he has come in
        played(anna, path, boris)
        assert anna.get("/api/met").json()[0]["matches"] == 2
        tell(boris, **MOSCOW | {"shown": False})
        assert anna.get("/api/met").json()[0]["where"] is None
        assert boris.put(f"/api/mutes/{account}").status_code == 204
        assert anna.get("/api/met").json() == []  # he does not want to hear her


def test_who_is_invited_hears_of_it_if_he_lets_himself_be_found(client: TestClient) -> None:
    anna, account = member(client, "anna")
    boris, other = member(client, "boris")
    vera, _ = member(client, "vera")

    def invited(one: TestClient) -> list[str]:
        return [row["table"] for row in one.get("/api/lobby").json()["invited"]]

    table = new_table(anna, bots=[None, "random"], terms={"invited": [other]})
    with seated(anna, table):
        assert invited(boris) == []
        tell(boris)
        assert invited(boris) == []
        tell(boris, known=True)
        tell(vera, known=True)
        assert invited(boris) == [table]
        assert invited(anna) == invited(vera) == invited(visitor(client)) == []
        boris.put(f"/api/mutes/{account}")
        assert invited(boris) == []
        boris.delete(f"/api/mutes/{account}")
        with seated(boris, table) as there:
            assert there.act("sit", chair=1)["t"] == "ack"
            assert invited(boris) == []  # he sits there
            assert there.act("rise")["t"] == "ack"
        assert invited(boris) == [table]
    assert invited(boris) == []  # who has invited him has gone


# --- the table of the seed ---------------------------------------------------------------------------------------


@pytest.mark.rule("PT-N.2")
def test_people_of_four_continents_talk_and_play_another_pulka(client: TestClient) -> None:
    """Three play, the fourth watches; they talk between deals, and agree on another pulka when one ends."""
    zones = ("Asia/Vladivostok", "America/New_York", "Africa/Johannesburg", "Australia/Sydney")
    people = [visitor(client) for _ in zones]
    accounts = [guest(one, name)["account"] for one, name in zip(people, ("Олег", "Ann", "Jan", "Bruce"), strict=True)]
    for one, zone in zip(people, zones, strict=True):
        tell(one, zone=zone, shown=True)
    assert [profile(client, account)["where"]["zone"] for account in accounts] == list(zones)
    table = new_table(people[0], bots=[None, None])
    with contextlib.ExitStack() as stack:
        oleg, ann, jan, bruce = (stack.enter_context(seated(one, table)) for one in people)
        assert ann.act("sit", chair=1)["t"] == jan.act("sit", chair=2)["t"] == "ack"
        assert bruce.ask(t="say", text="G'day")["t"] == "ack"
        line = oleg.hears("chat")
        assert (line["nick"], line["chair"], line["text"]) == ("Bruce", None, "G'day")  # who only watches
        assert all(one.act("accept", card=one.table["card"])["t"] == "ack" for one in (ann, jan))
        oleg.until(lambda: oleg.table["lot"] is not None)
        n = oleg.act("propose", what={"kind": "force_majeure"})["seq"]
        assert ann.act("answer", n=n, yes=True)["t"] == jan.act("answer", n=n, yes=True)["t"] == "ack"
        oleg.until(lambda: oleg.room["ended"] == "force_majeure")
        assert ann.act("rematch")["t"] == "ack"
        oleg.until(lambda: oleg.room["rematch"] is not None)
        again = oleg.room["rematch"]
    with seated(people[1], again) as there:
        assert [player["nick"] for player in there.table["players"]] == ["Олег", "Ann", "Jan"]
        assert (there.table["pulka"], there.table["previous"]) == (2, table)


@pytest.mark.rule("PT-N.4")
def test_programs_are_known_for_what_they_are_and_play_in_levels(client: TestClient) -> None:
    """To a program people ascribe human traits: it has a name of its own, and everybody sees that it is a program."""
    guest(client)
    levels = client.get("/api/games").json()["preferans"]["bots"]
    assert len(levels) > 2
    wanted = [levels[-1], f"{levels[-2]}+bold"]
    table = new_table(client, bots=wanted)
    chairs = client.get(f"/api/tables/{table}").json()["chairs"][1:]
    assert [chair["bot"] for chair in chairs] == wanted
    assert all(chair["nick"] and chair["account"] is None for chair in chairs)
    assert len({chair["nick"] for chair in chairs}) == 2


@pytest.mark.rule("PT-N.5")
def test_every_game_of_the_club_is_played_in_a_browser_alone(client: TestClient) -> None:
    """The seed's club promised deberts and other games for later, and asks for no more than a computer on the net."""
    ours = [name for name, elsewhere in REGISTRY.items() if elsewhere is None]
    assert {"preferans", "bridge", "deberts"} <= set(ours) <= set(client.get("/api/games").json())
    page = client.get("/")
    assert page.status_code == 200
    assert "text/html" in page.headers["content-type"]
    assert (WEB / "index.html").exists() is ("<script" in page.text)
    for name in ours:
        about = client.get("/api/games").json()[name]
        players = about["players"][0]
        made = new_table(
            client,
            game=name,
            preset=next(iter(about["presets"])),
            changes={},
            players=players,
            bots=["random"] * (players - 1),
        )
        assert client.get(f"/api/tables/{made}").json()["game"] == name


# --- the store ---------------------------------------------------------------------------------------------------


def test_an_older_database_is_opened_and_nobody_has_been_asked(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.executescript((Path(__file__).parent / "data" / "store" / "0001.sql").read_text())
    with club(path) as client:
        one, _ = member(client, "anna")
        assert one.get("/api/where").json()["asked"] is False
        assert one.get("/api/met").json() == []
