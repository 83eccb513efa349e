"""A program that plays anything legal at a table of Kozyr; docs/bot-protocol.md says how.

pip install websockets; KOZYR_TOKEN=kozyr_… python bot.py ws://127.0.0.1:8000 TABLE
"""

import asyncio
import itertools
import json
import os
import random
import sys
from collections.abc import Callable
from typing import Any

from websockets.asyncio.client import connect


def decide(know: dict[str, Any]) -> dict[str, Any] | None:
    """What to ask for now; None: it is for others to do something."""
    table, room, view = know["table"], know["room"], know["view"]
    if room["state"] == "gathering":
        if table["chair"] is None:
            free = [one["chair"] for one in table["players"] if one["nick"] is None]
            return {"t": "act", "do": {"act": "sit", "chair": free[0]}} if free else None
        if table["chair"] not in room["accepted"]:  # `conventions` and `terms` say what is accepted
            return {"t": "act", "do": {"act": "accept", "card": table["card"]}}
        return None
    proposal = room["proposal"]
    if proposal and proposal["asks_you"]:
        return {"t": "act", "do": {"act": "answer", "n": proposal["n"], "yes": True}}
    if view and view["legal"]:
        return {"t": "cmd", "at": know["seq"], "do": random.choice(view["legal"])}
    if view is None and know["last"] and room["state"] == "playing" and table["chair"] not in room["next"]:
        return {"t": "next", "at": know["seq"]}
    return None


async def play(club: str, table: str, token: str, decide: Callable[[dict[str, Any]], dict[str, Any] | None]) -> object:
    """Sit down and play until the match is over; returns its settlement."""
    know: dict[str, Any] = {}
    ids, waits, due = itertools.count(random.getrandbits(48)), False, 0
    async with connect(f"{club}/ws/table/{table}", additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        await socket.send(json.dumps({"t": "hello", "proto": 3}))
        async for frame in socket:
            told = json.loads(frame)
            if told["t"] in {"snap", "ev"}:  # what is left out of an `ev` is as it was
                know |= {key: told[key] for key in ("seq", "table", "room", "view", "sheet", "last") if key in told}
            elif told["t"] in {"ack", "nak"}:  # what has been asked for is done, or waits for something new
                waits, due = False, told.get("seq", due + 1)
            if know and know["room"]["state"] == "finished":
                return know["sheet"]
            wish = decide(know) if know and not waits and know["seq"] >= due else None
            if wish:  # one at a time
                waits, due = True, know["seq"]
                await socket.send(json.dumps(wish | {"id": str(next(ids))}))
    raise ConnectionError(f"the club has closed the line: {socket.close_code} {socket.close_reason}")


if __name__ == "__main__":
    print(json.dumps(asyncio.run(play(sys.argv[1], sys.argv[2], os.environ["KOZYR_TOKEN"], decide))))
