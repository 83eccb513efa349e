"""The common part of every log of the project: the numbering of its entries."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Final, TypeAlias

import msgspec

LAST: Final = (
    999_999_999  # the greatest number of an entry: nine digits, as a path, a query and a store's column take it
)

# The number of an existing entry, from 1; and a count, where 0 means none.
EntryNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=LAST)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=LAST)]


def exact(value: object) -> object:
    """An exact number as JSON holds it: an integer where it is whole, else a fraction in text. For msgspec's `enc_hook`.

    >>> exact(Fraction(7, 2)), exact(Fraction(4))
    ('7/2', 4)

    Raises:
        TypeError: the value is no exact number.
    """
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    raise TypeError(f"JSON has no form for a {type(value).__name__}")
