"""What is known before a deal, and the facts of it that remain."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from kozyr.cards import Card, Seat
from kozyr.games import Outcome as BaseOutcome, Terms as BaseTerms
from kozyr.games.preferans.auction import AuctionRules, blind_level
from kozyr.games.preferans.options import Conventions
from kozyr.games.preferans.whist import WhistRules, Word
from kozyr.games.preferans.words import Contract
from kozyr.games.trick import Four

__all__ = ["HAND_SIZE", "Outcome", "Terms", "Word", "checked"]

HAND_SIZE: Final = 10


def checked(conventions: Conventions, contract: Contract | None) -> bool:
    """Whether a game is not whisted but played with open cards: a ten, where that is agreed (P-3.5.3)."""
    return contract is not None and contract.size == HAND_SIZE and conventions.contract_ten_is == "checked"


class Terms(BaseTerms, frozen=True):
    """What is known before the cards.

    number: which deal of the pulka, from 1. seats: who sits in this deal, clockwise; a dealer who sits out too.
    names: the players in those seats. waiting: the fifth, who neither plays nor deals. hands: who bids, from the
    first hand on. dummy: the closed hand of gusarik. series, level: all-passes in a row so far and the level of
    blind passes that they left. price: what a trick of an all-pass costs now, before doubling. forced: this
    deal is a compulsory all-pass. bombs: for each seat the factor of its next contract (by seat, N E S W).
    """

    conventions: Conventions
    number: int
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    dealer: Seat
    hands: tuple[Seat, ...]
    auction: AuctionRules
    whist: WhistRules
    waiting: str | None = None
    dummy: Seat | None = None
    series: int = 0
    level: int = 0
    price: int = 1
    forced: bool = False
    bombs: Four = (1, 1, 1, 1)

    @property
    def dealer_sits(self) -> bool:
        """The dealer has no cards (P-3.2.10)."""
        return self.dealer not in self.hands

    @property
    def sitter(self) -> Seat | None:
        """The dealer, where he has no cards."""
        return self.dealer if self.dealer_sits else None

    @property
    def talon_owner(self) -> Seat | None:
        """Whose the tricks are that the talon takes in an all-pass: the dealer's who sits out (P-3.7.6.1)."""
        c = self.conventions
        return self.sitter if c.allpass_talon == "opened" and c.allpass_dealer_owns_talon_tricks else None

    @property
    def holders(self) -> tuple[Seat, ...]:
        """Who gets ten cards: the bidders and the closed hand, from the first hand clockwise."""
        if self.dummy is None:
            return self.hands
        start = self.hands[0].position
        return tuple(sorted((*self.hands, self.dummy), key=lambda seat: (seat.position - start) % 4))

    @property
    def refusable(self) -> bool:
        """A declarer may refuse the talon, to the dealer's cost (P-3.4.10)."""
        return self.conventions.talon_refusal_fine > 0

    def factor(self, declarer: Seat, *, dark: bool) -> int:
        """What multiplies a declarer's game: his bomb, and two where he has won it before looking (P-3.3.19)."""
        return self.bombs[declarer.position] * (2 if dark else 1)

    def doubling(self, passes: int) -> int:
        """What multiplies an all-pass after so many passes before looking; in a compulsory one all are (P-3.7.9)."""
        if self.forced:
            return int(2 ** blind_level("both", self.conventions.blind_cap, self.level, 1))
        return int(2 ** self.auction.depth(passes)) if passes else 1

    def opponents(self, declarer: Seat | None) -> tuple[Seat, ...]:
        """The bidders against a declarer, from his left; nobody, where there is none."""
        if declarer is None:
            return ()
        at = self.hands.index(declarer)
        return self.hands[at + 1 :] + self.hands[:at]


class Outcome(BaseOutcome, frozen=True):
    """The facts of a deal, by players' names; one line of a score file.

    calls: each one's final word on whist; `half_whist` stays the word of one who left for half and was overruled. A
    defender who is not named passed.
    tricks: left out when nothing was played. factor: what multiplies the deal (bombs, blind calls); None: only
    the declarer's own bomb, if he has one. surrender: the contract was given up (P-3.5.4). talon: its cards, for
    the bonus of P-3.4.11. refused: the talon was refused (P-3.4.10). shared: a misère with the dealer (P-3.6.9).
    blind: who passed before looking (P-3.3.19a). open: played with open cards. out_of_turn: it was another's deal, and that
    was seen too late (P-3.2.14).
    """

    dealer: str
    kind: Literal["tricks", "misere", "allpass"]
    declarer: str | None = None
    contract: Contract | None = None
    tricks: dict[str, int] | None = None
    calls: dict[str, Word] = msgspec.field(default_factory=dict)
    factor: int | None = None
    surrender: bool = False
    talon: tuple[Card, Card] | None = None
    refused: bool = False
    shared: bool = False
    blind: tuple[str, ...] = ()
    open: bool = False
    out_of_turn: bool = False

    @property
    def protocol(self) -> str:
        """Contract and result as a tournament sheet has them: `6♠/=`, `8♥/-1` (P-4.2.11)."""
        if self.kind == "allpass":
            return "all-pass"
        counted = {} if self.ruled is None else self.ruled.counted
        taken = ((self.tricks or {}) | counted).get(self.declarer or "", 0)
        if self.kind == "misere" or self.contract is None:
            return f"misère/{-taken or '='}"
        more = 0 if self.tricks is None else taken - self.contract.size
        sign = self.contract.trump.sign if self.contract.trump else "NT"
        result = "given up" if self.surrender else f"{more:+}" if more else "="
        return f"{self.contract.size}{sign}/{result}"
