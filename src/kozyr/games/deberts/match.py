"""The party as a fold: deals in, the next deal's terms out; bait, hanging bait, closing (D-SCORE, D-BAIT, D-CLOSE)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar, Final, Literal, Self, TypeAlias

import msgspec

from kozyr.cards import Card, Rank, Seat
from kozyr.deals import DEBERTS
from kozyr.games import Illegal, IllegalEvent, Reason
from kozyr.games.deberts.combinations import KINDS
from kozyr.games.deberts.conventions import Conventions, check
from kozyr.games.deberts.deal import LAST_TRICK, POINTS, Outcome, State, Terms, Two
from kozyr.games.deberts.events import Correction, Stop, Substitute

__all__ = ["BELLA_POINTS", "MELD_POINTS", "Entry", "Party", "Sheet", "Why", "ace_draw", "may_cut", "start", "worth"]

_NAMES: Final = ("N", "S")
BELLA_POINTS: Final = 20  # D-COMBO-14
MELD_POINTS: Final = {"terz": 20, "fifty": 50, "hundred": 100}
_PACK_POINTS: Final = sum(next(iter(POINTS.values())))
_LAW: Final = re.compile(r"[A-Z]{1,4}-[A-Z0-9][A-Z0-9.-]*")
_AFTER_OBLIGATION: Final = 2  # deals passed out before the next dealer must play (field convention 6, S9)

Why: TypeAlias = Literal["own", "taken", "hangs", "pot", "card_bait", "closed", "bait_fine", "bare_fine", "correction"]


def ace_draw(cards: Iterable[Card]) -> int:
    """The lot for the first deal: cards drawn from the top in turn, from place 0 on; the first ace deals (D-DEAL-2).

    Raises:
        ValueError: no ace has been drawn.
    """
    for at, card in enumerate(cards):
        if card.rank is Rank.ACE:
            return at % 2
    raise ValueError("nobody has drawn an ace (D-DEAL-2)")


def may_cut(conventions: Conventions, size: int) -> bool:
    """Whether the pack may be cut into `size` cards and the rest (D-DEAL-2)."""
    return conventions.min_cut <= size <= len(DEBERTS.cards) - conventions.min_cut


def worth(conventions: Conventions, loser: int) -> int:
    """What the winner writes for a party whose loser has so many points (D-MATCH-1)."""
    return 1 if conventions.match_points == 1 else max(0, conventions.target - loser)


class Entry(msgspec.Struct, frozen=True):
    """One entry of the sheet: deal, from 1 (0: no deal made it); whose; how many points; why, as a code for clients; the rule that made it.

    Points that hang are an entry as well, but for nobody yet: `who` is the declarer whose they were.
    """

    deal: int
    who: int
    points: int
    why: Why
    law: str


class Sheet(msgspec.Struct, frozen=True):
    """What each has written, what hangs (oldest first), baits and deals without a trick by player, and all entries."""

    points: Two = (0, 0)
    hanging: tuple[int, ...] = ()
    baits: Two = (0, 0)
    bares: Two = (0, 0)
    entries: tuple[Entry, ...] = ()

    def write(self, entries: Iterable[Entry], hanging: tuple[int, ...]) -> Sheet:
        """The sheet with more entries, and what hangs now."""
        points, added = list(self.points), tuple(entry for entry in entries if entry.points)
        for entry in added:
            if entry.why != "hangs":
                points[entry.who] += entry.points
        return msgspec.structs.replace(
            self, points=(points[0], points[1]), hanging=hanging, entries=self.entries + added
        )


class Party(msgspec.Struct, frozen=True):
    """A party between deals.

    dealer: the place that deals next. number: of the next deal, from 1. passed: deals passed out in a row. winner: the
    place that has won, -1 while nobody has. history: every deal. stopped: it was broken off, and nobody wins it.
    """

    over: ClassVar[str] = "D-SCORE-5"

    conventions: Conventions
    dealer: int
    sheet: Sheet = Sheet()
    number: int = 1
    passed: int = 0
    winner: int = -1
    history: tuple[Outcome, ...] = ()
    stopped: bool = False

    @property
    def finished(self) -> bool:
        """Somebody has won (D-SCORE-5, D-CLOSE-1), or it was broken off."""
        return self.winner >= 0 or self.stopped

    @property
    def names(self) -> tuple[str, ...]:
        """The players by place."""
        return _NAMES

    @property
    def match_points(self) -> Two:
        """What the winner writes for the party, among several (D-MATCH-1)."""
        if self.winner < 0:
            return 0, 0
        won = worth(self.conventions, self.sheet.points[1 - self.winner])
        return (won, 0) if self.winner == 0 else (0, won)

    def next_deal(self) -> Terms:
        """Who deals, how the party stands, whether the dealer is obliged to play."""
        c = self.conventions
        return Terms(
            conventions=c,
            number=self.number,
            dealer=Seat(_NAMES[self.dealer]),
            score=self.sheet.points,
            hanging=self.sheet.hanging,
            obliged=c.passed_out == "obligation" and self.passed >= _AFTER_OBLIGATION,
        )

    def begin(self, terms: Terms) -> State:
        """A deal that waits for its cards."""
        return State(terms)

    def record(self, outcome: Outcome) -> Self:
        """The party after a deal.

        Raises:
            ValueError: the facts contradict each other or the party; the message says which.
        """
        self._check(outcome)
        after = msgspec.structs.replace(self, number=self.number + 1, history=(*self.history, outcome))
        dealer = _NAMES.index(outcome.dealer)
        if outcome.maker is None:
            return msgspec.structs.replace(after, dealer=1 - dealer, passed=self.passed + 1)
        if outcome.closed is not None:
            return after._closed(outcome)
        return after._counted(outcome, dealer)

    def _check(self, outcome: Outcome) -> None:
        """Refuse facts that do not fit.

        Raises:
            ValueError: which.
        """
        c = self.conventions
        if self.finished:
            raise ValueError("the party is over (D-SCORE-5)")
        people = (
            outcome.dealer,
            outcome.maker,
            outcome.bella,
            outcome.last,
            outcome.bare,
            outcome.bait,
            outcome.closed,
        )
        for name in (*people, *outcome.points, *outcome.melds):
            if name is not None and name not in _NAMES:
                raise ValueError(f"no player {name!r}; they are N and S")
        if outcome.maker is None:
            if outcome.points or outcome.melds or outcome.bella or outcome.bait or outcome.closed:
                raise ValueError("nobody ordered, so there is nothing to count (D-BID-3)")
            return
        if outcome.trump is None:
            raise ValueError("the trump is not said")
        if outcome.points.keys() != set(_NAMES):
            raise ValueError("points must be given for N and S")
        if min(outcome.points.values()) < 0 or sum(outcome.points.values()) > _PACK_POINTS + LAST_TRICK:
            raise ValueError(f"cards and last trick are worth 0 to {_PACK_POINTS + LAST_TRICK} (D-PLAY-6)")
        if sum(1 for melds in outcome.melds.values() if melds) > 1 and outcome.bait is None:
            raise ValueError("combinations of only one player count (D-COMBO-4)")
        for kinds in outcome.melds.values():
            if "hundred" in kinds and not c.hundred:
                raise ValueError("a hundred is not agreed here (D-COMBO-2)")
            if sum(3 + KINDS.index(kind) for kind in kinds) > 9:
                raise ValueError(f"{', '.join(kinds)} have more than nine cards (D-COMBO-3)")
        if outcome.bare is not None and outcome.bare == outcome.last:
            raise ValueError(f"{outcome.bare} took the last trick, so not none")
        if outcome.bait is not None and outcome.closed is None and outcome.points[outcome.bait]:
            raise ValueError(f"a card bait leaves {outcome.bait} no points (D-BAIT-4)")
        if outcome.closed is not None and not c.closing:
            raise ValueError("closing is not agreed here (D-CLOSE-1)")

    def _count(self, outcome: Outcome) -> Two:
        """Each one's points: combinations, bella, cards, last trick (D-SCORE-2)."""
        north, south = (
            outcome.points[name]
            + sum(MELD_POINTS[kind] for kind in outcome.melds.get(name, ()))
            + (BELLA_POINTS if outcome.bella == name else 0)
            for name in _NAMES
        )
        return north, south

    def _closed(self, outcome: Outcome) -> Self:
        """The play was stopped: the claimant has the target, or the other one wins (D-CLOSE-1, C-DEB-8)."""
        who = _NAMES.index(outcome.closed or "")
        counted = self._count(outcome)
        entries = [
            Entry(self.number - 1, at, 0 if outcome.bait == name else counted[at], "closed", "D-CLOSE-1")
            for at, name in enumerate(_NAMES)
        ]
        sheet = self.sheet.write(entries, ())
        has_it = sheet.points[who] >= self.conventions.target
        return msgspec.structs.replace(self, sheet=sheet, winner=who if has_it else 1 - who)

    def _counted(self, outcome: Outcome, dealer: int) -> Self:
        """Bait or not, what hangs, who has won, who deals (D-SCORE-4, D-BAIT-1, D-DEAL-7)."""
        c, deal = self.conventions, self.number - 1
        counted, total = self._count(outcome), sum(self._count(outcome))
        maker = _NAMES.index(outcome.maker or "")
        other, pots = 1 - maker, self.sheet.hanging
        entries: list[Entry] = []
        baited, ahead, tie = -1, maker, False
        if outcome.bait is not None:
            baited = _NAMES.index(outcome.bait)
            ahead = 1 - baited
            entries.append(Entry(deal, ahead, total, "card_bait", "D-BAIT-4"))
        elif counted[maker] > counted[other]:
            entries.append(Entry(deal, maker, counted[maker], "own", "D-SCORE-4"))
            taker = maker if c.winner_takes_all else other
            entries.append(Entry(deal, taker, counted[other], "taken" if taker == maker else "own", "D-SCORE-4"))
        elif counted[maker] < counted[other] or c.hanging == "bait":
            baited, ahead = maker, other
            entries.append(Entry(deal, other, counted[other], "own", "D-SCORE-4"))
            entries.append(Entry(deal, other, counted[maker], "taken", "D-SCORE-4"))
        else:
            tie, ahead = True, other
            entries.append(Entry(deal, other, counted[other], "own", "D-BAIT-1"))
            if c.hanging == "keep":
                entries.append(Entry(deal, maker, counted[maker], "own", "D-BAIT-1"))
            else:
                entries.append(Entry(deal, maker, counted[maker], "hangs", "D-BAIT-1"))
                pots = (*(() if c.hanging == "burn" else pots), counted[maker])
        if not tie and pots:
            due = pots[:1] if c.hanging == "queue" else pots
            entries += [Entry(deal, ahead, pot, "pot", "D-BAIT-2" if len(pots) > 1 else "D-BAIT-1") for pot in due]
            pots = pots[len(due) :]
        sheet = self._with_fines(entries, pots, baited, outcome)
        return msgspec.structs.replace(
            self,
            sheet=sheet,
            passed=0,
            winner=self._winner(sheet, outcome),
            dealer=self._next_dealer(dealer, ahead, tie=tie),
        )

    def _with_fines(self, entries: list[Entry], pots: tuple[int, ...], baited: int, outcome: Outcome) -> Sheet:
        """Repeated baits and deals without a trick may be fined; a hanging bait is none (field conventions 25, 26)."""
        c, sheet, deal = self.conventions, self.sheet, self.number - 1
        baits, bares = list(sheet.baits), list(sheet.bares)
        if baited >= 0:
            baits[baited] += 1
            if baits[baited] % c.bait_fine_every == 0:
                entries.append(Entry(deal, baited, -c.bait_fine, "bait_fine", "D-SCORE-4"))
        if outcome.bare is not None:
            who = _NAMES.index(outcome.bare)
            bares[who] += 1
            if bares[who] % c.bare_fine_every == 0:
                entries.append(Entry(deal, who, -c.bare_fine, "bare_fine", "D-SCORE-2"))
        written = sheet.write(entries, pots)
        return msgspec.structs.replace(written, baits=(baits[0], baits[1]), bares=(bares[0], bares[1]))

    def _winner(self, sheet: Sheet, outcome: Outcome) -> int:
        """Who has reached the target, after bait; of two the one with the last trick, or with more (D-SCORE-6).

        Raises:
            ValueError: both have, and the line does not say who took the last trick.
        """
        c, points = self.conventions, sheet.points
        reached = [at for at in (0, 1) if points[at] >= c.target]
        if len(reached) < 2:
            return reached[0] if reached else -1
        if c.both_reached == "more_points" and points[0] != points[1]:
            return 0 if points[0] > points[1] else 1
        if outcome.last is None:
            raise ValueError(f"both have reached {c.target}: who took the last trick? (D-SCORE-6)")
        return _NAMES.index(outcome.last)

    def _next_dealer(self, dealer: int, ahead: int, *, tie: bool) -> int:
        """Who got more points deals; after a tie he who wrote more, as agreed (D-DEAL-7, C-DEB-4)."""
        c = self.conventions
        if c.next_dealer == "alternate" or (tie and c.dealer_on_tie == "alternate"):
            return 1 - dealer
        return dealer if tie and c.dealer_on_tie == "same" else ahead

    def why_not(self, amendment: Stop | Substitute | Correction) -> Illegal | None:
        """Why the amendment is refused now. The page is silent on them: what both want they may do."""
        if isinstance(amendment, Correction):
            if not _LAW.fullmatch(amendment.law):
                return Illegal(Reason.NOT_AGREED, "D-SCORE-2")  # an entry needs the rule that makes it
            return None if amendment.player in _NAMES else Illegal(Reason.NOT_AT_TABLE, "D-DEAL-1")
        if self.finished:
            return Illegal(Reason.MATCH_OVER, self.over)
        if isinstance(amendment, Stop):
            agreed = amendment.force_majeure or set(amendment.consent) == set(_NAMES)
            return None if agreed else Illegal(Reason.NO_CONSENT, "D-SCORE-5")
        if amendment.player not in _NAMES:
            return Illegal(Reason.NOT_AT_TABLE, "D-DEAL-1")
        others = set(_NAMES) - {amendment.player}
        return None if others <= set(amendment.consent) else Illegal(Reason.NO_CONSENT, "D-DEAL-1")

    def amend(self, amendment: Stop | Substitute | Correction) -> Self:
        """The party after an amendment.

        Raises:
            IllegalEvent: `why_not` has a reason.
        """
        illegal = self.why_not(amendment)
        if illegal is not None:
            raise IllegalEvent(amendment, self, illegal)
        if isinstance(amendment, Stop):
            return msgspec.structs.replace(self, stopped=True)
        if isinstance(amendment, Correction):
            who = _NAMES.index(amendment.player)
            entry = Entry(0, who, amendment.points, "correction", amendment.law)
            sheet = self.sheet.write([entry], self.sheet.hanging)
            won = not self.finished and sheet.points[who] >= self.conventions.target
            return msgspec.structs.replace(self, sheet=sheet, winner=who if won else self.winner)
        return self  # a substitute takes the score as it is


def start(conventions: Conventions, players: int = 2, dealer: int = 0) -> Party:
    """A new party. dealer: the place of the first one, drawn by lot (`ace_draw`).

    Raises:
        ValueError: conventions that contradict themselves, not two players, or no such place.
    """
    check(conventions)
    if players != 2:
        raise ValueError(f"deberts is for two players, not {players} (D-DEAL-1)")
    if dealer not in {0, 1}:
        raise ValueError(f"no place {dealer} at a table for two")
    return Party(conventions, dealer)
