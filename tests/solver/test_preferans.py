"""The Python face of the preferans solver; the search itself is compared in tests/test_native_solver.py."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kozyr import _native
from kozyr.cards import Card, CardSet, Seat
from kozyr.deals import PREFERANS, numbered_deal
from kozyr.solver.preferans import Position, endings_file, fault, prepare, solve, solve_many
from tests.solver.endings import SEATS, endings


def tricks_of(hero: Seat, position: Position, *, wants: bool) -> int:
    """What a seat takes if the two others combine against it."""
    if not position.left:
        return 0
    outcomes = [after(hero, position, card, wants=wants) for card in position.legal]
    return (max if (position.mover is hero) == wants else min)(outcomes)


def after(hero: Seat, position: Position, card: Card, *, wants: bool) -> int:
    following, taker, complete = position.play(card)
    return (complete and taker is hero) + tricks_of(hero, following, wants=wants)


def each_for_himself(position: Position) -> dict[Seat, int]:
    """Max^n with the tie rule of the solver: fewest for the mover, then most for the next seat, then for the one after."""
    if not position.left:
        return dict.fromkeys(SEATS, 0)
    mover = position.mover
    one, two = position.after(mover), position.after(mover, 2)
    return min(
        (himself(position, card) for card in position.legal),
        key=lambda tricks: (tricks[mover], -tricks[one], -tricks[two]),
    )


def himself(position: Position, card: Card) -> dict[Seat, int]:
    following, taker, _ = position.play(card)
    found = each_for_himself(following)
    return found if taker is None else found | {taker: found[taker] + 1}


def test_values_of_all_cards(share: Callable[[int], int]) -> None:
    for position in endings(7, share(1500)):
        found = solve(position)
        assert set(found.moves) == set(position.legal)
        assert list(found.moves) == sorted(found.moves, key=str)
        if position.kind == "allpass":
            mover = position.mover
            assert found.each == {seat: tricks_of(seat, position, wants=False) for seat in SEATS}
            assert found.moves == {card: after(mover, position, card, wants=False) for card in position.legal}
            assert found.maxn == each_for_himself(position)
            assert found.moves_maxn == {card: himself(position, card) for card in position.legal}
            continue
        hero, wants = position.declarer, position.kind == "tricks"
        assert hero is not None
        assert found.value == tricks_of(hero, position, wants=wants)
        assert found.moves == {card: after(hero, position, card, wants=wants) for card in position.legal}


def test_many_at_once_are_the_same() -> None:
    positions = list(endings(8, 50))
    for found, position in zip(solve_many(positions, maxn=True, threads=2), positions, strict=True):
        alone = solve(position)
        assert (found.value, found.each, found.maxn, found.moves) == (alone.value, alone.each, alone.maxn, alone.moves)


def test_seats_are_the_three_that_hold_cards() -> None:
    """With four at the table any seat may sit out; turning the table changes nothing."""
    rng = random.Random(2)
    deal = numbered_deal(rng.randrange(PREFERANS.deals), PREFERANS, SEATS)
    hands: list[CardSet | None] = [hand for hand in deal.hands if hand is not None]
    first = solve(Position((hands[0], hands[1], hands[2], None), Seat.N, "tricks", Seat.E))
    for out, (leader, declarer) in enumerate(((Seat.E, Seat.S), (Seat.N, Seat.S), (Seat.N, Seat.E))):
        n, e, s, w = hands[:out] + [None] + hands[out:]  # noqa: RUF005 - mypy cannot unpack the other form
        assert solve(Position((n, e, s, w), leader, "tricks", declarer)).moves == first.moves


def test_a_limit_of_time_is_a_timeout() -> None:
    rng = random.Random(3)
    deals = [numbered_deal(rng.randrange(PREFERANS.deals), PREFERANS, SEATS) for _ in range(200)]
    positions = [Position(deal.hands, Seat.N, "misere", Seat.E) for deal in deals]
    with pytest.raises(TimeoutError):
        solve_many(positions, seconds=1e-4)


def test_a_fault_is_named_by_its_seat() -> None:
    assert fault(Position.parse("N:A... - K... Q...", leader=Seat.S, declarer=Seat.W)) is None
    assert (
        fault(Position.parse("N:A... - K... ...", leader=Seat.S, declarer=Seat.W))
        == "W should hold 1 cards and holds 0"
    )


def test_misere_endings_are_looked_for_in_the_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = endings_file()
    assert path == tmp_path / "kozyr" / "misere5.bin"
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert endings_file() == tmp_path / ".cache" / "kozyr" / "misere5.bin"
    path.parent.mkdir()
    path.write_bytes(b"kozyr misere endings 1\n\x05 and then rubbish")
    assert not _native.load_endings(str(path)) or _native.load_endings("")  # or they were loaded long ago
    assert not _native.load_endings(str(tmp_path)) or _native.load_endings("")


def test_prepared_endings_are_written_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # What the file holds is checked in native/tests, at three cards; here it is where it lies and how it gets there.
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(_native, "load_endings", lambda path: Path(path).exists())
    asked: list[tuple[Path, int]] = []

    def compute(path: str, threads: int) -> None:
        asked.append((Path(path), threads))
        Path(path).write_bytes(b"sixteen megabytes")
        if threads == 3:
            raise RuntimeError(f"cannot write {path}")

    monkeypatch.setattr(_native, "prepare_endings", compute)
    with pytest.raises(OSError, match="cannot write"):
        prepare(threads=3)
    assert list((tmp_path / "kozyr").iterdir()) == []  # what was half done is gone
    assert prepare(threads=2) == endings_file()
    assert [path.parent == endings_file().parent and path != endings_file() for path, _ in asked] == [True, True]
    assert [path.name for path in (tmp_path / "kozyr").iterdir()] == ["misere5.bin"]
    assert prepare() == endings_file()  # once is enough
    assert len(asked) == 2


@pytest.mark.skipif(not os.environ.get("KOZYR_LONG"), reason="two minutes of the processor: make test-all")
def test_endings_of_five_cards_change_no_value(tmp_path: Path) -> None:
    """The command itself: another process has no such endings yet, computes them, and answers as one without them."""
    dice = random.Random(5)
    lines = []
    for _ in range(200):
        n, e, s = (CardSet.of(hand) for hand in three_hands(dice.sample(PREFERANS.cards, 32)))
        lines.append(
            json.dumps({"game": "preferans", "deal": f"N:{n} {e} {s}", "kind": "misere", "declarer": "N", "lead": "E"})
        )
    asked = tmp_path / "asked.jsonl"
    asked.write_text("\n".join(lines), encoding="utf-8")
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}

    def kozyr(*words: str) -> str:
        run = "import sys; from kozyr.cli import main; sys.exit(main(sys.argv[1:]))"
        command = [sys.executable, "-c", run, "solve", *words]
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout  # noqa: S603

    def values() -> list[object]:
        return [json.loads(line)["moves"] for line in kozyr("--batch", str(asked), "--json").splitlines()]

    without = values()
    assert kozyr("--prepare").strip() == str(tmp_path / "kozyr" / "misere5.bin")
    assert (tmp_path / "kozyr" / "misere5.bin").stat().st_size > 10_000_000
    assert values() == without
    assert len(without) == len(lines)


def three_hands(pack: list[Card]) -> list[list[Card]]:
    """Of ten cards each; two are left."""
    return [pack[at : at + 10] for at in range(0, 30, 10)]
