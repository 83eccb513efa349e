"""All-pass (P-3.7): play, price, series, and what it writes."""

import pytest

from kozyr.games.preferans import Contract, Outcome, agree, start
from tests.cases import Row, ascii_contract, case
from tests.table import Table

PASSES = "pass pass pass"


def falls(table: Table, tricks: dict[str, int]) -> Table:
    """The tricks of an example, whose people are P1-P3 or H1-H3 and the dealer."""
    names = {"P1": "H1", "P2": "H2", "P3": "H3", "dealer": "D"}
    return table.falls(**{names.get(who, who): n for who, n in tricks.items()})


# ------------------------------------------------------------------ 3.7.1-3.7.3 what it writes


@case("W-P-3.7.2.1-1")
def test_each_trick_goes_to_the_hill_and_none_earns_the_price_of_one(row: Row) -> None:
    table = Table(row.conventions).deal().goes(PASSES)
    falls(table, dict(zip(("H1", "H2", "H3"), row.situation["tricks"], strict=True)))
    assert [table.hill(who) for who in ("H1", "H2", "H3")] == row.expected["hill"]
    assert table.pool("H3") == row.expected["pool_bonus"]["P3"]
    assert (table.pool("H1"), table.pool("H2")) == (0, 0)


@pytest.mark.rule("P-3.7.2", "P-3.7.2.1", "P-3.7.2.2")
@pytest.mark.parametrize(
    ("preset", "column"),
    [("sochi", "hill"), ("leningrad", "hill"), ("club", "hill"), ("fspr", "hill"), ("rostov", "whists")],
)
def test_each_variety_scores_it_in_its_own_column(preset: str, column: str) -> None:
    table = Table(preset).plays("allpass", H1=5, H2=3, H3=2)
    assert {entry.column for entry in table.entries()} == {column}


@case("W-P-3.7.2.2-1")
def test_two_with_the_fewest_halve_the_third_ones_tricks(row: Row) -> None:
    table = Table(row.conventions).deal().goes(PASSES)
    falls(table, row.situation["tricks"])
    assert table.whists("H2", "H1") == row.expected["whists"]["P2_on_P1"]
    assert table.whists("H3", "H1") == row.expected["whists"]["P3_on_P1"]
    assert table.result("H1") == row.expected["P1_total"]
    assert table.laws() == {"P-3.7.2.2"}


@case("W-P-3.7.2.2-2")
def test_the_one_with_fewest_writes_on_both_and_a_point_for_no_trick(row: Row) -> None:
    table = Table(row.conventions).deal().goes(PASSES)
    falls(table, row.situation["tricks"])
    assert table.whists("H1", "H2") == row.expected["whists"]["P1_on_P2"]
    assert table.whists("H1", "H3") == row.expected["whists"]["P1_on_P3"]
    assert table.pool("H1") == row.expected["pool"]["P1"]


@pytest.mark.rule("P-3.7.2.2")
def test_whists_are_halved_exactly_and_every_one_without_a_trick_writes_a_point() -> None:
    table = Table("rostov", {"allpass.whists_per_trick": 1}).plays("allpass", H1=8, H2=1, H3=1)
    assert (table.whists("H2", "H1"), table.whists("H3", "H1")) == (4, 4)
    table = Table("rostov", {"allpass.whists_per_trick": 3}).plays("allpass", H1=4, H2=3, H3=3)
    assert (table.whists("H2", "H1"), table.whists("H3", "H1")) == (6, 6)
    table = Table("rostov", {"allpass.whists_per_trick": 1, "blind.pass": "off"}).plays("allpass", H1=10)
    assert (table.whists("H2", "H1"), table.whists("H3", "H1")) == (5, 5)
    assert (table.pool("H2"), table.pool("H3")) == (1, 1)


@pytest.mark.rule("P-3.7.2.2")
def test_an_odd_number_of_whists_gives_halves_of_a_whist() -> None:
    table = Table("rostov").plays("allpass", H1=4, H2=3, H3=3).plays("allpass", H1=6, H2=2, H3=2)
    assert sum(table.settlement.result) == 0
    table = Table("rostov", players=2).plays("allpass", H1=3, H2=7)
    assert (table.whists("H1", "H2"), table.whists("H2", "H1")) == (35, 0)
    assert Table("rostov", players=2).plays("allpass", H1=5, H2=5).entries() == []


