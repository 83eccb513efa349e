"""The facts of an event before its result is published, and the automatic beginning of rounds, by the regulations.

Pure.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from kozyr.tournaments.director.final import Standing, standing
from kozyr.tournaments.director.state import State, Written, lacks


def complete(state: State) -> frozenset[tuple[int, int]]:
    """The boards of each session that will not be played any more, as each table has its line, or a ruling instead.

    When a session has ended, tables of rounds that never began will not play.
    """
    due: dict[tuple[int, int], bool] = {}
    for nth, session in enumerate(state.sessions, 1):
        for number, turn in enumerate(session.movement.rounds, 1):
            never = session.ended_at is not None and number > session.begun
            for table in turn.tables:
                for board in table.boards:
                    waits = not never and lacks(state, nth, number, table, board)
                    due[nth, board] = due.get((nth, board), True) and not waits
    return frozenset(board for board, done in due.items() if done)


def open_to_all(state: State) -> State:
    """The state without the boards that are still to be played at a table, for live results (PT-I.9)."""
    some = complete(state)
    return replace(
        state,
        rows={at: row for at, row in state.rows.items() if (at.session, at.board) in some},
        decisions={board: decided for board, decided in state.decisions.items() if board in some},
    )


def is_live(state: State) -> bool:
    """Whether results are live, and there is a board whose results may be shown."""
    return state.event.regulations.tournament_results == "live" and bool(open_to_all(state).rows)


def so_far(state: State) -> Standing | None:
    """The public table: the published one, or the present one where the regulations allow it."""
    if state.published_at is not None:
        return standing(state)
    return standing(open_to_all(state)) if is_live(state) else None


def others(state: State, entrant: int) -> Iterator[Written]:
    """The lines of other tables on boards of this session that an entrant has played, where the regulations show them (PT-I.6)."""
    if state.event.regulations.tournament_rows != "others":
        return
    number = len(state.sessions)
    mine = {row.at.board for row in state.rows.values() if row.at.session == number and entrant in row.seats.values()}
    for at, row in sorted(state.rows.items()):
        if at.session == number and at.board in mine and entrant not in row.seats.values():
            yield row


def begins(state: State) -> int | None:
    """When the next round begins by itself, in seconds since 1970.

    None: the director begins it, or none comes (PT-I.4).

    It is counted from the end of the round before, of parties also of the session before; the director begins the first
    round of all.
    """
    rest, session = state.event.regulations.tournament_break_min, state.session
    if rest is None or session is None or session.ended_at is not None or session.begun != session.ended:
        return None
    before = session.rested_at if session.begun else _before(state)
    return None if before is None else before + 60 * rest


def _before(state: State) -> int | None:
    """The end of the session before this one, in an event of parties: the club seats the next one by itself."""
    of_parties = state.event.regulations.tournament_type != "duplicate"
    return state.sessions[-2].ended_at if of_parties and len(state.sessions) > 1 else None
