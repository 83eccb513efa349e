"""Cups on the wire, as requests and answers have them (docs/events.md), and the moment at which a fact is public."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, NamedTuple

import msgspec

from kozyr.club.event.acts import Composed, CupLevel, Moment, Note, Prizes
from kozyr.club.event.cup import opened, table_id
from kozyr.club.event.issues import Issues
from kozyr.club.event.tournament import Tournament
from kozyr.club.wire import CommandId
from kozyr.games.refusal import Refusal
from kozyr.tournaments.director.state import State
from kozyr.tournaments.director.tables import cup as sums, final, last_issue, lottery
from kozyr.tournaments.formats import Entrant, Numbers, participation
from kozyr.tournaments.part import alone
from kozyr.tournaments.scoring import Place, ranked


class NewCup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a cup that the club plays (`cup` of `NewEvent`): the level of its bots, the prizes of its lottery."""

    level: CupLevel = "novice"
    prizes: Prizes = 0


class ComposeIssue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/cups/EVENT/compose`: an issue, under an id by which it is composed once."""

    id: CommandId
    issue: Annotated[int, msgspec.Meta(ge=1, le=101)]
    boards: Annotated[tuple[Annotated[int, msgspec.Meta(ge=1, le=9999)], ...], msgspec.Meta(max_length=1000)]
    """The boards that the editor has chosen."""
    opens: Moment
    """The window's beginning, in milliseconds since 1970."""
    closes: Moment
    """The window's end, in milliseconds since 1970."""
    others: Moment | None = None
    """The beginning of everybody's window for the final's issue, in milliseconds since 1970."""
    ends: Moment | None = None
    """The end of everybody's window for the final's issue, in milliseconds since 1970."""
    notes: dict[int, Note] = {}


class PlayIssue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/cups/EVENT/play`: I come to the table of my issue, or come back to it."""

    issue: Annotated[int, msgspec.Meta(ge=1, le=101)]


class CupPlace(msgspec.Struct, frozen=True):
    """A line of a cup's table."""

    rank: int
    entrant: int
    name: str
    total: str
    """The sum of whists, as a fraction."""
    engines: tuple[int, ...] = ()
    """The engines that the entrant has met, by their places in `CupTold.engines`, from 1."""


class CupMine(msgspec.Struct, frozen=True):
    """My part of an issue."""

    opens: int
    """The beginning of my window."""
    closes: int
    """The end of my window."""
    table: str | None
    """My table for the issue, once I have begun."""
    done: int
    """How many of its deals are over."""


class CupIssue(msgspec.Struct, frozen=True):
    """An issue of a cup."""

    issue: int
    final: bool
    """Whether it is the final's issue."""
    opens: int | None
    """The window's beginning. None: the issue is not composed."""
    closes: int | None
    """The window's end. None: the issue is not composed."""
    others: int | None
    """The beginning of the window for the match of prestige."""
    ends: int | None
    """The end of the window for the match of prestige."""
    mine: CupMine | None
    told: bool
    """Whether its results may be shown; they are in `places`."""
    over: bool
    """The issue can no longer be played, and its boards are public."""
    places: tuple[CupPlace, ...]


class CupTold(msgspec.Struct, frozen=True):
    """A cup as an account sees it at a moment."""

    id: str
    now: int
    name: str
    level: str
    deals: int
    """How many deals an issue has."""
    entrants: int
    you: int | None
    """The reader's number."""
    editor: bool
    """Whether the reader is an editor."""
    official: bool
    published: bool
    issues: tuple[CupIssue, ...]
    places: tuple[CupPlace, ...]
    """The table of all issues that may be told, or of the final once it is over."""
    finalists: tuple[int, ...] | None
    """The finalists by number, once the qualifying is over."""
    prestige: tuple[CupPlace, ...]
    """The entrants of the final's issue, with the finalists."""
    lottery: str
    """The commitment to the lottery's seed."""
    seed: str
    """The lottery's seed, once it is drawn."""
    prizes: int
    winners: tuple[CupPlace, ...]
    """The winners of the lottery."""
    numbers: Numbers | None
    engines: tuple[str, ...] = ()
    """The signatures of the bots, where they were not the same in all results that are told; else none."""
    lacking: tuple[Refusal, ...] = ()
    """The obstacles to composing its issues, for the editors."""


class CupBoard(msgspec.Struct, frozen=True):
    """A board of an issue that is over."""

    board: int
    cards: str
    first: str
    """The first hand."""
    note: str
    won: Mapping[int, str]
    """Whists by the entrant's number, as fractions."""


class CupBoards(msgspec.Struct, frozen=True):
    """The answer of `GET /api/cups/EVENT/issues/N` once the issue can no longer be played."""

    issue: int
    names: Mapping[int, str]
    boards: tuple[CupBoard, ...]


def composed(account: str, asked: ComposeIssue, boards: dict[int, str]) -> Composed:
    """The log's entry for an issue. boards: the commitments."""
    return Composed(
        by=account, issue=asked.issue, boards=boards, opens=asked.opens, closes=asked.closes, others=asked.others, ends=asked.ends, notes=asked.notes
    )  # fmt: skip


