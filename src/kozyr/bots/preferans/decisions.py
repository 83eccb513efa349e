"""The novice's decisions: calls, discard, contract, whist, claims; the cards of the tricks are `play`'s."""

from __future__ import annotations

import math
import random
from functools import lru_cache
from typing import Final

import msgspec

from kozyr.bots.frame import Candidate
from kozyr.bots.preferans.play import best_card, sure_tricks, to_come
from kozyr.bots.preferans.sight import sight
from kozyr.bots.preferans.worth import NO_TRUMP, allpass_tricks, best_keep, holding, safe_keep, tricks_with
from kozyr.games import Event
from kozyr.games.preferans import Contract, View
from kozyr.games.preferans.words import (
    NEED,
    PLAYS,
    Answer,
    Bid,
    Discard,
    Half,
    Here,
    Lay,
    Look,
    Misere,
    Name,
    Pass,
    Peek,
    Play,
    Take,
    Whist,
)
from kozyr.solver.integers import card_of, cards_of_mask, mask_of, trump_number

_TALONS: Final = 36  # talons that a bid reckons with
_SPREAD: Final = 0.95  # of a declarer's tricks around the estimate
_SPREAD_PLAIN: Final = 1.15  # the same without trumps
_HOPE: Final = 0.2  # the average excess of the best of five trumps and all discards over its true worth
_SILENCE: Final = 0.6  # the chance that a hand that still has to speak passes
_PLAYED: Final = 16.0  # a declarer's average gain from all players together
# The tricks of a defender without high cards, and of both defenders, by the size of the contract.
_OWN: Final = {6: 0.5, 7: 0.0, 8: -0.4, 9: -0.7, 10: -0.9}
_BOTH: Final = {6: 3.35, 7: 1.9, 8: 0.8, 9: 0.2, 10: 0.1}
_SPREAD_BOTH: Final = 1.05
_SPREAD_OWN: Final = 0.9
_PASSED: Final = 0.5  # how much a partner's pass takes off
_KEEN: Final = 1.0  # tricks that a novice pays to play rather than to let the contract go
_DOUBT: Final = 0.05  # part of a trick that is too small to refuse a claim for


class Prices(msgspec.Struct, frozen=True):
    """The worth of a deal to one player under the table's conventions, in whists against all others together."""

    others: int
    pool: float
    hill: float
    unit: int
    consolation: int
    allpass: float
    fair: float
    two: bool
    responsible: float
    factor: int

    @classmethod
    def of(cls, view: View) -> Prices:
        """The prices of this deal for the viewer."""
        terms, c = view.terms, view.terms.conventions
        players = len(terms.seats) + (terms.waiting is not None)
        share = (players - 1) / players
        blind = sum(call.startswith("blind:pass") for _, call in view.calls)
        price = c.allpass_whists_per_trick if c.allpass_scoring == "whists" else 10 * terms.price
        return cls(
            others=players - 1,
            pool=c.pool_point_whists * share,
            hill=10 * share,
            unit=c.unit,
            consolation=players - 1 if c.whist_consolation == "all_including_dealer" else 1,
            allpass=price * 2**blind,
            fair=10 / players,
            two=len(terms.hands) == 2,
            responsible=1.0 if c.whist_responsibility == "full" else 0.5,
            factor=terms.bombs[view.seat.position] if view.seat is not None else 1,
        )

    @lru_cache(maxsize=1 << 14)  # noqa: B019 - a frozen value with a handful of instances a pulka
    def game(self, size: int, tricks: float, spread: float) -> float:
        """The worth of a contract of this size to a hand that takes `tricks` on average."""
        price = 2 * (size - 5) * self.factor
        whisted = {6: 0.9, 7: 0.95, 8: 0.8}.get(size, 0.6)
        total = 0.0
        for taken, weight in enumerate(_weights(tricks, spread)):
            if taken >= size:
                value = price * self.pool - whisted * (10 - taken) * price * self.unit
            else:
                each = price * self.unit * (size - taken)
                value = -each * (self.hill + self.consolation) - (10 - taken) * price * self.unit
            total += weight * value
        return total

    def misere(self, chance: float) -> float:
        """The worth of a misère that is made with this chance; caught, it takes more than one trick."""
        price = 10 * self.factor
        return price * (chance * self.pool - (1 - chance) * 1.6 * self.unit * self.hill)

    def all_pass(self, tricks: float) -> float:
        """The cost of an all-pass, against a fair share of the tricks; `tricks` are those of a hand among three."""
        return self.allpass * (self.fair - tricks * (1.5 if self.two else 1.0))


