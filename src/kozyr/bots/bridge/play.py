"""The cards of a novice: leads by the book, second hand low, third hand high, trumps drawn, winners taken."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Final, NamedTuple

from kozyr.bots.bridge.system import SUITS
from kozyr.bots.bridge.systems import agreed
from kozyr.bots.frame import Candidate
from kozyr.cards import Card, CardSet, Seat, Suit
from kozyr.games.bridge import View
from kozyr.games.bridge.words import Play

_TEN: Final = 8  # position of the ten among ranks
_ACE: Final = 12


class _Sight(NamedTuple):
    """The facts for a card: the seat on turn, the visible cards, and the fallen ones."""

    view: View
    seat: Seat
    hand: CardSet
    """The cards of the seat on turn."""
    partner: CardSet | None
    """The cards of its partner, if they are seen."""
    gone: CardSet
    """The cards that have been played."""
    trump: Suit | None
    declaring: bool


def card(view: View, chance: random.Random) -> list[Candidate]:
    """The cards that may be played, the best first; the score is a weight."""
    seat = view.turn
    assert seat is not None
    legal = [event.card for event in view.legal if isinstance(event, Play)]
    seen = view.hands[_across(seat)]
    gone = [played for trick in view.history for _, played in trick.cards] + [played for _, played in view.trick]
    contract = view.contract
    sight = _Sight(
        view,
        seat,
        CardSet.of(view.hands[seat].cards or ()),
        None if seen.cards is None else CardSet.of(seen.cards),
        CardSet.of(gone),
        None if contract is None else contract.trump,
        view.declarer is not None and (seat.position - view.declarer.position) % 2 == 0,
    )
    if not view.trick:
        weights, why = _lead(sight, legal)
    else:
        weights, why = _follow(sight, legal)
    weighed = [(weights[held] + chance.random() * 0.01, held) for held in legal]
    weighed.sort(key=lambda pair: (-pair[0], pair[1].text))
    return [Candidate(Play(held), round(weight, 3), why) for weight, held in weighed]


def _across(seat: Seat) -> Seat:
    return tuple(Seat)[(seat.position + 2) % 4]


def _of(cards: CardSet, suit: Suit) -> list[Card]:
    """The cards of a suit, the highest first."""
    return sorted((held for held in cards if held.suit is suit), key=lambda held: -held.rank.position)


def _master(sight: _Sight, held: Card) -> bool:
    """Whether no higher card of its suit is out against this side."""
    ours = sight.hand.bits | sight.gone.bits | (sight.partner.bits if sight.partner is not None else 0)
    higher = held.suit.bits & ~((held.bit << 1) - 1)
    return not higher & ~ours


def _missing(sight: _Sight, suit: Suit) -> int:
    """How many cards of a suit the others still hold."""
    ours = sight.hand.bits | sight.gone.bits | (sight.partner.bits if sight.partner is not None else 0)
    return (suit.bits & ~ours).bit_count()


class Leads:
    """The opening lead that the rules of thumb choose from a hand.

    at: the leader's seat, N 0 to W 3.
    """

    def __init__(self, view: View, at: int) -> None:
        self._trump = None if view.contract is None else view.contract.trump
        self._bonus = _promised_lengths(view, at)

    def __call__(self, hand: CardSet) -> Card:
        """The card, of thirteen."""
        best, most = None, -99.0
        for suit in SUITS:
            held = hand.bits & suit.bits
            if held:
                weight, lead = _suit_lead(held, suit, self._trump)
                weight += self._bonus[suit]
                if weight > most:
                    best, most = lead, weight
        assert best is not None
        return best


@lru_cache(maxsize=1 << 14)
def _suit_lead(bits: int, suit: Suit, trump: Suit | None) -> tuple[float, Card]:
    """The best lead of a suit from these cards, with its weight if no hand has promised length."""
    mine = _of(CardSet(bits), suit)
    weight, lead = max(((_lead_weight(mine, held, trump, 0.0), held) for held in mine), key=lambda one: one[0])
    return weight, lead


def _promised_lengths(view: View, at: int) -> dict[Suit, float]:
    """The bonus of the auction for a lead of each suit: partner has shown four cards, or an opponent has."""
    calls = tuple(token for _, token in view.calls)
    if view.terms.kind != "four" or not calls:
        return dict.fromkeys(SUITS, 0.0)
    offset = (at - view.calls[0][0].position) % 4
    promised = agreed(view).known(calls)
    found = {}
    for nth, suit in enumerate(SUITS):
        partner = promised[(offset + 2) % 4].lengths[nth][0]
        theirs = max(promised[(offset + n) % 4].lengths[nth][0] for n in (1, 3))
        found[suit] = (1.5 if partner >= 4 else 0.0) - (1.0 if theirs >= 4 else 0.0)
    return found


def touching(view: View, cards: list[Card]) -> bool:
    """Whether these cards of one hand are equal: of one suit, with no unplayed card between them."""
    suit = cards[0].suit
    if any(held.suit is not suit for held in cards):
        return False
    bits = [held.bit for held in cards]
    between = (max(bits) - 1) & ~(min(bits) - 1) & ~sum(bits)
    gone = sum(held.bit for trick in view.history for _, held in trick.cards)
    return not between & ~gone


# --- signals -------------------------------------------------------------------------------------------------------


def signal(view: View, alike: list[Card]) -> Card | None:
    """The defender's signal to partner among equal cards; None: there is none to give.

    To partner's lead a high card likes the suit and a low one does not (attitude). To the other side's lead high
    then low shows an even number (count). A discard is high in a liked suit, else low. Only spots are spent on
    signals.
    """
    seat = view.turn
    assert seat is not None
    if not view.trick:
        return None
    spots = sorted((held for held in alike if held.rank.position < _TEN), key=lambda held: held.rank.position)
    hand = CardSet.of(view.hands[seat].cards or ())
    leader, led = view.trick[0]
    if len(spots) < 2:
        return None
    if any(held.suit is not led.suit for held in spots):
        liked = [held for held in spots if _likes(hand, held.suit) and len(_of(hand, held.suit)) > 2]
        return liked[-1] if liked and len(_of(hand, liked[-1].suit)) > 3 else None
    if (leader.position - seat.position) % 2 == 0:
        return spots[-1] if _likes(hand, led.suit) else spots[0]
    already = sum(card.suit is led.suit for trick in view.history for at, card in trick.cards if at is seat)
    even = (len(_of(hand, led.suit)) + already) % 2 == 0
    return spots[-1] if even != bool(already) else spots[0]


def _likes(hand: CardSet, suit: Suit) -> bool:
    """Whether a card is an honour above the ten but the jack."""
    mine = _of(hand, suit)
    return bool(mine) and mine[0].rank.position > _TEN + 1


# --- leads ---------------------------------------------------------------------------------------------------------


def _lead(sight: _Sight, legal: list[Card]) -> tuple[dict[Card, float], str]:
    if sight.declaring:
        return {held: _declarer_leads(sight, held) for held in legal}, "declarer_leads"
    if not sight.view.history:
        bonus = _promised_lengths(sight.view, sight.seat.position)
        weights = {
            held: _lead_weight(_of(sight.hand, held.suit), held, sight.trump, bonus[held.suit]) for held in legal
        }
        return weights, "opening_lead"
    return {held: _defender_leads(sight, held) for held in legal}, "defender_leads"


def _declarer_leads(sight: _Sight, held: Card) -> float:
    """The weight of a declarer's lead: draw trumps while they are out; take sure tricks.

    Else from the longer suit together, low toward honours.
    """
    suit, trump = held.suit, sight.trump
    mine = _of(sight.hand, suit)
    across = _of(sight.partner, suit) if sight.partner is not None else []
    out = _missing(sight, suit)
    if trump is not None and suit is trump:
        if not out:
            return 0.5
        return 6.0 + (_master(sight, held) * 2.0) + held.rank.position * 0.05
    together = len(mine) + len(across)
    if _master(sight, held):
        danger = trump is not None and _missing(sight, trump) > 0 and len(sight.view.history) > 8
        return 4.0 + (0.3 if len(mine) <= len(across) else 0.0) - danger
    if across and _master(sight, across[0]):
        return 3.5 + 0.1 * together - held.rank.position * 0.05
    weight = 1.0 + 0.25 * together - held.rank.position * 0.08
    if across and across[0].rank.position > held.rank.position and across[0].rank.position >= 9:
        weight += 0.6  # toward an honour
    sequence = len(mine) > 1 and held is mine[0] and mine[1].rank.position == held.rank.position - 1
    return weight + (1.2 if sequence and held.rank.position >= _TEN else 0.0)


def _lead_weight(mine: list[Card], held: Card, trump: Suit | None, bonus: float) -> float:
    """The weight of a defender's opening: the top of a sequence, partner's suit, a singleton against trumps, the fourth best.

    mine: the suit from the top.
    """
    suit = held.suit
    weight = 0.3 * len(mine) + bonus
    if suit is trump:
        weight -= 1.2
    top = mine[0]
    run = len(mine) > 1 and mine[1].rank.position == top.rank.position - 1
    if run and top.rank.position >= 9:
        return weight + (2.5 if held is top else -1.0)
    if len(mine) == 1 and trump is not None and suit is not trump:
        return weight + 1.6
    if len(mine) == 2:
        return weight + (0.3 if held is top else 0.0)
    if top.rank.position == _ACE and trump is not None:
        return weight + (-0.6 if held is top else -1.6)  # not away from an ace against trumps
    index = mine.index(held)
    wanted = 3 if len(mine) >= 4 and top.rank.position >= _TEN else (2 if len(mine) == 3 else 1)
    return weight + (1.0 if index == min(wanted, len(mine) - 1) else -0.5)


def _defender_leads(sight: _Sight, held: Card) -> float:
    """The weight of a defender's later lead: continue a suit, take masters late, lead through strength and not into it."""
    suit, view = held.suit, sight.view
    mine = _of(sight.hand, suit)
    started = [trick.cards[0] for trick in view.history if (trick.leader.position - sight.seat.position) % 2 == 0]
    weight = 0.8 if any(first.suit is suit for _, first in started) else 0.0
    if suit is sight.trump:
        weight -= 0.6
    if _master(sight, held):
        return weight + (2.2 if sight.trump is None or len(mine) < 5 else 1.0)
    top = mine[0]
    if len(mine) > 1 and mine[1].rank.position == top.rank.position - 1 and top.rank.position >= _TEN:
        return weight + (1.4 if held is top else -0.4)
    return weight + 0.1 * len(mine) - held.rank.position * 0.1


