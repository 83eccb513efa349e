"""An Olympic evening at the club's own tables: announced by the form, a deal a party, the next round seated by the club, to the prizes."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.robot import Robot
from tests.browser.test_events_online import acts, entered, until

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]


def announced(arbiter: Robot) -> str:
    """By the form, as somebody does it who has never seen it."""
    page = arbiter.page
    arbiter.joins("Орлова", "olympic1")
    page.goto("/events/new")
    arbiter.press('label:has-text("олимпийский")')
    arbiter.press('label:has-text("за столами клуба")')
    arbiter.press("[data-unfold]")
    arbiter.press("[data-part=entering] summary")
    page.fill('[name="event"]', "Олимпийский вечер")
    arbiter.press("[data-part=course] summary")
    arbiter.press('label:has-text("по числу сдач")')
    page.fill('[name="number"]', "1")
    arbiter.axe("a new event of parties")
    arbiter.press("[data-announce]")
    page.wait_for_url("**/event/*")
    event = page.url.rsplit("/", 1)[1]
    duties = ("preparations", "sessions", "entry", "special_conditions", "published")
    settled = {"what": "settled", **dict.fromkeys(duties, "по объявлению")}
    assert page.request.post(f"/api/events/{event}", data={"id": "settled", "do": settled}).ok
    return event


def together(phones: list[Robot]) -> None:
    """Play until the settlement is on every page; some may sit at the same table."""
    for _ in range(4_000):
        looks = [phone.look() for phone in phones]
        if all(now["over"] for now in looks):
            return
        for phone, now in zip(phones, looks, strict=True):
            if not now["over"] and (now["next"] or now["cards"] or (now["events"] and now["action"] != "wait")):
                phone.act(now)
        phones[0].page.wait_for_timeout(8)
    pytest.fail("no settlement")


@pytest.mark.rule("PT-II.1", "PT-II.2")
@pytest.mark.long  # the same by routes: tests/test_events_parties.py
def test_an_olympic_evening_of_six(sit: Sit) -> None:
    arbiter = sit(lang="ru", door=False)
    event = announced(arbiter)
    phones = [entered(sit, event, "Мелания", "uk"), entered(sit, event, "Prokhor", "en")]
    does, look = acts(arbiter, event)
    until(arbiter, lambda: len(look()["entrants"]) == 2)
    for number in range(3, 7):
        does(what="entered", entrant=number, name=f"Бот {number}")
    by_hand = {"id": "seat", "seating": {"by": "hand", "order": [1, 3, 4, 2, 5, 6]}}
    assert arbiter.page.request.post(f"/api/events/{event}/seat", data=by_hand).ok
    assert [len(one["seats"]) for one in look()["round"]["tables"]] == [3, 3]
    does(what="round_begun")
    for phone in phones:
        phone.page.wait_for_url("**/table/*")
    together(phones)
    until(arbiter, lambda: look()["round"] is not None and look()["round"]["session"] == 2)  # seated by the club
    (final,) = look()["round"]["tables"]
    plays = [nth for nth, _ in enumerate(phones, 1) if nth in final["seats"].values()]
    for nth, phone in enumerate(phones, 1):
        phone.page.goto(f"/event/{event}")
        shown = phone.page.locator("[data-you]")
        words = {1: ("Ваш стіл: 1", "Ви своє зіграли"), 2: ("Your table: 1", "You have played your part")}[nth]
        expect(shown).to_contain_text(words[nth not in plays])
        expect(phone.page.locator("[data-standing] tbody tr")).to_have_count(6)
        phone.axe("olympic, between rounds")
        assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    does(what="round_begun")
    for nth in plays:
        phones[nth - 1].page.wait_for_url("**/table/*")
    together([phones[nth - 1] for nth in plays])
    until(arbiter, lambda: look()["round"] is None)
    does(what="published")
    arbiter.page.goto(f"/event/{event}")
    expect(arbiter.page.locator("[data-standing] tbody tr")).to_have_count(6)
    arbiter.axe("olympic, published")
