"""Bridge with all cards seen: DDS's published answers, a plain minimax that shares nothing with it, bad input, limits."""

import itertools
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from kozyr import _native
from kozyr.cards import CARDS, Card, CardSet, Seat, Suit
from kozyr.deals import BRIDGE, Layout, numbered_deal
from kozyr.solver import bridge
from kozyr.solver.bridge import Board, Hands, Series, fault, four_hands, par, solve, solve_many, table, tables, trace

SEATS = tuple(Seat)
TRUMPS = (*Suit, None)
VULNERABLE: tuple[bridge.Vulnerability, ...] = ("none", "both", "ns", "ew")  # as DDS numbers them
PUBLISHED = Path(__file__).parents[1] / "data" / "bridge" / "dds.txt"


class Published(msgspec.Struct):
    """One record of DDS's own lists."""

    deal: str
    dealer: Seat
    vulnerable: bridge.Vulnerability
    trump: Suit | None
    leader: Seat
    moves: dict[Card, int]
    table: list[list[int]]
    score: int
    contracts: set[str]
    played: list[Card]
    traced: list[int]

    @property
    def board(self) -> Board:
        """The opening lead."""
        declarer = SEATS[(self.leader.position + 3) % 4]
        return Board.parse(self.deal, trump=self.trump, declarer=declarer, leader=self.leader)


def published() -> Iterator[Published]:
    lines = iter(PUBLISHED.read_text(encoding="ascii").splitlines())
    for fields in zip(*[lines] * 7, strict=True):
        text = {line.split()[0]: line.partition(" ")[2].strip() for line in fields}
        head, deal, _ = text["PBN"].split('"')
        dealer, vulnerable, trump, leader = (int(word) for word in head.split())
        numbers = [int(word) for word in text["FUT"].split()]
        columns = [numbers[1 + numbers[0] * n : 1 + numbers[0] * (n + 1)] for n in range(4)]
        moves: dict[Card, int] = {}
        for suit, rank, equals, score in zip(*columns, strict=True):
            for at in range(2, 15):
                if at == rank or equals >> at & 1:
                    moves[CARDS[13 * suit + at - 2]] = score
        cards = text["PLAY"].split('"')[1]
        tricks = [int(word) for word in text["TABLE"].split()]
        score, *contracts = text["PAR2"].split('"')[1::2]
        yield Published(
            deal,
            SEATS[dealer],
            VULNERABLE[vulnerable],
            TRUMPS[trump],
            SEATS[leader],
            moves,
            [tricks[4 * n : 4 * n + 4] for n in range(5)],
            int(score),
            set(contracts) - {"pass"},
            [Card(cards[at : at + 2]) for at in range(0, len(cards), 2)],
            [int(word) for word in text["TRACE"].split()[1:]],
        )


ALL = list(published())
every_published = pytest.mark.parametrize("one", ALL, ids=[str(at) for at in range(len(ALL))])


# ------------------------------------------------------------------ published answers


@every_published
def test_cards_are_worth_what_dds_published(one: Published) -> None:
    found = solve(one.board)
    assert found.moves == {
        card: 13 - tricks for card, tricks in sorted(one.moves.items(), key=lambda pair: pair[0].text)
    }
    assert found.value == min(found.moves.values())
    assert found.nodes > 0


@every_published
def test_tables_are_as_published(one: Published) -> None:
    found = table(four_hands(one.deal))
    assert [[row[seat] for seat in SEATS] for row in found.values()] == one.table
    assert tuple(found) == bridge.DENOMINATIONS


@every_published
def test_traces_are_as_published(one: Published) -> None:
    found = trace(one.board, one.played)
    assert found[: len(one.traced)] == one.traced
    assert len(found) == len(one.played) + 1
    assert set(found[len(one.traced) :]) <= {one.traced[-1]}  # the last trick plays itself


