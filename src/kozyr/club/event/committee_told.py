"""The open decisions of an event's or the society's committee (PT-0.5, PT-I.13.2.4): told to its members alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from kozyr.club.event.judged import said
from kozyr.club.event.tournament import Tournament
from kozyr.tournaments.director.state import Proposed, people


class EventAppeal(msgspec.Struct, frozen=True):
    """An appeal that the reader may decide now."""

    entry: int
    """The number of the appeal's entry."""
    by: Literal["committee", "society"]
    """The committee that decides."""
    entrant: int
    board: int
    table: int
    law: str
    ruling: str
    """The text of the ruling."""
    facts: str
    request: str
    about: tuple[int, ...]
    """The entrants whose scores are concerned."""
    said: Mapping[str, str]
    """The text by language, where the club has ruled by itself."""


class EventCommittee(msgspec.Struct, frozen=True):
    """The open decisions of a member of a committee."""

    appeals: tuple[EventAppeal, ...]
    proposed: tuple[Proposed, ...]


def committee_told(at: Tournament, account: str) -> EventCommittee | None:
    """The open decisions of an account.

    None: it is in no committee. An appeal on a board that its owner has still to play waits.
    """
    state, name = at.state, at.names.get(account, "")
    if name not in {*state.committee, *state.event.society}:
        return None
    proposed = tuple(
        one
        for one in state.proposed.values()
        if name in state.committee and name != one.by and name not in people(state, one.entrant)
    )
    return EventCommittee(tuple(_appeals(at, name, at.unplayed_by(account))), proposed)


def _appeals(at: Tournament, name: str, sealed: frozenset[int]) -> Iterator[EventAppeal]:
    state = at.state
    for entry, one in state.appeals.items():
        ruling = state.rulings[one.ruling]
        mine = name in state.committee and one.committee is None and name not in people(state, one.entrant)
        last = name in state.event.society and one.committee is not None and one.society is None
        if (not mine and not last) or ruling.board in sealed:
            continue
        rows = [row for row in state.rows_of(len(state.sessions), ruling.board) if ruling.table in {0, row.at.table}]
        about = {who for row in rows for who in row.seats.values()} | set(ruling.decision.entrants)
        yield EventAppeal(
            entry=entry,
            by="committee" if mine else "society",
            entrant=one.entrant,
            board=ruling.board,
            table=ruling.table,
            law=ruling.law,
            ruling=ruling.text,
            facts=one.facts,
            request=one.request,
            about=tuple(sorted(about)),
            said=said(state, ruling),
        )
