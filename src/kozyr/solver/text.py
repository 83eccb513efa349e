"""The words of questions and answers: seats, trumps, cards, tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kozyr.cards import Card, CardSet, Seat, Suit, parse_card

DENOMINATIONS: Final[Mapping[str, Suit | None]] = {
    "S": Suit.SPADES,
    "C": Suit.CLUBS,
    "D": Suit.DIAMONDS,
    "H": Suit.HEARTS,
    "NT": None,
}


def seat(text: str | None, what: str) -> Seat:
    """A seat by its letter. what: the seat's name in the error.

    Raises:
        ValueError: the letter is missing, or is no seat.
    """
    if text is None:
        raise ValueError(f"{what} is missing")
    if text not in Seat.__members__:
        raise ValueError(f"{what} is a seat, N, E, S or W, not {text!r}")
    return Seat(text)


def trump(text: str | None) -> Suit | None:
    """The trump suit of its letter; None: `NT`."""
    if text is None:
        raise ValueError("trump is missing")
    if text not in DENOMINATIONS:
        raise ValueError(f"unknown trump {text!r}: S, C, D, H or NT")
    return DENOMINATIONS[text]


def trick(text: str) -> tuple[Card, ...]:
    """Cards with blanks between."""
    return tuple(parse_card(word) for word in text.split())


def deal(text: str | None) -> str:
    """The deal that was asked about."""
    if text is None:
        raise ValueError("deal is missing")
    return text


def moves(moves: Mapping[Card, int]) -> dict[str, int]:
    """Each card's value, by the card's text."""
    return {card.text: value for card, value in moves.items()}


def by_seat(values: Mapping[Seat, int]) -> dict[str, int]:
    """Values by the letter of the seat."""
    return {seat.value: value for seat, value in values.items()}


def rows(table: Mapping[str, Mapping[Seat, int]]) -> dict[str, dict[str, int]]:
    """A table by denomination and seat."""
    return {name: by_seat(row) for name, row in table.items()}


def card_set(text: str) -> CardSet:
    """Cards with blanks between, none of them twice."""
    cards = trick(text)
    for at, card in enumerate(cards):
        if card in cards[:at]:
            raise ValueError(f"{card} stands twice")
    return CardSet.of(cards)
