"""The laws of the deal (P-3.2.9, P-3.2.12 to P-3.2.18, P-3.2.23; PC-4.1.8 to PC-4.1.10)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from kozyr.arbiter.incidents import WrongDeal
from kozyr.arbiter.laws.preferans.terms import agreed, club, player_list, pulka
from kozyr.arbiter.ruling import ARBITER, Branch, Deadline, Moment, Reason, Ruling, decided, stands
from kozyr.cards import CardSet, Seat
from kozyr.games.preferans import State
from kozyr.games.preferans.terms import HAND_SIZE
from kozyr.games.refusal import Refused
from kozyr.games.rulings import AnyEffect, CardGiven, Compensated, DealtBy, PlayOn, ReDealt, SheetEntry, Warned

_PACK: Final = 32
_MANNER: Final = {"direction", "batch", "talon_place", "shuffled", "no_cut"}  # the dealer's own faults (P-3.2.17)
_BEFORE_PLAY: Final = {"discard", "contract", "whist"}
_TEN: Final = 100  # whists that a ten or a misère is worth


def wrong_deal(moment: Moment, incident: WrongDeal) -> Ruling:
    """The ruling on a deal with a fault."""
    state = moment.state
    own = incident.fault == "hands" and incident.holder is not None  # a holder answers until the play (P-3.2.16)
    if state.phase not in ({"deal", "auction", *_BEFORE_PLAY} if own else {"deal", "auction"}) or state.history:
        late = Deadline("P-3.2.18", "auction", passed=True)
        return stands(_laws(moment, "P-3.2.18"), Reason("deal.late", {"fault": incident.fault}), late)
    if incident.fault == "wrong_dealer":
        return _wrong_dealer(moment, incident)
    if incident.fault == "hands":
        return _wrong_hands(moment, incident)
    if incident.fault in {"face_up", "pack_short"}:
        return _void(moment, incident)
    return _manner(moment, incident)


def _laws(moment: Moment, *laws: str) -> tuple[str, ...]:
    """The laws, with the club's own paragraph before them where its codex is agreed."""
    return ("PC-4.1.8", *laws) if club(moment) else laws


def _window(moment: Moment, incident: WrongDeal, law: str, until: str) -> Deadline:
    """Until when a claim is heard; the club has one limit for all, the beginning of the auction (C-DEAL-2)."""
    if agreed(moment).irr_redeal_window == "auction_start":
        return Deadline("PC-4.1.8" if club(moment) else law, "first_call", moment.called())
    finished = moment.state.now is not None if incident.finished is None else incident.finished
    passed = {"deal_end": finished, "looked": finished or incident.lifted, "first_call": moment.called()}[until]
    return Deadline(law, until, passed or moment.called())


def _void(moment: Moment, incident: WrongDeal) -> Ruling:
    """A face was seen, or the pack is short: the deal is void if somebody notices before the auction (P-3.2.12, P-3.2.15)."""
    first = "P-3.2.12" if incident.fault == "face_up" else "P-3.2.15"
    deadline = _window(moment, incident, "P-3.2.13", "first_call")
    laws, reason = _laws(moment, first, "P-3.2.15"), Reason("deal.void", {"fault": incident.fault})
    laws = tuple(dict.fromkeys(laws))
    if deadline.passed:
        return stands((*laws, deadline.law), Reason("deal.late", {"fault": incident.fault}), deadline)
    manner = _window(moment, incident, "P-3.2.18", "deal_end")
    if incident.fault == "face_up" and incident.dealers and not manner.passed:
        return _dealers_fault(moment, (*laws, manner.law), incident, manner)
    if club(moment):
        return Ruling(laws, (*_on_demand(moment),), Reason("deal.on_demand", reason.about), deadline)
    return decided(laws, reason, ReDealt("same"), deadline=deadline)


def _on_demand(moment: Moment, *effects: AnyEffect) -> tuple[Branch, ...]:
    """Any player may demand that the cards are dealt again (P-3.2.9, PC-4.1.8)."""
    again = effects or (ReDealt("same"),)
    return (*(Branch(name, again) for name in player_list(moment)), Branch(ARBITER, (PlayOn(),)))


