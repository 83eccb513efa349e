"""The contract of every game: the types that a game fills in, and the verbs for all layers above the games.

A game is two pure state machines. `State` is one deal: its past, its legal events, and each seat's knowledge. `Match`
is the fold over deals: the pulka, the rubber, the party. `kozyr.games.record` joins them, and a log of entries replays
through both. A game knows no chance, no time and no outside world: even the cards come as an event that the table
applies.

A deal is its terms, its cards and one `Phase`. A phase is a struct of its own, in a file of its own. It answers for
itself: the legal events, the reason of a refusal, the next phase.

>>> from kozyr.deals import DEBERTS, numbered_deal
>>> from kozyr.games import game
>>> rules = game("deberts")
>>> match = rules.start(rules.agree("moscow"))
>>> state = match.begin()
>>> state = state.apply(Deal(str(numbered_deal(2_026, DEBERTS, state.terms.holders))))
>>> state.phase, state.actor, [event.token for event in state.legal()]
('auction', Seat.S, ['order', 'pass'])
>>> print(state.why_not(rules.parse("order"), Seat.N).code)
not_your_turn
>>> state.apply(rules.parse("order")).view(Seat.N).maker
Seat.S
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import ClassVar, Final, Generic, Self, TypeAlias, TypeVar

import msgspec

from kozyr import drawn
from kozyr.cards import Card, CardSet, Seat, Suit
from kozyr.games.options import Conventions
from kozyr.games.refusal import Reason, Refusal
from kozyr.games.trick import Hand, Trick

# ------------------------------------------------------------------ events


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """An event: a seat submits it, the log stores it, the wire carries it and the notation prints it."""

    @property
    def tag(self) -> str:
        """The kind of event, as the log writes it."""
        return str(self.__struct_config__.tag)

    @property
    def token(self) -> str:
        """The event as one ASCII word of a record, without spaces: its tag, if it has no fields."""
        return self.tag


class Deal(Event, frozen=True, tag="deal"):
    """The cards come to the table: `cards` is the text of a `kozyr.deals.Layout`."""

    cards: str

    @property
    def token(self) -> str:
        """The deal text as one word: blanks become underscores."""
        return "deal:" + self.cards.replace(" ", "_")


class Call(Event, frozen=True):
    """A word of the auction: a bid, a pass, a double, an order."""


class Play(Event, frozen=True, tag="play"):
    """A card played to the trick."""

    card: Card

    @property
    def token(self) -> str:
        """The card: `C7`."""
        return self.card.text


class Deed(Event, frozen=True):
    """An act of a hand that is neither a call nor a card: `kozyr.games.deeds`.

    No rule allows it, so it is always refused. A record marks it with `!`, as all acts against the rules.
    """

    def can(self, state: AnyState, by: Seat | None) -> bool:
        """Whether the deed is possible at a real table. by: the seat of the deed; None: the table reports it."""
        raise NotImplementedError

    def hidden(self, by: Seat | None, viewer: Seat | None) -> Event:  # noqa: ARG002 - most deeds are done in sight of all
        """The deed as a viewer sees it."""
        return self


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """One change that a ruling makes: `kozyr.games.rulings`."""

    @property
    def told(self) -> str:
        """The part of the token after the word."""
        return ""

    @property
    def token(self) -> str:
        """The effect as one ASCII word without a colon, a plus or a semicolon between its parts: `open=E,SA`."""
        word, told = str(self.__struct_config__.tag), self.told
        return f"{word}={told}" if told else word


_replace: Final = msgspec.structs.replace
Ev = TypeVar("Ev", bound=Event)


def by_token(events: Iterable[Ev]) -> tuple[Ev, ...]:
    """The events in the ASCII order of their tokens, which is the order of every list of the contract."""
    return tuple(sorted(events, key=_token))


def _token(event: Event) -> str:
    return event.token


# ------------------------------------------------------------------ refusals


class IllegalEvent(ValueError):
    """An event was refused; the state is as it was.

    Attributes:
        event: the refused event. state: the deal. illegal: the refusal.
    """

    def __init__(self, event: Event, state: object, illegal: Refusal) -> None:
        super().__init__(f"{event.token}: {illegal.code} ({illegal.law})")
        self.event = event
        self.state = state
        self.illegal = illegal


class CannotFollow(ValueError):
    """A log has an event that cannot have happened in its place.

    Attributes:
        event: the event. phase: the phase of the deal.
    """

    def __init__(self, event: Event, phase: str) -> None:
        super().__init__(f"{event.token} cannot come in the phase {phase}")
        self.event = event
        self.phase = phase


# ------------------------------------------------------------------ facts of a deal


class Terms(msgspec.Struct, frozen=True):
    """The terms of a deal before its cards. A game adds the demands of its match."""

    @property
    @abstractmethod
    def conventions(self) -> Conventions:
        """The conventions of the match."""

    @property
    @abstractmethod
    def number(self) -> int:
        """The number of this deal in the match, from 1."""

    @property
    @abstractmethod
    def dealer(self) -> Seat:
        """The seat of the dealer."""

    @property
    @abstractmethod
    def seats(self) -> tuple[Seat, ...]:
        """The seats of this deal, clockwise; a waiting player has none."""

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """The players in those seats."""

    @property
    @abstractmethod
    def holders(self) -> tuple[Seat, ...]:
        """The seats with cards, in the order in which the pack's hands go to them."""

    def name(self, seat: Seat) -> str:
        """The name of the player who decides for a seat."""
        return self.names[self.seats.index(seat)]

    def seat(self, name: str) -> Seat | None:
        """The seat of a player. None: the player takes no part in this deal."""
        return self.seats[self.names.index(name)] if name in self.names else None


