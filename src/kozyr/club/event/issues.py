"""The issues of a cup that the club plays: their state by its log, and the times of each act. Pure (PT-M)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from kozyr.club.event.acts import ClubsOwn, Composed, CupKind, CupLevel, Engine, Shut
from kozyr.games.refusal import Refused, refusal
from kozyr.tournaments.director import entries
from kozyr.tournaments.director.state import State

_BY_PEOPLE = (
    entries.Announced,
    entries.Appointed,
    entries.Closed,
    entries.Disqualified,
    entries.Entered,
    entries.Published,
    entries.Settled,
)  # all else the club does by itself
_WAITED: Final = 10_000  # ms; an issue that opens now may wait so long until it is written


class Window(NamedTuple):
    """The window of an issue, in milliseconds since 1970: from the first moment on, before the last."""

    opens: int
    closes: int


class Issues(msgspec.Struct, frozen=True):
    """The issues of a cup."""

    level: CupLevel
    """The level of the club's bots, as the cup was begun."""
    engine: str
    """The signature of the bots' engine, as the cup was begun."""
    prizes: int
    """The prizes, as the cup was begun."""
    kind: CupKind = "cup"
    by: str = ""
    """The account of the challenger."""
    composed: Mapping[int, Composed] = {}
    """The composed issues, by number."""
    engines: Mapping[tuple[int, int], tuple[str, ...]] = {}
    """The engines that have answered at the table of an issue and entrant, one after another; missing: the cup's own alone."""
    shut: bool = False
    """The challenger has ended the time of the challenge."""

    def composing(self, act: Composed) -> Issues:
        """The issues with a new one; an issue that was composed before is replaced."""
        return replace(self, composed={**self.composed, act.issue: act})

    def engines_of(self, issue: int, entrant: int) -> tuple[str, ...]:
        """The engines that have answered at a table, one after another; the cup's own before the first answer."""
        return self.engines.get((issue, entrant), (self.engine,))

    def answered(self, act: Engine) -> Issues:
        """The same with another engine at a table."""
        before = () if act.fresh else self.engines_of(act.issue, act.entrant)
        some = (*(one for one in before if one != act.engine), act.engine)
        return replace(self, engines={**self.engines, (act.issue, act.entrant): some})

    def ending(self, ts: int) -> Issues:
        """The issues of a challenge whose time ends at a moment, in milliseconds since 1970."""
        ended = {number: replace(one, closes=min(one.closes, ts)) for number, one in self.composed.items()}
        return replace(self, composed=ended, shut=True)

    def over(self, ts: int) -> bool:
        """Whether nobody may enter any more: the time of all issues is over, or the challenger has ended it."""
        return self.shut or all(one.closes <= ts for one in self.composed.values())

    def window(self, issue: int, entrant: int, state: State) -> Window | None:
        """The window of an issue for an entrant. None: there is none, or it is not known yet."""
        found = self.composed.get(issue)
        if found is None:
            return None
        if found.others is None or found.ends is None:
            return Window(found.opens, found.closes)
        if state.finalists is None:
            return None
        mine = entrant in state.finalists
        return Window(found.opens, found.closes) if mine else Window(found.others, found.ends)

    def sealed_until(self, issue: int) -> int | None:
        """The moment from which an issue can no longer be played, so that its boards may be told.

        None: it is not composed.
        """
        found = self.composed.get(issue)
        return None if found is None else found.ends or found.closes

    def told_from(self, issue: int) -> int | None:
        """The moment from which the results of an issue may be told: those of finalists after the final, though others play on (PT-M.7)."""
        found = self.composed.get(issue)
        return None if found is None else found.closes

    def moments(self) -> Iterator[int]:
        """The moments at which something begins or ends."""
        for one in self.composed.values():
            yield from (moment for moment in (one.opens, one.closes, one.others, one.ends) if moment is not None)

    def qualified(self, state: State, now: int) -> bool:
        """Whether all issues of the qualifying are over."""
        due = range(1, state.event.regulations.cup_issues + 1)
        return all(number in self.composed and self.composed[number].closes <= now for number in due)


