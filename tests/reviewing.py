"""Records that bots have played, for the post-mortem: any game, any match, levels by player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from kozyr import bots
from kozyr.deals import fair_deal
from kozyr.games import AnyState, AnyView, Deal, Entry, Event, Play, Progress, Record, begin, game

# By word: the game, its preset, what is agreed besides, how many play.
MATCHES: Final[Mapping[str, tuple[str, str, Mapping[str, object], int]]] = {
    "pulka": ("preferans", "sochi", {"pool_target": 6, "allpass.forced_rounds": 0}, 3),
    "short": ("preferans", "sochi", {"pool_target": 1, "allpass.forced_rounds": 0}, 3),
    "four": ("preferans", "leningrad", {"pool_target": 6, "allpass.forced_rounds": 0}, 4),
    "jumps": ("preferans", "sochi", {"pool_target": 6, "auction.jumps": "allowed"}, 3),
    "dark": ("preferans", "sochi", {"pool_target": 6, "blind": True}, 3),
    "chain": ("preferans", "sochi", {"pool_target": 6, "auction.misere_beaten_by": "no_talon_chain"}, 3),
    "gusarik": ("preferans", "sochi+gusarik", {"pool_target": 6}, 2),
    "party": ("deberts", "moscow", {}, 2),
    "rubber": ("bridge", "rubber", {}, 4),
    "chicago": ("bridge", "chicago", {}, 4),
    "board": ("bridge", "duplicate", {"deals": 1}, 4),
    "imps": ("bridge", "duplicate", {"deals": 1, "compare": "imps"}, 4),
    "three": ("bridge", "rubber", {}, 3),
}

Chooser = Callable[[AnyState, str, int], Event]


def by_level(state: AnyState, level: str, seed: int) -> Event:
    """A bot's choice from its view; the club's takes few worlds, so that a test is quick."""
    assert state.actor is not None
    return bots.choose(state.view(state.actor), level, seed, bots.Budget(nodes=60_000) if level == "club" else None)


def cheap(state: AnyState, level: str, seed: int) -> Event:  # noqa: ARG001 - one level for all
    """A choice that costs little: a novice's words, any card."""
    assert state.actor is not None
    return cheaply(state.view(state.actor), seed)


def cheaply(view: AnyView, seed: int) -> Event:
    """The same from a view."""
    return bots.choose(view, "random" if isinstance(view.legal[0], Play) else "novice", seed)


def played(
    match: str,
    label: str,
    levels: Sequence[str] = ("novice",),
    *,
    deals: int = 40,
    choose: Chooser = by_level,
) -> Record:
    """A match of bots, or so many deals of it. levels: by place, the last for all others."""
    name, preset, options, players = MATCHES[match]
    rules = game(name)
    record = Record(name, rules.choose(preset, options, players, "record"), players, 0)
    progress, entries = begin(record), list[Entry]()
    for number in range(1, deals + 1):
        if progress.state is None:
            break
        for entry in _deal(progress, record, f"{label}, {number}", levels, choose):
            progress = progress.step(entry).after
            entries.append(entry)
    return Record(name, record.conventions, players, 0, tuple(entries))


def _deal(progress: Progress, record: Record, label: str, levels: Sequence[str], choose: Chooser) -> Iterator[Entry]:
    state, seq = progress.state, progress.entries
    assert state is not None
    event: Event = Deal(str(fair_deal(bytes(32), label, game(record.game).pack, state.terms.holders)))
    seat = None
    while True:
        seq += 1
        yield Entry(seq, seat, event)
        state = state.apply(event, seat)
        if state.outcome is not None:
            return
        seat = state.actor
        assert seat is not None
        place = progress.match.names.index(state.terms.name(seat))
        event = choose(state, levels[min(place, len(levels) - 1)], seq)
