"""Final tables: the entrants stage by stage, and the tie-breaks of equals. `tables` has the result of each board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from kozyr.tournaments.director.matches import matches
from kozyr.tournaments.director.state import State
from kozyr.tournaments.director.tables import awards, boards, final, imp_awards, parties, prestige, ratings
from kozyr.tournaments.movements import Round
from kozyr.tournaments.part import event_part
from kozyr.tournaments.regulations import BridgeTieBreak
from kozyr.tournaments.scoring import Award, Place, carried, penalised, ranked, totals

Unit: TypeAlias = Literal["percent", "imps", "vp", "points", "rating", "whists"]
_MOST_IMPS: Final = 24  # of a board (B-IMP-1)
_MOST_VP: Final = 20  # of a match (B-VP-1)


class Standing(NamedTuple):
    """A final table."""

    unit: Unit
    """The unit of its totals."""
    places: tuple[Place, ...]
    fields: Mapping[str, tuple[Place, ...]] = {}
    """Tables of entrants who were compared only with each other (a Mitchell)."""


def standing(state: State) -> Standing:
    """The final table, or the one so far, without disqualified entrants."""
    kind = state.event.regulations.tournament_type
    if kind == "cup":
        compared = prestige(state)
        return Standing("whists", final(state), {"match of prestige": compared} if compared else {})
    if kind == "compensation":
        return Standing("rating", ranked(_in(state, ratings(state))))
    if kind == "olympic":
        return Standing("points", _olympic(state))
    if state.event.scoring in {"team_imps", "board_a_match"}:
        return _compared(state, _unit_of_teams(state), _over_stages(state, _of_teams, _most_of_teams(state)))
    if state.event.scoring in {"butler", "cross_imps"}:
        return _compared(state, "imps", _over_stages(state, _of_imps, _MOST_IMPS))
    return _compared(state, "percent", {who: award.percent for who, award in percentages(state).items()})


def _in(state: State, results: Mapping[int, Fraction]) -> dict[int, Fraction]:
    return {who: total for who, total in results.items() if who not in state.disqualified}


def _compared(state: State, unit: Unit, results: Mapping[int, Fraction]) -> Standing:
    """The table of results, the tables of the lines of a Mitchell, and equals parted as the event has it."""
    mine = _in(state, results)
    places = _ranked(state, mine)
    fields = {
        name: _ranked(state, {who: total for who, total in mine.items() if who in some})
        for name, some in sorted(_lines(state).items())
    }
    return Standing(unit, places, fields)


def _ranked(state: State, results: Mapping[int, Fraction]) -> tuple[Place, ...]:
    """The entrants of the last stage before the others; within it by the results, then by the tie-breaks."""
    reached = {who: session.stage for session in state.sessions for who in session.order}
    worth = {who: (reached.get(who, 0), total) for who, total in results.items()}
    places = ranked({who: Fraction(stage) for who, (stage, _) in worth.items()}, [results, *_breaks(state, worth)])
    return tuple(replace(place, total=results[place.entrant]) for place in places)


def _lines(state: State) -> dict[str, set[int]]:
    """The entrants of each line of a Mitchell, whose lines never meet; empty: it is none, or its sides change."""
    session = state.session
    lines: dict[str, set[int]] = defaultdict(set)
    if session is not None and {field.kind for field in session.movement.fields} == {"mitchell"}:
        for turn in session.movement.rounds:
            for table in turn.tables:
                for seat, who in session.entrants(table).items():
                    lines[seat].add(who)
    apart = sum(map(len, lines.values())) == len(set().union(*lines.values()))
    return lines if apart else {}


# --- stages ------------------------------------------------------------------------------------------------


def _stages(state: State) -> Iterator[tuple[int, list[int]]]:
    """The stages of an event, from 1, each with the numbers of its sessions."""
    for stage in range(1, max((session.stage for session in state.sessions), default=0) + 1):
        yield stage, [nth for nth, session in enumerate(state.sessions, 1) if session.stage == stage]


def percentages(state: State) -> dict[int, Award]:
    """Each entrant's sum over the sessions of the last stage that the entrant has played (PT-I.9, PT-I.12.1).

    Penalties of that stage are taken off, and the carry-over of the stages before is added.
    """
    found: dict[int, Award] = {}
    for stage, sessions in _stages(state):
        each = [awards(state, nth, board) for nth in sessions for board in boards(state, nth)]
        own = totals(each)
        most = max((award.most for board in each for award in board.values()), default=Fraction(0))
        for penalty in state.penalties.values():
            if penalty.entrant in own and penalty.stage == stage:
                own[penalty.entrant] = penalised(own[penalty.entrant], penalty.percent, most)
        part = state.event.regulations.bridge_carry_over
        found |= {who: carried(award, found[who], part) if who in found else award for who, award in own.items()}
    return found


def _over_stages(
    state: State, own: Callable[[State, Sequence[int]], dict[int, Fraction]], most: int
) -> dict[int, Fraction]:
    """The results of each entrant's last stage, with the carried part of the earlier one (B-TEAM-7).

    most: a penalty is a percentage of it.
    """
    part = Fraction(state.event.regulations.bridge_carry_over, 100)
    found: dict[int, Fraction] = {}
    for stage, sessions in _stages(state):
        mine = own(state, sessions)
        for penalty in state.penalties.values():
            if penalty.entrant in mine and penalty.stage == stage:
                mine[penalty.entrant] -= Fraction(penalty.percent * most, 100)
        found |= {who: won + part * found.get(who, 0) for who, won in mine.items()}
    return found


def _of_imps(state: State, sessions: Sequence[int]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = defaultdict(Fraction)
    for nth in sessions:
        for board in boards(state, nth):
            for who, won in imp_awards(state, nth, board).items():
                found[who] += won
    return found


def _of_teams(state: State, sessions: Sequence[int]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = defaultdict(Fraction)
    for match in matches(state):
        if match.session in sessions:
            found[match.home] += match.vp[0]
            found[match.away] += match.vp[1]
    for session in (state.sessions[nth - 1] for nth in sessions):
        for turn in session.movement.rounds[: session.ended]:
            for number in turn.rest:
                found[session.order[number - 1]] += _sit_out(state, turn)
    return found


def _sit_out(state: State, turn: Round) -> Fraction:
    """The result of a team without an opponent in a round: victory points, or the same part of a match by boards."""
    regulations = state.event.regulations
    unit = _unit_of_teams(state)
    if unit == "vp":
        return Fraction(regulations.bridge_sit_out)
    if unit == "imps" or regulations.bridge_counted == "first":
        return Fraction(0)
    boards = max((len(table.boards) for table in turn.tables), default=0)
    return Fraction(boards * regulations.bridge_mp_unit * regulations.bridge_sit_out, _MOST_VP)


def _unit_of_teams(state: State) -> Unit:
    regulations = state.event.regulations
    if regulations.bridge_scoring == "board_a_match":
        return "points"
    return "imps" if regulations.bridge_vp_scale == "off" else "vp"


def _most_of_teams(state: State) -> int:
    return {"vp": _MOST_VP, "imps": _MOST_IMPS}.get(_unit_of_teams(state), state.event.regulations.bridge_mp_unit)


# --- tie-breaks --------------------------------------------------------------------------------------------


def _breaks(state: State, worth: Mapping[int, tuple[int, Fraction]]) -> tuple[Mapping[int, Fraction], ...]:
    """The tie-breaks, one after another; the more the better."""
    boards_of = event_part(state.event.game).boards
    if boards_of is not None and boards_of.counted is not None:
        named = state.event.regulations.tournament_tie_breaks
        counted = boards_of.counted((row.reading, row.seats) for row in state.rows.values()) if named else {}
        return tuple(counted.get(name, {}) for name in named)
    found: list[Mapping[int, Fraction]] = []
    for name in state.event.regulations.bridge_tie_breaks:
        tied: dict[tuple[object, ...], list[int]] = defaultdict(list)
        for who, own in worth.items():
            tied[own, *(one.get(who, Fraction(0)) for one in found)].append(who)
        found.append(_of_bridge(state, name, list(tied.values())))
    return tuple(found)


class _Met(NamedTuple):
    """Two who met: on a board at a table, or in a match."""

    one: int
    other: int
    won: tuple[Fraction, Fraction]
    """The result of each of them there."""


def _of_bridge(state: State, name: BridgeTieBreak, tied: Sequence[Sequence[int]]) -> Mapping[int, Fraction]:
    """The tie-break's value for each entrant.

    tied: the groups of equal entrants so far, for their meetings among themselves.
    """
    if name == "direct":
        return _direct(list(_meetings(state)), tied)
    return _wins(state) if name == "wins" else _tops(state)


def _meetings(state: State) -> Iterator[_Met]:
    if state.event.scoring in {"team_imps", "board_a_match"}:
        yield from (_Met(match.home, match.away, match.vp) for match in matches(state))
        return
    for nth in range(1, len(state.sessions) + 1):
        for board in boards(state, nth):
            points = points_of(state, nth, board)
            for row in state.rows_of(nth, board):
                ours = [who for seat, who in row.seats.items() if seat in {"N", "S", "NS"}]
                theirs = [who for seat, who in row.seats.items() if seat in {"E", "W", "EW"}]
                for one in ours:
                    for other in theirs:
                        if one in points and other in points:
                            yield _Met(one, other, (points[one], points[other]))


def points_of(state: State, session: int, board: int) -> dict[int, Fraction]:
    """The points of all on a board: IMPs, or matchpoints."""
    if state.event.scoring in {"butler", "cross_imps"}:
        return imp_awards(state, session, board)
    return {who: award.points for who, award in awards(state, session, board).items()}


def _direct(met: Sequence[_Met], tied: Sequence[Sequence[int]]) -> dict[int, Fraction]:
    """Each entrant's result against the equal ones; nothing, where not all of them have met."""
    found: dict[int, Fraction] = {}
    for group in tied:
        mine = [one for one in met if one.one in group and one.other in group]
        if len({frozenset({one.one, one.other}) for one in mine}) < len(group) * (len(group) - 1) // 2:
            continue
        for one in mine:
            for who, by in ((one.one, one.won[0] - one.won[1]), (one.other, one.won[1] - one.won[0])):
                found[who] = found.get(who, Fraction(0)) + by
    return found


