"""The value of games and the sheet (P-4.1, P-4.2.1 ... P-4.2.3), and what changes a pulka between deals."""

from fractions import Fraction

import pytest

from kozyr.games.preferans import Outcome, agree, start
from kozyr.games.preferans.sheet import Points
from kozyr.games.preferans.words import Contract, Correction
from tests.cases import Row, ascii_contract, case
from tests.table import Table

# ------------------------------------------------------------------ 4.1.1 the value of a deal


def valued(row: Row) -> Table:
    """The deal of a value example: the first hand plays, the second whists alone, the third passes."""
    contract = ascii_contract(row.situation["contract"])
    size = 0 if contract == "misere" else int(contract.rstrip("SCDHNT"))
    short = row.situation.get("undertricks", 0)
    table = Table(row.conventions, players=row.players)
    if contract == "misere":
        return table.plays("misere", H1=short, H2=10 - short)
    if not row.situation["one_whister"]:
        return table.plays(contract, "pass pass" if row.players == 3 else "pass pass pass")
    return table.plays(contract, "whist pass open", H1=size - short, H2=10 - size + short)


def is_worth(row: Row) -> None:
    table = valued(row)
    others = {"H3", "D"} if row.players == 4 else {"H3"}
    people = {
        "declarer": {"H1"},
        "whister": {"H2"},
        "other": others,
        "each_other": {"H2", *others},
        "passer_or_dealer": others,
    }
    for who, value in row.expected.items():
        assert {table.result(seat) for seat in people[who]} == {Fraction(value)}, who
    assert sum(table.settlement.result) == 0


@case(
    "W-VALUE-sochi-3-6",
    "W-VALUE-sochi-3-7",
    "W-VALUE-sochi-3-8",
    "W-VALUE-sochi-3-9",
    "W-VALUE-sochi-3-10",
    "W-VALUE-sochi-3-M",
    "W-VALUE-sochi-4-6",
    "W-VALUE-sochi-4-7",
    "W-VALUE-sochi-4-8",
    "W-VALUE-sochi-4-9",
    "W-VALUE-sochi-4-10",
    "W-VALUE-sochi-4-M",
    "W-VALUE-leningrad-3-6",
    "W-VALUE-leningrad-3-7",
    "W-VALUE-leningrad-3-8",
    "W-VALUE-leningrad-3-9",
    "W-VALUE-leningrad-3-10",
    "W-VALUE-leningrad-3-M",
    "W-VALUE-leningrad-4-6",
    "W-VALUE-leningrad-4-7",
    "W-VALUE-leningrad-4-8",
    "W-VALUE-leningrad-4-9",
    "W-VALUE-leningrad-4-10",
    "W-VALUE-leningrad-4-M",
)
def test_the_value_of_a_made_game(row: Row) -> None:
    is_worth(row)


@case(
    "W-VALUE-sochi-3-6-down1",
    "W-VALUE-sochi-3-7-down1",
    "W-VALUE-sochi-3-8-down1",
    "W-VALUE-sochi-3-9-down1",
    "W-VALUE-sochi-3-10-down1",
    "W-VALUE-sochi-3-M-down1",
    "W-VALUE-sochi-4-6-down1",
    "W-VALUE-sochi-4-7-down1",
    "W-VALUE-sochi-4-8-down1",
    "W-VALUE-sochi-4-9-down1",
    "W-VALUE-sochi-4-10-down1",
    "W-VALUE-sochi-4-M-down1",
    "W-VALUE-leningrad-3-6-down1",
    "W-VALUE-leningrad-3-7-down1",
    "W-VALUE-leningrad-3-8-down1",
    "W-VALUE-leningrad-3-9-down1",
    "W-VALUE-leningrad-3-10-down1",
    "W-VALUE-leningrad-3-M-down1",
    "W-VALUE-leningrad-4-6-down1",
    "W-VALUE-leningrad-4-7-down1",
    "W-VALUE-leningrad-4-8-down1",
    "W-VALUE-leningrad-4-9-down1",
    "W-VALUE-leningrad-4-10-down1",
    "W-VALUE-leningrad-4-M-down1",
)
def test_the_value_of_a_set_game(row: Row) -> None:
    is_worth(row)


