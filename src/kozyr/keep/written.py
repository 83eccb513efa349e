"""The contents of a kept sheet: results, entries by hand, errors that were pointed out, and changes at the table.

Lines are in the order of their deals, whenever they were written, and the match is played anew from the counted lines.
So a corrected or late result counts as if it had been right from the beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final, Literal, TypeAlias, TypeVar

import msgspec

from kozyr.games import Amendment, AnyMatch, Outcome
from kozyr.keep.acts import Mark, Signed
from kozyr.keep.custom import Change, Custom, Due

State: TypeAlias = Literal["asked", "stands", "refused", "taken_back"]
Step: TypeAlias = Outcome | Amendment | Change
# A step of this number and deal is about to be taken by the match as it stands.
Look: TypeAlias = Callable[[int, int, AnyMatch, Step], None]
_ERROR: Final = "P-4.2.7"


class Line(Signed, frozen=True, kw_only=True):
    """A player's entry under a deal: its result, or entries by hand."""

    deal: int
    outcome: Outcome | None = None
    marks: tuple[Mark, ...] = ()
    instead: bool = False
    """Whether the entries by hand replace the deal's result; then the next player deals."""
    state: State = "stands"
    late: bool = False
    """Whether the line was forgotten until its time was over (P-4.2.10)."""
    asked: tuple[str, ...] = ()
    """The players who must consent to the line."""
    yes: tuple[str, ...] = ()
    """The players who have agreed."""


class Error(Signed, frozen=True, kw_only=True):
    """An error that was pointed out, with the right entry."""

    deal: int
    entry: int
    """The line that was wrong."""
    writer: str
    outcome: Outcome | None = None
    """The right outcome."""
    marks: tuple[Mark, ...] = ()
    """The right marks."""
    state: State = "stands"
    late: bool = False
    """The time was over (P-4.2.9)."""
    asked: tuple[str, ...] = ()
    """The players who must agree to the correction when it is late."""
    yes: tuple[str, ...] = ()
    """The players who have agreed."""
    warned: bool = False
    """Whether it was the writer's first error."""
    fines: tuple[Amendment, ...] = ()
    """The writer's fines."""
    law: str = _ERROR
    """The law of the correction."""


Item: TypeAlias = Line | Error | Change
T = TypeVar("T", Line, Error, Change)


