"""A game's own way on a kept sheet, with defaults for a game without a part in this layer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeAlias

import msgspec

from kozyr.games import Amendment, AnyMatch, Conventions, Outcome, part
from kozyr.games.refusal import Refused
from kozyr.keep.acts import Mark, Setup, Signed

Json: TypeAlias = dict[str, Any]  # a line of a score file, as `msgspec.to_builtins` gives it


class Due(msgspec.Struct, frozen=True, kw_only=True):
    """The engine's facts of a deal that is to be written."""

    deal: int
    """The number of the deal, from 1."""
    dealer: str
    """The dealer's name on the sheet."""
    hands: tuple[str, ...] = ()
    """The players who may declare, from the first hand."""
    sitter: str | None = None
    """The dealer without cards."""
    price: int | None = None
    """The price of a trick of an all-pass. `lowest` has the tricks of the lowest bid."""
    lowest: int | None = None
    factors: Mapping[str, int] = {}
    """The multipliers of each player's next games."""
    forced: bool = False
    """An all-pass that must be played."""
    vul: str | None = None
    """The vulnerability, at bridge."""
    board: int = 0
    """The number of the board, at bridge."""
    seats: Mapping[str, str] = {}
    """The seats of the players, at bridge."""
    obliged: bool = False
    """The dealer plays without bidding."""


class Change(Signed, frozen=True, kw_only=True):
    """A change at the table between two deals, by consent."""

    what: Literal["join", "replace", "fine"]
    """The kind of change.

    `join`: a person sits down under this name. `replace`: the person takes over a player's score. `fine`: points on the
    player's hill by a rule.
    """
    deal: int
    """The last deal before the change."""
    player: str = ""
    name: str = ""
    points: int = 0
    law: str
    state: Literal["asked", "stands", "refused"] = "asked"
    """The state of the change: `asked`, `stands` or `refused`."""
    asked: tuple[str, ...] = ()
    yes: tuple[str, ...] = ()


class Custom:
    """The way in which a game is kept."""

    judged: ClassVar[bool] = False
    """Whether errors are pointed out within a time and cost something, and a result may be forgotten.

    Otherwise any result can be corrected at any time, and the deals follow one another.
    """

    def begin(self, match: AnyMatch, setup: Setup) -> AnyMatch:  # noqa: ARG002 - a game may call players by their names
        """The match before the first deal."""
        return match

    def due(self, match: AnyMatch, deal: int, skipped: int, written: Outcome | None = None) -> Due:
        """The due facts of this deal, or those of the time when its result was written.

        skipped: how many deals between the last result and this one have none.
        """
        del skipped, written
        terms = match.next_deal()
        seats = {seat.value: name for seat, name in zip(terms.seats, terms.names, strict=True)}
        return Due(
            deal=deal, dealer=match.names[match.dealer], vul=getattr(terms, "vulnerability", None),
            board=getattr(terms, "board", 0), seats=seats, obliged=getattr(terms, "obliged", False),
        )  # fmt: skip

    def players(self, match: AnyMatch, names: Sequence[str]) -> tuple[str, ...]:  # noqa: ARG002 - a game may keep its own
        """The present players, clockwise. names: the first players, under the names of their substitutes."""
        return tuple(names)

    def changed(self, match: AnyMatch, change: Change) -> AnyMatch:  # noqa: ARG002 - the others have a fixed number of seats
        """The match after a change at the table; a substitute alone changes nothing in it."""
        return match

    def check(self, match: AnyMatch, change: Change) -> None:
        """Refuse a change at the table that the match does not allow.

        Raises:
            IllegalEvent: why.
        """

    def told(self, change: Change) -> Sequence[Json]:  # noqa: ARG002 - as above
        """A change as lines of a score file."""
        return ()

    def in_turn(self, outcome: Outcome, due: Due) -> bool:  # noqa: ARG002 - as above; the match itself says who deals
        """Whether a result names a dealer who may have dealt: always, in games whose match says who deals."""
        return True

    def placed(self, match: AnyMatch, outcome: Outcome) -> Outcome:  # noqa: ARG002 - as above
        """The facts of a deal as the match's next deal."""
        return outcome

    def entries(self, by: str, marks: Iterable[Mark]) -> tuple[Amendment, ...]:
        """Entries by hand, as the match takes them.

        Raises:
            ValueError: this game has none.
        """
        if tuple(marks):
            raise Refused("no_hand_entries", name=by)
        return ()

    def fines(
        self,
        by: str,  # noqa: ARG002 - as above
        names: Sequence[str],  # noqa: ARG002 - as above
        wrong: AnyMatch,  # noqa: ARG002 - as above
        right: AnyMatch,  # noqa: ARG002 - as above
    ) -> tuple[Amendment, ...]:
        """The writer's fines for entries in the own favour that the wrong sheet has and the right one has not.

        names: the present names of the players, by place.
        """
        return ()

    def pays(self, conventions: Conventions) -> bool:  # noqa: ARG002 - as above
        """Whether an error costs anything."""
        return False

    def all_agree(self, conventions: Conventions) -> bool:  # noqa: ARG002 - as above
        """Whether a late correction needs everybody, not its writer alone."""
        return False

    def law(self, conventions: Conventions) -> str:  # noqa: ARG002 - as above
        """The rule of late corrections."""
        return ""

    def protocol(self, outcome: Outcome) -> str | None:  # noqa: ARG002 - as above
        """Contract and result as a tournament's sheet has them."""
        return None

    def head(self, setup: Setup) -> Sequence[Json]:  # noqa: ARG002 - the options of `kozyr score` say it
        """The lines of a score file before the deals."""
        return ()

    def line(self, amendment: Amendment) -> Json:
        """An amendment as a line of a score file.

        Raises:
            TypeError: the score files of this game have no such line.
        """
        raise TypeError(f"no line of a score file for {amendment.token}")


def custom(game: str) -> Custom:
    """The rules of keeping this game's sheets.

    Raises:
        ValueError: there is no such game.
    """
    module = part("keep", game)
    found: Custom = Custom() if module is None else module.CUSTOM
    return found