@case("W-VALUE-leningrad-4-6-whist1")
def test_the_value_of_a_six_with_a_whister_one_short(row: Row) -> None:
    table = Table(row.conventions, players=row.players).plays(
        ascii_contract(row.situation["contract"]),
        "whist pass open",
        H1=row.situation["declarer_tricks"],
        H2=row.situation["one_whister_tricks"],
    )
    assert table.result("H1") == row.expected["declarer"]
    assert table.hill("H2") == row.expected["whister_hill"]


@case("W-PT-I.7-1")
def test_a_nine_with_four_as_a_tournament_counts_it(row: Row) -> None:
    table = Table(row.conventions, players=row.players).plays("9H", "whist pass open", H1=9, H2=1)
    people = {"declarer": "H1", "whister": "H2", "passer": "H3", "dealer": "D"}
    assert {who: table.result(people[who]) for who in people} == row.expected["whists"]
    assert sum(table.settlement.result) == row.expected["sum"]


POOLS = [
    {},
    {"H1": 48},
    {"H1": 50},
    {"H1": 50, "H2": 49},
    {"H1": 50, "H2": 50, "H3": 47},
    {"H1": 43, "H2": 50, "H3": 50},
]


@pytest.mark.rule("P-4.1.1")
@pytest.mark.parametrize(
    ("preset", "players"), [(p, n) for p in ("sochi", "leningrad", "rostov", "fspr") for n in (3, 4, 5)]
)
def test_a_game_is_worth_the_same_however_full_the_pools_are(preset: str, players: int) -> None:
    values = set()
    for pools in POOLS:
        table = Table(preset, players=players).writes("pool", **pools)
        before = table.settlement.result
        table.plays("9H", "whist pass open", H1=9, H2=1)
        values.add(tuple(Fraction(now) - was for now, was in zip(table.settlement.result, before, strict=True)))
    assert len(values) == 1


@pytest.mark.rule("P-4.1.1")
@pytest.mark.parametrize("hill", ["divisible", "indivisible"])
@pytest.mark.parametrize("preset", ["gusarik", "leningrad+gusarik"])
def test_at_gusarik_a_game_is_worth_the_same_too(preset: str, hill: str) -> None:
    values = set()
    for pools in ({}, {"H1": 48}, {"H1": 50, "H2": 49}, {"H1": 48, "H2": 50}):
        table = Table(preset, {"gusarik_hill": hill}, players=2).writes("pool", **pools)
        before = table.settlement.result
        table.plays("9H", "whist", H1=9, H2=1)
        values.add(tuple(Fraction(now) - was for now, was in zip(table.settlement.result, before, strict=True)))
    assert len(values) == 1


@case("W-P-4.1.1-1")
def test_what_does_not_fit_into_the_pool_comes_off_the_hill_even_below_zero(row: Row) -> None:
    table = Table(row.conventions, players=row.players).writes(
        "pool", H1=50 - row.situation["pool_missing"], H2=50, H3=50, D=50
    )
    before = table.settlement.result
    table.plays(ascii_contract(row.situation["contract"]), "pass pass pass")
    assert table.pool("H1") == 50
    assert [e.points for e in table.entries() if e.column == "pool"] == [row.expected["pool"]]
    assert table.hill("H1") == row.expected["hill"]
    entries = [e for e in table.entries() if e.column == "hill"]
    assert [(e.why, e.law) for e in entries] == [("overflow", "P-4.1.1")]
    # The two pool points cost each partner 5, the six hill points 15.
    lost = {before[table.place(who)] - table.result(who) for who in ("H2", "H3", "D")}
    assert lost == {row.expected["worth_per_partner"] + 5}


@pytest.mark.rule("P-4.1.1")
@pytest.mark.parametrize(("overflow", "hill", "whists"), [("hill", -6, 0), ("forfeit", 0, 0), ("whists", 0, 20)])
def test_other_uses_of_the_surplus_can_be_agreed(overflow: str, hill: int, whists: int) -> None:
    table = Table("sochi", {"pool_overflow": overflow}, players=4).writes("pool", H1=48, H2=50, H3=50, D=50)
    table.plays("9S", "pass pass pass")
    assert (table.hill("H1"), table.whists("H1", "D")) == (hill, whists)


