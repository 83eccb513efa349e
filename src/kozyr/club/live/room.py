"""A table in memory, and its viewers: a command comes in, and all are shown its result.

A command goes through six steps. Is it answered already? Is it for this moment? Do game and table allow it? What would
each viewer see? Then the entry is appended and committed (`ledger`). Only then the room acknowledges and sends each
viewer the permitted view (`showing`). Acts without a command follow (`clockwork`).
"""

from __future__ import annotations

import asyncio
from typing import Final

from kozyr.club import wire
from kozyr.club.acts import Act, HandOver
from kozyr.club.budgets import PROPOSALS, QUIET, Budget
from kozyr.club.live.archive import Loaded
from kozyr.club.live.audience import Audience
from kozyr.club.live.calls import Calls
from kozyr.club.live.chat import Chat, words
from kozyr.club.live.clockwork import Clockwork
from kozyr.club.live.hints import Helper
from kozyr.club.live.host import Host
from kozyr.club.live.ledger import Decide, Done, Ledger, Written
from kozyr.club.live.shelf import own_id, own_prefix
from kozyr.club.live.showing import Showing
from kozyr.club.live.viewer import AGAIN, Moved, Viewer
from kozyr.club.refusal import Manner
from kozyr.club.table.bench import CallArbiter, DisputePlan
from kozyr.club.table.consent import Propose
from kozyr.club.table.ended import Seen
from kozyr.club.table.hints import Hint
from kozyr.club.table.part import Asker, Wish
from kozyr.club.table.seats import Back
from kozyr.club.table.table import Step, Table
from kozyr.club.table.watching import Object, Warn
from kozyr.games import Amendment, Reason, Refusal
from kozyr.store import Chat as Line

_FRESH: Final = 8  # bytes of a table's name


