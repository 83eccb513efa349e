"""One's own problems in a browser: a dear decision of one's own deal comes back after days, is missed and solved."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kozyr.games import Event, Play, game
from tests.browser.learner import press
from tests.browser.robot import DESKTOP, PHONE, Robot
from tests.browser.test_problems import settled
from tests.browser.test_review import bridge, deberts, preferans, summed

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]
LATER = "(() => { const now = Date.now; Date.now = () => now() + 4 * 86_400_000; })()"


def post(page: Page, path: str, body: object | None) -> Any:
    """What the club answers the page."""
    return page.evaluate(
        """async ([path, body]) => (await fetch(path, body === null ? {} : {
            method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body),
        })).json()""",
        [path, body],
    )


def choices(page: Page, of: str, name: str) -> dict[bool, Event]:
    """A choice that is right, and one that is not."""
    told = post(page, "/api/problems", {"game": of, "problem": name, "choices": []})
    found: dict[bool, Event] = {}
    for event in told["snap"]["view"]["legal"]:
        right = post(page, "/api/problems", {"game": of, "problem": name, "choices": [event]})["wrong"] is None
        found.setdefault(right, game(of).decoder.decode(json.dumps(event)))
        if len(found) == 2:
            break
    return found


@pytest.mark.long  # the same by routes: tests/test_own_problems.py
@pytest.mark.parametrize(
    ("sits", "size", "lang"),
    [
        (deberts, PHONE, "ru"),
        (deberts, DESKTOP, "uk"),
        (preferans, PHONE, "en"),
        (preferans, DESKTOP, "ru"),
        (bridge, PHONE, "uk"),
        (bridge, DESKTOP, "en"),
    ],
)
def test_a_dear_decision_comes_back_after_days(
    sit: Sit, sits: Callable[[Robot], Callable[[dict[str, Any]], None]], size: tuple[int, int], lang: str
) -> None:
    robot = sit(size, lang=lang)
    page, acts = robot.page, sits(robot)
    while not (now := robot.until_something_waits())["next"]:
        acts(now)
    robot.press("[data-replay]")
    expect(page.locator("[data-review]")).to_be_visible(timeout=240_000)
    robot.press(page.locator("[data-match]"))
    summed(robot)
    page.goto("/problems")
    own = page.locator("[data-own-problems]")
    expect(own).to_have_count(1)
    robot.press(own.locator("summary"))
    robot.axe("own problems before their time")
    expect(own.locator("[data-due]")).to_have_count(0)
    page.add_init_script(LATER)
    page.reload()
    robot.press(own.locator("summary"))
    due = own.locator("[data-due]")
    many = due.count()
    assert many > 0
    robot.axe("own problems that wait")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    one = post(page, "/api/problems/own", None)[0]
    robot.press(due.first)
    assert settled(page) == "choose"
    robot.axe("a problem of one's own")
    found = choices(page, one["game"], one["name"])
    for right, state in ((False, "wrong"), (True, "right")):
        choose(robot, found[right])
        expect(page.locator(f"[data-problem='{state}'][data-calm='true']")).to_be_visible()
        robot.axe(state)
        if not right:
            robot.event("again")
            assert settled(page) == "choose"
    page.goto("/problems")
    robot.press(own.locator("summary"))
    expect(due).to_have_count(many - 1)
    assert json.loads(page.evaluate("localStorage.getItem('kozyr.own-problems')"))[one["name"]]["right"] == 0


def choose(robot: Robot, event: Event) -> None:
    """Do this on the page."""
    if isinstance(event, Play) and event.token == event.card.text:
        robot.play(event.card.text)
    else:
        press(robot, event)
