"""What directors found on an evening's papers and in its numbers: one number for a player, the file's vulnerability, lots, dates."""

import hashlib
import io
import random
import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial

import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from kozyr.print.bridge import traveller_rows
from kozyr.print.event import printed
from kozyr.print.part import Wanted
from kozyr.tournaments import pairs, seating
from kozyr.tournaments.director import standing
from kozyr.tournaments.director.entries import Decision, RoundBegun, RoundEnded, Row, Ruled
from kozyr.tournaments.director.tables import awards, equals_at_the_line, imp_awards, through
from kozyr.tournaments.games.bridge.traveller import PairsRow
from kozyr.tournaments.part import HowSeated
from tests.tournaments import scorer
from tests.tournaments.commands import EVENT, Kozyr, begun, does
from tests.tournaments.evening import Evening, at_once, event


def text(data: bytes) -> str:
    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)


def test_a_player_has_one_number_on_every_paper() -> None:
    """The movement's seventh is the pair that entered as 17: table cards, player cards and travellers all say 17."""
    evening = Evening(event("bridge"))
    evening.enter(17)
    order = tuple(who for who in range(9, 18) if who != 17)
    evening.seat(pairs.pairs(8, "howell", boards=1), (*order[:6], 17, order[6]))
    evening.play(random.Random(2))
    numbers = {*order[:7], 17}
    for sheet in ("table-cards", "player-cards", "protocols"):
        told = text(printed(evening.state, sheet, Wanted(), "en"))
        if sheet == "protocols":
            assert re.search(r"\b17\b", told)
            continue
        assert all(f"P{who}" in told for who in numbers)
        found = {int(number) for number, who in re.findall(r"\b(\d+)\s+P(\d+)\b", told) if number == who}
        assert found == numbers, sheet
        assert not [number for number, who in re.findall(r"\b(\d+)\s+P(\d+)\b", told) if number != who], sheet


def test_a_traveller_without_cards_has_no_voids() -> None:
    evening = Evening(event("bridge"))
    evening.enter(4)
    evening.seat(pairs.pairs(4, "mitchell", boards=1, rounds=1))
    evening.play(random.Random(2))
    told = text(printed(evening.state, "protocols", Wanted(), "en"))
    assert "—" not in told


@pytest.mark.rule("B-DUP-3")
def test_the_vulnerability_of_the_file_counts(kozyr: Kozyr) -> None:
    """Board 1 "All": 4S N 10 is 620. In an event that does not say where it is from, it is 420, as older programs had it."""
    deal = "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"
    begun(kozyr, 4, "--game=bridge")
    (EVENT / "boards.pbn").write_text(f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "All"]\n[Deal "{deal}"]\n')
    does(kozyr, "seat", "--by", "hand", "--kind", "mitchell", "--boards", "1", "--rounds", "1")
    does(kozyr, "round", "begin")
    does(kozyr, "row", "1", "1", "4S N 10")
    assert "NS P1 620" in does(kozyr, "score", "--board", "1")
    assert '[Vulnerable "All"]' in does(kozyr, "export", "--to", "pbn")
    told = (EVENT / "event.json").read_text()
    (EVENT / "event.json").write_text(re.sub(r'\n *"bridge_boards": "file",', "", told))
    assert "NS P1 420" in does(kozyr, "score", "--board", "1")


@pytest.mark.rule("B-IMP-1")
def test_a_datum_of_three_results_drops_none() -> None:
    """650, 170 and 200 have the datum 340, not 200."""
    evening = Evening(event("bridge", bridge_scoring="butler"))
    evening.enter(6)
    evening.seat(at_once(6, 2))
    evening.do(RoundBegun())
    for table, result in enumerate(("4S N 11", "2S N 10", "3H E 5"), 1):
        evening.do(Row(table=table, board=2, result=result))
    scores = {row.seats["NS"]: int(row.reading.scores["NS"]) for row in evening.state.rows.values()}
    assert sorted(scores.values()) == [170, 200, 650]
    found = imp_awards(evening.state, 1, 2)
    assert {who: found[who] for who in scores} == {who: scorer.imps(score - 340) for who, score in scores.items()}


@pytest.mark.rule("B-PAIR-1")
def test_a_board_that_is_scheduled_fewer_times_is_scaled_to_the_sessions_top() -> None:
    """Two results among boards of four: (N + 1) x 4 / 2 - 1 of 6."""
    evening = Evening(event("bridge"))
    evening.enter(8)
    all_, few = at_once(8, 1), at_once(8, 2).rounds[0]
    evening.seat(replace(all_, rounds=(*all_.rounds, replace(few, tables=few.tables[:2]))))
    for tables, board in ((4, 1), (2, 2)):
        evening.do(RoundBegun())
        for table in range(1, tables + 1):
            evening.do(Row(table=table, board=board, result=f"4S N {8 + table}"))
        evening.do(RoundEnded())
    assert {int(one.most) for one in awards(evening.state, 1, 2).values()} == {6}
    assert sorted(int(one.points) for one in awards(evening.state, 1, 2).values()) == [1, 1, 5, 5]


