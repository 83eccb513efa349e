"""The verb of the arbiter: rule."""

from __future__ import annotations

from kozyr.verbs import Verbs, Work, verb
from kozyr.words import LANGUAGES


def _work(function: str) -> Work:
    return Work("kozyr.arbiter.commands", function)


def add(verbs: Verbs) -> None:
    """Teach a command line the verb."""
    about = "Rule on an incident in a record: laws, branches, reason, deadline and proof."
    made = verb(verbs, "rule", _work("run"), about)
    made.add_argument(
        "file",
        metavar="FILE.kz",
        nargs="?",
        help="a record; - reads standard input; or a game, where no record was kept",
    )
    made.add_argument("--at", type=int, metavar="N", help="the arbiter is called after N entries; all, if left out")
    made.add_argument("--incident", metavar="JSON", help='as {"type":"revoke","entry":12}')
    made.add_argument("--preset", help="without a record: what was agreed; the game's first, if left out")
    made.add_argument("--players", type=int, metavar="N", help="without a record: how many play")
    made.add_argument(
        "--set", action="append", default=[], metavar="OPTION=VALUE", help="without a record: an option otherwise"
    )
    made.add_argument(
        "--events", metavar="WORDS", help="without a record: what was called and played, without the deal"
    )
    made.add_argument("--deal", metavar="CARDS", help="without a record: the cards, as a record has them")
    made.add_argument("--choose", type=int, metavar="K", help="take this branch, from 1")
    made.add_argument(
        "-o", "--out", metavar="AFTER.kz", help="write the record with the ruling; needs --choose or one branch"
    )
    made.add_argument(
        "--list", action="store_true", help="every law that can be ruled, and the incident that leads to it"
    )
    made.add_argument("--explain", metavar="LAW", help="what this law asks")
    made.add_argument("--lang", choices=LANGUAGES, default="en", help="of the sentences")
    made.add_argument("--json", action="store_true", help="for programs")
