"""Portable Bridge Notation 2.1, in (the import format with its usual deviations) and out (the export format).

Source: the PBN 2.1 standard. The reader loses nothing that it can understand. Faults are told by line. The boards stay,
and so does the good beginning of a spoilt auction or play.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

import msgspec

from kozyr.cards import Card, Seat, Suit, parse_card, takes
from kozyr.deals import Layout
from kozyr.games.bridge import Contract, Vulnerability
from kozyr.games.bridge.words import Bid, Double, Pass, Redouble, parse as parse_call
from kozyr.notation.bridge import boards
from kozyr.notation.bridge.boards import ended
from kozyr.notation.bridge.pbn_export import MARKS, NAMES, ROW, format  # noqa: A004 - the pair parse and format, as for records
from kozyr.notation.fault import Fault

__all__ = ["decode", "encode", "format", "parse"]

SEATS: Final = tuple(Seat)
# Tags that become fields of a board; all others are kept as they are.
_FIELDS: Final = frozenset({"Board", *NAMES, "Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Result"})
_SECTIONS: Final = frozenset({"Auction", "Play"})
_VULNERABLE: Final[Mapping[str, Vulnerability]] = {
    "none": "none", "love": "none", "-": "none", "o": "none", "ns": "ns", "n-s": "ns", "ew": "ew", "e-w": "ew",
    "all": "both", "both": "both", "b": "both",
}  # fmt: skip
_UNKNOWN: Final = frozenset({"", "?", "-"})
_NAGS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_NAGS_OF_CARDS: Final = {sign: number + 6 for sign, number in _NAGS.items()}

# UTF-32 first: its little-endian mark begins as that of UTF-16.
_MARKED: Final = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# A second room of the same board leaves out its event, its number and its cards.
_OF_BOARD: Final = ("Event", "Site", "Date", "Stage", "HomeTeam", "VisitTeam", "Board", "Dealer", "Vulnerable", "Deal")

_ABOUT: Final = "=$!?"  # a word with one of these signs in front is about the call or card before it
T = TypeVar("T", bound=boards.Call | boards.Played)

_TAG: Final = re.compile(r'\[\s*([A-Za-z0-9_]+)\s*"((?:[^"\\\n]|\\.)*)"\s*\]')
_TAG_LINE: Final = re.compile(r'\n[ \t]*\[\s*([A-Za-z0-9_]+)\s*"(?:[^"\\\n]|\\.)*"\s*\]')
_TOKEN: Final = re.compile(r"=\s*[0-9]{1,9}\s*=|\$[0-9]{1,9}|\^[A-Za-z]|[^\s=$^;{\[]+|.")
_SPLIT: Final = re.compile(r"(.*?)([!?]{0,2})")
_RESULT: Final = re.compile(r"(\^)?\s*(?:(NS|EW|N|E|S|W)\s+)?([0-9]{1,2})(?:\s+(NS|EW)\s+([0-9]{1,2}))?")


# --- bytes -------------------------------------------------------------------------------------------------------


@takes("a file is read from its bytes, as path.read_bytes()", bytes)
def decode(data: bytes) -> str:
    """The text of a file, by its byte-order mark; else UTF-8 where it is valid; else ISO 8859-1, as the standard says.

    A file that breaks off within a letter of UTF-16 keeps the text before it.
    """
    marked = next((name for mark, name in _MARKED if data.startswith(mark)), None)
    if marked is not None:
        return data.decode(marked, errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


@takes("a file is written from a text, as pbn.format(boards)", str)
def encode(text: str) -> bytes:
    """The bytes of a file: ISO 8859-1 as the standard says, UTF-8 where names need more."""
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode()


# --- reading: from text to games ---------------------------------------------------------------------------------


class _Word(NamedTuple):
    text: str
    line: int


class _Tag(NamedTuple):
    value: str
    line: int


class _Game(msgspec.Struct):
    """A game in the words of the file."""

    line: int
    tags: dict[str, _Tag] = {}
    words: dict[str, list[_Word]] = {}
    """The words of each section."""
    notes: dict[str, dict[int, str]] = {}
    """The notes of each section, by number."""
    comments: list[str] = []


class _Scanner:
    """Cuts a text into games."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.line = 1
        self.games: list[_Game] = []
        self.faults: list[Fault] = []  # parts that are not read
        self.warnings: list[Fault] = []  # parts that are read, but may mean another thing
        self.section = ""
        self.blank = True  # whether the line before is empty
        self.held: list[str] = []  # comments behind an empty line: of the next game, if one begins there

    def scan(self) -> None:
        text, at, fresh = self.text, 0, True
        while at < len(text):
            sign = text[at]
            if sign == "\n":
                if fresh:
                    self.blank = True
                self.line, at, fresh = self.line + 1, at + 1, True
                continue
            if sign == "%" and (at == 0 or text[at - 1] == "\n"):
                at, fresh = self._line_end(at), False
                continue
            if sign in " \t\v\f\ufeff\x1a":
                at += 1
                continue
            fresh = False
            at = self._take(sign, at)
        if self.games:
            self._release(self.games[-1])

    def _line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end

    def _take(self, sign: str, at: int) -> int:
        """Read the piece that begins here; returns where it ends."""
        text = self.text
        if sign == ";":
            end = self._line_end(at)
            self._comment(text[at + 1 : end])
            return end
        if sign == "{":
            end = text.find("}", at)
            if end < 0:
                self._fault("the comment is not closed")
                return self._line_end(at)
            return self._braces(at, end)
        if sign == "[":
            found = _TAG.match(text, at)
            if found is None:
                self._fault('a tag is written [Name "value"]')
                return self._line_end(at)
            self._tag(found[1], re.sub(r'\\(["\\])', r"\1", found[2]))  # `Result\2R`, a column of a table, stays
            return found.end()
        kind = _TOKEN if self.section in _SECTIONS else ROW
        word = kind.match(text, at)
        end = at + 1 if word is None else word.end()
        self._word(text[at:end])
        return end

    def _braces(self, at: int, end: int) -> int:
        """Read a comment in braces; returns its end.

        Comments do not nest. Suppose that another one opens before this one closes, and a tag begins a line in
        between. Then this one was never closed.
        """
        body = self.text[at + 1 : end]
        tags = list(_TAG_LINE.finditer(body))
        if tags and "{" in body[tags[0].start() :]:
            self._warn("the comment is not closed; it is read as if it ended with its line")
            close = self._line_end(at)
            self._comment(self.text[at + 1 : close])
            return close
        if tags:
            named = ", ".join(dict.fromkeys(tag[1] for tag in tags))
            self._warn(f"tags stand inside a comment, and are not read: {named}")
        self._comment(body)
        self.line += body.count("\n")
        return end + 1

    def _fault(self, reason: str) -> None:
        self.faults.append(Fault(self.line, reason))

    def _warn(self, reason: str) -> None:
        self.warnings.append(Fault(self.line, reason))

    def _comment(self, text: str) -> None:
        words = " ".join(text.split())
        if words:
            (self.held if self.blank else self.games[-1].comments).append(words)

    def _release(self, game: _Game) -> None:
        """Give a game the comments before its continuation."""
        game.comments += self.held
        self.held = []

    def _tag(self, name: str, value: str) -> None:
        """Read a tag; it begins a game after an empty line, as the standard says, or where its name comes again."""
        game = self.games[-1] if self.games else None
        if name == "Note":
            self._note(value)
            return
        again = game is not None and (name in game.tags or (name == "Event" and "Deal" in game.tags))
        if game is None or self.blank or (again and name in {"Event", "Board", "Deal"}):
            game = _Game(self.line)
            self.games.append(game)
        self._release(game)
        self.blank = False
        if name in game.tags:  # the standard: a tag that occurs again is ignored
            if value.strip() != game.tags[name].value.strip():
                self._warn(f"{name} stands twice, {game.tags[name].value!r} and {value!r}; the first one counts")
            return
        game.tags[name] = _Tag(value, self.line)
        self.section = name

    def _note(self, value: str) -> None:
        number, colon, text = value.partition(":")
        if (
            not colon
            or not number.strip().isdecimal()
            or len(number) > 9
            or self.section not in _SECTIONS
            or not self.games
        ):
            self._fault('a note is written [Note "1:text"], after the auction or the play')
            return
        self.games[-1].notes.setdefault(self.section, {})[int(number)] = text.strip()
        self.blank = False  # no game begins with a note, so the empty line before it ended none

    def _word(self, text: str) -> None:
        if not self.games:
            self._fault(f"{text[:20]!r} stands before the first tag")
            return
        if self.section not in _SECTIONS and not self.section.endswith("Table"):
            self._fault(f"{text[:20]!r} means nothing behind the tag {self.section}")
            return
        self._release(self.games[-1])
        self.blank = False  # nor with a call
        self.games[-1].words.setdefault(self.section, []).append(_Word(text, self.line))


