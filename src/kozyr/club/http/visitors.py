"""The askers: sessions by cookie, programs by token, their allowances, and the sockets that end with a session."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from kozyr.club import answers
from kozyr.club.accounts import SESSION_DAYS, Accounts
from kozyr.club.budgets import ENTRIES, LOGIN, Budget
from kozyr.club.gate import Gate
from kozyr.club.http.edge import Edge, bearer
from kozyr.club.http.exchange import no, too_often
from kozyr.club.live.newcomers import Newcomers
from kozyr.club.live.parts import Parts
from kozyr.club.live.socket import BANNED, NO_SESSION, SocketViewer
from kozyr.club.names import Names
from kozyr.club.rulings import Rulings
from kozyr.games.refusal import refusal
from kozyr.store import NOBODY, Account

COOKIE: Final = "kozyr"
_PRESENT: Final = 75.0  # seconds for which a person is here after a request; a page in the background asks each minute
_TOLD: Final = 2.0  # seconds for which all visitors get the same list of people here
_NAMED: Final = 50
_MEMBERS: Final = 10_000  # sessions of people with a login that are known without asking the database
_WAITS: Final = 20  # seconds until a network that waits for too many answers asks again
_WHOSE: Final = "kozyr.whose"
_AGE: Final = SESSION_DAYS * 24 * 3600


class Sessions:
    """The sessions that the club knows of without asking the database: those of members, and the sockets of each session.

    A session is known by the key of its token, see `Accounts.session`.
    """

    def __init__(self) -> None:
        self._viewers: defaultdict[str, set[SocketViewer]] = defaultdict(set)
        self._of: dict[SocketViewer, str] = {}
        self.ended: Callable[[Iterable[str]], None] = _nowhere  # hears of the sessions that have ended here
        self.ends = 0  # how often sessions have ended, or people were shut out
        self._members: dict[str, None] = {}  # sessions of accounts with a login, the one heard of last stands last

    def heard(self, session: str) -> None:
        """A member's session asks for something."""
        self._members.pop(session, None)
        self._members[session] = None
        if len(self._members) > _MEMBERS:
            del self._members[next(iter(self._members))]

    def any_member(self) -> bool:
        """Whether a session of any member is known."""
        return bool(self._members)

    def member(self, session: str) -> bool:
        """Whether a session is a member's, as far as is known."""
        return session in self._members

    def viewers(self) -> list[SocketViewer]:
        """The open sockets."""
        return list(self._of)

    def watching(self) -> Iterable[Account]:
        """The accounts of the open sockets."""
        return (viewer.account for viewer in self._of)

    def opened(self, session: str, viewer: SocketViewer) -> None:
        """A socket of this session looks at a table."""
        self._viewers[session].add(viewer)
        self._of[viewer] = session

    def closed(self, viewer: SocketViewer) -> None:
        """A socket has closed: its session no longer looks through it."""
        session = self._of.pop(viewer)
        self._viewers[session].discard(viewer)
        if not self._viewers[session]:
            del self._viewers[session]

    def dismiss(self, sessions: Iterable[str], barred: Callable[[str | None], bool]) -> None:
        """Close the sockets of these sessions, whose people are shut out, and all sockets from barred networks."""
        self.close(sessions, BANNED)
        self.ends += 1
        for viewer in self._of:
            if barred(viewer.whence.network):
                viewer.dismiss(NO_SESSION, BANNED)

    def moved(self, old: str, new: str) -> None:
        """A session has another key now: its sockets stay open, and are known by that."""
        for viewer in tuple(self._viewers.get(old, ())):
            self.closed(viewer)
            self.opened(new, viewer)

    def end(self, sessions: Iterable[str]) -> None:
        """Sessions are over: close their sockets, those of other processes too."""
        ended = tuple(sessions)
        self.close(ended)
        self.ended(ended)

    def close(self, sessions: Iterable[str], why: str | None = None) -> None:
        """Close the sockets of sessions that are over, as far as they are here. why: the reason for the sockets."""
        for session in sessions:
            self.ends += 1
            self._members.pop(session, None)
            for viewer in tuple(self._viewers.get(session, ())):
                viewer.dismiss(NO_SESSION, why)


def _nowhere(sessions: Iterable[str]) -> None:
    """There is no other process."""


