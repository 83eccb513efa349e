"""Read files of other people's boards, write them out again as PBN, and count: what docs/corpora.md says.

python -m scripts.corpora FILE_OR_FOLDER ...    a line for each argument, and the first boards that differ
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from kozyr.cards import Card, Seat
from kozyr.notation.bridge import pbn, pbn_export
from kozyr.notation.bridge.boards import Board
from kozyr.notation.bridge.commands import boards_of

ENDS: Final = {".pbn", ".lin", ".rbn", ".dlm", ".dup", ".bri"}
FULL: Final = 13
SHOWN: Final = 3


def files(place: Path) -> Iterator[Path]:
    """The files of boards under a folder, or the file itself."""
    yield from sorted(one for one in place.rglob("*") if one.suffix.lower() in ENDS) if place.is_dir() else (place,)


def revokes(board: Board) -> int:
    """How many cards of the play are against the suit led, from a hand that could have followed."""
    if board.deal is None:
        return 0
    held: dict[Seat, set[Card]] = {seat: set(board.deal.hand(seat) or ()) for seat in Seat}
    found, trick = 0, list[tuple[Seat, Card]]()
    for one in board.play:
        if len(trick) == len(Seat):
            trick = []
        if trick and one.card.suit is not trick[0][1].suit:
            found += any(card.suit is trick[0][1].suit for card in held[one.seat])
        trick.append((one.seat, one.card))
        held[one.seat].discard(one.card)
    return found


def bare(board: Board) -> Board:
    """A board without the numbers of its lines, which another file has elsewhere."""
    return msgspec.structs.replace(
        board,
        calls=tuple(msgspec.structs.replace(one, line=0) for one in board.calls),
        play=tuple(msgspec.structs.replace(one, line=0) for one in board.play),
        **({"line": 0} if "line" in board.__struct_fields__ else {}),
    )


def counted(place: Path) -> Counter[str]:
    """What a corpus has, and how much of it came back equal."""
    sums: Counter[str] = Counter()
    for path in files(place):
        read = boards_of(path.read_bytes(), path.name)
        again = pbn.parse(pbn.decode(pbn.encode(pbn_export.format(read.boards))))
        sums["files"] += 1
        sums["faults"] += len(read.faults)
        sums["faults of ours"] += len(again.faults)
        for number, board in enumerate(read.boards):
            sums["records"] += 1
            sums["with a deal"] += board.deal is not None
            sums["whole deals"] += board.deal is not None and all(
                len(board.deal.hand(seat) or ()) == FULL for seat in Seat
            )
            sums["calls"] += len(board.calls)
            sums["cards"] += len(board.play)
            sums["revokes"] += revokes(board)
            same = number < len(again.boards) and bare(again.boards[number]) == bare(board)
            sums["equal again"] += same
            if not same and sums["records"] - sums["equal again"] <= SHOWN:
                print(
                    f"{path}: board {board.number} differs",
                    *differences(board, again.boards[number : number + 1]),
                    sep="\n  ",
                )
    return sums


def differences(board: Board, again: tuple[Board, ...] | list[Board]) -> Iterator[str]:
    """The fields that are not what they were."""
    for other in again:
        for name in Board.__struct_fields__:
            before, after = getattr(bare(board), name), getattr(bare(other), name)
            if isinstance(before, tuple) and isinstance(after, tuple) and len(before) == len(after):
                pairs = (pair for pair in zip(before, after, strict=True) if pair[0] != pair[1])
                before, after = next(pairs, (None, None))
            if before != after:
                yield f"{name}: {before!r:.200} -> {after!r:.200}"


def main(places: list[str]) -> int:
    """Print the counts of each corpus."""
    for place in places:
        sums = counted(Path(place))
        print(place, ", ".join(f"{sums[key]:,} {key}" for key in sums))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
