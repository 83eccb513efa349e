"""Random sessions of each kind: the program's tables are those of a scorer that shares no code with it."""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest

from kozyr.tournaments import formats, movements, pairs
from kozyr.tournaments.director import At, fold, standing
from kozyr.tournaments.director.entries import Issue, RoundBegun, RoundEnded, Row
from kozyr.tournaments.director.matches import matches
from kozyr.tournaments.director.tables import cup, ratings, through
from kozyr.tournaments.seating import parties
from tests.tournaments import scorer
from tests.tournaments.evening import Evening, event

_TOLD: set[str] = set()  # which sorts of rows have come


def written(evening: Evening) -> Iterator[tuple[At, str, dict[str, int]]]:
    """The lines of a log as the tables wrote them, and who sat where by the movement."""
    session = evening.state.sessions[0]
    round_ = 0
    for entry in evening.log:
        if type(entry.entry).__name__ == "RoundBegun":
            round_ += 1
        if isinstance(entry.entry, Row):
            row = entry.entry
            table = next(one for one in session.movement.rounds[round_ - 1].tables if one.table == row.table)
            yield (
                At(1, round_, row.table, row.board, row.room),
                row.result,
                {seat: session.order[number - 1] for seat, number in table.seats.items()},
            )


def by_matchpoints(evening: Evening, *, bridge: bool) -> dict[int, Fraction]:
    lines: dict[tuple[int, str], dict[int, Fraction | int]] = defaultdict(dict)
    for at, result, seats in written(evening):
        if bridge:
            north = scorer.bridge(result, at.board)
            worth: dict[str, Fraction] = {"NS": Fraction(north), "EW": Fraction(-north)}
        else:
            names = list(seats)
            marked = (at.board - 1) % len(names)
            worth = scorer.sochi(result, names, names[marked if len(names) == 4 else marked - 1])
            assert sum(worth.values()) == 0
        for seat, who in seats.items():
            lines[at.board, seat][who] = worth[seat]
    points: dict[int, Fraction] = defaultdict(Fraction)
    most: dict[int, int] = defaultdict(int)
    longest = max(len(line) for line in lines.values())  # of bridge each line is brought to it, by Neuberg's formula
    for line in lines.values():
        due = longest if bridge else len(line)
        for who, won in scorer.matchpoints(line).items():
            points[who] += Fraction((won + 1) * due, len(line)) - 1
            most[who] += 2 * (due - 1)
    return {who: 100 * points[who] / most[who] if most[who] else Fraction(50) for who in points}


def by_imps(evening: Evening, compare: Callable[[dict[int, int]], dict[int, Fraction | int]]) -> dict[int, Fraction]:
    boards: dict[int, dict[int, int]] = defaultdict(dict)
    against: dict[tuple[int, int], int] = {}
    for at, result, seats in written(evening):
        boards[at.board][seats["NS"]] = scorer.bridge(result, at.board)
        against[at.board, seats["NS"]] = seats["EW"]
    total: dict[int, Fraction] = defaultdict(Fraction)
    for board, scores in boards.items():
        for who, won in compare(scores).items():
            total[who] += won
            total[against[board, who]] -= won
    return total


