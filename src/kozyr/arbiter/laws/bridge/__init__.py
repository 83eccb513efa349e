"""The laws of bridge as the source has them (B-LAW), and which body of law rules: those, or the Laws of 2017 (`laws2017`).

The agreed option `laws` says which (C-BR-17). The source offers no claim of conformity with the Laws of 2017.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kozyr.arbiter import incidents
from kozyr.arbiter.incidents import AnyIncident
from kozyr.arbiter.laws.bridge import laws2017, plain, terms
from kozyr.arbiter.laws.bridge.terms import name
from kozyr.arbiter.noticed import is_revoke
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
    plain_of,
    stands,
)
from kozyr.cards import CardSet, Seat, Suit
from kozyr.games import AnyState, Event, Play, Reason as Illegal, rulings
from kozyr.games.bridge import Conventions, State
from kozyr.games.bridge.stage import CardPlay
from kozyr.games.bridge.terms import TRICKS, left, partner, side_of
from kozyr.games.bridge.words import BIDS, Bid, Call, Double, Pass, Redouble
from kozyr.games.deeds import Exposed
from kozyr.games.judged import Judged
from kozyr.games.refusal import Refused
from kozyr.games.trick import Tricks

__all__ = ["LAWBOOK", "SAID", "cards_played", "knows", "notice", "rule"]

# All that a player can say against the rules so that `notice` knows it, by phase.
SAID: Final[Mapping[str, tuple[Event, ...]]] = {"auction": (*BIDS, Pass(), Double(), Redouble())}
_BODY: Final = "source-001"


def rule(moment: Moment, incident: AnyIncident) -> Ruling:
    """The ruling on an incident.

    Raises:
        Refused: it cannot have happened then, the record contradicts it, or the agreed body of law is silent on it.
    """
    own = body(moment)
    other = next((one for one, kinds in _KINDS.items() if one != own and type(incident) in kinds), None)
    if type(incident) not in _KINDS[own] and other is not None:
        raise Refused("body_silent", body=own, other=other, incident=incident.__struct_config__.tag)
    if own == laws2017.BODY:
        return laws2017.rule(moment, incident)
    return _SOURCE.rule(moment, incident)


def knows(moment: Moment, incident: AnyIncident) -> bool:
    """Whether the agreed body of law has a law of its own for an incident, so that the rules of competitions are not asked."""
    return type(incident) in _KINDS[body(moment)]


def body(moment: Moment) -> str:
    """The body of law by which the arbiter rules on this record."""
    agreed = moment.record.conventions
    assert isinstance(agreed, Conventions)
    return agreed.laws


def cards_played(state: AnyState) -> Tricks | None:
    """The play of the cards; None: it has not begun."""
    plain = plain_of(state, State)
    return None if plain.play is None else plain.play.tricks


def notice(before: AnyState, event: Event, seat: Seat, entry: int) -> AnyIncident | None:
    """The incident that an event against the rules is; None: no law of bridge knows it."""
    phase = before.phase
    match event:
        case Play() if phase == "play":
            if before.turn is None or not before.holding(before.turn) & event.card.bit:
                return incidents.PlayedOutOfTurn(entry)
            return incidents.Revoke(entry) if is_revoke(before, event) else None
        case Call() if phase == "auction" and seat is not before.turn:
            return incidents.CallOutOfTurn(entry)
        case Bid() if phase == "auction":
            plain = plain_of(before, State)
            standing = None if plain.auction is None else plain.auction.bid
            return incidents.Insufficient(entry) if standing is not None and event.step <= standing.step else None
        case Exposed(of=of, cards=cards, to=(), plan=False) if (
            phase == "play" and of is seat and (hand := before.holding(seat))
        ):
            # A dummy claims nothing: the claim would lay down the declarer's cards, which nobody has seen.
            claim = CardSet.of(cards).bits == hand and not _dummys(before, seat)
            return incidents.CardsShown(seat, () if claim else cards, claim=claim)
    return None


def _dummys(before: AnyState, seat: Seat) -> bool:
    plain = plain_of(before, State)
    return plain.play is not None and seat is plain.play.dummy


# ------------------------------------------------------------------ the deal


def _wrong_deal(moment: Moment, incident: incidents.WrongDeal) -> Ruling:
    """The ruling on a wrong deal: dealt again, if it is found before the deal is finished.

    An exposed card lets any player order that.
    """
    finished = moment.state.now is not None if incident.finished is None else incident.finished
    about = {"fault": incident.fault}
    if incident.fault == "face_up":
        deadline = Deadline("B-LAW-DEAL-2", "first_call", moment.called())
        if deadline.passed:
            return stands(("B-LAW-DEAL-2",), Reason("deal.late", about), deadline)
        names = tuple(map(moment.terms.name, moment.terms.seats))
        branches = (*(Branch(name, (rulings.ReDealt("same"),)) for name in names), Branch(ARBITER, (rulings.PlayOn(),)))
        return Ruling(("B-LAW-DEAL-2",), branches, Reason("deal.on_demand", about), deadline)
    deadline = Deadline("B-LAW-DEAL-1", "deal_end", finished)
    if deadline.passed:
        return stands(("B-LAW-DEAL-1",), Reason("deal.late", about), deadline)
    return decided(("B-LAW-DEAL-1",), Reason("deal.void", about), rulings.ReDealt("same"), deadline=deadline)


# ------------------------------------------------------------------ information


def _remarked(moment: Moment, incident: incidents.Remarked) -> Ruling:
    """The ruling on a remark.

    In the auction both must pass if the opponents want it. Before the lead the declarer rules its suit; in the play the
    card goes back.
    """
    state, seat = terms.running(moment), incident.seat
    mate, about = partner(seat), {"player": name(state, seat), "partner": name(state, partner(seat))}
    if incident.entry is not None:
        moment.step(incident.entry)  # the call or card that was made because of it
    if state.phase == "auction":
        bars = (rulings.Barred(seat), rulings.Barred(mate))
        opponents = tuple(dict.fromkeys(name(state, one) for one in (left(seat), partner(left(seat)))))
        branches = (Branch(ARBITER, (rulings.PlayOn(),)), *(Branch(name, bars) for name in opponents))
        return Ruling(("B-LAW-INFO-1",), branches, Reason("info.pass", about))
    state, play = terms.playing(moment)
    chooser = name(state, play.declarer)
    if side_of(seat) == side_of(play.declarer):
        return stands(("B-LAW-INFO-1",), Reason("info.declarer", about))
    if not play.tricks.begun:
        leader = play.tricks.at
        orders = tuple(
            Branch(chooser, (rulings.LeadRuled(leader, suit, how),)) for suit in Suit for how in ("demand", "forbid")
        )
        return Ruling(("B-LAW-INFO-1",), (Branch(chooser, (rulings.PlayOn(),)), *orders), Reason("info.lead", about))
    if incident.entry is None:
        raise Refused("which_card", field="entry")
    _, by, _ = moment.card(incident.entry)
    if by is not mate:
        raise Refused("not_partners", entry=incident.entry, seat=mate.value)
    branches = (Branch(chooser, (rulings.PlayOn(),)), Branch(chooser, (rulings.TakenBack(incident.entry - 1),)))
    return Ruling(("B-LAW-PLAY-1",), branches, Reason("info.play", about))


def _dummy(moment: Moment, _incident: incidents.DummySpoke) -> Ruling:
    """Dummy has lost its rights, and a claim based on its words fails."""
    state, play = terms.playing(moment)
    about = {"player": name(state, play.dummy)}
    return decided(("B-LAW-DUMMY-3",), Reason("info.dummy", about), rulings.Warned(name(state, play.dummy)))


def _trick_looked_at(moment: Moment, incident: incidents.TrickLookedAt) -> Ruling:
    """The last trick is for the declarer and the defenders until the next lead; the source sets nothing for another look (B-LAW-TRICK-1)."""
    state, play = terms.playing(moment)
    taken = len(state.history)
    if incident.trick > taken:
        raise Refused("tricks_taken", field="trick", trick=incident.trick, taken=taken)
    about = {"player": name(state, incident.seat), "trick": str(incident.trick)}
    if incident.trick == taken and not state.trick and incident.seat is not play.dummy:
        return stands(("B-LAW-TRICK-1",), Reason("look.last", about))
    branches = (
        Branch(ARBITER, (rulings.PlayOn(),)),
        Branch(ARBITER, (rulings.PlayOn(), rulings.Warned(about["player"]))),
    )
    return Ruling(("B-LAW-TRICK-1",), branches, Reason("look.old", about))


# ------------------------------------------------------------------ calls


def _call_out_of_turn(moment: Moment, incident: incidents.CallOutOfTurn) -> Ruling:
    """The ruling on a call out of turn: it is cancelled, and the caller or the partner must pass (B-LAW-BID-6).

    Where the next player has called over it, it stands (B-LAW-BID-2).
    """
    state = terms.running(moment)
    seat, call, over = terms.called(moment, incident.entry)
    turn = moment.before(incident.entry).turn
    if turn is seat or turn is None:
        raise Refused("on_turn", entry=incident.entry, seat=seat.value)
    about = {"player": name(state, seat), "call": call.token}
    deadline = Deadline("B-LAW-BID-2", "opponents_call", over)
    if over:
        return stands(("B-LAW-BID-2", "B-LAW-BID-1"), Reason("call.called_over", about), deadline)
    back, laws = rulings.TakenBack(incident.entry - 1), ("B-LAW-BID-6", "B-LAW-BID-1")
    if isinstance(call, Pass):
        right = turn is not left(seat) and turn is not partner(seat)
        bar = rulings.Barred(seat, "once" if right else "end")
        return decided(laws, Reason("call.pass_out_of_turn", about), back, bar, deadline=deadline)
    bar = rulings.Barred(partner(seat))
    return decided(laws, Reason("call.bid_out_of_turn", about), back, bar, deadline=deadline)


def _insufficient(moment: Moment, incident: incidents.Insufficient) -> Ruling:
    """The ruling on an insufficient bid: a bid or a pass replaces it, and the lowest of the same suit costs nothing (B-LAW-BID-5)."""
    state = terms.running(moment)
    seat, call, over = terms.called(moment, incident.entry)
    before = plain_of(moment.before(incident.entry), State)
    assert before.auction is not None
    standing = before.auction.bid
    if before.actor is not seat:  # such a bid is cancelled as one out of turn (B-LAW-BID-6)
        raise Refused("is_out_of_turn", entry=incident.entry, event=call.token)
    if not isinstance(call, Bid) or standing is None or call.step > standing.step:
        raise Refused("sufficient", entry=incident.entry, event=call.token)
    about = {"player": name(state, seat), "call": call.token}
    mended, same = terms.replaced(moment, incident.entry, seat), _lowest(call, standing)
    if state.phase == "play" and mended is not None:
        at_once = "B-LAW-BID-3" in mended.laws
        if at_once or (same is not None and rulings.CallReplaced(seat, same.token) in mended.effects):
            law, code = ("B-LAW-BID-3", "call.at_once") if at_once else ("B-LAW-BID-5", "call.same_suit")
            return stands((law,), Reason(code, about))
        return _dictated_lead(moment, seat, None, ("B-LAW-BID-5",), about)
    deadline = Deadline("B-LAW-BID-2", "opponents_call", over)
    if over:
        return stands(("B-LAW-BID-2", "B-LAW-BID-1"), Reason("call.called_over", about), deadline)
    back = rulings.TakenBack(incident.entry - 1)
    laws = ("B-LAW-BID-5", "B-LAW-BID-4", "B-LAW-BID-1")
    if not incident.replaced:
        choices = (*((same.token,) if same else ()), "pass")
        branches = tuple(Branch(name(state, seat), _replacing(back, seat, word, same)) for word in choices)
        return Ruling(laws, branches, Reason("call.insufficient", about), deadline)
    token = state.judging.word(incident.replaced).token
    if incident.at_once:
        return decided(
            ("B-LAW-BID-3",), Reason("call.at_once", about), back, rulings.CallReplaced(seat, token), deadline=deadline
        )
    if token in {"X", "XX"}:
        raise Refused("no_double", "B-LAW-BID-4", field="replaced")
    return decided(laws, Reason("call.insufficient", about), *_replacing(back, seat, token, same), deadline=deadline)


def _lowest(call: Bid, standing: Bid) -> Bid | None:
    """The lowest sufficient bid in the same denomination (B-LAW-BID-5a, C-AUC-6)."""
    return next((bid for bid in BIDS if bid.denomination is call.denomination and bid.step > standing.step), None)


def _replacing(back: rulings.TakenBack, seat: Seat, token: str, same: Bid | None) -> tuple[rulings.AnyEffect, ...]:
    effects = (back, rulings.CallReplaced(seat, token))
    return effects if same is not None and token == same.token else (*effects, rulings.Barred(partner(seat)))


def _changed(moment: Moment, incident: incidents.Slip) -> Ruling:
    """The ruling on a changed call: changed at once, it is the second that counts (B-LAW-BID-3).

    Else the declarer rules a lead (B-LAW-BID-7).
    """
    state = terms.running(moment)
    seat, call, over = terms.called(moment, incident.entry)
    if not isinstance(call, Bid):
        raise Refused("no_suit", entry=incident.entry, event=call.token)
    about = {"player": name(state, seat), "call": call.token}
    mended = terms.replaced(moment, incident.entry, seat)
    if state.phase == "play" and mended is not None:
        if "B-LAW-BID-3" in mended.laws:
            return stands(("B-LAW-BID-3",), Reason("call.at_once", about))
        return _dictated_lead(moment, seat, call.denomination.trump, ("B-LAW-BID-7",), about)
    if over:
        deadline = Deadline("B-LAW-BID-2", "opponents_call", passed=True)
        return stands(("B-LAW-BID-2", "B-LAW-BID-7"), Reason("call.called_over", about), deadline)
    effects = (
        rulings.TakenBack(incident.entry - 1),
        rulings.CallReplaced(seat, state.judging.word(incident.wants).token),
    )
    law, code = ("B-LAW-BID-7", "call.changed") if incident.paused else ("B-LAW-BID-3", "call.at_once")
    return decided((law,), Reason(code, about), *effects)


def _dictated_lead(
    moment: Moment, offender: Seat, suit: Suit | None, laws: tuple[str, ...], about: dict[str, str]
) -> Ruling:
    """The declarer may dictate the suit of the first lead of the offender's partner, or forbid that first named (C-BR-12)."""
    state, play = terms.playing(moment)
    mate = partner(offender)
    led = any(trick.leader is mate for trick in state.history) or play.tricks.begun
    if side_of(offender) == side_of(play.declarer) or led or play.tricks.at is not mate:
        return stands(laws, Reason("call.no_lead", about))
    chooser = name(state, play.declarer)
    orders: tuple[rulings.AnyEffect, ...] = tuple(rulings.LeadRuled(mate, one, "demand") for one in Suit)
    if suit is not None:  # the suit first named is forbidden; after no trumps any may be dictated
        orders = (rulings.LeadRuled(mate, suit, "forbid"),)
    branches = (Branch(chooser, (rulings.PlayOn(),)), *(Branch(chooser, (order,)) for order in orders))
    return Ruling(laws, branches, Reason("call.lead", about))


