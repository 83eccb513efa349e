"""A cup of the club: its tables, the worth of their records played again, and its boards (PT-M).

Boards are dealt by `fairdeal/1` from the event's secret, as many as an editor wants to look at. The editor chooses
boards and cannot compose their cards. An entrant sits at N of an own table for each issue, against bots whose chance
follows from the boards.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

import msgspec

from kozyr.club.acts import TableTerms
from kozyr.club.event.boards import Seat, online
from kozyr.club.event.tournament import Tournament
from kozyr.club.files import Deals
from kozyr.club.table.course import PLACED, Placed
from kozyr.club.table.seats import NICKS
from kozyr.club.table.setup import Person, Setup
from kozyr.club.table.table import Step, Table
from kozyr.deals import Reveal
from kozyr.games.refusal import Refused
from kozyr.store import Entry
from kozyr.tournaments.boards import commitments
from kozyr.tournaments.part import alone, dealing, revealed_alone

BOARDS: Final = 9999  # the greatest number of a board


def lottery_seed(master: bytes, event: str) -> bytes:
    """The seed of a cup's lottery; the announcement commits to it (PT-M.4)."""
    return hashlib.sha256(f"kozyr cup lottery|{event}|".encode() + master).digest()


def bound(at: Tournament, boards: Sequence[int], master: bytes) -> dict[int, str]:
    """The commitments to the boards of an issue, which are published with it."""
    return commitments(master, at.setup.id, boards)


def board_reveal(game: str, event: str, board: int, master: bytes) -> Reveal:
    """The reveal of a board once its issue is over."""
    return revealed_alone(game, master, event, board)[1]


class Asked(msgspec.Struct, frozen=True):
    """A board that an editor asks about."""

    game: str
    event: str
    board: int
    master: bytes


class CupCandidate(msgspec.Struct, frozen=True):
    """A board that an editor may choose."""

    board: int
    cards: str
    """The deal."""
    first: str
    """The first hand."""
    tricks: str
    """The tricks that random cards throw away on it, as a fraction."""
    rivals: int
    """Hands that make a contract (docs/boards.md)."""


def weighed(asked: Asked) -> CupCandidate:
    """A board with the measure of its interest: half a second of the solvers."""
    dealt, told = revealed_alone(asked.game, asked.master, asked.event, asked.board)
    own = dealing(asked.game)
    found = own.interest(own.weighed(dealt, None))
    return CupCandidate(asked.board, told.cards, dealt.mark.value, str(found.tricks), found.rivals)


# --- tables ------------------------------------------------------------------------------------------------


def table_id(event: str, issue: int, entrant: int) -> str:
    """The id of an entrant's table for an issue: every setup gives the same one."""
    return hashlib.sha256(f"kozyr cup|{event}|{issue}|{entrant}".encode()).hexdigest()[:16]


def seat(at: Tournament, issue: int, entrant: int, master: bytes) -> Seat:
    """The table of an entrant's issue.

    Raises:
        Refused: the issue is not composed, or the entrant cannot play it.
    """
    cup, about, event = at.cup, at.setup.about, at.setup.id
    window = None if cup is None else cup.window(issue, entrant, at.state)
    account = next(iter(at.accounts_of(entrant)), None)
    if cup is None or window is None or account is None:
        raise Refused("issue_not_open", "PT-M.4", name=at.state.name(entrant), issue=issue)
    boards, own = tuple(sorted(cup.composed[issue].boards)), alone(about.game)
    name = at.state.name(entrant)
    others = [nick for nick in NICKS if nick != name]
    people = (Person(name, account), *(Person(nick, bot=cup.level) for nick in others[: own.players - 1]))
    dealt = tuple(revealed_alone(about.game, master, event, board)[0] for board in boards)
    told = tuple(own.said(one.number, one.mark) for one in dealt)
    deals = Deals(f"{event}/{issue}", about.name[:64], tuple(str(one.layout) for one in dealt), told)
    conventions = online(about, own.agreed(told))
    terms = msgspec.structs.replace(TableTerms().of(conventions), kibitzers=False, chat_in_play=False)
    setup = Setup(table_id(event, issue, entrant), about.game, about.preset, conventions, people, terms, deals=deals)
    return Seat(setup, Placed(event, 1, issue, entrant, people, boards, closes=window.closes))


def due(at: Tournament, issue: int, entrant: int) -> Due:
    """The facts that a record of an entrant's issue must match.

    Raises:
        Refused: the issue is not composed, or the entrant cannot play it.
    """
    window = None if at.cup is None else at.cup.window(issue, entrant, at.state)
    if at.cup is None or window is None:
        raise Refused("issue_not_open", "PT-M.4", name=at.state.name(entrant), issue=issue)
    return Due(at.setup.id, issue, entrant, tuple(sorted(at.cup.composed[issue].boards)), window.closes)


