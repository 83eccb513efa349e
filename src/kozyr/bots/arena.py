"""Bots against each other: the same deals with the seats rotated, so that cards favour nobody.

A deal is played once for each way to seat the bots, each time on a fresh sheet, and scored as its game scores it:
preferans in whists by the settlement, deberts in points more than the other side's. Bridge is a match of two teams: a pair
of each level, a board at two tables with the pairs' seats changed, and the IMPs of the comparison. What luck the cards bring falls on
every bot alike; the mean of a deal over its seatings is one observation, and the intervals are of those.
Of deberts whole parties can be played as well (`Setup.parties`): a score is then the share that is won, and the same
cards come to both seatings as long as the same place deals.

Results go to a file, a deal a line, and a match that was broken off goes on from it.
"""

from __future__ import annotations

import hashlib
import math
import signal
import statistics
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import msgspec

from kozyr.bots.frame import Budget, choose, levels
from kozyr.cards import Seat
from kozyr.deals import fair_deal
from kozyr.games import Deal, Match, State, bridge, deberts, game, preferans
from kozyr.games.bridge.scoring import imps
from kozyr.games.preferans import Contract
from kozyr.games.preferans.events import Play
from kozyr.solver import bridge as dds, preferans as solver
from kozyr.solver.preferans import Position

__all__ = ["BadMatch", "Played", "Setup", "Standing", "Summary", "contest", "play", "summary"]

_NORMAL: Final = 1.96  # half of a 95 % interval, in standard errors


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a match is; the same setup gives the same deals and decisions.

    nodes: 0 is what each level is used to. parties: whole parties are played instead of deals, at deberts only.
    """

    game: str
    bots: tuple[str, ...]
    seed: int = 0
    preset: str = ""
    players: int = 0
    changes: dict[str, object] = {}
    nodes: int = 0
    regret: bool = True
    parties: bool = False

    def seats(self) -> tuple[str, ...]:
        """A bot for each player; the last one named takes the seats that are left."""
        return (*self.bots, *(self.bots[-1],) * (self.players - len(self.bots)))

    def seatings(self) -> list[tuple[str, ...]]:
        """The different ways to seat them, by rotation; at bridge partners are of one level, so there are two."""
        if self.game == "bridge":
            one, other = self.bots[0], self.bots[-1]
            return list(dict.fromkeys([(one, other, one, other), (other, one, other, one)]))
        seats = self.seats()
        return list(dict.fromkeys(seats[at:] + seats[:at] for at in range(len(seats))))


class Played(msgspec.Struct, frozen=True):
    """One deal in all its seatings. By level: the scores of each seat it held; the milliseconds of its decisions.

    given: by level and role (declarer, defender; misere and catcher at misère), for each game that was played out by
    cards the tricks that it gave up against perfect information.
    """

    deal: int
    scores: dict[str, list[float]]
    millis: dict[str, list[float]]
    given: dict[str, dict[str, list[int]]]
    kinds: dict[str, int]


def _match(setup: Setup, number: int) -> Match:
    rules = game(setup.game)
    changes = dict(setup.changes)
    if setup.game == "preferans":
        changes.setdefault("allpass.forced_rounds", 0)
    if setup.game == "bridge" and setup.preset in {"duplicate", "teams"}:
        changes |= {"deals": 1, "first_board": number % 16 + 1}  # the board tells dealer and vulnerability
    return rules.start(rules.agree(setup.preset, changes, setup.players), setup.players, number % setup.players)


def play(setup: Setup, number: int) -> Played:
    """The deal of this number, in all seatings."""
    rules = game(setup.game)
    key = hashlib.sha256(f"kozyr match {setup.seed}".encode()).digest()
    if setup.parties:
        return _parties(setup, number, key)
    match = _match(setup, number)
    terms = match.next_deal()
    cards = Deal(str(fair_deal(key, str(number), rules.pack, terms.holders)))
    found = Played(number, {}, {}, {}, {})
    for seating in setup.seatings():
        state = match.begin(terms).apply(cards)
        level_of = dict(zip(_seats(match, terms), seating, strict=True))
        state = _finish(setup, state, level_of, number, found)
        for level, score in zip(seating, _scores(match, state), strict=True):
            found.scores.setdefault(level, []).append(score)
    if setup.game == "bridge":
        _in_imps(found)
    return found


def _parties(setup: Setup, number: int, key: bytes) -> Played:
    """The party of this number, in both seatings."""
    rules = game(setup.game)
    found = Played(number, {}, {}, {}, {})
    for seating in setup.seatings():
        match, nth = _match(setup, number), 0
        while not match.finished:
            terms, nth = match.next_deal(), nth + 1
            state = match.begin(terms).apply(Deal(str(fair_deal(key, f"{number} {nth}", rules.pack, terms.holders))))
            state = _finish(setup, state, dict(zip(_seats(match, terms), seating, strict=True)), number, found)
            match = match.record(state.outcome)
        if not isinstance(match, deberts.Party):
            raise TypeError(match)
        for at, level in enumerate(seating):
            found.scores.setdefault(level, []).append(float(match.winner == at))
    return found


def _in_imps(found: Played) -> None:
    """Both tables' points as IMPs of the comparison: a level's at one table less the other's at the other."""
    if len(found.scores) == 1:
        found.scores[next(iter(found.scores))] = [0.0]
        return
    one, other = found.scores
    gained = float(imps(round(sum(found.scores[one]) / 2)))  # two players a table, each with the pair's points
    found.scores[one], found.scores[other] = [gained], [-gained]


