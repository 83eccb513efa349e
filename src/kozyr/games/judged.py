"""A deal after an error: duties, cards seen against the rules, tricks counted otherwise.

`Judged` wraps any deal. It narrows the legal events to those that the duties leave, and `why_not` names the duty that
forbids the rest. Its views show the cards that the viewer has seen. A duty that leaves no legal choice does not bind.
The wrapper goes when nothing is left in it: a deal without duties never has one.

Deeds (`done`) and the effects of rulings (`applied`) make these things. Nothing here knows a law.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Self, TypeAlias

import msgspec

from kozyr.cards import Card, CardSet, Rank, Seat, Suit
from kozyr.games import rulings
from kozyr.games.contract import (
    AnyState,
    AnyView,
    Call,
    Deal,
    Deed,
    Duty as Owed,
    Effect,
    Event,
    IllegalEvent,
    Judging,
    Outcome,
    Phase,
    Play,
    State,
    Terms,
)
from kozyr.games.deeds import Exposed, Missing, PutAway, TalonTouched
from kozyr.games.options import HEARING
from kozyr.games.refusal import Reason, Refusal
from kozyr.games.trick import Trick

Standing: TypeAlias = (
    rulings.Barred | rulings.Opened | rulings.LeadRuled | rulings.FollowRuled | rulings.PlayRuled | rulings.Dictated
)
_PASSES: Final = {"pass", "blind:pass", "look"}  # the calls left to a player who may not bid
_DOUBLES: Final = {"X", "XX"}
_REASONS: Final[Mapping[type[Standing], Reason]] = {
    rulings.Barred: Reason.BARRED,
    rulings.Opened: Reason.OPEN_CARD,
    rulings.Dictated: Reason.DICTATED,
    rulings.FollowRuled: Reason.DICTATED,
    rulings.PlayRuled: Reason.DICTATED,
}


class Duty(msgspec.Struct, frozen=True):
    """A duty with the law that gives it."""

    effect: Standing
    law: str
    spared: int | None = None
    """The number of the trick in which open cards may wait, from 0."""
    asked: Card | None = None
    """The open card that an opponent has demanded."""

    def illegal(self) -> Refusal:
        """The refusal of an act against the duty."""
        effect = self.effect
        if isinstance(effect, rulings.LeadRuled):
            demanded = effect.how == "demand"
            return Refusal(Reason.LEAD_DEMANDED if demanded else Reason.LEAD_FORBIDDEN, self.law)
        return Refusal(_REASONS[type(effect)], self.law)


class Seen(msgspec.Struct, frozen=True):
    """Cards, as bits of a `CardSet`, that a player has seen against the rules."""

    cards: int
    by: tuple[Seat, ...] = ()
    """The seats that have seen the cards; empty: everybody."""


class Judged(State[Event, Terms, AnyView, Outcome], frozen=True, kw_only=True):
    """A deal with duties, seen cards or tallies."""

    dealing: ClassVar[str] = ""  # the deal itself refuses events at the wrong time
    sitting: ClassVar[str] = ""

    under: AnyState
    """The wrapped deal."""
    duties: tuple[Duty, ...] = ()
    """In the order in which they bind."""
    seen: tuple[Seen, ...] = ()
    """The cards that were seen."""
    tallies: tuple[tuple[Effect, str], ...] = ()
    """Effects on tricks, each with its law, which are counted when the deal is over."""

    # --- the facts of the deal itself ----------------------------------------------------------------------

    @property
    def plain(self) -> AnyState:
        """The deal without its rulings."""
        return self.under

    @property
    def history(self) -> tuple[Trick, ...]:
        """The finished tricks."""
        return self.under.history

    @property
    def trump(self) -> Suit | None:
        """The suit of trumps."""
        return self.under.trump

    def holding(self, seat: Seat) -> int:
        """The cards that a seat holds now, as bits."""
        return self.under.holding(seat)

    @property
    def judging(self) -> Judging:
        """The wrapped deal as deeds and rulings see it."""
        return self.under.judging

    def fault(self, cards: str) -> Refusal | None:
        """Why these cards cannot be dealt."""
        return self.under.fault(cards)

    def dealt(self, cards: str) -> Phase[Event]:
        """The first phase with these cards."""
        return self.under.dealt(cards)

    def shown(self, event: Event, by: Seat | None, viewer: Seat | None) -> Event:
        """The event as the viewer sees it happen."""
        return self.under.shown(event, by, viewer)

    @property
    def outcome(self) -> Outcome | None:
        """The facts, with the effects of rulings."""
        found = self.under.outcome
        return found if found is None or not self.tallies else self.under.judging.counted(found, self.tallies)

    # --- the seats that decide -----------------------------------------------------------------------------

    @property
    def _dictator(self) -> Seat | None:
        """The seat that decides in the place of the actor. None: no seat dictates."""
        under, turn = self.under, self.under.turn
        if turn is None or not _cards_due(under):
            return None
        for duty in self.duties:
            effect = duty.effect
            if isinstance(effect, rulings.Dictated) and effect.seat in {turn, under.actor}:
                return None if effect.by is under.actor else effect.by
        playable = _cards(under.legal())
        for duty in self.duties:
            effect = duty.effect
            if isinstance(effect, rulings.Opened) and not effect.minor and _binds(self.under, duty):
                order = effect.order or (None if effect.planned else under.judging.picks(effect.seat))
                if order is not None and duty.asked is None:
                    return order if (_lying(self.under, self.duties, duty) & playable).bit_count() > 1 else None
        return None

    @property
    def actor(self) -> Seat | None:
        """The seat that decides: a dictating seat, if there is one."""
        return self._dictator or self.under.actor

    # --- the possible events -------------------------------------------------------------------------------

    def _narrowed(self) -> tuple[tuple[Event, ...], dict[Event, Refusal]]:
        """The legal events that the duties leave, and the refusals of the rest."""
        legal, refused = self.under.legal(), dict[Event, Refusal]()
        for duty in self.duties:
            if _binds(self.under, duty):
                kept = _kept(self.under, duty, legal, self.duties)
                named = isinstance(duty.effect, rulings.Barred) and self.under.judging.bid in kept
                if named or any(
                    isinstance(event, (Call, Play)) for event in kept
                ):  # a duty that leaves no choice does not bind
                    refused |= {event: duty.illegal() for event in legal if event not in kept}
                    legal = kept
        return legal, refused

    def legal(self, seat: Seat | None = None) -> tuple[Event, ...]:
        """The legal events that the duties leave to the actor."""
        return self._narrowed()[0] if seat is None or seat is self.actor else ()

    def offers(self, seat: Seat | None = None) -> tuple[Event, ...]:
        """The offers that this seat may make to the others, without those from which a duty bars it."""
        seat = seat or self.actor
        return tuple(event for event in self.under.offers(seat) if self._barred(event, seat) is None)

    def _barred(self, event: Event, seat: Seat | None) -> Refusal | None:
        for duty in self.duties:
            effect = duty.effect
            if isinstance(effect, rulings.Barred) and effect.seat is seat and effect.what == event.tag != "contract":
                return duty.illegal()
        return None

    def _by(self, event: Event, seat: Seat | None) -> Seat | None:
        """The seat by which the wrapped deal takes an event: a dictated card is its owner's."""
        if self._dictator is None or not isinstance(event, Play):
            return seat
        return self.under.actor if seat in {None, self._dictator} else seat

    def why_not(self, event: Event, seat: Seat | None = None) -> Refusal | None:
        """Why the event is refused; None: it may happen."""
        under, dictator = self.under, self._dictator
        if isinstance(event, (Deal, Deed)):
            return under.why_not(event, seat)
        if dictator is not None and isinstance(event, Play) and seat is under.actor:
            duty = next(duty for duty in self.duties if isinstance(duty.effect, (rulings.Dictated, rulings.Opened)))
            return Refusal(Reason.DICTATED, duty.law)
        by = self._by(event, seat)
        illegal = under.why_not(event, by)
        if illegal is not None:
            return illegal
        barred = self._barred(event, by or under.actor)
        if barred is not None or (by is not None and by is not under.actor):
            return barred
        return self._narrowed()[1].get(event)

    def possible(self, event: Event, seat: Seat | None = None) -> bool:
        """Whether a hand could do it: a duty stops no hand."""
        return self.why_not(event, seat) is None or self.under.possible(event, self._by(event, seat))

    # --- the events ----------------------------------------------------------------------------------------

    def apply(self, event: Event, seat: Seat | None = None) -> Self:
        """The deal after the event, with the rulings that still hold; `bare` takes an empty wrapper away.

        Raises:
            IllegalEvent: `why_not` has a reason.
        """
        illegal = self.why_not(event, seat)
        if illegal is not None:
            raise IllegalEvent(event, self, illegal)
        return self.advance(event, seat)

    def advance(self, event: Event, seat: Seat | None = None) -> Self:
        """The deal after an event that is known to be possible."""
        under, by = self.under, self._by(event, seat)
        after = under.advance(event, by)
        played = _player(under, event)
        duties = tuple(left for duty in self.duties if (left := _left(duty, event, by or under.actor, played, under)))
        duties = tuple(duty for duty in duties if not _lifted(duty, self.duties, event, played, under))
        if after.phase != "auction":
            duties = tuple(
                d for d in duties if not (isinstance(d.effect, rulings.Barred) and d.effect.what in {"bid", "double"})
            )
        duties, seen = _standing(after, duties, self.seen)
        return msgspec.structs.replace(self, now=after.now, under=after, duties=duties, seen=seen)

    # --- the views -----------------------------------------------------------------------------------------

    def known(self, viewer: Seat | None) -> int:
        """The cards, as bits, that a viewer has seen against the rules, or that lie open."""
        cards = 0
        for seen in self.seen:
            if not seen.by or viewer in seen.by:
                cards |= seen.cards
        for duty in self.duties:
            if isinstance(duty.effect, rulings.Opened):
                cards |= CardSet.of(duty.effect.cards).bits
        return cards

    def view(self, seat: Seat | None) -> AnyView:
        """All that this seat may know."""
        under, actor, dictator = self.under, self.actor, self._dictator
        cards = self.known(seat)
        if seat is not None and seat is dictator and under.turn is not None:
            cards |= under.holding(under.turn)  # a player sees the cards to be played
        view = under.judging.revealed(under.view(seat), cards) if cards else under.view(seat)
        owed = tuple(Owed(duty.effect.seat, duty.effect.token, duty.law) for duty in self.duties)
        changes: dict[str, object] = {"actor": actor, "duties": (*view.duties, *owed), "outcome": self.outcome}
        changes["offers"] = tuple(event for event in view.offers if self._barred(event, seat) is None)
        if seat is not None and seat is actor:
            legal, refused = self._narrowed()
            reasons = under.view(under.actor).reasons
            forbidden = {event.card: why for event, why in refused.items() if isinstance(event, Play)}
            changes |= {"legal": legal, "reasons": reasons | forbidden}
        elif seat is not None and seat is under.actor:
            changes |= {"legal": (), "reasons": {}}
        return msgspec.structs.replace(view, **changes)


