"""An evening of bridge at real tables from the director's page: from four answers to paper and the results site; a match of teams with a ruling."""

from __future__ import annotations

import io
import os
import random
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from kozyr.cli import main
from tests.browser.robot import DESKTOP, PHONE, Robot
from tests.browser.test_events_hall import Director
from tests.tournaments.evening import bridge_result

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]


def looked(robot: Robot, screen: str) -> None:
    """The page fits a phone and a desk, and axe has nothing to say. KOZYR_SHOTS: a folder for its pictures."""
    for width, height in (PHONE, DESKTOP):
        robot.page.set_viewport_size({"width": width, "height": height})
        assert robot.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (screen, width)
        if folder := os.environ.get("KOZYR_SHOTS"):
            robot.page.screenshot(path=f"{folder}/{screen.replace(' ', '-')}-{width}.png", full_page=True)
    robot.axe(screen)


def look(robot: Robot, event: str) -> Any:
    return robot.page.request.get(f"/api/events/{event}/hall").json()


def writes_round(here: Director, chance: random.Random, *, left: int = 0) -> None:
    """All lines of the round that runs but those of one table."""
    session = look(here.robot, here.event)["sessions"][-1]
    for table in session["rounds"][session["begun"] - 1]["tables"]:
        if table["table"] == left:
            continue
        for board in table["boards"]:
            for room in ("open", "closed") if "A" in table["seats"] else ("",):
                here.does(
                    what="row", table=table["table"], board=board, room=room, result=bridge_result(chance), round=0
                )


def rules(robot: Robot, text: str, choices: list[tuple[str, str]], room: str = "") -> list[str]:
    """Rule on the line that is open, after the page has told what it changes; returns that."""
    robot.press("dialog [data-open=ruled]")
    form = robot.page.locator("dialog form[data-act=ruled]")
    form.locator("[name=law]").fill("Law 12C1")
    form.locator("[name=text]").fill(text)
    for nth, (kind, score) in enumerate(choices):
        form.locator("select.guilt:not([name])").nth(nth).select_option(kind)
        form.locator("fieldset input").nth(nth).fill(score)
    if room:
        form.locator("[name=decision-room]").select_option(room)
    robot.press(form.locator("[data-do]"))
    expect(form.locator("[data-effects]")).to_be_visible()
    told = [one.strip() for one in form.locator("[data-effects] .num").all_text_contents()]
    looked(robot, f"a ruling and what it changes, {text}")
    robot.press(form.locator("[data-do]"))
    expect(form).to_have_count(0)
    robot.press("dialog header button, dialog .head button")
    return told


@pytest.mark.rule("PT-I.13.1", "B-PAIR-1", "B-PAIR-2")
@pytest.mark.long  # an evening of five rounds, from the announcement to its site
def test_an_evening_of_pairs_from_four_answers_to_its_site(sit: Sit, tmp_path: Path) -> None:
    """Five tables, the last rounds switched, one ruling by weights, one pair that comes late."""
    arbiter = sit(size=DESKTOP, lang="ru", door=False)
    page = arbiter.page
    arbiter.joins("Орлова", "orlova36")
    page.goto("/events/new")
    arbiter.press('label:has-text("Бридж")')
    page.locator("[name=starts]").fill("2031-12-05T19:00")
    assert page.locator("form fieldset, form > label").count() == 4
    arbiter.press("[data-announce]")
    page.wait_for_url("**/event/*")
    event = page.url.rpartition("/")[2]
    here = Director(arbiter, event)
    for number in range(1, 11):
        here.does(what="entered", entrant=number, name=f"Пара {number}", members=[f"Анна {number}", f"Борис {number}"])
    page.goto(f"/event/{event}/hall")
    arbiter.press("[data-settled]")
    expect(page.locator("[data-settle]")).to_have_count(0)
    arbiter.press("[data-seat]")
    form = page.locator("[data-seating]")
    form.locator("[name=kind]").select_option("switched")
    form.locator("[name=boards]").fill("1")
    arbiter.press(form.locator("[data-do]"))
    expect(page.locator("[data-tables] [data-table]")).to_have_count(5)
    movement = look(arbiter, event)["sessions"][0]
    sides = {
        who: {
            seat
            for turn in movement["rounds"]
            for table in turn["tables"]
            for seat, one in table["seats"].items()
            if one == who
        }
        for who in range(1, 11)
    }
    assert any(len(some) == 2 for some in sides.values())  # the arrow is switched
    looked(arbiter, "pairs, seated")

    chance = random.Random(36)
    here.at_once("round_begun")
    # The first line is written at the page, and its ruling by weights tells what it changes.
    board = page.locator("[data-table='1'] [data-board]").first
    arbiter.press(board)
    here.done("dialog", "row", result="4S N 10")
    arbiter.press("dialog header button, dialog .head button")
    writes_round(here, chance, left=1)
    here.does(what="round_ended")
    # A pair comes in the second round: where nobody rests it takes a place, each time another one's.
    here.does(what="entered", entrant=11, name="Поздние", members=["Вера", "Глеб"])
    comer = page.locator("[data-comer='11']")
    expect(comer).to_contain_text("Поздние")
    looked(arbiter, "a pair that comes late")
    arbiter.press(comer.locator("[data-seat-late]"))
    expect(comer).to_have_count(0)
    here.at_once("round_begun")
    later = look(arbiter, event)["sessions"][0]
    assert any(11 in table["seats"].values() for turn in later["rounds"][1:] for table in turn["tables"])
    writes_round(here, chance)
    here.does(what="round_ended")
    rest = len(later["rounds"]) - 2
    for nth in range(rest):
        here.does(what="round_begun")
        writes_round(here, chance)
        if nth == rest - 1:  # the board has been played by all
            expect(page.locator("[data-round]")).to_contain_text(str(len(later["rounds"])))
            arbiter.press(page.locator("[data-table='1'] [data-board]").first)
            told = rules(arbiter, "взвешено", [("weighted", "420 60, -50 40"), ("weighted", "50 40, -420 60")])
            assert any("→" in one for one in told), told
        here.does(what="round_ended")
    expect(page.locator("[data-round]")).to_have_text("Сессия сыграна")

    here.part("Результаты")
    expect(page.locator("[data-standing] tbody tr")).to_have_count(11)
    here.done("[data-standing]", "published")
    looked(arbiter, "results of pairs")
    standing = page.locator("[data-standing] tbody tr").all_text_contents()
    first = next(name for name in (*(f"Пара {n}" for n in range(1, 11)), "Поздние") if name in standing[0])
    for sheet in ("results", "protocols"):
        link = page.locator(f"[data-sheet='{sheet}']").first.get_attribute("href")
        paper = page.request.get(str(link))
        assert paper.ok, paper.text()
        text = " ".join(one.extract_text() for one in PdfReader(io.BytesIO(paper.body())).pages)
        assert (first if sheet == "results" else "(60 %)") in text, sheet

    # The folder, and the site that it makes.
    folder = page.request.get(str(page.locator("[data-export=folder]").get_attribute("href")))
    assert folder.ok
    zipfile.ZipFile(io.BytesIO(folder.body())).extractall(tmp_path / "zip")
    (log,) = (tmp_path / "zip").rglob("log.jsonl")
    assert main(["tournament", "site", str(log.parent), "-o", str(tmp_path / "site"), "--lang", "ru"]) == 0
    page.goto((tmp_path / "site" / "index.html").as_uri())
    assert first in page.locator("table tbody tr, table tr").nth(1).inner_text()
    assert page.locator("table").count() == 1  # one field, since sides were switched
    looked_plain(arbiter, "site, results")
    page.locator("a[href*='board']").first.click()
    assert page.locator("table tr").count() > 4
    looked_plain(arbiter, "site, a board")


