"""The next step of an evening: what a director who asks nothing else is to do now, by the state. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kozyr.games.refusal import sentence
from kozyr.tournaments.director import State, admitted, missing
from kozyr.tournaments.director.rulings import offer
from kozyr.tournaments.director.state import Session, lacks

_FEW = {"whists": 3, "matchpoints": 4, "butler": 4, "cross_imps": 4, "team_imps": 2, "board_a_match": 2, "none": 2}


class Step(NamedTuple):
    """A step: why, and the words of its command after `kozyr tournament`, without the folder."""

    why: str
    words: tuple[str, ...]
    by_itself: bool = False
    """The command needs nothing from the director, so that the program can do it."""


def steps(state: State) -> Iterator[Step]:
    """The steps that are due, the first one first."""
    session = state.session
    if state.closed:
        yield Step("the event is closed: print its results", ("print", "results", "-o", "results.pdf"))
        return
    yield from _open_questions(state)
    if session is None or (session.ended_at is not None and state.published_at is None and _goes_on(state, session)):
        yield from _to_seat(state, session)
    elif session.ended_at is None:
        yield from _of_round(state, session)
    elif any(missing(state)):
        at = next(missing(state))
        yield Step(f"{at}: the line of round {at.round} is missing", ("row", "--round", str(at.round), "--file", "-"))
    elif state.published_at is None:
        yield Step("all lines are there: publish the result", ("rule", "published"), by_itself=True)
    else:
        minutes = state.event.regulations.tournament_correction_period_min
        yield Step(f"corrections are heard for {minutes} minutes after publication; then close", ("rule", "closed"))


def _open_questions(state: State) -> Iterator[Step]:
    """What waits for somebody: rulings that the director completes, appeals, disqualifications."""
    for entry in state.rulings:
        if offer(state, entry) is not None:
            yield Step(f"the ruling of entry {entry} waits for its score", ("rule", "ruled", f"of={entry}"))
    for number, appeal in state.appeals.items():
        if appeal.committee is None:
            yield Step(f"the appeal of entry {number} waits for the committee", ("rule", "decided", f"filed={number}"))
    for number in state.proposed:
        yield Step(
            f"the disqualification of entry {number} waits for the committee", ("rule", "approved", f"entry={number}")
        )


def _goes_on(state: State, session: Session) -> bool:
    """Whether another session follows by the kind of event: a round of Swiss, of parties."""
    regulations = state.event.regulations
    if regulations.tournament_type == "olympic":
        return len(session.order) > max(state.event.at)
    if regulations.tournament_type == "compensation":
        return regulations.comp_rounds == 0 or len(state.sessions) < regulations.comp_rounds
    swiss = {field.kind for field in session.movement.fields} == {"swiss"}
    return swiss and len(state.sessions) < len(session.order) - 1 and not any(missing(state))


def _to_open(state: State) -> Iterator[Step]:
    """What keeps an event from opening: duties may still be settled, all else belongs to the announcement."""
    open_ = state.event.regulations.open_for(tuple(state.event.preset.split("+")[1:]))
    settled = [one.params["duty"] for one in open_ if one.code == "duty_open" and one.params["duty"] != "arbiter"]
    for one in open_:
        if one.params.get("duty") not in settled:
            yield Step(f"it cannot open yet: {sentence(one)}; announce it anew", ("new",))
    if settled:
        words = tuple(f"{duty}=WORDS" for duty in settled)
        yield Step("it cannot open yet: the organisers settle these duties (PT-I.13.1)", ("rule", "settled", *words))


def _to_seat(state: State, session: Session | None) -> Iterator[Step]:
    if session is None:
        yield from _to_open(state)
    few = _FEW[state.event.scoring]
    if len(admitted(state)) < few:
        yield Step(f"{len(admitted(state))} have entered, at least {few} play", ("enter", "NAME", "NAME"))
        return
    if session is not None and {field.kind for field in session.movement.fields} == {"swiss"}:
        yield Step("draw the next round by the standing", ("seat", "--kind", "swiss"), by_itself=True)
        yield Step("or the event ends: publish the result", ("rule", "published"))
        return
    yield Step(f"seat the {len(admitted(state))} who have entered", ("seat",), by_itself=True)


def _of_round(state: State, session: Session) -> Iterator[Step]:
    if session.begun == session.ended:
        number = session.begun + 1
        yield Step(f"round {number} of {len(session.movement.rounds)} begins", ("round", "begin"), by_itself=True)
        return
    turn = session.turn(session.begun)
    waits = [
        table.table
        for table in turn.tables
        if any(lacks(state, len(state.sessions), session.begun, table, board) for board in table.boards or (0,))
    ]
    if waits:
        tables = ", ".join(map(str, waits))
        yield Step(f"round {session.begun}: lines of tables {tables} are missing", ("round", "play", "--file", "-"))
        return
    yield Step(f"round {session.begun}: all lines are there", ("round", "end"), by_itself=True)
