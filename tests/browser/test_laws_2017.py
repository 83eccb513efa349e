"""The Laws of 2017 on a phone: a wrong explanation weighted from the desk to the traveller; which body of law rules is said."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.robot import PHONE, Robot
from tests.browser.test_desk import answered
from tests.browser.test_events_bridge import look, looked
from tests.browser.test_events_hall import DUTIES, Director, announced
from tests.browser.test_judged import table_of

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]

LANGS = ("uk", pytest.param("ru", marks=pytest.mark.long), pytest.param("en", marks=pytest.mark.long))
AT_DESK = {
    "2017": {
        "ru": "Законы дублетного бриджа 2017",
        "uk": "Закони дублетного бриджу 2017",
        "en": "the Laws of Duplicate Bridge 2017",
    },
    "source-001": {"ru": "правила бриджа", "uk": "правила бриджу", "en": "the laws of bridge"},
}
ON_CARD = {
    "2017": {"ru": "Кодекс: Законы 2017 года", "uk": "Кодекс: Закони 2017 року", "en": "Codex: the Laws of 2017"},
    "source-001": {"ru": "Кодекс: бриджа", "uk": "Кодекс: бриджу", "en": "Codex: of bridge"},
}
RULED = {"ru": "по решению", "uk": "за рішенням", "en": "by ruling"}


def pairs(arbiter: Robot, login: str, **changes: object) -> Director:
    """Four pairs at two tables; the first round has begun, and every line of it is written."""
    arbiter.page.goto("/")
    regulations = {"duties": DUTIES, "tournament.early_end": True}
    wanted = {"game": "bridge", "preset": "duplicate", "regulations": regulations} | changes
    here = Director(arbiter, announced(arbiter, login, **wanted))
    for number in range(1, 5):
        here.does(what="entered", entrant=number, name=f"P{number}", members=[f"A{number}", f"B{number}"])
    seating = {"id": "s", "seating": {"by": "hand", "boards": 2}}
    assert arbiter.page.request.post(f"/api/events/{here.event}/seat", data=seating).ok
    here.does(what="round_begun")
    for table in look(arbiter, here.event)["sessions"][0]["rounds"][0]["tables"]:
        for board in table["boards"]:
            here.does(what="row", table=table["table"], board=board, result="4S N 10", round=0)
    return here


@pytest.mark.long  # the same at the desk alone: test_laws_2017_desk.py
@pytest.mark.law("12C1c", "21B3", "75B")
@pytest.mark.parametrize("lang", LANGS)
def test_a_wrong_explanation_is_weighted_and_stands_on_the_traveller(sit: Sit, lang: str) -> None:
    """The desk asks by the event's laws; its two outcomes come to the form, to the page of boards and to paper."""
    arbiter = sit(size=PHONE, lang=lang, door=False)
    here = pairs(arbiter, f"weighed{lang}")
    page, event = arbiter.page, here.event
    page.goto(f"/event/{event}/hall")
    place = page.locator("[data-table='1'] [data-board]").first
    board = int(place.get_attribute("data-board") or "0")
    arbiter.press(place)
    with page.context.expect_page() as opened:
        arbiter.press("[data-line] [data-desk]")
    there = Robot(opened.value, phone=True)
    expect(there.page.locator('[data-game="bridge"]')).to_have_attribute("aria-pressed", "true")
    expect(there.page.locator("[data-preset]")).to_have_value("duplicate")
    there.press('[data-incident="informed"]')
    expect(there.page.locator("[data-body]")).to_have_text(AT_DESK["2017"][lang])
    looked(there, f"desk, a wrong explanation, {lang}")
    answered(there, '[data-value="misexplained"]', '[data-seat="E"]', "[data-unknown]")
    there.page.locator('[data-question="outcomes"] input').fill("620 60, -100 40")
    answered(there, "[data-go]", '[data-value="no"]', "[data-rule]")
    ruling = there.page.locator("[data-ruling]")
    expect(ruling).to_have_attribute("data-ruling", "db.score.weighted")
    expect(ruling.locator("[data-body]")).to_have_text(AT_DESK["2017"][lang])
    expect(ruling.locator("h1")).to_contain_text("620 (60 %), −100 (40 %)")
    looked(there, f"desk, two outcomes, {lang}")
    there.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    there.press("[data-give]")

    form = page.locator("[data-line] form[data-act=ruled]")
    expect(form.locator("[name=law]")).to_have_value("LDB-21B3")
    for nth, text in enumerate(("620 60, -100 40", "-620 60, 100 40")):
        expect(form.locator("select.guilt").nth(nth)).to_have_value("weighted")
        expect(form.locator("fieldset input").nth(nth)).to_have_value(text)
    arbiter.press(form.locator("[data-do]"))
    expect(form.locator("[data-effects]")).to_contain_text("→")
    looked(arbiter, f"hall, two outcomes from the desk, {lang}")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    arbiter.press(form.locator("[data-do]"))
    expect(form).to_have_count(0)
    (entered,) = look(arbiter, event)["rulings"]
    seats = look(arbiter, event)["sessions"][0]["rounds"][0]["tables"][0]["seats"]
    ours, theirs = str(seats["NS"]), str(seats["EW"])
    assert (entered["board"], entered["table"], entered["law"]) == (board, 1, "LDB-21B3")
    assert entered["decision"] == {"weighted": {ours: [[60, "620"], [40, "-100"]], theirs: [[60, "-620"], [40, "100"]]}}

    here.does(what="round_ended", last=True)
    here.does(what="published")
    page.goto(f"/event/{event}")
    boards = page.locator("[data-boards=all]")
    arbiter.press(boards.locator(f"[data-board='{board}'] summary"))
    line = boards.locator(f"[data-board='{board}'] li").first
    expect(line.locator("[data-ruled-score=NS]")).to_contain_text(f"{RULED[lang]} 620 (60 %), −100 (40 %)")
    expect(line.locator("[data-ruled-score=EW]")).to_contain_text(f"{RULED[lang]} −620 (60 %), 100 (40 %)")
    # The other table has 420: six times of ten more is better, and four times less is worse.
    expect(line).to_contain_text("(1⅕)")
    expect(line).to_contain_text("(⅘)")
    expect(boards.locator("[data-ruled-score]")).to_have_count(2)  # of this line alone
    looked(arbiter, f"traveller, a weighted score, {lang}")
    paper = page.request.get(str(page.locator("[data-paper=protocols]").get_attribute("href")))
    text = " ".join(one.extract_text() for one in PdfReader(io.BytesIO(paper.body())).pages)
    assert "620 (60 %)" in text.replace("\xa0", " ")
    assert "100 (40 %)" in text.replace("\xa0", " ")


