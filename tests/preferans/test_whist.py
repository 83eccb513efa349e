"""Whist (P-3.8): who is asked, who plays which hand, who writes what."""

from typing import Any

import pytest

from kozyr.games.preferans import Contract, Outcome, agree, start
from tests.cases import Row, ascii_contract, case
from tests.table import Table


def asked(table: Table) -> list[tuple[str | None, list[str]]]:
    """Who is asked and what he may say, while everybody passes."""
    questions = []
    while table.state.terms.number == table.terms.number and table.state.phase == "whist":
        questions.append((table.actor, table.legal))
        table.goes("pass")
    return questions


# ------------------------------------------------------------------ 3.8.1-3.8.5 whist, pass, dark, light


@pytest.mark.rule("P-3.8.1", "PC-4.6.1")
@pytest.mark.parametrize(("declarer", "order"), [("H1", ["H2", "H3"]), ("H2", ["H3", "H1"]), ("H3", ["H1", "H2"])])
def test_the_one_next_to_the_declarer_answers_first(declarer: str, order: list[str]) -> None:
    table = Table().buys("8S", by=declarer)
    answered = [table.actor]
    assert table.legal == ["pass", "whist"]
    table.goes("pass")
    assert [*answered, table.actor] == order


@pytest.mark.rule("P-3.8.3", "PC-4.6.6")
@pytest.mark.parametrize("first", ["whist", "pass"])
def test_the_third_player_answers_as_he_likes(first: str) -> None:
    table = Table().buys("8S").goes(first)
    assert table.legal == ["pass", "whist"]


@case("W-P-3.8.2-6", "W-P-3.8.2-7", "W-P-3.8.2-8", "W-P-3.8.2-9", "W-P-3.8.2-10")
def test_how_many_tricks_the_defence_owes(row: Row) -> None:
    contract, need = ascii_contract(row.situation["contract"]), row.expected["defence_requirement"]
    enough = Table().plays(contract, "whist pass open", H1=10 - need, H2=need)
    assert enough.hill("H2") == 0
    short = Table().plays(contract, "whist pass open", H1=11 - need, H2=need - 1)
    assert short.hill("H2") > 0
    assert short.laws() >= {"P-3.8.11"}


@case("W-P-3.8.2-M")
def test_the_defence_owes_nothing_at_misere(row: Row) -> None:
    table = Table().plays(ascii_contract(row.situation["contract"]), H1=10)
    assert [table.hill(who) for who in ("H2", "H3")] == [row.expected["defence_requirement"]] * 2


@pytest.mark.rule("P-3.8.4", "PC-4.6.7")
def test_two_whisters_play_in_the_dark() -> None:
    table = Table().buys("6S").goes("whist whist")
    assert (table.state.phase, table.view().open) == ("play", False)
    table.goes(table.legal[0])
    assert table.view("H2").hands[table.seat("H3")].cards is None
    assert (table.actor, table.turn) == ("H2", "H2")


@pytest.mark.rule("P-3.8.5")
def test_a_sole_whister_chooses_dark_or_light() -> None:
    table = Table().buys("6S").goes("pass whist")
    assert (table.actor, table.legal) == ("H3", ["closed", "open"])
    table.goes("closed")
    assert [table.view("H3").hands[table.seat(who)].cards is None for who in ("H1", "H2")] == [True, True]
    table.goes(table.legal[0])
    assert table.actor == "H2"  # the passer plays his own hand


@pytest.mark.rule("P-3.8.5")
@pytest.mark.parametrize(
    ("preset", "contract", "answers", "whister"),
    [
        ("sochi", "6S", "whist pass", "H2"),
        ("sochi", "6S", "pass whist", "H3"),
        ("sochi", "6S", "pass half whist", "H2"),
        ("leningrad", "6S", "whist pass half whist", "H3"),
        ("club", "8S", "pass pass whist", "H2"),
    ],
)
def test_whoever_whists_alone_has_that_choice(preset: str, contract: str, answers: str, whister: str) -> None:
    for how in ("closed", "open"):
        table = Table(preset).buys(contract).goes(answers)
        assert (table.actor, how in table.legal) == (whister, True)
        table.goes(how)
        assert table.state.phase == "play"
        assert (table.view().open, [table.who(seat) for seat in table.view().whisters]) == (how == "open", [whister])


