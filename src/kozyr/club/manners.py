"""What people may do at a table besides playing, and what becomes of it: pure functions over a `Table`.

`refusal` says why an act may not be, `acted` what the table is after it. An act comes from a chair, or from nobody:
then it is the table's own, or a visitor's or kibitzer's, who is named in the act itself.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from kozyr.club import acts
from kozyr.club.acts import Act, Person
from kozyr.deals import Share, reveal, seed_commitment, share_fault
from kozyr.games import Illegal, Reason

if TYPE_CHECKING:
    from kozyr.cards import Seat
    from kozyr.club.table import Table

__all__ = ["Contract", "Cut", "LookAt", "Manner", "Proposal", "Refusal", "acted", "refusal", "settled"]

_WARNINGS: Final = 2  # the second one sends a kibitzer away (PE-5.5.2)
_HASH: Final = 64  # hexadecimal digits of SHA-256
T = TypeVar("T")


class Manner(StrEnum):
    """Why an act at the table is refused; games have reasons of their own."""

    WRONG_STATE = "wrong_state"
    NOT_PLAYER = "not_player"
    NOT_VISITOR = "not_visitor"
    NOT_KIBITZER = "not_kibitzer"
    NOT_OWNER = "not_owner"
    NO_CHAIR = "no_chair"
    TAKEN = "taken"
    ALREADY = "already"
    BARRED = "barred"
    CARD_CHANGED = "card_changed"
    NOT_YOURS = "not_yours"
    NOT_HELD = "not_held"
    PENDING = "pending"
    NO_PROPOSAL = "no_proposal"
    NOT_ASKED = "not_asked"
    NO_KIBITZER = "no_kibitzer"
    ONE_HAND = "one_hand"
    NOT_AGREED = "not_agreed"
    NOT_NOW = "not_now"
    QUIET = "quiet"
    TABLE_ONLY = "table_only"
    BAD_SHARE = "bad_share"
    BAD_CARD = "bad_card"
    NO_HINTS = "no_hints"


class Refusal(msgspec.Struct, frozen=True):
    """Why an act may not be, and the paragraph; detail: for programmers."""

    reason: Manner
    law: str | None = None
    detail: str | None = None


class Proposal(msgspec.Struct, frozen=True):
    """What waits for everybody's consent. asked: chairs that have not answered. guest: a substitute is asked too."""

    n: int
    by: int
    what: acts.What
    yes: tuple[int, ...]
    asked: tuple[int, ...]
    nick: str | None = None
    guest: bool = False


class LookAt(msgspec.Struct, frozen=True):
    """A kibitzer and the hand that he asks to see; yes: its owner's answer."""

    account: str
    nick: str
    chair: int
    yes: bool | None = None


class Contract(msgspec.Struct, frozen=True):
    """A guaranteed result (P-3.8.5.1a): who is bound by it, and what each gets in whists once the deal is over."""

    n: int
    deal: int
    by: int
    tricks: int
    to: tuple[tuple[int, bool | None], ...]
    points: tuple[tuple[int, Fraction], ...] | None = None

    @property
    def pending(self) -> bool:
        """Somebody has still to answer."""
        return self.points is None and any(yes is None for _, yes in self.to)


