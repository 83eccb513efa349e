"""The facts of the moment that the laws of preferans ask for: conventions, players, defenders."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from kozyr.arbiter.ruling import Moment
from kozyr.cards import Seat
from kozyr.games.preferans import Conventions, Outcome, Pulka, State
from kozyr.games.rulings import Resulted


def pulka(moment: Moment) -> Pulka:
    """The pulka."""
    match = moment.match
    assert isinstance(match, Pulka)
    return match


def agreed(moment: Moment) -> Conventions:
    """The conventions of the match."""
    return pulka(moment).conventions


def club(moment: Moment) -> bool:
    """Whether the codex of the club is agreed; what it leaves out comes from that of 1996."""
    return agreed(moment).laws == "club-003"


def deal(moment: Moment) -> State:
    """The running deal, which has its cards.

    Raises:
        Refused: it waits for them.
    """
    return moment.running(State)


def player_list(moment: Moment) -> tuple[str, ...]:
    """The players who sit in the running deal, the first hand first."""
    terms = moment.terms
    return tuple(map(terms.name, terms.seats))


def defenders(state: State) -> tuple[Seat, ...]:
    """The declarer's opponents, beginning on the declarer's left; none in an all-pass."""
    return state.terms.opponents(state.declarer)


def partner(state: State, seat: Seat) -> Seat | None:
    """The other defender; None: there is none, or the seat does not defend."""
    others = defenders(state)
    return next((other for other in others if other is not seat), None) if seat in others else None


def price(moment: Moment, state: State) -> int:
    """The price of a trick of a contract, on the hill and in whists (P-4.1.1)."""
    contract = state.contract
    assert contract is not None
    return contract.price * agreed(moment).unit * state.factor


def worth(moment: Moment, outcome: Outcome) -> dict[str, Fraction]:
    """Each player's result in whists if the match ended with this deal."""
    return dict(pulka(moment).record(outcome).results)


def with_tricks(moment: Moment, state: State, tricks: Mapping[Seat, int]) -> dict[str, Fraction]:
    """Each player's result in whists if this deal had these tricks and the match ended with it."""
    ended = state.judging.ruled(Resulted(dict(tricks)))
    assert isinstance(ended, State)
    assert isinstance(ended.outcome, Outcome)
    return worth(moment, ended.outcome)
