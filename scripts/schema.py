"""The wire as a JSON Schema, from the server's own structs: what a program of any language checks its messages against.

python -m scripts.schema > protocol.schema.json
"""

import json
import re
import sys
from collections.abc import Iterable, Mapping
from enum import Enum
from fractions import Fraction
from itertools import zip_longest
from types import UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from kozyr import keep
from kozyr.club import wire
from kozyr.club.acts import Act
from kozyr.club.table.customs import customs
from kozyr.club.table.vocabulary import acts_of, wishes_of
from kozyr.games import AnyView, Event, Terms, View, game, part
from scripts.wire import ANSWERS, BODIES, OURS, Writer, notes_of, view_of

REF: Final = "#/$defs/"
FRACTION: Final = {"type": ["integer", "string"], "pattern": "^-?[0-9]+/[1-9][0-9]*$"}
PLAIN: Final[Mapping[object, Mapping[str, Any]]] = {
    object: {}, msgspec.Raw: {}, type(None): {"type": "null"}, bool: {"type": "boolean"}, int: {"type": "integer"},
    float: {"type": "number"}, str: {"type": "string"}, Fraction: FRACTION,
}  # fmt: skip
LIMITS: Final = {
    "ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum", "multiple_of": "multipleOf",
    "pattern": "pattern", "min_length": "minLength", "max_length": "maxLength",
}  # fmt: skip
# In a message these stand for what any game brings; `Annotated` bytes say the same by their slot.
SLOTS: Final[Mapping[object, str]] = {
    Event: "Event", View: "View", AnyView: "View", wire.Sheet: "Sheet", wire.Finished: "Finished", Act: "Act",
}  # fmt: skip
ROLES: Final = {"event": "Event", "view": "View", "wish": "Wish", "keep": "KeepAct"}


class Schema:
    """The definitions that have been written so far."""

    def __init__(self) -> None:
        self.parts: dict[str, dict[str, Any]] = {}
        self.kinds: dict[str, object] = {}
        self.names = Writer()

    def of(self, kind: Any) -> dict[str, Any]:
        """A type as a schema; what it is made of gets a definition. What a game brings is any game's own."""
        plain = get_origin(kind) or kind
        if plain is Annotated:
            first, *more = get_args(kind)
            metas = [one for one in more if isinstance(one, msgspec.Meta)]
            role = next((slot for one in metas if (slot := (one.extra or {}).get("slot")) in ROLES), None)
            limits = {
                new: found for one in metas for old, new in LIMITS.items() if (found := getattr(one, old)) is not None
            }
            found = {"$ref": REF + ROLES[role]} if role else {**self.of(first), **limits}
            return {"anyOf": [found, PLAIN[type(None)]]} if role == "view" else found  # none while no deal runs
        return {"$ref": REF + SLOTS[plain]} if plain in SLOTS else self.own(kind)

    def union(self, name: str, kinds: Iterable[object], titles: Iterable[str] = ()) -> None:
        """A definition: any of these; with `titles`, each of the game of that title."""
        some = []
        for kind, self.names.title in zip_longest(kinds, titles, fillvalue=""):
            some.append(self.own(kind))
        self.names.title = ""
        self.parts[name] = {"anyOf": [one for at, one in enumerate(some) if one not in some[:at]]}

    def own(self, kind: Any) -> dict[str, Any]:
        """The same of a type that stands for itself."""
        plain, parts = get_origin(kind) or kind, get_args(kind)
        if isinstance(kind, TypeVar):
            return self.of(kind.__bound__)
        if plain is Literal:
            return {"enum": list(parts)}
        if plain in {Union, UnionType}:
            some = [
                self.of(one) for one in parts if one is not msgspec.UnsetType and not (one is int and Fraction in parts)
            ]
            return some[0] if len(some) == 1 else {"anyOf": some}
        if plain is tuple and parts[-1] is not Ellipsis:
            some = [self.of(one) for one in parts]
            return {"type": "array", "prefixItems": some, "items": False, "minItems": len(some)}
        if plain in {tuple, list}:
            return {"type": "array", "items": self.of(parts[0])}
        if plain in {dict, Mapping}:
            return {"type": "object", "additionalProperties": self.of(parts[1])}
        if issubclass(plain, Enum):
            return self._named(kind, lambda: {"enum": [one.value for one in plain]})
        if issubclass(plain, msgspec.Struct):
            return self._named(kind, lambda: self._struct(kind, plain))
        return dict(PLAIN[plain])

    def _named(self, kind: Any, write: Any) -> dict[str, Any]:
        name = self.names.name(kind)
        if self.kinds.setdefault(name, kind) is not kind and self.kinds[name] != kind:
            raise SystemExit(f"two types are called {name}: {self.kinds[name]} and {kind}")
        if name not in self.parts:
            self.parts[name] = {}  # a type may have itself as a part
            self.parts[name] |= write()
        return {"$ref": REF + name}

    def _struct(self, kind: Any, plain: type[msgspec.Struct]) -> dict[str, Any]:
        notes = {own: note for owner in reversed(plain.__mro__) for own, note in notes_of(owner).items()}
        config = plain.__struct_config__
        hidden: tuple[str, ...] = ("conventions",) if issubclass(plain, Terms) else ()
        if issubclass(plain, View) and self.names.title:
            hidden = customs(self.names.title.lower()).hidden
        own = [one for one in msgspec.structs.fields(kind) if one.name not in hidden]
        fields = {one.encode_name: self.of(one.type) for one in own}
        for one in own:
            if notes.get(one.name):
                fields[one.encode_name] = {"description": " ".join(notes[one.name].split()), **fields[one.encode_name]}
        required = [one.encode_name for one in own if one.required]
        if config.tag_field is not None:
            fields = {config.tag_field: {"const": config.tag}, **fields}
            required = [config.tag_field, *required]
        return {
            "description": " ".join((plain.__doc__ or "").split()),
            "type": "object",
            "properties": fields,
            **({"required": required} if required else {}),
            **({"additionalProperties": False} if config.forbid_unknown_fields else {}),
        }


