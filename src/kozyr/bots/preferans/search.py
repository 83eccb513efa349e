"""A card for every trick by search: worlds that agree with the view, each solved exactly; the best mean score wins.

Each world is weighed by how likely the others would have spoken and discarded as they did (`likelihood`). A card has
the score of its final tricks, so no contract is risked for an overtrick. At an all-pass a world's value is the player's
tricks against a coalition, and from the fourth trick on with everybody alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

from kozyr.bots.frame import Candidate, Purse
from kozyr.bots.preferans import likelihood
from kozyr.bots.preferans.endgame import Endgame, TooLong
from kozyr.bots.preferans.play import best_card, by_rule, whole
from kozyr.bots.preferans.race import behind
from kozyr.bots.preferans.score import TRICKS, scores
from kozyr.bots.preferans.sight import sight
from kozyr.bots.preferans.worlds import Field, field
from kozyr.bots.preferans.worth import NO_TRUMP
from kozyr.bots.sampling import World, uncertainty, weighted
from kozyr.cards import Card, Seat
from kozyr.games.preferans import Contract, View
from kozyr.games.preferans.terms import Word
from kozyr.games.preferans.words import PLAYS, Answer, Play
from kozyr.solver import preferans as solver
from kozyr.solver.integers import card_of, mask_of, number_of, trump_number

_WORDS: Final[Mapping[str, Word]] = {"whist": "whist", "pass": "pass", "half": "half_whist"}
_BATCHES: Final = 5
_TIMED: Final = 8  # this many times more batches where the clock counts
_AT_ONCE: Final = 30  # worlds after which it is looked whether they are enough
_MAXN: Final = 7  # an all-pass with this many cards in each hand or fewer is solved with every seat for itself
_EARLY: Final = 60  # worlds at most for an all-pass with as many cards or more: each takes milliseconds
_TWO: Final = 7  # cards from which on an all-pass of two hands is solved: before, a world takes a second
_PLAIN: Final = 8  # positions of the solver in the time of one of the search in Python
_LONGEST: Final = 100_000  # positions of that search in a world


class Worlds(msgspec.Struct, frozen=True):
    """How many worlds a level looks at."""

    drawn: int
    """How many worlds are drawn; the likeliest of them are kept."""
    kept: int
    """How many worlds are kept to be solved."""
    even: bool = False
    """Whether all worlds are equally likely, in spite of calls and answers."""


_CLAIM: Final = Worlds(200, 200, even=True)  # a claim is held against each of these worlds
Batch: TypeAlias = list[tuple[World, float]]


def batches_of(view: View, seen: Field, size: Worlds, chance: random.Random, purse: Purse) -> Iterator[Batch]:
    """Worlds with their weights, of any sum, by the batch, so that a search can stop when it has seen enough.

    Of the worlds of a batch some are kept by weight; where the clock counts a batch is small.
    """
    parts = _BATCHES * (_TIMED if purse.timed else 1)
    drawn, kept = -(-size.drawn // parts), -(-size.kept // parts)
    if seen.puzzle is None or size.even or seen.puzzle.total <= size.drawn:
        parts, drawn, kept = 1, size.drawn, size.kept  # all of them, or many: they must be seen together
    for _ in range(parts):
        found = likelihood.suppose(view, seen, drawn, chance, even=size.even)
        total = sum(found.weights) if len(found.worlds) > kept else 1.0
        some = weighted(found.worlds, found.weights, kept, chance)
        whole = [(likelihood.discarded(world, found, seen, chance), share * (total or 1e-9)) for world, share in some]
        for at in range(0, len(whole), _AT_ONCE):
            yield whole[at : at + _AT_ONCE]


def said(view: View) -> dict[Seat, Word]:
    """Each seat's last word on whist, in the words of an outcome."""
    words = {seat: _WORDS[word] for seat, word in view.answers if word in _WORDS}
    return words | dict.fromkeys(view.whisters, "whist")