@pytest.mark.long  # an event says it: below
@pytest.mark.rule("B-LAW-0", "PE-5.4.4")
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("preset", "laws"), [pytest.param("rubber", "source-001", marks=pytest.mark.long), ("duplicate", "2017")]
)
def test_a_tables_card_says_which_laws_rule(sit: Sit, lang: str, preset: str, laws: str) -> None:
    """The card on which people agree, and at the table its terms."""
    one = sit(size=PHONE, lang=lang, door=False)
    codex = one.page.locator("[data-codex]")
    for chair in (None, "novice"):  # people are waited for; bots are here at once
        table_of({"game": "bridge", "preset": preset, "players": 4, "changes": {}, "bots": [chair] * 3}, one)
        if chair is not None:
            one.event("lot")
            one.press("header.top button[aria-haspopup=dialog]")
            one.event("terms")
        expect(codex).to_have_text(ON_CARD[laws][lang])
        expect(codex).to_have_attribute("data-codex", laws)
        looked(one, f"card, {preset}, {chair or 'people'}, {lang}")
        one.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})


@pytest.mark.rule("B-LAW-0", "PT-I.13.2.3")
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("login", "changes", "laws"),
    [("kept", {}, "2017"), pytest.param("other", {"laws": "source-001"}, "source-001", marks=pytest.mark.long)],
)
def test_an_event_says_which_laws_rule_and_its_desk_asks_by_them(
    sit: Sit, lang: str, login: str, changes: dict[str, str], laws: str
) -> None:
    arbiter = sit(size=PHONE, lang=lang, door=False)
    here = pairs(arbiter, f"body{login}{lang}", changes=changes)
    page = arbiter.page
    page.goto(f"/event/{here.event}")
    arbiter.press("[data-rules-of-event] summary")
    if changes:  # it stands among the differences from the preset
        value = page.locator("[data-diff=laws] + dd b")
        expect(value).to_have_text(ON_CARD[laws][lang].partition(": ")[2])
    else:
        expect(page.locator("[data-codex]")).to_have_text(ON_CARD[laws][lang])
    looked(arbiter, f"event, {laws}, {lang}")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.goto(f"/event/{here.event}/hall")
    arbiter.press(page.locator("[data-table='1'] [data-board]").first)
    with page.context.expect_page() as opened:
        arbiter.press("[data-line] [data-desk]")
    there = Robot(opened.value, phone=True)
    expect(there.page.locator("[data-preset] option:checked")).to_contain_text(AT_DESK[laws][lang])
    there.press('[data-incident="revoke"]')
    expect(there.page.locator("[data-body]")).to_have_text(AT_DESK[laws][lang])
    looked(there, f"desk, {laws}, {lang}")
