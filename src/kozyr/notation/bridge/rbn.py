"""RBN, Richard Pavlicek's notation: its hands, board after board; the auction and the play are told as not read.

A line begins with a letter and a blank; an empty line ends a record. `H W:873.A6.KT864.KQ8:…:…:` has the hands clockwise
from a seat, and the fourth may be left out behind its colon. `B` is the board, `N` are the players as
`North+South:West+East`, and `A NZ:` begins with the dealer and who is vulnerable: Z nobody, N, E, B both. What stands in
the lines D, T, L, E, F, S, K, N and B holds for the records below until it is said anew. `{…}` is free text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from kozyr.cards import CardSet, Seat
from kozyr.deals import BRIDGE, Layout
from kozyr.games.bridge import Vulnerability
from kozyr.notation.bridge.boards import SEATS, Board, Boards
from kozyr.notation.fault import Fault

_VULNERABLE: Final[Mapping[str, Vulnerability]] = {"Z": "none", "N": "ns", "E": "ew", "B": "both"}
_LETTER: Final = {vulnerable: letter for letter, vulnerable in _VULNERABLE.items()}
_TAGS: Final = {"E": "Event", "L": "Site", "F": "Scoring", "S": "Round"}
_KEPT: Final = frozenset("DTLEFSKNB")  # labels that hold until they are said anew
_LABELS: Final = frozenset("DTLEFSKNBHACPRMI0123456789")
_PACK: Final = CardSet.of(BRIDGE.cards)
_START: Final = re.compile(r"([NESW])([ZNEB?])(?::|$)")
_FULL: Final = 13


def parse(text: str) -> Boards:
    """The boards of a file. Never raises: what cannot be read is told by its line."""
    faults: list[Fault] = []
    warnings: list[Fault] = []
    boards: list[Board] = []
    kept: dict[str, str] = {}
    for lines in _records(text, faults):
        told = dict(kept)
        for label, value, _ in lines:
            told[label] = value
            if label in _KEPT:
                kept[label] = value
        at = {label: line for label, _, line in reversed(lines)}
        if "H" not in told:
            if lines and set(at) - _KEPT:
                faults.append(Fault(lines[0][2], "a record without hands (H)"))
            continue
        try:
            layout = _hands(told["H"])
        except ValueError as error:
            faults.append(Fault(at["H"], str(error)))
            continue
        start = _START.match(told.get("A", ""))
        vulnerable = None if start is None else _VULNERABLE.get(start[2])
        more = [
            label for label in "DTKACPRMI" if label in at and (label != "A" or start is None or told["A"] != start[0])
        ]
        if more:
            warnings.append(Fault(at[more[0]], f"only the hands of RBN are read, not {', '.join(more)}"))
        boards.append(
            Board(
                number=told.get("B", "").partition(":")[0].strip(),
                dealer=None if start is None else Seat(start[1]),
                vulnerability=vulnerable,
                deal=layout,
                players=_players(told.get("N", "")),
                tags={name: told[label] for label, name in _TAGS.items() if told.get(label)},
                line=at["H"],
            )
        )
    return Boards(tuple(boards), tuple(faults), tuple(warnings))


def _records(text: str, faults: list[Fault]) -> Iterator[list[tuple[str, str, int]]]:
    """The lines of each record: label, value, number of the line."""
    found: list[tuple[str, str, int]] = []
    quoted = False
    for number, raw in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        line = raw.rstrip()
        if quoted or line.startswith("{"):
            quoted = not line.endswith("}") and bool(line)
        elif not line:
            yield found
            found = []
        elif line.startswith("%"):
            continue
        elif line[0] in _LABELS and (len(line) == 1 or line[1] == " "):
            found.append((line[0], line[2:].strip(), number))
        else:
            faults.append(Fault(number, f"no label of RBN: {line[:20]!r}"))
    yield found


def _hands(text: str) -> Layout:
    """The hands of a line H.

    Raises:
        ValueError: a hand is not written so, or a card is dealt twice.
    """
    first, *words = text.strip().rstrip(";").split(":")
    if first not in Seat.__members__ or not words or len(words) > len(SEATS):
        raise ValueError("hands are written W:AK2.873…:…:…:")
    at, seen = Seat(first).position, 0
    hands: dict[Seat, CardSet] = {}
    for nth, word in enumerate(words):
        if not word:
            continue
        hand = CardSet.parse(".".join((*word.split("."), "", "", "")[:4]) if word.count(".") < 3 else word)
        if hand.bits & seen or len(hand) > _FULL:
            raise ValueError(f"{word}: a card is dealt twice, or there are more than thirteen")
        seen |= hand.bits
        hands[SEATS[(at + nth) % 4]] = hand
    full = [hand for hand in hands.values() if len(hand) == _FULL]
    if len(words) == len(SEATS) and not words[-1] and len(full) == len(SEATS) - 1:
        hands[SEATS[(at + 3) % 4]] = CardSet(_PACK.bits & ~seen)
    return Layout.of(hands.items())


def _players(text: str) -> dict[Seat, str]:
    pairs = [pair.partition("+") for pair in text.split(":")[:2]]
    names = dict(
        zip((Seat.N, Seat.S, Seat.W, Seat.E), (name for one, _, two in pairs for name in (one, two)), strict=False)
    )
    return {seat: name.strip() for seat, name in names.items() if name.strip()}


def format(boards: Sequence[Board]) -> bytes:  # noqa: A001 - the pair parse and format
    """The boards as the bytes of an RBN file.

    Raises:
        ValueError: a board has no hand at all.
    """
    told = ["% RBN 3.2", ""]
    for board in boards:
        if board.deal is None or not any(board.deal.hands):
            raise ValueError(f"{board.name}: RBN needs a hand")
        told += [f"{label} {board.tags[name]}" for label, name in _TAGS.items() if board.tags.get(name)]
        if board.players:
            n, e, s, w = (board.players.get(seat, "") for seat in SEATS)
            told.append(f"N {n}+{s}:{w}+{e}")
        if board.number:
            told.append(f"B {board.number}")
        told.append(
            "H W:"
            + ":".join("" if hand is None else str(hand) for hand in (board.deal.hands[3], *board.deal.hands[:3]))
        )
        if board.dealer is not None:
            letter = "?" if board.vulnerability is None else _LETTER[board.vulnerability]
            told.append(f"A {board.dealer.value}{letter}:")
        told.append("")
    return "\n".join(told).encode()


def says_more(board: Board) -> bool:
    """Whether a board says more than hands, players, event and the head of the auction."""
    bare = Board(
        board.number, board.dealer, board.vulnerability, board.deal, players=board.players,
        tags={name: value for name, value in board.tags.items() if name in _TAGS.values()}, line=board.line,
    )  # fmt: skip
    return bare != board
