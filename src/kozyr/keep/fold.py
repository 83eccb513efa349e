"""A kept sheet as a fold over its log: its lines, errors, consents, and the engine's match.

Lines stand in the order of their deals, whenever they were written, and the match is played anew from the standing
lines. So a corrected or late result counts as if it had been right from the beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, Literal, TypeAlias

import msgspec

from kozyr.games import Amendment, AnyMatch, Outcome, Stop, game, options
from kozyr.games.options import EDITION
from kozyr.keep.acts import (
    Amend,
    AnyAct,
    Begun,
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
_ERROR: Final = "P-4.2.7"
_JOINED: Final = "P-3.1.2"
_REPLACED: Final = "PE-5.4.7"
_LAST: Final = 1_000_000  # behind every deal


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A player's entry under a deal: its result, or entries by hand."""

    n: int
    """The number of its entry in the log."""
    ts: int
    """When it was written, in milliseconds since 1970."""
    by: str
    deal: int
    outcome: Outcome | None = None
    marks: tuple[Mark, ...] = ()
    instead: bool = False
    """The entries by hand stand for the result of the deal, and the next one deals."""
    state: State = "stands"
    late: bool = False
    """It was forgotten, and the time is over (P-4.2.10)."""
    asked: tuple[str, ...] = ()
    """The players whose consent the line needs."""
    yes: tuple[str, ...] = ()
    """The players who have agreed."""