# --- following -----------------------------------------------------------------------------------------------------


def _follow(sight: _Sight, legal: list[Card]) -> tuple[dict[Card, float], str]:
    """The weights of the cards that follow: the cheapest winner when a trick is needed, else the lowest card.

    A discard is the card of least worth.
    """
    view, trump = sight.view, sight.trump
    best_seat, best = _best(view.trick, trump)
    partner_wins = (best_seat.position - sight.seat.position) % 2 == 0
    last = len(view.trick) == 3
    led = view.trick[0][1].suit
    weights: dict[Card, float] = {}
    for held in legal:
        wins = _beats(held, best, trump)
        low = -held.rank.position * 0.1 - (2.0 if held.suit is trump and led is not trump else 0.0)
        if partner_wins and (last or _safe(sight, best, led)):
            weights[held] = low - (1.0 if wins else 0.0) + _spare(sight, held, led)
        elif not wins:
            weights[held] = low + _spare(sight, held, led)
        elif last:
            weights[held] = 5.0 + low
        elif len(view.trick) == 2 or held.suit is not led:
            weights[held] = 4.0 + (0.1 if _master(sight, held) else 0.0) + _third(sight, held, low)
        else:
            weights[held] = (3.0 if _master(sight, held) and sight.declaring else -1.0) + low
    return weights, "follow"


