"""Deals by condition: the words, what they mean, the cards that are told, chances, the solver, the command line (docs/deals.md)."""

import json
import math
import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

from kozyr import cli
from kozyr.cards import Card, CardSet, Seat, Suit
from kozyr.deals import Layout, miscount
from kozyr.games import game
from kozyr.notation import NotationError
from kozyr.notation.conditions import predealt, read
from kozyr.solver import bridge, deberts, talon
from kozyr.solver.conditions import Chance, Search, words_of
from kozyr.solver.dealt import deberts as dealt

PAGE = Path(__file__).parents[1] / "docs" / "deals.md"
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
Hands = dict[str, CardSet]
Meaning = Callable[[Hands], bool]


def hcp(cards: CardSet) -> int:
    return sum(POINTS.get(card.rank.value, 0) for card in cards)


def count(cards: CardSet, rank: str) -> int:
    return sum(card.rank.value == rank for card in cards)


def lengths(cards: CardSet) -> list[int]:
    return [len(cards.suit(suit)) for suit in Suit]


def shape(cards: CardSet) -> str:
    return "".join(map(str, sorted(lengths(cards), reverse=True)))


def losers(cards: CardSet) -> int:
    missing = 0
    for suit in Suit:
        held = cards.suit(suit)
        highest = "AKQ"[: len(held)]
        missing += sum(count(held, rank) == 0 for rank in highest)
    return missing


SAID: dict[str, Meaning] = {
    "N.hcp in 10..12": lambda of: 10 <= hcp(of["N"]) <= 12,
    "10 <= N.hcp < 12": lambda of: 10 <= hcp(of["N"]) < 12,
    "N.hcp not in {9, 11..30}": lambda of: not (hcp(of["N"]) == 9 or hcp(of["N"]) >= 11),
    "N.balanced": lambda of: shape(of["N"]) in {"4333", "4432", "5332"},
    "N.shape == 5431": lambda of: shape(of["N"]) == "5431",
    "N.pattern == 4333 or N.pattern == 3433": lambda of: lengths(of["N"]) in ([4, 3, 3, 3], [3, 4, 3, 3]),
    "N.spades + S.hearts > 8": lambda of: len(of["N"].suit(Suit.SPADES)) + len(of["S"].suit(Suit.HEARTS)) > 8,
    "N.spades.hcp >= E.clubs.hcp * 2": lambda of: hcp(of["N"].suit(Suit.SPADES)) >= 2 * hcp(of["E"].suit(Suit.CLUBS)),
    "N.spades.controls == 3": lambda of: {Card.SA, Card.SK} <= set(of["N"]),
    "NS.hcp >= 22": lambda of: hcp(of["N"]) + hcp(of["S"]) >= 22,
    "NS.aces == 4": lambda of: count(of["N"], "A") + count(of["S"], "A") == 4,
    "N.SA and not S.HK": lambda of: Card.SA in of["N"] and Card.HK not in of["S"],
    "N.losers <= 6": lambda of: losers(of["N"]) <= 6,
    "N.controls >= 5": lambda of: 2 * count(of["N"], "A") + count(of["N"], "K") >= 5,
    "N.tens != W.jacks": lambda of: count(of["N"], "T") != count(of["W"], "J"),
    "-N.hcp + 3 * S.queens <= -(1 + 2)": lambda of: -hcp(of["N"]) + 3 * count(of["S"], "Q") <= -3,
    "N.cards - N.clubs == 10": lambda of: 13 - len(of["N"].suit(Suit.CLUBS)) == 10,
    "not (N.SA or N.HA) and (N.DA or N.CA)": lambda of: (
        not {Card.SA, Card.HA} & set(of["N"]) and bool({Card.DA, Card.CA} & set(of["N"]))
    ),
}


def held(layout: Layout) -> Hands:
    found = {seat.value: hand for seat in Seat if (hand := layout.hand(seat)) is not None}
    return {**found, "rest": CardSet.of(layout.rest)}


@pytest.fixture(scope="module")
def some() -> list[Layout]:
    return Search.of("bridge", seed=5).deals(1500)


