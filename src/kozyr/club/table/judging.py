"""The possible acts of a hand at a table that rules on errors, and the calls of the arbiter.

Everything here follows from the log and from the caller's own view. An act that no law knows stays refused, so every
act against the rules can be called for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from kozyr.arbiter import HEARD
from kozyr.arbiter.incidents import AnyIncident
from kozyr.arbiter.noticed import claimed, noticed, open_card, proves, sayable
from kozyr.bots import allied
from kozyr.cards import Card, Seat
from kozyr.club.refusal import Manner
from kozyr.club.table.bench import LAW, Bench
from kozyr.club.table.course import Course, Happened
from kozyr.club.table.part import TableFacts
from kozyr.games import AnyState, AnyView, Event, Play
from kozyr.games.contract import by_token
from kozyr.games.deeds import Exposed, LookedAt, PutAway, TalonTouched
from kozyr.games.refusal import Refusal

# The law by which nothing of a deal is ruled upon once the next one has begun; only the sheet's own window is left.
_WINDOW: Final = {"preferans": "P-3.9.17"}


def can(game: str, state: AnyState | None, event: Event, seat: Seat) -> bool:
    """Whether a hand can do a forbidden act: it sees the cards, nothing stops it, and a law of the game covers it.

    A card that the seat does not see is refused even if it is there, such as a dummy's before it lies open.
    """
    if state is None:
        return False
    shown = (event.card,) if isinstance(event, Play) else event.cards if isinstance(event, Exposed) else ()
    seen = _seen(state.view(seat)) if shown else ()
    return all(card in seen for card in shown) and _able(game, state, event, seat)


def _able(game: str, state: AnyState, event: Event, seat: Seat) -> bool:
    """Whether nothing stops a hand, and a law of the game covers the act."""
    return noticed(game, state, event, seat, 0) is not None and state.possible(event, seat)


def _seen(view: AnyView) -> list[Card]:
    """The cards in hands that a seat sees; its own are not among them while it calls before looking."""
    return [card for hand in view.hands.values() for card in (*(hand.cards or ()), *hand.known)]


def hand_view(game: str, state: AnyState, view: AnyView, *, still: bool) -> AnyView:
    """A person's view with all possible acts of the hand, without the legal ones.

    still: the table waits for the arbiter.
    """
    seat = view.seat
    hand = () if still or seat is None else possible(game, state, seat, view)
    return msgspec.structs.replace(view, legal=(), reasons={}, possible=hand)


def possible(game: str, state: AnyState, seat: Seat, view: AnyView) -> tuple[Event, ...]:
    """All that a seat can do now, allowed or not, sorted by token.

    view: the seat's view of this state. `put-away` means any number of cards but two, `expose` with a plan any
    order.
    """
    legal = state.legal(seat)
    allowed = frozenset(legal)
    more = [event for event in dict.fromkeys(_tried(game, state, view, seat)) if event not in allowed]
    return by_token((*legal, *(one for one in more if _able(game, state, one, seat))))


def _tried(game: str, state: AnyState, view: AnyView, seat: Seat) -> Iterator[Event]:
    """The events that could be tried: words, cards of every visible hand that the seat may be playing, and deeds."""
    yield from sayable(game, state.phase)
    for card in _seen(view):
        yield state.judging.word(card.text)
    yield from (TalonTouched("seen"), TalonTouched("opened"), PutAway())
    for number in range(len(state.history) + 1):
        yield LookedAt(number)
    hand = view.hands.get(seat)
    own = () if hand is None else hand.cards or ()
    for card in own:
        yield Exposed(seat, (card,))
    if own:
        yield from (Exposed(seat, own), Exposed(seat, own, plan=True))


def incident(game: str, course: Course, entry: int, viewer: Seat) -> AnyIncident | Refusal:
    """The incident for a viewer's call: the viewer must have seen that this event was against the rules.

    An error that the viewer has not seen yet gets the same refusal as no error. So the answer tells nothing new.
    """
    ended = course.hearing
    happened = next((one for one in (course.fallen if ended else course.running) if one.n == entry), None)
    now = ended.state if ended else None if course.progress is None else course.progress.state
    if course.running and 0 < entry < course.running[0].n:  # of a deal before this one
        return Refusal(Manner.LATE, _WINDOW.get(game, LAW))
    opened = None if happened is None or now is None or ended else open_card(game, now, happened.event)
    if opened is not None:
        return opened
    if happened is None or happened.seat is None or now is None:
        return Refusal(Manner.NOT_SEEN, LAW)
    if happened.struck:
        return Refusal(Manner.ALREADY, LAW)
    found = _proved(game, happened, now, viewer)
    if ended and found is not None and not isinstance(found, HEARD):
        return Refusal(Manner.LATE, _WINDOW.get(game, LAW))
    return Refusal(Manner.NOT_SEEN, LAW) if found is None else found


def called_by_bot(table: TableFacts, course: Course, bench: Bench) -> tuple[int, int] | None:
    """The place of a bot that calls the arbiter now, and for which event: its own view proves an error of an opponent's."""
    ended = course.hearing
    now = ended.state if ended else None if course.progress is None else course.progress.state
    events = course.fallen if ended else course.running
    if now is None or bench.pending is not None or not events:
        return None
    ruled = {call.entry for call in bench.ruled}
    for happened in events:
        if not happened.forced or happened.struck or happened.n in ruled or happened.seat is None:
            continue
        for place, name in enumerate(table.names):
            seat = now.terms.seat(name)
            if seat is None or not table.by_bot(place) or allied(now.view(seat), happened.seat):
                continue
            callable_ = bench.no_call(happened.n, table.order[place], table) is None
            found = _proved(table.setup.game, happened, now, seat) if callable_ else None
            if found is not None and (not ended or isinstance(found, HEARD)):
                return place, happened.n
    return None


def _proved(game: str, happened: Happened, now: AnyState, viewer: Seat) -> AnyIncident | None:
    """The incident of an event, where the viewer has seen it or may name it unproved. None: there is none."""
    before, seat = happened.state, happened.seat
    if before is None or seat is None:
        return None
    if not happened.forced:
        return None if allied(now.view(viewer), seat) else claimed(game, before, happened.event, seat, happened.n)
    shown = proves(game, before, now, happened.event, viewer)
    return noticed(game, before, happened.event, seat, happened.n) if shown else None
