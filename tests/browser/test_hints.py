"""Hints on the page, and why a bot did what it did, where a deal is shown again."""

import json
from collections.abc import Callable
from typing import Any, Final

import msgspec
import pytest
from playwright.sync_api import expect

from tests.browser.robot import DESKTOP, PHONE, Robot
from tests.browser.stage import MOMENTS, TERMS
from tests.browser.test_replayed import GAMES
from tests.browser.test_table_states import stage

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]


def weighed(event: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"event": event, "score": 1.5, "why": "wins", "facts": {"tricks": 6.25}, "unit": "whists"} | more


@pytest.mark.parametrize("size", [pytest.param(PHONE, marks=pytest.mark.long), DESKTOP])
def test_a_hint_is_asked_for_by_key_and_shown_with_its_reasons(sit: Sit, size: tuple[int, int]) -> None:
    terms = {"terms": msgspec.structs.replace(TERMS, hints=True)}
    robot, scene = stage(sit, "play", size, table=MOMENTS["play"]["table"] | terms | seat())
    page = robot.page
    ask = page.locator('[data-event="hint"]')
    expect(ask).to_have_text("Подсказка")
    page.keyboard.press("i")
    expect(page.locator("[data-counsel]")).to_contain_text("Бот считает")
    assert scene.acts() == [{"act": "hint"}]
    legal = MOMENTS["play"]["view"]["legal"]
    told = {"tricks": 6.25, "worlds": 80, "whose": "me", "wants": "more", "made": 0.62}
    candidates = [
        weighed(legal[0], facts=told),
        weighed(legal[-1], score=-2.0, why="of_tomorrow", facts=told | {"made": 0.3}),
    ]
    scene.send({"t": "hint", "at": 7, "level": "expert", "candidates": candidates})
    choices, why = page.locator("[data-choice]"), page.locator("[data-counsel] .why")
    expect(choices).to_have_count(2)
    expect(why).to_contain_text("Взять взятку: игра выходит в 62 % раскладов.")
    expect(why).to_contain_text("+1,5 виста")
    robot.axe("hint")
    robot.press(choices.last)  # one reason at a time
    expect(why).to_contain_text("На 3,5 виста хуже: игра выходит в 30 % раскладов, а не в 62 %.")
    # The slip lies beside the cards, and the advised one is marked where it lies.
    expect(page.locator('[data-hand] [data-mark="best"]')).to_have_attribute("data-card", legal[0]["card"])
    slip, hand = robot.box("[data-hint-slip]"), robot.box("[data-hand]")
    assert slip[3] <= hand[1]
    for card in page.locator(".trick > *").all():
        assert apart(robot.box(card), slip)
    page.keyboard.press("Escape")
    ask.click()  # what was told is shown again, and not asked for again
    expect(choices).to_have_count(2)
    assert scene.acts() == [{"act": "hint"}]


Box = tuple[float, float, float, float]


def apart(one: Box, other: Box) -> bool:
    """Whether two boxes do not overlap."""
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.long  # in short: test_a_hint_is_asked_for_by_key_and_shown_with_its_reasons
@pytest.mark.parametrize(
    ("size", "lang"),
    [
        (DESKTOP, "en"),
        pytest.param(PHONE, "uk", marks=pytest.mark.long),
        pytest.param((360, 780), "ru", marks=pytest.mark.long),
    ],
)
def test_a_hint_lies_beside_the_choices_and_marks_them(sit: Sit, size: tuple[int, int], lang: str) -> None:
    terms = {"terms": msgspec.structs.replace(TERMS, hints=True)}
    robot, scene = stage(sit, "auction", size, lang, table=MOMENTS["auction"]["table"] | terms | seat())
    page = robot.page
    if page.locator('[data-event="lot"]').count():
        robot.event("lot")
    page.keyboard.press("i")
    bid = next(event for event in MOMENTS["auction"]["view"]["legal"] if event["type"] == "bid")
    candidates = [weighed({"type": "pass"}, why="passes", facts={}), weighed(bid, score=-2.0, why="bids", facts={})]
    scene.send({"t": "hint", "at": 7, "level": "expert", "candidates": candidates})
    expect(page.locator("[data-choice]")).to_have_count(2)
    expect(page.locator('[data-action] [data-mark="best"]')).to_have_attribute("data-event", "pass")
    slip = robot.box("[data-hint-slip]")
    for choice in page.locator("[data-action] [data-event]").all():
        assert apart(robot.box(choice), slip)
    for plate in page.locator("[data-seat]").all():
        assert apart(robot.box(plate), slip)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long  # as above
