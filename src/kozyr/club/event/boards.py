"""The boards of an event that the club deals, and the tables that play them: all of it follows from the log and one secret."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from kozyr.club.acts import TableTerms
from kozyr.club.event.tournament import Tournament
from kozyr.club.files import Deals
from kozyr.club.table.course import Placed
from kozyr.club.table.setup import Person, Setup
from kozyr.club.wire import STAND_IN
from kozyr.deals import Reveal, Share, nonce_hash
from kozyr.games import game
from kozyr.games.preferans import Conventions, Outcome
from kozyr.tournaments.boards import preferans_reveal
from kozyr.tournaments.director.results import board_terms, line_of
from kozyr.tournaments.director.state import At
from kozyr.tournaments.movements import Table

BOARDS: Final = 60  # to which the club is bound when an online event is announced


class Seat(NamedTuple):
    """A table of a round as the club sets it up."""

    setup: Setup
    placed: Placed


def shares(at: Tournament, board: int) -> tuple[Share, ...]:
    """What those who take part have given for a board, in the order of their names."""
    event = at.setup.id
    given = sorted((at.names[account], nonce) for account, nonce in at.nonces.items())
    return tuple(Share(name, nonce_hash(event, board, name, bytes.fromhex(nonce)), nonce) for name, nonce in given)


def unsealed(at: Tournament) -> tuple[int, ...]:
    """The boards that nobody will play any more: every table that was to has written its line, or the session has ended."""
    session = at.state.session
    if session is None or not at.online:
        return ()
    due: dict[int, bool] = {}
    for nth, turn in enumerate(session.movement.rounds, 1):
        for table in turn.tables:
            for board in table.boards:
                written = At(1, nth, table.table, board) in at.state.rows
                due[board] = due.get(board, True) and written
    return tuple(sorted(board for board, done in due.items() if done or session.ended_at is not None))


def reveals(at: Tournament, master: bytes) -> Iterator[Reveal]:
    """What is published of the boards that are sealed no longer."""
    players = _players(at)
    for board in unsealed(at):
        yield preferans_reveal(master, at.setup.id, board, players[board], shares(at, board))[1]


def _players(at: Tournament) -> dict[int, int]:
    session = at.state.session
    assert session is not None
    return {board: len(one.seats) for turn in session.movement.rounds for one in turn.tables for board in one.boards}


def table_id(event: str, round_: int, table: int) -> str:
    """The name of a table of an event: whoever sets it up, and however often, it is the same one."""
    return hashlib.sha256(f"kozyr table|{event}|1|{round_}|{table}".encode()).hexdigest()[:16]


def seat(at: Tournament, round_: int, table: Table, master: bytes) -> Seat:
    """A table of a round: its people, bots for those who have no account, and its boards."""
    session, about, players = at.state.session, at.setup.about, len(table.seats)
    assert session is not None
    entrants = session.entrants(table)
    people = []
    for where in sorted(entrants, key="NESW".index):
        entrant = entrants[where]
        account = min(at.accounts_of(entrant), default=None)
        name = at.state.name(entrant) if account is None else at.names[account]
        people.append(Person(name, account, STAND_IN if account is None else None))
    marks = [at.state.marked(board, players) for board in table.boards]
    told = tuple(f"{board}:{mark.value}" for board, mark in zip(table.boards, marks, strict=True))
    cards = tuple(
        str(preferans_reveal(master, at.setup.id, board, players, shares(at, board))[0].layout)
        for board in table.boards
    )
    agreed = game("preferans").agree(about.preset, dict(about.changes), players)
    assert isinstance(agreed, Conventions)
    conventions = msgspec.structs.replace(agreed, length_mode="boards", length_deals=len(told), boards=told)
    id_ = table_id(at.setup.id, round_, table.table)
    terms = msgspec.structs.replace(TableTerms().of(conventions), kibitzers=False, chat_in_play=False)
    deals = Deals(f"{at.setup.id}/{round_}", about.name[:64], cards, told)
    setup = Setup(id_, "preferans", about.preset, conventions, tuple(people), terms, deals=deals)
    return Seat(setup, Placed(at.setup.id, 1, round_, table.table, tuple(people), table.boards))


def line(at: Tournament, placed: Placed, nth: int, outcome: Outcome) -> str:
    """The line of the nth board of a table, from 0, as it writes it."""
    players = len(placed.people)
    return line_of(outcome, board_terms(at.state.conventions, players, at.state.marked(placed.boards[nth], players)))
