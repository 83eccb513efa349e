"""All seeks of a club of many processes are one process's, so that people who look for each other meet."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, Protocol

import msgspec

from kozyr.club import answers, wire
from kozyr.club.live.asks import Answer
from kozyr.club.live.parts import Parts
from kozyr.club.live.seeks import Seeks, Wanted
from kozyr.games import game
from kozyr.store import Account

SEEKS: Final = "seeks"  # the log, of which there are no entries, whose owner has the seeks
_ANSWER: Final = 5.0  # seconds for an answer that needs no waiting
_QUESTION: Final = 25.0  # seconds for one that waits for a change


class Owners(Protocol):
    """The processes of the club, as they are asked."""

    def owns(self, log: str) -> bool:
        """Whether this process owns a log now."""

    async def ask(self, log: str, what: str, body: bytes, seconds: float) -> bytes:
        """See `Asks.ask`."""


class Asked(msgspec.Struct, frozen=True, array_like=True):
    """A wish to find people."""

    account: Account
    game: str
    preset: str
    players: int
    conventions: bytes
    bot: str | None
    network: str | None

    @property
    def wanted(self) -> Wanted:
        """The match that is sought."""
        agreed = game(self.game).logged(msgspec.json.decode(self.conventions, type=dict[str, object]))
        return Wanted(self.game, self.preset, self.players, agreed, self.bot)


class Seeking:
    """The seeks, wherever they are. owners: None: this process is the club."""

    def __init__(self, own: Seeks, owners: Owners | None, parts: Parts) -> None:
        self._own, self._owners, self._parts = own, owners, parts
        self._mine: dict[str, Asked] = {}  # what was asked here, so that the next owner can be asked again

    @property
    def handlers(self) -> Mapping[str, Answer]:
        """The answers of whoever owns the seeks, by the kind of the question."""
        return {"seek.ask": self._ask, "seek.follow": self._follow, "seek.withdraw": self._withdraw}

    @property
    def mine(self) -> bool:
        """Whether this process has the seeks."""
        return self._owners is None or self._owners.owns(SEEKS)

    async def ask(self, account: Account, wanted: Wanted, network: str | None = None) -> answers.Seeking:
        """See `Seeks.ask`."""
        if self._owners is None:
            return await self._own.ask(account, wanted, network)
        conventions = wire.encode(wanted.conventions)
        asked = Asked(account, wanted.game, wanted.preset, wanted.players, conventions, wanted.bot, network)
        self._mine[account.id] = asked
        return self._noted(
            account.id, await self._owners.ask(SEEKS, "seek.ask", msgspec.msgpack.encode(asked), _ANSWER)
        )

    async def follow(self, account: str, have: int, gone: Callable[[], Awaitable[object]]) -> answers.Seeking:
        """See `Seeks.follow`."""
        if self._owners is None:
            return await self._own.follow(account, have, gone)
        body = msgspec.msgpack.encode((account, have, self._mine.get(account)))
        asking = asyncio.ensure_future(self._owners.ask(SEEKS, "seek.follow", body, _QUESTION))
        line = asyncio.ensure_future(gone())
        try:
            await asyncio.wait((asking, line), return_when=asyncio.FIRST_COMPLETED)
            if not asking.done():
                self._mine.pop(account, None)
                return answers.Seeking("over")
            return self._noted(account, await asking)
        finally:
            line.cancel()
            asking.cancel()

    async def withdraw(self, account: str) -> None:
        """See `Seeks.withdraw`."""
        self._mine.pop(account, None)
        if self._owners is None:
            self._own.withdraw(account)
        else:
            await self._owners.ask(SEEKS, "seek.withdraw", account.encode(), _ANSWER)

    def listed(self) -> tuple[answers.Sought, ...]:
        """The seeks as the lobby shows them; the oldest comes first."""
        return self._own.listed() if self.mine else self._parts.seeks()

    def _noted(self, account: str, told: bytes) -> answers.Seeking:
        seeking = msgspec.msgpack.decode(told, type=answers.Seeking)
        if seeking.state != "waiting":
            self._mine.pop(account, None)
        return seeking

    # --- where the seeks are -------------------------------------------------------------------------------

    async def _ask(self, body: bytes) -> bytes:
        asked = msgspec.msgpack.decode(body, type=Asked)
        return msgspec.msgpack.encode(await self._own.ask(asked.account, asked.wanted, asked.network))

    async def _follow(self, body: bytes) -> bytes:
        """Follow a seek. A seek that an earlier owner had begins here anew."""
        account, have, asked = msgspec.msgpack.decode(body, type=tuple[str, int, Asked | None])
        if asked is not None and not self._own.known(account):
            return msgspec.msgpack.encode(await self._own.ask(asked.account, asked.wanted, asked.network))
        try:
            return msgspec.msgpack.encode(await self._own.follow(account, have, asyncio.Event().wait))
        except asyncio.CancelledError:  # the asker has left
            self._own.left(account)
            raise

    async def _withdraw(self, body: bytes) -> bytes:
        self._own.withdraw(body.decode())
        return b""
