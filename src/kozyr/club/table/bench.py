"""The arbiter at a table that rules on errors (`table.irregularities` = `rule`): the call, the ruling, the choice.

The log has the ruling with its call, so that a log is read without any law. The table stops until the choice. An event
of the table, `Ruled`, then carries it out.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, ClassVar, Final, Literal, Self

import msgspec

from kozyr.arbiter import ARBITER, Ruling
from kozyr.arbiter.ruling import Reason
from kozyr.arbiter.words import sentence
from kozyr.cards import Card
from kozyr.club import hearing
from kozyr.club.acts import Act
from kozyr.club.budgets import OTHER
from kozyr.club.refusal import Manner
from kozyr.club.table.customs import disputable, disputed
from kozyr.club.table.part import Asker, Did, Moved, News, Part, TableFacts, Wish, human, no, with_chair
from kozyr.games import AnyMatch, AnyView, Deal, Refusal, rulings
from kozyr.games.judged import Judged
from kozyr.logs import Number
from kozyr.words import LANGUAGES

LAW: Final = "P-0.7"  # errors are possible, and are then ruled upon
_DISPUTE: Final = "P-3.8.5.1b"
CALLS: Final = 10  # of a player in a deal: wrong calls are free, so their number is limited


class ArbiterCalled(Act, frozen=True, tag="arbiter"):
    """A player has called the arbiter for entry number `entry`."""

    entry: Number
    ruling: Ruling
    """The ruling, with the proof."""

    def told(self) -> Act:
        """The call without the proof, in which all cards lie open, and without cards that go from hand to hand; see `Bench`."""
        branches = tuple(msgspec.structs.replace(one, effects=_covered(one.effects)) for one in self.ruling.branches)
        return ArbiterCalled(self.entry, msgspec.structs.replace(self.ruling, branches=branches, proof=None))


class CallArbiter(Wish, frozen=True, tag="arbiter"):
    """A player calls the arbiter for a seen event, by the number with which it was told."""

    budget = OTHER

    entry: Number

    def act(self, asker: Asker, table: TableFacts) -> Act | Refusal:
        """Refuse the call by itself: the holder of the log asks the arbiter first, and brings `ArbiterCalled`."""
        return no(Manner.NO_RULING, LAW)


class DisputePlan(Wish, frozen=True, tag="dispute"):
    """A player objects to the plan of another (P-3.8.5.1b)."""

    budget = OTHER

    plan: Annotated[tuple[Card, ...], msgspec.Meta(min_length=1, max_length=20)]
    """The cards of the objector's own plan, in the order of play."""

    def act(self, asker: Asker, table: TableFacts) -> Act | Refusal:
        """Refuse the objection by itself, as with `CallArbiter`."""
        return no(Manner.NO_RULING, LAW)


class BranchChosen(Act, frozen=True, tag="choose"):
    """A chooser takes a branch of the ruling on call number n.

    One of the arbiter's own means: the chooser wants nothing.
    """

    budget = OTHER

    n: Number
    branch: Number


class ScoreWritten(Act, frozen=True, tag="written"):
    """The table writes the score of the deal that has just ended, which is heard no more (P-3.9.17).

    The next cards write it, too. So the table says it after a match's last deal, and where an event's round ends.
    """

    source: ClassVar = "table"


