"""Whether an act may be written on a kept sheet now: by whose turn it is, what was agreed, and what the engine can score. Pure.

Only who writes asks here. A sheet that is read is followed (`Kept.after`). So a rule that gets stricter changes no sheet, and a sheet goes on
although one of its lines could not be written today.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec.structs import replace

from kozyr.games import IllegalEvent, Outcome
from kozyr.keep.acts import (
    Amend,
    AnyAct,
    Consent,
    End,
    Enter,
    Join,
    Mark,
    Named,
    Penalty,
    Replace,
    Rewrite,
    TakeBack,
    Write,
)  # fmt: skip
from kozyr.keep.custom import Change, Due
from kozyr.keep.fold import Ending, Error, Kept, Line, whole

_FORGOTTEN: Final = "P-4.2.10"
_EARLY: Final = "P-4.2.15"
_OWN: Final = "P-4.2.4"
_ERROR: Final = "P-4.2.7"
_JOINED: Final = "P-3.1.2"
_MOST: Final = 4_000  # entries of a log


class Wrong(StrEnum):
    """Why something is not written."""

    NOBODY = "nobody"  # nobody of this name plays
    NO_ENTRY = "no_entry"  # there is no such entry, or it stands no more
    NOT_THIS_DEAL = "not_this_deal"  # its turn has not come, or it was refused
    WRITTEN = "written"  # somebody has written it already
    SAME = "same"  # that is what stands there
    NOT_ASKED = "not_asked"
    NAMED_ALIKE = "named_alike"  # somebody here is or was called so
    NOT_HERE = "not_here"  # this game has no such thing
    CANNOT_BE = "cannot_be"  # the engine cannot score it; the detail says why
    OVER = "over"
    FULL = "full"


class Unwritten(Exception):
    """An act that changes nothing. wrong: why. law: the rule. detail: the engine's own words, in English."""

    def __init__(self, wrong: Wrong, law: str = "", detail: str = "") -> None:
        super().__init__(f"{wrong}{f' ({law})' if law else ''}{f': {detail}' if detail else ''}")
        self.wrong, self.law, self.detail = wrong, law, detail


def decide(at: Kept, seq: int, ts: int, act: AnyAct) -> Kept:
    """The sheet after an act, if it may be written now.

    Raises:
        Unwritten: it changes nothing, and why.
    """
    judge(at, seq, ts, act)
    return at.after(seq, ts, act)


def judge(at: Kept, seq: int, ts: int, act: AnyAct) -> None:
    """Refuse an act that may not be written now.

    Raises:
        Unwritten: it changes nothing, and why.
    """
    if act.by not in at.players:
        raise Unwritten(Wrong.NOBODY, detail=act.by)
    if seq > _MOST:
        raise Unwritten(Wrong.FULL)
    match act:
        case Write():
            _written(at, act)
        case Enter():
            _entered(at, act)
        case Named():
            _named(at, act)
        case Rewrite():
            _corrected(at, act, _outcome(at, act), ())
        case Amend():
            _corrected(at, act, None, act.marks)
        case TakeBack():
            _taken_back(at, act)
        case Consent():
            _agreed(at, act)
        case End():
            _ending(at)
        case Join() | Replace() | Penalty():
            _proposed(at, act)
    if not isinstance(act, Named):
        _scorable(at, _standing(at, seq, ts, act), act)


def _standing(at: Kept, seq: int, ts: int, act: AnyAct) -> Kept:
    """The sheet in which an act stands at once, though it may still wait for somebody's consent: whether it can be is known now."""
    match act:
        case Write() | Enter():
            outcome = at.outcome(act.outcome) if isinstance(act, Write) else None
            marks, instead = ((), False) if isinstance(act, Write) else (act.marks, act.instead)
            line = Line(n=seq, ts=ts, by=act.by, deal=act.deal, outcome=outcome, marks=marks, instead=instead)
            return replace(at, lines=(*at.lines, line))
        case Rewrite() | Amend():
            line_, outcome = at.line(act.entry), at.outcome(act.outcome) if isinstance(act, Rewrite) else None
            assert line_ is not None
            error = Error(
                n=seq, ts=ts, by=act.by, deal=line_.deal, entry=line_.n, writer=line_.by, outcome=outcome,
                marks=act.marks if isinstance(act, Amend) else (),
            )  # fmt: skip
            return replace(at, errors=(*at.errors, error))
        case TakeBack():
            errors = (replace(one, state="taken_back") if one.n == act.entry else one for one in at.errors)
            return replace(at, errors=tuple(errors))
        case End():
            return replace(at, ending=Ending(n=seq, ts=ts, by=act.by, state="stands"))
        case Join() | Replace() | Penalty():
            return replace(at, changes=(*at.changes, replace(at.change(seq, ts, act), state="stands")))
        case Consent():
            return at.answered(act)
        case Named():
            return at


