"""Revokes by the Laws of 2017: inability (59), what is one (61A), correction (62), tricks that go over (64A, 64B), equity (64C)."""

from __future__ import annotations

from typing import Final

import msgspec

from kozyr.arbiter import incidents
from kozyr.arbiter.laws.bridge.laws2017.fair import best_play
from kozyr.arbiter.laws.bridge.terms import begun, cards_after, falling, name, play_of, running, won_since
from kozyr.arbiter.ruling import ARBITER, Branch, Deadline, Moment, Reason, Ruling, decided, stands
from kozyr.cards import Card, CardSet, Seat, Suit
from kozyr.games import AnyState, Play, Reason as Illegal, rulings
from kozyr.games.bridge import State
from kozyr.games.bridge.stage import CardPlay
from kozyr.games.bridge.terms import TRICKS, left, partner, side_of
from kozyr.games.judged import Judged
from kozyr.games.refusal import Refused

_TWELFTH: Final = TRICKS - 2  # the number of that trick, from nought
_ORDERS: Final = {Illegal.LEAD_DEMANDED, Illegal.LEAD_FORBIDDEN, Illegal.DICTATED}


def rule(moment: Moment, incident: incidents.Revoke) -> Ruling:
    """The ruling on a revoke, or on a card that disobeyed an order (61A).

    Raises:
        Refused: there was none, or its deal cannot be reached any more.
    """
    found = _ruled(moment, incident)
    if moment.dealt_at and incident.entry >= moment.dealt_at:
        before, seat, event = moment.card(incident.entry)
        if is_revoke(before, seat, event) and play_of(before).tricks.refusal(event.card) is None:
            return msgspec.structs.replace(found, laws=(*found.laws, "LDB-61A"))
    return found


def _ruled(moment: Moment, incident: incidents.Revoke) -> Ruling:
    """The ruling on a revoke, whatever it was."""
    if not moment.dealt_at or incident.entry < moment.dealt_at:
        return _earlier(moment, incident.entry)
    state, play, number = running(moment), running(moment).play, len(moment.before(incident.entry).history)
    before, seat, event = moment.card(incident.entry)
    if play is None or not is_revoke(before, seat, event):
        if play is not None and unable(before, seat, event):
            about = {"player": name(state, seat), "card": event.card.text}
            return stands(("LDB-59",), Reason("db.revoke.unable", about))
        raise Refused("no_revoke", entry=incident.entry, cards=event.card.text, seat=seat.value)
    about = {"player": name(state, seat), "card": event.card.text, "trick": str(number + 1)}
    if number == _TWELFTH and not incident.late:
        return decided(
            ("LDB-62D1", "LDB-64B6"), Reason("db.revoke.twelfth", about), rulings.TakenBack(incident.entry - 1)
        )
    twin = _twin(moment, incident.entry, number)
    if twin is not None:
        return _both_mended(moment, (incident.entry, twin), about)
    if not _established(moment, incident.entry, number):
        return _mended(moment, incident.entry, seat, event, about)
    deadline = Deadline("LDB-64B4", "next_board_call", incident.late != "")
    if deadline.passed:
        law = "LDB-64B4" if incident.late == "called" else "LDB-64B5"
        return stands((law,), Reason("db.revoke.nothing", {**about, "ground": incident.late}), deadline)
    ground = _ground(moment, incident, before, seat, play)
    if ground is not None:
        law, why = ground
        ruling = stands((law,), Reason("db.revoke.nothing", {**about, "ground": why}), deadline)
        return _with_equity(moment, incident, ruling, 0)
    most = 2 if state.history[number].winner is seat else 1
    laws = ("LDB-64A1" if most == 2 else "LDB-64A2", "LDB-63A", "LDB-44C")
    if not moment.over and (ended := falling(state)) is None:
        moved = rulings.Transferred(most, seat, left(seat), number + 1)
        return decided(laws, Reason("db.revoke.at_end", {**about, "tricks": str(most)}), moved, deadline=deadline)
    won = won_since(state if moment.over or ended is None else ended, seat, number)
    tricks = min(most, won)
    if not tricks:
        ruling = stands(("LDB-64B1",), Reason("db.revoke.nothing", {**about, "ground": "none_won"}), deadline)
        return _with_equity(moment, incident, ruling, 0)
    taker = name(state, state.history[number].winner)
    reason = Reason("db.revoke.moved", {**about, "winner": taker, "won": str(won), "tricks": str(tricks)})
    ruling = decided(laws, reason, rulings.Transferred(tricks, seat, left(seat)), deadline=deadline)
    return _with_equity(moment, incident, ruling, tricks)


