"""The director's desk: a ruling from what people tell, without a record and without a word of notation.

`desks` has the questions of each incident, game by game. `hear` makes a record of the answers (`Story`) and rules on it
as `kozyr rule` does. The answer has the command's own words. Untold facts are drawn three times; where they would
change the ruling, `hear` names the facts that it needs.

>>> case = Case("preferans", {"type": "talon", "seat": "S", "how": "seen"}, story=Story(calls=("6S",)))
>>> hear(case).ruling.branches[0].token
'ruled:P-3.3.16.1,P-3.3.16,P-3.2.19:arbiter:bar=S,end,bid+first=2,S'
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec

from kozyr.arbiter import rule
from kozyr.arbiter.desk.dropped import LogLine, log, readable
from kozyr.arbiter.desk.part import Desk, asked, desk, desks
from kozyr.arbiter.desk.questions import KINDS, Asked, Question
from kozyr.arbiter.desk.story import Story, Until, tale
from kozyr.arbiter.incidents import AnyIncident
from kozyr.arbiter.ruling import Ruling
from kozyr.arbiter.spoken import Spoken, spoken
from kozyr.arbiter.told import Told, made
from kozyr.cards import Seat
from kozyr.games import REGISTRY, Entry, IllegalEvent, Record, game, replay
from kozyr.games.refusal import Refused
from kozyr.words import Language

__all__ = ["Asked", "Case", "Heard", "Question", "Story", "asked", "desks", "hear"]

_DRAWS: Final = 3  # records of the story that must lead to one ruling
_MOST: Final = 60  # draws that are tried
_SECONDS: Final = 8.0  # for which more than one is drawn
_SAME: Final = 12  # of them, before one refusal is believed
_LONGEST: Final = 60_000  # characters of a record
_decoder: Final = msgspec.json.Decoder[AnyIncident](AnyIncident)


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A question to the desk: an incident and the deal in which it happened."""

    game: str
    incident: dict[str, object]
    """The incident as `kozyr rule` takes it. The entry of the infraction may be left out."""
    preset: str = ""
    """The game's first, if empty."""
    players: int | None = None
    options: dict[str, str] = {}
    story: Story = Story()
    """The answers about the deal, or its `events` as the command takes them."""
    events: Annotated[str, msgspec.Meta(max_length=_LONGEST)] = ""
    deal: Annotated[str, msgspec.Meta(max_length=400)] = ""
    """The cards as they were dealt."""
    record: Annotated[str, msgspec.Meta(max_length=_LONGEST)] = ""
    """A `.kz` record in the place of all that."""
    at: int | None = None
    """After so many of its entries, all if left out."""
    lang: Language = "en"


class Heard(msgspec.Struct, frozen=True):
    """A ruling, and what it was made of."""

    ruling: Spoken
    late: bool
    """The claim came past its deadline, and everything stands."""
    incident: Mapping[str, object]
    """With its entry. game, preset, players, options, events."""
    game: str
    preset: str
    players: int
    options: Mapping[str, str]
    events: str
    deal: str
    """The cards, as the command takes them, so that anybody can ask it again."""
    at: int
    """The moment, as the command takes it; a record is not repeated."""
    lines: tuple[LogLine, ...]
    """The entries of the record that the desk has made."""
    writes: tuple[Mapping[str, str], ...]
    """For each branch: how it changes each player's account in the match, exact."""


def hear(case: Case) -> Heard:
    """The ruling on a told story.

    Raises:
        Refused: an answer cannot be so, or cards are missing, and the field is its question. Or no law of the game knows it.
    """
    if case.record:
        return _on_record(case)
    tag = str(case.incident.get("type"))
    own, spec = desk(case.game), asked(case.game, tag, _body(case))
    if tag not in KINDS:
        raise Refused("incident_unknown", incident=tag)
    if own is None or spec is None:
        raise Refused("law_unknown", game=case.game, incident=tag)
    told = Told(case.game, case.preset, case.players, case.options, case.events, case.deal)
    if case.events:
        incident = _incident(case.incident, 0)
        return _answer(case, told, made(told, incident), incident)
    story, until = _filled(case, spec)
    if story.said != "card":  # words against the rules are said at a table that rules on them
        told = msgspec.structs.replace(told, options={**told.options, "table.irregularities": "rule"})
    try:
        return _drawn(case, own, spec, told, story, until)
    except Refused as error:
        raise _placed(spec, error) from None


def _body(case: Case) -> str:
    """The body of law that the case's agreement names; empty: it names none, or is no agreement."""
    if case.game not in REGISTRY:
        return ""
    rules = game(case.game)
    try:
        agreed = rules.choose(case.preset or next(iter(rules.presets)), case.options, case.players, "record")
    except ValueError:
        return ""
    return str(getattr(agreed, "laws", ""))


def _placed(spec: Asked, error: Refused) -> Refused:
    """The refusal, moved to a question of the desk: the answer itself, its source, or the usual cause of the error."""
    told = error.refusal
    names = {one.name for one in spec.questions}
    field = str(told.params.get("field", ""))
    if field in {"deal", "record"} | names:
        return error
    source = {name: key for name, key in spec.same.items() if key in names}
    if spec.mate:
        source[spec.mate] = "seat"
    question = source.get(field) or spec.at
    params = {name: value for name, value in told.params.items() if name != "field"}
    return Refused.of(msgspec.structs.replace(told, params={**params, "field": question} if question else params))