def _scorable(before: Kept, after: Kept, act: AnyAct) -> None:
    """Refuse what the engine cannot score. Where it could not score today what stood there before, that stands, and what is new is asked.

    Raises:
        Unwritten: it cannot.
    """
    try:
        try:
            after.check()
        except ValueError:
            if _sound(before):
                raise
            after.check(before.numbers - {getattr(act, "entry", 0)})
    except IllegalEvent as error:
        raise Unwritten(Wrong.CANNOT_BE, error.illegal.law, str(error.illegal.code)) from None
    except ValueError as error:
        raise Unwritten(Wrong.CANNOT_BE, detail=str(error)) from None


def _sound(at: Kept) -> bool:
    """Whether the engine could score today all that stands on a sheet."""
    try:
        at.check()
    except ValueError:
        return False
    return True


def _outcome(at: Kept, act: Write | Rewrite) -> Outcome:
    try:
        return at.outcome(act.outcome)
    except ValueError as error:
        raise Unwritten(Wrong.CANNOT_BE, detail=str(error)) from None


def _written(at: Kept, act: Write) -> None:
    due = _open(at, act.deal)
    if not at.custom.in_turn(_outcome(at, act), due):
        raise Unwritten(Wrong.CANNOT_BE, detail=f"{due.dealer} deals here")


def _entered(at: Kept, act: Enter) -> None:
    if not at.custom.judged:
        raise Unwritten(Wrong.NOT_HERE)
    if not 1 <= act.deal <= at.contract + 1:
        raise Unwritten(Wrong.NOT_THIS_DEAL, _OWN)
    if act.instead:
        _open(at, act.deal)


def _open(at: Kept, deal: int) -> Due:
    """What is due at a deal that nobody has written yet.

    Raises:
        Unwritten: somebody has, or its turn has not come.
    """
    asked = any(one.deal == deal and one.state == "asked" and whole(one) for one in at.lines)
    if asked or deal in at.written:
        raise Unwritten(Wrong.WRITTEN, _OWN)
    due = next((one for one in at.due if one.deal == deal), None)
    if due is None:
        raise Unwritten(Wrong.OVER if at.match.finished else Wrong.NOT_THIS_DEAL, _FORGOTTEN)
    return due


def _named(at: Kept, act: Named) -> None:
    if not at.custom.judged:
        raise Unwritten(Wrong.NOT_HERE)
    if at.match.finished:
        raise Unwritten(Wrong.OVER)
    if act.deal != at.contract + 1:
        raise Unwritten(Wrong.NOT_THIS_DEAL, "P-4.2.9")


def _corrected(at: Kept, act: Rewrite | Amend, outcome: Outcome | None, marks: tuple[Mark, ...]) -> None:
    line = at.line(act.entry)
    if line is None or (line.outcome is None and outcome is not None) or (line.outcome is not None and marks):
        raise Unwritten(Wrong.NO_ENTRY, _ERROR)
    if outcome is not None and line.outcome is not None:
        before = at.until(line.deal)
        same = at.custom.placed(before, outcome) == at.custom.placed(before, line.outcome)
    else:
        same = line.outcome is None and line.marks == marks
    if same:
        raise Unwritten(Wrong.SAME, _ERROR)


def _taken_back(at: Kept, act: TakeBack) -> None:
    error = next((one for one in at.errors if one.n == act.entry and one.state in {"stands", "asked"}), None)
    newer = error is not None and any(one.entry == error.entry and one.n > error.n for one in at.effective)
    if error is None or error.by != act.by or newer or at.late(error.deal):
        raise Unwritten(Wrong.NO_ENTRY, _ERROR)


def _agreed(at: Kept, act: Consent) -> None:
    found = at.asked(act.entry)
    if found is None or act.by not in found.asked or act.by in found.yes:
        raise Unwritten(Wrong.NOT_ASKED)
    agreed = act.yes and {*found.yes, act.by} >= set(found.asked)
    if isinstance(found, Change) and found.what == "join" and agreed:
        _may_join(at)


def _ending(at: Kept) -> None:
    if at.match.finished:
        raise Unwritten(Wrong.OVER)
    if at.ending is not None and at.ending.state == "asked":
        raise Unwritten(Wrong.SAME, _EARLY)


def _proposed(at: Kept, act: Join | Replace | Penalty) -> None:
    """A change at the table: a newcomer needs all, a substitute the others, a fine the one who pays it."""
    if not isinstance(act, Replace) and not at.custom.judged:
        raise Unwritten(Wrong.NOT_HERE)
    if not isinstance(act, Join) and act.player not in at.players:
        raise Unwritten(Wrong.NOBODY, detail=act.player)
    if not isinstance(act, Penalty):
        name = " ".join(act.name.split())
        if not name or not name.isprintable() or name in at.names:
            raise Unwritten(Wrong.NAMED_ALIKE, detail=name)
    if isinstance(act, Join):
        _may_join(at)


def _may_join(at: Kept) -> None:
    if at.contract and at.contract not in at.standing:
        raise Unwritten(Wrong.CANNOT_BE, _JOINED, f"the result of deal {at.contract} comes first")
