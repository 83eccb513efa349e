"""A ruling counts for each side of a board: at teams, pairs and preferans, by one model; it is checked, and its effect is told."""

import random
import shlex
from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from kozyr.games.refusal import Refused
from kozyr.tournaments import pairs
from kozyr.tournaments.director import Decision, Event, State, fold, logged, standing
from kozyr.tournaments.director.effects import effects, ruled_scores, said
from kozyr.tournaments.director.entries import RoundBegun, RoundEnded, Row, Ruled
from kozyr.tournaments.director.final import points_of
from kozyr.tournaments.director.matches import TeamMatch, matches
from kozyr.tournaments.director.state import missing
from kozyr.tournaments.director.tables import awards
from tests.tournaments import scorer
from tests.tournaments.commands import Kozyr, begun, does, refuses
from tests.tournaments.evening import Evening, bridge_result, event, preferans

FLAT = "4S N 10"


def teams(count: int = 2, boards: int = 4, **changes: object) -> Evening:
    """Teams in their first round."""
    evening = Evening(event("bridge", **{"bridge_scoring": "team_imps", **changes}))
    evening.enter(count)
    evening.seat(pairs.teams(count, boards=boards))
    evening.do(RoundBegun())
    return evening


def played(evening: Evening, lines: Mapping[int, tuple[str, str]] = {}) -> None:
    """The boards of table 1; who does not tell them has a flat one."""
    session = evening.state.sessions[0]
    for board in session.turn(1).tables[0].boards:
        for room, result in zip(("open", "closed"), lines.get(board, (FLAT, FLAT)), strict=True):
            evening.do(Row(table=1, board=board, result=result, room=room))  # type: ignore[arg-type]


def ruled(evening: Evening, board: int = 1, law: str = "PT-I.11.2.B.2", **decision: object) -> None:
    told = msgspec.convert(decision, Decision, strict=False)
    evening.do(Ruled(table=1, board=board, law=law, text="ruled", decision=told))


def only(evening: Evening) -> TeamMatch:
    (found,) = matches(evening.state)
    return found


def seats(evening: Evening) -> tuple[int, int]:
    table = evening.state.sessions[0].entrants(evening.state.sessions[0].turn(1).tables[0])
    return table["A"], table["B"]


# --- the figures -------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-I.11.2.B.2")
def test_an_assigned_score_counts_at_teams_against_the_other_room() -> None:
    """1400 on a flat board of 420 is 980 more, 14 IMPs; for the other side just as much less."""
    evening = teams()
    played(evening)
    one, two = seats(evening)
    ruled(evening, assigned={str(one): "1400", str(two): "-1400"})
    assert [only(evening).boards[1], only(evening).theirs[1]] == [14, -14]


@pytest.mark.rule("PT-I.11.2.B.2")
def test_a_score_is_one_of_a_room() -> None:
    evening = teams()
    played(evening)
    one, two = seats(evening)
    ruled(evening, room="closed", assigned={str(one): "-620", str(two): "620"})
    assert only(evening).boards[1] == scorer.imps(420 - 620)
    ruled(evening, room="open", assigned={str(one): "620", str(two): "-620"})
    assert only(evening).boards[1] == 0  # the other room's ruling still stands
    ruled(evening, natural=[one, two])
    assert only(evening).boards[1] == 0
    ruled(evening, room="closed", assigned={str(one): "-420", str(two): "1400"})
    assert [only(evening).boards[1], only(evening).theirs[1]] == [0, scorer.imps(980)]  # each side its own


def test_a_dropped_board_counts_for_neither_team() -> None:
    evening = teams()
    played(evening, {1: ("4S N 10", "4S N 8")})
    assert only(evening).boards[1] == scorer.imps(520) == 11
    ruled(evening, dropped=list(seats(evening)))
    assert not only(evening).boards.keys() & {1} | only(evening).theirs.keys() & {1}
    assert list(only(evening).vp) == [10, 10]


@pytest.mark.rule("PT-I.11.2.B.1")
def test_an_artificial_score_of_the_second_team_counts() -> None:
    evening = teams()
    played(evening)
    ruled(evening, artificial={str(seats(evening)[1]): "innocent"})
    assert [only(evening).boards[1], only(evening).theirs[1]] == [0, 3]
    assert list(only(evening).vp) == [10, 11]


