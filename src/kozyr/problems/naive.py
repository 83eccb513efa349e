"""A search that shares nothing with the solver: every card is tried by the rules of the game itself.

It is slow and plain on purpose. All it knows is what a state says of itself: who decides, what may be played, and what
each side has at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from kozyr.cards import Seat
from kozyr.games import AnyState, Event, Play
from kozyr.problems.part import Puzzles

CARDS: Final = 20  # in all hands together; more take too long
_FAR: Final = 10_000

_Key: TypeAlias = tuple[object, ...]


def left(state: AnyState) -> int:
    """The cards that are still to be played, in all hands together."""
    return sum(state.holding(seat).bit_count() for seat in state.terms.holders)


class Search:
    """A search for one side. nodes: the positions that it has visited."""

    def __init__(self, of: Puzzles, side: frozenset[Seat]) -> None:
        self._of, self._side, self._seat = of, side, min(side, key=lambda seat: seat.position)
        self._bounds: dict[_Key, tuple[int, int]] = {}
        self.nodes = 0

    def value(self, state: AnyState) -> int:
        """What the side has at the end at best play of all."""
        return self._of.score(state, self._seat) + self._more(state, -_FAR, _FAR)

    def _more(self, state: AnyState, low: int, high: int) -> int:
        """What the side still gets, exact between the two bounds."""
        turn = state.turn
        if state.outcome is not None or turn is None:
            return 0
        self.nodes += 1
        holders = state.terms.holders
        key = (turn, state.trick, tuple(state.holding(seat) for seat in holders))
        least, most = self._bounds.get(key, (-_FAR, _FAR))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        ours, had = turn in self._side, self._of.score(state, self._seat)
        best, floor, roof = (-_FAR if ours else _FAR), max(low, least), min(high, most)
        for event in state.legal():
            if not isinstance(event, Play):
                continue
            after = state.apply(event)
            gain = self._of.score(after, self._seat) - had
            found = gain + self._more(after, floor - gain, roof - gain)
            best = max(best, found) if ours else min(best, found)
            if ours:
                floor = max(floor, best)
            else:
                roof = min(roof, best)
            if floor >= roof:
                break
        least, most = (best, most) if best >= high else (least, best) if best <= low else (best, best)
        self._bounds[key] = (least, most)
        return best


def searched(of: Puzzles, state: AnyState) -> tuple[Mapping[Event, int], int]:
    """What each card brings the side that decides, as `Puzzles.values`, and the positions that were visited."""
    seat = state.turn
    assert seat is not None
    search = Search(of, of.side(state, seat))
    return {event: search.value(state.apply(event)) for event in state.legal()}, search.nodes