@case("W-P-3.7.3-1")
def test_amnesty_with_three(row: Row) -> None:
    table = Table(row.conventions).deal().goes(PASSES)
    falls(table, dict(zip(("H1", "H2", "H3"), row.situation["tricks"], strict=True)))
    assert [table.hill(who) for who in ("H1", "H2", "H3")] == row.expected["hill"] == row.expected["written_for"]
    assert table.laws() == {"P-3.7.3"}


@case("W-P-3.7.3-2", "W-P-3.7.3-3")
def test_amnesty_with_four_counts_the_dealers_tricks(row: Row) -> None:
    table = Table(row.conventions, players=row.players).deal().goes(PASSES)
    falls(table, row.situation["tricks"])
    assert [table.hill(who) for who in ("H1", "H2", "H3", "D")] == row.expected["hill"]
    assert bool(row.expected["amnesty"]) == (table.laws() == {"P-3.7.3"})


@pytest.mark.rule("P-3.7.3")
@pytest.mark.parametrize(
    ("players", "changes", "tricks", "struck"),
    [
        (2, {}, {"H1": 4, "H2": 6}, 4),
        (3, {}, {"H1": 4, "H2": 3, "H3": 3}, 3),
        (4, {}, {"H1": 4, "H2": 3, "H3": 2, "D": 1}, 1),
        (4, {"allpass.talon": "closed"}, {"H1": 4, "H2": 3, "H3": 3}, 0),
        (4, {"allpass.dealer_owns_talon_tricks": "off"}, {"H1": 4, "H2": 3, "H3": 3}, 0),
        (5, {}, {"H1": 4, "H2": 3, "H3": 2, "D": 1}, 0),
    ],
)
def test_amnesty_only_shortens_the_record(
    players: int, changes: dict[str, object], tricks: dict[str, int], struck: int
) -> None:
    """Nobody wins by it: a dealer who took no trick, or a fifth who waits, leaves nothing to strike."""
    counts = []
    for amnesty in ("on", "off"):
        table = Table("sochi", {**changes, "allpass.amnesty": amnesty}, players=players)
        table.plays("allpass", **tricks)  # type: ignore[arg-type]
        counts.append(table.settlement.result)
        assert table.hill("H1") == 4 - (struck if amnesty == "on" else 0)
    assert counts[0] == counts[1]


@pytest.mark.rule("P-3.7.3")
def test_a_dealer_who_is_not_named_took_no_trick() -> None:
    pulka = start(agree(), 4).record(Outcome("N", "allpass", tricks={"E": 4, "S": 3, "W": 3}))
    assert pulka.sheet.hill == (0, 4, 3, 3)
    assert (
        start(agree("rostov"), 4).record(Outcome("N", "allpass", tricks={"E": 4, "S": 3, "W": 3, "N": 0})).number == 2
    )


@pytest.mark.rule("P-3.7.3")
def test_without_amnesty_every_trick_is_written_and_it_gives_no_bonus() -> None:
    table = Table("sochi", {"allpass.amnesty": "off"}).plays("allpass", H1=4, H2=3, H3=3)
    assert [table.hill(who) for who in ("H1", "H2", "H3")] == [4, 3, 3]
    struck = Table().plays("allpass", H1=4, H2=3, H3=3)  # reduced to none is not "no trick"
    assert [struck.pool(who) for who in ("H1", "H2", "H3")] == [0, 0, 0]


@pytest.mark.rule("P-3.7.2.1")
@pytest.mark.parametrize(("option", "pool"), [("off", 0), ("on", 1)])
def test_whether_the_dealer_earns_the_bonus_is_agreed(option: str, pool: int) -> None:
    table = Table("sochi", {"allpass.dealer_zero_bonus": option}, players=4).plays("allpass", H1=5, H2=3, H3=2)
    assert table.pool("D") == pool


@pytest.mark.rule("P-3.7.2.1")
def test_under_fspr_no_trick_takes_two_prices_off_the_hill_or_one_into_the_pool() -> None:
    table = Table("fspr", players=4).writes("hill", H1=7)
    table.plays("allpass", H1=0, H2=0, H3=10)
    assert (table.hill("H1"), table.pool("H1")) == (3, 0)
    assert (table.hill("H2"), table.pool("H2")) == (0, 2)
    assert (table.hill("D"), table.pool("D")) == (0, 0)  # never the dealer
    assert table.hill("H3") == 20


