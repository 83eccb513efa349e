"""A cup over HTTP: announced, composed by its editor, entered with a login, played at a table, sealed until it is over."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from kozyr.deals import Reveal, reveal_fault
from tests.people import Later, club, guest, seated, visitor
from tests.test_events_over_http import CUP as EVENT, DUTIES, member

HOUR = 3_600_000
RULES = {"tournament.type": "cup", "cup.issues": 1, "cup.deals_per_issue": 2, "cup.finalists": 1, "duties": DUTIES}
CUP: dict[str, Any] = EVENT | {"regulations": RULES, "cup": {"level": "novice", "prizes": 1}}


@pytest.fixture
def clock() -> Later:
    return Later()


@pytest.fixture
def client(tmp_path: Path, clock: Later) -> Iterator[TestClient]:
    with club(tmp_path / "club.db", clock=clock) as client:
        yield client


def announced(editor: TestClient) -> str:
    answer = editor.post("/api/events", json=CUP)
    assert answer.status_code == 201, answer.text
    event: str = answer.json()["id"]
    return event


def asked(answer: Any, status: int = 200) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.rule("PT-M.2", "PT-M.3", "PT-M.5")
def test_a_cup_is_composed_entered_and_played(client: TestClient, clock: Later) -> None:
    editor, ann, bob = (member(client, name) for name in ("editor", "anna", "boris"))
    event = announced(editor)
    cup = f"/api/cups/{event}"
    assert asked(editor.get(cup))["editor"]
    found = editor.get(f"{cup}/candidates?from=1&many=3").json()
    assert [one["board"] for one in found] == [1, 2, 3]
    for one in (ann, client):
        assert one.get(f"{cup}/candidates?from=1&many=3").status_code in {401, 403}
    assert editor.get(f"{cup}/candidates?from=1&many=11").status_code == 400
    now = clock.now()
    issue = {"issue": 1, "boards": [1, 3], "opens": now + HOUR, "closes": now + 3 * HOUR, "notes": {"3": "a trap"}}
    assert asked(ann.post(f"{cup}/compose", json={"id": "a", **issue}), 409)["error"]["code"] == "who_composes"
    shown = asked(editor.post(f"{cup}/compose", json={"id": "e", **issue}))
    assert shown["issues"][0]["opens"] == now + HOUR
    assert editor.post(f"{cup}/compose", json={"id": "f", **issue, "boards": [1, 1]}).status_code == 400

    stranger = visitor(client)
    guest(stranger, "Кто-то")
    assert asked(stranger.post(f"/api/events/{event}/enter", json={"id": "x"}), 403)["error"]["code"] == "guest"
    where = {"country": "UA", "city": "Львов", "age": 30}
    asked(ann.post(f"/api/events/{event}/enter", json={"id": "x", **where}))
    asked(bob.post(f"/api/events/{event}/enter", json={"id": "y"}))
    told = asked(client.get(cup))
    assert told["numbers"] == {"told": 1, "countries": 1, "cities": 1, "youngest": 30, "oldest": 30}
    assert "Львов" not in client.get(cup).text + client.get(f"/api/events/{event}").text

    assert ann.post(f"{cup}/play", json={"issue": 1}).status_code == 409
    clock.ahead = HOUR + 1000
    table = asked(ann.post(f"{cup}/play", json={"issue": 1}))["table"]
    with seated(ann, table) as person:
        assert person.room["state"] == "playing"
    assert asked(ann.get(cup))["issues"][0]["mine"]["table"] == table
    assert asked(bob.get(cup))["issues"][0]["mine"]["table"] is None
    for one in (bob, editor, stranger):
        assert one.get(f"/api/tables/{table}").status_code == 404
        assert one.get(f"/api/tables/{table}/record").status_code == 404
    assert client.get(f"{cup}/issues/1").status_code == 404
    fair = asked(client.get(f"/api/events/{event}/fair"))
    assert (sorted(fair["commitments"]), fair["reveals"]) == (["1", "3"], [])

    clock.ahead = 4 * HOUR
    boards = asked(client.get(f"{cup}/issues/1"))["boards"]
    assert [(one["board"], one["note"]) for one in boards] == [(1, ""), (3, "a trap")]
    fair = asked(client.get(f"/api/events/{event}/fair"))
    shown_ = msgspec.convert(fair["reveals"], tuple[Reveal, ...])
    assert [one.cards for one in shown_] == [one["cards"] for one in boards]
    assert all(reveal_fault(one) is None for one in shown_)
    assert {str(one.deal): one.commitment for one in shown_} == fair["commitments"]
    assert bob.post(f"{cup}/play", json={"issue": 1}).status_code == 409


@pytest.mark.rule("PT-I.13.1")
def test_an_editor_settles_what_the_announcement_left_open(client: TestClient) -> None:
    editor = member(client, "editor")
    event = asked(editor.post("/api/events", json=CUP | {"regulations": RULES | {"duties": {}}}), 201)["id"]
    lacking = asked(editor.get(f"/api/cups/{event}"))["lacking"]
    assert {one["params"]["duty"] for one in lacking} == DUTIES.keys() - {"arbiter"}
    assert asked(client.get(f"/api/cups/{event}"))["lacking"] == []  # it is the editors' affair
    said = dict.fromkeys(DUTIES.keys() - {"arbiter"}, "as ever")
    asked(editor.post(f"/api/events/{event}", json={"id": "1", "do": {"what": "settled", **said}}))
    assert asked(editor.get(f"/api/cups/{event}"))["lacking"] == []


def test_what_is_no_cup(client: TestClient) -> None:
    editor = member(client, "editor")
    for changes in (
        {"regulations": {"duties": DUTIES}},
        {"game": "bridge", "preset": "duplicate", "regulations": {"duties": DUTIES}},
        {"changes": {"table.irregularities": "rule"}},
        {"online": True},
    ):
        assert editor.post("/api/events", json=CUP | changes).status_code == 400
    other = asked(editor.post("/api/events", json=EVENT), 201)["id"]
    assert editor.get(f"/api/cups/{other}").status_code == 404
    assert editor.get("/api/cups/nothing").status_code == 404