@pytest.mark.parametrize("said", SAID)
def test_a_condition_means_what_the_page_says(said: str, some: list[Layout]) -> None:
    words = words_of("bridge")
    condition = read(said, words)
    assert not condition.costly
    program = condition.cheap.program(5)
    kept = [program.keeps([*(hand.bits for hand in layout.hands if hand), 0]) for layout in some]
    assert kept == [SAID[said](held(layout)) for layout in some]
    assert 0 < sum(kept) < len(kept)
    assert all(SAID[said](held(layout)) for layout in Search.of("bridge", said, seed=2).deals(20))


@pytest.mark.parametrize(
    ("name", "where", "meaning"),
    [
        ("preferans", "N.aces == 0 and rest.aces == 2", lambda of: not count(of["N"], "A") and count(of["rest"], "A") == 2),
        ("preferans", "E.S7 and S.hearts in 4..8", lambda of: Card.S7 in of["E"] and len(of["S"].suit(Suit.HEARTS)) > 3),
        ("deberts", "N.jacks >= 2 and S.cards == 9", lambda of: count(of["N"], "J") >= 2),
        ("deberts", "rest.SA and not S.tens", lambda of: Card.SA in of["rest"] and not count(of["S"], "T")),
    ],
)  # fmt: skip
def test_the_other_games_have_their_hands_and_the_rest(name: str, where: str, meaning: Meaning) -> None:
    if "not S.tens" in where:
        with pytest.raises(NotationError, match="compare it"):
            Search.of(name, where)
        where = where.replace("not S.tens", "S.tens == 0")
    search = Search.of(name, where, seed=1)
    for layout in search.deals(30):
        assert meaning(held(layout))
        assert miscount(game(name).pack, layout, words_of(name).seats) == ""


def test_chances_are_those_of_combinatorics() -> None:
    exact = {
        "N.aces == 4": math.comb(48, 9) / math.comb(52, 13),
        "N.spades == 0": math.comb(39, 13) / math.comb(52, 13),
        "N.shape == 4333": 4 * math.comb(13, 4) * math.comb(13, 3) ** 3 / math.comb(52, 13),
    }
    for where, chance in exact.items():
        found = Search.of("bridge", where, seed=8).chance(300_000)
        assert found.tried == 300_000
        assert found.low <= chance <= found.high
    assert Chance.of(0, 0) == (0, 0, 0.0, 1.0)
    assert Chance.of(0, 100).low == 0
    assert Chance.of(100, 100).high == pytest.approx(1)
    assert 0.40 < Chance.of(50, 100).low < 0.41  # Wilson's: 0.4038 to 0.5962
    assert 0.59 < Chance.of(50, 100).high < 0.60


# ------------------------------------------------------------------ cards that are told


def test_told_cards_lie_where_they_are_told() -> None:
    for layout in Search.of("bridge", predeal="N:AKxx.-.Q. - xxxx.AKQ.JT9.432", seed=1).deals(40):
        north, south = layout.hand(Seat.N), layout.hand(Seat.S)
        assert north is not None
        assert south is not None
        assert str(north).startswith(("AK", "KA"))
        assert len(north.suit(Suit.SPADES)) == 4
        assert not {Card.SQ, Card.SJ, Card.ST} & set(north)
        assert not len(north.suit(Suit.HEARTS))
        assert Card.DQ in north
        assert str(south).partition(".")[2] == "AKQ.JT9.432"
        assert {card.rank.value for card in south.suit(Suit.SPADES)} <= set("23456789")
        assert miscount(game("bridge").pack, layout, tuple(Seat)) == ""
    for layout in Search.of("preferans", predeal="E:xx... + CA", seed=1).deals(10):
        east = layout.hand(Seat.E)
        assert east is not None
        assert {card.rank.value for card in east.suit(Suit.SPADES)} < set("789")
        assert Card.CA in layout.rest


def test_what_is_told_leaves_the_others_as_likely() -> None:
    """With the spades told whole, N's other eleven cards are any of 39: the ace of hearts comes with 11/39."""
    found = Search.of("bridge", "N.HA", "N:Ax...", seed=4).chance(20_000)
    assert found.low <= 11 / 39 <= found.high
    small = Search.of("bridge", "N.S2", "N:Ax...", seed=4).chance(20_000)
    assert small.low <= 1 / 8 <= small.high


