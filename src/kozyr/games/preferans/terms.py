"""The terms of a deal before its cards, and the facts that remain of it."""

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
    """The terms of a deal before its cards."""

    conventions: Conventions
    number: int
    """The number of the deal in the pulka, from 1."""
    seats: tuple[Seat, ...]
    """The seats of this deal, clockwise, including a dealer without cards."""
    names: tuple[str, ...]
    """The players in those seats."""
    dealer: Seat
    hands: tuple[Seat, ...]
    """The bidders, from the first hand on."""
    auction: AuctionRules
    whist: WhistRules
    waiting: str | None = None
    """The name of the fifth player, who neither plays nor deals."""
    dummy: Seat | None = None
    """The closed hand of gusarik."""
    series: int = 0
    """All-passes in a row so far."""
    level: int = 0
    """The level of blind passes that they left."""
    price: int = 1
    """The price of a trick of an all-pass now, before doubling."""
    forced: bool = False
    """This deal is a compulsory all-pass."""
    bombs: Four = (1, 1, 1, 1)
    """The factor of each seat's next contract, by seat N E S W."""

    @property
    def dealer_sits(self) -> bool:
        """Whether the dealer has no cards (P-3.2.10)."""
        return self.dealer not in self.hands

    @property
    def sitter(self) -> Seat | None:
        """The dealer's seat, if the dealer has no cards."""
        return self.dealer if self.dealer_sits else None

    @property
    def talon_owner(self) -> Seat | None:
        """The dealer without cards, if the tricks of the talon in an all-pass are the dealer's (P-3.7.6.1)."""
        c = self.conventions
        return self.sitter if c.allpass_talon == "opened" and c.allpass_dealer_owns_talon_tricks else None

    @property
    def holders(self) -> tuple[Seat, ...]:
        """The seats with ten cards: the bidders and the closed hand, from the first hand clockwise."""
        if self.dummy is None:
            return self.hands
        start = self.hands[0].position
        return tuple(sorted((*self.hands, self.dummy), key=lambda seat: (seat.position - start) % 4))

    @property
    def refusable(self) -> bool:
        """Whether a declarer may refuse the talon, to the dealer's cost (P-3.4.10)."""
        return self.conventions.talon_refusal_fine > 0

    def factor(self, declarer: Seat, *, dark: bool) -> int:
        """The multiplier of a declarer's game: the bomb, and two for a win before looking (P-3.3.19)."""
        return self.bombs[declarer.position] * (2 if dark else 1)

    def doubling(self, passes: int) -> int:
        """The multiplier of an all-pass after `passes` blind passes; in a compulsory one all pass blind (P-3.7.9)."""
        if self.forced:
            return int(2 ** blind_level("both", self.conventions.blind_cap, self.level, 1))
        return int(2 ** self.auction.depth(passes)) if passes else 1

    def opponents(self, declarer: Seat | None) -> tuple[Seat, ...]:
        """The bidders against a declarer, from the declarer's left; none without a declarer."""
        if declarer is None:
            return ()
        at = self.hands.index(declarer)
        return self.hands[at + 1 :] + self.hands[:at]


class Outcome(BaseOutcome, frozen=True):
    """The facts of a deal, by players' names; one line of a score file."""

    dealer: str
    kind: Literal["tricks", "misere", "allpass"]
    declarer: str | None = None
    contract: Contract | None = None
    tricks: dict[str, int] | None = None
    """Left out when nothing was played."""
    calls: dict[str, Word] = msgspec.field(default_factory=dict)
    """Each defender's final word on whist; an overruled `half_whist` stays.

    A defender without a word passed.
    """
    factor: int | None = None
    """The multiplier of the deal (bombs, blind calls). None: only the declarer's own bomb, if there is one."""
    surrender: bool = False
    """The contract was given up (P-3.5.4)."""
    talon: tuple[Card, Card] | None = None
    """Its cards, for the bonus of P-3.4.11."""
    refused: bool = False
    """The talon was refused (P-3.4.10)."""
    shared: bool = False
    """A misère with the dealer (P-3.6.9)."""
    blind: tuple[str, ...] = ()
    """The players who passed before looking (P-3.3.19a)."""
    open: bool = False
    """Whether the game was played with open cards."""
    out_of_turn: bool = False
    """Whether the wrong player dealt, and it was seen too late (P-3.2.14)."""

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
