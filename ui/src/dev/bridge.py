"""Moments of bridge for unit tests: sessions played by novices, no club needed.

python ui/src/dev/bridge.py > ui/src/games/bridge/moments.json
"""

import json
import random
import sys
from typing import Any

from kozyr import bots
from kozyr.cards import Seat
from kozyr.club import wire
from kozyr.club.table.customs import customs
from kozyr.deals import BRIDGE, fair_deal
from kozyr.games import Deal, Event, bridge, options
from kozyr.games.bridge.options import GROUPS, PRESETS, agree
from kozyr.games.options import describe

NICKS = (("N", "Bobr"), ("E", "Filin"), ("S", "Анна"), ("W", "Vydra"))
WANTED = (
    "auction", "alerted", "lead", "dummy", "defence", "closed", "wait", "result", "result-passed", "over-rubber",
    "over-duplicate", "over-chicago-russian", "three", "six-rests",
)  # fmt: skip


def tags(view: Any, players: int) -> list[str]:
    """What kind of moment this is."""
    mine = view.actor is view.seat and view.seat is not None
    if players == 3:
        return ["three"] if view.phase == "play" and mine and view.turn is not view.seat else []
    if players == 6:
        return ["six-rests"] if view.seat is None and view.phase == "auction" else []
    found = []
    if view.phase == "auction" and mine:
        found.append("alerted" if any(n % 2 == len(view.calls) % 2 - 1 or n for n in view.meanings) else "auction")
    if view.phase == "play":
        led = bool(view.tabled)
        found += ["lead"] if mine and not led else []
        found += ["dummy"] if mine and view.turn is not view.seat and view.reasons else []
        found += ["defence"] if mine and view.turn is view.seat and view.reasons and view.dummy else []
        found += ["wait"] if not mine and led and len(view.trick) == 2 else []
        found += ["closed"] if view.last and not view.trick else []
    return found


def snap(
    session: Any, state: Any, you: str, log: list[tuple[Any, Event]], last: object | None, preset: str
) -> dict[str, Any]:
    """A snapshot as the club would send it."""
    own = customs("bridge")
    c = session.conventions
    names = session.names
    nicks = ["Bobr", "Filin", "Анна", "Vydra", "Barsuk", "Kunica"]
    players = [
        {"name": name, "nick": nicks[at], "bot": None if name == you else "novice", "account": nicks[at], "chair": at, "held": None}
        for at, name in enumerate(names)
    ]  # fmt: skip
    table = {
        "id": "scene", "game": "bridge", "preset": preset, "diff": options.diff(PRESETS[preset], c, GROUPS),
        "conventions": {name: row["value"] for name, row in describe(c, GROUPS).items()},
        "terms": {"whist_value": None, "pulkas": 1, "until": None, "chat_in_play": False, "tempo_mask": False,
                  "kibitzers": True, "hints": False, "clock": "none", "move_time": 30, "deal_time": 120},
        "card": "", "public": False, "owner": 0, "pulka": 1, "previous": None, "you": you, "chair": names.index(you),
        "role": "player", "players": players, "frozen": False, "lot": {"seats": [], "deal": []},
    }  # fmt: skip
    room: dict[str, Any] = {
        "state": "finished" if session.finished else "playing", "accepted": [], "proposal": None, "resume": [],
        "next": [], "chat": False, "looks": [], "warned": {}, "removed": [], "contracts": [], "side": {}, "reseed": [],
        "rematch": None, "ended": "played" if session.finished else None, "fair": None,
    }  # fmt: skip
    seat = None if state is None else state.terms.seat(you)
    view = None if state is None else own.view(state.view(seat), watching=False)
    body = {
        "t": "snap", "seq": 1, "hash": "", "table": table, "room": room, "view": view, "sheet": own.sheet(session),
        "log": [{"seat": by, "event": event} for by, event in log], "last": last, "proof": None,
        "here": {"online": [], "since": {}, "kibitzers": []}, "chat": [],
    }  # fmt: skip
    found: dict[str, Any] = json.loads(wire.encode(body))
    return found


def play(seed: int, preset: str, players: int, scenes: dict[str, Any], **changes: object) -> None:
    """One session between novices."""
    chance = random.Random(seed)  # noqa: S311 - not secret
    c = agree(preset, {"explain": "self", **changes}, players)
    session = bridge.start(c, players, 0)
    you = session.names[2]
    while not session.finished:
        state = session.begin()
        seat_of = state.terms.seat(you)
        deal = Deal(str(fair_deal(chance.randbytes(32), "deal", BRIDGE, state.terms.holders)))
        log: list[tuple[Seat | None, Event]] = [(None, state.shown(deal, None, seat_of))]
        state = state.apply(deal)
        while state.outcome is None:
            for tag in tags(state.view(seat_of), players):
                scenes.setdefault(tag, snap(session, state, you, log, None, preset))
            seat = state.actor
            assert seat is not None
            event = bots.choose(state.view(seat), "novice", chance.getrandbits(60))
            log.append((seat, state.shown(event, seat, seat_of)))
            state = state.apply(event, seat)
        before, session = session, session.record(state.outcome)
        last = customs("bridge").finished(state, before, session)
        if players == 4:
            what = "result" if state.outcome.contract else "result-passed"
            scenes.setdefault(what, snap(session, None, you, log, last, preset))
        if session.finished and players == 4:
            scenes.setdefault(f"over-{preset}", snap(session, None, you, log, None, preset))


def main() -> None:
    """Play until every kind of moment has been seen, and print them."""
    scenes: dict[str, Any] = {}
    for seed in range(40):
        play(seed, "rubber", 4, scenes)
        play(seed, "duplicate", 4, scenes, deals=4)
        play(seed, "chicago-russian", 4, scenes)
        if "three" not in scenes:
            play(seed, "rubber", 3, scenes)
        if "six-rests" not in scenes:
            play(seed, "rubber", 6, scenes)
        if set(WANTED) <= scenes.keys():
            break
    print("not seen:", *sorted(set(WANTED) - scenes.keys()), file=sys.stderr)
    found = {tag: scenes[tag] for tag in WANTED if tag in scenes}
    json.dump(found, sys.stdout, ensure_ascii=False, separators=(",", ":"))
    print()


main()