WRONG_CARDS = {
    "AKQ...": (1, "a seat and a colon"),
    "N:AK..": (3, "four suits with dots"),
    "N:AK... QJA...": (9, "SA is dealt twice"),
    "N:A1...": (4, "no rank '1'"),
    "N:AA...": (4, "SA is dealt twice"),
    "N:AKQJT9.AKQJT9.AKx.": (3, "more than 13 cards"),
    "N:- - - - -": (11, "there are 4 hands"),
    "N:AKx... S:QJ...": (10, "clockwise with a blank between"),
    "N:AKx...; QJ...": (3, "clockwise with a blank between"),
    "N:-,QJ...": (3, "clockwise with a blank between"),
    "N:A... + C7": (10, "more than 0 cards"),
    "N:A... + SA": (10, "no such card is left"),
}


@pytest.mark.parametrize("told", WRONG_CARDS)
def test_cards_that_cannot_be_told_are_refused_at_their_place(told: str) -> None:
    column, reason = WRONG_CARDS[told]
    with pytest.raises(NotationError, match=re.escape(reason)) as caught:
        predealt(told, words_of("bridge"))
    assert (caught.value.line, caught.value.column) == (1, column)


def test_impossible_deals_are_refused() -> None:
    with pytest.raises(ValueError, match="small cards"):
        Search.of("bridge", predeal="N:xxxxx... xxxxx...")


# ------------------------------------------------------------------ what is no condition

WRONG = {
    "N.hpc > 3": (3, "no word 'hpc'; near it: hcp"),
    "N.hcp": (1, "is a number and no condition"),
    "  N.hcp > 3 and Q.hcp > 1": (17, "no seat 'Q'; there are: N, E, S, W, NS, EW"),
    "N.spaeds.hcp > 2": (3, "no suit 'spaeds'; near it: spades"),
    "N.spades.hpc > 2": (10, "no word 'hpc'"),
    "N.hcp in 15": (10, "a range or a list"),
    "15..17 == N.hcp": (1, "a range stands after 'in'"),
    "N.hcp >": (8, "this is no condition"),
    "N.hcp == 3.5": (10, "a whole number"),
    "N.hcp == 'a'": (10, "a whole number"),
    "N.hcp // 3": (7, "no such sign"),
    "N > 3": (1, "what of N?"),
    "NS.balanced": (1, "of one hand"),
    "NS.SA": (1, "name the seat"),
    "N.makes > 1": (1, 'as N.makes("4H")'),
    'N.makes("4X")': (9, "a contract is written"),
    'N.makes("8H")': (9, "there is no contract of 8"),
    'N.tricks("X") > 1': (10, 'it is written "S", "H"'),
    'N.trciks("H") > 1': (3, "no question 'trciks'; near it: tricks"),
    "N.hcp is 3": (1, "numbers are compared"),
    "[1]": (1, "stands in no condition"),
    "__import__('os')": (1, "stands in no condition"),
    "«пики» == 3": (1, "no condition"),
    "not " * 60 + "N.SA": (161, "too deep"),
    "N.SA == (1 + (1 + " * 20 + "1" + "))" * 20: (1, "too deep"),
}  # fmt: skip


@pytest.mark.parametrize("where", WRONG, ids=[where[:20] for where in WRONG])
def test_what_is_no_condition_is_refused_at_its_place(where: str) -> None:
    column, reason = WRONG[where]
    with pytest.raises(NotationError, match=re.escape(reason)) as caught:
        read(where, words_of("bridge"))
    if reason != "too deep":
        assert (caught.value.line, caught.value.column) == (1, column)


def test_a_card_of_another_pack_is_refused() -> None:
    with pytest.raises(NotationError, match="S2 is not in the pack"):
        read("N.S2", words_of("preferans"))
    with pytest.raises(NotationError, match="no word 'misere'"):
        read("N.misere", words_of("bridge"))
    with pytest.raises(NotationError, match="no seat 'W'"):
        read("W.SA", words_of("preferans"))


# ------------------------------------------------------------------ the solver


