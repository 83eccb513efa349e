"""The verb `kozyr tournament`: an evening from a laptop, entry by entry, in a folder of plain files."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Final, get_args

import msgspec

from kozyr.games import game
from kozyr.games.refusal import Refused, sentence
from kozyr.tournaments import evening, exports, folder, pasted, records, regulations, seating, spoken
from kozyr.tournaments.director import Event, State, announced, missing, standing
from kozyr.tournaments.director.effects import effects, ruled_scores, said
from kozyr.tournaments.director.entries import (
    AnyWhat,
    Confirmed,
    Corrected,
    Entered,
    RoundBegun,
    RoundEnded,
    Row,
    Seated,
    exact,
)
from kozyr.tournaments.director.final import points_of
from kozyr.tournaments.director.matches import matches
from kozyr.tournaments.director.state import At, Session, lacks_of, minutes
from kozyr.tournaments.director.tables import cup, lottery
from kozyr.tournaments.folder import BadFolder
from kozyr.tournaments.formats import Entrant, master_points, participation
from kozyr.tournaments.late import seated_late
from kozyr.tournaments.scoring import ranked, shown
from kozyr.tournaments.steps import steps
from kozyr.verbs.tournaments import DEEDS

_BAD: Final = 2  # exit status for bad input
_OWN: Final = {Entered, Seated, RoundBegun, RoundEnded, Row, Confirmed, Corrected}  # which have a verb of their own
KINDS: Final = {kind.__struct_config__.tag: kind for kind in get_args(AnyWhat) if kind not in _OWN}


class _Bad(ValueError):
    """A wrong input of the user; the text is its line."""


def run(args: argparse.Namespace) -> int:
    """Carry out the command line; returns the exit status."""
    try:
        work: Callable[[argparse.Namespace], int] = _WORK[args.verb]
        return work(args)
    except (BadFolder, Refused, ValueError) as error:
        sys.stderr.write(f"kozyr tournament {args.verb}: {error}\n")
        return _BAD


def _say(*lines: str) -> int:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 0


def _enters(args: argparse.Namespace, *what: AnyWhat) -> State:
    return folder.add(args.folder, _author(args), what, int(time.time()), args.why)


def _author(args: argparse.Namespace) -> str:
    """The author of an entry: the arbiter, if none is named."""
    return str(args.who or folder.event(args.folder).regulations.duties.arbiter or "director")


# --- the event ---------------------------------------------------------------------------------------------


def _new(args: argparse.Namespace) -> int:
    told = evening.read(args.file, _text(args.file)) if args.file else evening.Told()
    told = told.flagged(args)
    name, game_, agreed = told.name, told.game, told.regulations()
    preset = told.preset or _usual(game_, agreed)
    held = Event(
        name=name,
        game=game_,
        preset=preset,
        regulations=agreed,
        lottery=args.lottery,
        society=tuple(args.society),
    )
    folder.create(args.folder, announced(held))
    who = agreed.duties.arbiter or "director"
    entered = [
        Entered(entrant=nth, name=one.name, members=one.members, rating=one.rating)
        for nth, one in enumerate(told.entrants, 1)
    ]
    if entered:
        folder.add(args.folder, who, entered, int(time.time()))
    lacking = agreed.open_for(tuple(preset.split("+")[1:]))
    _say(f"{name}: begun in {args.folder}", *(f"it cannot open yet: {sentence(one)}" for one in lacking))
    if entered:
        _say(f"{len(entered)} have entered")
    if told.seat is None:
        return 0
    seated = seating.seated(folder.load(args.folder), told.seat)
    after_it = folder.add(args.folder, who, [seated], int(time.time()))
    return _say(*_seating_told(seated, after_it))


def _usual(name: str, agreed: regulations.Regulations) -> str:
    """The default conventions: those of boards, where a game has some; else the game's first preset."""
    presets = game(name).presets
    of_boards = agreed.tournament_type == "duplicate" and "duplicate" in presets
    return "duplicate" if of_boards else next(iter(presets))


def _enter(args: argparse.Namespace) -> int:
    names = [*args.name, *(_lines(args.file) if args.file else ())]
    if not names:
        raise _Bad("nobody is named")
    taken = folder.load(args.folder).entrants
    first = max(taken, default=0) + 1
    what = []
    for nth, told in enumerate(map(evening.comer, names), first):
        what.append(
            Entered(
                entrant=nth, name=told.name, members=told.members, rating=args.rating,
                country=args.country, city=args.city, age=args.age,
            )
        )  # fmt: skip
    state = _enters(args, *what)
    return _say(*(f"{one.entrant} {one.name}" for one in what), f"{len(state.entrants)} have entered")


