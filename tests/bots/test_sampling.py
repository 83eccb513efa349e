"""The sampler of worlds: every deal once, all alike, none that cannot be."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from kozyr.bots.sampling import Puzzle, World, weighted


def brute(cards: list[int], room: tuple[int, ...], may: tuple[int, ...]) -> Iterator[World]:
    """All deals, one holder after the other, with no counting."""
    if not room:
        yield ()
        return
    for some in combinations([card for card in cards if may[0] >> card & 1], room[0]):
        rest = [card for card in cards if card not in some]
        for others in brute(rest, room[1:], may[1:]):
            yield (sum(1 << card for card in some), *others)


def small(chance: random.Random) -> tuple[list[int], tuple[int, ...], tuple[int, ...]]:
    """A random small puzzle: up to nine cards, up to four holders, any prohibitions."""
    cards = chance.sample(range(12), chance.randint(1, 9))
    cuts = sorted(chance.choices(range(len(cards) + 1), k=chance.randint(0, 3)))
    room = tuple(b - a for a, b in zip([0, *cuts], [*cuts, len(cards)], strict=True))
    return cards, room, tuple(chance.getrandbits(12) | chance.getrandbits(12) for _ in room)


def test_it_finds_what_brute_force_finds() -> None:
    chance = random.Random(1)
    solvable = 0
    for _ in range(300):
        cards, room, may = small(chance)
        wanted = sorted(brute(cards, room, may))
        bits = sum(1 << card for card in cards)
        if not wanted:
            with pytest.raises(ValueError, match="no deal agrees"):
                Puzzle(bits, room, may)
            continue
        puzzle = Puzzle(bits, room, may)
        assert puzzle.total == len(wanted)
        assert sorted(puzzle) == wanted
        solvable += 1
    assert solvable > 100


def test_deals_are_drawn_evenly() -> None:
    """Chi-square over the 210 deals of a puzzle with voids; 1 % of honest samplers would fail with another seed."""
    everything = 0b1111111111
    puzzle = Puzzle(everything, (4, 4, 2), (everything, 0b0001111111, 0b1110001111))
    chance, rounds = random.Random(7), 200
    seen = Counter(puzzle.at(chance.randrange(puzzle.total)) for _ in range(rounds * puzzle.total))
    drawn = Counter(world for _ in range(rounds * puzzle.total // 20) for world in puzzle.draw(20, chance))
    for counted in (seen, drawn):
        assert len(counted) == puzzle.total
        off = sum((counted[world] - rounds) ** 2 / rounds for world in puzzle)
        free = puzzle.total - 1
        assert abs(off - free) < 2.6 * (2 * free) ** 0.5


def test_deals_are_drawn_one_by_one_evenly_too() -> None:
    everything = (1 << 9) - 1
    puzzle = Puzzle(everything, (3, 4, 2), (0b111110011, everything, 0b011101111))
    count = 40_000
    seen = Counter(puzzle.sample(count, random.Random(1)))
    assert set(seen) == set(puzzle)
    even = count / puzzle.total
    chi = sum((n - even) ** 2 / even for n in seen.values())
    assert abs(chi - (puzzle.total - 1)) < 4 * (2 * puzzle.total) ** 0.5


def test_few_deals_are_all_listed_and_many_are_different() -> None:
    puzzle = Puzzle(0b1111, (2, 2), (0b1111, 0b0111))
    assert puzzle.total == 3
    assert sorted(puzzle.draw(10, random.Random(0))) == sorted(puzzle)
    wide = Puzzle((1 << 20) - 1, (10, 10), ((1 << 20) - 1,) * 2)
    assert wide.total == 184_756
    assert len(set(wide.draw(500, random.Random(0)))) == 500


def test_a_condition_is_kept() -> None:
    everything = (1 << 20) - 1
    wide = Puzzle(everything, (10, 10), (everything, everything))
    found = wide.draw(50, random.Random(2), lambda world: world[0] & 0b111 == 0b111)
    assert len(found) == 50
    assert all(world[0] & 0b111 == 0b111 for world in found)
    few = Puzzle(0b1111, (2, 2), (0b1111, 0b1111))
    assert few.draw(9, random.Random(2), lambda world: bool(world[0] & 1)) == [(3, 12), (5, 10), (9, 6)]


def test_bad_puzzles_are_refused() -> None:
    with pytest.raises(ValueError, match="3 cards do not fill"):
        Puzzle(0b111, (1, 1), (0b111, 0b111))
    with pytest.raises(ValueError, match="no deal 6 of 6"):
        Puzzle(0b1111, (2, 2), (0b1111, 0b1111)).at(6)


def test_weights_are_kept() -> None:
    worlds = [(1 << n,) for n in range(40)]
    weights = [1.0 + n for n in range(40)]
    few = weighted(worlds[:5], weights[:5], 10, random.Random(3))
    assert [round(share, 6) for _, share in few] == [round(w / 15, 6) for w in weights[:5]]
    totals: dict[World, float] = dict.fromkeys(worlds, 0.0)
    for seed in range(400):
        found = weighted(worlds, weights, 10, random.Random(seed))
        assert sum(share for _, share in found) == pytest.approx(1)
        for world, share in found:
            totals[world] += share / 400
    for world, weight in zip(worlds, weights, strict=True):
        assert totals[world] == pytest.approx(weight / sum(weights), abs=0.01)
    assert len(weighted(worlds, [0.0] * 40, 10, random.Random(0))) == 10
