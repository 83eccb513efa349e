"""Numbers of the Laws of Duplicate Bridge 2017, which rulings name until the arbiter rules by them: `Law 12C1c`, `Law 16B`."""

from __future__ import annotations

import re
from typing import Final

_NUMBER: Final = re.compile(
    r"(?:law )?([1-9][0-9]?) ?([A-G])?([1-9])?\(?([a-h])?\)?(?:\((i|ii|iii|iv|v)\))?", re.IGNORECASE
)
_LAWS: Final = 93


def named(text: str) -> str | None:
    """A number as entries have it; None: the book has no such law."""
    found = _NUMBER.fullmatch(text)
    if found is None or int(found[1]) > _LAWS:
        return None
    number, letter, digit, small, roman = found.groups("")
    below = f"({roman.lower()})" if roman else ""
    return f"Law {number}{letter.upper()}{digit}{small.lower()}{below}"
