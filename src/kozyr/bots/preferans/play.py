"""A card for every trick of preferans: rules of thumb while hands are long, exact search of a few worlds at the end.

A rule of thumb weighs a card by two numbers: the chance that the trick falls as wanted, and the later worth of the
hand. Places and cards are those of `Sight`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Final

import msgspec

from kozyr.bots.preferans.endgame import Endgame, TooLong
from kozyr.bots.preferans.sight import SUITS, Sight, worlds
from kozyr.bots.preferans.worth import NO_TRUMP, caught, exposure, holding, safety

_NODES: Final = 4500  # of a search, for all worlds together
_WORLDS: Final = 8
_SEARCHED: Final = 5  # cards in each hand from which on a search is tried
_SEARCHED_OPEN: Final = 7  # the same where only a discard is hidden
_SURE: Final = 0.9
_DISCARDS: Final = 4  # a misère's likeliest discards that the defenders reckon with


class Choice(msgspec.Struct, frozen=True):
    """A card with its expected worth and the reason, a code for a sentence."""

    card: int
    score: float
    why: str


def best_card(seen: Sight, legal: int, chance: random.Random) -> list[Choice]:
    """The legal cards, the best first."""
    found = _searched(seen, legal, chance) or by_rule(seen, legal)
    low = 1 if seen.kind == "tricks" else -1  # among equals a low card is spent, or a high one got rid of
    return sorted(found, key=lambda choice: (-choice.score, low * (choice.card & 7), choice.card))


# --- search ------------------------------------------------------------------------------------------------


def _searched(seen: Sight, legal: int, chance: random.Random) -> list[Choice]:
    """Every card's average over some worlds; empty if the hands are too long for it."""
    totals: dict[int, int] = {}
    count = 0
    for values in _solved(seen, seen.at if seen.kind == "allpass" else seen.declarer, chance):
        count += 1
        for card, tricks in whole(values, legal):
            totals[card] = totals.get(card, 0) + tricks
    sign = 1 if seen.kind != "allpass" and (seen.kind == "tricks") == (seen.at == seen.declarer) else -1
    return [Choice(card, sign * total / count, "searched") for card, total in totals.items()]


def whole(values: Mapping[int, int], legal: int) -> Iterator[tuple[int, int]]:
    """The values of all legal cards: one that a search has left out is as good as the next higher one."""
    like = 0
    for card in range(31, -1, -1):
        if legal >> card & 1:
            like = values.get(card, like)
            yield card, like


def to_come(seen: Sight, hero: int, chance: random.Random) -> float | None:
    """The tricks that a place will still take, this one among them, if all play well. None: too early to tell.

    In an all-pass all others want the place to take them, which is its worst case.
    """
    many = (hero == seen.at) == (seen.kind == "tricks")
    found = [max(values.values()) if many else min(values.values()) for values in _solved(seen, hero, chance)]
    return sum(found) / len(found) if found else None


def _solved(seen: Sight, hero: int, chance: random.Random) -> Iterator[dict[int, int]]:
    """For some worlds the hero's tricks to come by the card played; none if the hands are too long."""
    if seen.left > _SEARCHED:
        hidden = sum(hand is None for hand in seen.hands)
        if seen.left > _SEARCHED_OPEN or hidden > (seen.aside <= 2 and seen.at != seen.declarer):
            return
    nodes = _NODES
    for hands in _layouts(seen, chance):
        game = Endgame(seen.trump, hero, few=seen.kind != "tricks", nodes=nodes)
        try:
            yield game.values(hands, seen.at, seen.trick)
        except TooLong:
            return
        nodes = game.nodes


def sure_tricks(seen: Sight) -> int:
    """The sure tricks of a declarer on lead with shown cards, against any hands and any play."""
    hand = seen.hands[seen.declarer]
    if hand is None or seen.trick or seen.at != seen.declarer:
        return 0
    total, drawn = 0, True
    for suit in sorted(range(4), key=lambda suit: suit != seen.trump):  # trumps first
        held, rest = holding(hand, suit), _rest(seen, suit)
        tops = (held >> rest.bit_length()).bit_count()
        runs = tops >= rest.bit_count()  # one of them may hold all the rest
        if suit == seen.trump:
            drawn = runs
        if suit == seen.trump or drawn:
            total += held.bit_count() if runs else tops
    return total


def _layouts(seen: Sight, chance: random.Random) -> list[tuple[int, ...]]:
    hidden = [place for place, hand in enumerate(seen.hands) if hand is None]
    if seen.kind == "misere" and hidden == [seen.declarer]:
        found = [_known(seen, seen.declarer, hand).hands for hand in _misere_hands(seen)]
        return [tuple(hand or 0 for hand in hands) for hands in found]
    return list(worlds(seen, chance, _WORLDS))


