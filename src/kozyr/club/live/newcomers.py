"""Newcomers: the networks take turns for the club's room, and the inviter of a crowd answers for it."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from typing import Final, NamedTuple

from kozyr.club import metrics
from kozyr.club.budgets import GUESTS, HOST, MEMBER, VOUCHED, Budget
from kozyr.club.clock import Clock
from kozyr.club.gate import Gate
from kozyr.club.limits import Bucket, shares_of
from kozyr.club.live.hall import Hall
from kozyr.club.live.lobby import Lobby

_OF_ONE: Final = 16  # newcomers of one wide network that may wait for their turn
_ALL: Final = 256  # newcomers that may wait
_PATIENCE: Final = 30.0  # seconds for which one of them waits at most
_TICK: Final = 0.001  # seconds; a shorter wait could round to no time at all
_FRESH: Final = 600.0  # seconds for which a chair stays reserved for a vouched newcomer
_DAY: Final = 24 * 3600 * 1000  # milliseconds
_PLACE: Final = re.compile(r"/(?:(?P<table>t|table)|event)/(?P<id>[\w-]{1,64})/?", re.ASCII)


class Voucher(NamedTuple):
    """The voucher of a newcomer: its budget is debited."""

    who: str
    budget: Budget
    place: str
    chairs: int | None = None
    """How many chairs the inviting table has. None: an event."""


class Turns:
    """Lets a limited number through in a second, the networks in turn, so that a crowd delays only its own network.

    name: for the metrics. burst: the number at once after a quiet time.
    """

    def __init__(self, name: str, rate: float, burst: float, clock: Clock) -> None:
        self._name, self._rate, self._clock = name, rate, clock
        self._bucket = Bucket(burst, rate, clock.seconds())
        self._waiting: dict[str, deque[asyncio.Future[float]]] = {}  # the network on turn comes first
        self._serving: asyncio.Task[None] | None = None

    async def turn(self, network: str) -> float:
        """Wait for a turn of this network's; returns 0, or in how many seconds to try again where too many wait."""
        if not self._waiting and self._bucket.take(self._clock.seconds()):
            return 0.0
        mine = len(self._waiting.get(network, ()))
        if mine >= _OF_ONE or not self._room(mine):
            metrics.LIMITED.labels(self._name).inc()
            return self._length / self._rate
        future: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(network, deque()).append(future)
        if self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve())
        try:
            async with asyncio.timeout(_PATIENCE):
                return await future
        except TimeoutError:
            return _PATIENCE

    def close(self) -> None:
        """Send all waiting newcomers away."""
        if self._serving is not None:
            self._serving.cancel()

    @property
    def _length(self) -> int:
        return sum(map(len, self._waiting.values()))

    def _room(self, mine: int) -> bool:
        """Whether one more may wait of a network with `mine` waiting; the last of the longest line gives way."""
        if self._length < _ALL:
            return True
        longest = max(self._waiting.values(), key=len)
        if len(longest) <= mine + 1:
            return False
        last = longest.pop()
        if not last.done():
            last.set_result(self._length / self._rate)
        return True

    async def _serve(self) -> None:
        while self._waiting:
            if wait := self._bucket.lacks(self._clock.seconds()):
                await self._clock.sleep(max(wait, _TICK))
                continue
            network, line = next(iter(self._waiting.items()))
            del self._waiting[network]
            first = line.popleft()
            if line:
                self._waiting[network] = line  # behind all others
            if not first.done():
                self._bucket.take(self._clock.seconds())
                first.set_result(0.0)


class Newcomers:
    """The new guests, and the accounts that answer for them."""

    def __init__(self, lobby: Lobby, hall: Hall, gate: Gate, clock: Clock) -> None:
        self._lobby, self._hall, self._gate, self._clock = lobby, hall, gate, clock
        self._plain, self._vouched = Turns("all_guests", 10, 10, clock), Turns("all_vouched", 20, 64, clock)
        self._fresh: dict[str, deque[float]] = {}  # the times at which each table's link let newcomers in

    def close(self) -> None:
        """Stop the turns."""
        self._plain.close()
        self._vouched.close()

    async def let_in(self, network: str | None, at: str = "") -> float:
        """Wait until a newcomer may come in. Returns 0, or the seconds until the next try.

        at: the newcomer's page; the link of a table or an event vouches for a newcomer.

        Raises:
            StoreError: the database does not answer.
        """
        if network is None:  # this machine
            return await self._plain.turn("")
        own, wide = shares_of(network)
        if self._answered_for(network, await self.voucher(at)):
            return await self._vouched.turn(own)
        return await self._gate.everywhere(GUESTS, "", network) or await self._plain.turn(wide)

    def _answered_for(self, network: str, voucher: Voucher | None) -> bool:
        """Whether the voucher answers for one more newcomer from this network; if so, the voucher is debited."""
        if voucher is None or self._gate.crowded(VOUCHED, network):
            return False
        now, came = self._clock.seconds(), self._fresh.get(voucher.place, deque())
        while came and now - came[0] > _FRESH:
            came.popleft()
        if voucher.chairs is not None and len(came) >= voucher.chairs:
            return False
        if self._gate.wait(voucher.budget, voucher.who, None):
            return False
        self._gate.wait(VOUCHED, "", network)
        if voucher.chairs is not None:
            self._remember(voucher.place, came, now)
        return True

    def _remember(self, place: str, came: deque[float], now: float) -> None:
        came.append(now)
        self._fresh.pop(place, None)
        self._fresh[place] = came
        while now - next(iter(self._fresh.values()))[-1] > _FRESH:
            del self._fresh[next(iter(self._fresh))]

    async def voucher(self, at: str) -> Voucher | None:
        """The voucher of newcomers at this page. None: there is none.

        A table vouches while it gathers people and has a free chair, an event until its result is published. A login
        older than a day is debited; otherwise the network from which the table's owner looks, or the owner's account.

        Raises:
            StoreError: the database does not answer.
        """
        found = _PLACE.fullmatch(at)
        if found is None:
            return None
        id_ = found["id"]
        try:
            if found["table"]:
                return await self._of_table(id_)
            running = await self._hall.find(id_)
        except ValueError:  # its log cannot be followed: the table takes no players
            return None
        if running is None or running.tournament.state.published_at is not None:
            return None
        organiser = next(iter(running.tournament.names), "")
        return Voucher(*await self._debited(organiser, organiser), id_)

    async def _of_table(self, id_: str) -> Voucher | None:
        room = await self._lobby.room(id_)
        if room is None:
            return None
        table = room.table
        owner = None if table.owner is None else table.people[table.owner]
        if table.state != "gathering" or table.setup.terms.invited or owner is None or owner.account is None:
            return None
        if all(person is not None for person in table.people):
            return None
        chairs = sum(person is None or person.bot is None for person in table.people) - 1
        place = owner.account if room.network is None else shares_of(room.network)[0]
        return Voucher(*await self._debited(owner.account, place), id_, chairs)

    async def _debited(self, account: str, place: str) -> tuple[str, Budget]:
        """The account and the budget to debit for a newcomer invited by this account. place: if there is no old login."""
        found = await self._lobby.store.accounts.find(account)
        if found is not None and found.owner is not None:
            found = await self._lobby.store.accounts.find(found.owner)
        if found is not None and found.login is not None and self._clock.now() - found.login_since > _DAY:
            return found.id, MEMBER
        return place, HOST
