"""The effect of an entry of a log: the state after it. Pure: the only clock is the log's own.

Nothing is judged here. An entry was judged when it was written (`deciding`), by the rules of that day; a stricter rule
afterwards changes no evening. An entry that contradicts the log so far is a `Conflict` and cannot be followed. Examples
are a second line of a board, or a line of an unknown entrant. Only the merged logs of two laptops have one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from msgspec.structs import replace

from kozyr.games.refusal import Refused
from kozyr.tournaments.director import entries as e, offences, results, rulings
from kozyr.tournaments.director.appeals import appealed
from kozyr.tournaments.director.entering import in_time
from kozyr.tournaments.director.entries import Decision, Entry, exact
from kozyr.tournaments.director.results import unlikely
from kozyr.tournaments.director.state import (
    Appeal,
    Assistant,
    At,
    Conflict,
    Notice,
    Party,
    ProceduralPenalty,
    Proposed,
    Session,
    State,
    TableWarned,
    Written,
    places,
    powers,
    scored,
)
from kozyr.tournaments.director.unfinished import unfinished
from kozyr.tournaments.movements import Movement, Table
from kozyr.tournaments.part import Reading


def after(state: State, entry: Entry) -> State:
    """The state after one more entry.

    Raises:
        Conflict: the entry contradicts the log.
    """
    what = entry.entry
    if entry.refused:
        return incident(state, entry.refused)
    if state.closed and not isinstance(what, e.Decided):
        raise Conflict("closed_event", "PT-0.5")
    now = replace(state, on=state.on + 1, clock=max(state.clock, entry.at))
    found: State = _DOES[type(what)](now, what, entry)
    return found


def incident(state: State, why: str) -> State:
    """The state after an entry that does not count: it is noted, and changes nothing else."""
    return replace(state, on=state.on + 1, incidents=(*state.incidents, f"entry {state.on + 1}: {why}"))


# --- needed facts ------------------------------------------------------------------------------------------


def there(state: State, number: int) -> e.Entered:
    """The entrant of this number.

    Raises:
        Conflict: there is none.
    """
    found = state.entrants.get(number)
    if found is None:
        raise Conflict("no_entrant", entrant=number)
    return found


def in_play(state: State) -> Session:
    """The session whose round runs.

    Raises:
        Conflict: none does.
    """
    session = state.seated()
    if session.begun == session.ended:
        raise Conflict("no_round")
    return session


def table_at(state: State, at: At) -> Table:
    """The table in that round of its session.

    Raises:
        Conflict: there is none, or the round has not begun.
    """
    state.seated()
    session = state.sessions[at.session - 1]
    if not 1 <= at.round <= session.begun:
        raise (Conflict("round_due", at=at, round=at.round) if at.round else Conflict("no_round_yet", at=at))
    found = next((one for one in session.turn(at.round).tables if one.table == at.table), None)
    if found is None:
        raise Conflict("empty_seats", at=at, round=at.round)
    return found


def where(state: State, what: e.Row | e.Confirmed | e.Corrected) -> At:
    """The place of a line, written or due.

    Raises:
        Conflict: no session is seated.
    """
    session = state.seated()
    return At(len(state.sessions), what.round or session.begun, what.table, what.board, what.room)


def line_at(state: State, at: At) -> Written:
    """The line of this place.

    Raises:
        Conflict: there is none.
    """
    found = state.rows.get(at)
    if found is None:
        raise Conflict("no_line", at=at, round=at.round) if at.round else Conflict("no_round_yet", at=at)
    return found


def is_out(state: State, entrant: int) -> bool:
    """Whether an entrant is disqualified, or suspended in this session; a substitute may play on."""
    return entrant in state.disqualified or (len(state.sessions), entrant) in state.suspended


def amount(text: str) -> Fraction:
    """A number of whists or points.

    Raises:
        Conflict: it is none.
    """
    try:
        return exact(text)
    except ValueError:
        raise Conflict("no_number", text=text[:40]) from None


# --- entrants and seats ------------------------------------------------------------------------------------


def _appointed(state: State, what: e.Appointed, _: Entry) -> State:
    some = tuple(sorted({*powers(state, what.name), *what.powers}))
    return replace(state, assistants={**state.assistants, what.name: Assistant(what.name, some)})


def _announced(state: State, what: e.Announced, _: Entry) -> State:
    return replace(state, conditions=(*state.conditions, what.text))


def _settled(state: State, what: e.Settled, _: Entry) -> State:
    named = {duty: said for duty in what.__struct_fields__ if (said := getattr(what, duty))}
    agreed = state.event.regulations
    return replace(
        state, event=replace(state.event, regulations=replace(agreed, duties=replace(agreed.duties, **named)))
    )


def _entered(state: State, what: e.Entered, _: Entry) -> State:
    if what.entrant in state.entrants:
        raise Conflict("number_taken", entrant=what.entrant, name=state.name(what.entrant))
    if what.name in {one.name for one in state.entrants.values()}:
        raise Conflict("entered", name=what.name)
    if what.rating:
        amount(what.rating)
    return replace(state, entrants={**state.entrants, what.entrant: what}, queue=(*state.queue, what.entrant))


def _joined(state: State, what: e.Joined, _: Entry) -> State:
    found = there(state, what.entrant)
    if state.sessions:
        raise Conflict("seated_join", name=found.name)
    mine = found.members or (found.name,)
    return replace(state, entrants={**state.entrants, what.entrant: replace(found, members=(*mine, what.name))})


def _checked_in(state: State, what: e.CheckedIn, _: Entry) -> State:
    there(state, what.entrant)
    queue = state.queue if what.entrant in state.queue else (*state.queue, what.entrant)
    return replace(state, queue=queue, here=state.here | {what.entrant} if in_time(state) else state.here)


def _withdrawn(state: State, what: e.Withdrawn, _: Entry) -> State:
    there(state, what.entrant)
    if what.entrant not in state.queue:
        raise Conflict("withdrawn_already", name=state.name(what.entrant))
    queue = tuple(one for one in state.queue if one != what.entrant)
    return replace(state, queue=queue, here=state.here - {what.entrant})


def _seated(state: State, what: e.Seated, _: Entry) -> State:
    state = unseated(state) if what.again else state
    session = state.session
    if session is not None and session.ended_at is None:
        raise Conflict("session_running")
    for who in what.order:
        there(state, who)
        if who in state.disqualified or who not in state.queue:
            raise Conflict("disqualified" if who in state.disqualified else "withdrawn", name=state.name(who))
    if len(set(what.order)) != len(what.order):
        raise Conflict("two_seats")
    if what.order and len(what.order) != what.movement.fields[-1].last:
        raise Conflict("movement_size", entrants=len(what.order), places=what.movement.fields[-1].last)
    stage = (session.stage if session is not None else 1) + what.stage
    cards = {who: state.cards[who] for who in what.order if who in state.cards}
    fresh = Session(what.order, what.movement, stage=stage, cards=cards)
    return replace(state, sessions=(*state.sessions, fresh), suspended=frozenset())


def unseated(state: State) -> State:
    """The state before a session without a begun round, so that it is seated anew, as for late comers.

    Raises:
        Conflict: a round has begun, or a captain has named a four for it.
    """
    session = state.session
    if session is None or session.begun:
        raise Conflict("round_begun")
    due = {board for turn in session.movement.rounds for table in turn.tables for board in table.boards}
    if any(one.entrant in session.order and due.issuperset(one.boards) for one in state.lineups):
        raise Conflict("lineup_named", "B-TEAM-3")
    return replace(state, sessions=state.sessions[:-1])


def _appended(state: State, what: e.Appended, _: Entry) -> State:
    session = in_session(state)
    name = there(state, what.entrant).name
    if what.entrant in session.order:
        raise Conflict("seated_already", name=name)
    if what.entrant in state.disqualified or what.entrant not in state.queue:
        raise Conflict("disqualified" if what.entrant in state.disqualified else "withdrawn", name=name)
    order = (*session.order, what.entrant)
    if len(order) != what.movement.fields[-1].last:
        raise Conflict("movement_size", entrants=len(order), places=what.movement.fields[-1].last)
    if not _same_until(session, what.movement):
        raise Conflict("late_movement")
    cards = {**session.cards, **({what.entrant: state.cards[what.entrant]} if what.entrant in state.cards else {})}
    return _running(state, replace(session, order=order, movement=what.movement, cards=cards))


def in_session(state: State) -> Session:
    """The session that runs.

    Raises:
        Conflict: none does.
    """
    session = state.seated()
    if session.ended_at is not None:
        raise Conflict("late_running")
    return session


def _same_until(session: Session, movement: Movement) -> bool:
    """Whether the rounds that have begun have the same tables."""
    begun = session.begun
    if len(movement.rounds) != len(session.movement.rounds):
        return False
    return [turn.tables for turn in movement.rounds[:begun]] == [
        turn.tables for turn in session.movement.rounds[:begun]
    ]


def _system_card(state: State, what: e.SystemCard, _: Entry) -> State:
    there(state, what.entrant)
    filed, session = replace(state, cards={**state.cards, what.entrant: what}), state.session
    if session is None or session.ended_at is not None or what.entrant not in session.order:
        return filed
    return _running(filed, replace(session, cards={**session.cards, what.entrant: what}))


def match_of(state: State, what: e.LinedUp) -> Table:
    """The table at which a team plays these boards.

    Raises:
        Conflict: there is no such team, or it has no match of them.
    """
    session = state.seated()
    if what.entrant not in state.entrants or what.entrant not in session.order:
        raise Conflict("no_team", entrant=what.entrant)
    for turn in session.movement.rounds:
        for one in turn.tables:
            if set(what.boards) <= set(one.boards) and what.entrant in session.entrants(one).values():
                return one
    raise Conflict("no_match", entrant=what.entrant)


def _lined_up(state: State, what: e.LinedUp, _: Entry) -> State:
    match_of(state, what)
    return replace(state, lineups=(*state.lineups, what))


def _substitute(state: State, what: e.Substitute, _: Entry) -> State:
    return replace(state, substitutes=(*state.substitutes, (what.entrant, what.name, place_of(state, what))))


def place_of(state: State, what: e.Substitute) -> str:
    """The name of the replaced player: that of a member, or of the entrant.

    Raises:
        Conflict: there is no such entrant, or the player is none of its members.
    """
    entrant = there(state, what.entrant)
    if what.for_ and what.for_ not in entrant.members:
        raise Conflict("no_member", name=what.for_, of=entrant.name)
    own = entrant.members or (entrant.name,)
    return what.for_ or (what.name if what.name in own else entrant.name)


# --- rounds ------------------------------------------------------------------------------------------------


def _running(state: State, session: Session) -> State:
    return replace(state, sessions=(*state.sessions[:-1], session))


def _round_begun(state: State, _: e.RoundBegun, entry: Entry) -> State:
    session = state.seated()
    if session.ended_at is not None:
        raise Conflict("session_ended")
    if session.begun != session.ended:
        raise Conflict("round_running", round=session.begun)
    return _running(state, replace(session, begun=session.begun + 1, begun_at=entry.at, paused_at=None))


def _round_ended(state: State, what: e.RoundEnded, entry: Entry) -> State:
    session = in_play(state)
    over = what.last or session.begun == len(session.movement.rounds)
    ended = replace(
        session, ended=session.begun, ended_at=entry.at if over else None, rested_at=entry.at, paused_at=None
    )
    return unfinished(offences.slow(_running(state, ended)))


def _paused(state: State, _: e.Paused, entry: Entry) -> State:
    session = in_play(state)
    if session.paused_at is not None:
        raise Conflict("clock_stands")
    return _running(state, replace(session, paused_at=entry.at))


def _resumed(state: State, _: e.Resumed, entry: Entry) -> State:
    session = in_play(state)
    if session.paused_at is None:
        raise Conflict("clock_goes")
    begun_at = (session.begun_at or 0) + entry.at - session.paused_at
    return _running(state, replace(session, begun_at=begun_at, paused_at=None))


def _warned(state: State, what: e.Warned, _: Entry) -> State:
    at = At(len(state.sessions), state.seated().begun, what.table, 0)
    table_at(state, at)
    warned = TableWarned(at.session, at.round, what.table, what.offence)
    return replace(state, warnings=(*state.warnings, warned))


# --- lines -------------------------------------------------------------------------------------------------


def _row(state: State, what: e.Row, _: Entry) -> State:
    at = where(state, what)
    table = table_at(state, at)
    seats = state.seated().entrants(table)
    if at in state.rows or at in state.parties:
        raise Conflict("line_written", at=at)
    for who in seats.values():
        if is_out(state, who) and all(name == own for own, name in places(state, who).items()):
            raise Conflict("is_out", "PT-I.13.2.4", at=at, name=state.name(who))
    if not table.boards or not at.board:
        return _party_written(state, at, table, what.result)
    if at.board not in table.boards and at not in state.extra:
        boards = ", ".join(map(str, table.boards))
        raise Conflict("other_board", "PT-I.4", at=at, round=at.round, boards=boards)
    for one in state.rows_of(at.session, at.board):
        again = set(one.seats.values()) & set(seats.values())
        if again and one.at.room == at.room:
            names = ", ".join(map(state.name, sorted(again)))
            raise Conflict("board_again", "PT-I.11.6", at=at, names=names, table=one.at.table, round=one.at.round)
    return _kept(state, at, seats, what.result)


def _kept(state: State, at: At, seats: Mapping[str, int], text: str) -> State:
    """The state with a line in it."""
    try:
        reading = read(state, at, seats, text, judged=False)
    except Refused as error:
        raise Conflict.of(error.refusal, at=at) from None
    line = Written(at, reading, dict(seats), state.on, warning=unlikely(reading, state.makes.get(at.board)))
    return replace(state, rows={**state.rows, at: line})


def read(state: State, at: At, seats: Mapping[str, int], text: str, *, judged: bool) -> Reading:
    """The content of a line and its worth. judged: whether the rules are checked as well.

    Raises:
        ValueError: it cannot be read, or cannot be.
    """
    return state.boards.read(text, state.board_at(at.board, seats, at.room), judged=judged)


def _party_written(state: State, at: At, table: Table, text: str) -> State:
    if table.boards or at.board:
        raise Conflict("party_or_boards", at=at)
    seats = state.seated().entrants(table)
    try:
        won, deals = results.party(text, tuple(seats))
    except Refused as error:
        raise Conflict.of(error.refusal, at=at) from None
    party = Party(
        at,
        {who: won[seat].won for seat, who in seats.items()},
        deals,
        {who: won[seat].positive or 0 for seat, who in seats.items()},
        state.on,
    )
    return replace(state, parties={**state.parties, at: party})


def _confirmed(state: State, what: e.Confirmed, _: Entry) -> State:
    line = line_at(state, where(state, what))
    return replace(state, rows={**state.rows, line.at: replace(line, confirmed=True)})


def _corrected(state: State, what: e.Corrected, _: Entry) -> State:
    return _mended(state, where(state, what), what.result)


def _mended(state: State, at: At, result: str) -> State:
    """The state with another result in a line, or without it."""
    if at in state.parties:
        kept = {one: party for one, party in state.parties.items() if one != at}
        without = replace(state, parties=kept)
        return _party_written(without, at, table_at(state, at), result) if result else without
    line = line_at(state, at)
    if not result:
        return replace(state, rows={one: row for one, row in state.rows.items() if one != at})
    mended = _kept(state, at, line.seats, result)
    return replace(mended, rows={**mended.rows, at: replace(mended.rows[at], confirmed=line.confirmed)})


# --- rulings -----------------------------------------------------------------------------------------------


def _ruled(state: State, what: e.Ruled, _: Entry) -> State:
    if what.of and (found := rulings.unfit_completion(state, what)):
        raise Conflict.of(found)
    what = rulings.without(state, what) if what.absent else what
    decision = what.decision
    if what.own_error:
        at = At(len(state.sessions), what.round or state.seated().begun, what.table, what.board)
        seats = state.seated().entrants(table_at(state, at))
        decision = replace(decision, artificial={**dict.fromkeys(seats.values(), "innocent")})
    _holds(state, At(len(state.sessions), what.round, what.table, what.board), decision)
    ruled = replace(state, rulings={**state.rulings, state.on: what})
    return ruled if decision == Decision() else scored(ruled, len(state.sessions), what.board, decision)


def _holds(state: State, place: At, decision: Decision) -> None:
    """Refuse scores of unknown entrants, and scores that are no numbers."""
    try:
        for who in decision.entrants:
            there(state, who)
        for score in decision.assigned.values():
            amount(score)
        for outcomes in decision.weighted.values():
            for _, score in outcomes:
                amount(score)
    except Conflict as error:
        raise Conflict.of(error.refusal, at=place) from None


def _wrong_board(state: State, what: e.WrongBoard, _: Entry) -> State:
    """The state after a board played out of turn: if none had played it, the result may stand.

    Otherwise those players' result is cancelled, and the others get an average plus (PT-I.11.6).
    """
    at = At(len(state.sessions), state.seated().begun, what.table, what.board)
    seats = state.seated().entrants(table_at(state, at))
    before = {who for one in state.rows_of(at.session, what.board) for who in one.seats.values()} & set(seats.values())
    if not before:
        return replace(state, extra=state.extra | {at})
    deprived: dict[int, e.Guilt] = {who: "innocent" for who in seats.values() if who not in before}
    return scored(state, at.session, what.board, Decision(artificial=deprived))


def _late_play(state: State, what: e.LatePlay, _: Entry) -> State:
    at = At(len(state.sessions), what.round, what.table, what.board)
    table_at(state, at)
    if at in state.rows:
        raise Conflict("board_played", at=at)
    return replace(state, late=state.late | {at})


def _penalised(state: State, what: e.Penalised, _: Entry) -> State:
    there(state, what.entrant)
    percent = state.event.regulations.penalty(what.offence) if what.percent is None else what.percent
    stage = state.session.stage if state.session else 1
    penalty = ProceduralPenalty(state.on, what.entrant, percent, what.offence, stage)
    return replace(state, penalties={**state.penalties, state.on: penalty})


def _waived(state: State, what: e.Waived, _: Entry) -> State:
    if what.entry not in state.penalties:
        raise Conflict("no_penalty", entry=what.entry)
    return replace(state, penalties={nth: one for nth, one in state.penalties.items() if nth != what.entry})


def _suspended(state: State, what: e.Suspended, _: Entry) -> State:
    state.seated()
    there(state, what.entrant)
    return replace(state, suspended=state.suspended | {(len(state.sessions), what.entrant)})


def _disqualified(state: State, what: e.Disqualified, entry: Entry) -> State:
    there(state, what.entrant)
    if what.approved_by:
        return _out(state, what.entrant)
    name = state.name(what.entrant)
    if what.entrant in state.disqualified or any(one.entrant == what.entrant for one in state.proposed.values()):
        raise Conflict("disqualified_already", name=name)
    return replace(state, proposed={**state.proposed, state.on: Proposed(state.on, what.entrant, entry.who)})


def _approved(state: State, what: e.Approved, _: Entry) -> State:
    found = state.proposed.get(what.entry)
    if found is None:
        raise Conflict("no_disqualification", entry=what.entry)
    return _out(state, found.entrant) if what.yes else _not_proposed(state, found.entrant)


def _out(state: State, entrant: int) -> State:
    return replace(_not_proposed(state, entrant), disqualified=state.disqualified | {entrant})


def _not_proposed(state: State, entrant: int) -> State:
    return replace(state, proposed={nth: one for nth, one in state.proposed.items() if one.entrant != entrant})


# --- appeals -----------------------------------------------------------------------------------------------


def _elected(state: State, what: e.Elected, _: Entry) -> State:
    return replace(state, committee=what.members)


def _noticed(state: State, what: e.Noticed, _: Entry) -> State:
    if what.entry not in state.rulings:
        raise Conflict("no_ruling", "PT-I.13.2.4", entry=what.entry)
    there(state, what.entrant)
    return replace(state, notices={**state.notices, state.on: Notice(state.on, what.entry, what.entrant)})


def _filed(state: State, what: e.Filed, _: Entry) -> State:
    notice = state.notices.get(what.notice)
    if notice is None:
        raise Conflict("no_notice", "PT-0.6", entry=what.notice)
    appeal = Appeal(state.on, notice.ruling, notice.entrant, what.facts, what.request)
    notices = {**state.notices, what.notice: replace(notice, filed=state.on)}
    return replace(state, notices=notices, appeals={**state.appeals, state.on: appeal})


def _decided(state: State, what: e.Decided, _: Entry) -> State:
    appeal = state.appeals.get(what.filed)
    if appeal is None:
        raise Conflict("no_appeal", entry=what.filed)
    place = appealed(state, appeal)
    if what.by == "committee":
        if appeal.committee is not None:
            raise Conflict("committee_decided", at=place)
        done = replace(appeal, committee=what.allowed)
    else:
        if appeal.committee is None or appeal.society is not None:
            raise Conflict("society_once", "PT-0.5", at=place)
        done = replace(appeal, society=what.allowed)
    after_it = replace(state, appeals={**state.appeals, what.filed: done})
    if not what.allowed:
        return after_it
    _holds(state, place, what.decision)
    if what.decision != Decision():
        after_it = scored(after_it, len(state.sessions), place.board, what.decision)
    if what.correction is None:
        return after_it
    return _mended(after_it, where(state, what.correction), what.correction.result)


# --- a cup, and the end ------------------------------------------------------------------------------------


def _issue(state: State, what: e.Issue, _: Entry) -> State:
    there(state, what.entrant)
    if (what.issue, what.entrant) in state.issues:
        raise Conflict("issue_come", name=state.name(what.entrant), issue=what.issue)
    at, won = (what.issue, what.entrant), tuple(map(amount, what.whists))
    lines = {**state.issue_lines, at: what.lines} if what.lines else state.issue_lines
    return replace(state, issues={**state.issues, at: won}, issue_lines=lines)


def _qualified(state: State, what: e.Qualified, _: Entry) -> State:
    if state.finalists is not None:
        raise Conflict("qualifying_ended", "PT-M.4")
    for who in what.finalists:
        there(state, who)
    return replace(state, finalists=what.finalists)


def _published(state: State, _: e.Published, entry: Entry) -> State:
    return replace(state, published_at=entry.at)


def _drawn(state: State, what: e.Drawn, _: Entry) -> State:
    try:
        bytes.fromhex(what.seed)
    except ValueError:
        raise Conflict("seed_hexadecimal") from None
    return replace(state, seed=what.seed)


def _closed(state: State, _what: e.Closed, _: Entry) -> State:
    return replace(state, closed=True)


_DOES: Final[Mapping[type[e.What], Callable[[State, Any, Entry], State]]] = {
    e.Appointed: _appointed,
    e.Announced: _announced,
    e.Settled: _settled,
    e.Entered: _entered,
    e.Joined: _joined,
    e.CheckedIn: _checked_in,
    e.Withdrawn: _withdrawn,
    e.Appended: _appended,
    e.SystemCard: _system_card,
    e.Seated: _seated,
    e.LinedUp: _lined_up,
    e.RoundBegun: _round_begun,
    e.RoundEnded: _round_ended,
    e.Paused: _paused,
    e.Resumed: _resumed,
    e.Warned: _warned,
    e.Row: _row,
    e.Confirmed: _confirmed,
    e.Corrected: _corrected,
    e.Ruled: _ruled,
    e.WrongBoard: _wrong_board,
    e.LatePlay: _late_play,
    e.Substitute: _substitute,
    e.Penalised: _penalised,
    e.Waived: _waived,
    e.Suspended: _suspended,
    e.Disqualified: _disqualified,
    e.Approved: _approved,
    e.Elected: _elected,
    e.Noticed: _noticed,
    e.Filed: _filed,
    e.Decided: _decided,
    e.Issue: _issue,
    e.Qualified: _qualified,
    e.Published: _published,
    e.Drawn: _drawn,
    e.Closed: _closed,
}
