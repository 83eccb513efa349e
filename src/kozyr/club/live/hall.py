"""The events of the club: a log each in the store, folded in memory while it is in use; one act at a time."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeVar

import msgspec

from kozyr.club.clock import Chance, Clock
from kozyr.club.event import acts, deciding, naming
from kozyr.club.event.boards import BOARDS, opened, shows
from kozyr.club.event.cup import lottery_seed
from kozyr.club.event.tournament import Setup, Tournament, next_due, next_entrant, unplayed
from kozyr.club.live import shelf
from kozyr.club.live.shelf import Broken, Decided, Folded, Shelf, own_id, written
from kozyr.club.table.course import Placed
from kozyr.games.refusal import Refused
from kozyr.store import Account, Entry, EventRow, LogStore, Taken
from kozyr.tournaments import director
from kozyr.tournaments.boards import commitments
from kozyr.tournaments.director.entries import AnyWhat, Entered, RoundEnded, Seated
from kozyr.tournaments.formats import Entrant as Whence, commitment
from kozyr.tournaments.late import seated_late
from kozyr.tournaments.part import HowSeated
from kozyr.tournaments.seating import seated

NOWHERE: Final = Whence("", "")  # of an entrant without own facts
T = TypeVar("T")
_LOG: Final = logging.getLogger("kozyr.club")


class Running(Folded[Tournament]):
    """An event in memory. log: its entries as a director's, those that its officials look through."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(tournament, deciding.judge)
        self.log: list[director.Entry] = []

    @property
    def tournament(self) -> Tournament:
        """The present event."""
        return self.at

    def go_on(self, entry: Entry) -> None:
        """See `Folded.go_on`."""
        line = self.at.line(entry)
        super().go_on(entry)
        if line is not None:
            self.log.append(line)


