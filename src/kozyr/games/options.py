"""Conventions as data: options declared once, dotted names, and the differences that people see before they sit down.

A game's conventions are one frozen struct. Each field has one `Option`: its meaning, rule, heading in a form, reader,
and places. Forms, the command line and the documents are made from these declarations. An option without a reader is
hidden: records and databases keep it, and no form offers it. An option that only the laws read is offered for records
and events, and hidden at tables that refuse errors.

`logged` reads an agreement from a log of any age. An option younger than some logs declares their value
(`Option.absent`), apart from its default. Old names and values are declared, too (`retired`, `Option.was`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from typing import (
    Annotated,
    Any,  # Any: the fields of a struct by their names
    ClassVar,
    Final,
    Literal,
    NamedTuple,
    Self,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from kozyr.games.refusal import Refused

Reader: TypeAlias = Literal["engine", "laws", "desk", "nobody", "log"]
Place: TypeAlias = Literal["table", "record", "event"]
EVERYWHERE: Final[tuple[Place, ...]] = ("table", "record", "event")
AT_TABLES: Final[tuple[Place, ...]] = ("table", "event")
IN_RECORDS: Final[tuple[Place, ...]] = (
    "record",
    "event",
)  # only faults in dealing or writing ask the arbiter for it
_READ: Final = frozenset({"engine", "laws", "desk"})  # the readers that there are

_WHOLE: Final = re.compile("-?[0-9]{1,9}")
_LARGEST: Final = 999_999_999

C = TypeVar("C", bound="Conventions")
_Fields: TypeAlias = dict[str, Any]  # Any: each has the type of its own
Value: TypeAlias = str | int | bool | tuple[str, ...] | tuple[int, ...] | None


# The meaning of each edition of the program's play. A change in the effect of an act or an event, in a phase or in the
# score, adds a line. The old behaviour stays where `conventions.edition` is lower. A change of a preset
# (`Conventions.former`) does the same.
EDITIONS: Final[tuple[str, ...]] = (
    "logs that do not say their edition",
    "logs that say it; nothing is played otherwise",
    "a ruling reaches the play of a deal until the next cards come; opponents pick between open cards",
    "duplicate bridge and teams are ruled by the Laws of 2017",
    "a table that rules on errors hears the last deal of a match, and those of an event, before the score is written",
)
EDITION: Final = len(EDITIONS) - 1
HEARING: Final = 2  # the edition since which a deal is heard after its last card
WRITTEN: Final = 4  # the edition since which every deal is, until its score is written
# Logs without an edition, from the time before some rule was changed without one. Their later entries tell them apart
# from edition 0 (`Conventions.earlier`).
EARLIER: Final = -1


class Declaration(msgspec.Struct, frozen=True):
    """The declaration of an option: its rule and its range. The option's name is the field's, its values are the type's."""

    law: str
    """The rule it comes from."""
    reader: Reader = "engine"
    """The reader that obeys the option: the `engine`, or the `laws` of the arbiter.

    `desk`: the arbiter, and the director's desk, which rules for tables that refuse errors, too.
    `nobody`: it is kept only for old records. `log`: it says how to read the log, and no form offers it.
    """
    least: int | None = None
    """The least value of a number."""
    most: int | None = None
    """The greatest value of a number."""
    absent: Value | msgspec.UnsetType = msgspec.UNSET
    """The option's value in logs older than it; unset: every log has the option."""
    was: tuple[tuple[str | int, Value], ...] = ()
    """Its former values, each with the value of today."""
    ended: tuple[str | int, ...] = ()
    """Values that are obeyed in old logs, and cannot be chosen any more."""


class Option(Declaration, frozen=True, kw_only=True):
    """The declaration of a convention, as forms and the command line show it."""

    about: str
    """The meaning of the option."""
    heading: str
    """A code, under which a form shows it; `card`: it has a place of its own on the table's card."""
    offered: tuple[Place, ...] = EVERYWHERE
    """The places where people may choose it."""

    @property
    def needs(self) -> str:
        """The option of the table without which this one decides nothing there; empty: it needs none."""
        return "table.irregularities" if self.reader == "laws" and "table" in self.offered else ""


def under(heading: str) -> Callable[..., Option]:
    """The declarations under one heading: of each option its meaning, its rule, and more by name."""
    return lambda about, law, **more: Option(law, about=about, heading=heading, **more)


_table = under("table")
_card = under("card")
_irr = under("irr")


class TableOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a table of any game (dotted: `table.stake`)."""

    retired: ClassVar[Mapping[str, str | None]] = {}
    """The names that are gone: see `Conventions`."""

    stake: Annotated[
        int, _table("virtual price of one whist or point; only multiplied, never money", "P-4.2.13", least=0)
    ] = 0
    irregularities: Annotated[
        Literal["prevent", "rule"], _irr("illegal events are refused, or possible and then ruled upon", "P-0.7")
    ] = "prevent"
    show_counters: Annotated[bool, _table("trick counters are shown", "P-3.9.13", offered=AT_TABLES)] = True
    chat_in_play: Annotated[bool, _card("chat stays open during auction and play", "PE-5.4.8", offered=AT_TABLES)] = (
        False
    )
    played_when: Annotated[
        Literal["released", "lifted"],
        _irr("a card counts once released on the table, or once lifted", "PC-4.7.2", reader="laws", offered=AT_TABLES),
    ] = "released"
    undo: Annotated[
        Literal["off", "unanimous"],
        _table("whether a call or card can be taken back by consent", "PE-5.4.22", offered=AT_TABLES),
    ] = "off"
    tempo_mask: Annotated[bool, _card("every card takes the same time to appear", "PE-5.4.11b", offered=AT_TABLES)] = (
        False
    )


class Conventions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The conventions of a match, agreed before its first deal.

    A game's own struct adds a field for each of its options.
    """

    chapters: ClassVar[Mapping[str, tuple[str, ...]]] = {"table": ("table", "card"), "irr": ("irr",)}
    """The parts of a form by their names, in order, each with its headings; errors and their price are in the last one.
    """
    elsewhere: ClassVar[Mapping[str, Reader]] = {}
    """The options of the table that this game does not read, with the reader that they wait for."""
    retired: ClassVar[Mapping[str, str | None]] = {}
    """Names that fields had once, by the name that each has now; None: nothing reads it any more."""
    former: ClassVar[Mapping[int, Mapping[str, Mapping[str, object]]]] = {}
    """The earlier values of presets: by edition, by the presets' names and the options' dotted names."""

    table: TableOptions = TableOptions()
    edition: Annotated[
        int,
        _card(
            "the edition of the program's play",
            "PE-5.4.4",
            reader="log",
            offered=(),
            least=EARLIER,
            most=EDITION,
            absent=0,
        ),
    ] = EDITION
    """The edition of the program's play (`EDITIONS`) by which the match is played."""

    @property
    def earlier(self) -> Self | None:
        """Another possible meaning of a log that does not say its edition. None: there is no other."""
        return None


class Contradiction(Refused):
    """Two options that exclude each other."""

    @classmethod
    def between(cls, first: str, second: str, why: str, law: str) -> Self:
        """first, second: the dotted names. why: the reason in English; clients have words by the two names."""
        return cls("clash", law, first=first, second=second, text=why)

    @property
    def names(self) -> tuple[str, str]:
        """The two options by their dotted names."""
        return str(self.refusal.params["first"]), str(self.refusal.params["second"])


def never(bad: bool, first: str, second: str, why: str, law: str) -> None:
    """Refuse two options that contradict each other; bad: whether they do.

    Raises:
        Contradiction: they do.
    """
    if bad:
        raise Contradiction.between(first, second, why, law)


def dotted(field: str, groups: tuple[str, ...]) -> str:
    """The name of an option in JSON and on the command line: `auction_here` is `auction.here`."""
    head, _, tail = field.partition("_")
    return f"{head}.{tail}" if tail and head in groups else field


class _Declared(NamedTuple):
    """An option as a game has it: its dotted name, its field, its type; of: the struct's type."""

    name: str
    field: str
    kind: object
    option: Option
    table: bool

    def of(self, conventions: Conventions) -> object:
        """The option's value; a list for a tuple, as JSON has it."""
        value = getattr(conventions.table if self.table else conventions, self.field)
        return list(value) if isinstance(value, tuple) else value


@cache
def _declared(conventions: type[Conventions], groups: tuple[str, ...]) -> Mapping[str, _Declared]:
    """The options of a game by their dotted names; to work out their types takes as long as a hundred deals."""
    found: dict[str, _Declared] = {}
    for owner in (conventions, TableOptions):
        table = owner is TableOptions
        for field, kind in get_type_hints(owner, include_extras=True).items():
            if field == "table" or field not in owner.__struct_fields__:
                continue
            name = f"table.{field}" if table else dotted(field, groups)
            option = next(one for one in kind.__metadata__ if isinstance(one, Option))
            if table and field in conventions.elsewhere:
                option = msgspec.structs.replace(option, reader=conventions.elsewhere[field])
            found[name] = _Declared(name, field, kind, option, table)
    return found


