"""Appeals: who may appeal for an entrant, and until when he gives notice of it. Pure."""

from __future__ import annotations

from typing import Final

from kozyr.tournaments.director.state import Appeal, At, State, captains

_PAIR: Final = 2


def appealed(appeal: Appeal) -> At:
    """Where that was of which an appeal is."""
    return At(0, appeal.ruling.round, appeal.ruling.table, appeal.ruling.board)


def speakers(state: State, entrant: int) -> frozenset[str]:
    """Who may appeal for an entrant, by name (PT-0.6).

    A player appeals himself, at a pair either of the two, for a team its captain, who is named first; in their place
    whoever plays on for them.
    """
    found = state.entrants.get(entrant)
    if found is None:
        return frozenset()
    some = {found.name, *(captains(state, entrant) if len(found.members) > _PAIR else found.members)}
    return frozenset(some | {name for one, name, gone in state.substitutes if one == entrant and gone in some})


def dealt_since(state: State, ruling: int, entrant: int) -> At | None:
    """What an entrant has played since a ruling, so that no notice of an appeal against it is heard any more (PT-0.6).

    ruling: its entry. None: nothing.
    """
    board = state.rulings[ruling].board
    return next(
        (
            one.at
            for one in state.rows.values()
            if one.entry > ruling and entrant in one.seats.values() and one.at.board != board
        ),
        None,
    )
