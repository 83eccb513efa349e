"""Deberts above the novice: nothing hidden leaks, no impossible world counts, and points are worth what they bring."""

import random
from collections.abc import Callable, Iterator

import msgspec
import pytest

from kozyr.bots import LEVELS, Budget, choose, explain, levels
from kozyr.bots.arena import BadMatch, Setup, contest, play, summary
from kozyr.bots.deberts.likelihood import Witness
from kozyr.bots.deberts.novice import novice
from kozyr.bots.deberts.party import Stake, chance as wins
from kozyr.bots.deberts.search import settled
from kozyr.bots.deberts.tables import melds, native, promise, whole
from kozyr.bots.deberts.worlds import field
from kozyr.cards import CardSet, Seat, Suit
from kozyr.deals import DEBERTS, Layout
from kozyr.games import Deal, Event, IllegalEvent, Outcome as BaseOutcome
from kozyr.games.deberts import Outcome, State, View, agree, start
from kozyr.games.deberts.bidding import Bidding
from kozyr.games.deberts.combinations import best, held, sets, value
from kozyr.games.deberts.terms import SEATS
from kozyr.games.deberts.words import Close, Exchange, Order, Pass, Play
from kozyr.games.trick import put
from kozyr.testing import dealt
from tests.duel import Duel
from tests.levels import ERRING
from tests.longer import longer

Log = tuple[tuple[Seat, Event], ...]


def moments(
    deals: int, seed: int, scores: tuple[int, ...] = (0,), **changes: object
) -> Iterator[tuple[State, State, Log]]:
    """Moments of deals between random bots and novices: the empty deal, the moment, and how it came to it."""
    chance = random.Random(seed)
    conventions = agree("moscow", {name.replace("__", "."): value for name, value in changes.items()})
    for number in range(deals):
        terms = start(conventions, 2, number % 2).next_deal()
        terms = msgspec.structs.replace(terms, score=(chance.choice(scores), chance.choice(scores)))
        empty = State(terms)
        state = empty.apply(Deal(str(dealt(DEBERTS, terms.holders, chance))))
        log: list[tuple[Seat, Event]] = []
        while state.outcome is None:
            yield empty, state, tuple(log)
            seat = state.turn
            assert seat is not None
            level = "random" if chance.random() < 0.4 else "novice"
            event = choose(state.view(seat), level, number)
            log.append((seat, event))
            state = state.apply(event, seat)


def again(empty: State, view: View, state: State, his: int, log: Log) -> State | None:
    """The same deal if the other one holds these cards now (bits); None: it could not have gone so."""
    seat = view.seat
    assert seat is not None
    other = view.terms.other(seat)
    gone = CardSet.of(c for trick in (*view.history,) for who, c in trick.cards if who is other).bits
    gone |= CardSet.of(c for who, c in view.trick if who is other).bits
    nine = his | gone
    if view.exchanged is other:
        assert view.trump is not None
        seven = next(card for card in DEBERTS.cards if card.suit is view.trump and card.rank.value == "7")
        assert view.first_trump is not None
        nine = nine & ~view.first_trump.bit | seven.bit
    assert state.now is not None
    cards = state.now.dealt
    mine = cards.first[seat.position] | cards.later[seat.position]
    six = CardSet.of(sorted(CardSet(nine), key=str)[:6])
    used = mine | nine | cards.turned.bit | cards.bottom.bit
    rest = (cards.turned, *(card for card in DEBERTS.cards if not card.bit & used), cards.bottom)
    layout = Layout.of([(seat, CardSet(mine)), (other, CardSet(nine))], rest)
    first: list[CardSet | None] = [None] * 4
    first[seat.position], first[other.position] = state.first(seat), six
    found = empty.apply(Deal(str(msgspec.structs.replace(layout, first=tuple(first)))))
    for who, event in log:
        if found.turn is not who:
            return None
        try:
            found = found.apply(event, who)
        except IllegalEvent:
            return None
    return found if found.view(seat) == view else None


