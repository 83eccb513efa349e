"""Whether an entry may be written: what the regulations, the powers and the rules say to it now. Pure.

An entry that may not be is refused with one line that names the table and the board. Only who writes an entry asks here. A log that is
read is followed (`following`), so that a rule that gets stricter refuses nothing that was written before it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from kozyr.tournaments.director import cups, entering, entries as e, offences, results, rulings
from kozyr.tournaments.director.appeals import dealt_since, speakers
from kozyr.tournaments.director.entries import AnyWhat, Decision, Entry, exact, power
from kozyr.tournaments.director.following import (
    after,
    in_play,
    is_out,
    line_at,
    match_of,
    place_of,
    read,
    seated,
    table_at,
    there,
    unseated,
    where,
)
from kozyr.tournaments.director.results import differing
from kozyr.tournaments.director.state import At, Refused, State, captains, members, missing, people, places
from kozyr.tournaments.formats import Lineup, check_lineup, sits_first
from kozyr.tournaments.movements import Table
from kozyr.tournaments.part import Impossible
from kozyr.tournaments.scoring import series_fits

_PAIR: Final = 2


def decide(state: State, entry: Entry) -> State:
    """The state after an entry, if it may be written now.

    Raises:
        Refused: it may not.
    """
    judge(state, entry)
    return after(state, entry)


def judge(state: State, entry: Entry) -> None:
    """Refuse an entry that may not be written now.

    Raises:
        Refused: it may not.
    """
    what = entry.entry
    if entry.at < state.clock:
        raise Refused("the clock of the log does not go back")
    _permitted(state, entry.who, what)
    if state.closed and not (isinstance(what, e.Decided) and what.by == "society"):
        raise Refused("the event is closed; only the society's committee may still decide (PT-0.5)")
    its = _JUDGES.get(type(what))
    if its is not None:
        its(replace(state, on=state.on + 1, clock=entry.at), what, entry)


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
    line = state.rows.get(where(state, what))
    return (
        line is not None
        and session.begun != session.ended
        and not line.confirmed
        and any(who in people(state, entrant) for entrant in line.seats.values())
    )


# --- entrants and seats ------------------------------------------------------------------------------------


def _told(rule: Callable[[State, Any], str | None]) -> Callable[[State, Any, Entry], None]:
    """A rule that says in words what may not be, refused as every other one is."""
    return _told_of(lambda state, what, _: rule(state, what))


def _told_of(rule: Callable[[State, Any, str], str | None]) -> Callable[[State, Any, Entry], None]:
    """The same for a rule that asks who enters it."""

    def judge(state: State, what: Any, entry: Entry) -> None:
        if wrong := rule(state, what, entry.who):
            raise Refused(wrong)

    return judge


def _entered(state: State, what: e.Entered, entry: Entry) -> None:
    least = 1 if entering.gathers(state, what, entry.who) else 4
    if what.members and state.event.together > _PAIR and not least <= len(set(what.members)) <= state.event.together:
        raise Refused(f"{what.name}: a team is four to six, not {len(set(what.members))} (B-TEAM-3)")


def _seated(state: State, what: e.Seated, _: Entry) -> None:
    if not state.sessions and (open_ := state.event.regulations.open_for(tuple(state.event.preset.split("+")[1:]))):
        raise Refused(f"the event cannot open: {open_[0]}")
    before = unseated(state) if what.again else state
    if before.session is not None and before.session.ended_at is None:
        raise Refused("a session is running; the next one is seated after it")
    for who in what.order:
        there(before, who)
    if before.event.together > _PAIR and (short := entering.short(what.order, before.entrants)):
        raise Refused(short)
    due = {
        "lot": lambda: entering.drawn(what.order, what.seed),
        "rating": lambda: entering.by_rating(before, what.order),
    }
    if what.how in due and due[what.how]() != what.order:
        raise Refused(f"the seats are not in the order of the {what.how}")
    if what.stage and (before.session is None or not before.event.has_systems):
        raise Refused("a new stage begins after a session of bridge")
    if before.event.regulations.bridge_explanations == "written" and before.event.has_systems:
        for who in what.order:
            if who not in before.cards:
                raise Refused(
                    f"{before.name(who)} has filed no system card, and calls are explained in writing (B-AUC-14)"
                )


def _system_card(state: State, what: e.SystemCard, _: Entry) -> None:
    name = there(state, what.entrant).name
    if not state.event.has_systems:
        raise Refused(f"{name}: {state.event.game} has no system cards")
    if state.event.regulations.bridge_systems == "natural" and what.system != "natural":
        raise Refused(f"{name}: only natural systems are allowed at this event (B-AUC-13)")


def _lined_up(state: State, what: e.LinedUp, _: Entry) -> None:
    mine, session = match_of(state, what), seated(state)
    try:
        check_lineup(members(state, what.entrant), Lineup(what.open_room, what.closed_room))
    except ValueError as error:
        raise Refused(f"team {what.entrant}: {error}") from None
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


def _substitute(state: State, what: e.Substitute, _: Entry) -> None:
    entrant = there(state, what.entrant)
    place, own = place_of(state, what), entrant.members or (entrant.name,)
    if what.name == place and place in own and places(state, what.entrant)[place] != place:  # he is back
        if is_out(state, what.entrant):
            raise Refused(f"{what.name} does not play any more (PT-I.13.2.4)")
    elif any(what.name == one.name or what.name in one.members for one in state.entrants.values()):
        raise Refused(f"{what.name} plays himself")


# --- rounds and lines --------------------------------------------------------------------------------------


def _round_ended(state: State, what: e.RoundEnded, _: Entry) -> None:
    session = in_play(state)
    due = len(session.movement.rounds)
    if what.last and session.begun < due and not state.event.regulations.tournament_early_end:
        raise Refused(f"the session has {due} rounds; that it may end earlier was not announced before it (PT-I.5)")


def _row(state: State, what: e.Row, _: Entry) -> None:
    at = where(state, what)
    table = table_at(state, at)
    if at in state.rows or at in state.parties:
        raise Refused(f"{at}: the line is written already; correct it")
    if not table.boards or not at.board:
        _party(state, at, table, what.result)
        return
    if ("A" in table.seats) != bool(at.room):
        raise Refused(f"{at}: {'which room, open or closed?' if 'A' in table.seats else 'there are no rooms'}")
    if at.board in table.boards or at in state.extra:
        _reads(state, at, seated(state).entrants(table), what.result, what.whists)


def _reads(state: State, at: At, seats: Mapping[str, int], text: str, whists: Mapping[str, str]) -> None:
    """Refuse a line that cannot be, and whists that a table has filled in wrongly."""
    try:
        reading = read(state, at, seats, text, judged=True)
        wrong = "; ".join(differing(reading, {seat: str(exact(said)) for seat, said in whists.items()}))
    except ValueError as error:
        raise Refused(f"{at}: {error}") from None
    if wrong:
        raise Refused(f"{at}: the whists do not follow from {text}: {wrong} (PT-I.6c)")


def _party(state: State, at: At, table: Table, text: str) -> None:
    if table.boards or at.board:
        raise Refused(f"{at}: a party has no boards, and a table of boards no party")
    try:
        won, deals = results.party(text, tuple(seated(state).entrants(table)))
    except Impossible as error:
        raise Refused(f"{at}: {error}") from None
    if wrong := results.party_fault(won, deals):
        raise Refused(f"{at}: {wrong}")
    regulations = state.event.regulations
    by_column = regulations.tournament_type == "compensation" and regulations.comp_scheme == "xy_column"
    if by_column and any(one.positive is None for one in won.values()):
        raise Refused(f"{at}: how many deals were positive? Written 120(9) (PT-III.3)")
    if regulations.event_length == "deals" and deals != regulations.event_number:
        raise Refused(f"{at}: a party has {regulations.event_number} deals, not {deals} (PT-II.1)")


def _corrected(state: State, what: e.Corrected, entry: Entry) -> None:
    at = where(state, what)
    if what.ground == "claim" and at in state.rows and state.rows[at].confirmed:
        raise Refused(f"{at}: the line is confirmed, and no claim on it is heard (PT-I.6b)")
    minutes = state.event.regulations.tournament_correction_period_min
    if state.published_at is not None and entry.at > state.published_at + 60 * minutes:
        raise Refused(f"{at}: the correction period of {minutes} minutes is over (PT-0.7)")
    _mended(state, at, what.result)


def _mended(state: State, at: At, result: str) -> None:
    """Refuse a result that cannot stand in place of another."""
    if not result:
        return
    if at in state.parties:
        _party(state, at, table_at(state, at), result)
    else:
        _reads(state, at, line_at(state, at).seats, result, {})


# --- rulings and appeals -----------------------------------------------------------------------------------


def _ruled(state: State, what: e.Ruled, _: Entry) -> None:
    place = f"table {what.table}, board {what.board}"
    if "-" not in what.law:
        raise Refused(f"{place}: a ruling names its rule, as PT-I.11.2.B.1 (PT-I.13.2.3)")
    if wrong := rulings.unfit(state, what):
        raise Refused(wrong)
    _sound(state, place, what.decision)


def _sound(state: State, place: str, decision: Decision) -> None:
    if both := set(decision.artificial) & {*decision.assigned, *decision.dropped}:
        raise Refused(f"{place}: {state.name(min(both))} has an artificial score or an assigned one (PT-I.11.2.B)")


def _wrong_board(state: State, what: e.WrongBoard, _: Entry) -> None:
    at = At(len(state.sessions), seated(state).begun, what.table, what.board)
    table = table_at(state, at)
    if what.board in table.boards:
        raise Refused(f"{at}: the board was due")
    if what.instead not in table.boards:
        raise Refused(f"table {what.table}, board {what.instead}: it was not due in round {at.round}")


def _late_play(state: State, what: e.LatePlay, _: Entry) -> None:
    at = At(len(state.sessions), what.round, what.table, what.board)
    if what.board not in table_at(state, at).boards:
        raise Refused(f"{at}: it was not due in round {what.round}")


def _elected(state: State, what: e.Elected, _: Entry) -> None:
    playing = {name for one in state.entrants.values() for name in (one.name, *one.members)}
    for name in what.members:
        if name not in playing:
            raise Refused(f"{name} is no participant; the committee is elected from them (PT-0.5)")


def _speaks_for(state: State, who: str, entrant: e.Entered) -> None:
    """Refuse somebody who may not appeal for an entrant."""
    some = speakers(state, entrant.entrant)
    if who not in some:
        raise Refused(f"{who} may not appeal for {entrant.name}: only {' or '.join(sorted(some))} may (PT-0.6)")


def _noticed(state: State, what: e.Noticed, entry: Entry) -> None:
    """Before the next deal of the entrant: neither a line of his nor a round came after the ruling (PT-0.6)."""
    if what.entry not in state.rulings:
        return  # which cannot be followed
    _speaks_for(state, entry.who, there(state, what.entrant))
    name = state.name(what.entrant)
    if since := dealt_since(state, what.entry, what.entrant):
        raise Refused(f"{name}: {since} has been dealt since; notice is given before the next deal (PT-0.6)")


def _filed(state: State, what: e.Filed, entry: Entry) -> None:
    notice = state.notices.get(what.notice)
    if notice is None:
        return  # as above
    _speaks_for(state, entry.who, state.entrants[notice.entrant])
    minutes = state.event.regulations.tournament_appeal_period_min
    ended = seated(state).ended_at
    if ended is not None and entry.at > ended + 60 * minutes:
        raise Refused(f"{state.name(notice.entrant)}: the session ended more than {minutes} minutes ago (PT-0.6)")


def _decided(state: State, what: e.Decided, entry: Entry) -> None:
    appeal = state.appeals.get(what.filed)
    if appeal is None:
        return  # as above
    place = f"table {appeal.ruling.table}, board {appeal.ruling.board}"
    if what.by == "committee":
        appellant = state.entrants[appeal.notice.entrant]
        if appeal.committee is None and entry.who in {appellant.name, *appellant.members}:
            raise Refused(f"{place}: {entry.who} appeals himself (PT-0.5)")
    elif appeal.committee is not None and appeal.society is None:
        last = state.session.ended if state.session else 0
        mended = what.correction
        if what.decision != Decision() or (mended and (mended.ground != "arithmetic" or mended.round not in {0, last})):
            raise Refused(f"{place}: the result is not revised any more, but for the last round's arithmetic (PT-0.5)")
    if what.allowed:
        _sound(state, place, what.decision)
        if what.correction is not None:
            _mended(state, where(state, what.correction), what.correction.result)


# --- the end -----------------------------------------------------------------------------------------------


def _published(state: State, _what: e.Published, _: Entry) -> None:
    if state.sessions and seated(state).ended_at is None:
        raise Refused("the session has not ended")
    if left := next(missing(state), None):
        raise Refused(f"{left}: the line of round {left.round} is missing")


def _closed(state: State, _: e.Closed, entry: Entry) -> None:
    if state.published_at is None:
        raise Refused("nothing is published yet")
    minutes = state.event.regulations.tournament_correction_period_min
    if entry.at <= state.published_at + 60 * minutes:
        raise Refused(f"the correction period of {minutes} minutes runs (PT-0.7)")
    if any(one.committee is None for one in state.appeals.values()):
        raise Refused("an appeal is open")


# What is asked before an entry of each type is written; of the others only whether who writes it has the power.
_JUDGES: Final[Mapping[type[e.What], Callable[[State, Any, Entry], None]]] = {
    e.Entered: _entered,
    e.Joined: _told(entering.joined),
    e.CheckedIn: _told(entering.checked_in),
    e.Withdrawn: _told(entering.withdrawn),
    e.SystemCard: _system_card,
    e.Seated: _seated,
    e.LinedUp: _lined_up,
    e.RoundEnded: _round_ended,
    e.Row: _row,
    e.Corrected: _corrected,
    e.Ruled: _ruled,
    e.WrongBoard: _wrong_board,
    e.LatePlay: _late_play,
    e.Substitute: _substitute,
    e.Penalised: _told(offences.penalised),
    e.Waived: _told(offences.waived),
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
