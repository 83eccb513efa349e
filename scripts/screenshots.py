"""Make the pictures of the README: a table in the middle of a deal, on a desktop and on a phone.

python -m scripts.screenshots      (the client built, Chromium on the machine; fonts-noto-core looks best)
"""

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

from playwright.sync_api import Browser, sync_playwright

from tests.browser.robot import DESKTOP, PHONE, Robot

IMAGES = Path(__file__).parents[1] / "docs" / "img"
DEALS = 9  # after so many the sheet has something to show
TRIES = 400


@contextmanager
def club() -> Iterator[str]:
    """A club that lives as long as the pictures are taken."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(  # noqa: S603 - ourselves
            [sys.executable, "-m", "kozyr.cli", "club", "--port", str(port), "--db", f"{folder}/club.db"],
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


def picture(browser: Browser, address: str, size: tuple[int, int], name: str) -> None:
    """Play to a moment worth showing, and take it."""
    phone = size == PHONE
    context = browser.new_context(
        base_url=address,
        viewport={"width": size[0], "height": size[1]},
        locale="ru",
        color_scheme="dark",
        device_scale_factor=2 if phone else 1,
        has_touch=phone,
        is_mobile=phone,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto("/")
    page.evaluate("localStorage.setItem('kozyr.settings', JSON.stringify({pace: 'instant', name: 'Анна'}))")
    page.goto("/")
    robot = Robot(page, phone=phone)
    robot.press("[data-sit]")
    for _ in range(TRIES):
        now = robot.until_something_waits()
        if now["over"]:
            break
        fallen = page.locator("[data-played]").count()
        held = page.locator("[data-hand] [data-card]").count()
        contract = page.locator(".contract .sr").count()  # a contract with a size: no misère, no all-pass
        good = fallen == 2 and 6 <= held <= 8 and len(now["cards"]) > 1 and contract and not now["open"]
        if robot.deals >= DEALS and good:
            break
        robot.act(now)
    page.mouse.move(0, 0)
    page.wait_for_timeout(400)
    page.screenshot(path=IMAGES / name)
    context.close()


def main() -> int:
    """Take both."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print("no Chromium on this machine (Debian: apt-get install chromium)", file=sys.stderr)
        return 2
    IMAGES.mkdir(parents=True, exist_ok=True)
    with club() as address, sync_playwright() as playwright:
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=chromium, args=sandbox)
        picture(browser, address, DESKTOP, "table.png")
        picture(browser, address, PHONE, "table-phone.png")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
