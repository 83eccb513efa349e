"""The session as a fold: deals in, the next deal's terms out; rubbers, Chicago, boards (B-RUBBER, B-CHICAGO, B-DUP)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import ClassVar, Final, Self, TypeAlias

import msgspec

from kozyr.cards import Seat
from kozyr.games import Amendment, Match, Outcome as BaseOutcome, Reason, Refusal
from kozyr.games.bridge.auction import Kind
from kozyr.games.bridge.deal import State
from kozyr.games.bridge.options import BOARD, Conventions, check, check_players
from kozyr.games.bridge.scoring import (
    FIVE,
    PIVOT,
    SIX,
    Table,
    Vulnerability,
    Why,
    board,
    chicago_vulnerability,
    game_bonus,
    is_vulnerable,
    rubber_points,
    target_imps,
    written,
)
from kozyr.games.bridge.terms import LINES, SEATS, Outcome, Terms, Two, left, side_of
from kozyr.games.bridge.words import Contract, Correction, Substitute
from kozyr.games.contract import Effect
from kozyr.games.exact import points
from kozyr.games.options import Conventions as BaseConventions
from kozyr.games.rulings import SheetEntry

_LAW: Final = re.compile(r"[A-Z]+-[\w.-]+")
_CHICAGO: Final = 4
_GAMES: Final[dict[Vulnerability, Two]] = {"none": (0, 0), "ns": (1, 0), "ew": (0, 1), "both": (1, 1)}

Places: TypeAlias = tuple[int, int, int, int]  # whose each seat is, N E S W, as a player's place


def seating(players: int, rubber: int, *, pivot: bool) -> Places:
    """Which player's each seat is in a rubber from 1, N E S W; a dummy's seat is its player's.

    Five and six by the tables (B-56H-2, B-56H-3), three the soloist in turn (B-3H-1), four for a tour each with each
    (B-RUBBER-V5); after the last row the first comes again.
    """
    if players == 2:
        return 0, 1, 0, 1
    if players == 3:
        alone = (rubber - 1) % 3
        return alone, (alone + 1) % 3, alone, (alone + 2) % 3
    if players == 4 and not pivot:
        return 0, 1, 2, 3
    rows = {4: PIVOT, 5: FIVE, 6: SIX}[players]
    (north, south), (east, west) = rows[(rubber - 1) % len(rows)]
    return north - 1, east - 1, south - 1, west - 1


class Entry(msgspec.Struct, frozen=True):
    """One entry of the sheet.

    deal: from 1; 0: none. rubber: from 1. side: 0 N-S, 1 E-W, as they sit in that rubber. below: the line, or above.
    why: a code for clients. law: the rule that made it.
    """

    deal: int
    rubber: int
    side: int
    below: bool
    points: int
    why: Why
    law: str


class Sheet(msgspec.Struct, frozen=True):
    """The score as it stands; pairs are N-S, E-W of the running rubber.

    games: won in this rubber. part: below the line toward the next game. below, above: in this rubber. lines: deals
    after which a line is drawn, since they ended a game. scores: what every deal brought N-S by itself. imps: N-S's, of every
    deal, against the Russian target. results: of each finished rubber, by player's place. entries: all of them.
    """

    games: Two = (0, 0)
    part: Two = (0, 0)
    below: Two = (0, 0)
    above: Two = (0, 0)
    lines: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    imps: tuple[int, ...] = ()
    results: tuple[tuple[int, ...], ...] = ()
    entries: tuple[Entry, ...] = ()

    @property
    def balance(self) -> int:
        """N-S's points in this rubber less E-W's, above and below (B-RUBBER-2)."""
        return self.below[0] + self.above[0] - self.below[1] - self.above[1]

    def write(self, entries: Iterable[Entry]) -> Sheet:
        """The sheet with more entries."""
        below, above = list(self.below), list(self.above)
        added = tuple(entry for entry in entries if entry.points)
        for entry in added:
            column = below if entry.below else above
            column[entry.side] += entry.points
        return msgspec.structs.replace(
            self, below=(below[0], below[1]), above=(above[0], above[1]), entries=self.entries + added
        )


class Session(Match[State], frozen=True):
    """A session between deals: a rubber or several, four deals of Chicago, or so many boards.

    players: two to six. number: of the next deal, from 1. rubber: the running one, from 1. played: deals of it that
    count. turn: the seat that deals next. history: every deal. stopped: broken off.
    """

    over: ClassVar[str] = "B-RUBBER-2"
    stopping: ClassVar[str] = "B-RUBBER-V6"
    replacing: ClassVar[str] = "B-GEN-5"

    conventions: Conventions
    players: int
    turn: Seat = Seat.N
    sheet: Sheet = Sheet()
    number: int = 1
    rubber: int = 1
    played: int = 0
    history: tuple[Outcome, ...] = ()
    stopped: bool = False

    @property
    def rubbers(self) -> int:
        """How many rubbers the session has: each player of three, five and six sits in every row of his table once."""
        if self.players in {3, 5, 6}:
            return self.players
        return len(PIVOT) if self.conventions.pivot_tour else 1

    @property
    def finished(self) -> bool:
        """No deal follows."""
        return self.stopped or self.rubber > self.rubbers

    @property
    def names(self) -> tuple[str, ...]:
        """The players by place: by seats where they keep them, else by number."""
        if self.players == 4 and not self.conventions.pivot_tour:
            return "N", "E", "S", "W"
        return ("N", "E") if self.players == 2 else tuple(str(n + 1) for n in range(self.players))

    @property
    def places(self) -> Places:
        """Whose each seat is in the running rubber, N E S W."""
        return seating(self.players, min(self.rubber, self.rubbers), pivot=self.conventions.pivot_tour)

    @property
    def dealer(self) -> int:
        """Who deals next, as a player's place."""
        return self.places[self._table().dealer.position]

    @property
    def results(self) -> Mapping[str, Fraction]:
        """Points of all finished rubbers, or of all boards (B-RUBBER-2)."""
        return {name: Fraction(won) for name, won in zip(self.names, self.totals, strict=True)}

    @property
    def totals(self) -> tuple[int, ...]:
        """What each player has won in the finished rubbers."""
        return tuple(sum(row[at] for row in self.sheet.results) for at in range(self.players))

    def _table(self) -> Table:
        """Dealer and vulnerability of the next deal."""
        c = self.conventions
        if c.form == "duplicate":
            return self._board()[1]
        dealer = self.turn
        if c.form == "chicago":
            return Table(dealer, chicago_vulnerability(min(self.played + 1, _CHICAGO), dealer, c.chicago_vul))
        games = self.sheet.games
        vulnerability: Vulnerability = ("none", "ns", "ew", "both")[(games[0] > 0) + 2 * (games[1] > 0)]
        return Table(dealer, vulnerability)

    def _board(self) -> tuple[int, Table]:
        """The next board's number, and who deals and is vulnerable: as it was told, else by the table of 16 (B-DUP-3)."""
        c, number = self.conventions, self.conventions.first_board + self.played
        told = BOARD.fullmatch(c.boards[self.played]) if self.played < len(c.boards) else None
        if told is None:
            return number, board(number)
        return int(told[1]), Table(Seat(told[2]), msgspec.convert(told[3], Vulnerability))

    def next_deal(self) -> Terms:
        """Who deals, who is vulnerable, who sits where."""
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

    def entry(self, effect: Effect, law: str) -> Amendment | None:
        """The entry above the line that a ruling makes; column: the line."""
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
        if self._begins_midway(outcome):
            games = _GAMES[outcome.vul or "none"]
            return self._with_sheet(games=games).record(outcome)
        return self._counted(outcome, *self._checked(outcome))

    def recorded(self, outcome: BaseOutcome) -> Self:
        """The session after a deal that was played here, or written in a log."""
        assert isinstance(outcome, Outcome)
        if self._begins_midway(outcome):
            return self._with_sheet(games=_GAMES[outcome.vul or "none"]).recorded(outcome)
        contract = None if outcome.contract is None else Contract.parse(outcome.contract)
        return self._counted(outcome, contract, outcome.vul or self._table().vulnerability)

    def _counted(self, outcome: Outcome, contract: Contract | None, vulnerability: Vulnerability) -> Self:
        """The session after a deal with these facts."""
        dealer = Seat(outcome.dealer)
        told = msgspec.structs.replace(outcome, vul=vulnerability)
        after = msgspec.structs.replace(self, number=self.number + 1, history=(*self.history, told), turn=left(dealer))
        if contract is None:
            return after._passed_out(outcome, vulnerability, dealer)
        ours, tricks = side_of(Seat(outcome.declarer or "N")), outcome.tricks or 0
        vulnerable = is_vulnerable(vulnerability, ours)
        items = written(contract, tricks, vulnerable=vulnerable, conventions=self.conventions)
        entries = [
            self._entry(ours if item.declarers else 1 - ours, item.points, item.why, item.law, below=item.below)
            for item in items
        ]
        entries += [
            self._entry(side_of(Seat(who)), points, "honours", "B-SCORE-13") for who, points in outcome.honours.items()
        ]
        balance = sum(entry.points if entry.side == 0 else -entry.points for entry in entries)
        below = sum(entry.points for entry in entries if entry.below)
        after = msgspec.structs.replace(after, sheet=self.sheet.write(entries), played=self.played + 1)
        after = after._balanced(balance, outcome, vulnerability)
        if self.conventions.part_scores == "carry":
            after = after._carried(ours, below, self.number, vulnerable=vulnerable)
        return after._closed_rubber()

    def _entry(
        self, side: int, points: int, why: Why, law: str, *, below: bool = False, deal: int | None = None
    ) -> Entry:
        return Entry(self.number if deal is None else deal, self.rubber, side, below, points, why, law)

    def _begins_midway(self, outcome: Outcome) -> bool:
        """A score file may begin in the middle of a rubber: who is vulnerable in its first line has a game."""
        first = self.conventions.form == "rubber" and not self.history and self.sheet == Sheet()
        return first and outcome.vul not in {None, "none"}

    def _checked(self, outcome: Outcome) -> tuple[Contract | None, Vulnerability]:
        """The contract and who was vulnerable.

        Raises:
            ValueError: what does not fit.
        """
        c = self.conventions
        if self.finished:
            raise ValueError("the session is over (B-RUBBER-2)")
        table = self._table()
        if c.form == "duplicate":  # boards may come in any order: a line that says more than the number knows it better
            table = Table(Seat(outcome.dealer), outcome.vul or table.vulnerability)
        begins = c.form == "rubber" and not self.history  # a score file may begin with anybody's deal
        if outcome.dealer != table.dealer.value and not begins:
            law = "B-CHICAGO-1" if c.form == "chicago" else "B-GEN-7"
            raise ValueError(f"{table.dealer.value} deals here, not {outcome.dealer} ({law})")
        if outcome.vul is not None and outcome.vul != table.vulnerability:
            raise ValueError(f"vulnerable is {table.vulnerability} here, not {outcome.vul} (B-SCORE-7)")
        self._check_points(outcome)
        if outcome.contract is None:
            if outcome.declarer is not None or outcome.tricks is not None or outcome.honours:
                raise ValueError("all passed, so there is nothing to count (B-AUC-10)")
            return None, table.vulnerability
        contract = Contract.parse(outcome.contract)
        if outcome.declarer is None or outcome.tricks is None:
            raise ValueError(f"{contract} needs its declarer and his tricks (B-SCORE-1)")
        if not 0 <= outcome.tricks <= 13:
            raise ValueError(f"{outcome.tricks} tricks are not 0 to 13 (B-GEN-7)")
        if outcome.honours and not c.honours:
            raise ValueError("honours are not agreed here (B-SCORE-13)")
        if len(outcome.honours) > 1 or not set(outcome.honours.values()) <= (
            {150} if contract.trump is None else {100, 150}
        ):
            raise ValueError("honours are 100 or 150 of trumps, 150 at no trumps, in one hand (B-SCORE-13)")
        return contract, table.vulnerability

    def _check_points(self, outcome: Outcome) -> None:
        """Refuse points of court cards that do not sum to 40, or that are wanted and missing.

        Raises:
            ValueError: which.
        """
        if outcome.hcp and (
            sum(outcome.hcp.values()) != 40 or set(outcome.hcp) != set(LINES) or min(outcome.hcp.values()) < 0
        ):
            raise ValueError("the court cards of NS and EW have 40 points together (B-RUSSIAN-2)")
        if self.conventions.compare == "russian_target" and not outcome.hcp:
            raise ValueError('the target needs the points of the court cards, as "hcp":{"NS":24,"EW":16} (B-RUSSIAN-1)')

    def _passed_out(self, outcome: Outcome, vulnerability: Vulnerability, dealer: Seat) -> Self:
        """Nothing is written (B-AUC-10); at Chicago the same one deals again, if that is agreed (C-BR-5)."""
        c = self.conventions
        if c.form == "rubber":
            return self
        if c.form == "chicago" and c.chicago_passed_out == "redeal":
            return msgspec.structs.replace(self, turn=dealer)
        after = msgspec.structs.replace(self, played=self.played + 1)
        return after._balanced(0, outcome, vulnerability)._closed_rubber()

    def _balanced(self, balance: int, outcome: Outcome, vulnerability: Vulnerability) -> Self:
        """What the deal brought N-S, and that against the target, if one is played for."""
        sheet = msgspec.structs.replace(self.sheet, scores=(*self.sheet.scores, balance))
        if self.conventions.compare == "russian_target":
            gained = target_imps(balance, outcome.hcp["NS"], vulnerability)
            sheet = msgspec.structs.replace(sheet, imps=(*sheet.imps, gained))
        return msgspec.structs.replace(self, sheet=sheet)

    def _carried(self, side: int, below: int, deal: int, *, vulnerable: bool) -> Self:
        """Part-scores add up to a game, and a game ends the other side's part-score too (B-SCORE-5, B-SCORE-6)."""
        part = list(self.sheet.part)
        part[side] += below
        if part[side] < 100:
            return self._with_sheet(part=(part[0], part[1]))
        games = list(self.sheet.games)
        games[side] += 1
        won = self._with_sheet(part=(0, 0), games=(games[0], games[1]), lines=(*self.sheet.lines, deal))
        return won._game_won(side, deal, vulnerable=vulnerable)

    def _with_sheet(self, **changes: object) -> Self:
        return msgspec.structs.replace(self, sheet=msgspec.structs.replace(self.sheet, **changes))

    def _game_won(self, side: int, deal: int, *, vulnerable: bool) -> Self:
        """What a game brings by itself, and the rubber with it (B-RUBBER-1, B-RUBBER-V1, B-CHICAGO-3)."""
        c, last = self.conventions, self.sheet.games[side] == 2
        items: list[tuple[int, Why, str]] = []
        if c.form == "chicago":
            items = [(game_bonus(c, vulnerable=vulnerable), "game", "B-CHICAGO-3")]
        elif c.rubber_bonus == "game200_rubber700":
            if not last or c.rubber_bonus_variant == "200_plus_700":
                items.append((200, "game", "B-RUBBER-V1"))
            if last:
                items.append((700, "rubber", "B-RUBBER-V1"))
        elif last and not self.sheet.games[1 - side]:
            items = [(c.clean_rubber, "clean_rubber", "B-RUBBER-V3" if c.clean_rubber == 750 else "B-RUBBER-1")]
        elif last:
            items = [(500, "rubber", "B-RUBBER-1")]
        return self._writes(*(self._entry(side, *item, deal=deal) for item in items))

    def _writes(self, *entries: Entry) -> Self:
        return msgspec.structs.replace(self, sheet=self.sheet.write(entries))

    def _closed_rubber(self) -> Self:
        """The rubber is added up if it is over (B-RUBBER-2, B-CHICAGO-2)."""
        c = self.conventions
        if c.form == "rubber":
            return self._added_up() if max(self.sheet.games) == 2 else self
        boards = c.deals if isinstance(c.deals, int) else _CHICAGO
        if self.played < boards:
            return self
        deal, part = self.number - 1, self.sheet.part
        paid = [self._entry(at, c.chicago_part_bonus, "part", "B-CHICAGO-2", deal=deal) for at in (0, 1) if part[at]]
        return self._writes(*paid)._added_up()

    def _added_up(self) -> Self:
        """The result goes to the players, and the next rubber begins with an empty sheet."""
        c, places = self.conventions, self.places
        won = rubber_points(self.sheet.balance, c)
        if c.compare == "russian_target":
            won = sum(self.sheet.imps[-self.played :]) if self.played else 0
        row = [0] * self.players
        for at, place in enumerate(places):
            row[place] += won if at % 2 == 0 else -won
        if self.players == 2:  # both seats of a side are one player's; three: the soloist settles with each of the pair
            row = [n // 2 for n in row]
        results = (*self.sheet.results, tuple(row))
        if self.rubber >= self.rubbers:  # the last one's sheet stays to be looked at
            return self._with_sheet(results=results)._with_rubber(self.played, self.turn)
        turn = Seat.N if c.form == "chicago" else self.turn
        empty = self._with_sheet(games=(0, 0), part=(0, 0), below=(0, 0), above=(0, 0), results=results)
        return empty._with_rubber(0, turn)

    def _with_rubber(self, played: int, turn: Seat) -> Self:
        return msgspec.structs.replace(self, rubber=self.rubber + 1, played=played, turn=turn)

    def why_not(self, amendment: Amendment) -> Refusal | None:
        """Why the amendment is refused now."""
        if isinstance(amendment, Correction) and not self.finished:
            whole = isinstance(amendment.points, int) and amendment.points
            return None if _LAW.fullmatch(amendment.law) and whole else Refusal(Reason.NOT_NOW, "B-LAW-0")
        return Match.why_not(self, amendment)

    def amended(self, amendment: Amendment) -> Self:
        """The session after an amendment that is known to be allowed."""
        if isinstance(amendment, Substitute):
            return self  # who sits there is the table's knowledge
        if isinstance(amendment, Correction):
            line = LINES.index(amendment.line)
            return self._writes(self._entry(line, int(amendment.amount), "ruling", amendment.law, deal=self.number - 1))
        return self._broken_off()

    def _broken_off(self) -> Self:
        """An unfinished rubber pays for a game and for a part-score (B-RUBBER-V6)."""
        c, sheet = self.conventions, self.sheet
        entries: list[Entry] = []
        if c.form == "rubber":
            for side in (0, 1):
                if sheet.games[side]:
                    entries.append(self._entry(side, c.unfinished_game, "unfinished_game", "B-RUBBER-V6", deal=0))
                if sheet.part[side]:
                    entries.append(self._entry(side, c.unfinished_part, "unfinished_part", "B-RUBBER-V6", deal=0))
        return msgspec.structs.replace(self._writes(*entries)._added_up(), stopped=True)


def start(conventions: BaseConventions, players: int = 4, dealer: int = 0, *, logged: bool = False) -> Session:
    """A new session.

    dealer: the place of the first one. At duplicate the boards say who deals; of five and six, one who sits out the
    first rubber leaves it to the next who plays. logged: a log says that it was so agreed, and nothing of it is judged.

    Raises:
        ValueError: conventions that contradict themselves or the number of players, or no such place.
    """
    if not isinstance(conventions, Conventions):
        raise ValueError(f"no conventions of bridge: {type(conventions)}")  # noqa: TRY004 - as any other wrong ones
    if not logged:
        check(conventions)
        check_players(conventions, players)
    if not 0 <= dealer < players:
        raise ValueError(f"no place {dealer} at a table for {players}")
    if conventions.form == "duplicate":
        return Session(conventions, players)
    places = seating(players, 1, pivot=conventions.pivot_tour)
    first = next(place for step in range(players) if (place := (dealer + step) % players) in places)
    return Session(conventions, players, SEATS[places.index(first)])