# ------------------------------------------------------------------ cards


def _handled(moment: Moment, incident: incidents.CardHandled) -> Ruling:
    """The ruling on whether a card counts as played (B-LAW-CARD-1, B-LAW-CARD-2)."""
    state, play = terms.playing(moment)
    _, seat, event = moment.card(incident.entry)
    dummy = seat is play.dummy
    defends = side_of(seat) != side_of(play.declarer)
    played = {
        "named": not incident.corrected,
        "separated": defends and incident.seen,
        "laid": True,
        "touched": dummy and not incident.arranging,
    }[incident.how]
    laws = ("B-LAW-CARD-2",) if dummy else ("B-LAW-CARD-1",)
    about = {"player": name(state, seat), "card": event.card.text, "how": incident.how}
    if played:
        return stands(laws, Reason("card.played", about))
    return decided(laws, Reason("card.not_played", about), rulings.TakenBack(incident.entry - 1))


def _shown(moment: Moment, incident: incidents.CardsShown) -> Ruling:
    """A defender's cards that the partner has seen are nailed down.

    A declarer's shown cards are a claim, with a plan or without.
    """
    early = terms.running(moment)
    if early.phase == "auction":  # who defends is not known yet
        return stands(("B-LAW-PEN-1",), Reason("card.faced_early", {"player": name(early, incident.seat)}))
    state, play = terms.playing(moment)
    seat, held = incident.seat, CardSet(state.holding(incident.seat))
    cards = incident.cards or tuple(held)
    if CardSet.of(cards).bits & ~held.bits or not cards:
        raise Refused("not_in_hand", field="cards", seat=seat.value, cards=" ".join(card.text for card in cards))
    about = {"player": name(state, seat), "plan": incident.plan}
    if side_of(seat) != side_of(play.declarer):
        return decided(
            ("B-LAW-PEN-1",),
            Reason("card.nailed", about),
            rulings.Opened(seat, cards, play.control[play.declarer.position]),
        )
    if not incident.claim:
        code = "card.dummys" if seat is play.dummy else "card.declarers"
        return stands(("B-LAW-PEN-1",), Reason(code, about))
    own = CardSet(state.holding(play.declarer))
    laid = rulings.Opened(play.declarer, tuple(own))
    order = incident.order
    if order and (len(order) != len(own) or CardSet.of(order) != own):
        raise Refused("plan_order", field="order", seat=play.declarer.value)
    branches = [Branch(name(state, one), (rulings.AllRest(play.declarer),)) for one in play.defenders]
    plan = incident.plan or " ".join(card.text for card in order)
    if plan:  # the plan binds; the defenders accept the claim or hold the declarer to it
        held_to = rulings.Opened(play.declarer, order, planned=True) if order else laid
        branches += [Branch(name(state, one), (held_to,)) for one in play.defenders if held_to.cards]
        reason = Reason("claim.plan_binds", {**about, "plan": plan})
        return Ruling(("B-LAW-CLAIM-1", "B-LAW-CLAIM-2"), tuple(branches), reason)
    lost, proof = plain.claimed_plainly(state)
    if lost == 0:  # the defenders may force an order only where they can be shown to get a trick
        return Ruling(("B-LAW-CLAIM-2", "B-LAW-CLAIM-1"), tuple(branches), Reason("shown.proved", about), None, proof)
    for one in play.defenders:
        orders: tuple[rulings.AnyEffect, ...] = tuple(
            rulings.Dictated(hand, one, "end", plain=True) for hand in (play.declarer, play.dummy)
        )
        opened = laid if laid.cards else None
        effects: tuple[rulings.AnyEffect, ...] = orders if opened is None else (opened, *orders)
        branches.append(Branch(name(state, one), effects))
    reason = Reason("claim.no_plan", about)
    return Ruling(("B-LAW-CLAIM-2", "B-LAW-CLAIM-1"), tuple(branches), reason, None, proof)


