"""Bots against each other: the same deals with the seats rotated, so that cards favour nobody.

A deal is played once for each seating of the bots, each time on a fresh sheet, and scored by its game. Preferans counts
whists by the settlement, deberts the points above the other side's. Bridge is a match of two teams. A pair of each
level plays a board at two tables with the pairs' seats changed, and IMPs compare the results. Luck with cards falls on
every bot alike. The mean of a deal over its seatings is one observation, and the intervals are of those. Deberts can be
played in whole parties as well (`Setup.parties`). A score is then the won share, and the same cards come to both
seatings as long as the same place deals.

Programs from outside may sit among the bots (`Others`); `kozyr.club.programs` has their table.

Results go to a file, a deal a line, and a broken-off match goes on from it.
"""

from __future__ import annotations

import hashlib
import math
import signal
import statistics
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple, Protocol, TypeVar

import msgspec

from kozyr.bots.contest import contest_of
from kozyr.bots.frame import Budget, choose, names
from kozyr.cards import Seat
from kozyr.deals import fair_deal
from kozyr.games import AnyMatch, AnyState, Deal, Event, game

T = TypeVar("T")

_NORMAL: Final = 1.96  # half of a 95 % interval, in standard errors


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match between bots; the same setup gives the same deals and decisions."""

    game: str
    bots: tuple[str, ...]
    seed: int = 0
    preset: str = ""
    players: int = 0
    changes: dict[str, object] = {}
    nodes: int = 0
    """The positions that a decision may cost; 0: the usual number of each level."""
    regret: bool = True
    parties: bool = False
    """Whole parties are played instead of deals, at deberts only."""
    programs: dict[str, str] = {}
    """The command of each program among `bots`, by its name."""

    def seats(self) -> tuple[str, ...]:
        """A bot for each player; the last one named takes the seats that are left."""
        return (*self.bots, *(self.bots[-1],) * (self.players - len(self.bots)))

    def seatings(self) -> list[tuple[str, ...]]:
        """The different ways to seat them, by place."""
        return contest_of(self.game).seatings(self.seats())


class Played(msgspec.Struct, frozen=True):
    """One deal in all its seatings: each level's scores by seat, and the milliseconds of its decisions."""

    deal: int
    scores: dict[str, list[float]]
    millis: dict[str, list[float]]
    given: dict[str, dict[str, list[int]]]
    """For each game played out by cards: the tricks given up against perfect information.

    The keys are level and role (declarer, defender; misere and catcher at misère).
    """
    kinds: dict[str, int]


class Decided(NamedTuple):
    """An event that has come from outside. seconds: the time that it took; None: it is no decision."""

    seat: Seat
    event: Event
    seconds: float | None


class Others(Protocol):
    """The players of a match that are no bots of ours, with the table at which they are told what happens."""

    def open(self, setup: Setup, number: int, seating: tuple[str, ...], match: AnyMatch) -> None:
        """Begin a match with these players by place."""

    def happened(self, event: Event, seat: Seat | None) -> None:
        """Tell them of an event of the table, or of a bot of ours."""

    def decided(self) -> Decided | None:
        """The next event from outside; they know of it already. None: a bot of ours decides now."""

    def over(self) -> None:
        """Tell them that the match is over."""


def _match(setup: Setup, number: int) -> AnyMatch:
    rules = game(setup.game)
    changes = {**contest_of(setup.game).options(setup.preset, number), **setup.changes}
    return rules.start(
        rules.choose(setup.preset, changes, setup.players, "record"), setup.players, number % setup.players
    )


def play(setup: Setup, number: int, others: Others | None = None) -> Played:
    """Play the deal of this number, or the whole match of this number, in all seatings.

    others: the programs of the setup.
    """
    contest, key = contest_of(setup.game), _key(setup)
    found = Played(number, {}, {}, {}, {})
    for seating in setup.seatings():
        match, deals = _match(setup, number), 0
        if others is not None:
            others.open(setup, number, seating, match)
        while not match.finished and (setup.parties or not deals):
            deals += 1
            label = f"{number} {deals}" if setup.parties else str(number)
            match = _dealt(setup, match, seating, key, label, found, others)
        if others is not None:
            others.over()
        scores = contest.scores(match)
        if setup.parties:
            scores = [float(contest.won(match, at)) for at in range(setup.players)]
        for level, score in zip(seating, scores, strict=True):
            found.scores.setdefault(level, []).append(score)
    return found if setup.parties else msgspec.structs.replace(found, scores=contest.compared(found.scores))


def scores(setup: Setup, number: int) -> tuple[float, ...]:
    """The score of each player in the deal of this number, by place, with the bots as the setup seats them."""
    nobody = Played(number, {}, {}, {}, {})
    match = _dealt(setup, _match(setup, number), setup.seats(), _key(setup), str(number), nobody)
    return tuple(contest_of(setup.game).scores(match))


def all_scores(setup: Setup, deals: int, jobs: int = 1) -> Iterator[tuple[float, ...]]:
    """The scores of deals 0 to `deals` - 1.

    Raises:
        BadMatch: the match cannot be.
    """
    _check(setup)
    yield from _spread(scores, setup, range(deals), jobs)


def begin(setup: Setup, number: int) -> AnyState:
    """The deal of this number before its first event, with all hands dealt: the cards that `play` plays."""
    return _begun(setup, _match(setup, number), _key(setup), str(number))


def _key(setup: Setup) -> bytes:
    return hashlib.sha256(f"kozyr match {setup.seed}".encode()).digest()


def _begun(setup: Setup, match: AnyMatch, key: bytes, label: str) -> AnyState:
    state = match.begin()
    return state.apply(_cards(setup, state, key, label))


