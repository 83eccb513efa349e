"""Decides whether an account may write an entry into an event's log now, and how the event changes. Pure.

The director's deciding (`tournaments.director.deciding`) judges entries. The club adds accounts: an account has one
name in an event, and a table's lines come from its players. Only new entries are judged here; a log that is read is
followed (`Tournament.after`).
"""

from __future__ import annotations

from typing import Final

from kozyr.club.event import acts, issues, teams
from kozyr.club.event.tournament import Tournament, boards_of, next_entrant
from kozyr.games.refusal import Refused
from kozyr.store import Entry
from kozyr.tournaments import director
from kozyr.tournaments.director import entries
from kozyr.tournaments.director.following import table_at
from kozyr.tournaments.director.state import At, members, people

_SECOND: Final = 1000  # milliseconds: the store's unit; the director's log has seconds


def judge(at: Tournament, entry: Entry) -> None:
    """Refuse an entry that may not be written now.

    Raises:
        Refused: it may not. ValueError: it is no entry of an event.
    """
    act: acts.AnyAct = acts.DECODER.decode(entry.body)
    ts = entry.ts
    match act:
        case acts.Known():
            if act.account in at.names:
                raise Refused("known_as", name=act.name, known=at.names[act.account])
            if at.seq and act.name in at.taken:
                raise Refused("name_taken", name=act.name)
        case acts.Committed() | acts.Shared():
            _sealed(at, act)
        case acts.Asked():
            _asking(at, act)
        case acts.Called() | acts.Came():
            _calling(at, act)
        case acts.CupBegun() | acts.Engine() | acts.Composed():
            _of_cup(at, act, ts)
        case acts.Shut():
            issues.endable(act, at.state, at.issues, ts)
        case acts.ByClub():
            _by_club(at, act, ts)
        case acts.Done():
            _by_person(at, act, ts)


def _by_club(at: Tournament, act: acts.ByClub, ts: int) -> None:
    if at.cup is not None:
        issues.own(act.entry, at.state, at.cup, ts)
    elif not at.online:
        raise Refused("no_tables")
    elif isinstance(act.entry, entries.LinedUp):
        teams.check(at.state, act.entry)
    elif isinstance(act.entry, entries.Seated):
        _seatable(at, act.entry)
    elif isinstance(act.entry, entries.Ruled):
        _own_ruling(at, act.entry, ts)
    elif isinstance(act.entry, entries.RoundBegun) and not _rested(at, ts):
        raise Refused("break_runs", "PT-I.4")
    director.judge(at.state, at.by_club(act, ts))


def _by_person(at: Tournament, act: acts.Done, ts: int) -> None:
    _permit(at, act.by, act.entry)
    if at.cup is not None:
        issues.permit(act.entry, at.name(act.by), at.state, at.cup, ts)
    if at.online and isinstance(act.entry, entries.Seated):
        _seatable(at, act.entry)
    if isinstance(act.entry, entries.Appended):
        _late(at, act.entry)
    if at.online and isinstance(act.entry, entries.LinedUp):
        teams.check(at.state, act.entry)
    if at.online and isinstance(act.entry, entries.Substitute):
        _stranger(at, act.entry)
    director.judge(at.state, at.signed(act, ts))


def _sealed(at: Tournament, act: acts.Committed | acts.Shared) -> None:
    """Check a part of the boards' seeds.

    The club's comes before the first entrant, the entrants' before they are seated.
    """
    if isinstance(act, acts.Committed):
        if at.online or at.state.entrants:
            raise Refused("bound_once")
        if bool(act.boards) is at.of_parties:
            raise Refused("boards_or_party")
        return
    if at.of_parties:
        raise Refused("own_cut", "P-3.2.5")
    if not at.online or at.state.sessions:
        raise Refused("cards_fixed")
    if not _is_in(at, at.names.get(act.account, "")):
        raise Refused("who_shares")
    if act.account in at.nonces:
        raise Refused("nonce_given", name=at.names[act.account])


