"""The engine and the native core know the same game: the same legal cards, the same points."""

import random
from collections.abc import Callable

import pytest

from kozyr.cards import Seat
from kozyr.deals import DEBERTS
from kozyr.games import Deal
from kozyr.games.deberts.ranks import LAST_TRICK
from kozyr.games.deberts.terms import SEATS
from kozyr.games.deberts.words import Play
from kozyr.solver import deberts
from kozyr.testing import dealt
from tests.duel import Duel


@pytest.mark.rule("D-PLAY-3", "D-PLAY-4", "D-PLAY-5", "D-PLAY-6")
def test_engine_and_solver_agree_on_legal_cards_and_on_points(share: Callable[[int], int]) -> None:
    chance = random.Random(5)
    positions = 0
    for _ in range(share(300)):
        duel = Duel()
        duel.table(Deal(str(dealt(DEBERTS, SEATS, chance)))).plays(chance.choice("SHDC"))
        promised: dict[str, int] | None = None
        while duel.state.outcome is None:
            state = duel.state
            cards = {event.card for event in state.legal() if isinstance(event, Play)}
            if not cards:
                duel.goes(duel.legal[0])  # a word about combinations
                continue
            assert state.course is not None
            position = deberts.Position(
                (state.hand(Seat.N), state.hand(Seat.S)),
                state.course.trump,
                state.course.tricks.leader,
                state.trick[0] if state.trick else None,
            )
            found = deberts.solve(position)
            assert set(found.moves) == cards
            positions += 1
            # Both play as the solver says: what it promised at the first such moment comes true.
            if promised is None:
                promised = {seat.value: state.course.taken[seat.position] + found.points[seat] for seat in SEATS}
            best = max(found.moves, key=lambda card: found.moves[card])
            duel.goes(best.text)
        assert promised == duel.state.outcome.points
        assert sum(promised.values()) >= LAST_TRICK
    assert positions > 9 * share(300)
