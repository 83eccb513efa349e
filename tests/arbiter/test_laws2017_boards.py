"""The Laws of 2017: adjusted scores (12), cards and boards (13-15), errors of the director (9-11, 82), teams and fouled boards (86, 87)."""

from typing import Any

import pytest

from kozyr.cards import Seat
from kozyr.games.refusal import Refused
from tests.arbiter.hearing import Hearing, called, read
from tests.arbiter.test_laws2017_cards import DEAL, GAME, TRICK, heard, legal

PAIRS = '[Game "bridge"] [Preset "duplicate"] [Players "4"] [Option "edition=3"]'
TEAMS = '[Game "bridge"] [Preset "teams"] [Players "4"] [Option "edition=3"]'


def told(kind: str, events: str = "", head: str = PAIRS, **more: Any) -> Hearing:
    """The ruling of 2017 on an incident; a match without cards, if no events are told."""
    return called(read(head, events), {"type": kind, **more})


def per_cent(found: Hearing, choice: int = 0) -> dict[str, str]:
    """The artificial scores of a branch by player, in per cent."""
    scores = [one.split("=")[1].split(",") for one in found.effects[choice].split("+")]
    assert all(kind == "artificial" for kind, _, _ in scores)
    return {name: points for _, name, points in scores}


def pairs(ns: int | str, ew: int | str) -> dict[str, str]:
    """What North-South and East-West get."""
    return {"N": str(ns), "E": str(ew), "S": str(ns), "W": str(ew)}


# ------------------------------------------------------------------ adjusted scores


@pytest.mark.law("12A2", "12C2a")
def test_an_average_follows_the_fault_of_the_pair() -> None:
    none = told("adjusted", why="no_normal_play", guilt={})
    assert per_cent(none) == pairs(60, 60)
    # W is partly at fault and E fully: the pair is at fault. N is partly at fault, and so is his pair.
    found = told("adjusted", why="no_normal_play", guilt={"E": "fully", "W": "partly", "N": "partly"})
    assert per_cent(found) == pairs(50, 40)
    assert found.cites("LDB-12A2", "LDB-12C2a")
    assert not found.cites("LDB-12C2b")


@pytest.mark.law("12C2b")
def test_at_imps_average_plus_is_three() -> None:
    found = told("adjusted", head=TEAMS, why="no_normal_play", guilt={"E": "fully", "W": "fully"})
    assert per_cent(found) == pairs(60, 40)
    assert found.cites("LDB-12C2b")
    assert found.ruling.reason.code == "db.score.average_imps"


@pytest.mark.law("12C2d")
@pytest.mark.parametrize(
    ("events", "incident"),
    [
        ("1S pass 2S", {"type": "wrong_box", "entry": 2}),
        ("1S pass", {"type": "agreement", "how": "forbidden", "seat": "E"}),
    ],
)
def test_an_artificial_score_needs_others_who_play_the_board(events: str, incident: dict[str, Any]) -> None:
    record = read('[Game "bridge"] [Preset "rubber"] [Players "4"] [Option "laws=2017"]', f"{DEAL} {events}")
    with pytest.raises(Refused) as error:
        called(record, incident)
    assert error.value.refusal.code == "score_unfit"


def test_regulations_set_other_shares_from_the_second_board_without_a_result() -> None:
    second: dict[str, Any] = {"why": "no_normal_play", "guilt": {"E": "fully"}, "again": True, "regulated": "55 71/2"}
    found = told("adjusted", **second)
    assert per_cent(found) == pairs(55, "71/2")
    assert found.cites("LDB-12C2d", "LDB-12A2")
    assert not found.cites("LDB-12C2a")
    assert per_cent(told("adjusted", head=TEAMS, **{**second, "regulated": "50 40"})) == pairs(50, 40)
    for change, said in (
        ({"again": False}, "only from the second board"),
        ({"regulated": ""}, "what do the regulations give"),
        ({"regulated": "55"}, "two numbers"),
        ({"regulated": "55 -5"}, "two numbers"),
        ({"regulated": "101 40"}, "from 0 to 100"),
        ({"regulated": "55 1/0"}, "from 0 to 100"),
        ({"outcomes": "620 100"}, "again: that is not asked"),
        ({"session": {"N": 67}}, "session: that is not asked"),
    ):
        with pytest.raises(Refused, match=said):
            told("adjusted", **{**second, **change})
    with pytest.raises(Refused, match="at IMPs 60, 50 or 40"):
        told("adjusted", head=TEAMS, **second)


