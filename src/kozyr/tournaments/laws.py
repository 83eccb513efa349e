"""The laws that a ruling at an event may name: those that the arbiter can rule by, and numbers of the game's own book."""

from __future__ import annotations

from functools import cache

from kozyr.arbiter.desk.book import laws
from kozyr.games import part
from kozyr.games.refusal import Refused
from kozyr.tournaments.part import event_part


@cache
def known(game: str) -> frozenset[str]:
    """The laws of a game by which the arbiter can rule, those of competitions among them (`kozyr rule --list`)."""
    names = (game,) if part("arbiter", game) is not None else ()
    return frozenset(one.law for one in laws(names))


def named(game: str, law: str) -> str:
    """A law in the form of entries.

    Raises:
        Refused: there is no such law.
    """
    said = " ".join(law.split())
    found = said if said in known(game) else event_part(game).law(said)
    if found is None:
        raise Refused("no_law", "PT-I.13.2.3", text=said[:40])
    return found
