"""The auction (P-3.3): who may call what, and who wins it."""

import pytest

from kozyr.games.preferans import Contract
from tests.cases import Row, ascii_contract, case
from tests.table import Table


def auction(calls: str, preset: str = "sochi", *, players: int = 3, **options: object) -> Table:
    """A table after these calls; options are written with two underscores for the dot."""
    changes = {name.replace("__", "."): value for name, value in options.items()}
    return Table(preset, changes, players=players).deal().goes(calls)


def classic(calls: str, *, players: int = 3, **options: object) -> Table:
    """The same under classic, whose compulsory all-pass has been left out."""
    return auction(calls, "classic", players=players, **{"allpass__forced_rounds": 0} | options)


# ------------------------------------------------------------------ 3.3.1-3.3.3 who speaks


@pytest.mark.rule("P-3.3.1", "P-3.3.13", "PC-4.2.1", "PC-4.2.8")
def test_the_highest_bidder_takes_the_talon_and_names_the_contract() -> None:
    table = auction("6S 6C pass pass")
    assert table.turn == "H2"
    assert len(table.view("H2").hands[table.seat("H2")].cards or ()) == 12
    assert table.discards().turn == "H2"
    assert "contract:6C" in table.legal


@pytest.mark.rule("P-3.3.2", "PC-4.2.2")
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_dealers_left_neighbour_speaks_first_then_clockwise(dealer: int) -> None:
    table = Table(dealer=dealer).deal()
    spoke = []
    for call in ("6S", "6C", "6D", "6H"):
        assert table.state.turn is not None
        spoke.append(table.state.turn.value)
        table.goes(call)
    assert "".join(spoke) == ("NES" * 3)[dealer + 1 : dealer + 5]


@pytest.mark.rule("P-3.3.2", "P-3.3.3")
def test_a_call_out_of_turn_and_a_second_call_are_refused() -> None:
    table = auction("6S")
    assert table.refuses("6C", "H3").law == "P-3.3.2"
    assert table.refuses("6C", "H1").code == "not_your_turn"


# ------------------------------------------------------------------ 3.3.5-3.3.8 the ladder


@case("W-P-3.3.5-1")
def test_the_ladder_has_twenty_five_steps(row: Row) -> None:
    table = auction("pass")
    for spoken, bid in zip(row.situation["calls"], row.expected["bids"], strict=True):
        table.goes(spoken)
        assert str(table.state.auction.contract) == ascii_contract(bid)
    climbed = [ascii_contract(bid) for bid in row.expected["bids"]]
    while raises := [token for token in table.legal if token[0].isdigit()]:
        assert len(raises) == 1  # no jumping
        climbed += raises
        table.goes(raises[0])
    assert climbed == [ascii_contract(bid) for bid in row.expected["ladder"]]
    assert [row.expected["ladder"][bid] for bid in row.expected["ladder"]] == list(range(1, row.expected["steps"] + 1))
    assert climbed[-1] == row.expected["last"]


@case("W-P-2.2.2-1")
def test_misere_stands_between_eight_no_trump_and_nine_spades(row: Row) -> None:
    ladder = [ascii_contract(step) for step in row.expected["ladder_with_misere"]]
    for step in ladder:  # misère can be bid over just what stands before it, as a first call
        if step == "misere":
            continue
        table = auction("6S 6C") if step == "6C" else Table("sochi", {"auction.jumps": "allowed"}).deal().goes(step)
        assert ("misere" in table.legal) == (ladder.index(step) < ladder.index("misere"))
    over = Table("sochi", {"auction.jumps": "allowed"}).deal().goes("misere")
    assert [c for c in ladder if c in over.legal] == ladder[ladder.index("misere") + 1 :][:5]  # the nines, and no ten
    raised = over.goes("9S").legal
    assert [c for c in ladder if c in raised] == ladder[ladder.index("misere") + 2 :]
    below, above = (ascii_contract(step) for step in row.expected["between"])
    assert ladder.index("misere") == row.expected["misere_position"] - 1
    assert (ladder[ladder.index("misere") - 1], ladder[ladder.index("misere") + 1]) == (below, above)


@pytest.mark.rule("P-3.3.5", "PC-4.2.3")
@pytest.mark.parametrize("word", ["6S", "6♠", "пика", "раз", "spade", "one"])
def test_the_lowest_opening_is_six_spades_by_any_name(word: str) -> None:
    table = auction("")
    assert [token for token in table.legal if token[0].isdigit()] == ["6S"]
    assert table.goes(word).state.auction.contract is Contract.S6


