"""The laws of the sheet kept by hand (P-4.2.7 to P-4.2.10; PC-4.8.4)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from kozyr.arbiter.incidents import ForgottenEntry, WrongEntry
from kozyr.arbiter.laws.preferans.terms import agreed, club
from kozyr.arbiter.ruling import ARBITER, Branch, Deadline, Moment, Reason, Ruling, decided, stands
from kozyr.games import Deal
from kozyr.games.preferans.words import Correction
from kozyr.games.refusal import Refused
from kozyr.games.rulings import PlayOn, SheetEntry, Warned

_LAWS: Final = ("P-4.2.7",)


def _window(moment: Moment, entry: int, late: bool | None) -> Deadline:
    """Errors are heard until the end of the next auction (P-4.2.9). late: whether it is over, as told."""
    if late is None:
        deals = [n for n, step in enumerate(moment.steps, 1) if type(step.entry.event) is Deal and n > entry]
        state = moment.progress.state
        running = state is not None and state.phase in {"deal", "auction", "invite"}
        late = len(deals) > 1 or (len(deals) == 1 and not running)
    return Deadline("PC-4.8.4" if club(moment) else "P-4.2.9", "next_auction", late)


def wrong_entry(moment: Moment, incident: WrongEntry) -> Ruling:
    """The ruling on a wrong entry: it is mended.

    The second time its writer pays as much (P-4.2.7), if the pencil was put down (P-4.2.8).
    """
    if not 1 <= incident.entry <= moment.at:
        raise Refused("not_of_record", entry=incident.entry)
    event = moment.steps[incident.entry - 1].entry.event
    if not isinstance(event, Correction):
        raise Refused("not_by_hand", entry=incident.entry, event=event.token)
    right = Fraction(0) if incident.right is None else Fraction(incident.right)
    more = event.amount - right  # what was written beyond the right number
    if not more:
        raise Refused("entry_right", entry=incident.entry, event=event.token)
    struck = SheetEntry(event.player, event.column, str(-more), event.on)
    about = {"player": event.player, "points": str(event.points), "right": str(right), "more": str(abs(more))}
    if not incident.pencil_down:
        return decided(("P-4.2.8",), Reason("sheet.pencil", about), struck)
    deadline = _window(moment, incident.entry, incident.late)
    if deadline.passed:
        by_all = agreed(moment).irr_late_correction == "all"
        chooser, code = ("all", "sheet.late_all") if by_all else (event.player, "sheet.late")
        branches = (Branch(chooser, (PlayOn(),)), Branch(chooser, (struck,)))
        laws = tuple(dict.fromkeys((deadline.law, "P-4.2.9")))  # the club's deadline has a paragraph of its own
        return Ruling(laws, branches, Reason(code, {**about, "who": chooser}), deadline)
    laws = (*_LAWS, "P-4.2.9")
    if agreed(moment).irr_record_error == "none":
        return decided(laws, Reason("sheet.struck", about), struck, deadline=deadline)
    if not moment.warned(event.player, _LAWS):
        return decided(laws, Reason("sheet.warned", about), struck, Warned(event.player), deadline=deadline)
    fine = mirror(Correction(str(more), event.law, event.player, event.column, event.on))
    if fine and event.column == "whists":  # the partner may write as much, and need not
        branches = (Branch(event.on, (struck, *fine)), Branch(event.on, (struck,)))
        return Ruling(laws, branches, Reason("sheet.may_write", {**about, "on": event.on}), deadline)
    return decided(laws, Reason("sheet.fined" if fine else "sheet.struck", about), struck, *fine, deadline=deadline)


def mirror(event: Correction) -> tuple[SheetEntry, ...]:
    """The entries that give the same amount to players hurt by a wrong entry; none if it hurt its writer (P-4.2.7)."""
    if event.amount < 0:
        return ()
    points = str(event.amount)
    if event.column == "whists":
        return (SheetEntry(event.on, "whists", points, event.player),)
    return (SheetEntry(event.player, "hill", points),) if event.column == "pool" else ()


def forgotten_entry(moment: Moment, incident: ForgottenEntry) -> Ruling:
    """The ruling on a forgotten entry: made until the end of the next auction; later one refusal ends it (P-4.2.10)."""
    deadline = _window(moment, incident.after, incident.late)
    entry = SheetEntry(incident.player, incident.column, str(Fraction(incident.points)), incident.on)
    about = {"player": incident.player, "points": str(incident.points)}
    if deadline.passed and incident.refused:
        return stands(("P-4.2.10", "P-4.2.9"), Reason("sheet.forgotten_late", about), deadline)
    if not deadline.passed:
        return decided(("P-4.2.10",), Reason("sheet.forgotten", about), entry, deadline=deadline)
    return Ruling(
        ("P-4.2.10",),
        (Branch("all", (entry,)), Branch(ARBITER, (PlayOn(),))),
        Reason("sheet.forgotten", about),
        deadline,
    )
