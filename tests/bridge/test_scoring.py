"""The tables: what a deal is worth, boards, IMPs, victory points, matchpoints, the Russian target."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import pytest

from kozyr.cards import CARDS, Card, CardSet, Seat, parse_card
from kozyr.deals import Layout
from kozyr.games.bridge import Contract, Conventions, Denomination, agree, board, draw_order, duplicate_score
from kozyr.games.bridge.scoring import (
    VULNERABILITIES,
    hcp,
    honours,
    imps,
    rubber_points,
    russian_target,
    target_imps,
    undertricks,
    written,
)
from kozyr.tournaments.scoring import matchpoints, mean_imps, series_fits
from kozyr.tournaments.victory import continuous, discrete, victory_points
from tests.boards import contract, conventions, line, session
from tests.cases import Row, case

SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "NT": "NT"}
RUBBER = agree()


def items(text: str, tricks: int, *, vulnerable: bool = False, agreed: Conventions = RUBBER) -> dict[str, int]:
    """What a deal writes, by why."""
    found = written(Contract.parse(text), tricks, vulnerable=vulnerable, conventions=agreed)
    return {item.why: item.points for item in found}


# ---- the rubber's tables


@case(
    "W-B-T1-C-0", "W-B-T1-C-1", "W-B-T1-C-2", "W-B-T1-D-0", "W-B-T1-D-1", "W-B-T1-D-2", "W-B-T1-H-0", "W-B-T1-H-1",
    "W-B-T1-H-2", "W-B-T1-S-0", "W-B-T1-S-1", "W-B-T1-S-2", "W-B-T1-NT-0", "W-B-T1-NT-1", "W-B-T1-NT-2",
)  # fmt: skip
@pytest.mark.rule("B-SCORE-3")
def test_bid_tricks_below_the_line(row: Row) -> None:
    denomination = SIGNS[row.situation["denomination"]]
    crosses = "X" * row.situation["doubled"]
    below = [0, *(items(f"{level}{denomination}{crosses}", 13)["contract"] for level in range(1, 8))]
    gains = [b - a for a, b in pairwise(below)]
    later = row.expected.get("each_later", row.expected.get("per_bid_trick_below"))
    assert gains == [row.expected.get("first_trick", later), *[later] * 6]


@case("W-B-SCORE-4-1")
def test_two_no_trumps_doubled(row: Row) -> None:
    made = contract(row.situation["contract"], row.situation["doubled"])
    assert items(str(made), 8)["contract"] == row.expected["below"]


@case(
    "W-B-T2-over-0-0", "W-B-T2-over-0-1", "W-B-T2-over-0-2", "W-B-T2-over-1-0", "W-B-T2-over-1-1", "W-B-T2-over-1-2",
)  # fmt: skip
@pytest.mark.rule("B-SCORE-8", "B-SCORE-9", "B-SCORE-10")
def test_overtricks(row: Row) -> None:
    crosses, more = "X" * row.situation["doubled"], row.situation["overtricks"]
    got = [
        items(f"2{SIGNS[d]}{crosses}", 8 + more, vulnerable=row.situation["vulnerable"])["overtricks"]
        for d in row.situation["by_denomination"]
    ]
    assert got == row.expected["points"]


@case(
    "W-B-T2-under-0-0", "W-B-T2-under-0-1", "W-B-T2-under-0-2", "W-B-T2-under-1-0", "W-B-T2-under-1-1",
    "W-B-T2-under-1-2", "W-B-T2-under-V4-1", "W-B-T2-under-V4-2",
)  # fmt: skip
def test_undertricks(row: Row) -> None:
    got = [
        undertricks(n, row.situation["doubled"], vulnerable=row.situation["vulnerable"], conventions=conventions(row))
        for n in row.situation["undertricks"]
    ]
    assert got == row.expected["cumulative_to_defenders"]
    assert undertricks(0, row.situation["doubled"], vulnerable=row.situation["vulnerable"]) == 0


@case("W-B-T2-slam-small-0", "W-B-T2-slam-small-1", "W-B-T2-slam-grand-0", "W-B-T2-slam-grand-1")
def test_slams_bid_and_made(row: Row) -> None:
    level, slam = {"small": (6, "small_slam"), "grand": (7, "grand_slam")}[row.situation["slam"]]
    vulnerable = row.situation["vulnerable"]
    assert items(f"{level}D", 6 + level, vulnerable=vulnerable)[slam] == row.expected["premium"]
    assert slam not in items("5D", 6 + level, vulnerable=vulnerable)  # made, but not bid
    assert slam not in items(f"{level}D", 5 + level, vulnerable=vulnerable)
    assert "small_slam" not in items("7D", 13, vulnerable=vulnerable)


ITEMS: dict[str, Callable[[], int]] = {
    "doubled_contract_made": lambda: items("2CX", 8)["insult"],
    "redoubled_contract_made": lambda: items("2CXX", 8)["insult"],
    "four_trump_honours_one_hand": lambda: honours(bits("SA SK SQ ST"), Denomination.SPADES.trump),
    "five_trump_honours_one_hand": lambda: honours(bits("SA SK SQ SJ ST"), Denomination.SPADES.trump),
    "four_aces_one_hand_NT": lambda: honours(bits("SA HA DA CA"), None),
    "simple_rubber": lambda: premium("3NT N", "3NT E", "3NT N"),
    "clean_rubber": lambda: premium("3NT N", "3NT N"),
}


def bits(cards: str) -> int:
    return CardSet.of(parse_card(word) for word in cards.split()).bits


def premium(*games: str) -> int:
    """What the rubber itself brought to him who won it."""
    found = session()
    for n, game in enumerate(games):
        found = found.record(line("NESW"[n % 4], game, 9))
    assert found.finished
    return next(e.points for e in found.sheet.entries if e.why in {"rubber", "clean_rubber"})


@case(
    "W-B-T3-doubled_contract_made", "W-B-T3-redoubled_contract_made", "W-B-T3-four_trump_honours_one_hand",
    "W-B-T3-five_trump_honours_one_hand", "W-B-T3-four_aces_one_hand_NT", "W-B-T3-simple_rubber",
    "W-B-T3-clean_rubber",
)  # fmt: skip
@pytest.mark.rule("B-SCORE-12", "B-SCORE-13", "B-RUBBER-1")
def test_premiums(row: Row) -> None:
    assert ITEMS[row.situation["item"]]() == row.expected["premium"]


@case("W-B-RUBBER-V2-1")
def test_the_insult_may_be_the_same(row: Row) -> None:
    for crosses in ("X", "XX"):
        assert items(f"2C{crosses}", 8, agreed=conventions(row))["insult"] == row.expected["premium"]


@pytest.mark.rule("B-SCORE-14")
def test_a_failed_contract_brings_its_side_nothing() -> None:
    for tricks in range(8):
        found = written(Contract.parse("2SX"), tricks, vulnerable=False, conventions=RUBBER)
        assert [(item.declarers, item.below) for item in found] == [(False, False)]


@pytest.mark.rule("B-SCORE-13")
def test_honours_are_four_or_five_in_one_hand() -> None:
    spades = Denomination.SPADES.trump
    assert honours(bits("SA SK SQ S9"), spades) == 0
    assert honours(bits("SK SQ SJ ST"), spades) == 100
    assert honours(bits("SA SK SQ SJ ST"), None) == 0
    assert honours(bits("SA HA DA CK"), None) == 0


# ---- duplicate


@case(
    "W-B-DUP-9-1C", "W-B-DUP-9-2C", "W-B-DUP-9-3C", "W-B-DUP-9-4C", "W-B-DUP-9-5C", "W-B-DUP-9-6C", "W-B-DUP-9-7C",
    "W-B-DUP-9-1D", "W-B-DUP-9-2D", "W-B-DUP-9-3D", "W-B-DUP-9-4D", "W-B-DUP-9-5D", "W-B-DUP-9-6D", "W-B-DUP-9-7D",
    "W-B-DUP-9-1H", "W-B-DUP-9-2H", "W-B-DUP-9-3H", "W-B-DUP-9-4H", "W-B-DUP-9-5H", "W-B-DUP-9-6H", "W-B-DUP-9-7H",
    "W-B-DUP-9-1S", "W-B-DUP-9-2S", "W-B-DUP-9-3S", "W-B-DUP-9-4S", "W-B-DUP-9-5S", "W-B-DUP-9-6S", "W-B-DUP-9-7S",
    "W-B-DUP-9-1NT", "W-B-DUP-9-2NT", "W-B-DUP-9-3NT", "W-B-DUP-9-4NT", "W-B-DUP-9-5NT", "W-B-DUP-9-6NT",
    "W-B-DUP-9-7NT",
)  # fmt: skip
def test_every_contract_that_is_made(row: Row) -> None:
    for column, scores in row.expected["score_by_vul_and_double"].items():
        made = contract(row.situation["contract"], column.count("X"))
        vulnerable = column.startswith("V")
        got = [duplicate_score(made, tricks, vulnerable=vulnerable) for tricks in row.situation["tricks"]]
        assert got == scores


@case("W-B-DUP-9-ex1")
def test_a_doubled_part_score_can_be_a_game(row: Row) -> None:
    made = contract(row.situation["contract"], row.situation["doubled"])
    assert duplicate_score(made, row.situation["made"], vulnerable=row.situation["vulnerable"]) == row.expected["score"]


@case(
    "W-B-DUP-3-1", "W-B-DUP-3-5", "W-B-DUP-3-9", "W-B-DUP-3-13", "W-B-DUP-3-14", "W-B-DUP-3-2", "W-B-DUP-3-6",
    "W-B-DUP-3-10", "W-B-DUP-3-11", "W-B-DUP-3-15", "W-B-DUP-3-3", "W-B-DUP-3-7", "W-B-DUP-3-8", "W-B-DUP-3-12",
    "W-B-DUP-3-16", "W-B-DUP-3-4",
)  # fmt: skip
def test_the_sixteen_boards(row: Row) -> None:
    found = board(row.situation["board"])
    told = {"none": "none", "ns": "NS", "ew": "EW", "both": "all"}[found.vulnerability]
    assert (found.dealer.value, told) == (row.expected["dealer"], row.expected["vulnerable"])


@case("W-B-DUP-4-1")
def test_boards_come_again_after_sixteen(row: Row) -> None:
    assert [board(n) for n in row.situation["boards"]] == [board(n) for n in row.expected["like"]]
    with pytest.raises(ValueError, match="from 1"):
        board(0)


@case("W-B-DUP-5-1")
@pytest.mark.rule("B-RUSSIAN-2")
def test_the_sample_lie(row: Row) -> None:
    hands = {}
    for seat, suits in row.situation["hands"].items():
        cards = [parse_card(f"{sign}{rank}") for sign, ranks in suits.items() for rank in ranks.replace("10", "T")]
        hands[Seat(seat)] = CardSet.of(cards)
    assert {len(hand) for hand in hands.values()} == {row.expected["cards_per_hand"]}
    assert set().union(*map(set, hands.values())) == set(CARDS)
    assert {seat.value: hcp(hand) for seat, hand in hands.items()} == row.expected["hcp"]
    sides = [sum(hcp(hands[Seat(seat)]) for seat in pair) for pair in ("NS", "EW")]
    assert sides == [row.expected["hcp_ns"], row.expected["hcp_ew"]]
    assert Layout.parse(str(Layout.of(hands.items()))) == Layout.of(hands.items())


# ---- comparing


@case(
    "W-B-IMP-0", "W-B-IMP-1", "W-B-IMP-2", "W-B-IMP-3", "W-B-IMP-4", "W-B-IMP-5", "W-B-IMP-6", "W-B-IMP-7",
    "W-B-IMP-8", "W-B-IMP-9", "W-B-IMP-10", "W-B-IMP-11", "W-B-IMP-12", "W-B-IMP-13", "W-B-IMP-14", "W-B-IMP-15",
    "W-B-IMP-16", "W-B-IMP-17", "W-B-IMP-18", "W-B-IMP-19", "W-B-IMP-20", "W-B-IMP-21", "W-B-IMP-22", "W-B-IMP-23",
    "W-B-IMP-24",
)  # fmt: skip
def test_the_imp_table(row: Row) -> None:
    low, high = row.situation["difference_from"], row.situation["difference_to"] or 9000
    for difference in range(low, high + 1, 10):
        assert imps(difference) == row.expected["imps"]
        assert imps(-difference) == -row.expected["imps"]


@case("W-B-TEAM-7-1")
def test_a_board_of_a_match(row: Row) -> None:
    ours = duplicate_score(Contract.parse("7NT"), 13, vulnerable=False)
    theirs = duplicate_score(Contract.parse("6♣"), 13, vulnerable=False)
    assert (ours, theirs) == (row.expected["score_B"], row.expected["score_A"])
    assert ours - theirs == row.expected["difference"]
    assert imps(ours - theirs) == row.expected["imps"]


@case(
    "W-B-VP-0", "W-B-VP-1", "W-B-VP-2", "W-B-VP-3", "W-B-VP-4", "W-B-VP-5", "W-B-VP-6", "W-B-VP-7", "W-B-VP-8",
    "W-B-VP-9", "W-B-VP-10",
)  # fmt: skip
def test_victory_points_of_24_boards(row: Row) -> None:
    low, high = row.situation["imp_difference_from"], row.situation["imp_difference_to"] or 200
    for difference in range(low, high + 1):
        points = (row.expected["winner"], row.expected["loser"])
        assert victory_points(difference) == points
        assert victory_points(-difference) == points[::-1] or difference == 0


@case("W-B-VP-ex")
def test_the_example_of_victory_points(row: Row) -> None:
    assert conventions(row, "teams").vp_scale == "24 boards"
    assert victory_points(row.situation["imp_difference"]) == (row.expected["winner"], row.expected["loser"])


@pytest.mark.rule("B-VP-1")
def test_the_continuous_scale_is_its_formula() -> None:
    told = ["10.31", "10.61", "10.91", "11.20", "11.48", "11.76"]  # field/bridge.md 4.2, 16 boards
    assert [victory_points(n, "wbf", 16)[0] for n in range(1, 7)] == [Fraction(text) for text in told]
    blitz = {6: 37, 7: 40, 8: 43, 10: 48, 12: 52, 14: 57, 16: 60, 20: 68, 24: 74, 28: 80, 32: 85}
    for boards, margin in blitz.items():
        assert victory_points(margin, "wbf", boards) == (Fraction(20), Fraction(0))
        assert victory_points(margin - 1, "wbf", boards)[0] < 20
        assert sum(victory_points(-7, "wbf", boards)) == 20
        assert victory_points(0, "wbf", boards) == (Fraction(10), Fraction(10))
    with pytest.raises(ValueError, match="boards"):
        victory_points(3, "wbf", 0)


# The federation's continuous scale for 24 boards, the winner's points by IMPs from 0 to 74, as it was published in 2013.
_OF_24 = (
    "10 10.25 10.5 10.75 10.99 11.23 11.46 11.68 11.9 12.12 12.33 12.54 12.75 12.95 13.15 13.34 13.53 13.72 13.9 14.08 14.26 14.43 14.6 14.76"
    " 14.92 15.08 15.24 15.39 15.54 15.69 15.83 15.97 16.11 16.25 16.38 16.51 16.64 16.77 16.89 17.01 17.13 17.25 17.36 17.47 17.58 17.69 17.79"
    " 17.89 17.99 18.09 18.19 18.29 18.38 18.47 18.56 18.65 18.74 18.82 18.9 18.98 19.06 19.14 19.22 19.3 19.37 19.44 19.51 19.58 19.65 19.72 19.79"
    " 19.85 19.91 19.97 20"
)


@pytest.mark.rule("B-VP-1")
def test_the_scales_of_2013_are_concave_and_the_table_is_the_published_one() -> None:
    assert [Fraction(one, 100) for one in continuous(24)] == [Fraction(text) for text in _OF_24.split()]
    raw = [victory_points(n, "wbf", 16)[0] for n in range(61)]
    steps = [after - before for before, after in pairwise(raw)]
    assert sum(after > before for before, after in pairwise(steps)) == 7  # what older events have
    for boards in range(1, 65):
        found = continuous(boards)
        steps = [Fraction(after - before) for before, after in pairwise(found)]
        assert all(after <= before for before, after in pairwise(steps)), boards
        assert (found[0], found[-1]) == (1000, 2000)
        starts = discrete(boards)
        wide = [after - before for before, after in pairwise(starts)]
        assert wide == sorted(wide)
        for margin, points in enumerate(found):
            assert abs(victory_points(margin, "wbf discrete", boards)[0] - Fraction(points, 100)) <= 1
            assert victory_points(margin, "wbf continuous", boards) == (
                Fraction(points, 100),
                Fraction(2000 - points, 100),
            )
            assert sum(victory_points(-margin, "wbf discrete", boards)) == 20


@case(
    "W-B-PAIR-2-1", "W-B-PAIR-2-2", "W-B-PAIR-2-3", "W-B-PAIR-2-4", "W-B-PAIR-2-5", "W-B-PAIR-2-6",
)  # fmt: skip
@pytest.mark.rule("B-PAIR-1", "B-PAIR-3")
def test_the_traveller(row: Row) -> None:
    results = (("6♣XX", 12), ("6♣", 12), ("6NT", 11), ("6NT", 10), ("3NT", 10), ("5♣", 12))
    scores = [duplicate_score(Contract.parse(text), tricks, vulnerable=False) for text, tricks in results]
    at = row.situation["ns_pair"] - 1
    made = contract(row.situation["contract"], row.situation["doubled"])
    assert (str(made), row.situation["tricks"]) == (str(Contract.parse(results[at][0])), results[at][1])
    assert board(row.situation["board"]).vulnerability == row.situation["vulnerable"]
    assert scores[at] == row.expected["result_ns"]
    assert matchpoints(scores)[at] == row.expected["ns_points"]
    assert matchpoints([-score for score in scores])[at] == row.expected["ew_points"]
    assert sum(matchpoints(scores)) == 6 * 5


@case("W-B-PAIR-V1-1")
def test_matchpoints_by_halves(row: Row) -> None:
    scores, unit = row.situation["results"], conventions(row, "duplicate").mp_unit
    assert list(matchpoints(scores, unit)) == row.expected["ns_points"]
    assert list(matchpoints([-score for score in scores], unit)) == row.expected["ew_points"]
    assert list(matchpoints([50, 50, 90], 1)) == [Fraction(1, 2), Fraction(1, 2), 2]
    assert list(matchpoints([50, 50, 90])) == [1, 1, 4]


def test_cross_imps_are_a_mean() -> None:
    assert mean_imps(420, [170, 420, -50], imps) == Fraction(imps(250) + 0 + imps(470), 3)
    with pytest.raises(ValueError, match="nothing"):
        mean_imps(420, [], imps)


@case(
    "W-B-RUSSIAN-20", "W-B-RUSSIAN-21", "W-B-RUSSIAN-22", "W-B-RUSSIAN-23", "W-B-RUSSIAN-24", "W-B-RUSSIAN-25",
    "W-B-RUSSIAN-26", "W-B-RUSSIAN-27", "W-B-RUSSIAN-28", "W-B-RUSSIAN-29", "W-B-RUSSIAN-30", "W-B-RUSSIAN-31",
    "W-B-RUSSIAN-32", "W-B-RUSSIAN-33", "W-B-RUSSIAN-34", "W-B-RUSSIAN-35", "W-B-RUSSIAN-36", "W-B-RUSSIAN-37",
    "W-B-RUSSIAN-38", "W-B-RUSSIAN-39", "W-B-RUSSIAN-40",
)  # fmt: skip
def test_the_russian_target(row: Row) -> None:
    points = row.situation["hcp_of_the_stronger_side"]
    assert russian_target(points, vulnerable=False) == row.expected["target_not_vulnerable"]
    assert russian_target(points, vulnerable=True) == row.expected["target_vulnerable"]


@pytest.mark.rule("B-RUSSIAN-2", "B-RUSSIAN-4")
def test_the_weaker_side_has_no_target() -> None:
    with pytest.raises(ValueError, match="20 to 40"):
        russian_target(19, vulnerable=False)
    assert sum(hcp([card]) for card in Card) == 40
    assert target_imps(420, 26, "none") == imps(420 - 350)
    assert target_imps(420, 14, "ew") == imps(420 + 520)
    assert target_imps(-100, 20, "both") == imps(-100)
    for vulnerability in VULNERABILITIES:  # with one point more the target is 50 already
        assert target_imps(110, 21, vulnerability) == imps(110 - 50)
        assert target_imps(-110, 19, vulnerability) == imps(-110 + 50)
    assert target_imps(110, 22, "none") == imps(110 - 70)
    assert target_imps(-620, 14, "ns") == imps(-620 + 350)


@pytest.mark.rule("B-RUBBER-V5")
@pytest.mark.parametrize(
    ("difference", "up", "down"), [(1140, 11, 11), (1150, 12, 11), (1151, 12, 12), (49, 0, 0), (50, 1, 0), (0, 0, 0)]
)
def test_a_rubber_in_hundreds(difference: int, up: int, down: int) -> None:
    for rounding, points in (("half_up", up), ("half_down", down)):
        agreed = agree(changes={"rubber_points": "hundreds", "rounding": rounding})
        assert rubber_points(difference, agreed) == points
        assert rubber_points(-difference, agreed) == -points
    assert rubber_points(difference, RUBBER) == difference


@pytest.mark.rule("B-TEAM-4")
def test_a_series_is_half_of_the_match_at_least() -> None:
    teams = agree("teams")
    assert [n for n in range(26) if series_fits(n, 24, min_half=teams.series_min_half)] == list(range(12, 25))
    freely = agree("teams", {"series_min_half": "off"})
    assert [n for n in range(26) if series_fits(n, 24, min_half=freely.series_min_half)] == list(range(1, 25))


@pytest.mark.rule("B-GEN-6")
def test_the_highest_card_chooses_and_deals() -> None:
    drawn = [parse_card(text) for text in ("H9", "SA", "C2", "HA")]
    assert draw_order(drawn) == (1, 0, 3, 2)  # the ace of spades, opposite him the ace of hearts
    same = [parse_card(text) for text in ("C7", "D7", "H7", "S7")]
    assert draw_order(same) == (3, 1, 2, 0)
    assert draw_order([parse_card(text) for text in ("D3", "S3", "CK")]) == (2, 1, 0)
    chance = random.Random(6)
    for _ in range(20):
        drawn = chance.sample(list(Card), 4)
        ranks = [drawn[who].rank.position for who in draw_order(drawn)]
        assert ranks[0] >= ranks[2] >= max(ranks[1], ranks[3])
