"""The `.kz` record of a match: tag pairs as in PGN, then one word an event. The grammar is docs/kz.md.

The reader replays as it reads, since a word without a seat comes from the player to act. It knows the games only
through their registry.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, NamedTuple

import msgspec

from kozyr.cards import Seat, wrong_type
from kozyr.deals import Layout
from kozyr.games import Amendment, AnyMatch, Deal, Entry, Event, Game, IllegalEvent, Play, Progress, Record, game
from kozyr.games.options import Contradiction, Conventions, every, write
from kozyr.games.rulings import Ruled

_HEAD: Final = ("Game", "Preset", "Players", "Dealer")
_OPTION: Final = "Option"
_LEXEME: Final = re.compile(
    r"""(?P<blank>\s+|;[^\n]*|\{[^}]*\})
      | \[\s*(?P<tag>[A-Za-z][A-Za-z0-9_.-]*)\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]
      | "(?P<string>(?:[^"\\\n]|\\.)*)"
      | «(?P<said>[^»\n]*)»
      | (?P<word>[^\s;{}\[\]"]+)""",
    re.VERBOSE,
)
_BROKEN: Final = {
    "[": 'a tag is written [Name "value"]',
    '"': "the quotes are not closed on this line",
    "{": "the comment is not closed",
}
_TRICK_NUMBER: Final = re.compile(r"[0-9]+\.")
_TAG_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
_WIDTH: Final = 12  # words a line where their meaning is no longer known


class Place(NamedTuple):
    """A place in a text: line and column, both from 1."""

    line: int
    column: int


class NotationError(ValueError):
    """A record that cannot be read from some place on.

    Attributes:
        line, column: the place, from 1. token: the text there. reason: its fault.
    """

    def __init__(self, place: Place, token: str, reason: str) -> None:
        super().__init__(f"line {place.line}, column {place.column}: {reason}")
        self.line, self.column = place
        self.token = token
        self.reason = reason


class Parsed(msgspec.Struct, frozen=True):
    """The result of reading a text."""

    record: Record | None
    """Everything before the error; None: not even the tags could be understood."""
    places: tuple[Place, ...] = ()
    """The place of each entry in the text, so that an error of `kozyr.games.replay` can be shown there."""
    error: NotationError | None = None
    """None if all was read."""


class _Tag(NamedTuple):
    name: str
    value: str
    place: Place


def parse(text: str) -> Parsed:
    '''Read a record. No text makes it raise: the answer has the good prefix, and the error with its place.

    The legality of events is not checked; `kozyr.games.replay` does that.

    >>> read = parse("""
    ... [Game "deberts"]
    ... [Preset "moscow"]
    ... [Players "2"]
    ...
    ... stop:force-majeure
    ... nonsense
    ... """)
    >>> print(read.error)
    line 7, column 1: no event of deberts: 'nonsense'
    >>> [entry.event.token for entry in read.record.entries]
    ['stop:force-majeure']
    '''
    if not isinstance(text, str):
        raise wrong_type("a record is read from a text", text)
    reader = _Reader(text)
    try:
        reader.read()
    except NotationError as error:
        return Parsed(reader.record, tuple(reader.places), error)
    return Parsed(reader.record, tuple(reader.places))


class _Reader:
    """Reads a text from left to right, and replays it for as long as it is legal."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = [0, *(found.end() for found in re.finditer("\n", text))]
        self.tags: list[_Tag] = []
        self.head: Record | None = None
        self.game: Game | None = None
        self.progress: Progress | None = None
        self.entries: list[Entry] = []
        self.places: list[Place] = []

    @property
    def record(self) -> Record | None:
        """The record that has been read so far."""
        return None if self.head is None else msgspec.structs.replace(self.head, entries=tuple(self.entries))

    def place(self, at: int) -> Place:
        line = bisect_right(self.lines, at)
        return Place(line, at - self.lines[line - 1] + 1)

    def read(self) -> None:
        at = len("\ufeff") if self.text.startswith("\ufeff") else 0
        word: tuple[str, int] | None = None  # a `deal` that waits for its quotes, or half of a word
        while at < len(self.text):
            found = _LEXEME.match(self.text, at)
            if found is None:
                broken = self.text[at]
                reason = _BROKEN.get(broken, f"{broken} closes nothing")
                raise NotationError(self.place(at), broken, reason)
            if found["blank"] is None:
                word = self._lexeme(found, word)
            at = found.end()
        if word is not None:
            raise self._broken_off(*word)
        if self.head is None:
            self._agree()

    def _broken_off(self, word: str, at: int) -> NotationError:
        """The error of a word that needed another behind it."""
        if _split(word)[1] == "deal":
            return NotationError(self.place(at), word, 'the cards are missing: deal "N:..."')
        try:
            self._event(word, at)
        except NotationError as error:
            return error
        raise AssertionError(f"{word} needs nothing")

    def _lexeme(self, found: re.Match[str], deal: tuple[str, int] | None) -> tuple[str, int] | None:
        """Take one piece of the text; returns a word that needs the next piece, such as `deal` before its quotes."""
        at = found.start()
        if deal is not None and _split(deal[0])[1] == "deal":
            if found["string"] is None:
                raise self._broken_off(*deal)
            self._event(deal[0] + ":" + _unescaped(found["string"]), deal[1])
        elif deal is not None:
            if found["word"] is None or not self._known(f"{deal[0]} {found['word']}"):
                raise self._broken_off(*deal)
            self._event(f"{deal[0]} {found['word']}", deal[1])  # «шесть пик» without quotes
        elif found["tag"] is not None:
            self._tag(_Tag(found["tag"], _unescaped(found["value"]), self.place(at)))
        elif found["string"] is not None:
            raise NotationError(self.place(at), found[0], "quotes belong to a tag, or behind the word deal")
        elif found["said"] is not None:
            self._event(found["said"], at)
        elif not _TRICK_NUMBER.fullmatch(found[0]):
            if _split(found[0])[1] == "deal" or not (found[0].isascii() or self._known(found[0])):
                return found[0], at
            self._event(found[0], at)
        return None

    def _known(self, word: str) -> bool:
        """Whether this is a word of the game, once the game is known."""
        if self.head is None:
            self._agree()
        assert self.game is not None
        try:
            self.game.parse(_split(word)[1])
        except ValueError:
            return False
        return True

    def _tag(self, tag: _Tag) -> None:
        if self.head is not None:
            raise NotationError(tag.place, tag.name, "tags stand before the first deal")
        if tag.name in _HEAD and any(other.name == tag.name for other in self.tags):
            raise NotationError(tag.place, tag.name, f"the tag {tag.name} stands here twice")
        self.tags.append(tag)

    def _event(self, word: str, at: int) -> None:
        if self.head is None or self.game is None:
            self._agree()
        assert self.game is not None
        seat, token, forced = _split(word)
        try:
            event = self.game.parse(token)
            if isinstance(event, Deal):
                layout = Layout.parse(event.cards)
                event = event if event.cards.isascii() else Deal(str(layout))
        except ValueError as error:
            raise NotationError(self.place(at), word, str(error)) from None
        if seat is None:
            seat = _speaker(self.progress, event)
        if forced and self.progress is not None and self.progress.why_not(event, seat) is None:
            raise NotationError(self.place(at), word, f"{event.token} is legal here: ! marks what is against the rules")
        entry = Entry(len(self.entries) + 1, seat, event, forced)
        self.entries.append(entry)
        self.places.append(self.place(at))
        self.progress = _after(self.progress, entry)

    def _agree(self) -> None:
        """The tags are complete: find the game, the conventions, the seats and the dealer."""
        name = self._head("Game")
        if name is None:
            raise NotationError(Place(1, 1), "", 'the tag [Game "..."] is missing')
        try:
            found = game(name.value)
        except ValueError as error:
            raise _wrong(name, str(error)) from None
        players = self._head("Players")
        if players is None:
            raise NotationError(Place(1, 1), "", 'the tag [Players "..."] is missing')
        if not re.fullmatch("[1-9]", players.value):
            raise _wrong(players, f"not a number of players: {players.value!r}")
        conventions = self._conventions(found, int(players.value))
        try:
            match = found.start(conventions, int(players.value))
        except ValueError as error:
            raise _wrong(players, str(error)) from None
        dealer = self._head("Dealer")
        if dealer is not None and dealer.value not in match.names:
            raise _wrong(dealer, f"no player {dealer.value!r}; there are: {', '.join(match.names)}")
        at = 0 if dealer is None else match.names.index(dealer.value)
        free = tuple((tag.name, tag.value) for tag in self.tags if tag.name not in {*_HEAD, _OPTION})
        self.game = found
        self.head = Record(found.name, conventions, int(players.value), at, (), free)
        self.progress = Progress.start(found.start(conventions, int(players.value), at))

    def _head(self, name: str) -> _Tag | None:
        return next((tag for tag in self.tags if tag.name == name), None)

    def _conventions(self, found: Game, players: int) -> Conventions:
        preset = self._head("Preset")
        name = next(iter(found.presets)) if preset is None else preset.value
        changes: dict[str, str] = {}
        places: dict[str, _Tag] = {}
        for tag in self.tags:
            if tag.name != _OPTION:
                continue
            option, equals, value = (part.strip() for part in tag.value.partition("="))
            if not equals:
                raise _wrong(tag, f'an option is written [Option "name=value"], not {tag.value!r}')
            if option in changes:
                raise _wrong(tag, f"the option {option} stands here twice")
            changes[option], places[option] = value, tag
        try:
            return found.recorded(name, changes, players)
        except Contradiction as error:
            guilty = [places[option] for option in reversed(error.names) if option in places]
            reason = str(error)
        except ValueError as error:
            guilty = [places[option] for option in changes if not _agrees(found, name, option, changes)]
            reason = str(error)
        raise _wrong((*guilty, preset or self.tags[0])[0], reason)


def _agrees(found: Game, preset: str, option: str, changes: Mapping[str, str]) -> bool:
    """Whether one option alone has a known name and value, under a known preset."""
    try:
        found.agree(preset)
    except ValueError:
        return True  # the preset is wrong, not the option
    try:
        found.recorded(preset, {option: changes[option]})
    except Contradiction:
        return True
    except ValueError:
        return False
    return True


def _wrong(tag: _Tag, reason: str) -> NotationError:
    return NotationError(tag.place, tag.value, reason)


def _unescaped(value: str) -> str:
    return re.sub(r"\\(.)", lambda found: {"n": "\n", "r": "\r"}.get(found[1], found[1]), value)


def _escaped(value: str) -> str:
    value = value.replace("\\", "\\\\").replace('"', '\\"')
    return value.replace("\n", "\\n").replace("\r", "\\r")


def _split(word: str) -> tuple[Seat | None, str, bool]:
    """A word's seat, if it has one in front, its token, and whether `!` marks it as illegal and done."""
    forced = word.endswith("!")
    word = word[:-1] if forced else word
    if word[1:2] == ":" and word[0] in Seat.__members__:
        return Seat(word[0]), word[2:], forced
    return None, word, forced


def _speaker(progress: Progress | None, event: Event) -> Seat | None:
    """The seat of an event without one: the table brings deals and amendments, the actor all else."""
    if progress is None or progress.state is None or isinstance(event, (Deal, Amendment, Ruled)):
        return None
    return progress.state.actor


def _after(progress: Progress | None, entry: Entry) -> Progress | None:
    """The progress after an entry. None: the entry was illegal, and from here on the actor is unknown."""
    if progress is None:
        return None
    try:
        return progress.step(entry).after
    except IllegalEvent:
        return None


def format(record: Record) -> str:  # noqa: A001 - the pair parse and format
    """A record as text: a paragraph a deal; auction, contract, whist and each trick on lines of their own.

    Reading the text gives the same record, its entries numbered from 1; a seat that was left out becomes the seat
    on turn.

    Raises:
        ValueError: no text says this (a tag's name with a blank in it, conventions that contradict themselves).
    """
    if not isinstance(record, Record):
        raise wrong_type("a Record is written, as notation.parse(text).record", record)
    found = game(record.game)
    match = found.start(record.conventions, record.players, record.dealer)
    preset, changes = _preset(found, record)
    head = [
        ("Game", record.game),
        ("Preset", preset),
        ("Players", str(record.players)),
        ("Dealer", match.names[record.dealer]),
        *((_OPTION, f"{name}={value}") for name, value in changes.items()),
    ]
    for name, _ in record.tags:
        if not _TAG_NAME.fullmatch(name) or name in {*_HEAD, _OPTION}:
            raise ValueError(f"not the name of a free tag: {name!r}")
    tags = [f'[{name} "{_escaped(value)}"]' for name, value in (*head, *record.tags)]
    return "\n".join(("\n".join(tags), *_paragraphs(found, match, record.entries))) + "\n"


def _preset(found: Game, record: Record) -> tuple[str, dict[str, str]]:
    """The preset nearest to the agreed conventions, and the options in which they differ."""
    mine = every(record.conventions, found.groups)
    # A record without it is of the first edition.
    edition = {"edition": str(record.conventions.edition)} if record.conventions.edition else {}

    def changes(have: Conventions) -> dict[str, str]:
        theirs = every(have, found.groups)
        return {name: write(value) for name, value in mine.items() if value != theirs[name]}

    nearest: list[tuple[int, str, dict[str, str]]] = []
    for name in found.presets:
        with suppress(ValueError):  # a preset that is not for this number of players
            first = changes(found.recorded(name, edition, record.players))
            nearest.append((len(first), name, first))
    for _, name, first in sorted(nearest, key=lambda one: one[0]):
        with suppress(ValueError):
            # An option can carry another along; then that one has to be said too.
            said = edition | first | changes(found.recorded(name, edition | first, record.players))
            if found.recorded(name, said, record.players) == record.conventions:
                return name, said
    raise ValueError("no preset and options make these conventions")


class _Line:
    """A line of a paragraph: its words, the seat on turn for each, and the number of its trick, if it is one."""

    def __init__(self, trick: int = 0) -> None:
        self.words = [f"{trick:>2}."] if trick else []
        self.turns: list[str] = []
        self.trick = trick

    def text(self, width: int) -> str:
        line = " ".join(self.words)
        return f"{line:<{width}} ; {' '.join(self.turns)}" if self.turns else line


def _paragraphs(found: Game, match: AnyMatch, entries: tuple[Entry, ...]) -> list[str]:
    """The entries, a paragraph for each deal and for each amendment."""
    progress: Progress | None = Progress.start(match)
    paragraphs: list[list[_Line]] = []
    phase, turn, tricks, deals, ruled = "", None, 0, 0, False
    for entry in entries:
        state = None if progress is None else progress.state
        after = _after(progress, entry)
        if isinstance(entry.event, Deal):
            deals, tricks = deals + 1, 0
            title = _Line()
            title.words.append(f"; deal {deals}")
            if progress is not None and state is not None:
                title.words[0] += f", dealer {progress.match.names[progress.match.dealer]}"
            paragraphs.append([title, _Line()])
        elif not paragraphs or isinstance(entry.event, Amendment):
            paragraphs.append([_Line()])
        lines = paragraphs[-1]
        if state is None:
            if len(lines[-1].words) >= _WIDTH:
                lines.append(_Line())
        elif isinstance(entry.event, Ruled):  # a ruling stands on a line of its own
            lines.append(_Line())
        elif not state.trick and after is not None and after.state is not None and after.state.trick:
            tricks += 1
            lines.append(_Line(tricks))
        elif ruled:
            lines.append(_Line())
        elif lines[-1].words:
            moved = state.phase != phase and (state.turn is not turn or phase == "deal")
            between = lines[-1].trick and not state.trick  # a claim between two tricks
            if moved or between:
                lines.append(_Line())
        lines[-1].words.append(_word(found, entry, _speaker(progress, entry.event)))
        told = isinstance(entry.event, (Amendment, Ruled))  # an event of the table, which takes no seat's turn
        if state is not None and state.turn is not None and not told:
            card = isinstance(entry.event, Play)  # one plays for dummy, but answers for oneself
            lines[-1].turns.append((state.turn if card else entry.seat or state.turn).value)
        phase, turn = ("", None) if state is None else (state.phase, state.turn)
        progress, ruled = after, isinstance(entry.event, Ruled)
    return [_paragraph(lines) for lines in paragraphs]


def _paragraph(lines: list[_Line]) -> str:
    width = max((len(line.text(0)) - len(" ; ") - len(" ".join(line.turns)) for line in lines if line.turns), default=0)
    return "\n".join(["", *(line.text(width) for line in lines)])


def _word(found: Game, entry: Entry, speaker: Seat | None) -> str:
    """An entry as a word of the text."""
    event = entry.event
    if isinstance(event, Deal) and entry.seat is None and not entry.forced:
        return f'deal "{_escaped(event.cards)}"'
    token = event.token
    try:
        same = not re.search(r"[\s;{}\[\]\"]", token) and found.parse(token) == event
    except ValueError:
        same = False
    if not same or _split(token) != (None, token, False):
        raise ValueError(f"no word of a record says {event!r}")
    seat = "" if entry.seat is None or entry.seat is speaker else f"{entry.seat.value}:"
    return f"{seat}{token}{'!' if entry.forced else ''}"
