"""Club and expert at bridge: worlds that contradict nothing, cards by search, calls that keep their promises."""

import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator

import msgspec
import pytest

from kozyr import bots
from kozyr.bots import Budget, arena
from kozyr.bots.bridge import Hand, meaning, play, sayc, sentence, worth
from kozyr.bots.bridge.system import Meaning
from kozyr.bots.bridge.worlds import World, field, worlds
from kozyr.bots.sampling import Puzzle
from kozyr.cards import Card, CardSet, Seat
from kozyr.deals import BRIDGE, numbered_deal
from kozyr.games import Deal, Event, Progress, game
from kozyr.games.bridge import Contract, State, View
from kozyr.games.bridge.auction import opening
from kozyr.games.bridge.words import Call, Play, parse
from kozyr.solver.bridge import Board, solve_many, values
from kozyr.testing import dealt
from kozyr.words import vocabulary

RULES = game("bridge")
FORMS = [("teams", 4), ("duplicate", 4), ("rubber", 4), ("rubber", 2), ("rubber", 3), ("chicago-russian", 4)]


def begun(seed: int, preset: str = "teams", players: int = 4, **changes: object) -> State:
    if preset in {"teams", "duplicate"}:
        changes = {"deals": 1, "first_board": seed % 16 + 1, "explain": "self"} | changes
    progress = Progress.start(RULES.start(RULES.agree(preset, changes, players), players, 0))
    assert isinstance(progress.state, State)
    return progress.state


def moments(deals: int, seed: int, preset: str = "teams", players: int = 4) -> Iterator[tuple[State, State]]:
    """Every moment of some deals, as the novice plays and now and then as nobody would; with the deal before its cards."""
    chance = random.Random(seed)
    for number in range(deals):
        empty = begun(number + seed, preset, players)
        state = empty.apply(Deal(str(dealt(BRIDGE, empty.terms.holders, chance))))
        while state.outcome is None:
            yield empty, state
            seat = state.actor
            assert seat is not None
            view = state.view(seat)
            wild = chance.random() < (0.1 if state.phase == "auction" else 0.3)
            event: Event = bots.choose(view, "random" if wild else "novice", number)
            if state.phase == "auction" and wild:  # seven of something would be most of its bids
                event = chance.choice([call for call in view.legal if getattr(call, "level", 1) < 4])
            state = state.apply(event, seat)


def again(empty: State, state: State, world: World) -> State:
    """The same deal, told with the cards of a world."""
    gone = [0, 0, 0, 0]
    for trick in state.history:
        for seat, card in trick.cards:
            gone[seat.position] |= card.bit
    for seat, card in state.view(None).trick:
        gone[seat.position] |= card.bit
    hands = [CardSet(bits | gone[at]) for at, bits in enumerate(world)]
    now: State = empty.apply(Deal("N:" + " ".join(map(str, hands))))
    for _, call in state.calls:
        now = now.apply(call)
    if now.now is not None:  # meanings are told outside the calls as well
        now = msgspec.structs.replace(now, now=msgspec.structs.replace(now.now, talk=state.talk))
    for trick in state.history:
        for _, card in trick.cards:
            now = now.apply(Play(card))
    for card in state.trick:
        now = now.apply(Play(card))
    return now


# --- worlds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("preset", "players"), FORMS)
def test_every_world_looks_the_same_to_the_viewer(preset: str, players: int, share: Callable[[int], int]) -> None:
    chance = random.Random(1)
    seen = 0
    for empty, state in moments(share(40), players, preset, players):
        seat = state.actor
        assert seat is not None
        if state.phase not in {"auction", "play"} or chance.random() > 0.2:
            continue
        view = state.view(seat)
        found = worlds(field(view), 4, chance)
        assert sum(weight for _, weight in found) == pytest.approx(1)
        for world, _ in found:
            assert again(empty, state, world).view(seat) == view
            seen += 1
    assert seen > share(40) * 8