# ------------------------------------------------------------------ one duty


def _binds(under: AnyState, duty: Duty) -> bool:
    """Whether a duty concerns the event that is due now."""
    effect = duty.effect
    if isinstance(effect, rulings.Opened):
        if effect.seat is not under.turn or duty.spared == len(under.history):
            return False
        bound = effect.order is not None or effect.planned or duty.asked is not None
        return bound or not under.judging.on_demand(effect.seat)
    if isinstance(effect, rulings.LeadRuled):
        return effect.seat is under.turn and not under.trick
    if isinstance(effect, (rulings.FollowRuled, rulings.PlayRuled)):
        return effect.seat is under.turn
    if isinstance(effect, rulings.Dictated):
        return effect.plain and effect.seat in {under.turn, under.actor}
    return effect.seat is under.actor and effect.what in {"bid", "double", "contract"}


def _lying(under: AnyState, duties: tuple[Duty, ...], duty: Duty) -> int:
    """The open cards that a duty asks its seat to play now, with those of the seat's other duties, as bits."""
    own = duty.effect
    assert isinstance(own, rulings.Opened)
    if duty.asked is not None:
        return duty.asked.bit
    cards = CardSet.of(own.cards).bits
    for other in duties if under.terms.conventions.edition >= HEARING else ():
        effect = other.effect
        plain = (
            isinstance(effect, rulings.Opened)
            and effect.seat is own.seat
            and not (effect.planned or effect.minor)
            and other.asked is None
        )
        if plain and isinstance(effect, rulings.Opened) and not own.planned and _binds(under, other):
            cards |= CardSet.of(effect.cards).bits
    return cards


