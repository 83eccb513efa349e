"""The end of the play: honours are declared then, where that is agreed (B-SCORE-13)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from kozyr.cards import Seat
from kozyr.games import Event, Reason, Refusal
from kozyr.games.bridge.over import Over
from kozyr.games.bridge.stage import CardPlay, Interrupted, Stage
from kozyr.games.bridge.words import PASS, AnyEvent, Ask, Claim, Explain, Honours, Pass


def ended(play: CardPlay) -> Stage:
    """The phase that follows the last trick, or a claim that all accept."""
    c = play.dealt.terms.conventions
    if not c.honours or c.honours_claim == "after_auction" or play.holder is None:
        return Over(play.dealt, play.talk, play)
    if c.honours_claim == "automatic":
        return Over(play.dealt, play.talk, msgspec.structs.replace(play, honours=play.holder))
    return AfterPlay(play)


class AfterPlay(Interrupted, frozen=True):
    """The tricks are counted, and a player may declare the honours of the own hand."""

    name: ClassVar[str] = "honours"
    takes: ClassVar[tuple[type[Event], ...]] = (Honours, Pass)
    revealed: ClassVar[bool] = True

    @property
    def turn(self) -> Seat | None:
        """The seat whose hand had the honours."""
        return self.play.holder

    @property
    def actor(self) -> Seat | None:
        """The seat that played that hand."""
        holder = self.play.holder
        return None if holder is None else self.dealt.terms.controls(holder)

    def legal(self) -> tuple[AnyEvent, ...]:
        """The choices: to declare the honours, or not."""
        return Honours(), PASS

    def why_not(self, event: Event, seat: Seat) -> Refusal | None:
        """Why the event of this seat is refused; None: it may happen."""
        if isinstance(event, (Ask, Explain)):
            return self.why_not_talk(event, seat)
        if isinstance(event, Claim):
            return Refusal(Reason.NOT_NOW, "B-LAW-CLAIM-1")
        if seat is not self.actor:
            return Refusal(Reason.NOT_YOUR_TURN, "B-SCORE-13")
        return None if event in self.legal() else Refusal(Reason.NOT_NOW, "B-SCORE-13")

    def apply(self, event: Event, seat: Seat) -> Over:  # noqa: ARG002 - only the actor speaks
        """The phase after an event that is known to be possible."""
        declared = self.play.holder if isinstance(event, Honours) else None
        return Over(self.dealt, self.talk, msgspec.structs.replace(self.play, honours=declared))
