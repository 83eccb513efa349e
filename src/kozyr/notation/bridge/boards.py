"""Boards of bridge as files have them: the contents of PBN and LIN, before their legality is checked.

A file may know less than a record: a hand or the play is missing. It may know more: names of players, a commentator's
thoughts. `record` makes a record of complete boards, `boards` makes boards of a record.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from kozyr import drawn
from kozyr.cards import Card, CardSet, Seat, Suit, takes
from kozyr.deals import Layout
from kozyr.games import Deal, Entry, Event, IllegalEvent, Play, Progress, Record, game, steps
from kozyr.games.bridge import Contract, State, Vulnerability, agree, board as table_of
from kozyr.games.bridge.words import Answer, Bid, Call as CallEvent, Claim, Double, Pass, Redouble, parse, with_meaning
from kozyr.games.trick import winner
from kozyr.notation.fault import Fault

Mark: TypeAlias = Literal["", "insufficient", "skipped", "out_of_turn", "revoke"]
SEATS: Final = tuple(Seat)
_SIXTEEN: Final = {(table_of(n).dealer, table_of(n).vulnerability): n for n in range(1, 17)}
# The tags of a board that a record keeps, those of its first board.
KEPT: Final = frozenset({"Event", "Site", "Date", "Room", "Round", "Table", "HomeTeam", "VisitTeam"})
MOST_CALLS: Final = 340  # that are read: 319 can be legal, and insufficient bids and skipped players stand among them
_SHOWN: Final = 8  # boards, and faults, of a file that a notebook shows
LONGEST: Final = 500  # of a meaning, see `kozyr.games.bridge.words.Meaning`


class Call(msgspec.Struct, frozen=True, omit_defaults=True):
    """One call of an auction."""

    call: str | None
    """Its token (`pass`, `2H`, `X`); None: the player was skipped, or the call is unknown."""
    note: str = ""
    """The meaning of the call, or a remark on it."""
    alert: bool = False
    """Whether the call was alerted."""
    nags: tuple[int, ...] = ()
    """The numbers of PBN annotations, of calls 1 for `!` to 6 for `?!`, of cards 7 to 12."""
    mark: Mark = ""
    """The mark of an irregularity."""
    line: int = 0
    """The line of the call in the file; 0: none."""


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """One card of the play, in the order in which the cards fell; its fields are those of `Call`."""

    seat: Seat
    card: Card
    note: str = ""
    nags: tuple[int, ...] = ()
    mark: Mark = ""
    line: int = 0


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """One board at one table."""

    number: str = ""
    """The number in the file. `hands` are as dealt, None for a hidden one; empty: not told."""
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    deal: Layout | None = None
    first: Seat | None = None
    """The seat that called first."""
    calls: tuple[Call, ...] = ()
    ended: bool = False
    """Whether the auction is complete."""
    play: tuple[Played, ...] = ()
    contract: str = ""
    """`4HX`, `pass`, or empty; of an end position perhaps only the trumps, `H` or `NT`."""
    declarer: Seat | None = None
    tricks: Annotated[int, msgspec.Meta(ge=0, le=13)] | None = None
    """The declarer's tricks."""
    irregular: bool = False
    """The declarer does not follow from the auction (PBN's `^`)."""
    adjusted: bool = False
    """The result is not that of the play: the director has adjusted it."""
    players: Mapping[Seat, str] = {}
    """The players by seat."""
    tags: Mapping[str, str] = {}
    """The other tags of the file, unchanged."""
    tables: Mapping[str, tuple[str, ...]] = {}
    comments: tuple[str, ...] = ()
    """Free text."""
    line: int = 0
    """The line at which the board begins."""

    @property
    def name(self) -> str:
        """The name of the board in a message."""
        return f"board {self.number}" if self.number else f"the board at line {self.line}"

    def _repr_html_(self) -> str:
        """The board in a notebook."""
        return self.picture()

    def picture(self) -> drawn.Markup:
        """The board as markup: the hands, the auction, the lead and the result."""
        marks = [
            f"dealer {self.dealer.value}" if self.dealer is not None else "",
            f"vulnerable {self.vulnerability}" if self.vulnerability is not None else "",
        ]
        parts = [self.deal.picture(self.players)] if self.deal is not None else []
        if self.calls:
            turn = (self.first or self.dealer or Seat.N).position
            calls = [
                (SEATS[(turn + nth) % 4], drawn.tag("span", _heard(call), title=call.note or None))
                for nth, call in enumerate(self.calls)
            ]
            parts.append(drawn.auction(SEATS, calls, self.players))
        result = [
            drawn.word(self.contract),
            f"by {self.declarer.value}" if self.declarer is not None else "",
            drawn.joined("lead ", drawn.card(self.play[0].card)) if self.play else "",
            f"tricks {self.tricks}" if self.tricks is not None else "",
        ]
        parts.append(drawn.tag("div", *(one for told in result if told for one in (told, " "))))
        return drawn.page(*parts, title=", ".join(filter(None, (self.name, *marks))))


