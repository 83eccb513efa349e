"""The regulations of an event on a sheet that hangs at the door: duties, conditions, times, scores and penalties."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from kozyr.print.paper import INNER, MARGIN, PALE, WIDTH
from kozyr.print.sheet import BOTTOM, TOP, Heading, Sheet
from kozyr.print.words import game, say
from kozyr.tournaments.director import Event
from kozyr.tournaments.part import event_part
from kozyr.tournaments.regulations import OFFENCES, Regulations
from kozyr.words import Language

_LABEL: Final = 62.0  # mm
_TEXT: Final = INNER - _LABEL
_SIZE: Final = 10
_HIGH: Final = 5.0  # of a line
_CHARS: Final = 62  # about as many characters as a line holds


def announcement(event: Event, conditions: Sequence[str], heading: Heading, language: Language) -> bytes:
    """The regulations of an event. conditions: further announced conditions (PT-I.13.1, PT-I.13.2.4)."""
    sheet = Sheet(heading, say(language, "announcement"), language)
    paper, y = sheet.page(), TOP
    for label, words in _rows(event, conditions, language):
        if y + _HIGH * (1 + len(words) // _CHARS) > BOTTOM - 2:
            sheet.foot()
            paper, y = sheet.page(), TOP
        paper.text(MARGIN, y + 2, label, 9, bold=True, room=_LABEL - 3)
        still = words
        while left := "\n".join(paper.paragraph(MARGIN + _LABEL, y + 2, still, _TEXT, _SIZE, bottom=BOTTOM - 2)):
            sheet.foot()
            paper, y, still = sheet.page(), TOP, left
        y += _HIGH * (1 + len(still) // _CHARS) + 1.4
        paper.line(MARGIN, y - 3, WIDTH - MARGIN, y - 3, colour=PALE)
        y += 1.6
    sheet.foot()
    return sheet.bytes()


def _rows(event: Event, conditions: Sequence[str], language: Language) -> Iterator[tuple[str, str]]:
    def told(name: str, *values: object) -> tuple[str, str]:
        return say(language, f"rule.{name}"), say(language, f"rule.{name}.is", *values)

    agreed = event.regulations
    for name in agreed.duties.__struct_fields__:
        if words := getattr(agreed.duties, name):
            yield say(language, f"duty.{name}"), words
    yield told("played", game(language, event.game), event.preset)
    if event.changes:
        yield say(language, "rule.changes"), "; ".join(f"{name} = {value}" for name, value in event.changes.items())
    yield say(language, "rule.format"), say(language, f"format.{agreed.tournament_type}", *_format(agreed))
    if agreed.tournament_type == "duplicate":
        yield from _of_boards(event, language)
    if besides := tuple(_besides(agreed, language)):
        yield say(language, "rule.besides"), "; ".join(besides)
    yield told("correction", agreed.tournament_correction_period_min)
    yield told("appeals", agreed.tournament_appeal_period_min)
    for text in conditions:
        yield say(language, "rule.condition"), text


_BESIDES: Final = tuple(
    f"tournament_{one}"
    for one in ("entry", "places", "check_in_min", "sets", "break_min", "absent_min", "early_end", "results", "rows")
)


def _besides(agreed: Regulations, language: Language) -> Iterator[str]:
    """The unusual decisions of the regulations, without those that have a line of their own."""
    usual = Regulations()
    for name in _BESIDES:
        if (value := getattr(agreed, name)) != getattr(usual, name):
            yield say(language, f"besides.{name}", value)


def _format(agreed: Regulations) -> tuple[object, ...]:
    """The numbers in the words of the format."""
    if agreed.tournament_type == "cup":
        return agreed.cup_issues, agreed.cup_deals_per_issue, agreed.cup_finalists
    if agreed.tournament_type == "olympic":
        return (agreed.event_qualify_per_table,)
    return ()


def _of_boards(event: Event, language: Language) -> Iterator[tuple[str, str]]:
    agreed = event.regulations
    yield say(language, "rule.scoring"), say(language, f"scoring.{event.scoring}")
    yield say(language, "rule.minutes"), str(event_part(event.game).minutes(agreed))
    yield say(language, "rule.adjusted"), " / ".join(f"{part} %" for part in agreed.tournament_adjusted)
    every = [f"{say(language, f'offence.{offence}')} {agreed.penalty(offence)} %" for offence in OFFENCES]
    yield say(language, "rule.penalties"), "; ".join(every)
    breaks: tuple[str, ...] = agreed.bridge_tie_breaks if event.has_systems else agreed.tournament_tie_breaks
    if breaks:
        yield say(language, "rule.breaks"), "; ".join(say(language, f"break.{name}") for name in breaks)
    if event.has_systems:
        yield say(language, "rule.systems"), say(language, f"systems.{agreed.bridge_systems}")
        yield say(language, "rule.explanations"), say(language, f"explanations.{agreed.bridge_explanations}")
        if agreed.bridge_carry_over:
            yield say(language, "rule.carried"), f"{agreed.bridge_carry_over} %"