@pytest.mark.rule("P-3.8.5")
def test_in_light_the_whister_plays_both_hands() -> None:
    table = Table().buys("6S").goes("pass whist open")
    for viewer in ("H1", "H2", "H3", None):
        hands = table.view(viewer).hands
        assert hands[table.seat("H2")].cards
        assert hands[table.seat("H3")].cards
        assert bool(hands[table.seat("H1")].cards) == (viewer == "H1")
    table.goes(table.legal[0])
    assert (table.turn, table.actor) == ("H2", "H3")
    assert table.refuses(table.legal[0], "H2").code == "not_your_turn"
    assert table.view("H3").legal
    assert table.view("H2").legal == ()
    table.does("H3", table.legal[0])
    assert (table.turn, table.actor) == ("H3", "H3")


@pytest.mark.rule("P-3.8.5")
@pytest.mark.parametrize("how", ["open", "closed"])
def test_a_sole_whister_answers_alone(how: str) -> None:
    table = Table().plays("6S", f"whist pass {how}", H1=8, H3=2)  # he has taken none himself
    assert (table.hill("H2"), table.hill("H3")) == (4, 0)


@case("W-P-3.8.5-1")
def test_when_the_cards_go_down_if_the_declarer_leads(row: Row) -> None:
    lies = {"both defenders open before the lead": True, "declarer leads in the dark, then they open": False}
    for preset, key in (("sochi", "codex"), ("club", "club")):
        table = Table(preset).buys("6S").goes("whist pass open")
        assert table.turn == "H1"
        defenders = [table.seat("H2"), table.seat("H3")]
        assert {bool(table.view("H1").hands[seat].cards) for seat in defenders} == {lies[row.expected[key]]}
        assert bool(table.view("H2").hands[defenders[1]].cards) is lies[row.expected[key]]
        table.goes(table.legal[0])
        assert all(table.view(who).hands[seat].cards for seat in defenders for who in ("H1", "H2", None))


@pytest.mark.rule("PC-4.6.8")
def test_in_the_club_defenders_on_lead_open_at_once() -> None:
    table = Table("club").buys("6S", by="H2").goes("whist pass open")
    assert table.turn == "H1"
    assert table.view().hands[table.seat("H1")].cards
    assert table.view().hands[table.seat("H3")].cards


# ------------------------------------------------------------------ 3.8.1.1-3.8.1.3 whists and consolation


@pytest.mark.rule("P-3.8.1.1", "PC-4.6.2", "P-4.2.1")
@pytest.mark.parametrize(("contract", "price"), [("6S", 2), ("7S", 4), ("8S", 6), ("9S", 8), ("10S", 10)])
def test_a_whister_writes_each_trick_on_the_declarer(contract: str, price: int) -> None:
    table = Table().plays(contract, "whist whist", H1=5, H2=3, H3=2)
    tricks = {e.who: e.points for e in table.entries() if e.why == "trick_whists"}
    assert tricks == {table.place("H2"): 3 * price, table.place("H3"): 2 * price}
    assert all(e.on == table.place("H1") for e in table.entries() if e.column == "whists")


@pytest.mark.rule("P-3.8.1.1", "P-3.8.5")
@pytest.mark.parametrize("how", ["open", "closed"])
def test_a_sole_whister_writes_the_tricks_of_both_hands(how: str) -> None:
    table = Table().plays("6S", f"whist pass {how}", H1=6, H2=1, H3=3)
    assert (table.whists("H2", "H1"), table.whists("H3", "H1")) == (8, 0)


@pytest.mark.rule("P-3.8.1.2", "PC-4.6.3")
@pytest.mark.parametrize(
    ("option", "written"),
    [
        ("all_including_dealer", {"H2": 2, "H3": 2, "D": 2}),
        ("whisters_only", {"H2": 2, "H3": 0, "D": 0}),
        ("none", {"H2": 0, "H3": 0, "D": 0}),
    ],
)
def test_who_writes_consolation_is_agreed(option: str, written: dict[str, int]) -> None:
    table = Table("sochi", {"whist.consolation": option}, players=4)
    table.plays("6S", "whist pass open", H1=5, H2=3, H3=2)
    trick_whists = {"H2": 10, "H3": 0, "D": 0}
    assert {who: table.whists(who, "H1") - n for who, n in trick_whists.items()} == written


