"""Deberts at a table that rules on errors, in the browser: a question for the height with nothing to compete."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.robot import Robot
from tests.browser.test_judged import Hand, people, seated

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]

TERMS = {"game": "deberts", "preset": "moscow", "changes": {"table.irregularities": "rule"}, "players": 2}


def begun(sit: Sit) -> tuple[Hand, Hand]:
    """Two people, of whom the eldest has ordered and can declare a terz, and the dealer has none; eldest and dealer."""
    hands = people(sit, ("uk", "uk"))
    for _ in range(30):
        by = seated(hands, TERMS)
        eldest = by[hands[0].view["actor"]]
        (dealer,) = (hand for hand in hands if hand is not eldest)
        eldest.robot.event("order")
        eldest.until(lambda me: me.view["phase"] == "play" and me.view["possible"])
        dealer.until(lambda me: me.view["phase"] == "play")
        if {"type": "declare", "kind": "terz"} in eldest.view["possible"] and not sequences(dealer.cards):
            return eldest, dealer
    pytest.fail("no such deal in thirty")


def sequences(cards: list[str]) -> bool:
    """Whether three cards of one suit stand together in a hand."""
    bits = [[f"{suit}{rank}" in cards for rank in "789TJQKA"] for suit in "SHDC"]
    return any(all(held[at : at + 3]) for held in bits for at in range(6))


@pytest.mark.rule("D-BAIT-4", "D-BAIT-5", "D-COMBO-9")
@pytest.mark.long
def test_an_unjustified_question_for_the_height_is_called(sit: Sit) -> None:
    """The innocent names it before the cards prove it, and writes all that both hold."""
    eldest, dealer = begun(sit)
    eldest.robot.event("terz")
    eldest.robot.play(eldest.cards[0])
    dealer.until(lambda me: me.view["actor"] == me.seat and me.view["possible"])
    assert dealer.view["legal"] == []
    dealer.robot.event("height")
    eldest.until(lambda me: me.log and me.log[-1]["event"]["type"] == "height")
    eldest.robot.event("arbiter")
    eldest.robot.axe("what may be called")
    eldest.robot.press(f'[data-call="{eldest.log[-1]["n"]}"]')
    ways = eldest.page.locator("[data-branch]")
    expect(ways).to_have_count(2)
    expect(dealer.page.locator("[data-hearing]")).to_be_visible()
    expect(dealer.page.locator("[data-branch]")).to_have_count(0)
    eldest.robot.axe("a bait or not")
    eldest.robot.press(ways.first)
    eldest.until(lambda me: me.over is not None or me.view["phase"] == "bait")
    if eldest.over is None:  # he has a bella, and is asked for it (D-BAIT-6)
        eldest.robot.event("bella")
        eldest.until(lambda me: me.over is not None)
    assert eldest.over is not None
    assert eldest.over["outcome"]["bait"] == dealer.seat
