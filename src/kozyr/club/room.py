"""A table in memory and those who look at it: one thing at a time, and it is what its log has made it.

The order for a command: has it been answered before - is it for this moment - does the game, or the table, allow it - what
would each viewer see - append and commit - and only then acknowledge, and send each viewer what he may see. Whatever fails
before the append has changed nothing; whatever fails in it is put right by reading the log again.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import time
import unicodedata
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol, TypeAlias

import msgspec

from kozyr import bots
from kozyr.club import acts, protocol
from kozyr.club.manners import Manner, Refusal
from kozyr.club.table import Step, Table
from kozyr.games import Amendment, Illegal, Reason
from kozyr.store import Account, Chat, Note, Stale, StoreError, Taken

if TYPE_CHECKING:
    from kozyr.club.lobby import Lobby

__all__ = ["AGAIN", "AWAY", "ELSEWHERE", "LINES", "Room", "Viewer", "Waits", "listing", "noted", "now", "summary"]

_LOG: Final = logging.getLogger("kozyr.club")
_IDLE: Final = 600.0  # seconds for which a table that nobody looks at stays in memory
LINES: Final = 50  # of the chat, in a snapshot

# Why a socket is closed.
AWAY, ELSEWHERE, AGAIN = 4403, 4409, 1012


class Waits(msgspec.Struct, frozen=True):
    """How long the club waits, in seconds; a test need not.

    absent: before a bot holds the seat of somebody who is not there. shares: for people's shares of a deal (P-3.2.7). look:
    for the others, once the first has looked at a deal that ended. bot: for a bot's decision. tempo: where time must tell
    nothing, the least time of an event, and the longest of a forced one (PE-5.4.11b).
    """

    absent: float = 60.0
    shares: float = 2.0
    look: float = 10.0
    bot: float = 5.0
    tempo: tuple[float, float] = (1.0, 3.0)


class Viewer(Protocol):
    """Somebody who looks at a table."""

    @property
    def account(self) -> Account:
        """Who he is."""

    def send(self, frame: bytes) -> None:
        """Hand a frame over, without waiting."""

    def dismiss(self, code: int) -> None:
        """Close his socket once what waits has been sent."""


# What a table would do, and the command that asks for it.
Decide: TypeAlias = Callable[[Table, str | None], Step | Illegal | Refusal]
Deed: TypeAlias = Callable[[], Awaitable[None]]


def now() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


class _Done(NamedTuple):
    """A step that may happen, and what each viewer is told of it, by account; None: he may look no longer."""

    step: Step
    frames: dict[str, bytes | None]


class Room:
    """One table in memory, and those who look at it."""

    def __init__(
        self, lobby: Lobby, table: Table, answers: dict[str, int], lines: list[Chat], *, frozen: bool = False
    ) -> None:
        self.table = table
        self.frozen = frozen
        self._lobby = lobby
        self._answers = answers  # command -> the number that it became
        self._lines = lines
        self._deaf: dict[str, frozenset[str]] = {}  # whose old chat a viewer does not want
        self._said: dict[str, int] = {}  # what was said under which id, so that nobody hears it twice
        self._viewers: dict[str, Viewer] = {}  # by account: one window each
        self._since: dict[int, int] = {}  # when somebody was last seen, by chair
        self._opened = now()
        self._lock = asyncio.Lock()
        self._play: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None  # when it goes on, if nothing happens before
        self._waiting: tuple[object, float] = (None, 0.0)  # for what, and since when
        self._moved = 0.0  # when the last event of the game was committed
        self._idle = self._later()
        self._forgotten = False  # out of memory: who comes now must ask for this table anew
        self._hint: protocol.Hinted | None = None  # the last one that was given
        self._helping: asyncio.Task[None] | None = None
        self._silent: tuple[int, int] | None = None  # the deal and the call that a bot could not explain

    # --- viewers -------------------------------------------------------------------------------------------

    async def enter(self, viewer: Viewer) -> bool:
        """Somebody looks, and gets everything; False: he may not, and has been told why."""
        account = viewer.account.id
        if self.table.eye(account) is None:
            self._bye(viewer, "sent_away" if account in self.table.removed else "no_kibitzers", AWAY)
            return False
        old = self._viewers.get(account)
        if old is not None and old is not viewer:
            self._bye(old, "elsewhere", ELSEWHERE)
            del self._viewers[account]
        chair = self.table.chair(account)
        if chair is not None and chair in self.table.held_chairs and not self.frozen:
            await asyncio.shield(self._own(lambda table, _: table.act(table.chair(account), acts.Back(), now())))
        if self._lines:
            self._deaf[account] = frozenset(one.id for one in await self._lobby.store.mutes(account))
        faster = self._viewers.get(account)
        if faster is not None and faster is not viewer:  # another window came meanwhile
            self._bye(faster, "elsewhere", ELSEWHERE)
        if self._forgotten:  # between his coming to the club and his hello
            viewer.dismiss(AGAIN)
            return False
        self._idle.cancel()
        self._viewers[account] = viewer
        self.snap(viewer)
        self._tell_here(besides=viewer)
        self._wake()
        return True

    def leave(self, viewer: Viewer) -> None:
        """Somebody looks no longer."""
        account = viewer.account.id
        if self._viewers.get(account) is not viewer:
            return
        del self._viewers[account]
        chair = self.table.chair(account)
        if chair is not None:
            self._since[chair] = now()
        self._tell_here()
        self._wake()
        if not self._viewers:
            self._idle.cancel()
            self._idle = self._later()

    def snap(self, viewer: Viewer) -> None:
        """Send everything that a viewer may know."""
        eye = self.table.eye(viewer.account.id)
        if eye is None:
            self._bye(viewer, "no_kibitzers", AWAY)
            return
        snap = self.table.snap(eye, frozen=self.frozen)
        deaf = self._deaf.get(viewer.account.id, frozenset())
        lines = tuple(_line(line) for line in self._lines if line.account_id not in deaf)
        viewer.send(protocol.encode(msgspec.structs.replace(snap, here=self.here(), chat=lines)))
        self._help(viewer)

    def here(self) -> protocol.Here:
        """Who is connected."""
        table, online = self.table, self._online()
        return protocol.Here(
            online=online,
            since={str(chair): self._gone_since(chair) for chair in table.persons if chair not in online},
            kibitzers=tuple(
                {"account": account, "nick": viewer.account.nick, "bot": viewer.account.program, "at": eye.at}
                for account, viewer in self._viewers.items()
                if (eye := table.eye(account)) is not None and eye.role != "player"
            ),
        )

    def knows(self, account: str) -> bool:
        """Whether somebody is or was at this table, so that he may report and be reported, and be sent away."""
        table = self.table
        named = {*table.removed, *table.barred, *dict(table.warned), *self._viewers}
        named |= {look.account for look in table.looks}
        return table.chair(account) is not None or account in named or any(account == x.account_id for x in self._lines)

    def _online(self) -> tuple[int, ...]:
        chairs = (self.table.chair(account) for account in self._viewers)
        return tuple(sorted(chair for chair in chairs if chair is not None))

    def _gone_since(self, chair: int) -> int:
        return self._since.get(chair, self._opened)

    def _tell_here(self, besides: Viewer | None = None) -> None:
        frame = protocol.encode(self.here())
        for viewer in tuple(self._viewers.values()):
            if viewer is not besides:
                viewer.send(frame)

    def _bye(self, viewer: Viewer, code: Literal["elsewhere", "no_kibitzers", "sent_away"], close: int) -> None:
        viewer.send(protocol.encode(protocol.Bye(code)))
        viewer.dismiss(close)

    async def close(self) -> None:
        """Let the command that runs come to its end, and take no more; the log has everything."""
        self._idle.cancel()
        for task in (self._play, self._helping):
            if task is not None:
                task.cancel()
        async with self._lock:
            self.frozen = True
        self._hush()

    def _later(self) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(_IDLE, self._leave_memory)

    def _leave_memory(self) -> None:
        if self._alarm is None and (self._play is None or self._play.done()):
            self._forgotten = True
            self._lobby.forget(self)
        else:
            self._idle = self._later()

    # --- commands ------------------------------------------------------------------------------------------

    async def do(self, viewer: Viewer, cmd: protocol.Cmd) -> None:
        """An event from a viewer's place; he is answered.

        Raises:
            BadMessage: what it should do is no event of this game.
        """
        event = protocol.event(cmd.do, self.table.setup.rules.decoder, cmd.id)
        account = viewer.account.id

        def decide(table: Table, id_: str | None) -> Step | Illegal | Refusal:
            chair = table.chair(account)
            if chair is None:
                return Refusal(Manner.NOT_PLAYER)
            if table.match is None or (chair in table.held_chairs and not isinstance(event, Amendment)):
                return Illegal(Reason.NOT_NOW, "PE-5.4.18")
            return table.decide(table.place(chair), event, now(), id_)

        chair = self.table.chair(account)
        if chair is not None and not isinstance(event, Amendment):
            await self._pace(chair)
        await self._command(viewer, cmd.id, cmd.at, decide)

    async def next(self, viewer: Viewer, cmd: protocol.Next) -> None:
        """A viewer has looked at the deal that ended; he is answered."""
        account = viewer.account.id
        await self._command(
            viewer, cmd.id, cmd.at, lambda table, id_: table.act(table.chair(account), acts.Seen(), now(), id_)
        )

    async def act(self, viewer: Viewer, message: protocol.ActMessage) -> None:
        """An act at the table; he is answered."""
        wish, account = message.do, viewer.account
        fresh = secrets.token_hex(8) if isinstance(wish, acts.Rematch) else ""

        def decide(table: Table, id_: str | None) -> Step | Illegal | Refusal:
            if isinstance(wish, (acts.Object, acts.Warn)) and not self.knows(wish.account):
                return Refusal(Manner.NO_KIBITZER, "PE-5.5.4")  # or names that nobody bears would fill the log
            guest = None
            if isinstance(wish, acts.Propose) and isinstance(wish.what, acts.HandOver):
                kibitzer = self._viewers.get(wish.what.account)
                people = (
                    kibitzer is not None and kibitzer.account.program is None
                )  # nobody hands his cards to a program
                guest = kibitzer.account.nick if kibitzer is not None and people else None
            act = (
                acts.Rematched(fresh)
                if isinstance(wish, acts.Rematch)
                else table.wished(wish, account.id, account.nick, guest, account.program)
            )
            return act if isinstance(act, Refusal) else table.act(table.chair(account.id), act, now(), id_)

        if isinstance(wish, acts.Hint):
            asked = f"{account.id[:12]}/{message.id}" in self._answers
            if not asked and not self._lobby.hints.allows(account.id):
                viewer.send(protocol.encode(protocol.Nak(message.id, "flood")))
                return
        await self._command(viewer, message.id, None, decide)
        if isinstance(wish, acts.Hint):
            self._help(viewer)

    def _help(self, viewer: Viewer) -> None:
        """Who has taken a hint for the decision that waits for him gets it, now and when he comes back; nobody else."""
        table, chair = self.table, self.table.chair(viewer.account.id)
        if chair is None or table.hinted != (chair, table.game_seq) or self.frozen:
            return
        if self._hint is not None and self._hint.at == table.game_seq:
            viewer.send(protocol.encode(self._hint))
        elif self._helping is None or self._helping.done():
            self._helping = asyncio.create_task(self._explain(table, chair))

    async def _explain(self, table: Table, chair: int) -> None:
        place, level = table.place(chair), bots.levels(table.setup.game)[-1]
        view = table.sees(place)
        if view is None:
            return
        seed = table.bot_seed(self._lobby.master(table.setup.id))
        where = f"table {table.setup.id} at {table.game_seq}, a hint"
        found = await self._lobby.counsel(view, level, where, seed)
        if self.table.game_seq != table.game_seq:  # he has played meanwhile
            self._helping = None
            for viewer in tuple(self._viewers.values()):  # and may have asked again
                self._help(viewer)
            return
        self._hint = protocol.Hinted(table.game_seq, level, found)
        for viewer in tuple(self._viewers.values()):
            self._help(viewer)

    async def say(self, viewer: Viewer, message: protocol.Say) -> None:
        """Something for the others to read; he is answered.

        Raises:
            BadMessage: it is neither words nor a phrase that we have.
        """
        text = None if message.text is None else _plain(message.text)
        if (message.phrase is None) == (not text) or (message.phrase or "hello") not in protocol.PHRASES:
            raise protocol.BadMessage("either words or a phrase", message.id)
        await asyncio.shield(self._say(viewer, message, text))

    async def _say(self, viewer: Viewer, message: protocol.Say, text: str | None) -> None:
        account, own = viewer.account, f"{viewer.account.id}/{message.id}"
        async with self._lock:
            eye = self.table.eye(account.id)
            refused = Refusal(Manner.NOT_PLAYER) if eye is None else self.table.may_write(eye)
            if own in self._said:
                viewer.send(protocol.encode(protocol.Ack(message.id, self._said[own])))
                return
            if refused is not None or self.frozen:
                nak = (
                    protocol.Nak(message.id, "closed") if refused is None else protocol.Nak.illegal(message.id, refused)
                )
                viewer.send(protocol.encode(nak))
                return
            kept = await self._keep(account, text, message.phrase)
            if kept is None:
                viewer.send(protocol.encode(protocol.Nak(message.id, "closed")))
                return
            line, deaf = kept
            self._said = dict(list(self._said.items())[-LINES:]) | {own: line.n}
            viewer.send(protocol.encode(protocol.Ack(message.id, line.n)))
            frame = protocol.encode({"t": "chat"} | msgspec.structs.asdict(_line(line)))
            for other in tuple(self._viewers.values()):
                if other.account.id not in deaf:
                    other.send(frame)

    async def _keep(self, account: Account, text: str | None, phrase: str | None) -> tuple[Chat, frozenset[str]] | None:
        """A line in the store, and who does not want to hear it; None: the store did not take it."""
        id_ = self.table.setup.id
        for _ in range(2):
            n = self._lines[-1].n + 1 if self._lines else 1
            line = Chat(n, now(), account.id, account.nick, self.table.chair(account.id), text, phrase)
            try:
                deaf = await self._lobby.store.muters(account.id)
                await self._lobby.store.say(id_, line)
            except Taken:  # another server wrote; read and try once more
                self._lines = await self._lobby.store.chat(id_)
                continue
            except StoreError as error:
                _LOG.error("table %s: what was said was not written: %s", id_, error)
                return None
            self._lines = [*self._lines, line][-LINES:]
            return line, deaf
        return None

    def looked(self, viewer: Viewer) -> None:
        """A player looks at the last trick, and the others are told (PE-5.4.9)."""
        chair, state = self.table.chair(viewer.account.id), self.table.match and self.table.match.state
        if chair is None or not self.table.running or not getattr(state, "history", ()):
            return  # a sign that stands for nothing else would be a word to one's partner (PE-5.4.11)
        frame = protocol.encode({"t": "looked", "chair": chair})
        for other in tuple(self._viewers.values()):
            if other is not viewer:
                other.send(frame)

    async def _command(self, viewer: Viewer, id_: str, at: int | None, decide: Decide) -> None:
        """Shielded: who hangs up meanwhile does not tear a command apart."""
        await asyncio.shield(self._answer(viewer, id_, at, decide))

    async def _answer(self, viewer: Viewer, id_: str, at: int | None, decide: Decide) -> None:
        own = f"{viewer.account.id[:12]}/{id_}"  # one player's ids cannot meet another's
        async with self._lock:
            done: _Done | None = None
            answer: protocol.Ack | protocol.Nak
            if own in self._answers:
                answer = protocol.Ack(id_, self._answers[own])
            elif self.frozen:
                answer = protocol.Nak(id_, "closed")
            elif at is not None and not self.table.game_seq <= at <= self.table.seq:
                answer = protocol.Nak(id_, "stale")
            else:
                result = await self._commit(decide, own)
                seq = self._answers.get(own)
                if seq is not None:
                    answer = protocol.Ack(id_, seq)
                    done = result if isinstance(result, _Done) else None
                elif isinstance(result, (Illegal, Refusal)):
                    answer = protocol.Nak.illegal(id_, result)
                else:
                    answer = protocol.Nak(id_, "stale" if result == "stale" else "closed")
            viewer.send(protocol.encode(answer))
            if done is not None:
                self._tell(done)

    async def _commit(
        self, decide: Decide, own: str | None = None
    ) -> _Done | Illegal | Refusal | Literal["closed", "stale"]:
        """Decide, and write it down. closed: a fault has frozen the table. stale: it was read again from its log."""
        try:
            step = decide(self.table, own)
            if not isinstance(step, Step):
                return step
            # What cannot be shown must not happen, so it is put into words before it does.
            done = _Done(step, _frames(step, self._viewers))
            note = _note(step)
        except Exception:  # noqa: BLE001 - whatever the fault: it is ours, and must not cost anybody a deal
            self._freeze()
            return "closed"
        over = step.entry.ts if step.table.finished and not step.before.finished else None
        try:
            await self._lobby.store.append(self.table.setup.id, self.table.seq, [step.entry], over, note)
        except (Stale, StoreError) as error:
            why = str(error) or "somebody else wrote"
            _LOG.error("table %s: entry %d was not written: %s", self.table.setup.id, step.entry.seq, why)
            await self._reload()
            return "stale"
        self.table = step.table
        if own is not None:
            self._answers[own] = step.entry.seq
        if step.entry.kind == "event":
            self._moved = time.monotonic()
        return done

    def _tell(self, done: _Done) -> None:
        """What is in the log is sent to each viewer as he may see it; then the game goes on."""
        step, frames = done
        frames |= _frames(step, self._viewers.keys() - frames.keys())  # who came while it was being written
        for account, viewer in tuple(self._viewers.items()):
            frame = frames[account]
            if frame is None:  # the game has begun without him, or somebody objected
                del self._viewers[account]
                self._bye(viewer, "sent_away" if account in step.table.removed else "no_kibitzers", AWAY)
            else:
                viewer.send(frame)
        if self._eyes_changed(step):
            self._tell_here()
        if step.table.rematch is not None and step.before.rematch is None:
            self._lobby.rematch(step.table)
        self._wake()

    def _eyes_changed(self, step: Step) -> bool:
        """Whether somebody has become another, so that `here` is another."""
        same = step.table.people == step.before.people and step.table.looks == step.before.looks
        return not same or step.table.removed != step.before.removed or step.table.state != step.before.state

    def _freeze(self) -> None:
        """A fault of ours: nothing more happens here, nobody loses a deal for it, the log stays as it is."""
        _LOG.exception("table %s is frozen at %d", self.table.setup.id, self.table.seq)
        self.frozen = True
        self._snap_all()

    def _snap_all(self) -> None:
        try:
            for viewer in tuple(self._viewers.values()):
                self.snap(viewer)
        except Exception:  # noqa: BLE001 - as in _commit
            _LOG.exception("table %s cannot be shown at %d", self.table.setup.id, self.table.seq)

    async def _reload(self) -> None:
        """Somebody else wrote, or nobody knows what was written: the log decides."""
        try:
            found = await self._lobby.load(self.table.setup.id)
        except (StoreError, ValueError):
            found = None
        if found is None:
            self._freeze()
            return
        self.table, self._answers, self.frozen = found
        self._snap_all()
        self._wake()

    # --- what goes on by itself ----------------------------------------------------------------------------

    def _wake(self) -> None:
        """Let the table and its bots do what is theirs to do, if it is."""
        if self._play is not None and not self._play.done():
            return  # it will look by itself what is next
        due = None if self.frozen else self._next()
        if due is None:
            return
        loop = asyncio.get_running_loop()
        if due[0] <= 0:
            self._set_off()
        elif self._alarm is None or self._alarm.when() > loop.time() + due[0]:  # one that comes too early does no harm
            self._hush()
            self._alarm = loop.call_later(due[0], self._set_off)

    def _hush(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _set_off(self) -> None:
        self._hush()
        self._play = asyncio.create_task(self._go_on())

    async def _go_on(self) -> None:
        try:
            while not self.frozen and (due := self._next()) is not None and due[0] <= 0:
                await due[1]()
            self._play = None
            self._wake()
        except Exception:  # noqa: BLE001 - as in _commit
            self._freeze()

    def _next(self) -> tuple[float, Deed] | None:
        """What the table does by itself, and in how many seconds; None: nothing, until somebody asks."""
        table = self.table
        duty = table.duty
        absent = self._absent()
        question = table.question
        if question is not None and (table.dealt, question[1]) != self._silent:
            place, call = question
            return 0.0, lambda: self._answered(table, place, call)
        if duty is None:
            return absent
        if duty.what == "move":
            assert duty.place is not None
            place = duty.place
            if not table.by_bot(place):
                return absent
            # Nobody plays on when everybody has walked out; but bots among themselves do.
            if table.persons and set(table.persons) <= set(table.held_chairs):
                return None
            return 0.0, lambda: self._move(table, place)
        master = self._lobby.master(table.setup.id)
        own: dict[str, Decide] = {
            "commit": lambda table, _: table.commit(master, now()),
            "lot": lambda table, _: table.draw(master, now()),
            "deal": lambda table, _: table.deal(master, now()),
            "reveal": lambda table, _: table.reveal(master, now()),
            "amend": lambda table, _: table.amend(now()),
        }
        wait: float | None = 0.0
        if duty.what == "shares":
            cut = table.cut
            assert cut is not None
            own["shares"] = lambda table, _: table.act(None, acts.Away(cut.deal, cut.missing), now())
            wait = self._left(("shares", cut.deal, cut.phase), self._lobby.waits.shares)
        elif duty.what == "deal":
            wait = self._till_deal()
        if wait is None:
            return absent
        if absent is not None and absent[0] < wait:
            return absent
        return wait, lambda: self._act(table, own[duty.what])

    def _till_deal(self) -> float | None:
        """How long people still look at the deal that ended: until everybody who is here has, or one has waited enough."""
        table = self.table
        looking = set(table.looking)
        if not looking:
            return 0.0
        if not table.nexts:
            return None
        return self._left(("look", table.dealt), self._lobby.waits.look) if looking & set(self._online()) else 0.0

    def _left(self, what: object, seconds: float) -> float:
        """How much of so many seconds is left, since we began to wait for this."""
        clock = time.monotonic()
        if self._waiting[0] != what:
            self._waiting = (what, clock)
        return self._waiting[1] + seconds - clock

    def _absent(self) -> tuple[float, Deed] | None:
        """When a bot takes the seat of somebody who has gone while others wait for him."""
        table = self.table
        if table.state != "playing":
            return None
        online, duty = self._online(), table.duty
        waited = () if table.proposal is None else table.proposal.asked
        if duty is not None and duty.place is not None:
            waited = (*waited, table.order[duty.place])
        gone = [chair for chair in waited if chair not in online]
        gone = [chair for chair in gone if chair in table.persons and chair not in table.held_chairs]
        if not gone or not online:
            return None
        chair = min(gone, key=self._gone_since)
        wait = self._lobby.waits.absent - (now() - self._gone_since(chair)) / 1000
        return wait, lambda: asyncio.shield(self._hold(table, chair))

    async def _hold(self, seen: Table, chair: int) -> None:
        """A bot takes a seat; who comes in at this very moment has it again."""
        async with self._lock:
            if self.frozen or self.table is not seen or chair in self._online():
                return
            result = await self._commit(lambda table, _: table.act(None, acts.Hold(chair), now()))
            if isinstance(result, _Done):
                self._tell(result)
                if chair in self._online():
                    result = await self._commit(lambda table, _: table.act(chair, acts.Back(), now()))
                    if isinstance(result, _Done):
                        self._tell(result)
        if result == "stale":
            await asyncio.sleep(1)  # as in _own

    async def _move(self, table: Table, place: int) -> None:
        """One event of a bot; a bot that wants what the game refuses gets something legal instead."""
        level, view = table.level(place), table.sees(place)
        assert view is not None
        where = f"table {table.setup.id} at {table.seq}"
        seed = table.bot_seed(self._lobby.master(table.setup.id))
        event = await self._lobby.think(view, level, where, seed)
        await self._pace(table.order[place])
        step = table.decide(place, event, now())
        if isinstance(step, Illegal):
            _LOG.error("%s: the bot of level %s wants %s: %s", where, level, event.token, step)
            step = table.decide(place, bots.choose(view, "random", seed), now())
        await self._act(table, lambda *_: step)

    async def _answered(self, table: Table, place: int, call: int) -> None:
        """A bot explains a call to who has asked; one that cannot is asked no more, since the game must go on."""
        view = table.sees(place)
        assert view is not None
        where = f"table {table.setup.id} at {table.seq}, call {call}"
        event = await self._lobby.answer(view, table.level(place), call, where)
        if event is None:
            self._silent = (table.dealt, call)
            return
        step = self.table.decide(place, event, now())
        if isinstance(step, Step):  # nobody has led meanwhile
            await self._act(self.table, lambda *_: step)

    async def _pace(self, chair: int) -> None:
        """Where the tempo is masked, an event comes no sooner than another would (PE-5.4.11b)."""
        table = self.table
        if not table.terms.tempo_mask or not table.running or table.match is None or table.match.state is None:
            return
        least, longest = self._lobby.waits.tempo
        seat = table.seat(table.place(chair))
        forced = seat is not None and table.match.state.actor is seat and len(table.match.state.legal(seat)) == 1
        wait = self._moved + (random.SystemRandom().uniform(least, longest) if forced else least) - time.monotonic()
        if wait > 0:
            await asyncio.sleep(wait)

    async def _act(self, seen: Table, decide: Decide) -> None:
        await asyncio.shield(self._own(decide, seen))

    async def _own(self, decide: Decide, seen: Table | None = None) -> None:
        """Something that nobody has asked for by a command."""
        async with self._lock:
            if self.frozen or (seen is not None and self.table is not seen):  # somebody was faster
                return
            result = await self._commit(decide)
            if isinstance(result, (Illegal, Refusal)):
                if seen is None:
                    return
                raise RuntimeError(f"the table's own step was refused: {result}")
            if isinstance(result, _Done):
                self._tell(result)
        if result == "stale":
            await asyncio.sleep(1)  # a disk that is full must not be asked a thousand times a second


def _frames(step: Step, accounts: Iterable[str]) -> dict[str, bytes | None]:
    """What each of them is told of a step, put into words once for all who look alike; None: he may look no longer."""
    eyes = {account: (step.before.eye(account), step.table.eye(account)) for account in accounts}
    words = {pair: protocol.encode(step.ev(pair[1], pair[0])) for pair in set(eyes.values()) if pair[1] is not None}
    return {account: words.get(pair) for account, pair in eyes.items()}


def _line(chat: Chat) -> protocol.Line:
    return protocol.Line(chat.n, chat.ts, chat.account_id, chat.nick, chat.chair, chat.text, chat.phrase)


def _plain(text: str) -> str:
    """What was written, as one line without control characters."""
    plain = unicodedata.normalize("NFC", text)
    return " ".join("".join(c if c.isprintable() else " " for c in plain).split())


def _note(step: Step) -> Note | None:
    """What lists say of a table, where it has changed."""
    before, after = step.before, step.table
    if step.same_table and after.state == before.state and after.seating == before.seating:
        return None
    return noted(after)


def noted(table: Table) -> Note:
    """What lists say of a table: a projection, which its log can give back."""
    accounts = tuple(person.account for person in table.people if person is not None and person.account is not None)
    return Note(listing(table), protocol.encode(summary(table)).decode(), accounts, table.played)


def listing(table: Table) -> str | None:
    """In which list of the lobby a table stands."""
    if not table.setup.public or table.state == "finished":
        return None
    if table.state == "gathering":
        return "gathering" if table.persons else None
    return "running" if table.terms.kibitzers else None


def summary(table: Table) -> dict[str, Any]:
    """A table as lists show it."""
    setup = table.setup
    return {
        "table": setup.id,
        "game": setup.game,
        "preset": setup.preset,
        "diff": table.diff,
        "terms": setup.terms,
        "file": setup.file,
        "players": len(table.people),
        "public": setup.public,
        "state": table.state,
        "chairs": tuple(
            {"nick": None, "account": None, "bot": None}
            if person is None
            else {"nick": person.nick, "account": person.account, "bot": person.bot or person.program}
            for person in table.people
        ),
        "owner": table.owner,
        "pulka": setup.pulka,
        "free": sum(person is None for person in table.people),
    }
