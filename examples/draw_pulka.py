"""Draw the sheet of a finished or broken-off pulka for three as SVG: hill inside, pool around it, whists outside.

python draw_pulka.py evening.jsonl > pulka.svg
"""

import sys
from html import escape
from pathlib import Path

from kozyr.games.preferans import Pulka
from kozyr.sheets import keeper

SIDE = 200
# The outline of each player's sector: below, left, right, clockwise as the players sit.
SECTORS = (
    [(0, 0), (SIDE, SIDE), (-SIDE, SIDE)],
    [(0, 0), (-SIDE, SIDE), (-SIDE, -SIDE), (0, -SIDE)],
    [(0, 0), (0, -SIDE), (SIDE, -SIDE), (SIDE, SIDE)],
)
# Where hill, pool, the whists on the left and on the right neighbour, and the name stand in each sector.
PLACES = (
    ((0, 62), (0, 105), (-60, 160), (60, 160), (0, 190)),
    ((-50, -30), (-90, -60), (-160, -120), (-160, 40), (-100, -185)),
    ((50, -30), (90, -60), (160, 40), (160, -120), (100, -185)),
)


def draw(pulka: Pulka) -> str:
    """The sheet as one SVG document."""
    sheet, names = pulka.sheet, pulka.names
    if len(names) != len(SECTORS):
        raise ValueError(f"this program draws a sheet for three, not for {len(names)}")
    parts = []
    for place, name in enumerate(names):
        left, right = (place + 1) % 3, (place + 2) % 3
        told = (sheet.hill[place], sheet.pool[place], sheet.whists[place][left], sheet.whists[place][right], name)
        parts.append(f'<polygon points="{" ".join(f"{x},{y}" for x, y in SECTORS[place])}" fill="none" stroke="#333"/>')
        parts += [
            f'<text x="{x}" y="{y}" text-anchor="middle" font-size="14">{escape(str(what))}</text>'
            for (x, y), what in zip(PLACES[place], told, strict=True)
        ]
    box = f"{-SIDE - 4} {-SIDE - 4} {2 * SIDE + 8} {2 * SIDE + 8}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="serif">'
    return "\n".join([head, *parts, "</svg>"])


def read(path: Path) -> Pulka:
    """The pulka of a score file."""
    evening = keeper("preferans", None, {}, None)
    for line in path.read_text("utf-8").splitlines():
        if line.strip():
            evening.line(line)
    assert isinstance(evening.match, Pulka)
    return evening.match


if __name__ == "__main__":
    print(draw(read(Path(sys.argv[1]))))
