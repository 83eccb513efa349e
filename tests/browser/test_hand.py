"""My hand: cards that are dealt before one's eyes, cards that are dragged, and sounds that are offered once."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.robot import DESKTOP, PHONE, Robot
from tests.browser.stage import Stage
from tests.browser.test_table_states import stage

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]


def commands(scene: Stage) -> list[dict[str, Any]]:
    return [message["do"] for message in scene.heard if message["t"] == "cmd"]


def ready(robot: Robot) -> tuple[Locator, str]:
    """The first card that may be laid."""
    card = robot.page.locator('[data-hand] [data-card][aria-disabled="false"]').first
    name = card.get_attribute("data-card")
    assert name is not None
    return card, name


def corner(card: Locator) -> tuple[float, float]:
    box = card.bounding_box()
    assert box is not None
    return box["x"] + 12, box["y"] + 40


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.long)], ids=["390", "1440"])
def test_a_card_is_dragged_to_the_cloth(sit: Sit, size: tuple[int, int]) -> None:
    robot, scene = stage(sit, "play", size)
    card, name = ready(robot)
    x, y = corner(card)
    mouse = robot.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 20, y - 60, steps=4)
    expect(robot.page.locator(".held")).to_have_count(1)
    mouse.move(x + 40, y - 300, steps=6)
    mouse.up()
    robot.page.wait_for_timeout(200)
    assert commands(scene) == [{"type": "play", "card": name}]


def test_a_card_that_is_brought_back_is_not_played(sit: Sit) -> None:
    """Neither is it lifted; and a click afterwards does what it always did."""
    robot, scene = stage(sit, "play", DESKTOP)
    card, name = ready(robot)
    x, y = corner(card)
    mouse = robot.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 60, y - 120, steps=6)
    mouse.move(x + 4, y + 2, steps=6)
    mouse.up()
    robot.page.wait_for_timeout(200)
    assert commands(scene) == []
    expect(robot.page.locator(".held, .lifted")).to_have_count(0)
    robot.card(name)
    robot.page.wait_for_timeout(200)
    assert commands(scene) == [{"type": "play", "card": name}]


def test_a_card_that_may_not_be_laid_cannot_be_dragged(sit: Sit) -> None:
    robot, scene = stage(sit, "play", DESKTOP)
    barred = robot.page.locator('[data-hand] [data-card][aria-disabled="true"]').first
    x, y = corner(barred)
    mouse = robot.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 300, steps=6)
    expect(robot.page.locator(".held")).to_have_count(0)
    mouse.up()
    robot.page.wait_for_timeout(200)
    assert commands(scene) == []


def test_dealing_is_seen_unless_one_wants_no_motion(sit: Sit) -> None:
    robot, _ = stage(sit, "auction", DESKTOP)
    page = robot.page
    page.locator("[data-hand] [data-card]").first.wait_for()
    page.wait_for_timeout(50)
    expect(page.locator(".dealing")).to_have_count(0)  # the browser asks for none
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("localStorage.setItem('kozyr.settings', JSON.stringify({pace: 'calm', lang: 'ru'}))")
    page.reload()
    expect(page.locator(".dealing")).to_have_count(1)
    expect(page.locator(".dealing")).to_have_count(0)  # and it ends


@pytest.mark.long  # a whole deal
def test_sounds_are_offered_once(sit: Sit) -> None:
    robot, _ = stage(sit, "deal", PHONE)
    offer = robot.page.locator("[data-offer]")
    expect(offer).to_contain_text("Включить тихие звуки")
    robot.axe("offer")
    robot.press(offer.get_by_role("button", name="Не нужно"))
    expect(offer).to_have_count(0)
    robot.page.reload()
    robot.page.locator("[data-result-of]").wait_for()
    expect(offer).to_have_count(0)
    assert robot.page.evaluate("JSON.parse(localStorage.getItem('kozyr.settings')).sounds") is False
