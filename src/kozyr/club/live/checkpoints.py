"""Checkpoints of tables: a state that is kept at each deal, so that a log need not be folded from its first entry.

A checkpoint is no truth. One that another code has made, that is damaged, or whose log is another one is as good as none.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

import msgspec

import kozyr
from kozyr.club.table.customs import customs
from kozyr.club.table.packed import Unpacked, pack, unpack
from kozyr.club.table.table import Table
from kozyr.store import Checkpoint, Entry

Case: TypeAlias = tuple[str, bytes, bytes, str]  # a game, a table before its log, its log, and who makes the state


@cache
def code() -> str:
    """The code of this process: the sources of the whole package, and the versions of Python and msgspec."""
    root = Path(kozyr.__file__).parent
    digest = hashlib.sha256(f"{platform.python_version()}|{msgspec.__version__}|".encode())
    for file in sorted(root.rglob("*.py")):
        digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def made_by(names: Mapping[str, str]) -> str:
    """The mark of a checkpoint: the code that made it, and the names by which the operator has logs read."""
    given = msgspec.json.encode(sorted(names.items()))
    return hashlib.sha256(code().encode() + given).hexdigest()


def _mark(entry: Entry) -> str:
    return hashlib.sha256(msgspec.msgpack.encode(entry)).hexdigest()


def made(table: Table, entry: Entry, maker: str) -> Checkpoint | None:
    """The checkpoint of a table after this entry. None: its game is from elsewhere, and its classes are not written."""
    try:
        return Checkpoint(table.setup.id, entry.seq, maker, _mark(entry), pack(table))
    except Unpacked:
        return None


def resumed(found: Checkpoint, start: Table, entries: Sequence[Entry]) -> Table | None:
    """The state that a checkpoint keeps, if it fits. None: the log must be folded.

    start: the table before its first entry. entries: the log from the checkpoint's own entry on.
    """
    if not entries or entries[0].seq != found.seq or _mark(entries[0]) != found.entry:
        return None
    try:
        at = unpack(found.state)
    except Unpacked:
        return None
    same = (at.setup.id, at.setup.game, at.setup.pack) == (start.setup.id, start.setup.game, start.setup.pack)
    return at if same and at.seq == found.seq else None


def last_deal(case: Case) -> Checkpoint | None:
    """The checkpoint of the last deal of a log, for a process that does nothing else. None: the log has none.

    Raises:
        ValueError: the log cannot be followed, or the game is from elsewhere.
    """
    name, start, log, maker = case
    customs(name)  # the classes of the game are loaded
    at, found = unpack(start), None
    for entry in msgspec.msgpack.decode(log, type=list[Entry]):
        before, at = at, at.after(entry)
        if at.course.dealt > before.course.dealt:
            found = at, entry
    return None if found is None else made(*found, maker)
