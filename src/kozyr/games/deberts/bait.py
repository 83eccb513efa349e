"""A card bait: an offence that the cards seen so far prove ends the deal (D-BAIT-4 to D-BAIT-6)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from kozyr.cards import Seat
from kozyr.games.contract import Event
from kozyr.games.deberts.course import Aside, Course, Offence, Stage, not_now
from kozyr.games.deberts.over import Over
from kozyr.games.deberts.ranks import KING_AND_QUEEN, PACK, SEVEN
from kozyr.games.deberts.words import AnyEvent, Bella, Pass
from kozyr.games.refusal import Refusal


class Bait(Aside, frozen=True):
    """The innocent player may still declare an unplayed bella (D-BAIT-6)."""

    name: ClassVar[str] = "bait"
    takes: ClassVar[tuple[type[Event], ...]] = (Bella, Pass)
    waits: ClassVar[str] = "D-BAIT-6"

    baited: Seat
    """The seat of the offender."""

    @property
    def turn(self) -> Seat:
        """The seat on turn: the innocent player's."""
        return self.dealt.terms.other(self.baited)

    def legal(self) -> tuple[AnyEvent, ...]:
        """The choices: to declare the bait or not."""
        return Bella(), Pass()

    def refusal(self, event: Event) -> Refusal | None:
        """Why an event is refused: nothing but the two choices may be said."""
        return None if event in self.legal() else not_now(event, "D-BAIT-6")

    def apply(self, event: Event, seat: Seat) -> Over:
        """The end of the deal."""
        bella = seat if isinstance(event, Bella) else self.course.bella
        return Over(msgspec.structs.replace(self.course, bella=bella), self.baited)


def found_out(course: Course, owing: Seat | None = None) -> Stage | None:
    """The phase after a proved offence, by the cards seen so far: the deal stops (D-BAIT-5).

    None: no offence is proved.

    owing: the seat that has to name combinations now. Without any to name, its earlier words were an offence.
    """
    if not course.offences:
        return None
    if owing is not None and not course.talk.names_due(owing):
        offence = next(offence for offence in course.offences if offence.by is owing)
    else:
        proven = next((offence for offence in course.offences if _proven(course, offence)), None)
        if proven is None:
            return None
        offence = proven
    return baited(course, offence.by)


def baited(course: Course, offender: Seat) -> Stage:
    """The phase after a card bait: the end, or before it the innocent player's unplayed bella (D-BAIT-6)."""
    innocent, pair = course.talk.terms.other(offender), KING_AND_QUEEN[course.trump]
    whole = course.owned[innocent.position] & pair == pair
    if whole and course.hand(innocent) & pair:  # a bella is declared with its last card, so it has not been
        return Bait(course, offender)
    return Over(course, offender)


def _proven(course: Course, offence: Offence) -> bool:
    """Whether the cards that the other player has seen prove it."""
    who, dealt = offence.by, course.dealt
    hand, other = course.hand(who), course.talk.terms.other(who)
    if offence.owed:  # a card that was due instead or before has been played now
        return bool(offence.owed & ~hand)
    known = offence.hand & ~hand
    if course.exchanged is who:
        known |= offence.hand & dealt.turned.bit
    hidden = PACK & ~(course.owned[other.position] | course.owned[who.position] & ~hand | dealt.turned.bit)
    if course.exchanged is not None:
        hidden &= ~SEVEN[course.trump].bit
    if course.talk.terms.conventions.open_bottom_card:
        hidden &= ~dealt.bottom.bit
    left = offence.hand.bit_count() - known.bit_count()
    return not any(not need & ~(known | hidden) and (need & ~known).bit_count() <= left for need in offence.need)
