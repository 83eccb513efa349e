"""A claim as a phase: the others say whether they accept it (B-LAW-CLAIM-2)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from kozyr.cards import Seat
from kozyr.games import Event, Reason, Refusal
from kozyr.games.bridge.honours import ended
from kozyr.games.bridge.stage import Interrupted, Stage
from kozyr.games.bridge.words import Answer, AnyEvent, Ask, Claim, Explain, Honours
from kozyr.games.claim import ANSWERS, Pending
from kozyr.games.contract import CannotFollow


class Claimed(Interrupted, frozen=True):
    """A claim waits for its answers."""

    name: ClassVar[str] = "play"
    takes: ClassVar[tuple[type[Event], ...]] = (Ask, Explain, Answer)
    questions: ClassVar[bool] = True

    claim: Pending[int]

    @property
    def turn(self) -> Seat:
        """The seat that plays next."""
        return self.play.tricks.at

    @property
    def actor(self) -> Seat:
        """The seat that answers next."""
        return self.claim.waiting(self.play.voices(self.claim.by))[0]

    def legal(self) -> tuple[AnyEvent, ...]:
        """The two answers: no and yes."""
        return ANSWERS

    def offers(self, seat: Seat) -> tuple[AnyEvent, ...]:
        """Questions, where they may be put after the lead."""
        return self.talk.questions(seat, self.dealt.terms) if self.review else ()

    def why_not(self, event: Event, seat: Seat) -> Refusal | None:
        """Why the event of this seat is refused; None: it may happen."""
        if isinstance(event, Claim):
            return Refusal(Reason.CLAIM_PENDING, "B-LAW-CLAIM-1")
        if isinstance(event, (Ask, Explain, Honours)):
            return self.play.why_not(event, seat)
        if seat is not self.actor:
            return Refusal(Reason.NOT_YOUR_TURN, "B-LAW-CLAIM-2")
        return None if isinstance(event, Answer) else Refusal(Reason.CLAIM_PENDING, "B-LAW-CLAIM-2")

    def apply(self, event: Event, seat: Seat) -> Stage:
        """The phase after an event that is known to be possible."""
        if isinstance(event, (Ask, Explain)):
            return msgspec.structs.replace(self, play=self.play.apply(event, seat))
        if not isinstance(event, Answer):
            raise CannotFollow(event, self.name)
        if not event.yes:
            return self.play
        claim = self.claim.agree(seat)
        if claim.waiting(self.play.voices(claim.by)):
            return msgspec.structs.replace(self, claim=claim)
        return ended(msgspec.structs.replace(self.play, agreed=claim.tricks))
