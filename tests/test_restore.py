"""The section "Backup and restore" of docs/operate.md, carried out: every command of it, in its order.

What is another here than on a real machine: where the folders and the program are, the port, and three commands of the system (`sudo`,
`systemctl`, `scp`), for which there are small ones that do the same here.
"""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from scripts.people import Player, Visitor, mid_deal

PAGE = Path(__file__).parent.parent / "docs" / "operate.md"
SUDO = """#!/bin/sh
test "$1 $2" = "-u kozyr" && shift 2 && exec "$@"
"""
SYSTEMCTL = """#!/bin/sh
cd "$MACHINE"
case "$1 $2" in
"start kozyr")
  "$PYTHON" -m kozyr.cli club --db "$MACHINE/lib/club.db" --port "$PORT" >>log 2>&1 &
  echo $! >pid ;;
"stop kozyr")
  kill "$(cat pid)"
  while kill -0 "$(cat pid)" 2>&-; do sleep 0.1; done ;;
*) exit 1 ;;
esac
"""
SCP = """#!/bin/sh
test "$1" = -p && test "${3#club2.example:}" = "$MACHINE/backup/" && cp -p "$2" "$OTHER/backup/"
"""


def blocks() -> list[str]:
    """The commands of the section, block by block."""
    section = PAGE.read_text().partition("## Backup and restore\n")[2].partition("\n## ")[0]
    return re.findall(r"```sh\n(.*?)```", section, re.DOTALL)


class Machine:
    """A machine on which a club runs: its folders, and what stands in place of the system."""

    def __init__(self, folder: Path, other: Path) -> None:
        self.folder = folder
        for name in ("lib", "backup", "bin"):
            (folder / name).mkdir(parents=True)
        kozyr = f'#!/bin/sh\nexec "{sys.executable}" -m kozyr.cli "$@"\n'
        for name, text in (("sudo", SUDO), ("systemctl", SYSTEMCTL), ("scp", SCP), ("kozyr", kozyr)):
            (folder / "bin" / name).write_text(text)
            (folder / "bin" / name).chmod(0o755)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._environment = os.environ | {
            "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
            "MACHINE": str(folder),
            "OTHER": str(other),
            "PORT": str(self.port),
            "PYTHON": sys.executable,
            "KOZYR_BOT_PAUSE": "0",
        }

    @property
    def base(self) -> str:
        """Where its club is."""
        return f"http://127.0.0.1:{self.port}"

    def run(self, commands: str) -> str:
        """Type commands of the page; what they print."""
        here = (
            ("/opt/kozyr/bin", self.folder / "bin"),
            ("/var/lib/kozyr", self.folder / "lib"),
            ("/backup/", f"{self.folder / 'backup'}/"),
            ("127.0.0.1:8000", f"127.0.0.1:{self.port}"),
        )
        for there, word in here:
            commands = commands.replace(there, str(word))
        done = subprocess.run(  # noqa: S603 - the page's own words
            ["/bin/bash", "-eu", "-c", commands],
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, f"{commands}\n{done.stdout}"
        return done.stdout

    def stop(self) -> None:
        """Whatever runs there ends."""
        pid = self.folder / "pid"
        if pid.exists():
            try:
                os.kill(int(pid.read_text()), signal.SIGTERM)
            except ProcessLookupError:
                return


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[tuple[Machine, Machine]]:
    one, other = tmp_path / "one", tmp_path / "other"
    both = Machine(one, other), Machine(other, one)
    yield both
    for machine in both:
        machine.stop()


async def begun(base: str) -> tuple[str, list[Visitor], list[Player]]:
    """Two people and a bot at a table, in the middle of the second deal."""
    people = [await Visitor(base).guest(name) for name in ("Анна", "Борис")]
    body = {"game": "preferans", "preset": "sochi", "players": 3, "bots": [None, "novice"], "name": "Анна"}
    table: str = (await people[0].ask("POST", "/api/tables", body))["table"]
    players = [await Player.come(one, table, seed) for seed, one in enumerate(people)]
    await players[1].act("sit", chair=1)
    await players[1].act("accept", card=players[1].told["table"]["card"])
    await play(players, 1, 9)
    return table, people, players


async def play(players: Sequence[Player], deals: int, said: int) -> None:
    """Until somebody is to move and all have heard so."""
    await asyncio.wait_for(asyncio.gather(*(player.play(mid_deal(deals, said)) for player in players)), 60)
    while not any(_waited_for(player) for player in players) or len({player.seq for player in players}) > 1:
        await players[0].news()


def _waited_for(player: Player) -> bool:
    """Whether nothing comes before he has done something: neither bots nor the table are to act."""
    view = player.told["view"]
    return player.told["last"] is not None if view is None else bool(view["legal"])


def parts(player: Player) -> dict[str, Any]:
    """What he has before him."""
    return {part: player.told[part] for part in ("view", "sheet", "table")}


async def again(base: str, table: str, people: list[Visitor]) -> list[Player]:
    """The same browsers at the club's other address."""
    for one in people:
        one.base = base
    return [await Player.come(one, table, 7 + seed) for seed, one in enumerate(people)]


@pytest.mark.long
def test_the_page_is_carried_out_word_by_word(machines: tuple[Machine, Machine]) -> None:
    """Copied while it runs and is played at; restored elsewhere, then in place; both times the deal is played on."""
    copy, carry, elsewhere, in_place = blocks()
    one, other = machines
    one.run("systemctl start kozyr\n" + elsewhere.splitlines()[-1])

    async def evening() -> None:
        table, people, players = await begun(one.base)
        at_copy = [parts(player) for player in players]
        told = await asyncio.to_thread(one.run, copy)
        assert ": sound: schema " in told
        await play(players, 2, 3)  # it goes on meanwhile; that is not in the copy
        for player in players:
            await player.leave()

        await asyncio.to_thread(one.run, carry)
        assert (await asyncio.to_thread(other.run, elsewhere)).endswith("ok")
        for machine, commands in ((other, ""), (one, in_place)):
            if commands:
                assert (await asyncio.to_thread(machine.run, commands)).endswith("ok")
            players = await again(machine.base, table, people)
            assert [parts(player) for player in players] == at_copy
            await play(players, 2, 2)
            assert players[0].deals >= 2
            reveals = await people[0].ask("GET", f"/api/tables/{table}/fair")
            assert len(reveals) >= 2
            for player in players:
                await player.leave()

    asyncio.run(evening())
    assert {file.name for file in (one.folder / "lib" / "before").iterdir()} >= {"club.db"}
    for machine in machines:
        machine.run("systemctl stop kozyr")
        (machine.folder / "pid").unlink()