@pytest.mark.rule("P-3.3.6")
@pytest.mark.parametrize("word", ["6C", "6♣", "трефа", "два"])
def test_the_next_step_is_six_clubs(word: str) -> None:
    assert auction("раз").goes(word).state.auction.contract is Contract.C6


@pytest.mark.rule("P-3.3.8")
def test_there_is_no_jumping_where_it_is_forbidden() -> None:
    refusal = auction("6S").refuses("6D")
    assert (refusal.code, refusal.law) == ("jump", "P-3.3.8")
    assert "6D" in auction("6S", auction__jumps="allowed").legal


@pytest.mark.rule("P-3.6.4", "P-3.3.8")
@pytest.mark.parametrize("ten", ["10S", "10NT"])
def test_only_a_nine_is_bid_over_a_misere_where_jumps_are_allowed_too(ten: str) -> None:
    table = auction("misere", auction__jumps="allowed")
    assert [token for token in table.legal if token[0].isdigit()] == ["9C", "9D", "9H", "9NT", "9S"]
    assert (table.refuses(ten).code, table.refuses(ten).law) == ("outbid_too_low", "P-3.6.4")
    assert ten in table.goes("9S").legal


@pytest.mark.rule("P-3.3.7", "PC-3.2a")
@pytest.mark.parametrize("low", ["6S", "6C"])
def test_a_bid_beats_the_one_before(low: str) -> None:
    refusal = auction("6S 6C 6D").refuses(low)
    assert (refusal.code, refusal.law) == ("too_low", "P-3.3.7")


@case("W-P-3.3.8-1")
def test_the_first_hand_matches_instead_of_raising(row: Row) -> None:
    table = Table(row.conventions).deal()
    shown = ""
    for who, call in row.situation["auction"]:
        assert table.turn == who
        if call.endswith("here"):
            assert str(table.state.auction.contract) == ascii_contract(call.split()[0])
            shown = call.split()[0][-1]
            table.goes("here")
        else:
            table.goes(ascii_contract(call))
    assert table.turn == row.expected["declarer"]
    table.discards()
    named = [token.removeprefix("contract:") for token in table.legal]
    assert min(named, key=lambda c: Contract(c).step) == ascii_contract(row.expected["minimum_contract"])
    assert shown == row.expected["suit_shown_by_H1"]


@pytest.mark.rule("P-3.3.8")
def test_only_the_first_hand_says_here_unless_the_elder_of_two_may() -> None:
    assert "here" in auction("6S pass 6C").legal
    assert "here" not in auction("6S 6C").legal  # the third hand
    after_two = "pass 6S 6C"  # the second hand against the third
    assert auction(after_two).refuses("here").law == "P-3.3.8"
    assert "here" in auction(after_two, auction__here="elder_hand").legal
    assert "here" not in auction(after_two + " here", auction__here="elder_hand").legal
    assert auction("6S pass 6C", auction__here="off").refuses("here").code == "not_agreed"


@pytest.mark.rule("P-3.3.8", "P-3.6.4", "P-3.3.9")
def test_the_first_hand_matches_a_nine_over_a_misere_too() -> None:
    """The paragraph makes no exception: `9S here` shows the suit as `6C here` does."""
    table = auction("6S misere 9S")
    assert table.legal == ["9C", "here", "pass"]
    table.goes("here")
    assert (table.turn, table.legal) == ("H3", ["9C", "pass"])  # who ordered misère bids no more
    table.goes("pass").discards()
    assert (table.turn, table.legal[0]) == ("H1", "contract:10C")
    assert table.refuses("contract:8NT").law == "P-3.4.3"


@pytest.mark.rule("P-3.3.8", "P-3.3.9")
def test_nobody_matches_a_misere_and_who_ordered_one_matches_nothing() -> None:
    """It can only be a first call, so nobody who has called joins in it; and its author is bound by it."""
    assert auction("6S misere").turn == "H3"
    assert auction("6S misere pass").legal == ["9C", "9D", "9H", "9NT", "9S", "pass"]
    chained = auction("misere 9S pass", auction__misere_beaten_by="no_talon_chain")
    assert chained.legal == ["hand:misere", "pass"]


