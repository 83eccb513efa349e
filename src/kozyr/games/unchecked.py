"""Possible but illegal acts: a hand can do them at a real table, and a log may have them.

Only the arbiter and `kozyr.games.record` (for events that a record marks with `!`, and for logs) use it; all others use
the checked `State.apply`.
"""

from __future__ import annotations

from kozyr.cards import Seat
from kozyr.games.contract import AnyState, Deed, Event, IllegalEvent
from kozyr.games.judged import done
from kozyr.games.refusal import Reason, Refusal


def force(state: AnyState, event: Event, seat: Seat | None = None) -> AnyState:
    """The state after an event that is possible, whether or not it is legal.

    Raises:
        IllegalEvent: not even a hand could do it (a card that is not held, a call after the auction).
    """
    if not state.possible(event, seat):
        illegal = state.why_not(event, seat) or Refusal(Reason.NOT_NOW, "P-3.9.2")
        raise IllegalEvent(event, state, illegal)
    return happened(state, event, seat)


def happened(state: AnyState, event: Event, seat: Seat | None = None) -> AnyState:
    """The state after an event or a deed of a log; nothing is judged.

    Raises:
        ValueError: as `State.follow`.
    """
    if isinstance(event, Deed):
        return done(state, event, seat or state.actor)
    return state.follow(event, seat)
