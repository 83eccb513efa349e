"""The boards of an event: dealt without a choice, checked, and set by hand at tables that do not play them.

They are dealt by `fairdeal/1` (docs/fair.md) with the event as its table and the board's number as its deal.
Commitments are published before, every entrant may give a nonce, and `kozyr deal --verify` checks the reveals after the
session.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import msgspec

from kozyr.cards import Seat
from kozyr.deals import Layout, Pack, Reveal, Share, deal_seed, reveal, seed_commitment
from kozyr.games.refusal import Refused
from kozyr.solver.bridge import Par
from kozyr.tournaments.movements import Movement, Round, lying

_SEATS = tuple(Seat)
MISERE: Final = "misere"


def mark(number: int, players: int) -> Seat:
    """The seat of a board that has the word dealer, by its number: N for the first, then clockwise (PT-I.1, PT-I.4)."""
    return _SEATS[(number - 1) % players]


def commitments(master: bytes, event: str, numbers: Iterable[int]) -> dict[int, str]:
    """The published commitment of each board, before the first nonce is given.

    Raises:
        ValueError: the master secret is shorter than 32 bytes.
    """
    return {number: seed_commitment(event, number, deal_seed(master, event, number)) for number in numbers}


class Dealt(NamedTuple):
    """A board as its box has it."""

    number: int
    mark: Seat
    """The seat that has the word dealer."""
    layout: Layout
    vulnerability: str = ""
    """At bridge, where the file says it; empty: that of the number."""


def dealt(
    master: bytes, event: str, number: int, pack: Pack, mark: Seat, holders: Sequence[Seat], shares: tuple[Share, ...]
) -> tuple[Dealt, Reveal]:
    """A board that the event's secret deals to these seats, and its proof for after the session.

    Raises:
        ValueError: a share is wrong.
    """
    told = reveal(deal_seed(master, event, number), event, number, pack, tuple(holders), shares)
    return Dealt(number, mark, Layout.parse(told.cards)), told


class Worth(NamedTuple):
    """The worth of a board with all cards seen and best play of all."""

    tricks: Mapping[str, Mapping[Seat, int]]
    """The tricks of every declarer in every denomination, as `tricks["NT"][Seat.N]`; in preferans with the talon and the best discard."""
    misere: Mapping[Seat, int] | None = None
    """In preferans, how many each takes at misère."""
    par: Par | None = None
    """The par, at bridge."""
    makes: Mapping[Seat, str] = {}
    """In preferans, the highest contract that each hand makes, as `7H` or `misere`; hands that make none are left out."""

    @property
    def table(self) -> dict[str, Mapping[Seat, int]]:
        """The tricks of every declarer, misère among the denominations."""
        return {**self.tricks, **({} if self.misere is None else {MISERE: self.misere})}


class BoardRecord(NamedTuple):
    """A board as a hand record has it."""

    number: int
    mark: Seat
    """The dealer, or with three at the table the first hand (PT-I.4, C-TOUR-2)."""
    layout: Layout
    vulnerability: str | None = None
    """Bridge has it, preferans has none."""
    worth: Worth | None = None


class Setting(NamedTuple):
    """An event whose boards are only on paper: the cards that each table sets in the first round, and the played rounds."""

    by_hand: Round
    movement: Movement


def set_by_hand(movement: Movement) -> Setting:
    """The movement of boards on paper: in the first round each table sets cards that it does not play (PT-I.2a).

    Entrants at a set in the first round meet it in no other, so that round is taken out and the rest is played.

    Raises:
        ValueError: there is no second round.
    """
    first, *others = movement.rounds
    if not others:
        raise Refused("one_round", "PT-I.2a")
    return Setting(first, msgspec.structs.replace(movement, rounds=tuple(others), copies=lying(others)))


def differs(record: Layout, found: Mapping[Seat, Iterable[str]]) -> tuple[str, ...]:
    """The faults of a box after play, a line for each pocket that differs from the record (PT-I.2, PT-I.3.4).

    found: the cards of each inspected pocket, as text.
    """
    lines = []
    for seat, cards in found.items():
        hand = record.hand(seat)
        due = {card.text for card in (record.rest if hand is None else hand)}
        there = set(cards)
        if there != due:
            missing, extra = " ".join(sorted(due - there)), " ".join(sorted(there - due))
            said = "; ".join(filter(None, (missing and f"{missing} missing", extra and f"{extra} too many")))
            lines.append(f"{seat.value}: {said}")
    return tuple(lines)


# --- interest ----------------------------------------------------------------------------------------------


class Interest(NamedTuple):
    """The interest of a board."""

    tricks: Fraction
    """The tricks that random cards throw away on average."""
    rivals: int
    """In preferans the hands that make a contract, in bridge the sides."""


def chosen(
    records: Iterable[BoardRecord], count: int, interest: Callable[[BoardRecord], Interest]
) -> tuple[BoardRecord, ...]:
    """The boards with the greatest interest, by number; of equal boards those with more rivals, then the first.

    interest: how interesting a board is, in its game.

    Raises:
        ValueError: there are fewer boards, or the worth of one is unknown.
    """
    order = sorted(records, key=lambda record: (*(-each for each in interest(record)), record.number))
    if len(order) < count:
        raise Refused("few_boards", count=count, boards=len(order))
    return tuple(sorted(order[:count], key=lambda record: record.number))
