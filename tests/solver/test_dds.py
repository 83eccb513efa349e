"""The double-dummy core beside DDS 2.9: tables, positions at any moment of a trick, par."""

import os
import random
from collections.abc import Callable

import pytest

from bench import dds
from kozyr import _native
from kozyr.cards import Seat
from kozyr.solver.bridge_contracts import DENOMINATIONS, Table, Vulnerability, par
from kozyr.solver.integers import NO_TRUMP, native_trump
from tests.longer import longer

try:
    dds.library()
except dds.DdsMissing as missing:
    if os.environ.get("CI") == "true":
        raise
    pytest.skip(str(missing), allow_module_level=True)

VULNERABLE: tuple[Vulnerability, ...] = ("none", "both", "ns", "ew")


LONG = bool(os.environ.get("KOZYR_LONG"))


def dealt(dice: random.Random, cards: int) -> list[list[int]]:
    pack = dice.sample(range(52), 4 * cards)
    return [pack[at * cards : (at + 1) * cards] for at in range(4)]


def mask(hand: list[int]) -> int:
    return sum(1 << card for card in hand)


@pytest.mark.parametrize("part", range(10 if LONG else 1))
def test_tables(part: int) -> None:
    """10,000 of them in the long form; five otherwise, since a table takes the two nearly a second of the processor."""
    dice = random.Random(f"tables {part}")
    solver = _native.BridgeSolver()
    for _ in range(1000 if LONG else 5):
        hands = [mask(hand) for hand in dealt(dice, 13)]
        assert [list(row) for row in solver.table(hands).tricks] == dds.table_of(hands), hands


@pytest.mark.parametrize("cards", [*range(3, 12), *longer(12)])
def test_positions(cards: int) -> None:
    """100,000 in the long form, a hundredth otherwise."""
    dice = random.Random(f"positions {cards}")
    solver = _native.BridgeSolver()
    for turn in range(10_000 if LONG else 100):
        hands, trump, leader = dealt(dice, cards), dice.randrange(5), dice.randrange(4)
        trick: list[int] = []
        for after in range(dice.randrange(4)):
            hand = hands[(leader + after) % 4]
            card = dice.choice([one for one in hand if trick and one // 13 == trick[0] // 13] or hand)
            hand.remove(card)
            trick.append(card)
        masks = [mask(hand) for hand in hands]
        asked = _native.BridgePosition(None if trump == NO_TRUMP else native_trump(trump), leader, masks, trick)
        found = solver.solve(asked, keep=turn % 2 == 1)
        side = found.to_move % 2
        ours = {card: cards - tricks if side else tricks for card, tricks in found.moves}
        assert ours == dds.moves_of(trump, leader, masks, trick), (trump, leader, masks, trick)
        assert max(ours.values()) == (cards - found.value if side else found.value)


def test_par(share: Callable[[int], int]) -> None:
    """Tables that need not be of a deal, with hands of a side that differ at times."""
    dice = random.Random(7)
    for _ in range(share(500)):
        tricks: Table = {}
        for name in DENOMINATIONS:
            north = dice.randrange(14)
            row = [north, 13 - north, north, 13 - north]
            tricks[name] = {seat: max(0, won - (dice.random() < 0.15)) for seat, won in zip(Seat, row, strict=True)}
        dealer, vulnerable = dice.choice(tuple(Seat)), dice.choice(VULNERABLE)
        found, theirs = par(tricks, dealer, vulnerable), dds.par_of(tricks, dealer, vulnerable)
        assert found.score == theirs.score, (tricks, dealer, vulnerable)
        assert set(found.contracts) == set(theirs.contracts), (tricks, dealer, vulnerable)
