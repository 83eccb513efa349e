"""Whole events: each format from its entrants to its final table, by the log."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from kozyr.games.refusal import Refused
from kozyr.tournaments import formats, movements, pairs
from kozyr.tournaments.director import Decision, Event, fold, standing
from kozyr.tournaments.director.entries import (
    Corrected,
    Disqualified,
    Drawn,
    Elected,
    Entered,
    Issue,
    LinedUp,
    Penalised,
    Published,
    Qualified,
    RoundBegun,
    RoundEnded,
    Row,
    Ruled,
    Seated,
    Substitute,
)
from kozyr.tournaments.director.matches import matches
from kozyr.tournaments.director.tables import awards, cup, lottery, ratings, through
from kozyr.tournaments.scoring import neuberg
from kozyr.tournaments.seating import parties
from tests.tournaments.evening import Evening, bridge_result, event, regulations, rows


@pytest.mark.rule("P-0.4", "PT-0.1", "PT-0.2", "PT-I.9")
def test_duplicate_preferans_of_23_with_rests() -> None:
    """Three and four at a table never share a protocol; who rests loses nothing of his per cent."""
    evening = Evening(event())
    evening.enter(23)
    evening.seat(movements.preferans(23))
    evening.play(random.Random(23))
    evening.do(Published())
    table = standing(evening.state)
    assert table.unit == "percent"
    assert sorted(place.entrant for place in table.places) == list(range(1, 24))
    rested = Counter(n for turn in evening.state.sessions[0].movement.rounds for n in turn.rest)
    assert max(rested.values(), default=0) - min((rested[n] for n in range(1, 24)), default=0) <= 1
    assert all(sum(row.reading.scores.values()) == 0 for row in evening.state.rows.values())
    sizes = {row.at.board: len(row.seats) for row in evening.state.rows.values()}
    assert all(len(row.seats) == sizes[row.at.board] for row in evening.state.rows.values())


@pytest.mark.rule("PT-I.10.A", "PT-I.10.B", "PT-I.11.2.A", "B-PAIR-1")
def test_a_mitchell_of_nine_tables_with_a_fouled_board_and_an_adjusted_score() -> None:
    evening = Evening(event("bridge", bridge_scoring="matchpoints"))
    evening.enter(18)
    evening.seat(pairs.pairs(18, "mitchell"))
    evening.play(random.Random(9))
    board = 2
    lines = sorted(evening.state.rows_of(1, board), key=lambda row: row.at.round)
    assert len(lines) == 9
    # A cancelled line: eight results of nine that were scheduled are scaled by Neuberg's formula.
    gone = lines[-1]
    evening.do(Corrected(table=gone.at.table, board=board, round=gone.at.round, result=""))
    pair = gone.seats["NS"], gone.seats["EW"]
    evening.do(
        Ruled(
            table=gone.at.table,
            board=board,
            round=gone.at.round,
            law="PT-I.11.2.B.1",
            text="cards fell on the floor",
            decision=Decision(artificial={pair[0]: "fully", pair[1]: "innocent"}),
        )
    )
    found = awards(evening.state, 1, board)
    assert (found[pair[0]].points, found[pair[1]].points) == (Fraction(16 * 40, 100), Fraction(16 * 60, 100))
    north = {row.seats["NS"]: row.reading.scores["NS"] for row in lines[:-1]}
    for who, mine in north.items():
        raw = sum(2 * (mine > other) + (mine == other) for one, other in north.items() if one != who)
        assert found[who].points == neuberg(raw, 8, 9) == Fraction(9 * (raw + 1), 8) - 1
    # A fouled board: from a round on it was played in another form; each group is brought to the full max.
    other = 5
    some = sorted(evening.state.rows_of(1, other), key=lambda row: row.at.round)
    changed = some[5:]
    evening.do(
        Ruled(
            board=other,
            law="PT-I.10.A",
            text="two cards changed places",
            decision=Decision(fouled=tuple((row.at.table, row.at.round) for row in changed)),
        )
    )
    found = awards(evening.state, 1, other)
    for group in (some[:5], changed):
        scores = {row.seats["NS"]: row.reading.scores["NS"] for row in group}
        for who, mine in scores.items():
            raw = sum(2 * (mine > one) + (mine == one) for n, one in scores.items() if n != who)
            assert found[who].percent == Fraction(100 * raw, 2 * (len(scores) - 1))
            assert found[who].most == 16
    fields = standing(evening.state).fields
    assert {name: len(places) for name, places in fields.items()} == {"EW": 9, "NS": 9}


@pytest.mark.rule("B-PAIR-3")
def test_a_howell_of_13_pairs() -> None:
    evening = Evening(event("bridge"))
    evening.enter(13)
    evening.seat(pairs.pairs(13, "howell", boards=2))
    evening.play(random.Random(13))
    evening.do(Published())
    table = standing(evening.state)
    assert len(table.places) == 13
    assert not table.fields
    most = {
        who: sum(awards(evening.state, 1, b)[who].most for b in range(1, 27) if who in awards(evening.state, 1, b))
        for who in (1, 13)
    }
    assert most[1] == most[13]  # each sat out once


@pytest.mark.rule("B-TEAM-1", "B-TEAM-3", "B-TEAM-4", "B-TEAM-7", "B-IMP-2")
def test_a_team_match_of_two_series_with_a_substitute() -> None:
    """Two rooms with their own lines; a fifth player comes for the second series."""
    evening = Evening(event("bridge", bridge_scoring="team_imps"))
    evening.enter(2, t1=("A1", "A2", "A3", "A4"), t2=("B1", "B2", "B3", "B4"))
    evening.seat(pairs.teams(2, boards=24))
    evening.do(RoundBegun())
    first, second = tuple(range(1, 13)), tuple(range(13, 25))
    evening.do(
        LinedUp(entrant=2, boards=first, open_room=("B1", "B2"), closed_room=("B3", "B4")),
        LinedUp(entrant=1, boards=first, open_room=("A1", "A2"), closed_room=("A3", "A4")),
    )
    five = LinedUp(entrant=1, boards=second, open_room=("A5", "A2"), closed_room=("A3", "A4"))
    with pytest.raises(Refused, match=r"A5 is not of the team \(B-TEAM-3\)"):
        evening.do(five)
    with pytest.raises(Refused, match=r"half of the match at least \(B-TEAM-4\)"):
        evening.do(LinedUp(entrant=2, boards=(13, 14), open_room=("B1", "B2"), closed_room=("B3", "B4")))
    evening.do(Substitute(entrant=1, name="A5", for_="A1"), five)
    chance = random.Random(2)
    for board in range(1, 25):
        for room in ("open", "closed"):
            evening.do(Row(table=1, board=board, room=room, result=bridge_result(chance)))
    with pytest.raises(Refused, match="the series has begun"):
        evening.do(five)
    evening.do(RoundEnded(), Published())
    (match,) = matches(evening.state)
    series = [sum(match.boards[board] for board in some) for some in (first, second)]
    assert sum(match.vp) == 20
    assert {place.entrant: place.total for place in standing(evening.state).places} == dict(
        zip((match.home, match.away), match.vp, strict=True)
    )
    assert sum(series) == sum(match.boards.values())


def won(chance: random.Random, players: int) -> str:
    """What a pulka's players have won: it sums to nought."""
    some = [chance.randint(-100, 100) for _ in range(players - 1)]
    return " ".join(map(str, (*some, -sum(some)))) + " / 24"