def _penalty_lead(moment: Moment, incident: incidents.PenaltyLead) -> Ruling:
    """The declarer may order a suit of the nailed cards, which then go back into the hand (B-LAW-PEN-2)."""
    state, play = terms.playing(moment)
    judged, mate = moment.state, partner(incident.seat)
    nailed = [
        card
        for duty in (judged.duties if isinstance(judged, Judged) else ())
        if isinstance(duty.effect, rulings.Opened) and duty.effect.seat is incident.seat
        for card in duty.effect.cards
    ]
    if not nailed:
        raise Refused("none_nailed", seat=incident.seat.value)
    if play.tricks.at is not mate or play.tricks.trick:
        raise Refused("partner_not_on_lead", seat=mate.value)
    chooser = name(state, play.declarer)
    suits = sorted({card.suit for card in nailed}, key=lambda suit: suit.value)
    branches = (
        Branch(chooser, (rulings.PlayOn(),)),
        # Only a demand that is carried out takes the nailed cards up.
        *(Branch(chooser, (rulings.LeadRuled(mate, suit, "demand", lifts=incident.seat),)) for suit in suits),
    )
    return Ruling(("B-LAW-PEN-2",), branches, Reason("card.penalty_lead", {"player": name(state, incident.seat)}))


def _out_of_turn(moment: Moment, incident: incidents.PlayedOutOfTurn) -> Ruling:
    """The ruling on a lead from the wrong hand (B-LAW-LEAD-1 to B-LAW-LEAD-4)."""
    state, play = terms.playing(moment)
    before, seat, event = moment.card(incident.entry)
    right = before.turn
    if right is seat or right is None:
        raise Refused("on_turn", entry=incident.entry, seat=seat.value)
    about = {"player": name(state, seat), "card": event.card.text}
    later = terms.cards_after(moment, incident.entry)
    followed = any(side_of(hand) != side_of(seat) for hand, _ in later)
    deadline = Deadline("B-LAW-LEAD-1", "next_card", followed or incident.tabled)
    if deadline.passed:
        return stands(("B-LAW-LEAD-1",), Reason("lead.stands", about), deadline)
    back, suit, chooser = rulings.TakenBack(incident.entry - 1), event.card.suit, name(state, play.declarer)
    if before.trick:
        return _early_card(state, play, seat, event, back, deadline)
    if side_of(seat) == side_of(play.declarer):
        own = side_of(right) == side_of(play.declarer)
        effects = (back, rulings.LeadRuled(right, suit, "demand")) if own else (back,)
        code = "lead.wrong_hand" if own else "lead.declarer"
        return decided(("B-LAW-LEAD-2",), Reason(code, about), *effects, deadline=deadline)
    mate, order_by = partner(seat), play.control[play.declarer.position]
    nailed = rulings.Opened(seat, (event.card,), order_by)
    # A card that the offender's partner has put to it is nailed in any case: its own partner has seen it (B-LAW-PEN-1).
    also = tuple(rulings.Opened(hand, (card,), order_by) for hand, card in later)
    orders = (rulings.LeadRuled(mate, suit, "demand"), rulings.LeadRuled(mate, suit, "forbid"))
    branches = [
        Branch(chooser, (rulings.PlayOn(),)),
        Branch(chooser, (back, nailed, *also)),
        *(Branch(chooser, (back, order, *also)) for order in orders),
    ]
    if side_of(right) != side_of(play.declarer):
        return Ruling(("B-LAW-LEAD-3",), tuple(branches), Reason("lead.defender", about), deadline)
    # "He may raise the penalty": both at once (C-BR-15).
    branches += [Branch(chooser, (back, nailed, order, *also)) for order in orders]
    return Ruling(("B-LAW-LEAD-4", "B-LAW-LEAD-3"), tuple(branches), Reason("lead.raised", about), deadline)


