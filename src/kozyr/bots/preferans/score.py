"""The worth of a deal's facts to the viewer: the engine's own entries, in whists against all others together.

The state of the pulka changes nothing, and a bot does not see it. A point beyond a full pool goes to another player's
as help and comes back as whists, or comes off the hill. The settlement makes all three equal where help pays a point's
worth (`tests/bots/test_score.py` plays it out). Three things are left out: forfeit last points of a pulka, prizes, and
the full answer of a whister whose pool is closed (`half_then_full`).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

from kozyr.cards import Seat
from kozyr.games.preferans import Contract, Outcome
from kozyr.games.preferans.sheet import Sheet, Standing, deal_entries, undivided
from kozyr.games.preferans.terms import Terms, Word

TRICKS: Final = 10


class Scores:
    """The scores of one viewer in one deal. factor: the deal's multiplier."""

    def __init__(self, terms: Terms, seat: Seat) -> None:
        self._terms = terms
        five = terms.waiting is not None
        self._players = len(terms.seats) + five
        # At five the names are numbers by place; below that the places are the seats.
        self._place = {name: int(name) - 1 if five else at for at, name in enumerate(terms.names)}
        if terms.waiting is not None:
            self._place[terms.waiting] = int(terms.waiting) - 1
        self._me = self._place[terms.name(seat)]
        self._known: dict[object, tuple[float, ...]] = {}

    def opponents(self, declarer: Seat) -> tuple[Seat, ...]:
        """The declarer's opponents with cards of their own to answer for, from the declarer's left."""
        hands = self._terms.hands
        at = hands.index(declarer)
        return hands[at + 1 :] + hands[:at]

    def of(self, outcome: Outcome, factor: int = 1) -> float:
        """The worth of these facts to the viewer."""
        terms, c = self._terms, self._terms.conventions
        dealer = self._place[terms.name(terms.dealer)]
        standing = Standing(
            deal=1,
            players=self._players,
            dealer=dealer,
            price=terms.price * (factor if outcome.kind == "allpass" else 1),
            factor=factor,
            sitter=dealer if terms.dealer_sits else None,
            waiting=None if terms.waiting is None else self._place[terms.waiting],
        )
        empty = Sheet.empty(self._players)
        hill = -20 if undivided(c, self._players) else -10
        total = Fraction(0)
        for entry in deal_entries(c, empty, outcome, standing, self._place):
            if entry.column == "whists":
                total += entry.points * ((entry.who == self._me) - (entry.on == self._me))
            else:
                worth = c.pool_point_whists if entry.column == "pool" else hill
                total += Fraction(entry.points) * worth * ((entry.who == self._me) - Fraction(1, self._players))
        return float(total)

    def contract(
        self,
        contract: Contract,
        declarer: Seat,
        words: Mapping[Seat, Word],
        factor: int = 1,
        won: Mapping[Seat, int] | None = None,
        *,
        open_cards: bool = False,
    ) -> tuple[float, ...]:
        """The worth of a played-out contract, by the declarer's tricks from 0 to 10; without whisters one number for all.

        won: the tricks that each hand has so far. Two whisters share the tricks to come by halves. An impossible number
        of tricks has the score of the nearest possible one.
        """
        key = (contract, declarer, tuple(words.items()), factor, tuple((won or {}).items()), open_cards)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._contract(contract, declarer, words, factor, won or {}, open_cards)
        return found

    def _contract(
        self,
        contract: Contract,
        declarer: Seat,
        words: Mapping[Seat, Word],
        factor: int,
        won: Mapping[Seat, int],
        open_cards: bool,
    ) -> tuple[float, ...]:
        terms = self._terms
        name, dealer = terms.name, terms.name(terms.dealer)
        calls = {name(seat): word for seat, word in words.items()}
        whisted = "whist" in words.values()
        checked = contract.size == TRICKS and terms.conventions.contract_ten_is == "checked"

        def score(tricks: dict[str, int] | None) -> float:
            facts = Outcome(
                dealer,
                "tricks",
                declarer=name(declarer),
                contract=contract,
                tricks=tricks,
                calls=calls,
                open=open_cards,
            )
            return self.of(facts, factor)

        if not whisted and not checked:
            return (score(None),) * (TRICKS + 1)
        one, *more = self.opponents(declarer)
        had = won.get(declarer, 0)
        theirs = [won.get(seat, 0) for seat in (one, *more)]
        table = []
        for taken in range(TRICKS + 1):
            own = min(max(taken, had), TRICKS - sum(theirs))
            rest = TRICKS - own - sum(theirs)
            if not more:
                table.append(score({name(declarer): own, name(one): theirs[0] + rest}))
                continue
            halves = {rest // 2, rest - rest // 2}
            values = [
                score({name(declarer): own, name(one): theirs[0] + n, name(more[0]): theirs[1] + rest - n})
                for n in halves
            ]
            table.append(sum(values) / len(values))
        return tuple(table)

    def misere(self, declarer: Seat, factor: int = 1, *, shared: bool = False) -> tuple[float, ...]:
        """The worth of a misère, by the declarer's tricks from 0 to 10."""
        key = ("misere", declarer, factor, shared)
        found = self._known.get(key)
        if found is None:
            name = self._terms.name
            other = name(self.opponents(declarer)[0])
            found = self._known[key] = tuple(
                self.of(
                    Outcome(
                        name(self._terms.dealer),
                        "misere",
                        declarer=name(declarer),
                        tricks={name(declarer): n, other: TRICKS - n},
                        shared=shared,
                    ),
                    factor,
                )
                for n in range(TRICKS + 1)
            )
        return found

    def allpass(self, tricks: Mapping[Seat, int], factor: int = 1) -> float:
        """The worth of an all-pass.

        The tricks are by seat; the dealer has some where the talon takes tricks for the dealer.
        """
        key = ("allpass", tuple(tricks.items()), factor)
        found = self._known.get(key)
        if found is None:
            name = self._terms.name
            facts = Outcome(name(self._terms.dealer), "allpass", tricks={name(seat): n for seat, n in tricks.items()})
            found = self._known[key] = (self.of(facts, factor),)
        return found[0]


@lru_cache(maxsize=32)
def scores(terms: Terms, seat: Seat) -> Scores:
    """The scores of a viewer, kept for a deal or two."""
    return Scores(terms, seat)
