"""A lesson as a file: the deal, the learner's seat, the moments, and the coach's sentences in every language.

A lesson is `<game>/<nn-name>.toml`. The sentences of the program's own lessons are with the words of each language
(`kozyr/words/<language>/lessons/<game>.toml`); those of a teacher's file lie beside it, in `words/<language>.toml`. Such a file has
a table for every lesson of the folder, by the name of its file. A sentence has a code; a card or a contract in it stands
in braces (`{SA}`), and whoever shows it writes the card in the reader's letters.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, NoReturn

import msgspec

from kozyr.bots.frame import Level
from kozyr.cards import Seat
from kozyr.games import Event, Game, Progress, game, games, part
from kozyr.words import LANGUAGES

OVER: Final = "over"
_PATH: Final = re.compile(r" - at `\$\.?(.*)`$")
_FILE: Final = re.compile(r"\d\d-[a-z0-9-]+\.toml")
_TOML: Final = re.compile(r"(.*) \(at line (\d+), column (\d+)\)")
_AT: Final = re.compile(r"[a-z]+\.[1-9]\d?")
_TITLES: Final = ("title", "about")  # what the list of lessons says of one


class BadLesson(ValueError):
    """A lesson cannot be taught. The text says why; line and column where in the file, 0: nowhere in particular."""

    def __init__(self, why: str, line: int = 0, column: int = 0) -> None:
        super().__init__(why)
        self.line, self.column = line, column

    def told(self, name: str) -> str:
        """The complaint about a file, as compilers write it: `name:3:7: why`."""
        where = f"{self.line}:{self.column}:" if self.column else f"{self.line}:" if self.line else ""
        return f"{name}:{where} {self}"


class Moment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the coach speaks.

    at: the learner's decision, by the phase and its number there (`auction.1`, `play.3`), or `over`. say: the sentences before
    it, by code. good: what the text calls good, as tokens. Of cards and discards the solver says whether the list is true, and any
    other that is as good is taken, too; of calls the list is the answer. wrong: the
    coach's own sentence about a choice. praise: the sentence after a good one that stands in the list. aim: the contract that a discard is for.
    always: what is said is true on every course; else, after a choice that the text does not name, the coach is silent, and at the end
    says the last sentence alone.
    """

    at: str
    say: tuple[str, ...] = ()
    good: tuple[str, ...] = ()
    wrong: dict[str, str] = {}
    praise: str = ""
    aim: str = ""
    always: bool = False

    @property
    def codes(self) -> tuple[str, ...]:
        """Every sentence that may be said here."""
        return (*self.say, *self.wrong.values(), *((self.praise,) if self.praise else ()))


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in the file of a lesson; see `Lesson`."""

    game: str
    seat: Seat
    deal: str
    preset: str = ""
    players: int = 0
    dealer: int = 0
    changes: dict[str, object] = {}
    past: tuple[dict[str, object], ...] = ()
    level: Level = "novice"
    script: dict[Seat, tuple[str, ...]] = {}
    until: str = OVER
    moment: tuple[Moment, ...] = ()


class Lesson(msgspec.Struct, frozen=True, dict=True):
    """A lesson.

    seat: the learner's. deal: the text of a layout. preset, changes: what is agreed; players, dealer: who plays, and which place
    deals. past: the facts of deals before this one. level: of the bots at the other seats. script: what each seat does at first, as
    tokens; the learner's own are done for him. until: the decision before which the lesson ends, or `over`.
    words: the sentences by language and code. text: the file.
    """

    name: str
    game: str
    seat: Seat
    deal: str
    preset: str
    players: int
    dealer: int
    changes: Mapping[str, object]
    past: tuple[Mapping[str, object], ...]
    level: Level
    script: Mapping[Seat, tuple[str, ...]]
    until: str
    moments: tuple[Moment, ...]
    words: Mapping[str, Mapping[str, str]]
    text: str = ""

    @property
    def rules(self) -> Game:
        """The game that is taught."""
        return game(self.game)

    def moment(self, at: str) -> Moment | None:
        """The moment before a decision; None: the coach says nothing there."""
        return next((one for one in self.moments if one.at == at), None)

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The sentences that the lesson needs, each once, in the order in which they are named."""
        return tuple(dict.fromkeys((*_TITLES, *(code for one in self.moments for code in one.codes))))

    def said(self, code: str) -> dict[str, str]:
        """A sentence by language; languages that lack it are left out, as only a check meets them."""
        return {language: told[code] for language, told in self.words.items() if code in told}

    @cached_property
    def begun(self) -> Progress:
        """The match at the deal of the lesson, before the cards.

        Raises:
            BadLesson: what is agreed, or a deal before this one, cannot be.
        """
        rules = self.rules
        try:
            players = self.players or rules.players[0]
            agreed = rules.agree(self.preset or next(iter(rules.presets)), self.changes, players)
            match = rules.start(agreed, players, self.dealer)
            for facts in self.past:
                match = match.record(msgspec.convert(facts, rules.outcome))
        except ValueError as error:
            raise BadLesson(str(error)) from None
        if match.finished:
            raise BadLesson("the match is over before the lesson begins", self.line("past"))
        return Progress.start(match)

    def parsed(self, token: str, line: int = 0) -> Event:
        """The event of a token.

        Raises:
            BadLesson: there is none.
        """
        try:
            return self.rules.parse(token)
        except ValueError as error:
            raise BadLesson(str(error), line) from None

    def line(self, key: str) -> int:
        """Where a key, or `moment[2].at`, stands in the file, from 1; 0: it does not stand there."""
        return _line(self.text, key)


