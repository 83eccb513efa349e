"""A person plays a whole pulka in a real browser, on a phone and on a desktop, in three languages, by keys too."""

import contextlib
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.robot import DESKTOP, PHONE, Robot

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]


def choose(robot: Robot, *, players: int, target: int, preset: str = "sochi", level: str | None = None) -> None:
    """Set a table up on the page of terms."""
    page = robot.page
    robot.press('a[href="/new?game=preferans"]')
    expect(page.locator("h1")).to_be_visible()
    robot.press(
        page.locator("fieldset").filter(has_text=re.compile(r"2\s*3\s*4\s*5")).get_by_text(str(players), exact=True)
    )
    robot.press(f'label:has(input[value="{preset}"])')
    if level:
        for chair in page.locator("[data-seat]").all():
            chair.select_option(label=level)
    robot.press("[data-unfold]")
    robot.press('[data-group="pulka"] summary')
    field = page.locator('[data-option="pool_target"]')
    field.fill(str(target))
    field.press("Tab")
    expect(page.locator('[data-diff="pool_target"]')).to_be_visible()


def numbers(robot: Robot) -> list[int]:
    """The results on the settlement's list."""
    texts = robot.page.locator("[data-result] b").all_inner_texts()
    return [int(text.replace("−", "-").replace("+", "")) for text in texts]


@pytest.mark.long  # an evening plays a pulka to its end on both sizes (test_evening.py)
def test_a_pulka_on_a_phone(sit: Sit) -> None:
    robot = sit(PHONE, lang="ru")
    page = robot.page
    expect(page.locator("h1")).to_have_text("Садитесь за стол")
    robot.axe("home")
    robot.prefer("сразу")
    choose(robot, players=3, target=4)
    robot.axe("terms")
    robot.press("[data-sit]")
    robot.pulka()
    assert {"lot", "auction", "result", "settlement"} <= robot.seen
    assert any(screen.startswith("play") for screen in robot.seen)
    results = numbers(robot)
    assert len(results) == 3
    assert sum(results) == 0
    # Below the settlement: the sheet. A figure opens the deal that made it, and the rule.
    figure = page.locator("[data-figure]").last
    figure.scroll_into_view_if_needed()
    robot.press(figure)
    expect(page.get_by_role("dialog").locator(".marked .law").first).to_contain_text(re.compile(r"п\. \d"))
    expect(page.get_by_role("dialog").locator(".hands .open")).to_have_count(3)
    robot.axe("deal")
    page.keyboard.press("Escape")
    # The page loaded anew shows the same, and its door knows the table.
    page.reload()
    robot.until_something_waits()
    robot.press('[data-event="settle"]')
    assert numbers(robot) == results
    page.goto("/")
    expect(page.locator('a[href^="/table/"]', has_text="сыграно")).to_be_visible()


@pytest.mark.long  # as on a phone
def test_a_pulka_on_a_desktop(sit: Sit) -> None:
    robot = sit(DESKTOP, lang="en", theme="light")
    page = robot.page
    robot.prefer("instant")
    choose(robot, players=4, target=4, preset="leningrad")
    robot.press("[data-sit]")
    robot.pulka()
    results = numbers(robot)
    assert len(results) == 4
    assert sum(results) == 0
    # The plain table says what the drawing says.
    drawn = {label.get_attribute("aria-label") for label in page.locator("[data-figure]").all()}
    robot.press(page.get_by_role("button", name="As a table"))
    written = {button.get_attribute("aria-label") for button in page.locator(".right td button").all()}
    assert drawn <= written
    robot.axe("plain table")
    # Another pulka at a table like this one.
    robot.again()


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 5])
def test_two_and_five_play_a_deal(sit: Sit, players: int) -> None:
    robot = sit(PHONE if players == 5 else DESKTOP, lang="uk")
    robot.prefer("одразу")
    choose(robot, players=players, target=10)
    robot.press("[data-sit]")
    now = robot.until_something_waits()
    # The sheet is opened when the table waits for us: while we sit out, the deal may end under the finger.
    while robot.deals < 2 or now["next"]:
        robot.axe(robot.screen(now))
        robot.act(now)
        now = robot.until_something_waits()
    if robot.phone:
        robot.press(robot.page.get_by_role("button", name="Пулька"))
    sectors = robot.page.locator("svg text.name")
    expect(sectors).to_have_count(players)
    robot.axe("sheet")


