"""The work of `kozyr tournament import`: a folder out of a file of another program."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Final

from kozyr.games.refusal import Refused
from kozyr.tournaments import folder
from kozyr.tournaments.folder import BadFolder
from kozyr.tournaments.imports.checking import differences
from kozyr.tournaments.imports.choosing import chosen
from kozyr.tournaments.imports.reading import read

_BAD: Final = 2


def run(args: argparse.Namespace) -> int:
    """Make the folder, and say what was read, what was left, and where the file contradicts itself."""
    try:
        data = Path(args.file).read_bytes()
        told = read(data, Path(args.file).name)
        made = chosen(told, args.name or told.name, Path(args.file).name)
        folder.create(args.folder, made.event)
        who = made.event.regulations.duties.arbiter
        state = folder.add(args.folder, who, made.what, int(time.time()))
    except OSError as error:
        sys.stderr.write(f"kozyr tournament import: {args.file}: {error.strerror}\n")
        return _BAD
    except (BadFolder, Refused, ValueError) as error:
        sys.stderr.write(f"kozyr tournament import: {error}\n")
        return _BAD
    session = state.seated()
    left = [*told.faults, *made.left]
    differing = list(differences(state, told, made.numbers))
    lines = [
        f"{made.event.name}: {len(made.numbers)} entrants, {len(session.movement.rounds)} rounds, {len(state.rows)} lines",
        *(f"left: {one}" for one in left),
        *(f"differs: {one}" for one in differing),
        *([] if differing else ["scores, points and totals are those of the file"]),
    ]
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 0
