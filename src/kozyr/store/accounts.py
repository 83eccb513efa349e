"""Accounts, their sessions, and the programs that they own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
import sqlalchemy as sa

from kozyr.store.closures import is_open
from kozyr.store.database import Database
from kozyr.store.schema import ACCOUNTS, BOTS, RESETS, SESSIONS


class Account(msgspec.Struct, frozen=True):
    """A person or a program that plays; a guest's account has no login."""

    id: str
    nick: str
    created: int
    login: str | None = None
    program: str | None = None
    """The program's name, `owner/name`; None: a person."""
    owner: str | None = None
    """The account that owns the program."""
    registered: int | None = None
    """When the account was given its login, in milliseconds since 1970. None: no login, or one of an older club."""

    @property
    def login_since(self) -> int:
        """Since when the account has its login, in milliseconds since 1970; of an older club's since when it is there."""
        return self.created if self.registered is None else self.registered

    @property
    def person(self) -> str:
        """The account that answers for this one: a program's owner, else itself."""
        return self.owner or self.id

    @property
    def ids(self) -> frozenset[str]:
        """The accounts whose rulings count for this one: itself and its owner."""
        return frozenset((self.id, self.person))


_PROGRAMS: Final = BOTS.alias("programs")
_OWNER: Final = sa.select(_PROGRAMS.c.owner_id).where(_PROGRAMS.c.account_id == ACCOUNTS.c.id).correlate(ACCOUNTS)
ACCOUNT: Final = (
    ACCOUNTS.c.id,
    ACCOUNTS.c.nick,
    ACCOUNTS.c.created,
    ACCOUNTS.c.login,
    ACCOUNTS.c.program,
    _OWNER.scalar_subquery().label("owner"),
    ACCOUNTS.c.registered,
)


def _row(account: Account) -> dict[str, object]:
    """An account as its table has it; a program's owner is in another table."""
    row = msgspec.structs.asdict(account)
    del row["owner"]
    return row


# The account of a session: asked for at each request, so it is put together once.
_OF_SESSION: Final = (
    sa.select(*ACCOUNT)
    .join(SESSIONS)
    .where(SESSIONS.c.token_hash == sa.bindparam("session"), SESSIONS.c.created >= sa.bindparam("since"))
)


