"""Movements: the seats and boards of every round, and the resting entrants. Preferans; `pairs` has those of bridge.

A field is tables of four, or tables of three: a deal's value depends on the number of players, so the two share no
protocol. Each field moves by the first of these that exists:

* simple, where the number of tables is coprime with 6 (PT-I.5, C-TOUR-1): N stays, E goes one table up, S two, W two
  down, boards one down;
* squares: the same with orthogonal squares in place of the steps; all of different lines meet once, and no entrant
  meets a set twice;
* scheme: a ready one of `rows` (PT-I.5c, C-LOST-2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, gcd
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from kozyr.cards import takes
from kozyr.games.refusal import Refusal, Refused, refusal
from kozyr.tournaments.rows import SEATS, Scheme, Sitting, Turn, shipped
from kozyr.tournaments.squares import squares

At: TypeAlias = Literal[3, 4]
LackCode: TypeAlias = Literal["none_known", "none_with_one_box", "none", "line_step", "skip", "uneven", "rests"]
Kind: TypeAlias = Literal[
    "simple", "squares", "scheme", "shift_line", "rooms", "mitchell", "howell", "round_robin", "swiss"
]

LEAST: Final = 6  # two tables of three
SEARCHED: Final = 60  # up to here there is a movement for every number of players
_LEAST_ROUNDS, _FEW_TABLES, _LEAST_ROUNDS_OF_FEW = 5, 4, 3  # an event has five rounds; below four tables three
_OF: Final = {3: "three", 4: "four"}
_STEPS: Final = {"N": 0, "E": 1, "S": 2, "W": -2, "set": -1}  # tables a round in the simple movement (PT-I.5)


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table in one round: its boards and its entrants by seat."""

    table: int
    boards: tuple[int, ...]
    seats: dict[str, int]
    shared: bool = False
    """Whether the table passes boards to and from another in the round."""


class Round(msgspec.Struct, frozen=True):
    """One round: its tables, and the resting entrants."""

    tables: tuple[Table, ...]
    rest: tuple[int, ...] = ()


class Field(msgspec.Struct, frozen=True):
    """The entrants who are compared with one another."""

    kind: Kind
    first: int
    """The number of the field's first player."""
    last: int
    """The number of the field's last player."""
    at: int
    """How many sit at a table."""
    tables: int
    resting: int


class Movement(msgspec.Struct, frozen=True):
    """A whole session."""

    copies: int
    """The most tables at which one board lies in one round."""
    fields: tuple[Field, ...]
    rounds: tuple[Round, ...]
    note: str = ""
    """The promises that the movement cannot keep."""


class Meetings(NamedTuple):
    """How often any two of a field meet."""

    counts: dict[int, int]
    """For each number of meetings: how many pairs meet so often."""
    mean: Fraction

    @property
    def most(self) -> int:
        """The largest number of meetings of any two."""
        return max(self.counts)

    @property
    def even(self) -> bool:
        """Whether no two meet more than once above the mean."""
        return self.most <= self.mean + 1


def meetings(rounds: Sequence[Sequence[Sequence[int]]], entrants: int) -> Meetings:
    """The numbers of meetings of any two at the tables of some rounds; entrants: the size of the field."""
    met = Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))
    counts = Counter(met.values())
    pairs = comb(entrants, 2)
    if len(met) < pairs:
        counts[0] = pairs - len(met)
    return Meetings(dict(sorted(counts.items())), Fraction(met.total(), pairs))


@takes("a Movement is asked, as movements.preferans(12)", Movement)
def barometer(movement: Movement) -> Movement:
    """The same seats, all tables with the same boards in each round: as many copies of each board as there are such tables.

    Tables of three and of four have boards of their own, since their results are not compared.
    """
    last, rounds = 0, []
    for turn in movement.rounds:
        sets: dict[tuple[int, int], tuple[int, ...]] = {}
        tables = []
        for table in turn.tables:
            kind = (sum(map(len, table.seats)), len(table.boards))
            if kind not in sets:
                sets[kind] = tuple(range(last + 1, last + 1 + len(table.boards)))
                last += len(table.boards)
            tables.append(msgspec.structs.replace(table, boards=sets[kind], shared=False))
        rounds.append(Round(tuple(tables), turn.rest))
    copies = max(Counter(table.boards for table in turn.tables).most_common(1)[0][1] for turn in rounds)
    return msgspec.structs.replace(movement, rounds=tuple(rounds), copies=copies)


