"""Cards that touch: between two of a hand stands no card of another one, so that it makes no difference which is played."""

from __future__ import annotations

from collections.abc import Iterable

from kozyr.cards import CARDS
from kozyr.games import Event, Play


def alike(events: Iterable[Event], others: int) -> tuple[frozenset[Event], ...]:
    """The choices in groups; others: the cards of the other hands and of the trick, as bits of a `CardSet`."""
    plays = {event.card: event for event in events if isinstance(event, Play)}
    groups: list[set[Event]] = []
    for suit in dict.fromkeys(card.suit for card in plays):
        row = sorted((card for card in CARDS if card.suit is suit), key=lambda card: card.rank.position)
        apart = True
        for card in row:
            if card in plays:
                if apart:
                    groups.append(set())
                groups[-1].add(plays[card])
                apart = False
            elif card.bit & others:
                apart = True
    rest = [frozenset({event}) for event in events if event not in plays.values()]
    return (*map(frozenset, groups), *rest)
