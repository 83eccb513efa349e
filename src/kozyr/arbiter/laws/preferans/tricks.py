"""The laws of tricks looked at, of wrong numbers of cards, of disputed plans and of remarks (P-3.9.11, P-3.9.12, P-3.9.18, P-3.8.5.1b)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from kozyr.arbiter.incidents import PlanDisputed, Remarked, TrickLookedAt, WrongCount
from kozyr.arbiter.laws.preferans import proofs
from kozyr.arbiter.laws.preferans.terms import agreed, club, deal, price, pulka, with_tricks
from kozyr.arbiter.ruling import (
    ARBITER,
    Branch,
    Deadline,
    Moment,
    Proof,
    Reason,
    Ruling,
    decided,
    plain_of,
    proving,
    stands,
)
from kozyr.cards import Seat
from kozyr.games import Play, rulings
from kozyr.games.preferans import Contract, State
from kozyr.games.preferans.terms import HAND_SIZE
from kozyr.games.preferans.words import NEED
from kozyr.games.refusal import Refused

_AT_LEAST: Final = 2  # a declarer with a wrong number of cards is down by so many in any case, a whister too (P-3.9.18)


def trick_looked_at(moment: Moment, incident: TrickLookedAt) -> Ruling:
    """A player who turns over an earlier trick, or another's last one, loses a trick that nobody gets (P-3.9.11, P-3.9.12)."""
    state, seat, number = deal(moment), incident.seat, incident.trick
    if not 1 <= number <= len(state.history):
        raise Refused("tricks_taken", trick=number, taken=len(state.history))
    if seat not in state.terms.hands:
        raise Refused("does_not_play", seat=seat.value)
    about = {"player": state.terms.name(seat), "trick": str(number)}
    if number == len(state.history) and state.history[-1].winner is seat:
        return stands(("P-3.9.8",), Reason("trick.last", about))
    if incident.agreed:
        return stands(("P-3.9.11.1",), Reason("trick.agreed", about))
    laws = ("PC-4.7.12", "PC-4.7.13") if club(moment) else ()
    laws = (*laws, "P-3.9.11.2", "P-3.9.12", "P-3.9.11")
    if state.declarer is None or (state.contract is Contract.MISERE and seat is state.declarer):
        return decided(laws, Reason("trick.eleventh", about), rulings.Added(1, seat))
    return decided(laws, Reason("trick.lost", about), rulings.TakenOff(1, seat))


def wrong_count(moment: Moment, incident: WrongCount) -> Ruling:
    """The ruling on a wrong number of cards during play: without two at least (P-3.9.18, PC-4.7.19)."""
    laws = ("PC-4.7.19", "P-3.9.18") if club(moment) else ("P-3.9.18",)
    over = moment.state.now is None and bool(pulka(moment).history)
    deadline, c = Deadline("P-3.9.18", "end_of_play", over), agreed(moment)
    if over:
        return stands(laws, Reason("count.late", {"players": ", ".join(one.value for one in incident.seats)}), deadline)
    state = deal(moment)
    if not incident.seats or any(seat not in state.terms.hands for seat in incident.seats):
        raise Refused("whose_count", field="seats")
    if set(incident.seats) >= {
        seat for seat in state.terms.holders if state.holding(seat) or seat in state.terms.hands
    }:
        raise Refused("all_wrong", laws[0], field="seats")  # then nobody has the right number to compare with
    if state.phase != "play":
        raise Refused("no_play")
    if incident.proven is not None and incident.short is not None:
        need = NEED[state.contract.size] if state.contract is not None and state.contract.size else 0
        if incident.proven + max(0, need - incident.short) > HAND_SIZE:
            raise Refused("too_many_tricks", laws[0], field="short", due=HAND_SIZE)
    about = {"players": ", ".join(map(state.terms.name, incident.seats))}
    begun, contract = _begun(moment, state, incident.entry), state.contract
    if contract is None or not contract.size:
        return _spoilt(moment, begun, state, incident, laws, deadline)
    at_least = c.irr_wrong_count_whister == "at_least_two"
    due, proof = incident.proven, None
    if incident.claim and due is None:
        due, proof = proofs.due(begun)
    effects: list[rulings.AnyEffect] = []
    for seat in incident.seats:
        name = state.terms.name(seat)
        if seat is state.declarer:
            most = contract.size if due is None else min(contract.size, due)
            effects.append(rulings.TakenOff(_AT_LEAST, seat, most))
        elif seat in state.defence.whisters:
            short = incident.short
            if short is None and due is not None:
                short = NEED[contract.size] - (HAND_SIZE - due)
            short = max(_AT_LEAST, short or 0) if at_least else _AT_LEAST
            full = c.whist_responsibility == "full" or (
                c.whist_responsibility == "half_then_full"
                and pulka(moment).sheet.pool[pulka(moment).names.index(name)] >= c.pool_target
            )
            points = Fraction(short * price(moment, state), 1 if full else 2)
            effects.append(rulings.SheetEntry(name, "hill", str(points)))
        else:  # who has passed has no contract and no whist to be short of: the others' loss is the fine
            with proving("P-3.9.18"):
                paid, proof = _made_good(moment, begun, state, seat, incident.seats)
            effects += paid
    short = any(isinstance(effect, (rulings.TakenOff, rulings.SheetEntry)) for effect in effects)
    code = "count.wrong" if short else "count.answers"
    branch = Branch(ARBITER, tuple(effects) or (rulings.PlayOn(),))
    return Ruling(laws, (branch,), Reason(code, about), deadline, proof)


