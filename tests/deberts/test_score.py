"""The party: counting, bait, hanging bait, closing, who deals and who wins (D-SCORE, D-BAIT, D-CLOSE, D-MATCH)."""

import msgspec
import pytest

from kozyr.deals import DEBERTS, fair_deal
from kozyr.games import Deal, Progress, Reason, Refusal
from kozyr.games.deberts import Outcome, Party, agree, parse, start
from kozyr.games.deberts.sheet import Entry
from kozyr.games.deberts.words import Correction, Stop, Substitute
from tests.cases import Row, case
from tests.duel import Duel, line, party, recorded, scores

PLACE = {"A": 0, "B": 1}  # the examples' players: A is N


def after(found: Party, *outcomes: Outcome) -> Party:
    """The party after more deals."""
    for outcome in outcomes:
        found = recorded(found, outcome)
    return found


@case("W-D-SCORE-4-1", "W-D-SCORE-4-2")
def test_a_declarer_with_more_keeps_his_own_else_he_is_in_bait(row: Row) -> None:
    maker, other = row.situation["declarer"], row.situation["opponent"]
    found = party().record(line("N", maker, other))
    assert found.sheet.points == (row.expected["declarer_writes"], row.expected["opponent_writes"])
    laws = {entry.law for entry in found.sheet.entries}
    assert laws == {"D-SCORE-4"}


@pytest.mark.rule("D-SCORE-2")
def test_combinations_bella_and_cards_are_counted_together() -> None:
    told = b'{"dealer":"N","maker":"S","trump":"H","points":{"N":62,"S":90},"melds":{"S":["terz"]},"bella":"S"}'
    outcome = msgspec.json.decode(told, type=Outcome)
    assert msgspec.json.encode(outcome) == told
    assert party().record(outcome).sheet.points == (62, 130)
    # The combinations decide about bait as the cards do.
    assert party().record(line("S", 80, 60, melds={"S": ["terz"]}, bella="S")).sheet.points == (80, 100)
    assert party().record(line("N", 80, 60, melds={"S": ["terz"]}, bella="S")).sheet.points == (0, 180)


@case("W-D-BAIT-1-1")
def test_equal_points_hang_until_the_next_deal(row: Row) -> None:
    first, second = row.situation["deal_1"], row.situation["deal_2"]
    maker = "NS"[PLACE[first["declarer"]]]
    found = party().record(line(maker, first["A"], first["B"]))
    want = row.expected["after_1"]
    assert found.sheet.points == (want["A"], want["B"])
    assert found.sheet.hanging == (want["hanging"],)
    found = recorded(found, line("S", second["A"], second["B"]))
    assert found.sheet.hanging == ()
    takers = [entry.who for entry in found.sheet.entries if entry.why == "pot"]
    assert takers == [PLACE[row.expected["hanging_goes_to"]]]
    assert found.sheet.points == (60, 76 + 90 + 76)


@case("W-D-BAIT-2-1")
def test_repeated_hanging_baits_wait_together_or_in_a_queue(row: Row) -> None:
    for form in ("accumulate", "queue"):
        found = party(changes={"hanging": form})
        for points in row.situation["hanging"]:
            found = recorded(found, line("S", points, points))
        assert list(found.sheet.hanging) == row.situation["hanging"]
        before = found.sheet.points[0]
        found = recorded(found, line("N", 90, 60))
        want = row.expected[form]
        assert found.sheet.points[0] - before - 90 == want["A_gets"]
        assert sum(found.sheet.hanging) == want.get("still_hanging", 0)


@pytest.mark.rule("D-BAIT-1", "D-BAIT-2")
def test_what_hangs_goes_to_the_opponent_when_the_next_declarer_is_in_bait() -> None:
    found = after(party(), line("N", 70, 70), line("N", 60, 80))
    assert found.sheet.points == (0, 70 + 80 + 60 + 70)


