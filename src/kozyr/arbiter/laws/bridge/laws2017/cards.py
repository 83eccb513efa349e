"""Cards by the Laws of 2017: played or not (45), exposed (24, 48-51), out of turn (53-57, 60)."""

from __future__ import annotations

from kozyr.arbiter import incidents
from kozyr.arbiter.laws.bridge.terms import cards_after, name, play_of, playing, running
from kozyr.arbiter.ruling import Branch, Deadline, Moment, Reason, Ruling, decided, stands
from kozyr.cards import Card, CardSet, Rank, Seat, Suit
from kozyr.games import AnyState, rulings
from kozyr.games.bridge import State
from kozyr.games.bridge.stage import CardPlay
from kozyr.games.bridge.terms import left, partner, side_of
from kozyr.games.judged import Judged
from kozyr.games.refusal import Refused

SAME = "same"
"""The contract of a declarer who changes places with dummy (54A)."""
_HANDLED = {"named": "LDB-45C4a", "separated": "LDB-45C1", "laid": "LDB-45C2", "touched": "LDB-45C3"}


def handled(moment: Moment, incident: incidents.CardHandled) -> Ruling:
    """The ruling on whether a card counts as played (45C)."""
    state, play = playing(moment)
    _, seat, event = moment.card(incident.entry)
    defends = side_of(seat) != side_of(play.declarer)
    played = {
        "named": not incident.corrected,
        "separated": defends and incident.seen,
        "laid": True,
        "touched": seat is play.dummy and not incident.arranging,
    }[incident.how]
    law = "LDB-45C4b" if incident.how == "named" and incident.corrected else _HANDLED[incident.how]
    about = {"player": name(state, seat), "card": event.card.text, "how": incident.how}
    if played:
        return stands((law,), Reason("card.played", about))
    return decided((law,), Reason("card.not_played", about), rulings.TakenBack(incident.entry - 1))


# ------------------------------------------------------------------ exposed cards


def honour(card: Card) -> bool:
    """Whether a card is an ace, king, queen, jack or ten."""
    return card.rank.position >= Rank.TEN.position


def lying(state: AnyState, seat: Seat) -> tuple[Card, ...]:
    """The penalty cards of a seat."""
    duties = state.duties if isinstance(state, Judged) else ()
    return tuple(
        card
        for duty in duties
        if isinstance(duty.effect, rulings.Opened) and duty.effect.seat is seat
        for card in duty.effect.cards
    )


def _is_minor(state: AnyState, seat: Seat) -> bool:
    duties = state.duties if isinstance(state, Judged) else ()
    return any(
        isinstance(one.effect, rulings.Opened) and one.effect.seat is seat and one.effect.minor for one in duties
    )


def shown(moment: Moment, incident: incidents.CardsShown) -> Ruling:
    """The ruling on cards that were exposed, and not to claim."""
    seat, cards = incident.seat, incident.cards
    early = running(moment)
    if early.phase == "auction":
        return _in_auction(early, seat, cards)
    state, play = playing(moment)
    held = CardSet(state.holding(seat))
    if not cards or CardSet.of(cards).bits & ~held.bits:
        raise Refused("not_in_hand", field="cards", seat=seat.value, cards=" ".join(card.text for card in cards))
    about = {"player": name(state, seat), "cards": " ".join(card.text for card in cards)}
    if side_of(seat) == side_of(play.declarer):
        return stands(("LDB-48A",), Reason("db.card.declarers", about))
    laws, effects = laid(moment.state, seat, cards, play, accident=incident.accident)
    major = "db.card.major_one" if len(cards) == 1 else "db.card.major"
    return decided(laws, Reason("db.card.minor" if laws[0] == "LDB-50B" else major, about), *effects)


def laid(
    state: AnyState, seat: Seat, cards: tuple[Card, ...], play: CardPlay, *, accident: bool
) -> tuple[tuple[str, ...], tuple[rulings.AnyEffect, ...]]:
    """The laws and effects by which a defender's exposed cards become penalty cards, minor or major (49, 50B).

    accident: whether they were shown unmeant.
    """
    there = lying(state, seat)
    if accident and len(cards) == 1 and not honour(cards[0]) and not there:
        return ("LDB-50B", "LDB-50C"), (rulings.Opened(seat, cards, minor=True),)
    effects: tuple[rulings.AnyEffect, ...] = (
        rulings.Opened(seat, (*there, *cards), play.control[play.declarer.position]),
    )
    if there:  # two penalty cards are major, both of them (50B)
        effects = (rulings.TakenUp(seat), *effects)
    return ("LDB-49", "LDB-50D1"), effects


