"""The command line: a verb for every noun of the house. For people by default, with `--json` for programs.

A wrong input prints one line that says where and why, and the status is 2; numbers that differ (perft) give 1.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import io
import json
import os
import re
import secrets
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NoReturn

import msgspec

from kozyr import notation
from kozyr.deals import Layout, deal_number, fair_deal, numbered_deal
from kozyr.games import REGISTRY, Game, Illegal, IllegalEvent, Match, Progress, Record, game
from kozyr.games.options import describe, diff, write
from kozyr.games.preferans import Contract, Outcome, Pulka, agree, settle, start
from kozyr.games.preferans.auction import Auction
from kozyr.games.preferans.pulka import Entry, Points, text as points, whole
from kozyr.notation import perft
from kozyr.solver import commands

__all__ = ["main"]

Json = dict[str, Any]
NEWLINE: Final = "\n"
_DEAL_HEAD: Final = ["deal", "dealer", "declarer", "contract", "whist", "tricks"]
_NUMBER: Final = re.compile(r"-?[0-9]{1,12}(/[1-9][0-9]{0,11})?")


class BadInput(Exception):
    """What the user gave is wrong; the text is the one line he gets."""


def main(argv: list[str] | None = None) -> int:
    """Run a command; returns the exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # suit signs on a terminal that has none
    arguments = _parser().parse_args(argv)
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except BadInput as error:
        return _complain(str(error))
    except BrokenPipeError:  # the reader, as `head`, has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1
    return status


class _Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="kozyr", description="Preferans, bridge and deberts.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"kozyr {version('kozyr')}")
    verbs = parser.add_subparsers(required=True, metavar="VERB")

    def verb(name: str, run: Callable[[argparse.Namespace], int], about: str) -> argparse.ArgumentParser:
        made = verbs.add_parser(name, help=about, description=about, allow_abbrev=False)
        made.set_defaults(run=run)
        if name != "club":
            made.add_argument("--json", action="store_true", help="for programs")
        return made

    def table(made: argparse.ArgumentParser) -> None:
        made.add_argument("--preset", default="sochi", help="conventions, as sochi or leningrad+qualifying")
        made.add_argument("--players", type=int, choices=(2, 3, 4, 5), default=3)
        made.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="a changed convention")

    made = verb("replay", _replay, "Check every event of a record; print the deals, the sheet and the settlement.")
    made.add_argument("file", metavar="FILE.kz")
    made = verb("score", _score, "Keep the score of a pulka at a real table: outcomes, one deal a line.")
    made.add_argument("file", metavar="FILE.jsonl")
    table(made)
    made = verb("settle", _settle, "Settle a sheet, finished or broken off.")
    made.add_argument("file", metavar="FILE.json")
    made = verb("deal", _deal, "Deal cards: at random, from a key, or by number.")
    made.add_argument("--game", choices=REGISTRY, default="preferans")
    made.add_argument("--players", type=int, choices=(2, 3, 4, 5), help="as many as the pack is dealt to, if left out")
    how = made.add_mutually_exclusive_group()
    how.add_argument("--key", metavar="HEX", help="a secret of 16 bytes or more: the same deals for ever")
    how.add_argument("--seed", metavar="TEXT", help="the same for trials: any text")
    how.add_argument("--number", type=int, metavar="N", help="the deal of this number")
    made.add_argument(
        "--count", type=int, nargs="?", default=1, metavar="N", help="so many deals; without N: how many there are"
    )
    made = verb("perft", _perft, "Check a file of counted plays, auctions and walks.")
    made.add_argument("file", metavar="FILE")
    made.add_argument("--rewrite", action="store_true", help="put the computed numbers into the file: after a new rule")
    made = verb("conventions", _conventions, "Show the presets, one preset, or how two differ.")
    made.add_argument("preset", nargs="?", metavar="PRESET")
    made.add_argument("--diff", metavar="PRESET")
    made.add_argument("--game", choices=REGISTRY, default="preferans")
    commands.add_arguments(verbs)
    made = verb("club", _club, "Run the club.")
    made.add_argument("--host", default="127.0.0.1")
    made.add_argument("--port", type=int, default=8000)
    made.add_argument("--db", default="kozyr.db", help="a SQLite file")
    return parser


