"""Infers the held cards of others from their played ones.

A world counts less for each card that its holder would hardly have played from it (policy-based inference). The opening
lead is held against the book's lead from that hand. Four plays speak against a hand. It lets a trick go that it could
win, or wins dearer than needed. It throws a high card under a higher one, or leads low from touching honours. A
partner's high spot to my lead is an agreed signal. Factors are rough on purpose: people play otherwise, and a declarer
plans.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from kozyr.bots.bridge import play
from kozyr.cards import Card, CardSet, Seat, Suit
from kozyr.games.bridge import View

_JACK: Final = 9  # position of the jack among ranks
_TEN: Final = 8
_HONOURS: Final = {suit: suit.bits & ~(suit.bits >> 3) for suit in Suit}  # A K Q
_COURT: Final = {suit: suit.bits & ~(suit.bits >> 4) for suit in Suit}  # A K Q J

# How often, against 1 for a card that fits, a hand would have been played so.
_NOT_THE_LEAD: Final = 0.2  # another opening lead than the book's
_LET_GO: Final = 0.12  # the last hand lets a trick of the other side go that it could win
_THIRD_LOW: Final = 0.35  # the third hand could have beaten the trick
_DEAR: Final = 0.3  # won with more than was needed
_WASTED: Final = 0.12  # a court card under a higher one, with a lower card beside it
_NOT_LOWEST: Final = 0.4  # a spot that was not the lowest
_DISLIKES: Final = 0.25  # the chance of partner's high spot in a suit without an honour, against its message
_LIKES: Final = 0.8  # the lowest card with an honour
_NOT_TOP: Final = 0.25  # led from a sequence, but not its top
_BROKEN: Final = 0.35  # led a court card that no touching card backs
_PLANS: Final = 0.5  # a declarer has reasons: the square root of all this


class _Act(NamedTuple):
    """A played card, and what was visible at that moment."""

    seat: int
    card: int
    suit: Suit
    later: int
    """The cards that the seat is known to have held, this one among them."""
    beats: int
    """The cards of the suit that would have won so far."""
    gone: int
    """The cards that had fallen before."""
    leads: bool
    last: bool
    """Whether the card was the last of its trick, while the other side was winning."""
    third: bool
    """Whether the card was the third of its trick, while the other side was winning."""
    answers: bool


class Reading:
    """The plays of hidden hands: `weigh` gives the likelihood of these plays by a hand.

    All but the opening lead depends on one suit alone, so it is worked out once for each holding.
    """

    def __init__(self, acts: Sequence[_Act], declarer: int, leads: play.Leads | None) -> None:
        self.acts = tuple(acts)
        self._declarer, self._leads = declarer, leads
        self._opening = next((act for act in acts if leads is not None and _opens(act)), None)
        said: dict[tuple[int, Suit], list[_Act]] = {}
        for act in acts:
            if act is not self._opening:
                said.setdefault((act.seat, act.suit), []).append(act)
        self._suits: dict[int, list[tuple[int, _Holdings]]] = {}
        for (at, suit), some in said.items():
            self._suits.setdefault(at, []).append((suit.bits, _Holdings(some)))

    def weigh(self, at: int, bits: int) -> float:
        """How likely this seat, with these cards left, would have played as it did."""
        found = 1.0
        for suit, likely in self._suits.get(at, ()):
            found *= likely[bits & suit]
        opening = self._opening
        if opening is not None and opening.seat == at and self._leads is not None:
            hand = bits | opening.later
            found *= _opened(self._leads(CardSet(hand)), opening, hand & opening.suit.bits)
        return found if at != self._declarer else found**_PLANS


class _Holdings(dict[int, float]):
    """How likely a seat would have played a suit so, by the cards that it still holds there."""

    def __init__(self, acts: Sequence[_Act]) -> None:
        super().__init__()
        self._acts = acts

    def __missing__(self, held: int) -> float:
        found = self[held] = math.prod([_one(act, (held | act.later) & act.suit.bits) for act in self._acts])
        return found


def _opens(act: _Act) -> bool:
    """Whether the act is the opening lead."""
    return act.leads and not act.gone


def _one(act: _Act, mine: int) -> float:
    """How likely the card would have been played from these cards of its suit."""
    if act.leads:
        return _led(act, mine)
    lower = mine & (_lowest(act.card, mine | act.gone, act.suit) - 1)
    if act.card & act.beats:
        return _DEAR if lower & act.beats else 1.0
    found = 1.0
    if mine & act.beats:
        if act.last:
            found = _LET_GO
        elif act.third:
            found = _THIRD_LOW
    if act.answers:
        likes = bool(mine & _HONOURS[act.suit])
        if lower and not act.card & _COURT[act.suit]:
            return found * (1.0 if likes else _DISLIKES)
        if likes and mine & ~act.card & ~_COURT[act.suit]:
            found *= _LIKES
    if lower:
        found *= _WASTED if act.card & _COURT[act.suit] else _NOT_LOWEST
    return found


def _opened(best: Card, act: _Act, mine: int) -> float:
    """The likelihood of an opening lead, given the book's lead from that hand."""
    same = best.suit is act.suit and _lowest(act.card, mine, act.suit) == _lowest(best.bit, mine, act.suit)
    return 1.0 if same else _NOT_THE_LEAD


