"""A static site of an event's results: the table, a page for each board with its cards, tricks and par, and one for each entrant.

Plain HTML without scripts, to be put on any server as it is. Pure: the pages by their names; `kozyr tournament site` writes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Final, NamedTuple

from kozyr.cards import Seat, Suit
from kozyr.print.part import ruled_note
from kozyr.print.protocols import signed
from kozyr.print.words import card, contract, decimals, ranks, say
from kozyr.solver.bridge import Par
from kozyr.tournaments.boards import BoardRecord, Worth
from kozyr.tournaments.director import State, standing
from kozyr.tournaments.director.final import points_of
from kozyr.tournaments.director.matches import matches
from kozyr.tournaments.director.state import Written
from kozyr.tournaments.exports import day
from kozyr.tournaments.scoring import Place, shown
from kozyr.words import Language

STYLE: Final = """:root{color-scheme:light dark;--line:#8884;--soft:#777}
body{font:16px/1.45 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th{text-align:left;font-weight:600;color:var(--soft);font-size:.85rem}
td,th{padding:.3rem .5rem;border-bottom:1px solid var(--line);vertical-align:top}
td.n,th.n{text-align:right}.wide{overflow-x:auto}
.deal{display:grid;grid-template-columns:1fr 1fr 1fr;gap:.5rem;max-width:32rem}
.deal>:nth-child(1){grid-area:1/2}.deal>:nth-child(2){grid-area:2/3}.deal>:nth-child(3){grid-area:3/2}.deal>:nth-child(4){grid-area:2/1}
.hand b{color:var(--soft)}.red{color:#c33}nav a{margin-right:1rem}.soft{color:var(--soft)}
.tricks{width:auto;margin-top:1rem}.boards a{display:inline-block;min-width:2.4rem;padding:.3rem}
"""
_RED: Final = frozenset({Suit.HEARTS, Suit.DIAMONDS})
_BRIDGE: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
_TEAMS: Final = frozenset({"team_imps", "board_a_match"})
_UNITS: Final[Mapping[str, str]] = {"vp": "victory_points", "rating": "whists"}


class _Line(NamedTuple):
    """A line with the points of its seats."""

    row: Written
    points: Mapping[int, Fraction]


def site(state: State, boards: Sequence[BoardRecord], language: Language) -> dict[str, bytes]:
    """The pages of an event by their file names. boards: whose cards are known, with their worth, if that was found.

    Raises:
        ValueError: there is no result yet.
    """
    if not standing(state).places:
        raise ValueError("there is no result yet")
    known = {one.number: one for one in boards}
    pages = {"style.css": STYLE.encode(), "index.html": _index(state, language)}
    for session, number in _boards(state):
        pages[_of_board(session, number)] = _board(state, session, number, known.get(number), language)
    for who in {one for session in state.sessions for one in session.order}:
        pages[_of_entrant(who)] = _entrant(state, who, language)
    return pages


def _of_board(session: int, number: int) -> str:
    return f"board-{session}-{number}.html"


def _of_entrant(who: int) -> str:
    return f"entrant-{who}.html"


def _boards(state: State) -> list[tuple[int, int]]:
    return sorted({(at.session, at.board) for at in state.rows} | set(state.decisions))


# --- the parts of a page -----------------------------------------------------------------------------------


def _page(state: State, title: str, parts: Sequence[str], language: Language) -> bytes:
    head = escape(f"{state.event.name}: {title}" if title else state.event.name)
    home = f'<nav><a href="index.html">{escape(state.event.name)}</a></nav>' if title else ""
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{head}</title>\n'
        f'<link rel="stylesheet" href="style.css">\n</head>\n<body>\n{home}\n<h1>{escape(title or state.event.name)}</h1>\n'
        f"{body}\n</body>\n</html>\n"
    ).encode()


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> str:
    """A table; numbers: the columns of numbers. Cells are HTML."""

    def cells(some: Sequence[str], tag: str) -> str:
        return "".join(f"<{tag}{' class=n' if nth in numbers else ''}>{one}</{tag}>" for nth, one in enumerate(some))

    head = f"<tr>{cells([escape(one) for one in heads], 'th')}</tr>"
    return (
        f'<div class="wide"><table>\n{head}\n'
        + "\n".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
        + "\n</table></div>"
    )


def _link(href: str, text: str) -> str:
    return f'<a href="{href}">{escape(text)}</a>'


def _named(state: State, who: int) -> str:
    return _link(_of_entrant(who), f"{who} {state.name(who)}")


def _titled(words: str) -> str:
    return words[:1].upper() + words[1:]


def _point(value: Fraction | None, language: Language) -> str:
    return "" if value is None else decimals(language, shown(value, 0 if value.denominator == 1 else 2))


# --- pages -------------------------------------------------------------------------------------------------


def _index(state: State, language: Language) -> bytes:
    found = standing(state)
    unit = say(language, f"unit.{_UNITS.get(found.unit, found.unit)}")
    when = [one for nth in range(1, len(state.sessions) + 1) if (one := day(state, nth))]
    parts = [f'<p class="soft">{escape(" – ".join(dict.fromkeys((when[0], when[-1]))))}</p>'] if when else []

    def places(some: Sequence[Place]) -> str:
        rows = [[str(one.rank), _named(state, one.entrant), decimals(language, shown(one.total))] for one in some]
        return _table([say(language, "place"), say(language, "who"), unit], rows, (0, 2))

    parts.append(places(found.places))
    for name, some in found.fields.items():
        parts += [f"<h2>{escape(name)}</h2>", places(some)]
    if state.event.scoring in _TEAMS:
        rows = [
            [str(one.session), str(one.round), str(one.table), _named(state, one.home), _named(state, one.away),
             f"{_point(one.vp[0], language)} : {_point(one.vp[1], language)}"]
            for one in matches(state)
        ]  # fmt: skip
        heads = ["", say(language, "round"), say(language, "table"), "A", "B", unit]
        parts += [f"<h2>{escape(say(language, 'results'))}</h2>", _table(heads, rows, (0, 1, 2, 5))]
    links = " ".join(_link(_of_board(session, number), str(number)) for session, number in _boards(state))
    parts += [f"<h2>{escape(say(language, 'boards'))}</h2>", f'<p class="boards">{links}</p>'] if links else []
    return _page(state, "", parts, language)


def _board(state: State, session: int, number: int, known: BoardRecord | None, language: Language) -> bytes:
    parts = [] if known is None else list(_cards(known, language))
    points = {} if state.event.scoring in _TEAMS else points_of(state, session, number)
    lines = [_Line(row, points) for row in state.rows_of(session, number)]
    seats = list(dict.fromkeys(seat for line in lines for seat in line.row.seats))
    first = seats[0] if seats else ""
    lines.sort(key=lambda line: (-line.row.reading.scores.get(first, Fraction(0)), line.row.at))
    heads = [
        say(language, "table"),
        *seats,
        say(language, "contract"),
        *(f"{_titled(say(language, 'total'))} {seat}" for seat in seats[:1]),
    ]
    heads += [f"{say(language, 'matchpoints')} {seat}" for seat in seats] if points else []
    rows = []
    for line in lines:
        row = line.row
        cells = [
            f"{row.at.table}{f' {escape(row.at.room)}' if row.at.room else ''}",
            *(_named(state, row.seats[seat]) if seat in row.seats else "" for seat in seats),
        ]
        cells += [escape(_result(row, language)), signed(row.reading.scores[first], language)]
        rows.append(
            cells + ([_point(points.get(row.seats.get(seat, 0)), language) for seat in seats] if points else [])
        )
    parts.append(_table(heads, rows, range(1 + len(seats) + 1, len(heads))))
    if note := ruled_note(state, session, number, language):
        parts.append(f"<p>{escape(note)}</p>")
    numbers = [one for one in _boards(state) if one[0] == session]
    at = numbers.index((session, number))
    near = [*numbers[max(0, at - 1) : at], *numbers[at + 1 : at + 2]]
    parts.append(
        "<nav>" + " ".join(_link(_of_board(*one), f"{say(language, 'board')} {one[1]}") for one in near) + "</nav>"
    )
    return _page(state, f"{say(language, 'board')} {number}", parts, language)


def _result(row: Written, language: Language) -> str:
    reading = row.reading
    if reading.declarer is None or reading.tricks is None:
        return contract(language, reading.contract) if reading.contract else reading.text
    return f"{contract(language, reading.contract)} {reading.declarer.value} {reading.tricks}"


def _entrant(state: State, who: int, language: Language) -> bytes:
    mine = sorted((row for row in state.rows.values() if who in row.seats.values()), key=lambda row: row.at)
    teams = state.event.scoring in _TEAMS
    heads = [say(language, "round"), say(language, "table"), say(language, "board"), say(language, "seat"), say(language, "with"),
             say(language, "contract"), _titled(say(language, "total")), *([] if teams else [say(language, "matchpoints")])]  # fmt: skip
    rows = []
    for row in mine:
        seat = next(place for place, one in row.seats.items() if one == who)
        others = ", ".join(_named(state, one) for one in row.seats.values() if one != who)
        at = row.at
        cells = [
            str(at.round),
            str(at.table),
            _link(_of_board(at.session, at.board), str(at.board)),
            escape(f"{seat} {at.room}".strip()),
            others,
        ]
        cells += [escape(_result(row, language)), signed(row.reading.scores[seat], language)]
        points = {} if teams else points_of(state, at.session, at.board)
        rows.append(cells + ([] if teams else [_point(points.get(who), language)]))
    place = next((one for one in standing(state).places if one.entrant == who), None)
    told = (
        [f"<p>{escape(say(language, 'place'))} {place.rank}: {decimals(language, shown(place.total))}</p>"]
        if place
        else []
    )
    return _page(state, f"{who} {state.name(who)}", [*told, _table(heads, rows, (0, 1, 2, 6, 7))], language)


# --- cards -------------------------------------------------------------------------------------------------


def _cards(board: BoardRecord, language: Language) -> Iterator[str]:
    """The hands, who deals and who is vulnerable, the table of tricks and par."""
    told = [say(language, "dealer", board.mark.value)]
    told += [say(language, f"vul.{board.vulnerability}")] if board.vulnerability is not None else []
    yield f'<p class="soft">{escape(", ".join(told))}</p>'
    yield '<div class="deal">' + "".join(_hand(board, seat, language) for seat in Seat) + "</div>"
    if board.layout.rest:
        yield f"<p>{escape(say(language, 'talon'))}: {escape(' '.join(card(language, one) for one in board.layout.rest))}</p>"
    if board.worth is not None:
        yield _tricks(board.worth, language)
        if board.worth.par is not None:
            yield f"<p>{escape(_par(board.worth.par, language))}</p>"


def _hand(board: BoardRecord, seat: Seat, language: Language) -> str:
    hand = board.layout.hand(seat)
    if hand is None:
        return f'<div class="hand"><b>{seat.value}</b></div>'
    lines = [
        f"<span{' class=red' if suit in _RED else ''}>{suit.sign}</span> {escape(ranks(language, hand.suit(suit)))}"
        for suit in _BRIDGE
    ]
    return f'<div class="hand"><b>{seat.value}</b><br>{"<br>".join(lines)}</div>'


def _tricks(worth: Worth, language: Language) -> str:
    names = list(worth.tricks)
    heads = "".join(
        f"<th class=n>{Suit(name).sign if len(name) == 1 else escape(say(language, 'nt'))}</th>" for name in names
    )
    rows = "".join(
        f"<tr><th>{seat.value}</th>"
        + "".join(f"<td class=n>{worth.tricks[name][seat]}</td>" for name in names)
        + "</tr>"
        for seat in Seat
        if seat in worth.tricks[names[0]]
    )
    return f'<table class="tricks"><tr><th></th>{heads}</tr>{rows}</table>'


def _par(par: Par, language: Language) -> str:
    some = []
    for one in par.contracts:
        name = f"{one.level}{one.denomination}{'X' if one.over < 0 else ''}"
        some.append(
            f"{contract(language, name)} {''.join(seat.value for seat in one.declarers)}{f' {one.over:+d}' if one.over else ''}"
        )
    return decimals(language, f"{say(language, 'par')} {par.score:+d}{': ' if some else ''}{', '.join(some)}")
