"""What a newcomer meets first, and what costs him: the door, a claim, the talon of a misère, the end of a match."""

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.browser.robot import DESKTOP, PHONE, Robot
from tests.browser.stage import MOMENTS, Stage
from tests.browser.test_table_states import stage

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]
TABLET: Final = (768, 1024)
ASIDE: Final = (844, 390)


def claims(*totals: dict[str, int]) -> dict[str, Any]:
    return {"offers": [{"type": "claim", "tricks": tricks} for tricks in totals]}


ALL: Final = {"S": 0, "W": 0, "N": 10, "E": 0}


def commands(scene: Stage) -> list[dict[str, Any]]:
    return [message["do"] for message in scene.heard if message["t"] == "cmd"]


@pytest.mark.parametrize(
    "game", ["preferans", *(pytest.param(other, marks=pytest.mark.long) for other in ("bridge", "deberts"))]
)
def test_every_game_is_one_tap_from_its_cards(sit: Sit, game: str) -> None:
    robot = sit(lang="ru")
    robot.press(f'[data-play="{game}"]')
    expect(robot.page).to_have_url(re.compile("/table/"))
    robot.page.locator(".room").wait_for()


def test_the_games_are_in_sight_on_a_phone_on_its_side(sit: Sit) -> None:
    robot = sit(ASIDE, lang="ru")
    expect(robot.page.locator("[data-play]")).to_have_count(3)
    for tile in robot.page.locator("[data-play]").all():
        assert robot.box(tile)[3] <= ASIDE[1]


def test_a_tile_leads_to_the_card_of_its_game(sit: Sit) -> None:
    robot = sit(lang="en")
    robot.press('a[href="/new?game=bridge"]')
    expect(robot.page.locator("[data-sit]")).to_be_enabled()
    expect(robot.page.get_by_role("radio", name="Bridge")).to_be_checked()


def test_a_claim_in_all_pass_proposes_nothing_and_shows_its_price(sit: Sit) -> None:
    every = [{"S": one, "W": 10 - one - mine, "N": mine, "E": 0} for mine in range(11) for one in range(11 - mine)]
    robot, scene = stage(sit, "talon", view=claims(*every))
    robot.press('[data-event="open-claim"]')
    send = robot.page.locator('[data-event="claim"]')
    expect(send).to_be_disabled()
    expect(robot.page.locator('[data-event="claim-all"]')).to_have_count(0)
    expect(robot.page.locator("[data-price]")).to_have_count(0)
    robot.axe("claim")
    robot.press(robot.page.get_by_role("button", name="вы: +1"))
    expect(robot.page.locator("[data-price]")).to_have_text("Вам +1 в гору")
    expect(send).to_be_enabled()
    assert commands(scene) == []


def test_a_claim_says_what_it_writes_before_it_is_sent(sit: Sit) -> None:
    robot, scene = stage(sit, "talon", view=claims(ALL) | {"tricks": {"S": 0, "W": 0, "N": 9, "E": 0}})
    robot.press('[data-event="open-claim"]')
    robot.press(robot.page.get_by_role("button", name="вы: +1"))
    expect(robot.page.locator("[data-price]")).to_have_text("Вам +10 в гору")
    robot.event("claim")
    robot.page.wait_for_timeout(100)
    assert commands(scene) == [{"type": "claim", "tricks": ALL}]


def test_the_talon_of_a_misere_stays_until_it_has_been_read(sit: Sit) -> None:
    moment = MOMENTS["auction"]
    robot, scene = stage(sit, "auction", DESKTOP, table={"lot": None})
    page = robot.page
    page.evaluate("localStorage.setItem('kozyr.settings', JSON.stringify({pace: 'calm', lang: 'ru'}))")
    page.reload()
    page.locator(".room").wait_for()
    calls = [["S", "misere"], ["N", "pass"], ["E", "pass"]]
    asks = {"actor": "S", "turn": "S", "legal": [], "offers": [], "calls": calls}
    open_talon = moment["view"] | asks | {"phase": "discard", "declarer": "S", "bid": "misere", "talon": ["CQ", "C8"]}
    playing = open_talon | {"phase": "play", "contract": "misere"}
    scene.happens(said={"seat": "E", "event": {"type": "pass"}}, view=open_talon)
    scene.happens(said={"seat": "S", "event": {"type": "discard", "cards": []}}, view=playing)
    talon = page.locator(".talon .one.shown")
    expect(talon).to_have_count(2)
    page.wait_for_timeout(1_500)
    expect(talon).to_have_count(2)
    expect(page.locator(".past")).to_contain_text("В прикупе")
    page.locator(".middle").click()
    expect(talon).to_have_count(0)
    line = page.locator(".top .talon .card")
    expect(line).to_have_text(["Д", "8"])


def test_ending_a_match_is_asked_twice_and_says_what_each_would_have(sit: Sit) -> None:
    robot, scene = stage(sit, "play", DESKTOP)
    robot.press(robot.page.get_by_role("button", name="Меню"))
    robot.event("pause")
    robot.event("stop")
    expect(robot.page.locator("dialog [data-standing]")).to_contain_text("Если рассчитать сейчас, в вистах")
    assert commands(scene) == []
    assert scene.acts() == []
    robot.axe("pause")
    robot.event("stop!")
    robot.page.wait_for_timeout(100)
    assert scene.acts() == [{"act": "propose", "what": {"kind": "stop"}}]


def test_leaving_on_ones_own_turn_is_told_first(sit: Sit) -> None:
    robot, _ = stage(sit, "play")
    away = robot.page.get_by_role("button", name="Выйти к столам")
    robot.press(away)
    expect(robot.page.locator("p.note")).to_contain_text("Ваш ход")
    expect(robot.page).to_have_url(re.compile("/table/"))
    robot.press(away)
    expect(robot.page).not_to_have_url(re.compile("/table/"))


def test_the_focus_goes_to_a_card_that_may_be_laid(sit: Sit) -> None:
    robot, _ = stage(sit, "talon", DESKTOP)
    page = robot.page
    page.locator("[data-hand] [data-card]").first.wait_for()
    page.keyboard.press("h")
    state = "document.activeElement.getAttribute('aria-disabled')"
    assert page.evaluate(state) == "false"


def test_a_tablet_upright_has_its_sheet_and_its_log(sit: Sit) -> None:
    robot, _ = stage(sit, "talon", TABLET)
    sheet = robot.page.locator("aside.right")
    expect(sheet.locator("svg text.name").first).to_be_visible()
    expect(sheet.locator(".past")).to_be_visible()
    expect(sheet.locator("[data-standing]")).to_be_visible()
    assert robot.box(sheet)[1] >= robot.box(".table")[3] - 1
    robot.axe("tablet")


def test_the_result_of_a_deal_leads_to_its_post_mortem(sit: Sit) -> None:
    robot, _ = stage(sit, "deal", PHONE)
    replay = robot.page.locator("[data-replay]")
    expect(replay).to_have_attribute("href", re.compile(r"/table/stage/deal/\d+/review$"))
    expect(robot.page.locator("[data-result-of] svg text.name").first).to_be_attached()  # the sheet, on a phone too
    robot.axe("result")
