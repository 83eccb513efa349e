"""What boards are worth, and which are interesting: against every discard by brute force, and boards whose answer is plain."""

from itertools import combinations

import pytest

from kozyr.cards import CardSet, Seat, Suit
from kozyr.deals import Layout
from kozyr.solver import preferans, talon
from kozyr.solver.preferans import Kind
from kozyr.tournaments import boards
from kozyr.tournaments.boards import BoardRecord, Dealt, Worth
from kozyr.tournaments.games.bridge import worth as bridge
from kozyr.tournaments.games.preferans import worth
from kozyr.tournaments.part import revealed

SURE = Dealt(1, Seat.W, Layout.parse("N:AKQJT987.AK.. .QJT.AKQ.AKQJ .987.JT98.T98 - + D7 C7"))


def dealt(number: int, players: int) -> Dealt:
    return revealed("preferans", bytes(32), "worth", number, players, ())[0]


def test_the_best_discard_is_the_best_of_all_sixty_six() -> None:
    """In spades, at no trumps and at misère, for the hand that has the most choice; cards that touch are not tried twice."""
    board = dealt(3, 4)
    leader = worth.first_hand(board.layout, board.mark)
    found = talon.table(board.layout.hands, board.layout.rest, leader)
    declarer = Seat.N
    hand = board.layout.hand(declarer)
    assert hand is not None
    twelve = hand | CardSet.of(board.layout.rest)
    assert len(list(talon.discards(twelve))) < 66
    games: list[tuple[Suit | None, str, Kind]] = [
        (Suit.SPADES, "S", "tricks"),
        (None, "NT", "tricks"),
        (None, "", "misere"),
    ]
    for trump, name, kind in games:
        values = []
        for away in combinations(twelve, 2):
            places = [twelve - CardSet.of(away) if seat is declarer else board.layout.hand(seat) for seat in Seat]
            n, e, s, w = places
            values.append(preferans.Position((n, e, s, w), leader, kind, declarer, trump).solve().value)
        assert len(values) == 66
        if kind == "misere":
            assert found.misere[declarer] == min(v for v in values if v is not None)
        else:
            assert found.tricks[name][declarer] == max(v for v in values if v is not None)


def test_cards_that_touch_are_one_discard() -> None:
    """Of A K Q two go, or one and the lone seven of clubs."""
    found = list(talon.discards(CardSet.parse("AKQ...7")))
    assert [len(one) for one in found] == [2, 2]
    assert [len(one.suit(Suit.CLUBS)) for one in found] == [0, 1]


@pytest.mark.rule("PT-M.3")
def test_a_board_on_which_nothing_can_go_wrong_is_not_interesting() -> None:
    """N has ten tricks whatever anybody plays; of two boards the cup takes the other one."""
    plain = worth.weighed(SURE)
    assert plain.worth is not None
    assert worth.makes(plain.worth)[Seat.N] == "10NT"
    assert worth.interest(plain).tricks == 0
    other = worth.weighed(dealt(2, 4))
    assert worth.interest(other).tricks > 1
    assert boards.chosen([plain, other], 1, worth.interest) == (other,)
    assert boards.chosen([other, plain], 2, worth.interest) == (plain, other)
    with pytest.raises(ValueError, match="3 boards cannot be chosen of 2"):
        boards.chosen([plain, other], 3, worth.interest)
    with pytest.raises(ValueError, match="board 7: its worth is not known"):
        worth.interest(BoardRecord(7, Seat.N, SURE.layout))


def test_a_board_that_nobody_can_play_is_walked_at_all_pass() -> None:
    silent = worth.weighed(revealed("preferans", bytes(32), "x", 5, 4, ())[0])
    assert silent.worth is not None
    assert not worth.makes(silent.worth)
    found = worth.interest(silent)
    assert found.rivals == 0
    assert found.tricks > 0


@pytest.mark.rule("PT-I.3.2", "PT-I.4")
def test_the_first_hand_leads() -> None:
    assert worth.first_hand(dealt(2, 3).layout, Seat.E) is Seat.E
    assert worth.first_hand(dealt(2, 4).layout, Seat.E) is Seat.S


def test_contracts_stand_in_the_order_of_the_auction() -> None:
    """Misère is above eight no trumps and below nine spades (P-3.3.3); of equal sizes the higher suit."""
    tricks = {
        "S": {Seat.N: 8, Seat.E: 9, Seat.S: 7},
        "C": {Seat.N: 5, Seat.E: 0, Seat.S: 7},
        "D": {Seat.N: 8, Seat.E: 0, Seat.S: 7},
        "H": {Seat.N: 7, Seat.E: 0, Seat.S: 5},
        "NT": {Seat.N: 8, Seat.E: 0, Seat.S: 5},
    }
    told = Worth(tricks, {Seat.N: 0, Seat.E: 0, Seat.S: 1})
    assert worth.makes(told) == {Seat.N: "misere", Seat.E: "9S", Seat.S: "7D"}
    assert worth.makes(told._replace(misere=dict.fromkeys(tricks["NT"], 2)))[Seat.N] == "8NT"


@pytest.mark.rule("B-DUP-3", "PT-M.3")
def test_a_board_of_bridge_has_its_table_par_and_interest() -> None:
    """Thirteen spades are a grand slam for North, whatever anybody plays: par 1510, and nothing to go wrong."""
    layout = Layout.parse("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    record = bridge.weighed(Dealt(1, Seat.N, layout))
    assert record.worth is not None
    assert record.worth.par is not None
    assert record.worth.par.score == 1510
    assert record.worth.tricks["S"][Seat.N] == 13
    assert bridge.interest(record).tricks == 0
    record = bridge.weighed(revealed("bridge", bytes(32), "worth", 2, 4, ())[0])
    assert bridge.interest(record).tricks > 0
    assert (record.mark, record.vulnerability) == (Seat.E, "ns")
