"""What every test may use, and the switches of the suite.

* KOZYR_LONG=1 (`make test-all`): the long random checks in full; otherwise a seeded tenth of them.
* CI=true: a browser test, or one of many processes, that cannot run is a failure instead of a skip.
* KOZYR_TEST_STORE=postgresql: clubs keep their data on PostgreSQL (tests/stores.py).
"""

import gc
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, sync_playwright
from starlette.testclient import TestClient

# What is compiled once is kept, whatever the environment says of it: some 400 modules, for each worker and each program started.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

from tests import games, stores  # noqa: E402, F401 - every test finds the fourth game registered
from tests.luck import LUCK  # noqa: E402

LONG = os.environ.get("KOZYR_LONG") == "1"
CI = os.environ.get("CI") == "true"
# The shell is the same engine without the window around it, and takes a third less of the processor.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
PAGE = Path(__file__).parents[1] / "src" / "kozyr" / "web" / "index.html"

# No run of the suite is luckier than another, and a slow machine fails nobody; the long runs look for new cases.
settings.register_profile(
    "kozyr",
    deadline=None,
    derandomize=not LONG,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("kozyr")


@pytest.fixture(scope="session")
def share() -> Callable[[int], int]:
    """How many rounds of a long random check to run: all of them, or a tenth (at least one)."""
    return lambda rounds: rounds if LONG else max(1, rounds // 10)


@pytest.fixture(autouse=True)
def luck(request: pytest.FixtureRequest) -> None:
    """The names of tables, and with them their deals, are the same in every run of a test."""
    LUCK.begin(request.node.nodeid)


@pytest.fixture(autouse=stores.ELSEWHERE)
def its_own_database() -> Iterator[None]:
    """What a test's clubs kept on PostgreSQL is dropped after it."""
    yield
    stores.over()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a club of this test keeps its database."""
    return tmp_path / "club.db"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """A club of this test alone, over the database at `path`."""
    from tests.people import club  # noqa: PLC0415 - most tests need no club

    with club(tmp_path / "club.db") as client:
        yield client


class Chromium:
    """Debian's Chromium, for one test of the page after another."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._browser: Browser | None = None

    def browser(self) -> Browser:
        """The browser, started if it is not there."""
        if self._browser is None:
            # A test talks to localhost alone; left to itself Chromium would look for its maker's hosts at every start.
            quiet = [
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
            ]
            # Chromium refuses its sandbox to root, which is what a container's user usually is.
            sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
            playwright = self._open.enter_context(sync_playwright())
            self._browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*quiet, *sandbox])
            self._open.callback(self._browser.close)
        return self._browser

    def close(self) -> None:
        """Playwright keeps an event loop running, which no other test should meet."""
        self._browser = None
        self._open.close()


OPENED: Final = Chromium()


@pytest.fixture
def chromium() -> Browser:
    """A running Chromium. A test opens its own context and closes it: `chromium.new_context(...)`."""
    return OPENED.browser()


def what_the_browser_lacks() -> str | None:
    if CHROMIUM is None:
        return "no Chromium on this machine (Debian: apt-get install chromium-headless-shell)"
    if not PAGE.exists():
        return "the client is not built (Node 20.19 or newer, then `make test`)"
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests first: they are the longest, and none of them should be the last that all others wait for."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is None)


def pytest_collection_finish() -> None:
    """Let Python look for cycles seldom: the modules and twelve thousand tests stay, and each look at all of them took 0.4 s.

    Measured on a twenty-fifth of the tests: 51.2 s of the processor became 46.0.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


def pytest_sessionfinish() -> None:
    OPENED.close()
    gc.unfreeze()  # else what the native core made outlives it, and it reports a leak


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("browser") is None:
        OPENED.close()
    if item.get_closest_marker("long") and not LONG:
        pytest.skip("long: runs in `make test-all`")
    if item.get_closest_marker("browser") and (lack := what_the_browser_lacks()):
        if CI:
            pytest.fail(lack, pytrace=False)
        pytest.skip(lack)