@pytest.mark.rule("P-3.8.1.2")
@pytest.mark.parametrize(("option", "waiting"), [("off", 0), ("on", 4)])
def test_five_at_the_table_the_waiting_one_writes_consolation_if_agreed(option: str, waiting: int) -> None:
    table = Table("sochi", {"consolation_for_waiting": option}, players=5)
    table.plays("6S", "whist pass open", H1=4, H2=3, H3=3)
    assert (table.whists("D", "H1"), table.whists("X", "H1")) == (4, waiting)
    assert sum(table.settlement.result) == 0


@pytest.mark.rule("P-3.8.1.3", "PC-4.6.4", "P-4.2.1", "PC-4.8.1")
def test_a_set_whister_writes_his_real_tricks_and_the_missing_ones_on_the_hill() -> None:
    table = Table().plays("6S", "whist pass open", H1=8, H2=2)
    assert (table.whists("H2", "H1"), table.hill("H2"), table.pool("H1")) == (4, 4, 2)
    club = Table("club").plays("6S", "whist pass open", H1=8, H2=2)
    assert (club.whists("H2", "H1"), club.hill("H2")) == (4, 2)


# ------------------------------------------------------------------ 3.8.6 two whisters


def shared(row: Row, changes: dict[str, Any] | None = None) -> Table:
    """Two whisters, and the tricks of the example."""
    tricks = row.situation["tricks"]
    table = Table(row.preset, {**row.changes, **(changes or {})}, players=row.players)
    return table.plays(
        ascii_contract(row.situation["contract"]),
        "whist whist",
        H1=tricks["declarer"],
        H2=tricks["W1"],
        H3=tricks["W2"],
    )


@case("W-P-3.8.6-1", "W-P-3.8.6-2", "W-P-3.8.6-3", "W-P-3.8.6-4", "W-P-3.8.6-5")
def test_each_of_two_whisters_answers_for_his_half(row: Row) -> None:
    table = shared(row)
    price = table.pool("H1")  # a made game's price is that of a missing trick, where whist is responsible
    missing = {who: table.hill(seat) / price for who, seat in (("W1", "H2"), ("W2", "H3"))}
    assert missing == row.expected["undertricks_on_whist"]
    if "alternative_personal" in row.expected:
        personal = shared(row, {"whist.shared_deficit": "personal"})
        missing = {who: personal.hill(seat) / price for who, seat in (("W1", "H2"), ("W2", "H3"))}
        assert missing == row.expected["alternative_personal"]


@case("W-PC-4.6.10-1")
def test_in_the_club_both_answer_on_eight_nine_and_ten(row: Row) -> None:
    table = shared(row)
    assert (table.hill("H2"), table.hill("H3")) == (row.expected["hill_each"],) * 2
    full = shared(row, {"whist.responsibility": "full"})
    missing = {"W1": full.hill("H2") / full.pool("H1"), "W2": full.hill("H3") / full.pool("H1")}
    assert missing == row.expected["undertricks_on_whist"]


@pytest.mark.rule("P-3.8.6")
def test_the_second_whister_is_the_one_who_answered_second() -> None:
    table = Table().plays("8S", "whist whist", by="H2", H2=10)
    assert (table.hill("H3"), table.hill("H1")) == (0, 6)


# ------------------------------------------------------------------ 3.8.7-3.8.8 half-whist and its return


@case("W-P-3.8.7-6", "W-P-3.8.7-7")
def test_the_second_leaves_for_half_a_whist(row: Row) -> None:
    words = {"pass": "pass", "half whist": "half"}
    contract = ascii_contract(row.situation["contract"])
    table = Table(row.conventions).buys(contract).goes(" ".join(words[call] for call in row.situation["calls"]))
    assert table.outcome.tricks is None  # not played
    assert table.pool("H1") == row.expected["declarer_pool"]
    assert table.whists("H3", "H1") == row.expected["whists"]
    played = Table(row.conventions).plays(contract, "pass whist closed", H1=9, H3=1)
    assert table.whists("H3", "H1") == row.expected["half_whist_tricks"] * played.whists("H3", "H1")


