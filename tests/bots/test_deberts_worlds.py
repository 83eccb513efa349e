"""What a view of deberts leaves open: the truth always, and no deal that the rules have ruled out."""

import random
from collections.abc import Callable, Iterator

from kozyr.bots.deberts.worlds import Field, field
from kozyr.cards import CardSet, Seat
from kozyr.deals import DEBERTS
from kozyr.games import Deal, Progress
from kozyr.games.deberts import State, View, agree, start
from kozyr.games.deberts.ranks import STRENGTH
from kozyr.games.deberts.terms import SEATS
from kozyr.testing import dealt


def moments(deals: int, seed: int) -> Iterator[State]:
    """Every moment of some deals of a party, played at random."""
    chance = random.Random(seed)
    progress = Progress.start(start(agree("moscow")))
    for _ in range(deals):
        if progress.match.finished:
            progress = Progress.start(start(agree("moscow")))
        match = progress.match
        progress = progress.apply(Deal(str(dealt(DEBERTS, match.next_deal().holders, chance))))
        while progress.match is match and isinstance(progress.state, State):
            yield progress.state
            progress = progress.apply(chance.choice(progress.state.legal()))


def broken(view: View, hands: dict[Seat, CardSet]) -> str:
    """What these hands contradict; counted once more from the rules, trick by trick, with what was held then."""
    later: dict[Seat, int] = {seat: hand.bits for seat, hand in hands.items()}
    for seat, hand in hands.items():
        if len(hand) != view.hands[seat].count:
            return "count"
        shown = view.hands[seat].cards
        if shown is not None and hand != CardSet.of(shown):
            return "own cards"
        if CardSet.of(view.hands[seat].known) - hand:
            return "named cards"
    if hands[Seat.N] & hands[Seat.S]:
        return "twice"
    lying = CardSet.of(card for card in (view.upcard, view.bottom) if card)
    if lying & (hands[Seat.N] | hands[Seat.S]):
        return "lies on the table"
    for trick in reversed(view.history):
        for seat, card in reversed(trick.cards):
            if later[seat] & card.bit:
                return "played"
            later[seat] |= card.bit
        (_, led), (seat, card) = trick.cards
        assert view.trump is not None
        held, strength = CardSet(later[seat]), STRENGTH[view.trump]
        if held.suit(led.suit) and card.suit is not led.suit:
            return "follow"
        if not held.suit(led.suit) and held.suit(view.trump) and card.suit is not view.trump:
            return "trump"
        higher = [one for one in held.suit(view.trump) if strength[one.index] > strength[led.index]]
        if led.suit is view.trump and higher and card not in higher:
            return "overtrump"
    return ""


def test_no_world_breaks_a_rule(share: Callable[[int], int]) -> None:
    chance, tricks = random.Random(2), 0
    for state in moments(share(400), seed=5):
        for seat in (*SEATS, None):
            view = state.view(seat)
            found: Field = field(view)
            real = {place: state.hand(place) for place in SEATS}
            assert not broken(view, real)
            for dealt_cards in (*found.puzzle.draw(3, chance), _number(found, real)):
                assert not broken(view, found.world(dealt_cards))
            tricks += len(view.history)
    assert tricks > 1000


def _number(found: Field, real: dict[Seat, CardSet]) -> tuple[int, ...]:
    """The truth as the puzzle would deal it: it must be among what the puzzle allows."""
    dealt_cards = [real[seat].bits & ~found.known[seat] for seat in found.hidden]
    for bits, may, room in zip(dealt_cards, found.puzzle.may, found.puzzle.room, strict=False):
        assert not bits & ~may
        assert bits.bit_count() == room
    return tuple(dealt_cards)
