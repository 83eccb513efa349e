"""Whatever is asked, an answer or one line comes back, in time; and no answer depends on the names of suits and seats."""

import random
import time
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from kozyr import _native
from kozyr.cards import Card, CardSet, Seat, Suit
from kozyr.deals import PREFERANS
from kozyr.solver import deberts, preferans
from kozyr.solver.integers import native_trump
from kozyr.solver.requests import answer, answer_batch
from tests.conftest import LONG
from tests.solver.endings import SEATS, endings

QUICK = 20.0  # seconds that no answer takes if it was given one, however busy the machine is
many = settings(
    max_examples=2000 if LONG else 200,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)

# ------------------------------------------------------------------ questions

PACK = "789TJQKA"
junk = st.one_of(st.text(max_size=12), st.text("SHDCNEW:.+- 6789TJQKAx2", max_size=40))
cards = st.builds("".join, st.tuples(st.sampled_from("SHDC"), st.sampled_from(PACK + "62")))
tricks = st.lists(cards, max_size=4).map(" ".join)
seats = st.sampled_from(["N", "E", "S", "W"])


@st.composite
def deals(draw: st.DrawFn) -> str:
    """Hands out of one pack, now and then with a card twice, one too many, or a letter that is no card."""
    size = draw(st.sampled_from([0, 1, 2, 3, 4, 5, 8, 9, 10]))
    count = draw(st.sampled_from([2, 3, 3, 3, 4]))
    pack = draw(st.randoms(use_true_random=False)).sample(PREFERANS.cards, 32)
    hands = [CardSet.of(pack[at * size : at * size + size]) for at in range(count)]
    text = draw(seats) + ":" + " ".join(map(str, hands))
    if draw(st.integers(0, 3)) == 0:
        text += " + " + " ".join(map(str, draw(st.lists(st.sampled_from(PREFERANS.cards), max_size=3))))
    if draw(st.integers(0, 2)) == 0:
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.sampled_from(["A", "7", ".", " ", "6", "-", "x", "/"])) + text[at + 1 :]
    return text


FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "game": st.sampled_from(["preferans", "deberts"]),
    "deal": deals(),
    "trump": st.sampled_from(["S", "H", "D", "C", "NT"]),
    "declarer": seats,
    "lead": seats,
    "kind": st.sampled_from(["tricks", "misere", "allpass"]),
    "trick": st.one_of(st.just(""), tricks),
    "table": st.just(value=False),
    "par": st.just(value=False),
    "dealer": seats,
    "vul": st.sampled_from(["none", "ns", "ew", "both"]),
    "hand": deals().map(lambda text: text[2:].partition(" ")[0]),
    "gone": tricks,
    "first": cards,
}
anything = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), junk),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=5,
)


@st.composite
def questions(draw: st.DrawFn) -> dict[str, Any]:
    """Mostly one that makes sense, with at most two fields that do not."""
    names = ["game", "deal", "trump", "declarer", "lead", "kind", "trick"]
    asked = {name: draw(FIELDS[name]) for name in names}
    for name in draw(st.lists(st.sampled_from(sorted(FIELDS)), max_size=2)):
        asked[name] = draw(st.one_of(FIELDS[name], anything))
    for name in draw(st.lists(st.sampled_from(names), max_size=1)):
        asked.pop(name, None)
    if draw(st.integers(0, 9)) == 0:
        asked[draw(st.text(max_size=5))] = draw(anything)
    return asked | {"timeout": 0.5}


def is_an_answer(found: dict[str, Any]) -> None:
    if "error" in found:
        assert isinstance(found["error"], str)
        assert found["error"]
        assert len(found["error"].splitlines()) == 1
    else:
        assert found.keys() & {"value", "points", "table", "layouts"}


@given(questions())
@many
def test_any_question_gets_an_answer_or_one_line(asked: dict[str, Any]) -> None:
    start = time.monotonic()
    is_an_answer(answer(asked))
    assert time.monotonic() - start < QUICK


@given(st.lists(st.one_of(st.binary(max_size=30), junk, questions().map(msgspec.json.encode)), max_size=5))
@many
def test_any_line_of_a_batch_gets_an_answer_or_one_line(lines: list[str | bytes]) -> None:
    found = list(answer_batch(lines, threads=1))
    assert len(found) == len(lines)
    for number, one in enumerate(found, 1):
        is_an_answer(one)
        assert one.get("line", number) == number


