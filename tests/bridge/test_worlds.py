"""Worlds are drawn evenly among the deals that keep facts and promises, and what the core makes of a promise is what it says."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from kozyr import _native
from kozyr.bots.bridge.book import System
from kozyr.bots.bridge.ends import over
from kozyr.bots.bridge.system import ANY, SUITS, Hand, Meaning, high_cards
from kozyr.bots.bridge.systems import SYSTEMS
from kozyr.bots.bridge.worlds import Field, World, likelihood, series, worlds
from kozyr.bots.sampling import Puzzle
from kozyr.cards import Card, CardSet, Suit
from kozyr.deals import BRIDGE

PACK = [card.bit for card in BRIDGE.cards]


def keeps(said: Meaning, hand: Hand) -> bool:
    """Whether a hand keeps a promise, said anew from `Hand`."""
    ranges = [(hand.hcp, said.hcp), (hand.points, said.points), *zip(hand.lengths, said.lengths, strict=True)]
    if said.fit is not None:
        ranges.append((hand.support(said.fit[0]), said.fit[1]))
    facts = [low <= number <= high for number, (low, high) in ranges]
    facts += [hand.controls(suit) for suit in said.controls] + [hand.stops(suit) for suit in said.stopped]
    facts.append(not said.balanced or hand.balanced)
    facts.append(not said.aces or hand.aces in said.aces)
    facts.append(said.keys is None or hand.keys(said.keys[0]) in said.keys[1])
    facts.append(said.kings is None or hand.kings(said.kings[0]) in said.kings[1])
    facts.append(said.queen is None or hand.queen(said.queen[0]) is said.queen[1])
    return all(facts)


def breaks(said: Meaning, hand: Hand) -> int:
    """How far a hand is from what exchanges of cards of a suit can mend."""
    far = sum(max(0, low - n, n - high) for n, (low, high) in ((hand.hcp, said.hcp), (hand.points, said.points)))
    wrong = [said.balanced and not hand.balanced, bool(said.aces) and hand.aces not in said.aces]
    wrong.append(said.keys is not None and hand.keys(said.keys[0]) not in said.keys[1])
    return far + 3 * sum(wrong) + 2 * sum(not hand.stops(suit) for suit in said.stopped)


def dealt(chance: random.Random) -> list[Hand]:
    """Four hands."""
    pack = chance.sample(PACK, 52)
    return [Hand.of(CardSet(sum(pack[13 * at : 13 * at + 13]))) for at in range(4)]


def auctions(system: System, chance: random.Random, count: int) -> list[tuple[str, ...]]:
    """Auctions by the book, and now and then another call that it knows."""
    found: list[tuple[str, ...]] = []
    while len(found) < count:
        hands = dealt(chance)
        calls: tuple[str, ...] = ()
        while not over(calls) and len(calls) < 20:
            found.append(calls)
            choices = system.choices(calls)
            call = choices(hands[len(calls) % 4].cards.bits)
            calls = (*calls, chance.choice(choices.rules).call if chance.random() < 0.15 else call)
    return found


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_the_core_reads_the_book_as_it_is_written(name: str, share: Callable[[int], int]) -> None:
    chance, system = random.Random(4), SYSTEMS[name]
    seen: Counter[str] = Counter()
    for calls in auctions(system, chance, share(600)):
        choices = system.choices(calls)
        for hand in dealt(chance):
            first = next(one for one in choices.rules if keeps(one.meaning, hand) and (not one.when or one.when(hand)))
            assert choices(hand.cards.bits) == first.call == system.choice(calls, hand), (calls, str(hand.cards))
            seen["late" if first is not choices.rules[0] else "first"] += 1
            rule = chance.choice(choices.rules)
            assert rule.meaning.holds(hand) is keeps(rule.meaning, hand), (rule, str(hand.cards))
            assert rule.meaning.promise().broken(hand.cards.bits) == breaks(rule.meaning, hand)
    assert min(seen["late"], seen["first"]) > share(600) // 4


def some(chance: random.Random) -> Meaning:
    """A promise of anything."""

    def numbers(most: int) -> tuple[int, int]:
        low = chance.randrange(most)
        return low, chance.randrange(low, most + 1)

    def suits() -> tuple[Suit, ...]:
        return tuple(suit for suit in SUITS if chance.random() < 0.2)

    def one() -> Suit:
        return chance.choice(SUITS)

    whole: list[tuple[str, object]] = [
        ("hcp", numbers(25)), ("points", numbers(25)), ("lengths", tuple(numbers(9) for _ in SUITS)), ("balanced", True),
        ("fit", (one(), numbers(20))), ("stopped", suits()), ("controls", suits()), ("aces", (chance.randrange(4), 4)),
        ("keys", (one(), (chance.randrange(5), 3))), ("kings", (one(), (chance.randrange(4),))),
        ("queen", (one(), chance.random() < 0.5)),
    ]  # fmt: skip
    found: Meaning = msgspec.structs.replace(ANY, **dict(chance.sample(whole, 2)))
    return found


def test_any_promise_is_counted_as_it_is_said(share: Callable[[int], int]) -> None:
    chance = random.Random(5)
    kept = 0
    for _ in range(share(4000)):
        said = some(chance)
        for hand in dealt(chance):
            assert said.holds(hand) is keeps(said, hand), (said, str(hand.cards))
            assert said.promise().broken(hand.cards.bits) == breaks(said, hand), (said, str(hand.cards))
            kept += said.holds(hand)
    assert kept > share(4000) // 4


# --- what is drawn -------------------------------------------------------------------------------------------------


def ending(chance: random.Random, room: Sequence[int], promised: dict[int, Meaning]) -> Field:
    """So many hidden cards of each of the first seats; the others' cards are seen, and what is left was played."""
    pack = chance.sample(PACK, 52)
    hands = [pack[13 * at : 13 * at + 13] for at in range(4)]
    hidden = tuple(range(len(room)))
    now = [hands[at][: room[at]] if at in hidden else [] for at in range(4)]
    said = [promised.get(at, ANY) for at in range(4)]
    return Field(
        seen=(0, 0, 0, 0),
        hidden=hidden,
        room=tuple(room),
        cards=sum(map(sum, now)),
        void=tuple(0 for _ in room),
        played=(sum(hands[0]) - sum(now[0]), sum(hands[1]) - sum(now[1]), sum(hands[2]) - sum(now[2]), sum(hands[3])),
        promised=(said[0], said[1], said[2], said[3]),
        calls=(),
        dealer=0,
        trump=None,
        boast=-1,
    )


