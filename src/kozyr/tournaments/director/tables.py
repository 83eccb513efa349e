"""The results of an event by its state: each board's awards, the material of the next round; `matches` has those of teams.

The arithmetic is in `scoring` and `formats`; this module chooses the compared results. `final` has the final tables.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from msgspec.structs import replace

from kozyr.tournaments import formats, scoring
from kozyr.tournaments.director.entering import admitted
from kozyr.tournaments.director.entries import Guilt
from kozyr.tournaments.director.state import Session, State, Written
from kozyr.tournaments.director.verdicts import NATURAL, Outcomes, Verdicts, verdicts
from kozyr.tournaments.scoring import line


class Score(NamedTuple):
    """An entrant's score on a board: natural or assigned, several with their weights, or a part of the max; with the group of a fouled board."""

    entrant: int
    line: str
    outcomes: Outcomes
    """Empty: the score is artificial."""
    guilt: Guilt | None
    group: int
    row: Written | None

    @property
    def score(self) -> Fraction | None:
        """The only score, or the mean of several by their weights; None: it is artificial."""
        return sum((weight * one for weight, one in self.outcomes), Fraction(0)) if self.outcomes else None


# --- one board ---------------------------------------------------------------------------------------------


def scores(state: State, session: int, board: int) -> Iterator[Score]:
    """The score of each entrant on a board with all rulings; later ones replace earlier ones."""
    ruled = verdicts(state, session, board)
    for row in state.rows_of(session, board):
        group = ruled.group(row.at.table, row.at.round, row.at.room)
        for seat, who in row.seats.items():
            if who not in ruled.of:
                yield Score(who, seat, ((NATURAL, row.reading.scores[seat]),), None, group, row)
    for who, verdict in sorted(ruled.of.items()):
        if verdict.dropped:
            continue
        seat, played, group = _seat(state, session, board, who, ruled)
        if verdict.guilt is not None:
            yield Score(who, seat, (), verdict.guilt, group, played)
        for outcomes in verdict.rooms.values():
            yield Score(who, seat, outcomes, None, group, played)


def _seat(state: State, session: int, board: int, who: int, ruled: Verdicts) -> tuple[str, Written | None, int]:
    """The entrant's line on a board: by the played row, else by the movement."""
    for row in state.rows_of(session, board):
        for seat, one in row.seats.items():
            if one == who:
                return seat, row, ruled.group(row.at.table, row.at.round, row.at.room)
    sitting = state.sessions[session - 1]
    for turn in sitting.movement.rounds:
        for table in turn.tables:
            if board in table.boards:
                for seat, one in sitting.entrants(table).items():
                    if one == who:
                        return seat, None, 0
    return "", None, 0


def most_scheduled(session: Session) -> int:
    """At how many tables the rounds that have begun were to play the board that most of them play."""
    some = Counter(
        board for turn in session.movement.rounds[: session.begun] for table in turn.tables for board in table.boards
    )
    return max(some.values(), default=0)


def scheduled(session: Session, board: int) -> int:
    """At how many tables the rounds that have begun were to play a board."""
    return sum(board in table.boards for turn in session.movement.rounds[: session.begun] for table in turn.tables)


def _lines(state: State, session: int, board: int) -> int:
    """The number of lines that a board of bridge is counted among: its own, or those of the most played board."""
    held, regulations = state.sessions[session - 1], state.event.regulations
    if regulations.bridge_top == "board" or not regulations.bridge_neuberg:
        return scheduled(held, board)
    return most_scheduled(held)


def awards(state: State, session: int, board: int) -> dict[int, scoring.Award]:
    """The matchpoints of all on a board, each line for itself (PT-I.8, B-PAIR-1)."""
    regulations = state.event.regulations
    bridge = state.event.scoring != "whists"
    found: dict[int, scoring.Award] = {}
    by_line: dict[str, list[scoring.Result]] = defaultdict(list)
    for one in scores(state, session, board):
        share = None if one.guilt is None else regulations.artificial.share(one.guilt)
        by_line[one.line].append(scoring.Result(one.entrant, artificial=share, group=one.group, weighted=one.outcomes))
    for some in by_line.values():
        lines = max(_lines(state, session, board), len(some)) if bridge else len(some)
        found |= line(
            some,
            lines,
            regulations.bridge_mp_unit if bridge else 2,
            regulations.tournament_fouled_formula,
            bridge and regulations.bridge_neuberg,
        )
    return found


def imp_scale(state: State) -> scoring.Scale:
    """The scale of the game's IMPs."""
    found = state.boards.imps
    assert found is not None, f"{state.event.game} compares boards by IMPs and has no scale of them"
    return found


