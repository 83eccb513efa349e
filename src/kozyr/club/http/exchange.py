"""The body of a request and its answer: the common work of every route."""

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
from kozyr.games.refusal import Refusal, Refused, refusal, sentence
from kozyr.logs import LAST
from kozyr.store import Account
from kozyr.words import LANGUAGES, vocabulary

_LOG: Final = logging.getLogger("kozyr.club")
BODY_LIMIT: Final = 16_384
PAGE: Final = 100  # tables in one answer
_LAST_PAGE: Final = 1_000_000
AGAIN: Final = {"retry-after": "30"}
# The status by the code of a login's fault; else 400.
_STATUS: Final = {"old_password": 403, "wrong_login": 403, "login_taken": 409, "has_login": 409}
# The status by the code of work that has no result; else 400.
_OF_WORK: Final = {"no_lesson": 404, "no_problem": 404, "no_such_decision": 404, "deal_sealed": 403}

B = TypeVar("B")


class Denied(Exception):
    """A refusal as the answer to a request. status: of HTTP. closed: why and since when the thing is closed.

    wait: in how many seconds it may be tried again.
    """

    def __init__(
        self, status: int, told: Refusal, *, closed: answers.Closed | None = None, wait: int | None = None
    ) -> None:
        super().__init__(sentence(told))
        self.status, self.refusal, self.closed, self.wait = status, told, closed, wait


def no(status: int, code: str, law: str = "", *, why: Refusal | None = None, **params: object) -> Denied:
    """A request that is refused with this status by a code that the client has words for. why: in words that say more than the code."""
    return Denied(status, refusal(code, law, at=None, why=why, **params))


def too_often(wait: float, what: str = "too_often") -> Denied:
    """The refusal of a too frequent request. wait: seconds until the next one. what: the code of its words."""
    return Denied(429, refusal("often", why=refusal(what, seconds=seconds(wait))), wait=seconds(wait))


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
        Denied: it is none.
    """
    text = request.query_params.get("page", "1")
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text[:9]) <= _LAST_PAGE or len(text) > 9:
        raise no(400, "page_number", text=text[:20])
    return int(text)


def number_of(request: Request, name: str, most: int = LAST) -> int | None:
    """The number of this name in the query, as `?have=12`; None: there is none.

    Raises:
        Denied: it is no number, or a greater one than `most`.
    """
    text = request.query_params.get(name)
    if text is None:
        return None
    if not text.isascii() or not text.isdecimal() or len(text) > len(str(LAST)) or int(text) > most:
        raise no(400, "number_up_to", name=name, most=most, text=text[:20])
    return int(text)


async def gone(request: Request) -> None:
    """Wait until the asker's connection has broken."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def existing(found: B | None, code: str) -> B:
    """The found thing. code: why there is none.

    Raises:
        Denied: there is no such thing for this asker.
    """
    if found is None:
        raise no(404, code)
    return found


def with_login(account: Account, code: str, law: str = "") -> None:
    """Refuse a guest. code: why a login is needed.

    Raises:
        Denied: the account has no login.
    """
    if account.login is None:
        raise no(403, "guest", why=refusal(code, law))


def worked_out(found: bytes | Refusal | None) -> Response:
    """The answer with the result of work on a deal, a lesson or a problem.

    Raises:
        Denied: there is no such deal for the asker, or nothing can be told of it.
    """
    if found is None:
        raise no(404, "no_such_deal")
    if isinstance(found, Refusal):
        raise Denied(_OF_WORK.get(found.code, 400), found)
    return encoded(found)


async def refused(request: Request, error: Exception) -> Response:
    """The answer to a refused request."""
    if isinstance(error, Busy):
        return _busy(request, error)
    denied = _denied(request, error)
    made = answer(answers.Failure(_fault(denied)), denied.status)
    if denied.wait is not None:
        made.headers["retry-after"] = str(denied.wait)
    elif denied.status in {429, 503}:
        made.headers.update(AGAIN)
    return made


def _denied(request: Request, error: Exception) -> Denied:
    """The HTTP refusal for an error of another room."""
    match error:
        case Denied():
            return error
        case TooLong():
            return Denied(400, error.refusal)
        case LoginError():
            return Denied(_STATUS.get(error.refusal.code, 400), error.refusal)
        case Improper():
            return no(400, "name", why=error.refusal)
    _LOG.error("%s %s: %s", request.method, request.url.path, error)  # the error's text is for the operator
    return no(409, "frozen") if isinstance(error, Frozen) else no(503, "store")


def _fault(denied: Denied) -> answers.Fault:
    told = denied.refusal
    return answers.Fault(
        str(denied), told.code, told.law.split(",")[0] or None, told.params, denied.closed, denied.wait
    )


def _busy(request: Request, error: Busy) -> Response:
    """The answer to a visitor for whom there is no place; a line of text, if the browser shows it as a page."""
    denied = Denied(429 if error.own else 503, error.refusal)
    headers = {"retry-after": str(error.seconds)}
    if request.headers.get("sec-fetch-mode") == "navigate":
        said = sentence(error.refusal, vocabulary(_language(request), "club", "BUSY"))
        return PlainTextResponse(f"{said}\n", denied.status, headers)
    return answer(answers.Failure(_fault(denied)), denied.status, headers)


def _language(request: Request) -> str:
    """The language of the answer: the requested one, or the browser's first known one."""
    named = request.headers.get("accept-language", "").split(",")
    wanted = [request.query_params.get("lang", ""), *(one.strip()[:2].lower() for one in named)]
    return next((one for one in wanted if one in LANGUAGES), "en")


async def body(request: Request, kind: type[B], seconds: float, limit: int = BODY_LIMIT) -> B:
    """The body of a request, typed. seconds: how long it may take to come. limit: bytes.

    Raises:
        Denied: the body is too long, too slow, or of another form.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise no(415, "body_type")
    data = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                data += chunk
                if len(data) > limit:
                    raise no(413, "body_size", most=limit)
    except TimeoutError:
        raise no(408, "body_slow", seconds=f"{seconds:.0f}") from None
    except ClientDisconnect:  # a phone has lost its line; the answer reaches no client
        raise no(400, "body_broken") from None
    try:
        return msgspec.json.decode(bytes(data), type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise no(400, "unreadable", text=error) from None


@contextlib.contextmanager
def agreeing() -> Iterator[None]:
    """Conventions that are wrong become a refusal that names them."""
    try:
        yield
    except Improper:
        raise  # has a code of its own
    except Refused as error:
        raise Denied(400, error.refusal) from None
    except ValueError as error:
        raise no(400, "unreadable", text=error) from None