class Written(msgspec.Struct, frozen=True, dict=True):
    """All lines of a sheet. changes: newcomers, substitutes, fines of the table, in the order of their consents."""

    lines: tuple[Line, ...] = ()
    errors: tuple[Error, ...] = ()
    changes: tuple[Change, ...] = ()

    # --- lines that count ----------------------------------------------------------------------------------

    def line(self, n: int) -> Line | None:
        """The standing line with this number, corrections included. None: there is none."""
        return next((self.counted(line) for line in self.lines if line.n == n and line.state == "stands"), None)

    def counted(self, line: Line) -> Line:
        """A line with the corrections of the errors that stand."""
        for error in self.effective:
            if error.entry == line.n:
                # A corrected result is the corrector's; an entry by hand stays its owner's (P-4.2.4).
                by = line.by if error.outcome is None else error.by
                line = msgspec.structs.replace(line, outcome=error.outcome, marks=error.marks, by=by)
        return line

    @cached_property
    def effective(self) -> tuple[Error, ...]:
        """The errors that stand."""
        return tuple(error for error in self.errors if error.state == "stands")

    @property
    def warned(self) -> frozenset[str]:
        """The writers who have had their warning (P-4.2.7)."""
        return frozenset(one.writer for one in self.effective if one.warned)

    @property
    def _counted(self) -> tuple[Line, ...]:
        return tuple(self.counted(line) for line in self.lines if line.state == "stands")

    @property
    def standing(self) -> dict[int, Line]:
        """The deals with a result that stands, by number."""
        return {line.deal: line for line in self._counted if line.outcome is not None}

    @property
    def deals(self) -> frozenset[int]:
        """The numbers of the written deals: with a result, or with entries by hand instead."""
        return frozenset(one.deal for one in self._counted if one.outcome is not None or (one.instead and one.marks))

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of the entries that are scored."""
        return frozenset(one.n for one in self._items)

    @property
    def _items(self) -> tuple[Item, ...]:
        return (*self.lines, *self.errors, *self.changes)

    def asked(self, n: int) -> Item | None:
        """The item with this number that waits for consent, or None."""
        return next((one for one in self._items if one.n == n and one.state == "asked"), None)

    def called(self, name: str, deal: int) -> str:
        """The name of a person at a deal, by any name that the person or a predecessor ever had."""
        replaced = [change for change in self.changes if change.what == "replace" and change.state == "stands"]
        for change in replaced:  # the present name
            name = change.name if name == change.player else name
        for change in reversed(replaced):
            name = change.player if change.deal >= deal and name == change.name else name
        return name

    # --- additions -----------------------------------------------------------------------------------------

    def with_(self, one: Item) -> Written:
        """The sheet with an item added, or put in place of the item with its number."""
        if isinstance(one, Line):
            return msgspec.structs.replace(self, lines=_put(self.lines, one))
        if isinstance(one, Error):
            return msgspec.structs.replace(self, errors=_put(self.errors, one))
        return msgspec.structs.replace(self, changes=_put(self.changes, one))

    def happened(self, change: Change) -> Written:
        """The sheet with a change to which all have agreed, behind the others."""
        others = (one for one in self.changes if one.n != change.n)
        return msgspec.structs.replace(self, changes=(*others, change))

    def before(self, deal: int) -> Written:
        """The sheet before a deal; errors without a fine have no deal and stay."""
        return Written(
            tuple(one for one in self.lines if one.deal < deal),
            tuple(one for one in self.errors if one.deal < deal or not one.fines),
            tuple(one for one in self.changes if one.deal < deal),
        )

    # --- the match of the lines ----------------------------------------------------------------------------

    def scored(self, own: Custom, match: AnyMatch, look: Look | None = None) -> tuple[AnyMatch, list[Step]]:
        """The match of these lines, and the steps taken. match: before the first deal. look: called before each step."""
        taken = list[Step]()
        for deal, n, said in self._steps(own):
            step = said if isinstance(said, (Amendment, Change)) else own.placed(match, said)
            if look is not None:
                look(deal, n, match, step)
            if isinstance(step, Change):
                match = own.changed(match, step)
            else:
                match = match.amended(step) if isinstance(step, Amendment) else match.recorded(step)
            taken.append(step)
        return match, taken

    def dues(self, own: Custom, begun: AnyMatch) -> dict[int, Due]:
        """The due facts of each deal with a counted result, by number, as the lines before it give them now."""
        last, found = 0, dict[int, Due]()

        def look(deal: int, _: int, match: AnyMatch, step: Step) -> None:
            nonlocal last
            if not isinstance(step, (Amendment, Change)):
                found[deal] = own.due(match, deal, deal - 1 - last, step)
                last = deal

        self.scored(own, begun, look)
        return found

    def check(self, own: Custom, begun: AnyMatch, known: frozenset[int]) -> AnyMatch:
        """The match, if the engine can score every step but the known ones.

        known: the numbers of lines that are not judged again.

        Raises:
            ValueError: which cannot be scored. IllegalEvent: the match does not take an entry by hand, or a change.
        """

        def look(_: int, n: int, match: AnyMatch, step: Step) -> None:
            if n in known:
                return
            if isinstance(step, Change):
                own.check(match, step)
            elif isinstance(step, Amendment):
                match.amend(step)
            else:
                match.record(step)

        return self.scored(own, begun, look)[0]

    def _steps(self, own: Custom) -> list[tuple[int, int, Step]]:
        """The match's steps by deal, with the numbers of their entries, in the order of the deals.

        The result comes first, then entries by hand, then fines for errors, then changes at the table.
        """
        rows: list[tuple[int, int, int, Sequence[Step]]] = []
        for line in self.lines:
            if line.state != "stands":
                continue
            now, by = self.counted(line), self.called(line.by, line.deal)
            marks = [
                msgspec.structs.replace(mark, on=self.called(mark.on, line.deal)) if mark.on else mark
                for mark in now.marks
            ]
            step: Sequence[Step] = [now.outcome] if now.outcome else own.entries(by, marks)
            rows.append((line.deal, int(line.outcome is None), line.n, step))
        rows += [(error.deal, 2, error.n, error.fines) for error in self.effective if error.fines]
        rows += [(change.deal, 3, change.n, [change]) for change in self.changes if change.state == "stands"]
        return [(deal, n, step) for deal, _, n, steps in sorted(rows, key=lambda row: row[:3]) for step in steps]


def _put(some: tuple[T, ...], one: T) -> tuple[T, ...]:
    """The items with one added, or put in place of the item with its number."""
    if all(other.n != one.n for other in some):
        return some + (one,)  # noqa: RUF005 - a star loses the type
    return tuple(one if other.n == one.n else other for other in some)


def whole(line: Line) -> bool:
    """Whether a line decides its whole deal."""
    return line.outcome is not None or line.instead