@pytest.mark.rule("PT-0.3", "PT-II.1", "PT-II.2", "PT-II.3", "PT-II.4")
def test_an_olympic_event_of_23() -> None:
    evening = Evening(event(tournament_type="olympic"))
    evening.enter(23)
    chance = random.Random(23)
    sizes = []
    for _ in range(9):
        playing = through(evening.state)
        seating = formats.olympic_seating(len(playing))
        evening.seat(parties(seating.tables, seating.byes), playing)
        sizes.append(len(playing))
        evening.do(RoundBegun())
        for nth, size in enumerate(seating.tables, 1):
            evening.do(Row(table=nth, board=0, result=won(chance, size)))
        evening.do(RoundEnded())
        if len(seating.tables) == 1 and not seating.byes:
            break
    assert sizes[0] == 23
    assert sizes[-1] in {3, 4}
    assert sizes == sorted(sizes, reverse=True)
    places = standing(evening.state).places
    last = evening.state.parties[max(evening.state.parties)]
    assert places[0].entrant == max(last.won, key=lambda who: last.won[who])
    assert {place.entrant for place in places[: sizes[-1]]} == set(last.won)
    with pytest.raises(Refused, match="table 9: round 2 has not begun"):
        evening.do(Row(table=9, board=0, round=2, result=won(chance, 4)))


