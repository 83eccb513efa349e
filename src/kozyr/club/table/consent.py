"""Consent: to adjourn, to end early, to speak freely, to hand a seat over, to call a bot (PE-5.4.7, PE-5.4.18)."""

from __future__ import annotations

from typing import ClassVar, Final, Self

import msgspec

from kozyr.arbiter import ARBITER
from kozyr.club import wire
from kozyr.club.acts import (
    Act,
    Adjourn,
    CallBot,
    EndMatch,
    ForceMajeure,
    HandOver,
    OpenChat,
    Undo,
    What,
    stalls,
)
from kozyr.club.budgets import OTHER, PROPOSALS
from kozyr.club.refusal import Manner
from kozyr.club.table import part
from kozyr.club.table.bench import ArbiterCalled
from kozyr.club.table.clock import TimeOut
from kozyr.club.table.seats import Back, Hold, Leave
from kozyr.club.table.watching import Object, Warn
from kozyr.games import Amendment, Play, Reason, Refusal, Stop, Substitute
from kozyr.games.contract import Call
from kozyr.games.rulings import Ruled, TakenBack
from kozyr.logs import Number

_LAW: Final = "PE-5.4.18"
_SEAT: Final = "PE-5.4.7"
_UNDO: Final = "PE-5.4.22"


class ProposalMade(Act, frozen=True, tag="propose"):
    """A player proposes something."""

    what: What
    nick: str | None = None
    """The nickname of the person who would take a seat."""


class Propose(part.Wish, frozen=True, tag="propose"):
    """A player proposes something that needs everybody's consent."""

    budget = PROPOSALS

    what: What

    def act(self, asker: part.Asker, table: part.TableFacts) -> Act:
        """The proposal with the name of the substitute."""
        return ProposalMade(self.what, asker.guest)


class ProposalAnswered(Act, frozen=True, tag="answer"):
    """An answer, yes or no, to proposal number n."""

    source: ClassVar = "anybody"

    n: int
    yes: bool
    account: str | None = None
    """The account of a substitute, who has no chair yet."""


class AnswerProposal(part.Wish, frozen=True, tag="answer"):
    """Answer yes or no to proposal number n."""

    budget = OTHER

    n: Number
    yes: bool

    def act(self, asker: part.Asker, table: part.TableFacts) -> Act:
        """The answer, with the account of a person without a chair."""
        return ProposalAnswered(self.n, self.yes, None if table.chair(asker.account) is not None else asker.account)


class Withdraw(Act, frozen=True, tag="withdraw"):
    """The proposer takes the proposal back."""

    budget = PROPOSALS

    n: Number


class Resume(Act, frozen=True, tag="resume"):
    """A player wants to go on with an adjourned match."""

    budget = OTHER