@given(deals(), seats, seats, st.sampled_from(["tricks", "misere", "allpass"]), st.floats(1e-6, 1e-3))
@many
def test_a_deadline_gives_a_timeout_or_the_right_answer(
    deal: str, lead: str, declarer: str, kind: str, seconds: float
) -> None:
    asked = {"deal": deal, "lead": lead, "kind": kind, "declarer": declarer, "trump": "NT"}
    if kind == "allpass":
        del asked["declarer"]
    hurried = answer(asked | {"timeout": seconds})
    if hurried != {"error": "timeout"}:
        patient = answer(asked)
        assert hurried | {"seconds": 0} == patient | {"seconds": 0}


# ------------------------------------------------------------------ the native core, which has no Python before it

huge = st.one_of(st.just(2**32), st.integers(-(2**70), 2**70))
masks = st.one_of(
    st.integers(0, 2**32 - 1),
    huge,
    st.sets(st.integers(0, 31), max_size=4).map(lambda s: sum(1 << c for c in s)),
)
small = st.one_of(st.integers(-2, 6), huge)
numbers = st.one_of(st.integers(0, 31), st.integers(0, 255), huge)


def refused(work: Callable[[], object]) -> bool:
    """It says in one line why not."""
    try:
        work()
    except ValueError as error:
        return len(str(error).splitlines()) == 1
    return False


@given(
    st.integers(-1, 3),
    small,
    small,
    small,
    st.lists(masks, min_size=3, max_size=3),
    st.one_of(st.just([]), st.lists(numbers, max_size=4)),
    st.one_of(st.just([]), st.lists(numbers, max_size=3)),
    st.booleans(),
)
@many
def test_any_numbers_for_the_three_hands(
    kind: int, trump: int, declarer: int, leader: int, hands: list[int], trick: list[int], talon: list[int], wins: bool
) -> None:
    def solve() -> bool:
        position = _native.PreferansPosition(
            _native.PreferansKind(kind), native_trump(trump), declarer, leader, hands, trick, talon, wins
        )
        found = _native.PreferansSolver().solve(position, seconds=0.5)
        return position.fault() is None and bool(found.moves or not found.finished)

    assert refused(solve) or solve()


@given(small, small, st.lists(masks, min_size=2, max_size=2), st.one_of(st.none(), numbers))
@many
def test_any_numbers_for_the_two_hands(trump: int, leader: int, hands: list[int], table: int | None) -> None:
    def solve() -> bool:
        found = _native.DebertsSolver().solve(
            _native.DebertsPosition(_native.Suit(trump), leader, hands, table), seconds=0.5
        )
        return bool(found.moves or not found.finished)

    assert refused(solve) or solve()


@given(
    st.integers(0, 3),
    small,
    small,
    small,
    st.lists(st.integers(0, 31), min_size=3, max_size=26, unique=True),
    st.integers(0, 4),
    st.one_of(st.none(), numbers),
    st.lists(masks, min_size=2, max_size=4),
    st.lists(small, min_size=2, max_size=4),
    small,
)
@many
def test_any_numbers_for_the_hands_that_are_not_seen(
    kind: int,
    trump: int,
    declarer: int,
    leader: int,
    pack: list[int],
    size: int,
    first: int | None,
    holds: list[int],
    voids: list[int],
    threads: int,
) -> None:
    hand = sum(1 << card for card in pack[:size])
    unseen = sum(1 << card for card in pack[size : 3 * size])

    def count() -> bool:
        found = _native.preferans_chances(
            _native.PreferansKind(kind),
            native_trump(trump),
            declarer,
            leader,
            hand,
            2**32 - 1 - hand - unseen,
            first,
            holds,
            voids,
            threads=threads,
            seconds=0.5,
        )
        return not found.finished or sum(found.tricks) == found.layouts > 0

    assert refused(count) or count()


