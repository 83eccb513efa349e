"""What a deal that is over was worth at the club: each hand as declarer with the talon, against every discard tried one by one."""

from itertools import combinations

import pytest

from kozyr.cards import CardSet, Seat, Suit
from kozyr.club.games.preferans.analysis import analyse
from kozyr.deals import Layout
from kozyr.solver.preferans import Kind, Position, values

THREE = "N:.987.JT98.QJT AKQJT9.A.A7.7 87.KQJT.KQ.AK - + C9 C8"
GUSARIK = "E:.987.JT98.QJT AKQJT9.A.A7.7 - 87.KQJT.KQ.AK + C9 C8"  # the hand between the players is closed


@pytest.mark.parametrize("text", [THREE, GUSARIK])
@pytest.mark.parametrize("name", ["S", "NT", "misere"])
def test_it_is_the_best_of_all_discards(text: str, name: str) -> None:
    layout = Layout.parse(text)
    hands = {seat: tuple(hand) for seat in Seat if (hand := layout.hand(seat)) is not None}
    leader = next(iter(hands))
    found = analyse(hands, layout.rest, leader)
    assert found.tricks is not None
    assert found.misere is not None
    told = found.misere if name == "misere" else found.tricks[name]
    assert set(told) == set(hands)
    declarer = sorted(hands, key=lambda seat: seat.position)[1]
    twelve = CardSet.of((*hands[declarer], *layout.rest))
    positions = []
    for away in combinations(twelve, 2):
        four = [CardSet.of(hands[seat]) if seat in hands else None for seat in Seat]
        four[declarer.position] = twelve - CardSet.of(away)
        trump = Suit.SPADES if name == "S" else None
        kind: Kind = "misere" if name == "misere" else "tricks"
        positions.append(Position((four[0], four[1], four[2], four[3]), leader, kind, declarer, trump))
    told_one_by_one = values(positions)
    assert told[declarer] == (min(told_one_by_one) if name == "misere" else max(told_one_by_one))


def test_who_makes_nothing_is_left_out() -> None:
    layout = Layout.parse(THREE)
    hands = {seat: tuple(hand) for seat in Seat if (hand := layout.hand(seat)) is not None}
    found = analyse(hands, layout.rest, Seat.E)
    assert found.complete
    assert found.tricks is not None
    assert found.makes[Seat.E] == "8NT"  # of equal tricks the highest denomination
    for seat in hands:
        best = max(found.tricks[name][seat] for name in found.tricks)
        assert (seat in found.makes) == (best >= 6 or (found.misere or {})[seat] == 0)