def is_revoke(before: AnyState, seat: Seat, event: Play) -> bool:
    """Whether a card of the seat on turn fails to follow suit, or to do what a ruling orders, although the hand could (61A)."""
    plain = before.plain
    if not isinstance(plain, State) or plain.play is None or before.turn is not seat:
        return False
    if plain.play.tricks.refusal(event.card) is Illegal.MUST_FOLLOW:
        return True
    illegal = before.why_not(event) if isinstance(before, Judged) and _disobeys(before, seat, event.card) else None
    return illegal is not None and illegal.code in _ORDERS


def unable(before: AnyState, seat: Seat, event: Play) -> bool:
    """Whether a card does not do what a ruling ordered, because the hand could not (59)."""
    if not isinstance(before, Judged) or before.turn is not seat:
        return False
    return before.why_not(event) is None and _disobeys(before, seat, event.card)


def _disobeys(before: Judged, seat: Seat, card: Card) -> bool:
    """Whether a card is not what an order about the seat's lead or next card names."""
    held = CardSet(before.holding(seat))
    for duty in before.duties:
        match duty.effect:
            case rulings.LeadRuled(seat=of, suit=suit, how=how) if of is seat and not before.trick:
                if (card.suit is suit) is not (how == "demand"):
                    return True
            case rulings.FollowRuled(seat=of, suit=suit, how="forbid") if of is seat:
                if card.suit is suit:
                    return True
            case rulings.FollowRuled(seat=of, suit=suit, how=how) if of is seat:
                same = sorted((one for one in held if one.suit is suit), key=lambda one: one.rank.position)
                if not same or card is not same[-1 if how == "highest" else 0]:
                    return True
    return False


def _earlier(moment: Moment, entry: int) -> Ruling:
    """A revoke of an earlier deal: nothing goes over once the innocents have called on the next board (64B4)."""
    event = moment.steps[entry - 1].entry.event if entry <= moment.at else None
    if event is None:
        raise Refused("not_of_record", entry=entry)
    if not isinstance(event, Play):
        raise Refused("not_a_card", entry=entry, event=event.token)
    before = moment.steps[entry - 1].before.state
    assert before is not None
    seat = next(seat for seat in Seat if before.holding(seat) & event.card.bit)
    if not any(moment.called(one) for one in (left(seat), partner(left(seat)))):
        raise Refused("next_cards_out", "LDB-64B4", entry=entry)
    about = {"player": name(running(moment), seat), "card": event.card.text, "trick": str(len(before.history) + 1)}
    deadline = Deadline("LDB-64B4", "next_board_call", passed=True)
    return stands(("LDB-64B4",), Reason("db.revoke.nothing", {**about, "ground": "called"}), deadline)


def _established(moment: Moment, entry: int, number: int) -> bool:
    """Whether the offending side has led or played to the next trick, or has claimed or conceded (63A)."""
    _, seat, _ = moment.card(entry)
    side = side_of(seat)
    for later in range(entry + 1, moment.at + 1):
        step = moment.steps[later - 1]
        event, before = step.entry.event, step.before.state
        if before is None or isinstance(event, rulings.Ruled):
            continue
        if isinstance(event, Play) and len(before.history) > number:
            by = next((one for one in Seat if before.holding(one) & event.card.bit), None)
            if by is not None and side_of(by) == side:
                return True
        speaker = step.entry.seat or before.actor
        if event.tag in {"claim", "answer"} and speaker is not None and side_of(speaker) == side:
            return True
    return moment.over


def _mended(moment: Moment, entry: int, seat: Seat, event: Play, about: dict[str, str]) -> Ruling:
    """A revoke that is not established: the card goes back, a defender's as a major penalty card (62A, 62B).

    Innocents may change what they played after it (62C1). If one does, the next of the offender's side may change too,
    and a defender's card is then a penalty card (62C2); if none does, that card stays.
    """
    state, play = begun(moment)
    effects: list[rulings.AnyEffect] = [rulings.TakenBack(entry - 1)]
    defends, order_by = side_of(seat) != side_of(play.declarer), play.control[play.declarer.position]
    if defends and seat not in play.tabled:
        effects.append(rulings.Opened(seat, (event.card,), order_by))
    laws = ("LDB-62A", "LDB-62B1" if defends else "LDB-62B2", "LDB-62C1", "LDB-44C")
    deadline = Deadline("LDB-63A", "side_plays_on", passed=False)
    reason = Reason("db.revoke.mended_open" if defends else "db.revoke.mended", about)
    rest = cards_after(moment, entry)[: 3 - len(moment.before(entry).trick)]  # those of the same trick
    mates = next((card for hand, card in rest if hand is partner(seat)), None)
    if mates is None:
        return decided(laws, reason, *effects, deadline=deadline)
    between, kept = rest[0]
    chooser = name(state, play.control[between.position])
    same = (rulings.PlayRuled(between, (kept,)), rulings.PlayRuled(partner(seat), (mates,)))
    free: tuple[rulings.AnyEffect, ...] = (rulings.Opened(partner(seat), (mates,), order_by),) if defends else ()
    branches = (Branch(chooser, (*effects, *same)), Branch(chooser, (*effects, *free)))
    about = {**about, "chooser": chooser, "kept": kept.text, "mate": name(state, partner(seat)), "mates": mates.text}
    also = Reason("db.revoke.change_open" if defends else "db.revoke.change", about)
    return Ruling((*laws, "LDB-62C2"), branches, Reason(reason.code, about, also), deadline)


