"""The pulka as a fold: deals and amendments in, the next deal's terms out (P-3.7.4, P-3.7.8, P-4.2.3)."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import ClassVar, Final, Self, TypeVar

import msgspec

from kozyr.cards import Card, Seat, Suit, takes
from kozyr.games import Amendment, Conventions as AnyConventions, Match, Outcome as AnyOutcome, Reason, Refusal
from kozyr.games.contract import Effect
from kozyr.games.exact import points
from kozyr.games.preferans import drawn
from kozyr.games.preferans.auction import AuctionRules
from kozyr.games.preferans.deal import State
from kozyr.games.preferans.facts import fault
from kozyr.games.preferans.options import BOARD, Conventions, allpass_price, check
from kozyr.games.preferans.sheet import (
    Column,
    Entry,
    Points,
    Settlement,
    Sheet,
    Standing,
    balance,
    deal_entries,
    settle,
    whole,
)
from kozyr.games.preferans.terms import HAND_SIZE, Outcome, Terms
from kozyr.games.preferans.whist import WhistRules
from kozyr.games.preferans.words import Correction, Newcomer, Stop
from kozyr.games.refusal import Refused
from kozyr.games.rulings import Compensated, SheetEntry

_SEATS: Final = {2: (Seat.N, Seat.S), 3: (Seat.N, Seat.E, Seat.S), 4: tuple(Seat), 5: tuple(Seat)}
_CLUB: Final = {3, 4}  # how many play by the codex of the club (PC-2)
_NEVER_FULL: Final = 1_000_000  # a pool that no deal fills
_LAW: Final = re.compile(r"[A-Z]+-[\w.-]+")

T = TypeVar("T")


@cache
def names(players: int) -> tuple[str, ...]:
    """The names of players in records: seats at two to four, numbers at five."""
    return tuple("12345") if players == 5 else tuple(seat.value for seat in _SEATS[players])


@takes("the drawn cards are a list, as [Card.SA, Card.D7]", Card, each=True)
def draw_order(cards: tuple[Card, ...]) -> tuple[int, ...]:
    """The lot for seats and the first deal: the ace is lowest, equal ranks go by suit (P-3.1.1, P-3.2.1).

    Returns the drawers from the lowest card up: the first chooses a seat, the others sit clockwise from it.
    """

    def height(who: int) -> tuple[int, int]:
        card = cards[who]
        rank = -1 if card.rank.value == "A" else card.rank.position
        return rank, (Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS).index(card.suit)

    return tuple(sorted(range(len(cards)), key=height))


class Pulka(Match[State], frozen=True):
    """A pulka between deals."""

    NEWCOMER: ClassVar[str] = "?"  # the name of a newcomer at a table with names, until the renaming

    over: ClassVar[str] = "P-4.2.15"
    stopping: ClassVar[str] = "P-4.2.15"
    replacing: ClassVar[str] = "PE-5.4.7"

    conventions: Conventions
    players: int
    """How many players there are."""
    dealer: int
    """The place that deals next."""
    sheet: Sheet
    number: int = 1
    """The number of the next deal, from 1."""
    series: int = 0
    """How many all-passes were played in a row."""
    level: int = 0
    """The level of blind passes in that series."""
    again: bool = False
    """A failed exit has called the last price back."""
    bombs: tuple[tuple[int, ...], ...] = ()
    """Factors each player still holds."""
    forced_left: int = 0
    history: tuple[Outcome, ...] = ()
    """The outcomes of all deals."""
    closed_first: int | None = None
    """The place of the player whose pool was closed first, for the prize."""
    stopped: bool = False
    """Whether the pulka ended early."""
    called: tuple[str, ...] = ()
    """The players' own names by place, where a score is kept under them; else they are called by their seats."""

    @property
    def finished(self) -> bool:
        """No deal follows: pools are full, the deals are played, or it was stopped (P-4.2.3, P-4.2.15)."""
        c = self.conventions
        if self.stopped:
            return True
        if c.length_mode != "pool":
            return self.number > c.length_deals
        if c.pool_mode == "common":
            return sum(self.sheet.pool) >= self.players * c.pool_target
        return min(self.sheet.pool) >= c.pool_target

    @property
    def names(self) -> tuple[str, ...]:
        """The players by place."""
        return self.called or names(self.players)

    def _repr_svg_(self) -> str:
        """The sheet in a notebook, as people draw it, with the target of the pools in the middle."""
        c = self.conventions
        return drawn.sheet(self.names, self.sheet.entries, str(c.pool_target) if c.length_mode == "pool" else "")

    def renamed(self, called: tuple[str, ...]) -> Self:
        """The pulka with other names, in the last deal too, so that its dealer stays known."""
        now = dict(zip(self.names, called, strict=True))
        history = self.history
        if history:
            last = history[-1]
            history = (*history[:-1], msgspec.structs.replace(last, dealer=now.get(last.dealer, last.dealer)))
        return msgspec.structs.replace(self, called=called, history=history)

    @property
    def _last_dealer(self) -> int:
        """The last dealer: the next dealer's right neighbour, or the same player where an all-pass is repeated (P-3.7.7)."""
        again = bool(self.history) and self.history[-1].dealer == self.names[self.dealer]
        return self.dealer if again else (self.dealer - 1) % self.players

    def next_deal(self) -> Terms:
        """The terms of the next deal: the dealer, the players, the price of an all-pass trick, the lowest bid."""
        c, players, seats, called = self.conventions, self.players, _SEATS[self.players], self.names
        if players == 5:  # the two to the left of the dealer, the one to the right, and the dealer (P-3.2.10)
            called = tuple(self.names[(self.dealer + step) % players] for step in (1, 2, -1, 0))
        dealer = seats[called.index(self.names[self.dealer])]
        left = seats.index(dealer) + 1
        hands = (seats[left:] + seats[:left])[:3]
        held = dict(zip(self.names, self.bombs, strict=False))
        factors = {seat: own[0] for seat, name in zip(seats, called, strict=True) if (own := held.get(name))}
        north, east, south, west = (factors.get(seat, 1) for seat in Seat)
        return Terms(
            conventions=c,
            number=self.number,
            seats=seats,
            names=called,
            dealer=dealer,
            hands=hands,
            auction=AuctionRules.of(c, hands, self.series, self.level, dealer_sits=dealer not in hands),
            whist=WhistRules.of(c),
            waiting=self.names[(self.dealer + 3) % 5] if players == 5 else None,
            dummy=Seat.E if players == 2 else None,
            series=self.series,
            level=self.level,
            price=allpass_price(c, self.series + (not self.again)),
            forced=self.forced_left > 0,
            bombs=(north, east, south, west),
        )

    def begin(self) -> State:
        """The next deal, which waits for its cards."""
        return State(self.next_deal())

    def dealt_by(self, place: int) -> Self:
        """The pulka where another deals next (P-3.2.14, P-3.2.17)."""
        return msgspec.structs.replace(self, dealer=place)

    def entry(self, effect: Effect, law: str) -> Amendment | None:
        """The entry that a ruling makes; a compensation is in whists. None: the effect makes no entry."""
        match effect:
            case SheetEntry(player=player, column=column, points=amount, on=on):
                return Correction(points(amount), law, player, column, on)
            case Compensated(player=player, on=on, points=amount):
                return Correction(points(amount), law, player, "whists", on)
        return None

    def record(self, outcome: AnyOutcome) -> Self:
        """The pulka after a deal.

        Raises:
            ValueError: the facts contradict each other or the pulka; the message says which.
        """
        if not isinstance(outcome, Outcome):
            raise TypeError(f"no facts of a deal of preferans: {outcome}")
        if self.finished:
            raise Refused("pulka_over")
        if outcome.dealer not in self.names:
            raise Refused("no_player", name=outcome.dealer, players=self.players, names=", ".join(self.names))
        terms = msgspec.structs.replace(self, dealer=self.names.index(outcome.dealer)).next_deal()
        if (wrong := fault(outcome, terms, self.names)) is not None:
            raise Refused.of(wrong)
        in_turn = self.names[self.dealer]
        if outcome.out_of_turn and outcome.dealer == in_turn:
            raise Refused("deals_in_turn", "P-3.2.14", name=in_turn)
        if self.history and outcome.dealer != in_turn and not outcome.out_of_turn:
            raise Refused("dealt_late", "P-3.2.14", name=in_turn, dealer=outcome.dealer)
        return self.recorded(outcome)

    def recorded(self, outcome: AnyOutcome) -> Self:
        """The pulka after a deal that was played here."""
        assert isinstance(outcome, Outcome)
        terms = msgspec.structs.replace(self, dealer=self.names.index(outcome.dealer)).next_deal()
        standing = self._standing(outcome, terms)
        if outcome.kind == "allpass" and self.forced_left and not outcome.blind:
            # A line need not say it: in a compulsory all-pass everybody is deemed to have passed blind (P-3.7.9).
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

    def _standing(self, outcome: Outcome, terms: Terms) -> Standing:
        """The further facts on which the deal's score depends."""
        place, factor = self.names.index, outcome.factor
        declarer = None if outcome.declarer is None else terms.seat(outcome.declarer)
        if factor is None:  # the blind passes, or the declarer's bomb
            blind = len(outcome.blind)
            factor = terms.doubling(blind) if declarer is None else terms.factor(declarer, dark=False)
        dealer = place(outcome.dealer)
        return Standing(
            deal=self.number,
            players=self.players,
            dealer=dealer,
            price=terms.price * (factor if outcome.kind == "allpass" else 1),
            factor=factor,
            sitter=dealer if terms.dealer_sits else None,
            waiting=None if terms.waiting is None else place(terms.waiting),
        )

    def _first_to_close(self, sheet: Sheet, outcome: Outcome) -> int | None:
        full = [who for who, points in enumerate(sheet.pool) if points >= self.conventions.pool_target]
        if self.closed_first is not None or not full:
            return self.closed_first
        declarer = self.names.index(outcome.declarer) if outcome.declarer is not None else full[0]
        return declarer if declarer in full else full[0]

    def _after_all_pass(self, outcome: Outcome, standing: Standing) -> Self:
        """The pulka after an all-pass, with a longer series.

        Blind passers, and a dealer without cards, earn bombs (P-3.3.19a, P-3.7.10).
        """
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
        """The pulka after a contract, which spends its owner's bomb and may end the series of all-passes (P-3.7.8, PC-4.5.7)."""
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
        counted = {} if outcome.ruled is None else outcome.ruled.counted
        taken = {**(outcome.tricks or {}), **counted}.get(outcome.declarer or "", 0)
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

        If a correction changes the winners, or takes back the end, that is written too.
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
            winners = [(self.closed_first, c.prize_first, "prize_first")] if self.closed_first is not None else []
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

    @property
    def results(self) -> Mapping[str, Fraction]:
        """The result of each player in whists, exact, if the pulka ended now (P-4.2.14)."""
        sheet = self.sheet
        won = balance(self.conventions, sheet.pool, sheet.hill, sheet.whists)
        return {name: Fraction(points) for name, points in zip(self.names, won, strict=True)}

    def why_not(self, amendment: Amendment) -> Refusal | None:
        """Why the amendment is refused now; a correction may come after the end too (P-4.2.9)."""
        everybody = set(self.names)
        if isinstance(amendment, Correction):
            if not _LAW.fullmatch(amendment.law):
                return Refusal(Reason.NOT_AGREED, "P-4.2.7")  # an entry needs the rule that makes it
            on = amendment.on
            fits = on in everybody - {amendment.player} if amendment.column == "whists" else not on
            known = amendment.player in everybody and amendment.column in {"pool", "hill", "whists"}
            return None if fits and known else Refusal(Reason.NOT_AT_TABLE, amendment.law)
        if self.finished:
            return Refusal(Reason.MATCH_OVER, "P-4.2.14")
        if isinstance(amendment, Newcomer):
            if self.conventions.newcomer == "not_allowed" or self.players not in {3, 4}:
                return Refusal(Reason.NOT_AGREED, "P-3.1.2")
            if self.conventions.laws == "club-003" and self.players + 1 not in _CLUB:
                return Refusal(Reason.NOT_AGREED, "PC-2")
            return None if set(amendment.consent) == everybody else Refusal(Reason.NO_CONSENT, "P-3.1.2")
        # A vote cannot hold a player at the table (PE-5.4.18).
        if isinstance(amendment, Stop) and self.conventions.early_stop == "never" and not amendment.force_majeure:
            return Refusal(Reason.NOT_AGREED, "P-4.2.15")
        return super().why_not(amendment)

    def amended(self, amendment: Amendment) -> Self:
        """The pulka after an amendment that is known to be allowed."""
        if isinstance(amendment, Stop):
            return msgspec.structs.replace(self, stopped=True)
        if isinstance(amendment, Newcomer):
            return self._joined()
        if isinstance(amendment, Correction):
            who = self.names.index(amendment.player)
            on = self.names.index(amendment.on) if amendment.on else None
            column: Column = "whists" if amendment.on else "pool" if amendment.column == "pool" else "hill"
            entry = Entry(0, column, who, whole(amendment.amount), "correction", amendment.law, on)
            return msgspec.structs.replace(self, sheet=self.sheet.write([entry]))._with_prizes()
        return self  # a substitute takes the score as it is

    def _joined(self) -> Self:
        """The pulka with a newcomer, who sits left of the last dealer with means rounded down, and deals (P-3.1.2)."""
        at, sheet = (self._last_dealer + 1) % self.players if self.history else 0, self.sheet
        pool = math.floor(Fraction(sum(map(Fraction, sheet.pool)), self.players))
        hill = math.ceil(Fraction(sum(map(Fraction, sheet.hill)), self.players))

        def put(values: tuple[T, ...], new: T) -> tuple[T, ...]:
            return (*values[:at], new, *values[at:])

        def moved(who: int | None) -> int | None:
            return None if who is None else who + (who >= at)

        rows = tuple(put(row, 0) for row in sheet.whists)
        entries = tuple(
            msgspec.structs.replace(entry, who=moved(entry.who), on=moved(entry.on)) for entry in sheet.entries
        )
        nobody = (0,) * (self.players + 1)
        wider = Sheet(put(sheet.pool, 0), put(sheet.hill, 0), put(rows, nobody), entries)
        wider = wider.write(
            (Entry(0, "pool", at, pool, "newcomer", "P-3.1.2"), Entry(0, "hill", at, hill, "newcomer", "P-3.1.2"))
        )
        return msgspec.structs.replace(
            self,
            players=self.players + 1,
            dealer=at,
            sheet=wider,
            bombs=put(self.bombs, ()) if self.bombs else (),
            closed_first=moved(self.closed_first),
            called=put(self.called, self.NEWCOMER) if self.called else (),
        )


