"""A kept sheet as a fold over its log: what is written, what was wrong, who agrees, and what the engine makes of it.

Lines stand in the order of the deals that they belong to, whenever they were written, and the match is played anew from those
that stand; so a result that is put right, or written late, counts as if it had been right from the beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Final, Literal, TypeAlias

import msgspec

from kozyr.games import Amendment, AnyMatch, IllegalEvent, Outcome, Stop, game
from kozyr.keep.acts import (
    Amend,
    AnyAct,
    Consent,
    End,
    Enter,
    Join,
    Mark,
    Named,
    Penalty,
    Replace,
    Rewrite,
    Setup,
    TakeBack,
    Write,
)  # fmt: skip
from kozyr.keep.custom import Change, Custom, Due, custom

State: TypeAlias = Literal["asked", "stands", "refused", "taken_back"]
Step: TypeAlias = Outcome | Amendment | Change
_FORGOTTEN: Final = "P-4.2.10"
_EARLY: Final = "P-4.2.15"
_OWN: Final = "P-4.2.4"
_ERROR: Final = "P-4.2.7"
_JOINED: Final = "P-3.1.2"
_REPLACED: Final = "PE-5.4.7"
_LAST: Final = 1_000_000  # behind every deal
_MOST: Final = 4_000  # entries of a log


class Wrong(StrEnum):
    """Why something is not written."""

    NOBODY = "nobody"  # nobody of this name plays
    NO_ENTRY = "no_entry"  # there is no such entry, or it stands no more
    NOT_THIS_DEAL = "not_this_deal"  # its turn has not come, or it was refused
    WRITTEN = "written"  # somebody has written it already
    SAME = "same"  # that is what stands there
    NOT_ASKED = "not_asked"
    NAMED_ALIKE = "named_alike"  # somebody here is or was called so
    NOT_HERE = "not_here"  # this game has no such thing
    CANNOT_BE = "cannot_be"  # the engine cannot score it; the detail says why
    OVER = "over"
    FULL = "full"


class Unwritten(Exception):
    """An act that changes nothing. wrong: why. law: the rule. detail: the engine's own words, in English."""

    def __init__(self, wrong: Wrong, law: str = "", detail: str = "") -> None:
        super().__init__(f"{wrong}{f' ({law})' if law else ''}{f': {detail}' if detail else ''}")
        self.wrong, self.law, self.detail = wrong, law, detail


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody has written under a deal: its result, or entries by hand.

    n: the number of its entry in the log. ts: when, in milliseconds since 1970. late: it was forgotten, and the time is over
    (P-4.2.10); asked, yes: whose consent it needs and who has agreed. instead: the entries by hand stand for the result of the
    deal, and the next one deals.
    """

    n: int
    ts: int
    by: str
    deal: int
    outcome: Outcome | None = None
    marks: tuple[Mark, ...] = ()
    instead: bool = False
    state: State = "stands"
    late: bool = False
    asked: tuple[str, ...] = ()
    yes: tuple[str, ...] = ()


class Error(msgspec.Struct, frozen=True, kw_only=True):
    """An error that was pointed out, with what is right.

    entry: the line that was wrong. outcome, marks: what is right. late: the time was over (P-4.2.9); asked, yes: whose good will
    it needs then. warned: it was its writer's first one. fines: what it cost him. law: by which rule.
    """

    n: int
    ts: int
    by: str
    deal: int
    entry: int
    writer: str
    outcome: Outcome | None = None
    marks: tuple[Mark, ...] = ()
    state: State = "stands"
    late: bool = False
    asked: tuple[str, ...] = ()
    yes: tuple[str, ...] = ()
    warned: bool = False
    fines: tuple[Amendment, ...] = ()
    law: str = _ERROR


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal to end early (P-4.2.15)."""

    n: int
    ts: int
    by: str
    state: State = "asked"
    asked: tuple[str, ...] = ()
    yes: tuple[str, ...] = ()