def test_a_deal_by_keys_alone(sit: Sit) -> None:
    robot = sit(DESKTOP, lang="en")
    page, keys = robot.page, robot.page.keyboard
    page.evaluate("localStorage.setItem('kozyr.settings', JSON.stringify({pace: 'instant'}))")
    page.reload()
    expect(page.locator("[data-sit]")).to_be_visible()
    while not page.evaluate("document.activeElement.matches('[data-sit]')"):
        keys.press("Tab")
    keys.press("Enter")
    expect(page.locator('[data-event="lot"]')).to_be_focused()
    keys.press("Enter")
    keys.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    robot.axe("keys")
    keys.press("Escape")
    for _ in range(200):
        now = robot.until_something_waits()
        if now["next"]:
            break
        if now["cards"] and now["action"] == "play":
            keys.press("h")
            for _ in range(12):
                if page.evaluate("document.activeElement?.getAttribute('aria-disabled') === 'false'"):
                    break
                keys.press("ArrowRight")
            else:  # the card must come from the open hand, which took the focus by itself
                page.locator('[data-open-hand="true"] button[aria-disabled="false"]').first.focus()
            keys.press("Enter")
        elif now["action"] == "discard":
            keys.press("h")
            keys.press("Enter")
            keys.press("ArrowRight")
            keys.press("Enter")
            page.locator('[data-event="discard"]').focus()
            keys.press("Enter")
        elif now["action"] == "contract":
            keys.press("6")
            keys.press("Enter")
            page.locator('[data-event="name"]').focus()
            keys.press("Enter")
        elif now["action"] == "auction" and "bid:6S" in now["events"]:
            keys.press("1")
        else:
            keys.press("p" if "pass" in now["events"] else "o")
    heard = page.get_by_role("log").inner_text()
    assert "The deal is over" in heard or "pass" in heard
    number = robot.page.locator("[data-result-of]").get_attribute("data-result-of")
    # A wish that crosses an entry of the club's own is stale, and is asked for once more, as people do.
    for _ in range(20):
        keys.press("n")
        with contextlib.suppress(AssertionError):
            expect(page.locator("[data-result-of]")).to_have_count(0, timeout=3000)
            break
    robot.until_something_waits()
    expect(page.locator("[data-result-of]")).to_have_count(0)
    assert number == "1"


def test_the_page_speaks_three_languages(sit: Sit) -> None:
    robot = sit(PHONE, lang="de")
    page = robot.page
    expect(page.locator("html")).to_have_attribute("lang", "en")
    for language, lang, words in (
        ("Українська", "uk", "Сідайте за стіл"),
        ("Русский", "ru", "Садитесь за стол"),
        ("English", "en", "Take a seat"),
    ):
        robot.press(page.get_by_role("button", name=language))
        expect(page.locator("html")).to_have_attribute("lang", lang)
        expect(page.locator("h1")).to_have_text(words)
        robot.axe(f"home {lang}")
    robot.prefer("Українська", "вечір")
    page.reload()  # what was chosen stays chosen
    expect(page.locator("h1")).to_have_text("Сідайте за стіл")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.long  # the same without a page: tests/test_options.py
def test_terms_that_contradict_each_other_say_which_and_why(sit: Sit) -> None:
    robot = sit(DESKTOP, lang="ru", theme="light")
    page = robot.page
    robot.press('a[href="/new?game=preferans"]')
    robot.press("[data-unfold]")
    robot.press('[data-group="play"] summary')
    page.locator('[data-option="allpass.scoring"]').select_option("whists")
    clash = page.locator("[data-clash]")
    expect(clash).to_contain_text("Распасы пишутся")
    expect(clash).to_contain_text("Прикуп на распасах")
    expect(clash).to_contain_text("распасы в вистах играют с закрытым прикупом")
    expect(page.locator("[data-sit]")).to_be_disabled()
    robot.axe("clash")
    robot.press(clash.get_by_role("button", name="Прикуп на распасах"))
    expect(page.locator('[data-option="allpass.talon"]')).to_be_focused()
    page.locator('[data-option="allpass.talon"]').select_option("closed")
    expect(clash).to_have_count(0)
    expect(page.locator('[data-diff="allpass.scoring"]')).to_contain_text("было: в гору")
    expect(page.locator('[data-diff="allpass.talon"]')).to_contain_text("закрыт")
    expect(page.locator("[data-sit]")).to_be_enabled()
    # A number that cannot be.
    robot.press('[data-group="pulka"] summary')
    page.locator('[data-option="pool_target"]').fill("0")
    page.locator('[data-option="pool_target"]').press("Tab")
    expect(page.locator("[data-clash]")).to_contain_text("Пуля каждого играется до")


def test_a_table_that_is_not_there_says_so(sit: Sit) -> None:
    robot = sit(PHONE, lang="uk", door=False)
    robot.page.goto("/table/nosuchtable")
    expect(robot.page.locator("h1")).to_have_text("Такого столу немає")
    robot.axe("no table")
    robot.press(robot.page.get_by_role("button", name="До столів"))
    expect(robot.page.locator("h1")).to_have_text("Сідайте за стіл")
