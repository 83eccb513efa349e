"""The boards of an event: dealt so that nobody can choose them, set by hand at a table that does not play them, checked.

They are dealt by `fairdeal/1` (docs/fair.md) with the event as its table and the board's number as its deal: commitments
are published before, whoever comes gives a nonce, and the reveals after the session are checked by `kozyr deal --verify`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from kozyr.cards import Seat
from kozyr.deals import BRIDGE, PREFERANS, Layout, Reveal, Share, deal_seed, reveal, seed_commitment
from kozyr.games.bridge import Vulnerability
from kozyr.notation.preferans_boards import DealtBoard, Players, holders
from kozyr.solver.bridge import Par
from kozyr.tournaments.movements import Movement, Round, lying

_SEATS = tuple(Seat)


def mark(number: int, players: Players) -> Seat:
    """The seat of a board that bears the word dealer, by its number: N for the first, then clockwise (PT-I.1, PT-I.4)."""
    return _SEATS[(number - 1) % players]


def commitments(master: bytes, event: str, numbers: Iterable[int]) -> dict[int, str]:
    """What is published of each board before anybody gives a nonce.

    Raises:
        ValueError: the master secret is shorter than 32 bytes.
    """
    return {number: seed_commitment(event, number, deal_seed(master, event, number)) for number in numbers}


def preferans_reveal(
    master: bytes, event: str, number: int, players: Players, shares: tuple[Share, ...]
) -> tuple[DealtBoard, Reveal]:
    """A board of preferans, and what is published of it after the session.

    Raises:
        ValueError: a share is wrong.
    """
    seat = mark(number, players)
    told = reveal(deal_seed(master, event, number), event, number, PREFERANS, holders(players, seat), shares)
    return DealtBoard(number, seat, Layout.parse(told.cards)), told


def bridge_reveal(master: bytes, event: str, number: int, shares: tuple[Share, ...]) -> tuple[Layout, Reveal]:
    """A board of bridge, whose dealer and vulnerability are its number's (B-DUP-3), and what is published of it.

    Raises:
        ValueError: a share is wrong.
    """
    told = reveal(deal_seed(master, event, number), event, number, BRIDGE, _SEATS, shares)
    return Layout.parse(told.cards), told


class Worth(NamedTuple):
    """What a board is worth with all cards seen and everybody's best play.

    tricks: of every declarer in every denomination, as `tricks["NT"][Seat.N]`; in preferans with the talon and his best
    discard. misere: in preferans, how many each takes at misère. par: in bridge.
    """

    tricks: Mapping[str, Mapping[Seat, int]]
    misere: Mapping[Seat, int] | None = None
    par: Par | None = None


class BoardRecord(NamedTuple):
    """A board as a hand record has it. mark: the dealer, or with three at the table the first hand (PT-I.4, C-TOUR-2).

    vulnerability: bridge has it, preferans has none.
    """

    number: int
    mark: Seat
    layout: Layout
    vulnerability: Vulnerability | None = None
    worth: Worth | None = None


class Setting(NamedTuple):
    """An event whose boards are only on paper: who sets which cards in the first round, and the rounds that are played."""

    by_hand: Round
    movement: Movement


def set_by_hand(movement: Movement) -> Setting:
    """The first round is for setting the cards, which nobody who sets them plays (PT-I.2a).

    Whoever sits with a set in the first round meets it in no other, so that round is taken out and the rest is played.

    Raises:
        ValueError: there is no second round.
    """
    first, *others = movement.rounds
    if not others:
        raise ValueError("one round alone leaves nobody to play what is set (PT-I.2a)")
    return Setting(first, msgspec.structs.replace(movement, rounds=tuple(others), copies=lying(others)))


def differs(record: Layout, found: Mapping[Seat, Iterable[str]]) -> tuple[str, ...]:
    """What is wrong in a box after play, a line for each pocket that is not as the record has it (PT-I.2, PT-I.3.4).

    found: the cards of each pocket that was looked into, as text.
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