def looked_plain(robot: Robot, screen: str) -> None:
    """A page without the program's scripts fits both widths."""
    for width, height in (PHONE, DESKTOP):
        robot.page.set_viewport_size({"width": width, "height": height})
        assert robot.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (screen, width)
        if folder := os.environ.get("KOZYR_SHOTS"):
            robot.page.screenshot(path=f"{folder}/{screen.replace(' ', '-')}-{width}.png", full_page=True)


@pytest.mark.rule("B-TEAM-7", "PT-I.11.2.B.2")
@pytest.mark.long  # both rooms, two widths, and the page of results
def test_a_match_of_teams_with_a_ruling_in_one_room(sit: Sit) -> None:
    """A score in the closed room is ruled; the page tells the match before and after, and the table has it."""
    arbiter = sit(size=DESKTOP, lang="uk", door=False)
    page = arbiter.page
    arbiter.joins("Орлова", "orlova37")
    wanted = {
        "name": "Матч", "game": "bridge", "preset": "duplicate",
        "regulations": {
            "bridge.scoring": "team_imps", "bridge.series": 1,
            "duties": dict.fromkeys(("preparations", "sessions", "entry", "special_conditions", "published"), "зал"),
        },
    }  # fmt: skip
    made = page.request.post("/api/events", data=wanted)
    assert made.status == 201, made.text()
    event = str(made.json()["id"])
    here = Director(arbiter, event)
    for number, team in enumerate(("Лисиці", "Вовки"), 1):
        here.does(what="entered", entrant=number, name=team, members=[f"{team} {n}" for n in range(1, 5)])
    seating = {"id": "seat", "seating": {"by": "hand", "boards": 2, "order": [1, 2]}}
    assert page.request.post(f"/api/events/{event}/seat", data=seating).ok
    page.goto(f"/event/{event}/hall")
    here.at_once("round_begun")
    boards = look(arbiter, event)["sessions"][0]["rounds"][0]["tables"][0]["boards"]
    for board in boards:
        for room in ("open", "closed"):
            here.does(what="row", table=1, board=board, room=room, result="4S N 10")
    # Flat so far; in the closed room the second team keeps nothing of 420.
    arbiter.press(page.locator("[data-table='1'] [data-board]").nth(1))
    told = rules(arbiter, "одна кімната", [("assigned", "50"), ("assigned", "-50")], room="closed")
    assert any("10 : 10 → 12 : 8" in one for one in told), told
    looked(arbiter, "a match with a ruling")
    here.does(what="round_ended")
    here.part("Результати")
    here.done("[data-standing]", "published")
    assert sorted(float(place["total"]) for place in look(arbiter, event)["standing"]) == [8, 12]
    looked(arbiter, "results of teams")
    link = page.locator("[data-sheet='protocols']").first.get_attribute("href")
    text = " ".join(one.extract_text() for one in PdfReader(io.BytesIO(page.request.get(str(link)).body())).pages)
    assert "закр." in text
