"""What every body of law of bridge asks about a moment: its deal and play, who called, which cards came after, who won."""

from __future__ import annotations

from kozyr.arbiter.ruling import Moment, plain_of
from kozyr.cards import Card, Seat
from kozyr.games import AnyState, Play
from kozyr.games.bridge import State
from kozyr.games.bridge.stage import CardPlay
from kozyr.games.bridge.terms import side_of
from kozyr.games.bridge.words import Call
from kozyr.games.refusal import Refused
from kozyr.games.rulings import AnyEffect, CallReplaced, Opened, Ruled, TakenBack


def running(moment: Moment) -> State:
    """The deal that runs, with its cards.

    Raises:
        Refused: it waits for them.
    """
    return moment.running(State)


def play_of(state: AnyState) -> CardPlay:
    """The play of a deal that has one."""
    play = plain_of(state, State).play
    assert play is not None
    return play


def begun(moment: Moment) -> tuple[State, CardPlay]:
    """The deal and its play, which may be over.

    Raises:
        Refused: no card has been played.
    """
    state = running(moment)
    if state.play is None:
        raise Refused("no_play")
    return state, state.play


def playing(moment: Moment) -> tuple[State, CardPlay]:
    """The deal and its play.

    Raises:
        Refused: no card can be played now.
    """
    state, play = begun(moment)
    if state.phase != "play":
        raise Refused("no_play")
    return state, play


def name(state: State, seat: Seat) -> str:
    """The player of a seat."""
    return state.terms.name(seat)


def called(moment: Moment, entry: int) -> tuple[Seat, Call, bool]:
    """The caller of an entry of this deal, the call, and whether an opponent has called over it."""
    event, seat = moment.step(entry).entry.event, moment.step(entry).entry.seat
    if not isinstance(event, Call) or seat is None:
        raise Refused("not_a_call", entry=entry, event=event.token)
    later = [one for one in moment.since(entry) if isinstance(one.event, Call) and one.seat is not None]
    over = any(one.seat is not None and side_of(one.seat) != side_of(seat) for one in later[:1])
    return seat, event, over


def replaced(moment: Moment, entry: int, seat: Seat) -> Ruled | None:
    """The ruling by which the seat made another call in the place of an entry; None: there was none."""
    for later in moment.since(entry):
        event = later.event
        if isinstance(event, Ruled) and TakenBack(entry - 1) in event.effects:
            return event if any(isinstance(one, CallReplaced) and one.seat is seat for one in event.effects) else None
    return None


def cards_after(moment: Moment, entry: int) -> tuple[tuple[Seat, Card], ...]:
    """The cards played since an entry, each with the hand that it came from."""
    found: list[tuple[Seat, Card]] = []
    for later in range(entry + 1, moment.at + 1):
        event = moment.step(later).entry.event
        if isinstance(event, Play):
            before = moment.before(later)
            found.append((next(seat for seat in Seat if before.holding(seat) & event.card.bit), event.card))
    return tuple(found)


def falling(state: State) -> State | None:
    """The end of the deal where the cards fall by themselves; None: somebody has a choice left."""
    while state.outcome is None:
        cards = [event for event in state.legal() if isinstance(event, Play)]
        if len(cards) != 1 or any(state.holding(seat).bit_count() > 1 for seat in Seat):
            return None
        state = state.advance(cards[0], state.actor)
    return state


def won_since(state: State, seat: Seat, number: int) -> int:
    """The tricks of a side, from the trick with this number, from nought, to the end; those of an accepted claim too."""
    side = side_of(seat)
    earlier = sum(side_of(trick.winner) == side for trick in state.history[:number])
    assert state.play is not None
    return state.play.won[side] - earlier


def kept(moment: Moment, entry: int, mate: Seat) -> list[AnyEffect]:
    """The offender's partner may not take back the card played to that trick (B-LAW-REVOKE-3)."""
    for later in range(entry + 1, moment.at + 1):
        event = moment.step(later).entry.event
        if isinstance(event, Play) and moment.before(later).holding(mate) & event.card.bit:
            return [Opened(mate, (event.card,))]
    return []
