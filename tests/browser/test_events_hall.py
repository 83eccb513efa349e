"""The director's page: entrants, seats, rounds and their clock, lines, rulings, appeals, results, paper, the log."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.robot import PHONE, Robot
from tests.tournaments.evening import preferans_result

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]
DUTIES = dict.fromkeys(("preparations", "sessions", "entry", "special_conditions", "published"), "as announced")


def announced(arbiter: Robot, login: str, **changes: Any) -> str:
    request = arbiter.page.request
    arbiter.joins("Орлова", login)
    wanted = {
        "name": "Кубок Днепра",
        "game": "preferans",
        "preset": "sochi",
        "regulations": {"duties": DUTIES, "tournament.early_end": True},
    }
    made = request.post("/api/events", data=wanted | changes)
    assert made.status == 201, made.text()
    return str(made.json()["id"])


class Director:
    """Somebody at the director's page: opens a form, fills it, enters it."""

    def __init__(self, robot: Robot, event: str) -> None:
        self.robot, self.page, self.event, self.count = robot, robot.page, event, 0

    def does(self, **do: Any) -> Any:
        """By the club's route, where the page has been tried already."""
        self.count += 1
        answer = self.page.request.post(f"/api/events/{self.event}", data={"id": f"n{self.count}", "do": do})
        assert answer.ok, answer.text()
        return answer.json()

    def part(self, name: str) -> None:
        self.robot.press(self.page.get_by_text(name, exact=True).first)

    def acts(self, within: str, what: str, **fields: str) -> None:
        self.robot.press(f"{within} [data-open={what}]")
        form = self.page.locator(f"{within} form[data-act={what}]")
        for name, value in fields.items():
            field = form.locator(f"[name={name}]")
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        self.robot.press(form.locator("[data-do]"))

    def done(self, within: str, what: str, **fields: str) -> None:
        self.acts(within, what, **fields)
        expect(self.page.locator(f"{within} form[data-act={what}]")).to_have_count(0)

    def at_once(self, what: str) -> None:
        self.robot.press(f"[data-now={what}]")
        expect(self.page.locator(f"[data-now={what}]")).to_have_count(0)


def test_a_director_runs_an_evening_from_one_page(sit: Sit) -> None:
    arbiter = sit(lang="ru", door=False)
    event = announced(arbiter, "hall1")
    arbiter.page.goto(f"/event/{event}")
    arbiter.press("[data-hall]")
    arbiter.page.wait_for_url("**/hall")
    here = Director(arbiter, event)
    arbiter.axe("hall, nobody")

    here.part("Участники")
    here.done("[data-entrants]", "entered", name="Анна", rating="1500")
    expect(arbiter.page.locator("[data-entrant='1']")).to_contain_text("Анна")
    for number in range(2, 9):
        here.does(what="entered", entrant=number, name=f"Игрок {number}")
    here.done("[data-officials]", "appointed", name="Вера")
    arbiter.axe("hall, entrants")

    here.part("Тур")
    arbiter.press("[data-seat]")
    arbiter.page.locator("[data-seating] [name=seed]").fill("open air")
    arbiter.press("[data-seating] [data-do]")
    expect(arbiter.page.locator("[data-tables] [data-table]")).to_have_count(2)
    here.does(what="entered", entrant=9, name="Поздний")
    here.at_once("round_begun")
    expect(arbiter.page.locator("[data-left] b")).to_be_visible()
    here.at_once("paused")
    expect(arbiter.page.locator("[data-left]")).to_have_text("часы стоят")
    here.at_once("resumed")

    board = arbiter.page.locator("[data-table='1'] [data-board]").first
    number = int(board.get_attribute("data-board") or "0")
    arbiter.press(board)
    dialog = "dialog"
    here.acts(dialog, "row", result="7D E11")
    expect(arbiter.page.locator("dialog [role=alert]")).to_contain_text(f"Стол 1, сдача {number}")
    arbiter.page.locator("dialog form [name=result]").fill(preferans_result(number, 4, random.Random(1)))
    arbiter.press("dialog form [data-do]")
    expect(arbiter.page.locator("dialog .serif-600-120")).to_be_visible()
    here.done(
        dialog, "corrected", result=preferans_result(number, 4, random.Random(2)), ground="claim", why="стол просит"
    )
    here.done(dialog, "confirmed")
    here.acts(dialog, "corrected", ground="claim")
    expect(arbiter.page.locator("dialog [data-law='PT-I.6b']")).to_be_visible()
    here.done(dialog, "warned", offence="slow")
    arbiter.press("dialog [data-open=ruled]")
    form = arbiter.page.locator("dialog form[data-act=ruled]")
    form.locator("[name=law]").fill("PT-I.11.2.B.1")
    form.locator("[name=text]").fill("обсуждали сдачу")
    form.locator("select").first.select_option("fully")
    arbiter.axe("hall, a line")
    arbiter.press(form.locator("[data-do]"))
    expect(form.locator("[data-effects]")).to_be_visible()  # what it changes is shown, and nothing is entered yet
    arbiter.press(form.locator("[data-do]"))
    expect(form).to_have_count(0)
    arbiter.press("dialog header button, dialog .head button")
    expect(arbiter.page.locator("[data-table='1']")).to_contain_text("предупреждён")

    session = arbiter.page.request.get(f"/api/events/{event}/hall").json()["sessions"][0]
    chance = random.Random(3)
    for table in session["rounds"][0]["tables"]:
        for one in table["boards"]:
            if (table["table"], one) != (1, number):
                here.does(what="row", table=table["table"], board=one, result=preferans_result(one, 4, chance))
    arbiter.press("[data-end-early]")  # announced beforehand (PT-I.5)
    expect(arbiter.page.locator("[data-round]")).to_have_text("Сессия сыграна")

    here.part("Решения")
    guilty = arbiter.page.locator("[data-ruling]")
    expect(guilty).to_contain_text("обсуждали сдачу")
    here.done("[data-appeals]", "elected", members="Игрок 2, Игрок 3")
    here.does(what="penalised", entrant=2, offence="late")
    expect(arbiter.page.locator("[data-penalty]")).to_contain_text("опоздание")
    here.done("[data-penalty]", "waived", asked_by="Игрок 3")
    expect(arbiter.page.locator("[data-penalty]")).to_have_count(0)
    arbiter.axe("hall, rulings")

    here.part("Результаты")
    expect(arbiter.page.locator("[data-standing] tbody tr")).to_have_count(8)
    here.done("[data-standing]", "published")
    expect(arbiter.page.locator("[data-standing]")).to_contain_text("Опубликовано")
    for sheet in arbiter.page.locator("[data-sheet]").all():
        paper = arbiter.page.request.get(str(sheet.get_attribute("href")))
        assert paper.ok, paper.text()
        assert paper.body().startswith(b"%PDF")
    for to in arbiter.page.locator("[data-export]").all():
        assert arbiter.page.request.get(str(to.get_attribute("href"))).ok
    arbiter.axe("hall, results")

    here.part("Журнал")
    expect(arbiter.page.locator("[data-log] li").first).to_contain_text("Опубликовать")
    arbiter.page.locator("[name=find]").fill("стол просит")
    expect(arbiter.page.locator("[data-log] li")).to_have_count(1)
    arbiter.axe("hall, log")


