"""The novice of bridge: his calls keep their promises, he understands his partner, and plays every form to the end."""

import random
from collections.abc import Callable

import pytest

from kozyr import bots
from kozyr.bots.bridge import Hand, explain, meaning, text
from kozyr.bots.bridge.sayc import book, known
from kozyr.bots.bridge.system import Meaning, Rule, hull, meet
from kozyr.cards import CardSet, Seat, Suit
from kozyr.deals import BRIDGE, numbered_deal
from kozyr.games import Deal, Progress, game
from kozyr.games.bridge import Session, State, View
from kozyr.games.bridge.words import Answer, Ask, Claim, Explain, Play, parse
from kozyr.testing import dealt

RULES = game("bridge")


def hand(text: str) -> Hand:
    return Hand.of(CardSet.parse(text))


def begun(seed: int, preset: str = "duplicate", players: int = 4, **changes: object) -> Progress:
    if preset == "duplicate":
        changes = {"deals": 1, "first_board": seed % 16 + 1, "explain": "self"} | changes
    return Progress.start(RULES.start(RULES.agree(preset, changes, players), players, 0))


def on(progress: Progress, seed: int) -> Progress:
    """A deal played by novices."""
    chance = random.Random(seed)
    assert progress.state is not None
    layout = dealt(BRIDGE, progress.state.terms.holders, chance)
    progress = progress.apply(Deal(str(layout)))
    number = getattr(progress.match, "number", 0)
    while progress.state is not None and getattr(progress.match, "number", 0) == number:
        seat = progress.state.actor
        if seat is None:
            break
        event = bots.choose(progress.state.view(seat), "novice", seed)
        assert progress.why_not(event, seat) is None, event.token
        progress = progress.apply(event, seat)
    return progress


def call(cards: str, *said: str) -> str:
    """What a hand calls after an auction from the dealer on."""
    mine = hand(cards)
    return next(rule.call for rule in book(said) if rule.fits(mine))


# --- the system --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "said", "expected"),
    [
        ("AQ43.KJ2.K95.A76", (), "1NT"),
        ("AK43.KQ2.AQ5.K76", (), "2NT"),
        ("AKQJ43.AK2.AQ5.6", (), "2C"),
        ("AQ543.K2.K95.Q76", (), "1S"),
        ("A2.KQ543.AJ965.7", (), "1H"),
        ("A2.K95.AJ96.Q742", (), "1D"),
        ("A42.K95.J96.KQ42", (), "1C"),
        ("KQJ942.65.K32.74", (), "2S"),
        ("KQJ942.65.K32.74", ("pass", "pass", "pass"), "1S"),  # nine points and six spades are fifteen
        ("6.KQJ9542.432.74", (), "3H"),
        ("Q42.K65.Q432.743", (), "pass"),
        # answers
        ("KJ42.Q765.K3.743", ("1NT", "pass"), "2C"),
        ("KJ942.65.K32.743", ("1NT", "pass"), "2H"),
        ("4.KJ9652.K32.743", ("1NT", "pass"), "2D"),
        ("KJ4.Q65.K432.743", ("1NT", "pass"), "2NT"),
        ("KJ4.Q65.KQ32.743", ("1NT", "pass"), "3NT"),
        ("K742.65.Q432.J43", ("1S", "pass"), "2S"),
        ("K742.A5.Q432.J43", ("1S", "pass"), "3S"),
        ("KQ72.A5.KQ32.J43", ("1S", "pass"), "2NT"),
        ("K742.6543.Q2.J43", ("1H", "pass"), "2H"),
        ("KQ742.65.Q32.J43", ("1D", "pass"), "1S"),
        ("5.432.J432.J5432", ("1S", "pass"), "pass"),
        # the opener again
        ("AQ43.KJ2.K95.A76", ("1NT", "pass", "2H", "pass"), "3S"),
        ("AQ43.KJ2.K95.A76", ("1NT", "pass", "2C", "pass"), "2S"),
        ("A42.KQ53.K95.A76", ("1NT", "pass", "2C", "pass"), "2H"),
        ("AQ543.K2.K95.Q76", ("1S", "pass", "2S", "pass"), "pass"),
        ("AQ543.2.AK95.K76", ("1S", "pass", "2S", "pass"), "4S"),
        ("A42.K95.J96.KQ42", ("1C", "pass", "1D", "pass"), "1NT"),
        ("A42.KQ53.J6.K942", ("1C", "pass", "1H", "pass"), "2H"),
        # against them
        ("AQJ43.K2.J95.Q76", ("1D",), "1S"),
        ("AQ43.KJ42.5.K762", ("1D",), "X"),
        ("AQ3.KJ4.KQ5.K762", ("1D",), "1NT"),
        ("43.KJ942.5.87642", ("1D",), "pass"),
        # partner's double
        ("KJ42.Q65.432.743", ("1D", "X", "pass"), "1S"),
        ("KJ42.AQ65.32.K43", ("1D", "X", "pass"), "4S"),
        # their overcall
        ("KJ42.Q65.432.743", ("1D", "1H"), "X"),
        ("K42.Q6542.32.743", ("1S", "pass"), "2S"),
    ],
)
def test_a_call_by_the_book(cards: str, said: tuple[str, ...], expected: str) -> None:
    assert call(cards, *said) == expected