def _third(sight: _Sight, held: Card, low: float) -> float:
    """The weight of third hand's card: high, of touching cards the lowest, without finessing partner's lead; a master saves more."""
    dummy = sight.view.dummy
    if held.suit is not sight.view.trick[0][1].suit:
        return low
    if dummy is not None and (dummy.position - sight.seat.position) % 4 == 1 and not sight.declaring:
        seen = CardSet.of(sight.view.hands[dummy].cards or ())
        over = [card.rank.position for card in _of(seen, held.suit)]
        if not over or held.rank.position > over[0]:
            return low  # enough to beat dummy: the cheapest that does
    touching = any(
        held.rank.position - other.rank.position == 1 for other in _of(sight.hand, held.suit) if other is not held
    )
    return held.rank.position * 0.1 - (0.15 if touching else 0.0)


def _safe(sight: _Sight, best: Card, led: Suit) -> bool:
    """Whether no later hand is likely to beat partner's card."""
    return _master(sight, best) and (best.suit is led or best.suit is sight.trump)


def _spare(sight: _Sight, held: Card, led: Suit) -> float:
    """The cards worth keeping at a discard: masters, and length."""
    if held.suit is led:
        return 0.0
    return (-1.5 if _master(sight, held) else 0.0) + 0.05 * len(_of(sight.hand, held.suit))


def _best(trick: tuple[tuple[Seat, Card], ...], trump: Suit | None) -> tuple[Seat, Card]:
    seat, best = trick[0]
    for other, held in trick[1:]:
        if _beats(held, best, trump):
            seat, best = other, held
    return seat, best


def _beats(held: Card, best: Card, trump: Suit | None) -> bool:
    if held.suit is best.suit:
        return held.rank.position > best.rank.position
    return held.suit is trump
