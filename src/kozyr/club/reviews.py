"""The post-mortem of a table's deal, and the deal played again from one of its moments against bots.

Both are worked out in another process from the deal's entries; `postmortems` keeps what has been worked out. A deal that is
played again is sent as the messages of a table, so that the table's own page draws it.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec.structs import replace

from kozyr import bots
from kozyr.cards import Seat
from kozyr.club import wire
from kozyr.club.gauge import writer
from kozyr.club.ratings import Pool, Side
from kozyr.club.staged import Stage as Scene, Staged
from kozyr.club.table.customs import customs
from kozyr.games import Deal as Dealt, Entry, IllegalEvent, Progress, Refusal, game
from kozyr.games.record import Step, followed
from kozyr.games.refusal import Refused
from kozyr.review import Account, Reviewed, Weighed, review_steps
from kozyr.review.account import Stage, Unit
from kozyr.review.reviewing import Progress as Reviewing, seed_of

EDITION: Final = 7  # of what is kept; raise it with every change of a post-mortem, so that older ones are made again
LEVEL: Final = "club"  # of the bots in a deal that is played again
_BUDGET: Final = bots.Budget(nodes=300_000)  # of each of their decisions
_CHOICES: Final = 100
_MOST: Final = 400  # events of a deal; more would be an endless one
_KNOWN: Final = 64  # courses in memory, so that a choice costs one choice and not all before it


class Sitting(msgspec.Struct, frozen=True):
    """Those who win and lose a deal together, by their names on the sheet, as they sat there when its cards came."""

    names: tuple[str, ...]
    pool: Pool
    who: tuple[str, ...]


class Played(msgspec.Struct, frozen=True):
    """A deal that is over: the match before its cards, its entries numbered as in the table's log, and its public form.

    name: of this deal alone, by table and number. over: when it was over, in milliseconds. sides: those whom it is to rate,
    by what they are called on the sheet; none, where the table is not rated.
    """

    name: str
    game: str
    preset: str
    begun: Progress
    entries: tuple[Entry, ...]
    last: wire.Finished
    over: int = 0
    sides: tuple[Sitting, ...] = ()

    @property
    def upto(self) -> int:
        """The number of its last entry."""
        return self.entries[-1].seq


class ReviewTold(msgspec.Struct, frozen=True):
    """The post-mortem of a deal. Choices are tokens (docs/kz.md), moments the numbers of moves."""

    game: str
    unit: Unit
    deal: Reviewed


class RetryDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to play a deal again: the move before which it goes on, and the choices of its author so far."""

    at: Annotated[int, msgspec.Meta(ge=1, le=2**31)]
    choices: Annotated[
        list[Annotated[msgspec.Raw, msgspec.Meta(extra={"slot": "event"})]], msgspec.Meta(max_length=_CHOICES)
    ] = []


class RetryTold(msgspec.Struct, frozen=True):
    """The state of a deal that is played again.

    snap: before the last choice, or the moment where it goes on. since: the events since then. done: the deal is
    over.
    """

    snap: wire.Snap
    since: tuple[wire.Ev, ...]
    done: bool


class Lost(msgspec.Struct, frozen=True):
    """What a player's decisions of one stage cost in a deal by what was seen, all together. unit: of the expert's worlds."""

    stage: Stage
    unit: str
    decisions: int
    right: int
    """Those that cost nothing."""
    loss: float


class Brief(msgspec.Struct, frozen=True):
    """What the lists of a player need of a deal. dear: the dearest decisions, the dearest first. over: as `Played`."""

    unit: Unit
    account: Account
    lost: tuple[Lost, ...]
    dear: tuple[Weighed, ...]
    over: int
    made: bool | None
    """Whether the player's contract was made. None: it was another's."""


class Made(msgspec.Struct, frozen=True):
    """A post-mortem as it is kept: the whole as JSON, by player the brief of it, and what it is to a rating.

    rated: the sides as JSON; None: the deal is not rated.
    """

    told: bytes
    brief: str
    rated: str | None = None


def reviewed(asked: tuple[Played, str]) -> Made | Refusal:
    """The post-mortem, or why there is none; with the name of the gauge that tells how far it is.

    It takes seconds, and belongs in another process.
    """
    of, gauge = asked
    write, done = writer(gauge)
    try:
        return made(of, write)
    finally:
        done()


def made(of: Played, progress: Reviewing | None = None) -> Made | Refusal:
    """The post-mortem, or why there is none. progress: is told how many acts are weighed."""
    try:
        found = review_steps(of.game, tuple(followed(of.begun, of.entries)), of.last.number, progress)
    except Refused as error:
        return error.refusal
    deal = shown(found.deals[0], of)
    briefs = {name: _brief(found.unit, deal, name, of.over) for name in deal.accounts}
    return Made(wire.encode(ReviewTold(of.game, found.unit, deal)), wire.encode(briefs).decode(), _rated(deal, of))


def _rated(deal: Reviewed, of: Played) -> str | None:
    """The sides with what each has made of the cards more than experts do: its own result, less the luck."""
    sides = []
    for one in of.sides:
        account = deal.accounts[one.names[0]]
        sides.append(Side(one.pool, one.who, account.sheet - account.luck))
    return wire.encode(sides).decode() if sides else None