@pytest.mark.rule("P-3.8.7", "PC-4.6.11")
def test_there_is_no_half_whist_on_eight_nor_before_a_pass() -> None:
    for contract, half in (("6S", True), ("7NT", True), ("8S", False), ("10S", False)):
        table = Table().buys(contract)
        assert table.legal == ["pass", "whist"]
        assert ("half" in table.goes("pass").legal) == half
    eight = Table().buys("8S").goes("pass").refuses("half")
    assert (eight.code, eight.law) == ("not_now", "P-3.8.7")
    assert Table().buys("6S").goes("whist").refuses("half").law == "P-3.8.7"
    off = Table("sochi", {"whist.half": "off"}).buys("6S").goes("pass")
    assert off.refuses("half").code == "not_agreed"


@case("W-P-3.8.8-1")
def test_the_dealer_is_asked_last_and_may_return_the_whist(row: Row) -> None:
    table = Table(row.conventions, players=row.players).buys(ascii_contract(row.situation["contract"]))
    people = {"W1": "H2", "W2": "H3", "dealer": "D"}
    for who, call in row.situation["calls"]:
        assert table.actor == people[who]
        table.goes({"half whist": "half"}.get(call, call))
    assert [table.who(seat) for seat in table.view().whisters] == [people[row.expected["whister"]]]
    assert table.state.phase == "play"  # the half-whister is not asked again: his only word is pass
    assert row.expected["W2_may_only"] == "pass"
    assert table.view().open  # the dealer holds no hand and plays both
    table.goes(table.legal[0])
    assert (table.turn, table.actor) == ("H2", "D")
    table.falls(H1=6, H2=2, H3=2)
    assert {who: table.whists(who, "H1") for who in ("H2", "H3", "D")} == {"H2": 0, "H3": 0, "D": 8}


@pytest.mark.rule("P-3.8.8")
def test_the_dealer_may_look_at_one_defenders_hand_before_he_answers() -> None:
    table = Table(players=4).buys("6S").goes("pass half pass")
    hands = sorted(table.seat(who).value for who in ("H2", "H3"))
    assert (table.actor, table.legal) == ("D", ["pass", *(f"peek:{hand}" for hand in hands), "whist"])
    assert table.view("D").hands[table.seat("H2")].cards is None
    table.goes(f"peek:{table.seat('H2').value}")
    assert table.view("D").hands[table.seat("H2")].cards
    assert table.view("D").hands[table.seat("H3")].cards is None
    assert table.view("H3").hands[table.seat("H2")].cards is None
    assert table.legal == ["pass", "whist"]
    assert table.refuses(f"peek:{table.seat('H3').value}").law == "P-3.8.8"
    table.does("H1", "correct-prompt:6C").goes("pass half pass")
    assert table.legal == ["pass", "whist"]  # a corrected contract gives no second look


@pytest.mark.rule("P-3.8.8", "P-3.2.10")
def test_with_five_the_dealer_is_asked_and_the_one_who_waits_is_not() -> None:
    table = Table(players=5).buys("6S").goes("pass half pass")
    assert (table.actor, table.state.terms.name(table.seat("D"))) == ("D", "1")
    table.goes("whist").falls(H1=6, H2=4)
    assert {who: table.whists(who, "H1") for who in ("H2", "H3", "D", "X")} == {"H2": 0, "H3": 0, "D": 8, "X": 0}


@pytest.mark.rule("P-3.8.8")
def test_the_declarers_hand_is_not_for_the_dealer_to_see() -> None:
    table = Table(players=4).buys("6S").goes("pass half pass")
    assert table.refuses(f"peek:{table.seat('H1').value}").law == "P-3.8.8"