@pytest.mark.rule("D-BAIT-2")
@pytest.mark.parametrize(
    ("form", "points", "hanging"),
    [("burn", (0, 130), (60,)), ("bait", (0, 260), ()), ("keep", (130, 130), ()), ("accumulate", (0, 130), (70, 60))],
)
def test_other_forms_of_the_hanging_bait(form: str, points: tuple[int, int], hanging: tuple[int, ...]) -> None:
    found = after(party(changes={"hanging": form}), line("N", 70, 70), line("N", 60, 60))
    assert (found.sheet.points, found.sheet.hanging) == (points, hanging)


@case("W-D-DEAL-7-1")
def test_who_got_more_points_deals(row: Row) -> None:
    points = row.situation["points"]
    found = party().record(line("N", points["A"], points["B"]))
    assert found.dealer == PLACE[row.expected["next_dealer"]]


@pytest.mark.rule("D-DEAL-7")
def test_who_deals_after_bait_and_hanging_bait() -> None:
    assert party().record(line("N", 60, 90)).dealer == 1
    assert party().record(line("N", 0, 130, bait="N")).dealer == 1
    tie = line("S", 70, 70)  # N, the opponent, writes
    assert party().record(tie).dealer == 0
    assert party().record(line("N", 70, 70)).dealer == 1
    assert party(changes={"dealer_on_tie": "same"}).record(line("N", 70, 70)).dealer == 0
    assert party(changes={"dealer_on_tie": "alternate"}).record(tie).dealer == 1
    assert party(changes={"next_dealer": "alternate"}).record(line("N", 90, 60)).dealer == 1
    assert party().record(Outcome("S")).dealer == 0


@pytest.mark.rule("D-DEAL-7", "D-BID-3")
def test_a_line_whose_dealer_is_not_due_is_refused() -> None:
    for first, due, other, law in (
        (line("N", 90, 60), "N", "S", "D-DEAL-7"),  # who got more deals
        (line("N", 60, 90), "S", "N", "D-DEAL-7"),
        (line("N", 90, 60, dealer="S"), "N", "S", "D-DEAL-7"),  # the score may begin anywhere
        (Outcome("N"), "S", "N", "D-BID-3"),  # after four passes the other one
        (Outcome("S"), "N", "S", "D-BID-3"),
    ):
        found = party().record(first)
        for wrong in (line("N", 80, 70, dealer=other), Outcome(other)):
            with pytest.raises(ValueError, match=rf"^{due} deals here, not {other} \({law}\)$"):
                found.record(wrong)
        played = found.record(line("N", 80, 70, dealer=due))
        with pytest.raises(ValueError, match=r"^N deals here, not S \(D-DEAL-7\)$"):
            played.record(Outcome("S"))


@case("W-D-SCORE-5-1")
def test_the_first_to_reach_the_target_wins(row: Row) -> None:
    wins = row.expected["wins_at"]
    almost = party(wins - 51, 300)
    assert not almost.record(line("N", 50, 20)).finished
    won = almost.record(line("N", 51, 20))
    assert (won.finished, won.winner) == (True, 0)
    assert Progress.start(won).state is None
    with pytest.raises(ValueError, match="D-SCORE-5"):
        won.record(line("N", 1, 0))
    assert party(240, 0, {"target": 301}).record(line("N", 61, 20)).winner == 0


@case("W-D-SCORE-6-1", "W-D-SCORE-6-2")
def test_both_have_reached_it(row: Row) -> None:
    totals = row.situation["totals"]
    last = "NS"[PLACE[row.situation["last_trick"]]]
    for rule, expected in (("last_trick", "last_trick_rule"), ("more_points", "more_points_rule")):
        for winner_by_points in ("N", "S"):
            more = {"N": 60, "S": 59} if winner_by_points == "N" else {"N": 59, "S": 60}
            before = party(totals["A"] - more["N"], totals["B"] - more["S"], {"both_reached": rule})
            found = before.record(line(winner_by_points, more["N"], more["S"], last=last))
            assert found.sheet.points == (totals["A"], totals["B"])
            assert found.winner == PLACE[row.expected[expected]]


@pytest.mark.rule("D-SCORE-6")
def test_a_line_must_say_who_took_the_last_trick_when_it_decides() -> None:
    with pytest.raises(ValueError, match="last trick"):
        party(460, 450).record(line("N", 60, 59))


