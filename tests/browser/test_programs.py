"""A person makes a token for his own program on a page, the program sits down with it, and the token is taken back."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.door import lay, settle
from tests.browser.robot import DESKTOP, PHONE, Robot

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]
EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"


def fox(club: str, table: str, token: str) -> subprocess.Popen[str]:
    """The program of the documentation at this table."""
    line = [sys.executable, str(EXAMPLE), club.replace("http", "ws"), table]
    pipe = subprocess.PIPE
    return subprocess.Popen(line, env=os.environ | {"KOZYR_TOKEN": token}, stdout=pipe, stderr=pipe, text=True)  # noqa: S603 - our own program


@pytest.mark.long  # the same by routes: tests/test_programs.py
def test_a_program_sits_by_its_token_until_that_is_taken_back(sit: Sit, club: str) -> None:
    robot = sit(DESKTOP, lang="ru", door=False)
    page = robot.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    settle(robot, "Вера", (None, None))
    address = lay(robot)

    page.goto("/me")
    robot.press("[data-programs]")
    expect(page.locator("[data-none]")).to_be_visible()
    robot.axe("no programs")
    page.locator("[name=program]").fill("Лиса")
    expect(page.locator("#mark")).to_contain_text("Вера/Лиса")
    page.keyboard.press("Enter")
    shown = page.locator("[data-token]")
    expect(shown).to_have_value(re.compile(r"kozyr_[\w-]{43}"))
    token = shown.input_value()
    expect(page.locator("#fresh")).to_be_focused()  # who cannot see hears that it is there
    robot.axe("a new token")
    robot.press(page.locator("[data-fresh] [data-copy]"))
    expect(page.locator("[data-fresh] [data-copy]")).to_contain_text("Скопировано")
    assert page.evaluate("navigator.clipboard.readText()") == token
    robot.press("[data-hide]")
    row = page.locator("[data-program]")
    expect(row).to_contain_text("Вера/Лиса")
    page.reload()
    expect(row).to_have_count(1)
    assert token not in page.content()

    with fox(club, address.rpartition("/")[2], token) as program:
        page.goto(address)
        expect(page.locator('[data-chair="1"]')).to_contain_text("Лиса")
        expect(page.locator('[data-chair="1"]')).to_contain_text("Вера/Лиса")
        page.goto("/programs")
        robot.press(row.get_by_role("button"))
        robot.axe("revoke?")
        page.keyboard.press("Escape")
        expect(row).to_have_count(1)
        robot.press(row.get_by_role("button"))
        robot.press("[data-keep]")
        assert program.poll() is None
        robot.press(row.get_by_role("button"))
        robot.press("[data-end]")
        expect(page.get_by_text("Токен программы «Лиса» отозван.")).to_be_visible()
        expect(row).to_have_count(0)
        _, complaint = program.communicate(timeout=30)
        assert program.returncode != 0
        assert "4401" in complaint
    with fox(club, address.rpartition("/")[2], token) as program:
        _, complaint = program.communicate(timeout=30)
        assert program.returncode != 0
        assert "4401" in complaint


@pytest.mark.parametrize(
    ("size", "lang", "theme"), [(PHONE, "uk", "light"), pytest.param(DESKTOP, "en", "dark", marks=pytest.mark.long)]
)
def test_a_guest_without_a_session_makes_a_token_by_keyboard_alone(
    sit: Sit, size: tuple[int, int], lang: str, theme: str
) -> None:
    robot = sit(size, lang=lang, theme=theme, door=False)
    page, keys = robot.page, robot.page.keyboard
    page.goto("/programs")
    page.locator("[name=program]").focus()
    keys.type("Fox")
    keys.press("Enter")
    expect(page.locator("[data-token]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for text in ("protocol", "example"):
        page.locator(f'[data-text="{text}"] summary').focus()
        keys.press("Enter")
        expect(page.locator(f'[data-text="{text}"] pre')).to_be_visible()
    expect(page.locator('[data-text="protocol"]')).to_contain_text("POST /api/bots")
    expect(page.locator('[data-text="example"]')).to_contain_text("KOZYR_TOKEN")
    robot.axe("the texts")
    page.locator("[data-hide]").focus()
    keys.press("Enter")
    expect(page.locator("[name=program]")).to_be_focused()
    page.locator("[data-program] button").focus()
    keys.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.locator("[data-end]").focus()
    keys.press("Enter")
    expect(page.locator("[data-none]")).to_be_visible()
    # Nobody has more than eight: the ninth is refused in words.
    for n in range(9):
        page.locator("[name=program]").fill(f"Fox {n}")
        keys.press("Enter")
        if n < 8:
            expect(page.locator("[data-program]")).to_have_count(n + 1)
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("[data-program]")).to_have_count(8)
    robot.axe("too many")
