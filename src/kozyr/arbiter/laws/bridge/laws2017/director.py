"""The director by the Laws of 2017: irregularities without one (9-11), agreements (40), own errors (82), penalties and appeals (90-93)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kozyr.arbiter import directed, incidents
from kozyr.arbiter.effects import shares_said
from kozyr.arbiter.laws.bridge.laws2017.boards import artificial, averages, shared
from kozyr.arbiter.laws.bridge.laws2017.info import outcomes
from kozyr.arbiter.laws.bridge.terms import running
from kozyr.arbiter.ruling import ARBITER, Branch, Deadline, Moment, Reason, Ruling, decided, stands
from kozyr.cards import Seat
from kozyr.games.bridge.terms import LINES, side_of
from kozyr.games.refusal import Refused
from kozyr.games.rulings import Fined, PlayOn, Ruled, Shared, TakenBack, Warned


def seat_of(moment: Moment, name: str) -> Seat:
    """The seat of a player."""
    terms = moment.terms
    return next(seat for seat in terms.seats if terms.name(seat) == name)


def undirected(moment: Moment, incident: directed.Undirected) -> Ruling:
    """The ruling on an irregularity on which something was done before the director came (9-11)."""
    offender = incident.offender
    about = {"player": offender}
    if incident.how != "acted" and (incident.gained or incident.outcomes):
        raise Refused("answer_unasked", field="gained" if incident.gained else "outcomes")
    penalty = Branch(ARBITER, (PlayOn(), Warned(offender)))
    if incident.how == "acted":
        return _acted(moment, incident, about)
    if incident.how == "settled":
        branches = [Branch(ARBITER, (PlayOn(),))]
        if incident.entry is not None:
            running(moment)
            moment.step(incident.entry)
            branches.append(Branch(ARBITER, (TakenBack(incident.entry - 1),)))
        return Ruling(("LDB-10B", "LDB-10A", "LDB-9B"), tuple(branches), Reason("db.director.settled", about))
    if incident.how == "corrected":
        return stands(("LDB-9C", "LDB-10A"), Reason("db.director.corrected", about))
    return Ruling(
        ("LDB-10C2", "LDB-10C1"), (Branch(ARBITER, (PlayOn(),)), penalty), Reason("db.director.consulted", about)
    )


def _acted(moment: Moment, incident: directed.Undirected, about: dict[str, str]) -> Ruling:
    """The innocents acted before the director was called.

    Nothing is lost but what they may have gained by an opponent's ignorance; the offenders keep their score (11A).
    """
    if not incident.gained:
        if incident.outcomes:
            raise Refused("answer_unasked", field="outcomes")
        return stands(("LDB-11A", "LDB-9B"), Reason("db.director.no_gain", about))
    innocents = 1 - side_of(seat_of(moment, incident.offender))
    about = {**about, "line": LINES[innocents]}
    branches = [Branch(ARBITER, (PlayOn(),))]
    if incident.outcomes:
        found = outcomes(incident.outcomes)
        about["shares"] = shares_said(found)
        own = found if not innocents else tuple((-score, percent) for score, percent in found)
        branches.append(Branch(ARBITER, (Shared(LINES[innocents], own),)))
    branches.append(Branch(ARBITER, (PlayOn(), Warned(incident.offender))))
    code = "db.director.gained" if incident.outcomes else "db.director.may_gain"
    return Ruling(("LDB-11A", "LDB-11B"), tuple(branches), Reason(code, about))


def agreement(moment: Moment, incident: directed.Agreement) -> Ruling:
    """The ruling on what a pair has agreed (40): what is hidden or forbidden is made good, and a surprise is nobody's fault."""
    player = moment.terms.name(incident.seat)
    about = {"player": player}
    if incident.known and incident.how != "deviation":
        raise Refused("answer_unasked", field="known")
    if incident.upon and incident.how != "varied":
        raise Refused("answer_unasked", field="upon")
    if incident.how == "varied" and not incident.upon:
        raise Refused("upon_what", "LDB-40B3", field="upon")
    if incident.how == "deviation" and not incident.known:
        if incident.outcomes:
            raise Refused("answer_unasked", "LDB-40C1", field="outcomes")
        return stands(("LDB-40A3", "LDB-40C1"), Reason("db.system.deviated", about))
    laws, code = _AGREED[incident.how]
    if incident.upon == "their_irregularity":
        laws, code = ("LDB-40B2a",), "db.system.theirs"
        if not incident.outcomes:  # only a regulation can forbid it
            return stands(laws, Reason(code, about))
    if incident.how == "varied":
        about["upon"] = incident.upon
    if incident.outcomes:
        found = outcomes(incident.outcomes)
        reason = Reason("db.system.adjusted", {**about, "how": incident.how, "shares": shares_said(found)})
        return decided((*laws, "LDB-12C1c"), reason, *shared(found))
    branches = [Branch(ARBITER, (PlayOn(),))]
    if incident.how in {"forbidden", "aid", "varied"}:
        branches.append(Branch(ARBITER, (PlayOn(), Warned(player))))
    if incident.how == "forbidden":
        branches.append(Branch(ARBITER, averages(moment, {player: "fully"})))
        laws = (*laws, "LDB-12C2a")
    return Ruling(laws, tuple(branches), Reason(code, about))