@pytest.mark.rule("PT-0.4", "PT-III.1", "PT-III.2", "PT-III.3")
@pytest.mark.parametrize("scheme", ["per_deal_rating", "xy_column"])
def test_a_compensation_event_of_24_over_five_rounds(scheme: str) -> None:
    more: dict[str, object] = {"comp_x": 5, "comp_y": -3} if scheme == "xy_column" else {}
    evening = Evening(event("preferans", tournament_type="compensation", comp_scheme=scheme, **more))
    evening.enter(24)
    chance = random.Random(24)
    rated = dict.fromkeys(range(1, 25), Fraction(0))
    for nth in range(5):
        tables = (
            formats.compensation_seating(rated) if nth else tuple(tuple(range(4 * n + 1, 4 * n + 5)) for n in range(6))
        )
        evening.seat(parties([len(table) for table in tables]), tuple(who for table in tables for who in table))
        evening.do(RoundBegun())
        for number, table in enumerate(tables, 1):
            result = won(chance, len(table))
            if scheme == "xy_column":
                with pytest.raises(Refused, match="how many deals were positive"):
                    evening.do(Row(table=number, board=0, result=result))
                whists, deals = result.split(" / ")
                result = " ".join(f"{word}({at})" for at, word in enumerate(whists.split(), 6)) + f" / {deals}"
            evening.do(Row(table=number, board=0, result=result))
            for at, (who, whists) in enumerate(zip(table, result.split(" / ")[0].split(), strict=True), 6):
                extra = 5 * at - 3 * (24 - at) if scheme == "xy_column" else 0
                rated[who] += Fraction(int(whists.partition("(")[0]) + extra, 24)
        evening.do(RoundEnded())
    assert ratings(evening.state) == rated
    assert standing(evening.state).places[0].total == max(rated.values())


@pytest.mark.rule("PT-M.2", "PT-M.3", "PT-M.4")
def test_two_issues_of_a_cup() -> None:
    """Everybody plays the same deals by himself and sends his results in; a lottery for those who missed the final."""
    seed = bytes(range(16))
    held = Event(
        name="Cup",
        regulations=regulations(tournament_type="cup", cup_issues=2, cup_deals_per_issue=5, cup_finalists=2),
        lottery=formats.commitment(seed),
    )
    evening = Evening(held)
    evening.enter(6)
    for issue in (1, 2):
        for who in range(1, 7):
            if (issue, who) != (2, 6):
                evening.do(Issue(entrant=who, issue=issue, whists=tuple(str(who * issue + n) for n in range(5))))
    for bad, said in (
        (Issue(entrant=1, issue=1, whists=("1",) * 5), "issue 1 has come already"),
        (Issue(entrant=6, issue=2, whists=("1",) * 4), "an issue has 5 deals, not 4"),
        (Issue(entrant=6, issue=3, whists=("1",) * 5), "the cup has 2 issues"),
        (Issue(entrant=6, issue=2, whists=("x",) * 5), "is no number"),
        (Drawn(seed="00"), "does not fit what was committed"),
    ):
        with pytest.raises(Refused, match=said):
            evening.do(bad)
    table = cup(evening.state)
    assert table.finalists == (5, 4)
    assert {place.entrant: place.total for place in table.places}[6] == 40  # the second issue is nought
    assert lottery(evening.state, 2) == ()
    evening.do(Drawn(seed=seed.hex()))
    winners = lottery(evening.state, 2)
    assert len(set(winners)) == 2
    assert not set(winners) & set(table.finalists)
    assert standing(evening.state).unit == "whists"


