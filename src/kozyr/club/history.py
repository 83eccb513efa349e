"""The played deals of tables: one fold of a table's log answers every question about past deals.

A finished deal does not change. So its reading stays in memory, and only later entries are read again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeVar

import msgspec

from kozyr.cards import Seat
from kozyr.club import answers
from kozyr.club.live.archive import PlayedDeal
from kozyr.club.live.lobby import Lobby
from kozyr.club.live.queue import Queue, gently, ready
from kozyr.club.ratings import CLUBS
from kozyr.club.reviews import Played, Sitting
from kozyr.club.table.bench import ArbiterCalled
from kozyr.club.table.chance import bot_seed
from kozyr.club.table.course import FORCED, GAME, Placed
from kozyr.club.table.customs import Analysis, customs
from kozyr.club.table.fold import level
from kozyr.club.table.listing import awaited, record
from kozyr.club.table.part import Eye
from kozyr.club.table.table import Table
from kozyr.club.table.vocabulary import acts
from kozyr.club.wire import Finished
from kozyr.deals import Reveal
from kozyr.games import AnyMatch, Conventions, Entry as GameEntry
from kozyr.games.rulings import Ruled, TakenBack
from kozyr.notation import fair_tag, format  # noqa: A004 - as the notation calls it
from kozyr.review import sides
from kozyr.store import Entry

K = TypeVar("K")
V = TypeVar("V")

_LOG: Final = logging.getLogger("kozyr.club")
_WAITING: Final = 64  # readings that wait for their turn
_DEALS: Final = 500  # the number of deals whose moves stay in memory
_RECORDS: Final = 16  # that stay in memory as text
_UNKNOWN: Final = 5  # tables that one list lets be read from their logs
_TABLES: Final = 64  # the number of tables whose deals stay in memory
_ANALYSES: Final = 500  # of deals, kept in memory


class Fold:
    """A table's log as far as it has been read. deals: those that are over, in order. created: when it was set up."""

    def __init__(self, start: Table, created: int) -> None:
        self.at, self.created = start, created
        self.deals: list[PlayedDeal] = []
        self.lock = asyncio.Lock()
        self._broken = False  # the log cannot be followed any further
        self._start = start
        self._running: list[Entry] = []

    def go_on(self, entries: list[Entry]) -> None:
        """Read further entries; of a log that breaks off with a fault, the good part."""
        for entry in gently(entries):
            if self._broken:
                return
            try:
                after = self.at.after(entry)
            except Exception:  # noqa: BLE001 - whatever the fault, as where a table is opened to be played
                _LOG.exception("table %s: the log cannot be followed beyond %d", self.at.setup.id, self.at.seq)
                self._broken = True
                return
            before, self.at = self.at, after
            if entry.kind in GAME and after.course.dealt > before.course.dealt:
                self._start, self._running = before, []
            self._running.append(entry)
            heard = entry.kind in GAME and after.course.heard(before.course)
            if heard and self.deals:  # the deal that had ended is written anew, or goes on
                last = self.deals.pop()
                self._start, self._running = last.start, [*last.entries, *self._running]
            if after.course.deals > before.course.deals or (heard and not after.course.running):
                self.deals.append(PlayedDeal(self._start, tuple(self._running), after))
                self._running = []


