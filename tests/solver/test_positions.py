"""The face of the solver: one verb for the three games."""

import pytest

from kozyr import solver
from kozyr.cards import Card, Seat, Suit
from kozyr.deals import Layout
from kozyr.solver import Solvable, bridge, deberts, preferans

THREE = preferans.Position.parse("N:A.K.. K.A.. Q.Q..", leader=Seat.N, declarer=Seat.N, trump=Suit.SPADES)
TWO = deberts.Position.parse("N:A... K...", trump=Suit.SPADES, leader=Seat.N)


def test_a_position_says_which_game_it_is() -> None:
    assert solver.solve(THREE).moves == {Card.HK: 1, Card.SA: 1}
    assert solver.solve(TWO).points == {Seat.N: 25, Seat.S: 0}


def test_a_batch_keeps_the_order_and_gives_errors_as_they_come() -> None:
    bad = preferans.Position.parse("N:A.K.. K.A.. Q...", leader=Seat.N, declarer=Seat.N)
    positions: list[Solvable[preferans.Solution | deberts.Solution]] = [THREE, bad, TWO, THREE]
    found = solver.batch(positions, threads=2)
    assert isinstance(found[0], preferans.Solution)
    assert isinstance(found[2], deberts.Solution)
    assert str(found[1]) == "S should hold 2 cards and holds 1"
    assert found[0].moves == found[3].moves  # type: ignore[union-attr]


def test_a_table_is_of_whole_hands() -> None:
    hands = Layout.parse("N:AKQ.AK7.K8.A9 JT9.QJT.AQJ.8 87.98.T97.KQJ").hands
    tricks, misere = preferans.table(hands, Seat.N)
    assert set(tricks) == {"S", "H", "D", "C", "NT"}
    assert list(misere) == [Seat.N, Seat.E, Seat.S]
    with pytest.raises(ValueError, match="thirteen cards"):
        bridge.table(bridge.four_hands("N:A... K... Q... J..."))
