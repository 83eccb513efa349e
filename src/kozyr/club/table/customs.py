"""A game's own customs at the club; what a game without any of its own does stands here.

A game brings a module `kozyr.club.games.<game>` with its `CUSTOMS`: a subclass of `Customs` before anything has happened.
It is a part of every table of that game, with acts of its own if it has any. Everything that leaves it for a viewer comes
from a `View` that he may have, or from a deal that is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import ClassVar, Generic, Self, TypeAlias, TypeVar

import msgspec

from kozyr.arbiter.incidents import AnyIncident
from kozyr.cards import Card, Seat
from kozyr.club import wire
from kozyr.club.files import Deals, DealsFile, FoundDeals
from kozyr.club.table.course import SeatLot
from kozyr.club.table.part import Laws, News, Part, TableFacts
from kozyr.games import AnyMatch, AnyState, AnyView, Conventions, Event, Reason, Refusal, game, games, part

# What a bot's process does for one question: a view, the bot's level and a seed to an event.
Think: TypeAlias = Callable[[AnyView, str, int], Event]

S = TypeVar("S", bound=AnyState)
V = TypeVar("V", bound=AnyView)
M = TypeVar("M", bound=AnyMatch)


class PlainSheet(wire.Sheet, frozen=True, kw_only=True):
    """The score of a game without a sheet of its own at the club. results: what each has won; sheet: the game's own."""

    results: Mapping[str, Fraction]
    sheet: msgspec.Struct


class Analysis(msgspec.Struct, frozen=True):
    """What a deal that is over was worth; a game has its own."""

    @property
    def complete(self) -> bool:
        """Nothing more would come of asking again."""
        return True


class Customs(Part, Generic[S, V, M], frozen=True):
    """What a table must know of a game besides the contract.

    laws: what the game cites. online: options in which a preset is played otherwise than at a real table.
    takes_deals: where deals from a file are played, in words; empty: nowhere. hidden: fields of a view that no table shows.
    """

    laws: ClassVar[Laws] = Laws()
    takes_deals: ClassVar[str] = ""
    hidden: ClassVar[tuple[str, ...]] = ()
    online: ClassVar[Mapping[str, object]] = {}

    def after(self, news: News, table: TableFacts) -> Self:
        """The customs after something that has happened."""
        return self

    # --- the lot -------------------------------------------------------------------------------------------

    def draw_order(self, cards: tuple[Card, ...]) -> tuple[int, ...]:
        """The drawers of these cards, from the one who chooses his seat first; usually people sit down as they came."""
        return tuple(range(len(cards)))

    def drawn(self, heap: tuple[Card, ...], players: int) -> int:
        """How many cards of a shuffled heap are drawn, by the players in turn, until one has drawn the first deal."""
        return 0

    def first_dealer(self, cards: tuple[Card, ...], players: int) -> int:
        """The place of the one who deals first by these cards, drawn by the places in turn."""
        return 0

    def without_cards(self, conventions: Conventions) -> tuple[bool, bool]:
        """Whether the seats, and the first deal, are drawn without cards, so that no rank decides."""
        return False, False

    def lot_of(self, heap: tuple[Card, ...], players: int, conventions: Conventions, pack: Sequence[Card]) -> SeatLot:
        """The lot by a shuffled heap: cards for the seats and then for the first deal; where no rank decides, by their numbers in the pack.

        It says what has come of the cards, so that the log need not be asked by the customs of another day.
        """
        seats, deal = self.without_cards(conventions)
        drawn, dealt = heap[:players], heap[players : players + self.drawn(heap[players:], players)]
        any_order = tuple(sorted(range(players), key=lambda chair: pack.index(heap[chair])))
        return SeatLot(
            seats=() if seats else drawn,
            deal=() if deal else dealt,
            order=any_order if seats else self.draw_order(drawn),
            dealer=pack.index(heap[players]) % players if deal else self.first_dealer(dealt, players),
        )

    def dealer_of(self, lot: SeatLot, players: int) -> int:
        """The place of the one who deals first by this lot."""
        return self.first_dealer(lot.deal, players) if lot.dealer is None else lot.dealer

    # --- while a deal runs ---------------------------------------------------------------------------------

    def standing(self, state: S, table: TableFacts) -> AnyState:
        """The running deal with what stands over its play at this table."""
        return state

    def late(self, event: Event, now: int) -> Refusal | None:
        """Why the table's clock refuses the event now, in milliseconds."""
        return None

    def question(self, state: S) -> tuple[Seat, int] | None:
        """Who owes the others an explanation, and of which call, if somebody does."""
        return None

    def explaining(self, call: int) -> Think:
        """How a bot explains a call.

        Raises:
            TypeError: calls of this game mean what they say.
        """
        raise TypeError(f"{type(self).__name__}: nobody explains call {call}")

    # --- what each may know --------------------------------------------------------------------------------

    def view(self, view: V, *, watching: bool) -> Mapping[str, object]:
        """A view as it goes over the wire: without the conventions, which are told once, and of the tricks only the last.

        watching: it is a kibitzer's, or that of the one hand into which he may look: nothing to choose from, and no
        trick to look at (PE-5.4.9).
        """
        shown = wire.shown(view, *self.hidden) | {"history": view.history[-1:]}
        if watching:
            shown |= {"history": (), "legal": (), "offers": (), "reasons": {}, "possible": ()}
        return shown

    def disputable(self, state: S) -> bool:
        """Whether the deal is where somebody may object to another's plan of play. It is asked at every command: it costs next to nothing."""
        return False

    def disputed(self, state: S, name: str, plan: tuple[Card, ...], lot: int) -> AnyIncident | Refusal:
        """The incident when a player objects to another's plan of play, or why he may not. lot: 0 or 1, which plan is drawn."""
        return Refusal(Reason.NOT_AGREED, "P-3.8.5.1b")

    def notes(self, state: S) -> bool:
        """Whether players may note what has fallen, so that all of it is told again to who has lost sight of it."""
        return False

    def sheet(self, match: M) -> wire.Sheet:
        """The score as it goes over the wire."""
        return PlainSheet(names=match.names, finished=match.finished, results=match.results, sheet=match.sheet)

    def kept(self, match: M) -> wire.Sheet:
        """The same on a sheet that people keep, which tells at any time what it would come to."""
        return self.sheet(match)

    def finished(self, state: S, before: M, after: M) -> wire.Finished:
        """A deal that is over, with the matches before and after it, as anybody may see it."""
        view, terms = state.view(None), state.terms
        return wire.Finished(
            number=terms.number,
            names=dict(zip(terms.seats, terms.names, strict=True)),
            outcome=view.outcome,
            hands={seat: hand.cards or () for seat, hand in view.hands.items()},
            history=view.history,
            calls=(),
        )

    def told(self, event: Event, deal: wire.Finished) -> Event:
        """An event of a deal that is over, as anybody may read it again."""
        return event

    def contracts(self) -> tuple[wire.Contract, ...]:
        """What players have agreed beside the sheet."""
        return ()

    def side(self, table: TableFacts) -> Mapping[str, Fraction]:
        """What that has brought each player, by name."""
        return {}

    def analysis(self, deal: wire.Finished, conventions: Conventions) -> Analysis | None:
        """What a deal that is over, as `finished` tells it, was worth with open cards; None: nobody can say.

        It takes up to seconds and does not belong on an event loop.
        """
        return None

    # --- deals from a file ---------------------------------------------------------------------------------

    def read_deals(self, file: DealsFile) -> FoundDeals:
        """What a file has, even if it is nothing.

        Raises:
            ValueError: the game takes no deals from a file.
        """
        raise ValueError(_not_here())

    def with_deals(self, conventions: Conventions | None, deals: Deals) -> Mapping[str, object]:
        """The options that a file brings with it; conventions: of the preset, None if there is no such preset.

        Raises:
            ValueError: they cannot be played so.
        """
        raise ValueError(_not_here())

    def without_deals(self, conventions: Conventions) -> Conventions:
        """The conventions of a match whose deals came from a file, for as many deals of the club's own."""
        return conventions


