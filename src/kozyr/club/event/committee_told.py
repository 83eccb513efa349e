"""What the committee of an event, or the society's, has to decide (PT-0.5, PT-I.13.2.4): told to its members alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from kozyr.club.event.judged import said
from kozyr.club.event.tournament import Tournament
from kozyr.tournaments.director.state import people


class EventAppeal(msgspec.Struct, frozen=True):
    """An appeal that the reader may decide now. entry: its number; by: for which committee. about: the entrants whose scores it is about.

    ruling: its text; said: the same by language, where the club has ruled by itself.
    """

    entry: int
    by: Literal["committee", "society"]
    entrant: int
    board: int
    table: int
    law: str
    ruling: str
    facts: str
    request: str
    about: tuple[int, ...]
    said: Mapping[str, str]


class EventProposed(msgspec.Struct, frozen=True):
    """A disqualification that waits for the reader's approval. entry: its number."""

    entry: int
    entrant: int
    by: str


class EventCommittee(msgspec.Struct, frozen=True):
    """What a member of a committee has to decide."""

    appeals: tuple[EventAppeal, ...]
    proposed: tuple[EventProposed, ...]


def committee_told(at: Tournament, account: str) -> EventCommittee | None:
    """What somebody has to decide; None: he is of no committee. An appeal on a board that he has still to play waits."""
    state, name = at.state, at.names.get(account, "")
    if name not in {*state.committee, *state.event.society}:
        return None
    proposed = tuple(
        EventProposed(entry, one.entrant, one.by)
        for entry, one in state.proposed.items()
        if name in state.committee and name != one.by and name not in people(state, one.entrant)
    )
    return EventCommittee(tuple(_appeals(at, name, at.unplayed_by(account))), proposed)


def _appeals(at: Tournament, name: str, sealed: frozenset[int]) -> Iterator[EventAppeal]:
    state = at.state
    for entry, one in state.appeals.items():
        ruling = one.ruling
        mine = name in state.committee and one.committee is None and name not in people(state, one.notice.entrant)
        last = name in state.event.society and one.committee is not None and one.society is None
        if (not mine and not last) or ruling.board in sealed:
            continue
        rows = [row for row in state.rows_of(len(state.sessions), ruling.board) if ruling.table in {0, row.at.table}]
        about = {who for row in rows for who in row.seats.values()} | set(ruling.decision.entrants)
        yield EventAppeal(
            entry=entry,
            by="committee" if mine else "society",
            entrant=one.notice.entrant,
            board=ruling.board,
            table=ruling.table,
            law=ruling.law,
            ruling=ruling.text,
            facts=one.filed.facts,
            request=one.filed.request,
            about=tuple(sorted(about)),
            said=said(state, ruling),
        )
