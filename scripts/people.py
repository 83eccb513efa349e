"""People and programs at a club of any age, over HTTP and sockets alone, for `scripts/evening.py`."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import json
import random
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any, Final  # Any: what a club of another age says, in its own JSON

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

Json = dict[str, Any]

_PROTOS: Final = (3, 2, 1)  # the versions of the wire, the newest first
_COMMANDS: Final = itertools.count(1)


class Refused(Exception):
    """The club does not do this."""


class Often(Exception):
    """The club wants to be asked later."""


class Visitor:
    """A browser, or a program with a token: it asks, and has what it was told as JSON."""

    def __init__(self, base: str, token: str = "") -> None:
        self.base, self.token, self.cookie = base, token, ""
        self.account = ""

    def headers(self) -> dict[str, str]:
        """What comes with each request."""
        if self.token:
            return {"Authorization": f"Bearer {self.token}"}
        return {"Origin": self.base} | ({"Cookie": self.cookie} if self.cookie else {})

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """The answer.

        Raises:
            Refused: it is none of the 2xx.
        """
        while True:
            try:
                return await asyncio.to_thread(self._ask, method, path, body)
            except Often:  # an honest evening is not in a hurry
                await asyncio.sleep(1)

    def _ask(self, method: str, path: str, body: object) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = self.headers() | ({"Content-Type": "application/json"} if data is not None else {})
        request = urllib.request.Request(self.base + path, data, headers, method=method)  # noqa: S310 - our own club
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310 - as above
                given = answer.headers.get("Set-Cookie")
                if given:
                    self.cookie = given.partition(";")[0]
                text = answer.read()
                return json.loads(text) if text.startswith((b"{", b"[", b'"', b"null")) else text.decode()
        except urllib.error.HTTPError as error:
            told = error.read().decode(errors="replace")
            if error.code == 429:
                raise Often from None
            raise Refused(f"{method} {path}: {error.code} {told[:300]}") from None

    async def guest(self, name: str) -> Visitor:
        """Come in under a name."""
        self.account = (await self.ask("POST", "/api/guest", {"name": name}))["account"]
        return self

    async def member(self, login: str) -> Visitor:
        """Come in and take a login."""
        await self.guest(login.title())
        await self.ask("POST", "/api/register", {"login": login, "password": "a long password"})
        return self


def _nonce_hash(table: str, deal: int, player: str, nonce: bytes) -> str:
    """The hash of a share, by docs/fair.md."""

    def joined(*parts: bytes) -> bytes:
        return b"".join(len(part).to_bytes(4, "big") + part for part in parts)

    words = (b"fairdeal/1 nonce", table.encode(), str(deal).encode(), player.encode(), nonce)
    return hashlib.sha256(joined(*words)).hexdigest()


class Player:
    """Somebody at a table: hears what he is told, gives shares, and does anything legal."""

    def __init__(self, visitor: Visitor, line: ClientConnection, chance: random.Random) -> None:
        self.visitor, self.line, self.chance = visitor, line, chance
        self.told: Json = {}
        self.seq, self.deals, self.said = 0, 0, 0
        self.events: list[Json] = []  # of the running deal
        self.looked: object = None
        self._answers: dict[str, asyncio.Future[Json]] = {}
        self._news = asyncio.Event()
        self._hearing = asyncio.create_task(self._hear())

    @classmethod
    async def come(cls, visitor: Visitor, table: str, seed: int) -> Player:
        """Open a table, in whatever version of the wire this club speaks.

        Raises:
            Refused: it does not let him in.
        """
        url = f"{visitor.base.replace('http', 'ws', 1)}/ws/table/{table}"
        why = ""
        for proto in _PROTOS:
            try:
                line = await connect(url, additional_headers=visitor.headers(), max_size=None, compression=None)
            except InvalidStatus as error:
                raise Refused(f"{url}: {error}") from None
            player = cls(visitor, line, random.Random(seed))  # noqa: S311 - what is played, no secret
            await line.send(json.dumps({"t": "hello", "proto": proto}))
            while not player.told and not player._hearing.done():
                await player.news()
            if player.told:
                return player
            why = f"closed with {line.close_code} {line.close_reason}"
            if line.close_code != 4426:
                break
        raise Refused(f"{url}: {why}")

    async def news(self) -> None:
        """Wait until something was heard, or for half a second."""
        self._news.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), 0.5)

    async def _hear(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for text in self.line:
                if text == "p":
                    continue
                message: Json = json.loads(text)
                kind = message["t"]
                if kind in {"ack", "nak"} and message["id"] in self._answers:
                    waits = self._answers.pop(message["id"])
                    if not waits.done():
                        waits.set_result(message)
                elif kind in {"snap", "ev"}:
                    await self._heard(message)
                self._news.set()
        self._news.set()

    async def _heard(self, message: Json) -> None:
        for part in ("seq", "view", "sheet", "last", "room", "table"):
            if part in message:
                self.told[part] = message[part]
        self.seq = self.told["seq"]
        if message.get("said"):
            self.said += 1
            self.events.append(message["said"])
        if message.get("last"):
            self.deals, self.said, self.events = message["last"]["number"], 0, []
        fair = message.get("room", {}).get("fair")
        chair = self.told["table"].get("chair")
        if fair and chair is not None and chair in fair.get("asked", ()):
            await self._share(fair, chair)

    async def _share(self, fair: Json, chair: int) -> None:
        deal = fair["deal"]
        nonce = hashlib.sha256(f"{self.told['table']['id']} {deal} {chair}".encode()).digest()[:16]
        mine = next(share for share in fair["shares"] if share["chair"] == chair)
        if fair["phase"] == "hashes":
            sealed = _nonce_hash(self.told["table"]["id"], deal, mine["player"], nonce)
            do: Json = {"act": "seal", "deal": deal, "hash": sealed}
        else:
            do = {"act": "nonce", "deal": deal, "nonce": nonce.hex()}
        await self.line.send(json.dumps({"t": "act", "id": f"{do['act']}-{deal}", "do": do}))

    async def ask(self, **message: Any) -> Json:
        """Send a command; its answer."""
        while True:
            id_ = f"c{next(_COMMANDS)}"
            waits = self._answers[id_] = asyncio.get_running_loop().create_future()
            at = {"at": self.seq} if message["t"] in {"cmd", "next"} else {}
            await self.line.send(json.dumps(at | message | {"id": id_}))
            answer: Json = await asyncio.wait_for(waits, 60)
            if answer["t"] == "nak" and answer["code"] == "flood":
                await asyncio.sleep(0.5)
                continue
            return answer

    async def act(self, act: str, **more: Any) -> Json:
        """Do something at the table.

        Raises:
            Refused: the table does not let him.
        """
        answer = await self.ask(t="act", do={"act": act} | more)
        if answer["t"] == "nak":
            raise Refused(f"{act} {more}: {answer}")
        return answer

    async def say(self, **what: str) -> None:
        """Say something, if the chat is open."""
        await self.ask(t="say", **what)

    @property
    def state(self) -> str:
        """Of the table."""
        state: str = self.told["room"]["state"]
        return state

    async def play(self, enough: Callable[[Player], bool], rule: float = 0.0) -> None:
        """Anything legal until it is enough, or the match is over.

        rule: how often something that the rules may forbid is done, at a table that rules on errors.
        """
        while self.state == "gathering":  # until all have accepted
            await self.news()
        while not enough(self) and self.state == "playing" and not self._hearing.done():
            view, last = self.told["view"], self.told["last"]
            choice = self._choice(view, rule)
            if choice is not None:
                seq = self.seq
                answer = await self.ask(t="cmd", do=choice)
                if answer["t"] == "nak" or self.seq == seq:
                    await self.news()
            elif last is not None and self.looked != last["number"]:
                self.looked = last["number"]
                await self.ask(t="next")
            else:
                await self.news()

    def _choice(self, view: Json | None, rule: float) -> Json | None:
        if view is None:
            return None
        legal, possible = view["legal"], view.get("possible", ())
        if not legal and possible and self._calls(view):
            tame = [
                one for one in possible if one["type"] in {"call", "bid", "pass", "play", "discard", "whist", "open"}
            ]
            some = tame if tame and self.chance.random() >= rule else possible
            return dict(self.chance.choice(some))
        return dict(self.chance.choice(legal)) if legal else None

    def _calls(self, view: Json) -> bool:
        """Whether it is his turn, where anybody may do anything."""
        return view.get("actor") in {None, self.told["table"]["you"]}

    async def leave(self) -> None:
        """Close the line."""
        await self.line.close()
        await self._hearing


def mid_deal(deals: int, said: int) -> Callable[[Player], bool]:
    """Until so many deals are over, and so much was said in the next."""
    return lambda player: player.deals >= deals and player.said >= said


def progress(player: Player) -> int:
    """A number that grows with every event that he hears of."""
    return player.deals * 1000 + player.said


async def errs(player: Player, until: int) -> None:
    """He plays at a table that rules on errors, and errs now and then; where nothing moves he gives up."""
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(player.play(lambda one: progress(one) >= until, rule=0.1), 4)


async def chosen(players: list[Player]) -> None:
    """Who has a choice after a ruling takes its first branch."""
    for _ in range(4):
        await players[0].news()
        pending = players[0].told["room"]["bench"]["pending"]
        for player in players if pending is not None else ():
            if player.told["table"]["chair"] in pending["asked"]:
                await player.ask(t="act", do={"act": "choose", "n": pending["n"], "branch": 0})


def never(_: Player) -> bool:
    """Until the match is over."""
    return False