@lru_cache(maxsize=1 << 12)
def _weights(mean: float, spread: float) -> tuple[float, ...]:
    """The chances of 0..10 tricks around a mean."""

    def below(edge: float) -> float:
        return 0.5 * (1 + math.erf((edge - mean) / (spread * math.sqrt(2))))

    edges = [0.0, *(below(taken + 0.5) for taken in range(10)), 1.0]
    return tuple(edges[taken + 1] - edges[taken] for taken in range(11))


def novice(view: View, chance: random.Random) -> list[Candidate]:
    """The novice's candidates, the best first."""
    if view.claim is not None:
        found = _answer_claim(view, chance)
    elif view.phase == "auction":
        found = _call(view, chance)
    elif view.phase == "invite":
        found = _answer_invitation(view, chance)
    elif view.phase == "talon":  # won without looking; misère would give the doubling up (P-3.3.19b)
        found = [Candidate(Take(), 0.0, "takes_talon")]
    elif view.phase == "discard":
        found = _discard(view)
    elif view.phase == "contract":
        found = _name(view)
    elif view.phase == "whist":
        found = _whist(view)
    else:
        found = _play(view, chance)
    legal = set(view.legal)
    found = [candidate for candidate in found if candidate.event in legal]
    if not found:  # a rule of some table that the novice never met: anything legal, the first by name
        found = [Candidate(view.legal[0], 0.0, "only_legal")]
    return sorted(found, key=lambda candidate: -candidate.score)


def _own(view: View) -> int | None:
    """The viewer's cards. None: they are not lifted yet."""
    cards = view.hands[view.seat].cards if view.seat is not None and view.seat in view.hands else None
    return None if cards is None else mask_of(cards)


# --- auction -----------------------------------------------------------------------------------------------


def _call(view: View, chance: random.Random) -> list[Candidate]:
    hand = _own(view)
    if hand is None:
        return _blind(chance)
    prices = Prices.of(view)
    leads = view.seat is view.terms.hands[0]
    talons = _talons(hand, chance)
    worth, tricks = _ladder(hand, talons, prices, leads=leads)
    found = [_passes(view, hand, prices)]
    lowest = min((event.contract.step for event in view.legal if isinstance(event, Bid)), default=1)
    for event in view.legal:
        if isinstance(event, Bid) and not event.hand:
            found.append(Candidate(event, worth[event.contract.step], "bids", _game(event.contract, tricks)))
        elif isinstance(event, Here) and view.bid is not None:
            found.append(Candidate(event, worth[view.bid.step], "here", _game(view.bid, tricks)))
        elif isinstance(event, Take) and event.cards == 2:
            found.append(Candidate(event, worth[lowest] + 0.01, "takes_talon"))  # as a bid, but tells less
        elif isinstance(event, Misere) and not event.hand:
            safe = sum(safe_keep(hand | talon)[0] for talon in talons) / len(talons)
            found.append(Candidate(event, prices.misere(safe), "misere", {"safe": round(safe, 2)}))
    return [msgspec.structs.replace(candidate, unit="whists") for candidate in found]


def _blind(chance: random.Random) -> list[Candidate]:
    """Before lifting the cards: a look, but now and then a pass in the dark."""
    bold = chance.random() < 0.05
    return [Candidate(Look(), 0.0, "looks"), Candidate(Pass(blind=True), 1.0 if bold else -1.0, "dares")]


def _talons(hand: int, chance: random.Random) -> list[int]:
    """Some talons that the player may find."""
    rest = [card for card in range(32) if not hand >> card & 1]
    return [sum(1 << card for card in chance.sample(rest, 2)) for _ in range(_TALONS)]


def _trump(contract: Contract) -> int:
    return NO_TRUMP if contract.trump is None else trump_number(contract.trump)


_GAMES: Final = {trump: [c for c in Contract if c.size and _trump(c) == trump] for trump in range(5)}


def _game(contract: Contract, tricks: list[float]) -> dict[str, float | str]:
    """The facts of a bid: its contract, and the hand's tricks with that trump and the talon."""
    return {"contract": str(contract), "tricks": round(tricks[_trump(contract)], 1)}


def _ladder(hand: int, talons: list[int], prices: Prices, *, leads: bool) -> tuple[list[float], list[float]]:
    """By step of the ladder: the worth of winning the auction there and naming the best contract that is left.

    And by trump: the tricks of the best keep, over these talons.
    """
    totals = [0.0] * 28
    means = [0.0] * 5
    for talon in talons:
        values = [-math.inf] * 28
        for trump, games in _GAMES.items():
            tricks, _ = best_keep(hand | talon, trump, leads=leads)
            means[trump] += tricks / len(talons)
            for contract in games:
                values[contract.step] = game_value(prices, contract, tricks)
        best = -math.inf
        for step in range(27, 0, -1):
            best = max(best, values[step])
            totals[step] += best if best > -math.inf else 0.0
    return [total / len(talons) for total in totals], means


