"""A game's own customs at the club, with defaults for a game without any.

A game brings a module `kozyr.club.games.<game>` with its `CUSTOMS`: a subclass of `Customs` before the first event. It
is a part of every table of that game, with acts of its own if it has any. Everything that it shows comes from the
viewer's own `View`, or from a finished deal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import ClassVar, Final, Generic, Self, TypeAlias, TypeVar

import msgspec

from kozyr.arbiter.incidents import AnyIncident
from kozyr.cards import Card, Seat
from kozyr.club import wire
from kozyr.club.files import Deals, DealsFile, FoundDeals
from kozyr.club.table.course import SeatLot
from kozyr.club.table.part import Laws, News, Part, TableFacts
from kozyr.games import AnyMatch, AnyState, AnyView, Conventions, Event, Reason, Refusal, Terms, game, games, part
from kozyr.games.refusal import Refused

# The work of a bot's process: an event from a view, the bot's level and a seed.
Think: TypeAlias = Callable[[AnyView, str, int], Event]

_MANY: Final = 3  # offers, from which on they are the same for several seats: claims
_ONCE: Final = wire.Once()
S = TypeVar("S", bound=AnyState)
V = TypeVar("V", bound=AnyView)
M = TypeVar("M", bound=AnyMatch)


class PlainSheet(wire.Sheet, frozen=True, kw_only=True):
    """The score of a game without a sheet of its own at the club."""

    results: Mapping[str, Fraction]
    """The result of each player."""
    sheet: msgspec.Struct
    """The game's own sheet."""


class Analysis(msgspec.Struct, frozen=True):
    """The analysis of a finished deal; a game has its own."""

    @property
    def complete(self) -> bool:
        """Whether asking again would bring nothing more."""
        return True