@pytest.mark.parametrize(
    "changes", [{}, *longer({"suggest_height_question": False}, {"must_beat": "never", "exchange7": "declarer_only"})]
)
def test_worlds_that_count_are_those_that_could_have_been(
    changes: dict[str, object], share: Callable[[int], int]
) -> None:
    """Every way to give the other one his last cards is played again from the start, word for word."""
    chance, cases, spoke = random.Random(4), 0, 0
    for empty, state, log in moments(share(400), 21, (0,), **changes):
        seat = state.turn
        assert seat is not None
        view = state.view(seat)
        if state.trump is None or chance.random() > (0.2 if view.said else 0.05):
            continue
        seen = field(view)
        possible = list(seen.puzzle) if seen.puzzle.total < 200 else seen.puzzle.draw(80, chance)
        other = view.terms.other(seat)
        witness = Witness(view, seat, 2)
        for dealt_cards in possible:
            his = seen.world(dealt_cards)[other].bits
            could = again(empty, view, state, his, log) is not None
            counts = witness.weight(native(his), chance) > 0
            assert could == counts, (view.said, CardSet(his), view.trump)
        assert witness.weight(native(state.hand(other).bits), chance) > 0
        cases += 1
        spoke += bool(view.said)
    assert cases > 20
    assert spoke > 5


@pytest.mark.parametrize("level", ERRING)
def test_hidden_cards_change_no_decision(level: str) -> None:
    chance, different = random.Random(9), 0
    for empty, state, log in moments(12, 33, scores=(0, 430)):
        seat = state.turn
        assert seat is not None
        view = state.view(seat)
        if len(view.legal) < 2 or chance.random() > 0.3:
            continue
        seen = field(view) if state.trump is not None else None
        other = view.terms.other(seat)
        twin: State | None = None
        if seen is not None:
            for world in seen.puzzle.draw(6, chance):
                twin = again(empty, view, state, seen.world(world)[other].bits, log) or twin
        else:
            bidding = state.now
            assert isinstance(bidding, Bidding)
            free = [card for card in DEBERTS.cards if card is not state.turned and card not in state.first(seat)]
            six, more, mine = (CardSet.of(part).bits for part in _parts(chance.sample(free, 12)))
            cards = msgspec.structs.replace(
                bidding.dealt,
                first=put(bidding.dealt.first, other.position, six),
                later=put(put((0, 0, 0, 0), seat.position, mine), other.position, more),
            )
            twin = State(state.terms, msgspec.structs.replace(bidding, dealt=cards))
        if twin is None:
            continue
        different += twin.hand(other) != state.hand(other)
        weighed = explain(view, level, 5, Budget(nodes=30_000))
        assert explain(twin.view(seat), level, 5, Budget(nodes=30_000)) == weighed
        assert weighed[0].event in (*view.legal, *view.offers)
    assert different > 10


def _parts(cards: list) -> tuple[list, list, list]:  # type: ignore[type-arg]
    return cards[:6], cards[6:9], cards[9:]


@pytest.mark.parametrize("level", ["club", "expert"])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"table__irregularities": "rule"},
        {"hundred": True, "suggest_height_question": False, "exchange7": "declarer_only"},
        {"must_beat": "never", "passed_out": "last_must", "bella_optional": False, "hanging": "queue"},
        {"passed_out": "obligation", "next_dealer": "alternate", "winner_takes_all": True, "closing": False},
    ],
)
def test_they_play_by_every_convention(level: str, changes: dict[str, object]) -> None:
    chance, seen = random.Random(2), 0
    for _, state, _ in moments(6, 7, (0, 250, 480), **changes):
        seat = state.turn
        assert seat is not None
        view = state.view(seat)
        if len(view.legal) < 2 or chance.random() > (0.2 if level == "club" else 0.1):
            continue
        seen += 1
        event = choose(view, level, 1, Budget(nodes=4_000))
        assert event == choose(view, level, 1, Budget(nodes=4_000))
        assert state.why_not(event, seat) is None
        if isinstance(event, Play):
            assert event.card not in view.reasons
        assert choose(view, level, 1, Budget(nodes=0)) in (*view.legal, *view.offers)
        assert choose(view, level, 1, Budget(seconds=0.0)) in (*view.legal, *view.offers)
    assert seen > 3


