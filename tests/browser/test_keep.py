"""The score keeper: the worked examples of P-4.2.7 to P-4.2.11 by its buttons, on two phones, and without a line."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.robot import DESKTOP, PHONE, Robot

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]
FOUR = ("Анна", "Борис", "Вера", "Глеб")
CONFLICT = "409"


def begin(robot: Robot, *names: str, preset: str = "Сочинка", length: int = 20) -> Page:
    """A new sheet by the form; returns its page."""
    page = robot.page
    page.goto("/keep")
    expect(page.locator("[data-begin]")).to_be_enabled()
    if len(names) != 3:
        choose(robot, "Сколько за столом", str(len(names)), "form")
    tap(robot, "form", preset)
    if length != 20:
        choose(robot, "До скольких", str(length), "form")
    for at, name in enumerate(names):
        page.locator(f'[data-name="{at}"]').fill(name)
    robot.press("[data-begin]")
    expect(page.locator("[data-pencil]")).to_be_visible()
    return page


def tap(robot: Robot, where: str, value: str, at: int = 0) -> None:
    """Choose this one of several."""
    robot.press(robot.page.locator(where).locator(f'label:has(input):has-text("{value}")').nth(at))


def choose(robot: Robot, legend: str, label: str, where: str = "[data-entry]") -> None:
    """Tap a label under a legend."""
    group = robot.page.locator(where).get_by_role("group", name=legend, exact=True)
    robot.press(group.get_by_text(label, exact=True))


def result(robot: Robot, who: str, contract: str, whist: str, tricks: int | None, where: str = "[data-entry]") -> None:
    """A result in four taps."""
    choose(robot, "Кто играет", who, where)
    robot.press(robot.page.locator(where).locator(f'[data-contract="{contract}"]'))
    choose(robot, "Кто вистует", whist, where)
    if tricks is not None:
        choose(robot, f"Взятки: {who}", str(tricks), where)


def down(robot: Robot) -> None:
    """The pencil is put down, and it is written."""
    seq = int(robot.page.locator("main").get_attribute("data-seq") or 0)
    robot.press("[data-pencil]")
    expect(robot.page.locator(f'main[data-seq="{seq + 1}"]')).to_be_visible()


def by_hand(robot: Robot, who: str, column: str, points: int) -> None:
    """Points typed by hand; the pencil is still up."""
    choose(robot, "Что пишем", "от руки")
    choose(robot, "Кто пишет себе", who)
    choose(robot, "Куда", column)
    robot.page.locator("[data-entry] [data-number]").fill(str(points))
    robot.press("[data-entry] [data-add]")


def amend(robot: Robot, by: str, points: int | None, column: str) -> None:
    """The newest entry by hand is wrong: this is right; None: nothing."""
    page = robot.page
    robot.press(page.locator("[data-error]").first)
    choose(robot, "Кто указывает", by, "[data-correct]")
    if points is None:
        robot.press("[data-strike]")
    else:
        robot.press(page.locator("[data-correct] li button"))
        choose(robot, "Куда", column, "[data-correct]")
        page.locator("[data-correct] [data-number]").fill(str(points))
        robot.press("[data-correct] [data-add]")
        robot.press("[data-right-one]")
    expect(page.locator("[data-correct]")).to_have_count(0)


def figure(page: Page, label: str, total: int) -> None:
    """A figure stands on the drawn sheet."""
    expect(page.locator(f'[data-figure][aria-label^="{label}: {total}"]').last).to_be_attached()


@pytest.mark.long
@pytest.mark.rule("P-4.2.7", "P-4.2.8", "P-4.2.9", "P-4.2.10", "P-4.2.11")
def test_the_worked_examples_by_its_buttons(sit: Sit) -> None:
    robot = sit(PHONE, lang="ru", door=False)
    page = begin(robot, *FOUR)
    robot.axe("a new sheet")

    # W-P-4.2.8-1: before the pencil is down it is mended, and nothing comes of it.
    by_hand(robot, "Анна", "в пулю", 4)
    robot.press("[data-entry] li button")
    page.locator("[data-number]").fill("2")
    robot.press("[data-add]")
    robot.axe("points by hand")
    down(robot)
    expect(page.locator("[data-cost]")).to_have_count(0)
    figure(page, "Анна, пуля", 2)

    # W-P-4.2.7: the first error is a warning; the second time eight whists too many are written back (-1) ...
    by_hand(robot, "Анна", "в гору", 3)
    down(robot)
    amend(robot, "Борис", None, "")
    expect(page.locator('[data-cost="warning"]')).to_have_count(1)
    by_hand(robot, "Анна", "висты на: Борис", 20)
    down(robot)
    amend(robot, "Борис", 12, "висты на: Борис")
    expect(page.locator('[data-cost="fine"]')).to_contain_text("+8")
    figure(page, "Анна, висты, на: Борис", 12)
    figure(page, "Борис, висты, на: Анна", 8)
    # ... and four points of the pool go on the hill (-2).
    by_hand(robot, "Анна", "в пулю", 10)
    down(robot)
    amend(robot, "Вера", 6, "в пулю")
    expect(page.locator('[data-cost="fine"]')).to_have_count(2)
    figure(page, "Анна, пуля", 8)
    figure(page, "Анна, гора", 4)
    robot.axe("warnings and fines")

    # W-P-4.2.11-1: the column of contract and result.
    choose(robot, "Что пишем", "результат")
    result(robot, "Борис", "6S", "Вера", 6)
    robot.axe("a result typed")
    down(robot)
    result(robot, "Вера", "8H", "Глеб", 7)
    down(robot)
    expect(page.locator('[data-protocol="6♠/="]')).to_contain_text("6♠/=")
    expect(page.locator('[data-protocol="8♥/-1"]')).to_contain_text("8♥/−1")

    # W-P-4.2.9-1: the next contract is named: the writer's good will alone mends it.
    robot.press('[data-named="3"]')
    expect(page.locator('[data-named="4"]')).to_be_visible()
    robot.press(page.locator('[data-line]:has([data-protocol="8♥/-1"]) [data-error]'))
    choose(robot, "Взятки: Вера", "8", "[data-correct]")
    robot.press("[data-right-one]")
    asked = page.locator("[data-asked]")
    expect(asked).to_contain_text("P-4.2.9")
    expect(asked.locator("[data-yes]")).to_have_count(1)
    robot.axe("consent is asked")
    robot.press('[data-refuse="Вера"]')
    expect(asked).to_have_count(0)
    expect(page.locator('[data-protocol="8♥/-1"]')).to_be_visible()

    # W-P-4.2.10-1: own six spades, forgotten until the next contract was named; one of the others does not remember.
    robot.press('[data-named="4"]')
    expect(page.locator('[data-named="5"]')).to_be_visible()
    choose(robot, "За какую сдачу", "сдача 3, не записана")
    result(robot, "Анна", "6S", "никто", None)
    down(robot)
    robot.press('[data-yes="Борис"]')
    expect(page.locator('[data-yes="Борис"]')).to_have_count(0)
    robot.press('[data-refuse="Вера"]')
    expect(page.locator('[data-state="refused"]')).to_be_visible()
    figure(page, "Анна, пуля", 8)


@pytest.mark.long  # a second code
def test_by_the_club_all_must_agree_and_nothing_is_fined(sit: Sit) -> None:
    """W-P-4.2.9-1 by the codex of the club (PC-4.8.4)."""
    robot = sit(DESKTOP, lang="ru", theme="light", door=False)
    page = begin(robot, "Анна", "Борис", "Вера", preset="Клуб")
    result(robot, "Борис", "6S", "Вера", 6)
    down(robot)
    robot.press('[data-named="2"]')
    robot.press(page.locator("[data-error]"))
    choose(robot, "Кто указывает", "Анна", "[data-correct]")
    choose(robot, "Взятки: Борис", "5", "[data-correct]")
    robot.press("[data-right-one]")
    asked = page.locator("[data-asked]")
    expect(asked).to_contain_text("PC-4.8.4")
    expect(asked.locator("[data-yes]")).to_have_count(2)
    for name in ("Борис", "Вера"):
        robot.press(f'[data-yes="{name}"]')
    expect(page.locator('[data-protocol="6♠/-1"]')).to_be_visible()
    expect(page.locator('[data-cost="fine"], [data-cost="warning"]')).to_have_count(0)
    robot.axe("by the club")


@pytest.mark.usefixtures("installed")
def test_two_phones_and_a_line_that_breaks(sit: Sit) -> None:
    first, second = sit(PHONE, lang="ru", door=False), sit(PHONE, lang="uk", door=False)
    page = begin(first, "Анна", "Борис", "Вера")
    second.page.goto(page.url)
    expect(second.page.locator("[data-pencil]")).to_be_visible()
    second.axe("another phone")
    result(first, "Борис", "7D", "Вера", 7)
    # The same deal is being written on the other phone; what was typed there stays when the first one is quicker.
    other = second.page.locator("[data-entry]")
    second.press(other.get_by_text("Борис", exact=True))
    second.press(other.locator('[data-contract="7D"]'))
    second.press(other.get_by_text("ніхто", exact=True))
    second.page.context.set_offline(True)
    second.press("[data-pencil]")
    expect(second.page.locator("[data-waiting]")).to_contain_text("7♦")
    down(first)
    second.page.context.set_offline(False)
    expect(second.page.locator('[data-refused="stale"]')).to_be_visible()
    expect(second.page.locator('[data-gone="1"]')).to_be_visible()
    expect(second.page.locator("[data-typed]")).to_contain_text("7♦")
    expect(second.page.locator('[data-protocol="7♦/="]')).to_have_count(1)
    # Without anybody in between, what was typed without a line is written once when there is one.
    second.press("[data-clear]")
    second.page.context.set_offline(True)
    second.press(other.get_by_text("Вера", exact=True).first)
    second.press(other.locator('[data-contract="6C"]'))
    second.press(other.get_by_text("ніхто", exact=True))
    second.press("[data-pencil]")
    expect(second.page.locator("[data-waiting]")).to_be_visible()
    second.page.context.set_offline(False)
    expect(page.locator('[data-protocol="6♣/="]')).to_have_count(1)
    expect(second.page.locator("[data-waiting]")).to_have_count(0)


@pytest.mark.long  # deberts: test_keep_table.py
@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.long)])
def test_rubber_and_deberts_are_kept_in_english(sit: Sit, size: tuple[int, int]) -> None:
    robot = sit(size, lang="en", theme="light" if size == PHONE else "dark", door=False)
    page = robot.page
    page.goto("/keep")
    robot.axe("begin a sheet")
    tap(robot, "form", "Bridge")
    robot.press("[data-begin]")
    entry = page.locator("[data-entry]")
    robot.press(entry.get_by_text("N Player 1", exact=True))
    robot.press('[data-contract="4S"]')
    robot.press(entry.get_by_role("group", name="Result", exact=True).locator("label").filter(has_text="+1"))
    robot.press("[data-pencil]")
    expect(page.locator('[data-line="2"]')).to_contain_text("4♠ +1")
    robot.axe("a rubber")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto("/keep")
    expect(page.locator("[data-mine-kept] li")).to_have_count(1)
    tap(robot, "form", "Deberts")
    robot.press("[data-begin]")
    robot.press(entry.locator("label").filter(has_text="Player 2").first)
    robot.press(entry.locator("label").filter(has_text="♥"))
    page.locator('[data-points="S"]').fill("100")
    page.locator('[data-points="S"]').press("Tab")
    robot.press("[data-pencil]")
    expect(page.locator('[data-line="2"]')).to_contain_text("62 : 100")
    robot.axe("a party")
