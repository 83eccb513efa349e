"""Exact numbers of points: an integer where they are whole, else a fraction in text, as JSON and tokens have them."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Final, TypeAlias

import msgspec

Exact: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^-?[0-9]{1,12}/[1-9][0-9]{0,11}$")]
_NUMBER: Final = re.compile(r"-?[0-9]{1,12}(/[1-9][0-9]{0,11})?")


def points(text: str) -> int | str:
    """A number of points from a token: an integer where it is whole, else an exact fraction in lowest terms.

    Raises:
        ValueError: it is none.
    """
    number = Fraction(text) if _NUMBER.fullmatch(text) else None
    if number is None:
        raise ValueError(f"{text!r} is no number of points; written 12 or 26/3")
    return int(number) if number.denominator == 1 else str(number)
