"""The session: rubbers and their variants, Chicago, boards (B-SCORE-1 to 7, B-RUBBER, B-CHICAGO, B-RUSSIAN, B-DUP)."""

import msgspec
import pytest

from kozyr.cards import Seat
from kozyr.games import IllegalEvent, Progress, Reason
from kozyr.games.bridge import Contract, Outcome, Session, start
from kozyr.games.bridge.scoring import imps
from kozyr.games.bridge.sheet import Entry
from kozyr.games.bridge.terms import LINES
from kozyr.games.bridge.words import Correction, Stop, Substitute
from tests.boards import Board, conventions, line, session
from tests.cases import Row, case


def after(found: Session, *deals: tuple[str, int]) -> Session:
    """The session after deals, `("4H S", 10)` each; whoever is to deal does."""
    for text, tricks in deals:
        found = found.record(line(found.next_deal().dealer.value, text, tricks, **hcp(found)))
    return found


def hcp(found: Session) -> dict[str, object]:
    return {"hcp": {"NS": 24, "EW": 16}} if found.conventions.compare == "russian_target" else {}


def written(found: Session, why: str) -> list[tuple[int, str, int]]:
    """The entries of one kind: deal, line, points."""
    return [(e.deal, LINES[e.side], e.points) for e in found.sheet.entries if e.why == why]


# ---- the sheet


@case("W-B-SCORE-5-1")
def test_part_scores_make_a_game(row: Row) -> None:
    found = after(session(), ("2D N", 8))
    assert found.sheet.part == (row.expected["below"][0], 0)
    assert found.sheet.games == (0, 0)
    found = after(found, ("3H S", 9))
    assert [points for _, _, points in written(found, "contract")] == row.expected["below"]
    assert found.sheet.below[0] == row.expected["cumulative"]
    assert (found.sheet.games == (1, 0)) == row.expected["game"]


@pytest.mark.rule("B-SCORE-1", "B-SCORE-2")
def test_bid_tricks_below_the_line_all_else_above_it() -> None:
    found = after(session(), ("3SX S", 10))
    assert found.sheet.below == (180, 0)
    assert found.sheet.above == (150, 0)  # an overtrick and the insult
    found = after(found, ("2D E", 6))
    assert (found.sheet.below, found.sheet.above) == ((180, 0), (250, 0))


@pytest.mark.rule("B-SCORE-5", "B-SCORE-6")
def test_a_game_ends_the_others_part_score_too() -> None:
    found = after(session(), ("2S E", 8), ("1NT N", 7), ("4H N", 10))
    assert found.sheet.part == (0, 0)
    assert found.sheet.games == (1, 0)
    assert found.sheet.lines == (3,)
    assert found.sheet.below == (160, 60)  # what stands there still counts at the end
    found = after(found, ("1S E", 7))
    assert (found.sheet.part, found.sheet.games) == ((0, 30), (1, 0))


@pytest.mark.rule("B-SCORE-7")
def test_a_side_with_a_game_is_vulnerable() -> None:
    found = session()
    told = []
    for game in ("3NT N", "3NT E", "1C N"):
        told.append(found.next_deal().vulnerability)
        found = after(found, (game, 9 if game[0] == "3" else 7))
    assert [*told, found.next_deal().vulnerability] == ["none", "ns", "both", "both"]
    assert after(session(), ("3NT W", 9)).next_deal().vulnerability == "ew"


@pytest.mark.rule("B-GEN-7", "B-AUC-10")
def test_the_deal_goes_round_whatever_happens() -> None:
    found = session(dealer=2)
    dealers = []
    for deal in (line("S"), line("W", "1C N", 7), line("N"), line("E", "1C N", 6)):
        dealers.append(found.names[found.dealer])
        found = found.record(deal)
    assert dealers == ["S", "W", "N", "E"]
    assert found.number == 5


@pytest.mark.rule("B-GEN-7")
def test_a_line_whose_dealer_is_not_due_is_refused() -> None:
    for text in ("", "4S N"):  # all passed, or a deal was played: the next one clockwise deals
        found = session().record(line("W", text, 10))  # the score may begin anywhere
        with pytest.raises(ValueError, match=r"^N deals here, not S \(B-GEN-7\)$"):
            found.record(line("S", "4S N", 10))
        assert found.record(line("N", "4S N", 10)).next_deal().dealer is Seat.E


