"""What a movement must keep, from its JSON alone: no code in common with what makes movements."""

import itertools
import json
import subprocess
import sys
from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

Json = dict[str, Any]


def movement(*words: str) -> Json:
    """What `kozyr movement ... --json` prints, run in a process of its own."""
    ran = subprocess.run(  # noqa: S603  our own command line
        [sys.executable, "-m", "kozyr.cli", "movement", *words, "--json"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    found: Json = json.loads(ran.stdout)
    return found


def check(found: Json, entrants: int, seats: set[str], boards_each: int | None = None) -> None:
    """Everybody has one place or rests; nobody meets a board twice; boards and rests are as they must be."""
    everybody = set(range(1, entrants + 1))
    seen: dict[int, set[int]] = defaultdict(set)
    rests = Counter(dict.fromkeys(everybody, 0))
    most = 1
    for turn in found["rounds"]:
        placed = [who for table in turn["tables"] for who in table["seats"].values()] + turn["rest"]
        assert sorted(placed) == sorted(everybody)
        numbers = [table["table"] for table in turn["tables"]]
        assert len(set(numbers)) == len(numbers)
        rests.update(turn["rest"])
        lie: dict[int, list[bool]] = defaultdict(list)
        for table in turn["tables"]:
            assert set(table["seats"]) <= seats
            if boards_each is not None:
                assert len(table["boards"]) == boards_each
            elif len(table["seats"]) > 2:
                assert len(table["boards"]) == len(table["seats"])
            for board in table["boards"]:
                lie[board].append(table.get("shared", False))
                for who in table["seats"].values():
                    assert board not in seen[who], f"{who} meets board {board} twice"
            for who in table["seats"].values():
                seen[who].update(table["boards"])
        most = max(most, *map(len, lie.values()))
        assert all(len(where) <= found["copies"] for where in lie.values())
    assert found.get("copies", 1) == most
    assert max(rests.values()) - min(rests.values()) <= 1


def together(found: Json, first: int, last: int) -> Counter[frozenset[int]]:
    """How often any two of a field sit at one table."""
    met = Counter({frozenset(two): 0 for two in itertools.combinations(range(first, last + 1), 2)})
    for turn in found["rounds"]:
        for table in turn["tables"]:
            for two in itertools.combinations(table["seats"].values(), 2):
                if frozenset(two) in met:
                    met[frozenset(two)] += 1
    return met


def check_even(found: Json) -> None:
    """In each field no two meet more than once above the mean."""
    for field in found["fields"]:
        met = together(found, field["first"], field["last"])
        assert max(met.values()) <= Fraction(met.total(), len(met)) + 1


def check_compared(found: Json) -> None:
    """In each field most of what is played at a table is played at another one, too, or there would be nothing to compare."""
    for field in found["fields"]:
        tables = [
            table
            for turn in found["rounds"]
            for table in turn["tables"]
            if field["first"] <= min(table["seats"].values()) <= field["last"]
        ]
        played = Counter(board for table in tables for board in table["boards"])
        alone = sum(times for times in played.values() if times == 1)
        assert 2 * alone <= played.total(), field


def sits(found: Json) -> dict[int, Counter[str]]:
    """How often each entrant has each seat."""
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    for turn in found["rounds"]:
        for table in turn["tables"]:
            for seat, who in table["seats"].items():
                counts[who][seat] += 1
    return counts
