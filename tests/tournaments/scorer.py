"""A scorer of its own: from written lines to totals with no code of the program, by the rulebook's words."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

_IMPS = [20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500,
         3000, 3500, 4000]  # fmt: skip


def sochi(result: str, seats: Sequence[str], dealer: str) -> dict[str, Fraction]:
    """What a board is worth at sochi: pool and hill at ten whists a point against the mean, then whists (P-4.1.1)."""
    hill = dict.fromkeys(seats, Fraction(0))  # below nought: in the pool
    whists: dict[tuple[str, str], int] = defaultdict(int)
    contract, *words = result.split()
    tricks = {word[0]: int(word[1:]) for word in words if word[1:]}
    if contract == "-":
        for seat, taken in tricks.items():
            hill[seat] += taken or -1
        hill[dealer] += 10 - sum(tricks.values())  # what the talon took for a sitter; none of it brings no pool
    elif contract == "misere":
        declarer = words[0][0]
        hill[declarer] += 10 * tricks[declarer] if tricks[declarer] else -10
    else:
        declarer, size = words[0][0], int(re.match(r"\d+", contract)[0])  # type: ignore[index]
        price = 2 * (size - 5)
        whisters = [word[0] for word in words[1:]]
        if not tricks:
            hill[declarer] -= price
        else:
            down = max(0, size - tricks[declarer])
            hill[declarer] += price * down if down else -price
            for one in whisters:
                whists[one, declarer] += price * tricks[one]
            for one in [seat for seat in seats if seat != declarer]:
                whists[one, declarer] += price * down  # consolation, the dealer's too
            # who whists answers for his half of what the defence owes, alone for all of it, the last one for the one trick
            need = {6: 4, 7: 2, 8: 1, 9: 1, 10: 1}[size]
            got = 10 - tricks[declarer]
            if got < need:
                if len(whisters) == 1:
                    hill[whisters[0]] += price * (need - got)
                elif need == 1:
                    hill[whisters[-1]] += price
                else:
                    for one in whisters:
                        hill[one] += price * min(need - got, max(0, need // 2 - tricks[one]))
    mean = Fraction(sum(hill.values()), len(seats))
    worth = {seat: 10 * (mean - hill[seat]) for seat in seats}
    for (one, on), won in whists.items():
        worth[one] += won
        worth[on] -= won
    return worth


def bridge(result: str, number: int) -> int:
    """North-South's score at duplicate (B-SCORE-3 to 17, B-DUP-3, B-DUP-9)."""
    if result == "pass":
        return 0
    contract, declarer, taken = result.split()
    level, doubles = int(contract[0]), contract.count("X")
    trump = contract[1:].rstrip("X")
    east_west = declarer in "EW"
    row = [
        "none",
        "NS",
        "EW",
        "both",
        "NS",
        "EW",
        "both",
        "none",
        "EW",
        "both",
        "none",
        "NS",
        "both",
        "none",
        "NS",
        "EW",
    ][(number - 1) % 16]
    red = row == "both" or (row == "EW" if east_west else row == "NS")
    over = int(taken) - 6 - level
    if over < 0:
        down = -over
        if not doubles:
            score = -down * (100 if red else 50)
        else:
            steps = [200] + [300] * 12 if red else [100, 200, 200] + [300] * 10
            score = -sum(steps[:down]) * doubles
    else:
        each = 20 if trump in {"C", "D"} else 30
        below = (level * each + (10 if trump == "NT" else 0)) * 2**doubles
        score = below + (over * each if not doubles else over * doubles * (200 if red else 100))
        score += 50 * doubles
        score += (500 if red else 300) if below >= 100 else 50
        score += {6: 750 if red else 500, 7: 1500 if red else 1000}.get(level, 0)
    return -score if east_west else score


def matchpoints(scores: Mapping[int, Fraction | int]) -> dict[int, int]:
    """Two for each who has less, one for each who has as much."""
    return {
        one: sum(2 * (mine > other) + (mine == other) for who, other in scores.items() if who != one)
        for one, mine in scores.items()
    }


def imps(difference: int) -> int:
    won = sum(abs(difference) >= step for step in _IMPS)
    return won if difference >= 0 else -won


def cross(scores: Mapping[int, int]) -> dict[int, Fraction]:
    others = len(scores) - 1
    return {
        one: Fraction(sum(imps(mine - other) for who, other in scores.items() if who != one), others)
        if others
        else Fraction(0)
        for one, mine in scores.items()
    }


def butler(scores: Mapping[int, int]) -> dict[int, int]:
    """Against the mean without the best and the worst of more than three, to the nearest ten, halves away from nought."""
    order = sorted(scores.values())
    kept = order[1:-1] if len(order) > 3 else order
    mean = Fraction(sum(kept), len(kept))
    tens = int(abs(mean) / 10 + Fraction(1, 2)) * (10 if mean >= 0 else -10)
    return {one: imps(mine - tens) for one, mine in scores.items()}


