"""A deal that was played and is over: its facts (D-SCORE-2)."""

from __future__ import annotations

from typing import ClassVar

from kozyr.cards import Seat
from kozyr.games.contract import CannotFollow, Event
from kozyr.games.deberts.combinations import Kind
from kozyr.games.deberts.course import Aside, Stage
from kozyr.games.deberts.ranks import LAST_TRICK
from kozyr.games.deberts.terms import HAND_SIZE, SEATS, Outcome
from kozyr.games.refusal import Reason, Refusal


class Ended(Stage, frozen=True):
    """The deal is over: nothing more can happen in it."""

    name: ClassVar[str] = "over"

    @property
    def turn(self) -> None:
        """No seat: the deal is over."""
        return None

    def why_not(self, event: Event, seat: Seat) -> Refusal | None:  # noqa: ARG002 - the same for all
        """Every event is refused: the deal is over."""
        return self.refusal(event)

    def refusal(self, event: Event) -> Refusal | None:  # noqa: ARG002 - the same for all
        """Every event is refused: the deal is over."""
        return Refusal(Reason.NOT_NOW, "D-SCORE-2")

    def apply(self, event: Event, seat: Seat) -> Stage:  # noqa: ARG002 - nothing is possible
        """Refuse every event: the deal is over.

        Raises:
            CannotFollow: always.
        """
        raise CannotFollow(event, self.name)


class Over(Aside, Ended, frozen=True):
    """The end of a deal that was played."""

    baited: Seat | None = None
    """The seat that has earned a card bait."""
    closed: Seat | None = None
    """The seat that has stopped the play."""

    @property
    def outcome(self) -> Outcome:
        """The facts of the deal."""
        course, closed = self.course, self.closed
        talk, tricks = course.talk, course.tricks
        bait = self.baited
        melds: dict[str, tuple[Kind, ...]] = {}
        if talk.passed is not None and talk.named:
            melds[talk.passed.value] = tuple(meld.kind for meld in talk.named)
        elif talk.passed is not None and closed is not None:  # "passes" has been said, the names were still to come
            melds = {name: kinds for name, kinds in talk.declared().items() if name == talk.passed.value}
        points = {seat.value: course.taken[seat.position] for seat in SEATS}
        if closed is not None and any(offence.by is closed for offence in course.offences):
            bait = closed  # the cards are counted, so the offence comes to light
        elif bait is not None:
            innocent = talk.terms.other(bait)
            both = course.owned[0] | course.owned[2]
            points = {bait.value: 0, innocent.value: course.points(both) + LAST_TRICK}
            melds |= talk.declared()
        ended = len(tricks.history) == HAND_SIZE and bait is None
        bare = next((seat for seat in SEATS if not tricks.won[seat.position]), None) if ended else None
        return Outcome(
            talk.terms.dealer.value,
            maker=course.maker.value,
            trump=talk.trump,
            points=points,
            melds=melds,
            bella=_letter(course.bella),
            last=tricks.history[-1].winner.value if ended else None,
            bare=_letter(bare),
            bait=_letter(bait),
            closed=_letter(closed),
        )


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else seat.value
