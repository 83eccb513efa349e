"""The rules of competitions, for any game (PT-I.10 to PT-I.13, PT-0.6, PT-0.9)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import msgspec

from kozyr.arbiter import incidents
from kozyr.arbiter.incident import Guilt
from kozyr.arbiter.incidents import AnyIncident
from kozyr.arbiter.ruling import (
    ARBITER,
    Body,
    Branch,
    Deadline,
    Moment,
    Provision,
    Reason,
    Ruling,
    decided,
    proving,
    stands,
)
from kozyr.cards import CardSet, Seat
from kozyr.games import AnyState, Deal, part
from kozyr.games.refusal import Refused
from kozyr.games.rulings import AnyEffect, CardGiven, PlayOn, ReDealt, Ruled, Scored, Transferred, Warned

__all__ = ["LAWBOOK", "rule"]

# In per cent of the most: "average minus", "average", "average plus" (PT-I.11.2.B.1).
SHARES: Final[Mapping[Guilt, str]] = {"fully": "40", "partly": "50", "innocent": "60"}
_MINUTES: Final = 30  # to file an appeal (PT-0.6)


def _fouled(_moment: Moment, _incident: incidents.Fouled) -> Ruling:
    return stands(("PT-I.10.A", "PT-I.10.B"), Reason("event.fouled"))


def _name(state: AnyState, seat: Seat) -> str:
    """The player of a hand; a closed hand without a player has its seat."""
    return state.terms.name(seat) if seat in state.terms.seats else seat.value


def _artificial(moment: Moment, guilt: Mapping[str, Guilt]) -> tuple[AnyEffect, ...]:
    """An artificial score for each player; a player without an entry in `guilt` is innocent."""
    return tuple(Scored("artificial", name, SHARES[guilt.get(name, "innocent")]) for name in moment.match.names)


def _attention(_moment: Moment, incident: incidents.Attention) -> Ruling:
    """The ruling on drawn attention: any player may draw it.

    Where a spectator did, a right may be lost; a procedural penalty remains.
    """
    about = {"player": incident.offender}
    if incident.by == "player":
        return stands(("PT-I.11.1.A",), Reason("event.attention", about))
    law, code = _SPECTATORS["innocents" if incident.by == "innocents_spectator" else "offenders"]
    branches = (Branch(ARBITER, (PlayOn(),)), Branch(ARBITER, (Warned(incident.offender),)))
    return Ruling((law, "PT-I.11.1.C", "PT-I.11.1.A"), branches, Reason(code, about))


# By the side that answers for the spectator: the law, and the right that may be lost.
_SPECTATORS: Final[Mapping[str, tuple[str, str]]] = {
    "innocents": ("PT-I.11.1.B.1", "event.penalty_lost"),
    "offenders": ("PT-I.11.1.B.2", "event.mending_lost"),
}


def with_spectator(moment: Moment, incident: AnyIncident, ruling: Ruling) -> Ruling:
    """The ruling where a spectator was the first to draw attention to the irregularity (PT-I.11.1.B).

    The right to penalise, or to mend, may be lost: that is a branch of the arbiter's. A procedural penalty remains.
    """
    if incident.spectator is None or isinstance(incident, incidents.Attention) or ruling.late:
        return ruling
    law, code = _SPECTATORS[incident.spectator]
    offender = ruling.reason.about.get("player", "")
    lost = [Branch(ARBITER, (PlayOn(),))]
    if offender in moment.match.names:
        lost.append(Branch(ARBITER, (Warned(offender),)))
    more = tuple(branch for branch in lost if branch not in ruling.branches)
    also = ruling.reason.also or Reason(code, {"player": offender})
    laws = tuple(dict.fromkeys((*ruling.laws, law, "PT-I.11.1.C")))
    reason = msgspec.structs.replace(ruling.reason, also=also)
    return msgspec.structs.replace(ruling, laws=laws, branches=(*ruling.branches, *more), reason=reason)


def _adjusted(moment: Moment, incident: incidents.Adjusted) -> Ruling:
    """The ruling on an adjusted score: an artificial one by guilt, or an assigned one by the best and the worst possible result."""
    about = {"why": incident.why}
    if incident.entry is not None and not incident.possible:
        return _assigned(moment, incident, incident.entry, about)
    if not incident.possible:
        laws = ("PT-I.11.2.B.1", "PT-I.11.2.A")
        return decided(laws, Reason("event.artificial", about), *_artificial(moment, incident.guilt))
    effects: list[AnyEffect] = []
    for name, results in incident.possible.items():
        if not results:
            raise Refused("result_unsaid", field="possible", name=name)
        best = max if incident.guilt.get(name, "innocent") == "innocent" else min
        effects.append(Scored("assigned", name, str(best(map(Fraction, results)))))
    return decided(("PT-I.11.2.B.2", "PT-I.11.2.A"), Reason("event.assigned", about), *effects)


def _assigned(moment: Moment, incident: incidents.Adjusted, entry: int, about: Mapping[str, str]) -> Ruling:
    """The assigned score of each player by a search from before the infraction (PT-I.11.2.B.2)."""
    before, _, _ = moment.card(entry)
    search = getattr(part("arbiter", moment.record.game), "assigned", None)
    if search is None:
        raise Refused("not_searched", field="possible")
    guilty = tuple(name for name, guilt in incident.guilt.items() if guilt != "innocent")
    with proving("PT-I.11.2.B.2", field="possible"):
        results, proof = search(moment.match, before.plain, guilty)
    scores = tuple(Scored("assigned", name, str(result)) for name, result in results.items())
    reason = Reason("event.assigned", about)
    return Ruling(("PT-I.11.2.B.2", "PT-I.11.2.A"), (Branch(ARBITER, scores),), reason, None, proof)


_RESTORED: Final[Mapping[str, str]] = {
    "records": "PT-I.11.3.A.1",
    "earlier_players": "PT-I.11.3.A.2",
    "redeal": "PT-I.11.3.A.3",
}


def _pocket(moment: Moment, incident: incidents.PocketCount) -> Ruling:
    """The ruling on a wrong number of cards in a pocket (PT-I.11.3)."""
    state = moment.progress.state
    about = {"player": incident.seat.value if state is None else _name(state, incident.seat)}
    guilt: dict[str, Guilt] = dict.fromkeys(incident.guilty, "fully")
    if incident.played:
        spoilt = tuple(
            effect
            for effect in _artificial(moment, guilt)
            if isinstance(effect, Scored) and effect.player not in incident.keeps
        )
        return decided(("PT-I.11.3.C", "PT-I.11.3"), Reason("event.annulled", about), *spoilt)
    if incident.called or moment.called(incident.seat):
        return decided(("PT-I.11.3",), Reason("event.pocket_called", about), *_artificial(moment, guilt))
    if not incident.seen:
        laws = (_RESTORED[incident.restore], "PT-I.11.3.A", "PT-I.11.3")
        if incident.restore == "redeal":
            return decided(laws, Reason("event.redeal", about), ReDealt("same"))
        return stands(laws, Reason("event.restored", about))
    if not incident.material and incident.consent:
        return stands(("PT-I.11.3.B.1", "PT-I.11.3.B", "PT-I.11.3"), Reason("event.immaterial", about))
    laws = ("PT-I.11.3.B.2", "PT-I.11.3.B", "PT-I.11.3")
    return decided(
        laws, Reason("event.material" if incident.material else "event.no_consent", about), *_artificial(moment, guilt)
    )


def _short(moment: Moment, incident: incidents.CardShort) -> Ruling:
    """The ruling on a missing card: given back where it is found, or rebuilt (PT-I.11.4)."""
    state, seat, card = moment.state, incident.seat, incident.card
    if any(state.holding(other) & card.bit for other in state.terms.holders):
        raise Refused("held_in_record", cards=card.text)
    if any(card is one for trick in state.history for _, one in trick.cards) or card in state.trick:
        raise Refused("played_in_record", field="card", cards=card.text)
    about = {"player": _name(state, seat), "card": card.text}
    back = CardGiven(card, None, seat)
    begun = bool(state.history or state.trick)
    if not begun:
        law = "PT-I.11.4.A.2" if incident.found == "no" else "PT-I.11.4.A.1"
        return decided((law, "PT-I.11.4.A"), Reason("event.card_back", about), back)
    if incident.found == "played":
        return stands(("PT-I.11.4.B.1a", "PT-I.11.4.B", "PT-I.10.A"), Reason("event.fouled", about))
    law = "PT-I.11.4.B.2" if incident.found == "no" else "PT-I.11.4.B.1b"
    laws = (law, "PT-I.11.4.B", "PT-I.11.4.B.3")
    branches = [Branch(ARBITER, (back,))]
    if seat in state.terms.seats:  # nobody is warned for a closed hand
        branches.append(Branch(ARBITER, (back, Warned(_name(state, seat)))))
    return Ruling(laws, tuple(branches), Reason("event.card_restored", about))


def _defective(moment: Moment, incident: incidents.DefectiveTrick) -> Ruling:
    """The ruling on a trick to which a player gave no card, or several (PT-I.11.5)."""
    state, seat, card = moment.state, incident.seat, incident.card
    if not 1 <= incident.trick <= len(state.history):
        raise Refused("tricks_taken", trick=incident.trick, taken=len(state.history))
    about = {"player": _name(state, seat), "card": card.text, "trick": str(incident.trick)}
    if incident.cards == "several":
        if any(state.holding(other) & card.bit for other in state.terms.holders):
            raise Refused("held_in_record", cards=card.text)
        if card in state.trick or any(card is one for trick in state.history for _, one in trick.cards):
            raise Refused("played_in_record", field="card", cards=card.text)
        return decided(("PT-I.11.5.B", "PT-I.11.5"), Reason("event.several", about), CardGiven(card, None, seat))
    held = CardSet(state.holding(seat))
    if card not in held:
        raise Refused("not_in_hand", seat=seat.value, cards=card.text)
    led = state.history[incident.trick - 1].cards[0][1].suit
    same = CardSet(held.bits & led.bits)
    given = CardGiven(card, seat, None)
    if same:
        if card not in same:
            raise Refused("suit_led", "PT-I.11.5.A.1", cards=card.text, suit=led.value)
        return decided(("PT-I.11.5.A.1", "PT-I.11.5.A", "PT-I.11.5"), Reason("event.added", about), given)
    laws = ("PT-I.11.5.A.2", "PT-I.11.5.A", "PT-I.11.5", "P-3.9.16.2")
    branches = tuple(Branch(chooser, (given, effect)) for chooser, effect in _fine_trick(moment, seat))
    return Ruling(laws, branches, Reason("event.added_revoke", about))


def _fine_trick(moment: Moment, seat: Seat) -> tuple[tuple[str, AnyEffect], ...]:
    """The trick of a revoke, with the players who choose it: those whom the revoke has hurt (P-3.9.16.2)."""
    state = moment.state
    fined = getattr(part("arbiter", moment.record.game), "fined", None)
    if fined is not None:
        found: tuple[tuple[str, AnyEffect], ...] = fined(state.plain, seat)
        return found
    takers = tuple(other for other in state.judging.takers() if other is not seat)
    return tuple((_name(state, other), Transferred(1, seat, other)) for other in takers)


def _wrong_board(moment: Moment, incident: incidents.WrongBoard) -> Ruling:
    """The ruling on a board that was not due (PT-I.11.6)."""
    if not incident.before:
        laws = ("PT-I.11.6.A.1", "PT-I.11.6.A.2", "PT-I.11.6.A")
        right_one = ReDealt("same")  # the right board, later and against each other
        return Ruling(laws, (Branch(ARBITER, (PlayOn(),)), Branch(ARBITER, (right_one,))), Reason("event.wrong_board"))
    deprived = tuple(
        Scored("artificial", name, SHARES["innocent"]) for name in moment.match.names if name not in incident.before
    )
    about = {"players": ", ".join(incident.before)}
    return decided(("PT-I.11.6.B",), Reason("event.played_twice", about), *deprived)


def _wrong_box(moment: Moment, incident: incidents.WrongBox) -> Ruling:
    """The ruling on cards from a wrong box: annulled once the play has begun; during the auction it may be corrected (PT-I.11.7)."""
    state = moment.state
    begun = bool(state.history or state.trick) or state.phase not in {"deal", "auction"}
    if not begun and not incident.distorted:
        return decided(("PT-I.11.7",), Reason("event.box_corrected"), ReDealt("same"))
    return decided(("PT-I.11.7",), Reason("event.annulled", {"player": ""}), *_artificial(moment, {}))


def _own_error(moment: Moment, incident: incidents.ArbiterError) -> Ruling:
    """After an error of the arbiter all players are innocent if the deal cannot be scored any more (PT-I.13.2.6)."""
    laws = ("PT-I.13.2.6", "PT-I.13.2.5")
    if incident.scorable:
        return stands(laws, Reason("event.own_error_mended"))
    return decided(laws, Reason("event.own_error"), *_artificial(moment, {}))


def _facts(moment: Moment, incident: incidents.Facts) -> Ruling:
    """The ruling on facts: agreed ones have five cases (PT-I.13.2.7), disputed ones two (PT-I.13.2.8)."""
    if not incident.agreed and not incident.established:
        return stands(("PT-I.13.2.8",), Reason("event.disputed"))
    laws = ("PT-I.13.2.7",) if incident.agreed else ("PT-I.13.2.8", "PT-I.13.2.7")
    scored = incident.case in {"discretion", "unpenalised"} and incident.damage
    reason = Reason(f"event.facts_{incident.case}")
    if not scored:
        return stands(laws, reason)
    more = ("PT-I.11.2.A", "PT-I.11.2.B.1")
    return decided((*laws, *more), reason, *_artificial(moment, incident.guilt))


def _appeal(moment: Moment, incident: incidents.Appeal) -> Ruling:
    """The ruling on an appeal: announced before the next deal begins, filed half an hour after the session (PT-0.6)."""
    dealt = incident.dealt
    if incident.after is not None:
        if incident.after > moment.at:
            raise Refused("after_the_call", field="after", entry=incident.after, moment=moment.at)
        ruling = moment.steps[incident.after - 1].entry.event
        if not isinstance(ruling, Ruled):
            raise Refused("no_ruling_there", "PT-0.6", field="after", entry=incident.after, event=ruling.token)
        dealt = dealt or any(type(step.entry.event) is Deal for step in moment.steps[incident.after :])
    late = incident.minutes is not None and incident.minutes > _MINUTES
    until = "filing" if incident.minutes is not None else "next_deal"
    deadline = Deadline("PT-0.6", until, dealt or late)
    return stands(("PT-0.6",), Reason("event.appeal_late" if deadline.passed else "event.appeal"), deadline)


def _protocol(moment: Moment, incident: incidents.Protocol) -> Ruling:
    """The ruling on the protocol: without an entry claims need not be heard; a lost one is as grave as cheating (PT-0.9)."""
    about = {"player": incident.by}
    if incident.lost:
        return decided(("PT-0.9",), Reason("event.protocol_lost", about), Warned(incident.by))
    guilt: dict[str, Guilt] = {incident.by: "fully"}
    branches = (Branch(ARBITER, (PlayOn(),)), Branch(ARBITER, _artificial(moment, guilt)))
    return Ruling(("PT-0.9", "PT-I.11.2.B.1"), branches, Reason("event.no_protocol", about))


_LAWS: Final = Body(
    "competitions",
    Provision(incidents.Appeal, _appeal, deadline="PT-0.6"),
    Provision(incidents.Protocol, _protocol, ruling="PT-0.9"),
    Provision(incidents.Fouled, _fouled, ruling="PT-I.10.A", ground="PT-I.10.B"),
    Provision(
        incidents.Attention, _attention, ruling="PT-I.11.1.B.1 PT-I.11.1.B.2", ground="PT-I.11.1.C", frame="PT-I.11.1.A"
    ),
    Provision(incidents.Adjusted, _adjusted, ruling="PT-I.11.2.B.1 PT-I.11.2.B.2", frame="PT-I.11.2.A"),
    Provision(
        incidents.PocketCount,
        _pocket,
        ruling="PT-I.11.3 PT-I.11.3.A.1 PT-I.11.3.A.2 PT-I.11.3.A.3 PT-I.11.3.B.1 PT-I.11.3.B.2 PT-I.11.3.C",
        ground="PT-I.11.3.A PT-I.11.3.B",
    ),
    Provision(
        incidents.CardShort,
        _short,
        ruling="PT-I.11.4.A.1 PT-I.11.4.A.2 PT-I.11.4.B.1a PT-I.11.4.B.1b PT-I.11.4.B.2",
        ground="PT-I.11.4.B.3",
        frame="PT-I.11.4.A PT-I.11.4.B",
    ),
    Provision(
        incidents.DefectiveTrick,
        _defective,
        ruling="PT-I.11.5.A.1 PT-I.11.5.A.2 PT-I.11.5.B",
        ground="PT-I.11.5.A",
        frame="PT-I.11.5",
    ),
    Provision(
        incidents.WrongBoard, _wrong_board, ruling="PT-I.11.6.A.1 PT-I.11.6.A.2 PT-I.11.6.B", ground="PT-I.11.6.A"
    ),
    Provision(incidents.WrongBox, _wrong_box, ruling="PT-I.11.7"),
    Provision(incidents.ArbiterError, _own_error, ruling="PT-I.13.2.6", ground="PT-I.13.2.5"),
    Provision(incidents.Facts, _facts, ruling="PT-I.13.2.7 PT-I.13.2.8"),
)
LAWBOOK: Final = _LAWS.lawbook
rule = _LAWS.find  # None: the incident is for the laws of the game