def victory(difference: int) -> int:
    """Of 20, by the table for 24 boards (B-VP-1)."""
    starts = [3, 7, 12, 17, 22, 28, 34, 40, 47, 55]
    more = sum(abs(difference) >= start for start in starts)
    return 10 + more if difference >= 0 else 10 - more


def per_deal(rounds: Sequence[Sequence[tuple[Sequence[int], str]]]) -> dict[int, Fraction]:
    """Ratings: what everybody has won a deal, round by round, added up (PT-III.2). A table is who sits there and its line."""
    total: dict[int, Fraction] = defaultdict(Fraction)
    for tables in rounds:
        for people, line in tables:
            won, deals = line.split(" / ")
            for who, text in zip(people, won.split(), strict=True):
                total[who] += Fraction(int(text), int(deals))
    return total


def knocked_out(rounds: Sequence[Sequence[tuple[Sequence[int], str]]]) -> list[list[int]]:
    """Who wins each table, round by round, the first of equals (PT-II.2)."""
    winners = []
    for tables in rounds:
        first = []
        for people, line in tables:
            won = [int(text) for text in line.split(" / ")[0].split()]
            first.append(people[won.index(max(won))])
        winners.append(first)
    return winners


def cup(issues: Sequence[Mapping[int, Sequence[str]]], finalists: int) -> tuple[dict[int, Fraction], set[int]]:
    """The sum of all issues, and who reaches the final with all who are equal to the last of them (PT-M.4)."""
    total: dict[int, Fraction] = defaultdict(Fraction)
    for issue in issues:
        for who, whists in issue.items():
            total[who] += sum(map(Fraction, whists))
    return total, {who for who, own in total.items() if sum(other > own for other in total.values()) < finalists}


# --- matches of teams with rulings: a ruling is a plain dict, as the log has it --------------------------------


def _latest(rulings: Sequence[Mapping[str, Any]], team: str, room: str) -> list[tuple[int, int]] | None:
    """What the last ruling that concerns a team in a room gives it: a word, a list of weights and scores, or nothing."""
    for one in reversed(rulings):
        for key in ("assigned", "weighted"):
            given = one.get(key, {})
            if team in given and one.get("room", "open") == room:
                told = given[team]
                return [(100, int(told))] if key == "assigned" else [(weight, int(text)) for weight, text in told]
        if team in one.get("artificial", {}):
            return None  # of the whole board: `_whole` finds it
        if int(team) in one.get("dropped", ()) or int(team) in one.get("natural", ()):
            return None
    return None


def _whole(rulings: Sequence[Mapping[str, Any]], team: str) -> str:
    """The guilt by which a team has an artificial score, `dropped`, or nothing, by the last ruling about it."""
    for one in reversed(rulings):
        if team in one.get("artificial", {}):
            return str(one["artificial"][team])
        if int(team) in one.get("dropped", ()):
            return "dropped"
        if any(team in one.get(key, {}) for key in ("assigned", "weighted")) or int(team) in one.get("natural", ()):
            return ""
    return ""


def of_board(
    north_south: Mapping[str, int],
    rulings: Sequence[Mapping[str, Any]],
    teams: tuple[int, int],
    *,
    points: int = 0,
    average: int = 3,
) -> tuple[Fraction | None, Fraction | None]:
    """What two teams have on a board: IMPs, or board-a-match of so many points. north_south: the score of each room that played."""
    rooms = ("open", "closed")
    changed = {room: any(one.get("fouled") and one.get("room", "open") == room for one in rulings) for room in rooms}
    found: list[Fraction | None] = []
    for mine, its in (teams, teams[::-1]):
        first = mine == teams[0]
        word = _whole(rulings, str(mine))
        if word == "dropped":
            found.append(None)
            continue
        if word:
            parts = {"fully": (-average, 40), "partly": (0, 50), "innocent": (average, 60)}[word]
            found.append(Fraction(points * parts[1], 100) if points else Fraction(parts[0]))
            continue
        own: list[list[tuple[int, int]]] = []
        for room in rooms:
            given = _latest(rulings, str(mine), room)
            if given is None and room in north_south:
                sits_north = first == (room == "open")
                given = [(100, north_south[room] if sits_north else -north_south[room])]
            if given is None and (theirs := _latest(rulings, str(its), room)) is not None:
                given = [(weight, -score) for weight, score in theirs]
            own += [given] if given is not None else []
        if len(own) < 2:
            found.append(None)
        elif changed["open"] is not changed["closed"]:
            found.append(Fraction(points, 2))
        else:
            total = Fraction(0)
            for one, score in own[0]:
                for two, other in own[1]:
                    net = score + other
                    worth = Fraction(points, 2) * ((net > 0) + (net >= 0)) if points else imps(net)
                    total += Fraction(one * two, 10_000) * worth
            found.append(total)
    return found[0], found[1]


def whole(value: Fraction) -> int:
    """The nearest whole number, halves away from nought."""
    up = int(abs(value) + Fraction(1, 2))
    return up if value >= 0 else -up
