"""Pictures of the page.

python -m scripts.screenshots --all FOLDER     every page and every moment of the tests, in three languages, at two widths
python -m scripts.screenshots --events FOLDER  every state of an event's pages, at two widths, in languages and light by turns
python -m scripts.screenshots --compare A B    which pictures of two such folders differ, and by how many pixels

The client must be built and Chromium on the machine; fonts-noto-core looks best. What is dealt for `--all` follows from
a fixed word (tests/browser/fated.py), so two runs over the same client give the same pictures.
"""

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from kozyr.words import LANGUAGES
from tests.browser.conftest import SHARE
from tests.browser.event_states import STATES, show
from tests.browser.robot import DESKTOP, PHONE, Robot
from tests.browser.stage import Stage

ROOT: Final = Path(__file__).parents[1]
IMAGES: Final = ROOT / "docs" / "img"
UI: Final = ROOT / "ui" / "src"

WIDTHS: Final = (PHONE[0], DESKTOP[0])
GAMES: Final = {"preferans": ("sochi", 3), "bridge": ("duplicate", 4), "deberts": ("moscow", 2)}
PAGES: Final = {
    "home": "/",
    "learn": "/learn",
    "events": "/events",
    "arbiter": "/arbiter",
    "new": "/new",
    "conduct": "/conduct",
    "desk": "/desk",
    "laws": "/laws",
    "programs": "/programs",
    "me": "/me",
    "history": "/history",
}


@contextmanager
def club() -> Iterator[str]:
    """A club that lives as long as the pictures are taken; what it deals follows from a fixed word."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        fate = Path(folder) / "fate"
        fate.write_text("pictures", encoding="utf-8")
        fated = [sys.executable, "-m", "tests.browser.fated", str(fate), "1"]
        process = subprocess.Popen(  # noqa: S603 - ourselves
            [*fated, "--port", str(port), "--db", f"{folder}/club.db"],
            env=os.environ | {"KOZYR_BOT_PAUSE": "0"},
            stdout=subprocess.DEVNULL,
        )
        try:
            for _ in range(100):
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(10)


def visitor(
    browser: Browser, address: str, size: tuple[int, int], lang: str, theme: str = "dark", **more: Any
) -> BrowserContext:
    """Somebody with a browser of this width."""
    phone = size == PHONE
    context = browser.new_context(
        base_url=address,
        viewport={"width": size[0], "height": size[1]},
        locale=lang,
        color_scheme="light" if theme == "light" else "dark",
        has_touch=phone,
        is_mobile=phone,
        reduced_motion="reduce",
        **more,
    )
    context.add_init_script(f"({SHARE})(1)")
    return context


def keeps(page: Page, **stored: dict[str, Any]) -> None:
    """What the browser has kept of the person."""
    for key, value in stored.items():
        page.evaluate("([key, value]) => localStorage.setItem(key, value)", [f"kozyr.{key}", json.dumps(value)])


# ------------------------------------------------------------------ all of them


def moments(game: str) -> dict[str, Any]:
    """The moments that the unit tests of a game look at."""
    found: dict[str, Any] = json.loads(next(UI.rglob(f"{game}/moments.json")).read_text(encoding="utf-8"))
    return found


def setup(game: str, *, people: bool) -> dict[str, Any]:
    """What the page remembers of the last table: with people or with bots on the other chairs."""
    base, players = GAMES[game]
    chairs = [None if people else "novice"] * (players - 1)
    what = {"base": base, "overlays": [], "changes": {}, "terms": {}}
    return what | {"game": game, "players": players, "chairs": chairs, "public": False}


def deal_of(context: BrowserContext, game: str) -> str:
    """One deal played to its end; the address of the table."""
    page = context.new_page()
    page.goto("/")
    keeps(page, settings={"pace": "instant", "name": "Анна", "lang": "ru"}, setup=setup(game, people=False))
    page.reload()
    robot = Robot(page, phone=False)
    robot.press("[data-sit]")
    while not (now := robot.until_something_waits())["next"]:
        robot.act(now)
    address = page.url
    page.close()
    return address


class Album:
    """A folder of pictures of one width in one language."""

    def __init__(self, context: BrowserContext, folder: Path, lang: str) -> None:
        self.context = context
        self.lang = lang
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def open(self, address: str, **stored: dict[str, Any]) -> Page:
        """A page at this address."""
        page = self.context.new_page()
        page.goto("/health")
        settings = {"pace": "instant", "name": "Анна", "lang": self.lang}
        keeps(page, settings=settings, **stored)
        page.goto(address)
        return page

    def take(self, page: Page, name: str, *, full: bool = True) -> None:
        """One picture, once the page stands still."""
        if full:  # a table on a stage has all that it will get
            page.wait_for_load_state("networkidle")
        page.wait_for_timeout(120)
        page.screenshot(path=self.folder / f"{name}.png", full_page=full, animations="disabled")

    def pages(self, played: dict[str, str]) -> None:
        """The door, terms, a table that gathers, replays, accounts."""
        for name, path in PAGES.items():
            page = self.open(path, setup=setup("preferans", people=False))
            self.take(page, name)
            page.close()
        for game, address in played.items():
            for people in (False, True):
                page = self.open("/new", setup=setup(game, people=people))
                page.locator("[data-sit]:not(:disabled)").wait_for()
                if not people:
                    page.locator("[data-unfold]").click()
                    for group in page.locator("[data-group] > summary").all():
                        group.click()
                self.take(page, f"new-{game}{'-people' if people else ''}")
                page.close()
            for card in ("", "#0", "#3", "#999"):
                page = self.open(f"{address}/deal/1{card}")
                page.locator("main .stage").first.wait_for()
                self.take(page, f"replay-{game}{card.replace('#', '-')}")
                page.close()
            page = self.open(f"{address}/deal/1/fair")
            self.take(page, f"fair-{game}")
            page.close()

    def gathers(self, address: str) -> None:
        """A table that waits for people."""
        page = self.open(address)
        page.locator("[data-chair]").first.wait_for()
        self.take(page, "waiting")
        page.close()

    def tables(self, game: str, *, known: bool = True) -> None:
        """Every moment, and what slides over the table at one of them; known: the page has parts of its own for the game."""
        for name, moment in moments(game).items():
            if not known:
                moment["table"]["game"] = game = "plain"
            page = self.context.new_page()
            page.goto("/health")
            keeps(page, settings={"pace": "instant", "name": "Анна", "lang": self.lang})
            more = {"log": moment.get("log", [])}
            Stage(page, moment, **more).open()
            page.mouse.move(0, 0)
            self.take(page, f"table-{game}-{name}", full=False)
            if name == "play":
                for key in ("?", "l", "s", "e", "t"):
                    page.keyboard.press(key)
                    self.take(page, f"table-{game}-{name}-key-{ord(key)}", full=False)
                    page.keyboard.press("Escape")
                page.locator("header .icon-button:visible, nav .icon-button:visible").last.click()
                self.take(page, f"table-{game}-{name}-menu", full=False)
                page.locator('[data-event="people"]').click()
                self.take(page, f"table-{game}-{name}-people", full=False)
            page.close()


def album(browser: Browser, address: str, folder: Path, languages: tuple[str, ...], widths: tuple[int, ...]) -> None:
    """Every page and every moment, in these languages, at these widths."""
    player = visitor(browser, address, DESKTOP, "ru")
    played = {game: deal_of(player, game) for game in GAMES}
    page = player.new_page()
    page.goto("/health")
    keeps(page, settings={"name": "Анна"}, setup=setup("preferans", people=True))
    page.goto("/new")
    page.locator("[data-sit]:not(:disabled)").click()
    page.locator("[data-chair]").first.wait_for()
    gathers = page.url
    page.close()
    known = player.storage_state()
    for size in (size for size in (PHONE, DESKTOP) if size[0] in widths):
        for lang in languages:
            context = visitor(browser, address, size, lang, storage_state=known)
            one = Album(context, folder / f"{size[0]}-{lang}", lang)
            one.pages(played)
            one.gathers(gathers)
            for game in GAMES:
                one.tables(game)
            one.tables("deberts", known=False)
            context.close()


def events(browser: Browser, address: str, folder: Path, languages: tuple[str, ...], widths: tuple[int, ...]) -> None:
    """Every state of an event's pages; languages, dark and light come by turns."""
    for size in (size for size in (PHONE, DESKTOP) if size[0] in widths):
        for nth, (name, state) in enumerate(STATES.items()):
            lang = languages[(nth + (size == DESKTOP)) % len(languages)]
            context = visitor(browser, address, size, lang, theme="light" if (nth + (size == PHONE)) % 2 else "dark")
            one = Album(context, folder / str(size[0]), lang)
            page = context.new_page()
            show(page, state())
            page.locator("main").first.wait_for()
            page.wait_for_timeout(250)
            one.take(page, f"{nth:02} {name} {lang}".replace(":", ""), full=False)
            if page.evaluate("document.documentElement.scrollHeight > innerHeight + 80"):
                page.screenshot(path=one.folder / f"{nth:02} {name} {lang}, whole.png".replace(":", ""), full_page=True)
            context.close()


