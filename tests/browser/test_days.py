"""The deal of the day by two accounts who play alike, and a challenge by its link: played, sealed, and compared at its end."""

import contextlib
import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from kozyr.club.days.rules import day_at, window_of
from tests.browser.conftest import House
from tests.browser.robot import DESKTOP, PHONE, Robot
from tests.browser.wire import match_over
from tests.conftest import LONG

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]
HOUR = 3_600_000
# What the pages say, by language.
TITLE = {"ru": "Сдача дня", "uk": "Здача дня", "en": "Deal of the day"}
OPEN = {"ru": "играют сейчас", "uk": "грають зараз", "en": "open now"}
FIRST = {"ru": "Считается первая попытка", "uk": "Рахується перша спроба", "en": "The first attempt counts"}
DARES = {"ru": "Вызов", "uk": "Виклик", "en": "Challenge"}
GAME = {"ru": "Деберц", "uk": "Деберц", "en": "Deberts"}
A_DAY = {"ru": "1 день", "uk": "1 день", "en": "1 day"}
SENT = {"ru": "от игрока Anna", "uk": "від гравця Anna", "en": "from Anna"}
FINISHED = {"ru": "Доиграли 2 из 2", "uk": "Дограли 2 з 2", "en": "2 of 2 have finished"}


@pytest.fixture
def house(tmp_path: Path, fate: Path) -> Iterator[House]:
    """A club whose clock a test sets."""
    house = House(tmp_path, fate)
    try:
        yield house
    finally:
        house.close()


@pytest.fixture
def club(house: House) -> str:
    return house.address


def opens(house: House, hours: int) -> None:
    """It is so many hours after the beginning of today, or before it."""
    if house.runs:
        house.kill()
    now = int(time.time() * 1000)
    house.open(window_of(day_at(now)).opens + hours * HOUR - now)


def member(robot: Robot, name: str, login: str) -> None:
    """Somebody with a login; the page stays empty."""
    robot.joins(name, login)


def plays(robot: Robot) -> str:
    """Press, play to the end of the table, come back to where one was; returns the table. In short, play by the wire."""
    page, back = robot.page, robot.page.url
    robot.follows("[data-play]", "**/table/*")  # whoever asks twice comes to the same table
    table = page.url.rpartition("/")[2]
    if not LONG:
        match_over(robot)
        page.goto(back)
        return table
    for _ in range(600):
        now = robot.until_something_waits()
        if now["over"]:
            break
        robot.act(now)
    else:
        raise AssertionError("the table never ends: " + json.dumps(robot.look()))
    page.goto(back)
    return table


def unaware(page: Page, path: str) -> None:
    """The page hears the same of a day for ever: it looks again every ten seconds, and would learn of an attempt elsewhere."""
    heard: list[str] = []

    def answer(route: Route) -> None:
        if route.request.method != "GET":
            return route.continue_()
        if not heard:
            heard.append(route.fetch().text())
        return route.fulfill(body=heard[0], content_type="application/json")

    page.route("**" + path, answer)


def course(house: House, table: str) -> list[Any]:
    with contextlib.closing(sqlite3.connect(house.database)) as database:
        found = database.execute(
            "select seat, body from events where log_id = ? and kind = 'event' order by seq", (table,)
        ).fetchall()
    return [(seat, json.loads(body)) for seat, body in found]


@pytest.mark.parametrize(
    ("game", "small", "large"),
    [
        ("preferans", "uk", "ru"),
        pytest.param("bridge", "en", "uk", marks=pytest.mark.long),
        pytest.param("deberts", "ru", "en", marks=pytest.mark.long),
    ],
)
def test_the_deal_of_the_day_by_two_who_play_alike(sit: Sit, house: House, game: str, small: str, large: str) -> None:
    """small, large: the languages of the phone and of the desktop."""
    opens(house, -30)  # who plays has had a login for a day
    ann, bob = sit(size=PHONE, lang=small, door=False), sit(size=DESKTOP, lang=large, theme="light", door=False)
    member(ann, "Ганна", "ganna-day")
    member(bob, "Борис", "boris-day")
    opens(house, -12)
    assert ann.page.request.get("/api/days").ok  # today's deal is fixed the day before
    opens(house, 6)
    ann.page.goto("/learn")
    ann.follows('a[href="/day"]', "**/day")
    expect(ann.page.locator(f'[data-day="{game}"]')).to_be_visible()
    ann.axe("days")
    ann.follows(f'[data-today="{game}"]', f"**/day/{game}/*")
    expect(ann.page.locator("[data-phase=open]")).to_contain_text(TITLE[small])
    ann.axe("a day")
    first = plays(ann)
    expect(ann.page.locator("[data-counts]")).to_contain_text(FIRST[small])
    expect(ann.page.locator("[data-own] .won")).to_have_count(1)
    expect(ann.page.locator("[data-board]")).to_have_count(0)  # sealed until the day is over
    expect(ann.page.locator("[data-play]")).to_have_count(0)
    ann.axe("a day, played")
    where = ann.page.url.removeprefix(house.address)

    bob.page.goto("/")
    expect(bob.page.locator("[data-day-door]")).to_contain_text(OPEN[large])
    bob.axe("door")
    bob.press(f'[data-day-door] a[href="{where}"]')
    expect(bob.page.locator("[data-play]")).to_be_visible()
    other = bob.page.context.new_page()  # the same page once more
    unaware(other, "/api" + where.replace("/day/", "/days/"))
    other.goto(where)
    expect(other.locator("[data-play]")).to_be_visible()
    second = plays(bob)
    other.locator("[data-play]").click()
    expect(other.locator("[data-again]")).to_contain_text(FIRST[large])
    other.close()
    assert first != second
    assert course(house, first) == course(house, second)  # who plays alike is answered alike
    own = bob.page.locator("[data-own] .won b").inner_text()  # their lines are in two languages
    assert own == ann.page.locator("[data-own] .won b").inner_text()

    opens(house, 25)
    for robot in (ann, bob):
        robot.page.goto(where)
        expect(robot.page.locator("[data-phase=over]")).to_be_visible()
        expect(robot.page.locator("[data-board] tbody tr")).to_have_count(2)
        expect(robot.page.locator("[data-proved=true]")).to_be_visible()
        robot.axe("a day that is over")
    row = bob.page.locator("[data-board] tbody tr.mine")
    expect(row).to_contain_text("50")
    bob.follows("[data-board] tbody tr:not(.mine) [data-review]", f"**/table/{first}/deal/1/review")