def _line(text: str, path: str) -> int:
    """The line of a key; of a moment that of its key, or else of its heading."""
    rows = text.split("\n")
    found = re.match(r"moment\[(\d+)\]\.?(\w*)", path)
    begin, end = 0, len(rows)
    key = path.partition(".")[0].partition("[")[0]
    if found is not None:
        heads = [n for n, row in enumerate(rows) if re.match(r"\s*\[\[\s*moment\s*\]\]", row)]
        nth, key = int(found[1]), found[2]
        if nth >= len(heads):
            return 0
        begin, end = heads[nth], heads[nth + 1] if nth + 1 < len(heads) else len(rows)
    rest = enumerate(rows[begin:end], begin + 1)
    pattern = re.compile(rf"\s*(\[+\s*)?{re.escape(key)}\b") if key else None
    hit = next((n for n, row in rest if pattern is not None and pattern.match(row)), 0)
    return hit or (begin + 1 if found is not None else 0)


def _toml(text: str, what: str) -> dict[str, object]:
    """A TOML text as Python has it.

    Raises:
        BadLesson: where and why it is none.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _TOML.fullmatch(str(error))
        if found is None:  # "at end of document"
            raise BadLesson(f"{what}: {error}", text.count("\n") + 1, 1) from None
        raise BadLesson(f"{what}: {found[1]}", int(found[2]), int(found[3])) from None


def read(name: str, text: str, words: Mapping[str, Mapping[str, str]]) -> Lesson:
    """A lesson from its file. name: of the file, without its ending. words: its sentences, by language and code.

    Raises:
        BadLesson: where and why it is none.
    """
    try:
        told = msgspec.convert(_toml(text, "not TOML"), _File)
    except msgspec.ValidationError as error:
        _refuse(text, str(error))
    if told.game not in games():
        raise BadLesson(f"no game {told.game!r}; there are: {', '.join(games())}", _line(text, "game"))
    seen = set[str]()
    for n, moment in enumerate(told.moment):
        line = _line(text, f"moment[{n}].at")
        if moment.at != OVER and not _AT.fullmatch(moment.at):
            raise BadLesson(f"a moment is a phase and a number, as auction.1, or over, not {moment.at!r}", line)
        if moment.at in seen:
            raise BadLesson(f"the moment {moment.at} stands twice", line)
        seen.add(moment.at)
    return Lesson(
        name=name,
        game=told.game,
        seat=told.seat,
        deal=told.deal,
        preset=told.preset,
        players=told.players,
        dealer=told.dealer,
        changes=told.changes,
        past=told.past,
        level=told.level,
        script=told.script,
        until=told.until,
        moments=told.moment,
        words=words,
        text=text,
    )


def _refuse(text: str, why: str) -> NoReturn:
    """Say where in the file the reader of structs has found something wrong."""
    found = _PATH.search(why)
    raise BadLesson(_PATH.sub("", why), _line(text, found[1]) if found is not None else 1)


# --- where lessons lie ---------------------------------------------------------------------------------------------


def beside(folder: Traversable, name: str) -> dict[str, dict[str, str]]:
    """The sentences of a lesson in the folder where its file lies, by language and code.

    Raises:
        BadLesson: a file of sentences is none.
    """
    return _sentences(name, {language: folder.joinpath("words", f"{language}.toml") for language in LANGUAGES})


def _ours(of: str, name: str) -> dict[str, dict[str, str]]:
    """The sentences of a lesson that comes with the program."""
    words = files("kozyr.words")
    return _sentences(name, {language: words.joinpath(language, "lessons", f"{of}.toml") for language in LANGUAGES})


def _sentences(name: str, paths: Mapping[str, Traversable]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for language, path in paths.items():
        if not path.is_file():
            continue
        told = _toml(path.read_text(encoding="utf-8"), f"words/{language}.toml").get(name, {})
        try:
            found[language] = msgspec.convert(told, dict[str, str])
        except msgspec.ValidationError as error:
            raise BadLesson(f"words/{language}.toml, {name}: {error}") from None
    return found


@lru_cache(maxsize=16)
def lessons(name: str) -> tuple[Lesson, ...]:
    """The lessons of a game that come with the program, in their order; none: nobody has written one.

    Raises:
        ValueError: there is no such game. BadLesson: a file is no lesson, which a test would have found.
    """
    module = part("learn", name)
    return () if module is None else tuple(_in_order(name, files(module)))


def _in_order(of: str, folder: Traversable) -> Iterator[Lesson]:
    for path in sorted(folder.iterdir(), key=lambda one: one.name):
        if _FILE.fullmatch(path.name):
            name = path.name.removesuffix(".toml")
            yield read(name, path.read_text(encoding="utf-8"), _ours(of, name))


def lesson(of: str, name: str) -> Lesson | None:
    """A lesson of a game by its name; None: there is no such game, or no such lesson."""
    return next((one for one in lessons(of) if one.name == name), None) if of in games() else None