def _made_good(
    moment: Moment, begun: State, state: State, seat: Seat, guilty: tuple[Seat, ...]
) -> tuple[list[rulings.AnyEffect], Proof]:
    """What a defender pays each innocent: the difference between best play from then and from now."""
    name = state.terms.name
    then, now, proof = proofs.caught(begun, state)
    could, has = (with_tricks(moment, state, one) for one in (then, now))
    names = {name(one) for one in guilty}
    losses = {one: could[one] - has[one] for one in could if one not in names}
    return [rulings.Compensated(one, name(seat), str(loss)) for one, loss in losses.items() if loss > 0], proof


def _begun(moment: Moment, state: State, entry: int | None) -> State:
    """The play before the card with which a number went wrong; where that is not told, at its beginning.

    Raises:
        Refused: that entry is no card of the play.
    """
    if entry is not None:
        before, _, _ = moment.card(entry)
    else:
        cards = (step for step in moment.steps[moment.dealt_at :] if isinstance(step.entry.event, Play))
        first = next((step.before.state for step in cards), None)
        if first is None:
            return state
        before = first
    return plain_of(before, State)


def _spoilt(
    moment: Moment, begun: State, state: State, incident: WrongCount, laws: tuple[str, ...], deadline: Deadline
) -> Ruling:
    """At misère and all-pass each guilty player answers for the others' loss.

    A declarer, or a player of an all-pass, gets so many tricks more; at misère at least two. A defender makes good the
    loss of each innocent.
    """
    name, declarer = state.terms.name, state.declarer
    effects: list[rulings.AnyEffect] = []
    found: list[Proof] = []
    tricks = 0
    with proving("P-3.9.18"):
        for seat in incident.seats:
            if declarer in {None, seat}:
                lost, proof = proofs.spoilt(begun, state, seat)
                tricks = lost if declarer is None else max(_AT_LEAST, lost)
                effects += [rulings.Added(tricks, seat)] if tricks else []
            else:
                paid, proof = _made_good(moment, begun, state, seat, incident.seats)
                effects += paid
            found.append(proof)
    about = {"players": ", ".join(map(name, incident.seats))}
    if len(incident.seats) == 1 and declarer in {None, *incident.seats}:
        code = "count.spoilt" if tricks else "count.harmless"
        reason = Reason(code, {"player": about["players"], "tricks": str(tricks)})
    else:
        reason = Reason("count.answers", about)
    branch = Branch(ARBITER, tuple(effects) or (rulings.PlayOn(),))
    return Ruling(laws, (branch,), reason, deadline, _together(incident.seats, found))


def _together(seats: tuple[Seat, ...], found: list[Proof]) -> Proof:
    """The proofs for several players as one, which names them in it."""
    if len(found) == 1:
        return found[0]
    value: dict[str, int | str] = {}
    positions: list[Mapping[str, object]] = []
    for seat, proof in zip(seats, found, strict=True):
        value |= {f"{seat.value} {key}": told for key, told in proof.value.items()}
        positions += [one for one in proof.positions if one not in positions]
    return Proof("spoilt_play", value, tuple(positions))


