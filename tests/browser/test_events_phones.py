"""Real tables: a phone writes the line, the others at the table confirm it; the director is called; the hall has a screen."""

import random
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.browser.robot import PHONE, Robot
from tests.browser.test_events_hall import Director, announced
from tests.tournaments.evening import bridge_result

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]
BRIDGE = {"game": "bridge", "preset": "duplicate"}


def entered(sit: Sit, event: str, name: str, lang: str) -> Robot:
    """Somebody with a phone who takes part."""
    robot = sit(size=PHONE, lang=lang, door=False)
    robot.joins(name)
    robot.page.goto(f"/event/{event}")
    robot.press("[data-enter]")
    expect(robot.page.locator("[data-enter]")).to_have_count(0)
    return robot


def taps(robot: Robot, *keys: str) -> None:
    for key in keys:
        robot.press(f"[data-row-form] [data-tap='{key}']")
    robot.press("[data-row-send]")
    expect(robot.page.locator("[data-row-form]")).to_have_count(0)


@pytest.mark.rule("PT-I.6b")
def test_a_table_of_preferans_writes_its_lines_by_its_phones(sit: Sit) -> None:
    arbiter = sit(lang="ru", door=False)
    event = announced(arbiter, "phones1")
    director = Director(arbiter, event)
    anna, boris = entered(sit, event, "Оксана", "uk"), entered(sit, event, "Аркадий", "ru")
    for number in range(3, 9):
        director.does(what="entered", entrant=number, name=f"Игрок {number}")
    arbiter.page.goto(f"/event/{event}/hall")
    arbiter.press("[data-seat]")
    arbiter.page.locator("[data-seating]").get_by_text("по списку").click()
    arbiter.page.locator("[data-seating] [name=order]").fill("1, 3, 2, 4-8")  # both phones at the first table
    arbiter.press("[data-seating] [data-do]")
    director.at_once("round_begun")
    mine = anna.page.locator("[data-mine]")
    expect(mine).to_contain_text("Ваш стіл: 1")
    anna.axe("my table")
    expect(anna.page.locator("[data-next-table]")).to_contain_text("Потім: стіл")
    board = int(anna.page.locator("[data-place]").first.get_attribute("data-place") or "0")
    session = arbiter.page.request.get(f"/api/events/{event}/hall").json()["sessions"][0]
    seats = session["rounds"][0]["tables"][0]["seats"]
    assert set(seats.values()) >= {1, 2}
    four = list(seats)
    first = four[board % len(four)]  # the first hand of the board
    anna.press(f"[data-place='{board}'] [data-write]")
    anna.axe("a line, by taps")
    taps(anna, "6S", f"by-{first}", "nobody")
    place = boris.page.locator(f"[data-place='{board}']")
    expect(place).to_contain_text("6")
    # Wrong: the table mends its own line, until the protocol is back.
    boris.press(f"[data-place='{board}'] [data-mend]")
    taps(boris, "7D", f"by-{first}", "both", f"{first}7", f"{four[(board + 1) % 4]}2")
    expect(anna.page.locator(f"[data-place='{board}']")).to_contain_text(f"{first}7")
    anna.press(f"[data-place='{board}'] [data-confirm]")
    expect(place).to_contain_text("протокол сдан")
    expect(place.locator("button")).to_have_count(0)
    boris.press("[data-write] >> nth=0")
    taps(boris, "allpass", *(f"{seat}{n}" for seat, n in zip(_hands(four, board + 1), (4, 3, 3), strict=True)))
    expect(anna.page.locator("[data-mine]")).to_contain_text("розпаси")
    # The director is called, and comes.
    anna.press("[data-call]")
    anna.press("[data-about=count]")
    expect(anna.page.locator("[name=about]")).to_have_value("у когось не стільки карт")
    anna.page.locator("[name=about]").fill("фальшренонс")
    anna.press("[data-call-send]")
    expect(anna.page.locator("[data-called]")).to_be_visible()
    calls = arbiter.page.locator("[data-calls]")
    expect(calls).to_contain_text("фальшренонс")
    arbiter.press("[data-came]")
    expect(calls).to_have_count(0)
    expect(anna.page.locator("[data-called]")).to_have_count(0)
    assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wall = sit(lang="ru", door=False)
    wall.page.goto(f"/event/{event}/wall")
    expect(wall.page.locator("[data-clock]")).to_be_visible()
    expect(wall.page.locator("[data-tables] li")).to_have_count(2)
    wall.axe("the wall")


def _hands(seats: list[str], board: int) -> list[str]:
    """The three who have cards, the first hand first."""
    return [seats[(board + step) % 4] for step in range(3)]


PUT_BACK: Final = {"ru": "протокол сдан", "uk": "протокол здано", "en": "protocol is back"}