class History:
    """The finished deals of all tables, for accounts that may look at them.

    A table outside the memory is read without being opened, so a question about its past wakes nothing.
    """

    def __init__(self, lobby: Lobby, shows: Callable[[Placed, str], Awaitable[bool]], press: Queue) -> None:
        """shows: whether an account without a seat may look at a past table of an event. press: the queue of analyses."""
        self._lobby, self._shows, self._press = lobby, shows, press
        self._folds: dict[str, Fold] = {}  # the one asked for last stands last
        self._analyses: dict[tuple[str, int], asyncio.Task[Analysis | None]] = {}  # likewise
        self._aside = Queue("history", _WAITING, threaded=True)
        self._moves: dict[tuple[str, int], tuple[answers.Move, ...]] = {}  # of deals, the one shown last stands last
        self._writing = asyncio.Lock()
        self._records: dict[tuple[str, int, bool], str] = {}  # by table, its last entry, and whether with proofs

    async def close(self) -> None:
        """Stop all work."""
        for asked in self._analyses.values():
            asked.cancel()
        await asyncio.gather(*self._analyses.values(), return_exceptions=True)
        self._aside.close()

    def forget(self) -> None:
        """Forget everything in memory, since names have changed or tables have been closed."""
        self._folds.clear()
        self._moves.clear()
        self._records.clear()

    async def table(self, table: str) -> tuple[Table, int] | None:
        """The present table, and when it was set up; None: there is none."""
        room = self._lobby.present(table)
        if room is not None:
            return room.table, room.created
        fold = await self._read(table, whole=True)
        return None if fold is None else (fold.at, fold.created)

    async def to_move(self, account: str, tables: Sequence[answers.MyTable]) -> list[answers.MyTable]:
        """The same tables of this account, each with whether it is the account's move.

        A table not in memory since the club's start is read from its log, a few at a time. The others are known at the
        next question.
        """
        told, reads = [], _UNKNOWN
        for one in tables:
            known = self._lobby.lists.awaited(one.table) if one.state == "playing" else (None,)
            if known is None and reads > 0:
                reads -= 1
                fold = await self._read(one.table, whole=True)
                known = (None if fold is None else awaited(fold.at),)
                self._lobby.lists.note_awaited(one.table, known[0])
            told.append(msgspec.structs.replace(one, to_move=known == (account,)))
        return told

    async def _read(self, table: str, *, whole: bool = False) -> Fold | None:
        """A table's log, read to its last finished deal; or to its end, if the table is not in memory.

        whole: to its end in any case, for a question about the present table: the table may be opened while its log is
        read.
        """
        fold = self._folds.pop(table, None)
        if fold is None:
            start = await self._lobby.beginning(table)
            if start is None:
                return None
            fold = self._folds.pop(table, None) or Fold(*start)
        self._folds[table] = fold
        _keep(self._folds, _TABLES)
        async with fold.lock:
            room = self._lobby.present(table)
            upto = None if whole or room is None else room.table.course.settled
            if upto is None or fold.at.seq < upto:
                entries = await self._lobby.store.log.events(table, fold.at.seq, upto)
                if entries:
                    going, read = fold, entries
                    await self._aside.do(lambda: going.go_on(read))
        return fold

    async def played(self, table: str, number: int) -> PlayedDeal | None:
        """The nth deal of this table; None: it is not over."""
        fold = await self._read(table)
        return fold.deals[number - 1] if fold is not None and 1 <= number <= len(fold.deals) else None

    async def proofs(self, table: str, account: str) -> tuple[Reveal, ...] | None:
        """The reveals of all finished deals, for an account that may look at the table."""
        found = await self._seen(table, account) if account else None
        return None if found is None else found[0].cut.proofs

    async def deal(self, table: str, account: str, number: int) -> answers.PastDeal | None:
        """A deal that is over, with the other facts of its page."""
        seen = await self._seen(table, account)
        found = None if seen is None else await self.played(table, number)
        if seen is None or found is None or found.end.last is None:
            return None
        at, eye = seen
        return answers.PastDeal(
            table=table,
            game=at.setup.game,
            preset=at.setup.preset,
            you=at.info(eye).you,
            players=found.end.info(eye).players,  # the players of that time
            deals=at.course.deals,
            deal=found.end.last,
            moves=await self._moves_of(table, number, found),
            sheet=at.customs.sheet(at.progress.match),
            rulings=found.end.bench.told(found.end),
            event=None if at.course.placed is None else at.course.placed.told,
        )

    async def why(self, table: str, account: str, number: int, move: int) -> answers.Why | None:
        """The candidates that a bot weighed at an entry of a finished deal. None: there is no such entry."""
        seen = await self._seen(table, account)
        found = None if seen is None else await self.played(table, number)
        if found is None or all(one.seq != move for one in found.entries):
            return None
        past = found
        moved = await self._aside.do(lambda: next((one for one in past.events() if one[1].seq == move), None))
        if moved is None:
            return None
        before, made = moved[0], _move(*moved)
        duty = before.duty
        view = None if duty is None or duty.place is None else before.sees(duty.place)
        if made.bot is None or view is None:
            return None
        seed = bot_seed(before, await self._lobby.archive.secret(table))
        weighed = await self._lobby.thinkers.counsel(view, made.bot, f"table {table} at {move}, why", seed)
        same = weighed is not None and weighed[0].event == made.event
        return answers.Why(made, made.bot, str(seed), same, weighed)

    async def analysis(self, table: str, account: str, number: int, network: str | None = None) -> Analysis | None:
        """The analysis of a finished deal with open cards, where there is one. network: of the asker.

        It is worked out once for all askers.

        Raises:
            Busy, TooLong: see `Queue.work`.
        """
        seen = await self._seen(table, account)
        if seen is None or not 1 <= number <= seen[0].course.deals:
            return None
        at = seen[0]
        task = self._analyses.pop((table, number), None)
        if task is None:
            task = asyncio.create_task(self._analyse(at, number, network))
        self._analyses[table, number] = task
        _keep(self._analyses, _ANALYSES)
        found = None
        try:
            found = await asyncio.shield(task)
        finally:
            # Failed or unfinished work may be asked for again.
            if task.done() and (found is None or not found.complete):
                self._analyses.pop((table, number), None)
        return found

    async def _analyse(self, at: Table, number: int, network: str | None) -> Analysis | None:
        found = await self.played(at.setup.id, number)
        last = None if found is None else found.end.last
        if last is None:
            return None
        asked = ready((at.setup.game, last, at.setup.conventions))
        return await self._press.work(_analysed, asked, network=network)

    async def sees(self, table: str, account: str) -> Table | None:
        """A table at which an account may look. None: there is none."""
        seen = await self._seen(table, account)
        return None if seen is None else seen[0]

    async def past(self, table: str, number: int, played: PlayedDeal | None = None) -> Played | None:
        """The nth deal of a table, for work in another process. None: it is not over.

        played: that deal, where its table has just played it; otherwise its log is read.
        """
        found = played or await self.played(table, number)
        return None if found is None else await self._aside.do(lambda: past(found, number))

    async def match(self, table: str) -> tuple[AnyMatch | None, tuple[tuple[int, int], ...]]:
        """The match before the first deal of a table, and each deal that is over: its number and its last entry.

        A deal without a public form is none of them.
        """
        fold = await self._read(table)
        deals = [] if fold is None else fold.deals
        begun = deals[0].start.course.progress if deals else None
        told = ((nth, one.upto) for nth, one in enumerate(deals, 1) if one.end.last is not None)
        return None if begun is None else begun.match, tuple(told)

    async def record(self, table: str, account: str, *, fair: bool = False) -> str | None:
        """The record of a table for one of its players, up to the last finished deal, as `.kz`; fair: with proofs."""
        seen = await self._seen(table, account)
        if seen is None or seen[0].chair(account) is None or seen[0].lot is None:
            return None
        at = seen[0]
        key = (table, at.seq, fair)  # people and proofs change between deals too
        async with self._writing:  # later askers for the same get the written answer
            text = self._records.pop(key, None)
            if text is None:
                text = await self._write(at, fair=fair)
            self._records[key] = text
        _keep(self._records, _RECORDS)
        return text

    async def ruled(self, table: str, call: int) -> str | None:
        """The record of a table up to a call of the arbiter, as `.kz`; None: entry `call` is none.

        It has the cards of a deal that may still run: for the operator.
        """
        found = await self.table(table)
        entries = [] if found is None else await self._lobby.store.log.events(table, 0, call)
        last = entries[-1] if entries else None
        if found is None or last is None or last.seq != call or last.kind != "table":
            return None
        at = found[0]
        if not isinstance(acts(type(at.customs)).decode(last.body), ArbiterCalled):
            return None
        return await self._aside.do(lambda: format(record(at, list(gently(entries)), call)))

    async def _write(self, at: Table, *, fair: bool) -> str:
        entries = await self._lobby.store.log.events(at.setup.id, 0, at.course.settled)
        proofs = at.cut.proofs if fair else ()

        def write() -> str:
            found = record(at, list(gently(entries)))
            if fair:
                tags = (("Table", at.setup.id), *(fair_tag(proof) for proof in proofs))
                found = msgspec.structs.replace(found, tags=(*found.tags, *tags))
            return format(found)

        return await self._aside.do(write)

    async def _moves_of(self, table: str, number: int, found: PlayedDeal) -> tuple[answers.Move, ...]:
        """The moves of a finished deal, after its cards."""
        moves = self._moves.pop((table, number), None)
        if moves is None:
            moves = await self._aside.do(lambda: _moves(found))
        self._moves[table, number] = moves
        _keep(self._moves, _DEALS)
        return moves

    async def _seen(self, table: str, account: str) -> tuple[Table, Eye] | None:
        """A table at which an account may look, and the role of that account.

        An event's table may also be shown by the event.
        """
        found = await self.table(table)
        if found is None:
            return None
        eye, placed = found[0].eye(account), found[0].course.placed
        if eye is None and placed is not None and await self._shows(placed, account):
            eye = Eye("kibitzer")
        return None if eye is None else (found[0], eye)