def _drawn(case: Case, own: Desk, spec: Asked, told: Told, story: Story, until: Until) -> Heard:
    """The ruling that several records of the story lead to."""
    found: list[tuple[Told, Record, AnyIncident, Ruling]] = []
    refused: Refused | None = None
    cut = time.monotonic() + _SECONDS
    for n in range(_MOST):
        if found and time.monotonic() > cut:
            break
        drawn = tale(
            told, story, until, n, ahead=own.ahead, speak=own.speak, nails=own.nails, breaks=spec.breaks, led=spec.led
        )
        incident = _incident({**spec.fixed, **case.incident}, drawn.entry, always=spec.entry)
        record = made(drawn.told, incident)
        try:
            ruling = rule(record, len(record.entries), incident)
        except Refused as error:
            again = refused is not None and str(error) == str(refused) and n >= _SAME
            refused = error
            if again or case.deal or not drawn.told.deal:
                raise
            continue
        if ruling.proof is not None and not _proved(case, story, record):
            raise Refused("cards", ruling.laws[0], field="deal")
        found.append((drawn.told, record, incident, ruling))
        if ruling.proof is not None or not drawn.told.deal or len(found) == _DRAWS:
            break
    if not found:
        raise refused or Refused("cannot")
    if any(_gist(ruling) != _gist(found[0][-1]) for *_, ruling in found):
        raise Refused("cards_differ", field="record" if case.deal else "deal")
    drawn_told, record, incident, _ = found[0]
    return _answer(case, drawn_told, record, incident, found[0][-1])


def _gist(ruling: Ruling) -> tuple[object, ...]:
    """The parts of a ruling that must not depend on untold facts."""
    branches = tuple((one.chooser, tuple(effect.token for effect in one.effects)) for one in ruling.branches)
    passed = None if ruling.deadline is None else ruling.deadline.passed
    return ruling.laws, ruling.reason.code, tuple(ruling.reason.about.items()), branches, passed


def _proved(case: Case, story: Story, record: Record) -> bool:
    """Whether every card that a proof sees was told."""
    if case.deal:
        return not story.tricks
    state = replay(record).state
    if state is None:
        return False
    return all(
        len(story.hands.get(seat, ())) == state.holding(seat).bit_count() > 0
        for seat in state.terms.holders
        if state.holding(seat)
    )


def _incident(told: Mapping[str, object], entry: int, *, always: bool = False) -> AnyIncident:
    """The incident, with the entry of the story where none was told.

    always: also where the incident can do without one.

    Raises:
        Refused: a field is missing or is not what it should be.
    """
    kind = KINDS.get(str(told.get("type")))
    needs = kind is not None and any(one.name == "entry" and one.required for one in msgspec.structs.fields(kind))
    more = {"entry": entry} if (needs or (always and entry)) and "entry" not in told else {}
    try:
        found: AnyIncident = _decoder.decode(msgspec.json.encode({**told, **more}))
    except msgspec.DecodeError as error:
        missing = str(error).partition("required field `")[2].partition("`")[0]
        raise Refused("missing" if missing else "value", field=missing or _field(error), reason=error) from None
    return found


def _field(error: Exception) -> str:
    """The field of the case that holds a wrong value."""
    return str(error).partition("`$.")[2].partition("`")[0].partition("[")[0].partition(".")[0]


def _filled(case: Case, spec: Asked) -> tuple[Story, Until]:
    """The story, completed from the incident's own answers: for example the seat on lead."""
    told, until = case.incident, spec.until
    story: dict[str, Any] = msgspec.to_builtins(case.story)
    story |= {name: told[key] for name, key in spec.same.items() if key in told}
    if spec.mate and "seat" in told and (spec.mate == "leader" or case.story.acted):
        seat = next((one for one in Seat if one.value == told["seat"]), None)
        story[spec.mate] = told["seat"] if seat is None else tuple(Seat)[(seat.position + 2) % 4].value
    if not case.story.contract and spec.bare is not None:
        until = spec.bare
    until = spec.by_about.get(str(told.get("about")), until)
    if told.get("type") == "defective_trick" and told.get("cards") == "several":  # two cards lay as one
        story["missing"] = told.get("card")
    elif spec.shows in told and not case.deal:  # a hand has them
        cards = told[spec.shows]
        shown = {told.get("seat"): cards if isinstance(cards, list) else [cards]}
        story["hands"] = {**shown, **story.get("hands", {})}
    try:
        return msgspec.convert(story, Story), until
    except msgspec.ValidationError as error:
        raise Refused("value", field=_field(error), reason=error) from None


def _on_record(case: Case) -> Heard:
    """The ruling on a moment of a record."""
    record = readable(case.record)
    return _answer(case, Told(record.game, "", record.players), record, _incident(case.incident, 0))


def _answer(case: Case, told: Told, record: Record, incident: AnyIncident, ruling: Ruling | None = None) -> Heard:
    at = len(record.entries) if case.at is None else case.at
    ruling = rule(record, at, incident) if ruling is None else ruling
    if ruling.proof is not None and case.events and not case.deal:
        raise Refused("cards", ruling.laws[0], field="deal")
    start = replay(msgspec.structs.replace(record, entries=record.entries[:at]))
    writes: list[Mapping[str, str]] = []
    before = dict(start.match.results)
    for n in range(len(ruling.branches)):
        try:
            after = start.progress.step(Entry(at + 1, None, ruling.event(n))).after.match.results
        except IllegalEvent:  # `rule` has tried each of them
            after = before
        writes.append({name: str(after[name] - before[name]) for name in after if after[name] != before[name]})
    return Heard(
        spoken(ruling, case.lang), ruling.late, msgspec.to_builtins(incident), told.game, told.preset, record.players, told.options,
        told.events, told.deal, at, log(record, at), tuple(writes),
    )  # fmt: skip
