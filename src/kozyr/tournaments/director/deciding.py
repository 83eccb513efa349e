"""Whether an entry may be written now, by the regulations, the powers and the rules. Pure.

A refusal is one line that names the table and the board. Only the writing of an entry asks here. A log that is read is
followed (`following`), so that a stricter rule refuses no older entry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from kozyr.games.refusal import Refusal, Refused
from kozyr.tournaments import laws
from kozyr.tournaments.director import cups, entering, entries as e, fitting, following, offences, results, rulings
from kozyr.tournaments.director.appeals import appealed, dealt_since, speakers
from kozyr.tournaments.director.entries import AnyWhat, Decision, Entry, exact, power
from kozyr.tournaments.director.results import differing
from kozyr.tournaments.director.state import At, State, captains, members, missing, people, places, powers
from kozyr.tournaments.formats import Lineup, check_lineup, sits_first
from kozyr.tournaments.movements import Table
from kozyr.tournaments.scoring import series_fits

_PAIR: Final = 2


def decide(state: State, entry: Entry) -> State:
    """The state after an entry, if it may be written now.

    Raises:
        Refused: it may not.
    """
    judge(state, entry)
    return following.after(state, entry)


def judge(state: State, entry: Entry) -> None:
    """Refuse an entry that may not be written now.

    Raises:
        Refused: it may not.
    """
    what = entry.entry
    if entry.at < state.clock:
        raise Refused("clock_back")
    _permitted(state, entry.who, what)
    if state.closed and not (isinstance(what, e.Decided) and what.by == "society"):
        raise Refused("closed_event", "PT-0.5")
    its = _JUDGES.get(type(what))
    if its is not None:
        its(replace(state, on=state.on + 1, clock=entry.at), what, entry)


def _permitted(state: State, who: str, what: AnyWhat) -> None:
    """Refuse an entry beyond the author's power: the arbiter may do all, an assistant the delegated things; others write lines and appeal (PT-I.13.2.4)."""
    needed = power(what)
    if isinstance(what, e.Decided):
        if what.by == "committee" and who not in state.committee:
            raise Refused("no_committee", "PT-0.5", name=who)
        if what.by == "society" and who not in state.event.society:
            if not state.event.society:
                raise Refused("society_unnamed", "PT-0.5", name=who)
            raise Refused("no_society", "PT-0.5", name=who, members=", ".join(state.event.society))
        return
    if needed is None or who == state.event.regulations.duties.arbiter:
        return
    own = isinstance(what, e.Entered) and who in {what.name, *what.members}
    if own and state.sessions and needed not in powers(state, who):
        raise Refused("seated_enters", "PT-I.13.2.4", name=who)
    if own and not state.sessions:
        # Before the seating players enter themselves; the register alone enters others (PT-I.13.2.4).
        if state.event.regulations.tournament_entry == "open":
            return
        raise Refused("director_enters", "PT-I.13.1", name=who)
    if isinstance(what, e.Joined | e.CheckedIn | e.Withdrawn) and who in people(state, what.entrant):
        return
    if isinstance(what, e.Corrected) and _own_claim(state, who, what):
        return
    if isinstance(what, e.SystemCard) and who in people(state, what.entrant):
        if (session := state.session) is None or not session.begun or session.ended_at is not None:
            return
        raise Refused("card_late", "B-AUC-13", name=state.name(what.entrant))
    if isinstance(what, e.LinedUp) and who in captains(state, what.entrant):
        return
    if needed == "assistants" and "delegate" in powers(state, who):
        return
    if needed not in powers(state, who):
        raise Refused("no_power", "PT-I.13.2.4", name=who, power=needed)


def _own_claim(state: State, who: str, what: e.Corrected) -> bool:
    """Whether a table corrects its own line of the running round, before the protocol is back (PT-I.6b)."""
    session = state.session
    if session is None or what.ground != "claim" or not what.result or what.round not in {0, session.begun}:
        return False
    line = state.rows.get(following.where(state, what))
    return (
        line is not None
        and session.begun != session.ended
        and not line.confirmed
        and any(who in people(state, entrant) for entrant in line.seats.values())
    )


