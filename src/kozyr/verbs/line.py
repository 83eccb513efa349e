"""A command line read and carried out: by the verb that it begins with, of which alone the grammar and the room are loaded."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final

from kozyr import __version__
from kozyr.verbs import BadInput, Parser

_BROKEN_OFF: Final = 130  # the status after Ctrl-C: 128 and the number of the signal
# By the file of their grammar. None is read for another's verb.
_ROOMS: Final[Mapping[str, tuple[str, ...]]] = {
    "scores": ("replay", "score", "settle", "deal", "perft", "conventions"),
    "club": ("club", "backup", "check", "salvage", "db", "admin"),
    "solver": ("solve", "chances", "trace"),
    "bots": ("match",),
    "arbiter": ("rule",),
    "learn": ("lesson",),
    "problems": ("problems",),
    "review": ("review",),
    "notation": ("convert",),
    "tournaments": ("movement", "boards", "tournament", "compensation"),
}
_NO_ROOM: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}  # errors of a full disk under the output


# Packages that are no part of a bare install, and the extra that brings each.
_EXTRAS: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        (
            "alembic", "argon2", "homoglyph", "openskill", "prometheus_client", "sqlalchemy", "starlette", "uvicorn", "websockets",
        ),
        "club",
    ),
    **dict.fromkeys(("reportlab", "segno"), "print"),
    **dict.fromkeys(("gymnasium", "numpy", "pettingzoo"), "envs"),
    **dict.fromkeys(("asyncpg", "nats", "psycopg"), "scale"),
}  # fmt: skip


def run(words: Sequence[str]) -> int:
    """Run a command; returns the exit status."""
    _open_streams()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # suit signs on a terminal that has none
    arguments = _parser(words[:1]).parse_args(words)
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except BadInput as error:
        return _complain(str(error))
    except ModuleNotFoundError as error:
        extra = _EXTRAS.get((error.name or "").partition(".")[0])
        if extra is None:
            raise
        return _complain(f"kozyr {words[0]} needs {error.name}: pip install 'kozyr[{extra}]'")
    except BrokenPipeError:  # the reader, as `head`, has had enough
        _drop_output()
        return 1
    except OSError as error:  # files that are read have been complained of where they are read
        _drop_output()
        where = "standard output" if error.errno in _NO_ROOM else error.filename or "kozyr"
        return _complain(f"{where}: {error.strerror or error}")
    except KeyboardInterrupt:
        _complain("broken off")
        return _BROKEN_OFF
    return status


def _open_streams() -> None:
    """Give an empty stream for each that the caller has closed (`<&-`), in the order of their numbers."""
    sys.stdin = sys.stdin or os.fdopen(os.open(os.devnull, os.O_RDONLY), encoding="utf-8")
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")


def _drop_output() -> None:
    """Drop the rest of the buffer, or Python would complain of it when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _parser(first: Sequence[str]) -> Parser:
    """The whole command line, or as much of it as `first`, the word that was typed first, asks for."""
    parser = Parser(prog="kozyr", description="Preferans, bridge and deberts.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"kozyr {__version__}")
    list_ = parser.add_subparsers(required=True, metavar="VERB")
    found = [room for room, names in _ROOMS.items() if first and first[0] in names]
    for room in found or _ROOMS:
        import_module(f"kozyr.verbs.{room}").add(list_)
    return parser


def verbs() -> tuple[str, ...]:
    """All verbs."""
    return tuple(name for names in _ROOMS.values() for name in names)


def _complain(line: str) -> int:
    print(line, file=sys.stderr)
    return 2
