"""What a table must know of a game besides the contract: who sits where, how cards are dealt, what is shown.

One module a game; everything that leaves here for a viewer comes from a `View` that he may have, or from a deal
that is over. What a game has no word for is None, or an `Illegal` with the game's own paragraph.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, Protocol

import msgspec

from kozyr.cards import Card, Seat
from kozyr.club import boards
from kozyr.club.faces.bridge import Bridge
from kozyr.club.faces.deberts import Deberts
from kozyr.club.faces.laws import Laws
from kozyr.club.faces.preferans import Preferans
from kozyr.games import Amendment, Event, Illegal, game

__all__ = ["FACES", "Face", "Laws", "agree", "face"]


class Face(Protocol):
    """A game as a table sees it."""

    players: tuple[int, ...]
    laws: Laws
    online: Mapping[str, object]  # options in which a preset is played otherwise than at a real table

    def lot(self, cards: tuple[Card, ...]) -> tuple[int, ...]:
        """The drawers of these cards, from the one who chooses first."""

    def drawn(self, heap: tuple[Card, ...], players: int) -> int:
        """How many cards of a shuffled heap are drawn, by the players in turn, until one has drawn the first deal."""

    def first_dealer(self, cards: tuple[Card, ...], players: int) -> int:
        """The place of the one who deals first by these cards, drawn by the places in turn."""

    def seat(self, state: Any, name: str) -> Seat | None:
        """Where a player sits in this deal; None: he takes no part in it."""

    def name(self, state: Any, seat: Seat) -> str:
        """Who sits there in this deal."""

    def holders(self, state: Any) -> tuple[Seat, ...]:
        """Who gets cards."""

    def number(self, state: Any) -> int:
        """Which deal of the match this is, from 1."""

    def view(self, view: Any) -> object:
        """A player's view as it goes over the wire: of the tricks the last alone, while the deal runs (P-3.9.8)."""

    def watched(self, view: Any) -> object:
        """The same for one who watches: nothing to choose from, no trick to look at (PE-5.4.9).

        The view is a kibitzer's, or that of the one hand into which he may look.
        """

    def notes(self, state: Any) -> bool:
        """Whether players may note what has fallen, so that all of it is told again to who has lost sight of it."""

    def sheet(self, match: Any) -> object:
        """The score as it goes over the wire."""

    def finished(self, state: Any, before: Any, after: Any) -> object:
        """A deal that is over, with the matches before and after it, as it goes over the wire."""

    def asked(self, state: Any) -> tuple[tuple[Seat, int], ...]:
        """Who owes the others an explanation, and of which call."""

    def timed(self, event: Event) -> bool:
        """Whether a later event depends on the moment of this one."""

    def late(self, event: Event, elapsed: int) -> Illegal | None:
        """Why the table's clock refuses the event, so many milliseconds after the last timed one."""

    def amendment(self, event: Amendment, by: str, bots: frozenset[str]) -> Illegal | None:
        """Why a player may not bring this amendment himself; bots consent to everything."""

    def results(self, match: Any) -> Mapping[str, Fraction]:
        """What each player has won or lost in a match that is over."""

    def stop(self, consent: tuple[str, ...], *, force_majeure: bool = False) -> Amendment | None:
        """The end of the match before its time, by consent of these players or without anybody's."""

    def substitute(self, name: str, consent: tuple[str, ...]) -> Amendment | None:
        """Another person in this player's seat; consent: of the others."""

    def guarantee(self, state: Any, name: str, tricks: int) -> tuple[str, ...] | Illegal:
        """To whom a player may now guarantee that the declarer makes so many tricks, or why he may not (P-3.8.5.1a)."""

    def owed(self, before: Any, outcome: Any, name: str, tricks: int) -> Mapping[str, Fraction]:
        """What the others would have more had his guarantee been the result; before: the match before this deal."""


FACES: Final[Mapping[str, Face]] = {"preferans": Preferans(), "bridge": Bridge(), "deberts": Deberts()}


def agree(
    name: str,
    preset: str,
    changes: Mapping[str, object] | None = None,
    players: int | None = None,
    deals: boards.Deals | None = None,
) -> msgspec.Struct:
    """Conventions as the club plays them: the preset, what is otherwise online, the changes, and what a file brings.

    Raises:
        ValueError: no such game, preset, option or value; or a file's deals cannot be played so. Contradiction: which two
            options, and why.
    """
    rules, told = game(name), {**face(name).online, **(changes or {})}
    if deals is None:
        return rules.agree(preset, told, players)
    if name != "bridge" or getattr(rules.presets.get(preset), "form", None) != "duplicate":
        raise ValueError("deals of a file have their dealer and vulnerability: they are for duplicate bridge (B-DUP-3)")
    return rules.agree(preset, told | boards.options(deals), players)


def face(name: str) -> Face:
    """The face of a game.

    Raises:
        ValueError: there is none.
    """
    if name not in FACES:
        raise ValueError(f"no game {name!r}; there are: {', '.join(FACES)}")
    return FACES[name]
