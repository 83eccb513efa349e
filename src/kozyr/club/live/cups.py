"""The cups of the club: tables for entrants' issues, records played again at the end, the final in its time.

As with rounds, all of it follows from the logs and is tried again after each change; finished work stays.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from kozyr.club.clock import Clock
from kozyr.club.event.acts import CupLevel, Engine
from kozyr.club.event.cup import Asked, CupCandidate, Sent, Told, due, lottery_seed, replayed, seat, table_id, weighed
from kozyr.club.event.engine import of_bots
from kozyr.club.event.tournament import Tournament
from kozyr.club.live.errands import Errands
from kozyr.club.live.hall import Hall
from kozyr.club.live.lobby import Lobby
from kozyr.club.live.queue import Queue, ready
from kozyr.club.live.waking import Waking
from kozyr.club.table.table import Table
from kozyr.games.refusal import Refused
from kozyr.tournaments.director.entries import Drawn, Issue, Qualified
from kozyr.tournaments.director.tables import cup as sums

_LOG: Final = logging.getLogger("kozyr.club")
_AGAIN: Final = 2.0  # seconds until failed work is tried again for the first time
_GRACE: Final = 2_000  # milliseconds in which acts from before the end are written down


class Cups:
    """The club's own work for its cups.

    replays: the queue that plays records again. engine: the signature of this server's bots, by game and level.
    """

    def __init__(
        self,
        hall: Hall,
        lobby: Lobby,
        waking: Waking,
        replays: Queue,
        clock: Clock,
        engine: Callable[[tuple[str, str]], str] = of_bots,
    ) -> None:
        self._waking = waking
        waking.looks.append(self._look)
        self._hall, self._lobby, self._replays, self._clock, self._signed = hall, lobby, replays, clock, engine
        self._engines: dict[tuple[str, str], str] = {}  # by game and level
        self._answers: set[tuple[str, int, int]] = set()  # tables of which the log says that this server answers there
        self._begun: dict[str, set[tuple[int, int]]] = {}  # tables that play on, of which it may not
        self._errands = Errands(self._do, _AGAIN)
        self._swept: set[tuple[str, int, int]] = set()  # issues with closed windows and all their records read
        self._ended: dict[str, set[tuple[int, int]]] = {}  # issues that entrants have played to the end, to be read
        self._one = asyncio.Lock()  # records are played again one after another
        self._deals: dict[str, int] = {}  # the number of deals played at each table that has been asked about
        self._weighed: dict[tuple[str, int], CupCandidate] = {}
        hall.changed, lobby.at_event = _both(hall.changed, self._changed), _both(lobby.at_event, self._played)

    # --- people --------------------------------------------------------------------------------------------

    async def play(self, event: str, account: str, issue: int) -> str | None:
        """The table of an account's issue, set up if necessary. None: there is no such event.

        Raises:
            Refused: the account does not take part, or the issue is not open. Busy: see `engine`.
        """
        found = await self._hall.find(event)
        if found is None:
            return None
        at = found.tournament
        cup, entrant = at.cup, entrant_of(at, account)
        if cup is None:
            raise Refused("no_cup_here")
        if entrant is None or entrant in at.state.disqualified:
            raise Refused("entrants_play", "PT-M.2")
        window, now = cup.window(issue, entrant, at.state), self._clock.now()
        if window is None or now < window.opens:
            raise Refused("issue_closed", "PT-M.3", issue=issue)
        table = table_id(event, issue, entrant)
        if now >= window.closes:
            if await self._lobby.store.log.table(table) is None:
                raise Refused("issue_over", "PT-M.3", issue=issue)
            return table
        await self._answer(at, issue, entrant, fresh=not await self._lobby.there(table))
        secret = await self._hall.secret(event)
        setup, placed = seat(at, issue, entrant, secret)
        await self._lobby.place(setup, placed, secret)
        return table

    async def engine(self, level: CupLevel, game: str = "preferans") -> str:
        """The signature of this server's bots of a level and game; it is worked out once, beside the event loop.

        Raises:
            Busy: too many wait.
        """
        asked = (game, level)
        if asked not in self._engines:
            self._engines[asked] = await self._replays.work(self._signed, ready(asked))
        return self._engines[asked]

    async def _answer(self, at: Tournament, issue: int, entrant: int, *, fresh: bool) -> None:
        """Write that this server's bots answer at a table, unless the log says so. fresh: nothing has been played there."""
        event, cup = at.setup.id, at.cup
        if cup is None or (event, issue, entrant) in self._answers:
            return
        mine = await self.engine(cup.level, at.setup.about.game)
        if cup.engines_of(issue, entrant)[-1] != mine:
            what = Engine(entrant=entrant, issue=issue, engine=mine, fresh=fresh)
            await self._hall.act(event, None, f"club engine {issue} {entrant} {mine[:16]}", what)
        self._answers.add((event, issue, entrant))

    async def candidates(self, at: Tournament, first: int, many: int) -> tuple[CupCandidate, ...]:
        """Boards with the measure of their interest, for an editor.

        Raises:
            Busy: too many wait. ValueError: the event has no boards of the club.
        """
        event = at.setup.id
        master = await self._hall.secret(event)
        for board in range(first, first + many):
            if (event, board) not in self._weighed:
                self._weighed[event, board] = await self._replays.work(
                    weighed, ready(Asked(at.setup.about.game, event, board, master))
                )
        return tuple(self._weighed[event, board] for board in range(first, first + many))

    async def progress(self, at: Tournament, entrant: int) -> dict[int, int | None]:
        """How many deals an entrant has played of each begun issue."""
        found: dict[int, int | None] = {}
        for issue in () if at.cup is None else at.cup.composed:
            table = table_id(at.setup.id, issue, entrant)
            room = self._lobby.present(table)
            if room is not None:
                self._deals[table] = room.table.course.deals
            elif table not in self._deals and (loaded := await self._lobby.archive.load(table)) is not None:
                self._deals[table] = loaded.table.course.deals
            found[issue] = self._deals.get(table)
        return found

    # --- work without a request ----------------------------------------------------------------------------

    def _look(self, event: str) -> None:
        self._errands.look(event)

    def _changed(self, at: Tournament) -> None:
        if at.cup is not None:
            self._errands.look(at.setup.id)

    def _played(self, table: Table) -> None:
        placed = table.course.placed
        if placed is not None and placed.alone:
            self._deals[table.setup.id] = table.course.deals
            if (placed.event, placed.round, placed.table) not in self._answers:
                self._begun.setdefault(placed.event, set()).add((placed.round, placed.table))
                self._errands.look(placed.event)
        if placed is not None and placed.alone and table.finished:
            self._ended.setdefault(placed.event, set()).add((placed.round, placed.table))
            self._errands.look(placed.event)

    async def _do(self, event: str) -> None:
        """Do all work that is due for a cup now, if it is this process's."""
        if not self._lobby.owns(event):
            return
        found = await self._hall.find(event)
        at = None if found is None else found.tournament
        if found is None or at is None or at.cup is None:
            return
        if at.state.closed:
            await self._waking.rest(self._errands, found, None)
            return
        begun = self._begun.setdefault(event, set())
        for issue, entrant in sorted(begun):
            await self._answer(at, issue, entrant, fresh=False)
            begun.discard((issue, entrant))
        ended = self._ended.setdefault(event, set())
        for issue, entrant in sorted(ended):
            await self._read(event, issue, entrant)
            ended.discard((issue, entrant))  # failed work is tried again
        now = self._clock.now()
        for issue, one in at.cup.composed.items():
            finalists = one.ends is not None  # of the final's issue theirs are read first
            for closes, entrants in (
                (one.closes, (at.state.finalists or ()) if finalists else tuple(at.state.entrants)),
                (one.ends, tuple(at.state.entrants)),
            ):
                if closes is not None and closes + _GRACE <= now and (event, issue, closes) not in self._swept:
                    for entrant in entrants:
                        await self._read(event, issue, entrant)
                    self._swept.add((event, issue, closes))
        if at.cup.kind == "cup":
            await self._qualify(event)
        await self._rest(event, now)

    async def _at(self, event: str) -> Tournament | None:
        found = await self._hall.find(event)
        return None if found is None else found.tournament

    async def _read(self, event: str, issue: int, entrant: int) -> None:
        """Play the record of an issue again, and write its worth, once."""
        at = await self._at(event)
        if at is None or at.cup is None or (issue, entrant) in at.state.issues:
            return
        entries = await self._lobby.store.log.events(table_id(event, issue, entrant))
        if not entries:
            return
        loaded = await self._lobby.archive.load(table_id(event, issue, entrant))
        assert loaded is not None
        secret = await self._hall.secret(event)
        sent = Sent(loaded.table.setup, due(at, issue, entrant), secret, tuple(entries))
        async with self._one:
            told: Told = await self._replays.work(replayed, ready(sent))
        if told.wrong:
            _LOG.error("cup %s: issue %d of entrant %d counts nothing: %s", event, issue, entrant, told.wrong)
        why = told.wrong or "played again from its seeds"
        entry = Issue(entrant=entrant, issue=issue, whists=told.whists, lines=told.lines)
        await self._hall.by_club(event, f"club issue {issue} {entrant}", entry, why[:1000])

    async def _qualify(self, event: str) -> None:
        """End the qualifying when all its issues are over and read, and draw the lottery."""
        at = await self._at(event)
        if at is None or at.cup is None:
            return
        due = range(1, at.state.event.regulations.cup_issues + 1)
        if at.state.finalists is None:
            windows = [(event, issue, at.cup.composed[issue].closes) for issue in due if issue in at.cup.composed]
            if len(windows) < len(due) or not self._swept.issuperset(windows):
                return
            entry = Qualified(finalists=sums(at.state).finalists)
            await self._hall.by_club(event, "club qualified", entry, "all issues are over")
        if not at.state.seed:
            seed = lottery_seed(await self._hall.secret(event), event).hex()
            await self._hall.by_club(event, "club drawn", Drawn(seed=seed), "the finalists are known")

    async def _rest(self, event: str, now: int) -> None:
        """Look at a cup again when the next window opens or closes."""
        found = await self._hall.find(event)
        if found is None or found.tournament.cup is None:
            return
        coming = [moment + _GRACE for moment in found.tournament.cup.moments() if moment + _GRACE > now]
        wait = (min(coming) - now) / 1000 if coming else None
        await self._waking.rest(self._errands, found, wait)

    async def close(self) -> None:
        """Stop; unfinished work is done when the cup is read again."""
        await self._errands.close()


def entrant_of(at: Tournament, account: str) -> int | None:
    """The entrant of an account. None: the account does not take part."""
    return at.entrant(account)


def _both(one: Callable[..., None], other: Callable[..., None]) -> Callable[..., None]:
    """A function that calls both."""

    def hear(what: object) -> None:
        one(what)
        other(what)

    return hear
