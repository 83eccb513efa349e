"""What the verb `kozyr lesson` does; its grammar is `kozyr.verbs.learn`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from kozyr.games import games
from kozyr.learn.check import FAULTS, Checked, checked
from kozyr.learn.lesson import BadLesson, Lesson, beside, lessons, read
from kozyr.verbs import BadInput


def check(args: argparse.Namespace) -> int:
    """Prove the lessons of files, or all that come with the program; status 2 if one of them is refused."""
    status = 0
    for name in args.files:
        try:
            found = _read(name)
            told = checked(found, args.worlds)
        except FAULTS as error:
            line = error.told(name) if isinstance(error, BadLesson) else f"{name}: {error}"
            sys.stderr.write(f"{line}\n")
            status = 2
            continue
        for fault in told.faults:
            sys.stderr.write(f"{name}{fault}\n" if fault.startswith(":") else f"{name}: {fault}\n")
            status = 2
        if args.json:
            sys.stdout.write(msgspec.json.encode({"file": name, **msgspec.to_builtins(_plain(told))}).decode() + "\n")
        elif not told.faults:
            sys.stdout.write("\n".join(_in_words(name, told)) + "\n")
    return status


def list_(args: argparse.Namespace) -> int:
    """The lessons that come with the program."""
    rows = [found for name in ([args.game] if args.game else games()) for found in lessons(name)]
    for one in rows:
        title = one.said("title").get("en", "")
        if args.json:
            told = {"game": one.game, "lesson": one.name, "title": one.said("title"), "about": one.said("about")}
            sys.stdout.write(msgspec.json.encode(told).decode() + "\n")
        else:
            sys.stdout.write(f"{one.game}/{one.name}  {title}\n")
    return 0


def _read(name: str) -> Lesson:
    """The lesson of a file; its sentences lie beside it.

    Raises:
        BadInput: the file cannot be read. BadLesson: it is no lesson.
    """
    path = Path(name)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{name}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{name}: not UTF-8") from None
    own = next((one for name in games() for one in lessons(name) if one.text == text and one.name == path.stem), None)
    return own or read(path.stem, text, beside(path.parent, path.stem))


def _plain(told: Checked) -> dict[str, object]:
    return {
        "faults": told.faults,
        "proved": told.proved,
        "good": told.good,
        "calls": [
            {
                "at": at,
                "call": one.call.token,
                "expert": one.expert.token,
                "gain": one.gain,
                "error": one.error,
                "worlds": one.worlds,
            }
            for at, one in told.calls
        ],
        "taps": told.taps,
        "words": told.words,
    }


def _in_words(name: str, told: Checked) -> list[str]:
    words = ", ".join(f"{count} in {language}" for language, count in told.words.items())
    found = [
        f"{name}: proved; {told.good} of {told.proved} cards and discards are good, {told.taps} taps, words: {words}"
    ]
    return found + [f"  {at}  {one.text}" for at, one in told.calls]
