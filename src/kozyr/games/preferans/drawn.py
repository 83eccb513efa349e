"""The sheet of a pulka as people draw it, as SVG: the shapes are the client's, `ui/src/games/preferans/pulka.ts`.

Each sector is drawn as its writer sees it, and turned into its place. The first player sits below, the others clockwise.
`tests/data/pulka/drawing.json` holds the client and this file together.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from kozyr.drawn import Markup, number, tag
from kozyr.games.preferans.sheet import Column, Entry

Point: TypeAlias = tuple[float, float]
Chord: TypeAlias = tuple[float, float]

_SIDE: Final = 200.0
_MARGIN: Final = 20.0  # where the name stands, below the whists
_RADIUS: Final = 25.0  # of the circle with the target
_PENTAGON: Final = 209.0  # from its centre to a corner
_TURNS: Final = {2: (0, 180), 3: (0, 90, 270), 4: (0, 90, 180, 270), 5: (0, 72, 144, 216, 288)}  # degrees clockwise
_FONTS: Final = {2: 16.0, 3: 16.0, 4: 15.0, 5: 13.0}
_PAPER, _INK, _SOFT, _LINE, _SPOKE = "#f8f4ea", "#22201b", "#635c4e", "#b9ae97", "#8f8267"


class Part(NamedTuple):
    """One cell of a sector: a band, or a part of the band of whists."""

    column: Column
    on: int
    """How many places clockwise from the writer the player sits on whom whists are written; else 0."""
    inner: float
    """The height of its inner edge."""
    outer: float
    cut: Chord
    """From which x to which."""


class Sector(NamedTuple):
    """One player's part of the sheet."""

    turn: int
    outline: Sequence[Point]
    parts: Sequence[Part]
    lines: Sequence[tuple[Point, Point]]
    """The lines between bands and parts."""
    name: Point
    """The middle of the name."""


class Row(NamedTuple):
    """A line of writing: its left end, the height of its middle, its width."""

    x: float
    y: float
    width: float


# --- the lines of the sheet --------------------------------------------------------------------------------------


def _outlines(players: int) -> Sequence[Sequence[Point]]:
    s = _SIDE
    triangle = ((0.0, 0.0), (s, s), (-s, s))
    if players == 2:
        half = ((-s, 0.0), (s, 0.0), (s, s), (-s, s))
        return half, half
    if players == 3:  # lines run up the middle and down to the lower corners
        left, right = (((0.0, 0.0), (x, 0.0), (x, s), (-x, s)) for x in (-s, s))
        return triangle, left, right
    if players == 4:
        return (triangle,) * 4
    x, y = _PENTAGON * math.sin(math.pi / 5), _PENTAGON * math.cos(math.pi / 5)
    return (((0.0, 0.0), (x, y), (-x, y)),) * 5


def chord(outline: Sequence[Point], y: float) -> Chord:
    """From where to where a horizontal line lies inside a convex outline."""
    found: list[float] = []
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if ay == by:
            found += (ax, bx) if ay == y else ()
        elif (ay - y) * (by - y) <= 0:
            found.append(ax + (bx - ax) * (y - ay) / (by - ay))
    return (min(found), max(found)) if found else (0.0, 0.0)


def sectors(players: int) -> tuple[Sector, ...]:
    """The sectors of a sheet for two to five, from the first player's on."""
    return tuple(
        _sector(outline, turn, players) for outline, turn in zip(_outlines(players), _TURNS[players], strict=True)
    )


def _sector(outline: Sequence[Point], turn: int, players: int) -> Sector:
    depth = max(y for _, y in outline)
    edge, others = depth - _MARGIN, players - 1
    pool, whists = (edge * share for share in ((0.46, 0.69) if players == 5 else (0.5, 0.735)))
    left, right = chord(outline, (whists + edge) / 2)
    inner = [left + (right - left) * at / others for at in range(1, others)]
    cuts = (-math.inf, *inner, math.inf)
    parts = [
        Part("hill", 0, _RADIUS, pool, (-math.inf, math.inf)),
        Part("pool", 0, pool, whists, (-math.inf, math.inf)),
        # The left neighbour sits clockwise, so the leftmost part lies towards him.
        *(Part("whists", at + 1, whists, edge, (cuts[at], cuts[at + 1])) for at in range(others)),
    ]
    lines = []
    for y in (pool, whists, edge):
        a, b = chord(outline, y)
        lines.append(((a, y), (b, y)))
    lines += [((x, whists), (x, edge)) for x in inner]
    a, b = chord(outline, depth - _MARGIN / 2)
    return Sector(turn, outline, parts, lines, ((a + b) / 2, depth - _MARGIN / 2))


# --- what stands on it -------------------------------------------------------------------------------------------


def rows(sector: Sector, part: Part, count: int, font: float) -> list[Row]:
    """The lines of writing that a part has room for, from the inner one to the one nearest the writer."""
    gap, found = (part.outer - part.inner) / count, []
    for at in range(count):
        y = part.inner + gap * (at + 0.5)
        chords = [chord(sector.outline, edge) for edge in (y - font * 0.45, y + font * 0.45)]
        start = max(max(a, part.cut[0]) for a, _ in chords) + font * 0.45
        end = min(min(b, part.cut[1]) for _, b in chords) - font * 0.45
        found.append(Row(start, y, max(0.0, end - start)))
    return found


