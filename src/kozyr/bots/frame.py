"""The one door to every bot: a view in, a legal event out, the same for the same seed.

A bot draws its chance from the seed and from what the view shows. So a deal can be replayed, and hidden cards cannot
leak into a decision. A `Budget` limits the thinking. Counted in nodes the answer is the same everywhere; counted in
seconds it is the best one found by then.

A game's module here is a `Player`. Nothing in this file knows any game but by the name in its view.
"""

from __future__ import annotations

import hashlib
import math
import random
import time
from collections.abc import Mapping, Sequence
from typing import Final, Literal, Protocol, TypeAlias, get_args

import msgspec

from kozyr.games import AnyView, Event, View, games, part

Level: TypeAlias = Literal["random", "novice", "amateur", "club", "strong", "expert"]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
# The levels that err, by the level that thinks for them: they differ from it only by their choice of what it weighed.
_MINDS: Final[Mapping[str, Level]] = {"amateur": "club", "strong": "expert"}
# A style that is not the plain one stands behind the level, as `club+bold`: how often it adds `Player.daring`.
_STYLES: Final[Mapping[str, float]] = {"cautious": -1.0, "bold": 1.0}
_MOST: Final = 3.0  # the dearest slip: so many times the loss that `Player.slips` names
_NOTHING: Final = 0.05  # of any unit: what nobody would call a slip


class Candidate(msgspec.Struct, frozen=True):
    """A weighed event: its score, and the reason as a code and parameters for a sentence in any language.

    Scores compare candidates of one decision, and `unit` names their unit. It is expected whists of the deal
    against all others together, or tricks. Elsewhere it is this side's points, IMPs or per cent of the matchpoints.
    A rule of thumb has weights.
    """

    event: Event
    score: float
    why: str
    facts: Mapping[str, float | str] = msgspec.field(default_factory=dict)
    unit: Literal["whists", "tricks", "weight", "points", "imps", "matchpoints", "chance"] = "weight"


class Budget(msgspec.Struct, frozen=True):
    """How long a bot may think about one decision; a limit of None does not bind."""

    nodes: int | None = None
    """Positions that its searches may visit. The same budget gives the same answer."""
    seconds: float | None = None
    """Seconds by the clock for the whole decision.

    They are never exceeded by more than the last step of a rule of thumb.
    """


_BUDGETS: Final[Mapping[str, Budget]] = {"club": Budget(nodes=600_000), "expert": Budget(nodes=5_000_000)}


class Purse:
    """The rest of a budget during a decision."""

    def __init__(self, budget: Budget) -> None:
        self._nodes = budget.nodes
        self._begun = time.perf_counter()
        self._end = None if budget.seconds is None else self._begun + budget.seconds

    def spend(self, nodes: int) -> None:
        """Charge the positions that a search has visited."""
        if self._nodes is not None:
            self._nodes -= nodes

    def close(self) -> None:
        """Leave nothing: the searches have visited what a decision may cost, whatever they were charged."""
        self._nodes = 0

    @property
    def nodes(self) -> int | None:
        """The positions that are left, never below nought. None: no limit."""
        return None if self._nodes is None else max(0, self._nodes)

    @property
    def empty(self) -> bool:
        """Whether nothing is left."""
        if self._nodes is not None and self._nodes <= 0:
            return True
        return self._end is not None and time.perf_counter() >= self._end

    @property
    def timed(self) -> bool:
        """Whether the clock counts."""
        return self._end is not None

    @property
    def half_gone(self) -> bool:
        """Whether half of the time is over, so that the prepared worlds must do."""
        return self._end is not None and 2 * time.perf_counter() >= self._begun + self._end

    @property
    def seconds(self) -> float | None:
        """The time that is left, never nought. None: no limit."""
        return None if self._end is None else max(1e-6, self._end - time.perf_counter())