@pytest.mark.rule("B-RUBBER-1", "B-RUBBER-2")
def test_the_rubber_and_its_result() -> None:
    slow = after(session(), ("4S N", 10), ("3NT E", 10), ("5C S", 9), ("4S N", 10))
    assert slow.finished
    assert written(slow, "rubber") == [(4, "NS", 500)]
    assert slow.sheet.games == (2, 1)
    totals = (120 + 120 + 500, 100 + 30 + 200)
    assert slow.sheet.balance == totals[0] - totals[1]
    assert slow.totals == (410, -410, 410, -410)
    clean = after(session(), ("4S E", 10), ("3NT W", 9))
    assert written(clean, "clean_rubber") == [(2, "EW", 700)]
    assert clean.totals == (-920, 920, -920, 920)
    with pytest.raises(ValueError, match="over"):
        clean.record(line("S"))


# ---- the variants


@case("W-B-RUBBER-V1-1")
def test_two_hundred_for_a_game(row: Row) -> None:
    seats = {"A": "N", "B": "E"}
    for variant, more in (("700_only", 0), ("200_plus_700", 200)):
        agreed = msgspec.structs.replace(conventions(row), rubber_bonus_variant=variant)
        found = after(start(agreed), *((f"3NT {seats[who]}", 9) for who in row.situation["games"]))
        premiums: dict[str, int] = dict.fromkeys(LINES, 0)
        for why in ("game", "rubber", "clean_rubber"):
            for _, side, points in written(found, why):
                premiums[side] += points
        assert premiums == {"NS": row.expected["premiums_A"] + more, "EW": row.expected["premiums_B"]}
        assert found.finished


@case("W-B-RUBBER-V3-1")
def test_a_clean_rubber_may_bring_more(row: Row) -> None:
    found = after(start(conventions(row)), ("3NT N", 9), ("3NT N", 9))
    assert written(found, "clean_rubber") == [(2, "NS", row.expected["premium"])]


@case("W-B-RUBBER-V5-1")
def test_a_rubber_counts_in_hundreds(row: Row) -> None:
    totals = row.situation["totals"]
    found = start(conventions(row)).amend(Correction(totals["NS"] - 940, "B-LAW-0", "NS"))
    found = found.amend(Correction(totals["EW"], "B-LAW-0", "EW"))
    found = after(found, ("4S N", 10), ("4S N", 10))  # 120 + 120 + 700
    assert found.finished
    assert tuple(found.sheet.below[n] + found.sheet.above[n] for n in (0, 1)) == (totals["NS"], totals["EW"])
    assert found.totals[0] == row.expected["points"]
    assert found.totals[1] == -row.expected["points"]


@case("W-B-RUBBER-V6-1")
def test_a_rubber_broken_off(row: Row) -> None:
    for part in (row.expected["above"]["EW"], row.expected["rarer_part"]):
        agreed = msgspec.structs.replace(conventions(row), unfinished_part=part)
        found = after(start(agreed), ("4S N", 10), ("2S E", 8)).amend(Stop(("N", "E", "S", "W")))
        assert found.finished
        assert written(found, "unfinished_game") == [(0, "NS", row.expected["above"]["NS"])]
        assert written(found, "unfinished_part") == [(0, "EW", part)]
        assert found.totals[0] == 120 + 300 - 60 - part
    # At Chicago a game was paid as it was won.
    found = after(session("chicago"), ("4S N", 10), ("2S E", 8)).amend(Stop(("N", "E", "S", "W")))
    assert written(found, "unfinished_game") == written(found, "unfinished_part") == []
    assert found.totals[0] == 120 + 300 - 60


@pytest.mark.rule("B-RUBBER-V5")
def test_a_tour_is_three_rubbers_each_with_another_partner() -> None:
    found = session(pivot_tour="on")
    partners = []
    while not found.finished:
        terms = found.next_deal()
        north, east, south, west = terms.names
        partners.append({frozenset((north, south)), frozenset((east, west))})
        found = after(found, ("4S N", 10), ("4S N", 10))
    assert found.names == ("1", "2", "3", "4")
    assert len(partners) == 3
    pairs = [pair for rubber in partners for pair in rubber]
    assert len(set(pairs)) == 6  # everybody with everybody once
    assert [sum(row) for row in found.sheet.results] == [0, 0, 0]
    assert sum(found.totals) == 0
    assert found.totals[0] == 3 * 940  # player 1 sat N each time


