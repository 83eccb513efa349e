"""Problems: those that come with the program, how they are proved and played, and what is refused or thrown away."""

import ast
import inspect
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from kozyr import bots, cli
from kozyr.bots.preferans.worlds import field
from kozyr.cards import Card, CardSet
from kozyr.games import REGISTRY, IllegalEvent, Play
from kozyr.games.preferans import View
from kozyr.games.refusal import Refused
from kozyr.problems import BadProblem, Problem, Refuted, naive, problem, problems, proved, puzzles, run
from kozyr.problems.part import Puzzles, Theme
from kozyr.problems.problem import read, written
from kozyr.problems.seeking import GRADED, answer, found, missed

OURS = tuple(name for name, elsewhere in REGISTRY.items() if elsewhere is None)


def of(game: str) -> Puzzles:
    own = puzzles(game)
    assert own is not None
    return own


THEMES = [pytest.param(name, theme.code, id=f"{name}-{theme.code}") for name in OURS for theme in of(name).themes]


@cache
def some(game: str, code: str) -> tuple[Problem, ...]:
    """The shipped problems of a theme."""
    return tuple(one for one in problems(game) if one.theme.code == code)


def short(game: str) -> Problem:
    """A problem of a game with at most 20 cards left, which is played on."""
    return next(one for one in problems(game) if one.naive and not one.theme.once)


def wrong(one: Problem) -> str:
    """A wrong choice of a problem, the dearest."""
    values = of(one.game).values(one.state, one.aim)
    return min(values, key=lambda event: values[event]).token


# --- those that come with the program ------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "code"), THEMES)
def test_every_theme_has_problems_that_are_numbered_from_one(game: str, code: str) -> None:
    assert [one.name for one in some(game, code)] == [f"{code}-{n}" for n in range(1, len(some(game, code)) + 1)]
    assert some(game, code)
    assert all(problem(game, one.name) is one for one in some(game, code))


@pytest.mark.parametrize("game", OURS)
def test_no_deal_comes_twice(game: str) -> None:
    assert len({(one.deal, one.past) for one in problems(game)}) == len(problems(game))


@pytest.mark.parametrize(("game", "code"), THEMES)
def test_shipped_problems_are_proved_again(game: str, code: str, share: Callable[[int], int]) -> None:
    every = some(game, code)
    for one in every[:: max(1, len(every) // share(30))]:
        told = proved(one)
        assert told.choices >= len(one.good) + 1
        assert told.naive == one.naive
        small = naive.left(one.state) <= naive.CARDS and all(isinstance(event, Play) for event in one.state.legal())
        assert bool(told.naive) == small


@pytest.mark.parametrize("game", OURS)
def test_grades_tell_a_novice_from_an_expert(game: str) -> None:
    by = {level: sum(level in one.missed for one in problems(game)) for level in GRADED}
    assert by["novice"] > by["club"] > by["expert"] > 0
    assert {one.grade for one in problems(game)} <= {1, 2, 3, 4}


@pytest.mark.parametrize("game", OURS)
def test_a_grade_is_what_bots_do_there(game: str) -> None:
    for one in problems(game)[:: max(1, len(problems(game)) // 4)]:
        assert missed(one) == one.missed
        assert set(one.missed) <= set(bots.levels(game))


def test_words_that_were_made_up_tell_a_bot_nothing() -> None:
    budget, own = bots.Budget(nodes=1_000_000), of("preferans")
    believed = 0
    for one in some("preferans", "allpass"):
        assert one.state.turn is not None
        view = one.state.view(one.state.turn)
        assert isinstance(view, View)
        puzzle = field(view).puzzle
        if puzzle is None or puzzle.total > 300:  # of more worlds some are drawn by chance, which depends on the calls
            continue
        other = next(seat for seat in view.terms.holders if seat is not view.seat)
        told = replace(view, calls=((other, "6S"), *view.calls))
        assert own.chosen(view, "expert", budget) == own.chosen(told, "expert", budget)
        tricks = [[it.facts["tricks"] for it in bots.explain(at, "expert", 1, budget)] for at in (view, told)]
        believed += tricks[0] != tricks[1]
    assert believed > 0  # at a table the same words do count


# --- the proof -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", OURS)
def test_a_wrong_solution_is_refused_with_its_refutation(game: str) -> None:
    one = short(game)
    bad = wrong(one)
    with pytest.raises(Refuted) as refuted:
        proved(replace(one, good=(bad,)))
    text = str(refuted.value)
    assert text.startswith(f"{bad} is wrong: {one.state.actor.value if one.state.actor else ''}:{bad} ")
    assert any(token in text.rpartition("better ")[2] for token in one.good)
    with pytest.raises(Refuted, match=r"brings"):
        proved(replace(one, worth=one.worth + 1))


def test_a_solution_that_leaves_out_a_choice_as_good_is_refused() -> None:
    one = next(one for one in problems("preferans") if len(one.good) > 1)
    with pytest.raises(Refuted, match=f"{one.good[0]} is as good"):
        proved(replace(one, good=one.good[1:]))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"name": "nothing-1"}, "no theme 'nothing'"),
        ({"preset": "none"}, "none"),
        ({"deal": "N:A"}, "cannot come here"),
        ({"past": "pass pass"}, "cannot"),
        ({"past": "what"}, "what"),
        ({"good": ("S2",)}, "S2 cannot be chosen"),
        ({"good": ()}, "as good"),
    ],
)
def test_what_is_no_problem_is_refused_in_one_line(change: dict[str, object], why: str) -> None:
    one = replace(short("preferans"), **change)
    with pytest.raises(BadProblem) as refused:
        proved(one)
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_line_is_read_as_it_was_written() -> None:
    one = short("bridge")
    assert read(written(one)) == one
    for line in ("", "[]", "{}", written(one).replace('"good"', '"bad"'), written(one).replace(one.name, "X")):
        with pytest.raises(BadProblem, match="no problem"):
            read(line)


