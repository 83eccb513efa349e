"""The laws of calls, of the contract and of the discard (P-3.3.18, P-3.4.4 to P-3.4.12; PC-4.2.12, PC-4.3.3)."""

from __future__ import annotations

from typing import Final

import msgspec

from kozyr.arbiter import incidents
from kozyr.arbiter.laws.preferans import proofs
from kozyr.arbiter.laws.preferans.terms import agreed, club, deal, defenders, partner
from kozyr.arbiter.ruling import Branch, Deadline, Moment, Reason, Ruling, against, decided, plain_of, proving, stands
from kozyr.cards import CardSet, Seat, Suit
from kozyr.games import Call, Play, rulings
from kozyr.games.preferans import Contract, State
from kozyr.games.preferans.terms import HAND_SIZE
from kozyr.games.preferans.words import BIDS, Bid, Correct, Half, Here, Misere, Name, Whist, read_contract
from kozyr.games.refusal import Reason as Code, Refused

_LOW: Final = {Code.TOO_LOW, Code.OUTBID_TOO_LOW}


def call_out_of_turn(moment: Moment, incident: incidents.CallOutOfTurn) -> Ruling:
    """The caller waits for the own turn. The declarer rules the first lead of a defending caller's partner (P-3.3.18)."""
    entry, state = moment.step(incident.entry).entry, deal(moment)
    if (
        not isinstance(entry.event, (Call, Whist, Half))
        or not entry.forced
        or entry.seat is moment.before(incident.entry).actor
    ):
        raise Refused("not_out_of_turn", entry=incident.entry, event=entry.event.token)
    seat, laws = entry.seat, ("PC-4.2.12", "P-3.3.18") if club(moment) else ("P-3.3.18",)
    assert seat is not None
    about = {"player": state.terms.name(seat), "call": entry.event.token}
    other = partner(state, seat)
    suit = entry.event.contract.trump if isinstance(entry.event, Bid) else None
    control = agreed(moment).irr_out_of_turn_call == "lead_control"
    if state.phase != "play" or other is None or suit is None or not control:
        return stands(laws, Reason("call.waits", about))
    led = any(trick.leader is other for trick in state.history) or (state.trick and _leads(state) is other)
    deadline = Deadline("P-3.3.18", "partners_first_lead", bool(led))
    if deadline.passed:
        return stands(laws, Reason("call.lead_made", about), deadline)
    assert state.declarer is not None
    return _lead_control(laws, state, other, suit, Reason("call.lead_control", about), deadline)


def _leads(state: State) -> Seat | None:
    return None if state.tricks is None else state.tricks.leader


def _lead_control(
    laws: tuple[str, ...], state: State, seat: Seat, suit: Suit, reason: Reason, deadline: Deadline | None
) -> Ruling:
    """The ruling on the declarer's right over a lead: do nothing, forbid a suit or order it."""
    assert state.declarer is not None
    chooser = state.terms.name(state.declarer)
    branches = (
        Branch(chooser, (rulings.PlayOn(),)),
        Branch(chooser, (rulings.LeadRuled(seat, suit, "forbid"),)),
        Branch(chooser, (rulings.LeadRuled(seat, suit, "demand"),)),
    )
    return Ruling(laws, branches, reason, deadline)


def illegal_contract(moment: Moment, incident: incidents.IllegalContract) -> Ruling:
    """The declarer must name another contract. A refusal counts as down by all tricks of the bid (P-3.4.4, PC-4.3.3)."""
    entry, before = moment.step(incident.entry).entry, moment.before(incident.entry)
    if not isinstance(entry.event, Name) or not entry.forced or before.phase != "contract":
        raise Refused("legal_contract", entry=incident.entry, event=entry.event.token)
    plain = plain_of(before, State)
    bid, declarer = plain.auction.contract, plain.declarer
    assert declarer is not None
    assert bid is not None
    laws = ("PC-4.3.3", "P-3.4.4") if club(moment) else ("P-3.4.4",)
    about = {"named": str(entry.event.contract), "bid": str(bid), "player": plain.terms.name(declarer)}
    back = rulings.TakenBack(incident.entry - 1)
    if not incident.refuses or agreed(moment).irr_illegal_contract == "refuse_only":
        code = "contract.no_misere" if entry.event.contract is Contract.MISERE else "contract.another"
        return decided(laws, Reason(code, about), back)
    return decided(laws, Reason("contract.without_all", about), back, rulings.Resulted({declarer: 0}))