# ---- Chicago


@case("W-B-CHICAGO-1-1", "W-B-CHICAGO-1-2", "W-B-CHICAGO-1-3", "W-B-CHICAGO-1-4")
def test_the_four_deals_of_chicago(row: Row) -> None:
    for preset, version in (("chicago", "modern"), ("chicago-old", "old")):
        found = after(session(preset), *[("1C N", 6)] * (row.situation["deal"] - 1))
        terms = found.next_deal()
        assert terms.board == row.situation["deal"]
        assert terms.dealer.value == row.expected["dealer"]
        told = {"none": [], "ns": ["NS"], "ew": ["EW"], "both": ["NS", "EW"]}[terms.vulnerability]
        assert told == row.expected[f"vulnerable_{version}"]


@case("W-B-CHICAGO-2-1")
def test_part_scores_of_chicago_carry_and_pay_at_the_end(row: Row) -> None:
    found = after(start(conventions(row, "chicago")), ("2H N", 8), ("1NT N", 7))
    game = row.expected["game_in_deal_2"]
    assert written(found, "game") == [(2, game["side"], game["premium"])]
    found = after(found, ("2D E", 8), ("1S N", 7))
    assert found.finished
    for side in LINES:
        below = [points for _, who, points in written(found, "contract") if who == side]
        assert below == row.expected["below"][side]
    assert written(found, "part") == [(4, side, row.expected["end_part_bonus"][side]) for side in LINES]
    with pytest.raises(ValueError, match="over"):
        after(found, ("1C N", 7))


@pytest.mark.rule("B-CHICAGO-2")
def test_only_who_has_a_part_score_is_paid_for_it_at_the_end() -> None:
    found = after(session("chicago"), ("2H E", 8), ("1C N", 6), ("1C N", 6), ("1C N", 6))
    assert written(found, "part") == [(4, "EW", 100)]
    assert found.sheet.part == (0, 60)


@pytest.mark.rule("B-CHICAGO-3")
def test_chicago_to_the_letter_has_no_game_premium() -> None:
    deals = [("4S N", 10)] * 4
    assert [points for _, _, points in written(after(session("chicago"), *deals), "game")] == [300, 500, 300, 500]
    assert written(after(session("chicago", chicago_game_bonus="none"), *deals), "game") == []


@pytest.mark.rule("B-AUC-10")
def test_a_deal_of_chicago_that_all_pass() -> None:
    again = session("chicago").record(line("N"))
    assert again.next_deal().dealer.value == "N"
    assert again.next_deal().board == 1
    counts = session("chicago", chicago_passed_out="counts").record(line("N"))
    assert (counts.next_deal().dealer.value, counts.next_deal().board) == ("E", 2)
    with pytest.raises(ValueError, match="E deals here"):
        counts.record(line("N"))


@pytest.mark.rule("B-CHICAGO-5")
def test_chicago_as_duplicate() -> None:
    found = after(session("chicago-duplicate"), ("2H N", 8), ("2H N", 8), ("4S E", 10), ("1C N", 6))
    assert found.sheet.part == (0, 0)
    assert written(found, "part") == [(1, "NS", 50), (2, "NS", 50)]
    assert found.sheet.scores == (110, 110, -620, -100)
    assert found.finished
    rarer = after(session("chicago-duplicate", part_bonus=100), ("2H N", 8))
    assert rarer.sheet.scores == (160,)


@case("W-B-RUSSIAN-4-1")
@pytest.mark.rule("B-RUSSIAN-1")
def test_the_russian_target_of_a_deal(row: Row) -> None:
    agreed = conventions(row, "chicago-russian")
    found = start(agreed).record(line("N", "1C N", 7, hcp={"NS": 20, "EW": 20}))
    assert found.next_deal().vulnerability == "ew"
    points = {"NS": 40 - row.situation["hcp"], "EW": row.situation["hcp"]}
    found = found.record(
        line("E", f"{row.situation['contract'].replace('♥', 'H')} E", row.situation["tricks"], hcp=points)
    )
    assert found.sheet.scores[1] == -row.expected["actual"]
    assert row.expected["actual"] - row.expected["target"] == row.expected["difference"]
    assert found.sheet.imps[1] == -row.expected["imps"]  # what E-W lose N-S win
    with pytest.raises(ValueError, match="court cards"):
        found.record(line("S", "1C N", 7))
    with pytest.raises(ValueError, match="40 points"):
        found.record(line("S", "1C N", 7, hcp={"NS": 20, "EW": 21}))