def permit(what: entries.AnyWhat, by: str, state: State, cup: Issues, ts: int) -> None:
    """Refuse entries that people may not make in a cup of the club. by: the author's name.

    Raises:
        Refused: the entry is the club's, or an editor of the cup would play in it.
    """
    if cup.kind != "cup" and not isinstance(what, entries.Entered):
        raise Refused("clubs_cup")
    if cup.kind != "cup" and cup.over(ts):
        raise Refused("day_over")
    if not isinstance(what, _BY_PEOPLE):
        raise Refused("clubs_cup")
    if isinstance(what, entries.Published) and (
        state.finalists is None or any(moment > ts for moment in cup.moments())
    ):
        raise Refused("cup_running", "PT-M.4")
    arbiter = state.event.regulations.duties.arbiter
    entered = {name for one in state.entrants.values() for name in (one.name, *one.members)}
    if isinstance(what, entries.Entered):
        if what.name != by or what.members:
            raise Refused("cup_alone", "PT-M.2")
        if by == arbiter or by in state.assistants:
            raise Refused("editor_plays", "PT-M.3")
    if isinstance(what, entries.Appointed) and what.name in entered:
        raise Refused("player_prepares", "PT-M.3")


def own(what: ClubsOwn, state: State, cup: Issues, ts: int) -> None:
    """Refuse an entry of the club that is too early.

    Raises:
        Refused: the issue is not open to the entrant, or the qualifying still runs.
    """
    if isinstance(what, entries.Issue) and cup.window(what.issue, what.entrant, state) is None:
        raise Refused("no_issue", name=state.name(what.entrant), issue=what.issue)
    if isinstance(what, entries.Qualified) and not cup.qualified(state, ts):
        raise Refused("qualifying_runs", "PT-M.4")


def endable(act: Shut, state: State, cup: Issues, ts: int) -> None:
    """Refuse the early end of a challenge: only the challenger ends it, once all who have begun have played to the end.

    Raises:
        Refused: it cannot be ended now.
    """
    if cup.kind != "challenge":
        raise Refused("clubs_cup")
    if act.by != cup.by:
        raise Refused("challenge_others")
    if cup.over(ts):
        raise Refused("day_over")
    if not state.entrants:
        raise Refused("challenge_unplayed")
    if waiting := sum((1, entrant) not in state.issues for entrant in state.entrants):
        raise Refused("challenge_runs", waiting=waiting)


def composable(act: Composed, state: State, cup: Issues, ts: int) -> None:
    """Refuse an issue that cannot be composed so.

    Raises:
        Refused: it cannot be.
    """
    regulations, boards = state.event.regulations, set(act.boards)
    last = regulations.cup_issues + 1
    old = cup.composed.get(act.issue)
    for bad, why in (
        (state.closed, refusal("cup_over")),
        (act.issue > last, refusal("cup_has_issues", "PT-M.3", issues=last - 1)),
        (old is not None and old.opens <= ts, refusal("issue_opened", "PT-M.4", issue=act.issue)),
        (
            len(boards) != regulations.cup_deals_per_issue,
            refusal("issue_size", "PT-M.3", deals=len(boards), due=regulations.cup_deals_per_issue),
        ),
        (not ts - _WAITED <= act.opens < act.closes, refusal("no_window")),
        (not boards >= set(act.notes), refusal("stray_note")),
        (
            (act.others is None) != (act.ends is None) or (act.others is None) == (act.issue == last),
            refusal("open_to_all", "PT-M.7"),
        ),
        (
            act.others is not None and not act.opens <= act.others < (act.ends or 0),
            refusal("prestige_begins", "PT-M.7"),
        ),
        (act.ends is not None and act.ends < act.closes, refusal("prestige_ends", "PT-M.7")),
    ):
        if bad:
            raise Refused.of(why)
    for number, other in cup.composed.items():
        if number != act.issue and boards & set(other.boards):
            raise Refused("board_in_issue", "PT-M.4", board=min(boards & set(other.boards)), issue=number)
        if number == last and act.issue != last and act.closes > other.opens:
            raise Refused("final_first", "PT-M.4")
        if number != last and act.issue == last and other.closes > act.opens:
            raise Refused("final_first", "PT-M.4")
    if lacking := regulations.open_for(tuple(state.event.preset.split("+")[1:])):
        raise Refused("cannot_open", why=lacking[0])
