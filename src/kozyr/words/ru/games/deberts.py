"""Deberts in Russian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# of its sheets of paper
PRINT: Final[Mapping[str, str]] = {
    "game.deberts": "деберц",
}
