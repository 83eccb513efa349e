"""The director's log: what it takes, what it refuses, and who may do what."""

import random
from fractions import Fraction
from typing import get_args

import msgspec
import pytest
from msgspec import structs

from kozyr.cards import Seat
from kozyr.games.preferans import Outcome, agree
from kozyr.games.refusal import Refused, refusal
from kozyr.tournaments import movements, pairs
from kozyr.tournaments.director import Decision, Entry, Event, State, decide, drawn, fold, merged, standing
from kozyr.tournaments.director.entries import (
    POWERS,
    Announced,
    Appointed,
    Approved,
    Closed,
    Confirmed,
    Corrected,
    Decided,
    Disqualified,
    Elected,
    Entered,
    Filed,
    LatePlay,
    Noticed,
    Penalised,
    Power,
    Published,
    RoundBegun,
    RoundEnded,
    Row,
    Ruled,
    Seated,
    Substitute,
    Suspended,
    Waived,
    What,
    WrongBoard,
)
from kozyr.tournaments.director.final import percentages
from kozyr.tournaments.director.results import unlikely
from kozyr.tournaments.director.state import At, Proposed
from kozyr.tournaments.director.tables import awards
from kozyr.tournaments.games.bridge.lines import read as of_bridge
from kozyr.tournaments.games.preferans.lines import board_terms, line_of, noted, read
from kozyr.tournaments.regulations import OFFENCES
from tests.cases import Row as Example, case
from tests.tournaments.evening import Evening, event, regulations, rows

MIN = 60


def begun(players: int = 20, **changes: object) -> Evening:
    """Five tables of four with their boards before them: 1 to 4, 5 to 8 and so on."""
    evening = Evening(structs.replace(event("preferans", **changes), society=("Society",)))
    evening.enter(players)
    evening.seat(movements.preferans(players))
    evening.do(RoundBegun())
    return evening


def refused(evening: Evening, *what: What, who: str = "Orlova", after_s: int = 1) -> str:
    with pytest.raises(Refused) as told:
        evening.do(*what, who=who, after_s=after_s)  # type: ignore[arg-type]
    assert "\n" not in str(told.value)
    return str(told.value)


FIRST = Row(table=1, board=1, result="9H E9 S1")


@pytest.mark.rule("PT-I.6b")
def test_a_line_is_written_once_and_after_it_is_confirmed_no_claim_is_heard() -> None:
    evening = begun()
    evening.do(FIRST, who="N")
    assert "correct it" in refused(evening, FIRST)
    evening.do(Corrected(table=1, board=1, result="9H E8 S2", ground="claim"))
    evening.do(Confirmed(table=1, board=1), who="N")
    assert refused(evening, Corrected(table=1, board=1, result="9H E9 S1", ground="claim")) == (
        "table 1, board 1: the line is confirmed, and no claim on it is heard (PT-I.6b)"
    )
    evening.do(Corrected(table=1, board=1, result="9H E9 S1", ground="error"))  # an error the arbiter has learnt of
    assert next(iter(evening.state.rows.values())).reading.tricks == 9
    again = Corrected(table=1, board=1, result="9H E8 S2", ground="claim")
    assert "is confirmed" in refused(evening, again)  # what is mended stays confirmed


@pytest.mark.rule("PT-I.6c", "PT-I.7")
@pytest.mark.parametrize(
    ("row", "said"),
    [
        (Row(table=1, board=1, result="7D E7 S2 W2"), "table 1, board 1: tricks sum to 11, not 10"),
        (Row(table=1, board=1, result="7D N7 E2 S1"), "N has no cards when N deals"),
        (Row(table=1, board=1, result="- E4 S3 W0"), "the talon of N leads two tricks, not 3"),
        (Row(table=1, board=1, result="- E6 S3 W2"), "-1 tricks of N are not in 0..10"),
        (Row(table=1, board=1, result="7D E7 S2"), "tricks sum to 9, not 10"),
        (Row(table=1, board=1, result="- N4 E3 S3"), "an all-pass has the tricks of E, S, W"),
        (Row(table=1, board=1, result="5D E7 S2 W1"), "'5D' is no contract"),
        (Row(table=1, board=1, result="7D X7"), "'X7' is no seat"),
        (Row(table=1, board=1, result="7D"), "names no declarer"),
        (
            Row(table=1, board=1, result="9H E9 S1", whists={"E": "50"}),
            "the whists do not follow from 9H E9 S1: due is E 52",
        ),
        (
            Row(table=1, board=6, result="9H E9 S1"),
            "table 1, board 6: the board is not of round 1, which has 1, 2, 3, 4 there",
        ),
        (Row(table=7, board=1, result="9H E9 S1"), "table 7, board 1: nobody sits there in round 1"),
        (Row(table=1, board=1, round=2, result="9H E9 S1"), "round 2 has not begun"),
        (Row(table=1, board=1, room="open", result="9H E9 S1"), "there are no rooms"),
    ],
)
def test_a_row_that_cannot_be_names_its_table_and_board(row: Row, said: str) -> None:
    evening = begun()
    before = evening.state
    assert said in refused(evening, row, who="N")
    assert evening.state == before


