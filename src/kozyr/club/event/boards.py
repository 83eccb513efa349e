"""The boards of an event that the club deals, and the tables that play them: all of it follows from the log and one secret."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping
from typing import Final, Literal, NamedTuple

import msgspec

from kozyr.club.acts import TableTerms
from kozyr.club.event import teams
from kozyr.club.event.tournament import Tournament
from kozyr.club.files import Deals
from kozyr.club.table.course import Placed
from kozyr.club.table.customs import customs
from kozyr.club.table.setup import Person, Setup
from kozyr.club.table.table import Table as ClubTable
from kozyr.club.wire import STAND_IN
from kozyr.deals import Layout, Reveal, Share, nonce_hash
from kozyr.games import Conventions, game, options
from kozyr.tournaments.director.entries import Event, Row
from kozyr.tournaments.director.results import party_line
from kozyr.tournaments.director.state import At, places
from kozyr.tournaments.movements import Table
from kozyr.tournaments.part import dealing, revealed

BOARDS: Final = 480  # to which the club is bound when an online event is announced


class Seat(NamedTuple):
    """A table of a round as the club sets it up."""

    setup: Setup
    placed: Placed


def shares(at: Tournament, board: int) -> tuple[Share, ...]:
    """The entrants' shares of a board, in the order of their names."""
    event = at.setup.id
    given = sorted((at.names[account], nonce) for account, nonce in at.nonces.items())
    return tuple(Share(name, nonce_hash(event, board, name, bytes.fromhex(nonce)), nonce) for name, nonce in given)


def unsealed(at: Tournament) -> tuple[int, ...]:
    """The boards that will not be played any more, as all their tables have written lines, or the result is published.

    When a session has ended, tables of rounds that never began will not play; those of a round that ended too early
    play on.
    """
    due: dict[int, bool] = {}
    for number, session in enumerate(at.state.sessions if at.online else (), 1):
        for nth, turn in enumerate(session.movement.rounds, 1):
            never = session.ended_at is not None and nth > session.begun
            for table in turn.tables:
                for board in table.boards:
                    done = never or teams.played(at.state, number, nth, table, (board,))
                    due[board] = due.get(board, True) and done
    return tuple(sorted(board for board, done in due.items() if done or at.state.published_at is not None))


def opened(at: Tournament, placed: Placed, number: int, now: int) -> bool:
    """Whether the nth deal of a table is to be played at no table of its event any more, by anybody. now: of a cup's windows."""
    if not 1 <= number <= len(placed.boards):
        return False
    board = placed.boards[number - 1]
    if at.cup is None:
        return board in unsealed(at)
    issues = [issue for issue, one in at.cup.composed.items() if board in one.boards]
    until = [at.cup.sealed_until(issue) for issue in issues]
    return bool(until) and all(one is not None and one <= now for one in until)


def shows(at: Tournament, placed: Placed, account: str, now: int) -> bool:
    """Whether an account without a seat at a table may look at it afterwards: all may, once the result is published.

    Of a day's deal and of a challenge all may, once its window has closed. now: of that window.

    Before that only spectators who take no part may: in the open room of a match of teams, once its series is no
    longer sealed (B-TEAM-1).
    """
    if at.state.published_at is not None:
        return True
    if at.cup is not None and at.cup.kind != "cup":
        return opened(at, placed, 1, now)
    return placed.room == "open" and shows_open(at, placed.boards, account)


def shows_open(at: Tournament, boards: Collection[int], account: str) -> bool:
    """Whether an account may look at a table of an open room that has played these boards."""
    return at.state.published_at is not None or (not at.takes_part(account) and set(boards) <= set(unsealed(at)))


def reveals(at: Tournament, master: bytes) -> Iterator[Reveal]:
    """The reveals of the boards that are no longer sealed."""
    players = _players(at)
    for board in unsealed(at):
        yield _dealt(at, board, players[board], master)[2]


def dealt(at: Tournament, master: bytes) -> Iterator[tuple[int, Layout, int]]:
    """The boards that are sealed no longer: number, cards, and for how many at a table."""
    players = _players(at)
    for board in unsealed(at):
        yield board, Layout.parse(_dealt(at, board, players[board], master)[0]), players[board]


def _players(at: Tournament) -> dict[int, int]:
    return {
        board: len("".join(one.seats))
        for session in at.state.sessions
        for turn in session.movement.rounds
        for one in turn.tables
        for board in one.boards
    }


class Sitting(NamedTuple):
    """The people and the boards of a sitting: a table of a round, or one room of a match of teams in a series."""

    session: int
    round: int
    table: int
    room: Literal["", "open", "closed"]
    series: int
    boards: tuple[int, ...]
    people: Mapping[str, tuple[int, str]]
    """By seat: the entrant and the name of its player."""

    def id(self, event: str) -> str:
        """The id of its table at the club: every setup gives the same one."""
        return table_id(event, self.session, self.round, self.table, self.room, self.series)

    def done(self, at: Tournament) -> bool:
        """Whether it has written all its lines, or that of its party."""
        if not self.boards:
            return At(self.session, self.round, self.table, 0) in at.state.parties
        return all(At(self.session, self.round, self.table, one, self.room) in at.state.rows for one in self.boards)