def _heard(call: Call) -> drawn.Markup:
    """A call as markup, an alerted one with a star; a dash for a skipped player."""
    return drawn.joined(drawn.word(call.call or "—"), "*" if call.alert else "", "!" if call.mark else "")


class Boards(msgspec.Struct, frozen=True):
    """The contents of a file: its boards, its faults, and warnings about nothing lost."""

    boards: tuple[Board, ...]
    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()

    def _repr_html_(self) -> str:
        """The first boards in a notebook, how many more there are, and the faults."""
        shown = [board.picture() for board in self.boards[:_SHOWN]]
        more = len(self.boards) - len(shown)
        told = [f"and {more} boards more"] if more else []
        told += [str(fault) for fault in self.faults[:_SHOWN]]
        if len(self.faults) > _SHOWN:
            told.append(f"and {len(self.faults) - _SHOWN} faults more")
        return drawn.page(*shown, *(drawn.tag("div", line) for line in told))


@takes("the first seat calls, as Seat.N", Seat)
def contract_of(first: Seat, calls: Iterable[Call]) -> tuple[Contract | None, Seat | None, bool]:
    """The contract that calls lead to, its declarer, and whether the auction is over. Skipped players keep their turn.

    Whether the calls are legal is not looked at; a call that means nothing here (a double of nothing) changes nothing.
    """
    at, passes, heard = first.position, 0, 0
    last: Bid | None = None
    by, doubled = -1, 0
    named: dict[tuple[int, str], int] = {}
    for call in calls:
        if call.call is not None:
            heard += 1
            event = parse(call.call)
            passes = passes + 1 if isinstance(event, Pass) else 0
            if isinstance(event, Bid):
                last, by, doubled = event, at, 0
                named.setdefault((at % 2, str(event.denomination)), at)
            elif last is not None and isinstance(event, (Double, Redouble)):
                doubled = 2 if isinstance(event, Redouble) else 1
        at = (at + 1) % 4
    over = passes >= 3 and heard > 3
    if last is None:
        return None, None, over and passes >= 4
    declarer = SEATS[named[by % 2, str(last.denomination)]]
    return Contract(last.level, last.denomination, doubled), declarer, over


@takes("the first seat calls, as Seat.N", Seat)
def checked(first: Seat, calls: Iterable[Call]) -> tuple[tuple[Call, ...], tuple[Fault, ...]]:
    """The calls with insufficient bids marked (B-AUC-4), and other illegal calls as faults.

    Calls behind an unknown call are not judged.
    """
    at, step, by, doubled = first.position, 0, -1, 0
    told: list[Call] = []
    faults: list[Fault] = []
    known = True
    for call in calls:
        known = known and (call.call is not None or call.mark == "skipped")
        event = parse(call.call) if call.call is not None and known else None
        low = isinstance(event, Bid) and event.step <= step and not call.mark
        told.append(msgspec.structs.replace(call, mark="insufficient") if low else call)
        if isinstance(event, Bid):
            step, by, doubled = event.step, at, 0
        elif isinstance(event, Double):
            if by < 0 or by % 2 == at % 2 or doubled:
                faults.append(Fault(call.line, "X has no bid of the opponents to double (B-AUC-8)"))
            doubled = max(doubled, 1)
        elif isinstance(event, Redouble):
            if by < 0 or by % 2 != at % 2 or doubled != 1:
                faults.append(Fault(call.line, "XX has no double to answer (B-AUC-9)"))
            doubled = 2
        at = (at + 1) % 4
    return tuple(told), tuple(faults)


def trump_of(contract: str) -> Suit | None:
    """The trump suit of a board's contract; None: no trumps, or no contract."""
    if contract in {"", "pass", "NT"}:
        return None
    return Suit(contract) if len(contract) == 1 else Contract.parse(contract).trump


@takes("the first seat calls, as Seat.N", Seat)
def ended(first: Seat, calls: Sequence[Call]) -> bool:
    """Whether an auction is over; a reader may ask after every call, since all of them are looked through only at its end."""
    return all(call.call in {None, "pass"} for call in calls[-3:]) and contract_of(first, calls)[2]


