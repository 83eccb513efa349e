"""A table that rules on errors, in the browser: a bot has the choice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.robot import Robot
from tests.browser.test_judged import Hand, lay, people, ruled, seated

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]

WITH_A_BOT = {
    "game": "preferans",
    "preset": "sochi",
    "changes": {"pool_target": 2, "table.irregularities": "rule"},
    "players": 3,
    "bots": [None, "novice"],
}


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
