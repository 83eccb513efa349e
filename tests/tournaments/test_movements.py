"""Movements of preferans: every promise, by a checker of its own (tests/tournaments/checker.py)."""

import json
import random
import re
from collections import Counter
from itertools import combinations, pairwise
from math import gcd
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kozyr.cli import main
from kozyr.games.refusal import Refused
from kozyr.tournaments import movements, rows
from kozyr.tournaments.director import State, fold, standing
from kozyr.tournaments.movements import Movement, field_meetings, preferans
from kozyr.tournaments.part import HowSeated
from kozyr.tournaments.seating import seated
from kozyr.tournaments.squares import squares
from scripts import movements_table
from tests.cases import Row, case
from tests.tournaments.checker import check, check_compared, check_even, movement, sits, together
from tests.tournaments.evening import Evening, event

ALL = range(6, 61)
COMPLETE = {4: {5, 7, 8, 9, 11, 12, 13, 14, 15}, 3: {4, 5, 7, 8, 9, *range(11, 21)}}


def as_json(found: Movement) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(msgspec.json.encode(found))
    return told


@pytest.mark.parametrize("players", ALL)
@pytest.mark.rule("PT-I.5b", "PT-0.8")
def test_every_head_count_has_a_movement_that_keeps_its_promises(players: int) -> None:
    found = as_json(preferans(players))
    check(found, players, set("NESW"))
    check_even(found)
    check_compared(found)
    least = 5 if all(field["tables"] >= 4 for field in found["fields"]) else 3
    assert len(found["rounds"]) >= least


@pytest.mark.parametrize("rounds", [4, 5])
def test_a_short_session_has_something_to_compare(rounds: int) -> None:
    """One box is enough for 8 players in 8 rounds, where the other table plays a set four rounds later; in 5 two are needed."""
    for players in ALL:
        found = as_json(preferans(players, None, rounds))
        check_compared(found)
    assert preferans(8, 4, 8).copies == 1
    assert preferans(8, 4, 5).copies == 2


@pytest.mark.parametrize("players", [6, 13, 20, 23, 28])
def test_the_command_prints_what_the_library_makes(players: int) -> None:
    found = movement("preferans", "--players", str(players))
    assert found == as_json(preferans(players))
    check(found, players, set("NESW"))


