"""Pairs: a fourth game, out of the tree, that shows what a game must bring. docs/architecture.md goes through it.

Two play with the spades and hearts from seven to ace. Each gets six cards, four lie unseen. The eldest (the other one
than the dealer) calls the trump or none and leads; suit must be followed, trumps need not be played. A trick is a point.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Annotated, ClassVar, Final, Self

import msgspec

from kozyr.cards import CARDS, Card, CardSet, Seat, Suit, parse_card
from kozyr.deals import Layout, Pack
from kozyr.games import (
    Amendment,
    Call,
    Deal,
    Event,
    Game,
    Match,
    Outcome,
    Phase,
    Play,
    Reason,
    Refusal,
    State,
    Stop,
    Substitute,
    Terms,
    View,
)
from kozyr.games.match import common
from kozyr.games.options import Contradiction, Conventions, Reader, change, check_ranges, under
from kozyr.games.trick import FollowRules, Hand, Trick, Tricks, clockwise, plays

PACK: Final = Pack(
    tuple(card for card in CARDS if card.suit.value in "SH" and card.rank.value in "789TJQKA"), (6, 6), 4
)
SEATS: Final = (Seat.N, Seat.S)
FOLLOW: Final = FollowRules(must_trump=False)


# ------------------------------------------------------------------ words and options


class Trump(Call, frozen=True, tag="trump"):
    """The eldest calls a trump; None: there is none."""

    suit: Suit | None

    @property
    def token(self) -> str:
        """`trump:S`, `trump:none`."""
        return "trump:" + ("none" if self.suit is None else self.suit.value)


AnyEvent = Deal | Trump | Play | Stop | Substitute
CALLS: Final = (Trump(Suit.HEARTS), Trump(Suit.SPADES), Trump(None))
_WORDS: Final = {call.token: call for call in CALLS}
_PLAYS: Final = {card: Play(card) for card in PACK.cards}
_plays = plays(_PLAYS)


def parse(token: str) -> Event:
    """The event of a token.

    Raises:
        ValueError: no such event.
    """
    try:
        return common(token) or _WORDS.get(token) or _PLAYS[parse_card(token)]
    except (ValueError, KeyError):
        raise ValueError(f"no event of pairs: {token!r}") from None


_match = under("match")


class PairsConventions(Conventions, frozen=True, forbid_unknown_fields=True):
    """What is agreed: how many deals, and whether there may be no trump."""

    chapters: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "match": ("match",),
        "table": ("table", "card"),
        "irr": ("irr",),
    }
    elsewhere: ClassVar[Mapping[str, Reader]] = {
        "stake": "nobody",
        "irregularities": "nobody",
        "undo": "nobody",
        "played_when": "nobody",
        "show_counters": "nobody",
    }

    deals: Annotated[int, _match("how many deals a match has", "P-0.1", least=1, most=20)] = 4
    no_trump: Annotated[bool, _match("the eldest may call no trump", "P-0.1")] = True


PRESETS: Final[Mapping[str, PairsConventions]] = MappingProxyType(
    {"usual": PairsConventions(), "short": PairsConventions(deals=1)}
)


def agree(
    preset: str = "usual",
    changes: Mapping[str, object] | None = None,
    players: int | None = None,
    *,
    logged: bool = False,
) -> PairsConventions:
    """A preset with some options changed; logged: a log says that it was so agreed.

    Raises:
        ValueError: no such preset, option or value.
    """
    if preset not in PRESETS:
        raise ValueError(f"no preset {preset!r}; there are: {', '.join(PRESETS)}")
    agreed = change(PRESETS[preset], changes or {}, ("table",))
    if not logged:
        check_ranges(agreed)
    if players not in {None, 2}:
        raise Contradiction.between("deals", "players", "pairs is for two", "")
    return agreed


# ------------------------------------------------------------------ one deal


class PairsTerms(Terms, frozen=True):
    """Who deals, in which deal of the match."""

    conventions: PairsConventions
    number: int
    dealer: Seat
    seats: tuple[Seat, ...] = SEATS
    names: tuple[str, ...] = ("N", "S")

    @property
    def holders(self) -> tuple[Seat, ...]:
        """The eldest first."""
        return (Seat.S, Seat.N) if self.dealer is Seat.N else (Seat.N, Seat.S)


class PairsOutcome(Outcome, frozen=True):
    """Who dealt, what was trump, and each one's tricks by name."""

    dealer: str
    trump: Suit | None = None
    tricks: dict[str, int] = msgspec.field(default_factory=dict)