def test_the_two_results_of_a_board_that_do_not_balance_may_be_evened() -> None:
    evening = teams(bridge_unbalanced="mean")
    played(evening)
    ruled(evening, artificial={str(seats(evening)[1]): "innocent"})
    assert [only(evening).boards[1], only(evening).theirs[1]] == [Fraction(-3, 2), Fraction(3, 2)]
    points = teams(bridge_unbalanced="mean", bridge_scoring="board_a_match")
    played(points)
    ruled(points, artificial={str(seats(points)[1]): "innocent"})
    assert [only(points).boards[1], only(points).theirs[1]] == [Fraction(9, 10), Fraction(11, 10)]


def test_a_board_that_one_room_played_in_another_form_is_even() -> None:
    for scoring, even in (("team_imps", 0), ("board_a_match", 1)):
        evening = teams(bridge_scoring=scoring)
        played(evening, {1: ("4S N 10", "4S N 8")})
        ruled(evening, law="PT-I.10.A", room="closed", fouled=[[1, 1]])
        assert [only(evening).boards[1], only(evening).theirs[1]] == [even, even]
        ruled(evening, law="PT-I.10.A", room="open", fouled=[[1, 1]])  # both had the same form
        assert only(evening).boards[1] == (11 if scoring == "team_imps" else 2)


def test_a_weighted_score_is_the_mean_of_its_imps() -> None:
    evening = teams()
    played(evening)
    one, two = seats(evening)
    ruled(evening, law="Law 12C1c", weighted={str(one): [[60, "1400"], [40, "420"]], str(two): [[100, "-420"]]})
    assert [only(evening).boards[1], only(evening).theirs[1]] == [Fraction(60 * 14, 100), 0]
    assert list(only(evening).vp) == [12, 10]  # 8.4 IMPs are 8
    both = {one: "1400 (60 %) 420 (40 %)", two: "-420"}
    assert ruled_scores(evening.state, 1, 1, "open") == both  # a line has those of its room alone
    assert ruled_scores(evening.state, 1, 1, "closed") == {}
    assert ruled_scores(evening.state, 1, 1) == {who: f"open {text}" for who, text in both.items()}


def test_a_room_without_a_line_may_be_assigned() -> None:
    evening = teams(boards=2)
    for board, room in ((1, "open"), (2, "open"), (2, "closed")):
        evening.do(Row(table=1, board=board, result=FLAT, room=room))  # type: ignore[arg-type]
    evening.do(RoundEnded())
    assert [(at.board, at.room) for at in missing(evening.state)] == [(1, "closed")]
    one, two = seats(evening)
    ruled(evening, room="closed", assigned={str(one): "-420"})
    assert [only(evening).boards[1], only(evening).theirs[1]] == [0, 0]  # the other side has the opposite
    ruled(evening, room="closed", assigned={str(one): "-420", str(two): "420"})
    assert not list(missing(evening.state))


def test_a_bye_of_swiss_at_board_a_match_has_its_part() -> None:
    for unit, due in ((2, Fraction(24, 5)), (1, Fraction(12, 5))):
        evening = Evening(event("bridge", bridge_scoring="board_a_match", bridge_mp_unit=unit))
        evening.enter(3)
        evening.seat(pairs.swiss_round(3, 1, 4))
        evening.do(RoundBegun())
        played(evening)
        evening.do(RoundEnded())
        assert {place.entrant: place.total for place in standing(evening.state).places}[3] == due


def test_older_events_count_rulings_as_they_did() -> None:
    """The logs of older programs do not say `bridge.counted`: an assigned score decides nothing there, and no bye has points."""
    evening = teams()
    played(evening)
    one, two = seats(evening)
    ruled(evening, assigned={str(one): "1400", str(two): "-1400"})
    told = msgspec.to_builtins(evening.begun.event)
    del told["regulations"]["bridge_counted"], told["regulations"]["bridge_unbalanced"]
    old = fold(State(logged(msgspec.json.encode(told))), evening.log)
    (found,) = matches(old)
    assert [found.boards[1], found.theirs[1]] == [0, 0]


