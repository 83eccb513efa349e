"""The finished deal with the chairs that have looked at it, and the time after the match."""

from __future__ import annotations

from typing import Final, Self

import msgspec

from kozyr.club.acts import Act
from kozyr.club.budgets import OTHER
from kozyr.club.refusal import Manner
from kozyr.club.table.part import Agreed, Asker, Did, Moved, News, Part, TableFacts, Wish, no, with_chair, without
from kozyr.games import AnyMatch, AnyState, Deal, Reason, Refusal
from kozyr.games.options import WRITTEN
from kozyr.games.rulings import Ruled

_PACK: Final = "PE-5.4.15"


class Seen(Act, frozen=True, tag="next"):
    """A player has looked at the deal that ended."""


class Reseed(Act, frozen=True, tag="reseed"):
    """A player wants a new pack for the next match, for no reason given (PE-5.4.15, PE-5.4.16)."""

    budget = OTHER


class RematchNamed(Act, frozen=True, tag="rematch"):
    """A player wants another match with the same people."""

    table: str
    """The id of the next table."""


class AskRematch(Wish, frozen=True, tag="rematch"):
    """A player asks for another match with the same people."""

    budget = OTHER

    def act(self, asker: Asker, table: TableFacts) -> Act:
        """The act with the name of the table."""
        return RematchNamed(asker.fresh)


class LastDeal(msgspec.Struct, frozen=True):
    """The deal that is over: its last state, and the match before and after it."""

    state: AnyState
    before: AnyMatch


class Ended(Part, frozen=True):
    """The deal that waits for `next`, and the wishes for the next match."""

    acts = (Seen, Reseed, RematchNamed)
    wishes = (Reseed, AskRematch)

    last: LastDeal | None = None
    nexts: tuple[int, ...] = ()
    """The chairs that have looked at the deal."""
    reseed: tuple[int, ...] = ()
    """The chairs that want another pack."""
    rematch: str | None = None
    """The next table. None: no player has asked for one."""
    rematch_by: int | None = None
    """The chair that asked for the next table."""

    def looking(self, table: TableFacts) -> tuple[int, ...]:
        """Chairs of people who have not finished looking at the deal that ended."""
        if self.last is None:
            return ()
        return tuple(c for c in table.persons if c not in self.nexts and c not in table.held_chairs)

    def refusal(self, act: Act, by: int | None, table: TableFacts) -> Refusal | None:
        """Why this act may not come from this chair now; None: it may."""
        match act:
            case Reseed():
                if table.state == "gathering":
                    return no(Manner.WRONG_STATE, _PACK)
                return no(Manner.ALREADY, _PACK) if by in self.reseed or self.rematch is not None else None
            case RematchNamed():
                if table.state != "finished":
                    return no(Manner.WRONG_STATE, "PE-5.4.18")
                return no(Manner.ALREADY) if self.rematch is not None else None
        if table.state == "finished":
            return Refusal(Reason.MATCH_OVER, table.progress.match.over)
        if table.state != "playing" or self.last is None:
            return no(Manner.NOT_NOW, table.customs.laws.dealing)
        return no(Manner.ALREADY) if by in self.nexts else None

    def after(self, news: News, table: TableFacts) -> Self:
        """The finished deal and the wishes after some news."""
        match news:
            case Did(act=Seen()):
                return msgspec.structs.replace(self, nexts=with_chair(self.nexts, news.chair))
            case Did(act=Reseed()):
                return msgspec.structs.replace(self, reseed=with_chair(self.reseed, news.chair))
            case Did(act=RematchNamed(table=rematch)):
                return msgspec.structs.replace(self, rematch=rematch, rematch_by=news.by)
            case Agreed(substitute=(chair, _)) if chair in self.nexts:
                return msgspec.structs.replace(self, nexts=without(self.nexts, chair))
            case Moved(event=Deal(), after=state) if state is not None and (self.last is not None or self.nexts):
                return msgspec.structs.replace(self, last=None, nexts=())
            case Moved(event=Ruled(), after=state) if (
                self.last is not None and state is not None and state.outcome is None
            ):
                return msgspec.structs.replace(self, last=None, nexts=())  # the deal that had ended goes on
            case Moved(event=event, after=state, before=before) if state is not None and state.outcome is not None:
                # A result that a ruling has changed is looked at anew.
                again = isinstance(event, Ruled) and state.terms.conventions.edition >= WRITTEN
                return msgspec.structs.replace(self, last=LastDeal(state, before), nexts=() if again else self.nexts)
        return self
