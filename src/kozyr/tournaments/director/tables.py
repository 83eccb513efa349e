"""The results of an event by its state: each board's awards, matches of teams, the material of the next round.

The arithmetic is in `scoring` and `formats`; this module chooses the compared results. `final` has the final tables.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from kozyr.tournaments import formats
from kozyr.tournaments.director.entering import admitted
from kozyr.tournaments.director.entries import Guilt, exact
from kozyr.tournaments.director.state import Session, State, Written
from kozyr.tournaments.movements import Table
from kozyr.tournaments.scoring import (
    Award,
    Place,
    Result,
    Scale,
    board_a_match,
    butler,
    cross_imps,
    line,
    match_imps,
    ranked,
    victory_points,
)


class Score(NamedTuple):
    """An entrant's score on a board: natural or assigned, or a part of the max; with the group of a fouled board."""

    entrant: int
    line: str
    score: Fraction | None
    artificial: Fraction | None
    group: int
    row: Written | None


# --- one board ---------------------------------------------------------------------------------------------


def scores(state: State, session: int, board: int) -> Iterator[Score]:
    """The score of each entrant on a board with all rulings; later ones replace earlier ones."""
    artificial: dict[int, Guilt] = {}
    assigned: dict[int, Fraction] = {}
    fouled: set[tuple[int, int]] = set()
    dropped: set[int] = set()
    for decision in state.decisions.get((session, board), ()):
        for who in decision.entrants:
            artificial.pop(who, None)
            assigned.pop(who, None)
        dropped = dropped.difference(decision.entrants).union(decision.dropped)
        artificial.update(decision.artificial)
        assigned.update((who, exact(text)) for who, text in decision.assigned.items())
        fouled.update(decision.fouled)
    parts = state.event.regulations.artificial
    share = {"fully": parts.guilty, "partly": parts.partly, "innocent": parts.innocent}
    ruled = set(artificial) | set(assigned)
    for row in state.rows_of(session, board):
        group = int((row.at.table, row.at.round) in fouled)
        for seat, who in row.seats.items():
            if who not in ruled and who not in dropped:
                yield Score(who, seat, row.reading.scores[seat], None, group, row)
    for who in sorted(ruled):
        seat, played, group = _seat(state, session, board, who, fouled)
        if who in assigned:
            yield Score(who, seat, assigned[who], None, group, played)
        else:
            yield Score(who, seat, None, share[artificial[who]], group, played)


def _seat(
    state: State, session: int, board: int, who: int, fouled: set[tuple[int, int]]
) -> tuple[str, Written | None, int]:
    """The entrant's line on a board: by the played row, else by the movement."""
    for row in state.rows_of(session, board):
        for seat, one in row.seats.items():
            if one == who:
                return seat, row, int((row.at.table, row.at.round) in fouled)
    sitting = state.sessions[session - 1]
    for turn in sitting.movement.rounds:
        for table in turn.tables:
            if board in table.boards:
                for seat, one in sitting.entrants(table).items():
                    if one == who:
                        return seat, None, 0
    return "", None, 0


def scheduled(session: Session, board: int) -> int:
    """At how many tables the rounds that have begun were to play a board."""
    return sum(board in table.boards for turn in session.movement.rounds[: session.begun] for table in turn.tables)


def awards(state: State, session: int, board: int) -> dict[int, Award]:
    """The matchpoints of all on a board, each line for itself (PT-I.8, B-PAIR-1)."""
    regulations = state.event.regulations
    bridge = state.event.scoring != "whists"
    found: dict[int, Award] = {}
    by_line: dict[str, list[Result]] = defaultdict(list)
    for one in scores(state, session, board):
        by_line[one.line].append(Result(one.entrant, one.score, one.artificial, one.group))
    for some in by_line.values():
        lines = max(scheduled(state.sessions[session - 1], board), len(some)) if bridge else len(some)
        found |= line(
            some,
            lines,
            regulations.bridge_mp_unit if bridge else 2,
            regulations.tournament_fouled_formula,
            bridge and regulations.bridge_neuberg,
        )
    return found