@given(numbers, small)
@many
def test_any_numbers_for_the_worth_of_a_card(card: int, trump: int) -> None:
    def worth() -> bool:
        return _native.deberts_points(card, _native.Suit(trump)) in {0, 2, 3, 4, 10, 11, 14, 20}

    assert refused(worth) or worth()
    assert refused(worth) == (not 0 <= card < 32 or not 0 <= trump < 4)


@given(small)
@many
def test_any_number_of_threads(threads: int) -> None:
    position = _native.DebertsPosition(_native.Suit.SPADES, 0, [1, 2])

    def solve() -> bool:
        return len(_native.deberts_batch([position], threads=threads)) == 1

    assert refused(solve) or solve()
    assert refused(solve) == (not 1 <= threads <= 1024)


# ------------------------------------------------------------------ names mean nothing


def renamed(suits: list[Suit]) -> Callable[[Card], Card]:
    """Each suit becomes the one at its place."""
    names = dict(zip(Suit, suits, strict=True))
    return lambda card: Card[f"{names[card.suit].value}{card.rank.value}"]


def all_of(hand: Iterable[Card], rename: Callable[[Card], Card]) -> CardSet:
    return CardSet.of(map(rename, hand))


def whole_deals(seed: int, count: int) -> Iterable[preferans.Position]:
    rng = random.Random(seed)
    for _ in range(count):
        pack = rng.sample(PREFERANS.cards, 32)
        n, e, s = (CardSet.of(pack[at * 10 : at * 10 + 10]) for at in range(3))
        kind: preferans.Kind = rng.choice(("tricks", "tricks", "misere"))
        trump = rng.choice((*Suit, None)) if kind == "tricks" else None
        yield preferans.Position((n, e, s, None), rng.choice(SEATS), kind, rng.choice(SEATS), trump)


@pytest.mark.parametrize("whole", [False, True])
def test_three_hands_with_other_suits_and_seats(share: Callable[[int], int], whole: bool) -> None:
    rng = random.Random(11)
    for position in whole_deals(11, share(300)) if whole else endings(11, share(3000)):
        rename = renamed(rng.sample(list(Suit), 4))
        turn = rng.randrange(3)

        def seat(old: Seat, turn: int = turn) -> Seat:
            return SEATS[(SEATS.index(old) + turn) % 3]

        n, e, s = (all_of(position.hand(SEATS[(at - turn) % 3]), rename) for at in range(3))
        other = preferans.Position(
            (n, e, s, None),
            seat(position.leader),
            position.kind,
            None if position.declarer is None else seat(position.declarer),
            None if position.trump is None else rename(Card[f"{position.trump.value}A"]).suit,
            tuple(map(rename, position.trick)),
            tuple(map(rename, position.talon)),
            position.talon_wins,
        )
        one, two = preferans.solve(position), preferans.solve(other)
        assert two.value == one.value
        assert two.moves == {rename(card): value for card, value in one.moves.items()}
        for before, after in ((one.each, two.each), (one.maxn, two.maxn)):
            assert (after or {}) == {seat(old): value for old, value in (before or {}).items()}


def test_two_hands_with_other_suits_and_seats(share: Callable[[int], int]) -> None:
    rng = random.Random(12)
    for _ in range(share(2000)):
        size = rng.choice((1, 2, 3, 4, 5, 6, 9))
        pack = rng.sample(PREFERANS.cards, 32)
        north, south = CardSet.of(pack[:size]), CardSet.of(pack[size : 2 * size])
        leader, trump = rng.choice((Seat.N, Seat.S)), rng.choice(list(Suit))
        table = None
        if rng.random() < 0.3:
            table = pack[0] if leader is Seat.N else pack[size]
            north, south = north - CardSet(table.bit), south - CardSet(table.bit)
        rename = renamed(rng.sample(list(Suit), 4))
        one = deberts.solve(deberts.Position((north, south), trump, leader, table))
        other = deberts.Position(
            (all_of(south, rename), all_of(north, rename)),
            rename(Card[f"{trump.value}A"]).suit,
            Seat.S if leader is Seat.N else Seat.N,
            None if table is None else rename(table),
        )
        two = deberts.solve(other)
        assert (two.points[Seat.N], two.points[Seat.S]) == (one.points[Seat.S], one.points[Seat.N])
        assert two.moves == {rename(card): value for card, value in one.moves.items()}