@every_published
def test_par_is_as_published(one: Published) -> None:
    found = par(table(four_hands(one.deal)), one.dealer, one.vulnerable)
    assert found.score == one.score
    words = set()
    for contract in found.contracts:
        who = "".join(seat.value for seat in contract.declarers)
        strain = "N" if contract.denomination == "NT" else contract.denomination
        result = f"{contract.over:+d}" if contract.over else ""
        words.add(f"{contract.level}{strain}{'*' if contract.over < 0 else ''}-{who}{result}")
    assert words == one.contracts


# ------------------------------------------------------------------ against a plain minimax


def values(board: Board) -> dict[Card, int]:
    """The declarer's tricks after each legal card."""
    hand = board.hands[board.mover.position]
    found: dict[Card, int] = {}
    for card in [c for c in hand if board.trick and c.suit is board.trick[0].suit] or list(hand):
        after = board.play(card)
        won = 0
        if not after.trick:
            cards = (*board.trick, card)
            strength = [
                (2 if c.suit is board.trump else 1 if c.suit is cards[0].suit else 0, c.rank.position) for c in cards
            ]
            taker = (board.leader.position + strength.index(max(strength))) % 4
            assert after.leader is SEATS[taker]
            won = int((taker - board.declarer.position) % 2 == 0)
        found[card] = won + value(after)
    return found


def value(board: Board) -> int:
    if not any(board.hands):
        return 0
    ours = (board.mover.position - board.declarer.position) % 2 == 0
    return (max if ours else min)(values(board).values())


def ending(rng: random.Random, size: int) -> Board:
    cards = rng.sample(CARDS, 4 * size)
    n, e, s, w = (CardSet.of(cards[at * size : at * size + size]) for at in range(4))
    board = Board((n, e, s, w), rng.choice(TRUMPS), rng.choice(SEATS), rng.choice(SEATS))
    for _ in range(rng.randrange(4 * size)):
        board = board.play(rng.choice(list(values(board))))
    return board


def test_endings_at_any_moment_of_a_trick(share: Callable[[int], int]) -> None:
    rng = random.Random(4)
    boards = [ending(rng, rng.choice((1, 1, 2, 2, 2, 3))) for _ in range(share(3000))]
    for board, found in zip(boards, solve_many(boards), strict=True):
        assert found.moves == values(board), board
        assert found.value == value(board)
    assert solve_many([]) == []


def sixes(rng: random.Random) -> Board:
    """A board of six cards a hand."""
    cards = rng.sample(CARDS, 24)
    n, e, s, w = (CardSet.of(cards[at * 6 : at * 6 + 6]) for at in range(4))
    return Board((n, e, s, w), rng.choice(TRUMPS), rng.choice(SEATS), rng.choice(SEATS))


def test_a_series_begins_no_board_once_its_positions_are_spent() -> None:
    """Its answers are those of `solve_many`, as far as they come; and how far that is depends on the boards alone."""
    rng = random.Random(6)
    boards = [sixes(rng) for _ in range(12)]
    whole = [found.moves for found in solve_many(boards)]
    costs = [found.nodes for found in Series(10**9).solve(boards)]
    for nodes in (1, costs[0], costs[0] + 1, sum(costs[:7]), sum(costs)):
        series = Series(nodes)
        found = series.solve(boards)
        assert [one.moves for one in found] == whole[: len(found)]
        assert [one.nodes for one in found] == costs[: len(found)]
        assert sum(costs[: len(found)]) >= nodes > sum(costs[: len(found) - 1])
        assert series.spent
        assert series.solve(boards) == []


def test_a_series_without_time_answers_nothing() -> None:
    assert Series(10**9).solve([sixes(random.Random(7))], seconds=0.0) == []


def test_traces_from_any_moment_of_a_trick(share: Callable[[int], int]) -> None:
    rng = random.Random(5)
    for _ in range(share(1000)):
        start = board = ending(rng, rng.choice((1, 2, 3)))
        expected, cards, won = [value(board)], [], 0
        while any(board.hands) and rng.random() < 0.9:
            cards.append(rng.choice(list(values(board))))
            board = board.play(cards[-1])
            won += not board.trick and (board.leader.position - board.declarer.position) % 2 == 0
            expected.append(won + value(board))
        assert trace(start, cards) == expected, (start, cards)


