"""A deal that is over, shown again: every hand stands in sight above the slider."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.browser.robot import DESKTOP, PHONE, Robot
from tests.browser.test_newcomer import ASIDE

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]
GAMES: Final = Path(__file__).parents[2] / "ui" / "src" / "games"
# All of one moment. A page that has just been resized is laid out in more than one frame, so the test waits for it.
PLACES: Final = """() => {
    const box = one => document.querySelector(one).getBoundingClientRect();
    const hands = [...document.querySelectorAll('.hand .suits')].map(one => one.getBoundingClientRect());
    const beside = hands.every(one => one.right <= box('.control').left);
    const slider = beside ? innerHeight : box('.control').top;
    return {hands: hands.map(one => one.bottom), slider, on: box('.control .on').bottom, headings: box('nav.headings').top};
}"""
OVER: Final = {"preferans": "deal", "bridge": "result", "deberts": "result-made"}


def shown(robot: Robot, game: str) -> None:
    """Go to a deal of this game; the club's answer is the test's."""
    moment: dict[str, Any] = json.loads((GAMES / game / "moments.json").read_text(encoding="utf-8"))[OVER[game]]
    deal, table = moment["last"], moment["table"]
    players = [one | {"account": None, "chair": at, "held": None} for at, one in enumerate(table["players"])]
    told = {"table": "t", "game": game, "preset": "", "you": table["you"], "players": players, "deals": deal["number"]}
    told |= {"deal": deal, "sheet": moment["sheet"], "moves": [], "rulings": [], "event": None}
    robot.page.route("**/api/tables/t/deals/*", lambda route: route.fulfill(json=told))
    robot.page.route("**/api/bridge/**", lambda route: route.fulfill(status=204))
    robot.page.goto(f"/table/t/deal/{deal['number']}")
    robot.page.locator("[data-frame]").wait_for()


@pytest.mark.parametrize(
    "game", ["bridge", *(pytest.param(one, marks=pytest.mark.long) for one in ("preferans", "deberts"))]
)
def test_no_card_of_a_replay_lies_under_the_slider(sit: Sit, game: str) -> None:
    """Nobody scrolls to see a hand: on a phone on its side the slider stands beside the cloth."""
    robot = sit(PHONE, lang="ru", door=False)
    shown(robot, game)
    page = robot.page
    for size in (PHONE, (360, 780), ASIDE, (667, 375), DESKTOP):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(page.locator(".hand.below .suits")).to_be_visible()
        page.wait_for_function(f"""() => {{
            const at = ({PLACES})();
            const below = at.headings > at.slider ? at.headings : innerHeight;
            return at.hands.length > 0 && Math.max(...at.hands) <= at.slider + 1 && at.on <= below;
        }}""")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
