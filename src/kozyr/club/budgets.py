"""The frequencies that are allowed: each route, message and act names its budget where it is declared."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple


class Budget(NamedTuple):
    """An allowance of `burst` at once, which comes back within `seconds`."""

    name: str
    what: str
    """The budget in words, for docs/club.md."""
    burst: int
    seconds: int
    by: Literal["network", "person", "name"] = "network"
    """The owner of the room: a `network`, a `person`, or a `name` such as a login, asked for from anywhere.

    A person's network has eight times as much, and a wider network eight times as much as one network.
    """
    members: Literal["both", "own", "none"] = "both"
    """The room of members, accounts with a login, in their network: their `own`, the guests' too (`both`), or the guests' alone (`none`)."""
    shared: bool = False
    """Whether all processes of a club have one such room together."""


LOOK: Final = Budget("look", "looking: the lobby, games, profiles, who one is, one's tables", 240, 60, "person")
PAGE: Final = Budget("page", "files of the page", 3_000, 60)
WATCH: Final = Budget("watch", "`/health`, `/ready`, `/metrics`", 120, 60)
REQUESTS: Final = Budget("requests", "setting up tables, events and leagues looked at, names, mutes, programs", 300, 60)
LOGINS: Final = Budget("logins", "logins, registrations, passwords", 20, 300, members="none", shared=True)
LOGIN: Final = Budget("login", "those with one login, from one network", 10, 300, "name", shared=True)
GUESTS: Final = Budget("guests", "new guests for whom nobody answers", 10, 60, members="none", shared=True)
VOUCHED: Final = Budget("vouched", "new guests for whom somebody answers", 256, 3_600, members="none")
MEMBER: Final = Budget("vouched_by_member", "those for whom one login older than a day answers", 64, 3_600, "name")
HOST: Final = Budget("vouched_by_host", "those whom others invite, from one network", 32, 3_600, "name")
SOCKETS: Final = Budget("sockets", "sockets opened", 80, 30)
WHYS: Final = Budget("whys", "questions why, post-mortems worked out", 30, 60, members="none")
FILES: Final = Budget("files", "files of deals or records read", 30, 60, members="none")
DESK: Final = Budget("desk", "questions to the director's desk", 40, 60, members="none")
PROOFS: Final = Budget("proofs", "those with cards or a record", 10, 60, members="none")
LESSONS: Final = Budget("lessons", "choices in lessons, problems and deals played again", 120, 60, members="none")
SHEETS: Final = Budget("sheets", "kept sheets begun", 30, 3_600, members="none")
EVENTS: Final = Budget("events", "events announced, leagues founded", 10, 3_600, members="own")
ACTS: Final = Budget("keep", "acts on kept sheets, at events, cups and leagues", 180, 60)
ENTRIES: Final = Budget(
    "entries", "those at one of them of one account that is no official there, lines of tables aside", 30, 600, "name"
)
REPORTS: Final = Budget("report", "reports; one of a guest counts twice", 20, 3_600, "person")
TABLES: Final = Budget("table", "tables opened", 60, 3_600, "person")
PUBLIC: Final = Budget("public", "public ones", 20, 3_600, "person")
READ: Final = Budget("read", "deals that are over, records, lists of events", 120, 60, "person")
SEEKS: Final = Budget("seek", "people looked for", 30, 300, "person")

# At a table.
SNAPS: Final = Budget("snap", "everything at a table asked for anew", 300, 60, "person")
PLAY: Final = Budget("play", "cards, calls, looks", 1_200, 60, "person")
SHARES: Final = Budget("share", "shares of a deal", 300, 60, "person")
CARDS: Final = Budget("card", "changes of a card", 20, 300, "person")
PROPOSALS: Final = Budget("proposal", "proposals, and taking them back", 20, 60, "person")
QUIET: Final = Budget("quiet", "the same in a deal in which nobody may speak", 6, 60, "person")
LINES: Final = Budget("line", "bytes of words; a phrase counts as 32", 6_000, 60, "person")
OTHER: Final = Budget("act", "any other act at a table", 60, 60, "person")
HINTS: Final = Budget("hint", "hints", 20, 60, "person")

ALL: Final = tuple(one for one in tuple(globals().values()) if isinstance(one, Budget))
