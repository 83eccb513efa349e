"""Problems found a minute by game and theme, on one core: drawn, held against what is dull, graded by bots and proved.

python -m bench problems [GAME]
"""

import time

from kozyr.games import games
from kozyr.problems import puzzles
from kozyr.problems.seeking import stream

PARTS = tuple(name for name in games() if puzzles(name) is not None)
_SECONDS = 20  # of the processor for a theme
_SEED = 1_000_000  # far from those that come with the program


def main(parts: list[str] | None = None) -> int:
    """Find problems of each theme for some seconds of the processor."""
    print(f"{'problems a minute':<26}{'found':>6}{'a minute':>10}{'naive':>7}")
    for game in parts or PARTS:
        own = puzzles(game)
        for theme in () if own is None else own.themes:
            begun, found, plain = time.process_time(), 0, 0
            for one in stream(game, theme, _SEED, 1_000):
                found, plain = found + 1, plain + bool(one.naive)
                if time.process_time() - begun > _SECONDS:
                    break
            spent = time.process_time() - begun
            print(f"{game + ' ' + theme.code:<26}{found:>6}{60 * found / spent:>10.1f}{plain:>7}")
    return 0