@pytest.mark.rule("PT-I.7")
def test_a_talon_that_took_tricks_for_a_sitter_is_not_written() -> None:
    """At sochi the dealer's talon may take two: the columns of the others then sum to eight."""
    reading = read("- W4 N2 E2", agree("sochi"), 4, Seat.S)
    assert isinstance(reading.outcome, Outcome)
    assert reading.outcome.tricks == {"W": 4, "N": 2, "E": 2, "S": 2}
    assert sum(reading.scores.values()) == 0


@pytest.mark.rule("P-3.8.8", "PT-I.6a")
def test_a_dealer_who_sits_out_may_whist_against_half_a_whist() -> None:
    """His are the tricks of the defence, though another hand took them; the line is written and read back."""
    lone = read("7H E7 W/2 N3", agree("sochi"), 4, Seat.N)
    assert sum(lone.scores.values()) == 0
    assert lone.scores["N"] > lone.scores["W"] == lone.scores["S"]
    assert isinstance(lone.outcome, Outcome)
    terms = board_terms(agree("sochi"), 4, Seat.N)
    assert line_of(lone.outcome, terms) == "7H E7 W/2 N3"
    with pytest.raises(Refused, match="cannot all whist"):
        read("7H E7 S1 N2", agree("sochi"), 4, Seat.N)


@case("W-P-4.2.11-1")
def test_a_sheets_column_of_contract_and_result(row: Example) -> None:
    made, down = read("6S E6 S2 W2", agree("sochi"), 4, Seat.N), read("8H E7 S2 W1", agree("sochi"), 4, Seat.N)
    assert [noted(made), noted(down)] == row.expected["protocol"]
    assert noted(read("9NT E given-up S", agree("sochi"), 4, Seat.N)) == "9NT/-3"
    assert noted(read("misere E2 S4 W4", agree("sochi"), 4, Seat.N)) == "misere/2"


@pytest.mark.rule("PT-I.11.6.A", "PT-I.11.6.A.1", "PT-I.11.6.B", "PT-I.13.2.5")
def test_a_wrong_board() -> None:
    evening = begun()
    wrong = Row(table=1, board=6, result="- S4 W3 N3")
    assert "not of round 1" in refused(evening, wrong)
    evening.do(WrongBoard(table=1, board=6, instead=2), wrong)  # nobody had played it: the result stands
    assert [at.board for at in evening.state.rows] == [6]
    evening.do(RoundEnded(), RoundBegun())
    # Now entrant 1 is to play it again, and entrant 6 does, at another table.
    assert "P1 played it at table 1 in round 1 (PT-I.11.6)" in refused(evening, wrong)
    evening.do(WrongBoard(table=2, board=6, instead=9))
    seats = evening.state.sessions[0].entrants(evening.state.sessions[0].turn(2).tables[1])
    assert 6 in seats.values()
    assert evening.state.decisions[1, 6][0].artificial == dict.fromkeys(set(seats.values()) - {6}, "innocent")
    assert "not of round 2" in refused(evening, Row(table=2, board=6, result="- S4 W3 N3"))  # his second is cancelled
    assert len(evening.state.rows) == 1
    assert "was due" in refused(evening, WrongBoard(table=2, board=9, instead=10))