# --- pairs and preferans -----------------------------------------------------------------------------------


def two_tables_of_pairs(**changes: object) -> Evening:
    evening = Evening(event("bridge", **changes))
    evening.enter(6)
    evening.seat(pairs.pairs(6, "mitchell", boards=1))
    evening.do(RoundBegun())
    for turn in range(3):
        for table in (1, 2, 3):
            board = evening.state.sessions[0].turn(turn + 1).tables[table - 1].boards[0]
            evening.do(Row(table=table, board=board, result=("4S N 10", "4S N 9", "4S N 11")[table - 1]))
        evening.do(RoundEnded())
        if turn < 2:
            evening.do(RoundBegun())
    return evening


@pytest.mark.rule("PT-I.11.2.B.2")
@pytest.mark.parametrize("scoring", ["matchpoints", "cross_imps", "butler"])
def test_a_weighted_score_is_the_mean_of_what_each_outcome_gives(scoring: str) -> None:
    """By matchpoints and cross-IMPs for everybody at the board; by Butler the datum has the mean."""
    first, second, both = (two_tables_of_pairs(bridge_scoring=scoring) for _ in range(3))
    row = next(one for one in both.state.rows.values() if one.at.board == 1)
    who = row.seats["NS"]
    ruled(first, assigned={str(who): "620"})
    ruled(second, assigned={str(who): "-100"})
    ruled(both, weighted={str(who): [[70, "620"], [30, "-100"]]})
    found = [points_of(one.state, 1, 1) for one in (first, second, both)]
    some = found[0].keys() if scoring != "butler" else ()
    for one in some:
        assert found[2][one] == Fraction(7, 10) * found[0][one] + Fraction(3, 10) * found[1][one]
    assert found[2][who] not in {found[0][who], found[1][who]}


def test_whists_of_preferans_are_weighted_too() -> None:
    evening = Evening(event())
    evening.enter(8)
    evening.seat(preferans(8, rounds=1))
    evening.play(random.Random(3))
    before = awards(evening.state, 1, 1)
    row = next(one for one in evening.state.rows.values() if one.at.board == 1)
    who = row.seats["N"]
    ruled(evening, weighted={str(who): [[50, "1000"], [50, "-1000"]]})
    assert awards(evening.state, 1, 1)[who].points == 1  # the best of two, or the worst
    assert {one for one in before if before[one] != awards(evening.state, 1, 1)[one]} <= {who} | {
        one for table in evening.state.rows.values() if table.at.board == 1 for one in table.seats.values()
    }


# --- checked -----------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-I.13.2.3")
@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("board=77 law=PT-I.11.2.B.1 decision='{\"artificial\":{\"1\":\"innocent\"}}'", "no such board is played there; there are 1-12"),
        ("table=7 board=1 law=PT-I.11.2.B.1", "there is no such table: the last one is 2"),
        ("table=1 round=9 board=1 law=PT-I.11.2.B.1", "there is no round 9: the session has 3"),
        ("table=1 board=1 round=2 law=PT-I.11.2.B.1", "no such board is played there"),
        ("board=1 law=PT-I.10.A decision='{\"fouled\":[[9,9]]}'", "table 9 has no board 1 in round 9"),
        ("board=1 law=PT-I.11.2.B.1 decision='{\"dropped\":[5]}'", "no entrant 5"),
        ("board=1 law=-", "there is no law -"),
        ("board=1 law=PT-I.99", "there is no law PT-I.99"),
        ('board=1 law="Law 94"', "there is no law Law 94"),
        ("board=1 law=D-COMBO-9", "there is no law D-COMBO-9"),
        ("board=1 law=PT-I.11.2.B.1 decision='{\"assigned\":{\"1\":\"425\"}}'", "425 is no score of bridge"),
        ("board=1 law=PT-I.11.2.B.1 decision='{\"weighted\":{\"1\":[[60,\"420\"]]}}'", "sum to 60, not to 100"),
        (
            "board=1 law=PT-I.11.2.B.1 decision='{\"assigned\":{\"1\":\"420\"},\"dropped\":[1]}'",
            "has one score on a board",
        ),
    ],
)  # fmt: skip
def test_a_ruling_is_checked_against_the_movement_and_the_laws(kozyr: Kozyr, words: str, complaint: str) -> None:
    begun(kozyr, 4, "--game=bridge", "--set=bridge.scoring=team_imps")
    does(kozyr, "seat", "--by", "hand", "--boards", "4", "--rounds", "3")
    does(kozyr, "round", "begin")
    assert complaint in refuses(kozyr, "rule", "ruled", "text=heard", *shlex.split(words))


