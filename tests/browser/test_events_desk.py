"""A ruling of the desk is attached to the board for which it was opened; a table of the club calls the director."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.robot import Robot
from tests.browser.test_desk import answered, six
from tests.browser.test_events_hall import DUTIES, Director, announced
from tests.browser.test_events_online import entered

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]


@pytest.mark.rule("PT-I.13.2.3")
def test_what_the_desk_says_is_entered_for_the_line_it_was_opened_for(sit: Sit) -> None:
    arbiter = sit(lang="ru", door=False)
    event = announced(arbiter, "desked1")
    director = Director(arbiter, event)
    for number in range(1, 9):
        director.does(what="entered", entrant=number, name=f"Игрок {number}")
    page = arbiter.page
    assert page.request.post(f"/api/events/{event}/seat", data={"id": "s", "seating": {"by": "hand"}}).ok
    director.does(what="round_begun")
    page.goto(f"/event/{event}/hall")
    place = page.locator("[data-table='1'] [data-board]").first
    board = place.get_attribute("data-board")
    place.click()
    with page.context.expect_page() as opened:
        page.locator("[data-line] [data-desk]").click()
    desk = opened.value
    desk.wait_for_url("**/desk*")
    there = Robot(desk, phone=False)
    there.press('[data-incident="revoke"]')
    six(there)
    answered(there, "[data-go]", '[data-seat="E"]', '[data-key="ST"]', '[data-key="S8"]', '[data-key="HK"]')
    answered(there, "[data-go]", '[data-seat="N"]', "[data-unknown]", "[data-go]", "[data-unknown]", "[data-rule]")
    give = desk.locator("[data-give]")
    expect(give).to_contain_text(f"стол 1, сдача {board}")
    give.click()
    form = page.locator("[data-line] form[data-act=ruled]")
    expect(form).to_be_visible()
    assert "-" in form.locator("[name=law]").input_value()
    assert len(form.locator("[name=text]").input_value()) > 10
    arbiter.axe("a ruling from the desk")
    arbiter.press(form.locator("[data-do]"))
    expect(form).to_have_count(0)
    (ruling,) = page.request.get(f"/api/events/{event}/hall").json()["rulings"]
    assert (ruling["board"], ruling["table"]) == (int(board or 0), 1)


@pytest.mark.rule("PT-I.11.2.B.1")
@pytest.mark.parametrize(
    "lang", ["ru", pytest.param("uk", marks=pytest.mark.long), pytest.param("en", marks=pytest.mark.long)]
)
def test_what_a_decision_changes_is_shown_before_it_is_entered(sit: Sit, lang: str) -> None:
    """A match of teams, one room of it: the form asks once more, with the match and the totals that would be another."""
    arbiter = sit(lang=lang, door=False)
    rules = {"duties": DUTIES, "bridge.scoring": "team_imps"}
    event = announced(arbiter, f"effects{lang}", game="bridge", preset="duplicate", regulations=rules)
    director, page = Director(arbiter, event), arbiter.page
    for number in (1, 2):
        members = [f"{seat}{number}" for seat in "NESW"]
        director.does(what="entered", entrant=number, name=f"Команда {number}", members=members)
    seating = {"by": "hand", "boards": 2}
    assert page.request.post(f"/api/events/{event}/seat", data={"id": "s", "seating": seating}).ok
    director.does(what="round_begun")
    for room in ("open", "closed"):
        director.does(what="row", table=1, board=1, room=room, result="4S N 10")
    page.goto(f"/event/{event}/hall")
    page.locator("[data-table='1'] [data-board]").first.click()
    page.locator("[data-line] [data-open=ruled]").click()
    form = page.locator("[data-line] form[data-act=ruled]")
    form.locator("[name=law]").fill("Law 12C1")
    form.locator("[name=text]").fill("1400")
    form.locator("select.guilt").first.select_option("assigned")
    form.locator("input.score").first.fill("1400")
    arbiter.press(form.locator("[data-do]"))
    expect(form.locator("[data-effects]")).to_contain_text("→")
    arbiter.axe("the effects of a decision")
    assert page.request.get(f"/api/events/{event}/hall").json()["rulings"] == []
    arbiter.press(form.locator("[data-do]"))
    expect(form).to_have_count(0)
    (ruling,) = page.request.get(f"/api/events/{event}/hall").json()["rulings"]
    assert ruling["decision"] == {"assigned": {"1": "1400"}, "room": "open"}


@pytest.mark.long
@pytest.mark.rule("PT-I.11.1.A")
def test_a_table_of_the_club_calls_the_director_and_its_clock_stands(sit: Sit) -> None:
    arbiter = sit(lang="ru", door=False)
    event = announced(arbiter, "desked2", online=True)
    director = Director(arbiter, event)
    arbiter.page.goto(f"/event/{event}/hall")
    anna = entered(sit, event, "Ганна", "uk")
    expect(anna.page.locator("[data-enter]")).to_have_count(0)
    for number in range(2, 7):
        director.does(what="entered", entrant=number, name=f"Игрок {number}")
    assert arbiter.page.request.post(f"/api/events/{event}/seat", data={"id": "s", "seating": {"by": "hand"}}).ok
    director.does(what="round_begun")
    anna.page.wait_for_url("**/table/*")
    anna.press(anna.page.get_by_label("Меню").first)
    anna.press("[data-event=director]")
    anna.page.locator("[name=about]").fill("не та карта")
    anna.axe("the director is called")
    anna.press("[data-call-send]")
    expect(anna.page.locator("[data-called]")).to_be_visible()
    expect(arbiter.page.locator("[data-calls]")).to_contain_text("не та карта")
    assert arbiter.page.request.get(f"/api/events/{event}").json()["paused"]
    arbiter.press("[data-came]")
    expect(arbiter.page.locator("[data-calls]")).to_have_count(0)
    assert not arbiter.page.request.get(f"/api/events/{event}").json()["paused"]
