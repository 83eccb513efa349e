"""Rulings on the deal and the talon (kozyr.arbiter.laws.preferans.deal, talon)."""

import pytest

from kozyr.cards import Card, Seat
from kozyr.games.preferans import State
from tests.arbiter.hearing import DEAL, SIX, heard, refused
from tests.cases import Row, case

WRONG = "deal:N:KQ7.AKQ.QT8.Q7_AT.J987.J7.J8_J98.T.K9.KT9_+_DA_CA!"  # N has eleven, S nine


# ------------------------------------------------------------------ the deal


@pytest.mark.rule("P-3.2.12", "P-3.2.15")
@pytest.mark.parametrize("fault", ["face_up", "pack_short"])
def test_a_card_seen_in_dealing_or_a_short_pack_is_dealt_again(fault: str) -> None:
    found = heard(DEAL, {"type": "misdeal", "fault": fault})
    assert found.effects == ["redeal=same"]
    assert found.cites("P-3.2.15", "P-3.2.13")
    assert found.after().match.dealer == 0


@pytest.mark.rule("P-3.2.12", "P-3.2.17", "P-3.2.18", "PC-4.1.10")
def test_a_card_faced_by_the_dealer_is_a_fault_of_the_dealer_until_the_deal_ends() -> None:
    faced = {"type": "misdeal", "fault": "face_up", "dealers": True, "finished": False}
    first = heard("misdeal:face_up!", faced)
    assert first.effects == ["warn=N+redeal=same"]
    assert first.cites("P-3.2.17", "P-3.2.12")
    before = f"misdeal:face_up! {first.ruling.event().token} misdeal:face_up!"
    assert heard(before, faced).effects == ["entry=N,hill,5+redeal=next"]
    others = {**faced, "dealers": False}  # somebody else turned it: the dealer has no fault
    assert heard(before, others).effects == ["redeal=same"]
    assert heard(DEAL, {**faced, "finished": None}).effects == ["redeal=same"]  # too late to blame (P-3.2.18)
    club = heard("misdeal:face_up!", faced, "club")
    assert (club.effects, club.ruling.laws[0]) == (["warn=N+redeal=same"], "PC-4.1.10")


@pytest.mark.rule("PC-4.1.8", "P-3.2.13")
def test_the_club_lets_any_player_demand_it_until_the_first_call() -> None:
    found = heard(DEAL, {"type": "misdeal", "fault": "face_up"}, "club")
    assert found.choosers == ["N", "E", "S", "arbiter"]
    assert found.effects == ["redeal=same"] * 3 + ["play-on"]
    late = heard(f"{DEAL} 6S", {"type": "misdeal", "fault": "direction"}, "club")
    assert late.effects == ["play-on"]
    assert late.cites("PC-4.1.8")


@pytest.mark.rule("P-3.2.9", "P-3.2.17", "P-3.2.18")
def test_the_manner_of_dealing_is_heard_until_the_deal_ends() -> None:
    early = heard("misdeal:direction!", {"type": "misdeal", "fault": "direction"})
    assert early.effects == ["warn=N+redeal=same"]
    late = heard(DEAL, {"type": "misdeal", "fault": "direction"})
    assert late.effects == ["play-on"]
    assert late.ruling.deadline is not None
    assert late.ruling.deadline.passed


@case("W-P-3.2.18-1")
def test_three_claims_come_too_late(row: Row) -> None:
    claims = [
        heard(DEAL, {"type": "misdeal", "fault": "no_cut", "lifted": True}),
        heard(DEAL, {"type": "misdeal", "fault": "wrong_dealer", "dealer": "E", "lifted": True}),
        heard(f"{WRONG} E:6S S:pass", {"type": "misdeal", "fault": "hands", "holder": "S"}),
    ]
    passed = [claim.ruling.deadline is not None and claim.ruling.deadline.passed for claim in claims]
    assert [not late for late in passed] == row.expected["accepted"]


@pytest.mark.rule("P-3.2.15", "P-3.2.6", "P-3.2.9")
def test_a_thin_cut_is_dealt_again_until_the_deal_is_finished() -> None:
    thin = {"type": "misdeal", "fault": "thin_cut", "cut": 2}
    assert heard("", thin).effects == ["redeal=same"] * 3 + ["play-on"]
    assert heard(DEAL, thin).effects == ["play-on"]