def _imps(state: State) -> Scale:
    found = state.boards.imps
    assert found is not None, f"{state.event.game} compares boards by IMPs and has no scale of them"
    return found


def imp_awards(state: State, session: int, board: int) -> dict[int, Fraction]:
    """The IMPs of all on a board: Butler or cross-IMPs; an artificial score is above or below nought by the regulations."""
    regulations = state.event.regulations
    compare: Callable[[Sequence[int], Scale], Sequence[Fraction | int]] = (
        cross_imps if regulations.bridge_scoring == "cross_imps" else butler
    )
    by_line: dict[tuple[str, int], list[Score]] = defaultdict(list)  # a fouled board is compared group by group
    found: dict[int, Fraction] = {}
    for one in scores(state, session, board):
        if one.score is not None:
            by_line[one.line, one.group].append(one)
        else:
            guilt = state.event.regulations.artificial
            step = {guilt.guilty: -1, guilt.partly: 0, guilt.innocent: 1}[one.artificial or guilt.partly]
            found[one.entrant] = Fraction(step * regulations.bridge_average_imps)
    for (name, _), some in by_line.items():
        turned = -1 if name in {"EW", "E", "W"} else 1  # a datum is North-South's
        values = compare([turned * int(one.score or 0) for one in some], _imps(state))
        found |= {one.entrant: Fraction(turned * value) for one, value in zip(some, values, strict=True)}
    return found


def boards(state: State, session: int) -> tuple[int, ...]:
    """The boards of a session for which anybody has anything."""
    some = {at.board for at in state.rows if at.session == session}
    return tuple(sorted(some | {board for nth, board in state.decisions if nth == session}))


# --- matches of teams --------------------------------------------------------------------------------------


class TeamMatch(NamedTuple):
    """A match of two teams: its IMPs series by series, or its points of board-a-match, from the first one's side."""

    session: int
    round: int
    table: int
    home: int
    away: int
    boards: Mapping[int, Fraction]
    vp: tuple[Fraction, Fraction]


def matches(state: State) -> Iterator[TeamMatch]:
    """The matches of which both rooms have lines; an artificial score counts from the first team's side."""
    regulations = state.event.regulations
    for nth, session in enumerate(state.sessions, 1):
        for round_, turn in enumerate(session.movement.rounds[: session.begun], 1):
            for table in turn.tables:
                seats = session.entrants(table)
                won = dict(_boards_of(state, nth, round_, table, seats["A"]))
                if not won:
                    continue
                total = sum(won.values(), Fraction(0))
                if regulations.bridge_scoring == "board_a_match":
                    vp = (total, regulations.bridge_mp_unit * len(won) - total)
                elif regulations.bridge_vp_scale == "off":
                    vp = (total, -total)
                else:
                    vp = victory_points(int(total), regulations.bridge_vp_scale, len(table.boards))
                yield TeamMatch(nth, round_, table.table, seats["A"], seats["B"], won, vp)


def _boards_of(state: State, session: int, round_: int, table: Table, home: int) -> Iterator[tuple[int, Fraction]]:
    """The first team's score on each board of a match that was played in both rooms, or ruled upon."""
    regulations = state.event.regulations
    for board in table.boards:
        ruled = {one.entrant: one for one in scores(state, session, board) if one.artificial is not None}
        if home in ruled:
            parts = regulations.artificial
            step = {parts.guilty: -1, parts.partly: 0, parts.innocent: 1}[ruled[home].artificial or parts.partly]
            bam = regulations.bridge_scoring == "board_a_match"
            share = ruled[home].artificial or Fraction(0)
            yield board, share * regulations.bridge_mp_unit if bam else Fraction(step * regulations.bridge_average_imps)
            continue
        rooms = {
            one.at.room: int(one.reading.scores["A"])
            for one in state.rows_of(session, board)
            if (one.at.round, one.at.table) == (round_, table.table)
        }
        if {"open", "closed"} <= set(rooms):
            ours, theirs = (
                [rooms["open"]],
                [-rooms["closed"]],
            )  # scores of N-S, the second team in the closed room
            if regulations.bridge_scoring == "board_a_match":
                yield board, board_a_match(ours, theirs, regulations.bridge_mp_unit)
            else:
                yield board, Fraction(match_imps(ours, theirs, _imps(state))[0])


