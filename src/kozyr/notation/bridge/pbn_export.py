"""Portable Bridge Notation 2.1, out: boards in the export format of the standard."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from kozyr.cards import Seat, takes
from kozyr.notation.bridge.boards import Board, Call, Mark, Played, contract_of

NAMES: Final = {"North": Seat.N, "East": Seat.E, "South": Seat.S, "West": Seat.W}
_MANDATORY: Final = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring",
    "Declarer", "Contract", "Result",
)  # fmt: skip
_WRITTEN: Final = {"none": "None", "ns": "NS", "ew": "EW", "both": "All"}
MARKS: Final[Mapping[str, Mark]] = {
    "^I": "insufficient", "^S": "skipped", "^L": "out_of_turn", "^R": "revoke",
}  # fmt: skip
_TOKEN_OF: Final = {mark: token for token, mark in MARKS.items()}
_BREAKS: Final = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")  # what a line or a column ends with
_LONGEST_LINE: Final = 255
_WIDTH: Final = 78
_MOST_NOTES: Final = 32  # of a section
ROW: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"|[^\s\[{;]+')


@takes("boards are written, as pbn.parse(text).boards", Board, each=True)
def format(boards: Iterable[Board]) -> str:  # noqa: A001 - the pair parse and format, as for records
    """Boards in export format: the mandatory tags in their order, the others by the alphabet, CRLF, four calls a line.

    Lines have at most 255 characters; a longer text, such as a note, is written as a comment.
    """
    lines = ["% PBN 2.1", "% EXPORT", "%"]
    for board in boards:
        lines += [*_written(board), ""]
    return "\r\n".join(lines) + "\r\n"


def _written(board: Board) -> Iterator[str]:
    passed = board.contract == "pass"
    values = {name: board.players.get(seat, "?") for name, seat in NAMES.items()} | {
        "Board": board.number or "?",
        "Dealer": board.dealer.value if board.dealer else "?",
        "Vulnerable": _WRITTEN[board.vulnerability] if board.vulnerability else "?",
        "Deal": _deal_text(board),
        "Declarer": "" if passed else "?" if board.declarer is None else "^" * board.irregular + board.declarer.value,
        "Contract": "Pass" if passed else board.contract or "?",
        "Result": ("" if passed else "?") if board.tricks is None else "^" * board.adjusted + str(board.tricks),
    }
    for name in _MANDATORY:
        yield from _tag(name, values.get(name) if name in values else board.tags.get(name, "?"))
    for name in sorted(set(board.tags) - set(_MANDATORY)):
        yield from _tag(name, board.tags[name])
    if board.first is not None:
        yield from _auction_lines(board.first, board)
    if board.play:
        yield from _play_lines(board)
    for name in sorted(board.tables):
        head, *rows = board.tables[name]
        yield from _tag(name, head)
        yield from (_columns(head, row) for row in rows)
    for comment in board.comments:
        yield from _comment(comment)


def _tag(name: str, value: str | None) -> Iterator[str]:
    text = _one_line(value or "")
    escaped = re.sub(r'"|\\(?![0-9]+[LR](?:;|$))', r"\\\g<0>", text)  # the widths of a table's columns are no escapes
    line = f'[{name} "{escaped}"]'
    if len(line) <= _LONGEST_LINE:
        yield line
    else:
        yield f'[{name} "?"]'
        yield from _comment(f"{name}: {text}")


def _one_line(text: str) -> str:
    """A text as a tag can have it: no line ends in it, and its blanks are as they were, those that break no line too."""
    return _BREAKS.sub(" ", text)


def _columns(head: str, row: str) -> str:
    r"""A row of a table with its columns as wide as the head says: `Result\2R` is two characters, to the right."""
    cells = ROW.findall(row)
    names = head.split(";")
    if len(cells) != len(names):
        return row
    for at, name in enumerate(names):
        if width := re.search(r"\\([0-9]{1,2})([LR])$", name):
            size = int(width[1])
            cells[at] = cells[at].rjust(size) if width[2] == "R" else cells[at].ljust(size)
    return " ".join(cells).rstrip()


def _comment(text: str) -> Iterator[str]:
    row, longest = "{", _LONGEST_LINE - 2  # with both braces
    words = [word for word in re.split(f"(?: |{_BREAKS.pattern})+", text.replace("}", ")")) if word]
    for word in (part[at : at + longest] for part in words for at in range(0, len(part), longest)):
        if len(row) + len(word) >= _WIDTH and len(row) > 1:
            yield row
            row = ""
        row = f"{row} {word}" if row not in {"", "{"} else row + word
    yield row + "}"


def _deal_text(board: Board) -> str:
    """The hands from the dealer's, with the cards in falling order."""
    if board.deal is None:
        return "?"
    first = board.dealer or Seat.N
    words = []
    for step in range(4):
        hand = board.deal.hands[(first.position + step) % 4]
        words.append("-" if hand is None else str(hand))
    return f"{first.value}:{' '.join(words)}"


def _auction_lines(first: Seat, board: Board) -> Iterator[str]:
    yield f'[Auction "{first.value}"]'
    calls = list(board.calls)
    tail = ""
    if board.ended:
        while calls and calls[-1] == Call("pass", line=calls[-1].line):
            calls.pop()
        tail = "AP"
        over = contract_of(first, calls)[2]
        tail = "" if over else tail
    elif calls:
        tail = "+"
    notes: list[str] = []
    words = [_annotation(_call_word(call), call, notes) for call in calls] + ([tail] if tail else [])
    yield from _in_fours(words)
    yield from _notes(notes)


def _call_word(call: Call) -> str:
    if call.call is None:
        return "^S" if call.mark == "skipped" else "-"
    word = "Pass" if call.call == "pass" else call.call
    return f"{_TOKEN_OF[call.mark]} {word}" if call.mark else word


def _annotation(word: str, thing: Call | Played, notes: list[str]) -> str:
    text = _one_line(thing.note).strip()
    if text or (isinstance(thing, Call) and thing.alert):  # an alert without words is a note without words
        if text not in notes:
            notes.append(text)
        number = notes.index(text) + 1
        word += f" ={number}=" if number <= _MOST_NOTES else ""
    return " ".join((word, *(f"${nag}" for nag in thing.nags)))


def _notes(notes: Sequence[str]) -> Iterator[str]:
    for number, text in enumerate(notes, 1):
        yield from _tag("Note", f"{number}:{text}") if number <= _MOST_NOTES else _comment(text)


def _in_fours(words: Sequence[str]) -> Iterator[str]:
    for at in range(0, len(words), 4):
        yield " ".join(words[at : at + 4])


def _play_lines(board: Board) -> Iterator[str]:
    leader = board.play[0].seat
    yield f'[Play "{leader.value}"]'
    notes: list[str] = []
    for at in range(0, len(board.play), 4):
        row = ["-"] * 4
        for played in board.play[at : at + 4]:
            word = f"{_TOKEN_OF[played.mark]} {played.card.text}" if played.mark else played.card.text
            row[(played.seat.position - leader.position) % 4] = _annotation(word, played, notes)
        yield " ".join(row)
    if len(board.play) < 52:
        yield "*"
    yield from _notes(notes)
