"""A duplicate session of twenty online: a director, three phones and the hall's screen, bots at the other places, the club killed amid it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.robot import Robot
from tests.browser.test_events_hall import Director, announced
from tests.browser.test_events_online import entered, until

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]


@pytest.fixture
def house(tmp_path: Path, fate: Path) -> Iterator[House]:
    """A club that may die in a test."""
    house = House(tmp_path, fate)
    try:
        house.open()
        yield house
    finally:
        house.close()


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


@pytest.mark.rule("PT-0.5", "PT-0.6", "PT-I.6", "PT-I.13.2.4")
@pytest.mark.long  # a club that starts twice, and up to three people who play a round
@pytest.mark.parametrize("players", [8, 20])
def test_an_evening_from_its_announcement_to_paper(sit: Sit, house: House, players: int) -> None:
    arbiter = sit(lang="ru")
    event = announced(arbiter, "evening", online=True, name="Вечер на двадцать")
    phones = [
        entered(sit, event, name, lang)
        for name, lang in (("Аня", "ru"), ("Богдана", "uk"), ("Clara", "en"))[: 3 if players > 8 else 1]
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
    for phone in phones:
        boards(phone, 4)
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
    expect(ruled).to_contain_text("Апелляция у комитета")

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
    director.part("Решения")
    appeal = arbiter.page.locator("[data-appeal]")
    expect(appeal).to_contain_text("сдачу не обсуждали")
    director.does(what="published")
    expect(wall.page.locator("[data-standing] tbody tr")).to_have_count(players)
    director.part("Результаты")
    for sheet in ("results", "protocols", "appeal"):
        paper = arbiter.page.request.get(f"/api/events/{event}/print/{sheet}")
        assert paper.ok, paper.text()
        assert paper.body().startswith(b"%PDF")
    wall.axe("the wall, results")