@pytest.mark.rule("PT-I.11.6.A.2", "PT-I.13.2.5")
def test_a_board_can_be_played_late() -> None:
    evening = begun()
    evening.do(RoundEnded(), RoundBegun())
    evening.do(LatePlay(table=1, board=1, round=1), Row(table=1, board=1, round=1, result="9H E9 S1"))
    assert [at.round for at in evening.state.rows] == [1]
    assert "has been played" in refused(evening, LatePlay(table=1, board=1, round=1))


@pytest.mark.rule("PT-I.13.2.1", "PT-I.13.2.2", "PT-I.13.2.4")
def test_fourteen_powers_and_who_has_them() -> None:
    """Each power has its entries, an assistant has what was delegated, and a player none of them."""
    used = set(POWERS.values()) | {"penalty", "disputes", "delegate"}
    assert used == set(get_args(Power))
    assert len(used) == 14
    evening = begun()
    evening.do(FIRST)
    ruling = Ruled(table=1, board=1, law="PT-I.11.2.B.1", text="t", decision=Decision(artificial={1: "fully"}))
    for who in ("P1", "Petrov"):
        assert f"{who} has not the power to penalty" in refused(evening, ruling, who=who)
    evening.do(Appointed(name="Petrov", powers=("penalty", "delegate")))
    evening.do(ruling, who="Petrov")
    assert "power to disqualify" in refused(evening, Disqualified(entrant=1, approved_by="organisers"), who="Petrov")
    evening.do(Appointed(name="Ivanov", powers=("fine",)), who="Petrov")
    evening.do(Penalised(entrant=2, offence="late"), who="Ivanov")
    evening.do(Announced(text="no phones"))
    assert evening.state.conditions == ("no phones",)


@pytest.mark.rule("PT-I.13.2.3")
def test_a_ruling_names_its_rule() -> None:
    assert "no law because" in refused(begun(), Ruled(table=1, board=1, law="because", text="so"))


@pytest.mark.rule(
    "PT-I.12.2.1", "PT-I.12.2.2", "PT-I.12.2.3", "PT-I.12.2.4", "PT-I.12.2.5", "PT-I.12.2.6", "PT-I.12.2.7", "PT-I.12.2.8"
)  # fmt: skip
@pytest.mark.parametrize("offence", OFFENCES)
def test_an_offence_costs_what_the_regulations_say(offence: str) -> None:
    evening = begun(tournament_procedural_penalty=25)
    evening.do(FIRST, RoundEnded(), RoundBegun())
    turn = evening.state.sessions[0].turn(2)
    there = next(one for one in turn.tables if 1 in one.boards)
    evening.do(Row(table=there.table, board=1, result="- E4 S3 W3"))
    before = percentages(evening.state)[1]
    nth = evening.do(Penalised(entrant=1, offence=offence))  # type: ignore[arg-type]
    assert percentages(evening.state)[1].points == before.points - Fraction(25, 100) * 2
    assert "guilty one" in refused(evening, Waived(entry=nth, asked_by="P1"))
    evening.do(Waived(entry=nth, asked_by="P2"))
    assert percentages(evening.state)[1] == before
    evening.do(Penalised(entrant=1, offence=offence, percent=50))  # type: ignore[arg-type]
    assert percentages(evening.state)[1].points == before.points - 1


@pytest.mark.rule("PT-I.13.2.4")
def test_suspension_is_final_and_disqualification_needs_a_second_yes() -> None:
    evening = begun()
    nth = evening.do(Suspended(entrant=1))
    assert "final" in refused(evening, Noticed(entrant=1, entry=nth), who="P1")
    assert "P1 does not play any more" in refused(evening, FIRST)
    evening.do(Substitute(entrant=1, name="Reserve"), FIRST)
    assert "must approve" in refused(evening, Disqualified(entrant=2, approved_by="Orlova"))
    evening.do(Elected(members=("P3", "P4")), Disqualified(entrant=2, approved_by="P3"))
    assert 2 not in {place.entrant for place in standing(evening.state).places}
    assert "plays himself" in refused(evening, Substitute(entrant=3, name="P4"))


