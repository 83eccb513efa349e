"""What can be agreed, and what contradicts itself (rulebook/conventions.md 2)."""

import pytest

from kozyr.games import Record
from kozyr.games.bridge import PRESETS, Conventions, agree
from kozyr.games.bridge.options import GROUPS
from kozyr.games.options import Contradiction, describe, diff, every
from kozyr.notation import kz

# The rulebook's table: rub, rubv, chi, cho, chr, chd, dup, team; None where it has a dash.
TABLE: dict[str, tuple[object, ...]] = {
    "form": ("rubber", "rubber", "chicago", "chicago", "chicago", "chicago", "duplicate", "duplicate"),
    "deals": ("by_games", "by_games", 4, 4, 4, 4, None, None),
    "vulnerability": ("by_games", "by_games", "chicago", "chicago", "chicago", "chicago", "board", "board"),
    "chicago_vul": (None, None, "modern", "old", "modern", "modern", None, None),
    "rubber_bonus": ("700_500", "game200_rubber700", None, None, None, None, None, None),
    "rubber_bonus_variant": (None, "700_only", None, None, None, None, None, None),
    # The book has 750 in the second place, beside 700 for every rubber: it could never be paid.
    "clean_rubber": (700, 700, None, None, None, None, None, None),
    "insult": ("50/100", "50/50", "50/100", "50/100", "50/100", "50/100", "50/100", "50/100"),
    "nv_doubled_penalty": ("100_200_200_300", "100_200", *["100_200_200_300"] * 6),
    "honours": (False, True, False, False, False, False, False, False),
    "honours_claim": ("after_play", "after_auction", None, None, None, None, None, None),
    "part_scores": ("carry", "carry", "carry", "carry", "none", "none", "none", "none"),
    "part_bonus": (0, 0, 0, 0, 50, 50, 50, 50),
    "chicago_part_bonus": (None, None, 100, 100, None, None, None, None),
    "chicago_game_bonus": (None, None, *["300/500"] * 6),
    "chicago_passed_out": (None, None, "redeal", "redeal", "redeal", "counts", None, None),
    "rubber_points": ("raw", "hundreds", "raw", "raw", None, None, None, None),
    "rounding": (None, "half_up", None, None, None, None, None, None),
    "pivot_tour": (False, True, False, False, False, False, None, None),
    "unfinished.game": (300, 300, None, None, None, None, None, None),
    "unfinished.part": (100, 50, None, None, None, None, None, None),
    "compare": ("none", "none", "none", "none", "russian_target", "matchpoints", "matchpoints", "imps"),
    "mp_unit": (None, None, None, None, None, 2, 2, None),
    "vp_scale": (None, None, None, None, None, None, None, "24 boards"),
    "series_min_half": (None, None, None, None, None, None, None, True),
    "two_hand_end": ("one_pass", "one_pass", None, None, None, None, None, None),
    "three_hand_auction": ("source", "source", None, None, None, None, None, None),
    "explain": ("partner",) * 8,
    "system": ("sayc",) * 8,
    "review_after_lead": ("contract_only",) * 8,
    "dummy_sees_all": (False,) * 8,
    "laws": (*["source-001"] * 6, "2017", "2017"),  # the book knows one body; a preset of an edition before 3 keeps it
    "table.irregularities": ("prevent",) * 8,
}


@pytest.mark.rule("B-CHICAGO-4", "B-CHICAGO-5", "B-DUP-9")
def test_the_presets_are_the_rulebooks() -> None:
    assert tuple(PRESETS) == (
        "rubber", "rubber-variants", "chicago", "chicago-old", "chicago-russian", "chicago-duplicate", "duplicate",
        "teams",
    )  # fmt: skip
    for at, preset in enumerate(PRESETS):
        rows = every(PRESETS[preset], GROUPS)
        told = {name: values[at] for name, values in TABLE.items() if values[at] is not None}
        assert {name: rows[name] for name in told} == told


