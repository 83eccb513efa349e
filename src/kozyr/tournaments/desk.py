"""The verb `kozyr tournament`: an evening from a laptop, entry by entry, in a folder of plain files."""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from kozyr.games import REGISTRY, game
from kozyr.tournaments import exports, folder, movements, pairs, records, regulations
from kozyr.tournaments.director import Event, Refused, State, by_rating, drawn, missing, standing
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
from kozyr.tournaments.director.results import noted
from kozyr.tournaments.director.state import At, minutes
from kozyr.tournaments.director.tables import awards, cup, imp_awards, lottery, ratings, through
from kozyr.tournaments.folder import BadFolder
from kozyr.tournaments.formats import compensation_seating, olympic_seating
from kozyr.tournaments.movements import Field, Movement, Round, Table
from kozyr.tournaments.regulations import Game, Moves
from kozyr.tournaments.scoring import shown

_PLACES: Final = {2: "NS", 3: "NES", 4: "NESW"}  # of a party
_BAD: Final = 2  # exit status for bad input
_OWN: Final = {Entered, Seated, RoundBegun, RoundEnded, Row, Confirmed, Corrected}  # which have a verb of their own
_KINDS: Final = {kind.__struct_config__.tag: kind for kind in get_args(AnyWhat) if kind not in _OWN}


class _Bad(ValueError):
    """What the user gave is wrong; the text is the line he gets."""


def add_arguments(subparsers: argparse._SubParsersAction[Any]) -> argparse._SubParsersAction[Any]:
    """Teach a command line the verb; it leaves in `run` what does its work. Its own verbs, for who has one more."""
    about = "A tournament in a folder: who entered, who sits where, every result and ruling, the tables."
    made: argparse.ArgumentParser = subparsers.add_parser(
        "tournament", help=about, description=about, allow_abbrev=False
    )
    verbs: argparse._SubParsersAction[Any] = made.add_subparsers(required=True, metavar="VERB")

    def verb(name: str, work: Callable[[argparse.Namespace], int], about: str) -> argparse.ArgumentParser:
        one: argparse.ArgumentParser = verbs.add_parser(name, help=about, description=about, allow_abbrev=False)
        one.set_defaults(run=lambda args: _told(name, work, args))
        one.add_argument("folder", type=Path, metavar="FOLDER")
        return one

    def enters(one: argparse.ArgumentParser) -> None:
        one.add_argument("--who", metavar="NAME", help="who enters it; the arbiter, if left out")
        one.add_argument("--why", default="", metavar="TEXT")

    def line(one: argparse.ArgumentParser) -> None:
        one.add_argument("--round", type=int, default=0, metavar="R", help="the one that is played, if left out")
        one.add_argument("--room", choices=("open", "closed"), default="")

    one = verb("new", _new, "Begin an event in a folder.")
    one.add_argument("--name", required=True)
    one.add_argument("--game", choices=REGISTRY, default="preferans")
    one.add_argument("--preset", help="conventions, as sochi+qualifying; the game's usual ones, if left out")
    one.add_argument(
        "--set", action="append", default=[], metavar="OPTION=VALUE", help="of the regulations, as tournament.type=cup"
    )
    one.add_argument(
        "--duty", action="append", default=[], metavar="DUTY=WORDS", help="of the organisers, as arbiter=Orlova"
    )
    one.add_argument(
        "--society", action="append", default=[], metavar="NAME", help="of the society's committee of appeal"
    )
    one.add_argument("--lottery", default="", metavar="HEX", help="the commitment of a cup's lottery")
    one = verb("enter", _enter, "Enter players, pairs or teams.")
    enters(one)
    one.add_argument("name", nargs="*", metavar="NAME", help="a pair or team as NAME:MEMBER,MEMBER")
    one.add_argument("--file", metavar="FILE", help="a name a line; - reads standard input")
    one.add_argument("--rating", default="", help="of the one who enters")
    one = verb("seat", _seat, "Seat all entrants for a session, or for the next round of parties.")
    enters(one)
    one.add_argument("--by", choices=("lot", "rating", "hand"), default="lot")
    one.add_argument("--order", metavar="N,N,...", help="by hand: entrants in the order of the movement's numbers")
    one.add_argument("--seed", metavar="TEXT", help="of the lot; drawn, if left out")
    one.add_argument("--at", type=int, choices=(3, 4), help="at a table")
    one.add_argument("--rounds", type=int)
    one.add_argument("--copies", type=int)
    one.add_argument(
        "--kind", choices=("howell", "mitchell", "relay", "individual"), help="of pairs, or everybody for himself"
    )
    one.add_argument("--boards", type=int, help="of a round, at bridge")
    one.add_argument("--rooms", type=int, metavar="K", help="by tournament.movement=rooms; two, if left out")
    one.add_argument("--own-boards", action="store_true", help="each room has boards of its own, not copies")
    one.add_argument(
        "--stage", action="store_true", help="a new stage of bridge, of those in --order alone; see bridge.carry_over"
    )
    one = verb("round", _round, "Begin or end a round.")
    enters(one)
    one.add_argument("act", choices=("begin", "end"))
    one.add_argument("--last", action="store_true", help="the session ends with it")
    one = verb("row", _row, "Write a table's line: kozyr tournament row FOLDER 3 12 9H E9 S1")
    enters(one)
    line(one)
    one.add_argument("table", type=int, nargs="?")
    one.add_argument("board", type=int, nargs="?", help="0 for a party")
    one.add_argument("result", nargs="*")
    one.add_argument("--whists", default="", metavar="N=-20,E=52,...", help="as the table wrote them, to be compared")
    one.add_argument("--confirm", action="store_true", help="the protocol is back in its box")
    one.add_argument("--file", metavar="FILE", help="a line each: table, board, result; - reads standard input")
    one.add_argument(
        "--record", type=Path, metavar="FILE.kz", help="the board or party card by card, instead of its result"
    )
    one = verb("correct", _correct, "Put another result into a line.")
    enters(one)
    line(one)
    one.add_argument("table", type=int)
    one.add_argument("board", type=int)
    one.add_argument("result", nargs="*", help="nothing: the line goes")
    one.add_argument("--ground", choices=("claim", "error", "arithmetic"), default="error")
    one = verb("rule", _rule, f"Enter what the arbiter does: {', '.join(map(str, _KINDS))}.")
    enters(one)
    one.add_argument("what", choices=list(_KINDS), metavar="WHAT")
    one.add_argument("field", nargs="*", metavar="FIELD=VALUE", help="a value is JSON, or a text")
    one = verb("score", _score, "The table so far, or a board's protocol.")
    one.add_argument("--board", type=int)
    one.add_argument("--session", type=int, help="the last one, if left out")
    one.add_argument("--prizes", type=int, default=0, metavar="N", help="of a cup's lottery: who has won them")
    one.add_argument("--json", action="store_true", help="for programs")
    one = verb("log", _log, "The log for people.")
    one = verb("merge", _merge, "Put another laptop's copy of the folder into this one.")
    one.add_argument("other", type=Path, metavar="OTHER")
    one = verb("export", _export, "Write the event for other programs.")
    one.add_argument("--to", choices=("csv", "final", "json", "pbn", "usebio", "kz"), required=True)
    one.add_argument(
        "-o", "--out", metavar="FILE", help="standard output, if left out; of kz a new folder, a file a record"
    )
    return verbs