class Kept(msgspec.Struct, frozen=True, dict=True):
    """A kept sheet as it stands.

    seq: the number of its last entry. begun: the match before the first deal. contract: the last deal whose auction is known to be over; what belongs to it or to a
    later one can still be pointed out. ending: the last proposal to end. changes: newcomers, substitutes, fines of the table.
    """

    setup: Setup
    seq: int
    begun: AnyMatch
    match: AnyMatch
    contract: int = 0
    lines: tuple[Line, ...] = ()
    errors: tuple[Error, ...] = ()
    ending: Ending | None = None
    changes: tuple[Change, ...] = ()

    # --- what is known -------------------------------------------------------------------------------------

    @cached_property
    def custom(self) -> Custom:
        """How its game is kept."""
        return custom(self.setup.game)

    @property
    def warned(self) -> frozenset[str]:
        """Who has had his warning (P-4.2.7)."""
        return frozenset(one.writer for one in self.errors if one.warned and one.state == "stands")

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Who plays now, clockwise."""
        return self.custom.players(self.match, tuple(self._called(name, _LAST) for name in self.setup.players))

    def _called(self, name: str, deal: int) -> str:
        """What somebody is called at a deal, by any name that he or whom he replaces ever had."""
        return _called(name, deal, self.changes)

    @property
    def ended(self) -> bool:
        """Everybody has agreed to end early."""
        return self.ending is not None and self.ending.state == "stands"

    @property
    def standing(self) -> dict[int, Line]:
        """The deals with a result that stands, by number."""
        counted = (_counted(line, self.errors) for line in self.lines if line.state == "stands")
        return {line.deal: line for line in counted if line.outcome is not None}

    @property
    def written(self) -> frozenset[int]:
        """The deals that are written, by number: their result, or entries by hand that stand for it."""
        counted = (_counted(line, self.errors) for line in self.lines if line.state == "stands")
        return frozenset(line.deal for line in counted if line.outcome is not None or (line.instead and line.marks))

    @cached_property
    def dues(self) -> dict[int, Due]:
        """What was due at each deal whose result stands, by number, as the lines before it make it now."""
        match, last, found = self.begun, 0, dict[int, Due]()
        for deal, step in _steps(self.custom, self.lines, self.errors, self.changes):
            if isinstance(step, Change):
                match = self.custom.changed(match, step)
            elif isinstance(step, Amendment):
                match = match.amend(step)
            else:
                found[deal] = self.custom.due(match, deal, deal - 1 - last, step)
                match, last = match.record(self.custom.placed(match, step)), deal
        return found

    @property
    def due(self) -> tuple[Due, ...]:
        """The deals that may be written: the present one first, then those that were forgotten, the oldest first."""
        if self.match.finished:
            return ()
        written = self.written
        now = self.contract if self.contract and self.contract not in written else self.contract + 1
        refused = {line.deal for line in self.lines if line.state == "refused" and _whole(line)}
        forgotten = [deal for deal in range(1, now) if deal not in written and deal not in refused]
        found = []
        for deal in (now, *forgotten):
            try:
                found.append(self._due(deal))
            except ValueError:  # before this deal the match would have been over
                continue
        return tuple(found)

    def _due(self, deal: int) -> Due:
        """What is due at a deal, by what stands before it.

        Raises:
            ValueError: the match would have been over.
        """
        match = self._until(deal)
        if match.finished:
            raise ValueError("the match is over before this deal")
        return self.custom.due(match, deal, deal - 1 - max((n for n in self.standing if n < deal), default=0))

    def _until(self, deal: int) -> AnyMatch:
        """The match as it stood before a deal, by what stands now."""
        errors = [error for error in self.errors if error.deal < deal or not error.fines]
        changes = [change for change in self.changes if change.deal < deal]
        return self._scored([line for line in self.lines if line.deal < deal], errors, changes)[0]

    def counted(self, line: Line) -> Line:
        """A line as it counts now, with what has been put right in it."""
        return _counted(line, self.errors)

    def late(self, deal: int) -> bool:
        """Whether the next contract was named since (P-4.2.9, P-4.2.10)."""
        return self.custom.judged and deal < self.contract

    def jsonl(self) -> str:
        """What `kozyr score` reads with the same result."""
        _, steps = self._scored(self.lines, self.errors, self.changes)
        lines = [*self.custom.head(self.setup)]
        for step in steps:
            if isinstance(step, Change):
                lines += self.custom.told(step)
            else:
                lines.append(self.custom.line(step) if isinstance(step, Amendment) else msgspec.to_builtins(step))
        if self.ended:
            lines.append({"kind": "stop"})
        return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)

    # --- what happens --------------------------------------------------------------------------------------

    def after(self, seq: int, ts: int, act: AnyAct) -> Kept:
        """The sheet after an act.

        Raises:
            Unwritten: it changes nothing, and why.
        """
        if act.by not in self.players:
            raise Unwritten(Wrong.NOBODY, detail=act.by)
        if seq > _MOST:
            raise Unwritten(Wrong.FULL)
        match act:
            case Write():
                return self._written(seq, ts, act)
            case Enter():
                return self._entered(seq, ts, act)
            case Named():
                return self._named(seq, act)
            case Rewrite():
                return self._corrected(seq, ts, act, self._outcome(act.outcome), ())
            case Amend():
                return self._corrected(seq, ts, act, None, act.marks)
            case TakeBack():
                return self._withdrawn(seq, act)
            case Consent():
                return self._agreed(seq, act)
            case End():
                return self._ending(seq, ts, act)
            case Join() | Replace() | Penalty():
                return self._proposed(seq, ts, act)

    def _written(self, seq: int, ts: int, act: Write) -> Kept:
        due = self._open(act.deal)
        outcome = self._outcome(act.outcome)
        if not self.custom.in_turn(outcome, due):
            raise Unwritten(Wrong.CANNOT_BE, detail=f"{due.dealer} deals here")
        line = Line(n=seq, ts=ts, by=act.by, deal=act.deal, outcome=outcome)
        # A result says by itself that its auction is over.
        contract = max(self.contract, act.deal)
        return self._with_line(self._replaced(contract=contract), line)

    def _entered(self, seq: int, ts: int, act: Enter) -> Kept:
        if not self.custom.judged:
            raise Unwritten(Wrong.NOT_HERE)
        if not 1 <= act.deal <= self.contract + 1:
            raise Unwritten(Wrong.NOT_THIS_DEAL, _OWN)
        contract = self.contract
        if act.instead:
            contract = max(contract, self._open(act.deal).deal)
        line = Line(n=seq, ts=ts, by=act.by, deal=act.deal, marks=act.marks, instead=act.instead)
        return self._with_line(self._replaced(contract=contract), line)

    def _open(self, deal: int) -> Due:
        """What is due at a deal that nobody has written yet.

        Raises:
            Unwritten: somebody has, or its turn has not come.
        """
        asked = any(one.deal == deal and one.state == "asked" and _whole(one) for one in self.lines)
        if asked or deal in self.written:
            raise Unwritten(Wrong.WRITTEN, _OWN)
        due = next((one for one in self.due if one.deal == deal), None)
        if due is None:
            raise Unwritten(Wrong.OVER if self.match.finished else Wrong.NOT_THIS_DEAL, _FORGOTTEN)
        return due

    def _with_line(self, before: Kept, line: Line) -> Kept:
        """With a line, which needs everybody's consent if it was forgotten for too long (P-4.2.10)."""
        checked = before._replaced(seq=line.n, lines=(*self.lines, line))._anew()
        if not self.late(line.deal):
            return checked
        asked = tuple(name for name in self.players if name != line.by)
        line = msgspec.structs.replace(line, state="asked", late=True, asked=asked)
        return before._replaced(seq=line.n, lines=(*self.lines, line))

    def _named(self, seq: int, act: Named) -> Kept:
        if not self.custom.judged:
            raise Unwritten(Wrong.NOT_HERE)
        if self.match.finished:
            raise Unwritten(Wrong.OVER)
        if act.deal != self.contract + 1:
            raise Unwritten(Wrong.NOT_THIS_DEAL, "P-4.2.9")
        return self._replaced(seq=seq, contract=act.deal)

    def _corrected(
        self, seq: int, ts: int, act: Rewrite | Amend, outcome: Outcome | None, marks: tuple[Mark, ...]
    ) -> Kept:
        line = self._line(act.entry)
        if (line.outcome is None and outcome is not None) or (line.outcome is not None and marks):
            raise Unwritten(Wrong.NO_ENTRY, _ERROR)
        if outcome is not None and line.outcome is not None:
            before = self._until(line.deal)
            same = self.custom.placed(before, outcome) == self.custom.placed(before, line.outcome)
        else:
            same = line.outcome is None and line.marks == marks
        if same:
            raise Unwritten(Wrong.SAME, _ERROR)
        late = self.late(line.deal)
        agreed = self.match.conventions
        error = Error(
            n=seq, ts=ts, by=act.by, deal=max(line.deal, self.contract), entry=line.n, writer=line.by, outcome=outcome,
            marks=marks, late=late,
        )  # fmt: skip
        corrected = self._replaced(seq=seq, errors=(*self.errors, error))._anew()
        if late:
            first = next(one.by for one in self.lines if one.n == line.n)
            writers = (self._called(first, _LAST), self._called(line.by, _LAST))
            everybody = self.players if self.custom.all_agree(agreed) else writers
            asked = tuple(dict.fromkeys(name for name in everybody if name != act.by))
            error = msgspec.structs.replace(
                error, asked=asked, state="asked" if asked else "stands", law=self.custom.law(agreed)
            )
            if not asked:  # the writer himself: that is his good will
                return self._replaced(seq=seq, errors=(*self.errors, error))._anew()
            return self._replaced(seq=seq, errors=(*self.errors, error))
        if not self.custom.pays(agreed):
            return corrected
        if line.by not in self.warned:
            error = msgspec.structs.replace(error, warned=True)
        else:
            until = [one for one in self.lines if one.deal <= line.deal]
            changes = [change for change in self.changes if change.deal < line.deal]
            writer = self._called(line.by, error.deal)
            wrong, right = (self._scored(until, errors, changes)[0] for errors in (self.errors, (*self.errors, error)))
            names = tuple(self._called(name, error.deal) for name in wrong.names)
            error = msgspec.structs.replace(error, fines=self.custom.fines(writer, names, wrong, right))
        return self._replaced(seq=seq, errors=(*self.errors, error))._anew()

    def _withdrawn(self, seq: int, act: TakeBack) -> Kept:
        error = next((one for one in self.errors if one.n == act.entry and one.state in {"stands", "asked"}), None)
        newer = error is not None and any(one.entry == error.entry and one.n > error.n for one in self._effective())
        if error is None or error.by != act.by or newer or self.late(error.deal):
            raise Unwritten(Wrong.NO_ENTRY, _ERROR)
        return self._with_error(seq, msgspec.structs.replace(error, state="taken_back"))._anew()

    def _ending(self, seq: int, ts: int, act: End) -> Kept:
        if self.match.finished:
            raise Unwritten(Wrong.OVER)
        if self.ending is not None and self.ending.state == "asked":
            raise Unwritten(Wrong.SAME, _EARLY)
        asked = tuple(name for name in self.players if name != act.by)
        # Whether it may end early at all is known now, not when all have agreed.
        self._replaced(ending=Ending(n=seq, ts=ts, by=act.by, state="stands"))._anew()
        return self._replaced(seq=seq, ending=Ending(n=seq, ts=ts, by=act.by, asked=asked))

    def _proposed(self, seq: int, ts: int, act: Join | Replace | Penalty) -> Kept:
        """A change at the table: a newcomer needs all, a substitute the others, a fine the one who pays it."""
        change = Change(n=seq, ts=ts, by=act.by, what="join", deal=self.contract, law=_JOINED)
        asked = tuple(name for name in self.players if name != act.by)
        if not isinstance(act, Replace) and not self.custom.judged:
            raise Unwritten(Wrong.NOT_HERE)
        if not isinstance(act, Join) and act.player not in self.players:
            raise Unwritten(Wrong.NOBODY, detail=act.player)
        if isinstance(act, Penalty):
            change = msgspec.structs.replace(change, what="fine", player=act.player, points=act.points, law=act.law)
            asked = (act.player,) if act.player != act.by else ()
        else:
            name = " ".join(act.name.split())
            if not name or not name.isprintable() or name in self._names:
                raise Unwritten(Wrong.NAMED_ALIKE, detail=name)
            change = msgspec.structs.replace(change, name=name)
        if isinstance(act, Replace):
            change = msgspec.structs.replace(change, what="replace", player=act.player, law=_REPLACED)
            asked = tuple(name for name in asked if name != act.player)
        # Whether it may be at all is known now, not when all have agreed.
        after = self._changed(seq, msgspec.structs.replace(change, state="stands"))
        if not asked:
            return after
        return self._replaced(seq=seq, changes=(*self.changes, msgspec.structs.replace(change, asked=asked)))

    def _changed(self, seq: int, change: Change) -> Kept:
        """With a change at the table, behind the last deal."""
        if change.what == "join" and self.contract and self.contract not in self.standing:
            raise Unwritten(Wrong.CANNOT_BE, _JOINED, f"the result of deal {self.contract} comes first")
        others = tuple(one for one in self.changes if one.n != change.n)
        return self._replaced(seq=seq, changes=(*others, change))._anew()

    @property
    def _names(self) -> frozenset[str]:
        """Whoever plays or has played."""
        return frozenset((*self.setup.players, *(change.name for change in self.changes if change.state != "refused")))

    def _agreed(self, seq: int, act: Consent) -> Kept:
        pending: list[Line | Error | Ending | Change] = [*self.lines, *self.errors, *self.changes]
        pending += [] if self.ending is None else [self.ending]
        found = next((one for one in pending if one.n == act.entry and one.state == "asked"), None)
        if found is None or act.by not in found.asked or act.by in found.yes:
            raise Unwritten(Wrong.NOT_ASKED)
        yes = (*found.yes, act.by) if act.yes else found.yes
        state: State = "refused" if not act.yes else "stands" if set(yes) >= set(found.asked) else "asked"
        answered = msgspec.structs.replace(found, yes=yes, state=state)
        if isinstance(answered, Line):
            lines = tuple(answered if one.n == answered.n else one for one in self.lines)
            return self._replaced(seq=seq, lines=lines)._anew()
        if isinstance(answered, Error):
            return self._with_error(seq, answered)._anew()
        if isinstance(answered, Change):
            if answered.state == "stands":  # it happens now that all have agreed, not when it was proposed
                return self._changed(seq, msgspec.structs.replace(answered, deal=self.contract))
            changes = tuple(answered if one.n == answered.n else one for one in self.changes)
            return self._replaced(seq=seq, changes=changes)
        return self._replaced(seq=seq, ending=answered)._anew()

    # --- its parts -----------------------------------------------------------------------------------------

    def _replaced(self, **changes: object) -> Kept:
        return msgspec.structs.replace(self, **changes)

    def _with_error(self, seq: int, error: Error) -> Kept:
        return self._replaced(seq=seq, errors=tuple(error if one.n == error.n else one for one in self.errors))

    def _anew(self) -> Kept:
        """The same with the match as the lines make it now.

        Raises:
            Unwritten: the engine cannot score them.
        """
        try:
            match = self._scored(self.lines, self.errors, self.changes)[0]
            return self._replaced(match=match.amend(Stop(match.names)) if self.ended else match)
        except IllegalEvent as error:
            raise Unwritten(Wrong.CANNOT_BE, error.illegal.law, str(error.illegal.reason)) from None
        except ValueError as error:
            raise Unwritten(Wrong.CANNOT_BE, detail=str(error)) from None

    def _scored(
        self, lines: Iterable[Line], errors: Iterable[Error], changes: Iterable[Change]
    ) -> tuple[AnyMatch, list[Step]]:
        """The match that these lines make, and what it has taken.

        Raises:
            ValueError: they cannot be scored. IllegalEvent: the match does not take an entry by hand, or a change.
        """
        match, taken = self.begun, list[Step]()
        for _, step in _steps(self.custom, lines, errors, changes):
            if isinstance(step, Change):
                match = self.custom.changed(match, step)
                taken.append(step)
            elif isinstance(step, Amendment):
                match = match.amend(step)
                taken.append(step)
            else:
                placed = self.custom.placed(match, step)
                match = match.record(placed)
                taken.append(placed)
        return match, taken

    def _line(self, n: int) -> Line:
        """A line that stands, as it counts now."""
        for line in self.lines:
            if line.n == n and line.state == "stands":
                return _counted(line, self.errors)
        raise Unwritten(Wrong.NO_ENTRY, _ERROR)

    def _effective(self) -> Iterable[Error]:
        return (error for error in self.errors if error.state == "stands")

    def _outcome(self, raw: msgspec.Raw) -> Outcome:
        try:
            return msgspec.json.decode(raw, type=game(self.setup.game).outcome)
        except (msgspec.MsgspecError, ValueError) as error:
            raise Unwritten(Wrong.CANNOT_BE, detail=str(error)) from None