def _misere_hands(seen: Sight) -> list[int]:
    """The possible hands of a misère's declarer, the safest first, since the worst cards are put away."""
    cards = [card for card in range(32) if seen.unseen >> card & 1]
    played = seen.played[seen.declarer]
    found = []
    for away in combinations(cards, seen.aside):
        hand = seen.unseen & ~sum(1 << card for card in away)
        if not hand & ~seen.maybe[seen.declarer]:
            found.append((-safety(hand | played), hand))
    return [hand for _, hand in sorted(found)[:_DISCARDS]]


# --- rules of thumb ----------------------------------------------------------------------------------------


def by_rule(seen: Sight, legal: int) -> list[Choice]:
    """The legal cards as rules of thumb weigh them."""
    cards = [card for card in range(32) if legal >> card & 1]
    if seen.kind == "tricks":
        return [_for_tricks(seen, card) for card in cards]
    if seen.kind == "misere" and seen.at != seen.declarer:
        likely = _likeliest(seen)
        return [_to_catch(likely, card) for card in cards]
    return [_to_avoid(seen, card) for card in cards]


def _likeliest(seen: Sight) -> Sight:
    """The sight of a misère with the declarer's hand filled in, if all else is known of it."""
    hidden = [place for place, hand in enumerate(seen.hands) if hand is None]
    found = _misere_hands(seen) if hidden == [seen.declarer] else []
    return _known(seen, seen.declarer, found[0]) if found else seen


def _known(seen: Sight, place: int, hand: int) -> Sight:
    """The sight with the hand of a place known to be this one."""
    hands = tuple(hand if at == place else other for at, other in enumerate(seen.hands))
    maybe = tuple(hand if at == place else other for at, other in enumerate(seen.maybe))
    return msgspec.structs.replace(seen, hands=hands, maybe=maybe)


def _after(seen: Sight, card: int) -> tuple[list[int], int, int, int]:
    """The players after this card, the best card then with its place, and the suit led."""
    best, holder = seen.best
    if seen.beats(card, best):
        best, holder = card, seen.at
    size = len(seen.seats)
    rest = [(seen.at + step) % size for step in range(1, size - len(seen.trick))]
    return rest, best, holder, seen.led if seen.led >= 0 else card >> 3


def _share(seen: Sight, place: int) -> float:
    """The chance that a given unseen card lies in a hidden hand."""
    return min(1.0, seen.counts[place] / max(1, seen.unseen.bit_count()))


def _can_beat(seen: Sight, place: int, led: int, best: int) -> float:
    """The chance that a place can take the trick from the best card."""
    maybe, suit = seen.maybe[place], SUITS[led]
    above = ~((2 << best) - 1) & SUITS[best >> 3]
    trumps = SUITS[seen.trump] if seen.trump not in {NO_TRUMP, led} else 0
    higher = maybe & above & suit
    ruffs = maybe & trumps & (above if best >> 3 == seen.trump else trumps)
    if seen.hands[place] is not None:
        return float(bool(higher if maybe & suit else ruffs))
    miss = 1 - _share(seen, place)
    void = miss ** (maybe & suit).bit_count()
    return (1 - miss ** higher.bit_count()) + void * (1 - miss ** ruffs.bit_count())


def _must_beat(seen: Sight, place: int, led: int, best: int) -> float:
    """The chance that a place has nothing below the best card of the suit led, and must go over it."""
    suit = seen.maybe[place] & SUITS[led]
    below = suit & ((1 << best) - 1)
    if seen.hands[place] is not None:
        return float(bool(suit) and not below)
    miss = 1 - _share(seen, place)
    return float(miss ** below.bit_count() * (1 - miss ** (suit & ~below).bit_count()))


@lru_cache(maxsize=1 << 14)
def _potential(mine: int, rest: int, decay: float) -> float:
    """The tricks that a holding still brings against the rest of the suit, less sure each time the lead is lost."""
    mine_left = [rank for rank in range(8) if mine >> rank & 1]
    others = [rank for rank in range(8) if rest >> rank & 1]
    value, sure = 0.0, 1.0
    while mine_left:
        if not others:
            return value + sure * len(mine_left)
        if mine_left[-1] > others[-1]:
            mine_left.pop()
            value += sure
            others = others[2:]
        else:
            mine_left.pop(0)
            others = others[1:-1]
            sure *= decay
    return value


def _rest(seen: Sight, suit: int, *, enemies: bool = False) -> int:
    """The cards of a suit that others may still hold; enemies: the other side only."""
    bits = 0
    for place, maybe in enumerate(seen.maybe):
        if place != seen.at and not (enemies and seen.friends(place, seen.at)):
            bits |= maybe
    return holding(bits, suit)


