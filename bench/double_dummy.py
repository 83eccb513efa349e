"""The double-dummy core of bridge beside DDS 2.9, in turns in one run, so that both meet the same machine.

Times are of the processor, of the whole process: DDS works in a thread of its own, one at a time. A ratio is our mean over DDS's; beside it those of the median and of the
slowest in a hundred. Every value is compared. DDS keeps its memory over the layouts of a question, and so do we.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from functools import partial
from statistics import fmean, median
from typing import Final

from bench import dds
from kozyr import _native
from kozyr.solver.integers import NO_TRUMP, native_trump

_LAYOUTS: Final = 100


class Pair:
    """Tasks timed with both, and what was told."""

    def __init__(self, name: str, goal: float) -> None:
        self.name, self.goal = name, goal
        self.ours: list[float] = []
        self.theirs: list[float] = []
        self.nodes = 0
        self.wrong = 0

    def add(self, mine: Callable[[], tuple[object, int]], other: Callable[[], object]) -> None:
        """One task: the answers, in a form that can be compared, and our nodes."""
        start = time.process_time()
        told, nodes = mine()
        between = time.process_time()
        expected = other()
        self.theirs.append(time.process_time() - between)
        self.ours.append(between - start)
        self.nodes += nodes
        self.wrong += told != expected

    def tell(self) -> int:
        """A line; the nodes."""
        ratio = fmean(self.ours) / fmean(self.theirs)
        late = len(self.ours) * 99 // 100
        slow = sorted(self.ours)[late] / sorted(self.theirs)[late]
        print(
            f"{self.name:<40}{len(self.ours):>5}{1e3 * fmean(self.ours):>10.1f}{1e3 * fmean(self.theirs):>10.1f}"
            f"{ratio:>8.3f}{self.goal:>7.2f}{median(self.ours) / median(self.theirs):>9.2f}{slow:>7.2f}"
            f"{self.nodes / len(self.ours) / 1e3:>9.1f}k   {f'{self.wrong} WRONG' if self.wrong else 'all equal'}",
            flush=True,
        )
        return self.nodes


def _dealt(dice: random.Random, cards: int) -> list[list[int]]:
    pack = dice.sample(range(52), 4 * cards)
    return [pack[at * cards : (at + 1) * cards] for at in range(4)]


def _masks(hands: Iterable[Iterable[int]]) -> list[int]:
    return [sum(1 << card for card in hand) for hand in hands]


def _position(trump: int, leader: int, hands: list[int], trick: list[int]) -> _native.BridgePosition:
    return _native.BridgePosition(None if trump == NO_TRUMP else native_trump(trump), leader, hands, trick)


def _moves(answer: _native.BridgeAnswer, tricks: int) -> dict[int, int]:
    """As DDS tells them: the tricks of the side that plays the card."""
    return {card: tricks - won if answer.to_move % 2 else won for card, won in answer.moves}


def tables(deals: int) -> Pair:
    """All declarers in all denominations of random deals."""
    pair, dice, solver = Pair("table", 0.63), random.Random("tables"), _native.BridgeSolver()

    def mine(hands: list[int]) -> tuple[object, int]:
        found = solver.table(hands)
        return [list(row) for row in found.tricks], found.nodes

    for _ in range(deals):
        hands = _masks(_dealt(dice, 13))
        pair.add(partial(mine, hands), partial(dds.table_of, hands))
    return pair


def leads(deals: int) -> Pair:
    """Every opening lead of random deals."""
    pair, dice, solver = Pair("one board, every lead", 0.8), random.Random("leads"), _native.BridgeSolver()
    for _ in range(deals):
        _both(pair, solver, dice.randrange(5), dice.randrange(4), [_masks(_dealt(dice, 13))], [], 13)
    return pair


def layouts(questions: int, cards: int, played: int, goal: float) -> Pair:
    """Every card in a hundred layouts of two unseen hands; so many cards of the trick are on the table."""
    where = "on lead" if played == 0 else f"hand {played + 1} of the trick"
    pair, dice = Pair(f"{_LAYOUTS} layouts, {cards} cards, {where}", goal), random.Random(f"layouts {cards} {played}")
    for _ in range(questions):
        trump, leader, hands = dice.randrange(5), dice.randrange(4), _dealt(dice, cards)
        trick: list[int] = []
        for after in range(played):
            hand = hands[(leader + after) % 4]
            card = dice.choice([one for one in hand if trick and one // 13 == trick[0] // 13] or hand)
            hand.remove(card)
            trick.append(card)
        mover = (leader + played) % 4
        seen = {mover, (mover + dice.choice((1, 2, 3))) % 4}
        unseen = [seat for seat in range(4) if seat not in seen]
        _both(
            pair,
            _native.BridgeSolver(),
            trump,
            leader,
            list(_worlds(dice, hands, unseen, leader, trick)),
            trick,
            cards,
        )
    return pair


def _worlds(
    dice: random.Random, hands: list[list[int]], unseen: list[int], leader: int, trick: list[int]
) -> Iterable[list[int]]:
    """Layouts of the unseen hands in which what was played to the trick was legal; the real one where none is found."""
    rest = [card for seat in unseen for card in hands[seat]]
    for _ in range(_LAYOUTS):
        for _ in range(200):
            dice.shuffle(rest)
            world = list(hands)
            world[unseen[0]], world[unseen[1]] = rest[: len(hands[unseen[0]])], rest[len(hands[unseen[0]]) :]
            revoked = any(
                card // 13 != trick[0] // 13 and any(held // 13 == trick[0] // 13 for held in world[(leader + at) % 4])
                for at, card in enumerate(trick)
            )
            if not revoked:
                break
        else:
            world = hands
        yield _masks(world)


def _both(
    pair: Pair,
    solver: _native.BridgeSolver,
    trump: int,
    leader: int,
    worlds: list[list[int]],
    trick: list[int],
    cards: int,
) -> None:
    asked = [_position(trump, leader, hands, trick) for hands in worlds]

    def mine() -> tuple[object, int]:
        found = [solver.solve(one, keep=at > 0) for at, one in enumerate(asked)]
        return [_moves(one, cards) for one in found], sum(one.nodes for one in found)

    pair.add(mine, lambda: [dds.moves_of(trump, leader, hands, trick) for hands in worlds])


def run(deals: int) -> int:
    """Prints a line a task; all nodes."""
    try:
        dds.library()
    except dds.DdsMissing as missing:
        print(f"no DDS: {missing}")
        return 0
    print(
        f"{'double dummy, beside DDS 2.9':<40}{'tasks':>5}{'ours, ms':>10}{'DDS, ms':>10}{'ratio':>8}{'goal':>7}"
        f"{'median':>9}{'99 %':>7}{'nodes':>10}"
    )
    few = max(1, deals // 10)
    nodes = tables(deals).tell() + leads(deals).tell() + layouts(few, 8, 0, 0.43).tell()
    for played in (1, 2, 3):
        nodes += layouts(few, 8, played, 0.25).tell()
    return nodes + layouts(max(1, few // 3), 10, 0, 0.55).tell()
