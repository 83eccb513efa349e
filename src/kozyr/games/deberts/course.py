"""The common parts of all phases of deberts, and of those after an order."""

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
    """The refusal of a word out of its place.

    law: of the current phase, where the word has no rule of its own.
    """
    laws: dict[type[Event], str] = {Close: "D-CLOSE-1", Exchange: "D-COMBO-16", Show: "D-COMBO-1"}
    return Refusal(Reason.NOT_NOW, laws.get(type(event), law))


class Stage(Phase[AnyEvent], frozen=True):
    """A phase of deberts."""

    waits: ClassVar[str]
    """The rule by which the other player waits for the turn."""

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
        """The course of the deal since the order. None: no player has ordered."""
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
        """Why the event of the seat on turn is refused; None: it may happen."""


class Offence(msgspec.Struct, frozen=True):
    """An act that earns a card bait once the opponent can prove it (D-BAIT-5)."""

    by: Seat
    """The seat of the offender."""
    law: str
    """The broken rule."""
    owed: int = 0
    """Cards as bits; the offence is proved once one of them is seen."""
    need: tuple[int, ...] = ()
    """Sequences as bits; an innocent hand would have held one of them."""
    hand: int = 0
    """The offender's hand at that moment, as bits."""


class Course(Stage, frozen=True):
    """The course of a deal since the order; `play` changes it, and the later phases look at it."""

    dealt: Dealt
    calls: Calls
    maker: Seat
    by_first: bool
    """Whether the declarer ordered in the suit turned up, or was obliged to."""
    owned: Four
    """The nine that each plays with, after an exchange."""
    tricks: Tricks
    talk: Dialogue
    taken: Four = (0, 0, 0, 0)
    """Points of the cards in each seat's tricks, the last trick's ten included."""
    exchanged: Seat | None = None
    bella: Seat | None = None
    offences: tuple[Offence, ...] = ()

    @property
    def course(self) -> Course:
        """The course itself."""
        return self

    @property
    def trump(self) -> Suit:
        """The ordered trump suit."""
        return self.talk.trump

    def points(self, cards: int) -> int:
        """The points of some cards, as bits, in this deal."""
        worth = POINTS[self.talk.trump]
        return sum(worth[card.index] for card in CardSet(cards))

    def hand(self, seat: Seat) -> int:
        """The cards that a player holds now, as bits."""
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
