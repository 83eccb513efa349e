"""The verb of the post-mortem: review."""

from __future__ import annotations

from kozyr.verbs import Verbs, Work, verb
from kozyr.words import LANGUAGES


def add(verbs: Verbs) -> None:
    """Teach a command line the verb."""
    about = "What each decision of a played deal cost, and luck told apart from error."
    made = verb(verbs, "review", Work("kozyr.review.commands", "run"), about, json=True)
    made.add_argument("file", metavar="FILE.kz", help="a record; - reads standard input")
    made.add_argument("--deal", type=int, metavar="N", help="only this deal, from 1")
    made.add_argument("--lang", choices=LANGUAGES, default="en", help="of the sentences")
