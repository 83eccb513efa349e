"""What a game does in its own way on a kept sheet; what a game without a part in this layer does stands here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeAlias

import msgspec

from kozyr.games import Amendment, AnyMatch, Conventions, Outcome, part
from kozyr.keep.acts import Mark, Setup

Json: TypeAlias = dict[str, Any]  # a line of a score file, as `msgspec.to_builtins` gives it


class Due(msgspec.Struct, frozen=True, kw_only=True):
    """What the engine says of a deal that is to be written.

    deal: from 1. dealer, hands, sitter: names on the sheet; hands: who may declare, from the first hand; sitter: who deals
    and has no cards. price: of a trick of an all-pass, lowest: tricks of the lowest bid. factors: what multiplies a player's next game.
    forced: an all-pass that must be played.
    vul, board, seats: of bridge. obliged: the dealer plays without bidding.
    """

    deal: int
    dealer: str
    hands: tuple[str, ...] = ()
    sitter: str | None = None
    price: int | None = None
    lowest: int | None = None
    factors: Mapping[str, int] = {}
    forced: bool = False
    vul: str | None = None
    board: int = 0
    seats: Mapping[str, str] = {}
    obliged: bool = False


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What happens at the table between two deals, by consent.

    what: `join`: somebody sits down under this name; `replace`: he takes over a player's score; `fine`: points on the player's
    hill by a rule. deal: the last one before it. state: `asked`, `stands` or `refused`.
    """

    n: int
    ts: int
    by: str
    what: Literal["join", "replace", "fine"]
    deal: int
    player: str = ""
    name: str = ""
    points: int = 0
    law: str
    state: Literal["asked", "stands", "refused"] = "asked"
    asked: tuple[str, ...] = ()
    yes: tuple[str, ...] = ()


class Custom:
    """How a game is kept.

    judged: errors are pointed out within a time and cost something, and a deal's result may be forgotten; else any result
    can be put right at any time, and the deals follow one another.
    """

    judged: ClassVar[bool] = False

    def begin(self, match: AnyMatch, setup: Setup) -> AnyMatch:  # noqa: ARG002 - a game may call players by their names
        """The match before the first deal."""
        return match

    def due(self, match: AnyMatch, deal: int, skipped: int, written: Outcome | None = None) -> Due:
        """What is due at this deal, or was when its result was written.

        skipped: so many deals between the last one with a result and this one have none.
        """
        del skipped, written
        terms = match.next_deal()
        seats = {seat.value: name for seat, name in zip(terms.seats, terms.names, strict=True)}
        return Due(
            deal=deal, dealer=match.names[match.dealer], vul=getattr(terms, "vulnerability", None),
            board=getattr(terms, "board", 0), seats=seats, obliged=getattr(terms, "obliged", False),
        )  # fmt: skip

    def players(self, match: AnyMatch, names: Sequence[str]) -> tuple[str, ...]:  # noqa: ARG002 - a game may keep its own
        """Who plays now, clockwise. names: who sat first, under the names of those who have replaced them."""
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
        """Whether the dealer that the facts name is the one who is due, or is said to be another."""
        return True

    def placed(self, match: AnyMatch, outcome: Outcome) -> Outcome:  # noqa: ARG002 - as above
        """The facts of a deal as they stand behind those that stand before it."""
        return outcome

    def entries(self, by: str, marks: Iterable[Mark]) -> tuple[Amendment, ...]:
        """Entries by hand, as the match takes them.

        Raises:
            ValueError: this game has none.
        """
        if tuple(marks):
            raise ValueError(f"{by} cannot write points by hand in this game; write the result of a deal")
        return ()

    def fines(
        self,
        by: str,  # noqa: ARG002 - as above
        names: Sequence[str],  # noqa: ARG002 - as above
        wrong: AnyMatch,  # noqa: ARG002 - as above
        right: AnyMatch,  # noqa: ARG002 - as above
    ) -> tuple[Amendment, ...]:
        """What a writer pays for what stood on the wrong sheet, to his good, and stands on the right one no more.

        names: what the players are called now, by place.
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
    """How this game is kept.

    Raises:
        ValueError: there is no such game.
    """
    module = part("keep", game)
    found: Custom = Custom() if module is None else module.CUSTOM
    return found
