"""The store: what must survive. An append-only log per table, accounts and sessions; SQLite by default."""

from kozyr.store.log import Account, Entry, Stale, Store, StoreError, TableRow

__all__ = ["Account", "Entry", "Stale", "Store", "StoreError", "TableRow"]
