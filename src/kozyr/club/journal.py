"""The lines that a club writes for its operator: as text, or as JSON for a program that gathers those of many processes.

A JSON line has no card and no secret. What an error says may have been made of anything: of an error the line has the
kind and the places in the code alone. In all other text cards, tokens, passwords of addresses and numbers of deals are
struck out.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

Form: TypeAlias = Literal["text", "json"]

FORMS: Final[tuple[Form, ...]] = ("text", "json")
_STRUCK: Final = "…"
_SECRET: Final = re.compile(
    r"(?<=://)[^/\s@]+(?=@)"  # who logs in at an address
    r"|\$argon2\S*[A-Za-z0-9+/=]"  # a password's hash
    r"|[A-Za-z0-9_=+-]{32,}"  # tokens, hashes and keys; an id is shorter
    r"|\d{17,}"  # the number of a deal
    r"|(?<![A-Za-z0-9])[SHDC♠♥♦♣](?:10|[2-9TJQKAВДКТ])+(?![A-Za-z0-9])"  # cards, also several of a suit
)
_LONGEST: Final = 2_000  # characters of a message
_FRAMES: Final = 30  # places of an error, the last ones


class _Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line, as a program reads it."""

    time: str
    level: str
    logger: str
    process: int
    message: str
    error: str | None = None
    places: tuple[str, ...] = ()


def struck(text: str) -> str:
    """A text without cards and secrets."""
    return _SECRET.sub(_STRUCK, text)


class JsonLines(logging.Formatter):
    """Writes each record as one line of JSON: `time` (UTC), `level`, `logger`, `process`, `message`; of an error `error` and `places`."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        error = record.exc_info[1] if record.exc_info else None
        line = _Line(
            time=datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            level=record.levelname,
            logger=record.name,
            process=os.getpid(),
            message=struck(record.getMessage())[:_LONGEST],
            error=None if error is None else " < ".join(_kinds(error)),
            places=() if error is None else _places(error),
        )
        return msgspec.json.encode(line).decode()


def _kinds(error: BaseException | None) -> Iterator[str]:
    """The kinds of an error and of those that led to it, the last one first."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield type(error).__name__
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _places(error: BaseException) -> tuple[str, ...]:
    """Where an error went through, the outermost first: `file:line function`."""
    found, trace = [], error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        found.append(f"{Path(code.co_filename).name}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return tuple(found[-_FRAMES:])


def begin(form: Form) -> None:
    """Let all warnings and errors of this process go to standard error in this form."""
    handler = logging.StreamHandler()
    if form == "json":
        handler.setFormatter(JsonLines())
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
