"""The books of rules and the paragraphs behind them, as somebody reads them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.robot import DESKTOP, PHONE, Robot

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("game", "size", "lang"),
    [
        ("preferans", PHONE, "ru"),
        pytest.param("bridge", (360, 740), "en", marks=pytest.mark.long),
        pytest.param("deberts", DESKTOP, "uk", marks=pytest.mark.long),
    ],
)
def test_a_book_is_read_and_leads_to_the_paragraphs(
    sit: Callable[..., Robot], game: str, size: tuple[int, int], lang: str
) -> None:
    reader = sit(size=size, lang=lang, door=False)
    page = reader.page
    page.goto("/rules")
    reader.axe("the rules")
    page.locator(f"[data-rules={game}]").click()
    expect(page.locator("[data-book] section.leaf")).to_have_count(10)
    expect(page.locator("section.leaf .picture > *")).not_to_have_count(0)
    assert page.locator("section.leaf .picture:empty").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    reader.axe(f"the rules of {game}")
    law = page.locator("section.leaf [data-law]").last
    named = law.get_attribute("data-law")
    law.click()
    expect(page.locator("[data-body]")).to_be_visible()
    expect(page.locator(f'[id="{named}"]')).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    reader.axe("a body of law")


def test_a_refusal_leads_to_its_paragraph(sit: Callable[..., Robot]) -> None:
    reader = sit(size=PHONE, lang="uk", door=False)
    reader.page.goto("/laws/P?reason=must_follow&of=preferans#P-2.1.3")
    expect(reader.page.locator('[data-refused="P-2.1.3"]')).to_contain_text("2.1.3")
    expect(reader.page.locator('[id="P-2.1.3"] dd')).to_contain_text("козир")


def test_a_word_at_the_table_explains_itself(sit: Callable[..., Robot]) -> None:
    """Held with the finger nothing is pressed; by keys G explains what has the focus."""
    player = sit(size=PHONE, lang="ru")
    page = player.page
    player.press("[data-sit]")
    page.get_by_role("button", name="К столу").click()
    passes = page.locator("[data-event=pass]")
    expect(passes).to_be_enabled()
    box = passes.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    slip = page.locator("[data-slip]")
    expect(slip.locator("[data-term=pass]")).to_contain_text("пас")
    page.mouse.up()
    expect(passes).to_be_enabled()
    player.axe("a word explained")
    page.keyboard.press("Escape")
    expect(slip).to_have_count(0)
    passes.focus()
    page.keyboard.press("g")
    expect(slip).to_be_focused()
    page.keyboard.press("Escape")
    expect(passes).to_be_focused()


def test_the_words_are_read(sit: Callable[..., Robot]) -> None:
    reader = sit(size=(360, 740), lang="uk", door=False)
    reader.page.goto("/words")
    expect(reader.page.locator("[data-words]")).to_have_count(3)
    assert reader.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    reader.axe("the words")
    reader.page.locator("[data-seek]").fill("прикуп")
    expect(reader.page.locator("[data-term=talon]")).to_be_visible()
    expect(reader.page.locator("[data-term=dummy]")).to_have_count(0)


@pytest.mark.long  # words explain themselves: test_a_word_at_the_table_explains_itself
def test_an_option_of_the_card_is_explained_with_the_presets_as_examples(sit: Callable[..., Robot]) -> None:
    player = sit(size=PHONE, lang="ru")
    page = player.page
    player.press("[data-sit]")
    page.get_by_role("button", name="К столу").click()
    page.locator("header button[aria-haspopup=dialog]").click()
    page.get_by_text("Договор стола").first.click()
    page.locator("dialog summary").click()
    page.locator('dialog [data-explain="whist.style"]').click()
    told = page.locator('[data-explained="whist.style"]')
    expect(told).to_contain_text("Сочинка")
    expect(told.locator("[data-law]")).to_have_attribute("data-law", "P-3.8.13")
    player.axe("an option explained")
