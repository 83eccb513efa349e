"""Decides whether an account may act in a league now (PT-L.3, PT-L.4). Pure.

Only new acts are judged here; a log that is read is followed (`League.after`). So a stricter rule changes no league.
"""

from __future__ import annotations

from typing import Final

from kozyr.club.league import acts
from kozyr.club.league.league import Club, League
from kozyr.games.refusal import Refused
from kozyr.store import Entry

_STEWARDS: Final = (
    acts.Appointed,
    acts.Dismissed,
    acts.FormulaSet,
    acts.RulesPublished,
    acts.Counted,
    acts.Withdrawn,
    acts.Said,
)  # acts of stewards only


def judge(at: League, entry: Entry) -> None:
    """Refuse an entry that may not be written now.

    Raises:
        Refused: it may not. ValueError: it is no entry of a league.
    """
    act: acts.AnyAct = acts.DECODER.decode(entry.body)
    if isinstance(act, acts.Joined):
        _joined(at, act)
        return
    number = at.number(act.by)
    if number is None:
        raise Refused("joined_only", "PT-L.4")
    steward = at.members[number].steward
    if isinstance(act, _STEWARDS) and not steward:
        raise Refused("stewards_only", "PT-L.3")
    match act:
        case acts.Left():
            _with_a_steward(at, number)
        case acts.ClubJoined():
            if any(one.name == act.name and not one.left for one in at.clubs.values()):
                raise Refused("club_there", name=act.name)
        case acts.ClubLeft():
            if _club(at, act.club).by != act.by and not steward:
                raise Refused("club_speaker", "PT-L.4")
        case acts.PlaysFor():
            if act.club is not None:
                _club(at, act.club)
        case acts.Appointed():
            _member(at, act.member)
        case acts.Dismissed():
            _member(at, act.member)
            _with_a_steward(at, act.member)
        case acts.RulesPublished():
            versions = at.rules.get(act.name, ())
            if versions and versions[0].game != act.game:
                raise Refused("other_rules", name=act.name, game=versions[0].game)
        case acts.Counted():
            _counted(at, act)
        case acts.Withdrawn():
            if act.event not in at.counted:
                raise Refused("not_counted")


def _joined(at: League, act: acts.Joined) -> None:
    if at.number(act.by) is not None:
        raise Refused("joined_already")
    if any(one.name == act.name and one.account != act.by for one in at.members.values()):
        raise Refused("member_name", name=act.name)


def _member(at: League, number: int) -> None:
    if number not in at.members or at.members[number].left:
        raise Refused("no_league_member", member=number)


def _with_a_steward(at: League, without: int) -> None:
    if not any(one.steward for nth, one in at.members.items() if nth != without):
        raise Refused("last_steward", "PT-L.3")


def _club(at: League, number: int) -> Club:
    club = at.clubs.get(number)
    if club is None or club.left:
        raise Refused("no_league_club", club=number)
    return club


def _counted(at: League, act: acts.Counted) -> None:
    if act.event in at.counted:
        raise Refused("counted_already", name=act.name)
    if act.entrants < at.formula.least:
        raise Refused("few_entrants", "PT-L.3", entrants=act.entrants, least=at.formula.least)
    sets = [name for name, versions in at.rules.items() if versions[0].game == act.game]
    if sets and not 1 <= act.version <= len(at.rules.get(act.rules, ())):
        raise Refused("no_rule_set", "PT-L.3", name=act.name, sets=", ".join(sets))