@pytest.mark.parametrize(
    ("tables", "lang"), [(2, "en"), *(pytest.param(5, lang, marks=pytest.mark.long) for lang in ("en", "uk"))]
)
def test_a_mitchell_at_real_tables_by_phones(sit: Sit, tables: int, lang: str) -> None:
    """A phone for each table's North-South, in short one of two tables; the other pairs are entered by name."""
    arbiter = sit(lang=lang, door=False)
    event = announced(arbiter, f"mitchell{tables}{lang}", **BRIDGE, name="Open pairs")
    director = Director(arbiter, event)
    phones = [entered(sit, event, f"Pair {'ABCDE'[nth]}", lang) for nth in range(tables if tables > 2 else 1)]
    for number in range(len(phones) + 1, 2 * tables + 1):
        director.does(what="entered", entrant=number, name=f"Pair {number}")
    seating = {"by": "hand", "kind": "mitchell", "boards": 2}
    seated = arbiter.page.request.post(f"/api/events/{event}/seat", data={"id": "s", "seating": seating})
    assert seated.ok, seated.text()
    rounds = seated.json()["round"]["rounds"]
    chance = random.Random(tables)
    for nth in range(1, rounds + 1):
        told = director.does(what="round_begun")
        for table in told["round"]["tables"]:
            phone = next((one for who, one in enumerate(phones, 1) if who in table["seats"].values()), None)
            for board in table["boards"]:
                if phone is None:
                    director.does(what="row", table=table["table"], board=board, result=bridge_result(chance))
                    continue
                phone.press(f"[data-place='{board}'] [data-write]")
                taps(phone, "4", "H", f"by-{'NESW'[board % 4]}", f"over{board % 3 - 1}")
                phone.press(f"[data-place='{board}'] [data-confirm]")
                expect(phone.page.locator(f"[data-place='{board}']")).to_contain_text(PUT_BACK[lang])
        if nth == 1:
            phones[0].axe("pairs, a round")
        director.does(what="round_ended")
    final: Any = director.does(what="published")
    assert len(final["standing"]) == 2 * tables
    expect(phones[0].page.locator("[data-standing] tbody tr")).to_have_count(2 * tables)


@pytest.mark.long
@pytest.mark.rule("PT-I.6")
@pytest.mark.usefixtures("installed")
def test_a_line_that_waits_for_the_network_is_sent_though_its_round_has_ended(sit: Sit) -> None:
    """And what the table has not written by then it writes from the same page."""
    arbiter = sit(lang="ru", door=False)
    event = announced(arbiter, "phones2")
    director = Director(arbiter, event)
    phone = entered(sit, event, "Марфа", "ru")
    for number in range(2, 9):
        director.does(what="entered", entrant=number, name=f"Игрок {number}")
    assert arbiter.page.request.post(f"/api/events/{event}/seat", data={"id": "s", "seating": {"by": "hand"}}).ok
    told = director.does(what="round_begun")
    table = next(one for one in told["round"]["tables"] if 1 in one["seats"].values())
    first, second, *_ = table["boards"]
    four = list(table["seats"])
    expect(phone.page.locator(f"[data-place='{first}'] [data-write]")).to_be_visible()
    phone.page.context.set_offline(True)
    phone.press(f"[data-place='{first}'] [data-write]")
    taps(phone, "6S", f"by-{_hands(four, first)[0]}", "nobody")
    expect(phone.page.locator(f"[data-place='{first}']")).to_contain_text("ждёт сети")
    director.does(what="round_ended")
    assert not arbiter.page.request.get(f"/api/events/{event}/hall").json()["lines"]
    phone.page.context.set_offline(False)
    due = phone.page.locator("[data-unwritten] li")
    expect(due).to_have_count(len(table["boards"]) - 1)
    lines = arbiter.page.request.get(f"/api/events/{event}/hall").json()["lines"]
    assert [(one["at"]["round"], one["at"]["table"], one["at"]["board"]) for one in lines] == [
        (1, table["table"], first)
    ]
    expect(phone.page.locator("[data-kept]")).to_have_count(0)
    phone.press("[data-unwritten] [data-write-late] >> nth=0")
    taps(phone, "6S", f"by-{_hands(four, second)[0]}", "nobody")
    expect(due).to_have_count(len(table["boards"]) - 2)


@pytest.mark.rule("B-TEAM-3")
@pytest.mark.long  # captains name theirs: test_events_teams.py
def test_two_people_make_a_pair_from_their_phones(sit: Sit) -> None:
    """One enters, the other asks to play with him, and he takes him in; both have their pair's table."""
    arbiter = sit(lang="uk", door=False)
    event = announced(arbiter, "pairs1", **BRIDGE, name="Пари")
    director = Director(arbiter, event)
    first = entered(sit, event, "Соломія", "uk")
    expect(first.page.locator("[data-gathers]")).to_be_visible()
    second = sit(size=PHONE, lang="ru", door=False)
    second.page.goto("/")
    second.joins("Тарас")
    second.page.goto(f"/event/{event}")
    second.axe("a pair to be joined")
    second.press("[data-join='1']")
    expect(second.page.locator("[data-you]")).to_contain_text("Вы попросились: Соломія")
    expect(first.page.locator("[data-ask]")).to_contain_text("Тарас хоче грати з вами")
    first.axe("somebody asks")
    first.press("[data-take]")
    expect(second.page.locator("[data-you]")).to_contain_text("Вы записаны под номером 1.")
    expect(second.page.locator("[data-entrants]")).to_contain_text("Соломія – Тарас")
    for number in range(2, 5):
        director.does(what="entered", entrant=number, name=f"Пара {number}")
    assert arbiter.page.request.post(f"/api/events/{event}/seat", data={"id": "s", "seating": {"boards": 2}}).ok
    director.does(what="round_begun")
    for phone in (first, second):
        expect(phone.page.locator("[data-mine]")).to_be_visible()
