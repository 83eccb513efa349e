"""A club on a free port with a database of its own, and pages that tell what went wrong in them.

What is dealt at its tables follows from the name of a test: the club is `kozyr club` with other dice (`fated.py`), and every
page shakes them alike.
"""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from tests import stores
from tests.browser.robot import PHONE, Robot
from tests.conftest import LONG

PATIENCE_MS: Final = 60_000  # two cores are shared with other tests, and some work yields to all others
expect.set_options(timeout=PATIENCE_MS)

# Terms that contradict each other, a name that imitates, a wrong password, a login that is taken, a deal that is not there, one program too
# many, a line or club that is away.
REFUSALS: Final = (
    ("400", "/api/agree"),
    ("400", "/api/me"),
    ("400", "/api/guest"),
    ("403", "/api/login"),
    ("409", "/api/register"),
    ("404", "/api/tables/"),
    ("400", "/api/bots"),
    ("400", "/api/keep"),
    ("400", "/api/rule"),
    ("409", "/api/keep/"),
    ("409", "/api/events/"),
    ("403", "/api/events/"),
    ("409", "/api/leagues/"),
    ("404", "/api/keep/k-0"),
    ("404", "/api/lessons"),
    ("404", "/api/problems"),
    ("404", "/api/days/"),
    ("404", "/api/challenges/"),
    ("401", "/api/met"),  # asked under a session that a login has renewed meanwhile
    ("ERR_INTERNET_DISCONNECTED", "/"),
    ("ERR_CONNECTION_REFUSED", "/"),
    ("ERR_CONNECTION_RESET", "/"),  # a club that is killed amid an answer
    ("ERR_EMPTY_RESPONSE", "/"),
)

# The nth person's share of every deal; what else a page draws, as the ids of its commands, stays as it is.
SHARE: Final = """n => {
    const draw = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (into) => (into.length === 32 ? into.fill(n) : draw(into));
}"""

# A browser that keeps no service worker. Fetching the whole page into a new context's cache took three quarters of what the context costs.
BARE: Final = """if (navigator.serviceWorker) {
    navigator.serviceWorker.register = () => Promise.reject(new Error("kept out by the test"));
}"""

# Nothing is shown slowly, but where a test asks for it.
INSTANT: Final = """try {
    localStorage['kozyr.settings'] ??= JSON.stringify({ pace: 'instant' });
} catch {
    // an empty page keeps nothing
}"""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


# Not `python -m`: each process of the club's bots would import the program that began it, with all of the club.
FATED: Final = "from tests.browser.fated import main; main()"


class House:
    """A club of its own: a process on a free port over a database, which may die and be started again."""

    opened: ClassVar[list["House"]] = []  # those that have not been closed

    def __init__(self, folder: Path, fate: Path, **environment: str) -> None:
        self._fate = fate
        self._lives = 0
        self.database = folder / "club.db"
        self.address = f"http://127.0.0.1:{free_port()}"
        self._log = folder / "club.log"
        # Bots do not pause, and who calls the arbiter after the last card may be slow.
        self._environment = {"KOZYR_BOT_PAUSE": "0", "KOZYR_HEARING": "3600"} | environment
        self._process: subprocess.Popen[bytes] | None = None

    def open(self, ahead: int = 0) -> None:
        """Start it, and wait until it answers. ahead: by how many milliseconds its clock is ahead."""
        self._lives += 1
        stores.prepare(self.database)
        command = [sys.executable, "-c", FATED, str(self._fate), str(self._lives)]
        command += ["--port", self.address.rpartition(":")[2], "--ahead", str(ahead)]
        with self._log.open("a") as log:
            self._process = subprocess.Popen(  # noqa: S603 - ourselves
                [*command, "--db", str(self.database)], env=os.environ | self._environment, stdout=log, stderr=log
            )
        if self not in self.opened:
            self.opened.append(self)
        for _ in range(300):
            try:
                with urllib.request.urlopen(f"{self.address}/health", timeout=1):  # noqa: S310 - ourselves
                    return
            except OSError:
                time.sleep(0.1)
        pytest.fail(f"the club did not start: {self.said()}", pytrace=False)

    def said(self) -> str:
        """Its log."""
        return self._log.read_text()

    @property
    def runs(self) -> bool:
        """Whether it has been started."""
        return self._process is not None

    def kill(self) -> None:
        """It dies at once (SIGKILL)."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(60)

    def close(self) -> None:
        """Tell it to stop."""
        if self in self.opened:
            self.opened.remove(self)
        if self._process is not None:
            self._process.terminate()
            self._process.wait(60)


@pytest.fixture(scope="session")
def fate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the name of the test that is running."""
    return tmp_path_factory.mktemp("fate") / "test"


