"""What every level owes: the same decision for the same view, whatever is hidden; and its budget kept."""

import random
import time
from collections.abc import Callable

import pytest

from kozyr.bots import LEVELS, Budget, choose, explain, levels
from kozyr.bots.arena import Setup, contest, summary
from kozyr.bots.preferans.likelihood import imagine
from kozyr.bots.preferans.race import behind
from kozyr.bots.preferans.worlds import field
from kozyr.games import Event
from kozyr.games.preferans import State
from kozyr.games.preferans.words import Look, Misere, Pass, Play
from tests.levels import ERRING
from tests.longer import longer
from tests.table import Table
from tests.twins import again, moments


def decisions(preset: str, players: int, deals: int, seed: int) -> list[tuple[State, State]]:
    """Moments with a choice, each with a twin that looks the same to whoever decides but has other hidden cards."""
    chance = random.Random(seed)
    found = []
    for empty, state, log in moments(preset, players, deals, seed):
        seat = state.actor
        assert seat is not None
        view = state.view(seat)
        if len(view.legal) < 2 or chance.random() > 0.25:
            continue
        seen = field(view)
        worlds, _ = imagine(view, seen, 4, chance)
        found.append((state, again(empty, view, seen, worlds[-1], log)))
    return found


@pytest.mark.rule("P-3.3.19a")
@pytest.mark.parametrize("level", ["club", "expert"])
def test_the_strong_look_before_they_speak(level: str) -> None:
    """A pass in the dark costs more than its bomb brings; the novice dares one now and then."""
    table = Table("classic", {"allpass.forced_rounds": 0}).deal()
    views = [table.view(table.actor)]
    views.append(table.goes("blind:pass").view(table.actor))
    for view in views:
        found = [explain(view, level, seed)[0] for seed in range(60)]
        assert {one.event for one in found} == {Look()}
        weighed = explain(view, level, 0)
        assert [type(one.event) for one in weighed] == [Look, Pass]
        assert weighed[0].score > weighed[1].score
    assert any(choose(views[0], "novice", seed) == Pass(blind=True) for seed in range(60))


@pytest.mark.parametrize("level", ERRING)
@pytest.mark.parametrize(("preset", "players"), [("sochi", 3), *longer(("classic", 4), ("sochi", 2))])
def test_hidden_cards_change_no_decision(level: str, preset: str, players: int) -> None:
    pairs = decisions(preset, players, 5, seed=11 + players)
    different = 0
    for state, twin in pairs:
        seat = state.actor
        different += state.hands != twin.hands
        mine = explain(state.view(seat), level, 5, Budget(nodes=60_000))
        assert explain(twin.view(seat), level, 5, Budget(nodes=60_000)) == mine
        assert mine[0].event in state.legal()
    assert different > 5


@pytest.mark.parametrize("level", ["club", "expert"])
def test_nodes_are_a_budget_that_repeats(level: str) -> None:
    table = Table().deal(H1="SA SK SQ SJ HA HK DA DK CA C7", talon="H9 HT")
    view = table.goes("6S pass pass discard:H9,HT contract:6S whist whist").view("H1")
    few, many = (explain(view, level, 1, Budget(nodes=nodes)) for nodes in (2_000, 100_000))
    assert few == explain(view, level, 1, Budget(nodes=2_000))
    assert float(few[0].facts["worlds"]) < float(many[0].facts["worlds"])


@pytest.mark.parametrize("level", ["club", "expert"])
def test_time_is_a_budget_too(level: str) -> None:
    """Never over it but for a rule of thumb's few milliseconds; here with room for a busy machine."""
    for state, _ in decisions("sochi", 3, 2, seed=3):
        view = state.view(state.actor)
        choose(view, level, 1)  # what is loaded and cached once is not thinking
        begun = time.thread_time()
        event: Event = choose(view, level, 1, Budget(seconds=0.05))
        assert time.thread_time() - begun < 0.1
        assert event in view.legal


def test_no_time_at_all_still_gives_a_legal_event() -> None:
    for state, _ in decisions("sochi", 3, 2, seed=8):
        view = state.view(state.actor)
        assert choose(view, "expert", 1, Budget(seconds=0.0)) in view.legal
        assert choose(view, "expert", 1, Budget(nodes=0)) in view.legal