@pytest.mark.rule("P-3.3.8")
def test_the_elder_hand_matches_only_when_two_are_left() -> None:
    assert "here" not in auction("6S 6C 6D", auction__here="elder_hand").legal  # three still bid
    assert "here" in auction("6S pass 6C", auction__here="elder_hand").legal
    assert "here" in auction("6S 6C pass", auction__here="elder_hand").legal


@pytest.mark.rule("P-3.3.8")
def test_here_has_to_match_something() -> None:
    assert auction("").refuses("here").code == "nothing_to_match"
    assert auction("6S misere pass").refuses("here").law == "P-3.3.8"


@case("W-P-3.3.7-1")
def test_the_contract_is_the_winning_bid_or_higher(row: Row) -> None:
    table = auction("pass", auction__jumps="allowed").goes(ascii_contract(row.situation["winning_bid"])).goes("pass")
    table.discards()
    for asked, legal in zip(row.situation["contracts_asked"], row.expected["legal"], strict=True):
        token = f"contract:{ascii_contract(asked)}"
        assert (token in table.legal) == legal
        if not legal:
            assert table.refuses(token).law == ("P-3.3.9" if asked == "M" else "P-3.4.3")


# ------------------------------------------------------------------ 3.3.9 captive misère, 3.6.4 the nine over it


@pytest.mark.rule("P-3.3.9", "P-3.6.3", "PC-4.2.4")
def test_misere_is_a_first_call_or_none() -> None:
    table = auction("6S 6C pass")
    refusal = table.refuses("misere")
    assert (refusal.code, refusal.law) == ("first_call_only", "P-3.3.9")


@pytest.mark.rule("P-3.3.9", "P-3.3.7")
def test_who_ordered_misere_and_was_outbid_is_out() -> None:
    table = auction("misere 9S 9C")
    assert table.turn == "H2"  # the first hand is not asked again
    assert auction("6S misere pass").refuses("misere").law == "P-3.3.9"


@case("W-P-3.6.4-1")
def test_only_a_nine_outbids_a_misere(row: Row) -> None:
    table = Table(row.conventions).deal().goes("misere")
    for bid, legal in zip(row.situation["overbids"], row.expected["legal"], strict=True):
        assert (ascii_contract(bid) in table.legal) == legal
        if not legal:
            assert table.refuses(ascii_contract(bid)).code == "outbid_too_low"
            assert table.refuses(ascii_contract(bid)).law == "P-3.6.4"


@pytest.mark.rule("P-3.6.4")
def test_the_nine_over_a_misere_may_be_of_any_suit() -> None:
    nines = [token for token in auction("misere").legal if token[0].isdigit()]
    assert sorted(nines) == ["9C", "9D", "9H", "9NT", "9S"]


@pytest.mark.rule("PC-4.4.2", "PC-4.4.4-note")
def test_after_a_nine_over_misere_the_ladder_goes_on_or_bidding_stops() -> None:
    assert auction("misere 9S").turn == "H3"
    assert "9C" in auction("misere 9S").legal
    stopped = auction("misere 9S", "club")
    assert (stopped.state.phase, stopped.turn) == ("discard", "H2")
    assert auction("misere 9S", "sochi+qualifying").state.phase == "discard"


@case("W-PC-4.4.4n-1")
def test_the_archaic_chain_of_misere_and_nine(row: Row) -> None:
    words = {"M": "misere", "9": "9S", "M without talon": "hand:misere", "9 without talon": "hand:9S"}
    chain = [words[call] for call in row.situation["chain"]]
    table = Table(row.conventions, players=row.players).deal()
    for caller, token in zip(("H1", "H2", "H1", "H2"), chain, strict=True):
        if table.turn == "H3":
            table.goes("pass")
        assert table.turn == caller
        assert token in table.legal
        table.goes(token)
    assert chain == ["misere", "9S", "hand:misere", "hand:9S"]
    assert row.expected["each_beats_previous"]
    tens = Table(row.conventions, players=row.players).deal().goes("misere 9S pass hand:misere")
    assert [token for token in tens.legal if token[0].isdigit()] == [
        f"{row.expected['also_beats_M_without_talon']}{suit}" for suit in ("C", "D", "H", "NT", "S")
    ]


