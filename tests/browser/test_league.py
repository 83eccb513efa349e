"""A league's pages: founded, joined from a phone, a club, rules, the bulletin, a tournament that counts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.door import settle
from tests.browser.robot import DESKTOP, PHONE, Robot

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]


def member(robot: Robot, name: str, login: str) -> None:
    """He has a login."""
    settle(robot, name)
    robot.joins(name, login)


@pytest.mark.rule("PT-L.3", "PT-L.4", "PT-L.5")
def test_a_league_is_founded_joined_and_led(sit: Sit) -> None:
    steward = sit(size=DESKTOP, lang="ru", door=False)
    member(steward, "Орлова", "league-orlova")
    page = steward.page
    page.goto("/leagues")
    page.locator("[data-announce]").click()
    page.locator("[name=league]").fill("Лига интеллектуальных игр")
    page.locator("[name=text]").fill("Игры, где решает не только случай.")
    page.locator("[name=least]").fill("4")
    steward.axe("found")
    steward.press("[data-announce]")
    page.wait_for_url("**/league/*")
    league = page.url.rpartition("/")[2]
    expect(page.locator("[data-you]")).to_contain_text("Вы распорядитель этой лиги.")
    expect(page.locator("[data-formula]")).to_contain_text("4 участника или больше")

    def part(name: str) -> None:
        page.locator(f"[data-part={name}] > summary").click()

    part("rules")
    page.locator("[name=rules]").fill("Правила лиги")
    steward.press("[data-publish]")
    expect(page.locator("[data-rules]")).to_contain_text("Правила лиги, редакция 1")
    part("say")
    page.locator("[name=title]").fill("Открытие")
    page.locator("[name=said]").fill("Первый турнир в мае.")
    steward.press("[data-say]")
    expect(page.locator("[data-bulletin]")).to_contain_text("Первый турнир в мае.")
    part("count")
    page.locator("[name=event]").fill("/event/nothing")
    steward.press("[data-count]")
    expect(page.locator("[data-steward] [role=alert]")).to_contain_text("Такого турнира нет")
    steward.axe("a league, its steward")

    phone = sit(size=PHONE, lang="uk", theme="light", door=False)
    member(phone, "Леся", "league-lesia")
    phone.page.goto("/leagues")
    phone.axe("leagues")
    phone.page.locator(f"[data-league='{league}']").click()
    phone.press("[data-join]")
    expect(phone.page.locator("[data-you]")).to_contain_text("Ви учасник номер 2.")
    expect(page.locator("[data-members]")).to_contain_text("Леся")  # by itself
    expect(phone.page.locator("[data-steward]")).to_have_count(0)
    phone.page.locator("[data-clubs] summary").click()
    phone.page.locator("[name=club]").fill("Мар’яж")
    phone.page.locator("[name=place]").fill("Львів")
    phone.press("[data-club]")
    phone.page.locator("[name=plays]").select_option(label="Мар’яж")
    expect(phone.page.locator("[data-clubs]")).to_contain_text("1 гравець")
    expect(phone.page.locator("[data-bulletin]")).to_contain_text("До ліги вступив клуб «Мар’яж»")
    phone.axe("a league")
    feed = phone.page.request.get(phone.page.locator("[data-feed]").get_attribute("href") or "")
    assert feed.ok
    assert "До ліги вступив клуб «Мар’яж»" in feed.text()

    part("appoint")
    page.locator("[name=who]").select_option(label="Леся")
    steward.press("[data-appoint]")
    expect(phone.page.locator("[data-steward]")).to_be_visible()
    steward.press("[data-leave]")
    expect(page.locator("[data-join]")).to_be_visible()
