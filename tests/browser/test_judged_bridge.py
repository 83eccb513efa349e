"""Bridge at a table that rules on errors, in the browser: a lead out of turn, a bid that is too low, a revoke."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.robot import Robot
from tests.browser.test_judged import Hand, calls, ends, fell, last, lay, people, plays, ruled, seated

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]

TERMS = {"game": "bridge", "preset": "chicago", "changes": {"table.irregularities": "rule"}, "players": 4}


def begun(sit: Sit, langs: tuple[str, ...] = ("ru", "uk", "en", "ru"), preset: str = "chicago") -> list[Hand]:
    """Four people in the order in which they call; the dealer first."""
    by = seated(people(sit, langs), TERMS | {"preset": preset})
    first = next(iter(by.values())).view["actor"]
    order = "NESW"[(at := "NESW".index(first)) :] + "NESW"[:at]
    return [by[seat] for seat in order]


def _heard(calls: int, hand: Hand) -> bool:
    return len(hand.view["calls"]) == calls or hand.view["phase"] != "auction"


def says(hands: list[Hand], *said: str) -> None:
    """These calls, each by the next in order; everybody hears each."""
    for word in said:
        view = hands[0].view
        caller = next(hand for hand in hands if hand.seat == view["actor"])
        caller.until(lambda me: me.view["actor"] == me.seat and me.view["possible"])
        known = len(caller.view["calls"])
        if word[0].isdigit():
            caller.robot.press(f'[data-level="{word[0]}"]')
        caller.robot.event(word)
        for hand in hands:
            hand.until(partial(_heard, known + 1))


@pytest.mark.rule("B-LAW-LEAD-3")
@pytest.mark.long
@pytest.mark.parametrize(("branch", "owed"), [(0, None), (1, "guilty"), (2, "partner"), (3, "partner")])
def test_a_lead_out_of_turn_gives_four_choices(sit: Sit, branch: int, owed: str | None) -> None:
    """It is accepted, lies open, or the right leader leads its suit or another; what is laid on a hand stands on its plate."""
    hands = begun(sit)
    declarer, leader, _, guilty = hands
    says(hands, "1NT", "pass", "pass", "pass")
    for hand in hands:
        hand.until(lambda me: me.view["phase"] == "play")
    by = {hand.seat: hand for hand in hands}
    held = [{card[0] for card in hand.cards} for hand in (leader, guilty)]
    card = next(card for card in guilty.cards if card[0] in held[0] and len(held[0]) > 1)
    lay(by, guilty.seat, card)
    calls(declarer, last(declarer, card))
    ways = declarer.page.locator("[data-branch]")
    expect(ways).to_have_count(4)
    declarer.robot.axe("four ways")
    way = ways.nth(branch)
    effects = way.locator("> span").count()
    declarer.robot.press(way)
    ruled(by, effects)
    assert owed is None or {duty["seat"] for duty in leader.view["duties"]} == {
        guilty.seat if owed == "guilty" else leader.seat
    }
    for hand in hands:
        expect(hand.page.locator("[data-owes]")).to_have_count(0 if owed is None else 1)
    plays(by, 3 if owed is None else 4)  # the trick is played to its end
    led = next(played for one in leader.log if (played := fell(one)))
    if branch == 0:
        assert led == card
    elif branch > 1:
        assert (led[0] == card[0]) is (branch == 2)


@pytest.mark.long  # the same by routes: tests/bridge/test_judged_tables.py; a hearing on the page: test_judged.py
@pytest.mark.rule("B-LAW-BID-5")
@pytest.mark.parametrize(
    ("branch", "bid", "barred"), [(0, "2C", False), pytest.param(1, "pass", True, marks=pytest.mark.long)]
)
def test_a_bid_that_is_too_low_is_mended_both_ways(sit: Sit, branch: int, bid: str, *, barred: bool) -> None:
    """The lowest bid of the suit that is enough, or a pass that bars partner."""
    hands = begun(sit, ("uk", "uk", "uk", "uk"))
    _, low, caller, partner = hands
    says(hands, "1NT", "1C")
    calls(caller, next(int(one["n"]) for one in reversed(caller.log) if one["event"]["type"] == "bid"))
    ways = low.page.locator("[data-branch]")
    expect(ways).to_have_count(2)
    low.robot.axe("two ways")
    low.robot.press(ways.nth(branch))
    ruled({hand.seat: hand for hand in hands})
    assert caller.view["calls"][-1] == [low.seat, bid]
    assert [duty["seat"] for duty in caller.view["duties"]] == [partner.seat] * barred
    expect(caller.page.locator("[data-owes]")).to_have_count(int(barred))


@pytest.mark.rule("B-LAW-REVOKE-4")
@pytest.mark.long
def test_a_revoke_costs_two_tricks(sit: Sit) -> None:
    """A defender trumps a suit that he has; his side takes another trick, and then all have seen it."""
    hands = begun(sit)
    by = {hand.seat: hand for hand in hands}
    declarer, leader, dummy, guilty = hands
    says(hands, "1S", "pass", "pass", "pass")
    for hand in hands:
        hand.until(lambda me: me.view["phase"] == "play")
    has = [[card[0] for card in hand.cards] for hand in hands]
    suit = next(suit for suit in "HDC" if all(suit in held for held in has) and has[3].count(suit) > 1)
    lay(by, leader.seat, next(card for card in leader.cards if card[0] == suit))
    declarer.until(lambda me: me.view["turn"] == dummy.seat and me.view["possible"])
    lay(by, declarer.seat, declarer.lays())
    trump = next(card for card in guilty.cards if card[0] == "S")
    lay(by, guilty.seat, trump)
    entry = last(declarer, trump)
    plays(by, 1)
    side = "NS" if guilty.seat in "NS" else "EW"
    while declarer.view["tricks"][side] < 2 or not any(map(seen(guilty.seat, suit), declarer.log)):
        plays(by, 1, suit)
    calls(declarer, entry)
    ruled(by, 1)
    (made,) = declarer.bench["ruled"]
    (moved,) = made["branches"][made["chosen"]]["effects"]
    assert (made["laws"][0], moved["type"], moved["tricks"]) == ("B-LAW-REVOKE-4", "transfer", 2)
    for hand in hands:
        expect(hand.page.locator(".plate").get_by_text("+2 · LAW-REVOKE-4")).not_to_have_count(0)
    counted = ends(by)
    assert counted["ruled"]["law"] == "B-LAW-REVOKE-4"
    assert counted["tricks"] == counted["ruled"]["taken"][declarer.seat] + 2
    expect(declarer.page.locator("[data-counted]")).to_contain_text("LAW-REVOKE-4")


def revoked(hands: list[Hand], by: dict[str, Hand]) -> int:
    """One spade is played, and the fourth hand ruffs the suit led though it has one; returns the entry of that card."""
    declarer, leader, dummy, guilty = hands
    says(hands, "1S", "pass", "pass", "pass")
    for hand in hands:
        hand.until(lambda me: me.view["phase"] == "play")
    has = [[card[0] for card in hand.cards] for hand in hands]
    suit = next(suit for suit in "HDC" if all(suit in held for held in has))
    lay(by, leader.seat, next(card for card in leader.cards if card[0] == suit))
    declarer.until(lambda me: me.view["turn"] == dummy.seat and me.view["possible"])
    lay(by, declarer.seat, declarer.lays())
    trump = next(card for card in guilty.cards if card[0] == "S")
    lay(by, guilty.seat, trump)
    return last(declarer, trump)


@pytest.mark.law("64A1")
@pytest.mark.rule("B-LAW-REVOKE-4")
@pytest.mark.long
@pytest.mark.parametrize(
    ("preset", "law", "langs"),
    [
        ("rubber", "B-LAW-REVOKE-4", ("ru", "uk", "en", "ru")),
        ("chicago", "B-LAW-REVOKE-4", ("uk", "en", "ru", "uk")),
        ("duplicate", "LDB-64A1", ("en", "ru", "uk", "en")),
    ],
)
def test_a_revoke_called_after_the_last_card_is_scored(sit: Sit, preset: str, law: str, langs: tuple[str, ...]) -> None:
    """The defender's card is seen to have been a revoke when all cards lie open; the deal is written anew."""
    hands = begun(sit, langs, preset)
    by = {hand.seat: hand for hand in hands}
    declarer = hands[0]
    entry = revoked(hands, by)
    before = ends(by)
    wrote = dict(declarer.sheet)
    expect(declarer.page.locator("[data-hears]")).to_be_visible()
    declarer.robot.axe("hearing after the last card")
    calls(declarer, entry)
    ruled(by, 1)
    declarer.until(lambda me: me.over is not None and me.over["outcome"].get("ruled") is not None)
    assert declarer.over is not None
    after = dict(declarer.over["outcome"])
    (made,) = declarer.bench["ruled"]
    (moved,) = made["branches"][made["chosen"]]["effects"]
    assert (made["laws"][0], moved["type"]) == (law, "transfer")
    assert after["ruled"]["law"] == law
    assert after["tricks"] == before["tricks"] + moved["tricks"]
    assert declarer.sheet != wrote  # and the sheet has the points of these tricks
    for hand in hands:
        expect(hand.page.locator("[data-counted]")).to_contain_text(law.partition("-")[2])
        assert hand.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def seen(seat: str, suit: str) -> Callable[[dict[str, Any]], bool]:
    """Whether an event is a card of this suit from this hand."""
    return lambda said: said["seat"] == seat and said["event"].get("card", " ")[0] == suit
