"""Somebody who reads hands from the time that a decision takes. No test waits: the clock is the tests' own."""

import asyncio
import math
import random
import statistics
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, cast

import msgspec
import pytest

from kozyr.club.acts import TableTerms
from kozyr.club.live.audience import Audience
from kozyr.club.live.host import Host
from kozyr.club.live.lobby import Lobby
from kozyr.club.live.tempo import Kind, kind_of
from kozyr.club.live.timers import Timers
from kozyr.club.live.waits import Waits
from kozyr.club.live.workers import Workers
from kozyr.club.table.table import Table
from kozyr.games import AnyView, Event
from tests import stores
from tests.attack.virtual import Virtual
from tests.clubtable import setup, steps
from tests.luck import Luck

MOVES = 2000
SURE = 2.576  # standard deviations of the 99 % interval


class Shown(NamedTuple):
    """A decision as the others at the table see it, and what it must not tell."""

    kind: Kind
    seconds: float
    forced: bool


class Thinker(Workers):
    """Bots that think for as long as they are told to, by a clock of the test's."""

    def __init__(self, clock: Virtual, takes: Callable[[AnyView], float]) -> None:
        super().__init__(clock=clock)
        self._sleep, self._takes = clock.sleep, takes

    async def choose(
        self, view: AnyView, level: str, where: str = "", limit: float | None = None, seed: int = 0
    ) -> Event:
        del level, where, limit, seed
        await self._sleep(self._takes(view))
        return view.legal[0]


def decisions() -> Iterator[AnyView]:
    """The views of bots that play match after match."""
    seed = 0
    while True:
        for step in steps(Table.open(setup(3)), seed):
            duty = step.before.duty
            if duty is not None and duty.place is not None:
                view = step.before.sees(duty.place)
                assert view is not None
                yield view
        seed += 1


def watched(path: Path, takes: Callable[[AnyView], float], level: str = "expert") -> list[Shown]:
    """What one who sits at the table sees of so many decisions."""
    store, clock, views = stores.opened(path), Virtual(), decisions()
    lobby = Lobby(store, Thinker(clock, takes), clock=clock, chance=Luck("tempo"))

    async def work() -> list[Shown]:
        seen = []
        for _ in range(MOVES):
            view, began = next(views), clock.seconds()
            await lobby.thinkers.think(view, level, "", 0)
            seen.append(Shown(kind_of(view), clock.seconds() - began, len(view.legal) == 1))
        return seen

    try:
        return asyncio.run(clock.drive(work()))
    finally:
        store.close()


def caught(seen: list[tuple[float, bool]]) -> tuple[int, int, float]:
    """The best guess from times alone, learnt from every other decision and tried on the rest.

    Returns how many it says are so, how many of these are, and how many would be by chance.
    """

    def cell(seconds: float) -> int:
        return int(seconds / 0.02)

    learnt, tried = seen[::2], seen[1::2]
    base = sum(so for _, so in learnt) / len(learnt)
    counts: dict[int, list[int]] = {}
    for seconds, so in learnt:
        count = counts.setdefault(cell(seconds), [0, 0])
        count[so] += 1
    guilty = {at for at, (no, yes) in counts.items() if yes > base * (no + yes)}
    named = [so for seconds, so in tried if cell(seconds) in guilty]
    return len(named), sum(named), sum(so for _, so in tried) / len(tried)


def tells_nothing(seen: list[tuple[float, bool]]) -> bool:
    """Whether the hits lie inside the 99 % interval of the base rate."""
    named, hits, base = caught(seen)
    return abs(hits - named * base) <= SURE * math.sqrt(named * base * (1 - base))


def test_the_classifier_finds_what_there_is_to_find() -> None:
    """As the mask was: a free move at exactly one second, a forced one somewhere from one to three."""
    chance = random.Random(1)
    old = [(chance.uniform(1, 3) if forced else 1.0, forced) for forced in chance.choices((True, False), k=MOVES)]
    assert not tells_nothing(old)


@pytest.mark.rule("PE-5.4.11b")
@pytest.mark.parametrize("longest", [0.98, *(pytest.param(one, marks=pytest.mark.long) for one in (0.6, 2.5))])
def test_no_classifier_knows_a_bots_forced_card_by_its_time(path: Path, longest: float) -> None:
    """Whether the bot thinks for less than the shortest time, now and then longer than the longest, or often."""
    chance = random.Random(2)
    seen = watched(path, lambda view: 0.001 if len(view.legal) == 1 else longest * chance.random() ** 2)
    cards = [(one.seconds, one.forced) for one in seen if one.kind == "card"]
    assert 200 < sum(forced for _, forced in cards) < len(cards) - 200
    assert tells_nothing(cards)


@pytest.mark.rule("PE-5.4.11b")
def test_no_classifier_knows_how_long_a_bot_has_thought(path: Path) -> None:
    thought, chance = list[bool](), random.Random(3)

    def takes(_view: AnyView) -> float:
        hard = chance.random() < 0.5
        thought.append(hard)
        return 0.78 if hard else 0.01

    seen = watched(path, takes)
    assert tells_nothing([(one.seconds, hard) for one, hard in zip(seen, thought, strict=True) if one.kind == "card"])


def test_a_card_takes_less_than_a_second_in_the_middle_and_a_late_one_a_second_draw(path: Path) -> None:
    seen = watched(path, lambda view: 0.5 if len(view.legal) > 1 else 0.0)
    times = {kind: [one.seconds for one in seen if one.kind == kind] for kind in ("card", "call", "discard")}
    assert statistics.median(times["card"]) <= 1.0
    assert all(0.8 < seconds < 1.1 for seconds in times["card"])
    assert all(0.8 < seconds < 1.9 for seconds in times["call"])
    assert all(1.5 < seconds < 3.1 for seconds in times["discard"])
    late = watched(path, lambda _: 1.2)
    assert all(1.6 < one.seconds < 2.2 for one in late if one.kind == "card")


@pytest.mark.rule("PE-5.4.11b")
def test_the_mask_draws_a_persons_time_whatever_he_has_to_choose_from() -> None:
    class Around:
        """The club around the table, as far as the mask looks at it."""

        clock, chance, waits = Virtual(), Luck("mask"), Waits()

    host = cast("Host", Around())
    timers, seen = Timers(host, Audience(host.clock)), list[tuple[float, bool]]()
    masked = msgspec.structs.replace(setup(3), terms=TableTerms(tempo_mask=True))
    for seed in range(1000):
        for step in steps(Table.open(masked), seed):
            duty, state = step.before.duty, step.before.deal_state
            if duty is not None and duty.place is not None and state is not None:
                seen.append((timers.pace(step.before), len(state.legal()) == 1))
        if len(seen) >= MOVES:
            break
    assert all(1.0 <= seconds <= 3.0 for seconds, _ in seen)
    assert tells_nothing(seen)
