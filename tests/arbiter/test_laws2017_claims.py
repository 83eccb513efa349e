"""The Laws of 2017: claims and concessions (68-71). Each ending is small enough to be counted by hand."""

import pytest

from kozyr.cards import CARDS, Card
from kozyr.games.refusal import Refused
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