def _text(path: str) -> str:
    try:
        return sys.stdin.read() if path == "-" else Path(path).read_text("utf-8")
    except (OSError, ValueError) as error:
        raise _Bad(f"{path}: {getattr(error, 'strerror', None) or error}") from None


def _lines(path: str) -> list[str]:
    return [line.strip() for line in _text(path).splitlines() if line.strip()]


# --- rounds ------------------------------------------------------------------------------------------------


def _seat(args: argparse.Namespace) -> int:
    seated = seating.seated(folder.load(args.folder), seating.asked(args))
    after_it = _enters(args, seated)
    return _say(*_seating_told(seated, after_it))


def _seating_told(seated: Seated, after_it: State) -> list[str]:
    """What is said of a seating: its lot, its note, and who sits where in the first round."""
    note = [seated.movement.note] if seated.movement.note else []
    lot = [f"the lot was drawn from {seated.seed}"] if seated.seed else []
    return [*lot, *note, *_seats(after_it, 1)]


def _seats(state: State, round_: int) -> Iterator[str]:
    session = state.seated()
    for table in session.turn(round_).tables:
        who = "  ".join(f"{seat} {state.name(one)}" for seat, one in session.entrants(table).items())
        told = f"boards {table.boards[0]}-{table.boards[-1]}  " if table.boards else ""
        yield f"table {table.table}  {told}{who}"
    if session.turn(round_).rest:
        yield "rest  " + "  ".join(state.name(session.order[number - 1]) for number in session.turn(round_).rest)


def _late(args: argparse.Namespace) -> int:
    """A late pair enters, if it has not, and is seated in the rounds to come."""
    state = folder.load(args.folder)
    told = evening.comer(args.name)
    known = next((number for number, one in state.entrants.items() if one.name == told.name), None)
    number = known or max(state.entrants, default=0) + 1
    fresh = Entered(entrant=number, name=told.name, members=told.members)
    after_it = _enters(args, *(() if known else (fresh,)), seated_late(state, number))
    session = after_it.seated()
    lines = []
    for nth in range(session.begun + 1, len(session.movement.rounds) + 1):
        table = next((one for one in session.turn(nth).tables if number in session.entrants(one).values()), None)
        if table is None:
            lines.append(f"round {nth}: {told.name} rests")
            continue
        seats = session.entrants(table)
        seat = next(place for place, who in seats.items() if who == number)
        other = next(state.name(who) for who in seats.values() if who != number)
        lines.append(
            f"round {nth}: table {table.table} {seat}, boards {table.boards[0]}-{table.boards[-1]}, with {other}"
        )
    return _say(f"{number} {told.name}", *lines)


def _round(args: argparse.Namespace) -> int:
    if args.act == "play":
        return _play(args)
    state = _enters(args, RoundBegun() if args.act == "begin" else RoundEnded(last=args.last))
    session = state.seated()
    last = minutes(state.event, session.movement)
    if args.act == "begin":
        return _say(f"round {session.begun}{f', {last} minutes' if last else ''}", *_seats(state, session.begun))
    return _say(*_ended(state, session, last))


def _play(args: argparse.Namespace) -> int:
    """A whole round: it begins, if it has not, its lines are entered, and it ends, if all of them are there."""
    before = folder.load(args.folder)
    lines = _pasted(args.file, 0, "")
    _fits(lines)
    fresh = before.session is None or before.session.begun == before.session.ended
    state = _enters(args, *((RoundBegun(),) if fresh else ()), *lines, *map(_confirmed, lines))
    session = state.seated()
    lacking = [
        At(len(state.sessions), session.begun, table.table, board, room)
        for table in session.turn(session.begun).tables
        for board in table.boards or (0,)
        for room in (("open", "closed") if "A" in table.seats else ("",))
        if any(at.room == room for at in lacks_of(state, len(state.sessions), session.begun, table, board))
    ]
    told = [f"round {session.begun}: {len(lines)} lines", *_warned(state, len(lines))]
    if lacking:
        return _say(*told, *_lacking(lacking))
    ended = _enters(args, RoundEnded(last=args.last))
    assert ended.session is not None
    return _say(*told, *_ended(ended, ended.session, minutes(ended.event, ended.session.movement)))