# ------------------------------------------------------------------ closing


@case("W-D-CLOSE-1-1", "W-D-CLOSE-1-2")
def test_who_closes_wins_with_the_target_and_loses_without(row: Row) -> None:
    claimant, opponent = row.situation["claimant_total"], row.situation.get("opponent_total", 300)
    before = party(claimant - 60, min(opponent, 480))
    found = before.record(line("N", 60, opponent - before.sheet.points[1], closed="N"))
    assert found.sheet.points == (claimant, opponent)
    assert found.winner == {"claimant": 0, "opponent": 1}[row.expected["winner"]]


@case("W-D-CLOSE-1-3")
def test_nobody_closes_in_the_last_trick(row: Row) -> None:
    duel = Duel().deal().goes("order")
    for trick in range(1, 10):
        while len(duel.state.history) < trick and duel.state.outcome is None:
            claim = [event.token for event in duel.state.offers()]
            if duel.phase_is("play") and trick < row.situation["trick"]:
                assert claim == ["close"]
            else:
                assert claim == []
            if trick == row.situation["trick"]:
                assert duel.refuses("close") == Refusal(Reason.LAST_TRICK, "D-CLOSE-1")
                assert not row.expected["legal"]
            duel.goes(duel.legal[0])


@pytest.mark.rule("D-CLOSE-1")
def test_closing_counts_what_is_safe_and_stops_the_play() -> None:
    duel = Duel().deal(o="SA SK SQ HJ H9", r="CA", up="D7").plays("H").goes("terz HJ passes")
    duel.goes(next(token for token in duel.legal if token[0] == "H"))
    assert duel.phase_is("melds")
    assert duel.refuses("close") == Refusal(Reason.NOT_NOW, "D-CLOSE-1")
    duel.goes("show:terz-SA")
    assert duel.refuses("close", "R") == Refusal(Reason.NOT_YOUR_TURN, "D-CLOSE-1")
    outcome = duel.goes("close").state.outcome
    assert outcome is not None
    assert (outcome.closed, outcome.last, outcome.melds) == ("S", None, {"S": ("terz",)})
    assert outcome.points["S"] == duel.view().points[duel.seat("O")] >= 20
    assert duel.party.record(outcome).winner == 0  # he was far from it


@pytest.mark.rule("D-CLOSE-1", "D-COMBO-17")
def test_what_passes_counts_for_who_closes_before_it_is_named() -> None:
    duel = Duel().deal(o="H9 H8 H7 SA SK", r="CA", up="HJ").plays("H").goes("nine passes")
    outcome = duel.goes("close").state.outcome
    assert outcome is not None
    assert (outcome.closed, outcome.points, outcome.melds) == ("S", {"N": 0, "S": 0}, {"S": ("terz",)})
    assert [party(300, score).record(outcome).winner for score in (480, 481)] == [0, 1]
    # It has been asked about, and it does not pass.
    duel = Duel().deal(o="H9 H8 H7 CA CT", r="SA SK SQ", up="HJ").plays("H").goes("nine higher close")
    assert duel.ends().melds == {}


@pytest.mark.rule("D-CLOSE-1")
def test_closing_can_be_left_out() -> None:
    duel = Duel(closing=False).deal().goes("order")
    assert duel.refuses("close") == Refusal(Reason.NOT_AGREED, "D-CLOSE-1")
    with pytest.raises(ValueError, match="D-CLOSE-1"):
        duel.party.record(line("N", 60, 0, closed="N"))


@pytest.mark.rule("D-CLOSE-1", "D-BAIT-1")
def test_hanging_points_do_not_count_for_who_closes() -> None:
    before = party(430, 350).record(line("N", 70, 70))
    assert before.sheet.hanging == (70,)
    assert recorded(before, line("N", 60, 0, closed="N")).winner == 1


