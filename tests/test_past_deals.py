"""A deal that is over, asked for again: the same to the byte as it was shown when it ended, and to nobody sooner."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kozyr.club.http.house import House
from tests.people import club, guest, new_table, seated, visitor


def asked(client: TestClient, table: str, deal: int | str) -> tuple[int, dict[str, Any]]:
    """The answer."""
    answer = client.get(f"/api/tables/{table}/deals/{deal}")
    return answer.status_code, answer.json() if answer.status_code == 200 else {}


def test_every_deal_is_shown_again_as_it_ended(tmp_path: Path) -> None:
    with club(tmp_path / "club.db") as client:
        guest(client)
        table = new_table(client, players=4, bots=["random"] * 3, changes={"pool_target": 2})
        other = visitor(client)
        with seated(client, table, 5) as keeper:
            # Nothing is told of a deal that still runs, not even to those who play it.
            assert asked(client, table, 1)[0] == 404
            assert asked(other, table, 1)[0] == 404
            keeper.play()
        for number, deal in keeper.deals.items():
            status, found = asked(client, table, number)
            assert status == 200
            assert found["deal"] == deal
            assert found["deals"] == len(keeper.deals)
            # What the declarer put away is told to nobody whom the play has not shown it (P-3.4.1).
            away = [
                card for move in found["moves"] if move["event"]["type"] == "discard" for card in move["event"]["cards"]
            ]
            assert sorted(away) == sorted(deal["discard"])
            assert not away or len(deal["history"]) == 10
            assert found["sheet"]["entries"] == keeper.sheet["entries"] if keeper.sheet else False
            assert found["you"] == keeper.table["you"]
            # A friend with the link sees the same cards, without a session.
            assert asked(other, table, number)[1] == found | {"you": None}
        for nowhere in (0, len(keeper.deals) + 1, "x"):
            assert asked(client, table, nowhere)[0] == 404
        assert asked(client, "nosuchtable", 1)[0] == 404


def test_a_table_without_kibitzers_shows_its_deals_to_its_players_alone(tmp_path: Path) -> None:
    with club(tmp_path / "club.db") as client:
        guest(client)
        table = new_table(client, players=3, changes={"pool_target": 2}, terms={"kibitzers": False})
        with seated(client, table, 3) as person:
            person.play()
        assert asked(client, table, 1)[0] == 200
        assert asked(visitor(client), table, 1)[0] == 404


def test_a_table_that_is_opened_while_it_is_read_is_told_as_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not as it was before its first deal, when everybody might have seen it."""
    with club(tmp_path / "club.db") as client:
        guest(client)
        table = new_table(client, players=3, bots=["random"] * 2)
        with seated(client, table, 2) as person:
            person.wait()
            house: House = client.app.state.club  # type: ignore[attr-defined]
            assert client.portal is not None
            room = house.lobby.present(table)
            assert room is not None
            answers = iter([None])  # nothing is in memory when the log is asked for, and the table is when it is read
            monkeypatch.setattr(house.lobby, "present", lambda _: next(answers, room))
            house.history.forget()
            found = client.portal.call(house.history.table, table)
            assert found is not None
            assert found[0].course.progress is not None
