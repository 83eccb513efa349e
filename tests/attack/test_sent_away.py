"""Who was sent away from a table and comes back with one click, as a new guest of the same name."""

from pathlib import Path

from starlette.testclient import TestClient

from tests.people import ORIGIN, club, guest, new_table, seated, visitor


def admitted(client: TestClient, table: str) -> str | None:
    """Whether somebody may look at a table; otherwise, what he is told."""
    with client.websocket_connect(f"/ws/table/{table}", headers=ORIGIN) as socket:
        socket.send_json({"t": "hello", "proto": 3})
        message = socket.receive_json()
        return None if message["t"] == "snap" else message["code"]


def test_a_kibitzer_sent_away_is_not_admitted_as_a_new_guest(path: Path) -> None:
    with club(path, pause=3600.0) as client:
        table = new_table(client)
        neighbour, eve = visitor(client, "203.0.113.5"), visitor(client, "203.0.113.5")
        guest(neighbour, "neighbour")
        who = guest(eve, "Ева")["account"]
        with seated(client, table) as anna:
            anna.until(lambda: anna.view is not None)
            with seated(eve, table) as watching:
                assert anna.act("object", account=who)["t"] == "ack"
                watching.closed()
            assert admitted(eve, table) == "sent_away"
            eve.post("/api/logout")
            guest(eve, "Ева")
            assert admitted(eve, table) == "sent_away"
            assert admitted(neighbour, table) is None  # who was a guest before is another person
            elsewhere = visitor(client, "198.51.100.1")
            guest(elsewhere, "Ева")
            assert admitted(elsewhere, table) is None
            other = new_table(client)
            with seated(client, other) as too:
                too.until(lambda: too.view is not None)
                assert admitted(eve, other) is None  # other tables are none of it


def test_who_was_put_off_a_chair_is_not_admitted_as_a_new_guest(path: Path) -> None:
    with club(path) as client:
        table = new_table(client, bots=[None, None])
        eve = visitor(client, "203.0.113.5")
        guest(eve, "Ева")
        with seated(client, table) as anna:
            with seated(eve, table) as sitting:
                assert sitting.act("sit", chair=1)["t"] == "ack"
                anna.until(lambda: any(one["t"] == "ev" for one in anna.messages))
                assert anna.act("chair", chair=1, bot=None)["t"] == "ack"
            assert admitted(eve, table) is None  # he himself may look on, and is told that he may not sit down
            eve.post("/api/logout")
            guest(eve, "Ева")
            assert admitted(eve, table) == "sent_away"
            assert admitted(client, table) is None