def plan_disputed(moment: Moment, incident: PlanDisputed) -> Ruling:
    """The ruling on a disputed plan: the whister's plan is carried out.

    The objectors have the result of the other plan, and the declarer has one by lot (P-3.8.5.1b).
    """
    state = deal(moment)
    if agreed(moment).whist_plan_dispute != "arbiter":
        raise Refused("dispute_not_agreed", value=agreed(moment).whist_plan_dispute)
    if not before_plans(state):
        raise Refused("before_the_play")
    assert state.declarer is not None
    other, proof = _of_plans(state, incident)
    if sum(other.values()) != HAND_SIZE or not set(other) <= set(state.terms.hands):
        raise Refused("ten_tricks", field="other", sum=sum(other.values()))
    declarer = state.terms.name(state.declarer)
    for name in (*incident.objectors, *incident.others):
        if name not in state.terms.names or name == declarer:
            raise Refused("no_objector", field="objectors", name=name)
    if not incident.objectors:
        raise Refused("who_objects", field="objectors")
    about = {"objectors": ", ".join(incident.objectors), "lot": incident.lot}
    drawn = rulings.LotDrawn(int(incident.lot == "other"), 2)
    drawer = (declarer,) if incident.lot == "other" else ()

    def ruled(chooser: str, *objectors: str) -> Branch:
        return Branch(
            chooser, (drawn, rulings.Resulted(other, (*objectors, *drawer)), *_followed(state, incident.objectors))
        )

    joining = (ruled(name, *incident.objectors, name) for name in incident.others)
    branches = (*joining, ruled(ARBITER, *incident.objectors))
    return Ruling(("P-3.8.5.1b",), branches, Reason("plan.two_results", about), None, proof)


def before_plans(state: State) -> bool:
    """Whether a contract is about to be played, and no defender has played a card: only then a plan is disputed (P-3.8.5.1b)."""
    if state.phase != "play" or state.history or state.declarer is None:
        return False
    return state.tricks is None or all(seat is state.declarer for seat, _ in state.tricks.trick)


def _followed(state: State, objectors: tuple[str, ...]) -> tuple[rulings.AnyEffect, ...]:
    """The whister carries out the own plan. A defender at misère who objects to it plays by the partner's word."""
    first, second = state.terms.opponents(state.declarer)
    return tuple(
        rulings.Dictated(seat, partner)
        for seat, partner in ((first, second), (second, first))
        if state.contract is Contract.MISERE and state.terms.name(seat) in objectors
    )


def _of_plans(state: State, incident: PlanDisputed) -> tuple[dict[Seat, int], Proof | None]:
    """The tricks of the other plan, told or searched, and the proof of both plans."""
    if not incident.other_plan:
        return incident.other, None
    held = sum(state.hands[seat.position] for seat in state.terms.opponents(state.declarer))
    for card in (*incident.own_plan, *incident.other_plan):
        if not card.bit & held:
            raise Refused("no_defenders_card", cards=card.text)
    with proving("P-3.8.5.1b"):
        own, _ = proofs.planned(state, incident.own_plan)
        other, proof = proofs.planned(state, incident.other_plan)
    found = dict(other.tricks)
    if incident.other and incident.other != found:
        raise Refused("another_result", field="other")
    assert state.declarer is not None
    value: dict[str, int | str] = {
        "own": own.tricks[state.declarer],
        "own line": own.text,
        "other": other.tricks[state.declarer],
        "other line": other.text,
    }
    return found, Proof("plans", value, proof.positions)


def remarked(moment: Moment, incident: Remarked) -> Ruling:
    """The ruling on a remark that may tell something: it is illegal information, and its author is warned (PE-5.4.11)."""
    state = deal(moment)
    if incident.seat not in state.terms.seats:
        raise Refused("sits_elsewhere", seat=incident.seat.value)
    if incident.entry is not None:
        moment.card(incident.entry)  # the card that was played because of it
    player = state.terms.name(incident.seat)
    about = {"player": player, "about": incident.about}
    if incident.about == "void":  # the only allowed question asks whether the hand is really void
        return stands(("P-3.9.19", "PE-5.4.14"), Reason("remark.void", about))
    laws = ("PE-5.4.11b",) if incident.about == "memory" else ()
    return decided((*laws, "PE-5.4.11", "P-3.9.13"), Reason("remark.warned", about), rulings.Warned(player))