def slip(moment: Moment, incident: incidents.Slip) -> Ruling:
    """The ruling on a slip in naming: corrected without a pause; after it one level higher, until somebody whists (P-3.4.8).

    Once somebody has whisted the contract stands (P-3.4.7), unless the correction had plainly begun before.
    """
    entry, state = moment.step(incident.entry).entry, deal(moment)
    wanted, declarer = read_contract(incident.wants), state.declarer
    if not isinstance(entry.event, Name) or declarer is None:
        raise Refused("names_none", entry=incident.entry, event=entry.event.token)
    if wanted is None:
        raise Refused("contract_unread", field="wants", name=incident.wants)
    before = moment.before(incident.entry).plain
    illegal = before.why_not(Name(wanted), declarer)
    if illegal is not None:  # a slip does not lead below the bid (P-3.4.3)
        raise against(illegal, "wants", str(wanted))
    said = [one for one in moment.since(incident.entry) if not isinstance(one.event, Correct)]
    whisted = any(one.event.token == "whist" for one in said)  # noqa: S105 - a word of the game
    about = {"named": str(entry.event.contract), "wants": str(wanted)}
    if agreed(moment).contract_change == "frozen":
        return stands(("PC-4.3.4", "P-3.4.8"), Reason("contract.frozen", about))
    back = rulings.TakenBack(incident.entry - 1)
    deadline = Deadline("P-3.4.7", "whisted", whisted and not incident.obvious)
    if deadline.passed:
        return stands(("P-3.4.7", "P-3.4.8"), Reason("contract.whisted", about), deadline)
    if not incident.paused or incident.obvious:
        meant = rulings.CallReplaced(declarer, f"contract:{wanted}")
        return decided(("P-3.4.8",), Reason("contract.slip", about), back, meant, deadline=deadline)
    size = entry.event.contract.size + 1
    higher = next((one for one in Contract if one.size == size and one.denomination == wanted.denomination), None)
    if higher is None or higher.denomination == entry.event.contract.denomination:
        return stands(("P-3.4.8",), Reason("contract.stands", about))
    raised = rulings.CallReplaced(declarer, f"contract:{higher}")
    reason = Reason("contract.higher", {**about, "higher": str(higher)})
    name = moment.terms.name(declarer)  # who may name it higher may also let the contract stand
    return Ruling(("P-3.4.8",), (Branch(name, (back, raised)), Branch(name, (rulings.PlayOn(),))), reason, deadline)


def insufficient(moment: Moment, incident: incidents.Insufficient) -> Ruling:
    """The ruling on an insufficient bid: the lowest sufficient one in that suit takes its place (P-3.3.8, C-AUC-6).

    That bid may jump over steps, and the first hand matches the last bid ("here"). A bid that jumps without need is
    taken back, and so is misère that is too low or no first call: the player makes another call (P-3.3.9).
    """
    entry, state = moment.step(incident.entry).entry, deal(moment)
    seat, call = entry.seat, entry.event
    before = plain_of(moment.before(incident.entry), State)
    if not isinstance(call, (Bid, Misere)) or seat is None or before.phase != "auction":
        raise Refused("not_a_call", entry=incident.entry, event=call.token)
    if seat is not before.actor:
        raise Refused("is_out_of_turn", entry=incident.entry, event=call.token)
    illegal = before.why_not(call, seat)
    codes = {*_LOW, Code.FIRST_CALL_ONLY} if isinstance(call, Misere) else {*_LOW, Code.JUMP}
    if illegal is None or illegal.code not in codes:
        raise Refused("sufficient", entry=incident.entry, event=call.token)
    if state.phase != "auction":
        raise Refused("auction_over")
    about = {"player": state.terms.name(seat), "call": call.token}
    back = rulings.TakenBack(incident.entry - 1)
    if isinstance(call, Misere):
        late = illegal.code is Code.FIRST_CALL_ONLY
        reason = Reason("call.late_misere" if late else "call.low_misere", about)
        return decided((illegal.law, "P-3.4.4") if late else (illegal.law, "P-3.3.8"), reason, back)
    if illegal.code is Code.JUMP:
        return decided(("P-3.3.8",), Reason("call.jump", about), back)
    if call.contract is before.auction.contract and before.why_not(Here(), seat) is None:
        return decided(("P-3.3.8",), Reason("call.here", about), back, rulings.CallReplaced(seat, Here().token))
    least = _lowest(before, call, seat)
    if least is None:  # nothing of that suit is high enough any more
        return decided(("P-3.3.8",), Reason("call.none_sufficient", about), back)
    reason = Reason("call.sufficient", {**about, "least": least.token})
    return decided(("P-3.3.8",), reason, back, rulings.CallReplaced(seat, least.token))


