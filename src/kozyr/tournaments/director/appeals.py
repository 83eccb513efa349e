"""Appeals: the speakers of an entrant, and the time for a notice. Pure."""

from __future__ import annotations

from typing import Final

from kozyr.tournaments.director.state import Appeal, At, State, captains

_PAIR: Final = 2


def appealed(state: State, appeal: Appeal) -> At:
    """The place of the ruling that an appeal attacks."""
    ruling = state.rulings[appeal.ruling]
    return At(0, ruling.round, ruling.table, ruling.board)


def speakers(state: State, entrant: int) -> frozenset[str]:
    """The names of those who may appeal for an entrant (PT-0.6).

    These are a single player, both of a pair, the captain of a team (its first name), and their substitutes.
    """
    found = state.entrants.get(entrant)
    if found is None:
        return frozenset()
    some = {found.name, *(captains(state, entrant) if len(found.members) > _PAIR else found.members)}
    return frozenset(some | {name for one, name, gone in state.substitutes if one == entrant and gone in some})


def dealt_since(state: State, ruling: int, entrant: int) -> At | None:
    """The first board that an entrant has played since a ruling, so that no notice against it is heard any more (PT-0.6).

    ruling: its entry. None: there is none.
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
