"""The native solvers as Python sees them, against a plain minimax written here and sharing nothing with them."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import pytest

from kozyr import _native
from kozyr._native import PreferansKind as Kind, Suit
from kozyr.solver.integers import NO_TRUMP, native_trump
from tests.longer import longer

ROOT = Path(__file__).parents[1]
LONG = bool(os.environ.get("KOZYR_LONG"))


@dataclass(frozen=True)
class Table:
    """A moment of the play of three hands; cards are ``8 * suit + rank``."""

    hands: tuple[frozenset[int], ...]
    leader: int
    trump: int = NO_TRUMP
    trick: tuple[int, ...] = ()
    talon: tuple[int, ...] = ()
    talon_wins: bool = False

    @property
    def seat(self) -> int:
        return (self.leader + len(self.trick)) % 3

    def legal(self) -> list[int]:
        hand = sorted(self.hands[self.seat])
        first = self.talon or self.trick
        if not first:
            return hand
        follow = [c for c in hand if c // 8 == first[0] // 8]
        return follow or [c for c in hand if c // 8 == self.trump] or hand

    def play(self, card: int) -> tuple[Table, int | None]:
        """The table after a card, and who took the trick: None nobody yet, 3 the dealer's talon card."""
        hands = tuple(h - {card} if i == self.seat else h for i, h in enumerate(self.hands))
        trick = (*self.trick, card)
        if len(trick) < 3:
            return replace(self, hands=hands, trick=trick), None
        led = (self.talon or trick)[0] // 8
        best = (-1, 3)
        if self.talon and self.talon_wins:
            best = (self.talon[0] % 8, 3)
        for i, c in enumerate(trick):
            strength = 100 + c % 8 if c // 8 == self.trump else c % 8 if c // 8 == led else -1
            best = max(best, (strength, (self.leader + i) % 3), key=lambda pair: pair[0])
        leader = self.leader if self.talon else best[1]
        return replace(self, hands=hands, trick=(), leader=leader, talon=self.talon[1:]), best[1]


def minimax(table: Table, hero: int, *, greedy: bool) -> int:
    """Tricks of ``hero``, who wants many or few; the two others want the opposite."""
    if not table.trick and not any(table.hands):
        return 0
    values = [after(table, card, hero, greedy=greedy) for card in table.legal()]
    return max(values) if (table.seat == hero) == greedy else min(values)


def after(table: Table, card: int, hero: int, *, greedy: bool) -> int:
    following, winner = table.play(card)
    return (winner == hero) + minimax(following, hero, greedy=greedy)


def position(table: Table, kind: Kind, declarer: int) -> _native.PreferansPosition:
    return _native.PreferansPosition(
        kind=kind,
        trump=native_trump(table.trump),
        declarer=declarer,
        leader=table.leader,
        hands=[sum(1 << c for c in hand) for hand in table.hands],
        trick=list(table.trick),
        talon=list(table.talon),
        talon_wins=table.talon_wins,
    )


def random_table(dice: random.Random, tricks: int, *, trump: int = NO_TRUMP, talon: bool = False) -> Table:
    deck = dice.sample(range(32), 32)
    hands = tuple(frozenset(deck[i * tricks : (i + 1) * tricks]) for i in range(3))
    led = deck[32 - dice.randint(0, min(2, tricks)) :] if talon else []
    table = Table(hands, dice.randrange(3), trump, (), tuple(led), dice.random() < 0.5)
    for _ in range(dice.randrange(3)):
        table, _winner = table.play(dice.choice(table.legal()))
    return table


@pytest.mark.parametrize("kind", Kind)
def test_every_card_of_small_endings_against_minimax(kind: Kind) -> None:
    dice = random.Random(f"endings {kind.value}")
    solver = _native.PreferansSolver()
    for _ in range(1500 if LONG else 150):
        table = random_table(
            dice,
            dice.choice((1, 2, 3, 3)),
            trump=dice.randrange(5) if kind is Kind.TRICKS else NO_TRUMP,
            talon=kind is Kind.ALLPASS,
        )
        declarer = dice.randrange(3)
        answer = solver.solve(position(table, kind, declarer))
        hero = table.seat if kind is Kind.ALLPASS else declarer
        expected = [(card, after(table, card, hero, greedy=kind is Kind.TRICKS)) for card in table.legal()]
        assert answer.moves == expected, table
        assert answer.value == minimax(table, hero, greedy=kind is Kind.TRICKS), table
        if kind is Kind.ALLPASS:
            assert answer.each == [minimax(table, seat, greedy=False) for seat in range(3)]