@case("W-P-4.1.1-2")
def test_at_gusarik_with_an_indivisible_hill_half_of_it_is_written_off(row: Row) -> None:
    table = Table(row.conventions, players=row.players).writes("pool", H1=48, H2=50)
    table.plays("9S", "pass")
    assert 8 - row.situation["overflow"] == 2
    assert table.hill("H1") == row.expected["hill"]


@pytest.mark.rule("P-4.1.2")
def test_prizes_are_for_the_first_full_pool_and_the_lowest_hill() -> None:
    changes = {"prizes": "on", "prize_first": 90, "prize_hill": 60, "pool_target": 4}
    table = Table("sochi", changes).writes("hill", H1=5, H2=1, H3=9)
    table.plays("7S", "pass pass").plays("10S", "pass pass")
    prizes = [entry for entry in table.pulka.sheet.entries if entry.law == "P-4.1.2"]
    assert {(e.who, e.on, e.points) for e in prizes if e.why == "prize_first"} == {(1, 0, 45), (1, 2, 45)}
    assert {(e.who, e.on, e.points) for e in prizes if e.why == "prize_hill"} == {(2, 0, 30), (2, 1, 30)}
    assert sum(table.settlement.result) == 0


@pytest.mark.rule("P-4.1.2", "P-4.2.3")
@pytest.mark.parametrize("by", ["H1", "H2", "H3"])
def test_of_two_pools_that_close_in_one_deal_the_declarers_is_the_first(by: str) -> None:
    """He fills his own, and only then helps: it does not matter whose place comes first."""
    table = Table("sochi", {"prizes": "on"}).writes(
        "pool", **{who: 48 if who == by else 49 for who in ("H1", "H2", "H3")}
    )
    table.plays("7S", "pass pass", by=by)
    assert table.pulka.sheet.pool == (50, 50, 50)
    assert table.pulka.closed_first == table.place(by)


@pytest.mark.rule("P-4.1.2")
def test_prizes_are_given_once_and_follow_a_correction_of_the_sheet() -> None:
    def prizes() -> dict[tuple[str, int, int | None], Points]:
        sums: dict[tuple[str, int, int | None], Points] = {}
        for entry in table.pulka.sheet.entries:
            if entry.law == "P-4.1.2":
                key = (entry.why, entry.who, entry.on)
                sums[key] = sums.get(key, 0) + entry.points
        return {key: points for key, points in sums.items() if points}

    def first(who: int) -> dict[tuple[str, int, int], int]:
        return {("prize_first", who, on): 45 for on in range(3) if on != who}

    def hill(who: int) -> dict[tuple[str, int, int], int]:
        return {("prize_hill", who, on): 30 for on in range(3) if on != who}

    changes = {"prizes": "on", "prize_first": 90, "prize_hill": 60, "pool_target": 4}
    table = Table("sochi", changes).writes("hill", N=5, E=1, S=9)
    table.plays("7S", "pass pass").plays("8S", "pass pass").plays("6S", "pass pass")
    assert table.pulka.finished
    assert prizes() == first(1) | hill(1)
    assert not table.table("correction:S:pool:-2:P-4.2.7").pulka.finished
    assert prizes() == {}
    assert table.plays("6S", "pass pass").pulka.finished
    assert prizes() == first(1) | hill(1)
    table.table("correction:E:hill:7:P-4.2.7")
    assert prizes() == first(1) | hill(0)
    assert sum(table.settlement.result) == 0


@pytest.mark.rule("P-4.1.2")
def test_a_pulka_that_is_stopped_gives_no_prizes() -> None:
    table = Table("sochi", {"prizes": "on", "pool_target": 4}).plays("7S", "pass pass")
    table.table("stop:N,E,S")
    assert not [entry for entry in table.pulka.sheet.entries if entry.law == "P-4.1.2"]


