"""Many deals: the match of every game, and its changes besides the deals."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar, Generic, Self, TypeAlias, TypeVar

import msgspec

from kozyr.games.contract import AnyState, Deal, Effect, Event, IllegalEvent, Outcome, State, Terms, View
from kozyr.games.exact import Exact
from kozyr.games.options import Conventions
from kozyr.games.refusal import Reason, Refusal


class Amendment(Event, frozen=True):
    """A change to the match itself: a newcomer, a stop, a correction."""

    waits: ClassVar[str] = ""
    """The rule by which it waits until the running deal is over; empty: it may come at any time."""


class Stop(Amendment, frozen=True, tag="stop", omit_defaults=True):
    """End the match early: by consent of all, or force majeure, which needs no consent (PE-5.4.18)."""

    consent: tuple[str, ...] = ()
    force_majeure: bool = False

    @property
    def token(self) -> str:
        """`stop:N,E,S`, `stop:force-majeure`."""
        return "stop:" + ("force-majeure" if self.force_majeure else ",".join(self.consent))


class Substitute(Amendment, frozen=True, tag="substitute"):
    """Another person takes over a player's score (PE-5.4.7); the others must consent."""

    player: str
    consent: tuple[str, ...]

    @property
    def token(self) -> str:
        """`substitute:E:N,S`."""
        return f"substitute:{self.player}:{','.join(self.consent)}"


class Correction(Amendment, frozen=True):
    """An entry in the sheet by consent or by a ruling, with the rule that gives it; a game adds where it stands."""

    points: int | Exact
    """An integer, or an exact fraction in text (`"26/3"`)."""
    law: str

    @property
    def amount(self) -> Fraction:
        """The points as a number."""
        return Fraction(self.points)


def common(token: str) -> Event | None:
    """The event of a token that is the same in every game: `deal:`, `stop:`, `substitute:`; None: it is another."""
    head, colon, tail = token.partition(":")
    if not colon:
        return None
    if head == "deal":
        return Deal(tail.replace("_", " "))
    if head == "stop":
        return Stop(force_majeure=True) if tail == "force-majeure" else Stop(_names(tail))
    if head == "substitute":
        player, _, consent = tail.partition(":")
        return Substitute(player, _names(consent))
    return None


def _names(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split(",")))


S_co = TypeVar("S_co", bound=State[Event, Terms, View[Event, Terms, Outcome], Outcome], covariant=True)


class Match(msgspec.Struct, Generic[S_co], frozen=True):
    """The pulka, the rubber, the party: a fold over outcomes and amendments; frozen."""

    over: ClassVar[str]
    """The rule by which nothing follows a finished match."""
    stopping: ClassVar[str]
    """The rule by which a match is broken off by consent."""
    replacing: ClassVar[str]
    """The rule by which another person takes over a player's score by consent."""

    @property
    @abstractmethod
    def conventions(self) -> Conventions:
        """The conventions, agreed before the first deal."""

    @property
    @abstractmethod
    def sheet(self) -> msgspec.Struct:
        """The present score."""

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """The players as a record and the sheet call them, by place."""

    @property
    @abstractmethod
    def dealer(self) -> int:
        """The next dealer, as a place at the table counted clockwise from 0."""

    @property
    @abstractmethod
    def finished(self) -> bool:
        """Whether no deal follows."""

    @property
    @abstractmethod
    def history(self) -> tuple[Outcome, ...]:
        """The facts of every deal that was scored."""

    @property
    @abstractmethod
    def results(self) -> Mapping[str, Fraction]:
        """The result of each player if the match ended now."""

    def dealt_by(self, place: int) -> Self | None:  # noqa: ARG002 - where the boards say who deals, nobody else can
        """The match in which another player deals next.

        place: counted clockwise from 0. None: no other player can deal.
        """
        return None

    def passed_over(self) -> Self | None:
        """The match after a running deal that got an artificial score instead of a result.

        None: no boards are played, so the next player deals another deal instead.
        """
        return None

    def entry(self, effect: Effect, law: str) -> Amendment | None:  # noqa: ARG002 - a game says what it can write
        """The entry in the sheet that an effect of a ruling makes; None: the sheet has no such column."""
        return None

    @abstractmethod
    def next_deal(self) -> Terms:
        """The terms of the next deal."""

    @abstractmethod
    def begin(self) -> S_co:
        """The next deal, which waits for its cards."""

    @abstractmethod
    def record(self, outcome: Outcome) -> Self:
        """The match after a deal, by its told facts.

        Raises:
            ValueError: the facts contradict each other or the conventions.
        """

    @abstractmethod
    def recorded(self, outcome: Outcome) -> Self:
        """The match after a deal that was played here, so that its facts are not checked."""

    def why_not(self, amendment: Amendment) -> Refusal | None:
        """Why the amendment is refused now; a game adds its own reasons to the common ones."""
        if self.finished:
            return Refusal(Reason.MATCH_OVER, self.over)
        everybody = set(self.names)
        if isinstance(amendment, Stop):
            agreed = amendment.force_majeure or everybody <= set(amendment.consent)
            return None if agreed else Refusal(Reason.NO_CONSENT, self.stopping)
        if isinstance(amendment, Substitute):
            if amendment.player not in everybody:
                return Refusal(Reason.NOT_AT_TABLE, self.replacing)
            agreed = everybody - {amendment.player} <= set(amendment.consent)
            return None if agreed else Refusal(Reason.NO_CONSENT, self.replacing)
        return Refusal(Reason.NOT_AGREED, self.stopping)

    def amend(self, amendment: Amendment) -> Self:
        """The match after an amendment.

        Raises:
            IllegalEvent: `why_not` has a reason.
        """
        illegal = self.why_not(amendment)
        if illegal is not None:
            raise IllegalEvent(amendment, self, illegal)
        return self.amended(amendment)

    @abstractmethod
    def amended(self, amendment: Amendment) -> Self:
        """The match after an amendment that is known to be allowed."""


AnyMatch: TypeAlias = Match[AnyState]