def test_an_entrant_who_was_not_at_the_board_has_no_score_there() -> None:
    evening = Evening(event("bridge"))
    evening.enter(7)
    evening.seat(pairs.pairs(7, "howell", boards=1))
    evening.do(RoundBegun())
    session = evening.state.sessions[0]
    for board in {board for turn in session.movement.rounds for table in turn.tables for board in table.boards}:
        there = {
            who
            for turn in session.movement.rounds
            for table in turn.tables
            if board in table.boards
            for who in session.entrants(table).values()
        }
        for who in set(session.order) - there:
            with pytest.raises(Refused, match="has not sat down"):
                evening.do(Ruled(board=board, law="Law 12C1", text="t", decision=Decision(artificial={who: "partly"})))
            return


@pytest.mark.parametrize(
    "law", ["Law 12C1", "12C1c", "law 12c1(c)", "Law 86B2", "Law 16B", "B-LAW-REVOKE-1", "PT-I.11.2.B.1"]
)
def test_laws_that_the_arbiter_knows_and_the_numbers_of_2017_are_taken(law: str) -> None:
    evening = teams()
    evening.do(Ruled(table=1, board=1, law=law, text="heard"))
    assert list(evening.state.rulings)
    cards = Evening(event())
    cards.enter(8)
    cards.seat(preferans(8, rounds=1))
    if not law.startswith("PT"):
        with pytest.raises(Refused, match="there is no law"):
            cards.do(Ruled(table=1, board=1, law=law, text="heard"))


# --- what it changes ---------------------------------------------------------------------------------------


def test_what_a_ruling_changes_is_told_before_and_after() -> None:
    evening = teams()
    played(evening, {1: ("4S N 10", "4S N 8")})
    before = evening.state
    assert list(only(evening).vp) == [12, 8]
    one, two = seats(evening)
    ruled(evening, assigned={str(one): "-100", str(two): "100"})
    told = [said(evening.state, each) for each in effects(before, evening.state)]
    assert "match 1: 12:8 → 10:10" in told
    assert "match 1, board 1: 11:-11 → 0:0" in told
    assert f"total: {evening.state.name(one)} 12.00 → 10.00" in told


def test_a_ruling_may_be_tried_without_being_entered(kozyr: Kozyr) -> None:
    begun(kozyr, 2, "--game=bridge", "--set=bridge.scoring=team_imps")
    does(kozyr, "seat", "--by", "hand", "--boards", "2")
    does(kozyr, "round", "begin")
    for board in ("1", "2"):
        for room in ("open", "closed"):
            does(kozyr, "row", "1", board, FLAT, "--room", room)
    words = (
        "rule",
        "ruled",
        "table=1",
        "board=2",
        "law=Law 12C1",
        "text=t",
        'decision={"artificial":{"2":"innocent"}}',
    )
    dry = does(kozyr, *words, "--dry")
    assert dry.splitlines()[0] == "match 1: 10:10 → 11:10"
    assert "entry" not in dry
    assert "0:0" in does(kozyr, "score", "--board", "2")
    told = does(kozyr, *words)
    assert dry in told
    assert "ruled: P2 60 %" in does(kozyr, "score", "--board", "2")


# --- random sessions ---------------------------------------------------------------------------------------


def _score(chance: random.Random) -> str:
    return str(10 * chance.randint(-140, 140))


def decision(chance: random.Random, one: int, two: int) -> dict[str, Any]:
    """A decision upon a board of a match, as the log has it."""
    room = chance.choice(["open", "closed"])
    teams_ = chance.choice([(one,), (two,), (one, two)])
    kind = chance.choice(["artificial", "assigned", "weighted", "dropped", "natural", "fouled"])
    if kind == "artificial":
        return {kind: {str(who): chance.choice(["fully", "partly", "innocent"]) for who in teams_}}
    if kind == "assigned":
        return {kind: {str(who): _score(chance) for who in teams_}, "room": room}
    if kind == "weighted":
        weight = chance.randint(1, 99)
        return {
            kind: {str(who): [[weight, _score(chance)], [100 - weight, _score(chance)]] for who in teams_},
            "room": room,
        }
    if kind == "fouled":
        return {"room": room, "fouled": None}
    return {kind: list(teams_)}