class Room:
    """One table in memory, and its viewers."""

    def __init__(self, host: Host, loaded: Loaded, lines: list[Line]) -> None:
        self._host = host
        self.ledger = Ledger(host, loaded)
        self._audience = Audience(host.clock)
        self._chat = Chat(host, self._audience, lines)
        self._helper = Helper(host, self._audience, self.ledger)
        self._calls = Calls(host)
        self._showing = Showing(host, self.ledger, self._audience, self._chat, self._helper)
        self.clockwork = Clockwork(host, self.ledger, self._audience, self._showing, self._calls)
        self.idle = self._later()  # when it leaves the memory, if nobody comes
        self._forgotten = False  # out of memory: a newcomer must ask for this table anew

    @property
    def table(self) -> Table:
        """The present table."""
        return self.ledger.table

    @property
    def frozen(self) -> bool:
        """Whether a fault has frozen the table, or the room is closed."""
        return self.ledger.frozen

    @property
    def created(self) -> int:
        """When the table was set up, in milliseconds since 1970."""
        return self.ledger.created

    # --- viewers -------------------------------------------------------------------------------------------

    async def enter(self, viewer: Viewer) -> bool:
        """Let a viewer in with a snapshot. False: the viewer may not look, and has been told why."""
        account, id_ = viewer.account.id, self.table.setup.id
        barred = await self._showing.barred(viewer)
        if self.table.eye(account) is None or barred:
            self._showing.send_away(viewer, away=barred)
            return False
        self._audience.meet(viewer)
        self._audience.replace(viewer)
        chair = self.table.chair(account)
        if chair is not None and chair in self.table.held_chairs and not self.frozen:
            now = self._host.clock.now()
            await asyncio.shield(self.clockwork.own(lambda table, _: table.act(table.chair(account), Back(), now)))
        await self._chat.listen(account)
        self._audience.replace(viewer)  # another window may have come meanwhile
        if self._forgotten:  # between the viewer's coming to the club and the first message
            viewer.dismiss(AGAIN)
            return False
        self.idle.cancel()
        self._audience.add(viewer)
        self._host.lists.look(id_)
        self._showing.snap(viewer)
        self._showing.here(besides=viewer)
        self.clockwork.wake()
        return True

    def leave(self, viewer: Viewer) -> None:
        """Note that a viewer has left."""
        if not self._audience.remove(viewer, self.table.chair(viewer.account.id)):
            return
        self._host.lists.look(self.table.setup.id)
        self._showing.here()
        self.clockwork.wake()
        if not self._audience:
            self.idle.cancel()
            self.idle = self._later()

    def snap(self, viewer: Viewer) -> None:
        """Send everything that a viewer may know."""
        self._showing.snap(viewer)

    def begin(self) -> None:
        """Let the table do its own acts, even before the first viewer."""
        self.clockwork.wake()

    @property
    def attended(self) -> bool:
        """Whether one of its players is connected."""
        return bool(self._audience.online(self.table))

    @property
    def holder(self) -> str | None:
        """The person who owns the table; of a program that has come, its owner."""
        person = None if self.table.owner is None else self.table.people[self.table.owner]
        account = None if person is None else person.account
        return None if account is None else self._audience.person(account)

    @property
    def network(self) -> str | None:
        """The network of the owner's last look, else of a player who is here; None: this machine, or unknown."""
        table = self.table
        chairs = (*(() if table.owner is None else (table.owner,)), *self._audience.online(table))
        accounts = (person.account for chair in chairs if (person := table.people[chair]) is not None)
        found = (self._audience.whence(account) for account in accounts if account is not None)
        return next((whence.network for whence in found if whence is not None), None)

    def never_came(self) -> tuple[frozenset[str], bool]:
        """The accounts of absent players without an act at this table, and whether one may still be on the way.

        A player who was here a moment ago has a minute to come back, and so have all when the table has just
        been read.
        """
        table, found, on_their_way = self.table, set(), False
        online = self._audience.online(table)
        for chair in table.persons:
            person = table.people[chair]
            account = None if person is None else person.account
            if account is None or chair in online or self.ledger.acted(own_prefix(account)):
                continue
            if self._audience.gone_for(chair) >= self._host.waits.absent:
                found.add(account)
            else:
                on_their_way = True
        return frozenset(found), on_their_way

    def knows(self, account: str) -> bool:
        """Whether an account is or was at this table, so that it may report, be reported, and be sent away."""
        table = self.table
        named = {*table.removed, *table.seats.barred, *dict(table.watching.warned), *self._audience.accounts()}
        named |= {look.account for look in table.watching.looks}
        return table.chair(account) is not None or account in named or self._chat.spoke(account)

    async def close(self) -> None:
        """Let the running command end, and take no more; the log has everything."""
        self.idle.cancel()
        self._helper.close()
        self.clockwork.stop()
        async with self.ledger.lock:
            self.ledger.frozen = True
        self.clockwork.hush()

    async def shut(self) -> None:
        """Leave the memory at once. Viewers are told to come again, and then meet the table as the store has it."""
        await self.close()
        self._forgotten = True
        for viewer in self._audience:
            self._audience.drop(viewer.account.id)
            viewer.dismiss(AGAIN)

    def _later(self) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(self._host.waits.idle, self._leave_memory)

    def _leave_memory(self) -> None:
        if self.clockwork.rests:
            self._forgotten = True
            # References back to the room are dropped, so that it is freed with its last reference: cycles are collected
            # seldom (`collect_rarely`).
            self.idle.cancel()
            self._helper.close()
            self._host.forget(self.table.setup.id)
        else:
            self.idle = self._later()

    # --- commands ------------------------------------------------------------------------------------------

    async def do(self, viewer: Viewer, cmd: wire.Cmd) -> None:
        """Take an event from a viewer's place, and answer the viewer.

        Raises:
            BadMessage: its content is no event of this game.
        """
        event = wire.part(cmd.do, self.table.setup.rules.decoder, cmd.id)
        account = viewer.account.id

        def decide(table: Table, id_: str | None) -> Step | Refusal:
            chair = table.chair(account)
            if chair is None:
                return Refusal(Manner.NOT_PLAYER)
            if table.lot is None or (chair in table.held_chairs and not isinstance(event, Amendment)):
                return Refusal(Reason.NOT_NOW, "PE-5.4.18")
            return table.decide(table.place(chair), event, self._host.clock.now(), id_)

        chair = self.table.chair(account)
        if chair is not None and not isinstance(event, Amendment):
            await self._host.clock.sleep(self.clockwork.pace)
        await self._answer(viewer, cmd.id, cmd.at, decide)

    async def next(self, viewer: Viewer, cmd: wire.Next) -> None:
        """Note that a viewer has looked at the ended deal, and answer the viewer."""
        account, now = viewer.account.id, self._host.clock.now
        await self._answer(
            viewer, cmd.id, cmd.at, lambda table, id_: table.act(table.chair(account), Seen(), now(), id_)
        )

    async def act(self, viewer: Viewer, message: wire.ActMessage) -> None:
        """Take an act at the table, and answer its viewer.

        Raises:
            BadMessage: its content is no act of this table.
        """
        wish, account = wire.part(message.do, self.table.wishes, message.id), viewer.account
        asker = Asker(account.id, account.nick, account.program, None, self._host.chance.token_hex(_FRESH))

        def decide(table: Table, id_: str | None) -> Step | Refusal:
            if isinstance(wish, (Object, Warn)) and not self.knows(wish.account):
                return Refusal(Manner.NO_KIBITZER, "PE-5.5.4")  # or names without a person would fill the log
            act = table.wished(wish, asker._replace(guest=_guest(wish, self._audience)))
            if isinstance(act, Refusal):
                return act
            return table.act(table.chair(account.id), act, self._host.clock.now(), id_)

        again = self.ledger.answered(own_id(viewer.account, message.id)) is not None
        if not again and (wait := self._host.wait(_budget(wish, self.table), viewer)):
            viewer.tell(wire.Nak.flood(message.id, wait))
            return
        call = wish if isinstance(wish, (CallArbiter, DisputePlan)) else None
        await self._answer(viewer, message.id, None, decide, call)
        if isinstance(wish, Hint):
            self._helper.help(viewer)

    def wait(self, viewer: Viewer, budget: Budget) -> float:
        """Seconds until a viewer may send a message of this kind; 0: now."""
        return self._host.wait(budget, viewer)

    async def say(self, viewer: Viewer, message: wire.Say) -> None:
        """Send chat to the others, and answer its viewer.

        Raises:
            BadMessage: it is neither words nor a known phrase.
        """
        text = words(message)
        size = 32 if text is None else len(text.encode())
        if wait := self._host.wait(message.budget, viewer, size):
            viewer.tell(wire.Nak.flood(message.id, wait))
            return

        async def say() -> None:
            async with self.ledger.lock:
                await self._chat.say(viewer, message, text, self.table, frozen=self.frozen)

        await asyncio.shield(say())

    def signed(self, viewer: Viewer, sign: wire.Looked | wire.Hurry) -> None:
        """A player does what no log has: looks at the last trick (PE-5.4.9), or wants the deal played on quickly.

        The others are told of a look. The bots hurry for a player alone among them, and never at an event.
        """
        table = self.table
        chair, state = table.chair(viewer.account.id), table.deal_state
        if chair is None or state is None:
            return
        if isinstance(sign, wire.Hurry):
            others = set(table.persons) - set(table.held_chairs) - {chair}
            if not others and table.course.placed is None:
                self.clockwork.hurry()
        # A sign with no use of its own would be a message to the partner (PE-5.4.11).
        elif state.view(None).history:
            self._audience.send(wire.LookedBy(chair), besides=viewer)

    async def _answer(
        self, viewer: Viewer, id_: str, at: int | None, decide: Decide, call: CallArbiter | DisputePlan | None = None
    ) -> None:
        """Carry out a command. It is shielded: it goes on if its viewer disconnects."""
        await asyncio.shield(self._answered(viewer, id_, at, decide, call))

    async def _answered(
        self, viewer: Viewer, id_: str, at: int | None, decide: Decide, call: CallArbiter | DisputePlan | None
    ) -> None:
        own, result = own_id(viewer.account, id_), None
        async with self.ledger.lock:
            answer: wire.Ack | wire.Nak
            if (seq := self.ledger.answered(own)) is not None:
                answer = wire.Ack(id_, seq)
            elif self._forgotten or self.ledger.moved:
                raise Moved
            elif self.frozen:
                answer = wire.Nak(id_, "closed")
            elif at is not None and not self.table.course.seq <= at <= self.table.seq:
                answer = wire.Nak(id_, "stale")
            else:
                if call is not None:
                    decide = await self._calls.decided(self.table, self.table.chair(viewer.account.id), call)
                result = await self.ledger.write(decide, self._audience.accounts(), own)
                if self.ledger.moved:
                    raise Moved
                if isinstance(result, str):  # first of all the viewers see how it stands
                    self.clockwork.told(result)
                answer = _reply(id_, self.ledger.answered(own), result)
            viewer.tell(answer)
            if isinstance(result, Done):
                self.clockwork.told(result)


def _reply(id_: str, seq: int | None, result: Written) -> wire.Ack | wire.Nak:
    """The answer to a command of which this has come. seq: the entry that it became."""
    if seq is not None:
        return wire.Ack(id_, seq)
    if isinstance(result, Refusal):
        return wire.Nak.illegal(id_, result)
    return wire.Nak(id_, "stale" if result == "stale" else "closed")


def _budget(wish: Wish | Act, table: Table) -> Budget:
    """The budget of an act.

    While the chat is closed, proposals draw on a small one, since they could replace words (PE-5.4.8).
    """
    silent = table.running and not table.setup.terms.chat_in_play
    return QUIET if wish.budget is PROPOSALS and silent else wish.budget


def _guest(wish: Wish | Act, audience: Audience) -> str | None:
    """The nickname of the kibitzer who would get a seat, if that person is there and is no program."""
    what = wish.what if isinstance(wish, Propose) else None
    guest = audience.find(what.account) if isinstance(what, HandOver) else None
    return None if guest is None or guest.account.program is not None else guest.account.nick