class AccountStore:
    """All accounts. Every read raises StoreError when the database does not answer."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def enrol(self, account: Account, token_hash: str) -> None:
        """Add an account with its first session.

        Raises:
            StoreError: it could not be written.
        """
        session = {"token_hash": token_hash, "account_id": account.id, "created": account.created}
        await self._db.write((ACCOUNTS.insert(), _row(account)), (SESSIONS.insert(), session))

    async def rename(self, account: str, nick: str) -> None:
        """Change an account's nickname.

        Raises:
            StoreError: it could not be written.
        """
        await self._db.write((ACCOUNTS.update().where(ACCOUNTS.c.id == account), {"nick": nick}))

    async def register(self, account: str, login: str, password: str, now: int) -> None:
        """Give a guest a login and the hash of a password at time `now`; an account with a login keeps its own.

        Raises:
            Taken: another account has this login. StoreError: it could not be written.
        """
        guest = ACCOUNTS.update().where(ACCOUNTS.c.id == account, ACCOUNTS.c.login.is_(None))
        await self._db.write((guest, {"login": login, "password": password, "registered": now}))

    async def change_password(self, account: str, password: str) -> None:
        """Keep another hash of a password.

        Raises:
            StoreError: it could not be written.
        """
        await self._db.write((ACCOUNTS.update().where(ACCOUNTS.c.id == account), {"password": password}))

    async def replace_password(self, account: str, password: str) -> None:
        """Keep the hash of a new password: links to reset the old one, and all sessions, are over.

        Raises:
            StoreError: it could not be written.
        """
        await self._db.write(
            (ACCOUNTS.update().where(ACCOUNTS.c.id == account), {"password": password}),
            (RESETS.delete().where(RESETS.c.account_id == account), {}),
            (SESSIONS.delete().where(SESSIONS.c.account_id == account), {}),
        )

    async def open_session(self, account: str, token_hash: str, now: int) -> None:
        """Add a session of an account.

        Raises:
            StoreError: it could not be written.
        """
        await self._db.write((SESSIONS.insert(), {"token_hash": token_hash, "account_id": account, "created": now}))

    async def end_sessions(self, token_hashes: Sequence[str]) -> None:
        """End these sessions for good.

        Raises:
            StoreError: it could not be written.
        """
        await self._db.write((SESSIONS.delete().where(SESSIONS.c.token_hash.in_(token_hashes)), {}))

    async def add_bot(self, account: Account, owner: str, token_hash: str) -> None:
        """Add an account that is a program of its owner's, with its token.

        Raises:
            Taken: there is such an account or token, or no such owner. StoreError: it could not be written.
        """
        token = {"account_id": account.id, "owner_id": owner, "token_hash": token_hash, "created": account.created}
        await self._db.write((ACCOUNTS.insert(), _row(account)), (BOTS.insert(), token))

    async def end_bot(self, account: str) -> None:
        """End a program's token for good; its games stay.

        Raises:
            StoreError: it could not be written.
        """
        await self._db.write((BOTS.update().where(BOTS.c.account_id == account), {"token_hash": None}))

    # --- reading -------------------------------------------------------------------------------------------

    async def find(self, account: str) -> Account | None:
        """The account of this id."""
        found = await self._db.read(sa.select(*ACCOUNT).where(ACCOUNTS.c.id == account))
        return Account(*found[0]) if found else None

    async def by_session(self, token_hash: str, since: int = 0) -> Account | None:
        """The account of this session, if it was opened after `since`."""
        found = await self._db.read(_OF_SESSION, {"session": token_hash, "since": since})
        return Account(*found[0]) if found else None

    async def by_login(self, login: str) -> tuple[Account, str] | None:
        """The account with this login, and the hash of its password."""
        ask = sa.select(*ACCOUNT, ACCOUNTS.c.password).where(ACCOUNTS.c.login == login)
        found = await self._db.read(ask)
        return (Account(*found[0][:-1]), found[0][-1]) if found else None

    async def by_reset(self, token_hash: str, now: int) -> Account | None:
        """The account whose password this link may reset at time `now`; None: the link is not valid."""
        link = (RESETS.c.token_hash == token_hash, RESETS.c.until > now, ACCOUNTS.c.login.is_not(None))
        found = await self._db.read(sa.select(*ACCOUNT).join(RESETS).where(*link))
        return Account(*found[0]) if found else None

    async def sessions(self, account: str) -> list[str]:
        """The hashes of an account's session tokens."""
        ask = sa.select(SESSIONS.c.token_hash).where(SESSIONS.c.account_id == account)
        return [row[0] for row in await self._db.read(ask)]

    async def by_token(self, token_hash: str) -> Account | None:
        """The program that has this token, if the operator has not closed it."""
        ask = sa.select(*ACCOUNT).join(BOTS, BOTS.c.account_id == ACCOUNTS.c.id).where(BOTS.c.token_hash == token_hash)
        found = await self._db.read(ask.where(is_open("program", ACCOUNTS.c.id)))
        return Account(*found[0]) if found else None

    async def kin(self, person: str) -> frozenset[str]:
        """An account and all programs that it has ever owned."""
        rows = await self._db.read(sa.select(BOTS.c.account_id).where(BOTS.c.owner_id == person))
        return frozenset((person, *(row[0] for row in rows)))

    async def bots(self, owner: str) -> list[tuple[Account, str]]:
        """An account's programs with a valid token, the oldest first, and the hashes of the tokens."""
        ask = sa.select(*ACCOUNT, BOTS.c.token_hash).join(BOTS, BOTS.c.account_id == ACCOUNTS.c.id)
        ask = ask.where(BOTS.c.owner_id == owner, BOTS.c.token_hash.is_not(None))
        rows = await self._db.read(ask.order_by(ACCOUNTS.c.created, ACCOUNTS.c.id))
        return [(Account(*row[:-1]), row[-1]) for row in rows]