# By what happened: the laws, and the code of the reason.
_AGREED: Final[Mapping[str, tuple[tuple[str, ...], str]]] = {
    "deviation": (("LDB-40B4", "LDB-40C1"), "db.system.known"),
    "undisclosed": (("LDB-40B4",), "db.system.hidden"),
    "forbidden": (("LDB-40B5",), "db.system.forbidden"),
    "aid": (("LDB-40C3a",), "db.system.aid"),
    "varied": (("LDB-40B3", "LDB-40B5"), "db.system.varied"),
}


def own_error(moment: Moment, incident: incidents.ArbiterError) -> Ruling:
    """The ruling on an error of procedure (82B), or of the director's own: both sides count as innocent (82C)."""
    if incident.offender and not incident.procedure:
        raise Refused("answer_unasked", "LDB-82C", field="offender")
    if incident.procedure:
        laws: tuple[str, ...] = ("LDB-82A", "LDB-82B1", "LDB-82B2")
        code = "db.director.procedure_mended" if incident.scorable else "db.director.procedure"
        branches = [Branch(ARBITER, (PlayOn(),))]
        if not incident.scorable:
            branches.append(Branch(ARBITER, averages(moment, {})))
        if not incident.offender:
            return Ruling(laws, tuple(branches), Reason(code))
        # A player's error: the director has the other powers of the Laws besides, such as a penalty.
        branches.append(Branch(ARBITER, (PlayOn(), Warned(incident.offender))))
        also = Reason("db.director.powers", {"player": incident.offender})
        return Ruling((*laws, "LDB-82B3", "LDB-90A"), tuple(branches), Reason(code, {}, also))
    if incident.scorable:
        return stands(("LDB-82C",), Reason("event.own_error_mended"))
    return artificial(moment, ("LDB-82C",), "db.director.own_error", {}, {})


# ------------------------------------------------------------------ penalties and appeals

_OFFENCES: Final[Mapping[str, str]] = {
    "late": "LDB-90B1",
    "slow": "LDB-90B2",
    "audible": "LDB-90B3",
    "compared": "LDB-90B4",
    "touched": "LDB-90B5",
    "pocket": "LDB-90B6",
    "uncounted": "LDB-90B7",
    "disobeyed": "LDB-90B8",
}
_MINUTES: Final = 30  # to appeal, after the score can be seen (92B)


def penalty(_moment: Moment, incident: directed.Penalty) -> Ruling:
    """The ruling on a contestant who hinders the game (90), or misbehaves (91)."""
    about = {"player": incident.player, "why": incident.why}
    if incident.approved and incident.why != "grave":
        raise Refused("answer_unasked", field="approved")
    if incident.why == "grave":
        if incident.percent is not None:
            raise Refused("answer_unasked", "LDB-91B", field="percent")
        code = "db.penalty.out" if incident.approved else "db.penalty.proposed"
        return decided(("LDB-91B",), Reason(code, about), PlayOn(), Warned(incident.player))
    warned = Branch(ARBITER, (PlayOn(), Warned(incident.player)))
    branches = (
        [warned] if incident.percent is None else [Branch(ARBITER, (Fined(incident.player, incident.percent),)), warned]
    )
    if incident.why == "manners":
        return Ruling(("LDB-91A",), tuple(branches), Reason("db.penalty.manners", about))
    return Ruling((_OFFENCES[incident.why], "LDB-90A"), tuple(branches), Reason("db.penalty.procedure", about))


def appeal(moment: Moment, incident: incidents.Appeal) -> Ruling:
    """The ruling on an appeal: whether it is heard (92), and by whom (93)."""
    if incident.after is not None:
        if incident.after > moment.at:
            raise Refused("after_the_call", field="after", entry=incident.after, moment=moment.at)
        event = moment.steps[incident.after - 1].entry.event
        if not isinstance(event, Ruled):
            raise Refused("no_ruling_there", "LDB-92A", field="after", entry=incident.after, event=event.token)
    deadline = Deadline("LDB-92B", "score_seen", incident.minutes is not None and incident.minutes > _MINUTES)
    if deadline.passed:
        return stands(("LDB-92B", "LDB-92A"), Reason("db.appeal.late"), deadline)
    if incident.alone:
        return stands(("LDB-92D", "LDB-92A"), Reason("db.appeal.alone"), deadline)
    laws, code = _heard(incident)
    return stands((*laws, "LDB-92A", "LDB-92C"), Reason(code), deadline)


def _heard(incident: incidents.Appeal) -> tuple[tuple[str, ...], str]:
    """By whom an appeal is heard: the laws, and the code of the reason (93)."""
    if not incident.committee:
        return ("LDB-93A",), "db.appeal.director"
    if incident.about == "law":
        return ("LDB-93B1", "LDB-93B3"), "db.appeal.law"
    if incident.about == "discipline":
        return ("LDB-93B3", "LDB-91A"), "db.appeal.discipline"
    return ("LDB-93B2", "LDB-93B3"), "db.appeal.committee"