def _in_auction(state: State, seat: Seat, cards: tuple[Card, ...]) -> Ruling:
    """Cards exposed during the auction lie open; an honour or several bar the partner once (24)."""
    about = {"player": name(state, seat), "cards": " ".join(card.text for card in cards)}
    if not cards:
        raise Refused("which_cards", field="cards")
    if len(cards) == 1 and not honour(cards[0]):
        return stands(("LDB-24A",), Reason("db.card.early", about))
    law = "LDB-24C" if len(cards) > 1 else "LDB-24B"
    return decided((law,), Reason("db.card.early_bar", about), rulings.Barred(partner(seat), "once"))


def penalty_lead(moment: Moment, incident: incidents.PenaltyLead) -> Ruling:
    """The partner of a penalty card is on lead: its suit is demanded or forbidden and it is taken up, or it stays (50D2, 51B)."""
    state, play = playing(moment)
    seat, mate = incident.seat, partner(incident.seat)
    cards = lying(moment.state, seat)
    if not cards:
        raise Refused("none_nailed", seat=seat.value)
    if play.tricks.at is not mate or play.tricks.trick:
        raise Refused("partner_not_on_lead", seat=mate.value)
    about = {"player": name(state, seat), "cards": " ".join(card.text for card in cards)}
    if _is_minor(moment.state, seat):
        return stands(("LDB-50C",), Reason("db.card.minor_lead", about))
    chooser, order_by = name(state, play.declarer), play.control[play.declarer.position]
    branches = [Branch(chooser, (rulings.PlayOn(),))]
    suits = sorted({card.suit for card in cards}, key=lambda suit: suit.value)
    for how in ("demand", "forbid"):
        for suit in suits:
            rest = tuple(card for card in cards if card.suit is not suit)
            again: tuple[rulings.AnyEffect, ...] = (rulings.Opened(seat, rest, order_by),) if rest else ()
            branches.append(Branch(chooser, (_lead(mate, suit, how), rulings.TakenUp(seat), *again)))
    laws = ("LDB-50D2", "LDB-51B") if len(suits) > 1 else ("LDB-50D2",)
    return Ruling(laws, tuple(branches), Reason("db.card.penalty_lead", about))


def _lead(seat: Seat, suit: Suit, how: str) -> rulings.LeadRuled:
    """A suit demanded for one lead, or forbidden for as long as the seat keeps the lead (50D2a)."""
    return (
        rulings.LeadRuled(seat, suit, "demand") if how == "demand" else rulings.LeadRuled(seat, suit, "forbid", "kept")
    )


# ------------------------------------------------------------------ out of turn


def out_of_turn(moment: Moment, incident: incidents.PlayedOutOfTurn) -> Ruling:
    """The ruling on a lead or a play out of turn (53-57)."""
    state, play = playing(moment)
    before, seat, event = moment.card(incident.entry)
    right = before.turn
    if right is seat or right is None:
        raise Refused("on_turn", entry=incident.entry, seat=seat.value)
    about = {"player": name(state, seat), "card": event.card.text}
    if before.trick:
        return _within_trick(moment, incident.entry, play, about)
    opening = not before.history
    later = cards_after(moment, incident.entry)
    followed = any(side_of(hand) != side_of(seat) for hand, _ in later)
    seen = incident.tabled and opening
    deadline = Deadline("LDB-53A", "next_card", followed or seen)
    owing = ("LDB-60A3",) if _owes(moment.state, side_of(seat)) else ()
    if deadline.passed:
        laws: tuple[str, ...] = ("LDB-53A", "LDB-60A1") if followed else ("LDB-54C",)
        return stands((*laws, *owing), Reason("lead.stands", about), deadline)
    back = rulings.TakenBack(incident.entry - 1)
    if side_of(seat) != side_of(play.declarer) and _withdrawn(moment, incident.entry):
        laid_open = rulings.Opened(seat, (event.card,), play.control[play.declarer.position])
        return decided(("LDB-60B", "LDB-49"), Reason("db.lead.too_soon", about), back, laid_open)
    if side_of(seat) == side_of(play.declarer):
        return _by_declarer(state, play, (seat, right), back, about, deadline)
    chooser, mate = name(state, play.declarer), partner(seat)
    order_by = play.control[play.declarer.position]
    # A card that the offender's partner has put to it was seen as well (49).
    also = tuple(rulings.Opened(hand, (card,), order_by) for hand, card in later)
    nailed: tuple[rulings.AnyEffect, ...] = (back, rulings.Opened(seat, (event.card,), order_by), *also)
    branches = [Branch(chooser, (rulings.PlayOn(),))]
    if opening and not later:
        branches.append(Branch(chooser, (rulings.DeclarerSet(play.dummy, SAME),)))
    branches.append(Branch(chooser, nailed))
    laws = ("LDB-54", "LDB-54D") if opening else ("LDB-56", "LDB-53A", "LDB-44G")
    code = "db.lead.declarers_turn"
    if right is mate:
        branches += [Branch(chooser, (back, _lead(mate, event.card.suit, how), *also)) for how in ("demand", "forbid")]
        laws, code = (*laws, "LDB-50D2"), "db.lead.opening" if opening else "db.lead.defender"
    laws = (*laws, *(("LDB-60C",) if later else ()), *owing)
    return Ruling(laws, tuple(branches), Reason(code, about), deadline)


