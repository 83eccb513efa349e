"""What is agreed before the first deal (P-0.2, P-0.3; the rulebook's table of conventions)."""

import pytest

from kozyr.games.options import Contradiction, describe, diff, every
from kozyr.games.preferans import PRESETS, agree
from kozyr.games.preferans.options import GROUPS
from tests.cases import DATA

ROWS = [line.split("\t") for line in (DATA / "presets.tsv").read_text().splitlines()]
COLUMNS = ROWS[0][1:]
CELLS = [
    (row[0], preset, value)
    for row in ROWS[1:]
    for preset, value in zip(COLUMNS, row[1:], strict=True)
    if value != "-"  # the book leaves it open
]


def written(value: object) -> str:
    """A value as the book writes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


@pytest.mark.rule("P-0.2")
@pytest.mark.parametrize("preset", COLUMNS)
def test_every_preset_has_the_values_of_the_rulebooks_table(preset: str) -> None:
    options = every(PRESETS[preset], GROUPS)
    wrong = {
        name: written(options[name]) for name, of, value in CELLS if of == preset and written(options[name]) != value
    }
    assert wrong == {}


@pytest.mark.rule("P-0.2")
def test_the_varieties_are_presets_over_one_engine() -> None:
    assert set(PRESETS) == {"sochi", "leningrad", "rostov", "classic", "club", "fspr", "qualifying", "gusarik"}
    assert len(set(PRESETS.values())) == len(PRESETS)


@pytest.mark.rule("P-0.3")
@pytest.mark.parametrize(
    ("option", "answers"),
    [
        ("whist.obligatory_6s", ["off", "on"]),
        ("auction.misere_beaten_by", ["nine", "no_talon_chain"]),
        ("contract.surrender", ["without_all_only", "without_three"]),
        ("contract.ten_is", ["whisted", "checked"]),
        ("whist.style", ["greedy", "gentleman"]),
        ("allpass.progression", ["none", "arithmetic", "geometric", "list"]),
    ],
)
def test_each_open_question_of_the_foreword_is_an_option(option: str, answers: list[str]) -> None:
    assert describe(agree(), GROUPS)[option]["values"] == answers
    for answer in answers:
        assert written(describe(agree(changes={option: answer}), GROUPS)[option]["value"]) == answer


def test_every_option_says_what_it_means_and_which_rule_it_comes_from() -> None:
    known = {line.split("\t")[0] for line in (DATA / "rules.tsv").read_text().splitlines()}
    for name, row in describe(agree(), GROUPS).items():
        assert row["about"], name
        assert row["law"] in known, name
        assert "_" not in name.partition(".")[0] or name.partition("_")[0] not in GROUPS


def test_every_value_can_be_set_by_its_text() -> None:
    for name, row in describe(agree(), GROUPS).items():
        assert isinstance(row["values"], list)
        for value in row["values"]:
            try:
                agreed = agree(changes={name: value, **({"length_deals": 9} if value in {"deals", "boards"} else {})})
            except Contradiction:
                continue  # this value goes only with others
            assert written(describe(agreed, GROUPS)[name]["value"]) == str(value), name


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"auction.hear": "off"}, r"no option 'auction\.hear'; near it: auction\.here"),
        ({"auction_here": "off"}, "no option 'auction_here'"),
        (
            {"auction.here": "perhaps"},
            r"auction\.here: 'perhaps' is not a value .* \(one of: first_hand, elder_hand, off\)",
        ),
        ({"pool_target": "many"}, "pool_target: 'many'"),
        ({"pool_target": 0}, "pool_target: 0 is below 1"),
        ({"allpass.prices": "1,two"}, r"allpass\.prices"),
        ({"allpass.prices": []}, "a list of prices from 1 up"),
        ({"blind.cap": 0}, "blind_cap: 0 is below 1"),
        ({"table.undo": "always"}, r"table\.undo"),
    ],
)
def test_unknown_names_and_values_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        agree(changes=changes)


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("deal.min_cut", 17, "deal_min_cut: 17 is not 1 to 16"),
        ("deal.min_cut", 0, "deal_min_cut: 0 is not 1 to 16"),
        ("irr.dealer_fine", -5, "irr_dealer_fine: -5 is below 0"),
        ("irr.talon_peek_fine", -1, "irr_talon_peek_fine: -1 is below 0"),
        ("prize_first", -300, "prize_first: -300 is below 0"),
        ("prize_hill", -1, "prize_hill: -1 is below 0"),
        ("table.stake", -1, "stake: -1 is below 0"),
    ],
)
def test_a_number_that_makes_no_sense_is_refused_in_one_line(name: str, value: int, why: str) -> None:
    with pytest.raises(ValueError, match=rf"^{why} \([A-Z]+-[\w.]+\)$"):
        agree(changes={name: value})


@pytest.mark.parametrize(
    ("preset", "message"), [("odessa", "no preset 'odessa'"), ("sochi+odessa", "no overlay 'odessa'")]
)
def test_unknown_presets_are_refused(preset: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        agree(preset)


@pytest.mark.rule("P-4.1.2", "P-3.4.10", "P-3.4.11", "P-3.7.7", "P-3.7.8")
@pytest.mark.parametrize(
    ("preset", "changes", "first", "second", "law"),
    [
        ("sochi", {"allpass.prices": "2,4,6", "allpass.progression": "none"}, "allpass.prices", "allpass.progression", "P-3.7.4"),
        ("rostov", {"allpass.talon": "opened"}, "allpass.scoring", "allpass.talon", "P-3.7.6.2"),
        ("leningrad", {"whist.half": "off"}, "whist.first_hand_half", "whist.half", "P-3.8.14"),
        ("club", {"whist.dealer_may_return": "off"}, "whist.dealer_whist_takes_all", "whist.dealer_may_return", "P-3.8.8"),
        ("club", {"auction.misere_beaten_by": "no_talon_chain"}, "auction.misere_beaten_by", "auction.after_nine_over_misere", "PC-4.4.4-note"),
        ("sochi", {"bombs": "on"}, "bombs", "blind.pass", "P-3.7.10"),
        ("sochi", {"allpass.forced_rounds": 2}, "allpass.forced_rounds", "bombs", "P-3.7.9"),
        ("sochi", {"length_mode": "deals"}, "length_mode", "length_deals", "P-4.2.2"),
        ("sochi", {"shortfall_on_stop": 2}, "shortfall_on_stop", "pool_point_whists", "P-4.1.1"),
        ("qualifying", {"talon_bonus": "on"}, "qualifying", "talon_bonus", "P-3.4.11"),
        ("qualifying", {"table.undo": "unanimous"}, "qualifying", "table.undo", "PE-5.4.22"),
        ("qualifying", {"allpass.min_bid_in_series": 7}, "qualifying", "allpass.min_bid_in_series", "P-3.7.8"),
    ],
)  # fmt: skip
def test_contradictory_conventions_say_which_two_and_why(
    preset: str, changes: dict[str, object], first: str, second: str, law: str
) -> None:
    with pytest.raises(Contradiction) as refusal:
        agree(preset, changes)
    assert refusal.value.names == (first, second)
    assert law == refusal.value.refusal.law


def test_overlays_stand_on_a_base_and_two_players_play_gusarik() -> None:
    assert agree("qualifying") == agree("sochi+qualifying")
    assert agree("rostov+qualifying").allpass_scoring == "whists"
    assert agree("rostov", players=2) == agree("rostov+gusarik")
    assert agree("rostov", players=2).deal_hands == "dummy"


def test_a_changed_progression_carries_its_prices_and_a_list_of_prices_is_a_list() -> None:
    assert agree(changes={"allpass.step": 3}).allpass_prices == (1, 4, 7)
    agreed = agree(changes={"allpass.prices": "1,2,5"})
    assert (agreed.allpass_prices, agreed.allpass_progression) == ((1, 2, 5), "list")


def test_the_diff_shows_what_was_changed_and_nothing_else() -> None:
    changed = agree(changes={"auction.here": "off", "table.show_counters": "off", "allpass.limit": "unlimited"})
    assert diff(agree(), changed, GROUPS) == {
        "auction.here": ("first_hand", "off"),
        "allpass.limit": (3, None),
        "table.show_counters": (True, False),
    }
    assert diff(agree(), agree(), GROUPS) == {}


@pytest.mark.parametrize(
    "name",
    ["pool_target", "unit", "allpass.whists_per_trick", "allpass.ratio", "deal.min_cut", "blind.cap", "allpass.limit"],
)
def test_one_is_enough(name: str) -> None:
    assert every(agree(changes={name: 1}), GROUPS)[name] == 1
