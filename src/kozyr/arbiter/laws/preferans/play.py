"""The laws of open cards, of leads out of turn and of revokes (P-3.9.14 to P-3.9.17, P-3.9.21; PC-4.7.15 to PC-4.7.18)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import msgspec

from kozyr.arbiter.incident import Tricks
from kozyr.arbiter.incidents import CardsShown, OpenCard, PlayedOutOfTurn, Revoke
from kozyr.arbiter.laws.preferans import proofs
from kozyr.arbiter.laws.preferans.terms import agreed, club, deal, defenders, partner, with_tricks, worth
from kozyr.arbiter.ruling import Branch, Deadline, Moment, Proof, Reason, Ruling, decided, plain_of, proving, stands
from kozyr.cards import Card, CardSet, Seat
from kozyr.games import Play, Reason as Illegal, rulings
from kozyr.games.judged import Judged
from kozyr.games.preferans import Contract, Outcome, State
from kozyr.games.preferans.terms import HAND_SIZE
from kozyr.games.refusal import Refused

_REVOKES: Final = {Illegal.MUST_FOLLOW, Illegal.MUST_TRUMP}
_LAST: Final = HAND_SIZE - 1  # the tricks before the last one


def _own(moment: Moment, ours: str, *laws: str) -> tuple[str, ...]:
    """The laws, with the club's own paragraph first where its codex is agreed."""
    return (ours, *laws) if club(moment) else laws


# ------------------------------------------------------------------ out of turn


def out_of_turn(moment: Moment, incident: PlayedOutOfTurn) -> Ruling:
    """A card out of turn is open. The consequences differ with the offender's role (P-3.9.14)."""
    state = deal(moment)
    before, seat, event = moment.card(incident.entry)
    if before.turn is seat:
        raise Refused("on_turn", entry=incident.entry, seat=seat.value)
    about = {"player": _name(state, seat), "card": event.card.text}
    if len(before.history) == _LAST:
        return stands(("P-3.9.21",), Reason("play.last_trick", about))
    deadline = Deadline("P-3.9.14.5", "trick_completed", len(state.history) > len(before.history))
    if deadline.passed:
        return stands(_own(moment, "PC-4.7.15", "P-3.9.14.5"), Reason("play.order_late", about), deadline)
    back = rulings.TakenBack(incident.entry - 1)
    if state.declarer is None:
        return _in_all_pass(moment, incident, seat, back, about, deadline)
    opened = rulings.Opened(seat, (event.card,))
    if seat is state.declarer:
        mine = msgspec.structs.replace(opened, order=None)
        laws = _own(moment, "PC-4.7.15", "P-3.9.14.2", "P-3.9.14", "P-3.9.15")
        code = "play.declarers_discard" if before.trick else "play.declarers_card"
        return decided(laws, Reason(code, about), back, mine, deadline=deadline)
    chooser, other = _name(state, state.declarer), partner(state, seat)
    laws = _own(moment, "PC-4.7.15", "P-3.9.14.1", "P-3.9.14", "P-3.9.15")
    if before.trick or other is None:
        return decided(laws[-2:], Reason("play.open_card", about), back, opened, deadline=deadline)
    accepted = Deadline("P-3.9.14.1", "next_card", _plays_on(moment, incident.entry, state.declarer))
    if accepted.passed:  # playing on without a claim has accepted the lead from the wrong hand
        return stands(laws, Reason("lead.stands", about), accepted)
    branches = (
        Branch(chooser, (rulings.PlayOn(),)),
        Branch(chooser, (back, opened, rulings.LeadRuled(other, event.card.suit, "forbid"))),
        Branch(chooser, (back, opened, rulings.LeadRuled(other, event.card.suit, "demand"))),
    )
    return Ruling(laws, branches, Reason("play.whisters_lead", about), deadline)


def _plays_on(moment: Moment, entry: int, seat: Seat) -> bool:
    """Whether a seat has played a card after an entry."""
    return any(isinstance(one.event, Play) and one.seat is seat for one in moment.since(entry))


def _name(state: State, seat: Seat) -> str:
    """The player whose cards lie in a place; the closed hand of two is its partner's."""
    terms = state.terms
    return terms.name(seat) if seat in terms.hands else terms.name(terms.opponents(state.declarer)[0])