def _for_tricks(seen: Sight, card: int) -> Choice:
    rest, best, holder, led = _after(seen, card)
    ours = _chance_ours(seen, rest, best, led, mine=seen.friends(holder, seen.at))
    if not seen.trick:
        return _lead(seen, card, ours)
    suit = card >> 3
    others, held = _rest(seen, suit), holding(seen.hand, suit)
    decay = 0.6 if seen.trump in {NO_TRUMP, suit} else 0.5
    spent = _potential(held, others, decay) - _potential(held & ~(1 << (card & 7)), others, decay)
    if suit == led:
        why = "wins" if holder == seen.at else "plays_low"
    else:
        why = "ruffs" if suit == seen.trump else "throws_off"
    return Choice(card, ours - 0.85 * spent, why)


def _lead(seen: Sight, card: int, ours: float) -> Choice:
    """A lead: keep the lead, build up a suit, prefer high cards to low ones; the declarer draws trumps while they win.

    The weights make the fewest errors against exact solutions of some thousand leads (docs/bots.md).
    """
    suit, rank = divmod(card, 8)
    others, held = _rest(seen, suit), holding(seen.hand, suit)
    gained = _potential(held & ~(1 << rank), _fallen(others, rank), 0.6) - _potential(held, others, 0.6)
    score = ours - 0.3 * (1 - ours) + 0.3 * gained + 0.6 * rank / 7
    why = "cashes" if ours > _SURE else "leads"
    if suit == seen.trump:
        if seen.at != seen.declarer:
            score -= 0.6
        elif ours > _SURE and _rest(seen, suit, enemies=True):
            score += 0.5
            why = "draws_trumps"
    else:
        score += 0.4 * (held.bit_count() > 3)
        if seen.trump != NO_TRUMP and _rest(seen, seen.trump, enemies=True):
            score += 0.2 * (ours > _SURE) - 0.3 * (not others)
    return Choice(card, score, why)


def _fallen(others: int, rank: int) -> int:
    """The rest of a suit after a lead: the card that beats it and the lowest go, or the two lowest."""
    lowest = others & -others
    if others >> (rank + 1):
        return others & ~lowest & ~(1 << (others.bit_length() - 1))
    others &= ~lowest
    return others & ~(others & -others)


def _chance_ours(seen: Sight, rest: list[int], best: int, led: int, *, mine: bool) -> float:
    """The chance that the trick falls to the player's side."""
    ours = float(mine)
    for nth, place in enumerate(rest):
        beats = _can_beat(seen, place, led, best)
        if seen.friends(place, seen.at):
            # A friend raises a trick that is being lost, or that a later enemy would beat; then the friend's card wins
            # half of the time.
            last = nth == len(rest) - 1
            ours += (1 - ours) * beats * (1.0 if last else 0.5)
        else:
            ours *= 1 - beats
    return ours


def _to_avoid(seen: Sight, card: int) -> Choice:
    """The choice of a card by a hand that avoids tricks: the declarer at misère, everybody in an all-pass."""
    rest, best, holder, led = _after(seen, card)
    take = float(holder == seen.at)
    if take:
        for place in rest:
            take *= 1 - _must_beat(seen, place, led, best)
    kept = seen.hand & ~(1 << card)
    if seen.kind == "misere":
        danger = 2.0 * sum(_exposed(seen, seen.at, kept, suit) for suit in range(4))
    else:
        danger = sum(exposure(holding(kept, suit), _rest(seen, suit)) for suit in range(4))
    why = "takes" if take > 0.5 else "throws_off" if led != card >> 3 else "stays_under"
    return Choice(card, -2.0 * take - danger, why)


def _exposed(seen: Sight, declarer: int, hand: int, suit: int) -> float:
    """The rounds in which a suit of a misère can be caught.

    Where the defenders are hidden: how much the suit stands out.
    """
    cards = holding(hand, suit)
    others = [holding(seen.maybe[place], suit) for place in range(len(seen.seats)) if place != declarer]
    if any(seen.hands[place] is None for place in range(len(seen.seats)) if place != declarer):
        return exposure(cards, _rest(seen, suit))
    one, two = others[0], others[1] if len(others) > 1 else 0
    nth, total = 0, 0
    for rank in range(8):
        if cards >> rank & 1:
            nth += 1
            total += caught(one, two, rank, nth)
    return total + 0.1 * exposure(cards, one | two)


def _to_catch(seen: Sight, card: int) -> Choice:
    """A card of a misère's defenders: the declarer shall take this trick, or be left with a suit that can be caught."""
    rest, best, holder, led = _after(seen, card)
    hand = seen.maybe[seen.declarer]
    takes = float(holder == seen.declarer)
    for place in rest:
        forced = _must_beat(seen, place, led, best)
        takes = forced if place == seen.declarer else takes * (1 - forced)
    later = _known(seen, seen.at, seen.hand & ~(1 << card))
    hope = sum(min(1.0, _exposed(later, seen.declarer, hand, suit)) for suit in range(4))
    gift = 0.5 if not seen.trick and not hand & SUITS[card >> 3] else 0.0  # the hand would throw a bad card off
    return Choice(card, 3.0 * takes + hope - gift, "catches" if takes else "hunts")
