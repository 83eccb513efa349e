"""Accounts and sessions: a guest is an account like any other, and a session is a secret that only its owner has."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import re
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

from kozyr.club.clock import CHANCE, CLOCK, Chance, Clock
from kozyr.club.likeness import seen
from kozyr.club.live.queue import Busy
from kozyr.games.refusal import Refused
from kozyr.store import Account, Store, Taken

SESSION_DAYS: Final = 365
_LONGEST: Final = 24
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs that show nothing
_LOGIN: Final = re.compile(r"[^\W_][\w.\-]{1,30}[^\W_]")
_PASSWORD: Final = (8, 200)  # characters; hashing time must not grow with the length that a visitor types
_DIFFERENT: Final = 3  # characters that a password has at least
# Passwords of eight characters and more that lists of stolen ones begin with, here and abroad.
_GUESSED: Final = frozenset(Path(__file__).with_name("guessed.txt").read_text("utf-8").split())
_THREADS: Final = 2
_WAITING: Final = 16  # how many people may wait for a thread before others are sent away
_DAY_MS: Final = 24 * 3600 * 1000
_PROGRAMS: Final = 8  # that one account may have
_MARK: Final = "kozyr_"  # so that the finder of a token in a file knows what it opens

T = TypeVar("T")


class LoginError(Refused):
    """A login or password that cannot be used, or that opens nothing."""


def nickname(name: str) -> str:
    """A name as others may see it: one line, no more than fits a plate; empty, if it shows nothing.

    Raises:
        Improper: a character in it shows nothing. ValueError: it is too long.
    """
    plain = seen(name)
    if len(plain) > _LONGEST:
        raise Refused("name_long", most=_LONGEST)
    return plain


def one_line(text: str) -> str:
    """A text as one line without control characters; empty, if it shows nothing."""
    plain = unicodedata.normalize("NFC", text)
    plain = " ".join("".join(c if c.isprintable() else " " for c in plain).split())
    seen = any(unicodedata.category(c)[0] in "LNPS" and c not in _BLANK for c in plain)
    return plain if seen else ""


def same_login(text: str) -> str:
    """The common form of all spellings of a login, also of an impossible one."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _login(text: str) -> str:
    """A login in the form that is kept.

    Raises:
        LoginError: the text is no login.
    """
    plain = same_login(text)
    if not _LOGIN.fullmatch(plain):
        raise LoginError("login_form")
    return plain


def _password(text: str) -> str:
    """A password in the form that is hashed.

    Raises:
        LoginError: it is too short or too long.
    """
    plain = unicodedata.normalize("NFC", text)
    shortest, longest = _PASSWORD
    if not shortest <= len(plain) <= longest:
        raise LoginError("password_length", least=shortest, most=longest)
    if not plain.strip() or len(set(plain)) < _DIFFERENT or plain.casefold() in _GUESSED:
        raise LoginError("password_guessed")
    return plain


def _new_password(account: Account, text: str) -> str:
    """A password that this account may take, in the form that is hashed.

    Raises:
        LoginError: it cannot be used.
    """
    secret = _password(text)
    if secret.casefold() == account.login:
        raise LoginError("password_login")
    return secret


def reset_link(chance: Chance = CHANCE) -> tuple[str, str]:
    """The secret of a link that resets a password, and its hash."""
    token = _token(chance)
    return token, _hashed(token)


def _hashed(token: str) -> str:
    """The hash of a secret: SHA-256 is enough for 256 random bits; passwords need more."""
    return hashlib.sha256(token.encode()).hexdigest()


def _token(chance: Chance) -> str:
    """A secret of 256 random bits, as text that fits a header."""
    return base64.urlsafe_b64encode(chance.token_bytes(32)).rstrip(b"=").decode()


def _hasher() -> PasswordHasher:
    """Argon2id by the second choice of OWASP's password sheet: 19 MiB, two passes, one lane."""
    return PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


@cache
def _of_nobody() -> str:
    """The hash of a password that nobody has, made once a process."""
    return _hasher().hash(secrets.token_hex(16))


