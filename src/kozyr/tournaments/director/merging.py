"""Two laptops' logs of one event as a single one, with the entries that do not count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import UNSET
from msgspec.structs import replace

from kozyr.games.refusal import Refused
from kozyr.tournaments.director import entries as e
from kozyr.tournaments.director.deciding import decide
from kozyr.tournaments.director.entries import Entry
from kozyr.tournaments.director.following import after
from kozyr.tournaments.director.state import State


def merged(one: tuple[Entry, ...], other: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The logs of two laptops with a common beginning, as a single log by the clock.

    The common entries are taken once. Entries that name others by number name the same ones afterwards.
    """
    both = enumerate(zip(one, other, strict=False))
    common = next((nth for nth, (a, b) in both if _said(a) != _said(b)), min(len(one), len(other)))
    tails = [
        [(entry.at, side, nth) for nth, entry in enumerate(log) if nth >= common]
        for side, log in enumerate((one, other))
    ]
    order = sorted((*tails[0], *tails[1]))
    now = {(side, nth): nth for side in (0, 1) for nth in range(common)}
    now |= {(side, nth): common + place for place, (_, side, nth) in enumerate(order)}
    logs = (one, other)
    return (*one[:common], *(_renumbered(logs[side][nth], side, now) for _, side, nth in order))


def judged(begun: State, log: Iterable[Entry]) -> tuple[Entry, ...]:
    """The log with a verdict on each entry: an entry that cannot follow those before it is refused now, for good."""
    state, found = begun, list[Entry]()
    for entry in log:
        said = entry
        if not entry.refused:
            try:
                decide(state, entry)
            except Refused as error:
                said = replace(entry, refused=str(error))
        state = after(state, said)
        found.append(said)
    return tuple(found)


def _said(entry: Entry) -> Entry:
    return replace(entry, refused=UNSET)


def _renumbered(entry: Entry, side: int, now: Mapping[tuple[int, int], int]) -> Entry:
    """The entry with the new number of the entry that it names."""
    what = entry.entry
    if isinstance(what, e.Waived | e.Noticed | e.Approved):
        return replace(entry, entry=replace(what, entry=_new(what.entry, side, now)))
    if isinstance(what, e.Filed):
        return replace(entry, entry=replace(what, notice=_new(what.notice, side, now)))
    if isinstance(what, e.Decided):
        return replace(entry, entry=replace(what, filed=_new(what.filed, side, now)))
    if isinstance(what, e.Ruled) and what.of:
        return replace(entry, entry=replace(what, of=_new(what.of, side, now)))
    return entry


def _new(number: int, side: int, now: Mapping[tuple[int, int], int]) -> int:
    """Entries are numbered from 1."""
    return now.get((side, number - 1), number - 1) + 1
