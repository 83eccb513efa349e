"""Pictures for the documentation: a table of each game in each language, and a deal that moves.

python -m scripts.pictures            all of them, into docs/img
python -m scripts.pictures --moving   the moving one alone

The client must be built and Chromium on the machine. What is dealt follows from a fixed word (tests/browser/fated.py).
"""

import argparse
import io
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from kozyr.words import LANGUAGES
from scripts.screenshots import GAMES, IMAGES, club, keeps, setup, visitor
from tests.browser.robot import DESKTOP, PHONE, Robot

NAMES: Final = {"ru": "Анна", "uk": "Ганна", "en": "Anna"}
WIDE: Final = 1000  # of the moving picture's table
SHOWN: Final = 760
LEAST: Final = 12  # frames
PAUSE: Final = 900  # milliseconds a frame
COLOURS: Final = 96


@contextmanager
def seated(browser: Browser, address: str, size: tuple[int, int], lang: str, game: str) -> Iterator[tuple[Page, Robot]]:
    """Somebody at a new table of this game, with bots on the other chairs."""
    phone = size == PHONE
    context = visitor(browser, address, size, lang, device_scale_factor=1)
    page = context.new_page()
    page.goto("/")
    keeps(page, settings={"pace": "instant", "name": NAMES[lang], "lang": lang}, setup=setup(game, people=False))
    page.goto("/new")
    robot = Robot(page, phone=phone)
    robot.press("[data-sit]")
    yield page, robot
    context.close()


def play(page: Page, robot: Robot, seen: Callable[[dict[str, object]], bool]) -> None:
    """Go on until `seen` says that this is it, or the match is over."""
    while True:
        now = robot.until_something_waits()
        page.wait_for_timeout(250)
        if seen(now) or now["over"]:
            return
        robot.act(now)


def still(browser: Browser, address: str, size: tuple[int, int], lang: str, game: str) -> Image.Image:
    """A table in the middle of a deal, when a card is to be played."""
    with seated(browser, address, size, lang, game) as (page, robot):

        def good(now: dict[str, object]) -> bool:
            held, fallen = page.locator("[data-hand] [data-card]").count(), page.locator("[data-played]").count()
            mine = game != "preferans" or not now["open"]  # dummy's cards are open at bridge, as they should be
            return (
                robot.deals >= (game == "preferans") and 1 <= fallen <= 3 and held >= 5 and bool(now["cards"]) and mine
            )

        play(page, robot, good)
        page.mouse.move(0, 0)
        page.wait_for_timeout(400)
        return shot(page)


def shot(page: Page) -> Image.Image:
    """The page as it is."""
    return Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")


def moving(browser: Browser, address: str, lang: str, game: str) -> list[Image.Image]:
    """A deal with a contract, a frame for each decision, its result too."""
    frames: list[Image.Image] = []
    with seated(browser, address, (WIDE, 720), lang, game) as (page, robot):
        sized = False

        def over(now: dict[str, object]) -> bool:
            nonlocal sized
            said = page.locator(".contract").first
            sized |= said.count() > 0 and "all-pass" not in said.inner_text()
            frames.append(shot(page))
            if now["next"] and (not sized or len(frames) < LEAST):  # an all-pass, or a claim: the next deal
                frames.clear()
                sized = False
                return False
            return bool(now["next"])

        play(page, robot, over)
    return frames


def write_moving(frames: list[Image.Image], path: Path) -> None:
    """One palette for all frames, so that a frame is what differs from the one before."""
    small = [one.resize((SHOWN, SHOWN * one.height // one.width), Image.Resampling.LANCZOS) for one in frames]
    palette = small[len(small) // 2].quantize(COLOURS, dither=Image.Dither.NONE)
    flat = [one.quantize(palette=palette, dither=Image.Dither.NONE) for one in small]
    durations = [PAUSE] * (len(flat) - 1) + [4 * PAUSE]
    flat[0].save(path, save_all=True, append_images=flat[1:], duration=durations, loop=0, optimize=True)


def main() -> int:
    """Take what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moving", action="store_true")
    asked = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-headless-shell")
    if chromium is None:
        print("no Chromium on this machine (Debian: apt-get install chromium)", file=sys.stderr)
        return 2
    folder = IMAGES / "tables"
    folder.mkdir(parents=True, exist_ok=True)
    with club() as address, sync_playwright() as playwright:
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=chromium, args=sandbox)
        write_moving(moving(browser, address, "en", "preferans"), IMAGES / "deal.png")
        for lang in () if asked.moving else LANGUAGES:
            for game in GAMES:
                still(browser, address, DESKTOP, lang, game).save(folder / f"{game}-{lang}.webp", quality=82, method=6)
            still(browser, address, PHONE, lang, "preferans").save(folder / f"phone-{lang}.webp", quality=82, method=6)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