class Presence:
    """The people who are here now: those with a recent request, and those whose sockets look at a table.

    rulings: the names that the operator has given. parts: the people whom other processes see.
    """

    def __init__(self, clock: Callable[[], float], rulings: Rulings, sessions: Sessions, parts: Parts) -> None:
        self._clock, self._rulings, self._sessions, self.parts = clock, rulings, sessions, parts
        self._seen: dict[str, tuple[Account, float]] = {}  # by account, with the moment; the latest stands last
        # The people here, the moment of that answer, and the operator's names at that time.
        self._told: tuple[answers.Present, float, Mapping[str, str]] | None = None

    def seen(self, account: Account) -> None:
        """A person asks for something."""
        self._seen.pop(account.id, None)
        self._seen[account.id] = (account, self._clock())

    def here(self) -> Mapping[str, Account]:
        """The people here, by account, also those whom other processes see."""
        return self.parts.here() | dict(self.seen_here())

    def seen_here(self) -> Mapping[str, Account]:
        """The people whom this process sees, by account: those with a recent request, or with a look at a table.

        Programs do not count.
        """
        now = self._clock()
        while self._seen and now - next(iter(self._seen.values()))[1] > _PRESENT:
            self._seen.pop(next(iter(self._seen)))
        here = {account.id: account for account, _ in self._seen.values()}
        return here | {account.id: account for account in self._sessions.watching() if account.program is None}

    def told(self) -> answers.Present:
        """The people here, as everybody may know it: members by name, guests by number."""
        now, given = self._clock(), self._rulings.names
        if self._told is not None and now - self._told[1] < _TOLD and self._told[2] is given:
            return self._told[0]
        here = self.here()
        called = {account: given.get(account, one.nick) for account, one in here.items()}
        present = [account for account in here if called[account] != NOBODY]  # a deleted account belongs to no person
        named = sorted((account for account in present if here[account].login is not None), key=called.__getitem__)
        people = tuple(answers.Somebody(account, called[account]) for account in named[:_NAMED])
        self._told = answers.Present(people, len(present) - len(named) + self.parts.more()), now, given
        return self._told[0]