class Cut(msgspec.Struct, frozen=True):
    """The shuffle and the cut of one deal: what the server is bound to, and what the players gave (docs/fair.md).

    asked: chairs with a person, as the list of docs/fair.md has them. away: who gave nothing in time. seats: who got
    cards, once they are dealt.
    """

    deal: int
    commitment: str
    asked: tuple[int, ...]
    players: tuple[str, ...]
    away: tuple[int, ...] = ()
    hashes: tuple[tuple[int, str], ...] = ()
    nonces: tuple[tuple[int, str], ...] = ()
    dealt: bool = False
    seats: tuple[Seat, ...] = ()
    revealed: bool = False

    @property
    def missing(self) -> tuple[int, ...]:
        """Whose share is waited for in this phase."""
        hashed, given = dict(self.hashes), dict(self.nonces)
        silent = tuple(chair for chair in self.asked if chair not in hashed and chair not in self.away)
        return silent or tuple(chair for chair in hashed if chair not in given and chair not in self.away)

    @property
    def phase(self) -> str:
        """`hashes`, `nonces`, `ready`, `dealt`, `revealed`: nobody hears a nonce before every hash is there."""
        if self.dealt:
            return "revealed" if self.revealed else "dealt"
        if any(chair not in dict(self.hashes) and chair not in self.away for chair in self.asked):
            return "hashes"
        return "nonces" if self.missing else "ready"

    @property
    def shares(self) -> tuple[Share, ...]:
        """What each gave."""
        hashed, given = dict(self.hashes), dict(self.nonces)
        return tuple(
            Share(player, hashed.get(chair), given.get(chair))
            for chair, player in zip(self.asked, self.players, strict=True)
        )

    def player(self, chair: int) -> str:
        """What a chair is called in the hashes."""
        return self.players[self.asked.index(chair)]


def _no(reason: Manner, law: str | None = None) -> Refusal:
    return Refusal(reason, law)


def refusal(table: Table, by: int | None, act: Act) -> Refusal | Illegal | None:
    """Why this act may not come from this chair now; None: it may."""
    found = _BY_ACT[type(act)]
    role, check = found
    if role == "player" and by is None:
        return _no(Manner.NOT_PLAYER)
    if role == "table" and by is not None:
        return _no(Manner.TABLE_ONLY)
    return check(table, by, act)  # type: ignore[no-any-return]


def acted(table: Table, by: int | None, act: Act, seq: int) -> Table:
    """The table after an act that is not refused; seq: the act's number in the log."""
    after: Table = _DOES[type(act)](table, by, act, seq)
    return after


def _change(table: Table, **changes: Any) -> Table:
    return msgspec.structs.replace(table, **changes)


def _without(values: tuple[T, ...], *gone: T) -> tuple[T, ...]:
    return tuple(value for value in values if value not in gone)


def _with(values: tuple[int, ...], more: int) -> tuple[int, ...]:
    return tuple(sorted({*values, more}))


def _put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


# --- gathering -------------------------------------------------------------------------------------------------


def _no_sit(table: Table, by: int | None, act: acts.Sits) -> Refusal | None:
    if table.state != "gathering" or table.ready:
        return _no(Manner.WRONG_STATE, "PE-5.4.4")
    if by is not None or table.chair(act.account) is not None:
        return _no(Manner.ALREADY)
    if act.account in table.barred:
        return _no(Manner.BARRED, "PE-5.4.6")
    if not 0 <= act.chair < len(table.people):
        return _no(Manner.NO_CHAIR)
    return _no(Manner.TAKEN) if table.people[act.chair] is not None else None


def _sit(table: Table, _by: int | None, act: acts.Sits, _seq: int) -> Table:
    people = _put(table.people, act.chair, Person(act.nick, account=act.account, program=act.program))
    return _change(table, people=people, owner=act.chair if table.owner is None else table.owner)


def _no_rise(table: Table, _by: int, _act: Act) -> Refusal | None:
    return _no(Manner.WRONG_STATE, "PE-5.4.18") if table.state != "gathering" or table.ready else None


def _rise(table: Table, by: int, _act: Act, _seq: int) -> Table:
    people = _put(table.people, by, None)
    left = [chair for chair, person in enumerate(people) if person is not None and person.bot is None]
    owner = table.owner if table.owner != by else min(left, default=None)
    return _change(table, people=people, owner=owner, accepted=_without(table.accepted, by))


def _no_chair(table: Table, by: int, act: acts.Chaired) -> Refusal | None:
    if table.state != "gathering" or table.ready:
        return _no(Manner.WRONG_STATE, "PE-5.4.4")
    if by != table.owner:
        return _no(Manner.NOT_OWNER, "PE-5.4.6")
    if not 0 <= act.chair < len(table.people):
        return _no(Manner.NO_CHAIR)
    if act.chair == by:
        return _no(Manner.NOT_YOURS)
    person = table.people[act.chair]
    return _no(Manner.ALREADY) if (person.bot if person else None) == act.bot and not _human(person) else None


