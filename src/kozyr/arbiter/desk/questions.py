"""The desk's questions about an incident: a page draws them and knows no rule.

Each game has a table of its own (`kozyr.arbiter.desk.<game>`). A line of it has the questions in the order in which they are asked. `name` is a field of the incident,
`.name` one of the story (`Story`). `?`: it may be left unanswered, and the law has an answer for that. `name@other=a|b`: asked only
if that was answered so (`+`: by more than nothing, `*`: by anything, `!a|!b`: by neither); several conditions are joined by `&`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from kozyr.arbiter.desk.story import Story, Until, Written
from kozyr.arbiter.incident import Incident
from kozyr.arbiter.incidents import AnyIncident
from kozyr.cards import Card, Seat

# The kinds of answers: one of `values`, yes or no, a number, a seat or seats. Others are cards, calls of the auction in
# their order, one call, a contract, words. The last ones are guilt, numbers or results by player, and a line of the
# sheet.
Kind = Literal[
    "choice", "yes", "number", "seat", "seats", "card", "cards", "calls", "call", "contract", "text", "guilt", "counts", "results",
    "written",
]  # fmt: skip


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """One question."""

    name: str
    of: Literal["incident", "story"]
    """The part of the case that takes the answer."""
    kind: Kind
    values: tuple[str, ...] = ()
    """The words of a choice."""
    unknown: bool = False
    """"don't know" is an answer."""
    when: Mapping[str, tuple[str, ...]] = {}
    """Conditions of the question: for each named answer, the words that lead to it.

    `+` means more than nothing, `*` anything, `!word` anything but that word.
    """


class Asked(msgspec.Struct, frozen=True):
    """The questions of one incident in one game."""

    incident: str
    questions: tuple[Question, ...] = ()
    until: Until = "none"
    """How far the deal has come at the incident."""
    breaks: bool = False
    """Whether the offender's card breaks the rules of play: see `tale`."""
    led: bool = False
    """Whether a card is led besides: see `tale`."""
    fixed: Mapping[str, object] = {}
    """Fields of the incident with one fixed value."""
    same: Mapping[str, str] = {}
    """Answers that are another's too."""
    bare: Until | None = None
    """How far the deal has come while no contract was told."""
    by_about: Mapping[str, Until] = {}
    """How far the deal has come, by the subject of the incident."""
    shows: str = ""
    """The field with cards that `seat` holds."""
    cards: Literal["no", "deal", "now"] = "no"
    """The cards that a proof needs: those dealt, or those held now."""
    mate: str = ""
    """The field of the story that tells of the partner of `seat`."""
    entry: bool = False
    """The entry is the card told, though the incident can do without one."""
    at: str = ""
    """The question at which it is said that the laws refuse what was told, where they do not name it."""
    laws: str = ""
    """The body of law that asks so; empty: any."""


KINDS: Final[Mapping[str, type[Incident]]] = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyIncident)}
_CALLED: Final = {"replaced": "call", "wants": "call", "contract": "contract", "bid": "contract"}
_PLAYERS: Final = {"dealer", "noticed_by", "player", "on", "offender", "by"}


def _kind(hint: object, name: str) -> tuple[Kind, tuple[str, ...]]:
    """The kind of answer that a field takes, and its words."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _kind(parts[0], name)
    if origin in {Union, UnionType}:
        return _kind(next(one for one in parts if one is not NoneType), name)
    if origin is Literal:
        return "choice", tuple(str(part) for part in parts if part != "")
    if origin is dict:
        by_name: Mapping[str, Kind] = {"guilt": "guilt", "possible": "results"}
        return by_name.get(name, "counts"), ()
    if origin is tuple:
        inner = parts[0]
        if inner is Card:
            return "cards", ()
        return ("calls", ()) if name == "calls" else ("seats", ())
    plain: Mapping[object, Kind] = {bool: "yes", int: "number", Seat: "seat", Card: "card", Written: "written"}
    if hint is str:
        return (_CALLED.get(name) or ("seat" if name in _PLAYERS else "text")), ()  # type: ignore[return-value]
    return plain[hint], ()


@cache  # reading them takes a millisecond, and a table has a hundred questions
def _hints(struct: type[msgspec.Struct]) -> Mapping[str, object]:
    return get_type_hints(struct, include_extras=True)


def _question(word: str, incident: type[Incident], values: Mapping[str, tuple[str, ...]]) -> Question:
    """A question as a line of the tables has it."""
    text, _, conditions = word.partition("@")
    name, unknown = text.rstrip("?"), text.endswith("?")
    of: Literal["incident", "story"] = "story" if name.startswith(".") else "incident"
    name = name.removeprefix(".")
    kind, choice = _kind(_hints(Story if of == "story" else incident)[name], name)
    when = dict(one.split("=") for one in conditions.split("&")) if conditions else {}
    return Question(
        name, of, kind, values.get(name, choice), unknown, {key: tuple(words.split("|")) for key, words in when.items()}
    )


def asks(
    tag: str,
    line: str = "",
    until: Until = "none",
    *,
    values: Mapping[str, tuple[str, ...]] | None = None,
    **more: Any,  # Any: each has the type of its field
) -> Asked:
    """An incident as a game's table has it. line: its questions in their order; more: the other fields of `Asked`."""
    questions = tuple(_question(word, KINDS[tag], values or {}) for word in line.split())
    return Asked(tag, questions, until, **more)


# What any game's competitions ask.
AT_EVENTS: Final[tuple[Asked, ...]] = (
    asks("facts", "agreed established@agreed=no case damage@case=discretion|unpenalised guilt@damage=yes"),
    asks("attention", "offender by"),
    asks("fouled"),
    asks("adjusted", "why guilt possible?"),
    asks(
        "pocket_count",
        "seat played called@played=no seen@played=no&called=no restore@seen=no material@seen=yes consent@seen=yes&material=no "
        "guilty keeps@played=yes",
    ),
    asks("wrong_board", "before?"),
    asks("wrong_box", ".begun distorted@begun=no"),
    asks("arbiter_error", "scorable"),
    asks("appeal", "dealt minutes?"),
    asks("protocol", "lost by"),
)