@pytest.mark.rule("B-RUBBER-V1", "B-RUBBER-V3")
def test_no_preset_sets_a_premium_that_its_rubbers_never_pay() -> None:
    """Where a game brings 200 and the rubber 700, "премия за выигрыш чистого или простого роббера не пишется"."""
    told = {preset: c.clean_rubber for preset, c in PRESETS.items() if c.rubber_bonus == "game200_rubber700"}
    assert told == {"rubber-variants": 700}
    assert agree("rubber-variants", {"clean_rubber": 750}).clean_rubber == 750  # an old record goes on saying it
    paid = agree("rubber-variants", {"rubber_bonus": "700_500"})
    assert paid.clean_rubber == 750  # where it is paid it is the variant's, as in records that name the preset alone
    record = Record("bridge", paid, 4, 0, (), ())
    assert kz.parse(kz.format(record)).record == record
    old = '[Game "bridge"]\n[Preset "rubber-variants"]\n[Players "4"]\n[Option "rubber_bonus=700_500"]\n[Option "pivot_tour=off"]\n'
    read = kz.parse(old).record
    assert read is not None
    assert getattr(read.conventions, "clean_rubber", None) == 750
    usual = agree("rubber-variants", {"rubber_bonus": "700_500", "clean_rubber": 700})
    assert usual.clean_rubber == 700


def test_every_option_is_documented_with_a_rule_of_the_book() -> None:
    rows = describe(agree(), GROUPS)
    assert {name for name in rows if not name.startswith("table.")} <= {*TABLE, "first_board", "boards"}
    for name, row in rows.items():
        assert row["about"], name
        assert str(row["law"]).startswith(("B-", "P-", "PC-", "PE-")), name


@pytest.mark.parametrize(
    ("preset", "changes", "first", "second"),
    [
        ("rubber", {"deals": 4}, "form", "deals"),
        ("chicago", {"deals": 5}, "form", "deals"),
        ("duplicate", {"deals": "by_games"}, "form", "deals"),
        ("rubber", {"vulnerability": "board"}, "form", "vulnerability"),
        ("rubber", {"part_scores": "none"}, "form", "part_scores"),
        ("duplicate", {"part_scores": "carry", "part_bonus": 0}, "form", "part_scores"),
        ("chicago", {"part_bonus": 50}, "part_scores", "part_bonus"),
        ("duplicate", {"honours": "on"}, "form", "honours"),
        ("duplicate", {"pivot_tour": "on"}, "form", "pivot_tour"),
        ("chicago", {"compare": "russian_target"}, "part_scores", "compare"),
    ],
)
def test_options_that_contradict_each_other(preset: str, changes: dict[str, object], first: str, second: str) -> None:
    with pytest.raises(Contradiction) as refused:
        agree(preset, changes)
    assert refused.value.names == (first, second)


@pytest.mark.parametrize("changes", [{"deals": 0}, {"deals": 1001}, {"first_board": 0}, {"unfinished.game": -1}])
def test_numbers_out_of_range(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"is not|below"):
        agree("duplicate", changes)


def test_who_can_play_what() -> None:
    for preset, conventions in PRESETS.items():
        for players in range(1, 8):
            fits = players == 4 or (conventions.form == "rubber" and 2 <= players <= 6)
            if fits:
                assert isinstance(agree(preset, players=players), Conventions)
            else:
                with pytest.raises(ValueError, match="players"):
                    agree(preset, players=players)
    with pytest.raises(ValueError, match="no preset"):
        agree("whist")
    assert not agree("rubber-variants", players=5).pivot_tour
    with pytest.raises(Contradiction):
        agree("rubber-variants", {"pivot_tour": "on"}, players=5)


def test_how_presets_differ() -> None:
    assert diff(PRESETS["chicago"], PRESETS["chicago-old"], GROUPS) == {"chicago_vul": ("modern", "old")}
