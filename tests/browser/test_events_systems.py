"""A pair files its system card on its page; who plays against it opens it at a real table, at a table of the club and with the board."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from kozyr.tournaments import pairs
from tests.browser.robot import Robot
from tests.browser.test_events_hall import Director, announced
from tests.browser.test_events_phones import BRIDGE, entered

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]
TEXT = "1♣: 16 и больше, любой расклад\nмажоры с пятёрки"


@pytest.mark.rule("B-AUC-13", "B-AUC-14")
@pytest.mark.parametrize("online", [pytest.param(False, marks=pytest.mark.long), True])
def test_opponents_open_a_card_that_was_filed(sit: Sit, *, online: bool) -> None:
    arbiter = sit(lang="ru", door=False)
    event = announced(arbiter, f"cards{online}", **BRIDGE, online=online)
    director = Director(arbiter, event)
    anna, boris = entered(sit, event, "Ганна", "uk"), entered(sit, event, "Борис", "ru")
    for number in (1, 2):
        director.does(what="joined", entrant=number, name=f"Партнёр {number}")
    for number in (3, 4):
        director.does(what="entered", entrant=number, name=f"Пара {number}", members=[f"А {number}", f"Б {number}"])
    anna.press("[data-edit-system]")
    anna.page.get_by_text("з умовними заявками").click()
    anna.page.locator("[name=system]").fill(TEXT)
    anna.axe("a system card")
    anna.press("[data-file-system]")
    expect(anna.page.locator("[data-own-system=artificial]")).to_be_visible()
    first, second = pairs.pairs(4, "howell", 1, 1).rounds[0].tables[0].seats.values()
    order = [3, 4]
    for at, entrant in sorted(((first - 1, 1), (second - 1, 2))):
        order.insert(at, entrant)
    seating = {"kind": "howell", "boards": 1, "rounds": 1, "by": "hand", "order": order}
    assert arbiter.page.request.post(f"/api/events/{event}/seat", data={"id": "s", "seating": seating}).ok
    director.does(what="round_begun")
    if online:
        boris.page.wait_for_url("**/table/*")
        boris.press(boris.page.get_by_label("Меню").first)
        boris.press("[data-event=systems]")
    boris.press("[data-system='1']")
    expect(boris.page.locator("[data-system-card]")).to_contain_text("16 и больше")
    boris.axe("a card of a system, opened")
