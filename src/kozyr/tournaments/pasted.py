"""Lines of many tables at once: pasted text, a line each, or a TOML file.

Text: `TABLE BOARD RESULT`, in a match of teams with `open` or `closed` after the board; `round N` heads the lines of a round, what
follows a `#` is for people. Commas and tabs may stand between the first words.

TOML: an array `line` of tables with `table`, `board`, `result`, and `round`, `room` and `whists` where needed; what stands above it is
meant for all lines.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from kozyr.games.refusal import Refused
from kozyr.tournaments.director.entries import Row

_LINE: Final = re.compile(r"(\d{1,5})[\s,]+(\d{1,5})[\s,]+(?:(open|closed|o|c)[\s,]+)?(\S.*)", re.IGNORECASE)
_ROUND: Final = re.compile(r"round\s+(\d{1,5}):?", re.IGNORECASE)
_ROOMS: Final[Mapping[str, str]] = {"o": "open", "c": "closed"}


def of_text(text: str, round_: int = 0, room: str = "") -> tuple[Row, ...]:
    """The lines of a text. round_, room: of lines that do not say theirs.

    Raises:
        Refused: a line that is none; its number is said.
    """
    return tuple(_of_text(text, round_, room))


def _of_text(text: str, round_: int, room: str) -> Iterator[Row]:
    for number, told in enumerate(text.splitlines(), 1):
        line = told.partition("#")[0].strip()
        if headed := _ROUND.fullmatch(line):
            round_ = int(headed[1])
        elif line:
            found = _LINE.fullmatch(line)
            if found is None:
                raise Refused("row_form", line=number, text=line[:40])
            said = (found[3] or room).lower()
            fields = {"table": int(found[1]), "board": int(found[2]), "result": found[4].strip(), "round": round_}
            yield _row(f"line {number}", {**fields, "room": _ROOMS.get(said, said)})


def of_toml(text: str, round_: int = 0, room: str = "") -> tuple[Row, ...]:
    """The lines of a TOML file.

    Raises:
        Refused: it is none, or a line has a fault; which one is said.
    """
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Refused("toml_fault", text=error) from None
    lines = told.pop("line", [])
    if not isinstance(lines, list) or not lines:
        raise Refused("toml_lines")
    shared = {"round": round_, "room": room, **told}
    return tuple(_row(f"line {number}", {**shared, **one}) for number, one in enumerate(lines, 1))


def _row(where: str, fields: Mapping[str, Any]) -> Row:  # Any: values of a file, which the struct checks
    try:
        return msgspec.convert({"what": "row", **fields}, Row)
    except msgspec.ValidationError as error:
        raise Refused("row_fault", line=where, text=error) from None