def possible(seen: Field) -> set[World]:
    """All deals that keep promises and voids, each looked at one by one."""
    found = set()
    for hands in Puzzle(seen.cards, seen.room, [seen.cards & ~void for void in seen.void]):
        world = tuple(hands) + (0,) * (4 - len(hands))
        whole = [Hand.of(CardSet(world[at] | seen.played[at])) for at in seen.hidden]
        if all(keeps(seen.promised[at], hand) for at, hand in zip(seen.hidden, whole, strict=True)):
            found.add((world[0], world[1], world[2], world[3]))
    return found


PROMISES: list[tuple[str, dict[int, Meaning]]] = [
    ("nothing", {}),
    ("points", {0: Meaning(hcp=(8, 12)), 1: Meaning(points=(0, 11))}),
    ("lengths", {0: Meaning(lengths=((3, 4), (0, 13), (2, 4), (0, 13))), 2: Meaning(hcp=(5, 13))}),
    ("balanced", {0: Meaning(balanced=True, hcp=(7, 14))}),
    ("a stop", {1: Meaning(stopped=(Suit.HEARTS,)), 0: Meaning(aces=(0, 1))}),
    ("keys", {0: Meaning(keys=(Suit.CLUBS, (1, 2))), 1: Meaning(hcp=(6, 14))}),
]


@pytest.mark.parametrize("room", [(4, 4), (3, 2, 2)], ids=["two", "three"])
@pytest.mark.parametrize(("name", "promised"), PROMISES, ids=[name for name, _ in PROMISES])
def test_deals_that_keep_what_was_promised_are_drawn_evenly(
    name: str, promised: dict[int, Meaning], room: tuple[int, ...]
) -> None:
    """Against all deals, sifted one by one: chi-square within five standard deviations."""
    chance = random.Random(len(name))
    tried = 0
    while tried < 2:
        seen = ending(chance, room, promised)
        if not tried:  # a void, too
            suit = chance.choice([suit for suit in SUITS if seen.cards & suit.bits])
            seen = msgspec.structs.replace(seen, void=(suit.bits, *seen.void[1:]))
        try:
            fits = possible(seen)
        except ValueError:
            continue
        if not 6 <= len(fits) <= 250:
            continue
        tried += 1
        each = 40
        drawn = Counter(worlds(seen, 1, chance, draws=1)[0][0] for _ in range(each * len(fits)))
        assert set(drawn) == fits
        error = sum((n - each) ** 2 / each for n in drawn.values())  # chi-square, len(fits) - 1 degrees of freedom
        assert error < len(fits) + 5 * (2 * len(fits)) ** 0.5, (tried, len(fits))


