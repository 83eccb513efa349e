"""The draw of a Swiss: held against trying everything, and whole events to the last round."""

import random
from collections.abc import Callable
from itertools import combinations

import pytest

from kozyr.games.refusal import Refused
from kozyr.tournaments.director import standing
from kozyr.tournaments.part import HowSeated
from kozyr.tournaments.seating import seated as next_seating
from kozyr.tournaments.swiss import draw
from tests.tournaments.evening import Evening, event


def fewest(teams: list[int], met: set[frozenset[int]]) -> int:
    """The fewest rematches, by trying every draw."""
    if not teams:
        return 0
    first, *others = teams
    return min(
        (frozenset({first, other}) in met) + fewest([one for one in others if one != other], met) for other in others
    )


def lexical(teams: list[int], met: set[frozenset[int]]) -> list[tuple[int, int]] | None:
    """Each with the nearest lower one, going back where the rest cannot be drawn."""
    if not teams:
        return []
    first, *others = teams
    for other in others:
        if frozenset({first, other}) not in met:
            rest = lexical([one for one in others if one != other], met)
            if rest is not None:
                return [(first, other), *rest]
    return None


def test_no_draw_has_fewer_rematches_and_neighbours_meet() -> None:
    chance = random.Random(1)
    for _ in range(300):
        teams = list(range(chance.choice([2, 4, 6, 8])))
        often = chance.random()
        met = {frozenset(two) for two in combinations(teams, 2) if chance.random() < often}
        chance.shuffle(teams)
        found = draw(teams, met)
        least = fewest(teams, met)
        assert len(found.again) == least
        assert sorted(one for couple in found.matches for one in couple) == sorted(teams)
        if not least:
            assert list(found.matches) == lexical(teams, met)


@pytest.mark.rule("B-VP-2")
@pytest.mark.parametrize("teams", range(4, 21))
def test_an_event_of_any_length_is_drawn_to_its_end(share: Callable[[int], int], teams: int) -> None:
    """No rematch until each has met each, byes once, whatever the standings are: 2,040 events in the long form."""
    chance = random.Random(teams)
    for _ in range(share(120)):
        met: set[frozenset[int]] = set()
        byes: list[int] = []
        for _ in range(teams - 1 + teams % 2):
            standing = list(range(teams))
            chance.shuffle(standing)
            found = draw(standing, met, byes)
            new = {frozenset(couple) for couple in found.matches}
            assert {frozenset(couple) for couple in found.again} == new & met
            assert not found.again
            met |= new
            if found.bye is not None:
                assert found.bye not in byes
                byes.append(found.bye)


def test_the_bye_goes_to_the_last_without_one() -> None:
    found = draw([5, 3, 1, 2, 4], [frozenset({5, 3})], [4])
    assert (found.matches, found.bye, found.again) == (((5, 1), (3, 4)), 2, ())
    assert draw([1, 2, 3], [], [1, 2, 3]).bye == 3


def test_where_all_have_met_somebody_meets_again_and_it_is_said() -> None:
    assert draw([1, 2], [frozenset({1, 2})]).again == ((1, 2),)
    # Six teams after three rounds whose last two have only one another left.
    met = {frozenset(two) for two in ((1, 2), (1, 3), (2, 3), (4, 5), (4, 6), (5, 6), (1, 4), (2, 5), (3, 6))}
    assert draw([1, 2, 3, 4, 5, 6], met).again == ()


def test_one_team_is_no_swiss() -> None:
    with pytest.raises(Refused):
        draw([1], [])


# --- pairs -------------------------------------------------------------------------------------------------


@pytest.mark.rule("B-PAIR-1")
@pytest.mark.parametrize("scoring", ["matchpoints", "cross_imps", "butler"])
@pytest.mark.parametrize("count", [8, 9])
def test_a_swiss_of_pairs_is_drawn_round_by_round(scoring: str, count: int) -> None:
    """All tables play one set, nobody meets anybody twice, sides are shared out, and the standing is of all rounds."""
    evening = Evening(event("bridge", bridge_scoring=scoring))
    evening.enter(count)
    chance = random.Random(f"{scoring} {count}")
    met: set[frozenset[int]] = set()
    north: dict[int, int] = dict.fromkeys(range(1, count + 1), 0)
    for nth in range(1, 5):
        seated = next_seating(evening.state, HowSeated(kind="swiss", boards=2, by="hand"))
        if nth > 1:  # neighbours in the standing, as far as they have not met
            first = standing(evening.state).places[0].entrant
            assert first in seated.order[:2]
        evening.do(seated)
        evening.play(chance)
        turn = evening.state.sessions[-1].movement.rounds[0]
        assert {table.boards for table in turn.tables} == {(2 * nth - 1, 2 * nth)}
        for table in turn.tables:
            two = evening.state.sessions[-1].entrants(table)
            assert set(two) == {"NS", "EW"}
            assert frozenset(two.values()) not in met
            met.add(frozenset(two.values()))
            north[two["NS"]] += 1
        assert len(turn.rest) == count % 2
    assert max(north.values()) <= 3
    assert len(standing(evening.state).places) == count
    assert not standing(evening.state).fields
