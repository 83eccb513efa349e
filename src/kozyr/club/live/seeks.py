"""Seeks: people who look for others and agree on the same game sit down together.

A seek lives in memory as long as its person asks for news (`Seeks.follow`). When the connection breaks, or no question
follows, the seek is gone. Only its table is written down.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Final, NamedTuple

from kozyr.club import answers, bodies
from kozyr.club.acts import TableTerms
from kozyr.club.limits import shares_of
from kozyr.club.live.lobby import Lobby
from kozyr.club.live.queue import Busy
from kozyr.club.table.card import agreed
from kozyr.games import Conventions
from kozyr.store import Account, StoreError

_QUESTION: Final = 20.0  # seconds that a question for news waits for its answer
_BETWEEN: Final = 6.0  # seconds within which it must be asked again
_MOST: Final = 1_000  # seeks at the same time
_OF_GUESTS: Final = 750  # of them, those of guests
_OF_NETWORK: Final = 128  # of them, those of one wide network
_SHOWN: Final = 50  # seeks in the lobby's list
_FRESH: Final = 1.0  # seconds for which all readers of the lobby get the same list, if it does not change
_TOLD: Final = 120.0  # seconds for which a person can still ask for the found table


class Wanted(NamedTuple):
    """The match that a person seeks."""

    game: str
    preset: str
    players: int
    conventions: Conventions
    bot: str | None
    """The level of the bots that fill empty chairs after a while. None: the person waits for people."""
    rated: bool = False

    @property
    def same(self) -> Hashable:
        """The common facts of all seeks that fit together."""
        return self.game, self.players, self.conventions, self.rated


class _Seek:
    """One waiting person.

    since: when the seek began. held: how many questions of the person wait. seen: when the last one ended. seated: the
    table is being set up.
    """

    def __init__(self, account: Account, wanted: Wanted, now: float, network: str | None) -> None:
        self.account, self.wanted, self.network = account, wanted, network
        self.since = self.seen = now
        self.held = 0
        self.seated = False
        self.changed = asyncio.Event()


class Seeks:
    """All seeks. clock: seconds that never go back. patience: seconds before bots fill the chairs."""

    def __init__(self, lobby: Lobby, clock: Callable[[], float], patience: float) -> None:
        self._lobby, self._clock, self._patience = lobby, clock, patience
        self._seeks: dict[str, _Seek] = {}  # by account, the oldest first
        self._tables: dict[str, tuple[str, float]] = {}  # that people were given, by account, and when
        self._listed: tuple[tuple[answers.Sought, ...], float] | None = None  # the lobby's list, and its time

    async def ask(self, account: Account, wanted: Wanted, network: str | None = None) -> answers.Seeking:
        """Begin a seek; an earlier one of the account is over. network: of the person; None: this machine.

        Raises:
            Full: too many people look. StoreError: the table could not be set up.
        """
        self._forget()
        wide = None if network is None else shares_of(network)[1]
        if account.id not in self._seeks and not self._room(account, wide):
            raise Busy("many_seeks")
        self.withdraw(account.id)
        self._tables.pop(account.id, None)
        seek = self._seeks[account.id] = _Seek(account, wanted, self._clock(), wide)
        self._listed = None
        group = self._group(wanted)
        if len(group) >= wanted.players:
            await self._sit_down(group[: wanted.players])
        else:
            self._stir(wanted, besides=seek)
        return self._told(account.id)

    def _room(self, account: Account, network: str | None) -> bool:
        """Whether one more seek has room: guests leave room for members, and a network for all others."""
        seeks = self._seeks.values()
        if len(seeks) >= _MOST:
            return False
        if account.login is None and sum(one.account.login is None for one in seeks) >= _OF_GUESTS:
            return False
        return network is None or sum(one.network == network for one in seeks) < _OF_NETWORK

    def withdraw(self, account: str) -> None:
        """End an account's seek."""
        seek = self._seeks.pop(account, None)
        if seek is not None:
            self._listed = None
            seek.changed.set()
            self._stir(seek.wanted)

    def known(self, account: str) -> bool:
        """Whether an account's seek is here, or the table that it has found."""
        self._forget()
        return account in self._seeks or account in self._tables

    def left(self, account: str) -> None:
        """Note that a question of this account has ended. Without another question its seek is over."""
        seek = self._seeks.get(account)
        if seek is not None and not seek.held and not seek.seated:
            self.withdraw(account)

    async def follow(self, account: str, have: int, gone: Callable[[], Awaitable[object]]) -> answers.Seeking:
        """The state of a seek, as soon as not `have` people wait; or the same state, after a while.

        gone: returns when the asking person has left.

        Raises:
            StoreError: a table could not be set up.
        """
        self._forget()
        seek = self._seeks.get(account)
        # While the table is being set up, its players are counted as waiting no more; the answer comes with the table.
        if seek is None or (not seek.seated and len(self._group(seek.wanted)) != have):
            return self._told(account)
        line = asyncio.ensure_future(gone())
        changed = asyncio.ensure_future(seek.changed.wait())
        seek.held += 1
        try:
            await asyncio.wait((line, changed), timeout=self._pause(seek), return_when=asyncio.FIRST_COMPLETED)
        finally:
            left = line.done()
            line.cancel()
            changed.cancel()
            seek.held -= 1
            seek.seen = self._clock()
        if self._seeks.get(account) is seek and not seek.seated:
            if left and not seek.held:
                self.withdraw(account)
            elif seek.wanted.bot is not None and self._clock() >= seek.since + self._patience:
                fits = [one for one in self._group(seek.wanted) if one.wanted.bot is not None and one is not seek]
                await self._sit_down([seek, *fits][: seek.wanted.players])
        return self._told(account)

    def listed(self) -> tuple[answers.Sought, ...]:
        """The seeks as the lobby shows them, the oldest first: a row for all that want the same, and at most so many rows."""
        now = self._clock()
        if self._listed is None or not 0 <= now - self._listed[1] < _FRESH:
            self._forget()
            groups: dict[Hashable, list[_Seek]] = {}
            for seek in self._waiting():
                groups.setdefault(seek.wanted.same, []).append(seek)
            self._listed = tuple(_sought(group) for group in list(groups.values())[:_SHOWN]), now
        return self._listed[0]

    def _pause(self, seek: _Seek) -> float:
        """How many seconds a question waits."""
        if seek.wanted.bot is None or seek.seated:
            return _QUESTION
        return max(0.0, min(_QUESTION, seek.since + self._patience - self._clock()))

    def _group(self, wanted: Wanted) -> list[_Seek]:
        return [seek for seek in self._waiting() if seek.wanted.same == wanted.same]

    def _waiting(self) -> list[_Seek]:
        return [seek for seek in self._seeks.values() if not seek.seated]

    def _stir(self, wanted: Wanted, besides: _Seek | None = None) -> None:
        """Tell the people who wait for the same game that their number has changed."""
        for seek in self._group(wanted):
            if seek is not besides:
                seek.changed.set()
                seek.changed = asyncio.Event()

    async def _sit_down(self, group: list[_Seek]) -> None:
        """Set up a table for these people."""
        first, self._listed = group[0], None
        for seek in group:
            seek.seated = True
        try:
            people = [seek.account for seek in group]
            wanted = first.wanted
            rated = wanted.rated and len(people) > 1  # with bots alone there is nobody to compare
            table = await self._lobby.together(
                people, wanted.game, wanted.preset, wanted.conventions, self._bots(group), rated=rated
            )
        except StoreError:
            for seek in group:
                seek.seated = False
            self._listed = None
            raise
        for seek in group:
            self._seeks.pop(seek.account.id, None)
            self._tables[seek.account.id] = (table, self._clock())
            seek.changed.set()
        self._stir(first.wanted)

    @staticmethod
    def _bots(group: list[_Seek]) -> tuple[str, ...]:
        wanted = group[0].wanted
        return (wanted.bot or "",) * (wanted.players - len(group))

    def _told(self, account: str) -> answers.Seeking:
        table = self._tables.get(account)
        if table is not None:
            return answers.Seeking("found", table[0])
        seek = self._seeks.get(account)
        if seek is None:
            return answers.Seeking("over")
        nicks = tuple(one.account.nick for one in self._group(seek.wanted))
        waits = None
        if seek.wanted.bot is not None:
            waits = max(0, round(seek.since + self._patience - self._clock()))
        return answers.Seeking("waiting", nicks=nicks, players=seek.wanted.players, bots_in=waits)

    def _forget(self) -> None:
        """Drop the seeks of people who have gone, and old answers."""
        now = self._clock()
        for account in [a for a, seek in self._seeks.items() if not seek.held and now - seek.seen > _BETWEEN]:
            self.withdraw(account)
        for account in [a for a, (_, when) in self._tables.items() if now - when > _TOLD]:
            del self._tables[account]


def _sought(group: list[_Seek]) -> answers.Sought:
    wanted = group[0].wanted
    return answers.Sought(
        game=wanted.game,
        preset=wanted.preset,
        diff=agreed(wanted.game, wanted.preset, wanted.conventions, wanted.players)[0],
        players=wanted.players,
        nicks=tuple(seek.account.nick for seek in group),
        rated=wanted.rated,
    )


def wanted_by(lobby: Lobby, body: bodies.NewSeek) -> Wanted:
    """The match that a request asks for.

    Raises:
        ValueError: see `Lobby.check`.
    """
    chairs: list[str | None] = (
        [None, *[body.bot] * (body.players - 2)] if body.rated else [body.bot] * (body.players - 1)
    )
    terms = TableTerms(rated=body.rated)
    table = bodies.NewTable(body.game, body.players, chairs, body.preset, body.changes, terms=terms)
    return Wanted(body.game, body.preset, body.players, lobby.check(table), body.bot, body.rated)
