"""The store's errors, and what may be said of a database's own."""

from __future__ import annotations

import sqlite3


class StoreError(RuntimeError):
    """The store could not be opened, or could not do its work; the message says why."""


class Taken(StoreError):
    """A row was not added, since its name is taken or a thing that it names does not exist."""


def refusal(error: Exception) -> str:
    """The reason of a database's refusal, without the values of any row, which may be secrets.

    SQLite names tables and columns alone. Of another server's error the kind, its SQLSTATE and the constraint are taken,
    and none of its words: they may hold a row, a value or a password.
    """
    orig = getattr(error, "orig", error)
    if isinstance(orig, sqlite3.Error):
        return str(orig)
    if not type(orig).__module__.startswith(("asyncpg", "psycopg")) and orig is error:
        return str(error)
    return plainly(orig)


def plainly(error: BaseException) -> str:
    """What may be said of an error of a server's driver."""
    match type(error).__name__:
        case "InvalidPasswordError" | "InvalidAuthorizationSpecificationError":
            return "it refuses this login"
        case "InvalidCatalogNameError":
            return "it has no such database"
        case "CannotConnectNowError" | "AdminShutdownError" | "CannotConnectNow" | "AdminShutdown":
            return "it is starting or stopping"
    constraint = getattr(error, "constraint_name", None)
    constraint = constraint or getattr(getattr(error, "diag", None), "constraint_name", None)
    state = getattr(error, "sqlstate", None)
    if isinstance(error, (OSError, TimeoutError)) or (state is None and type(error).__name__ == "OperationalError"):
        return "nobody answers there"
    return ", ".join(str(one) for one in (type(error).__name__, state, constraint) if one)
