"""Ratings: a fold over the deals of rated tables, in the order in which they ended.

Luck drowns skill in one deal. So a deal compares its sides by what was written less what experts make of the same cards
from the same sheet. docs/ratings.md says what counts, and decision 13 why it is counted so.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias

import msgspec

from kozyr.club.acts import TableTerms
from kozyr.games import AnyMatch
from kozyr.games.refusal import Refused
from kozyr.review import sides

Pool: TypeAlias = Literal["people", "bots"]

CLUBS: Final = "bot:"  # before the level of a bot of the club, in place of an account
MEAN: Final = 1500.0  # of a pool, where everybody begins
LEAST: Final = 60  # deals below which nothing is said
_SCALE: Final = 400 / math.log(10)  # 400 points above another: ten of eleven deals go better, as in chess
_BETA: Final = _SCALE / math.sqrt(2)
_FIRST: Final = 2 * _BETA  # the deviation of somebody unknown
_DRIFT: Final = 1.0  # points by which skill may change from deal to deal
_NORMAL: Final = 1.96  # half of a 95 % interval, in deviations


class Side(msgspec.Struct, frozen=True):
    """Those who win and lose a deal together, all people or all bots, and what they made of it more than experts do.

    who: accounts; of a bot of the club `bot:` and its level. score: in the unit of the sheet.
    """

    pool: Pool
    who: tuple[str, ...]
    score: Fraction


def exact(kind: type, value: object) -> Fraction:
    """An exact number out of JSON. For msgspec's `dec_hook`."""
    if kind is not Fraction or not isinstance(value, (int, str)):
        raise TypeError(f"{value!r} is no {kind.__name__}")
    return Fraction(value)


SIDES: Final = msgspec.json.Decoder(tuple[Side, ...], dec_hook=exact)


class RatedDeal(msgspec.Struct, frozen=True):
    """A deal of a rated table."""

    game: str
    sides: tuple[Side, ...]


class Key(NamedTuple):
    """Whose rating it is."""

    game: str
    pool: Pool
    who: str


class Rating(msgspec.Struct, frozen=True):
    """A skill as a normal distribution, in points, and how many deals it rests on."""

    mean: float = MEAN
    deviation: float = _FIRST
    deals: int = 0

    @property
    def interval(self) -> float:
        """Half of the 95 % interval."""
        return _NORMAL * self.deviation

    @property
    def told(self) -> bool:
        """Whether it rests on enough deals to be told."""
        return self.deals >= LEAST


Ratings: TypeAlias = Mapping[Key, Rating]


def _share(_c: float, sides: int, *_: object) -> float:
    """How much of a deal's evidence is new: of three sides that are compared two by two, each comparison says a third again."""
    return 2 / sides


class _Skill(Protocol):
    """A rating as openskill has it."""

    mu: float
    sigma: float


class _Model(Protocol):
    """A model of openskill."""

    def rating(self, mu: float, sigma: float) -> _Skill:
        """A skill."""

    def rate(self, teams: list[list[_Skill]], ranks: list[float]) -> list[list[_Skill]]:
        """The skills after a result; the best side has the lowest rank, equal ones are a draw."""


@cache
def _model() -> _Model:
    """Loaded with the first rated deal: the workers that review deals, and a club that rates none, do without."""
    made: _Model = importlib.import_module("openskill.models").BradleyTerryFull(
        mu=MEAN, sigma=_FIRST, beta=_BETA, tau=_DRIFT, gamma=_share
    )
    return made


def check(terms: TableTerms, match: AnyMatch, people: int, *, brought: bool) -> None:
    """Whether the deals of a table with these terms can be rated. people: chairs without a bot. brought: it brings its own deals.

    Raises:
        Refused: it is to be rated and cannot be.
    """
    if not terms.rated:
        return
    each = sides(match)
    if len(each) < 2 or len({len(one) for one in each}) > 1:
        raise Refused("rated_sides")
    if terms.hints:
        raise Refused("rated_hints")
    if brought:
        raise Refused("rated_file")
    if people < 2:
        raise Refused("rated_alone")


def follow(deals: Iterable[RatedDeal], before: Ratings | None = None) -> dict[Key, Rating]:
    """The ratings after these deals, in their order. before: those after the deals before them; they stay as they are."""
    found = dict(before or {})
    for deal in deals:
        for pool in ("people", "bots"):
            some = compared(deal.sides, pool)
            if some:
                _rate(found, deal.game, pool, some)
    return found


def compared(sides: Sequence[Side], pool: Pool) -> list[Side]:
    """The sides of a pool that a deal compares; none where there is no other side, sides are not alike, or one sits on two."""
    some = [side for side in sides if side.pool == pool]
    everybody = [who for side in some for who in side.who]
    alike = len({len(side.who) for side in some}) == 1 and len(set(everybody)) == len(everybody)
    return some if len(some) > 1 and alike else []


def _rate(found: dict[Key, Rating], game: str, pool: Pool, sides: Sequence[Side]) -> None:
    keys = [[Key(game, pool, who) for who in side.who] for side in sides]
    was = [[found.get(key, Rating()) for key in some] for some in keys]
    order = sorted({side.score for side in sides}, reverse=True)
    ranks = [float(1 + order.index(side.score)) for side in sides]  # exact scores; equal ones are a draw
    teams = [[_model().rating(one.mean, one.deviation) for one in some] for some in was]
    now = _model().rate(teams, ranks)
    for some, olds, news in zip(keys, was, now, strict=True):
        for key, old, new in zip(some, olds, news, strict=True):
            found[key] = _after(old, new)


def _after(old: Rating, new: _Skill) -> Rating:
    return Rating(new.mu, new.sigma, old.deals + 1)
