"""The page of operators: closing a spam table, and what everybody else finds there."""

import contextlib
import sqlite3
import subprocess
import sys
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


def boss(chromium: Browser, house: House, size: tuple[int, int], lang: str) -> Robot:
    """An operator, in a browser of that size and language."""
    found = come(chromium, house, size, lang)
    ask(found, "/api/guest", {"name": "Хозяин"})
    ask(found, "/api/register", LOGIN)
    appoint(house)
    return found


@pytest.mark.long  # three people; the same by routes: tests/test_operator_page.py
@pytest.mark.parametrize(
    ("size", "lang", "closed"),
    [
        (PHONE, "en", "has closed this table"),
        (DESKTOP, "ru", "закрыл этот стол"),
        (PHONE, "uk", "закрив цей стіл"),
    ],
    ids=["390-en", "1440-ru", "390-uk"],
)
def test_an_operator_closes_a_spam_table_and_opens_it_again(
    chromium: Browser, house: House, size: tuple[int, int], lang: str, closed: str
) -> None:
    """By the keyboard alone: the reason is asked for, stands on the page of the table and in the list of what is closed."""
    robot = boss(chromium, house, size, lang)
    spammer = come(chromium, house, size, lang)
    seller = ask(spammer, "/api/guest", {"name": "Купите слона"})["account"]
    new = {"game": "preferans", "preset": "sochi", "players": 3, "bots": [None, None], "public": True}
    table = ask(spammer, "/api/tables", new)["table"]
    spammer.page.goto(f"/table/{table}")
    expect(spammer.page.locator("[data-chair]").first).to_be_visible()

    robot.page.goto(f"/table/{table}")
    expect(robot.page.locator("[data-chair]").first).to_be_visible()
    told = {"table": table, "account": seller, "reason": "quarrel", "text": "sells elephants"}
    for text in ("sells elephants", "and camels", "and camels"):
        assert ask(robot, "/api/reports", told | {"text": text}) == {"report": 1}

    robot.page.goto("/me")
    robot.press("[data-operator]")
    report = robot.page.locator('[data-report="1"]')
    expect(report).to_contain_text("sells elephants")
    expect(report.locator("[data-count]")).to_contain_text("3")
    expect(report.locator('[data-law="PE-5.4.2"]')).to_contain_text("5.4.2")
    row = robot.page.locator(f'[data-table="{table}"]')
    expect(row).to_contain_text("Купите слона")
    robot.axe("operator")
    row.locator('[data-act="close"]').focus()
    robot.page.keyboard.press("Enter")
    expect(row.locator("input")).to_be_focused()
    expect(row.locator("[data-do]")).to_be_disabled()  # a reason is needed
    robot.axe("operator, closing")
    robot.page.keyboard.type("продажа слонов")
    robot.page.keyboard.press("Enter")
    thing = robot.page.locator(f'[data-thing="{table}"]')
    expect(thing.locator("[data-why]")).to_contain_text("продажа слонов")
    expect(row.locator("[data-act]")).to_have_count(0)
    expect(robot.page.locator("[data-audit] li", has_text=f"close {table}")).to_contain_text("продажа слонов")
    robot.axe("operator, closed")
    assert robot.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    state = spammer.page.locator('[data-closed="table"]')
    expect(state).to_contain_text(closed)
    expect(state).to_contain_text("продажа слонов")
    spammer.axe("closed")
    thing.locator('[data-act="open"]').focus()
    robot.page.keyboard.press("Enter")
    expect(thing).to_have_count(0)
    spammer.page.reload()
    expect(spammer.page.locator("[data-chair]").first).to_be_visible()
    with contextlib.closing(sqlite3.connect(house.database)) as database:
        audit = database.execute("select who, what, subject from audit where what in ('close', 'open')").fetchall()
    assert audit == [("operator boss on the page", what, table) for what in ("close", "open")]
    for one in (robot, spammer):
        one.page.context.close()


