"""One plan for all worlds that look alike: where the mean over solved worlds believes that every guess is right."""

import random
from collections.abc import Iterator

import pytest

from kozyr import bots
from kozyr.bots import Budget
from kozyr.bots.bridge import search
from kozyr.bots.bridge.plan import STEP, Plans
from kozyr.bots.bridge.worlds import World, field, worlds
from kozyr.bots.frame import Purse
from kozyr.cards import CARDS, Card, CardSet, Seat
from kozyr.deals import BRIDGE, numbered_deal
from kozyr.games import Deal, Progress, game
from kozyr.games.bridge import State, View
from kozyr.games.bridge.words import Play, parse
from kozyr.solver.bridge import Board, Position, moves_of, solve_many

RULES = game("bridge")
NINE = (
    "C3 CA C4 C6 CK C5 C7 C2 CQ H2 C8 H9 CJ H3 D6 HT CT H6 D7 HJ C9 H7 D8 HQ "  # six clubs, led to by W
    "DA D4 D9 D2 DK D5 DT D3 DQ H8 DJ "  # three diamonds, but for the last card, a discard of W
)
GUESS = "N:AJ3.A.AKQ.AKQJT9 Q98.K87632.54.54 KT2.5.JT9876.876 7654.QJT94.32.32"  # spades alone are left, N leads
# S declares, N is on lead with AJ3 of spades and a heart opposite KT2 and a heart. The spades want a guess of the queen;
# whoever wins the heart, with the ace, must lead a spade, and then there is nothing to guess.
EXIT = "N:AJ3.4.AKQ.AKQJT9 Q98.A87632.54.54 KT2.5.JT9876.876 7654.KQJT9.32.32"


def playing(deal: str, calls: str, cards: str = "") -> State:
    changes = {"deals": 1, "first_board": 1, "explain": "partner"}
    state = Progress.start(RULES.start(RULES.agree("teams", changes, 4), 4, 0)).state
    assert isinstance(state, State)
    state = state.apply(Deal(deal))
    for token in (*calls.split(), *cards.split()):
        state = state.apply(parse(token))
    return state


def chosen(view: View, seed: int = 1, budget: Budget | None = None) -> Card:
    found = bots.choose(view, "expert", seed, budget)
    assert isinstance(found, Play)
    return found.card


def solved(view: View, drawn: list[tuple[World, float]]) -> tuple[dict[Card, float], list[int]]:
    """The mean over the worlds of the tricks of each card for the declarer, and the tricks of each world."""
    found = solve_many([search.board(view, world) for world, _ in drawn])
    total = sum(weight for _, weight in drawn)
    means = {
        card: sum(weight * one.moves[card] for one, (_, weight) in zip(found, drawn, strict=True)) / total
        for card in found[0].moves
    }
    return means, [one.value for one in found]


def declared(tricks: int, _usual: int) -> float:
    return float(tricks)


def defended(tricks: int, _usual: int) -> float:
    return -float(tricks)


def test_a_guess_is_left_to_those_who_must_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    view = playing(EXIT, "pass pass 6NT pass pass pass", NINE + "HK").view(Seat.S)
    drawn = worlds(field(view), 40, random.Random(1))
    means, usual = solved(view, drawn)
    assert means[Card.S3] == means[Card.H4] == pytest.approx(3)  # with all hands seen a low spade is as good
    plans = Plans(view, drawn, usual, declared, Purse(Budget()))
    assert plans.worth(Card.H4) == pytest.approx(3)
    assert plans.worth(Card.S3) < 2.8
    assert {chosen(view, seed) for seed in range(3)} == {Card.H4}
    monkeypatch.setattr(search, "_PLANNED", 0)
    assert Card.H4 not in {chosen(view, seed) for seed in range(3)}


def test_a_guess_is_right_as_often_as_it_is_likely() -> None:
    """The queen lies with W three times of four: king first and a finesse, from S. With all hands seen it is never missed."""
    view = playing(GUESS, "pass pass 6NT pass pass pass", NINE + "S4 HA HK H5 H4").view(Seat.S)
    n, s = (CardSet.of(view.hands[seat].cards or ()).bits for seat in (Seat.N, Seat.S))
    low, high, queen = (CardSet.parse(text).bits for text in ("765...", "98...", "Q..."))
    drawn: list[tuple[World, float]] = [
        ((n, high | Card.S7.bit, s, low ^ Card.S7.bit | queen), 0.75),
        ((n, high | queen, s, low), 0.25),
    ]
    means, usual = solved(view, drawn)
    assert means == {Card.S3: 3, Card.SA: 2.25, Card.SJ: 2.25}
    plans = Plans(view, drawn, usual, declared, Purse(Budget()))
    assert plans.worth(Card.S3) == pytest.approx(2.75)


