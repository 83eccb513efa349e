"""What misères take among experts, by what perfect play takes: the numbers of `_CAUGHT` in `kozyr.bots.preferans.judge`.

python -m scripts.misere_prices --deals 600 --seed 71

In each deal the first hand that may bid a misère with some hope bids it, whatever else it could bid. Experts put away,
catch and duck. A row is the number of tricks with all cards seen after the discard; a column what was taken.
"""

import argparse
from collections import Counter
from typing import Final

from kozyr.bots.arena import Setup, begin
from kozyr.bots.frame import choose, explain
from kozyr.games import AnyState
from kozyr.games.preferans import Contract, State
from kozyr.solver import preferans as solver
from kozyr.solver.preferans import Position

_HOPE: Final = 0.3  # the least chance of the tables


def misere(state: AnyState, number: int) -> tuple[int, int] | None:
    """The tricks that a deal's misère takes with all cards seen, and those that it takes among experts. None: nobody bids one."""
    bid, perfect = False, None
    while state.outcome is None:
        seat = state.actor
        if seat is None:
            raise TypeError(state)
        view = state.view(seat)
        event = choose(view, "novice" if view.phase == "auction" else "expert", number)
        if view.phase == "auction" and not bid:
            hoped = [
                one
                for one in explain(view, "novice", number)
                if one.why == "misere" and float(one.facts["safe"]) > _HOPE
            ]
            if hoped:
                event, bid = hoped[0].event, True
        state = state.apply(event, seat)
        if not isinstance(state, State) or (bid and state.contract not in {None, Contract.MISERE}):
            return None
        if perfect is None and state.contract is Contract.MISERE and state.phase == "play":
            perfect = solver.solve(Position.of(state)).value
    outcome = state.outcome
    taken = getattr(outcome, "tricks", None)
    declarer = getattr(outcome, "declarer", None)
    return None if perfect is None or not taken else (perfect, taken[declarer])


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=600)
    parser.add_argument("--seed", type=int, default=71)
    asked = parser.parse_args()
    setup = Setup("preferans", ("expert",), asked.seed, "sochi", 3)
    found: dict[int, Counter[int]] = {}
    for number in range(asked.deals):
        one = misere(begin(setup, number), number)
        if one is not None:
            found.setdefault(one[0], Counter())[one[1]] += 1
    print("all seen | games | taken: share")
    for perfect, taken in sorted(found.items()):
        many = taken.total()
        shares = ", ".join(f"{tricks}: {count / many:.2f}" for tricks, count in sorted(taken.items()))
        print(f"{perfect:8} | {many:5} | {shares}")


if __name__ == "__main__":
    main()