def cards(view: View, size: Worlds, chance: random.Random, purse: Purse) -> list[Candidate]:
    """The cards that may be played with their expected scores, the best first; by rules of thumb if there is no time."""
    sighted = sight(view)
    legal = mask_of(_cards(view))
    ruled = {choice.card: choice for choice in by_rule(sighted, legal)}
    totals = dict.fromkeys(ruled, 0.0)
    tricks = dict.fromkeys(ruled, 0.0)
    made = dict.fromkeys(ruled, 0.0)
    good = _good(view)
    solve = solver_of(view)
    shares: list[float] = []
    rows: dict[int, list[float]] = {card: [] for card in ruled}
    worth: Sequence[float] = ()
    if solve is not None:
        worth = leaf(view)
        if sighted.kind == "allpass" and sighted.hand.bit_count() >= _MAXN:
            size = Worlds(min(size.drawn, 10 * _EARLY), min(size.kept, _EARLY), size.even)
        for batch in batches_of(view, field(view), size, chance, purse):
            for world, share in batch:
                if shares and purse.empty:
                    break
                try:
                    answer = solve(world, purse)
                except TimeoutError:
                    break
                purse.spend(answer[1])
                for card, value in answer[0]:
                    rows[card].append(worth[value])
                    totals[card] += share * worth[value]
                    tricks[card] += share * value
                    made[card] += share * good(value)
                shares.append(share)
            if (shares and purse.empty) or len(behind(rows, shares)) == len(rows) - 1:
                break
    worlds, weight = len(shares), sum(shares)
    if not worlds:
        choices = best_card(sighted, legal, chance) if solve is None else ruled.values()
        found = sorted(choices, key=lambda choice: -choice.score)
        return [Candidate(PLAYS[card_of(choice.card)], choice.score, choice.why) for choice in found]
    # Equal scores are ordered by more tricks, or fewer; then by the rule of thumb; then the low card goes first.
    many = sighted.kind != "allpass" and (sighted.kind == "tricks") == (sighted.at == sighted.declarer)
    low = 1 if sighted.kind == "tricks" else -1
    order = sorted(
        totals,
        key=lambda card: (
            -round(totals[card] / weight, 6),
            (-1 if many else 1) * round(tricks[card] / weight, 6),
            -ruled[card].score,
            low * (card & 7),
            card,
        ),
    )
    return [
        Candidate(
            PLAYS[card_of(card)],
            totals[card] / weight,
            ruled[card].why,
            {
                "tricks": round(tricks[card] / weight, 2),
                "worlds": float(worlds),
                "error": round(uncertainty(rows[order[0]], rows[card], shares), 3),
                "whose": "me" if sighted.kind == "allpass" or view.turn is view.declarer else "declarer",
                "wants": "more" if worth[-1] >= worth[0] else "fewer",
                **({} if view.declarer is None else {"made": round(made[card] / weight, 2)}),
            },
            "whists",
        )
        for card in order
    ]


def _good(view: View) -> Callable[[int], bool]:
    """A test whether the declarer makes the game with a number of tricks to come; always false at an all-pass."""
    contract, declarer = view.contract, view.declarer
    if contract is None or declarer is None:
        return lambda _: False
    taken = view.tricks.get(declarer, 0)
    return lambda more: taken + more >= contract.size if contract.size else taken + more == 0


def claimed(view: View, chance: random.Random, purse: Purse) -> list[Candidate]:
    """Yes to a claim that no world would beat for the viewer's side; a search needs a declarer and some time."""
    solve = None if view.declarer is None else solver_of(view)
    if view.claim is None or view.declarer is None or view.contract is None or solve is None:
        return []
    theirs = view.seat is not view.declarer
    many = theirs == (view.contract is Contract.MISERE)  # the viewer's side wants the declarer to take tricks
    best = max if (view.turn is view.declarer) == (view.contract is not Contract.MISERE) else min
    taken = view.claim.tricks[view.declarer] - view.tricks[view.declarer]
    worlds = 0
    fair = True
    for batch in batches_of(view, field(view), _CLAIM, chance, purse):
        for world, _ in batch:
            if not fair or (worlds and purse.empty):
                break
            try:
                answer = solve(world, purse)
            except TimeoutError:
                break
            purse.spend(answer[1])
            worlds += 1
            value = best(tricks for _, tricks in answer[0])
            fair = taken >= value if many else taken <= value
    if not worlds:
        return []
    facts: dict[str, float | str] = {"worlds": float(worlds)}
    return [
        Candidate(Answer(yes=fair), 1.0, "fair" if fair else "too_much", facts),
        Candidate(Answer(yes=not fair), 0.0, "plays_on" if fair else "fair", facts),
    ]


_Solve = Callable[[World, Purse], tuple[Sequence[tuple[int, int]], int]]