@case("W-P-3.2.6-1")
@pytest.mark.rule("PC-4.1.5")
def test_a_cut_is_too_thin_by_what_was_agreed(row: Row) -> None:
    for preset, key in (("sochi", "codex_ok"), ("club", "club_ok")):
        fine = []
        for cut in row.situation["cut_positions"]:
            found = heard("misdeal:thin_cut!", {"type": "misdeal", "fault": "thin_cut", "cut": cut}, preset)
            fine += [cut] if found.effects == ["play-on"] else []
        assert fine == row.expected[key]


@pytest.mark.rule("P-3.2.8", "PC-4.1.6")
def test_the_talon_in_the_place_that_was_agreed_is_no_fault() -> None:
    at = {"type": "misdeal", "fault": "talon_place"}
    assert heard("misdeal:talon_place!", {**at, "slot": 4}).effects == ["play-on"]
    assert heard("misdeal:talon_place!", {**at, "slot": 6}).effects == ["warn=N+redeal=same"]
    assert heard("misdeal:talon_place!", {**at, "slot": 6}, options=("deal.talon_slot=6",)).effects == ["play-on"]


@case("W-P-3.2.14-1")
def test_a_wrong_dealer_found_in_time(row: Row) -> None:
    found = heard("misdeal:wrong_dealer:E!", {"type": "misdeal", "fault": "wrong_dealer", "dealer": "E"})
    assert found.effects == ["redeal=same"]
    assert row.expected["ruling"] == "re-deal"
    assert found.after().match.dealer == 0


@case("W-P-3.2.14-2")
@pytest.mark.rule("PC-4.1.9")
def test_a_wrong_dealer_found_too_late(row: Row) -> None:
    incident = {"type": "misdeal", "fault": "wrong_dealer", "dealer": "E", "finished": True, "lifted": True}
    for preset, law in (("sochi", "P-3.2.14"), ("club", "PC-4.1.9")):
        found = heard("misdeal:wrong_dealer:E!", incident, preset)
        assert found.effects == ["dealer=E"]
        assert found.cites(law)
        pulka = found.pulka(more=f"{DEAL} pass pass pass N:claim:N4-E3-S3 yes yes")
        assert row.expected["ruling"] == "stands"
        assert pulka.history[0].dealer == "E"
        repeats = pulka.conventions.allpass_dealer == "repeat"
        assert pulka.dealer == (1 if repeats else 2)


@case("W-P-3.2.16-1")
def test_unequal_hands_without_a_purpose(row: Row) -> None:
    found = heard(WRONG, {"type": "misdeal", "fault": "hands", "holder": "N"})
    assert found.effects == ["redeal=same"]
    assert row.expected["ruling"] == "re-deal"
    assert found.cites("P-3.2.23")


@case("W-P-3.2.16-2")
def test_unequal_hands_with_a_conceivable_purpose(row: Row) -> None:
    own = "deal:N:KQ7.AKQ.QT8.Q_AT.J987.J7.J87_J98.T.K9.KT9_+_DA_CA!"  # E has eleven cards, and N has dealt
    found = heard(own, {"type": "misdeal", "fault": "hands", "holder": "E", "purpose": True})
    assert found.effects[0] == "redeal=same"
    assert len(found.effects) == 12
    assert set(found.choosers) == {"E"}
    assert "one card" in row.expected["ruling"]
    state = found.after(1).state
    assert state is not None
    assert [state.view(seat).hands[seat].count for seat in (Seat.N, Seat.E, Seat.S)] == [10, 10, 10]


@pytest.mark.rule("P-3.2.16")
def test_the_dealer_makes_good_what_a_choice_costs_a_third() -> None:
    incident = {"type": "misdeal", "fault": "hands", "purpose": True, "clash": True, "damage": {"E": 20, "S": "10/3"}}
    found = heard(WRONG, incident)
    assert found.effects[0] == "compensate=E,N,20+compensate=S,N,10/3+redeal=same"


@case("W-P-3.2.16-3")
@pytest.mark.rule("P-3.2.23")
def test_who_calls_with_a_wrong_number_pays_the_most_that_he_could_win(row: Row) -> None:
    deal = "deal:N:-_KQ7.AKQ.QT8.Q7_AT.J987.J7.J8_J98.T.K9.KT9_+_DA_CA!"
    found = heard(f"{deal} 6S", {"type": "misdeal", "fault": "hands", "holder": "E"}, players=4)
    whists = found.pulka().sheet.whists
    assert sum(row_[1] for row_ in whists) == row.expected["fine_of_P1_in_whists"]
    assert {whists[who][1] for who in (0, 2, 3)} == {25}