@pytest.mark.parametrize("at", [3, 4])
@pytest.mark.parametrize("players", ALL)
def test_all_at_tables_of_one_size(players: int, at: movements.At) -> None:
    if players < 2 * at:
        with pytest.raises(ValueError, match="no two tables"):
            preferans(players, at)
        return
    found = as_json(preferans(players, at))
    check(found, players, set("NESW"))
    check_even(found)
    assert all(len(table["seats"]) == at for turn in found["rounds"] for table in turn["tables"])
    assert all(len(turn["rest"]) == players % at for turn in found["rounds"])
    assert len(found["rounds"]) >= (3 if players // at < 4 else 4 if players == 12 else 5)  # 12 at three: a full circle


@pytest.mark.parametrize("at", [3, 4])
@pytest.mark.rule("PT-I.5a")
def test_a_complete_scheme_takes_all_of_different_lines_together_once(at: movements.At) -> None:
    for tables in COMPLETE[at]:
        found = as_json(preferans(at * tables, at))
        assert len(found["rounds"]) == tables
        assert found["copies"] == 1
        met = together(found, 1, at * tables)
        for two, times in met.items():
            one, other = sorted(two)
            assert times == ((one - 1) // tables != (other - 1) // tables)
        assert all(
            sum(times for two, times in met.items() if who in two) == (at - 1) * tables for who in (1, at * tables)
        )
    others = set(range(2, 60 // at + 1)) - COMPLETE[at]
    for tables in others:
        assert "complete scheme" in preferans(at * tables, at).note


@case("W-PT-I.5-5", "W-PT-I.5-7", "W-PT-I.5-11", "W-PT-I.5-13", "W-PT-I.5-17")
def test_the_simple_movement_table_by_table(row: Row) -> None:
    tables = row.situation["tables"]
    found = as_json(preferans(row.players))
    assert len(found["rounds"]) == row.expected["rounds"]
    for turn, wanted in zip(found["rounds"], row.expected["table_1_by_round"], strict=True):
        first = turn["tables"][0]
        assert first["table"] == 1
        lines = {seat: nth for nth, seat in enumerate("NESW")}
        told = {seat: who - lines[seat] * tables for seat, who in first["seats"].items()}
        assert {**told, "set": (first["boards"][0] + 3) // 4} == wanted
    met = together(found, 1, row.players)
    mine = [times for two, times in met.items() if 1 in two]
    assert sum(mine) == row.expected["meetings_per_player"]
    assert mine.count(0) == row.expected["not_met"]
    assert max(met.values()) == 1 + row.expected["repeat_meetings"]
    check(found, row.players, set("NESW"))


@case("W-PT-I.5-9", "W-PT-I.5-25")
def test_which_numbers_of_tables_move_simply(row: Row) -> None:
    assert movements.is_simple(row.situation["tables"]) is row.expected["simple_movement_valid"]
    kind = preferans(row.players).fields[0].kind
    assert (kind == "simple") is row.expected["simple_movement_valid"]


@pytest.mark.rule("PT-I.5")
def test_it_is_simple_where_tables_are_coprime_with_six() -> None:
    for tables in range(2, 60):
        steps = (0, 1, 2, -2, -1)  # N, E, S, W and the boards
        places = [
            [(table - step * turn) % tables for step in steps] for turn in range(tables) for table in range(tables)
        ]
        twos = [(i, j, place[i], place[j]) for place in places for i, j in combinations(range(5), 2)]
        assert (len(set(twos)) == len(twos)) is movements.is_simple(tables) is (gcd(tables, 6) == 1)


@case("W-PT-I.4-2")
def test_boards_go_one_table_lower(row: Row) -> None:
    first, second = preferans(row.players).rounds[:2]
    lies = {table.boards: table.table for table in second.tables}
    goes = {table.table: lies[table.boards] for table in first.tables}
    assert [goes[at] for at in row.situation["from_table"]] == row.expected["boards_go_to"]


@case("W-PT-I.4-1")
def test_so_many_deals_a_round_that_each_is_first_hand_once(row: Row) -> None:
    for at, boards in zip(row.situation["players_at_table"], row.expected["boards_per_round"], strict=True):
        found = preferans(at * 5, at)
        for turn in found.rounds:
            for table in turn.tables:
                assert len(table.boards) == boards
                assert {board % at for board in table.boards} == set(range(at))


@case("W-PT-I.5c-1")
def test_a_row_says_who_goes_where(row: Row) -> None:
    first, second = map(rows.cell, row.situation["instruction"].split("-"))
    assert (first.table, first.seat) == (3, "S")
    assert (second.table, second.seat) == (2, "W")
    text = "entrants 9 at 4 rounds 2 boxes 1\nrow 3S-2W-P\nsets 1-Z-2"
    with pytest.raises(ValueError, match="no place"):
        rows.parse(text.replace("3S", "S3"))
    assert (first, second) in set(rows.moves(rows.parse(text)[0].rows[0]))


@pytest.mark.rule("PT-I.5c", "PT-I.5d")
def test_a_written_scheme_moves_players_along_its_rows_and_sets_to_the_left() -> None:
    for scheme in rows.shipped("preferans"):
        assert rows.parse(scheme.text()) == (scheme,)
        turns = list(scheme.turns())
        for before, after in pairwise(turns):
            sat = {(one.table, seat): who for one in before.sittings for seat, who in one.seats.items()}
            sits_now = {who: (one.table, seat) for one in after.sittings for seat, who in one.seats.items()}
            for row in scheme.rows:
                for here, there in rows.moves(row):
                    if here.table:
                        who = sat[here.table, here.seat]
                        assert sits_now.get(who, (0, "")) == (there.table, there.seat)
        order = list(range(1, len(scheme.sets) + 1))
        for turn in turns:
            on_tables = {table: order[place] for place, some in enumerate(scheme.sets) for table in some}
            assert {one.table: one.set for one in turn.sittings} == on_tables
            order = [*order[1:], order[0]]


def test_a_scheme_gives_every_seat_to_those_who_change_seats() -> None:
    for scheme in rows.shipped("preferans"):
        for row in scheme.rows:
            if len(row) >= 2 * scheme.at:
                assert {one.seat for one in row if one.table} == set(rows.SEATS[scheme.at])


@pytest.mark.rule("PT-I.5b")
@pytest.mark.parametrize("tables", [4, 6, 8, 9, 10, 12])
def test_one_more_step_of_a_line_that_meets_a_set_again(tables: int) -> None:
    turns = movements.shift_line(tables)
    assert len(turns) == tables
    seen: dict[int, set[int]] = {}
    for turn in turns:
        for one in turn.sittings:
            for who in one.seats.values():
                assert one.set not in seen.setdefault(who, set())
                seen[who].add(one.set)
        assert sorted(who for one in turn.sittings for who in one.seats.values()) == list(range(1, 4 * tables + 1))


def test_one_more_step_is_none_where_the_simple_movement_serves() -> None:
    assert movements.shift_line(7) == movements.complete(7, 4)


@pytest.mark.rule("PT-I.2b")
def test_rooms_share_their_boards_or_have_their_own() -> None:
    one = preferans(20)
    shared, apart = movements.rooms([one, one], shared=True), movements.rooms([one, one], shared=False)
    assert shared.copies == 2
    assert apart.copies == 1
    for found in (shared, apart):
        check(as_json(found), 40, set("NESW"))
        assert [(field.first, field.last) for field in found.fields] == [(1, 20), (21, 40)]
    with pytest.raises(ValueError, match="same number of rounds"):
        movements.rooms([one, preferans(28)], shared=True)


def test_fours_and_threes_never_share_a_board() -> None:
    found = preferans(35)
    assert [(field.at, field.tables) for field in found.fields] == [(4, 5), (3, 5)]
    fours = {board for turn in found.rounds for table in turn.tables if len(table.seats) == 4 for board in table.boards}
    threes = {
        board for turn in found.rounds for table in turn.tables if len(table.seats) == 3 for board in table.boards
    }
    assert not fours & threes


def test_orthogonal_squares() -> None:
    for order in range(2, 50):
        for count in (3, 4):
            found = squares(order, count)
            for nth, one in enumerate(found):
                assert one[0] == tuple(range(order))
                assert all(len(set(line)) == order for line in (*one, *zip(*one, strict=True)))
                for other in found[:nth]:
                    laid = {
                        two for left, right in zip(one, other, strict=True) for two in zip(left, right, strict=True)
                    }
                    assert len(laid) == order**2
    assert not squares(6, 3)
    assert not squares(10, 3)
    assert squares(14, 4)


def test_above_sixty_where_there_is_a_complete_movement() -> None:
    for players in (61, 68, 75, 100, 200):
        found = as_json(preferans(players))
        check(found, players, set("NESW"))
        check_even(found)


def test_cards_for_players_and_tables() -> None:
    found = preferans(13)
    card = movements.player_card(found, 7)
    assert [stop.round for stop in card] == list(range(1, 14))
    assert sum(stop.table == 0 for stop in card) == 1
    assert all(len(stop.with_) == 3 for stop in card if stop.table)
    assert len(movements.table_card(found, 3)) == 13
    with pytest.raises(ValueError, match="no entrant 14"):
        movements.player_card(found, 14)
    with pytest.raises(ValueError, match="no table 4"):
        movements.table_card(found, 4)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--players", "5"], "5 players are too few: a movement needs 6, two tables of three"),
        (["--players", "20", "--rounds", "6"], "6 rounds are too many: 20 players can play 5"),
        (["--players", "20", "--rounds", "0"], "0 rounds are none"),
        (["--players", "10", "--at", "4", "--copies", "1"], "10 players need 2 boxes of each board"),
        (["--players", "8", "--copies", "0"], "0 boxes of a board are none"),
        (["--players", "7", "--at", "4"], "7 players are no two tables of four"),
    ],
)
def test_bad_input_gets_one_line(words: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["movement", "preferans", *words]) == 2
    told = capsys.readouterr()
    assert told.err == f"kozyr movement: {line}\n"
    assert not told.out


def test_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["movement", "preferans", "--players", "13"]) == 0
    told = capsys.readouterr().out
    assert "1-13: 3 tables, 1 resting, 13 rounds, scheme\none box of each board\n" in told
    assert "Round 13; " in told


def test_seats_of_a_line_are_kept_and_others_go_round() -> None:
    kept = sits(as_json(preferans(28)))
    assert all(len(seats) == 1 for seats in kept.values())


def test_meetings_are_told() -> None:
    found = preferans(13)
    told = field_meetings(found, found.fields[0])
    assert (told.counts, told.most) == ({3: 78}, 3)
    assert told.mean == 3


def test_the_page_says_what_the_movements_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who meets whom how often, counted here from each movement, stands in docs/movements.md."""
    told = movements_table.PAGE.read_text()
    assert told == movements_table.page()
    line = r"^\| (\d+) \| (.+) \| .+ \| (\d+) \| ([\d:,; ]+) \| (\d+) \|$"
    listed = {int(players): cells for players, *cells in re.findall(line, told, re.MULTILINE)}
    assert listed.keys() == set(ALL)
    for players, (tables, rounds, meet, boxes) in listed.items():
        found = as_json(preferans(players))
        fields = [together(found, field["first"], field["last"]) for field in found["fields"]]
        counts = [Counter(met.values()) for met in fields]
        assert meet == "; ".join(", ".join(f"{times}:{one[times]}" for times in sorted(one)) for one in counts)
        assert tables.partition(",")[0] == " + ".join(f"{one['tables']} of {one['at']}" for one in found["fields"])
        assert (rounds, boxes) == (str(len(found["rounds"])), str(found["copies"]))
    assert movements_table.main(["--check"], tmp_path / "movements.md") == 1
    assert "movements.md is stale" in capsys.readouterr().err


@pytest.mark.rule("PT-I.5c")
def test_nine_and_thirteen_meet_evenly_and_one_rests() -> None:
    for players, rounds in ((9, 9), (13, 13)):
        found = as_json(preferans(players, 4))
        assert len(found["rounds"]) == rounds
        assert set(together(found, 1, players).values()) == {3}
        assert all(len(turn["rest"]) == 1 for turn in found["rounds"])


def test_a_movement_says_what_fewer_rounds_leave_uneven_and_how_many_boxes_it_needs() -> None:
    for players in range(6, 61):
        whole = preferans(players)
        assert "on average" not in whole.note, players
        assert ("boxes of each board: with one" in whole.note) == (whole.copies > 1), players
    assert [n for n in range(6, 61) if preferans(n).copies > 1] == [7, 22, 23, 26, 34]
    for players, rounds in ((13, 5), (6, 6), (12, 4)):
        short = preferans(players, rounds=rounds)
        found = movements.field_meetings(short, short.fields[0])
        assert f"meet {found.most} times, on average any two {float(found.mean):.1f}" in short.note
    assert preferans(28, rounds=3).note == ""


@pytest.mark.rule("PT-I.5", "PT-I.5b", "PT-I.2b")
def test_the_rules_own_movements() -> None:
    """By lines where the tables allow it, with one more step where they do not, and in rooms."""
    assert movements.by_lines(28, "simple").rounds == preferans(28).rounds
    with pytest.raises(ValueError, match="24 players have no movement by lines"):
        movements.by_lines(24, "simple")
    with pytest.raises(ValueError, match="25 players"):
        movements.by_lines(25, "shift_line")
    with pytest.raises(ValueError, match="9 rounds cannot be: 32 players can play 1 to 8"):
        movements.by_lines(32, "shift_line", rounds=9)
    moved = movements.by_lines(32, "shift_line")
    assert [one.kind for one in moved.fields] == ["shift_line"]
    seen = {(who, one.boards) for turn in moved.rounds for one in turn.tables for who in one.seats.values()}
    assert len(seen) == 32 * 8  # nobody sees a set twice
    shared, own = (movements.in_rooms(48, 2, shared=is_shared) for is_shared in (True, False))
    assert [one.tables for one in shared.fields] == [5, 7]
    assert (len(shared.rounds), shared.copies, own.copies) == (5, 2, 1)
    boards = [
        {board for turn in one.rounds for table in turn.tables for board in table.boards} for one in (shared, own)
    ]
    assert (len(boards[0]), len(boards[1])) == (28, 48)
    with pytest.raises(ValueError, match="fill no 2 rooms"):
        movements.in_rooms(32, 2)


@pytest.mark.rule("PT-I.5a")
@pytest.mark.parametrize("tables", [7, 11])
def test_the_lines_play_one_more_session_in_rooms_of_their_own(tables: int) -> None:
    """Those of one line never met; in the second session they meet nobody else."""
    evening = Evening(event())
    evening.enter(4 * tables)
    chance = random.Random(tables)
    order = tuple(chance.sample(range(1, 4 * tables + 1), 4 * tables))
    evening.seat(movements.by_lines(4 * tables, "simple", rounds=2), order)
    with pytest.raises(Refused, match="after a session has ended"):
        seated(evening.state, HowSeated(lines=True))
    evening.play(chance)
    first = evening.state.sessions[0]
    lines = [{first.entrants(table)[seat] for table in first.turn(1).tables} for seat in "NESW"]
    found = seated(evening.state, HowSeated(lines=True, rounds=3))
    evening.do(found)
    session = evening.state.session
    assert session is not None
    assert len(found.movement.fields) == 4 * len(movements.preferans(tables, rounds=3).fields)
    for turn in session.movement.rounds:
        for table in turn.tables:
            who = set(session.entrants(table).values())
            assert sum(who <= line for line in lines) == 1
    rooms = {frozenset(board for turn in session.movement.rounds for table in turn.tables for board in table.boards)}
    assert len(rooms) == 1  # all rooms play copies of the same boards
    assert found.movement.copies >= 4
    own = seated(evening_before(evening), HowSeated(lines=True, rounds=3, own_boards=True))
    assert own.movement.copies < found.movement.copies
    evening.play(chance)
    assert len(standing(evening.state).places) == 4 * tables


def evening_before(evening: Evening) -> State:
    """The state before the last session was seated."""
    return fold(evening.begun, evening.log[:-1])


@pytest.mark.rule("PT-I.5a")
def test_lines_that_cannot_be_divided_are_refused() -> None:
    evening = Evening(event())
    evening.enter(8)
    evening.seat(movements.preferans(8, rounds=1))
    evening.play(random.Random(1))
    with pytest.raises(Refused, match="too few"):
        seated(evening.state, HowSeated(lines=True))  # two of each line are no room
    with pytest.raises(Refused, match="stays as it sat"):
        seated(evening.state, HowSeated(lines=True, order=(1, 2)))
    mixed = Evening(event())
    mixed.enter(12)
    mixed.seat(movements.preferans(12))
    mixed.play(random.Random(1))
    with pytest.raises(Refused, match="nobody kept a seat"):
        seated(mixed.state, HowSeated(lines=True))