def tells_what_is_not_there(robot: Robot) -> None:
    for path in ("/day/bridge/2020-01-01", "/challenge/nothing"):
        robot.page.goto(path)
        expect(robot.page.get_by_role("heading", name="There is no such deal")).to_be_visible()
    robot.page.goto("/day")
    expect(robot.page.locator("[data-day]")).to_have_count(3)
    expect(robot.page.locator("[data-today]")).to_have_count(0)  # nobody fixed a deal for today
    robot.axe("days, none of today")
    robot.press('[data-next="bridge"]')
    expect(robot.page.locator("[data-phase=ahead]")).to_be_visible()
    robot.axe("a day ahead")


@pytest.mark.long
@pytest.mark.parametrize(
    ("large", "small"),
    [
        ("en", "ru"),
        pytest.param("ru", "uk", marks=pytest.mark.long),
        pytest.param("uk", "en", marks=pytest.mark.long),
    ],
)
def test_a_challenge_by_its_link_is_compared_deal_by_deal(sit: Sit, house: House, large: str, small: str) -> None:
    opens(house, 6)
    ann, bob = sit(size=DESKTOP, lang=large, door=False), sit(size=PHONE, lang=small, door=False)
    member(ann, "Anna", "anna-dares")
    if large == "en":
        tells_what_is_not_there(ann)
    ann.page.goto("/challenge")
    ann.axe("a new challenge")
    ann.press(ann.page.get_by_text(GAME[large], exact=True))
    ann.press(ann.page.get_by_text(A_DAY[large], exact=True))
    ann.press("[data-make]")
    ann.page.wait_for_url("**/challenge/*")
    expect(ann.page.locator("[data-phase=open]")).to_contain_text(f"{DARES[large]}: Anna")
    ann.axe("a challenge")
    link = ann.page.url
    plays(ann)
    expect(ann.page.locator("[data-own] .won")).to_have_count(4)

    bob.joins("Борис")
    bob.page.goto(link)  # a friend needs no login
    bob.press("[data-seals] summary")
    expect(bob.page.locator("[data-seals] code")).to_have_count(4)
    bob.axe("a challenge, by its link")
    plays(bob)
    expect(bob.page.locator("[data-own] .won")).to_have_count(4)
    expect(bob.page.locator("[data-board]")).to_have_count(0)
    bob.axe("a challenge, played")

    bob.page.goto("/challenge")
    expect(bob.page.locator("[data-own-challenges] [data-challenge]")).to_have_count(1)
    expect(bob.page.locator("[data-own-challenges]")).to_contain_text(SENT[small])
    bob.axe("challenges of one's own")
    bob.press("[data-own-challenges] [data-challenge]")
    expect(bob.page.locator("[data-counted]")).to_contain_text(FINISHED[small])
    expect(bob.page.locator("[data-shut]")).to_have_count(0)  # who sent it ends it
    ann.page.goto("/challenge")
    ann.axe("challenges of one's own")
    ann.press("[data-own-challenges] [data-challenge]")
    expect(ann.page.locator("[data-counted]")).to_contain_text(FINISHED[large])
    ann.axe("a challenge that may be ended")
    ann.press("[data-shut]")
    for robot in (ann, bob):
        expect(robot.page.locator("[data-board]")).to_have_count(4)
        expect(robot.page.locator("[data-board] tbody tr")).to_have_count(8)
        expect(robot.page.locator("[data-proved=true]")).to_have_count(4)
        expect(robot.page.locator("[data-places] tbody tr")).to_have_count(2)
        robot.axe("a challenge that is over")
