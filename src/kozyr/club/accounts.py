"""Who somebody is: a guest is an account like any other, and a session is a secret that only its owner has."""

from __future__ import annotations

import hashlib
import secrets
import time
import unicodedata

from kozyr.store import Account, Store

__all__ = ["Accounts", "nickname"]

_LONGEST = 24


def nickname(name: str) -> str:
    """A name as others may see it: one line, no control characters, no more than fits a plate.

    Raises:
        ValueError: it is too long.
    """
    plain = unicodedata.normalize("NFC", name)
    plain = " ".join("".join(c if c.isprintable() else " " for c in plain).split())
    if len(plain) > _LONGEST:
        raise ValueError(f"a name has at most {_LONGEST} letters")
    return plain


def _hashed(token: str) -> str:
    """Enough for a secret of 256 random bits; passwords need more."""
    return hashlib.sha256(token.encode()).hexdigest()


class Accounts:
    """Accounts and their sessions, over the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, token: str | None) -> Account | None:
        """Whose session this token is."""
        return await self._store.account(_hashed(token)) if token else None

    async def guest(self, nick: str) -> tuple[Account, str]:
        """A new account, and the token of its first session, which nobody can read again."""
        token = secrets.token_urlsafe(32)
        account = Account(secrets.token_hex(8), nick or "Guest", time.time_ns() // 1_000_000)
        await self._store.enrol(account, _hashed(token))
        return account, token

    async def renamed(self, account: Account, nick: str) -> Account:
        """The account with another nickname, if one is given."""
        if not nick or nick == account.nick:
            return account
        await self._store.rename(account.id, nick)
        return Account(account.id, nick, account.created)