@pytest.mark.long  # the same by routes: tests/attack/test_closed.py
@pytest.mark.parametrize(("size", "lang"), [(PHONE, "ru"), (DESKTOP, "en")], ids=["390", "1440"])
def test_anything_is_closed_by_its_address(chromium: Browser, house: House, size: tuple[int, int], lang: str) -> None:
    """Each of its pages says then that it is closed, and why; what has no such id gets one line."""
    robot = boss(chromium, house, size, lang)
    duties = {
        "arbiter": "",
        "preparations": "x",
        "sessions": "x",
        "entry": "x",
        "special_conditions": "x",
        "published": "x",
    }
    held = {"name": "Кубок слонов", "game": "preferans", "preset": "sochi", "regulations": {"duties": duties}}
    rules = {"tournament.type": "cup", "cup.issues": 1, "cup.deals_per_issue": 2, "cup.finalists": 1, "duties": duties}
    sheet = {"game": "preferans", "preset": "sochi", "players": ["Аня", "Борис", "Вера"]}
    event = ask(robot, "/api/events", held)["id"]
    cup = ask(robot, "/api/events", held | {"regulations": rules, "cup": {"level": "novice", "prizes": 1}})["id"]
    league = ask(robot, "/api/leagues", {"name": "Лига"})["id"]
    kept = ask(robot, "/api/keep", sheet)["id"]
    pages = {"event": ("event", event), "cup": ("cup", cup), "league": ("league", league), "sheet": ("keep", kept)}
    robot.page.goto("/operator")
    field = robot.page.locator("[data-closed-things] form input").first
    field.fill("nothing")
    field.press("Enter")
    expect(robot.page.locator("[data-wrong]")).to_be_visible()
    for page, id_ in pages.values():
        field.fill(f"{house.address}/{page}/{id_}")
        field.press("Enter")
        thing = robot.page.locator(f'[data-thing="{id_}"]')
        expect(thing.locator("input")).to_be_focused()
        robot.page.keyboard.type("слоны")
        robot.page.keyboard.press("Enter")
        expect(thing.locator("[data-why]")).to_contain_text("слоны")
    robot.axe("operator, all closed")
    assert robot.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    walls = [f"/event/{event}/wall", f"/event/{event}/hall"]
    for path, what in [
        *((f"/{page}/{id_}", what) for what, (page, id_) in pages.items()),
        *((one, "event") for one in walls),
    ]:
        robot.page.goto(path)
        expect(robot.page.locator(f'[data-closed="{what}"]')).to_contain_text("слоны")
        robot.axe(f"closed {what}")
    robot.page.context.close()


@pytest.mark.long  # the same by routes: tests/test_operator_page.py
def test_somebody_is_found_and_muted(chromium: Browser, house: House) -> None:
    robot = boss(chromium, house, DESKTOP, "en")
    other = come(chromium, house, DESKTOP, "en")
    account = ask(other, "/api/guest", {"name": "Loud"})["account"]
    robot.page.goto("/operator")
    robot.page.locator("[data-people] input").first.fill("Loud")
    robot.press("[data-find]")
    person = robot.page.locator(f'[data-person="{account}"]')
    robot.press(person.locator('[data-act="mute"]'))
    person.locator("input").fill("shouts")
    robot.press(person.locator("[data-do]"))
    expect(robot.page.locator("[data-rulings]")).to_contain_text("Loud: muted")
    expect(robot.page.locator("[data-rulings]")).to_contain_text("shouts")
    for one in (robot, other):
        one.page.context.close()


@pytest.mark.long
def test_for_everybody_else_there_is_no_such_page(chromium: Browser, house: House) -> None:
    robot = come(chromium, house, PHONE, "ru")
    ask(robot, "/api/guest", {"name": "Анна"})
    robot.page.goto("/operator")
    expect(robot.page.get_by_text("Такой страницы нет")).to_be_visible()
    robot.page.goto("/me")
    robot.page.locator("[data-programs]").wait_for()
    expect(robot.page.locator("[data-operator]")).to_have_count(0)
    robot.page.context.close()
