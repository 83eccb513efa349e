"""The contract that every game keeps; read this first.

A game is two pure state machines. `State` is one deal: what has happened, what may happen next, what each
seat may know. `Match` is the fold over deals: the pulka, the rubber, the party. `Progress` joins them, and a
log of `Entry` replays through it. Nothing in a game knows chance, time or the outside world: even the deal is
an event that the table applies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache, cached_property
from importlib import import_module
from typing import Any, ClassVar, Final, Protocol, Self

import msgspec

from kozyr.cards import Card, Seat, Suit
from kozyr.deals import Pack
from kozyr.games.trick import FollowRules

__all__ = [
    "REGISTRY",
    "Amendment",
    "Deal",
    "Entry",
    "Event",
    "Game",
    "Illegal",
    "IllegalEvent",
    "Match",
    "Outcome",
    "Progress",
    "Reason",
    "Record",
    "Replay",
    "State",
    "Terms",
    "View",
    "game",
    "replay",
]


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What a seat submits, the log stores, the wire carries and the notation prints: one vocabulary."""

    @property
    def token(self) -> str:
        """The event as one ASCII word of a record, without spaces."""
        raise TypeError(type(self).__name__)  # every event of a game prints itself


class Deal(Event, frozen=True, tag="deal"):
    """The cards come to the table: `cards` is the text of a `kozyr.deals.Layout`."""

    cards: str

    @property
    def token(self) -> str:
        """The deal text as one word: blanks become underscores."""
        return "deal:" + self.cards.replace(" ", "_")


class Amendment(Event, frozen=True):
    """A change to the match itself: a newcomer, a stop, a correction.

    waits: the rule by which it waits until the running deal is over; empty: it may come at any time.
    """

    waits: ClassVar[str] = ""


class Reason(StrEnum):
    """Why an event is refused. Every game draws from this list, so that a client can explain each once."""

    NOT_NOW = "not_now"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_AT_TABLE = "not_at_table"
    TABLE_ONLY = "table_only"
    BAD_DEAL = "bad_deal"
    NOT_HELD = "not_held"
    MUST_FOLLOW = "must_follow"
    MUST_TRUMP = "must_trump"
    TOO_LOW = "too_low"
    JUMP = "jump"
    NOTHING_TO_MATCH = "nothing_to_match"
    FIRST_CALL_ONLY = "first_call_only"
    OUTBID_ONLY_BY_NINE = "outbid_only_by_nine"
    NOT_AGREED = "not_agreed"
    CARDS_SEEN = "cards_seen"
    CARDS_UNSEEN = "cards_unseen"
    OBLIGATORY = "obligatory"
    ALREADY_CLAIMED = "already_claimed"
    CLAIM_PENDING = "claim_pending"
    IMPOSSIBLE_TRICKS = "impossible_tricks"
    NO_CONSENT = "no_consent"
    MATCH_OVER = "match_over"
    MUST_OVERTRUMP = "must_overtrump"
    REJECTED_SUIT = "rejected_suit"
    NO_RIGHT = "no_right"
    CARD_TWICE = "card_twice"
    TOO_HIGH = "too_high"
    LAST_TRICK = "last_trick"


class Illegal(msgspec.Struct, frozen=True):
    """Why an event may not happen: a reason to explain and the rule that forbids it (`P-3.3.9`)."""

    reason: Reason
    law: str


class IllegalEvent(ValueError):
    """An event was refused; the state is as it was.

    Attributes:
        event: what was tried. state: where. illegal: why not.
    """

    def __init__(self, event: Event, state: object, illegal: Illegal) -> None:
        super().__init__(f"{event.token}: {illegal.reason} ({illegal.law})")
        self.event = event
        self.state = state
        self.illegal = illegal


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The facts of a finished deal: contract, tricks, who whisted. Not points."""


class View(msgspec.Struct, frozen=True):
    """All that one viewer may know, and nothing else; what a bot and a client get."""


class Terms(msgspec.Struct, frozen=True):
    """What is known before the cards: who deals, who sits where, what the match demands of this deal."""

    @property
    def holders(self) -> tuple[Seat, ...]:
        """Who gets cards, in the order in which the pack's hands go to them."""
        raise TypeError(type(self).__name__)  # every game says so itself


