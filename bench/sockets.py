"""What a command and an opened socket cost the server, over real sockets, here and in another checkout in turns.

    python -m bench.sockets [command] [opening] [--beside TREE] [--rounds N] [--seconds S]

A real `kozyr club` with SQLite is driven over HTTP and sockets alone: tables of three people and a watcher, and sockets that come
and go at one table. What is counted is time of the server's processor (user and system), which other work on the machine
disturbs little; that of the people who play is another process's. TREE: a checkout of another commit with an environment
of its own, whose server is driven in turns with ours.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from scripts.people import Player, Visitor

PARTS: Final = ("command", "opening")
TABLES: Final = 8
WATCHERS: Final = 150  # who are there already where sockets are opened
OPENED: Final = 150
_ROOT: Final = Path(__file__).parent.parent
_TABLE: Final = {"game": "preferans", "preset": "sochi", "changes": {}, "players": 3, "bots": [None, None], "name": ""}


class Server:
    """A club of a checkout in a process of its own."""

    def __init__(self, tree: Path, folder: Path) -> None:
        command = [
            str(tree / ".venv/bin/python"),
            "-m",
            "kozyr.cli",
            "club",
            "--port",
            "0",
            "--db",
            str(folder / "club.db"),
        ]
        environment = os.environ | {"KOZYR_BOT_PAUSE": "0", "KOZYR_PATIENCE": "100000"}
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=tree)  # noqa: S603 - our own
        assert self._process.stdout is not None
        self.base = self._process.stdout.readline().split()[1]

    def cpu(self) -> float:
        """Seconds of the processor so far, user and system."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        """Stop it."""
        self._process.terminate()
        self._process.wait(30)
        assert self._process.stdout is not None
        self._process.stdout.close()


@contextlib.contextmanager
def served(tree: Path) -> Iterator[Server]:
    """A server of a checkout, on a database of its own."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(tree, Path(folder))
        try:
            yield server
        finally:
            server.end()


async def _seated(base: str, number: int) -> list[Player]:
    """Three people and a watcher at a new table."""
    people = [await Visitor(base).guest(f"P{number}x{n}") for n in range(4)]
    table: str = (await people[0].ask("POST", "/api/tables", _TABLE | {"public": True}))["table"]
    found = []
    for chair, visitor in enumerate(people):
        player = await Player.come(visitor, table, number * 10 + chair)
        found.append(player)
        if 1 <= chair <= 2:  # who opens the table sits, and the fourth watches
            await player.act("sit", chair=chair)
    card = found[0].told["table"]["card"]
    for player in found[:3]:
        with contextlib.suppress(Exception):  # who has accepted already is refused
            await player.act("accept", card=card)
    return found


async def commands(server: Server, seconds: float) -> float:
    """Microseconds of the server's processor for each command that it acknowledged."""
    tables = [await _seated(server.base, number) for number in range(TABLES)]

    ended = asyncio.Event()

    async def plays(player: Player) -> None:
        while not ended.is_set():
            await player.play(lambda _: ended.is_set())
            await asyncio.sleep(0.1)

    begun = [asyncio.create_task(plays(player)) for table in tables for player in table[:3]]
    await asyncio.sleep(2.0)
    seqs, before = sum(table[3].seq for table in tables), server.cpu()
    await asyncio.sleep(seconds)
    cost, done = server.cpu() - before, sum(table[3].seq for table in tables) - seqs
    ended.set()
    await asyncio.gather(*begun)
    return cost / done * 1e6


async def openings(server: Server) -> float:
    """Microseconds of the server's processor for each socket that comes to a table with watchers, greets, and is shown it."""
    host = await Visitor(server.base).guest("Host")
    table: str = (await host.ask("POST", "/api/tables", _TABLE | {"public": True}))["table"]
    visitors = [await Visitor(server.base).guest(f"W{n}") for n in range(WATCHERS + OPENED)]
    there = [await Player.come(visitor, table, n) for n, visitor in enumerate(visitors[:WATCHERS])]
    await asyncio.sleep(1.5)
    before = server.cpu()
    for n, visitor in enumerate(visitors[WATCHERS:]):
        there.append(await Player.come(visitor, table, n))
    await asyncio.sleep(1.5)
    cost = server.cpu() - before
    random.shuffle(there)
    for player in there:
        player._hearing.cancel()  # noqa: SLF001 - nobody listens any more
        await player.line.close()
    return cost / OPENED * 1e6


def _measured(tree: Path, part: str, seconds: float) -> float:
    with served(tree) as server:
        return asyncio.run(commands(server, seconds) if part == "command" else openings(server))


def main(argv: list[str] | None = None) -> int:
    """Measure, and print; always 0."""
    parser = argparse.ArgumentParser(prog="python -m bench.sockets", description="What sockets cost the server.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--beside", metavar="TREE", type=Path, help="a checkout of another commit")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=8.0)
    wanted = parser.parse_args(argv)
    if not set(wanted.parts) <= set(PARTS):
        parser.error(f"the parts are {', '.join(PARTS)}")
    trees = {"here": _ROOT} if wanted.beside is None else {"there": wanted.beside.resolve(), "here": _ROOT}
    what = {"command": f"a command, {TABLES} tables of three and a watcher", "opening": f"a socket, {WATCHERS} there"}
    print("microseconds of the server's processor over real sockets, SQLite")
    for part in wanted.parts or PARTS:
        found: dict[str, list[float]] = {name: [] for name in trees}
        for _ in range(wanted.rounds):
            for name, tree in trees.items():
                found[name].append(_measured(tree, part, wanted.seconds))
        for name, costs in found.items():
            told = ", ".join(f"{cost:.0f}" for cost in costs)
            print(f"  {what[part]:<46}{name:<6}{statistics.median(costs):7.0f}   ({told})", flush=True)
        if len(found) > 1:
            print(
                f"  {'':<46}here over there {statistics.median(found['here']) / statistics.median(found['there']):.2f}"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
