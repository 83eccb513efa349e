"""The work of the verb `kozyr rule`; its grammar is `kozyr.verbs.arbiter`."""

from __future__ import annotations

import argparse
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from itertools import chain
from pathlib import Path
from typing import Final, get_args

import msgspec
import msgspec.inspect

from kozyr import notation
from kozyr.arbiter import ARBITER, AnyIncident, Ruling, rule
from kozyr.arbiter.desk.book import laws
from kozyr.arbiter.desk.questions import KINDS
from kozyr.arbiter.effects import effect_said, pretty
from kozyr.arbiter.spoken import spoken
from kozyr.arbiter.told import Told, made, missing
from kozyr.arbiter.words import proof_said, refused, sentence
from kozyr.games import REGISTRY, Entry, Record, part, replay
from kozyr.games.refusal import Refusal, Refused, refusal
from kozyr.words import Language, vocabulary

_BAD: Final = 2  # exit status for bad input
_decoder: Final = msgspec.json.Decoder[AnyIncident](AnyIncident)


def run(args: argparse.Namespace) -> int:
    """Rule on an incident, or say what can be ruled."""
    work: Callable[[argparse.Namespace], int] = _list if args.list else _rule if args.explain is None else _explain
    try:
        return work(args)
    except Refused as error:
        return _complain(refused(error.refusal, args.lang))


def _misread(error: str, language: Language) -> str:
    """What the decoder says of an incident, in a language: the field, and the kind of value that it wants."""
    at = re.search(r"at `\$\.?(.*?)`$", error)
    field = at[1] if at and at[1] else "--incident"
    if wrong := re.match(r"Invalid (?:enum )?value ('.*'|-?\d+)", error):
        return _own(language, "wrong_value", field=field, value=wrong[1])
    if name := re.search(r"(unknown|missing required) field `(.*?)`", error):
        return _own(language, "no_field" if name[1] == "unknown" else "no_fact", field=name[2])
    if at and (wanted := re.match(r"Expected `(int|bool|str|array|object)", error)):
        kind = _own(language, f"misfit_{wanted[1]}")
        return _own(language, "misfit", field=field, kind=kind)
    return _own(language, "not_json")


def _right(incident: str, language: Language) -> str:
    """The end of an error about an incident: the fields of its type, or the known types of incidents."""
    try:
        tag = msgspec.json.decode(incident, type=dict[str, object]).get("type")
    except (msgspec.DecodeError, UnicodeError):
        return ""
    if (kind := KINDS.get(str(tag))) is None:
        near = get_close_matches(str(tag), KINDS)
        return "; " + (_own(language, "tags", tags=", ".join(near)) if near else _own(language, "all_tags"))
    asked = [one.name if one.required else f"[{one.name}]" for one in msgspec.structs.fields(kind)]
    return "; " + _own(language, "fields", tag=tag, fields=", ".join(asked) or "-")


def _complain(line: str) -> int:
    sys.stderr.write(f"{line}\n")
    return _BAD


def _own(language: Language, code: str, **params: object) -> str:
    """A line about the command itself."""
    return vocabulary(language, "rulings", "COMMAND")[code].format(**params)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _print_json(value: object) -> None:
    _say(msgspec.json.encode(value).decode())


# ------------------------------------------------------------------ the laws


def _games() -> tuple[str, ...]:
    return tuple(name for name in REGISTRY if part("arbiter", name) is not None)


def _list(args: argparse.Namespace) -> int:
    if args.file is not None and args.file not in _games():
        return _complain(_own(args.lang, "no_laws_of", game=repr(args.file), games=", ".join(_games())))
    rows = laws(_games() if args.file is None else (args.file,))
    if args.json:
        _print_json(rows)
        return 0
    for row in rows:
        _say(f"{row.law:<14} {row.game:<10} {row.incident:<18} {row.part:<9} {row.body}")
    return 0


