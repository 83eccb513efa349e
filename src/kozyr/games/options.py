"""Conventions as data: options declared once, dotted names, the differences people see before they sit down.

A game's conventions are one frozen struct. Each field bears one `Option`: what it decides, its rule, the heading under
which a form shows it, what reads it and where it is offered. Forms, the command line and the documents are made from
these declarations. An option that nothing reads yet is hidden: records and databases keep it, nobody is offered it. What the
laws alone read is offered for records and events, and hidden at the club's tables, where nobody rules yet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache, partial
from typing import (
    Annotated,
    ClassVar,
    Final,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

Reader: TypeAlias = Literal["engine", "laws", "judged tables", "nobody"]
Place: TypeAlias = Literal["table", "record", "event"]
EVERYWHERE: Final[tuple[Place, ...]] = ("table", "record", "event")
AT_TABLES: Final[tuple[Place, ...]] = ("table", "event")
IN_RECORDS: Final[tuple[Place, ...]] = (
    "record",
    "event",
)  # what only faults in dealing or writing bring to the arbiter
_READ: Final = frozenset({"engine", "laws"})  # the readers that there are

_WHOLE: Final = re.compile("-?[0-9]{1,9}")
_LARGEST: Final = 999_999_999

C = TypeVar("C", bound="Conventions")


class Option(msgspec.Struct, frozen=True):
    """The declaration of one option; its name is the field's, its values are the type's.

    about: what it decides. law: the rule it comes from. heading: a code, under which a form shows it; `card`: it has a
    place of its own on the table's card. reader: what obeys it: the `engine` and the `laws` of the arbiter do so now;
    `judged tables` are still to come; `nobody`: it is kept for old records alone. offered: where people may choose it. least, most: the range of a number. waits: values that only the laws tell apart, so that they wait for
    judged tables at a table: such a value, and the one as which a table reads it.
    """

    about: str
    law: str
    heading: str
    reader: Reader = "engine"
    offered: tuple[Place, ...] = EVERYWHERE
    least: int | None = None
    most: int | None = None
    waits: tuple[tuple[object, object], ...] = ()

    @property
    def needs(self) -> str:
        """The option of the table without which this one decides nothing there; empty: it needs none."""
        return "table.irregularities" if self.reader == "laws" and "table" in self.offered else ""

    def waiting(self, place: Place | None) -> Mapping[object, object]:
        """The values that wait in this place, each with the one as which it is read there."""
        return dict(self.waits) if place == "table" else {}


def under(heading: str) -> Callable[..., Option]:
    """The declarations under one heading."""
    return partial(Option, heading=heading)


_table = under("table")
_card = under("card")


class TableOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table of any game agrees on (dotted: `table.stake`)."""

    stake: Annotated[
        int, _table("virtual price of one whist or point; only multiplied, never money", "P-4.2.13", least=0)
    ] = 0
    irregularities: Annotated[
        Literal["prevent", "rule"], _table("illegal events are refused, or possible and then ruled upon", "P-0.7")
    ] = "prevent"
    show_counters: Annotated[bool, _table("trick counters are shown", "P-3.9.13", offered=AT_TABLES)] = True
    chat_in_play: Annotated[bool, _card("chat stays open during auction and play", "PE-5.4.8", offered=AT_TABLES)] = (
        False
    )
    played_when: Annotated[
        Literal["released", "lifted"],
        _table(
            "a card counts once released on the table, or once lifted", "PC-4.7.2", reader="laws", offered=AT_TABLES
        ),
    ] = "released"
    undo: Annotated[
        Literal["off", "unanimous"],
        _table("whether a call or card can be taken back by consent", "PE-5.4.22", offered=AT_TABLES),
    ] = "off"
    tempo_mask: Annotated[bool, _card("every card takes the same time to appear", "PE-5.4.11b", offered=AT_TABLES)] = (
        False
    )


class Conventions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What was agreed before the first deal; a game's own struct adds a field for each of its options.

    headings: in which order a form shows them. elsewhere: the options of the table that this game does not read, with what
    they wait for.
    """

    headings: ClassVar[tuple[str, ...]] = ("table", "card")
    elsewhere: ClassVar[Mapping[str, Reader]] = {}

    table: TableOptions = TableOptions()


class Contradiction(ValueError):
    """Two options that cannot stand together.

    Attributes:
        first, second: their dotted names. why: the reason, with its rule.
    """

    def __init__(self, first: str, second: str, why: str) -> None:
        super().__init__(f"{first} and {second} contradict each other: {why}")
        self.first = first
        self.second = second
        self.why = why


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
        """Its value; a list for a tuple, as JSON has it."""
        value = getattr(conventions.table if self.table else conventions, self.field)
        return list(value) if isinstance(value, tuple) else value


@cache
def _declared(conventions: type[Conventions], groups: tuple[str, ...]) -> Mapping[str, _Declared]:
    """The options of a game by their dotted names; to work out their types takes as long as a hundred deals."""
    found: dict[str, _Declared] = {}
    for owner in (conventions, TableOptions):
        table = owner is TableOptions
        for field, kind in get_type_hints(owner, include_extras=True).items():
            if field in {"table", "elsewhere", "headings"}:
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
        allowed = values(kind)
        hint = f" (one of: {', '.join(allowed)})" if allowed else f" ({error})"
        raise ValueError(f"{name}: {value!r} is not a value of this option{hint}") from None
    if any(isinstance(n, int) and abs(n) > _LARGEST for n in (found if isinstance(found, tuple) else (found,))):
        raise ValueError(f"{name}: {value!r} is beyond {_LARGEST}")
    return found


def write(value: object) -> str:
    """A value as people write it and `change` reads it: `on`, `unlimited`, `1,2,3`."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, (tuple, list)):
        return ",".join(str(part) for part in value)
    return "unlimited" if value is None else str(value)


