"""The pack, seats, dealing (P-1.2, P-1.3, P-3.1, P-3.2)."""

from itertools import pairwise, permutations

import pytest

from kozyr.cards import Suit, parse_card
from kozyr.deals import PREFERANS, Layout, fair_deal
from kozyr.games import Deal, Progress
from kozyr.games.preferans import Contract, agree, draw_order, parse, start
from kozyr.games.preferans.words import Bid, Play
from tests.cases import Row, case, some_cards
from tests.table import Table

# ------------------------------------------------------------------ 1.2 players


@pytest.mark.rule("P-1.2", "P-3.2.10")
@pytest.mark.parametrize(("players", "hands"), [(2, "SN"), (3, "ESN"), (4, "ESW")])
def test_three_hands_are_in_play_and_the_fourth_player_deals(players: int, hands: str) -> None:
    table = Table(players=players, dealer=0)
    assert "".join(seat.value for seat in table.terms.hands) == hands
    assert len(table.terms.holders) == 3
    assert table.terms.dealer_sits == (players == 4)


@pytest.mark.rule("P-1.2")
@pytest.mark.parametrize("players", [0, 1, 6])
def test_one_or_six_cannot_play(players: int) -> None:
    with pytest.raises(ValueError, match=r"two to five players.*P-1\.2"):
        start(agree(), players)


@pytest.mark.rule("PC-2")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_club_plays_with_three_and_four_where_the_dealer_takes_no_part(players: int) -> None:
    if players not in {3, 4}:
        with pytest.raises(ValueError, match=rf"three or four players, not {players} \(PC-2\)"):
            start(agree("club", players=players), players)
        return
    table = Table("club", players=players)
    assert len(table.terms.hands) == 3
    assert table.terms.dealer_sits == (players == 4)


@pytest.mark.rule("PC-2")
def test_a_fifth_does_not_join_in_the_club() -> None:
    refusal = Table("club", players=4).refuses("newcomer:N,E,S,W")
    assert (refusal.code, refusal.law) == ("not_agreed", "PC-2")
    assert Table("club", players=3).table("newcomer:N,E,S").pulka.players == 4


@case("W-P-3.2.10-1")
def test_with_five_both_left_neighbours_and_the_right_one_play(row: Row) -> None:
    clockwise = row.situation["players_clockwise"]
    called = dict(zip(clockwise, Table(players=5).pulka.names, strict=True))
    table = Table(players=5, dealer=clockwise.index(row.situation["dealer"]))
    assert [table.terms.name(seat) for seat in table.terms.hands] == [called[p] for p in row.expected["active"]]
    assert {table.terms.name(table.terms.dealer), table.terms.waiting} == {called[p] for p in row.expected["sit_out"]}


@pytest.mark.rule("P-3.2.10")
def test_five_play_equally_often() -> None:
    table = Table(players=5)
    played: list[str] = []
    for _ in range(5):
        played += [table.state.terms.name(seat) for seat in table.state.terms.hands]
        table.plays("6S", "pass pass pass")
    assert {name: played.count(name) for name in table.pulka.names} == dict.fromkeys("12345", 3)


# ------------------------------------------------------------------ 1.3 the pack


@case("W-P-1.3.1-1")
def test_suits_rank_spades_clubs_diamonds_hearts(row: Row) -> None:
    cards = some_cards(*row.situation["cards_of_equal_rank"])
    order = row.expected["suit_order_low_to_high"]
    for drawn in permutations(cards):  # in the lot for seats ...
        assert [drawn[n].suit.sign for n in draw_order(drawn)] == order
    table = Table().deal()  # ... and in the auction
    raised = [table.goes(token).legal[0] for token in ("6S", "6C", "6D", "6H")]
    assert raised == ["6C", "6D", "6H", "6NT"]


@case("W-P-1.3.2-1")
def test_ranks_run_from_ace_to_seven(row: Row) -> None:
    ranks = row.expected["rank_order_high_to_low"]
    assert len(PREFERANS.cards) == row.expected["deck_size"]
    for higher, lower in pairwise(ranks):
        table = Table().deal(H1=f"♠{lower}", H2=f"♠{higher}", H3="♥A ♥K ♥Q ♥J ♥T ♥9 ♥8 ♥7 ♦A ♦K", talon="♦7 ♦8")
        table.goes("6S pass pass").discards("D7 D8").goes("contract:6NT whist whist")
        table.goes(f"♠{lower} ♠{higher} ♥A")
        assert table.who(table.state.history[0].winner) == "H2"


