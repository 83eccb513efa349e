"""Calls by the Laws of 2017: change of call (25), lead restriction (26), insufficient (27), out of turn (28-32), inadmissible (36, 37)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kozyr.arbiter import directed, incidents
from kozyr.arbiter.laws.bridge.terms import called, name, playing, running
from kozyr.arbiter.ruling import ARBITER, Branch, Deadline, Moment, Reason, Ruling, decided, plain_of, stands
from kozyr.cards import Seat, Suit
from kozyr.games import AnyState
from kozyr.games.bridge import State
from kozyr.games.bridge.terms import left, partner, side_of
from kozyr.games.bridge.words import BIDS, Bid, Call, Double, Pass, Redouble
from kozyr.games.judged import Judged
from kozyr.games.refusal import Refused
from kozyr.games.rulings import AnyEffect, Barred, CallReplaced, LeadRuled, PlayOn, Ruled, TakenBack

_DOUBLES: Final = (Double, Redouble)


def _accepts(state: State, seat: Seat) -> Branch:
    """The left-hand opponent lets the call stand."""
    return Branch(name(state, left(seat)), (PlayOn(),))


# ------------------------------------------------------------------ insufficient bids


def insufficient(moment: Moment, incident: incidents.Insufficient) -> Ruling:
    """The ruling on an insufficient bid (27)."""
    state = running(moment)
    seat, call, over = called(moment, incident.entry)
    before = plain_of(moment.before(incident.entry), State)
    standing = None if before.auction is None else before.auction.bid
    if not isinstance(call, Bid) or standing is None or call.step > standing.step:
        raise Refused("sufficient", entry=incident.entry, event=call.token)
    about = {"player": name(state, seat), "call": call.token}
    if state.phase == "play":
        return lead_restriction(moment, incident.entry, seat, about)
    deadline = Deadline("LDB-27A1", "opponents_call", over)
    if over:
        return stands(("LDB-27A1",), Reason("call.called_over", about), deadline)
    back = TakenBack(incident.entry - 1)
    same = next((bid for bid in BIDS if bid.denomination is call.denomination and bid.step > standing.step), None)
    offender = name(state, seat)
    if not incident.replaced:
        branches = [_accepts(state, seat)]
        if same is not None:
            branches.append(Branch(offender, (back, CallReplaced(seat, same.token))))
        barred = (back, CallReplaced(seat, "pass"), Barred(partner(seat)))
        branches.append(Branch(offender, barred))
        return Ruling(("LDB-27A1", "LDB-27B1", "LDB-27B2"), tuple(branches), Reason("db.call.low", about), deadline)
    new = _told(state, incident.replaced)
    about["new"] = new.token
    effects: tuple[AnyEffect, ...]
    if isinstance(new, Bid) and new.step <= standing.step:
        law, code, effects = "LDB-27B4", "db.call.low_again", (back, Barred(partner(seat)))
    elif same is not None and new.token == same.token:
        law, code, effects = "LDB-27B1a", "db.call.low_same", (back, CallReplaced(seat, new.token))
    elif incident.comparable:
        law, code, effects = "LDB-27B1b", "db.call.low_comparable", (back, CallReplaced(seat, new.token))
    elif isinstance(new, _DOUBLES):
        law, code, effects = "LDB-27B3", "db.call.low_again", (back, Barred(partner(seat)))
    else:
        law, code = "LDB-27B2", "db.call.low_other"
        effects = (back, CallReplaced(seat, new.token), Barred(partner(seat)))
    branches = [_accepts(state, seat), Branch(ARBITER, effects)]
    return Ruling((law, "LDB-27A1"), tuple(branches), Reason(code, about), deadline)


def _told(state: State, token: str) -> Call:
    """The call that was told as a replacement.

    Raises:
        Refused: it is none.
    """
    try:
        found = state.judging.word(token)
    except ValueError:
        raise Refused("unknown", field="replaced", event=token) from None
    if not isinstance(found, Call):
        raise Refused("unknown", field="replaced", event=token)
    return found


# ------------------------------------------------------------------ out of turn


def out_of_turn(moment: Moment, incident: incidents.CallOutOfTurn) -> Ruling:
    """The ruling on a call out of turn: accepted by the next call, else cancelled (28-32)."""
    state = running(moment)
    seat, call, over = called(moment, incident.entry)
    before = plain_of(moment.before(incident.entry), State)
    turn = before.turn
    if turn is seat or turn is None:
        raise Refused("on_turn", entry=incident.entry, seat=seat.value)
    about = {"player": name(state, seat), "call": call.token}
    if state.phase == "play":
        return lead_restriction(moment, incident.entry, seat, about)
    rotation = _in_rotation(moment, incident.entry, seat, call, turn)
    if rotation is not None:
        law, code, effects = rotation
        return decided((law,), Reason(code, about), *effects)
    book = _PASS if isinstance(call, Pass) else _BID if isinstance(call, Bid) else _DOUBLE
    if _cancelled(moment, incident.entry):
        return _at_turn(moment, incident, (seat, call, turn), book, about)
    deadline = Deadline("LDB-29A", "opponents_call", over)
    if over:
        return stands(("LDB-29A",), Reason("call.called_over", about), deadline)
    back = TakenBack(incident.entry - 1)
    accepts = _accepts(state, seat)
    spoken = any(at is seat for at, _ in before.calls)
    if turn is left(seat) and spoken:  # a second call in the place of the first
        branches: tuple[Branch, ...] = (accepts, Branch(ARBITER, (back,)))
        return Ruling(("LDB-25B", book["B"]), branches, Reason("db.call.second", about), deadline)
    if left(turn) is seat and isinstance(call, Pass):
        branches = (accepts, Branch(ARBITER, (back, Barred(seat, "once"))))
        return Ruling(("LDB-30A", "LDB-29A"), branches, Reason("db.call.pass_early", about), deadline)
    law, code = (book["A"], "db.call.early") if left(turn) is seat else (book["B"], "db.call.partners")
    branches = (accepts, Branch(ARBITER, (back,)))
    return Ruling((law, "LDB-29A"), branches, Reason(code, about), deadline)


def _in_rotation(
    moment: Moment, entry: int, seat: Seat, call: Call, turn: Seat
) -> tuple[str, str, tuple[AnyEffect, ...]] | None:
    """A call that was in rotation (28): the law, the code of the reason, and the effects that put the auction in order.

    The right-hand opponent had to pass (28A); or that opponent, whose turn it was, has called before any ruling (28B).
    """
    if left(turn) is not seat:
        return None
    back = TakenBack(entry - 1)
    if _must_pass(moment.before(entry), turn):
        return "LDB-28A", "db.call.in_rotation", (back, CallReplaced(turn, "pass"), CallReplaced(seat, call.token))
    later = moment.since(entry)
    first = later[0] if later else None
    if first is not None and first.seat is turn and isinstance(first.event, Call):
        return "LDB-28B", "db.call.right_turn", (back, CallReplaced(turn, first.event.token))
    return None


def _must_pass(state: AnyState, seat: Seat) -> bool:
    """Whether a ruling has barred a seat from bidding at its next turn."""
    duties = state.duties if isinstance(state, Judged) else ()
    return any(
        isinstance(one.effect, Barred) and one.effect.seat is seat and one.effect.what == "bid" for one in duties
    )


def _cancelled(moment: Moment, entry: int) -> bool:
    """Whether a ruling has taken a call back."""
    return any(
        isinstance(one.event, Ruled) and any(effect == TakenBack(entry - 1) for effect in one.event.effects)
        for one in moment.since(entry)
    )


# The parts of the laws on a pass, a bid, and a double out of turn: at the right-hand opponent's turn (A), or at another (B).
_PASS: Final[Mapping[str, str]] = {"A": "LDB-30A", "B": "LDB-30B"}
_BID: Final[Mapping[str, str]] = {"A": "LDB-31A", "A1": "LDB-31A1", "A2": "LDB-31A2", "B": "LDB-31B"}
_DOUBLE: Final[Mapping[str, str]] = {"A": "LDB-32A", "A1": "LDB-32A1", "A2": "LDB-32A2", "B": "LDB-32B"}


def _at_turn(
    moment: Moment,
    incident: incidents.CallOutOfTurn,
    told: tuple[Seat, Call, Seat],
    book: Mapping[str, str],
    about: dict[str, str],
) -> Ruling:
    """The offender's call at the right turn (30-32).

    A pass at the right-hand opponent's turn is followed by a pass (30A). Another call there is repeated after a pass of
    that opponent (31A1, 32A1), and is free otherwise, as all are at another turn.
    """
    state, (seat, call, turn) = running(moment), told
    if moment.state.turn is not seat:
        raise Refused("not_his_turn_yet", seat=seat.value)
    early = left(turn) is seat
    last = state.calls[-1][1] if state.calls else None
    if early and isinstance(call, Pass):
        if incident.replaced not in {"", call.token}:
            raise Refused("passes_now", "LDB-30A", field="replaced", seat=seat.value)
        return decided((book["A"],), Reason("db.call.passes", about), CallReplaced(seat, call.token))
    if early and isinstance(last, Pass):
        again = CallReplaced(seat, call.token)
        return decided((book["A1"],), Reason("db.call.repeated", about), again)
    if not incident.replaced:
        raise Refused("which_call", field="replaced")
    new = _told(state, incident.replaced)
    about["new"] = new.token
    effects: tuple[AnyEffect, ...] = (CallReplaced(seat, new.token),)
    letter = "A2" if early else "B"
    if incident.comparable:
        return decided((book[letter], "LDB-23A"), Reason("db.call.comparable", about), *effects)
    reason = Reason("db.call.not_comparable", about)
    return decided((book[letter], "LDB-26B"), reason, *effects, Barred(partner(seat), "once"))


# ------------------------------------------------------------------ change of call


def changed(moment: Moment, incident: incidents.Slip) -> Ruling:
    """The ruling on a call that its maker wants to change (25)."""
    state = running(moment)
    seat, call, _ = called(moment, incident.entry)
    about = {"player": name(state, seat), "call": call.token, "wants": incident.wants}
    if incident.intended or incident.paused:
        if state.phase == "play":
            return lead_restriction(moment, incident.entry, seat, about, changed=True)
        new = (TakenBack(incident.entry - 1), CallReplaced(seat, _told(state, incident.wants).token))
        branches = (Branch(name(state, left(seat)), new), Branch(ARBITER, (PlayOn(),)))
        return Ruling(("LDB-25B1", "LDB-25B2"), branches, Reason("db.call.meant", about))
    later = [one for one in moment.since(incident.entry) if isinstance(one.event, Call) and one.seat is not None]
    spoken = any(one.seat is partner(seat) for one in later)
    ended = state.phase != "auction"
    deadline = Deadline("LDB-25A3" if spoken else "LDB-25A4", "partner_call", spoken or ended)
    if deadline.passed:
        return stands((deadline.law,), Reason("db.call.change_late", about), deadline)
    new = (TakenBack(incident.entry - 1), CallReplaced(seat, _told(state, incident.wants).token))
    return decided(("LDB-25A1",), Reason("db.call.unintended", about), *new, deadline=deadline)


# ------------------------------------------------------------------ inadmissible calls


def inadmissible(moment: Moment, incident: incidents.Inadmissible) -> Ruling:
    """The ruling on a double or redouble of nothing or of one's own side (36), or a call by one who had to pass (37)."""
    state = running(moment)
    seat, call, over = called(moment, incident.entry)
    before = moment.before(incident.entry)
    plain = plain_of(before, State)
    about = {"player": name(state, seat), "call": call.token}
    back, mate = TakenBack(incident.entry - 1), partner(seat)
    if _must_pass(before, seat) and not isinstance(call, Pass):
        deadline = Deadline("LDB-37A", "opponents_call", over)
        if over:
            return stands(("LDB-37A", "LDB-35B"), Reason("call.called_over", about), deadline)
        effects = (back, CallReplaced(seat, "pass"), Barred(mate))
        return decided(("LDB-37B", "LDB-35B"), Reason("db.call.had_to_pass", about), *effects, deadline=deadline)
    if not isinstance(call, _DOUBLES) or plain.auction is None:
        raise Refused("admissible", entry=incident.entry, event=call.token)
    _, doubles, redoubles = plain.auction.choices(plain.terms.kind)
    if doubles if isinstance(call, Double) else redoubles:
        raise Refused("admissible", entry=incident.entry, event=call.token)
    if state.phase == "play":
        return _void_double(moment, incident.entry, about)
    if over:  # it and what came after it are cancelled, and nothing else
        return decided(("LDB-36A", "LDB-35A"), Reason("db.call.double_over", about), back)
    if not incident.replaced:
        return decided(("LDB-36B", "LDB-35A"), Reason("db.call.double", about), back, Barred(mate))
    new = CallReplaced(seat, _told(state, incident.replaced).token)
    return decided(("LDB-36B", "LDB-35A"), Reason("db.call.double", about), back, new, Barred(mate))