class _Passwords:
    """Argon2id in a few threads: it takes time and memory on purpose, so few requests at a time may use it."""

    def __init__(self) -> None:
        self._hasher = _hasher()
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="kozyr-passwords")
        self.waiting = 0
        self._nobody = _of_nobody()

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    async def hash(self, password: str) -> str:
        return await self._run(lambda: self._hasher.hash(password))

    async def fits(self, password: str, kept: str | None) -> bool:
        """Whether this password was hashed. Without a hash the refusal takes as long."""
        return await self._run(lambda: self._verify(kept or self._nobody, password)) and kept is not None

    def stale(self, kept: str) -> bool:
        """Whether the hash was made with less effort than the club asks for now."""
        return self._hasher.check_needs_rehash(kept)

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerifyMismatchError, VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[[], T]) -> T:
        """The result of a task in one of the threads.

        Raises:
            Busy: too many tasks wait.
        """
        if self.waiting >= _WAITING:
            raise Busy("many_logins")
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self.waiting -= 1


class Accounts:
    """Accounts and their sessions, over the store."""

    def __init__(self, store: Store, clock: Clock = CLOCK, chance: Chance = CHANCE) -> None:
        self._store, self._clock, self._chance = store, clock, chance
        self._passwords = _Passwords()

    def close(self) -> None:
        """Stop the threads."""
        self._passwords.close()

    @property
    def waiting(self) -> int:
        """How many passwords are being checked, or wait for it."""
        return self._passwords.waiting

    # --- sessions ------------------------------------------------------------------------------------------

    async def find(self, token: str | None) -> Account | None:
        """The account of a session's token."""
        if not token:
            return None
        return await self._store.accounts.by_session(_hashed(token), self._clock.now() - SESSION_DAYS * _DAY_MS)

    async def guest(self, nick: str) -> tuple[Account, str]:
        """A new account, and the token of its first session; the token cannot be read again."""
        token = _token(self._chance)
        account = Account(self._chance.token_hex(8), nick or "Guest", self._clock.now())
        await self._store.accounts.enrol(account, _hashed(token))
        return account, token

    async def logout(self, token: str) -> str:
        """End a session; returns the key of its sockets."""
        await self._store.accounts.end_sessions([_hashed(token)])
        return _hashed(token)

    async def logout_others(self, account: Account, token: str) -> list[str]:
        """End every session of an account but this one; returns the keys of their sockets."""
        others = [found for found in await self._store.accounts.sessions(account.id) if found != _hashed(token)]
        if others:
            await self._store.accounts.end_sessions(others)
        return others

    @staticmethod
    def session(token: str) -> str:
        """The name of a session for its sockets; it opens nothing."""
        return _hashed(token)

    # --- programs ------------------------------------------------------------------------------------------

    async def program(self, token: str) -> Account | None:
        """The program that has this token."""
        return await self._store.accounts.by_token(_hashed(token)) if token.startswith(_MARK) else None

    async def add_program(self, owner: Account, name: str) -> tuple[Account, str]:
        """A new account for a program of this account, and its token, which cannot be read again.

        Raises:
            ValueError: the owner has the most programs that are allowed.
        """
        if len(await self._store.accounts.bots(owner.id)) >= _PROGRAMS:
            raise Refused("many_programs", most=_PROGRAMS)
        token = _MARK + _token(self._chance)
        account = Account(
            self._chance.token_hex(8), name, self._clock.now(), program=f"{owner.nick}/{name}", owner=owner.id
        )
        await self._store.accounts.add_bot(account, owner.id, _hashed(token))
        return account, token

    async def programs(self, owner: Account) -> list[Account]:
        """An account's programs that may still come in, the oldest first."""
        return [account for account, _ in await self._store.accounts.bots(owner.id)]

    async def end_program(self, owner: Account, program: str) -> str | None:
        """Take a program's token back. Returns the name of its sockets. None: the account has no such program."""
        hashes = {account.id: token for account, token in await self._store.accounts.bots(owner.id)}
        if program in hashes:
            await self._store.accounts.end_bot(program)
        return hashes.get(program)

    # --- names and passwords -------------------------------------------------------------------------------

    async def renamed(self, account: Account, nick: str) -> Account:
        """The account with another nickname, if one is given."""
        if not nick or nick == account.nick:
            return account
        await self._store.accounts.rename(account.id, nick)
        return msgspec.structs.replace(account, nick=nick)

    async def change_password(self, account: Account, old: str, new: str) -> list[str]:
        """Change the password, given the old one; all sessions end. Returns the keys of their sockets.

        Raises:
            LoginError: the old one is wrong, the new one cannot be used, or there is none. Busy: too many wait.
        """
        secret = _new_password(account, new)
        found = None if account.login is None else await self._store.accounts.by_login(account.login)
        fits = await self._passwords.fits(unicodedata.normalize("NFC", old)[: _PASSWORD[1] + 1], found and found[1])
        if not fits:
            raise LoginError("old_password")
        return await self._replace(account, secret)

    async def reset_password(self, link: str, new: str) -> tuple[Account, list[str]]:
        """Take another password by a link of the operator's, which opens once; all sessions are over.

        Returns the account, and the name of its sessions' sockets.

        Raises:
            LoginError: the link opens nothing, or the password cannot be used. Busy: see there.
        """
        account = await self._store.accounts.by_reset(_hashed(link), self._clock.now())
        if account is None:
            raise LoginError("reset_used")
        return account, await self._replace(account, _new_password(account, new))

    async def _replace(self, account: Account, secret: str) -> list[str]:
        kept = await self._passwords.hash(secret)
        ended = await self._store.accounts.sessions(account.id)
        await self._store.accounts.replace_password(account.id, kept)
        return ended

    async def session_of(self, account: Account) -> str:
        """The token of a new session."""
        token = _token(self._chance)
        await self._store.accounts.open_session(account.id, _hashed(token), self._clock.now())
        return token

    async def register(self, account: Account, login: str, password: str, session: str) -> tuple[Account, str]:
        """Give a guest a login and a password; the account keeps its history.

        session: the token of the guest's session. It is worth nothing from now on, since other people may have seen a guest's.
        Returns the account and the token of another session.

        Raises:
            LoginError: they cannot be used, the login is taken, or the account has one. Busy: see there.
        """
        plain, secret = _login(login), _password(password)
        if account.login is not None:
            raise LoginError("has_login")
        if secret.casefold() == plain:
            raise LoginError("password_login")
        if await self._store.accounts.by_login(plain) is not None:
            raise LoginError("login_taken")
        kept = await self._passwords.hash(secret)
        with contextlib.suppress(Taken):  # another request was faster, and has set the password
            await self._store.accounts.register(account.id, plain, kept, self._clock.now())
        after = await self._store.accounts.find(account.id)
        if after is None or after.login != plain:
            raise LoginError("login_taken")
        token = await self._session(after)
        await self._store.accounts.end_sessions([_hashed(session)])
        return after, token

    async def login(self, login: str, password: str) -> tuple[Account, str]:
        """The account of this login, and the token of a new session.

        Raises:
            LoginError: no such login, or another password; neither the error nor its time tells which. Busy.
        """
        found = None
        with contextlib.suppress(LoginError):  # no login of this form exists; it must take its time all the same
            found = await self._store.accounts.by_login(_login(login))
        given = unicodedata.normalize("NFC", password)[: _PASSWORD[1] + 1]
        fits = await self._passwords.fits(given, None if found is None else found[1])
        if found is None or not fits:
            raise LoginError("wrong_login")
        account, kept = found
        if self._passwords.stale(kept):
            await self._store.accounts.change_password(account.id, await self._passwords.hash(given))
        return account, await self._session(account)

    async def _session(self, account: Account) -> str:
        """The token of a new session."""
        token = _token(self._chance)
        await self._store.accounts.open_session(account.id, _hashed(token), self._clock.now())
        return token
