"""The bots at preferans: legal everywhere, repeatable, blind to hidden cards, better than chance, and no fools."""

import os
import random
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from typing import get_type_hints

import msgspec
import pytest

from kozyr import bots
from kozyr.bots import LEVELS, arena, choose, explain
from kozyr.bots.preferans.endgame import Endgame, TooLong
from kozyr.bots.preferans.sight import sight, worlds
from kozyr.bots.preferans.worth import best_keep, safe_keep, safety, tricks_with
from kozyr.cards import CardSet, Seat, Suit
from kozyr.deals import PREFERANS, Layout
from kozyr.games import AnyView, Deal, Progress
from kozyr.games.preferans import PRESETS, State, agree, start
from kozyr.games.preferans.words import Claim, Play
from kozyr.solver import preferans
from kozyr.solver.integers import card_of, cards_of_mask, mask_of
from kozyr.testing import dealt
from scripts.bot_figures import figures
from tests.levels import ERRING
from tests.longer import thinned
from tests.table import Table

_CHEAP = ("random", "novice", "club")  # experts are club players with more patience


def said(table: Table, who: str, level: str = "novice") -> str:
    """What a bot does in somebody's place."""
    return choose(table.view(who), level).token


TABLES = [
    (preset, players)
    for preset in PRESETS
    for players in ((3, 4) if preset == "club" else (2, 3, 4, 5))  # PC-2
    if players == 2 or PRESETS[preset].deal_hands == "active"
]


def play(preset: str, players: int, deals: int, seed: int, *, offers: float = 0.0) -> Iterator[tuple[State, str]]:
    """Deals between novices and random bots, with claims thrown in: each state with the token that was chosen in it."""
    chance = random.Random(seed)
    progress = Progress.start(start(agree(preset, players=players), players))
    for number in range(deals):
        if progress.state is None:
            return
        match = progress.match
        layout = dealt(PREFERANS, match.next_deal().holders, chance)
        progress = progress.apply(Deal(str(layout)))
        while progress.match is match and isinstance(progress.state, State):
            state = progress.state
            seat = state.actor
            assert seat is not None
            claims = [event for event in state.offers(seat) if isinstance(event, Claim)]
            if claims and chance.random() < offers:
                progress = progress.apply(chance.choice(claims), seat)
                continue
            level = _CHEAP[(seat.position + number) % 3]
            event = choose(state.view(seat), level, seed)
            yield state, event.token
            progress = progress.apply(event, seat)  # raises if it is illegal


# ---- what every bot owes


@pytest.mark.parametrize(("preset", "players"), thinned(TABLES, 3))
def test_every_decision_is_legal_at_every_table(preset: str, players: int, share: Callable[[int], int]) -> None:
    for state, token in play(preset, players, share(30), seed=players, offers=0.03):
        assert token in {event.token for event in state.legal()}


def test_a_bot_gets_a_view_and_nothing_else() -> None:
    for door in (choose, explain):
        assert get_type_hints(door)["view"] == AnyView
    table = Table().deal()
    with pytest.raises(ValueError, match="no bot plays from a State"):
        choose(table.state)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no bot of level 'grandmaster'"):
        choose(table.view("H1"), "grandmaster")
    with pytest.raises(ValueError, match="nothing to decide"):
        choose(table.view("H2"))
    with pytest.raises(ValueError, match="a kibitzer has nothing to decide"):
        choose(table.view(None))


def test_the_face_is_complete() -> None:
    doors = ["allied", "choose", "choose_branch", "explain", "levels", "names", "styles"]
    assert bots.__all__ == ["LEVELS", "Budget", "Candidate", *doors]
    assert LEVELS == ("random", "novice", "amateur", "club", "strong", "expert")