def _ended(state: State, session: Session, last: int) -> list[str]:
    """What is said of a round that has ended. last: the minutes that it was to last; 0: they are not counted."""
    lacking = list(_lacking(missing(state)))
    over = ["the session has ended"] if session.ended_at is not None else []
    begun_at = state.clock if session.begun_at is None else session.begun_at
    late = (state.clock - begun_at) // 60 - last
    told = f", {late} minutes late (PT-I.4)" if last and late > 0 else ""
    return [f"round {session.ended} has ended{told}", *over, *lacking]


def _lacking(places: Iterable[At]) -> Iterator[str]:
    """The lines that are missing, a line for each round: its tables, rooms and boards."""
    rounds: dict[tuple[int, int], dict[str, list[int]]] = {}
    for at in places:
        table = f"table {at.table}{f' {at.room}' if at.room else ''}"
        rounds.setdefault((at.session, at.round), {}).setdefault(table, []).append(at.board)
    for (session, round_), tables in rounds.items():
        several = f"session {session}, " if len({one for one, _ in rounds}) > 1 else ""
        told = "; ".join(f"{table}{_boards(boards)}" for table, boards in tables.items())
        yield f"{several}round {round_} lacks lines: {told}"


def _boards(boards: Sequence[int]) -> str:
    """The boards of a table, runs of them as `1-4`; nothing of a party."""
    runs: list[list[int]] = []
    for board in boards:
        if runs and board == runs[-1][-1] + 1:
            runs[-1].append(board)
        elif board:
            runs.append([board])
    return "".join(f" {run[0]}-{run[-1]}" if len(run) > 1 else f" {run[0]}" for run in runs)


# --- results -----------------------------------------------------------------------------------------------


def _row(args: argparse.Namespace) -> int:
    whists = {}
    for word in filter(None, args.whists.split(",")):
        seat, _, number = word.partition("=")
        whists[seat] = str(exact(number))
    what: list[AnyWhat] = []
    if args.file:
        what += _pasted(args.file, args.round, args.room)
    elif args.table is None or args.board is None or bool(args.result) == bool(args.record):
        raise _Bad("which table, board and result? As: row FOLDER 3 12 9H E9 S1")
    else:
        told = " ".join(args.result) or folder.line_of_record(args.folder, args.record, _place(args))
        what.append(
            Row(table=args.table, board=args.board, result=told, round=args.round, room=args.room, whists=whists)
        )
    _fits(what)
    if args.confirm:
        what += [_confirmed(one) for one in what if isinstance(one, Row)]
    state = _enters(args, *what)
    if args.record:
        folder.keep_record(args.folder, args.record, _place(args))
    lines = [f"table {one.table}, board {one.board}: {one.result}" for one in what if isinstance(one, Row)]
    return _say(*lines, *_warned(state, len(what)))


def _confirmed(one: Row) -> Confirmed:
    """The protocol of a line is back."""
    return Confirmed(table=one.table, board=one.board, round=one.round, room=one.room)


def _warned(state: State, count: int) -> list[str]:
    """The warnings about the last lines."""
    fresh = list(state.rows.values())[-count:]
    return [f"{row.at}: unlikely: {sentence(row.warning)}" for row in fresh if row.warning]


def _place(args: argparse.Namespace) -> At:
    """The place of a command's line."""
    state = folder.load(args.folder)
    if state.session is None:
        raise _Bad("nobody is seated yet")
    return At(len(state.sessions), args.round or state.session.begun, args.table, args.board, args.room)


def _pasted(path: str, round_: int, room: str) -> tuple[Row, ...]:
    """The lines of a file: a TOML file by its name, else text."""
    read = pasted.of_toml if path.endswith(".toml") else pasted.of_text
    try:
        return read(_text(path), round_, room)
    except Refused as error:
        raise _Bad(f"{path}: {error}") from None


def _fits(what: Sequence[AnyWhat]) -> None:
    """Refuse numbers and texts that no entry can have."""
    for one in what:
        try:
            msgspec.convert(msgspec.to_builtins(one), AnyWhat)
        except msgspec.ValidationError as error:
            where = f"table {one.table}, board {one.board}: " if isinstance(one, Row | Corrected) else ""
            raise _Bad(f"{where}{error}") from None


def _correct(args: argparse.Namespace) -> int:
    result = " ".join(args.result)
    what = Corrected(
        table=args.table, board=args.board, result=result, round=args.round, room=args.room, ground=args.ground
    )
    _fits([what])
    _enters(args, what)
    return _say(f"table {args.table}, board {args.board}: {result or 'no line'}")