@pytest.mark.law("12C2c")
def test_a_better_session_than_sixty_counts_for_the_innocent_and_a_worse_than_forty_for_the_guilty() -> None:
    guilt = {"E": "fully", "W": "fully"}
    found = told("adjusted", why="no_normal_play", guilt=guilt, session={"N": 67, "E": "71/2"})
    assert per_cent(found) == pairs(67, "71/2")  # 35.5 per cent
    found = told("adjusted", why="no_normal_play", guilt=guilt, session={"N": 55, "E": 48})
    assert per_cent(found) == pairs(60, 40)
    found = told("adjusted", why="no_normal_play", guilt={"E": "partly"}, session={"E": 70})
    assert per_cent(found) == pairs(60, 50)  # who is partly at fault has no part in it
    with pytest.raises(Refused, match="from 0 to 100"):
        told("adjusted", why="no_normal_play", guilt=guilt, session={"N": 101})
    with pytest.raises(Refused, match="at IMPs"):
        told("adjusted", head=TEAMS, why="no_normal_play", guilt=guilt, session={"N": 70})


@pytest.mark.law("12A1", "12C1a", "12C1b", "12C1d")
def test_a_likely_outcome_is_assigned_and_none_that_can_be_seen_makes_an_average() -> None:
    one = told("adjusted", why="no_compensation", guilt={}, outcomes="-420 100")
    assert one.effects == ["share=NS,-420,100+share=EW,420,100"]
    assert one.cites("LDB-12A1", "LDB-12C1a", "LDB-12C1b")
    two = told("adjusted", why="no_compensation", guilt={}, outcomes="620 60, -100 40")
    assert two.effects == ["share=NS,620,60,-100,40+share=EW,-620,60,100,40"]
    assert two.cites("LDB-12C1b", "LDB-12C1c")
    many = told("adjusted", why="no_compensation", guilt={"N": "fully"})
    assert per_cent(many) == pairs(40, 60)
    assert many.cites("LDB-12C1d")
    with pytest.raises(Refused, match="other boards do not matter"):
        told("adjusted", why="no_compensation", guilt={}, outcomes="620 100", session={"N": 70})


@pytest.mark.law("12A3")
def test_nobody_is_guilty_of_a_wrong_rectification() -> None:
    found = told("adjusted", why="wrong_penalty", guilt={"E": "innocent"})
    assert per_cent(found) == pairs(60, 60)
    assert found.cites("LDB-12A3")
    with pytest.raises(Refused, match="no side is guilty"):
        told("adjusted", why="wrong_penalty", guilt={"E": "partly"})


# ------------------------------------------------------------------ cards


@pytest.mark.law("13A1", "13A2")
def test_a_wrong_number_of_cards_before_a_call_is_put_right() -> None:
    assert told("pocket_count", seat="E").cites("LDB-13A1")
    seen = told("pocket_count", seat="E", seen=True)
    assert (seen.effects, seen.cites("LDB-13A2")) == (["play-on"], True)  # an adjustment waits for the end of play
    with pytest.raises(Refused, match="nobody has called"):
        told("pocket_count", seat="E", playable=True)


@pytest.mark.law("13B1", "13B2", "13D")
def test_a_call_with_a_wrong_number_of_cards_stands_only_where_the_deal_can_be_played() -> None:
    events = f"{DEAL} 1S pass"
    assert told("pocket_count", events, seat="E", playable=True).effects == ["play-on"]
    found = told("pocket_count", events, seat="E", guilty=["E"])
    assert per_cent(found) == pairs(60, 40)
    assert found.cites("LDB-13B2", "LDB-12C2a")
    after = found.after()  # the board has no result, and the next one comes
    assert after.state is not None
    assert (after.state.terms.dealer, after.state.now, after.outcomes) == (Seat.E, None, ())
    # S has not called yet: the hand of S is simply put right.
    assert told("pocket_count", events, seat="S").cites("LDB-13A1")
    late = told("pocket_count", seat="E", played=True)
    assert (per_cent(late), late.cites("LDB-13D")) == (pairs(60, 60), True)


@pytest.mark.law("13C")
def test_a_card_of_another_pack_is_removed() -> None:
    found = told("pocket_count", f"{DEAL} 1S pass", seat="E", surplus=True)
    assert (found.effects, found.cites("LDB-13C")) == (["play-on"], True)
    played = told("pocket_count", seat="E", surplus=True, played=True)
    assert played.effects[0] == "play-on"
    assert per_cent(played, 1) == pairs(60, 60)