def _human(person: Person | None) -> bool:
    return person is not None and person.bot is None


def _seat_bot(table: Table, _by: int, act: acts.Chaired, _seq: int) -> Table:
    person = table.people[act.chair]
    gone = (person.account,) if person is not None and person.account is not None else ()
    new = None if act.bot is None else Person(act.nick or act.bot, bot=act.bot)
    return _change(
        table,
        people=_put(table.people, act.chair, new),
        accepted=_without(table.accepted, act.chair),
        barred=(*table.barred, *gone),
    )


def _no_card(table: Table, by: int, _act: acts.Carded) -> Refusal | None:
    if table.state != "gathering" or table.ready:
        return _no(Manner.WRONG_STATE, "PE-5.4.4")
    return None if by == table.owner else _no(Manner.NOT_OWNER, "PE-5.4.4")


def _card(table: Table, by: int, act: acts.Carded, _seq: int) -> Table:
    kind = type(table.setup.conventions)
    conventions = msgspec.convert(act.conventions, type=kind)
    setup = msgspec.structs.replace(
        table.setup,
        preset=act.preset,
        conventions=conventions,
        terms=act.terms,
        public=act.public,
        deals=table.setup.deals if act.file else None,
    )
    return _change(table, setup=setup, accepted=(by,))


def _no_accept(table: Table, by: int, act: acts.Accept) -> Refusal | None:
    if table.state != "gathering":
        return _no(Manner.WRONG_STATE, "PE-5.4.4")
    if act.card != table.card:
        return _no(Manner.CARD_CHANGED, "PE-5.4.4")
    return _no(Manner.ALREADY) if by in table.accepted else None


def _accept(table: Table, by: int, _act: acts.Accept, _seq: int) -> Table:
    return _change(table, accepted=_with(table.accepted, by))


# --- leaving and coming back -----------------------------------------------------------------------------------


def _no_leave(table: Table, by: int, _act: Act) -> Refusal | None:
    if table.state != "playing":
        return _no(Manner.WRONG_STATE, "PE-5.4.18")
    return _no(Manner.ALREADY) if by in table.held_chairs else None


def _leave(table: Table, by: int, _act: Act, _seq: int) -> Table:
    return _consented(_change(table, held=(*table.held, (by, "left"))))


def _no_hold(table: Table, _by: None, act: acts.Hold) -> Refusal | None:
    if table.state != "playing":
        return _no(Manner.WRONG_STATE)
    fits = 0 <= act.chair < len(table.people) and _human(table.people[act.chair])
    return None if fits and act.chair not in table.held_chairs else _no(Manner.ALREADY)


def _hold(table: Table, _by: None, act: acts.Hold, _seq: int) -> Table:
    return _consented(_change(table, held=(*table.held, (act.chair, act.why))))


def _no_back(table: Table, by: int, _act: Act) -> Refusal | None:
    return None if by in table.held_chairs else _no(Manner.NOT_HELD)


def _back(table: Table, by: int, _act: Act, _seq: int) -> Table:
    proposal = table.proposal
    if proposal is not None and by not in proposal.yes:  # his silence was taken for consent while he was away
        proposal = msgspec.structs.replace(proposal, asked=_with(proposal.asked, by))
    return _change(table, held=tuple(one for one in table.held if one[0] != by), proposal=proposal)


# --- consent ---------------------------------------------------------------------------------------------------