def _in_all_pass(
    moment: Moment,
    incident: PlayedOutOfTurn,
    seat: Seat,
    back: rulings.TakenBack,
    about: dict[str, str],
    deadline: Deadline,
) -> Ruling:
    """The offender gets all later tricks. Damage that a player proves is made good (P-3.9.14.3)."""
    laws = _own(moment, "PC-4.7.15", "P-3.9.14.3", "P-3.9.14")
    code = "play.all_pass_card" if moment.before(incident.entry).trick else "play.all_pass"
    effects: tuple[rulings.AnyEffect, ...] = (back, rulings.AllRest(seat))
    branches = [Branch("arbiter", effects)]
    if club(moment) and incident.claims:
        raise Refused("claims_unknown", "PC-4.7.15", field="claims")
    if incident.claims:
        ruled = moment.before(incident.entry).judging.ruled(rulings.AllRest(seat))
        assert isinstance(ruled, State)
        assert isinstance(ruled.outcome, Outcome)
        has, proof = worth(moment, ruled.outcome), None
        for player, tricks in incident.claims.items():
            if player not in has or player == _name(deal(moment), seat):
                raise Refused("not_hurt", field="claims", name=player)
            loss = _claimed(moment, ruled.outcome, tricks)[player] - has[player]
            proof = _proved(moment, incident, player, tricks)
            if loss > 0:
                made_good = rulings.Compensated(player, _name(deal(moment), seat), str(loss))
                branches.append(Branch(player, (*effects, made_good)))
        if len(branches) > 2:  # each player who has proved damage gets it made good
            both = tuple(branch.effects[-1] for branch in branches[1:])
            branches.append(Branch("arbiter", (*effects, *both)))
        return Ruling(laws, tuple(branches), Reason(code, about), deadline, proof)
    return Ruling(laws, tuple(branches), Reason(code, about), deadline)


def _proved(moment: Moment, incident: PlayedOutOfTurn, player: str, tricks: Tricks) -> Proof:
    """The line by which the tricks would have fallen as somebody claims."""
    before = plain_of(moment.before(incident.entry), State)
    with proving("P-3.9.14.3", field="claims"):
        found = proofs.damage(before, tricks)
    if found is None:
        raise Refused("no_such_line", "P-3.9.14.3", field="claims", name=player)
    return found


def _claimed(moment: Moment, outcome: Outcome, tricks: Tricks) -> dict[str, Fraction]:
    """Each player's result if the tricks had fallen as proved."""
    terms = moment.terms
    if sum(tricks.values()) != HAND_SIZE:
        raise Refused("claim_sum", field="claims", sum=sum(tricks.values()), due=HAND_SIZE)
    found = {terms.name(one): n for one, n in tricks.items()}
    return worth(moment, msgspec.structs.replace(outcome, tricks=found, ruled=None))


def open_card(moment: Moment, incident: OpenCard) -> Ruling:
    """The choice of the opponents when an open card could be played (P-3.9.14).

    A defender's open card is played at once, unless the declarer lets it wait; of several the declarer picks one.
    Where the offender leads, it may not wait. The declarer's open card waits until a defender demands it (P-3.9.14.2).
    """
    state, seat, judged = deal(moment), incident.seat, moment.state
    if state.phase != "play":
        raise Refused("no_play")
    lying = [
        card
        for duty in (judged.duties if isinstance(judged, Judged) else ())
        if isinstance(duty.effect, rulings.Opened) and duty.effect.seat is seat
        for card in duty.effect.cards
    ]
    if not lying:
        raise Refused("none_open", field="seat", seat=seat.value)
    if seat in {holder for holder, _ in (state.tricks.trick if state.tricks is not None else ())}:
        raise Refused("not_to_play", field="seat", seat=seat.value)
    legal = lying  # before its turn nobody knows which can be played
    if state.turn is seat:
        legal = [event.card for event in state.legal() if isinstance(event, Play) and event.card in lying]
    about = {"player": _name(state, seat), "cards": " ".join(card.text for card in lying)}
    if not legal:
        return stands(("P-3.9.14",), Reason("open.not_now", about))
    if seat is state.declarer:
        choosers = tuple(dict.fromkeys(_name(state, one) for one in defenders(state)))
        branches = [Branch(name, (rulings.PlayOn(),)) for name in choosers]
        branches += [Branch(name, (rulings.Demanded(seat, card),)) for name in choosers for card in legal]
        laws = _own(moment, "PC-4.7.15", "P-3.9.14.2", "P-3.9.14")
        return Ruling(laws, tuple(branches), Reason("open.declarers", about))
    laws = _own(moment, "PC-4.7.15", "P-3.9.14")
    choosers = _opponents(state, seat)
    orders = (
        [Branch(name, (rulings.Demanded(seat, card),)) for name in choosers for card in legal] if len(legal) > 1 else []
    )
    if not state.trick and state.turn is seat:  # the opponents may not forbid the offender to lead it
        return (
            Ruling(laws, tuple(orders), Reason("open.order", about))
            if orders
            else stands(laws, Reason("open.lead", about))
        )
    waits = [Branch(name, (effect,)) for name in choosers for effect in (rulings.Spared(seat), rulings.PlayOn())]
    return Ruling(laws, (*waits, *orders), Reason("open.may_wait", about))