@pytest.mark.law("14A1", "14A2", "14C")
def test_a_missing_card_is_found_or_the_deal_put_together_before_the_lead() -> None:
    gone = GAME
    found = heard(gone, {"type": "card_missing", "seat": "E", "card": "DQ", "found": "elsewhere"})
    assert (found.effects, found.cites("LDB-14A1", "LDB-14C")) == (["play-on"], True)
    rebuilt = heard(gone, {"type": "card_missing", "seat": "E", "card": "DQ", "found": "no"})
    assert rebuilt.cites("LDB-14A2")
    with pytest.raises(Refused, match="no card has been played"):
        heard(gone, {"type": "card_missing", "seat": "E", "card": "DQ", "found": "played"})


@pytest.mark.law("14B1", "14B2", "14B3", "14B4")
def test_after_the_lead_a_defenders_card_that_is_found_may_be_a_penalty_card() -> None:
    gone = TRICK
    found = heard(gone, {"type": "card_missing", "seat": "E", "card": "CK", "found": "elsewhere"})
    assert found.effects == ["play-on", "open=E,CK,by,N"]
    assert found.cites("LDB-14B2", "LDB-14B4", "LDB-14C")
    assert legal(found, 1, more="C2") == ["CK"]  # a major penalty card
    assert heard(gone, {"type": "card_missing", "seat": "E", "card": "CK", "found": "no"}).cites("LDB-14B3")
    played = heard(gone, {"type": "card_missing", "seat": "E", "card": "CK", "found": "played"})
    assert (played.effects, played.cites("LDB-14B1")) == (["play-on"], True)
    own = heard(TRICK, {"type": "card_missing", "seat": "N", "card": "SA", "found": "elsewhere"})
    assert own.effects == ["play-on"]  # the declarer's cards are never penalty cards
    with pytest.raises(Refused, match="somebody holds it"):
        heard(gone, {"type": "card_missing", "seat": "W", "card": "CK", "found": "no"})
    with pytest.raises(Refused, match="it has been played"):
        heard(gone, {"type": "card_missing", "seat": "E", "card": "DQ", "found": "no"})


# ------------------------------------------------------------------ wrong boards


@pytest.mark.law("15A1", "15A1a", "15A1b", "15A2", "15A3")
def test_a_call_on_the_cards_of_another_board_is_cancelled_until_the_partner_calls() -> None:
    assert told("wrong_box").cites("LDB-15A1")
    # E calls on wrong cards, and S over it: both calls are cancelled, and E calls again.
    found = told("wrong_box", f"{DEAL} 1S 2H pass", entry=3)
    assert (found.effects, found.cites("LDB-15A1b", "LDB-15A3")) == (["back=2"], True)
    after = found.after().state
    assert after is not None
    assert after.turn is Seat.E
    late = told("wrong_box", f"{DEAL} 1S 2H pass 3H", entry=3)
    assert (per_cent(late), late.cites("LDB-15A1a")) == (pairs(60, 40), True)
    assert told("wrong_box", later="same").effects == ["play-on"]
    assert per_cent(told("wrong_box", later="another")) == pairs(60, 60)
    with pytest.raises(Refused, match="which call"):
        told("wrong_box", f"{DEAL} 1S")
    with pytest.raises(Refused, match="2017 does not ask for distorted; competitions does"):
        told("wrong_box", distorted=True)


@pytest.mark.law("15B1", "15B2", "15B3")
def test_a_wrong_board_counts_if_it_was_new_to_all_four() -> None:
    new = told("wrong_board")
    assert (new.effects, new.cites("LDB-15B2")) == (["play-on"], True)
    had = told("wrong_board", before=["E", "W"])
    assert per_cent(had) == {"N": "60", "S": "60"}
    assert had.cites("LDB-15B1", "LDB-15B3", "LDB-12C2a")
    own = told("wrong_board", before=["E"], guilt={"N": "partly"})
    assert per_cent(own) == {"N": "50", "S": "50"}  # they had looked at the wrong number
    both = told("wrong_board", before=["E", "N"])
    assert both.effects == ["redeal=same"]
    with pytest.raises(Refused, match="nobody has lost a score"):
        told("wrong_board", guilt={"N": "fully"})