@pytest.mark.rule("B-RUSSIAN-4", "B-IMP-2")
def test_the_result_is_the_sum_of_imps() -> None:
    found = session("chicago-russian")
    for text, tricks, points in (("4S N", 10, 26), ("1C N", 5, 18), ("6NT E", 12, 7), ("3NT S", 8, 25)):
        dealer = found.next_deal().dealer.value
        found = found.record(line(dealer, text, tricks, hcp={"NS": points, "EW": 40 - points}))
    expected = (imps(420 - 350), imps(-200 + 70), imps(-1440 + 1350), imps(-100 - 440))
    assert found.sheet.imps == expected
    assert found.totals == (sum(expected), -sum(expected), sum(expected), -sum(expected))
    tour = session("chicago-russian", pivot_tour="on")
    while not tour.finished:  # each of the three has its own four
        tour = tour.record(line(tour.next_deal().dealer.value, "4S N", 10, hcp={"NS": 20, "EW": 20}))
    won = imps(420) + imps(620) + imps(420) + imps(620)  # N-S are vulnerable in the second deal and the last
    assert [row[0] for row in tour.sheet.results] == [won] * 3


@pytest.mark.rule("B-RUSSIAN-2")
def test_the_engine_counts_the_court_cards_itself() -> None:
    table = Board("chicago-russian").deal(N="AKQJ.AKQ.AKQ.AKQ", E="T987.JT9.JT9.JT9")
    assert table.goes("7NT pass pass pass").plays_on().outcome.hcp == {"NS": 37, "EW": 3}


# ---- boards


@pytest.mark.rule("B-DUP-9")
def test_every_board_stands_alone() -> None:
    found = after(session("duplicate", deals=3), ("2H N", 8), ("2H N", 8), ("4H N", 10))
    assert found.sheet.scores == (110, 110, 420)
    assert (found.sheet.part, found.sheet.games) == ((0, 0), (0, 0))
    assert found.finished
    assert not written(found, "rubber")


@pytest.mark.rule("B-DUP-3", "B-DUP-4")
def test_the_boards_say_who_deals_and_who_is_vulnerable() -> None:
    found = session("duplicate", first_board=15, deals=4)
    told = []
    while not found.finished:
        terms = found.next_deal()
        told.append((terms.board, terms.dealer.value, terms.vulnerability))
        found = found.record(line(terms.dealer.value))
    assert told == [(15, "S", "ns"), (16, "W", "ew"), (17, "N", "none"), (18, "E", "ns")]
    assert found.sheet.scores == (0, 0, 0, 0)