@pytest.mark.rule("P-1.3.4")
def test_the_order_of_cards_is_the_same_in_every_contract() -> None:
    winners = set()
    for story in ("6S pass pass|contract:6D whist whist", "6S pass pass|contract:6NT whist whist", "misere pass pass|"):
        auction, answers = story.split("|")
        table = Table().deal(H1="♠9", H2="♠A", H3="♠T", talon="♥7 ♥8")
        table.goes(auction).discards("H7 H8").goes(answers).goes("S9 SA ST")
        winners.add(table.who(table.state.history[0].winner))
    assert winners == {"H2"}


@case("W-P-1.3.5-1")
def test_a_card_is_written_suit_first_and_a_contract_number_first(row: Row) -> None:
    events = [parse(text) for text in row.situation["notation"]]
    assert events == [*(Play(card) for card in some_cards("ST", "HQ", "DJ")), Bid(Contract.C7)]
    names = {"ten of spades": "ST", "queen of hearts": "HQ", "jack of diamonds": "DJ"}
    for event, said in zip(events, row.expected["parsed"], strict=True):
        if "card" in said:
            assert event.token == names[said["card"]]
        else:
            assert isinstance(event, Bid)
            assert event.contract.size == said["contract"]["size"]
            assert event.contract.trump is Suit[said["contract"]["trump"].upper()]


@pytest.mark.rule("P-1.3.5")
@pytest.mark.parametrize("text", ["S10", "ST", "♠10", "♠T", "s10"])
def test_the_ten_of_spades_can_be_written_in_many_ways(text: str) -> None:
    assert parse_card(text).text == "ST"


@pytest.mark.rule("P-1.3.5")
def test_russian_letters_stand_for_honours() -> None:
    assert some_cards("♥Т", "♥К", "♥Д", "♥В") == some_cards("HA", "HK", "HQ", "HJ")
    assert [card.sign("ВДКТ") for card in some_cards("HA", "HK", "HQ", "HJ", "HT")] == ["♥Т", "♥К", "♥Д", "♥В", "♥10"]


# ------------------------------------------------------------------ 3.1 seats


@case("W-P-3.1.1-1")
def test_the_lowest_card_chooses_a_seat_and_the_ace_is_lowest(row: Row) -> None:
    draw: dict[str, str] = row.situation["draw"]
    order = [list(draw)[n] for n in draw_order(tuple(some_cards(*draw.values())))]
    assert order == row.expected["order_of_choice"] == row.expected["seats_clockwise_from_first"]
    assert order[-1] == row.expected["right_of_first"]


@pytest.mark.rule("P-3.2.1", "PC-4.1.1")
def test_the_first_dealer_is_drawn_like_the_seats() -> None:
    drawn = tuple(some_cards("♣K", "♥A", "♦A"))
    dealer = draw_order(drawn)[0]
    assert drawn[dealer] is parse_card("♦A")
    terms = Table(dealer=dealer).terms
    assert terms.name(terms.dealer) == "S"


@case("W-P-3.1.2-1")
def test_a_newcomer_enters_with_the_means_rounded_against_him(row: Row) -> None:
    table = Table(players=3)
    table.plays("6S", "pass pass")  # N has dealt
    last_dealer, has = table.terms.dealer, table.pool("H1")
    for column, points in (("pool", row.situation["pools"]), ("hill", row.situation["hills"])):
        for name, n in zip("ESN", points, strict=True):
            table.table(f"correction:{name}:{column}:{n - (has if column == 'pool' and name == 'E' else 0)}:P-4.2.1")
    table.table("newcomer:N,E,S")
    pulka = table.pulka
    assert pulka.players == row.players
    newcomer = (pulka.names.index(last_dealer.value) + 1) % 4  # he sits left of the last dealer
    assert pulka.dealer == newcomer  # and deals his first hand
    assert pulka.sheet.pool[newcomer] == row.expected["newcomer_pool"]
    assert pulka.sheet.hill[newcomer] == row.expected["newcomer_hill"]
    assert sorted(pulka.sheet.pool) == sorted([*row.situation["pools"], row.expected["newcomer_pool"]])


