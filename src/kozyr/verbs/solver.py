"""The verbs of the solver: solve, chances, trace."""

from __future__ import annotations

import argparse

from kozyr.verbs import Parser, Verbs, Work, verb


def _work(function: str) -> Work:
    return Work("kozyr.solver.commands", function)


def add(verbs: Verbs) -> None:
    """Teach a command line the verbs."""
    solve = verb(verbs, "solve", _work("solve"), "What a position is worth with all cards seen.", json=True)
    solve.add_argument("game", nargs="?", help="preferans, deberts or bridge")
    solve.add_argument("cards", nargs="*", help=argparse.SUPPRESS)  # to say that they stand behind --deal
    solve.add_argument("--batch", metavar="FILE", help="answer a question a line, JSON; - reads standard input")
    solve.add_argument("--prepare", action="store_true", help="once: make a file that halves the time of a misère")
    _position(solve, "deal", "the cards: 'N:hand hand hand', without those of --trick; all-pass: + the talon")
    solve.add_argument("--trick", metavar="CARDS", help="the cards of the trick on the table, from its leader on")
    solve.add_argument("--table", action="store_true", default=None, help="every declarer in every denomination")
    solve.add_argument("--par", action="store_true", default=None, help="bridge: the score of perfect bidding")
    solve.add_argument("--dealer", metavar="SEAT", help="bridge, for --par")
    solve.add_argument("--vul", metavar="SIDES", help="bridge, for --par: none, ns, ew or both")
    chances = verb(
        verbs,
        "chances",
        _work("chances"),
        "A declarer's tricks over layouts of the hands that are not seen.",
        json=True,
    )
    chances.add_argument("game", nargs="?", help="preferans (all layouts) or bridge (some by chance)")
    _position(chances, "hand", "preferans: the declarer's ten cards")
    chances.add_argument("--gone", metavar="CARDS", help="preferans: the two cards that nobody holds")
    chances.add_argument("--first", metavar="CARD", help="the card led to the first trick")
    chances.add_argument("--predeal", metavar="CARDS", help="bridge: what is known, as 'N:AKxx... - ..AQ. -'")
    chances.add_argument("--where", metavar="CONDITION", help="bridge: a condition of the deals, as in kozyr deal")
    chances.add_argument("--contract", metavar="CONTRACT", help="bridge: as 4H; without a declarer or a trump: of all")
    chances.add_argument("--layouts", metavar="N", type=int, help="bridge: how many are solved; 400")
    chances.add_argument("--seed", metavar="WORD", help="bridge: the layouts are those of kozyr deal --seed; 1")
    played = verb(verbs, "trace", _work("print_trace"), "What each card of a played deal cost.", json=True)
    played.add_argument("file", metavar="FILE.kz", help="a record; - reads standard input")
    for parser in (solve, chances):
        parser.add_argument("--kind", help="preferans: tricks (as is), misere or allpass")
        parser.add_argument("--timeout", metavar="SECONDS", help="give up after so long")
    played.add_argument("--timeout", metavar="SECONDS", help="of each card; one that takes longer has no value")


def _position(made: Parser, cards: str, what: str) -> None:
    made.add_argument(f"--{cards}", metavar="CARDS", help=what)
    made.add_argument("--trump", metavar="SUIT", help="S, C, D, H or NT")
    made.add_argument("--declarer", metavar="SEAT", help="who plays the contract")
    made.add_argument("--lead", metavar="SEAT", help="who leads the trick")
