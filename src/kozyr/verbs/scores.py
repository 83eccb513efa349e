"""The verbs that keep scores, deal, count and show conventions: replay, score, settle, deal, perft, conventions."""

from __future__ import annotations

from kozyr.verbs import Parser, Verbs, Work, of_a_game, verb


def _work(function: str) -> Work:
    return Work("kozyr.sheets.commands", function)


def _which(made: Parser) -> None:
    made.takes_game = True
    made.usage = "%(prog)s [preferans|bridge|deberts] [options] FILE"


def add(verbs: Verbs) -> None:
    """Teach a command line the verbs."""
    about = "Check every event of a record; print the deals, the sheet and the settlement."
    made = verb(verbs, "replay", _work("replay"), about, json=True)
    made.add_argument("file", metavar="FILE.kz")
    about = "Keep the score of a match at a real table: outcomes, one deal a line."
    made = verb(verbs, "score", _work("score"), about, json=True)
    _which(made)
    made.add_argument("file", metavar="FILE.jsonl")
    made.add_argument("--preset", help="conventions, as sochi or leningrad+qualifying; the game's first, if left out")
    made.add_argument("--players", type=int, choices=range(2, 7), help="as many as the pack is dealt to, if left out")
    made.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="a changed convention")
    what = "a sheet of preferans, finished or broken off; rubbers or a traveller of bridge; parties of deberts"
    made = verb(verbs, "settle", _work("settle"), f"Settle {what}.", json=True)
    _which(made)
    made.add_argument("file", metavar="FILE.json")
    about = "Deal cards: at random, from a key, or by number; or check how a club has dealt."
    made = verb(verbs, "deal", _work("deal"), about, json=True)
    of_a_game(made, default="preferans")
    made.add_argument("--players", type=int, choices=(2, 3, 4, 5), help="as many as the pack is dealt to, if left out")
    how = made.add_mutually_exclusive_group()
    how.add_argument("--key", metavar="HEX", help="a secret of 16 bytes or more: the same deals for ever")
    how.add_argument("--seed", metavar="TEXT", help="the same for trials: any text")
    how.add_argument("--number", type=int, metavar="N", help="the deal of this number")
    how.add_argument("--verify", metavar="FILE", help="deal again what a club has revealed: its .kz or .json")
    made.add_argument("--where", metavar="CONDITION", help="deals that keep it, as 'N.hcp in 15..17 and N.balanced'")
    made.add_argument("--predeal", metavar="CARDS", help="cards told before, as 'N:AKxx... - ..AQ.'; x: below the ten")
    made.add_argument("--tries", type=int, metavar="N", help="with --where: deals that are tried at most")
    made.add_argument("--seconds", type=float, metavar="S", help="with --where: the time for it")
    made.add_argument("--deal", type=int, metavar="N", help="with --verify: only this deal")
    made.add_argument("--commitment", metavar="HEX", help="with --deal: what the club published before that deal")
    made.add_argument(
        "--count",
        type=int,
        nargs="?",
        default=1,
        metavar="N",
        help="so many deals; without N: how many there are, or how often --where is kept",
    )
    made = verb(verbs, "perft", _work("count"), "Check a file of counted plays, auctions and walks.", json=True)
    made.add_argument("file", metavar="FILE")
    made.add_argument("--rewrite", action="store_true", help="put the computed numbers into the file: after a new rule")
    about = "Show the presets, one preset, or how two differ."
    made = verb(verbs, "conventions", _work("conventions"), about, json=True)
    made.add_argument("preset", nargs="?", metavar="PRESET")
    made.add_argument("--diff", metavar="PRESET")
    of_a_game(made, default="preferans")