@pytest.mark.long  # in Russian in the evening above
@pytest.mark.parametrize(
    ("lang", "tour", "said"),
    [
        ("ru", "Тур", "место пишут с его взятками"),
        pytest.param("uk", "Тур", "місце пишуть з його взятками", marks=pytest.mark.long),
    ],
)
def test_what_cannot_be_is_said_in_the_directors_language(sit: Sit, lang: str, tour: str, said: str) -> None:
    """A line that cannot be, at a phone."""
    arbiter = sit(size=PHONE, lang=lang, door=False)
    page = arbiter.page
    event = announced(arbiter, f"hall-{lang}")
    here = Director(arbiter, event)
    for number in range(1, 9):
        here.does(what="entered", entrant=number, name=f"Игрок {number}")
    page.goto(f"/event/{event}/hall")
    here.part(tour)
    arbiter.press("[data-seat]")
    arbiter.press("[data-seating] [data-do]")
    expect(page.locator("[data-tables] [data-table]")).to_have_count(2)
    here.at_once("round_begun")
    arbiter.press(page.locator("[data-table='1'] [data-board]").first)
    here.acts("dialog", "row", result="7D E11")
    alert = page.locator("dialog [role=alert]")
    expect(alert).to_contain_text(said)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    arbiter.axe("hall, a line that cannot be")


def test_an_assistant_on_a_phone_has_the_buttons_of_his_powers(sit: Sit) -> None:
    """And who is no official is told that the page is not for him (PT-I.13.2.4)."""
    arbiter = sit(lang="ru", door=False)
    event = announced(arbiter, "hall2")
    phone = sit(size=PHONE, lang="uk", door=False)
    phone.joins("Оленка")
    phone.page.goto(f"/event/{event}/hall")
    expect(phone.page.locator("h1")).to_have_text("Ця сторінка для суддів турніру")
    phone.registers("hall3")
    phone.page.goto(f"/event/{event}")
    phone.press("[data-come]")
    expect(phone.page.locator("[data-you]")).to_contain_text("Арбітр бачить вас як «Оленка»")
    director = Director(arbiter, event)
    director.does(what="appointed", name="Оленка", powers=["register", "conditions"])
    director.does(what="entered", entrant=1, name="Перша")  # nobody is seated where nobody has entered
    phone.press("[data-hall]")
    expect(phone.page.locator("[data-seat]")).to_be_visible()
    expect(phone.page.locator("[data-open=announced]")).to_be_visible()
    here = Director(phone, event)
    here.part("Учасники")
    expect(phone.page.locator("[data-open=entered]")).to_be_visible()
    expect(phone.page.locator("[data-open=suspended], [data-open=appointed]")).to_have_count(0)
    phone.axe("hall, an assistant on a phone")
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
