"""Plays by the Laws of 2017: dummy's card named unclearly (46), retraction (47), a penalty card not played (52), cards together (58)."""

from __future__ import annotations

from typing import Final

import msgspec

from kozyr.arbiter import incidents
from kozyr.arbiter.laws.bridge.laws2017 import cards
from kozyr.arbiter.laws.bridge.terms import cards_after, name, playing
from kozyr.arbiter.ruling import ARBITER, Branch, Deadline, Moment, Reason, Ruling, decided, stands
from kozyr.cards import Card, CardSet, Seat, Suit
from kozyr.games import Play
from kozyr.games.bridge import State
from kozyr.games.bridge.stage import CardPlay
from kozyr.games.bridge.terms import side_of
from kozyr.games.judged import Judged
from kozyr.games.refusal import Refused
from kozyr.games.rulings import AnyEffect, Dictated, Opened, PlayOn, PlayRuled, TakenBack, TakenUp
from kozyr.games.trick import winner

_TRICK: Final = 4


# ------------------------------------------------------------------ dummy's card


def designated(moment: Moment, incident: incidents.Designated) -> Ruling:
    """The ruling on a card of dummy's that was not named clearly (46).

    Raises:
        Refused: dummy is not to play, the card was named clearly, or a suit or a rank is missing.
    """
    state, play = playing(moment)
    dummy = play.dummy
    if play.tricks.at is not dummy:
        raise Refused("not_to_play", seat=dummy.value)
    legal = tuple(sorted(_legal(moment), key=_height))
    about = {"player": name(state, play.declarer), "how": incident.how}
    if incident.intended is not None:
        if incident.intended not in legal:
            raise Refused("not_in_hand", field="intended", seat=dummy.value, cards=incident.intended.text)
        return _named(("LDB-46B",), "db.dummy.meant", about, dummy, (incident.intended,))
    if incident.how == "anything":
        branches = tuple(Branch(name(state, one), (Dictated(dummy, one, "once"),)) for one in play.defenders)
        return Ruling(("LDB-46B5",), branches, Reason("db.dummy.anything", about))
    law, found = _meant(state, play, incident, legal)
    if not found:
        return stands(("LDB-46B4",), Reason("db.dummy.none", about))
    if law == "LDB-46B3b" and len(found) > 1:
        return _named((law,), "db.dummy.several", about, dummy, found, by=name(state, play.declarer))
    return _named((law,), "db.dummy.plays", about, dummy, found)


def _named(
    laws: tuple[str, ...], code: str, about: dict[str, str], dummy: Seat, found: tuple[Card, ...], by: str = ARBITER
) -> Ruling:
    reason = Reason(code, {**about, "cards": " ".join(card.text for card in found)})
    return Ruling(laws, (Branch(by, (PlayRuled(dummy, found),)),), reason)


def _meant(
    state: State, play: CardPlay, incident: incidents.Designated, legal: tuple[Card, ...]
) -> tuple[str, tuple[Card, ...]]:
    """The law, and the cards of dummy's that the words stand for; the lowest card comes first. No card: the words are invalid."""
    trick = play.tricks.cards
    if incident.how == "win":
        if not trick:
            raise Refused("no_trick_yet", field="how")
        return "LDB-46B1b", _winners(state, play, legal)[:1]
    if incident.how in {"rank", "card"} and not incident.rank:
        raise Refused("missing", field="rank")
    if incident.how == "rank":
        same = tuple(card for card in legal if card.rank.value == incident.rank)
        last = play.tricks.history[-1] if play.tricks.history and not trick else None
        if last is not None:  # dummy has won it, being on lead
            won = next(card.suit for seat, card in last.cards if seat is play.dummy)
            again = tuple(card for card in same if card.suit is won)
            if again:
                return "LDB-46B3a", again
        return "LDB-46B3b", same
    led = trick[0].suit if trick and incident.how != "card" else None
    suit = Suit(incident.suit) if incident.suit else led
    if suit is None:
        raise Refused("missing", field="suit")
    if incident.how == "card":
        card = Card(f"{suit.value}{incident.rank}")
        if state.holding(play.dummy) & card.bit:
            raise Refused("named_clearly", field="rank", cards=card.text)
        return "LDB-46B4", ()
    of = tuple(card for card in legal if card.suit is suit)
    if incident.how == "highest":
        return "LDB-46B1a", of[-1:]
    return ("LDB-46B2" if incident.how == "suit" else "LDB-46B1c"), of[:1]


