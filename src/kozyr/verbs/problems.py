"""The verb of the problems: problems make, problems verify, problems show."""

from __future__ import annotations

from kozyr.verbs import Verbs, Work, of_a_game, verb


def _work(function: str) -> Work:
    return Work("kozyr.problems.commands", function)


def add(verbs: Verbs) -> None:
    """Teach a command line the verb."""
    made = verb(verbs, "problems", None, "Problems with all hands open: find them, prove them, show one.")
    own = made.add_subparsers(required=True, metavar="WHAT")
    found = verb(
        own, "make", _work("make"), "Find problems from seeds, graded by the bots that miss them: a line each."
    )
    of_a_game(found, "game")
    found.add_argument("--theme", metavar="THEME", help="only this one")
    found.add_argument("--count", type=int, default=1, metavar="N", help="of each theme")
    found.add_argument("--seed", type=int, default=1, metavar="N", help="the first seed that is tried")
    about = "Prove problems by the solver, and with at most 20 cards left by a search without it, too."
    check = verb(own, "verify", _work("verify"), about)
    check.add_argument("files", nargs="*", metavar="FILE.jsonl", help="lines of `make`; none: those of the program")
    shown = verb(own, "show", _work("show"), "One problem of the program with its solution.", json=True)
    shown.add_argument("problem", metavar="GAME/NAME", help="as preferans/ending-1")
