"""What calls, discards, contracts and whists are worth: worlds played out in the mind, solved and scored.

In each world everybody goes on as a novice would: who bids and who whists is guessed from his cards there, a declarer
takes his best contract by the tables of `worth`, and the cards are then played perfectly. Defenders see nothing of a
discard and declarers nothing of the lie, so perfect play favours neither side much.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from typing import Final

import msgspec

from kozyr.bots.frame import Candidate, Purse
from kozyr.bots.preferans import likelihood
from kozyr.bots.preferans.decisions import Prices, game_value, novice
from kozyr.bots.preferans.score import TRICKS, Scores, scores
from kozyr.bots.preferans.search import Worlds, said, worlds_of
from kozyr.bots.preferans.worlds import field
from kozyr.bots.preferans.worth import NO_TRUMP, best_keep, safe_keep, safety, tricks_with
from kozyr.bots.sampling import World
from kozyr.cards import Seat
from kozyr.games import Event
from kozyr.games.preferans import Contract, View
from kozyr.games.preferans.deal import Word
from kozyr.games.preferans.events import DISCARDS, Bid, Half, Here, Lay, Misere, Name, Pass, Peek, Take, Whist
from kozyr.solver import preferans as solver
from kozyr.solver.integers import cards_of_mask, mask_of, trump_number

__all__ = ["Effort", "calls", "contracts", "discards", "whists"]

_GAMES: Final = [contract for contract in Contract if contract.size]
_OF_SIZE: Final = {size: [c for c in _GAMES if c.size == size] for size in range(6, 11)}
# What a declarer's best tricks by the tables make him name (`likelihood` has the same the other way round).
_NAMES: Final = ((9.95, 10), (9.65, 9), (8.72, 8), (7.62, 7))
_CLOSE: Final = 1.3  # tricks by the tables that a discard may be worse than the best and is still looked at
_ESCAPES: Final = {1: 0.35, 2: 0.15}  # the chance that a misère that can be caught for so many tricks is made
_SELDOM: Final = 0.05  # a smaller chance is not worth a search
_PASSES: Final = frozenset({"pass", "take1", "blind:pass"})


class Effort(msgspec.Struct, frozen=True):
    """How hard a level thinks. calls, contracts, whists: worlds. discards: of these so many are solved."""

    calls: Worlds
    contracts: Worlds
    whists: Worlds
    discards: int


def _trump(contract: Contract) -> int:
    return NO_TRUMP if contract.trump is None else trump_number(contract.trump)


_BY_TRUMP: Final = {(c.size, _trump(c)): c for c in _GAMES}


class _Mind:
    """One decision's thoughts. Places are those of `Terms.holders`, clockwise from the first hand."""

    def __init__(self, view: View, purse: Purse) -> None:
        if view.seat is None:
            raise ValueError("a kibitzer decides nothing")
        self.view = view
        self.terms = view.terms
        self.purse = purse
        self.seats = view.terms.holders
        self.score: Scores = scores(view.terms, view.seat)
        self.prices = Prices.of(view)
        self.bidders = [self.seats.index(seat) for seat in view.terms.hands]

    def tricks(self, hands: tuple[int, int, int], declarer: int, trump: int) -> int:
        """The declarer's tricks with all cards seen."""
        answer = solver.quick("tricks", trump, declarer, 0, hands, moves=False, seconds=self.purse.seconds)
        self.purse.spend(answer.nodes)
        return answer.value

    def caught(self, hands: tuple[int, int, int], declarer: int) -> int:
        """His tricks at misère."""
        answer = solver.quick("misere", NO_TRUMP, declarer, 0, hands, moves=False, seconds=self.purse.seconds)
        self.purse.spend(answer.nodes)
        return answer.value

    def factor(self, declarer: int) -> int:
        """What multiplies his game."""
        return self.view.factor if self.view.declarer is not None else self.terms.bombs[self.seats[declarer].position]

    def words(
        self, contract: Contract, hands: World, declarer: int, known: Mapping[int, str], taken: int
    ) -> dict[Seat, Word]:
        """How the opponents answer a contract; `known` are words that are said or decided.

        On eight and more somebody whists if the contract can be set: else bots would name tens on the others' doubts.
        """
        if contract is Contract.S6 and self.terms.whist.obligatory_6s:
            return dict.fromkeys(self.score.opponents(self.seats[declarer]), "whist")
        found: dict[Seat, Word] = {}
        before = ""
        for seat in self.score.opponents(self.seats[declarer]):
            place = self.seats.index(seat)
            word = known.get(place) or likelihood.whist(hands[place], _trump(contract), contract.size, before)
            if (
                word == "pass"
                and before == "pass"
                and place not in known
                and contract.size < 8
                and self.terms.whist.half
            ):
                word = "half"
            found[seat] = "half_whist" if word == "half" else "whist" if word == "whist" else "pass"
            before = word
        if contract.size > 7 and taken < contract.size and "whist" not in found.values():
            free = [seat for seat in found if self.seats.index(seat) not in known]
            found |= dict.fromkeys(free[:1], "whist")
        return found

    def played(self, contract: Contract, hands: World, declarer: int, known: Mapping[int, str], taken: int) -> float:
        """What a contract brings the viewer, the others answering as they would, with these tricks."""
        words = self.words(contract, hands, declarer, known, taken)
        return self.score.contract(contract, self.seats[declarer], words, self.factor(declarer))[taken]

    def names(self, twelve: int, declarer: int, lowest: int) -> tuple[Contract, int]:
        """A declarer's contract from a step on, by the tables, and the ten cards that he keeps."""
        leads = declarer == 0
        best = (-1e9, Contract.S6, 0)
        for trump in range(5):
            tricks, kept = best_keep(twelve, trump, leads=leads)
            for size in range(6, 11):
                contract = _BY_TRUMP[size, trump]
                if contract.step >= lowest:
                    value = game_value(self.prices, contract, tricks)
                    if value > best[0]:
                        best = (value, contract, kept)
        return best[1], best[2]

    def declares(self, world: World, declarer: int, lowest: int) -> float:
        """What it brings the viewer that a place takes the talon and plays his best contract from a step on."""
        twelve = world[declarer] | world[-1]
        contract, kept = self.names(twelve, declarer, lowest)
        hands = _three(world, declarer, kept)
        return self.played(contract, hands, declarer, {}, self.tricks(hands, declarer, _trump(contract)))

    def ducks(self, world: World, declarer: int) -> float:
        """What it brings the viewer that a place plays misère."""
        _, kept = safe_keep(world[declarer] | world[-1])
        taken = self.caught(_three(world, declarer, kept), declarer)
        table = self.score.misere(self.seats[declarer], self.factor(declarer))
        escapes = _ESCAPES.get(taken, 0.0)  # defenders who see all but two cards miss what perfect ones find
        return escapes * table[0] + (1 - escapes) * table[taken]


