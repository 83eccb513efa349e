"""Who has a place: those who entered first, who withdraws, who waits, who has checked in."""

import msgspec
import pytest

from kozyr.games.refusal import Refused
from kozyr.tournaments import movements
from kozyr.tournaments.director import admitted, waiting
from kozyr.tournaments.director.entries import (
    CheckedIn,
    Disqualified,
    Elected,
    Entered,
    RoundBegun,
    RoundEnded,
    Substitute,
    Suspended,
    Withdrawn,
)
from kozyr.tournaments.director.state import members, people, places
from kozyr.tournaments.part import HowSeated
from kozyr.tournaments.seating import seated
from tests.tournaments.evening import Evening, event

HOUR = 3600


def entered(count: int, starts: int | None = None, **changes: object) -> Evening:
    evening = Evening(msgspec.structs.replace(event("preferans", **changes), starts=starts))
    evening.enter(count)
    return evening


def refused(evening: Evening, what: CheckedIn | Entered | Withdrawn, who: str) -> str:
    before = evening.state
    with pytest.raises(Refused) as error:
        evening.do(what, who=who)
    assert evening.state is before
    return str(error.value)


@pytest.mark.rule("PT-I.13.1")
def test_who_comes_after_the_last_place_waits_until_somebody_withdraws() -> None:
    evening = entered(10, tournament_places=8)
    assert (admitted(evening.state), waiting(evening.state)) == (tuple(range(1, 9)), (9, 10))
    evening.do(Withdrawn(entrant=3), who="P3")
    assert (admitted(evening.state), waiting(evening.state)) == ((1, 2, 4, 5, 6, 7, 8, 9), (10,))
    # Who comes back is the last of those who wait.
    evening.do(CheckedIn(entrant=3), who="P3")
    assert waiting(evening.state) == (10, 3)
    evening.do(Withdrawn(entrant=10))  # by the arbiter
    assert waiting(evening.state) == (3,)
    found = seated(evening.state, HowSeated(by="hand"))
    assert found.order == (1, 2, 4, 5, 6, 7, 8, 9)
    evening.do(found)
    assert waiting(evening.state) == ()


@pytest.mark.rule("PT-I.13.1")
def test_who_has_not_checked_in_gives_way_to_those_who_wait() -> None:
    evening = entered(10, tournament_places=8, tournament_check_in_min=30)
    for number in (*range(1, 7), 9, 10):
        evening.do(CheckedIn(entrant=number), who=f"P{number}")
    assert admitted(evening.state) == (1, 2, 3, 4, 5, 6, 9, 10)
    evening.do(CheckedIn(entrant=7), who="P7")
    assert admitted(evening.state) == (1, 2, 3, 4, 5, 6, 7, 9)
    found = seated(evening.state, HowSeated(seed="aa"))
    assert sorted(found.order) == [1, 2, 3, 4, 5, 6, 7, 9]


@pytest.mark.rule("PT-I.13.1")
def test_check_in_opens_so_many_minutes_before_the_first_session() -> None:
    evening = entered(4, starts=1_000_000 + HOUR, tournament_check_in_min=30)
    told = refused(evening, CheckedIn(entrant=1), "P1")
    assert told == "P1: check-in opens 30 minutes before the first session (PT-I.13.1)"
    evening.now = 1_000_000 + HOUR // 2 - 2
    refused(evening, CheckedIn(entrant=1), "P1")  # a second too early
    evening.do(CheckedIn(entrant=1), who="P1", after_s=2)
    assert refused(evening, CheckedIn(entrant=1), "P1") == "P1 has checked in already"
    evening.do(Withdrawn(entrant=1), who="P1")
    assert 1 not in evening.state.here  # whoever comes back checks in anew


@pytest.mark.rule("PT-I.13.2.4")
def test_who_comes_when_everybody_is_seated_is_told_what_he_can_do() -> None:
    """He plays on for somebody; for the next session the director enters him."""
    evening = entered(8)
    evening.seat(movements.preferans(8))
    late = Entered(entrant=9, name="Late")
    assert refused(evening, late, "Late") == (
        "Late: everybody is seated; who comes late plays on for somebody, or the director enters him for the next session (PT-I.13.2.4)"
    )
    evening.do(late)
    assert 9 in evening.state.queue