def _lowest(card: int, held: int, suit: Suit) -> int:
    """The lowest card equal to this one: all cards between are in the hand or gone."""
    while card >> 1 & held & suit.bits:
        card >>= 1
    return card


def _led(act: _Act, mine: int) -> float:
    """The likelihood of a lead in the middle of the play: tops of sequences, no court card without the next."""
    if not act.card & _COURT[act.suit]:
        return 1.0
    if act.card << 1 & mine & act.suit.bits:
        return _NOT_TOP
    higher = act.suit.bits & ~(act.card | act.card - 1) & ~act.gone
    backed = act.card >> 1 & (mine | act.gone) & act.suit.bits
    return 1.0 if backed or not higher or mine.bit_count() < 3 else _BROKEN


def reading(view: View) -> Reading:
    """The plays of the hands that are hidden from the viewer."""
    declarer = -1 if view.declarer is None else view.declarer.position
    trump = None if view.contract is None else view.contract.trump
    tricks = [*(trick.cards for trick in view.history), *([view.trick] if view.trick else [])]
    acts: list[_Act] = []
    hidden = {seat.position for seat in Seat if view.hands[seat].cards is None}
    played = [0, 0, 0, 0]  # from here on
    gone = sum(card.bit for cards in tricks for _, card in cards)
    for nth in range(len(tricks) - 1, -1, -1):
        cards = tricks[nth]
        for seat, card in cards:
            played[seat.position] |= card.bit
            gone ^= card.bit
        acts += _of_trick(view, cards, gone, played, hidden, declarer, trump)
    leads = play.Leads(view, tricks[0][0][0].position) if tricks else None
    return Reading(acts, declarer, leads)


def _of_trick(
    view: View,
    cards: tuple[tuple[Seat, Card], ...],
    gone: int,
    played: list[int],
    hidden: set[int],
    declarer: int,
    trump: Suit | None,
) -> list[_Act]:
    """The acts of a trick. gone: the cards fallen before it. played: by seat its cards in this trick and later."""
    found: list[_Act] = []
    leader, first = cards[0]
    best_at, best = leader.position, first
    for place, (seat, card) in enumerate(cards):
        at = seat.position
        suit = first.suit
        if at in hidden and card.suit is suit and not (place == 0 and at == declarer):
            above = suit.bits & ~(best.bit | best.bit - 1) if best.suit is suit else 0
            lost = (best_at - at) % 2 == 1
            mine = view.seat is not None and (view.seat.position - at) % 4 == 2 and at % 2 != declarer % 2
            answers = mine and place == 2 and leader is view.seat
            found.append(
                _Act(
                    at,
                    card.bit,
                    suit,
                    played[at],
                    above if place else 0,
                    gone,
                    leads=place == 0,
                    last=place == 3 and lost,
                    third=place == 2 and lost,
                    answers=answers,
                )
            )
        if (place and (card.suit is best.suit and card.rank.position > best.rank.position)) or (
            place and card.suit is trump and best.suit is not trump
        ):
            best_at, best = at, card
    return found
