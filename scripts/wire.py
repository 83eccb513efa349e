"""Make ui/src/wire.gen.ts from the structs of the wire, and the desk's words of refusals.

    python -m scripts.wire            writes all
    python -m scripts.wire --check    says which of them are stale; status 1 if one is

What a game puts into messages comes from the game and from its part at the club: `Sheet`, `Finished`, `View` where the wire has
more than the game's own, `Analysis`. A type of a game bears the game's name in front. The docstrings of structs and of their fields
become comments of the types.
"""

import ast
import json
import re
import sys
from collections.abc import Iterable, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from kozyr import keep
from kozyr.arbiter.desk import Case, Heard
from kozyr.arbiter.desk.book import Book
from kozyr.arbiter.desk.dropped import Dropped, DroppedFile
from kozyr.arbiter.words import refusals
from kozyr.club import answers, bodies, conduct, kept, lessons, matches, mine, own, postmortems, problems, reviews, wire
from kozyr.club.acts import Act, What
from kozyr.club.days import rules as days, told as days_told
from kozyr.club.event import bodies as asked, cup, cup_told, hall_told, parts, told
from kozyr.club.event.regulated import RegulationsTold
from kozyr.club.files import DealsFile
from kozyr.club.league import told as league_told
from kozyr.club.refusal import Manner
from kozyr.club.table.customs import customs
from kozyr.club.table.vocabulary import acts_of, wishes_of
from kozyr.deals import Reveal
from kozyr.games import REGISTRY, AnyView, Event, Reason, Terms, View, game, options, part
from kozyr.tournaments.director.effects import Effect
from kozyr.tournaments.director.entries import SystemCard
from kozyr.words import LANGUAGES, Language
from kozyr.words.en.refusals import WORDS

ROOT: Final = Path(__file__).parents[1]
SCRIPT: Final = ROOT / "ui" / "src" / "wire.gen.ts"
UNRULED: Final = {
    language: ROOT / "ui" / "src" / "core" / "i18n" / language / "unruled.gen.ts" for language in LANGUAGES
}
ENGLISH: Final = ROOT / "ui" / "src" / "core" / "i18n" / "en" / "refusals.ts"
OURS: Final = tuple(name for name, elsewhere in REGISTRY.items() if elsewhere is None)
_LIST: Final = 32  # an enumeration of more values than this is a string

BODIES: Final = (
    bodies.Agree,
    Case,
    DealsFile,
    DroppedFile,
    bodies.Guest,
    bodies.Newcomer,
    bodies.Login,
    bodies.NewBot,
    bodies.NewPassword,
    bodies.NewSeek,
    bodies.NewTable,
    bodies.OperatorAct,
    bodies.Report,
    bodies.Reset,
    bodies.TellWhere,
    keep.Setup,
    cup_told.ComposeIssue,
    cup_told.PlayIssue,
    days.NewChallenge,
    days.PlayDeals,
    days.ShutChallenge,
    asked.CallDirector,
    asked.CameToTable,
    asked.ComeToEvent,
    asked.EnterEvent,
    asked.JoinEntrant,
    asked.EventDo,
    hall_told.LateEvent,
    hall_told.SeatEvent,
    asked.ShareInEvent,
    asked.NewEvent,
    league_told.NewLeague,
    league_told.LeagueDo,
    kept.KeepDo,
    lessons.TakeLesson,
    problems.TakeProblem,
    reviews.RetryDeal,
)
ANSWERS: Final = (
    answers.Failure, answers.Me, answers.Ended, answers.OwnProgram, answers.NewProgram, answers.Muted, answers.OwnWhere, answers.Met, answers.Reported, answers.OwnMatch, answers.Profile, answers.RatedList, answers.OwnRating,
    answers.GameAbout, answers.Agreed, answers.FileTold, answers.Created, answers.Made, answers.MyTable, answers.About, answers.LobbyLists, answers.Seeking, answers.OperatorTable, answers.OperatorRuling, answers.OperatorThing, answers.OperatorDone, answers.OperatorPerson, answers.ReportTold, answers.OperatorSaid, answers.PastDeal,
    answers.Why, Reveal, Book, Heard, Dropped, SystemCard, kept.KeptMade, kept.KeptSheet, told.ClubEvent, parts.EventPart, told.ListedEvent, told.EventFair, told.EventBoards, RegulationsTold, hall_told.EventHall, hall_told.EventLook, Effect,
    league_told.LeagueTold, league_told.ListedLeague,
    cup_told.CupTold, cup.CupCandidate, cup_told.CupBoards,
    days_told.DaysTold, days_told.SharedTold, days_told.SharedTable, days_told.ChallengesTold,
    lessons.LessonRow, lessons.LessonTold, problems.ProblemsRow, problems.ProblemTold, reviews.ReviewTold, reviews.RetryTold, postmortems.ReviewGoing, mine.OwnDeals, matches.MatchTold, own.OwnProblem,
)  # fmt: skip
ALIASES: Final = {
    "TableState": wire.TableState, "Role": wire.Role, "Held": wire.Held, "How": wire.How, "FairPhase": wire.FairPhase,
    "NakCode": wire.NakCode, "ReportReason": conduct.ReportReason, "What": What,
}  # fmt: skip
# In messages what a game brings stands for the type of that game.
SLOTS: Final[Mapping[object, str]] = {
    Event: "K['event']", wire.Sheet: "K['sheet']", wire.Finished: "K['last']", Act: "Act",
}  # fmt: skip
ROLES: Final = {
    "event": "K['event']",
    "view": "K['view'] | null",
    "wish": "Wish",
    "keep": "KeepAct",
    "outcome": "object",
    "entry": "object",
}
_PLAIN: Final[Mapping[object, str]] = {
    object: "unknown", type(None): "null", bool: "boolean", int: "number", float: "number", str: "string", Fraction: "Points",
}  # fmt: skip
_WIDE: Final = 120
_AT: Final = "table {at_table}{at_room, select, none {} other {, {at_room} room}}{at_board, select, none {} other {, board {at_board}}}: {text}"
_ENGLISH: Final = """// Made by `make wire` from src/kozyr/words/en/refusals.py: not to be edited.
"""
_HEAD: Final = """// Made by `make wire` from src/kozyr/club (wire.py, answers.py) and the games: not to be edited.

/** An exact number: whole as a number, a fraction as text (`"26/3"`). */
export type Points = number | string;
/** An event is itself on the wire: `{"type":"play","card":"C7"}`. */
export interface GameEvent { readonly type: string }
/** What a game brings: types only. */
export interface Kind { event: GameEvent; view: View; sheet: Sheet; last: Finished }
"""


