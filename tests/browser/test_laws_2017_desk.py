"""The desk by the Laws of 2017 at both widths: boards, teams, calls that cannot be, dummy, penalties, appeals."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.robot import PHONE, Robot
from tests.browser.test_desk import answered
from tests.browser.test_events_bridge import looked
from tests.browser.test_laws_2017 import AT_DESK

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]

LANGS = ("ru", "en", "uk")
GAME = ('[data-call="3NT"]', '[data-seat="N"]')
# An incident, what is pressed, the ruling's reason, and what the ruling says in each language.
CASES: list[tuple[str, tuple[str, ...], str]] = [
    ("adjusted", ('[data-value="no_normal_play"]', "[data-go]", "[data-unknown]", '[data-value="no"]'), "db.score.average"),
    ("pocket_count", ('[data-seat="E"]', '[data-value="no"]', '[data-value="no"]', '[data-value="no"]', '[data-value="yes"]', "[data-go]"), "db.count.seen"),
    ("wrong_board", ("[data-seat='E']", "[data-go]", "[data-unknown]"), "db.board.before"),
    ("team_board", ('[data-value="redeal"]', '[data-value="no"]', "[data-unknown]"), "db.team.redeal"),
    ("no_director", ('[data-value="settled"]', '[data-seat="E"]'), "db.director.settled"),
    ("void_call", ('[data-value="over_seven"]', '[data-seat="N"]', "[data-unknown]", '[data-value="no"]'), "db.call.eight"),
    ("agreement", ('[data-value="forbidden"]', '[data-seat="E"]', "[data-unknown]"), "db.system.forbidden"),
    ("opening_lead", ('[data-value="face_down"]', '[data-seat="W"]', *GAME), "db.opening.back"),
    ("dummy_spoke", ('[data-value="peeks"]', '[data-value="no"]', *GAME, "[data-go]"), "db.dummy.peeks"),
    ("penalty", ('[data-value="slow"]', '[data-seat="E"]', "[data-unknown]"), "db.penalty.procedure"),
    ("appeal", ("[data-unknown]", '[data-value="no"]', '[data-value="yes"]', '[data-value="law"]'), "db.appeal.law"),
]  # fmt: skip


SHORT = "dummy_spoke"
ALL = [
    pytest.param(*case, LANGS[n % 3], marks=() if case[0] == SHORT else pytest.mark.long, id=case[0])
    for n, case in enumerate(CASES)
]


@pytest.mark.parametrize(("incident", "presses", "reason", "lang"), ALL)
def test_what_happens_at_an_event_is_asked_and_ruled_by_2017(
    sit: Sit, incident: str, presses: tuple[str, ...], reason: str, lang: str
) -> None:
    desk = sit(size=PHONE, lang=lang, door=False)
    desk.page.goto("/desk")
    desk.press('[data-game="bridge"]')
    desk.page.locator("[data-preset]").select_option("duplicate")
    desk.press(f'[data-incident="{incident}"]')
    expect(desk.page.locator("[data-body]")).to_have_text(AT_DESK["2017"][lang])
    looked(desk, f"desk asks {incident} {lang}")
    desk.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    answered(desk, *presses, "[data-rule]")
    expect(desk.page.locator("[data-ruling]")).to_have_attribute("data-ruling", reason)
    looked(desk, f"desk rules {incident} {lang}")