class Hall(Shelf[Running]):
    """All events of the club. All reads and writes may raise StoreError."""

    def __init__(self, log: LogStore, clock: Clock, chance: Chance) -> None:
        super().__init__(log, clock, chance)
        self.changed: Callable[[Tournament], None] = _nobody  # hears of each event that was read or written
        self.wrote: Callable[[str, int], None] = _nowhere  # hears of each that this process has written, and its number
        self.ending: Callable[[str], Awaitable[None]] = _at_once  # done before an official ends a round
        self.seat_apart: Callable[[Tournament, HowSeated, str], Awaitable[Seated]] = (
            _seat_here  # by a lot, if one is drawn
        )

    async def announce(
        self,
        organiser: Account,
        about: director.Event,
        *,
        online: bool = False,
        listed: bool = False,
        cup: acts.CupBegun | None = None,
        stand_ins: bool = True,
    ) -> str:
        """Announce an event; returns its id. The announcer is its arbiter, unless another one is named.

        online: the event is played at tables of the club, which is bound to its boards from now on. listed: the
        event is in the list. cup: the club plays it, and is bound to its lottery. stand_ins: a bot replaces an
        absent player.
        """
        duties = about.regulations.duties
        arbiter = duties.arbiter or organiser.nick
        regulations = msgspec.structs.replace(
            about.regulations, duties=msgspec.structs.replace(duties, arbiter=arbiter)
        )
        now, event = self.clock.now(), self._chance.token_hex(8)
        master = self._chance.token_bytes(32) if online or cup is not None else None
        lottery = about.lottery if cup is None or master is None else commitment(lottery_seed(master, event))
        setup = Setup(event, msgspec.structs.replace(about, regulations=regulations, lottery=lottery), now)
        row = EventRow(event, msgspec.json.encode(setup.about).decode(), now, listed=listed)
        first: list[acts.AnyAct] = [acts.Known(account=organiser.id, name=arbiter)]
        if cup is not None:
            first.append(cup)
        elif master is not None:
            boarded = regulations.tournament_type == "duplicate"
            boards = commitments(master, event, range(1, BOARDS + 1)) if boarded else {}
            first.append(acts.Committed(boards=boards, stand_ins=stand_ins))
        await self._log.announce(row, _entries(0, now, first, None), None if master is None else master.hex())
        return event

    async def bind(
        self, event: str, about: director.Event, begun: acts.CupBegun, opens: int, closes: int, master: bytes
    ) -> bool:
        """Announce deals that everybody plays alone in a window, and bind the club to them now.

        False: there are such already. opens, closes: in milliseconds since 1970. master: the secret of their boards.
        """
        now = self.clock.now()
        boards = commitments(master, event, range(1, about.regulations.cup_deals_per_issue + 1))
        first: list[acts.AnyAct] = [begun, acts.Composed(by="", issue=1, boards=boards, opens=opens, closes=closes)]
        row = EventRow(event, msgspec.json.encode(about).decode(), now, challenger=begun.by or None)
        try:
            await self._log.announce(row, _entries(0, now, first, None), master.hex())
        except Taken:
            return False
        return True

    async def known(self, rows: Sequence[EventRow]) -> list[tuple[EventRow, Tournament | None]]:
        """Rows of the list, each with its event unless that is over.

        An event whose log cannot be followed is left out: it cannot be entered.
        """
        told: list[tuple[EventRow, Tournament | None]] = []
        for row in rows:
            try:
                found = None if row.finished is not None else await self.find(row.id)
            except Broken as error:
                _LOG.error("%s", error)
                continue
            told.append((row, None if found is None else found.tournament))
        return told

    async def _read(self, event: str) -> Running | None:
        row = await self._log.event(event)
        if row is None or await self._log.closures.of("event", event) is not None:
            return None
        entries = await self._log.events(event)
        found = await self.beside(lambda: followed(row, entries))
        self.changed(found.tournament)
        return found

    def _tell(self, found: Running) -> None:
        super()._tell(found)
        self.changed(found.tournament)

    async def do(self, event: str, account: Account, command: str, what: AnyWhat, why: str = "") -> Running | None:
        """Write an entry, once for each command; returns the event with it. None: there is no such event.

        Raises:
            Refused: it is not allowed. Improper: a name in it. Unfit: a value that no entry can have. Stale: others write all the time. Broken: see `find`.
        """

        def made(at: Tournament, _: str) -> acts.Done:
            return acts.Done(by=account.id, entry=naming.named(at, what), why=why)

        found = await self.find(event) if isinstance(what, RoundEnded) else None
        if found is not None:
            at = found.tournament
            done = [*_known(at, account), made(at, "")]
            found.decided(_entries(at.seq, self.clock.now(), done, None))  # who may not do it ends nothing
            await self.ending(event)
        return await self._write(event, account, command, made)

    async def come(self, event: str, account: Account, command: str) -> Running | None:
        """Make an account known to the event, so that its arbiter can appoint it. Otherwise as `do`."""
        return await self._write(event, account, command, None)

    async def act(
        self,
        event: str,
        account: Account | None,
        command: str,
        what: acts.Called | acts.Came | acts.Shared | acts.Asked | acts.Composed | acts.Engine | acts.Shut,
    ) -> Running | None:
        """Write an act that does not depend on the state of the event.

        account: of the actor; None: the club's. Otherwise as `do`.
        """
        return await self._write(event, account, command, lambda _, _name: what)

    async def seat(self, event: str, account: Account, command: str, wanted: HowSeated) -> Running | None:
        """Seat all entrants, by a lot that is drawn now if the seating is by lot. Otherwise as `do`.

        Raises:
            ValueError: they cannot be seated in this way.
        """

        async def everybody(at: Tournament, _: str) -> acts.AnyAct:
            return acts.Done(by=account.id, entry=unplayed(at, await self._seats(at, wanted)))

        return await self._write(event, account, command, everybody)

    async def late(self, event: str, account: Account, command: str, entrant: int) -> Running | None:
        """Seat a pair that came late in the rounds to come. Otherwise as `do`.

        Raises:
            Refused: it cannot be; see `seated_late`.
        """

        async def join(at: Tournament, _: str) -> acts.AnyAct:
            return acts.Done(by=account.id, entry=await self.beside(lambda: seated_late(at.state, entrant)))

        return await self._write(event, account, command, join)

    async def _seats(self, at: Tournament, wanted: HowSeated) -> Seated:
        """The seating, by a lot that is drawn here."""
        by_lot = wanted.by == "lot" and wanted.order is None and not wanted.seed
        return await self.seat_apart(at, wanted, self._chance.token_hex(8) if by_lot else "")

    async def seat_next(self, event: str, command: str) -> Running | None:
        """Seat the next round of parties for the club, if it is due. Otherwise as `do`.

        Raises:
            ValueError: this number of entrants cannot be seated.
        """

        async def next_one(at: Tournament, _: str) -> acts.AnyAct:
            if not next_due(at):
                raise Refused("round_not_due")
            return acts.ByClub(entry=await self._seats(at, HowSeated()), why="the last table has ended")

        return await self._write(event, None, command, next_one)

    async def by_club(self, event: str, command: str, what: acts.ClubsOwn, why: str) -> Running | None:
        """A table of the club, or its clock, enters something. Otherwise as `do`."""
        return await self._write(event, None, command, lambda _, _name: acts.ByClub(entry=what, why=why))

    async def enter(
        self, event: str, account: Account, command: str, of: Whence = NOWHERE, team: str = ""
    ) -> Running | None:
        """Enter an account with the next number, under its name or the first free one like it. Otherwise as `do`.

        of: the entrant's own facts (PT-M.5). team: the name of a pair or team, if it has one.
        """

        def next_one(at: Tournament, name: str) -> acts.AnyAct:
            number = next_entrant(at)
            together = at.setup.about.together > 1
            entered = Entered(
                entrant=number,
                name=naming.team(at, team) if together and team else name,
                members=(name,) if together else (),
                country=of.country,
                city=of.city,
                age=of.age,
            )
            return acts.Done(by=account.id, entry=entered)

        return await self._write(event, account, command, next_one)

    async def _write(
        self,
        event: str,
        account: Account | None,
        command: str,
        make: Callable[[Tournament, str], acts.AnyAct | Awaitable[acts.AnyAct]] | None,
    ) -> Running | None:
        """Judge an act and append it; make None: only note that the account is known.

        Entries of other servers come first: the act is made and judged anew after them.
        """

        async def decide(found: Running) -> Decided:
            now, at = self.clock.now(), found.tournament
            done: list[acts.AnyAct] = []
            name = ""
            if account is not None:
                name = naming.called(at, account.id, account.nick)
                done += _known(at, account)
            if make is not None:
                made = make(at, name)
                done.append(await made if isinstance(made, Awaitable) else made)
            entries = _entries(at.seq, now, done, own)
            after = found.decided(entries)
            return entries, now if after.state.closed and not at.state.closed else None

        own = command if account is None else own_id(account, command)
        written = await self.write(event, own, decide, "event")
        if written is not None:
            self.wrote(event, written.seq)
        return written

    async def shows(self, placed: Placed, account: str) -> bool:
        """Whether an account without a seat at a table of an event may look at its play."""
        found = await self.find(placed.event)
        return found is not None and shows(found.tournament, placed, account, self.clock.now())

    async def opened(self, placed: Placed, number: int) -> bool:
        """Whether the nth deal of a table of an event is to be played nowhere any more."""
        found = await self.find(placed.event)
        return found is not None and opened(found.tournament, placed, number, self.clock.now())

    async def secret(self, event: str) -> bytes:
        """The secret of the boards that the club deals for an event.

        Raises:
            ValueError: it deals none.
        """
        found = await self._log.event_secret(event)
        if found is None:
            raise Refused("no_boards_of", event=event)
        return bytes.fromhex(found)


