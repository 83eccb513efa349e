"""Kozyr: preferans, bridge and deberts at one table.

The names here are those a program wants first; each loads its room when it is asked for. `__init__.pyi` has their types.

    kozyr.Card.parse("S10")
    kozyr.deal("bridge")
    kozyr.solve(kozyr.read("boards.pbn").boards[0].deal)
"""

from importlib import import_module
from typing import Final

__version__: Final = "0.2.0"  # `make release VERSION=` sets it; pyproject.toml reads it here

_WHERE: Final = {
    **dict.fromkeys(("Card", "CardSet", "Rank", "Seat", "Suit"), "kozyr.cards"),
    "Layout": "kozyr.deals",
    **dict.fromkeys(("deal", "read", "score", "solve"), "kozyr.sheets.face"),
}


def __getattr__(name: str) -> object:
    """A name of the face, from the room that has it."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_WHERE[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_WHERE})
