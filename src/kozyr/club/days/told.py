"""Days and challenges on the wire, as an account sees them at a moment: until the window has closed, its own result alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

import msgspec

from kozyr.club.days.rules import NO_ENGINE, window
from kozyr.club.event.acts import CupKind
from kozyr.club.event.cup import committed, table_id
from kozyr.club.event.tournament import Tournament
from kozyr.deals import Reveal
from kozyr.games.refusal import Refusal
from kozyr.tournaments.part import alone
from kozyr.tournaments.scoring import matchpoints, ranked

MOST: Final = 100  # lines of a board or table that are told, the best first, besides the reader's own


class SharedWon(msgspec.Struct, frozen=True):
    """What a deal has brought."""

    line: str
    """Contract and result, as a table writes it (docs/events.md); empty: it is unfinished."""
    won: str
    """Whists, points, or points above the opponent's, as a fraction."""


class SharedMine(msgspec.Struct, frozen=True):
    """The reader's own attempt."""

    name: str
    """The reader's name there."""
    table: str | None
    """Where it is played. None: the reader has entered, and not begun."""
    done: int
    """How many deals are over."""
    won: tuple[SharedWon, ...]
    """The deals, once the attempt is counted; empty before."""


class SharedLine(msgspec.Struct, frozen=True):
    """The line of somebody who has played a board to its end."""

    name: str
    line: str
    won: str
    percent: float | None
    """How many of the others have won less; equals count a half. None: there are no others."""
    table: str
    """The table, to look at."""


class SharedBoard(msgspec.Struct, frozen=True):
    """A board that nobody will play any more."""

    board: int
    cards: str
    first: str
    """The seat that has the word dealer; at preferans the first hand."""
    fair: Reveal
    count: int
    """How many have played it to its end."""
    lines: tuple[SharedLine, ...]


class SharedPlace(msgspec.Struct, frozen=True):
    """A line of the table of all deals."""

    rank: int | None
    """None: not all deals are played."""
    name: str
    done: int
    """How many deals are played."""
    total: str
    """The sum of all deals, as a fraction."""
    percent: float | None
    """The mean of the deals. None: there are no others."""


class SharedTold(msgspec.Struct, frozen=True):
    """A day's deal, or a challenge."""

    id: str
    kind: CupKind
    game: str
    preset: str
    level: str
    """Of the bots."""
    name: str
    """The day, or the challenger's name."""
    deals: int
    now: int
    opens: int
    closes: int
    seals: Mapping[int, str]
    """The commitment to each board (docs/fair.md)."""
    players: int
    """How many have begun."""
    why: Refusal | None
    """Why the reader may not play now. None: nothing is in the way."""
    mine: SharedMine | None
    counted: int = 0
    """How many results are counted: of everybody who has played all deals, and after the end of all others."""
    own: bool = False
    """Whether the reader has sent the challenge, and may end its time."""
    awaited: int = 0
    """How many results are still being counted after the end."""
    mixed: bool = False
    """Whether different bots have answered in results that are told."""
    percents: bool = False
    """Whether places follow from per cents, and not from sums."""
    boards: tuple[SharedBoard, ...] = ()
    """Empty until the window has closed."""
    places: tuple[SharedPlace, ...] = ()
    """Empty until the window has closed."""


class DayListed(msgspec.Struct, frozen=True):
    """A day's deal in the list."""

    game: str
    day: str
    opens: int
    closes: int
    players: int
    done: bool
    """Whether the reader has played it to its end."""
    why: Refusal | None


class DaysTold(msgspec.Struct, frozen=True):
    """The answer of `GET /api/days`: in each game yesterday's, today's and tomorrow's deal, where there are such."""

    now: int
    days: tuple[DayListed, ...]


class ChallengeListed(msgspec.Struct, frozen=True):
    """A challenge in the reader's list."""

    id: str
    game: str
    name: str
    """The challenger's name."""
    deals: int
    created: int
    closes: int
    players: int
    """How many have begun."""
    counted: int
    """How many results are counted."""
    own: bool
    """Whether the reader has sent it."""
    done: int | None
    """How many deals the reader has played. None: the reader has not begun."""


class ChallengesTold(msgspec.Struct, frozen=True):
    """The answer of `GET /api/challenges`: those that the reader has sent or plays, the newest first."""

    now: int
    challenges: tuple[ChallengeListed, ...]


class SharedTable(msgspec.Struct, frozen=True):
    """The answer to playing: the table. again: the attempt is over, and the first one counts."""

    table: str
    again: bool


def listed(at: Tournament, done: bool, why: Refusal | None) -> DayListed:
    """A day's deal in the list."""
    opens, closes = window(at)
    return DayListed(at.setup.about.game, at.setup.about.name, opens, closes, len(at.state.entrants), done, why)


def listed_challenge(at: Tournament, account: str, done: int | None) -> ChallengeListed:
    """A challenge in the list of an account."""
    about, state = at.setup.about, at.state
    return ChallengeListed(
        id=at.setup.id,
        game=about.game,
        name=about.name,
        deals=about.regulations.cup_deals_per_issue,
        created=at.setup.created,
        closes=window(at).closes,
        players=len(state.entrants),
        counted=len(state.issues),
        own=account == at.issues.by,
        done=done,
    )