class Writer:
    """The types that have been written so far."""

    def __init__(self) -> None:
        self.code: dict[str, str] = {}
        self.fields: dict[str, Mapping[str, str]] = {}
        self.kinds: dict[str, object] = {}
        self.named: dict[object, str] = {}  # unions that have a name
        self.title = ""  # of the game whose types are written, which then stand for themselves
        self.incoming = False
        self.both: set[str] = set()  # types that had been written before those that come in

    def name(self, kind: Any) -> str:
        """What a type is called."""
        plain = get_origin(kind) or kind
        own = re.match(r"kozyr\.(?:club\.)?games\.([a-z]+)(?:\.|$)", plain.__module__)
        title = own[1].capitalize() if own and own[1] in OURS else self.title if get_origin(kind) else ""
        act = "Act" if title and issubclass(plain, Act) else ""  # events bear the same names
        plainly = plain.__name__.lstrip("_").removeprefix(title)
        return f"{title}{plainly}{act}"

    def text(self, kind: Any) -> str:
        """A type as TypeScript has it; what it is made of is written too."""
        origin, parts = get_origin(kind), get_args(kind)
        plain = origin or kind
        if kind in self.named:
            return self.named[kind]
        if origin is Annotated:
            roles = [(meta.extra or {}).get("slot") for meta in parts[1:] if isinstance(meta, msgspec.Meta)]
            return next((ROLES[role] for role in roles if role in ROLES), None) or self.text(parts[0])
        if kind == Language:  # whichever folders there are; the page has its own
            return "string"
        if origin is Literal:
            return " | ".join(map(_literal, parts))
        if origin in {Union, UnionType}:
            texts = dict.fromkeys(self.text(one) for one in parts if one is not msgspec.UnsetType)
            texts.pop("number" if "Points" in texts else "", None)
            return " | ".join(sorted(texts, key="null".__eq__))
        if origin is tuple and parts[-1] is not Ellipsis:
            return f"readonly [{', '.join(map(self.text, parts))}]"
        if origin in {tuple, list}:
            inner = self.text(parts[0])
            return f"readonly ({inner})[]" if " " in inner else f"readonly {inner}[]"
        if origin in {dict, Mapping}:
            keys, values = self.text(parts[0]), self.text(parts[1])
            record = f"Record<{'string' if keys == 'number' else keys}, {values}>"
            return f"Readonly<{record}>" if keys in {"string", "number", "Card"} else f"Readonly<Partial<{record}>>"
        if isinstance(kind, TypeVar):
            return self.text(kind.__bound__)
        if plain is Event or (plain in SLOTS and not self.title):
            return "GameEvent" if self.title else SLOTS[plain]
        if isinstance(plain, type) and issubclass(plain, Enum):
            return self.enumeration(plain)
        if isinstance(plain, type) and issubclass(plain, msgspec.Struct):
            name = self.struct(kind)
            if (
                self.incoming
                and name in self.both
                and not any(field.required for field in msgspec.structs.fields(kind))
            ):
                return f"Partial<{name}>"
            return f"{name}<K>" if "<K extends" in self.code[name] else name
        return _PLAIN[kind]

    def struct(self, kind: Any, name: str = "", hidden: tuple[str, ...] = ()) -> str:
        """An interface for a struct; returns its name.

        Raises:
            SystemExit: there is another type of this name.
        """
        plain, name = get_origin(kind) or kind, name or self.name(kind)
        if self.kinds.setdefault(name, kind) != kind:
            raise SystemExit(f"two types are called {name}: {self.kinds[name]} and {kind}")
        if name in self.code:
            return name
        self.code[name] = ""
        config = plain.__struct_config__
        fields = {config.tag_field: _literal(config.tag)} if config.tag_field and config.tag is not None else {}
        told = {own: note for owner in reversed(plain.__mro__) for own, note in notes_of(owner).items()}
        notes = {field.encode_name: told.get(field.name, "") for field in msgspec.structs.fields(kind)}
        hidden = ("conventions",) if issubclass(plain, Terms) else hidden
        for field in msgspec.structs.fields(kind):
            if field.name not in hidden:
                may_lack = field.default is msgspec.UNSET or config.omit_defaults or self.incoming
                fields[field.encode_name + ("?" if may_lack and not field.required else "")] = self.text(field.type)
        self._write(name, fields, plain.__doc__ or "", notes)
        return name

    def _write(self, name: str, fields: Mapping[str, str], about: str, notes: Mapping[str, str]) -> None:
        self.fields[name] = fields
        generic = "<K extends Kind = Kind>" if any(re.search(r"\bK\b", text) for text in fields.values()) else ""
        lines = "".join(
            f"{_comment(notes.get(key.rstrip('?'), ''), '  ')}  readonly {_key(key)}: {text};\n"
            for key, text in fields.items()
        )
        body = f"interface {name}{generic} {{\n{lines}}}" if fields else f"type {name} = object;"
        self.code[name] = f"{_comment(about)}export {body}\n"

    def enumeration(self, kind: type[Enum]) -> str:
        """A type for an enumeration; returns its name."""
        values = " | ".join(_literal(member.value) for member in kind) if len(kind) <= _LIST else "string"
        self.code[self.name(kind)] = f"export type {self.name(kind)} = {values};\n"
        return self.name(kind)

    def alias(self, name: str, kind: Any) -> None:
        """A name for a union."""
        text = self.text(kind)
        generic = "<K extends Kind = Kind>" if "<K>" in text else ""
        self.named[kind], self.code[name] = name, f"export type {name}{generic} = {text};\n"

    def game(self, name: str) -> None:
        """What a game brings: its events, its view, its score, a deal that is over, its options."""
        own, club, rules = part("games", name), part("club", name), game(name)
        self.title = title = name.capitalize()
        self.alias(f"{title}Event", rules.event)
        self.struct(getattr(club, "View", view_of(own)), f"{title}View", customs(name).hidden)
        self.struct(getattr(club, "Sheet", wire.Sheet), f"{title}Sheet")
        self.struct(getattr(club, "Finished", wire.Finished), f"{title}Finished")
        if analysis := getattr(club, "Analysis", None):
            self.struct(analysis)
        fields = [
            field for field in msgspec.structs.fields(next(iter(rules.presets.values()))) if field.name != "table"
        ]
        agreed = {options.dotted(field.name, rules.groups): self.text(field.type) for field in fields}
        table = {f"table.{one.name}": self.text(one.type) for one in msgspec.structs.fields(options.TableOptions)}
        self._write(f"{title}Options", agreed | table, f"What can be agreed on for {name}.", {})
        parts = {"event": "Event", "view": "View", "sheet": "Sheet", "last": "Finished"}
        lines = "".join(f"  {key}: {title}{kind};\n" for key, kind in parts.items())
        self.code[title] = (
            f"/** What {name} puts into messages. */\nexport interface {title} extends Kind {{\n{lines}}}\n"
        )
        self.title = ""