def test_hands_of_thirteen_are_as_a_sifted_pack_has_them(share: Callable[[int], int]) -> None:
    """A balanced hand of some points opposite four spades and few: cells of points and lengths against deals that were sifted."""
    one, other = Meaning(hcp=(12, 17), balanced=True), Meaning(lengths=((4, 13), (0, 13), (0, 13), (0, 13)), hcp=(4, 9))
    chance = random.Random(8)
    pack = chance.sample(PACK, 52)
    mine, rest = sum(pack[:13]), pack[13:]
    seen = Field(
        seen=(0, mine, 0, 0),
        hidden=(0, 2, 3),
        room=(13, 13, 13),
        cards=sum(rest),
        void=(0, 0, 0),
        played=(0, 0, 0, 0),
        promised=(one, ANY, other, ANY),
        calls=(),
        dealer=0,
        trump=None,
        boast=-1,
    )

    def cell(north: Hand, south: Hand) -> tuple[int, int]:
        return north.hcp, south.hcp // 3

    sifted: Counter[tuple[int, int]] = Counter()
    wanted = share(3000)
    while sifted.total() < wanted:
        two = chance.sample(rest, 26)
        if not 12 <= high_cards(bits := sum(two[:13])) <= 17 or not 4 <= high_cards(sum(two[13:])) <= 9:
            continue
        north, south = Hand.of(CardSet(bits)), Hand.of(CardSet(sum(two[13:])))
        if keeps(one, north) and keeps(other, south):
            sifted[cell(north, south)] += 1
    drawn: Counter[tuple[int, int]] = Counter()
    for nth in range(wanted // 50):
        for world, _ in next(series(seen, [50], random.Random(nth), draws=1)):
            assert world[1] == mine
            north, south = Hand.of(CardSet(world[0])), Hand.of(CardSet(world[2]))
            assert keeps(one, north)
            assert keeps(other, south)
            drawn[cell(north, south)] += 1
    total = drawn.total()
    cells = [at for at in sifted if sifted[at] + drawn[at] >= 20]
    error = sum(
        (sifted[at] * (total / wanted) ** 0.5 - drawn[at] * (wanted / total) ** 0.5) ** 2 / (sifted[at] + drawn[at])
        for at in cells
    )
    assert len(cells) > 5
    assert error < len(cells) + 5 * (2 * len(cells)) ** 0.5, (error, len(cells))


def test_the_nearest_deals_are_taken_where_nothing_fits() -> None:
    """Between them two hidden hands have fewer points than one has promised."""
    seen = ending(random.Random(3), (4, 4), {0: Meaning(hcp=(37, 40))})
    best = max(
        Hand.of(CardSet(hands[0] | seen.played[0])).hcp for hands in Puzzle(seen.cards, seen.room, [seen.cards] * 2)
    )
    drawn = [worlds(seen, 1, random.Random(nth), draws=1)[0][0] for nth in range(50)]
    near = [best - Hand.of(CardSet(world[0] | seen.played[0])).hcp for world in drawn]
    assert sum(near) / len(near) < 0.5


def test_a_seed_gives_the_same_worlds_in_any_thread() -> None:
    seen = ending(random.Random(2), (9, 9, 9), {0: Meaning(hcp=(8, 12)), 1: Meaning(balanced=True)})

    def drawn(seed: int) -> list[list[tuple[World, float]]]:
        return list(series(seen, [10, 10, 20], random.Random(seed)))

    alone = [drawn(seed) for seed in range(16)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(drawn, range(16))) == alone
    assert alone[0] != alone[1]
    each = [world for portion in alone[0] for world, _ in portion]
    assert len(each) == len(set(each)) > 30


def test_few_deals_are_all_found_and_none_twice() -> None:
    seen = ending(random.Random(6), (2, 2), {})
    found = [world for portion in series(seen, [80, 160], random.Random(1), draws=4) for world, _ in portion]
    assert len(found) == len(set(found))
    assert set(found) == possible(seen)


def test_what_does_not_fit_is_refused() -> None:
    said = ANY.promise()
    holder = _native.BridgeHolder(0, 2, [(0, 13)] * 4, 0, said)
    for cards, holders in ((7, [holder]), (3, []), (3, [holder] * 4)):
        with pytest.raises(ValueError, match=r"hidden|room"):
            _native.BridgeWorlds((0, 0, 0, 0), cards, holders, 1)
    with pytest.raises(ValueError, match="no such suit: 4"):
        _native.BridgePromise((0, 40), (0, 40), [(0, 13)] * 4, keys=(4, 1))
    with pytest.raises(ValueError, match="mask"):
        said.holds(1 << 52)
    with pytest.raises(ValueError, match="mask"):
        said.holds(-1)


def test_a_call_against_the_book_counts_a_tenth() -> None:
    hand = CardSet.of(
        Card(text) for text in ("SA", "SK", "SQ", "SJ", "S2", "HA", "HK", "H2", "D4", "D3", "C4", "C3", "C2")
    )
    seen = msgspec.structs.replace(ending(random.Random(1), (4, 4), {}), calls=("1NT", "pass"))
    assert likelihood(seen, 0)(hand.bits) == 1
    assert likelihood(msgspec.structs.replace(seen, calls=("1H",)), 0)(hand.bits) == pytest.approx(0.1)