# ------------------------------------------------------------------ answers that must agree with each other


def deal(number: int) -> Hands:
    rng = random.Random(number)
    return four_hands(str(numbered_deal(rng.randrange(BRIDGE.deals), BRIDGE, SEATS)))


def test_a_table_takes_what_a_board_has() -> None:
    """Four hands, the deal of a board, or its text."""
    layout = numbered_deal(7, BRIDGE, SEATS)
    tricks = table(four_hands(layout))
    assert table(layout) == table(str(layout)) == tricks
    assert list(bridge.tables([layout, str(layout)])) == [tricks, tricks]
    with pytest.raises(ValueError, match="bridge is played by four hands"):
        table(Layout.parse("N:AKQJT98765432... - - -"))


def turned(hands: Hands) -> Hands:
    return (hands[3], hands[0], hands[1], hands[2])


def test_table_and_leads_agree_and_the_sides_share_thirteen() -> None:
    hands = deal(1)
    tricks = table(hands)
    for trump, (name, row) in zip(TRUMPS, tricks.items(), strict=True):
        for declarer in SEATS:
            leader = SEATS[(declarer.position + 1) % 4]
            mine = solve(Board(hands, trump, declarer, leader)).value
            theirs = solve(Board(hands, trump, leader, leader)).value
            assert row[declarer] == mine == 13 - theirs, (name, declarer)


def test_a_turned_table_gives_turned_tricks_and_par() -> None:
    hands = deal(2)
    one, two = table(hands), table(turned(hands))
    for name in bridge.DENOMINATIONS:
        assert [one[name][seat] for seat in SEATS] == [two[name][SEATS[(at + 1) % 4]] for at in range(4)]
    sides: list[tuple[bridge.Vulnerability, bridge.Vulnerability]] = [
        ("none", "none"),
        ("both", "both"),
        ("ns", "ew"),
        ("ew", "ns"),
    ]
    for dealer, (before, after) in itertools.product(SEATS, sides):
        first = par(one, dealer, before)
        second = par(two, SEATS[(dealer.position + 1) % 4], after)
        assert first.score == -second.score
        assert len(first.contracts) == len(second.contracts)


def test_a_suit_is_as_good_as_another() -> None:
    hands = deal(3)

    def relabelled(hand: CardSet) -> CardSet:  # S becomes H, H becomes D, D becomes C, C becomes S
        return CardSet.of(CARDS[(card.index + 13) % 52] for card in hand)

    n, e, s, w = (relabelled(hand) for hand in hands)
    one, two = table(hands), table((n, e, s, w))
    assert one == {"S": two["H"], "H": two["D"], "D": two["C"], "C": two["S"], "NT": two["NT"]}


def test_par_knows_a_passed_out_deal_and_who_bids_first() -> None:
    nothing = {name: dict.fromkeys(SEATS, 6) for name in bridge.DENOMINATIONS}
    assert par(nothing, Seat.N, "both") == bridge.Par(0, ())
    seven = nothing | {"NT": dict.fromkeys(SEATS, 7)}
    assert [par(seven, dealer, "none").score for dealer in SEATS] == [90, -90, 90, -90]
    assert str(par(seven, Seat.N, "none").contracts[0]) == "1NT by NS"


def test_many_tables_come_in_their_order() -> None:
    deals = [deal(number) for number in range(4, 10)]
    assert list(tables(deals)) == [table(hands) for hands in deals]


# ------------------------------------------------------------------ bad input


GOOD = "N:AKQ.AK.. JT9.QJ.. 876.T9.. 543.87.."


