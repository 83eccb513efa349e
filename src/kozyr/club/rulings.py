"""The operator's rulings in the running club: read from the database again and again.

`kozyr admin` writes rulings into the database, also beside a running club. The club learns of them within two seconds,
and knows them from the start after a restart.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, NamedTuple, TypeAlias

from kozyr.club.clock import Clock
from kozyr.club.live.lobby import Lobby
from kozyr.store import Account, Store, StoreError, Turned

_LOG: Final = logging.getLogger("kozyr.club")
_EVERY: Final = 2.0  # seconds between two looks
_BACK: Final = 600_000  # milliseconds: every server has seen the closings and openings before that

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network


class Seen(NamedTuple):
    """The findings of one look at the rulings."""

    anew: bool
    """Whether names have changed, or a thing was closed or opened, so that earlier readings are old."""
    closed: tuple[Turned, ...]
    """The things closed or opened within the last minutes."""
    opened: frozenset[str]
    """Events that are open again since the last look."""


class Rulings:
    """The bans, mutes, changed names and closings in force."""

    def __init__(self, store: Store, lobby: Lobby, clock: Clock) -> None:
        self._store, self._lobby, self._clock = store, lobby, clock
        self._accounts: frozenset[str] = frozenset()
        self._networks: tuple[Network, ...] = ()
        self._turned: frozenset[Turned] = frozenset()
        self._stirred = asyncio.Event()

    def bars(self, account: Account | None, network: str | None) -> bool:
        """Whether this account, its owner, or its network is shut out. network: None: this machine."""
        if account is not None and not account.ids.isdisjoint(self._accounts):
            return True
        if network is None or not self._networks:
            return False
        try:
            address = ipaddress.ip_address(network)
        except ValueError:  # a name that a proxy gave
            return False
        return any(address in barred for barred in self._networks)

    def named(self, account: str) -> bool:
        """Whether the operator has given this account its name."""
        return account in self._store.log.names

    @property
    def names(self) -> Mapping[str, str]:
        """The names that the operator has given, by account; the mapping is another one after each look."""
        return self._store.log.names

    async def look(self, dismiss: Callable[[list[str], Callable[[str | None], bool]], None]) -> Seen:
        """Read the present rulings, and follow them; returns what must be read anew.

        dismiss: ends the sockets of these sessions, and of all networks for which the function says so.

        Raises:
            StoreError: the database does not answer.
        """
        store = self._store.rulings
        now = self._clock.now()
        ruled, names = await store.rulings(now), await store.names()
        turned = frozenset(await self._store.closures.turned(now - _BACK))
        self._accounts = frozenset(one.subject for one in ruled if one.kind == "ban" and "/" not in one.subject)
        self._networks = tuple(
            ipaddress.ip_network(one.subject) for one in ruled if one.kind == "ban" and "/" in one.subject
        )
        self._lobby.silence.ruled = frozenset(one.subject for one in ruled if one.kind == "mute")
        closed = {(one.kind, one.id) for one in turned if one.closed}
        ended = self._accounts | {id_ for kind, id_ in closed if kind == "program"}
        if ended or self._networks:
            sessions = await store.sessions_of(ended) if ended else []
            dismiss(sessions, lambda network: self.bars(None, network))
        before = self._store.log.names
        self._store.log.names = names
        other = {account for account in names if names[account] != before.get(account)}
        for room in self._lobby.in_memory() if closed or other else ():
            of = room.table.course.placed
            shut = ("table", room.table.setup.id) in closed or (of is not None and ("event", of.event) in closed)
            if shut or any(room.knows(account) for account in other):
                await self._lobby.shut(room.table.setup.id)
        fresh, self._turned = turned - self._turned, turned
        opened = frozenset(one.id for one in fresh if one.kind == "event" and not one.closed)
        return Seen(bool(other or fresh), tuple(one for one in turned if one.closed), opened)

    def stir(self) -> None:
        """Something has been ruled: look at once."""
        self._stirred.set()

    async def watch(self, look: Callable[[], Awaitable[None]]) -> None:
        """Look again and again, until cancelled. look: does it, once."""
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stirred.wait(), _EVERY)
            self._stirred.clear()
            try:
                await look()
            except StoreError as error:
                _LOG.error("the operator's rulings cannot be read: %s", error)