@takes("a Movement is asked, as movements.preferans(12)", Movement)
def numbered_from(movement: Movement, first: int) -> Movement:
    """The same movement with other boards: the first one has this number."""
    rounds = tuple(
        Round(
            tuple(
                msgspec.structs.replace(one, boards=tuple(board + first - 1 for board in one.boards))
                for one in turn.tables
            ),
            turn.rest,
        )
        for turn in movement.rounds
    )
    return msgspec.structs.replace(movement, rounds=rounds)


@takes("a Movement is asked, as movements.preferans(12)", Movement)
def field_meetings(movement: Movement, field: Field) -> Meetings:
    """The numbers of meetings of any two of one field."""
    rounds = [
        [list(table.seats.values()) for table in turn.tables if field.first <= min(table.seats.values()) <= field.last]
        for turn in movement.rounds
    ]
    return meetings(rounds, field.last - field.first + 1)


# --- one field ---------------------------------------------------------------------------------------------


class Plan(NamedTuple):
    """A way to move a field."""

    kind: Kind
    at: int
    tables: int
    entrants: int
    boxes: int
    """How many boxes of each board are used at one time."""
    complete: bool
    """All of different lines meet once."""
    turns: tuple[Turn, ...]

    def keeps(self, rounds: int) -> bool:
        """Whether `rounds` rounds keep the promise: no two meet more than once above the mean, and rests differ by one."""
        turns = self.turns[:rounds]
        rests = Counter(dict.fromkeys(range(1, self.entrants + 1), 0))
        rests.update(number for turn in turns for number in turn.rest)
        if max(rests.values()) - min(rests.values()) > 1:
            return False
        return self.complete or self.met(rounds).even

    def compares(self, rounds: int) -> bool:
        """Whether `rounds` rounds can be compared: most tables play sets that another table plays, too."""
        played = Counter(one.set for turn in self.turns[:rounds] for one in turn.sittings)
        return 2 * sum(times for times in played.values() if times > 1) >= played.total()

    def met(self, rounds: int) -> Meetings:
        """The numbers of meetings of any two in `rounds` rounds."""
        return meetings(
            [[[*one.seats.values()] for one in turn.sittings] for turn in self.turns[:rounds]], self.entrants
        )


def is_simple(tables: int) -> bool:
    """Whether the simple movement lets all of different lines meet once, without a set twice (C-TOUR-1)."""
    return tables > 1 and gcd(tables, 6) == 1


def complete(tables: int, at: At) -> tuple[Turn, ...]:
    """A full circle in which all of different lines meet once and no entrant meets a set twice; empty: none is known."""
    if is_simple(tables):
        return tuple(_lines(tables, at, lambda seat, turn, table: (table - _STEPS[seat] * turn) % tables))
    found = squares(tables, at)
    columns = dict(zip((*SEATS[at][1:], "set"), found, strict=False))
    columns["N"] = tuple(tuple(range(tables)) for _ in range(tables))
    return tuple(_lines(tables, at, lambda seat, turn, table: columns[seat][turn][table])) if found else ()


def _lines(tables: int, at: At, who: Callable[[str, int, int], int]) -> Iterator[Turn]:
    """The rounds in which each line keeps its seat.

    who: the place in its line, from 0, of a seat's entrant; or the set.
    """
    for turn in range(tables):
        sittings = (
            Sitting(
                table + 1,
                who("set", turn, table) + 1,
                {seat: nth * tables + who(seat, turn, table) + 1 for nth, seat in enumerate(SEATS[at])},
            )
            for table in range(tables)
        )
        yield Turn(tuple(sittings), ())


