"""The score keeper at a table: what is rarer than four taps, people who come and go, no line, a club that dies, the arbiter."""

import json
import re
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import House
from tests.browser.robot import PHONE, Robot
from tests.browser.test_keep import FOUR, amend, begin, by_hand, choose, down, figure, result, tap
from tests.conftest import LONG

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]
THREE = FOUR[:3]
OWN = ("Чей это телефон", "Чий це телефон")  # by whether it is the second phone
WORDS = (("Кто играет", "Кто вистует", "никто"), ("Хто грає", "Хто вістує", "ніхто"))


def rarely(robot: Robot, key: str) -> None:
    """Something rarer happened."""
    if not robot.page.locator(f'[data-rarely="{key}"]').is_visible():
        robot.press("[data-entry] [data-rare] summary")
    robot.press(f'[data-rarely="{key}"]')


def all_passed(robot: Robot, **tricks: int) -> None:
    """An all-pass; the tricks of the last one follow."""
    choose(robot, "Кто играет", "распасы")
    for name, n in tricks.items():
        choose(robot, f"Взятки: {name}", str(n))
    down(robot)


def exact(text: str) -> Fraction:
    """A figure as people write it: `+26⅔`, `−12`."""
    sign, whole, part = re.fullmatch(r"([+−]?)(\d*)(\D?)", text.strip()).groups()  # type: ignore[union-attr]  # or it fails
    found = Fraction(whole or 0)
    found += Fraction(unicodedata.numeric(part)).limit_denominator(60) if part else 0
    return -found if sign == "−" else found


def settled(page: Page) -> dict[str, Fraction]:
    """What the page says that each has won, by the mean hill."""
    summary = page.locator("[data-score] details > summary")
    if not page.locator("[data-score] details[open]").count():
        summary.tap()
    rows = page.locator("[data-score] details table tbody tr")
    expect(rows.first).to_be_visible()
    return {row.locator("th").inner_text(): exact(row.locator("td.total").inner_text()) for row in rows.all()}


def scored(robot: Robot, folder: Path) -> None:
    """The file that the page gives is read by the command that it names, with the result that it shows."""
    page = robot.page
    with page.expect_download() as found:
        robot.press("[data-export]")
    kozyr, *words, name = page.locator("main code").inner_text().split()
    assert (kozyr, name) == ("kozyr", found.value.suggested_filename)
    found.value.save_as(folder / name)
    command = [sys.executable, "-m", "kozyr.cli", *words, str(folder / name), "--json"]
    said: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)  # noqa: S603 - ourselves
    assert said["error"] is None
    assert said["finished"] is (page.locator('[data-due="over"]').count() == 1)
    assert {player: Fraction(points) for player, points in said["result"].items()} == settled(page)


@pytest.mark.long
def test_rarer_results_by_taps(sit: Sit) -> None:
    """A misère shared with the dealer, a dealer who whists, a game given up: P-3.6.9, P-3.8.8, P-3.5.4."""
    robot = sit(PHONE, lang="ru", door=False)
    page = begin(robot, *FOUR)
    choose(robot, "Кто играет", "Борис")
    robot.press('[data-contract="misere"]')
    choose(robot, "Взятки: Борис", "0")
    rarely(robot, "shared")
    robot.axe("a shared misère")
    down(robot)
    figure(page, "Анна, пуля", 5)
    figure(page, "Борис, пуля", 5)
    choose(robot, "Кто играет", "Вера")
    robot.press('[data-contract="8S"]')
    choose(robot, "Кто вистует", "сдающий: Борис")
    choose(robot, "Взятки: Вера", "8")
    down(robot)
    figure(page, "Вера, пуля", 6)
    choose(robot, "Кто играет", "Анна")
    robot.press('[data-contract="7D"]')
    choose(robot, "Кто вистует", "Борис")
    rarely(robot, "surrender")
    down(robot)
    expect(page.locator("[data-line]").first).to_contain_text("7♦")
    expect(page.locator("[data-refused]")).to_have_count(0)
    # An entry by hand stands for the fourth deal: the next one deals.
    expect(page.locator('[data-due="4"]')).to_contain_text("Глеб")
    by_hand(robot, "Глеб", "в пулю", 2)
    choose(robot, "За какую сдачу", "сдача 4")
    choose(robot, "Результат этой сдачи", "это он и есть, сдаёт следующий")
    down(robot)
    expect(page.locator('[data-due="5"]')).to_contain_text("Анна")