# --- reading: from games to boards -------------------------------------------------------------------------------


@takes("a file of PBN is read from its text", str)
def parse(text: str) -> boards.Boards:
    """Read a file. Never raises: the answer's `faults` name each error and its line."""
    scanner = _Scanner(text)
    scanner.scan()
    faults, warnings = scanner.faults, scanner.warnings
    found: list[boards.Board] = []
    defaults: dict[str, str] = {}
    latest: dict[str, _Game] = {}
    for before, game in zip((None, *scanner.games), scanner.games, strict=False):
        _inherit(game, latest, defaults)
        if before is not None:
            _same_board(game, before)
        found.append(_Reader(game, faults, warnings).board())
    told = (tuple(sorted(some, key=lambda fault: fault.line)) for some in (faults, warnings))
    return boards.Boards(tuple(found), *told)


def _inherit(game: _Game, latest: dict[str, _Game], defaults: dict[str, str]) -> None:
    """Fill in inherited tags: `#` from the latest game with that tag, `##x` for later games until one has the tag.

    latest: the last game with each tag. defaults: the values of `##`. Both are updated with this game.
    """
    for name, tag in tuple(game.tags.items()):
        if tag.value.startswith("##"):
            defaults[name] = tag.value[2:]
            game.tags[name] = _Tag(tag.value[2:], tag.line)
            continue
        defaults.pop(name, None)
        before = latest.get(name)
        if tag.value == "#":
            game.tags[name] = _Tag("?" if before is None else before.tags[name].value, tag.line)
            if before is not None and name in before.words and name not in game.words:
                game.words[name] = before.words[name]
                game.notes[name] = before.notes.get(name, {})
    for name, value in defaults.items():
        game.tags.setdefault(name, _Tag(value, game.line))
    latest.update(dict.fromkeys(game.tags, game))


