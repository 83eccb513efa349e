"""Record one real snapshot of every kind of moment, for the scenes of `npm run dev` and for unit tests.

python ui/src/dev/record.py http://127.0.0.1:8000 > ui/src/dev/scenes.json   (start the club with KOZYR_BOT_PAUSE=0)
"""

import asyncio
import json
import random
import sys
import urllib.request
from typing import Any

from websockets.asyncio.client import connect

MANY = 4000  # events at a table before it is given up


def tags(snap: dict[str, Any], players: int) -> list[str]:
    """What kind of moment this is."""
    view, last = snap["view"], snap["last"]
    if view is None:
        over = "over" if snap["sheet"]["finished"] else f"deal-{last['outcome']['kind']}"
        return [f"{players}-{over}"]
    found = []
    mine, seat = view["actor"] == view["seat"], view["seat"]
    phase, trick = view["phase"], len(view["trick"])
    kinds = {event["type"] for event in view["legal"]}
    played = len(view["history"])
    if phase == "auction" and mine and len(view["calls"]) >= 2:
        found.append("auction")
        if any(event.get("blind") for event in view["legal"]) or "look" in kinds:
            found.append("blind")
        if view["bid"]:
            found.append("auction-bid")
    if mine and phase in {"discard", "contract", "invite", "talon"}:
        found.append(phase)
    if mine and phase == "whist":
        found.append("lay" if "lay" in kinds else "peek" if "peek" in kinds else "whist")
    if phase == "play":
        kind = view["contract"] if view["contract"] in {"misere", "allpass"} else "tricks"
        if view["lead"] and mine and trick:
            found.append("talon-leads")
        if mine and view["turn"] == seat and view["refused"] and 2 < played < 7 and trick:
            found.append(f"play-{kind}")
        if mine and view["turn"] != seat:
            found.append("play-for")
        if view["open"] and view["declarer"] == seat and mine and 1 < played < 6:
            found.append(f"open-{kind}")
        if seat is None and played > 2 and trick:
            found.append("waits")
        if seat is not None and seat not in view["hands"] and played > 2 and trick:
            found.append("sits-out")
        if players != 3 and mine and 1 < played < 6 and trick:
            found.append("play")
    if view["claim"] and mine:
        found.append("claim")
    return [f"{players}-{tag}" for tag in found]


def choose(view: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """What the person does: anything legal, but not always a pass."""
    legal = view["legal"]
    keen = [event for event in legal if event["type"] in {"bid", "whist", "misere", "invite"}]
    if keen and rng.random() < 0.55:
        return rng.choice(keen)
    if view["phase"] == "contract":
        return min(legal, key=lambda event: int("".join(c for c in event["contract"] if c.isdigit())))
    return rng.choice(legal)


def ask(base: str, path: str, body: object) -> tuple[Any, str]:
    """POST; the answer and the session's cookie."""
    request = urllib.request.Request(  # noqa: S310 - our own club
        base + path, json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:  # noqa: S310 - our own club
        return json.load(answer), answer.headers["set-cookie"].partition(";")[0]


async def play(base: str, setup: dict[str, Any], scenes: dict[str, Any], rng: random.Random) -> None:
    """One table, as long as it shows something new."""
    made, cookie = ask(base, "/api/tables", setup)
    host = base.partition("//")[2]
    address = f"ws://{host}/ws/table/{made['table']}"
    async with connect(address, additional_headers={"cookie": cookie}, origin=base, max_size=None) as socket:
        await socket.send('{"t":"hello","proto":1}')
        now: dict[str, Any] = {}
        n = 0
        async for text in socket:
            if text == "p":
                continue
            message = json.loads(text)
            if message["t"] == "nak":
                print(message, file=sys.stderr)
                await socket.send('{"t":"hello","proto":1}')
                continue
            if message["t"] == "ack":
                continue
            if message["t"] == "ev":
                now.update({key: message[key] for key in ("seq", "view", "sheet", "last") if key in message})
            else:
                now = dict(message)  # what follows is written into it, and the scene must stay as it was
                for tag in tags(now, setup["players"]):
                    scenes.setdefault(f"{setup['preset']}-{tag}" if setup["preset"] == "classic" else tag, message)
            names = tags(now, setup["players"])
            if message["t"] == "ev" and any(tag not in scenes for tag in names):
                await socket.send('{"t":"hello","proto":1}')
                if n < MANY:
                    continue
            view, n = now["view"], n + 1
            if n > MANY or (now["sheet"]["finished"] and view is None):
                return
            if view is None:
                await socket.send(json.dumps({"t": "next", "id": f"n{n}", "at": now["seq"]}))
            elif view["seat"] is not None and view["actor"] == view["seat"]:
                do = choose(view, rng)
                await socket.send(json.dumps({"t": "cmd", "id": f"c{n}", "at": now["seq"], "do": do}))


async def main(base: str) -> None:
    """Record and print."""
    rng = random.Random(7)  # noqa: S311 - not secret
    scenes: dict[str, Any] = {}
    common = {"game": "preferans", "name": "Анна"}
    for preset, players, level, target in (
        ("sochi", 3, "novice", 20),
        ("sochi", 3, "random", 10),
        ("sochi", 4, "novice", 20),
        ("sochi", 4, "random", 10),
        ("leningrad", 5, "novice", 12),
        ("rostov", 2, "novice", 12),
        ("classic", 4, "random", 8),
    ):
        setup = common | {
            "preset": preset,
            "players": players,
            "bots": [level] * (players - 1),
            "changes": {"pool_target": target},
        }
        await play(base, setup, scenes, rng)
        print(preset, players, level, len(scenes), file=sys.stderr)
    json.dump(scenes, sys.stdout, ensure_ascii=False, separators=(",", ":"))


asyncio.run(main(sys.argv[1]))
