"""What a viewer of a deal of preferans may know, counted once more from the rules, and what a text shows."""

import re

from kozyr.cards import Card, CardSet, Seat
from kozyr.games.preferans import State

_CARD = re.compile(rb'"([SHDC][789TJQKA])"')


def shown(sent: bytes) -> CardSet:
    """The cards that stand in a text of the wire."""
    return CardSet.of(Card(found.decode()) for found in _CARD.findall(sent))


def known(state: State, viewer: Seat | None) -> CardSet:
    """The cards that a viewer of this running deal may know, counted once more from the rules."""
    c, terms = state.terms.conventions, state.terms
    bits = 0
    for trick in state.history:
        bits |= CardSet.of(card for _, card in trick.cards).bits
    bits |= CardSet.of(state.trick).bits
    if viewer is not None:
        bits |= state.dealt_hands[viewer.position]
    bidder = viewer is not None and viewer in terms.hands
    if bidder and terms.auction.blind and state.phase in {"auction", "invite"} and viewer is not None:
        lifted = viewer in state.auction.looked
        bits = bits if lifted else 0
    mine = viewer is not None and viewer is state.declarer
    allpass = state.contract is not None and state.contract.value == "allpass"
    if allpass:
        if c.allpass_talon == "opened":
            bits |= CardSet.of(state.talon[: min(2, len(state.history) + 1)]).bits
        bits |= CardSet.of(state.talon[: state.auction.taken]).bits  # opened without a word, as a pass
    elif state.phase in {"discard", "contract", "whist", "play"} and not state.auction.hand:
        if mine or not state.auction.dark:
            bits |= CardSet.of(state.talon).bits
    elif state.auction.taken == 1:
        bits |= state.talon[0].bit
    if state.phase == "play" and not allpass:
        misere = state.contract is not None and state.contract.value == "misere"
        checked = not state.defence.whisters and not misere
        led = bool(state.history or state.trick)
        waits = (misere or not c.whist_light_before_declarer_lead) and terms.hands[0] is state.declarer
        for seat in terms.holders:
            if seat is terms.dummy and bidder and viewer is not state.declarer:
                bits |= state.dealt_hands[seat.position]
            if checked or (state.defence.open and seat is not state.declarer and (led or not waits)):
                bits |= state.dealt_hands[seat.position]
    if state.claim is not None:
        bits |= state.hands[state.claim.by.position] | state.dealt_hands[state.claim.by.position]
        if state.claim.by is state.declarer:
            bits |= CardSet.of(state.talon).bits & state.hands[state.declarer.position]
    if viewer is terms.dealer and terms.dealer_sits:
        if state.defence.peeked is not None:
            bits |= state.dealt_hands[state.defence.peeked.position]
        inviter = state.auction.invited
        if inviter is not None and (state.phase == "invite" or state.shared):
            bits |= state.dealt_hands[inviter.position] | (CardSet.of(state.talon).bits & state.hands[inviter.position])
    return CardSet(bits)
