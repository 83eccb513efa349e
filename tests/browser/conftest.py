"""A club on a free port with a database of its own, and pages that tell what went wrong in them."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.browser.robot import PHONE, Robot


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a club whose bots do not pause."""
    folder: Path = tmp_path_factory.mktemp("club")
    address = f"http://127.0.0.1:{free_port()}"
    command = [sys.executable, "-m", "kozyr.cli", "club", "--port", address.rpartition(":")[2]]
    with (folder / "club.log").open("w") as log:
        process = subprocess.Popen(  # noqa: S603 - ourselves
            [*command, "--db", str(folder / "club.db")],
            env=os.environ | {"KOZYR_BOT_PAUSE": "0"},
            stdout=log,
            stderr=log,
        )
        try:
            for _ in range(300):
                try:
                    with urllib.request.urlopen(f"{address}/health", timeout=1):  # noqa: S310 - ourselves
                        break
                except OSError:
                    time.sleep(0.1)
            else:
                pytest.fail(f"the club did not start: {(folder / 'club.log').read_text()}", pytrace=False)
            yield address
        finally:
            process.terminate()
            process.wait(10)


@pytest.fixture
def sit(chromium: Browser, club: str) -> Iterator[Callable[..., Robot]]:
    """A new person at the door of the club: `sit(size=PHONE, lang="ru", theme="dark")`.

    At the end none of the pages may have complained, in the console or by an exception.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def heard(said: ConsoleMessage) -> None:
        # Terms that contradict each other are refused, and the browser notes every refusal.
        refused = (
            said.text.startswith("Failed to load resource")
            and "400" in said.text
            and "/api/agree" in said.location["url"]
        )
        if said.type in {"error", "warning"} and not refused:
            complaints.append(said.text)

    def listen(page: Page) -> None:
        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))

    def new(size: tuple[int, int] = PHONE, lang: str = "ru", theme: str = "dark") -> Robot:
        phone = size == PHONE
        context = chromium.new_context(
            base_url=club,
            viewport={"width": size[0], "height": size[1]},
            locale=lang,
            color_scheme="light" if theme == "light" else "dark",
            has_touch=phone,
            is_mobile=phone,
            reduced_motion="reduce",
        )
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        listen(page)
        page.goto("/")
        return Robot(page, phone=phone)

    yield new
    for context in contexts:
        context.close()
    assert not complaints
