"""How a novice speaks, in a few numbers of his hand: the constants of `kozyr.bots.preferans.likelihood`.

`python -m scripts.fit_novice --deals 4000` bids, names and answers as novices do, lets the cards fall at random, and
prints log-odds fitted by Newton's method, the contracts' mean tricks, and how much the fit explains (mean log loss, and
that of the bare frequency). A few seconds for a thousand deals.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
from collections import defaultdict
from collections.abc import Sequence

from kozyr.bots import choose
from kozyr.bots.preferans.decisions import counts
from kozyr.bots.preferans.likelihood import ducks, trumps
from kozyr.bots.preferans.worth import NO_TRUMP, safety, tricks_with
from kozyr.cards import CardSet
from kozyr.deals import PREFERANS
from kozyr.games import Deal
from kozyr.games.preferans import State, agree, start
from kozyr.games.preferans.words import Bid, Name
from kozyr.solver.integers import mask_of, trump_number
from kozyr.testing import dealt

Row = tuple[tuple[float, ...], bool]


def gather(preset: str, players: int, deals: int, seed: int) -> tuple[dict[str, list[Row]], dict[int, list[float]]]:
    """Decisions by what was asked, as features and the answer; and by contract the tricks that were kept for it."""
    chance = random.Random(seed)  # noqa: S311 - seeded, not secret
    asked: dict[str, list[Row]] = defaultdict(list)
    named: dict[int, list[float]] = defaultdict(list)
    pulka = start(agree(preset, {"allpass.forced_rounds": 0}, players), players)
    for number in range(deals):
        if pulka.finished:
            pulka = start(pulka.conventions, players)
        terms = pulka.next_deal()
        state = pulka.begin().apply(Deal(str(dealt(PREFERANS, terms.holders, chance))))
        while state.outcome is None:
            seat = state.actor
            if seat is None:
                raise TypeError(state)
            view = state.view(seat)
            event = chance.choice(view.legal) if view.phase == "play" else choose(view, "novice", number)
            if seat in terms.hands and view.phase != "play":
                note(state, event.token, mask_of(CardSet(state.hands[seat.position])), asked, named)
            state = state.apply(event, seat)
        pulka = pulka.record(state.outcome)
    return asked, named


def note(state: State, word: str, hand: int, asked: dict[str, list[Row]], named: dict[int, list[float]]) -> None:
    """One decision."""
    if state.phase == "auction":
        bids = [event.contract.size for event in state.legal() if isinstance(event, Bid)]
        seat = state.actor
        first = all(who is not seat for who, _ in state.calls)
        if first and "misere" not in {call.token for _, call in state.calls}:
            asked["misere"].append(((safety(hand),), word == "misere"))
        if bids and word != "misere" and state.auction.captive is None:
            opens = state.auction.contract is None
            features = (trumps(hand), ducks(hand)) if opens and bids[0] == 6 else (trumps(hand),)
            asked[f"{'opens' if opens else 'bids'} {bids[0]}"].append((features, word != "pass"))
    elif state.phase == "contract":
        event = next(event for event in state.legal() if event.token == word)
        if isinstance(event, Name):
            trump = NO_TRUMP if event.contract.trump is None else trump_number(event.contract.trump)
            leads = state.declarer is state.terms.hands[0]
            named[event.contract.size].append(tricks_with(hand, trump, leads=leads))
    elif state.phase == "whist" and state.contract is not None:
        trump = NO_TRUMP if state.contract.trump is None else trump_number(state.contract.trump)
        asked[f"whist {state.contract.size} after {' '.join(word for _, word in state.defence.answers) or '-'}"].append(
            (counts(hand, trump), word == "whist")
        )


def fit(rows: Sequence[Row]) -> tuple[list[float], float, float]:
    """Log-odds: constant and weights; the mean log loss with them, and without any."""
    size = len(rows[0][0]) + 1
    weights = [0.0] * size
    for _ in range(25):
        slope = [0.0] * size
        curve = [[1e-3 * (i == j) for j in range(size)] for i in range(size)]
        for features, said in rows:
            x = (1.0, *features)
            p = _odds(sum(w * v for w, v in zip(weights, x, strict=True)))
            for i in range(size):
                slope[i] += x[i] * (said - p)
                for j in range(size):
                    curve[i][j] += x[i] * x[j] * p * (1 - p)
        weights = [w + step for w, step in zip(weights, _solve(curve, slope), strict=True)]
    share = statistics.fmean(said for _, said in rows)
    chances = [_odds(sum(w * v for w, v in zip(weights, (1.0, *f), strict=True))) for f, _ in rows]
    answers = [said for _, said in rows]
    return weights, _loss(chances, answers), _loss([share] * len(rows), answers)


def _odds(value: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, value))))


def _loss(chances: Sequence[float], answers: Sequence[bool]) -> float:
    return -statistics.fmean(
        math.log(max(1e-9, p if said else 1 - p)) for p, said in zip(chances, answers, strict=True)
    )


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss with pivots."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for at in range(len(rows)):
        best = max(range(at, len(rows)), key=lambda row: abs(rows[row][at]))
        rows[at], rows[best] = rows[best], rows[at]
        for row in range(len(rows)):
            if row != at:
                factor = rows[row][at] / rows[at][at]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[at], strict=True)]
    return [rows[at][-1] / rows[at][at] for at in range(len(rows))]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--preset", default="sochi")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=99)
    told = parser.parse_args()
    asked, named = gather(told.preset, told.players, told.deals, told.seed)
    for what, rows in sorted(asked.items()):
        if len(rows) >= 40 and 0 < sum(said for _, said in rows) < len(rows):
            weights, loss, bare = fit(rows)
            print(
                f"{what}: {', '.join(f'{w:.2f}' for w in weights)}; {len(rows)} decisions, loss {loss:.3f} of {bare:.3f}"
            )
    for size, tricks in sorted(named.items()):
        spread = statistics.stdev(tricks) if len(tricks) > 1 else 0.0
        print(f"names {size}: {len(tricks)} times, tricks {statistics.fmean(tricks):.2f}, spread {spread:.2f}")


if __name__ == "__main__":
    main()