# --- reading and printing ----------------------------------------------------------------------------------


class _Wrong(msgspec.Struct, frozen=True):
    """What is wrong with a file, and where; column None: with the line as a whole."""

    line: int
    column: int | None
    reason: str


class _Refused(_Wrong, frozen=True):
    """What is wrong with a record: the event, and the rule that forbids it, if it is not just unreadable."""

    event: str = ""
    law: str | None = None


def _status(path: str, wrong: _Wrong | None) -> int:
    """Says what is wrong, if anything; returns the exit status."""
    if wrong is None:
        return 0
    reason = wrong.reason
    if isinstance(wrong, _Refused) and wrong.law is not None:
        reason = f"{wrong.event}: {reason} ({wrong.law})"
    return _complain(f"{path}:{wrong.line}:{'' if wrong.column is None else f'{wrong.column}:'} {reason}")


def _complain(line: str) -> int:
    print(line, file=sys.stderr)
    return 2


def _bytes(path: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        raise BadInput(f"{path}: {getattr(error, 'strerror', None) or error}") from None


def _text(path: str) -> str:
    try:
        return _bytes(path).decode()
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BadInput(f"{path}:{line}: not UTF-8 text") from None


def _print_json(value: object) -> None:
    # The standard library's writer: it has no largest integer, and a factor may be as large as somebody types it.
    print(json.dumps(msgspec.to_builtins(value), ensure_ascii=False, separators=(",", ":")))


def _column(line: str, error: msgspec.DecodeError) -> int | None:
    """The column at which JSON breaks off, if that is what is wrong with it."""
    if isinstance(error, msgspec.ValidationError):
        return None
    found = re.search(r"\(byte (\d+)\)", str(error))
    return len(line.encode()[: int(found[1])].decode(errors="ignore")) + 1 if found else len(line) + 1


def _why(error: Exception) -> str:
    """The message of an error on one line, without the byte that the column has told."""
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


def _entries(entries: Iterable[Entry], names: Sequence[str]) -> list[Json]:
    return [
        {
            "deal": entry.deal,
            "column": entry.column,
            "player": names[entry.who],
            **({} if entry.on is None else {"on": names[entry.on]}),
            "points": points(entry.points),
            "why": entry.why,
            "law": entry.law,
        }
        for entry in entries
    ]


def _standing(pulka: Pulka) -> Json:
    """The sheet, the settlement as if it ended now, and what the next deal brings."""
    names, sheet, settlement = pulka.names, pulka.sheet, pulka.settlement
    terms = None if pulka.finished else pulka.next_deal()
    return {
        "sheet": {
            "pool": _by_name(names, sheet.pool),
            "hill": _by_name(names, sheet.hill),
            "whists": {
                name: {names[on]: points(n) for on, n in enumerate(row) if n}
                for name, row in zip(names, sheet.whists, strict=True)
                if any(row)
            },
        },
        "entries": _entries(sheet.entries, names),
        "result": _by_name(names, settlement.result),
        "rounded": _by_name(names, settlement.rounded),
        "finished": pulka.finished,
        "next": None
        if terms is None
        else {
            "dealer": terms.name(terms.dealer),
            "allpass_price": terms.price,
            "lowest": Auction().lowest(terms.auction),
        },
    }


def _by_name(names: Sequence[str], values: Sequence[Points]) -> dict[str, int | str]:
    return {name: points(value) for name, value in zip(names, values, strict=True)}


def _protocol(outcome: Outcome) -> str:
    """Contract and result as a tournament sheet has them: `6♠/=`, `8♥/-1` (P-4.2.11)."""
    if outcome.kind == "allpass":
        return "all-pass"
    taken = (outcome.tricks or {}).get(outcome.declarer or "", 0)
    if outcome.kind == "misere" or outcome.contract is None:
        return f"misère/{-taken or '='}"
    more = 0 if outcome.tricks is None else taken - outcome.contract.size
    sign = outcome.contract.trump.sign if outcome.contract.trump else "NT"
    result = "given up" if outcome.surrender else f"{more:+}" if more else "="
    return f"{outcome.contract.size}{sign}/{result}"


def _contract_name(outcome: Outcome) -> str:
    """The contract as text has it, misère and all-pass included."""
    kinds = {"misere": Contract.MISERE, "allpass": Contract.ALLPASS}
    return str(kinds.get(outcome.kind, outcome.contract))


def _deal_row(number: int, outcome: Outcome) -> list[str]:
    said = ", ".join(f"{name} {word}" for name, word in outcome.calls.items())
    tricks = ", ".join(f"{name} {n}" for name, n in (outcome.tricks or {}).items()) or "not played"
    return [str(number), outcome.dealer, outcome.declarer or "", _protocol(outcome), said.replace("_", "-"), tricks]


def _print_table(rows: Sequence[Sequence[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())


def _print_standing(pulka: Pulka) -> None:
    """The sheet as people write it, each cell a row of running totals (P-4.2.5), and the settlement."""
    names = pulka.names
    rows = [["", "", "running totals", ""]]
    for who, name in enumerate(names):
        cells: list[tuple[str, Points, int | None]] = [
            ("pool", pulka.sheet.pool[who], None),
            ("hill", pulka.sheet.hill[who], None),
        ]
        cells += [(f"on {names[on]}", n, on) for on, n in enumerate(pulka.sheet.whists[who]) if on != who]
        for row, (label, total, on) in enumerate(cells):
            column = label if on is None else "whists"
            own = [e.points for e in pulka.sheet.entries if (e.column, e.who, e.on) == (column, who, on)]
            running = [whole(sum(own[: n + 1], Fraction(0))) for n in range(len(own))]
            rows.append([name if row == 0 else "", label, ".".join(map(str, running)) or "-", f"= {total}"])
    _print_table(rows)
    settlement = pulka.settlement
    print()
    rows = [["the settlement:" if pulka.finished else "if it ended now:", *names]]
    rows.append(["exact", *map(str, settlement.result)])
    if settlement.rounded != settlement.result:
        rows.append(["rounded", *map(str, settlement.rounded)])
    _print_table(rows)
    if not pulka.finished:
        terms = pulka.next_deal()
        print(
            f"\nnext: {terms.name(terms.dealer)} deals, a trick of an all-pass costs {terms.price}, "
            f"the lowest bid is {Auction().lowest(terms.auction)}"
        )


# --- the verbs ---------------------------------------------------------------------------------------------


class _Played(msgspec.Struct):
    """A record played through: what each deal wrote, how far it goes, and where it is refused."""

    progress: Progress
    deals: list[tuple[Outcome, tuple[str, ...], tuple[Entry, ...]]]
    amendments: list[Json]
    at: int | None = None
    illegal: Illegal | None = None


def _pulka(match: Match) -> Pulka:
    if not isinstance(match, Pulka):
        raise BadInput("only preferans has a sheet to print as yet")
    return match


def _played(record: Record) -> _Played:
    """Play a record; as `kozyr.games.replay`, with the entries that each deal wrote under the names of its day."""
    played = _Played(Progress.start(game(record.game).start(record.conventions, record.players, record.dealer)), [], [])
    for at, entry in enumerate(record.entries):
        before = _pulka(played.progress.match)
        try:
            played.progress, outcome = played.progress.step(entry)
        except IllegalEvent as error:
            played.at, played.illegal = at, error.illegal
            break
        after = _pulka(played.progress.match)
        written = after.sheet.entries[len(before.sheet.entries) :]
        if isinstance(outcome, Outcome):
            played.deals.append((outcome, before.names, written))
        elif written:
            played.amendments += _entries(written, after.names)
    return played


def _replay(arguments: argparse.Namespace) -> int:
    path = arguments.file
    text, wrong = _prefix(_bytes(path))
    parsed = notation.parse(text)
    if wrong is None and parsed.error is not None:
        found = parsed.error
        wrong = _Refused(line=found.line, column=found.column, reason=found.reason, event=found.token)
    if parsed.record is None:
        if arguments.json:
            _print_json({"deals": [], "amendments": [], "sheet": None, "result": None, "error": wrong})
        return _status(path, wrong)
    played = _played(parsed.record)
    if played.at is not None and played.illegal is not None:
        line, column = parsed.places[played.at]
        token = parsed.record.entries[played.at].event.token
        wrong = _Refused(line, column, played.illegal.reason, token, played.illegal.law)
    pulka, state = _pulka(played.progress.match), played.progress.state
    running = None if state is None or state.phase == "deal" else state
    if arguments.json:
        standing = _standing(pulka)
        del standing["entries"]  # each stands with its deal
        _print_json(
            {
                "deals": [_deal_json(number, *deal) for number, deal in enumerate(played.deals, 1)],
                "amendments": played.amendments,
                **standing,
                "running": None if running is None else {"phase": running.phase, "actor": running.actor},
                "error": wrong,
            }
        )
        return _status(path, wrong)
    _print_table([_DEAL_HEAD, *(_deal_row(number, deal[0]) for number, deal in enumerate(played.deals, 1))])
    if running is not None:
        who = "nobody" if running.actor is None else running.actor.value
        print(f"deal {len(played.deals) + 1} is not over: {running.phase}, {who} to act")
    print()
    _print_standing(pulka)
    return _status(path, wrong)


def _prefix(data: bytes) -> tuple[str, _Refused | None]:
    """A text as far as it is one, and where it stops being one."""
    try:
        return data.decode(), None
    except UnicodeDecodeError as error:
        text = data[: error.start].decode()
        line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
        return text, _Refused(line, column, "not UTF-8 text")


def _deal_json(number: int, outcome: Outcome, names: Sequence[str], entries: Iterable[Entry]) -> Json:
    facts: Json = msgspec.to_builtins(outcome)
    return {
        "number": number,
        "declarer": None,
        "tricks": None,
        "calls": {},
        **facts,
        "contract": _contract_name(outcome),
        "protocol": _protocol(outcome),
        "entries": _entries(entries, names),
    }


def _score(arguments: argparse.Namespace) -> int:
    try:
        pulka = start(agree(arguments.preset, _options(arguments.set), arguments.players), arguments.players)
    except ValueError as error:
        raise BadInput(str(error)) from None
    wrong: _Wrong | None = None
    rows = [_DEAL_HEAD]
    for number, line in enumerate(_bytes(arguments.file).split(b"\n"), 1):
        if not line.strip():
            continue
        pulka_or_wrong = _scored(pulka, line, number)
        if isinstance(pulka_or_wrong, _Wrong):
            wrong = pulka_or_wrong
            break
        pulka = pulka_or_wrong
        rows.append(_deal_row(pulka.number - 1, pulka.history[-1]))
    if arguments.json:
        _print_json({**_standing(pulka), "error": wrong})
    else:
        _print_table(rows)
        print()
        _print_standing(pulka)
    return _status(arguments.file, wrong)


def _scored(pulka: Pulka, line: bytes, number: int) -> Pulka | _Wrong:
    """The pulka with one more line of its score, or what is wrong with the line."""
    try:
        text = line.decode()
    except UnicodeDecodeError:
        return _Wrong(number, None, "not UTF-8 text")
    try:
        return pulka.record(msgspec.json.decode(text, type=Outcome))
    except msgspec.DecodeError as error:
        return _Wrong(number, _column(text, error), _why(error))
    except ValueError as error:
        return _Wrong(number, None, _why(error))


class _Sheet(msgspec.Struct, forbid_unknown_fields=True):
    """A sheet to settle. last_dealer: the place of the one who dealt last, for equal hills (P-4.2.12)."""

    pool: list[int | str]
    hill: list[int | str]
    whists: list[list[int | str]]
    preset: str = "sochi"
    options: dict[str, bool | int | str | list[int] | None] = msgspec.field(default_factory=dict)
    last_dealer: int = -1


def _settle(arguments: argparse.Namespace) -> int:
    text = _text(arguments.file)
    try:
        sheet = msgspec.json.decode(text, type=_Sheet)
        conventions = agree(sheet.preset, sheet.options, len(sheet.pool))
        if len(sheet.pool) >= 2:
            start(conventions, len(sheet.pool))  # conventions that do not fit so many players
        whists = tuple(_row(row, "whists") for row in sheet.whists)
        done = settle(conventions, _row(sheet.pool, "pool"), _row(sheet.hill, "hill"), whists, sheet.last_dealer)
    except msgspec.DecodeError as error:
        column = _column(text, error)
        before = text[: (column or 1) - 1]
        where = "" if column is None else f"{before.count(NEWLINE) + 1}:{len(before) - before.rfind(NEWLINE)}:"
        raise BadInput(f"{arguments.file}:{where} {_why(error)}") from None
    except ValueError as error:
        raise BadInput(f"{arguments.file}: {_why(error)}") from None
    if arguments.json:
        _print_json({"result": [*map(points, done.result)], "rounded": [*map(points, done.rounded)]})
        return 0
    head = ["player", *(str(n + 1) for n in range(len(done.result)))]
    _print_table(
        [
            head,
            ["hill", *map(str, done.hill)],
            ["result", *map(str, done.result)],
            ["rounded", *map(str, done.rounded)],
        ]
    )
    return 0


def _row(values: Iterable[int | str], column: str) -> tuple[Points, ...]:
    found: list[Points] = []
    for value in values:
        if not _NUMBER.fullmatch(str(value)[:30]):
            raise ValueError(f'{column}: {str(value)[:30]!r} is no number of points; written 12 or "26/3"')
        found.append(whole(Fraction(value)))
    return tuple(found)


def _deal(arguments: argparse.Namespace) -> int:
    found = game(arguments.game)
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
            key = _key(arguments)
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


def _key(arguments: argparse.Namespace) -> bytes:
    if arguments.seed is not None:
        return hashlib.sha256(arguments.seed.encode()).digest()
    if arguments.key is None:
        return secrets.token_bytes(32)
    try:
        return bytes.fromhex(arguments.key)
    except ValueError:
        raise BadInput("--key: not hexadecimal, as 00ff...") from None


def _perft(arguments: argparse.Namespace) -> int:
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
        Path(path).write_text("\n".join(lines), encoding="utf-8")
    if not results:
        raise BadInput(f"{path}: nothing to check in it")
    if wrong:
        print(f"{path}: wrong: {', '.join(dict.fromkeys(wrong))}", file=sys.stderr)
        return 0 if arguments.rewrite else 1
    return 0


def _conventions(arguments: argparse.Namespace) -> int:
    found = game(arguments.game)
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


def _preset(found: Game, name: str) -> msgspec.Struct:
    try:
        return found.agree(name)
    except ValueError as error:
        raise BadInput(str(error)) from None


def _option_row(name: str, row: Mapping[str, object]) -> list[str]:
    values = row["values"]
    choice = f"[{', '.join(values)}]" if isinstance(values, list) and values else ""
    return [name, write(row["value"]), str(row["law"]), f"{row['about']} {choice}".rstrip()]


def _club(arguments: argparse.Namespace) -> int:
    try:
        app = importlib.import_module("kozyr.club.app")  # the web server is loaded for nothing else
    except ModuleNotFoundError as error:
        raise BadInput(f"the club is not installed: {error}") from None
    app.serve(host=arguments.host, port=arguments.port, db=arguments.db)
    return 0


if __name__ == "__main__":
    sys.exit(main())
