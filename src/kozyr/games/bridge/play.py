"""The play of the cards as a phase; claims and honours that may be offered besides (B-PLAY, B-LAW-CLAIM, B-SCORE-13)."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Final

import msgspec

from kozyr.cards import Card, CardSet, Seat
from kozyr.games import Event, Reason, Refusal
from kozyr.games.bridge.claimed import Claimed
from kozyr.games.bridge.honours import ended
from kozyr.games.bridge.stage import CardPlay, Stage
from kozyr.games.bridge.terms import TRICKS
from kozyr.games.bridge.words import CLAIMS, PLAYS, AnyEvent, Ask, Claim, Explain, Honours, Play
from kozyr.games.claim import Pending
from kozyr.games.contract import CannotFollow, by_token
from kozyr.games.trick import plays

_PLAN: Final = 300  # characters of the line of a claim
_LAWS: Final = {Reason.NOT_HELD: "B-PLAY-5", Reason.MUST_FOLLOW: "B-PLAY-6"}
_replace: Final = msgspec.structs.replace
_plays: Final = plays(PLAYS)


@lru_cache(maxsize=128)
def _claims(least: int, most: int) -> tuple[Claim, ...]:
    return by_token(CLAIMS[least : most + 1])


class Playing(CardPlay, frozen=True):
    """The play, card by card."""

    name: ClassVar[str] = "play"
    takes: ClassVar[tuple[type[Event], ...]] = (Play, Ask, Explain, Honours, Claim)
    questions: ClassVar[bool] = True

    @property
    def actor(self) -> Seat:
        """The seat that decides: the declarer plays dummy's cards (B-PLAY-4)."""
        return self.control[self.tricks.at.position]

    def legal(self) -> tuple[AnyEvent, ...]:
        """The cards that may be played."""
        return _plays(self.tricks.playable)

    def reasons(self) -> dict[Card, Refusal]:
        """The cards that do not follow suit, each with its refusal."""
        tricks = self.tricks
        barred = CardSet(tricks.hand & ~tricks.playable)
        return {card: Refusal(Reason.MUST_FOLLOW, "B-PLAY-6") for card in barred}

    def offers(self, seat: Seat) -> tuple[AnyEvent, ...]:
        """Questions (B-LAW-REV-3), claims (B-LAW-CLAIM-1), honours before the lead (B-SCORE-13)."""
        asks = self.talk.questions(seat, self.dealt.terms) if self.review else ()
        if not self.tricks.begun:
            return asks if self._why_not_honours(seat) else (*asks, Honours())
        return asks if self._why_not_claiming(seat) else (*asks, *_claims(*self._bounds))

    def why_not(self, event: Event, seat: Seat) -> Refusal | None:
        """Why the event of this seat is refused; None: it may happen."""
        if type(event) is Play and seat is self.control[self.tricks.at.position]:
            if event.card.bit & self.tricks.playable:
                return None
            reason = self.tricks.refusal(event.card)
            return None if reason is None else Refusal(reason, _LAWS[reason])
        if isinstance(event, (Ask, Explain)):
            return self.why_not_talk(event, seat)
        if isinstance(event, Claim):
            return self._why_not_claiming(seat) or self._why_not_claim(event)
        if isinstance(event, Honours):
            return self._why_not_honours(seat)
        if seat is self.actor:
            return Refusal(Reason.NOT_NOW, "B-PLAY-5")
        if seat is self.dummy:
            return Refusal(Reason.NOT_YOUR_TURN, "B-PLAY-4")
        return Refusal(Reason.NOT_YOUR_TURN, "B-PLAY-6" if self.tricks.trick else "B-PLAY-3")

    @property
    def _bounds(self) -> tuple[int, int]:
        """The fewest and the most tricks that the declarer can still have in all."""
        taken = self.taken
        return taken, taken + TRICKS - len(self.tricks.history)

    def _why_not_claiming(self, seat: Seat) -> Refusal | None:
        if not self.tricks.begun:
            return Refusal(Reason.NOT_NOW, "B-LAW-CLAIM-1")
        if not self.declares(seat) and seat not in self.defenders:
            return Refusal(Reason.NO_RIGHT, "B-PLAY-4")
        return Refusal(Reason.ALREADY_CLAIMED, "B-LAW-CLAIM-1") if seat in self.claimed else None

    def _why_not_claim(self, claim: Claim) -> Refusal | None:
        if len(claim.line) > _PLAN:
            return Refusal(Reason.NOT_NOW, "B-LAW-CLAIM-1")
        least, most = self._bounds
        return None if least <= claim.tricks <= most else Refusal(Reason.IMPOSSIBLE_TRICKS, "B-LAW-CLAIM-1")

    def _why_not_honours(self, seat: Seat) -> Refusal | None:
        """Whether honours can be declared between auction and lead; after the play it is a phase of its own."""
        c = self.dealt.terms.conventions
        if not c.honours or c.honours_claim == "automatic":
            return Refusal(Reason.NOT_AGREED, "B-SCORE-13")
        if c.honours_claim != "after_auction" or self.tricks.begun or self.honours is not None:
            return Refusal(Reason.NOT_NOW, "B-SCORE-13")
        holder = self.holder
        mine = holder is not None and self.dealt.terms.controls(holder) is seat
        return None if mine else Refusal(Reason.NOT_HELD, "B-SCORE-13")

    def possible(self, event: Event, seat: Seat) -> bool:
        """Whether a hand could do it: any held card can be played, in turn or not, by its hand's player.

        Before the first lead the declarer's partner still holds cards, and may lead one by mistake.
        """
        holder = self.tricks.holder(event.card) if isinstance(event, Play) else None
        if holder is not None and holder is seat and not self.tricks.begun:
            return True
        return holder is not None and self.control[holder.position] is seat

    def apply(self, event: Event, seat: Seat) -> Stage:
        """The phase after an event that is known to be possible."""
        if isinstance(event, Play):
            tricks = self.tricks.play(event.card)
            if tricks.trick:
                return _replace(self, tricks=tricks)
            after = _replace(self, tricks=tricks, claimed=())
            return after if len(tricks.history) < TRICKS else ended(after)
        if isinstance(event, (Ask, Explain)):
            return _replace(self, talk=self.talk.after(event))
        if isinstance(event, Honours):
            return _replace(self, honours=self.holder)
        if not isinstance(event, Claim):
            raise CannotFollow(event, self.name)
        laid = self.laid or self.declares(seat)  # it stays there (B-LAW-CLAIM-1)
        play = _replace(self, laid=laid, claimed=(*self.claimed, seat))
        return Claimed(play, Pending(seat, event.tricks, line=event.line))