def full_deal(dice: random.Random, kind: Kind = Kind.TRICKS) -> _native.PreferansPosition:
    deck = dice.sample(range(32), 32)
    return _native.PreferansPosition(
        kind=kind,
        trump=native_trump(dice.randrange(5)) if kind is Kind.TRICKS else None,
        declarer=dice.randrange(3),
        leader=dice.randrange(3),
        hands=[sum(1 << c for c in deck[10 * i : 10 * i + 10]) for i in range(3)],
    )


def test_a_batch_answers_as_one_by_one_and_in_order() -> None:
    dice = random.Random(5)
    positions = [full_deal(dice) for _ in range(40)]
    solver = _native.PreferansSolver()
    one_by_one = [solver.solve(p) for p in positions]
    for threads in (1, 2):
        together = _native.preferans_batch(positions, threads=threads)
        assert [(a.value, a.moves, a.nodes) for a in together] == [(a.value, a.moves, a.nodes) for a in one_by_one]


def test_a_value_is_the_best_of_its_moves() -> None:
    dice = random.Random(6)
    solver = _native.PreferansSolver()
    for kind in (Kind.TRICKS, Kind.MISERE):
        for _ in range(10):
            deck = dice.sample(range(32), 32)
            declarer, leader = dice.randrange(3), dice.randrange(3)
            hands = [sum(1 << c for c in deck[8 * i : 8 * i + 8]) for i in range(3)]
            answer = solver.solve(_native.PreferansPosition(kind, None, declarer, leader, hands))
            best = max if (leader == declarer) == (kind is Kind.TRICKS) else min
            assert answer.value == best(value for _, value in answer.moves)


def test_the_three_declarers_share_ten_tricks() -> None:
    """With one trump and one leader the three declarers' tricks sum to 10 at most, misères' to 10 at least."""
    dice = random.Random(7)
    solver = _native.PreferansSolver()
    for _ in range(10):
        deck = dice.sample(range(32), 32)
        hands = [sum(1 << c for c in deck[10 * i : 10 * i + 10]) for i in range(3)]
        for trump in (*Suit, None):
            values = [
                solver.solve(_native.PreferansPosition(Kind.TRICKS, trump, d, 0, hands), moves=False).value
                for d in range(3)
            ]
            assert sum(values) <= 10
        each = solver.solve(_native.PreferansPosition(Kind.ALLPASS, None, 0, 0, hands), moves=False).each
        assert sum(each) >= 10