def _lowest(before: State, low: Bid, seat: Seat) -> Bid | None:
    """The lowest bid of the same suit that is high enough, even if it jumps; None: there is none."""
    for contract in BIDS:
        bid = msgspec.structs.replace(low, contract=contract)
        illegal = before.why_not(bid, seat)
        if contract.denomination == low.contract.denomination and (illegal is None or illegal.code is Code.JUMP):
            return bid
    return None


def wrong_discard(moment: Moment, incident: incidents.WrongDiscard) -> Ruling:
    """The ruling on a contract named by a declarer who held more or fewer than ten cards (P-3.4.6, C-CON-3).

    The declarer is two tricks short of the contract, and by as many more as are `proven` with the best discard.
    """
    state = deal(moment)
    contract, declarer = state.contract, state.declarer
    if (
        contract is None
        or not contract.size
        or declarer is None
        or state.phase not in {"whist", "play"}
        or state.history
    ):
        raise Refused("contract_unnamed")
    held = state.hands[declarer.position].bit_count() + sum(1 for seat, _ in _of_trick(state) if seat is declarer)
    if held == HAND_SIZE:
        raise Refused("has_ten", seat=declarer.value)
    proof = None
    proven = incident.proven
    if proven is None:
        with proving("P-3.4.6", field="proven"):
            proven, proof = proofs.best_discard(state, contract)
    tricks = {declarer: contract.size - proven}
    rest = HAND_SIZE - tricks[declarer]
    whisters = state.defence.whisters or defenders(state)
    for n, seat in enumerate(whisters):
        tricks[seat] = (rest + len(whisters) - 1 - n) // len(whisters)
    about = {"contract": str(contract), "held": str(held), "short": str(proven + 2)}
    effects = (rulings.Resulted(tricks), rulings.TakenOff(2, declarer))
    found = decided(("P-3.4.6",), Reason("discard.wrong", about), *effects)
    return Ruling(found.laws, found.branches, found.reason, None, proof)


def _of_trick(state: State) -> tuple[tuple[Seat, object], ...]:
    return () if state.tricks is None else state.tricks.trick


def discard_looked_at(moment: Moment, incident: incidents.DiscardLookedAt) -> Ruling:  # noqa: ARG001 - it tells nothing more
    """A declarer who has looked at the discard after the first lead loses a trick (P-3.4.9)."""
    state = deal(moment)
    declarer = state.declarer
    if declarer is None or state.judging.put_away is None:
        raise Refused("no_discard")
    if not state.trick and not state.history:
        raise Refused("discard_free")
    about = {"player": state.terms.name(declarer)}
    if agreed(moment).irr_discard_peek == "none":
        return stands(("P-3.4.9",), Reason("discard.free", about))
    if agreed(moment).irr_discard_peek == "prevent":  # nobody may look, and no trick is lost where somebody does
        return decided(("P-3.4.9",), Reason("discard.stopped", about), rulings.Warned(about["player"]))
    if state.contract is Contract.MISERE:  # there a trick more is what hurts (P-3.9.11.2)
        return decided(("P-3.4.9", "P-3.9.11.2"), Reason("discard.looked_at_misere", about), rulings.Added(1, declarer))
    return decided(("P-3.4.9",), Reason("discard.looked_at", about), rulings.TakenOff(1, declarer))