@pytest.mark.rule("P-4.1.2")
@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"bombs": "on", "blind.pass": "on"}, "bombs"),
        ({"blind": "on"}, "blind"),
        ({"prizes": "on"}, "prizes"),
        ({"allpass.dealer": "repeat"}, r"allpass\.dealer"),
        ({"allpass.exit_min": 7}, r"allpass\.exit_min"),
    ],
)
def test_a_qualifying_tournament_knows_no_factors_or_prizes(change: dict[str, object], name: str) -> None:
    with pytest.raises(ValueError, match=f"qualifying and {name} contradict each other"):
        agree("sochi+qualifying", change)


# ------------------------------------------------------------------ 4.2.1-4.2.2 the columns


@pytest.mark.rule("P-4.2.1", "P-2.2.4", "PC-3.2c", "PC-4.8.1")
def test_each_column_gets_its_own() -> None:
    table = Table(players=4).plays("7S", "whist pass open", H1=5, H2=5)
    assert [(e.column, e.who, e.on, e.points, e.law) for e in table.entries()] == [
        ("hill", 1, None, 8, "P-4.2.1"),
        ("whists", 2, 1, 20, "P-3.8.1.1"),
        ("whists", 0, 1, 8, "P-3.8.1.2"),
        ("whists", 2, 1, 8, "P-3.8.1.2"),
        ("whists", 3, 1, 8, "P-3.8.1.2"),
    ]
    sheet = table.pulka.sheet
    assert sheet.pool == (0, 0, 0, 0)
    assert sheet.hill == (0, 8, 0, 0)
    assert sheet.whists[2] == (0, 28, 0, 0)


@pytest.mark.rule("P-4.2.1")
def test_the_sheet_is_what_its_entries_add_up_to() -> None:
    table = Table("leningrad", players=4).plays("6S", "whist whist", H1=5, H2=5).plays("misere", H1=2, H2=8)
    table.plays("allpass", H1=3, H2=3, H3=3, D=1).table("correction:N:whists:7:P-4.2.7:E")
    totals: dict[tuple[str, int, int | None], Points] = {}
    for entry in table.pulka.sheet.entries:
        key = (entry.column, entry.who, entry.on)
        totals[key] = totals.get(key, 0) + entry.points
        assert entry.law
        assert entry.why
    sheet = table.pulka.sheet
    for who in range(4):
        assert totals.get(("pool", who, None), 0) == sheet.pool[who]
        assert totals.get(("hill", who, None), 0) == sheet.hill[who]
        assert [totals.get(("whists", who, on), 0) for on in range(4)] == list(sheet.whists[who])
    assert {entry.deal for entry in table.pulka.sheet.entries} == {0, 1, 2, 3}


@pytest.mark.rule("P-4.2.2")
@pytest.mark.parametrize("target", [2, 10, 50])
def test_the_size_of_the_pulka_is_agreed(target: int) -> None:
    table = Table("sochi", {"pool_target": target})
    while not table.pulka.finished:
        table.plays("10S", "pass pass")
    assert table.pulka.sheet.pool == (target,) * 3


@pytest.mark.rule("P-4.2.2")
def test_a_pulka_may_be_as_many_deals_as_agreed() -> None:
    table = Table("sochi", {"length_mode": "deals", "length_deals": 2}).plays("6S", "pass pass")
    assert not table.pulka.finished
    assert table.plays("6S", "pass pass").pulka.finished
    with pytest.raises(ValueError, match="length_mode and length_deals"):
        agree("sochi", {"length_mode": "deals"})


# ------------------------------------------------------------------ 4.2.3 help


@case("W-P-4.2.3-1")
def test_who_has_closed_his_pool_helps_the_largest_open_one(row: Row) -> None:
    made = row.situation["made"]
    table = Table(row.conventions, players=row.players, dealer=row.players - 1)  # place 0 has the first hand
    for name, points in zip(table.pulka.names, row.situation["pools"], strict=True):
        table.table(f"correction:{name}:pool:{points}:P-4.2.1")
    assert table.place("H1") == made["player"]
    table.plays(ascii_contract(made["contract"]), "pass pass pass")
    assert list(table.pulka.sheet.pool) == row.expected["pools"]
    assert table.pulka.sheet.whists[0][row.expected["helped"]] == row.expected["whists"]["0_on_2"]
    assert [(e.why, e.law) for e in table.entries()] == [("made", "P-4.2.1"), ("help", "P-4.2.3"), ("help", "P-4.2.3")]


