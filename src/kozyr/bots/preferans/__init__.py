"""Preferans: a novice that counts tricks and keeps to rules of thumb, and higher levels that look for worlds."""

from collections.abc import Mapping
from typing import Final

from kozyr.bots.contest import Contest
from kozyr.bots.frame import LEVELS, Level
from kozyr.bots.preferans.branch import expects
from kozyr.bots.preferans.strong import weigh
from kozyr.cards import Seat
from kozyr.games import AnyState, Event, Outcome, Play
from kozyr.games.preferans import Contract, Outcome as Dealt, State, View
from kozyr.games.preferans.words import Bid, Here, Misere, Take
from kozyr.solver import preferans as solver
from kozyr.solver.preferans import Position

__all__ = [
    "CONTEST",
    "allied",
    "avoids",
    "daring",
    "expects",
    "levels",
    "offered",
    "seen",
    "slips",
    "takes_offers",
    "ventures",
    "weigh",
]

levels: Final = LEVELS
slips: Final[Mapping[Level, Mapping[str, float]]] = {"amateur": {"whists": 1.5}, "strong": {"whists": 0.7}}
ventures: Final = (Bid, Here, Misere, Take)
daring: Final[Mapping[str, float]] = {"whists": 6.0}
takes_offers: Final = False


def offered() -> tuple[Level, ...]:
    """All of them."""
    return levels


def seen(view: View) -> tuple[object, ...]:
    """The calls, the answers to the question of whist, and the talon."""
    return view.calls, view.answers, view.talon


def avoids(view: View) -> bool:
    """Whether the viewer wants fewer tricks: in an all-pass, and with an own misère."""
    contract = view.contract
    return contract is Contract.ALLPASS or (contract is Contract.MISERE and view.seat is view.declarer)


def allied(view: View, other: Seat) -> bool:
    """Whether the viewer and another seat defend together."""
    return view.declarer is not None and view.declarer not in {view.seat, other}


class _Preferans(Contest):
    def options(self, preset: str, number: int) -> Mapping[str, object]:  # noqa: ARG002 - the same in every deal
        """The options for single deals: no compulsory all-passes, since one deal alone would be nothing else."""
        return {"allpass.forced_rounds": 0}

    def kind(self, outcome: Outcome) -> str:
        """The kind of a deal: a contract, a misère or an all-pass."""
        return outcome.kind if isinstance(outcome, Dealt) else super().kind(outcome)

    def cost(self, state: AnyState, event: Event) -> tuple[str, int] | None:
        """The role of the player of a card to a contract, and the tricks that the card gives up."""
        if not isinstance(state, State) or not isinstance(event, Play):
            return None
        if state.declarer is None or state.claim is not None:
            return None
        found = solver.solve(Position.of(state)).moves
        caught = state.contract is Contract.MISERE
        declares = state.turn is state.declarer
        best = max(found.values()) if declares != caught else min(found.values())
        role = ("misere" if declares else "catcher") if caught else ("declarer" if declares else "defender")
        return role, abs(best - found[event.card])


CONTEST: Final = _Preferans()
