"""The dialogue about combinations outside the play: about the terz from the nine, and after the first trick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from kozyr.cards import Seat
from kozyr.games.contract import Event, by_token
from kozyr.games.deberts.bait import found_out
from kozyr.games.deberts.combinations import KINDS, best, right_word
from kozyr.games.deberts.course import Aside, Course, Stage, not_now
from kozyr.games.deberts.dialogue import NINE_HEIGHT, Dialogue
from kozyr.games.deberts.terms import Step
from kozyr.games.deberts.words import AnyEvent, From, Higher, Passes, Show
from kozyr.games.refusal import Reason, Refusal


class Melds(Aside, frozen=True):
    """A player has a word to say about combinations before the play goes on."""

    name: ClassVar[str] = "melds"
    takes: ClassVar[tuple[type[Event], ...]] = (From, Higher, Passes, Show)
    waits: ClassVar[str] = "D-COMBO-10"

    step: Step
    """The step of the dialogue."""
    speaker: Seat

    @property
    def turn(self) -> Seat:
        """The seat on turn: the speaker's."""
        return self.speaker

    def legal(self) -> tuple[AnyEvent, ...]:
        """The words that the player can say."""
        talk, seat = self.course.talk, self.speaker
        words: Sequence[AnyEvent]
        if self.step == "answer":
            words = talk.heights(seat)
        elif self.step == "reply":
            words = talk.replies(seat)
        else:
            words = talk.about_nine(seat) if self.step == "nine" else talk.names_due(seat)
        return by_token(words)

    def refusal(self, event: Event) -> Refusal | None:
        """Why a word is refused."""
        legal = self.legal()
        if event in legal:
            return None
        if isinstance(event, Show):
            talk = self.course.talk
            hand = talk.spoke[self.speaker.position]
            return talk.why_not_show(event, hand, legal, self._out_of_place(event))
        if isinstance(event, Passes):
            return Refusal(Reason.OBLIGATORY, "D-COMBO-10")
        return not_now(event, "D-COMBO-10")

    def _out_of_place(self, event: Show) -> Refusal:
        """The refusal of combinations that the player holds and may not name."""
        if self.step != "show":
            return Refusal(Reason.TOO_LOW, "D-COMBO-10")
        talk = self.course.talk
        told, first = (
            best((meld for show in shows for meld in show.melds), talk.trump)
            for shows in ([event], talk.names_due(self.speaker))
        )
        above = told is not None and first is not None and told > first  # higher than the first declared one
        return Refusal(Reason.TOO_HIGH if above else Reason.NOT_NOW, "D-COMBO-13")

    def apply(self, event: Event, seat: Seat) -> Stage:
        """The phase after a word: the dialogue goes on, or the play."""
        course, talk = self.course, self.course.talk
        eldest, dealer = talk.terms.eldest, talk.terms.dealer
        match event:
            case From(rank=rank, trump=trump):
                answer = (KINDS.index(talk.claim or "terz"), rank.position, trump)
                if talk.nine is not dealer:
                    return after(course, talk.say(seat, event, answer=answer), "reply", dealer)
                if answer < NINE_HEIGHT:
                    return after(
                        course, talk.say(seat, event, answer=answer, passed=dealer, reply="show"), "show", dealer
                    )
                return after(course, talk.say(seat, event, answer=answer, passed=eldest, reply="passes"))
            case Higher():
                return after(course, talk.say(seat, event, passed=seat, reply="higher"))
            case Passes() if self.step == "nine":
                return after(course, talk.say(seat, event, passed=eldest, reply="passes"))
            case Show(melds=melds):
                sure = right_word(best(melds, talk.trump), talk.claim or "terz") == "show"
                if self.step != "reply" or not sure:
                    return after(course, talk.say(seat, event, passed=seat, named=melds))
                # The dealer beats every such combination and had no right to ask (D-COMBO-11): the eldest's pass.
        return after(course, talk.say(seat, event, passed=eldest), "show", eldest)


def after(course: Course, talk: Dialogue, step: Step = "", speaker: Seat | None = None) -> Stage:
    """The phase after a word: an offence brought to light, a step of the dialogue by this speaker, or the play."""
    course = msgspec.structs.replace(course, talk=talk)
    if speaker is None:
        return found_out(course) or course
    return found_out(course, speaker if step == "show" else None) or Melds(course, step, speaker)


def after_first_trick(course: Course) -> Stage:
    """The phase after the first trick, with the answer and the naming of passing combinations (D-COMBO-7, D-COMBO-10)."""
    talk, eldest = course.talk, course.talk.terms.eldest
    steps: dict[str, Step] = {"height": "answer", "passes": "show"}
    step = steps.get(talk.reply, "")
    return after(course, talk, step, eldest if step else None)
