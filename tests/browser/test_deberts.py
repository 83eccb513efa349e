"""A person plays deberts in a real browser: whole parties to 501 on a phone and on a desktop, closing, the count."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import TimeoutError, expect  # noqa: A004 - the page took longer

from tests.browser.robot import DESKTOP, PHONE, Robot

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]


class Player:
    """Plays deberts through the page: orders every other deal, says what there is to say, lays the first card he may.

    said: which kinds of words the page has offered and he has pressed.
    """

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.said: set[str] = set()

    def sits(self, *, game: str, preset: str = "moscow", **numbers: int) -> None:
        """Set a table up on the page of terms."""
        robot, page = self.robot, self.robot.page
        robot.press('a[href="/new?game=deberts"]')
        expect(page.locator("h1")).to_be_visible()
        robot.press(page.get_by_text(game, exact=True))
        robot.press(f'label:has(input[value="{preset}"])')
        robot.axe("terms of deberts")
        if numbers:
            robot.press("[data-unfold]")
            robot.press('[data-group="party"] summary')
        for option, value in numbers.items():
            field = page.locator(f'[data-option="{option}"]')
            field.fill(str(value))
            field.press("Tab")
            expect(page.locator(f'[data-diff="{option}"]')).to_be_visible()
        robot.press("[data-sit]")

    def acts(self, now: dict[str, Any]) -> None:
        """Do what waits for him."""
        robot, events = self.robot, [event for event in now["events"] if event != "skip"]
        if now["lot"] or now["next"]:
            robot.act(now)
        elif now["action"] == "auction":
            orders = [event for event in events if event.startswith("order")]
            robot.event(orders[0] if orders and robot.deals % 2 == 0 else "pass" if "pass" in events else orders[0])
        elif words := [event for event in events if event != "silent"]:
            self.said |= {word.partition(":")[0] for word in words}
            robot.event(words[0])
            robot.page.wait_for_timeout(4)
        else:
            robot.play(now["cards"][0])
            robot.page.wait_for_timeout(4)

    def screen(self, now: dict[str, Any]) -> str:
        """What kind of screen this is."""
        if now["action"] == "play":
            return "bella" if "bella" in now["events"] else "words" if now["events"] else "play"
        return self.robot.screen(now)

    def party(self, *, most: int = 60) -> None:
        """Play until somebody has won."""
        for _ in range(most * 30):
            now = self.robot.until_something_waits()
            self.robot.axe(self.screen(now))
            if now["over"]:
                return
            self.acts(now)
        raise AssertionError(f"nobody has won after {self.robot.deals} deals")


def pace(robot: Robot, how: str) -> None:
    """Show what happens at this pace from now on."""
    robot.page.evaluate(
        """(pace) => {
            const kept = JSON.parse(localStorage.getItem('kozyr.settings'));
            localStorage.setItem('kozyr.settings', JSON.stringify({...kept, pace}));
        }""",
        how,
    )
    robot.page.reload()


def totals(robot: Robot) -> list[int]:
    """The points of the party on its last page."""
    return [int(text) for text in robot.page.locator("[data-result] b").all_inner_texts()]


@pytest.mark.rule("D-SCORE-3", "D-SCORE-5")
@pytest.mark.long  # the same match is played on a desktop, and its moments are looked at on a phone
def test_a_party_to_501_on_a_phone(sit: Sit) -> None:
    robot = sit(PHONE, lang="ru")
    page, player = robot.page, Player(robot)
    robot.prefer("сразу")
    player.sits(game="Деберц")
    player.party()
    assert {"lot", "auction", "play", "result", "settlement"} <= robot.seen
    won, lost = totals(robot)
    assert won >= 501
    assert page.locator("[data-total] b").all_inner_texts()  # the sheet stands below
    # A deal of the sheet shows its count, or its cards from the record.
    robot.press(page.locator(".paper ol button").first)
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("[data-verdict]")).to_be_visible()
    robot.axe("an older deal")
    page.keyboard.press("Escape")
    # The page loaded anew shows the same.
    page.reload()
    robot.until_something_waits()
    robot.press('[data-event="settle"]')
    assert totals(robot) == [won, lost]


@pytest.mark.rule("D-SCORE-3", "D-SCORE-5", "D-MATCH-1")
@pytest.mark.long  # a whole match
@pytest.mark.parametrize("target", [200, 501])
def test_a_party_on_a_desktop_and_the_count_card_by_card(sit: Sit, target: int) -> None:
    robot = sit(DESKTOP, lang="uk", theme="light")
    page, player = robot.page, Player(robot)
    robot.prefer("одразу")
    player.sits(game="Деберц", preset="moscow-alternatives", **({} if target == 501 else {"target": target}))
    while True:
        now = robot.until_something_waits()
        if now["next"] and page.locator("[data-count]").count() == 2:
            break
        player.acts(now)
    # At ease the cards are counted one by one, and the sums grow; who has seen enough counts at once.
    sums = [int(text) for text in page.locator("[data-sum]").all_inner_texts()]
    page.emulate_media(reduced_motion="no-preference", color_scheme="light")
    pace(robot, "calm")
    expect(page.locator('[data-event="skip"]')).to_be_visible()
    assert page.locator("[data-verdict]").count() == 0
    assert [int(text) for text in page.locator("[data-sum]").all_inner_texts()] != sums
    robot.press('[data-event="skip"]')
    expect(page.locator("[data-verdict]")).to_be_visible()
    assert [int(text) for text in page.locator("[data-sum]").all_inner_texts()] == sums
    page.emulate_media(reduced_motion="reduce", color_scheme="light")
    pace(robot, "instant")
    player.party()
    won, lost = totals(robot)
    assert won >= target
    # By the variants the winner writes the difference.
    worth = target - lost if lost < target else 0
    expect(page.locator("[data-result] small").first).to_have_text(f"За партію: {worth}")
    # The terms, and in what the party differs from them.
    robot.press(page.locator("header button.icon-button").last)
    robot.press(page.get_by_role("dialog").get_by_text("Домовленість столу", exact=True))
    robot.axe("agreed")
    page.keyboard.press("Escape")
    robot.again()


@pytest.mark.rule("D-CLOSE-1")
@pytest.mark.long  # a whole deal
def test_closing_is_asked_twice_and_a_false_one_loses(sit: Sit) -> None:
    robot = sit(PHONE, lang="en")
    page, player = robot.page, Player(robot)
    robot.prefer("instant")
    player.sits(game="Deberts", target=301)
    while True:
        now = robot.until_something_waits()
        if now["action"] == "play" and now["cards"]:
            break
        player.acts(now)
    robot.press('[data-event="open-close"]')
    robot.axe("closing")
    robot.press(page.get_by_role("button", name="Cancel"))
    expect(page.locator('[data-event="close"]')).to_have_count(0)
    robot.press('[data-event="open-close"]')
    expect(page.get_by_text("With 301 the party is yours")).to_be_visible()
    robot.event("close")
    robot.until_something_waits()
    robot.press('[data-event="settle"]')
    expect(page.locator("h1").last).to_contain_text("wins the party")
    robot.axe("lost by closing")


SOME_BARRED = """() => {
    const barred = [...document.querySelectorAll('[data-hand] [data-card]')].map((card) => card.ariaDisabled === 'true');
    return barred.includes(true) && barred.includes(false);
}"""


@pytest.mark.rule("D-PLAY-3")
def test_a_card_that_may_not_be_laid_says_why(sit: Sit) -> None:
    robot = sit(DESKTOP, lang="ru")
    page, player = robot.page, Player(robot)
    robot.prefer("сразу")
    player.sits(game="Деберц")
    barred, note = page.locator('[data-hand] [data-card][aria-disabled="true"]'), page.locator(".note.bad")
    for _ in range(400):
        now = robot.until_something_waits()
        # Between two moments of the play all cards are barred.
        if now["action"] == "play" and page.evaluate(SOME_BARRED):
            try:  # for those who hear it is disabled
                barred.first.click(position={"x": 24, "y": 45}, force=True, timeout=3_000)
                expect(note).to_contain_text("деберц, PLAY-", timeout=3_000)
                break
            except (AssertionError, TimeoutError):  # the trick went on at this very moment
                now = robot.until_something_waits()
        player.acts(now)
    expect(note).to_contain_text("деберц, PLAY-")
    robot.axe("refused")