@pytest.mark.rule("PC-4.4.4-note")
def test_a_misere_without_the_talon_is_played_with_the_cards_that_were_dealt() -> None:
    table = auction("hand:misere pass pass", auction__misere_beaten_by="no_talon_chain")
    assert (table.state.phase, table.state.contract) == ("play", Contract.MISERE)
    assert table.view("H1").talon == ()
    nine = auction("misere 9S pass hand:misere hand:9S pass", auction__misere_beaten_by="no_talon_chain")
    assert (nine.turn, nine.state.phase) == ("H2", "contract")
    assert nine.view("H2").talon == ()
    assert nine.refuses("contract:8S").law == "P-3.4.3"
    assert auction("").refuses("hand:misere").law == "PC-4.4.4-note"
    twice = auction("hand:misere", auction__misere_beaten_by="no_talon_chain")
    assert [token for token in twice.legal if token.startswith("hand")] == [
        f"hand:9{s}" for s in ("C", "D", "H", "NT", "S")
    ]
    assert auction("6S", auction__misere_beaten_by="no_talon_chain").refuses("hand:9S").law == "PC-4.4.4-note"


@pytest.mark.rule("PC-4.4.4-note", "P-3.3.9")
def test_in_the_chain_who_ordered_misere_does_nothing_else() -> None:
    """His misère was beaten by a nine, and another has gone on without the talon: no nine or ten is his to bid."""
    table = auction("misere 9S hand:misere", auction__misere_beaten_by="no_talon_chain")
    assert table.turn == "H2"
    table.goes("10S")
    assert table.turn == "H3"
    assert table.legal == ["pass"]
    table.goes("pass")
    assert (table.state.phase, table.turn) == ("discard", "H2")
    alone = auction("misere 9S pass", auction__misere_beaten_by="no_talon_chain")
    assert alone.legal == ["hand:misere", "pass"]


# ------------------------------------------------------------------ 3.3.10-3.3.15 pass, no way back, the silent take


@pytest.mark.rule("P-3.3.10", "PC-4.2.5")
def test_who_passed_is_not_asked_again() -> None:
    table = auction("pass 6S 6C 6D 6H")
    assert table.turn == "H2"
    assert table.refuses("7S", "H1").code == "not_your_turn"


@pytest.mark.rule("P-3.3.11", "PC-4.2.6", "P-3.4.5")
def test_no_call_is_taken_back() -> None:
    table = auction("6S")
    assert table.refuses("pass", "H1").code == "not_your_turn"
    won = table.goes("pass pass")
    assert won.turn == "H1"
    assert all(token.startswith("discard") for token in won.legal)  # the talon is taken
    assert won.refuses("pass").code == "not_now"
    assert won.refuses("6C").code == "not_now"


