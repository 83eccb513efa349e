"""Somebody who plays through the page alone: he sees what is on it and presses what can be pressed."""

import contextlib
import hashlib
import json
from pathlib import Path
from typing import Any, ClassVar, Final

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from tests.conftest import LONG

PHONE: Final = (390, 844)
DESKTOP: Final = (1440, 900)
AXE: Final = Path(__file__).parents[2] / "ui" / "node_modules" / "axe-core" / "axe.min.js"

# What waits for him, in one look at the page: nothing that lies under the lot or a dialog can be pressed.
# What kind of page this is, for a short run of axe: which page, whether a dialog or a notice is open, and what is asked at a table.
KIND: Final = """() => {
    const told = (name) => document.querySelector(`[data-${name}]`)?.getAttribute(`data-${name}`) ?? '';
    const words = location.pathname.split('/').filter((part) => /^[a-z]{1,12}$/.test(part));
    const dialog = document.querySelector('[role=dialog], dialog[open]') !== null;
    return [...words, dialog, ...['action', 'notice', 'cover', 'ended', 'coach', 'problem'].map(told)].join(' ');
}"""

LOOK: Final = """() => {
    const one = (selector) => document.querySelector(selector);
    const free = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.closest('[inert]') === null);
    const action = free('[data-action]')[0]?.dataset.action ?? null;
    const events = free('[data-action] [data-event]:not(:disabled)');
    const cards = free('[data-card][aria-disabled="false"]');
    return {
        action,
        events: events.map((event) => event.dataset.event),
        cards: cards.map((card) => card.dataset.card),
        claim: free('[data-event="open-claim"]').length > 0,
        sits: one('.out') !== null,
        open: one('[data-open-hand]') !== null,
        lot: one('[data-event="lot"]') !== null,
        next: one('[data-next]:not(:disabled)')?.dataset.event ?? null,
        over: one('[data-ended]') !== null,
        deal: one('.nth')?.textContent ?? '',
        log: one('[role="log"]')?.textContent.length ?? 0,
    };
}"""