def _three(world: World, place: int, hand: int) -> tuple[int, int, int]:
    one, two, three = (hand if at == place else bits for at, bits in enumerate(world[:3]))
    return one, two, three


def _ranked(
    totals: Mapping[Event, float], why: Callable[[Event], tuple[str, dict[str, float | str]]]
) -> list[Candidate]:
    found = [Candidate(event, total, *why(event), "whists") for event, total in totals.items()]
    return sorted(found, key=lambda one: -round(one.score, 6))


# --- calls -------------------------------------------------------------------------------------------------


def calls(view: View, effort: Effort, chance: random.Random, purse: Purse) -> list[Candidate]:
    """Calls with their expected scores; before the cards are lifted, as a novice."""
    ruled = novice(view, chance)
    seat = view.seat
    if seat is None or view.hands[seat].cards is None or len(view.terms.holders) != 3:
        return ruled
    mind = _Mind(view, purse)
    me = mind.seats.index(seat)
    weighed = [candidate.event for candidate in ruled]
    totals = dict.fromkeys(weighed, 0.0)
    outbid = {event: [0.0, 0.0] for event in weighed}
    weight, worlds = 0.0, 0
    table = _Table(view, mind, me)
    for world, share in worlds_of(view, field(view), effort.calls, chance, purse):
        if worlds and purse.empty:
            break
        try:
            values = {event: table.value(event, world) for event in weighed}
        except TimeoutError:
            break
        for event, (won, left, higher) in values.items():
            totals[event] += share * won
            outbid[event][0] += share * left
            outbid[event][1] += share * higher
        weight += share
        worlds += 1
    if not worlds:
        return ruled
    facts = {candidate.event: (candidate.why, dict(candidate.facts) | {"worlds": float(worlds)}) for candidate in ruled}
    ended = {event: (total + max(outbid[event])) / weight for event, total in totals.items()}
    for (
        candidate
    ) in ruled:  # a misère is made or lost for hundreds: the novice's tables, without its noise, count as much
        if isinstance(candidate.event, Misere):
            ended[candidate.event] = (ended[candidate.event] + candidate.score) / 2
    return _ranked(ended, lambda event: facts[event])


