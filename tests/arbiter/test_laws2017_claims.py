"""The Laws of 2017: claims and concessions (68-71). Each ending is small enough to be counted by hand."""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from kozyr.arbiter.incidents import CardsShown
from kozyr.arbiter.laws.bridge.laws2017 import claims
from kozyr.arbiter.laws.bridge.plain import Choices, Search
from kozyr.cards import CARDS, Card, CardSet, Seat, Suit
from kozyr.games.refusal import Refused
from kozyr.games.trick import winner
from kozyr.solver.bridge import Board
from tests.arbiter.hearing import Hearing
from tests.arbiter.test_laws2017_cards import heard, tricks


def ending(contract: str, *hands: str) -> str:
    """A deal whose first ten tricks are N's, with these three cards left to N, E, S, W; N, the declarer, is on lead.

    Each of the ten tricks is four cards of a suit, the highest of them N's; so a suit has one, five or nine cards left.
    """
    left = [[Card(text) for text in hand.split()] for hand in hands]
    gone = {card for hand in left for card in hand}
    suits = [sorted((card for card in CARDS if card not in gone and card.suit.value == suit), key=lambda card: -card.rank.position)
             for suit in "SHDC"]  # fmt: skip
    fours = [cards[at : at + 4] for cards in suits for at in range(0, len(cards), 4)]
    dealt = [[*hand, *(four[seat] for four in fours)] for seat, hand in enumerate(left)]
    text = " ".join(
        ".".join("".join(sorted((card.rank.value for card in hand if card.suit.value == suit), key="AKQJT98765432".index)) for suit in "SHDC")
        for hand in dealt
    )  # fmt: skip
    first, *others = fours
    played = [first[1], first[2], first[3], first[0], *(card for four in others for card in four)]
    return f'deal "N:{text}" {contract} pass pass pass {" ".join(card.text for card in played)}'


def claimed(events: str, **told: object) -> Hearing:
    """The ruling on N's claim."""
    return heard(events, {"type": "shown", "seat": "N", "claim": True, **told})


# Spades are trumps, and two are out: E ruffs a heart with the deuce unless they are drawn.
TRUMPS = ending("4S", "SA HA HK", "S2 D2 C2", "S3 S4 H3", "S5 H4 H5")
# No trumps: ace and queen of hearts, the king behind them.
FINESSE = ending("3NT", "SA HA HQ", "HK H3 S4", "S2 S3 H2", "S5 D2 C2")
# No trumps: the ace drops the king, if it is played first.
DROP = ending("3NT", "SA S2 HA", "SK H2 D2", "S3 S4 H3", "H4 H5 C2")
# No trumps: who leads the queen of hearts before the ace of spades takes nothing.
CASH = ending("3NT", "SA HQ H3", "HA HK H2", "S2 S3 D2", "S4 S5 C2")


@pytest.mark.law("70A", "70C", "70D1", "68D1")
def test_a_trump_that_was_forgotten_costs_a_trick() -> None:
    found = claimed(TRUMPS)
    assert found.effects == ["result=N12-E1", "result=N13-E0"]
    assert found.cites("LDB-70A", "LDB-70C", "LDB-70D1", "LDB-68D1")
    assert found.ruling.proof is not None
    assert found.ruling.proof.value["tricks"] == 2
    assert (found.ruling.proof.value["HK"], found.ruling.proof.value["SA"]) == (2, 3)  # HA and HK are one card here
    assert set(found.choosers) == {"arbiter"}
    assert tricks(found) == 12
    aware = claimed(TRUMPS, aware=True)
    assert (aware.effects, aware.ruling.reason.code) == (["result=N13-E0"], "db.claim.good")


@pytest.mark.law("70D1")
def test_a_told_order_is_followed() -> None:
    assert claimed(TRUMPS, order=["SA", "HA", "HK"]).effects == ["result=N13-E0"]
    # HA is ruffed, SA goes on the diamond that comes back, and the last trump takes HK.
    assert claimed(TRUMPS, order=["HA", "SA", "HK"]).effects[0] == "result=N11-E2"
    with pytest.raises(Refused, match="plan"):
        claimed(TRUMPS, order=["SA", "HA"])


@pytest.mark.law("70E1")
def test_a_line_that_needs_a_card_with_one_opponent_gains_nothing() -> None:
    found = claimed(FINESSE)
    assert found.effects == ["result=N12-E1", "result=N13-E0"]
    assert found.cites("LDB-70E1")


@pytest.mark.law("70A")
@pytest.mark.parametrize(
    ("events", "level", "count", "least"),
    # A beginner may lead the deuce to the king, and throws the wrong ace away when a diamond comes back.
    [(DROP, "beginner", 3, 0), (DROP, "club", 3, 3), (DROP, "", 3, 3), (CASH, "club", 1, 0), (CASH, "expert", 1, 1)],
)
def test_what_is_normal_hangs_on_the_class_of_player(events: str, level: str, count: int, least: int) -> None:
    found = claimed(events, level=level, tricks=count)
    assert found.effects[0] == f"result=N{10 + least}-E{3 - least}"
    # With the ace of hearts first, then the deuce: one. So the director may pick 0, 1 or 3.
    assert len(found.effects) == {(3, 0): 3, (1, 0): 2}.get((count, least), 1)