@pytest.mark.rule("D-CLOSE-1", "D-BAIT-5")
def test_an_offender_cannot_save_himself_by_closing() -> None:
    table = Duel(table__irregularities="rule").deal(o="SA S7 D9", r="SK S9 D8 DT C8", up="CA").plays("H")
    assert table.goes("SA D8 D9").ends().bait == "N"
    table = Duel(table__irregularities="rule").deal(o="SA S7 D9", r="SK S9 D8 DT C8", up="CA").plays("H")
    closing = table.goes("SA D8 D9 close").state.outcome
    assert closing is not None
    assert (closing.closed, closing.bait) == ("N", "N")
    assert party(495, 300).record(closing).winner == 1
    assert party(495, 300).record(msgspec.structs.replace(closing, bait=None, points={"N": 11, "S": 11})).winner == 0


@pytest.mark.rule("D-CLOSE-1", "D-BAIT-4")
def test_an_offender_who_closes_writes_nothing_of_this_deal() -> None:
    table = Duel(table__irregularities="rule").deal(
        o="S7 S8 SA D9 D7 C7 C9 CJ DJ", r="SK S9 D8 DT C8 CA CT DQ DA", up="CK"
    ).plays("H")  # fmt: skip
    closing = table.goes("S7 SK DA D7 C8 C9 SA D8 C7 CT close").state.outcome
    assert closing is not None
    assert (closing.closed, closing.bait) == ("N", "N")
    assert closing.points == {"N": 25, "S": 11}
    before = party(480, 300)
    found = before.record(closing)
    assert found.sheet.points == (480, 300 + closing.points["S"])
    assert found.winner == 1
    assert before.record(line("N", 25, 11, closed="N")).winner == 0  # but for the offence he would have won


@case("W-D-CLOSE-2-1")
def test_who_gets_there_in_the_last_trick_but_in_bait_gets_nothing(row: Row) -> None:
    before, s = row.situation["before"], row.situation
    found = party(before, 300).record(line("N", s["this_deal_declarer_points"], s["opponent_points"], last="N"))
    assert found.sheet.points[0] - before == row.expected["declarer_writes"]
    assert found.finished == row.expected["game_over"]


# ------------------------------------------------------------------ several parties, other circles


@case("W-D-MATCH-1-1", "W-D-MATCH-1-2")
def test_what_a_won_party_is_worth(row: Row) -> None:
    for form, expected in ((1, "one_point"), ("difference", "difference")):
        loser = 510 if row.situation.get("both_at_least_501") else row.situation["loser_points"]
        before = party(460, loser - 20, {"match_points": form})
        assert before.match_points == (0, 0)
        won = before.record(line("N", 60, 20, last="N"))
        assert won.sheet.points[1] == loser
        assert won.match_points == (row.expected[expected], 0)


@pytest.mark.rule("D-SCORE-4")
def test_the_winner_may_take_all_where_it_is_agreed() -> None:
    found = party(changes={"winner_takes_all": True}).record(line("N", 90, 60))
    assert found.sheet.points == (150, 0)


def test_repeated_baits_and_bare_deals_may_be_fined() -> None:
    fined = {"bait_fine": 100, "bait_fine_every": 2, "bare_fine": 100}
    baits = [line("N", 10, 20), line("N", 10, 20), line("N", 20, 20), line("N", 10, 20)]
    assert scores(party(changes=fined), baits) == [(0, 30), (-100, 60), (-100, 80), (-100, 130)]
    bare = line("S", 0, 150, last="S", bare="N")
    assert scores(party(changes=fined), [bare, bare, bare]) == [(0, 150), (-100, 300), (-100, 450)]


