"""The dialogue about combinations: the claim, the question, the answer, the names (D-COMBO-5 to D-COMBO-18).

The eldest's claim and the dealer's word come before their first cards; the rest follows the first trick.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from kozyr.cards import CARDS, Rank, Seat, Suit
from kozyr.games.contract import Event
from kozyr.games.deberts.combinations import KINDS, Height, Kind, Meld, best, height, held, right_word, sets
from kozyr.games.deberts.terms import Calls, Terms
from kozyr.games.deberts.words import DECLARES, AnyEvent, From, Height as AskHeight, Higher, Nine, Passes, Show
from kozyr.games.refusal import Reason, Refusal
from kozyr.games.trick import Four, put

# The terz from the nine of trumps (D-COMBO-17), by suit; and its height.
NINE_TERZ: Final = {card.suit: Meld("terz", card) for card in CARDS if card.rank is Rank.NINE}
NINE_HEIGHT: Final[Height] = (0, Rank.NINE.position, True)
_RANK_AT: Final = {rank.position: rank for rank in Rank}

Reply: TypeAlias = Literal["", "passes", "height", "higher", "show"]


class Dialogue(msgspec.Struct, frozen=True):
    """The words said about combinations, and their consequences."""

    terms: Terms
    trump: Suit
    said: Calls = ()
    """The words in order."""
    claim: Kind | None = None
    """The kind that the eldest has declared."""
    spoke: Four = (0, 0, 0, 0)
    """The hand of each player at the time of speaking, as bits by seat."""
    nine: Seat | None = None
    """The seat that has asked about the terz from the nine of trumps."""
    reply: Reply = ""
    """The dealer's word before the first card."""
    answer: Height | None = None
    """The height that the eldest has told."""
    passed: Seat | None = None
    """The seat whose combinations count."""
    named: tuple[Meld, ...] = ()
    """The combinations that this seat has named."""

    def names(self, seat: Seat) -> tuple[Meld, ...]:
        """The combinations that this player has named."""
        return self.named if seat is self.passed else ()

    def held(self, hand: int) -> tuple[Meld, ...]:
        """All combinations that lie in a hand."""
        return held(hand, self.terms.conventions.hundred)

    def highest(self, hand: int) -> Height | None:
        """The height of the highest combination of a hand."""
        return best(self.held(hand), self.trump)

    def right_word(self, hand: int) -> Literal["passes", "height", "show"]:
        """The right word of the dealer with this hand to the eldest's claim."""
        return right_word(self.highest(hand), self.claim or "terz")

    def asked(self, seat: Seat) -> bool:
        """Whether the eldest has made a claim, and this player, the dealer, has said nothing to it yet."""
        return self.claim is not None and not self.reply and seat is self.terms.dealer

    def owes_word(self, seat: Seat) -> bool:
        """Whether this player, the dealer, must answer or name combinations before the first card."""
        return self.asked(seat) or (self.reply == "higher" and not self.named and seat is self.terms.dealer)

    def owes_names(self, seat: Seat) -> bool:
        """Whether the player has spoken of combinations and not named them yet; their cards must stay (D-COMBO-17).

        A terz from the nine of trumps is excepted: the player has told all of it.
        """
        if self.nine is seat or self.names(seat):
            return False
        return self.claim is not None if seat is self.terms.eldest else self.reply in {"height", "higher"}

    def declared(self) -> dict[str, tuple[Kind, ...]]:
        """The declared combinations that are not named yet, by seat.

        A card bait (D-BAIT-4) and closing (D-CLOSE-1) count them.
        """
        found: dict[str, tuple[Kind, ...]] = {}
        eldest, asker = self.terms.eldest, self.nine
        if self.claim is not None and not self.names(eldest):
            found[eldest.value] = (self.claim,)
        if asker is not None and not self.names(asker) and not NINE_TERZ[self.trump].bits & ~self._told(asker):
            found[asker.value] = ("terz",)
        return found

    def _told(self, seat: Seat) -> int:
        return self.spoke[seat.position]

    # --- the possible words

    def openings(self, seat: Seat, hand: int, *, nine: bool) -> list[AnyEvent]:
        """The words that this player can say before the first card.

        nine: whether the player may ask about the terz from the nine of trumps.
        """
        words: list[AnyEvent] = []
        if seat is self.terms.eldest:
            if self.claim is None and self.nine is not seat:
                kinds = {meld.kind for meld in self.held(hand)}
                words += [DECLARES[kind] for kind in KINDS if kind in kinds]
                words += [Nine()] if nine else []
            return words
        if self.reply == "higher" and not self.named:
            return [*self.shows(self._told(seat), above=NINE_HEIGHT)]
        if self.claim is None and self.nine is None and not self.named:
            return [*self.shows(hand)]
        if not self.asked(seat):
            return words
        word = self.right_word(hand)
        if word == "passes" or not self.terms.guided:
            words.append(Passes())
        if word == "height" or self.terms.ruled:
            words.append(AskHeight())
        if word == "show":
            words += self.shows(hand, sure=self.claim)
        if nine and self.claim == "terz":
            words.append(Nine())
        return words

    def shows(
        self, hand: int, *, above: Height | None = None, sure: Kind | None = None, first: Height | None = None
    ) -> list[Show]:
        """The ways to name the combinations of a hand.

        above: the highest must beat this. sure: it must beat every claim of this kind. first: it must be of this height.
        """
        guided = self.terms.guided
        if guided and first is None:
            first = self.highest(hand)
            if first is None:
                return []
        found = []
        for group in sets(hand, self.trump, self.terms.conventions.hundred, first, guided):
            top = best(group, self.trump)
            beats = above is None or (top is not None and top > above)
            if beats and (sure is None or right_word(top, sure) == "show"):
                found.append(Show(group))
        return found

    def heights(self, seat: Seat) -> list[From]:
        """The heights that the claimed combination can have (D-COMBO-10)."""
        return [From(_RANK_AT[rank], trump) for _, rank, trump in self._claimed(seat)]

    def _claimed(self, seat: Seat) -> set[Height]:
        """The heights that this player's combinations of the claimed kind have; the highest alone where words are guided."""
        heights = {height(meld, self.trump) for meld in self.held(self._told(seat)) if meld.kind == self.claim}
        return {max(heights)} if self.terms.guided else heights

    def replies(self, seat: Seat) -> list[AnyEvent]:
        """The dealer's reply to the height: a higher combination, or "passes" (D-COMBO-10)."""
        return self._or_passes([*self.shows(self._told(seat), above=self.answer)])

    def about_nine(self, seat: Seat) -> list[AnyEvent]:
        """The answer to the question about the terz from the nine of trumps (D-COMBO-17)."""
        highest = self.highest(self._told(seat))
        return self._or_passes([Higher()] if highest is not None and highest > NINE_HEIGHT else [])

    def _or_passes(self, words: list[AnyEvent]) -> list[AnyEvent]:
        return words if words and self.terms.guided else [*words, Passes()]

    def names_due(self, seat: Seat) -> list[Show]:
        """The names that the owner of the passing combinations owes: none above the first declared one (D-COMBO-13)."""
        hand = self._told(seat)
        if self.nine is seat:
            return self.shows(hand, first=NINE_HEIGHT)
        if self.answer is not None:
            return self.shows(hand, first=self.answer)
        return [show for first in self._claimed(seat) for show in self.shows(hand, first=first)]

    def why_not_show(
        self, event: Show, hand: int, legal: Sequence[AnyEvent], otherwise: Refusal | None
    ) -> Refusal | None:
        """Why these names are refused where some names are legal; otherwise: the reason if the hand does hold them."""
        for other in legal:  # the same in another order
            if isinstance(other, Show) and len(other.melds) == len(event.melds) and {*other.melds} == {*event.melds}:
                return None
        together = 0
        for meld in event.melds:
            if together & meld.bits:
                return Refusal(Reason.CARD_TWICE, "D-COMBO-3")
            together |= meld.bits
        if together & ~hand or not event.melds or {*event.melds} - {*self.held(hand)}:
            return Refusal(Reason.NOT_HELD, "D-COMBO-1")
        return otherwise

    # --- the spoken words

    def say(self, seat: Seat, event: Event, **changes: object) -> Dialogue:
        """The dialogue after one more word."""
        return msgspec.structs.replace(self, said=(*self.said, (seat, event)), **changes)

    def remember(self, seat: Seat, hand: int) -> Four:
        """`spoke` with this player's present hand."""
        return put(self.spoke, seat.position, hand)
