"""The moments at which a table acts by itself: how long it waits for each person."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from kozyr.club.live.audience import Audience
from kozyr.club.live.host import Host
from kozyr.club.table.judging import called_by_bot
from kozyr.club.table.part import Duty
from kozyr.club.table.table import Table

# own: the table's duty. move: a bot's event. choose: a bot's choice of a ruling. call: a bot calls the arbiter. answer: a bot explains a call. hold: a bot takes a seat. time: it is out.
What: TypeAlias = Literal["own", "move", "choose", "call", "answer", "hold", "time"]

_LOOK: Final = (
    60.0  # seconds after which a long wait is looked at again, so that a table left by all can leave the memory
)


class Due(NamedTuple):
    """The table's next own act, and the seconds until then."""

    wait: float
    what: What
    whose: int = -1
    """A place, at `hold` and `time` a chair."""
    call: int = -1
    """The number of the call to explain, or of the entry to rule on."""


class Timers:
    """The times for which a table waits."""

    def __init__(self, host: Host, audience: Audience) -> None:
        self._host = host
        self._audience = audience
        self._waiting: tuple[object, float] = (None, 0.0)  # the thing waited for, and the beginning of the wait
        self._moved = 0.0  # when the last event of the game was committed
        self._unheard: set[tuple[int, int]] = set()  # deals, and events in them on which the arbiter has not ruled
        self._silent: tuple[int, int] | None = None  # the deal and the call that a bot could not explain

    def moved(self) -> None:
        """Note that an event of the game was committed."""
        self._moved = self._host.clock.seconds()

    def silent(self, table: Table, call: int) -> None:
        """A bot cannot explain this call and is asked no more, since the game must go on."""
        self._silent = (table.course.dealt, call)

    def unheard(self, table: Table, entry: int) -> None:
        """Note that the arbiter does not rule on this event, so that no bot asks again."""
        self._unheard.add((table.course.dealt, entry))

    def due(self, table: Table) -> Due | None:
        """The table's next own act. None: nothing, until a request comes."""
        question, duty, online = table.question, table.duty, self._audience.online(table)
        absent = self._absent(table, online)
        called = (
            called_by_bot(table, table.course, table.bench) if table.setup.judged and table.state == "playing" else None
        )
        if called is not None and (table.course.dealt, called[1]) not in self._unheard:
            return Due(0.0, "call", *called)
        if question is not None and (table.course.dealt, question[1]) != self._silent:
            return Due(0.0, "answer", *question)
        if duty is None:
            return absent
        if duty.place is not None:
            if not table.by_bot(duty.place):
                late = self._late(table, online)
                return absent if late is None or (absent is not None and absent.wait <= late.wait) else late
            # Play stops when all people have walked out; but bots among themselves go on, and so does an event.
            deserted = table.course.placed is None and table.persons and set(table.persons) <= set(table.held_chairs)
            return None if deserted else Due(0.0, "choose" if duty.what == "choose" else "move", duty.place)
        wait = self._patience(table, duty)
        if wait is None or (absent is not None and absent.wait < wait):
            return absent
        return Due(wait, "own")

    def _patience(self, table: Table, duty: Duty) -> float | None:
        """How long the table waits before its duty; None: until a player acts."""
        if duty.what == "shares" and table.cut.shuffle is not None:
            shuffle = table.cut.shuffle
            return self._left(("shares", shuffle.deal, shuffle.phase), self._host.waits.shares)
        if duty.what == "write":
            return self._till_written(table)
        return self._till_deal(table) if duty.what == "deal" else 0.0

    def _till_written(self, table: Table) -> float:
        """How long the last deal of a match is still heard: until all who may come have confirmed it, or the time is out."""
        online, absent = self._audience.online(table), self._host.waits.absent
        looking = table.ended.looking(table)
        heard = any(chair in online or self._audience.gone_for(chair) < absent for chair in looking)
        return self._left(("hearing", table.course.seq), self._host.waits.hearing) if heard else 0.0

    def _till_deal(self, table: Table) -> float | None:
        """How long people still look at the deal that ended: until all who are here have, or one has waited enough."""
        looking = set(table.ended.looking(table))
        if not looking or (table.setup.terms.unpaced and not table.setup.judged):
            return 0.0
        if not table.ended.nexts and (table.course.placed is None or table.course.placed.alone):
            return None
        online = looking & set(self._audience.online(table))
        heard = table.setup.judged and table.course.placed is not None and table.course.hearing is not None
        wait = self._host.waits.hearing if heard else self._host.waits.look
        return self._left(("look", table.course.dealt), wait) if online else 0.0

    def _left(self, what: object, seconds: float) -> float:
        """The rest of `seconds` seconds, since the table began to wait for this."""
        clock = self._host.clock.seconds()
        if self._waiting[0] != what:
            self._waiting = (what, clock)
        return self._waiting[1] + seconds - clock

    def _late(self, table: Table, online: tuple[int, ...]) -> Due | None:
        """The moment at which the mover's time is out. It runs while another player is here and waits."""
        turn, terms = table.clock, table.setup.terms
        if turn.chair is None or turn.out or {turn.chair, *table.held_chairs}.issuperset(online):
            return None
        if terms.clock == "correspondence":  # days may go by without a viewer
            wait = self._host.waits.days - (self._host.clock.now() - turn.since) / 1000
        else:
            bank = terms.clock == "bank"
            seconds = terms.move_time + turn.left(table) / 1000 if bank else self._host.waits.stall
            wait = self._left(("move", table.course.seq, turn), seconds)
        return Due(min(wait, _LOOK), "time", turn.chair)

    def _absent(self, table: Table, online: tuple[int, ...]) -> Due | None:
        """The moment at which a bot takes the seat of an absent player for whom others wait; never at correspondence."""
        if table.state != "playing" or table.setup.terms.clock == "correspondence":
            return None
        if table.course.placed is not None and (table.course.placed.alone or not table.course.placed.stand_ins):
            return None
        duty, proposal = table.duty, table.consent.proposal
        waited = () if proposal is None else proposal.asked
        if duty is not None and duty.place is not None:
            waited = (*waited, table.order[duty.place])
        gone = [chair for chair in waited if chair not in online]
        gone = [chair for chair in gone if chair in table.persons and chair not in table.held_chairs]
        if not gone or (not online and table.course.placed is None):
            return None
        chair = max(gone, key=self._audience.gone_for)
        return Due(self._host.waits.absent - self._audience.gone_for(chair), "hold", chair)

    def pace(self, table: Table) -> float:
        """Under a masked tempo: in how many seconds a person's event may come.

        The draw is the same for every choice, so that a forced one does not show (PE-5.4.11b). Bots' events
        need no mask: see `Tempo`.
        """
        if not table.setup.terms.tempo_mask or table.deal_state is None:
            return 0.0
        return self._moved + self._host.chance.uniform(*self._host.waits.tempo) - self._host.clock.seconds()