def _read(value: object, kind: object, name: str) -> object:
    """A value as people write it (`on`, `off`, `unlimited`, `1,2,3`) made into the field's type."""
    if isinstance(value, str):
        word = value.strip()
        if bool in _plain(kind) and word in {"on", "off", "yes", "no", "true", "false"}:
            return word in {"on", "yes", "true"}
        if type(None) in _plain(kind) and word in {"unlimited", "none"}:
            return None
        if any(get_origin(part) is tuple for part in _plain(kind)):
            value = [int(part) if _WHOLE.fullmatch(part.strip()) else part for part in word.split(",")]
        elif _WHOLE.fullmatch(word) and word not in _plain(kind):
            value = int(word)
    try:
        found: object = msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        if allowed := values(kind):
            raise Refused("no_value", name=name, value=repr(value), possible=", ".join(allowed)) from None
        raise Refused("unfit_value", name=name, value=repr(value), text=error) from None
    if any(isinstance(n, int) and abs(n) > _LARGEST for n in (found if isinstance(found, tuple) else (found,))):
        raise Refused("value_beyond", name=name, value=repr(value), most=_LARGEST)
    return found


def write(value: object) -> str:
    """A value as people write it and `change` reads it: `on`, `unlimited`, `1,2,3`."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, (tuple, list)):
        return ",".join(str(part) for part in value)
    return "unlimited" if value is None else str(value)


def _plain(kind: object) -> tuple[object, ...]:
    """The parts of a type: the members of a union, the values of a literal, or the type itself."""
    if get_origin(kind) is tuple:
        return (kind,)
    parts = get_args(kind)[:1] if get_origin(kind) is Annotated else get_args(kind)
    return tuple(x for part in parts for x in (_plain(part) if get_args(part) else (part,))) if parts else (kind,)


def values(kind: object) -> tuple[str, ...]:
    """The values of an option that has a fixed list of them, as text; empty: any number."""
    parts = _plain(kind)
    if bool in parts:
        return ("off", "on")
    return tuple(str(part) for part in parts if type(part) in {str, int})


def change(base: C, changes: Mapping[str, object], groups: tuple[str, ...]) -> C:
    """Conventions with some options changed by their dotted names, hidden ones too: this is how a record is read.

    Raises:
        ValueError: an unknown name, or a value that the option does not have.
    """
    declared = _declared(type(base), groups)
    fields: dict[str, object] = {}
    table: dict[str, object] = {}
    for name, value in changes.items():
        if name not in declared:
            chosen = [known for known, found in declared.items() if found.option.reader != "log"]
            if near := get_close_matches(name, chosen, 3, 0.5):
                raise Refused("option_near", name=name, near=", ".join(near))
            raise Refused("unknown_option", name=name)
        found = declared[name]
        (table if found.table else fields)[found.field] = _read(value, found.kind, name)
    if table:
        fields["table"] = msgspec.structs.replace(base.table, **table)
    return msgspec.structs.replace(base, **fields)


def check_offered(
    conventions: type[Conventions], changes: Mapping[str, object], groups: tuple[str, ...], place: Place
) -> None:
    """Refuse a choice that a person may not make here. Names that do not exist are for `change` to refuse.

    Raises:
        ValueError: no reader obeys the option or this value of it yet; or it has no meaning in this place.
    """
    declared = _declared(conventions, groups)
    for name, value in changes.items():
        if name not in declared:
            continue
        option = declared[name].option
        if option.reader not in _READ:
            raise Refused("option_kept" if option.reader == "nobody" else "option_ours", name=name)
        if any(write(value) == write(old) for old in option.ended):
            raise Refused("value_ended", name=name, value=write(value))
        if place not in option.offered:
            raise Refused("option_of_records" if place == "table" else "option_of_tables", name=name, place=place)


def check_ranges(conventions: Conventions) -> None:
    """Refuse a number out of its declared range.

    Raises:
        ValueError: a number is out of its range; the text names both.
    """
    for found in _declared(type(conventions), ()).values():
        option, value = found.option, found.of(conventions)
        least, most = option.least, option.most
        if least is None or not isinstance(value, int):
            continue
        if most is not None and not least <= value <= most:
            raise Refused("out_of_range", option.law, name=found.field, value=value, least=least, most=most)
        if value < least:
            raise Refused("value_below", option.law, name=found.field, value=value, least=least)


def current(
    told: Mapping[str, object],
    kinds: Mapping[str, object],
    absent: Mapping[str, object],
    retired: Mapping[str, str | None],
    was: Mapping[str, Mapping[str | int, Value]],
    where: str = "",
) -> _Fields:
    """A logged agreement in the names and values of today; nothing of it is judged.

    kinds: the type of each name of today. absent: the values in logs that are older than a name. was: the present
    values of those that are gone. where: the prefix of a name in an error.

    Raises:
        ValueError: a name or a value that this program does not know, or a name that every log has is missing.
    """
    found: _Fields = {}
    for name, value in told.items():
        now = name if name in kinds else retired.get(name, name)
        if now is None:
            continue
        try:
            renamed = was.get(now, {})
            given = renamed.get(value, value) if renamed and isinstance(value, (str, int)) else value
            found[now] = msgspec.convert(given, kinds[now])
        except (KeyError, msgspec.ValidationError):
            what = f"{where}{name}" if now not in kinds else f"{where}{name}: {value!r}"
            raise ValueError(f"{what} is unknown to this program: a newer one has written it") from None
    for name in kinds:
        if name not in found:
            if name not in absent:
                raise ValueError(f"{where}{name} is missing")
            found[name] = absent[name]
    return found


def logged(kind: type[C], told: Mapping[str, object]) -> C:
    """Conventions from a log of any age, by the names of fields; those of a newer program are refused.

    Nothing is judged: options that contradict each other today were agreed once, and stay.

    Raises:
        ValueError: a name or value is unknown, or one is missing; the text names it.
    """
    table = told.get("table")
    if not isinstance(table, Mapping):
        raise ValueError("table is missing")  # noqa: TRY004 - as any other wrong value
    fields = {name: value for name, value in told.items() if name != "table"}
    options = TableOptions(**_current(kind, TableOptions, table, "table."))
    found = kind(table=options, **_current(kind, kind, fields, ""))
    if not EARLIER <= found.edition <= EDITION:
        raise ValueError(
            f"edition {found.edition} is unknown to this program, which knows 0 to {EDITION}: a newer one wrote it"
        )
    return found


def _current(
    kind: type[Conventions], owner: type[Conventions | TableOptions], told: Mapping[str, object], where: str
) -> _Fields:
    """The options of one struct from a log, by today's names and values."""
    mine = {one.field: one for one in _declared(kind, ()).values() if one.table == (owner is TableOptions)}
    options = {name: one.option for name, one in mine.items()}
    absent = {name: option.absent for name, option in options.items() if option.absent is not msgspec.UNSET}
    was = {name: dict(option.was) for name, option in options.items() if option.was}
    return current(told, {name: one.kind for name, one in mine.items()}, absent, owner.retired, was, where)


