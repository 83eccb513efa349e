"""Moments of deberts for unit tests: parties played by novices, no club needed.

python ui/src/dev/deberts.py > ui/src/games/deberts/moments.json
"""

import json
import random
import sys
from typing import Any

from kozyr import bots
from kozyr.cards import Seat
from kozyr.club import wire
from kozyr.club.table.customs import customs
from kozyr.deals import DEBERTS, fair_deal
from kozyr.games import Deal, Event, State, options
from kozyr.games.deberts import GROUPS, PRESETS, Outcome, Party, agree, start
from kozyr.games.deberts.words import Close
from kozyr.games.options import describe

YOU = Seat.S
WANTED = (
    "auction-first", "auction-second", "declare", "exchange", "asked", "height", "answer", "reply", "show", "bubbles",
    "bella", "play", "known", "close", "wait", "result-made", "result-bait", "result-hangs", "result-passed",
    "result-card-bait", "hanging", "over", "over-closed", "words", "bait",
)  # fmt: skip


def tags(state: Any) -> list[str]:
    """What kind of moment this is for S."""
    view, found = state.view(YOU), []
    kinds = {event.token.split(":")[0] for event in view.legal}
    mine, tricks = view.actor is YOU, len(view.history)
    rule = view.terms.conventions.table.irregularities == "rule"
    if view.phase == "auction" and mine:
        found.append("auction-second" if len(view.calls) > 1 else "auction-first")
    if rule and mine and len([kind for kind in kinds if kind.islower()]) > 3:
        found.append("words")
    if rule:
        return [*found, *(["bait"] if view.phase == "bait" and mine else [])]
    if view.phase == "play" and mine:
        found += ["declare"] if kinds & {"terz", "fifty"} else []
        found += ["exchange"] if "exchange" in kinds else []
        found += ["asked"] if "passes" in kinds else []
        found += ["height"] if "height" in kinds else []
        found += ["bella"] if "bella" in kinds and 2 < tricks < 7 else []
        found += ["play"] if 3 < tricks < 7 and view.trick and view.reasons else []
        found += ["known"] if view.hands[Seat.N].known and tricks == 2 and len(view.hands[Seat.N].known) > 2 else []
        found += ["close"] if max(view.terms.score) > 430 and tricks == 5 else []
        found += ["hanging"] if view.terms.hanging and tricks == 3 else []
    if view.phase == "melds" and mine:
        found.append(view.step)
    if tricks == 1 and view.phase == "play" and len(view.said) > 2 and not view.trick:
        found.append("bubbles")
    if tricks == 4 and not mine:
        found.append("wait")
    return found


def result(outcome: Outcome, party: Party) -> str:
    """What kind of deal this was."""
    whys = {entry.why for entry in party.sheet.entries if entry.deal == party.number - 1}
    if outcome.maker is None:
        return "result-passed"
    if outcome.bait:
        return "result-card-bait"
    return "result-hangs" if "hangs" in whys else "result-bait" if "taken" in whys else "result-made"


def snap(
    party: Party, state: State | None, log: list[tuple[Seat | None, Event]], last: object | None, seq: int
) -> dict[str, Any]:
    """A snapshot as the club would send it to S."""
    own = customs("deberts")
    c = party.conventions
    players = [
        {"name": name, "nick": nick, "bot": bot, "account": nick, "chair": at, "held": None}
        for at, (name, nick, bot) in enumerate((("N", "Bobr", "novice"), ("S", "Анна", None)))
    ]
    drawn = ["C7", "HQ", "DT", "SA"]
    table = {
        "id": "scene", "game": "deberts", "preset": "moscow", "diff": options.diff(PRESETS["moscow"], c, GROUPS),
        "conventions": {name: row["value"] for name, row in describe(c, GROUPS).items()},
        "terms": {"whist_value": None, "pulkas": 1, "until": None, "chat_in_play": False, "tempo_mask": False,
                  "kibitzers": True, "hints": False, "clock": "none", "move_time": 30, "deal_time": 120},
        "card": "", "public": False, "owner": 1, "pulka": 1, "previous": None, "you": "S", "chair": 1,
        "role": "player", "players": players, "frozen": False,
        "lot": {"seats": [["N", "H8"], ["S", "DK"]], "deal": [["NS"[n % 2], card] for n, card in enumerate(drawn)]},
    }  # fmt: skip
    room = {
        "state": "finished" if party.finished else "playing", "accepted": [0, 1], "proposal": None, "resume": [],
        "next": [], "chat": True, "looks": [], "warned": {}, "removed": [], "contracts": [], "side": {}, "reseed": [],
        "rematch": None, "ended": "played" if party.finished else None, "fair": None,
    }  # fmt: skip
    view = None if state is None else own.view(state.view(YOU), watching=False)
    body = {
        "t": "snap", "seq": seq, "hash": "", "table": table, "room": room, "view": view, "sheet": own.sheet(party),
        "log": [{"seat": seat, "event": event} for seat, event in log], "last": last, "proof": None,
        "here": {"online": [0, 1], "since": {}, "kibitzers": []}, "chat": [],
    }  # fmt: skip
    found: dict[str, Any] = json.loads(wire.encode(body))
    return found


def play(seed: int, scenes: dict[str, Any], **changes: object) -> None:
    """One party between novices, who with errors possible sometimes make one."""
    chance = random.Random(seed)  # noqa: S311 - not secret
    rule = bool(changes)
    agreed = agree("moscow", {name.replace("__", "."): value for name, value in changes.items()})
    party, seq = start(agreed, 2, seed % 2), 1
    while not party.finished:
        state = party.begin()
        deal = Deal(str(fair_deal(chance.randbytes(32), "deal", DEBERTS, state.terms.holders)))
        log: list[tuple[Seat | None, Event]] = [(None, state.shown(deal, None, YOU))]
        state, seq = state.apply(deal), seq + 1
        while state.outcome is None:
            for tag in tags(state):
                scenes.setdefault(tag, snap(party, state, log, None, seq))
            seat = state.turn
            assert seat is not None
            event = bots.choose(state.view(seat), "novice", chance.getrandbits(60))
            if (rule and chance.random() < 0.15) or (seat is YOU and event == Close() and seed % 3):
                event = chance.choice(state.legal())
            log.append((seat, event))
            state, seq = state.apply(event), seq + 1
        before, party = party, party.record(state.outcome)
        last = customs("deberts").finished(state, before, party)
        scenes.setdefault(result(state.outcome, party), snap(party, None, log, last, seq))
        if party.finished:
            scenes.setdefault("over-closed" if state.outcome.closed else "over", snap(party, None, log, None, seq))


def main() -> None:
    """Play until every kind of moment has been seen, and print them."""
    scenes: dict[str, Any] = {}
    for seed in range(200):
        play(seed, scenes)
        play(seed, scenes, table__irregularities="rule")
        if set(WANTED) <= scenes.keys():
            break
    print("not seen:", *sorted(set(WANTED) - scenes.keys()), file=sys.stderr)
    json.dump(
        {tag: scenes[tag] for tag in WANTED if tag in scenes}, sys.stdout, ensure_ascii=False, separators=(",", ":")
    )
    print()


main()
