"""The end of an auction: the contract and its declarer."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from kozyr.games.bridge.words import Contract, Denomination

__all__ = ["End", "ended", "over"]


class End(NamedTuple):
    """The end of an auction: the contract, doubled or not, its declarer, and whether both sides have bid."""

    contract: Contract | None
    declarer: int
    fought: bool
    key: tuple[str, int]
    """The facts that tell apart ends with different points."""


def over(calls: tuple[str, ...]) -> bool:
    """Whether three passes have ended an auction."""
    return len(calls) >= 4 and calls[-3:] == ("pass", "pass", "pass")


@lru_cache(maxsize=4096)
def ended(calls: tuple[str, ...], dealer: int) -> End:
    """The end of an auction that is over; dealer and declarer by their positions, 0 for north."""
    bids = [(nth, call) for nth, call in enumerate(calls) if call[0].isdigit()]
    if not bids:
        return End(None, -1, fought=False, key=("", -1))
    nth, last = bids[-1]
    doubled = 2 if "XX" in calls[nth:] else int("X" in calls[nth:])
    contract = Contract(int(last[0]), Denomination(last[1:]), doubled)
    first = next(at for at, call in bids if call[1:] == last[1:] and (at - nth) % 2 == 0)
    declarer = (dealer + first) % 4
    return End(contract, declarer, any((at - nth) % 2 for at, _ in bids), (str(contract), declarer))
