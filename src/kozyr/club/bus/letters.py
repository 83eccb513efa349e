"""Letters as bytes: sealed with the club's key, split into pieces, refused if they are forged, strange or too long.

A piece is a header, a seal and a part of the letter. The header has the version, the letter's number, and which of how
many pieces it is. The seal is a keyed BLAKE2b hash of subject, header and part. So a piece has no meaning on another
subject, in another letter or at another place of its own.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Generic, Literal, TypeAlias, TypeVar

import msgspec

VERSION: Final = 1  # raised when an older process could misread a letter
OLDEST: Final = max(1, VERSION - 1)  # still read, and spoken as long as a process lives that reads no other
PIECE: Final = 256 * 1024  # bytes of a piece at most; a NATS server takes a megabyte
MOST: Final = 4 * 2**20  # bytes of a whole letter
_HEADER: Final = struct.Struct(">B8sHH")  # version, the letter's number, which piece, of how many
_SEAL: Final = 16
_ROOM: Final = PIECE - _HEADER.size - _SEAL
_OPEN: Final = 64  # letters of which some pieces are still to come; the oldest is given up

L = TypeVar("L")
# version: another one. long: more bytes than any letter has. forged: without the seal of this club. unknown: no letter that this program knows.
Why: TypeAlias = Literal["version", "long", "forged", "unknown"]


class Strange(ValueError):
    """Bytes that are no letter for us. why: the kind of fault, for the count."""

    def __init__(self, why: Why) -> None:
        super().__init__(f"a letter was refused: {why}")
        self.why: Why = why


class Post(Generic[L]):
    """Seals the letters of one process, and opens those of others.

    key: the secret of the club. kind: the type of all letters. strange: told of each refusal.

    Attributes:
        speaks: gives the version of the letters to come, which every process of the club must read.
    """

    def __init__(self, key: bytes, kind: type[L], strange: Callable[[Why], None]) -> None:
        self._key, self._strange = key, strange
        self.speaks: Callable[[], int] = lambda: VERSION
        self._encoder, self._decoder = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(kind)
        self._pieces: OrderedDict[tuple[str, bytes], list[bytes]] = OrderedDict()

    def sealed(self, subject: str, letter: L) -> list[bytes]:
        """A letter as pieces to send, in order.

        Raises:
            Strange: it is too long.
        """
        text, number, version = self._encoder.encode(letter), secrets.token_bytes(8), self.speaks()
        if len(text) > MOST:
            raise self._refused("long")
        parts = [text[at : at + _ROOM] for at in range(0, len(text), _ROOM)]
        made = []
        for nth, part in enumerate(parts):
            header = _HEADER.pack(version, number, nth, len(parts))
            made.append(header + self._seal(subject, header, part) + part)
        return made

    def opened(self, subject: str, piece: bytes) -> L | None:
        """The letter that this piece completes. None: other pieces are to come.

        Raises:
            Strange: it is refused; it has been counted.
        """
        if len(piece) > PIECE:
            raise self._refused("long")
        if not piece:
            raise self._refused("unknown")
        if not OLDEST <= piece[0] <= VERSION:
            raise self._refused("version")
        header, seal, part = (
            piece[: _HEADER.size],
            piece[_HEADER.size : _HEADER.size + _SEAL],
            piece[_HEADER.size + _SEAL :],
        )
        if len(seal) < _SEAL or not hmac.compare_digest(seal, self._seal(subject, header, part)):
            raise self._refused("forged")
        _, number, nth, of = _HEADER.unpack(header)
        if of * _ROOM >= MOST + _ROOM:
            raise self._refused("long")
        text = part if of == 1 else self._joined(subject, number, nth, of, part)
        if text is None:
            return None
        try:
            return self._decoder.decode(text)
        except msgspec.MsgspecError:
            raise self._refused("unknown") from None

    def too_long(self) -> Strange:
        """The error of a letter that must be one piece and is not."""
        return self._refused("long")

    def _joined(self, subject: str, number: bytes, nth: int, of: int, part: bytes) -> bytes | None:
        """The whole text with this part; None: it is not whole, or a part of it was lost."""
        key = subject, number
        parts = self._pieces.pop(key, [])
        if nth != len(parts):  # one before it was lost, and so is the letter
            return None
        parts.append(part)
        if len(parts) == of:
            return b"".join(parts)
        self._pieces[key] = parts
        while len(self._pieces) > _OPEN:
            self._pieces.popitem(last=False)
        return None

    def _seal(self, subject: str, header: bytes, part: bytes) -> bytes:
        made = hashlib.blake2b(subject.encode() + b"\0" + header, key=self._key, digest_size=_SEAL)
        made.update(part)
        return made.digest()

    def _refused(self, why: Why) -> Strange:
        self._strange(why)
        return Strange(why)