class Boards(Pulka, frozen=True):
    """A session of boards between deals: each counts by itself, by its effect on a pulka's settlement (PT-I.7).

    Its sheet has no pools and hills: the worth of a deal is written as whists on each player who won less.
    """

    over: ClassVar[str] = "PT-I.5"

    values: tuple[tuple[Fraction, ...], ...] = ()
    """The whists of each deal by place. They sum to nought, a dealer without cards included."""

    def number_of(self, nth: int) -> int:
        """The number of a board, counted from 1 in the session."""
        return self._told(nth)[0]

    def _told(self, number: int) -> tuple[int, int]:
        """The number of a board, counted from 1 in the session, and the place of its dealer.

        At three the agreed seat is the first hand's, and its right neighbour deals (PT-I.4, C-TOUR-2).
        """
        told, seats = self.conventions.boards, _SEATS[self.players]
        found = BOARD.fullmatch(told[number - 1]) if number <= len(told) else None
        nth, marked = (int(found[1]), seats.index(Seat(found[2]))) if found else (number, (number - 1) % self.players)
        return nth, marked if self.players == 4 else (marked - 1) % self.players

    def dealt(self) -> Self:
        """The session in which the dealer of the next board deals."""
        return self if self.finished else msgspec.structs.replace(self, dealer=self._told(self.number)[1])

    def dealt_by(self, place: int) -> Self:  # noqa: ARG002 - the board says who deals it
        """The same board again: a board keeps its number and its dealer (PT-I.1)."""
        return self

    def value(self, outcome: Outcome, *, judged: bool = True) -> tuple[Fraction, ...]:
        """The worth of a deal in whists, by place: its effect alone on the settlement of a pulka (PT-I.7, P-4.1.1).

        judged: whether the facts are checked, too.

        Raises:
            ValueError: the facts contradict each other or the board.
        """
        pulka = self._pulka()
        after = pulka.record(outcome) if judged else pulka.recorded(outcome)
        return tuple(map(Fraction, after.settlement.result))

    def _pulka(self) -> Pulka:
        """A new pulka whose pools never fill. A board's effect on its settlement is the board's worth."""
        open_pools = msgspec.structs.replace(self.conventions, length_mode="pool", boards=(), pool_target=_NEVER_FULL)
        return Pulka(open_pools, self.players, self.dealer, Sheet.empty(self.players))

    def _written(self, number: int, worth: tuple[Fraction, ...], kind: str, law: str) -> Sheet:
        """The sheet with these whists for each place, written on each player who won less."""
        return self.sheet.write(
            [
                Entry(number, "whists", who, (worth[who] - worth[on]) / self.players, kind, law, on)
                for who in range(self.players)
                for on in range(self.players)
                if worth[who] > worth[on]
            ]
        )

    def record(self, outcome: AnyOutcome) -> Self:
        """The session after a board.

        Raises:
            ValueError: the facts contradict each other or the board; the message says which.
        """
        if not isinstance(outcome, Outcome):
            raise TypeError(f"no facts of a deal of preferans: {outcome}")
        if self.finished:
            raise Refused("boards_over")
        if outcome.dealer in self.names and outcome.dealer != self.names[self.dealer]:
            raise Refused(
                "board_dealer",
                "PT-I.1",
                board=self.number_of(self.number),
                name=self.names[self.dealer],
                dealer=outcome.dealer,
            )
        self._pulka().record(outcome)
        return self.recorded(outcome)

    def recorded(self, outcome: AnyOutcome) -> Self:
        """The session after a board that was played here."""
        assert isinstance(outcome, Outcome)
        worth = self.value(outcome, judged=False)
        after = msgspec.structs.replace(
            self,
            sheet=self._written(self.number, worth, "board", "PT-I.7"),
            number=self.number + 1,
            history=(*self.history, outcome),
            values=(*self.values, worth),
        )
        return after.dealt()

    @property
    def settlement(self) -> Settlement:
        """The sum of the boards, exact (PT-I.7)."""
        exact = msgspec.structs.replace(self.conventions, rounding="exact")
        return settle(exact, self.sheet.pool, self.sheet.hill, self.sheet.whists)

    def why_not(self, amendment: Amendment) -> Refusal | None:
        """Why the amendment is refused now: boards take no newcomer."""
        if isinstance(amendment, Newcomer):
            return Refusal(Reason.NOT_AGREED, "PT-I.4")
        return super().why_not(amendment)

    def amended(self, amendment: Amendment) -> Self:
        """The session after an amendment; points on a hill or in a pool count by their worth in whists (PT-I.7)."""
        if isinstance(amendment, Correction) and amendment.column != "whists":
            worth = tuple(map(Fraction, self._pulka().amended(amendment).settlement.result))
            return msgspec.structs.replace(self, sheet=self._written(0, worth, "correction", amendment.law))
        return super().amended(amendment)