class Consent(part.Part, frozen=True):
    """The open proposal, and the agreed changes."""

    acts = (ProposalMade, ProposalAnswered, Withdraw, Resume)
    wishes = (Propose, AnswerProposal, Withdraw, Resume)

    proposal: wire.Proposal | None = None
    guest_asked: bool = False
    """The substitute has still to answer."""
    due: Amendment | Ruled | None = None
    """A change of the match that everybody has agreed to, and that must now be written."""
    adjourned: bool = False
    """Whether the match is kept for later."""
    resume: tuple[int, ...] = ()
    """The chairs that want to go on."""
    opened: bool = False
    """Whether the chat is open."""

    @property
    def guest(self) -> str | None:
        """The account that is proposed as a substitute."""
        what = None if self.proposal is None else self.proposal.what
        return what.account if isinstance(what, HandOver) else None

    @property
    def reached(self) -> part.Agreed | None:
        """The proposal to which everybody at the table has agreed."""
        proposal = self.proposal
        if proposal is None or proposal.asked or self.guest_asked:
            return None
        return part.Agreed(proposal.what, proposal.nick)

    def shown(self, eye: part.Eye) -> wire.Proposal | None:
        """The open proposal, as a viewer sees it."""
        proposal = self.proposal
        if proposal is None:
            return None
        asked = eye.guest and self.guest_asked if eye.chair is None else eye.chair in proposal.asked
        return msgspec.structs.replace(proposal, asks_you=asked)

    # --- why not -------------------------------------------------------------------------------------------

    def refusal(self, act: Act, by: int | None, table: part.TableFacts) -> Refusal | None:
        """Why this act may not come from this chair now; None: it may."""
        match act:
            case ProposalMade():
                return self._no_proposal(act, by, table)
            case ProposalAnswered():
                return self._no_answer(act, by)
            case Withdraw():
                if self.proposal is None or self.proposal.n != act.n:
                    return part.no(Manner.NO_PROPOSAL)
                # A proposer who has walked out cannot take it back, and an asked guest may never answer.
                return None if self.proposal.by in {by, *table.held_chairs} else part.no(Manner.NOT_YOURS)
            case _:
                if table.state != "adjourned":
                    return part.no(Manner.WRONG_STATE, _LAW)
                return part.no(Manner.ALREADY) if by in self.resume else None

    def _no_proposal(self, act: ProposalMade, by: int | None, table: part.TableFacts) -> Refusal | None:
        what = act.what
        if table.state not in {"playing", "adjourned"}:
            return part.no(Manner.WRONG_STATE, _LAW)
        if table.progress.finished:
            return Refusal(Reason.MATCH_OVER, table.progress.match.over)
        if table.state == "adjourned" and isinstance(what, (Adjourn, OpenChat)):
            return part.no(Manner.ALREADY, _LAW)
        slow = stalls(what)
        if slow is not None and (slow != table.clock.overdue or slow == by):
            return part.no(Manner.NOT_NOW, _LAW)
        # A player who does not move cannot stand in the way with a proposal.
        if self.proposal is not None and (slow is None or self.proposal.by != slow):
            return part.no(Manner.PENDING, _LAW)
        match what:
            case EndMatch():
                return table.progress.why_not(Stop(table.names))
            case ForceMajeure():
                return table.progress.why_not(Stop(force_majeure=True))
            case OpenChat():
                spoken = self.opened or table.setup.terms.chat_in_play
                return part.no(Manner.ALREADY, "PE-5.4.8") if spoken else None
            case Undo(n=n):
                return _no_undo(n, table.place(by) if by is not None else -1, table)
            case HandOver():
                if not 0 <= what.chair < len(table.people) or not part.human(table.people[what.chair]):
                    return part.no(Manner.NO_CHAIR, _SEAT)
                if by != what.chair and what.chair not in table.held_chairs:
                    return part.no(Manner.NOT_YOURS, _SEAT)
                if table.setup.terms.unpaced:  # a substitute is a person
                    return part.no(Manner.PROGRAMS_ONLY)
                if act.nick is None or table.chair(what.account) is not None or what.account in table.removed:
                    return part.no(Manner.NO_KIBITZER, _SEAT)
        return None

    def _no_answer(self, act: ProposalAnswered, by: int | None) -> Refusal | None:
        proposal = self.proposal
        if proposal is None or proposal.n != act.n:
            return part.no(Manner.NO_PROPOSAL, _LAW)
        if by is not None:
            return None if by in proposal.asked else part.no(Manner.NOT_ASKED, _LAW)
        return None if self.guest_asked and self.guest == act.account else part.no(Manner.NOT_ASKED, _SEAT)

    @staticmethod
    def no_amendment(event: Amendment, place: int, table: part.TableFacts) -> Refusal | None:
        """The refusal of a player's amendment.

        A player may stop the match, but speaks only for the own chair and for bots.
        """
        if not isinstance(event, Stop):
            return Refusal(Reason.TABLE_ONLY, table.customs.laws.amending)
        names = table.names
        spoken = {names[place], *(name for at, name in enumerate(names) if table.by_bot(at))}
        if event.force_majeure and set(names) - spoken:
            return Refusal(Reason.NO_CONSENT, _LAW)  # with other people it is a proposal
        forged = set(event.consent) - spoken
        return Refusal(Reason.NO_CONSENT, table.progress.match.stopping) if forged else None

    # --- changes -------------------------------------------------------------------------------------------

    def after(self, news: part.News, table: part.TableFacts) -> Self:
        """The proposals and agreements after some news."""
        match news:
            case part.Did():
                return self._did(news, table)
            case part.Agreed():
                return self._agreed(news, table)
            case part.Moved(over=True):
                return msgspec.structs.replace(self, proposal=None, adjourned=False, resume=(), due=None)
            case part.Moved(event=event) if event == self.due or isinstance(self.due, Ruled):
                return msgspec.structs.replace(self, due=None)
            case part.Moved() if self.proposal is not None and isinstance(self.proposal.what, Undo):
                return msgspec.structs.replace(self, proposal=None)  # the game has gone on
            case part.Moved() if self.proposal is not None and stalls(self.proposal.what) is not None:
                return msgspec.structs.replace(self, proposal=None)  # the player has moved after all
        return self

    def _did(self, did: part.Did, table: part.TableFacts) -> Self:
        proposal = self.proposal
        match did.act:
            case ProposalMade(what=what, nick=nick):
                chair = did.chair
                others = tuple(other for other in table.persons if other not in {chair, stalls(what)})
                made, guest = wire.Proposal(did.seq, chair, what, nick, (chair,), others), isinstance(what, HandOver)
                return msgspec.structs.replace(self, proposal=made, guest_asked=guest).without_absent(table)
            case ProposalAnswered(yes=False):
                return msgspec.structs.replace(self, proposal=None)
            case ProposalAnswered() if proposal is not None:
                if did.by is None:
                    return msgspec.structs.replace(self, guest_asked=False).without_absent(table)
                yes, asked = part.with_chair(proposal.yes, did.by), part.without(proposal.asked, did.by)
                agreed = msgspec.structs.replace(proposal, yes=yes, asked=asked)
                return msgspec.structs.replace(self, proposal=agreed).without_absent(table)
            case Withdraw():
                return msgspec.structs.replace(self, proposal=None)
            case Leave() | Hold() | TimeOut():
                return self.without_absent(table)
            case Back() if proposal is not None and did.chair not in proposal.yes:
                # The absent player's silence was taken for consent.
                asked = part.with_chair(proposal.asked, did.chair)
                return msgspec.structs.replace(self, proposal=msgspec.structs.replace(proposal, asked=asked))
            case ArbiterCalled() if proposal is not None and isinstance(proposal.what, Undo):
                # The events of the call would be gone before a player has chosen.
                return msgspec.structs.replace(self, proposal=None)
            case Resume():
                return msgspec.structs.replace(self, resume=part.with_chair(self.resume, did.chair)).resumed(table)
            case Object(account=account) | Warn(account=account) if self.guest == account and account in table.removed:
                return msgspec.structs.replace(self, proposal=None)
        return self

    def _agreed(self, agreed: part.Agreed, table: part.TableFacts) -> Self:
        after = msgspec.structs.replace(self, proposal=None)
        match agreed.what:
            case Adjourn():
                return msgspec.structs.replace(after, adjourned=True, resume=())
            case OpenChat():
                return msgspec.structs.replace(after, opened=True)
            case EndMatch():
                return msgspec.structs.replace(after, due=Stop(table.names))
            case ForceMajeure():
                return msgspec.structs.replace(after, due=Stop(force_majeure=True))
            case CallBot():
                return after
            case Undo(n=n):
                return msgspec.structs.replace(after, due=Ruled((_UNDO,), ARBITER, (TakenBack(n - 1),)))
            case HandOver(chair=chair):
                name = table.name(chair)
                due = Substitute(name, part.without(table.names, name))
                return msgspec.structs.replace(after, resume=part.without(self.resume, chair), due=due)

    def without_absent(self, table: part.TableFacts) -> Self:
        """The consent without the chairs that have walked out, whose answers are not awaited."""
        after, proposal = self.resumed(table), self.proposal
        asked = () if proposal is None else part.without(proposal.asked, *table.held_chairs)
        if proposal is None or asked == proposal.asked:
            return after
        return msgspec.structs.replace(after, proposal=msgspec.structs.replace(proposal, asked=asked))

    def resumed(self, table: part.TableFacts) -> Self:
        """The match goes on once all who are there want to."""
        if not self.adjourned or set(table.persons) - set(table.held_chairs) - set(self.resume):
            return self
        return msgspec.structs.replace(self, adjourned=False, resume=())


def _no_undo(n: int, place: int, table: part.TableFacts) -> Refusal | None:
    """The refusal of a player's request to take back the own last call or card."""
    if table.setup.conventions.table.undo != "unanimous":
        return part.no(Manner.NOT_AGREED, _UNDO)
    last, duty = table.course.last, table.duty
    if last is None or last[0] != n or not isinstance(last[2], (Call, Play)) or duty is None or duty.what != "move":
        return part.no(Manner.NOT_NOW, _UNDO)
    return None if last[1] is not None and last[1] is table.seat(place) else part.no(Manner.NOT_YOURS, _UNDO)
