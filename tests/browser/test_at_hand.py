"""What a player has at hand besides the cards: a name that can be read, the lot once, tools that explain themselves, haste."""

from collections.abc import Callable
from typing import Any, Final

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tests.browser.robot import DESKTOP, PHONE, Robot
from tests.browser.stage import MOMENTS, TERMS
from tests.browser.test_replayed import shown
from tests.browser.test_table_states import stage

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]

# Words of a part of the page that stand in two lines.
BROKEN: Final = """part => {
    const found = [];
    const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        if (!node.parentElement.checkVisibility() || node.parentElement.closest('.sr, svg')) continue;
        for (const word of node.data.matchAll(/\\p{L}{2,}/gu)) {
            const range = document.createRange();
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            const lines = new Set([...range.getClientRects()].map((one) => Math.round(one.top)));
            if (lines.size > 1) found.push(word[0]);
        }
    }
    return found;
}"""


def tools(page: Page) -> list[str]:
    """What the tools beside the name are called."""
    return [one.get_attribute("data-tool") or "" for one in page.locator("[data-tool]").all()]


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, pytest.param((360, 780), marks=pytest.mark.long)])
def test_ones_own_name_is_read_beside_any_number_of_tools(sit: Sit, size: tuple[int, int]) -> None:
    own = MOMENTS["play"]["table"]
    players = [
        one
        | {"bot": None, "account": f"a{at}", "chair": at, "held": None}
        | ({"nick": "Гость Соловей"} if one["name"] == own["you"] else {})
        for at, one in enumerate(own["players"])
    ]
    terms = {"terms": msgspec.structs.replace(TERMS, hints=True), "players": players, "conventions": UNDO}
    robot, _ = stage(sit, "play", size, table=terms)
    page = robot.page
    if page.locator('[data-event="lot"]').count():
        robot.event("lot")
    nick = page.locator(".mine .nick")
    expect(nick).to_have_text("Гость Соловей")
    met: set[str] = set()
    for _turn in range(3):
        assert nick.evaluate("one => one.scrollWidth <= one.clientWidth + 1")
        for tool in page.locator("[data-tool]").all():
            assert robot.box(tool)[2] <= size[0]
        met |= set(tools(page))
        robot.press('[data-event="more-tools"]')
    assert {"Взять подсказку", "Последняя взятка", "Пулька"} <= met
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


UNDO: Final = {"table.undo": "unanimous"}


def test_a_tool_says_what_it_is_for(sit: Sit) -> None:
    terms = {"terms": msgspec.structs.replace(TERMS, hints=True)}
    robot, scene = stage(sit, "play", DESKTOP, table=terms, room={"bench": BENCH}, view={"possible": [], "duties": []})
    page = robot.page
    free = page.locator('[data-event="free"]')
    expect(free).to_have_text("Рукой")
    for event, word in (("hint", "Взять подсказку"), ("free", "Сделать рукой")):
        page.locator(f'[data-event="{event}"]').focus()
        page.keyboard.press("g")
        slip = page.locator("[data-slip]")
        expect(slip.locator("dt")).to_have_text(word)
        expect(slip.locator("dd")).not_to_be_empty()
        robot.axe("a tool explained")
        page.keyboard.press("Escape")
        expect(slip).to_have_count(0)
    assert scene.acts() == []
    page.keyboard.press("?")
    for key in ("G", "Z", "Q"):
        expect(page.get_by_role("dialog").locator("kbd", has_text=key).first).to_be_visible()


BENCH: Final[dict[str, Any]] = {"calls": {}, "pending": None, "ruled": [], "errors": True}


def test_the_lot_is_looked_at_once(sit: Sit) -> None:
    robot, _ = stage(sit, "auction")
    page = robot.page
    robot.event("lot")
    expect(page.locator('[data-event="lot"]')).to_have_count(0)
    page.reload()
    expect(page.locator("[data-hand] [data-card]").first).to_be_visible()
    expect(page.locator("[data-action]")).to_have_attribute("data-action", "auction")
    assert page.locator('[data-event="lot"]').count() == 0


def test_who_has_nothing_left_to_decide_plays_on_quickly(sit: Sit) -> None:
    robot, scene = stage(sit, "sits")
    hurry = robot.page.locator('[data-event="hurry"]')
    expect(robot.page.locator("[data-seat]").first).to_be_visible()
    expect(hurry).to_have_count(0)  # the others are people
    table = scene.snap["table"]
    bots = [one if one["chair"] == table["chair"] else one | {"bot": "novice"} for one in table["players"]]
    scene.happens(table=table | {"players": bots})
    expect(hurry).to_have_text("Доиграть быстро")
    robot.axe("hurry")
    robot.press(hurry)
    expect(hurry).to_have_count(0)
    scene.until(lambda: {"t": "hurry"} in scene.heard)
    assert scene.heard.count({"t": "hurry"}) == 1


@pytest.mark.parametrize(
    "lang", ["ru", pytest.param("uk", marks=pytest.mark.long), pytest.param("en", marks=pytest.mark.long)]
)
def test_no_word_of_what_the_cards_were_worth_is_broken(sit: Sit, lang: str) -> None:
    robot = sit((360, 780), lang=lang, door=False)
    seats = ("N", "E", "S")
    each = dict.fromkeys(seats, 5)
    worth = {"tricks": dict.fromkeys(("S", "C", "D", "H", "NT"), each), "misere": each, "makes": {"N": "10NT"}}
    robot.page.route("**/api/tables/t/deals/*/analysis", lambda route: route.fulfill(json=worth))
    shown(robot, "preferans")
    robot.press("[data-worth] summary")
    expect(robot.page.locator("[data-worth] table")).to_be_visible()
    assert robot.page.locator(".notes").evaluate(BROKEN) == []
    assert robot.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