def _same_board(game: _Game, before: _Game) -> None:
    """Fill in the tags that a game leaves out because it is the board before, played in another room.

    It has tags of its own, and neither a board nor cards; or the same board, without cards.
    """
    own = any(name not in _SECTIONS and not name.endswith("Table") for name in game.tags)
    told = game.tags.get("Board")
    other = told is not None and told.value.strip() != before.tags.get("Board", _Tag("", 0)).value.strip()
    if own and not other and "Deal" not in game.tags and "Deal" in before.tags:
        for name in _OF_BOARD:
            if name in before.tags:
                game.tags.setdefault(name, _Tag(before.tags[name].value, game.line))


class _Reader:
    """Reads one game."""

    def __init__(self, game: _Game, faults: list[Fault], warnings: list[Fault]) -> None:
        self.game = game
        self.faults, self.warnings = faults, warnings

    def _fault(self, line: int, reason: str) -> None:
        self.faults.append(Fault(line, reason))

    def _value(self, name: str) -> tuple[str, int]:
        tag = self.game.tags.get(name)
        return ("", self.game.line) if tag is None else (tag.value.strip(), tag.line)

    def board(self) -> boards.Board:
        """The board; wrong parts are left out and reported."""
        game = self.game
        if not any(name not in _SECTIONS and not name.endswith("Table") for name in game.tags):
            self._fault(game.line, "a game begins here, behind an empty line, but it has no tags of its own")
        deal = self._deal()
        first, calls, ended = self._auction()
        contract, declarer, irregular = self._contract()
        if first is not None and not contract:
            told, by, over = boards.contract_of(first, calls)
            if over:
                contract, declarer = "pass" if told is None else str(told), declarer or by
        elif first is not None:
            self._agrees(first, calls, contract, None if irregular else declarer)
        tricks, adjusted = self._tricks(declarer)
        return boards.Board(
            number="" if self._value("Board")[0] == "?" else self._value("Board")[0],
            dealer=self._seat("Dealer"),
            vulnerability=self._vulnerability(),
            deal=deal,
            first=first,
            calls=calls,
            ended=ended,
            play=self._play(boards.trump_of(contract), deal),
            contract=contract,
            declarer=declarer,
            tricks=tricks,
            irregular=irregular,
            adjusted=adjusted,
            players={seat: value for name, seat in NAMES.items() if (value := self._value(name)[0]) not in _UNKNOWN},
            tags={
                name: tag.value
                for name, tag in game.tags.items()
                if name not in _FIELDS
                and name not in _SECTIONS
                and name not in game.words
                and tag.value not in _UNKNOWN
            },
            tables={
                name: (game.tags[name].value, *_rows(words))
                for name, words in game.words.items()
                if name not in _SECTIONS and name in game.tags
            },
            comments=tuple(game.comments),
            line=game.line,
        )

    def _agrees(self, first: Seat, calls: Sequence[boards.Call], contract: str, declarer: Seat | None) -> None:
        """Tell where the tags of a contract say something else than a complete auction."""
        told, by, over = boards.contract_of(first, calls)
        if not over or len(contract) < 2 or contract == "NT" or any(call.mark for call in calls):
            return
        heard = "pass" if told is None else str(told)
        if contract != heard or (by is not None and declarer is not None and by is not declarer):
            mine, theirs = (
                f"{what} by {seat.value}" if seat else what for what, seat in ((contract, declarer), (heard, by))
            )
            line = self._value("Contract")[1]
            self.warnings.append(Fault(line, f"Contract {mine}, but the auction leads to {theirs}; the tags count"))

    def _seat(self, name: str, value: str | None = None) -> Seat | None:
        """The seat that a tag names, by its letter or its word."""
        told, line = self._value(name)
        told = told if value is None else value
        if told in _UNKNOWN:
            return None
        found = NAMES.get(told.capitalize()) or Seat.__members__.get(told.upper())
        if found is None:
            self._fault(line, f"{name} {told!r} is not N, E, S or W")
        return found

    def _vulnerability(self) -> Vulnerability | None:
        value, line = self._value("Vulnerable")
        if value in {"", "?"}:
            return None
        found = _VULNERABLE.get(value.lower())
        if found is None:
            self._fault(line, f"Vulnerable {value!r} is not None, NS, EW or All")
        return found

    def _deal(self) -> Layout | None:
        value, line = self._value("Deal")
        if value in _UNKNOWN:
            return None
        try:
            deal = Layout.parse(value.upper().replace("10", "T"))
        except ValueError as error:
            self._fault(line, f"Deal: {error}")
            return None
        for seat, hand in zip(SEATS, deal.hands, strict=True):
            if hand is not None and len(hand) > 13:
                self._fault(line, f"Deal: {seat.value} has {len(hand)} cards")
                return None
        return deal

    def _contract(self) -> tuple[str, Seat | None, bool]:
        """Contract, declarer, and whether the declarer is an irregular one (`^S`)."""
        declarer, _ = self._value("Declarer")
        irregular = declarer.startswith("^")
        seat = self._seat("Declarer", declarer.removeprefix("^"))
        value, line = self._value("Contract")
        if value in _UNKNOWN:
            return "", seat, irregular
        if value.lower() in {"pass", "p", "ap", "passout", "passed out"}:
            return "pass", None, irregular
        word = value.upper().replace(" ", "").replace("*", "X")
        word = f"{word[:-1]}XX" if word[:1].isdecimal() and word.endswith("R") else word  # as vugraph archives write it
        if word in {"C", "D", "H", "S", "NT"}:  # an end position names only the trumps
            return word, seat, irregular
        try:
            return str(Contract.parse(word)), seat, irregular
        except ValueError:
            self._fault(line, f"Contract {value!r} is none; written 4HX, 3NT, Pass")
            return "", seat, irregular

    def _tricks(self, declarer: Seat | None) -> tuple[int | None, bool]:
        """The declarer's tricks, and whether they differ from the play's (`^9`)."""
        value, line = self._value("Result")
        if value in _UNKNOWN:
            return None, False
        found = _RESULT.fullmatch(value)
        tricks, theirs = (int(found[3]), int(found[5] or 0)) if found is not None else (99, 0)
        if found is None or tricks + theirs > 13:
            self._fault(line, f"Result {value!r} is not 0 to 13 tricks; written 9, ^9, EW 7")
            return None, False
        if found[2] is None:
            return tricks, found[1] is not None
        if declarer is None:
            self._fault(line, f"Result {value!r} is a side's, but nobody knows who declared")
            return None, False
        if declarer.value not in found[2]:
            tricks = theirs if found[4] and declarer.value in found[4] else 13 - tricks
        return tricks, found[1] is not None

    # --- auction ---------------------------------------------------------------------------------------------

    def _auction(self) -> tuple[Seat | None, tuple[boards.Call, ...], bool]:
        """The first caller, the calls up to the first unreadable one, and whether the auction is complete."""
        game = self.game
        if "Auction" not in game.tags:
            return None, (), False
        value, line = self._value("Auction")
        if value in _UNKNOWN and not game.words.get("Auction"):
            return None, (), False
        if value.upper() not in Seat.__members__:
            self._fault(line, f"Auction {value!r} does not say who calls first")
            return None, (), False
        first = Seat(value.upper())
        calls: list[boards.Call] = []
        notes = game.notes.get("Auction", {})
        mark: boards.Mark = ""
        for word, at in game.words.get("Auction", ()):
            if word in {"*", "+"}:
                break
            if word.startswith("^"):
                mark = self._irregular_call(word, at, calls)
                continue
            if word[0] in _ABOUT:
                about = self._annotated(word, at, calls[-1] if calls else None, notes, _NAGS)
                if about is not None:
                    calls[-1] = msgspec.structs.replace(about, alert=about.alert or word[0] == "=")
                continue
            try:
                told = _calls(word, calls)
            except ValueError as error:
                self._fault(at, f"{error}; the auction is read up to there")
                break
            if calls and ended(first, calls):
                self._fault(at, f"{word} comes after the end of the auction")
                break
            if len(calls) >= boards.MOST_CALLS:
                self._fault(at, f"no auction has more than {boards.MOST_CALLS} calls; it is read up to there")
                break
            calls += (msgspec.structs.replace(call, line=at) for call in told)
            if mark:
                calls[-1] = msgspec.structs.replace(calls[-1], mark=mark)
                mark = ""
        while calls and calls[0].call is None and not calls[0].mark:  # padding before the dealer's column
            del calls[0]
            first = SEATS[(first.position + 1) % 4]
        marked, faults = boards.checked(first, calls)
        self.faults += faults
        return first, marked, boards.contract_of(first, calls)[2]

    def _irregular_call(self, word: str, line: int, calls: list[boards.Call]) -> boards.Mark:
        """An irregularity: a skipped player, or an insufficient bid, before which or after which it is written."""
        mark = MARKS.get(word.upper(), "")
        if mark == "skipped":
            calls.append(boards.Call(None, mark="skipped", line=line))
            return ""
        if mark != "insufficient":
            self._fault(line, f"{word} is no irregularity of an auction")
            return ""
        if _insufficient(calls):
            calls[-1] = msgspec.structs.replace(calls[-1], mark="insufficient")
            return ""
        return "insufficient"

    def _annotated(
        self, word: str, line: int, last: T | None, notes: Mapping[int, str], signs: Mapping[str, int]
    ) -> T | None:
        """The call or card with a word about it: `=1=`, `$1`, `!`, which is `$7` of a card."""
        if last is None:
            self._fault(line, f"{word} has nothing before it")
            return None
        if word[0] == "=" and len(word) > 1:
            number = int(word.strip("= "))
            if number not in notes:
                self._fault(line, f"there is no note {number}")
            return msgspec.structs.replace(last, note=notes.get(number, ""))
        if word in signs or (word[0] == "$" and len(word) > 1):
            number = signs[word] if word in signs else int(word[1:])
            return msgspec.structs.replace(last, nags=(*last.nags, number))
        self._fault(line, f"{word!r} means nothing here")
        return last

    # --- play ------------------------------------------------------------------------------------------------

    def _play(self, trump: Suit | None, deal: Layout | None) -> tuple[boards.Played, ...]:
        """The cards in the order in which they fell, up to the first that is unknown or cannot be read."""
        game = self.game
        if "Play" not in game.tags:
            return ()
        value, line = self._value("Play")
        if value in _UNKNOWN and not game.words.get("Play"):
            return ()
        if value.upper() not in Seat.__members__:
            self._fault(line, f"Play {value!r} does not say who leads")
            return ()
        leader = Seat(value.upper()).position
        cells: list[boards.Played | None] = []
        notes = game.notes.get("Play", {})
        mark: boards.Mark = ""
        for word, at in game.words.get("Play", ()):
            if word == "*":
                break
            if word == "+":  # the next card, which is not played yet; cards before it may be in later columns
                cells.append(None)
                continue
            if word.startswith("^"):
                mark = MARKS.get(word.upper(), "")
                if mark not in {"out_of_turn", "revoke"}:
                    self._fault(at, f"{word} is no irregularity of the play")
                    mark = ""
                continue
            if word[0] in _ABOUT:
                about = self._annotated(word, at, cells[-1] if cells else None, notes, _NAGS_OF_CARDS)
                cells[-1:] = [about] if cells else []
                continue
            if set(word) == {"-"}:
                cells += [None] * len(word)
                continue
            plain, sign = _split(word)
            try:
                card = parse_card(plain)
            except ValueError as error:
                self._fault(at, f"{error}; the play is read up to there")
                break
            seat = SEATS[(leader + len(cells)) % 4]
            played = boards.Played(seat, card, nags=(_NAGS_OF_CARDS[sign],) if sign else (), mark=mark, line=at)
            mark = ""
            cells.append(played)
        if mark and cells and (last := cells[-1]) is not None:  # written behind the card
            cells[-1] = msgspec.structs.replace(last, mark=mark)
        return self._in_order(cells, trump, deal)

    def _by_owner(self, row: Sequence[boards.Played | None], deal: Layout | None) -> Sequence[boards.Played | None]:
        """The cards of a trick by their owners, as some programs begin its columns with another seat than the play's.

        A trick in which one hand would have played twice stays unchanged.
        """
        leader = self._value("Play")[0].upper()
        owners = [None if cell is None or deal is None else deal.owner(cell.card) for cell in row]
        known = [owner for cell, owner in zip(row, owners, strict=True) if cell is not None]
        if None in known or len(set(known)) < len(known):
            return row
        found: list[boards.Played | None] = [None] * 4
        for cell, owner in zip(row, owners, strict=True):
            if cell is not None and owner is not None:
                column = (owner.position - Seat(leader).position) % 4
                found[column] = msgspec.structs.replace(cell, seat=owner)
        return found

    def _in_order(
        self, cells: Sequence[boards.Played | None], trump: Suit | None, deal: Layout | None
    ) -> tuple[boards.Played, ...]:
        rows = [self._by_owner(cells[at : at + 4], deal) for at in range(0, len(cells), 4)]
        cards = [[None if cell is None else cell.card for cell in row] for row in rows]
        leads = {
            number: column
            for number, row in enumerate(rows)
            for column, cell in enumerate(row)
            if cell is not None and cell.mark == "out_of_turn"
        }
        order = [rows[row][column] for row, column in boards.play_order(cards, trump, leads)]
        fallen = [played for played in order if played is not None]
        seen: set[Card] = set()
        for number, played in enumerate(fallen):
            held = None if deal is None else deal.hand(played.seat)
            reason = "was played before" if played.card in seen else ""
            if held is not None and played.card not in held:
                reason = f"is not in the hand of {played.seat.value}"
            if reason:
                self._fault(played.line, f"{played.card} {reason}; the play is read up to there")
                return tuple(fallen[:number])
            seen.add(played.card)
        lost = next((cell for row in rows for cell in row if cell is not None and cell not in fallen), None)
        if lost is not None:
            self._fault(lost.line, f"{lost.card} follows a card that is unknown; the play is read up to there")
        return tuple(fallen)


