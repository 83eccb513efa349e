"""Lessons over HTTP: nobody logs in, nothing is kept, and only the learner's cards come out."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from kozyr.games import games
from kozyr.learn import begin, lesson, lessons
from kozyr.learn.check import good_choices
from kozyr.learn.course import chosen
from kozyr.learn.lesson import OVER
from tests.people import Standing, club, figure


def take(client: TestClient, game: str, name: str, choices: list[Any]) -> tuple[int, dict[str, Any]]:
    answer = client.post("/api/lessons", json={"game": game, "lesson": name, "choices": choices})
    return answer.status_code, answer.json()


def test_anybody_is_told_the_lessons(client: TestClient) -> None:
    rows = client.get("/api/lessons").json()
    assert [(row["game"], row["lesson"]) for row in rows] == [
        (name, one.name) for name in games() for one in lessons(name)
    ]
    assert all(row["title"]["uk"] and row["about"]["en"] for row in rows)
    assert not client.cookies


@pytest.mark.parametrize("game", [name for name in games() if lessons(name)])
def test_a_lesson_is_played_to_its_end(client: TestClient, game: str) -> None:
    one = lessons(game)[0]
    course, choices = begin(one), list[Any]()
    status, told = take(client, game, one.name, choices)
    assert (status, told["since"], told["verdict"], told["done"]) == (200, [], None, False)
    assert told["snap"]["view"]["seat"] == one.seat.value
    assert told["say"][0] == one.said(one.moments[0].say[0])
    assert told["snap"]["table"]["id"] == ""  # the page asks nothing more about it
    seq = told["snap"]["seq"]
    while course.at not in {OVER, one.until}:
        event = good_choices(one, course)[0]
        course = chosen(one, course, event)
        choices.append(msgspec.to_builtins(event))
        status, told = take(client, game, one.name, choices)
        assert (status, told["verdict"]) == (200, None)
        assert told["snap"]["seq"] == seq
        assert [one["seq"] for one in told["since"]] == list(range(seq + 1, len(course.steps) + 1))
        seq = len(course.steps)
    assert told["done"]


def test_the_same_choices_are_played_once(client: TestClient) -> None:
    """A learner who leaves must not end the work of others: what has a key goes on, and its answer is kept."""
    kept = figure('kozyr_queue_kept_total{queue="lessons"}')
    first = take(client, "preferans", "08-whole", [])
    assert take(client, "preferans", "08-whole", []) == first
    assert figure('kozyr_queue_kept_total{queue="lessons"}') == kept + 1
    assert take(client, "preferans", "08-whole", [{"type": "pass"}])[1] != first[1]
    assert take(client, "preferans", "07-sheet", [])[1] != first[1]


def test_a_bad_choice_is_told_and_taken_back_by_asking_without_it(client: TestClient) -> None:
    bad = {"type": "play", "card": "S8"}
    status, told = take(client, "preferans", "01-trick", [bad])
    assert status == 200
    assert told["verdict"] == {"cost": 1, "unit": "tricks", "better": [{"type": "play", "card": "SA"}]}
    assert told["since"][0]["said"] == {"seat": "S", "event": bad}
    assert not told["done"]
    assert take(client, "preferans", "01-trick", [])[1]["verdict"] is None


def test_nothing_is_offered_that_the_lesson_does_not_speak_of(client: TestClient) -> None:
    one = lesson("deberts", "01-order")
    assert one is not None
    state = begin(one).state
    assert state is not None
    assert [event.token for event in state.offers()] == ["close"]
    assert take(client, one.game, one.name, [])[1]["snap"]["view"]["offers"] == []


def test_closed_hands_stay_closed(client: TestClient) -> None:
    one = lesson("preferans", "02-auction")
    assert one is not None
    _, told = take(client, one.game, one.name, [{"type": "bid", "contract": "6S"}])
    for view in (told["snap"]["view"], *(ev["view"] for ev in told["since"])):
        assert {seat: hand["cards"] is None for seat, hand in view["hands"].items()} == {
            "N": True,
            "E": True,
            "S": False,
        }
    dealt = told["snap"]["log"][0]["event"]["cards"]
    assert "AKQJ87" not in dealt  # the clubs of N


@pytest.mark.parametrize(
    ("game", "name", "choices", "status", "code"),
    [
        ("preferans", "99-none", [], 404, "no_lesson"),
        ("chess", "01-trick", [], 404, "no_lesson"),
        ("preferans", "01-trick", [{"type": "play", "card": "C8"}], 400, "lesson_choice"),
        ("preferans", "01-trick", [{"type": "nothing"}], 400, "lesson_choice"),
        ("preferans", "01-trick", [7], 400, "lesson_choice"),
    ],
)
def test_what_is_no_lesson_or_no_choice_is_refused(
    client: TestClient, game: str, name: str, choices: list[Any], status: int, code: str
) -> None:
    found, told = take(client, game, name, choices)
    assert (found, told["error"]["code"]) == (status, code)


def test_a_body_that_is_none_is_refused(client: TestClient) -> None:
    assert client.post("/api/lessons", json={"game": "preferans"}).status_code == 400
    assert client.post("/api/lessons", json={"game": "preferans", "lesson": "01-trick", "more": 1}).status_code == 400
    assert take(client, "preferans", "01-trick", [{"type": "pass"}] * 101)[0] == 400


def test_there_is_a_budget(tmp_path: Path) -> None:
    with club(tmp_path / "club.db", clock=Standing()) as client:  # nothing comes back while it is asked
        asked = [take(client, "preferans", "99-none", [])[0] for _ in range(130)]
    assert asked[0] == 404
    assert asked[-1] == 429
