"""Regulations: each option with its rule, what cannot be, what keeps an event from opening."""

import re
from fractions import Fraction

import msgspec
import pytest

from kozyr.games.refusal import refusal
from kozyr.tournaments import regulations
from kozyr.tournaments.regulations import OFFENCES, Duties, Penalties, Regulations, change, declarations, dotted

SETTLED = Duties(
    arbiter="A. N.",
    preparations="room 1",
    sessions="Sunday 12.00",
    entry="all",
    special_conditions="none",
    published="yes",
)
FIXED = Penalties(**dict.fromkeys(OFFENCES, 10))


@pytest.mark.rule("PT-I.13.1")
def test_every_option_has_its_rule() -> None:
    declared = declarations()
    assert set(declared) == set(Regulations.__struct_fields__) - {"duties", "penalties"}
    for field, option in declared.items():
        assert re.match(r"(P|PT|B)-\w", option.law), field
    wanted = [
        "tournament.type",
        "tournament.minutes_per_board",
        "tournament.movement",
        "tournament.correction_period_min",
        "tournament.appeal_period_min",
        "tournament.adjusted",
        "tournament.fouled_formula",
        "tournament.procedural_penalty",
        "tournament.tie_breaks",
        "event.length",
        "event.qualify_per_table",
        "event.fill",
        "comp.scheme",
        "comp.x",
        "comp.y",
        "comp.rounds",
        "cup.issues",
        "cup.deals_per_issue",
        "cup.finalists",
    ]
    assert set(wanted) <= {dotted(field) for field in declared}
    assert len(Duties.__struct_fields__) == 6


@pytest.mark.rule("PT-I.13.1")
def test_an_event_opens_when_the_six_duties_are_done() -> None:
    assert len(Regulations().open_for()) == 6
    assert Regulations(duties=SETTLED).open_for() == ()


@pytest.mark.rule("P-0.5", "PT-I.12.2")
def test_a_qualifying_event_leaves_no_penalty_open() -> None:
    qualifying = Regulations(duties=SETTLED, tournament_qualifying=True)
    missing = qualifying.open_for()
    assert len(missing) == 1 + len(OFFENCES)
    assert refusal("qualifying_conventions", "P-0.5") in missing
    fixed = msgspec.structs.replace(qualifying, penalties=FIXED)
    assert fixed.open_for() == (refusal("qualifying_conventions", "P-0.5"),)
    assert fixed.open_for(("qualifying",)) == ()
    without = msgspec.structs.replace(FIXED, slow=None)
    assert msgspec.structs.replace(fixed, penalties=without).open_for(("qualifying",)) == (
        refusal("penalty_open", "PT-I.12.2.2", offence="slow"),
    )


@pytest.mark.rule("PT-III.3")
def test_the_column_of_a_compensation_has_no_numbers_of_its_own() -> None:
    event = Regulations(duties=SETTLED, tournament_type="compensation", comp_scheme="xy_column", comp_x=30)
    assert event.open_for() == (refusal("comp_open", "PT-III.3", name="y"),)
    assert msgspec.structs.replace(event, comp_y=-10).open_for() == ()


@pytest.mark.rule("PT-I.12.1")
def test_a_penalty_that_is_not_set_has_the_usual_size() -> None:
    event = Regulations(penalties=Penalties(late=5))
    assert (event.penalty("late"), event.penalty("slow")) == (5, 10)


@pytest.mark.rule("PT-I.11.2.B.1")
def test_artificial_scores_as_parts_of_the_max() -> None:
    assert Regulations().artificial == (Fraction(2, 5), Fraction(1, 2), Fraction(3, 5))
    assert change(Regulations(), {"tournament.adjusted": [30, 50, 70]}).artificial.innocent == Fraction(7, 10)


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("tournament.adjusted", [60, 50, 40], "three percentages that rise"),
        ("tournament.adjusted", [40, 50, 55], "at least 60"),
        ("tournament.minutes_per_board", 0, "tournament.minutes_per_board: 0 is not 1 to 60"),
        ("event.qualify_per_table", 3, "event.qualify_per_table: 3 is not 1 to 2"),
        ("tournament.type", "knockout", "Invalid enum value"),
        ("penalties", {"late": 101}, "penalties.late: 101 is not 0 to 100"),
        ("penalties", {"later": 1}, "unknown field"),
        ("tournament.size", 3, "no option 'tournament.size'"),
    ],
)
def test_what_cannot_be_is_refused(name: str, value: object, why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(why)):
        change(Regulations(), {name: value})


def test_they_are_kept_as_data() -> None:
    event = change(
        Regulations(duties=SETTLED, penalties=FIXED), {"tournament.tie_breaks": ["sets"], "bridge.mp_unit": 1}
    )
    assert msgspec.json.decode(msgspec.json.encode(event), type=Regulations) == event
    assert regulations.change(event, {}) == event


@pytest.mark.rule("B-AUC-13", "B-AUC-14")
def test_an_event_says_which_systems_and_explanations_it_allows() -> None:
    agreed = change(Regulations(), {"bridge.systems": "natural", "bridge.explanations": "written"})
    assert (agreed.bridge_systems, agreed.bridge_explanations) == ("natural", "written")
    with pytest.raises(ValueError, match="Invalid enum value"):
        change(Regulations(), {"bridge.systems": "artificial"})