@pytest.mark.parametrize("size", [(900, 640), pytest.param((1024, 768), marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("game", "moment"), [("bridge", "defence"), pytest.param("preferans", "dummy", marks=pytest.mark.long)]
)
def test_a_hint_on_a_small_desktop_touches_no_open_hand(
    sit: Sit, game: str, moment: str, size: tuple[int, int]
) -> None:
    there = json.loads((GAMES / game / "moments.json").read_text(encoding="utf-8"))[moment]
    own = there["table"]["players"]
    players = [one | {"bot": None, "account": f"a{at}", "chair": at, "held": None} for at, one in enumerate(own)]
    terms = {"terms": msgspec.structs.replace(TERMS, hints=True), "players": players}
    robot, scene = stage(sit, there, size, table=terms)
    page = robot.page
    if page.locator('[data-event="lot"]').count():
        robot.event("lot")
    page.keyboard.press("i")
    found = [weighed(event, score=3.0 - at) for at, event in enumerate(there["view"]["legal"][:6])]
    scene.send({"t": "hint", "at": 7, "level": "expert", "candidates": found})
    expect(page.locator("[data-choice]").first).to_be_visible()
    slip = robot.box("[data-hint-slip]")
    expect(page.locator(".open").first).to_be_visible()
    for thing in page.locator(".open, [data-hand] [data-card], .trick .card, [data-seat]").all():
        assert apart(robot.box(thing), slip)


def test_what_is_advised_and_done_on_a_panel_is_opened_from_the_slip(sit: Sit) -> None:
    """Who is told to claim finds the claim: nobody looks for it among the tools."""
    terms = {"terms": msgspec.structs.replace(TERMS, hints=True)}
    robot, scene = stage(sit, "play", table=MOMENTS["play"]["table"] | terms | seat(), view=CLAIM)
    page = robot.page
    page.keyboard.press("i")
    legal = MOMENTS["play"]["view"]["legal"]
    claim = weighed(CLAIM["offers"][0], score=3.0, why="enough", facts={})
    scene.send({"t": "hint", "at": 7, "level": "expert", "candidates": [claim, weighed(legal[0])]})
    slip = page.locator("[data-hint-slip]")
    robot.press(slip.locator('[data-event="open-claim"]'))
    expect(page.locator('[data-event="claim"]')).to_be_visible()
    scene.send({"t": "hint", "at": 7, "level": "expert", "candidates": [weighed(legal[0]), claim]})
    page.keyboard.press("Escape")
    page.keyboard.press("i")
    expect(slip).to_be_visible()
    expect(slip.locator('[data-event="open-claim"]')).to_have_count(0)


CLAIM: Final[dict[str, Any]] = {"offers": [{"type": "claim", "tricks": {"S": 6, "W": 2, "N": 2, "E": 0}}]}


def seat() -> dict[str, Any]:
    """The players and the place of the one who looks, as the stage seats them."""
    own = MOMENTS["play"]["table"]
    players = [
        one | {"bot": None, "account": f"a{at}", "chair": at, "held": None} for at, one in enumerate(own["players"])
    ]
    return {"players": players}


def test_where_the_card_has_no_hints_there_is_nothing_to_press(sit: Sit) -> None:
    robot, scene = stage(sit, "play")
    expect(robot.page.locator("[data-hand]").first).to_be_visible()
    expect(robot.page.locator('[data-event="hint"]')).to_have_count(0)
    robot.page.keyboard.press("i")
    expect(robot.page.locator("[data-counsel]")).to_have_count(0)
    assert scene.acts() == []


def test_a_hint_that_comes_too_late_and_one_that_somebody_else_took(sit: Sit) -> None:
    terms = {"terms": msgspec.structs.replace(TERMS, hints=True)}
    robot, scene = stage(sit, "play", table=MOMENTS["play"]["table"] | terms | seat())
    page = robot.page
    page.locator('[data-event="hint"]').click()
    scene.send({"t": "hint", "at": 7, "level": "expert", "candidates": None})
    expect(page.locator("[data-counsel] .why")).to_have_text("Бот не успел. Решайте сами.")
    who = scene.snap["table"]["players"]
    other = next(one for one in who if one["chair"] != scene.snap["table"]["chair"])
    scene.happens(act={"by": other["chair"], "do": {"act": "hint"}}, room={"hints": {str(other["chair"]): 1}})
    expect(page.locator("p.note")).to_contain_text("взята подсказка")