def _winners(state: State, play: CardPlay, legal: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards of dummy's that win the trick for all that is known, the lowest first.

    A defender who has still to play may hold any card of the defenders'. That he may have none of the suit and ruff is not counted.
    """
    trick = play.tricks.cards
    ahead = tuple(card for card in legal if winner((*trick, card), play.contract.trump) == len(trick))
    if len(trick) == _TRICK - 1:
        return ahead
    unseen = CardSet(sum(state.holding(one) for one in play.defenders))
    return tuple(
        card for card in ahead if not any(one.suit is card.suit and _height(one) > _height(card) for one in unseen)
    )


def _height(card: Card) -> int:
    return card.rank.position


def _legal(moment: Moment) -> tuple[Card, ...]:
    """The cards that the hand on turn may play."""
    return tuple(event.card for event in moment.state.legal() if isinstance(event, Play))


# ------------------------------------------------------------------ retraction


def retracted(moment: Moment, incident: incidents.Retraction) -> Ruling:
    """The ruling on a card that its player wants to take back (47).

    Raises:
        Refused: it was no card out of turn, or no opponent had played to the trick before.
    """
    state, _ = playing(moment)
    before, seat, event = moment.card(incident.entry)
    about = {"player": name(state, seat), "card": event.card.text}
    back = TakenBack(incident.entry - 1)
    if incident.why == "told_turn":
        if before.turn is seat:
            raise Refused("on_turn", entry=incident.entry, seat=seat.value)
        return decided(("LDB-47E1",), Reason("db.retract.told_turn", about), back)
    if incident.why == "opponent_changed":
        earlier = _before_in_trick(before.trick, seat)
        if not any(side_of(one) != side_of(seat) for one in earlier):
            raise Refused("nobody_before", entry=incident.entry)
        return decided(("LDB-47D",), Reason("db.retract.opponent", about), back)
    if incident.why == "explained":
        opening = not before.history and not before.trick
        late = bool(cards_after(moment, incident.entry)) or (opening and incident.tabled)
        deadline = Deadline("LDB-47E2a", "next_card", late)
        if late:
            return stands(("LDB-47E2b", "LDB-47E2a"), Reason("db.retract.late", about), deadline)
        return decided(("LDB-47E2a",), Reason("db.retract.explained", about), back, deadline=deadline)
    return stands(("LDB-47F2",), Reason("db.retract.mind", about))


def _before_in_trick(trick: tuple[Card, ...], seat: Seat) -> tuple[Seat, ...]:
    """The seats that have played to the trick before a seat."""
    return tuple(tuple(Seat)[(seat.position - n) % _TRICK] for n in range(1, len(trick) + 1))


# ------------------------------------------------------------------ a penalty card that was not played


def penalty_unplayed(moment: Moment, incident: incidents.PenaltyUnplayed) -> Ruling:
    """The ruling on a defender who played another card where a penalty card was due (52).

    Raises:
        Refused: no penalty card lay there, or none was due.
    """
    state, play = playing(moment)
    before, seat, event = moment.card(incident.entry)
    there = cards.lying(before, seat)
    if not there or not isinstance(before, Judged):
        raise Refused("none_nailed", seat=seat.value)
    legal = sum(one.card.bit for one in before.legal() if isinstance(one, Play))
    due = CardSet(legal & CardSet.of(there).bits)
    right = before.turn is seat and before.plain.why_not(event, before.plain.actor) is None
    if not right or not due or legal & event.card.bit:
        raise Refused("penalty_not_due", entry=incident.entry, cards=event.card.text, seat=seat.value)
    about = {
        "player": name(state, seat),
        "card": event.card.text,
        "cards": " ".join(card.text for card in due),
    }
    over = any(side_of(hand) == side_of(play.declarer) for hand, _ in cards_after(moment, incident.entry))
    deadline = Deadline("LDB-52B1b", "declarer_plays", over)
    if over:
        return stands(("LDB-52B1b", "LDB-52B1c"), Reason("db.penalty.accepted", about), deadline)
    order_by = play.control[play.declarer.position]
    laid = (TakenUp(seat), Opened(seat, (*there, event.card), order_by))
    branches = (
        Branch(name(state, play.declarer), (PlayOn(),)),
        Branch(name(state, play.declarer), (TakenBack(incident.entry - 1), *laid, PlayRuled(seat, tuple(due)))),
    )
    laws = ("LDB-52A", "LDB-52B1a", "LDB-52B1c", "LDB-52B2")
    return Ruling(laws, branches, Reason("db.penalty.unplayed", about), deadline)


# ------------------------------------------------------------------ cards together


def simultaneous(moment: Moment, incident: incidents.Simultaneous) -> Ruling:
    """The ruling on cards that came together (58).

    Raises:
        Refused: the hand is not on turn, has not those cards, or may play none of them; or both sides have played on.
    """
    if not incident.shown:
        return _later(moment, incident)
    state, play = playing(moment)
    seat, shown, entry = incident.seat, incident.shown, incident.entry
    played, now, followed = None, moment.state, False
    if entry is not None:
        now, by, event = moment.card(entry)
        played, later = event.card, cards_after(moment, entry)
        followed = any(side_of(hand) != side_of(seat) for hand, _ in later)
        if by is not seat or played not in shown:
            raise Refused("not_in_hand", field="shown", seat=seat.value, cards=played.text)
        if len({side_of(hand) for hand, _ in later[_TRICK - 1 - len(now.trick) :]}) > 1:
            raise Refused("defective_now", "LDB-67B2a", entry=entry)
    if now.turn is not seat:
        raise Refused("not_to_play", seat=seat.value)
    if CardSet.of(shown).bits & ~now.holding(seat):
        raise Refused("not_in_hand", field="shown", seat=seat.value, cards=" ".join(card.text for card in shown))
    able = sum(one.card.bit for one in now.legal() if isinstance(one, Play))
    choice = tuple(card for card in shown if card.bit & able)
    if not choice:
        raise Refused("none_legal", field="shown", cards=" ".join(card.text for card in shown))
    about = {"player": name(state, seat), "cards": " ".join(card.text for card in shown)}
    if len(shown) == 1:
        effect: AnyEffect = PlayOn() if played is not None else PlayRuled(seat, shown)
        return decided(("LDB-58B1",), Reason("db.together.one", about), effect)
    branches: list[Branch] = []
    for card in choice:
        effects: list[AnyEffect] = []
        if played is not card:
            effects += [TakenBack(entry - 1)] if entry is not None else []
        rest = tuple(one for one in shown if one is not card)
        if side_of(seat) != side_of(play.declarer):
            effects += cards.laid(now, seat, rest, play, accident=True)[1]
        if played is not card:
            effects.append(PlayRuled(seat, (card,)))
        branches.append(Branch(name(state, seat), tuple(effects) or (PlayOn(),)))
    defends = side_of(seat) != side_of(play.declarer)
    laws = ("LDB-58B2", *(("LDB-58B3",) if followed else ()))
    return Ruling(laws, tuple(branches), Reason("db.together.defender" if defends else "db.together.declarer", about))


def _later(moment: Moment, incident: incidents.Simultaneous) -> Ruling:
    """A card that fell together with that of another player counts as the later one (58A)."""
    state, _ = playing(moment)
    if incident.entry is None:
        raise Refused("missing", field="entry")
    before, seat, event = moment.card(incident.entry)
    other = moment.steps[incident.entry - 2].entry.event
    if seat is not incident.seat or not isinstance(other, Play):
        raise Refused("no_card_beside", entry=incident.entry, cards=event.card.text)
    about = {"player": name(state, seat), "card": event.card.text, "cards": other.card.text}
    if before.turn is seat:
        return stands(("LDB-58A",), Reason("db.together.later", about))
    found = cards.out_of_turn(moment, incidents.PlayedOutOfTurn(entry=incident.entry))
    reason = Reason("db.together.later", about, found.reason)
    return msgspec.structs.replace(found, laws=("LDB-58A", *found.laws), reason=reason)
