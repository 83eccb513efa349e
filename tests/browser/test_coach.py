"""The coach of a newcomer's first table: what is asked, what the expert would do; sent away, and called again."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.robot import DESKTOP, PHONE, Robot

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.long)], ids=["390", "1440"])
def test_a_first_table_opens_with_the_coach(sit: Sit, size: tuple[int, int]) -> None:
    robot = sit(size, lang="ru")
    page = robot.page
    robot.press('[data-play="bridge"]')
    slip = page.locator("[data-coach-slip]")
    while robot.until_something_waits()["lot"]:
        robot.event("lot")
    expect(slip).to_contain_text("Эксперт:")
    robot.axe("the coach")
    expect(page.locator('[data-mark="best"]').first).to_be_visible()
    expect(page.locator('[data-event="coach"]')).to_have_count(0)
    robot.press(slip.get_by_role("button", name="Отпустить тренера"))
    expect(slip).to_have_count(0)
    expect(page.locator("p.note")).to_contain_text("Позвать его можно")
    page.reload()
    while robot.until_something_waits()["lot"]:
        robot.event("lot")
    expect(slip).to_have_count(0)
    robot.press('[data-event="coach"]')
    expect(slip).to_contain_text("Эксперт:")


def test_at_a_table_without_hints_there_is_no_coach(sit: Sit) -> None:
    robot = sit(lang="en")
    table = robot.page.evaluate(
        """async () => {
            const headers = {'content-type': 'application/json'};
            const wish = {game: 'deberts', preset: 'moscow', changes: {}, players: 2, bots: ['novice'], name: 'Ann', public: false};
            return (await (await fetch('/api/tables', {method: 'POST', headers, body: JSON.stringify(wish)})).json()).table;
        }"""
    )
    robot.page.goto(f"/table/{table}")
    while robot.until_something_waits()["lot"]:
        robot.event("lot")
    robot.page.wait_for_timeout(300)
    expect(robot.page.locator("[data-coach-slip]")).to_have_count(0)
    expect(robot.page.locator('[data-event="coach"]')).to_have_count(0)