def _no_propose(table: Table, by: int, act: acts.Proposed) -> Refusal | Illegal | None:
    what = act.what
    if table.state not in {"playing", "adjourned"}:
        return _no(Manner.WRONG_STATE, "PE-5.4.18")
    if table.state == "adjourned" and isinstance(what, (acts.Adjourn, acts.OpenChat)):
        return _no(Manner.ALREADY, "PE-5.4.18")
    if table.proposal is not None:
        return _no(Manner.PENDING, "PE-5.4.18")
    if isinstance(what, acts.Stop):
        stop = table.setup.face.stop(table.names)
        return _no(Manner.NOT_AGREED, "P-4.2.15") if stop is None else table.progress.why_not(stop)
    if isinstance(what, acts.OpenChat) and (table.opened or table.terms.chat_in_play):
        return _no(Manner.ALREADY, "PE-5.4.8")
    if isinstance(what, acts.HandOver):
        if not 0 <= what.chair < len(table.people) or not _human(table.people[what.chair]):
            return _no(Manner.NO_CHAIR, "PE-5.4.7")
        if by != what.chair and what.chair not in table.held_chairs:
            return _no(Manner.NOT_YOURS, "PE-5.4.7")
        if act.nick is None or table.chair(what.account) is not None or what.account in table.removed:
            return _no(Manner.NO_KIBITZER, "PE-5.4.7")
    return None


def _propose(table: Table, by: int, act: acts.Proposed, seq: int) -> Table:
    others = tuple(chair for chair in table.persons if chair != by and chair not in table.held_chairs)
    guest = isinstance(act.what, acts.HandOver)
    return _consented(_change(table, proposal=Proposal(seq, by, act.what, (by,), others, act.nick, guest)))


def _no_answer(table: Table, by: int | None, act: acts.Answered) -> Refusal | None:
    proposal = table.proposal
    if proposal is None or proposal.n != act.n:
        return _no(Manner.NO_PROPOSAL, "PE-5.4.18")
    if by is not None:
        return None if by in proposal.asked else _no(Manner.NOT_ASKED, "PE-5.4.18")
    guest = isinstance(proposal.what, acts.HandOver) and proposal.guest and proposal.what.account == act.account
    return None if guest else _no(Manner.NOT_ASKED, "PE-5.4.7")


def _answer(table: Table, by: int | None, act: acts.Answered, _seq: int) -> Table:
    proposal = table.proposal
    assert proposal is not None
    if not act.yes:
        return _change(table, proposal=None)
    if by is None:
        return _consented(_change(table, proposal=msgspec.structs.replace(proposal, guest=False)))
    agreed = msgspec.structs.replace(proposal, yes=_with(proposal.yes, by), asked=_without(proposal.asked, by))
    return _consented(_change(table, proposal=agreed))


def _no_withdraw(table: Table, by: int, act: acts.Withdraw) -> Refusal | None:
    if table.proposal is None or table.proposal.n != act.n:
        return _no(Manner.NO_PROPOSAL)
    # Who has walked out cannot take it back, and a guest who is asked may never answer.
    return None if table.proposal.by in {by, *table.held_chairs} else _no(Manner.NOT_YOURS)


def _withdraw(table: Table, _by: int, _act: Act, _seq: int) -> Table:
    return _change(table, proposal=None)


def _consented(table: Table) -> Table:
    """What everybody who is there has agreed to happens; who has walked out is asked no more."""
    table = _resumed(table)
    proposal = table.proposal
    if proposal is None:
        return table
    asked = _without(proposal.asked, *table.held_chairs)
    if asked or proposal.guest:
        if asked == proposal.asked:
            return table
        return _change(table, proposal=msgspec.structs.replace(proposal, asked=asked))
    table, what = _change(table, proposal=None), proposal.what
    if isinstance(what, acts.Adjourn):
        return _change(table, adjourned=True, resume=())
    if isinstance(what, acts.OpenChat):
        return _change(table, opened=True)
    if isinstance(what, acts.Stop):
        return _change(table, due=table.setup.face.stop(table.names))
    return _handed_over(table, what.chair, Person(proposal.nick or "", account=what.account))


def _handed_over(table: Table, chair: int, person: Person) -> Table:
    name = table.names[table.order.index(chair)]
    cut = table.cut
    if cut is not None and chair in cut.asked and chair not in dict(cut.nonces) and not cut.dealt:
        cut = msgspec.structs.replace(cut, away=_with(cut.away, chair))  # he cannot know what another has sealed
    return _change(
        table,
        people=_put(table.people, chair, person),
        held=tuple(one for one in table.held if one[0] != chair),
        looks=_looks_after(table, chair, person),
        nexts=_without(table.nexts, chair),
        resume=_without(table.resume, chair),
        cut=cut,
        due=table.setup.face.substitute(name, tuple(other for other in table.names if other != name)),
    )