@pytest.mark.parametrize("level", ERRING)
def test_the_same_seed_and_view_give_the_same_event(level: str, share: Callable[[int], int]) -> None:
    for state, _ in islice(play("sochi", 3, 2, seed=3), None, None, 4 // share(4)):  # in short, every fourth moment
        view = state.view(state.actor)
        assert choose(view, level, 5) == choose(view, level, 5)
        assert choose(view, level, 5) == explain(view, level, 5)[0].event


def test_another_process_decides_the_same() -> None:
    code = "from tests.test_bots import play; print(*(token for _, token in play('classic', 4, 4, 7)))"
    found = []
    for hashing in ("1", "2"):
        done = subprocess.run(  # noqa: S603 - this Python, a line of our own
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": hashing},
            capture_output=True,
            text=True,
            check=True,
        )
        found.append(done.stdout)
    assert found[0] == found[1]
    assert len(found[0].split()) > 50


def test_hidden_cards_change_nothing() -> None:
    chance = random.Random(4)
    for state, token in play("sochi", 3, 3, seed=11):
        seat = state.actor
        assert seat is not None
        if state.defence.open or state.phase not in {"auction", "whist"}:
            continue
        other = next(place for place in state.terms.hands if place is not seat and place is not state.declarer)
        third = next(place for place in state.terms.hands if place not in {seat, other})
        hands = list(state.dealt_hands)
        gone = hands[third.position] & state.discarded  # a declarer has put it away, and so it was his
        pool = list(CardSet((hands[other.position] | hands[third.position]) & ~gone))
        chance.shuffle(pool)
        hands[other.position], hands[third.position] = CardSet.of(pool[:10]).bits, CardSet.of(pool[10:]).bits | gone
        assert state.now is not None
        lie = msgspec.structs.replace(state.now.dealt, hands=tuple(hands))
        twin = msgspec.structs.replace(state, now=msgspec.structs.replace(state.now, dealt=lie))
        level = _CHEAP[(seat.position + state.terms.number - 1) % 3]
        assert choose(twin.view(seat), level, 11).token == token


def test_explain_lists_what_was_weighed() -> None:
    table = Table().deal(H1="SA SK SQ SJ ST S9 HA DA CA C7")
    weighed = explain(table.view("H1"))
    assert {candidate.event.token for candidate in weighed} == {"6S", "pass", "misere"}
    assert [candidate.score for candidate in weighed] == sorted((c.score for c in weighed), reverse=True)
    assert weighed[0].why == "bids"


# ---- figures


def scored(preset: str, players: int, deals: int, level: str, other: str, seed: int) -> list[float]:
    """What one bot of a level wins among bots of another, in every seat of every deal."""
    setup = arena.Setup("preferans", (level, other), seed, preset, players, regret=False)
    return [score for number in range(deals) for score in arena.play(setup, number).scores[level]]


@pytest.mark.long
def test_the_novice_beats_chance() -> None:
    scores = scored("sochi", 3, 12, "novice", "random", seed=2)
    assert len(scores) == 36
    assert statistics.mean(scores) > 50


@pytest.mark.long
def test_a_random_bot_loses_to_novices() -> None:
    assert statistics.mean(scored("leningrad", 4, 10, "random", "novice", seed=3)) < -50


@pytest.mark.long
def test_the_novices_games_look_like_preferans(share: Callable[[int], int]) -> None:
    found = figures("sochi", 3, share(600), seed=1)
    assert 0.05 < found.share("allpass") < 0.45
    assert 0.02 < found.share("misere") < 0.30
    assert found.made_share > 0.60
    if found.kinds["misere"] >= 20:  # a tenth of the deals has a handful of misères, which says nothing
        assert found.misere_made_share > 0.55


# ---- positions with an obvious answer


def test_seven_sure_tricks_are_not_passed() -> None:
    for dealer in range(3):
        table = Table(dealer=dealer).deal(H1="SA SK SQ SJ ST S9 S8 H7 D7 C7")
        assert said(table, "H1") == "6S"


def test_a_strong_hand_outbids_a_weak_one_but_not_without_end() -> None:
    table = Table().deal(H1="SA SK SQ SJ HA HK DA DK CA C7", H2="ST S9 HQ HJ DQ DJ CQ CJ CT C9")
    table.goes("6S 6C pass")
    assert said(table, "H1") in {"here", "6D"}
    weak = Table().deal(H2="SK S9 HQ HJ DQ DJ CQ CJ CT C9").goes("6S")
    assert said(weak, "H2") == "pass"


def test_sevens_and_eights_are_a_misere() -> None:
    for hand in ("S7 S8 S9 H7 H9 HJ D7 D8 C7 C9", "S7 S9 SJ H8 D7 D9 DJ DK C7 C8"):
        assert said(Table().deal(H1=hand), "H1") == "misere"


def test_aces_are_no_misere_and_nothing_is_no_game() -> None:
    assert said(Table().deal(H1="S7 S8 SA H7 H9 HA D7 D8 DK C8"), "H1") != "misere"
    assert said(Table().deal(H1="S9 ST SJ H9 HT HJ D9 DT DQ C8"), "H1") == "pass"


def test_misere_is_discarded_from_its_worst_cards() -> None:
    table = Table().deal(H1="S7 S8 S9 H7 H9 HJ D7 D8 C7 C9", talon="SA CA").goes("misere pass pass")
    assert said(table, "H1") == "discard:CA,SA"


def test_a_contract_keeps_its_trumps_and_aces() -> None:
    table = Table().deal(H1="SA SK SQ SJ ST S9 HA DA C7 C8", talon="H7 D7").goes("6S pass pass")
    word = said(table, "H1")
    assert word.startswith("discard:")
    assert not {"SA", "SK", "SQ", "SJ", "ST", "S9", "HA", "DA"} & set(word[8:].split(","))
    table.does("H1", word)
    assert said(table, "H1") in {"contract:8S", "contract:7S"}


def test_four_sure_tricks_whist_and_none_pass() -> None:
    strong = Table().deal(H1="SK SQ SJ ST S9 H7 D7 D8 C7 C8", H2="HA HK DA DK CA CK S7 S8 H8 D9", talon="H9 HT")
    strong.goes("6S pass pass discard:H9,HT contract:6S")
    assert said(strong, "H2") == "whist"
    weak = Table().deal(H1="SA SK SQ SJ ST S9 HA HK D7 C7", H2="H7 H8 H9 HT D8 D9 DT C8 C9 CT", talon="HQ HJ")
    weak.goes("6S pass pass discard:HQ,HJ contract:6S")
    assert said(weak, "H2") == "pass"


def test_the_dealer_looks_before_he_answers() -> None:
    table = Table(players=4).deal(H1="SA SK SQ SJ ST S9 HA HK D7 C7", talon="HQ HJ")
    table.goes("6S pass pass discard:HQ,HJ contract:6S pass half pass")
    assert table.actor == "D"
    assert said(table, "D") == f"peek:{table.seat('H3').value}"
    table.does("D", said(table, "D"))
    assert said(table, "D") in {"pass", "whist"}


def test_the_partner_keeps_his_trick() -> None:
    """The declarer leads, the next defender wins with the ace, the other throws his lowest card on it."""
    hands = {"H1": "SA SK SQ SJ ST H7 H8 D7 C7 C8", "H2": "HA H9 D8 D9 DT C9 CT CJ S7 S8"}
    table = Table().deal(**hands, H3="HK HT HJ DA DK DQ DJ CA CK S9", talon="HQ CQ")
    table.goes("6S pass pass discard:HQ,CQ contract:6S whist whist H7 HA")
    assert said(table, "H3") == "HT"


def test_an_all_pass_is_ducked_and_high_cards_go_under_higher_ones() -> None:
    table = Table().deal(H1="SK H7 D7 C7 H8 D8 C8 H9 D9 C9", H2="SA S7 HT DT CT HJ DJ CJ HQ DQ", talon="ST HA")
    table.goes("pass pass pass SK")
    assert said(table, "H2") == "S7"


@pytest.mark.parametrize("level", ["novice", "club", "expert"])
def test_a_fair_claim_is_accepted_and_a_greedy_one_is_not(level: str) -> None:
    hands = {"H1": "SA SK SQ SJ ST S9 S8 HA HK HQ", "H2": "H7 H8 H9 D7 D8 D9 DA C7 C8 C9"}
    table = Table().deal(**hands, talon="S7 CA").goes("6S pass pass discard:S7,CA contract:6S whist whist")
    h1, h2, h3 = (table.seat(who).value for who in ("H1", "H2", "H3"))

    def claim(n: int) -> str:
        tricks = {h1: n, h2: 10 - n, h3: 0}
        return "claim:" + "-".join(f"{seat.value}{tricks[seat.value]}" for seat in Seat if seat.value in tricks)

    table.does("H1", claim(10))
    assert table.actor == "H2"
    assert said(table, "H2", level) == "yes"  # seven trumps and the three top hearts on lead: ten it is
    weaker = {"H1": "SK SQ SJ ST S9 S8 HA HK HQ D7", "H2": "SA H7 H8 H9 D8 D9 DA C7 C8 C9"}
    table = Table().deal(**weaker, talon="S7 CA").goes("6S pass pass discard:S7,CA contract:6S whist whist")
    table.does("H1", claim(10))
    assert said(table, "H2", level) == "no"


# ---- what the novice knows


def test_worlds_agree_with_all_that_was_seen() -> None:
    chance = random.Random(8)
    for state, _ in play("sochi", 3, 4, seed=21):
        if state.phase != "play" or state.claim is not None:
            continue
        seen = sight(state.view(state.actor))
        for hands in worlds(seen, chance, 3):
            together = 0
            for place, hand in enumerate(hands):
                assert hand.bit_count() == seen.counts[place]
                assert not hand & ~seen.maybe[place]
                assert not hand & together
                together |= hand


def test_the_true_hands_are_always_possible() -> None:
    for state, _ in play("sochi", 4, 6, seed=5):
        if state.phase == "play":
            seen = sight(state.view(state.actor))
            for place, seat in enumerate(seen.seats):
                assert not mask_of(CardSet(state.hands[seat.position])) & ~seen.maybe[place]


def test_the_endgame_is_exact() -> None:
    chance = random.Random(6)
    for _ in range(40):
        size = chance.choice((2, 3, 4))
        cards = chance.sample(range(32), 3 * size)
        hands = tuple(sum(1 << card for card in cards[n::3]) for n in range(3))
        trump = chance.choice((*Suit, None))
        kind: preferans.Kind = "tricks" if trump is not None or chance.random() < 0.5 else "misere"
        places: list[tuple[Seat, CardSet]] = [
            (seat, CardSet.of(cards_of_mask(hand))) for seat, hand in zip((Seat.N, Seat.E, Seat.S), hands, strict=True)
        ]
        layout = Layout.of(places)
        position = preferans.Position(layout.hands, Seat.N, kind=kind, declarer=Seat.E, trump=trump)
        exact = preferans.solve(position).moves
        number = 4 if trump is None else trump.position
        values = Endgame(number, 1, few=kind == "misere", nodes=10**6).values(hands, 0, ())
        for card, value in values.items():
            assert exact[card_of(card)] == value
    with pytest.raises(TooLong):
        Endgame(4, 0, few=False, nodes=3).values((0xF, 0xF0, 0xF00), 0, ())


def test_what_a_hand_is_worth() -> None:
    def hand(text: str) -> int:
        return mask_of(CardSet.parse(text))

    assert tricks_with(hand("AKQJT987.A.A."), 0, leads=True) == pytest.approx(10, abs=0.3)
    assert tricks_with(hand("AKQJ.AKQ.AKQ."), 4, leads=True) > 8
    assert tricks_with(hand("AKQJ9.A7.K7.7"), 0, leads=False) > tricks_with(hand("QJT98.A7.K7.7"), 0, leads=False)
    tricks, kept = best_keep(hand("AKQJT987.A.A.87"), 0, leads=False)
    assert kept == hand("AKQJT987.A.A.")
    assert tricks > 9.5
    assert safety(hand("987.J97.J97.7")) == 1
    assert safety(hand("A.A.98.AKQJT9")) == 0
    assert safe_keep(hand("987.J97.J97.AK7")) == (1, hand("987.J97.J97.7"))


def test_a_bot_may_play_for_two_hands() -> None:
    """Whist with open cards: the whister chooses the passer's cards too (P-3.8.5)."""
    table = Table().deal(H1="SA SK SQ SJ ST S9 HA HK D7 C7", talon="HQ HJ")
    table.goes("6S pass pass discard:HQ,HJ contract:6S whist pass open SA")
    assert table.state.actor is table.seat("H2")
    table.does("H2", said(table, "H2"))
    assert table.turn == "H3"
    assert table.actor == "H2"
    event = choose(table.view("H2"))
    assert isinstance(event, Play)
    assert event.card in CardSet(table.state.hands[table.seat("H3").position])
