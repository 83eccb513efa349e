"""A request's body in, an answer out: what every route does in the same way."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response

from kozyr.club import answers, wire
from kozyr.club.accounts import LoginError
from kozyr.club.gate import seconds
from kozyr.club.likeness import Improper
from kozyr.club.live.queue import Busy, TooLong
from kozyr.club.live.shelf import Frozen
from kozyr.games import options, refusal
from kozyr.logs import LAST
from kozyr.store import StoreError
from kozyr.words import LANGUAGES, vocabulary

_LOG: Final = logging.getLogger("kozyr.club")
BODY_LIMIT: Final = 16_384
PAGE: Final = 100  # tables in one answer
_LAST_PAGE: Final = 1_000_000
AGAIN: Final = {"retry-after": "30"}
B = TypeVar("B")


class Refused(Exception):
    """A request that gets an error for an answer.

    names: of options. code: for the client's words. law: the rule, if one says so. closed: why and since when what was asked for is.
    wait: in how many seconds it may be tried again.
    """

    def __init__(
        self,
        status: int,
        message: str,
        names: tuple[str, ...] = (),
        code: str | None = None,
        law: str | None = None,
        closed: answers.Closed | None = None,
        wait: int | None = None,
        params: Mapping[str, str | int] | None = None,
    ) -> None:
        super().__init__(message)
        self.wait = wait
        self.status = status
        self.names = names
        self.code = code
        self.law = law
        self.closed = closed
        self.params = params or {}


def no(status: int, code: str, law: str = "", *, why: refusal.Refusal | None = None, **params: str | int) -> Refused:
    """A request that is refused with this status by a code that the client has words for. why: in words that say more than the code."""
    return passed(status, refusal.refusal(code, law, at=None, why=why, **params))


def passed(status: int, told: refusal.Refusal) -> Refused:
    """Another room's refusal with a status."""
    return Refused(
        status, refusal.sentence(told), code=told.code, law=told.law.split(",")[0] or None, params=told.params
    )


def too_often(wait: float, what: str = "too_often") -> Refused:
    """The refusal of a too frequent request. wait: seconds until the next one. what: the code of its words."""
    found = no(429, "often", why=refusal.refusal(what, seconds=seconds(wait)))
    found.wait = seconds(wait)
    return found


def answer(value: object, status: int = 200, more: Mapping[str, str] | None = None) -> Response:
    """An answer as JSON, which no cache keeps. more: headers."""
    return encoded(wire.encode(value), status, more)


def encoded(value: bytes, status: int = 200, more: Mapping[str, str] | None = None) -> Response:
    """An answer that is JSON already. Otherwise as `answer`."""
    headers = {"cache-control": "no-store", **(more or {})}
    return Response(value, status, headers, media_type="application/json")


def tagged(request: Request, value: object) -> Response:
    """An answer as JSON under a tag of its own: a client that has it already (`If-None-Match`) gets 304 and no body."""
    made = answer(value)
    tag = f'"{hashlib.blake2b(bytes(made.body), digest_size=12).hexdigest()}"'
    if request.method == "GET" and request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"etag": tag, "cache-control": "no-store"})
    made.headers["etag"] = tag
    return made


def paged(request: Request, rows: Sequence[B], most: int = PAGE) -> tuple[Sequence[B], dict[str, str]]:
    """The rows of the page that is asked for (`?page=`, from 1), and the header that names the next page if there is one.

    rows: those of the page and one more, if there is one. most: in one answer.
    """
    more = len(rows) > most
    link = {
        "link": f'<{request.url.path}?{request.url.include_query_params(page=page_of(request) + 1).query}>; rel="next"'
    }
    return rows[:most], link if more else {}


def page_of(request: Request) -> int:
    """The page that is asked for, from 1.

    Raises:
        Refused: it is none.
    """
    text = request.query_params.get("page", "1")
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text[:9]) <= _LAST_PAGE or len(text) > 9:
        raise Refused(400, f"a page is a number from 1, not {text[:20]!r}")
    return int(text)