def _deed(args: argparse.Namespace) -> AnyWhat:
    """What the arbiter does: by its name and fields, or a decision in words."""
    if spoken.is_spoken(args.what):
        return spoken.ruling(folder.load(args.folder), " ".join([args.what, *args.field]))
    if args.what not in DEEDS:
        raise _Bad(
            f"invalid choice: {args.what[:40]!r} (choose from {', '.join(DEEDS)}, or say a decision: table 3 board 7: ...)"
        )
    told: dict[str, object] = {"what": args.what}
    for word in args.field:
        name, equals, text = word.partition("=")
        if not equals:
            raise _Bad(f"{word}: written FIELD=VALUE")
        told[name] = evening.value(text)
    try:
        found: AnyWhat = msgspec.json.decode(msgspec.json.encode(told), type=AnyWhat)
    except msgspec.ValidationError as error:
        raise _Bad(f"{args.what}: {error}") from None
    return found


def _rule(args: argparse.Namespace) -> int:
    what = _deed(args)
    before, after = folder.tried(args.folder, _author(args), what, int(time.time()))
    changes = [said(after, one) for one in effects(before, after)]
    if args.dry:
        return _say(*(changes or ["no result changes"]))
    if changes and sys.stdin.isatty() and not _agreed(changes):
        return _say("nothing is entered")
    state = _enters(args, what)
    tag = type(what).__struct_config__.tag
    return _say(f"entry {state.on}: {tag}", *changes)


def _agreed(changes: Sequence[str]) -> bool:
    """Whether the person at the terminal wants an entry with these effects."""
    sys.stderr.write("".join(f"{line}\n" for line in changes) + "enter it? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes"}


# --- results -----------------------------------------------------------------------------------------------


def _score(args: argparse.Namespace) -> int:
    state = folder.load(args.folder)
    if args.board is not None:
        return _say(*_protocol(state, args.session or len(state.sessions), args.board))
    table = standing(state)
    if args.json:
        return _say(msgspec.json.encode(exports.told(state, table)).decode())
    lines = [f"{place.rank:>4}  {state.name(place.entrant):<30}  {shown(place.total):>9}" for place in table.places]
    for name, places in table.fields.items():
        lines += [
            "",
            name,
            *(f"{place.rank:>4}  {state.name(place.entrant):<30}  {shown(place.total):>9}" for place in places),
        ]
    if state.event.regulations.tournament_type == "cup":
        lines += ["", *_of_cup(state, args.prizes)]
    status = "closed" if state.closed else "official" if state.published_at is not None else "so far"
    notes = [*_people(state), *(f"incident: {one}" for one in state.incidents)]
    return _say(f"{state.event.name}, {status} ({table.unit})", *lines, *notes)


def _people(state: State) -> Iterator[str]:
    """The entrants' numbers of countries, cities and ages, as far as they are told (PT-M.5)."""
    told = [
        Entrant(one.country, one.city, one.age) for one in state.entrants.values() if one.country or one.city or one.age
    ]
    if told:
        found = participation(told)
        ages = "" if found.youngest is None else f", {found.youngest} to {found.oldest} years"
        places = f"{found.countries} countries and {found.cities} cities{ages}"
        yield f"{len(state.entrants)} entrants; {found.told} told: {places}"


def _league(args: argparse.Namespace) -> int:
    total: dict[str, Fraction] = {}
    for path in (args.folder, *args.others):
        state = folder.load(path)
        table = standing(state)
        if args.by == "vp" and table.unit != "vp":
            raise _Bad(f"{path}: its table has no victory points (B-VP-2)")
        points = master_points(table.places, args.weight)
        for place in table.places:
            name = state.name(place.entrant)
            won = place.total if args.by == "vp" else points[place.entrant]
            total[name] = total.get(name, Fraction(0)) + won
    names = sorted(total)
    places = ranked({nth: total[name] for nth, name in enumerate(names)})
    return _say(*(f"{place.rank:>4}  {names[place.entrant]:<30}  {shown(place.total):>9}" for place in places))


def _of_cup(state: State, prizes: int) -> Iterator[str]:
    """The finalists of a cup, and the winners of its lottery (PT-M.4)."""
    yield f"in the final: {', '.join(map(state.name, cup(state).finalists)) or 'nobody'}"
    if prizes:
        drawn = ", ".join(map(state.name, lottery(state, prizes)))
        yield f"drawn in the lottery: {drawn or 'the seed has not come yet'}"


