"""A passage to a server through this process, that a test may shut: what is sent then waits without a word, as at a cut cable."""

import contextlib
import select
import socket
import threading
from urllib.parse import urlsplit

_PIECE = 65_536


class Passage:
    """Listens on a port of its own, and passes on to the server of a URL. url: the same URL by way of the passage."""

    def __init__(self, url: str, host: str = "127.0.0.1") -> None:
        parts = urlsplit(url)
        self._to = (parts.hostname or "", parts.port or 0)
        self._listening = socket.create_server((host, 0))
        port = self._listening.getsockname()[1]
        self.url = url.replace(f"{self._to[0]}:{self._to[1]}", f"{host}:{port}")
        self._free, self._swallows, self._ends = threading.Event(), False, False
        self._free.set()
        self._pairs: set[tuple[socket.socket, socket.socket]] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def shut(self) -> None:
        """Let nothing through, either way."""
        self._free.clear()

    def open(self) -> None:
        """Let everything through that waits, and what comes."""
        self._swallows = False
        self._free.set()

    def swallow(self) -> None:
        """Let through what goes to the server, and lose what it answers."""
        self._swallows = True

    def reset(self) -> None:
        """Break every connection, and let new ones through."""
        for pair in tuple(self._pairs):
            for one in pair:
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
        self.open()

    def close(self) -> None:
        """End it."""
        self._ends = True
        self._listening.close()
        self.reset()

    def _accept(self) -> None:
        while not self._ends:
            try:
                ours, _ = self._listening.accept()
            except OSError:
                return
            threading.Thread(target=self._pass, args=(ours,), daemon=True).start()

    def _pass(self, ours: socket.socket) -> None:
        self._free.wait()
        with contextlib.suppress(OSError), ours, socket.create_connection(self._to, timeout=5) as its:
            its.settimeout(None)
            self._pairs.add((ours, its))
            try:
                while True:
                    ready, _, _ = select.select((ours, its), (), (), 0.5)
                    for one in ready:
                        data = one.recv(_PIECE)
                        if not data:
                            return
                        self._free.wait()
                        if one is ours:
                            its.sendall(data)
                        elif not self._swallows:
                            ours.sendall(data)
            finally:
                self._pairs.discard((ours, its))
