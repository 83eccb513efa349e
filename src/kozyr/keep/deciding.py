"""Decides whether an act may be written on a kept sheet now: by the turn, the agreement, and the engine. Pure.

Only new acts are judged here. A sheet that is read is followed (`Kept.after`). So a stricter rule changes no sheet, and
a sheet goes on although one of its lines could not be written today.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from kozyr.games import IllegalEvent, Outcome
from kozyr.games.refusal import Refusal, Refused, refusal
from kozyr.keep import acts
from kozyr.keep.custom import Change, Due
from kozyr.keep.fold import Ending, Kept
from kozyr.keep.written import Error, Line, whole

_FORGOTTEN: Final = "P-4.2.10"
_EARLY: Final = "P-4.2.15"
_OWN: Final = "P-4.2.4"
_ERROR: Final = "P-4.2.7"
_JOINED: Final = "P-3.1.2"
_MOST: Final = 4_000  # entries of a log


def decide(at: Kept, seq: int, ts: int, act: acts.AnyAct) -> Kept:
    """The sheet after an act, if it may be written now.

    Raises:
        Refused: it changes nothing, and why.
    """
    judge(at, seq, ts, act)
    return at.after(seq, ts, act)


def judge(at: Kept, seq: int, ts: int, act: acts.AnyAct) -> None:
    """Refuse an act that may not be written now.

    Raises:
        Refused: it changes nothing, and why.
    """
    if act.by not in at.players:
        raise Refused("nobody", name=act.by)
    if seq > _MOST:
        raise Refused("full")
    match act:
        case acts.Write():
            _written(at, act)
        case acts.Enter():
            _entered(at, act)
        case acts.Named():
            _named(at, act)
        case acts.Rewrite():
            _corrected(at, act, _outcome(at, act), ())
        case acts.Amend():
            _corrected(at, act, None, act.marks)
        case acts.TakeBack():
            _taken_back(at, act)
        case acts.Consent():
            _agreed(at, act)
        case acts.End():
            _ending(at)
        case acts.Join() | acts.Replace() | acts.Penalty():
            _proposed(at, act)
    if not isinstance(act, acts.Named):
        _scorable(at, _standing(at, seq, ts, act), act)


def _standing(at: Kept, seq: int, ts: int, act: acts.AnyAct) -> Kept:
    """The sheet as if the act needed no consent, so that an impossible act is refused now."""
    match act:
        case acts.Write() | acts.Enter():
            outcome = at.outcome(act.outcome) if isinstance(act, acts.Write) else None
            marks, instead = ((), False) if isinstance(act, acts.Write) else (act.marks, act.instead)
            line = Line(n=seq, ts=ts, by=act.by, deal=act.deal, outcome=outcome, marks=marks, instead=instead)
            return replace(at, written=at.written.with_(line))
        case acts.Rewrite() | acts.Amend():
            line_, outcome = (
                at.written.line(act.entry),
                at.outcome(act.outcome) if isinstance(act, acts.Rewrite) else None,
            )
            assert line_ is not None
            error = Error(
                n=seq, ts=ts, by=act.by, deal=line_.deal, entry=line_.n, writer=line_.by, outcome=outcome,
                marks=act.marks if isinstance(act, acts.Amend) else (),
            )  # fmt: skip
            return replace(at, written=at.written.with_(error))
        case acts.TakeBack():
            taken = next(one for one in at.written.errors if one.n == act.entry)
            return replace(at, written=at.written.with_(replace(taken, state="taken_back")))
        case acts.End():
            return replace(at, ending=Ending(n=seq, ts=ts, by=act.by, state="stands"))
        case acts.Join() | acts.Replace() | acts.Penalty():
            return replace(at, written=at.written.with_(replace(at.change(seq, ts, act), state="stands")))
        case acts.Consent():
            return at.answered(act)
        case acts.Named():
            return at


def _scorable(before: Kept, after: Kept, act: acts.AnyAct) -> None:
    """Refuse an act that makes the sheet impossible to score.

    If today's engine cannot score the older entries either, only the new ones are judged.

    Raises:
        Refused: the engine cannot score it.
    """
    try:
        try:
            after.check()
        except ValueError:
            if _sound(before):
                raise
            after.check(before.written.numbers - {getattr(act, "entry", 0)})
    except IllegalEvent as error:
        illegal = refusal("illegal_event", error.illegal.law, reason=error.illegal.code)
        raise Refused("cannot_be", why=illegal) from None
    except ValueError as error:
        raise Refused("cannot_be", why=_why(error)) from None


def _why(error: ValueError) -> Refusal:
    """The reason for which the engine cannot score something. Where the engine has no code for it, its English line."""
    return error.refusal if isinstance(error, Refused) else refusal("unscorable", text=error)


def _sound(at: Kept) -> bool:
    """Whether today's engine can score the whole sheet."""
    try:
        at.check()
    except ValueError:
        return False
    return True