def _without(turns: Sequence[Turn], missing: int) -> Iterator[Turn]:
    """The same rounds without an entrant: the others of that table rest."""
    for turn in turns:
        playing = tuple(one for one in turn.sittings if missing not in one.seats.values())
        alone = next(one for one in turn.sittings if missing in one.seats.values())
        yield Turn(playing, tuple(sorted(set(alone.seats.values()) - {missing})))


def shift_line(tables: int, at: At = 4) -> tuple[Turn, ...]:
    """The simple movement where the number of tables is not coprime with 6 (PT-I.5b.3).

    Where a line would meet sets that it has played, it goes one table further the same way, and again if need be.
    No entrant meets a set twice; some meet again, and some of one line and another never.
    """
    gone = dict.fromkeys((*SEATS[at], "set"), 0)
    seen: dict[str, set[int]] = {seat: {0} for seat in SEATS[at]}
    moved = [dict(gone)]
    for _ in range(1, tables):
        for seat, step in _STEPS.items():
            if seat in gone:
                gone[seat] += step
        for seat, sets in seen.items():
            while (gone[seat] - gone["set"]) % tables in sets:
                gone[seat] += 1 if _STEPS[seat] > 0 else -1
            sets.add((gone[seat] - gone["set"]) % tables)
        moved.append(dict(gone))
    return tuple(_lines(tables, at, lambda seat, turn, table: (table - moved[turn][seat]) % tables))


@cache
def plans(entrants: int, at: At) -> tuple[Plan, ...]:
    """The ways to move a field at tables of `at`, the complete one first."""
    tables, resting = divmod(entrants, at)
    found = []
    if resting == 0 and (turns := complete(tables, at)):
        kind: Kind = "simple" if is_simple(tables) else "squares"
        found.append(Plan(kind, at, tables, entrants, 1, True, turns))
    if resting == at - 1 and tables > 1 and (turns := complete(tables + 1, at)):
        kind = "simple" if is_simple(tables + 1) else "squares"
        found.append(Plan(kind, at, tables, entrants, 1, False, tuple(_without(turns, entrants + 1))))
    if (entrants, at) == (9, 4):
        found.append(Plan("scheme", at, tables, entrants, 2, False, tuple(_nine())))
    found += (_of_scheme(one) for one in shipped("preferans") if (one.entrants, one.at) == (entrants, at))
    return tuple(found)


def _nine() -> Iterator[Turn]:
    """Nine players at two tables of four: each rests once and meets every other three times.

    They form a square whose edges join. The player in the middle rests. The neighbours in row and column sit at one
    table, those across the corners at the other; both play the same set. No row that closes does this.
    """
    sides = ("N", -1, 0), ("E", 0, 1), ("S", 1, 0), ("W", 0, -1)
    corners = ("N", -1, -1), ("E", -1, 1), ("S", 1, 1), ("W", 1, -1)
    names: dict[tuple[int, int], int] = {}
    for turn, (row, column) in enumerate(product(range(3), repeat=2), 1):
        seated = [
            {seat: ((row + down) % 3, (column + right) % 3) for seat, down, right in around}
            for around in (sides, corners)
        ]
        if not names:
            order = [*(where[seat] for seat in SEATS[4] for where in seated), (row, column)]
            names = {point: number for number, point in enumerate(order, 1)}
        sittings = (
            Sitting(table, turn, {seat: names[point] for seat, point in where.items()})
            for table, where in enumerate(seated, 1)
        )
        yield Turn(tuple(sittings), (names[row, column],))


def _of_scheme(scheme: Scheme) -> Plan:
    turns = tuple(scheme.turns())
    return Plan("scheme", scheme.at, scheme.tables, scheme.entrants, scheme.boxes, False, turns)


# --- the whole event ---------------------------------------------------------------------------------------


