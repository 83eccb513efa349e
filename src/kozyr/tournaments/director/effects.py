"""The changes of results by an entry: shown before it is entered, and beside the board afterwards. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal, TypeAlias

import msgspec

from kozyr.tournaments.director.final import points_of, standing
from kozyr.tournaments.director.matches import TeamMatch, matches
from kozyr.tournaments.director.state import State
from kozyr.tournaments.director.tables import boards
from kozyr.tournaments.director.verdicts import verdicts
from kozyr.tournaments.scoring import shown

_Key: TypeAlias = tuple[int, int, int]


class Effect(msgspec.Struct, frozen=True):
    """One result before an entry and after it."""

    of: Literal["match", "board", "total"]
    number: int
    """The table of a match, or the board; 0 of a total."""
    board: int
    """A board of the match; 0: the whole match."""
    entrants: tuple[int, ...]
    before: tuple[str, ...]
    """The result of each of them; empty: there was none."""
    after: tuple[str, ...]


def effects(before: State, after: State) -> tuple[Effect, ...]:
    """All results that an entry changes: matches and their boards, boards of pairs, totals."""
    if before.event.regulations.tournament_type != "duplicate":
        return ()
    return (*_of_matches(before, after), *_of_boards(before, after), *_of_totals(before, after))


def said(state: State, one: Effect) -> str:
    """An effect as commands print it: `match 3: 14:6 → 11:9`."""
    change = f"{_told(one.before)} → {_told(one.after)}"
    if one.of == "match":
        return f"match {one.number}{f', board {one.board}' if one.board else ''}: {change}"
    name = state.name(one.entrants[0])
    return f"{f'board {one.number}' if one.of == 'board' else 'total'}: {name} {change}"


def _told(values: tuple[str, ...]) -> str:
    return ":".join(values) or "-"


def _number(value: Fraction) -> str:
    return shown(value, 0 if value.denominator == 1 else 2)


def _numbers(*values: Fraction | None) -> tuple[str, ...]:
    return tuple("-" if value is None else _number(value) for value in values)


def _of_matches(before: State, after: State) -> Iterator[Effect]:
    was, now = _matches(before), _matches(after)
    for key in sorted(was.keys() | now.keys()):
        one, two = was.get(key), now.get(key)
        either = two or one
        assert either is not None
        sides = (either.home, either.away)
        had, has = (() if match is None else _numbers(*match.vp) for match in (one, two))
        if had != has:
            yield Effect("match", key[2], 0, sides, had, has)
        for board in sorted({*(one.boards if one else ()), *(two.boards if two else ())}):
            had, has = _on(one, board), _on(two, board)
            if had != has:
                yield Effect("match", key[2], board, sides, had, has)


def _matches(state: State) -> Mapping[_Key, TeamMatch]:
    if state.event.scoring not in {"team_imps", "board_a_match"}:
        return {}
    return {(one.session, one.round, one.table): one for one in matches(state)}


def _on(match: TeamMatch | None, board: int) -> tuple[str, ...]:
    if match is None or (board not in match.boards and board not in match.theirs):
        return ()
    return _numbers(match.boards.get(board), match.theirs.get(board))


def _of_boards(before: State, after: State) -> Iterator[Effect]:
    if before.event.scoring in {"team_imps", "board_a_match"}:
        return
    for nth in range(1, len(after.sessions) + 1):
        for board in sorted({*boards(before, nth), *boards(after, nth)}):
            if before.decisions == after.decisions and before.rows == after.rows:
                continue
            was, now = points_of(before, nth, board), points_of(after, nth, board)
            for who in sorted(was.keys() | now.keys()):
                if was.get(who) != now.get(who):
                    had, has = (() if who not in some else _numbers(some[who]) for some in (was, now))
                    yield Effect("board", board, 0, (who,), had, has)


def _of_totals(before: State, after: State) -> Iterator[Effect]:
    was, now = ({one.entrant: one.total for one in standing(state).places} for state in (before, after))
    for who in sorted(was.keys() | now.keys()):
        had, has = (() if who not in some else (shown(some[who]),) for some in (was, now))
        if had != has:
            yield Effect("total", 0, 0, (who,), had, has)


def ruled_scores(state: State, session: int, board: int, room: str | None = None) -> Mapping[int, str]:
    """The scores by rulings on a board instead of the reached ones, by entrant: `60 %`, `620 (60 %) -100 (40 %)`, `-`.

    room: only the scores of this room of a match, without its name; pairs have the room `""`. None: those of all rooms.
    """
    found: dict[int, str] = {}
    parts = state.event.regulations.artificial
    for who, verdict in verdicts(state, session, board).of.items():
        if verdict.dropped:
            found[who] = "-"
        elif verdict.guilt is not None:
            found[who] = f"{_number(100 * parts.share(verdict.guilt))} %"
        else:
            named = room is None and state.event.scoring in {"team_imps", "board_a_match"}
            rooms = [
                f"{where} " * named + " ".join(_weighed(weight, score) for weight, score in outcomes)
                for where, outcomes in verdict.rooms.items()
                if room is None or where == (room or "open")
            ]
            if rooms:
                found[who] = ", ".join(rooms)
    return found


def _weighed(weight: Fraction, score: Fraction) -> str:
    return _number(score) if weight == 1 else f"{_number(score)} ({_number(100 * weight)} %)"
