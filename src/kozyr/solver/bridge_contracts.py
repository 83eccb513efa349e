"""The worth of a board if everybody sees all cards, and bids and doubles perfectly (par)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, Literal, TypeAlias

import msgspec

from kozyr.cards import Seat, wrong_type
from kozyr.games.bridge import Contract, Denomination, duplicate_score

Vulnerability: TypeAlias = Literal["none", "ns", "ew", "both"]
Table: TypeAlias = dict[str, dict[Seat, int]]  # the declarer's tricks: table["NT"][Seat.N]

DENOMINATIONS: Final = ("S", "H", "D", "C", "NT")
_SIDES: Final = ((Seat.N, Seat.S), (Seat.E, Seat.W))
_STEPS: Final = 35  # 1C to 7NT


class ParContract(msgspec.Struct, frozen=True):
    """A contract that reaches par; `over` is how many tricks it wins above its level, below zero: goes down."""

    level: int
    denomination: str
    declarers: tuple[Seat, ...]
    over: int

    def __str__(self) -> str:
        who = "".join(seat.value for seat in self.declarers)
        result = f" {self.over:+d}" if self.over else ""
        return f"{self.level}{self.denomination}{'X' if self.over < 0 else ''} by {who}{result}"


class Par(msgspec.Struct, frozen=True):
    """The result of perfect bidding: points for North-South; no contract where all pass."""

    score: int
    contracts: tuple[ParContract, ...]


def vulnerability(text: str) -> Vulnerability:
    """The vulnerable side.

    Raises:
        ValueError: not none, ns, ew or both.
    """
    match text:
        case "none" | "ns" | "ew" | "both":
            return text
    raise ValueError(f"vul is none, ns, ew or both, not {text!r}")


def par(tricks: Table, dealer: Seat, vulnerable: Vulnerability) -> Par:
    """The score of a table of tricks if all four bid and double perfectly.

    A side's last contract is played by the hand with more tricks, doubled if it fails. Each side in turn bids
    higher while that is better for it than a pass. The answer names the contracts that end such an auction. In each
    denomination that is the lowest one that scores par and leaves the opponents nothing better.

    Raises:
        ValueError: not a whole table.
    """
    if not isinstance(tricks, Mapping):
        raise wrong_type("par is of a table of tricks, as bridge.table(deal)", tricks)
    if set(tricks) != set(DENOMINATIONS) or any(
        set(row) != set(Seat) or not all(0 <= n <= 13 for n in row.values()) for row in tricks.values()
    ):
        raise ValueError("par needs a whole table: five denominations, four declarers, 0 to 13 tricks")
    worth = tuple(tuple(_worth(tricks, step, side, vulnerable) for step in range(1, _STEPS + 1)) for side in range(2))
    score = _auction(worth, dealer.position % 2)
    if not score:
        return Par(0, ())
    found = [_named(tricks, step, side) for side in range(2) for step in _ends(worth, side, score)]
    return Par(score, tuple(sorted(found, key=lambda one: (-one.level, one.denomination))))


def _worth(tricks: Table, step: int, side: int, vulnerable: Vulnerability) -> int:
    """North-South's points if this side ends in the contract of a step of the ladder, from 1."""
    contract = Contract.of(step)
    won = max(tricks[contract.denomination.value][seat] for seat in _SIDES[side])
    if won < contract.need:
        contract = Contract.of(step, 1)
    points = duplicate_score(contract, won, vulnerable=vulnerable in {"both", ("ns", "ew")[side]})
    return points if side == 0 else -points


def _auction(worth: tuple[tuple[int, ...], ...], first: int) -> int:
    """North-South's points when the dealer's side calls first."""

    @cache
    def stands(step: int, side: int) -> int:
        """North-South's points after the last bid, a step of a side; the others are to call."""
        return better(1 - side, worth[side][step - 1], [stands(over, 1 - side) for over in range(step + 1, _STEPS + 1)])

    def better(side: int, passing: int, bids: list[int]) -> int:
        return max([passing, *bids]) if side == 0 else min([passing, *bids])

    second = better(1 - first, 0, [stands(step, 1 - first) for step in range(1, _STEPS + 1)])
    return better(first, second, [stands(step, first) for step in range(1, _STEPS + 1)])


def _ends(worth: tuple[tuple[int, ...], ...], side: int, score: int) -> list[int]:
    """The steps at which an auction may end in par with this side's contract, one a denomination."""
    sign = 1 if side == 1 else -1  # the opponents want it high if they are North-South
    found: dict[Denomination, int] = {}
    for step in range(1, _STEPS + 1):
        denomination = Contract.of(step).denomination
        if worth[side][step - 1] != score or denomination in found:
            continue
        if all(sign * worth[1 - side][over - 1] <= sign * score for over in range(step + 1, _STEPS + 1)):
            found[denomination] = step
    return list(found.values())


def _named(tricks: Table, step: int, side: int) -> ParContract:
    contract = Contract.of(step)
    row = tricks[contract.denomination.value]
    won = max(row[seat] for seat in _SIDES[side])
    declarers = tuple(seat for seat in _SIDES[side] if row[seat] == won)
    return ParContract(contract.level, contract.denomination.value, declarers, won - contract.need)
