"""The pulka as a fold: deals and amendments in, the next deal's terms out (P-3.7.4, P-3.7.8, P-4.2.3)."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from fractions import Fraction
from functools import cache
from typing import ClassVar, Self

import msgspec

from kozyr.cards import Card, Seat, Suit
from kozyr.games import Illegal, IllegalEvent, Reason
from kozyr.games.preferans.auction import AuctionRules, blind_level
from kozyr.games.preferans.conventions import Conventions, allpass_price, check
from kozyr.games.preferans.deal import HAND_SIZE, Four, Outcome, State, Terms
from kozyr.games.preferans.events import Contract, Correction, Newcomer, Stop, Substitute
from kozyr.games.preferans.pulka import Entry, Points, Settlement, Sheet, Standing, deal_entries, settle
from kozyr.games.preferans.whist import WhistRules

__all__ = ["Pulka", "draw_order", "names", "start"]

_SEATS = {2: (Seat.N, Seat.S), 3: (Seat.N, Seat.E, Seat.S), 4: tuple(Seat), 5: tuple(Seat)}
_FIVE = 5
_LAW = re.compile(r"[A-Z]+-[\w.-]+")


@cache
def names(players: int) -> tuple[str, ...]:
    """How players are called: by seats at two to four, by number at five."""
    return tuple(str(n + 1) for n in range(_FIVE)) if players == _FIVE else tuple(s.value for s in _SEATS[players])


def draw_order(cards: tuple[Card, ...]) -> tuple[int, ...]:
    """The lot for seats and the first deal: the ace is lowest, equal ranks go by suit (P-3.1.1, P-3.2.1).

    Returns the drawers from the lowest card up: the first chooses a seat, the others sit clockwise from him.
    """

    def height(who: int) -> tuple[int, int]:
        card = cards[who]
        rank = -1 if card.rank.value == "A" else card.rank.position
        return rank, (Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS).index(card.suit)

    return tuple(sorted(range(len(cards)), key=height))


class Pulka(msgspec.Struct, frozen=True):
    """A pulka between deals.

    players: how many. dealer: the place that deals next. number: of the next deal, from 1. series: all-passes in
    a row. level: of blind passes in that series. again: a failed exit has called the last price back. bombs:
    factors each player still holds. history: every deal. closed_first: who closed his pool first, for the prize.
    stopped: ended early.
    """

    over: ClassVar[str] = "P-4.2.15"

    conventions: Conventions
    players: int
    dealer: int
    sheet: Sheet
    number: int = 1
    series: int = 0
    level: int = 0
    again: bool = False
    bombs: tuple[tuple[int, ...], ...] = ()
    forced_left: int = 0
    history: tuple[Outcome, ...] = ()
    closed_first: int = -1
    stopped: bool = False

    @property
    def finished(self) -> bool:
        """No deal follows: pools are full, the deals are played, or it was stopped (P-4.2.3, P-4.2.15)."""
        c = self.conventions
        if self.stopped:
            return True
        if c.length_mode == "deals":
            return self.number > c.length_deals
        if c.pool_mode == "common":
            return sum(self.sheet.pool) >= self.players * c.pool_target
        return min(self.sheet.pool) >= c.pool_target

    @property
    def names(self) -> tuple[str, ...]:
        """The players by place."""
        return names(self.players)

    @property
    def _last_dealer(self) -> int:
        """Who has just dealt: the next dealer's right neighbour, or himself where an all-pass is repeated (P-3.7.7)."""
        again = bool(self.history) and self.history[-1].dealer == self.names[self.dealer]
        return self.dealer if again else (self.dealer - 1) % self.players

    def next_deal(self) -> Terms:
        """Who deals, who plays, what an all-pass trick costs, the lowest bid allowed."""
        c, n, d = self.conventions, self.players, self.dealer
        if n == 2:
            places = (d, (d + 1) % 2)
            seats = _SEATS[2]
            hands = tuple(seats[p] for p in (places[1], places[0]))
            called = self.names
        elif n == _FIVE:  # the two to the left of the dealer and the one to his right (P-3.2.10)
            seats = _SEATS[5]
            order = ((d + 1) % n, (d + 2) % n, (d - 1) % n, d)
            called = tuple(self.names[p] for p in order)
            hands = seats[:3]
        else:
            seats = _SEATS[n]
            called = self.names
            active = [(d + step) % n for step in range(1, n + 1)][:3]
            hands = tuple(seats[p] for p in active)
        dealer = seats[called.index(self.names[d])]
        sits = dealer not in hands
        bombs = [1, 1, 1, 1]
        for seat, name in zip(seats, called, strict=True):
            held = self.bombs[self.names.index(name)] if self.bombs else ()
            bombs[seat.position] = held[0] if held else 1
        four: Four = (bombs[0], bombs[1], bombs[2], bombs[3])
        return Terms(
            conventions=c,
            number=self.number,
            seats=seats,
            names=called,
            dealer=dealer,
            hands=hands,
            auction=AuctionRules.of(c, len(hands), self.series, self.level, dealer_sits=sits),
            whist=WhistRules.of(c, max(1, len(hands) - 1), dealer_sits=sits),
            waiting=self.names[(d + 3) % n] if n == _FIVE else None,
            dummy=Seat.E if n == 2 else None,
            series=self.series,
            level=self.level,
            price=allpass_price(c, self.series + (not self.again)),
            forced=self.forced_left > 0,
            bombs=four,
        )

    def begin(self, terms: Terms) -> State:
        """A deal that waits for its cards."""
        return State(terms)

    def record(self, outcome: Outcome) -> Self:
        """The pulka after a deal.

        Raises:
            ValueError: the facts contradict each other or the pulka; the message says which.
        """
        standing = self._checked(outcome)
        if outcome.kind == "allpass" and self.forced_left and not outcome.blind:
            # A line need not say it: in a compulsory all-pass everybody is deemed to have passed blind (P-3.7.9).
            terms = msgspec.structs.replace(self, dealer=standing.dealer).next_deal()
            outcome = msgspec.structs.replace(
                outcome, blind=tuple(map(terms.name, terms.hands)), factor=standing.factor
            )
        place = {name: at for at, name in enumerate(self.names)}
        entries = deal_entries(self.conventions, self.sheet, outcome, standing, place)
        sheet = self.sheet.write(entries)
        after = msgspec.structs.replace(
            self,
            sheet=sheet,
            number=self.number + 1,
            history=(*self.history, outcome),
            closed_first=self._first_to_close(sheet, outcome),
        )
        after = after._after_all_pass(outcome, standing) if outcome.kind == "allpass" else after._after_game(outcome)
        return after._with_prizes()

    def _checked(self, outcome: Outcome) -> Standing:
        """What the deal's score depends on.

        Raises:
            ValueError: what does not fit.
        """

        def bad(msg: str) -> ValueError:
            return ValueError(msg)

        if self.finished:
            raise bad("the pulka is over")
        known = set(self.names)
        for name in (outcome.dealer, outcome.declarer, *(outcome.tricks or ()), *outcome.calls, *outcome.blind):
            if name is not None and name not in known:
                raise bad(f"no player {name!r}; at {self.players} they are {', '.join(self.names)}")
        dealer = self.names.index(outcome.dealer)
        turned = msgspec.structs.replace(self, dealer=dealer)
        terms = turned.next_deal()
        active = {terms.name(seat) for seat in terms.hands}
        sitter = outcome.dealer if terms.dealer_sits else None
        c = self.conventions
        if outcome.declarer is not None and outcome.declarer not in active:
            raise bad(f"{outcome.declarer} has no cards when {outcome.dealer} deals, so cannot be declarer (P-3.2.10)")
        if outcome.kind == "allpass" and (outcome.declarer or outcome.contract or outcome.calls):
            raise bad("an all-pass has no declarer, contract or whist (P-3.7.1)")
        if outcome.kind != "allpass" and outcome.declarer is None:
            raise bad(f"kind {outcome.kind} needs a declarer")
        if outcome.kind == "misere" and outcome.contract not in {None, Contract.MISERE}:
            raise bad(f"a misère has no other contract: {outcome.contract}")
        if outcome.kind == "misere" and outcome.calls:
            raise bad("nobody whists at misère (P-3.8.2)")
        if outcome.shared and (outcome.kind != "misere" or sitter is None):
            raise bad("only a misère is shared, and only with a dealer who sits out (P-3.6.9)")
        if outcome.shared and outcome.refused:
            raise bad("the talon of a shared misère cannot be refused (P-3.6.9)")
        if outcome.kind == "tricks" and (outcome.contract is None or not outcome.contract.size):
            raise bad("kind tricks needs a contract from 6S to 10NT")
        if outcome.factor is not None and outcome.factor < 1:
            raise bad(f"factor {outcome.factor} is below 1")
        for name, word in outcome.calls.items():
            if name == outcome.declarer or name not in active | ({sitter} if sitter else set()):
                raise bad(
                    f"{name} cannot say {word}: only the declarer's opponents and a dealer who sits out (P-3.8.1)"
                )
        whisted = [name for name, word in outcome.calls.items() if word == "whist"]
        halves = [name for name, word in outcome.calls.items() if word == "half_whist"]
        if len(whisted) > 2 or (sitter in whisted and len(whisted) > 1):
            raise bad(f"{', '.join(whisted)} cannot all whist (P-3.8.4, P-3.8.8)")
        if halves and outcome.contract is not None and outcome.contract.size > 7:
            raise bad(f"no half-whist on {outcome.contract}: only on six and seven (P-3.8.7)")
        if len(halves) > 1 or sitter in halves:
            raise bad(f"{', '.join(halves)} cannot leave for half a whist (P-3.8.7)")
        owns = sitter is not None and c.allpass_talon == "opened" and c.allpass_dealer_owns_talon_tricks
        takers = active | ({sitter} if outcome.kind == "allpass" and owns and sitter else set())
        if outcome.tricks is not None:
            if outcome.surrender:
                raise bad("a contract given up has no tricks (P-3.5.4)")
            checked = outcome.contract is not None and outcome.contract.size == 10 and c.contract_ten_is == "checked"
            if outcome.kind == "tricks" and not whisted and not checked:
                raise bad("tricks are given, but nobody whisted (P-3.5.3)")
            for name, n in outcome.tricks.items():
                if n and name not in takers:
                    raise bad(f"{name} can have no tricks in this deal (P-3.2.10)")
                if not 0 <= n <= HAND_SIZE:
                    raise bad(f"{n} tricks of {name} are not in 0..{HAND_SIZE}")
            if sum(outcome.tricks.values()) != HAND_SIZE:
                raise bad(f"tricks sum to {sum(outcome.tricks.values())}, not {HAND_SIZE}")
            if outcome.kind == "allpass" and sitter is not None and outcome.tricks.get(sitter, 0) > 2:
                raise bad(f"the talon of {sitter} leads two tricks, not {outcome.tricks[sitter]} (P-3.7.6.1)")
        elif outcome.kind != "tricks":
            raise bad(f"kind {outcome.kind} needs its tricks")
        elif whisted and not outcome.surrender:
            raise bad(f"{whisted[0]} whisted, so the tricks must be given (P-3.5.3)")
        own = self.bombs[self.names.index(outcome.declarer)] if self.bombs and outcome.declarer else ()
        factor = outcome.factor if outcome.factor is not None else own[0] if own else 1
        if outcome.factor is None and outcome.kind == "allpass" and self.forced_left:
            factor = 2 ** blind_level("both", c.blind_cap, self.level, 1)  # one blind pass more (P-3.7.9)
        elif outcome.factor is None and outcome.blind:
            factor = 2 ** blind_level(c.blind_counter, c.blind_cap, self.level, len(outcome.blind))
        return Standing(
            deal=self.number,
            players=self.players,
            dealer=dealer,
            price=terms.price * (factor if outcome.kind == "allpass" else 1),
            factor=factor,
            sitter=None if sitter is None else dealer,
            waiting=None if terms.waiting is None else self.names.index(terms.waiting),
        )

    def _first_to_close(self, sheet: Sheet, outcome: Outcome) -> int:
        if self.closed_first >= 0:
            return self.closed_first
        full = [who for who, points in enumerate(sheet.pool) if points >= self.conventions.pool_target]
        if not full:
            return -1
        declarer = self.names.index(outcome.declarer) if outcome.declarer is not None else full[0]
        return declarer if declarer in full else full[0]

    def _after_all_pass(self, outcome: Outcome, standing: Standing) -> Self:
        """The series grows; blind passers, and a dealer who sits out, earn bombs (P-3.3.19a, P-3.7.10)."""
        c = self.conventions
        dealer = standing.dealer
        level = int(math.log2(standing.factor)) if outcome.blind and c.blind_counter != "per_deal" else 0
        bombs = self.bombs
        if c.bombs and outcome.blind:
            earners = {self.names.index(name) for name in outcome.blind}
            if standing.sitter is not None:
                earners.add(standing.sitter)
            if self.forced_left:  # compulsory rounds are played so that all earn the same, a fifth too (P-3.7.9)
                earners.update(range(self.players))
            held = bombs or ((),) * self.players
            bombs = tuple((*had, standing.factor) if who in earners else had for who, had in enumerate(held))
        return msgspec.structs.replace(
            self,
            series=self.series + (not self.again),
            again=False,
            level=max(level, self.level if c.blind_counter != "per_deal" else 0),
            bombs=bombs,
            forced_left=max(0, self.forced_left - 1),
            dealer=dealer if c.allpass_dealer == "repeat" else (dealer + 1) % self.players,
        )

    def _after_game(self, outcome: Outcome) -> Self:
        """A contract spends its owner's bomb and may end the series of all-passes (P-3.7.8, PC-4.5.7)."""
        c = self.conventions
        declarer = self.names.index(outcome.declarer or "")
        bombs = self.bombs
        if bombs and bombs[declarer]:
            bombs = tuple(held[1:] if who == declarer else held for who, held in enumerate(bombs))
        series, level, again = self.series, self.level, self.again
        if self._exits(outcome) or c.allpass_failed_exit == "reset":
            series, level, again = 0, 0, False
        elif series and c.allpass_failed_exit == "repeat_last":
            again = True
        dealer = self.names.index(outcome.dealer)
        return msgspec.structs.replace(
            self, bombs=bombs, series=series, level=level, again=again, dealer=(dealer + 1) % self.players
        )

    def _exits(self, outcome: Outcome) -> bool:
        c = self.conventions
        taken = (outcome.tricks or {}).get(outcome.declarer or "", 0)
        if outcome.kind == "misere":
            return c.allpass_misere_exits and (c.allpass_exit_requires == "any_contract" or taken == 0)
        size = outcome.contract.size if outcome.contract is not None else 0
        least = 6 + max(1, self.level) if c.allpass_exit_min == "6+k" else c.allpass_exit_min
        if size < min(least, HAND_SIZE):
            return False
        made = not outcome.surrender and (outcome.tricks is None or taken >= size)
        if c.allpass_exit_requires == "made_and_whisted":
            return made and outcome.tricks is not None
        return made or c.allpass_exit_requires == "any_contract"

    def _with_prizes(self) -> Self:
        """Prizes at the end, where they are agreed: the first closed pool and the lowest hill (P-4.1.2).

        What a correction changes about them, or takes back with the end itself, is written too.
        """
        c = self.conventions
        if not c.prizes:
            return self
        owed: defaultdict[tuple[int, int, str], Points] = defaultdict(int)
        for entry in self.sheet.entries:
            if entry.why in {"prize_first", "prize_hill"} and entry.on is not None:
                owed[entry.who, entry.on, entry.why] -= entry.points
        if self.finished and not self.stopped:
            low = min(self.sheet.hill)
            lowest = [who for who, points in enumerate(self.sheet.hill) if points == low]
            winners = [(self.closed_first, c.prize_first, "prize_first")] if self.closed_first >= 0 else []
            if len(lowest) == 1:
                winners.append((lowest[0], c.prize_hill, "prize_hill"))
            for who, prize, why in winners:
                for on in range(self.players):
                    if on != who:
                        owed[who, on, why] += Fraction(prize, self.players - 1)
        entries = [Entry(0, "whists", who, points, why, "P-4.1.2", on) for (who, on, why), points in owed.items()]
        return msgspec.structs.replace(self, sheet=self.sheet.write(entries))

    @property
    def settlement(self) -> Settlement:
        """The count as if the pulka ended now (P-4.2.14)."""
        sheet = self.sheet
        return settle(self.conventions, sheet.pool, sheet.hill, sheet.whists, self._last_dealer)

    def why_not(self, amendment: Stop | Newcomer | Substitute | Correction) -> Illegal | None:
        """Why the amendment is refused now."""
        c, everybody = self.conventions, set(self.names)
        if isinstance(amendment, Correction):
            law = amendment.law or "P-4.2.7"
            if not _LAW.fullmatch(amendment.law):
                return Illegal(Reason.NOT_AGREED, "P-4.2.7")  # an entry needs the rule that makes it
            fits = (amendment.column in {"pool", "hill"} and not amendment.on) or (
                amendment.column == "whists" and amendment.on in everybody and amendment.on != amendment.player
            )
            return None if fits and amendment.player in everybody else Illegal(Reason.NOT_AT_TABLE, law)
        if self.finished:
            return Illegal(Reason.MATCH_OVER, "P-4.2.14")
        if isinstance(amendment, Stop):
            if amendment.force_majeure:
                return None  # nobody can be held at the table by a vote (PE-5.4.18)
            if c.early_stop == "never":
                return Illegal(Reason.NOT_AGREED, "P-4.2.15")
            return None if set(amendment.consent) == everybody else Illegal(Reason.NO_CONSENT, "P-4.2.15")
        if isinstance(amendment, Newcomer):
            if c.newcomer == "not_allowed" or self.players not in {3, 4}:
                return Illegal(Reason.NOT_AGREED, "P-3.1.2")
            return None if set(amendment.consent) == everybody else Illegal(Reason.NO_CONSENT, "P-3.1.2")
        if amendment.player not in everybody:
            return Illegal(Reason.NOT_AT_TABLE, "PE-5.4.7")
        others = everybody - {amendment.player}
        return None if others <= set(amendment.consent) else Illegal(Reason.NO_CONSENT, "PE-5.4.7")

    def amend(self, amendment: Stop | Newcomer | Substitute | Correction) -> Self:
        """The pulka after an amendment.

        Raises:
            IllegalEvent: `why_not` has a reason.
        """
        illegal = self.why_not(amendment)
        if illegal is not None:
            raise IllegalEvent(amendment, self, illegal)
        if isinstance(amendment, Stop):
            return msgspec.structs.replace(self, stopped=True)
        if isinstance(amendment, Newcomer):
            return self._joined()
        if isinstance(amendment, Correction):
            who = self.names.index(amendment.player)
            on = self.names.index(amendment.on) if amendment.column == "whists" else None
            column = "pool" if amendment.column == "pool" else "hill" if amendment.column == "hill" else "whists"
            entry = Entry(0, column, who, amendment.points, "correction", amendment.law, on)  # type: ignore[arg-type]
            return msgspec.structs.replace(self, sheet=self.sheet.write([entry]))._with_prizes()
        return self  # a substitute takes the score as it is

    def _joined(self) -> Self:
        """A newcomer sits left of the last dealer, with means rounded against him, and deals (P-3.1.2)."""
        at, sheet = (self._last_dealer + 1) % self.players if self.history else 0, self.sheet
        pool = math.floor(Fraction(sum(map(Fraction, sheet.pool)), self.players))
        hill = math.ceil(Fraction(sum(map(Fraction, sheet.hill)), self.players))

        def put(values: tuple[object, ...], new: object) -> tuple[object, ...]:
            return (*values[:at], new, *values[at:])

        def moved(who: int | None) -> int | None:
            return None if who is None else who + (who >= at)

        rows = tuple(put(row, 0) for row in sheet.whists)
        entries = tuple(
            msgspec.structs.replace(entry, who=moved(entry.who), on=moved(entry.on)) for entry in sheet.entries
        )
        wider = Sheet(
            put(sheet.pool, 0),  # type: ignore[arg-type]
            put(sheet.hill, 0),  # type: ignore[arg-type]
            put(rows, (0,) * (self.players + 1)),  # type: ignore[arg-type]
            entries,
        )
        wider = wider.write(
            (
                Entry(0, "pool", at, pool, "newcomer", "P-3.1.2"),
                Entry(0, "hill", at, hill, "newcomer", "P-3.1.2"),
            )
        )
        bombs = put(self.bombs, ()) if self.bombs else ()
        return msgspec.structs.replace(
            self, players=self.players + 1, dealer=at, sheet=wider, bombs=bombs, closed_first=moved(self.closed_first)
        )


def start(conventions: Conventions, players: int, dealer: int = 0) -> Pulka:
    """A new pulka.

    players: 2 to 5; two play gusarik, whose overlay `agree(..., players=2)` lays on. dealer: the first one's place.

    Raises:
        ValueError: conventions that contradict themselves or the number of players.
    """
    check(conventions)
    if players not in _SEATS:
        msg = f"preferans is for two to five players, not {players} (P-1.2)"
        raise ValueError(msg)
    if (players == 2) != (conventions.deal_hands == "dummy"):
        msg = f"deal.hands {conventions.deal_hands} does not fit {players} players: two play gusarik (sochi+gusarik)"
        raise ValueError(msg)
    if not 0 <= dealer < players:
        msg = f"no place {dealer} at a table for {players}"
        raise ValueError(msg)
    return Pulka(conventions, players, dealer, Sheet.empty(players), forced_left=conventions.allpass_forced_rounds)