def _looks_after(table: Table, chair: int, person: Person) -> tuple[LookAt, ...]:
    """Who may look where once a chair is another's: into this hand nobody, but who has seen it has had his one hand."""
    looks = (look for look in table.looks if look.account != person.account)
    return tuple(
        look if look.chair != chair else msgspec.structs.replace(look, yes=False)
        for look in looks
        if look.chair != chair or (table.running and look.yes is not None)
    )


def _no_resume(table: Table, by: int, _act: Act) -> Refusal | None:
    if table.state != "adjourned":
        return _no(Manner.WRONG_STATE, "PE-5.4.18")
    return _no(Manner.ALREADY) if by in table.resume else None


def _resume(table: Table, by: int, _act: Act, _seq: int) -> Table:
    return _resumed(_change(table, resume=_with(table.resume, by)))


def _resumed(table: Table) -> Table:
    if not table.adjourned or set(table.persons) - set(table.held_chairs) - set(table.resume):
        return table
    return _change(table, adjourned=False, resume=())


# --- kibitzers -------------------------------------------------------------------------------------------------


def _no_objection(table: Table, _by: int, act: acts.Object | acts.Warn) -> Refusal | None:
    law = "PE-5.5.4" if isinstance(act, acts.Object) else "PE-5.5.2"
    if table.state == "gathering":
        return _no(Manner.WRONG_STATE, law)
    if table.chair(act.account) is not None:
        return _no(Manner.NO_KIBITZER, law)
    return _no(Manner.ALREADY, law) if act.account in table.removed else None


def _object(table: Table, _by: int, act: acts.Object | acts.Warn, _seq: int) -> Table:
    proposal = table.proposal
    if proposal is not None and isinstance(proposal.what, acts.HandOver) and proposal.what.account == act.account:
        proposal = None
    return _change(
        table,
        removed=(*table.removed, act.account),
        looks=tuple(look for look in table.looks if look.account != act.account),
        proposal=proposal,
    )


def _warn(table: Table, by: int, act: acts.Warn, seq: int) -> Table:
    count = dict(table.warned).get(act.account, 0) + 1
    warned = (*((who, n) for who, n in table.warned if who != act.account), (act.account, count))
    table = _change(table, warned=warned)
    return _object(table, by, act, seq) if count >= _WARNINGS else table


def _no_look(table: Table, by: int | None, act: acts.Looks) -> Refusal | None:
    law = "PE-5.5.4"
    if table.state not in {"playing", "adjourned"}:
        return _no(Manner.WRONG_STATE, law)
    if by is not None or table.chair(act.account) is not None:
        return _no(Manner.NOT_KIBITZER, law)
    if act.account in table.removed or not table.terms.kibitzers:
        return _no(Manner.BARRED, law)
    if not 0 <= act.chair < len(table.people):
        return _no(Manner.NO_CHAIR, law)
    if not _human(table.people[act.chair]) or act.chair in table.held_chairs:
        return _no(Manner.NOT_AGREED, law)  # a bot cannot be asked, and no person has agreed
    mine = next((look for look in table.looks if look.account == act.account), None)
    if mine is None:
        return None
    if mine.chair == act.chair:
        return _no(Manner.ALREADY, law)
    return _no(Manner.ONE_HAND, law) if table.running and mine.yes is not None else None


def _look(table: Table, _by: int | None, act: acts.Looks, _seq: int) -> Table:
    others = tuple(look for look in table.looks if look.account != act.account)
    return _change(table, looks=(*others, LookAt(act.account, act.nick, act.chair)))


def _no_allow(table: Table, by: int, act: acts.Allow) -> Refusal | None:
    look = next((look for look in table.looks if look.account == act.account), None)
    if look is None:
        return _no(Manner.NO_KIBITZER, "PE-5.5.4")
    if look.chair != by:
        return _no(Manner.NOT_YOURS, "PE-5.5.4")
    return _no(Manner.ALREADY) if look.yes is act.yes else None


