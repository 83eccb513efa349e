"""The appeal form and tables of results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from kozyr.print.paper import GREY, INNER, MARGIN, Column, Paper
from kozyr.print.sheet import BOTTOM, TOP, Heading, Sheet
from kozyr.print.words import decimals, say
from kozyr.tournaments.scoring import Place, shown
from kozyr.words import Language

Unit: TypeAlias = Literal["percent", "whists", "points", "imps", "victory_points"]


class AppealForm(NamedTuple):
    """The known facts of an appeal; empty ones are written by hand (PT-0.6, C-LOST-3)."""

    where: str = ""
    """The round, table and board."""
    people: str = ""
    """The players with their seats."""
    by: str = ""
    against: str = ""
    arbiter: str = ""
    noticed: str = ""
    """The time of day of the notice."""
    filed: str = ""
    """The time of day of the filing."""
    facts: str = ""
    ruling: str = ""
    request: str = ""
    other: str = ""


_SHORT: Final = (
    (("event", 125.0), ("where", 55.0)),
    (("people", 180.0),),
    (("by", 90.0), ("against", 90.0)),
    (("arbiter", 90.0), ("noticed", 45.0), ("filed", 45.0)),
)
_ROWS: Final = 33  # of a table of results, on a page
_LONG: Final = (("facts", 42.0), ("ruling", 28.0), ("request", 33.0), ("other", 28.0))


def appeal_form(heading: Heading, language: Language, form: AppealForm | None = None, minutes: int = 30) -> bytes:
    """The form of an appeal, one page, and more where the words are many. minutes: after the session, in which it may be filed (PT-0.6)."""
    sheet = Sheet(heading, say(language, "appeal"), language)
    known: dict[str, str] = {} if form is None else form._asdict()
    known["event"] = " · ".join(filter(None, (heading.event, heading.session)))
    paper = sheet.page()
    y = TOP - 2
    for row in _SHORT:
        x = MARGIN
        for name, wide in row:
            _field(paper, x, y, wide, 11.5, say(language, f"appeal.{name}"), known.get(name, ""))
            x += wide
        y += 11.5
    more: list[tuple[str, str]] = []
    for name, high in _LONG:
        title = say(language, f"appeal.{name}")
        left = _field(paper, MARGIN, y, INNER, high, title, known.get(name, ""))
        if left:
            more.append((title, left))
        y += high
    y += 4
    high = BOTTOM - y - 1
    paper.box(MARGIN, y, INNER, high, thick=0.4)
    paper.text(MARGIN + 2.5, y + 5.5, say(language, "appeal.decision"), 10, bold=True)
    for nth, name in enumerate(("appeal.changes", "appeal.stands")):
        at = MARGIN + 92 + nth * 44
        paper.box(at, y + 2.7, 3.2, 3.2)
        paper.text(at + 5, y + 5.5, say(language, name), 9)
    third = INNER / 3
    for nth, name in enumerate(("committee", "committee", "signed")):
        at = MARGIN + nth * third
        paper.line(at + 3, y + high - 7, at + third - 3, y + high - 7, colour=GREY)
        paper.text(at + 3, y + high - 3, say(language, f"appeal.{name}"), 7.5, colour=GREY)
    sheet.foot(say(language, "appeal.foot", minutes))
    for title, left in more:
        still = left
        while still:
            paper = sheet.page(note=title)
            still = "\n".join(paper.paragraph(MARGIN, TOP + 4, still, INNER, bottom=BOTTOM))
            sheet.foot()
    return sheet.bytes()


def _field(paper: Paper, x: float, y: float, wide: float, high: float, title: str, words: str) -> str:
    """Draw a field of a form: its title small above, its text below. Returns the words that do not fit."""
    paper.box(x, y, wide, high, colour=GREY)
    paper.text(x + 2.5, y + 4, title, 7.5, colour=GREY, room=wide - 4)
    if high < 15:
        paper.text(x + 2.5, y + 9.2, words, 10, room=wide - 4)
        return ""
    return "\n".join(paper.paragraph(x + 2.5, y + 10, words, wide - 5, bottom=y + high - 2))


def results(
    places: Sequence[Place],
    names: Mapping[int, str],
    heading: Heading,
    language: Language,
    unit: Unit = "percent",
    columns: Mapping[str, Mapping[int, str]] = {},
    *,
    lines: Mapping[str, Sequence[Place]] = {},
    final: bool = False,
) -> bytes:
    """A table of results, the best first.

    columns: others before the total, each by entrant. lines: tables of entrants who were compared only with each
    other, by their name, in place of the common one. final: of the whole event.
    """
    sheet = Sheet(heading, say(language, "final" if final else "results"), language)
    shared = INNER - 16 - 12 - 26
    each = min(18.0, shared * 0.5 / len(columns)) if columns else 0.0
    table = [
        Column(say(language, "place"), 16),
        Column(say(language, "number"), 12),
        Column(say(language, "who"), shared - each * len(columns), "left", bold=True),
        *(Column(title, each) for title in columns),
        Column(say(language, f"unit.{unit}"), 26, bold=True),
    ]
    for name, some in (lines or {"": places}).items():
        rows = list(_ranks(some, names, language, unit, columns))
        for start in range(0, max(len(rows), 1), _ROWS):
            paper = sheet.page(note=name)
            paper.table(MARGIN, TOP - 2, table, rows[start : start + _ROWS], high=6.8, size=10, head=8, banded=True)
            sheet.foot()
    return sheet.bytes()


def _ranks(
    places: Sequence[Place],
    names: Mapping[int, str],
    language: Language,
    unit: Unit,
    columns: Mapping[str, Mapping[int, str]],
) -> Iterator[tuple[str, ...]]:
    """The rows of a table of results; equals share their places, as 2–3."""
    equals = [place.rank for place in places]
    for place in places:
        last = place.rank + equals.count(place.rank) - 1
        yield (
            f"{place.rank}–{last}" if last > place.rank else str(place.rank),
            str(place.entrant),
            names.get(place.entrant, ""),
            *(cells.get(place.entrant, "") for cells in columns.values()),
            decimals(language, shown(place.total, 0 if unit == "imps" and place.total.denominator == 1 else 2)),
        )
