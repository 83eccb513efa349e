"""The common parts of all phases of bridge: the cards, the calls, and the play of a contract."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

import msgspec

from kozyr.cards import Card, Seat
from kozyr.games import Duty, Phase, Reason, Refusal, Trick
from kozyr.games.bridge.scoring import honours
from kozyr.games.bridge.talk import Talk
from kozyr.games.bridge.terms import TRICKS, Outcome, Terms, Two, partner, side_of
from kozyr.games.bridge.words import AnyEvent, Ask, Contract, Explain
from kozyr.games.claim import Pending
from kozyr.games.trick import Four, Tricks


class Dealt(msgspec.Struct, frozen=True):
    """A deal as it came to the table: hands are bits of a `CardSet`, by seat N E S W."""

    terms: Terms
    hands: Four


class Stage(Phase[AnyEvent], frozen=True):
    """A phase of a deal of bridge."""

    questions: ClassVar[bool] = False
    """Calls may be asked about in this phase, as long as the auction may be reviewed."""
    revealed: ClassVar[bool] = False
    """Whether all hands are open."""

    @property
    @abstractmethod
    def dealt(self) -> Dealt:
        """The deal's cards and terms."""

    @property
    @abstractmethod
    def talk(self) -> Talk:
        """The calls and the words about them."""

    @property
    @abstractmethod
    def play(self) -> CardPlay | None:
        """The play of the contract; None: there is none, or not yet."""

    @property
    def bid(self) -> Contract | None:
        """The highest bid so far, with its doubles."""
        return None if self.play is None else self.play.contract

    @property
    def claim(self) -> Pending[int] | None:
        """The claim on the table: the declarer's tricks in all."""
        return None

    @property
    def outcome(self) -> Outcome | None:
        """The facts, once the deal is over."""
        return None

    @property
    def review(self) -> bool:
        """Whether the auction may be repeated with its meanings (B-LAW-REV-1, B-LAW-REV-3)."""
        play = self.play
        if play is None or not play.tricks.begun:
            return True
        return self.dealt.terms.conventions.review_after_lead == "always"

    @property
    def duties(self) -> tuple[Duty, ...]:
        """The seats that owe an explanation, each with its call.

        After the lead no answer is possible any more (B-LAW-REV-3).
        """
        return self.talk.duties(self.dealt.terms) if self.questions and self.review else ()

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards of the trick in progress, from the lead."""
        return () if self.play is None else self.play.tricks.cards

    @property
    def history(self) -> tuple[Trick, ...]:
        """The finished tricks."""
        return () if self.play is None else self.play.tricks.history

    def reasons(self) -> dict[Card, Refusal]:
        """The cards of the seat on turn that may not be played, and why."""
        return {}

    def why_not_talk(self, event: Ask | Explain, seat: Seat) -> Refusal | None:
        """Why a question or an explanation is refused."""
        if self.questions and self.review:
            return self.talk.why_not(event, seat, self.dealt.terms)
        return Refusal(Reason.NOT_NOW, "B-LAW-REV-3")


class CardPlay(Stage, frozen=True):
    """The play of a contract, as far as it has come."""

    dealt: Dealt
    talk: Talk
    contract: Contract
    declarer: Seat
    control: tuple[Seat, ...]
    """The seat that decides for each seat, N E S W; the declarer decides for dummy too (B-PLAY-4)."""
    tricks: Tricks
    claimed: tuple[Seat, ...] = ()
    """The seats that have claimed in this trick."""
    laid: bool = False
    """Whether the declarer has laid the cards on the table with a claim."""
    honours: Seat | None = None
    """The seat that declared honours."""
    agreed: int | None = None
    """The tricks that a claim gives the declarer, once it is accepted."""

    @property
    def play(self) -> CardPlay:
        """The play itself."""
        return self

    @property
    def turn(self) -> Seat:
        """The seat that plays next."""
        return self.tricks.at

    @property
    def dummy(self) -> Seat:
        """The declarer's partner, whose cards are open once the first card is led (B-PLAY-4)."""
        return partner(self.declarer)

    @property
    def won(self) -> Two:
        """The tricks of each side."""
        if self.agreed is None:
            north, east, south, west = self.tricks.won
            return north + south, east + west
        rest = TRICKS - self.agreed
        return (rest, self.agreed) if side_of(self.declarer) else (self.agreed, rest)

    @property
    def taken(self) -> int:
        """The declarer's tricks."""
        return self.won[side_of(self.declarer)]

    @property
    def holder(self) -> Seat | None:
        """The seat with honours to declare; None: no hand has four (B-SCORE-13)."""
        return next((seat for seat in Seat if honours(self.dealt.hands[seat.position], self.contract.trump)), None)

    @property
    def tabled(self) -> tuple[Seat, ...]:
        """The seats whose hands are open after the lead.

        These are dummy, seats without a player, and a declarer who laid the hand down.
        """
        if not self.tricks.begun:
            return ()
        lying = {self.dummy, *((self.declarer,) if self.laid else ())}
        return tuple(seat for seat in Seat if seat in lying or self.dealt.terms.controls(seat) is not seat)

    @property
    def defenders(self) -> tuple[Seat, ...]:
        """The people who play against the contract."""
        return self.dealt.terms.people(1 - side_of(self.declarer))

    def declares(self, seat: Seat) -> bool:
        """Whether this seat plays the contract."""
        return self.control[self.declarer.position] is seat

    def voices(self, by: Seat) -> tuple[Seat, ...]:
        """The seats that must agree to a claim: the other side, and a defender's partner; never dummy (B-LAW-CLAIM-2)."""
        if self.declares(by):
            return self.defenders
        return (self.control[self.declarer.position], *(seat for seat in self.defenders if seat is not by))


class Interrupted(Stage, frozen=True):
    """A phase behind the play, which it keeps: a claim waits for answers, or honours may be declared."""

    play: CardPlay

    @property
    def dealt(self) -> Dealt:
        """The deal's cards and terms."""
        return self.play.dealt

    @property
    def talk(self) -> Talk:
        """The calls and the words about them."""
        return self.play.talk
