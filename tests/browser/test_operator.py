"""The page of operators: closing a spam table, and what everybody else finds there."""

import contextlib
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import House
from tests.browser.robot import DESKTOP, PHONE, Robot

pytestmark = pytest.mark.browser


ASK = """async ([path, body]) => {
    const answer = await fetch(path, {method: 'POST', body: JSON.stringify(body), headers: {'content-type': 'application/json'}});
    return answer.json();
}"""
LOGIN = {"login": "boss", "password": "a long password"}


@pytest.fixture
def house(tmp_path: Path, fate: Path) -> Iterator[House]:
    house = House(tmp_path, fate)
    try:
        house.open()
        yield house
    finally:
        house.close()


def come(browser: Browser, house: House, size: tuple[int, int], lang: str) -> Robot:
    phone = size == PHONE
    context = browser.new_context(
        base_url=house.address, viewport={"width": size[0], "height": size[1]}, locale=lang, has_touch=phone,
        is_mobile=phone, reduced_motion="reduce",
    )  # fmt: skip
    page = context.new_page()
    page.goto("/")
    return Robot(page, phone=phone)


def appoint(house: House) -> None:
    """What the operator types beside the running club; in a process of its own, since Playwright has an event loop here."""
    command = "from kozyr.cli import main; raise SystemExit(main())"
    words = ["admin", "--db", str(house.database), "operator", "boss", "on"]
    subprocess.run([sys.executable, "-c", command, *words], check=True)  # noqa: S603 - ourselves


def ask(robot: Robot, path: str, body: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = robot.page.evaluate(ASK, [path, body])
    return found


@pytest.mark.long  # three people; the same by routes: tests/test_operator_page.py
@pytest.mark.parametrize(("size", "lang"), [(PHONE, "en"), (DESKTOP, "ru")], ids=["390", "1440"])
def test_an_operator_closing_a_spam_table(chromium: Browser, house: House, size: tuple[int, int], lang: str) -> None:
    boss = come(chromium, house, size, lang)
    ask(boss, "/api/guest", {"name": "Хозяин"})
    ask(boss, "/api/register", LOGIN)
    appoint(house)
    spammer = come(chromium, house, size, "ru")
    seller = ask(spammer, "/api/guest", {"name": "Купите слона"})["account"]
    new = {"game": "preferans", "preset": "sochi", "players": 3, "bots": [None, None], "public": True}
    table = ask(spammer, "/api/tables", new)["table"]
    spammer.page.goto(f"/table/{table}")
    expect(spammer.page.locator("[data-chair]").first).to_be_visible()

    boss.page.goto(f"/table/{table}")
    expect(boss.page.locator("[data-chair]").first).to_be_visible()
    told = {"table": table, "account": seller, "reason": "quarrel", "text": "sells elephants"}
    assert ask(boss, "/api/reports", told) == {"report": 1}

    boss.page.goto("/me")
    boss.press("[data-operator]")
    expect(boss.page.locator('[data-report="1"]')).to_contain_text("sells elephants")
    expect(boss.page.locator('[data-report="1"] [data-law="PE-5.4.2"]')).to_contain_text("5.4.2")
    row = boss.page.locator(f'[data-table="{table}"]')
    expect(row).to_contain_text("Купите слона")
    boss.axe("operator")
    assert boss.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boss.press(row.locator('[data-act="close"]'))
    expect(row.locator("[data-do]")).to_be_visible()
    left, _, right, _ = boss.box(row.locator("b"))
    assert right - left > 150  # the two buttons leave the name room
    boss.press(row.locator("[data-do]"))
    expect(row.locator("[data-act]")).to_have_count(0)
    expect(boss.page.locator("[data-audit] li", has_text=f"close {table}")).to_have_count(1)
    expect(spammer.page.locator(".state")).to_be_visible(timeout=20_000)  # there is no such table any more
    with contextlib.closing(sqlite3.connect(house.database)) as database:
        audit = database.execute("select who, what, subject from audit where what = 'close'").fetchall()
    assert audit == [("operator boss on the page", "close", table)]
    for robot in (boss, spammer):
        robot.page.context.close()


@pytest.mark.long  # the same by routes: tests/test_operator_page.py
def test_somebody_is_found_and_muted(chromium: Browser, house: House) -> None:
    boss = come(chromium, house, DESKTOP, "en")
    ask(boss, "/api/guest", {"name": "Boss"})
    ask(boss, "/api/register", LOGIN)
    appoint(house)
    other = come(chromium, house, DESKTOP, "en")
    account = ask(other, "/api/guest", {"name": "Loud"})["account"]
    boss.page.goto("/operator")
    boss.page.locator("[data-people] input").first.fill("Loud")
    boss.press("[data-find]")
    person = boss.page.locator(f'[data-person="{account}"]')
    boss.press(person.locator('[data-act="mute"]'))
    person.locator("input").fill("shouts")
    boss.press(person.locator("[data-do]"))
    expect(boss.page.locator("[data-rulings]")).to_contain_text("Loud: muted")
    expect(boss.page.locator("[data-rulings]")).to_contain_text("shouts")
    for robot in (boss, other):
        robot.page.context.close()


def test_for_everybody_else_there_is_no_such_page(chromium: Browser, house: House) -> None:
    robot = come(chromium, house, PHONE, "ru")
    ask(robot, "/api/guest", {"name": "Анна"})
    robot.page.goto("/operator")
    expect(robot.page.get_by_text("Такой страницы нет")).to_be_visible()
    robot.page.goto("/me")
    robot.page.locator("[data-programs]").wait_for()
    expect(robot.page.locator("[data-operator]")).to_have_count(0)
    robot.page.context.close()
