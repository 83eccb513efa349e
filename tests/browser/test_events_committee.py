"""The committee decides on its members' own phones: an appeal, and a disqualification that waits for a second voice."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.robot import Robot
from tests.browser.test_events_hall import Director, announced
from tests.browser.test_events_phones import entered
from tests.tournaments.evening import hands

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]


@pytest.mark.long  # the same by routes: tests/test_events_powers.py
@pytest.mark.rule("PT-0.5", "PT-I.13.2.4")
def test_a_member_of_the_committee_decides_on_his_phone(sit: Sit) -> None:
    arbiter = sit(lang="ru", door=False)
    event = announced(arbiter, "committee1")
    director = Director(arbiter, event)
    anna, boris = entered(sit, event, "Ганна", "uk"), entered(sit, event, "Борис", "en")
    for number in range(3, 9):
        director.does(what="entered", entrant=number, name=f"Игрок {number}")
    seating = {"by": "hand"}
    assert arbiter.page.request.post(f"/api/events/{event}/seat", data={"id": "s", "seating": seating}).ok
    told = director.does(what="round_begun")
    table = next(one for one in told["round"]["tables"] if 1 in one["seats"].values())
    board = table["boards"][0]
    director.does(what="row", table=table["table"], board=board, result=f"6S {hands(board, 4)[0]}")
    about = {"board": board, "table": table["table"], "law": "PT-I.11.2.B.1", "text": "обсуждали сдачу"}
    director.does(what="ruled", **about, decision={"artificial": {"1": "fully"}})
    director.does(what="elected", members=[told["entrants"][1]["name"]])
    anna.press("[data-notice]")
    anna.press("[data-appeal]")
    anna.page.locator("[name=facts]").fill("мовчали")
    anna.page.locator("[name=request]").fill("результат столу")
    anna.press("[data-file]")

    arbiter.page.goto(f"/event/{event}/hall")
    director.part("Участники")
    arbiter.press("[data-entrant='3'] summary")
    director.done("[data-entrant='3']", "disqualified")
    director.part("Решения")
    expect(arbiter.page.locator("[data-proposed]")).to_contain_text("Игрок 3")

    waits = boris.page.locator("[data-committee]")
    expect(waits).to_contain_text("мовчали")
    boris.axe("what the committee decides")
    waits.locator("select").first.select_option("partly")
    boris.press("[data-allow]")
    expect(waits.locator("[data-decides]")).to_have_count(0)
    boris.press("[data-yes]")
    expect(waits).to_contain_text("There is nothing to decide yet.")
    expect(anna.page.locator("[data-ruling]")).to_contain_text("Комітет задовольнив апеляцію")
    expect(arbiter.page.locator("[data-proposed]")).to_have_count(0)
    expect(anna.page.locator("[data-committee]")).to_have_count(0)

    director.part("Сдачи")
    where = arbiter.page.locator("[data-where]")
    expect(where.locator(f"[data-board='{board}']")).to_contain_text("записей 1 из")
    arbiter.axe("where each board is")
