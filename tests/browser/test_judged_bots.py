"""Tables that rule on errors, in the browser: a bot has the choice, and the club dies between a call and its choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.robot import Robot
from tests.browser.test_judged import Hand, begun, calls, contract, ends, last, lay, people, ruled, seated

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]

WITH_A_BOT = {
    "game": "preferans",
    "preset": "sochi",
    "changes": {"pool_target": 2, "table.irregularities": "rule"},
    "players": 3,
    "bots": [None, "novice"],
}


@pytest.fixture
def house(tmp_path: Path, fate: Path) -> Iterator[House]:
    """A club of its own, which may die."""
    house = House(tmp_path, fate)
    house.open()
    yield house
    house.kill()


@pytest.fixture
def club(house: House) -> str:
    """Its address, for `sit`."""
    return house.address


def against_a_bot(sit: Sit) -> tuple[dict[str, Hand], str]:
    """Two people who pass and whist against a bot that plays a contract; by seat, with the bot's seat."""
    hands = people(sit, ("uk", "ru"))
    for _ in range(30):
        by = seated(hands, WITH_A_BOT)
        (bot,) = set(hands[0].view["hands"]) - set(by)
        while hands[0].view["phase"] in {"auction", "discard", "contract", "whist"}:
            for hand in hands:
                words = [event for event in hand.view["possible"] if event["type"] == "whist"]
                if hand.view["actor"] == hand.seat and hand.view["possible"]:
                    hand.robot.event("whist" if words and hand.view["phase"] == "whist" else "pass")
            hands[0].page.wait_for_timeout(100)
        if hands[0].view["phase"] == "play" and hands[0].view["declarer"] == bot:
            return by, bot
    pytest.fail("the bot never played")


@pytest.mark.rule("P-3.9.14.1")
@pytest.mark.long
def test_a_bot_has_the_choice(sit: Sit) -> None:
    """A whister leads out of turn; the declarer, a bot, calls and chooses by itself, and all read what."""
    by, bot = against_a_bot(sit)
    one, other = by.values()
    while not (one.view["actor"] in by and not one.view["trick"]):  # until a person has the lead
        actor = one.view["actor"]
        if actor in by:
            by[actor].until(lambda me: me.view["actor"] == me.seat and me.view["possible"])
            lay(by, actor, by[actor].lays())
        one.page.wait_for_timeout(50)
        other.until(lambda me: me.view["actor"] == one.view["actor"] or me.view["actor"] == bot)
    guilty, innocent = (other, one) if one.view["actor"] == one.seat else (one, other)
    card = guilty.cards[0]
    lay(by, guilty.seat, card)
    ruled(by)
    (made,) = innocent.bench["ruled"]
    (player,) = (one for one in range(3) if one not in {hand.chair for hand in by.values()})
    assert made["by"] == player
    assert made["branches"][made["chosen"]]["chair"] == player
    assert len(made["branches"]) == 3


@pytest.mark.rule("P-3.9.14.1")
@pytest.mark.long
def test_the_club_dies_between_a_call_and_its_choice(sit: Sit, house: House) -> None:
    """It comes back with the same choice, which is then carried out."""
    by = begun(sit)
    order = contract(by)
    declarer, guilty = by[order[0]], by[order[1]]
    card = guilty.cards[0]
    lay(by, order[1], card)
    calls(declarer, last(declarer, card))
    ways = declarer.page.locator("[data-branch]")
    expect(ways).to_have_count(3)
    asked = declarer.bench["pending"]
    house.kill()
    expect(declarer.page.locator("[data-branch]:not(:disabled)")).to_have_count(3)
    for hand in by.values():
        hand.bench = {}
    house.open()
    for hand in by.values():
        hand.until(lambda me: me.bench)
    assert declarer.bench["pending"] == asked
    expect(ways).to_have_count(3)
    declarer.robot.press(ways.nth(1))
    ruled(by)
    assert sum(ends(by)["tricks"].values()) == 10
