"""Two laptops' logs of one event as a single one."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from kozyr.tournaments.director import entries as e
from kozyr.tournaments.director.entries import Entry


def merged(one: tuple[Entry, ...], other: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The logs of two laptops that had begun with the same one, as a single log by the clock.

    What both have from the beginning is taken once. Entries that name others by number name the same ones afterwards.
    """
    common = next(
        (nth for nth, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    tails = [
        [(entry.at, side, nth) for nth, entry in enumerate(log) if nth >= common]
        for side, log in enumerate((one, other))
    ]
    order = sorted((*tails[0], *tails[1]))
    now = {(side, nth): nth for side in (0, 1) for nth in range(common)}
    now |= {(side, nth): common + place for place, (_, side, nth) in enumerate(order)}
    logs = (one, other)
    return (*one[:common], *(_renumbered(logs[side][nth], side, now) for _, side, nth in order))


def _renumbered(entry: Entry, side: int, now: Mapping[tuple[int, int], int]) -> Entry:
    """The entry with the new number of the one that it names."""
    what = entry.entry
    if isinstance(what, e.Waived):
        return replace(entry, entry=replace(what, entry=_new(what.entry, side, now)))
    if isinstance(what, e.Noticed):
        return replace(entry, entry=replace(what, entry=_new(what.entry, side, now)))
    if isinstance(what, e.Filed):
        return replace(entry, entry=replace(what, notice=_new(what.notice, side, now)))
    if isinstance(what, e.Decided):
        return replace(entry, entry=replace(what, filed=_new(what.filed, side, now)))
    return entry


def _new(number: int, side: int, now: Mapping[tuple[int, int], int]) -> int:
    """Entries are numbered from 1."""
    return now.get((side, number - 1), number - 1) + 1
