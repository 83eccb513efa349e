"""The desk's book: games, what is agreed on, calls and contracts to choose from, questions and laws, for a page to draw."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from kozyr.arbiter import lawbook
from kozyr.arbiter.desk.part import Desk, desks
from kozyr.arbiter.desk.questions import Asked
from kozyr.arbiter.ruling import Part
from kozyr.cards import Card, Seat
from kozyr.games import game


class Seating(msgspec.Struct, frozen=True):
    """Who sits where in the deal that is told of. seats: clockwise; dealer: who deals; hands: who has cards, the first hand first."""

    players: int
    seats: tuple[Seat, ...]
    dealer: Seat
    hands: tuple[Seat, ...]


class DeskGame(msgspec.Struct, frozen=True):
    """What the desk knows of a game. presets: each with the laws that it follows, where the game has several; options: that a law reads.

    calls, contracts: to choose from, as written. cards: the pack; size: of a hand; rest: cards in no hand.
    """

    presets: Mapping[str, str]
    options: tuple[str, ...]
    seatings: tuple[Seating, ...]
    calls: tuple[str, ...]
    contracts: tuple[str, ...]
    cards: tuple[Card, ...]
    size: int
    rest: int
    incidents: tuple[Asked, ...]


class BookLaw(msgspec.Struct, frozen=True):
    """A law that can be ruled. game: whose, or `any`; part: what it is in the ruling on this incident."""

    law: str
    game: str
    incident: str
    part: Part


class Book(msgspec.Struct, frozen=True):
    """All that the desk asks, and all laws that it rules by."""

    games: Mapping[str, DeskGame]
    laws: tuple[BookLaw, ...]


def laws(names: tuple[str, ...]) -> tuple[BookLaw, ...]:
    """The laws of these games that can be ruled; those of competitions stand once."""
    found = {
        (law, tag := str(incident.__struct_config__.tag)): BookLaw(
            law, "any" if law.startswith("PT-") else name, tag, kind
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
    """Whether a preset is for as many as the desk has places for."""
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
