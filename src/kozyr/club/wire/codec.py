"""Values as JSON, and the hash by which a client knows that it has the view that was sent."""

from __future__ import annotations

import hashlib
from fractions import Fraction
from typing import Final

import msgspec

__all__ = ["digest", "encode"]

_PIECE: Final = 2047


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value) if value.denominator != 1 else value.numerator
    raise NotImplementedError(type(value).__name__)


_ENCODER: Final = msgspec.json.Encoder(enc_hook=_plain)


def encode(value: object) -> bytes:
    """A message, or a part of one, as JSON; exact fractions are text."""
    return _ENCODER.encode(value)


def digest(view: bytes) -> str:
    """The hash of a view as it was sent."""
    # In pieces for which hashlib keeps the GIL: to get it back from the thread that writes takes longer than to hash.
    made = hashlib.sha256()
    for at in range(0, len(view), _PIECE):
        made.update(view[at : at + _PIECE])
    return made.hexdigest()[:16]