# --- entrants and seats ------------------------------------------------------------------------------------


def _told(rule: Callable[[State, Any], Refusal | None]) -> Callable[[State, Any, Entry], None]:
    """Make a judge of a rule that gives the refusal of an impossible entry."""
    return _told_of(lambda state, what, _: rule(state, what))


def _told_of(rule: Callable[[State, Any, str], Refusal | None]) -> Callable[[State, Any, Entry], None]:
    """The same for a rule that asks for the entry's author."""

    def judge(state: State, what: Any, entry: Entry) -> None:
        if wrong := rule(state, what, entry.who):
            raise Refused.of(wrong)

    return judge


def _settled(state: State, _what: e.Settled, _: Entry) -> None:
    if state.sessions:
        raise Refused("seated")


def _entered(state: State, what: e.Entered, entry: Entry) -> None:
    least = 1 if entering.gathers(state, what, entry.who) else 4
    if what.members and state.event.together > _PAIR and not least <= len(set(what.members)) <= state.event.together:
        raise Refused("team_of_four", "B-TEAM-3", name=what.name, members=len(set(what.members)))


def _seated(state: State, what: e.Seated, _: Entry) -> None:
    if not state.sessions and (open_ := state.event.regulations.open_for(tuple(state.event.preset.split("+")[1:]))):
        raise Refused("cannot_open", why=open_[0])
    before = following.unseated(state) if what.again else state
    if before.session is not None and before.session.ended_at is None:
        raise Refused("session_running")
    for who in what.order:
        following.there(before, who)
    if before.event.together > _PAIR and (short := entering.short(what.order, before.entrants)):
        raise Refused.of(short)
    due = {
        "lot": lambda: entering.drawn(what.order, what.seed),
        "rating": lambda: entering.by_rating(before, what.order),
    }
    if what.how in due and due[what.how]() != what.order:
        raise Refused("seating_order", how=what.how)
    if what.stage and (before.session is None or not before.event.has_systems):
        raise Refused("no_stage")
    if before.event.regulations.bridge_explanations == "written" and before.event.has_systems:
        for who in what.order:
            if who not in before.cards:
                raise Refused("no_card", "B-AUC-14", name=before.name(who))


def _system_card(state: State, what: e.SystemCard, _: Entry) -> None:
    name = following.there(state, what.entrant).name
    if not state.event.has_systems:
        raise Refused("no_system_cards", name=name, game=state.event.game)
    if state.event.regulations.bridge_systems == "natural" and what.system != "natural":
        raise Refused("natural_only", "B-AUC-13", name=name)


def _lined_up(state: State, what: e.LinedUp, _: Entry) -> None:
    mine, session = following.match_of(state, what), state.seated()
    try:
        check_lineup(members(state, what.entrant), Lineup(what.open_room, what.closed_room))
    except Refused as error:
        raise Refused.of(error.refusal, at_team=what.entrant) from None
    if not series_fits(len(what.boards), len(mine.boards), min_half=state.event.regulations.bridge_series_min_half):
        raise Refused("short_series", "B-TEAM-4", entrant=what.entrant)
    if any(
        (at.session, at.board) == (len(state.sessions), board) and what.entrant in one.seats.values()
        for at, one in state.rows.items()
        for board in what.boards
    ):
        raise Refused("series_begun", entrant=what.entrant)
    if state.event.regulations.bridge_series == 1 and len(what.boards) < len(mine.boards):
        raise Refused("one_series", "B-TEAM-3", entrant=what.entrant)
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
        raise Refused("names_first", "B-TEAM-4", entrant=what.entrant, name=state.name(first), series=nth)


def _substitute(state: State, what: e.Substitute, _: Entry) -> None:
    entrant = following.there(state, what.entrant)
    place, own = following.place_of(state, what), entrant.members or (entrant.name,)
    if what.name == place and place in own and places(state, what.entrant)[place] != place:  # the player is back
        if following.is_out(state, what.entrant):
            raise Refused("is_out", "PT-I.13.2.4", name=what.name)
    elif any(what.name == one.name or what.name in one.members for one in state.entrants.values()):
        raise Refused("plays_himself", name=what.name)