AnyCustoms: TypeAlias = Customs[AnyState, AnyView, AnyMatch]


@cache  # asked at every command
def customs(name: str) -> AnyCustoms:
    """The customs of a game before anything has happened.

    Raises:
        ValueError: there is no such game.
    """
    module = part("club", name)
    if module is None:
        return Customs()
    found: AnyCustoms = module.CUSTOMS
    return found


def _not_here() -> str:
    places = ", ".join(own.takes_deals for own in map(customs, games()) if own.takes_deals)
    return f"deals of a file have their own dealers: they are for {places}"


def look(file: DealsFile) -> FoundDeals:
    """What a file of deals has, as the first game reads it that takes deals from a file.

    Raises:
        ValueError: no game does.
    """
    takers = (own for own in map(customs, games()) if own.takes_deals)
    return next(takers, Customs()).read_deals(file)


def agree(
    name: str,
    preset: str,
    changes: Mapping[str, object] | None = None,
    players: int | None = None,
    deals: Deals | None = None,
) -> Conventions:
    """Conventions as the club plays them: the preset, what is otherwise online, the changes, and what a file brings.

    Raises:
        ValueError: no such game, preset, option or value; or a file's deals cannot be played so. Contradiction: which two
            options, and why.
    """
    rules, own = game(name), customs(name)
    told = {**own.online, **(changes or {})}
    if deals is not None:
        told |= own.with_deals(rules.presets.get(preset), deals)
    return rules.choose(preset, told, players)


def disputable(table: TableFacts) -> bool:
    """Whether the deal is where a chair may object to a plan of play; which chairs may, `disputed` tells."""
    state = table.progress.state if table.running else None
    return state is not None and table.course.placed is None and customs(table.setup.game).disputable(state.plain)


def disputed(table: TableFacts, chair: int, plan: tuple[Card, ...] = (), lot: int = 0) -> AnyIncident | Refusal:
    """The incident when a chair objects to the plan of play with its own (P-3.8.5.1b), or why it may not.

    At an event's table nobody does: its boards are revealed when other tables have played them, and the lot with them.
    """
    state = table.progress.state if table.running else None
    if state is None or table.course.placed is not None:
        return Refusal(Reason.NOT_NOW, table.laws.playing)
    return customs(table.setup.game).disputed(state.plain, table.name(chair), plan, lot)