def past(found: PlayedDeal, number: int) -> Played | None:
    """A deal that is over as data, without its table; None: it has no public form."""
    begun, last, setup = found.start.course.progress, found.end.last, found.start.setup
    if begun is None or last is None:
        return None
    decode = setup.rules.decoder.decode
    entries = tuple(
        GameEntry(one.seq, None if one.seat is None else Seat(one.seat), decode(one.body), one.kind == FORCED)
        for _, one in found.events()
    )
    over, sitting = found.entries[-1].ts, _sitting(found.start) if setup.terms.rated else ()
    return Played(f"{setup.id}/{number}", setup.game, setup.preset, begun, entries, last, over, sitting)


def _sitting(table: Table) -> tuple[Sitting, ...]:
    """The sides of the deal whose cards come next, of people and of bots; without a seat that a bot holds for somebody, and its side."""
    found = []
    for names in sides(table.progress.match):
        chairs = [table.order[table.names.index(name)] for name in names]
        people = [table.people[chair] for chair in chairs]
        whole = [one for one in people if one is not None]
        if len(whole) < len(names) or any(chair in table.held_chairs for chair in chairs):
            continue
        bots = [one.bot is not None or one.program is not None for one in whole]
        if all(bots) or not any(bots):
            who = tuple(one.account or f"{CLUBS}{one.bot}" for one in whole)
            found.append(Sitting(names, "bots" if all(bots) else "people", who))
    return tuple(found)


