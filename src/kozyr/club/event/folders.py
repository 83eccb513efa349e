"""An event of the club as a folder of `kozyr tournament`, in one ZIP file: what it is, its log, and the boards that are sealed no longer."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from kozyr.club.event.tournament import Tournament
from kozyr.deals import Layout
from kozyr.games.bridge import board as usual
from kozyr.notation import preferans_boards
from kozyr.notation.bridge import pbn
from kozyr.notation.bridge.boards import Board
from kozyr.tournaments import director, folder

_THREE: Final = "boards-three.txt"  # of tables of three, beside those of four
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
    if at.setup.about.has_systems:
        some = [
            Board(
                number=str(number),
                dealer=usual(number).dealer,
                vulnerability=usual(number).vulnerability,
                deal=layout,
                tags={"Event": at.setup.about.name},
            )
            for number, layout, _ in boards
        ]
        yield folder.BRIDGE, pbn.encode(pbn.format(some))
        return
    for players, name in ((4, folder.PREFERANS), (3, _THREE)):
        own = [
            preferans_boards.DealtBoard(number, at.state.marked(number, players), layout)
            for number, layout, count in boards
            if count == players
        ]
        if own:
            yield name, preferans_boards.write(3 if players == 3 else 4, own).encode()