@pytest.mark.rule("PT-M.4", "PT-M.6", "PT-M.7")
def test_the_final_of_a_cup_and_the_match_of_prestige() -> None:
    """Once the qualifying is over the finalists play one more issue; others play it too, compared with them, for no place."""
    seed = bytes(range(16))
    held = Event(
        name="Cup",
        regulations=regulations(tournament_type="cup", cup_issues=1, cup_deals_per_issue=2, cup_finalists=2),
        lottery=formats.commitment(seed),
    )
    evening = Evening(held)
    evening.enter(4)
    for who in range(1, 5):
        evening.do(Issue(entrant=who, issue=1, whists=(str(who), "1/3")))
    with pytest.raises(Refused, match=r"the finalists are P4, P3 \(PT-M.4\)"):
        evening.do(Qualified(finalists=(3, 4)))
    evening.do(Qualified(finalists=(4, 3)))
    for bad, said in (
        (Qualified(finalists=(4, 3)), "over already"),
        (Issue(entrant=1, issue=1, whists=("1", "1")), "the qualifying is over"),
        (Issue(entrant=1, issue=3, whists=("1", "1")), "the cup has 1 issues"),
    ):
        with pytest.raises(Refused, match=said):
            evening.do(bad)
    evening.do(Drawn(seed=seed.hex()))
    winners = lottery(evening.state, 2)
    evening.do(Entered(entrant=5, name="Late"))
    for who, won in ((3, "20"), (4, "10"), (5, "70"), (1, "15")):
        evening.do(Issue(entrant=who, issue=2, whists=(won, "0")))
    table = standing(evening.state)
    assert [(one.rank, one.entrant, one.total) for one in table.places] == [
        (1, 3, 20),
        (2, 4, 10),
        (3, 2, Fraction(7, 3)),
        (4, 1, Fraction(4, 3)),
    ]
    assert [(one.rank, one.entrant) for one in table.fields["match of prestige"]] == [(1, 5), (2, 3), (3, 1), (4, 4)]
    assert set(winners) == {1, 2}
    assert lottery(evening.state, 2) == winners  # who came for the match of prestige alone is not in it
    evening.do(Elected(members=("P1",)))
    evening.do(Disqualified(entrant=3, approved_by="organisers"))
    assert [one.entrant for one in standing(evening.state).places] == [
        4,
        2,
        1,
    ]  # nobody moves up into a final that was played
    assert fold(evening.begun, evening.log) == evening.state


def test_a_second_session_adds_to_the_first() -> None:
    evening = Evening(event())
    evening.enter(20)
    for seed in (1, 2):
        evening.seat(movements.preferans(20))
        evening.play(random.Random(seed))
    assert len(evening.state.sessions) == 2
    both = {place.entrant: place.total for place in standing(evening.state).places}
    most = [
        sum(
            (a[who].most for n in (1, 2) for b in range(1, 21) if who in (a := awards(evening.state, n, b))),
            Fraction(0),
        )
        for who in (1, 20)
    ]
    assert most == [Fraction(2 * 20 * 8)] * 2
    assert len(both) == 20


def test_a_log_killed_at_any_entry_goes_on_to_the_same_tables() -> None:
    evening = Evening(event())
    evening.enter(8)
    evening.seat(movements.preferans(8, rounds=2))
    evening.play(random.Random(8))
    evening.do(Penalised(entrant=3, offence="slow"))
    for cut in range(len(evening.log) + 1):
        again = fold(evening.begun, evening.log[:cut])
        for entry in evening.log[cut:]:
            again = fold(again, [entry])
        assert again == evening.state
    assert not evening.state.incidents
    assert list(rows(evening.state, evening.state.sessions[0].turn(1).tables[0], random.Random(1)))
    assert isinstance(evening.log[8].entry, Seated)