class State(Protocol):
    """One deal; frozen, hashable."""

    @property
    def terms(self) -> Terms:
        """What was known before the cards."""

    @property
    def phase(self) -> str:
        """What goes on, as a word of the game's own (`auction`, `play`); a record's lines break by it."""

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards of the trick in progress, from the lead."""

    @property
    def turn(self) -> Seat | None:
        """Whose cards or call it is; None: over, or waiting for the deal."""

    @property
    def actor(self) -> Seat | None:
        """Who decides: dummy and open whist make this another seat than `turn`."""

    def legal(self, seat: Seat | None = None) -> tuple[Event, ...]:
        """What this seat has to choose from now, sorted by token; None: the actor."""

    def offers(self, seat: Seat | None = None) -> tuple[Event, ...]:
        """What this seat may put to the others besides its duty to move: claims, corrections."""

    def why_not(self, event: Event, seat: Seat | None = None) -> Illegal | None:
        """Why the event is refused; None: it is legal, an offer, or the deal that the table brings."""

    def apply(self, event: Event, seat: Seat | None = None) -> Self:
        """The state after the event.

        Raises:
            IllegalEvent: `why_not` has a reason.
        """

    def possible(self, event: Event, seat: Seat | None = None) -> bool:
        """Whether a hand could do it at a real table, legal or not; for `kozyr.games.unchecked`."""

    def advance(self, event: Event, seat: Seat | None = None) -> Self:
        """The state after an event that is known to be possible: no check. `apply` is the plain verb."""

    def view(self, seat: Seat | None) -> View:
        """All that this seat may know; None: a kibitzer."""

    def shown(self, event: Event, by: Seat | None, viewer: Seat | None) -> Event:
        """The event as the viewer sees it happen: a deal or a discard hides its cards."""

    @property
    def outcome(self) -> Outcome | None:
        """The facts, once the deal is over."""


class Match(Protocol):
    """The pulka, the rubber, the party: a fold over outcomes and amendments; frozen.

    over: the rule by which nothing follows a finished one.
    """

    over: ClassVar[str]

    @property
    def conventions(self) -> msgspec.Struct:
        """What was agreed before the first deal."""

    @property
    def sheet(self) -> msgspec.Struct:
        """The score as it stands."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players as a record and the sheet call them, by place."""

    @property
    def dealer(self) -> int:
        """Who deals next, as a place at the table counted clockwise from 0."""

    @property
    def finished(self) -> bool:
        """No deal follows."""

    def next_deal(self) -> Terms:
        """The terms of the next deal."""

    def begin(self, terms: Any) -> State:
        """A state that waits for its cards."""

    def record(self, outcome: Any) -> Self:
        """The match after a deal.

        Raises:
            ValueError: the facts contradict each other or the conventions.
        """

    def why_not(self, amendment: Any) -> Illegal | None:
        """Why the amendment is refused now."""

    def amend(self, amendment: Any) -> Self:
        """The match after an amendment.

        Raises:
            IllegalEvent: `why_not` has a reason.
        """


class Progress(msgspec.Struct, frozen=True):
    """A match and the deal that runs in it; the one place where the two folds meet."""

    match: Match
    state: State | None = None

    @classmethod
    def start(cls, match: Match) -> Progress:
        """The match with its next deal begun, if one follows."""
        return cls(match, None if match.finished else match.begin(match.next_deal()))

    def why_not(self, event: Event, seat: Seat | None = None) -> Illegal | None:
        """Why the event is refused here; amendments go to the match, the rest to the deal."""
        if isinstance(event, Amendment):
            if event.waits and self.state is not None and self.state.turn is not None:
                return Illegal(Reason.NOT_NOW, event.waits)
            return self.match.why_not(event)
        if self.state is None:
            return Illegal(Reason.MATCH_OVER, self.match.over)
        return self.state.why_not(event, seat)

    def apply(self, event: Event, seat: Seat | None = None) -> Progress:
        """The progress after the event; a finished deal is recorded and the next one begun.

        Raises:
            IllegalEvent: `why_not` has a reason.
        """
        if isinstance(event, Amendment):
            return self._amended(event)
        if self.state is None:
            raise IllegalEvent(event, self, Illegal(Reason.MATCH_OVER, self.match.over))
        return self.after(self.state.apply(event, seat))

    def _amended(self, amendment: Amendment) -> Progress:
        """The progress after an amendment; a deal that runs on the same terms goes on."""
        illegal = self.why_not(amendment)
        if illegal is not None:
            raise IllegalEvent(amendment, self, illegal)
        match = self.match.amend(amendment)
        if self.state is not None and not match.finished and match.next_deal() == self.state.terms:
            return Progress(match, self.state)
        return Progress.start(match)

    def step(self, entry: Entry) -> tuple[Progress, Outcome | None]:
        """The progress after a line of a log, and the facts of the deal that it ended, if it did.

        Raises:
            IllegalEvent: the event is refused; a forced one, if not even a hand could do it.
        """
        from kozyr.games.unchecked import force  # noqa: PLC0415 - it needs this contract

        if self.state is None or isinstance(entry.event, Amendment):
            return self.apply(entry.event, entry.seat), None
        if entry.forced:
            state = force(self.state, entry.event, entry.seat)
        else:
            state = self.state.apply(entry.event, entry.seat)
        return self.after(state), state.outcome

    def after(self, state: State) -> Progress:
        """The progress once the running deal has become this state."""
        if state.outcome is None:
            return Progress(self.match, state)
        return Progress.start(self.match.record(state.outcome))


