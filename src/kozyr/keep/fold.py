"""A kept sheet as a fold over its log: the agreed terms, the written lines, and the engine's match."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

import msgspec

from kozyr.games import Amendment, AnyMatch, Outcome, Stop, game, options
from kozyr.games.options import EDITION
from kozyr.games.refusal import Refused
from kozyr.keep import acts
from kozyr.keep.custom import Change, Custom, Due, custom
from kozyr.keep.written import Error, Item, Line, State, Written, whole

_JOINED: Final = "P-3.1.2"
_REPLACED: Final = "PE-5.4.7"
_LAST: Final = 1_000_000  # behind every deal


class Ending(acts.Signed, frozen=True, kw_only=True):
    """A proposal to end early (P-4.2.15)."""

    state: State = "asked"
    asked: tuple[str, ...] = ()
    yes: tuple[str, ...] = ()


class Kept(msgspec.Struct, frozen=True, dict=True):
    """The present state of a kept sheet."""

    setup: acts.Setup
    seq: int
    """The number of its last entry."""
    begun: AnyMatch
    """The match before the first deal."""
    match: AnyMatch
    contract: int = 0
    """The last deal whose auction is known to be over; errors can still be pointed out from that deal on."""
    written: Written = Written()
    ending: Ending | None = None
    """The last proposal to end."""

    # --- the facts of the sheet ----------------------------------------------------------------------------

    @cached_property
    def told(self) -> acts.Setup:
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

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The present players, clockwise."""
        return self.custom.players(self.match, tuple(self.written.called(name, _LAST) for name in self.setup.players))

    @property
    def ended(self) -> bool:
        """Whether everybody has agreed to end early."""
        return self.ending is not None and self.ending.state == "stands"

    @cached_property
    def dues(self) -> dict[int, Due]:
        """The due facts of each deal with a standing result, by number, as the lines before it make them now."""
        return self.written.dues(self.custom, self.begun)

    @property
    def due(self) -> tuple[Due, ...]:
        """The deals that may be written: the present one first, then those that were forgotten, the oldest first."""
        if self.match.finished:
            return ()
        written = self.written.deals
        now = self.contract if self.contract and self.contract not in written else self.contract + 1
        refused = {line.deal for line in self.written.lines if line.state == "refused" and whole(line)}
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
        return self.custom.due(match, deal, deal - 1 - max((n for n in self.written.standing if n < deal), default=0))

    def until(self, deal: int) -> AnyMatch:
        """The match before a deal, by the lines that count now."""
        return self.written.before(deal).scored(self.custom, self.begun)[0]

    def late(self, deal: int) -> bool:
        """Whether the time to correct this deal has passed: a later contract was named (P-4.2.9, P-4.2.10)."""
        return self.custom.judged and deal < self.contract

    def jsonl(self) -> str:
        """The sheet as a score file: `kozyr score` reads it with the same result."""
        _, steps = self.written.scored(self.custom, self.begun)
        lines = [*self.custom.head(self.told)]
        for step in steps:
            if isinstance(step, Change):
                lines += self.custom.told(step)
            else:
                lines.append(self.custom.line(step) if isinstance(step, Amendment) else msgspec.to_builtins(step))
        if self.ended:
            lines.append({"kind": "stop"})
        return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)

    # --- the acts of the log -------------------------------------------------------------------------------

    def after(self, seq: int, ts: int, act: acts.AnyAct) -> Kept:
        """The sheet after an act of its log; `deciding` has already judged the act.

        Raises:
            ValueError: the act names a missing entry, or the engine cannot score it.
        """
        match act:
            case acts.Write():
                # A result says by itself that its auction is over.
                line = Line(n=seq, ts=ts, by=act.by, deal=act.deal, outcome=self.outcome(act.outcome))
                return self._replaced(contract=max(self.contract, act.deal))._with_line(line, self)
            case acts.Enter():
                contract = max(self.contract, act.deal) if act.instead else self.contract
                line = Line(n=seq, ts=ts, by=act.by, deal=act.deal, marks=act.marks, instead=act.instead)
                return self._replaced(contract=contract)._with_line(line, self)
            case acts.Named():
                return self._replaced(seq=seq, contract=act.deal)
            case acts.Rewrite():
                return self._corrected(seq, ts, act, self.outcome(act.outcome), ())
            case acts.Amend():
                return self._corrected(seq, ts, act, None, act.marks)
            case acts.TakeBack():
                error = next((one for one in self.written.errors if one.n == act.entry), None)
                if error is None:
                    raise ValueError(f"entry {act.entry} is no error that was pointed out")
                return self._with(seq, msgspec.structs.replace(error, state="taken_back"))._anew()
            case acts.Consent():
                return self.answered(act)._replaced(seq=seq)._anew()
            case acts.End():
                asked = tuple(name for name in self.players if name != act.by)
                return self._replaced(seq=seq, ending=Ending(n=seq, ts=ts, by=act.by, asked=asked))
            case acts.Join() | acts.Replace() | acts.Penalty():
                change = self.change(seq, ts, act)
                if change.asked:
                    return self._with(seq, change)
                happened = self.written.happened(msgspec.structs.replace(change, state="stands"))
                return self._replaced(seq=seq, written=happened)._anew()

    def _with_line(self, line: Line, before: Kept) -> Kept:
        """The sheet with a line, which needs everybody's consent if it was forgotten for too long (P-4.2.10)."""
        if before.late(line.deal):
            asked = tuple(name for name in before.players if name != line.by)
            return self._with(line.n, msgspec.structs.replace(line, state="asked", late=True, asked=asked))
        return self._with(line.n, line)._anew()

    def _corrected(
        self, seq: int, ts: int, act: acts.Rewrite | acts.Amend, outcome: Outcome | None, marks: tuple[acts.Mark, ...]
    ) -> Kept:
        written, agreed, line = self.written, self.match.conventions, self.written.line(act.entry)
        if line is None:
            raise ValueError(f"entry {act.entry} is no line that stands")
        late = self.late(line.deal)
        error = Error(
            n=seq, ts=ts, by=act.by, deal=max(line.deal, self.contract), entry=line.n, writer=line.by, outcome=outcome,
            marks=marks, late=late,
        )  # fmt: skip
        if late:
            first = next(one.by for one in written.lines if one.n == line.n)
            writers = (written.called(first, _LAST), written.called(line.by, _LAST))
            everybody = self.players if self.custom.all_agree(agreed) else writers
            asked = tuple(dict.fromkeys(name for name in everybody if name != act.by))
            error = msgspec.structs.replace(
                error, asked=asked, state="asked" if asked else "stands", law=self.custom.law(agreed)
            )
            after = self._with(seq, error)
            return after if asked else after._anew()  # the writer's own correction: that is the good will
        if self.custom.pays(agreed) and line.by not in written.warned:
            error = msgspec.structs.replace(error, warned=True)
        elif self.custom.pays(agreed):
            error = msgspec.structs.replace(error, fines=self._fines(line, error))
        return self._with(seq, error)._anew()

    def _fines(self, line: Line, error: Error) -> tuple[Amendment, ...]:
        """The writer's fines for an error: the sheet at that line is compared with the right one."""
        had = msgspec.structs.replace(
            self.written.before(line.deal),
            lines=tuple(one for one in self.written.lines if one.deal <= line.deal),
            errors=self.written.errors,
        )
        wrong, right = (one.scored(self.custom, self.begun)[0] for one in (had, had.with_(error)))
        names = tuple(self.written.called(name, error.deal) for name in wrong.names)
        return self.custom.fines(self.written.called(line.by, error.deal), names, wrong, right)

    def change(self, seq: int, ts: int, act: acts.Join | acts.Replace | acts.Penalty) -> Change:
        """A proposed change at the table: all consent to a newcomer, the others to a substitute, the payer to a fine."""
        change = Change(n=seq, ts=ts, by=act.by, what="join", deal=self.contract, law=_JOINED)
        asked = tuple(name for name in self.players if name != act.by)
        if isinstance(act, acts.Penalty):
            change = msgspec.structs.replace(change, what="fine", player=act.player, points=act.points, law=act.law)
            asked = (act.player,) if act.player != act.by else ()
        else:
            change = msgspec.structs.replace(change, name=" ".join(act.name.split()))
        if isinstance(act, acts.Replace):
            change = msgspec.structs.replace(change, what="replace", player=act.player, law=_REPLACED)
            asked = tuple(name for name in asked if name != act.player)
        return msgspec.structs.replace(change, asked=asked)

    @property
    def names(self) -> frozenset[str]:
        """The names of all present and former players."""
        return frozenset(
            (*self.setup.players, *(change.name for change in self.written.changes if change.state != "refused"))
        )

    def asked(self, n: int) -> Item | Ending | None:
        """The line, error, ending or change under this number that waits for consent. None: nothing does."""
        ending = self.ending if self.ending is not None and (self.ending.n, self.ending.state) == (n, "asked") else None
        return self.written.asked(n) or ending

    def answered(self, act: acts.Consent) -> Kept:
        """The sheet with an answer to a question that waits for consent; the match is as before.

        Raises:
            ValueError: no question waits under its number.
        """
        found = self.asked(act.entry)
        if found is None:
            raise ValueError(f"entry {act.entry} asks for nothing")
        yes = (*found.yes, act.by) if act.yes else found.yes
        state: State = "refused" if not act.yes else "stands" if set(yes) >= set(found.asked) else "asked"
        answered = msgspec.structs.replace(found, yes=yes, state=state)
        if isinstance(answered, Ending):
            return self._replaced(ending=answered)
        if isinstance(answered, Change) and answered.state == "stands":  # it happens now, not when it was proposed
            happened = self.written.happened(msgspec.structs.replace(answered, deal=self.contract))
            return self._replaced(written=happened)
        return self._with(self.seq, answered)

    # --- its parts -----------------------------------------------------------------------------------------

    def _replaced(self, **changes: object) -> Kept:
        return msgspec.structs.replace(self, **changes)

    def _with(self, seq: int, one: Item) -> Kept:
        """After an entry that has written this."""
        return self._replaced(seq=seq, written=self.written.with_(one))

    def _anew(self) -> Kept:
        """The sheet with the match as the lines make it now."""
        match = self.written.scored(self.custom, self.begun)[0]
        return self._replaced(match=match.amended(Stop(match.names)) if self.ended else match)

    def check(self, known: frozenset[int] = frozenset()) -> None:
        """Refuse lines, entries and changes that the engine cannot score.

        known: the numbers of those that are not judged again.

        Raises:
            ValueError: which cannot be scored. IllegalEvent: the match does not take an entry by hand, or a change.
        """
        match = self.written.check(self.custom, self.begun, known)
        if self.ended:
            match.amend(Stop(match.names))

    def outcome(self, raw: msgspec.Raw) -> Outcome:
        """The facts of a deal, as a line of a score file has them.

        Raises:
            ValueError: they cannot be read.
        """
        try:
            return msgspec.json.decode(raw, type=game(self.setup.game).outcome)
        except msgspec.MsgspecError as error:
            raise ValueError(str(error)) from None


def logged(first: acts.Begun, agreed: Mapping[str, object] | None = None) -> Kept:
    """A sheet before the second entry of its log, by the terms agreed then; nothing is judged.

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
    setup = acts.Setup(first.game, first.preset, first.players, first.changes, first.dealer)
    match = own.begin(rules.start(conventions, players, first.dealer, logged=True), setup)
    return Kept(setup, 1, match, match)


def start(setup: acts.Setup) -> Kept:
    """A new sheet.

    Raises:
        ValueError: there is no such game, or the agreement is impossible.
    """
    names = tuple(" ".join(name.split()) for name in setup.players)
    for name in names:
        if not name or not name.isprintable() or names.count(name) > 1:
            raise Refused("names_alike", names=", ".join(names))
    setup = msgspec.structs.replace(setup, players=names)
    if setup.dealer >= len(names):
        raise Refused("no_place", place=setup.dealer, players=len(names))
    rules, own = game(setup.game), custom(setup.game)
    agreed = rules.choose(setup.preset, setup.changes, len(names), "record")
    match = own.begin(rules.start(agreed, len(names), setup.dealer), setup)
    return Kept(setup, 1, match, match)
