"""The draw of a Swiss: neighbours in the standing meet, no two a second time while that can be avoided, one bye each.

Whether the teams that are left can be drawn without a rematch is a question of matching in a graph: two teams are joined that have not
met. Edmonds answers it in the third power of the number of teams (Paths, Trees, and Flowers, 1965), so no draw takes long and none fails.

A draw also looks ahead. Where half of all rounds or more are played, it leaves a graph that splits into matchings, one for each round to
come; so an event may go on until each team has met each other. A denser graph always splits (Csaba, Kühn, Lo, Osthus, Treglown: Proof of
the 1-factorization and Hamilton Decomposition Conjectures, 2016; proved there for large numbers of teams, tried here for small ones).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from kozyr.games.refusal import Refused

_BYE: Final = -1  # the opponent of a team with a bye; no entrant has this number
_DRAWS: Final = (
    200  # draws that are looked at; the first without a rematch counts if none of them leaves all rounds open
)
_SPLITS: Final = 5_000  # matchings that one look ahead tries
_Graph: TypeAlias = Mapping[int, frozenset[int]]


class Draw(NamedTuple):
    """One round of a Swiss."""

    matches: tuple[tuple[int, int], ...]
    """The best first."""
    bye: int | None
    """The team without an opponent."""
    again: tuple[tuple[int, int], ...] = ()
    """The matches that were played before: there are no fewer in any draw."""


def draw(standing: Sequence[int], met: Collection[frozenset[int]], byes: Collection[int] = ()) -> Draw:
    """The next round.

    From the first team down, each meets the nearest lower one that leaves the others a draw with the fewest
    rematches: none while there is such a draw, nor in the rounds to come while that can be kept open. The bye goes to the lowest team without one; to one with a bye only
    when all have had theirs.

    standing: the entrants from the first down. met: the matches played before. byes: the teams that have had one.

    Raises:
        Refused: fewer than two teams.

    >>> draw([1, 2, 3, 4], {frozenset({1, 2})}).matches
    ((1, 3), (2, 4))
    """
    if len(standing) < 2:
        raise Refused("few_teams", teams=len(standing))
    near = {one: {two for two in standing if two != one and frozenset({one, two}) not in met} for one in standing}
    candidates: list[int | None] = [None]
    if len(standing) % 2:
        candidates = [who for who in reversed(standing) if who not in byes] or list(reversed(standing))
    fresh = _fresh_draws(standing, near, candidates)
    open_ = next((one for one in islice(fresh, _DRAWS) if _leaves_all(one, near, byes)), None)
    if open_ is not None:
        return open_
    drawn = {bye: _largest(near, [who for who in standing if who != bye], {}) for bye in candidates}
    bye = max(candidates, key=lambda who: len(drawn[who]))  # the first of equals: the lowest in the standing
    free, mate, matches = [who for who in standing if who != bye], drawn[bye], list[tuple[int, int]]()
    while free:
        first, *others = free
        for other in others:
            left = [who for who in others if who != other]
            kept = {one: two for one, two in mate.items() if not {one, two} & {first, other}}
            rest = _largest(near, left, kept)
            if len(rest) + 2 * (other in near[first]) == len(mate):
                matches.append((first, other))
                free, mate = left, rest
                break
    return Draw(tuple(matches), bye, tuple(couple for couple in matches if frozenset(couple) in met))


def _fresh_draws(
    standing: Sequence[int], near: Mapping[int, Collection[int]], candidates: Sequence[int | None]
) -> Iterator[Draw]:
    """All draws without a rematch: the lowest bye first, then the nearest opponents of the first team, and so on."""
    for bye in candidates:
        for matches in _matches([who for who in standing if who != bye], near):
            yield Draw(matches, bye)


def _matches(free: Sequence[int], near: Mapping[int, Collection[int]]) -> Iterator[tuple[tuple[int, int], ...]]:
    if not free:
        yield ()
        return
    first, *others = free
    for other in others:
        if other in near[first]:
            left = [who for who in others if who != other]
            if len(_largest(near, left, {})) == len(left):
                yield from (((first, other), *rest) for rest in _matches(left, near))


def _leaves_all(drawn: Draw, near: Mapping[int, Collection[int]], byes: Collection[int]) -> bool:
    """Whether after this draw each team can still meet all others, and have its bye, a round each."""
    graph = {one: set(some) for one, some in near.items()}
    couples = list(drawn.matches)
    if drawn.bye is not None:
        graph[_BYE] = set(near) - set(byes)
        for one in graph[_BYE]:
            graph[one].add(_BYE)
        couples.append((_BYE, drawn.bye))
    return _splits(_without({one: frozenset(some) for one, some in graph.items()}, couples), iter(range(_SPLITS)))


def _splits(graph: _Graph, tries: Iterator[int]) -> bool:
    """Whether the edges of a graph are the union of perfect matchings, as far as so many tries tell.

    True where nothing is known: teams that have played unequal numbers of rounds, or no tries are left.
    """
    degrees = {len(some) for some in graph.values()}
    degree = max(degrees)
    if len(degrees) > 1 or degree < 2 or 2 * degree >= len(graph):
        return True
    if degree == 2:  # circles
        return all(size % 2 == 0 for size in _circles(graph))
    for couples in _any_matches(graph, frozenset(graph)):
        if next(tries, None) is None or _splits(_without(graph, couples), tries):
            return True
    return False


def _circles(graph: _Graph) -> Iterator[int]:
    """The number of teams in each part of a graph."""
    left = set(graph)
    while left:
        part, waiting = 0, [left.pop()]
        while waiting:
            part += 1
            more = graph[waiting.pop()] & left
            left -= more
            waiting.extend(more)
        yield part


def _any_matches(graph: _Graph, free: frozenset[int]) -> Iterator[tuple[tuple[int, int], ...]]:
    """All perfect matchings, in the order that is found soonest: the team with the fewest opponents first."""
    if not free:
        yield ()
        return
    one = min(free, key=lambda who: len(graph[who] & free))
    for other in sorted(graph[one] & free):
        yield from (((one, other), *rest) for rest in _any_matches(graph, free - {one, other}))


def _without(graph: _Graph, couples: Sequence[tuple[int, int]]) -> _Graph:
    """The graph without these edges."""
    mate = {one: two for couple in couples for one, two in (couple, couple[::-1])}
    return {one: some - {mate.get(one, one)} for one, some in graph.items()}


def _largest(near: Mapping[int, Collection[int]], teams: Sequence[int], mate: dict[int, int]) -> dict[int, int]:
    """A largest matching of some teams, each with its opponent. mate: a matching that it may grow from."""
    if len(mate) == len(teams):
        return mate
    graph = {one: [two for two in teams if two in near[one]] for one in teams}
    for one in teams:  # most of it without a search
        if one not in mate:
            other = next((two for two in graph[one] if two not in mate), None)
            if other is not None:
                mate[one], mate[other] = other, one
    for root in teams:
        if root not in mate:
            _augment(graph, mate, root)
    return mate


def _augment(graph: Mapping[int, Sequence[int]], mate: dict[int, int], root: int) -> None:
    """Match the root too, if some path leads from it by turns over free and matched edges to a free team."""
    base = {one: one for one in graph}  # the blossom of each team, by the team at which it begins
    come: dict[int, int] = {}  # the team before, over a free edge
    outer, waiting = {root}, deque([root])
    while waiting:
        at = waiting.popleft()
        for to in graph[at]:
            if base[at] == base[to] or mate.get(at) == to:
                continue
            if to == root or (to in mate and mate[to] in come):
                _contract(base, come, mate, outer, waiting, at, to)
            elif to not in come:
                come[to] = at
                if to not in mate:
                    _flip(come, mate, to)
                    return
                outer.add(mate[to])
                waiting.append(mate[to])


def _contract(
    base: dict[int, int],
    come: dict[int, int],
    mate: Mapping[int, int],
    outer: set[int],
    waiting: deque[int],
    one: int,
    two: int,
) -> None:
    """Join two outer teams: the odd circle through them counts as one team from now on."""
    start = _common(base, come, mate, one, two)
    inside = set[int]()
    for at, other in ((one, two), (two, one)):
        child = other
        while base[at] != start:
            inside |= {base[at], base[mate[at]]}
            come[at] = child
            child = mate[at]
            at = come[child]  # noqa: PLW2901 - a walk up the tree
    for team, blossom in list(base.items()):
        if blossom in inside:
            base[team] = start
            if team not in outer:
                outer.add(team)
                waiting.append(team)


def _common(base: Mapping[int, int], come: Mapping[int, int], mate: Mapping[int, int], one: int, two: int) -> int:
    """The blossom where the ways of two outer teams to the root meet."""
    seen = set[int]()
    at = one
    while True:
        at = base[at]
        seen.add(at)
        if at not in mate:
            break
        at = come[mate[at]]
    at = base[two]
    while at not in seen:
        at = base[come[mate[at]]]
    return at


def _flip(come: Mapping[int, int], mate: dict[int, int], end: int) -> None:
    """Match along the way to a free team."""
    at: int | None = end
    while at is not None:
        before = come[at]
        after = mate.get(before)
        mate[at], mate[before] = before, at
        at = after