def _opponents(state: State, seat: Seat) -> tuple[str, ...]:
    """The players against whom a seat plays; never the offender's fellow defender."""
    declarer = state.declarer
    seats = state.terms.hands if declarer is None or seat is declarer else (declarer,)
    return tuple(_name(state, one) for one in seats if one is not seat)


# ------------------------------------------------------------------ cards shown


def shown(moment: Moment, incident: CardsShown) -> Ruling:
    """The ruling on shown cards: those shown to claim the rest lie open (P-3.9.14.4), and so does one shown to another player (P-3.9.15)."""
    state, seat = deal(moment), incident.seat
    if state.phase in {"auction", "discard", "contract", "whist"}:  # cards are open in the play alone
        return stands(_own(moment, "PC-4.1.14", "P-3.2.22"), Reason("shown.early", {"player": _name(state, seat)}))
    if state.phase != "play":
        raise Refused("no_play")
    held = CardSet(state.holding(seat))
    cards = incident.cards or tuple(held)
    if not cards or CardSet.of(cards).bits & ~held.bits:
        raise Refused("not_in_hand", field="cards", seat=seat.value, cards=" ".join(card.text for card in cards))
    if incident.order and (len(incident.order) != len(held) or CardSet.of(incident.order) != held):
        raise Refused("plan_order", field="order", seat=seat.value)
    about = {"player": _name(state, seat)}
    if agreed(moment).irr_open_card_grounds == "two":
        return stands(_own(moment, "PC-4.7.16", "P-3.9.15"), Reason("shown.no_ground", about))
    if not incident.claim:
        return decided(("P-3.9.15", "P-3.9.14"), Reason("shown.open", about), rulings.Opened(seat, cards))
    return _claim(state, seat, cards, incident, about)


def _claim(state: State, seat: Seat, cards: tuple[Card, ...], incident: CardsShown, about: dict[str, str]) -> Ruling:
    """The opponents accept the claim, or dictate its order. A told plan binds the claimant (P-3.9.14.4)."""
    laws = ("P-3.9.14.4", "P-3.9.15")
    misere = state.contract is Contract.MISERE and seat is state.declarer
    won = {one: state.won[one.position] for one in state.terms.hands}
    opponents = tuple(one for one in state.terms.hands if one is not seat)
    if misere:  # such showing claims no trick
        others = defenders(state)
        rest = HAND_SIZE - sum(won.values())
        accepted: rulings.AnyEffect = rulings.Resulted({**won, others[0]: won[others[0]] + rest})
    else:
        accepted = rulings.AllRest(seat)
    branches = [Branch(state.terms.name(one), (accepted,)) for one in opponents]
    try:
        sure, proof = proofs.claimed(state, seat, incident.order)
    except ValueError:  # gusarik's all-pass has two hands: nothing is searched
        sure, proof = None, None
    order = incident.order
    plan = incident.plan or " ".join(card.text for card in order)
    if plan:
        about = {**about, "plan": plan}
    if sure:  # no opponent can get a trick by any order, or by the told plan
        code = "shown.plan_proved" if order else "shown.proved"
        return Ruling(laws, tuple(branches), Reason(code, about), None, proof)
    if plan:
        held_to = rulings.Opened(seat, order, planned=True) if order else rulings.Opened(seat, cards)
        branches += [Branch(state.terms.name(one), (held_to,)) for one in opponents]
        return Ruling(laws, tuple(branches), Reason("shown.with_plan", about), None, proof)
    for one in opponents:
        branches.append(Branch(state.terms.name(one), (rulings.Opened(seat, cards, one), rulings.Dictated(seat, one))))
    return Ruling(laws, tuple(branches), Reason("shown.without_plan", about), None, proof)


# ------------------------------------------------------------------ revokes


def revoke(moment: Moment, incident: Revoke) -> Ruling:
    """The ruling on a revoke: seen in time, the wrong card is open.

    Seen later, the play is taken apart and a trick is lost (P-3.9.16).
    """
    if not moment.dealt_at or incident.entry < moment.dealt_at:
        return _too_late(moment, incident)
    state = deal(moment)
    before, seat, event = moment.card(incident.entry)
    if before.turn is not seat or not _is_revoke(before.plain, event):
        raise Refused("no_revoke", entry=incident.entry, cards=event.card.text, seat=seat.value)
    about = {"player": _name(state, seat), "card": event.card.text}
    laws = _own(moment, "PC-4.7.17", "P-3.9.16")
    if len(before.history) == _LAST:
        return stands((*laws, "P-3.9.21"), Reason("play.last_trick", about))
    back = rulings.TakenBack(incident.entry - 1)
    closed = len(state.history) - len(before.history)
    in_time = closed == 0 or (closed == 1 and not state.trick)
    deadline = Deadline("PE-5.4.14", "next_lead", not in_time)
    if in_time:
        grounds = ("P-3.9.16.1", *laws, "P-3.9.14", "P-3.9.15", "PE-5.4.14")
        return decided(
            grounds, Reason("revoke.in_time", about), back, rulings.Opened(seat, (event.card,)), deadline=deadline
        )
    if not incident.replayable:
        return _undecided(moment, before.plain, seat, ("P-3.9.16.2", *laws, "P-3.9.17"), about, back)
    branches = tuple(Branch(chooser, (back, effect)) for chooser, effect in lost_trick(state, seat))
    claim = Deadline("P-3.9.17", "scored", passed=False)
    return Ruling(("P-3.9.16.2", *laws, "P-3.9.17"), branches, Reason("revoke.later", about), claim)