@pytest.mark.long
@pytest.mark.rule("P-3.3.19a", "P-3.4.11")
def test_blind_calls_and_the_bonus_of_the_talon_by_taps(sit: Sit, tmp_path: Path) -> None:
    robot = sit(PHONE, lang="ru", door=False)
    page = begin(robot, *THREE, preset="Классика")
    all_passed(
        robot, Борис=3, Вера=3
    )  # the first deal is a compulsory all-pass: nobody is asked whether he passed blind
    choose(robot, "Кто играет", "Вера")
    robot.press('[data-contract="7C"]')
    choose(robot, "Кто вистует", "никто")
    robot.press("[data-entry] [data-rare] summary")
    robot.press('[data-blind="Анна"]')
    robot.axe("blind calls")
    robot.press("[data-pencil]")
    # Behind a blind pass nobody bids seven: it says why, and what was typed stays.
    expect(page.locator('[data-refused="cannot_be"]')).to_contain_text("3.3.19")
    expect(page.locator("[data-typed]")).to_contain_text("7♣")
    robot.press('[data-blind="Анна"]')
    robot.press('[data-rarely="dark"]')
    down(robot)
    expect(page.locator("[data-refused]")).to_have_count(0)
    figure(page, "Вера, пуля", 16)  # four for a seven, twice by a bomb, twice since it was bid in the dark
    choose(robot, "Кто играет", "распасы")
    robot.press("[data-entry] [data-rare] summary")
    for name in ("Вера", "Анна"):
        robot.press(f'[data-blind="{name}"]')
    choose(robot, "Взятки: Вера", "3")
    choose(robot, "Взятки: Анна", "4")
    down(robot)
    figure(page, "Анна, гора", 6)
    scored(robot, tmp_path)

    page = begin(robot, *FOUR, preset="ФСПР")
    choose(robot, "Кто играет", "Борис")
    robot.press('[data-contract="6S"]')
    choose(robot, "Кто вистует", "никто")
    robot.press("[data-entry] [data-rare] summary")
    robot.press('[data-talon="SA"]')
    expect(page.locator("[data-pencil]")).to_be_disabled()  # a talon has two cards
    robot.press('[data-talon="SK"]')
    expect(page.locator('[data-talon="HA"]')).to_be_disabled()
    robot.axe("the talon's bonus")
    down(robot)
    figure(page, "Анна, висты, на: Борис", 8)
    scored(robot, tmp_path)


@pytest.mark.long
@pytest.mark.rule("P-3.5.3", "P-4.2.7")
def test_what_a_table_agreed_on_otherwise_is_kept_so(sit: Sit, tmp_path: Path) -> None:
    """A ten is checked, and a wrong entry costs nothing: no preset of the form has both."""
    robot = sit(PHONE, lang="ru", door=False)
    page = robot.page
    page.goto("/keep")
    expect(page.locator("[data-begin]")).to_be_enabled()
    robot.press("[data-otherwise] summary")
    for option, value in (("bombs", "on"), ("contract.ten_is", "checked"), ("irr.record_error", "none")):
        page.locator("[data-option]").select_option(option)
        page.locator("[data-value]").select_option(value)
        expect(page.locator(f'button[data-agreed="{option}"]')).to_be_visible()
    for at, name in enumerate(THREE):
        page.locator(f'[data-name="{at}"]').fill(name)
    robot.axe("agreed otherwise")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    robot.press("[data-begin]")
    expect(page.locator("form [role=alert]")).to_contain_text("Бомб")  # nothing earns one here
    robot.press('button[data-agreed="bombs"]')
    robot.press("[data-begin]")
    expect(page.locator("p[data-agreed]")).to_contain_text("проверяется")
    choose(robot, "Кто играет", "Борис")
    robot.press('[data-contract="10S"]')
    expect(page.get_by_role("group", name="Кто вистует", exact=True)).to_have_count(0)
    choose(robot, "Взятки: Борис", "9")
    down(robot)
    figure(page, "Борис, гора", 10)
    figure(page, "Вера, висты, на: Борис", 10)
    scored(robot, tmp_path)
    for points in (4, 6):
        by_hand(robot, "Анна", "в пулю", points)
        down(robot)
        amend(robot, "Борис", 2, "в пулю")
    expect(page.locator('[data-cost="stands"]')).to_have_count(2)
    expect(page.locator('[data-cost="warning"], [data-cost="fine"]')).to_have_count(0)
    figure(page, "Анна, пуля", 4)
    scored(robot, tmp_path)