@pytest.mark.rule("P-3.7.2.1")
@pytest.mark.parametrize(("hill", "after", "pool"), [(9, 5, 0), (1, -3, 0), (0, 0, 2), (-3, -3, 2)])
def test_under_fspr_an_empty_hill_is_one_with_nothing_to_pay(hill: int, after: int, pool: int) -> None:
    table = Table("fspr").writes("hill", H1=hill).plays("allpass", H1=0, H2=4, H3=6)
    assert (table.hill("H1"), table.pool("H1")) == (after, pool)


# ------------------------------------------------------------------ 3.7.4 the price grows


@case("W-P-3.7.4.1-1", "W-P-3.7.4.2-1", "W-P-3.7.4.3-1")
def test_the_price_of_a_trick_grows(row: Row) -> None:
    table = Table(row.conventions)
    prices = []
    for _ in row.situation["consecutive"]:
        shown = table.price
        table.plays("allpass", H1=4, H2=3, H3=3)  # the amnesty leaves one trick
        prices += [entry.points for entry in table.entries()]
        assert prices[-1] == shown
    assert prices == row.expected["price"]


@pytest.mark.rule("P-3.7.4", "P-3.7.4.3")
@pytest.mark.parametrize(
    ("changes", "prices"),
    [
        ({"allpass.progression": "none"}, [1, 1, 1, 1, 1]),
        ({"allpass.limit": "unlimited"}, [1, 2, 3, 4, 5]),
        ({"allpass.limit": 2}, [1, 2, 2, 2, 2]),
        ({"allpass.step": 2}, [1, 3, 5, 5, 5]),
        ({"allpass.progression": "geometric", "allpass.ratio": 3}, [1, 3, 9, 9, 9]),
        ({"allpass.progression": "geometric", "allpass.limit": "unlimited"}, [1, 2, 4, 8, 16]),
        ({"allpass.prices": [5, 1, 7]}, [5, 1, 7, 7, 7]),
    ],
)
def test_how_it_grows_is_agreed(changes: dict[str, object], prices: list[int]) -> None:
    table = Table("sochi", changes)
    shown = []
    for _ in prices:
        shown.append(table.price)
        table.plays("allpass", H1=4, H2=3, H3=3)
    assert shown == prices


@case("W-PC-4.5.2-1")
def test_the_club_price_and_its_bonus(row: Row) -> None:
    table = Table(row.conventions, players=row.players)
    for nth, price in zip(row.situation["consecutive"], row.expected["price"], strict=True):
        assert table.price == price
        table.plays("allpass", H1=5, H2=5, H3=0)
        bonus = [(entry.who, entry.points) for entry in table.entries() if entry.column == "pool"]
        assert bonus == [
            (table.place("H3"), row.expected["pool_for_zero"][nth - 1])
        ]  # the third hand's, not the dealer's
    assert not row.expected["dealer_gets_pool"]


@case("W-PC-4.5.2-2")
def test_a_club_all_pass_written_out(row: Row) -> None:
    table = Table(row.conventions, players=row.players)
    for _ in range(row.situation["consecutive_no"] - 1):
        table.plays("allpass", H1=4, H2=3, H3=2, D=1)
    earlier = table.pulka.sheet
    table.deal().goes(PASSES)
    falls(table, row.situation["tricks"])
    order = [table.place(who) for who in ("H1", "H2", "H3", "D")]
    assert [table.pulka.sheet.hill[at] - earlier.hill[at] for at in order] == row.expected["hill"]
    assert table.pool("H3") - earlier.pool[order[2]] == row.expected["pool"]["H3"]
    assert table.pool("D") - earlier.pool[order[3]] == row.expected["pool"]["dealer"]


@pytest.mark.rule("PC-4.5.3")
def test_the_club_amnesty_counts_the_dealer() -> None:
    table = Table("club", players=4).plays("allpass", H1=4, H2=3, H3=2, D=1)
    assert [table.hill(who) for who in ("H1", "H2", "H3", "D")] == [6, 4, 2, 0]


# ------------------------------------------------------------------ 3.7.5-3.7.6 the play


