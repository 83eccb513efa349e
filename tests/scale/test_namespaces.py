"""An owner is cut off by the kernel: each process lives in a network namespace, whose links to its servers are taken down.

Unlike the passages of `test_chaos.py`, packets are lost on the way and sent again by the kernel, later and later, as at a cut cable.
It needs root and iproute2, and is long.
"""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.scale.passages import Passage
from tests.scale.processes import Process
from tests.scale.test_chaos import Site, goes_on, load, opened_site, victim

CUT = 5.0  # seconds
PATIENCE = 60.0
LINKS = ("db", "bus", "door")  # to PostgreSQL, to NATS, and for those who come


def ip(*words: str) -> None:
    """Run iproute2.

    Raises:
        CalledProcessError: it refuses.
    """
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)  # noqa: S603, S607 - Debian's own program


class Namespace:
    """A network namespace with a link for each purpose. number: of those of this test, from 0."""

    def __init__(self, number: int) -> None:
        self.name, self._number = f"kozyr{os.getpid()}n{number}", number
        ip("netns", "add", self.name)
        try:
            ip("-n", self.name, "link", "set", "lo", "up")
            for what in LINKS:
                ip("link", "add", self._ours(what), "type", "veth", "peer", "name", what, "netns", self.name)
                ip("addr", "add", f"{self.address(what, 1)}/30", "dev", self._ours(what))
                ip("-n", self.name, "addr", "add", f"{self.address(what, 2)}/30", "dev", what)
                ip("link", "set", self._ours(what), "up")
                ip("-n", self.name, "link", "set", what, "up")
        except BaseException:
            self.close()
            raise

    def _ours(self, what: str) -> str:
        return f"kz{os.getpid() % 100_000}{self._number}{what}"

    def address(self, what: str, end: int) -> str:
        """Of a link: end 1 is this machine's, 2 the namespace's. The network is one for measurements (RFC 2544)."""
        return f"198.18.{self._number}.{4 * LINKS.index(what) + end}"

    def cut(self, what: str) -> None:
        """Nothing goes through, either way, and nobody is told."""
        ip("link", "set", self._ours(what), "down")

    def mend(self, what: str) -> None:
        """Everything goes through again."""
        ip("link", "set", self._ours(what), "up")

    def close(self) -> None:
        """Remove it with its links."""
        ip("netns", "del", self.name)


class Spread(Site):
    """Three processes, each in a namespace of its own."""

    spaces: list[Namespace]

    def start(self) -> None:
        self.spaces = []
        for number in range(3):
            space = Namespace(number)
            self.spaces.append(space)
            self.to_db.append(Passage(self.db, space.address("db", 1)))
            self.to_bus.append(Passage(self.nats.url, space.address("bus", 1)))
            inside = ["ip", "netns", "exec", space.name, sys.executable, "-m", "kozyr.cli"], dict[str, str]()
            door = ("--host", space.address("door", 2))
            self.club.processes.append(Process(self.to_db[-1].url, self.to_bus[-1].url, inside, door))
        for process in self.club.processes:
            process.ready()
        self.settled()

    def close(self) -> None:
        super().close()
        for space in self.spaces:
            space.close()


@pytest.fixture
def spread() -> Iterator[Site]:
    try:
        Namespace(9).close()
    except (OSError, subprocess.CalledProcessError) as error:
        why = getattr(error, "stderr", None) or error
        pytest.skip(f"no network namespaces here (they need root and iproute2): {why}")
    with opened_site(Spread) as found:
        yield found


async def cut_off(site: Site, *links: str) -> float:
    """An owner loses its links for some seconds; how long the last player waits after they are mended."""
    assert isinstance(site, Spread)
    async with load(site) as players:
        space = site.spaces[victim(site)]
        for link in links:
            space.cut(link)
        await asyncio.sleep(CUT)
        for link in links:
            space.mend(link)
        return await goes_on(players, asyncio.get_running_loop().time(), PATIENCE)


@pytest.mark.long
def test_an_owner_that_the_network_cuts_off_loses_nothing(spread: Site) -> None:
    for links in (("db",), ("bus",), ("db", "bus")):
        took = asyncio.run(cut_off(spread, *links))
        print(f"cut from {' and '.join(links)}: everybody plays {took:.2f} s later")  # noqa: T201 - a figure for docs/scale.md