@pytest.mark.law("87A", "87B", "87C")
def test_copies_that_differ_are_rated_apart_at_pairs() -> None:
    found = told("fouled")
    assert (found.effects, found.cites("LDB-87A", "LDB-87B"), found.cites("LDB-87C")) == (["play-on"], True, False)
    assert told("fouled", head=TEAMS).cites("LDB-87C")


# ------------------------------------------------------------------ teams


@pytest.mark.law("86A")
def test_a_board_of_a_match_is_dealt_again_only_while_the_result_is_open() -> None:
    assert told("team_board", head=TEAMS, how="redeal").effects == ["redeal=same"]
    found = told("team_board", head=TEAMS, how="redeal", known=True)
    assert (per_cent(found), found.cites("LDB-86A", "LDB-12C2b")) == (pairs(60, 60), True)
    with pytest.raises(Refused, match="favours: that is not asked"):
        told("team_board", head=TEAMS, how="redeal", favours="NS")


@pytest.mark.law("86B1")
def test_one_result_that_favours_a_side_is_met_by_a_likely_one() -> None:
    # The other table has 6 spades just made; here the slam was not to be missed, but might fail.
    more = {"head": TEAMS, "how": "one_result", "favours": "EW"}
    found = told("team_board", **more, outcomes="1430 70, -100 30")
    assert found.effects == ["share=NS,1430,70,-100,30+share=EW,-1430,70,100,30"]
    assert found.cites("LDB-86B1", "LDB-12C1c")
    with pytest.raises(Refused, match="which outcomes"):
        told("team_board", **more)
    level = told("team_board", head=TEAMS, how="one_result", guilt={"N": "fully"})
    assert per_cent(level) == pairs(40, 60)


@pytest.mark.law("86B2a", "86B2b", "86B2c")
def test_results_that_cannot_be_compared_go_by_the_fault_of_the_sides() -> None:
    none = told("team_board", head=TEAMS, how="incomparable")
    assert per_cent(none) == pairs(60, 60)
    assert none.effects[1] == "redeal=same"  # a new board, if there is time
    one = told("team_board", head=TEAMS, how="incomparable", guilt={"E": "partly"}, outcomes="620 100")
    assert per_cent(one) == pairs(60, 50)
    assert one.effects[1] == "share=NS,620,100+share=EW,-620,100"
    assert one.cites("LDB-86B2b", "LDB-12C2b")
    both = told("team_board", head=TEAMS, how="incomparable", guilt={"E": "partly", "S": "fully"})
    assert (per_cent(both), both.cites("LDB-86B2c")) == (pairs(40, 50), True)
    with pytest.raises(Refused, match="outcomes: that is not asked"):
        told("team_board", head=TEAMS, how="incomparable", outcomes="620 100")


# ------------------------------------------------------------------ the director


@pytest.mark.law("11A", "11B", "9B")
def test_who_acts_before_the_director_comes_loses_a_gain_and_nothing_else() -> None:
    free = told("no_director", how="acted", offender="E")
    assert (free.effects, free.cites("LDB-11A", "LDB-9B")) == (["play-on"], True)
    found = told("no_director", how="acted", offender="E", gained=True, outcomes="140 100")
    # The innocents get what they would have had; the offenders keep their score.
    assert found.effects == ["play-on", "share=NS,140,100", "play-on+warn=E"]
    other = told("no_director", how="acted", offender="S", gained=True, outcomes="140 100")
    assert other.effects[1] == "share=EW,-140,100"
    assert other.cites("LDB-11B")
    assert told("no_director", how="acted", offender="E", gained=True).effects == ["play-on", "play-on+warn=E"]
    with pytest.raises(Refused, match="outcomes: that is not asked"):
        told("no_director", how="acted", offender="E", outcomes="140 100")


@pytest.mark.law("10A", "10B", "10C1", "10C2", "9C")
def test_what_players_settle_by_themselves_may_be_cancelled() -> None:
    # S has led out of turn, and the players let it be led again by themselves.
    found = told("no_director", f"{GAME} DQ D4 D7 DA SA", how="settled", offender="E", entry=6)
    assert (found.effects, found.cites("LDB-10A", "LDB-10B")) == (["play-on", "back=5"], True)
    assert told("no_director", how="settled", offender="E").effects == ["play-on"]
    own = told("no_director", how="corrected", offender="E")
    assert (own.effects, own.cites("LDB-9C")) == (["play-on"], True)
    choice = told("no_director", how="consulted", offender="E")
    assert (choice.effects, choice.cites("LDB-10C1", "LDB-10C2")) == (["play-on", "play-on+warn=E"], True)
    with pytest.raises(Refused, match="gained: that is not asked"):
        told("no_director", how="corrected", offender="E", gained=True)


