"""The laws of the talon seen, opened or taken too early (P-3.2.19 to P-3.2.21, P-3.3.16, P-3.3.17; PC-4.1.11 to PC-4.1.13)."""

from __future__ import annotations

from kozyr.arbiter.incidents import TalonTouched
from kozyr.arbiter.laws.preferans import proofs
from kozyr.arbiter.laws.preferans.terms import agreed, club, deal, pulka
from kozyr.arbiter.ruling import Moment, Reason, Ruling, decided, proving, stands
from kozyr.cards import CardSet, Seat
from kozyr.games import rulings
from kozyr.games.preferans import Contract, State
from kozyr.games.preferans.words import BIDS, Bid, Misere, Take
from kozyr.games.refusal import Refused


def talon_touched(moment: Moment, incident: TalonTouched) -> Ruling:
    """The ruling on a player who has seen the talon, and on the auction."""
    state, seat = deal(moment), incident.seat
    if seat not in state.terms.seats:
        raise Refused("takes_no_part", seat=seat.value)
    if state.phase == "discard" and seat is not state.declarer and incident.how == "opened":
        laws = ("PC-4.2.9", "P-3.3.14") if club(moment) else ("P-3.3.14",)  # nobody is fined for it
        return stands(laws, Reason("talon.bought", {"player": state.terms.name(seat)}))
    if state.phase != "auction":
        raise Refused("auction_over")
    if incident.how != "seen" and seat is state.actor and state.why_not(Take(), seat) is None:
        laws = ("PC-4.2.10", "P-3.3.15") if club(moment) else ("P-3.3.15",)  # no fault: this buys the talon
        about = {"player": state.terms.name(seat)}
        return decided(laws, Reason("talon.third_hand", about), rulings.CallReplaced(seat, Take().token))
    others = [one for one in state.terms.hands if one is not seat and one not in state.auction.passed]
    if incident.how == "opened" and len(others) == 1:
        return _last_bidder(moment, incident, state, others[0])
    if incident.how == "opened" and len(others) > 1:
        return _two_bidders(moment, incident, state, others)
    if seat not in state.terms.hands:
        return _dealers_look(moment, incident)
    effects: tuple[rulings.AnyEffect, ...] = (
        rulings.Barred(seat),
        *_first_tricks(moment, seat),
        *_fine(moment, incident),
    )
    about = {"player": state.terms.name(seat)}
    if incident.how != "taken":
        club_laws = ("PC-4.1.11",) if club(moment) else ()
        laws = (*club_laws, "P-3.3.16.1", "P-3.3.16", "P-3.2.19", *_curious(moment, incident))
        return decided(laws, Reason("talon.seen", about), *effects)
    if incident.drawn is None:
        raise Refused("which_drawn", field="drawn")
    twelve = state.dealt_hands[seat.position] | CardSet.of(state.talon).bits
    if CardSet.of(incident.drawn).bits & ~twelve:
        raise Refused(
            "not_of_twelve", field="drawn", seat=seat.value, cards=" ".join(card.text for card in incident.drawn)
        )
    club_laws = ("PC-4.1.12",) if club(moment) else ()
    laws = (*club_laws, "P-3.2.20", "P-3.3.17", "P-3.3.16", *_curious(moment, incident))
    return decided(laws, Reason("talon.taken", about), rulings.TalonDrawn(seat, incident.drawn), *effects)


def _first_tricks(moment: Moment, seat: Seat) -> tuple[rulings.AnyEffect, ...]:
    """In an all-pass of this deal: the two tricks led from the talon; all ten, where it stays closed (P-3.2.19)."""
    opened = agreed(moment).allpass_talon == "opened"
    if not opened and club(moment):  # its codex has no such branch
        return ()
    return (rulings.FirstTaken(2 if opened else 10, seat),)