def _seats(match: Match, terms: object) -> list[Seat | None]:
    """The seat of each player in this deal, by place; None for one who waits."""
    if isinstance(terms, preferans.Terms):
        return [terms.seats[terms.names.index(name)] if name in terms.names else None for name in match.names]
    return [Seat(name) for name in match.names]


def _finish(setup: Setup, state: State, level_of: Mapping[Seat | None, str], number: int, found: Played) -> State:
    budget = Budget(nodes=setup.nodes) if setup.nodes else None
    given: dict[tuple[str, str], int] = {}
    while state.outcome is None:
        seat = state.actor
        if seat is None:
            raise TypeError(state)
        level = level_of[seat]
        view = state.view(seat)
        begun = _spent(setup)
        event = choose(view, level, number, budget)
        found.millis.setdefault(level, []).append(round(1000 * (_spent(setup) - begun), 3))
        if setup.regret and isinstance(state, preferans.State) and isinstance(event, Play):
            role, cost = _cost(state, event)
            if role:
                given[level, role] = given.get((level, role), 0) + cost
        state = state.apply(event, seat)
    for (level, role), tricks in given.items():
        found.given.setdefault(level, {}).setdefault(role, []).append(tricks)
    kind = getattr(state.outcome, "kind", "deal")
    found.kinds[kind] = found.kinds.get(kind, 0) + 1
    return state


def _spent(setup: Setup) -> float:
    """The processor time so far, in seconds, with that of DDS, which works in a process of its own."""
    return time.process_time() + (dds.processor_time() if setup.game == "bridge" else 0.0)


def _cost(state: preferans.State, event: Play) -> tuple[str, int]:
    """The role of who plays and the tricks that his card gives up, with all cards seen."""
    if state.declarer < 0 or state.claim is not None:
        return "", 0
    found = solver.solve(Position.of(state)).moves
    caught = state.contract is Contract.MISERE
    declares = state.at == state.declarer
    best = max(found.values()) if declares != caught else min(found.values())
    role = ("misere" if declares else "catcher") if caught else ("declarer" if declares else "defender")
    return role, abs(best - found[event.card])


def _scores(match: Match, state: State) -> list[float]:
    """What the deal brings each player, by place."""
    after = match.record(state.outcome)
    if isinstance(after, preferans.Pulka):
        return [float(points) for points in after.settlement.result]
    if isinstance(after, deberts.Party):
        mine, yours = after.sheet.points
        return [float(mine - yours), float(yours - mine)]
    if isinstance(after, bridge.Session):
        points = float(after.sheet.scores[-1] if after.sheet.scores else 0)  # all passed, and it is dealt again
        return [points, -points, points, -points]
    raise TypeError(after)


# --- a match -----------------------------------------------------------------------------------------------


class BadMatch(ValueError):
    """A match that cannot be, or a file that is not its own; the message says why."""


def contest(setup: Setup, deals: int, path: Path | None = None, jobs: int = 1) -> Iterator[Played]:
    """Play deals 0 to `deals` - 1, those that the file has already read from there.

    Raises:
        BadMatch: the match cannot be, or the file is of another one.
        OSError: the file cannot be read or written.
    """
    _check(setup)
    done = _read(setup, path) if path is not None else {}
    yield from (done[number] for number in sorted(done) if number < deals)
    wanted = [number for number in range(deals) if number not in done]
    out = None if path is None else path.open("ab")
    try:
        if out is not None and not out.tell():
            out.write(msgspec.json.encode(setup) + b"\n")
        for played in _played(setup, wanted, jobs):
            if out is not None:
                out.write(msgspec.json.encode(played) + b"\n")
                out.flush()
            yield played
    finally:
        if out is not None:
            out.close()