def _owes(state: AnyState, side: int) -> bool:
    """Whether a penalty card or an order about a lead or a card still binds a seat of a side (60A3)."""
    owed = (rulings.Opened, rulings.LeadRuled, rulings.FollowRuled)
    return isinstance(state, Judged) and any(
        isinstance(one.effect, owed) and side_of(one.effect.seat) == side for one in state.duties
    )


def _withdrawn(moment: Moment, entry: int) -> bool:
    """Whether a lead of the declarer's side has been taken back by a ruling, and nobody has played since (55B2, 60B)."""
    event = moment.steps[entry - 2].entry.event
    return (
        isinstance(event, rulings.Ruled)
        and "LDB-55B2" in event.laws
        and any(isinstance(one, rulings.TakenBack) for one in event.effects)
    )


def _by_declarer(
    state: State,
    play: CardPlay,
    hands: tuple[Seat, Seat],
    back: rulings.TakenBack,
    about: dict[str, str],
    deadline: Deadline,
) -> Ruling:
    """A lead of the declarer's out of turn or from the wrong hand: either defender accepts it or has it taken back (55).

    hands: the hand that led, and the one that should have. If the defenders differ, the next to play decides.
    """
    seat, right = hands
    own = side_of(right) == side_of(seat)
    order = sorted(play.defenders, key=lambda one: one is not left(seat))
    branches = [Branch(name(state, one), (rulings.PlayOn(),)) for one in order]
    branches += [Branch(name(state, one), (back,)) for one in order]
    law, code = ("LDB-55B2", "db.lead.wrong_hand") if own else ("LDB-55B1", "db.lead.declarer")
    return Ruling(("LDB-55A", law), tuple(branches), Reason(code, about), deadline)


def _within_trick(moment: Moment, entry: int, play: CardPlay, about: dict[str, str]) -> Ruling:
    """A card played to a trick before its turn: a defender's costs the partner a free choice of card (57A)."""
    state, (before, seat, event) = running(moment), moment.card(entry)
    later = cards_after(moment, entry)
    if later and side_of(later[0][0]) != side_of(seat):
        return stands(
            ("LDB-60A1", "LDB-60A2"), Reason("db.play.accepted", about), Deadline("LDB-60A1", "next_card", passed=True)
        )
    if side_of(seat) == side_of(play.declarer):
        return stands(("LDB-57C3",), Reason("db.play.declarers", about))
    tricks, mate = play_of(before).tricks, partner(seat)
    played = {hand for hand, _ in tricks.trick}
    if mate in played or {play.declarer, play.dummy} <= played:
        law = "LDB-57A" if mate in played else "LDB-57C1"
        return stands((law,), Reason("db.play.no_harm", about))
    led, chooser = tricks.cards[0].suit, name(state, play.declarer)
    back = rulings.TakenBack(entry - 1)
    nailed = rulings.Opened(seat, (event.card,), play.control[play.declarer.position])
    orders = [rulings.FollowRuled(mate, "highest", led), rulings.FollowRuled(mate, "lowest", led)]
    orders += [rulings.FollowRuled(mate, "forbid", suit) for suit in Suit if suit is not led]
    branches = tuple(Branch(chooser, (back, nailed, order)) for order in orders)
    return Ruling(("LDB-57A", "LDB-57B", "LDB-44B"), branches, Reason("db.play.premature", about))