@pytest.mark.rule("P-3.1.2")
def test_a_fifth_joins_four_and_nobody_loses_a_point() -> None:
    table = Table(players=4, dealer=2)
    table.plays("6S", "whist pass open", H1=4, H2=4, H3=2)
    dealer, sheet = table.place("D"), table.pulka.sheet
    table.table("newcomer:N,E,S,W")
    wider = table.pulka.sheet
    at = dealer + 1
    assert table.pulka.names == ("1", "2", "3", "4", "5")
    assert table.pulka.dealer == at
    assert wider.pool[:at] + wider.pool[at + 1 :] == sheet.pool
    assert wider.hill[:at] + wider.hill[at + 1 :] == sheet.hill
    assert [row[:at] + row[at + 1 :] for n, row in enumerate(wider.whists) if n != at] == list(sheet.whists)
    assert wider.whists[at] == (0,) * 5
    assert (wider.pool[at], wider.hill[at]) == (0, 1)  # the means are 0/4 and 4/4


@pytest.mark.rule("P-3.1.2", "P-3.7.7")
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_a_newcomer_sits_left_of_the_last_dealer_where_an_all_pass_is_dealt_again_too(dealer: int) -> None:
    table = Table("classic", {"allpass.forced_rounds": 0}, dealer=dealer)
    table.deal().goes("look pass look pass look pass").falls(H1=4, H2=3, H3=3)
    assert table.dealer == dealer  # he would deal again
    table.table("newcomer:N,E,S")
    pulka = table.pulka
    newcomer = (dealer + 1) % 3
    assert {entry.who for entry in pulka.sheet.entries if entry.why == "newcomer"} == {newcomer}
    assert pulka.dealer == newcomer
    table.deal()
    assert table.name("H3") == pulka.names[(newcomer - 1) % 4]  # the last dealer is on his right


@pytest.mark.rule("P-3.1.2")
def test_a_newcomer_needs_everybodys_consent() -> None:
    assert Table().refuses("newcomer:N,E").law == "P-3.1.2"
    assert Table().refuses("newcomer:N,E").code == "no_consent"


@pytest.mark.rule("P-3.1.2")
@pytest.mark.parametrize(("preset", "players"), [("sochi", 2), ("sochi", 5), ("sochi+qualifying", 3)])
def test_no_newcomer_at_a_full_table_at_gusarik_or_in_a_tournament(preset: str, players: int) -> None:
    table = Table(preset, players=players)
    refusal = table.refuses("newcomer:" + ",".join(table.pulka.names))
    assert (refusal.code, refusal.law) == ("not_agreed", "P-3.1.2")


@pytest.mark.rule("P-3.1.2")
def test_a_newcomer_waits_until_the_deal_is_over() -> None:
    table = Table().deal()
    assert (table.refuses("newcomer:N,E,S").code, table.refuses("newcomer:N,E,S").law) == ("not_now", "P-3.1.2")


# ------------------------------------------------------------------ 3.2 dealing


ANSWERS = {2: ("pass", "whist"), 3: ("pass pass", "whist pass open"), 4: ("pass pass pass", "whist pass open")}


@pytest.mark.rule("P-3.2.2", "PC-4.1.2")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_deal_goes_to_the_left_whatever_was_played(players: int) -> None:
    table = Table(players=players)
    nobody, somebody = ANSWERS[min(players, 4)]
    dealers = [table.dealer]
    dealers.append(table.plays("6S", nobody).dealer)
    dealers.append(table.plays("misere", H1=0, H2=10).dealer)
    dealers.append(table.plays("allpass", H1=5, H2=5).dealer)
    dealers.append(table.plays("10S", somebody, H1=4, H2=6).dealer)
    assert dealers == [n % players for n in range(5)]


@case("W-P-3.2.8-1")
def test_three_hands_of_ten_and_two_to_the_talon(row: Row) -> None:
    assert len(PREFERANS.cards) == row.situation["pack"]
    assert list(PREFERANS.hands) == row.expected["hands"]
    assert PREFERANS.rest == row.expected["talon"]
    table = Table().deal()
    assert [table.view(who).hands[table.seat(who)].count for who in ("H1", "H2", "H3")] == row.expected["hands"]
    assert len(table.state.talon) == row.expected["talon"]
    pairs = len(PREFERANS.cards) // row.expected["batch"]
    assert pairs == row.expected["pairs_total"] == 3 * row.expected["rounds"] + 1


