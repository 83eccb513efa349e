"""The gate before every act: the person, the network, the cost, and whether the act is allowed now."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Awaitable, Callable, Hashable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from kozyr.club.budgets import Budget
from kozyr.club.limits import Crowd, Limit, shares_of
from kozyr.store.spent import Spend

_PEOPLE: Final = 8  # persons that a network may have busy at the same time
_LINES: Final = 8  # the most networks of a wider network that may be busy at the same time


_Asked: TypeAlias = tuple[Limit, Hashable]  # a limit, and the key of its bucket


class _Limits(NamedTuple):
    person: Limit
    network: Limit
    wide: Limit


class Gate:
    """The spent budgets of people, networks and wider networks.

    Members have a login and draw on room of their network that guests cannot take. When it is spent they draw on the
    guests' (`Budget.members`). clock: seconds that never go back. many: the factor of each person's budgets.
    """

    def __init__(self, clock: Callable[[], float], many: float = 1.0) -> None:
        self._clock, self._many = clock, many
        self._limits: dict[str, _Limits] = {}
        # Of a club of many processes: spends from buckets that all share; the seconds until they have it, or 0.
        self.shared: Callable[[Sequence[Spend]], Awaitable[float]] | None = None
        self.sockets_of_person = Crowd("sockets_of_account", 64)
        self.sockets_of_network = Networks("sockets_of_network", 512)
        self.waiting = Networks("keepers", 128)  # questions that wait for more of a sheet, an event or a league

    def wait(self, budget: Budget, person: str, network: str | None, cost: float = 1, *, member: bool = False) -> float:
        """Seconds until a person may do this; 0: now, and it is counted.

        person: the account that answers, or another name; empty: there is none. network: None: this machine, which has
        no limit.
        """
        limits, lacks, asked = self._of(budget), 0.0, tuple[_Asked, ...]()
        mine: tuple[_Asked, ...] = ((limits.person, person),) if budget.by != "network" and person else ()
        for room in _rooms(budget, member=member and network is not None):
            asked = (*mine, *(() if budget.by == "name" else self._networks(limits, network, member=room)))
            lacks = max((limit.lacks(key, cost) for limit, key in asked), default=0.0)
            if not lacks:
                for limit, key in asked:
                    limit.allows(key, cost)
                return 0.0
        next(limit for limit, key in asked if limit.lacks(key, cost)).refused()
        return lacks

    async def everywhere(
        self, budget: Budget, person: str, network: str | None, cost: float = 1, *, member: bool = False
    ) -> float:
        """As `wait`; of a budget that is shared, what was spent at other processes counts too.

        Raises:
            StoreError: the database does not answer.
        """
        lacks = self.wait(budget, person, network, cost, member=member)
        if lacks or self.shared is None or not budget.shared:
            return lacks
        limits = self._of(budget)
        asked: tuple[_Asked, ...] = ((limits.person, person),) if budget.by != "network" and person else ()
        if budget.by != "name":
            asked += self._networks(limits, network, member=False)
        lacks = await self.shared([limit.spend(key, cost) for limit, key in asked])
        if lacks:
            limits.network.refused()
        return lacks

    def crowded(self, budget: Budget, network: str | None, cost: float = 1, *, member: bool = False) -> float:
        """Seconds until a network has room for this; 0: it has. Only a refusal is counted."""
        limits, lacks = self._of(budget), 0.0
        for room in _rooms(budget, member=member):
            asked = self._networks(limits, network, member=room)
            lacks = max((limit.lacks(key, cost) for limit, key in asked), default=0.0)
            if not lacks:
                return 0.0
        limits.network.refused()
        return lacks

    @staticmethod
    def _networks(limits: _Limits, network: str | None, *, member: bool) -> tuple[_Asked, ...]:
        if network is None:
            return ()
        own, wide = shares_of(network)
        return (limits.network, (own, member)), (limits.wide, (wide, member))

    def _of(self, budget: Budget) -> _Limits:
        found = self._limits.get(budget.name)
        if found is None:
            burst, scaled = budget.burst, budget.by == "person"
            if scaled:
                burst = max(1, round(burst * self._many))
            shared = burst * _PEOPLE if scaled else burst
            name, clock = budget.name, self._clock
            found = self._limits[name] = _Limits(
                Limit(name, burst, budget.seconds, clock),
                Limit(f"{name}_network" if scaled else name, shared, budget.seconds, clock),
                Limit(f"{name}_wide", shared * _LINES, budget.seconds, clock),
            )
        return found


def _rooms(budget: Budget, *, member: bool) -> tuple[bool, ...]:
    """The rooms of a network on which a person may draw, in this order. True: the members'."""
    if not member or budget.members == "none":
        return (False,)
    return (True,) if budget.members == "own" else (True, False)


class Networks:
    """How many things of a kind each network has at the same time, and each wider one eight times as many. See `Crowd`."""

    def __init__(self, name: str, most: int) -> None:
        self._own, self._wide = Crowd(name, most), Crowd(f"{name}_wide", most * _LINES)

    def __len__(self) -> int:
        return len(self._own) + len(self._wide)

    @contextlib.contextmanager
    def joined(self, network: str | None, *, member: bool = False) -> Iterator[bool]:
        """Count one more of this network while the block lasts; False: it has enough. None: no network is counted."""
        own, wide = (None, None) if network is None else shares_of(network)
        with self._own.joined(own and (own, member)) as fits:
            if not fits:
                yield False
                return
            with self._wide.joined(wide and (wide, member)) as room:
                yield room


def seconds(wait: float) -> int:
    """The wait to tell a visitor, in whole seconds."""
    return max(1, math.ceil(wait))
