"""The laws of deberts: an offence earns a card bait (D-BAIT), and the engine finds most of them out by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kozyr.arbiter import incidents
from kozyr.arbiter.incidents import AnyIncident
from kozyr.arbiter.ruling import (
    Body,
    Branch,
    Deadline,
    Moment,
    Provision,
    Reason,
    Ruling,
    decided,
    plain_of,
    stands,
    unknown_law,
)
from kozyr.cards import Seat
from kozyr.games import AnyState, Event, Play
from kozyr.games.deberts import Conventions, Outcome, State, may_cut
from kozyr.games.deberts.words import Height, Nine
from kozyr.games.refusal import Refused
from kozyr.games.rulings import AllRest, AnyEffect, PlayOn, ReDealt, TakenBack
from kozyr.games.trick import Tricks

__all__ = ["LAWBOOK", "SAID", "cards_played", "claimed", "notice", "rule"]

SAID: Final[Mapping[str, tuple[Event, ...]]] = {}  # a forbidden word is impossible here


def cards_played(state: AnyState) -> Tricks | None:
    """The play of the cards; None: it has not begun."""
    plain = plain_of(state, State)
    return None if plain.course is None else plain.course.tricks


def notice(before: AnyState, event: Event, seat: Seat, entry: int) -> AnyIncident | None:
    """Nothing: at a table that rules on errors the game itself offers the wrong words and cards."""
    del before, event, seat, entry
    return None


def claimed(before: AnyState, event: Event, seat: Seat, entry: int) -> AnyIncident | None:
    """The offence that an event was, for an opponent who names it before the cards prove it (D-BAIT-5).

    None: it was none.
    """
    plain = plain_of(before, State)
    after = plain.apply(event, seat)
    if plain.course is None or after.course is None:
        return None
    return incidents.Offence(entry) if len(after.course.offences) > len(plain.course.offences) else None


def _offence(moment: Moment, incident: incidents.Offence) -> Ruling:
    """The innocent player writes everything that both hold, if claimed before the deal is scored (D-BAIT-4, D-BAIT-5)."""
    ended = _ended(moment, incident.entry)
    if ended is not None:
        return ended
    if incident.entry < moment.dealt_at or (not moment.dealt_at and 0 < incident.entry <= moment.at):
        event = moment.steps[incident.entry - 1].entry.event
        if not isinstance(event, (Play, Height, Nine)):
            raise Refused("entry_right", entry=incident.entry, event=event.token)
        late = Deadline("D-BAIT-5", "scored", passed=True)
        return stands(("D-BAIT-5",), Reason("bait.scored", {"event": event.token}), late)
    step = moment.step(incident.entry)
    before, after = moment.before(incident.entry).plain, step.state and step.state.plain
    assert isinstance(before, State)
    assert isinstance(after, State)
    event, seat = step.entry.event, step.entry.seat
    about = {"player": "" if seat is None else seat.value, "event": event.token}
    if step.entry.forced and isinstance(event, (Height, Nine)) and before.course == after.course:
        return stands(("D-COMBO-1",), Reason("bait.late_word", about))  # a word after the own first card
    had = () if before.course is None else before.course.offences
    found = after.course.offences[len(had) :] if after.course is not None else ()
    if not found and isinstance(event, Height) and before.course is not None:
        course = before.course
        if course.talk.right_word(course.tricks.hand) == "show":  # later names are void, the opponent's count
            return stands(("D-COMBO-11",), Reason("bait.sure", about))
    if not found:
        raise Refused("entry_right", entry=incident.entry, event=event.token)
    offence, state = found[-1], moment.state.plain
    assert isinstance(state, State)
    about["player"] = offence.by.value
    innocent = state.terms.other(offence.by)
    own = () if isinstance(event, (Height, Nine)) else ("D-BAIT-5",)
    laws = tuple(dict.fromkeys((offence.law, *own, "D-BAIT-4", "D-BAIT-5", "D-BAIT-3", "D-BAIT-6")))
    deadline = Deadline("D-BAIT-5", "scored", passed=False)
    rest: tuple[AnyEffect, ...] = (AllRest(innocent),)
    if moment.over:  # the last card is taken up, so that the innocent has all the rest
        rest = (TakenBack(moment.progress.entries - 1), *rest)
    elif state.phase not in {"play", "melds"}:
        raise Refused("deal_ended")
    branches = (Branch(innocent.value, rest), Branch(innocent.value, (PlayOn(),)))
    return Ruling(laws, branches, Reason("bait.claimed", about), deadline)


def _ended(moment: Moment, entry: int) -> Ruling | None:
    """An offence that came to light at once has ended the deal by itself: the arbiter cites the law; None: it goes on."""
    step = moment.steps[entry - 1] if entry <= moment.at else None
    outcome = None if step is None else step.outcome or moment.state.outcome
    if isinstance(outcome, Outcome) and outcome.closed is not None:
        return None  # such a bait is for closing with too few points
    if step is None or not isinstance(outcome, Outcome) or outcome.bait is None:
        return None
    event = step.entry.event
    law = "D-COMBO-9" if isinstance(event, Height) else "D-COMBO-18" if isinstance(event, Nine) else "D-BAIT-5"
    laws = (law, "D-BAIT-4", "D-BAIT-3")
    return stands(laws, Reason("bait.by_itself", {"player": outcome.bait, "event": event.token}))


def _thin_cut(moment: Moment, incident: incidents.WrongDeal) -> Ruling:
    """A cut that leaves too few cards in a part is made again (D-DEAL-2)."""
    if incident.fault != "thin_cut":
        raise unknown_law("deberts", incident)
    if incident.cut is None:
        raise Refused("how_cut", field="cut")
    conventions = moment.match.conventions
    assert isinstance(conventions, Conventions)
    least = conventions.min_cut
    if may_cut(conventions, incident.cut):
        return stands(("D-DEAL-2",), Reason("deal.cut_enough", {"least": str(least)}))
    return decided(("D-DEAL-2",), Reason("deal.void", {"fault": incident.fault}), ReDealt("same"))


_LAWS: Final = Body(
    "deberts",
    Provision(
        incidents.Offence,
        _offence,
        ruling="D-COMBO-1 D-COMBO-9 D-COMBO-11 D-COMBO-18 D-BAIT-4",
        ground="D-BAIT-5 D-BAIT-6",
        frame="D-BAIT-3",
    ),
    Provision(incidents.WrongDeal, _thin_cut, ruling="D-DEAL-2"),
)
LAWBOOK: Final = _LAWS.lawbook
rule = _LAWS.rule
