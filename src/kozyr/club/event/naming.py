"""The names of people, pairs and teams in an event, checked when an entry is decided; a logged entry keeps its names."""

from __future__ import annotations

from kozyr.club.event.tournament import Tournament
from kozyr.club.likeness import Improper, check, check_among, imitated, numbered
from kozyr.tournaments.director.entries import AnyWhat, Appointed, Elected, Entered, Joined, Substitute


def called(at: Tournament, account: str, nick: str) -> str:
    """An account's name in an event: its present one, or its own, with a number if it looks like another's.

    Raises:
        Improper: the name is not allowed.
    """
    if account in at.names:
        return at.names[account]
    check(nick)
    return numbered(nick, at.taken)


def team(at: Tournament, wanted: str) -> str:
    """The name of a pair or team that asks for this one, with a number if it is taken.

    Raises:
        Improper: the name is not allowed, or imitates a name of the event.
    """
    if (like := imitated(wanted, at.taken)) is not None:
        raise Improper("imitates", name=wanted, other=like)
    check(wanted)
    return numbered(wanted, at.taken)


def named(at: Tournament, what: AnyWhat) -> AnyWhat:
    """An entry whose names imitate no name of the event.

    Raises:
        Improper: a name does, or is not allowed.
    """
    check_among(_names(what), at.taken)
    return what


def _names(what: AnyWhat) -> tuple[str, ...]:
    """The names in an entry that may bring new people."""
    if isinstance(what, Entered):
        return tuple(dict.fromkeys((what.name, *what.members)))
    if isinstance(what, Elected):
        return what.members
    return (what.name,) if isinstance(what, Appointed | Joined | Substitute) else ()
