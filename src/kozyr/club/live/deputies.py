"""The decisions of the bots that sit at a table."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import partial
from typing import Final

from kozyr import bots
from kozyr.club.live.host import Host
from kozyr.club.table.bench import BranchChosen
from kozyr.club.table.chance import bot_seed
from kozyr.club.table.fold import level
from kozyr.club.table.table import Step, Table
from kozyr.games import AnyView, Event, Refusal

_LOG: Final = logging.getLogger("kozyr.club")


async def move(host: Host, table: Table, place: int, *, hurried: bool) -> Step | Refusal:
    """One event of a bot; if the game refuses the bot's choice, a legal event.

    hurried: the bot does not pause.
    """
    own, view = level(table, place), table.sees(place)
    assert view is not None
    where = f"table {table.setup.id} at {table.seq}"
    seed = bot_seed(table, host.archive.master(table.setup.id))
    patient = table.course.placed is not None and table.course.placed.alone
    unpaced = table.setup.terms.unpaced
    event = await host.thinkers.think(view, own, where, seed, patient=patient, hurried=hurried, unpaced=unpaced)
    step = table.decide(place, event, host.clock.now())
    if isinstance(step, Refusal):
        _LOG.error("%s: the bot of level %s wants %s: %s", where, own, event.token, step)
        step = table.decide(place, bots.choose(view, "random", seed), host.clock.now())
    return step


async def choice(host: Host, table: Table, place: int) -> BranchChosen:
    """The branch that a bot takes of the ruling for which the table waits."""
    call, view, chair = table.bench.pending, table.judges(place), table.order[place]
    assert call is not None
    assert view is not None
    seed = bot_seed(table, host.archive.master(table.setup.id))
    open_to = call.open_to(chair, table)
    think = partial(bots.choose_branch, branches=open_to, after=_afterwards(table, place, [n for n, _ in open_to]))
    where = f"table {table.setup.id} at {table.seq}"
    branch = await host.thinkers.branch(think, view, level(table, place), where, seed)
    if branch is None:  # it has failed, or taken too long
        branch = bots.choose_branch(view, branches=open_to)
    return BranchChosen(call.n, branch)


async def explanation(host: Host, table: Table, place: int, call: int) -> Event | None:
    """A bot's explanation of a call to the player who has asked; None: the bot cannot explain it."""
    view = table.sees(place)
    assert view is not None
    where = f"table {table.setup.id} at {table.seq}, call {call}"
    think, unpaced = table.customs.explaining(call), table.setup.terms.unpaced
    return await host.thinkers.explain(think, view, level(table, place), where, unpaced=unpaced)


def _afterwards(table: Table, place: int, branches: Iterable[int]) -> dict[int, AnyView]:
    """The views of a place after each branch of the awaited ruling, as far as the deal goes on.

    A branch that another chair still has to decide has none.
    """
    found: dict[int, AnyView] = {}
    call, chair = table.bench.pending, table.order[place]
    assert call is not None
    for branch in branches:
        chosen = table.act(chair, BranchChosen(call.n, branch), 0)
        amended = chosen.table.amend(0) if isinstance(chosen, Step) else None
        view = amended.table.sees(place) if isinstance(amended, Step) else None
        if view is not None:
            found[branch] = view
    return found
