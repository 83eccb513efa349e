"""Worlds for a view of preferans, at any moment: the possible holders of each card, and the deals that agree.

Cards are numbers and masks as in `kozyr.solver`. Places are those of `Terms.holders`, in its order. Behind them comes
everything that lies aside for good: an untaken talon, the discard.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import msgspec

from kozyr.bots.preferans.sight import SUITS, fallen
from kozyr.bots.preferans.worth import NO_TRUMP
from kozyr.bots.sampling import Puzzle, World
from kozyr.cards import Seat
from kozyr.games.preferans import Contract, View
from kozyr.solver.integers import mask_of, trump_number

_PACK: Final = 0xFFFFFFFF


class Field(msgspec.Struct, frozen=True):
    """The cards as the viewer knows them."""

    seats: tuple[Seat, ...]
    """The places."""
    hands: tuple[int | None, ...]
    """The known ones, None where hidden."""
    counts: tuple[int, ...]
    """How many cards each has."""
    played: tuple[int, ...]
    """The cards that each place has played."""
    talon: int
    """Its cards, as far as seen."""
    bought: bool
    """Whether the talon went to the declarer."""
    aside: int
    """The cards that are known to lie aside."""
    hidden: tuple[int, ...]
    """The places with hidden cards; the pile aside counts as the place after the last."""
    puzzle: Puzzle | None
    """The puzzle of the unseen cards. None: nothing is hidden."""

    def world(self, dealt: World) -> World:
        """The cards of all places and the cards aside: the known ones, and those that the puzzle gives."""
        places = [*(hand or 0 for hand in self.hands), self.aside]
        for at, bits in zip(self.hidden, dealt, strict=True):
            places[at] |= bits
        return tuple(places)


def field(view: View) -> Field:
    """The known cards of a view, and the puzzle of the hidden ones.

    Raises:
        ValueError: no deal agrees with the view, or the cards are not dealt.
    """
    seats = view.terms.holders
    trump = NO_TRUMP if view.contract is None or view.contract.trump is None else trump_number(view.contract.trump)
    played, voids = fallen(view, trump)
    hands: list[int | None] = []
    for seat in seats:
        cards = view.hands[seat].cards
        hands.append(None if cards is None else mask_of(cards))
    counts = tuple(view.hands[seat].count for seat in seats)
    talon = mask_of(view.talon)
    allpass = view.contract is Contract.ALLPASS
    bought = view.declarer is not None and not allpass and bool(talon)
    aside = mask_of(view.put_away or view.discard or ())
    if not bought:
        aside |= talon
    gone = aside
    for bits in (*played.values(), *(hand or 0 for hand in hands)):
        gone |= bits
    unseen = _PACK & ~gone
    hidden = [at for at, hand in enumerate(hands) if hand is None]
    room = [counts[at] for at in hidden]
    left = unseen.bit_count() - sum(room)
    if left:
        hidden.append(len(seats))
        room.append(left)

    # Cards of a closed hand that everybody has seen after an error: they lie there in spite of earlier plays.
    shown = {at: mask_of(view.hands[seats[at]].known) & unseen for at in hidden if at < len(seats)}
    everywhere = mask_of(card for at in shown for card in view.hands[seats[at]].known) & unseen
    voids = {seat: voids[seat] & ~_whole_suits(shown.get(at, 0)) for at, seat in enumerate(seats)}

    def puzzle(lacks: Mapping[Seat, int]) -> Puzzle:
        may = []
        for at in hidden:
            can = unseen & ~everywhere
            if at < len(seats):
                can &= ~lacks[seats[at]]
                if bought and seats[at] is not view.declarer:
                    can &= ~talon
            may.append(can | shown.get(at, 0))
        return Puzzle(unseen, room, may)

    def likeliest() -> Puzzle:
        try:
            return puzzle(voids)
        except ValueError:
            if view.terms.conventions.table.irregularities == "prevent":
                raise
            for seat in seats:  # a revoke has shown a false void: the others' voids are true
                with suppress(ValueError):
                    return puzzle({**voids, seat: 0})
            return puzzle(dict.fromkeys(seats, 0))

    return Field(
        seats=seats,
        hands=tuple(hands),
        counts=counts,
        played=tuple(played[seat] for seat in seats),
        talon=talon,
        bought=bought,
        aside=aside,
        hidden=tuple(hidden),
        puzzle=likeliest() if hidden else None,
    )


def _whole_suits(bits: int) -> int:
    """All cards of the suits of some cards."""
    return sum(suit for suit in SUITS if bits & suit)