def view_of(own: object) -> object:
    """The view that a game's package defines or shows."""
    kinds = [kind for kind in vars(own).values() if isinstance(kind, type) and issubclass(kind, View)]
    return next((kind for kind in kinds if kind is not View), AnyView)


@cache
def _classes_of(module: str) -> Mapping[str, ast.ClassDef]:
    """The classes at the top of a module, by name; a module without a source of its own has none."""
    source = getattr(sys.modules[module], "__file__", None)
    tree = ast.parse(Path(source).read_text("utf-8")) if source and source.endswith(".py") else ast.Module([], [])
    return {one.name: one for one in tree.body if isinstance(one, ast.ClassDef)}


@cache
def notes_of(kind: type) -> Mapping[str, str]:
    """The docstrings under the fields of a class, its bases' aside, by field."""
    found = _classes_of(kind.__module__).get(kind.__qualname__)
    return {
        field.target.id: note.value.value
        for field, note in pairwise(found.body if found else [])
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(note, ast.Expr)
        and isinstance(note.value, ast.Constant)
        and isinstance(note.value.value, str)
    }


def _comment(text: str, indent: str = "") -> str:
    """A docstring as a comment of TypeScript, or nothing where there is none."""
    return f"{indent}/** {' '.join(text.replace('None', 'null').split())} */\n" if text else ""


