"""The score keeper at a table: what is rarer than four taps, people who come and go, no line, a club that dies, the arbiter."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.robot import PHONE, Robot
from tests.browser.test_keep import FOUR, begin, by_hand, choose, down, figure, result, tap

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]
THREE = FOUR[:3]


@pytest.fixture
def house(tmp_path: Path, fate: Path) -> Iterator[House]:
    """A club of its own, which may die."""
    house = House(tmp_path, fate)
    house.open()
    yield house
    house.close()


def rarely(robot: Robot, key: str) -> None:
    """Something rarer happened."""
    if not robot.page.locator(f'[data-rarely="{key}"]').is_visible():
        robot.press("[data-entry] [data-rare] summary")
    robot.press(f'[data-rarely="{key}"]')


@pytest.mark.long
def test_rarer_results_by_taps(sit: Sit) -> None:
    """A misère shared with the dealer, a dealer who whists, a game given up: P-3.6.9, P-3.8.8, P-3.5.4."""
    robot = sit(PHONE, lang="ru")
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
@pytest.mark.rule("P-3.1.2", "PE-5.4.7", "P-3.2.17")
def test_people_come_and_go_and_are_fined(sit: Sit) -> None:
    robot = sit(PHONE, lang="uk", theme="light")
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


def test_a_reload_without_a_line_keeps_what_was_typed_and_sends_it_once(sit: Sit) -> None:
    robot = sit(PHONE, lang="ru")
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


def test_the_arbiter_is_asked_with_what_is_known(sit: Sit) -> None:
    robot = sit(PHONE, lang="ru")
    page = begin(robot, *THREE)
    by_hand(robot, "Анна", "висты на: Борис", 20)
    down(robot)
    robot.press("[data-error]")
    robot.axe("an error is pointed out")
    with page.context.expect_page() as opened:
        robot.press(page.locator("[data-correct] a"))
    desk = Robot(opened.value, phone=True)
    # Who wrote, what, on whom, that the pencil is down, that there is time: nothing is left to ask.
    expect(desk.page.locator('[data-ruling="sheet.warned"]')).to_contain_text("20")
    expect(desk.page.locator("[data-ruling]")).to_contain_text("п. 4.2.7")
    page.goto("/keep/k-000000000000000000000000")
    expect(page.locator("h1")).to_contain_text("Такой записи нет")
    robot.axe("a sheet that is not there")


def test_a_line_that_cannot_be_scored_says_why_and_stays(sit: Sit) -> None:
    robot = sit(PHONE, lang="ru", theme="light")
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