def by_matches(evening: Evening) -> dict[int, Fraction]:
    scores: dict[tuple[int, int], dict[int, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
    for at, result, seats in written(evening):
        scores[seats["A"], seats["B"]][at.board][at.room] = scorer.bridge(result, at.board)
    total: dict[int, Fraction] = defaultdict(Fraction)
    for (home, away), boards in scores.items():
        won = scorer.victory(sum(scorer.imps(rooms["open"] - rooms["closed"]) for rooms in boards.values()))
        total[home] += won
        total[away] += 20 - won
    for turn in evening.state.sessions[0].movement.rounds:
        for number in turn.rest:
            total[evening.state.sessions[0].order[number - 1]] += 12
    return total


def preferans(chance: random.Random) -> tuple[Evening, dict[int, Fraction]]:
    players = chance.choice([8, 9, 12, 14])
    evening = Evening(event())
    evening.enter(players)
    evening.seat(movements.preferans(players, rounds=2), tuple(chance.sample(range(1, players + 1), players)))
    evening.play(chance)
    return evening, by_matchpoints(evening, bridge=False)


def of_pairs(chance: random.Random, scoring: str) -> tuple[Evening, dict[int, Fraction]]:
    count = chance.choice([6, 7, 8, 11])
    evening = Evening(event("bridge", bridge_scoring=scoring))
    evening.enter(count)
    evening.seat(pairs.pairs(count, chance.choice(["howell", "mitchell"]), boards=1))
    evening.play(chance)
    if scoring == "matchpoints":
        return evening, by_matchpoints(evening, bridge=True)
    return evening, by_imps(evening, scorer.cross if scoring == "cross_imps" else scorer.butler)  # type: ignore[arg-type]


def teams(chance: random.Random) -> tuple[Evening, dict[int, Fraction]]:
    count = chance.choice([2, 3, 4, 5])
    evening = Evening(event("bridge", bridge_scoring="team_imps"))
    evening.enter(count)
    evening.seat(pairs.teams(count, boards=4))
    evening.play(chance)
    return evening, by_matches(evening)


def sums(chance: random.Random, players: int) -> str:
    """The line of a party of deberts: it sums to nought."""
    some = [chance.randint(-300, 300) for _ in range(players - 1)]
    return " ".join(map(str, (*some, -sum(some)))) + f" / {chance.randint(5, 30)}"


def compensation(chance: random.Random) -> tuple[Evening, dict[int, Fraction]]:
    """Parties of deberts: the next round by the ratings so far."""
    players = chance.choice([6, 8, 12])
    evening = Evening(event("deberts", tournament_type="compensation"))
    evening.enter(players)
    told: list[list[tuple[list[int], str]]] = []
    for _ in range(3):
        rated = scorer.per_deal(told)
        order = sorted(range(1, players + 1), key=lambda who: (-rated[who], who))
        sizes = (2,) * (players // 2)
        evening.seat(parties(sizes), tuple(order))
        evening.do(RoundBegun())
        tables = []
        for nth, size in enumerate(sizes, 1):
            people, order = order[:size], order[size:]
            tables.append((people, sums(chance, size)))
            evening.do(Row(table=nth, board=0, result=tables[-1][1]))
        evening.do(RoundEnded())
        told.append(tables)
        if players:
            best = max(scorer.per_deal(told).items(), key=lambda item: item[1])
            assert (
                formats.compensation_seating(ratings(evening.state), (2,))[0][0] == best[0]
                or [*scorer.per_deal(told).values()].count(best[1]) > 1
            )
    return evening, scorer.per_deal(told)


def olympic(chance: random.Random) -> tuple[Evening, dict[int, Fraction]]:
    """Parties of deberts until one table is left; whoever has won it stands first."""
    evening = Evening(event("deberts", tournament_type="olympic"))
    evening.enter(chance.choice([9, 12, 16, 23]))
    told: list[list[tuple[list[int], str]]] = []
    due: dict[int, Fraction] = {}
    while True:
        playing = list(through(evening.state))
        seating = formats.olympic_seating(len(playing), at=(2,))
        evening.seat(parties(seating.tables, seating.byes), tuple(playing))
        evening.do(RoundBegun())
        tables, left = [], list(playing)
        for nth, size in enumerate(seating.tables, 1):
            people, left = left[:size], left[size:]
            tables.append((people, sums(chance, size)))
            evening.do(Row(table=nth, board=0, result=tables[-1][1]))
            due |= {who: Fraction(text) for who, text in zip(people, tables[-1][1].split(), strict=False)}
        due |= dict.fromkeys(left, Fraction(0))
        evening.do(RoundEnded())
        told.append(tables)
        winners = scorer.knocked_out(told)[-1]
        if len(tables) == 1 and not left:
            assert standing(evening.state).places[0].entrant == winners[0]
            return evening, due
        assert set(winners) | set(left) <= set(through(evening.state))


def issues(chance: random.Random) -> tuple[Evening, dict[int, Fraction]]:
    """A cup whose entrants sent in what they won, not all of them every issue."""
    finalists = chance.choice([1, 2, 3])
    held = event(tournament_type="cup", cup_issues=2, cup_deals_per_issue=4, cup_finalists=finalists)
    evening = Evening(held)
    evening.enter(8)
    told: list[dict[int, tuple[str, ...]]] = [{}, {}]
    for nth, issue in enumerate(told, 1):
        for who in chance.sample(range(1, 9), chance.randint(5, 8)):
            issue[who] = tuple(str(Fraction(chance.randint(-60, 60), chance.choice([1, 1, 3, 4]))) for _ in range(4))
            evening.do(Issue(entrant=who, issue=nth, whists=issue[who]))
    total, final = scorer.cup(told, finalists)
    assert set(cup(evening.state).finalists) == final
    return evening, total


KINDS: dict[str, Callable[[random.Random], tuple[Evening, dict[int, Fraction]]]] = {
    "preferans": preferans,
    "matchpoints": lambda chance: of_pairs(chance, "matchpoints"),
    "butler": lambda chance: of_pairs(chance, "butler"),
    "cross_imps": lambda chance: of_pairs(chance, "cross_imps"),
    "teams": teams,
    "compensation": compensation,
    "olympic": olympic,
    "cup": issues,
}
PARTIES = {"compensation", "olympic", "cup"}  # which have no boards


@pytest.mark.rule(
    "PT-I.7", "PT-I.8", "PT-I.9", "PT-II.2", "PT-III.2", "PT-M.4", "B-PAIR-1", "B-PAIR-3", "B-IMP-1", "B-VP-1", "B-TEAM-7"
)  # fmt: skip
@pytest.mark.parametrize("kind", KINDS)
def test_another_scorer_comes_to_the_same(kind: str, share: Callable[[int], int]) -> None:
    """A thousand of each in the long form; a log that is replayed gives the same state."""
    rounds = share(1000)
    for nth in range(rounds if rounds == 1000 else 30):
        evening, due = KINDS[kind](random.Random(f"{kind} {nth}"))
        found = {place.entrant: place.total for place in standing(evening.state).places}
        assert found == due, f"{kind} {nth}"
        for row in evening.state.rows.values():
            assert sum(row.reading.scores.values()) == 0
            _TOLD.add(row.reading.text.split()[0][:1] if kind == "preferans" else row.reading.contract)
        if nth < 2:
            assert fold(evening.begun, evening.log) == evening.state
    if kind in PARTIES:
        return
    if kind == "preferans":
        assert {"-", "m"} <= _TOLD  # all-passes and misères were among them
    else:
        assert "pass" in _TOLD


def test_a_match_of_teams_is_told_board_by_board() -> None:
    evening, _ = teams(random.Random(7))
    for match in matches(evening.state):
        assert len(match.boards) == 4
        assert sum(match.vp) == 20
