"""Members, their countries, people one has played with: the door, the account and a profile."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.door import settle
from tests.browser.robot import Robot

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]
KYIV = {"country": "UA", "place": "Київ", "zone": "Europe/Kyiv"}


@pytest.mark.rule("PT-N.1")
def test_a_member_is_asked_once_and_tells_what_he_likes(sit: Sit) -> None:
    robot = sit(lang="ru", door=False)
    settle(robot, "Ганна")
    robot.joins("Ганна")
    robot.page.goto("/")
    expect(robot.page.locator("[data-country]")).to_have_count(0)  # a guest is not asked
    robot.registers("hanna")
    robot.page.goto("/")
    asked = robot.page.locator("[data-country]")
    expect(asked).to_contain_text("Из какой вы страны?")
    expect(asked.locator("select")).to_have_value("")  # nothing is guessed
    robot.axe("door, the country is asked")
    robot.press("[data-rather]")
    expect(asked).to_have_count(0)
    robot.page.goto("/me")
    form = robot.page.locator("[data-my-where]")
    form.locator("select").select_option("UA")
    form.locator("input[type=text]").fill("Одесса")
    expect(form.locator("[data-zone]")).not_to_be_checked()
    for tick in ("zone", "shown", "known"):
        form.locator(f"[data-{tick}]").check()
    robot.press("[data-save-where]")
    expect(form.locator("[role=status]")).to_have_text("Сохранено.")
    robot.axe("account, where I am")
    account = robot.page.request.get("/api/me").json()["account"]
    robot.page.goto(f"/player/{account}")
    expect(robot.page.locator("[data-where]")).to_contain_text("Одесса, Украина · там сейчас ")
    robot.page.goto("/")
    expect(robot.page.locator("[data-hall]")).to_be_visible()
    expect(asked).to_have_count(0)


@pytest.mark.long  # the same by routes: tests/test_people.py
@pytest.mark.rule("PT-N.3")
def test_people_one_has_played_with_stand_at_the_door(sit: Sit) -> None:
    robot = sit(lang="ru", door=False)
    settle(robot, "Ганна")
    robot.joins("Ганна")
    rows: list[dict[str, Any]] = [
        {"account": f"a{n}", "nick": nick, "here": here, "where": where, "matches": n + 1, "last": 1}
        for n, (nick, here, where) in enumerate([("Борис", False, None), ("Вера", True, KYIV)])
    ]

    def answer(route: Route) -> None:
        route.fulfill(json=rows)

    robot.page.route("**/api/met*", answer)
    robot.page.route("**/api/players/a1", lambda route: route.fulfill(json={"account": "a1", "nick": "Борис"}))
    robot.page.clock.install()
    robot.page.goto("/")
    found = robot.page.locator("[data-met] li")
    expect(found).to_have_count(2)
    expect(found.first).to_contain_text("Вера, сейчас здесь")
    expect(found.first).to_contain_text("Київ, Украина · там сейчас ")
    expect(found.last).to_contain_text("сыграно вместе: 1")
    robot.axe("door, people")
    rows[0] |= {"here": True}
    robot.page.clock.run_for(21_000)
    expect(robot.page.get_by_text("Борис теперь здесь.")).to_be_visible()
    robot.press(found.last.locator("[data-invite-him]"))
    robot.page.wait_for_url("**/new?friends&invite=a1")
    expect(robot.page.locator("[data-bidden]")).to_have_text("Приглашены: Борис")
    expect(robot.page.locator("[data-bidden]")).to_be_in_viewport()
    robot.press("[data-unfold]")
    expect(robot.page.locator("[data-invited] [data-account=a1]")).to_be_attached()
