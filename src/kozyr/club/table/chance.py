"""The seeds of a table's bots, so that every decision of theirs can be made again (docs/protocol.md)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec

from kozyr.club.table.course import Happened
from kozyr.club.table.table import Table
from kozyr.deals import Chance, deal_seed, reveal
from kozyr.games.rulings import LotDrawn, Ruled, TalonDrawn


def bot_seed(table: Table, master: bytes) -> int:
    """The seed of a bot at the next entry; the proof of this deal will show it.

    Raises:
        ValueError: the master secret is too short.
    """
    shuffle, placed, state = table.cut.shuffle, table.course.placed, table.deal_state
    if placed is not None and placed.boards and state is not None:
        board = placed.boards[state.terms.number - 1]
        return board_seed(deal_seed(master, placed.event, board), placed.event, board, table.course.running)
    # Of a table that deals from a file only the lot was shuffled, and its seed is no secret any more.
    deal = table.course.dealt if shuffle is None or table.setup.deals is not None else shuffle.deal
    return decision_seed(deal_seed(master, table.setup.id, deal), table.setup.id, table.seq + 1)


def drawn_lot(table: Table, master: bytes, among: int) -> int:
    """The next lot that a law draws in the running deal, from 0 (docs/fair.md, step 13).

    Raises:
        ValueError: the master secret is too short.
    """
    told = (effect for one in table.course.running if isinstance(one.event, Ruled) for effect in one.event.effects)
    nth = 1 + sum(isinstance(effect, (TalonDrawn, LotDrawn)) for effect in told)
    setup, shuffle, state = table.setup, table.cut.shuffle, table.deal_state
    holders = () if state is None else state.terms.holders
    shuffled = shuffle if setup.deals is None else None  # of a deal from a file there is nothing to prove
    deal = table.course.deals if shuffled is None else shuffled.deal
    shares = () if shuffled is None else shuffled.shares
    proof = reveal(deal_seed(master, setup.id, deal), setup.id, deal, setup.rules.pack, holders, shares)
    return Chance.of(proof).lot(nth, among)


def decision_seed(seed: bytes, table: str, entry: int) -> int:
    """The seed of a bot's decision, 63 bits. seed: the server's part of the deal. entry: the number of its event."""
    digest = hashlib.sha256(f"kozyr bot|{table}|{entry}|".encode() + seed).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def board_seed(seed: bytes, event: str, board: int, happened: Iterable[Happened]) -> int:
    """The seed of a bot's decision at an event, 63 bits.

    seed: the server's part of the board. happened: in its deal so far.

    It does not depend on the table or the moment, so the same play gets the same answer at every table.
    """
    course = [(one.seat, one.event) for one in happened if not one.struck]
    digest = hashlib.sha256(f"kozyr event bot|{event}|{board}|".encode() + msgspec.json.encode(course) + b"|" + seed)
    return int.from_bytes(digest.digest()[:8], "big") >> 1