@pytest.mark.rule("P-3.7.5", "P-2.1.3")
def test_follow_suit_and_there_is_no_trump() -> None:
    table = Table("rostov").deal(H1="♠7 ♠8", H2="♥A ♥K ♥Q ♥J ♥T ♥9 ♥8 ♥7 ♦A ♦K", H3="♠9 ♠T", talon="♣A ♣K")
    table.goes(PASSES).goes("S7")
    assert len(table.legal) == 10
    table.goes("HA")
    refusal = table.refuses(
        next(c.text for c in table.view("H3").hands[table.seat("H3")].cards or () if c.text[0] == "C")
    )
    assert (refusal.code, refusal.law) == ("must_follow", "P-3.7.5")
    table.goes("S9")
    assert table.turn == "H3"  # no heart trumps a spade


@case("W-P-3.7.6.1-1")
def test_with_four_the_talon_card_is_the_dealers_lead_and_can_win(row: Row) -> None:
    cards = {who: row.situation[f"{hand}_hand"] for who, hand in (("H1", "first"), ("H2", "second"), ("H3", "third"))}
    talon = row.situation["talon_card_1"]
    table = Table(row.conventions, players=row.players).deal(**cards, talon=f"{talon} ♥A").goes(PASSES)
    assert table.view("H1").lead is table.state.talon[0]
    assert table.turn == "H1"
    table.goes(" ".join(cards.values()))
    trick = table.state.history[0]
    assert (table.who(trick.winner), row.expected["trick_to"]) == ("D", "dealer")
    assert row.expected["next_trick_led_by"] == "talon card 2"
    assert table.view(None).lead is table.state.talon[1]
    assert (table.turn, row.expected["plays_first"]) == ("H1", "first hand")


@pytest.mark.rule("P-3.7.6.1", "PC-4.5.4", "PC-4.7.6", "P-2.1.1")
@pytest.mark.parametrize("preset", ["sochi", "club", "fspr"])
def test_the_first_hand_plays_first_to_two_tricks_and_leads_the_third(preset: str) -> None:
    table = Table(preset, players=4).deal(H1="♠7 ♥7 ♦7", H2="♠A ♥8 ♦A", H3="♠8 ♥9 ♦8", talon="♠K ♥A")
    table.goes(PASSES).goes("S7 SA S8")
    assert (table.who(table.state.history[0].winner), table.turn) == ("H2", "H1")
    table.goes("H7 H8 H9")
    assert (table.who(table.state.history[1].winner), table.turn) == ("D", "H1")
    assert [len(trick.cards) + (trick.talon is not None) for trick in table.state.history] == [4, 4]
    assert table.view().lead is None
    table.goes("D7 DA D8")
    assert (table.who(table.state.history[2].winner), table.turn) == ("H2", "H2")
    assert len(table.state.history[2].cards) == 3
    assert table.view("H3").tricks[table.seat("D")] == 1


@pytest.mark.rule("P-3.7.6.1")
def test_the_talon_is_opened_card_by_card() -> None:
    table = Table(players=4).deal(talon="♠K ♥A")
    assert table.view("H1").talon == ()
    table.goes(PASSES)
    assert table.view("H1").talon == table.state.talon[:1]
    for _ in range(3):
        table.goes(table.legal[0])
    assert table.view("H1").talon == table.state.talon


@pytest.mark.rule("P-3.7.6.1", "P-3.7.5")
def test_the_talons_suit_must_be_followed() -> None:
    table = Table(players=4).deal(H1="♠7 ♥7", talon="♥K ♥A").goes(PASSES)
    refusal = table.refuses("S7")
    assert (refusal.code, refusal.law) == ("must_follow", "P-3.7.5")
    assert all(token[0] == "H" for token in table.legal)


@case("W-P-3.7.6.3-1")
def test_with_three_the_talon_only_names_the_suit(row: Row) -> None:
    cards = dict(zip(("H1", "H2", "H3"), row.situation["cards"], strict=True))
    table = Table(row.conventions).deal(**cards, talon=f"{row.situation['talon_card_1']} ♥A").goes(PASSES)
    table.goes(" ".join(cards.values()))
    owner = next(who for who, card in cards.items() if card in row.expected["trick_to"])
    assert table.who(table.state.history[0].winner) == owner


