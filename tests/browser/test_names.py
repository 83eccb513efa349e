"""Whoever chooses a name that imitates somebody is told whom, in his language."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.robot import DESKTOP, PHONE, Robot

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("size", "lang", "told"),
    [
        (PHONE, "ru", "«Коzуr» похоже на «Kozyr»: такое имя примут за сам клуб. Возьмите другое."),
        pytest.param(
            DESKTOP,
            "uk",
            "«Коzуr» схоже на «Kozyr»: таке імʼя сприймуть за сам клуб. Візьміть інше.",
            marks=pytest.mark.long,
        ),
        pytest.param(
            PHONE, "en", "Коzуr looks like Kozyr, which people take for the club itself", marks=pytest.mark.long
        ),
    ],
)
def test_a_name_that_imitates_is_refused_in_words(
    sit: Callable[..., Robot], size: tuple[int, int], lang: str, told: str
) -> None:
    robot = sit(size=size, lang=lang, door=False)
    page = robot.page
    page.goto("/me")
    field, alert = page.locator("form.line input"), page.locator("form.line [role=alert]")
    field.fill("Коzуr")
    page.locator("form.line button").click()
    expect(alert).to_have_text(told)
    robot.axe("a refused name")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    field.fill("Вера")
    page.locator("form.line button").click()
    expect(alert).to_have_count(0)
    expect(page.locator(".who b")).to_contain_text("Вера")