def test_a_deadline_gives_no_value() -> None:
    answer = _native.PreferansSolver().solve(full_deal(random.Random(8), Kind.ALLPASS), seconds=0)
    assert not answer.finished
    assert answer.moves == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hands": [1, 1, 2]}, "stands twice"),
        ({"hands": [1, 2, 12]}, "were expected"),
        ({"hands": [0, 0, 0]}, "no cards"),
        ({"leader": 3}, "no such leader"),
        ({"trump": 5}, "5 is not a valid Suit"),
        ({"trump": -1}, "-1 is not a valid Suit"),
        ({"trick": [40], "hands": [0, 2, 4]}, "no such card"),
        ({"trick": [7, 8], "hands": [1, 2, 12]}, "H7 was not legal"),  # seat 1 revoked: it still has the S8
        ({"talon": [5]}, "all-pass"),
        ({"kind": 1, "trump": 0}, "without a trump"),
        ({"kind": 3}, "3 is not a valid PreferansKind"),
        ({"leader": 2**70}, "no such leader: seat 1180591620717411303424"),
        ({"declarer": -1}, "no such declarer"),
        ({"hands": [1, 2, 2**32]}, "not a mask of the 32 cards"),
        ({"hands": [1, 2]}, "2 values for 3 seats"),
        ({"trick": [-1], "hands": [0, 2, 4]}, "no such card"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(change: dict[str, Any], message: str) -> None:
    asked: dict[str, Any] = {"kind": 0, "trump": 0, "declarer": 0, "leader": 0, "hands": [1, 2, 4]} | change

    def solve() -> None:
        kind, trump = Kind(asked.pop("kind")), native_trump(asked.pop("trump"))
        _native.PreferansSolver().solve(_native.PreferansPosition(kind, trump, **asked))

    with pytest.raises(ValueError, match=message):
        solve()


OUTSIDE: Final[dict[str, tuple[float, ...]]] = {  # of each kind of number
    "seat": (-1, 3, 2**70),
    "two": (-1, 2, 2**70),
    "card": (-1, 32, 256, 2**70),
    "mask": (-1, 2**32, 2**70),
    "suits": (-1, 16, 256, 2**70),
    "threads": (-1, 0, 1025, 2**32 + 1),
    "seconds": (-1, float("nan")),
}


def _chances(**changed: Any) -> object:
    known: dict[str, Any] = {"declarer": 0, "leader": 0, "hand": 1, "gone": 2**32 - 8}
    return _native.preferans_chances(Kind.TRICKS, None, **(known | changed))


THREE: Final = _native.PreferansPosition(Kind.TRICKS, None, 0, 0, [1, 2, 4])
TWO: Final = _native.DebertsPosition(Suit.SPADES, 0, [1, 2])
# Each place of a number: a call in which all else is right. The last word says what kind of number stands there.
PLACES: Final[dict[str, Callable[[Any], object]]] = {
    "position declarer seat": lambda n: _native.PreferansPosition(Kind.TRICKS, None, n, 0, [1, 2, 4]),
    "position leader seat": lambda n: _native.PreferansPosition(Kind.TRICKS, None, 0, n, [1, 2, 4]),
    "position hands mask": lambda n: _native.PreferansPosition(Kind.TRICKS, None, 0, 0, [1, n, 4]),
    "position trick card": lambda n: _native.PreferansPosition(Kind.TRICKS, None, 0, 0, [1, 2, 4], [n]),
    "position talon card": lambda n: _native.PreferansPosition(Kind.ALLPASS, None, 0, 0, [1, 2, 4], [], [n]),
    "solve seconds": lambda n: _native.PreferansSolver().solve(THREE, seconds=n),
    "batch threads": lambda n: _native.preferans_batch([THREE], threads=n),
    "batch seconds": lambda n: _native.preferans_batch([THREE], seconds=n),
    "prepare threads": lambda n: _native.prepare_endings("", threads=n),
    "chances declarer seat": lambda n: _chances(declarer=n),
    "chances leader seat": lambda n: _chances(leader=n),
    "chances hand mask": lambda n: _chances(hand=n),
    "chances gone mask": lambda n: _chances(gone=n),
    "chances first card": lambda n: _chances(first=n),
    "chances holds mask": lambda n: _chances(holds=[0, n, 0]),
    "chances voids suits": lambda n: _chances(voids=[0, n, 0]),
    "chances threads": lambda n: _chances(threads=n),
    "chances seconds": lambda n: _chances(seconds=n),
    "deberts leader two": lambda n: _native.DebertsPosition(Suit.SPADES, n, [1, 2]),
    "deberts hands mask": lambda n: _native.DebertsPosition(Suit.SPADES, 0, [1, n]),
    "deberts table card": lambda n: _native.DebertsPosition(Suit.SPADES, 0, [0, 2], n),
    "deberts solve seconds": lambda n: _native.DebertsSolver().solve(TWO, seconds=n),
    "deberts batch threads": lambda n: _native.deberts_batch([TWO], threads=n),
    "deberts batch seconds": lambda n: _native.deberts_batch([TWO], seconds=n),
    "points card": lambda n: _native.deberts_points(n, Suit.SPADES),
}


def test_the_places_of_numbers_are_right_otherwise() -> None:
    assert _chances()
    assert _native.PreferansSolver().solve(THREE).finished
    assert _native.DebertsSolver().solve(TWO).finished


@pytest.mark.parametrize(
    ("where", "number"), [(where, number) for where in PLACES for number in OUTSIDE[where.split()[-1]]]
)
def test_every_number_out_of_range_is_refused_in_one_line(where: str, number: int) -> None:
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the text differs from place to place; that it is one line is asked below
        PLACES[where](number)
    assert len(str(refusal.value).splitlines()) == 1


def test_both_copies_of_the_search_give_the_same() -> None:
    """KOZYR_BASELINE=1 takes the copy for every processor; natively test_levels compares the two in full."""
    ask = (
        "import random; from kozyr import _native; from tests.test_native_solver import full_deal\n"
        "found = _native.preferans_batch([full_deal(random.Random(seed)) for seed in range(20)])\n"
        "print(_native.core(), [(one.moves, one.nodes) for one in found])"
    )
    environ = {name: value for name, value in os.environ.items() if name != "KOZYR_BASELINE"}
    said = [
        subprocess.run(  # noqa: S603 - this Python, lines of our own
            [sys.executable, "-c", ask], env=environ | asked, cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.partition(" ")
        for asked in ({}, {"KOZYR_BASELINE": "1"})
    ]
    assert [core for core, _, _ in said] == [_native.core(), "baseline"]
    assert said[0][2] == said[1][2]
    assert said[0][2].count("[") > 20


def test_nothing_is_left_when_python_ends() -> None:
    """Each thread keeps a solver of its own (`kozyr.solver`); nanobind would name every object that is still there."""
    ask = (
        "import threading; from kozyr.cards import Seat; from kozyr.solver import preferans\n"
        "position = preferans.Position.parse('N:A.K.. K.A.. Q.Q..', leader=Seat.N, declarer=Seat.N)\n"
        "done = threading.Event()\n"
        "threads = [threading.Thread(target=preferans.solve, args=(position,)) for _ in range(2)]\n"
        "threads += [threading.Thread(target=lambda: (preferans.solve(position), done.set(), threading.Event().wait()), daemon=True)]\n"
        "for thread in threads: thread.start()\n"
        "done.wait()\n"
        "preferans.solve(position)"
    )
    said = subprocess.run([sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603 - this Python, lines of our own
    assert (said.stdout, said.stderr) == ("", "")


def test_nothing_is_left_where_cycles_were_frozen() -> None:
    """A club looks for cycles seldom, and freezes those that it begins with; what they hold goes as Python ends."""
    ask = (
        "from types import SimpleNamespace; from kozyr import _native; from kozyr.club.app import collect_rarely\n"
        "cycle = SimpleNamespace(solver=_native.PreferansSolver()); cycle.itself = cycle\n"
        "collect_rarely()"
    )
    said = subprocess.run([sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603 - this Python, lines of our own
    assert (said.stdout, said.stderr) == ("", "")


@pytest.mark.parametrize(
    "work",
    [
        "_native.PreferansSolver().solve(position, maxn=True)",
        *longer(
            "_native.preferans_batch([position] * 4, maxn=True, threads=2)",
            "_native.deberts_batch([_native.DebertsPosition(_native.Suit.SPADES, 0, [511, 511 << 9])] * 20, threads=2)",
        ),
        "_native.preferans_chances(_native.PreferansKind.TRICKS, None, 0, 0, 1023, 3 << 30, progress=print_nothing)",
    ],
)
def test_python_ends_while_a_daemon_thread_searches(work: str) -> None:
    ask = f"""
import random, threading, time
from kozyr import _native
from tests.longer import longer
from tests.test_native_solver import full_deal, Kind
position = full_deal(random.Random(1), Kind.ALLPASS)
begun = threading.Event()
def print_nothing(done):
    pass
def search():
    while True:
        begun.set()
        {work}
for _ in range(2):
    threading.Thread(target=search, daemon=True).start()
begun.wait()
time.sleep(random.Random().random() / 5)
"""
    for _ in range(3):
        said = subprocess.run([sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - this Python, lines of our own
        assert (said.returncode, said.stdout, said.stderr) == (0, "", "")
