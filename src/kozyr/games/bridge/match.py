"""The session as a fold: deals in, the next deal's terms out; rubbers, Chicago, boards (B-RUBBER, B-CHICAGO, B-DUP)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import ClassVar, Final, Self, TypeAlias

import msgspec

from kozyr import drawn
from kozyr.cards import Seat
from kozyr.games import Amendment, Match, Outcome as BaseOutcome, Reason, Refusal
from kozyr.games.bridge import scoring
from kozyr.games.bridge.auction import Kind
from kozyr.games.bridge.deal import State
from kozyr.games.bridge.facts import checked
from kozyr.games.bridge.options import BOARD, Conventions, check, check_players
from kozyr.games.bridge.sheet import Entry, Sheet, above, brought, carried, of_deal, parts_paid, unfinished
from kozyr.games.bridge.terms import LINES, SEATS, Outcome, Terms, Two, left, side_of
from kozyr.games.bridge.words import Contract, Correction, Substitute
from kozyr.games.contract import Effect
from kozyr.games.exact import points
from kozyr.games.options import Conventions as BaseConventions
from kozyr.games.refusal import Refused
from kozyr.games.rulings import SheetEntry

_LAW: Final = re.compile(r"[A-Z]+-[\w.-]+")
_CHICAGO: Final = 4
_GAMES: Final[dict[scoring.Vulnerability, Two]] = {"none": (0, 0), "ns": (1, 0), "ew": (0, 1), "both": (1, 1)}

Places: TypeAlias = tuple[int, int, int, int]  # the player's place at each seat, N E S W


def seating(players: int, rubber: int, *, pivot: bool) -> Places:
    """The player's place at each seat in a rubber, N E S W; rubbers count from 1, and a dummy's seat is its player's.

    Five and six players go by the tables (B-56H-2, B-56H-3). Three are the soloist in turn (B-3H-1). Four on a tour
    each play with each (B-RUBBER-V5). After the last row the first comes again.
    """
    if players == 2:
        return 0, 1, 0, 1
    if players == 3:
        alone = (rubber - 1) % 3
        return alone, (alone + 1) % 3, alone, (alone + 2) % 3
    if players == 4 and not pivot:
        return 0, 1, 2, 3
    rows = {4: scoring.PIVOT, 5: scoring.FIVE, 6: scoring.SIX}[players]
    (north, south), (east, west) = rows[(rubber - 1) % len(rows)]
    return north - 1, east - 1, south - 1, west - 1


def _sides(entries: Iterable[Entry]) -> tuple[str, str]:
    """The points that entries bring N-S and E-W; empty: none."""
    won = [0, 0]
    for entry in entries:
        won[entry.side] += entry.points
    north, east = (drawn.number(points) if points else "" for points in won)
    return north, east


class Session(Match[State], frozen=True):
    """A session between deals: one or more rubbers, four deals of Chicago, or a number of boards."""

    over: ClassVar[str] = "B-RUBBER-2"
    stopping: ClassVar[str] = "B-RUBBER-V6"
    replacing: ClassVar[str] = "B-GEN-5"

    conventions: Conventions
    players: int
    """How many players there are, two to six."""
    turn: Seat = Seat.N
    """The seat that deals next."""
    sheet: Sheet = Sheet()
    number: int = 1
    """The number of the next deal, from 1."""
    rubber: int = 1
    """The number of the running rubber, from 1."""
    played: int = 0
    """Deals of it that count."""
    history: tuple[Outcome, ...] = ()
    """The outcomes of all deals."""
    stopped: bool = False
    """Whether the session was broken off."""

    @property
    def rubbers(self) -> int:
        """How many rubbers the session has. Each player of three, five or six sits once in every row of the table."""
        if self.players in {3, 5, 6}:
            return self.players
        return len(scoring.PIVOT) if self.conventions.pivot_tour else 1

    @property
    def finished(self) -> bool:
        """Whether no deal follows."""
        return self.stopped or self.rubber > self.rubbers

    @property
    def names(self) -> tuple[str, ...]:
        """The players by place: by seats where they keep them, else by number."""
        if self.players == 4 and not self.conventions.pivot_tour:
            return "N", "E", "S", "W"
        return ("N", "E") if self.players == 2 else tuple(str(n + 1) for n in range(self.players))

    @property
    def places(self) -> Places:
        """The player's place at each seat in the running rubber, N E S W."""
        return seating(self.players, min(self.rubber, self.rubbers), pivot=self.conventions.pivot_tour)

    @property
    def dealer(self) -> int:
        """The place of the next dealer."""
        return self.places[self._table().dealer.position]

    @property
    def results(self) -> Mapping[str, Fraction]:
        """Points of all finished rubbers, or of all boards (B-RUBBER-2)."""
        return {name: Fraction(won) for name, won in zip(self.names, self.totals, strict=True)}

    @property
    def totals(self) -> tuple[int, ...]:
        """The points that each player has won in the finished rubbers."""
        return tuple(sum(row[at] for row in self.sheet.results) for at in range(self.players))

    def _repr_html_(self) -> str:
        """The session in a notebook: what each deal brought each side, and each rubber to each player."""
        entries = self.sheet.entries
        made = sorted({entry.deal for entry in entries if entry.why in {"contract", "undertricks"}})
        rows: list[tuple[object, ...]] = []
        played = iter(made)
        for outcome in self.history:
            if outcome.contract is None:
                rows.append(("", outcome.dealer, "pass", "", "", "", ""))
                continue
            deal = next(played)
            won = _sides(entry for entry in entries if entry.deal == deal)
            contract = drawn.word(outcome.contract)
            rows.append((deal, outcome.dealer, contract, outcome.declarer, outcome.tricks, *won))
        if besides := [entry for entry in entries if entry.deal not in made]:
            rows.append(("", "", "besides", "", "", *_sides(besides)))
        sums = ("", "", "", "", "", *_sides(entries)) if self.rubbers == 1 else ()
        heads = ("Deal", "Dealer", "Contract", "Declarer", "Tricks", "N-S", "E-W")
        tables = [drawn.table(heads, rows, sums, f"bridge, {self.conventions.form}")]
        if self.sheet.results:
            by_player = [[nth, *map(drawn.number, row)] for nth, row in enumerate(self.sheet.results, 1)]
            tables.append(drawn.table(("Result", *self.names), by_player, ["", *map(drawn.number, self.totals)]))
        return drawn.page(*tables)

    def _table(self) -> scoring.Table:
        """Dealer and vulnerability of the next deal."""
        c = self.conventions
        if c.form == "duplicate":
            return self._board()[1]
        dealer = self.turn
        if c.form == "chicago":
            return scoring.Table(
                dealer, scoring.chicago_vulnerability(min(self.played + 1, _CHICAGO), dealer, c.chicago_vul)
            )
        games = self.sheet.games
        vulnerability: scoring.Vulnerability = ("none", "ns", "ew", "both")[(games[0] > 0) + 2 * (games[1] > 0)]
        return scoring.Table(dealer, vulnerability)

    def _board(self) -> tuple[int, scoring.Table]:
        """The next board's number, dealer and vulnerability: as agreed, or by the table of 16 boards (B-DUP-3)."""
        c, number = self.conventions, self.conventions.first_board + self.played
        told = BOARD.fullmatch(c.boards[self.played]) if self.played < len(c.boards) else None
        if told is None:
            return number, scoring.board(number)
        return int(told[1]), scoring.Table(Seat(told[2]), msgspec.convert(told[3], scoring.Vulnerability))

    def next_deal(self) -> Terms:
        """The terms of the next deal: its dealer, vulnerability and seats."""
        c, table, places = self.conventions, self._table(), self.places
        n, e, s, w = (SEATS[places.index(place)] for place in places)
        control = (n, e, s, w)
        seats = tuple(seat for seat in SEATS if control[seat.position] is seat)
        kind: Kind = "four"
        if self.players == 2:
            kind = "two"
        elif self.players == 3:
            kind = "three" if c.three_hand_auction == "source" else "free"
        numbered = {"rubber": 0, "chicago": self.played + 1, "duplicate": self._board()[0]}
        return Terms(
            conventions=c,
            number=self.number,
            dealer=table.dealer,
            vulnerability=table.vulnerability,
            rubber=self.rubber,
            board=numbered[c.form],
            seats=seats,
            names=tuple(self.names[places[seat.position]] for seat in seats),
            control=control,
            kind=kind,
            part=self.sheet.part,
        )

    def begin(self) -> State:
        """The next deal, which waits for its cards."""
        return State(self.next_deal())

    def passed_over(self) -> Self | None:
        """The boards that are left, without a result of this one. None: no boards are played, so there is nothing to compare a score with."""
        if self.conventions.form != "duplicate" or self.finished:
            return None
        return msgspec.structs.replace(self, number=self.number + 1, played=self.played + 1)._closed_rubber()

    def entry(self, effect: Effect, law: str) -> Amendment | None:
        """The entry above the line that a ruling makes, for the side named as the player. None: the effect is no such entry."""
        if isinstance(effect, SheetEntry) and effect.player in LINES:
            return Correction(points(effect.points), law, LINES[LINES.index(effect.player)])
        return None

    def record(self, outcome: BaseOutcome) -> Self:
        """The session after a deal.

        Raises:
            ValueError: the facts contradict each other or the session; the message says which.
        """
        if not isinstance(outcome, Outcome):
            raise ValueError(f"no facts of a deal of bridge: {outcome}")  # noqa: TRY004 - as any other wrong facts
        if self.finished:
            raise Refused("session_over", "B-RUBBER-2")
        session = self._vulnerable_from(outcome)
        begins = self.conventions.form == "rubber" and not self.history  # a score file may begin with any player's deal
        return session._counted(outcome, *checked(outcome, self.conventions, session._table(), begins=begins))

    def recorded(self, outcome: BaseOutcome) -> Self:
        """The session after a deal that was played here, or written in a log."""
        assert isinstance(outcome, Outcome)
        session = self._vulnerable_from(outcome)
        contract = None if outcome.contract is None else Contract.parse(outcome.contract)
        return session._counted(outcome, contract, outcome.vul or session._table().vulnerability)

    def _vulnerable_from(self, outcome: Outcome) -> Self:
        """The session from the middle of a rubber: a side that is vulnerable in a file's first line has a game."""
        first = self.conventions.form == "rubber" and not self.history and self.sheet == Sheet()
        if not first or outcome.vul is None:
            return self
        return msgspec.structs.replace(self, sheet=Sheet(games=_GAMES[outcome.vul]))

    def _counted(self, outcome: Outcome, contract: Contract | None, vulnerability: scoring.Vulnerability) -> Self:
        """The session after a deal with these facts."""
        c, sheet, dealer = self.conventions, self.sheet, Seat(outcome.dealer)
        told = msgspec.structs.replace(outcome, vul=vulnerability)
        after = msgspec.structs.replace(self, number=self.number + 1, history=(*self.history, told), turn=left(dealer))
        if contract is None:
            if c.form == "rubber":  # nothing is written (B-AUC-10)
                return after
            if c.form == "chicago" and c.chicago_passed_out == "redeal":  # the same one deals again (C-BR-5)
                return msgspec.structs.replace(after, turn=dealer)
            sheet = brought(sheet, c, 0, outcome, vulnerability)
        else:
            at, side = (self.number, self.rubber), side_of(Seat(outcome.declarer or "N"))
            vulnerable = scoring.is_vulnerable(vulnerability, side)
            entries = of_deal(c, at, contract, outcome, vulnerable=vulnerable)
            balance = sum(entry.points if entry.side == 0 else -entry.points for entry in entries)
            sheet = brought(sheet.write(entries), c, balance, outcome, vulnerability)
            if c.part_scores == "carry":
                below = sum(entry.points for entry in entries if entry.below)
                sheet = carried(sheet, c, at, side, below, vulnerable=vulnerable)
        return msgspec.structs.replace(after, sheet=sheet, played=self.played + 1)._closed_rubber()

    def _closed_rubber(self) -> Self:
        """The session with the rubber added up, if it is over (B-RUBBER-2, B-CHICAGO-2)."""
        c = self.conventions
        if c.form == "rubber":
            return self._added_up(self.sheet) if max(self.sheet.games) == 2 else self
        boards = c.deals if isinstance(c.deals, int) else _CHICAGO
        if self.played < boards:
            return self
        return self._added_up(parts_paid(self.sheet, c, (self.number - 1, self.rubber)))

    def _added_up(self, sheet: Sheet) -> Self:
        """The session with a sheet's result counted for the players; the next rubber begins with an empty sheet."""
        c = self.conventions
        won = scoring.rubber_points(sheet.balance, c)
        if c.compare == "russian_target":
            won = sum(sheet.imps[-self.played :]) if self.played else 0
        row = [0] * self.players
        for at, place in enumerate(self.places):
            row[place] += won if at % 2 == 0 else -won
        if self.players == 2:  # both seats of a side are one player's; three: the soloist settles with each of the pair
            row = [n // 2 for n in row]
        sheet = msgspec.structs.replace(sheet, results=(*sheet.results, tuple(row)))
        if self.rubber >= self.rubbers:  # the last rubber's sheet stays visible
            return msgspec.structs.replace(self, sheet=sheet, rubber=self.rubber + 1)
        turn = Seat.N if c.form == "chicago" else self.turn
        empty = msgspec.structs.replace(sheet, games=(0, 0), part=(0, 0), below=(0, 0), above=(0, 0))
        return msgspec.structs.replace(self, sheet=empty, rubber=self.rubber + 1, played=0, turn=turn)

    def why_not(self, amendment: Amendment) -> Refusal | None:
        """Why the amendment is refused now."""
        if isinstance(amendment, Correction) and not self.finished:
            whole = isinstance(amendment.points, int) and amendment.points
            return None if _LAW.fullmatch(amendment.law) and whole else Refusal(Reason.NOT_NOW, "B-LAW-0")
        return Match.why_not(self, amendment)

    def amended(self, amendment: Amendment) -> Self:
        """The session after an amendment that is known to be allowed."""
        if isinstance(amendment, Substitute):
            return self  # the table knows the people
        if isinstance(amendment, Correction):
            side, at = LINES.index(amendment.line), (self.number - 1, self.rubber)
            entry = above(at, side, int(amendment.amount), "ruling", amendment.law)
            return msgspec.structs.replace(self, sheet=self.sheet.write([entry]))
        sheet = unfinished(self.sheet, self.conventions, self.rubber)
        return msgspec.structs.replace(self._added_up(sheet), stopped=True)


def start(conventions: BaseConventions, players: int = 4, dealer: int = 0, *, logged: bool = False) -> Session:
    """A new session.

    dealer: the place of the first dealer. At duplicate the boards have their dealers. A dealer of five or six who
    sits out the first rubber leaves the deal to the next player. logged: the conventions come from a log, so they
    are not judged.

    Raises:
        ValueError: conventions that contradict themselves or the number of players, or no such place.
    """
    if not isinstance(conventions, Conventions):
        raise ValueError(f"no conventions of bridge: {type(conventions)}")  # noqa: TRY004 - as any other wrong ones
    if not logged:
        check(conventions)
        check_players(conventions, players)
    if not 0 <= dealer < players:
        raise Refused("no_place", place=dealer, players=players)
    if conventions.form == "duplicate":
        return Session(conventions, players)
    places = seating(players, 1, pivot=conventions.pivot_tour)
    first = next(place for step in range(players) if (place := (dealer + step) % players) in places)
    return Session(conventions, players, SEATS[places.index(first)])