@pytest.mark.parametrize("game", OURS)
def test_the_search_without_the_solver_agrees_with_it_on_moments_that_nobody_chose(
    game: str, share: Callable[[int], int]
) -> None:
    own, theme = of(game), of(game).themes[-1].code if game == "deberts" else "ending"
    seen = 0
    for seed in range(100):
        for at in own.seek(theme, random.Random(seed)):
            if naive.left(at.state) <= 12:
                assert dict(naive.searched(own, at.state)[0]) == dict(own.values(at.state, at.aim))
                seen += 1
        if seen >= share(300):
            return
    raise AssertionError("too few moments")


def test_the_search_without_the_solver_shares_nothing_with_it() -> None:
    tree = ast.parse(inspect.getsource(naive))
    names = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert not any("solver" in str(name) or "native" in str(name) for name in names)
    one = short("bridge")
    calls = [call for call in ("solve", "values", "best") if f".{call}(" in inspect.getsource(naive)]
    assert calls == []
    assert naive.searched(of("bridge"), one.state)[1] == one.naive


# --- dull moments --------------------------------------------------------------------------------------------------


def test_dull_moments_are_thrown_away() -> None:
    one = next(one for one in problems("bridge") if one.theme.code == "ending" and len(one.good) == 1)
    own, state, theme = of("bridge"), one.state, one.theme
    values = dict(own.values(state, ""))
    good = answer(own, theme, state, values)
    assert good is not None
    assert {event.token for event in good} == set(one.good)
    other = next(event for group in own.groups(state) for event in group if event not in good)
    assert answer(own, theme, state, {**values, other: one.worth}) is None  # two answers that differ
    assert answer(own, theme, state, dict.fromkeys(values, one.worth)) is None  # nothing can go wrong
    narrow = next(one for one in problems("bridge") if one.theme.code == "suit")
    told = own.values(narrow.state, "")
    assert answer(own, Theme("ending"), narrow.state, told) is None  # cards of one suit
    assert answer(own, Theme("suit", narrow=True), narrow.state, told) is not None


def test_of_cards_that_touch_all_are_right_or_none() -> None:
    for game in ("preferans", "bridge"):
        for one in problems(game):
            groups = [{event.token for event in group} for group in of(game).groups(one.state)]
            assert set(one.good) in groups
            assert len(groups) >= 3


def test_a_seed_gives_the_same_problem_every_time() -> None:
    theme = of("preferans").themes[-1]
    told = [found("preferans", theme, seed) for seed in range(6)]
    assert told == [found("preferans", theme, seed) for seed in range(6)]
    assert any(one is not None for one in told)


