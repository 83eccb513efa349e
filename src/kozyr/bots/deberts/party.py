"""The worth of a deal: the chance to win the party after it, and the entries that lead there.

The chances between deals are those of novices. `scripts/deberts_chances.py` made the table from their deals, for the
eldest, by the missing points of both (1, 11 ... 501). Between its points it is interpolated.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from kozyr.cards import Seat
from kozyr.games.deberts import Terms

_STEP: Final = 10
# The game cannot be closed in a deal's last trick; its usual points do not count for closing.
_LAST: Final = 18


@lru_cache(maxsize=1)
def _table() -> list[list[float]]:
    return msgspec.json.decode(Path(__file__).with_name("chances.json").read_bytes(), type=list[list[float]])


def chance(eldest: float, dealer: float) -> float:
    """The eldest's chance to win a party with these points missing before a deal; beyond the table by difference."""
    if eldest <= 0 or dealer <= 0:
        return 1.0 if eldest <= 0 else 0.0
    table = _table()
    last = len(table) - 1
    x, y = (eldest - 1) / _STEP, (dealer - 1) / _STEP
    over = max(0.0, x - last, y - last)
    x, y = max(0.0, x - over), max(0.0, y - over)
    i, j = min(int(x), last - 1), min(int(y), last - 1)
    x, y = x - i, y - j
    low = table[i][j] * (1 - y) + table[i][j + 1] * y
    high = table[i + 1][j] * (1 - y) + table[i + 1][j + 1] * y
    return low * (1 - x) + high * x


class Stake:
    """One side's chances in the party from the results of a deal."""

    def __init__(self, terms: Terms, seat: Seat) -> None:
        c = terms.conventions
        self._c = c
        at = 0 if seat is Seat.N else 1
        self._deals = terms.dealer is seat
        self._mine = c.target - terms.score[at]
        self._his = c.target - terms.score[1 - at]
        self._pots = terms.hanging
        self._known: dict[tuple[int, int, bool], tuple[float, int]] = {}

    def passed_out(self) -> float:
        """The chance if all pass: the other player deals next."""
        return self._after(self._mine, self._his, deals=not self._deals, pots=self._pots)

    def worth(self, mine: int, his: int, *, maker: bool) -> tuple[float, int]:
        """The chance after a deal with these points of each side, and my lead in the points that are then written.

        mine, his: from combinations, bella, cards and the last trick. maker: I ordered.
        """
        key = (mine, his, maker)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._worth(mine, his, maker)
        return found

    def _worth(self, mine: int, his: int, maker: bool) -> tuple[float, int]:
        first = self._closes(mine, his)
        if first is not None:
            return first, mine - his
        c = self._c
        made, other = (mine, his) if maker else (his, mine)
        ahead, pots, waits = maker, self._pots, 0
        if made > other:
            writes = (made + other, 0) if c.winner_takes_all else (made, other)
        elif made < other or c.hanging == "bait":
            ahead, writes = not maker, (0, made + other)
        else:
            ahead, writes = not maker, (made if c.hanging == "keep" else 0, other)
            if c.hanging != "keep":
                pots = (*(() if c.hanging == "burn" else pots), made)
                waits = 1
        got, gets = writes if maker else writes[::-1]
        if not waits and pots:
            due = pots[:1] if c.hanging == "queue" else pots
            got, gets = (got + sum(due), gets) if ahead else (got, gets + sum(due))
            pots = pots[len(due) :]
        deals = ahead
        if c.next_dealer == "alternate" or (waits and c.dealer_on_tie == "alternate"):
            deals = not self._deals
        elif waits and c.dealer_on_tie == "same":
            deals = self._deals
        left, leaves = self._mine - got, self._his - gets
        if left <= 0 and leaves <= 0:  # the last trick decides, or the larger number: mostly the larger taker has both
            return (1.0 if mine > his else 0.0 if mine < his else 0.5), got - gets
        return self._after(left, leaves, deals=deals, pots=pots), got - gets

    def _closes(self, mine: int, his: int) -> float | None:
        """The chance that the viewer closes first; None: neither player closes."""
        if not self._c.closing:
            return None
        can, may = mine - _LAST >= self._mine, his - _LAST >= self._his
        if not can and not may:
            return None
        if can != may:
            return 1.0 if can else 0.0
        # Both reach it: the player who needs the smaller share of the taken points is earlier.
        i, he = mine / max(1, self._mine), his / max(1, self._his)
        return i * i / (i * i + he * he)

    def _after(self, mine: int, his: int, *, deals: bool, pots: tuple[int, ...]) -> float:
        """The chance before a deal; hanging points go to either side with equal chance."""
        hangs = sum(pots)
        if hangs:
            mine_gets = self._after(mine - hangs, his, deals=deals, pots=())
            return (mine_gets + self._after(mine, his - hangs, deals=deals, pots=())) / 2
        return 1.0 - chance(his, mine) if deals else chance(mine, his)
