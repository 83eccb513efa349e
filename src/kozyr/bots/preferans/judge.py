"""The worth of discards, contracts, whists and misères: worlds are played out in the mind, solved and scored.

In each world the others whist as novices would. The cards are then played perfectly but for people's errors (`_MINE`,
`_THEIRS`, `_CAUGHT`). Other calls are not judged so: no version was better than the novice's tables
(docs/benchmarks.md), which are a hundred times faster.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

import msgspec

from kozyr.bots.frame import Candidate, Purse
from kozyr.bots.preferans import likelihood
from kozyr.bots.preferans.decisions import Prices, game_value, novice
from kozyr.bots.preferans.race import behind
from kozyr.bots.preferans.score import TRICKS, Scores, scores
from kozyr.bots.preferans.search import Worlds, batches_of, said
from kozyr.bots.preferans.worlds import field
from kozyr.bots.preferans.worth import NO_TRUMP, safety, tricks_with
from kozyr.bots.sampling import World, uncertainty
from kozyr.cards import Seat
from kozyr.games import Event
from kozyr.games.preferans import Contract, View
from kozyr.games.preferans.terms import Word
from kozyr.games.preferans.words import DISCARDS, Half, Lay, Name, Pass, Peek, Whist
from kozyr.solver import preferans as solver
from kozyr.solver.integers import cards_of_mask, mask_of, trump_number

_GAMES: Final = [contract for contract in Contract if contract.size]
_CLOSE: Final = 1.3  # tricks by the tables that a discard may be worse than the best and is still looked at
# Tricks that a declarer takes beyond perfect play, with their chances, by size of the contract. The first is the viewer
# against erring defenders (234 games against novices: +0.5 at six, +0.25 at seven), the second another declarer against
# the viewer.
_MINE: Final[Mapping[int, Mapping[int, float]]] = {
    6: {-1: 0.05, 0: 0.55, 1: 0.32, 2: 0.08},
    7: {-1: 0.05, 0: 0.72, 1: 0.20, 2: 0.03},
    8: {-1: 0.04, 0: 0.89, 1: 0.07},
}
_THEIRS: Final[Mapping[int, Mapping[int, float]]] = {
    6: {-2: 0.05, -1: 0.22, 0: 0.55, 1: 0.15, 2: 0.03},
    7: {-2: 0.07, -1: 0.09, 0: 0.72, 1: 0.10, 2: 0.02},
    8: {-2: 0.04, -1: 0.10, 0: 0.82, 1: 0.04},
}
# The tricks that a misère takes among experts, with their chances, by the tricks of perfect play with all cards seen: the
# defenders do not see the discard (476 misères, seeds 71 and 72; `python -m scripts.misere_prices`).
_CAUGHT: Final[tuple[Mapping[int, float], ...]] = (
    {0: 0.98, 1: 0.02},
    {0: 0.24, 1: 0.69, 2: 0.07},
    {0: 0.03, 1: 0.24, 2: 0.73},
    {0: 0.03, 1: 0.12, 2: 0.23, 3: 0.62},
    *({0: 0.03, many - 2: 0.13, many - 1: 0.13, many: 0.71} for many in range(4, TRICKS + 1)),
)
# A misère is judged for each talon by a few of the others' hands, with a few discards that the tables find safest.
_TALONS: Final = 64
_SPLITS: Final = 3
_KEPT: Final = 2
_ENOUGH: Final = 12  # talons after which the looking may end
_SURE: Final = 2.6  # standard errors by which it must differ from the best other call
# Whists by which a misère may be worth less than another call. Without them experts bid four in ten of the misères that
# they bid by the tables alone, with them six, and three in five of those are made (docs/benchmarks.md).
_BOLD: Final = 20.0
_HOPELESS: Final = 0.4  # a misère that the tables believe to be safe with no more than this chance is not judged


class Effort(msgspec.Struct, frozen=True):
    """The effort of a level."""

    contracts: Worlds
    """Worlds for a contract."""
    whists: Worlds
    """Worlds for an answer on whist."""
    discards: int
    """How many discards are solved."""


def _trump(contract: Contract) -> int:
    return NO_TRUMP if contract.trump is None else trump_number(contract.trump)


class _Mind:
    """The state of one decision's thinking. Places are those of `Terms.holders`, clockwise from the first hand."""

    def __init__(self, view: View, purse: Purse) -> None:
        if view.seat is None:
            raise ValueError("a kibitzer decides nothing")
        self.view = view
        self.terms = view.terms
        self.purse = purse
        self.seats = view.terms.holders
        self.score: Scores = scores(view.terms, view.seat)
        self.prices = Prices.of(view)

    def tricks(self, hands: tuple[int, int, int], declarer: int, trump: int) -> int:
        """The declarer's tricks with all cards seen."""
        answer = solver.quick("tricks", trump, declarer, 0, hands, moves=False, seconds=self.purse.seconds)
        self.purse.spend(answer.nodes)
        return answer.value

    def caught(self, hands: tuple[int, int, int], declarer: int) -> int:
        """The declarer's tricks at misère."""
        answer = solver.quick("misere", NO_TRUMP, declarer, 0, hands, moves=False, seconds=self.purse.seconds)
        self.purse.spend(answer.nodes)
        return answer.value

    def factor(self, declarer: int) -> int:
        """The multiplier of the declarer's game."""
        return self.view.factor if self.view.declarer is not None else self.terms.bombs[self.seats[declarer].position]

    def words(
        self, contract: Contract, hands: World, declarer: int, known: Mapping[int, str], taken: int
    ) -> dict[Seat, Word]:
        """The opponents' answers to a contract; `known` are answers that are given or decided.

        On eight and more one opponent whists if the contract can be set: else bots would name tens on the
        others' doubts.
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
        """The worth of a contract with these tricks to the viewer; the others answer as usual."""
        words = self.words(contract, hands, declarer, known, taken)
        table = self.score.contract(contract, self.seats[declarer], words, self.factor(declarer))
        return self.erring(table, contract, declarer, taken)

    def erring(self, table: Sequence[float], contract: Contract, declarer: int, taken: int) -> float:
        """The worth of a table by tricks, where people err around perfect play."""
        mine = self.seats[declarer] is self.view.seat
        chances = (_MINE if mine else _THEIRS)[min(8, contract.size)]
        return sum(chance * table[min(max(taken + more, 0), TRICKS)] for more, chance in chances.items())

    def ducked(self, declarer: int, taken: int) -> float:
        """The worth to the viewer of a misère that perfect play catches for `taken` tricks."""
        return _expected(self.score.misere(self.seats[declarer], self.factor(declarer), shared=self.view.shared), taken)


def _expected(table: Sequence[float], taken: int) -> float:
    """The worth of a misère that perfect play catches for `taken` tricks; table: the worth by tricks."""
    return sum(chance * table[tricks] for tricks, chance in _CAUGHT[taken].items())


def _three(world: World, place: int, hand: int) -> tuple[int, int, int]:
    one, two, three = (hand if at == place else bits for at, bits in enumerate(world[:3]))
    return one, two, three


def _made(tricks: Sequence[float], shares: Sequence[float], size: int, *, ducks: bool) -> float:
    """The weight of the worlds in which `size` tricks are taken; at misère (`ducks`) of those without a trick."""
    return sum(share for share, n in zip(shares, tricks, strict=False) if (n == 0 if ducks else n >= size))


def _ranked(
    totals: Mapping[Event, float], why: Callable[[Event], tuple[str, dict[str, float | str]]]
) -> list[Candidate]:
    found = [Candidate(event, total, *why(event), "whists") for event, total in totals.items()]
    return sorted(found, key=lambda one: -round(one.score, 6))


# --- misère ------------------------------------------------------------------------------------------------


def miseres(view: View, chance: random.Random, purse: Purse) -> list[Candidate]:
    """The novice's calls with the misère at the worth that experts make of it; likewise the answers to its offer (P-3.6.9).

    The others' cards are drawn evenly: the calls before it would change its tricks by less than the draws do. The order
    puts the misère up to `_BOLD` whists before its worth.
    """
    ruled = novice(view, chance)
    asked = next((one for one in ruled if one.why == "misere"), None)
    shown = [(seat, hand.cards) for seat, hand in view.hands.items() if hand.cards is not None]
    if asked is None or view.seat is None or len(view.terms.holders) != 3 or len(shown) != 1:
        return ruled
    others = [one for one in ruled if one is not asked]
    offered = view.phase == "invite"
    if not offered and float(asked.facts["safe"]) <= _HOPELESS:
        return ruled
    mind, (seat, cards) = _Mind(view, purse), shown[0]
    place = mind.seats.index(seat)
    table = mind.score.misere(seat, mind.factor(place), shared=offered)
    if offered:  # the misère is played in either case
        table = tuple(map(float.__sub__, table, mind.score.misere(seat, mind.factor(place))))
    other = max(one.score for one in others) - _BOLD * (not offered)
    worths, made = list[float](), 0.0
    for look in _looks(mind, place, mask_of(cards), chance):
        worths.append(sum(_expected(table, taken) for taken in look) / len(look))
        made += sum(_CAUGHT[taken].get(0, 0.0) for taken in look) / len(look)
        if _told(worths, other):
            break
    if not worths:
        return ruled
    facts: dict[str, float | str] = {"safe": round(made / len(worths), 2)}
    found = Candidate(asked.event, sum(worths) / len(worths), asked.why, facts, "whists")
    return sorted([found, *others], key=lambda one: -(one.score + _BOLD * (one is found and not offered)))


def _told(worths: Sequence[float], other: float) -> bool:
    """Whether the mean of these worths differs from another worth by more than chance explains."""
    many = len(worths)
    if many < _ENOUGH:
        return False
    error = statistics.stdev(worths) / math.sqrt(many)
    return abs(statistics.fmean(worths) - other) > _SURE * error


def _looks(mind: _Mind, place: int, hand: int, chance: random.Random) -> Iterator[list[int]]:
    """For each of some talons the tricks at misère in some splits, with the discard that takes the fewest of them."""
    rest = [card for card in range(32) if not hand >> card & 1]
    for _ in range(_TALONS):
        chance.shuffle(rest)
        twelve, left = hand | 1 << rest[0] | 1 << rest[1], rest[2:]
        splits = []
        for _ in range(_SPLITS):
            chance.shuffle(left)
            splits.append([sum(1 << card for card in part) for part in (left[:10], left[10:])])
        keeps = sorted((twelve & ~away for away in _pairs(twelve)), key=safety, reverse=True)[:_KEPT]
        try:
            yield min(
                ([mind.caught(_seated(split, place, kept), place) for split in splits] for kept in keeps), key=sum
            )
        except TimeoutError:
            return
        if mind.purse.empty:
            return


def _pairs(cards: int) -> list[int]:
    """All ways to put two of these cards away."""
    return [1 << one | 1 << two for one, two in combinations([card for card in range(32) if cards >> card & 1], 2)]


def _seated(others: Sequence[int], place: int, hand: int) -> tuple[int, int, int]:
    """Three hands by place: one of them, and the two others in their order."""
    hands = [*others[:place], hand, *others[place:]]
    return hands[0], hands[1], hands[2]


# --- talon and contract ------------------------------------------------------------------------------------


def discards(view: View, effort: Effort, chance: random.Random, purse: Purse) -> list[Candidate]:
    """Discards with the worth of the best contract after each, over worlds of the other two hands."""
    ruled = novice(view, chance)
    seat = view.seat
    cards = None if seat is None else view.hands[seat].cards
    if seat is None or cards is None or len(view.terms.holders) != 3:
        return ruled
    mind = _Mind(view, purse)
    me = mind.seats.index(seat)
    twelve = mask_of(cards)
    lowest = view.bid.step if view.bid is not None else 1
    pairs = _pairs(twelve)
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
    keeps = [
        _Keep(twelve & ~away, away, trump, [c for c in _GAMES if _trump(c) == trump and c.step >= lowest])
        for _, away, trump in likely
    ]
    ducks = view.contract is Contract.MISERE
    alive = [keep for keep in keeps if keep.sizes or ducks]
    shares: list[float] = []
    for batch in batches_of(view, field(view), effort.contracts, chance, purse):
        for world, share in batch:
            if shares and purse.empty:
                break
            try:
                taken = [_taken(mind, me, keep, world, ducks=ducks) for keep in alive]
            except TimeoutError:
                break
            shares.append(share)
            for keep, n in zip(alive, taken, strict=True):
                keep.add(mind, me, _three(world, me, keep.kept), n, ducks=ducks)
        if (shares and purse.empty) or not alive:
            break
        rows = {nth: keep.best(shares)[0] for nth, keep in enumerate(alive)}
        lost = behind(rows, shares)
        alive = [keep for nth, keep in enumerate(alive) if nth not in lost]
        if len(alive) == 1:
            break
    leader = _leading(alive, shares)
    best: dict[Event, Candidate] = {}
    standing: dict[
        Event, tuple[bool, float]
    ] = {}  # a candidate dropped early stands behind, however well its few worlds went
    for keep in keeps:
        if not keep.tricks:
            continue
        row, named = keep.best(shares)
        weight = sum(shares[: len(row)])
        value = sum(map(float.__mul__, shares, row)) / weight
        facts: dict[str, float | str] = {"tricks": round(sum(map(float.__mul__, shares, keep.tricks)) / weight, 2)}
        if named is not None:
            facts["contract"] = str(named)
        if named is not None or ducks:
            made = _made(keep.tricks, shares, 0 if named is None else named.size, ducks=ducks)
            facts["made"] = round(made / weight, 2)
        facts["error"] = round(uncertainty(leader, row, shares), 3)
        why = "keeps_safe" if ducks else "keeps_for"
        found = Candidate(_event(keep.away), value, why, facts, "whists")
        if found.event not in best or (keep in alive, found.score) > standing[found.event]:
            best[found.event], standing[found.event] = found, (keep in alive, found.score)
    return sorted(best.values(), key=lambda one: (not standing[one.event][0], -round(one.score, 6))) or ruled


def _leading(alive: Sequence[_Keep], shares: Sequence[float]) -> list[float]:
    """The worth of the best remaining keep, world by world."""
    rows = [keep.best(shares)[0] for keep in alive if keep.tricks]
    return max(rows, key=lambda row: sum(map(float.__mul__, shares, row)), default=[])


class _Keep:
    """Ten cards to keep for a trump, and their worth so far: by contract and world."""

    def __init__(self, kept: int, away: int, trump: int, sizes: list[Contract]) -> None:
        self.kept = kept
        self.away = away
        self.trump = trump
        self.sizes = sizes
        self.tricks: list[float] = []
        self.values: dict[Contract, list[float]] = {contract: [] for contract in sizes or [Contract.MISERE]}

    def add(self, mind: _Mind, me: int, hands: tuple[int, int, int], taken: int, *, ducks: bool) -> None:
        """Add the worth of these tricks in a world."""
        self.tricks.append(float(taken))
        for contract, row in self.values.items():
            row.append(mind.ducked(me, taken) if ducks else mind.played(contract, hands, me, {}, taken))

    def best(self, shares: Sequence[float]) -> tuple[list[float], Contract | None]:
        """The row of the best contract, and which it is; None at misère."""
        best = max(self.values, key=lambda contract: sum(map(float.__mul__, shares, self.values[contract])))
        return self.values[best], best if best.size else None


def _taken(mind: _Mind, me: int, keep: _Keep, world: World, *, ducks: bool) -> int:
    hands = _three(world, me, keep.kept)
    return mind.caught(hands, me) if ducks else mind.tricks(hands, me, keep.trump)


def _event(away: int) -> Event:
    return DISCARDS[sum(card.bit for card in cards_of_mask(away))]


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
    rows: dict[Contract, list[float]] = {contract: [] for contract in offered if _trump(contract) in likely}
    tricks: dict[int, list[float]] = {trump: [] for trump in likely}
    shares: list[float] = []
    alive = dict(rows)
    for batch in batches_of(view, field(view), effort.contracts, chance, purse):
        for world, share in batch:
            if shares and purse.empty:
                break
            hands = _three(world, me, hand)
            try:
                taken = {trump: mind.tricks(hands, me, trump) for trump in {_trump(contract) for contract in alive}}
            except TimeoutError:
                break
            shares.append(share)
            for trump, n in taken.items():
                tricks[trump].append(float(n))
            for contract, row in alive.items():
                row.append(mind.played(contract, hands, me, {}, taken[_trump(contract)]))
        if (shares and purse.empty) or not alive:
            break
        lost = behind(alive, shares)
        alive = {contract: row for contract, row in alive.items() if contract not in lost}
        if len(alive) == 1:
            break
    if not shares or not rows:
        return ruled
    found = []
    leader = max(alive, key=lambda contract: sum(map(float.__mul__, shares, rows[contract])))
    for contract, row in rows.items():
        value = sum(map(float.__mul__, shares, row)) / sum(shares[: len(row)])
        some = tricks[_trump(contract)]
        weight = sum(shares[: len(some)])
        facts: dict[str, float | str] = {
            "tricks": round(sum(map(float.__mul__, shares, some)) / weight, 2),
            "made": round(_made(some, shares, contract.size, ducks=False) / weight, 2),
            "error": round(uncertainty(rows[leader], row, shares), 3),
        }
        found.append(Candidate(offered[contract], value, "names", facts, "whists"))
    stays = {offered[contract] for contract in alive}  # a candidate dropped early stands behind
    return sorted(found, key=lambda one: (one.event not in stays, -round(one.score, 6)))


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
    rows: dict[Event, list[float]] = {event: [] for event in options}
    tricks, shares = 0.0, list[float]()
    for batch in batches_of(view, field(view), effort.whists, chance, purse):
        for world, share in batch:
            if shares and purse.empty:
                break
            hands = (world[0], world[1], world[2])
            try:
                taken = mind.tricks(hands, at, _trump(contract))
            except TimeoutError:
                break
            shares.append(share)
            tricks += share * (TRICKS - taken)
            for event, row in rows.items():
                row.append(_answer(mind, contract, hands, at, spoken, event, taken))
        if (shares and purse.empty) or len(behind(rows, shares)) == len(rows) - 1:
            break
    if not shares:
        return ruled
    weight = sum(shares)
    totals = {event: sum(map(float.__mul__, shares, row)) for event, row in rows.items()}
    why = {"whist": "whists", "pass": "passes", "half": "takes_half", "open": "plays_open", "closed": "plays_closed"}
    leader = max(totals, key=totals.__getitem__)
    facts: dict[Event, dict[str, float | str]] = {
        event: {
            "all": round(tricks / weight, 1),
            "error": round(uncertainty(rows[leader], row, shares), 3),
        }
        for event, row in rows.items()
    }
    for event in options:  # with open cards both sides see all that perfect play sees, and the whister plays for two
        totals[event] += 1e-3 * weight * isinstance(event, Lay) * (event == Lay(open=True))
    return _ranked(
        {event: total / weight for event, total in totals.items()}, lambda event: (why[event.token], facts[event])
    )


def _answer(
    mind: _Mind, contract: Contract, hands: World, declarer: int, spoken: Mapping[int, str], event: Event, taken: int
) -> float:
    """The worth of an answer in a world where the declarer takes `taken` tricks if the deal is played."""
    view, seat = mind.view, mind.view.seat
    if seat is None:
        raise ValueError("a kibitzer answers nothing")
    if isinstance(event, Lay):
        table = mind.score.contract(contract, mind.seats[declarer], said(view), mind.factor(declarer))
        return mind.erring(table, contract, declarer, taken)
    if seat not in mind.seats:  # the dealer without cards speaks last
        words = dict(said(view))
        words[seat] = "whist" if isinstance(event, Whist) else "pass"
        table = mind.score.contract(contract, mind.seats[declarer], words, mind.factor(declarer))
        return mind.erring(table, contract, declarer, taken)
    known = dict(spoken)
    known[mind.seats.index(seat)] = (
        "half" if isinstance(event, Half) else "whist" if isinstance(event, Whist) else "pass"
    )
    return mind.played(contract, hands, declarer, known, taken)