@pytest.mark.rule("PT-I.13.2.4")
def test_a_disqualification_waits_for_somebody_of_the_committee() -> None:
    evening = begun()
    evening.do(Elected(members=("P3", "P4", "P2")))
    nth = evening.do(Disqualified(entrant=2))
    assert evening.state.disqualified == frozenset()
    assert evening.state.proposed == {nth: Proposed(nth, 2, "Orlova")}
    assert "waits for the approval" in refused(evening, Disqualified(entrant=2))
    assert "no disqualification that waits" in refused(evening, Approved(entry=nth + 5), who="P3")
    for who in ("P5", "P2", "Orlova"):  # a stranger to it, the one himself, who proposes it
        assert "a member of the committee approves" in refused(evening, Approved(entry=nth), who=who)
    evening.do(Approved(entry=nth, yes=False), who="P3")
    assert (evening.state.proposed, evening.state.disqualified) == ({}, frozenset())
    again = evening.do(Disqualified(entrant=2))
    evening.do(Approved(entry=again), who="P4")
    assert evening.state.disqualified == {2}
    assert "already" in refused(evening, Disqualified(entrant=2))


@pytest.mark.rule("PT-I.4", "PT-I.12.2.2")
def test_the_tables_that_were_not_ready_at_the_end_of_a_round_are_noted() -> None:
    """Also when their lines have come; a board that was put off makes nobody slow."""
    evening = begun()
    first, second, *others = evening.state.sessions[0].turn(1).tables
    chance = random.Random(1)
    for table in (first, *others):
        evening.do(*rows(evening.state, table, chance))
    early, *late = rows(evening.state, second, chance)
    evening.do(early, *(LatePlay(table=second.table, board=one.board, round=1) for one in late[1:]), RoundEnded())
    assert evening.state.slow == {At(1, 1, second.table, 0)}
    evening.do(structs.replace(late[0], round=1))
    assert evening.state.slow == {At(1, 1, second.table, 0)}


def ruled() -> tuple[Evening, int]:
    """Board 1 was played at both tables, and entrant 1 is guilty of something there."""
    evening = begun()
    evening.do(FIRST)
    nth = evening.do(
        Ruled(table=1, board=1, law="PT-I.11.2.B.1", text="spoke", decision=Decision(artificial={1: "fully"}))
    )
    return evening, nth


@pytest.mark.rule("PT-0.5", "PT-0.6")
def test_an_appeal_changes_a_result_and_another_one_may_not() -> None:
    evening, nth = ruled()
    guilty = awards(evening.state, 1, 1)[1]
    note = evening.do(Noticed(entrant=1, entry=nth), who="P1")
    evening.do(Elected(members=("P3", "P4", "P5")))
    evening.do(RoundEnded(last=True))
    filed = evening.do(Filed(notice=note, facts="I did not speak", request="my result"), who="P1", after_s=30 * MIN)
    yes = Decided(filed=filed, by="committee", allowed=True, decision=Decision(natural=(1,)))
    assert "not of the committee" in refused(evening, yes, who="P1")
    evening.do(yes, who="P3")
    assert guilty.percent == 40 or guilty.most == 0
    assert 1 not in {who for one in evening.state.decisions[1, 1][1:] for who in one.artificial}
    assert awards(evening.state, 1, 1)[1].percent == 50  # alone in the line: half of nothing
    assert "the committee has decided" in refused(evening, yes, who="P4")
    # Against the committee one turns to the society's, which revises nothing but the last round's arithmetic.
    more = Decided(filed=filed, by="society", allowed=True, decision=Decision(artificial={1: "innocent"}))
    assert "PT-0.5" in refused(evening, more, who="Society")
    other = Decided(
        filed=filed,
        by="society",
        allowed=True,
        correction=Corrected(table=1, board=1, result="9H E8 S2", ground="error"),
    )
    assert "PT-0.5" in refused(evening, other, who="Society")
    evening.do(Corrected(table=1, board=1, result="9H E8 S2"))
    missing = [
        Row(table=t.table, board=b, result=r)
        for t in evening.state.sessions[0].turn(1).tables
        for b in t.boards
        if (t.table, b) != (1, 1)
        for r in [lines(b)]
    ]
    evening.do(*missing)
    evening.do(Published())
    evening.do(Closed(), after_s=31 * MIN)
    sums = Corrected(table=1, board=1, result="9H E9 S1", ground="arithmetic")
    evening.do(Decided(filed=filed, by="society", allowed=True, correction=sums), who="Society")
    assert next(one for at, one in evening.state.rows.items() if at.board == 1).reading.tricks == 9
    assert "closed" in refused(evening, Corrected(table=1, board=1, result="9H E8 S2"))


