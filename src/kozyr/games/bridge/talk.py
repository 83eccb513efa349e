"""The calls of an auction and the words about them: meanings, questions, explanations (B-AUC-15, B-LAW-REV)."""

from __future__ import annotations

from typing import Final

import msgspec

from kozyr.cards import Seat
from kozyr.games import Duty, Reason, Refusal
from kozyr.games.bridge.terms import Terms, partner, side_of
from kozyr.games.bridge.words import Ask, Call, Explain, with_meaning
from kozyr.games.contract import CannotFollow, by_token

LONGEST: Final = 500  # characters of a meaning


class Talk(msgspec.Struct, frozen=True):
    """The calls, questions and explanations that everybody has heard."""

    calls: tuple[tuple[Seat, Call], ...] = ()
    """With their callers, without meanings."""
    meanings: tuple[tuple[int, str], ...] = ()
    """The meanings by the number of the call, from 0."""
    asked: tuple[int, ...] = ()
    """The numbers of calls that opponents want explained."""

    def called(self, seat: Seat, call: Call) -> Talk:
        """The talk after a call; its meaning is kept apart from it."""
        meanings = self.meanings
        if call.meaning:
            meanings = (*meanings, (len(self.calls), call.meaning))
            call = with_meaning(call, "")
        return Talk((*self.calls, (seat, call)), meanings, self.asked)

    def after(self, event: Ask | Explain) -> Talk:
        """The talk after a question or an explanation; a later explanation replaces an earlier one.

        Raises:
            CannotFollow: it is about a call that has not been made.
        """
        if not 0 <= event.call < len(self.calls):
            raise CannotFollow(event, "of a call that nobody has made")
        if isinstance(event, Ask):
            return Talk(self.calls, self.meanings, (*self.asked, event.call))
        meanings = tuple((n, said) for n, said in self.meanings if n != event.call)
        asked = tuple(n for n in self.asked if n != event.call)
        return Talk(self.calls, (*meanings, (event.call, event.meaning)), asked)

    def why_not(self, event: Ask | Explain, seat: Seat, terms: Terms) -> Refusal | None:
        """Why this seat may not ask or explain this, where questions are in order; None: it may."""
        if not 0 <= event.call < len(self.calls):
            return Refusal(Reason.NOT_NOW, "B-AUC-15")
        if isinstance(event, Explain):
            return self._why_not_explain(event, seat, terms)
        if event.call in self.asked:
            return Refusal(Reason.NOT_NOW, "B-AUC-15")
        callers = side_of(self.calls[event.call][0])
        if callers == side_of(seat):
            return Refusal(Reason.NO_RIGHT, "B-AUC-15")
        if len(terms.people(callers)) < 2:  # a player without a partner has no agreement
            return Refusal(Reason.NO_RIGHT, "B-LAW-REV-2")
        return None

    def _why_not_explain(self, event: Explain, seat: Seat, terms: Terms) -> Refusal | None:
        if not 0 < len(event.meaning) <= LONGEST:
            return Refusal(Reason.NOT_NOW, "B-AUC-15")
        if seat is not self._explains(event.call, terms):
            return Refusal(Reason.NO_RIGHT, "B-LAW-REV-2")
        free = terms.conventions.explain == "self" or event.call in self.asked
        return None if free else Refusal(Reason.NO_RIGHT, "B-AUC-15")

    def _explains(self, call: int, terms: Terms) -> Seat:
        """The seat that explains a call: the caller's partner, or the caller where that is agreed (B-AUC-15)."""
        caller = self.calls[call][0]
        return caller if terms.conventions.explain == "self" else partner(caller)

    def questions(self, seat: Seat, terms: Terms) -> tuple[Ask, ...]:
        """The questions that this seat may ask, sorted by token."""
        every = (Ask(n) for n in range(len(self.calls)))
        return by_token(ask for ask in every if self.why_not(ask, seat, terms) is None)

    def duties(self, terms: Terms) -> tuple[Duty, ...]:
        """The calls that seats have to explain."""
        return tuple(Duty(self._explains(n, terms), f"explain:{n}", "B-AUC-15") for n in self.asked)

    def known(self, viewer: Seat | None, terms: Terms) -> dict[int, str]:
        """The meanings that a viewer may know: a caller's own explanation is hidden from the partner."""
        told = dict(self.meanings)
        if viewer is None or terms.conventions.explain == "partner":
            return told
        return {n: said for n, said in told.items() if viewer is not partner(self.calls[n][0])}