def _allow(table: Table, _by: int, act: acts.Allow, _seq: int) -> Table:
    looks = tuple(
        msgspec.structs.replace(look, yes=act.yes) if look.account == act.account else look for look in table.looks
    )
    return _change(table, looks=looks)


# --- contracts settled in whists -------------------------------------------------------------------------------


def _no_guarantee(table: Table, by: int, act: acts.Guarantee) -> Refusal | Illegal | None:
    law = "P-3.8.5.1a"
    if table.state != "playing" or not table.running:
        return _no(Manner.NOT_NOW, law)
    if any(contract.pending for contract in table.contracts):
        return _no(Manner.PENDING, law)
    offered = table.setup.face.guarantee(table.progress.state, table.name(by), act.tricks)
    return offered if isinstance(offered, Illegal) else None


def _guarantee(table: Table, by: int, act: acts.Guarantee, seq: int) -> Table:
    offered = table.setup.face.guarantee(table.progress.state, table.name(by), act.tricks)
    assert not isinstance(offered, Illegal)
    # A bot has no plan of its own and keeps to the sheet; so does one who is not there.
    to = tuple(
        (chair, None if chair in table.persons and chair not in table.held_chairs else False)
        for chair in (table.order[table.names.index(name)] for name in offered)
    )
    deal = table.setup.face.number(table.progress.state)
    return _change(table, contracts=(*table.contracts, Contract(seq, deal, by, act.tricks, to)))


def _no_take(table: Table, by: int, act: acts.Take) -> Refusal | Illegal | None:
    law = "P-3.8.5.1a"
    offer = next((contract for contract in table.contracts if contract.n == act.n), None)
    if offer is None or offer.points is not None:
        return _no(Manner.NO_PROPOSAL, law)
    if table.state != "playing" or not table.running:
        return _no(Manner.NOT_NOW, law)
    if (by, None) not in offer.to:
        return _no(Manner.NOT_ASKED, law)
    if act.answer == "mine":
        offered = table.setup.face.guarantee(table.progress.state, table.name(by), offer.tricks)
        return offered if isinstance(offered, Illegal) else None
    return None


def _take(table: Table, by: int, act: acts.Take, seq: int) -> Table:
    offer = next(contract for contract in table.contracts if contract.n == act.n)
    to = tuple((chair, act.answer == "yes" if chair == by else yes) for chair, yes in offer.to)
    contracts = tuple(
        msgspec.structs.replace(contract, to=to) if contract is offer else contract for contract in table.contracts
    )
    if act.answer == "mine":  # who offers terms must take them as well
        contracts = (*contracts, Contract(seq, offer.deal, by, offer.tricks, ((offer.by, True),)))
    return _change(table, contracts=contracts)


def settled(table: Table, before: Any, outcome: Any) -> tuple[Contract, ...]:
    """The contracts of a deal that is over, with what each who is bound gets; outcome None: it was broken off."""
    face, done = table.setup.face, []
    for contract in table.contracts:
        if contract.points is None:
            bound = [chair for chair, yes in contract.to if yes]
            owed = face.owed(before, outcome, table.name(contract.by), contract.tricks) if bound and outcome else {}
            points = tuple((chair, owed[table.name(chair)]) for chair in bound if owed.get(table.name(chair)))
            done.append(msgspec.structs.replace(contract, points=points))
        else:
            done.append(contract)
    return tuple(done)


# --- after the match -------------------------------------------------------------------------------------------


def _no_reseed(table: Table, by: int, _act: Act) -> Refusal | None:
    if table.state == "gathering":
        return _no(Manner.WRONG_STATE, "PE-5.4.15")
    return _no(Manner.ALREADY, "PE-5.4.15") if by in table.reseed or table.rematch is not None else None


def _reseed(table: Table, by: int, _act: Act, _seq: int) -> Table:
    return _change(table, reseed=_with(table.reseed, by))


def _no_rematch(table: Table, _by: int, _act: acts.Rematched) -> Refusal | None:
    if table.state != "finished":
        return _no(Manner.WRONG_STATE, "PE-5.4.18")
    return _no(Manner.ALREADY) if table.rematch is not None else None