def test_a_promise_is_kept_in_every_auction(share: Callable[[int], int]) -> None:
    calls = 0
    for seed in range(share(1000)):
        progress = begun(seed)
        assert progress.state is not None
        layout = numbered_deal(random.Random(seed).randrange(BRIDGE.deals), BRIDGE, tuple(Seat))
        state = progress.state.apply(Deal(str(layout)))
        assert isinstance(state, State)
        while state.phase == "auction":
            seat = state.actor
            assert seat is not None
            said = tuple(token for _, token in state.view(seat).calls)
            event = bots.choose(state.view(seat), "novice", seed)
            mine = layout.hand(seat)
            assert mine is not None
            promise = meaning(said, event.token.partition(":")[0])
            assert promise.holds(Hand.of(mine)), (said, event.token, str(mine))
            assert getattr(event, "meaning", "") == text(promise)
            state = state.apply(event, seat)
            calls += 1
    assert calls > 500


def test_what_is_known_of_partner_holds_for_his_hand() -> None:
    said = ("1NT", "pass", "2H", "pass", "2S", "pass", "3NT", "pass")
    north, _, south, _ = known(said)
    assert north.hcp == (15, 17)
    assert north.balanced
    assert south.lengths[0][0] == 5
    assert call("A42.K5.KQ95.AQ76", *said) == "4S"
    assert call("A4.KQ53.K95.AQ76", *said) == "pass"


def test_meanings_join_and_meet() -> None:
    one, other = Meaning(hcp=(6, 9)), Meaning(hcp=(10, 12), lengths=((4, 13), (0, 13), (0, 13), (0, 13)))
    assert hull((one, other)).hcp == (6, 12)
    assert hull((one, other)).lengths == Meaning().lengths
    assert meet(Meaning(hcp=(8, 15)), other).hcp == (10, 12)
    assert meet(Meaning(hcp=(15, 17)), one).hcp == (15, 17)
    assert text(Meaning(hcp=(15, 17), balanced=True)) == "15–17 HCP, bal"
    assert (
        text(Meaning(hcp=(10, 40), lengths=((0, 13), (5, 13), (0, 13), (0, 13)), forcing="one")) == "10+ HCP, ♥5+, F1"
    )
    assert not Rule("1S", other).fits(hand("AKQ2.432.432.432"))


def test_partner_explains_when_he_is_asked() -> None:
    state = begun(0, explain="partner").state
    assert state is not None
    state = state.apply(Deal(str(numbered_deal(0, BRIDGE, tuple(Seat)))))
    for token in ("1NT", "pass", "2H"):
        state = state.apply(parse(token))
    state = state.apply(Ask(2), Seat.W)
    view = state.view(Seat.N)
    assert isinstance(view, View)
    told = explain(view, 2)
    assert told == Explain(2, "transfer, ♠5+, F1")
    assert state.why_not(told, Seat.N) is None


