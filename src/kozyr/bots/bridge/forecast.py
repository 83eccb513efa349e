"""How many tricks a contract takes, foretold from the four hands without a search, fifty times cheaper than by the core.

`scripts/bridge_forecast.py` makes the small network. It looks at each suit as the four hands hold it (lengths and
honours, from the declarer on). The sum over the suits, trumps apart, is weighed once more. The standard deviation from
perfect play is two thirds of a trick with trumps and one trick without; the mean is right. So the mean over many worlds
comes from the network, and a few solved worlds correct it.
"""

from __future__ import annotations

import math
from functools import lru_cache
from operator import mul
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from kozyr.bots.bridge.worlds import World

__all__ = ["FEATURES", "NO_TRUMP", "Spread", "expected", "marks", "spread"]

NO_TRUMP: Final = 4  # as a strain; suits are S 0, H 1, D 2, C 3
FEATURES: Final = 14  # of a holding: its length up to seven or more, the six highest cards
_LONG: Final = 7
_HIGH: Final = 6
_SUIT: Final = 0x1FFF
_STEPS: Final = 4  # a forecast is rounded to quarters of a trick where chances are wanted

Spread: TypeAlias = tuple[tuple[int, float], ...]  # tricks and how likely they are
_Row: TypeAlias = tuple[float, ...]


class _Layers(msgspec.Struct, frozen=True):
    """The numbers of one kind of contract: a suit or no trumps."""

    first: tuple[tuple[_Row, ...], ...]
    """The first layer by place of a suit (trumps, side; without trumps one): inputs by unit, four hands of `FEATURES` each. The bias is beside it."""
    bias: tuple[_Row, ...]
    then: tuple[_Row, ...]
    """The second layer, each row with its bias at the end."""
    last: _Row
    """The last layer, each row with its bias at the end."""
    middle: float
    """The number added to the answer."""
    error: float
    """The standard deviation of the answer."""


class _Numbers(msgspec.Struct, frozen=True):
    trumps: _Layers
    none: _Layers


@lru_cache(maxsize=1)
def _numbers() -> _Numbers:
    return msgspec.json.decode(Path(__file__).with_name("forecast.json").read_bytes(), type=_Numbers)


def marks(held: int) -> list[int]:
    """The places of the inputs that a holding of a suit (13 bits, the ace the highest) turns on: its length, its high cards."""
    return [min(held.bit_count(), _LONG), *(_LONG + 1 + n for n in range(_HIGH) if held >> (12 - n) & 1)]


@lru_cache(maxsize=3)
def _columns(none: bool, place: int) -> tuple[_Row, ...]:
    """By input its effect on each unit, and at the end the start of each unit."""
    numbers = _numbers().none if none else _numbers().trumps
    return (*zip(*numbers.first[place], strict=True), numbers.bias[place])


@lru_cache(maxsize=1 << 15)
def _seen(none: bool, place: int, hand: int, held: int) -> _Row:
    """The effect of one hand's cards in a suit on each unit of the network.

    hand: 0 the declarer's, then dummy, left and right of the declarer.
    """
    columns = _columns(none, place)
    on = [columns[FEATURES * hand + mark] for mark in marks(held)]
    return tuple(map(sum, zip(*on, *([] if hand else [columns[-1]]), strict=True)))


def expected(world: World, strain: int, declarer: int) -> float:
    """The declarer's tricks of thirteen; strain: S 0 to C 3, no trumps 4."""
    none = strain == NO_TRUMP
    numbers = _numbers().none if none else _numbers().trumps
    hands = [world[(declarer + n) % 4] for n in (0, 2, 1, 3)]
    trumps: list[float] = []
    sides: list[list[float]] = []
    for suit in range(4):
        place = 0 if none or suit == strain else 1
        shift = 13 * suit
        four = [_seen(none, place, hand, held >> shift & _SUIT) for hand, held in enumerate(hands)]
        units = [unit if (unit := a + b + c + d) > 0.0 else 0.0 for a, b, c, d in zip(*four, strict=True)]
        if suit == strain:
            trumps = units
        else:
            sides.append(units)
    summed = [*trumps, *map(sum, zip(*sides, strict=True)), 1.0]
    units = [max(0.0, sum(map(mul, row, summed))) for row in numbers.then]
    found: float = numbers.middle + sum(map(mul, numbers.last, [*units, 1.0]))
    return min(13.0, max(0.0, found))


def spread(tricks: float, strain: int) -> Spread:
    """The chances of each number of tricks, from a forecast."""
    return _spread(round(tricks * _STEPS), strain == NO_TRUMP)


@lru_cache(maxsize=256)
def _spread(quarters: int, none: bool) -> Spread:
    middle, error = quarters / _STEPS, (_numbers().none if none else _numbers().trumps).error

    def below(tricks: float) -> float:
        return 0.5 * (1 + math.erf((tricks - middle) / (error * math.sqrt(2))))

    chances = [(n, (1.0 if n == 13 else below(n + 0.5)) - (0.0 if n == 0 else below(n - 0.5))) for n in range(14)]
    likely = [(n, chance) for n, chance in chances if chance > 0.01]
    total = sum(chance for _, chance in likely)
    return tuple((n, chance / total) for n, chance in likely)
