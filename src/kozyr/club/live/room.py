"""A table in memory: one thing at a time, and it is what its log has made it.

A command goes through six steps. Is it answered already? Is it for this moment? Do game and table allow it? What would
each viewer see? Then the entry is appended and committed. Only then the room acknowledges and sends each viewer the
permitted view. A failure before the append changes nothing; after a failed append the log is read again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from kozyr.club import metrics, wire
from kozyr.club.acts import Act, HandOver
from kozyr.club.budgets import PROPOSALS, QUIET, Budget
from kozyr.club.live import deputies
from kozyr.club.live.archive import Loaded
from kozyr.club.live.audience import Audience
from kozyr.club.live.calls import Calls
from kozyr.club.live.chat import Chat, words
from kozyr.club.live.hints import Helper
from kozyr.club.live.host import Host
from kozyr.club.live.shelf import own_id, own_prefix
from kozyr.club.live.timers import Due, Timers
from kozyr.club.live.viewer import AGAIN, AWAY, Viewer, Whence
from kozyr.club.refusal import Manner
from kozyr.club.table import duties
from kozyr.club.table.bench import ArbiterCalled, CallArbiter, DisputePlan
from kozyr.club.table.clock import TimeOut
from kozyr.club.table.consent import Propose
from kozyr.club.table.course import GAME
from kozyr.club.table.ended import Seen
from kozyr.club.table.hints import Hint
from kozyr.club.table.listing import listed_again
from kozyr.club.table.part import Asker, Wish
from kozyr.club.table.seats import Back, Hold
from kozyr.club.table.table import Step, Table
from kozyr.club.table.watching import Object, Warn
from kozyr.games import Amendment, Reason, Refusal
from kozyr.store import Chat as Line, Stale, StoreError

_LOG: Final = logging.getLogger("kozyr.club")
_KNOWN: Final = 256  # accounts of which a room knows from where they look
_FRESH: Final = 8  # bytes of a table's name

# What a table would do, and the command that asks for it.
Decide: TypeAlias = Callable[[Table, str | None], Step | Refusal]


class _Done(NamedTuple):
    """A possible step, and each viewer's frame of it, by account. None: the viewer may look no longer."""

    step: Step
    frames: dict[str, bytes | None]