def play_order(
    rows: Sequence[Sequence[Card | None]], trump: Suit | None, leads: Mapping[int, int] | None = None
) -> Iterator[tuple[int, int]]:
    """The order in which cards fell, as (row, column), from tricks written with the opening leader's card first.

    leads: the leader of a trick out of turn, by row; otherwise the winner of a trick leads to the next (B-PLAY-7). The
    first unknown card ends it.
    """
    lead = 0
    for number, row in enumerate(rows):
        lead = (leads or {}).get(number, lead)
        columns = [(lead + step) % 4 for step in range(4)]
        fallen: list[Card] = []
        for column in columns:
            card = row[column] if column < len(row) else None
            if card is None:
                return
            fallen.append(card)
            yield number, column
        lead = columns[winner(tuple(fallen), trump)]


@takes("the leader is a seat, as Seat.N", Seat)
def falling(leader: Seat, cards: Sequence[Card], trump: Suit | None, *, after: bool = False) -> tuple[Seat, ...]:
    """The players of cards in the order in which they fell. after: with the next leader."""
    seats: list[Seat] = []
    at = leader.position
    for first in range(0, len(cards), 4):
        trick = tuple(cards[first : first + 4])
        seats += (SEATS[(at + n) % 4] for n in range(len(trick)))
        if len(trick) == 4:
            at = (at + winner(trick, trump)) % 4
    return (*seats, SEATS[at]) if after else tuple(seats)


# --- records -----------------------------------------------------------------------------------------------------


def _number(board: Board) -> int:
    """The number by which the table of sixteen gives this board its dealer and vulnerability (B-DUP-3).

    Raises:
        ValueError: they are not told.
    """
    if board.dealer is None or board.vulnerability is None:
        raise ValueError(f"{board.name}: a record needs the dealer and the vulnerability")
    digits = board.number if board.number.isdecimal() and len(board.number) < 10 else "0"
    number = int(digits) if int(digits) < 1000 else 0
    told = table_of(number) if number else None
    if told is not None and (told.dealer, told.vulnerability) == (board.dealer, board.vulnerability):
        return number
    return _SIXTEEN[board.dealer, board.vulnerability]


