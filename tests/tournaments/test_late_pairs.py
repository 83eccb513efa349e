"""A pair that comes late, the web, and the three-quarter Howell: nobody sits twice, plays a board twice, or meets anybody twice."""

import random
from collections import Counter
from itertools import combinations

import pytest

from kozyr.games.refusal import Refused
from kozyr.tournaments import pairs
from kozyr.tournaments.comparison import quality
from kozyr.tournaments.director import fold, standing
from kozyr.tournaments.director.entries import Appended, Entered, RoundBegun, RoundEnded
from kozyr.tournaments.late import with_late_pair
from kozyr.tournaments.movements import Movement
from tests.tournaments.commands import Kozyr, begun, does, refuses, state
from tests.tournaments.evening import Evening, event


def sound(movement: Movement, entrants: int) -> None:
    """Everybody sits or rests once a round, plays no board twice, and meets nobody twice."""
    met: Counter[frozenset[int]] = Counter()
    played: Counter[tuple[int, int]] = Counter()
    for turn in movement.rounds:
        people = [who for table in turn.tables for who in table.seats.values()]
        assert sorted([*people, *turn.rest]) == list(range(1, entrants + 1))
        assert len({table.table for table in turn.tables}) == len(turn.tables)
        for table in turn.tables:
            met[frozenset(table.seats.values())] += 1
            played.update((who, board) for who in table.seats.values() for board in table.boards)
    assert max(met.values()) == 1
    assert max(played.values()) == 1


@pytest.mark.parametrize(
    ("count", "kind"), [(7, "howell"), (9, "howell"), (9, "mitchell"), (8, "howell"), (10, "mitchell"), (8, "switched")]
)
@pytest.mark.parametrize("late", [0, 1, 2])
def test_a_late_pair_plays_from_its_round_on(count: int, kind: str, late: int) -> None:
    before = pairs.pairs(count, kind, boards=2)  # type: ignore[arg-type]
    after = with_late_pair(before, late)
    sound(after, count + 1)
    assert after.rounds[:late] == tuple(
        type(turn)(turn.tables, (*turn.rest, count + 1)) for turn in before.rounds[:late]
    )
    playing = [turn for turn in after.rounds[late:] if count + 1 not in turn.rest]
    assert len(playing) >= len(before.rounds) - late - (2 if count % 2 else 0)
    rested = Counter(who for turn in after.rounds for who in turn.rest)
    others = Counter(who for turn in before.rounds for who in turn.rest)
    assert all(rested[who] <= others[who] + 1 for who in range(1, count + 1))  # nobody is bumped twice


def test_where_a_pair_rests_it_meets_the_late_one() -> None:
    after = with_late_pair(pairs.pairs(7, "howell", boards=3), 1)
    late = [
        next((set(table.seats.values()) for table in turn.tables if 8 in table.seats.values()), set())
        for turn in after.rounds[1:]
    ]
    met = {next(iter(some - {8})) for some in late if some}
    assert len(met) == sum(map(bool, late)) >= 4
    assert not any(set(turn.rest) - {8} for turn in after.rounds[1:] if 8 not in turn.rest)


def test_a_session_goes_on_with_the_late_pair() -> None:
    evening = Evening(event("bridge"))
    evening.enter(7)
    evening.seat(pairs.pairs(7, "howell", boards=2))
    evening.play(random.Random(1), rounds=1)
    evening.do(Entered(entrant=8, name="Late"))
    session = evening.state.sessions[0]
    movement = with_late_pair(session.movement, session.begun)
    with pytest.raises(Refused, match="rounds that have begun"):
        evening.do(Appended(entrant=8, movement=with_late_pair(pairs.pairs(7, "howell", boards=3), 1)))
    evening.do(Appended(entrant=8, movement=movement))
    with pytest.raises(Refused, match="seated already"):
        evening.do(Appended(entrant=8, movement=movement))
    evening.play(random.Random(2))
    assert evening.state.sessions[0].ended_at is not None
    assert {place.entrant for place in standing(evening.state).places} == set(range(1, 9))
    assert fold(evening.begun, evening.log) == evening.state


def test_the_command_seats_a_late_pair(kozyr: Kozyr) -> None:
    begun(kozyr, 5, "--game=bridge")
    assert "joins a session that runs" in refuses(kozyr, "late", "Late:Olga,Petr")
    does(kozyr, "seat", "--by", "hand", "--kind", "howell", "--boards", "2")
    does(kozyr, "round", "begin")
    told = does(kozyr, "late", "Late:Olga,Petr").splitlines()
    assert told[0] == "6 Late"
    assert len(told) == 5
    assert state().sessions[0].order[-1] == 6
    assert all(line.startswith("round ") for line in told[1:])


def test_no_pair_is_late_at_teams() -> None:
    with pytest.raises(Refused, match="movement of pairs"):
        with_late_pair(pairs.teams(4, boards=4), 0)
    with pytest.raises(Refused, match="no round is left"):
        with_late_pair(pairs.pairs(4, boards=1), 3)
    evening = Evening(event("bridge"))
    evening.enter(4)
    evening.seat(pairs.pairs(4, "mitchell", boards=1, rounds=1))
    evening.do(RoundBegun(), RoundEnded(last=True))
    evening.do(Entered(entrant=5, name="Late"))
    with pytest.raises(Refused, match="session that runs"):
        evening.do(Appended(entrant=5, movement=evening.state.sessions[0].movement))


@pytest.mark.parametrize(("count", "rounds"), [(24, 9), (28, 9), (27, 9), (20, 7), (28, 13), (16, 7), (18, 7)])
def test_in_a_web_everybody_plays_all_boards(count: int, rounds: int) -> None:
    found = pairs.pairs(count, "web", rounds=rounds, boards=2)
    sound(found, count)
    boards = {board for turn in found.rounds for table in turn.tables for board in table.boards}
    assert boards == set(range(1, 2 * rounds + 1))
    tables = (count + 1) // 2
    assert -(-tables // rounds) <= found.copies <= -(-tables // rounds) + 3


@pytest.mark.parametrize(
    ("count", "rounds", "said"), [(24, 8, "odd number of rounds"), (16, 9, "more tables than rounds")]
)
def test_a_web_that_cannot_be_is_refused(count: int, rounds: int, said: str) -> None:
    with pytest.raises(Refused, match=said):
        pairs.pairs(count, "web", rounds=rounds)


def test_a_three_quarter_howell_is_the_most_equal_of_its_length() -> None:
    for count in range(8, 17):
        found = pairs.pairs(count, "three_quarter", boards=1)
        sound(found, count)
        whole = count - 1 + count % 2
        many = len(found.rounds)
        assert 2 * whole <= 3 * many <= 5 * whole / 2
        worth = quality(found, found.fields[0])
        for other in range(-(-2 * whole // 3), 5 * whole // 6 + 1):
            made = pairs.pairs(count, "howell", other, 1)
            assert quality(made, made.fields[0]) <= worth
    with pytest.raises(Refused, match="8 pairs or more"):
        pairs.pairs(6, "three_quarter")


def test_stationary_pairs_of_a_three_quarter_howell_never_meet() -> None:
    found = pairs.pairs(12, "three_quarter", boards=1)
    met = {frozenset(table.seats.values()) for turn in found.rounds for table in turn.tables}
    never = [pair for pair in combinations(range(1, 13), 2) if frozenset(pair) not in met]
    assert 0 < len(never) < 66 / 2