def test_tables_of_suits_say_what_the_rules_say() -> None:
    chance = random.Random(3)
    for n in range(300):
        hand = CardSet.of(chance.sample(DEBERTS.cards, 9))
        trump, hundred = chance.choice(list(Suit)), bool(n % 2)
        assert whole(native(hand.bits)) == hand.bits
        found = melds(native(hand.bits), trump.position, hundred)
        lie = held(hand.bits, hundred)
        assert found.best == best(lie, trump)
        assert found.kinds == {meld.kind for meld in lie}
        assert found.points == max((value(group) for group in sets(hand.bits, trump, hundred)), default=0)


def test_the_model_of_a_novice_is_the_novice() -> None:
    """What is thought of his calls is counted by tables; he counts card by card."""
    asked = 0
    for _, state, _ in moments(60, 5):
        seat = state.turn
        if state.phase != "auction" or seat is None or state.turned is None:
            continue
        view = state.view(seat)
        six = native(CardSet.of(view.hands[seat].cards or ()).bits)
        up = native(state.turned.bit)
        for one in novice(view, random.Random(0)):
            if isinstance(one.event, Order):
                trump = (one.event.trump or state.turned.suit).position
                said = promise(six, trump, up, exchanges=True, eldest=seat is view.terms.eldest, hundred=False)
                assert said == pytest.approx(one.facts["points"])
                asked += 1
    assert asked > 60


# ---- what points are worth


def test_chances_grow_with_points_and_are_the_other_ones_complement() -> None:
    for missing in range(1, 500, 23):
        for his in range(1, 500, 37):
            assert 0.0 <= wins(missing + 30, his) <= wins(missing, his) + 0.02 <= 1.02
            assert wins(missing, his) <= wins(missing, his + 30) + 0.02
    assert 0.45 < wins(501, 501) < 0.55
    assert wins(0, 100) == 1.0
    assert wins(100, -5) == 0.0
    assert wins(50, 501) > 0.95
    assert wins(600, 600) == pytest.approx(wins(501, 501))


@pytest.mark.parametrize(
    "changes", [{}, {"hanging": "queue"}, {"hanging": "keep"}, {"hanging": "burn"}, {"winner_takes_all": True}]
)
def test_a_deal_is_written_as_the_sheet_writes_it(changes: dict[str, object]) -> None:
    """What the stake counts as written is what the engine writes, pots and baits included."""
    party = start(agree("moscow", {"target": 10_000, **changes}))
    for maker, mine, his in [
        ("N", 100, 62),
        ("N", 60, 102),
        ("S", 81, 81),
        ("S", 40, 122),
        ("N", 81, 81),
        ("S", 99, 63),
    ]:
        terms = party.next_deal()
        points = {"N": mine, "S": his}
        outcome = Outcome(terms.dealer.value, maker, Suit.HEARTS, points=points, last="N")
        after = party.record(outcome)
        for seat in SEATS:
            i, he = (mine, his) if seat is Seat.N else (his, mine)
            _, more = Stake(terms, seat).worth(i, he, maker=maker == seat.value)
            gained = [b - a for a, b in zip(party.sheet.points, after.sheet.points, strict=True)]
            assert more == (gained[0] - gained[1]) * (1 if seat is Seat.N else -1)
        party = after
    assert isinstance(party.history[-1], BaseOutcome)


# ---- when enough worlds have been looked at


def test_a_search_stops_when_the_choice_is_clear() -> None:
    chance = random.Random(8)
    noise = [chance.gauss(0, 0.1) for _ in range(60)]
    even = [1.0] * 60
    assert settled({"one": noise}, even)
    assert settled({"one": noise, "the same": list(noise)}, even)
    assert settled({"one": noise, "worse": [worth - 0.05 for worth in noise]}, even)
    assert not settled({"one": noise, "other": [chance.gauss(0, 0.1) for _ in range(60)]}, even)
    assert not settled({"one": noise[:10], "worse": [worth - 0.05 for worth in noise[:10]]}, even[:10])
    # What lies only in worlds that count for nothing says nothing.
    assert settled({"one": [0.2] * 60, "other": [0.1] * 30 + [0.9] * 30}, [1.0] * 30 + [0.0] * 30)