async def _seat_here(at: Tournament, wanted: HowSeated, lot: str) -> Seated:
    return seated(at.state, wanted, lambda _: lot)


def _nowhere(event: str, seq: int) -> None:
    """What is done after a write where one process has every event: nothing."""


async def _at_once(event: str) -> None:
    """What is done before a round ends where no tables are played: nothing, as no score is missing."""


def _known(at: Tournament, account: Account) -> list[acts.AnyAct]:
    """The act by which the event gets to know an account; none, if it knows it."""
    name = naming.called(at, account.id, account.nick)
    return [] if account.id in at.names else [acts.Known(account=account.id, name=name)]


def _nobody(at: Tournament) -> None:
    """What is done with a changed event where no tables are played: nothing."""


def _entries(seq: int, now: int, done: Sequence[acts.AnyAct], command: str | None) -> list[Entry]:
    """Acts as entries behind number `seq`; the last one has the command's id.

    Raises:
        Unfit: see `written`.
    """
    return [
        Entry(seq + nth, now, acts.KIND, None, command if nth == len(done) else None, written(act, acts.DECODER))
        for nth, act in enumerate(done, 1)
    ]


def followed(row: EventRow, entries: Sequence[Entry]) -> Running:
    """An event as its log says.

    Raises:
        Broken: the log cannot be followed to its end.
    """
    return shelf.followed("event", row.id, lambda: Running(Tournament.open(_setup(row))), entries)


def _setup(row: EventRow) -> Setup:
    return Setup(row.id, director.logged(row.about), row.created)


def finished(row: EventRow, entries: Sequence[Entry]) -> int | None:
    """When the arbiter closed an event, in milliseconds since 1970. None: it is open.

    Raises:
        Broken: the log cannot be followed to its end.
    """
    found = followed(row, ())
    when = None
    for entry in entries:
        before = found.tournament.state.closed
        try:
            found.go_on(entry)
        except ValueError as error:
            raise Broken("event", row.id, entry.seq) from error
        if found.tournament.state.closed and not before:
            when = entry.ts
    return when
