"""A whole evening: three people, two on phones, one at a desk, and a bot play a pulka of preferans, come what may.

The line breaks, the club is killed, somebody goes and comes back, somebody watches and is sent away. Whatever a page is sent
on the way is kept, and looked through when all is over: nobody has seen a card that he should not.
"""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.browser.conftest import House
from tests.browser.door import lay, settle
from tests.browser.robot import DESKTOP, PHONE, Robot
from tests.seen import what_was_seen, written

pytestmark = pytest.mark.browser
Sit = Callable[..., Robot]
Message = dict[str, Any]
MENU = "header.top button[aria-haspopup=dialog]"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, fate: Path) -> Iterator[House]:
    """A club in which a bot holds the seat of somebody who has been away for half a minute."""
    house = House(tmp_path_factory.mktemp("evening"), fate, KOZYR_PATIENCE="30")
    try:
        house.open()
        yield house
    finally:
        house.close()


@pytest.fixture(scope="module")
def club(house: House) -> str:
    """Everybody in this module comes to that club."""
    return house.address


class Guest:
    """Somebody of the evening: his page, and every frame that it was sent.

    bold: he bids and lets the others do; else he passes and whists, so that cards are played.
    """

    def __init__(self, robot: Robot, chair: int, seen: set[str]) -> None:
        self.robot = robot
        self.page = robot.page
        self.chair = chair
        self.bold = False
        self.sent: list[tuple[str, Message]] = []  # table, message
        self.before: Message | None = None
        robot.seen = seen  # axe looks at each kind of screen once a size
        self.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        table = socket.url.rpartition("/")[2]

        def heard(frame: str | bytes) -> None:
            if frame != "p":
                self.sent.append((table, json.loads(frame)))

        socket.on("framereceived", heard)

    @property
    def account(self) -> str:
        """Under which name the club knows him."""
        found: str = self.page.evaluate("fetch('/api/me').then((answer) => answer.json()).then((me) => me.account)")
        return found

    @property
    def view(self) -> Message | None:
        """The deal as he was last shown it."""
        views = [message["view"] for _, message in self.sent if "view" in message]
        found: Message | None = views[-1] if views else None
        return found

    @property
    def trick(self) -> list[Any]:
        """The cards on the table, as far as he knows."""
        return self.view["trick"] if self.view else []

    @property
    def hand(self) -> list[str]:
        """His cards."""
        view = self.view
        return (view["hands"][view["seat"]]["cards"] or []) if view and view["seat"] in view["hands"] else []

    @property
    def first(self) -> bool:
        """Of the people who play in this deal he has the first word."""
        view, bots = self.view, {one["name"] for one in last(self, "table")["players"] if one["bot"]}
        return view is not None and view["seat"] == next(seat for seat in view["terms"]["hands"] if seat not in bots)

    def turn(self) -> Message | None:
        """What his page wants of him, if it has wanted it for two looks."""
        now = self.robot.look()
        waits = now["lot"] or now["over"] or now["next"] or now["cards"] or (now["events"] and now["action"] != "wait")
        same, self.before = now == self.before, now
        return now if waits and same else None

    def act(self, now: Message) -> None:
        """Do what fits the evening."""
        self.before = None
        events: list[str] = now["events"]
        bids = [event for event in events if event.startswith("bid:")]
        if now["next"]:  # the seal of the deal that is over is on the page
            expect(self.page.locator("[data-fair]")).to_have_attribute("data-fair", "ok")
        if now["lot"] or now["next"]:
            self.robot.act(now)
        elif now["action"] == "auction" and self.bold and bids and self.first:
            self.robot.event(bids[0])
        elif (now["action"] == "auction" and "pass" in events) or (
            now["action"] == "whist" and "pass" in events and self.bold
        ):
            self.robot.event("pass")
        elif now["action"] == "whist" and "whist" in events:
            self.robot.event("whist")
        else:
            self.robot.act(now)