def _asking(at: Tournament, act: acts.Asked) -> None:
    """Check a request to join: the asker has not entered, and the pair or team has room.

    A later request replaces an earlier one.
    """
    found = at.state.entrants.get(act.entrant)
    if found is None or at.state.sessions:
        raise (Refused("no_entrant", entrant=act.entrant) if found is None else Refused("seated"))
    if len(found.members or (found.name,)) >= at.setup.about.together:
        raise Refused("no_room", "B-TEAM-3", name=found.name)
    if act.account in at.playing:
        raise Refused("entered", name=at.name(act.account))


def _calling(at: Tournament, act: acts.Called | acts.Came) -> None:
    """Check a table's call, or an official's coming: a table calls once until then (PT-I.13.2.4)."""
    if isinstance(act, acts.Came):
        if not at.officiates(act.by):
            raise Refused("who_comes", "PT-I.13.2.4")
        if act.call not in at.calls:
            raise Refused("nobody_waits")
        return
    if not at.sits(act.by, act.table):
        raise Refused("caller_absent", table=act.table)
    if any(one.table == act.table for one in at.calls.values()):
        raise Refused("called_already", table=act.table)


def _of_cup(at: Tournament, act: acts.CupBegun | acts.Engine | acts.Composed, ts: int) -> None:
    """Check that the club may begin a cup, or that an editor may compose an issue of it (PT-M.1, PT-M.3)."""
    if isinstance(act, acts.CupBegun):
        if at.cup is not None or at.online:
            raise Refused("said_how")
        if at.setup.about.regulations.tournament_type != "cup" or at.state.on:
            raise Refused("cup_announced", "PT-M.1")
        return
    cup = at.issues
    if isinstance(act, acts.Engine):
        return
    if cup.kind != "cup":
        raise Refused("clubs_cup")
    if not at.edits(act.by):
        raise Refused("who_composes", "PT-M.3")
    issues.composable(act, at.state, cup, ts)


def _rested(at: Tournament, ts: int) -> bool:
    """Whether the next round begins by itself at this moment."""
    begins = director.begins(at.state)
    return begins is not None and ts >= begins * _SECOND


def _own_ruling(at: Tournament, what: entries.Ruled, ts: int) -> None:
    """Refuse a ruling that the club may not make by itself: only rulings of its tables, and on absence that is due."""
    due = at.absent_from
    if what.at_table is None and (not what.absent or due is None or ts < due):
        raise Refused("clubs_rulings", "PT-I.11.2.B.1")


def _seatable(at: Tournament, what: entries.Seated) -> None:
    """Refuse a session that the club cannot play: its boards are bound and dealt once, and an earlier session must have all its lines."""
    before = at.state.sessions[:-1] if what.again else at.state.sessions
    if lacking := next(director.missing(at.state), None):
        raise Refused("line_not_there", at=lacking, round=lacking.round)
    gone = boards_of(one.movement for one in before)
    in_pairs = any(len(seat) > 1 for turn in what.movement.rounds for one in turn.tables for seat in one.seats)
    for who in what.order:
        if who in at.state.entrants:
            _able_to_sit(at, who, in_pairs=in_pairs)
        if at.of_teams and who in at.state.entrants and not at.state.entrants[who].members:
            raise Refused("no_members", "B-TEAM-3", name=at.state.name(who))
    for turn in what.movement.rounds:
        for table in turn.tables:
            unbound = [board for board in table.boards if board not in at.commitments]
            if unbound or bool(table.boards) is at.of_parties:
                if unbound:
                    raise Refused("unbound_board", table=table.table, board=unbound[0])
                raise Refused("unbound_boards", table=table.table)
            if again := sorted(gone.intersection(table.boards)):
                raise Refused("played_board", table=table.table, board=again[0])


def _able_to_sit(at: Tournament, who: int, *, in_pairs: bool) -> None:
    """Refuse an entrant that no table of the club can seat: half a pair, or somebody without an account where no bot stands in."""
    if in_pairs and len(members(at.state, who)) != len("NS"):
        raise Refused("half_pair", "B-PAIR-1", name=at.state.name(who))
    if not at.stand_ins:
        alone = next((one for one in members(at.state, who) or (at.state.name(who),) if one not in at.known), None)
        if alone is not None:
            raise Refused("no_account", name=alone)