def told(
    at: Tournament, account: str, done: int | None, now: int, why: Refusal | None, reveal: Callable[[int], Reveal]
) -> SharedTold:
    """A day's deal or a challenge. done: how many deals the reader has played; None: not begun. reveal: of a board that is over."""
    cup, about, state = at.issues, at.setup.about, at.state
    opens, closes = window(at)
    entrant = at.entrant(account)
    shown = SharedTold(
        id=at.setup.id,
        kind=cup.kind,
        game=about.game,
        preset=about.preset,
        level=cup.level,
        name=about.name,
        deals=about.regulations.cup_deals_per_issue,
        now=now,
        opens=opens,
        closes=closes,
        seals=committed(at),
        players=len(state.entrants),
        why=why,
        mine=None if entrant is None else _mine(at, entrant, done),
        counted=len(state.issues),
        own=bool(account) and account == cup.by,
    )
    if now < closes:
        return shown
    results = Results.of(at)
    return msgspec.structs.replace(
        shown,
        awaited=len(state.entrants) - len(state.issues),
        mixed=len({one for key in state.issues for one in cup.engines_of(*key)} - {NO_ENGINE}) > 1,
        percents=alone(about.game).by_percent,
        boards=tuple(_board(at, nth, results, entrant, reveal(board)) for nth, board in enumerate(committed(at))),
        places=_places(at, results, entrant),
    )


def _mine(at: Tournament, entrant: int, done: int | None) -> SharedMine:
    table = None if done is None else table_id(at.setup.id, 1, entrant)
    return SharedMine(at.state.name(entrant), table, done or 0, _won(at, entrant))


def _won(at: Tournament, entrant: int) -> tuple[SharedWon, ...]:
    key = (1, entrant)
    whists, lines = at.state.issues.get(key, ()), at.state.issue_lines.get(key, ())
    return tuple(SharedWon(line, str(won)) for line, won in zip(lines, whists, strict=True))


class Results(NamedTuple):
    """The results of all deals: by deal, for each entrant who has played it to its end."""

    won: tuple[Mapping[int, Fraction], ...]
    percent: tuple[Mapping[int, Fraction | None], ...]

    @classmethod
    def of(cls, at: Tournament) -> Results:
        """The results so far."""
        deals = range(at.setup.about.regulations.cup_deals_per_issue)
        won = tuple(
            {
                who: whists[deal]
                for (_, who), whists in sorted(at.state.issues.items())
                if at.state.issue_lines[1, who][deal]
            }
            for deal in deals
        )
        return cls(won, tuple(map(_percents, won)))


def _percents(won: Mapping[int, Fraction]) -> dict[int, Fraction | None]:
    """How many of the others, in per cent, have won less; equals count a half (PT-I.8, B-PAIR-1)."""
    points, most = matchpoints(tuple(won.values())), 2 * (len(won) - 1)
    return {who: 100 * one / most if most else None for who, one in zip(won, points, strict=True)}


def _board(at: Tournament, nth: int, results: Results, entrant: int | None, fair: Reveal) -> SharedBoard:
    won, percent = results.won[nth], results.percent[nth]
    order = sorted(won, key=lambda who: (-won[who], who))
    lines = tuple(
        SharedLine(
            at.state.name(who),
            at.state.issue_lines[1, who][nth],
            str(won[who]),
            _rounded(percent[who]),
            table_id(at.setup.id, 1, who),
        )
        for who in _few(order, entrant)
    )
    first = alone(at.setup.about.game).mark(fair.deal).value
    return SharedBoard(fair.deal, fair.cards, first, fair, len(won), lines)


def _places(at: Tournament, results: Results, entrant: int | None) -> tuple[SharedPlace, ...]:
    deals, by_percent = len(results.won), alone(at.setup.about.game).by_percent
    done = {who: [deal for deal in range(deals) if who in results.won[deal]] for _, who in at.state.issues}
    total = {who: sum((results.won[deal][who] for deal in played), Fraction(0)) for who, played in done.items()}
    mean: dict[int, Fraction | None] = {}
    for who, played in done.items():
        some = [one for deal in played if (one := results.percent[deal][who]) is not None]
        mean[who] = sum(some, Fraction(0)) / len(some) if some else None
    worth = {who: (mean[who] or Fraction(0)) if by_percent else total[who] for who in done}
    places = ranked({who: one for who, one in worth.items() if len(done[who]) == deals})
    rank = {one.entrant: one.rank for one in places}
    order = [*rank, *sorted((who for who in done if who not in rank), key=lambda who: (-len(done[who]), who))]
    return tuple(
        SharedPlace(rank.get(who), at.state.name(who), len(done[who]), str(total[who]), _rounded(mean[who]))
        for who in _few(order, entrant)
    )


def _few(order: list[int], entrant: int | None) -> list[int]:
    """The first of them, and the reader."""
    return [*order[:MOST], *(who for who in order[MOST:] if who == entrant)]


def _rounded(percent: Fraction | None) -> float | None:
    return None if percent is None else round(float(percent), 1)
