"""The fold: an event's state after an entry of its log. Pure: the only clock is the log's own.

An entry that cannot be is refused with one line that names the table and the board. A director's entry is refused before
it is written; in a log that was put together from two laptops' it may stand all the same, and is kept as an incident.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from kozyr.tournaments.director import cups, entering, entries as e, offences, results, rulings
from kozyr.tournaments.director.appeals import dealt_since, speakers
from kozyr.tournaments.director.entries import AnyWhat, Decision, Entry, exact, power
from kozyr.tournaments.director.results import Impossible, differing, unlikely
from kozyr.tournaments.director.state import (
    Appeal,
    At,
    Party,
    Session,
    State,
    TableWarned,
    Written,
    captains,
    members,
    missing,
    people,
    places,
    scored,
)
from kozyr.tournaments.director.unfinished import unfinished
from kozyr.tournaments.formats import Lineup, check_lineup, sits_first
from kozyr.tournaments.movements import Table
from kozyr.tournaments.scoring import series_fits

_PAIR: Final = 2


class Refused(ValueError):
    """An entry that cannot be; the text is one line that says where and why."""


def fold(begun: State, log: Iterable[Entry]) -> State:
    """The state after a whole log; what is refused in it becomes an incident, and nothing else changes by it."""
    state = begun
    for entry in log:
        try:
            state = after(state, entry)
        except Refused as error:
            state = replace(state, on=state.on + 1, incidents=(*state.incidents, f"entry {state.on + 1}: {error}"))
    return state


def after(state: State, entry: Entry) -> State:
    """The state after one more entry.

    Raises:
        Refused: see `Refused`.
    """
    what = entry.entry
    if entry.at < state.clock:
        raise Refused("the clock of the log does not go back")
    _permitted(state, entry.who, what)
    if state.closed and not (isinstance(what, e.Decided) and what.by == "society"):
        raise Refused("the event is closed; only the society's committee may still decide (PT-0.5)")
    now = replace(state, on=state.on + 1, clock=entry.at)
    found: State = _RULES[type(what)](now, what, entry)
    return found


def _permitted(state: State, who: str, what: AnyWhat) -> None:
    """The arbiter may do all; an assistant what was delegated to him; others write lines and appeal (PT-I.13.2.4)."""
    needed = power(what)
    if isinstance(what, e.Decided):
        if what.by == "committee" and who not in state.committee:
            raise Refused(f"{who} is not of the committee, which decides appeals (PT-0.5)")
        if what.by == "society" and who not in state.event.society:
            named = ", ".join(state.event.society) or "nobody was named for it"
            raise Refused(f"{who} is not of the society's committee: {named} (PT-0.5)")
        return
    if needed is None or who == state.event.regulations.duties.arbiter:
        return
    own = isinstance(what, e.Entered) and who in {what.name, *what.members}
    if own and state.sessions and needed not in state.assistants.get(who, frozenset()):
        raise Refused(
            f"{who}: everybody is seated; who comes late plays on for somebody, or the director enters him for the next session (PT-I.13.2.4)"
        )
    if own and not state.sessions:
        # Before anybody is seated a player enters himself; to enter others is the register's (PT-I.13.2.4).
        if state.event.regulations.tournament_entry == "open":
            return
        raise Refused(f"{who}: the director enters whom he takes (PT-I.13.1)")
    if isinstance(what, e.Joined | e.CheckedIn | e.Withdrawn) and who in people(state, what.entrant):
        return
    if isinstance(what, e.Corrected) and _own_claim(state, who, what):
        return
    if isinstance(what, e.SystemCard) and who in people(state, what.entrant):
        if (session := state.session) is None or not session.begun or session.ended_at is not None:
            return
        raise Refused(f"{state.name(what.entrant)}: a card is filed before the session begins (B-AUC-13)")
    if isinstance(what, e.LinedUp) and who in captains(state, what.entrant):
        return
    if needed == "assistants" and "delegate" in state.assistants.get(who, frozenset()):
        return
    if needed not in state.assistants.get(who, frozenset()):
        raise Refused(
            f"{who} has not the power to {needed}: he is neither the arbiter nor an assistant with it (PT-I.13.2.4)"
        )


def _own_claim(state: State, who: str, what: e.Corrected) -> bool:
    """Whether a table mends its own line of the round that is played, before the protocol is back (PT-I.6b)."""
    session = state.session
    if session is None or what.ground != "claim" or not what.result or what.round not in {0, session.begun}:
        return False
    line = state.rows.get(_at(state, what))
    return (
        line is not None
        and session.begun != session.ended
        and not line.confirmed
        and any(who in people(state, entrant) for entrant in line.seats.values())
    )


# --- entrants and seats ------------------------------------------------------------------------------------


def _appointed(state: State, what: e.Appointed, _: Entry) -> State:
    powers = state.assistants.get(what.name, frozenset()) | frozenset(what.powers)
    return replace(state, assistants={**state.assistants, what.name: powers})


def _announced(state: State, what: e.Announced, _: Entry) -> State:
    return replace(state, conditions=(*state.conditions, what.text))


def _entered(state: State, what: e.Entered, entry: Entry) -> State:
    if what.entrant in state.entrants:
        raise Refused(f"entrant {what.entrant} is {state.name(what.entrant)} already")
    if what.name in {one.name for one in state.entrants.values()}:
        raise Refused(f"{what.name} has entered already")
    if what.rating:
        _number(what.rating)
    least = 1 if entering.gathers(state, what, entry.who) else 4
    if what.members and state.event.together > _PAIR and not least <= len(set(what.members)) <= state.event.together:
        raise Refused(f"{what.name}: a team is four to six, not {len(set(what.members))} (B-TEAM-3)")
    return replace(state, entrants={**state.entrants, what.entrant: what}, queue=(*state.queue, what.entrant))


def _seated(state: State, what: e.Seated, _: Entry) -> State:
    if not state.sessions and (open_ := state.event.regulations.open_for(tuple(state.event.preset.split("+")[1:]))):
        raise Refused(f"the event cannot open: {open_[0]}")
    state = _unseated(state) if what.again else state
    session = state.session
    if session is not None and session.ended_at is None:
        raise Refused("a session is running; the next one is seated after it")
    for who in what.order:
        if who not in state.entrants:
            raise Refused(f"there is no entrant {who}")
        if who in state.disqualified or who not in state.queue:
            raise Refused(f"{state.name(who)} " + ("is disqualified" if who in state.disqualified else "has withdrawn"))
    if len(set(what.order)) != len(what.order):
        raise Refused("an entrant has two seats")
    if what.order and len(what.order) != what.movement.fields[-1].last:
        raise Refused(f"{len(what.order)} entrants in a movement for {what.movement.fields[-1].last}")
    if state.event.together > _PAIR and (short := entering.short(what.order, state.entrants)):
        raise Refused(short)
    due = {
        "lot": lambda: entering.drawn(what.order, what.seed),
        "rating": lambda: entering.by_rating(state, what.order),
    }
    if what.how in due and due[what.how]() != what.order:
        raise Refused(f"the seats are not in the order of the {what.how}")
    stage = session.stage if session is not None else 1
    if what.stage:
        if session is None or not state.event.has_systems:
            raise Refused("a new stage begins after a session of bridge")
        stage += 1
    if state.event.regulations.bridge_explanations == "written" and state.event.has_systems:
        for who in what.order:
            if who not in state.cards:
                raise Refused(
                    f"{state.name(who)} has filed no system card, and calls are explained in writing (B-AUC-14)"
                )
    cards = {who: state.cards[who] for who in what.order if who in state.cards}
    fresh = Session(what.order, what.movement, stage=stage, cards=cards)
    return replace(state, sessions=(*state.sessions, fresh), suspended=frozenset())


def _unseated(state: State) -> State:
    """The state before a session of which no round has begun, so that it is seated anew, as for late comers."""
    session = state.session
    if session is None or session.begun:
        raise Refused("only a session of which no round has begun is seated anew")
    due = {board for turn in session.movement.rounds for table in turn.tables for board in table.boards}
    if any(one.entrant in session.order and due.issuperset(one.boards) for one in state.lineups):
        raise Refused("a captain has named his four for this session already (B-TEAM-3)")
    return replace(state, sessions=state.sessions[:-1])


def _system_card(state: State, what: e.SystemCard, _: Entry) -> State:
    name = _entrant(state, what.entrant).name
    if not state.event.has_systems:
        raise Refused(f"{name}: {state.event.game} has no system cards")
    if state.event.regulations.bridge_systems == "natural" and what.system != "natural":
        raise Refused(f"{name}: only natural systems are allowed at this event (B-AUC-13)")
    filed, session = replace(state, cards={**state.cards, what.entrant: what}), state.session
    if session is None or session.ended_at is not None or what.entrant not in session.order:
        return filed
    return _running(filed, replace(session, cards={**session.cards, what.entrant: what}))


def _lined_up(state: State, what: e.LinedUp, _: Entry) -> State:
    session = _session(state)
    if what.entrant not in state.entrants or what.entrant not in session.order:
        raise Refused(f"there is no team {what.entrant}")
    try:
        check_lineup(members(state, what.entrant), Lineup(what.open_room, what.closed_room))
    except ValueError as error:
        raise Refused(f"team {what.entrant}: {error}") from None
    tables = [one for turn in session.movement.rounds for one in turn.tables]
    mine = next(
        (
            one
            for one in tables
            if set(what.boards) <= set(one.boards) and what.entrant in session.entrants(one).values()
        ),
        None,
    )
    if mine is None:
        raise Refused(f"team {what.entrant}: it has no match of these boards")
    if not series_fits(len(what.boards), len(mine.boards), min_half=state.event.regulations.bridge_series_min_half):
        raise Refused(f"team {what.entrant}: a series is half of the match at least (B-TEAM-4)")
    if any(
        (at.session, at.board) == (len(state.sessions), board) and what.entrant in one.seats.values()
        for at, one in state.rows.items()
        for board in what.boards
    ):
        raise Refused(f"team {what.entrant}: the series has begun")
    if state.event.regulations.bridge_series == 1 and len(what.boards) < len(mine.boards):
        raise Refused(f"team {what.entrant}: the match is one series (B-TEAM-3)")
    _by_turns(state, what, session.entrants(mine), set(mine.boards))
    return replace(state, lineups=(*state.lineups, what))


def _by_turns(state: State, what: e.LinedUp, seats: Mapping[str, int], match: set[int]) -> None:
    """Refuse a line-up of the captain who is to choose after the other: A names first, in the next series B (B-TEAM-4)."""
    lined = {
        (one.entrant, one.boards) for one in state.lineups if one.entrant in seats.values() and set(one.boards) <= match
    }
    series = list(dict.fromkeys(one.boards for one in state.lineups if (one.entrant, one.boards) in lined))
    nth = series.index(what.boards) + 1 if what.boards in series else len(series) + 1
    first = seats[sits_first(nth)]
    if what.entrant != first and (first, what.boards) not in lined:
        raise Refused(f"team {what.entrant}: {state.name(first)} names its four first in series {nth} (B-TEAM-4)")


def _substitute(state: State, what: e.Substitute, _: Entry) -> State:
    entrant = _entrant(state, what.entrant)
    if what.for_ and what.for_ not in entrant.members:
        raise Refused(f"{what.for_} is not of {entrant.name}")
    own = entrant.members or (entrant.name,)
    place = what.for_ or (what.name if what.name in own else entrant.name)
    if what.name == place and place in own and places(state, what.entrant)[place] != place:  # he is back
        if _is_out(state, what.entrant):
            raise Refused(f"{what.name} does not play any more (PT-I.13.2.4)")
    elif any(what.name == one.name or what.name in one.members for one in state.entrants.values()):
        raise Refused(f"{what.name} plays himself")
    return replace(state, substitutes=(*state.substitutes, (what.entrant, what.name, place)))


def _is_out(state: State, entrant: int) -> bool:
    """Whether an entrant is disqualified, or suspended in this session; somebody else may play on for him."""
    return entrant in state.disqualified or (len(state.sessions), entrant) in state.suspended


def _entrant(state: State, number: int) -> e.Entered:
    found = state.entrants.get(number)
    if found is None:
        raise Refused(f"there is no entrant {number}")
    return found


# --- rounds ------------------------------------------------------------------------------------------------


def _session(state: State) -> Session:
    if state.session is None:
        raise Refused("nobody is seated yet")
    return state.session


def _running(state: State, session: Session) -> State:
    return replace(state, sessions=(*state.sessions[:-1], session))


def _round_begun(state: State, _: e.RoundBegun, entry: Entry) -> State:
    session = _session(state)
    if session.ended_at is not None:
        raise Refused("the session has ended")
    if session.begun != session.ended:
        raise Refused(f"round {session.begun} has not ended")
    return _running(state, replace(session, begun=session.begun + 1, begun_at=entry.at, paused_at=None))


def _round_ended(state: State, what: e.RoundEnded, entry: Entry) -> State:
    session = _in_play(state)
    due = len(session.movement.rounds)
    if what.last and session.begun < due and not state.event.regulations.tournament_early_end:
        raise Refused(f"the session has {due} rounds; that it may end earlier was not announced before it (PT-I.5)")
    over = what.last or session.begun == due
    ended = replace(
        session, ended=session.begun, ended_at=entry.at if over else None, rested_at=entry.at, paused_at=None
    )
    return unfinished(offences.slow(_running(state, ended)))


def _in_play(state: State) -> Session:
    session = _session(state)
    if session.begun == session.ended:
        raise Refused("no round is being played")
    return session


def _paused(state: State, _: e.Paused, entry: Entry) -> State:
    session = _in_play(state)
    if session.paused_at is not None:
        raise Refused("the clock stands still already")
    return _running(state, replace(session, paused_at=entry.at))


def _resumed(state: State, _: e.Resumed, entry: Entry) -> State:
    session = _in_play(state)
    if session.paused_at is None:
        raise Refused("the clock goes")
    begun_at = (session.begun_at or 0) + entry.at - session.paused_at
    return _running(state, replace(session, begun_at=begun_at, paused_at=None))


def _warned(state: State, what: e.Warned, _: Entry) -> State:
    session = _session(state)
    at = At(len(state.sessions), session.begun, what.table, 0)
    table_at(state, at)
    warned = TableWarned(at.session, at.round, what.table, what.offence)
    return replace(state, warnings=(*state.warnings, warned))


# --- lines -------------------------------------------------------------------------------------------------

_Line: TypeAlias = e.Row | e.Confirmed | e.Corrected


def _at(state: State, what: _Line) -> At:
    session = _session(state)
    return At(len(state.sessions), what.round or session.begun, what.table, what.board, what.room)


def table_at(state: State, at: At) -> Table:
    """The table in that round of its session.

    Raises:
        Refused: there is none, or the round has not begun.
    """
    _session(state)
    session = state.sessions[at.session - 1]
    if not 1 <= at.round <= session.begun:
        raise Refused(f"{at}: round {at.round} has not begun" if at.round else f"{at}: no round has begun")
    found = next((one for one in session.turn(at.round).tables if one.table == at.table), None)
    if found is None:
        raise Refused(f"{at}: nobody sits there in round {at.round}")
    return found


def _row(state: State, what: e.Row, _: Entry) -> State:
    at = _at(state, what)
    table = table_at(state, at)
    session = _session(state)
    seats = session.entrants(table)
    if at in state.rows or at in state.parties:
        raise Refused(f"{at}: the line is written already; correct it")
    for who in seats.values():
        if _is_out(state, who) and all(name == own for own, name in places(state, who).items()):
            raise Refused(f"{at}: {state.name(who)} does not play any more (PT-I.13.2.4)")
    if not table.boards or not at.board:
        return _party_written(state, at, table, what.result)
    if ("A" in table.seats) != bool(at.room):
        raise Refused(f"{at}: {'which room, open or closed?' if 'A' in table.seats else 'there are no rooms'}")
    if at.board not in table.boards and at not in state.extra:
        boards = ", ".join(map(str, table.boards))
        raise Refused(f"{at}: the board is not of round {at.round}, which has {boards} there (PT-I.4)")
    for one in state.rows_of(at.session, at.board):
        again = set(one.seats.values()) & set(seats.values())
        if again and one.at.room == at.room:
            names = ", ".join(map(state.name, sorted(again)))
            raise Refused(f"{at}: {names} played it at table {one.at.table} in round {one.at.round} (PT-I.11.6)")
    return _kept(state, at, seats, what.result, what.whists)


def _kept(state: State, at: At, seats: Mapping[str, int], text: str, whists: Mapping[str, str]) -> State:
    """The state with a line in it, if it can be."""
    try:
        reading = _read(state, at, seats, text)
        wrong = "; ".join(differing(reading, {seat: str(exact(said)) for seat, said in whists.items()}))
    except ValueError as error:
        raise Refused(f"{at}: {error}") from None
    if wrong:
        raise Refused(f"{at}: the whists do not follow from {text}: {wrong} (PT-I.6c)")
    line = Written(at, reading, dict(seats), state.on, warning=unlikely(reading, state.makes.get(at.board)))
    return replace(state, rows={**state.rows, at: line})


def _read(state: State, at: At, seats: Mapping[str, int], text: str) -> results.Reading:
    if state.event.scoring == "none":
        raise Impossible(f"boards of {state.event.game} are not scored")
    if state.event.scoring != "whists":
        return results.of_bridge(text, at.board, tuple(seats), at.room)
    return results.preferans(text, state.conventions, len(seats), state.marked(at.board, len(seats)))


def _party_written(state: State, at: At, table: Table, text: str) -> State:
    if table.boards or at.board:
        raise Refused(f"{at}: a party has no boards, and a table of boards no party")
    seats = _session(state).entrants(table)
    try:
        won, deals = results.party(text, tuple(seats))
    except Impossible as error:
        raise Refused(f"{at}: {error}") from None
    regulations = state.event.regulations
    by_column = regulations.tournament_type == "compensation" and regulations.comp_scheme == "xy_column"
    if by_column and any(one.positive is None for one in won.values()):
        raise Refused(f"{at}: how many deals were positive? Written 120(9) (PT-III.3)")
    if regulations.event_length == "deals" and deals != regulations.event_number:
        raise Refused(f"{at}: a party has {regulations.event_number} deals, not {deals} (PT-II.1)")
    party = Party(
        at,
        {who: won[seat].won for seat, who in seats.items()},
        deals,
        {who: won[seat].positive or 0 for seat, who in seats.items()},
        state.on,
    )
    return replace(state, parties={**state.parties, at: party})


def _line(state: State, at: At) -> Written:
    found = state.rows.get(at)
    if found is None:
        which = f"there is no line of round {at.round} yet" if at.round else "no round has begun"
        raise Refused(f"{at}: {which}")
    return found


def _confirmed(state: State, what: e.Confirmed, _: Entry) -> State:
    line = _line(state, _at(state, what))
    return replace(state, rows={**state.rows, line.at: replace(line, confirmed=True)})


def _corrected(state: State, what: e.Corrected, entry: Entry) -> State:
    at = _at(state, what)
    if what.ground == "claim" and at in state.rows and state.rows[at].confirmed:
        raise Refused(f"{at}: the line is confirmed, and no claim on it is heard (PT-I.6b)")
    minutes = state.event.regulations.tournament_correction_period_min
    if state.published_at is not None and entry.at > state.published_at + 60 * minutes:
        raise Refused(f"{at}: the correction period of {minutes} minutes is over (PT-0.7)")
    return _mended(state, at, what.result)


def _mended(state: State, at: At, result: str) -> State:
    """The state with another result in a line, or without it."""
    if at in state.parties:
        kept = {where: one for where, one in state.parties.items() if where != at}
        without = replace(state, parties=kept)
        return _party_written(without, at, table_at(state, at), result) if result else without
    line = _line(state, at)
    if not result:
        return replace(state, rows={where: one for where, one in state.rows.items() if where != at})
    mended = _kept(state, at, line.seats, result, {})
    return replace(mended, rows={**mended.rows, at: replace(mended.rows[at], confirmed=line.confirmed)})


# --- rulings -----------------------------------------------------------------------------------------------


def _ruled(state: State, what: e.Ruled, _: Entry) -> State:
    where = f"table {what.table}, board {what.board}"
    if "-" not in what.law:
        raise Refused(f"{where}: a ruling names its rule, as PT-I.11.2.B.1 (PT-I.13.2.3)")
    if wrong := rulings.unfit(state, what):
        raise Refused(wrong)
    what = rulings.without(state, what) if what.absent else what
    decision = what.decision
    if what.own_error:
        at = At(len(state.sessions), what.round or _session(state).begun, what.table, what.board)
        seats = _session(state).entrants(table_at(state, at))
        decision = replace(decision, artificial={**dict.fromkeys(seats.values(), "innocent")})
    _sound(state, where, decision)
    ruled = replace(state, rulings={**state.rulings, state.on: what})
    return ruled if decision == Decision() else scored(ruled, len(state.sessions), what.board, decision)


def _sound(state: State, where: str, decision: Decision) -> None:
    for who in decision.entrants:
        if who not in state.entrants:
            raise Refused(f"{where}: there is no entrant {who}")
    for score in decision.assigned.values():
        try:
            exact(score)
        except ValueError as error:
            raise Refused(f"{where}: {error}") from None
    if both := set(decision.artificial) & {*decision.assigned, *decision.dropped}:
        raise Refused(f"{where}: {state.name(min(both))} has an artificial score or an assigned one (PT-I.11.2.B)")


def _wrong_board(state: State, what: e.WrongBoard, _: Entry) -> State:
    """None had played it: the result may stand. Some had: theirs is cancelled, the others get an average plus (PT-I.11.6)."""
    session = _session(state)
    at = At(len(state.sessions), session.begun, what.table, what.board)
    table = table_at(state, at)
    if what.board in table.boards:
        raise Refused(f"{at}: the board was due")
    if what.instead not in table.boards:
        raise Refused(f"table {what.table}, board {what.instead}: it was not due in round {at.round}")
    seats = session.entrants(table)
    before = {who for one in state.rows_of(at.session, what.board) for who in one.seats.values()} & set(seats.values())
    if not before:
        return replace(state, extra=state.extra | {at})
    deprived: dict[int, e.Guilt] = {who: "innocent" for who in seats.values() if who not in before}
    return scored(state, at.session, what.board, Decision(artificial=deprived))


def _late_play(state: State, what: e.LatePlay, _: Entry) -> State:
    at = At(len(state.sessions), what.round, what.table, what.board)
    if what.board not in table_at(state, at).boards:
        raise Refused(f"{at}: it was not due in round {what.round}")
    if at in state.rows:
        raise Refused(f"{at}: it has been played")
    return replace(state, late=state.late | {at})


# --- appeals -----------------------------------------------------------------------------------------------


def _elected(state: State, what: e.Elected, _: Entry) -> State:
    playing = {name for one in state.entrants.values() for name in (one.name, *one.members)}
    for name in what.members:
        if name not in playing:
            raise Refused(f"{name} is no participant; the committee is elected from them (PT-0.5)")
    return replace(state, committee=what.members)


def _speaks_for(state: State, who: str, entrant: e.Entered) -> None:
    """Refuse somebody who may not appeal for an entrant."""
    some = speakers(state, entrant.entrant)
    if who not in some:
        raise Refused(f"{who} may not appeal for {entrant.name}: only {' or '.join(sorted(some))} may (PT-0.6)")


def _noticed(state: State, what: e.Noticed, entry: Entry) -> State:
    """Before the next deal of the entrant: neither a line of his nor a round came after the ruling (PT-0.6)."""
    if what.entry not in state.rulings:
        raise Refused(f"entry {what.entry} is no ruling; suspensions are final (PT-I.13.2.4)")
    _speaks_for(state, entry.who, _entrant(state, what.entrant))
    name = state.name(what.entrant)
    if since := dealt_since(state, what.entry, what.entrant):
        raise Refused(f"{name}: {since} has been dealt since; notice is given before the next deal (PT-0.6)")
    return replace(state, notices={**state.notices, state.on: what})


def _filed(state: State, what: e.Filed, entry: Entry) -> State:
    notice = state.notices.get(what.notice)
    if notice is None:
        raise Refused(f"entry {what.notice} is no notice of an appeal (PT-0.6)")
    _speaks_for(state, entry.who, state.entrants[notice.entrant])
    minutes = state.event.regulations.tournament_appeal_period_min
    ended = _session(state).ended_at
    if ended is not None and entry.at > ended + 60 * minutes:
        raise Refused(f"{state.name(notice.entrant)}: the session ended more than {minutes} minutes ago (PT-0.6)")
    appeal = Appeal(notice, what, state.rulings[notice.entry])
    return replace(state, appeals={**state.appeals, state.on: appeal})


def _decided(state: State, what: e.Decided, entry: Entry) -> State:
    appeal = state.appeals.get(what.filed)
    if appeal is None:
        raise Refused(f"entry {what.filed} is no appeal")
    board = appeal.ruling.board
    where = f"table {appeal.ruling.table}, board {board}"
    if what.by == "committee":
        if appeal.committee is not None:
            raise Refused(f"{where}: the committee has decided")
        appellant = state.entrants[appeal.notice.entrant]
        if entry.who in {appellant.name, *appellant.members}:
            raise Refused(f"{where}: {entry.who} appeals himself (PT-0.5)")
        done = replace(appeal, committee=what.allowed)
    else:
        if appeal.committee is None or appeal.society is not None:
            raise Refused(f"{where}: the society's committee decides after that of the event, once (PT-0.5)")
        last = state.session.ended if state.session else 0
        mended = what.correction
        if what.decision != Decision() or (mended and (mended.ground != "arithmetic" or mended.round not in {0, last})):
            raise Refused(f"{where}: the result is not revised any more, but for the last round's arithmetic (PT-0.5)")
        done = replace(appeal, society=what.allowed)
    after_it = replace(state, appeals={**state.appeals, what.filed: done})
    if not what.allowed:
        return after_it
    _sound(state, where, what.decision)
    if what.decision != Decision():
        after_it = scored(after_it, len(state.sessions), board, what.decision)
    return _mended(after_it, _at(state, what.correction), what.correction.result) if what.correction else after_it


# --- the end -----------------------------------------------------------------------------------------------


def _told(rule: Callable[[State, Any], State | str]) -> Callable[[State, e.What, Entry], State]:
    """A rule that says in words what cannot be, refused as every other one is."""
    return _told_of(lambda state, what, _: rule(state, what))


def _told_of(rule: Callable[[State, Any, str], State | str]) -> Callable[[State, e.What, Entry], State]:
    """The same for a rule that asks who enters it."""

    def judged(state: State, what: e.What, entry: Entry) -> State:
        found = rule(state, what, entry.who)
        if isinstance(found, str):
            raise Refused(found)
        return found

    return judged


def _number(text: str) -> Fraction:
    try:
        return exact(text)
    except ValueError as error:
        raise Refused(str(error)) from None


def _published(state: State, _: e.Published, entry: Entry) -> State:
    if state.sessions and _session(state).ended_at is None:
        raise Refused("the session has not ended")
    if left := next(missing(state), None):
        raise Refused(f"{left}: the line of round {left.round} is missing")
    return replace(state, published_at=entry.at)


def _closed(state: State, _: e.Closed, entry: Entry) -> State:
    if state.published_at is None:
        raise Refused("nothing is published yet")
    minutes = state.event.regulations.tournament_correction_period_min
    if entry.at <= state.published_at + 60 * minutes:
        raise Refused(f"the correction period of {minutes} minutes runs (PT-0.7)")
    if any(one.committee is None for one in state.appeals.values()):
        raise Refused("an appeal is open")
    return replace(state, closed=True)


_RULES: Final[Mapping[type[e.What], Callable[..., State]]] = {
    e.Appointed: _appointed,
    e.Announced: _announced,
    e.Entered: _entered,
    e.Joined: _told(entering.joined),
    e.CheckedIn: _told(entering.checked_in),
    e.Withdrawn: _told(entering.withdrawn),
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
    e.Penalised: _told(offences.penalised),
    e.Waived: _told(offences.waived),
    e.Suspended: _told(offences.suspended),
    e.Disqualified: _told_of(offences.disqualified),
    e.Approved: _told_of(offences.approved),
    e.Elected: _elected,
    e.Noticed: _noticed,
    e.Filed: _filed,
    e.Decided: _decided,
    e.Issue: _told(cups.issue),
    e.Qualified: _told(cups.qualified),
    e.Published: _published,
    e.Drawn: _told(cups.drawn),
    e.Closed: _closed,
}