class PairsView(View[AnyEvent, PairsTerms, PairsOutcome], frozen=True, kw_only=True):
    """All that one viewer may know."""

    game: ClassVar[str] = "pairs"

    trump: Suit | None


class Calling(Phase[AnyEvent], frozen=True):
    """The eldest calls."""

    name: ClassVar[str] = "auction"
    takes: ClassVar[tuple[type[Event], ...]] = (Trump,)

    terms: PairsTerms
    hands: tuple[int, int, int, int]

    @property
    def turn(self) -> Seat:
        """The eldest."""
        return self.terms.holders[0]

    def legal(self) -> tuple[AnyEvent, ...]:
        """A trump, or none where that is agreed."""
        return CALLS if self.terms.conventions.no_trump else CALLS[:2]

    def why_not(self, event: Event, seat: Seat) -> Refusal | None:
        """It is the eldest's turn, and he calls."""
        if seat is not self.turn:
            return Refusal(Reason.NOT_YOUR_TURN, "P-2.1.4")
        return None if event in self.legal() else Refusal(Reason.NOT_NOW, "P-2.1.4")

    def apply(self, event: Event, seat: Seat) -> Playing:
        """The eldest leads."""
        assert isinstance(event, Trump)
        return Playing(Tricks.begin(self.hands, clockwise(self.terms.holders, seat), event.suit, FOLLOW), self.hands)


class Playing(Phase[AnyEvent], frozen=True):
    """Cards are played, until none are left."""

    takes: ClassVar[tuple[type[Event], ...]] = (Play,)

    tricks: Tricks
    hands: tuple[int, int, int, int]

    @property
    def name(self) -> str:  # type: ignore[override]  # of the six tricks the last one ends the deal
        """`play`, and `over` after the last trick."""
        return "over" if self.turn is None else "play"

    @property
    def turn(self) -> Seat | None:
        """Who plays the next card."""
        return self.tricks.at if any(self.tricks.hands) else None

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards on the table."""
        return self.tricks.cards

    @property
    def history(self) -> tuple[Trick, ...]:
        """The finished tricks."""
        return self.tricks.history

    def legal(self) -> tuple[AnyEvent, ...]:
        """The cards that may be played."""
        return _plays(self.tricks.playable)

    def why_not(self, event: Event, seat: Seat) -> Refusal | None:
        """Cards are played in turn, and suit is followed."""
        if self.turn is None or not isinstance(event, Play):
            return Refusal(Reason.NOT_NOW, "P-2.1.4")
        if seat is not self.turn:
            return Refusal(Reason.NOT_YOUR_TURN, "P-2.1.4")
        reason = self.tricks.refusal(event.card)
        return None if reason is None else Refusal(reason, "P-2.1.3")

    def possible(self, event: Event, seat: Seat) -> bool:
        """Any card that is held."""
        return isinstance(event, Play) and seat is self.turn and bool(event.card.bit & self.tricks.hand)

    def apply(self, event: Event, seat: Seat) -> Playing:  # noqa: ARG002 - the one on turn plays
        """The trick goes on."""
        assert isinstance(event, Play)
        return Playing(self.tricks.play(event.card), self.hands)


class PairsState(State[AnyEvent, PairsTerms, PairsView, PairsOutcome], frozen=True):
    """One deal."""

    dealing: ClassVar[str] = "P-3.2.8"
    sitting: ClassVar[str] = "P-1.2"

    def fault(self, cards: str) -> Refusal | None:
        """Six cards each, four that nobody sees."""
        try:
            layout = Layout.parse(cards)
        except ValueError:
            return Refusal(Reason.BAD_DEAL, self.dealing)
        sizes = [len(layout.hand(seat) or ()) for seat in Seat]
        told = {*layout.rest, *(card for hand in layout.hands for card in hand or ())}
        good = sizes == [6, 0, 6, 0] and len(layout.rest) == 4 and told == set(PACK.cards)
        return None if good else Refusal(Reason.BAD_DEAL, self.dealing)

    def dealt(self, cards: str) -> Calling:
        """The eldest is to call."""
        n, e, s, w = (0 if hand is None else hand.bits for hand in Layout.parse(cards).hands)
        return Calling(self.terms, (n, e, s, w))

    @property
    def outcome(self) -> PairsOutcome | None:
        """Each one's tricks."""
        now = self.now
        if not isinstance(now, Playing) or now.turn is not None:
            return None
        won = {seat.value: now.tricks.won[seat.position] for seat in SEATS}
        return PairsOutcome(self.terms.dealer.value, now.tricks.trump, won)

    def view(self, seat: Seat | None) -> PairsView:
        """One's own hand while the deal runs, both after it."""
        now = self.now
        playing = now if isinstance(now, Playing) else None
        over = self.outcome is not None
        held = (0, 0, 0, 0)
        if isinstance(now, (Calling, Playing)):
            held = now.hands if over or playing is None else playing.tricks.hands
        hands = {
            place: Hand(held[place.position].bit_count(), tuple(CardSet(held[place.position])) if shown else None)
            for place in SEATS
            for shown in [over or place is seat]
        }
        reasons: dict[Card, Refusal] = {}
        if playing is not None and not over and seat is self.actor:
            reasons = {
                card: Refusal(reason, "P-2.1.3")
                for card in CardSet(playing.tricks.hand)
                if (reason := playing.tricks.refusal(card)) is not None
            }
        return PairsView(
            seat=seat,
            terms=self.terms,
            phase=self.phase,
            turn=self.turn,
            actor=self.actor,
            hands=hands,
            trick=() if playing is None else playing.tricks.trick,
            history=self.history,
            legal=self.legal(seat) if seat is not None else (),
            offers=(),
            reasons=reasons,
            outcome=self.outcome,
            trump=None if playing is None else playing.tricks.trump,
        )

    def shown(self, event: Event, by: Seat | None, viewer: Seat | None) -> Event:  # noqa: ARG002 - all else is said aloud
        """A deal shows each his own hand."""
        if not isinstance(event, Deal):
            return event
        hand = None if viewer is None else Layout.parse(event.cards).hand(viewer)
        return Deal(str(Layout.of([] if hand is None or viewer is None else [(viewer, hand)])))


