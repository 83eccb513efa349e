"""What the desk asks of each incident, game by game: a page draws it and knows no rule.

A line of the tables below has the questions in the order in which they are asked. `name` is a field of the incident,
`.name` one of the story (`Story`). `?`: it may be left unanswered, and the law has an answer for that. `name@other=a|b`: asked only
if that was answered so (`+`: by more than nothing, `*`: by anything, `!a|!b`: by neither); several conditions are joined by `&`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from kozyr.arbiter.desk.story import Story, Until, Written
from kozyr.arbiter.incidents import AnyIncident, Incident
from kozyr.cards import Card, Seat

# What an answer is: one of `values`, yes or no, a number, a seat or seats, cards, calls of the auction in their order, one call, a
# contract, words, guilt by player, numbers by player, results by player, a line of the sheet.
Kind = Literal[
    "choice", "yes", "number", "seat", "seats", "card", "cards", "calls", "call", "contract", "text", "guilt", "counts", "results",
    "written",
]  # fmt: skip


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """One question. of: where its answer goes; values: of a choice; unknown: "don't know" is an answer.

    when: asked only if each of these was answered by one of the words beside it; `+` stands for more than nothing, `*` for
    anything, `!word` for anything but that word.
    """

    name: str
    of: Literal["incident", "story"]
    kind: Kind
    values: tuple[str, ...] = ()
    unknown: bool = False
    when: Mapping[str, tuple[str, ...]] = {}


class Asked(msgspec.Struct, frozen=True):
    """What one incident asks in one game.

    until: where the deal stands then. breaks, led: see `tale`. fixed: what is not asked. same: answers that are another's too.
    bare: where it stands as long as no contract was told; by_about: where it stands by what the incident is about. shows: the
    field with cards that `seat` holds. cards: which cards a proof needs, those dealt or those held now. mate: what the partner
    of `seat` did, as a field of the story. entry: the entry is the card told, though the incident can do without one. at: the
    question at which it is said that the laws refuse what was told, where they do not name it.
    """

    incident: str
    questions: tuple[Question, ...] = ()
    until: Until = "none"
    breaks: bool = False
    led: bool = False
    fixed: Mapping[str, object] = {}
    same: Mapping[str, str] = {}
    bare: Until | None = None
    by_about: Mapping[str, Until] = {}
    shows: str = ""
    cards: Literal["no", "deal", "now"] = "no"
    mate: str = ""
    entry: bool = False
    at: str = ""


KINDS: Final[Mapping[str, type[Incident]]] = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyIncident)}
_CALLED: Final = {"replaced": "call", "wants": "call", "contract": "contract", "bid": "contract"}
_PLAYERS: Final = {"dealer", "noticed_by", "player", "on", "offender", "by"}


def _kind(hint: object, name: str) -> tuple[Kind, tuple[str, ...]]:
    """What kind of answer a field takes, and which words."""
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


def _asked(
    tag: str,
    line: str = "",
    until: Until = "none",
    *,
    breaks: bool = False,
    led: bool = False,
    fixed: Mapping[str, object] | None = None,
    same: Mapping[str, str] | None = None,
    values: Mapping[str, tuple[str, ...]] | None = None,
    bare: Until | None = None,
    by_about: Mapping[str, Until] | None = None,
    shows: str = "",
    cards: Literal["no", "deal", "now"] = "no",
    mate: str = "",
    entry: bool = False,
    at: str = "",
) -> Asked:
    questions = tuple(_question(word, KINDS[tag], values or {}) for word in line.split())
    return Asked(
        tag, questions, until, breaks, led, fixed or {}, same or {}, bare, by_about or {}, shows, cards, mate, entry, at
    )


# ------------------------------------------------------------------ the tables

_DEFENCE: Final = ".contract .declarer@contract=!allpass .whisters@contract=!allpass|!misere"
_NAMED: Final = ".contract .declarer"
_TRICK: Final = ".tricks .leader .cards .offender"
_EVENT: Final = (
    _asked("facts", "agreed established@agreed=no case damage@case=discretion|unpenalised guilt@damage=yes"),
    _asked("attention", "offender by"),
    _asked("fouled"),
    _asked("adjusted", "why guilt possible?"),
    _asked(
        "pocket_count",
        "seat played called@played=no seen@played=no&called=no restore@seen=no material@seen=yes consent@seen=yes&material=no "
        "guilty keeps@played=yes",
    ),
    _asked("wrong_board", "before?"),
    _asked("wrong_box", ".begun distorted@begun=no"),
    _asked("arbiter_error", "scorable"),
    _asked("appeal", "minutes? .passed", "dealt", fixed={"after": 1}),
    _asked("protocol", "lost by"),
)
_MISSING: Final = "seat card found"
_DEFECTIVE: Final = "trick seat cards card"

ASKED: Final[Mapping[str, tuple[Asked, ...]]] = {
    "preferans": (
        _asked(
            "misdeal",
            "fault dealer@fault=wrong_dealer cut@fault=thin_cut slot@fault=talon_place .sizes@fault=hands holder?@fault=hands "
            "finished?@fault=!face_up|!pack_short|!hands lifted?@fault=wrong_dealer|no_cut .begun purpose?@fault=hands&begun=no "
            "clash?@purpose=yes",
            cards="deal",
        ),
        _asked("talon", "seat how .calls drawn@how=taken deliberate?", "auction", shows="drawn", at="calls"),
        _asked("call_out_of_turn", ".calls .offender", "auction", at="offender"),
        _asked("illegal_contract", ".declarer .bid .contract refuses", "contract", breaks=True, at="contract"),
        _asked("slip", f"{_NAMED} wants paused obvious?@paused=yes", "whist", at="wants"),
        _asked("wrong_discard", f"{_NAMED} proven?", "discard", breaks=True, cards="deal", at="contract"),
        _asked("discard_looked_at", _DEFENCE, "play", led=True, at="contract"),
        _asked(
            "out_of_turn", f"{_DEFENCE} .tricks .leader .cards? .offender .card .later", "play", cards="deal", at="offender",
        ),
        _asked("shown", f"{_DEFENCE} .tricks seat claim cards?@claim=no plan?@claim=yes order?@claim=yes", "play",
               shows="cards", cards="now", at="seat"),
        _asked(
            "revoke", f"{_DEFENCE} {_TRICK} .had? .later .scored@later=+ replayable?@later=+&scored=no noticed_by?", "play",
            breaks=True, cards="deal", at="offender",
        ),
        _asked("trick_looked_at", f"{_DEFENCE} .tricks .leader seat trick agreed", "play", at="trick"),
        _asked("wrong_count", f"{_DEFENCE} .tricks seats proven? short?", "play", cards="deal", at="seats"),
        _asked("advice", f"to about {_DEFENCE} .tricks@about=lead|play dictated?@about=discard", "play",
               same={"leader": "to"}, by_about={"contract": "whist", "discard": "discard"}, cards="now", at="about"),
        _asked("remark", "seat about", "dealt"),
        _asked("plan", f"{_DEFENCE} objectors other lot", "play", at="other"),
        _asked("sheet_error", ".written pencil_down .passed", "dealt", at="written"),
        _asked("forgotten_entry", "player column points on@column=whists .passed refused@passed=yes", "dealt", fixed={"after": 1}, at="points"),
        _asked("card_missing", f"{_MISSING} .closed .contract@closed=yes .declarer@closed=yes&contract=!allpass "
               ".whisters@closed=yes&contract=!allpass|!misere .played@closed=yes", "play", bare="dealt",
               same={"offender": "seat", "missing": "card"}, at="card"),
        _asked("defective_trick", f"{_DEFENCE} .tricks {_DEFECTIVE} .suit@cards=none", "play", shows="card",
               same={"offender": "seat", "nth": "trick"}, values={"cards": ("none", "several")}, at="trick"),
        *_EVENT,
    ),
    "bridge": (
        _asked("misdeal", "fault finished?@fault=!face_up .begun", values={"fault": ("face_up", "pack_short", "wrong_dealer", "direction", "hands")}),
        _asked("call_out_of_turn", ".calls .offender", "auction", at="offender"),
        _asked("insufficient", ".calls replaced? at_once?@replaced=*", "auction", at="calls"),
        _asked("slip", ".calls wants paused", "auction", at="wants"),
        _asked("out_of_turn", f"{_NAMED} .tricks .leader .cards? .offender .card tabled? .later", "play", at="offender"),
        _asked("revoke", f"{_NAMED} {_TRICK} .had? .later .won@later=+", "play", breaks=True, cards="deal", at="offender"),
        _asked("shown", f"{_NAMED} .tricks seat claim cards@claim=no plan?@claim=yes", "play", shows="cards", cards="now", at="seat"),
        _asked("card_handled", f"how {_NAMED} {_TRICK} corrected@how=named seen@how=separated arranging@how=touched", "play", at="cards"),
        _asked("remark", "seat about .closed .calls@closed=no .contract@closed=yes .declarer@closed=yes .acted@closed=yes "
               ".tricks@acted=yes .leader@acted=yes .cards@acted=yes", "play", bare="auction", mate="offender", entry=True, at="cards"),
        _asked("dummy_spoke", f"{_NAMED} .tricks", "play", at="contract"),
        _asked("penalty_lead", f"{_NAMED} .tricks seat .nailed", "play", same={"offender": "seat"}, mate="leader", at="seat"),
        *_EVENT,
    ),
    "deberts": (
        _asked("offence", f".said {_NAMED} .claim@said=height .better@said=height .tricks@said=card .leader@said=card "
               ".cards@said=card .offender@said=card", "play", breaks=True, at="offender"),
        _asked("misdeal", "cut", fixed={"fault": "thin_cut"}),
        *_EVENT,
    ),
}  # fmt: skip


def asked(game: str, tag: str) -> Asked | None:
    """What an incident asks in a game; None: its laws do not know it."""
    return next((one for one in ASKED.get(game, ()) if one.incident == tag), None)