def lines(board: int) -> str:
    three = ("NESW" * 2)[board % 4 : board % 4 + 3]
    return "- " + " ".join(f"{seat}{n}" for seat, n in zip(three, (4, 3, 3), strict=True))


@pytest.mark.rule("PT-0.6")
def test_notice_comes_before_the_next_deal_and_the_appeal_within_half_an_hour() -> None:
    evening, nth = ruled()
    late = begun()
    late.do(FIRST)
    there = late.do(Ruled(table=1, board=1, law="PT-I.11.1.A", text="t"))
    late.do(Row(table=1, board=2, result="- S4 W3 N3"))
    assert "before the next deal" in refused(late, Noticed(entrant=1, entry=there), who="P1")
    note = evening.do(Noticed(entrant=1, entry=nth), who="P1")
    evening.do(RoundEnded(last=True))
    appeal = Filed(notice=note, facts="f", request="r")
    assert "more than 30 minutes ago" in refused(evening, appeal, who="P1", after_s=30 * MIN + 1)
    evening.do(appeal, who="P1", after_s=30 * MIN)
    assert "no ruling" in refused(evening, Noticed(entrant=1, entry=1))
    assert "no notice" in refused(evening, Filed(notice=1, facts="f", request="r"))


@pytest.mark.rule("PT-0.6")
def test_who_may_appeal() -> None:
    """A player himself, either of a pair, the captain of a team, or who plays on for them; nobody else, nor the arbiter."""
    held = event("bridge", bridge_scoring="team_imps")
    teams = Evening(held)
    teams.enter(2, t1=("A1", "A2", "A3", "A4", "A5"), t2=("B1", "B2", "B3", "B4"))
    teams.seat(pairs.teams(2, boards=4))
    teams.do(RoundBegun())
    for evening, may, may_not in (
        (ruled()[0], ["P1"], ["P2", "Orlova", "Stranger"]),
        (teams, ["P1", "A1"], ["A2", "A5", "B1", "Orlova"]),
    ):
        nth = evening.do(Ruled(table=1, board=1, law="PT-I.11.1.A", text="t"))
        notice = Noticed(entrant=1, entry=nth)
        for who in may_not:
            assert f"{who} may not appeal for P1: only " in refused(evening, notice, who=who)
        note = evening.do(notice, who=may[-1])
        for who in may_not:
            assert f"{who} may not appeal for P1: only " in refused(
                evening, Filed(notice=note, facts="f", request="r"), who=who
            )
        evening.do(Substitute(entrant=1, name="Reserve", for_="A1" if evening is teams else ""))
        evening.do(Filed(notice=note, facts="f", request="r"), who="Reserve")
    two = Evening(event("bridge"))
    two.enter(4, t1=("A1", "A2"))
    two.seat(pairs.pairs(4, boards=1))
    two.do(RoundBegun())
    nth = two.do(Ruled(table=1, board=1, law="PT-I.11.1.A", text="t"))
    for who in ("A1", "A2", "P1"):
        two.do(Noticed(entrant=1, entry=nth), who=who)


@pytest.mark.rule("PT-0.5")
def test_who_decides_an_appeal() -> None:
    """The elected committee, but not the appellant; after it one of the society's, who was named before the event."""
    evening, nth = ruled()
    note = evening.do(Noticed(entrant=1, entry=nth), who="P1")
    filed = evening.do(Filed(notice=note, facts="f", request="r"), who="P1")
    assert "Stranger is no participant" in refused(evening, Elected(members=("Stranger",)))
    evening.do(Elected(members=("P1", "P3")))
    ours = Decided(filed=filed, by="committee", allowed=False)
    theirs = Decided(filed=filed, by="society", allowed=False)
    assert "decides after that of the event" in refused(evening, theirs, who="Society")
    for who in ("P2", "Orlova", "Society"):
        assert "is not of the committee" in refused(evening, ours, who=who)
    assert "P1 appeals himself" in refused(evening, ours, who="P1")
    evening.do(ours, who="P3")
    for who in ("P3", "Orlova", "P1"):
        assert f"{who} is not of the society's committee: Society" in refused(evening, theirs, who=who)
    evening.do(theirs, who="Society")
    assert "once (PT-0.5)" in refused(evening, theirs, who="Society")
    assert [appeal.society for appeal in evening.state.appeals.values()] == [False]
    lonely = Evening(event())
    lonely.enter(8)
    assert "nobody was named for it" in refused(lonely, Decided(filed=1, by="society", allowed=True), who="Society")