# --- rounds and lines --------------------------------------------------------------------------------------


def _round_ended(state: State, what: e.RoundEnded, _: Entry) -> None:
    session = following.in_play(state)
    due = len(session.movement.rounds)
    if what.last and session.begun < due and not state.event.regulations.tournament_early_end:
        raise Refused("no_early_end", "PT-I.5", rounds=due)


def _row(state: State, what: e.Row, _: Entry) -> None:
    at = following.where(state, what)
    table = following.table_at(state, at)
    if at in state.rows or at in state.parties:
        raise Refused("line_written", at=at)
    if not table.boards or not at.board:
        _party(state, at, table, what.result)
        return
    if ("A" in table.seats) != bool(at.room):
        raise Refused("which_room" if "A" in table.seats else "no_rooms", at=at)
    if at.board in table.boards or at in state.extra:
        _reads(state, at, state.seated().entrants(table), what.result, what.whists)


def _reads(state: State, at: At, seats: Mapping[str, int], text: str, whists: Mapping[str, str]) -> None:
    """Refuse an impossible line, and whists that a table has filled in wrongly."""
    try:
        reading = following.read(state, at, seats, text, judged=True)
        due = ", ".join(differing(reading, {seat: str(exact(said)) for seat, said in whists.items()}))
    except Refused as error:
        raise Refused.of(error.refusal, at=at) from None
    if due:
        raise Refused("whists_differ", "PT-I.6c", at=at, text=text, due=due)


def _party(state: State, at: At, table: Table, text: str) -> None:
    if table.boards or at.board:
        raise Refused("party_or_boards", at=at)
    try:
        won, deals = results.party(text, tuple(state.seated().entrants(table)))
    except Refused as error:
        raise Refused.of(error.refusal, at=at) from None
    if wrong := results.party_fault(won, deals):
        raise Refused.of(wrong, at=at)
    regulations = state.event.regulations
    by_column = regulations.tournament_type == "compensation" and regulations.comp_scheme == "xy_column"
    if by_column and any(one.positive is None for one in won.values()):
        raise Refused("no_positive", "PT-III.3", at=at)
    if regulations.event_length == "deals" and deals != regulations.event_number:
        raise Refused("party_deals", "PT-II.1", at=at, due=regulations.event_number, deals=deals)


def _corrected(state: State, what: e.Corrected, entry: Entry) -> None:
    at = following.where(state, what)
    if what.ground == "claim" and at in state.rows and state.rows[at].confirmed:
        raise Refused("line_confirmed", "PT-I.6b", at=at)
    minutes = state.event.regulations.tournament_correction_period_min
    if state.published_at is not None and entry.at > state.published_at + 60 * minutes:
        raise Refused("correction_over", "PT-0.7", at=at, minutes=minutes)
    _mended(state, at, what.result)


def _mended(state: State, at: At, result: str) -> None:
    """Refuse a result that cannot replace another."""
    if not result:
        return
    if at in state.parties:
        _party(state, at, following.table_at(state, at), result)
    else:
        _reads(state, at, following.line_at(state, at).seats, result, {})


# --- rulings and appeals -----------------------------------------------------------------------------------


def _ruled(state: State, what: e.Ruled, _: Entry) -> None:
    place = At(len(state.sessions), what.round, what.table, what.board)
    if what.at_table is None:
        try:
            laws.named(state.event.game, what.law)
        except Refused as error:
            raise Refused.of(error.refusal, at=place) from None
    if wrong := rulings.unfit(state, what) or fitting.unfit_place(state, place):
        raise Refused.of(wrong)
    _sound(state, place, what.decision)


def _sound(state: State, place: At, decision: Decision) -> None:
    if wrong := fitting.unfit(state, place, decision):
        raise Refused.of(wrong)


