"""The store: what must survive. An append-only log per table, accounts and sessions; SQLite by default."""

from kozyr.store.log import Account, Chat, Entry, Note, Played, Report, Stale, Store, StoreError, TableRow, Taken

__all__ = ["Account", "Chat", "Entry", "Note", "Played", "Report", "Stale", "Store", "StoreError", "TableRow", "Taken"]