@pytest.mark.rule("P-4.2.3")
def test_of_equal_pools_the_one_on_the_left_is_helped() -> None:
    for place, helped in ((0, 1), (1, 2), (2, 0)):
        table = Table(dealer=(place - 1) % 3).writes("pool", H1=50, H2=40, H3=40)
        table.plays("6S", "pass pass")
        assert table.pulka.sheet.whists[place][helped] == 20


@pytest.mark.rule("P-4.2.3", "P-4.2.3.1", "P-4.2.3.2")
def test_help_goes_on_to_the_next_pool_and_at_last_to_the_hill() -> None:
    table = Table(players=4).writes("pool", H1=49, H2=48, H3=47, D=47)
    table.plays("10S", "whist pass open", H1=10)  # the second hand whists and is set; help goes to him all the same
    assert [table.pool(who) for who in ("H1", "H2", "H3", "D")] == [50, 50, 50, 50]
    assert [table.whists("H1", who) for who in ("H2", "H3", "D")] == [20, 30, 30]
    assert table.hill("H1") == -1
    assert table.pulka.finished


@pytest.mark.rule("P-4.2.3.1")
def test_a_dealer_who_sat_out_is_helped_like_anybody() -> None:
    table = Table(players=4).writes("pool", H1=50, H2=20, H3=20, D=30).plays("6S", "pass pass pass")
    assert (table.pool("D"), table.whists("H1", "D")) == (32, 20)


@pytest.mark.rule("P-4.2.3.2")
def test_a_contract_without_whist_is_written_like_any_other() -> None:
    whisted = Table().writes("hill", H1=8).plays("6S", "whist whist", H1=6, H2=2, H3=2)
    alone = Table().writes("hill", H1=8).plays("6S", "pass pass")
    assert (whisted.pool("H1"), whisted.hill("H1")) == (alone.pool("H1"), alone.hill("H1")) == (2, 8)


@pytest.mark.rule("P-4.2.3")
def test_what_a_point_of_help_is_worth_can_be_agreed() -> None:
    table = Table("sochi", {"help_whists": 12}).writes("pool", H1=50).plays("6S", "pass pass")
    assert table.whists("H1", "H2") == 24


@pytest.mark.rule("P-4.2.3", "P-3.7.2.1")
def test_a_bonus_for_no_trick_overflows_like_any_point() -> None:
    table = Table().writes("pool", H3=50).plays("allpass", H1=5, H2=5)
    assert (table.pool("H1"), table.whists("H3", "H1")) == (1, 10)


@case("W-P-4.2.3.3-8", "W-P-4.2.3.3-9")
def test_leningrad_has_no_help_and_ends_with_the_sum_of_the_pools(row: Row) -> None:
    made = row.situation["made"]
    table = Table(row.conventions, dealer=row.players - 1)
    for name, points in zip(table.pulka.names, row.situation["pools"], strict=True):
        table.table(f"correction:{name}:pool:{points}:P-4.2.1")
    assert not table.pulka.finished
    assert table.place("H1") == made["player"]
    table.plays(ascii_contract(made["contract"]), "pass pass")
    assert list(table.pulka.sheet.pool) == row.expected["pools"]
    assert sum(table.pulka.sheet.pool) == row.expected["sum"]
    assert table.pulka.finished is row.expected["ended"]
    assert list(table.settlement.change) == row.expected["hill_change"]


# ------------------------------------------------------------------ 4.2.15 stopping, PE-5.4.7 substitutes