class _Log:
    """The log of a session that grows board by board."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.entries: list[Entry] = []

    def add(self, board: Board) -> None:
        """Add the events of a board.

        Raises:
            ValueError: a record cannot say it; the message has the board and the line.
        """
        if board.deal is None or any(hand is None or len(hand) != 13 for hand in board.deal.hands):
            raise ValueError(f"{board.name}: a record needs all four hands")
        if board.first is not None and board.first is not board.dealer:
            raise ValueError(f"{board.name}: {board.first.value} calls first, who does not deal (B-AUC-1)")
        self._happen(board, Deal(str(board.deal)), board.line)
        for call in board.calls:
            if call.call is None:
                raise ValueError(f"{_at(board, call.line)}: a record cannot leave a call out")
            event = parse(call.call)
            if call.note and isinstance(event, CallEvent):
                event = with_meaning(event, call.note[:LONGEST])
            self._happen(board, event, call.line, call.mark)
        for played in board.play:
            self._happen(board, Play(played.card), played.line, played.mark, played.seat)
        self._end(board)

    def _end(self, board: Board) -> None:
        """End a play that was not played out with the tricks that were agreed (B-LAW-CLAIM-2)."""
        state = self.progress.state
        if not isinstance(state, State) or state.phase != "play" or state.declarer is None or board.tricks is None:
            return
        if not state.led:
            raise ValueError(f"{board.name}: there is a result, but the play was not written down")
        self._happen(board, Claim(board.tricks), 0, seat=state.terms.controls(state.declarer))
        while isinstance(state := self.progress.state, State) and state.claim is not None:
            self._happen(board, Answer(yes=True), 0)

    def _happen(self, board: Board, event: Event, line: int, mark: Mark = "", seat: Seat | None = None) -> None:
        state = self.progress.state
        if not isinstance(state, State) or (state.phase == "deal") != isinstance(event, Deal):
            raise ValueError(f"{_at(board, line)}: {event.token} comes after the end")
        actor = seat or state.actor
        if isinstance(event, Play):
            if state.turn is not seat:
                turn = "nobody's turn" if state.turn is None else f"the turn of {state.turn.value}"
                raise ValueError(f"{_at(board, line)}: {event.token} of {seat and seat.value}, but it is {turn}")
            actor = state.actor
        forced = bool(mark) and state.why_not(event, actor) is not None
        entry = Entry(len(self.entries) + 1, None if isinstance(event, Deal) else actor, event, forced)
        try:
            self.progress = self.progress.step(entry).after
        except IllegalEvent as error:
            raise ValueError(f"{_at(board, line)}: {event.token} is illegal: {error.illegal}") from None
        self.entries.append(entry)


def _at(board: Board, line: int) -> str:
    return f"line {line}, {board.name}" if line else board.name


@takes("boards are played, as pbn.parse(text).boards", Board, each=True)
def record(boards: Sequence[Board], preset: str = "duplicate") -> Record:
    """A record of boards that follow each other, played at one table.

    The last one may be unfinished. A board's contract and result are ignored: its calls and cards decide.

    Raises:
        ValueError: no boards; an incomplete board; illegal calls or cards without the mark; boards that do not follow each
            other. The message says which.
    """
    if not boards:
        raise ValueError("there is no board")
    numbers = [_number(board) for board in boards]
    for before, after, board in zip(numbers, numbers[1:], boards[1:], strict=False):
        if after != before + 1:
            raise ValueError(f"{board.name} does not follow the one before it; a record has boards in a row")
    told = any(call.note for board in boards for call in board.calls)
    changes = {"first_board": numbers[0], "deals": len(boards), "explain": "self" if told else "partner"}
    conventions = agree(preset, changes, 4)
    log = _Log(Progress.start(game("bridge").start(conventions, 4, 0)))
    for at, board in enumerate(boards):
        log.add(board)
        running = log.progress.state
        if at + 1 < len(boards) and running is not None and running.phase != "deal":
            raise ValueError(f"{board.name} was not finished, and another one follows")
    first = boards[0]
    tags = [(name, value) for name, value in first.tags.items() if name in KEPT and value]
    tags += [(f"Player.{seat.value}", first.players[seat]) for seat in SEATS if first.players.get(seat)]
    return Record("bridge", conventions, 4, 0, tuple(log.entries), tuple(tags))


@takes("boards are those of a Record, as notation.parse(text).record", Record)
def boards(record: Record) -> tuple[Board, ...]:
    """The boards of a record, the unfinished last one too.

    Raises:
        ValueError: it is no record of four players at bridge. IllegalEvent: it cannot be replayed.
    """
    if record.game != "bridge" or record.players != 4:
        raise ValueError(f"boards are of bridge for four, not of {record.game} for {record.players}")
    tags = dict(record.tags)
    players = {seat: tags[f"Player.{seat.value}"] for seat in SEATS if tags.get(f"Player.{seat.value}")}
    kept = {name: value for name, value in tags.items() if name in KEPT}
    found: list[Board] = []
    marks: dict[str, dict[int, Mark]] = {"calls": {}, "cards": {}}
    last: State | None = None
    for step in steps(record):
        before, running = step.before.state, step.state or step.after.state
        last = running if isinstance(running, State) else None
        if step.heard and found:  # the board is written anew, or goes on
            found.pop()
        if step.entry.forced and isinstance(before, State):
            if isinstance(step.entry.event, Play):
                marks["cards"][4 * len(before.history) + len(before.trick)] = "revoke"
            else:
                marks["calls"][len(before.calls)] = "insufficient"
        if last is not None and last.outcome is not None:
            found.append(_board(last, kept, players, marks))
            marks, last = {"calls": {}, "cards": {}}, None
    if last is not None and last.phase != "deal":
        found.append(_board(last, kept, players, marks))
    return tuple(found)


def _board(
    state: State, tags: Mapping[str, str], players: Mapping[Seat, str], marks: Mapping[str, Mapping[int, Mark]]
) -> Board:
    meanings = dict(state.talk.meanings)
    calls = tuple(
        Call(call.token, meanings.get(n, ""), n in meanings, mark=marks["calls"].get(n, ""))
        for n, (_, call) in enumerate(state.calls)
    )
    fallen = [pair for trick in state.history for pair in trick.cards]
    fallen += state.play.tricks.trick if state.play is not None else ()
    outcome, contract = state.outcome, state.contract
    over = state.auction is None
    return Board(
        number=str(state.terms.board or state.terms.number),
        dealer=state.terms.dealer,
        vulnerability=state.terms.vulnerability,
        deal=Layout.of((seat, CardSet(hand)) for seat, hand in zip(SEATS, state.dealt_hands, strict=True)),
        first=state.terms.dealer,
        calls=calls,
        ended=over,
        play=tuple(Played(seat, card, mark=marks["cards"].get(n, "")) for n, (seat, card) in enumerate(fallen)),
        contract="pass" if over and contract is None else "" if contract is None else str(contract),
        declarer=state.declarer,
        tricks=outcome.tricks if outcome is not None else None,
        players=players,
        tags=tags,
    )
