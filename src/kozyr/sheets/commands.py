"""The work of the verbs `kozyr replay`, `score`, `settle`, `deal`, `perft` and `conventions`; their grammar is `kozyr.verbs.scores`."""

from __future__ import annotations

import argparse
import codecs
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from kozyr import games, notation
from kozyr.deals import Layout, Reveal, deal_number, fair_deal, miscount, numbered_deal
from kozyr.games.options import Conventions, describe, diff, write
from kozyr.notation import perft
from kozyr.sheets import Json, Keeper, SheetPrinter, keeper, printer
from kozyr.sheets.wanted import key_of, wanted
from kozyr.verbs import BadInput

NEWLINE: Final = "\n"
_BAD: Final = 2  # exit status for bad input


# --- reading and printing ----------------------------------------------------------------------------------


class _Wrong(msgspec.Struct, frozen=True):
    """A fault in a file with its place. column None: the fault is of the whole line."""

    line: int
    column: int | None
    reason: str


class _Forbidden(_Wrong, frozen=True):
    """A fault in a record: the event, and the rule that forbids it, if it is readable."""

    event: str = ""
    law: str | None = None


class _BadDeal(_Forbidden, frozen=True):
    """The same for cards."""

    detail: str = ""
    """The hand with a wrong number of cards, and the number."""


def _status(path: str, wrong: _Wrong | None) -> int:
    """Print an error, if there is one; returns the exit status."""
    if wrong is None:
        return 0
    reason = wrong.reason
    if isinstance(wrong, _Forbidden) and wrong.law is not None:
        detail = f": {wrong.detail}" if isinstance(wrong, _BadDeal) else ""
        reason = f"{wrong.event}: {reason}{detail} ({wrong.law})"
    return _complain(f"{path}:{wrong.line}:{'' if wrong.column is None else f'{wrong.column}:'} {reason}")


def _complain(line: str) -> int:
    print(line, file=sys.stderr)
    return 2


def _bytes(path: str) -> bytes:
    """The contents of a file, without the mark that some editors put before it."""
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return data.removeprefix(codecs.BOM_UTF8)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        raise BadInput(f"{path}: {getattr(error, 'strerror', None) or error}") from None


def _text(path: str) -> str:
    try:
        return _bytes(path).decode()
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BadInput(f"{path}:{line}: not UTF-8 text") from None


def _print_json(value: object) -> None:
    # The standard library's writer has no largest integer, and a player may type a factor of any size.
    print(json.dumps(msgspec.to_builtins(value), ensure_ascii=False, separators=(",", ":")))


def _column(line: str, error: msgspec.DecodeError) -> int | None:
    """The column at which JSON breaks off. None: the error is another one."""
    if isinstance(error, msgspec.ValidationError):
        return None
    found = re.search(r"\(byte (\d+)\)", str(error))
    return len(line.encode()[: int(found[1])].decode(errors="ignore")) + 1 if found else len(line) + 1


def _why(error: Exception) -> str:
    """The message of an error on one line, without the byte number, which the column replaces."""
    return re.sub(r" \(byte \d+\)", "", " ".join(str(error).split()))


def _options(pairs: Iterable[str]) -> dict[str, object]:
    options: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadInput(f"--set {pair}: written --set option=value")
        options[name] = value
    return options


# --- the sheet ---------------------------------------------------------------------------------------------