def number_of(request: Request, name: str, most: int = LAST) -> int | None:
    """The number of this name in the query, as `?have=12`; None: there is none.

    Raises:
        Refused: it is no number, or a greater one than `most`.
    """
    text = request.query_params.get(name)
    if text is None:
        return None
    if not text.isascii() or not text.isdecimal() or len(text) > len(str(LAST)) or int(text) > most:
        raise Refused(400, f"{name} is a number up to {most}, not {text[:20]!r}")
    return int(text)


async def gone(request: Request) -> None:
    """Wait until the asker's connection has broken."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def existing(found: B | None, why_not: str | refusal.Refusal) -> B:
    """The found thing.

    Raises:
        Refused: there is no such thing, or not for him who asks.
    """
    if found is None:
        raise Refused(404, why_not) if isinstance(why_not, str) else passed(404, why_not)
    return found


async def refused(request: Request, error: Exception) -> Response:
    """The answer to what has been refused."""
    if isinstance(error, Busy):
        return _busy(request, error)
    if isinstance(error, TooLong):
        error = Refused(400, str(error), code="long")
    elif isinstance(error, LoginError):
        status = {"wrong": 403, "taken": 409, "registered": 409}.get(error.code, 400)
        error = Refused(status, str(error), code=error.code)
    elif isinstance(error, Improper):
        error = no(400, "name", why=error.refusal)
    elif isinstance(error, Frozen):
        _LOG.error("%s %s: %s", request.method, request.url.path, error)
        error = Refused(409, str(error), code="frozen")
    elif isinstance(error, StoreError):  # what it says is for the operator
        _LOG.error("%s %s: %s", request.method, request.url.path, error)
        error = Refused(503, "the club's database does not answer, try again in a moment", code="store")
    assert isinstance(error, Refused)
    fault = answers.Fault(str(error), error.names, error.code, error.law, error.params, error.closed, error.wait)
    made = answer(answers.Failure(fault), error.status)
    if error.wait is not None:
        made.headers["retry-after"] = str(error.wait)
    elif error.status in {429, 503}:
        made.headers.update(AGAIN)
    return made


def _busy(request: Request, error: Busy) -> Response:
    """The answer to an asker for whom there is no place; a line of text, if the browser shows it as a page."""
    words = vocabulary(_language(request), "club", "BUSY")
    said, status = words["own" if error.own else "all"].format(error.seconds), 429 if error.own else 503
    headers = {"retry-after": str(error.seconds)}
    if request.headers.get("sec-fetch-mode") == "navigate":
        return PlainTextResponse(f"{said}\n", status, headers)
    return answer(answers.Failure(answers.Fault(said, (), "busy")), status, headers)


def _language(request: Request) -> str:
    """The language of the answer: the requested one, or the browser's first known one."""
    named = request.headers.get("accept-language", "").split(",")
    wanted = [request.query_params.get("lang", ""), *(one.strip()[:2].lower() for one in named)]
    return next((one for one in wanted if one in LANGUAGES), "en")


async def body(request: Request, kind: type[B], seconds: float, limit: int = BODY_LIMIT) -> B:
    """The body of a request, typed. seconds: how long it may take to come. limit: bytes.

    Raises:
        Refused: it is too long or too slow, or not what is asked for.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused(415, "the body must be application/json")
    data = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                data += chunk
                if len(data) > limit:
                    raise Refused(413, f"a body has at most {limit} bytes")
    except TimeoutError:
        raise Refused(408, f"a body takes at most {seconds:.0f} s") from None
    except ClientDisconnect:  # a phone has lost its line; nobody hears this
        raise Refused(400, "the body broke off") from None
    try:
        return msgspec.json.decode(bytes(data), type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Refused(400, str(error)) from None


@contextlib.contextmanager
def agreeing() -> Iterator[None]:
    """Conventions that are wrong become a refusal that names them."""
    try:
        yield
    except Improper:
        raise  # has a code of its own
    except options.Contradiction as error:
        raise Refused(400, str(error), (error.first, error.second)) from None
    except refusal.Refused as error:
        raise passed(400, error.refusal) from None
    except ValueError as error:
        raise Refused(400, str(error)) from None