def _rows(words: Iterable[_Word]) -> Iterator[str]:
    """The lines of a table, with one space between their words."""
    line, row = 0, ""
    for word, at in words:
        if at != line and row:
            yield row
            row = ""
        row, line = f"{row} {word}".strip(), at
    if row:
        yield row


def _split(word: str) -> tuple[str, str]:
    found = _SPLIT.fullmatch(word)
    assert found is not None
    return found[1], found[2]


def _insufficient(calls: Sequence[boards.Call]) -> bool:
    """Whether the last call is a bid that is not higher than the one before it."""
    steps = [event.step for call in calls if call.call and isinstance(event := parse_call(call.call), Bid)]
    last = parse_call(calls[-1].call) if calls and calls[-1].call else None
    return isinstance(last, Bid) and len(steps) > 1 and steps[-1] <= max(steps[:-1])


def _calls(word: str, before: Sequence[boards.Call]) -> list[boards.Call]:
    """The calls of a word: one, or all the passes of `AP`.

    Raises:
        ValueError: it is no call.
    """
    plain, sign = _split(word)
    if plain.upper() == "AP":
        bid = any(call.call not in {None, "pass"} for call in before)
        passes = 0
        for call in reversed(before):
            if call.call == "pass":
                passes += 1
            elif call.call is not None:
                break
        return [boards.Call("pass") for _ in range((3 if bid else 4) - passes)] or [boards.Call("pass")]
    if set(plain) == {"-"}:
        return [boards.Call(None) for _ in plain]
    try:
        event = parse_call(plain.upper() if plain[:1].isdigit() else plain.lower())
    except ValueError:
        raise ValueError(f"{word!r} is no call") from None
    if not isinstance(event, (Pass, Bid, Double, Redouble)):
        raise ValueError(f"{word!r} is no call")  # noqa: TRY004 - the text is wrong, not a type
    return [boards.Call(event.token, nags=(_NAGS[sign],) if sign else ())]
