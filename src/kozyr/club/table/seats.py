"""The occupants of chairs, the owner of the table, and the seats that bots hold."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, Final, Literal, Self

import msgspec

from kozyr import bots
from kozyr.club import wire
from kozyr.club.acts import Act, CallBot, Name, Place
from kozyr.club.budgets import OTHER
from kozyr.club.refusal import Manner
from kozyr.club.table.clock import TimeOut
from kozyr.club.table.part import Agreed, Asker, Did, Moved, News, Part, TableFacts, Wish, decides, human, no, with_put
from kozyr.club.table.setup import Person
from kozyr.games.refusal import Refusal

NICKS: Final = ("Bobr", "Filin", "Vydra", "Barsuk", "Kunica")  # the names of bots that fill free chairs


class SatDown(Act, frozen=True, tag="sit"):
    """A person takes a free chair."""

    source: ClassVar = "anybody"
    gathers: ClassVar = True

    chair: int
    account: str
    nick: str
    program: str | None = None


class TakeChair(Wish, frozen=True, tag="sit"):
    """A visitor takes a free chair."""

    budget = OTHER

    chair: Place

    def act(self, asker: Asker, table: TableFacts) -> Act:
        """The act with the visitor's name."""
        return SatDown(self.chair, asker.account, asker.nick, asker.program)


class Rise(Act, frozen=True, tag="rise"):
    """A player leaves a table before the game; no reason is needed (PE-5.4.3)."""

    budget = OTHER
    gathers: ClassVar = True


class ChairChanged(Act, frozen=True, tag="chair"):
    """The owner has put a bot on a chair, or freed it; the earlier occupant may not come back (PE-5.4.6)."""

    gathers: ClassVar = True

    chair: int
    bot: str | None
    nick: str | None


class ChangeChair(Wish, frozen=True, tag="chair"):
    """The owner puts a bot on a chair, or frees it."""

    budget = OTHER

    chair: Place
    bot: Name | None = None

    def act(self, asker: Asker, table: TableFacts) -> Act | Refusal:
        """The act with the name that the bot gets."""
        if self.bot is None:
            return ChairChanged(self.chair, None, None)
        if self.bot not in bots.names(table.setup.game):
            return Refusal(Manner.BAD_CARD, params={"detail": f"no bot of level {self.bot!r}"})
        others = [person for chair, person in enumerate(table.people) if person is not None and chair != self.chair]
        # People may have bots' names; one name is always left, since no table has six bots.
        taken, bots_ = {person.nick for person in others}, {person.nick for person in others if person.bot is not None}
        free = [nick for nick in NICKS if nick not in taken] or [nick for nick in NICKS if nick not in bots_]
        return ChairChanged(self.chair, self.bot, (free or NICKS)[0])


class Leave(Act, frozen=True, tag="leave"):
    """A player walks out of a match; a bot holds the seat."""

    budget = OTHER


class Hold(Act, frozen=True, tag="hold"):
    """The table lets a bot hold the seat of a player who has been away too long."""

    source: ClassVar = "table"

    chair: int
    why: Literal["absent"] = "absent"


class Back(Act, frozen=True, tag="back"):
    """A player has the own seat again."""

    budget = OTHER