@pytest.mark.rule("P-3.7.6.3", "PC-4.5.5")
def test_with_three_a_discard_never_takes_the_talons_trick() -> None:
    table = Table("club").deal(H1="♥A ♥K ♥Q ♥J ♥T ♥9 ♥8 ♦A ♦K ♦Q", H2="♠7 ♥7", H3="♠8", talon="♠A ♣A")
    table.goes(PASSES).goes("HA S7 S8")
    assert table.who(table.state.history[0].winner) == "H3"
    assert table.turn == "H1"  # the rest is as with four


@case("W-P-3.7.6.2-1")
def test_in_rostov_the_talon_stays_closed_and_the_dealer_writes_a_point(row: Row) -> None:
    table = Table(row.conventions, players=row.players).deal().goes(PASSES)
    assert table.view("H1").lead is None
    for _ in range(12):
        assert {table.view(who).talon for who in ("H1", "D", None)} == {()}
        table.goes(table.legal[0])
    assert not row.expected["talon_opened"]
    assert table.state.tricks is not None
    won = table.state.tricks.won
    table.falls(**{who: won[table.seat(who).position] + more for who, more in (("H1", 0), ("H2", 0), ("H3", 6))})
    assert table.pool("D") == row.expected["dealer_pool"]
    assert "P-3.7.6.2" in table.laws()


@pytest.mark.rule("P-3.7.6.4")
@pytest.mark.parametrize("preset", ["sochi", "leningrad", "fspr", "classic"])
def test_at_gusarik_the_talon_is_never_opened(preset: str) -> None:
    table = Table(f"{preset}+gusarik", players=2)
    if preset == "classic":
        table.deal()  # a compulsory all-pass
    else:
        table.deal().goes("pass pass")
    assert (table.state.contract, table.view().lead, table.view().talon) == (Contract.ALLPASS, None, ())
    table.goes(f"{table.legal[0]}")
    table.goes(f"{table.legal[0]}")
    assert len(table.state.history) == 1  # two hands play, the third stays closed
    assert table.view("H1").talon == ()
    dummy = table.terms.dummy
    assert dummy is not None
    assert table.view("H1").hands[dummy].cards is None


@pytest.mark.rule("P-3.7.6.4")
def test_at_gusarik_an_open_talon_cannot_even_be_agreed() -> None:
    with pytest.raises(ValueError, match=r"deal\.hands and allpass\.talon.*P-3\.7\.6\.4"):
        agree("sochi", {"allpass.talon": "opened"}, players=2)


@pytest.mark.rule("P-3.7.6.3", "P-3.7.6.1", "PC-4.5.5")
def test_with_three_both_talon_cards_lead_and_the_first_hand_leads_the_third_trick() -> None:
    table = Table().deal(H1="♠7 ♥7 ♦7", H2="♠9 ♥K ♦9", H3="♠8 ♥9 ♦8", talon="♠A ♥A").goes(PASSES)
    table.goes("S7 S9 S8")
    assert (table.view().lead, table.turn) == (table.state.talon[1], "H1")  # not H2, who took the trick
    table.goes("H7 HK H9")
    assert [table.who(trick.winner) for trick in table.state.history] == ["H2", "H2"]
    assert (table.view().lead, table.turn) == (None, "H1")
    assert set(table.view().tricks) == set(table.terms.hands)  # the talon takes nothing
    table.goes("D7 D9 D8")
    assert table.turn == "H2"


@pytest.mark.rule("P-3.7.6.1", "P-3.2.10")
def test_with_five_the_talons_tricks_are_the_dealers_too() -> None:
    table = Table(players=5, dealer=3).deal(H1="♠7", H2="♠9", H3="♠8", talon="♠A ♥A").goes(PASSES).goes("S7 S9 S8")
    assert table.who(table.state.history[0].winner) == "D"
    assert table.name("D") == "4"


# ------------------------------------------------------------------ 3.7.7-3.7.10 series, exits, bombs


@pytest.mark.rule("P-3.7.7", "PC-4.5.6")
@pytest.mark.parametrize(("preset", "dealer"), [("sochi", 1), ("rostov", 1), ("club", 1), ("classic", 0)])
def test_the_deal_slides_on_or_in_classic_stays(preset: str, dealer: int) -> None:
    table = Table(preset)
    if preset == "classic":
        table.deal().falls(H1=4, H2=3, H3=3)
    else:
        table.plays("allpass", H1=4, H2=3, H3=3)
    assert table.dealer == dealer


