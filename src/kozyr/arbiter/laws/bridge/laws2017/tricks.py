"""Tricks by the Laws of 2017: arranged and disputed (65), inspected (66), defective (67); and knowing gains (72C)."""

from __future__ import annotations

from typing import Final

from kozyr.arbiter import incidents
from kozyr.arbiter.laws.bridge.laws2017 import info
from kozyr.arbiter.laws.bridge.laws2017.fair import best_play
from kozyr.arbiter.laws.bridge.terms import begun, cards_after, falling, name, play_of, playing, running, won_since
from kozyr.arbiter.ruling import ARBITER, Branch, Deadline, Moment, Reason, Ruling, decided, stands
from kozyr.cards import Card, CardSet, Seat
from kozyr.games import Call, Play
from kozyr.games.bridge.stage import CardPlay
from kozyr.games.bridge.terms import TRICKS, left, side_of
from kozyr.games.refusal import Refused
from kozyr.games.rulings import AnyEffect, Opened, PlayOn, Resulted, Transferred, Warned

_TRICK: Final = 4


# ------------------------------------------------------------------ arranged, disputed, inspected


def pointed(moment: Moment, incident: incidents.TrickPointed) -> Ruling:
    """The ruling on a card that points the wrong way (65B3)."""
    state, play = playing(moment)
    taken = len(state.history)
    if incident.trick > taken:
        raise Refused("tricks_taken", field="trick", trick=incident.trick, taken=taken)
    about = {"player": name(state, incident.seat), "trick": str(incident.trick)}
    late = incident.led or bool(state.trick) or incident.trick < taken
    if late and incident.seat is not play.declarer:
        return stands(("LDB-65B3", "LDB-16B"), Reason("db.trick.pointed_late", about))
    return stands(("LDB-65B3",), Reason("db.trick.turned", about))


def disputed(moment: Moment, incident: incidents.TricksDisputed) -> Ruling:
    """The ruling on a number of tricks that the sides do not agree on (65C, 65D, 66D).

    A record that ends before the last trick leaves the rest of the play to what the sides say.

    Raises:
        Refused: they agree, or a number cannot be by the tricks of the record.
    """
    heard = moment.hearing
    state, play = begun(heard)
    seat, side = incident.seat, side_of(incident.seat)
    if incident.said == incident.other:
        raise Refused("no_dispute", field="other", count=incident.other)
    got = play.won[side]
    about = {"player": name(state, seat), "said": str(incident.said), "other": str(incident.other), "got": str(got)}
    if incident.recorded:
        if len(state.history) < TRICKS:
            raise Refused("not_recorded", field="recorded", taken=len(state.history))
        return stands(("LDB-65C", "LDB-66D"), Reason("db.trick.recorded", about))
    if not heard.over:
        most = TRICKS - play.won[1 - side]
        for field, n in (("said", incident.said), ("other", incident.other)):
            if not got <= n <= most:
                raise Refused("tricks_between", field=field, count=n, least=got, most=most)
    sides = {side_of(one) for one in incident.mixed}
    number = {frozenset({side}): incident.other, frozenset({1 - side}): incident.said}.get(frozenset(sides))
    if number is None:  # both sides have kept their cards in order, or neither has
        code = "db.trick.both_mixed" if sides else "db.trick.inspect"
        branches = tuple(
            Branch(ARBITER, (_given(n, got, seat, over=heard.over),)) for n in (incident.said, incident.other)
        )
        return Ruling(("LDB-66D", "LDB-65D") if sides else ("LDB-66D",), branches, Reason(code, about))
    about["n"] = str(number)
    effect = _given(number, got, seat, over=heard.over)
    return decided(("LDB-65D", "LDB-66D"), Reason("db.trick.mixed", about), effect)


def _given(tricks: int, got: int, seat: Seat, *, over: bool) -> AnyEffect:
    """The effect by which the side of a seat has so many tricks of the deal, of which it has some by the record."""
    if not over:
        return Resulted({seat: tricks, left(seat): TRICKS - tricks})
    if tricks == got:
        return PlayOn()
    return Transferred(abs(tricks - got), *((left(seat), seat) if tricks > got else (seat, left(seat))))