class Counted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The counts that a ruling changes in a deal, beside the real tricks; players by name."""

    law: str
    """The rule that a changed entry names."""
    taken: dict[str, int] = msgspec.field(default_factory=dict)
    """The tricks really taken, where the ruling gave some to others."""
    counted: dict[str, int] = msgspec.field(default_factory=dict)
    """The number that counts for a player's own score instead of the tricks; it may be below nought."""
    results: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)
    """The tricks of all as they count for one player, where results differ by player (P-3.8.5.1b)."""


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The facts of a finished deal: contract, tricks, whisters. It has no points."""

    ruled: Counted | None = None
    """The counts that a ruling has changed."""


class Duty(msgspec.Struct, frozen=True):
    """An act that a seat owes the others besides its turn: its token begins with `what`, such as `explain:3`."""

    seat: Seat
    what: str
    law: str


E_co = TypeVar("E_co", bound=Event, covariant=True)
T_co = TypeVar("T_co", bound=Terms, covariant=True)
O_co = TypeVar("O_co", bound=Outcome, covariant=True)


class View(msgspec.Struct, Generic[E_co, T_co, O_co], frozen=True, kw_only=True):
    """All that one viewer may know, and nothing else; the sight of a bot and a client. A game adds its own fields."""

    game: ClassVar[str]
    """The name under which the game is registered."""

    seat: Seat | None
    """The seat of the viewer. None: a kibitzer."""
    terms: T_co
    phase: str
    turn: Seat | None
    """The seat that plays or calls next."""
    actor: Seat | None
    """The seat that decides."""
    hands: dict[Seat, Hand]
    """The hands by seat: the number of cards, and the cards that the viewer may see."""
    trick: tuple[tuple[Seat, Card], ...]
    """The cards of the trick in progress, from the lead."""
    history: tuple[Trick, ...]
    """The finished tricks that the viewer may know."""
    legal: tuple[E_co, ...]
    """The events from which this seat has to choose now."""
    offers: tuple[E_co, ...]
    """The events that this seat may put to the others besides; both lists are sorted by token."""
    reasons: dict[Card, Refusal]
    """Cards of its own that may not be played now, and why."""
    duties: tuple[Duty, ...] = ()
    """The duties of seats towards the others."""
    possible: tuple[E_co, ...] = ()
    """All that a hand can do now where the table rules on errors instead of refusing them."""
    outcome: O_co | None
    """The facts, once the deal is over."""

    @property
    def words(self) -> tuple[tuple[Seat, str], ...]:
        """The words of the auction so far as tokens, each with its seat; a game without an auction has none."""
        return ()

    @property
    def headline(self) -> str:
        """The contract and its declarer in a few characters; empty: there is none yet."""
        return ""

    def _repr_html_(self) -> str:
        """The deal in a notebook, as the viewer sees it."""
        hands = {seat: one.count if one.cards is None else CardSet.of(one.cards) for seat, one in self.hands.items()}
        return _drawn(self, hands, "" if self.seat is None else f", seen by {self.seat.value}")


def _drawn(view: AnyView, hands: Mapping[Seat, CardSet | int], seen: str) -> str:
    """A deal in a notebook, with these hands."""
    won: dict[Seat, int] = {}
    for trick in view.history:
        won[trick.winner] = won.get(trick.winner, 0) + 1
    terms, headline = view.terms, view.headline and f", {view.headline}"
    title = f"{view.game}, deal {terms.number}, {view.phase}{headline}{seen}; dealer {terms.dealer.value}"
    names = dict(zip(terms.seats, terms.names, strict=True))
    return drawn.deal(title, hands, names, view.words, view.trick, won)


V_co = TypeVar("V_co", bound=View[Event, Terms, Outcome], covariant=True)


# ------------------------------------------------------------------ one deal


class Phase(msgspec.Struct, Generic[E_co], frozen=True, gc=False):
    """One phase of a deal that has its cards: each game has a struct for each of its phases.

    A phase holds the cards and hands them on to the next phase. The caller checks seats before: every speaker sits at
    the table.
    """

    name: ClassVar[str]
    """The name of the phase in records, views and clients."""
    takes: ClassVar[tuple[type[Event], ...]] = ()
    """The kinds of events that can come in it, allowed or not; a log with any other cannot be followed."""

    @property
    @abstractmethod
    def turn(self) -> Seat | None:
        """The seat that plays or calls next. None: the deal is over."""

    @property
    def actor(self) -> Seat | None:
        """The seat that decides. It differs from `turn` for dummy, an open whist or a claim."""
        return self.turn

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards of the trick in progress, from the lead."""
        return ()

    @property
    def history(self) -> tuple[Trick, ...]:
        """The finished tricks."""
        return ()

    def legal(self) -> tuple[E_co, ...]:
        """The events from which the actor has to choose, sorted by token."""
        return ()

    def offers(self, seat: Seat) -> tuple[E_co, ...]:  # noqa: ARG002 - most phases have none
        """The events that this seat may put to the others besides the actor's duty to move, sorted by token."""
        return ()

    @abstractmethod
    def why_not(self, event: Event, seat: Seat) -> Refusal | None:
        """Why the event of this seat is refused; None: it may happen."""

    def possible(self, event: Event, seat: Seat) -> bool:  # noqa: ARG002 - in most phases nothing more is possible
        """Whether a hand could do an act that `why_not` refuses: play any card that it holds, make any call."""
        return False

    @abstractmethod
    def apply(self, event: Event, seat: Seat) -> Phase[E_co]:
        """The phase after an event that is known to be possible: this one changed, or the next.

        Raises:
            CannotFollow: the phase takes this kind of event, but this one has no meaning in it.
        """


