"""The page of an event of many: the first rows of each list stand there at once, and more come as a reader gets to them."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from kozyr.club.event.acts import Done, Known
from kozyr.store import Entry, Store
from kozyr.tournaments.director.entries import Entered
from tests.browser.conftest import House
from tests.browser.robot import DESKTOP, PHONE, Robot
from tests.test_events_over_http import CUP

pytestmark = pytest.mark.browser
MANY = 230


async def filled(database: Path, event: str, arbiter: str) -> None:
    """So many have entered, by another server on the same database."""
    store = Store(database)
    seq = await store.log.last(event)
    known = [Known(account=f"{n:016x}", name=f"Игрок {n}") for n in range(1, MANY + 1)]
    done = [Done(by=arbiter, entry=Entered(entrant=n, name=one.name)) for n, one in enumerate(known, 1)]
    bodies = [msgspec.json.encode(one).decode() for one in (*known, *done)]
    entries = [Entry(seq + n, 1_780_000_000_000, "event", None, None, body) for n, body in enumerate(bodies, 1)]
    await store.log.append(event, seq, entries)
    store.close()


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.long)])
def test_entrants_come_as_a_reader_gets_to_them(chromium: Browser, house: House, size: tuple[int, int]) -> None:
    context = chromium.new_context(base_url=house.address, viewport={"width": size[0], "height": size[1]}, locale="ru")
    request = context.request
    assert request.post("/api/guest", data={"name": "Орлова"}).status == 201
    assert request.post("/api/register", data={"login": "orlova", "password": "a long password"}).status == 201
    event = request.post("/api/events", data=CUP).json()["id"]
    me = request.get("/api/me").json()["account"]
    with ThreadPoolExecutor(1) as aside:  # Playwright has an event loop here
        aside.submit(asyncio.run, filled(house.database, event, me)).result()
    answers: list[int] = []
    page = context.new_page()
    page.on("response", lambda one: answers.append(1) if "/part?of=entrants" in one.url else None)
    page.goto(f"/event/{event}")
    list_ = page.locator("[data-entrants]")
    expect(list_.locator("h2")).to_contain_text(f"{MANY}")
    expect(list_.locator("ol > li")).to_have_count(50)
    expect(list_.locator("[data-more]")).to_contain_text(f"50 из {MANY}")
    assert answers == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    Robot(page, phone=size == PHONE).axe("a large event")
    list_.locator("[data-more]").scroll_into_view_if_needed()
    expect(list_.locator("ol > li")).not_to_have_count(50)
    for _ in range(5):
        if list_.locator("[data-more]").count():
            page.mouse.wheel(0, 20_000)
            page.wait_for_timeout(300)
    expect(list_.locator("ol > li")).to_have_count(MANY)
    expect(list_.locator("[data-more]")).to_have_count(0)
    expect(list_.locator("ol > li").last).to_contain_text(f"Игрок {MANY}")
    assert request.post(f"/api/events/{event}/enter", data={"id": "me"}).status == 200
    expect(list_.locator("ol > li").first).to_contain_text("Орлова")  # my own row is in front
    expect(list_.locator("ol > li")).to_have_count(MANY + 1)
    context.close()
