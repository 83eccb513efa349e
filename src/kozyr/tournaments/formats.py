"""Formats of events above a single session: Olympic, compensation, team matches, the cup, a league.

Facts in, tables out.

No lot is drawn here but the cup's consolation, whose seed is committed before. Equal entrants without a tie-break keep
the given order. A director who wants a lot gives them in its order.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from kozyr.games.refusal import Refused
from kozyr.tournaments.scoring import Place, Score, ranked
from kozyr.tournaments.victory import Vp, victory_points

Person: TypeAlias = int | str  # a number, or a name
Fill: TypeAlias = Literal["mixed", "byes", "lucky_loser"]

_TABLE: Final = (3, 4)  # how many can sit at one of preferans (PT-0.8)
_NUMBERS: Final = {2: "two", 3: "three", 4: "four"}


class Party(NamedTuple):
    """The result of an entrant in a pulka, rubber or party: whists or points, and its number of deals."""

    entrant: int
    won: Score
    deals: int

    @property
    def rating(self) -> Fraction:
        """Whists per deal (PT-III.2); nought of no deals."""
        return Fraction(self.won) / self.deals if self.deals else Fraction(0)


# --- Olympic -----------------------------------------------------------------------------------------------


class Seating(NamedTuple):
    """How many sit at each table of a round; byes go on without playing, lucky losers come back to fill a table."""

    tables: tuple[int, ...]
    byes: int = 0
    lucky: int = 0


def sizes(players: int, at: Sequence[int] = _TABLE) -> tuple[int, ...]:
    """The numbers at the tables: the most that fit, or one fewer where the total needs it; empty: impossible.

    at: how many can sit at a table, the fewest first. By three and four 1, 2 and 5 cannot be seated.
    """
    least, most = at[0], at[-1]
    for fewer in range(most if least < most else 1):
        full, left = divmod(players - least * fewer, most)
        if full >= 0 and not left:
            return (most,) * full + (least,) * fewer
    return ()


def olympic_seating(players: int, losers: int = 0, fill: Fill = "mixed", at: Sequence[int] = _TABLE) -> Seating:
    """The seating of a round of `players` entrants (PT-II.1, C-TOUR-5).

    losers: the entrants that the round before put out. With `mixed` a number that does not fit the tables takes the
    best of them. With `lucky_loser` so does a number that does not fit tables of four. With `byes` as few as
    possible go on without playing; so they do where no loser can come back. at: the sizes of tables, the smallest
    first.

    Raises:
        ValueError: too few, and no loser to fill the table.
    """
    most = at[-1]
    wanting = -players % most
    if fill == "lucky_loser" and 0 < wanting <= losers:
        return Seating((most,) * ((players + wanting) // most), lucky=wanting)
    if tables := sizes(players, at):
        return Seating(tables)
    lucky = ((extra, sizes(players + extra, at)) for extra in range(1, most) if extra <= losers)
    waiting = ((byes, sizes(players - byes, at)) for byes in range(1, most) if players - byes >= at[0])
    back = next((Seating(tables, lucky=extra) for extra, tables in lucky if tables), None)
    on = next((Seating(tables, byes=byes) for byes, tables in waiting if tables), None)
    if found := (on or back) if fill == "byes" else (back or on):
        return found
    raise Refused("no_table_of", "PT-II.4", players=players, size=_of(at))


def _of(at: Sequence[int]) -> str:
    return " or ".join(_NUMBERS[size] for size in at)


class Through(NamedTuple):
    """The entrants who go on: the winners table by table, and the best losers by whists per deal."""

    winners: tuple[int, ...]
    lucky: tuple[int, ...]
    equal: tuple[int, ...] = ()
    """Entrants with equal results of whom only some go on: a lot decides."""


def olympic_round(
    tables: Sequence[Sequence[Party]],
    per_table: int = 1,
    fill: Fill = "mixed",
    byes: int = 0,
    at: Sequence[int] = _TABLE,
    seed: str = "",
) -> Through:
    """The entrants of the next round (PT-II.2): the first or the first two of each table, by this party alone (PT-II.3).

    byes: how many wait in the next round already. at: the sizes of tables, the smallest first. seed: of the lot that
    parts equals, by SHA-256 of it, a colon and the entrant's number; empty: equals keep their order.

    Raises:
        ValueError: a table has no loser, or the next round cannot be seated.
    """
    winners: list[int] = []
    losers: list[Party] = []
    equal: list[int] = []

    def first(some: Sequence[Party], count: int, worth: Callable[[Party], Score]) -> list[Party]:
        """The best of them; who is equal at the line is noted, and parted by the lot."""
        drawn = sorted(some, key=lambda party: ticket(seed, party.entrant)) if seed else some
        order = sorted(drawn, key=worth, reverse=True)
        if 0 < count < len(order) and worth(order[count - 1]) == worth(order[count]):
            equal.extend(party.entrant for party in some if worth(party) == worth(order[count]))
        return order

    for table in tables:
        if not 1 <= per_table < len(table):
            raise Refused("cannot_go_on", "PT-II.2", some=per_table, size=len(table))
        order = first(table, per_table, lambda party: party.won)
        winners += (party.entrant for party in order[:per_table])
        losers += order[per_table:]
    if len(tables) == 1 and not byes:
        return Through(tuple(winners), (), tuple(equal))  # the last table plays for the prizes (PT-II.4)
    lucky = olympic_seating(len(winners) + byes, len(losers), fill, at).lucky
    best = first(losers, lucky, lambda party: party.rating)[:lucky]
    return Through(tuple(winners), tuple(party.entrant for party in best), tuple(equal))


def ticket(seed: str, entrant: int) -> bytes:
    """An entrant's ticket in a lot: SHA-256 of the seed, a colon and the entrant's number (PC-3.2d)."""
    return hashlib.sha256(f"{seed}:{entrant}".encode()).digest()


# --- compensation ------------------------------------------------------------------------------------------


def compensation_seating(ratings: Mapping[int, Score], at: Sequence[int] = _TABLE) -> tuple[tuple[int, ...], ...]:
    """The next round: the highest rated at the first table, the next at the second (PT-III.1).

    at: how many can sit at a table, the fewest first.

    Raises:
        ValueError: a number that fills no such tables.
    """
    order = [place.entrant for place in ranked(ratings)]
    tables = sizes(len(order), at)
    if not tables:
        raise Refused("no_tables_of", "PT-0.8", players=len(order), size=_of(at))
    ends = [sum(tables[: nth + 1]) for nth in range(len(tables))]
    return tuple(tuple(order[end - size : end]) for end, size in zip(ends, tables, strict=True))


def ratings(rounds: Iterable[Iterable[Party]]) -> dict[int, Fraction]:
    """Each entrant's rating: the whists per deal of every round, added up (PT-III.2)."""
    found: dict[int, Fraction] = {}
    for parties in rounds:
        for party in parties:
            found[party.entrant] = found.get(party.entrant, Fraction(0)) + party.rating
    return found


