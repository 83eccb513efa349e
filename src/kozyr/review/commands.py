"""The work of the verb `kozyr review`; its grammar is `kozyr.verbs.review`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from kozyr import notation
from kozyr.games import Record
from kozyr.games.refusal import Refused, sentence
from kozyr.logs import exact
from kozyr.review.reviewing import review
from kozyr.review.told import lines
from kozyr.verbs import BadInput
from kozyr.words import vocabulary


def run(args: argparse.Namespace) -> int:
    """Print the review of a record.

    Raises:
        BadInput: there is nothing to review.
    """
    try:
        found = review(_read(args.file), deal=args.deal)
    except Refused as error:
        raise BadInput(f"{args.file}: {sentence(error.refusal, vocabulary(args.lang, 'review', 'REFUSED'))}") from error
    if args.json:
        sys.stdout.write(msgspec.json.encode(found, enc_hook=exact).decode() + "\n")
        return 0
    for line in lines(found, args.lang):
        sys.stdout.write(f"{line}\n")
    return 0


def _read(path: str) -> Record:
    """The record of a file.

    Raises:
        BadInput: the file cannot be read, or is no record.
    """
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:  # ValueError: not UTF-8, or a zero byte in the name
        raise BadInput(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    found = notation.parse(text)
    if found.error is not None:
        raise BadInput(f"{path}:{found.error.line}:{found.error.column}: {found.error.reason}")
    if found.record is None:
        raise BadInput(f"{path}: no record")
    return found.record