def counselled(moment: Moment, incident: incidents.Counselled) -> Ruling:
    """The ruling on an outsider's advice: the contract stays, or the nearest opponent dictates (P-3.4.12, P-3.9.20, PE-5.5.5)."""
    state, to = deal(moment), incident.to
    if to not in state.terms.hands:
        raise Refused("no_hand", seat=to.value)
    about = {"player": state.terms.name(to), "about": incident.about}
    if incident.about == "contract":
        if to is not state.declarer:
            raise Refused("not_declarer", seat=to.value)
        if state.phase == "contract":
            bid = state.auction.contract
            frozen = rulings.CallReplaced(to, f"contract:{bid}")
            return decided(("P-3.4.12", "PE-5.5.5"), Reason("advice.contract", about), frozen)
        if state.phase == "discard":  # the contract is named after it, and only the bid may be
            barred = rulings.Barred(to, "end", "contract")
            return decided(("P-3.4.12", "PE-5.5.5"), Reason("advice.contract", about), barred)
        if state.phase != "whist":
            return stands(("P-3.4.12", "PE-5.5.5"), Reason("advice.contract", about))
        return decided(("P-3.4.12", "PE-5.5.5"), Reason("advice.contract", about), rulings.Barred(to, "end", "correct"))
    nearest = state.terms.name(_nearest(state, to))
    laws, reason = ("P-3.9.20", "PE-5.5.5"), Reason("advice.dictated", {**about, "nearest": nearest})
    if incident.about == "discard":
        return _dictated_discard(laws, state, incident, nearest, reason)
    if incident.about == "play" and (state.trick or state.turn is not to):
        return _dictated_card(laws, state, incident, nearest, reason)
    if state.turn is not to or state.trick:
        raise Refused("not_on_lead", seat=to.value)
    suits = {event.card.suit for event in state.legal() if hasattr(event, "card")}
    orders = tuple(
        Branch(nearest, (rulings.LeadRuled(to, suit, "demand"),)) for suit in sorted(suits, key=lambda suit: suit.value)
    )
    return Ruling(laws, (Branch(nearest, (rulings.PlayOn(),)), *orders), reason)


def _dictated_card(
    laws: tuple[str, ...], state: State, incident: incidents.Counselled, nearest: str, reason: Reason
) -> Ruling:
    """The nearest opponent names the next card, without seeing the hand (P-3.9.20)."""
    if state.phase != "play":
        raise Refused("no_play")
    branches = [Branch(nearest, (rulings.PlayOn(),))]
    if not incident.dictated:  # the card is not told yet
        return Ruling(laws, tuple(branches), Reason("advice.card_unnamed", reason.about))
    card = incident.dictated[0]
    held = CardSet(state.holding(incident.to))  # before the turn of the hand nobody knows which can be played
    able = [one.card for one in state.legal() if isinstance(one, Play)] if state.turn is incident.to else held
    if card not in able or len(incident.dictated) > 1:
        raise Refused("not_in_hand", field="dictated", seat=incident.to.value, cards=card.text)
    branches.append(Branch(nearest, (rulings.PlayRuled(incident.to, (card,)),)))
    return Ruling(laws, tuple(branches), reason)


def _nearest(state: State, seat: Seat) -> Seat:
    """The nearest opponent clockwise."""
    hands = state.terms.hands
    at = hands.index(seat)
    order = hands[at + 1 :] + hands[:at]
    return order[0] if seat is state.declarer or state.declarer is None else state.declarer


def _dictated_discard(
    laws: tuple[str, ...], state: State, incident: incidents.Counselled, nearest: str, reason: Reason
) -> Ruling:
    if state.phase != "discard" or incident.to is not state.declarer:
        raise Refused("no_discard_now", seat=incident.to.value)
    branches = [Branch(nearest, (rulings.PlayOn(),))]
    if not incident.dictated:  # the two cards are not told yet
        reason = Reason("advice.unnamed", reason.about)
    else:
        token = "discard:" + ",".join(sorted(card.text for card in incident.dictated))
        branches.append(Branch(nearest, (rulings.CallReplaced(incident.to, token),)))
    return Ruling(laws, tuple(branches), reason)