def test_without_promises_every_deal_is_as_likely() -> None:
    """Against `Puzzle`, which counts card by card: the same number of deals, and none drawn more often than chance has it."""
    for _, state in moments(6, 12):
        if state.phase != "play" or len(state.history) < 9 or state.trick:
            continue
        seen = field(state.view(state.actor))
        seen = type(seen)(**{name: getattr(seen, name) for name in seen.__struct_fields__} | {"calls": ()})
        free = type(seen)(
            **{name: getattr(seen, name) for name in seen.__struct_fields__} | {"promised": (Meaning(),) * 4}
        )
        puzzle = Puzzle(free.cards, free.room, [~void & free.cards for void in free.void])
        possible = {tuple(sorted(world)) for world in puzzle}
        chance = random.Random(3)
        if not 4 < puzzle.total < 60:
            continue
        drawn = Counter(worlds(free, 1, chance, draws=1)[0][0] for _ in range(40 * puzzle.total))
        assert {tuple(sorted(world[at] for at in free.hidden)) for world in drawn} == possible
        assert len(drawn) == puzzle.total
        error = sum((n - 40) ** 2 / 40 for n in drawn.values())  # chi-square with total - 1 degrees of freedom
        assert error < puzzle.total + 5 * (2 * puzzle.total) ** 0.5
        return
    pytest.fail("no such ending came")


def test_worlds_keep_what_was_promised() -> None:
    state = begun(0).apply(Deal(str(numbered_deal(12345, BRIDGE, tuple(Seat)))))
    for token in ("1NT", "pass", "2H", "pass"):
        state = state.apply(parse(token))
    found = worlds(field(state.view(Seat.E)), 30, random.Random(1))
    hands = [Hand.of(CardSet(world[Seat.N.position])) for world, _ in found]
    partner = [Hand.of(CardSet(world[Seat.S.position])) for world, _ in found]
    assert all(hand.balanced and 15 <= hand.hcp <= 17 for hand in hands)
    assert all(hand.lengths[0] >= 5 for hand in partner)


def test_impossible_promises_give_way() -> None:
    """Both sides promise more points and spades than there are: the nearest deals are taken, and facts are kept."""
    empty = begun(0)
    deal = str(numbered_deal(777, BRIDGE, tuple(Seat)))
    state = empty.apply(Deal(deal))
    for token in ("2C", "2S", "3NT", "4S", "4NT"):
        state = state.apply(parse(token))
    view = state.view(Seat.E)
    found = worlds(field(view), 10, random.Random(1))
    assert found
    assert all(again(empty, state, world).view(Seat.E) == view for world, _ in found)


# --- decisions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["club", "expert"])
@pytest.mark.parametrize(("preset", "players"), FORMS)
def test_legal_in_every_form_and_blind_to_hidden_cards(
    level: str, preset: str, players: int, share: Callable[[int], int]
) -> None:
    chance = random.Random(players)
    budget = Budget(nodes=60_000)
    twins = 0
    for empty, state in moments(share(10), 5 + players, preset, players):
        seat = state.actor
        assert seat is not None
        if chance.random() > 0.25 or state.phase not in {"auction", "play"}:
            continue
        view = state.view(seat)
        mine = bots.explain(view, level, 5, budget)
        assert state.why_not(mine[0].event, seat) is None
        assert [one.event for one in mine if state.why_not(one.event, seat)] == []
        world = worlds(field(view), 2, chance)[-1][0]
        twin = again(empty, state, world)
        twins += twin.hands != state.hands
        assert bots.explain(twin.view(seat), level, 5, budget) == mine
    assert twins > (3 if players == 4 else 0)  # two see three hands soon


def test_a_call_is_the_same_whatever_is_hidden(share: Callable[[int], int]) -> None:
    """With the whole budget of an expert, who then simulates."""
    simulated = 0
    for empty, state in moments(6, 40):
        if state.phase != "auction" or len(state.calls) < 3:
            continue
        seat = state.actor
        assert seat is not None
        view = state.view(seat)
        mine = bots.explain(view, "expert", 5)
        if mine[0].unit == "weight":
            continue
        twin = again(empty, state, worlds(field(view), 2, random.Random(1))[-1][0])
        assert bots.explain(twin.view(seat), "expert", 5) == mine
        simulated += 1
        if simulated == share(3):
            return
    pytest.fail("nothing was close")


@pytest.mark.parametrize("level", ["club", "expert"])
def test_time_is_kept(level: str) -> None:
    for _, state in [*moments(1, 9)][::9]:
        view = state.view(state.actor)
        assert bots.choose(view, level, 1, Budget(seconds=0.0)) is not None
        begun_at = time.perf_counter()
        bots.choose(view, level, 1, Budget(seconds=0.2))
        assert time.perf_counter() - begun_at < 5  # of a machine that is busy with other tests