def _manner(moment: Moment, incident: WrongDeal) -> Ruling:
    """The ruling on the manner of shuffling, cutting and dealing: heard until the deal ends (P-3.2.18)."""
    c, fault = agreed(moment), incident.fault
    if fault == "thin_cut":
        cut = incident.cut
        if cut is None:
            raise Refused("how_cut", field="cut")
        law = "PC-4.1.5" if club(moment) else "P-3.2.6"
        if c.deal_min_cut <= cut <= _PACK - c.deal_min_cut:
            return stands((law,), Reason("deal.cut_enough", {"least": str(c.deal_min_cut)}))
    elif fault == "talon_place":
        law = "P-3.2.15"
        if incident.slot == c.deal_talon_slot:  # "or in another traditional place" (C-DEAL-1)
            return stands(
                ("PC-4.1.6" if club(moment) else "P-3.2.8",), Reason("deal.slot", {"slot": str(incident.slot)})
            )
    else:
        law = {"no_cut": "P-3.2.15", "shuffled": "P-3.2.17"}.get(fault, "P-3.2.9")
    until = "looked" if fault == "no_cut" else "deal_end"  # a look ends it even before the last card (P-3.2.15)
    deadline = _window(moment, incident, "P-3.2.18", until)
    more = ("P-3.2.13",) if fault in {"direction", "batch"} else ()
    laws = tuple(dict.fromkeys(_laws(moment, law, *more, "P-3.2.15", "P-3.2.18")))
    if deadline.passed:
        return stands(laws, Reason("deal.late", {"fault": fault}), deadline)
    if fault not in _MANNER:
        return Ruling(laws, _on_demand(moment), Reason("deal.manner", {"fault": fault}), deadline)
    return _dealers_fault(moment, laws, incident, deadline)


def _dealers_fault(moment: Moment, laws: tuple[str, ...], incident: WrongDeal, deadline: Deadline) -> Ruling:
    """The dealer's first fault brings a warning, the second one an agreed set and the loss of the deal (P-3.2.17, PC-4.1.10)."""
    dealer, own = moment.terms.name(moment.terms.dealer), "PC-4.1.10" if club(moment) else "P-3.2.17"
    laws = tuple(dict.fromkeys((own, *laws)))
    again: tuple[AnyEffect, ...] = () if incident.fault == "shuffled" else (ReDealt("same"),)
    if not moment.warned(dealer, ("P-3.2.17", "PC-4.1.10")):
        effects = (Warned(dealer), *again)
        reason = Reason("deal.first_fault", {"dealer": dealer})
    else:
        fine = agreed(moment).irr_dealer_fine
        entry = (SheetEntry(dealer, "hill", str(fine)),) if fine else ()
        effects = (*entry, ReDealt("next"))
        code = "deal.second_fault" if fine else "deal.second_no_fine"
        reason = Reason(code, {"dealer": dealer, "fine": str(fine)})
    return decided(laws, reason, *effects, deadline=deadline)


def _wrong_dealer(moment: Moment, incident: WrongDeal) -> Ruling:
    """The ruling on a deal out of turn (P-3.2.14, PC-4.1.9)."""
    own = "PC-4.1.9" if club(moment) else "P-3.2.14"
    right, dealer = moment.terms.name(moment.terms.dealer), incident.dealer
    if dealer is None or dealer not in moment.match.names or dealer == right:
        raise Refused("who_dealt", field="dealer", name=right)
    finished = moment.state.now is not None if incident.finished is None else incident.finished
    deadline = Deadline("P-3.2.18", "lifted", (finished and incident.lifted) or moment.called())
    about = {"dealer": dealer, "right": right}
    laws = (own, "P-3.2.18", "P-3.2.15")
    if not deadline.passed:
        return decided(laws, Reason("deal.not_his", about), ReDealt("same"), deadline=deadline)
    if moment.state.now is None:  # the record goes on with the cards of this deal
        return decided(laws, Reason("deal.stands_as_his", about), DealtBy(dealer), deadline=deadline)
    return stands(laws, Reason("deal.stands_as_his", about), deadline)