def test_the_club_player_calls_as_a_novice_and_counts_points() -> None:
    asked = played = 0
    for _, state, _ in moments(8, 12, (0, 250)):
        seat = state.turn
        assert seat is not None
        view = state.view(seat)
        if len(view.legal) < 2:
            continue
        if state.phase == "auction":
            asked += 1
            assert choose(view, "club", 3) == choose(view, "novice", 3)
        elif all(isinstance(event, Play) for event in view.legal):
            first, *_ = explain(view, "club", 3)
            played += first.unit == "points"
    assert asked > 10
    assert played > 10


# ---- decisions with one answer


@pytest.mark.parametrize("level", ["club", "expert"])
@pytest.mark.rule("D-CLOSE-1")
def test_they_close_as_soon_as_they_have_it(level: str) -> None:
    for score, closes in ((480, False), (481, True)):
        duel = Duel(target=501)
        terms = duel.state.terms
        duel.state = type(duel.state)(type(terms)(terms.conventions, 1, terms.dealer, (0, score)))
        duel.deal(o="HJ SA", r="H7", up="D8").plays("H").goes("HJ H7")
        assert (choose(duel.view("O"), level) == Close()) is closes


@pytest.mark.parametrize("level", ["club", "expert"])
def test_clear_hands_are_played_and_poor_ones_passed(level: str) -> None:
    strong = Duel().deal(o="HJ H9 HA HT SA DA", up="HK")
    assert choose(strong.view("O"), level) == Order()
    poor = Duel().deal(o="S7 S8 D7 D8 C9 CQ", up="H9")
    assert choose(poor.view("O"), level) == Pass()


@pytest.mark.parametrize("level", ["club", "expert"])
@pytest.mark.rule("D-COMBO-16")
def test_the_seven_is_exchanged_for_the_jack(level: str) -> None:
    duel = Duel().deal(o="H7 HA SA DA CA ST", up="HJ").plays("H")
    best_one, *_ = weighed = explain(duel.view("O"), level)
    assert best_one.event == Exchange()
    if level == "club":  # he says the right word, and weighs cards only
        return
    assert best_one.unit == "chance"
    assert 0 < best_one.score < 100
    assert float(best_one.facts["points"]) > 0
    assert [one.score for one in weighed] == sorted((one.score for one in weighed), reverse=True)


@pytest.mark.parametrize("level", ["club", "expert"])
@pytest.mark.rule("D-COMBO-15")
def test_bella_is_said(level: str) -> None:
    duel = Duel().deal(o="HK HQ HJ SA DA CA", up="D8").plays("H").goes("HK")
    while "bella:HQ" not in duel.legal:
        duel.table(choose(duel.view(duel.turn), "novice"))
    assert len(duel.legal) > 2
    weighed = {one.event.token: one.score for one in explain(duel.view("O"), level)}
    assert weighed["bella:HQ"] > weighed["HQ"]


# ---- matches


def test_all_levels_are_there() -> None:
    assert levels("deberts") == LEVELS


def test_parties_are_played_in_both_seatings() -> None:
    setup = Setup("deberts", ("novice", "random"), seed=3, preset="moscow", players=2, parties=True)
    one, two = play(setup, 0), play(setup, 0)
    assert one.scores == two.scores
    assert {level: len(scores) for level, scores in one.scores.items()} == {"novice": 2, "random": 2}
    assert sum(map(sum, one.scores.values())) == 2
    assert summary(setup, [one]).standings[0].score == 1.0
    with pytest.raises(BadMatch, match="whole parties are played at deberts"):
        list(contest(Setup("preferans", ("novice",), preset="sochi", players=3, parties=True), 1))


@pytest.mark.parametrize(("bots", "deals"), [(("club", "novice"), 200), (("expert", "novice"), 60)])
def test_the_strong_beat_the_novice(bots: tuple[str, str], deals: int, share: Callable[[int], int]) -> None:
    """A few deals in `make test` say only that nothing is upside down; docs/benchmarks.md has the figures."""
    setup = Setup("deberts", bots, seed=1, preset="moscow", players=2, nodes=30_000)
    first, _ = summary(setup, list(contest(setup, share(deals)))).standings
    assert first.interval is not None
    assert first.score > -first.interval / 2