@case("W-P-3.2.17-1")
def test_a_dealers_second_fault_costs_him_the_deal(row: Row) -> None:
    first = heard("misdeal:direction!", {"type": "misdeal", "fault": "direction"})
    assert first.effects == ["warn=N+redeal=same"]
    assert row.expected["first"] == "remark"
    token = first.ruling.event().token
    second = heard(f"misdeal:direction! {token} misdeal:batch!", {"type": "misdeal", "fault": "batch"})
    pulka = second.pulka()
    assert pulka.sheet.hill[0] == row.expected["second"]["hill"]
    assert pulka.dealer == 1
    assert pulka.sheet.entries[0].law == "P-3.2.17"


@case("W-PC-4.1.10-1")
def test_in_the_club_a_second_fault_costs_the_deal_alone(row: Row) -> None:
    first = heard("misdeal:direction!", {"type": "misdeal", "fault": "direction"}, "club")
    token = first.ruling.event().token
    second = heard(f"misdeal:direction! {token} misdeal:batch!", {"type": "misdeal", "fault": "batch"}, "club")
    pulka = second.pulka()
    assert (pulka.sheet.hill[0], pulka.dealer) == (row.expected["second"]["hill"], 1)


@pytest.mark.rule("P-3.2.18")
def test_nothing_about_the_deal_is_heard_once_it_is_played() -> None:
    assert heard(SIX, {"type": "misdeal", "fault": "face_up"}).effects == ["play-on"]


def test_what_contradicts_the_record_is_refused() -> None:
    refused(DEAL, {"type": "misdeal", "fault": "hands"}, "everybody has ten")
    refused(WRONG, {"type": "misdeal", "fault": "hands", "holder": "E"}, "E has ten")
    refused(DEAL, {"type": "misdeal", "fault": "wrong_dealer"}, "who dealt")
    refused(DEAL, {"type": "misdeal", "fault": "thin_cut"}, "how many cards")


# ------------------------------------------------------------------ the talon


@pytest.mark.rule("P-3.3.16", "P-3.3.16.1", "PC-4.1.11")
@pytest.mark.parametrize(("preset", "law"), [("sochi", "P-3.3.16.1"), ("club", "PC-4.1.11")])
def test_who_has_seen_the_talon_may_not_bid(preset: str, law: str) -> None:
    found = heard(f"{DEAL} S:talon:seen!", {"type": "talon", "seat": "S", "how": "seen"}, preset)
    assert found.cites(law, "P-3.3.16", "P-3.2.19")
    state = found.after(more="6S").state
    assert state is not None
    assert [event.token for event in state.legal()] == ["pass"]


@case("W-P-3.2.19-1")
def test_in_an_all_pass_he_takes_the_first_two_tricks(row: Row) -> None:
    found = heard(f"{DEAL} S:talon:seen!", {"type": "talon", "seat": "S", "how": "seen"})
    facts = found.facts(more="pass pass pass DJ D9 DT CJ CK CQ N:claim:N4-E3-S3 yes yes")
    assert row.expected["tricks_1_and_2_to"] == "P1"
    # E took the first and S the second; he is counted with both of them, and E with one fewer.
    assert facts.tricks == {"N": 4, "E": 2, "S": 4}
    assert facts.ruled is not None
    assert facts.ruled.taken == {"N": 4, "E": 3, "S": 3}


@case("W-P-3.2.19-2")
def test_where_the_talon_stays_closed_he_takes_all_ten(row: Row) -> None:
    found = heard(f"{DEAL} S:talon:seen!", {"type": "talon", "seat": "S", "how": "seen"}, "rostov")
    now = found.after(more="pass pass pass").progress
    while now.state is not None and now.state.phase == "play":
        now = now.apply(now.state.legal()[0])
    sheet = now.match.sheet
    assert [sheet.whists[who][2] for who in (0, 1)] == [row.expected["whists_on_P1"][who] for who in ("P2", "P3")]  # type: ignore[attr-defined]  # the sheet of a pulka
    assert (sheet.pool[0], sheet.pool[1]) == (1, 1)  # type: ignore[attr-defined]  # as above