# --- parties -----------------------------------------------------------------------------------------------


def parties(state: State, session: int) -> tuple[tuple[formats.Party, ...], ...]:
    """The parties of a session, table by table; what a compensation's column adds is in them (PT-III.3)."""
    regulations = state.event.regulations
    column = regulations.tournament_type == "compensation" and regulations.comp_scheme == "xy_column"
    x, y = regulations.comp_x or 0, regulations.comp_y or 0
    return tuple(
        tuple(
            formats.Party(
                who, won + (x * one.positive[who] + y * (one.deals - one.positive[who]) if column else 0), one.deals
            )
            for who, won in one.won.items()
        )
        for at, one in sorted(state.parties.items(), key=lambda item: item[0])
        if at.session == session
    )


def ratings(state: State) -> dict[int, Fraction]:
    """The ratings after all rounds so far (PT-III.1, PT-III.2); an entrant without a round has nought."""
    found = dict.fromkeys(admitted(state), Fraction(0))
    played = [[one for table in parties(state, nth) for one in table] for nth in range(1, len(state.sessions) + 1)]
    return found | formats.ratings(played)


def through(state: State) -> tuple[int, ...]:
    """The entrants of the next round of an Olympic event: winners, best losers, and those who had no place (PT-II.2, C-TOUR-5)."""
    if not state.sessions:
        return admitted(state)
    regulations = state.event.regulations
    session = state.sessions[-1]
    resting = tuple(session.order[number - 1] for turn in session.movement.rounds for number in turn.rest)
    found = formats.olympic_round(
        parties(state, len(state.sessions)),
        regulations.event_qualify_per_table,
        regulations.event_fill,
        len(resting),
        state.event.at,
    )
    some = (*resting, *found.winners, *found.lucky)
    return tuple(who for who in some if who in state.queue and who not in state.disqualified)


def cup(state: State) -> formats.Cup:
    """The sum of a cup's qualifying issues, and its finalists (PT-M.4): so far, or for good once it is over."""
    regulations = state.event.regulations
    issues: list[dict[int, Fraction]] = [{} for _ in range(regulations.cup_issues)]
    for (nth, who), won in state.issues.items():
        if who not in state.disqualified and nth <= regulations.cup_issues:
            issues[nth - 1][who] = sum(won, Fraction(0))
    found = formats.cup(issues, regulations.cup_finalists)
    if state.finalists is None:
        return found
    return found._replace(finalists=tuple(who for who in state.finalists if who not in state.disqualified))


def last_issue(state: State) -> dict[int, Fraction]:
    """The result of each entrant in the final's issue: in the final, or in the match of prestige (PT-M.6, PT-M.7)."""
    last = state.event.regulations.cup_issues + 1
    sums = {who: sum(won, Fraction(0)) for (nth, who), won in state.issues.items() if nth == last}
    return {who: won for who, won in sums.items() if who not in state.disqualified}


def final(state: State) -> tuple[Place, ...]:
    """A cup's final table: the finalists by the final, absent ones with nought; then the others by their sums."""
    qualifying = cup(state)
    if state.finalists is None:
        return qualifying.places
    won = last_issue(state)
    first = ranked({who: won.get(who, Fraction(0)) for who in qualifying.finalists})
    others = ranked({one.entrant: one.total for one in qualifying.places if one.entrant not in qualifying.finalists})
    return (*first, *(replace(one, rank=one.rank + len(first)) for one in others))


def prestige(state: State) -> tuple[Place, ...]:
    """The match of prestige: the entrants of the final's issue outside the final, beside the finalists (PT-M.7)."""
    won = last_issue(state)
    return ranked(won) if set(won) - set(state.finalists or ()) else ()


def lottery(state: State, prizes: int) -> tuple[int, ...]:
    """The winners of the consolation lottery among those who sent issues in, once the seed is there (PT-M.4)."""
    if not state.seed:
        return ()
    finalists = set(cup(state).finalists)
    others = [one.entrant for one in cup(state).places if one.entrant not in finalists]
    return formats.lottery(bytes.fromhex(state.seed), others, prizes)
