"""Somebody who asks for more of everything than anybody needs: tables, acts, words. What others see and have stays theirs."""

import contextlib
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from kozyr.club.budgets import TABLES
from kozyr.club.clock import Clock
from kozyr.club.gate import Gate
from tests.conftest import LONG
from tests.people import Person, Standing, club, guest, new_table, seated, visitor


class Later(Clock):
    """A clock on which every table is newer than those before it, and that a test moves, so that the doors let a next guest in."""

    ms, moved = 0, 0.0

    def now(self) -> int:
        self.ms += 1
        return super().now() + self.ms

    def seconds(self) -> float:
        return super().seconds() + self.moved


OPEN = {"bots": [None, None], "public": True}


def listed(client: TestClient) -> list[str]:
    """The tables that gather, as the lobby has them."""
    return [one["table"] for one in client.get("/api/lobby").json()["gathering"]]


def statuses(client: TestClient, count: int, **changes: object) -> list[int]:
    """What this visitor is answered when he asks for so many tables."""
    body = {"game": "preferans", "preset": "sochi", "changes": {}, "players": 3} | OPEN | changes
    return [client.post("/api/tables", json=body).status_code for _ in range(count)]


def test_a_flood_of_public_tables_takes_nobody_out_of_the_lobby(path: Path) -> None:
    with club(path, many=1.0, clock=Standing()) as client:
        table = new_table(client, **OPEN)
        with seated(client, table):
            flooder = visitor(client, "203.0.113.5")
            guest(flooder, "flood")
            made = statuses(flooder, 310 if LONG else 40)
            assert made.count(201) == 10  # that gather at the same time
            assert set(made) == {201, 429}
            assert listed(client) == [table]


def test_a_table_stands_in_the_lobby_while_one_of_its_people_is_there(path: Path) -> None:
    with club(path) as client:
        table = new_table(client, **OPEN)
        stranger = visitor(client)
        guest(stranger, "stranger")
        assert listed(client) == []
        with seated(stranger, table):  # who only looks does not make it a table of people who wait
            assert listed(client) == []
        with seated(client, table):
            assert listed(client) == [table]
        assert listed(client) == []


def test_no_account_has_more_than_its_share_of_the_lobby(path: Path) -> None:
    with club(path) as client:
        tables = [new_table(client, **OPEN) for _ in range(5)]
        with (
            seated(client, tables[0]),
            seated(client, tables[1]),
            seated(client, tables[2]),
            seated(client, tables[3]),
            seated(client, tables[4]),
        ):
            assert len(listed(client)) == 3
            other = visitor(client)
            guest(other, "Борис")
            another = new_table(other, **OPEN)
            with seated(other, another):
                assert another in listed(client)


def test_one_address_with_many_guests_pushes_no_table_out_of_the_lobby(path: Path) -> None:
    """17 guests of one address, three tables each, all newer than an honest one, would fill all fifty places."""
    clock = Later()
    with club(path, clock=clock) as client, contextlib.ExitStack() as open_:
        anna = visitor(client, "198.51.100.7")
        guest(anna, "Анна")
        table = new_table(anna, **OPEN)
        open_.enter_context(seated(anna, table))
        for n in range(17):
            clock.moved += 60.0
            one = visitor(client, "203.0.113.9")
            guest(one, f"guest {n}")
            for _ in range(3):
                open_.enter_context(seated(one, new_table(one, **OPEN)))
        shown = listed(client)
        assert len(shown) == 50
        assert shown[1] == table


def test_one_account_fills_the_disk_no_faster_than_its_allowance(path: Path) -> None:
    """Cards of the table, words and proposals each have theirs; what was refused has not been written."""
    with club(path, many=1.0, clock=Standing()) as client:
        table = new_table(client, bots=[None, None])
        with seated(client, table) as anna:
            cards = [anna.act("card", preset="sochi", changes={"pool_target": 2 + n % 2})["t"] for n in range(60)]
            assert (cards.count("ack"), cards[-1]) == (20, "nak")
            said = [anna.ask(t="say", text="ы" * 300)["t"] for _ in range(60)]
            assert (said.count("ack"), said[-1]) == (10, "nak")  # 6,000 bytes
            seq = anna.seq
            assert anna.act("card", preset="sochi")["code"] == "flood"
            assert anna.hello()["seq"] == seq


@pytest.mark.rule("PE-5.4.8")
def test_in_a_silent_deal_proposals_are_no_signals(path: Path) -> None:
    with club(path, many=1.0, clock=Standing(), pause=3600.0) as client:
        table = new_table(client, bots=[None, "random"])
        other = visitor(client)
        guest(other, "Борис")
        with seated(client, table) as anna, seated(other, table) as boris:
            assert boris.act("sit", chair=1)["t"] == "ack"
            boris.act("accept", card=boris.table["card"])
            anna.until(lambda: anna.view is not None)
            answers = [signal(anna) for _ in range(35)]
            assert answers == ["ack"] * 6 + ["flood"] * 29


def signal(person: Person) -> str:
    """Propose something, or take back what one has proposed; returns how it is answered."""
    open_ = person.room["proposal"]
    more = {"what": {"kind": "stop"}} if open_ is None else {"n": open_["n"]}
    answer = person.act("propose" if open_ is None else "withdraw", **more)
    person.until(lambda: answer["t"] == "nak" or person.room["proposal"] != open_)
    code: str = answer["t"] if answer["t"] == "ack" else answer["code"]
    return code


def test_accounts_of_one_network_share_its_allowance() -> None:
    now = 0.0
    gate = Gate(lambda: now)

    def may(person: str, network: str | None) -> bool:
        return not gate.wait(TABLES, person, network)

    passed = sum(may(f"guest {n}", "203.0.113.5") for n in range(1000))
    assert passed == 8 * 60
    assert may("anna", "203.0.113.6")
    assert may("anna", None)  # this machine itself
    assert gate.wait(TABLES, "guest 1", "203.0.113.5") == pytest.approx(3600 / 480)
    now = 3600.0
    assert may("guest 1", "203.0.113.5")