@pytest.mark.law("82A", "82B1", "82B2", "82C")
def test_after_the_directors_own_error_both_sides_are_innocent() -> None:
    found = told("arbiter_error")
    assert (per_cent(found), found.cites("LDB-82C")) == (pairs(60, 60), True)
    assert told("arbiter_error", scorable=True).effects == ["play-on"]
    order = told("arbiter_error", procedure=True)
    assert order.effects[0] == "play-on"
    assert per_cent(order, 1) == pairs(60, 60)
    assert order.cites("LDB-82A", "LDB-82B1", "LDB-82B2")
    assert told("arbiter_error", procedure=True, scorable=True).effects == ["play-on"]


def test_by_the_source_the_rules_of_competitions_answer_as_before() -> None:
    source = '[Game "bridge"] [Players "4"]'
    found = told("pocket_count", head=source, seat="E", seen=True, material=True)
    assert found.cites("PT-I.11.3.B.2")
    assert told("wrong_board", head=source).cites("PT-I.11.6.A")
    with pytest.raises(Refused, match="source-001 does not ask for outcomes; 2017 does"):
        told("adjusted", head=source, why="no_normal_play", guilt={}, outcomes="620 100")
    with pytest.raises(Refused, match="source-001 has no ruling on team_board; 2017 has"):
        told("team_board", head=source, how="redeal")


@pytest.mark.law("82B3")
def test_the_other_powers_remain_where_a_player_erred_in_procedure() -> None:
    found = told("arbiter_error", procedure=True, offender="E")
    assert found.effects[0] == "play-on"
    assert per_cent(found, 1) == pairs(60, 60)
    assert found.effects[2:] == ["play-on+warn=E"]
    assert found.cites("LDB-82B3", "LDB-90A", "LDB-82B1")
    assert told("arbiter_error", procedure=True, offender="E", scorable=True).effects == ["play-on", "play-on+warn=E"]
    assert not told("arbiter_error", procedure=True).cites("LDB-82B3")
    with pytest.raises(Refused, match="offender: that is not asked"):
        told("arbiter_error", offender="E")


@pytest.mark.law("86B3")
def test_regulations_may_score_a_board_of_one_table() -> None:
    found = told("team_board", head=TEAMS, how="one_result", regulated="60 50")
    assert per_cent(found) == pairs(60, 50)
    assert found.ruling.laws == ("LDB-86B3",)
    with pytest.raises(Refused, match="regulated: that is not asked"):
        told("team_board", head=TEAMS, how="incomparable", regulated="60 50")
    with pytest.raises(Refused, match="favours: that is not asked"):
        told("team_board", head=TEAMS, how="one_result", regulated="60 50", favours="NS")
    with pytest.raises(Refused, match="at IMPs 60, 50 or 40"):
        told("team_board", head=TEAMS, how="one_result", regulated="55 45")


@pytest.mark.law("40B3")
@pytest.mark.parametrize("upon", ["question", "answer", "own_irregularity"])
def test_no_pair_agrees_on_other_meanings_after_its_own_doings(upon: str) -> None:
    found = told("agreement", how="varied", seat="E", upon=upon)
    assert found.effects == ["play-on", "play-on+warn=E"]
    assert found.ruling.laws == ("LDB-40B3", "LDB-40B5")
    harmed = told("agreement", how="varied", seat="E", upon=upon, outcomes="620 60, -100 40")
    assert harmed.effects == ["share=NS,620,60,-100,40+share=EW,-620,60,100,40"]
    assert harmed.cites("LDB-40B3", "LDB-12C1c")


@pytest.mark.law("40B2a")
def test_after_an_opponents_irregularity_meanings_may_change_unless_regulations_forbid_it() -> None:
    found = told("agreement", how="varied", seat="E", upon="their_irregularity")
    assert (found.effects, found.ruling.laws) == (["play-on"], ("LDB-40B2a",))
    forbidden = told("agreement", how="varied", seat="E", upon="their_irregularity", outcomes="-50 100")
    assert forbidden.effects == ["share=NS,-50,100+share=EW,50,100"]
    with pytest.raises(Refused, match="upon what did the pair agree"):
        told("agreement", how="varied", seat="E")
    with pytest.raises(Refused, match="upon: that is not asked"):
        told("agreement", how="aid", seat="E", upon="question")