class Player(Protocol):
    """The interface of a game's module in this layer; a game without one is played at random."""

    levels: tuple[Level, ...]  # that there are, from the weakest
    takes_offers: bool  # a bot may choose an offer in place of a legal event
    # Of the levels that err, by unit: the loss that makes a slip e times rarer.
    slips: Mapping[Level, Mapping[str, float]]
    ventures: tuple[type[Event], ...]  # the calls that a style shifts
    daring: Mapping[str, float]  # by unit: what a bold bot thinks them worth beyond others; without any: no styles

    def offered(self) -> tuple[Level, ...]:
        """The levels worth offering now; a level that lacks what it needs plays as a weaker one."""

    def weigh(self, view: AnyView, level: Level, chance: random.Random, purse: Purse) -> list[Candidate]:
        """The candidates of a bot of this level, the best first."""

    def seen(self, view: AnyView) -> tuple[object, ...]:
        """The facts on which a bot's chance depends, besides the common parts of views."""


def player(game: str) -> Player | None:
    """The bots of a game. None: there are none.

    Raises:
        ValueError: there is no such game.
    """
    found: Player | None = part("bots", game)
    return found


def levels(game: str) -> tuple[Level, ...]:
    """The levels that are offered at a game, from the weakest; none if there is no such game."""
    if game not in games():
        return ()
    found = player(game)
    return ("random",) if found is None else found.offered()


def styles(game: str) -> tuple[str, ...]:
    """The styles besides the plain one that bots of a game have; none if there is no such game."""
    found = player(game) if game in games() else None
    return tuple(_STYLES) if found is not None and found.daring else ()


def names(game: str) -> tuple[str, ...]:
    """The names of all bots that are offered at a game: its levels, and these with each style, as `club+bold`."""
    plain = levels(game)
    return (*plain, *(f"{level}+{style}" for level in plain if level != "random" for style in styles(game)))


def choose(view: AnyView, level: str = "novice", seed: int = 0, budget: Budget | None = None) -> Event:
    """The bot's event: one of `view.legal`, or of `view.offers` where its game lets it choose them.

    level: one of `names` of the game. seed: the same seed, view and budget of nodes give the same event. budget: None
    is the level's usual one.

    Raises:
        ValueError: no such level of this game, or the view's seat has nothing to decide.
    """
    _check(view, level)
    found = player(view.game)
    forced = len(view.legal) == 1 and (found is None or not found.takes_offers)
    return view.legal[0] if forced else _weighed(view, level, seed, budget)[0].event


def explain(view: AnyView, level: str = "novice", seed: int = 0, budget: Budget | None = None) -> tuple[Candidate, ...]:
    """The candidates of the bot. The first one is that which `choose` takes; the others follow, the best first.

    A level that errs may take a worse one. Its facts then have `slip`, the loss beside the best, in its unit.

    Raises:
        ValueError: as `choose`.
    """
    _check(view, level)
    return _weighed(view, level, seed, budget)


def _weighed(view: AnyView, name: str, seed: int, budget: Budget | None) -> tuple[Candidate, ...]:
    found, chance = player(view.game), chance_of(view, seed)
    if found is None or name == "random":
        return (Candidate(chance.choice(view.legal), 0.0, "random"),)
    style = name.partition("+")[2]
    weighed: Sequence[Candidate] = found.weigh(view, mind(name), chance, Purse(budget or budget_of(name)))
    if style:
        weighed = _styled(weighed, found, _STYLES[style])
    heat = found.slips.get(level(name), {}).get(weighed[0].unit)
    return tuple(weighed if heat is None else _slipped(weighed, heat, chance_of(view, seed)))