@pytest.mark.parametrize(
    ("outcome", "why"),
    [
        (line("N", 100, 63), "162"),
        (line("N", -1, 63), "162"),
        (line("X", 1, 2), "no player"),
        (line("N", 60, 70, melds={"N": ["terz"], "S": ["terz"]}), "D-COMBO-4"),
        (line("N", 60, 70, melds={"N": ["hundred"]}), "D-COMBO-2"),
        (line("N", 60, 70, melds={"N": ["fifty", "fifty", "terz"]}), "D-COMBO-3"),
        (line("N", 60, 70, bait="N"), "D-BAIT-4"),
        (line("N", 60, 70, last="S", bare="S"), "last trick"),
        (msgspec.structs.replace(line("N", 60, 70), trump=None), "trump"),
        (msgspec.structs.replace(line("N", 60, 70), points={"N": 60}), "points"),
        (Outcome("N", points={"N": 60, "S": 70}), "D-BID-3"),
    ],
)
def test_a_line_that_contradicts_itself_is_refused(outcome: Outcome, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        party().record(outcome)


def test_a_party_is_for_two() -> None:
    with pytest.raises(ValueError, match="two players"):
        start(agree(), 3)
    with pytest.raises(ValueError, match="no place"):
        start(agree(), 2, 2)


# ---- what both may agree upon


def amendment(token: str) -> Stop | Substitute | Correction:
    found = parse(token)
    assert isinstance(found, Stop | Substitute | Correction)
    assert parse(found.token) == found
    return found


def amended(found: Party, token: str) -> Party:
    return found.amend(amendment(token))


def test_a_party_is_broken_off_by_both_or_by_force_majeure_and_nobody_wins_it() -> None:
    for token in ("stop:N,S", "stop:S,N", "stop:force-majeure"):
        stopped = amended(party(300, 200), token)
        assert (stopped.finished, stopped.winner, stopped.match_points) == (True, None, (0, 0))
        assert stopped.sheet.points == (300, 200)
        assert stopped.why_not(amendment("stop:N,S")) == Refusal(Reason.MATCH_OVER, "D-SCORE-5")
        with pytest.raises(ValueError, match="over"):
            stopped.record(line("N", 80, 70))
    for alone in ("stop:N", "stop:", "stop:N,N"):
        assert party().why_not(amendment(alone)) == Refusal(Reason.NO_CONSENT, "D-SCORE-5")
    # In the middle of a deal too, which is then not played on.
    running = Progress.start(party())
    assert running.state is not None
    running = running.apply(Deal(str(fair_deal(b"x" * 16, "deal", DEBERTS, running.state.terms.holders))))
    assert running.apply(parse("stop:N,S")).state is None


def test_a_substitute_takes_the_score_if_the_other_one_consents() -> None:
    before = party(300, 200)
    assert amended(before, "substitute:S:N") == before
    assert before.why_not(amendment("substitute:S:S")) == Refusal(Reason.NO_CONSENT, "D-DEAL-1")
    assert before.why_not(amendment("substitute:E:N,S")) == Refusal(Reason.NOT_AT_TABLE, "D-DEAL-1")


@pytest.mark.rule("D-SCORE-5")
def test_a_correction_is_written_between_deals_with_its_rule_and_may_win() -> None:
    corrected = amended(party(300, 200), "correction:S:-20:D-BAIT-4")
    assert corrected.sheet.points == (300, 180)
    assert corrected.sheet.entries[-1] == Entry(0, 1, -20, "correction", "D-BAIT-4")
    assert not corrected.finished
    won = amended(corrected, "correction:N:201:D-SCORE-2")
    assert (won.winner, won.sheet.points) == (0, (501, 180))
    late = amended(won, "correction:S:400:D-SCORE-2")
    assert (late.winner, late.sheet.points) == (0, (501, 580))
    assert party().why_not(amendment("correction:N:20:because")) == Refusal(Reason.NOT_AGREED, "D-SCORE-2")
    assert party().why_not(amendment("correction:E:20:D-SCORE-2")) == Refusal(Reason.NOT_AT_TABLE, "D-DEAL-1")
    running = Progress.start(party())
    assert running.state is not None
    dealt = running.apply(Deal(str(fair_deal(b"x" * 16, "deal", DEBERTS, running.state.terms.holders))))
    correction = amendment("correction:N:20:D-SCORE-2")
    assert running.why_not(correction) is None
    assert dealt.why_not(correction) == Refusal(Reason.NOT_NOW, "D-SCORE-2")


@pytest.mark.parametrize("token", ["correction:N:many:D-SCORE-2", "correction:N:20", "newcomer:N,S"])
def test_other_amendments_are_none_of_deberts(token: str) -> None:
    with pytest.raises(ValueError, match="no event of deberts"):
        parse(token)