def endings(count: int, seed: int) -> Iterator[View]:
    """Moments with three to seven cards in hand, as novices come there, of both sides by turns."""
    chance = random.Random(seed)
    given = 0
    while given < count:
        state = playing(str(numbered_deal(chance.randrange(BRIDGE.deals), BRIDGE, tuple(Seat))), "")
        at = 4 * (13 - chance.choice((3, 4, 5, 6, 7))) + chance.randrange(4)
        while state.outcome is None:
            seat = state.actor
            assert seat is not None
            view = state.view(seat)
            gone = 4 * len(view.history) + len(view.trick)
            if state.phase != "auction" and gone >= at and len(view.legal) > 1:
                given += 1
                yield view
                break
            state = state.apply(bots.choose(view, "novice", given), seat)


def test_a_plan_is_never_worth_more_than_the_mean_and_as_much_in_one_world() -> None:
    lower = {True: 0, False: 0}
    for view in endings(40, 5):
        assert view.turn is not None
        assert view.declarer is not None
        declares = (view.turn.position - view.declarer.position) % 2 == 0
        sign, brings = (1, declared) if declares else (-1, defended)
        drawn = worlds(field(view), 12, random.Random(3))
        means, usual = solved(view, drawn)
        plans = Plans(view, drawn, usual, brings, Purse(Budget()))
        for card, mean in means.items():
            planned = plans.worth(card)
            assert planned <= sign * mean + 1e-9
            lower[declares] += planned < sign * mean - 1e-9
        alone = drawn[:1]
        sure, usual = solved(view, alone)
        plans = Plans(view, alone, usual, brings, Purse(Budget()))
        assert {card: plans.worth(card) for card in sure} == pytest.approx({card: sign * n for card, n in sure.items()})
    assert min(lower.values()) > 0  # both declarers and defenders have guesses to make


def test_positions_by_numbers_play_as_boards_do() -> None:
    chance = random.Random(7)
    for _ in range(20):
        cards = list(CARDS)
        chance.shuffle(cards)
        n, e, s, w = (CardSet.of(cards[at : at + 5]) for at in (0, 5, 10, 15))
        trump = chance.choice([None, cards[0].suit])
        board = Board((n, e, s, w), trump, Seat.E, chance.choice(tuple(Seat)))
        at = Position(trump, board.leader.position, (n.bits, e.bits, s.bits, w.bits))
        while board.left:
            assert (at.mover, at.over, at.forced) == (board.mover.position, False, board.left == 1)
            moves = board.solve().moves
            assert moves_of([at], Seat.E.position) == [{card.index: tricks for card, tricks in moves.items()}]
            card = chance.choice(list(moves))
            board = board.play(card)
            at, winner = at.play(card.index)
            assert winner == (-1 if board.trick else board.leader.position)
        assert at.over


def test_a_plan_costs_no_more_than_was_reckoned(monkeypatch: pytest.MonkeyPatch) -> None:
    view = playing(EXIT, "pass pass 6NT pass pass pass", NINE + "HK").view(Seat.S)
    purse = Purse(Budget(nodes=10_000_000))
    drawn = worlds(field(view), 40, random.Random(1))
    plans = Plans(view, drawn, [3] * len(drawn), declared, purse)
    plans.worth(Card.S3)
    assert purse.nodes is not None
    assert 0 < 10_000_000 - purse.nodes <= STEP * 4 * 4 * len(drawn)

    price = search.cost(4, leads=True)
    enough = chosen(view, budget=Budget(nodes=40 * price + 2 * STEP * 4 * 4 * 40))
    assert enough is Card.H4
    monkeypatch.setattr(Plans, "worth", lambda _plans, _held: pytest.fail("there is nothing left for a plan"))
    assert chosen(view, budget=Budget(nodes=20 * price)) is not Card.H4


def test_without_time_the_mean_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    view = playing(EXIT, "pass pass 6NT pass pass pass", NINE + "HK").view(Seat.S)

    def late(_plans: Plans, _held: Card) -> float:
        raise TimeoutError

    before = chosen(view)
    monkeypatch.setattr(Plans, "worth", late)
    assert before is Card.H4
    assert chosen(view) is not Card.H4