def void(moment: Moment, incident: directed.VoidCall) -> Ruling:
    """The ruling on a bid of more than seven (38), or a call after the last pass (39): it is cancelled.

    Raises:
        Refused: the auction is not over, or the call was not told.
    """
    state, seat = running(moment), incident.seat
    about = {"player": name(state, seat)}
    if incident.how == "over_seven":
        return _over_seven(moment, incident, about)
    if state.phase == "auction":
        raise Refused("auction_open", "LDB-39A", field="how")
    if not incident.call:
        raise Refused("which_late_call", field="call")
    call = _told(state, incident.call)
    about["call"] = call.token
    if state.contract is None:
        return stands(("LDB-39A", "LDB-22A1", "LDB-35D"), Reason("db.call.passed_out", about))
    defends = state.declarer is not None and side_of(seat) != side_of(state.declarer)
    if incident.covered or not defends or isinstance(call, Pass):
        return stands(("LDB-39B", "LDB-39A", "LDB-22A2", "LDB-35D"), Reason("db.call.after_end", about))
    return _restricting(moment, seat, ("LDB-39C", "LDB-39A", "LDB-35D"), Reason("db.call.after_end_lead", about))


def _over_seven(moment: Moment, incident: directed.VoidCall, about: dict[str, str]) -> Ruling:
    """The ruling on a bid of more than seven (38)."""
    state, seat = running(moment), incident.seat
    if state.phase != "auction":
        if incident.covered:
            return stands(("LDB-38D", "LDB-38A", "LDB-35C"), Reason("db.call.eight_covered", about))
        return _restricting(moment, seat, ("LDB-38D", "LDB-38A", "LDB-35C"), Reason("db.call.eight_lead", about))
    bars = (Barred(seat), Barred(partner(seat)))
    at_turn: tuple[AnyEffect, ...] = (CallReplaced(seat, "pass"),) if moment.state.turn is seat else ()
    return decided(("LDB-38B", "LDB-38C", "LDB-35C"), Reason("db.call.eight", about), *at_turn, *bars)