def _wins(state: State) -> dict[int, Fraction]:
    """The matches won by a team, a drawn one for half; the boards of a pair with more than half of the points."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    if state.event.scoring in {"team_imps", "board_a_match"}:
        for match in matches(state):
            ours, theirs = match.vp
            found[match.home] += Fraction((ours > theirs) + (ours >= theirs), 2)
            found[match.away] += Fraction((theirs > ours) + (theirs >= ours), 2)
        return found
    for nth in range(1, len(state.sessions) + 1):
        for board in boards(state, nth):
            if state.event.scoring == "matchpoints":
                won = {who: award.percent > 50 for who, award in awards(state, nth, board).items()}
            else:
                won = {who: imps > 0 for who, imps in imp_awards(state, nth, board).items()}
            for who, is_won in won.items():
                found[who] += is_won
    return found


def _tops(state: State) -> dict[int, Fraction]:
    """Boards with the best score: all the matchpoints, the most IMPs; of a team boards won."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    if state.event.scoring in {"team_imps", "board_a_match"}:
        half = Fraction(state.event.regulations.bridge_mp_unit, 2)
        even = half if state.event.scoring == "board_a_match" else Fraction(0)
        for match in matches(state):
            found[match.home] += sum(won > even for won in match.boards.values())
            found[match.away] += sum(won > even for won in match.theirs.values())
        return found
    for nth in range(1, len(state.sessions) + 1):
        for board in boards(state, nth):
            if state.event.scoring == "matchpoints":
                best = {who: award.points == award.most > 0 for who, award in awards(state, nth, board).items()}
            else:
                imps = imp_awards(state, nth, board)
                best = {who: won == max(imps.values()) for who, won in imps.items()}
            for who, is_best in best.items():
                found[who] += is_best
    return found


# --- parties -----------------------------------------------------------------------------------------------


def _olympic(state: State) -> tuple[Place, ...]:
    """The last table by its party; before it the entrants of the later rounds, each round by its own results."""
    total: dict[int, Fraction] = {}
    reached: dict[int, Fraction] = {}
    for nth in range(1, len(state.sessions) + 1):
        for who in state.sessions[nth - 1].order:
            reached[who], total[who] = Fraction(nth), Fraction(0)
        for table in parties(state, nth):
            total |= {one.entrant: Fraction(one.won) for one in table}
    places = ranked(_in(state, reached), [total])
    return tuple(replace(place, total=total[place.entrant]) for place in places)
