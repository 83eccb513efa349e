"""A table's state as bytes, and back exactly: what a checkpoint keeps.

Every value becomes plain MessagePack. A list stands for anything but a plain value: its first number says of what kind it is.
What several parts share, such as the state in which an event came, is written once. After reading it is shared again,
since the fold compares by identity. Only frozen structs, words and collections of this package are written, and no code is.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from typing import Any, Final, TypeAlias

import msgspec

from kozyr.club.table.table import Table

_PLAIN: Final = frozenset({type(None), bool, float, str, bytes})
_LEAST, _MOST = -(2**63), 2**64 - 1  # the integers that MessagePack has
# The kinds of lists; a number from `_CLASS` on is a class of the table of names.
_AGAIN, _TUPLE, _LIST, _DICT, _SET, _WORD, _FRACTION, _LARGE, _UNSET, _CLASS = range(10)
_OURS: Final = "kozyr."
_Made: TypeAlias = Any  # Any: whatever a table holds, and what MessagePack has of it
_MAKES: Final[dict[type, int]] = {tuple: _TUPLE, frozenset: _SET}


class Unpacked(ValueError):
    """A state that cannot be written, or bytes that are none of ours."""


class _Packer:
    """Values that are written; shared ones are written once. names: the classes, in the order of their numbers."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self._numbers: dict[int, int] = {}  # of values written already, by identity
        self._held: list[object] = []  # so that no identity is used twice meanwhile

    def pack(self, value: object) -> object:
        """A value as MessagePack has it.

        Raises:
            Unpacked: it is of no kind that is written.
        """
        kind = type(value)
        if kind in _PLAIN:
            return value
        if kind is int:
            return value if _LEAST <= value <= _MOST else [_LARGE, str(value)]  # type: ignore[operator]
        if isinstance(value, Enum):
            return [_WORD, self._class(kind), value.name]
        if value is msgspec.UNSET:
            return [_UNSET]
        if kind in _MAKES and not value:
            return [_MAKES[kind]]
        known = self._numbers.get(id(value))
        if known is not None:
            return [_AGAIN, known]
        made = self._made(value, kind)
        self._numbers[id(value)] = len(self._held)
        self._held.append(value)
        return made

    def _made(self, value: _Made, kind: type) -> list[object]:
        pack = self.pack
        if issubclass(kind, msgspec.Struct):
            return [self._class(kind) + _CLASS, *(pack(getattr(value, name)) for name in kind.__struct_fields__)]
        if kind is tuple or kind is list:
            return [_TUPLE if kind is tuple else _LIST, *map(pack, value)]
        if kind is dict:
            return [_DICT, *(pack(one) for pair in value.items() for one in pair)]
        if kind is frozenset:
            return [_SET, *map(pack, sorted(value, key=repr))]
        if kind is Fraction:
            return [_FRACTION, str(value)]
        raise Unpacked(f"a value of {kind.__module__}.{kind.__qualname__} cannot be written")

    def _class(self, kind: type) -> int:
        name = f"{kind.__module__}:{kind.__qualname__}"
        if not name.startswith(_OURS):
            raise Unpacked(f"{name} is none of this package's classes")
        return self.names.setdefault(name, len(self.names))


class _Reader:
    """Values that are read. classes: by their numbers."""

    def __init__(self, classes: list[_Made]) -> None:
        self._classes = classes
        self._held: list[object] = []

    def read(self, made: _Made) -> _Made:
        """The value that `_Packer.pack` has written in this way."""
        if type(made) is not list:
            return made
        kind = made[0]
        if kind == _AGAIN:
            return self._held[made[1]]
        if kind == _WORD:
            return self._classes[made[1]][made[2]]
        if kind == _UNSET:
            return msgspec.UNSET
        if kind == _LARGE:
            return int(made[1])
        if len(made) == 1 and kind in _MAKES.values():
            return () if kind == _TUPLE else frozenset()
        value = self._value(kind, made)
        self._held.append(value)
        return value

    def _value(self, kind: int, made: list[_Made]) -> object:
        if kind == _FRACTION:
            return Fraction(made[1])
        parts = [self.read(one) for one in made[1:]]
        if kind >= _CLASS:
            struct = self._classes[kind - _CLASS]
            return struct(**dict(zip(struct.__struct_fields__, parts, strict=True)))
        return _COLLECTIONS[kind](parts)


def _pairs(parts: list[_Made]) -> dict[_Made, _Made]:
    all_ = iter(parts)
    return dict(zip(all_, all_, strict=True))


_COLLECTIONS: Final[dict[int, Callable[[list[_Made]], object]]] = {
    _TUPLE: tuple,
    _LIST: list,
    _DICT: _pairs,
    _SET: frozenset,
}


def _class(name: str) -> type:
    """A class of this package that is loaded already: nothing is imported for the sake of some bytes."""
    module, _, path = name.partition(":")
    found: _Made = sys.modules[module] if module.startswith(_OURS) else None
    for part in path.split("."):
        found = getattr(found, part)
    if not (isinstance(found, type) and issubclass(found, msgspec.Struct | Enum)):
        raise Unpacked(f"{name} is no struct and no word")
    return found


def pack(table: Table) -> bytes:
    """A table's state as bytes; equal states that share alike are equal bytes.

    Raises:
        Unpacked: something in it cannot be written, such as a class of a game from elsewhere.
    """
    packer = _Packer()
    made = packer.pack(table)
    return msgspec.msgpack.encode((list(packer.names), made))


def unpack(text: bytes) -> Table:
    """A table of its bytes.

    Raises:
        Unpacked: they are none of `pack`, or name classes that are not loaded here.
    """
    try:
        names, made = msgspec.msgpack.decode(text, type=tuple[list[str], _Made])
        found = _Reader([_class(name) for name in names]).read(made)
    except Unpacked:
        raise
    except Exception as error:  # whatever is wrong with the bytes: the log has all that they say
        raise Unpacked(f"this is no state of a table: {error!r}") from error
    if not isinstance(found, Table):
        raise Unpacked("this is no state of a table")
    return found