# --- played --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "code"), THEMES)
def test_right_choices_lead_to_what_the_problem_promises(game: str, code: str) -> None:
    one = some(game, code)[0]
    own, choices = of(game), list[str]()
    now = run(one, choices)
    assert now.seat is one.state.actor
    turn = one.state.turn
    assert turn is not None
    while not now.done:
        state = now.steps[-1].after.state
        assert state is not None
        assert state.actor is now.seat
        values = own.values(state, one.aim)
        assert len(set(values.values())) > 1  # it is asked only where a choice can go wrong
        choices.append(max(values, key=lambda event: values[event]).token)
        now = run(one, choices)
        assert now.wrong is None
    assert choices[0] in one.good
    if one.theme.once:
        assert len(choices) == 1
    else:
        last = now.steps[-1].state
        assert last is not None
        assert own.score(last, turn) + min(0, own.most(last, turn)) <= one.worth


@pytest.mark.parametrize(("game", "code"), THEMES)
def test_a_wrong_choice_is_refuted_until_the_aim_is_out_of_reach(game: str, code: str) -> None:
    for one in some(game, code)[:3]:
        now = run(one, (wrong(one),))
        assert now.wrong is not None
        assert now.done
        assert now.wrong.cost > 0
        assert {event.token for event in now.wrong.better} == set(one.good)
        line = now.wrong.line
        assert line[0].entry.event.token == wrong(one)
        last, turn, own = line[-1].state, one.state.turn, of(one.game)
        assert last is not None
        assert turn is not None
        if last.outcome is None:
            assert own.score(last, turn) + own.most(last, turn) < one.worth
        elif own.unit == "tricks":
            assert own.score(last, turn) < one.worth


def test_what_is_no_choice_is_refused() -> None:
    one = short("preferans")
    state = one.state
    held = next(card.text for card in others(one) if Play(card) not in state.legal())
    with pytest.raises(IllegalEvent):
        run(one, (held,))
    for choices in (("nothing",), (wrong(one), one.good[0])):
        with pytest.raises(Refused):
            run(one, choices)


def others(one: Problem) -> tuple[Card, ...]:
    """The cards of the seats that are not asked."""
    state = one.state
    return tuple(CardSet(sum(state.holding(seat) for seat in state.terms.holders if seat is not state.turn)))


# --- the command line ----------------------------------------------------------------------------------------------


def test_the_command_proves_files_and_refuses_with_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = short("preferans")
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_text(written(one) + "\n")
    bad.write_text("\n".join([written(one), "", written(replace(one, good=(wrong(one),))), "no"]))
    assert cli.main(["problems", "verify", str(good)]) == 0
    assert capsys.readouterr().out == f"{good}: 1 proved by the solver, 1 of them also without it\n"
    assert cli.main(["problems", "verify", str(good), str(bad)]) == 2
    told = capsys.readouterr()
    assert told.err.splitlines()[0].startswith(f"{bad}:3: {wrong(one)} is wrong: ")
    assert told.err.splitlines()[1].startswith(f"{bad}:4: no problem")
    assert f"{bad}: 1 proved" in told.out
    assert cli.main(["problems", "verify", str(tmp_path / "none")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_the_command_makes_problems_that_are_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["problems", "make", "deberts", "--theme", "last-four", "--count", "2", "--seed", "5"]) == 0
    made = capsys.readouterr().out
    assert [read(line).name for line in made.splitlines()] == ["last-four-1", "last-four-2"]
    path = tmp_path / "made.jsonl"
    path.write_text(made)
    assert cli.main(["problems", "verify", str(path)]) == 0


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["make", "bridge", "--theme", "none"], "there are: lead, suit"),
        (["make", "bridge", "--count", "0"], "--count is 1 or more"),
        (["show", "bridge/none-1"], "no problem 'bridge/none-1'"),
        (["show", "chess/none-1"], "no problem"),
    ],
)
def test_wrong_words_get_one_line(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["problems", *words]) == 2
    told = capsys.readouterr().err
    assert why in told
    assert told.count("\n") == 1


def test_the_command_shows_a_problem(capsys: pytest.CaptureFixture[str]) -> None:
    one = short("bridge")
    assert cli.main(["problems", "show", f"bridge/{one.name}"]) == 0
    told = capsys.readouterr().out
    assert one.good[0] in told.splitlines()[-1]
    assert len(told.splitlines()) >= 6
    assert cli.main(["problems", "show", f"bridge/{one.name}", "--json"]) == 0
    assert read(capsys.readouterr().out.strip()) == one