def extra_column(values: Sequence[Score], x: int, y: int) -> tuple[int, ...]:
    """The column of a deal: x whists for a positive result, y for any other (PT-III.3)."""
    return tuple(x if value > 0 else y for value in values)


class Balance(NamedTuple):
    """A y for which the mean of the column is nought, and between which two it lies with 95 per cent."""

    y: Fraction
    low: Fraction
    high: Fraction


def balanced(deals: Sequence[Sequence[Score]], x: int) -> Balance:
    """The y that balances an x, from the values of played deals, player by player (C-TOUR-3).

    The interval is of the part of positive results, deal by deal, since the results of one deal depend on each
    other. It tells how far the number of deals can be trusted.

    Raises:
        ValueError: every result is positive, or none is; or a single deal, which gives no interval.
    """
    positive = [sum(value > 0 for value in deal) for deal in deals]
    results = sum(map(len, deals))
    part = Fraction(sum(positive), results) if results else Fraction(0)
    if not 0 < part < 1:
        raise Refused("unbalanced", "C-TOUR-3")
    if len(deals) < 2:
        raise Refused("one_deal")
    spread = sum((many - part * len(deal)) ** 2 for many, deal in zip(positive, deals, strict=True))
    error = 1.96 * math.sqrt(spread * len(deals) / (len(deals) - 1)) / results
    step = Fraction(error).limit_denominator(10**6)
    most, least = min(part + step, 1 - Fraction(1, results)), max(part - step, Fraction(0))
    return Balance(-x * part / (1 - part), -x * most / (1 - most), -x * least / (1 - least))


# --- team matches ------------------------------------------------------------------------------------------


class Lineup(msgspec.Struct, frozen=True):
    """A team's four in a series, by number or name: the pair of the open room, the pair of the closed one (B-TEAM-3)."""

    open_room: tuple[Person, Person]
    closed_room: tuple[Person, Person]

    @property
    def four(self) -> tuple[Person, ...]:
        """All players of the line-up."""
        return (*self.open_room, *self.closed_room)


class Series(msgspec.Struct, frozen=True):
    """A part of a match between two breaks: its boards, and its players (B-TEAM-3)."""

    boards: tuple[int, ...]
    team_a: Lineup
    team_b: Lineup


def series_of(boards: Sequence[int], most: int) -> tuple[tuple[int, ...], ...]:
    """The boards of each series of a match: two halves; one of all, where no more are agreed or it cannot be halved (B-TEAM-4)."""
    half, odd = divmod(len(boards), 2)
    return (tuple(boards),) if most < 2 or odd or not half else (tuple(boards[:half]), tuple(boards[half:]))


def sits_first(series: int) -> Literal["A", "B"]:
    """The team that names its four first in a series, counted from 1; the other captain chooses after it, by turns (B-TEAM-4)."""
    return "A" if series % 2 else "B"