def _late(at: Tournament, what: entries.Appended) -> None:
    """Refuse a pair that comes late and cannot sit: it has not two players, or at tables of the club nobody to sit for one."""
    if what.entrant in at.state.entrants and len(members(at.state, what.entrant)) != len("NS"):
        raise Refused("late_pair", "B-PAIR-1", name=at.state.name(what.entrant))
    if at.online and what.entrant in at.state.entrants:
        _able_to_sit(at, what.entrant, in_pairs=True)


def _stranger(at: Tournament, what: entries.Substitute) -> None:
    """Refuse a substitute who knows boards of the running session, as an official or as another's substitute."""
    session = at.state.session
    if at.of_parties or session is None or session.ended_at is not None:
        return
    account = at.known.get(what.name, "")
    if at.officiates(account) and not at.takes_part(account):
        raise Refused("officiates", "PT-I.12.2.4", name=what.name)
    other = next((who for who, name, _ in at.state.substitutes if name == what.name and who != what.entrant), None)
    if other is not None:
        raise Refused("plays_for", "PT-I.12.2.4", name=what.name, entrant=at.state.name(other))


def _permit(at: Tournament, account: str, what: entries.AnyWhat) -> None:
    """Refuse lines of a table at which an account does not sit; all else the director's fold refuses by the name.

    Raises:
        Refused: it may not.
    """
    if isinstance(what, entries.Disqualified) and what.approved_by in at.known:
        raise Refused("own_approval", "PT-I.13.2.4", name=what.approved_by)
    if isinstance(what, entries.Entered | entries.Joined) and not at.has(account, "register"):
        _enters(at, account, what)
    if isinstance(what, entries.Corrected) and at.online and not at.has(account, "rectify"):
        raise Refused("official_corrects", "PT-I.13.2.4")
    if isinstance(what, entries.Ruled) and what.at_table is not None:
        raise Refused("tables_tell")
    if (
        entries.power(what) is not None
        or not isinstance(what, entries.Row | entries.Confirmed)
        or at.officiates(account)
    ):
        return
    if at.online:
        raise Refused("tables_write")
    session = at.state.seated()
    place = At(len(at.state.sessions), what.round or session.begun, what.table, what.board, what.room)
    seats = session.entrants(table_at(at.state, place))
    if not any(account in at.accounts_of(entrant) for entrant in seats.values()):
        name = at.names.get(account)
        raise (
            Refused("stranger_at_table", "PT-I.6", at=place)
            if name is None
            else Refused("not_seated_there", "PT-I.6", at=place, name=name)
        )


def _enters(at: Tournament, account: str, what: entries.Entered | entries.Joined) -> None:
    """Refuse a player's entry of other people: each person must have asked, and keeps the own name (B-TEAM-3)."""
    name = at.name(account)
    mine = people(at.state, what.entrant) if isinstance(what, entries.Joined) else {what.name, *what.members}
    if name not in mine:  # the director's fold then finds that the power is missing
        return
    if isinstance(what, entries.Joined):
        _take_in(at, what.name, asked=what.entrant)
        return
    if _is_in(at, name):
        raise Refused("entered", name=name)
    if what.entrant != (due := next_entrant(at)):
        raise Refused("next_number", entrant=what.entrant, next=due)
    if what.rating:
        raise Refused("no_rating", "PT-I.13.2.4", name=name)
    for other in {what.name, *what.members} - {name}:
        _take_in(at, other, asked=None)


def _is_in(at: Tournament, name: str) -> bool:
    """Whether a person of this name has entered, or plays on for an entrant.

    Each entry asks it, and making `playing` anew each time would take too long.
    """
    return any(name == one.name or name in one.members for one in at.state.entrants.values()) or any(
        name == other for _, other, _ in at.state.substitutes
    )


def _take_in(at: Tournament, name: str, *, asked: int | None) -> None:
    """Refuse a name that another account has here, unless it has asked for this entrant.

    Refuse a name with invisible characters, too.
    """
    if name != name.strip() or not name.isprintable():
        raise Refused("no_name", name=name)
    account = at.known.get(name)
    if account is not None and asked is not None and at.asks.get(account) == asked:
        return
    if name in at.taken:
        raise Refused("not_asked_in", "B-TEAM-3", name=name)
