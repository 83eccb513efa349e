"""The club is killed while a ruling waits for a choice; and whoever thinks that ruling wrong says so."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.robot import Robot
from tests.browser.test_judged import begun, calls, contract, last, lay, ruled

pytestmark = pytest.mark.browser


@pytest.fixture
def club(house: House) -> str:
    """The people of this file sit in that club."""
    return house.address


@pytest.mark.rule("P-3.9.14.1", "PT-I.13.2.6")
@pytest.mark.long  # three people and a club that starts twice
def test_a_choice_outlives_the_club(sit: Callable[..., Robot], house: House) -> None:
    by = begun(sit)
    order = contract(by)
    declarer, guilty = by[order[0]], by[order[1]]
    card = guilty.cards[0]
    lay(by, order[1], card)
    calls(declarer, last(declarer, card))
    ways = declarer.page.locator("[data-branch]")
    expect(ways).to_have_count(3)
    told = ways.all_text_contents()
    house.kill()
    for hand in by.values():
        expect(hand.page.locator(".lost")).to_be_visible()
    house.open()
    for hand in by.values():
        expect(hand.page.locator(".lost")).to_have_count(0)
    expect(ways).to_have_text(told)
    expect(guilty.page.locator("[data-branch]")).to_have_count(0)
    declarer.robot.press(ways.first)
    guilty.robot.event("wrong")
    guilty.robot.axe("a ruling that is thought wrong")
    guilty.page.locator("dialog textarea").fill("?")
    guilty.robot.press("[data-doubt]")
    expect(guilty.page.locator("[data-doubted]")).to_be_visible()
    guilty.page.keyboard.press("Escape")
    ruled(by)
    assert declarer.bench["pending"] is None
