"""Kept sheets on the wire: what comes in and what goes out (docs/keep.md); the sheet itself is `kozyr.keep`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec

from kozyr import keep
from kozyr.club.table.customs import customs
from kozyr.club.wire import CommandId, Sheet
from kozyr.games import Outcome, game, options
from kozyr.keep import Change, Due, Ending, Kept, Mark
from kozyr.keep.fold import State
from kozyr.logs import Number


class KeepDo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/keep/SHEET`: an act, under an id by which it is written once, however often it is sent.

    at: the last number of the sheet that its sender has seen.
    """

    id: CommandId
    at: Number
    do: Annotated[msgspec.Raw, msgspec.Meta(extra={"slot": "keep"})]


class KeptMade(msgspec.Struct, frozen=True):
    """A sheet was begun; whoever has its id may write on it."""

    id: str


class KeptLine(msgspec.Struct, frozen=True):
    """What is written, as it counts now. was_outcome, was_marks: what stood there before somebody put it right.

    n: the number of its entry. protocol: contract and result (P-4.2.11). wrong: it was put right. open: an error in it can still be pointed out.
    late, asked, yes: it was forgotten, and whose consent it needs and has (P-4.2.10). due: what was due when a result that stands
    was played. instead: entries by hand that stand for the result of their deal.
    """

    n: int
    ts: int
    by: str
    deal: int
    state: State
    late: bool
    asked: tuple[str, ...]
    yes: tuple[str, ...]
    outcome: Outcome | None
    marks: tuple[Mark, ...]
    protocol: str | None
    wrong: bool
    open: bool
    was_outcome: Outcome | None = None
    was_marks: tuple[Mark, ...] = ()
    was_protocol: str | None = None
    due: Due | None = None
    instead: bool = False


class KeptFine(msgspec.Struct, frozen=True):
    """What an error has cost: points in somebody's column. on: of whists."""

    player: str
    column: str
    on: str
    points: int | str


class KeptError(msgspec.Struct, frozen=True):
    """An error that somebody has pointed out in an entry. late: good will is needed (P-4.2.9). warned: the writer's first one."""

    n: int
    ts: int
    by: str
    deal: int
    entry: int
    writer: str
    state: State
    late: bool
    asked: tuple[str, ...]
    yes: tuple[str, ...]
    warned: bool
    fines: tuple[KeptFine, ...]
    law: str


class KeptSheet(msgspec.Struct, frozen=True):
    """A kept sheet. seq: the number of its last entry. players: clockwise. conventions: every option. sheet: as at a table.

    diff: the options that differ from their preset, with its value and ours.

    judged: errors have their time and their price. contract: the last deal whose contract is named. due: the deals that may
    be written, the present one first. warned: who has had his warning. changes: newcomers, substitutes, fines of the table. score: how `kozyr score` is told to read the file.
    """

    id: str
    seq: int
    created: int
    game: str
    preset: str
    players: tuple[str, ...]
    conventions: Mapping[str, object]
    sheet: Sheet
    judged: bool
    contract: int
    due: tuple[Due, ...]
    lines: tuple[KeptLine, ...]
    errors: tuple[KeptError, ...]
    warned: tuple[str, ...]
    ending: Ending | None
    score: str
    changes: tuple[Change, ...] = ()
    diff: Mapping[str, tuple[object, object]] = {}


def told(sheet: str, kept: Kept, created: int) -> KeptSheet:
    """A kept sheet as it goes over the wire."""
    setup, agreed = kept.setup, kept.match.conventions
    rules = game(setup.game)
    described = options.describe(agreed, rules.groups, "record")
    usual = rules.agree(kept.told.preset, None, len(setup.players))
    return KeptSheet(
        id=sheet,
        seq=kept.seq,
        created=created,
        game=setup.game,
        preset=kept.told.preset,
        players=kept.players,
        conventions={name: row["value"] for name, row in described.items()},
        sheet=customs(setup.game).kept(kept.match),
        judged=kept.custom.judged,
        contract=kept.contract,
        due=kept.due,
        lines=tuple(_line(kept, line) for line in kept.lines),
        errors=tuple(map(_error, kept.errors)),
        warned=tuple(sorted(kept.warned)),
        ending=kept.ending,
        score=_score(kept),
        changes=kept.changes,
        diff=options.diff(usual, agreed, rules.groups, "record"),
    )


def _line(kept: Kept, line: keep.Line) -> KeptLine:
    now = kept.counted(line)
    wrong = (now.outcome, now.marks) != (line.outcome, line.marks)
    return KeptLine(
        n=line.n, ts=line.ts, by=line.by, deal=line.deal, state=line.state, late=line.late, asked=line.asked, yes=line.yes,
        outcome=now.outcome, marks=now.marks, protocol=_protocol(kept, now), wrong=wrong,
        open=line.state == "stands" and not kept.late(line.deal),
        was_outcome=line.outcome if wrong else None, was_marks=line.marks if wrong else (),
        was_protocol=_protocol(kept, line) if wrong else None,
        due=kept.dues.get(line.deal) if now.outcome is not None and line.state == "stands" else None, instead=line.instead,
    )  # fmt: skip


def _protocol(kept: Kept, line: keep.Line) -> str | None:
    return None if line.outcome is None else kept.custom.protocol(line.outcome)


def _error(error: keep.Error) -> KeptError:
    fields = {name: getattr(error, name) for name in KeptError.__struct_fields__ if name != "fines"}
    return KeptError(fines=msgspec.convert(error.fines, tuple[KeptFine, ...], from_attributes=True), **fields)


def _score(kept: Kept) -> str:
    """The command that reads the file, with what it needs to know besides."""
    setup = kept.told
    if kept.custom.head(setup):
        return "kozyr score pulka.jsonl"
    told = [setup.game, f"--preset {setup.preset}"]
    told += [f"--players {len(setup.players)}"] if len(game(setup.game).players) > 1 else []
    said = {
        name: value if isinstance(value, str) else msgspec.json.encode(value).decode()
        for name, value in setup.changes.items()
    }
    told += [f"--set {name}={value}" for name, value in said.items()]
    return f"kozyr score {' '.join(told)} pulka.jsonl"