def _analysed(asked: tuple[str, Finished, Conventions]) -> Analysis | None:
    """The analysis, worked out in another process."""
    game, deal, conventions = asked
    return customs(game).analysis(deal, conventions)


def _keep(values: dict[K, V], most: int) -> None:
    """Drop the oldest entries beyond the limit."""
    while len(values) > most:
        values.pop(next(iter(values)))


def _moves(found: PlayedDeal) -> tuple[answers.Move, ...]:
    """The moves of a finished deal after its cards, as they may be told."""
    last, told = found.end.last, found.end.customs.told
    moves: list[answers.Move] = []
    numbers: list[int] = []  # of the moves in the record, by which a ruling names them
    for before, entry in found.events():
        numbers.append(before.progress.entries + 1)
        moves.append(_move(before, entry))
        if isinstance(ruling := moves[-1].event, Ruled):
            back = min((effect.to for effect in ruling.effects if isinstance(effect, TakenBack)), default=numbers[-1])
            for at in range(len(moves) - 1):
                if numbers[at] > back:
                    moves[at] = msgspec.structs.replace(moves[at], struck=True)
    del moves[0]
    if last is None:
        return tuple(moves)
    return tuple(msgspec.structs.replace(one, event=told(one.event, last)) for one in moves)


def _move(before: Table, entry: Entry) -> answers.Move:
    """An event of a deal that is over; a bot's own event has no command."""
    event = before.setup.rules.decoder.decode(entry.body)
    duty, state = before.duty, before.deal_state
    own = (
        entry.cmd_id is None
        and entry.seat is not None
        and duty is not None
        and duty.what == "move"
        and state is not None
        and state.actor is not None
        and state.actor.value == entry.seat  # no answer to a question
    )
    bot = level(before, duty.place) if own and duty is not None and duty.place is not None else None
    return answers.Move(entry.seq, entry.seat, event, bot)