def _plain(kind: object) -> tuple[object, ...]:
    """What a type is made of: the members of a union, the values of a literal, or itself."""
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
            near = get_close_matches(name, declared, 3, 0.5)
            raise ValueError(f"no option {name!r}" + (f"; near it: {', '.join(near)}" if near else ""))
        found = declared[name]
        (table if found.table else fields)[found.field] = _read(value, found.kind, name)
    if table:
        fields["table"] = msgspec.structs.replace(base.table, **table)
    return msgspec.structs.replace(base, **fields)


def check_offered(
    conventions: type[Conventions], changes: Mapping[str, object], groups: tuple[str, ...], place: Place
) -> None:
    """Refuse what a person may not choose here. A name that does not exist is for `change` to refuse.

    Raises:
        ValueError: the option, or this value of it, is one that nothing reads yet; or it has no meaning in this place.
    """
    declared = _declared(conventions, groups)
    for name, value in changes.items():
        if name not in declared:
            continue
        option = declared[name].option
        if option.reader not in _READ:
            raise ValueError(f"{name} {_WAITS[option.reader]}")
        if str(value) in map(str, option.waiting(place)):
            raise ValueError(f"{name}: {value!r} {_AT_A_TABLE}")
        if place not in option.offered:
            why = _IN_A_RECORD if place == "table" else f"is agreed at a table; a {place} does not read it"
            raise ValueError(f"{name} {why}")


_AT_A_TABLE: Final = "waits for judged tables: a record may have it, a table does not read it yet"
_IN_A_RECORD: Final = "is for records and events: at a table the program deals and writes"
_WAITS: Final[Mapping[Reader, str]] = {
    "judged tables": "waits for judged tables: nothing reads it yet",
    "nobody": "is kept for old records: nothing reads it",
}


def check_ranges(conventions: Conventions) -> None:
    """Refuse a number out of its declared range.

    Raises:
        ValueError: which, and what the range is.
    """
    for found in _declared(type(conventions), ()).values():
        least, most, value = found.option.least, found.option.most, found.of(conventions)
        if least is None or not isinstance(value, int):
            continue
        if most is not None and not least <= value <= most:
            raise ValueError(f"{found.field}: {value} is not {least} to {most}")
        if value < least:
            raise ValueError(f"{found.field}: {value} is below {least}")


def every(conventions: Conventions, groups: tuple[str, ...]) -> dict[str, object]:
    """Every option's value by its dotted name, hidden ones too: what a record keeps."""
    return {name: found.of(conventions) for name, found in _declared(type(conventions), groups).items()}


def _offered(
    conventions: Conventions, groups: tuple[str, ...], place: Place | None
) -> Iterator[tuple[_Declared, object]]:
    """The options that people are told of, with their values as people are told them: one that waits is what it is read as."""
    for found in _declared(type(conventions), groups).values():
        if found.option.reader in _READ and (place is None or place in found.option.offered):
            value = found.of(conventions)
            waiting = found.option.waiting(place)
            yield found, waiting[value] if waiting and value in waiting else value


def describe(
    conventions: Conventions, groups: tuple[str, ...], place: Place | None = None
) -> dict[str, dict[str, object]]:
    """Every option that people are told of: its value, the values it can have, its meaning, rule, heading and places.

    place: only what is offered there.
    """
    rows: dict[str, dict[str, object]] = {}
    for found, value in _offered(conventions, groups, place):
        option = found.option
        waiting = {str(one) for one in option.waiting(place)}
        rows[found.name] = {
            "value": value,
            "values": [one for one in values(found.kind) if one not in waiting],
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
    """The options in which two conventions differ, as people are told it: dotted name to the pair of values.

    place: only what is offered there; at a table that refuses errors nothing of what only the arbiter reads.
    """
    other = {found.name: value for found, value in _offered(right, groups, place)}
    judged = place != "table" or "rule" in {left.table.irregularities, right.table.irregularities}
    return {
        found.name: (value, other[found.name])
        for found, value in _offered(left, groups, place)
        if value != other[found.name] and (judged or not found.option.needs)
    }