def _early_card(
    state: State, play: CardPlay, seat: Seat, event: Play, back: rulings.TakenBack, deadline: Deadline
) -> Ruling:
    """The ruling on a card that came too early to a trick: the laws of leads are silent on it.

    A defender's card is nailed, since the partner has seen it; the declarer's goes back (B-LAW-PEN-1).
    """
    about = {"player": name(state, seat), "card": event.card.text}
    defends = side_of(seat) != side_of(play.declarer)
    nailed = (rulings.Opened(seat, (event.card,), play.control[play.declarer.position]),) if defends else ()
    reason = Reason("card.early_nailed" if defends else "card.early", about)
    return decided(("B-LAW-PEN-1",), reason, back, *nailed, deadline=deadline)


# ------------------------------------------------------------------ revokes


def _revoke(moment: Moment, incident: incidents.Revoke) -> Ruling:
    """The ruling on a revoke: mended until the next trick has been played, the card led to it included.

    Later the tricks go over that the offenders win from it to the end of the deal, two at most (B-LAW-REVOKE-4). The
    source sets no end to the claim; the written score is one, as with the other games.
    """
    if not moment.dealt_at or incident.entry < moment.dealt_at:
        return _revoke_scored(moment, incident.entry)
    state, play = terms.begun(moment)
    before, seat, event = moment.card(incident.entry)
    if before.turn is not seat or terms.play_of(before).tricks.refusal(event.card) is not Illegal.MUST_FOLLOW:
        raise Refused("no_revoke", entry=incident.entry, cards=event.card.text, seat=seat.value)
    number = len(before.history)
    in_time = len(state.history) - number <= 1
    about = {"player": name(state, seat), "card": event.card.text, "trick": str(number + 1)}
    deadline = Deadline("B-LAW-REVOKE-2", "next_trick", not in_time)
    back, laws = rulings.TakenBack(incident.entry - 1), ("B-LAW-REVOKE-2", "B-LAW-REVOKE-1", "B-LAW-REVOKE-3")
    if number == TRICKS - 2:  # nothing is punished in the last trick but one
        return decided(("B-LAW-REVOKE-3",), Reason("revoke.twelfth", about), back, deadline=deadline)
    if in_time:
        effects: list[rulings.AnyEffect] = [back]
        if side_of(seat) != side_of(play.declarer):
            effects.append(rulings.Opened(seat, (event.card,), play.control[play.declarer.position]))
        effects += terms.kept(moment, incident.entry, partner(seat))
        return decided(laws, Reason("revoke.mended", about), *effects, deadline=deadline)
    scored = Deadline("B-LAW-REVOKE-4", "scored", passed=False)
    if not moment.over and (ended := terms.falling(state)) is None:  # it is settled at the end
        moved = rulings.Transferred(2, seat, left(seat), number + 1)
        return decided(("B-LAW-REVOKE-4",), Reason("revoke.at_end", about), moved, deadline=scored)
    tricks = min(2, terms.won_since(state if moment.over or ended is None else ended, seat, number))
    if not tricks:
        return stands(("B-LAW-REVOKE-4",), Reason("revoke.none_won", about), scored)
    moved = rulings.Transferred(tricks, seat, left(seat))
    reason = Reason("revoke.transferred", {**about, "tricks": str(tricks)})
    return decided(("B-LAW-REVOKE-4",), reason, moved, deadline=scored)


