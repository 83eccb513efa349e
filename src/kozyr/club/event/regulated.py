"""The options of the regulations as a form needs them: their possible values, and the events at which they count."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from kozyr.tournaments.part import read_at
from kozyr.tournaments.regulations import OFFENCES, Offence, Regulations, declarations, dotted


class RegulationTold(msgspec.Struct, frozen=True):
    """An option of the regulations by its dotted name."""

    name: str
    kind: Literal["choice", "choices", "flag", "number", "numbers"]
    """`choice` of values, `choices`: several of them in an order, `flag`, `number` from least to most, `numbers`: some in a row."""
    values: tuple[str, ...]
    least: int | None
    most: int | None
    none: bool
    """Whether the value may be left out."""
    usual: object
    """The default value."""
    law: str
    """The paragraph of the option."""
    games: tuple[str, ...] | None
    """The games that alone obey the regulation. None: all."""
    types: tuple[str, ...] | None
    """The types of event that alone obey the regulation. None: all."""


class RegulationsTold(msgspec.Struct, frozen=True):
    """The answer of `GET /api/regulations`: every option in the order of the form, and the paragraph of each offence with a penalty."""

    options: tuple[RegulationTold, ...]
    offences: Mapping[Offence, str]


@cache
def regulated() -> RegulationsTold:
    """All options of the regulations."""
    usual = msgspec.to_builtins(Regulations())
    hints = get_type_hints(Regulations)
    found = []
    for field, option in declarations().items():
        if option.reader == "log":
            continue
        kind, values, none = _kind(hints[field])
        values = tuple(value for value in values if value not in option.ended)
        what, some = read_at(dotted(field))
        told = RegulationTold(
            name=dotted(field),
            kind=kind,
            values=values,
            least=option.least,
            most=option.most,
            none=none,
            usual=usual[field],
            law=option.law,
            games=tuple(sorted(some)) if what == "game" else None,
            types=tuple(sorted(some)) if what == "type" else None,
        )
        found.append(told)
    return RegulationsTold(tuple(found), OFFENCES)


_PLAIN: Final[Mapping[object, Literal["flag", "number"]]] = {bool: "flag", int: "number"}


def _kind(
    hint: object,
) -> tuple[Literal["choice", "choices", "flag", "number", "numbers"], tuple[str, ...], bool]:
    """The form's kind of question for a value of this type, its possible values, and whether it may be left out."""
    if get_origin(hint) in {Union, UnionType}:
        some = [one for one in get_args(hint) if one is not NoneType]
        kind, values, _ = _kind(some[0])
        return kind, values, True
    if hint in _PLAIN:
        return _PLAIN[hint], (), False
    if get_origin(hint) is tuple:
        inner = get_args(hint)[0]
        return ("numbers", (), False) if inner is int else ("choices", tuple(map(str, get_args(inner))), False)
    return "choice", tuple(map(str, get_args(hint))), False
