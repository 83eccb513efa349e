"""The boards without a line at the end of their round, and their scores. Pure."""

from kozyr.tournaments.director.entries import Decision
from kozyr.tournaments.director.state import State, missing, scored


def unfinished(state: State) -> State:
    """The state after a round has just ended: boards without a line are decided by the regulations (PT-I.4).

    Boards that were put off to be played later still wait for their lines (PT-I.13.2.5).
    """
    how, session = state.event.regulations.tournament_unfinished, state.session
    if how == "late" or session is None:
        return state
    now = (len(state.sessions), session.ended)
    for at in tuple(missing(state)):
        if at.board and (at.session, at.round) == now and at not in state.late:
            table = next(one for one in session.turn(at.round).tables if one.table == at.table)
            some = tuple(session.entrants(table).values())
            average = Decision(artificial=dict.fromkeys(some, "partly"))
            state = scored(state, at.session, at.board, average if how == "average" else Decision(dropped=some))
    return state