def _styled(weighed: Sequence[Candidate], own: Player, sign: float) -> Sequence[Candidate]:
    """The same as a bold or a cautious bot values it: what it ventures is worth more to it, or less.

    The best venture and the best of the others change places only where that turns their order: a game may have put
    one before the other for more than their scores.
    """
    added = {unit: sign * more for unit, more in own.daring.items()}
    moved = [
        msgspec.structs.replace(one, score=one.score + added.get(one.unit, 0.0))
        if isinstance(one.event, own.ventures)
        else one
        for one in weighed
    ]
    first = moved[0]
    wanted = isinstance(first.event, own.ventures) != (sign > 0)  # whether the style may turn this choice
    other = next((one for one in moved if isinstance(one.event, own.ventures) == (sign > 0)), None)
    if wanted and other is not None and other.unit == first.unit and other.score > first.score:
        first = other
    return [first, *(one for one in moved if one is not first)]


def _slipped(weighed: Sequence[Candidate], heat: float, chance: random.Random) -> Sequence[Candidate]:
    """The same with the choice of a bot that errs first: the dearer a slip, the rarer, and none beyond a bound.

    Only choices of the same unit count: a rule of thumb or an untried call knows no loss. The chance is drawn anew, so
    that the draw depends on the seed and the view alone.
    """
    best = weighed[0]
    losses = [max(0.0, best.score - one.score) if one.unit == best.unit else math.inf for one in weighed]
    odds = [math.exp(-loss / heat) if loss <= _MOST * heat else 0.0 for loss in losses]
    at = chance.choices(range(len(weighed)), odds)[0]
    if losses[at] < _NOTHING:
        return [weighed[at], *weighed[:at], *weighed[at + 1 :]]
    slip = msgspec.structs.replace(weighed[at], facts={**weighed[at].facts, "slip": round(losses[at], 3)})
    return [slip, *weighed[:at], *weighed[at + 1 :]]


def mind(name: str) -> Level:
    """The level that thinks for a bot of this name: its own, but of a level that errs another."""
    plain = level(name)
    return _MINDS.get(plain, plain)


def level(name: str) -> Level:
    """The level of a bot of this name, whatever its style.

    Raises:
        ValueError: there is no such level.
    """
    plain = name.partition("+")[0]
    found = next((one for one in LEVELS if one == plain), None)
    if found is None:
        raise ValueError(f"no level {plain!r}; there are: {', '.join(LEVELS)}")
    return found


def budget_of(level: str) -> Budget:
    """The usual budget of a level for a decision."""
    return _BUDGETS.get(mind(level), Budget())


def chance_of(view: AnyView, seed: int) -> random.Random:
    """A bot's chance for a decision that is no event of the game; see `choose`."""
    found = player(view.game)
    return _chance(view, () if found is None else found.seen(view), seed)


def _check(view: AnyView, name: str) -> None:
    """Refuse what no bot of this name decides."""
    if not isinstance(view, View):  # a state would tell all hands
        raise ValueError(f"a bot plays from a View, as state.view(seat); no bot plays from a {type(view).__name__}")  # noqa: TRY004 - as every other refusal of this door
    found = player(view.game)
    there: tuple[Level, ...] = ("random",) if found is None else found.levels
    level, plus, style = name.partition("+")
    if level not in there:
        raise ValueError(f"no bot of level {level!r} at {view.game}; there are: {', '.join(there)}")
    if plus and (level == "random" or style not in styles(view.game)):
        have = ", ".join(styles(view.game)) or "the plain one alone"
        raise ValueError(f"no style {style!r} of a {level} at {view.game}; there are: {have}")
    if not view.legal:
        raise ValueError(f"{view.seat.value if view.seat else 'a kibitzer'} has nothing to decide now")


def _chance(view: AnyView, own: tuple[object, ...], seed: int) -> random.Random:
    """The chance of a decision, which depends only on the seed and on the viewer's sight."""
    hands = {seat: {"count": hand.count, "cards": hand.cards} for seat, hand in view.hands.items()}
    seen = (view.seat, view.terms.number, hands, *own, view.trick, view.history)
    digest = hashlib.blake2b(msgspec.json.encode((seed, view.phase, *seen)), digest_size=8).digest()
    return random.Random(int.from_bytes(digest, "big"))  # noqa: S311 - taste, not a secret
