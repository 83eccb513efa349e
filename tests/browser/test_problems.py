"""Problems in a browser: five of them solved, one answered wrongly and refuted, by finger and by keys."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from kozyr.games import Event, Play, games
from kozyr.problems import Problem, problem, problems, puzzles, run
from tests.browser.learner import press
from tests.browser.robot import DESKTOP, PHONE, Robot
from tests.conftest import LONG

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]
# In short the first one and the third.
FIVE = ("preferans/ending-1", "preferans/misere-play-1", "bridge/lead-1", "bridge/ending-1", "deberts/last-four-1")
EVERY = [f"{name}/{one.name}" for name in games() for one in problems(name) if one.name.endswith("-1")]


def found(which: str) -> Problem:
    game, _, name = which.partition("/")
    one = problem(game, name)
    assert one is not None
    return one


def opened(sit: Sit, which: str, lang: str, *, phone: bool) -> Robot:
    robot = sit(PHONE if phone else DESKTOP, lang, door=False)
    robot.page.goto(f"/problems/{which}")
    assert settled(robot.page) == "choose"
    return robot


def settled(page: Page) -> str:
    """Wait until the page waits for something; returns for what."""
    expect(page.locator("[data-problem][data-calm='true']")).to_be_visible()
    return page.locator("[data-problem]").get_attribute("data-problem") or ""


def choose(robot: Robot, event: Event) -> None:
    """Do this on the page."""
    if isinstance(event, Play) and event.token == event.card.text:
        robot.play(event.card.text)
    else:
        press(robot, event)


def values(one: Problem, tokens: list[str]) -> dict[str, int]:
    """What each choice is worth after these."""
    own, state = puzzles(one.game), run(one, tokens).steps[-1].after.state
    assert own is not None
    assert state is not None
    return {event.token: worth for event, worth in own.values(state, one.aim).items()}


def solved(robot: Robot, one: Problem) -> None:
    """Choose rightly to the end."""
    tokens: list[str] = []
    while not (tokens and run(one, tokens).done):
        worths = values(one, tokens)
        tokens.append(max(worths, key=lambda token: worths[token]))
        choose(robot, one.event(tokens[-1]))
        assert settled(robot.page) == ("right" if run(one, tokens).done else "choose")


def missed(robot: Robot, one: Problem) -> None:
    """Choose wrongly, and see it refuted."""
    worths = values(one, [])
    plain = [token for token in worths if token not in one.good and len(token) == 2] or list(worths)
    bad = min(plain, key=lambda token: worths[token])
    choose(robot, one.event(bad))
    assert settled(robot.page) == "wrong"


def answers(page: Page) -> dict[str, bool]:
    told: dict[str, bool] = json.loads(page.evaluate("localStorage.getItem('kozyr.problems')"))["answers"]
    return told


def test_problems_are_solved_and_one_is_refuted(sit: Sit) -> None:
    robot, five = opened(sit, FIVE[0], "ru", phone=True), FIVE if LONG else (*FIVE[:1], *FIVE[2:3])
    page = robot.page
    robot.axe("a problem")
    missed(robot, found(FIVE[0]))
    robot.axe("a refutation")
    robot.event("again")  # another try changes nothing of the first answer
    assert settled(page) == "choose"
    solved(robot, found(FIVE[0]))
    for which in five[1:]:
        page.goto(f"/problems/{which}")
        assert settled(page) == "choose"
        solved(robot, found(which))
    robot.axe("a solved problem")
    assert answers(page) == {FIVE[0]: False, **dict.fromkeys(five[1:], True)}
    robot.event("next-problem")
    assert settled(page) == "choose"
    page.goto("/learn")
    page.locator("a[href='/problems']").click()
    expect(page.locator("[data-problems] [data-game]")).to_have_count(3)
    robot.axe("the list of problems")
    page.locator("summary").first.click()
    robot.axe("the numbers of a theme")
    expect(page.locator("[data-answer='true']")).to_have_count(len(five) - 1)
    expect(page.locator("[data-answer='false']")).to_have_count(1)


COVERED = """() => {
    const shown = (css) => [...document.querySelectorAll(css)]
        .filter(one => one.checkVisibility())
        .map(one => [css, one.getBoundingClientRect()]);
    const hands = shown('.upper .open:is(.side-left, .side-right)');
    const others = ['.upper .seat', '.lower .mine > *', '.where', '.won', '.auction-diagram .paper'].flatMap(shown);
    return [hands.length, hands.flatMap(([, hand]) => others
        .filter(([, box]) => box.left < hand.right && hand.left < box.right && box.top < hand.bottom && hand.top < box.bottom)
        .map(([css]) => css))];
}"""


@pytest.mark.long
@pytest.mark.parametrize("size", [(900, 760), (1000, 760), (1280, 800), DESKTOP], ids=str)
@pytest.mark.parametrize("which", ["bridge/lead-1", "bridge/suit-1"])
def test_open_hands_at_the_sides_cover_nothing(sit: Sit, which: str, size: tuple[int, int]) -> None:
    robot = sit(size, "ru", door=False)
    robot.page.goto(f"/problems/{which}")
    assert settled(robot.page) == "choose"
    robot.page.wait_for_function(
        f"() => {{ const [hands, covered] = ({COVERED})(); return hands === 2 && !covered.length; }}"
    )


@pytest.mark.long
@pytest.mark.parametrize("phone", [True, False], ids=["390", "1440"])
@pytest.mark.parametrize("lang", ["ru", "uk", "en"])
@pytest.mark.parametrize("which", EVERY)
def test_a_problem_of_every_theme_is_missed_and_solved(sit: Sit, which: str, lang: str, phone: bool) -> None:
    robot = opened(sit, which, lang, phone=phone)
    robot.axe(which)
    missed(robot, found(which))
    robot.event("again")
    assert settled(robot.page) == "choose"
    solved(robot, found(which))


def test_keys_alone_solve_a_problem(sit: Sit) -> None:
    which = "deberts/last-four-1"
    robot, one, tokens = opened(sit, which, "en", phone=False), found(which), list[str]()
    page = robot.page
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Shift")  # from here on the page knows that keys are used
    while not (tokens and run(one, tokens).done):
        worths = values(one, tokens)
        tokens.append(max(worths, key=lambda token: worths[token]))
        page.locator(f'[data-card="{tokens[-1]}"]').first.focus()
        page.keyboard.press("Enter")
        settled(page)
    assert settled(page) == "right"
    page.keyboard.press("g")
    expect(page.locator("[data-problem='choose']")).to_be_visible()


def test_a_problem_that_is_none_says_so(sit: Sit) -> None:
    robot = sit(lang="en", door=False)
    robot.page.goto("/problems/preferans/ending-9999")
    expect(robot.page.locator("h1")).to_have_text("There is no such problem")
