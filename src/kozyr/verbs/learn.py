"""The verb of the lessons: lesson check, lesson list."""

from __future__ import annotations

from kozyr.verbs import Verbs, Work, of_a_game, verb


def _work(function: str) -> Work:
    return Work("kozyr.learn.commands", function)


def add(verbs: Verbs) -> None:
    """Teach a command line the verb."""
    made = verb(verbs, "lesson", None, "Lessons with a coach: prove one, list those that come with the program.")
    own = made.add_subparsers(required=True, metavar="WHAT")
    check = verb(own, "check", _work("check"), "Prove that every move that a lesson calls good is so.", json=True)
    check.add_argument("files", nargs="+", metavar="FILE.toml", help="its sentences lie in words/ beside it")
    check.add_argument(
        "--worlds",
        type=int,
        default=200,
        metavar="N",
        help="deals in which a call is held against the expert's; 0: none",
    )
    listed = verb(own, "list", _work("list_"), "The lessons that come with the program.", json=True)
    of_a_game(listed, "game", nargs="?")