@pytest.mark.rule("P-3.7.7", "P-4.2.12")
@pytest.mark.parametrize("option", ["sliding", "repeat"])
def test_the_last_dealer_is_who_has_just_dealt(option: str) -> None:
    """Of two equal hills the one nearest left of him is rounded, though he would deal again."""
    table = Table("sochi", {"allpass.dealer": option}).plays("allpass", H1=4, H2=2, H3=4)  # H3 has dealt
    assert table.settlement.adjusted == ((table.place("H1"), -1),)


@case("W-P-3.7.8-1")
def test_a_six_leads_out_of_any_series_but_not_in_classic(row: Row) -> None:
    bid = ascii_contract(row.situation["next_bid"])
    modern = Table()
    for _ in range(row.situation["after_consecutive_all_passes"]):
        modern.plays("allpass", H1=4, H2=3, H3=3)
    assert (bid in modern.deal().legal) is row.expected["legal_modern"]
    classic = Table("classic", {"allpass.forced_rounds": 0})
    for _ in range(row.situation["after_consecutive_all_passes"]):
        classic.deal().goes("look pass look pass look pass").falls(H1=4, H2=3, H3=3)
    classic.deal().goes("look")
    assert (bid in classic.legal) is row.expected["legal_classic"]
    assert (classic.refuses(bid).code, classic.refuses(bid).law) == ("too_low", "P-3.7.8")
    assert "7S" in classic.legal


@pytest.mark.rule("P-3.7.8")
@pytest.mark.parametrize(
    ("contract", "whist", "tricks"),
    [("6S", "pass pass", {}), ("6S", "whist pass open", {"H1": 4, "H2": 6}), ("misere", "", {"H1": 5, "H2": 5})],
)
def test_under_the_codex_the_first_contract_ends_a_series_whatever_its_result(
    contract: str, whist: str, tricks: dict[str, int]
) -> None:
    table = Table().plays("allpass", H1=4, H2=3, H3=3).plays("allpass", H1=4, H2=3, H3=3)
    assert table.price == 3
    table.plays(contract, whist)
    assert (table.falls(**tricks) if tricks else table).price == 1


@pytest.mark.rule("P-3.7.8", "P-0.3")
@pytest.mark.parametrize(
    ("changes", "contract", "tricks", "price"),
    [
        ({"allpass.exit_min": 7}, "6S", 6, 2),
        ({"allpass.exit_min": 7}, "7S", 6, 1),
        ({"allpass.exit_requires": "made"}, "6S", 6, 1),
        ({"allpass.exit_requires": "made"}, "6S", 5, 2),
        ({"allpass.exit_requires": "made"}, "misere", 0, 1),
        ({"allpass.exit_requires": "made"}, "misere", 1, 2),
        ({"allpass.misere_exits": "off"}, "misere", 0, 2),
    ],
)
def test_what_leads_out_of_a_series_is_agreed(
    changes: dict[str, object], contract: str, tricks: int, price: int
) -> None:
    table = Table("sochi", changes).plays("allpass", H1=4, H2=3, H3=3)
    table.plays(contract, "whist pass open", H1=tricks, H2=10 - tricks)
    assert table.price == price


EXITS = {
    "7♠ made, whisted": ("7S", "whist pass open", {"H1": 7, "H2": 3}),
    "7♠ made, not whisted": ("7S", "pass pass pass pass", {}),
    "9♥ set": ("9H", "whist pass pass open", {"H1": 8, "H2": 2}),
    "M made": ("misere", "", {"H1": 0, "H2": 10}),
    "M set": ("misere", "", {"H1": 1, "H2": 9}),
}


def whisted(table: Table, contract: str, whist: str, tricks: dict[str, int]) -> Table:
    """One of the deals above, with as many answers on whist as are asked for."""
    if contract == "misere":
        return table.plays(contract).falls(**tricks)
    table.buys(contract)
    wanted, *_ = whist.split()
    while table.state.phase == "whist" and len(table.pulka.history) == table.terms.number - 1:
        table.goes(next(word for word in (wanted, "pass", "open") if word in table.legal))
        wanted = "pass"
    return table.falls(**tricks) if tricks else table


