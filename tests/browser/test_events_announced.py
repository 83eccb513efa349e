"""A tournament is announced with its conventions, every rule and every penalty, and anybody can read them on its page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from kozyr.tournaments.regulations import OFFENCES
from tests.browser.robot import PHONE, Robot

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]


@pytest.mark.long  # in short: test_four_answers_announce_an_event_and_outlive_the_login
@pytest.mark.rule("P-0.5", "PT-I.12.2", "PT-I.13.1")
def test_a_qualifying_event_is_announced_whole(sit: Sit) -> None:
    arbiter = sit(size=PHONE, lang="uk", door=False)
    request = arbiter.page.request
    arbiter.joins("Орлова", "orlova9")
    arbiter.page.goto("/events/new")
    page = arbiter.page
    arbiter.press("[data-unfold]")
    arbiter.press("[data-part=entering] summary")
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
    assert told["lacking"][5:] == [
        {"reason": "penalty_open", "law": "PT-I.12.2", "params": {"offence": "other"}}
    ]  # it cannot open half fixed
    page.locator("[data-rules-of-event] > summary").click()
    rules = page.locator("[data-rules-of-event]")
    expect(rules.locator("[data-penalties] dd").first).to_have_text("5 %")
    expect(rules).to_contain_text("30 / 50 / 70")
    arbiter.axe("by what rules")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long  # the same by routes: tests/test_events_over_http.py
def test_conventions_that_cannot_stand_together_are_not_announced(sit: Sit) -> None:
    """A change of the conventions goes with the announcement, and the event's page shows what differs."""
    arbiter = sit(lang="en", door=False)
    arbiter.joins("Orlova", "orlova8")
    arbiter.page.goto("/events/new")
    page = arbiter.page
    arbiter.press("[data-unfold]")
    arbiter.press("[data-part=entering] summary")
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
    arbiter.press("[data-announce]")
    page.wait_for_url("**/event/*")
    page.locator("[data-rules-of-event] > summary").click()
    expect(page.locator("[data-rules-of-event] [data-diff]")).to_have_count(1)
    arbiter.axe("what differs")


@pytest.mark.rule("PT-I.13.1")
def test_four_answers_announce_an_event_and_outlive_the_login(sit: Sit) -> None:
    """Game, format, where, when; whoever has no login gets one on the way. Duties are settled before the event opens."""
    arbiter = sit(size=PHONE, lang="ru", door=False)
    page = arbiter.page
    page.goto("/events/new")
    expect(page.locator("[data-differs='0']")).to_contain_text("Сочинка")
    assert page.locator("form fieldset, form > label").count() == 4
    assert page.evaluate("document.documentElement.scrollHeight") < 1_200
    arbiter.axe("four questions")
    arbiter.press('label:has-text("Бридж")')
    arbiter.press('label:has-text("на выбывание")')
    arbiter.press('label:has-text("за столами клуба")')
    page.locator("[name=starts]").fill("2031-12-05T19:00")
    arbiter.press("[data-login]")
    arbiter.press(page.get_by_role("group").get_by_text("Завести вход", exact=True))
    page.locator("[name=username]").fill("orlova77")
    page.locator("[type=password]").fill("a long password")
    arbiter.press("form:has([name=username]) [type=submit]")
    page.wait_for_url("**/events/new")
    expect(page.locator("[name=starts]")).to_have_value("2031-12-05T19:00")
    arbiter.press("[data-announce]")
    page.wait_for_url("**/event/*")
    told = page.request.get(f"/api/events/{page.url.rpartition('/')[2]}").json()
    assert (told["name"], told["game"], told["online"]) == ("Бридж, 5 декабря", "bridge", True)
    assert told["regulations"]["tournament.type"] == "olympic"
    assert len(told["lacking"]) == 5
    arbiter.press("[data-hall]")
    page.locator("[data-settle] [name=entry]").fill("члены клуба")
    arbiter.axe("what is settled")
    arbiter.press("[data-settled]")
    expect(page.locator("[data-settle], [data-lacking]")).to_have_count(0)
    told = page.request.get(f"/api/events/{told['id']}").json()
    assert told["regulations"]["duties"]["entry"] == "члены клуба"
    assert "5 дек" in told["regulations"]["duties"]["sessions"]
    page.goto("/events/new")
    expect(page.locator("[name=starts]")).to_have_value("")  # what was sent is no draft any more
