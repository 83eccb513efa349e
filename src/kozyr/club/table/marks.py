"""The marks of a player who left a match before its end without a right to: docs/club.md has the cases."""

from __future__ import annotations

from typing import Final, Literal, Self, TypeAlias, get_args

import msgspec

from kozyr.club.acts import CallBot, EndMatch
from kozyr.club.table.part import Agreed, Did, Moved, News, Part, TableFacts, with_chair, without
from kozyr.club.table.seats import Back, Hold, Leave

# stalled: the others had to act since the player did not. left: a bot held the seat as the match ended. dodged: a bot
# played a deal to its end for the player, and the player lost by it.
Mark: TypeAlias = Literal["stalled", "left", "dodged"]
MARKS: Final[tuple[Mark, ...]] = get_args(Mark)


class Marks(Part, frozen=True):
    """The chairs that have stalled or dodged a lost deal, and those excused for leaving while another's time was out."""

    stalled: tuple[int, ...] = ()
    dodged: tuple[int, ...] = ()
    excused: tuple[int, ...] = ()

    def of(self, chair: int, *, gone: bool) -> Mark | None:
        """The mark of this chair's person. gone: a bot holds the seat, or held it as the match ended."""
        if chair in self.stalled:
            return "stalled"
        if gone and chair not in self.excused:
            return "left"
        return "dodged" if chair in self.dodged else None

    def after(self, news: News, table: TableFacts) -> Self:
        """The marks after something that has happened."""
        match news:
            case Did(act=Leave(), by=int(chair)) | Did(act=Hold(chair=chair)):
                slow = table.clock.overdue
                if slow is None or slow == chair:
                    return self
                return msgspec.structs.replace(self._with_stalled(slow), excused=with_chair(self.excused, chair))
            case Did(act=Back()) if news.chair in self.excused:
                return msgspec.structs.replace(self, excused=without(self.excused, news.chair))
            case Agreed(what=CallBot(chair=chair)) | Agreed(what=EndMatch(without=int(chair))):
                return self._with_stalled(chair)
            case Agreed(substitute=(chair, _)):
                return msgspec.structs.replace(
                    self,
                    stalled=without(self.stalled, chair),
                    dodged=without(self.dodged, chair),
                    excused=without(self.excused, chair),
                )
            case Moved() if news.outcome is not None:
                lost = [chair for chair in table.held_chairs if chair not in self.excused and _lost(chair, news, table)]
                dodged = tuple(sorted({*self.dodged, *lost}))
                return self if dodged == self.dodged else msgspec.structs.replace(self, dodged=dodged)
        return self

    def _with_stalled(self, chair: int) -> Self:
        return msgspec.structs.replace(self, stalled=with_chair(self.stalled, chair))


def _lost(chair: int, moved: Moved, table: TableFacts) -> bool:
    """Whether the deal that has just ended has cost this chair something; a chair without cards has lost nothing."""
    assert moved.after is not None
    name, terms = table.name(chair), moved.after.terms
    if name not in {terms.name(seat) for seat in terms.holders}:
        return False
    return table.progress.match.results[name] < moved.before.results[name]