@case("W-PC-4.5.7-1")
def test_in_the_club_only_a_made_and_whisted_seven_is_an_exit(row: Row) -> None:
    for result, exits in zip(row.situation["results"], row.expected["exit"], strict=True):
        table = Table(row.conventions, players=row.players).plays("allpass", H1=4, H2=3, H3=3)
        series = table.price
        whisted(table, *EXITS[result])
        assert (table.price != series) == exits, result


@pytest.mark.rule("PC-4.5.7")
def test_in_the_club_nothing_below_seven_is_bid_while_the_series_lasts() -> None:
    table = Table("club").plays("allpass", H1=4, H2=3, H3=3).deal()
    assert (table.refuses("6S").code, table.refuses("6S").law) == ("too_low", "P-3.7.8")
    assert "7S" in table.legal
    assert "misere" in table.legal


@case("W-PC-4.5.8-1")
def test_a_failed_exit_freezes_the_price(row: Row) -> None:
    deals = {
        "all-pass": None,
        "8♣ set": ("8C", "whist", {"H1": 7, "H2": 3}),
        "7♠ made un-whisted": ("7S", "pass", {}),
        "7♦ made and whisted": ("7D", "whist", {"H1": 7, "H2": 3}),
    }
    table = Table(row.conventions, players=row.players)
    prices = []
    for step in row.situation["sequence"]:
        deal = next(deal for name, deal in deals.items() if step.startswith(name))
        if deal is None:
            prices.append(table.price)
            table.plays("allpass", H1=4, H2=3, H3=3)
        else:
            whisted(table, *deal)
    assert prices == row.expected["prices"]


@pytest.mark.rule("PC-4.5.8")
@pytest.mark.parametrize(
    ("option", "prices"), [("freeze", [2, 4, 4, 6]), ("repeat_last", [2, 2, 2, 4]), ("reset", [2, 2, 2, 4])]
)
def test_other_readings_of_a_failed_exit_can_be_agreed(option: str, prices: list[int]) -> None:
    table = Table("club", {"allpass.failed_exit": option})
    shown = [table.price]
    table.plays("allpass", H1=4, H2=3, H3=3)
    whisted(table, "8C", "whist", {"H1": 7, "H2": 3})
    shown.append(table.price)
    whisted(table, "8C", "whist", {"H1": 7, "H2": 3})  # failing twice is no worse than once
    shown.append(table.price)
    table.plays("allpass", H1=4, H2=3, H3=3)
    shown.append(table.price)
    assert shown == prices


@pytest.mark.rule("PC-4.5.8")
def test_where_the_last_price_is_repeated_the_series_goes_on() -> None:
    table = Table("club", {"allpass.failed_exit": "repeat_last"}).plays("allpass", H1=4, H2=3, H3=3)
    whisted(table, "8C", "whist", {"H1": 7, "H2": 3})
    assert "7S" in table.deal().legal
    assert table.refuses("6S").law == "P-3.7.8"
    reset = Table("club", {"allpass.failed_exit": "reset"}).plays("allpass", H1=4, H2=3, H3=3)
    whisted(reset, "8C", "whist", {"H1": 7, "H2": 3})
    assert "6S" in reset.deal().legal


@pytest.mark.rule("P-3.7.9")
def test_compulsory_rounds_are_played_as_if_all_had_passed_blind() -> None:
    table = Table("classic", {"allpass.forced_rounds": 2}, players=4).deal()
    assert (table.state.phase, table.state.contract) == ("play", Contract.ALLPASS)  # nobody is asked
    assert len(table.view("H1").hands[table.seat("H1")].cards or ()) == 10
    table.falls(H1=4, H2=3, H3=3)
    assert table.hill("H1") == 2 * 4
    assert table.pulka.bombs == ((2,), (2,), (2,), (2,))
    table.deal().falls(H1=4, H2=3, H3=3)
    assert table.deal().state.phase == "auction"
    assert [len(held) for held in table.pulka.bombs] == [2, 2, 2, 2]


