"""What is done once for many: views that several see alike, a deal handed over as it was played, one question for a socket."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from kozyr.club import wire
from kozyr.club.clock import CLOCK
from kozyr.club.history import Fold
from kozyr.club.live.archive import Loaded
from kozyr.club.live.audience import Audience
from kozyr.club.live.host import Host
from kozyr.club.live.ledger import Ledger
from kozyr.games import game
from kozyr.store import Account
from tests.clubtable import next_deal, opened, setup, steps
from tests.load import Person
from tests.people import ORIGIN, club, guest, new_table


def test_a_table_hands_over_the_deals_that_its_log_has() -> None:
    async def append(*_given: object) -> None:
        """The log takes everything."""

    log = SimpleNamespace(append=append)
    archive = SimpleNamespace(keep=lambda *_: None)
    host = cast("Host", SimpleNamespace(fence=lambda _: None, store=SimpleNamespace(log=log), archive=archive))
    table = opened(setup(3, pool=2))
    fold = Fold(table, 0)

    async def played() -> None:
        ledger = Ledger(host, Loaded(table, {}, broken=False, created=0))
        for step in steps(table, 7, claims=0.1):
            await ledger.write(lambda _, __, step=step: step, ())  # type: ignore[misc]
            fold.go_on([step.entry])
            over = step.table.course.deals > step.before.course.deals
            assert ledger.played == (fold.deals[-1] if over else None)

    asyncio.run(played())
    assert len(fold.deals) > 2


def test_a_deal_of_which_the_cards_were_not_seen_is_not_handed_over() -> None:
    dealt = next_deal(opened(setup(3))).table
    ledger = Ledger(cast("Host", None), Loaded(dealt, {}, broken=False, created=0))
    for step in steps(dealt, 7):
        ledger._follow(step)
        assert ledger.played is None
        if step.table.course.deals:
            break


def test_what_is_encoded_once_is_of_the_same_value() -> None:
    """A value that is gone lends its identity to no other."""
    once = wire.Once(4)
    for number in range(200):
        told = bytes(once((number, "x")))
        assert told == b'[%d,"x"]' % number
    kept, asked = (1, 2), list[object]()
    assert once(kept, asked.append) is once(kept, asked.append)
    assert len(asked) == 1


def test_views_of_states_between_each_other_are_their_own() -> None:
    """Two deals shown by turns, as two tables do."""
    rules = game("preferans")
    begun = rules.start(rules.agree("sochi")).begin()
    deals = [next_deal(opened(setup(3, humans=3)), bytes([n]) * 32).table.deal_state for n in range(2)]
    states = [begun, *(state for state in deals if state is not None)]
    apart = [[state.view(seat) for seat in (*state.terms.seats, None)] for state in states]
    for at in range(4):
        for state, views in zip(states, apart, strict=True):
            view = state.view((*state.terms.seats, None)[at])
            assert view == views[at]
            assert (view.terms, view.phase, view.actor) == (state.terms, state.phase, state.actor)


def test_of_many_watchers_the_first_are_named() -> None:
    audience, table = Audience(CLOCK), next_deal(opened(setup(3, humans=3))).table
    for name in ("account 1", *(f"w{n}" for n in range(60))):
        audience.add(Person(Account(name, name, 0), lambda _: None))
    here = audience.here(table)
    assert here.online == (1,)
    assert [one.account for one in here.kibitzers] == [f"w{n}" for n in range(50)]
    assert here.more == 10
    assert msgspec.json.decode(wire.encode(here))["more"] == 10
    for n in range(10):
        audience.drop(f"w{n}")
    assert "more" not in msgspec.json.decode(wire.encode(audience.here(table)))


@pytest.mark.parametrize("ends", [False, True])
def test_a_session_is_asked_for_once_a_socket_unless_one_ends_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, ends: bool
) -> None:
    with club(tmp_path / "club.db") as client:
        guest(client)
        table, house = new_table(client), client.app.state.club  # type: ignore[attr-defined]
        asked, find, room = list[str](), house.accounts.find, house.lobby.room

        async def counted(token: str) -> Any:
            asked.append(token)
            return await find(token)

        async def slowly(name: str) -> Any:
            if ends:
                house.visitors.sessions.end([await house.accounts.logout(asked[0])])
            return await room(name)

        monkeypatch.setattr(house.accounts, "find", counted)
        monkeypatch.setattr(house.lobby, "room", slowly)
        with client.websocket_connect(f"/ws/table/{table}", headers=ORIGIN) as socket:
            socket.send_json({"t": "hello", "proto": wire.PROTO})
            told = socket.receive()
        assert (told["type"] == "websocket.close") is ends
        assert told.get("code") == (4401 if ends else None)
        assert len(asked) == (1 if not ends else 3)
