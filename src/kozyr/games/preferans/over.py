"""A deal that is over: its played cards lie open, and its facts go to the sheet."""

from __future__ import annotations

from typing import ClassVar

from kozyr.cards import Card, Seat
from kozyr.games import Event, Reason, Refusal
from kozyr.games.contract import CannotFollow
from kozyr.games.preferans.phase import Named, Phase
from kozyr.games.preferans.terms import HAND_SIZE, Outcome, Terms, Word
from kozyr.games.preferans.whist import NOBODY, Defence, final
from kozyr.games.preferans.words import Contract
from kozyr.games.trick import Tricks


def takers(tricks: Tricks, terms: Terms) -> tuple[Seat, ...]:
    """The seats that can have tricks: every hand, and the dealer whose talon's cards are leads (P-3.7.6.1)."""
    seats = tuple(seat for seat in terms.holders if seat in tricks.order)
    return seats if tricks.owner is None else (*seats, tricks.owner)


class Over(Named, frozen=True):
    """The end."""

    name: ClassVar[str] = "over"

    defence: Defence = NOBODY
    tricks: Tricks | None = None
    """None where no card was to be played."""
    surrendered: bool = False
    """The contract was given up (P-3.5.4)."""
    lying: tuple[Seat, ...] = ()
    """The seats whose hands lay open when the game was given up.

    Without play no cards are shown. The discard stays hidden until all ten tricks have shown it (P-3.4.1, P-3.6.6).
    """

    @property
    def turn(self) -> None:
        """The seat on turn: none."""
        return

    @property
    def played(self) -> bool:
        """Whether cards have been played, or tricks agreed upon."""
        return self.tricks is not None and not self.surrendered

    def sees(self, viewer: Seat | None, place: Seat) -> bool:
        """Whether a viewer sees a hand: after play every hand. Without play only the own hand, and hands that lay open."""
        return self.played or place in self.lying or super().sees(viewer, place)

    def sees_talon(self, viewer: Seat | None) -> tuple[Card, ...]:
        """The cards of the talon that a viewer sees: all. Without play as many as before."""
        return self.dealt.talon if self.played else super().sees_talon(viewer)

    def sees_discard(self, viewer: Seat | None) -> bool:
        """Whether a viewer sees the discard: the declarer does, and everybody once the last trick has shown which cards are left."""
        out = self.tricks is not None and len(self.tricks.history) == HAND_SIZE
        return out or (viewer is not None and viewer is self.declarer)

    def refusal(self, event: Event) -> Refusal:  # noqa: ARG002 - whatever it is
        """Why an event is refused: nothing happens after the end."""
        return Refusal(Reason.NOT_NOW, "P-3.2.2")

    def why_not(self, event: Event, seat: Seat) -> Refusal:  # noqa: ARG002 - whoever it is
        """Why an event is refused: nothing happens after the end."""
        return self.refusal(event)

    def apply(self, event: Event, seat: Seat) -> Phase:  # noqa: ARG002 - whoever it is
        """Refuse to follow any event: nothing happens after the end."""
        raise CannotFollow(event, self.name)

    @property
    def outcome(self) -> Outcome:
        """The facts of the deal."""
        terms, game, declarer = self.terms, self.game, self.declarer
        name, tricks = terms.name, None if self.surrendered else self.tricks
        counted = None
        if tricks is not None:
            counted = {
                name(seat): tricks.won[seat.position] for seat in takers(tricks, terms) if seat is not terms.dummy
            }
        factor = None if self.factor == 1 else self.factor
        if declarer is None:
            passers = self.bids.auction.blind_passers
            blind = tuple(name(seat) for seat in terms.hands if terms.forced or seat in passers)
            return Outcome(name(terms.dealer), "allpass", tricks=counted, factor=factor, blind=blind)
        if terms.dummy is not None and counted is not None and tricks is not None:
            # The closed hand's tricks belong to the player of its cards.
            counted[name(terms.opponents(declarer)[0])] += tricks.won[terms.dummy.position]
        misere = game.contract is Contract.MISERE
        upper, lower = self.dealt.talon
        return Outcome(
            name(terms.dealer),
            "misere" if misere else "tricks",
            declarer=name(declarer),
            contract=None if misere else game.contract,
            tricks=counted,
            calls={} if misere else self._words(),
            factor=factor,
            surrender=self.surrendered,
            talon=(upper, lower) if terms.conventions.talon_bonus and not self.bids.auction.hand else None,
            refused=game.refused,
            shared=self.bids.shared,
            open=self.defence.open,
        )

    def _words(self) -> dict[str, Word]:
        """Each defender's final word. A defender who must whist in the dark has none and whists (P-3.3.19b)."""
        name, defence = self.terms.name, self.defence
        if not defence.answers:
            return {name(seat): "whist" for seat in defence.whisters}
        return {name(seat): word for seat, word in final(defence.answers).items()}