class Evening:
    """Those who play, one step at a time."""

    def __init__(self, *guests: Guest) -> None:
        self.guests = guests
        self.away: set[Guest] = set()

    def until(self, enough: Callable[[], bool], seconds: float = 60) -> None:
        """Everybody who is here plays until this is so.

        Raises:
            AssertionError: it was not so within these many seconds.
        """
        ends = time.monotonic() + seconds
        while not enough():
            acted = False
            for guest in self.guests:
                now = None if guest in self.away else guest.turn()
                if now is None or now["over"]:
                    continue
                guest.robot.axe(guest.robot.screen(now))
                guest.act(now)
                acted = True
                if enough():
                    return
            assert time.monotonic() < ends, [guest.before for guest in self.guests]
            if not acted:
                self.guests[0].page.wait_for_timeout(10)

    @property
    def over(self) -> bool:
        """Whether everybody has the settlement before him."""
        return all(guest.page.locator('[data-event="rematch"]').count() > 0 for guest in self.guests)

    def amid(self) -> Guest | None:
        """Who is to play to a trick that has begun."""
        for guest in self.guests:
            if guest.trick and (now := guest.robot.look())["action"] == "play" and now["cards"]:
                return guest
        return None


def connected(page: Page) -> None:
    """Nothing says any more that the line is down."""
    expect(page.locator(".lost")).to_have_count(0)


