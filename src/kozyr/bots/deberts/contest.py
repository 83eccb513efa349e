"""What a match between bots needs to know of deberts: points more than the other's, or whole parties."""

from __future__ import annotations

from kozyr.bots.contest import Contest
from kozyr.games import AnyMatch
from kozyr.games.deberts import Party


class _Deberts(Contest):
    parties = True

    def scores(self, match: AnyMatch) -> list[float]:
        """Points more than the other's."""
        mine, yours = match.sheet.points if isinstance(match, Party) else (0, 0)
        return [float(mine - yours), float(yours - mine)]


CONTEST = _Deberts()
