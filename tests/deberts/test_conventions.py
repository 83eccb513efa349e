"""What can be agreed, and what contradicts itself."""

import pytest

from kozyr.games.deberts import PRESETS, agree
from kozyr.games.deberts.options import GROUPS
from kozyr.games.options import Contradiction, describe, diff, every

# The table of rulebook/conventions.md for deberts, moscow and moscow-alternatives.
TABLE = {
    "target": (501, 501),
    "first_dealer": ("ace_draw", "random"),
    "min_cut": (5, 5),
    "exchange7": ("either", "declarer_only"),
    "bella_optional": (True, True),
    "hanging": ("accumulate", "queue"),
    "dealer_on_tie": ("by_record", "by_record"),
    "both_reached": ("last_trick", "more_points"),
    "closing": (True, True),
    "closing_counts": ("combos+bella+tricks", "combos+bella+tricks"),
    "match_points": (1, "difference"),
    "open_bottom_card": (True, True),
    "suggest_height_question": (True, False),
    "table.irregularities": ("prevent", "prevent"),
}


@pytest.mark.rule("D-INTRO-1")
def test_the_presets_are_the_rulebooks() -> None:
    assert tuple(PRESETS) == ("moscow", "moscow-alternatives")
    for at, preset in enumerate(PRESETS):
        rows = every(PRESETS[preset], GROUPS)
        assert {name: rows[name] for name in TABLE} == {name: values[at] for name, values in TABLE.items()}


def test_every_option_is_documented_with_a_rule_of_the_book() -> None:
    for name, row in describe(agree(), GROUPS).items():
        assert row["about"], name
        assert str(row["law"]).startswith(("D-", "P-", "PC-", "PE-")), name


def test_options_from_other_circles_change_neither_preset() -> None:
    alternatives = diff(PRESETS["moscow"], PRESETS["moscow-alternatives"], GROUPS)
    assert alternatives.keys() <= TABLE.keys()


@pytest.mark.parametrize(
    ("changes", "first", "second"),
    [
        ({"exchange7": "off", "exchange7_first_six": "on"}, "exchange7_first_six", "exchange7"),
        ({"next_dealer": "alternate", "dealer_on_tie": "same"}, "dealer_on_tie", "next_dealer"),
        ({"winner_takes_all": "on", "hanging": "keep"}, "winner_takes_all", "hanging"),
    ],
)
def test_contradictions_name_both_options(changes: dict[str, object], first: str, second: str) -> None:
    with pytest.raises(Contradiction) as refused:
        agree("moscow", changes)
    assert refused.value.names == (first, second)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"target": 0}, "target"),
        ({"min_cut": 17}, "min_cut"),
        ({"bait_fine": -1}, "bait_fine"),
        ({"exchange7": "all"}, "one of"),
        ({"no_such": 1}, "no option"),
    ],
)
def test_values_out_of_range_are_refused(changes: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        agree("moscow", changes)


def test_presets_are_named_and_for_two() -> None:
    with pytest.raises(ValueError, match="no preset"):
        agree("minsk")
    with pytest.raises(ValueError, match="two players"):
        agree("moscow", None, 3)
    for one in (1, "1"):
        assert agree("moscow-alternatives", {"match_points": one, "target": "301"}).match_points == 1