def test_the_solver_is_asked_after_the_cards() -> None:
    condition = read('N.hcp > 14 and S.makes("3NT") and E.tricks("H") in 0..7 and not W.SA', words_of("bridge"))
    assert [one.asked for clause in condition.costly for one in [clause]] == [
        (("tricks", Seat.S, "NT"),),
        (("tricks", Seat.E, "H"),),
    ]
    search = Search.of("bridge", 'N.hcp in 15..17 and N.balanced and S.hcp >= 9 and S.makes("3NT")', seed=6)
    assert search.costly
    for layout in search.deals(2):
        assert bridge.table(layout)["NT"][Seat.S] >= 9
        assert 15 <= hcp(layout.hand(Seat.N) or CardSet()) <= 17
    assert search.tried > 2


def test_preferans_is_asked_with_the_talon_and_the_best_discard() -> None:
    (layout,) = Search.of("preferans", "N.aces == 0 and N.kings == 0 and N.misere", seed=1).deals(1)
    found = talon.table(layout.hands, layout.rest, Seat.E)
    assert found.misere[Seat.N] == 0
    (layout,) = Search.of("preferans", 'E.hearts >= 6 and E.makes("8H")', seed=1).deals(1)
    assert talon.table(layout.hands, layout.rest, Seat.E).tricks["H"][Seat.E] >= 8


ALL_TRUMPS = "N:AKQJT987.A.. - .KQJT.AKQJT. + {} H9 H8 H7 D9 D8 D7 CA CK CQ CJ CT C9 C8"


def test_deberts_is_asked_with_combinations_and_the_seven() -> None:
    """By hand: 62 in trumps, 11, 19 and 30 in plain suits, 10 for the last trick, two fifties against lower ones, bella."""
    layout = Layout.parse(ALL_TRUMPS.format("C7"))
    assert dealt.value("points", layout, Seat.N, "S") == 62 + 11 + 19 + 30 + 10 + 2 * 50 + 20
    assert dealt.value("points", layout, Seat.S, "S") == 0
    assert [dealt.value("makes", layout, seat, "S") for seat in (Seat.N, Seat.S)] == [1, 0]
    found = Search.of("deberts", 'N.jacks >= 2 and N.makes("H") and S.points("H") < 40', seed=2).deals(3)
    assert len(found) == 3
    for one in found:
        points = [dealt.value("points", one, seat, "H") for seat in (Seat.N, Seat.S)]
        assert points[0] > points[1]
        assert points[1] < 40
        assert count(one.hand(Seat.N) or CardSet(), "J") >= 2


def test_of_deberts_the_higher_combination_counts_with_all_of_its_owner() -> None:
    """Held against every choice of combinations without a common card; the rest of the points is the solver's."""
    counted = 0
    for layout in Search.of("deberts", seed=5).deals(40):
        hands = [layout.hand(seat) or CardSet() for seat in (Seat.N, Seat.S)]
        trump = next(suit for suit in Suit if suit is not layout.rest[0].suit)  # by it the seven is not exchanged
        tricks = deberts.solve(deberts.Position((hands[0], hands[1]), trump, Seat.S)).points
        own = [runs(hand) for hand in hands]
        ranked = [max(((len(one), one[-1][1], one[0][0] == trump.value) for one in each), default=None) for each in own]
        north = ranked[0] is not None and (ranked[1] is None or ranked[0] > ranked[1])
        for at, seat in enumerate((Seat.N, Seat.S)):
            melds = 0
            if ranked[at] is not None and north is (at == 0):
                melds = max(
                    sum({3: 20, 4: 50}[len(one)] for one in some)
                    for size in (1, 2, 3)
                    for some in combinations(own[at], size)
                    if len({card for one in some for card in one}) == sum(map(len, some))
                )
                counted += 1
            bella = 20 * ({Card(trump.value + "K"), Card(trump.value + "Q")} <= set(hands[at]))
            assert dealt.value("points", layout, seat, trump.value) == tricks[seat] + melds + bella
    assert counted > 20