def test_a_level_that_a_game_has_not_is_refused() -> None:
    assert levels("preferans") == LEVELS
    assert levels("chess") == ()
    assert set(levels("deberts")) <= set(LEVELS)


def test_searched_cards_say_what_they_bring() -> None:
    table = Table().deal(H1="SA SK SQ SJ ST S9 HA HK D7 C7", talon="HQ HJ")
    table.goes("6S pass pass discard:HQ,HJ contract:6S whist whist")
    best, *_ = weighed = explain(table.view("H1"), "club")
    assert isinstance(best.event, Play)
    assert best.unit == "whists"
    assert float(best.facts["tricks"]) >= 8
    assert [one.score for one in weighed] == sorted((one.score for one in weighed), reverse=True)
    assert (best.facts["whose"], best.facts["wants"]) == ("me", "more")
    table.goes("SA")  # from now on a defender decides
    assert {one.facts["wants"] for one in explain(table.view("H2"), "club")} == {"fewer"}


def test_a_pass_speaks_of_an_all_pass_only_where_there_may_be_one() -> None:
    table = Table().deal(H1="S9 ST SJ H9 HT HJ D9 DT DQ C8", H2="S7 S8 SQ H7 H8 HQ D7 D8 C7 C9")
    passes = {one.event.token: one.facts for one in explain(table.view("H1"), "expert")}["pass"]
    assert "tricks" in passes
    later = {one.event.token: one.facts for one in explain(table.goes("6S").view("H2"), "expert")}["pass"]
    assert later == {}


def test_every_card_of_an_all_pass_is_searched() -> None:
    """Rules of thumb once played the first three tricks. Long endings take milliseconds a world, so few are solved."""
    table = Table().deal(H1="S7 ST SK H8 HJ HA D7 DT C9 CQ", H2="S8 SJ SA H9 HQ D8 DJ C7 CT CK").goes("pass pass pass")
    looked: dict[int, set[float]] = {}
    while table.actor is not None:
        view = table.view(table.actor)
        found = explain(view, "expert", 3)
        if view.turn is not None and len(found) > 1:
            assert {one.unit for one in found} == {"whists"}
            looked.setdefault(view.hands[view.turn].count, set()).add(float(found[0].facts["worlds"]))
        table.goes(found[0].event.token)
    assert {10, 9, 8, 7, 6} <= set(looked)
    assert max(max(looked[many]) for many in (10, 9, 8, 7)) <= 60


# ---- positions with an obvious answer


def said(table: Table, who: str, level: str = "expert") -> str:
    return choose(table.view(who), level).token


def test_sure_tricks_are_bid_and_aces_are_no_misere() -> None:
    assert said(Table().deal(H1="SA SK SQ SJ ST S9 S8 H7 D7 C7"), "H1") == "6S"
    assert said(Table().deal(H1="S7 S8 S9 H7 H9 HJ D7 D8 C7 C9"), "H1") == "misere"
    assert said(Table().deal(H1="S7 ST SA H7 HQ HA D7 DQ DK C8"), "H1") != "misere"
    assert said(Table().deal(H1="S9 ST SJ H9 HT HJ D9 DT DQ C8"), "H1") == "pass"


def test_nobody_names_what_he_cannot_make() -> None:
    """A novice might not whist a ten; a bot that counted on it would name one on seven tricks."""
    table = Table().deal(H1="SA SK SQ SJ ST H9 HA DA C7 C8", talon="H7 D7").goes("6S pass pass")
    word = said(table, "H1")
    assert not {"SA", "SK", "SQ", "SJ", "ST", "HA", "DA"} & set(word[8:].split(","))
    table.does("H1", word)
    assert said(table, "H1")[:10] == "contract:7"


def test_four_sure_tricks_whist_and_none_pass() -> None:
    strong = Table().deal(H1="SK SQ SJ ST S9 H7 D7 D8 C7 C8", H2="HA HK DA DK CA CK S7 S8 H8 D9", talon="H9 HT")
    strong.goes("6S pass pass discard:H9,HT contract:6S")
    assert said(strong, "H2") == "whist"
    weak = Table().deal(H1="SA SK SQ SJ ST S9 HA HK D7 C7", H2="H7 H8 H9 HT D8 D9 DT C8 C9 CT", talon="HQ HJ")
    weak.goes("6S pass pass discard:HQ,HJ contract:6S")
    assert said(weak, "H2") == "pass"