def _explain(args: argparse.Namespace) -> int:
    rows = [row for row in laws(_games()) if row.law == args.explain]
    if not rows:
        return _complain(_own(args.lang, "no_law", law=repr(args.explain)))
    kinds = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyIncident)}
    labels, names, about = (vocabulary(args.lang, "rulings", name) for name in ("LABELS", "NAMES", "ABOUT"))
    for row in rows:
        kind = kinds[row.incident]
        asked = [field.name for field in msgspec.structs.fields(kind)]
        words = _words(kind)
        if args.json:
            _print_json({**msgspec.to_builtins(row), "asks": asked, "values": words})
            continue
        _say(f"{row.law}: {labels[row.part]}. {names[row.incident].capitalize()}: {row.incident}")
        _say(about.get(row.incident) or inspect.getdoc(kind) or "")
        _say(f"{labels['asks']}: {', '.join(asked) or '-'}")
        for field, values in words.items():
            if field != "spectator":
                _say(f"{field}: {', '.join(values)}")
        _say(labels["spectator"])
    return 0


def _words(kind: type[msgspec.Struct]) -> dict[str, list[str]]:
    """The fields of an incident that take one of a few words, with these words."""
    told = msgspec.inspect.type_info(kind)
    assert isinstance(told, msgspec.inspect.StructType)
    found = {field.name: sorted(_choices(field.type)) for field in told.fields}
    return {field: values for field, values in found.items() if values}


def _choices(told: msgspec.inspect.Type) -> Iterator[str]:
    """The words that a type names, also as values of a dict."""
    match told:
        case msgspec.inspect.LiteralType(values=values):
            yield from (value for value in map(str, values) if value)
        case msgspec.inspect.UnionType(types=types):
            yield from chain.from_iterable(map(_choices, types))
        case msgspec.inspect.DictType(value_type=value):
            yield from _choices(value)


# ------------------------------------------------------------------ a ruling


def _rule(args: argparse.Namespace) -> int:
    if args.incident is None:
        return _complain(_own(args.lang, "which_incident"))
    try:
        incident = _decoder.decode(args.incident)
    except (msgspec.DecodeError, UnicodeError) as error:
        return _complain(f"--incident: {_misread(str(error), args.lang)}{_right(args.incident, args.lang)}")
    if args.file is None:
        return _complain(_own(args.lang, "which_record", games="|".join(_games())))
    told_of = _asked(args, incident) if args.file in REGISTRY else None
    given = [name for name in ("preset", "players", "set", "events", "deal") if getattr(args, name)]
    if told_of is None and given:
        return _complain(_own(args.lang, "goes_with_game", option=given[0], file=args.file))
    record = _read(args.file, args.lang) if told_of is None else made(told_of, incident)
    if isinstance(record, str):
        return _complain(record)
    at = len(record.entries) if args.at is None else args.at
    ruling = rule(record, at, incident)
    if told_of is not None and ruling.proof is not None and not told_of.deal:
        told_of = _answered(told_of, (refusal("cards", ruling.laws[0], field="deal"),), args.lang)
        record = made(told_of, incident)
        ruling = rule(record, at, incident)
    if ruling.late:
        assert ruling.deadline is not None
        if args.json:
            _print_json(spoken(ruling, args.lang))
        return _complain(
            f"{pretty(sentence(ruling.reason, args.lang), args.lang)} {vocabulary(args.lang, 'rulings', 'LABELS')['late'].format(law=ruling.deadline.law)}"
        )
    if args.choose is not None and not 1 <= args.choose <= len(ruling.branches):
        return _complain(_own(args.lang, "no_branch", n=args.choose, branches=len(ruling.branches)))
    if args.out is not None:
        if args.choose is None and len(ruling.branches) > 1:
            return _complain(_own(args.lang, "needs_choice", branches=len(ruling.branches)))
        written = _with_ruling(record, at, ruling, (args.choose or 1) - 1)
        try:
            Path(args.out).write_text(notation.format(written), encoding="utf-8")
        except (OSError, ValueError) as error:
            return _complain(f"{args.out}: {getattr(error, 'strerror', None) or error}")
    if args.json:
        _print_json(spoken(ruling, args.lang))
    else:
        _tell(ruling, args.lang, args.choose)
    return 0


