"""The director's desk in a browser: a revoke by the thumb, cards for a proof, what cannot be, no network, paper."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.browser.robot import DESKTOP, PHONE, Robot

pytestmark = pytest.mark.browser


def answered(desk: Robot, *presses: str) -> None:
    """Press one after another."""
    for one in presses:
        desk.press(one)


def six(desk: Robot) -> None:
    """E plays six spades, and both whist."""
    answered(desk, '[data-call="6S"]', '[data-seat="E"]', '[data-seat="S"]', '[data-seat="N"]', "[data-go]")


def opened(desk: Robot, incident: str) -> None:
    desk.page.goto("/desk")
    desk.press(f'[data-incident="{incident}"]')


@pytest.mark.rule("P-3.9.16.1")
@pytest.mark.parametrize(("size", "lang"), [(PHONE, "uk"), (DESKTOP, "ru")], ids=["390", "1440"])
def test_a_revoke_is_ruled_with_the_thumb(sit: Callable[..., Robot], size: tuple[int, int], lang: str) -> None:
    desk = sit(size=size, lang=lang)
    desk.page.goto("/desk")
    expect(desk.page.locator("[data-incident]").first).to_be_visible()
    desk.axe("desk")
    opened(desk, "revoke")
    six(desk)
    desk.axe("desk: a number")
    answered(desk, "[data-go]", '[data-seat="E"]')
    answered(desk, '[data-key="ST"]', '[data-key="S8"]', '[data-key="HK"]')
    desk.axe("desk: cards")
    answered(desk, "[data-go]", '[data-seat="N"]', "[data-unknown]", "[data-go]", "[data-unknown]", "[data-rule]")
    ruling = desk.page.locator("[data-ruling]")
    expect(ruling).to_have_attribute("data-ruling", "revoke.in_time")
    expect(ruling).to_contain_text({"uk": "кодекс, п. 3.9.16.1", "ru": "кодекс, п. 3.9.16.1"}[lang])
    desk.axe("desk: a ruling")
    assert desk.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    link = desk.page.url
    assert "/desk#" in link
    again = sit(size=size, lang=lang)  # the case is in the link
    again.page.goto(link)
    expect(again.page.locator("[data-ruling]")).to_have_attribute("data-ruling", "revoke.in_time")
    again.page.emulate_media(media="print")
    expect(again.page.locator("[data-new]")).to_be_hidden()
    expect(again.page.locator("[data-ruling]")).to_be_visible()


@pytest.mark.rule("P-3.4.6")
def test_a_proof_asks_for_the_cards_and_shows_them(sit: Callable[..., Robot]) -> None:
    desk = sit(size=PHONE, lang="ru")
    opened(desk, "wrong_discard")
    answered(desk, '[data-call="6S"]', '[data-seat="E"]', "[data-unknown]", "[data-rule]")
    expect(desk.page.locator("[data-hand]")).to_have_count(4)
    desk.axe("desk: hands")
    hands = {
        "E": "ST S9 S8 S7 H9 H8 H7 D9 D8 D7", "S": "HJ HT DJ DT D8", "N": "SA SK SQ SJ HA HK HQ DA DK DQ",
    }  # fmt: skip
    for seat in ("E", "N"):
        desk.press(f'[data-hand="{seat}"]')
        for card in hands[seat].split():
            desk.press(f'[data-key="{card}"]')
    desk.press('[data-hand="S"]')
    for card in ["HJ", "HT", "DJ", "DT", "CA", "CK", "CQ", "CJ", "CT", "C9"]:
        desk.press(f'[data-key="{card}"]')
    desk.press('[data-hand="rest"]')
    desk.press("[data-rest]")
    desk.press("[data-laid]")
    expect(desk.page.locator("[data-proof]")).to_be_visible(timeout=40_000)
    desk.axe("desk: a proof")


def test_what_cannot_be_is_said_at_its_question(sit: Callable[..., Robot]) -> None:
    desk = sit(size=PHONE, lang="en")
    opened(desk, "talon")
    answered(desk, '[data-seat="S"]', '[data-value="seen"]', '[data-call="6C"]', '[data-call="6S"]', "[data-go]", "[data-unknown]", "[data-rule]")  # fmt: skip
    question = desk.page.locator('[data-question="calls"]')
    expect(question).to_be_visible()
    expect(desk.page.locator("[role=alert]")).not_to_be_empty()
    desk.axe("desk: a contradiction")


def test_without_a_network_what_was_ruled_opens_and_a_new_ruling_says_so(sit: Callable[..., Robot]) -> None:
    desk = sit(size=PHONE, lang="ru")
    opened(desk, "fouled")
    desk.press("[data-rule]")
    expect(desk.page.locator("[data-ruling]")).to_be_visible()
    desk.page.route(re.compile("/api/rule"), lost)
    desk.press("[data-new]")
    expect(desk.page.locator("[data-recent]")).to_have_count(1)
    answered(desk, '[data-incident="wrong_board"]', "[data-go]", "[data-rule]")
    expect(desk.page.locator("[role=alert]")).to_be_visible()
    desk.axe("desk: no network")
    answered(desk, "[data-back]", "[data-back]", "[data-back]", "[data-recent]")
    expect(desk.page.locator("[data-ruling]")).to_have_attribute("data-ruling", "event.fouled")


def lost(route: Route) -> None:
    route.abort("internetdisconnected")


def test_the_laws_lead_to_the_desk(sit: Callable[..., Robot]) -> None:
    desk = sit(size=PHONE, lang="uk")
    desk.page.goto("/laws#P-3.9.16.1")
    expect(desk.page.locator('[id="P-3.9.16.1"]')).to_be_visible()
    expect(desk.page.locator("[data-examples] a")).to_have_count(10)
    desk.axe("laws")
    desk.page.locator("[data-examples] a").nth(3).click()
    expect(desk.page.locator("[data-ruling]")).to_have_attribute("data-ruling", "discard.wrong", timeout=40_000)
    expect(desk.page.locator("[data-proof]")).to_be_visible()
