"""A deal to its post-mortem, its dearest decision played again from there, in a real browser."""

import re
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.robot import DESKTOP, PHONE, Robot
from tests.browser.test_bridge import Player as Bridge
from tests.browser.test_deberts import Player as Deberts
from tests.browser.test_pulka import choose
from tests.browser.wire import deal_over
from tests.conftest import LONG

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]


def preferans(robot: Robot) -> Callable[[dict[str, Any]], None]:
    choose(robot, players=3, target=4)
    robot.press("[data-sit]")
    return robot.act


def deberts(robot: Robot) -> Callable[[dict[str, Any]], None]:
    player = Deberts(robot)
    player.sits(
        game={"ru": "Деберц", "uk": "Деберц", "en": "Deberts"}[robot.page.locator("html").get_attribute("lang") or "ru"]
    )
    return player.acts


def bridge(robot: Robot) -> Callable[[dict[str, Any]], None]:
    player = Bridge(robot, "1NT", "3NT")
    player.sits(game="Bridge" if robot.page.locator("html").get_attribute("lang") == "en" else "Бридж")
    return player.acts


SHORT = (deberts, PHONE, "ru")
EVERY = [
    pytest.param(*one, id=f"{one[0].__name__}-{one[1][0]}-{one[2]}", marks=() if one == SHORT else pytest.mark.long)
    for one in product((deberts, preferans, bridge), (PHONE, DESKTOP), ("ru", "uk", "en"))
]


@pytest.mark.parametrize(("sits", "size", "lang"), EVERY)
def test_a_deal_is_reviewed_and_its_dearest_decision_played_again(
    sit: Sit, sits: Callable[[Robot], Callable[[dict[str, Any]], None]], size: tuple[int, int], lang: str
) -> None:
    robot = sit(size, lang=lang)
    page, acts = robot.page, sits(robot)
    if LONG:
        while not (now := robot.until_something_waits())["next"]:
            acts(now)
        robot.press("[data-replay]")
        expect(page).to_have_url(re.compile(r"/deal/1/review$"))
    else:
        robot.until_something_waits()
        page.goto(f"{deal_over(robot)}/deal/1/review")
    expect(page.locator("[data-review]")).to_be_visible(timeout=240_000)
    robot.axe("review")
    # The account of each player ends in the sheet; the curve ends there too.
    assert page.locator("[data-sheet] td").count() >= 2
    page.locator("input[type=range]").fill(page.locator("input[type=range]").get_attribute("max") or "0")
    expect(page.locator("figcaption[data-worth]")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    dear = page.locator("[data-decision]").first
    expect(dear).to_be_visible()
    # The better line lies on the cloth, card by card, and what was played comes back.
    line = dear.locator("button[aria-pressed]")
    robot.press(line)
    expect(page.locator("[data-lined]")).to_be_visible()
    robot.press(line)
    expect(page.locator("[data-lined]")).to_have_count(0)
    # From the decision on against bots: one hand is seen, and the deal comes to its end.
    robot.press(dear.locator("a"))
    expect(page).to_have_url(re.compile(r"/deal/1/again/\d+$"))
    expect(page.locator("[data-hand]")).to_be_visible()
    robot.axe("again")
    before = None
    for _ in range(2000):
        if page.locator(".slip button").count():
            break
        now = robot.look()
        if now == before and (now["cards"] or (now["events"] and now["action"] != "wait")):
            acts(now)
        before = now
        page.wait_for_timeout(10)
    robot.press(page.locator(".slip button").first)
    expect(page.locator("[data-review]")).to_be_visible()
    # What the deal cost stands with my other deals.
    page.goto(re.sub(r"/table/.*", "/history", page.url))
    expect(page.locator("[data-own-deals] table")).to_be_visible()
    robot.axe("own deals")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def summed(robot: Robot) -> None:
    """The whole match: once all deals are worked out, its parts, the dearest decisions and every deal."""
    page = robot.page
    expect(page.locator("[data-match-review][data-whole='true']")).to_be_visible(timeout=240_000)
    robot.axe("a whole match")
    assert page.locator("[data-sheet] td").count() >= 2
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    robot.press(page.locator("tbody a").first)
    expect(page).to_have_url(re.compile(r"/deal/1/review$"))
    robot.press(page.locator("[data-match]"))
    expect(page.locator("[data-match-review][data-whole='true']")).to_be_visible()


@pytest.mark.long  # a whole party
def test_the_settlement_leads_to_the_post_mortem(sit: Sit) -> None:
    robot = sit(PHONE, lang="ru")
    acts = deberts(robot)
    while not (now := robot.until_something_waits())["over"]:
        acts(now)
    link = robot.page.locator("[data-ended] [data-review]")
    expect(link).to_be_visible()
    robot.axe("settlement")
    robot.press(link)
    expect(robot.page).to_have_url(re.compile(r"/table/[\w-]+/review$"))
    summed(robot)
