"""The grammar of the command line, a file for each room: a verb's name, its arguments, and the place of its work.

It loads the standard library alone, so that `kozyr VERB --help` and a wrong word are answered at once. The room itself
is loaded when its verb is run.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, NoReturn, TypeAlias

Verbs: TypeAlias = "argparse._SubParsersAction[Parser]"  # noqa: SLF001 - argparse's own name for the list of verbs
JSON: Final = "for programs"


class BadInput(Exception):
    """A wrong input of the user; the text is its one line."""


class Work:
    """The work of a verb: a function of a room, which is loaded when it is called."""

    def __init__(self, module: str, function: str) -> None:
        self.module, self.function = module, function

    def __call__(self, arguments: argparse.Namespace) -> int:
        """Do it; returns the exit status."""
        done: int = getattr(import_module(self.module), self.function)(arguments)
        return done


def games() -> tuple[str, ...]:
    """The names of all games, for which the games are loaded."""
    return tuple(import_module("kozyr.games").REGISTRY)


def _game(name: str) -> str:
    """The name of a game; argparse would look at all `choices` even to show its help.

    Raises:
        ArgumentTypeError: there is none of this name.
    """
    if name not in games():
        raise argparse.ArgumentTypeError(f"invalid choice: {name!r} (choose from {', '.join(map(repr, games()))})")
    return name


def _is_folder(name: str) -> bool:
    return os.path.isdir(name)  # noqa: PTH112 - pathlib takes as long to load as the whole grammar


class Parser(argparse.ArgumentParser):
    """A parser that complains in one line. takes_game: its first word may be a game's name; else it is preferans."""

    takes_game = False
    otherwise = ""
    """The verb that is meant where the first word is a folder and not a verb."""

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse as argparse does, and also options between an optional word and the next one."""
        if self.otherwise and args and args[0] not in self._verbs() and _is_folder(args[0]):
            args = [self.otherwise, *args]
        if not self.takes_game or args is None:
            return super().parse_known_args(args, namespace)
        named = args[:1] and not args[0].startswith("-") and args[0] in games()
        found, rest = super().parse_known_args(args[1:] if named else args, namespace)
        found.game = args[0] if named else "preferans"
        return found, rest

    def _verbs(self) -> frozenset[str]:
        """The names of its verbs."""
        lists = (one.choices for one in self._actions if isinstance(one, argparse._SubParsersAction))  # noqa: SLF001 - as above
        return frozenset(name for some in lists for name in some or ())

    def error(self, message: str) -> NoReturn:
        """Print the complaint in one line, and exit with status 2."""
        self.exit(2, f"{self.prog}: {message}\n")


def verb(verbs: Verbs, name: str, work: Work | None, about: str, *, json: bool = False) -> Parser:
    """A verb of the list. work: None: it has verbs of its own. json: it speaks to programs, too."""
    made = verbs.add_parser(name, help=about, description=about, allow_abbrev=False)
    if work is not None:
        made.set_defaults(run=work)
    if json:
        made.add_argument("--json", action="store_true", help=JSON)
    return made


def of_a_game(made: argparse.ArgumentParser, name: str = "--game", **more: Any) -> None:  # Any: as argparse takes it
    """Add an argument with the name of a game."""
    made.add_argument(name, type=_game, metavar="GAME", help="preferans, bridge or deberts", **more)
