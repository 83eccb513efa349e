"""People who look for others on the door: a seek that two people answer, at a phone and at a desk."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.door import settle
from tests.browser.robot import DESKTOP, PHONE, Robot

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]
AT_A_TABLE = re.compile("/table/[0-9a-f]+$")


@pytest.mark.long  # three people; the same by routes: tests/test_seeks.py
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["390", "1440"])
def test_a_seek_that_two_people_answer(sit: Sit, size: tuple[int, int]) -> None:
    """One asks, the two others find it on their doors; nobody agrees on anything again, and the cards come."""
    anna, boris, vera = sit(size, lang="ru"), sit(size, lang="uk"), sit(size, lang="en")
    for robot, name in ((anna, "Анна"), (boris, "Борис"), (vera, "Vera")):
        settle(robot, name, pool=6)
    anna.press("[data-seek-ask]")
    anna.press("[data-seeking] input[type=checkbox]")  # no bots
    wait = anna.page.locator("[data-seeking]")
    expect(wait).to_contain_text("Пока никто не откликнулся")
    expect(wait).to_contain_text("до 6")
    anna.axe("seek")
    boris.page.reload()
    expect(boris.page.locator("[data-sought] b")).to_contain_text("Анна")
    boris.axe("sought")
    boris.press("[data-seek-join]")
    expect(wait).to_contain_text(re.compile(r"Уже ждут: Борис.*Не хватает 1 игрока."))
    vera.page.reload()
    expect(vera.page.locator("[data-sought]")).to_contain_text("1 more player needed")
    vera.press("[data-seek-join]")
    for robot in (anna, boris, vera):
        expect(robot.page).to_have_url(AT_A_TABLE)
        robot.page.locator(".room").wait_for()
    assert anna.page.url == boris.page.url == vera.page.url


@pytest.mark.long  # the same by routes: tests/test_seeks.py
def test_who_looks_no_longer_is_sought_by_nobody(sit: Sit) -> None:
    anna, boris = sit(lang="ru"), sit(lang="ru")
    settle(anna, "Марта", pool=8)
    anna.press("[data-seek-ask]")
    expect(anna.page.locator("[data-seeking]")).to_contain_text("Боты сядут через")
    boris.page.reload()
    expect(boris.page.locator("[data-sought]", has_text="Марта")).to_be_visible()
    anna.press("[data-seek-stop]")
    expect(anna.page.locator("[data-seek-ask]")).to_be_visible()
    boris.page.reload()
    expect(boris.page.locator("[data-seek-ask]")).to_be_visible()
    expect(boris.page.locator("[data-sought]", has_text="Марта")).to_have_count(0)


def test_the_terms_of_a_seek_are_chosen_on_the_card(sit: Sit) -> None:
    robot = sit(lang="ru")
    robot.press("[data-seek-ask]")
    robot.press('[data-seek] a[href^="/new?seek"]')
    robot.press("[data-unfold]")
    robot.press('[data-group="pulka"] summary')
    robot.press(robot.page.get_by_text("30", exact=True).first)
    robot.press("[data-sit]")
    expect(robot.page.locator("[data-seeking]")).to_contain_text("до 30")
    robot.press("[data-seek-stop]")
