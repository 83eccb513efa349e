"""Cards of a movement for tables and players, and the signs that stand on tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from kozyr.print.paper import BLACK, GREY, INNER, MARGIN, TINT, WIDTH, Column, Paper
from kozyr.print.sheet import BOTTOM, TOP, Heading, Sheet
from kozyr.print.words import decimals, say
from kozyr.tournaments.movements import Movement, Stop, Table, lacks, player_card, table_card
from kozyr.words import Language

_HALF: Final = (BOTTOM - TOP) / 2  # of a page: two cards of a short movement share one


def table_cards(
    movement: Movement,
    heading: Heading,
    language: Language,
    names: Mapping[int, str] = {},
    minutes: int = 0,
    own: Mapping[int, int] = {},
) -> bytes:
    """A card for each table: its players in every round, their boards, and the next place of the boards.

    names: of the entrants, by the movement's numbers; without them the card has numbers. minutes: of a round; 0: unknown.
    own: the number of each entrant at the event, which every other paper has, by the movement's.
    """
    told = [say(language, "minutes", minutes)] if minutes else []
    told += [say(language, f"lack.{lack.code}", *_numbers(lack.numbers, language)) for lack in lacks(movement)]
    sheet = Sheet(heading, say(language, "table_card"), language)
    count = max(table.table for turn in movement.rounds for table in turn.tables)
    pair = len(movement.rounds) <= 11
    for number in range(1, count + 1):
        second = pair and number % 2 == 0
        paper = sheet.paper if second else sheet.page()
        top = TOP + (_HALF + 2 if second else 0)
        _table_card(paper, top, movement, number, language, _labels(movement, names, own))
        if not second:
            sheet.foot(" ".join(told))
    return sheet.bytes()


def _numbers(numbers: Sequence[str], language: Language) -> Iterator[str]:
    """The numbers of a note, with three and four as figures."""
    for number in numbers:
        yield decimals(language, {"three": "3", "four": "4"}.get(number, number))


def _table_card(
    paper: Paper, y: float, movement: Movement, number: int, language: Language, labels: Mapping[int, str]
) -> None:
    rows = table_card(movement, number)
    seats = next(tuple(table.seats) for table in rows if table is not None)
    paper.box(MARGIN, y, INNER, 12, colour=None, fill=TINT, round_=2)
    paper.text(MARGIN + 4, y + 8.6, f"{say(language, 'table')} {number}", 18, bold=True)
    goes = _boards_go(movement, number)
    if goes:
        paper.text(WIDTH - MARGIN - 4, y + 7.6, say(language, "boards_to", goes), 10, align="right")
    first = (Column(say(language, "round"), 13, bold=True), Column(say(language, "boards"), 27))
    room = (INNER - sum(column.width for column in first)) / len(seats)
    named = any(not label.isdecimal() for label in labels.values())
    columns = [*first, *(Column(seat, room, "left" if named else "centre") for seat in seats)]
    cells = [_round(nth, table, movement, language, labels, len(seats)) for nth, table in enumerate(rows, 1)]
    high = min(8.0, (_HALF - 26) / len(cells)) if len(cells) <= 11 else min(8.0, (2 * _HALF - 26) / len(cells))
    paper.table(MARGIN, y + 14, columns, cells, high=high, size=9 if named else 10, head=6.5)


def _round(
    nth: int, table: Table | None, movement: Movement, language: Language, labels: Mapping[int, str], seats: int
) -> tuple[str, ...]:
    if table is None:
        return str(nth), say(language, "empty"), *("" for _ in range(seats))
    others = [
        str(one.table)
        for one in movement.rounds[nth - 1].tables
        if table.shared and one is not table and set(one.boards) & set(table.boards)
    ]
    boards = span(table.boards) + (f" (={', '.join(others)})" if others else "")
    return str(nth), boards, *(labels[number] for number in table.seats.values())


def span(boards: Sequence[int]) -> str:
    """The numbers of some boards: `5–8`."""
    if len(boards) > 2 and boards == tuple(range(boards[0], boards[-1] + 1)):
        return f"{boards[0]}–{boards[-1]}"
    return ", ".join(map(str, boards)) or "—"


def _labels(movement: Movement, names: Mapping[int, str], own: Mapping[int, int]) -> dict[int, str]:
    """Each entrant's number at the event, with the name if it is known, by the movement's number."""
    return {
        number: f"{own.get(number, number)} {names.get(number, '')}".rstrip()
        for number in range(1, movement.fields[-1].last + 1)
    }


def _boards_go(movement: Movement, number: int) -> int | None:
    """The table to which a table's boards go after every round, where it is always the same one."""
    found: set[int | None] = set()
    for turn, after in zip(movement.rounds, movement.rounds[1:], strict=False):
        here = next((table for table in turn.tables if table.table == number), None)
        if here is not None:
            found.add(next((table.table for table in after.tables if table.boards == here.boards), None))
    return found.pop() if len(found) == 1 else None