def test_every_rule_that_a_hand_fits_is_a_promise_kept(share: Callable[[int], int]) -> None:
    """Whatever level chooses among them; the auctions wander, so that no level's are left out."""
    chance = random.Random(2)
    calls = 0
    codes = set()
    for number in range(share(1000)):
        layout = numbered_deal(chance.randrange(BRIDGE.deals), BRIDGE, tuple(Seat))
        hands = [Hand.of(hand) for hand in layout.hands if hand is not None]
        auction = opening("four", tuple(Seat)[number % 4])
        said: tuple[str, ...] = ()
        while not auction.over:
            mine = hands[auction.turn.position]
            fitting = sayc.rules(said, mine)
            assert fitting, said
            for rule in fitting:
                assert meaning(said, rule.call).holds(mine), (said, rule.call, str(mine.cards))
                codes.add(meaning(said, rule.call).code)
                calls += 1
            call = (fitting[0] if chance.random() < 0.7 else chance.choice(fitting)).call
            said = (*said, call)
            event = parse(call)
            assert isinstance(event, Call)
            auction = auction.after(event, "four")
    assert calls > share(1000) * 8
    assert codes <= set(vocabulary("en", "games.bridge", "CALLS"))


def test_what_the_expert_calls_is_what_he_has(share: Callable[[int], int]) -> None:
    left = 0
    for seed in range(share(10)):
        layout = numbered_deal(random.Random(seed).randrange(BRIDGE.deals), BRIDGE, tuple(Seat))
        state = begun(seed).apply(Deal(str(layout)))
        while state.phase == "auction":
            seat = state.actor
            assert seat is not None
            view = state.view(seat)
            event = bots.choose(view, "expert", seed)
            said = tuple(token for _, token in view.calls)
            token = event.token.partition(":")[0]
            mine = Hand.of(CardSet.of(view.hands[seat].cards or ()))
            assert meaning(said, token).holds(mine)
            left += token != sayc.choice(said, mine)
            state = state.apply(event, seat)
    assert left > 0 or share(10) < 10


def playing(deal: str, calls: str, cards: str = "") -> State:
    state = begun(0, explain="partner").apply(Deal(deal))
    for token in (*calls.split(), *cards.split()):
        state = state.apply(parse(token))
    return state


# N declares 2NT and has nine tricks without a finesse: four clubs, three aces, two kings.
SURE = "N:A32.A32.A32.AKQJ KQJT9.54.654.432 654.K876.K87.T98 87.QJT9.QJT9.765"


@pytest.mark.parametrize("level", ["club", "expert"])
def test_sure_tricks_are_taken(level: str) -> None:
    state = playing(SURE, "1NT pass 2NT pass pass pass")
    while state.outcome is None:
        seat = state.actor
        assert seat is not None
        state = state.apply(bots.choose(state.view(seat), level, 1, Budget(nodes=300_000)), seat)
    assert state.outcome.tricks is not None
    assert state.outcome.tricks >= 9


def test_a_searched_card_says_what_it_brings() -> None:
    state = playing(SURE, "1NT pass 2NT pass pass pass", "SK S4 S7")
    view = state.view(state.actor)
    found = bots.explain(view, "expert", 1)
    assert {one.unit for one in found} == {"imps"}
    assert all(float(one.facts["tricks"]) <= 13 and one.facts["worlds"] for one in found)
    assert view.turn is not None
    assert view.declarer is not None
    declares = (view.turn.position - view.declarer.position) % 2 == 0
    assert {one.facts["wants"] for one in found} == {"more" if declares else "fewer"}


def test_touching_cards_are_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dummy's 6 5 4 of spades are one card: the solver is not asked."""
    view = playing(SURE, "1NT pass 2NT pass pass pass", "SK").view(Seat.N)
    monkeypatch.delattr("kozyr.bots.bridge.search.Series")
    assert {one.unit for one in bots.explain(view, "expert", 1)} == {"weight"}


# --- signals, worth, words -------------------------------------------------------------------------------------------


def defending(hand: str, led: str, seat: Seat = Seat.S) -> View:
    """W declares 1NT from the right of N, who leads; S follows third after dummy's card."""
    chance = random.Random(1)
    mine = CardSet.parse(hand)
    lead = Card(led)
    rest = [card for card in BRIDGE.cards if card not in mine and card is not lead]
    chance.shuffle(rest)
    low = next(card for card in rest if card.suit is lead.suit)
    rest.remove(low)
    north = CardSet.of([lead, *rest[:12]])
    east = CardSet.of([low, *rest[12:24]])
    west = CardSet.of(rest[24:])
    state = playing(f"N:{north} {east} {mine} {west}", "pass pass pass 1NT pass pass pass", f"{lead.text} {low.text}")
    return state.view(seat)