@pytest.mark.parametrize(
    ("deal_text", "leader", "trick", "message"),
    [
        ("N:AKQ.AK.. JT9.QJ.. 876.T9.. 543.8..", Seat.N, "", "W should hold 5 cards and holds 4"),
        ("N:AKQ.AK.. JT9.QJ.. 876.T9.. 543.8..", Seat.W, "", "N should hold 4 cards and holds 5"),
        ("N:AKQ.A.. JT9.QJ.. 876.T9.. 543.87..", Seat.N, "ST", "ST stands twice"),
        ("N:AKQ.A.. JT9.J.. 876.T9.. 543.87..", Seat.N, "HK HQ", None),
        ("N:AKQ.A.. JT9.Q.. 876.T9.. 543.87..", Seat.N, "HK SJ", "SJ stands twice"),
        ("N:AKQ.A.. JT.QJ.. 876.T9.. 543.87..", Seat.N, "HK S9", "E cannot have played S9 with HJ in hand"),
        (
            "N:KQ.A.. JT.QJ.. 76.T9.. 54.87..",
            Seat.N,
            "SA S9 S8 S3",
            "an unfinished trick has at most three cards, not 4",
        ),
        ("N:... ... ... ...", Seat.N, "", "N is to play and has no cards"),
        ("N:... ... ... 2...", Seat.W, "", "N should hold 1 cards and holds 0"),
        ("N:AKQJT98765432.A.. ... ... ...", Seat.N, "", "N holds 14 cards"),
    ],
)
def test_a_faulty_board_is_named(deal_text: str, leader: Seat, trick: str, message: str | None) -> None:
    cards = tuple(Card(word) for word in trick.split())
    board = Board.parse(deal_text, trump=None, declarer=Seat.N, leader=leader, trick=cards)
    assert fault(board) == message
    if message is None:
        assert solve(board).moves
        return
    for ask in (solve, lambda it: trace(it, [])):
        with pytest.raises(ValueError, match=message):
            ask(board)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("N:AKQ.AK.. JT9.QJ.. 876.T9..", "four hands"),
        ("N:AKQ.AK.. JT9.QJ.. 876.T9.. -", "four hands"),
        ("N:AKQ.AK.. JT9.QJ.. 876.T9.. 543.87.. + C2", "every card is in a hand"),
        ("N:AKQ.AK.. AT9.QJ.. 876.T9.. 543.87..", "SA is dealt twice"),
        ("N:AKQ.AX.. JT9.QJ.. 876.T9.. 543.87..", "no rank 'X'"),
    ],
)
def test_a_faulty_deal_is_named(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        four_hands(text)


def test_a_table_needs_all_cards() -> None:
    with pytest.raises(ValueError, match="thirteen cards a hand; N holds 5"):
        table(four_hands(GOOD))
    one, two, _, four = deal(10)
    with pytest.raises(ValueError, match="dealt twice"):
        table((one, two, one, four))


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("SJ", "card 1: N does not hold SJ"),
        ("SA HQ", "card 2: E plays HQ and holds S"),
        ("SA SJ SA", "card 3: S does not hold SA"),
        ("SA S9 S6 S3 SK ST S7 S4 SQ SJ S8 S5 HA HJ H9 H7 HK HQ HT H8 SA", "card 21: nobody has a card left"),
    ],
)
def test_a_play_that_cannot_be_is_named(cards: str, message: str) -> None:
    board = Board.parse(GOOD, trump=None, declarer=Seat.N, leader=Seat.N)
    with pytest.raises(ValueError, match=message):
        trace(board, [Card(word) for word in cards.split()])


def test_par_needs_a_whole_table() -> None:
    with pytest.raises(ValueError, match="whole table"):
        par({"NT": dict.fromkeys(SEATS, 7)}, Seat.N, "none")
    with pytest.raises(ValueError, match="vul is"):
        bridge.vulnerability("all")


# ------------------------------------------------------------------ limits


