"""The protocol of a preferans board: its columns, and the table of game values that lies on every table (PT-I.6a, I.6c)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

import msgspec

from kozyr.games.preferans import Boards, Contract, Conventions, Outcome, Terms, start
from kozyr.games.preferans.terms import HAND_SIZE, Word, checked

DASH: Final = "-"  # the contract of an all-pass (PT-I.7)
_SIZES: Final = range(6, HAND_SIZE + 1)


class Part(NamedTuple):
    """Position and tricks, as the columns of declarer and whisters have them; tricks None: nothing was played."""

    position: str
    tricks: int | None


class Line(NamedTuple):
    """The three columns of a seat: the player's number, whists, matchpoints."""

    number: int
    whists: Fraction
    matchpoints: Fraction | None = None


class Row(NamedTuple):
    """One line of a protocol (PT-I.6a)."""

    contract: str
    declarer: Part | None
    first_whister: Part | None
    second_whister: Part | None
    lines: Mapping[str, Line]
    """N, E, S and W, three of them at three."""


def row(terms: Terms, outcome: Outcome, worth: Mapping[str, Fraction], numbers: Mapping[str, int]) -> Row:
    """A finished board as a row of the protocol.

    worth: each seat's whists, with those of a dealer without cards (PT-I.7). numbers: the players', by seat. At an
    all-pass the contract is a dash. The first hand's tricks stand with the declarer's, the others' clockwise after
    it; the talon's tricks for a sitter are not written.
    """
    lines = {seat: Line(number, worth[seat]) for seat, number in numbers.items()}
    tricks = outcome.tricks or {}
    hands = [terms.name(seat) for seat in terms.hands]
    if outcome.kind == "allpass":
        first, second, third = (Part(name, tricks.get(name, 0)) for name in hands)
        return Row(DASH, first, second, third, lines)
    declarer = outcome.declarer or ""
    at = hands.index(declarer)
    order = [*hands[at + 1 :], *hands[:at], *(() if terms.sitter is None else (terms.name(terms.sitter),))]
    whisting = [name for name in order if outcome.calls.get(name) == "whist"]
    if outcome.kind == "misere":
        whisting = order[:2]
    parts = [Part(name, tricks.get(name, 0) if outcome.tricks is not None else None) for name in whisting]
    one, two = (*parts, None, None)[:2]
    contract = Contract.MISERE if outcome.kind == "misere" else outcome.contract
    taken = tricks.get(declarer, 0) if outcome.tricks is not None else None
    return Row(str(contract), Part(declarer, taken), one, two, lines)


# --- the table of values -----------------------------------------------------------------------------------


class Value(NamedTuple):
    """The worth of a deal for each player, in whists."""

    contract: str
    """A size (6 to 10), misere, or a dash."""
    whisters: int
    """How many players whist."""
    tricks: tuple[int, ...]
    """The tricks of the declarer and of the two hands clockwise, or of the three hands of an all-pass."""
    whists: tuple[Fraction, ...]
    """The whists in the same order, with those of a dealer without cards."""


def value_table(conventions: Conventions, players: int) -> tuple[Value, ...]:
    """Every value that N may need to fill the columns of whists (PT-I.6c), for three or four at the table.

    Contracts without whisters, with one (the hand after the declarer, cards open) and with two, misères,
    all-passes.

    Raises:
        ValueError: conventions that no board can have, or neither three nor four.
    """
    agreed = msgspec.structs.replace(conventions, length_mode="boards", length_deals=1, boards=())
    match = start(agreed, players)
    assert isinstance(match, Boards)
    terms = match.next_deal()
    hands = [terms.name(seat) for seat in terms.hands]
    order = [*hands, *(() if terms.sitter is None else (terms.name(terms.sitter),))]
    return tuple(
        Value(contract, whisters, tricks, _of(match, order, outcome))
        for contract, whisters, tricks, outcome in _outcomes(agreed, terms.name(terms.dealer), hands)
    )


def _of(match: Boards, order: list[str], outcome: Outcome) -> tuple[Fraction, ...]:
    worth = dict(zip(match.names, match.value(outcome), strict=True))
    return tuple(worth[name] for name in order)


def _outcomes(
    conventions: Conventions, dealer: str, hands: list[str]
) -> Iterator[tuple[str, int, tuple[int, ...], Outcome]]:
    """The facts of every line of the table, with its contract, whisters and tricks."""
    declarer, left, right = hands
    for size in _SIZES:
        contract = Contract(f"{size}S")
        is_checked = checked(conventions, contract)
        if not is_checked:
            yield str(size), 0, (), Outcome(dealer, "tricks", declarer, contract, calls={left: "pass", right: "pass"})
        for split in _splits():
            tricks = dict(zip(hands, split, strict=True))
            if is_checked:
                yield str(size), 0, split, Outcome(dealer, "tricks", declarer, contract, tricks, open=True)
                continue
            calls: dict[str, Word] = {left: "whist", right: "whist"}
            yield str(size), 2, split, Outcome(dealer, "tricks", declarer, contract, tricks, calls)
            calls = {left: "whist", right: "pass"}
            if not split[2]:
                yield str(size), 1, split, Outcome(dealer, "tricks", declarer, contract, tricks, calls, open=True)
    for taken in range(HAND_SIZE + 1):
        split = (taken, HAND_SIZE - taken, 0)
        tricks = dict(zip(hands, split, strict=True))
        yield "misere", 2, split, Outcome(dealer, "misere", declarer, tricks=tricks)
    for split in _splits():
        yield DASH, 0, split, Outcome(dealer, "allpass", tricks=dict(zip(hands, split, strict=True)))


def _splits() -> Iterator[tuple[int, int, int]]:
    """Every way in which three can take the ten tricks."""
    for first in range(HAND_SIZE, -1, -1):
        for second in range(HAND_SIZE - first, -1, -1):
            yield first, second, HAND_SIZE - first - second