def preferans(players: int, at: At | None = None, rounds: int | None = None, copies: int | None = None) -> Movement:
    """The movement for `players` players.

    at: three or four at every table. Left out, it is the split with the fewest resting: one field of fours, one of
    threes, or two sections of at least two tables. rounds: by default the full circle, or the longest scheme that
    keeps its promise. copies: the most boxes of a board; by default as few as the scheme needs.

    Raises:
        ValueError: there is no such movement; the text names the possible ones.
    """
    if players < LEAST:
        raise Refused("few_players", players=players, least=LEAST)
    if rounds is not None and rounds < 1:
        raise Refused("rounds_none", rounds=rounds)
    if copies is not None and copies < 1:
        raise Refused("boxes_none", copies=copies)
    found = [chosen for split in _splits(players, at) if (chosen := _choose(split, rounds, copies))]
    if not found:
        raise Refused.of(_refusal(players, at, rounds, copies))
    best = max(found, key=lambda chosen: (chosen.full, chosen.rounds))
    movement = _joined(best)
    if copies is not None or movement.copies == 1:
        return movement
    split: _Split = tuple((plan.entrants, 4 if plan.at == 4 else 3) for plan in best.plans)
    playable = _choose(split, rounds, 1) is not None
    why = "most boards would be played at a single table" if playable else "there is no scheme"
    return noted(movement, f"{movement.copies} boxes of each board: with one {why}")


class _Chosen(NamedTuple):
    """A plan for each section."""

    plans: tuple[Plan, ...]
    rounds: int
    full: bool
    """Each runs its full circle of a complete scheme."""


_Split: TypeAlias = tuple[tuple[int, At], ...]  # of each section, how many entrants and how many at a table