@pytest.mark.long
@pytest.mark.rule("P-4.2.4", "P-4.2.14", "P-4.2.15")
@pytest.mark.parametrize("early", [False, True], ids=["full", "early"])
def test_a_pulka_is_closed_on_two_phones_and_its_file_says_the_same(sit: Sit, tmp_path: Path, *, early: bool) -> None:
    """Each writes on his own phone; the pools are full, or all agree to end; the file is scored as the page shows it."""
    first, second = sit(PHONE, lang="ru", door=False), sit(PHONE, lang="uk", theme="light", door=False)
    page = begin(first, *THREE, length=10)
    second.page.goto(page.url)
    for robot, name in ((first, "Анна"), (second, "Борис")):
        expect(robot.page.locator("[data-pencil]")).to_be_visible()
        robot.press(robot.page.get_by_role("group", name=OWN[robot is second]).get_by_text(name, exact=True))
    tens = [(first, "Анна", "10S"), (second, "Борис", "10H"), (first, "Вера", "9C"), (second, "Вера", "6D")]
    for n, (robot, declarer, contract) in enumerate(tens[: 2 if early else 4]):
        expect(robot.page.locator(f'[data-due="{n + 1}"]')).to_be_visible()
        who, whist, none = WORDS[robot is second]
        choose(robot, who, declarer)
        robot.press(f'[data-contract="{contract}"]')
        choose(robot, whist, none)
        down(robot)
    if early:
        first.press("[data-end]")
        asked = second.page.locator("[data-asked]")
        expect(asked).to_contain_text("4.2.15")
        expect(asked.locator("[data-yes]")).to_have_count(1)  # a phone of one's own answers for its owner alone
        second.press('[data-yes="Борис"]')
        choose(second, OWN[True], "ходить по колу", "main")
        second.press('[data-yes="Вера"]')
    for robot in (first, second):
        expect(robot.page.locator('[data-due="over"]')).to_be_visible()
        expect(robot.page.locator("[data-pencil], [data-named], [data-end]")).to_have_count(0)
        robot.axe("a closed pulka")
        scored(robot, tmp_path)
        robot.page.reload()
        expect(robot.page.locator('[data-due="over"]')).to_be_visible()
        robot.page.go_back()
        robot.page.go_forward()
        expect(robot.page.locator('[data-due="over"]')).to_be_visible()
        scored(robot, tmp_path)