def test_the_talon_is_never_the_first_or_last_pair() -> None:
    assert agree("sochi").deal_talon_slot == agree("club").deal_talon_slot == 4
    for slot in (1, 16):
        with pytest.raises(ValueError, match=r"deal\.talon_slot.*P-3\.2\.8"):
            agree(changes={"deal.talon_slot": slot})
    for slot, good in ((2, False), (3, False), (4, True), (13, True), (14, False), (15, False)):
        assert agree(changes={"deal.talon_slot": slot}).deal_talon_slot == slot
        if good:
            assert agree("club", {"deal.talon_slot": slot}).deal_talon_slot == slot
        else:  # after the third pair and before the fourteenth
            with pytest.raises(ValueError, match=r"deal\.talon_slot.*4\.\.13 \(PC-4\.1\.6\)"):
                agree("club", {"deal.talon_slot": slot})


@pytest.mark.rule("P-3.2.8", "P-3.2.10", "P-1.3.1")
@pytest.mark.parametrize(
    ("players", "text", "law"),
    [
        (3, "N:nonsense", "P-3.2.8"),
        (3, "N:AKQJT98765432... ... ...", "P-3.2.8"),
        (3, "N:AKQJT987.AK.. .QJT987.AKQJ. ..T987.AKQJT9", "P-1.3.1"),  # no talon
        (3, "N:AKQJT987.AK.. .QJT987.AKQJ. ..T987.AKQJT9 + C8", "P-1.3.1"),  # a talon of one
        (3, "N:AKQJT986.AK.. .QJT987.AKQJ. ..T987.AKQJT9 + C8 C7", "P-1.3.1"),  # a six in a pack that begins at seven
        (3, "N:AKQJT987.AKQ.. .JT987.AKQJ. ..T987.AKQJT9 + C8 C7", "P-3.2.8"),  # eleven and nine
        (4, "N:AKQJT987.AK.. .QJT987.AKQJ. ..T987.AKQJT9 + C8 C7", "P-3.2.10"),  # N deals, so has no cards
    ],
)
def test_a_wrong_deal_is_refused(players: int, text: str, law: str) -> None:
    refusal = Table(players=players).refuses(Deal(text))
    assert (refusal.code, refusal.law) == ("bad_deal", law)


@pytest.mark.rule("P-3.2.11", "PC-4.1.7")
def test_only_the_table_deals_and_nobody_sees_anothers_cards() -> None:
    table = Table(players=4)
    deal = Deal(str(fair_deal(b"sixteen bytes ..", "1", PREFERANS, table.terms.holders)))
    assert table.refuses(deal, "H1").code == "table_only"
    before = table.state
    table.table(deal)
    for viewer in (*table.terms.seats, None):
        hands = table.state.view(viewer).hands
        assert [seat for seat, hand in hands.items() if hand.cards is not None] == [s for s in hands if s is viewer]
        assert table.state.view(viewer).talon == ()
        event = before.shown(deal, None, viewer)
        assert isinstance(event, Deal)
        layout = Layout.parse(event.cards)
        assert layout.rest == ()
        assert [s for s in table.terms.seats if layout.hand(s) is not None] == [s for s in hands if s is viewer]


@pytest.mark.rule("P-3.2.2")
def test_nothing_happens_before_the_deal_and_no_second_deal_in_it() -> None:
    table = Table()
    assert table.legal == []
    assert table.turn is None
    assert table.refuses("6S").code == "not_now"
    table.deal()
    assert table.refuses(table.dealt).code == "not_now"


@pytest.mark.rule("P-3.2.2", "PC-4.1.2")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_deal_that_is_void_is_dealt_again_by_the_same_player(players: int) -> None:
    table = Table(players=players).plays("6S", "pass pass" if players == 3 else "pass pass pass")
    dealer, number = table.state.terms.dealer, table.state.terms.number
    table.refuses(Deal("N:AKQJT987.AKQ.. .JT987.AKQJ. ..T987.AKQJT9 + C8 C7"))
    assert (table.state.terms.dealer, table.state.terms.number, table.state.phase) == (dealer, number, "deal")
    table.deal().goes("6S")
    again = Progress.start(table.pulka)  # broken off in the middle: it has never been
    assert again.state is not None
    assert (again.state.terms.dealer, again.state.terms.number) == (dealer, number)