def _check(setup: Setup) -> None:
    known = levels(setup.game)
    if not known:
        raise BadMatch(f"no bots for {setup.game!r}")
    for level in setup.bots:
        if level not in known:
            raise BadMatch(f"no bot of level {level!r} at {setup.game}; there are: {', '.join(known)}")
    if not 1 <= len(setup.bots) <= setup.players:
        raise BadMatch(f"{len(setup.bots)} bots do not fit {setup.players} players")
    if setup.game == "bridge" and (len(setup.bots) > 2 or setup.players != 4):
        raise BadMatch("at bridge two teams play: one or two levels, four players")
    if setup.parties and setup.game != "deberts":
        raise BadMatch(f"whole parties are played at deberts, not at {setup.game}")
    if setup.nodes < 0:
        raise BadMatch("a budget of nodes is not below nought")
    try:
        match = _match(setup, 0)
    except ValueError as error:
        raise BadMatch(" ".join(str(error).split())) from None
    if isinstance(match, bridge.Session) and match.conventions.part_scores == "carry":
        raise BadMatch(f"at {setup.preset} a deal is worth nothing by itself; teams play duplicate or teams")


def _played(setup: Setup, wanted: Sequence[int], jobs: int) -> Iterator[Played]:
    if jobs == 1:
        yield from (play(setup, number) for number in wanted)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        _start(pool, min(jobs, len(wanted)))
        try:
            yield from pool.map(play, [setup] * len(wanted), wanted, chunksize=1)
        finally:  # Ctrl-C may have come before all were handed in, and nobody waits for those that were
            pool.shutdown(cancel_futures=True)


def _start(pool: ProcessPoolExecutor, jobs: int) -> None:
    """Start the processes of a pool, deaf to Ctrl-C, which is our affair: who is born while it is ignored ignores it."""
    if threading.current_thread() is not threading.main_thread():
        return  # only the main thread may say what a signal does
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for _ in range(jobs):  # a process is started with each task while none is idle
            pool.submit(time.monotonic)
    finally:
        signal.signal(signal.SIGINT, before)


def _read(setup: Setup, path: Path) -> dict[int, Played]:
    """The deals of a result file; a last line that was cut off is taken away.

    Raises:
        BadMatch: the file is of another match, or is no result file.
    """
    if not path.exists():
        return {}
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        path.write_bytes(whole)
    head, *lines = whole.splitlines() or [b""]
    if not head:
        return {}
    try:
        found = msgspec.json.decode(head, type=Setup)
        deals = [msgspec.json.decode(line, type=Played) for line in lines]
    except msgspec.DecodeError as error:
        raise BadMatch(f"{path} is no result of a match: {error}") from None
    if found != setup:
        raise BadMatch(f"{path} is of another match: {found}")
    return {played.deal: played for played in deals}


# --- what came of it ---------------------------------------------------------------------------------------


class Standing(msgspec.Struct, frozen=True):
    """A bot's result. score, interval: its mean a deal and seat, and half of the 95 % interval (None below two deals).

    per_second, p95_ms, worst_ms: of its decisions, in processor time. given: by role the mean tricks given up a game.
    """

    level: str
    score: float
    interval: float | None
    decisions: int
    per_second: float
    p95_ms: float
    worst_ms: float
    given: dict[str, float]
    games: dict[str, int]


class Summary(msgspec.Struct, frozen=True):
    """A match so far. kinds: how often the games came to what, over all seatings."""

    setup: Setup
    deals: int
    standings: tuple[Standing, ...]
    kinds: dict[str, int]


def summary(setup: Setup, played: Sequence[Played]) -> Summary:
    """What came of some deals."""
    kinds: dict[str, int] = {}
    for deal in played:
        for kind, n in deal.kinds.items():
            kinds[kind] = kinds.get(kind, 0) + n
    return Summary(setup, len(played), tuple(_standing(level, played) for level in dict.fromkeys(setup.bots)), kinds)


def _standing(level: str, played: Sequence[Played]) -> Standing:
    means = [statistics.fmean(deal.scores[level]) for deal in played]
    millis = sorted(ms for deal in played for ms in deal.millis.get(level, ()))
    given: dict[str, list[int]] = {}
    for deal in played:
        for role, tricks in deal.given.get(level, {}).items():
            given.setdefault(role, []).extend(tricks)
    total = sum(millis)
    return Standing(
        level=level,
        score=statistics.fmean(means) if means else 0.0,
        interval=_NORMAL * statistics.stdev(means) / math.sqrt(len(means)) if len(means) > 1 else None,
        decisions=len(millis),
        per_second=1000 * len(millis) / total if total else 0.0,
        p95_ms=millis[len(millis) * 95 // 100] if millis else 0.0,
        worst_ms=millis[-1] if millis else 0.0,
        given={role: statistics.fmean(tricks) for role, tricks in sorted(given.items())},
        games={role: len(tricks) for role, tricks in sorted(given.items())},
    )
