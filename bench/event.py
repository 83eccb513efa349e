"""An event of many tables: how soon everybody sits at his next table, and how soon a result is told.

    python -m bench.event [--tables N] [--seconds S]

Bridge by pairs at the club's own tables, each at a command a second (bots play for people who are away, a second for each
of their decisions), a page of the event open at every player. A round ends after so many seconds, and the next one begins
at once: what is measured is how long it takes until the last of them is told of his next table, which stands. Then the same
event at real tables, all lines written: its result published, told to a page, and printed.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

import msgspec

from kozyr.club import wire
from kozyr.club.app import collect_rarely
from kozyr.club.clock import Chance, Clock
from kozyr.club.event.told import ClubEvent, told
from kozyr.club.live.hall import Hall, Running
from kozyr.club.live.lobby import Lobby
from kozyr.club.live.rounds import Rounds
from kozyr.club.live.waits import Waits
from kozyr.club.live.waking import Waking
from kozyr.club.live.workers import Workers
from kozyr.print.event import printed
from kozyr.print.part import Wanted
from kozyr.store import Account, Store
from kozyr.tournaments.director.entries import AnyWhat, Entered, Published, RoundBegun, RoundEnded, Row
from kozyr.tournaments.movements import Table
from kozyr.tournaments.part import HowSeated
from tests.tournaments.evening import bridge_result, event

HOST: Final = Account("host", "Orlova", 1)
_BOARDS, _ROUNDS = 2, 2
_WAIT: Final = 120.0  # seconds, at most


class Club:
    """A server with an event of pairs. online: at its own tables."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(str(folder / "club.db"))
        self.lobby = Lobby(self.store, Workers(), pause=1.0, waits=Waits(absent=0.0, look=1.0), many=1e9)
        self.hall = Hall(self.store.log, Clock(), Chance())
        self.rounds = Rounds(self.hall, self.lobby, Waking(self.hall, self.lobby))
        self.held, self.commands = "", 0

    async def close(self) -> None:
        """Stop it."""
        await self.rounds.close()
        await self.lobby.close()
        self.store.close()

    async def do(self, what: AnyWhat) -> None:
        """What the director does next."""
        self.commands += 1
        await self.hall.do(self.held, HOST, f"c{self.commands}", what)

    async def seated(self, pairs: int, *, online: bool) -> list[Account]:
        """An event that so many pairs have entered, each of two accounts, and that is seated for a Mitchell."""
        await self.store.accounts.enrol(HOST, hashlib.sha256(b"host").hexdigest())
        about = msgspec.structs.replace(event("bridge", bridge_scoring="matchpoints"), preset="duplicate")
        self.held = await self.hall.announce(HOST, about, online=online)
        people = [Account(f"p{n}", f"P{n}", 1) for n in range(1, 2 * pairs + 1)]
        for one in people:
            await self.store.accounts.enrol(one, hashlib.sha256(one.id.encode()).hexdigest())
            await self.hall.come(self.held, one, f"come {one.id}")
        for n in range(1, pairs + 1):
            await self.do(Entered(entrant=n, name=f"Pair {n}", members=(f"P{2 * n - 1}", f"P{2 * n}")))
        wanted = HowSeated(by="hand", kind="mitchell", boards=_BOARDS, rounds=_ROUNDS)
        await self.hall.seat(self.held, HOST, "seat", wanted)
        return people

    async def tables(self, nth: int) -> tuple[Table, ...]:
        """The tables of a round of the first session."""
        found = await self.hall.find(self.held)
        assert found is not None
        assert found.tournament.state.session is not None
        return tuple(found.tournament.state.session.turn(nth).tables)


async def _never() -> None:
    """Nobody leaves."""
    await asyncio.Event().wait()


def _mine(event_: ClubEvent, nth: int) -> str | None:
    """The table at which the reader sits in that round."""
    now = event_.round
    if now is None or now.round != nth or not now.running:
        return None
    return next((one.at for one in now.tables if one.at is not None), None)


async def _told_of(club: Club, account: Account, nth: int, begun: float) -> float:
    """Seconds until a page is told of its player's table of a round, which stands; it asks as the browser does."""
    have: int | None = None

    def same(one: Running) -> bool:
        return told(one.tournament, account.id).mark == have

    while time.monotonic() - begun < _WAIT:
        found = await (club.hall.find(club.held) if have is None else club.hall.follow(club.held, same, _never))
        assert found is not None
        event_ = told(found.tournament, account.id)
        wire.encode(event_)
        have = event_.mark
        at = _mine(event_, nth)
        if at is not None and await club.lobby.there(at):
            return time.monotonic() - begun
        if at is not None:
            have = None
            await asyncio.sleep(0.4)
    return _WAIT


async def _online(folder: Path, tables: int, seconds: float) -> tuple[list[float], int]:
    """How long each player waited for his next table, from the end of the round on; and how many entries the event had."""
    club = Club(folder)
    try:
        people = await club.seated(2 * tables, online=True)
        await club.do(RoundBegun())
        await asyncio.sleep(seconds)
        begun = time.monotonic()
        pages = [asyncio.create_task(_told_of(club, one, 2, begun)) for one in people]
        await club.do(RoundEnded())
        await club.do(RoundBegun())
        waited = await asyncio.gather(*pages)
        found = await club.hall.find(club.held)
        assert found is not None
        return waited, found.seq
    finally:
        await club.close()


async def _published(folder: Path, pairs: int) -> tuple[float, float, float]:
    """Seconds to publish the result of so many pairs, to tell it to a page, and to print it."""
    club, chance = Club(folder), random.Random(1)
    try:
        people = await club.seated(pairs, online=False)
        for nth in range(1, _ROUNDS + 1):
            await club.do(RoundBegun())
            for table in await club.tables(nth):
                for board in table.boards:
                    await club.do(Row(table=table.table, board=board, result=bridge_result(chance)))
            await club.do(RoundEnded())
        times = [time.perf_counter()]
        await club.do(Published())
        times.append(time.perf_counter())
        found = await club.hall.find(club.held)
        assert found is not None
        wire.encode(told(found.tournament, people[0].id))
        times.append(time.perf_counter())
        printed(found.tournament.state, "results", Wanted(), "ru")
        times.append(time.perf_counter())
        return times[1] - times[0], times[2] - times[1], times[3] - times[2]
    finally:
        await club.close()


def main(argv: list[str] | None = None) -> int:
    """Print them."""
    parser = argparse.ArgumentParser(prog="python -m bench.event", description="An event of many tables.")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=15.0, help="of the first round")
    wanted = parser.parse_args(argv)
    collect_rarely()  # as the server does
    with tempfile.TemporaryDirectory() as name:
        waited, entries = asyncio.run(_online(Path(name), wanted.tables, wanted.seconds))
    waited.sort()
    median, p99 = statistics.median(waited), waited[int(len(waited) * 0.99)]
    print(f"{wanted.tables} tables at a command a second each, {len(waited)} players with a page, {entries} entries")
    print(
        f"  from the end of the round to one's next table: p50 {median:.2f} s, p99 {p99:.2f} s, last {waited[-1]:.2f} s"
    )
    with tempfile.TemporaryDirectory() as name:
        publish, tell, paper = asyncio.run(_published(Path(name), 2 * wanted.tables))
    print(
        f"results of {2 * wanted.tables} pairs: published in {1000 * publish:.0f} ms, told to a page in {1000 * tell:.0f} ms, printed in {paper:.2f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