def _protocol(state: State, session: int, board: int) -> Iterator[str]:
    rows = sorted(state.rows_of(session, board), key=lambda row: row.at)
    if not rows:
        raise _Bad(f"board {board}: no table has a line of it")
    teams = any("A" in row.seats for row in rows)
    points = {} if teams else points_of(state, session, board)
    ruled = ruled_scores(state, session, board)
    for row in rows:
        cells = [
            f"{seat} {state.name(who)} {row.reading.scores[seat]}"
            + (f" ({shown(points[who])})" if who in points else "")
            for seat, who in row.seats.items()
        ]
        yield f"table {row.at.table} {row.at.room} {state.boards.noted(row.reading)}  {row.reading.text}  " + "  ".join(
            cells
        )
        if row.warning:
            yield f"  unlikely: {sentence(row.warning)}"
    for who, told in sorted(ruled.items()):
        won = f" ({shown(points[who])})" if who in points else ""
        yield f"  ruled: {state.name(who)} {told}{won}"
    if teams:
        for match in matches(state):
            if match.session == session and board in {*match.boards, *match.theirs}:
                ours, theirs = match.boards.get(board), match.theirs.get(board)
                won = ":".join(
                    "-" if one is None else shown(one, 0 if one.denominator == 1 else 2) for one in (ours, theirs)
                )
                yield f"match {match.table}: {state.name(match.home)} {won} {state.name(match.away)}"


def _log(args: argparse.Namespace) -> int:
    entries = folder.log(args.folder)
    return _say(
        *(
            f"{nth} {time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime(one.at))} {one.who}: {msgspec.json.encode(one.entry).decode()[:160]}"
            for nth, one in enumerate(entries, 1)
        )
    )


def _merge(args: argparse.Namespace) -> int:
    before = len(folder.load(args.folder).incidents)
    state = folder.merge(args.folder, args.other)
    return _say(f"{state.on} entries", *(f"incident: {one}" for one in state.incidents[before:]))


def _export_records(state: State, args: argparse.Namespace) -> int:
    """Write a folder with a file for each record that still agrees with its line."""
    if args.out is None:
        raise _Bad("--to kz writes a file for each record: say with -o into which folder")
    found = folder.kept_records(args.folder, state)
    if not found:
        raise _Bad("no line has a record: row FOLDER TABLE BOARD --record FILE.kz")
    out = Path(args.out)
    left = []
    try:
        out.mkdir(parents=True)
        for at, record in found.items():
            if records.stands(state, at, record):
                told = records.tagged(state, at, exports.people(state, at), record)
                (out / records.name(at)).write_text(told, "utf-8")
            else:
                left.append(f"{at}: left out, the line was corrected")
    except OSError as error:
        raise _Bad(f"{error.filename or out}: {error.strerror}") from None
    return _say(f"{len(found) - len(left)} records in {out}", *left)


def _export(args: argparse.Namespace) -> int:
    state = folder.load(args.folder)
    if args.to == "kz":
        return _export_records(state, args)
    data = exports.exported(state, args.to, folder.deals(args.folder), exports.Publisher(args.club, args.club_number))
    if args.out is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return 0
    try:
        Path(args.out).write_bytes(data)
    except OSError as error:
        raise _Bad(f"{args.out}: {error.strerror}") from None
    return 0


# --- the next step -----------------------------------------------------------------------------------------


def _next(args: argparse.Namespace) -> int:
    """What is to be done next, or the first step done."""
    some = list(steps(folder.load(args.folder)))
    if args.do:
        if not some or not some[0].by_itself:
            raise _Bad(f"the next step needs the director: {some[0].why}" if some else "there is nothing to do")
        words = [some[0].words[0], str(args.folder), *some[0].words[1:]]
        status: int = import_module("kozyr.verbs.line").run(
            ["tournament", *words, *(("--who", args.who) if args.who else ())]
        )
        return status
    told = []
    for step in some:
        verb, *more = step.words
        told += [step.why, f"  kozyr tournament {verb} {args.folder}{''.join(f' {word}' for word in more)}"]
    return _say(*told)


_WORK: Final[Mapping[str, Callable[[argparse.Namespace], int]]] = {
    "new": _new,
    "enter": _enter,
    "late": _late,
    "seat": _seat,
    "round": _round,
    "row": _row,
    "correct": _correct,
    "rule": _rule,
    "score": _score,
    "league": _league,
    "log": _log,
    "merge": _merge,
    "export": _export,
    "next": _next,
}
