"""The proofs against a search that tries everything (tests.arbiter.exhaustive), on endings that random deals reach."""

import random
import time
from collections.abc import Callable, Iterator
from itertools import combinations

import msgspec
import pytest

from kozyr.arbiter.laws.bridge import plain
from kozyr.arbiter.laws.preferans import proofs
from kozyr.cards import Card, CardSet, Seat
from kozyr.games import Deal, Event, Progress, game
from kozyr.games.bridge import State as BridgeState
from kozyr.games.preferans import Contract, State
from kozyr.solver.bridge import Board
from kozyr.solver.claims import absurd
from kozyr.solver.preferans import Position
from kozyr.testing import dealt
from tests.arbiter import exhaustive
from tests.arbiter.exhaustive import Table
from tests.conftest import LONG

SEEDS = 2000
SHORT = 20  # of them in `make test`
CARDS = 4  # a hand
PREFERANS, BRIDGE = game("preferans"), game("bridge")
PRESETS = ("sochi", "leningrad", "rostov", "classic", "club")


def seeds() -> range:
    """All of them in the long form."""
    return range(SEEDS if LONG else SHORT)


def ending(chance: random.Random, seed: int, cards: int) -> State | None:
    """A deal of preferans in play, with so many cards a hand left; None: it ended before."""
    preset, players = PRESETS[seed % len(PRESETS)], 3 + seed // len(PRESETS) % 2
    match = PREFERANS.start(PREFERANS.agree(preset, {"allpass.forced_rounds": 0}, players), players)
    now = Progress.start(match)
    assert now.state is not None
    now = now.apply(Deal(str(dealt(PREFERANS.pack, now.state.terms.holders, chance))))
    kind = chance.choice(("allpass", "misere", "tricks", "tricks"))
    while isinstance(now.state, State) and now.state.phase != "play":
        now = now.apply(_call(now.state.legal(), kind, chance))
        if now.state is None or now.state.now is None:
            return None
    assert isinstance(now.state, State)
    while 10 - len(now.state.history) > cards:
        now = now.apply(chance.choice(now.state.legal()))
        if not isinstance(now.state, State) or now.state.now is None:
            return None
    assert isinstance(now.state, State)
    return now.state


def _call(legal: tuple[Event, ...], kind: str, chance: random.Random) -> Event:
    """A call of one who wants such a deal."""
    wanted = {"allpass": "pass", "misere": "misere"}.get(kind, "whist")
    return next((event for event in legal if event.token == wanted), chance.choice(legal))


