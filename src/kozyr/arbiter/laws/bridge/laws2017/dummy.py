"""The opening lead (41) and dummy (42, 43) by the Laws of 2017."""

from __future__ import annotations

from typing import Final

from kozyr.arbiter import directed, incidents
from kozyr.arbiter.effects import shares_said
from kozyr.arbiter.laws.bridge.laws2017.boards import shared
from kozyr.arbiter.laws.bridge.laws2017.info import outcomes
from kozyr.arbiter.laws.bridge.laws2017.revoke import is_revoke
from kozyr.arbiter.laws.bridge.terms import begun, name, playing, running
from kozyr.arbiter.ruling import ARBITER, Branch, Moment, Reason, Ruling, decided, stands
from kozyr.cards import Seat
from kozyr.games.bridge import State
from kozyr.games.bridge.stage import CardPlay
from kozyr.games.bridge.terms import left, side_of
from kozyr.games.refusal import Refused
from kozyr.games.rulings import PlayOn, TakenBack, Transferred, Warned

# What dummy may always do, and what a dummy who has looked at a hand may do no more: the law, and the code of the reason.
_RIGHTS: Final = {
    "counts": ("LDB-42A", "db.dummy.counts"),
    "asks_void": ("LDB-42B1", "db.dummy.asks"),
    "prevents": ("LDB-42B2", "db.dummy.prevents"),
}
_WRONGS: Final = {
    "attention": ("LDB-43A1b", "db.dummy.attention"),
    "director": ("LDB-43A1a", "db.dummy.director"),
    "advice": ("LDB-43A1c", "db.dummy.advice"),
    "peeks": ("LDB-43A2", "db.dummy.peeks"),
}


def spoke(moment: Moment, incident: incidents.DummySpoke) -> Ruling:
    """The ruling on what dummy has said or done (42, 43).

    Raises:
        Refused: it was not told what, or play has not begun.
    """
    if not incident.what:
        raise Refused("which_dummy", field="what")
    state, play = begun(moment)
    about = {"player": name(state, play.dummy)}
    if incident.defender is not None and incident.what != "shown":
        raise Refused("answer_unasked", "LDB-43A3", field="defender")
    if incident.what == "attention" and moment.over:
        return stands(("LDB-42B3",), Reason("db.dummy.over", about))
    if moment.over:
        raise Refused("no_play")
    if incident.what == "shown":
        return _shown(incident, play, name(state, play.dummy), state)
    if incident.lost and incident.what != "counts":
        return _without_rights(moment, incident, play, about)
    if incident.what in _RIGHTS:
        law, code = _RIGHTS[incident.what]
        return stands((law,), Reason(code, about))
    law, code = _WRONGS[incident.what]
    branches = (Branch(ARBITER, (PlayOn(),)), Branch(ARBITER, (PlayOn(), Warned(about["player"]))))
    return Ruling((law, "LDB-43B1"), branches, Reason(code, about))


def _shown(incident: incidents.DummySpoke, play: CardPlay, dummy: str, state: State) -> Ruling:
    """The ruling on a defender who has shown dummy the hand (43A3): the wrong is the defender's, and dummy keeps the rights."""
    if incident.defender is None:
        raise Refused("which_defender", "LDB-43A3", field="defender")
    if incident.defender not in play.defenders:
        raise Refused("no_defender", "LDB-43A3", field="defender", seat=incident.defender.value)
    about = {"player": name(state, incident.defender), "dummy": dummy}
    branches = (Branch(ARBITER, (PlayOn(),)), Branch(ARBITER, (PlayOn(), Warned(about["player"]))))
    return Ruling(("LDB-43A3", "LDB-90A"), branches, Reason("db.dummy.shown", about))