class Call(msgspec.Struct, frozen=True):
    """A call and its ruling."""

    n: int
    """Its number in the log."""
    by: int
    entry: int
    ruling: Ruling
    waived: tuple[int, ...] = ()
    """The chairs that want nothing."""
    chosen: int | None = None
    """The taken branch."""

    @property
    def again(self) -> bool:
        """Whether the same can be called for once more: a word about open cards is good for one trick."""
        return self.ruling.reason.code.startswith("open.")

    def asked(self, table: TableFacts) -> tuple[int, ...]:
        """Chairs that have still to choose, people before bots."""
        if self.chosen is not None:
            return ()
        chairs = dict.fromkeys(_chair(branch.chooser, table) for branch in self.ruling.branches)
        left = (chair for chair in chairs if chair is not None and chair not in self.waived)
        return tuple(sorted(left, key=lambda chair: not human(table.people[chair]) or chair in table.held_chairs))

    def open_to(self, chair: int, table: TableFacts) -> tuple[tuple[int, tuple[rulings.AnyEffect, ...]], ...]:
        """The branches that a chair may take, with their numbers: its own, and the arbiter's."""
        choosers = ((n, branch, _chair(branch.chooser, table)) for n, branch in enumerate(self.ruling.branches))
        return tuple((n, branch.effects) for n, branch, chooser in choosers if chooser in {None, chair})

    def decided(self, table: TableFacts) -> Self:
        """The call with its branch, if no player still has a choice."""
        if self.chosen is not None or self.asked(table):
            return self
        own = (n for n, branch in enumerate(self.ruling.branches) if branch.chooser == ARBITER)
        return msgspec.structs.replace(self, chosen=next(own))


class Heard(msgspec.Struct, frozen=True):
    """A ruling that was carried out at a table of an event. call: the number of its call."""

    n: int
    deal: int
    """How many deals of the match had ended before it, so that its board is the next one."""
    by: str
    """The caller, by the account's name at the table."""
    event: rulings.Ruled
    reason: Reason
    broke: bool
    """The deal was broken off, and is played again."""
    points: tuple[tuple[str, Fraction], ...] = ()
    """The points that the ruling gives beside the deal, by the players' names; they sum to nought."""


def beside(match: AnyMatch, ruling: rulings.Ruled) -> tuple[tuple[str, Fraction], ...]:
    """The points that a ruling moves in the match beside the deal's own result, by name; players without a change are left out."""
    before = after = match
    for effect in ruling.effects:
        if isinstance(effect, rulings.SheetEntry | rulings.Compensated):
            own = effect.law if isinstance(effect, rulings.SheetEntry) else ""
            written = after.entry(effect, own or ruling.laws[0])
            after = after if written is None else after.amended(written)
    won, had = after.results, before.results
    return tuple((name, won[name] - had[name]) for name in match.names if won[name] != had[name])


def unheard(ruling: Ruling) -> Refusal | None:
    """The refusal of a call whose deadline has passed by the ruling's law. None: the call is in time."""
    return no(Manner.LATE, ruling.deadline.law) if ruling.late and ruling.deadline is not None else None


def _chair(chooser: str, table: TableFacts) -> int | None:
    """The chair of a chooser. None: the arbiter."""
    return None if chooser == ARBITER else table.order[table.names.index(chooser)]


