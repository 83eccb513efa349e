"""Cards, hands and deals: text and numbers there and back (kozyr.cards, kozyr.deals)."""

from collections import Counter

import pytest
from hypothesis import given, strategies as st

from kozyr.cards import Card, CardSet, Rank, Seat, Suit, parse_card
from kozyr.deals import BRIDGE, DEBERTS, PREFERANS, Layout, Pack, deal_number, fair_deal, numbered_deal
from kozyr.games import bridge, preferans
from kozyr.games.bridge.words import Denomination
from kozyr.solver import deberts as solver
from kozyr.testing import cards, hands, layouts

THREE = (Seat.N, Seat.E, Seat.S)
KEY = b"at least sixteen bytes"
PACKS = [(PREFERANS, THREE), (DEBERTS, (Seat.N, Seat.S)), (BRIDGE, tuple(Seat))]


@given(cards(BRIDGE))
def test_a_card_is_its_text(card: Card) -> None:
    assert parse_card(str(card)) is card
    assert parse_card(card.sign()) is card
    assert parse_card(card.sign("ВДКТ")) is card


@given(hands(BRIDGE))
def test_a_hand_is_its_text_and_a_set(hand: CardSet) -> None:
    assert CardSet.parse(str(hand)) == hand
    assert CardSet.of(hand) == hand
    assert len(hand) == len(list(hand)) == sum(len(hand.suit(suit)) for suit in Suit)
    assert all(card in hand for card in hand)


@given(hands(), hands())
def test_hands_join_meet_and_part(one: CardSet, other: CardSet) -> None:
    assert set(one | other) == set(one) | set(other)
    assert set(one & other) == set(one) & set(other)
    assert set(one - other) == set(one) - set(other)
    assert bool(one) == bool(set(one))


@given(st.data())
def test_a_deal_is_its_text(data: st.DataObject) -> None:
    for pack, seats in PACKS:
        layout = data.draw(layouts(pack, seats))
        assert Layout.parse(str(layout)) == layout
        held = [card for seat in seats for card in layout.hand(seat) or ()]
        assert Counter([*held, *layout.rest]) == Counter(pack.cards)


@given(st.data())
def test_a_deal_is_its_number(data: st.DataObject) -> None:
    for pack, seats in PACKS:
        number = data.draw(st.integers(0, pack.deals - 1))
        layout = numbered_deal(number, pack, seats)
        assert deal_number(layout, pack, seats) == number
        assert [len(layout.hand(seat) or ()) for seat in seats] == list(pack.hands)


@pytest.mark.parametrize(
    ("pack", "deals"),
    [(BRIDGE, 53_644_737_765_488_792_839_237_440_000), (PREFERANS, 2_753_294_408_504_640)],
)
def test_how_many_deals_there_are(pack: Pack, deals: int) -> None:
    assert pack.deals == deals


@pytest.mark.parametrize("number", [-1, PREFERANS.deals])
def test_there_is_no_such_deal(number: int) -> None:
    with pytest.raises(ValueError, match="is not below"):
        numbered_deal(number, PREFERANS, THREE)


def test_a_fair_deal_is_the_same_for_ever_and_another_for_another_label() -> None:
    first = fair_deal(KEY, "table 1, deal 1", PREFERANS, THREE)
    assert first == fair_deal(KEY, "table 1, deal 1", PREFERANS, THREE)
    assert str(first) == "N:K8.AKQ987.T8. 97.T.KQ9.AQJ9 AQT..AJ7.KT87 + SJ HJ"
    assert first != fair_deal(KEY, "table 1, deal 2", PREFERANS, THREE)
    assert first != fair_deal(KEY + b"!", "table 1, deal 1", PREFERANS, THREE)
    with pytest.raises(ValueError, match="16 bytes"):
        fair_deal(b"short", "", PREFERANS, THREE)


def test_fair_deals_favour_no_place() -> None:
    where: Counter[tuple[Card, str]] = Counter()
    number = 3200
    for n in range(number):
        layout = fair_deal(KEY, str(n), PREFERANS, THREE)
        for seat in THREE:
            where.update((card, seat.value) for card in layout.hand(seat) or ())
        where.update((card, f"talon {at}") for at, card in enumerate(layout.rest))
    # A thousand in a hand and a hundred as either talon card are expected; six standard deviations are allowed.
    assert all(abs(where[card, seat.value] - 1000) < 160 for card in PREFERANS.cards for seat in THREE)
    assert all(abs(where[card, f"talon {at}"] - 100) < 60 for card in PREFERANS.cards for at in (0, 1))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "begins with a seat"),
        ("X:AK", "begins with a seat"),
        ("N:", "one to four hands, not 0"),
        ("N:- - - - -", "one to four hands, not 5"),
        ("N:AKQ", "four suits with dots"),
        ("N:AKB...", "no rank 'B' in hand 'AKB...'"),
        ("N:AA...", "SA twice"),
        ("N:A... A...", "SA is dealt twice"),
        ("N:A... + SA", "SA is dealt twice"),
        ("N:A... + S1", "not a card: 'S1'"),
    ],
)
def test_a_text_that_is_no_deal_says_where_and_why(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Layout.parse(text)


@pytest.mark.rule("P-1.3.5")
def test_deals_are_read_as_people_write_them() -> None:
    plain = Layout.parse("N:AKQJ.9.. - .A.KQ. + ST DJ")
    assert Layout.parse("N:ТКДВ.9.. - .Т.КД. + ♠10 ♦В") == plain
    assert Layout.parse("S:.A.KQ. - AKQJ.9.. + ST DJ") == plain


def read_back(thing: object, *types: type) -> object:
    """What Python makes of the repr of a thing made of these types."""
    return eval(repr(thing), {one.__name__: one for one in types})  # noqa: S307 - our own text


def test_a_repr_is_python_that_gives_the_same_again() -> None:
    hand = CardSet.parse("AKT7.98.KQ.A7")
    for thing in (*Card, *Suit, *Rank, *Seat, CardSet(), hand, CardSet.of(Card), Layout.parse("N:A..K. T..Q. + S7")):
        assert read_back(thing, Card, CardSet, Rank, Seat, Suit, Layout) == thing
    position = solver.Position((hand, CardSet.parse("98.AK.AJ.T98")), Suit.HEARTS, Seat.S)
    assert read_back(position, CardSet, Seat, Suit, solver.Position) == position
    for contract in preferans.Contract:
        assert read_back(contract, preferans.Contract) is contract
    for denomination in Denomination:
        doubled = bridge.Contract(3, denomination, 1)
        assert read_back(doubled, bridge.Contract, Denomination) == doubled