def game_value(prices: Prices, contract: Contract, tricks: float) -> float:
    """The worth of a contract to a declarer whose best ten cards take `tricks` on average."""
    spread = _SPREAD_PLAIN if contract.trump is None else _SPREAD
    return prices.game(contract.size, round(10 * (tricks - _HOPE)) / 10, spread)


def _passes(view: View, hand: int, prices: Prices) -> Candidate:
    """The worth of a pass: another player's game, or with some chance an all-pass."""
    hands = view.terms.hands
    tricks = allpass_tricks(hand, first=view.seat is hands[0])
    waiting = len(hands) - 1 - len({seat for seat, _ in view.calls} - {view.seat})
    chance = 0.0 if view.bid is not None else _SILENCE**waiting
    value = chance * prices.all_pass(tricks) - (1 - chance) * _PLAYED * prices.unit / (prices.others + 1)
    # After a bid there is no all-pass, and its tricks are no reason.
    return Candidate(Pass(), value, "passes", {"tricks": round(tricks, 1)} if chance > 0 else {})


def _answer_invitation(view: View, chance: random.Random) -> list[Candidate]:
    """The dealer's answer, once the cards are shown: a misère that is more likely made than not is shared (P-3.6.9)."""
    shown = [hand.cards for hand in view.hands.values() if hand.cards is not None]
    hand = mask_of(shown[0]) if shown else 0
    talons = _talons(hand, chance)
    safe = sum(safe_keep(hand | talon)[0] for talon in talons) / len(talons)
    value = Prices.of(view).misere(safe)
    return [
        Candidate(Answer(yes=True), value, "misere", {"safe": round(safe, 2)}),
        Candidate(Answer(yes=False), 0.0, "declines"),
    ]


# --- talon and contract ------------------------------------------------------------------------------------


def _discard(view: View) -> list[Candidate]:
    hand = _own(view) or 0
    if view.contract is Contract.MISERE:
        safe, kept = safe_keep(hand)
        return [Candidate(_putting_away(hand & ~kept), safe, "keeps_safe", {"safe": round(safe, 2)})]
    prices, leads = Prices.of(view), view.seat is view.terms.hands[0]
    lowest = view.bid.step if view.bid is not None else 1
    found = []
    for trump, games in _GAMES.items():
        tricks, kept = best_keep(hand, trump, leads=leads)
        worth = [(game_value(prices, contract, tricks), str(contract)) for contract in games if contract.step >= lowest]
        value, named = max(worth, default=(-math.inf, ""))
        facts: dict[str, float | str] = {"contract": named, "tricks": round(tricks, 1)}
        found.append(Candidate(_putting_away(hand & ~kept), value, "keeps_for", facts))
    return found


def _putting_away(cards: int) -> Event:
    one, two = sorted(cards_of_mask(cards), key=str)
    return Discard((one, two))


def _name(view: View) -> list[Candidate]:
    hand = _own(view) or 0
    prices, leads = Prices.of(view), view.seat is view.terms.hands[0]
    found = []
    for event in view.legal:
        if isinstance(event, Name):
            tricks = tricks_with(hand, _trump(event.contract), leads=leads)
            found.append(
                Candidate(event, game_value(prices, event.contract, tricks), "names", {"tricks": round(tricks, 1)})
            )
    return found


# --- whist -------------------------------------------------------------------------------------------------