class Visitors:
    """The askers of the club and their rights. rulings: the operator's."""

    def __init__(
        self,
        accounts: Accounts,
        edge: Edge,
        clock: Callable[[], float],
        rulings: Rulings,
        gate: Gate,
        newcomers: Newcomers,
        parts: Parts,
    ) -> None:
        self._rulings = rulings
        self.gate = gate
        self.newcomers = newcomers
        self.names = Names(clock)
        self._accounts, self._edge = accounts, edge
        self.sessions = Sessions()
        self.presence = Presence(clock, rulings, self.sessions, parts)

    # --- cookies -------------------------------------------------------------------------------------------

    def _cookie(self, connection: HTTPConnection) -> str:
        """The name of the cookie; over TLS no other host and no plain page can set it."""
        return f"__Host-{COOKIE}" if self._edge.secure(connection) else COOKIE

    def token(self, connection: HTTPConnection) -> str:
        """The token of the browser's session; empty: it has none."""
        return connection.cookies.get(self._cookie(connection), "")

    def with_session(self, request: Request, response: Response, token: str | None) -> Response:
        """The answer, and the cookie of a new session if there is one."""
        if token is not None:
            name, secure = self._cookie(request), self._edge.secure(request)
            response.set_cookie(name, token, max_age=_AGE, httponly=True, samesite="lax", secure=secure)
        return response

    def without_session(self, request: Request, response: Response) -> Response:
        """The answer, and the cookie taken away."""
        secure = self._edge.secure(request)
        response.delete_cookie(self._cookie(request), httponly=True, samesite="lax", secure=secure)
        return response

    # --- the visitor's account -----------------------------------------------------------------------------

    async def _whose(self, connection: HTTPConnection) -> Account | None:
        """The account of a request, shut out or not: with a bearer's token a program's, in spite of any cookies.

        A request is asked for it once, since its headers do not change.
        """
        if _WHOSE in connection.scope:
            known: Account | None = connection.scope[_WHOSE]
            return known
        token = bearer(connection.headers)
        if token is not None:
            account = await self._accounts.program(token)
        else:
            account = await self._accounts.find(self.token(connection))
        if connection.scope["type"] == "http":  # a socket lives longer than its session
            connection.scope[_WHOSE] = account
        if account is not None and account.login is not None:
            self.sessions.heard(self.key(connection))
        return account

    def member(self, connection: HTTPConnection) -> bool:
        """Whether the session is a member's, as far as is known without asking the database."""
        return self.sessions.any_member() and self.sessions.member(self.key(connection))

    async def account(self, connection: HTTPConnection) -> Account | None:
        """The account of a request. None: there is none, or it is shut out."""
        account = await self._whose(connection)
        if account is None or self._rulings.bars(account, self._edge.peer(connection)):
            return None
        return account if account.program else await self._named(account)

    async def admit(self, request: HTTPConnection, budget: Budget, cost: float = 1) -> None:
        """Spend the cost of an answer on this budget; a program whose owner is shut out gets none.

        Raises:
            Denied: the visitor or the network has spent it; or see `may_come`.
        """
        network, member = self._edge.peer(request), self.member(request)
        if network is not None and (wait := self.gate.crowded(budget, network, cost, member=member)):
            raise too_often(wait)  # before the database is asked for anything
        program = bearer(request.headers) is not None
        known = program or budget.by == "person" or budget.members == "own"
        account = await self._whose(request) if known else None
        if program:
            await self.may_come(request)
        person, member = ("", member) if account is None else (account.person, member or account.login is not None)
        if wait := await self.gate.everywhere(budget, person, network, cost, member=member):
            raise too_often(wait)

    def spend(self, request: HTTPConnection, budget: Budget, who: str = "", cost: float = 1) -> None:
        """Spend the additional cost of a dear request. who: the account that answers for it, or another key.

        Raises:
            Denied: the visitor or the network has spent it.
        """
        wait = self.gate.wait(budget, who, self._edge.peer(request), cost, member=self.member(request))
        if wait:
            raise too_often(wait)

    async def spend_login(self, request: Request, who: str) -> None:
        """Spend one try with a login, wherever in the club it is tried. who: the login and where it is tried, or the account.

        Raises:
            Denied: it has been tried too often. StoreError: the database does not answer.
        """
        if wait := await self.gate.everywhere(LOGIN, who, self._edge.peer(request)):
            raise too_often(wait)

    async def shut_out(self, connection: HTTPConnection) -> bool:
        """Whether the operator has shut out the asker or the asker's network."""
        return self._rulings.bars(await self._whose(connection), self._edge.peer(connection))

    async def _named(self, account: Account) -> Account:
        """The account of a person who is here, under a name that no other person has."""
        if not self._rulings.named(account.id):
            other = self.names.arrived(account.id, account.nick, guest=account.login is None)
            account = account if other is None else await self._accounts.renamed(account, other)
        self.presence.seen(account)
        return account

    async def renamed(self, account: Account, nick: str) -> Account:
        """The account under another name, if one is given; with a number, if another person here has it.

        A name given by the operator stays.

        Raises:
            Improper: the name is not allowed, or imitates another person's.
        """
        if self._rulings.named(account.id) or nick in {"", account.nick}:
            return account
        after = await self._accounts.renamed(account, self.names.given(nick, account.id))
        return await self._named(after)

    async def name(self, connection: HTTPConnection) -> str:
        """The id of the request's account; empty: it has none."""
        account = await self.account(connection)
        return "" if account is None else account.id

    async def somebody(self, request: Request) -> Account:
        """The account of a request.

        Raises:
            Denied: there is no account, or it is shut out.
        """
        account = await self.account(request)
        if account is None:
            await self.may_come(request)
            raise no(401, "session", why=refusal("no_session"))
        return account

    async def person(self, request: Request) -> Account:
        """The person of a request, without programs: a program's token is good for tables, and for looking.

        Raises:
            Denied: the request has no account, or a program's.
        """
        self.no_program(request)
        return await self.somebody(request)

    def no_program(self, request: Request) -> None:
        """Refuse a program's token.

        Raises:
            Denied: there is such a token.
        """
        if bearer(request.headers) is not None:
            raise no(403, "scope")

    async def welcome(self, request: Request, nick: str, at: str = "") -> tuple[Account, str | None]:
        """The account of a request, under this nickname if one is given; without an account a new guest and the guest's token.

        at: the page of the newcomer, see `Newcomers`.

        Raises:
            Denied: too many new guests come. Improper: see `renamed`.
        """
        account = await self.account(request)
        if account is None:
            await self.may_come(request)
        if account is not None:
            return (account if account.program else await self.renamed(account, nick)), None
        if bearer(request.headers) is not None:
            raise no(401, "session", why=refusal("dead_token"))
        if wait := await self.newcomers.let_in(self._edge.peer(request), at):
            raise too_often(wait, "many_guests")
        account, token = await self._accounts.guest(self.names.given(nick) if nick else self.names.animal())
        return await self._named(account), token

    async def may_come(self, request: HTTPConnection, account: Account | None = None) -> None:
        """Refuse a visitor who is shut out. account: the visitor's future account; None: a guest.

        Raises:
            Denied: the operator has shut the visitor out.
        """
        account = account or await self._whose(request)
        if self._rulings.bars(account, self._edge.peer(request)):
            raise no(403, "banned")

    def spend_entry(self, request: HTTPConnection, account: Account, log: str) -> None:
        """Spend an entry of an account that is no official of an event or a league; the machine itself has no limit.

        Raises:
            Denied: the account has written too often.
        """
        if self._edge.peer(request) is not None:
            self.spend(request, ENTRIES, f"{account.person}|{log}")

    @contextlib.contextmanager
    def waits(self, request: HTTPConnection, crowded: str) -> Iterator[None]:
        """Count a waiting question of this visitor's network while the block lasts. crowded: the code of the refusal.

        Raises:
            Denied: the network has enough of them.
        """
        with self.gate.waiting.joined(self._edge.peer(request), member=self.member(request)) as fits:
            if not fits:
                raise too_often(_WAITS, crowded)
            yield

    def key(self, connection: HTTPConnection) -> str:
        """The name of the sockets that were opened with this session or token."""
        return self._accounts.session(bearer(connection.headers) or self.token(connection))
