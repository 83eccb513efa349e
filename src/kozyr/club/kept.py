"""Kept sheets on the wire: the bodies of requests and answers (docs/keep.md); the sheet itself is `kozyr.keep`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec

from kozyr import keep
from kozyr.club.table.customs import customs
from kozyr.club.wire import Command, Sheet
from kozyr.games import Outcome, game, options
from kozyr.keep import Change, Due, Ending, Kept, Mark, Signed, State
from kozyr.logs import Number


class KeepDo(Command, frozen=True):
    """The body of `POST /api/keep/SHEET`: an act, under an id by which it is written once, however often it is sent."""

    at: Number
    """The last number of the sheet that its sender has seen."""
    do: Annotated[msgspec.Raw, msgspec.Meta(extra={"slot": "keep"})]


class KeptMade(msgspec.Struct, frozen=True):
    """A new sheet; everybody with its id may write on it."""

    id: str


class KeptLine(Signed, frozen=True, kw_only=True):
    """A line of the sheet, as it counts now."""

    deal: int
    state: State
    late: bool
    """Whether the line was forgotten and added later (P-4.2.10)."""
    asked: tuple[str, ...]
    """The players who must consent to the line (P-4.2.10)."""
    yes: tuple[str, ...]
    """The players who have consented (P-4.2.10)."""
    outcome: Outcome | None
    marks: tuple[Mark, ...]
    protocol: str | None
    """The contract and the result (P-4.2.11)."""
    wrong: bool
    """Whether the line was corrected."""
    open: bool
    """An error in it can still be pointed out."""
    was_outcome: Outcome | None = None
    """The outcome before the correction of the line."""
    was_marks: tuple[Mark, ...] = ()
    """The marks before the correction of the line."""
    was_protocol: str | None = None
    due: Due | None = None
    """The due facts when the standing result was played."""
    instead: bool = False
    """Whether the entries by hand replace the result of their deal."""


class KeptFine(msgspec.Struct, frozen=True):
    """The fine for an error: points in a player's column."""

    player: str
    column: str
    on: str
    """The player on whom the whists are."""
    points: int | str


class KeptError(Signed, frozen=True, kw_only=True):
    """An error that a player has pointed out in an entry."""

    deal: int
    entry: int
    writer: str
    state: State
    late: bool
    """Good will is needed (P-4.2.9)."""
    asked: tuple[str, ...]
    yes: tuple[str, ...]
    warned: bool
    """Whether it was the writer's first error."""
    fines: tuple[KeptFine, ...]
    law: str
    marks: tuple[Mark, ...]
    """The right marks, where the entry was by hand."""


class KeptSheet(msgspec.Struct, frozen=True):
    """A kept sheet."""

    id: str
    seq: int
    """The number of its last entry."""
    created: int
    game: str
    preset: str
    players: tuple[str, ...]
    """The players, clockwise."""
    conventions: Mapping[str, object]
    """The value of every option."""
    sheet: Sheet
    """The sheet, as at a table."""
    judged: bool
    """Errors have their time and their price."""
    contract: int
    """The last deal whose contract is named."""
    due: tuple[Due, ...]
    """The deals that may be written, the present one first."""
    lines: tuple[KeptLine, ...]
    errors: tuple[KeptError, ...]
    warned: tuple[str, ...]
    """The players who have had their warning."""
    ending: Ending | None
    score: str
    """The arguments of `kozyr score` for the file."""
    changes: tuple[Change, ...] = ()
    """Newcomers, substitutes, fines of the table."""
    diff: Mapping[str, tuple[object, object]] = {}
    """The options that differ from their preset, with its value and ours."""


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
        lines=tuple(_line(kept, line) for line in kept.written.lines),
        errors=tuple(map(_error, kept.written.errors)),
        warned=tuple(sorted(kept.written.warned)),
        ending=kept.ending,
        score=_score(kept),
        changes=kept.written.changes,
        diff=options.diff(usual, agreed, rules.groups, "record"),
    )


def _line(kept: Kept, line: keep.Line) -> KeptLine:
    now = kept.written.counted(line)
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
    """The command that reads the file, with the options that the file lacks."""
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