# --- players -----------------------------------------------------------------------------------------------


def player_cards(
    movement: Movement,
    heading: Heading,
    language: Language,
    names: Mapping[int, str] = {},
    own: Mapping[int, int] = {},
) -> bytes:
    """A card for each entrant: table, seat, boards and company in every round. Several are on a page, to be cut apart.

    names, own: as those of `table_cards`.
    """
    sheet = Sheet(heading, say(language, "player_card"), language)
    row = min(5.2, (BOTTOM - TOP - 10) / len(movement.rounds))
    high = 17 + row * len(movement.rounds)
    down = max(1, int((BOTTOM - TOP + 8) // high))
    step = (BOTTOM - TOP + 8) / down if down > 1 else high
    wide = (INNER - 8) / 2
    for number in range(1, movement.fields[-1].last + 1):
        place = (number - 1) % (2 * down)
        paper = sheet.paper if place else sheet.page()
        x, y = MARGIN + (place % 2) * (wide + 8), TOP - 2 + (place // 2) * min(step, high + 4)
        stops = [
            stop._replace(with_=tuple(own.get(other, other) for other in stop.with_))
            for stop in player_card(movement, number)
        ]
        _player_card(paper, x, y, wide, row, (own.get(number, number), names.get(number, "")), stops, language)
        if not place:
            sheet.foot()
    return sheet.bytes()


def _player_card(
    paper: Paper,
    x: float,
    y: float,
    wide: float,
    row: float,
    who: tuple[int, str],
    stops: Sequence[Stop],
    language: Language,
) -> None:
    number, name = who
    paper.text(x, y + 5.5, str(number), 15, bold=True)
    paper.text(x + 12, y + 5.2, name, 11, bold=True, room=wide - 12)
    columns = (
        Column(say(language, "round"), 10),
        Column(say(language, "table"), 14, bold=True),
        Column(say(language, "seat"), 13, bold=True),
        Column(say(language, "boards"), 18),
        Column(say(language, "with"), wide - 55),
    )
    rows = [
        (str(stop.round), str(stop.table), stop.seat, span(stop.boards), ", ".join(map(str, stop.with_)))
        if stop.table
        else (str(stop.round), "—", "", "", say(language, "rests"))
        for stop in stops
    ]
    paper.table(x, y + 7.5, columns, rows, high=row, size=min(9, 2 * row), head=5, heading=7)


# --- signs -------------------------------------------------------------------------------------------------


def table_signs(
    tables: Sequence[int], heading: Heading, language: Language, links: Mapping[int, str] = {}, seats: str = "NESW"
) -> bytes:
    """A page for each table, to lie in its middle: the number, the seats round it, and a link as QR where there is one."""
    sheet = Sheet(heading, say(language, "tables"), language)
    for number in tables:
        paper = sheet.page(" ", "")
        left, top, wide, high = MARGIN, 40.0, INNER, 225.0
        middle, centre = left + wide / 2, top + high / 2
        paper.box(left, top, wide, high, thick=0.5, colour=BLACK, round_=4)
        places = {
            "N": (middle, top + 17),
            "S": (middle, top + high - 8),
            "W": (left + 12, centre + 4),
            "E": (left + wide - 12, centre + 4),
        }
        for seat in seats:
            paper.text(*places[seat], seat, 34, bold=True, align="centre", colour=GREY)
        link = links.get(number)
        down = 0.0 if link else 34.0
        paper.text(middle, centre - 60 + down, say(language, "table"), 28, align="centre", colour=GREY)
        paper.text(middle, centre + 4 + down, str(number), 200, bold=True, align="centre")
        if link:
            paper.code(middle - 32, centre + 14, 64, link)
            paper.text(middle, centre + 79, say(language, "scan"), 12, align="centre", colour=GREY)
            paper.text(middle, centre + 85, link, 9.5, align="centre", colour=GREY, room=wide - 40)
    return sheet.bytes()
