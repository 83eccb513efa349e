"""Which program has written a file, and the facts that its reader finds there."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from kozyr.games.refusal import Refused
from kozyr.tournaments.imports import acblscore, columns, matches, score_tables, usebio
from kozyr.tournaments.imports.told import Read

_JET: Final = (b"Standard Jet DB", b"Standard ACE DB")  # how an Access file begins, after four bytes


class Reader(NamedTuple):
    """A format: how its files look, and what reads them."""

    fits: Callable[[str], bool]
    read: Callable[[str], Read]


def read(data: bytes, name: str) -> Read:
    """The evening of a file, whatever program wrote it. name: of the file.

    Raises:
        Refused: no reader knows such a file.
    """
    if data[4:19] in _JET:
        raise Refused("import_access", file=name)
    text = _text(data)
    readers: Mapping[str, Reader] = {
        "usebio": Reader(lambda told: re.search(r"<USEBIO\b", told, re.IGNORECASE) is not None, usebio.read),
        "pbn": Reader(
            lambda told: score_tables.ANY.search(told) is not None or matches.ANY.search(told) is not None,
            lambda told: (score_tables if score_tables.ANY.search(told) else matches).read(told),
        ),
        "acblscore": Reader(acblscore.fits, acblscore.read),
        "csv": Reader(columns.fits, columns.read),
    }
    for reader in readers.values():
        if reader.fits(text):
            found = reader.read(text)
            if not found.results:
                raise Refused("import_empty", file=name, text="; ".join(found.faults[:3]) or "-")
            return found
    raise Refused("import_unknown", file=name, formats=", ".join(readers))


def _text(data: bytes) -> str:
    for encoding in ("utf-8-sig", "latin-1"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return ""