@pytest.mark.rule("P-3.8.8")
@pytest.mark.parametrize(("players", "option"), [(3, "on"), (2, "off"), (4, "off")])
def test_no_dealer_is_asked_who_plays_himself_or_where_it_is_not_agreed(players: int, option: str) -> None:
    table = Table("sochi", {"whist.dealer_may_return": option}, players=players)
    table.buys("6S").goes("pass pass" if players > 2 else "pass")
    assert table.outcome.tricks is None
    assert table.pool("H1") == 2


@pytest.mark.rule("P-3.8.8", "PC-4.6.12")
def test_the_first_passer_returns_the_whist() -> None:
    table = Table(players=4).buys("6S").goes("pass half")
    assert (table.actor, table.legal) == ("H2", ["pass", "whist"])
    table.goes("whist")
    assert (table.actor, table.legal) == ("H2", ["closed", "open"])
    table.goes("open").falls(H1=5, H2=3, H3=2)
    assert table.outcome.calls == {table.name("H2"): "whist", table.name("H3"): "half_whist"}
    assert (table.whists("H2", "H1"), table.whists("H3", "H1")) == (12, 2)  # five tricks; consolation to all


@case("W-P-3.8.8.1-1")
def test_who_may_still_whist_after_two_passes_on_an_eight(row: Row) -> None:
    people = {"H2": "first", "H3": "second", "D": "dealer"}
    for preset, key in (("sochi", "who_may_still_whist_000"), ("club", "who_may_still_whist_003")):
        table = Table(preset, players=row.players).buys(ascii_contract(row.situation["contract"]))
        table.goes(" ".join(row.situation["calls"]))
        assert [people[who or ""] for who, words in asked(table) if "whist" in words] == row.expected[key]


@pytest.mark.rule("P-3.8.8.1", "PC-4.6.13")
def test_on_a_seven_nothing_is_returned_where_nobody_left_for_half() -> None:
    assert [who for who, _ in asked(Table("club", players=4).buys("7S").goes("pass pass"))] == ["D"]
    club = Table("club", players=4).buys("8S").goes("pass pass whist")
    assert (club.actor, club.legal) == ("H2", ["closed", "open"])
    club.goes("closed").falls(H1=8, H2=2)
    assert club.whists("H2", "H1") == 12


@pytest.mark.rule("P-3.8.8.2", "PC-4.6.14")
def test_after_a_return_the_half_whister_has_nothing_to_say() -> None:
    table = Table().buys("6S").goes("pass half whist")
    assert table.refuses("whist", "H3").code == "not_your_turn"
    assert table.goes("closed").state.phase == "play"
    assert [table.who(seat) for seat in table.view().whisters] == ["H2"]


# ------------------------------------------------------------------ 3.8.9 obligation


@pytest.mark.rule("P-3.8.9", "PC-4.6.15")
def test_no_game_must_be_whisted() -> None:
    for preset in ("sochi", "club"):
        assert "pass" in Table(preset).buys("6S").legal


@pytest.mark.rule("P-3.8.9", "P-0.3")
def test_six_spades_must_be_whisted_where_it_is_agreed() -> None:
    table = Table("sochi", {"whist.obligatory_6s": "on"}).buys("6S")
    assert table.legal == ["whist"]
    assert (table.refuses("pass").code, table.refuses("pass").law) == ("obligatory", "P-3.8.9")
    table.goes("whist")
    assert table.legal == ["whist"]
    assert "pass" in Table("sochi", {"whist.obligatory_6s": "on"}).buys("6C").legal


# ------------------------------------------------------------------ 3.8.11-3.8.14 responsibility and style


@case("W-P-3.8.11-6", "W-P-3.8.11-7", "W-P-3.8.11-8", "W-P-3.8.11-9", "W-P-3.8.11-10")
def test_what_a_missing_whist_trick_costs(row: Row) -> None:
    size = row.situation["contract"]
    short = row.situation["whister_undertricks"]
    for option, key in (("full", "hill_full"), ("half", "hill_half")):
        table = Table("sochi", {**row.changes, "whist.responsibility": option}).buys(ascii_contract(size))
        owed = {6: 4, 7: 2}.get(size, 1)
        table.goes("whist pass open").falls(H1=10 - owed + short, H2=owed - short)
        assert table.hill("H2") == row.expected[key]
        assert table.laws() >= {"P-3.8.11" if option == "full" else "P-3.8.12"}


