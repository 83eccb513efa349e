"""A deal that is over, and its facts (B-SCORE-1)."""

from __future__ import annotations

from typing import ClassVar

from kozyr.cards import CardSet, Seat
from kozyr.games import Event, Reason, Refusal
from kozyr.games.bridge.scoring import hcp, honours
from kozyr.games.bridge.stage import CardPlay, Dealt, Stage
from kozyr.games.bridge.talk import Talk
from kozyr.games.bridge.terms import LINES, Letter, Outcome
from kozyr.games.bridge.words import Line
from kozyr.games.contract import CannotFollow


class Over(Stage, frozen=True):
    """Nothing more happens in this deal."""

    name: ClassVar[str] = "over"
    revealed: ClassVar[bool] = True

    dealt: Dealt
    talk: Talk
    play: CardPlay | None = None
    """The play of the contract. None: all passed."""

    @property
    def turn(self) -> None:
        """The seat on turn: none."""
        return

    @property
    def review(self) -> bool:
        """Whether everything may be told now: yes."""
        return True

    def why_not(self, event: Event, seat: Seat) -> Refusal:  # noqa: ARG002 - whatever it is
        """Why the event of this seat is refused."""
        return Refusal(Reason.NOT_NOW, "B-SCORE-1")

    def apply(self, event: Event, seat: Seat) -> Stage:  # noqa: ARG002 - whatever it is
        """Refuse to follow any event: a finished deal takes none."""
        raise CannotFollow(event, self.name)

    @property
    def outcome(self) -> Outcome:
        """The facts of the deal."""
        terms, play = self.dealt.terms, self.play
        points: dict[Line, int] = {}
        if terms.conventions.compare == "russian_target":
            cards = [hcp(CardSet(hand)) for hand in self.dealt.hands]
            points = {line: cards[at] + cards[at + 2] for at, line in enumerate(LINES)}
        if play is None:
            return Outcome(terms.dealer.value, terms.vulnerability, hcp=points)
        declared: dict[Letter, int] = {}
        if play.honours is not None:
            declared[play.honours.value] = honours(self.dealt.hands[play.honours.position], play.contract.trump)
        return Outcome(
            terms.dealer.value,
            terms.vulnerability,
            str(play.contract),
            play.declarer.value,
            play.taken,
            declared,
            points,
        )
