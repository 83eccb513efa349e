"""A rolling restart between two builds under load, with an event and a cup: nothing acknowledged is lost, and no letter is refused.

The newer build is made here: this one with the next version of letters and one more migration. So this build is the older of the two.
"""

import asyncio
import os
import re
import shutil
import subprocess
import time
import urllib.request
from pathlib import Path

import psycopg
import pytest

import kozyr._native
from kozyr.club.bus.letters import VERSION
from kozyr.club.clock import CHANCE
from kozyr.club.event.acts import Composed, CupBegun
from kozyr.club.event.cup import bound
from kozyr.club.event.engine import signature
from kozyr.club.live.hall import Hall
from kozyr.store import Account, Store
from kozyr.store.database import head
from kozyr.tournaments.formats import Entrant
from scripts.people import Player as Person, Visitor, mid_deal
from tests.scale.processes import ROOT, Process, program
from tests.scale.test_chaos import PLAYERS, Site, goes_on, load, opened_site, token
from tests.scale.test_events import begun, ends
from tests.test_events import HOST, Told
from tests.tournaments.evening import event

PATIENCE = 60.0
HOUR = 3_600_000
ENTRANT = 2 * PLAYERS - 1  # of the cup; nobody else comes by this account
LEFT = 20.0  # seconds of the event's round when the restart begins
MIGRATION = """
import sqlalchemy as sa
from alembic import op

revision = "{next:04d}"
down_revision = "{head}"


def upgrade() -> None:
    op.add_column("pulse", sa.Column("more", sa.Text))
"""


async def cup_begun(db: str) -> str:
    """A cup whose first issue can be played for a day; its entrant is the last of the site's people."""
    store, clock, now = Store(db), Told(), time.time_ns() // 1_000_000
    clock.ms = now - 2 * HOUR
    hall = Hall(store.log, clock, CHANCE)
    about = event(tournament_type="cup", cup_issues=1, cup_deals_per_issue=20, cup_finalists=2)
    begins = CupBegun(level="novice", engine=await asyncio.to_thread(signature, "preferans", "novice"), prizes=1)
    held = await hall.announce(HOST, about, cup=begins)
    found = await hall.find(held)
    assert found is not None
    boards = bound(found.tournament, range(1, 21), await hall.secret(held))
    what = Composed(by=HOST.id, issue=1, boards=boards, opens=now - HOUR, closes=now + 24 * HOUR)
    await hall.act(held, HOST, "compose", what)
    await hall.enter(held, Account(f"{ENTRANT:016x}", "Entrant", 0), "enter", Entrant("UA", "entrant", 40))
    await asyncio.to_thread(store.close)
    return held


async def plays_on(process: Process, held: str, deals: int) -> str:
    """The entrant comes by this process, plays until so many deals are over and into the next one, and leaves; returns the table."""
    visitor = Visitor(process.origin)
    visitor.cookie = f"kozyr={token(ENTRANT)}"
    table: str = (await visitor.ask("POST", f"/api/cups/{held}/play", {"issue": 1}))["table"]
    player = await Person.come(visitor, table, deals)
    await asyncio.wait_for(player.play(mid_deal(deals, 3)), 3 * PATIENCE)
    assert player.state == "playing"
    assert player.deals == deals
    await player.leave()
    return table


def engines(db: str, held: str) -> set[str]:
    """Who has answered in a cup, by its log."""
    with psycopg.connect(db) as connection:
        rows = connection.execute("SELECT body FROM events WHERE log_id = %s", (held,)).fetchall()
    return set(re.findall(r'"engine":\s*"([0-9a-f]{64})"', " ".join(body for (body,) in rows)))