@pytest.mark.rule("P-3.8.11", "P-3.8.12")
@pytest.mark.parametrize(("pool", "hill"), [(0, 1), (50, 2)])
def test_in_classic_whist_is_responsible_once_ones_own_pool_is_closed(pool: int, hill: int) -> None:
    table = Table("sochi", {"whist.responsibility": "half_then_full"}).writes("pool", H2=pool)
    table.plays("6S", "whist pass open", H1=7, H2=3)
    assert table.hill("H2") == hill
    other = Table("sochi", {"whist.responsibility": "half_then_full"}).writes("pool", H1=50)
    other.plays("6S", "whist pass open", H1=7, H2=3)
    assert other.hill("H2") == 1  # the declarer's pool does not matter


@case("W-P-3.8.13-1", "W-P-3.8.14-1")
def test_greedy_and_gentlemans_whist_on_a_set_six(row: Row) -> None:
    tricks = row.situation["tricks"]
    table = Table(row.conventions, players=row.players)
    table.plays("6S", "whist pass open", H1=tricks["declarer"], H2=tricks["defence"])
    people = {"W": "H2", "P": "H3", "D": "D"}
    assert row.expected["whists_on_declarer"] == {who: table.whists(seat, "H1") for who, seat in people.items()}
    assert table.hill("H1") == row.expected["declarer_hill"]


@pytest.mark.rule("P-3.8.14")
def test_a_made_contract_shares_nothing_with_the_passer() -> None:
    table = Table("leningrad").plays("6S", "whist pass open", H1=6, H2=4)
    assert (table.whists("H2", "H1"), table.whists("H3", "H1")) == (16, 0)


@pytest.mark.rule("P-3.8.14", "P-3.8.3")
def test_who_is_not_named_in_a_score_line_has_passed() -> None:
    for others in ({}, {"N": "pass"}):
        line = Outcome("N", "tricks", "E", Contract.S6, {"E": 5, "S": 5}, {"S": "whist", **others})  # type: ignore[dict-item]
        sheet = start(agree("leningrad"), 3).record(line).sheet
        assert (sheet.whists[0][1], sheet.whists[2][1]) == (10 + 4, 10 + 4)
    left = Outcome("N", "tricks", "E", Contract.S6, {"E": 5, "S": 5}, {"S": "whist", "N": "half_whist"})
    sheet = start(agree("leningrad"), 3).record(left).sheet
    assert (sheet.whists[0][1], sheet.whists[2][1]) == (4, 20 + 4)


@pytest.mark.rule("P-3.8.13", "P-3.8.14")
@pytest.mark.parametrize("style", ["greedy", "gentleman"])
def test_of_two_whisters_each_writes_for_himself(style: str) -> None:
    table = Table("sochi", {"whist.style": style}).plays("6S", "whist whist", H1=4, H2=5, H3=1)
    assert (table.whists("H2", "H1"), table.whists("H3", "H1")) == (10 + 4, 2 + 4)


@pytest.mark.rule("P-3.8.14")
def test_a_half_whister_writes_no_whists_on_a_set() -> None:
    table = Table("leningrad").buys("6S").goes("pass half whist open").falls(H1=5, H2=5)
    assert (table.whists("H2", "H1"), table.whists("H3", "H1")) == (20 + 4, 4)


@pytest.mark.rule("P-3.8.14")
def test_the_first_hand_may_whist_and_then_leave_for_half() -> None:
    table = Table("leningrad").buys("6S").goes("whist pass")
    assert (table.actor, table.legal) == ("H2", ["closed", "half", "open"])
    table.goes("half")
    assert (table.actor, table.legal) == ("H3", ["pass", "whist"])  # the passer may return it
    left = Table("leningrad").buys("6S").goes("whist pass half pass")
    assert (left.whists("H2", "H1"), left.pool("H1")) == (8, 2)
    back = table.goes("whist open").falls(H1=5, H3=5)
    assert (back.whists("H3", "H1"), back.whists("H2", "H1")) == (24, 4)
    assert back.outcome.calls[back.name("H2")] == "half_whist"