class _Table:
    """The auction as it stands for one bidder."""

    def __init__(self, view: View, mind: _Mind, me: int) -> None:
        self._mind = mind
        self._me = me
        self._high = view.bid.step if view.bid is not None else 0
        passed = {seat for seat, word in view.calls if word in _PASSES}
        self._holder = -1
        for seat, word in view.calls:
            if word not in _PASSES:
                self._holder = mind.seats.index(seat)
        at = mind.bidders.index(me)
        after = mind.bidders[at + 1 :] + mind.bidders[:at]
        self._rivals = [place for place in after if mind.seats[place] not in passed]
        self._spoken = {mind.seats.index(seat) for seat, _ in view.calls}
        self._lowest = mind.terms.auction.lowest
        self._known: dict[tuple[object, ...], float] = {}

    def value(self, event: Event, world: World) -> tuple[float, float, float]:
        """What a call brings in a world: if nobody goes higher; and if somebody does and he leaves it, or bids once more.

        Each is weighed by its chance already. Leaving or bidding on is decided later, without knowing the world.
        """
        self._known.clear()
        if isinstance(event, Misere):
            return self._mind.ducks(world, self._me), 0.0, 0.0
        if isinstance(event, Bid):
            return self._bid(world, event.contract.step)
        if isinstance(event, Here):
            return self._bid(world, self._high)
        if isinstance(event, Take):
            return self._mind.declares(world, self._me, 5 * (self._lowest - 6) + 1), 0.0, 0.0
        return self._pass(world), 0.0, 0.0

    def _strength(self, world: World, place: int) -> float:
        return likelihood.trumps(world[place])

    def _rises(self, world: World, step: int) -> list[tuple[int, float]]:
        """The chances that rivals go over a step."""
        higher = max(self._lowest, 10 if step > 21 else 9 if step > 14 else 6 + step // 5)
        return [(place, likelihood.bids(world[place], higher, opens=False)) for place in self._rivals]

    def _bid(self, world: World, step: int) -> tuple[float, float, float]:
        """He plays unless somebody goes higher."""
        chances = self._rises(world, step)
        keeps = math.prod(1 - plays for _, plays in chances)
        won = keeps * self._mind.declares(world, self._me, step) if keeps > _SELDOM else 0.0
        if 1 - keeps <= _SELDOM:
            return won / keeps, 0.0, 0.0
        lost = 1 - keeps
        left = self._somebody(world, chances, None, step + 1)
        again = self._somebody(
            world, self._rises(world, step + 2), lambda: self._mind.declares(world, self._me, step + 2), step + 3
        )
        return won, lost * left, lost * again

    def _pass(self, world: World) -> float:
        """Somebody else plays, or nobody."""
        if self._holder >= 0 and self._holder != self._me:
            higher = max(self._lowest, min(10, 6 + self._high // 5))
            rivals = [place for place in self._rivals if place != self._holder]
            chances = [(place, likelihood.bids(world[place], higher, opens=False)) for place in rivals]
            ducks = self._high == Contract.MISERE.step
            return self._somebody(
                world,
                chances,
                lambda: (
                    self._mind.ducks(world, self._holder) if ducks else self._other(world, self._holder, self._high)
                ),
                self._high + 1,
            )
        chances = [(place, likelihood.bids(world[place], self._lowest, opens=True)) for place in self._rivals]
        for nth, (place, plays) in enumerate(chances):
            duck = likelihood.misere(world[place]) if place not in self._spoken else 0.0
            if duck > 0.5 > plays:
                before = 1.0
                for _, other in chances[:nth]:
                    before *= 1 - other
                return before * self._mind.ducks(world, place) + (1 - before) * self._other(world, chances[0][0], 1)
        return self._somebody(world, chances, lambda: self._allpass(world), 1)

    def _somebody(
        self, world: World, chances: list[tuple[int, float]], nobody: Callable[[], float] | None, lowest: int
    ) -> float:
        """The strongest of those who would play does; or else what follows if none does (None: somebody does)."""
        left, total = 1.0, 0.0
        for place, plays in sorted(chances, key=lambda one: -self._strength(world, one[0])):
            if plays > _SELDOM or (nobody is None and left > 1 - _SELDOM):
                total += left * plays * self._other(world, place, lowest)
                left *= 1 - plays
        if nobody is None or left <= _SELDOM:
            return total / (1 - left) if left < 1 else 0.0
        return total + left * nobody()

    def _other(self, world: World, place: int, lowest: int) -> float:
        key = (world, place, lowest)
        if key not in self._known:
            self._known[key] = self._mind.declares(world, place, lowest)
        return self._known[key]

    def _allpass(self, world: World) -> float:
        """The tricks of each if the two others combine against him, scaled so that all together are ten."""
        mind = self._mind
        terms = mind.terms
        if len(mind.bidders) != 3:
            return mind.prices.all_pass(likelihood.ducks(world[self._me]))
        talon = [card for card in range(32) if world[-1] >> card & 1]
        opened = terms.conventions.allpass_talon == "opened"
        owns = terms.dealer_sits and terms.conventions.allpass_dealer_owns_talon_tricks
        answer = solver.quick(
            "allpass",
            NO_TRUMP,
            0,
            0,
            world[:3],
            talon=talon if opened else (),
            talon_wins=owns,
            moves=False,
            seconds=mind.purse.seconds,
        )
        mind.purse.spend(answer.nodes)
        total = sum(answer.each) or 1
        mine = TRICKS * answer.each[self._me] / total
        return self._scored(mine)

    def _scored(self, mine: float) -> float:
        """What so many tricks cost in the all-pass, the others sharing the rest."""
        low = int(mine)
        values = []
        for taken in (low, min(TRICKS, low + 1)):
            rest = TRICKS - taken
            others = [self._mind.seats[place] for place in self._mind.bidders if place != self._me]
            tricks = {seat: (rest + nth) // len(others) for nth, seat in enumerate(others)}
            tricks[self._mind.seats[self._me]] = taken
            values.append(self._mind.score.allpass(tricks, self._mind.view.factor))
        return values[0] + (mine - low) * (values[1] - values[0])


# --- talon and contract ------------------------------------------------------------------------------------


def discards(view: View, effort: Effort, chance: random.Random, purse: Purse) -> list[Candidate]:
    """Discards with what the best contract is then worth, over worlds of the other two hands."""
    ruled = novice(view, chance)
    seat = view.seat
    cards = None if seat is None else view.hands[seat].cards
    if seat is None or cards is None or len(view.terms.holders) != 3:
        return ruled
    mind = _Mind(view, purse)
    me = mind.seats.index(seat)
    twelve = mask_of(cards)
    lowest = view.bid.step if view.bid is not None else 1
    pairs = [1 << a | 1 << b for a, b in combinations([card for card in range(32) if twelve >> card & 1], 2)]
    likely: list[tuple[float, int, int]] = []
    if view.contract is Contract.MISERE:
        likely = sorted(((safety(twelve & ~away), away, NO_TRUMP) for away in pairs), reverse=True)[: effort.discards]
    else:
        for trump in range(5):
            ranked = sorted(((tricks_with(twelve & ~away, trump, leads=me == 0), away) for away in pairs), reverse=True)
            likely += [(tricks, away, trump) for tricks, away in ranked if tricks > ranked[0][0] - _CLOSE][:6]
        values = {
            one: max(
                (game_value(mind.prices, c, one[0]) for c in _GAMES if _trump(c) == one[2] and c.step >= lowest),
                default=-1e9,
            )
            for one in likely
        }
        likely = sorted(likely, key=lambda one: -values[one])[: effort.discards]
    worlds = worlds_of(view, field(view), effort.contracts, chance, purse)
    found: list[Candidate] = []
    for _, away, trump in likely:
        made = _weigh(mind, me, twelve & ~away, trump, lowest, worlds, ducks=view.contract is Contract.MISERE)
        if made is None:
            break
        value, facts = made
        found.append(
            Candidate(
                _event(away),
                value,
                "keeps_for" if trump != NO_TRUMP or "contract" in facts else "keeps_safe",
                facts,
                "whists",
            )
        )
    best: dict[Event, Candidate] = {}
    for candidate in found:
        if candidate.event not in best or candidate.score > best[candidate.event].score:
            best[candidate.event] = candidate
    return sorted(best.values(), key=lambda one: -round(one.score, 6)) or ruled


def _event(away: int) -> Event:
    return DISCARDS[sum(card.bit for card in cards_of_mask(away))]


def _weigh(
    mind: _Mind,
    me: int,
    kept: int,
    trump: int,
    lowest: int,
    worlds: Iterable[tuple[World, float]],
    *,
    ducks: bool = False,
) -> tuple[float, dict[str, float | str]] | None:
    """The best contract with this trump from a step on for ten cards, over worlds: its score and what it is."""
    sizes = [c for c in _GAMES if _trump(c) == trump and c.step >= lowest]
    totals = dict.fromkeys(sizes, 0.0)
    weight = tricks = safe = 0.0
    for world, share in worlds:
        if weight and mind.purse.empty:
            break
        hands = _three(world, me, kept)
        try:
            taken = mind.caught(hands, me) if ducks else mind.tricks(hands, me, trump)
        except TimeoutError:
            break
        weight += share
        tricks += share * taken
        if ducks:
            safe += share * mind.score.misere(mind.seats[me], mind.factor(me), shared=mind.view.shared)[taken]
        else:
            for contract in sizes:
                totals[contract] += share * mind.played(contract, hands, me, {}, taken)
    if not weight or (not ducks and not sizes):
        return None
    if ducks:
        return safe / weight, {"tricks": round(tricks / weight, 2)}
    best = max(sizes, key=lambda contract: totals[contract])
    return totals[best] / weight, {"contract": str(best), "tricks": round(tricks / weight, 2)}


def contracts(view: View, effort: Effort, chance: random.Random, purse: Purse) -> list[Candidate]:
    """Contracts with their expected scores."""
    ruled = novice(view, chance)
    seat = view.seat
    cards = None if seat is None else view.hands[seat].cards
    if seat is None or cards is None or len(view.terms.holders) != 3:
        return ruled
    mind = _Mind(view, purse)
    me, hand = mind.seats.index(seat), mask_of(cards)
    offered = {event.contract: event for event in view.legal if isinstance(event, Name)}
    likely = sorted(range(5), key=lambda trump: -tricks_with(hand, trump, leads=me == 0))[:3]
    worlds = worlds_of(view, field(view), effort.contracts, chance, purse)
    totals = {contract: 0.0 for contract in offered if _trump(contract) in likely}
    tricks = dict.fromkeys(likely, 0.0)
    weight = 0.0
    for world, share in worlds:
        if weight and purse.empty:
            break
        hands = _three(world, me, hand)
        try:
            taken = {trump: mind.tricks(hands, me, trump) for trump in likely}
        except TimeoutError:
            break
        weight += share
        for trump, n in taken.items():
            tricks[trump] += share * n
        for contract in totals:
            totals[contract] += share * mind.played(contract, hands, me, {}, taken[_trump(contract)])
    if not weight or not totals:
        return ruled
    found = [
        Candidate(
            offered[contract],
            total / weight,
            "names",
            {"tricks": round(tricks[_trump(contract)] / weight, 2)},
            "whists",
        )
        for contract, total in totals.items()
    ]
    return sorted(found, key=lambda one: -round(one.score, 6))


# --- whist -------------------------------------------------------------------------------------------------


def whists(view: View, effort: Effort, chance: random.Random, purse: Purse) -> list[Candidate]:
    """Answers on whist with their expected scores."""
    ruled = novice(view, chance)
    seat, contract, declarer = view.seat, view.contract, view.declarer
    if seat is None or contract is None or declarer is None or len(view.terms.holders) != 3:
        return ruled
    if any(isinstance(event, Peek) for event in view.legal):
        return ruled  # to look costs nothing
    mind = _Mind(view, purse)
    at = mind.seats.index(declarer)
    spoken = {
        mind.seats.index(who): word
        for who, word in view.answers
        if who in mind.seats and word in {"pass", "whist", "half"}
    }
    options = [event for event in view.legal if isinstance(event, (Whist, Pass, Half, Lay))]
    totals = dict.fromkeys(options, 0.0)
    weight = tricks = 0.0
    for world, share in worlds_of(view, field(view), effort.whists, chance, purse):
        if weight and purse.empty:
            break
        hands = (world[0], world[1], world[2])
        try:
            taken = mind.tricks(hands, at, _trump(contract))
        except TimeoutError:
            break
        weight += share
        tricks += share * (TRICKS - taken)
        for event in options:
            totals[event] += share * _answer(mind, contract, hands, at, spoken, event, taken)
    if not weight:
        return ruled
    why = {"whist": "whists", "pass": "passes", "half": "takes_half", "open": "plays_open", "closed": "plays_closed"}
    facts: dict[str, float | str] = {"all": round(tricks / weight, 1)}
    for event in options:  # with open cards both sides see what perfect play sees, and the whister plays for two
        totals[event] += 1e-3 * isinstance(event, Lay) * (event == Lay(open=True))
    return _ranked({event: total / weight for event, total in totals.items()}, lambda event: (why[event.token], facts))


def _answer(
    mind: _Mind, contract: Contract, hands: World, declarer: int, spoken: Mapping[int, str], event: Event, taken: int
) -> float:
    """What an answer brings in a world where the declarer takes so many tricks if he has to play."""
    view, seat = mind.view, mind.view.seat
    if seat is None:
        raise ValueError("a kibitzer answers nothing")
    if isinstance(event, Lay):
        words = said(view)
        return mind.score.contract(contract, mind.seats[declarer], words, mind.factor(declarer))[taken]
    if seat not in mind.seats:  # the dealer who sits out speaks last
        words = dict(said(view))
        words[seat] = "whist" if isinstance(event, Whist) else "pass"
        return mind.score.contract(contract, mind.seats[declarer], words, mind.factor(declarer))[taken]
    known = dict(spoken)
    known[mind.seats.index(seat)] = (
        "half" if isinstance(event, Half) else "whist" if isinstance(event, Whist) else "pass"
    )
    return mind.played(contract, hands, declarer, known, taken)