def _literal(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else str(value).lower()


def _key(name: str) -> str:
    return name if re.fullmatch(r"\w+\??", name) else f"'{name}'"


def _union(name: str, members: Iterable[str]) -> str:
    return f"export type {name} = {' | '.join(dict.fromkeys(members))};\n"


def made() -> str:
    """The client's types."""
    writer = Writer()
    for name, kind in ALIASES.items():
        writer.alias(name, kind)
    writer.title = " "
    for base, name in ((wire.Sheet, "Sheet"), (wire.Finished, "Finished"), (AnyView, "View")):
        writer.struct(base, name)
    writer.title = ""
    for reasons in (Reason, Manner):
        writer.enumeration(reasons)
    for kind in (*get_args(wire.FromServer), *ANSWERS):
        writer.struct(kind)
    writer.alias("FromServer", wire.FromServer)
    every = [type(customs(name)) for name in OURS]
    writer.code["Act"] = _union("Act", (writer.struct(kind) for own in every for kind in acts_of(own)))
    writer.incoming, writer.both = True, set(writer.code)
    writer.code["Wish"] = _union("Wish", (writer.struct(kind) for own in every for kind in wishes_of(own)))
    writer.alias("KeepAct", keep.AnyAct)
    for kind in (*get_args(wire.Message), *BODIES):
        writer.struct(kind)
    writer.alias("ToServer", wire.Message)
    writer.incoming = False
    for name in OURS:
        writer.game(name)
    values = {"PROTO": wire.PROTO, "PHRASES": conduct.PHRASES, "REASONS": conduct.REASONS}
    consts = (f"export const {key} = {json.dumps(value)} as const;\n" for key, value in values.items())
    return "\n".join([_HEAD, *consts, *writer.code.values()])


def english() -> str:
    """The client's English words of refusals: those of the commands, as messages of ICU."""
    words = {"at": _AT, "at_team": "team {at_team}: {text}"} | {
        code: text.replace("'", "''") for code, text in WORDS.items()
    }
    lines = (
        line
        if len(line := f"  {code}: {_quoted(text)},") <= _WIDE or code == "at"
        else f"  {code}:\n    {_quoted(text)},"
        for code, text in words.items()
    )
    return "\n".join([_ENGLISH, "export default {", *lines, "};\n"])


def _quoted(text: str) -> str:
    """A text in the quotes that the client's formatter gives it."""
    quote = '"' if text.count("'") > text.count('"') else "'"
    return quote + text.replace(quote, "\\" + quote) + quote


def unruled(language: Language) -> str:
    """Why the desk gives no ruling: the arbiter's own words as messages of the client, each a sentence."""
    lines = [
        f"  {json.dumps(f'desk.wrong.{code}')}: {json.dumps(_sentence(text), ensure_ascii=False)},"
        for code, text in refusals(language).items()
    ]
    return "\n".join(
        [
            f"// Made by `make wire` from src/kozyr/words/{language}/arbiter.py: not to be edited.\n",
            "export default {",
            *lines,
            "};\n",
        ]
    )


def _sentence(text: str) -> str:
    """Words of a command as a sentence of a page."""
    text = (text[:1].upper() + text[1:]).replace("'", "''")  # in a message an apostrophe quotes
    return text if text[-1] in ".?!:" else f"{text}."


def main(*, check: bool) -> int:
    """Write all, or say which is stale."""
    texts = {SCRIPT: made(), ENGLISH: english()}
    texts |= {path: unruled(language) for language, path in UNRULED.items()}
    stale = [path for path, text in texts.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        if check:
            sys.stderr.write(f"{path.relative_to(ROOT)} is stale: make wire\n")
        else:
            path.write_text(texts[path], encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
