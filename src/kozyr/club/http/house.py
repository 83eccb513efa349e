"""The common ground of the club's routes."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Hashable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kozyr.club import answers, metrics
from kozyr.club.accounts import Accounts
from kozyr.club.budgets import Budget
from kozyr.club.clock import Agreed, Chance, Clock
from kozyr.club.event import papers
from kozyr.club.event.tournament import Tournament
from kozyr.club.history import History
from kozyr.club.http.edge import Edge
from kozyr.club.http.exchange import BODY_LIMIT, Denied, body, gone, no
from kozyr.club.http.visitors import Visitors
from kozyr.club.live.cups import Cups
from kozyr.club.live.days import Days
from kozyr.club.live.hall import Hall
from kozyr.club.live.keeping import Keeping
from kozyr.club.live.leagues import Leagues
from kozyr.club.live.lines import Over, Ruled
from kozyr.club.live.lobby import Lobby
from kozyr.club.live.newcomers import Newcomers
from kozyr.club.live.parts import Part
from kozyr.club.live.queue import Queue, gently
from kozyr.club.live.rounds import Rounds
from kozyr.club.live.seeking import Seeking
from kozyr.club.live.seeks import Seeks
from kozyr.club.live.shelf import Frozen
from kozyr.club.live.turnstile import Turnstile
from kozyr.club.live.viewer import AGAIN
from kozyr.club.live.waits import Waits
from kozyr.club.live.waking import Waking
from kozyr.club.live.workers import Workers
from kozyr.club.people import Census
from kozyr.club.postmortems import PostMortems
from kozyr.club.rulings import Rulings
from kozyr.club.standings import Standings
from kozyr.club.vitals import Vitals
from kozyr.games.refusal import Refusal, Refused, refusal
from kozyr.store import ClosedKind, Closure, Store, StoreError
from kozyr.tournaments.director.entries import Seated
from kozyr.tournaments.part import HowSeated

if TYPE_CHECKING:  # its packages are those of kozyr[scale]
    from kozyr.club.live.scale import Scale

A = TypeVar("A")
B = TypeVar("B")
_WORKS: Final = 64  # papers and other long works that wait or are done at a time
_CASES: Final = 9  # of the desk, and records to be played again
_SHARE: Final = 6  # of them, those of one network
_ASKED: Final = 64  # post-mortems that people wait for
_LEARNERS: Final = 64  # choices in lessons that wait or are looked at
_OF_A_NETWORK: Final = 16  # of them, those of one network
_KEPT: Final = 32 * 2**20  # bytes of papers that need not be made again
_SHORT: Final = 10  # how much lessons, post-mortems and records played again yield to the loop: a person may wait
_TAUGHT: Final = 4 * 2**20  # bytes of lessons that need not be played again
_ANSWER: Final = 10.0  # seconds for the owner of a cup to answer
_EACH, _SPREAD = 0.05, 10.0  # seconds between two sockets that are closed, and for all of them
_LEAVES: Final = "restart"
_TELL: Final = 1.0  # seconds between two parts
_LOG: Final = logging.getLogger("kozyr.club")
# The kinds of ids in a path, the outermost first; the id alone gives the right to look at these.
_CLOSED: Final[Mapping[str, ClosedKind]] = {"event": "event", "league": "league", "sheet": "table"}


@dataclass(eq=False)
class House:
    """The club behind its routes. Parts that need the store exist from `life` on."""

    db: Store | str | Path
    """A store, or a path or URL to open as one."""
    edge: Edge
    clock: Clock
    chance: Chance
    pause: float
    rate: float
    """Messages a second that one socket may send in the long run."""
    many: float
    """The factor of each account's allowances. The rest: see `make_app`."""
    executor: Executor | None
    waits: Waits | None
    body_seconds: float
    """How long a body may take to come."""
    behind: int
    """How many deals that are over may wait for a post-mortem that nobody has asked for."""
    nats: str | None = None
    """The bus of a club of many processes; None: this one is the club."""
    scale: Scale | None = field(init=False, default=None)
    store: Store = field(init=False)
    accounts: Accounts = field(init=False)
    lobby: Lobby = field(init=False)
    history: History = field(init=False)
    seeks: Seeks = field(init=False)
    sought: Seeking = field(init=False)
    keeping: Keeping = field(init=False)
    hall: Hall = field(init=False)
    waking: Waking = field(init=False)
    rounds: Rounds = field(init=False)
    cups: Cups = field(init=False)
    days: Days = field(init=False)
    leagues: Leagues = field(init=False)
    press: Queue = field(init=False)  # papers, files, analyses: all work for which people wait
    replays: Queue = field(init=False)
    census: Census = field(init=False)
    newcomers: Newcomers = field(init=False)
    visitors: Visitors = field(init=False)
    vitals: Vitals = field(init=False)
    rulings: Rulings = field(init=False)
    proofs: Queue = field(init=False)  # of the desk
    reviews: Queue = field(init=False)  # that people wait for
    later: Queue = field(init=False)  # that nobody waits for
    postmortems: PostMortems = field(init=False)
    standings: Standings = field(init=False)
    rating: Queue = field(init=False)
    lessons: Queue = field(init=False)
    turnstile: Turnstile = field(init=False, default_factory=Turnstile)
    """Through which new sockets come."""
    _waking: asyncio.Task[None] | None = field(init=False, default=None)

    @contextlib.asynccontextmanager
    async def life(self, _app: Starlette) -> AsyncIterator[None]:
        """Open, serve, and close in the order in which nothing is lost."""
        self.store = self.db if isinstance(self.db, Store) else await asyncio.to_thread(Store, self.db)
        agreed = Agreed(self.clock)
        if self.nats is not None:
            self.clock = agreed
        self.store.database.observe = metrics.committed
        self.store.database.failed = metrics.STORE_ERRORS.inc
        workers = Workers(self.executor)
        workers.start()
        self.lobby = Lobby(self.store, workers, self.pause, self.waits, self.clock, self.chance, self.many)
        self.accounts = Accounts(self.store, self.clock)
        self.press = Queue("press", _WORKS, _SHARE, lanes=2, seconds=60.0, kept=_KEPT, executor=self.executor)
        self.proofs = Queue("desk", _CASES, _SHARE, seconds=30.0, executor=self.executor)
        self.lessons = Queue(
            "lessons", _LEARNERS, _OF_A_NETWORK, seconds=30.0, kept=_TAUGHT, nice=_SHORT, executor=self.executor
        )
        self.seeks = Seeks(self.lobby, self.clock.seconds, self.lobby.waits.seek)
        self.keeping = Keeping(self.store.log, self.clock, self.chance)
        self.hall = Hall(self.store.log, self.clock, self.chance)
        self.hall.seat_apart = self._seated
        self.hall.wrote = self._wrote
        self.history = History(self.lobby, self.hall.shows, self.press)
        self.reviews = Queue("reviews", _ASKED, _SHARE, seconds=600.0, nice=_SHORT, executor=self.executor)
        self.later = Queue("reviews_later", self.behind + 1, seconds=600.0, executor=self.executor)
        self.postmortems = PostMortems(
            self.store, self.history, self.reviews, self.later, self.lessons, self.hall.opened, self.behind
        )
        self.sought = Seeking(self.seeks, None, self.lobby.lists.parts)
        self.lobby.at_deal = self.postmortems.over
        self.rating = Queue("ratings", _ASKED, threaded=True)
        self.standings = Standings(self.store, self.clock.seconds, self.rating)
        self.waking = Waking(self.hall, self.lobby)
        self.rounds = Rounds(self.hall, self.lobby, self.waking)
        self.replays = Queue("replays", _CASES, seconds=3600.0, nice=_SHORT, executor=self.executor)
        self.cups = Cups(self.hall, self.lobby, self.waking, self.replays, self.clock)
        self.days = Days(self.hall, self.cups, self.clock)
        self.days.begin()
        self.leagues = Leagues(self.store.log, self.hall, self.clock, self.chance)
        self.census = Census(self.store, self.clock.seconds)
        self.rulings = Rulings(self.store, self.lobby, self.clock)
        gate = self.lobby.gate
        self.newcomers = Newcomers(self.lobby, self.hall, gate, self.clock)
        self.visitors = Visitors(
            self.accounts, self.edge, self.clock.seconds, self.rulings, gate, self.newcomers, self.lobby.lists.parts
        )
        self.vitals = Vitals(self.store, self.clock.seconds)
        tasks: list[asyncio.Task[None]] = []
        try:  # a club that cannot begin leaves nothing open either
            await self.look_at_rulings()
            if self.nats is not None:  # loaded here, so that a club at home needs none of its packages
                kind: type[Scale] = importlib.import_module("kozyr.club.live.scale").Scale
                self.scale = await kind.opened(
                    self.nats, self.store, self.lobby, self._woken, self._stirred, agreed.agree
                )
                self._join(self.scale)
            tasks += map(asyncio.create_task, self._beside())
            self.vitals.read_all()
            self._woken()
            yield
        finally:
            for task in tasks:
                task.cancel()
            self.newcomers.close()
            self.vitals.close()
            if self._waking is not None:
                self._waking.cancel()
            if self.scale is not None:
                await self.scale.close()
            for queue in (self.press, self.proofs, self.lessons, self.replays, self.reviews, self.later, self.rating):
                queue.close()
            await self.postmortems.close()
            await self.days.close()
            await self.cups.close()
            await self.rounds.close()
            await self.lobby.close()
            await self.history.close()
            await asyncio.to_thread(self.store.close)
            await asyncio.to_thread(workers.close)
            await asyncio.to_thread(self.accounts.close)

    def _beside(self) -> Iterator[Coroutine[object, object, None]]:
        """What goes on beside the answers as long as the club lives."""
        yield self._tell()
        yield self.rulings.watch(self.look_at_rulings)
        yield metrics.watch_loop()
        yield self.postmortems.catch_up(lambda log: self.scale is None or self.scale.owns(log))
        yield self.waking.watch()

    async def leave(self) -> None:
        """Hand everything over to the other processes, and close the sockets a few at a time; a club of one process does so as it ends."""
        if self.scale is None:
            return
        await self.scale.leave()
        viewers = self.visitors.sessions.viewers()
        for viewer in viewers:
            viewer.dismiss(AGAIN, _LEAVES)
            await asyncio.sleep(min(_EACH, _SPREAD / len(viewers)))

    def _woken(self) -> None:
        """Logs have come to this process: its events go on."""
        if self._waking is not None:
            self._waking.cancel()
        self._waking = asyncio.create_task(self.waking.wake())
        self._waking.add_done_callback(_reported)

    def _join(self, scale: Scale) -> None:
        """Speak with the other processes."""
        self.sought = Seeking(self.seeks, scale, self.lobby.lists.parts)
        scale.asks.answers = {"cup.play": self._played, **self.rounds.handlers, **self.sought.handlers}
        self.rounds.ask = scale.ask
        scale.told = self._told
        self.visitors.sessions.ended = lambda sessions: scale.tell(Over(tuple(sessions)))

    def _told(self, letter: Part | Over | Ruled) -> None:
        """Another process, or this one, has told all something."""
        match letter:
            case Part():
                if self.scale is not None and letter.member != self.scale.ownership.id:
                    self.lobby.lists.parts.heard(letter)
            case Over():
                self.visitors.sessions.close(letter.sessions)
            case Ruled():
                self.rulings.stir()

    def ruled(self) -> None:
        """The operator has ruled something here: every process follows at once."""
        if self.scale is not None:
            self.scale.tell(Ruled())

    async def _tell(self) -> None:
        """Tell the other processes once a second what is here."""
        while self.scale is not None:
            seeks = self.seeks.listed() if self.sought.mine else ()
            here = self.visitors.presence.seen_here()
            self.scale.tell(self.lobby.lists.part(self.scale.ownership.id, here, seeks))
            await asyncio.sleep(_TELL)

    def _wrote(self, log: str, seq: int) -> None:
        """Whoever owns a log follows what this process has written there."""
        if self.scale is not None:
            self.scale.stir(log, seq)

    async def _stirred(self, log: str, seq: int) -> None:
        """Another process has written an event of ours."""
        try:
            await self.hall.heard(log, seq)
        except (Frozen, StoreError) as error:
            _LOG.error("event %s: %s", log, error)

    async def cup_table(self, event: str, account: str, issue: int) -> str | None:
        """See `Cups.play`: it is done by the owner of the cup, whose bots answer there."""
        if self.scale is None or self.scale.owns(event):
            return await self.cups.play(event, account, issue)
        asked = msgspec.msgpack.encode((event, account, issue))
        return msgspec.msgpack.decode(await self.scale.ask(event, "cup.play", asked, _ANSWER), type=str | None)

    async def _played(self, asked: bytes) -> bytes:
        return msgspec.msgpack.encode(await self.cups.play(*msgspec.msgpack.decode(asked, type=tuple[str, str, int])))

    async def look_at_rulings(self) -> None:
        """Follow the operator's new rulings.

        Raises:
            StoreError: the database does not answer.
        """
        seen = await self.rulings.look(self.visitors.sessions.dismiss)
        if seen.anew:
            self.history.forget()
            self.keeping.forget()
            self.hall.forget()
            self.press.forget()
        for one in seen.closed:  # also things that were being read when they were closed
            self.keeping.drop(one.id)
            self.hall.drop(one.id)
            self.leagues.drop(one.id)
            self.lobby.silence.hush(one.id, frozenset())
        for event in sorted(seen.opened):
            try:
                await self.hall.find(event)  # reading the event starts its errands
            except Frozen as error:
                _LOG.error("event %s: %s", event, error)

    async def body(self, request: Request, kind: type[B], limit: int = BODY_LIMIT) -> B:
        """The body of a request, typed; limit: bytes.

        Raises:
            Denied: the body is too long, too slow, or of another form.
        """
        return await body(request, kind, self.body_seconds, limit)

    async def log_of(self, at: Tournament) -> papers.Log:
        """An event in the form of the store, for work on it in another process."""
        entries = await self.store.log.events(at.setup.id, 0, at.seq)
        return papers.Log(at.setup, await asyncio.to_thread(papers.lines_of, gently(entries)))

    async def _seated(self, at: Tournament, wanted: HowSeated, lot: str) -> Seated:
        """The seating of an event's session.

        Raises:
            ValueError: they cannot be seated so. Busy, TooLong: see `Queue.work`.
        """

        async def gather() -> papers.Seating:
            return papers.Seating(await self.log_of(at), wanted, lot)

        found = await self.press.work(papers.seat, gather)
        if isinstance(found, Refusal):
            raise Refused.of(found)
        return found

    async def worked(
        self,
        request: Request,
        queue: Queue,
        task: Callable[[A], B],
        gather: Callable[[], Awaitable[A]],
        key: Hashable = None,
    ) -> B:
        """The result of long work, see `Queue.work`; a visitor who leaves frees the place.

        Raises:
            Busy, TooLong, ValueError: see there. Denied: the visitor has left.
        """
        working = asyncio.create_task(queue.work(task, gather, network=self.edge.peer(request), key=key))
        leaving = asyncio.create_task(gone(request))
        try:
            await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not working.done():
                raise no(400, "not_waited_for")
            return await working
        finally:
            working.cancel()
            leaving.cancel()

    async def closure(self, request: Request) -> Closure | None:
        """The operator's closing of the thing in the path. None: it is open, or the asker may not know of it."""
        asked = request.path_params
        if "table" in asked:
            found = await self.store.closures.of_table(asked["table"])
            if found is None:
                return None
            account = await self.visitors.name(request)
            known = await self.lobby.archive.known_to(asked["table"], account) or await self.store.rulings.is_operator(
                account
            )
            return found if known else None
        for name, kind in _CLOSED.items():
            if name in asked:
                return await self.store.closures.of(kind, asked[name])
        return None

    async def closed(self, kind: ClosedKind, id_: str) -> answers.Closed | msgspec.UnsetType:
        """Why and since when the operator has closed something, as it is told."""
        found = await self.store.closures.of(kind, id_)
        return msgspec.UNSET if found is None else answers.Closed(found.since, found.why)


