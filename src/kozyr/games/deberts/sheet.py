"""The sheet of a party: each deal's entries with their rules, and the hanging points (D-SCORE, D-BAIT)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec

from kozyr.games.deberts.options import Conventions
from kozyr.games.deberts.terms import Two

Why: TypeAlias = Literal["own", "taken", "hangs", "pot", "card_bait", "closed", "bait_fine", "bare_fine", "correction"]


def worth(conventions: Conventions, loser: int) -> int:
    """The points that the winner writes for a party, by the loser's points (D-MATCH-1)."""
    return 1 if conventions.match_points == 1 else max(0, conventions.target - loser)


class Entry(msgspec.Struct, frozen=True):
    """One entry of the sheet: the deal from 1 (0: none), the player, the points, the reason as a code, and the rule.

    Hanging points are an entry as well, but count for no player yet: `who` is the declarer of that deal.
    """

    deal: int
    who: int
    points: int
    why: Why
    law: str


class Sheet(msgspec.Struct, frozen=True):
    """The sheet: points of each player, hanging points (oldest first), baits, deals without a trick, and all entries."""

    points: Two = (0, 0)
    hanging: tuple[int, ...] = ()
    baits: Two = (0, 0)
    bares: Two = (0, 0)
    entries: tuple[Entry, ...] = ()

    def write(self, entries: Iterable[Entry], hanging: tuple[int, ...]) -> Sheet:
        """The sheet with more entries, and the points that now hang."""
        points, added = list(self.points), tuple(entry for entry in entries if entry.points)
        for entry in added:
            if entry.why != "hangs":
                points[entry.who] += entry.points
        return msgspec.structs.replace(
            self, points=(points[0], points[1]), hanging=hanging, entries=self.entries + added
        )
