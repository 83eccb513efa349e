"""The desk's book: games, what is agreed on, calls and contracts to choose from, questions and laws, for a page to draw."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import msgspec

from kozyr.arbiter import lawbook
from kozyr.arbiter.desk.part import Desk, desks
from kozyr.arbiter.desk.questions import Asked
from kozyr.arbiter.ruling import Part
from kozyr.cards import Card, Seat
from kozyr.games import game

# The body of law of a paragraph, by the beginning of its id.
_BODIES: Final[Mapping[str, str]] = {
    "P": "codex-1996",
    "PC": "club-003",
    "PE": "codex-1996",
    "PT": "competitions",
    "B": "source-001",
    "D": "source-002",
    "LDB": "2017",
}


class Seating(msgspec.Struct, frozen=True):
    """The seats of the deal that people tell of."""

    players: int
    seats: tuple[Seat, ...]
    """The seats of the deal, clockwise."""
    dealer: Seat
    """The seat of the dealer."""
    hands: tuple[Seat, ...]
    """The seats with cards, the first hand first."""


class DeskGame(msgspec.Struct, frozen=True):
    """The desk's knowledge of a game, for the page."""

    presets: Mapping[str, str]
    """Each with the laws that it follows, where the game has several."""
    options: tuple[str, ...]
    """The options that a law reads."""
    seatings: tuple[Seating, ...]
    calls: tuple[str, ...]
    """The calls to choose from, as written."""
    contracts: tuple[str, ...]
    """The contracts to choose from, as written."""
    cards: tuple[Card, ...]
    """The cards of the pack."""
    size: int
    """How many cards a hand has."""
    rest: int
    """How many cards are in no hand."""
    incidents: tuple[Asked, ...]


class BookLaw(msgspec.Struct, frozen=True):
    """A law that can be ruled."""

    law: str
    game: str
    """The game of the law, or `any`."""
    incident: str
    part: Part
    """The part of the law in the ruling on this incident."""
    body: str = ""
    """The body of law that it stands in."""


class Book(msgspec.Struct, frozen=True):
    """All that the desk asks, and all laws that it rules by."""

    games: Mapping[str, DeskGame]
    laws: tuple[BookLaw, ...]


def laws(names: tuple[str, ...]) -> tuple[BookLaw, ...]:
    """The laws of these games that can be ruled; those of competitions stand once."""
    found = {
        (law, tag := str(incident.__struct_config__.tag)): BookLaw(
            law, "any" if law.startswith("PT-") else name, tag, kind, _BODIES[law.partition("-")[0]]
        )
        for name in names
        for law, (incident, kind) in lawbook(name).items()
    }
    return tuple(found.values())


@lru_cache(maxsize=1)
def book() -> Book:
    """The book; it does not change."""
    found = desks()
    return Book({name: _game(name, own) for name, own in found.items()}, laws(tuple(found)))


def _game(name: str, own: Desk) -> DeskGame:
    rules = game(name)
    presets = {
        preset: str(getattr(agreed, "laws", ""))
        for preset, agreed in rules.presets.items()
        if _agreed(name, preset, own.players[0])
    }
    return DeskGame(
        presets=presets,
        options=own.options,
        seatings=tuple(_seating(name, players) for players in own.players),
        calls=own.calls,
        contracts=own.contracts,
        cards=rules.pack.cards,
        size=rules.pack.hands[0],
        rest=rules.pack.rest,
        incidents=own.asked,
    )


def _agreed(name: str, preset: str, players: int) -> bool:
    """Whether a preset is for a number of players for which the desk has places."""
    rules = game(name)
    try:
        rules.start(rules.choose(preset, {}, players, "record"), players)
    except ValueError:
        return False
    return True


def _seating(name: str, players: int) -> Seating:
    rules = game(name)
    agreed = rules.choose(next(iter(rules.presets)), {}, players, "record")
    terms = rules.start(agreed, players).next_deal()
    after = terms.seats.index(terms.dealer) + 1
    order = terms.seats[after:] + terms.seats[:after]
    return Seating(players, terms.seats, terms.dealer, tuple(seat for seat in order if seat in terms.holders))