@pytest.mark.rule("PT-0.7")
def test_results_are_corrected_for_half_an_hour_after_they_are_published() -> None:
    evening = begun()
    evening.do(RoundEnded(last=True))
    assert "table 1, board 1: the line of round 1 is missing" in refused(evening, Published())
    session = evening.state.sessions[0]
    evening.do(*(Row(table=t.table, board=b, result=lines(b)) for t in session.turn(1).tables for b in t.boards))
    evening.do(Published())
    assert "runs" in refused(evening, Closed())
    mend = Corrected(table=1, board=1, result="9H E9 S1")
    assert "the correction period of 30 minutes is over (PT-0.7)" in refused(evening, mend, after_s=30 * MIN + 1)
    evening.do(mend, after_s=30 * MIN)
    assert "runs" in refused(evening, Closed(), after_s=0)  # in its last second, too
    evening.do(Closed())
    assert evening.state.closed


@pytest.mark.rule("PT-0.6")
def test_an_event_is_not_closed_while_an_appeal_is_open() -> None:
    evening, nth = ruled()
    note = evening.do(Noticed(entrant=1, entry=nth), who="P1")
    filed = evening.do(Filed(notice=note, facts="f", request="r"), who="P1")
    evening.do(RoundEnded(last=True))
    session = evening.state.sessions[0]
    due = [(t.table, board) for t in session.turn(1).tables for board in t.boards if (t.table, board) != (1, 1)]
    evening.do(*(Row(table=table, board=board, result=lines(board)) for table, board in due), Published())
    assert "appeal" in refused(evening, Closed(), after_s=30 * MIN + 1)
    evening.do(Elected(members=("P3",)))
    evening.do(Decided(filed=filed, by="committee", allowed=False), who="P3")
    evening.do(Closed(), after_s=30 * MIN + 1)
    assert evening.state.closed


@pytest.mark.rule("PT-I.11.2.B.1")
@pytest.mark.parametrize("other", [{"assigned": {1: "5"}}, {"dropped": (1,)}])
def test_an_entrant_has_one_score_on_a_board(other: dict[str, object]) -> None:
    """An artificial score is none beside an assigned one, nor on a board that does not count for the entrant."""
    evening = begun()
    evening.do(FIRST)
    both = msgspec.convert({"artificial": {1: "fully"}, **other}, Decision)
    ruling = Ruled(table=1, board=1, law="PT-I.11.2.B.1", text="spoke", decision=both)
    assert "P1" in refused(evening, ruling)
    apart = structs.replace(both, artificial={2: "fully"})
    evening.do(structs.replace(ruling, decision=apart))


@pytest.mark.rule("PT-I.13.2.6")
def test_the_arbiters_own_error_leaves_all_innocent() -> None:
    evening = begun()
    evening.do(Ruled(table=1, board=1, law="PT-I.13.2.6", text="I was wrong", own_error=True))
    seats = evening.state.sessions[0].entrants(evening.state.sessions[0].turn(1).tables[0])
    assert evening.state.decisions[1, 1][0].artificial == dict.fromkeys(seats.values(), "innocent")


@pytest.mark.rule("PC-3.2d", "PT-0.8")
def test_seats_across_the_tables_are_drawn_by_lot_or_go_by_rating() -> None:
    evening = Evening(event())
    evening.enter(8)
    movement = movements.preferans(8)
    order = drawn(range(1, 9), "beef")
    assert sorted(order) == list(range(1, 9))
    assert order != tuple(range(1, 9))
    by_lot = Seated(how="lot", order=order, movement=movement, seed="beef")
    assert "not in the order of the lot" in refused(
        evening, Seated(how="lot", order=order, movement=movement, seed="bee")
    )
    assert "order of the rating" in refused(evening, Seated(how="rating", order=order, movement=movement))
    evening.do(by_lot)
    rated = Evening(event())
    for nth in range(1, 9):
        rated.do(Entered(entrant=nth, name=f"P{nth}", rating=str(10 * nth)))
    rated.do(Seated(how="rating", order=tuple(range(8, 0, -1)), movement=movement))
    assert rated.state.sessions[0].order[0] == 8