def test_a_sure_trick_is_not_given_away() -> None:
    """With all cards known but the discard the search is exact: the queen is finessed where she lies."""
    table = Table().deal(H1="SA SK SJ ST S9 S8 HA HK DA CA", H2="SQ S7 H7 H8 D7 D8 D9 C7 C8 C9", talon="HQ HJ")
    table.goes("6S pass pass discard:HQ,HJ contract:6S whist pass open")
    assert said(table, "H1") == "SA"


def test_who_is_ahead_by_enough_is_looked_at_no_longer() -> None:
    leader, near, far = [3.0, 5.0] * 20, [5.0, 2.0] * 20, [-5.0, -4.0] * 20
    assert behind({1: leader, 2: near, 3: far}, [1.0] * 40) == {3}
    assert behind({1: leader, 2: leader}, [1.0] * 40) == {2}  # nothing can be won between them
    assert behind({1: leader[:5], 3: far[:5]}, [1.0] * 5) == set()  # five worlds prove nothing
    assert behind({1: leader, 3: far}, [0.0] * 40) == set()


def test_the_expert_stops_when_a_card_is_clearly_best() -> None:
    """A card that wins in every world needs no more of them, whatever patience the level has."""
    table = Table().deal(H1="SA SK SQ SJ ST S9 HA HK DA CA", H2="S7 S8 H7 H8 D8 D9 C8 C9 CT CJ", talon="HQ HJ")
    table.goes("6S pass pass discard:HQ,HJ contract:6S whist whist")
    weighed = explain(table.view("H1"), "expert")
    assert float(weighed[0].facts["worlds"]) < 300
    assert len(weighed) == 10


def test_the_club_beats_the_novice(share: Callable[[int], int]) -> None:
    """A handful of deals in `make test` says only that nothing is upside down; docs/benchmarks.md has the figures."""
    setup = Setup("preferans", ("club", "novice"), seed=12, preset="sochi", players=3, nodes=60_000)
    found = summary(setup, list(contest(setup, share(100))))
    club, _ = found.standings
    assert club.interval is not None
    assert club.score > -2 * club.interval
    assert club.p95_ms < 1000


# ---- misères at the price that experts make them pay


@pytest.mark.parametrize(
    ("hand", "calls"),
    [
        ("S7 ST SQ SA H7 HT D7 DT DJ CQ", "pass"),
        ("SJ H7 HT D7 DJ DK C7 C9 CT CJ", "6S"),
        ("S7 ST H7 D7 DT DQ C7 CJ CQ CK", ""),
    ],
)
def test_a_misere_that_experts_catch_is_bid_by_the_tables_alone(hand: str, calls: str) -> None:
    """The tables call each of them safe in four deals of five; experts catch two of three."""
    who = f"H{len(calls.split()) + 1}"
    table = Table().deal(**{who: hand})
    if calls:
        table.goes(calls)
    assert said(table, who, "novice") == "misere"
    assert said(table, who) != "misere"
    (weighed,) = (one for one in explain(table.view(who), "expert") if isinstance(one.event, Misere))
    assert weighed.score < -40


def test_a_sure_misere_is_worth_its_price_to_an_expert() -> None:
    """Ten points of the pool for one of three players, less one misère in fifty that is spoilt."""
    table = Table().deal(H1="S7 S8 S9 ST H7 H8 H9 D7 D8 D9")
    first = explain(table.view("H1"), "expert")[0]
    assert (first.event.token, first.unit) == ("misere", "whists")
    assert first.score == pytest.approx(0.98 * 200 / 3 - 0.02 * 200 / 3)
    assert first.facts["safe"] == 0.98


@pytest.mark.rule("P-3.6.9")
@pytest.mark.parametrize(
    ("hand", "answer"), [("S7 S8 S9 ST H7 H8 H9 D7 D8 D9", "yes"), ("S7 SQ SK SA H7 HT D8 DT DJ CQ", "no")]
)
def test_an_expert_dealer_shares_a_misere_that_experts_do_not_catch(hand: str, answer: str) -> None:
    table = Table(players=4).deal(H1=hand).goes("invite")
    assert said(table, "D") == answer