class Customs(Part, Generic[S, V, M], frozen=True):
    """A game's own knowledge at a table, besides the contract."""

    laws: ClassVar[Laws] = Laws()
    """The laws that the game cites."""
    takes_deals: ClassVar[str] = ""
    """The forms of play with deals from a file, in words; empty: there are none."""
    hidden: ClassVar[tuple[str, ...]] = ()
    """Fields of a view that no table shows."""
    online: ClassVar[Mapping[str, object]] = {}
    """Options of a preset that are played in another way online."""

    def after(self, news: News, table: TableFacts) -> Self:
        """The customs after something that has happened."""
        return self

    # --- the lot -------------------------------------------------------------------------------------------

    def draw_order(self, cards: tuple[Card, ...]) -> tuple[int, ...]:
        """The drawers of these cards, from the player who chooses the seat first.

        By default people sit down as they came.
        """
        return tuple(range(len(cards)))

    def drawn(self, heap: tuple[Card, ...], players: int) -> int:
        """How many cards of a shuffled heap are drawn, by the players in turn, until one has drawn the first deal."""
        return 0

    def first_dealer(self, cards: tuple[Card, ...], players: int) -> int:
        """The place of the first dealer by these cards, drawn by the places in turn."""
        return 0

    def without_cards(self, conventions: Conventions) -> tuple[bool, bool]:
        """Whether the seats, and the first deal, are drawn without cards, so that no rank decides."""
        return False, False

    def lot_of(self, heap: tuple[Card, ...], players: int, conventions: Conventions, pack: Sequence[Card]) -> SeatLot:
        """The lot by a shuffled heap: cards for the seats and then for the first deal; without ranks their numbers in the pack decide.

        It says the results of the draw, so that later customs need not interpret the log.
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
        """The place of the first dealer by this lot."""
        return self.first_dealer(lot.deal, players) if lot.dealer is None else lot.dealer

    # --- while a deal runs ---------------------------------------------------------------------------------

    def standing(self, state: S, table: TableFacts) -> AnyState:
        """The running deal with the table's own rules of play over it."""
        return state

    def late(self, event: Event, now: int) -> Refusal | None:
        """Why the table's clock refuses the event now, in milliseconds."""
        return None

    def question(self, state: S) -> tuple[Seat, int] | None:
        """The seat that owes an explanation, and the call. None: there is no question."""
        return None

    def explaining(self, call: int) -> Think:
        """The way in which a bot explains a call.

        Raises:
            TypeError: calls of this game need no explanation.
        """
        raise TypeError(f"{type(self).__name__}: nobody explains call {call}")

    # --- the views -----------------------------------------------------------------------------------------

    def view(self, view: V, *, watching: bool) -> Mapping[str, object]:
        """A view for the wire: without the conventions, which are told once, and with the last trick alone.

        watching: the view is a kibitzer's, or the one hand that a kibitzer may see. It has nothing to choose from and
        no trick (PE-5.4.9).
        """
        shown = msgspec.structs.asdict(view)
        for field in self.hidden:
            del shown[field]
        shown["terms"] = _ONCE(view.terms, told_terms)
        if watching:
            return shown | {"history": (), "legal": (), "offers": (), "reasons": {}, "possible": ()}
        shown["history"] = view.history[-1:]
        if len(view.offers) > _MANY:
            shown["offers"] = _ONCE(view.offers)
        return shown

    def disputable(self, state: S) -> bool:
        """Whether a player may object to another's plan of play at this point.

        It is asked at every command and costs next to nothing.
        """
        return False

    def disputed(self, state: S, name: str, plan: tuple[Card, ...], lot: int) -> AnyIncident | Refusal:
        """The incident of an objection to another player's plan, or its refusal. lot: 0 or 1, the drawn plan."""
        return Refusal(Reason.NOT_AGREED, "P-3.8.5.1b")

    def notes(self, state: S) -> bool:
        """Whether players may note the fallen cards. If so, all of them are told again to a returning player."""
        return False

    def sheet(self, match: M) -> wire.Sheet:
        """The score as it goes over the wire."""
        return PlainSheet(names=match.names, finished=match.finished, results=match.results, sheet=match.sheet)

    def kept(self, match: M) -> wire.Sheet:
        """The score on a sheet that people keep, with the result if the match ended now."""
        return self.sheet(match)

    def finished(self, state: S, before: M, after: M) -> wire.Finished:
        """A finished deal in its public form, with the matches before and after it."""
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
        """An event of a deal that is over, in its public form."""
        return event

    def contracts(self) -> tuple[wire.Contract, ...]:
        """The players' agreements beside the sheet."""
        return ()

    def side(self, table: TableFacts) -> Mapping[str, Fraction]:
        """The points of those agreements for each player, by name."""
        return {}

    def analysis(self, deal: wire.Finished, conventions: Conventions) -> Analysis | None:
        """The analysis of a finished deal with open cards, as `finished` tells it. None: there is none.

        It takes up to seconds and does not belong on an event loop.
        """
        return None

    # --- deals from a file ---------------------------------------------------------------------------------

    def read_deals(self, file: DealsFile) -> FoundDeals:
        """The contents of a file, even if there are no deals.

        Raises:
            ValueError: the game takes no deals from a file.
        """
        raise _not_here()

    def with_deals(self, conventions: Conventions | None, deals: Deals) -> Mapping[str, object]:
        """The options that a file brings with it.

        conventions: of the preset; None: there is no such preset.

        Raises:
            ValueError: they cannot be played so.
        """
        raise _not_here()

    def without_deals(self, conventions: Conventions) -> Conventions:
        """The conventions of a match with deals from a file, for as many deals of the club's own."""
        return conventions


def told_terms(terms: Terms) -> dict[str, object]:
    """The terms of a deal for the wire: without the conventions, which are told once, with the table."""
    shown = msgspec.structs.asdict(terms)
    shown.pop("conventions", None)
    return shown


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


def _not_here() -> Refused:
    places = ", ".join(own.takes_deals for own in map(customs, games()) if own.takes_deals)
    return Refused("own_dealers", places=places)


def look(file: DealsFile) -> FoundDeals:
    """The contents of a file of deals, as read by the first game that takes deals from a file.

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
    """Conventions as the club plays them: the preset, the online values, the changes, and a file's own.

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
    """Whether the deal is where a chair may object to a plan of play; `disputed` tells which chairs may."""
    state = table.progress.state if table.running else None
    return state is not None and table.course.placed is None and customs(table.setup.game).disputable(state.plain)


def disputed(table: TableFacts, chair: int, plan: tuple[Card, ...] = (), lot: int = 0) -> AnyIncident | Refusal:
    """The incident when a chair objects to the plan of play with its own (P-3.8.5.1b), or why it may not.

    An event's table has none: its boards are revealed when other tables have played them, and the lot with them.
    """
    state = table.progress.state if table.running else None
    if state is None or table.course.placed is not None:
        return Refusal(Reason.NOT_NOW, table.customs.laws.playing)
    return customs(table.setup.game).disputed(state.plain, table.name(chair), plan, lot)