def compare(before: Path, after: Path) -> int:
    """Say which pictures differ; 1 if any does."""
    from PIL import Image, ImageChops  # noqa: PLC0415 - only where it is asked for, from the extra `dev`

    different = 0
    for old in sorted(before.rglob("*.png")):
        name = old.relative_to(before)
        if not (after / name.parent).exists():  # a language that was not asked for
            continue
        if not (after / name).exists():
            print(f"{name}: gone")
            different += 1
            continue
        a, b = (Image.open(file).convert("RGB") for file in (old, after / name))
        if a.size != b.size:
            print(f"{name}: {a.size} was, {b.size} is")
            different += 1
        elif (box := ImageChops.difference(a, b).getbbox()) is not None:
            print(f"{name}: differs in {box}")
            different += 1
    print(f"{different} different")
    return int(different > 0)


def main() -> int:
    """Take what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", type=Path, metavar="FOLDER")
    parser.add_argument("--events", type=Path, metavar="FOLDER")
    parser.add_argument("--lang", choices=LANGUAGES, action="append", help="of these: this language alone")
    parser.add_argument("--width", type=int, choices=WIDTHS, action="append", help="of these: this width alone")
    parser.add_argument("--compare", type=Path, nargs=2, metavar=("A", "B"))
    asked = parser.parse_args()
    if asked.compare:
        return compare(*asked.compare)
    if not (asked.all or asked.events):
        parser.error("--all, --events or --compare")
    chromium = shutil.which("chromium") or shutil.which("chromium-headless-shell")
    if chromium is None:
        print("no Chromium on this machine (Debian: apt-get install chromium)", file=sys.stderr)
        return 2
    with club() as address, sync_playwright() as playwright:
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=chromium, args=sandbox)
        if asked.events:
            events(browser, address, asked.events, tuple(asked.lang or LANGUAGES), tuple(asked.width or WIDTHS))
        else:
            album(browser, address, asked.all, tuple(asked.lang or LANGUAGES), tuple(asked.width or WIDTHS))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
