"""The work of the verb `kozyr match`; its grammar is `kozyr.verbs.bots`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from kozyr.bots import arena
from kozyr.bots.contest import contest_of
from kozyr.games import game

_BAD: Final = 2  # exit status for bad input


def match(
    arguments: argparse.Namespace,
    programs: Mapping[str, str] | None = None,
    work: Callable[[arena.Setup, int], arena.Played] = arena.play,
) -> int:
    """Let bots play each other. programs: the commands of those from outside; work: plays a deal with them."""
    if arguments.bidding_only or arguments.systems is not None:
        return _bidding(arguments)
    if arguments.bots is None:
        return _complain("--bots names the levels that play")
    rules = game(arguments.game)
    changes: dict[str, object] = {}
    for pair in arguments.set:
        name, equals, value = pair.partition("=")
        if not equals:
            return _complain(f"--set {pair}: written --set option=value")
        changes[name] = value
    if arguments.deals < 1 or arguments.jobs < 1:
        return _complain("--deals and --jobs are at least 1")
    setup = arena.Setup(
        game=arguments.game,
        bots=tuple(arguments.bots.split(",")),
        seed=arguments.seed,
        preset=arguments.preset or contest_of(rules.name).preset or next(iter(rules.presets)),
        players=len(rules.pack.hands) if arguments.players is None else arguments.players,
        changes=changes,
        nodes=arguments.nodes,
        regret=not arguments.no_regret,
        parties=arguments.parties,
        programs=dict(programs or {}),
    )
    played: list[arena.Played] = []
    path = None if arguments.out is None else Path(arguments.out)
    try:
        for deal in arena.contest(setup, arguments.deals, path, arguments.jobs, work):
            played.append(deal)
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{len(played)} of {arguments.deals}")
    except arena.BadMatch as error:
        return _complain(" ".join(str(error).split()))
    except OSError as error:
        return _complain(f"{error.filename or arguments.out}: {error.strerror or error}")
    except KeyboardInterrupt:
        if not played:
            return _complain("broken off before a deal was played")
    if sys.stderr.isatty():
        sys.stderr.write("\n")
    found = arena.summary(setup, played)
    if arguments.json:
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
    else:
        sys.stdout.write("\n".join(_lines(found)) + "\n")
    return 0


def _bidding(arguments: argparse.Namespace) -> int:
    """Compare systems by bidding alone."""
    contest = contest_of(arguments.game)
    names = (arguments.systems or "").split(",")
    if not contest.systems or not arguments.bidding_only or arguments.bots is not None:
        return _complain("--bidding-only and --systems go together, at bridge, without --bots")
    try:
        found, line = contest.by_bidding(names, arguments.deals, arguments.seed)
    except ValueError as error:
        return _complain(str(error))
    sys.stdout.write((msgspec.json.encode(found).decode() if arguments.json else line) + "\n")
    return 0


def _of(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"


def _lines(found: arena.Summary) -> list[str]:
    setup = found.setup
    kinds = ", ".join(f"{kind} {n}" for kind, n in sorted(found.kinds.items()))
    played = _of(found.deals, "party", "parties") if setup.parties else _of(found.deals, "deal", "deals")
    lines = [
        f"{setup.game} {setup.preset}, {setup.players} players, seats {','.join(setup.seatings()[0])} rotated, seed {setup.seed}",
        f"{played}, each {_of(len(setup.seatings()), 'time', 'times')}: {kinds}",
    ]
    for one in found.standings:
        interval = "" if one.interval is None else f" ± {one.interval:.2f}"
        scored = f"{one.score:+.2f}{interval} a deal and seat"
        if setup.parties:
            scored = f"wins {100 * one.score:.1f} %" + ("" if one.interval is None else f" ± {100 * one.interval:.1f}")
        lines.append(
            f"{one.level:>8}: {scored}; {one.decisions} decisions,"
            f" {one.per_second:.0f} a second, p95 {one.p95_ms:.0f} ms, worst {one.worst_ms:.0f}"
        )
        given = [f"{role} {tricks:.2f} ({one.games[role]})" for role, tricks in one.given.items()]
        if given:
            lines.append(f"          tricks given up a game: {', '.join(given)}")
    return lines


def _complain(line: str) -> int:
    sys.stderr.write(line + "\n")
    return _BAD