def _restricting(moment: Moment, offender: Seat, laws: tuple[str, ...], reason: Reason) -> Ruling:
    """The ruling on a cancelled call of a defender: the partner's first lead may be restricted (26B)."""
    if moment.state.phase != "play":
        return stands(laws, reason)
    found = lead_restriction(moment, moment.at, offender, dict(reason.about), changed=True)
    return Ruling((*laws, *found.laws), found.branches, reason)


def _void_double(moment: Moment, entry: int, about: dict[str, str]) -> Ruling:
    """The auction again with a pass in the place of an impossible double, which is not scored (36C).

    Raises:
        Refused: a card has been played, so that the director sets the score.
    """
    later = moment.since(entry)
    if any(not isinstance(one.event, Call) for one in later):
        raise Refused("double_by_hand", "LDB-36C", entry=entry)
    now = moment.before(entry)
    again: list[AnyEffect] = [TakenBack(entry - 1)]
    for word in ("pass", *(one.event.token for one in later)):
        seat = now.actor
        if now.phase != "auction" or seat is None:
            break
        again.append(CallReplaced(seat, word))
        now = now.follow(now.judging.word(word), seat)
    return decided(("LDB-36C",), Reason("db.call.double_void", about), *again)


# ------------------------------------------------------------------ the lead of the offender's partner