def schema() -> dict[str, Any]:
    """The document: every message, body and answer under `$defs`; `ToServer` and `FromServer` are the frames of a socket.

    What a game brings to a message (`Event`, `View`, `Sheet`, `Finished`, `Act`, `Wish`) is any of the games' own.
    """
    made = Schema()
    made.union("ToServer", get_args(wire.Message))
    made.union("FromServer", get_args(wire.FromServer))
    for kind in (*BODIES, *ANSWERS):
        made.of(kind)
    every = [type(customs(name)) for name in OURS]
    clubs = {name: part("club", name) for name in OURS}
    titles = [name.capitalize() for name in OURS]
    made.union("Event", (kind for name in OURS for kind in get_args(game(name).event)))
    views = [getattr(club, "View", view_of(part("games", name))) for name, club in clubs.items()]
    made.union("View", views, titles)
    made.union("Sheet", (getattr(club, "Sheet", wire.Sheet) for club in clubs.values()), titles)
    made.union("Finished", (getattr(club, "Finished", wire.Finished) for club in clubs.values()), titles)
    made.union("Act", (kind for own in every for kind in acts_of(own)))
    made.union("Wish", (kind for own in every for kind in wishes_of(own)))
    made.union("KeepAct", get_args(keep.AnyAct))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The wire of Kozyr, proto {wire.PROTO}",
        "$defs": dict(sorted(made.parts.items())),
    }


def listed(whole: Mapping[str, Any]) -> str:
    """A page with every definition: what it is, and its fields with their types."""
    lines = [
        "---",
        "search:",
        "  exclude: true",
        "---",
        "# The schema of the wire",
        "",
        "[`protocol.schema.json`](protocol.schema.json) is a JSON Schema (2020-12) of every message, body and answer, made from the server's own structs.",
        "Validate a frame that you send against `#/$defs/ToServer`, and one that you get against `#/$defs/FromServer`. [The wire](protocol.md) says what they do.",
        "",
    ]
    for name, definition in whole["$defs"].items():
        lines += [f"## {name}", "", _plainly(definition), ""]
        if "properties" in definition:
            required = definition.get("required", ())
            lines += ["| field | type | |", "|---|---|---|"]
            lines += [
                f"| `{key}`{'' if key in required else ' (may lack)'} | {_said(one)} | {_plainly(one)} |".replace(
                    " |  |", " | |"
                )
                for key, one in definition["properties"].items()
            ]
        else:
            lines += [_said(definition)]
        lines.append("")
    return "\n".join(lines)


def _plainly(part: Mapping[str, Any]) -> str:
    """The words of a definition, where a bracket is no link and a bar no column."""
    return re.sub(r"([\[\]|])", r"\\\1", part.get("description", ""))


def _said(kind: Mapping[str, Any]) -> str:
    """A type in a cell of a table."""
    if "$ref" in kind:
        name = kind["$ref"].removeprefix(REF)
        return f"[{name}](#{name.lower()})"
    if "anyOf" in kind:
        return " or ".join(map(_said, kind["anyOf"]))
    if "enum" in kind or "const" in kind:
        return ", ".join(f"`{json.dumps(one, ensure_ascii=False)}`" for one in kind.get("enum", [kind.get("const")]))
    if kind.get("type") == "array":
        some = kind.get("prefixItems")
        return f"[ {', '.join(map(_said, some))} ]" if some else f"list of {_said(kind['items'])}"
    if kind.get("type") == "object":
        return f"object of {_said(kind['additionalProperties'])}"
    return "exact number" if kind.get("pattern") == FRACTION["pattern"] else str(kind.get("type", "anything"))


if __name__ == "__main__":
    json.dump(schema(), sys.stdout, ensure_ascii=False, indent=1)
    sys.stdout.write("\n")
