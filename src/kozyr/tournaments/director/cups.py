"""The checks before an entry of a cup is written: the entrants' issues, the finalists, the lottery (PT-M).

Each gives the refusal of an impossible entry. None: it is possible.
"""

from __future__ import annotations

from kozyr.games.refusal import Refusal, refusal
from kozyr.tournaments.director import entries as e
from kozyr.tournaments.director.state import State
from kozyr.tournaments.director.tables import cup
from kozyr.tournaments.formats import commitment


def issue(state: State, what: e.Issue) -> Refusal | None:
    """The refusal of an entrant's issue: the final's comes after the qualifying, the others before its end."""
    regulations = state.event.regulations
    if what.entrant not in state.entrants:
        return refusal("no_entrant", entrant=what.entrant)
    name, ended = state.name(what.entrant), state.finalists is not None
    if what.issue > regulations.cup_issues + ended:
        return refusal("cup_issues", "PT-M.3", name=name, issues=regulations.cup_issues)
    if ended and what.issue <= regulations.cup_issues:
        return refusal("qualifying_over", "PT-M.4", name=name)
    if (what.issue, what.entrant) not in state.issues and len(what.whists) != regulations.cup_deals_per_issue:
        return refusal("issue_deals", "PT-M.3", name=name, due=regulations.cup_deals_per_issue, deals=len(what.whists))
    return None


def qualified(state: State, what: e.Qualified) -> Refusal | None:
    """The refusal of the qualifying's end: the finalists must be those of the sums."""
    if state.event.regulations.tournament_type != "cup":
        return refusal("no_cup_final", "PT-M.4")
    due = cup(state).finalists
    if state.finalists is None and what.finalists != due:
        return refusal("finalists", "PT-M.4", names=", ".join(map(state.name, due)) or "-")
    return None


def drawn(state: State, what: e.Drawn) -> Refusal | None:
    """The refusal of a lottery's seed: it must be hexadecimal, and the one of the announced commitment."""
    try:
        seed = bytes.fromhex(what.seed)
    except ValueError:
        return refusal("seed_hexadecimal")
    return None if commitment(seed) == state.event.lottery else refusal("other_seed", "PT-M.4")