class Error(msgspec.Struct, frozen=True, kw_only=True):
    """An error that was pointed out, with what is right."""

    n: int
    ts: int
    by: str
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
    """The players whose good will the correction needs then."""
    yes: tuple[str, ...] = ()
    """The players who have given it."""
    warned: bool = False
    """It was its writer's first one."""
    fines: tuple[Amendment, ...] = ()
    """The writer's fines."""
    law: str = _ERROR
    """The law of the correction."""


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal to end early (P-4.2.15)."""

    n: int
    ts: int
    by: str
    state: State = "asked"
    asked: tuple[str, ...] = ()
    yes: tuple[str, ...] = ()


class Kept(msgspec.Struct, frozen=True, dict=True):
    """A kept sheet as it stands."""

    setup: Setup
    seq: int
    """The number of its last entry."""
    begun: AnyMatch
    """The match before the first deal."""
    match: AnyMatch
    contract: int = 0
    """The last deal whose auction is known to be over; what belongs to it or to a later one can still be pointed out."""
    lines: tuple[Line, ...] = ()
    errors: tuple[Error, ...] = ()
    ending: Ending | None = None
    """The last proposal to end."""
    changes: tuple[Change, ...] = ()
    """Newcomers, substitutes, fines of the table."""

    # --- what is known -------------------------------------------------------------------------------------

    @cached_property
    def told(self) -> Setup:
        """The agreement in the words of today: a preset, and its present differences."""
        rules, agreed, players = game(self.setup.game), self.match.conventions, len(self.setup.players)
        preset, today = self.setup.preset, msgspec.structs.replace(agreed, edition=EDITION)
        try:
            if rules.agree(preset, self.setup.changes, players) == today:
                return self.setup
            base = rules.agree(preset, None, players)
        except ValueError:  # there is no such preset any more, or no such option
            preset = next(iter(rules.presets))
            base = rules.agree(preset, None, players)
        usual = options.every(base, rules.groups)
        changes = {name: value for name, value in options.every(today, rules.groups).items() if value != usual[name]}
        return msgspec.structs.replace(self.setup, preset=preset, changes=changes)

    @cached_property
    def custom(self) -> Custom:
        """The way in which its game is kept."""
        return custom(self.setup.game)

    @property
    def warned(self) -> frozenset[str]:
        """The players who have had their warning (P-4.2.7)."""
        return frozenset(one.writer for one in self.errors if one.warned and one.state == "stands")

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The present players, clockwise."""
        return self.custom.players(self.match, tuple(self._called(name, _LAST) for name in self.setup.players))

    def _called(self, name: str, deal: int) -> str:
        """The name of a person at a deal, by any name that the person or a predecessor ever had."""
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
        """The due facts of each deal with a standing result, by number, as the lines before it make them now."""
        match, last, found = self.begun, 0, dict[int, Due]()
        for deal, _, step in _steps(self.custom, self.lines, self.errors, self.changes):
            if isinstance(step, Change):
                match = self.custom.changed(match, step)
            elif isinstance(step, Amendment):
                match = match.amended(step)
            else:
                found[deal] = self.custom.due(match, deal, deal - 1 - last, step)
                match, last = match.recorded(self.custom.placed(match, step)), deal
        return found

    @property
    def due(self) -> tuple[Due, ...]:
        """The deals that may be written: the present one first, then those that were forgotten, the oldest first."""
        if self.match.finished:
            return ()
        written = self.written
        now = self.contract if self.contract and self.contract not in written else self.contract + 1
        refused = {line.deal for line in self.lines if line.state == "refused" and whole(line)}
        forgotten = [deal for deal in range(1, now) if deal not in written and deal not in refused]
        found = []
        for deal in (now, *forgotten):
            try:
                found.append(self._due(deal))
            except ValueError:  # before this deal the match would have been over
                continue
        return tuple(found)

    def _due(self, deal: int) -> Due:
        """The due facts of a deal, by the lines before it.

        Raises:
            ValueError: the match would have been over.
        """
        match = self.until(deal)
        if match.finished:
            raise ValueError("the match is over before this deal")
        return self.custom.due(match, deal, deal - 1 - max((n for n in self.standing if n < deal), default=0))

    def until(self, deal: int) -> AnyMatch:
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
        """The sheet as a score file: `kozyr score` reads it with the same result."""
        _, steps = self._scored(self.lines, self.errors, self.changes)
        lines = [*self.custom.head(self.told)]
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
        """The sheet after an act that its log has: what it does, and nothing of whether it may be (`deciding`).

        Raises:
            ValueError: it cannot be followed: what it names is not there, or nothing scores it.
        """
        match act:
            case Write():
                # A result says by itself that its auction is over.
                line = Line(n=seq, ts=ts, by=act.by, deal=act.deal, outcome=self.outcome(act.outcome))
                return self._replaced(contract=max(self.contract, act.deal))._with_line(line, self)
            case Enter():
                contract = max(self.contract, act.deal) if act.instead else self.contract
                line = Line(n=seq, ts=ts, by=act.by, deal=act.deal, marks=act.marks, instead=act.instead)
                return self._replaced(contract=contract)._with_line(line, self)
            case Named():
                return self._replaced(seq=seq, contract=act.deal)
            case Rewrite():
                return self._corrected(seq, ts, act, self.outcome(act.outcome), ())
            case Amend():
                return self._corrected(seq, ts, act, None, act.marks)
            case TakeBack():
                error = next((one for one in self.errors if one.n == act.entry), None)
                if error is None:
                    raise ValueError(f"entry {act.entry} is no error that was pointed out")
                taken = msgspec.structs.replace(error, state="taken_back")
                errors = tuple(taken if one is error else one for one in self.errors)
                return self._replaced(seq=seq, errors=errors)._anew()
            case Consent():
                return self.answered(act)._replaced(seq=seq)._anew()
            case End():
                asked = tuple(name for name in self.players if name != act.by)
                return self._replaced(seq=seq, ending=Ending(n=seq, ts=ts, by=act.by, asked=asked))
            case Join() | Replace() | Penalty():
                return self._proposed(seq, self.change(seq, ts, act))

    def _with_line(self, line: Line, before: Kept) -> Kept:
        """With a line, which needs everybody's consent if it was forgotten for too long (P-4.2.10)."""
        if before.late(line.deal):
            asked = tuple(name for name in before.players if name != line.by)
            line = msgspec.structs.replace(line, state="asked", late=True, asked=asked)
            return self._replaced(seq=line.n, lines=(*self.lines, line))
        return self._replaced(seq=line.n, lines=(*self.lines, line))._anew()

    def _corrected(
        self, seq: int, ts: int, act: Rewrite | Amend, outcome: Outcome | None, marks: tuple[Mark, ...]
    ) -> Kept:
        line = self.line(act.entry)
        if line is None:
            raise ValueError(f"entry {act.entry} is no line that stands")
        late = self.late(line.deal)
        agreed = self.match.conventions
        error = Error(
            n=seq, ts=ts, by=act.by, deal=max(line.deal, self.contract), entry=line.n, writer=line.by, outcome=outcome,
            marks=marks, late=late,
        )  # fmt: skip
        if late:
            first = next(one.by for one in self.lines if one.n == line.n)
            writers = (self._called(first, _LAST), self._called(line.by, _LAST))
            everybody = self.players if self.custom.all_agree(agreed) else writers
            asked = tuple(dict.fromkeys(name for name in everybody if name != act.by))
            error = msgspec.structs.replace(
                error, asked=asked, state="asked" if asked else "stands", law=self.custom.law(agreed)
            )
            after = self._replaced(seq=seq, errors=(*self.errors, error))
            return after if asked else after._anew()  # the writer's own correction: that is the good will
        if not self.custom.pays(agreed):
            return self._replaced(seq=seq, errors=(*self.errors, error))._anew()
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

    def change(self, seq: int, ts: int, act: Join | Replace | Penalty) -> Change:
        """A change at the table that waits: a newcomer needs all, a substitute the others, a fine the one who pays it."""
        change = Change(n=seq, ts=ts, by=act.by, what="join", deal=self.contract, law=_JOINED)
        asked = tuple(name for name in self.players if name != act.by)
        if isinstance(act, Penalty):
            change = msgspec.structs.replace(change, what="fine", player=act.player, points=act.points, law=act.law)
            asked = (act.player,) if act.player != act.by else ()
        else:
            change = msgspec.structs.replace(change, name=" ".join(act.name.split()))
        if isinstance(act, Replace):
            change = msgspec.structs.replace(change, what="replace", player=act.player, law=_REPLACED)
            asked = tuple(name for name in asked if name != act.player)
        return msgspec.structs.replace(change, asked=asked)

    def _proposed(self, seq: int, change: Change) -> Kept:
        if not change.asked:
            return self._changed(msgspec.structs.replace(change, state="stands"))._replaced(seq=seq)._anew()
        return self._replaced(seq=seq, changes=(*self.changes, change))

    def _changed(self, change: Change) -> Kept:
        """With a change at the table, behind the last deal."""
        return self._replaced(changes=(*(one for one in self.changes if one.n != change.n), change))

    @property
    def names(self) -> frozenset[str]:
        """The names of all present and former players."""
        return frozenset((*self.setup.players, *(change.name for change in self.changes if change.state != "refused")))

    def asked(self, n: int) -> Line | Error | Ending | Change | None:
        """The line, error, ending or change under this number that waits for consent. None: nothing does."""
        pending: list[Line | Error | Ending | Change] = [*self.lines, *self.errors, *self.changes]
        pending += [] if self.ending is None else [self.ending]
        return next((one for one in pending if one.n == n and one.state == "asked"), None)

    def answered(self, act: Consent) -> Kept:
        """With an answer to what waits for consent; the match is as before.

        Raises:
            ValueError: nothing waits under its number.
        """
        found = self.asked(act.entry)
        if found is None:
            raise ValueError(f"entry {act.entry} asks for nothing")
        yes = (*found.yes, act.by) if act.yes else found.yes
        state: State = "refused" if not act.yes else "stands" if set(yes) >= set(found.asked) else "asked"
        answered = msgspec.structs.replace(found, yes=yes, state=state)
        if isinstance(answered, Line):
            return self._replaced(lines=tuple(answered if one.n == answered.n else one for one in self.lines))
        if isinstance(answered, Error):
            return self._replaced(errors=tuple(answered if one.n == answered.n else one for one in self.errors))
        if isinstance(answered, Change):
            if answered.state == "stands":  # it happens now that all have agreed, not when it was proposed
                return self._changed(msgspec.structs.replace(answered, deal=self.contract))
            return self._replaced(changes=tuple(answered if one.n == answered.n else one for one in self.changes))
        return self._replaced(ending=answered)

    @property
    def numbers(self) -> frozenset[int]:
        """The entries that have brought what is scored."""
        return frozenset(one.n for some in (self.lines, self.errors, self.changes) for one in some)

    # --- its parts -----------------------------------------------------------------------------------------

    def _replaced(self, **changes: object) -> Kept:
        return msgspec.structs.replace(self, **changes)

    def _anew(self) -> Kept:
        """The same with the match as the lines make it now."""
        match = self._scored(self.lines, self.errors, self.changes)[0]
        return self._replaced(match=match.amended(Stop(match.names)) if self.ended else match)

    def _scored(
        self, lines: Iterable[Line], errors: Iterable[Error], changes: Iterable[Change]
    ) -> tuple[AnyMatch, list[Step]]:
        """The match that these lines make, and what it has taken."""
        match, taken = self.begun, list[Step]()
        for _, _, step in _steps(self.custom, lines, errors, changes):
            if isinstance(step, Change):
                match = self.custom.changed(match, step)
                taken.append(step)
            elif isinstance(step, Amendment):
                match = match.amended(step)
                taken.append(step)
            else:
                placed = self.custom.placed(match, step)
                match = match.recorded(placed)
                taken.append(placed)
        return match, taken

    def check(self, known: frozenset[int] = frozenset()) -> None:
        """Refuse lines, entries and changes that the engine cannot score. known: those that stand whatever it says now, by their numbers.

        Raises:
            ValueError: which cannot be. IllegalEvent: the match does not take an entry by hand, or a change.
        """
        match = self.begun
        for _, n, step in _steps(self.custom, self.lines, self.errors, self.changes):
            if isinstance(step, Change):
                if n not in known:
                    self.custom.check(match, step)
                match = self.custom.changed(match, step)
            elif isinstance(step, Amendment):
                match = match.amended(step) if n in known else match.amend(step)
            else:
                placed = self.custom.placed(match, step)
                match = match.recorded(placed) if n in known else match.record(placed)
        if self.ended:
            match.amend(Stop(match.names))

    def line(self, n: int) -> Line | None:
        """A line that stands, as it counts now; None: there is none of this number."""
        return next(
            (_counted(line, self.errors) for line in self.lines if line.n == n and line.state == "stands"), None
        )

    @property
    def effective(self) -> Iterable[Error]:
        """The errors that stand."""
        return (error for error in self.errors if error.state == "stands")

    def outcome(self, raw: msgspec.Raw) -> Outcome:
        """The facts of a deal, as a line of a score file has them.

        Raises:
            ValueError: they cannot be read.
        """
        try:
            return msgspec.json.decode(raw, type=game(self.setup.game).outcome)
        except msgspec.MsgspecError as error:
            raise ValueError(str(error)) from None