def artificial_imps(state: State, guilt: Guilt) -> Fraction:
    """The IMPs of an artificial score: a number above or below nought, by the regulations (Law 86A)."""
    regulations = state.event.regulations
    steps: Mapping[object, int] = {"fully": -1, "partly": 0, "innocent": 1}
    named: object = guilt
    if regulations.bridge_counted == "first":  # older programs went by the part of the max, which two of them may share
        parts = regulations.artificial
        steps, named = {parts.guilty: -1, parts.partly: 0, parts.innocent: 1}, parts.share(guilt)
    return Fraction(steps[named] * regulations.bridge_average_imps)


_FEW: Final = 3  # results of which Butler's datum drops none


def _dropped(state: State, results: int) -> int:
    """How many of the best and of the worst results Butler's datum leaves out."""
    regulations = state.event.regulations
    if regulations.bridge_datum == "once":
        return 1
    if results <= _FEW:
        return 0
    many = regulations.bridge_datum_dropped
    return many if regulations.bridge_datum == "count" else results * many // 100


def imp_awards(state: State, session: int, board: int) -> dict[int, Fraction]:
    """The IMPs of all on a board: Butler or cross-IMPs; an artificial score is above or below nought by the regulations."""
    by_line: dict[tuple[str, int], list[Score]] = defaultdict(list)  # a fouled board is compared group by group
    found: dict[int, Fraction] = {}
    for one in scores(state, session, board):
        if one.guilt is None:
            by_line[one.line, one.group].append(one)
        else:
            found[one.entrant] = artificial_imps(state, one.guilt)
    for (name, _), some in by_line.items():
        turned = -1 if name in {"EW", "E", "W"} else 1  # a datum is North-South's
        told = [tuple((weight, turned * int(score)) for weight, score in one.outcomes) for one in some]
        if state.event.regulations.bridge_scoring == "cross_imps":
            values: Sequence[Fraction | int] = scoring.cross_imps(told, imp_scale(state))
        else:
            values = scoring.butler(told, imp_scale(state), _dropped(state, len(told)))
        found |= {one.entrant: Fraction(turned * value) for one, value in zip(some, values, strict=True)}
    return found


def boards(state: State, session: int) -> tuple[int, ...]:
    """The boards of a session with any line or decision."""
    some = {at.board for at in state.rows if at.session == session}
    return tuple(sorted(some | {board for nth, board in state.decisions if nth == session}))


# --- parties -----------------------------------------------------------------------------------------------


def parties(state: State, session: int) -> tuple[tuple[formats.Party, ...], ...]:
    """The parties of a session, table by table, with the additions of a compensation's column (PT-III.3)."""
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


def through(state: State, seed: str = "") -> tuple[int, ...]:
    """The entrants of the next round of an Olympic event: winners, best losers, and those who had no place (PT-II.2, C-TOUR-5).

    seed: of the lot that parts equals.
    """
    if not state.sessions:
        return admitted(state)
    found = _gone_on(state, seed)
    some = (*_resting(state), *found.winners, *found.lucky)
    return tuple(who for who in some if who in state.queue and who not in state.disqualified)


def equals_at_the_line(state: State) -> tuple[int, ...]:
    """The entrants of an Olympic event whom the last round does not part, though only some of them go on."""
    return _gone_on(state, "").equal if state.sessions else ()


def _resting(state: State) -> tuple[int, ...]:
    session = state.sessions[-1]
    return tuple(session.order[number - 1] for turn in session.movement.rounds for number in turn.rest)


def _gone_on(state: State, seed: str) -> formats.Through:
    regulations = state.event.regulations
    return formats.olympic_round(
        parties(state, len(state.sessions)),
        regulations.event_qualify_per_table,
        regulations.event_fill,
        len(_resting(state)),
        state.event.at,
        seed,
    )


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


def final(state: State) -> tuple[scoring.Place, ...]:
    """A cup's final table: the finalists by the final, absent ones with nought; then the others by their sums."""
    qualifying = cup(state)
    if state.finalists is None:
        return qualifying.places
    won = last_issue(state)
    first = scoring.ranked({who: won.get(who, Fraction(0)) for who in qualifying.finalists})
    others = scoring.ranked(
        {one.entrant: one.total for one in qualifying.places if one.entrant not in qualifying.finalists}
    )
    return (*first, *(replace(one, rank=one.rank + len(first)) for one in others))


def prestige(state: State) -> tuple[scoring.Place, ...]:
    """The match of prestige: the entrants of the final's issue outside the final, beside the finalists (PT-M.7)."""
    won = last_issue(state)
    return scoring.ranked(won) if set(won) - set(state.finalists or ()) else ()


def lottery(state: State, prizes: int) -> tuple[int, ...]:
    """The winners of the consolation lottery among entrants with an issue, once the seed is there (PT-M.4)."""
    if not state.seed:
        return ()
    finalists = set(cup(state).finalists)
    others = [one.entrant for one in cup(state).places if one.entrant not in finalists]
    return formats.lottery(bytes.fromhex(state.seed), others, prizes)