def lead_restriction(
    moment: Moment, entry: int, offender: Seat, about: dict[str, str], *, changed: bool = False
) -> Ruling:
    """The declarer may forbid the partner one suit that the offender has not shown in the legal auction (26B).

    It holds for as long as the partner keeps the lead. changed: the withdrawn call needed no ruling (25B).
    """
    state, play = playing(moment)
    mate = partner(offender)
    led = any(trick.leader is mate for trick in state.history)
    if side_of(offender) == side_of(play.declarer) or led or play.tricks.trick or play.tricks.at is not mate:
        return stands(("LDB-26B",), Reason("call.no_lead", about))
    if not changed and not _restricted(moment, entry, mate):
        return stands(("LDB-26A",), Reason("db.call.lead_free", about))
    named = {call.denomination.trump for at, call in state.calls if at is offender and isinstance(call, Bid)}
    chooser = name(state, play.declarer)
    orders = tuple(LeadRuled(mate, suit, "forbid", "kept") for suit in Suit if suit not in named)
    branches = (Branch(chooser, (PlayOn(),)), *(Branch(chooser, (order,)) for order in orders))
    return Ruling(("LDB-26B",), branches, Reason("db.call.lead", about))


def _restricted(moment: Moment, entry: int, mate: Seat) -> bool:
    """Whether the ruling on a withdrawn call made the partner pass: the call in its place was not comparable."""
    return any(
        isinstance(one.event, Ruled)
        and any(isinstance(effect, Barred) and effect.seat is mate for effect in one.event.effects)
        for one in moment.since(entry)
    )
