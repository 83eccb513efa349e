"""Bridge as a table of the club sees it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from kozyr.cards import Card, Seat
from kozyr.club.faces.laws import Laws
from kozyr.games import Amendment, Event, Illegal, Outcome, Reason, bridge
from kozyr.games.bridge import Vulnerability, events
from kozyr.games.bridge.deal import SEATS, Trick
from kozyr.games.bridge.match import Entry, Places

__all__ = ["Bridge", "Finished"]


class _Sheet(msgspec.Struct, frozen=True):
    """The session for a client. Pairs are N-S, E-W of the running rubber; places whose each seat is, N E S W.

    rubber, rubbers: the running one of how many. games, part, below, above, lines: of the running rubber. scores, imps:
    what each deal brought N-S. results: of each finished rubber, by player. next: who deals and is vulnerable then.
    """

    names: tuple[str, ...]
    form: str
    compare: str
    rubber: int
    rubbers: int
    boards: int | None
    games: tuple[int, int]
    part: tuple[int, int]
    below: tuple[int, int]
    above: tuple[int, int]
    lines: tuple[int, ...]
    scores: tuple[int, ...]
    imps: tuple[int, ...]
    results: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    places: Places
    entries: tuple[Entry, ...]
    deals: tuple[Outcome, ...]
    finished: bool
    stopped: bool


class Finished(msgspec.Struct, frozen=True):
    """A deal that is over: all cards lie open. score: what it brought N-S by itself."""

    number: int
    board: int
    dealer: Seat
    vulnerability: Vulnerability
    names: Mapping[Seat, str]
    outcome: Outcome | None
    entries: tuple[Entry, ...]
    score: int
    hands: Mapping[Seat, tuple[Card, ...]]
    history: tuple[Trick, ...]
    calls: tuple[tuple[Seat, str], ...]
    meanings: Mapping[int, str]


class Bridge:
    """Bridge as a table sees it."""

    players: tuple[int, ...] = (2, 3, 4, 5, 6)
    online: Mapping[str, object] = {"explain": "self"}  # the bidder tells the opponents, partner does not see it
    laws = Laws(waits="B-56H-1", dealing="B-GEN-7")

    def lot(self, cards: tuple[Card, ...]) -> tuple[int, ...]:
        """The highest chooses, the second highest is his partner (B-GEN-6)."""
        return bridge.draw_order(cards)

    def drawn(self, heap: tuple[Card, ...], players: int) -> int:  # noqa: ARG002 - nobody draws again
        """Who has chosen his seat deals first, without another draw (B-GEN-6)."""
        return 0

    def first_dealer(self, cards: tuple[Card, ...], players: int) -> int:  # noqa: ARG002 - it is known
        """The one who has chosen (B-GEN-6); at duplicate the board says who deals."""
        return 0

    def seat(self, state: bridge.State, name: str) -> Seat | None:
        """Where a player sits in this deal; None: he sits out this rubber."""
        terms = state.terms
        return terms.seats[terms.names.index(name)] if name in terms.names else None

    def name(self, state: bridge.State, seat: Seat) -> str:
        """Who decides for a seat in this deal."""
        return state.terms.name(seat)

    def holders(self, state: bridge.State) -> tuple[Seat, ...]:
        """All four places."""
        return state.terms.holders

    def number(self, state: bridge.State) -> int:
        """Which deal of the session this is, from 1."""
        return state.terms.number

    def view(self, view: bridge.View) -> dict[str, Any]:
        """A view without the conventions, which are told once, and without what a player must remember.

        Of the tricks only the last, while he may look at it (B-LAW-TRICK-1); after the lead the auction no more, unless
        the table reviews it (B-LAW-REV-3).
        """
        terms = msgspec.structs.asdict(view.terms)
        del terms["conventions"]
        seen = msgspec.structs.asdict(view) | {"terms": terms, "history": ()}
        if not view.review:
            seen |= {"calls": (), "meanings": {}}
        return seen

    def watched(self, view: bridge.View) -> object:
        """The same for one who watches: nothing to choose from, and no trick to look at."""
        return self.view(view) | {"last": None, "legal": (), "offers": (), "refused": {}}

    def notes(self, state: bridge.State) -> bool:  # noqa: ARG002 - never
        """The memory is part of the game."""
        return False

    def sheet(self, session: bridge.Session) -> object:
        """The score of the form that is played."""
        c, sheet = session.conventions, session.sheet
        return _Sheet(
            names=session.names,
            form=c.form,
            compare=c.compare,
            rubber=min(session.rubber, session.rubbers),
            rubbers=session.rubbers,
            boards=c.deals if isinstance(c.deals, int) else None,
            games=sheet.games,
            part=sheet.part,
            below=sheet.below,
            above=sheet.above,
            lines=sheet.lines,
            scores=sheet.scores,
            imps=sheet.imps,
            results=sheet.results,
            totals=session.totals,
            places=session.places,
            entries=sheet.entries,
            deals=session.history,
            finished=session.finished,
            stopped=session.stopped,
        )

    def finished(self, state: bridge.State, before: bridge.Session, after: bridge.Session) -> object:
        """A deal that is over, as anybody may see it."""
        view, terms = state.view(None), state.terms
        scores = after.sheet.scores[len(before.sheet.scores) :]
        return Finished(
            number=terms.number,
            board=terms.board,
            dealer=terms.dealer,
            vulnerability=terms.vulnerability,
            names={seat: terms.name(seat) for seat in SEATS},
            outcome=view.outcome,
            entries=after.sheet.entries[len(before.sheet.entries) :],
            score=scores[0] if scores else 0,
            hands={seat: hand.cards or () for seat, hand in view.hands.items()},
            history=view.history,
            calls=view.calls,
            meanings=view.meanings,
        )

    def asked(self, state: bridge.State) -> tuple[tuple[Seat, int], ...]:
        """The caller's partner, or the caller himself where he explains (B-AUC-15)."""
        own = state.terms.conventions.explain == "self"
        callers = ((state.calls[call][0], call) for call in state.asked)
        owed = ((SEATS[caller if own else caller ^ 2], call) for caller, call in callers)
        # After the lead nobody may answer any more (B-LAW-REV-3).
        return tuple((seat, call) for seat, call in owed if state.why_not(events.Explain(call, "?"), seat) is None)

    def timed(self, event: Event) -> bool:  # noqa: ARG002 - nothing depends on the clock
        """No event of bridge depends on the moment of another."""
        return False

    def late(self, event: Event, elapsed: int) -> Illegal | None:  # noqa: ARG002 - nothing depends on the clock
        """The clock refuses nothing."""
        return None

    def amendment(self, event: Amendment, by: str, bots: frozenset[str]) -> Illegal | None:
        """A player may stop the session, but speaks for himself alone (B-RUBBER-V6)."""
        if not isinstance(event, events.Stop):
            return Illegal(Reason.TABLE_ONLY, "B-LAW-0")
        forged = set(event.consent) - {by} - bots
        return Illegal(Reason.NO_CONSENT, "B-RUBBER-V6") if forged else None

    def results(self, session: bridge.Session) -> Mapping[str, Fraction]:
        """Points of all rubbers, or of all boards (B-RUBBER-2)."""
        return {name: Fraction(won) for name, won in zip(session.names, session.totals, strict=True)}

    def stop(self, consent: tuple[str, ...], *, force_majeure: bool = False) -> Amendment | None:
        """The end of the session before its time (B-RUBBER-V6)."""
        return events.Stop(force_majeure=True) if force_majeure else events.Stop(consent)

    def substitute(self, name: str, consent: tuple[str, ...]) -> Amendment | None:
        """Another person with this player's score."""
        return events.Substitute(name, consent)

    def guarantee(self, state: bridge.State, name: str, tricks: int) -> tuple[str, ...] | Illegal:  # noqa: ARG002 - nobody
        """A custom of preferans."""
        return Illegal(Reason.NOT_AGREED, "P-3.8.5.1a")

    def owed(
        self,
        before: bridge.Session,  # noqa: ARG002 - nothing is guaranteed
        outcome: bridge.Outcome,  # noqa: ARG002
        name: str,  # noqa: ARG002
        tricks: int,  # noqa: ARG002
    ) -> Mapping[str, Fraction]:
        """Nothing is guaranteed, so nothing is owed."""
        return {}