def start(conventions: AnyConventions, players: int = 3, dealer: int = 0, *, logged: bool = False) -> Pulka:
    """A new pulka, or a session of boards.

    players: 2 to 5; two play gusarik, whose overlay `agree(..., players=2)` lays on. dealer: the place of the first
    dealer; boards have their own. logged: the conventions come from a log, so they are not judged.

    Raises:
        ValueError: conventions that contradict themselves or the number of players.
    """
    if not isinstance(conventions, Conventions):
        raise TypeError(f"no conventions of preferans: {conventions}")
    if players not in _SEATS:
        raise Refused("for_five", "P-1.2", players=players)
    if not 0 <= dealer < players:
        raise Refused("no_place", place=dealer, players=players)
    if not logged:
        _check(conventions, players)
    if conventions.length_mode == "boards":
        return Boards(conventions, players, 0, Sheet.empty(players)).dealt()
    return Pulka(conventions, players, dealer, Sheet.empty(players), forced_left=conventions.allpass_forced_rounds)


def _check(conventions: Conventions, players: int) -> None:
    """Refuse conventions that contradict themselves or the number of players.

    Raises:
        ValueError: why.
    """
    check(conventions)
    if (players == 2) != (conventions.deal_hands == "dummy"):
        raise Refused("hands_of_two", name="deal.hands", value=conventions.deal_hands, players=players)
    if conventions.laws == "club-003" and players not in _CLUB:
        raise Refused("codex_players", "PC-2", players=players)
    if conventions.length_mode == "boards":
        _check_boards(conventions, players)


def _check_boards(conventions: Conventions, players: int) -> None:
    """Refuse another number of players than three or four: a protocol has no fifth, and no closed hand (PT-I.1, PT-I.3.2)."""
    if players not in {3, 4}:
        raise Refused("boards_players", "PT-0.8", players=players)
    seats = {seat.value for seat in _SEATS[players]}
    for told in conventions.boards:
        if told[-1] not in seats:
            raise Refused("talon_seat", "PT-I.3.2", name="boards", value=told)