@pytest.mark.rule("P-3.7.9")
@pytest.mark.parametrize("blind", [(), ("E", "S", "W")])
def test_the_score_line_of_a_compulsory_round_need_not_say_who_passed_blind(blind: tuple[str, ...]) -> None:
    pulka = start(agree("classic", {"allpass.forced_rounds": 2}), 4)
    line = Outcome("N", "allpass", tricks={"E": 4, "S": 3, "W": 3}, blind=blind)
    once = pulka.record(line)
    assert once.sheet.hill == (0, 2 * 4, 2 * 3, 2 * 3)
    assert once.bombs == ((2,),) * 4
    twice = once.record(line)
    assert twice.sheet.hill == (0, (2 + 4) * 4, (2 + 4) * 3, (2 + 4) * 3)
    assert twice.bombs == ((2, 4),) * 4
    assert twice.forced_left == 0


@pytest.mark.rule("P-3.7.9")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_compulsory_round_brings_everybody_the_same_bomb(players: int) -> None:
    table = Table("classic", players=players).deal().falls(H1=4, H2=6)
    assert table.pulka.bombs == ((2,),) * players


@pytest.mark.rule("P-3.7.9")
def test_compulsory_rounds_and_bombs_go_together() -> None:
    with pytest.raises(ValueError, match=r"allpass\.forced_rounds and bombs.*P-3\.7\.9"):
        Table("sochi", {"allpass.forced_rounds": 1})


@pytest.mark.rule("P-3.7.10", "P-3.3.19a")
def test_a_bomb_multiplies_its_owners_next_contract_and_is_spent() -> None:
    table = Table("classic", players=4).deal().falls(H1=4, H2=3, H3=3)
    table.deal().goes("look 7S look pass look pass")
    assert table.state.factor == 2
    table.discards().goes("contract:7S whist pass open").falls(H1=7, H2=3)
    assert table.pool("H1") == 2 * 4
    assert table.whists("H2", "H1") == 2 * 3 * 4
    held = [table.pulka.bombs[table.place(who)] for who in ("H1", "H2", "H3", "D")]
    assert held == [(), (2,), (2,), (2,)]


@pytest.mark.rule("P-3.7.10")
def test_a_bomb_multiplies_a_loss_and_a_misere_too() -> None:
    table = Table("classic", players=4).deal().falls(H1=4, H2=3, H3=3)
    before = table.hill("H1")
    table.deal().goes("look 7S look pass look pass").discards().goes("contract:7S whist pass open").falls(H1=6, H2=4)
    assert table.hill("H1") - before == 2 * 4
    assert table.whists("D", "H1") == 2 * 4  # consolation
    misere = Table("classic", players=4).deal().falls(H1=4, H2=3, H3=3)
    misere.deal().goes("look misere look pass look pass").discards().falls(H1=0, H2=10)
    assert misere.pool("H1") == 2 * 10


@pytest.mark.rule("P-3.7.10")
def test_without_bombs_a_blind_pass_still_doubles_the_trick() -> None:
    table = Table("sochi", {"blind.pass": "on"}).deal().goes("blind:pass look pass look pass")
    table.falls(H1=5, H2=3, H3=2)
    assert table.hill("H1") == 2 * 3
    assert not any(table.pulka.bombs)


@pytest.mark.rule("P-3.7.10", "P-3.3.19b", "P-4.1.2")
@pytest.mark.parametrize(("tricks", "pool", "hill"), [(6, 8, 0), (5, 0, 8)])
def test_a_bomb_and_a_blind_win_multiply_each_other(tricks: int, pool: int, hill: int) -> None:
    table = Table("classic", {"allpass.forced_rounds": 0, "allpass.dealer": "repeat", "allpass.min_bid_in_series": 6})
    table.deal().goes("blind:pass look pass look pass").falls(H1=4, H2=3, H3=3)
    before = table.hill("H1")
    table.deal().goes("blind:6S look pass look pass take")
    assert table.state.factor == 2 * 2
    table.discards().goes("contract:6S").falls(H1=tricks, H2=10 - tricks)
    assert (table.pool("H1"), table.hill("H1") - before) == (pool, hill)


@pytest.mark.rule("P-3.3.19c", "P-3.3.19b", "P-4.1.2")
@pytest.mark.parametrize(("tricks", "pool", "hill"), [(0, 20, 0), (1, 0, 20)])
def test_a_misere_in_the_dark_counts_twice(tricks: int, pool: int, hill: int) -> None:
    table = Table("classic", {"allpass.forced_rounds": 0}).deal().goes("blind:misere look pass look pass").discards()
    table.falls(H1=tricks, H2=10 - tricks)
    assert (table.pool("H1"), table.hill("H1")) == (pool, hill)
