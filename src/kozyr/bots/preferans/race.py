"""The end of looking at worlds: it drops candidates that the leader has left behind, by paired differences."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import Final, TypeVar

_SURE: Final = 2.6  # standard errors by which a leader must lead
_NOTHING: Final = 0.03  # whists: where no more can be gained by looking on, one stops
_FEW: Final = 12  # worlds from which on a standard error is believed

_Key = TypeVar("_Key", bound=Hashable)


def behind(rows: Mapping[_Key, Sequence[float]], shares: Sequence[float]) -> set[_Key]:
    """The candidates that need no further look: the leader leads by enough, or a change would gain too little.

    rows: each candidate's worth in each world, the same worlds for all; shares: the worlds' weights, of any sum.
    The leader is never among them.
    """
    total = sum(shares)
    if len(shares) < _FEW or not total > 0 or len(rows) < 2:
        return set()
    sums = {key: sum(map(float.__mul__, shares, row)) for key, row in rows.items()}
    leader = max(sums, key=sums.__getitem__)
    best, found = rows[leader], set()
    for key, row in rows.items():
        if key == leader:
            continue
        mean = (sums[leader] - sums[key]) / total
        spread = sum((share * (one - other - mean)) ** 2 for share, one, other in zip(shares, best, row, strict=True))
        error = _SURE * math.sqrt(spread) / total
        if mean > error or error - mean < _NOTHING:
            found.add(key)
    return found
