"""Files in and out: Kozyr records (`.kz`) and perft files. Nothing here knows the network."""

from kozyr.notation.fair import Verdict, fair_tag, file_tag, parse_reveals, record_reveals, verdicts
from kozyr.notation.kz import NotationError, Parsed, Place, format, parse  # noqa: A004 - the pair parse and format

__all__ = [
    "NotationError",
    "Parsed",
    "Place",
    "Verdict",
    "fair_tag",
    "file_tag",
    "format",
    "parse",
    "parse_reveals",
    "record_reveals",
    "verdicts",
]