def _wrong_board(state: State, what: e.WrongBoard, _: Entry) -> None:
    at = At(len(state.sessions), state.seated().begun, what.table, what.board)
    table = following.table_at(state, at)
    if what.board in table.boards:
        raise Refused("board_due", at=at)
    if what.instead not in table.boards:
        raise Refused("board_not_due", at=replace(at, board=what.instead), round=at.round)


def _late_play(state: State, what: e.LatePlay, _: Entry) -> None:
    at = At(len(state.sessions), what.round, what.table, what.board)
    if what.board not in following.table_at(state, at).boards:
        raise Refused("board_not_due", at=at, round=what.round)


def _elected(state: State, what: e.Elected, _: Entry) -> None:
    playing = {name for one in state.entrants.values() for name in (one.name, *one.members)}
    for name in what.members:
        if name not in playing:
            raise Refused("no_participant", "PT-0.5", name=name)


def _speaks_for(state: State, who: str, entrant: e.Entered) -> None:
    """Refuse a person who may not appeal for an entrant."""
    some = speakers(state, entrant.entrant)
    if who not in some:
        raise Refused("no_appellant", "PT-0.6", name=who, entrant=entrant.name, may=" or ".join(sorted(some)))


def _noticed(state: State, what: e.Noticed, entry: Entry) -> None:
    """Refuse a late notice: it comes before the entrant's next deal, so neither an own line nor a round came after the ruling (PT-0.6)."""
    if what.entry not in state.rulings:
        return  # which cannot be followed
    _speaks_for(state, entry.who, following.there(state, what.entrant))
    name = state.name(what.entrant)
    if since := dealt_since(state, what.entry, what.entrant):
        raise Refused("notice_late", "PT-0.6", name=name, board=since.board)


def _filed(state: State, what: e.Filed, entry: Entry) -> None:
    notice = state.notices.get(what.notice)
    if notice is None:
        return  # as above
    _speaks_for(state, entry.who, state.entrants[notice.entrant])
    minutes = state.event.regulations.tournament_appeal_period_min
    ended = state.seated().ended_at
    if ended is not None and entry.at > ended + 60 * minutes:
        raise Refused("appeal_late", "PT-0.6", name=state.name(notice.entrant), minutes=minutes)


def _decided(state: State, what: e.Decided, entry: Entry) -> None:
    appeal = state.appeals.get(what.filed)
    if appeal is None:
        return  # as above
    place = appealed(state, appeal)
    if what.by == "committee":
        appellant = state.entrants[appeal.entrant]
        if appeal.committee is None and entry.who in {appellant.name, *appellant.members}:
            raise Refused("own_appeal", "PT-0.5", at=place, name=entry.who)
    elif appeal.committee is not None and appeal.society is None:
        last = state.session.ended if state.session else 0
        mended = what.correction
        if what.decision != Decision() or (mended and (mended.ground != "arithmetic" or mended.round not in {0, last})):
            raise Refused("no_revision", "PT-0.5", at=place)
    if what.allowed:
        _sound(state, place, what.decision)
        if what.correction is not None:
            _mended(state, following.where(state, what.correction), what.correction.result)


# --- the end -----------------------------------------------------------------------------------------------


def _published(state: State, _what: e.Published, _: Entry) -> None:
    if state.sessions and state.seated().ended_at is None:
        raise Refused("session_runs")
    if left := next(missing(state), None):
        raise Refused("line_missing", at=left, round=left.round)


def _closed(state: State, _: e.Closed, entry: Entry) -> None:
    if state.published_at is None:
        raise Refused("unpublished")
    minutes = state.event.regulations.tournament_correction_period_min
    if entry.at <= state.published_at + 60 * minutes:
        raise Refused("correction_runs", "PT-0.7", minutes=minutes)
    if any(one.committee is None for one in state.appeals.values()):
        raise Refused("appeal_open")


# The check of each type of entry before it is written; of other types only the author's power is checked.
_JUDGES: Final[Mapping[type[e.What], Callable[[State, Any, Entry], None]]] = {
    e.Settled: _settled,
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