def looked(moment: Moment, incident: incidents.TrickLookedAt) -> Ruling:
    """The ruling on a look at a finished trick (66)."""
    heard = moment.hearing
    state, play = begun(heard)
    taken, seat = len(state.history), incident.seat
    if incident.trick > taken:
        raise Refused("tricks_taken", field="trick", trick=incident.trick, taken=taken)
    about = {"player": name(state, seat), "trick": str(incident.trick)}
    if heard.over:
        return stands(("LDB-66D",), Reason("db.trick.after_play", about))
    last = incident.trick == taken and seat is not play.dummy
    if incident.own:
        if last and not state.trick:
            return stands(("LDB-66B",), Reason("db.trick.own_card", about))
    elif last and not incident.turned and not any(side_of(one) == side_of(seat) for one, _ in play.tricks.trick):
        return stands(("LDB-66A",), Reason("db.trick.open_yet", about))
    branches = (Branch(ARBITER, (Warned(name(state, seat)),)), Branch(ARBITER, (PlayOn(),)))
    return Ruling(("LDB-66C",), branches, Reason("db.trick.quitted", about))


# ------------------------------------------------------------------ defective tricks


def defective(moment: Moment, incident: incidents.DefectiveTrick) -> Ruling:
    """The ruling on a trick to which a player gave no card, or several (67).

    The record has the tricks as they are put right: a card that is added stands in its trick, and a card that goes back
    has never left the hand.

    Raises:
        Refused: the trick has not been taken, or the card does not fit it.
    """
    heard = moment.hearing
    state, play = begun(heard)
    seat, card, number = incident.seat, incident.card, incident.trick
    if number > len(state.history):
        raise Refused("tricks_taken", field="trick", trick=number, taken=len(state.history))
    about = {"player": name(state, seat), "card": card.text, "trick": str(number)}
    at, own = _in_trick(heard, seat, number)
    if incident.cards == "none" and own is not card:
        raise Refused("not_in_trick", field="card", cards=card.text, seat=seat.value, trick=number)
    if incident.cards == "several" and own is card:
        raise Refused("left_in_trick", field="card", cards=card.text, trick=number)
    if incident.unclear:
        _highest_stays(heard, incident, at, own)
    later = cards_after(heard, at)[_TRICK - 1 - len(heard.before(at).trick) :]
    if not heard.over and len({side_of(hand) for hand, _ in later}) < 2:
        return _in_time(heard, incident, play, about)
    if incident.cards == "several":
        return _extra(heard, incident, about)
    trick = state.history[number - 1]
    led = trick.cards[0][1].suit
    held = CardSet(heard.before(at).holding(seat) & led.bits)
    if trick.winner is seat:
        raise Refused("added_wins", "LDB-67B1a", field="card", cards=card.text)
    if trick.leader is seat:
        raise Refused("led_it", "LDB-67B1a", field="seat", seat=seat.value, trick=number)
    if held and card.suit is not led:
        raise Refused("suit_led", "LDB-67B1a", field="card", cards=card.text, suit=led.value)
    law = "LDB-67B1a" if held else "LDB-67B1b"
    return _fined(heard, seat, number, (law, "LDB-64A2"), "db.trick.added", about)


def _in_trick(moment: Moment, seat: Seat, number: int) -> tuple[int, Card]:
    """The entry and the card of a seat in a finished trick."""
    state = running(moment)
    card = next(one for by, one in state.history[number - 1].cards if by is seat)
    entries = [n for n in range(moment.dealt_at + 1, moment.at + 1) if _is_card(moment, n, card)]
    return entries[-1], card  # an earlier one was taken back


def _is_card(moment: Moment, entry: int, card: Card) -> bool:
    event = moment.step(entry).entry.event
    return isinstance(event, Play) and event.card is card


def _in_time(moment: Moment, incident: incidents.DefectiveTrick, play: CardPlay, about: dict[str, str]) -> Ruling:
    """Before both sides have played to the next trick (67A): a card is added, or those too many go back (45E)."""
    deadline = Deadline("LDB-67A", "both_play_on", passed=False)
    if incident.cards == "none":
        return stands(("LDB-67A1",), Reason("db.trick.added_in_time", about), deadline)
    _held(moment, incident)
    if side_of(incident.seat) == side_of(play.declarer):
        return stands(("LDB-67A2", "LDB-45E2"), Reason("db.trick.fifth", about), deadline)
    laid = Opened(incident.seat, (incident.card,), play.control[play.declarer.position])
    return decided(("LDB-67A2", "LDB-45E1"), Reason("db.trick.fifth_open", about), laid, deadline=deadline)


def _held(moment: Moment, incident: incidents.DefectiveTrick) -> None:
    """Refuse an extra card that the hand of the record does not hold."""
    if not running(moment).holding(incident.seat) & incident.card.bit:
        raise Refused("not_in_hand", field="card", seat=incident.seat.value, cards=incident.card.text)