# --- the worth of a record -------------------------------------------------------------------------------------


class Due(msgspec.Struct, frozen=True):
    """The table of a record: the boards of its issue, and the end of the window."""

    event: str
    issue: int
    entrant: int
    boards: tuple[int, ...]
    closes: int


class Sent(msgspec.Struct, frozen=True):
    """The record of an issue as a table of the club has written it."""

    setup: Setup
    """The table as it was set up, with the card of that day."""
    due: Due
    master: bytes
    entries: tuple[Entry, ...]


class Told(msgspec.Struct, frozen=True):
    """The worth of a record: the whists of each deal, nought for unfinished ones; or the entry that does not follow."""

    whists: tuple[str, ...]
    wrong: str = ""
    lines: tuple[str, ...] = ()
    """Contract and result of each deal; empty: it is unfinished."""


def replayed(sent: Sent) -> Told:
    """A record played again: every deal from the seeds, every card of the entrant in time, the bots' cards as they fell (PT-M.2).

    Today's answers of the bots do not matter: a cup outlives their changes.
    """
    table, size = Table.open(sent.setup), len(sent.due.boards)
    for entry in sent.entries:
        try:
            wrong = _differs(sent, table, entry)
            table = table if wrong else table.after(entry)
        except ValueError as error:
            wrong = str(error)
        if wrong:
            return Told(("0",) * size, f"entry {entry.seq}: {wrong}", ("",) * size)
    match, own = None if table.course.progress is None else table.course.progress.match, alone(sent.setup.game)
    won, lines = ((), ()) if match is None else (own.won(match), own.lines(match))
    left = size - len(won)
    return Told(tuple(map(str, (*won, *(Fraction(0),) * left))), lines=(*lines, *("",) * left))


def _differs(sent: Sent, table: Table, entry: Entry) -> str:
    """Why an entry does not follow from the entries before it; empty: it does."""
    if entry.kind == PLACED:
        placed = msgspec.json.decode(entry.body, type=Placed)
        here = Due(placed.event, placed.round, placed.table, placed.boards, placed.closes or 0)
        return _other_cards(sent) if here == sent.due else "another table was placed"
    if entry.kind != "event":
        by_person = entry.kind == "table" and entry.seat is not None
        return "" if by_person else f"there is nothing of the kind {entry.kind} at a cup"
    if entry.cmd_id is not None:
        return "" if entry.ts < sent.due.closes else "the issue was over (PT-M.3)"
    duty = table.duty
    if duty is not None and duty.what == "deal":
        return _other_deal(sent, table, entry)
    by_bot = duty is not None and duty.place is not None and table.by_bot(duty.place)
    return "" if by_bot else "nobody was to do anything"


def _other_cards(sent: Sent) -> str:
    """Whether the table was set up with the cards to which the club is bound: those are the same for ever (docs/fair.md)."""
    asked = sent.due
    due = tuple(
        str(revealed_alone(sent.setup.game, sent.master, asked.event, board)[0].layout) for board in asked.boards
    )
    mine = () if sent.setup.deals is None else sent.setup.deals.cards
    return "" if mine == due else "its cards do not follow from the seeds"


def _other_deal(sent: Sent, table: Table, entry: Entry) -> str:
    due = table.deal(sent.master, entry.ts)
    if not isinstance(due, Step):
        return f"the game refuses it: {due}"
    same = (due.entry.seat, due.entry.body) == (entry.seat, entry.body)
    return "" if same else f"it does not follow from the seeds, which give {due.entry.body[:80]}"


# --- public parts ----------------------------------------------------------------------------------------------


def opened(at: Tournament, now: int) -> Iterator[int]:
    """The issues that can no longer be played."""
    for issue in sorted(() if at.cup is None else at.cup.composed):
        until = None if at.cup is None else at.cup.sealed_until(issue)
        if until is not None and until <= now:
            yield issue


def committed(at: Tournament) -> dict[int, str]:
    """The commitments to all boards that have been composed."""
    issues = () if at.cup is None else at.cup.composed.values()
    return {board: digest for one in issues for board, digest in sorted(one.boards.items())}


def reveals(at: Tournament, master: bytes, now: int) -> Iterator[Reveal]:
    """The reveals of the boards of finished issues."""
    for issue in opened(at, now):
        assert at.cup is not None
        for board in sorted(at.cup.composed[issue].boards):
            yield board_reveal(at.setup.about.game, at.setup.id, board, master)