class Room:
    """One table in memory, and those who look at it."""

    def __init__(self, host: Host, loaded: Loaded, lines: list[Line]) -> None:
        self.created = loaded.created  # in milliseconds since 1970
        self.table, self._answers, self.frozen, _ = loaded  # the answers: command -> the number that it became
        self._host = host
        self._audience = Audience(host.clock)
        self._whence: dict[str, Whence] = {}  # from where accounts have looked
        self._people: dict[str, str] = {}  # the person of each account
        self._chat = Chat(host, self._audience, lines)
        self._helper = Helper(host, self._audience, self._helped)
        self._timers = Timers(host, self._audience)
        self._calls = Calls(host)
        self._lock = asyncio.Lock()
        self._play: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None  # when it goes on, if nothing happens before
        self._idle = self._later()
        self._forgotten = False  # out of memory: a newcomer must ask for this table anew

    # --- viewers -------------------------------------------------------------------------------------------

    async def enter(self, viewer: Viewer) -> bool:
        """Let a viewer in with a snapshot. False: the viewer may not look, and has been told why."""
        account, id_ = viewer.account.id, self.table.setup.id
        stranger = self.table.chair(account) is None
        barred = stranger and (self._host.sent_away.barred(id_, viewer) or await self._other_sent_away(viewer))
        if self.table.eye(account) is None or barred:
            self._send_away(viewer, away=barred)
            return False
        self._whence[account], self._people[account] = viewer.whence, viewer.account.person
        if len(self._whence) > _KNOWN:
            oldest = next(iter(self._whence))
            del self._whence[oldest], self._people[oldest]
        self._audience.replace(viewer)
        chair = self.table.chair(account)
        if chair is not None and chair in self.table.held_chairs and not self.frozen:
            now = self._host.clock.now()
            await asyncio.shield(self._own(lambda table, _: table.act(table.chair(account), Back(), now)))
        await self._chat.listen(account)
        self._audience.replace(viewer)  # another window may have come meanwhile
        if self._forgotten:  # between the viewer's coming to the club and the first message
            viewer.dismiss(AGAIN)
            return False
        self._idle.cancel()
        self._audience.add(viewer)
        self._host.lists.look(id_)
        self.snap(viewer)
        self._audience.send(self._audience.here(self.table), besides=viewer)
        self._wake()
        return True

    def leave(self, viewer: Viewer) -> None:
        """Somebody looks no longer."""
        if not self._audience.remove(viewer, self.table.chair(viewer.account.id)):
            return
        self._host.lists.look(self.table.setup.id)
        self._audience.send(self._audience.here(self.table))
        self._wake()
        if not self._audience:
            self._idle.cancel()
            self._idle = self._later()

    def snap(self, viewer: Viewer) -> None:
        """Send everything that a viewer may know."""
        account = viewer.account.id
        eye = self.table.eye(account)
        if eye is None:
            self._send_away(viewer)
            return
        snap = self.table.snap(eye, frozen=self.frozen)
        here, lines = self._audience.here(self.table), self._chat.lines(account)
        viewer.tell(msgspec.structs.replace(snap, here=here, chat=lines))
        self._helper.help(viewer)

    def begin(self) -> None:
        """Let the table do what is its own to do, though nobody has come to it yet."""
        self._wake()

    @property
    def attended(self) -> bool:
        """Whether one of its players is connected."""
        return any(self.table.chair(account) is not None for account in self._audience.accounts())

    @property
    def holder(self) -> str | None:
        """The person whose table it is: of a program, its owner, as soon as it has come."""
        person = None if self.table.owner is None else self.table.people[self.table.owner]
        account = None if person is None else person.account
        return None if account is None else self._people.get(account, account)

    @property
    def network(self) -> str | None:
        """The network from which the table's owner looked last, else that of a player who is here.

        None: this machine, or it is unknown.

        It is in memory alone: no log has networks.
        """
        table = self.table
        chairs = (*(() if table.owner is None else (table.owner,)), *self._audience.online(table))
        accounts = (person.account for chair in chairs if (person := table.people[chair]) is not None)
        found = (self._whence[account] for account in accounts if account in self._whence)
        return next((whence.network for whence in found), None)

    def never_came(self) -> tuple[frozenset[str], bool]:
        """The accounts of absent players who have done nothing at this table, and whether one of them may still be on the way.

        A player who was here a moment ago has a minute to come back, and so have all when the table has just been read.
        """
        table, found, on_their_way = self.table, set(), False
        online = self._audience.online(table)
        for chair in table.persons:
            person = table.people[chair]
            account = None if person is None else person.account
            if account is None or chair in online or any(own.startswith(own_prefix(account)) for own in self._answers):
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

    async def _other_sent_away(self, viewer: Viewer) -> bool:
        """Whether this person was sent away under another account, the own one or a program's; people with a chair were not."""
        away = _sent_away(self.table) - {viewer.account.id}
        if not away or self.table.chair(viewer.account.person) is not None:
            return False
        return not away.isdisjoint(await self._host.store.accounts.kin(viewer.account.person))

    def _send_away(self, viewer: Viewer, *, away: bool = False) -> None:
        away = (
            away or viewer.account.id in self.table.removed or self._host.sent_away.barred(self.table.setup.id, viewer)
        )
        admitted = self.table.setup.admits(viewer.account.id)
        viewer.tell(wire.Bye("sent_away" if away else "no_kibitzers" if admitted else "not_invited"))
        viewer.dismiss(AWAY)

    async def close(self) -> None:
        """Let the command that runs come to its end, and take no more; the log has everything."""
        self._idle.cancel()
        self._helper.close()
        if self._play is not None:
            self._play.cancel()
        async with self._lock:
            self.frozen = True
        self._hush()

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
        if self._alarm is None and (self._play is None or self._play.done()):
            self._forgotten = True
            # What refers back to the room is let go, so that it is freed with its last reference: cycles are looked for
            # seldom (`collect_rarely`).
            self._idle.cancel()
            self._helper.close()
            self._host.forget(self.table.setup.id)
        else:
            self._idle = self._later()

    def _helped(self) -> Table | None:
        """The table at which somebody may be helped."""
        return None if self.frozen else self.table

    # --- commands ------------------------------------------------------------------------------------------

    async def do(self, viewer: Viewer, cmd: wire.Cmd) -> None:
        """Take an event from a viewer's place, and answer the viewer.

        Raises:
            BadMessage: what it should do is no event of this game.
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
            await self._host.clock.sleep(self._timers.pace(self.table))
        await self._command(viewer, cmd.id, cmd.at, decide)

    async def next(self, viewer: Viewer, cmd: wire.Next) -> None:
        """Note that a viewer has looked at the ended deal, and answer the viewer."""
        account, now = viewer.account.id, self._host.clock.now
        await self._command(
            viewer, cmd.id, cmd.at, lambda table, id_: table.act(table.chair(account), Seen(), now(), id_)
        )

    async def act(self, viewer: Viewer, message: wire.ActMessage) -> None:
        """Take an act at the table, and answer its viewer.

        Raises:
            BadMessage: what it should do is no act of this table.
        """
        wish, account = wire.part(message.do, self.table.wishes, message.id), viewer.account
        asker = Asker(account.id, account.nick, account.program, None, self._host.chance.token_hex(_FRESH))

        def decide(table: Table, id_: str | None) -> Step | Refusal:
            if isinstance(wish, (Object, Warn)) and not self.knows(wish.account):
                return Refusal(Manner.NO_KIBITZER, "PE-5.5.4")  # or names that nobody bears would fill the log
            act = table.wished(wish, asker._replace(guest=_guest(wish, self._audience)))
            if isinstance(act, Refusal):
                return act
            return table.act(table.chair(account.id), act, self._host.clock.now(), id_)

        again = own_id(viewer.account, message.id) in self._answers
        if not again and (wait := self._host.wait(_budget(wish, self.table), viewer)):
            viewer.tell(wire.Nak.flood(message.id, wait))
            return
        call = wish if isinstance(wish, (CallArbiter, DisputePlan)) else None
        await self._command(viewer, message.id, None, decide, call)
        if isinstance(wish, Hint):
            self._helper.help(viewer)

    def wait(self, viewer: Viewer, budget: Budget) -> float:
        """Seconds until a viewer may send a message of this kind; 0: now."""
        return self._host.wait(budget, viewer)

    async def say(self, viewer: Viewer, message: wire.Say) -> None:
        """Send chat to the others, and answer its viewer.

        Raises:
            BadMessage: it is neither words nor a phrase that we have.
        """
        text = words(message)
        size = 32 if text is None else len(text.encode())
        if wait := self._host.wait(message.budget, viewer, size):
            viewer.tell(wire.Nak.flood(message.id, wait))
            return

        async def say() -> None:
            async with self._lock:
                await self._chat.say(viewer, message, text, self.table, frozen=self.frozen)

        await asyncio.shield(say())

    def looked(self, viewer: Viewer) -> None:
        """A player looks at the last trick, and the others are told (PE-5.4.9)."""
        chair, state = self.table.chair(viewer.account.id), self.table.deal_state
        if chair is None or state is None or not state.view(None).history:
            return  # a sign that stands for nothing else would be a word to one's partner (PE-5.4.11)
        self._audience.send(wire.LookedBy(chair), besides=viewer)

    async def _command(
        self, viewer: Viewer, id_: str, at: int | None, decide: Decide, call: CallArbiter | DisputePlan | None = None
    ) -> None:
        """Carry out a command. It is shielded: a viewer who hangs up meanwhile does not break it."""
        await asyncio.shield(self._answer(viewer, id_, at, decide, call))

    async def _answer(
        self, viewer: Viewer, id_: str, at: int | None, decide: Decide, call: CallArbiter | DisputePlan | None
    ) -> None:
        own = own_id(viewer.account, id_)
        async with self._lock:
            done: _Done | None = None
            answer: wire.Ack | wire.Nak
            if own in self._answers:
                answer = wire.Ack(id_, self._answers[own])
            elif self.frozen:
                answer = wire.Nak(id_, "closed")
            elif at is not None and not self.table.course.seq <= at <= self.table.seq:
                answer = wire.Nak(id_, "stale")
            else:
                if call is not None:
                    decide = await self._heard(self.table.chair(viewer.account.id), call)
                result = await self._commit(decide, own)
                seq = self._answers.get(own)
                if seq is not None:
                    answer = wire.Ack(id_, seq)
                    done = result if isinstance(result, _Done) else None
                elif isinstance(result, Refusal):
                    answer = wire.Nak.illegal(id_, result)
                else:
                    answer = wire.Nak(id_, "stale" if result == "stale" else "closed")
            viewer.tell(answer)
            if done is not None:
                self._tell(done)

    async def _heard(self, chair: int | None, wish: CallArbiter | DisputePlan) -> Decide:
        """The result of a call of the arbiter; the table waits for the ruling, as its lock is held."""
        found = await self._calls.hear(self.table, chair, wish)
        if isinstance(found, ArbiterCalled):
            metrics.CALLS.labels("ruled").inc()
            now = self._host.clock.now
            return lambda table, id_: table.act(chair, found, now(), id_)
        metrics.CALLS.labels(found.code).inc()
        return lambda *_: found

    async def _commit(self, decide: Decide, own: str | None = None) -> _Done | Refusal | Literal["closed", "stale"]:
        """Decide, and write it down. closed: a fault has frozen the table. stale: it was read again from its log."""
        try:
            step = decide(self.table, own)
            if not isinstance(step, Step):
                return step
            # What cannot be shown must not happen, so it is put into words before it does.
            done = _Done(step, _frames(step, self._audience.accounts()))
            note = listed_again(step)
        except Exception:  # noqa: BLE001 - whatever the fault: it is ours, and must not cost anybody a deal
            self._freeze()
            return "closed"
        id_ = self.table.setup.id
        over = step.entry.ts if step.table.finished and not step.before.finished else None
        try:
            await self._host.store.log.append(id_, self.table.seq, [step.entry], over, note)
        except (Stale, StoreError) as error:
            why = str(error) or "somebody else wrote"
            _LOG.error("table %s: entry %d was not written: %s", id_, step.entry.seq, why)
            await self._reload()
            return "stale"
        self.table = step.table
        if own is not None:
            self._answers[own] = step.entry.seq
        if step.entry.kind in GAME:
            self._timers.moved()
        return done

    def _tell(self, done: _Done) -> None:
        """Send the logged step to each viewer in the viewer's own form; then the game goes on."""
        step, frames = done
        sent_away = _sent_away(step.table) - _sent_away(step.before) if step.other_eyes else set()
        for account in sent_away:
            if account in self._whence:
                self._host.sent_away.bar(self.table.setup.id, self._whence[account])
        people = {self._people.get(account, account) for account in sent_away}
        people = {person for person in people if step.table.chair(person) is None}
        came = self._audience.accounts() - frames.keys()  # while it was being written
        if came:
            frames |= _frames(step, came)
        for viewer in self._audience:
            he, frame = viewer.account, frames[viewer.account.id]
            other = he.id not in sent_away and he.person in people and step.table.chair(he.id) is None
            if (
                frame is None or other
            ):  # the game has begun without this viewer, or somebody objected, perhaps to the viewer's program
                self._audience.drop(he.id)
                self._send_away(viewer, away=other)
            else:
                viewer.send(frame)
        if step.other_eyes or not step.same_table:
            self._host.lists.look(self.table.setup.id)
        if step.other_eyes:
            self._audience.send(self._audience.here(self.table))
        more = step.table.course.deals > step.before.course.deals or step.table.bench.heard != step.before.bench.heard
        if step.table.course.placed is not None and more:
            self._host.board_over(step.table)
        if step.table.ended.rematch is not None and step.before.ended.rematch is None:
            self._host.rematch(step.table)
        self._wake()

    def _freeze(self) -> None:
        """A fault of ours: nothing more happens here, nobody loses a deal for it, the log stays as it is."""
        _LOG.exception("table %s is frozen at %d", self.table.setup.id, self.table.seq)
        self.frozen = True
        self._snap_all()

    def _snap_all(self) -> None:
        try:
            for viewer in self._audience:
                self.snap(viewer)
        except Exception:  # noqa: BLE001 - as in _commit
            _LOG.exception("table %s cannot be shown at %d", self.table.setup.id, self.table.seq)

    async def _reload(self) -> None:
        """Somebody else wrote, or nobody knows what was written: the log decides."""
        try:
            found = await self._host.archive.load(self.table.setup.id)
        except (StoreError, ValueError):
            found = None
        if found is None:
            self._freeze()
            return
        self.table, self._answers, self.frozen, _ = found
        self._host.lists.look(self.table.setup.id)
        self._snap_all()
        self._wake()

    # --- what goes on by itself ----------------------------------------------------------------------------

    def _wake(self) -> None:
        """Let the table and its bots do what is theirs to do, if it is."""
        if self._play is not None and not self._play.done():
            return  # it will look by itself what is next
        due = None if self.frozen else self._timers.due(self.table)
        if due is None:
            self._hush()  # nobody waits any more: nothing keeps the table in memory
            return
        loop = asyncio.get_running_loop()
        if due.wait <= 0:
            self._set_off()
        elif (
            self._alarm is None or self._alarm.when() > loop.time() + due.wait
        ):  # one that comes too early does no harm
            self._hush()
            self._alarm = loop.call_later(due.wait, self._set_off)

    def _hush(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _set_off(self) -> None:
        self._hush()
        self._play = asyncio.create_task(self._go_on())

    async def _go_on(self) -> None:
        try:
            while not self.frozen and (due := self._timers.due(self.table)) is not None and due.wait <= 0:
                await self._perform(due)
            self._play = None
            self._wake()
        except Exception:  # noqa: BLE001 - as in _commit
            self._freeze()

    async def _perform(self, due: Due) -> None:
        """Do what comes next by itself."""
        table = self.table
        match due.what:
            case "move":
                step = await deputies.move(self._host, table, due.whose)
                await self._act(table, lambda *_: step)
            case "call":
                await asyncio.shield(self._call(table, due.whose, due.call))
            case "choose":
                taken = await deputies.choice(self._host, table, due.whose)
                chair, clock = table.order[due.whose], self._host.clock
                await self._act(table, lambda table, _: table.act(chair, taken, clock.now()))
            case "answer":
                said = await deputies.explanation(self._host, table, due.whose, due.call)
                if said is None:  # the bot is asked no more, since the game must go on
                    self._timers.silent(table, due.call)
                    return
                told = self.table.decide(due.whose, said, self._host.clock.now())
                if isinstance(told, Step):  # nobody has led meanwhile
                    await self._act(self.table, lambda *_: told)
            case "hold":
                await asyncio.shield(self._hold(table, due.whose))
            case "time":
                now = self._host.clock.now()
                await self._act(table, lambda table, _: table.act(None, TimeOut(due.whose), now))
            case "own":
                master, clock = self._host.archive.master(table.setup.id), self._host.clock
                await self._act(table, lambda table, _: duties.done(table, master, clock.now()))

    async def _hold(self, seen: Table, chair: int) -> None:
        """Give a seat to a bot; a player who comes in at this very moment has it again."""
        now = self._host.clock.now
        async with self._lock:
            if self.frozen or self.table is not seen or chair in self._audience.online(seen):
                return
            result = await self._commit(lambda table, _: table.act(None, Hold(chair), now()))
            if isinstance(result, _Done):
                self._tell(result)
                if chair in self._audience.online(self.table):
                    result = await self._commit(lambda table, _: table.act(chair, Back(), now()))
                    if isinstance(result, _Done):
                        self._tell(result)
        if result == "stale":
            await asyncio.sleep(1)  # as in _own

    async def _call(self, seen: Table, place: int, entry: int) -> None:
        """A bot calls the arbiter."""
        async with self._lock:
            if self.frozen or self.table is not seen:  # somebody was faster
                return
            result = await self._commit(await self._heard(seen.order[place], CallArbiter(entry)))
            if isinstance(result, _Done):
                self._tell(result)
            elif result != "stale":
                self._timers.unheard(seen, entry)

    async def _act(self, seen: Table, decide: Decide) -> None:
        await asyncio.shield(self._own(decide, seen))

    async def _own(self, decide: Decide, seen: Table | None = None) -> None:
        """Something that nobody has asked for by a command."""
        async with self._lock:
            if self.frozen or (seen is not None and self.table is not seen):  # somebody was faster
                return
            result = await self._commit(decide)
            if isinstance(result, Refusal):
                if seen is None:
                    return
                raise RuntimeError(f"the table's own step was refused: {result}")
            if isinstance(result, _Done):
                self._tell(result)
        if result == "stale":
            await asyncio.sleep(1)  # a disk that is full must not be asked a thousand times a second


def _sent_away(table: Table) -> set[str]:
    """The accounts that have been sent away from a table."""
    return {*table.removed, *table.seats.barred}


def _frames(step: Step, accounts: Iterable[str]) -> dict[str, bytes | None]:
    """Each viewer's frame of a step, made once for all with the same role. None: the viewer may look no longer."""
    eyes = {account: (step.before.eye(account), step.table.eye(account)) for account in accounts}
    frames = {pair: wire.encode(step.ev(pair[1], pair[0])) for pair in set(eyes.values()) if pair[1] is not None}
    return {account: frames.get(pair) for account, pair in eyes.items()}


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