def _whist(view: View) -> list[Candidate]:
    contract, seat = view.contract, view.seat
    if contract is None or seat is None or view.declarer is None:
        return []
    said = [word for _, word in view.answers]
    prices = Prices.of(view)
    need, price = NEED[contract.size], contract.price * prices.unit * view.factor
    hand = _own(view)
    if seat not in view.terms.hands:  # the seat is the dealer without cards (P-3.8.8)
        looked = [h.cards for h in view.hands.values() if h.cards is not None]
        if not looked:  # a look costs nothing; the hand that left for half a whist is the better one to see
            half = {who for who, word in view.answers if word == "half"}
            peeks = [event for event in view.legal if isinstance(event, Peek)]
            return [Candidate(event, 1.0 + (event.hand in half), "peeks") for event in peeks]
        hand = mask_of(looked[0])
    high, shared = counts(hand or 0, _trump(contract))
    own = max(0.0, _OWN[contract.size] + high)
    both = max(own, _BOTH[contract.size] + shared - _PASSED * said.count("pass"))
    alone = _alone(prices, contract, both, price) + _KEEN * price
    joint = _joint(prices, need, own, both, price) + _KEEN * price
    facts: dict[str, float | str] = {"own": round(own, 1), "all": round(both, 1), "need": float(need)}
    if said == ["whist"]:
        whist = Candidate(Whist(), joint, "joins", facts)
    elif not said and len(view.terms.hands) > 2:  # the next may pass or join
        left = _alone(prices, contract, max(own, both - _PASSED), price) + _KEEN * price
        whist = Candidate(Whist(), (left + joint) / 2, "whists", facts)
    else:
        whist = Candidate(Whist(), alone, "whists", facts)
    return [
        whist,
        Candidate(Pass(), 0.0, "passes", facts),
        Candidate(Half(), need // 2 * price, "takes_half", facts),
        Candidate(Lay(open=True), alone + 0.5 * price, "plays_open", facts),
        Candidate(Lay(open=False), alone, "plays_closed", facts),
    ]


def _alone(prices: Prices, contract: Contract, mean: float, price: int) -> float:
    """The worth of whisting alone, against no whist at all, where both defenders take `mean` tricks on average."""
    total, need = 0.0, NEED[contract.size]
    for taken, weight in enumerate(_weights(round(mean, 1), _SPREAD_BOTH)):
        value = taken * price - max(0, need - taken) * price * prices.hill * prices.responsible
        under = contract.size - (10 - taken)
        if under > 0:
            value += price * under * (prices.hill / prices.others + 1) + contract.price * prices.pool / prices.others
        total += weight * value
    return total


def _joint(prices: Prices, need: int, own: float, both: float, price: int) -> float:
    """The worth of whisting beside a whister: this hand's tricks, less half the responsibility for the missing ones."""
    short = sum(_weights(round(both, 1), _SPREAD_BOTH)[:need])
    missing = sum(
        max(0.0, need / 2 - taken) * weight for taken, weight in enumerate(_weights(round(own, 1), _SPREAD_OWN))
    )
    return price * (own - short * missing * prices.hill * prices.responsible)


def counts(hand: int, trump: int) -> tuple[float, float]:
    """The tricks that a defender's high cards and trumps add to this hand's tricks, and to those of both defenders.

    The second is far smaller: the declarer has named the contract in spite of them, and the partner lacks them.
    """
    own = both = 0.0
    for suit in range(4):
        cards = holding(hand, suit)
        length = cards.bit_count()
        ace, king, queen = cards & 0x80, cards & 0x40, cards & 0x20
        if suit == trump:
            own += 0.25 * length + 0.7 * bool(ace) + 0.6 * bool(king and length > 1)
            own += 0.5 * bool(queen and length > 2) + 1.2 * (length > 3)
            both += 0.2 * bool(ace or (king and length > 1)) + 0.4 * bool(queen and length > 2) + 1.0 * (length > 3)
        else:
            short = length < 5
            own += bool(ace) * (0.45 if short else 0.3) + 0.3 * bool(king and length > 1) + 0.1 * bool(queen)
            both += bool(ace) * 0.2 * short + 0.13 * bool(king and 1 < length < 5)
    return own, both


# --- play and claims ---------------------------------------------------------------------------------------


def _play(view: View, chance: random.Random) -> list[Candidate]:
    legal = mask_of(event.card for event in view.legal if isinstance(event, Play))
    choices = best_card(sight(view), legal, chance)
    return [Candidate(PLAYS[card_of(c.card)], c.score, c.why) for c in choices]


def _answer_claim(view: View, chance: random.Random) -> list[Candidate]:
    """Yes, if the claim gives the viewer's side no less than the cards do; refused, the play simply goes on."""
    claim, seat = view.claim, view.seat
    if claim is None or seat is None:
        return []
    seen = sight(view)
    left = 10 - sum(view.tricks.values())
    more = {place: n - view.tricks[place] for place, n in claim.tricks.items()}  # the tricks still to come
    if seen.kind == "allpass":
        mine = more.get(seat, 0)
        expected = to_come(seen, seen.seats.index(seat), chance) if seat in seen.seats else 0.0
        fair = mine == 0 if expected is None else mine <= expected + _DOUBT
    elif view.declarer is not None:
        taken = more[view.declarer]
        expected = to_come(seen, seen.declarer, chance)
        # The claimant wants many, or the others want the claimant to take many.
        gain = 1 if (seat is view.declarer) == (seen.kind == "tricks") else -1
        if expected is not None:
            fair = gain * taken >= gain * expected - _DOUBT
        elif seat is view.declarer:
            fair = taken == (left if seen.kind == "tricks" else 0)
        else:
            fair = taken <= sure_tricks(seen) if seen.kind == "tricks" else taken == left
    else:
        fair = False
    return [
        Candidate(Answer(yes=True), float(fair), "fair" if fair else "too_much"),
        Candidate(Answer(yes=False), 0.5, "plays_on"),
    ]