@pytest.mark.long
@pytest.mark.rule("P-3.1.2", "PE-5.4.7", "P-3.2.17")
def test_people_come_and_go_and_are_fined(sit: Sit) -> None:
    robot = sit(PHONE, lang="uk", theme="light", door=False)
    page = robot.page
    page.goto("/keep")
    expect(page.locator("[data-begin]")).to_be_enabled()
    for at, name in enumerate(THREE):
        page.locator(f'[data-name="{at}"]').fill(name)
    robot.press("[data-begin]")
    robot.press("[data-change-people]")
    robot.axe("people and fines")
    tap(robot, "[data-people]", "підсів ще один")
    page.locator("[data-new]").fill("Глеб")
    robot.press("[data-propose]")
    for name in THREE[1:]:
        robot.press(f'[data-yes="{name}"]')
    expect(page.locator('[data-change="join"][data-state="stands"]')).to_be_visible()
    expect(page.locator('[data-due="1"]')).to_contain_text("Глеб")
    robot.press("[data-change-people]")
    tap(robot, "[data-people]", "штраф столу")
    choose(robot, "Хто пропонує", "Анна", "[data-people]")
    choose(robot, "Кого стосується", "Глеб", "[data-people]")
    robot.press("[data-propose]")
    robot.press('[data-yes="Глеб"]')
    expect(page.locator('[data-change="fine"][data-state="stands"]')).to_contain_text("P-3.2.17")
    robot.press("[data-change-people]")
    choose(robot, "Хто пропонує", "Анна", "[data-people]")
    choose(robot, "Кого стосується", "Вера", "[data-people]")
    page.locator("[data-new]").fill("Дана")
    robot.press("[data-propose]")
    for name in ("Борис", "Глеб"):
        robot.press(f'[data-yes="{name}"]')
    expect(page.locator('[data-change="replace"][data-state="stands"]')).to_contain_text("Дана")
    expect(page.locator("[data-entry]")).to_contain_text("Дана")
    robot.axe("a changed table")


@pytest.mark.long  # a line that breaks: test_keep.py
@pytest.mark.usefixtures("installed")
def test_a_reload_without_a_line_keeps_what_was_typed_and_sends_it_once(sit: Sit) -> None:
    robot = sit(PHONE, lang="ru", door=False)
    page = begin(robot, *THREE)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    result(robot, "Борис", "7D", "Вера", 7)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("[data-typed]")).to_contain_text("7♦")
    robot.press("[data-pencil]")
    expect(page.locator("[data-waiting]")).to_contain_text("7♦")
    kept = "() => localStorage.getItem('kozyr.keep.' + location.pathname.split('/').pop())"
    waiting = json.loads(page.evaluate(kept))["waiting"]
    page.reload()
    expect(page.locator("[data-waiting]")).to_contain_text("7♦")
    sent: list[str] = []
    page.on(
        "request", lambda one: sent.append(json.loads(one.post_data or "{}")["id"]) if one.method == "POST" else None
    )
    page.context.set_offline(False)
    expect(page.locator('[data-protocol="7♦/="]')).to_have_count(1)
    assert set(sent) == {waiting[0]["id"]}
    # Back to the list and forward again: nothing typed is lost.
    choose(robot, "Кто играет", "Анна")
    page.go_back()
    expect(page.locator("[data-mine-kept] li")).to_have_count(1)
    page.go_forward()
    expect(page.locator("[data-contract]").first).to_be_visible()


@pytest.mark.long
def test_the_club_dies_between_two_entries(house: House, sit: Sit) -> None:
    robot = sit(PHONE, lang="ru", door=False)
    page = robot.page
    page.goto(f"{house.address}/keep")
    robot.press("[data-begin]")
    expect(page.locator("[data-pencil]")).to_be_visible()
    result(robot, "Игрок 1", "6S", "Игрок 2", 6)
    down(robot)
    house.kill()
    result(robot, "Игрок 2", "7D", "никто", None)
    robot.press("[data-pencil]")
    expect(page.locator("[data-waiting]")).to_contain_text("7♦")
    house.open()
    expect(page.locator('[data-protocol="7♦/="]')).to_have_count(1)
    expect(page.locator('[data-protocol="6♠/="]')).to_have_count(1)


def arbiter(robot: Robot, link: str) -> Robot:
    """The desk that a link of the sheet opens beside it."""
    with robot.page.context.expect_page() as opened:
        robot.press(robot.page.locator(link))
    return Robot(opened.value, phone=True)


def ruled(robot: Robot, link: str, ruling: str, told: str) -> None:
    """The desk rules at once."""
    desk = arbiter(robot, link).page
    expect(desk.locator(f'[data-ruling="{ruling}"]')).to_contain_text(told)
    desk.close()


