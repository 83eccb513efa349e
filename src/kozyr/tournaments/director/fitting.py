"""Whether a ruling fits the movement: its board, table and round are there, its entrants sat down to the board. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from kozyr.games.refusal import Refusal, refusal
from kozyr.tournaments.director.entries import Decision
from kozyr.tournaments.director.state import At, Session, State
from kozyr.tournaments.director.verdicts import scores_of
from kozyr.tournaments.movements import Table

_WHOLE = 100  # per cent of all weights


class _Sat(NamedTuple):
    """A table in a round that was to play a board."""

    round: int
    table: Table


def unfit_place(state: State, at: At) -> Refusal | None:
    """Why there is no such board, table or round to rule upon; None: there is. 0: the ruling names none."""
    session = state.session
    if session is None:
        return refusal("nobody_seated") if at.board or at.table or at.round else None
    rounds = range(1, len(session.movement.rounds) + 1)
    if at.round and at.round not in rounds:
        return refusal("no_such_round", at=at, round=at.round, most=len(rounds))
    some = (at.round,) if at.round else rounds
    tables = [one for nth in some for one in session.turn(nth).tables]
    if at.table and at.table not in {one.table for one in tables}:
        return refusal("few_tables", at=at, most=max(one.table for one in tables))
    if at.board and not any(_plays(state, one, at) for one in _sat(session, at)):
        return refusal("no_such_board", at=at, boards=_spans(session, at))
    return None


def _sat(session: Session, at: At) -> Iterator[_Sat]:
    """The tables of the rounds that a place names."""
    for nth, turn in enumerate(session.movement.rounds, 1):
        for table in turn.tables:
            if at.round in {0, nth} and at.table in {0, table.table}:
                yield _Sat(nth, table)


def _plays(state: State, one: _Sat, at: At) -> bool:
    """Whether a table was to play the board in that round, or has played it out of turn."""
    if at.board in one.table.boards:
        return True
    here = (len(state.sessions), one.round, one.table.table, at.board)
    return any((row.session, row.round, row.table, row.board) == here for row in (*state.rows, *state.extra))


def _spans(session: Session, at: At) -> str:
    """The boards that a place has, for people: `1-4, 9`."""
    some = sorted({board for one in _sat(session, at) for board in one.table.boards})
    found: list[list[int]] = []
    for board in some:
        if found and board == found[-1][-1] + 1:
            found[-1].append(board)
        else:
            found.append([board])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in found) or "-"


def unfit(state: State, at: At, decision: Decision) -> Refusal | None:
    """Why a decision cannot be upon this board; None: it can. at: its table and round may be left open."""
    if decision == Decision():
        return None
    return _in_itself(state, at, decision) or _of_strangers(state, at, decision)


def _in_itself(state: State, at: At, decision: Decision) -> Refusal | None:
    kinds = (decision.artificial, decision.assigned, decision.weighted, decision.dropped)
    given = [who for kind in kinds for who in kind]
    if twice := sorted(who for who in set(given) if given.count(who) > 1):
        return refusal("two_scores", "PT-I.11.2.B", at=at, name=state.name(twice[0]))
    if decision.room and not _of_teams(state):
        return refusal("no_rooms", at=at)
    for who, outcomes in decision.weighted.items():
        if sum(weight for weight, _ in outcomes) != _WHOLE:
            return refusal("weights_sum", at=at, name=state.name(who), sum=sum(weight for weight, _ in outcomes))
    if state.event.scoring != "whists":
        for who, scores in _scores(decision).items():
            if odd := next((score for score in scores if "/" in score or int(score) % 10), None):
                return refusal("tens", at=at, name=state.name(who), score=odd)
    return None


def _scores(decision: Decision) -> Mapping[int, tuple[str, ...]]:
    """The scores that it gives, as exact texts, by entrant."""
    return {who: tuple(str(score) for _, score in outcomes) for who, outcomes in scores_of(decision).items()}


def _of_teams(state: State) -> bool:
    return state.event.scoring in {"team_imps", "board_a_match"}


def _of_strangers(state: State, at: At, decision: Decision) -> Refusal | None:
    session = state.seated()  # `unfit_place` was asked
    everywhere = At(at.session, 0, 0, at.board)
    sat = [one for one in _sat(session, everywhere) if _plays(state, one, everywhere)]
    sat = [one for one in sat if at.board in one.table.boards] or sat
    there = {who for one in sat for who in session.entrants(one.table).values()}
    there |= {who for row in state.rows_of(len(state.sessions), at.board) for who in row.seats.values()}
    for who in decision.entrants:
        if who in state.entrants and who not in there:
            return refusal("not_at_board", at=at, name=state.name(who), board=at.board)
    played = {(one.table.table, one.round) for one in sat}
    for table, round_ in decision.fouled:
        if (table, round_) not in played:
            return refusal("fouled_elsewhere", "PT-I.10.A", at=at, table=table, round=round_, board=at.board)
    return None
