"""Every state of an event's pages: what matters to its reader is within his first look, nothing is cut off, axe finds nothing.

`scripts.screenshots --events FOLDER` takes the same states as pictures, at two widths.
"""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.event_states import STATES, show
from tests.browser.robot import DESKTOP, PHONE, Robot
from tests.conftest import LONG

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]
LANGUAGES: Final = ("ru", "uk", "en")
FIRST_LOOK: Final = 0.7  # of the screen's height; what slides up does so from below


def seen(sit: Sit, size: tuple[int, int], some: slice) -> None:
    """Look at these states, each in another language, dark and light by turns."""
    for nth, (name, state) in list(enumerate(STATES.items()))[some]:
        robot = sit(size, lang=LANGUAGES[nth % 3], theme=("dark", "light")[nth % 2], door=False)
        shown = state()
        show(robot.page, shown)
        line = robot.page.locator(shown.says).first
        expect(line).to_be_visible()
        left, top, right, _ = robot.box(line)
        assert 0 <= left <= right <= size[0], name
        assert 0 <= top <= size[1] * FIRST_LOOK, name
        assert robot.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        robot.axe(name)
        robot.page.close()


PARTS: Final = (3, *(pytest.param(part, marks=pytest.mark.long) for part in (0, 1, 2, 4, 5)))


@pytest.mark.parametrize("part", PARTS)
def test_a_phone_shows_first_what_matters(sit: Sit, part: int) -> None:
    seen(sit, PHONE, slice(part, None, 6 if LONG else 18))


@pytest.mark.long
@pytest.mark.parametrize("part", range(6))
def test_so_does_a_wide_page(sit: Sit, part: int) -> None:
    seen(sit, DESKTOP, slice(part, None, 6))