def start(setup: Setup) -> Kept:
    """A new sheet.

    Raises:
        ValueError: there is no such game, or what was agreed cannot be.
    """
    names = tuple(" ".join(name.split()) for name in setup.players)
    for name in names:
        if not name or not name.isprintable() or names.count(name) > 1:
            raise ValueError(f"players have names that can be told apart, not {', '.join(names)}")
    setup = msgspec.structs.replace(setup, players=names)
    if setup.dealer >= len(names):
        raise ValueError(f"no place {setup.dealer} at a table for {len(names)}")
    rules, own = game(setup.game), custom(setup.game)
    agreed = rules.choose(setup.preset, setup.changes, len(names), "record")
    match = own.begin(rules.start(agreed, len(names), setup.dealer), setup)
    return Kept(setup, 1, match, match)


def _whole(line: Line) -> bool:
    """Whether a line stands for its whole deal."""
    return line.outcome is not None or line.instead


def _counted(line: Line, errors: Iterable[Error]) -> Line:
    """A line with what the errors that stand have made of it."""
    for error in errors:
        if error.entry == line.n and error.state == "stands":
            # A result is then his who has put it right; an entry by hand stays its owner's (P-4.2.4).
            by = line.by if error.outcome is None else error.by
            line = msgspec.structs.replace(line, outcome=error.outcome, marks=error.marks, by=by)
    return line