def _without_rights(moment: Moment, incident: incidents.DummySpoke, play: CardPlay, about: dict[str, str]) -> Ruling:
    """The ruling on a dummy who had looked at a hand, and then does what dummy could have done (43B2, 43B3)."""
    state = running(moment)
    if incident.what == "prevents":
        branches = [Branch(name(state, seat), (PlayOn(),)) for seat in play.defenders]
        if incident.entry is not None:
            moment.card(incident.entry)
            branches += [Branch(name(state, seat), (TakenBack(incident.entry - 1),)) for seat in play.defenders]
        return Ruling(("LDB-43B2a", "LDB-43B1"), tuple(branches), Reason("db.dummy.warned_hand", about))
    if incident.what == "asks_void":
        if incident.entry is None:
            raise Refused("which_card", field="entry")
        before, seat, event = moment.card(incident.entry)
        if seat is not play.declarer or not is_revoke(before, seat, event):
            raise Refused("no_revoke", entry=incident.entry, cards=event.card.text, seat=seat.value)
        about = {**about, "card": event.card.text, "trick": str(len(before.history) + 1)}
        moved = Transferred(1, seat, left(seat), len(before.history) + 1)
        return decided(
            ("LDB-43B2b", "LDB-64A2", "LDB-43B1"),
            Reason("db.dummy.asked_revoke", about),
            TakenBack(incident.entry - 1),
            moved,
        )
    if incident.what == "attention":
        return stands(("LDB-43B3", "LDB-43B1"), Reason("db.dummy.first", about))
    law, code = _WRONGS[incident.what]
    branches = [Branch(ARBITER, (PlayOn(),)), Branch(ARBITER, (PlayOn(), Warned(about["player"])))]
    return Ruling((law, "LDB-43B1"), tuple(branches), Reason(code, about))


# ------------------------------------------------------------------ the opening lead


def opening(moment: Moment, incident: directed.OpeningLead) -> Ruling:
    """The ruling on a lead that lies face down, on who may still hear the auction, and on dummy's hand on the table (41).

    Raises:
        Refused: there is no play, the lead is faced already, or the seat leads nothing.
    """
    if incident.how == "tabled":
        return _tabled(moment, incident)
    if incident.outcomes:
        raise Refused("answer_unasked", "LDB-41D", field="outcomes")
    state, play = playing(moment)
    seat = incident.seat
    about = {"player": name(state, seat)}
    if incident.how == "face_down":
        if play.tricks.begun:
            raise Refused("lead_faced", "LDB-41A", field="how")
        if side_of(seat) == side_of(play.declarer):
            raise Refused("no_defender", field="seat", seat=seat.value)
        code = "db.opening.stays" if seat is play.tricks.at else "db.opening.back"
        return stands(("LDB-41A",), Reason(code, about))
    if seat is play.dummy:
        return stands(("LDB-41B",), Reason("db.opening.dummy", about))
    if incident.how == "contract":
        return stands(("LDB-41C",), Reason("db.opening.contract", about))
    if _has_played(play, seat):
        return stands(("LDB-41B", "LDB-41C"), Reason("db.opening.late", about))
    return stands(("LDB-41B",), Reason("db.opening.review", about))


def _tabled(moment: Moment, incident: directed.OpeningLead) -> Ruling:
    """The ruling on a dummy whose hand does not lie in order: columns by suit and rank, trumps on dummy's right (41D).

    The cards are put in order, and defenders whom that had misled get what was likely.

    Raises:
        Refused: the lead is not faced yet, or the seat is not dummy's.
    """
    heard = moment.hearing
    state, play = begun(heard)
    if incident.seat is not play.dummy:
        raise Refused("not_dummy", "LDB-41D", field="seat", seat=incident.seat.value)
    if not play.tricks.begun:
        raise Refused("dummy_not_down", "LDB-41D", field="how")
    about = {"player": name(state, incident.seat)}
    if not incident.outcomes:
        return stands(("LDB-41D",), Reason("db.opening.tabled", about))
    found = outcomes(incident.outcomes)
    law = "LDB-12C1a" if len(found) == 1 else "LDB-12C1c"
    reason = Reason("db.opening.misled", {**about, "shares": shares_said(found)})
    return decided(("LDB-41D", "LDB-12A1", law), reason, *shared(found))


def _has_played(play: CardPlay, seat: Seat) -> bool:
    """Whether a player has played a card; the declarer plays dummy's too."""
    hands = {seat, play.dummy} if seat is play.declarer else {seat}
    return bool(play.tricks.history) or any(hand in hands for hand, _ in play.tricks.trick)
