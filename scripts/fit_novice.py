"""How a novice speaks, in a few numbers of his hand: the constants of `kozyr.bots.preferans.likelihood`.

`python -m scripts.fit_novice --deals 4000` bids, names and answers as novices do, lets the cards fall at random, and
prints log-odds fitted by Newton's method, the contracts' mean tricks, and how much the fit explains (mean log loss, and
that of the bare frequency). A few seconds for a thousand deals.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections import defaultdict
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

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

Row: TypeAlias = tuple[tuple[float, ...], bool]
Numbers: TypeAlias = NDArray[np.float64]


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
    x = np.array([(1.0, *features) for features, _ in rows])
    said = np.array([answer for _, answer in rows], float)
    weights = np.zeros(x.shape[1])
    for _ in range(25):
        chances = _odds(x @ weights)
        curve = x.T @ (x * (chances * (1 - chances))[:, None]) + 1e-3 * np.eye(x.shape[1])
        weights += np.linalg.solve(curve, x.T @ (said - chances))
    return weights.tolist(), _loss(_odds(x @ weights), said), _loss(np.full(len(rows), said.mean()), said)


def _odds(values: Numbers) -> Numbers:
    return 1 / (1 + np.exp(-np.clip(values, -30.0, 30.0)))


def _loss(chances: Numbers, said: Numbers) -> float:
    return float(-np.log(np.maximum(1e-9, np.where(said > 0, chances, 1 - chances))).mean())


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