def check_lineup(team: Collection[Person], lineup: Lineup) -> None:
    """Refuse a line-up that a team cannot have.

    Raises:
        ValueError: a team is not four to six, or a person plays twice or is of another team (B-TEAM-3).
    """
    if not 4 <= len(set(team)) <= 6:
        raise Refused("team_size", "B-TEAM-3", members=len(set(team)))
    if len(set(lineup.four)) != 4:
        raise Refused("four_players", "B-TEAM-3")
    strangers = sorted(map(str, set(lineup.four) - set(team)))
    if strangers:
        raise Refused("not_of_team", "B-TEAM-3", names=", ".join(strangers))


def rooms(series: Series) -> dict[str, dict[str, Person]]:
    """The seats: team A N-S in the open room and E-W in the closed one, team B the other way (B-TEAM-2, B-TEAM-4)."""
    (an, as_), (bn, bs) = series.team_a.open_room, series.team_b.open_room
    (ae, aw), (be, bw) = series.team_a.closed_room, series.team_b.closed_room
    return {
        "open": {"N": an, "E": bn, "S": as_, "W": bs},
        "closed": {"N": be, "E": ae, "S": bw, "W": aw},
    }


def halves(boards: Sequence[int]) -> tuple[dict[str, tuple[int, ...]], dict[str, tuple[int, ...]]]:
    """The boards of each room before the arbiter carries them over, and after (B-TEAM-5, B-TEAM-6)."""
    middle = (len(boards) + 1) // 2
    first, second = tuple(boards[:middle]), tuple(boards[middle:])
    return {"open": first, "closed": second}, {"open": second, "closed": first}


# --- the cup and the league --------------------------------------------------------------------------------


class Cup(NamedTuple):
    """The table of a cup's qualifying: all entrants by the sum of the issues, and the finalists."""

    places: tuple[Place, ...]
    finalists: tuple[int, ...]


def cup(issues: Sequence[Mapping[int, Score]], finalists: int = 10) -> Cup:
    """The sum of all issues; the best reach the final, with all who are equal to the last of them (PT-M.4).

    A missed issue counts nought.
    """
    sums: dict[int, Fraction] = {}
    for issue in issues:
        for entrant, won in issue.items():
            sums[entrant] = sums.get(entrant, Fraction(0)) + won
    places = ranked(sums)
    return Cup(places, tuple(place.entrant for place in places if place.rank <= finalists))


def commitment(seed: bytes) -> str:
    """The published commitment to a lottery's seed, which cannot be chosen afterwards: SHA-256, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def lottery(seed: bytes, entrants: Collection[int], prizes: int) -> tuple[int, ...]:
    """The winners of the consolation lottery among those who missed the final (PT-M.4).

    They are in the order of SHA-256 of the seed, a colon and the entrant's number, so the draw can be repeated.
    """

    def ticket(entrant: int) -> bytes:
        return hashlib.sha256(seed + b":" + str(entrant).encode()).digest()

    return tuple(sorted(entrants, key=ticket)[:prizes])


class Entrant(NamedTuple):
    """An entrant's own facts (PT-M.5)."""

    country: str
    city: str
    age: int | None = None


class Numbers(msgspec.Struct, frozen=True):
    """The countries, cities and ages of entrants, as far as they are told (PT-M.5). told: how many have told any."""

    told: int
    countries: int
    cities: int
    youngest: int | None
    oldest: int | None


def participation(people: Collection[Entrant]) -> Numbers:
    """The numbers of an event's entrants (PT-M.5); a city is counted with its country, an untold fact not at all."""
    ages = [one.age for one in people if one.age is not None]
    return Numbers(
        len(people),
        len({one.country for one in people if one.country}),
        len({(one.country, one.city) for one in people if one.city}),
        min(ages, default=None),
        max(ages, default=None),
    )


class Match(NamedTuple):
    """A match of a league: two teams, and the IMPs by which the first has won."""

    home: int
    away: int
    imps: int
    boards: int = 24


def league(matches: Iterable[Match], scale: Vp = "24 boards") -> tuple[Place, ...]:
    """The table of a league: each team is credited with its victory points of every match (B-VP-2)."""
    points: dict[int, Fraction] = {}
    for match in matches:
        won, lost = victory_points(match.imps, scale, match.boards)
        points[match.home] = points.get(match.home, Fraction(0)) + won
        points[match.away] = points.get(match.away, Fraction(0)) + lost
    return ranked(points)


def master_points(places: Sequence[Place], weight: int) -> dict[int, Fraction]:
    """Master points of a final table: weight x (entrants - rank) / (entrants - 1); equals share their mean rank.

    The organiser of a league publishes the weight of each event (PT-I.9).
    """
    count = len(places)
    if count < 2:
        return {place.entrant: Fraction(weight) for place in places}
    tied = [place.rank for place in places]
    return {
        place.entrant: weight * (count - place.rank - Fraction(tied.count(place.rank) - 1, 2)) / (count - 1)
        for place in places
    }