def _rematch(table: Table, by: int, act: acts.Rematched, _seq: int) -> Table:
    return _change(table, rematch=act.table, rematch_by=by)


# --- fair dealing ----------------------------------------------------------------------------------------------


def _no_commit(table: Table, _by: None, act: acts.Commit) -> Refusal | None:
    wanted = table.duty is not None and table.duty.what == "commit"
    return None if wanted and act.deal == table.next_deal else _no(Manner.NOT_NOW, "P-3.2.3")


def _commit(table: Table, _by: None, act: acts.Commit, _seq: int) -> Table:
    if table.lot is None:
        asked = table.persons
        players = tuple(str(chair) for chair in asked)
    else:
        asked = tuple(chair for chair in table.order if chair in table.persons)
        players = tuple(table.name(chair) for chair in asked)
    away = tuple(sorted(set(asked) & set(table.held_chairs)))
    return _change(table, cut=Cut(act.deal, act.commitment, asked, players, away))


def _in_phase(table: Table, by: int, deal: int, phase: str) -> Refusal | None:
    cut = table.cut
    if cut is None or cut.deal != deal or cut.phase != phase:
        return _no(Manner.NOT_NOW, "P-3.2.3")
    return None if by in cut.missing else _no(Manner.NOT_ASKED, "P-3.2.3")


def _no_seal(table: Table, by: int, act: acts.Seal) -> Refusal | None:
    refused = _in_phase(table, by, act.deal, "hashes")
    return refused or (None if len(act.hash) == _HASH else _no(Manner.BAD_SHARE, "P-3.2.3"))


def _seal(table: Table, by: int, act: acts.Seal, _seq: int) -> Table:
    assert table.cut is not None
    return _change(table, cut=msgspec.structs.replace(table.cut, hashes=(*table.cut.hashes, (by, act.hash))))


def _no_nonce(table: Table, by: int, act: acts.Nonce) -> Refusal | None:
    refused = _in_phase(table, by, act.deal, "nonces")
    if refused is not None or table.cut is None:
        return refused
    share = Share(table.cut.player(by), dict(table.cut.hashes)[by], act.nonce)
    fault = share_fault(table.setup.id, act.deal, share)
    return None if fault is None else Refusal(Manner.BAD_SHARE, "P-3.2.5", fault)


def _nonce(table: Table, by: int, act: acts.Nonce, _seq: int) -> Table:
    assert table.cut is not None
    return _change(table, cut=msgspec.structs.replace(table.cut, nonces=(*table.cut.nonces, (by, act.nonce))))


def _no_away(table: Table, _by: None, act: acts.Away) -> Refusal | None:
    cut = table.cut
    fits = cut is not None and cut.deal == act.deal and act.chairs and set(act.chairs) <= set(cut.missing)
    return None if fits else _no(Manner.NOT_NOW, "P-3.2.7")


def _away(table: Table, _by: None, act: acts.Away, _seq: int) -> Table:
    assert table.cut is not None
    away = tuple(sorted({*table.cut.away, *act.chairs}))
    return _change(table, cut=msgspec.structs.replace(table.cut, away=away))


def _no_reveal(table: Table, _by: None, act: acts.Reveal) -> Refusal | None:
    cut = table.cut
    if cut is None or cut.deal != act.deal or not cut.dealt or cut.revealed or (table.running and cut.deal):
        return _no(Manner.NOT_NOW, "P-3.2.3")
    fits = cut.commitment == seed_commitment(table.setup.id, cut.deal, bytes.fromhex(act.seed))
    return None if fits else _no(Manner.BAD_SHARE, "P-3.2.3")


def _reveal(table: Table, _by: None, act: acts.Reveal, _seq: int) -> Table:
    cut = table.cut
    assert cut is not None
    pack = table.lot_pack if cut.deal == 0 else table.setup.rules.pack
    proof = reveal(bytes.fromhex(act.seed), table.setup.id, cut.deal, pack, cut.seats, cut.shares)
    return _change(table, cut=msgspec.structs.replace(cut, revealed=True), proofs=(*table.proofs, proof))


