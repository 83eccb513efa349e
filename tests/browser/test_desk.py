"""The director's desk in a browser: a revoke by the thumb, cards for a proof, what cannot be, no network, paper."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser.robot import DESKTOP, PHONE, Robot
from tests.conftest import LONG

RECORDS = Path(__file__).parents[1] / "data" / "records"

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
@pytest.mark.parametrize(
    ("size", "lang"), [(PHONE, "uk"), pytest.param(DESKTOP, "ru", marks=pytest.mark.long)], ids=["390", "1440"]
)
def test_a_revoke_is_ruled_with_the_thumb(sit: Callable[..., Robot], size: tuple[int, int], lang: str) -> None:
    desk = sit(size=size, lang=lang, door=False)
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
    again = sit(size=size, lang=lang, door=False)  # the case is in the link
    again.page.goto(link)
    expect(again.page.locator("[data-ruling]")).to_have_attribute("data-ruling", "revoke.in_time")
    again.page.emulate_media(media="print")
    expect(again.page.locator("[data-new]")).to_be_hidden()
    again.page.wait_for_function(  # paper is white, by night too
        """() => [...document.querySelectorAll("[data-ruling] *")]
            .filter((one) => one.checkVisibility() && one.innerText && one.closest("svg, .sign") === null)
            .every((one) => getComputedStyle(one).color.match(/[0-9.]+/g).slice(0, 3).every((part) => Number(part) < 160))"""
    )
    expect(again.page.locator("[data-ruling]")).to_be_visible()


@pytest.mark.long
@pytest.mark.rule("P-3.4.6")
def test_a_proof_asks_for_the_cards_and_shows_them(sit: Callable[..., Robot]) -> None:
    desk = sit(size=PHONE, lang="ru", door=False)
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
    expect(desk.page.locator("[data-proof]")).to_be_visible()
    desk.axe("desk: a proof")


def test_what_cannot_be_is_said_at_its_question(sit: Callable[..., Robot]) -> None:
    desk = sit(size=PHONE, lang="en", door=False)
    opened(desk, "talon")
    answered(desk, '[data-seat="S"]', '[data-value="seen"]', '[data-call="6C"]', '[data-call="6S"]', "[data-go]", "[data-unknown]", "[data-rule]")  # fmt: skip
    question = desk.page.locator('[data-question="calls"]')
    expect(question).to_be_visible()
    expect(desk.page.locator("[role=alert]")).not_to_be_empty()
    desk.axe("desk: a contradiction")


def test_without_a_network_what_was_ruled_opens_and_a_new_ruling_says_so(sit: Callable[..., Robot]) -> None:
    desk = sit(size=PHONE, lang="ru", door=False)
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


@pytest.mark.long
def test_the_laws_lead_to_the_desk(sit: Callable[..., Robot]) -> None:
    desk = sit(size=PHONE, lang="uk", door=False)
    desk.page.goto("/laws#P-3.9.16.1")
    expect(desk.page.locator('[id="P-3.9.16.1"]')).to_be_visible()
    expect(desk.page.locator("[data-example]")).to_have_count(20)
    desk.axe("laws")
    desk.press('[data-example="4"]')
    desk.press("[data-step-all]")
    desk.press("[data-desk]")
    expect(desk.page.locator("[data-ruling]")).to_have_attribute("data-ruling", "discard.wrong")
    expect(desk.page.locator("[data-proof]")).to_be_visible()


# The ways in each example of docs/arbiter.md, by its number; two who may choose the same make one way.
WAYS = (1, 1, 1, 1, 1, 2, 3, 1, 4, 2, 1, 1, 2, 1, 1, 1, 1, 2, 2, 1)


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.long) for part in (1, 2))])
def test_the_twenty_examples_are_played_through(sit: Callable[..., Robot], part: int) -> None:
    desk = sit(size=PHONE, lang="ru", door=False)
    desk.page.goto("/laws")
    some = list(enumerate(WAYS, 1))[part::3]
    for nth, ways in some if LONG else some[1:3]:  # in short the fourth, with one way, and the seventh, with three
        desk.press(f'[data-example="{nth}"]')
        played = desk.page.locator("[data-play]")
        expect(played.locator("[data-step]")).to_be_enabled()
        for _ in range(60):
            if played.locator("[data-ruled]").count():
                break
            desk.press("[data-step]")
        expect(played.locator("[data-ruled]")).to_be_visible()
        if nth == 7:
            desk.axe("laws: an example")
        if ways > 1:
            expect(played.locator("[data-way]")).to_have_count(ways)
            desk.press('[data-way="1"]')
        expect(played.locator("[data-writes]")).to_be_visible()
        desk.press("[data-step-back]")
        expect(played.locator("[data-ruled]")).to_have_count(0)
        desk.press(f'[data-example="{nth}"]')
        expect(played).to_have_count(0)


@pytest.mark.long  # in short: test_learn.py
def test_a_refusal_leads_to_the_laws(sit: Callable[..., Robot]) -> None:
    desk = sit(size=PHONE, lang="ru", door=False)
    desk.page.goto("/laws?reason=must_follow&of=preferans#P-3.7.5")
    refused = desk.page.locator('[data-refused="P-3.7.5"]')
    expect(refused).to_contain_text("3.7.5")
    desk.axe("laws: a refusal")


@pytest.mark.long  # a link is followed in test_a_revoke_is_ruled_with_the_thumb
def test_a_case_comes_back_with_its_link(sit: Callable[..., Robot]) -> None:
    desk = sit(size=PHONE, lang="en", door=False)
    opened(desk, "revoke")
    answered(desk, '[data-call="6S"]', '[data-seat="E"]')
    desk.page.reload()
    expect(desk.page.locator('[data-question="whisters"]')).to_be_visible()
    answered(desk, '[data-seat="S"]', '[data-seat="N"]', "[data-go]", "[data-go]", '[data-seat="E"]')
    answered(desk, '[data-key="ST"]', '[data-key="S8"]', '[data-key="HK"]', "[data-go]", '[data-seat="N"]')
    answered(desk, "[data-unknown]", "[data-go]", "[data-unknown]", "[data-rule]")
    expect(desk.page.locator("[data-ruling]")).to_be_visible()
    desk.page.reload()
    expect(desk.page.locator("[data-ruling]")).to_have_attribute("data-ruling", "revoke.in_time")


@pytest.mark.long  # in short: test_without_a_network_what_was_ruled_opens_and_a_new_ruling_says_so, and test_rooms.py
@pytest.mark.usefixtures("installed")
def test_once_loaded_it_opens_without_a_network(sit: Callable[..., Robot]) -> None:
    """The page, its questions and paragraphs, and what was ruled, from the service worker and this browser alone."""
    desk = sit(size=PHONE, lang="ru", door=False)
    opened(desk, "fouled")
    desk.press("[data-rule]")
    expect(desk.page.locator("[data-ruling]")).to_be_visible()
    desk.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    desk.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    desk.page.context.set_offline(True)
    desk.page.goto("/desk")
    expect(desk.page.locator("[data-recent]")).to_have_count(1)
    desk.press("[data-recent]")
    expect(desk.page.locator("[data-ruling]")).to_have_attribute("data-ruling", "event.fouled")
    desk.press("[data-new]")
    answered(desk, '[data-incident="wrong_board"]', "[data-go]", "[data-rule]")
    expect(desk.page.locator("[role=alert]")).to_be_visible()
    desk.page.goto("/laws#P-3.9.16.1")
    expect(desk.page.locator('[id="P-3.9.16.1"]')).to_be_visible()
    desk.page.context.set_offline(False)


def test_a_proof_too_long_a_late_claim_and_disputed_facts(sit: Callable[..., Robot]) -> None:
    desk = sit(size=PHONE, lang="uk", door=False)
    opened(desk, "misdeal")
    answered(desk, '[data-value="face_up"]', *['[data-value="yes"]'] * 3, "[data-rule]")
    expect(desk.page.locator("[data-ruling]")).to_have_attribute("data-late", "true")
    desk.axe("desk: late")
    desk.press("[data-new]")
    answered(desk, '[data-incident="remark"]', '[data-seat="S"]', '[data-value="cards"]')
    desk.page.locator("fieldset").first.locator("label").nth(2).click()
    desk.press("[data-rule]")
    expect(desk.page.locator("[data-ruling] h1")).to_contain_text("I.13.2.8")
    desk.axe("desk: disputed")
    desk.press("[data-new]")
    desk.page.route(re.compile("/api/rule$"), long)
    answered(desk, '[data-incident="fouled"]', "[data-rule]")
    expect(desk.page.locator("[data-long]")).to_be_visible()
    desk.axe("desk: too long")


def long(route: Route) -> None:
    route.fulfill(
        status=400, json={"error": {"code": "proof_long", "message": "the proof takes too long", "options": ["deal"]}}
    )


@pytest.mark.rule("D-COMBO-9")
def test_deberts_at_the_desk(sit: Callable[..., Robot]) -> None:
    desk = sit(size=PHONE, lang="uk", door=False)
    desk.page.goto("/desk")
    desk.press('[data-game="deberts"]')
    answered(desk, '[data-incident="offence"]', '[data-value="height"]', '[data-call="H"]', '[data-seat="N"]')
    desk.axe("desk: deberts")
    answered(desk, '[data-value="terz"]', '[data-value="no"]', "[data-rule]")
    expect(desk.page.locator("[data-ruling]")).to_have_attribute("data-ruling", "bait.claimed")


@pytest.mark.rule("B-LAW-PEN-2")
def test_a_lead_past_nailed_cards_is_ruled(sit: Callable[..., Robot]) -> None:
    desk = sit(size=PHONE, lang="en", door=False)
    desk.page.goto("/desk")
    desk.press('[data-game="bridge"]')
    answered(desk, '[data-incident="penalty_lead"]', '[data-call="3NT"]', '[data-seat="N"]')
    answered(desk, '[aria-label^="One more"]', "[data-go]", '[data-seat="W"]', '[data-key="ST"]', '[data-key="H7"]')
    answered(desk, "[data-go]", "[data-rule]")
    expect(desk.page.locator("[data-ruling]")).to_have_attribute("data-ruling", "card.penalty_lead")
    expect(desk.page.locator("[data-way]")).to_have_count(3)


@pytest.mark.rule("P-3.9.16.1", "PT-I.11.1.B.1")
def test_a_record_is_dropped_and_its_entry_pointed_at(sit: Callable[..., Robot]) -> None:
    desk = sit(size=PHONE, lang="ru", door=False)
    desk.page.goto("/desk")
    desk.page.locator("[data-file]").set_input_files(RECORDS / "arbiter-05-revoke-in-time.kz")
    answered(desk, '[data-entry="11"]', '[data-incident="revoke"]', "[data-unknown]")
    desk.axe("desk: a record")
    desk.page.locator("[data-at]").select_option("11")
    desk.page.locator("fieldset").nth(1).locator("label").nth(1).click()  # a spectator of the innocent spoke first
    desk.press("[data-rule]")
    expect(desk.page.locator("[data-ruling]")).to_have_attribute("data-ruling", "revoke.in_time")
    expect(desk.page.locator("[data-ruling]")).to_contain_text("11.1.B.1")


def test_by_the_keyboard_alone(sit: Callable[..., Robot]) -> None:
    page = sit(size=DESKTOP, lang="en", door=False).page
    page.goto("/desk")
    expect(page.locator("[data-incident]").first).to_be_visible()
    for selector in ('[data-incident="remark"]', '[data-seat="S"]', '[data-value="cards"]', "[data-rule]"):
        for _ in range(120):
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_timeout(50)
    expect(page.locator("[data-ruling]")).to_have_attribute("data-ruling", re.compile("remark"))
    assert page.evaluate("document.activeElement.tagName") == "H1"  # and it is read aloud from its beginning


def test_what_is_pressed_at_once_stays_pressed(sit: Callable[..., Robot]) -> None:
    """The page can be used as soon as the questions are here; what comes after them begins nothing anew."""
    desk = sit(size=PHONE, lang="ru")
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    desk.page.route(re.compile("/api/games"), hold)
    opened(desk, "revoke")
    expect(desk.page.locator('[data-call="6S"]')).to_be_visible()
    assert late
    for one in late:
        with desk.page.expect_response(re.compile("/api/games")):
            one.continue_()
    desk.page.wait_for_timeout(100)
    six(desk)
    expect(desk.page.locator("[data-go]")).to_be_visible()