class Bench(Part, frozen=True):
    """The calls of the running deal, or of the deal that has just ended."""

    acts: ClassVar = (ArbiterCalled, BranchChosen, ScoreWritten)
    wishes: ClassVar = (CallArbiter, DisputePlan, BranchChosen)

    pending: Call | None = None
    """The call that is not carried out yet."""
    made: tuple[int, ...] = ()
    """The chairs that have called in this deal, in their order."""
    ruled: tuple[Call, ...] = ()
    """The calls that were carried out."""
    heard: tuple[Heard, ...] = ()
    """At a table of an event, the rulings that were carried out in all of its deals."""

    @property
    def due(self) -> rulings.Ruled | None:
        """The decided ruling that the table has now to write."""
        call = self.pending
        return None if call is None or call.chosen is None else call.ruling.event(call.chosen)

    def asked(self, table: TableFacts) -> int | None:
        """The chair whose choice the table waits for; None: it waits for none."""
        chairs = () if self.pending is None else self.pending.asked(table)
        return chairs[0] if chairs else None

    # --- why not -------------------------------------------------------------------------------------------

    def refusal(self, act: Act, by: int | None, table: TableFacts) -> Refusal | None:
        """Why this act may not come from this chair now; None: it may."""
        if isinstance(act, ScoreWritten):
            if table.state != "playing" or table.course.hearing is None:
                return no(Manner.NOT_NOW, LAW)
            return no(Manner.PENDING, self.pending.ruling.laws[0]) if self.pending is not None else None
        assert by is not None
        if isinstance(act, BranchChosen):
            return self._no_choice(act, by, table)
        assert isinstance(act, ArbiterCalled)
        if _DISPUTE in act.ruling.laws:
            return self.no_objection(by, table)
        return self.no_call(act.entry, by, table)

    def no_call(self, entry: int, by: int, table: TableFacts, empty: int = 0) -> Refusal | None:
        """The refusal of this chair's call for this entry now, before any ruling.

        empty: the number of its calls in this deal without a ruling; the log lacks them, and they count, too.
        """
        if not table.setup.judged:
            return no(Manner.NOT_AGREED, LAW)
        return self._not_now(by, table, empty) or (
            no(Manner.ALREADY, LAW) if any(call.entry == entry and not call.again for call in self.ruled) else None
        )

    def _not_now(self, by: int, table: TableFacts, empty: int = 0) -> Refusal | None:
        """The refusal of any call, or of this chair's, at this moment."""
        if table.state != "playing":
            return no(Manner.WRONG_STATE, LAW)
        if self.pending is not None:
            return no(Manner.PENDING, self.pending.ruling.laws[0])
        if not table.running and table.course.hearing is None:
            return no(Manner.LATE, LAW)
        if table.duty is not None and table.duty.what == "amend":
            return no(Manner.PENDING, LAW)  # an amendment to which all have agreed is written first
        if table.course.seat(table.name(by)) is None:
            return no(Manner.NO_PART, table.customs.laws.waits)
        return no(Manner.QUIET, LAW) if self.made.count(by) + empty >= CALLS else None

    def no_objection(self, by: int, table: TableFacts) -> Refusal | None:
        """Why this chair may not object to a plan now; None: it may. One dispute of a deal is ruled on (P-3.8.5.1b)."""
        found = disputed(table, by)
        if isinstance(found, Refusal):
            return found
        if any(_DISPUTE in call.ruling.laws for call in self.ruled):
            return no(Manner.ALREADY, _DISPUTE)
        return self._not_now(by, table)

    def objects(self, table: TableFacts) -> tuple[int, ...]:
        """The chairs of people who may object to a plan now."""
        if not disputable(table):
            return ()
        return tuple(chair for chair in table.persons if self.no_objection(chair, table) is None)

    def _no_choice(self, act: BranchChosen, by: int, table: TableFacts) -> Refusal | None:
        call = self.pending
        if call is None or call.n != act.n or call.chosen is not None:
            return no(Manner.NO_PROPOSAL, LAW)
        law = call.ruling.laws[0]
        if table.state != "playing":
            return no(Manner.WRONG_STATE, law)
        if act.branch >= len(call.ruling.branches):
            return no(Manner.NOT_ASKED, law)
        chooser = _chair(call.ruling.branches[act.branch].chooser, table)
        return None if by in call.asked(table) and chooser in {None, by} else no(Manner.NOT_ASKED, law)

    # --- changes -------------------------------------------------------------------------------------------

    def after(self, news: News, table: TableFacts) -> Self:
        """The bench after something that has happened."""
        match news:
            case Did(act=ArbiterCalled(entry=entry, ruling=ruling)):
                call = Call(news.seq, news.chair, entry, ruling).decided(table)
                return msgspec.structs.replace(self, pending=call, made=(*self.made, news.chair))
            case Did(act=BranchChosen(branch=branch)) if self.pending is not None:
                return msgspec.structs.replace(self, pending=_chosen(self.pending, branch, news.chair, table))
            case Moved(event=rulings.Ruled()) if self.pending is not None:
                heard = self._kept(self.pending, news, table)
                return msgspec.structs.replace(self, pending=None, ruled=(*self.ruled, self.pending), heard=heard)
            case Moved(event=Deal()) if self.made or self.ruled:
                return type(self)(heard=self.heard)
            case Moved(broke=True) | Moved(over=True) if self.pending is not None:
                return msgspec.structs.replace(self, pending=None)
        return self

    def _kept(self, call: Call, news: Moved, table: TableFacts) -> tuple[Heard, ...]:
        """The rulings for an event's log; at other tables none."""
        if table.course.placed is None or not isinstance(news.event, rulings.Ruled):
            return self.heard
        person, points = table.people[call.by], beside(news.before, news.event)
        by = "" if person is None else person.nick
        done = len(news.before.history)
        return (*self.heard, Heard(call.n, done, by, news.event, call.ruling.reason, news.broke, points))

    def told(self, table: TableFacts) -> tuple[hearing.Hearing, ...]:
        """The rulings in a finished deal, with the proofs."""
        return tuple(_shown(call, table, proved=True) for call in self.ruled)

    # --- the view ------------------------------------------------------------------------------------------

    def shown(self, table: TableFacts, view: AnyView | None) -> hearing.Bench | None:
        """The bench as a viewer sees it. None: the arbiter cannot be called.

        view: the viewer's; it opens the proof once all cards lie open in it.
        """
        objects = self.objects(table)
        if not table.setup.judged and not objects and not self.made:
            return None
        proved = not table.running or (view is not None and all(hand.cards is not None for hand in view.hands.values()))
        pending = None if self.pending is None else _shown(self.pending, table, proved=proved)
        left = {str(chair): CALLS - self.made.count(chair) for chair in range(len(table.people))}
        ruled = tuple(_shown(call, table, proved=proved) for call in self.ruled)
        tricks = _tricks(table) if table.running else ()
        # A card that counts as soon as it is lifted is past mending (PC-4.7.2).
        released = table.setup.conventions.table.played_when == "released"
        mends: tuple[Literal["word", "card"], ...] = ("word", "card") if released else ("word",)
        return hearing.Bench(
            left,
            pending,
            ruled,
            tricks,
            mends if table.setup.judged else (),
            objects,
            hearing=table.setup.judged and table.course.hearing is not None,
            errors=table.setup.judged,
        )