def session(chance: random.Random) -> tuple[Evening, Event]:
    """A session of teams: round robin or a round of Swiss with a bye, with rulings of all kinds."""
    bam = chance.random() < 0.4
    changes: dict[str, object] = {
        "bridge_scoring": "board_a_match" if bam else "team_imps",
        "bridge_mp_unit": chance.choice([1, 2]),
        "bridge_vp_scale": chance.choice(["off", "24 boards"]),
        "bridge_sit_out": chance.choice([12, 10, 15]),
        "bridge_average_imps": chance.choice([3, 2]),
    }
    held = event("bridge", **changes)
    evening = Evening(held)
    count = chance.choice([2, 3, 4, 5])
    evening.enter(count)
    evening.seat(pairs.teams(count, boards=chance.choice([2, 3])) if count < 5 else pairs.swiss_round(5, 1, 2))
    return evening, held


def agrees(chance: random.Random) -> set[str]:
    """One random session against the scorer; the kinds of rulings that came."""
    evening, held = session(chance)
    regulations = held.regulations
    bam, unit = regulations.bridge_scoring == "board_a_match", regulations.bridge_mp_unit
    due: dict[int, Fraction] = defaultdict(Fraction)
    kinds: set[str] = set()
    movement = evening.state.sessions[0].movement
    for nth, turn in enumerate(movement.rounds, 1):
        evening.do(RoundBegun())
        for who in turn.rest:
            part = Fraction(regulations.bridge_sit_out, 20) * unit * len(turn.tables[0].boards)
            due[who] += part if bam else regulations.bridge_sit_out if regulations.bridge_vp_scale != "off" else 0
        for table in turn.tables:
            one, two = table.seats["A"], table.seats["B"]
            sums = [Fraction(0), Fraction(0)]
            some = False
            for board in table.boards:
                rooms = {}
                for room in ("open", "closed"):
                    if chance.random() < 0.93:
                        result = bridge_result(chance)
                        evening.do(Row(table=table.table, board=board, result=result, room=room))
                        rooms[room] = scorer.bridge(result, board)
                rulings = [decision(chance, one, two) for _ in range(chance.choice([0, 0, 1, 1, 2]))]
                for ruling in rulings:
                    kinds |= ruling.keys()
                    if "fouled" in ruling:
                        ruling["fouled"] = [[table.table, nth]]
                    told = msgspec.convert(ruling, Decision, strict=False)
                    evening.do(
                        Ruled(table=table.table, board=board, round=nth, law="Law 12C1", text="t", decision=told)
                    )
                found = scorer.of_board(
                    rooms,
                    rulings,
                    (one, two),
                    points=unit if bam else 0,
                    average=regulations.bridge_average_imps,
                )
                some |= any(each is not None for each in found)
                for side, each in enumerate(found):
                    sums[side] += each or 0
            if some:
                for who, total in zip((one, two), sums, strict=True):
                    vp = not bam and regulations.bridge_vp_scale != "off"
                    due[who] += scorer.victory(scorer.whole(total)) if vp else total
        evening.do(RoundEnded())
    totals = {place.entrant: place.total for place in standing(evening.state).places}
    assert totals == {who: total for who, total in due.items() if who in totals}
    assert set(due) <= set(totals)
    return kinds


@pytest.mark.rule("B-TEAM-7", "PT-I.10.B", "PT-I.11.2.B.1", "PT-I.11.2.B.2")
def test_teams_with_rulings_fouled_boards_and_byes_are_what_a_scorer_apart_finds(share: Callable[[int], int]) -> None:
    kinds: set[str] = set()
    for nth in range(share(2000)):
        kinds |= agrees(random.Random(f"ruled {nth}"))
    assert kinds >= {"artificial", "assigned", "weighted", "dropped", "natural", "fouled"}
