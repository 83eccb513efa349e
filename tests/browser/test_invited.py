"""A table whose card names those who may come: the owner names them, for the others there is no such table."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.door import lay, settle
from tests.browser.robot import PHONE, Robot

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]

REGISTER = """async (login) => {
    const send = (path, body) => fetch(path, {method: 'POST', body: JSON.stringify(body), headers: {'content-type': 'application/json'}});
    await send('/api/guest', {name: login});
    await send('/api/register', {login, password: 'a long password'});
}"""


@pytest.mark.long  # the same by routes: tests/test_invited.py
def test_an_invitation_is_bound_to_an_account(sit: Sit) -> None:
    anna, boris, vera = sit(PHONE, lang="ru"), sit(PHONE, lang="uk"), sit(PHONE, lang="en")
    boris.page.evaluate(REGISTER, "boris")
    settle(anna, "Анна", (None, "novice"))
    settle(vera, "Vera")
    address = lay(anna)
    anna.press("[data-edit]")
    form = anna.page.get_by_role("dialog")
    names = form.locator("[data-invited]")
    anna.press(form.locator('[data-group="table"] summary'))
    names.scroll_into_view_if_needed()
    names.locator("input").fill("nobody-here")
    anna.press(names.locator("[data-invite]"))
    expect(names).to_contain_text("Такого логина здесь нет")
    names.locator("input").fill("boris")
    anna.press(names.locator("[data-invite]"))
    expect(names.locator("[data-account]")).to_contain_text("boris")
    anna.axe("invited")
    anna.press(form.get_by_role("button", name="Положить на стол"))
    expect(anna.page.get_by_role("dialog")).to_have_count(0)
    expect(anna.page.locator("main")).to_contain_text("Только для приглашённых")
    vera.page.goto(address)
    # Nobody learns of a table that is not for him.
    expect(vera.page.locator("main")).to_contain_text("There is no such table")
    boris.page.goto(address)
    expect(boris.page.locator("[data-chair]").first).to_be_visible()
    boris.press("[data-sit-at]")
    expect(anna.page.locator('[data-chair="1"]')).to_contain_text("boris")