class Entry(msgspec.Struct, frozen=True):
    """One line of a log. `seat` None: the table itself, for deals and amendments.

    forced: the event was illegal and happened all the same (a record marks it with `!`).
    """

    seq: int
    seat: Seat | None
    event: Event
    forced: bool = False


class Record(msgspec.Struct, frozen=True):
    """A match as data: the game, what was agreed, and the log."""

    game: str
    conventions: msgspec.Struct
    players: int
    dealer: int = 0
    entries: tuple[Entry, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()


class Replay(msgspec.Struct, frozen=True):
    """What came of a record: the good prefix, and the first error with the entry it stands at."""

    progress: Progress
    applied: tuple[Entry, ...]
    outcomes: tuple[Outcome, ...] = ()
    error: Illegal | None = None

    @property
    def match(self) -> Match:
        """The match after the good prefix."""
        return self.progress.match

    @property
    def state(self) -> State | None:
        """The deal that runs after the good prefix; None: the match is over."""
        return self.progress.state


class Game(msgspec.Struct, frozen=True, dict=True):
    """What the registry knows of a game.

    event: the union of its events, for decoding. parse: a token to an event (ValueError: no such token).
    presets: named conventions. agree: a preset's name and changes to conventions (ValueError: contradictory).
    start: conventions, players and the first dealer's place to a match. pack: how its cards are dealt.
    groups: which options have a dot in their names (`kozyr.games.options.dotted`). follow: what a card led asks for.
    order: the strength of cards by trump, by card index, where it is not the natural one. outcome: the facts of a
    deal, as a line of a score file has them.
    """

    name: str
    event: Any
    parse: Callable[[str], Event]
    presets: Mapping[str, msgspec.Struct]
    agree: Callable[..., msgspec.Struct]
    start: Callable[..., Match]
    pack: Pack
    groups: tuple[str, ...] = ()
    follow: FollowRules = FollowRules()
    order: Mapping[Suit | None, tuple[int, ...]] = {}
    outcome: type[Outcome] = Outcome

    @cached_property
    def decoder(self) -> msgspec.json.Decoder[Event]:
        """Reads an event from JSON; to make one for every event costs a hundred times the reading."""
        return msgspec.json.Decoder(self.event)


# Dotted names, so that the games stay strangers and none is loaded before it is wanted.
REGISTRY: Final = {
    "preferans": "kozyr.games.preferans",
    "bridge": "kozyr.games.bridge",
    "deberts": "kozyr.games.deberts",
}


@cache
def game(name: str) -> Game:
    """The game of this name.

    Raises:
        ValueError: there is none.
    """
    if name not in REGISTRY:
        msg = f"no game {name!r}; there are: {', '.join(REGISTRY)}"
        raise ValueError(msg)
    found: Game = import_module(REGISTRY[name]).GAME
    return found


def replay(record: Record) -> Replay:
    """Replay a log; a bad event stops it and the good prefix is kept."""
    progress = Progress.start(game(record.game).start(record.conventions, record.players, record.dealer))
    outcomes: list[Outcome] = []
    for at, entry in enumerate(record.entries):
        try:
            progress, outcome = progress.step(entry)
        except IllegalEvent as error:
            return Replay(progress, record.entries[:at], tuple(outcomes), error.illegal)
        if outcome is not None:
            outcomes.append(outcome)
    return Replay(progress, record.entries, tuple(outcomes))