def retype(robot: Robot, column: str, points: int) -> None:
    """The one entry of the dialog becomes another."""
    robot.press(robot.page.locator("[data-correct] li button"))
    choose(robot, "Куда", column, "[data-correct]")
    robot.page.locator("[data-correct] [data-number]").fill(str(points))
    robot.press("[data-correct] [data-add]")


@pytest.mark.long
def test_the_arbiter_is_asked_with_what_is_known(sit: Sit) -> None:
    robot = sit(PHONE, lang="ru", door=False)
    page = begin(robot, *THREE)
    by_hand(robot, "Анна", "висты на: Борис", 20)
    down(robot)
    robot.press("[data-error]")
    robot.axe("an error is pointed out")
    # Who wrote, what, on whom, that the pencil is down, that there is time: what was right is left to ask.
    desk = arbiter(robot, "[data-correct] a")
    expect(desk.page.locator("h1")).to_have_text("Сколько надо было записать?")
    desk.press(desk.page.get_by_role("button", name="Дальше"))
    desk.press(desk.page.get_by_role("button", name="Рассудить"))
    expect(desk.page.locator('[data-ruling="sheet.warned"]')).to_contain_text("20")
    expect(desk.page.locator("[data-ruling]")).to_contain_text("п. 4.2.7")
    desk.page.close()
    # What was right is typed on the sheet: nothing is left to ask.
    retype(robot, "висты на: Борис", 12)
    ruled(robot, "[data-correct] a", "sheet.warned", "вистов 8")
    if LONG:  # of another column the arbiter hears that nothing was to be written in this one
        retype(robot, "в гору", 12)
        ruled(robot, "[data-correct] a", "sheet.warned", "вистов 20")
    page.keyboard.press("Escape")
    # Once the next contract is named the writer is asked, and what is right goes to the arbiter as well.
    choose(robot, "Что пишем", "результат")
    result(robot, "Борис", "6S", "Вера", 6)
    down(robot)
    robot.press('[data-named="2"]')
    expect(page.locator('[data-named="3"]')).to_be_visible()
    robot.press(page.locator("[data-error]").last)  # the older one
    choose(robot, "Кто указывает", "Борис", "[data-correct]")
    retype(robot, "висты на: Борис", 12)
    robot.press("[data-right-one]")
    ruled(robot, "[data-asked] a", "sheet.late", "8")
    page.goto("/keep/k-000000000000000000000000")
    expect(page.locator("h1")).to_contain_text("Такой записи нет")
    robot.axe("a sheet that is not there")


def test_a_line_that_cannot_be_scored_says_why_and_stays(sit: Sit) -> None:
    robot = sit(PHONE, lang="ru", theme="light", door=False)
    page = robot.page
    page.goto("/keep")
    tap(robot, "form", "Деберц")
    robot.press("[data-begin]")
    entry = page.locator("[data-entry]")
    choose(robot, "Кто играет", "Игрок 1")
    robot.press(entry.locator("label").filter(has_text="♥"))
    page.locator('[data-points="N"]').fill("162")
    page.locator('[data-points="N"]').press("Tab")
    choose(robot, "Последняя взятка", "Игрок 1")
    robot.press("[data-entry] [data-rare] summary")
    choose(robot, "Без взяток", "Игрок 1")
    robot.press("[data-pencil]")
    expect(page.locator('[data-refused="cannot_be"]')).to_contain_text("последнюю взятку")
    expect(page.locator("[data-typed]")).to_contain_text("162 : 0")
    robot.axe("a refused line")
    choose(robot, "Без взяток", "Игрок 2")
    down(robot)
    expect(page.locator("[data-refused]")).to_have_count(0)
    # A card bait leaves nothing to the guilty one (D-BAIT-4).
    robot.press(entry.locator("label").filter(has_text="Игрок 2").first)
    robot.press(entry.locator("label").filter(has_text="♠"))
    robot.press("[data-entry] [data-rare] summary")
    choose(robot, "Байт на картах", "Игрок 2")
    expect(page.locator('[data-points="S"]')).to_be_disabled()
    down(robot)
    expect(page.locator("[data-line]").first).to_contain_text("162 : 0")
