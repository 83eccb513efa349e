"""Movements of bridge: Mitchell and Howell for pairs, individual, round robin and Swiss for teams.

Seats are `NS` and `EW` for pairs, `N` to `W` for single players, `A` and `B` for the two teams of a match. A sits N-S
in the open room and E-W in the closed one (B-TEAM-4).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, Literal, TypeAlias

import msgspec

from kozyr.games.refusal import Refused
from kozyr.tournaments.comparison import quality
from kozyr.tournaments.movements import Field, Movement, Round, Table, lying, noted, preferans
from kozyr.tournaments.rows import Scheme, shipped
from kozyr.tournaments.web import web

PairsKind: TypeAlias = Literal["howell", "three_quarter", "mitchell", "relay", "switched", "web"]

LARGEST_HOWELL: Final = 20  # pairs
_USUAL_HOWELL: Final = 16  # the most pairs of a Howell by default: above, an evening is too short
_LARGEST_CIRCLE: Final = 16  # the most teams whose sets go round as in a Howell
_FEWEST_QUARTERS: Final = 8  # pairs of a three-quarter Howell
_WEB: Final = 9  # rounds of a web
_SWISS_BOARDS: Final = 8  # of a match
_SESSION: Final = 26  # boards that an evening has, about


def _boards(number: int, each: int) -> tuple[int, ...]:
    """The boards of a set, both from 1."""
    return tuple(range((number - 1) * each + 1, number * each + 1))


def _each(boards: int | None, rounds: int) -> int:
    """The boards of a set; by default they make the session an evening."""
    if boards is not None and boards < 1:
        raise Refused("boards_none", boards=boards)
    return boards or max(1, round(_SESSION / rounds))


def _asked(rounds: int | None, most: int, who: str) -> int:
    """How many rounds are played.

    Raises:
        ValueError: more than there are, or none.
    """
    if rounds is not None and not 1 <= rounds <= most:
        raise Refused("rounds_range_of", rounds=rounds, who=who, most=most)
    return most if rounds is None else rounds


# --- pairs -------------------------------------------------------------------------------------------------


def pairs(number: int, kind: PairsKind | None = None, rounds: int | None = None, boards: int | None = None) -> Movement:
    """The movement for `number` pairs; of an odd number one sits out.

    kind: by default `howell` up to 16 pairs and `switched` above. `mitchell` has two lines that never meet and are
    badly compared as one field. `switched` is the same, and in the last rounds the pairs of each table change
    sides, so that all are compared. `relay` is the Mitchell of an even number of tables in which tables share
    boards, instead of the skip. `three_quarter` is the Howell of about as many rounds that compares most equally;
    some pairs stay. `web` lets many tables play all boards in a few rounds. boards: of a round.

    Raises:
        ValueError: there is no such movement; the text names the possible ones.
    """
    if number < 4:
        raise Refused("few_pairs", pairs=number)
    kind = kind or ("howell" if number <= _USUAL_HOWELL else "switched")
    if kind == "howell":
        return _howell(number, rounds, boards)
    if kind == "three_quarter":
        return _howell(number, rounds or _three_quarters(number), boards)
    if kind == "web":
        many = rounds or _WEB
        return web(number, many, _each(boards, many))
    made = _mitchell(number, kind == "relay", rounds, boards)
    if kind == "switched":
        return _switched(made, switches(len(made.rounds)))
    straight = _mitchell(number, kind == "relay", rounds, 1)  # a board a set compares as many do
    worth = float(quality(straight, straight.fields[0]))
    told = f"as one field the pairs are compared {worth:.0f} of 100: `--kind switched` compares them better"
    return msgspec.structs.replace(made, note="; ".join(filter(None, (made.note, told))))


@cache
def _three_quarters(number: int) -> int:
    """The rounds of a three-quarter Howell: from two thirds to five sixths of the whole, those that compare most equally."""
    if not _FEWEST_QUARTERS <= number <= LARGEST_HOWELL:
        raise Refused("few_for_quarters", pairs=number)
    whole = number - 1 + number % 2
    some = range(-(-2 * whole // 3), 5 * whole // 6 + 1)
    made = {many: _howell(number, many, 1) for many in some}
    worth = {many: quality(one, one.fields[0]) for many, one in made.items()}
    return max(worth, key=lambda many: (worth[many], -abs(4 * many - 3 * whole)))


def switches(rounds: int) -> int:
    """In how many rounds of a Mitchell the pairs change sides: an eighth of them, so that all are compared most equally.

    >>> switches(9), switches(13)
    (1, 2)
    """
    return max(1, round(rounds / 8))


def _switched(movement: Movement, rounds: int) -> Movement:
    """The same movement with the sides changed in the last `rounds` rounds."""
    first = len(movement.rounds) - rounds
    whole = tuple(
        turn if nth < first else Round(tuple(_across(table) for table in turn.tables), turn.rest)
        for nth, turn in enumerate(movement.rounds)
    )
    return msgspec.structs.replace(movement, rounds=whole)


def _across(table: Table) -> Table:
    return msgspec.structs.replace(table, seats={"NS": table.seats["EW"], "EW": table.seats["NS"]})


def _mitchell(number: int, relay: bool, rounds: int | None, boards: int | None) -> Movement:
    """N-S stay, E-W go one table up, boards one down; where tables are even E-W skip one at half time, or boards are shared."""
    tables = (number + 1) // 2
    even = tables % 2 == 0
    if relay and not even:
        raise Refused("odd_tables", tables=tables)
    many = _asked(rounds, tables - 1 if even and not relay else tables, f"{number} pairs of a Mitchell")
    each = _each(boards, many)
    whole = []
    for turn in range(many):
        gone = turn + (even and not relay and 2 * turn >= tables)
        sat, rest = [], []
        for table in range(tables):
            north, east = table + 1, tables + (table - gone) % tables + 1
            if east > number:
                rest.append(north)
                continue
            place = _relayed(table, tables) if relay else table
            shared = relay and table in {0, tables - 1}
            seats = {"NS": north, "EW": east}
            sat.append(Table(table + 1, _boards((place + turn) % tables + 1, each), seats, shared))
        whole.append(Round(tuple(sat), tuple(rest)))
    field = Field("mitchell", 1, number, 2, number // 2, number % 2)
    return noted(Movement(lying(whole), (field,), tuple(whole)))


def _relayed(table: int, tables: int) -> int:
    """The place of a table's boards in the circle of sets: the last table shares with the first, a relay lies half-way."""
    if table == tables - 1:
        return 0
    return table if table < tables // 2 else table + 1


