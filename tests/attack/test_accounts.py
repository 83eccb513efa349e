"""Somebody who wants another's account: its owner comes in all the same."""

from pathlib import Path

import pytest
from argon2 import PasswordHasher

from tests.people import Standing, club, guest, new_table, seated, visitor

ANNA = {"login": "anna", "password": "correct horse"}


def test_an_owner_logs_in_while_a_stranger_guesses(path: Path) -> None:
    with club(path, clock=Standing()) as client:
        light = PasswordHasher(
            time_cost=1, memory_cost=8, parallelism=1
        )  # what is asked is who is let in, not how long it takes
        client.app.state.club.accounts._passwords._hasher = light  # type: ignore[attr-defined]
        guest(client)
        assert client.post("/api/register", json=ANNA).status_code == 201
        for network in range(12):
            stranger = visitor(client, f"203.0.113.{network}")
            codes = [stranger.post("/api/login", json=ANNA | {"password": f"guess {n}"}).status_code for n in range(11)]
            assert codes == [403] * 10 + [429]
        owner = visitor(client, "198.51.100.1")
        assert owner.post("/api/login", json=ANNA).status_code == 200


@pytest.mark.parametrize(
    "password", ["password", "Password", " " * 8, "\u00a0" * 9, "aaaaaaaa", "12345678", "йцукенгш"]
)
def test_what_everybody_guesses_first_is_no_password(path: Path, password: str) -> None:
    with club(path) as client:
        guest(client)
        answer = client.post("/api/register", json=ANNA | {"password": password})
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "password_guessed")


def test_who_has_seen_a_guests_token_has_nothing_once_he_registers(path: Path) -> None:
    with club(path) as client:
        me = guest(client)
        thief = visitor(client)
        thief.cookies = client.cookies
        seen = client.cookies["kozyr"]
        table = new_table(client)
        with seated(client, table) as anna:
            assert client.post("/api/register", json=ANNA).status_code == 201
            assert client.cookies["kozyr"] != seen
            assert client.get("/api/me").json()["account"] == me["account"]
            assert anna.hello()["t"] == "snap"  # his own sockets stay
            thief.cookies.clear()
            thief.cookies.set("kozyr", seen)
            assert thief.get("/api/me").json() is None
            assert client.post("/api/logout").status_code == 204  # and end with the session as it is called now
            assert anna.closed() == 4401