@case("W-P-3.2.20-1")
@pytest.mark.rule("P-3.3.17", "PC-4.1.12")
def test_who_has_taken_the_talon_mixes_his_twelve_cards(row: Row) -> None:
    incident = {"type": "talon", "seat": "E", "how": "taken", "drawn": ["S8", "ST"]}
    refused(f"{DEAL} E:talon:taken!", incident, "of the twelve cards")
    incident["drawn"] = ["ST", "DA"]
    found = heard(f"{DEAL} E:talon:taken!", incident)
    state = found.after().state
    assert state is not None
    assert state.view(Seat.E).hands[Seat.E].count == row.expected["hand_after"]
    assert isinstance(state.plain, State)
    assert state.plain.talon == (Card.ST, Card.DA)
    assert [event.token for event in state.legal()] == ["pass"]
    assert heard(f"{DEAL} E:talon:taken!", incident, "club").cites("PC-4.1.12")
    refused(f"{DEAL} E:talon:taken!", {"type": "talon", "seat": "E", "how": "taken"}, "drawn")


@case("W-P-3.2.21-1")
@pytest.mark.rule("PC-4.1.13")
def test_a_dealers_curiosity_is_fined(row: Row) -> None:
    deal4 = 'deal "N:- AT.J987.J7.J8 J98.T.K9.KT97 KQ7.AKQ.QT8.Q + DA CA"'
    sat = heard(f"{deal4} N:talon:seen!", {"type": "talon", "seat": "N", "how": "seen"}, players=4)
    assert sat.pulka().sheet.hill[0] == row.expected["dealer_hill"]
    club = heard(f"{deal4} N:talon:seen!", {"type": "talon", "seat": "N", "how": "seen"}, "club", 4)
    assert club.effects == ["warn=N"]
    assert club.cites("PC-4.1.13")
    chance = heard(deal4, {"type": "talon", "seat": "N", "how": "seen", "deliberate": False}, players=4)
    assert (chance.effects, chance.ruling.reason.code) == (["play-on"], "talon.dealer_chance")


@pytest.mark.rule("P-3.2.21")
def test_curiosity_is_fined_besides_what_it_does_to_the_deal() -> None:
    found = heard(f"{DEAL} S:talon:seen!", {"type": "talon", "seat": "S", "how": "seen", "deliberate": True})
    (entry,) = found.pulka().sheet.entries
    assert (entry.who, entry.points, entry.law) == (2, 5, "P-3.2.21")
    assert found.cites("P-3.2.19", "P-3.2.21")  # the law of the fine stands in the ruling, too
    chance_told = {"type": "talon", "seat": "S", "how": "seen"}
    chance = heard(f"{DEAL} S:talon:seen!", chance_told)
    assert not chance.cites("P-3.2.21")
    taken = {"type": "talon", "seat": "E", "how": "taken", "drawn": ["ST", "DA"], "deliberate": True}
    assert heard(f"{DEAL} E:talon:taken!", taken).cites("P-3.2.20", "P-3.2.21")
    opened = {"type": "talon", "seat": "E", "how": "opened", "deliberate": True}
    assert heard(f"{DEAL} 6S pass", opened).cites("P-3.3.16.2", "P-3.2.21")
    assert not heard(f"{DEAL} S:talon:seen!", {**chance_told, "deliberate": True}, "club").cites("P-3.2.21")


@case("W-P-3.3.16.2-1")
def test_opened_to_all_the_talon_is_the_last_bidders(row: Row) -> None:
    events = f"{DEAL} 6S pass 6C E:talon:opened!"
    found = heard(events, {"type": "talon", "seat": "E", "how": "opened"})
    state = found.after(more="discard:CA,DA").state
    assert state is not None
    assert state.view(None).declarer is Seat.N  # type: ignore[attr-defined]  # a view of preferans
    least = [event.token for event in state.legal()]
    assert "contract:6C" in least
    assert "contract:6S" not in least
    assert row.expected["minimum_contract"] == "6♣"


@pytest.mark.rule("P-3.3.16")
def test_after_the_auction_the_talon_is_bought() -> None:
    refused(SIX, {"type": "talon", "seat": "S", "how": "seen"}, "the auction is over")