def width(text: str, font: float) -> float:
    """The width of a text in a serif with tabular figures, a little too wide rather than too narrow."""
    return sum(
        (0.3 if one in ". " else 0.9 if one == "…" else 0.85 if "½" <= one <= "¾" or "⅐" <= one <= "⅞" else 0.58) * font
        for one in text
    )


def _fill(lines: Sequence[Row], texts: Sequence[str], font: float) -> list[tuple[str, Point]] | None:
    """Texts one after another in these lines; None: they do not fit."""
    written: list[tuple[str, Point]] = []
    at, used = 0, 0.0
    for text in texts:
        wide = width(text, font)
        while at < len(lines) and used + wide > lines[at].width:
            at, used = at + 1, 0.0
        if at == len(lines):
            return None
        written.append((text, (lines[at].x + used, lines[at].y)))
        used += wide + font * 0.25
    return written


def write(sector: Sector, part: Part, texts: Sequence[str], font: float) -> list[tuple[str, Point]]:
    """Texts in as few rows as hold them all; else the latest ones that fit, after a sign that there are more."""
    most = max(1, int((part.outer - part.inner) // (font * 1.15)))
    for count in range(1, most + 1):
        done = _fill(rows(sector, part, count, font), texts, font)
        if done is not None:
            return done
    lines = rows(sector, part, most, font)
    dots = width("…", font) + font * 0.25
    while lines and lines[0].width < dots:
        lines.pop(0)
    if not lines:
        return []
    first = lines[0]
    rest = [Row(first.x + dots, first.y, first.width - dots), *lines[1:]]
    fitting = (_fill(rest, texts[start:], font) for start in range(1, len(texts) + 1))
    return [("…", (first.x, first.y)), *next(done for done in fitting if done is not None)]


def figures(entries: Iterable[Entry], who: int, column: Column, on: int | None) -> list[str]:
    """The running totals of a cell, oldest first, each with its full stop; a deal brings a cell one figure."""
    found: list[str] = []
    total, last = Fraction(0), 0
    for entry in entries:
        if (entry.who, entry.column, entry.on) != (who, column, on):
            continue
        total += entry.points
        if found and entry.deal and entry.deal == last:
            found.pop()
        found.append(f"{number(total)}.")
        last = entry.deal
    return found


# --- the drawing -------------------------------------------------------------------------------------------------


def _turned(point: Point, degrees: float) -> Point:
    sin, cos = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return point[0] * cos - point[1] * sin, point[0] * sin + point[1] * cos


def _at(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _points(outline: Iterable[Point]) -> str:
    return " ".join(f"{_at(x)},{_at(y)}" for x, y in outline)


def _line(a: Point, b: Point, **more: object) -> Markup:
    return tag("line", x1=_at(a[0]), y1=_at(a[1]), x2=_at(b[0]), y2=_at(b[1]), stroke_width="1.2", **more)


def _text(at: Point, text: str, size: float, **more: object) -> Markup:
    return tag("text", text, x=_at(at[0]), y=_at(at[1]), dy="0.35em", font_size=_at(size), **more)


def sheet(names: Sequence[str], entries: Sequence[Entry], target: str) -> Markup:
    """The sheet of two to five players as one SVG. target: what stands in the middle."""
    players = len(names)
    drawn, font = sectors(players), _FONTS[players]
    if players < 5:
        paper: list[Point] = [(-_SIDE, -_SIDE), (_SIDE, -_SIDE), (_SIDE, _SIDE), (-_SIDE, _SIDE)]
        box = (-_SIDE, -_SIDE, 2 * _SIDE, 2 * _SIDE)
    else:
        paper = [_turned(drawn[0].outline[1], turn) for turn in _TURNS[players]]
        box = (-_SIDE, -_PENTAGON, 2 * _SIDE, _PENTAGON + drawn[0].outline[1][1])
    edges = [_turned(one.outline[1], one.turn) for one in drawn]
    spokes = {2: [(-_SIDE, 0.0), (_SIDE, 0.0)], 3: [(0.0, -_SIDE), (_SIDE, _SIDE), (-_SIDE, _SIDE)]}
    return tag(
        "svg",
        tag("polygon", points=_points(paper), fill=_PAPER),
        *(_line((0.0, 0.0), end, stroke=_SPOKE) for end in spokes.get(players, edges)),
        *(_written(place, one, names, entries, font) for place, one in enumerate(drawn)),
        tag("circle", r=_at(_RADIUS), fill=_PAPER, stroke=_SPOKE, stroke_width="1.2"),
        _text((0.0, 0.0), target, 19, text_anchor="middle", font_weight=600),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(_at, box)),
        width=420,
        height=_at(420 * box[3] / box[2]),
        font_family="Georgia, 'Times New Roman', serif",
        fill=_INK,
        role="img",
    )


def _written(place: int, sector: Sector, names: Sequence[str], entries: Sequence[Entry], font: float) -> Markup:
    """One player's sector with its figures."""
    inside: list[Markup] = [
        _line(*line, stroke=_LINE, stroke_dasharray="2 3" if nth > 2 else None) for nth, line in enumerate(sector.lines)
    ]
    inside.append(_text(sector.name, names[place], 14.5, text_anchor="middle", fill=_SOFT))
    for part in sector.parts:
        on = (place + part.on) % len(names) if part.column == "whists" else None
        texts = figures(entries, place, part.column, on)
        inside += [_text(at, text, font) for text, at in write(sector, part, texts, font)]
    return tag("g", *inside, transform=f"rotate({sector.turn})")
