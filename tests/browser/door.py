"""From the door to a table: who one is, and what one sits down to."""

import re

from playwright.sync_api import expect

from tests.browser.robot import Robot


def settle(robot: Robot, name: str = "", chairs: tuple[str | None, ...] = ("novice", "novice"), pool: int = 4) -> None:
    """Who he is, that nothing moves, and what he will sit down to."""
    table = {"game": "preferans", "base": "sochi", "overlays": [], "terms": {}, "changes": {"pool_target": pool}}
    robot.page.evaluate(
        """([name, setup]) => {
            const known = JSON.parse(localStorage.getItem('kozyr.settings') ?? '{}');
            localStorage.setItem('kozyr.settings', JSON.stringify({...known, name, pace: 'instant'}));
            localStorage.setItem('kozyr.setup', JSON.stringify(setup));
        }""",
        [name, table | {"players": len(chairs) + 1, "chairs": list(chairs), "public": False}],
    )
    robot.page.reload()
    expect(robot.page.locator("[data-sit]")).to_be_visible()


def lay(robot: Robot, *, public: bool = False) -> str:
    """Lay a table as it was settled; its address."""
    page = robot.page
    page.goto("/new")
    if public:
        robot.press("[data-unfold]")
        robot.press('[data-group="table"] summary')
        robot.press(page.get_by_text(re.compile("любой в клубе|будь-хто|anybody at"), exact=False).first)
    robot.press("[data-sit]")
    expect(page.locator("[data-chair]").first).to_be_visible()
    return page.url