def _undecided(
    moment: Moment, before: object, seat: Seat, laws: tuple[str, ...], about: dict[str, str], back: rulings.TakenBack
) -> Ruling:
    """A revoke that cannot be replayed ends with best play, every doubt to the innocents, and the fine trick (P-3.9.16.2)."""
    assert isinstance(before, State)
    with proving("P-3.9.16.2"):
        tricks, proof = proofs.undecided(before, seat)
        # In an all-pass the play against the offender may cost an innocent: the innocent's sure tricks are made good.
        others = before.terms.hands if before.declarer is None else ()
        lines = {one: proofs.sure(before, one)[0] for one in others if one is not seat}
    name, lost = before.terms.name, lost_trick(before, seat)
    sure = {one: with_tricks(moment, before, line)[name(one)] for one, line in lines.items()}
    able = tuple(one for one in lost if not isinstance(one[1], rulings.Transferred) or tricks[one[1].giver])
    branches: list[Branch] = []
    for chooser, effect in able or lost:
        effects: list[rulings.AnyEffect] = [back, rulings.Resulted(tricks), effect]
        if sure:
            has = with_tricks(moment, before, _fined(tricks, effect))
            losses = {one: points - has[name(one)] for one, points in sure.items()}
            effects += [
                rulings.Compensated(name(one), name(seat), str(loss)) for one, loss in losses.items() if loss > 0
            ]
        branches.append(Branch(chooser, tuple(effects)))
    claim = Deadline("P-3.9.17", "scored", passed=False)
    return Ruling(laws, tuple(branches), Reason("revoke.undecided", about), claim, proof)


def _fined(tricks: Mapping[Seat, int], effect: rulings.AnyEffect) -> dict[Seat, int]:
    """The tricks of an all-pass with the fine trick; a giver without tricks gives none."""
    assert isinstance(effect, rulings.Transferred)
    after, moved = dict(tricks), min(effect.tricks, tricks[effect.giver])
    after[effect.giver] -= moved
    after[effect.taker] += moved
    return after


def _is_revoke(state: object, event: Play) -> bool:
    """Whether a card of the seat on turn does not follow although it could."""
    assert isinstance(state, State)
    return state.tricks is not None and state.tricks.refusal(event.card) in _REVOKES


def _too_late(moment: Moment, incident: Revoke) -> Ruling:
    """The ruling on an error found too late: once the cards are mixed and the score is written, it stands (P-3.9.17, PC-4.7.18)."""
    entry = moment.steps[incident.entry - 1].entry if incident.entry <= moment.at else None
    if entry is None:
        raise Refused("not_of_record", entry=incident.entry)
    if not isinstance(entry.event, Play):
        raise Refused("not_a_card", entry=incident.entry, event=entry.event.token)
    deadline = Deadline("P-3.9.17", "scored", passed=True)
    return stands(
        _own(moment, "PC-4.7.18", "P-3.9.17"), Reason("revoke.scored", {"card": entry.event.card.text}), deadline
    )


def lost_trick(state: State, seat: Seat) -> tuple[tuple[str, rulings.AnyEffect], ...]:
    """The takers of the fine trick: the opponents, who choose between them.

    The offender alone pays it (P-3.9.16.2). Where both defenders whist, the other one gives no trick.
    """
    name, hands = state.terms.name, state.terms.hands
    if state.declarer is None:  # in an all-pass nobody wants a trick: the offender takes one of theirs
        return tuple((name(one), rulings.Transferred(1, one, seat)) for one in hands if one is not seat)
    if state.contract is Contract.MISERE:
        if seat is state.declarer:
            return (("arbiter", rulings.Added(1, seat)),)
        return ((name(state.declarer), rulings.Transferred(1, state.declarer, seat)),)
    if seat is not state.declarer:
        giver = seat if seat in hands else defenders(state)[0]
        return ((name(state.declarer), rulings.Transferred(1, giver, state.declarer)),)
    takers = state.defence.whisters or defenders(state)
    # A whisting dealer has no cards: the tricks of both defenders are the dealer's (P-3.8.8).
    return tuple(
        (name(one), rulings.Transferred(1, seat, one if one in hands else defenders(state)[0])) for one in takers
    )