@pytest.mark.rule("PT-II.2", "PC-3.2d")
def test_equals_of_an_olympic_event_are_parted_by_a_lot_that_the_log_keeps() -> None:
    """Not the first seat goes on where two have won as much, but whom the seed of the lot names."""
    gone = set()
    for seed in ("00", "01", "02", "03"):
        evening = Evening(event("deberts", tournament_type="olympic"))
        evening.enter(4)
        evening.seat(seating.parties((2, 2)))
        evening.do(RoundBegun())
        evening.do(Row(table=1, board=0, result="0 0 / 10"), Row(table=2, board=0, result="30 -30 / 10"))
        evening.do(RoundEnded())
        assert equals_at_the_line(evening.state) == (1, 2)
        made = seating.seated(evening.state, HowSeated(by="rating"), partial(str.format, seed))
        assert made.ties == seed
        assert f"the lot {seed}" in made.movement.note
        assert set(made.order) == set(through(evening.state, seed))
        tickets = {who: hashlib.sha256(f"{seed}:{who}".encode()).digest() for who in (1, 2)}
        assert min((1, 2), key=tickets.__getitem__) in made.order
        gone |= set(made.order) & {1, 2}
        evening.do(made)
        assert evening.log[-1].entry.ties == seed  # type: ignore[union-attr]
        assert standing(evening.state).places[0].entrant in made.order
    assert gone == {1, 2}


def test_missing_lines_are_told_in_one_line_a_round(kozyr: Kozyr) -> None:
    """Thirteen tables without a line: one line, not 91."""
    begun(kozyr, 26, "--game=bridge")
    does(kozyr, "seat", "--by", "hand", "--kind", "mitchell", "--boards", "7")
    does(kozyr, "round", "begin")
    does(kozyr, "row", "1", "3", "pass")
    told = does(kozyr, "round", "end").splitlines()
    assert len(told) == 2
    assert told[1].startswith("round 1 lacks lines: table 1 1-2 4-7; table 2 8-14; table 3 15-21")
    assert told[1].count("table ") == 13


def test_a_howell_of_seven_pairs_uses_tables_one_to_three() -> None:
    for count in (5, 7, 9, 11, 13, 15):
        found = pairs.pairs(count, "howell", boards=1)
        tables = {table.table for turn in found.rounds for table in turn.tables}
        assert tables == set(range(1, max(tables) + 1))
    assert {table.table for turn in pairs.pairs(7).rounds for table in turn.tables} == {1, 2, 3}


def test_files_for_others_have_day_and_club(kozyr: Kozyr, later: Callable[[int], None]) -> None:
    later(0)
    begun(kozyr, 4, "--game=bridge")
    does(kozyr, "seat", "--by", "hand", "--kind", "mitchell", "--boards", "1", "--rounds", "1")
    does(kozyr, "round", "begin")
    does(kozyr, "row", "1", "1", "4S N 10")
    assert '[Date "2027.01.15"]' in does(kozyr, "export", "--to", "pbn")
    told = does(kozyr, "export", "--to", "usebio", "--club", "Gambit", "--club-number", "417")
    for line in ("<CLUB_NAME>Gambit</CLUB_NAME>", "<CLUB_ID_NUMBER>417</CLUB_ID_NUMBER>", "<DATE>15/01/2027</DATE>"):
        assert line in told
    assert "<CLUB>" not in does(kozyr, "export", "--to", "usebio")


@pytest.mark.rule("B-TEAM-7")
@pytest.mark.parametrize("scoring", ["team_imps", "board_a_match"])
def test_a_traveller_of_teams_has_both_rooms_and_each_teams_result(scoring: str) -> None:
    """In the closed room the second team sits North-South; a ruling's own results stand on both lines."""
    evening = Evening(event("bridge", bridge_scoring=scoring))
    evening.enter(2)
    evening.seat(pairs.teams(2, boards=1))
    evening.do(RoundBegun())
    evening.do(
        Row(table=1, board=1, result="4S N 10", room="open"), Row(table=1, board=1, result="4S N 9", room="closed")
    )
    session = evening.state.sessions[0]
    one, two = (session.entrants(session.turn(1).tables[0])[side] for side in "AB")
    imps = scoring == "team_imps"
    rows = travelled(evening)
    assert [
        (row.north_south, row.room, row.score, int(row.points_ns or 0), int(row.points_ew or 0)) for row in rows
    ] == [
        (one, "open", 420, 10 if imps else 2, -10 if imps else 0),
        (two, "closed", -50, -10 if imps else 0, 10 if imps else 2),
    ]
    ruled = Decision(artificial={two: "innocent"})
    evening.do(Ruled(table=1, board=1, law="Law 12C2", text="t", decision=ruled))
    assert {(row.room, row.points_ns if row.north_south == two else row.points_ew) for row in travelled(evening)} == {
        (room, Fraction(3) if imps else Fraction(6, 5)) for room in ("open", "closed")
    }
    told = text(printed(evening.state, "protocols", Wanted(), "ru"))
    assert "откр." in told
    assert "закр." in told


def travelled(evening: Evening) -> list[PairsRow]:
    return traveller_rows(evening.state, 1, 1)