def _kept(under: AnyState, duty: Duty, legal: tuple[Event, ...], duties: tuple[Duty, ...]) -> tuple[Event, ...]:
    """The legal events that a duty leaves."""
    effect = duty.effect
    if isinstance(effect, rulings.Barred):
        if effect.what == "contract":
            return tuple(event for event in legal if event.tag != "contract" or event == under.judging.bid)
        if under.phase != "auction":
            return legal
        barred = _bids if effect.what == "bid" else _doubles
        return tuple(event for event in legal if not (isinstance(event, Call) and barred(event)))
    held = _cards(legal)
    if isinstance(effect, rulings.Opened):
        left = held & _lying(under, duties, duty)
        if effect.planned:
            left = next((card.bit for card in effect.cards if card.bit & held), 0)
        if effect.minor:
            left = held & ~_lower(effect)
    elif isinstance(effect, rulings.FollowRuled):
        left = _ruled(held, effect)
    elif isinstance(effect, rulings.PlayRuled):
        left = held & CardSet.of(effect.cards).bits
    elif isinstance(effect, rulings.LeadRuled):
        left = held & effect.suit.bits if effect.how == "demand" else held & ~effect.suit.bits
    else:
        left = _plainly(under, held)
    return tuple(event for event in legal if not isinstance(event, Play) or event.card.bit & left)