def _brief(unit: Unit, deal: Reviewed, name: str, over: int) -> Brief:
    lost: dict[tuple[Stage, str], tuple[int, int, float]] = {}
    for one in deal.decisions:
        if one.player == name and one.seen is not None:
            many, right, loss = lost.get((one.stage, one.seen.unit), (0, 0, 0.0))
            lost[one.stage, one.seen.unit] = many + 1, right + (one.seen.score <= 0), loss + one.seen.score
    dearest, decisions = deal.dearest.get(name, ()), {one.seq: one for one in deal.decisions}
    dear = tuple(replace(decisions[seq], line=()) for seq in dearest)
    told = tuple(Lost(stage, of, many, right, round(loss, 3)) for (stage, of), (many, right, loss) in lost.items())
    return Brief(unit, deal.accounts[name], told, dear, over, deal.made.get(name))


def shown(deal: Reviewed, of: Played) -> Reviewed:
    """The public post-mortem: where cards put away stay closed, it shows no better choices after the auction.

    A better card, or a line that leaves cards over, would tell them.
    """
    told = customs(of.game).told
    closed = {one.seq: told(one.event, of.last).token for one in of.entries if told(one.event, of.last) != one.event}
    if not closed:
        return deal
    return replace(
        deal,
        decisions=tuple(
            one if one.stage == "auction" else _closed(one, closed.get(one.seq, one.event)) for one in deal.decisions
        ),
    )


def _closed(one: Weighed, event: str) -> Weighed:
    """A decision without better ones. event: its public form."""
    opened = None if one.open is None else replace(one.open, better=())
    seen = None if one.seen is None else replace(one.seen, better="")
    return replace(one, event=event, open=opened, seen=seen, line=())


class Again(msgspec.Struct, frozen=True):
    """A deal played again: all steps, the number of those before the last choice, the player, and whether it is over."""

    steps: tuple[Step, ...]
    since: int
    seat: Seat
    done: bool


_known: Final[dict[tuple[object, ...], Again]] = {}  # the one asked for last stands last


def again(of: Played, asked: RetryDeal) -> Again:
    """The deal after these choices.

    Raises:
        Refused: that move is no decision, a choice is no event, or the deal is over.
    """
    choices = [bytes(one) for one in asked.choices]
    keys = [(of.name, asked.at, tuple(choices[:n])) for n in range(len(choices) + 1)]
    there = next((n for n in reversed(range(len(keys))) if keys[n] in _known), None)
    found = _begun(of, asked.at) if there is None else _known.pop(keys[there])
    for n in range(there or 0, len(keys)):
        if n > (there or 0):
            found = _chosen(of, found, choices[n - 1])
        _known[keys[n]] = found
    while len(_known) > _KNOWN:
        _known.pop(next(iter(_known)))
    return found


def _begun(of: Played, at: int) -> Again:
    """The deal at the move from which it goes on.

    Raises:
        Refused: that move is no decision.
    """
    run, seat = moment(of, at)
    return _onward(run, len(run), seat)


def moment(of: Played, at: int) -> tuple[list[Step], Seat]:
    """The deal before a move, and who decides there.

    Raises:
        Refused: that move is no decision.
    """
    run = list(followed(of.begun, (entry for entry in of.entries if entry.seq < at)))
    state = run[-1].after.state if run else None
    seat = None if state is None else state.actor
    if state is None or seat is None or state.now is None or all(one.seq != at for one in of.entries):
        raise Refused("no_such_decision")
    return run, seat


def _chosen(of: Played, found: Again, choice: bytes) -> Again:
    """The deal after one choice more.

    Raises:
        Refused: the choice is no event, or the deal is over.
    """
    if found.done:
        raise Refused("lesson_over")
    run = list(found.steps)
    try:
        event = game(of.game).decoder.decode(choice)
        run.append(run[-1].after.step(Entry(len(run) + 1, found.seat, event)))
    except (IllegalEvent, msgspec.DecodeError, ValueError) as error:
        raise Refused("lesson_choice") from error
    return _onward(run, len(run) - 1, found.seat)


def retried(of: Played, asked: RetryDeal) -> bytes | Refusal:
    """The state of a deal that is played again, encoded; or why there is none. It belongs in another process."""
    try:
        found = again(of, asked)
    except Refused as error:
        return error.refusal
    table = Staged(Scene(of.game, of.preset, of.begun, found.seat, LEVEL))
    told = tuple(table.evs(found.steps, found.since))
    return wire.encode(RetryTold(table.snap(found.steps[: found.since]), told, found.done))


def _onward(run: list[Step], since: int, seat: Seat) -> Again:
    """Play on until it is the player's turn, or the deal is over."""
    cards = run[0].entry.event
    assert isinstance(cards, Dealt)
    seed = seed_of(cards)
    while len(run) < _MOST and run[-1].outcome is None:
        state = run[-1].state
        by = None if state is None else state.actor
        if state is None or by is None or by is seat:
            break
        event = bots.choose(state.view(by), LEVEL, seed, _BUDGET)
        run.append(run[-1].after.step(Entry(len(run) + 1, by, event)))
    return Again(tuple(run), since, seat, run[-1].outcome is not None)
