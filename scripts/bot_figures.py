"""What the bots at preferans do, in figures: `python -m scripts.bot_figures --deals 1000 --preset sochi --players 3`.

What one level wins among bots of another, `kozyr match preferans --bots novice,random` says.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field

from kozyr.bots import LEVELS, choose
from kozyr.cards import Seat
from kozyr.deals import PREFERANS
from kozyr.games import Deal
from kozyr.games.preferans import Outcome, State, agree, start
from kozyr.testing import dealt


@dataclass
class Figures:
    """What happened in some deals."""

    deals: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    named: Counter[int] = field(default_factory=Counter)  # by size, as the three that follow
    made: Counter[int] = field(default_factory=Counter)
    unplayed: Counter[int] = field(default_factory=Counter)
    taken: Counter[int] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    def count(self, outcome: Outcome) -> None:
        """One more deal."""
        self.deals += 1
        self.kinds[outcome.kind] += 1
        if outcome.kind == "allpass" or outcome.declarer is None:
            return
        size = outcome.contract.size if outcome.contract is not None else 0
        taken = size if outcome.tricks is None else outcome.tricks[outcome.declarer]
        self.named[size] += 1
        self.made[size] += taken >= size if size else taken == 0
        self.unplayed[size] += outcome.tricks is None
        self.taken[size] += 0 if outcome.tricks is None else taken

    def share(self, kind: str) -> float:
        """The share of deals of a kind: tricks, misere, allpass."""
        return self.kinds[kind] / self.deals

    @property
    def made_share(self) -> float:
        """The share of contracts from six to ten that were made, unplayed ones too."""
        sizes = range(6, 11)
        return sum(self.made[size] for size in sizes) / max(1, sum(self.named[size] for size in sizes))

    @property
    def misere_made_share(self) -> float:
        """The share of misères made."""
        return self.made[0] / max(1, self.named[0])

    def lines(self) -> list[str]:
        """All of it for a person."""
        found = [
            f"{self.deals} deals: " + ", ".join(f"{kind} {self.share(kind):.1%}" for kind in sorted(self.kinds)),
            f"contracts made {self.made_share:.1%}, misères made {self.misere_made_share:.1%}",
        ]
        for size in sorted(self.named):
            n, played = self.named[size], self.named[size] - self.unplayed[size]
            mean = f"{self.taken[size] / played:.2f}" if played else "-"
            found.append(
                f"  {size or 'misère':>6}: {n}, made {self.made[size] / n:.0%}, unplayed {self.unplayed[size]},"
                f" tricks when played {mean}"
            )
        times = sorted(self.seconds)
        if times:
            found.append(
                f"{len(times)} decisions: mean {1000 * statistics.mean(times):.1f} ms,"
                f" p95 {1000 * times[len(times) * 95 // 100]:.1f}, worst {1000 * times[-1]:.0f}"
            )
        return found


def finish(state: State, levels: dict[Seat, str], seed: int, seconds: list[float] | None = None) -> State:
    """A dealt deal, played to its end by bots."""
    while state.outcome is None:
        seat = state.actor
        if seat is None:
            raise TypeError(state)
        begun = time.process_time()
        event = choose(state.view(seat), levels[seat], seed)
        if seconds is not None:
            seconds.append(time.process_time() - begun)
        state = state.apply(event, seat)
    return state


def figures(preset: str, players: int, deals: int, seed: int = 0, level: str = "novice") -> Figures:
    """Whole pulkas one after another, until so many deals are played."""
    chance = random.Random(seed)  # noqa: S311 - seeded, not secret
    conventions = agree(preset, players=players)
    pulka = start(conventions, players)
    found = Figures()
    for number in range(deals):
        if pulka.finished:
            pulka = start(conventions, players)
        terms = pulka.next_deal()
        state = pulka.begin().apply(Deal(str(dealt(PREFERANS, terms.holders, chance))))
        state = finish(state, dict.fromkeys(Seat, level), seed + number, found.seconds)
        if state.outcome is not None:
            found.count(state.outcome)
            pulka = pulka.record(state.outcome)
    return found


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--preset", default="sochi")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--level", choices=LEVELS, default="novice")
    asked = parser.parse_args()
    print(f"{asked.preset}, {asked.players} players, level {asked.level}")
    print("\n".join(figures(asked.preset, asked.players, asked.deals, asked.seed, asked.level).lines()))


if __name__ == "__main__":
    main()