def _told(name: str, work: Callable[[argparse.Namespace], int], args: argparse.Namespace) -> int:
    try:
        return work(args)
    except (BadFolder, Refused, ValueError) as error:
        sys.stderr.write(f"kozyr tournament {name}: {error}\n")
        return _BAD


def _say(*lines: str) -> int:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 0


def _enters(args: argparse.Namespace, *what: AnyWhat) -> State:
    who = args.who or folder.event(args.folder).regulations.duties.arbiter or "director"
    return folder.add(args.folder, who, what, int(time.time()), args.why)


# --- the event ---------------------------------------------------------------------------------------------


def _new(args: argparse.Namespace) -> int:
    changes: dict[str, object] = {}
    for word in args.set:
        name, equals, text = word.partition("=")
        if not equals:
            raise _Bad(f"--set {word}: written OPTION=VALUE")
        changes[name] = _value(text)
    base = regulations.change(regulations.Regulations(), changes)
    for name in changes:
        regulations.check_read(name, args.game, base.tournament_type)
    duties = dict(word.partition("=")[::2] for word in args.duty)
    try:
        agreed = msgspec.convert({**msgspec.to_builtins(base), "duties": duties}, regulations.Regulations)
    except msgspec.ValidationError as error:
        raise _Bad(str(error)) from None
    preset = args.preset or _usual(args.game, base)
    held = Event(
        name=args.name,
        game=args.game,
        preset=preset,
        regulations=agreed,
        lottery=args.lottery,
        society=tuple(args.society),
    )
    game(args.game).agree(preset, {}, held.at[-1])
    folder.create(args.folder, held)
    lacking = agreed.open_for(tuple(preset.split("+")[1:]))
    return _say(f"{args.name}: begun in {args.folder}", *(f"it cannot open yet: {one}" for one in lacking))