def _howell(number: int, rounds: int | None, boards: int | None) -> Movement:
    """All pairs meet once in the full circle; a reduced one has several pairs that stay and never meet.

    Each meeting has the sides by which all are compared as equally as the search of `scripts/howells.py` found (`comparison.quality`).
    """
    if number > LARGEST_HOWELL:
        raise Refused("howell_pairs", most=LARGEST_HOWELL, pairs=number)
    many = _asked(rounds, number - 1 + number % 2, f"{number} pairs of a Howell")
    each = _each(boards, many)
    circle, turned = sides()[number, many]
    ways = iter(turned)
    whole = []
    for turn in meetings_of(number, circle)[:many]:
        sat, rest = [], []
        for table, nth, (one, two) in turn:
            if max(one, two) > number:
                rest.append(min(one, two))
                continue
            north, east = (two, one) if next(ways) else (one, two)
            sat.append(Table(table, _boards(nth, each), {"NS": north, "EW": east}))
        whole.append(_shared(Round(tuple(sat), tuple(rest))))
    field = Field("howell", 1, number, 2, number // 2, number % 2)
    whole = _numbered(whole)
    return Movement(lying(whole), (field,), tuple(whole), "")


def _numbered(rounds: Sequence[Round]) -> list[Round]:
    """The same rounds without the numbers of empty tables."""
    used = sorted({table.table for turn in rounds for table in turn.tables})
    now = {table: nth for nth, table in enumerate(used, 1)}
    return [
        Round(tuple(msgspec.structs.replace(one, table=now[one.table]) for one in turn.tables), turn.rest)
        for turn in rounds
    ]


Meeting: TypeAlias = tuple[int, int, tuple[int, int]]
"""A table, a set of boards, and the two pairs that meet there."""


def meetings_of(number: int, rounds: int) -> list[list[Meeting]]:
    """The rounds of the ready scheme of this size; with an odd number of pairs, pair `number` + 1 is missing.

    Raises:
        ValueError: there is no such scheme.
    """
    even = number + number % 2
    found = next((one for one in shipped("pairs") if (one.entrants, one.rounds) == (even, rounds)), None)
    if found is None:
        raise ValueError(f"no scheme has {rounds} rounds for {even} pairs")
    return list(_by_rows(found))


@cache
def sides() -> Mapping[tuple[int, int], tuple[int, tuple[bool, ...]]]:
    """By pairs and rounds: the rounds of the scheme, and for each meeting in order whether its second pair sits N-S."""
    text = files("kozyr.tournaments").joinpath("schemes", "sides.txt").read_text("utf-8")
    found = {}
    for line in text.splitlines():
        told = line.partition("#")[0].split()
        if told:
            number, many, circle = map(int, told[:3])
            found[number, many] = circle, tuple(way == "1" for way in told[3])
    return found


def _by_rows(scheme: Scheme) -> Iterator[list[Meeting]]:
    """The rounds of a scheme as table, set and pair of pairs; those that move come first, those that stay last."""
    turns = list(scheme.turns())
    moving = {cell for row in scheme.rows for cell in row}
    cells = {number: (one.table, seat) for one in turns[0].sittings for seat, number in one.seats.items()}
    order = sorted(cells, key=lambda number: (cells[number] not in moving, number))
    names = {number: name for name, number in enumerate(order, 1)}
    for turn in turns:
        yield [(one.table, one.set, (names[one.seats["A"]], names[one.seats["B"]])) for one in turn.sittings]


def _turned(meetings: Sequence[Sequence[int]]) -> dict[tuple[int, int], list[int]]:
    """The A side of each meeting by an Euler tour: every entrant sits there in half of the meetings, or once more.

    An entrant with an odd number of meetings has one more with entrant 0, who does not exist.
    """
    open_: dict[int, list[int]] = defaultdict(list)
    for one, two in meetings:
        open_[one].append(two)
        open_[two].append(one)
    for who in [who for who, others in open_.items() if len(others) % 2]:
        open_[who].append(0)
        open_[0].append(who)
    north: dict[tuple[int, int], list[int]] = defaultdict(list)
    for start in sorted(open_):
        at = start
        while open_[at]:
            to = open_[at].pop()
            open_[to].remove(at)
            north[min(at, to), max(at, to)].append(at)
            at = to
    return north


def _shared(turn: Round) -> Round:
    """The same round with a mark on the tables that share their boards."""
    seen = [table.boards for table in turn.tables]
    return Round(
        tuple(msgspec.structs.replace(table, shared=seen.count(table.boards) > 1) for table in turn.tables), turn.rest
    )


# --- single players and teams ------------------------------------------------------------------------------


def individual(players: int, rounds: int | None = None, boards: int | None = None) -> Movement:
    """Single players at tables of four: the movement of preferans, whose lines are the four seats.

    Raises:
        ValueError: there is no such movement.
    """
    if players < 8:
        raise Refused("few_individuals", players=players)
    found = preferans(players, 4, rounds)
    each = _each(boards, len(found.rounds))
    whole = tuple(
        Round(
            tuple(
                msgspec.structs.replace(one, boards=_boards((one.boards[0] - 1) // 4 + 1, each)) for one in turn.tables
            ),
            turn.rest,
        )
        for turn in found.rounds
    )
    return msgspec.structs.replace(found, rounds=whole)


def teams(number: int, rounds: int | None = None, boards: int | None = None) -> Movement:
    """A round robin: each team meets each other once; boards are those of a match.

    Up to sixteen teams the sets go round as in a Howell, so that few copies serve; above, all matches play the same set.

    Raises:
        ValueError: fewer than two teams, or too many rounds.
    """
    if number < 2:
        raise Refused("few_teams", teams=number)
    if 4 <= number <= _LARGEST_CIRCLE:
        circle = meetings_of(number, number - 1 + number % 2)
        many = _asked(rounds, len(circle), f"{number} teams")
        each = _each(boards, many)
        first = _turned([sorted(seats) for turn in circle for _, _, seats in turn if max(seats) <= number])
        whole = []
        for turn in circle[:many]:
            sat = []
            for table, nth, (one, two) in turn:
                if max(one, two) <= number:
                    home = first[min(one, two), max(one, two)].pop()
                    sat.append(Table(table, _boards(nth, each), {"A": home, "B": one + two - home}))
            rest = tuple(min(seats) for _, _, seats in turn if max(seats) > number)
            whole.append(_shared(Round(tuple(sat), rest)))
    else:
        even = number + number % 2
        many = _asked(rounds, even - 1, f"{number} teams")
        each = _each(boards, many)
        whole = [_circle(number, even, turn, _boards(turn + 1, each)) for turn in range(many)]
    field = Field("round_robin", 1, number, 2, number // 2, number % 2)
    return Movement(lying(whole), (field,), tuple(whole), "")


def _circle(number: int, even: int, turn: int, boards: tuple[int, ...]) -> Round:
    """One round of the circle method: the last entrant stays and takes A and B by turns, the others go round it."""
    circle = [(turn + place) % (even - 1) + 1 for place in range(even - 1)]
    met = [(circle[0], even) if turn % 2 else (even, circle[0])]
    met += [(circle[place], circle[-place]) for place in range(1, even // 2)]
    sat = [couple for couple in met if max(couple) <= number]
    rest = tuple(min(couple) for couple in met if max(couple) > number)
    tables = (Table(nth, boards, {"A": one, "B": two}) for nth, (one, two) in enumerate(sat, 1))
    return Round(tuple(tables), rest)


def swiss_round(number: int, round_: int, boards: int | None = None, sides: tuple[str, str] = ("A", "B")) -> Movement:
    """One round of a Swiss as a session of its own: neighbours meet, and the last of an odd number rests.

    All matches play the same boards, which are numbered on from round to round. boards: of a match, by default eight.
    sides: the seats of a match, of teams or of pairs.

    Raises:
        ValueError: fewer than two entrants, or no boards.
    """
    if number < 2:
        raise Refused("few_teams", teams=number)
    each = _each(_SWISS_BOARDS if boards is None else boards, 1)
    some = tuple(range((round_ - 1) * each + 1, round_ * each + 1))
    tables = (
        Table(nth, some, dict(zip(sides, (2 * nth - 1, 2 * nth), strict=True))) for nth in range(1, number // 2 + 1)
    )
    whole = (Round(tuple(tables), (number,) if number % 2 else ()),)
    return Movement(lying(whole), (Field("swiss", 1, number, 2, number // 2, number % 2),), whole)