def _wrong_hands(moment: Moment, incident: WrongDeal) -> Ruling:
    """The ruling on unequal hands (P-3.2.13, P-3.2.16, P-3.2.23)."""
    state = moment.state
    if not isinstance(state.plain, State) or state.now is None:
        raise Refused("not_dealt")
    dealt = state.plain.dealt_hands  # the declarer has taken the talon meanwhile
    late = state.phase in _BEFORE_PLAY
    sizes = {seat: (dealt[seat.position] if late else state.holding(seat)).bit_count() for seat in moment.terms.holders}
    wrong = [seat for seat, size in sizes.items() if size != HAND_SIZE]
    if not wrong:
        raise Refused("all_ten")
    holder = incident.holder
    if holder is not None and holder not in wrong:
        raise Refused("has_ten", field="holder", seat=holder.value)
    about = {"sizes": ", ".join(f"{moment.terms.name(seat)} {size}" for seat, size in sizes.items())}
    if holder is not None and moment.called(holder):
        return _too_late(moment, holder, incident, about)
    own = Deadline("P-3.2.23", "own_first_call", passed=False)
    deadline = own if holder is not None else _window(moment, incident, "P-3.2.13", "first_call")
    laws = _laws(moment, "P-3.2.16", "P-3.2.13", "P-3.2.15", "P-3.2.23")
    if deadline.passed:
        return stands(laws, Reason("deal.late", {"fault": "hands"}), deadline)
    if not incident.purpose:
        return decided(laws, Reason("deal.unequal", about), ReDealt("same"), deadline=deadline)
    return _given(moment, sizes, incident, laws, deadline)


def _too_late(moment: Moment, holder: Seat, incident: WrongDeal, about: dict[str, str]) -> Ruling:
    """A caller with a wrong number pays the most that could have been won in this deal (P-3.2.16, P-3.2.23)."""
    match, offender = pulka(moment), moment.terms.name(holder)
    most = Fraction(_TEN * (match.players - 1), match.players) * agreed(moment).unit
    if offender in incident.damage:
        most = Fraction(incident.damage[offender])
    others = [name for name in match.names if name != offender]
    share = str(most / len(others))
    effects: tuple[AnyEffect, ...] = (*(Compensated(name, offender, share) for name in others), ReDealt("same"))
    laws = _laws(moment, "P-3.2.16", "P-3.2.23")
    deadline = Deadline("P-3.2.23", "own_first_call", passed=True)
    return decided(laws, Reason("deal.called_with_it", {**about, "fine": str(most)}), *effects, deadline=deadline)


def _given(
    moment: Moment, sizes: dict[Seat, int], incident: WrongDeal, laws: tuple[str, ...], deadline: Deadline
) -> Ruling:
    """Where a purpose is conceivable, a player chooses: a new deal, or a card from the long hand to the short one.

    The chooser is the player who has noticed it, else the holder of the surplus card; never the dealer, who is the one
    suspected (C-DEAL-4). A chooser who may not see the long hand gets a card that is drawn from it unseen.
    """
    over = [seat for seat, size in sizes.items() if size == HAND_SIZE + 1]
    under = [seat for seat, size in sizes.items() if size == HAND_SIZE - 1]
    about = {"sizes": ", ".join(f"{moment.terms.name(seat)} {size}" for seat, size in sizes.items())}
    paid: tuple[AnyEffect, ...] = ()
    if incident.clash:  # the dealer makes good all damage and lost profit
        dealer = moment.terms.name(moment.terms.dealer)
        claims = {name: amount for name, amount in incident.damage.items() if name != dealer}
        paid = tuple(Compensated(name, dealer, str(Fraction(amount))) for name, amount in claims.items())
    chooser = _chooser(moment, sizes, incident.holder)
    name = ARBITER if chooser is None else moment.terms.name(chooser)
    branches = [Branch(name, (*paid, ReDealt("same")))]
    code = "deal.beyond_one"
    if len(over) == len(under) == 1 and chooser is not None:
        long, short = over[0], under[0]
        held = CardSet(moment.state.holding(long))
        cards = tuple(held) if chooser is long else () if incident.drawn is None else (incident.drawn,)
        if not set(cards) <= set(held):
            raise Refused("not_in_hand", field="drawn", seat=long.value, cards=cards[0].text)
        branches += [Branch(name, (CardGiven(card, long, short), *paid)) for card in cards]
        code = "deal.choice" if cards else "deal.choice_unseen"
    if code == "deal.beyond_one":  # nothing is left to choose
        return decided(laws, Reason(code, about), *paid, ReDealt("same"), deadline=deadline)
    return Ruling(laws, tuple(branches), Reason(code, {**about, "chooser": name}), deadline)


def _chooser(moment: Moment, sizes: dict[Seat, int], holder: Seat | None) -> Seat | None:
    """The seat that chooses: a hand with a wrong number that is not the dealer's. None: there is none."""
    wrong = [seat for seat, size in sizes.items() if size != HAND_SIZE and seat is not moment.terms.dealer]
    if holder in wrong:
        return holder
    return next((seat for seat in wrong if sizes[seat] > HAND_SIZE), next(iter(wrong), None))
