"""What is asked before an entry of a cup is written: what entrants send in, who reaches the final, its lottery (PT-M).

Each says in one line why it cannot be; None: it can.
"""

from __future__ import annotations

from kozyr.tournaments.director import entries as e
from kozyr.tournaments.director.state import State
from kozyr.tournaments.director.tables import cup
from kozyr.tournaments.formats import commitment


def issue(state: State, what: e.Issue) -> str | None:
    """An entrant's issue; the final's comes after the qualifying, the others before its end."""
    regulations = state.event.regulations
    if what.entrant not in state.entrants:
        return f"there is no entrant {what.entrant}"
    name, ended = state.name(what.entrant), state.finalists is not None
    if what.issue > regulations.cup_issues + ended:
        return f"{name}: the cup has {regulations.cup_issues} issues (PT-M.3)"
    if ended and what.issue <= regulations.cup_issues:
        return f"{name}: the qualifying is over (PT-M.4)"
    if (what.issue, what.entrant) not in state.issues and len(what.whists) != regulations.cup_deals_per_issue:
        return f"{name}: an issue has {regulations.cup_deals_per_issue} deals, not {len(what.whists)} (PT-M.3)"
    return None


def qualified(state: State, what: e.Qualified) -> str | None:
    """The end of the qualifying: the finalists are those whom the sums make."""
    if state.event.regulations.tournament_type != "cup":
        return "only a cup has a final of this kind (PT-M.4)"
    due = cup(state).finalists
    if state.finalists is None and what.finalists != due:
        return f"by the sums the finalists are {', '.join(map(state.name, due)) or 'nobody'} (PT-M.4)"
    return None


def drawn(state: State, what: e.Drawn) -> str | None:
    """The seed of the lottery."""
    try:
        seed = bytes.fromhex(what.seed)
    except ValueError:
        return "the seed is written as hexadecimal"
    return (
        None if commitment(seed) == state.event.lottery else "the seed does not fit what was committed before (PT-M.4)"
    )