@pytest.mark.rule("P-4.2.15", "P-4.2.3")
def test_all_may_stop_early_and_missing_points_go_to_the_hill() -> None:
    table = Table().writes("pool", H1=20, H2=10).table("stop:N,E,S")
    assert table.pulka.finished
    assert table.progress.state is None
    changes = dict(zip(table.pulka.names, table.settlement.change, strict=True))
    assert changes == {"E": 30, "S": 40, "N": 50}
    leningrad = Table("leningrad").writes("pool", H1=20, H2=10).table("stop:N,E,S")
    assert sorted(leningrad.settlement.change) == [60, 80, 100]


@pytest.mark.rule("P-4.2.15")
def test_one_voice_against_keeps_the_pulka_going() -> None:
    refusal = Table().refuses("stop:N,E")
    assert (refusal.code, refusal.law) == ("no_consent", "P-4.2.15")
    never = Table("sochi+qualifying").refuses("stop:N,E,S")
    assert (never.code, never.law) == ("not_agreed", "P-4.2.15")


@pytest.mark.rule("P-4.2.15", "PE-5.4.18")
def test_force_majeure_needs_no_vote_and_drops_the_running_deal() -> None:
    table = Table("sochi+qualifying").plays("6S", "pass pass").deal().goes("6S").table("stop:force-majeure")
    assert table.pulka.finished
    assert len(table.pulka.history) == 1
    assert sum(table.settlement.result) == 0
    over = table.refuses("stop:force-majeure")
    assert (over.code, over.law) == ("match_over", "P-4.2.14")
    assert table.refuses("6C").code == "match_over"


@pytest.mark.rule("PE-5.4.7")
def test_a_substitute_takes_the_score_as_it_is_with_everybodys_consent() -> None:
    table = Table().plays("6S", "pass pass").deal().goes("6S")
    sheet, state = table.pulka.sheet, table.state
    table.table("substitute:E:N,S")
    assert (table.pulka.sheet, table.state) == (sheet, state)  # the deal goes on
    assert table.refuses("substitute:E:N").code == "no_consent"
    assert table.refuses("substitute:W:N,E,S").code == "not_at_table"


def test_a_correction_leaves_the_running_deal_alone() -> None:
    table = Table().plays("6S", "pass pass").deal().goes("6S pass")
    state = table.state
    table.table("correction:N:hill:4:P-4.2.7")
    assert table.state == state
    assert table.pulka.sheet.hill[0] == 4
    entry = table.pulka.sheet.entries[-1]
    assert (entry.deal, entry.why, entry.law) == (0, "correction", "P-4.2.7")


@pytest.mark.parametrize(
    "correction",
    [
        Correction(1, "P-4.2.7", "X", "hill"),
        Correction(1, "P-4.2.7", "N", "wall"),
        Correction(1, "P-4.2.7", "N", "whists"),
        Correction(1, "P-4.2.7", "N", "whists", "N"),
        Correction(1, "P-4.2.7", "N", "whists", "W"),
        Correction(1, "", "N", "hill"),
        Correction(1, "no rule", "N", "hill"),
        Correction(1, "P-4.2.7:E", "N", "hill"),
    ],
    ids=lambda correction: correction.token,
)
def test_a_correction_names_a_player_a_column_and_a_rule(correction: Correction) -> None:
    assert Table().refuses(correction).code in {"not_at_table", "not_agreed"}


@pytest.mark.rule("P-4.2.14")
def test_a_correction_after_the_end_changes_the_count_and_may_reopen_the_pulka() -> None:
    table = Table("sochi", {"pool_target": 2}).plays("10S", "pass pass")
    assert table.pulka.finished
    assert table.table("correction:N:hill:3:P-4.2.7").pulka.finished
    assert not table.table("correction:N:pool:-2:P-4.2.7").pulka.finished
    assert table.plays("6S", "pass pass").pulka.finished


# ------------------------------------------------------------------ facts that contradict each other


