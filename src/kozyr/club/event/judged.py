"""The arbiter's rulings at tables of an event as entries of its log, and rulings as a player sees them (docs/events.md)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

import msgspec

from kozyr.arbiter.ruling import Reason
from kozyr.arbiter.words import sentence
from kozyr.club.event.boards import Sitting
from kozyr.club.event.tournament import Tournament
from kozyr.club.table.table import Table
from kozyr.tournaments.director.appeals import dealt_since, speakers
from kozyr.tournaments.director.entries import AtTable, Ruled
from kozyr.tournaments.director.state import State
from kozyr.words import LANGUAGES, Language, vocabulary

_TEXT: Final = 200  # characters of a ruling's own text
_ARTIFICIAL: Final = "PT-I.11.2.B.1"


class OwnRuling(msgspec.Struct, frozen=True):
    """A ruling on a board of the reader's."""

    entry: int
    """The number of the ruling's entry."""
    board: int
    table: int
    law: str
    text: str
    guilt: str | None
    assigned: str | None
    may: bool
    """Whether the entrant's notice of an appeal is still in time (PT-0.6)."""
    notice: int | None
    """The number of the entry with the notice of appeal."""
    filed: int | None
    """The number of the entry with the filed appeal."""
    allowed: bool | None
    """The committee's decision. None: there is none yet."""
    said: Mapping[str, str]
    """The text by language of a ruling that the club's arbiter has made at the table."""


def rulings(sitting: Sitting, table: Table) -> Iterator[tuple[int, Ruled]]:
    """The rulings at a table, in order, each with the number of the call in the table's log."""
    for one in table.bench.heard:
        points: dict[int, str] = {}
        for name, won in one.points:
            points.setdefault(sitting.people[name][0], str(won))  # of a pair both have the same
        made = AtTable(
            session=sitting.session,
            by=one.by,
            token=one.event.token,
            reason=one.reason.code,
            about=dict(one.reason.about),
            room=sitting.room,
            points=points if sitting.boards else {},  # a party has them in its own sheet
            replayed=one.broke,
        )
        board = sitting.boards[one.deal] if sitting.boards else 0
        text = sentence(one.reason)[:_TEXT]
        law = one.event.laws[0]
        yield one.n, Ruled(table=sitting.table, board=board, round=sitting.round, law=law, text=text, at_table=made)


def not_come(at: Tournament, sitting: Sitting, board: int, absent: Collection[int]) -> Ruled:
    """The ruling on a board that is not played because a player has not come in time."""
    who = tuple(sorted(absent))
    named = ", ".join(map(at.state.name, who))
    minutes = at.state.event.regulations.tournament_absent_min
    text = _not_come("en", minutes, named)[:_TEXT]
    return Ruled(table=sitting.table, board=board, round=sitting.round, law=_ARTIFICIAL, text=text, absent=who)


def _not_come(language: Language, minutes: int | None, names: str) -> str:
    return vocabulary(language, "club", "RULED")["not_come"].format(minutes=minutes, names=names)


def said(state: State, ruling: Ruled) -> dict[str, str]:
    """Why the club has ruled so by itself, in each language; of another ruling nothing: its text is the director's own."""
    made = ruling.at_table
    if ruling.absent:
        minutes, names = state.event.regulations.tournament_absent_min, ", ".join(map(state.name, ruling.absent))
        return {language: _not_come(language, minutes, names) for language in LANGUAGES}
    if made is None:
        return {}
    reason = Reason(made.reason, made.about)
    return {language: sentence(reason, language) for language in LANGUAGES}


def own_rulings(state: State, name: str, entrant: int) -> Iterator[OwnRuling]:
    """The rulings on boards that an entrant has played at the table, or that give the entrant a score."""
    for entry, one in state.rulings.items():
        there = [
            row
            for row in state.rows_of(len(state.sessions), one.board)
            if entrant in row.seats.values() and one.table in {0, row.at.table} and one.round in {0, row.at.round}
        ]
        decision = one.decision
        if not there and entrant not in decision.entrants:
            continue
        notice = next(
            (each for each in state.notices.values() if (each.ruling, each.entrant) == (entry, entrant)), None
        )
        filed = None if notice is None else notice.filed
        yield OwnRuling(
            entry=entry,
            board=one.board,
            table=one.table,
            law=one.law,
            text=one.text,
            guilt=decision.artificial.get(entrant),
            assigned=decision.assigned.get(entrant),
            may=notice is None and name in speakers(state, entrant) and dealt_since(state, entry, entrant) is None,
            notice=None if notice is None else notice.entry,
            filed=filed,
            allowed=None if filed is None else state.appeals[filed].committee,
            said=said(state, one),
        )