def _lower(minor: rulings.Opened) -> int:
    """The cards below an honour that may not be played before a minor penalty card (LDB-50C), as bits."""
    suits = sum(card.suit.bits for card in minor.cards)
    small = CardSet.of(card for card in CardSet(suits) if card.rank.position < Rank.TEN.position)
    return small.bits & ~CardSet.of(minor.cards).bits


def _ruled(held: int, order: rulings.FollowRuled) -> int:
    """The cards that an order about the next card leaves; 0: the seat cannot comply."""
    same = held & order.suit.bits
    if order.how == "forbid":
        return held & ~same
    return (1 << same.bit_length() - 1 if order.how == "highest" else same & -same) if same else 0


def _plainly(under: AnyState, held: int) -> int:
    """The cards that are left where no trump is drawn and nothing finessed (B-LAW-CLAIM-2)."""
    trump = under.trump
    if not under.trick:
        return held & ~trump.bits if trump is not None else held
    same = held & under.trick[0].suit.bits
    return 1 << same.bit_length() - 1 | same & -same if same else held


# ------------------------------------------------------------------ making and mending it


def wrapped(
    state: AnyState,
    duties: tuple[Duty, ...] = (),
    seen: tuple[Seen, ...] = (),
    tallies: tuple[tuple[Effect, str], ...] = (),
) -> AnyState:
    """A plain deal with its duties, seen cards and tallies; the deal itself, where there are none."""
    duties, seen = _standing(state, duties, seen)
    return bare(Judged(terms=state.terms, now=state.now, under=state, duties=duties, seen=seen, tallies=tallies))


def bare(state: AnyState) -> AnyState:
    """The deal without a wrapper in which nothing is left."""
    empty = isinstance(state, Judged) and not (state.duties or state.seen or state.tallies)
    return state.plain if empty else state


def _standing(
    state: AnyState, duties: tuple[Duty, ...], seen: tuple[Seen, ...]
) -> tuple[tuple[Duty, ...], tuple[Seen, ...]]:
    """The duties and seen cards that still matter: none at the end of the deal, and no played card."""
    if state.outcome is not None:
        return (), ()
    judging = state.judging
    hidden = judging.closed | (judging.put_away or (None, 0))[1]
    for seat in Seat:
        hidden |= state.holding(seat)
    return duties, tuple(Seen(one.cards & hidden, one.by) for one in seen if one.cards & hidden)