def _reported(waking: asyncio.Task[None]) -> None:
    """Say why events were not waked; `Waking.watch` looks for them again."""
    if not waking.cancelled() and (error := waking.exception()) is not None:
        _LOG.error("the events that are due were not waked: %s", error)


Handler: TypeAlias = Callable[[House, Request], Awaitable[Response]]


async def _answered(house: House, handler: Handler, request: Request) -> Response:
    """The answer of a route; of a closed thing, that it is closed and why."""
    try:
        return await handler(house, request)
    except Denied as error:
        closure = await house.closure(request) if error.status == HTTPStatus.NOT_FOUND else None
        if closure is None:
            raise
        closed = answers.Closed(closure.since, closure.why)
        raise Denied(HTTPStatus.GONE, refusal("closed"), closed=closed) from None


class Gated(Route):
    """A route behind the gate: an answer costs `cost` of its budget."""

    def __init__(
        self, house: House, path: str, handler: Handler, methods: tuple[str, ...], budget: Budget, cost: float
    ) -> None:
        async def answered(request: Request) -> Response:
            await house.visitors.admit(request, budget, cost)
            return await _answered(house, handler, request)

        super().__init__(path, answered, methods=methods)
        self.budget, self.cost = budget, cost


class Routes:
    """A module's routes: each path is beside the function that answers it, with the cost of an answer."""

    def __init__(self) -> None:
        self._handlers: list[tuple[str, Handler, tuple[str, ...], Budget, float]] = []

    def __call__(self, path: str, *methods: str, of: Budget, cost: float = 1) -> Callable[[Handler], Handler]:
        """Mark the function that answers this path; methods: if left out, GET. of, cost: the budget, and how much of it."""

        def mark(handler: Handler) -> Handler:
            self._handlers.append((path, handler, methods or ("GET",), of, cost))
            return handler

        return mark

    def of(self, house: House) -> list[Gated]:
        """The routes of a club."""
        return [Gated(house, *one) for one in self._handlers]