def table_id(event: str, session: int, round_: int, table: int, room: str = "", series: int = 0) -> str:
    """The name of a table of an event."""
    which = f"|{room}|{series}" if room else ""
    return hashlib.sha256(f"kozyr table|{event}|{session}|{round_}|{table}{which}".encode()).hexdigest()[:16]


def sittings(at: Tournament, number: int, round_: int, table: Table) -> Iterator[Sitting]:
    """The sittings of a table in a round of a session.

    A match of teams has one for each series with named fours, once the one before is played.
    """
    session = at.state.sessions[number - 1]
    seats = session.entrants(table)
    if "A" not in seats:
        people = {
            letter: (entrant, _member(at, entrant, nth))
            for line_, entrant in seats.items()
            for nth, letter in enumerate(line_)
        }
        yield Sitting(number, round_, table.table, "", 0, tuple(table.boards), people)
        return
    for one in teams.series(at.state, session, table):
        if one.names is not None:
            return
        for room in teams.ROOMS:
            boards = teams.order(room, one.boards)
            yield Sitting(number, round_, table.table, room, one.nth, boards, teams.sitting(one, seats, room))
        if not teams.played(at.state, number, round_, table, one.boards):
            return


def seat(at: Tournament, sitting: Sitting, master: bytes) -> Seat:
    """A table of a round: its people, bots for those without an account, and its boards."""
    about, number = at.setup.about, at.setup.id
    people = tuple(player(at, *sitting.people[letter]) for letter in sorted(sitting.people, key="NESW".index))
    table, deals, dealer = sitting.id(number), None, 0
    if sitting.boards:
        dealt = [_dealt(at, board, len(people), master) for board in sitting.boards]
        told = tuple(said for _, said, _ in dealt)
        deals = Deals(f"{number}/{sitting.round}", about.name[:64], tuple(cards for cards, _, _ in dealt), told)
        conventions = _agreed(at, deals)
    else:
        dealer = int(table, 16) % len(people)
        conventions = online(about, about.length)  # of preferans as long as the regulations have it (PT-II.1)
    terms = msgspec.structs.replace(TableTerms().of(conventions), kibitzers=False, chat_in_play=False)
    setup = Setup(table, about.game, about.preset, conventions, people, terms, deals=deals)
    placed = Placed(
        number,
        sitting.session,
        sitting.round,
        sitting.table,
        people,
        sitting.boards,
        dealer,
        room=sitting.room,
        stand_ins=at.stand_ins,
    )
    return Seat(setup, placed)


def _member(at: Tournament, entrant: int, nth: int) -> str:
    entered = at.state.entrants[entrant]
    return entered.members[nth] if entered.members else entered.name


def player(at: Tournament, entrant: int, name: str) -> Person:
    """The person under this name of an entrant, or the substitute; a bot, where that person has no account."""
    name = places(at.state, entrant).get(name, name)
    account = at.known.get(name)
    return Person(name, account, STAND_IN if account is None else None)


def _dealt(at: Tournament, board: int, players: int, master: bytes) -> tuple[str, str, Reveal]:
    """A board's cards, its mark as the conventions write it, and its future proof."""
    about = at.setup.about
    found, told = revealed(about.game, master, at.setup.id, board, players, shares(at, board))
    return str(found.layout), dealing(about.game).said(board, at.state.marked(board, players)), told


def _agreed(at: Tournament, deals: Deals) -> Conventions:
    about = at.setup.about
    return online(about, dealing(about.game).agreed(deals.boards))


def online(about: Event, changes: Mapping[str, object]) -> Conventions:
    """The conventions of an event for its tables at the club, with changes by the boards or the regulations.

    They are those of the day on which it was announced: nothing of them is asked again.
    """
    usual = {name: value for name, value in customs(about.game).online.items() if name not in about.changes}
    return options.change(about.conventions, {**usual, **changes}, game(about.game).groups)


def written(at: Tournament, table: ClubTable) -> Iterator[Row]:
    """The lines of the boards of a table whose score is written, as it writes them; of a party one, once it is over."""
    placed, progress = table.course.placed, table.course.progress
    if placed is None or progress is None:
        return
    match = progress.match
    if not placed.boards:
        if table.finished:
            yield Row(table=placed.table, board=0, round=placed.round, result=_party(at, table))
        return
    for board, outcome in zip(placed.boards, match.history[: table.course.written], strict=False):
        result = at.state.boards.line(outcome, at.state.board_at(board, match.names, placed.room))
        yield Row(table=placed.table, board=board, round=placed.round, room=placed.room, result=result)


def _party(at: Tournament, table: ClubTable) -> str:
    """The result of each player by place, and the number of deals; with the number of positive ones, where that counts (PT-III.3)."""
    match, placed = table.progress.match, table.course.placed
    assert placed is not None
    agreed = at.setup.about.regulations
    if agreed.tournament_type != "compensation" or agreed.comp_scheme != "xy_column":
        return party_line(match.results, len(match.history))
    now = table.setup.rules.start(table.setup.conventions, len(placed.people), placed.dealer, logged=True)
    positive = dict.fromkeys(now.names, 0)
    for outcome in match.history:
        before, now = now.results, now.recorded(outcome)
        for name, won in now.results.items():
            positive[name] += won > before[name]
    return party_line(match.results, len(match.history), positive)
