"""A deal that one person plays against bots without a table of the club, as the messages of a table.

The same page draws both. Nothing is kept: the acts so far give everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from kozyr.cards import CardSet, Seat
from kozyr.club import wire
from kozyr.club.acts import TableTerms
from kozyr.club.table.card import agreed
from kozyr.club.table.customs import AnyCustoms, customs
from kozyr.games import Hand, Progress
from kozyr.games.record import Step

_BOTS: Final = ("Bobr", "Filin", "Vydra")  # at the other seats, as they are called at a first table
_NULL: Final = b"null"


def playing_room(pack: str) -> wire.RoomInfo:
    """A room in which the game goes on and nothing else happens. pack: the commitment to the master secret."""
    return wire.RoomInfo(
        state="playing",
        accepted=(),
        proposal=None,
        resume=(),
        next=(),
        chat=False,
        looks=(),
        warned={},
        removed=(),
        contracts=(),
        hints={},
        side={},
        reseed=(),
        rematch=None,
        ended=None,
        fair=wire.Fair(pack),
    )


class Stage(msgspec.Struct, frozen=True):
    """The set-up of the deal: the match before it, the player's seat, and the level of the bots at the others.

    offered: claims and other offers that are shown, as tokens; None: all. open: all hands lie open.
    """

    game: str
    preset: str
    begun: Progress
    seat: Seat
    level: str
    offered: frozenset[str] | None = None
    open: bool = False


class Staged:
    """A deal as the table that one player sees."""

    def __init__(self, of: Stage) -> None:
        self._of = of
        state = of.begun.state
        assert state is not None
        self._match, self._player = of.begun.match, state.terms.name(of.seat)
        self._customs: AnyCustoms = customs(of.game)

    def snap(self, steps: tuple[Step, ...]) -> wire.Snap:
        """Everything, after these steps."""
        view, last = self._view(steps), steps[-1] if steps else None
        match = self._match if last is None else last.after.match
        return wire.Snap(
            seq=len(steps),
            hash=wire.digest(view),
            table=self._info(),
            room=playing_room(""),
            view=msgspec.Raw(view),
            sheet=self._customs.sheet(match),
            log=tuple(self._said(step) for step in steps),
            last=None if last is None or last.outcome is None else self._finished(last),
            proof=None,
        )

    def evs(self, steps: tuple[Step, ...], since: int) -> Iterator[wire.Ev]:
        """The events from a step on."""
        for at in range(since, len(steps)):
            view, step = self._view(steps[: at + 1]), steps[at]
            over = step.outcome is not None
            yield wire.Ev(
                seq=at + 1,
                hash=wire.digest(view),
                said=self._said(step),
                act=None,
                view=msgspec.Raw(view),
                sheet=self._customs.sheet(step.after.match) if over else msgspec.UNSET,
                last=self._finished(step) if over else msgspec.UNSET,
            )

    def _view(self, steps: tuple[Step, ...]) -> bytes:
        state = steps[-1].state if steps else None
        if state is None or state.outcome is not None:
            return _NULL
        view, shown = state.view(self._of.seat), self._of.offered
        if shown is not None:
            offers = tuple(event for event in view.offers if event.token in shown)
            view = replace(view, offers=offers)
        if self._of.open:
            lying = {seat: CardSet(state.holding(seat)) for seat in view.hands}
            view = replace(view, hands={seat: Hand(len(hand), tuple(hand)) for seat, hand in lying.items()})
        return wire.encode(self._customs.view(view, watching=False))

    def _said(self, step: Step) -> wire.Said:
        seat, before = step.entry.seat, step.before.state
        event = step.entry.event if before is None else before.shown(step.entry.event, seat, self._of.seat)
        return wire.Said(None if seat is None else seat.value, event)

    def _finished(self, step: Step) -> wire.Finished:
        assert step.state is not None
        return self._customs.finished(step.state.plain, step.before.match, step.after.match)

    def _info(self) -> wire.TableInfo:
        of, names = self._of, self._match.names
        conventions = self._match.conventions
        diff, values = agreed(of.game, of.preset, conventions, len(names))
        bots = iter(_BOTS)
        players = tuple(
            wire.Player(name, "", None, "learner", chair, None)
            if name == self._player
            else wire.Player(name, next(bots), of.level, None, chair, None)
            for chair, name in enumerate(names)
        )
        chair = names.index(self._player)
        return wire.TableInfo(
            id="",  # there is no such table at the club
            game=of.game,
            preset=of.preset,
            diff=diff,
            conventions=values,
            terms=TableTerms(kibitzers=False),
            card="",
            public=False,
            owner=chair,
            pulka=1,
            previous=None,
            you=self._player,
            chair=chair,
            role="player",
            players=players,
            lot=None,
        )