def solver_of(view: View) -> _Solve | None:
    """The solver of one world: every card's tricks to come (the declarer's, or at all-pass the mover's), and its nodes.

    None where an all-pass of two hands is too long to solve.
    """
    contract = view.contract
    if contract is None or view.turn is None:
        return None
    allpass = contract is Contract.ALLPASS
    holders = view.terms.holders
    playing = view.terms.hands if allpass else holders
    if len(playing) != 3:
        short = view.hands[view.turn].count <= _TWO
        return _two_handed(view, view.turn) if allpass and len(playing) == 2 and short else None
    seats = [seat for seat in Seat if seat in playing]
    places = [holders.index(seat) for seat in seats]
    kind: solver.Kind = "allpass" if allpass else "tricks" if contract.size else "misere"
    trump = trump_number(contract.trump)
    declarer = 0 if view.declarer is None else seats.index(view.declarer)
    leader = seats.index(view.trick[0][0] if view.trick else view.turn)
    mover = seats.index(view.turn)
    trick = [number_of(card) for _, card in view.trick]
    wins = view.terms.dealer_sits and view.terms.conventions.allpass_dealer_owns_talon_tricks
    lead = [] if view.lead is None else [number_of(view.lead)]
    another = bool(lead) and not view.history  # the second card of the talon leads the second trick
    shown = mask_of(view.talon)
    together = allpass and view.hands[view.turn].count <= _MAXN

    def solve(world: World, purse: Purse) -> tuple[Sequence[tuple[int, int]], int]:
        talon = lead
        if another:
            talon = [*lead, (world[-1] & ~shown).bit_length() - 1]
        answer = solver.quick(
            kind,
            trump,
            declarer,
            leader,
            [world[place] for place in places],
            trick,
            talon,
            talon_wins=wins,
            maxn=together,
            seconds=purse.seconds,
        )
        if together:
            return [(card, values[mover]) for card, values in answer.moves_maxn], answer.nodes
        return answer.moves, answer.nodes

    return solve


def _two_handed(view: View, mover: Seat) -> _Solve:
    """The solver of an all-pass of two hands (gusarik): what one takes the other does not, so its values are exact."""
    holders, playing = view.terms.holders, view.terms.hands
    places = [holders.index(seat) for seat in playing]
    hero = playing.index(mover)
    trick = tuple((playing.index(seat), number_of(card)) for seat, card in view.trick)

    def solve(world: World, purse: Purse) -> tuple[Sequence[tuple[int, int]], int]:
        hands = tuple(world[place] for place in places)
        allowed = _LONGEST if purse.nodes is None else min(_LONGEST, purse.nodes // _PLAIN + 1)
        game = Endgame(NO_TRUMP, hero, few=True, nodes=allowed)
        try:
            found = game.values(hands, hero, trick)
        except TooLong:
            raise TimeoutError from None
        return list(whole(found, mask_of(_cards(view)))), _PLAIN * (allowed - game.nodes)

    return solve


def _cards(view: View) -> Iterator[Card]:
    """The cards that may be played."""
    return (event.card for event in view.legal if isinstance(event, Play))


def leaf(view: View) -> Sequence[float]:
    """The score by the tricks to come: the declarer's, or at all-pass those of the hand that plays."""
    if view.seat is None or view.contract is None or view.turn is None:
        raise ValueError("nothing to play")
    table = scores(view.terms, view.seat)
    if view.declarer is None:
        return _allpass(view, view.turn)
    had = view.tricks[view.declarer]
    if view.contract is Contract.MISERE:
        return table.misere(view.declarer, view.factor, shared=view.shared)[had:]
    return table.contract(view.contract, view.declarer, said(view), view.factor, view.tricks, open_cards=view.open)[
        had:
    ]


def _allpass(view: View, mover: Seat) -> Sequence[float]:
    if view.seat is None:
        raise ValueError("a kibitzer has no score")
    table = scores(view.terms, view.seat)
    others = [seat for seat in view.terms.hands if seat is not mover]
    left = TRICKS - sum(view.tricks.values())
    found = []
    for mine in range(left + 1):
        tricks = dict(view.tricks)
        tricks[mover] += mine
        for nth, seat in enumerate(others):
            tricks[seat] += (left - mine + nth) // len(others)
        found.append(table.allpass(tricks, view.factor))
    return found