def _highest_stays(moment: Moment, incident: incidents.DefectiveTrick, at: int, own: Card) -> None:
    """Where nobody can say which card was faced, the highest that could be played stays in the trick (67B2a).

    own: the card that stays.

    Raises:
        Refused: one card alone was played, or the card that goes back is higher.
    """
    card, before = incident.card, moment.before(at)
    if incident.cards == "none":
        raise Refused("answer_unasked", "LDB-67B2a", field="unclear")
    led = running(moment).history[incident.trick - 1].cards[0][1].suit
    follows = bool(before.holding(incident.seat) & led.bits)
    playable = [one for one in (card, own) if not follows or one.suit is led]
    if card in playable and (own not in playable or card.rank.position > own.rank.position):
        raise Refused("highest_stays", "LDB-67B2a", field="card", cards=card.text, trick=incident.trick)


def _extra(moment: Moment, incident: incidents.DefectiveTrick, about: dict[str, str]) -> Ruling:
    """Cards too many go back and count as held all the time: not to have played one later may be a revoke (67B2)."""
    seat, card = incident.seat, incident.card
    state = running(moment)
    if not moment.over:
        _held(moment, incident)
    for number in range(incident.trick, len(state.history)):
        trick = state.history[number]
        played = next(one for by, one in trick.cards if by is seat)
        if trick.cards[0][1].suit is card.suit is not played.suit:
            about["later"] = str(number + 1)
            return _fined(
                moment, seat, number + 1, ("LDB-67B2a", "LDB-67B2b", "LDB-64A2"), "db.trick.extra_revoke", about
            )
    return stands(("LDB-67B2a", "LDB-67B2b"), Reason("db.trick.extra", about))


def _fined(moment: Moment, seat: Seat, number: int, laws: tuple[str, ...], code: str, about: dict[str, str]) -> Ruling:
    """One trick goes over, if the side has won one from this trick on (64A2). number: the trick's, from 1."""
    state = running(moment)
    if not moment.over and (ended := falling(state)) is None:
        return decided(laws, Reason(code, about), Transferred(1, seat, left(seat), number))
    won = won_since(state if moment.over or ended is None else ended, seat, number - 1)
    if not won:
        return stands((*laws, "LDB-64B1"), Reason(code, about, Reason("db.trick.none_won", about)))
    return decided(laws, Reason(code, about), Transferred(1, seat, left(seat)))


# ------------------------------------------------------------------ knowing gains


def foreseen(moment: Moment, incident: incidents.Foreseen) -> Ruling:
    """The ruling on an offender who could have known that it could well damage the others (72C).

    The deal is played out, and a gain is taken away: to what best play gave before the offender's card, or to the director's outcomes.

    Raises:
        Refused: the entry is not the offender's call or card, or the outcomes do not add up to a hundred.
    """
    heard = moment.hearing
    state, seat = running(heard), incident.seat
    step = heard.step(incident.entry)
    event, before = step.entry.event, heard.before(incident.entry)
    if isinstance(event, Play):
        by: Seat | None = heard.card(incident.entry)[1]
    elif isinstance(event, Call):
        by = step.entry.seat or before.actor
    else:
        raise Refused("no_act", entry=incident.entry, event=event.token)
    if by is not seat:
        raise Refused("whose_act", field="seat", entry=incident.entry, seat="" if by is None else by.value)
    about = {"player": name(state, seat)}
    if incident.outcomes:
        about["how"] = "foreseen"
        return info.weighted(("LDB-72C",), info.outcomes(incident.outcomes), seat, about, own_fault=False)
    if not heard.over:
        return stands(("LDB-72C",), Reason("db.gain.play_on", about))
    if not isinstance(event, Play):
        return stands(("LDB-72C",), Reason("db.gain.outcomes", about))
    play, side = play_of(state), side_of(seat)
    declarer, proof = best_play(before, "LDB-72C")
    fair = declarer if side_of(play.declarer) == side else TRICKS - declarer
    got = play.won[side]
    about |= {"fair": str(fair), "got": str(got)}
    if got <= fair:
        found = stands(("LDB-72C",), Reason("db.gain.none", about))
        return Ruling(found.laws, found.branches, found.reason, None, proof)
    branches = (Branch(ARBITER, (Transferred(got - fair, seat, left(seat)),)), Branch(ARBITER, (PlayOn(),)))
    return Ruling(("LDB-72C", "LDB-12C1c"), branches, Reason("db.gain.taken", about), None, proof)