def _usual(name: Game, agreed: regulations.Regulations) -> str:
    """The conventions that are meant if nobody says: those of boards, where a game has some; else the game's first."""
    presets = game(name).presets
    of_boards = agreed.tournament_type == "duplicate" and "duplicate" in presets
    return "duplicate" if of_boards else next(iter(presets))


def _value(text: str) -> object:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def _enter(args: argparse.Namespace) -> int:
    names = [*args.name, *(_lines(args.file) if args.file else ())]
    if not names:
        raise _Bad("nobody is named")
    taken = folder.load(args.folder).entrants
    first = max(taken, default=0) + 1
    what = []
    for nth, told in enumerate(names, first):
        name, colon, members = told.partition(":")
        some = tuple(one.strip() for one in members.split(",")) if colon else ()
        what.append(Entered(entrant=nth, name=name.strip(), members=some, rating=args.rating))
    state = _enters(args, *what)
    return _say(*(f"{one.entrant} {one.name}" for one in what), f"{len(state.entrants)} have entered")


def _lines(path: str) -> list[str]:
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text("utf-8")
    except (OSError, ValueError) as error:
        raise _Bad(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    return [line.strip() for line in text.splitlines() if line.strip()]


# --- seats -------------------------------------------------------------------------------------------------


_READ_BY: Final[Mapping[str, frozenset[str]]] = {  # the options of `seat` that each kind of event obeys
    "whists": frozenset({"at", "rounds", "copies", "rooms", "own_boards"}),
    "pairs": frozenset({"kind", "rounds", "boards", "stage"}),
    "teams": frozenset({"rounds", "boards", "stage"}),
    "parties": frozenset(),
}


def _check_seat(state: State, args: argparse.Namespace) -> None:
    """Refuse an option that the seating of such an event does not obey."""
    scoring = state.event.scoring
    what = "teams" if scoring in {"team_imps", "board_a_match"} else "whists" if scoring == "whists" else "pairs"
    what = what if state.event.regulations.tournament_type == "duplicate" else "parties"
    for name in sorted(frozenset().union(*_READ_BY.values()) - _READ_BY[what]):
        if getattr(args, name) not in {None, False}:
            raise _Bad(f"--{name.replace('_', '-')} decides nothing at this event")


def _seat(args: argparse.Namespace) -> int:
    state = folder.load(args.folder)
    kind = state.event.regulations.tournament_type
    if kind == "cup":
        raise _Bad("at a cup everybody plays by himself; nobody is seated (PT-M.4)")
    _check_seat(state, args)
    if kind in {"olympic", "compensation"}:
        seated = _parties(state, args)
    else:
        playing = [who for who in sorted(state.entrants) if who not in state.disqualified]
        how, order, seed = _ordered(state, playing, args)
        if (left := sorted(set(playing) - set(order))) and not args.stage:
            raise _Bad(f"--order leaves out {', '.join(map(state.name, left))}")
        seated = Seated(how=how, order=order, movement=_movement(state, len(order), args), seed=seed, stage=args.stage)
    after_it = _enters(args, seated)
    note = [seated.movement.note] if seated.movement.note else []
    lot = [f"the lot was drawn from {seated.seed}"] if seated.seed else []
    return _say(*lot, *note, *_seats(after_it, 1))


def _ordered(state: State, playing: Sequence[int], args: argparse.Namespace) -> tuple[Any, tuple[int, ...], str]:
    """How they are seated, their order, and the seed of the lot."""
    if args.order is not None:
        try:
            return "hand", tuple(int(word) for word in args.order.split(",")), ""
        except ValueError:
            raise _Bad(f"--order {args.order}: numbers of entrants with commas between") from None
    if args.by == "hand":
        return "hand", tuple(playing), ""
    if args.by == "rating":
        return "rating", by_rating(state, playing), ""
    seed = args.seed or secrets.token_hex(8)
    return "lot", drawn(playing, seed), seed


def _movement(state: State, count: int, args: argparse.Namespace) -> Movement:
    scoring = state.event.scoring
    if scoring == "whists":
        return movement_of_preferans(state.event.regulations.tournament_movement, count, args)
    if scoring == "none":
        raise _Bad(f"boards of {state.event.game} are not scored; its events are olympic or compensation")
    if scoring in {"team_imps", "board_a_match"}:
        return pairs.teams(count, args.rounds, args.boards)
    if args.kind == "individual":
        return pairs.individual(count, args.rounds, args.boards)
    return pairs.pairs(count, args.kind, args.rounds, args.boards)


def movement_of_preferans(kind: Moves, players: int, args: argparse.Namespace) -> Movement:
    """The movement of preferans of a kind, by the options of a command line.

    Raises:
        ValueError: there is none, or an option of another kind.
    """
    if kind != "rooms" and (args.rooms is not None or args.own_boards):
        raise _Bad("--rooms and --own-boards are of the movement in rooms")
    if kind != "scheme" and args.copies is not None:
        raise _Bad(f"--copies is of schemes, the movement is {kind}")
    if kind == "rooms":
        return movements.in_rooms(players, args.rooms or 2, args.at or 4, args.rounds, shared=not args.own_boards)
    if kind != "scheme":
        return movements.by_lines(players, kind, args.at, args.rounds)
    return movements.preferans(players, args.at, args.rounds, args.copies)


def _parties(state: State, args: argparse.Namespace) -> Seated:
    """The next round of an Olympic or a compensation event: one round of parties."""
    if state.event.regulations.tournament_type == "compensation" and state.sessions:
        if args.order is not None or args.seed is not None:
            raise _Bad("the next round is seated by the ratings, not by --order or --seed (PT-III.1)")
        rated = {who: total for who, total in ratings(state).items() if who not in state.disqualified}
        rest = _resting(state, rated)
        tables = compensation_seating({who: own for who, own in rated.items() if who not in rest}, state.event.at)
        return Seated(
            how="hand",
            order=(*(who for one in tables for who in one), *rest),
            movement=parties([len(one) for one in tables], len(rest)),
        )
    playing = list(through(state))
    if state.event.regulations.tournament_type == "compensation":
        playing = [who for who in sorted(state.entrants) if who not in state.disqualified]
    fill = state.event.regulations.event_fill
    seating = olympic_seating(len(playing), 0, fill, state.event.at)
    how, order, seed = _ordered(state, playing, args)
    return Seated(how=how, order=order, movement=parties(seating.tables, seating.byes), seed=seed)


def _resting(state: State, rated: Mapping[int, Fraction]) -> list[int]:
    """Who rests in a round of a number that fills no tables: as few as can be, who rested least, of them the lowest."""
    rests = Counter(
        session.order[number - 1]
        for session in state.sessions
        for turn in session.movement.rounds
        for number in turn.rest
    )
    order = sorted(rated, key=lambda who: (rests[who], rated[who], -who))
    return order[: olympic_seating(len(rated), 0, "byes", state.event.at).byes]


def parties(tables: Sequence[int], resting: int = 0) -> Movement:
    """One round of parties at tables of so many, without boards; who rests has the last numbers."""
    sat, number = [], 0
    for nth, size in enumerate(tables, 1):
        sat.append(Table(nth, (), {seat: number + at for at, seat in enumerate(_PLACES[size], 1)}))
        number += size
    rest = tuple(range(number + 1, number + resting + 1))
    field = Field("rooms", 1, number + resting, max(tables), len(tables), resting)
    return Movement(1, (field,), (Round(tuple(sat), rest),))


def _seats(state: State, round_: int) -> Iterator[str]:
    session = state.session
    assert session is not None
    for table in session.turn(round_).tables:
        who = "  ".join(f"{seat} {state.name(one)}" for seat, one in session.entrants(table).items())
        told = f"boards {table.boards[0]}-{table.boards[-1]}  " if table.boards else ""
        yield f"table {table.table}  {told}{who}"
    if session.turn(round_).rest:
        yield "rest  " + "  ".join(state.name(session.order[number - 1]) for number in session.turn(round_).rest)


def _round(args: argparse.Namespace) -> int:
    state = _enters(args, RoundBegun() if args.act == "begin" else RoundEnded(last=args.last))
    session = state.session
    assert session is not None
    last = minutes(state.event, session.movement)
    if args.act == "begin":
        return _say(f"round {session.begun}{f', {last} minutes' if last else ''}", *_seats(state, session.begun))
    lacking = [f"{at}: the line of round {at.round} is missing" for at in missing(state)]
    over = ["the session has ended"] if session.ended_at is not None else []
    begun_at = state.clock if session.begun_at is None else session.begun_at
    late = (state.clock - begun_at) // 60 - last
    said = f", {late} minutes late (PT-I.4)" if last and late > 0 else ""
    return _say(f"round {session.ended} has ended{said}", *over, *lacking)


# --- results -----------------------------------------------------------------------------------------------


def _row(args: argparse.Namespace) -> int:
    whists = {}
    for word in filter(None, args.whists.split(",")):
        seat, _, number = word.partition("=")
        whists[seat] = str(exact(number))
    what: list[AnyWhat] = []
    if args.file:
        for line in _lines(args.file):
            table, board, result = _split(line)
            what.append(Row(table=table, board=board, result=result, round=args.round, room=args.room))
    elif args.table is None or args.board is None or bool(args.result) == bool(args.record):
        raise _Bad("which table, board and result? As: row FOLDER 3 12 9H E9 S1")
    else:
        told = " ".join(args.result) or folder.line_of_record(args.folder, args.record, _place(args))
        what.append(
            Row(table=args.table, board=args.board, result=told, round=args.round, room=args.room, whists=whists)
        )
    _fits(what)
    if args.confirm:
        what += [
            Confirmed(table=one.table, board=one.board, round=one.round, room=one.room)
            for one in what
            if isinstance(one, Row)
        ]
    state = _enters(args, *what)
    if args.record:
        folder.keep_record(args.folder, args.record, _place(args))
    fresh = list(state.rows.values())[-len(what) :]
    warned = [f"{row.at}: unlikely: {row.warning}" for row in fresh if row.warning]
    return _say(
        *(f"table {one.table}, board {one.board}: {one.result}" for one in what if isinstance(one, Row)), *warned
    )


def _place(args: argparse.Namespace) -> At:
    """Where the line of a command stands."""
    state = folder.load(args.folder)
    if state.session is None:
        raise _Bad("nobody is seated yet")
    return At(len(state.sessions), args.round or state.session.begun, args.table, args.board, args.room)


def _split(line: str) -> tuple[int, int, str]:
    words = line.split(maxsplit=2)
    if len(words) < 3 or not words[0].isdecimal() or not words[1].isdecimal():
        raise _Bad(f"{line[:40]!r}: a line has table, board and result")
    return int(words[0]), int(words[1]), words[2]


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


def _rule(args: argparse.Namespace) -> int:
    told: dict[str, object] = {"what": args.what}
    for word in args.field:
        name, equals, text = word.partition("=")
        if not equals:
            raise _Bad(f"{word}: written FIELD=VALUE")
        told[name] = _value(text)
    try:
        what = msgspec.json.decode(msgspec.json.encode(told), type=AnyWhat)
    except msgspec.ValidationError as error:
        raise _Bad(f"{args.what}: {error}") from None
    state = _enters(args, what)
    return _say(f"entry {state.on}: {args.what}")


# --- what came of it ---------------------------------------------------------------------------------------


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
    notes = [f"incident: {one}" for one in state.incidents]
    return _say(f"{state.event.name}, {status} ({table.unit})", *lines, *notes)


def _of_cup(state: State, prizes: int) -> Iterator[str]:
    """Who reaches the final of a cup, and who has won its lottery (PT-M.4)."""
    yield f"in the final: {', '.join(map(state.name, cup(state).finalists)) or 'nobody'}"
    if prizes:
        drawn = ", ".join(map(state.name, lottery(state, prizes)))
        yield f"drawn in the lottery: {drawn or 'the seed has not come yet'}"


def _protocol(state: State, session: int, board: int) -> Iterator[str]:
    rows = sorted(state.rows_of(session, board), key=lambda row: row.at)
    if not rows:
        raise _Bad(f"board {board}: no table has a line of it")
    teams = any("A" in row.seats for row in rows)
    by_imps = state.event.scoring in {"butler", "cross_imps"}
    points = {} if teams else {who: award.points for who, award in awards(state, session, board).items()}
    points = imp_awards(state, session, board) if by_imps else points
    for row in rows:
        cells = [
            f"{seat} {state.name(who)} {row.reading.scores[seat]}"
            + (f" ({shown(points[who])})" if who in points else "")
            for seat, who in row.seats.items()
        ]
        yield f"table {row.at.table} {row.at.room} {noted(row.reading)}  {row.reading.text}  " + "  ".join(cells)
        if row.warning:
            yield f"  unlikely: {row.warning}"


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
    """A folder with a file for each record whose line has its numbers still."""
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
    if args.to == "pbn":
        data = exports.to_pbn(state, folder.deals(args.folder))
    else:
        made = {"csv": exports.to_csv, "final": exports.final_csv, "json": exports.to_json, "usebio": exports.to_usebio}
        data = made[args.to](state).encode()
    if args.out is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return 0
    try:
        Path(args.out).write_bytes(data)
    except OSError as error:
        raise _Bad(f"{args.out}: {error.strerror}") from None
    return 0