def recorded(
    kind: type[Conventions], preset: str, changes: Mapping[str, str], groups: tuple[str, ...]
) -> dict[str, object]:
    """The options of a record beside its preset, by the names of today, with the values of its edition.

    A record names its preset and the differences from it; a preset that has changed since counts as in the record's
    edition.
    """
    declared = _declared(kind, groups)
    names = {dotted(was, groups): now and dotted(now, groups) for was, now in kind.retired.items()}
    names |= {f"table.{was}": now and f"table.{now}" for was, now in TableOptions.retired.items()}
    told = {now: value for name, value in changes.items() if (now := names.get(name, name)) is not None}
    for name, value in told.items():
        was = declared[name].option.was if name in declared else ()
        told[name] = next((write(now) for old, now in was if write(old) == value), value)
    edition = told.setdefault("edition", "0")
    before: dict[str, object] = {}
    for since in sorted(kind.former, reverse=True):
        if _WHOLE.fullmatch(edition) and int(edition) < since:
            for part in preset.split("+"):
                before |= kind.former[since].get(part, {})
    return {**before, **told}


def every(conventions: Conventions, groups: tuple[str, ...]) -> dict[str, object]:
    """Every option's value by its dotted name, hidden ones too, as a record keeps them."""
    return {name: found.of(conventions) for name, found in _declared(type(conventions), groups).items()}


def _offered(
    conventions: Conventions, groups: tuple[str, ...], place: Place | None
) -> Iterator[tuple[_Declared, object]]:
    """The options that people are shown, with their values."""
    for found in _declared(type(conventions), groups).values():
        if found.option.reader in _READ and (place is None or place in found.option.offered):
            yield found, found.of(conventions)


def describe(
    conventions: Conventions, groups: tuple[str, ...], place: Place | None = None
) -> dict[str, dict[str, object]]:
    """Every option that people are shown: its value, its possible values, its meaning, rule, heading and places.

    place: only options that are offered there.
    """
    rows: dict[str, dict[str, object]] = {}
    for found, value in _offered(conventions, groups, place):
        option = found.option
        rows[found.name] = {
            "value": value,
            "values": [one for one in values(found.kind) if one not in map(write, option.ended)],
            "about": option.about,
            "law": option.law,
            "heading": option.heading,
            "offered": list(option.offered),
            "needs": option.needs,
        }
    return rows


def diff(
    left: Conventions, right: Conventions, groups: tuple[str, ...], place: Place | None = None
) -> dict[str, tuple[object, object]]:
    """The shown options in which two conventions differ: dotted name to the pair of values.

    place: only options that are offered there; at a table that refuses errors none that only the arbiter reads.
    """
    other = {found.name: value for found, value in _offered(right, groups, place)}
    judged = place != "table" or "rule" in {left.table.irregularities, right.table.irregularities}
    return {
        found.name: (value, other[found.name])
        for found, value in _offered(left, groups, place)
        if value != other[found.name] and (judged or not found.option.needs)
    }
