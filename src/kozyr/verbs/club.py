"""The verbs of a club: club, backup, check, salvage, db, admin."""

from __future__ import annotations

import argparse

from kozyr.verbs import Parser, Verbs, Work, verb

_DIGITS = 6  # of the number of a page


def _work(function: str) -> Work:
    return Work("kozyr.club.commands", function)


def add(verbs: Verbs) -> None:
    """Teach a command line the verbs."""
    made = verb(verbs, "club", _work("club"), "Run the club.")
    made.add_argument("--host", default="127.0.0.1")
    made.add_argument("--port", type=int, default=8000)
    made.add_argument("--db", default="kozyr.db", help="a SQLite file, or postgresql://user:password@host/name")
    made.add_argument("--public-url", metavar="URL", help="how people reach it, as https://club.example")
    made.add_argument("--proxy", metavar="IP,...", help="reverse proxies whose word is taken on who asks")
    made.add_argument(
        "--nats", metavar="URL", help="the bus of a club of many processes, which needs PostgreSQL: docs/scale.md"
    )
    made.add_argument("--log", choices=("text", "json"), default="text", help="the form of warnings and errors")
    other = made.add_mutually_exclusive_group()
    other.add_argument("--rebuild", action="store_true", help="make players' histories anew from the logs, and end")
    other.add_argument("--reviews", action="store_true", help="make all post-mortems of deals anew, and end")
    other.add_argument("--reports", action="store_true", help="print what players reported, and end")
    made = verb(verbs, "backup", _work("backup"), "Copy the database of a club, which may be running.")
    made.add_argument("file", metavar="FILE", help="a new file, for the copy")
    made.add_argument("--db", default="kozyr.db", help="the club's SQLite file")
    made = verb(
        verbs,
        "check",
        _work("check"),
        "Look whether a database of a club, or a copy, is sound; nothing is changed in it.",
    )
    made.add_argument("file", metavar="FILE")
    made = verb(
        verbs,
        "salvage",
        _work("salvage"),
        "Write what can be read of a damaged database into a folder, and say what is lost.",
    )
    made.add_argument("file", metavar="FILE")
    made.add_argument("out", metavar="OUT", help="a new folder")
    _add_db(verb(verbs, "db", _work("database"), "What is done to a whole database: docs/scale.md."))
    _add_admin(
        verb(verbs, "admin", _work("admin"), "What only the operator of a club may do; all of it stands in the audit.")
    )


def _add_db(made: Parser) -> None:
    things = made.add_subparsers(required=True, metavar="WHAT", dest="what")

    def thing(name: str, about: str) -> Parser:
        return things.add_parser(name, help=about, description=about, allow_abbrev=False)

    raised = thing("upgrade", "Bring the schema of a database to this Kozyr's, which on PostgreSQL nothing else does.")
    raised.add_argument("--db", default="kozyr.db", help="a SQLite file, or postgresql://user:password@host/name")
    saved = thing("backup", "Save a database, on which a club may be running: a SQLite file, or a whole PostgreSQL.")
    saved.add_argument("target", metavar="TO", help="a new file; for a PostgreSQL a new folder")
    saved.add_argument("--db", default="kozyr.db", help="a SQLite file, or postgresql://user:password@host/name")
    received = thing("wal", "Add to the backup of a PostgreSQL what is written from now on, until it is told to stop.")
    received.add_argument("saved", metavar="FOLDER", help="the backup")
    received.add_argument("--db", required=True, help="postgresql://user:password@host/name")
    restored = thing("restore", "Make the data folder of a PostgreSQL from a backup, as it was at a moment.")
    restored.add_argument("saved", metavar="FROM", help="the backup")
    restored.add_argument("target", metavar="DATA", help="a new folder, for the server to start on")
    restored.add_argument("--to", metavar="TIME", help="as 2026-11-27T13:00:00Z; the newest that is saved if left out")
    copied = thing("copy", "Copy a club from its SQLite file into an empty PostgreSQL, and compare the hashes.")
    copied.add_argument("source", metavar="FROM", help="the SQLite file")
    copied.add_argument("target", metavar="TO", help="postgresql://user:password@host/name, after kozyr db upgrade")


def _add_admin(made: Parser) -> None:
    made.add_argument("--db", default="kozyr.db", help="the club's database; a club may be running on it")
    things = made.add_subparsers(required=True, metavar="WHAT", dest="what")

    def thing(name: str, about: str, *words: str) -> Parser:
        found = things.add_parser(name, help=about, description=about, allow_abbrev=False)
        for word in words:
            found.add_argument(word, metavar=word.upper())
        return found

    def listed(name: str, about: str, *words: str) -> Parser:
        found = thing(name, about, *words)
        found.add_argument("--page", type=_page, default=1, metavar="N", help="the next ones; 1 if left out")
        return found

    listed("tables", "List tables, the newest first.")
    kinds = "a table, a kept sheet, an event, a cup, a league or a program"
    closed = thing("close", f"Close {kinds}, with a reason: nobody comes to it, all that it has stays.")
    closed.add_argument("who", metavar="THING", help="its id, or the address of its page")
    closed.add_argument("--why", required=True, metavar="TEXT", help="those who come to it read this")
    opened = thing("open", "Open again what was closed; it is as it was.")
    opened.add_argument("who", metavar="THING", help="as for close")
    opened.add_argument("--why", default="", metavar="TEXT", help="for the audit alone")
    listed("closed", "List what is closed, since when and why.")
    listed("who", "Find accounts by id, login or name.", "who")
    for name, about in (("ban", "Shut an account or a network out."), ("mute", "Let an account say nothing.")):
        ruled = thing(name, about, "who")
        ruled.add_argument(
            "--for", dest="length", default="1d", metavar="TIME", help="30m, 12h, 7d, 4w or ever; 1d if left out"
        )
        ruled.add_argument("--why", default="", metavar="TEXT", help="for the operator alone")
    thing("lift", "End what is ruled about an account or a network.", "who")
    listed("rulings", "List who is shut out and who is silent.")
    thing("rename", "Give an account another name, wherever the old one is shown.", "who", "name")
    thing("password", "Make a link by which somebody who has lost his password takes another, once.", "who")
    appointed = thing("operator", "Let an account use the page /operator, or no longer.", "who")
    appointed.add_argument("state", choices=("on", "off"))
    thing("delete", "Delete an account; what it has played stays, without its name.", "who")
    every = listed("reports", "List the reports that are not done, a line for each target and reason.")
    every.add_argument(
        "--all", dest="every", action="store_const", const="all", default="", help="also those that are done"
    )
    marked = thing("report", "Say what has become of a report, and of all others of its target and reason.")
    marked.add_argument("report", metavar="NUMBER", type=int)
    marked.add_argument("state", choices=("open", "taken", "done"))
    thing("members", "List the processes of a club of many (docs/scale.md), and how much each owns.")
    thing("shards", "Count the shards of each process, and those of nobody.")
    moved = thing("move", "Let a process own a table with its shard, as long as the process lives.")
    moved.add_argument("where", metavar="SHARD|TABLE", help="a number from 0 to 1023, or a table's id")
    moved.add_argument("member", metavar="MEMBER", help="its id in the list of members")
    thing("drain", "Let a process hand over all that it owns, before it is stopped.", "member")
    listed("audit", "List what operators did, the newest first.")


def _page(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= len(text) <= _DIGITS and int(text) > 0):
        raise argparse.ArgumentTypeError(f"a page is a number from 1, not {text[:20]!r}")
    return int(text)