def test_of_equal_plain_combinations_of_deberts_the_eldest_has_the_higher() -> None:
    layout = Layout.parse("N:AKQ.J.98.T87 - .AKQ.AKT.AJ9 + SJ ST S9 S8 S7 HT H9 H8 H7 DQ DJ D7 CK CQ")
    north, south = (layout.hand(seat) or CardSet() for seat in (Seat.N, Seat.S))
    tricks = deberts.solve(deberts.Position((north, south), Suit.CLUBS, Seat.S)).points
    assert dealt.value("points", layout, Seat.S, "C") == tricks[Seat.S] + 20
    assert dealt.value("points", layout, Seat.N, "C") == tricks[Seat.N]


def runs(hand: CardSet) -> list[tuple[tuple[str, int], ...]]:
    held = {(card.suit.value, "789TJQKA".index(card.rank.value)) for card in hand}
    rows = [tuple((suit, low + at) for at in range(size)) for suit in "SHDC" for low in range(8) for size in (3, 4)]
    return [row for row in rows if set(row) <= held]


def test_of_deberts_the_seven_is_exchanged_where_it_helps() -> None:
    hands = "N:{}9.AT9.98.AT - .KQ.KQT.KQJ9 + {} SA SK SQ ST S8 HJ H8 H7 DA DJ D7 C8 C7 {}"
    told = (
        ("7", "SJ", ""),
        ("7", "", "SJ"),
        ("J", "", "S7"),
    )  # the seven, with the jack turned up and lying deep; the jack
    by_first, other, in_hand = (Layout.parse(hands.format(*one)) for one in told)
    before, after, jack = (dealt.value("points", one, Seat.N, "S") for one in (other, by_first, in_hand))
    assert before < after == jack


# ------------------------------------------------------------------ the command line


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = cli.main(["deal", *words])
    out, err = capsys.readouterr()
    return status, out, err


def test_deals_are_found_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    where = ("--game", "bridge", "--where", "N.hcp in 15..17 and N.balanced", "--seed", "a")
    status, out, _ = said(capsys, *where, "--count", "3")
    deals = [Layout.parse(line) for line in out.splitlines()]
    assert status == 0
    assert len(deals) == 3
    assert all(15 <= hcp(deal.hand(Seat.N) or CardSet()) <= 17 for deal in deals)
    assert said(capsys, *where, "--count", "3")[1] == out
    status, out, _ = said(capsys, *where, "--count", "--tries", "100000", "--json")
    told = json.loads(out)
    assert status == 0
    assert told["low"] < told["kept"] / told["tried"] == told["chance"] < told["high"]
    assert re.fullmatch(
        r"\S+ of 1,000 deals: \S+ % \(95 %: \S+ to \S+\)\n", said(capsys, *where, "--count", "--tries", "1000")[1]
    )


def test_too_few_deals_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = said(capsys, "--game", "bridge", "--where", "N.hcp == 37", "--tries", "1000", "--seed", "a")
    assert (status, out) == (1, "")
    assert err == "only 0 of 1 in 1,000 deals\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--where", "N.hpc > 1"), "--where:1:3: no word 'hpc'"),
        (("--predeal", "N:A1..."), "--predeal:1:4: no rank '1'"),
        (("--where", "N.SA", "--number", "3"), "--number names a deal"),
        (("--where", "N.SA", "--tries", "0"), "--tries: below one"),
        (("--where", "N.SA", "--seconds", "-1"), "--seconds: below nought"),
        (("--tries", "5"), "belong to --where"),
    ],
)
def test_a_wrong_line_has_its_place(words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = said(capsys, "--game", "bridge", *words)
    assert status == 2
    assert told in err


def test_the_lines_of_the_page_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    lines = re.findall(r"^    kozyr deal (.*)$", PAGE.read_text(), re.MULTILINE)
    assert len(lines) == 6
    for line in lines:
        words = re.findall(r"'[^']*'|\S+", line)
        name = words[words.index("--game") + 1] if "--game" in words else "preferans"
        if "--where" in words:
            read(words[words.index("--where") + 1].strip("'"), words_of(name))
    status, out, _ = said(capsys, "--game", "bridge", "--predeal", "N:AKxx... - ..AQ.", "--seed", "1")
    assert status == 0
    assert {Card.DA, Card.DQ} <= set(Layout.parse(out).hand(Seat.S) or ())