def _twin(moment: Moment, entry: int, number: int) -> int | None:
    """The entry of the other side's revoke in the same trick, while only one side has played to the next (62C3)."""
    _, seat, _ = moment.card(entry)
    found, sides = None, set[int]()
    for later in range(moment.dealt_at + 1, moment.at + 1):
        step = moment.steps[later - 1]
        event, before = step.entry.event, step.before.state
        if before is None or not isinstance(event, Play):
            continue
        by = next((one for one in Seat if before.holding(one) & event.card.bit), None)
        if by is None:
            continue
        if len(before.history) > number:
            sides.add(side_of(by))
        elif len(before.history) == number and side_of(by) != side_of(seat) and is_revoke(before, by, event):
            found = later
    return found if len(sides) == 1 else None


def _both_mended(moment: Moment, entries: tuple[int, int], about: dict[str, str]) -> Ruling:
    """Both sides have revoked in a trick, and one alone has played on: both are mended, and a defender's cards are penalties."""
    _, play = begun(moment)
    first = min(entries)
    _, seat, event = moment.card(first)
    opened: dict[Seat, tuple[Card, ...]] = {}
    for hand, card in ((seat, event.card), *cards_after(moment, first)):
        if hand in play.defenders:
            opened[hand] = (*opened.get(hand, ()), card)
    order_by = play.control[play.declarer.position]
    effects: list[rulings.AnyEffect] = [rulings.TakenBack(first - 1)]
    effects += [rulings.Opened(hand, cards, order_by) for hand, cards in opened.items()]
    return decided(("LDB-62C3", "LDB-62A"), Reason("db.revoke.both_mended", about), *effects)


def _ground(
    moment: Moment, incident: incidents.Revoke, before: AnyState, seat: Seat, play: CardPlay
) -> tuple[str, str] | None:
    """Why no trick goes over though the revoke is established (64B2, 64B3, 64B7): the law, and a code."""
    led = _led(before)
    lying = seat is play.dummy
    if isinstance(before, Judged):
        cards = (
            one.effect.cards
            for one in before.duties
            if isinstance(one.effect, rulings.Opened) and one.effect.seat is seat
        )
        lying = lying or any(card.suit is led for some in cards for card in some)
    if lying:
        return "LDB-64B3", "faced"
    for number in range(moment.dealt_at + 1, moment.at + 1):
        step = moment.steps[number - 1]
        event, then = step.entry.event, step.before.state
        if number == incident.entry or not isinstance(event, Play) or then is None:
            continue
        by = next((one for one in Seat if then.holding(one) & event.card.bit), None)
        if by is None or not is_revoke(then, by, event) or not _established(moment, number, len(then.history)):
            continue
        if side_of(by) != side_of(seat):
            return "LDB-64B7", "both"
        if by is seat and number < incident.entry and _led(then) is led:
            return "LDB-64B2", "repeated"
    return ("LDB-64B2", "repeated") if incident.repeated else None


def _led(state: AnyState) -> Suit | None:
    """The suit led to the running trick; None: a card is to be led."""
    return state.trick[0].suit if state.trick else None


def _with_equity(moment: Moment, incident: incidents.Revoke, ruling: Ruling, moved: int) -> Ruling:
    """The ruling with a second branch for the director, where best play without the revoke gives the innocents more (64C).

    Searched only where they say that they are damaged, and once the deal is over.
    """
    if not incident.damage or not moment.over:
        return ruling
    before, seat, _ = moment.card(incident.entry)
    state, play = running(moment), running(moment).play
    assert play is not None
    declarer, proof = best_play(before, "LDB-64C1")
    innocents = 1 - side_of(seat)
    fair = declarer if side_of(play.declarer) == innocents else TRICKS - declarer
    got = state.won[innocents] + moved
    about = {"fair": str(fair), "got": str(got)}
    also = Reason("db.revoke.equity" if fair > got else "db.revoke.fair", about)
    laws = (*ruling.laws, "LDB-64C1")
    reason = Reason(ruling.reason.code, ruling.reason.about, also)
    branches = ruling.branches
    if fair > got:
        whole: rulings.AnyEffect = rulings.Transferred(fair - state.won[innocents], seat, left(seat))
        branches = (*branches, Branch(ARBITER, (whole,)))
    return Ruling(laws, branches, reason, ruling.deadline, proof)