def _parts(state: AnyState) -> tuple[AnyState, tuple[Duty, ...], tuple[Seen, ...], tuple[tuple[Effect, str], ...]]:
    """A deal, and its duties, seen cards and tallies."""
    return (state.under, state.duties, state.seen, state.tallies) if isinstance(state, Judged) else (state, (), (), ())


def done(state: AnyState, deed: Deed, by: Seat | None) -> AnyState:
    """The deal after a possible deed, with the cards that it has shown and moved."""
    under, duties, seen, tallies = _parts(state)
    match deed:
        case Exposed(of=of, cards=cards, to=to):
            watched = (*to, *(seat for seat in (of, by) if seat is not None and seat not in to)) if to else ()
            seen = (*seen, Seen(CardSet.of(cards).bits, watched))
        case TalonTouched(how=how) if by is not None:
            seen = (*seen, Seen(under.judging.closed, () if how == "opened" else (by,)))
        case PutAway():
            under = under.follow(deed, by)
        case Missing(of=of, card=card):
            under = under.judging.ruled(rulings.CardGiven(card, of, None)) or under
    return wrapped(under, duties, seen, tallies)


def also_seen(state: AnyState, cards: int, knowing: AnyState) -> AnyState:
    """A deal taken back to an earlier state, with these cards and all that was seen since: the players still know them.

    knowing: the state before the return. Its tallies go on counting.
    """
    under, duties, seen, tallies = _parts(state)
    _, _, later, counts = _parts(knowing)
    more = tuple(one for one in (*later, Seen(cards)) if one.cards and one not in seen)
    return wrapped(under, duties, (*seen, *more), counts or tallies)


def applied(state: AnyState, effect: Effect, law: str) -> AnyState | None:
    """The deal after an effect of a ruling that concerns it; None: the effect does not fit.

    Raises:
        ValueError: a call in the place of another is none, or cannot come now; see `replaceable`.
    """
    under, duties, seen, tallies = _parts(state)
    match effect:
        case rulings.PlayOn() | rulings.Warned() | rulings.LotDrawn() | rulings.Shared() | rulings.Fined():
            return state
        case rulings.Opened(seat=seat, cards=cards):
            if CardSet.of(cards).bits & ~under.holding(seat):
                return None
            return wrapped(under, (*duties, Duty(effect, law)), (*seen, Seen(CardSet.of(cards).bits)), tallies)
        case rulings.Barred() | rulings.LeadRuled() | rulings.FollowRuled() | rulings.PlayRuled() | rulings.Dictated():
            seated = effect.seat in (*under.terms.seats, *under.terms.holders)
            return wrapped(under, (*duties, Duty(effect, law)), seen, tallies) if seated else None
        case rulings.Spared(seat=seat) if _open(duties, seat):
            spared = tuple(
                msgspec.structs.replace(duty, spared=len(under.history)) if duty in _open(duties, seat) else duty
                for duty in duties
            )
            return wrapped(under, spared, seen, tallies)
        case rulings.Demanded(seat=seat, card=card) if _opened(duties, seat, card):
            asked = tuple(
                msgspec.structs.replace(duty, asked=card) if duty in _opened(duties, seat, card) else duty
                for duty in duties
            )
            return wrapped(under, asked, seen, tallies)
        case rulings.TakenUp(seat=seat) if _open(duties, seat):
            return wrapped(under, tuple(duty for duty in duties if duty not in _open(duties, seat)), seen, tallies)
        case rulings.CallReplaced(seat=seat, call=call):
            return bare(state.follow(state.judging.word(call), seat))
        case (
            rulings.Transferred() | rulings.FirstTaken() | rulings.TakenOff() | rulings.Added() | rulings.Resulted()
        ) if _countable(effect, under):
            if not isinstance(effect, rulings.Resulted) or effect.of:
                return wrapped(under, duties, seen, (*tallies, (effect, law)))
    if isinstance(
        effect,
        (
            rulings.DeclarerSet,
            rulings.AllPassBegun,
            rulings.CardGiven,
            rulings.TalonDrawn,
            rulings.AllRest,
            rulings.Resulted,
        ),
    ):
        after = under.judging.ruled(effect)
        ends = isinstance(effect, (rulings.AllRest, rulings.Resulted))
        return None if after is None else wrapped(after, duties, seen, (*tallies, (effect, law)) if ends else tallies)
    return None