def _called(name: str, deal: int, changes: Iterable[Change]) -> str:
    """What somebody is called at a deal: he, whom he replaces, or who has replaced him."""
    replaced = [change for change in changes if change.what == "replace" and change.state == "stands"]
    # In the order in which they came to stand.
    for change in replaced:  # the name that he has now
        name = change.name if name == change.player else name
    for change in reversed(replaced):
        name = change.player if change.deal >= deal and name == change.name else name
    return name


def _steps(
    own: Custom, lines: Iterable[Line], errors: Iterable[Error], changes: Iterable[Change]
) -> list[tuple[int, Step]]:
    """What the match takes under which deal, in the order of the deals.

    First the result, then what was written by hand under it, then fines for errors, then what has changed at the table.
    """
    errors, changes = tuple(errors), tuple(changes)
    rows: list[tuple[int, int, int, Sequence[Step]]] = []
    for line in lines:
        if line.state != "stands":
            continue
        now = _counted(line, errors)
        by = _called(line.by, line.deal, changes)
        marks = [
            msgspec.structs.replace(mark, on=_called(mark.on, line.deal, changes)) if mark.on else mark
            for mark in now.marks
        ]
        step: Sequence[Step] = [now.outcome] if now.outcome else own.entries(by, marks)
        rows.append((line.deal, int(line.outcome is None), line.n, step))
    rows += [(error.deal, 2, error.n, error.fines) for error in errors if error.state == "stands" and error.fines]
    rows += [(change.deal, 3, change.n, [change]) for change in changes if change.state == "stands"]
    return [(deal, step) for deal, *_, steps in sorted(rows, key=lambda row: row[:3]) for step in steps]
