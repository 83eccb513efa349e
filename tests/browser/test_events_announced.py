"""A tournament is announced with its conventions, every rule and every penalty, and anybody can read them on its page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from kozyr.tournaments.regulations import OFFENCES
from tests.browser.robot import PHONE, Robot

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]
DUTIES = ("preparations", "sessions", "entry", "special_conditions", "published")


@pytest.mark.rule("P-0.5", "PT-I.12.2", "PT-I.13.1")
def test_a_qualifying_event_is_announced_whole(sit: Sit) -> None:
    arbiter = sit(size=PHONE, lang="uk", door=False)
    arbiter.page.goto("/")
    request = arbiter.page.request
    assert request.post("/api/guest", data={"name": "Орлова"}).status == 201
    assert request.post("/api/register", data={"login": "orlova9", "password": "a long password"}).status == 201
    arbiter.page.goto("/events/new")
    page = arbiter.page
    page.locator("[name=event]").fill("Відбір")
    page.locator("[data-conventions] > summary").click()
    page.locator("[data-conventions] [data-group] > summary").first.click()
    page.locator("[data-conventions] .check input").first.check()  # +qualifying
    page.locator("[data-rules] > summary").click()
    page.locator("[data-rules] [name='tournament.qualifying']").check()
    page.locator("[data-rules] [name='tournament.results']").select_option("live")
    page.locator("[data-rules] [name='tournament.tie_breaks.sets']").check()
    page.locator("[data-rules] [name='tournament.adjusted']").fill("30, 50, 70")
    page.locator("[data-penalties] > summary").click()
    for at, offence in enumerate(OFFENCES, 5):
        if offence != "other":
            page.locator(f"[name='penalty.{offence}']").fill(str(at))
    for duty in DUTIES:
        page.locator(f"[name={duty}]").fill("як домовлено")
    arbiter.axe("announce, whole")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    arbiter.press("[data-announce]")
    page.wait_for_url("**/event/*")
    event = page.url.rpartition("/")[2]
    told = request.get(f"/api/events/{event}").json()
    assert told["preset"] == "sochi+qualifying"
    assert told["regulations"]["tournament.results"] == "live"
    assert told["regulations"]["tournament.tie_breaks"] == ["sets"]
    assert told["regulations"]["tournament.adjusted"] == [30, 50, 70]
    assert told["lacking"] == [
        {"reason": "penalty_open", "law": "PT-I.12.2", "params": {"offence": "other"}}
    ]  # it cannot open half fixed
    page.locator("[data-rules-of-event] > summary").click()
    rules = page.locator("[data-rules-of-event]")
    expect(rules.locator("[data-penalties] dd").first).to_have_text("5 %")
    expect(rules).to_contain_text("30 / 50 / 70")
    arbiter.axe("by what rules")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_conventions_that_cannot_stand_together_are_not_announced(sit: Sit) -> None:
    """A change of the conventions goes with the announcement, and the event's page shows what differs."""
    arbiter = sit(lang="en", door=False)
    arbiter.page.goto("/")
    request = arbiter.page.request
    assert request.post("/api/guest", data={"name": "Orlova"}).status == 201
    assert request.post("/api/register", data={"login": "orlova8", "password": "a long password"}).status == 201
    arbiter.page.goto("/events/new")
    page = arbiter.page
    page.locator("[name=event]").fill("Leningrad without misère on ten")
    page.locator("[data-conventions] > summary").click()
    for group in page.locator("[data-conventions] [data-group] > summary").all():
        group.click()
    for name in ("auction.here", "whist.greedy"):
        if page.locator(f"[data-option='{name}']").count():
            select = page.locator(f"select[data-option='{name}']")
            other = select.evaluate("one => [...one.options].find((each) => !each.selected).value")
            select.select_option(other)
            break
    expect(page.locator("[data-conventions] [data-diff]")).to_have_count(1)
    for duty in DUTIES:
        page.locator(f"[name={duty}]").fill("as agreed")
    arbiter.press("[data-announce]")
    page.wait_for_url("**/event/*")
    page.locator("[data-rules-of-event] > summary").click()
    expect(page.locator("[data-rules-of-event] [data-diff]")).to_have_count(1)
    arbiter.axe("what differs")