@pytest.mark.rule("P-3.8.14")
def test_the_first_hand_leaves_only_on_six_and_seven_and_where_it_is_agreed() -> None:
    assert Table("leningrad").buys("8S").goes("whist pass").legal == ["closed", "open"]
    assert Table("sochi").buys("6S").goes("whist pass").legal == ["closed", "open"]
    with pytest.raises(ValueError, match=r"whist\.first_hand_half and whist\.half.*P-3\.8\.14"):
        Table("leningrad", {"whist.half": "off"})


@pytest.mark.rule("P-3.8.14", "P-3.8.8")
def test_after_the_first_hand_has_left_the_dealer_is_asked_too() -> None:
    table = Table("leningrad", players=4).buys("6S").goes("whist pass half pass")
    assert table.actor == "D"
    table.goes("whist")
    assert [table.who(seat) for seat in table.view().whisters] == ["D"]


@case("W-PC-4.6.18-1")
def test_a_whisting_dealer_takes_all_whists_and_all_consolation(row: Row) -> None:
    def returned(option: str) -> Table:
        table = Table(row.preset, {"whist.dealer_whist_takes_all": option}, players=row.players)
        table.buys(ascii_contract(row.situation["contract"])).goes("pass half pass whist")
        return table.falls(H1=row.situation["tricks"]["declarer"], H2=row.situation["tricks"]["defence"])

    table = Table(row.conventions, players=row.players).buys(ascii_contract(row.situation["contract"]))
    table.goes("pass half pass whist").falls(H1=row.situation["tricks"]["declarer"], H2=3, H3=3)
    assert table.whists("D", "H1") == row.expected["whists_on_declarer"]["dealer"]
    assert {table.whists(who, "H1") for who in ("H2", "H3")} == {row.expected["whists_on_declarer"]["others"]}
    assert returned("own").whists("D", "H1") == 16
    assert {who: returned("off").whists(who, "H1") for who in ("H2", "H3", "D")} == {"H2": 4, "H3": 4, "D": 16}


@pytest.mark.rule("PC-4.6.18", "P-3.5.4")
def test_a_whisting_dealer_takes_all_consolation_of_a_game_given_up_too() -> None:
    table = Table("club", players=4).buys("6S").goes("pass half pass whist").does("H1", "surrender")
    assert table.hill("H1") == 6 * 2
    all_his = 3 * 6 * 2 + 10 * 2  # and the ten tricks that are admitted
    assert {who: table.whists(who, "H1") for who in ("H2", "H3", "D")} == {"H2": 0, "H3": 0, "D": all_his}


@pytest.mark.rule("PC-4.6.17", "PC-4.6.18")
def test_club_whist_is_half_responsible_and_gentlemanly() -> None:
    table = Table("club").plays("6S", "whist pass open", H1=5, H2=5)
    assert (table.whists("H2", "H1"), table.whists("H3", "H1")) == (5 + 2, 5 + 2)
    assert Table("club").plays("6S", "whist pass open", H1=7, H2=3).hill("H2") == 1


@pytest.mark.rule("P-3.8.8")
@pytest.mark.parametrize(("preset", "hill"), [("leningrad", 2), ("fspr", 0)])
def test_whether_a_whisting_dealer_answers_for_missing_tricks(preset: str, hill: int) -> None:
    table = Table(preset, players=4).buys("6S").goes("pass half pass whist").falls(H1=7, H2=3)
    assert table.hill("D") == hill


@pytest.mark.rule("PC-4.6.9")
def test_in_the_club_two_whisters_answer_for_halves_too() -> None:
    table = Table("club").plays("6D", "whist whist", H1=9, H2=1, H3=0)
    assert (table.hill("H2"), table.hill("H3")) == (1, 2)  # without one and without two, at half price


@pytest.mark.rule("PC-4.6.5")
@pytest.mark.parametrize(("contract", "tricks", "hill"), [("6S", 4, 0), ("6S", 3, 1), ("7S", 1, 2), ("9S", 0, 4)])
def test_the_club_owes_as_many_tricks(contract: str, tricks: int, hill: int) -> None:
    assert Table("club").plays(contract, "whist pass open", H1=10 - tricks, H2=tricks).hill("H2") == hill
