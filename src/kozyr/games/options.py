"""Conventions as data: dotted names, presets with overlays, the diff people see before they sit down.

A game's conventions are one frozen struct whose fields carry their meaning and their rule. Here is what all
games share: reading and writing an option by its dotted name, and the options of the table itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Final, Literal, TypeVar, get_args, get_type_hints

import msgspec

__all__ = ["Contradiction", "TableOptions", "about", "change", "describe", "diff", "dotted", "values", "write"]

_WHOLE: Final = re.compile("-?[0-9]{1,9}")
_LARGEST: Final = 999_999_999

C = TypeVar("C", bound=msgspec.Struct)


def about(text: str, law: str) -> msgspec.Meta:
    """The documentation of one option: what it decides, and the rule it comes from."""
    return msgspec.Meta(description=text, extra={"law": law})


class TableOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table of any game agrees on (dotted: `table.stake`)."""

    stake: Annotated[int, about("virtual price of one whist or point; only multiplied, never money", "P-4.2.13")] = 0
    irregularities: Annotated[
        Literal["prevent", "rule"], about("illegal events are refused, or possible and then ruled upon", "P-0.7")
    ] = "prevent"
    show_counters: Annotated[bool, about("trick counters are shown", "P-3.9.13")] = True
    chat_in_play: Annotated[bool, about("chat stays open during auction and play", "PE-5.4.8")] = False
    played_when: Annotated[
        Literal["released", "lifted"], about("when a card counts as played at a real table", "PC-4.7.2")
    ] = "released"
    undo: Annotated[
        Literal["off", "unanimous"], about("whether a call or card can be taken back by consent", "PE-5.4.22")
    ] = "off"
    tempo_mask: Annotated[bool, about("every card takes the same time to appear", "PE-5.4.11b")] = False


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


@cache
def _hints(conventions: type[msgspec.Struct]) -> dict[str, Any]:
    """The types of the options; to work them out takes as long as a hundred deals."""
    return get_type_hints(conventions, include_extras=True)


def _read(value: object, kind: Any, name: str) -> object:
    """A value as people write it (`on`, `off`, `unlimited`, `1,2,3`) made into the field's type."""
    if isinstance(value, str):
        word = value.strip()
        if bool in _plain(kind) and word in {"on", "off", "yes", "no", "true", "false"}:
            return word in {"on", "yes", "true"}
        if type(None) in _plain(kind) and word in {"unlimited", "none"}:
            return None
        if any(getattr(part, "__origin__", None) is tuple for part in _plain(kind)):
            value = [int(part) if _WHOLE.fullmatch(part.strip()) else part for part in word.split(",")]
        elif _WHOLE.fullmatch(word) and word not in _plain(kind):
            value = int(word)
    try:
        found: object = msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        allowed = values(kind)
        hint = f" (one of: {', '.join(allowed)})" if allowed else f" ({error})"
        msg = f"{name}: {value!r} is not a value of this option{hint}"
        raise ValueError(msg) from None
    if any(isinstance(n, int) and abs(n) > _LARGEST for n in (found if isinstance(found, tuple) else (found,))):
        msg = f"{name}: {value!r} is beyond {_LARGEST}"
        raise ValueError(msg)
    return found


def write(value: object) -> str:
    """A value as people write it and `change` reads it: `on`, `unlimited`, `1,2,3`."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, (tuple, list)):
        return ",".join(str(part) for part in value)
    return "unlimited" if value is None else str(value)


def _plain(kind: Any) -> tuple[Any, ...]:
    """What a type is made of: the members of a union, the values of a literal, or itself."""
    if getattr(kind, "__metadata__", None):
        return _plain(kind.__origin__)
    if getattr(kind, "__origin__", None) is tuple:
        return (kind,)
    parts = get_args(kind)
    return tuple(x for part in parts for x in (_plain(part) if get_args(part) else (part,))) if parts else (kind,)


def values(kind: Any) -> tuple[str, ...]:
    """The values of an option that has a fixed list of them, as text; empty: any number."""
    parts = _plain(kind)
    if bool in parts:
        return ("off", "on")
    return tuple(str(part) for part in parts if type(part) in {str, int})


def change(base: C, changes: Mapping[str, object], groups: tuple[str, ...]) -> C:
    """Conventions with some options changed by their dotted names.

    Raises:
        ValueError: an unknown name, or a value that the option does not have.
    """
    hints = _hints(type(base))
    names = {dotted(field, groups): field for field in hints if field != "table"}
    table_hints = _hints(TableOptions)
    fields: dict[str, object] = {}
    table: dict[str, object] = {}
    for name, value in changes.items():
        group, _, rest = name.partition(".")
        if group == "table" and rest in table_hints:
            table[rest] = _read(value, table_hints[rest], name)
        elif name in names:
            fields[names[name]] = _read(value, hints[names[name]], name)
        else:
            msg = f"no option {name!r}"
            raise ValueError(msg)
    if table:
        fields["table"] = msgspec.structs.replace(getattr(base, "table", TableOptions()), **table)
    return msgspec.structs.replace(base, **fields)


def _text(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _rows(conventions: msgspec.Struct, groups: tuple[str, ...]) -> Iterator[tuple[str, object, Any]]:
    """Every option: its dotted name, its value, its type."""
    table: msgspec.Struct = getattr(conventions, "table", TableOptions())
    for owner, prefix in ((conventions, ""), (table, "table.")):
        for field, kind in _hints(type(owner)).items():
            if field != "table":
                yield prefix + (field if prefix else dotted(field, groups)), _text(getattr(owner, field)), kind


def describe(conventions: msgspec.Struct, groups: tuple[str, ...]) -> dict[str, dict[str, object]]:
    """Every option by dotted name: its value, the values it can have, what it means and its rule."""
    rows: dict[str, dict[str, object]] = {}
    for name, value, kind in _rows(conventions, groups):
        meta: msgspec.Meta = kind.__metadata__[0]
        rows[name] = {
            "value": value,
            "values": list(values(kind)),
            "about": meta.description,
            "law": (meta.extra or {}).get("law", ""),
        }
    return rows


def diff(left: msgspec.Struct, right: msgspec.Struct, groups: tuple[str, ...]) -> dict[str, tuple[object, object]]:
    """The options in which two conventions differ: dotted name to the pair of values."""
    other = {name: value for name, value, _ in _rows(right, groups)}
    return {name: (value, other[name]) for name, value, _ in _rows(left, groups) if value != other[name]}