@pytest.mark.rule("PT-I.13.1", "PT-I.13.2.4")
def test_each_checks_in_and_withdraws_for_himself_alone() -> None:
    evening = entered(4)
    told = refused(evening, Withdrawn(entrant=2), "P1")
    assert told == "P1 has not the power to register: he is neither the arbiter nor an assistant with it (PT-I.13.2.4)"
    assert refused(evening, CheckedIn(entrant=1), "P1") == "P1: nobody has to check in at this event"
    assert refused(evening, Withdrawn(entrant=7), "Orlova") == "there is no entrant 7"
    assert refused(evening, CheckedIn(entrant=7), "Orlova") == "there is no entrant 7"
    evening.do(Withdrawn(entrant=1), who="P1")
    assert refused(evening, Withdrawn(entrant=1), "P1") == "P1 has withdrawn already"


@pytest.mark.rule("PT-I.13.1")
def test_a_place_that_was_played_in_is_kept_for_the_next_session() -> None:
    """Who entered first and came late does not put out somebody who had his place meanwhile."""
    evening = entered(9, tournament_places=8, tournament_check_in_min=30)
    for number in range(2, 10):
        evening.do(CheckedIn(entrant=number), who=f"P{number}")
    evening.do(seated(evening.state, HowSeated(by="hand", rounds=1)), RoundBegun())
    assert refused(evening, Withdrawn(entrant=2), "P2") == "P2 is seated; who plays on for somebody is a substitute"
    evening.do(RoundEnded(last=True), CheckedIn(entrant=1))
    assert admitted(evening.state) == tuple(range(2, 10))
    evening.do(Withdrawn(entrant=2), who="P2")
    assert admitted(evening.state) == (1, *range(3, 10))
    evening.do(Elected(members=("P3",)), Disqualified(entrant=4, approved_by="P3"))
    assert admitted(evening.state) == (1, 3, *range(5, 10))


def test_who_has_withdrawn_is_not_seated_by_hand() -> None:
    evening = entered(9)
    evening.do(Withdrawn(entrant=9), who="P9")
    found = seated(evening.state, HowSeated(order=tuple(range(1, 10))))
    with pytest.raises(Refused, match=r"^P9 has withdrawn$"):
        evening.do(found)


def test_the_next_round_of_parties_is_without_who_has_withdrawn() -> None:
    for kind in ("olympic", "compensation"):
        evening = entered(9, tournament_type=kind)
        evening.do(Withdrawn(entrant=9), who="P9")
        found = seated(evening.state, HowSeated(by="hand"))
        assert sorted(found.order) == list(range(1, 9)), kind
        assert isinstance(evening.state.entrants[9], Entered)


@pytest.mark.rule("PT-I.13.2.4")
def test_who_was_played_for_comes_back_and_another_may_play_on_instead() -> None:
    evening = entered(8)
    evening.do(seated(evening.state, HowSeated(by="hand")))
    evening.do(Substitute(entrant=1, name="Reserve"))
    assert people(evening.state, 1) == {"Reserve"}
    evening.do(Substitute(entrant=1, name="Second"))
    assert people(evening.state, 1) == {"Second"}
    assert places(evening.state, 1) == {"P1": "Second"}
    evening.do(Substitute(entrant=1, name="P1"))
    assert people(evening.state, 1) == {"P1"}
    with pytest.raises(Refused, match=r"^P1 plays himself$"):
        evening.do(Substitute(entrant=1, name="P1"))
    with pytest.raises(Refused, match=r"^P2 plays himself$"):
        evening.do(Substitute(entrant=1, name="P2"))
    # Who is out does not come back, whoever plays on for him.
    evening.do(Substitute(entrant=1, name="Reserve"))
    evening.do(Suspended(entrant=1))
    with pytest.raises(Refused, match=r"^P1 does not play any more \(PT-I\.13\.2\.4\)$"):
        evening.do(Substitute(entrant=1, name="P1"))
    assert people(evening.state, 1) == {"Reserve"}


def test_a_member_of_a_pair_comes_back_to_his_own_place() -> None:
    evening = Evening(event("bridge", bridge_scoring="matchpoints"))
    evening.do(Entered(entrant=1, name="Pair", members=("A", "B")))
    evening.do(Substitute(entrant=1, name="C", for_="B"))
    assert members(evening.state, 1) == ("A", "C")
    evening.do(Substitute(entrant=1, name="B"))
    assert members(evening.state, 1) == ("A", "B")
    assert people(evening.state, 1) == {"Pair", "A", "B"}