# ------------------------------------------------------------------ many deals


class PairsSheet(msgspec.Struct, frozen=True):
    """Points by place."""

    points: tuple[int, int] = (0, 0)


class PairsMatch(Match[PairsState], frozen=True):
    """So many deals; they deal in turn."""

    over: ClassVar[str] = "P-4.2.14"
    stopping: ClassVar[str] = "P-4.2.15"
    replacing: ClassVar[str] = "PE-5.4.7"

    conventions: PairsConventions
    dealer: int = 0
    sheet: PairsSheet = PairsSheet()
    history: tuple[PairsOutcome, ...] = ()
    stopped: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """By seats."""
        return ("N", "S")

    @property
    def finished(self) -> bool:
        """All deals are played, or it was stopped."""
        return self.stopped or len(self.history) >= self.conventions.deals

    @property
    def results(self) -> Mapping[str, Fraction]:
        """Points more than the other's."""
        north, south = self.sheet.points
        return {"N": Fraction(north - south), "S": Fraction(south - north)}

    def next_deal(self) -> PairsTerms:
        """Who deals."""
        return PairsTerms(self.conventions, len(self.history) + 1, SEATS[self.dealer])

    def begin(self) -> PairsState:
        """The next deal."""
        return PairsState(self.next_deal())

    def record(self, outcome: Outcome) -> Self:
        """The match after a deal."""
        assert isinstance(outcome, PairsOutcome)
        if self.finished or sum(outcome.tricks.values()) != 6:
            raise ValueError("six tricks are played in a deal of a match that goes on")
        return self.recorded(outcome)

    def recorded(self, outcome: Outcome) -> Self:
        """The match after a deal that was played here."""
        assert isinstance(outcome, PairsOutcome)
        north, south = (had + outcome.tricks[name] for had, name in zip(self.sheet.points, self.names, strict=True))
        return msgspec.structs.replace(
            self, dealer=1 - self.dealer, sheet=PairsSheet((north, south)), history=(*self.history, outcome)
        )

    def amended(self, amendment: Amendment) -> Self:
        """Stopped; a substitute takes the score as it is."""
        return msgspec.structs.replace(self, stopped=True) if isinstance(amendment, Stop) else self


def start(conventions: Conventions, players: int = 2, dealer: int = 0, *, logged: bool = False) -> PairsMatch:  # noqa: ARG001 - there is nothing to judge
    """A new match.

    Raises:
        ValueError: not two players, or no such place.
    """
    if players != 2 or dealer not in {0, 1} or not isinstance(conventions, PairsConventions):
        raise ValueError("pairs is for two, at places 0 and 1")
    return PairsMatch(conventions, dealer)


GAME: Final = Game(
    "pairs", AnyEvent, parse, PRESETS, agree, start, (2,), PACK, ("table",), FOLLOW, outcome=PairsOutcome
)
