"""An event's pages: announced, entered from a phone, seated, played, published."""

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from kozyr.tournaments import movements
from tests.browser.door import settle
from tests.browser.robot import PHONE, Robot
from tests.tournaments.evening import hands

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]
DUTIES = ("preparations", "sessions", "entry", "special_conditions", "published")


def test_a_tournament_is_announced_entered_and_held(sit: Sit) -> None:
    arbiter = sit(lang="ru", door=False)
    settle(arbiter, "Орлова")
    arbiter.page.goto("/events/new")
    expect(arbiter.page.locator("[data-login]")).to_be_visible()
    request = arbiter.page.request
    arbiter.joins("Орлова", "orlova")
    arbiter.page.goto("/events/new")
    arbiter.press("[data-unfold]")
    arbiter.press("[data-part=entering] summary")
    arbiter.page.locator("[name=event]").fill("Весенний кубок")
    arbiter.page.locator("[data-rules] > summary").click()
    arbiter.page.locator("[name='tournament.early_end']").check()
    arbiter.axe("announce")
    arbiter.press("[data-announce]")
    arbiter.page.wait_for_url("**/event/*")
    stage = arbiter.page.locator("[data-stage]")
    arbiter.page.locator("[data-invite] summary").click()
    expect(arbiter.page.locator("[data-invite] img")).to_have_js_property("complete", value=True)
    assert arbiter.page.locator("[data-invite] img").evaluate("img => img.naturalWidth") > 0  # the code has come
    expect(stage).to_have_text("идёт запись")
    expect(arbiter.page.locator("[data-you]")).to_contain_text("Вы судите этот турнир.")
    arbiter.axe("event, announced")

    event = arbiter.page.url.rpartition("/")[2]
    arbiter.press("[data-hall]")
    expect(arbiter.page.locator("[data-settle] [name=preparations]")).to_have_value(re.compile("^Орлова"))
    arbiter.axe("what is settled before it opens")
    arbiter.press("[data-settled]")
    expect(arbiter.page.locator("[data-settle]")).to_have_count(0)
    arbiter.page.go_back()
    phone = sit(size=PHONE, lang="uk", door=False)
    settle(phone, "Ганна")
    phone.page.goto("/events")
    expect(phone.page.locator(f"[data-now] [data-event='{event}']")).to_contain_text("триває запис")
    phone.axe("the list of events")
    phone.page.goto("/")
    expect(phone.page.locator(f"[data-events] [data-event='{event}']")).to_contain_text("Весенний кубок")
    phone.page.goto(f"/event/{event}")
    phone.press("[data-enter]")
    expect(phone.page.locator("[data-you]")).to_contain_text("Ви записані під номером 1.")
    expect(arbiter.page.locator("[data-entrants]")).to_contain_text("Ганна")  # by itself
    phone.axe("event, entered")

    count = 0

    def does(**do: Any) -> Any:
        nonlocal count
        count += 1
        answer = request.post(f"/api/events/{event}", data={"id": f"n{count}", "do": do})
        assert answer.ok, answer.text()
        return answer.json()

    for number in range(2, 9):
        does(what="entered", entrant=number, name=f"Игрок {number}")
    movement = msgspec.to_builtins(movements.preferans(8))
    told = does(what="seated", how="hand", order=list(range(1, 9)), movement=movement)
    expect(phone.page.locator("[data-stage]")).to_have_text("розсадка готова")
    expect(phone.page.locator("[data-you]")).to_contain_text("Ваш стіл: 1")
    does(what="round_begun")
    expect(phone.page.locator("[data-stage]")).to_contain_text("1-й тур із")
    phone.axe("event, a round")
    for table in told["round"]["tables"]:
        for board in table["boards"]:
            result = f"6S {hands(board, len(table['seats']))[0]}"
            does(what="row", table=table["table"], board=board, result=result)
    does(what="round_ended", last=True)
    expect(phone.page.locator("[data-stage]")).to_have_text("зіграно, чекаємо на результати")
    expect(phone.page.locator("[data-standing]")).to_have_count(0)  # nothing before it is published
    does(what="published")
    expect(phone.page.locator("[data-standing] tbody tr")).to_have_count(8)
    phone.axe("event, published")
    stranger = sit(lang="en", door=False)
    settle(stranger, "Ann")
    stranger.page.goto(f"/event/{event}")
    expect(stranger.page.locator("[data-stage]")).to_have_text("results published")
    expect(stranger.page.locator("[data-standing]")).to_contain_text("Per cent")


@pytest.mark.long  # the same by routes: tests/test_events_over_http.py
@pytest.mark.rule("PT-I.13.1")
def test_who_waits_gets_the_place_of_one_who_withdraws_and_checks_in(sit: Sit) -> None:
    arbiter = sit(lang="ru", door=False)
    request = arbiter.page.request
    arbiter.joins("Ордынцева", "places")
    about = {
        "name": "Четверо",
        "game": "preferans",
        "preset": "sochi",
        "regulations": {
            "duties": dict.fromkeys(DUTIES, "как условлено"),
            "tournament.places": 4,
            "tournament.check_in_min": 30,
        },
    }
    answer = request.post("/api/events", data=about)
    assert answer.status == 201, answer.text()
    event = answer.json()["id"]
    for number in range(1, 5):
        does = {"what": "entered", "entrant": number, "name": f"Сосед {number}"}
        assert request.post(f"/api/events/{event}", data={"id": f"e{number}", "do": does}).ok
    phone = sit(size=PHONE, lang="uk", door=False)
    settle(phone, "Одарка")
    phone.page.goto(f"/event/{event}")
    phone.press("[data-enter]")
    expect(phone.page.locator("[data-waits='1']")).to_contain_text("Ви в черзі 1-й")
    phone.axe("event, waiting for a place")
    arbiter.page.goto(f"/event/{event}/hall")
    arbiter.press(arbiter.page.get_by_text("Участники", exact=True).first)
    arbiter.page.locator("[data-entrant='2'] summary").first.click()
    arbiter.press("[data-entrant='2'] [data-open=withdrawn]")
    arbiter.press("[data-act=withdrawn] [data-do]")
    expect(phone.page.locator("[data-waits]")).to_have_count(0)  # by itself
    phone.press("[data-is-here]")
    expect(phone.page.locator("[data-here]")).to_have_text("Ви відмітилися.")
    phone.axe("event, checked in")
    expect(arbiter.page.locator("[data-entrant='5']")).to_contain_text("на месте")
    phone.press("[data-withdraw]")
    expect(phone.page.locator("[data-gone]")).to_be_visible()
    phone.press("[data-is-here]")
    expect(phone.page.locator("[data-here]")).to_be_visible()