def test_a_request_that_overruns_is_a_timeout_and_the_next_one_is_right() -> None:
    right = table(deal(11))
    with pytest.raises(TimeoutError):
        table(deal(12), seconds=0)
    with pytest.raises(TimeoutError):
        solve(Board(deal(12), None, Seat.N, Seat.E), seconds=0)
    assert table(deal(11), seconds=60) == right
    answers = list(tables([deal(12), deal(13)], seconds=0))
    assert all(isinstance(answer, TimeoutError) for answer in answers)


def test_no_process_is_started_and_dds_is_not_there() -> None:
    program = f"""
import os, subprocess, sys
from kozyr.cards import Seat
from kozyr.solver.bridge import Board, solve
subprocess.Popen = os.fork = None
solve(Board.parse({GOOD!r}, trump=None, declarer=Seat.N, leader=Seat.N))
print([name for name in sys.modules if name.partition(".")[0] in ("endplay", "numpy", "matplotlib", "ctypes")])
"""
    ran = subprocess.run(  # noqa: S603 - this Python, lines of our own
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert ran.stdout == "[]\n"


def test_numbers_out_of_range_are_refused_in_one_line() -> None:
    hands = [0x1FFF << 13 * suit for suit in range(4)]
    for bad in (
        lambda: _native.BridgePosition(None, 4, hands),
        lambda: _native.BridgePosition(None, 0, hands[:3]),
        lambda: _native.BridgePosition(None, 0, [1 << 52, *hands[1:]]),
        lambda: _native.BridgePosition(None, 0, [-1, *hands[1:]]),
        lambda: _native.BridgePosition(None, 0, hands, [52]),
        lambda: _native.BridgeSolver(0),
        lambda: _native.BridgeSolver(10**30),
        lambda: _native.BridgeSolver().table(hands[:3]),
        lambda: _native.BridgeSolver().table([3, *hands[1:]]),
        lambda: _native.BridgeSolver().solve(_native.BridgePosition(None, 0, [0, 0, 0, 0])),
        lambda: _native.bridge_batch([], threads=0),
        lambda: _native.bridge_counts([]),
    ):
        with pytest.raises(ValueError, match=r"^[^\n]+$"):
            bad()


def test_counts_over_layouts_are_those_of_the_single_layouts(share: Callable[[int], int]) -> None:
    rng = random.Random(6)
    for _ in range(share(20)):
        cards = rng.sample(range(52), 24)
        mine, dummy, rest = cards[:6], cards[6:12], cards[12:]
        layouts = []
        for _ in range(12):
            rng.shuffle(rest)
            hands = [sum(1 << card for card in hand) for hand in (mine, rest[:6], dummy, rest[6:])]
            layouts.append(_native.BridgePosition(_native.Suit.HEARTS, 0, hands))
        found = _native.bridge_counts(layouts, threads=rng.choice((1, 3)))
        alone = [_native.BridgeSolver().solve(layout) for layout in layouts]
        assert found.finished
        assert found.layouts == 12
        assert list(found.tricks) == [sum(one.value == n for one in alone) for n in range(14)]
        for at, (card, tricks) in enumerate(found.cards):
            assert [one.moves[at][0] for one in alone] == [card] * 12
            assert list(tricks) == [sum(one.moves[at][1] == n for one in alone) for n in range(14)]


def test_a_suit_for_each_hand() -> None:
    """The most freakish deal: with his side's suit as trumps a declarer takes all; without trumps the leader does."""
    ranks = "AKQJT98765432"
    hands = four_hands(f"N:{ranks}... .{ranks}.. ..{ranks}. ...{ranks}")
    found = table(hands, seconds=60)
    north_south, east_west = (
        {Seat.N: 13, Seat.S: 13, Seat.E: 0, Seat.W: 0},
        {Seat.N: 0, Seat.S: 0, Seat.E: 13, Seat.W: 13},
    )
    assert found == {
        "S": north_south,
        "H": east_west,
        "D": north_south,
        "C": east_west,
        "NT": dict.fromkeys(Seat, 0),
    }
