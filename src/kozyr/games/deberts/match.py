"""The party as a fold: deals in, the next deal's terms out; bait, hanging bait, closing (D-SCORE, D-BAIT, D-CLOSE)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import ClassVar, Final, Self

import msgspec

from kozyr import drawn
from kozyr.cards import Card, Rank, Seat, takes
from kozyr.deals import DEBERTS
from kozyr.games import contract, match, options
from kozyr.games.deberts.combinations import BELLA_POINTS, KINDS, MELD_POINTS
from kozyr.games.deberts.deal import State
from kozyr.games.deberts.options import BOARD, Conventions, check
from kozyr.games.deberts.ranks import LAST_TRICK, POINTS
from kozyr.games.deberts.sheet import Entry, Sheet, worth
from kozyr.games.deberts.terms import Outcome, Terms, Two
from kozyr.games.deberts.words import Correction
from kozyr.games.exact import points
from kozyr.games.match import Amendment, Stop
from kozyr.games.refusal import Reason, Refusal, Refused
from kozyr.games.rulings import SheetEntry

_NAMES: Final = ("N", "S")
_POINTS: Final = sum(next(iter(POINTS.values()))) + LAST_TRICK  # of all cards and the last trick
_LAW: Final = re.compile(r"[A-Z]{1,4}-[A-Z0-9][A-Z0-9.-]*")
_AFTER_OBLIGATION: Final = 2  # deals passed out before the next dealer must play (field convention 6, S9)


@takes("the drawn cards are a list, as [Card.SA, Card.D7]", Card, each=True)
def ace_draw(cards: Iterable[Card]) -> int:
    """The lot for the first deal: cards drawn from the top in turn, from place 0 on; the first ace deals (D-DEAL-2).

    Raises:
        ValueError: no ace has been drawn.
    """
    for at, card in enumerate(cards):
        if card.rank is Rank.ACE:
            return at % 2
    raise ValueError("nobody has drawn an ace (D-DEAL-2)")


@takes("an agreement says it, as game('deberts').agree('moscow')", Conventions)
def may_cut(conventions: Conventions, size: int) -> bool:
    """Whether the pack may be cut into `size` cards and the rest (D-DEAL-2).

    The program cuts by itself; the laws ask this of a cut at a real table.
    """
    return conventions.min_cut <= size <= len(DEBERTS.cards) - conventions.min_cut


class Party(match.Match[State], frozen=True):
    """A party between deals."""

    over: ClassVar[str] = "D-SCORE-5"
    stopping: ClassVar[str] = "D-SCORE-5"
    replacing: ClassVar[str] = "D-DEAL-1"

    conventions: Conventions
    dealer: int
    """The place that deals next."""
    sheet: Sheet = Sheet()
    number: int = 1
    """The number of the next deal, from 1."""
    passed: int = 0
    """Deals passed out in a row."""
    winner: int | None = None
    """The place that has won."""
    history: tuple[Outcome, ...] = ()
    """The outcomes of all deals."""
    stopped: bool = False
    """The party was stopped, and has no winner."""

    @property
    def finished(self) -> bool:
        """Whether a player has won (D-SCORE-5, D-CLOSE-1), or the party was broken off."""
        return self.winner is not None or self.stopped

    @property
    def names(self) -> tuple[str, ...]:
        """The players by place."""
        return _NAMES

    @property
    def match_points(self) -> Two:
        """The points that the winner writes for the party among several (D-MATCH-1)."""
        if self.winner is None:
            return 0, 0
        won = worth(self.conventions, self.sheet.points[1 - self.winner])
        return (won, 0) if self.winner == 0 else (0, won)

    @property
    def results(self) -> Mapping[str, Fraction]:
        """The worth of the party, won by one player and lost by the other (D-MATCH-1)."""
        north, south = self.match_points
        return {"N": Fraction(north - south), "S": Fraction(south - north)}

    def _repr_html_(self) -> str:
        """The party in a notebook: what each deal brought each player, and what hangs."""
        rows = []
        for nth, outcome in enumerate(self.history, 1):
            trump = "pass" if outcome.trump is None else drawn.suit(outcome.trump)
            rows.append((nth, outcome.dealer, outcome.maker or "", trump, *self._brought(nth)))
        if besides := [*self._brought(0)]:
            rows.append(("", "", "", "besides", *besides))
        heads = ("Deal", "Dealer", "Player", "Trumps", *_NAMES, "Hangs")
        hangs = drawn.number(sum(self.sheet.hanging))
        sums = ("", "", "", "", *map(drawn.number, self.sheet.points), hangs)
        return drawn.page(drawn.table(heads, rows, sums, f"deberts to {self.conventions.target}"))

    def _brought(self, deal: int) -> tuple[str, ...]:
        """What a deal brought each player, and how much it left hanging; nothing, where it has no entry."""
        found = [one for one in self.sheet.entries if one.deal == deal]
        if not found:
            return ()
        won = (sum(one.points for one in found if one.who == at and one.why != "hangs") for at in (0, 1))
        hangs = sum(one.points for one in found if one.why == "hangs")
        return (*map(drawn.number, won), drawn.number(hangs) if hangs else "")

    def next_deal(self) -> Terms:
        """The terms of the next deal: the dealer, the score, and whether the dealer is obliged to play."""
        c = self.conventions
        return Terms(
            conventions=c,
            number=self.number,
            dealer=Seat(_NAMES[self.dealer]),
            score=self.sheet.points,
            hanging=self.sheet.hanging,
            obliged=c.passed_out == "obligation" and self.passed >= _AFTER_OBLIGATION,
        )

    def begin(self) -> State:
        """The next deal, which waits for its cards."""
        return State(self.next_deal())

    def dealt_by(self, place: int) -> Self:
        """The party in which the other player deals next."""
        return msgspec.structs.replace(self, dealer=place)

    def entry(self, effect: contract.Effect, law: str) -> Amendment | None:
        """The points that a ruling gives. None: the effect gives none."""
        if isinstance(effect, SheetEntry):
            return Correction(points(effect.points), law, effect.player)
        return None

    def record(self, outcome: contract.Outcome) -> Self:
        """The party after a deal.

        Raises:
            ValueError: the facts contradict each other or the party; the message says which.
        """
        if not isinstance(outcome, Outcome):
            raise TypeError(f"no outcome of deberts: {outcome}")
        self._check(outcome)
        due = _NAMES[self.dealer]
        if self.history and outcome.dealer != due:  # a score file may begin with any player's deal
            law = "D-BID-3" if self.history[-1].maker is None else "D-DEAL-7"
            raise Refused("wrong_dealer", law, name=due, dealer=outcome.dealer)
        return self.recorded(outcome)

    def recorded(self, outcome: contract.Outcome) -> Self:
        """The party after a deal that was played here."""
        assert isinstance(outcome, Outcome)
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
            raise Refused("party_over", "D-SCORE-5")
        o = outcome
        people = (o.dealer, o.maker, o.bella, o.last, o.bare, o.bait, o.closed, *o.points, *o.melds)
        for name in people:
            if name is not None and name not in _NAMES:
                raise Refused("no_player_of", name=name, names=" and ".join(_NAMES))
        if outcome.maker is None:
            if outcome.points or outcome.melds or outcome.bella or outcome.bait or outcome.closed:
                raise Refused("nobody_ordered", "D-BID-3")
            return
        if outcome.trump is None:
            raise Refused("no_trump_said")
        if outcome.points.keys() != set(_NAMES):
            raise Refused("points_given", names=" and ".join(_NAMES))
        if min(outcome.points.values()) < 0 or sum(outcome.points.values()) > _POINTS:
            raise Refused("points_range", "D-PLAY-6", most=_POINTS)
        if sum(1 for melds in outcome.melds.values() if melds) > 1 and outcome.bait is None:
            raise Refused("one_combines", "D-COMBO-4")
        for kinds in outcome.melds.values():
            if "hundred" in kinds and not c.hundred:
                raise Refused("no_hundred", "D-COMBO-2")
            if sum(3 + KINDS.index(kind) for kind in kinds) > 9:
                raise Refused("nine_cards", "D-COMBO-3", kinds=", ".join(kinds))
        if outcome.bare is not None and outcome.bare == outcome.last:
            raise Refused("not_bare", name=outcome.bare)
        if outcome.bait is not None and outcome.closed is None and outcome.points[outcome.bait]:
            raise Refused("bait_points", "D-BAIT-4", name=outcome.bait)
        if outcome.closed is not None and not c.closing:
            raise Refused("no_closing", "D-CLOSE-1")

    def _count(self, outcome: Outcome) -> Two:
        """The points of each player: combinations, bella, cards, last trick (D-SCORE-2)."""
        north, south = (
            outcome.points[name]
            + sum(MELD_POINTS[kind] for kind in outcome.melds.get(name, ()))
            + (BELLA_POINTS if outcome.bella == name else 0)
            for name in _NAMES
        )
        return north, south

    def _closed(self, outcome: Outcome) -> Self:
        """The party after a stopped play: the claimant has the target, or the other one wins (D-CLOSE-1, C-DEB-8)."""
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
        """The party after a counted deal: bait, hanging points, winner, next dealer (D-SCORE-4, D-BAIT-1, D-DEAL-7)."""
        c, deal = self.conventions, self.number - 1
        counted, total = self._count(outcome), sum(self._count(outcome))
        maker = _NAMES.index(outcome.maker or "")
        other, pots = 1 - maker, self.sheet.hanging
        entries: list[Entry] = []
        baited: int | None = None
        ahead, tie = maker, False
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

    def _with_fines(self, entries: list[Entry], pots: tuple[int, ...], baited: int | None, outcome: Outcome) -> Sheet:
        """The sheet with fines for repeated baits and deals without a trick, where agreed; a hanging bait is none (field conventions 25, 26)."""
        c, sheet, deal = self.conventions, self.sheet, self.number - 1
        baits, bares = list(sheet.baits), list(sheet.bares)
        if baited is not None:
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

    def _winner(self, sheet: Sheet, outcome: Outcome) -> int | None:
        """The player who has reached the target, after bait.

        If both have, it is the taker of the last trick, or the player with more (D-SCORE-6).

        Raises:
            ValueError: both have, and the line lacks the taker of the last trick.
        """
        c, points = self.conventions, sheet.points
        reached = [at for at in (0, 1) if points[at] >= c.target]
        if len(reached) < 2:
            return reached[0] if reached else None
        if c.both_reached == "more_points" and points[0] != points[1]:
            return 0 if points[0] > points[1] else 1
        if outcome.last is None:
            raise Refused("last_trick_asked", "D-SCORE-6", target=c.target)
        return _NAMES.index(outcome.last)

    def _next_dealer(self, dealer: int, ahead: int, *, tie: bool) -> int:
        """The next dealer: the player with more points, and after a tie as agreed (D-DEAL-7, C-DEB-4)."""
        c = self.conventions
        if c.next_dealer == "alternate" or (tie and c.dealer_on_tie == "alternate"):
            return 1 - dealer
        return dealer if tie and c.dealer_on_tie == "same" else ahead

    def why_not(self, amendment: Amendment) -> Refusal | None:
        """Why the amendment is refused now.

        The rulebook has no amendments, so both players may agree on them. A correction may come after the end
        too.
        """
        if not isinstance(amendment, Correction):
            return super().why_not(amendment)
        if not _LAW.fullmatch(amendment.law):
            return Refusal(Reason.NOT_AGREED, "D-SCORE-2")  # an entry needs the rule that makes it
        if amendment.amount.denominator != 1:
            return Refusal(Reason.NOT_AGREED, "D-SCORE-2")  # there are no parts of a point
        return None if amendment.player in _NAMES else Refusal(Reason.NOT_AT_TABLE, "D-DEAL-1")

    def amended(self, amendment: Amendment) -> Self:
        """The party after an amendment that is known to be allowed; a substitute takes the score as it is."""
        if isinstance(amendment, Stop):
            return msgspec.structs.replace(self, stopped=True)
        if not isinstance(amendment, Correction):
            return self
        who = _NAMES.index(amendment.player)
        sheet = self.sheet.write(
            [Entry(0, who, int(amendment.amount), "correction", amendment.law)], self.sheet.hanging
        )
        won = not self.finished and sheet.points[who] >= self.conventions.target
        return msgspec.structs.replace(self, sheet=sheet, winner=who if won else self.winner)


class Boards(Party, frozen=True):
    """A session of boards between deals: each counts by itself, as the first deal of a party at nought.

    Nothing hangs from one board to the next, and nobody wins a party.
    """

    values: tuple[Two, ...] = ()
    """The points of each deal by place: one's own without the other's. They sum to nought."""

    @property
    def finished(self) -> bool:
        """Whether all boards are played, or the session was broken off."""
        return self.stopped or self.number > len(self.conventions.boards)

    @property
    def results(self) -> Mapping[str, Fraction]:
        """The sum of the boards."""
        return {name: Fraction(sum(won[at] for won in self.values)) for at, name in enumerate(_NAMES)}

    def next_deal(self) -> Terms:
        """The terms of the next board, at a score of nought."""
        return Terms(conventions=self.conventions, number=self.number, dealer=Seat(_NAMES[self.dealer]))

    def dealt(self) -> Self:
        """The session in which the dealer of the next board deals."""
        told = self.conventions.boards[self.number - 1 : self.number]
        found = BOARD.fullmatch(told[0]) if told else None
        return self if found is None else msgspec.structs.replace(self, dealer=_NAMES.index(found[2]))

    def dealt_by(self, place: int) -> Self:  # noqa: ARG002 - the board says who deals it
        """The same board again: it keeps its dealer."""
        return self

    def record(self, outcome: contract.Outcome) -> Self:
        """The session after a board.

        Raises:
            ValueError: the facts contradict each other or the board; the message says which.
        """
        if not isinstance(outcome, Outcome):
            raise TypeError(f"no outcome of deberts: {outcome}")
        self._check(outcome)
        if outcome.dealer != (due := _NAMES[self.dealer]):
            raise Refused("wrong_dealer", "D-DEAL-7", name=due, dealer=outcome.dealer)
        return self.recorded(outcome)

    def recorded(self, outcome: contract.Outcome) -> Self:
        """The session after a board that was played here."""
        assert isinstance(outcome, Outcome)
        alone = Party(self.conventions, self.dealer).recorded(outcome).sheet
        north, south = alone.points
        written = self.sheet.write((msgspec.structs.replace(one, deal=self.number) for one in alone.entries), ())
        after = msgspec.structs.replace(
            self,
            sheet=written,
            number=self.number + 1,
            history=(*self.history, outcome),
            values=(*self.values, (north - south, south - north)),
        )
        return after.dealt()

    def amended(self, amendment: Amendment) -> Self:
        """The session after an amendment; nobody wins by a correction."""
        return msgspec.structs.replace(super().amended(amendment), winner=None)


def start(conventions: options.Conventions, players: int = 2, dealer: int = 0, *, logged: bool = False) -> Party:
    """A new party, or a session of boards. dealer: the place of the first one, drawn by lot (`ace_draw`); boards have their own.

    logged: the conventions come from a log, so they are not judged.

    Raises:
        ValueError: conventions that contradict themselves, not two players, or no such place.
    """
    if not isinstance(conventions, Conventions):
        raise TypeError(f"no conventions of deberts: {conventions}")
    if not logged:
        check(conventions)
    if players != 2:
        raise Refused("for_two", "D-DEAL-1", players=players)
    if dealer not in {0, 1}:
        raise Refused("no_place", place=dealer, players=players)
    return Boards(conventions, dealer).dealt() if conventions.boards else Party(conventions, dealer)