@pytest.mark.long  # a minute; its parts are looked at one by one in the other files
def test_an_evening(sit: Sit, house: House) -> None:
    phones, desks = set[str](), set[str]()
    anna = Guest(sit(PHONE, lang="ru"), 0, phones)
    bohdan = Guest(sit(PHONE, lang="uk", theme="light"), 1, phones)
    clara = Guest(sit(DESKTOP, lang="en"), 3, desks)
    evening = Evening(anna, bohdan, clara)

    # A table with a bot and two free chairs; the others come by its link.
    settle(anna.robot, "Анна", (None, "novice", None), pool=2)
    address = lay(anna.robot)
    table = address.rpartition("/")[2]
    anna.robot.axe("waiting")
    link = anna.page.locator("code").first.inner_text()
    assert link == address
    for guest, name in ((bohdan, "Богдан"), (clara, "Clara")):
        settle(guest.robot)
        guest.page.goto(link)
        guest.robot.axe("invited")
        guest.page.locator("[data-nick]").fill(name)
        guest.robot.press(f'[data-sit-at="{guest.chair}"]')
        expect(anna.page.locator(f'[data-chair="{guest.chair}"]')).to_contain_text(name)
    for guest in (bohdan, clara):
        guest.robot.axe("the card")
        guest.robot.press("[data-accept]")
    for guest in evening.guests:
        expect(guest.page.locator('[data-event="lot"]')).to_be_visible()

    # Somebody comes by and watches; who plays in this deal lets him look into a hand.
    kibitzer = Guest(sit(DESKTOP, lang="ru", theme="light"), -1, desks)
    settle(kibitzer.robot, "Кот")
    kibitzer.page.goto(link)
    expect(kibitzer.page.locator(".room")).to_be_visible()
    if kibitzer.robot.look()["lot"]:  # nobody has called yet
        kibitzer.robot.event("lot")
    expect(kibitzer.page.locator("[data-watching]")).to_be_visible()
    kibitzer.robot.axe("watching")
    evening.until(lambda: not any(guest.robot.look()["lot"] for guest in evening.guests))
    host = next(guest for guest in evening.guests if guest.hand)
    expect(kibitzer.page.locator("[data-hand], .opens .open")).to_have_count(0)
    kibitzer.robot.event("look")
    kibitzer.robot.event(f"look:{host.chair}")
    expect(host.page.locator('[data-notice="look"]')).to_contain_text("Кот")
    host.robot.axe("somebody wants to look")
    host.robot.event("look-yes")
    expect(kibitzer.page.locator("[data-sees]")).to_be_visible()
    expect(kibitzer.page.locator("[data-hand], .opens .open").first).to_be_visible()
    assert host.view is not None
    assert kibitzer.view is not None
    assert kibitzer.view["hands"][host.view["seat"]]["cards"] == host.hand
    kibitzer.robot.axe("looking")

    # Amid a trick Bohdan's line breaks. The others see it; he comes back by himself and plays on.
    evening.until(lambda: evening.amid() is not None)
    bohdan.page.context.set_offline(True)
    evening.away.add(bohdan)
    expect(bohdan.page.locator(".lost")).to_be_visible()
    bohdan.robot.axe("no line")
    bohdan.page.context.set_offline(False)
    connected(bohdan.page)
    evening.away.clear()

    # Amid a trick the club dies, and is started again over the same database: the cards lie as they lay.
    evening.until(lambda: evening.amid() is not None)
    waits = evening.amid()
    assert waits is not None
    lies, hand = waits.trick, waits.robot.look()["cards"]
    house.kill()
    for guest in (*evening.guests, kibitzer):
        expect(guest.page.locator(".lost")).to_be_visible()
    anna.robot.axe("no club")
    house.open()
    for guest in (*evening.guests, kibitzer):
        connected(guest.page)
    assert waits.trick == lies
    assert waits.robot.look()["cards"] == hand

    # Another player minds, and Кот is sent away.
    minds = anna if host is clara else clara
    minds.robot.press(MENU)
    minds.robot.event("people")
    minds.robot.axe("people")
    minds.robot.press(f'[data-kibitzer="{kibitzer.account}"] [data-event="object"]')
    expect(kibitzer.page.locator("h1")).to_have_text("Вас попросили отойти от стола")
    kibitzer.robot.axe("sent away")
    minds.page.keyboard.press("Escape")
    kibitzer.page.goto(link)
    expect(kibitzer.page.locator("h1")).to_have_text("Вас попросили отойти от стола")

    # Bohdan leaves, and a bot plays for him until he is back.
    evening.until(lambda: bohdan.robot.look()["action"] is not None)
    bohdan.robot.press(MENU)
    bohdan.robot.event("pause")
    bohdan.robot.axe("ways to leave")
    bohdan.robot.event("leave")
    evening.away.add(bohdan)
    row = bohdan.page.locator(f'[data-mine] a[href="/table/{table}"]')
    expect(row).to_be_visible()
    bohdan.robot.axe("my tables")
    number = clara.robot.deals
    evening.until(lambda: clara.robot.deals > number)
    assert any(player["held"] == "left" for player in last(clara, "table")["players"])
    bohdan.robot.press(row)
    connected(bohdan.page)
    evening.away.clear()
    evening.until(lambda: all(player["held"] is None for player in last(clara, "table")["players"]))

    # To the settlement: it is the same for all, and comes to nothing.
    for guest in evening.guests:
        guest.bold = True
    evening.until(lambda: evening.over, 120)
    results = [guest.page.locator("[data-result]").all_inner_texts() for guest in evening.guests]
    settled = [last(guest, "sheet")["settlement"] for guest in evening.guests]
    assert settled[0] == settled[1] == settled[2]
    assert sum(int(points) for points in settled[0]["rounded"]) == 0
    assert all(len(rows) == 4 for rows in results)
    for guest in evening.guests:
        guest.robot.axe("settlement")

    # The last deal once more, card by card, and its proof.
    deals = len(last(anna, "sheet")["deals"])
    for guest in (anna, clara):
        guest.page.goto(f"/table/{table}/deal/{deals}")
        expect(guest.page.locator('[data-frame="dealt"]')).to_be_visible()
        guest.robot.axe("the deal")
        guest.page.goto(f"/table/{table}/deal/{deals}/fair")
        expect(guest.page.locator('[data-fair="ok"]')).to_be_visible()
        guest.robot.axe("verified")
        guest.page.goto("/history")
        expect(guest.page.locator("main li")).to_have_count(1)
        guest.robot.axe("history")
        guest.page.goto(link)

    # Once more, with the same people.
    evening.until(lambda: evening.over)
    for guest in evening.guests:
        guest.robot.event("rematch")
        guest.page.wait_for_url(lambda url: not url.endswith(table))
        if guest is not anna:
            guest.robot.press("[data-accept]")
    for guest in evening.guests:
        expect(guest.page.locator('[data-event="lot"]')).to_be_visible()

    accounts = [guest.account for guest in (*evening.guests, kibitzer)]
    agreed, log = written(house.database, table)
    everybody = zip(accounts, (*evening.guests, kibitzer), strict=True)
    *played, watched = [what_was_seen(agreed, log, account, guest.sent) for account, guest in everybody]
    assert min(played) > 20, played
    assert watched > 2
    with pytest.raises(AssertionError):  # what Clara was sent was not for Anna
        what_was_seen(agreed, log, accounts[0], clara.sent)


def last(guest: Guest, part: str) -> Any:
    """What he was told last of this part of a table."""
    return next(message[part] for _, message in reversed(guest.sent) if message.get(part) is not None)
