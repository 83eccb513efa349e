"""A person plays bridge in a real browser: a rubber on a phone and on a desktop, boards, Chicago, three-handed."""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.robot import DESKTOP, PHONE, Robot

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]


class Player:
    """Plays bridge through the page: passes, or bids where the test wants it, lays the first card he may.

    bids: what he bids until he has played a card of dummy's, the first that the box has; later he passes.
    deals: how many are over.
    """

    def __init__(self, robot: Robot, *bids: str) -> None:
        self.robot = robot
        self.bids = bids
        self.deals = 0

    def sits(self, *, game: str, preset: str = "rubber", players: int = 4, boards: int | None = None) -> None:
        """Set a table up on the page of terms."""
        robot, page = self.robot, self.robot.page
        robot.press('a[href="/new"]')
        expect(page.locator("h1")).to_be_visible()
        robot.press(page.get_by_text(game, exact=True))
        if players != 4:
            robot.press(
                page.locator("fieldset").filter(has_text="Сколько за столом").get_by_text(str(players), exact=True)
            )
            expect(page.locator('input[name="preset"]')).to_have_count(2)  # the others are for four
        robot.press(f'label:has(input[value="{preset}"])')
        if boards is not None:
            length = page.locator("fieldset").filter(has=page.get_by_text(re.compile("^(Boards|Сколько сдач)$")))
            robot.press(length.get_by_text(str(boards), exact=True))
            expect(page.locator('[data-diff="deals"]')).to_be_visible()
        robot.axe("terms of bridge")
        robot.press("[data-sit]")

    def calls(self) -> None:
        """A call: by level, then denomination."""
        robot, page = self.robot, self.robot.page
        for bid in self.bids if "dummy's card" not in robot.seen else ():
            level = page.locator(f'[data-level="{bid[0]}"]:not(:disabled)')
            if level.count() == 0:
                continue
            robot.press(level)
            box = page.locator(f'[data-event="{bid}"]')
            if box.count():
                robot.event(bid)
                return
        robot.event("pass")

    def acts(self, now: dict[str, Any]) -> None:
        """Do what waits for him."""
        robot = self.robot
        if now["lot"] or now["next"]:
            self.deals += bool(now["next"])
            robot.act(now)
        elif now["action"] == "auction":
            self.calls()
        elif now["action"] == "claim":
            robot.event("yes")
        elif now["action"] == "honours":
            robot.event("honours")
        else:
            robot.play(now["cards"][0])
        robot.page.wait_for_timeout(4)

    def screen(self, now: dict[str, Any]) -> str:
        """What kind of screen this is."""
        if now["action"] == "play":
            dummy = self.robot.page.locator('[data-open-hand="true"]').count() > 0
            return "dummy's card" if dummy else "play" if now["open"] else "lead"
        return self.robot.screen(now)

    def until(self, done: Callable[[dict[str, Any]], bool], *, most: int = 60) -> dict[str, Any]:
        """Play until something waits that was asked for."""
        for _ in range(most * 30):
            now = self.robot.until_something_waits()
            self.robot.axe(self.screen(now))
            if done(now):
                return now
            self.acts(now)
        raise AssertionError(f"it never came in {self.deals} deals")

    def over(self) -> None:
        """Play until the end is on the table."""
        self.until(lambda now: now["over"])


def number(text: str) -> int:
    """A figure as the page writes it."""
    return int(text.replace("−", "-").replace("+", "") or "0")


def claims(robot: Robot) -> None:
    """Propose that the rest are ours, if the bar has it."""
    robot.press('[data-event="open-claim"]')
    robot.axe("claim")
    robot.event("claim-all")


@pytest.mark.rule("B-RUBBER-1", "B-RUBBER-2", "B-LAW-REV-3", "B-PLAY-4")
def test_a_rubber_on_a_phone(sit: Sit) -> None:
    robot = sit(PHONE, lang="ru")
    page, player = robot.page, Player(robot, "1NT", "3NT")
    robot.prefer("сразу")
    player.sits(game="Бридж")
    player.until(lambda now: now["action"] == "auction")
    # Every card of thirteen shows 27 px at least.
    lefts = sorted(box["x"] for card in page.locator("[data-hand] [data-card]").all() if (box := card.bounding_box()))
    assert len(lefts) == 13
    assert min(b - a for a, b in pairwise(lefts)) >= 26
    # A call with its meaning, which partner never sees and the diagram tells.
    robot.press("[data-explain]")
    page.locator("#meaning").fill("что угодно")
    robot.axe("explaining")
    player.calls()
    player.until(lambda now: now["action"] == "play")
    player.until(lambda now: bool(now["next"]))
    expect(page.locator("[data-verdict]")).to_be_visible()
    expect(page.locator('[data-analysis="there"]')).to_be_visible()
    robot.axe("result with open cards")
    # He bids until a contract has been his; if the bots have the whole rubber, in another one.
    while player.until(lambda now: now["over"] or "dummy's card" in robot.seen)["over"]:
        if "dummy's card" in robot.seen:
            break
        robot.event("rematch")
    player.over()
    assert {"lot", "auction", "play", "dummy's card", "result", "settlement"} <= robot.seen
    results = [number(text) for text in page.locator("[data-result] b").all_inner_texts()]
    assert len(results) == 2
    assert results[0] == -results[1]
    sums = [number(text) for text in page.locator("[data-total] b").all_inner_texts()]
    assert abs(sums[0] - sums[1]) == abs(results[0])  # the sheet stands below
    # A figure of the sheet opens its deal.
    robot.press(page.locator("[data-figure]").first)
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("[data-verdict]")).to_be_visible()
    robot.axe("an older deal")
    page.keyboard.press("Escape")
    page.reload()
    robot.until_something_waits()
    robot.press('[data-event="settle"]')
    assert [number(text) for text in page.locator("[data-result] b").all_inner_texts()] == results


