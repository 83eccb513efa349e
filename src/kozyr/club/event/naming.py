"""The names of people, pairs and teams in an event, checked when an entry is decided; a logged entry keeps its names."""

from __future__ import annotations

from kozyr.club.event.tournament import Tournament
from kozyr.club.likeness import Improper, check, check_among, imitated, numbered
from kozyr.tournaments.director.entries import AnyWhat, Appointed, Elected, Entered, Joined, Substitute


def called(at: Tournament, account: str, nick: str) -> str:
    """The name of an account in an event: the one that it has there, or its own, with a number if it looks like somebody's.

    Raises:
        Improper: nobody bears such a name.
    """
    if account in at.names:
        return at.names[account]
    check(nick)
    return numbered(nick, at.taken)


def team(at: Tournament, wanted: str) -> str:
    """The name of a pair or a team that wants this one, with a number if somebody has it.

    Raises:
        Improper: nobody bears such a name, or it imitates somebody of the event.
    """
    if (like := imitated(wanted, at.taken)) is not None:
        raise Improper("imitates", name=wanted, other=like)
    check(wanted)
    return numbered(wanted, at.taken)


def named(at: Tournament, what: AnyWhat) -> AnyWhat:
    """An entry whose names imitate nobody of the event.

    Raises:
        Improper: one does, or nobody bears such a name.
    """
    check_among(_names(what), at.taken)
    return what


def _names(what: AnyWhat) -> tuple[str, ...]:
    """The names in an entry that may bring somebody new."""
    if isinstance(what, Entered):
        return tuple(dict.fromkeys((what.name, *what.members)))
    if isinstance(what, Elected):
        return what.members
    return (what.name,) if isinstance(what, Appointed | Joined | Substitute) else ()