class Robot:
    """One person with one page.

    seen: the kinds of screens on which axe has found nothing.
    """

    axed: ClassVar[Path]
    """A folder of this run, with a file for each kind of screen with which axe is content."""

    def __init__(self, page: Page, *, phone: bool) -> None:
        self.page = page
        self.phone = phone
        self.seen: set[str] = set()
        self.deals = 0

    # --- coming to the club ----------------------------------------------------------------------------------

    def joins(self, name: str, login: str = "") -> None:
        """Become a guest of this name, with a login if one is given, from an empty page."""
        self._leaves()
        assert self.page.request.post("/api/guest", data={"name": name}).status == 201
        if login:
            self.registers(login)

    def registers(self, login: str) -> None:
        """Give the guest a login, from an empty page."""
        self._leaves()
        kept = {"login": login, "password": "a long password"}
        assert self.page.request.post("/api/register", data=kept).status == 201

    def _leaves(self) -> None:
        """A page of the club would ask with the session that a new login ends, and be refused."""
        self.page.goto("about:blank")

    # --- pressing things -------------------------------------------------------------------------------------

    def press(self, thing: Locator | str) -> None:
        """Press a button, as a finger or a mouse does."""
        where = self.page.locator(thing) if isinstance(thing, str) else thing
        if self.phone:
            where.first.tap()
        else:
            where.first.click()

    def follows(self, link: str, url: str) -> None:
        """Press what leads to a page until that page is there. On a busy machine a finger that rests too long is no tap."""
        for _ in range(3):
            with contextlib.suppress(Error):
                self.press(link)
                self.page.wait_for_url(url, timeout=20_000)
                return
        self.page.wait_for_url(url)

    def event(self, name: str) -> None:
        """Press the button that does this event; it must have a name for those who cannot see it."""
        button = self.page.locator(f'[data-event="{name}"]').first
        assert button.inner_text().strip()
        self.press(button)

    def card(self, card: str) -> None:
        """Put a finger on the part of a card that is not covered by its neighbour; with a finger it takes two."""
        button = self.page.locator(f'[data-card="{card}"][aria-disabled="false"]').first
        assert button.inner_text().strip()
        press = button.tap if self.phone else button.click
        if button.evaluate("card => card.closest('[data-hand]') !== null"):
            press(position={"x": 14, "y": 30} if self.phone else {"x": 24, "y": 45})
        else:  # in an open hand the next card may lie over the right of this one
            press(position={"x": 11, "y": 14})

    def play(self, card: str) -> None:
        """Play a card."""
        self.card(card)
        if self.phone:
            expect(self.page.locator(f'[data-card="{card}"].lifted')).to_be_visible()
            self.card(card)

    def prefer(self, *labels: str) -> None:
        """Choose in the dialog of preferences, which the door has too."""
        self.press(self.page.locator("header button.icon-button:visible, nav button.icon-button:visible").last)
        for label in labels:
            self.press(self.page.get_by_role("dialog").get_by_text(label, exact=True))
        self.page.keyboard.press("Escape")
        expect(self.page.get_by_role("dialog")).to_have_count(0)

    # --- looking ---------------------------------------------------------------------------------------------

    def look(self) -> dict[str, Any]:
        """What the page shows."""
        found: dict[str, Any] = self.page.evaluate(LOOK)
        return found

    def axe(self, screen: str) -> None:
        """Let axe look at this kind of screen, once; in short once for all who meet such a page (`KIND`)."""
        if screen in self.seen:
            return
        kind = f"{screen} {self.phone}" if LONG else self.page.evaluate(KIND)
        content = self.axed / hashlib.sha256(kind.encode()).hexdigest()
        if not LONG and content.exists():
            self.seen.add(screen)
            return
        if not AXE.exists():
            pytest.fail("axe-core is not installed: npm ci in ui/", pytrace=False)
        # A page that is just loaded may have nothing of what axe asks of each: it comes with the words of the language.
        self.page.wait_for_function("() => document.querySelector('main') && document.querySelector('h1')")
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
        told = [
            f"{one['id']}: {one['help']}\n" + "\n".join(f"  {node['html'][:160]}" for node in one["nodes"][:4])
            for one in found
        ]
        assert not told, f"axe at {screen}:\n" + "\n".join(told)
        self.seen.add(screen)
        content.touch()

    def box(self, thing: Locator | str) -> tuple[float, float, float, float]:
        """Where the first of these lies on the screen: left, top, right, bottom."""
        where = self.page.locator(thing) if isinstance(thing, str) else thing
        left, top, right, bottom = where.first.evaluate(
            "one => { const {left, top, right, bottom} = one.getBoundingClientRect(); return [left, top, right, bottom]; }"
        )
        return left, top, right, bottom

    # --- playing ---------------------------------------------------------------------------------------------

    def until_something_waits(self, *, axe: bool = False) -> dict[str, Any]:
        """Wait until the page wants something of us; axe may look at a deal in which we sit out."""
        before = None
        for nth in range(1500):
            now = self.look()
            # Two looks that agree: nothing is on its way.
            if now == before and (
                now["lot"] or now["over"] or now["next"] or now["cards"] or (now["events"] and now["action"] != "wait")
            ):
                return now
            before = now
            if axe and now["sits"]:
                self.axe("sits out")
            self.page.wait_for_timeout(20 if nth < 8 else 60)
        raise AssertionError("nothing happens at the table: " + json.dumps(before))

    def again(self) -> None:
        """Another match at a table like this one, when this one is over: the lot is on the table."""
        self.event("rematch")
        expect(self.page.locator('[data-event="lot"]')).to_be_visible()

    def pulka(self, *, axe: bool = True, most: int = 400) -> None:
        """Play until the settlement is on the table."""
        for _ in range(most * 30):
            now = self.until_something_waits(axe=axe)
            if axe:
                self.axe(self.screen(now))
            if now["over"]:
                return
            self.act(now)
            if self.deals > most:
                break
        raise AssertionError(f"no settlement after {self.deals} deals")

    def screen(self, now: dict[str, Any]) -> str:
        """What kind of screen this is."""
        if now["lot"] or now["over"]:
            return "lot" if now["lot"] else "settlement"
        if now["next"]:
            return "result"
        return f"{now['action']}{' open' if now['open'] else ''}{' sits' if now['sits'] else ''}"

    def act(self, now: dict[str, Any]) -> None:
        """Do something sensible enough: bid now and then, whist now and then, follow suit."""
        events: list[str] = now["events"]
        if now["lot"]:
            self.event("lot")
        elif now["next"]:
            self.deals += 1
            self.event(now["next"])
        elif now["action"] == "auction":
            bids = [event for event in events if event.startswith("bid:6")]
            keen = self.deals % 3 == 1 and bids
            self.event(bids[0] if keen else "look" if "look" in events else "pass" if "pass" in events else events[0])
        elif now["action"] == "discard":
            for card in now["cards"][:2]:
                self.card(card)
            self.event("discard")
        elif now["action"] == "contract":
            self.press(self.page.locator('[data-event^="contract:"]').first)
            self.event("name")
        elif now["action"] == "whist":
            whist = self.deals % 2 == 0
            wanted = ("open", "closed") if whist else ("closed", "open")
            order = ("whist", *wanted, "pass") if whist else ("pass", *wanted, "half", "whist")
            self.event(next(word for word in order if word in events))
        elif "bella" in events:  # it is said with the card that is chosen already; to choose that again would ask again
            self.event("bella")
        elif now["action"] == "play" and now["cards"]:
            self.play(now["cards"][0])
        elif "yes" in events:
            self.event("yes")
        else:
            self.event(events[0])
        self.page.wait_for_timeout(4)
