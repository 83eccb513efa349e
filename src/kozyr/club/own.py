"""One's own problems: the dearest decisions of one's own past deals, asked again as they stood then.

A fold over the post-mortems that are kept, which may be dropped. The hand is the one that was held, the others are hidden,
and a choice is judged as the post-mortem judges it: by what is seen. A wrong one is followed by the next tricks with all hands seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from kozyr.club import wire
from kozyr.club.mine import briefs
from kozyr.club.problems import ProblemTold, ProblemWrong, TakeProblem
from kozyr.club.reviews import LEVEL, Played, moment
from kozyr.club.staged import Stage as Scene, Staged
from kozyr.games import Deal as Dealt, Entry, Event, IllegalEvent, Refusal, game
from kozyr.games.record import Step
from kozyr.games.refusal import Refused
from kozyr.review import NOTHING, reviewer, seen, sure
from kozyr.review.account import Stage
from kozyr.review.reviewing import seed_of
from kozyr.store import Brief as Row

OWN: Final = "own"  # the theme, and how the names of one's own problems begin
_MANY: Final = 60  # of a game
_SHOWN: Final = 12  # events after a wrong choice: nobody watches a whole deal for one card


class OwnProblem(msgspec.Struct, frozen=True):
    """One of one's own problems. over: when its deal ended, in milliseconds. cost: in `unit`, by what was seen."""

    game: str
    name: str
    stage: Stage
    over: int
    cost: float
    unit: str


class Place(NamedTuple):
    """The move that a problem of one's own is about."""

    table: str
    deal: int
    at: int


def place(name: str) -> Place | None:
    """The move of a problem's name, `own-TABLE-DEAL-MOVE`; None: it is no problem of one's own."""
    head, *numbers = name.rsplit("-", 2)
    table = head.removeprefix(f"{OWN}-")
    if table == head or len(numbers) != 2 or not all(one.isdecimal() for one in numbers):
        return None
    return Place(table, int(numbers[0]), int(numbers[1]))


def own_problems(rows: Sequence[Row]) -> tuple[OwnProblem, ...]:
    """The problems of one player game by game, the dearest first. rows: the latest deals first.

    Costs in another unit than most of a game are left out, as are decisions whose better choice is not told.
    """
    found: dict[str, list[OwnProblem]] = {}
    for row in rows:
        mine = briefs(row.brief).get(row.name)
        for one in () if mine is None else mine.dear:
            if mine is not None and one.seen is not None and one.seen.better:
                name = f"{OWN}-{row.table_id}-{row.deal}-{one.seq}"
                own = OwnProblem(row.game, name, one.stage, mine.over, one.seen.score, one.seen.unit)
                found.setdefault(row.game, []).append(own)
    told: list[OwnProblem] = []
    for _, some in sorted(found.items()):
        unit = Counter(one.unit for one in some).most_common(1)[0][0]
        told += sorted((one for one in some if one.unit == unit), key=lambda one: -one.cost)[:_MANY]
    return tuple(told)


def posed(asked: tuple[Played, int, TakeProblem]) -> bytes | Refusal:
    """Where a problem of one's own stands, encoded; or why nothing can be told. It belongs in another process."""
    of, at, wanted = asked
    try:
        return wire.encode(_posed(of, at, [bytes(one) for one in wanted.choices]))
    except Refused as error:
        return error.refusal
    except IllegalEvent as error:
        return Refusal("problem_choice", error.illegal.law)
    except (msgspec.DecodeError, ValueError):
        return Refusal("problem_choice")


def _posed(of: Played, at: int, choices: Sequence[bytes]) -> ProblemTold:
    """The state of the problem.

    Raises:
        Refused: the move is no decision, or there is nothing more to choose. IllegalEvent: the choice is against the rules.
        ValueError: it is no event.
    """
    run, seat = moment(of, at)
    scene = Scene(of.game, of.preset, of.begun, seat, LEVEL, frozenset())
    snap = Staged(scene).snap(tuple(run))
    told = ProblemTold(OWN, 1, "", 0, "tricks", snap, (), None, done=False, over=of.over)
    if not choices:
        return told
    if len(choices) > 1:
        raise Refused("problem_over")
    part, state, cards = reviewer(of.game), run[-1].after.state, run[0].entry.event
    if part is None or state is None or not isinstance(cards, Dealt):
        raise Refused("no_such_decision")
    event = game(of.game).decoder.decode(choices[0])
    illegal = state.why_not(event, seat)
    if illegal is not None:
        raise IllegalEvent(event, state, illegal)
    cost = seen(state, seat, event, seed_of(cards), part)
    if cost is None:  # a claim, say, which nobody weighs
        raise Refused("problem_choice")
    since, then = len(run), next(one.event for one in of.entries if one.seq == at)
    run.append(run[-1].after.step(Entry(since + 1, seat, event)))
    if sure(cost) <= NOTHING:
        return replace(told, since=tuple(Staged(scene).evs(tuple(run), since)), then=then, done=True)
    better = tuple(one for one in state.legal() if part.word(one) == cost.better)
    return replace(
        told,
        unit=cost.unit,
        since=tuple(Staged(replace(scene, open=True)).evs(tuple(_onward(of, run)), since)),
        wrong=ProblemWrong(cost.score, better[:1]),
        then=then,
        done=True,
    )


def _onward(of: Played, run: list[Step]) -> list[Step]:
    """The deal played on for some events with all hands seen and no error, as far as somebody can say."""
    part = reviewer(of.game)
    assert part is not None
    valuer = part.valuer(run[0].before.match)
    for _ in range(_SHOWN):
        state = run[-1].after.state
        over = run[-1].outcome is not None or state is None or state.plain is not state
        event: Event | None = None if over or state is None else valuer.best(state)
        if state is None or event is None:
            break
        run.append(run[-1].after.step(Entry(len(run) + 1, state.actor, event)))
    return run
