"""The deductions from a view during the play: the possible holders of cards, and worlds that agree with the view.

Cards are numbers and masks as in `kozyr.solver`; seats are places in `Sight.seats`, clockwise.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

import msgspec

from kozyr.bots.preferans.worth import NO_TRUMP
from kozyr.cards import Seat
from kozyr.games.preferans import Contract, View
from kozyr.games.preferans.words import Play
from kozyr.solver.integers import mask_of, number_of, trump_number

Kind: TypeAlias = Literal["tricks", "misere", "allpass"]
SUITS: Final = tuple(0xFF << 8 * suit for suit in range(4))
_PACK: Final = 0xFFFFFFFF
_ACES: Final = 0x80808080


class Sight(msgspec.Struct, frozen=True):
    """A trick as its next player sees it."""

    kind: Kind
    trump: int
    seats: tuple[Seat, ...]
    at: int
    """The place that plays next."""
    declarer: int
    """The declarer's place, -1 in an all-pass."""
    hands: tuple[int | None, ...]
    """The cards known to be in a hand, None where it is hidden."""
    counts: tuple[int, ...]
    """How many cards each place holds."""
    maybe: tuple[int, ...]
    """The cards that each may hold; of a known hand exactly those."""
    played: tuple[int, ...]
    """The cards that each place has played."""
    unseen: int
    """The cards that are in hidden hands or set aside."""
    aside: int
    """How many of them are set aside, for good: the discard, the talon."""
    aside_maybe: int
    trick: tuple[tuple[int, int], ...]
    """Places and cards from the lead on."""
    lead: int
    """The talon card that leads, or -1."""
    lead_wins: bool
    """Whether the talon card can take the trick (P-3.7.6.1)."""
    left: int
    """The cards that each holds at most."""

    @property
    def hand(self) -> int:
        """The cards of the place that plays next."""
        return self.hands[self.at] or 0

    @property
    def led(self) -> int:
        """The suit to follow, or -1."""
        if self.lead >= 0:
            return self.lead >> 3
        return self.trick[0][1] >> 3 if self.trick else -1

    def friends(self, one: int, other: int) -> bool:
        """Whether two places want the same; two defenders do."""
        return one == other or (self.kind != "allpass" and self.declarer not in {one, other})

    def beats(self, card: int, best: int) -> bool:
        """Whether a card takes the trick from the best one so far (-1: none yet)."""
        if best < 0:
            return card >> 3 in {self.led, self.trump} or self.led < 0
        return card > best if card >> 3 == best >> 3 else card >> 3 == self.trump

    @property
    def best(self) -> tuple[int, int]:
        """The card that takes the trick so far and its place; -1 for none, and for the talon's place."""
        best, holder = (self.lead if self.lead_wins else -1), -1
        for place, card in self.trick:
            if self.beats(card, best):
                best, holder = card, place
        return best, holder