def _outcome(at: Kept, act: acts.Write | acts.Rewrite) -> Outcome:
    try:
        return at.outcome(act.outcome)
    except ValueError as error:
        raise Refused("cannot_be", why=_why(error)) from None


def _written(at: Kept, act: acts.Write) -> None:
    due = _open(at, act.deal)
    if not at.custom.in_turn(_outcome(at, act), due):
        raise Refused("cannot_be", why=refusal("other_dealer", name=due.dealer))


def _entered(at: Kept, act: acts.Enter) -> None:
    if not at.custom.judged:
        raise Refused("not_here")
    if not 1 <= act.deal <= at.contract + 1:
        raise Refused("not_this_deal", _OWN)
    if act.instead:
        _open(at, act.deal)


def _open(at: Kept, deal: int) -> Due:
    """The due facts of a deal that is not written yet.

    Raises:
        Refused: the deal is written already, or its turn has not come.
    """
    asked = any(one.deal == deal and one.state == "asked" and whole(one) for one in at.written.lines)
    if asked or deal in at.written.deals:
        raise Refused("written", _OWN)
    due = next((one for one in at.due if one.deal == deal), None)
    if due is None:
        raise Refused("over" if at.match.finished else "not_this_deal", _FORGOTTEN)
    return due


def _named(at: Kept, act: acts.Named) -> None:
    if not at.custom.judged:
        raise Refused("not_here")
    if at.match.finished:
        raise Refused("over")
    if act.deal != at.contract + 1:
        raise Refused("not_this_deal", "P-4.2.9")


def _corrected(at: Kept, act: acts.Rewrite | acts.Amend, outcome: Outcome | None, marks: tuple[acts.Mark, ...]) -> None:
    line = at.written.line(act.entry)
    if line is None or (line.outcome is None and outcome is not None) or (line.outcome is not None and marks):
        raise Refused("no_entry", _ERROR)
    if outcome is not None and line.outcome is not None:
        before = at.until(line.deal)
        same = at.custom.placed(before, outcome) == at.custom.placed(before, line.outcome)
    else:
        same = line.outcome is None and line.marks == marks
    if same:
        raise Refused("same", _ERROR)


def _taken_back(at: Kept, act: acts.TakeBack) -> None:
    error = next((one for one in at.written.errors if one.n == act.entry and one.state in {"stands", "asked"}), None)
    newer = error is not None and any(one.entry == error.entry and one.n > error.n for one in at.written.effective)
    if error is None or error.by != act.by or newer or at.late(error.deal):
        raise Refused("no_entry", _ERROR)


def _agreed(at: Kept, act: acts.Consent) -> None:
    found = at.asked(act.entry)
    if found is None or act.by not in found.asked or act.by in found.yes:
        raise Refused("not_asked")
    agreed = act.yes and {*found.yes, act.by} >= set(found.asked)
    if isinstance(found, Change) and found.what == "join" and agreed:
        _may_join(at)


def _ending(at: Kept) -> None:
    if at.match.finished:
        raise Refused("over")
    if at.ending is not None and at.ending.state == "asked":
        raise Refused("same", _EARLY)


def _proposed(at: Kept, act: acts.Join | acts.Replace | acts.Penalty) -> None:
    """Propose a change at the table: all consent to a newcomer, the others to a substitute, the payer to a fine."""
    if not isinstance(act, acts.Replace) and not at.custom.judged:
        raise Refused("not_here")
    if not isinstance(act, acts.Join) and act.player not in at.players:
        raise Refused("nobody", name=act.player)
    if not isinstance(act, acts.Penalty):
        name = " ".join(act.name.split())
        if not name or not name.isprintable() or name in at.names:
            raise Refused("named_alike", name=name)
    if isinstance(act, acts.Join):
        _may_join(at)


def _may_join(at: Kept) -> None:
    if at.contract and at.contract not in at.written.standing:
        raise Refused("cannot_be", _JOINED, why=refusal("result_first", deal=at.contract))
