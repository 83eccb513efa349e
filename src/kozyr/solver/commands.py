"""The work of the verbs `kozyr solve`, `kozyr chances` and `kozyr trace`; their grammar is `kozyr.verbs.solver`."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from kozyr import notation
from kozyr.games import replay
from kozyr.solver import preferans
from kozyr.solver.requests import Answer, Progress, answer, answer_batch, missing
from kozyr.solver.trace import in_words, trace

_BAD: Final = 2  # exit status for bad input
_BAR: Final = 30  # characters of the progress bar
NEWLINE: Final = "\n"
_DRAWN: Final = ("predeal", "where", "contract", "layouts", "seed")  # of chances over layouts by chance


def _request(args: argparse.Namespace, names: Iterable[str]) -> dict[str, object]:
    """The command line as a request of `kozyr.solver.requests`; an unreadable number of seconds becomes 0 and is refused there."""
    request: dict[str, object] = {name: value for name in names if (value := getattr(args, name)) is not None}
    if "timeout" in request:
        request["timeout"] = 0.0
        with suppress(ValueError):
            request["timeout"] = float(args.timeout)
    return request


def solve(args: argparse.Namespace) -> int:
    """Print the worth of a position."""
    if args.prepare:
        return _prepare()
    if args.batch is not None:
        return _batch(args.batch)
    if args.cards or ":" in (args.game or ""):
        return _complain(_stray(args.game, args.cards))
    if args.game is None:
        return _complain("which game: preferans, deberts or bridge? (or --batch FILE)")
    names = ("game", "deal", "trump", "declarer", "lead", "kind", "trick", "table", "par", "dealer", "vul", "timeout")
    return _tell(answer(_request(args, names), threads=os.cpu_count() or 1), as_json=args.json)


def _stray(game: str, words: Sequence[str]) -> str:
    """The complaint about words that belong to no option: a deal has its own."""
    told = ("GAME", game, *words) if ":" in game else (game, *words)
    cards = " ".join(told[1:])
    if ":" in cards:
        return f"the cards stand behind --deal: kozyr solve {told[0]} --deal {cards!r}"
    return f"{cards!r} means nothing here; see kozyr solve --help"


def _prepare() -> int:
    """Compute the endings, and say so at once: for a minute the command would look as if it hung."""
    path = preferans.endings_file()
    if not path.exists() and sys.stderr.isatty():
        sys.stderr.write("misère endings of five cards: this takes a minute ...\n")
    try:
        written = preferans.prepare(threads=os.cpu_count() or 1)
    except OSError as error:
        return _complain(f"{path}: {error.strerror or error}")
    _say(str(written))
    return 0


def _batch(name: str) -> int:
    try:
        lines = sys.stdin.buffer if name == "-" else Path(name).open("rb")  # noqa: SIM115 - closed below
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        return _complain(f"{name}: {getattr(error, 'strerror', None) or error}")
    with lines:
        for found in answer_batch(lines):
            _say(_json(found))
            sys.stdout.flush()
    return 0


def chances(args: argparse.Namespace) -> int:
    """Print the tricks that a declarer takes over layouts of what is not seen."""
    names = ("game", "hand", "gone", "first", "trump", "declarer", "lead", "kind", "timeout", *_DRAWN)
    if args.hand is None and args.predeal is None and args.where is None:
        return _complain(missing(args.game or ""))
    bar = _bar() if sys.stderr.isatty() else None
    found = answer(_request(args, names), threads=os.cpu_count() or 1, progress=bar)
    if bar is not None:
        sys.stderr.write("\r\033[K")
    return _tell(found, as_json=args.json)


def _bar() -> Progress:
    start = time.monotonic()

    def show(done: int, total: int) -> None:
        filled = _BAR * done // total
        left = (time.monotonic() - start) * (total - done) / done
        sys.stderr.write(f"\r[{'#' * filled}{'.' * (_BAR - filled)}] {done:,} of {total:,} layouts, {left:.0f} s left ")
        sys.stderr.flush()

    return show


def print_trace(args: argparse.Namespace) -> int:
    """Print the cost of each card of a record."""
    seconds: float | None = None
    if args.timeout is not None:
        try:
            seconds = float(args.timeout)
        except ValueError:
            seconds = 0.0
        if not 0 < seconds < float("inf"):
            return _complain(f"timeout: a number of seconds above 0, not {args.timeout!r}")
    try:
        data = sys.stdin.buffer.read() if args.file == "-" else Path(args.file).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        return _complain(f"{args.file}: {getattr(error, 'strerror', None) or error}")
    text, wrong = _as_text(data)
    parsed = notation.parse(text)
    if parsed.error is not None and wrong is None:
        wrong = f"{parsed.error.line}:{parsed.error.column}: {parsed.error.reason}"
    if parsed.record is not None:
        played = replay(parsed.record)
        if played.error is not None:
            at = len(played.applied)
            place, event = parsed.places[at], parsed.record.entries[at].event
            wrong = f"{place.line}:{place.column}: {event.token}: {played.error.code} ({played.error.law})"
        try:
            rows = list(trace(parsed.record, seconds=seconds))
        except ValueError as error:
            return _complain(f"{args.file}: {error}")
        if args.json:
            _say(_json(rows))
        else:
            for line in in_words(rows):
                _say(line)
    return 0 if wrong is None else _complain(f"{args.file}:{wrong}")


def _as_text(data: bytes) -> tuple[str, str | None]:
    """A text as far as it is one, and the place where it breaks off. None: it is one to its end."""
    try:
        return data.decode(), None
    except UnicodeDecodeError as error:
        text = data[: error.start].decode()
        return text, f"{text.count(NEWLINE) + 1}:{len(text) - text.rfind(NEWLINE)}: not UTF-8 text"


def _json(found: object) -> str:
    return msgspec.json.encode(found).decode()


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def _complain(line: str) -> int:
    sys.stderr.write(line + "\n")
    return _BAD


def _tell(found: Answer, *, as_json: bool) -> int:
    if "error" in found:
        return _complain(found["error"])
    if as_json:
        _say(_json(found))
        return 0
    for line in _in_words(found):
        _say(line)
    return 0


def _in_words(found: Answer) -> list[str]:
    """An answer for people: its value, then the cards by value, and tables as tables."""
    lines: list[str] = []
    for name in ("table", "misere"):
        if name in found:
            rows = found[name] if name == "table" else {"misere": found[name]}
            if name == "table":
                lines.append("       " + "".join(f"{seat:>4}" for seat in next(iter(rows.values()))))
            lines += [f"{row:<7}" + "".join(f"{n:>4}" for n in tricks.values()) for row, tricks in rows.items()]
    if "par" in found:
        contracts = " or ".join(found["par"]["contracts"]) or "all pass"
        lines.append(f"par {found['par']['score']} for N-S: {contracts}")
    for name, what in (("value", "tricks"), ("maxn", "tricks, each for himself"), ("points", "points")):
        if name in found:
            value = found[name]
            each = ", ".join(f"{seat} {n}" for seat, n in value.items()) if isinstance(value, dict) else value
            lines.append(f"{what}: {each}")
    if "moves" in found:
        worth: dict[int, list[str]] = {}
        for card, value in found["moves"].items():
            worth.setdefault(value, []).append(card)
        lines += [f"{value:>3}: {' '.join(cards)}" for value, cards in sorted(worth.items(), reverse=True)]
    if "layouts" in found:
        lines += _several(found) if "contracts" in found else _one(found)
    if "seconds" in found:
        nodes = f"{found['nodes']:,} nodes, " if "nodes" in found else ""
        lines.append(f"{nodes}{found['seconds']:.3g} s")
    return lines


def _one(found: Answer) -> list[str]:
    """A contract's chances: the distribution, and then what each first card does to it; the best for defenders first."""
    within = f" (95 %: {found['low']:.3f} to {found['high']:.3f})" if "low" in found else ""
    lines = [f"{found['layouts']:,} layouts, {found['mean']:.3f} tricks on the average{within}"]
    for tricks, count in enumerate(found["tricks"]):
        if count:
            lines.append(f"{tricks:>3}: {count:>7,}  {100 * count / found['layouts']:6.2f} %")
    lines += [f"{contract} made: {_share(one)}" for contract, one in found.get("makes", {}).items()]
    if "makes" not in found:
        return lines + [f"{card} led: {led['mean']:.3f}" for card, led in found.get("first", {}).items()]
    leads = []
    for card, led in found.get("first", {}).items():
        beats = led["beats"]
        beaten = [f"; {contract} beaten: {_share(one)}" for contract, one in beats.items() if len(beats) == 1]
        told = f"{card} led: {led['mean']:.3f} ({led['low']:.3f} to {led['high']:.3f}){''.join(beaten)}"
        leads.append((-max(one["chance"] for one in beats.values()) if beaten else 0, led["mean"], told))
    return lines + [told for *_, told in sorted(leads)]


def _several(found: Answer) -> list[str]:
    """The chances of several contracts: a line for each declarer and denomination."""
    lines = [f"{found['layouts']:,} layouts; tricks on the average, and the chance of each level in %"]
    for name, row in found["contracts"].items():
        for seat, one in row.items():
            made = ", ".join(f"{contract} {_share(chance, short=True)}" for contract, chance in one["makes"].items())
            lines.append(f"{name:<2} by {seat} {one['mean']:6.3f}: {made}")
    return lines


def _share(chance: Answer, *, short: bool = False) -> str:
    """A chance and its interval in per cent."""
    share, low, high = (100 * chance[name] for name in ("chance", "low", "high"))
    return f"{share:.0f} ({low:.0f}-{high:.0f})" if short else f"{share:.1f} % ({low:.1f} to {high:.1f})"