class State(msgspec.Struct, Generic[E_co, T_co, V_co, O_co], frozen=True, gc=False):
    """One deal, frozen and hashable: its terms, and the phase that it has reached; None: it waits for its cards.

    A game says how its cards are checked and dealt (`fault`, `dealt`), how it is seen (`view`, `shown`), and its
    result (`outcome`).
    """

    dealing: ClassVar[str]
    """The rule by which only the table deals."""
    again: ClassVar[str] = ""
    """The rule by which it deals once."""
    waiting: ClassVar[str] = ""
    """The rule by which nothing happens before the cards; each is `dealing` where it is left empty."""
    sitting: ClassVar[str]
    """The rule by which only seated players take part."""
    deeds: ClassVar[Mapping[str, str]] = {}
    """The rules that deeds break, by the tag of the deed; `sitting`, where none is named."""

    terms: T_co
    now: Phase[E_co] | None = None

    @property
    def phase(self) -> str:
        """The phase as a word of the game (`auction`, `play`, `over`); `deal` before the cards."""
        return "deal" if self.now is None else self.now.name

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards of the trick in progress, from the lead."""
        return () if self.now is None else self.now.trick

    @property
    def history(self) -> tuple[Trick, ...]:
        """The finished tricks."""
        return () if self.now is None else self.now.history

    @property
    def turn(self) -> Seat | None:
        """The seat that plays or calls next. None: the deal is over, or waits for its cards."""
        return None if self.now is None else self.now.turn

    @property
    def actor(self) -> Seat | None:
        """The seat that decides. Dummy and open whist make it differ from `turn`."""
        return None if self.now is None else self.now.actor

    def legal(self, seat: Seat | None = None) -> tuple[E_co, ...]:
        """The events from which this seat has to choose now, sorted by token. None: the actor."""
        now = self.now
        if now is None or (seat is not None and seat is not now.actor):
            return ()
        return now.legal()

    def offers(self, seat: Seat | None = None) -> tuple[E_co, ...]:
        """The claims, corrections and other events that this seat may put to the others besides its duty to move.

        None: the actor.
        """
        now = self.now
        seat = seat or self.actor
        if now is None or seat is None or seat not in self.terms.seats:
            return ()
        return now.offers(seat)

    def why_not(self, event: Event, seat: Seat | None = None) -> Refusal | None:
        """Why the event is refused; None: it is legal, an offer, or the deal that the table brings."""
        now = self.now
        if type(event) is Deal:
            if now is not None:
                return Refusal(Reason.NOT_NOW, self.again or self.dealing)
            return Refusal(Reason.TABLE_ONLY, self.dealing) if seat is not None else self.fault(event.cards)
        if isinstance(event, Deed):
            return Refusal(Reason.NO_RIGHT, self.deeds.get(event.tag, self.sitting))
        if now is None:
            return Refusal(Reason.NOT_NOW, self.waiting or self.dealing)
        if seat is None:
            seat = now.actor
        elif seat not in self.terms.seats:
            return Refusal(Reason.NOT_AT_TABLE, self.sitting)
        # After the end no seat acts; the refusal is then the same for every seat.
        return now.why_not(event, seat or self.terms.seats[0])

    def apply(self, event: Event, seat: Seat | None = None) -> Self:
        """The state after the event.

        Raises:
            IllegalEvent: `why_not` has a reason.
        """
        now = self.now
        if now is not None and (seat is None or seat in self.terms.seats):
            # Almost every event comes this way, where the actor is asked for once. No phase accepts a deal.
            by = seat or now.actor
            if by is not None and now.why_not(event, by) is None:
                return _replace(self, now=now.apply(event, by))
        illegal = self.why_not(event, seat)
        if illegal is None:
            return self.advance(event, seat)
        raise IllegalEvent(event, self, illegal)

    def follow(self, event: Event, seat: Seat | None = None) -> Self:
        """The state after an event of a log. The event has happened, so today's rules are not asked.

        Raises:
            CannotFollow: this phase has no such event at all. ValueError: cards that cannot be read, or that no hand holds.
        """
        now = self.now
        if type(event) is Deal:
            if now is not None:
                raise CannotFollow(event, self.phase)
        elif now is None or not isinstance(event, now.takes) or (seat is not None and seat not in self.terms.seats):
            raise CannotFollow(event, self.phase)
        return self.advance(event, seat)

    def possible(self, event: Event, seat: Seat | None = None) -> bool:
        """Whether a hand could do it at a real table, legal or not; for `kozyr.games.unchecked`.

        It can call, bid and play out of turn, too low, or without following suit; and do the deeds of
        `kozyr.games.deeds`.
        """
        if self.why_not(event, seat) is None:
            return True
        if isinstance(event, Deed):
            return (seat is None or seat in self.terms.seats) and event.can(self, seat)
        now = self.now
        if type(event) is Deal:
            return now is None and seat is None and self.judging.misdealt(event.cards)
        seat = seat or self.actor
        return now is not None and seat in self.terms.seats and now.possible(event, seat)

    def holding(self, seat: Seat) -> int:
        """The cards that a seat holds now, as bits of a `CardSet`."""
        hand = None if self.now is None else self.view(seat).hands.get(seat)
        return 0 if hand is None else sum(card.bit for card in hand.cards or ())

    @property
    def trump(self) -> Suit | None:
        """The suit of trumps, once there is one."""
        return None

    @property
    def plain(self) -> AnyState:
        """The deal without its rulings."""
        return self

    @property
    def judging(self) -> Judging:
        """The deal as deeds and rulings see it; a game that knows them has its own."""
        return Judging(self)

    def advance(self, event: Event, seat: Seat | None = None) -> Self:
        """The state after an event that is known to be possible: no check. `apply` is the plain verb."""
        now = self.now
        if type(event) is Deal:
            return type(self)(self.terms, self.dealt(event.cards))
        seat = seat or self.actor
        if now is None or seat is None:
            raise CannotFollow(event, self.phase)
        return type(self)(self.terms, now.apply(event, seat))

    @abstractmethod
    def fault(self, cards: str) -> Refusal | None:
        """Why these cards cannot be dealt; None: they can."""

    @abstractmethod
    def dealt(self, cards: str) -> Phase[E_co]:
        """The first phase with these cards."""

    @abstractmethod
    def view(self, seat: Seat | None) -> V_co:
        """All that this seat may know; None: a kibitzer."""

    @abstractmethod
    def shown(self, event: Event, by: Seat | None, viewer: Seat | None) -> Event:
        """The event as the viewer sees it happen: a deal or a discard hides its cards."""

    @property
    @abstractmethod
    def outcome(self) -> O_co | None:
        """The facts, once the deal is over."""

    def _repr_html_(self) -> str:
        """The deal in a notebook, with the cards of all; the view of a seat has its own alone."""
        view = self.view(None)
        held = {seat: CardSet(self.holding(seat)) for seat in view.hands}
        hands = {seat: held[seat] if one.cards is None else CardSet.of(one.cards) for seat, one in view.hands.items()}
        closed = CardSet(self.judging.closed)
        return _drawn(view, hands, f", closed {' '.join(card.sign() for card in closed)}" if closed else "")


class Judging(msgspec.Struct, frozen=True):
    """A deal as deeds and rulings see it: `kozyr.games.deeds`, `kozyr.games.judged`.

    No verb of play needs it. This class serves a game without rulings. A game with rulings tells of the cards beside
    the hands, and carries out effects.
    """

    state: AnyState
    """The deal without its rulings."""

    @property
    def closed(self) -> int:
        """The cards that lie closed beside the hands and may be bought, as bits: a talon."""
        return 0

    @property
    def put_away(self) -> tuple[Seat, int] | None:
        """The seat that has put cards away, and those cards as bits. None: no seat has."""
        return None

    @property
    def bid(self) -> Event | None:
        """The word that names the bid as the contract. None: no contract is named in this game, or nobody has bid."""
        return None

    def misdealt(self, cards: str) -> bool:  # noqa: ARG002 - most games have no use for such a deal
        """Whether a real table could have these cards, although they are dealt wrongly."""
        return False

    def word(self, token: str) -> Event:
        """The event of a token.

        Raises:
            ValueError: there is none.
        """
        raise ValueError(f"no event: {token!r}")

    def ruled(self, effect: Effect) -> AnyState | None:  # noqa: ARG002 - most games know few of them
        """The deal after an effect of a ruling that changes the cards, the auction or the end; None: it does not fit."""
        return None

    def takers(self) -> tuple[Seat, ...]:
        """The seats whose tricks a ruling can change; none in a game without such rulings."""
        return ()

    def on_demand(self, seat: Seat) -> bool:  # noqa: ARG002 - in most games an open card is played at the first chance
        """Whether an open card of this seat is played only where an opponent demands it."""
        return False

    def picks(self, seat: Seat) -> Seat | None:  # noqa: ARG002 - in most games a ruling says it
        """The seat that picks between several open cards of this seat, where no ruling says it. None: their owner."""
        return None

    def counted(self, outcome: Outcome, tallies: tuple[tuple[Effect, str], ...]) -> Outcome:  # noqa: ARG002 - as above
        """The facts with the effects of rulings on tricks, each effect with its law."""
        return outcome

    def revealed(self, view: AnyView, cards: int) -> AnyView:
        """The view of a viewer who has also seen these cards (bits of a `CardSet`), wherever they are."""
        hands = {seat: _known(hand, cards & self.state.holding(seat)) for seat, hand in view.hands.items()}
        return _replace(view, hands=hands)


def _known(hand: Hand, seen: int) -> Hand:
    """A hand of which these cards, as bits, have been seen."""
    if hand.cards is not None or not seen:
        return hand
    return Hand(hand.count, None, tuple(CardSet(seen | CardSet.of(hand.known).bits)))


AnyView: TypeAlias = View[Event, Terms, Outcome]
AnyState: TypeAlias = State[Event, Terms, AnyView, Outcome]