def _splits(players: int, at: At | None) -> tuple[_Split, ...]:
    """The ways to seat `players` with the fewest resting, the best first; several where sections may be cut otherwise."""
    ones: list[_Split] = [((players, size),) for size in (4, 3) if at in {None, size} and players // size >= 2]
    twos: list[_Split] = []
    if at is None:
        for fours in range(players // 4, 1, -1):
            left = players - 4 * fours
            if left % 3 == 0 and left >= 6:
                twos.append(((4 * fours, 4), (left, 3)))
    if players > SEARCHED:
        ones = [split for split in ones if plans(*split[0])]
        twos = [split for split in twos if all(plans(*section) for section in split)]
    if not ones:
        return tuple(twos)
    rests = [entrants % size for ((entrants, size),) in ones]
    if min(rests) > 0 and twos:
        return tuple(twos)
    return (ones[rests.index(min(rests))],)


def _choose(split: _Split, rounds: int | None, copies: int | None) -> _Chosen | None:
    """A plan for each section of a split. None: there is none for these rounds and boxes.

    copies left open: the fewest boxes that do. rounds left open: the most that keep the promise and allow
    comparison. One more box is taken rather than fewer rounds than an event should have.
    """
    sections = [plans(*section) for section in split]
    if not all(sections):
        return None
    least = _LEAST_ROUNDS if all(some[0].tables >= _FEW_TABLES for some in sections) else _LEAST_ROUNDS_OF_FEW
    best: _Chosen | None = None
    for most in sorted({plan.boxes for some in sections for plan in some}) if copies is None else (copies,):
        found = _with_boxes([[plan for plan in some if plan.boxes <= most] for some in sections], rounds, copies)
        if found is not None and (best is None or (found.full, found.rounds) > (best.full, best.rounds)):
            best = found
        if best is not None and (rounds is not None or best.full or best.rounds >= least):
            break
    if best is None and copies is None:  # nothing to compare with, but it can be played
        return _with_boxes(sections, rounds, max(plan.boxes for some in sections for plan in some))
    return best


def _with_boxes(sections: Sequence[Sequence[Plan]], rounds: int | None, copies: int | None) -> _Chosen | None:
    """The choice among these plans. copies left open: only plans that allow comparison."""
    if not all(sections):
        return None
    circles = [some[0] for some in sections]
    lengths = {len(plan.turns) for plan in circles}
    if rounds is None and all(plan.complete for plan in circles) and len(lengths) == 1:
        return _Chosen(tuple(circles), lengths.pop(), True)
    longest = min(max(len(plan.turns) for plan in some) for some in sections)
    for many in range(longest, 0, -1) if rounds is None else (rounds,):
        picked = [_picked(some, many) for some in sections]
        whole = [plan for plan in picked if plan is not None]
        if len(whole) < len(sections):
            continue
        kept = all(plan.keeps(many) for plan in whole)
        compared = all(plan.compares(many) for plan in whole)
        if (kept or rounds is not None) and (compared or copies is not None):
            return _Chosen(tuple(whole), many, False)
    return None


def _picked(some: Sequence[Plan], rounds: int) -> Plan | None:
    """The best plan for `rounds` rounds: it allows comparison, keeps its promise, and leaves out the fewest rounds."""
    long = [plan for plan in some if len(plan.turns) >= rounds]

    def worth(plan: Plan) -> tuple[bool, bool, bool, int]:
        return not plan.compares(rounds), not plan.keeps(rounds), not plan.complete, len(plan.turns)

    return min(long, key=worth, default=None)


def _joined(chosen: _Chosen) -> Movement:
    """The sections side by side: entrants, tables and boards are numbered through all of them."""
    rounds: list[list[Table]] = [[] for _ in range(chosen.rounds)]
    rests: list[list[int]] = [[] for _ in range(chosen.rounds)]
    fields = []
    entrants = tables = boards = 0
    for plan in chosen.plans:
        first = entrants
        for turn, into, rest in zip(plan.turns, rounds, rests, strict=False):
            for one in turn.sittings:
                begin = boards + (one.set - 1) * plan.at
                seats = {seat: first + number for seat, number in one.seats.items()}
                into.append(Table(tables + one.table, tuple(range(begin + 1, begin + plan.at + 1)), seats))
            rest.extend(first + number for number in turn.rest)
        entrants += plan.entrants
        fields.append(Field(plan.kind, first + 1, entrants, plan.at, plan.tables, plan.entrants % plan.at))
        turns = plan.turns[: chosen.rounds]
        tables += max(one.table for turn in turns for one in turn.sittings)
        boards += max(one.set for turn in turns for one in turn.sittings) * plan.at
    whole = tuple(Round(tuple(into), tuple(rest)) for into, rest in zip(rounds, rests, strict=True))
    return noted(Movement(lying(whole), tuple(fields), whole))


@takes("rounds are those of a movement, as movements.preferans(12).rounds", Round, each=True)
def lying(rounds: Sequence[Round]) -> int:
    """The most tables at which one board lies in one round."""
    return max(
        count for turn in rounds for count in Counter(board for table in turn.tables for board in table.boards).values()
    )


class Lack(msgspec.Struct, frozen=True):
    """Something that a movement cannot have, or that comes out uneven in it."""

    code: LackCode
    numbers: tuple[str, ...] = ()
    """The parameters of its words in `LACKS`."""


LACKS: Final[Mapping[LackCode, str]] = {
    "none_known": "no complete scheme is known for {} tables of {}",
    "none_with_one_box": "there is no complete scheme for {} tables of {} with one box of each board",
    "none": "there is no complete scheme for {} tables of {}",
    "line_step": "with one more step of a line some of {}-{} meet again, and some of different lines never",
    "skip": "each pair leaves out one of the other line",
    "uneven": "in {} rounds some of {}-{} meet {} times, on average any two {}",
    "rests": "in {} rounds some of {}-{} rest {} times more than others",
}


@takes("a Movement is asked, as movements.preferans(12)", Movement)
def lacks(movement: Movement) -> Iterator[Lack]:
    """The unkept promises of a movement, section by section; `LACKS` has the words, printed sheets those of other languages."""
    for field in movement.fields:
        if field.kind == "shift_line":
            yield Lack("line_step", (str(field.first), str(field.last)))
        elif field.kind == "scheme" and not field.resting and not complete(field.tables, 4 if field.at == 4 else 3):
            known: LackCode = "none_known" if field.tables == 10 else "none"
            code: LackCode = "none_with_one_box" if (field.tables, field.at) == (4, 4) else known
            yield Lack(code, (str(field.tables), _OF[field.at]))
        elif (
            field.kind == "mitchell"
            and not (field.tables + field.resting) % 2
            and not any(map(_shares, movement.rounds))
        ):
            yield Lack("skip")
        if field.kind in {"scheme", "squares", "simple"}:
            yield from _uneven(movement, field)


def _shares(turn: Round) -> bool:
    return any(table.shared for table in turn.tables)


def _uneven(movement: Movement, field: Field) -> Iterator[Lack]:
    """The unevenness of fewer rounds than the full circle. Lines whose members never meet are even among the others."""
    rounds, who = str(len(movement.rounds)), (str(field.first), str(field.last))
    found = field_meetings(movement, field)
    if field.kind == "scheme" and not found.even:
        yield Lack("uneven", (rounds, *who, str(found.most), f"{float(found.mean):.1f}"))
    rests = Counter(number for turn in movement.rounds for number in turn.rest)
    mine = [rests[number] for number in range(field.first, field.last + 1)]
    if max(mine) - min(mine) > 1:
        yield Lack("rests", (rounds, *who, str(max(mine) - min(mine))))


@takes("a Movement is asked, as movements.preferans(12)", Movement)
def noted(movement: Movement, more: str = "") -> Movement:
    """The movement with a note of its shortcomings; more: a further note."""
    told = [LACKS[lack.code].format(*lack.numbers) for lack in lacks(movement)]
    return msgspec.structs.replace(movement, note="; ".join(filter(None, (*dict.fromkeys(told), more))))


def _refusal(players: int, at: At | None, rounds: int | None, copies: int | None) -> Refusal:
    """Why there is no movement, with the possible ones."""
    splits = _splits(players, at)
    if not splits or not any(all(plans(*section) for section in split) for split in splits):
        if at is not None and players // at < 2:
            return refusal("two_tables", players=players, size=_OF[at])
        if at is None:
            return refusal("no_movement", players=players)
        return refusal("no_movement_of", players=players, size=_OF[at])
    if all(_choose(split, None, copies) is None for split in splits):
        boxes = min(max(min(plan.boxes for plan in plans(*section)) for section in split) for split in splits)
        return refusal("few_boxes", players=players, boxes=boxes)
    most = max(
        min(max(len(plan.turns) for plan in _within(section, copies)) for section in split)
        for split in splits
        if all(_within(section, copies) for section in split)
    )
    return refusal("many_rounds", rounds=rounds, players=players, most=most)


def _within(section: tuple[int, At], copies: int | None) -> list[Plan]:
    return [plan for plan in plans(*section) if copies is None or plan.boxes <= copies]


def by_lines(
    players: int, kind: Literal["simple", "shift_line"], at: At | None = None, rounds: int | None = None
) -> Movement:
    """The movement of the rules in which each line keeps its seat, for full tables (PT-I.5, PT-I.5b.3).

    kind: `simple`, where the number of tables is coprime with 6. `shift_line`, with one more step of a line where
    it would meet a set again. at: three or four at every table; by default four if all can play, else three.

    Raises:
        ValueError: there is none; the text names the possible numbers of players.
    """
    fits = [size for size in _OF if at in {None, size} and players % size == 0]
    fits = [size for size in fits if is_simple(players // size) or (kind == "shift_line" and players // size > 1)]
    if not fits:
        need = "a number of tables that neither 2 nor 3 divides, five or more" if kind == "simple" else "two tables"
        raise Refused("no_lines", "PT-I.5", players=players, need=need)
    size: At = 4 if 4 in fits else 3
    tables = players // size
    turns = complete(tables, size) if kind == "simple" else shift_line(tables, size)
    if rounds is not None and not 1 <= rounds <= tables:
        raise Refused("rounds_range", rounds=rounds, players=players, most=tables)
    plan = Plan(kind, size, tables, players, 1, kind == "simple", turns)
    return _joined(_Chosen((plan,), rounds or tables, True))


def in_rooms(players: int, count: int, at: At = 4, rounds: int | None = None, *, shared: bool = True) -> Movement:
    """`count` rooms of sizes as even as can be, with the simple movement in each (PT-I.2b, PT-I.5b.2).

    rounds: as many as the smallest room can play, if left out. shared: all rooms play copies of the same boards.

    Raises:
        ValueError: the tables cannot be divided so; the text names the need.
    """
    tables, over = divmod(players, at)
    sizes = () if over else _parted(tables, count)
    if not sizes:
        raise Refused("no_room_tables", "PT-I.5b.2", players=players, size=_OF[at], rooms=count)
    many = sizes[0] if rounds is None else rounds
    return rooms([by_lines(size * at, "simple", at, many) for size in sizes], shared=shared)


def _parted(tables: int, count: int, least: int = 5) -> tuple[int, ...]:
    """The sizes of `count` rooms for the simple movement, the smallest first and as even as can be; empty: none fit."""
    if count < 2:
        return (tables,) if count == 1 and tables >= least and is_simple(tables) else ()
    found: tuple[int, ...] = ()
    for size in range(least, tables // count + 1):
        if is_simple(size) and (others := _parted(tables - size, count - 1, size)):
            found = (size, *others)
    return found


@takes("rooms are movements, as [movements.preferans(12)]", Movement, each=True)
def rooms(movements: Sequence[Movement], *, shared: bool) -> Movement:
    """Several rooms, each with a movement of its own, on one set of boards (PT-I.2b, PT-I.5b.2).

    shared: all rooms play the same boards, so that each needs a copy of them; else each has boards of its own.

    Raises:
        ValueError: no room, or rooms with different numbers of rounds.
    """
    if len({len(one.rounds) for one in movements}) != 1:
        raise Refused("rooms_rounds")
    rounds: list[Round] = [Round((), ()) for _ in movements[0].rounds]
    fields: list[Field] = []
    entrants = tables = boards = 0
    for one in movements:
        for nth, turn in enumerate(one.rounds):
            moved = tuple(
                Table(
                    tables + table.table,
                    tuple(boards + board for board in table.boards),
                    {seat: entrants + number for seat, number in table.seats.items()},
                    table.shared,
                )
                for table in turn.tables
            )
            rest = tuple(entrants + number for number in turn.rest)
            rounds[nth] = Round((*rounds[nth].tables, *moved), (*rounds[nth].rest, *rest))
        fields += (
            msgspec.structs.replace(field, first=entrants + field.first, last=entrants + field.last)
            for field in one.fields
        )
        entrants += one.fields[-1].last
        tables += max(table.table for turn in one.rounds for table in turn.tables)
        if not shared:
            boards += max(board for turn in one.rounds for table in turn.tables for board in table.boards)
    return noted(Movement(lying(rounds), tuple(fields), tuple(rounds)))


# --- cards for tables and players --------------------------------------------------------------------------


class Stop(NamedTuple):
    """The place of an entrant in one round; table 0: the entrant rests."""

    round: int
    table: int
    seat: str
    boards: tuple[int, ...]
    with_: tuple[int, ...]


@takes("a Movement is asked, as movements.preferans(12)", Movement)
def player_card(movement: Movement, number: int) -> tuple[Stop, ...]:
    """The way of an entrant through the session.

    Raises:
        ValueError: there is no such number.
    """
    if not 1 <= number <= movement.fields[-1].last:
        raise Refused("no_number_here", entrant=number, most=movement.fields[-1].last)
    stops = []
    for nth, turn in enumerate(movement.rounds, 1):
        table = next((one for one in turn.tables if number in one.seats.values()), None)
        if table is None:
            stops.append(Stop(nth, 0, "", (), ()))
            continue
        seat = next(where for where, who in table.seats.items() if who == number)
        others = tuple(who for who in table.seats.values() if who != number)
        stops.append(Stop(nth, table.table, seat, table.boards, others))
    return tuple(stops)


@takes("a Movement is asked, as movements.preferans(12)", Movement)
def table_card(movement: Movement, table: int) -> tuple[Table | None, ...]:
    """The rounds of a table, one after another. None: the table is empty.

    Raises:
        ValueError: there is no such table.
    """
    rows = tuple(next((one for one in turn.tables if one.table == table), None) for turn in movement.rounds)
    if not any(rows):
        raise Refused("no_table", table=table)
    return rows
