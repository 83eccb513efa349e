"""A duplicate session of twenty online: a director, three phones and the hall's screen, bots at the other places, the club killed amid it."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.conftest import House
from tests.browser.robot import Robot
from tests.browser.test_events_hall import Director, announced
from tests.browser.test_events_online import entered, until

pytestmark = pytest.mark.browser
WORDS: Final = {
    "ru": {"law": "Решения", "results": "Результаты", "filed": "Апелляция у комитета"},
    "uk": {"law": "Рішення", "results": "Результати", "filed": "Апеляція в комітеті"},
    "en": {"law": "Rulings", "results": "Results", "filed": "The committee has your appeal"},
}
Sit = Callable[..., Robot]


@pytest.fixture
def club(house: House) -> str:
    """The people of this file sit in that club."""
    return house.address


def boards(phone: Robot, most: int) -> int:
    """Play until so many boards are played, or all of this table; how many they were."""
    before = phone.deals
    for _ in range(most * 60):
        if phone.page.locator("[data-way]").count() or "/table/" not in phone.page.url:
            break
        now = phone.look()
        if now["over"] or phone.deals - before >= most:
            break
        if now["lot"] or now["next"] or now["cards"] or (now["events"] and now["action"] != "wait"):
            phone.act(now)
        else:
            phone.page.wait_for_timeout(30)
    return phone.deals - before


def to_the_end(phones: list[Robot]) -> None:
    """Everybody plays what his table has left, whoever of them sits together."""
    for _ in range(6_000):
        acted, waits = False, False
        for phone in phones:
            if phone.page.locator("[data-way]").count() or "/table/" not in phone.page.url:
                continue
            now = phone.look()
            if now["over"]:
                continue
            waits = True
            if now["lot"] or now["next"] or now["cards"] or (now["events"] and now["action"] != "wait"):
                phone.act(now)
                acted = True
        if not waits:
            return
        if not acted:
            phones[0].page.wait_for_timeout(30)
    pytest.fail("a table does not end")


@pytest.mark.rule("PT-0.5", "PT-0.6", "PT-I.6", "PT-I.13.2.4")
@pytest.mark.long  # a club that starts twice, and up to three people who play a round
@pytest.mark.parametrize(("players", "lang"), [(8, "uk"), (20, "ru"), (20, "en")])
def test_an_evening_from_its_announcement_to_paper(sit: Sit, house: House, players: int, lang: str) -> None:
    """The director and the first phone speak one language, the others theirs."""
    words = WORDS[lang]
    arbiter = sit(lang=lang, door=False)
    event = announced(arbiter, "evening", online=True, name="Вечер на двадцать")
    phones = [
        entered(sit, event, name, own)
        for name, own in (("Аня", lang), ("Богдана", "uk"), ("Clara", "en"))[: 3 if players > 8 else 1]
    ]
    director = Director(arbiter, event)

    def look() -> Any:
        return arbiter.page.request.get(f"/api/events/{event}/hall").json()

    until(arbiter, lambda: len(look()["event"]["shared"]) == len(phones))
    for number in range(len(phones) + 1, players + 1):
        director.does(what="entered", entrant=number, name=f"Бот {number}")
    wall = sit(lang="uk", door=False)
    wall.page.goto(f"/event/{event}/wall")
    arbiter.page.goto(f"/event/{event}/hall")
    arbiter.press("[data-seat]")
    arbiter.press("[data-seating] [data-do]")
    director.at_once("round_begun")
    for phone in phones:
        phone.page.wait_for_url("**/table/*")
    expect(wall.page.locator("[data-clock]")).to_be_visible()

    # The club dies amid the first boards; nothing is lost, and everybody plays on.
    boards(phones[0], 1)
    until(arbiter, lambda: len(look()["lines"]) > 0)
    before = {one["entry"]: one for one in look()["lines"]}
    house.kill()
    house.open()
    until(arbiter, lambda: arbiter.page.request.get("/healthz").ok)
    after = {one["entry"]: one for one in look()["lines"]}
    assert {at: after[at]["result"] for at in before} == {at: one["result"] for at, one in before.items()}
    for phone in phones:
        expect(phone.page.locator(".lost")).to_have_count(0)

    # The round is ended before the phones have played all: what they play then comes late.
    boards(phones[0], 1)
    ended = director.does(what="round_ended")
    assert ended["round"]["round"] == 2
    missing = look()["missing"]
    assert missing
    to_the_end(phones)
    until(arbiter, lambda: not look()["missing"])
    late = look()
    assert {(one["at"]["table"], one["at"]["board"]) for one in late["lines"]} >= {
        (one["table"], one["board"]) for one in missing
    }

    # A correction, a ruling on a phone's board, and the appeal against it.
    line = late["lines"][0]
    where = {name: line["at"][name] for name in ("table", "board", "round")}
    director.does(what="corrected", **where, result=line["result"], ground="error")
    mine = next(one for one in late["lines"] if 1 in one["seats"].values())
    director.does(
        what="ruled", board=mine["at"]["board"], table=mine["at"]["table"], round=1, law="PT-I.11.2.B.1",
        text="обсуждали сдачу", decision={"artificial": {"1": "partly"}},
    )  # fmt: skip
    director.does(what="round_begun")
    director.does(what="round_ended", last=True)  # announced beforehand: the evening is short
    phones[0].page.goto(f"/event/{event}")
    ruled = phones[0].page.locator("[data-ruled]")
    expect(ruled).to_contain_text("обсуждали сдачу")
    phones[0].press("[data-notice]")
    phones[0].press("[data-appeal]")
    phones[0].page.locator("[name=facts]").fill("сдачу не обсуждали")
    phones[0].page.locator("[name=request]").fill("оставить результат")
    phones[0].axe("an appeal")
    phones[0].press("[data-file]")
    expect(ruled).to_contain_text(words["filed"])

    def rest() -> Any:
        """Bots play for who has left after a while; what they have not played by now is ruled upon."""
        for at in look()["missing"]:
            table = next(
                one for one in look()["sessions"][0]["rounds"][at["round"] - 1]["tables"] if one["table"] == at["table"]
            )
            guilt = {str(who): "innocent" for who in table["seats"].values()}
            director.does(
                what="ruled", board=at["board"], table=at["table"], round=at["round"], law="PT-I.11.2.B.1",
                text="не доиграли", decision={"artificial": guilt},
            )  # fmt: skip

    rest()
    director.part(words["law"])
    appeal = arbiter.page.locator("[data-appeal]")
    expect(appeal).to_contain_text("сдачу не обсуждали")
    papers = {"appeal": str(appeal.locator("[data-paper]").get_attribute("href"))}
    director.does(what="published")
    expect(wall.page.locator("[data-standing] tbody tr")).to_have_count(players)
    director.part(words["results"])
    # The papers by the links of the page, and what stands on them.
    names = {one["name"] for one in look()["event"]["entrants"]}
    on_paper = {"results": names, "protocols": {mine["result"].split()[0][:1]}, "appeal": {"сдачу не обсуждали"}}
    for sheet, wanted in on_paper.items():
        link = papers.get(sheet) or arbiter.page.locator(f"[data-sheet='{sheet}']").first.get_attribute("href")
        paper = arbiter.page.request.get(str(link))
        assert paper.ok, paper.text()
        text = " ".join("\n".join(page.extract_text() for page in PdfReader(io.BytesIO(paper.body())).pages).split())
        assert "Вечер на двадцать" in text, sheet
        assert all(one in text for one in wanted), (sheet, text[:400])
    wall.axe("the wall, results")
