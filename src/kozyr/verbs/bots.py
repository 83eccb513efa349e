"""The verb of the bots: match."""

from __future__ import annotations

import argparse
import os

from kozyr.verbs import Verbs, Work, of_a_game, verb


class _Match(Work):
    """The match; programs from outside sit at a table of the club, which is loaded for them alone."""

    def __call__(self, arguments: argparse.Namespace) -> int:
        """Play it; returns the exit status."""
        return Work("kozyr.club.programs" if arguments.program else self.module, self.function)(arguments)


def add(verbs: Verbs) -> None:
    """Teach a command line the verb."""
    about = "Let bots play each other: the same deals with the seats rotated."
    made = verb(verbs, "match", _Match("kozyr.bots.commands", "match"), about)
    of_a_game(made, "game")
    made.add_argument(
        "--bots",
        metavar="A,B[,C,D]",
        help="levels (club, or with a style club+bold), or programs; the last takes the seats left over",
    )
    made.add_argument(
        "--program",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="--bots may name this program of docs/bot-protocol.md; COMMAND gets the club's address and the table's id",
    )
    made.add_argument(
        "--patience", type=float, default=60, metavar="S", help="seconds that a program may take for one decision"
    )
    made.add_argument("--deals", type=int, default=100, metavar="N")
    made.add_argument("--seed", type=int, default=0, metavar="S")
    made.add_argument("--preset", help="conventions; if left out the game's first, at bridge teams")
    made.add_argument("--players", type=int, help="as many as the pack is dealt to, if left out")
    made.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="a changed convention")
    made.add_argument("--nodes", type=int, default=0, metavar="N", help="a budget of nodes for every decision")
    made.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes; all cores")
    made.add_argument("--out", metavar="FILE", help="keep the deals here, and go on from what is there")
    made.add_argument("--parties", action="store_true", help="deberts: whole parties, so many as --deals says")
    made.add_argument("--no-regret", action="store_true", help="do not count the tricks given up")
    made.add_argument("--bidding-only", action="store_true", help="bridge: two systems, scored at double dummy")
    made.add_argument(
        "--systems",
        metavar="A[,B]",
        help="sayc, two-over-one, pressure; one alone: what it reaches while E W pass",
    )
    made.add_argument("--json", action="store_true", help="for programs")
