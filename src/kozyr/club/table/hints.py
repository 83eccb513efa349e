"""Help for a player where the card allows it (PE-5.4.4)."""

from __future__ import annotations

from typing import Self

import msgspec

from kozyr.club.acts import Act
from kozyr.club.budgets import HINTS
from kozyr.club.refusal import Manner
from kozyr.club.table.part import Did, News, Part, TableFacts, no
from kozyr.games.refusal import Refusal


class Hint(Act, frozen=True, tag="hint"):
    """A player asks the club's bot for advice; the other players are told of it."""

    budget = HINTS


class Hints(Part, frozen=True):
    """Hints taken, by chair."""

    acts = (Hint,)
    wishes = (Hint,)

    taken: tuple[tuple[int, int], ...] = ()
    last: tuple[int, int] | None = None
    """The chair of the last hint, and the game's entry that it had to answer."""

    def refusal(self, act: Act, by: int | None, table: TableFacts) -> Refusal | None:
        """Why a hint is refused: the card must allow it, and a player gets one for each own decision."""
        if not table.setup.terms.hints:
            return no(Manner.NO_HINTS, "PE-5.4.4")
        duty = table.duty
        if duty is None or duty.what != "move" or by is None or by in table.held_chairs:
            return no(Manner.NOT_NOW)
        state, place = table.progress.state, table.place(by)
        if state is None or duty.place != place or table.seat(place) is not state.actor:  # another hand's decision
            return no(Manner.NOT_YOURS, "PE-5.4.19")
        return no(Manner.ALREADY) if self.last == (by, table.course.seq) else None

    def after(self, news: News, table: TableFacts) -> Self:
        """The hints after something that has happened."""
        match news:
            case Did(act=Hint()):
                chair, taken = news.chair, dict(self.taken)
                taken[chair] = taken.get(chair, 0) + 1
                return msgspec.structs.replace(self, taken=tuple(sorted(taken.items())), last=(chair, table.course.seq))
        return self