def _asked(args: argparse.Namespace, incident: AnyIncident) -> Told:
    """The story of an incident without a record. Missing facts are asked for.

    Raises:
        Refused: something is missing, and nobody sits at a terminal to be asked.
    """
    options = dict(one.partition("=")[::2] for one in args.set)
    found = Told(args.file, args.preset or "", args.players, options, args.events or "", args.deal or "")
    return _answered(found, missing(found, incident), args.lang)


def _answered(told_of: Told, wanted: tuple[Refusal, ...], language: Language) -> Told:
    """The story with an answer to each question, read from the terminal."""
    asked = tuple((str(one.params["field"]), refused(one, language, field=False)) for one in wanted)
    if asked and not sys.stdin.isatty():
        raise _untold(asked)
    answers: dict[str, str] = {}
    for name, why in asked:
        sys.stderr.write(f"{name} ({why}): ")
        sys.stderr.flush()
        answers[name] = sys.stdin.readline().strip()
        if not answers[name]:
            raise _untold(((name, why),))
    return msgspec.structs.replace(told_of, **answers)


def _untold(asked: tuple[tuple[str, str], ...]) -> Refused:
    return Refused("untold", list="; ".join(f"--{name}, {why}" for name, why in asked))


def _read(path: str, language: Language) -> Record | str:
    """The record of a file; else what is wrong with it."""
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        return f"{path}: {getattr(error, 'strerror', None) or error}"
    found = notation.parse(text)
    if found.error is not None:
        return f"{path}:{found.error.line}:{found.error.column}: {found.error.reason}"
    if found.record is None:
        return f"{path}: {_own(language, 'no_record')}"
    played = replay(found.record)
    if played.error is not None:
        place = found.places[len(played.applied)]
        event = found.record.entries[len(played.applied)].event.token
        wrong = refused(Refusal(played.error.code, played.error.law, {"event": event}), language)
        return f"{path}:{place.line}:{place.column}: {wrong}"
    return found.record


def _with_ruling(record: Record, at: int, ruling: Ruling, choice: int) -> Record:
    """The record up to the ruling, and the ruling as its last entry: what came after it is played anew."""
    entry = Entry(at + 1, None, ruling.event(choice))
    return msgspec.structs.replace(record, entries=(*record.entries[:at], entry))


def _tell(ruling: Ruling, language: Language, chosen: int | None) -> None:
    _say(pretty(sentence(ruling.reason, language), language))
    words = vocabulary(language, "rulings", "LABELS")
    _say(f"{words['laws']}: {', '.join(ruling.laws)}")
    if ruling.deadline is not None:
        until = vocabulary(language, "rulings", "DEADLINES")[ruling.deadline.until]
        passed = words["passed" if ruling.deadline.passed else "open"]
        _say(f"{words['until']} {until}: {passed} ({ruling.deadline.law})")
    for n, branch in enumerate(ruling.branches, 1):
        if chosen in {None, n}:
            done = "; ".join(effect_said(effect, language) for effect in branch.effects)
            alone = len(ruling.branches) == 1
            by = words["do"] if alone and branch.chooser == ARBITER else words.get(branch.chooser, branch.chooser)
            _say(f"{by}: {done}" if alone else f"{n}. {by}: {done}")
    if ruling.proof is not None:
        asked, found = proof_said(ruling.proof, language)
        _say(f"{words['proof']}: {asked}")
        for line in found:
            _say(f"       {line}")
        for position in ruling.proof.positions:
            told_as = " ".join(f"--{name} {value!r}" for name, value in position.items() if name != "game")
            _say(f"       kozyr solve {position.get('game', 'preferans')} {told_as}")
