"""What the door tells: where it is my move, who is here, what was played at the club."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Request, Route, expect

from tests.browser.door import settle
from tests.browser.robot import Robot

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]


def icon(robot: Robot) -> str:
    found: str = robot.page.evaluate("document.querySelector('link[rel=icon]').getAttribute('href')")
    return found


def test_the_door_tells_where_it_is_my_move(sit: Sit) -> None:
    """The row, the title and the icon; at the table itself too."""
    robot = sit(lang="ru", door=False)
    settle(robot, "Анна")
    assert icon(robot) == "/favicon.svg"
    robot.press("[data-sit]")
    robot.page.locator(".room").wait_for()
    if robot.until_something_waits()["lot"]:
        robot.press('[data-event="lot"]')
    robot.until_something_waits()
    expect(robot.page).to_have_title(re.compile("^Ваш ход · "))
    table = robot.page.url
    robot.page.goto("/")
    row = robot.page.locator("[data-mine] li").first
    expect(row).to_contain_text("ваш ход")
    expect(row.locator("a")).to_have_attribute("href", re.compile(table.rpartition("/")[2]))
    expect(robot.page).to_have_title("Ваш ход · Козырь")
    assert icon(robot) == "/favicon-turn.svg"
    expect(robot.page.locator("[data-here]")).to_contain_text(re.compile("гост(ь|я|ей)"))
    robot.axe("door")
    robot.press(robot.page.locator('[data-heading="arbiter"]'))
    expect(robot.page).not_to_have_title(re.compile("Ваш ход"))
    assert icon(robot) == "/favicon.svg"


def test_a_list_has_pages(sit: Sit) -> None:
    """A hundred matches come at once, the others when one asks for them."""
    robot = sit(lang="ru", door=False)
    settle(robot, "Анна")
    one = {"game": "preferans", "preset": "sochi", "players": 3, "name": "А", "begun": 1, "ended": 2, "how": "played"}
    one |= {"deals": 1, "result": "1", "place": 1}

    def answer(route: Route, request: Request) -> None:
        page = 2 if "page=2" in request.url else 1
        rows = [one | {"table": f"t{page}-{n}"} for n in range(100 if page == 1 else 7)]
        headers = {"link": '</api/history?page=2>; rel="next"'} if page == 1 else {}
        route.fulfill(json=rows, headers=headers)

    robot.page.route("**/api/history*", answer)
    robot.page.evaluate(
        "fetch('/api/guest', {method: 'POST', body: '{}', headers: {'content-type': 'application/json'}})"
    )
    robot.page.goto("/history")
    expect(robot.page.locator("main > ul > li")).to_have_count(100)
    robot.press("[data-more]")
    expect(robot.page.locator("main > ul > li")).to_have_count(107)
    expect(robot.page.locator("[data-more]")).to_have_count(0)