@pytest.mark.law("71")
def test_a_trick_that_cannot_be_lost_is_not_conceded() -> None:
    events = ending("3NT", "SA H2 H3", "HA HK S2", "S3 S4 D2", "S5 H4 C2")
    found = claimed(events, tricks=0)
    assert (found.effects, found.cites("LDB-71")) == (["result=N11-E2"], True)


@pytest.mark.law("68B2", "68D2")
@pytest.mark.parametrize(("settled", "law"), [("objected", "LDB-68B2"), ("played_on", "LDB-68D2")])
def test_play_goes_on_where_the_laws_let_it(settled: str, law: str) -> None:
    found = claimed(TRUMPS, settled=settled)
    assert (found.effects, found.cites(law)) == (["play-on"], True)


@pytest.mark.law("69B2")
def test_who_accepted_gets_back_what_was_likely() -> None:
    found = claimed(FINESSE, settled="accepted")
    assert found.effects == ["result=N12-E1", "result=N13-E0"]  # best play takes two of the three
    assert found.cites("LDB-69B2")


def test_a_defender_claims_too() -> None:
    events = ending("3NT", "S2 H4 H5", "SA HA HK", "S3 S4 H3", "S5 D2 C2")
    found = heard(events, {"type": "shown", "seat": "E", "claim": True, "tricks": 3})
    assert found.effects == ["result=E3-S10"]
    with pytest.raises(Refused, match="4 tricks, and 3 are left"):
        heard(events, {"type": "shown", "seat": "E", "claim": True, "tricks": 4})


# ------------------------------------------------------------------ the search


def least(board: Board, side: int, choices: Choices) -> int:
    """The fewest tricks of a side by every line, counted one by one."""
    if not board.left and not board.trick:
        return 0
    found = []
    for card in choices(board):
        trick = (*board.trick, card)
        won = int(len(trick) == 4 and (board.leader.position + winner(trick, board.trump)) % 2 == side)
        found.append(won + least(board.play(card), side, choices))
    return min(found)


def position(n: int, chance: random.Random) -> Board:
    """A position with this many cards a hand."""
    cards = list(CARDS)
    chance.shuffle(cards)
    north, east, south, west = (CardSet.of(cards[at * n : at * n + n]) for at in range(4))
    return Board(
        (north, east, south, west), chance.choice([None, *Suit]), chance.choice(list(Seat)), chance.choice(list(Seat))
    )


@pytest.mark.law("70A")
def test_the_search_finds_what_counting_line_by_line_finds(share: Callable[[int], int]) -> None:
    chance = random.Random("claims")
    for _ in range(share(120)):
        board, side = position(chance.randrange(2, 5), chance), chance.randrange(2)
        told = CardsShown(
            seat=Seat.N, claim=True, level=chance.choice(["beginner", "club", "expert"]), aware=chance.random() < 0.5
        )
        normal = partial(claims._normal, side=side, incident=told)
        found = Search(side, normal, None).worst(board)
        assert (found.tricks, found.decided) == (least(board, side, normal), True)
        now, won = board, 0
        for card in found.line:  # the line leads there, and has normal cards only
            assert card in tuple(normal(now))
            won += Search(side, normal, None).won(now, card)
            now = now.play(card)
        assert (won, now.left) == (found.tricks, 0)


# Seven cards a hand, spades are trumps, and three are out. The five of clubs is high, and N has a small heart.
SEVEN = "N:AKQ.A3.A.5 J3.K42.K2. T4.Q6.Q3.3 2.J75.J4.2"


@pytest.mark.law("70A", "70C")
@pytest.mark.parametrize(
    ("level", "aware", "count"),
    # An expert who draws trumps cashes the club and the diamond, and loses a heart; who does not has the club ruffed, too.
    # A club player may lead hearts first, with the queen of dummy's under the king, and then has to throw a winner away.
    [("expert", True, 6), ("expert", False, 5), ("club", True, 4), ("club", False, 4)],
)
def test_a_claim_of_seven_cards_is_decided(level: Any, aware: bool, count: int) -> None:
    board = Board.parse(SEVEN, trump=Suit.SPADES, declarer=Seat.N, leader=Seat.N)
    told = CardsShown(seat=Seat.N, claim=True, level=level, aware=aware)
    found = Search(0, partial(claims._normal, side=0, incident=told), None).worst(board)
    assert (found.tricks, found.decided) == (count, True)


@pytest.mark.parametrize(
    ("events", "steps", "code", "effects"),
    [
        (TRUMPS, 0, "db.claim.open", ["result=N13-E0"]),  # nothing was found in no time
        (TRUMPS, 1, "db.claim.partly", ["result=N12-E1", "result=N13-E0"]),  # that one trick can be lost was
        (TRUMPS, 9, "db.claim.doubtful", ["result=N12-E1", "result=N13-E0"]),
    ],
)
def test_what_was_not_searched_in_time_is_said(
    events: str, steps: int, code: str, effects: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0
    whole = Search._loses

    def some(self: Search, board: Board, lost: int) -> bool:
        """The search, that has time for so many questions about the whole claim."""
        nonlocal asked
        if board.left == 3 and not board.trick:
            asked += 1
            if asked > steps:
                raise TimeoutError
        return whole(self, board, lost)

    monkeypatch.setattr(Search, "_loses", some)
    found = claimed(events)
    assert (found.ruling.reason.code, found.effects) == (code, effects)
    assert found.ruling.proof is not None
    assert found.ruling.proof.value["tricks"] == (3 if steps == 0 else 2)
