"""What a review says: the account of each player for a deal, and what each decision cost.

An account divides what the deal changed in the settled sheet. Its parts sum to that change exactly; nothing is left over.
Costs stand beside the account in two kinds that are never added to each other or to the account.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Literal, TypeAlias

import msgspec

from kozyr.cards import Seat, takes

Stage: TypeAlias = Literal["auction", "discard", "whist", "play"]
Unit: TypeAlias = Literal["whists", "points", "imps", "chance"]


class Shares(msgspec.Struct, frozen=True):
    """A part of the account by whose acts moved it, as seen from one player."""

    mine: Fraction = Fraction()
    partner: Fraction = Fraction()
    opponents: Fraction = Fraction()

    @property
    def total(self) -> Fraction:
        """All three together."""
        return self.mine + self.partner + self.opponents

    def __add__(self, other: Shares) -> Shares:
        """Both, share by share."""
        return Shares(self.mine + other.mine, self.partner + other.partner, self.opponents + other.opponents)


class Account(msgspec.Struct, frozen=True):
    """What a deal changed for one player in the settled sheet, and where it came from.

    sheet: the change. luck: what experts make of the same cards from the same sheet. auction: the value after the auction
    less that. discard, whist, play: what the acts after the auction changed. rulings: what the arbiter changed.
    """

    sheet: Fraction
    luck: Fraction
    auction: Fraction
    discard: Shares
    whist: Shares
    play: Shares
    rulings: Fraction = Fraction()

    @property
    def parts(self) -> Fraction:
        """All parts together, which is `sheet`."""
        return self.luck + self.auction + self.discard.total + self.whist.total + self.play.total + self.rulings


@takes("accounts are those of deals, as review.review(record).deals", Mapping, each=True)
def summed(deals: Iterable[Mapping[str, Account]], rulings: Mapping[str, Fraction]) -> dict[str, Account]:
    """The account of a match by player: that of all its deals, and what was written between them, part by part."""
    found = {name: _only_rulings(change) for name, change in rulings.items()}
    for deal in deals:
        for name, one in deal.items():
            so_far = found.get(name) or _only_rulings(Fraction())
            found[name] = Account(*(getattr(so_far, part) + getattr(one, part) for part in Account.__struct_fields__))
    return found


def _only_rulings(change: Fraction) -> Account:
    return Account(change, Fraction(), Fraction(), Shares(), Shares(), Shares(), change)


class OpenCost(msgspec.Struct, frozen=True):
    """What a decision cost with all hands open.

    score: whists or points that the side of the decider lost; never below zero. tricks: the same in tricks, where the
    decision is about tricks. better: the best choices, as tokens. imps: the same against a table where it was not lost,
    where results are compared in IMPs.
    """

    score: Fraction
    tricks: int | None = None
    better: tuple[str, ...] = ()
    imps: int | None = None


class SeenCost(msgspec.Struct, frozen=True):
    """What a decision cost by what the decider could see: the expert's weighed worlds at that moment.

    score: how far the choice stands behind the expert's, in `unit`. interval: half of its 95 % interval; None where the
    expert judges by tables. least: the expert did not weigh the choice, so it cost at least this. better: the expert's
    choice. tricks, points: lost on average. sets: in which shares of the worlds the contract fails after the choice and
    after the expert's. None where worlds do not say it.
    """

    score: float
    unit: str
    better: str
    interval: float | None = None
    least: bool = False
    tricks: float | None = None
    points: float | None = None
    sets: tuple[float, float] | None = None


class Laid(msgspec.Struct, frozen=True):
    """One act of a better line. seat: whose card or word. event: the token. took: who takes the trick that it fills."""

    seat: Seat
    event: str
    took: Seat | None = None


class Weighed(msgspec.Struct, frozen=True):
    """One act of a player. seq: its entry. seat: whose card or word; player: the decider. event: the token.

    line: of the dearest decisions, the deal from there on as it goes with the better choice and no error after it.
    """

    seq: int
    seat: Seat
    player: str
    stage: Stage
    event: str
    open: OpenCost | None
    seen: SeenCost | None
    line: tuple[Laid, ...] = ()


class Worth(msgspec.Struct, frozen=True):
    """What the deal is worth to each player after an entry. The first moment is that of the cards, worth the luck."""

    seq: int
    worth: Mapping[str, Fraction]


class Reviewed(msgspec.Struct, frozen=True):
    """One deal.

    number: in the match, from 1. first, last: its entries. dearest: by player, the entries of the dearest decisions by
    what was seen. solved: every moment could be valued; a moment that cannot be is worth what the next one is. made: the
    players whose contract it was, and whether it was made.
    """

    number: int
    first: int
    last: int
    accounts: Mapping[str, Account]
    moments: tuple[Worth, ...]
    decisions: tuple[Weighed, ...]
    dearest: Mapping[str, tuple[int, ...]]
    solved: bool = True
    made: Mapping[str, bool] = {}


class Review(msgspec.Struct, frozen=True):
    """The deals of a record. rulings: what corrections between the deals changed, by player.

    total: all deals and these rulings together; of a whole match the settled sheet. Empty where one deal was asked for.
    """

    game: str
    unit: Unit
    deals: tuple[Reviewed, ...]
    rulings: Mapping[str, Fraction]
    total: Mapping[str, Account] = {}