def _fine(moment: Moment, incident: TalonTouched) -> tuple[rulings.AnyEffect, ...]:
    """The fine for curiosity, beside what the look does to the deal (P-3.2.21, C-DEAL-5)."""
    fine = agreed(moment).irr_talon_peek_fine
    if not incident.deliberate or not fine:
        return ()
    return (rulings.SheetEntry(moment.terms.name(incident.seat), "hill", str(fine), law="P-3.2.21"),)


def _curious(moment: Moment, incident: TalonTouched) -> tuple[str, ...]:
    """The law that fines curiosity; empty: this look is not fined."""
    return ("P-3.2.21",) if _fine(moment, incident) else ()


def _dealers_look(moment: Moment, incident: TalonTouched) -> Ruling:
    """The ruling on a look by a dealer who sits out and has no bid to lose: only the fine (P-3.2.21, PC-4.1.13).

    A look by chance is no curiosity, and costs nothing (C-DEAL-5).
    """
    laws = ("PC-4.1.13", "P-3.2.21") if club(moment) else ("P-3.2.21",)
    name, fine = moment.terms.name(incident.seat), agreed(moment).irr_talon_peek_fine
    if incident.deliberate is False:
        return stands(laws, Reason("talon.dealer_chance", {"player": name}))
    effect: rulings.AnyEffect = (
        rulings.SheetEntry(name, "hill", str(fine), law="P-3.2.21") if fine else rulings.Warned(name)
    )
    code = "talon.dealer" if fine else "talon.dealer_warned"
    return decided(laws, Reason(code, {"player": name, "fine": str(fine)}), effect)


def _dealers(moment: Moment, seat: Seat) -> tuple[str, ...]:
    """The law that forbids the talon to a dealer who sits out; empty: the seat is in the deal."""
    if seat in deal(moment).terms.hands:
        return ()
    return ("PC-4.1.13", "P-3.2.21") if club(moment) else ("P-3.2.21",)


def _looked(moment: Moment, incident: TalonTouched) -> tuple[str, ...]:
    """The laws of the look itself: who may not, and what curiosity costs."""
    return tuple(dict.fromkeys((*_dealers(moment, incident.seat), *_curious(moment, incident))))


def _least(state: State, seat: Seat) -> Contract:
    """The least contract that a bidder may name: the own last bid, or the lowest there is."""
    own = [call for who, call in state.calls if who is seat]
    for call in reversed(own):
        if isinstance(call, Bid):
            return call.contract
        if isinstance(call, Misere):
            return Contract.MISERE
    least = state.terms.auction.least(len(state.auction.blind_passers))
    return next(contract for contract in BIDS if contract.size >= least)


def _last_bidder(moment: Moment, incident: TalonTouched, state: State, bidder: Seat) -> Ruling:
    """The talon was opened while one player still bid: that player gets it, at the own last bid (P-3.3.16.2)."""
    least = _least(state, bidder)
    about = {"player": state.terms.name(incident.seat), "bidder": state.terms.name(bidder), "least": str(least)}
    effects = (rulings.DeclarerSet(bidder, str(least)), *_fine(moment, incident))
    laws = ("P-3.3.16.2", "P-3.3.16", *_looked(moment, incident))
    return decided(laws, Reason("talon.one_bids", about), *effects)


def _two_bidders(moment: Moment, incident: TalonTouched, state: State, bidders: list[Seat]) -> Ruling:
    """The ruling on a talon opened to all while two were still bidding: the offender is charged what each could have won (P-3.3.16.3)."""
    least = {seat: _least(state, seat) for seat in bidders}
    with proving("P-3.3.16.3"):
        won, proof = proofs.foregone(pulka(moment), state, incident.seat, least)
    offender = state.terms.name(incident.seat)
    written = tuple(rulings.Compensated(player, offender, str(gain)) for player, gain in won.items())
    reason = Reason("talon.two_bid", {"player": offender})
    laws = ("P-3.3.16.3", "P-3.3.16", *_looked(moment, incident))
    found = decided(laws, reason, *written, *_fine(moment, incident), rulings.ReDealt("next"))
    return Ruling(found.laws, found.branches, found.reason, None, proof)