def endings() -> Iterator[tuple[int, random.Random, State]]:
    """Positions of at most four cards a hand that each seed reaches: all of them in the long form, else one of them."""
    for seed in seeds():
        exhaustive.forget()
        chance = random.Random(f"ending {seed}")
        state = ending(chance, seed, CARDS)
        if state is None:
            continue
        reached = [state]
        while (state := onward(state, chance)) is not None:
            reached.append(state)
        for one in reached if LONG else [chance.choice(reached[: 2 * len(reached) // 3])]:
            yield seed, chance, one


def onward(state: State, chance: random.Random) -> State | None:
    """The deal after a legal card; None: it is over."""
    after = state.apply(chance.choice(state.legal()))
    assert isinstance(after, State)
    return after if after.phase == "play" else None


def replayed(state: State, line: str) -> State:
    """The deal after these cards, each of which must be legal."""
    for card in line.split():
        event = next(event for event in state.legal() if event.token == card)
        state = state.apply(event)
    return state


@pytest.mark.rule("P-3.9.16.2", "P-3.9.18", "P-3.9.14.3", "P-3.9.14.4", "P-3.8.5.1b", "PT-I.11.2.B.2")
def test_the_proofs_agree_with_trying_everything() -> None:
    seen = dict.fromkeys(("tricks", "misere", "allpass"), 0)
    for _, chance, state in endings():
        table, seats = Table.of(state)
        seen[table.kind] += 1
        at = {seat: n for n, seat in enumerate(seats)}
        mover = state.turn
        assert mover is not None
        _undecided(state, mover, table, at)
        _spoilt(state, table, at)
        if table.kind != "allpass":
            _planned(state, chance, table)
        _claimed(state, table, at)
        if not table.owner:
            _reachable(state, table, seats, chance)
    assert min(seen.values()), seen


def _undecided(state: State, mover: Seat, table: Table, at: dict[Seat, int]) -> None:
    """A revoke that cannot be replayed: the worst legal card of the offender, then best play (P-3.9.16.2)."""
    tricks, proof = proofs.undecided(state, mover)
    whose = at[mover] if table.kind == "allpass" else table.declarer
    assert whose is not None
    wants_more = (whose == at[mover]) == (table.kind == "tricks")
    values = []
    for card in table.legal():
        after, taker = table.play(card)
        values.append((taker == whose) + exhaustive.worth(after, whose))
    counted = next(seat for seat, n in at.items() if n == whose)
    assert tricks[counted] - state.won[counted.position] == (min if wants_more else max)(values), state
    played = replayed(state, str(proof.value["line"]))
    assert {seat: played.won[seat.position] for seat in tricks} == tricks


def _spoilt(state: State, table: Table, at: dict[Seat, int]) -> None:
    """A wrong number of cards: what the others can make a seat take, what was due to a declarer (P-3.9.18)."""
    if state.declarer is not None:
        declarers = state.won[state.declarer.position] + exhaustive.worth(table)
        if table.kind == "tricks":
            assert proofs.due(state)[0] == declarers
            return
        then, now, _ = proofs.caught(state, state)
        assert then[state.declarer] == now[state.declarer] == declarers
    for seat, n in at.items():
        if table.kind == "allpass" or n == table.declarer:
            tricks, _ = proofs.sure(state, seat)
            assert tricks[seat] - state.won[seat.position] == exhaustive.worth(table, n)


def _planned(state: State, chance: random.Random, table: Table) -> None:
    """A plan: the defenders' cards in their order, and the declarer's best against them (P-3.8.5.1b)."""
    assert table.declarer is not None
    cards = [card for n, hand in enumerate(table.hands) if n != table.declarer for card in sorted(hand)]
    plan = chance.sample(cards, min(3, len(cards)))

    def value(now: Table, left: list[str]) -> int:
        if now.over or not left:
            return exhaustive.worth(now)
        if now.mover == table.declarer:
            best = max if now.kind == "tricks" else min
            return best((now.play(card)[1] == table.declarer) + value(now.play(card)[0], left) for card in now.legal())
        if left[0] not in now.legal():
            return exhaustive.worth(now)
        after, taker = now.play(left[0])
        return (taker == table.declarer) + value(after, left[1:])

    line, _ = proofs.planned(state, [Card(card) for card in plan])
    assert state.declarer is not None
    assert line.tricks[state.declarer] == value(table, plan), (state, plan)


def _claimed(state: State, table: Table, at: dict[Seat, int]) -> None:
    """Cards shown: all the rest in the worst order that is not absurd (P-3.9.14.4)."""
    for seat, n in at.items():
        if table.kind == "misere" and n != table.declarer:
            continue
        found, _ = proofs.claimed(state, seat, seconds=60)
        assert found == exhaustive.claim_stands(table, n), (state, seat)


def _reachable(state: State, table: Table, seats: tuple[Seat, ...], chance: random.Random) -> None:
    """Which tricks can fall at all by cards that are not absurd, and a line for each (P-3.9.14.3, PT-I.11.2.B.2)."""
    position = Position.of(state)
    legal = {card for card in position.legal if not absurd(position, card)}
    assert {card.text for card in legal} == exhaustive.not_absurd(table, table.mover, table.legal())
    found = exhaustive.ways(table)
    assert proofs.reachable(position) == found
    for way in chance.sample(list(exhaustive.every_way(table)), 2):
        wanted = {seat: n + state.won[seat.position] for seat, n in zip(seats, way, strict=True)}
        proof = proofs.damage(state, wanted)
        assert (proof is not None) == (way in found)


PRICE = {size: 2 * (size - 5) for size in range(6, 11)}  # P-4.1.1
STRAINS = ("S", "C", "D", "H", "")  # from the lowest (P-2.2.2)


@pytest.mark.rule("P-3.3.16.3", "P-3.4.6")
def test_the_best_discard_and_the_best_contract_agree_with_trying_everything() -> None:
    """Hands of at most four cards and a talon: every pair put away, every strain, every card; then every contract by its price.

    So few tricks make no contract: the tricks that are wanting to ten count as the declarer's already.
    """
    made = 0
    for seed in range(SEEDS if LONG else SHORT // 2):
        exhaustive.forget()
        chance = random.Random(f"talon {seed}")
        size = CARDS if LONG and seed % 10 == 9 else chance.choice((2, 3))
        cards = chance.sample(PREFERANS.pack.cards, 3 * size + 2)
        dealt_cards = [frozenset(card.text for card in cards[n * size : (n + 1) * size]) for n in range(3)]
        talon = frozenset(card.text for card in cards[3 * size :])
        at, leads = chance.randrange(3), chance.randrange(3)
        best: dict[str, int] = {}
        for strain in STRAINS:
            tables = (
                Table(
                    tuple(held(one, dealt_cards, talon, at, pair) for one in range(3)), leads, (), strain, declarer=at
                )
                for pair in combinations(sorted(dealt_cards[at] | talon), 2)
            )
            best[strain] = max(exhaustive.worth(table) for table in tables)
        n, e, s = (CardSet.of(map(Card, sorted(hand))) for hand in dealt_cards)
        seats = (Seat.N, Seat.E, Seat.S)
        found = proofs.best_of((n, e, s, None), CardSet.of(map(Card, talon)), seats[at], seats[leads])
        assert {"" if name == "NT" else name: played.tricks for name, played in found.items()} == best, seed
        for played in found.values():
            put_away = frozenset(card.text for card in played.discard)
            assert put_away <= dealt_cards[at] | talon
            position = played.position.hands[seats[at].position]
            assert position is not None
            assert {card.text for card in position} == (dealt_cards[at] | talon) - put_away
        least = chance.choice([contract for contract in Contract if contract.size])
        ten = {name: msgspec.structs.replace(one, tricks=one.tricks + 10 - size) for name, one in found.items()}
        named = proofs.best_to_name(ten, least).contract
        ladder = [(height, strain) for height in PRICE for strain in STRAINS]
        first = ladder.index((least.size, least.denomination.replace("NT", "")))
        gains = {(height, strain): gain(height, best[strain] + 10 - size) for height, strain in ladder[first:]}
        assert gains[named.size, named.denomination.replace("NT", "")] == max(gains.values()), (seed, gains)
        made += max(gains.values()) > 0
    assert made


def gain(height: int, tricks: int) -> int:
    """The price of a contract that is made, or what the tricks short of it cost."""
    return PRICE[height] if tricks >= height else -PRICE[height] * (height - tricks)


def held(
    seat: int, hands: list[frozenset[str]], talon: frozenset[str], declarer: int, away: tuple[str, ...]
) -> frozenset[str]:
    """What a hand has once the declarer has bought the talon and put two cards away."""
    return (hands[seat] | talon) - frozenset(away) if seat == declarer else hands[seat]


@pytest.mark.rule("B-LAW-CLAIM-2")
def test_a_claim_without_a_plan_agrees_with_trying_everything() -> None:
    broken = less = 0
    for seed in seeds():
        exhaustive.forget()
        chance = random.Random(f"bridge ending {seed}")
        now = Progress.start(BRIDGE.start(BRIDGE.agree(), 4))
        assert now.state is not None
        now = now.apply(Deal(str(dealt(BRIDGE.pack, now.state.terms.holders, chance))))
        while now.state is not None and now.state.phase == "auction":
            now = now.apply(chance.choice(now.state.legal()[:8]))
        if not isinstance(now.state, BridgeState) or now.state.phase != "play":
            continue
        size = chance.randint(2, CARDS)
        while len(now.state.history) < 13 - size or chance.random() < 0.4:
            now = now.apply(chance.choice(now.state.legal()))
            if not isinstance(now.state, BridgeState) or now.state.play is None:
                break
        if not isinstance(now.state, BridgeState) or now.state.phase != "play":
            continue
        table, _ = Table.of(now.state)
        assert table.declarer is not None
        side = frozenset({table.declarer, (table.declarer + 2) % 4})
        fewest = exhaustive.tricks_of(table, side, frozenset(), exhaustive.plain)
        lost, proof = plain.claimed_plainly(now.state, seconds=60)
        left = -(-sum(map(len, (*table.hands, table.trick))) // 4)
        assert lost == left - fewest, now.state
        broken += bool(lost)
        if seed < SHORT // 3:
            less += fewest < exhaustive.worth(table)
        state = now.state
        for card in str(proof.value["line"]).split():
            state = state.apply(next(event for event in state.legal() if event.token == card))
    assert broken
    assert less  # not only because the cards do not take all


@pytest.mark.rule("B-LAW-CLAIM-2")
@pytest.mark.parametrize(
    ("deal", "trump", "leader", "trick", "asked"),
    [
        # He may draw no trump: the small one is still out, and his own clubs are led.
        ("N:A...A 2...2 .2..3 ..2.4", "S", "N", "", "CA"),
        # The last trump with nothing else is led.
        ("N:A2... 3...2 .2..3 ..2.4", "S", "N", "", "SA"),
        # A middle card would be a finesse: only the ace and the two are left, and the ace is certain.
        ("N:AQ2... K3...4 .2.3.3 .4.2.", None, "W", "S4", "SA"),
    ],
)
def test_what_may_be_asked_of_a_declarer_without_a_plan(
    deal: str, trump: str | None, leader: str, trick: str, asked: str
) -> None:
    suit = next((suit for suit in Card.SA.suit.__class__ if suit.value == trump), None)
    cards = tuple(map(Card, trick.split()))
    board = Board.parse(deal, trump=suit, declarer=Seat.N, leader=Seat(leader), trick=cards)
    hand = board.hands[board.mover.position]
    led = [card for card in hand if trick and card.suit is cards[0].suit] or list(hand)
    bits = plain.logical(board, sum(card.bit for card in led))
    assert {card.text for card in led if card.bit & bits} == set(asked.split())


@pytest.mark.rule("P-3.9.16.2", "P-3.9.18", "P-3.8.5.1b", "PT-I.11.2.B.2", "B-LAW-CLAIM-2")
def test_what_takes_too_long_is_not_guessed() -> None:
    now = Progress.start(PREFERANS.start(PREFERANS.agree("sochi", {"allpass.forced_rounds": 0}, 3), 3))
    assert now.state is not None
    now = now.apply(Deal(str(dealt(PREFERANS.pack, now.state.terms.holders, random.Random(1)))))
    for _ in range(3):
        now = now.apply(PREFERANS.parse("pass"))
    state = now.state
    assert isinstance(state, State)
    asked: list[Callable[[], object]] = [
        lambda: proofs.undecided(state, Seat.E, seconds=0),
        lambda: proofs.spoilt(state, state, Seat.E, seconds=0),
        lambda: proofs.planned(state, (), seconds=0),
        lambda: proofs.reachable(Position.of(state), seconds=0.01),
    ]
    began = time.monotonic()
    for ask in asked:
        with pytest.raises(TimeoutError):
            ask()
    assert time.monotonic() - began < 5
    assert state.contract is Contract.ALLPASS
    boards = Progress.start(BRIDGE.start(BRIDGE.agree(), 4))
    assert boards.state is not None
    boards = boards.apply(Deal(str(dealt(BRIDGE.pack, boards.state.terms.holders, random.Random(1)))))
    for token in ("1NT", "pass", "pass", "pass"):
        boards = boards.apply(BRIDGE.parse(token))
    assert isinstance(boards.state, BridgeState)
    lost, proof = plain.claimed_plainly(boards.state, seconds=0.05)
    assert lost is None
    assert proof.value == {"lost": "unknown"}