def _not_seen(table: Table, by: int, _act: Act) -> Refusal | Illegal | None:
    if table.state == "finished":
        return Illegal(Reason.MATCH_OVER, table.progress.match.over)
    if table.state != "playing" or table.ended is None:
        return _no(Manner.NOT_NOW, table.setup.face.laws.dealing)
    return _no(Manner.ALREADY) if by in table.nexts else None


def _seen(table: Table, by: int, _act: Act, _seq: int) -> Table:
    return _change(table, nexts=_with(table.nexts, by))


# --- help ------------------------------------------------------------------------------------------------------


def _no_hint(table: Table, by: int, _act: Act) -> Refusal | None:
    """Only where the card allows it, for one's own decision, and once for each."""
    if not table.terms.hints:
        return _no(Manner.NO_HINTS, "PE-5.4.4")
    duty = table.duty
    if duty is None or duty.what != "move" or by in table.held_chairs:
        return _no(Manner.NOT_NOW)
    state = table.progress.state
    place = table.place(by)
    if state is None or duty.place != place or table.seat(place) is not state.actor:  # a guarantor plays another's hand
        return _no(Manner.NOT_YOURS, "PE-5.4.19")
    return _no(Manner.ALREADY) if table.hinted == (by, table.game_seq) else None


def _hint(table: Table, by: int, _act: Act, _seq: int) -> Table:
    taken = dict(table.hints)
    taken[by] = taken.get(by, 0) + 1
    return _change(table, hints=tuple(sorted(taken.items())), hinted=(by, table.game_seq))


# Who may bring an act: a player, the table alone, or anybody (and the act says who).
_BY_ACT: Final[dict[type[Any], tuple[str, Any]]] = {
    acts.Sits: ("any", _no_sit),
    acts.Rise: ("player", _no_rise),
    acts.Chaired: ("player", _no_chair),
    acts.Carded: ("player", _no_card),
    acts.Accept: ("player", _no_accept),
    acts.Leave: ("player", _no_leave),
    acts.Hold: ("table", _no_hold),
    acts.Back: ("player", _no_back),
    acts.Proposed: ("player", _no_propose),
    acts.Answered: ("any", _no_answer),
    acts.Withdraw: ("player", _no_withdraw),
    acts.Resume: ("player", _no_resume),
    acts.Object: ("player", _no_objection),
    acts.Warn: ("player", _no_objection),
    acts.Looks: ("any", _no_look),
    acts.Allow: ("player", _no_allow),
    acts.Guarantee: ("player", _no_guarantee),
    acts.Take: ("player", _no_take),
    acts.Hint: ("player", _no_hint),
    acts.Reseed: ("player", _no_reseed),
    acts.Rematched: ("player", _no_rematch),
    acts.Commit: ("table", _no_commit),
    acts.Seal: ("player", _no_seal),
    acts.Nonce: ("player", _no_nonce),
    acts.Away: ("table", _no_away),
    acts.Reveal: ("table", _no_reveal),
    acts.Seen: ("player", _not_seen),
}
_DOES: Final[dict[type[Any], Any]] = {
    acts.Sits: _sit,
    acts.Rise: _rise,
    acts.Chaired: _seat_bot,
    acts.Carded: _card,
    acts.Accept: _accept,
    acts.Leave: _leave,
    acts.Hold: _hold,
    acts.Back: _back,
    acts.Proposed: _propose,
    acts.Answered: _answer,
    acts.Withdraw: _withdraw,
    acts.Resume: _resume,
    acts.Object: _object,
    acts.Warn: _warn,
    acts.Looks: _look,
    acts.Allow: _allow,
    acts.Guarantee: _guarantee,
    acts.Take: _take,
    acts.Hint: _hint,
    acts.Reseed: _reseed,
    acts.Rematched: _rematch,
    acts.Commit: _commit,
    acts.Seal: _seal,
    acts.Nonce: _nonce,
    acts.Away: _away,
    acts.Reveal: _reveal,
    acts.Seen: _seen,
}