def told(at: Tournament, account: str, you: int | None, done: Mapping[int, int | None], now: int) -> CupTold | None:
    """A cup as an account sees it at a moment.

    None: the club plays none here. done: how many deals the account has played of each begun issue.
    """
    cup, state = at.cup, at.state
    if cup is None:
        return None
    last = state.event.regulations.cup_issues + 1
    shown = _known(cup, state, now)
    end = cup.told_from(last)
    played = end is not None and end <= now
    over = set(opened(at, now))
    engines = _engines(cup, shown)
    places = Places(cup, shown, engines)
    return CupTold(
        id=at.setup.id,
        now=now,
        name=at.setup.about.name,
        level=cup.level,
        deals=state.event.regulations.cup_deals_per_issue,
        entrants=len(state.entrants),
        you=you,
        editor=at.edits(account),
        official=at.officiates(account),
        published=state.published_at is not None,
        issues=tuple(_issue(at, cup, places, number, you, done, now, over) for number in range(1, last + 1)),
        places=places.told(final(shown) if played else sums(shown).places),
        finalists=state.finalists,
        prestige=places.told(_prestige(shown, last in over), {last}) if played else (),
        lottery=state.event.lottery,
        seed=state.seed,
        prizes=cup.prizes,
        winners=tuple(CupPlace(nth, who, state.name(who), "") for nth, who in enumerate(lottery(state, cup.prizes), 1)),
        numbers=_numbers(state),
        engines=engines,
        lacking=state.event.regulations.open_for(tuple(state.event.preset.split("+")[1:])) if at.edits(account) else (),
    )


def _known(cup: Issues, state: State, now: int) -> State:
    """The state with those results alone that may be told by now."""
    last = state.event.regulations.cup_issues + 1

    def may(issue: int, entrant: int) -> bool:
        of_others = issue == last and entrant not in (state.finalists or ())
        until = cup.sealed_until(issue) if of_others else cup.told_from(issue)
        return until is not None and until <= now

    return msgspec.structs.replace(state, issues={key: won for key, won in state.issues.items() if may(*key)})


def _prestige(shown: State, over: bool) -> tuple[Place, ...]:
    """The match of prestige once it is over; before that only the finalists, for comparison (PT-M.7)."""
    won = last_issue(shown)
    return ranked(won if over else {who: one for who, one in won.items() if who in (shown.finalists or ())})


def _issue(
    at: Tournament, cup: Issues, shown: Places, number: int, you: int | None, done: Mapping[int, int | None], now: int, over: set[int]
) -> CupIssue:  # fmt: skip
    one = cup.composed.get(number)
    last = at.state.event.regulations.cup_issues + 1
    window = None if you is None else cup.window(number, you, at.state)
    mine = None
    if window is not None and you is not None:
        deals = done.get(number)
        table = None if deals is None else table_id(at.setup.id, number, you)
        mine = CupMine(window.opens, window.closes, table, deals or 0)
    until = cup.told_from(number)
    won = {who: sum(whists, Fraction(0)) for (issue, who), whists in shown.state.issues.items() if issue == number}
    return CupIssue(
        issue=number,
        final=number == last,
        opens=None if one is None else one.opens,
        closes=None if one is None else one.closes,
        others=None if one is None else one.others,
        ends=None if one is None else one.ends,
        mine=mine,
        told=until is not None and until <= now,
        over=number in over,
        places=shown.told(ranked(won), {number}),
    )


def _engines(cup: Issues, state: State) -> tuple[str, ...]:
    """The engines of the results in a state, the cup's own first and the others as they came; none, if there is one alone."""
    some = dict.fromkeys(one for at in sorted(state.issues) for one in cup.engines_of(*at))
    found = sorted(some, key=lambda one: one != cup.engine)
    return tuple(found) if len(found) > 1 else ()


class Places(NamedTuple):
    """The material of a cup's tables: the results that may be told, and the engines."""

    cup: Issues
    state: State
    engines: tuple[str, ...]

    def told(self, places: Iterable[Place], issues: set[int] | None = None) -> tuple[CupPlace, ...]:
        """The lines of a table. issues: of which it is; None: of all."""
        met: dict[int, set[str]] = {}
        for issue, entrant in self.state.issues if self.engines else ():
            if issues is None or issue in issues:
                met.setdefault(entrant, set()).update(self.cup.engines_of(issue, entrant))
        return tuple(
            CupPlace(
                one.rank,
                one.entrant,
                self.state.name(one.entrant),
                str(Fraction(one.total)),
                tuple(nth for nth, engine in enumerate(self.engines, 1) if engine in met.get(one.entrant, ())),
            )
            for one in places
        )


def _numbers(state: State) -> Numbers | None:
    """The numbers of entrants by their own facts; no entrant is shown with them."""
    people = [Entrant(one.country, one.city, one.age) for one in state.entrants.values()]
    some = [one for one in people if one.country or one.city or one.age is not None]
    return participation(some) if some else None


def boards(at: Tournament, issue: int, cards: Mapping[int, str]) -> CupBoards:
    """The boards of an issue that is over. cards: by number."""
    assert at.cup is not None
    one = at.cup.composed[issue]
    won = {who: whists for (number, who), whists in at.state.issues.items() if number == issue}
    return CupBoards(
        issue,
        {who: at.state.name(who) for who in won},
        tuple(
            CupBoard(
                board,
                cards[board],
                alone(at.setup.about.game).mark(board).value,
                one.notes.get(board, ""),
                {who: str(whists[nth]) for who, whists in won.items()},
            )
            for nth, board in enumerate(sorted(one.boards))
        ),
    )
