"""An event at the club's own tables, from two phones: entered, dealt with their shares, played, moved on, published, looked at."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from kozyr.tournaments import movements
from tests.browser.door import settle
from tests.browser.robot import PHONE, Robot

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]
DUTIES = dict.fromkeys(("preparations", "sessions", "entry", "special_conditions", "published"), "as announced")


def announced(arbiter: Robot, login: str) -> str:
    """A short duplicate of six at tables of the club, by somebody with a login."""
    request = arbiter.page.request
    arbiter.joins("Орлова", login)
    wanted = {
        "name": "Вечер на шестерых", "game": "preferans", "preset": "sochi", "online": True,
        "regulations": {"duties": DUTIES},
    }  # fmt: skip
    made = request.post("/api/events", data=wanted)
    assert made.status == 201, made.text()
    return str(made.json()["id"])


def entered(sit: Sit, event: str, name: str, lang: str) -> Robot:
    """Somebody on a phone who takes part; his part of the shuffle goes to the club by itself."""
    robot = sit(size=PHONE, lang=lang, door=False)
    kept = json.dumps({"pace": "instant", "lang": lang})
    robot.page.add_init_script(f"localStorage['kozyr.settings'] ??= {json.dumps(kept)}")
    robot.page.goto("/")
    settle(robot, name)
    robot.page.goto(f"/event/{event}")
    robot.press("[data-enter]")
    return robot


def acts(arbiter: Robot, event: str) -> tuple[Callable[..., Any], Callable[[], Any]]:
    """What the arbiter enters, and the event as he sees it."""
    request, count = arbiter.page.request, 0

    def does(**do: Any) -> Any:
        nonlocal count
        count += 1
        answer = request.post(f"/api/events/{event}", data={"id": f"n{count}", "do": do})
        assert answer.ok, answer.text()
        return answer.json()

    return does, lambda: request.get(f"/api/events/{event}").json()


def until(robot: Robot, so: Callable[[], object]) -> None:
    for _ in range(600):
        if so():
            return
        robot.page.wait_for_timeout(100)
    pytest.fail("it did not come")


def test_two_people_play_an_event_from_their_phones(sit: Sit) -> None:
    arbiter = sit(lang="ru", door=False)
    event = announced(arbiter, "arbiter1")
    arbiter.page.goto(f"/event/{event}")
    phones = [entered(sit, event, "Ганна", "uk"), entered(sit, event, "Борис", "ru")]
    does, look = acts(arbiter, event)
    until(arbiter, lambda: len(look()["shared"]) == 2)
    for number in range(3, 7):
        does(what="entered", entrant=number, name=f"Бот {number}")
    phones[0].axe("event online, entered")
    movement = msgspec.to_builtins(movements.preferans(6))
    does(what="seated", how="hand", order=[1, 2, 3, 4, 5, 6], movement=movement)
    expect(phones[0].page.locator("[data-you]")).to_contain_text("Ваш стіл: 1")
    expect(phones[0].page.locator("[data-to-table]")).to_have_count(0)  # not before the round begins
    does(what="round_begun")
    for phone in phones:
        phone.page.wait_for_url("**/table/*")  # they are brought there
        expect(phone.page.locator("[data-hand] [data-card]").first).to_be_visible()
    tables = [phone.page.url for phone in phones]
    phones[0].press("header.top button >> nth=0")  # out of a table of an event one comes to the event
    phones[0].page.wait_for_url(f"**/event/{event}")
    phones[0].axe("event online, a round")
    does(what="paused")
    expect(phones[0].page.locator("[data-stage]")).to_contain_text("годинник стоїть")
    does(what="resumed")
    expect(phones[0].page.locator("[data-stage]")).not_to_contain_text("годинник стоїть")
    phones[0].press("[data-to-table]")
    phones[0].page.wait_for_url(tables[0])
    does(what="round_ended")  # the clock; they play on, and are told where they sit now
    does(what="round_begun")
    for phone, old in zip(phones, tables, strict=True):
        expect(phone.page.locator("[data-way]")).to_be_visible()
        phone.axe("the next table")
        phone.press("[data-way] a")
        phone.page.wait_for_url("**/table/*")
        assert phone.page.url != old
        expect(phone.page.locator("[data-hand] [data-card]").first).to_be_visible()


@pytest.mark.long  # the same by routes: tests/test_events_over_http.py; its page: test_event_states.py
def test_what_was_played_is_looked_at_once_it_is_published(sit: Sit) -> None:
    """All lines of a board, and any of them card by card, for everybody who has the address."""
    arbiter = sit(lang="ru", door=False)
    event = announced(arbiter, "arbiter2")
    does, look = acts(arbiter, event)
    for number in range(1, 7):
        does(what="entered", entrant=number, name=f"Бот {number}")
    movement = msgspec.to_builtins(movements.preferans(6))
    told = does(what="seated", how="hand", order=[1, 2, 3, 4, 5, 6], movement=movement)
    phone = sit(size=PHONE, lang="uk", door=False)
    settle(phone, "Ганна")
    phone.page.goto(f"/event/{event}")
    for _ in range(told["round"]["rounds"]):
        does(what="round_begun")
        until(arbiter, lambda: (now := look()["round"]) is None or not now["running"])
    expect(phone.page.locator("[data-boards]")).to_have_count(0)
    does(what="published")
    boards = phone.page.locator("[data-boards] details")
    expect(boards.first).to_be_visible()
    phone.press(boards.first.locator("summary"))
    expect(boards.first.locator("li")).to_have_count(2)
    phone.axe("event online, published")
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.press(boards.first.locator("[data-replay] >> nth=0"))
    phone.page.wait_for_url("**/table/*/deal/*")
    expect(phone.page.locator("[data-card], .card").first).to_be_visible()
    phone.press("[data-worth] summary")  # what each hand could have played, with open cards
    expect(phone.page.locator("[data-worth] tbody tr")).to_have_count(3)
    phone.axe("a board of an event with open cards")
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
