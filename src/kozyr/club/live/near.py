"""The owner's side of a line: viewers whose sockets are in other processes."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Collection
from typing import Final

from kozyr.club import wire
from kozyr.club.bus import Bus
from kozyr.club.live.lines import Beat, Came, Frame, Frames, Letter, Sent, Taken, Went, answered, far_end
from kozyr.club.live.lobby import Lobby
from kozyr.club.live.room import Room
from kozyr.club.live.viewer import AGAIN, Moved, Whence
from kozyr.club.table.listing import hidden
from kozyr.store import Account, StoreError

_LOG: Final = logging.getLogger("kozyr.club")
_BEAT: Final = 1.0  # seconds between beats
_NO_TABLE: Final = 4404
_WAITING: Final = 64  # messages of one viewer that may wait; a socket has one under way


class FarViewer:
    """A viewer at the end of a line (`Viewer`). shown: takes what the viewer is to see."""

    def __init__(self, came: Came, shown: Callable[[Frame], None]) -> None:
        self.account: Account = came.account
        self.whence = Whence(came.network, came.browser)
        self.far, self.nth, self.table = came.far, came.nth, came.table
        self.said: asyncio.Queue[bytes] = asyncio.Queue(_WAITING)
        self.under_way: set[bytes] = set()
        self.room: Room | None = None
        self.task: asyncio.Task[None] | None = None
        self._shown = shown

    def tell(self, message: wire.FromServer) -> None:
        """See `Viewer`."""
        self._shown(Frame(self.nth, wire.encode(message), answered(message)))

    def send(self, frame: bytes) -> None:
        """See `Viewer`."""
        self._shown(Frame(self.nth, frame))

    def dismiss(self, code: int) -> None:
        """See `Viewer`."""
        self._shown(Frame(self.nth, b"", closes=code))


class Near:
    """All viewers of this process's tables whose sockets are elsewhere.

    id: gives this process's incarnation. alive: gives those of all processes that live.
    """

    other: Callable[[Letter], Letter | None]  # takes what is no letter of a viewer

    def __init__(
        self, bus: Bus[Letter], life: str, lobby: Lobby, id_: Callable[[], str], alive: Callable[[], Collection[str]]
    ) -> None:
        self._bus, self._life, self._lobby, self._id, self._alive = bus, life, lobby, id_, alive
        self._viewers: dict[tuple[str, int], FarViewer] = {}
        self._out: defaultdict[str, list[Frame]] = defaultdict(list)
        self._numbers: defaultdict[tuple[str, str], int] = defaultdict(int)
        self._flushing = False
        self._beating = asyncio.create_task(self._beat())

    def heard(self, letter: Letter) -> Letter | None:
        """Take a letter of a far end; its work goes on after the answer."""
        match letter:
            case Came():
                self._gone((letter.far, letter.nth))
                viewer = FarViewer(letter, lambda frame: self._show(letter.far, frame))
                self._viewers[letter.far, letter.nth] = viewer
                viewer.task = asyncio.create_task(self._serve(viewer))
                return Taken(known=True)
            case Sent():
                found = self._viewers.get((letter.far, letter.nth))
                if found is None or found.said.full():
                    return Taken(known=False)
                if letter.text not in found.under_way:  # a letter that is sent again is done once
                    found.under_way.add(letter.text)
                    found.said.put_nowait(letter.text)
                return Taken(known=True)
            case Went():
                self._gone((letter.far, letter.nth))
            case _:
                return self.other(letter)
        return None

    def _gone(self, key: tuple[str, int]) -> None:
        viewer = self._viewers.pop(key, None)
        if viewer is not None:
            if viewer.room is not None:
                viewer.room.leave(viewer)
            if viewer.task is not None:
                viewer.task.cancel()

    async def _serve(self, viewer: FarViewer) -> None:
        """Let a viewer in, and carry out the viewer's messages one after another."""
        try:
            room = await self._lobby.room(viewer.table)
            if room is None or hidden(room.table, viewer.account.id):
                viewer.dismiss(_NO_TABLE)
                return
            viewer.room = room
            if not await room.enter(viewer):
                return
            while True:
                text = await viewer.said.get()
                try:
                    await carry_out(room, viewer, wire.decode(text))
                except Moved:
                    return  # the far end enters anew, and sends it again
                except wire.BadMessage as error:
                    viewer.tell(wire.Nak(error.id, "bad", detail=str(error)))
                viewer.under_way.discard(text)
        except StoreError as error:
            _LOG.error("table %s: %s", viewer.table, error)
            viewer.dismiss(AGAIN)
        except Exception:  # noqa: BLE001 - whatever the fault: one viewer must not cost the others their owner
            _LOG.exception("a far viewer of table %s failed", viewer.table)
            viewer.dismiss(AGAIN)

    def _show(self, far: str, frame: Frame) -> None:
        """Send a frame, with all others of this turn for the same process."""
        self._out[far].append(frame)
        if not self._flushing:
            self._flushing = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        self._flushing = False
        out, self._out = self._out, defaultdict(list)
        for far, frames in out.items():
            self._numbers[self._id(), far] += 1
            number = self._numbers[self._id(), far]
            self._bus.tell(far_end(self._life, far), Frames(self._id(), number, tuple(frames)))

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(_BEAT)
            alive = self._alive()
            for key in [key for key in self._viewers if key[0] not in alive]:
                self._gone(key)
            for far in {far for far, _ in self._viewers}:
                self._bus.tell(far_end(self._life, far), Beat(self._id(), self._numbers[self._id(), far]))

    def close(self) -> None:
        """Serve nobody any more."""
        self._beating.cancel()
        for key in tuple(self._viewers):
            self._gone(key)


async def carry_out(room: Room, viewer: FarViewer, message: wire.Message) -> None:
    """Carry out a message of a viewer who has entered.

    Raises:
        BadMessage: it has no valid event.
    """
    match message:
        case wire.Cmd():
            await room.do(viewer, message)
        case wire.Next():
            await room.next(viewer, message)
        case wire.ActMessage():
            await room.act(viewer, message)
        case wire.Say():
            await room.say(viewer, message)
        case wire.Looked() | wire.Hurry():
            room.signed(viewer, message)
        case wire.Hello():
            room.snap(viewer)