def _print_table(rows: Sequence[Sequence[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())


def _print_standing(told: SheetPrinter, match: games.AnyMatch) -> None:
    """Print the standing of a match, as people write it."""
    for nth, block in enumerate(told.blocks(match)):
        if nth:
            print()
        if isinstance(block, str):
            print(block)
        else:
            _print_table(block)


def _printer(name: str) -> SheetPrinter:
    try:
        return printer(name)
    except ValueError as error:
        raise BadInput(str(error)) from None


# --- the verbs ---------------------------------------------------------------------------------------------


class _Played(msgspec.Struct):
    """A record played through: each deal's entries, the event that it reaches, and the refusal that stops it."""

    progress: games.Progress
    deals: list[tuple[games.Outcome, list[Json]]]
    amendments: list[Json]
    at: int | None = None
    illegal: games.Refusal | None = None


def _played(record: games.Record, told: SheetPrinter) -> _Played:
    """Play a record; as `kozyr.games.replay`, with the entries that each deal wrote under the names of its day."""
    played = _Played(games.begin(record), [], [])
    done = 0
    try:
        for step in games.steps(record):
            done += 1
            played.progress = step.after
            ended = step.before.ended if step.heard else None
            if ended is not None:  # the deal is written anew, or goes on
                played.deals.pop()
            written = told.written(step.before.match if ended is None else ended.match, step.after.match)
            if step.outcome is not None:
                played.deals.append((step.outcome, written))
            else:
                played.amendments += written
    except games.IllegalEvent as error:
        played.at, played.illegal = done, error.illegal
    return played


def _miscounted(record: games.Record, played: _Played, event: games.Event) -> str:
    """The hands of a wrong deal with their numbers of cards; empty: it is no deal, or the numbers are right."""
    state = played.progress.state
    if not isinstance(event, games.Deal) or state is None:
        return ""
    try:
        return miscount(games.game(record.game).pack, Layout.parse(event.cards), state.terms.holders)
    except ValueError as error:
        return str(error)


def replay(arguments: argparse.Namespace) -> int:
    """Play a record, and print its deals and results."""
    path = arguments.file
    text, wrong = _prefix(_bytes(path))
    parsed = notation.parse(text)
    if wrong is None and parsed.error is not None:
        found = parsed.error
        wrong = _Forbidden(line=found.line, column=found.column, reason=found.reason, event=found.token)
    if parsed.record is None:
        if arguments.json:
            _print_json({"deals": [], "amendments": [], "sheet": None, "result": None, "error": wrong})
        return _status(path, wrong)
    told = _printer(parsed.record.game)
    played = _played(parsed.record, told)
    if played.at is not None and played.illegal is not None:
        line, column = parsed.places[played.at]
        event = parsed.record.entries[played.at].event
        detail = _miscounted(parsed.record, played, event)
        wrong = _Forbidden(line, column, played.illegal.code, event.token, played.illegal.law)
        if detail:
            wrong = _BadDeal(**msgspec.structs.asdict(wrong), detail=detail)
    match, state = played.progress.match, played.progress.state
    running = None if state is None or state.phase == "deal" else state
    if arguments.json:
        standing = told.standing(match)
        del standing["entries"]  # each entry is printed with its deal
        _print_json(
            {
                "deals": [
                    {"number": number, **told.deal(outcome), "entries": entries}
                    for number, (outcome, entries) in enumerate(played.deals, 1)
                ],
                "amendments": played.amendments,
                **standing,
                "running": None if running is None else {"phase": running.phase, "actor": running.actor},
                "error": wrong,
            }
        )
        return _status(path, wrong)
    _print_table([[*told.head], *(told.row(number, outcome) for number, (outcome, _) in enumerate(played.deals, 1))])
    if running is not None:
        who = "nobody" if running.actor is None else running.actor.value
        print(f"deal {len(played.deals) + 1} is not over: {running.phase}, {who} to act")
    print()
    _print_standing(told, match)
    return _status(path, wrong)


def _prefix(data: bytes) -> tuple[str, _Forbidden | None]:
    """The readable beginning of a text, and the fault that ends it."""
    try:
        return data.decode(), None
    except UnicodeDecodeError as error:
        text = data[: error.start].decode()
        line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
        return text, _Forbidden(line, column, "not UTF-8 text")


def score(arguments: argparse.Namespace) -> int:
    """Keep a score from lines of outcomes."""
    try:
        kept = keeper(arguments.game, arguments.preset, _options(arguments.set), arguments.players)
    except ValueError as error:
        raise BadInput(str(error)) from None
    lines = enumerate(_bytes(arguments.file).split(b"\n"), 1)
    found = (_taken(kept, line, number) for number, line in lines if line.strip())
    wrong = next((one for one in found if one is not None), None)
    status = _status(arguments.file, wrong)  # before the sheet: the user must mend this first
    if arguments.json:
        _print_json({**kept.standing(), "error": wrong})
    elif wrong is None or kept.rows:
        _print_table([[*kept.told.head], *kept.rows])
        print()
        _print_standing(kept.told, kept.match)
    return status


def _taken(kept: Keeper, line: bytes, number: int) -> _Wrong | None:
    """Take a line of a score file; returns its fault, if it has one."""
    try:
        text = line.decode()
    except UnicodeDecodeError:
        return _Wrong(number, None, "not UTF-8 text")
    try:
        kept.line(text)
    except msgspec.DecodeError as error:
        return _Wrong(number, _column(text, error), _why(error))
    except ValueError as error:
        return _Wrong(number, None, _why(error))
    return None


def settle(arguments: argparse.Namespace) -> int:
    """Settle a sheet."""
    told, text = _printer(arguments.game), _text(arguments.file)
    try:
        done = told.settle(text)
    except msgspec.DecodeError as error:
        column = _column(text, error)
        before = text[: (column or 1) - 1]
        where = "" if column is None else f"{before.count(NEWLINE) + 1}:{len(before) - before.rfind(NEWLINE)}:"
        raise BadInput(f"{arguments.file}:{where} {_why(error)}") from None
    except ValueError as error:
        raise BadInput(f"{arguments.file}: {_why(error)}") from None
    if arguments.json:
        _print_json(done.facts)
    else:
        _print_table(done.rows)
    return 0


def _verify(arguments: argparse.Namespace) -> int:
    """Check reveals; returns 1 if a deal differs from the deal of its seed and nonces."""
    path, number, commitment = arguments.verify, arguments.deal, arguments.commitment
    if commitment is not None and number is None:
        raise BadInput("--commitment: of which deal? give --deal N too")
    data = _bytes(path)
    record = None
    try:
        if re.match(rb"\s*(\{|\[\s*[{\]])", data):
            reveals = notation.parse_reveals(data)
        else:
            record, reveals = _revealed(path, data)
    except ValueError as error:
        raise BadInput(f"{path}: {_why(error)}") from None
    if not reveals:
        raise BadInput(f"{path}: no deal is revealed in it")
    said = notation.verdicts(reveals, record)
    if number is not None:
        said = [one for one in said if one.deal == number]
        if not said:
            raise BadInput(f"{path}: deal {number} is not in it")
        published = {one.commitment for one in reveals if one.deal == number}
        if commitment is not None and published != {commitment.lower()}:
            said = [notation.Verdict(number, "", "the club committed to another seed before the deal")]
    if arguments.json:
        _print_json({"deals": said, "ok": not any(one.fault for one in said)})
    else:
        for one in said:
            print(_verdict(one))
    return 1 if any(one.fault for one in said) else 0


def _revealed(path: str, data: bytes) -> tuple[games.Record, tuple[Reveal, ...]]:
    """A record and the reveals in its tags."""
    parsed = notation.parse(data.decode())
    if parsed.error is not None:
        raise BadInput(f"{path}:{parsed.error.line}:{parsed.error.column}: {parsed.error.reason}")
    assert parsed.record is not None
    return parsed.record, notation.record_reveals(parsed.record)


def _verdict(one: notation.Verdict) -> str:
    name = "a deal" if one.deal is None else "the lot" if one.deal == 0 else f"deal {one.deal}"
    away = f"; away: {', '.join(one.away)}" if one.away else ""
    if one.fault is not None:
        return f"{name}: DOES NOT VERIFY: {one.fault}{': ' + one.cards if one.deal is None else ''}"
    if one.deal is None:  # nothing was promised of it
        return f"{name}: NOT CHECKED: {one.note}: {one.cards}"
    return f"{name}: verified  {one.cards}{away}{'; ' + one.note if one.note else ''}"


def deal(arguments: argparse.Namespace) -> int:
    """Deal cards, or check how a club has dealt."""
    if arguments.verify is not None:
        return _verify(arguments)
    if arguments.deal is not None or arguments.commitment is not None:
        raise BadInput("--deal and --commitment belong to --verify")
    if arguments.where is not None or arguments.predeal is not None:
        return wanted(arguments)
    if arguments.tries is not None or arguments.seconds is not None:
        raise BadInput("--tries and --seconds belong to --where")
    found = games.game(arguments.game)
    pack = found.pack
    if arguments.count is None:
        print(pack.deals if not arguments.json else f'{{"count":{pack.deals}}}')
        return 0
    if arguments.count < 0:
        raise BadInput("--count: below nought")
    players = arguments.players or len(pack.hands)
    try:
        seats = found.start(found.agree(players=players), players).next_deal().holders
        if arguments.number is not None:
            numbers = range(arguments.number, arguments.number + arguments.count)
            layouts: Iterable[Layout] = (numbered_deal(number, pack, seats) for number in numbers)
        else:
            key = key_of(arguments)
            layouts = (fair_deal(key, f"deal {nth}", pack, seats) for nth in range(1, arguments.count + 1))
        if arguments.json:
            _print_json(
                {"deals": [{"number": str(deal_number(one, pack, seats)), "cards": str(one)} for one in layouts]}
            )
        else:
            for layout in layouts:
                print(layout)
    except ValueError as error:
        raise BadInput(str(error)) from None
    return 0


def count(arguments: argparse.Namespace) -> int:
    """Check a file of counted plays."""
    path, text = arguments.file, _text(arguments.file)
    lines = text.split("\n")
    wrong: list[str] = []
    results: list[Json] = []
    try:
        for block in perft.read(text):
            for result in perft.run(block):
                check = result.check
                what = " ".join((check.name, *check.arguments))
                if not result.right:
                    wrong.append(result.block)
                    head, _, comment = lines[check.line - 1].partition("#")
                    at = head.rindex(check.expected)
                    mended = head[:at] + result.got + head[at + len(check.expected) :]
                    lines[check.line - 1] = mended + ("#" + comment if comment else "")
                results.append({"id": result.block, "check": what, "expected": check.expected, "computed": result.got})
                if arguments.json:
                    continue
                verdict = "ok" if result.right else "WRONG"
                print(f"{verdict:<5} {result.block}  {what}  expected {check.expected}  computed {result.got}")
                for token, n in result.divided:
                    print(f"        {token} {n}")
    except notation.NotationError as error:
        raise BadInput(f"{path}:{error.line}:{error.column}: {error.reason}") from None
    if arguments.json:
        _print_json({"checks": results, "wrong": sorted(set(wrong))})
    if arguments.rewrite and wrong:
        if path == "-":
            raise BadInput("--rewrite: standard input is no file to put the numbers into")
        try:
            Path(path).write_text("\n".join(lines), encoding="utf-8")
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror or error}") from None
    if not results:
        raise BadInput(f"{path}: nothing to check in it")
    if wrong:
        print(f"{path}: wrong: {', '.join(dict.fromkeys(wrong))}", file=sys.stderr)
        return 0 if arguments.rewrite else 1
    return 0


def conventions(arguments: argparse.Namespace) -> int:
    """Show presets and how they differ."""
    found = games.game(arguments.game)
    if arguments.preset is None and arguments.diff is None:
        if arguments.json:
            _print_json({"presets": list(found.presets)})
            return 0
        base = next(iter(found.presets))
        for name, conventions in found.presets.items():
            changed = len(diff(found.presets[base], conventions, found.groups))
            print(name if name == base else f"{name}  ({changed} options differ from {base})")
        return 0
    left_name = arguments.preset or next(iter(found.presets))
    left = _preset(found, left_name)
    if arguments.diff is None:
        rows = describe(left, found.groups)
        if arguments.json:
            _print_json({"preset": left_name, "options": rows})
        else:
            _print_table([_option_row(name, row) for name, row in rows.items()])
        return 0
    changes = diff(left, _preset(found, arguments.diff), found.groups)
    if arguments.json:
        _print_json({"preset": left_name, "other": arguments.diff, "diff": changes})
    else:
        table = [[name, write(one), write(two)] for name, (one, two) in changes.items()]
        _print_table([["option", left_name, arguments.diff], *table])
    return 0


def _preset(found: games.Game, name: str) -> Conventions:
    try:
        return found.agree(name)
    except ValueError as error:
        raise BadInput(str(error)) from None


def _option_row(name: str, row: Mapping[str, object]) -> list[str]:
    values = row["values"]
    choice = f"[{', '.join(values)}]" if isinstance(values, list) and values else ""
    return [name, write(row["value"]), str(row["law"]), f"{row['about']} {choice}".rstrip()]
