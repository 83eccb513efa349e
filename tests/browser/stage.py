"""A table whose server is the test: the page gets exactly the moment that is to be seen, whatever the club would do.

The moments are real ones (`ui/src/games/preferans/moments.json`), with what docs/protocol.md says of the room.
"""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import msgspec
from playwright.sync_api import Page, WebSocketRoute

from kozyr.club import answers, wire
from kozyr.club.acts import TableTerms
from kozyr.club.staged import playing_room

MOMENTS: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "ui" / "src" / "games" / "preferans" / "moments.json").read_text(encoding="utf-8")
)


def plain(message: msgspec.Struct) -> dict[str, Any]:
    """A message as the page gets it."""
    told: dict[str, Any] = json.loads(wire.encode(message))
    return told


def checked(said: dict[str, Any], kind: type[msgspec.Struct]) -> dict[str, Any]:
    """What the page is to be told, if the club could say it.

    Raises:
        msgspec.ValidationError: it could not.
    """
    return plain(msgspec.convert(said, kind, dec_hook=_read))


def _read(kind: type, value: Any) -> Any:
    return Fraction(value) if kind is Fraction else value


TERMS: Final = TableTerms(chat_in_play=False, tempo_mask=False)
ROOM: Final = plain(playing_room("pack"))
NOBODY: Final = plain(wire.Here(online=(0, 1, 2, 3, 4), since={}, kibitzers=()))


class Stage:
    """One table with people around the one who looks at it.

    heard: every message of the page but pings. sockets: how often it has come. deaf: whether nothing is answered.
    """

    def __init__(self, page: Page, moment: str | dict[str, Any], **more: Any) -> None:
        self.page = page
        self.heard: list[dict[str, Any]] = []
        self.sockets: list[WebSocketRoute] = []
        self.deaf = False
        self.seq = 7
        found = MOMENTS[moment] if isinstance(moment, str) else moment
        self.snap = self._snap(found, **more)
        page.route_web_socket("**/ws/table/*", self._come)
        self._answer("api/me", answers.Me(account="w9", nick="Зоя", guest=True, bot=None, login=None, since=0))
        # No newcomer: the coach is silent.
        past = answers.OwnMatch(
            game="preferans", preset="sochi", players=3, name="W", table="past",
            begun=0, ended=1, how="finished", deals=40, result=None, place=None,
        )  # fmt: skip
        self.page.route("**/api/history?game=*", lambda route: route.fulfill(json=[plain(past)]))
        self._answer("api/mutes", answers.Muted(()))

    def _answer(self, path: str, body: msgspec.Struct) -> None:
        self.page.route(f"**/{path}", lambda route: route.fulfill(json=plain(body)))

    def _snap(
        self,
        moment: dict[str, Any],
        room: dict[str, Any] | None = None,
        table: dict[str, Any] | None = None,
        view: dict[str, Any] | None = None,
        **more: Any,
    ) -> dict[str, Any]:
        own = moment["table"]
        players = [
            {"account": None if one["bot"] else f"a{at}", "chair": at, "held": None} | one
            for at, one in enumerate(own["players"])
        ]
        seated = next(at for at, one in enumerate(players) if one["name"] == own["you"])
        for at, one in enumerate(players):  # people, not bots
            one |= {"bot": None, "account": f"a{at}"}
        roles = {"role": "player", "chair": seated, "owner": 0, "public": False, "pulka": 1, "previous": None}
        agreed: dict[str, Any] = {"lot": None, "conventions": {}, "diff": {}, "terms": TERMS, "card": "c"}
        about = agreed | own | roles | {"players": players} | (table or {})
        snap = {
            "t": "snap",
            "seq": self.seq,
            "hash": "h",
            "table": checked(about, wire.TableInfo),
            "room": checked(ROOM | (room or {}), wire.RoomInfo),
            "view": None if moment["view"] is None else moment["view"] | (view or {}),
            "sheet": moment["sheet"],
            "log": [],
            "last": moment["last"],
            "proof": None,
            "turn": None,
            "here": NOBODY,
            "chat": [],
        }
        assert snap.keys() == {"t", *wire.Snap.__struct_fields__}
        return snap | more

    def _come(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)

        def hear(text: str | bytes) -> None:
            if self.deaf:
                return
            if text == "p":
                socket.send("p")
                return
            message = json.loads(text)
            self.heard.append(message)
            if message["t"] == "hello":
                self.snap["seq"] = self.seq
                self.send(self.snap)

        socket.on_message(hear)

    def open(self, table: str = "stage") -> None:
        """Go to the table."""
        self.page.goto(f"/table/{table}")
        self.page.locator('.room, .state[aria-busy="false"]').first.wait_for()

    def send(self, message: dict[str, Any]) -> None:
        """Say something to the page."""
        self.sockets[-1].send(json.dumps(message))

    def happens(self, **what: Any) -> None:
        """One more entry of the log."""
        self.seq += 1
        if "room" in what:
            what["room"] = self.snap["room"] = checked(self.snap["room"] | what["room"], wire.RoomInfo)
        self.send(plain(wire.Ev(self.seq, "h", None, None)) | what)

    def acts(self) -> list[dict[str, Any]]:
        """What the page did at the table besides playing."""
        return [message["do"] for message in self.heard if message["t"] == "act"]

    def until(self, so: Callable[[], bool]) -> None:
        """Wait until the page has done something, at most five seconds; the test's own assertion says what is missing."""
        for _ in range(250):
            if so():
                return
            self.page.wait_for_timeout(20)

    def took(self) -> None:
        """The last thing that was asked is done."""
        asked = next(message for message in reversed(self.heard) if "id" in message)
        self.send({"t": "ack", "id": asked["id"], "seq": self.seq})