def logged(first: Begun, agreed: Mapping[str, object] | None = None) -> Kept:
    """A sheet before the second entry of its log, by what was agreed then; nothing of it is judged.

    agreed: all conventions by their fields, where the first entry has none.

    Raises:
        ValueError: a newer program has written it, or there is no such game.
    """
    rules, own, players = game(first.game), custom(first.game), len(first.players)
    told = agreed if first.agreed is None else first.agreed
    if told is None:
        changes = {name: options.write(value) for name, value in first.changes.items()}
        conventions = rules.recorded(first.preset, changes, players, logged=True)
    else:
        conventions = rules.logged(told)
    setup = Setup(first.game, first.preset, first.players, first.changes, first.dealer)
    match = own.begin(rules.start(conventions, players, first.dealer, logged=True), setup)
    return Kept(setup, 1, match, match)


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


def whole(line: Line) -> bool:
    """Whether a line stands for its whole deal."""
    return line.outcome is not None or line.instead


def _counted(line: Line, errors: Iterable[Error]) -> Line:
    """A line with what the errors that stand have made of it."""
    for error in errors:
        if error.entry == line.n and error.state == "stands":
            # A corrected result is the corrector's; an entry by hand stays its owner's (P-4.2.4).
            by = line.by if error.outcome is None else error.by
            line = msgspec.structs.replace(line, outcome=error.outcome, marks=error.marks, by=by)
    return line


def _called(name: str, deal: int, changes: Iterable[Change]) -> str:
    """The name of a person at a deal: the own one, or a predecessor's or successor's."""
    replaced = [change for change in changes if change.what == "replace" and change.state == "stands"]
    # In the order in which they came to stand.
    for change in replaced:  # the present name
        name = change.name if name == change.player else name
    for change in reversed(replaced):
        name = change.player if change.deal >= deal and name == change.name else name
    return name


def _steps(
    own: Custom, lines: Iterable[Line], errors: Iterable[Error], changes: Iterable[Change]
) -> list[tuple[int, int, Step]]:
    """The match's steps by deal, with the numbers of their entries, in the order of the deals.

    The result comes first, then entries by hand, then fines for errors, then changes at the table.
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
    return [(deal, n, step) for deal, _, n, steps in sorted(rows, key=lambda row: row[:3]) for step in steps]
