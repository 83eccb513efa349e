"""A table whose server is the test: the page gets exactly the moment that is to be seen, whatever the club would do.

The moments are real ones (`ui/src/games/preferans/moments.json`), with what docs/protocol.md says of the room.
"""

import json
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, WebSocketRoute

MOMENTS: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "ui" / "src" / "games" / "preferans" / "moments.json").read_text(encoding="utf-8")
)
TERMS: Final = {
    "whist_value": None,
    "pulkas": 1,
    "until": None,
    "chat_in_play": False,
    "tempo_mask": False,
    "kibitzers": True,
    "hints": False,
}
ROOM: Final[dict[str, Any]] = {
    "state": "playing",
    "accepted": [],
    "proposal": None,
    "resume": [],
    "next": [],
    "chat": False,
    "looks": [],
    "warned": {},
    "removed": [],
    "contracts": [],
    "side": {},
    "reseed": [],
    "rematch": None,
    "ended": None,
    "fair": None,
}
NOBODY: Final = {"online": [0, 1, 2, 3, 4], "since": {}, "kibitzers": []}


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
        self._answer("api/me", {"account": "w9", "nick": "Зоя", "guest": True, "login": None, "since": 0})
        self._answer("api/mutes", {"accounts": []})

    def _answer(self, path: str, body: dict[str, Any]) -> None:
        self.page.route(f"**/{path}", lambda route: route.fulfill(json=body))

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
        agreed = {"terms": TERMS, "card": "c"}
        shown = None if moment["view"] is None else moment["view"] | (view or {})
        return {
            "t": "snap",
            "seq": self.seq,
            "hash": "h",
            "table": own | agreed | roles | {"players": players} | (table or {}),
            "room": ROOM | (room or {}),
            "view": shown,
            "sheet": moment["sheet"],
            "log": [],
            "last": moment["last"],
            "proof": None,
            "here": NOBODY,
            "chat": [],
        } | more

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
        self.page.locator(".room, .state").first.wait_for()

    def send(self, message: dict[str, Any]) -> None:
        """Say something to the page."""
        self.sockets[-1].send(json.dumps(message))

    def happens(self, **what: Any) -> None:
        """One more entry of the log."""
        self.seq += 1
        if "room" in what:
            what["room"] = self.snap["room"] = self.snap["room"] | what["room"]
        self.send({"t": "ev", "seq": self.seq, "hash": "h", "said": None, "act": None} | what)

    def acts(self) -> list[dict[str, Any]]:
        """What the page did at the table besides playing."""
        return [message["do"] for message in self.heard if message["t"] == "act"]

    def took(self) -> None:
        """The last thing that was asked is done."""
        asked = next(message for message in reversed(self.heard) if "id" in message)
        self.send({"t": "ack", "id": asked["id"], "seq": self.seq})