def _countable(effect: Effect, state: AnyState) -> bool:
    """Whether all seats whose tricks an effect counts can have tricks in this deal."""
    match effect:
        case rulings.Transferred(giver=giver, taker=taker):
            seats: tuple[Seat, ...] = (giver, taker)
        case rulings.Resulted(tricks=tricks):
            seats = tuple(tricks)
        case rulings.FirstTaken(seat=seat) | rulings.TakenOff(seat=seat) | rulings.Added(seat=seat):
            seats = (seat,)
        case _:
            return False
    return bool(seats) and set(seats) <= set(state.judging.takers())


def replaceable(state: AnyState, seat: Seat, call: str) -> bool:
    """Whether a seat can make this call, legal or not, so that a ruling may put it in the place of another."""
    try:
        return state.possible(state.judging.word(call), seat)
    except ValueError:
        return False


def _open(duties: tuple[Duty, ...], seat: Seat) -> tuple[Duty, ...]:
    return tuple(duty for duty in duties if isinstance(duty.effect, rulings.Opened) and duty.effect.seat is seat)


def _opened(duties: tuple[Duty, ...], seat: Seat, card: Card) -> tuple[Duty, ...]:
    return tuple(
        duty for duty in _open(duties, seat) if isinstance(duty.effect, rulings.Opened) and card in duty.effect.cards
    )


def _lifted(duty: Duty, duties: tuple[Duty, ...], event: Event, played: Seat | None, before: AnyState) -> bool:
    """Whether open cards are taken up, since the lead that was demanded for them has come."""
    if not isinstance(duty.effect, rulings.Opened) or not isinstance(event, Play) or before.trick:
        return False
    return any(
        isinstance(one.effect, rulings.LeadRuled)
        and one.effect.lifts is duty.effect.seat
        and one.effect.seat is played
        and one.effect.suit is event.card.suit
        for one in duties
    )


def _left(duty: Duty, event: Event, by: Seat | None, played: Seat | None, before: AnyState) -> Duty | None:
    """The rest of a duty after an event. played: the hand of the card."""
    effect = duty.effect
    if isinstance(effect, rulings.Opened) and isinstance(event, Play):
        cards = tuple(card for card in effect.cards if card is not event.card)
        if not cards:
            return None
        asked = None if duty.asked is event.card else duty.asked
        return msgspec.structs.replace(duty, effect=msgspec.structs.replace(effect, cards=cards), asked=asked)
    if isinstance(effect, rulings.LeadRuled):
        led = played is effect.seat and not before.trick
        if effect.until == "kept":  # the seat keeps the lead until another leads
            return None if played is not None and not led and not before.trick else duty
        return None if led and effect.until == "first" else duty
    if isinstance(effect, (rulings.FollowRuled, rulings.PlayRuled)):
        return None if played is effect.seat else duty
    if isinstance(effect, rulings.Dictated):
        return None if effect.until == "once" and played is not None and effect.seat in {played, by} else duty
    if isinstance(effect, rulings.Barred):
        return None if effect.until == "once" and isinstance(event, Call) and by is effect.seat else duty
    return duty


def _player(state: AnyState, event: Event) -> Seat | None:
    """The hand of a played card. None: the event is no card."""
    if not isinstance(event, Play):
        return None
    return next((seat for seat in Seat if state.holding(seat) & event.card.bit), None)


def _cards_due(state: AnyState) -> bool:
    """Whether the actor has to play a card now."""
    return any(isinstance(event, Play) for event in state.legal()[:1])


def _cards(events: tuple[Event, ...]) -> int:
    """The cards that are played by these events, as bits; one card may come with several words (a bella)."""
    bits = 0
    for event in events:
        if isinstance(event, Play):
            bits |= event.card.bit
    return bits


def _bids(event: Call) -> bool:
    return event.token.split(":")[0] not in _PASSES and event.token not in _PASSES


def _doubles(event: Call) -> bool:
    return event.token.split(":")[0] in _DOUBLES
