"""Paper: pages of A4 on which words, lines and tables are drawn. Lengths are millimetres from the upper left corner.

The same calls give the same bytes: the file bears no date. Fonts are embedded, and words can be copied out. Hearts and
diamonds are red, wherever their signs stand. The libraries that draw are imported where they are used. They take a
tenth of a second, and every command of the command line imports this module.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import as_file, files
from typing import Any, Final, Literal, NamedTuple, TypeAlias

Align: TypeAlias = Literal["left", "centre", "right"]
Colour: TypeAlias = tuple[float, float, float]

WIDTH, HEIGHT = 210.0, 297.0
MARGIN: Final = 15.0
INNER: Final = WIDTH - 2 * MARGIN
BLACK: Final[Colour] = (0.0, 0.0, 0.0)
GREY: Final[Colour] = (0.42, 0.42, 0.42)
PALE: Final[Colour] = (0.78, 0.78, 0.78)  # of lines
TINT: Final[Colour] = (0.94, 0.94, 0.94)  # of areas
RED: Final[Colour] = (0.78, 0.05, 0.09)
RED_SUITS: Final = "♥♦"
HAIR: Final = 0.18  # of lines
_POINT: Final = 72 / 25.4  # points of a millimetre
_REGULAR, _BOLD, _SIGNS = "KozyrRegular", "KozyrBold", "KozyrSigns"
_FILES: Final = {
    _REGULAR: "PTSans-Regular.ttf",
    _BOLD: "PTSans-Bold.ttf",
    _SIGNS: "DejaVuSansCondensed.ttf",  # suit signs, and letters that PT Sans has not
}
_UNKNOWN: Final = "\ufffd"  # for a sign that no font has
_KEPT: Final = 4096  # the number of texts whose width is remembered: a sheet repeats the same numbers
_BASE: Final = 0.36  # how far under the middle of a line its letters stand, in sizes


@cache
def _fonts() -> Mapping[str, frozenset[int]]:
    """Make the fonts known to the library, once; the signs that each has."""
    from reportlab.pdfbase import pdfmetrics  # noqa: PLC0415 - see the module
    from reportlab.pdfbase.ttfonts import TTFont  # noqa: PLC0415 - see the module

    known = {}
    for name, file in _FILES.items():
        with as_file(files("kozyr.print").joinpath("fonts", file)) as path:
            font = TTFont(name, str(path))
        pdfmetrics.registerFont(font)
        known[name] = frozenset(font.face.charToGlyph)
    return known


class _Run(NamedTuple):
    """A part of a text in one font and colour.

    colour: None: the text's own.
    """

    words: str
    font: str
    colour: Colour | None


@lru_cache(_KEPT)
def _runs(words: str, *, bold: bool) -> tuple[_Run, ...]:
    """A text cut where its font or colour changes."""
    known, first = _fonts(), _BOLD if bold else _REGULAR
    found: list[_Run] = []
    for sign in "".join(" " if sign.isspace() and sign != "\u00a0" else sign for sign in words):
        colour = RED if sign in RED_SUITS else None
        if ord(sign) in known[first]:
            run = _Run(sign, first, colour)
        else:
            run = _Run(sign if ord(sign) in known[_SIGNS] and sign.isprintable() else _UNKNOWN, _SIGNS, colour)
        if found and found[-1][1:] == run[1:]:
            found[-1] = run._replace(words=found[-1].words + run.words)
        else:
            found.append(run)
    return tuple(found)


@lru_cache(_KEPT)
def width(words: str, size: float, *, bold: bool = False) -> float:
    """How long a text is, in millimetres; size is in points."""
    return sum(_long(run, size) for run in _runs(words, bold=bold))


def _long(run: _Run, size: float) -> float:
    """How long a run is, in millimetres."""
    from reportlab.pdfbase.pdfmetrics import stringWidth  # noqa: PLC0415 - see the module

    return float(stringWidth(run.words, run.font, size)) / _POINT


def fitted(words: str, size: float, room: float, *, bold: bool = False) -> str:
    """A text that fits the room, with an ellipsis where it was cut."""
    if width(words, size, bold=bold) <= room:
        return words
    kept = words
    while kept and width(kept + "…", size, bold=bold) > room:
        kept = kept[:-1].rstrip()
    return kept + "…"


def wrapped(words: str, size: float, room: float, *, bold: bool = False) -> Iterator[str]:
    """A text in lines that fit the room; a word that is too long is cut with an ellipsis."""
    for paragraph in words.splitlines():
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if line and width(longer, size, bold=bold) > room:
                yield fitted(line, size, room, bold=bold)
                line = word
            else:
                line = longer
        yield fitted(line, size, room, bold=bold)


class Column(NamedTuple):
    """A column of a table: its heading, its width in millimetres, where its words stand, whether they are bold."""

    title: str
    width: float
    align: Align = "centre"
    bold: bool = False


class Paper:
    """A PDF document that is being drawn; `bytes` ends it."""

    def __init__(self, title: str, language: str) -> None:
        from reportlab.lib.pagesizes import A4  # noqa: PLC0415 - see the module
        from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415 - see the module

        _fonts()
        self._file = io.BytesIO()
        # Any: the library's stub says that the name of the first font is a number. Left out, it would be Helvetica, which
        # is not embedded.
        first: dict[str, Any] = {"initialFontName": _REGULAR}
        self._canvas = Canvas(self._file, pagesize=A4, invariant=1, pageCompression=1, lang=language, **first)
        self._canvas.setTitle(title)
        self._canvas.setCreator("Kozyr")
        self._canvas.setAuthor("")
        self._canvas.setSubject("")
        self.pages = 0

    def page(self) -> None:
        """Begin the next page."""
        if self.pages:
            self._canvas.showPage()
        self.pages += 1

    def bytes(self) -> bytes:
        """The finished document, a PDF.

        Raises:
            ValueError: it has no page.
        """
        if not self.pages:
            raise ValueError("there is nothing to print")
        self._canvas.save()
        return self._file.getvalue()

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 10,
        *,
        bold: bool = False,
        align: Align = "left",
        colour: Colour = BLACK,
        room: float | None = None,
    ) -> float:
        """Write a text whose baseline is at y; returns the x of its end.

        room: a longer text is cut with an ellipsis.
        """
        if room is not None:
            words = fitted(words, size, room, bold=bold)
        long = width(words, size, bold=bold)
        at = x - {"left": 0.0, "centre": long / 2, "right": long}[align]
        for run in _runs(words, bold=bold):
            self._canvas.setFillColorRGB(*(run.colour or colour))
            self._canvas.setFont(run.font, size)
            self._canvas.drawString(at * _POINT, (HEIGHT - y) * _POINT, run.words)
            at += _long(run, size)
        return at

    def paragraph(
        self,
        x: float,
        y: float,
        words: str,
        room: float,
        size: float = 10,
        *,
        bottom: float = HEIGHT,
        lead: float = 1.35,
    ) -> tuple[str, ...]:
        """Write a text in as many lines as it takes, the first at y, none below `bottom`; returns the lines left over.

        lead: from line to line, in sizes.
        """
        lines = tuple(wrapped(words, size, room))
        for nth, line in enumerate(lines):
            if y > bottom:
                return lines[nth:]
            self.text(x, y, line, size)
            y += size * lead / _POINT
        return ()

    def line(
        self, x: float, y: float, to_x: float, to_y: float, *, thick: float = HAIR, colour: Colour = BLACK
    ) -> None:
        """Draw a line."""
        self._canvas.setStrokeColorRGB(*colour)
        self._canvas.setLineWidth(thick * _POINT)
        self._canvas.line(x * _POINT, (HEIGHT - y) * _POINT, to_x * _POINT, (HEIGHT - to_y) * _POINT)

    def box(
        self,
        x: float,
        y: float,
        wide: float,
        high: float,
        *,
        thick: float = HAIR,
        colour: Colour | None = BLACK,
        fill: Colour | None = None,
        round_: float = 0,
    ) -> None:
        """Draw a rectangle from its upper left corner; colour None: without an edge."""
        if colour is not None:
            self._canvas.setStrokeColorRGB(*colour)
        if fill is not None:
            self._canvas.setFillColorRGB(*fill)
        self._canvas.setLineWidth(thick * _POINT)
        place = (x * _POINT, (HEIGHT - y - high) * _POINT, wide * _POINT, high * _POINT)
        edge, filled = int(colour is not None), int(fill is not None)
        if round_:
            self._canvas.roundRect(*place, round_ * _POINT, stroke=edge, fill=filled)
        else:
            self._canvas.rect(*place, stroke=edge, fill=filled)

    def code(self, x: float, y: float, side: float, text: str) -> None:
        """Draw a QR code of a text, with the quiet edge that readers need inside the square."""
        import segno  # noqa: PLC0415 - see the module

        rows = [tuple(row) for row in segno.make(text, error="m", micro=False).matrix_iter(border=4)]
        dot = side / len(rows)
        self._canvas.setFillColorRGB(*BLACK)
        for down, row in enumerate(rows):
            start = 0
            for across in range(1, len(row) + 1):  # dots side by side are one bar, without seams between them
                if across == len(row) or row[across] != row[start]:
                    if row[start]:
                        self._canvas.rect(
                            (x + start * dot) * _POINT,
                            (HEIGHT - y - (down + 1) * dot) * _POINT,
                            (across - start) * dot * _POINT,
                            dot * _POINT,
                            stroke=0,
                            fill=1,
                        )
                    start = across

    def table(
        self,
        x: float,
        y: float,
        columns: Sequence[Column],
        rows: Sequence[Sequence[str]],
        *,
        high: float = 7,
        size: float = 10,
        head: float = 8,
        heading: float = 8,
        groups: Sequence[tuple[str, int]] = (),
        banded: bool = False,
    ) -> float:
        """Draw a table from its upper left corner; where it ends below.

        high, head: of a row and of the headings, in millimetres. size, heading: of their letters, in points. groups:
        headings over several columns, each with how many. banded: every other row is tinted, and the cells have no
        lines between them.
        """
        wide = sum(column.width for column in columns)
        top = y
        if groups:
            at, nth = x, 0
            for title, many in groups:
                span = sum(column.width for column in columns[nth : nth + many])
                if title:
                    self._middle(at, y, span, head * 0.75, title, heading, "centre", bold=True)
                    self.line(at, y + head * 0.75, at + span, y + head * 0.75, colour=PALE)
                at, nth = at + span, nth + many
            y += head * 0.75
        at = x
        for column in columns:
            self._heading(at, y, column, head, heading)
            at += column.width
        y += head
        self.line(x, y, x + wide, y, thick=0.4)
        for nth, row in enumerate(rows):
            if banded and nth % 2:
                self.box(x, y, wide, high, colour=None, fill=TINT)
            at = x
            for column, words in zip(columns, row, strict=True):
                self._middle(at, y, column.width, high, words, size, column.align, bold=column.bold)
                at += column.width
            y += high
            if not banded:
                self.line(x, y, x + wide, y, colour=PALE)
        if not banded:
            at, nth = x, 0
            edges = {x, x + wide}
            for _, many in groups:
                at += sum(column.width for column in columns[nth : nth + many])
                edges.add(at)
                nth += many
            at = x
            for wider in (0.0, *(column.width for column in columns)):
                at += wider
                main = any(abs(at - edge) < 0.01 for edge in edges)
                begin = top if main or not groups else top + head * 0.75
                self.line(at, begin, at, y, thick=0.3 if main else HAIR, colour=BLACK if main else PALE)
            self.line(x, top, x + wide, top, thick=0.3)
        self.line(x, y, x + wide, y, thick=0.3)
        return y

    def _heading(self, x: float, y: float, column: Column, high: float, size: float) -> None:
        """A column's heading, in two lines where it must be."""
        lines = list(wrapped(column.title, size, column.width - 1.4)) if column.title else []
        step = size * 1.15 / _POINT
        first = y + high / 2 - step * (len(lines) - 1) / 2
        for nth, words in enumerate(lines):
            self._line(x, first + nth * step, column.width, words, size, column.align, colour=GREY)

    def _middle(
        self, x: float, y: float, wide: float, high: float, words: str, size: float, align: Align, *, bold: bool = False
    ) -> None:
        self._line(x, y + high / 2, wide, words, size, align, bold=bold)

    def _line(
        self,
        x: float,
        middle: float,
        wide: float,
        words: str,
        size: float,
        align: Align,
        *,
        bold: bool = False,
        colour: Colour = BLACK,
    ) -> None:
        """A text in a cell, its letters' middle at a height."""
        if not words:
            return
        at = x + {"left": 1.5, "centre": wide / 2, "right": wide - 1.5}[align]
        base = middle + _BASE * size / _POINT
        self.text(
            at, base, words, size, bold=bold, align=align, colour=colour, room=wide - (1 if align == "centre" else 2.5)
        )
