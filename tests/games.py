"""The games that tests play: our own, and a fourth one from out of the tree."""

from typing import Final

from kozyr.games import REGISTRY, register

OURS: Final = tuple(REGISTRY)  # what documents and word lists speak of
register("pairs", {"games": "tests.game.pairs", "tournaments": "tests.game.events"})
