"""Every struct is looked at by msgspec before two threads can decode it at once."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import lru_cache

import msgspec


@lru_cache(maxsize=1)
def learn() -> None:
    """Have msgspec look at all structs of the modules that are imported; 0.2 s.

    It looks at a struct when it is first decoded, and the interpreter may switch to another thread in the middle of it. A thread that
    decodes the same struct then finds half of it and ends the process with a segmentation fault (msgspec 0.22).
    """
    for kind in dict.fromkeys(_structs(msgspec.Struct)):
        with contextlib.suppress(TypeError, NameError):  # a struct without a decoder reaches no thread
            msgspec.json.Decoder(kind)


def _structs(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for one in kind.__subclasses__():
        yield one
        yield from _structs(one)