@pytest.fixture(scope="session", autouse=True)
def axed(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What axe has looked at, in a folder that all workers of this run share."""
    own = tmp_path_factory.getbasetemp()
    Robot.axed = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "axed"
    Robot.axed.mkdir(exist_ok=True)


@pytest.fixture(autouse=True)
def fated(fate: Path, request: pytest.FixtureRequest) -> None:
    """Tell the clubs which test is running."""
    fate.write_text(request.node.nodeid, encoding="utf-8")


@pytest.fixture(scope="session")
def club(tmp_path_factory: pytest.TempPathFactory, fate: Path) -> Iterator[str]:
    """The address of a club whose bots do not pause."""
    house = House(tmp_path_factory.mktemp("club"), fate)
    try:
        house.open()
        yield house.address
    finally:
        house.close()


@pytest.fixture
def house(tmp_path: Path, fate: Path) -> Iterator[House]:
    """A club of this test alone, which may die in it."""
    house = House(tmp_path, fate)
    try:
        house.open()
        yield house
    finally:
        house.close()


@pytest.fixture
def installed() -> None:
    """The pages of this test keep the club's service worker, as people's do; all do in the long form (`sit`)."""


_FAILED: Final = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Note that a test has failed, so that its fixtures can tell what was on its pages."""
    report = yield
    if call.when == "call" and call.excinfo is not None:
        item.stash[_FAILED] = True
    return report


def tell(contexts: list[BrowserContext]) -> None:
    """Print what every page of a failed test shows, and what its clubs have said."""
    for page in (page for context in contexts for page in context.pages):
        print(f"--- {page.url}\n{page.locator('body').inner_text()[:3000]}")  # noqa: T201 - pytest shows it
    for house in House.opened:
        print(f"--- {house.address}\n{house.said()[-3000:]}")  # noqa: T201 - pytest shows it


@pytest.fixture
def sit(chromium: Browser, club: str, request: pytest.FixtureRequest) -> Iterator[Callable[..., Robot]]:
    """A new person at the door of the club: `sit(size=PHONE, lang="ru", theme="dark")`.

    door=False: his page is empty, and the test goes where it wants to. A test that asks for `installed` has the service worker.

    At the end none of the pages may have complained, in the console or by an exception.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []
    bare = not LONG and "installed" not in request.fixturenames

    def heard(said: ConsoleMessage) -> None:
        # The browser notes every refusal, also those that a test is about.
        loading = said.text.startswith(("Failed to load resource", "WebSocket connection to"))
        refused = loading and any(status in said.text and path in said.location["url"] for status, path in REFUSALS)
        if said.type in {"error", "warning"} and not refused:
            complaints.append(f"{said.text} {said.location['url']}")

    def listen(page: Page) -> None:
        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))

    def new(size: tuple[int, int] = PHONE, lang: str = "ru", theme: str = "dark", *, door: bool = True) -> Robot:
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
        context.add_init_script(f"({SHARE})({len(contexts) + 1})")
        if not LONG:
            context.add_init_script(INSTANT)
        if bare:
            context.add_init_script(BARE)
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        listen(page)
        if door:
            page.goto("/")
        return Robot(page, phone=phone)

    yield new
    if request.node.stash.get(_FAILED, False):
        tell(contexts)
    found = tuple(complaints)
    for context in contexts:  # a request that is under way when its page closes has lost its cookie, and is refused
        context.close()
    assert not found
