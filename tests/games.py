"""The games that tests play: our own, and a fourth one from out of the tree."""

from typing import Final

from kozyr.games import REGISTRY, register

OURS: Final = tuple(REGISTRY)  # what documents and word lists speak of


def folder(name: str) -> str:
    """Where the tests keep what they know of a game: `tests/<folder>/evidence.py`, `witness.py`."""
    return name if name in OURS else "game"


register("pairs", {"games": "tests.game.pairs", "tournaments": "tests.game.events"})