def linked(source: str, target: str) -> None:
    """The same file under another name; a copy where the folders are on two disks."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def newer(folder: Path) -> Path:
    """A tree with the next build."""
    package = folder / "kozyr"
    shutil.copytree(ROOT / "src" / "kozyr", package, ignore=shutil.ignore_patterns("__pycache__"), copy_function=linked)
    core = Path(kozyr._native.__file__)
    if not (package / core.name).exists():
        linked(str(core), str(package / core.name))
    letters = package / "club" / "bus" / "letters.py"
    text, count = re.subn(
        r"^VERSION: Final = \d+", f"VERSION: Final = {VERSION + 1}", letters.read_text("utf-8"), flags=re.MULTILINE
    )
    assert count == 1
    letters.unlink()  # it may be the tested build's own file
    letters.write_text(text, "utf-8")
    made = MIGRATION.format(next=int(head()) + 1, head=head())
    (package / "store" / "migrations" / "versions" / f"{int(head()) + 1:04d}_more.py").write_text(made, "utf-8")
    return folder


def refused(process: Process) -> list[str]:
    """What a process counts of letters of another version."""
    request = urllib.request.Request(process.origin + "/metrics", headers={"authorization": "Bearer m"})  # noqa: S310 - our own server
    with urllib.request.urlopen(request) as answer:  # noqa: S310 - as above
        lines = answer.read().decode().splitlines()
    assert any(line.startswith("kozyr_") for line in lines)
    return [
        line
        for line in lines
        if line.startswith('kozyr_bus_refused_total{why="version"}') and not line.endswith(" 0.0")
    ]


def ran(tree: Path, *words: str) -> str:
    """What a build's program says."""
    command, more = program(tree)
    done = subprocess.run([*command, *words], env=os.environ | more, check=True, capture_output=True, text=True)  # noqa: S603 - our own program
    return done.stdout


async def restarted(site: Site, tree: Path) -> None:
    async with load(site) as players:
        cup = await cup_begun(site.db)
        table = await plays_on(site.club.processes[0], cup, 1)
        held, deadline = await begun(site.db, LEFT)
        await asyncio.to_thread(ran, tree, "db", "upgrade", "--db", site.db)
        for nth in range(3):
            old, process = site.club.processes[0], Process(site.to_db[nth].url, site.to_bus[nth].url, program(tree))
            site.club.processes.append(process)
            await asyncio.to_thread(process.ready)
            await asyncio.to_thread(site.settled)
            assert f"+m{VERSION + 1}" in await asyncio.to_thread(ran, tree, "admin", "--db", site.db, "members")
            began = time.monotonic()
            await goes_on(players, began, PATIENCE)  # two builds side by side
            for one in site.club.processes:
                assert await asyncio.to_thread(refused, one) == []
            began = time.monotonic()
            old.process.terminate()
            await asyncio.to_thread(old.process.wait, PATIENCE)
            took = await goes_on(players, began, PATIENCE)
            print(f"process {nth} is another build: everybody plays {took:.2f} s later")  # noqa: T201 - a figure for docs/scale.md
            site.club.processes.remove(old)
            await asyncio.to_thread(old.end)
            await asyncio.to_thread(site.settled)
            assert await plays_on(process, cup, 2 + nth) == table
        await goes_on(players, time.monotonic(), PATIENCE)
        until = max(time.monotonic(), time.monotonic() + deadline / 1000 - time.time()) + PATIENCE
        while not (found := ends(site.db, held)):
            assert time.monotonic() < until
            await asyncio.sleep(0.1)
        print(f"the round ended {found[0] - deadline} ms after its time")  # noqa: T201 - as above
        assert found[0] >= deadline
    assert len(ends(site.db, held)) == 1
    assert engines(site.db, cup) == {signature("preferans", "novice")}
    log = site.club.log(table)
    assert [seq for seq, _ in log] == list(range(1, len(log) + 1))
    for one in site.club.processes:
        assert await asyncio.to_thread(refused, one) == []


@pytest.mark.long
def test_a_deploy_strands_nobody(tmp_path: Path) -> None:
    with opened_site() as site:
        asyncio.run(restarted(site, newer(tmp_path)))
