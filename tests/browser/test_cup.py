"""A cup's page: announced, composed by its editor, entered and played from a phone, its boards when they are told."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.robot import DESKTOP, PHONE, Robot
from tests.browser.wire import deal_over

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]


def member(robot: Robot, name: str) -> Any:
    """He has a login; returns what asks the club in his name."""
    request = robot.page.request
    robot.joins(name, f"cup-{abs(hash((name, robot.page.url))) % 10**6}")
    return request


def moment(robot: Robot, ahead: int) -> str:
    """A time so many seconds from now, as a form has it."""
    found: str = robot.page.evaluate(
        """ahead => {
            const at = new Date(Date.now() + 1000 * ahead);
            return new Date(at.getTime() - 60000 * at.getTimezoneOffset()).toISOString().slice(0, 16);
        }""",
        ahead,
    )
    return found


@pytest.mark.long
@pytest.mark.rule("PT-M.2", "PT-M.3")
def test_a_cup_is_composed_entered_and_played(sit: Sit) -> None:
    editor = sit(size=DESKTOP, lang="ru", door=False)
    request = member(editor, "Орлова")
    page = editor.page
    page.goto("/cups/new")
    page.locator("[name=cup]").fill("Кубок Марьяж")
    for name, value in (("issues", "2"), ("deals", "1"), ("finalists", "1")):
        page.locator(f"[name={name}]").fill(value)
    editor.axe("announce")
    editor.press("[data-announce]")
    page.wait_for_url("**/cup/*")
    cup = page.url.rpartition("/")[2]
    expect(page.locator("[data-you]")).to_contain_text("Вы проводите этот кубок")
    editor.axe("what the editor settles")
    editor.press("[data-settled]")
    expect(page.locator("[data-settle]")).to_have_count(0)
    editor.press("[data-more]")
    expect(page.locator("[data-candidates] > li")).to_have_count(5)
    editor.press("[data-best]")
    expect(page.locator("[data-candidates] input:checked")).to_have_count(1)
    page.locator("[name=opens]").fill(moment(editor, 0))
    page.locator("[name=closes]").fill(moment(editor, 7200))
    editor.axe("the editor")
    editor.press("[data-compose]")
    expect(page.locator("[data-composed]")).to_be_visible()
    expect(page.locator('[data-issue="1"]')).to_contain_text("открыт до")

    phone = sit(size=PHONE, lang="uk", theme="light", door=False)
    member(phone, "Ганна")
    phone.page.goto(f"/cup/{cup}")
    expect(phone.page.locator("[data-editor]")).to_have_count(0)
    phone.axe("a cup")
    phone.page.locator("summary").first.click()
    phone.page.locator("[name=city]").fill("Львів")
    phone.press("[data-enter]")
    expect(phone.page.locator("[data-you]")).to_contain_text("Ви записані під номером 1.")
    expect(phone.page.locator("[data-numbers]")).to_contain_text("міст: 1")
    phone.press("[data-play]")
    phone.page.wait_for_url("**/table/*")
    deal_over(phone)
    phone.page.goto(f"/cup/{cup}")
    expect(phone.page.locator('[data-issue="1"]')).to_contain_text("1 з 1")
    expect(phone.page.locator("[data-play]")).to_have_count(0)
    expect(phone.page.locator("[data-standing]")).to_have_count(0)  # sealed until the window has closed
    phone.axe("a cup, played")

    board = page.locator("[data-candidates] input").first.get_attribute("data-board")
    soon = int(time.time() * 1000)
    second = {
        "issue": 2,
        "boards": [int(board or 0)],
        "opens": soon,
        "closes": soon + 1500,
        "notes": {board: "ловушка"},
    }
    answer = request.post(f"/api/cups/{cup}/compose", data={"id": "second", **second})
    assert answer.ok, answer.text()
    expect(phone.page.locator('[data-issue="2"]')).to_have_attribute("data-phase", "over")
    phone.press('[data-issue="2"] [data-boards]')
    phone.press('[data-issue="2"] summary')
    expect(phone.page.locator('[data-issue="2"]')).to_contain_text("ловушка")
    expect(phone.page.locator('[data-issue="2"]')).to_contain_text(re.compile("перша рука"))
    phone.axe("boards")