def test_an_event_opens_when_its_regulations_are_whole() -> None:
    bare = Evening(Event(name="x"))
    bare.begun = bare.state = State(Event(name="x", regulations=regulations(tournament_qualifying=True)))
    bare.enter(8)
    assert "the event cannot open: a qualifying event" in refused(
        bare, Seated(how="hand", order=tuple(range(1, 9)), movement=movements.preferans(8))
    )


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (Seated(how="hand", order=(1, 2), movement=movements.preferans(8)), "2 entrants in a movement for 8"),
        (Seated(how="hand", order=(1, 1, 2, 3, 4, 5, 6, 7), movement=movements.preferans(8)), "two seats"),
        (Seated(how="hand", order=(1, 2, 3, 4, 5, 6, 7, 99), movement=movements.preferans(8)), "no entrant 99"),
        (Entered(entrant=1, name="X"), "entrant 1 is P1 already"),
        (Entered(entrant=90, name="P1"), "P1 has entered already"),
        (RoundBegun(), "nobody is seated"),
        (Suspended(entrant=1), "nobody is seated"),
        (Penalised(entrant=77, offence="late"), "no entrant 77"),
    ],
)
def test_what_cannot_be_before_the_first_round(what: What, said: str) -> None:
    evening = Evening(event())
    evening.enter(8)
    assert said in refused(evening, what)


def test_rounds_come_one_after_another() -> None:
    evening = begun()
    assert "round 1 has not ended" in refused(evening, RoundBegun())
    evening.do(RoundEnded())
    assert "no round is being played" in refused(evening, RoundEnded())
    for _ in evening.state.sessions[0].movement.rounds[1:]:
        evening.do(RoundBegun(), RoundEnded())
    assert "the session has ended" in refused(evening, RoundBegun())


def test_the_logs_of_two_laptops_become_one() -> None:
    """Each wrote the lines of its own table, and appealed against its own ruling; numbers of entries follow."""
    base, other = begun(), begun()
    base.do(FIRST)
    nth = base.do(Ruled(table=1, board=1, law="PT-I.11.1.A", text="one"))
    base.do(Noticed(entrant=1, entry=nth), who="P1", after_s=10)
    other.now += 1
    other.do(Row(table=2, board=5, result="- E4 S3 W3"), after_s=0)
    other.do(FIRST, after_s=30)  # a line that the other laptop has
    both = merged(tuple(base.log), tuple(other.log))
    state = fold(base.begun, both)
    assert len(state.rows) == 2
    assert len(state.incidents) == 1
    assert "the line is written already" in state.incidents[0]
    assert [state.rulings[notice.ruling].text for notice in state.notices.values()] == ["one"]
    assert merged(both, both) == both


def test_the_clock_of_a_log_does_not_go_back() -> None:
    evening = begun()
    with pytest.raises(Refused, match="clock"):
        decide(evening.state, Entry(1, "N", FIRST))


def test_unlikely_results_are_warned_of() -> None:
    made = of_bridge("4H N 12", "none", ("NS", "EW"))
    assert unlikely(made, {"H": {"N": 8}}) == refusal("unlikely", tricks=12, declarer="N", contract="4H", due=8)
    assert not unlikely(made, {"H": {"N": 10}})
    assert not unlikely(made, None)
    assert not unlikely(of_bridge("pass", "none", ("NS", "EW")), {"H": {"N": 1}})


def test_bridge_lines_as_they_are_written() -> None:
    assert of_bridge("4HX N +1", "none", ("NS", "EW")).scores == {"NS": 690, "EW": -690}
    assert of_bridge("3NT W -1", "ns", ("NS", "EW")).scores["NS"] == 50
    bad = {"4H N 14": "14 tricks", "8H N 7": "no contract", "4H": "no result", "4H Q 10": "no result", "": "no result"}
    for text, said in bad.items():
        with pytest.raises(Refused, match=said):
            of_bridge(text, "none", ("NS", "EW"))
