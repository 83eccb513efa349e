"""The declarer's opponents answer on whist (P-3.8). Meanwhile the declarer may mend a slip in naming (P-3.4.8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

import msgspec

from kozyr.cards import Seat
from kozyr.games import Event, Reason, Refusal
from kozyr.games.contract import CannotFollow, by_token
from kozyr.games.preferans.over import Over
from kozyr.games.preferans.phase import Bids, Dealt, Game, Named, Phase, bought
from kozyr.games.preferans.play import start
from kozyr.games.preferans.terms import checked
from kozyr.games.preferans.whist import NOBODY, Defence, Question, ask
from kozyr.games.preferans.words import (
    BIDS,
    AnyEvent,
    Contract,
    Correct,
    Half,
    Lay,
    Pass,
    Peek,
    Surrender,
    Whist,
)
from kozyr.games.trick import Four

_WORDS: Final[Mapping[str, AnyEvent]] = {
    word.token: word for word in (Pass(), Whist(), Half(), Lay(open=True), Lay(open=False))
}
_CORRECTIONS: Final = by_token(Correct(contract, prompt=prompt) for contract in BIDS for prompt in (False, True))


class Whisting(Named, frozen=True):
    """A seat is asked for its word on whist."""

    name: ClassVar[str] = "whist"
    takes: ClassVar[tuple[type[Event], ...]] = (Pass, Whist, Half, Lay, Peek, Correct, Surrender)
    turns: ClassVar[str] = "P-3.8.1"

    defence: Defence
    """The answers so far."""
    question: Question
    """The seat asked now, and its allowed words."""

    @property
    def turn(self) -> Seat:
        """The seat asked now."""
        return self.question.seat

    @property
    def hands(self) -> Four:
        """The cards that each seat holds, as bits."""
        return bought(self.dealt, self.bids, self.game.discarded)

    def legal(self) -> tuple[AnyEvent, ...]:
        """The words of the question; a dealer may look into one hand first (P-3.8.8)."""
        found = tuple(_WORDS[word] for word in self.question.options)
        opponents = self.terms.opponents(self.declarer)
        # A dealer without cards who saw a hand by its invitation (P-3.6.9), now an opponent's, has looked into one.
        looked = self.defence.peeked is not None or self.bids.auction.invited in opponents
        if self.question.seat is not self.terms.sitter or looked:
            return found
        return by_token((*found, *map(Peek, opponents)))

    def offers(self, seat: Seat) -> tuple[AnyEvent, ...]:
        """The declarer's: a correction of the contract, giving it up (P-3.5.4)."""
        if seat is not self.declarer:
            return ()
        return (*filter(self._correctable, _CORRECTIONS), Surrender())

    def _correctable(self, event: Correct) -> bool:
        """Whether the contract can be corrected (P-3.4.8).

        Without a pause it may become any legal one; later only one level higher, until a defender whists.
        """
        named, wanted, bid = self.game.contract, event.contract, self.bids.auction.contract
        if self.terms.conventions.contract_change == "frozen" or wanted is named:
            return False
        if bid is not None and wanted.step < bid.step:
            return False
        higher = wanted.size == named.size + 1 and wanted.denomination != named.denomination
        return event.prompt or (higher and all(word != "whist" for _, word in self.defence.answers))

    def refusal(self, event: Event) -> Refusal:
        """Why a word is refused: obligatory whist, half-whist where there is none, a second look."""
        c = self.terms.conventions
        if isinstance(event, Pass) and c.whist_obligatory_6s and self.game.contract is Contract.S6:
            return Refusal(Reason.OBLIGATORY, "P-3.8.9")
        if isinstance(event, Half):
            return Refusal(Reason.NOT_NOW if c.whist_half else Reason.NOT_AGREED, "P-3.8.7")
        law = "P-3.8.5" if isinstance(event, Lay) else "P-3.8.8" if isinstance(event, Peek) else "P-3.8.1"
        return Refusal(Reason.NOT_NOW, law)

    def possible(self, event: Event, seat: Seat) -> bool:
        """Whether a hand could do it: a defender can answer out of turn."""
        waits = seat in self.terms.opponents(self.declarer) and seat is not self.question.seat
        return waits and isinstance(event, (Pass, Whist, Half))

    def apply(self, event: Event, seat: Seat) -> Phase:
        """The phase after an answer, a correction, or a contract given up.

        An answer out of turn is heard, and changes nothing.
        """
        defence = self.defence
        if seat is not self.question.seat and seat is not self.declarer:
            return self
        if isinstance(event, Surrender):
            return Over(self.dealt, self.bids, self.game, defence, surrendered=True)
        if isinstance(event, Peek):
            return msgspec.structs.replace(self, defence=msgspec.structs.replace(defence, peeked=event.hand))
        if isinstance(event, Correct):
            game = msgspec.structs.replace(self.game, contract=event.contract)
            return whisted(self.dealt, self.bids, game, Defence(peeked=defence.peeked))
        if seat is not self.question.seat:
            raise CannotFollow(event, self.name)  # the declarer does not whist
        answers = (*defence.answers, (seat, event.token))
        return whisted(self.dealt, self.bids, self.game, Defence(answers=answers, peeked=defence.peeked))


def whisted(dealt: Dealt, bids: Bids, game: Game, said: Defence = NOBODY) -> Phase:
    """The phase after these answers: another question, the play, or the end."""
    terms, contract = dealt.terms, game.contract
    opponents = terms.opponents(bids.declarer)
    if bids.auction.dark and contract.size == 6:  # both must whist in the dark, as far as there are two (P-3.3.19b)
        return start(dealt, bids, game, Defence(opponents, open=len(opponents) == 1))
    if checked(terms.conventions, contract):
        return start(dealt, bids, game, Defence(open=True))
    found = ask(terms.whist, contract, opponents, terms.sitter, tuple(word for _, word in said.answers))
    if isinstance(found, Question):
        return Whisting(dealt, bids, game, said, found)
    defence = msgspec.structs.replace(found, answers=said.answers, peeked=said.peeked)
    return start(dealt, bids, game, defence) if defence.whisters else Over(dealt, bids, game, defence)
