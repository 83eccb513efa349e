"""The desk's book: games, what is agreed on, calls and contracts to choose from, questions and laws, for a page to draw."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import msgspec

from kozyr.arbiter import lawbook
from kozyr.arbiter.desk.questions import ASKED, Asked
from kozyr.arbiter.ruling import Part
from kozyr.cards import Card, Seat
from kozyr.games import game
from kozyr.games.bridge.words import BIDS as BRIDGE_BIDS
from kozyr.games.preferans import Contract
from kozyr.games.preferans.words import BIDS as PREFERANS_BIDS

# The options that a law reads, game by game.
OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "preferans": (
        "laws", "irr.redeal_window", "irr.dealer_fine", "irr.talon_peek_fine", "irr.out_of_turn_call", "irr.illegal_contract",
        "irr.discard_peek", "irr.open_card_grounds", "irr.wrong_count_whister", "irr.record_error", "irr.late_correction",
        "contract.change", "allpass.talon", "unit", "deal.min_cut", "deal.talon_slot", "whist.plan_dispute",
        "whist.responsibility", "pool.target",
    ),
    "bridge": (),
    "deberts": ("min_cut",),
}  # fmt: skip
_BIDS: Final[Mapping[str, tuple[str, ...]]] = {
    "preferans": tuple(map(str, PREFERANS_BIDS)),
    "bridge": tuple(bid.token for bid in BRIDGE_BIDS),
    "deberts": ("S", "H", "D", "C"),
}
_CALLS: Final[Mapping[str, tuple[str, ...]]] = {
    "preferans": ("pass", *_BIDS["preferans"], "misere"),
    "bridge": ("pass", "X", "XX", *_BIDS["bridge"]),
    "deberts": ("pass", "order", *(f"order:{suit}" for suit in _BIDS["deberts"])),
}
_CONTRACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "preferans": (*_BIDS["preferans"], str(Contract.MISERE), str(Contract.ALLPASS)),
    "bridge": tuple(f"{bid}{double}" for bid in _BIDS["bridge"] for double in ("", "X", "XX")),
    "deberts": _BIDS["deberts"],
}
# For how many the desk has places: of five at preferans and of more at bridge some wait, and a hand that nobody plays is rare.
_PLAYERS: Final[Mapping[str, tuple[int, ...]]] = {"preferans": (3, 4), "bridge": (4,), "deberts": (2,)}


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
    return Book({name: _game(name) for name in ASKED}, laws(tuple(ASKED)))


def _game(name: str) -> DeskGame:
    rules = game(name)
    presets = {
        preset: str(getattr(agreed, "laws", "")) for preset, agreed in rules.presets.items() if _agreed(name, preset)
    }
    return DeskGame(
        presets=presets,
        options=OPTIONS[name],
        seatings=tuple(_seating(name, players) for players in _PLAYERS[name]),
        calls=_CALLS[name],
        contracts=_CONTRACTS[name],
        cards=rules.pack.cards,
        size=rules.pack.hands[0],
        rest=rules.pack.rest,
        incidents=ASKED[name],
    )


def _agreed(name: str, preset: str) -> bool:
    """Whether a preset is for as many as the desk has places for."""
    rules, players = game(name), _PLAYERS[name][0]
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