def sight(view: View) -> Sight:
    """The facts of the view about the cards in play.

    Raises:
        ValueError: the view is not of the play.
    """
    if view.turn is None or view.contract is None:
        raise ValueError(f"no card is asked for in the phase {view.phase}")
    kind: Kind = "tricks"
    if not view.contract.size:
        kind = "misere" if view.contract is Contract.MISERE else "allpass"
    trump = NO_TRUMP if view.contract.trump is None else trump_number(view.contract.trump)
    seats = view.terms.hands if kind == "allpass" else view.terms.holders
    played, voids = fallen(view, trump)
    hands = []
    for place in seats:
        cards = view.hands[place].cards
        hands.append(None if cards is None else mask_of(cards))
    at = seats.index(view.turn)
    offered = mask_of(event.card for event in view.legal if isinstance(event, Play))
    if hands[at] is None and offered:  # a closed hand that is played unseen: the cards on offer are all one knows
        hands[at] = offered
    declarer = seats.index(view.declarer) if view.declarer is not None else -1
    talon = mask_of(view.talon)
    taken = kind != "allpass" and declarer >= 0
    mine = taken and view.seat is view.declarer
    gone = sum(played.values())
    if kind == "allpass":
        gone |= talon  # the shown talon cards have led
    elif mine:
        gone |= mask_of(view.discard or ()) | (talon & ~(hands[declarer] or 0))
    for hand in hands:
        gone |= hand or 0
    unseen = _PACK & ~gone
    counts = tuple(view.hands[place].count for place in seats)
    maybe = []
    for place, hand in zip(seats, hands, strict=True):
        can = unseen & ~voids[place] if hand is None else hand
        if hand is None and taken and place is not view.declarer:
            can &= ~talon
        maybe.append(can)
    hidden = sum(n for hand, n in zip(hands, counts, strict=True) if hand is None)
    aside = max(0, unseen.bit_count() - hidden)
    aside_maybe = unseen
    if kind == "tricks":  # players do not put aces or trumps away without need
        likely = unseen & ~_ACES & ~(SUITS[trump] if trump != NO_TRUMP else 0)
        aside_maybe = likely if likely.bit_count() >= aside + 2 else unseen
    return Sight(
        kind=kind,
        trump=trump,
        seats=seats,
        at=at,
        declarer=declarer,
        hands=tuple(hands),
        counts=counts,
        maybe=tuple(maybe),
        played=tuple(played[place] for place in seats),
        unseen=unseen,
        aside=aside,
        aside_maybe=aside_maybe,
        trick=tuple((seats.index(place), number_of(card)) for place, card in view.trick),
        lead=number_of(view.lead) if view.lead is not None else -1,
        lead_wins=view.terms.dealer_sits and view.terms.conventions.allpass_dealer_owns_talon_tricks,
        left=max(counts),
    )


def fallen(view: View, trump: int) -> tuple[dict[Seat, int], dict[Seat, int]]:
    """The cards that each seat has played, and the cards that it has shown not to hold.

    A later card of a suit not followed shows a revoke, and then nothing is known of that suit.
    """
    played, voids = dict.fromkeys(Seat, 0), dict.fromkeys(Seat, 0)
    done = [(trick.talon, trick.cards) for trick in view.history]
    for talon, cards in (*done, (view.lead, view.trick)):
        if not cards:
            continue
        led = trump_number((talon or cards[0][1]).suit)
        for seat, card in cards:
            number = number_of(card)
            played[seat] |= 1 << number
            if voids[seat] >> number & 1:
                voids[seat] &= ~SUITS[number >> 3]
            if number >> 3 != led:
                voids[seat] |= SUITS[led]
                if trump not in {NO_TRUMP, led, number >> 3}:
                    voids[seat] |= SUITS[trump]
    return played, voids


def worlds(seen: Sight, chance: random.Random, count: int) -> Iterator[tuple[int, ...]]:
    """Random full layouts that agree with all that was seen: the hands by place."""
    hidden = [place for place, hand in enumerate(seen.hands) if hand is None]
    if not hidden:
        yield tuple(hand or 0 for hand in seen.hands)
        return
    for _ in range(count):
        for attempt in range(30):
            dealt = _dealt(seen, hidden, chance, strict=attempt < 20)
            if dealt is not None:
                yield dealt
                break


def _dealt(seen: Sight, hidden: list[int], chance: random.Random, *, strict: bool) -> tuple[int, ...] | None:
    """One attempt to deal: the cards with the fewest homes first, each to a place by the room that is left there."""
    aside = len(seen.hands)
    room = {place: seen.counts[place] for place in hidden} | {aside: seen.aside}
    may = {place: seen.maybe[place] for place in hidden}
    may[aside] = seen.aside_maybe if strict else seen.unseen
    cards = [card for card in range(32) if seen.unseen >> card & 1]
    chance.shuffle(cards)
    cards.sort(key=lambda card: sum(bits >> card & 1 for bits in may.values()))
    hands = [hand or 0 for hand in seen.hands]
    for card in cards:
        homes = [place for place, bits in may.items() if bits >> card & 1 and room[place]]
        if not homes:
            return None
        home = homes[0] if len(homes) == 1 else chance.choices(homes, [room[place] for place in homes])[0]
        room[home] -= 1
        if home != aside:
            hands[home] |= 1 << card
    return tuple(hands)