# ---- facts that do not fit, amendments


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"dealer": "N", "declarer": "S"}, "all passed"),
        ({"dealer": "N", "contract": "4S"}, "needs its declarer"),
        ({"dealer": "N", "contract": "4S", "declarer": "S", "tricks": 14}, "0 to 13"),
        ({"dealer": "N", "contract": "4S", "declarer": "S", "tricks": 9, "honours": {"N": 100}}, "not agreed"),
    ],
)
def test_facts_that_contradict_each_other(wrong: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        session().record(msgspec.convert(wrong, Outcome))


@pytest.mark.rule("B-SCORE-7", "B-RUBBER-1")
def test_a_line_that_knows_better_who_is_vulnerable() -> None:
    begun = session().record(line("N", "4S E", 10, vul="ns"))  # the first line may come in the middle of a rubber
    assert begun.sheet.games == (1, 1)
    with pytest.raises(ValueError, match="vulnerable is both here, not ns"):
        begun.record(line("E", "4S E", 10, vul="ns"))
    ended = begun.record(line("E", "4S E", 10, vul="both"))
    assert written(ended, "rubber") == [(2, "EW", 500)]  # N-S have the game of which no line tells
    with pytest.raises(ValueError, match="vulnerable is none here, not ns"):
        session("chicago").record(line("N", "4S E", 10, vul="ns"))


@pytest.mark.rule("B-SCORE-7", "B-RUBBER-1")
@pytest.mark.parametrize(
    ("vul", "games", "then", "why", "points"),
    [
        ("none", (0, 0), (1, 0), "rubber", []),
        ("ns", (1, 0), (2, 0), "clean_rubber", [(2, "NS", 700)]),
        ("ew", (0, 1), (1, 1), "rubber", []),
        ("both", (1, 1), (2, 1), "rubber", [(2, "NS", 500)]),
    ],
)
def test_who_is_vulnerable_in_the_first_line_has_a_game(
    vul: str, games: tuple[int, int], then: tuple[int, int], why: str, points: list[object]
) -> None:
    begun = session().record(line("N", "1C N", 7, vul=vul))
    assert (begun.sheet.games, begun.sheet.part) == (games, (20, 0))
    assert begun.next_deal().vulnerability == vul
    after_it = begun.record(line("E", "4S N", 10))
    assert after_it.sheet.games == then
    assert written(after_it, why) == points
    assert after_it.finished == bool(points)


@pytest.mark.rule("B-GEN-7", "B-CHICAGO-1")
def test_who_deals_first_in_the_next_rubber() -> None:
    tour = after(session(pivot_tour="on"), ("4S N", 10), ("4S E", 6), ("4S N", 10))
    assert (tour.rubber, tour.next_deal().dealer) == (2, Seat.W)  # S has dealt; the seats have other players
    tour = after(tour, ("4S N", 10), ("4S N", 10))
    assert (tour.rubber, tour.next_deal().dealer) == (3, Seat.E)
    chicago = after(session("chicago", pivot_tour="on"), *[("1C N", 6)] * 4)
    assert (chicago.rubber, chicago.next_deal().dealer) == (2, Seat.N)


@pytest.mark.parametrize(
    "text", ['{"dealer":"X"}', '{"dealer":"N","contract":"8S"}', '{"dealer":"N","contract":"4S XX"}']
)
def test_lines_that_are_none(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=Outcome)


@pytest.mark.rule("B-SCORE-13")
def test_honours_go_to_their_owners_side() -> None:
    found = session(honours="on")
    found = found.record(line("N", "4S N", 9, honours={"E": 100}))
    assert written(found, "honours") == [(1, "EW", 100)]
    with pytest.raises(ValueError, match="honours"):
        found.record(line("E", "3NT N", 9, honours={"E": 100}))


@pytest.mark.rule("B-RUBBER-V6")
def test_to_break_off_takes_everybody() -> None:
    found = after(session(), ("2S N", 8))
    refused = found.why_not(Stop(("N", "E", "S")))
    assert refused is not None
    assert (refused.code, refused.law) == (Reason.NO_CONSENT, "B-RUBBER-V6")
    with pytest.raises(IllegalEvent):
        found.amend(Stop(("N",)))
    over = Progress.start(found).apply(Stop(force_majeure=True))
    assert over.state is None
    assert over.match.finished
    refused = over.match.why_not(Stop(force_majeure=True))
    assert refused is not None
    assert refused.code == "match_over"


def test_corrections_and_substitutes() -> None:
    found = session()
    assert found.why_not(Correction(0, "B-LAW-0", "NS")) is not None
    assert found.why_not(Correction(50, "nonsense", "NS")) is not None
    fined = found.amend(Correction(-50, "B-LAW-REVOKE-4", "EW"))
    assert fined.sheet.above == (0, -50)
    assert fined.sheet.entries == (Entry(0, 1, 1, False, -50, "ruling", "B-LAW-REVOKE-4"),)
    assert found.amend(Substitute("E", ("N", "S", "W"))) == found
    for refused in (found.why_not(Substitute("E", ("N", "S"))), found.why_not(Substitute("5", ("N", "S", "E", "W")))):
        assert refused is not None


@pytest.mark.parametrize(("players", "preset"), [(1, "rubber"), (7, "rubber"), (3, "chicago"), (5, "duplicate")])
def test_tables_that_cannot_be(players: int, preset: str) -> None:
    with pytest.raises(ValueError, match="players"):
        session(preset, players)
    with pytest.raises(ValueError, match="no place"):
        session(dealer=4)


def test_a_played_deal_writes_what_its_line_does() -> None:
    table = Board().deal().goes("1C pass pass pass").plays_on()
    made = table.outcome
    assert made.contract == "1C"
    assert made.tricks is not None
    told = line("N", "1C N", made.tricks)
    assert table.session.record(made) == table.session.record(told)
    assert Contract.parse(made.contract).need == 7