@pytest.mark.parametrize(
    ("hand", "alike", "told"),
    [
        ("Q952.K43.K432.32", "S9 S5 S2", "S9"),  # likes partner's spades
        ("8652.K43.KQ32.32", "S8 S6 S5 S2", "S2"),  # does not
        ("QJ52.K43.K432.32", "SQ SJ", None),  # honours are no signals
    ],
)
def test_attitude_to_partners_lead(hand: str, alike: str, told: str | None) -> None:
    found = play.signal(defending(hand, "S3"), [Card(text) for text in alike.split()])
    assert found == (None if told is None else Card(told))


def test_points_in_a_rubber_count_what_is_still_to_come() -> None:
    terms = begun(0, "rubber").terms
    two, three = Contract.parse("2S"), Contract.parse("4S")
    assert worth.score(terms, 0, two, 8) == 120
    assert worth.score(terms, 0, three, 10) > 400
    assert worth.score(terms, 0, three, 9) == -50
    assert worth.score(terms, 0, None, 0) == 0


def test_results_are_compared_as_the_form_has_it() -> None:
    terms = begun(0).terms
    contract = Contract.parse("4S")

    def reached(tricks: int) -> float:
        return worth.score(terms, 0, contract, tricks)

    assert worth.unit(terms) == "imps"
    assert worth.unit(begun(0, "duplicate").terms) == "matchpoints"
    assert worth.unit(begun(0, "rubber").terms) == "points"
    assert worth.compare("imps", reached, 10, 10) == 0
    assert worth.compare("imps", reached, 9, 10) < -9
    assert worth.compare("imps", reached, 11, 10) == 1
    assert worth.compare("matchpoints", reached, 10, 10) == 50
    assert worth.compare("matchpoints", reached, 11, 10) == 87.5


def test_words_in_three_languages() -> None:
    transfer = meaning(("1NT", "pass"), "2H")
    assert sentence(transfer, "en") == "Transfer: I have the next suit (♠5+, forcing for a round)"
    assert sentence(transfer, "ru") == "Трансфер: у меня следующая масть (♠5+, форсинг на круг)"
    for said in (meaning((), "1NT"), meaning(("1S", "pass"), "4S"), meaning(("1NT", "pass", "4NT", "pass"), "6NT")):
        for language in ("ru", "uk"):
            assert not re.search("[A-Za-z]", sentence(said, language)), sentence(said, language)


# --- the arena -----------------------------------------------------------------------------------------------------


def test_a_match_of_teams_compares_two_tables() -> None:
    setup = arena.Setup("bridge", ("novice", "random"), seed=2, preset="teams", players=4)
    assert setup.seatings() == [("novice", "random", "novice", "random"), ("random", "novice", "random", "novice")]
    played = list(arena.contest(setup, 6))
    assert all(deal.scores["novice"] == [-deal.scores["random"][0]] for deal in played)
    first, second = arena.summary(setup, played).standings
    assert first.score > 3
    assert first.score == -second.score
    alike = arena.Setup("bridge", ("novice",), preset="teams", players=4)
    assert arena.play(alike, 0).scores == {"novice": [0.0]}
    for bad in (("novice", "random", "novice"),):
        with pytest.raises(arena.BadMatch, match="two teams"):
            list(arena.contest(arena.Setup("bridge", bad, preset="teams", players=4), 1))
    with pytest.raises(arena.BadMatch, match="worth nothing by itself"):
        list(arena.contest(arena.Setup("bridge", ("novice", "random"), preset="rubber", players=4), 1))


@pytest.mark.long
def test_the_club_beats_the_novice() -> None:
    setup = arena.Setup("bridge", ("club", "novice"), seed=5, preset="teams", players=4, regret=False)
    first, _ = arena.summary(setup, list(arena.contest(setup, 60))).standings
    assert first.interval is not None
    assert first.score > 0


# --- what the solver is asked besides -------------------------------------------------------------------------------------


def test_values_are_those_of_the_best_cards() -> None:
    chance = random.Random(8)
    boards = []
    for _, state in moments(2, 8):
        if state.phase == "play" and 3 < len(state.history) < 12 and chance.random() < 0.2:
            n, e, s, w = (CardSet(bits) for bits in state.hands)
            declarer, leader = state.declarer, state.leader
            assert declarer is not None
            assert leader is not None
            boards.append(Board((n, e, s, w), state.trump, declarer, leader, state.trick))
    assert len(boards) > 5
    assert values(boards) == [one.value for one in solve_many(boards)]