@pytest.mark.rule("P-3.3.12", "P-3.7.1", "PC-4.2.7", "PC-4.5.1", "P-2.2.1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_when_all_pass_an_all_pass_is_played(players: int) -> None:
    table = auction("pass " * (2 if players == 2 else 3), players=players)
    assert (table.state.phase, table.state.contract, table.state.declarer) == ("play", Contract.ALLPASS, None)


@pytest.mark.rule("P-3.3.14", "PC-4.2.9")
def test_the_talon_is_closed_until_somebody_has_won_it() -> None:
    table = auction("6S 6C pass")
    assert {table.view(who).talon for who in ("H1", "H2", "H3", None)} == {()}
    table.goes("pass")
    assert {table.view(who).talon for who in ("H1", "H2", "H3", None)} == {table.state.talon}


@case("W-P-3.3.15-1")
def test_the_third_hand_takes_the_talon_without_a_word(row: Row) -> None:
    table = Table(row.conventions).deal().goes("pass pass take")
    assert table.turn == row.expected["declarer"]
    table.discards()
    named = [token.removeprefix("contract:") for token in table.legal]
    assert min(named, key=lambda c: Contract(c).step) == ascii_contract(row.expected["minimum_contract"])
    assert (table.refuses("misere").law == "P-3.3.9") is not row.expected["misere_allowed"]


@pytest.mark.rule("P-3.3.15")
@pytest.mark.parametrize("calls", ["", "pass", "6S", "pass 6S", "6S pass", "misere pass", "pass misere"])
def test_only_the_third_hand_after_two_passes_takes_silently(calls: str) -> None:
    refusal = auction(calls).refuses("take")
    assert (refusal.code, refusal.law) == ("not_now", "P-3.3.15")


@pytest.mark.rule("P-3.3.15")
def test_no_silent_take_where_it_was_not_agreed_or_with_two_players() -> None:
    assert auction("pass pass", auction__third_hand_silent_take="off").refuses("take").code == "not_agreed"
    assert auction("pass", players=2).refuses("take").law == "P-3.3.15"
    there_is_none = auction("pass", players=2, auction__third_hand_silent_take="on")
    assert there_is_none.refuses("take").law == "P-3.3.15"


@pytest.mark.rule("P-3.3.15", "PC-4.5.7")
def test_in_a_series_the_silent_take_binds_to_the_lowest_exit() -> None:
    table = Table("club")
    table.plays("allpass", H1=4, H2=3, H3=3)
    table.deal().goes("pass pass take").discards()
    assert "contract:7S" in table.legal
    assert table.refuses("contract:6NT").law == "P-3.4.3"


@case("W-PC-4.2.11-1")
def test_one_talon_card_opened_is_a_pass_two_are_a_bid(row: Row) -> None:
    for cards in row.situation["third_hand_opens_cards"]:
        table = Table(row.conventions).deal().goes(" ".join(row.situation["auction"]))
        table.goes({1: "take1", 2: "take"}[cards])
        if cards == 1:
            assert row.expected["1"].startswith("counts as pass")
            assert table.state.contract is Contract.ALLPASS
            assert {table.view(who).talon for who in ("H1", "H2", "H3", None)} == {table.state.talon[:1]}
        else:
            assert row.expected["2"] == "becomes declarer"
            assert (table.turn, table.state.phase) == ("H3", "discard")


@pytest.mark.rule("PC-4.2.10", "PC-4.2.11")
def test_opening_one_card_means_nothing_outside_the_club() -> None:
    refusal = auction("pass pass").refuses("take1")
    assert (refusal.code, refusal.law) == ("not_agreed", "PC-4.2.11")
    assert auction("pass", "club").refuses("take1").law == "PC-4.2.11"


@pytest.mark.rule("PC-4.2.11", "P-3.7.6.2")
def test_the_card_that_was_opened_is_seen_though_the_talon_takes_no_part() -> None:
    table = Table("rostov", {"auction.third_hand_one_card_is_pass": "on"}).deal().goes("pass pass take1")
    assert {table.view(who).talon for who in ("H1", "H2", "H3", None)} == {table.state.talon[:1]}
    assert (table.state.contract, table.view().lead) == (Contract.ALLPASS, None)


# ------------------------------------------------------------------ 3.3.19 blind calls


@pytest.mark.rule("P-3.3.19")
@pytest.mark.parametrize("call", ["blind:pass", "blind:6S", "blind:misere"])
def test_blind_calls_need_an_agreement(call: str) -> None:
    refusal = auction("").refuses(call)
    assert (refusal.code, refusal.law) == ("not_agreed", "P-3.3.19")
    assert auction("").refuses("look").code == "not_now"


@pytest.mark.rule("P-3.3.19")
def test_a_blind_call_comes_before_looking_and_an_open_one_after() -> None:
    table = classic("")
    assert table.legal == ["blind:6S", "blind:misere", "blind:pass", "look"]
    assert table.view("H1").hands[table.seat("H1")].cards is None
    assert (table.refuses("6S").code, table.refuses("6S").law) == ("cards_unseen", "P-3.3.19")
    table.goes("look")
    assert len(table.view("H1").hands[table.seat("H1")].cards or ()) == 10
    assert table.refuses("blind:pass").code == "cards_seen"
    assert table.turn == "H1"


@pytest.mark.rule("P-3.3.19")
def test_each_kind_of_blind_call_is_agreed_by_itself() -> None:
    table = Table("sochi", {"blind.pass": "on"}).deal()
    assert table.legal == ["blind:pass", "look"]
    assert table.refuses("blind:misere").code == "not_agreed"
    assert table.goes("look").refuses("blind:pass").code == "cards_seen"
    both = Table("sochi", {"blind": "on"}).pulka.conventions
    assert (both.blind_pass, both.blind_bid, both.blind_misere) == (True, True, True)


@case("W-P-3.3.19a-1", "W-P-3.3.19a-2", "W-P-3.3.19a-3")
def test_blind_passes_double_the_trick_the_bomb_and_the_overbid(row: Row) -> None:
    blind = row.situation["blind_passes_in_force"]
    changes = {**row.changes, "allpass.forced_rounds": 0, "blind.cap": "unlimited"}
    table = Table(row.preset, changes, players=row.players)
    assert table.price == row.situation["base_trick_price"]
    table.deal().goes("blind:pass " * blind + "look pass " * (3 - blind))
    assert table.state.contract is Contract.ALLPASS
    names = [table.name(who) for who in ("H1", "H2", "H3", "D")]
    table.falls(H1=4, H2=3, H3=3)
    assert table.hill("H1") == 4 * row.expected["allpass_trick_price"]
    held = dict(zip(table.pulka.names, table.pulka.bombs, strict=True))
    factor = row.expected["bomb_factor"]
    assert [held[name] for name in names] == [*[(factor,)] * blind, *[()] * (3 - blind), (factor,)]
    table.deal().goes("look")  # and now to get out of it
    least = next(token for token in table.legal if token[0].isdigit())
    assert Contract(least).size == row.expected["minimum_overbid_size"]


@pytest.mark.rule("P-3.3.19a")
@pytest.mark.parametrize(
    ("calls", "least"), [("blind:pass", "7S"), ("blind:pass blind:pass", "8S"), ("look pass", "6S")]
)
def test_within_an_auction_each_blind_pass_raises_the_least_bid(calls: str, least: str) -> None:
    table = classic(calls + " look")
    assert next(token for token in table.legal if token[0].isdigit()) == least
    if least != "6S":
        assert (table.refuses("6S").code, table.refuses("6S").law) == ("too_low", "P-3.3.19a")


@pytest.mark.rule("P-3.3.19a", "P-3.7.8")
@pytest.mark.parametrize(("passes", "offered"), [(2, True), (3, False), (4, False)])
def test_where_only_a_nine_outbids_blind_passes_a_misere_does_not(passes: int, offered: bool) -> None:
    """Misère stands below the nines: a level of three asks for a nine, and so does the series that it leaves."""
    table = Table("classic", {"allpass.forced_rounds": 0, "blind.cap": "unlimited"}, players=4)
    table.deal().goes("blind:pass " * min(passes, 3) + "look pass " * (3 - passes)).falls(H1=4, H2=3, H3=3)
    table.deal()
    assert ("blind:misere" in table.legal) is (offered and passes < 3)
    table.goes("blind:pass look pass " if passes == 4 else "look")
    if passes == 4:
        table.goes("look")
    assert [token in table.legal for token in ("misere", "invite")] == [offered, offered]
    if not offered:
        law = "P-3.3.19a" if passes == 4 else "P-3.7.8"
        assert (table.refuses("misere").code, table.refuses("misere").law) == ("too_low", law)


@pytest.mark.rule("P-3.3.19a")
@pytest.mark.parametrize("passes", ["blind:pass", "blind:pass blind:pass"])
def test_a_misere_outbids_one_blind_pass_and_two(passes: str) -> None:
    assert "misere" in classic(f"{passes} look").legal


@pytest.mark.rule("P-3.3.19a", "PC-4.4.4-note")
@pytest.mark.parametrize(("level", "offered"), [(3, True), (4, False)])
def test_a_misere_without_the_talon_is_above_the_nines_and_below_the_tens(level: int, offered: bool) -> None:
    changes = {"auction.misere_beaten_by": "no_talon_chain", "blind.cap": "unlimited", "allpass.forced_rounds": 0}
    table = Table("classic", changes)
    table.deal().goes("blind:pass blind:pass blind:pass").falls(H1=4, H2=3, H3=3)
    if level == 4:
        table.deal().goes("blind:pass look pass look pass").falls(H1=4, H2=3, H3=3)
    assert ("hand:misere" in table.deal().goes("look").legal) is offered


@pytest.mark.rule("P-3.3.19a", "P-3.3.19b", "P-3.3.7")
@pytest.mark.parametrize("first", ["blind:6S", "look 6S"])
def test_a_pass_before_looking_raises_nothing_once_somebody_has_bid(first: str) -> None:
    """An all-pass can follow no more: a blind one is beaten by an ordinary two, whoever passed in between."""
    table = classic(f"{first} blind:pass look")
    assert [token for token in table.legal if token[0].isdigit()] == ["6C"]
    assert classic(f"{first} blind:pass").legal[:2] == ["blind:6C", "blind:misere"]
    later = classic(f"blind:pass {first.replace('6S', '7S')} blind:pass")  # the pass before the bid has raised it
    assert later.state.phase in {"talon", "discard"}


@pytest.mark.rule("P-3.3.19a")
@pytest.mark.parametrize(("cap", "price"), [(1, 2), (2, 4), ("unlimited", 8)])
def test_the_growth_has_a_limit_set_beforehand(cap: object, price: int) -> None:
    table = classic("blind:pass blind:pass blind:pass", blind__cap=cap).falls(H1=4, H2=3, H3=3)
    assert table.hill("H1") == price  # amnesty of three


@pytest.mark.rule("P-3.3.19a", "P-3.7.7")
@pytest.mark.parametrize(("counter", "prices"), [("per_deal", [2, 2]), ("per_series", [2, 4]), ("both", [2, 4])])
def test_what_counts_as_a_repeated_blind_pass(counter: str, prices: list[int]) -> None:
    table = Table("classic", {"allpass.forced_rounds": 0, "blind.counter": counter, "blind.cap": "unlimited"})
    paid, before = [], 0
    for _ in prices:
        table.deal().goes("blind:pass look pass look pass").falls(H1=4, H2=3, H3=3)
        paid.append(int(table.hill("H1")) - before)
        before = int(table.hill("H1"))
    assert paid == prices


@pytest.mark.rule("P-3.3.19a", "P-3.7.8")
@pytest.mark.parametrize(("counter", "least"), [("per_deal", "7S"), ("per_series", "7S"), ("both", "8S")])
def test_only_blind_passes_of_the_series_raise_the_least_bid(counter: str, least: str) -> None:
    table = Table("classic", {"allpass.forced_rounds": 0, "blind.counter": counter, "blind.cap": "unlimited"})
    table.deal().goes("blind:pass blind:pass look pass").falls(H1=4, H2=3, H3=3)
    table.deal().goes("look")
    assert next(token for token in table.legal if token[0].isdigit()) == least


@pytest.mark.rule("P-3.7.8")
def test_where_a_six_leads_out_of_a_series_blind_passes_of_it_change_nothing() -> None:
    table = Table("sochi", {"blind.pass": "on"}).deal().goes("blind:pass blind:pass look pass").falls(H1=4, H2=3, H3=3)
    assert "6S" in table.deal().goes("look").legal


@case("W-P-3.3.19a-4")
def test_who_passed_with_cards_seen_earns_no_bomb(row: Row) -> None:
    table = Table(row.preset, {"allpass.forced_rounds": 0}, players=row.players).deal()
    said = {"blind pass": "blind:pass", "pass (cards seen)": "look pass"}
    table.goes(" ".join(said[row.situation[who]] for who in ("H1", "H2", "H3"))).falls(H1=4, H2=3, H3=3)
    held = [who for who in ("H1", "H2", "H3", "D") if table.pulka.bombs[table.place(who)]]
    assert held == row.expected["bomb"]
    assert [who for who in ("H1", "H2", "H3") if who not in held] == row.expected["no_bomb"]
    prices = {table.hill(who) / tricks for who, tricks in (("H1", 4), ("H2", 3), ("H3", 3))}
    assert (len(prices) == 1) is row.expected["same_trick_price_for_all"]


@case("W-P-3.3.19b-1")
def test_an_ordinary_two_beats_a_blind_one(row: Row) -> None:
    table = Table(row.preset, {**row.changes, "allpass.forced_rounds": 0}, players=row.players).deal()
    blind, ordinary = row.situation["blind_bid"].split()[0], row.situation["next"].split()[0]
    table.goes("blind:" + ascii_contract(blind)).goes("look")
    assert (ascii_contract(ordinary) in table.legal) is row.expected["outbid_ok"]


@pytest.mark.rule("P-3.3.19b")
def test_the_blind_bidder_goes_on_blind_or_looks_and_goes_on() -> None:
    table = classic("blind:6S look 6C look pass")
    assert table.legal == ["blind:6D", "look", "pass"]
    assert table.goes("blind:6D pass").state.factor == 2
    seen = classic("blind:6S look 6C look pass look")
    assert seen.legal == ["6D", "here", "pass"]
    assert seen.goes("6D pass").state.factor == 1  # a game made open has no factor


@case("W-P-3.3.19b-2")
def test_a_six_won_blind_is_whisted_by_both_in_the_dark_and_counts_twice(row: Row) -> None:
    table = Table(row.preset, {**row.changes, "allpass.forced_rounds": 0}, players=row.players).deal()
    table.goes("blind:6S look pass look pass take")
    assert table.view("H2").talon == ()
    assert len(table.view("H1").talon) == 2
    table.discards().goes(f"contract:{ascii_contract(row.situation['contract'])}")
    assert bool(table.view("H2").talon) is row.expected["talon_shown"]
    assert row.expected["forced_whist"] == "both, in the dark"
    assert table.state.phase == "play"  # nobody was asked
    assert [table.who(seat) for seat in table.view().whisters] == ["H2", "H3"]
    assert not table.view().open
    table.falls(H1=6, H2=2, H3=2)
    ordinary = Table(players=row.players).plays("6S", "whist whist", H1=6, H2=2, H3=2)
    factor = row.expected["value_factor"]
    assert table.pool("H1") == factor * ordinary.pool("H1")
    assert table.whists("H2", "H1") == factor * ordinary.whists("H2", "H1")


@pytest.mark.rule("P-3.3.19b")
def test_other_games_won_blind_are_whisted_as_usual_and_a_loss_counts_twice_too() -> None:
    table = classic("blind:6S look pass look pass take").discards().goes("contract:7S")
    assert (table.state.phase, table.turn) == ("whist", "H2")
    table.goes("whist pass closed").falls(H1=5, H2=5)
    ordinary = Table(players=3).plays("7S", "whist pass closed", H1=5, H2=5)
    assert table.hill("H1") == 2 * ordinary.hill("H1") == 16
    assert table.outcome.calls == {table.name("H2"): "whist", table.name("H3"): "pass"}


@pytest.mark.rule("P-3.3.19b")
def test_any_bid_may_be_made_blind_once_the_auction_is_open() -> None:
    assert [t for t in classic("").legal if t.startswith("blind:6")] == ["blind:6S"]
    table = classic("look 6S blind:6C look pass pass")
    assert (table.turn, table.state.phase, table.state.factor) == ("H2", "talon", 2)


@pytest.mark.rule("P-3.3.19b")
def test_the_blind_winner_lifts_his_cards_before_he_chooses_between_the_talon_and_misere() -> None:
    """Only who looks while others still bid loses the factor; and nobody would give it up without looking."""
    table = classic("blind:6S blind:pass look")
    assert table.view("H1").hands[table.seat("H1")].cards is None
    table.goes("pass")
    assert (table.state.phase, table.turn) == ("talon", "H1")
    assert len(table.view("H1").hands[table.seat("H1")].cards or ()) == 10
    assert table.view("H1").talon == ()
    assert table.view("H2").hands[table.seat("H1")].cards is None
    assert table.goes("take").state.factor == 2


@pytest.mark.rule("P-3.3.19b")
def test_before_the_talon_the_blind_winner_may_change_to_misere() -> None:
    table = classic("blind:6S look pass look pass")
    assert table.legal == ["misere", "take"]
    table.goes("misere")
    assert {table.view(who).talon for who in ("H2", None)} == {table.state.talon}  # the talon is taken openly
    table.discards()
    assert (table.state.contract, table.state.defence.open) == (Contract.MISERE, True)
    table.falls(H1=0, H2=5, H3=5)
    assert table.pool("H1") == 10  # and the doubling is lost


@pytest.mark.rule("P-3.3.19b", "P-3.4.3")
def test_nobody_changes_to_a_misere_below_his_bid() -> None:
    table = classic("blind:misere blind:9S look pass")
    assert (table.turn, table.legal) == ("H2", ["take"])
    assert table.refuses("misere").law == "P-3.4.3"


@case("W-P-3.3.19c-1")
def test_only_a_blind_nine_or_an_open_ten_beats_a_blind_misere(row: Row) -> None:
    conventions = {**row.changes, "allpass.forced_rounds": 0}
    for bid, legal in zip(row.situation["overbids"], row.expected["legal"], strict=True):
        table = Table(row.preset, conventions, players=row.players).deal().goes("blind:misere")
        contract, how = bid.split()
        token = ("blind:" if how == "blind" else "") + ascii_contract(contract)
        if how == "seen":
            table.goes("look")
        assert (token in table.legal) == legal
        if not legal:
            assert table.refuses(token).law == "P-3.3.19c"


@pytest.mark.rule("P-3.3.19c", "P-3.6.5")
def test_a_blind_misere_is_taken_unseen_and_caught_in_the_dark() -> None:
    table = classic("blind:misere look pass look pass")
    assert table.view("H2").talon == ()
    table.discards()
    assert not table.state.defence.open
    table.goes(table.legal[0])
    hands = table.view("H2").hands
    assert hands[table.seat("H2")].cards
    assert hands[table.seat("H3")].cards is None
    assert table.view("H1").hands[table.seat("H2")].cards is None
