"""Kibitzers: the hands that they see, their warnings, their dismissals (PE-5.5)."""

from __future__ import annotations

from typing import ClassVar, Final, Self

import msgspec

from kozyr.club.acts import Act, Name, Place
from kozyr.club.budgets import OTHER
from kozyr.club.refusal import Manner
from kozyr.club.table.part import Agreed, Asker, Did, News, Part, TableFacts, Wish, human, no
from kozyr.club.table.setup import Person
from kozyr.club.wire import Looking
from kozyr.games.refusal import Refusal

_LAW: Final = "PE-5.5.4"
_NOISE: Final = "PE-5.5.2"
_WARNINGS: Final = 2  # the second one sends a kibitzer away (PE-5.5.2)


class Object(Act, frozen=True, tag="object"):
    """A player objects to a kibitzer, and the kibitzer leaves at once (PE-5.5.4)."""

    budget = OTHER

    account: Name


class Warn(Act, frozen=True, tag="warn"):
    """A player warns a kibitzer for noise; the second warning is the last (PE-5.5.2)."""

    budget = OTHER

    account: Name


class LookAsked(Act, frozen=True, tag="look"):
    """A kibitzer has asked to look into one hand (PE-5.5.4)."""

    source: ClassVar = "anybody"

    chair: int
    account: str
    nick: str


class AskToLook(Wish, frozen=True, tag="look"):
    """A kibitzer asks to look into one hand."""

    budget = OTHER

    chair: Place

    def act(self, asker: Asker, table: TableFacts) -> Act:
        """The act with the kibitzer's name."""
        return LookAsked(self.chair, asker.account, asker.nick)


class Allow(Act, frozen=True, tag="allow"):
    """The owner of a hand lets a kibitzer see it, or does no longer."""

    budget = OTHER

    account: Name
    yes: bool


class Watching(Part, frozen=True):
    """The kibitzers' looks, warnings and dismissals."""

    acts = (Object, Warn, LookAsked, Allow)
    wishes = (Object, Warn, AskToLook, Allow)

    looks: tuple[Looking, ...] = ()
    warned: tuple[tuple[str, int], ...] = ()
    """How often each account was warned."""
    removed: tuple[str, ...] = ()
    """The accounts that may look no more."""

    def look(self, account: str) -> Looking | None:
        """The hand that a kibitzer sees or asks to see."""
        return next((look for look in self.looks if look.account == account), None)

    def refusal(self, act: Act, by: int | None, table: TableFacts) -> Refusal | None:
        """Why this act may not come from this chair now; None: it may."""
        match act:
            case LookAsked():
                return self._no_look(act, by, table)
            case Allow():
                look = self.look(act.account)
                if look is None:
                    return no(Manner.NO_KIBITZER, _LAW)
                if look.chair != by:
                    return no(Manner.NOT_YOURS, _LAW)
                return no(Manner.ALREADY) if look.yes is act.yes else None
            case Object(account=account) | Warn(account=account):
                law = _LAW if isinstance(act, Object) else _NOISE
                if table.state == "gathering":
                    return no(Manner.WRONG_STATE, law)
                if table.chair(account) is not None:
                    return no(Manner.NO_KIBITZER, law)
                return no(Manner.ALREADY, law) if account in self.removed else None
        raise TypeError(type(act).__name__)

    def _no_look(self, act: LookAsked, by: int | None, table: TableFacts) -> Refusal | None:
        if table.state not in {"playing", "adjourned"}:
            return no(Manner.WRONG_STATE, _LAW)
        if by is not None or table.chair(act.account) is not None:
            return no(Manner.NOT_KIBITZER, _LAW)
        if act.account in self.removed or not table.setup.terms.kibitzers:
            return no(Manner.BARRED, _LAW)
        if not 0 <= act.chair < len(table.people):
            return no(Manner.NO_CHAIR, _LAW)
        if not human(table.people[act.chair]) or act.chair in table.held_chairs:
            return no(Manner.NOT_AGREED, _LAW)  # a bot cannot be asked, and no person has agreed
        mine = self.look(act.account)
        if mine is None:
            return None
        if mine.chair == act.chair:
            return no(Manner.ALREADY, _LAW)
        return no(Manner.ONE_HAND, _LAW) if table.running and mine.yes is not None else None

    def after(self, news: News, table: TableFacts) -> Self:
        """The kibitzers after some news."""
        match news:
            case Did(act=LookAsked() as act):
                looks = (*self._others(act.account), Looking(act.account, act.nick, act.chair))
                return msgspec.structs.replace(self, looks=looks)
            case Did(act=Allow(account=account, yes=yes)):
                return msgspec.structs.replace(
                    self,
                    looks=tuple(
                        msgspec.structs.replace(look, yes=yes) if look.account == account else look
                        for look in self.looks
                    ),
                )
            case Did(act=Object(account=account)):
                return self.sent_away(account)
            case Did(act=Warn(account=account)):
                count = dict(self.warned).get(account, 0) + 1
                warned = (*((who, n) for who, n in self.warned if who != account), (account, count))
                after = msgspec.structs.replace(self, warned=warned)
                return after.sent_away(account) if count >= _WARNINGS else after
            case Agreed(substitute=(chair, person)):
                return self._handed_over(chair, person, running=table.running)
        return self

    def _others(self, account: str) -> tuple[Looking, ...]:
        return tuple(look for look in self.looks if look.account != account)

    def sent_away(self, account: str) -> Self:
        """An account loses the right to look."""
        return msgspec.structs.replace(self, removed=(*self.removed, account), looks=self._others(account))

    def _handed_over(self, chair: int, person: Person, *, running: bool) -> Self:
        """A chair has a new owner: leave to look into its hand ends.

        During a deal a kibitzer whose request for it was answered may ask for no other hand. The new owner
        stops watching.
        """
        looks = tuple(
            look if look.chair != chair else msgspec.structs.replace(look, yes=False)
            for look in self._others(person.account or "")
            if look.chair != chair or (running and look.yes is not None)
        )
        return self if looks == self.looks else msgspec.structs.replace(self, looks=looks)
