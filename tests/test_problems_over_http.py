"""Problems over HTTP: nobody logs in, nothing is kept, and what is right is told to nobody who has not chosen."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from kozyr.club.problems import TakeProblem, taken
from kozyr.games import games
from kozyr.problems import Problem, problem, problems, puzzles, run
from tests.people import Standing, club

EVERY = [
    pytest.param(one, id=f"{one.game}-{one.name}")
    for name in games()
    for one in problems(name)
    if one.name[-2:] == "-1"
]


def take(client: TestClient, game: str, name: str, choices: list[Any]) -> tuple[int, dict[str, Any]]:
    answer = client.post("/api/problems", json={"game": game, "problem": name, "choices": choices})
    return answer.status_code, answer.json()


def choice(one: Problem, token: str) -> Any:
    return msgspec.json.decode(msgspec.json.encode(one.event(token)))


def missed(one: Problem) -> str:
    """The dearest wrong choice."""
    own = puzzles(one.game)
    assert own is not None
    values = own.values(one.state, one.aim)
    return min(values, key=lambda event: values[event]).token


def test_anybody_is_told_which_problems_there_are(client: TestClient) -> None:
    rows = client.get("/api/problems").json()
    assert sum(len(row["grades"]) for row in rows) == sum(len(problems(name)) for name in games())
    for row in rows:
        for nth, grade in enumerate(row["grades"], 1):
            found = problem(row["game"], f"{row['theme']}-{nth}")
            assert found is not None
            assert found.grade == grade
    assert not client.cookies


@pytest.mark.parametrize("one", EVERY)
def test_a_problem_comes_with_all_hands_and_without_its_solution(client: TestClient, one: Problem) -> None:
    status, told = take(client, one.game, one.name, [])
    assert (status, told["since"], told["wrong"], told["done"]) == (200, [], None, False)
    state, view = one.state, told["snap"]["view"]
    own = puzzles(one.game)
    assert own is not None
    assert state.turn is not None
    assert (told["theme"], told["grade"]) == (one.theme.code, one.grade)
    assert told["more"] + own.score(state, state.turn) == one.worth
    assert view["seat"] == (state.actor.value if state.actor else None)
    assert {seat: len(hand["cards"]) for seat, hand in view["hands"].items()} == {
        seat.value: state.holding(seat).bit_count() for seat in state.terms.holders
    }
    assert len(view["legal"]) == len(state.legal())
    assert view["offers"] == []
    assert set(told) == {"theme", "grade", "aim", "more", "unit", "snap", "since", "wrong", "done", "then", "over"}
    # Every legal choice stands there in the same way: nothing marks the right ones.
    marks = {tuple(sorted(event)) for event in view["legal"]}
    assert len(marks) <= 3
    others = [dict(view, legal=[]), told["snap"]["sheet"], told["snap"]["room"]]
    assert "better" not in msgspec.json.encode(others).decode()


@pytest.mark.parametrize("one", EVERY)
def test_what_is_told_before_a_choice_does_not_depend_on_the_solution(
    one: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = TakeProblem(one.game, one.name)
    told = taken(asked)
    other = replace(one, good=("other",), rest=one.rest - 7, naive=one.naive + 1)
    monkeypatch.setattr("kozyr.club.problems.problem", lambda *_: other)
    assert taken(asked) == told
    monkeypatch.setattr("kozyr.club.problems.problem", lambda *_: replace(one, worth=one.worth + 1))
    assert taken(asked) != told  # the aim is told


@pytest.mark.parametrize("one", EVERY)
def test_right_choices_lead_to_the_end(client: TestClient, one: Problem) -> None:
    own, tokens = puzzles(one.game), list[str]()
    assert own is not None
    told: dict[str, Any] = {"done": False}
    while not told["done"]:
        state = run(one, tokens).steps[-1].after.state
        assert state is not None
        values = own.values(state, one.aim)
        tokens.append(max(values, key=lambda event: values[event]).token)
        status, told = take(client, one.game, one.name, [choice(one, token) for token in tokens])
        assert (status, told["wrong"]) == (200, None)
        seqs = [ev["seq"] for ev in told["since"]]
        assert seqs == list(range(told["snap"]["seq"] + 1, told["snap"]["seq"] + 1 + len(seqs)))
    assert take(client, one.game, one.name, [choice(one, token) for token in (*tokens, tokens[-1])])[0] == 400


@pytest.mark.parametrize("one", EVERY)
def test_a_wrong_choice_comes_back_refuted(client: TestClient, one: Problem) -> None:
    bad = missed(one)
    status, told = take(client, one.game, one.name, [choice(one, bad)])
    assert (status, told["done"]) == (200, True)
    assert {one.event(token) for token in one.good} == {
        msgspec.convert(event, type(one.event(one.good[0]))) for event in told["wrong"]["better"]
    }
    assert told["since"][0]["said"]["event"] == choice(one, bad)
    assert told["wrong"]["cost"] > 0
    line = run(one, (bad,)).wrong
    assert line is not None
    assert len(told["since"]) == len(line.line)


@pytest.mark.parametrize(
    ("game", "name", "choices", "status", "code"),
    [
        ("preferans", "none-1", [], 404, "no_problem"),
        ("chess", "ending-1", [], 404, "no_problem"),
        ("preferans", "ending-1", [{"type": "pass"}], 400, "problem_choice"),
        ("preferans", "ending-1", [{"type": "nothing"}], 400, "problem_choice"),
        ("preferans", "ending-1", [7], 400, "problem_choice"),
    ],
)
def test_what_is_no_problem_or_no_choice_is_refused(
    client: TestClient, game: str, name: str, choices: list[Any], status: int, code: str
) -> None:
    found, told = take(client, game, name, choices)
    assert (found, told["error"]["code"]) == (status, code)


def test_a_body_that_is_none_is_refused(client: TestClient) -> None:
    assert client.post("/api/problems", json={"game": "preferans"}).status_code == 400
    assert client.post("/api/problems", json={"game": "bridge", "problem": "lead-1", "more": 1}).status_code == 400
    assert take(client, "preferans", "ending-1", [{"type": "pass"}] * 21)[0] == 400


def test_there_is_a_budget(tmp_path: Path) -> None:
    with club(tmp_path / "club.db", clock=Standing()) as client:  # nothing comes back while it is asked
        asked = [take(client, "preferans", "none-1", [])[0] for _ in range(130)]
    assert asked[0] == 404
    assert asked[-1] == 429