def _cards(setup: Setup, state: AnyState, key: bytes, label: str) -> Deal:
    return Deal(str(fair_deal(key, label, game(setup.game).pack, state.terms.holders)))


def _dealt(
    setup: Setup,
    match: AnyMatch,
    seating: tuple[str, ...],
    key: bytes,
    label: str,
    found: Played,
    others: Others | None = None,
) -> AnyMatch:
    """The match after its next deal, played by these bots."""
    contest = contest_of(setup.game)
    state = match.begin()
    dealt = _cards(setup, state, key, label)
    state, terms = state.apply(dealt), state.terms
    if others is not None:
        others.happened(dealt, None)
    level_of = {terms.seat(name): level for name, level in zip(match.names, seating, strict=True)}
    budget = Budget(nodes=setup.nodes) if setup.nodes else None
    given: dict[tuple[str, str], int] = {}
    while state.outcome is None:
        told = None if others is None else others.decided()
        if told is None:
            seat, event, spent = _chosen(state, level_of, found.deal, budget)
            if others is not None:
                others.happened(event, seat)
        else:
            seat, event, spent = told
        level = level_of[seat]
        if spent is not None:
            found.millis.setdefault(level, []).append(round(1000 * spent, 3))
        lost = contest.cost(state, event) if setup.regret else None
        if lost is not None:
            role, tricks = lost
            given[level, role] = given.get((level, role), 0) + tricks
        state = state.apply(event, seat)
    for (level, role), tricks in given.items():
        found.given.setdefault(level, {}).setdefault(role, []).append(tricks)
    kind = contest.kind(state.outcome)
    found.kinds[kind] = found.kinds.get(kind, 0) + 1
    return match.record(state.outcome)


def _chosen(state: AnyState, level_of: Mapping[Seat | None, str], number: int, budget: Budget | None) -> Decided:
    """The choice of a bot of ours, and the processor time that it took."""
    seat = state.actor
    if seat is None:
        raise TypeError(state)
    view = state.view(seat)
    begun = time.process_time()
    event = choose(view, level_of[seat], number, budget)
    return Decided(seat, event, time.process_time() - begun)


# --- a match -----------------------------------------------------------------------------------------------


class BadMatch(ValueError):
    """An impossible match, or a file of another match; the message says why."""


def contest(
    setup: Setup, deals: int, path: Path | None = None, jobs: int = 1, work: Callable[[Setup, int], Played] = play
) -> Iterator[Played]:
    """Play deals 0 to `deals` - 1; deals that the file already has are read from it.

    work: plays one of them in all seatings.

    Raises:
        BadMatch: the match cannot be, the file is of another one, or a program has broken it off.
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
        for played in _spread(work, setup, wanted, jobs):
            if out is not None:
                out.write(msgspec.json.encode(played) + b"\n")
                out.flush()
            yield played
    finally:
        if out is not None:
            out.close()


def _check(setup: Setup) -> None:
    known, contest = names(setup.game), contest_of(setup.game)
    for name in setup.bots:
        if name not in known and name not in setup.programs:
            raise BadMatch(f"no bot of level {name!r} at {setup.game}; there are: {', '.join(known)}")
    if not 1 <= len(setup.bots) <= setup.players:
        raise BadMatch(f"{len(setup.bots)} bots do not fit {setup.players} players")
    if setup.parties and not contest.parties:
        raise BadMatch(f"whole parties are played at deberts, not at {setup.game}")
    if setup.nodes < 0:
        raise BadMatch("a budget of nodes is not below nought")
    try:
        contest.check(len(setup.bots), setup.players, _match(setup, 0))
    except ValueError as error:
        raise BadMatch(" ".join(str(error).split())) from None


def _spread(work: Callable[[Setup, int], T], setup: Setup, wanted: Sequence[int], jobs: int) -> Iterator[T]:
    """The work on each of these deals, in their order, over `jobs` processes."""
    if jobs == 1:
        yield from (work(setup, number) for number in wanted)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        _start(pool, min(jobs, len(wanted)))
        try:
            yield from pool.map(work, [setup] * len(wanted), wanted, chunksize=1)
        finally:  # Ctrl-C may come before all deals are handed in; the waiting ones are not needed
            pool.shutdown(cancel_futures=True)


def _start(pool: ProcessPoolExecutor, jobs: int) -> None:
    """Start the processes of a pool deaf to Ctrl-C, which is the parent's affair; a process started while it is ignored ignores it."""
    if threading.current_thread() is not threading.main_thread():
        return  # only the main thread may set a handler of signals
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


# --- the results of a match --------------------------------------------------------------------------------


class Standing(msgspec.Struct, frozen=True):
    """A bot's result."""

    level: str
    score: float
    """The mean score a deal and seat."""
    interval: float | None
    """Half of the score's 95 % interval. None: fewer than two deals."""
    decisions: int
    per_second: float
    """Decisions a second of processor time; a program's of time by the clock, as below."""
    p95_ms: float
    """The processor time that 95 % of the decisions keep, in milliseconds."""
    worst_ms: float
    """The longest decision, in milliseconds of processor time."""
    given: dict[str, float]
    """The mean tricks given up a game, by role."""
    games: dict[str, int]


class Summary(msgspec.Struct, frozen=True):
    """A match so far."""

    setup: Setup
    deals: int
    standings: tuple[Standing, ...]
    kinds: dict[str, int]
    """How many games ended in each way, over all seatings."""


def summary(setup: Setup, played: Sequence[Played]) -> Summary:
    """The results of some deals."""
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
