"""A rated pulka of two people and a bot moves two ratings, which each sees, and the list shows who wants it."""

import contextlib
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.door import lay, settle
from tests.browser.robot import DESKTOP, PHONE, Robot
from tests.browser.test_invited import REGISTER

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]
BEFORE = 60  # deals that each has played before: fewer, and nothing would be said
ASK = "async path => (await fetch(path)).json()"


@pytest.fixture
def club(house: House) -> str:
    return house.address


def played_before(database: Path, accounts: tuple[str, str]) -> None:
    """What the club keeps of deals that these two have played at another rated table."""
    rows = []
    for nth in range(BEFORE):
        scores = (nth % 3 - 1, 0)
        sides = [{"pool": "people", "who": [who], "score": score} for who, score in zip(accounts, scores, strict=True)]
        rows.append(("before", 1 + nth, 1, 1, "", "{}", 1 + nth, json.dumps(sides)))
    with contextlib.closing(sqlite3.connect(database, timeout=30)) as opened:
        opened.execute("insert into logs (id, owner) values ('before', 'table')")
        opened.execute(
            "insert into tables (id, game, preset, conventions, seats, created) values ('before', 'preferans', 'sochi', '{}', '[]', 1)"
        )
        opened.executemany(
            "insert into reviews (table_id, deal, upto, edition, told, brief, ended, rated) values (?, ?, ?, ?, ?, ?, ?, ?)",
            rows,
        )
        opened.commit()


def mine(robot: Robot) -> dict[str, Any]:
    (found,) = robot.page.evaluate(ASK, "/api/ratings/mine")
    assert found["game"] == "preferans"
    rating: dict[str, Any] = found
    return rating


def together(robots: tuple[Robot, ...]) -> None:
    """Play until the settlement lies before everybody."""
    before: dict[Robot, Any] = {}
    for _ in range(20_000):
        done = 0
        for robot in robots:
            now = robot.look()
            waits = now["lot"] or now["next"] or now["cards"] or (now["events"] and now["action"] != "wait")
            done += bool(now["over"])
            if not now["over"] and waits and now == before.get(robot):
                robot.act(now)
            before[robot] = now
        if done == len(robots):
            return
        robots[0].page.wait_for_timeout(8)
    raise AssertionError(f"no settlement: {before}")


def fits(robot: Robot) -> None:
    assert robot.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long  # the same by routes: tests/test_ratings_over_http.py
def test_a_rated_pulka_moves_two_ratings(sit: Sit, house: House) -> None:
    anna, boris = sit(PHONE, lang="ru"), sit(DESKTOP, lang="uk")
    for robot, login in ((anna, "anna"), (boris, "boris")):
        robot.page.evaluate(REGISTER, login)
    settle(anna, "anna", (None, "novice"), pool=1)
    accounts = tuple(robot.page.evaluate(ASK, "/api/me")["account"] for robot in (anna, boris))
    played_before(house.database, (accounts[0], accounts[1]))
    was = [mine(robot) for robot in (anna, boris)]
    assert [one["deals"] for one in was] == [BEFORE] * 2
    # The card says it, and whoever sits down agrees to the card.
    address = lay(anna)
    anna.press("[data-edit]")
    form = anna.page.get_by_role("dialog")
    anna.press(form.locator('[data-group="table"] summary'))
    form.locator("[data-term=hints]").check()
    form.locator("[data-term=rated]").check()
    expect(form.locator("[data-term=hints]")).not_to_be_checked()
    anna.axe("rated card")
    anna.press(form.get_by_role("button", name="Положить на стол"))
    expect(anna.page.get_by_role("dialog")).to_have_count(0)
    boris.page.goto(address)
    boris.press("[data-sit-at]")
    expect(boris.page.locator("dl [data-term=rated]")).to_contain_text("Рейтинг")
    fits(boris)
    boris.axe("rated table")
    boris.press("[data-accept]")
    together((anna, boris))
    deals = anna.page.evaluate(ASK, f"/api/tables/{address.rpartition('/')[2]}/deals/1")["deals"]
    for robot, before in zip((anna, boris), was, strict=True):
        for _ in range(600):
            if mine(robot)["deals"] == BEFORE + deals:
                break
            robot.page.wait_for_timeout(500)
        now = mine(robot)
        assert now["deals"] == BEFORE + deals
        assert (now["rating"], now["interval"]) != (before["rating"], before["interval"])
        robot.page.goto("/history")
        expect(robot.page.locator("[data-own-rating]")).to_contain_text(f"{now['rating']} ± {now['interval']}")
        fits(robot)
        robot.axe("own rating")
    # Anna wants to be listed, Boris does not.
    anna.page.goto("/me")
    anna.page.locator("[data-ranked]").check()
    anna.press("[data-save-where]")
    vera = sit(PHONE, lang="en")
    for robot in (anna, boris, vera):
        robot.page.goto("/ratings")
        rows = robot.page.locator("[data-rated] tbody tr")
        expect(rows).to_have_count(1)
        expect(rows).to_contain_text("anna")
        expect(rows).to_contain_text(f"{mine(anna)['rating']} ± ")
        fits(robot)
        robot.axe("ratings")
