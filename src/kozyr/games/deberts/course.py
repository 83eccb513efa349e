"""What every phase of a deal of deberts has, and what those that follow an order share."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

import msgspec

from kozyr.cards import Card, CardSet, Seat, Suit
from kozyr.games.contract import Event, Phase
from kozyr.games.deberts.dialogue import Dialogue
from kozyr.games.deberts.ranks import POINTS
from kozyr.games.deberts.terms import Calls, Dealt, Outcome
from kozyr.games.deberts.words import AnyEvent, Close, Exchange, Show
from kozyr.games.refusal import Reason, Refusal
from kozyr.games.trick import Four, Trick, Tricks


def not_now(event: Event, law: str) -> Refusal:
    """A word out of its place; law: of what goes on, where the word has no rule of its own."""
    laws: dict[type[Event], str] = {Close: "D-CLOSE-1", Exchange: "D-COMBO-16", Show: "D-COMBO-1"}
    return Refusal(Reason.NOT_NOW, laws.get(type(event), law))


class Stage(Phase[AnyEvent], frozen=True):
    """A phase of deberts.

    waits: the rule by which the other player waits for his turn.
    """

    waits: ClassVar[str]

    @property
    @abstractmethod
    def dealt(self) -> Dealt:
        """The cards as they were dealt."""

    @property
    @abstractmethod
    def calls(self) -> Calls:
        """The bidding so far."""

    @property
    def course(self) -> Course | None:
        """What has been said and played since somebody ordered; None: nobody has."""
        return None

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards of the trick in progress, from the lead."""
        return () if self.course is None else self.course.tricks.cards

    @property
    def history(self) -> tuple[Trick, ...]:
        """The finished tricks."""
        return () if self.course is None else self.course.tricks.history

    @property
    def outcome(self) -> Outcome | None:
        """The facts, once the deal is over."""
        return None

    def why_not(self, event: Event, seat: Seat) -> Refusal | None:
        """Why the event of this seat is refused; None: it may happen."""
        if seat is not self.turn:
            return Refusal(Reason.NOT_YOUR_TURN, "D-CLOSE-1" if isinstance(event, Close) else self.waits)
        return self.refusal(event)

    @abstractmethod
    def refusal(self, event: Event) -> Refusal | None:
        """Why the event of the one on turn is refused; None: it may happen."""


class Offence(msgspec.Struct, frozen=True):
    """What earns a card bait once the other can prove it (D-BAIT-5).

    by: who. law: which rule he broke. owed: bits of the cards that prove it once one of them is seen. need: sequences, as
    bits, of which he should have held one; hand: what he held then.
    """

    by: Seat
    law: str
    owed: int = 0
    need: tuple[int, ...] = ()
    hand: int = 0


class Course(Stage, frozen=True):
    """What has been said and played since somebody ordered; `play` changes it, and the phases that follow look at it.

    by_first: he ordered in the suit turned up, or was obliged to. owned: the nine that each plays with, after an
    exchange. taken: points of the cards in each one's tricks, the last trick's ten included.
    """

    dealt: Dealt
    calls: Calls
    maker: Seat
    by_first: bool
    owned: Four
    tricks: Tricks
    talk: Dialogue
    taken: Four = (0, 0, 0, 0)
    exchanged: Seat | None = None
    bella: Seat | None = None
    offences: tuple[Offence, ...] = ()

    @property
    def course(self) -> Course:
        """This one."""
        return self

    @property
    def trump(self) -> Suit:
        """What was ordered."""
        return self.talk.trump

    def points(self, cards: int) -> int:
        """What some cards, as bits, are worth in this deal."""
        worth = POINTS[self.talk.trump]
        return sum(worth[card.index] for card in CardSet(cards))

    def hand(self, seat: Seat) -> int:
        """What a player holds now, as bits."""
        return self.tricks.hands[seat.position]


class Aside(Stage, frozen=True):
    """A phase in which no card is played, after an order."""

    course: Course

    @property
    def dealt(self) -> Dealt:
        """The cards as they were dealt."""
        return self.course.dealt

    @property
    def calls(self) -> Calls:
        """The bidding."""
        return self.course.calls