def _revoke_scored(moment: Moment, entry: int) -> Ruling:
    """The ruling on a revoke of an earlier deal: its score is written, and stands."""
    event = moment.steps[entry - 1].entry.event if entry <= moment.at else None
    if event is None:
        raise Refused("not_of_record", entry=entry)
    if not isinstance(event, Play):
        raise Refused("not_a_card", entry=entry, event=event.token)
    deadline = Deadline("B-LAW-REVOKE-4", "scored", passed=True)
    return stands(("B-LAW-REVOKE-4",), Reason("revoke.scored", {"card": event.card.text}), deadline)


_SOURCE: Final = Body(
    "bridge",
    Provision(incidents.WrongDeal, _wrong_deal, ruling="B-LAW-DEAL-1 B-LAW-DEAL-2"),
    Provision(incidents.Remarked, _remarked, ruling="B-LAW-INFO-1 B-LAW-PLAY-1"),
    Provision(
        incidents.Insufficient,
        _insufficient,
        ruling="B-LAW-BID-3 B-LAW-BID-5",
        ground="B-LAW-BID-4",
        deadline="B-LAW-BID-2",
        frame="B-LAW-BID-1",
    ),
    Provision(incidents.CallOutOfTurn, _call_out_of_turn, ruling="B-LAW-BID-6"),
    Provision(incidents.Slip, _changed, ruling="B-LAW-BID-7"),
    Provision(incidents.DummySpoke, _dummy, ruling="B-LAW-DUMMY-3"),
    Provision(incidents.CardHandled, _handled, ruling="B-LAW-CARD-1 B-LAW-CARD-2"),
    Provision(incidents.CardsShown, _shown, ruling="B-LAW-PEN-1 B-LAW-CLAIM-1 B-LAW-CLAIM-2"),
    Provision(incidents.PenaltyLead, _penalty_lead, ruling="B-LAW-PEN-2"),
    Provision(
        incidents.PlayedOutOfTurn,
        _out_of_turn,
        ruling="B-LAW-LEAD-2 B-LAW-LEAD-3 B-LAW-LEAD-4",
        deadline="B-LAW-LEAD-1",
    ),
    Provision(incidents.Revoke, _revoke, ruling="B-LAW-REVOKE-2 B-LAW-REVOKE-3 B-LAW-REVOKE-4", frame="B-LAW-REVOKE-1"),
    Provision(incidents.TrickLookedAt, _trick_looked_at, ruling="B-LAW-TRICK-1"),
)
LAWBOOK: Final = {**_SOURCE.lawbook, **laws2017.LAWBOOK}
_KINDS: Final = {
    _BODY: frozenset(kind for kind, _ in _SOURCE.lawbook.values()),
    laws2017.BODY: frozenset(kind for kind, _ in laws2017.LAWBOOK.values()),
}