@pytest.mark.parametrize(
    ("outcome", "why"),
    [
        (Outcome("N", "tricks", "E", Contract.S6, {"E": 6, "S": 3}, {"S": "whist", "N": "pass"}), "sum to 9"),
        (Outcome("N", "tricks", "E", Contract.S6, {"E": 11, "S": -1}, {"S": "whist"}), "not in 0..10"),
        (Outcome("N", "tricks", "E", Contract.S6, {"E": 6, "S": 4}), "nobody whisted"),
        (Outcome("N", "tricks", "E", Contract.S6, None, {"S": "whist"}), "tricks must be given"),
        (Outcome("N", "tricks", "E", Contract.S6, {"E": 6, "S": 4}, {"E": "whist"}), "E cannot say whist"),
        (Outcome("N", "tricks", "E", Contract.S8, None, {"N": "half_whist"}), "only on six and seven"),
        (Outcome("N", "tricks", "W", Contract.S6), "no player 'W'"),
        (Outcome("N", "tricks", None, Contract.S6), "needs a declarer"),
        (Outcome("N", "tricks", "E", Contract.MISERE), "needs a contract from 6S to 10NT"),
        (Outcome("N", "misere", "E", None, None), "needs its tricks"),
        (Outcome("N", "misere", "E", None, {"E": 0, "N": 10}, {"N": "whist"}), "nobody whists at misère"),
        (Outcome("N", "misere", "E", Contract.S6, {"E": 0, "N": 10}), "no other contract"),
        (Outcome("N", "misere", "E", None, {"E": 0, "N": 10}, shared=True), "only with a dealer who sits out"),
        (Outcome("N", "allpass", "E", None, {"E": 0, "N": 10}), "no declarer"),
        (Outcome("N", "allpass"), "needs its tricks"),
        (Outcome("N", "tricks", "E", Contract.S6, {"E": 6, "S": 4}, {"S": "whist"}, surrender=True), "has no tricks"),
        (Outcome("N", "tricks", "E", Contract.S6, factor=0), "factor 0 is below 1"),
    ],
)
def test_contradictory_facts_are_refused(outcome: Outcome, why: str) -> None:
    pulka = start(agree(), 3)
    with pytest.raises(ValueError, match=why):
        pulka.record(outcome)


@pytest.mark.parametrize(
    ("outcome", "why"),
    [
        (Outcome("N", "allpass", tricks={"E": 3, "S": 3, "W": 1, "N": 3}), "the talon of N leads two tricks"),
        (Outcome("N", "tricks", "N", Contract.S6), "N has no cards when N deals"),
        (Outcome("N", "misere", "E", None, {"S": 10}, shared=True, refused=True), "cannot be refused"),
        (Outcome("N", "tricks", "E", Contract.S6, {"E": 6, "N": 4}, {"N": "whist"}), "N can have no tricks"),
        (Outcome("N", "tricks", "E", Contract.S6, None, {"N": "half_whist"}), "cannot leave for half"),
        (Outcome("N", "tricks", "E", Contract.S6, {"E": 6, "S": 4}, {"S": "whist", "N": "whist"}), "cannot all whist"),
    ],
)
def test_contradictory_facts_with_four_are_refused(outcome: Outcome, why: str) -> None:
    pulka = start(agree(), 4)
    with pytest.raises(ValueError, match=why):
        pulka.record(outcome)


def test_who_is_not_named_among_the_tricks_took_none() -> None:
    outcome = Outcome("N", "tricks", "E", Contract.S8, {"E": 10}, {"S": "whist", "N": "whist"})
    sheet = start(agree(), 3).record(outcome).sheet
    assert (sheet.pool, sheet.hill) == ((0, 6, 0), (6, 0, 0))
    assert sheet.whists == ((0, 0, 0),) * 3


@pytest.mark.rule("P-4.2.1")
def test_the_line_of_a_score_file() -> None:
    outcome = Outcome("N", "tricks", "E", Contract.S6, {"E": 5, "S": 3, "N": 2}, {"S": "whist", "N": "pass"})
    pulka = start(agree(), 3).record(outcome)
    assert dict(zip(pulka.names, pulka.settlement.result, strict=True)) == {
        "N": Fraction(26, 3),
        "E": Fraction(-82, 3),
        "S": Fraction(56, 3),
    }
    assert pulka.sheet.hill == (0, 2, 0)
    assert pulka.sheet.whists == ((0, 2, 0), (0, 0, 0), (0, 12, 0))
