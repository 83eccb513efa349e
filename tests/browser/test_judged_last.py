"""After the last card of a match, in the browser: a revoke is called, ruled and scored, and then the score is confirmed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.robot import Robot
from tests.browser.test_judged import PREFERANS, Hand, calls, contract, ends, last, lay, people, ruled, seated
from tests.browser.test_judged_bridge import TERMS, revoked

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]


def heard(by: dict[str, Hand]) -> None:
    """The result asks for the score, and no end of the match is offered yet."""
    for hand in by.values():
        expect(hand.page.locator("[data-hears]")).to_be_visible()
        expect(hand.page.locator('[data-event="settle"]')).to_have_count(0)
        expect(hand.page.locator('[data-event="next"]')).to_be_visible()
        assert hand.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def confirmed(by: dict[str, Hand]) -> None:
    """All confirm the score; then it is written, and each goes to the end of the match."""
    *others, slow = by.values()
    for hand in others:
        hand.robot.event("next")
        expect(hand.page.locator("[data-waits]")).to_be_visible()
    slow.robot.axe("the score is confirmed")
    slow.robot.event("next")
    for hand in by.values():
        expect(hand.page.locator("[data-hears]")).to_have_count(0)
        hand.robot.event("settle")
        expect(hand.page.locator("[data-ended]")).to_be_visible()


@pytest.mark.rule("P-3.9.17", "P-3.9.16.2")
@pytest.mark.long
def test_a_revoke_of_the_last_deal_of_a_pulka_is_played_again_and_scored(sit: Sit) -> None:
    changes = {"length_mode": "deals", "length_deals": 1, "table.irregularities": "rule"}
    by = seated(people(sit, ("ru", "uk", "en")), {**PREFERANS, "changes": changes})
    order = contract(by)
    declarer, guilty = by[order[0]], by[order[1]]
    held = [{card[0] for card in hand.cards} for hand in (declarer, guilty)]
    suit = next(suit for suit in "CDHS" if all(suit in one for one in held))
    lay(by, order[0], next(card for card in declarer.cards if card[0] == suit))
    wrong = next(card for card in guilty.cards if card not in guilty.follows())
    lay(by, order[1], wrong)
    entry = last(declarer, wrong)
    ends(by)
    heard(by)
    for hand in by.values():
        hand.over = None
    calls(declarer, entry)
    declarer.robot.press("[data-branch]")
    ruled(by, 2)
    guilty.until(lambda me: me.view["actor"] == me.seat)
    counted = ends(by)
    assert counted["ruled"]["law"] == "P-3.9.16.2"
    heard(by)
    confirmed(by)


@pytest.mark.law("64A1")
@pytest.mark.long
def test_a_revoke_of_the_last_board_of_a_match_is_scored(sit: Sit) -> None:
    changes = {"deals": "1", "table.irregularities": "rule"}
    by = seated(people(sit, ("en", "ru", "uk", "en")), TERMS | {"preset": "duplicate", "changes": changes})
    first = next(iter(by.values())).view["actor"]
    hands = [by["NESW"[("NESW".index(first) + n) % 4]] for n in range(4)]
    declarer = hands[0]
    entry = revoked(hands, by)
    before = ends(by)
    heard(by)
    calls(declarer, entry)
    ruled(by, 1)
    declarer.until(lambda me: me.over is not None and me.over["outcome"].get("ruled") is not None)
    assert declarer.over is not None
    (made,) = declarer.bench["ruled"]
    (moved,) = made["branches"][made["chosen"]]["effects"]
    assert declarer.over["outcome"]["tricks"] == before["tricks"] + moved["tricks"] > before["tricks"]
    heard(by)
    confirmed(by)