@pytest.mark.rule("B-RUBBER-1", "B-AUC-15", "B-LAW-CLAIM-1")
def test_a_rubber_on_a_desktop_by_keys_too(sit: Sit) -> None:
    robot = sit(DESKTOP, lang="uk", theme="light")
    page, player = robot.page, Player(robot, "1NT", "3NT")
    robot.prefer("одразу")
    player.sits(game="Бридж")
    player.until(lambda now: now["action"] == "auction")
    # A digit, then a letter that has another meaning elsewhere at the table.
    calls = page.locator("[data-call]").count()
    page.keyboard.press("7")
    page.keyboard.press("n")
    expect(page.locator("[data-call]")).not_to_have_count(calls)
    player.until(lambda now: now["action"] == "play")
    player.until(lambda now: bool(now["next"]))
    # All meanings are told after the deal; an underlined call tells its own.
    alerts = page.locator("[data-call].alert")
    if alerts.count():
        robot.press(alerts.first)
        expect(page.locator("[data-meaning]")).not_to_be_empty()
    player.until(lambda now: now["action"] == "play" and bool(page.locator('[data-event="open-claim"]').count()))
    claims(robot)
    player.over()
    assert {"claim", "settlement"} <= robot.seen
    robot.event("rematch")
    robot.until_something_waits()
    assert robot.look()["lot"]


@pytest.mark.rule("B-DUP-3")
def test_four_boards_with_the_traveller(sit: Sit) -> None:
    robot = sit(DESKTOP, lang="en")
    page, player = robot.page, Player(robot)
    robot.prefer("instant")
    player.sits(game="Bridge", preset="duplicate", boards=4)
    won: list[int] = []
    for board in range(1, 5):
        player.until(lambda now: bool(now["next"]))
        expect(page.locator("[data-traveller]")).to_be_visible()
        robot.axe("traveller")
        assert page.locator("[data-traveller] tbody tr").count() >= 2
        won.append(int(page.locator("[data-imps]").get_attribute("data-imps") or "0"))
        dealer = "NESW"[board - 1]
        expect(page.locator(".result svg.board")).to_have_attribute("data-vul", ("none", "ns", "ew", "both")[board - 1])
        expect(page.locator("[data-deals] tbody tr").nth(board - 1)).to_contain_text(dealer)
        player.acts(robot.look())
    player.until(lambda now: now["over"])
    expect(page.locator("[data-against]")).not_to_have_attribute("data-against", "")
    boards = [number(text) for text in page.locator("[data-deals] tbody td:last-child").all_inner_texts()]
    assert boards == won
    expect(page.locator("[data-against]")).to_have_attribute("data-against", str(sum(won)))
    assert number(page.locator("[data-sum-imps]").inner_text()) == sum(won)
    # The double-dummy table of an older board, or a word why there is none.
    robot.press(page.locator("[data-figure]").first)
    dialog = page.get_by_role("dialog")
    expect(dialog.locator('[data-analysis="there"]')).to_be_visible()
    table = dialog.locator("[data-double-dummy] tbody td")
    assert table.count() in {0, 20}
    robot.axe("an older board")


@pytest.mark.rule("B-CHICAGO-1", "B-CHICAGO-4", "B-RUSSIAN-1", "B-RUSSIAN-4")
def test_chicago_with_the_russian_target(sit: Sit) -> None:
    robot = sit(PHONE, lang="uk", theme="light")
    page, player = robot.page, Player(robot)
    robot.prefer("одразу")
    player.sits(game="Бридж", preset="chicago-russian")
    player.until(lambda now: bool(now["next"]) and page.locator("[data-target]").count() > 0)
    expect(page.locator("[data-target]")).to_contain_text("імп")
    player.over()
    rows = page.locator("[data-deals] tbody tr").all_inner_texts()
    counted = [row for row in rows if "–" not in row.split()[-2:]]
    assert len(counted) == 4
    imps = [number(re.split(r"\s+", row.strip())[-1]) for row in counted]
    assert number(page.locator("[data-sum-imps]").inner_text()) == sum(imps)
    mine = {number(text) for text in page.locator("[data-result] b").all_inner_texts()}
    assert mine == {sum(imps), -sum(imps)}


@pytest.mark.rule("B-3H-1", "B-3H-2", "B-3H-3")
def test_three_handed_bridge_through_one_deal(sit: Sit) -> None:
    robot = sit(PHONE, lang="ru")
    page, player = robot.page, Player(robot, "1S", "2S", "3S")
    robot.prefer("сразу")
    player.sits(game="Бридж", players=3)
    player.until(lambda now: bool(now["next"]))
    expect(page.locator("[data-verdict]")).to_be_visible()
    robot.axe("result of three")
    robot.event("next")
    player.until(lambda now: now["action"] in {"auction", "play"})
    robot.press(page.get_by_role("button", name="Запись", exact=True))
    expect(page.locator("[data-players]")).to_be_visible()
    assert page.locator("[data-player-total]").count() == 3
    robot.axe("sheet of three")
