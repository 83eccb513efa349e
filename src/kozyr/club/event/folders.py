"""An event of the club as a folder of `kozyr tournament`, in one ZIP file: the announcement, the log, and the boards no longer sealed."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from kozyr.club.event.tournament import Tournament
from kozyr.deals import Layout
from kozyr.tournaments import director, folder
from kozyr.tournaments.boards import Dealt
from kozyr.tournaments.part import dealing

_WHEN: Final = (1980, 1, 1, 0, 0, 0)  # of every file: the same event makes the same bytes


def packed(at: Tournament, log: Sequence[director.Entry], dealt: Iterable[tuple[int, Layout, int]]) -> bytes:
    """The folder as a ZIP file. log: as a director's; dealt: boards that may be told, with their cards and how many play them."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packing:
        for name, data in files(at, log, dealt):
            packing.writestr(zipfile.ZipInfo(name, _WHEN), data)
    return out.getvalue()


def files(
    at: Tournament, log: Sequence[director.Entry], dealt: Iterable[tuple[int, Layout, int]]
) -> Iterator[tuple[str, bytes]]:
    """The files of the folder, by name."""
    yield folder.EVENT, msgspec.json.format(msgspec.json.encode(at.setup.about)) + b"\n"
    yield folder.LOG, b"".join(director.encode(one) + b"\n" for one in log)
    boards = tuple(dealt)
    if not boards:
        return
    own = dealing(at.setup.about.game)
    for players, name in own.files.items():
        some = [
            Dealt(number, at.state.marked(number, players), layout)
            for number, layout, count in boards
            if count == players
        ]
        if some:
            yield name, own.write(at.setup.about.name, players, some)
