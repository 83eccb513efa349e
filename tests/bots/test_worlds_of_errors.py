"""Worlds at tables where people err: what a revoke has shown to be false is forgotten, and nothing besides."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from kozyr.bots.bridge.worlds import field as bridge_field, worlds as bridge_worlds
from kozyr.bots.deberts.worlds import field as deberts_field
from kozyr.bots.preferans import likelihood
from kozyr.bots.preferans.worlds import field as preferans_field
from kozyr.cards import Card, CardSet, Seat, Suit
from kozyr.club.table.setup import Setup
from kozyr.games import bridge, deberts, preferans
from kozyr.games.contract import AnyState, AnyView
from kozyr.solver.integers import mask_of
from tests.judged import Live, evening, party, rubber
from tests.test_judged_tables import SIX, played


def moments(setup: Setup, seeds: range) -> Iterator[tuple[AnyState, AnyView]]:
    """Every view of whoever plays a card, over evenings where people revoke and say nothing."""
    for seed in seeds:
        for live in evening(setup, seed, errors=0.0, revokes=0.2):
            state = live.table.deal_state
            if state is not None and state.phase == "play" and state.actor is not None:
                yield state, state.view(state.actor)


def shown(view: AnyView, seat: Seat) -> tuple[set[Suit], set[Suit]]:
    """Suits that a seat has not followed: those that it has not played since, and those that it has."""
    gone: set[Suit] = set()
    false: set[Suit] = set()
    for cards in (*(trick.cards for trick in view.history), view.trick):
        for who, card in cards:
            if who is seat:
                if card.suit in gone:
                    gone.discard(card.suit)
                    false.add(card.suit)
                if card.suit is not cards[0][1].suit:
                    gone.add(cards[0][1].suit)
                    false.discard(cards[0][1].suit)
    return gone, false


def test_a_revoke_at_bridge_makes_a_bot_forget_that_void_alone() -> None:
    seen: Counter[str] = Counter()
    chance = random.Random(1)
    for _, view in moments(rubber(), range(2)):
        assert isinstance(view, bridge.View)
        found = bridge_field(view)
        for at, void in zip(found.hidden, found.void, strict=True):
            gone, false = shown(view, tuple(Seat)[at])
            known = CardSet(found.seen[at])
            assert all(suit.bits & void or known.suit(suit) for suit in gone)
            assert not any(suit.bits & void for suit in false)
            seen["kept"] += len(gone)
            seen["forgotten"] += len(false)
        if seen["worlds"] < 40 and chance.random() < 0.2:
            for world, _ in bridge_worlds(found, 2, chance):
                assert all(bits.bit_count() == view.hands[seat].count for seat, bits in zip(Seat, world, strict=True))
                seen["worlds"] += 1
    assert min(seen["kept"], seen["forgotten"], seen["worlds"]) > 5, seen


@pytest.mark.rule("D-BAIT-3", "D-PLAY-3")
def test_worlds_of_deberts_know_voids_where_errors_are_possible() -> None:
    """What the cards prove ends the deal there, so voids that cards have shown stand unless they contradict themselves."""
    seen: Counter[str] = Counter()
    for state, view in moments(party(), range(6)):
        assert isinstance(view, deberts.View)
        assert isinstance(state.plain, deberts.State)
        found = deberts_field(view)
        for nth, seat in enumerate(found.hidden):
            gone, _ = shown(view, seat)
            lacking = sum(suit.bits for suit in gone)
            may = found.puzzle.may[nth]
            true = not CardSet(state.holding(seat)).bits & lacking
            seen["true" if true and gone else "false" if gone else "none"] += 1
            if gone and not may & lacking:
                seen["kept"] += 1
            hands = found.world(found.puzzle.draw(1, random.Random(2))[0])
            assert all(len(hand) == view.hands[place].count for place, hand in hands.items())
    assert min(seen["true"], seen["false"], seen["kept"]) > 3, seen


def led_out_of_turn() -> Live:
    """S has led the king of diamonds out of turn, and E has N lead diamonds: the king lies open."""
    live = played(SIX)
    live.does(Seat.S, "DK")
    live.calls(Seat.E, 9)
    live.chooses(Seat.E, 2)
    return live


@pytest.mark.rule("P-3.9.14.1")
def test_a_card_that_lies_open_is_in_its_owners_hand_in_every_world() -> None:
    live = led_out_of_turn()
    for viewer in (Seat.E, Seat.N):
        view = live.state.view(viewer)
        assert isinstance(view, preferans.View)
        found = preferans_field(view)
        assert found.puzzle is not None
        for dealt in found.puzzle.sample(20, random.Random(3)):
            world = found.world(dealt)
            assert world[found.seats.index(Seat.S)] & mask_of([Card.DK])
            assert sum(bits.bit_count() for bits in world) + sum(bits.bit_count() for bits in found.played) == 32


def test_a_declarers_card_that_lies_open_was_not_put_away() -> None:
    live = played(SIX)
    live.does(Seat.E, "expose:E:D7")
    view = live.state.view(Seat.S)
    assert isinstance(view, preferans.View)
    found = preferans_field(view)
    chance = random.Random(5)
    imagined = likelihood.suppose(view, found, 40, chance)
    assert imagined.bought is not None
    east = found.seats.index(Seat.E)
    for world in imagined.worlds:
        whole = likelihood.discarded(world, imagined, found, chance)
        assert whole[east] & mask_of([Card.D7])
        assert whole[east].bit_count() == view.hands[Seat.E].count


def test_a_card_of_a_void_suit_that_lies_open_was_a_revoke() -> None:
    """E revokes in diamonds, and then shows one: it is there, and his other voids stand."""
    live = played(f"{SIX} C8 CT CQ DT")
    live.does(Seat.E, "H7")
    live.does(Seat.E, "expose:E:DJ")
    view = live.state.view(Seat.S)
    assert isinstance(view, preferans.View)
    found = preferans_field(view)
    assert found.puzzle is not None
    east = found.seats.index(Seat.E)
    for dealt in found.puzzle.sample(20, random.Random(3)):
        assert found.world(dealt)[east] & mask_of([Card.DJ])