class Seats(Part, frozen=True, dict=True):
    """The chairs."""

    acts = (SatDown, Rise, ChairChanged, Leave, Hold, Back)
    wishes = (TakeChair, Rise, ChangeChair, Leave, Back)

    people: tuple[Person | None, ...]
    owner: int | None = 0
    barred: tuple[str, ...] = ()
    """The accounts that may not come back."""
    held: tuple[tuple[int, wire.Held], ...] = ()
    """Chairs of people for whom a bot plays, and why."""
    left: tuple[int, ...] = ()
    """The chairs that were held as the match ended."""

    @cached_property
    def persons(self) -> tuple[int, ...]:
        """Chairs with a person on them, no bot."""
        return tuple(chair for chair, who in enumerate(self.people) if who is not None and who.bot is None)

    @cached_property
    def held_chairs(self) -> tuple[int, ...]:
        """Chairs of absent people, for whom a bot plays."""
        return tuple(chair for chair, _ in self.held)

    def chair(self, account: str) -> int | None:
        """The chair of an account; None: not at this table."""
        for chair, who in enumerate(self.people):  # a loop: this is asked several times for every event
            if who is not None and who.account == account:
                return chair
        return None

    def shown(self, order: tuple[int, ...], names: tuple[str, ...]) -> tuple[wire.Player, ...]:
        """The chairs as everybody sees them: in the order of the places, with the names of the sheet, once there are any."""
        if not order:
            return tuple(self._player(chair, None) for chair in range(len(self.people)))
        return tuple(self._player(chair, name) for chair, name in zip(order, names, strict=True))

    def _player(self, chair: int, name: str | None) -> wire.Player:
        person = self.people[chair]
        if person is None:
            return wire.Player(name, None, None, None, chair, None)
        bot, held = person.bot or person.program, dict(self.held).get(chair)
        return wire.Player(name, person.nick, bot, person.account, chair, held)

    def refusal(self, act: Act, by: int | None, table: TableFacts) -> Refusal | None:
        """Why this act may not come from this chair now; None: it may."""
        gathers = table.state == "gathering" and not table.ready
        match act:
            case SatDown():
                refused = self._no_sitting(act, by, gathers=gathers)
                if refused is None and table.setup.terms.unpaced and act.program is None:
                    return no(Manner.PROGRAMS_ONLY)
                return refused or (None if table.setup.admits(act.account) else no(Manner.NOT_INVITED, "PE-5.4.6"))
            case Rise():
                return None if gathers else no(Manner.WRONG_STATE, "PE-5.4.18")
            case ChairChanged():
                return self._no_change(act, by, gathers=gathers)
            case Leave():
                if table.state != "playing":
                    return no(Manner.WRONG_STATE, "PE-5.4.18")
                return no(Manner.ALREADY) if by in self.held_chairs else None
            case Hold():
                if table.state != "playing":
                    return no(Manner.WRONG_STATE)
                fits = 0 <= act.chair < len(self.people) and human(self.people[act.chair])
                return None if fits and act.chair not in self.held_chairs else no(Manner.ALREADY)
            case _:
                if by not in self.held_chairs:
                    return no(Manner.NOT_HELD)
                # A player without time does not get it again for the same move. Where a bot would not play on, the
                # player may.
                owes = (by, "time") in self.held and decides(table) == by and set(self.persons) > set(self.held_chairs)
                return no(Manner.NOT_NOW, "PE-5.4.18") if owes else None

    def _no_sitting(self, act: SatDown, by: int | None, *, gathers: bool) -> Refusal | None:
        if not gathers:
            return no(Manner.WRONG_STATE, "PE-5.4.4")
        if by is not None or self.chair(act.account) is not None:
            return no(Manner.ALREADY)
        if act.account in self.barred:
            return no(Manner.BARRED, "PE-5.4.6")
        if not 0 <= act.chair < len(self.people):
            return no(Manner.NO_CHAIR)
        return no(Manner.TAKEN) if self.people[act.chair] is not None else None

    def _no_change(self, act: ChairChanged, by: int | None, *, gathers: bool) -> Refusal | None:
        if not gathers:
            return no(Manner.WRONG_STATE, "PE-5.4.4")
        if by != self.owner:
            return no(Manner.NOT_OWNER, "PE-5.4.6")
        if not 0 <= act.chair < len(self.people):
            return no(Manner.NO_CHAIR)
        if act.chair == by:
            return no(Manner.NOT_YOURS)
        person = self.people[act.chair]
        return no(Manner.ALREADY) if (person.bot if person else None) == act.bot and not human(person) else None

    def after(self, news: News, table: TableFacts) -> Self:
        """The chairs after something that has happened."""
        match news:
            case Did(act=TimeOut(chair=slow)):
                return self._with_held(slow) if table.setup.terms.clock == "bank" else self
            case Did(act=act, by=by):
                return self._did(act, by)
            case Agreed(what=CallBot(chair=slow)):
                return self._with_held(slow)
            case Agreed(substitute=(chair, person)):
                held = tuple(one for one in self.held if one[0] != chair)
                return msgspec.structs.replace(self, people=with_put(self.people, chair, person), held=held)
            case Moved(over=True):  # a player who comes back afterwards has left all the same (PE-5.4.18)
                return msgspec.structs.replace(self, left=self.held_chairs)
        return self

    def _with_held(self, slow: int) -> Self:
        return msgspec.structs.replace(self, held=(*self.held, (slow, "time")))

    def _did(self, act: Act, by: int | None) -> Self:
        match act:
            case SatDown():
                people = with_put(self.people, act.chair, Person(act.nick, act.account, None, act.program))
                owner = act.chair if self.owner is None else self.owner
                return msgspec.structs.replace(self, people=people, owner=owner)
            case Rise():
                people = tuple(None if chair == by else person for chair, person in enumerate(self.people))
                left = [chair for chair, person in enumerate(people) if human(person)]
                mine = self.owner == by
                return msgspec.structs.replace(
                    self, people=people, owner=min(left, default=None) if mine else self.owner
                )
            case ChairChanged():
                person = self.people[act.chair]
                gone = (person.account,) if person is not None and person.account is not None else ()
                new = None if act.bot is None else Person(act.nick or act.bot, bot=act.bot)
                people = with_put(self.people, act.chair, new)
                return msgspec.structs.replace(self, people=people, barred=(*self.barred, *gone))
            case Leave() if by is not None:
                return msgspec.structs.replace(self, held=(*self.held, (by, "left")))
            case Hold():
                return msgspec.structs.replace(self, held=(*self.held, (act.chair, act.why)))
            case Back():
                return msgspec.structs.replace(self, held=tuple(one for one in self.held if one[0] != by))
        return self