def _chosen(call: Call, branch: int, by: int, table: TableFacts) -> Call:
    """The call after a choice: a player's branch is taken at once, the arbiter's when no player wants another."""
    if call.ruling.branches[branch].chooser != ARBITER:
        return msgspec.structs.replace(call, chosen=branch)
    return msgspec.structs.replace(call, waived=with_chair(call.waived, by)).decided(table)


def _tricks(table: TableFacts) -> tuple[hearing.TricksRuled, ...]:
    """The tricks that rulings give and take in the running deal; rulings that end it are left out."""
    state, found = table.progress.state, []
    for effect, law in state.tallies if isinstance(state, Judged) else ():
        match effect:
            case rulings.Transferred(tricks=tricks, giver=giver, taker=taker):
                found += [hearing.TricksRuled(giver, -tricks, law), hearing.TricksRuled(taker, tricks, law)]
            case rulings.TakenOff(tricks=tricks, seat=seat):
                found.append(hearing.TricksRuled(seat, -tricks, law))
            case rulings.Added(tricks=tricks, seat=seat):
                found.append(hearing.TricksRuled(seat, tricks, law))
            case rulings.FirstTaken(tricks=tricks, seat=seat):
                found.append(hearing.TricksRuled(seat, tricks, law, first=True))
    return tuple(found)


def _covered(effects: tuple[rulings.AnyEffect, ...]) -> tuple[rulings.AnyEffect, ...]:
    """The public effects of a branch, without the cards that it moves."""
    return tuple(rulings.unseen(effect, None) for effect in effects)


def _shown(call: Call, table: TableFacts, *, proved: bool) -> hearing.Hearing:
    ruling = call.ruling
    said = {language: sentence(ruling.reason, language) for language in LANGUAGES}
    return hearing.Hearing(
        n=call.n,
        by=call.by,
        entry=call.entry,
        laws=ruling.laws,
        reason=hearing.RulingReason(ruling.reason.code, ruling.reason.about, said),
        branches=tuple(
            hearing.RulingBranch(_chair(one.chooser, table), one.effects if proved else _covered(one.effects))
            for one in ruling.branches
        ),
        asked=call.asked(table),
        chosen=call.chosen,
        proof=ruling.proof if proved else None,
    )