# --- the play ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "players"),
    [("rubber", 4), ("rubber-variants", 4), ("chicago-russian", 4), ("rubber", 2), ("rubber", 3), ("rubber", 5)],
)
def test_every_form_is_played_to_the_end(preset: str, players: int) -> None:
    progress = begun(3, preset, players)
    for seed in range(60):
        if progress.match.finished:
            break
        progress = on(progress, seed)
    assert isinstance(progress.match, Session)
    assert progress.match.finished or progress.match.number > 50


def test_he_makes_most_of_what_he_bids(share: Callable[[int], int]) -> None:
    made = contracts = games = 0
    for seed in range(share(400)):
        match = on(begun(seed), seed).match
        assert isinstance(match, Session)
        outcome = match.history[0]
        if outcome.contract is not None and outcome.tricks is not None:
            contracts += 1
            made += outcome.tricks >= 6 + int(outcome.contract[0])
            games += outcome.contract[:3] == "3NT" or outcome.contract[0] in "4567"
    assert contracts >= share(400) * 0.9
    assert made / contracts >= 0.45  # of 158 contracts 54 % are made, of a few more or fewer
    assert 0.15 <= games / contracts <= 0.6


def ending(hands: str) -> View:
    """What E sees when N, declarer in 3NT, claims all the last four tricks."""
    progress = begun(0, explain="partner")
    assert progress.state is not None
    state = progress.state.apply(Deal(hands))
    assert isinstance(state, State)
    for token in ("3NT", "pass", "pass", "pass"):
        state = state.apply(parse(token))
    while len(state.history) < 9:
        state = state.apply(min((card for card in state.legal() if isinstance(card, Play)), key=_rank))
    view = state.apply(Claim(state.won[0] + 4), Seat.N).view(Seat.E)
    assert isinstance(view, View)
    return view


def _rank(play: Play) -> int:
    return play.card.rank.position


def test_a_claim_is_agreed_to_if_it_is_sound() -> None:
    aces = ending("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 65432.8765.876.8 .432.5432.765432")
    assert bots.choose(aces, "novice", 0) == Answer(yes=True)


def test_a_greedy_claim_is_refused() -> None:
    nothing = ending("N:5432.432.432.432 AKQJ.AKQ.AKQ.AKQ T9876.JT98.JT9.J .765.8765.T98765")
    assert bots.choose(nothing, "novice", 0) == Answer(yes=False)


@pytest.mark.parametrize("seed", range(5))
def test_hidden_cards_change_nothing(seed: int) -> None:
    """The same view with other cards behind it gives the same event: two deals that agree in one hand."""
    chance = random.Random(seed)
    layout = numbered_deal(chance.randrange(BRIDGE.deals), BRIDGE, tuple(Seat))
    mine = layout.hand(Seat.N)
    assert mine is not None
    others = [card for seat in (Seat.E, Seat.S, Seat.W) for card in layout.hands[seat.position] or ()]
    chance.shuffle(others)
    again = [mine, *(CardSet.of(others[at : at + 13]) for at in (0, 13, 26))]
    events = []
    for hands in (layout.hands, again):
        progress = begun(0)
        assert progress.state is not None
        text = "N:" + " ".join(str(each) for each in hands)
        state = progress.state.apply(Deal(text))
        view = state.view(Seat.N)
        events.append(bots.choose(view, "novice", seed))
    assert events[0] == events[1]


def test_a_hand_is_counted() -> None:
    mine = hand("AQT43.KJ2.95.A76")
    assert mine.hcp == 14
    assert mine.points == 15
    assert mine.balanced
    assert mine.support(Suit.HEARTS) == 15
    assert mine.stops(Suit.HEARTS)
    assert not mine.stops(Suit.DIAMONDS)
    assert mine.aces == 2
