"""The verb of the notation: convert."""

from __future__ import annotations

from kozyr.verbs import Verbs, Work, verb

READ = ("pbn", "lin", "rbn", "kz", "dlm", "dup", "bri", "csv")
WRITTEN = (*READ, "json", "jsonl")


def _work(function: str) -> Work:
    return Work("kozyr.notation.bridge.commands", function)


def add(verbs: Verbs) -> None:
    """Teach a command line the verb."""
    about = (
        "Bridge files from one format to another: PBN, LIN and .kz; JSON (one document) and JSON lines for programs."
    )
    made = verb(verbs, "convert", _work("convert"), about)
    made.add_argument("file", metavar="FILE", help="what to read; - reads standard input")
    made.add_argument("-o", "--out", metavar="FILE", help="where to write; standard output, if left out")
    made.add_argument("--from", dest="source", choices=READ, help="the format; else as the name ends")
    made.add_argument("--to", choices=WRITTEN, help="the format; else as the name ends, or pbn")
    made.add_argument("--board", action="append", default=[], metavar="N", help="only this board; may come again")
