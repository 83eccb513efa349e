"""From the door to a table: who one is, and what one sits down to."""

import json
import re

from playwright.sync_api import expect

from tests.browser.robot import Robot


def settle(robot: Robot, name: str = "", chairs: tuple[str | None, ...] = ("novice", "novice"), pool: int = 4) -> None:
    """Who he is, that nothing moves, and what he will sit down to."""
    table = {"game": "preferans", "base": "sochi", "overlays": [], "terms": {}, "changes": {"pool_target": pool}}
    setup = table | {"players": len(chairs) + 1, "chairs": list(chairs), "public": False}
    keeps = f"""
        const known = JSON.parse(localStorage.getItem('kozyr.settings') ?? '{{}}');
        const told = {{...known, name: {json.dumps(name)}, pace: 'instant'}};
        localStorage.setItem('kozyr.settings', JSON.stringify(told));
        localStorage.setItem('kozyr.setup', {json.dumps(json.dumps(setup))});
    """
    if robot.page.url == "about:blank":  # once, before the first page
        robot.page.add_init_script(
            f"if (location.protocol !== 'about:' && !sessionStorage.settled) {{ sessionStorage.settled = 'yes'; {keeps} }}"
        )
        robot.page.goto("/")
    else:
        robot.page.evaluate(f"() => {{ {keeps} }}")
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
