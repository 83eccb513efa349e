"""Events over HTTP: announce one, look at it and wait for more, enter, act in it; its log for `kozyr tournament`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from functools import partial
from typing import Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kozyr.club import wire
from kozyr.club.accounts import one_line
from kozyr.club.answers import Made
from kozyr.club.budgets import ACTS, EVENTS, READ, REQUESTS
from kozyr.club.event import bodies, cup, hall_told, papers, parts, told
from kozyr.club.event.acts import Asked, Called, Came, CupBegun, Shared
from kozyr.club.event.boards import reveals
from kozyr.club.event.hall_told import LateEvent, SeatEvent
from kozyr.club.event.papers import Exporting, Packing, Printing
from kozyr.club.event.regulated import regulated
from kozyr.club.event.told import ClubEvent, EventFair
from kozyr.club.event.tournament import Tournament
from kozyr.club.http import exchange
from kozyr.club.http.codes import drawn
from kozyr.club.http.house import House, Routes
from kozyr.club.likeness import Improper, check, seen
from kozyr.club.live.hall import Running
from kozyr.club.live.shelf import Unfit
from kozyr.club.table.table import Table
from kozyr.games.refusal import Refused, refusal
from kozyr.print.event import heeded
from kozyr.print.part import Sheet, Wanted
from kozyr.store import Account, Stale
from kozyr.tournaments.director.entries import AnyWhat, Confirmed, Row
from kozyr.tournaments.formats import Entrant as Whence
from kozyr.words import Language
from kozyr.words.en.refusals import OPTIONS

_NONE: Final = "no_event"
_NOTHING: Final = b"null"
_PAGE: Final = 20  # events in one answer
_EMPTY: Final = 100  # lines that a protocol may be printed with besides its own
_LIMIT: Final = 65_536  # bytes of an act: a movement of many tables is long
_FOR_ALL: Final = frozenset({"results", "protocols"})  # sheets that everybody may print once the result is published

A = TypeVar("A")
T = TypeVar("T")
routes = Routes()


@routes("/api/events", "POST", of=EVENTS)
async def announce(house: House, request: Request) -> Response:
    """Announce an event; the announcer needs a login."""
    account, wanted = await house.visitors.person(request), await house.body(request, bodies.NewEvent)
    exchange.with_login(account, "event_login")
    with exchange.agreeing():
        if not (name := one_line(wanted.name)):
            raise Refused("blank_name")
        held, new = bodies.about(msgspec.structs.replace(wanted, name=name)), wanted.cup
        check(held.regulations.duties.arbiter or account.nick)
    engine = "" if new is None else await house.cups.engine(new.level)
    begun = None if new is None else CupBegun(level=new.level, engine=engine, prizes=new.prizes)
    return exchange.answer(
        Made(
            await house.hall.announce(
                account, held, online=wanted.online, listed=wanted.listed, cup=begun, stand_ins=wanted.stand_ins
            )
        ),
        201,
    )


@routes("/api/regulations", of=REQUESTS)
async def regulations(_house: House, _request: Request) -> Response:
    """Every option that the regulations of an event have, for the form by which one is announced."""
    return exchange.answer(regulated())


@routes("/api/events", of=READ)
async def listed(house: House, request: Request) -> Response:
    """A page of the list of events: those that are not over first."""
    account = await house.visitors.name(request)
    found = await house.store.lists.events((exchange.page_of(request) - 1) * _PAGE, _PAGE + 1)
    rows, more = exchange.paged(request, found, _PAGE)
    return exchange.answer([told.listed(row, at, account) for row, at in await house.hall.known(rows)], more=more)


@routes("/api/events/{event}/qr.svg", of=REQUESTS)
async def qr(house: House, request: Request) -> Response:
    """The invitation to an event, for a phone's camera."""
    event = request.path_params["event"]
    exchange.existing(await house.hall.find(event), _NONE)
    return await drawn(house, request, f"/event/{event}")


@routes("/api/events/{event}", of=REQUESTS)
async def look(house: House, request: Request) -> Response:
    """The first part of an event's page; with `have`: as soon as its mark has changed, 204 if it is the same after 20 s.

    `session`, `round` and `table`: the players there are named, too.
    """
    account, event = await house.visitors.name(request), request.path_params["event"]
    have = exchange.number_of(request, "have")
    if have is None:
        return await _told(house, request, account, await house.hall.find(event))
    with house.visitors.waits(request, "many_event_pages"):

        async def same(one: Running) -> bool:
            return (await _as_seen(house, account, one.tournament)).mark == have

        found = exchange.existing(await house.hall.follow(event, same, partial(exchange.gone, request)), _NONE)
        return Response(status_code=204) if await same(found) else await _told(house, request, account, found)


@routes("/api/events/{event}/part", of=REQUESTS)
async def part(house: House, request: Request) -> Response:
    """Rows of one list of an event (`of`) without the first `skip`, at most `most`."""
    account = await house.visitors.name(request)
    found = await _found(house, request)
    with exchange.agreeing():
        of = msgspec.convert(request.query_params.get("of"), parts.Listed)
    skip, most = exchange.number_of(request, "skip") or 0, exchange.number_of(request, "most") or parts.LONGEST
    event = await _as_seen(house, account, found.tournament)
    return exchange.tagged(request, parts.part(event, of, skip, min(most, parts.LONGEST)))


def _entry(asked: bodies.EventDo) -> AnyWhat:
    """The entry that a request is about.

    Raises:
        Denied: the entry cannot be read.
    """
    try:
        what: AnyWhat = bodies.WHAT.decode(asked.do)
    except msgspec.MsgspecError as error:
        raise exchange.no(400, "unreadable", text=error) from None
    return what


@routes("/api/events/{event}", "POST", of=ACTS)
async def do(house: House, request: Request) -> Response:
    """Write an entry that the sender may make; a command's id is written only once."""
    account, asked = await house.visitors.person(request), await house.body(request, bodies.EventDo, _LIMIT)
    what = _entry(asked)
    await _may_write(house, request, account, what)
    doing = house.hall.do(request.path_params["event"], account, asked.id, what, asked.why)
    return await _told(house, request, account.id, await done(doing))


@routes("/api/events/{event}/try", "POST", of=ACTS)
async def try_(house: House, request: Request) -> Response:
    """What an entry would change in the results, for officials who take no part; nothing is entered."""
    account, asked = await house.visitors.person(request), await house.body(request, bodies.EventDo, _LIMIT)
    what = _entry(asked)
    at = (await _of_official(house, request, account, lines=True)).tournament
    try:
        return exchange.answer(hall_told.tried(at, account.id, what, asked.why))
    except Refused as error:
        raise exchange.Denied(409, error.refusal) from None


@routes("/api/events/{event}/enter", "POST", of=ACTS)
async def enter(house: House, request: Request) -> Response:
    """Enter under the own name, or the first free one like it; a sender without a session gets one first."""
    account, asked = await house.visitors.person(request), await house.body(request, bodies.EnterEvent)
    await _may_write(house, request, account)
    event = request.path_params["event"]
    found = exchange.existing(await house.hall.find(event), _NONE)
    if found.tournament.cup is not None and found.tournament.cup.kind != "cup":
        raise exchange.no(404, _NONE)  # it is entered by playing it
    if (
        found.tournament.cup is not None and account.login is None
    ):  # a player with two names would know the cards the second time
        raise exchange.no(403, "guest", why=refusal("cup_login", "PT-M.2"))
    of = Whence(asked.country, asked.city, asked.age)
    return await _told(
        house, request, account.id, await done(house.hall.enter(event, account, asked.id, of, seen(asked.team)))
    )


@routes("/api/events/{event}/join", "POST", of=ACTS)
async def join(house: House, request: Request) -> Response:
    """Ask to join a pair or a team; an asker without a session gets one first."""
    account, asked = await house.visitors.person(request), await house.body(request, bodies.JoinEntrant)
    await _may_write(house, request, account)
    return await _acted(house, request, account, asked.id, Asked(account=account.id, entrant=asked.entrant))


@routes("/api/events/{event}/come", "POST", of=ACTS)
async def come(house: House, request: Request) -> Response:
    """Be known to the event without taking part in it, so that its arbiter can appoint one."""
    account, asked = await house.visitors.person(request), await house.body(request, bodies.ComeToEvent)
    await _may_write(house, request, account)
    exchange.with_login(account, "official_login")
    found = await done(house.hall.come(request.path_params["event"], account, asked.id))
    return await _told(house, request, account.id, found)


@routes("/api/events/{event}/share", "POST", of=ACTS)
async def share(house: House, request: Request) -> Response:
    """Give the sender's nonce for the boards, until the entrants are seated."""
    account, asked = await house.visitors.person(request), await house.body(request, bodies.ShareInEvent)
    await _may_write(house, request, account)
    return await _acted(house, request, account, asked.id, Shared(account=account.id, nonce=asked.nonce))


@routes("/api/events/{event}/fair", of=REQUESTS)
async def fair(house: House, request: Request) -> Response:
    """The club's commitments, and the proofs of the boards that will not be played any more."""
    found = await _found(house, request)
    at = found.tournament
    if at.cup is not None:
        now, master = house.clock.now(), await house.hall.secret(at.setup.id)
        return exchange.encoded(
            await house.hall.beside(
                lambda: wire.encode(EventFair(cup.committed(at), tuple(cup.reveals(at, master, now))))
            )
        )
    if not at.online:
        raise exchange.no(404, "no_club_boards")
    secret = await house.hall.secret(at.setup.id)
    return exchange.encoded(
        await house.hall.answer(
            at.setup.id, found, "fair", lambda: wire.encode(EventFair(at.commitments, tuple(reveals(at, secret))))
        )
    )


@routes("/api/events/{event}/call", "POST", of=ACTS)
async def call(house: House, request: Request) -> Response:
    """Call the director to the sender's table."""
    account, asked = await house.visitors.person(request), await house.body(request, bodies.CallDirector)
    await _may_write(house, request, account)
    what = Called(by=account.id, table=asked.table, about=asked.about)
    return await _acted(house, request, account, asked.id, what)


@routes("/api/events/{event}/came", "POST", of=ACTS)
async def came(house: House, request: Request) -> Response:
    """Be at a table that has called; for officials."""
    account, asked = await house.visitors.person(request), await house.body(request, bodies.CameToTable)
    return await _acted(house, request, account, asked.id, Came(by=account.id, call=asked.call))


@routes("/api/events/{event}/seat", "POST", of=ACTS)
async def seat(house: House, request: Request) -> Response:
    """Seat all entrants by a movement that fits; again, until the first round has begun."""
    account, asked = await house.visitors.person(request), await house.body(request, SeatEvent)
    at = (await _of_official(house, request, account)).tournament
    with exchange.agreeing():
        found = await done(house.hall.seat(at.setup.id, account, asked.id, asked.seating))
    return await _told(house, request, account.id, found)


@routes("/api/events/{event}/late", "POST", of=ACTS)
async def late(house: House, request: Request) -> Response:
    """Seat a pair that came late in the rounds to come."""
    account, asked = await house.visitors.person(request), await house.body(request, LateEvent)
    at = (await _of_official(house, request, account)).tournament
    found = await done(house.hall.late(at.setup.id, account, asked.id, asked.entrant))
    return await _told(house, request, account.id, found)


@routes("/api/events/{event}/hall", of=REQUESTS)
async def hall(house: House, request: Request) -> Response:
    """The whole event, for its officials; with `have`: as soon as it has more entries than these, 204 if it has none after 20 s."""
    account = await house.visitors.person(request)
    found = await _of_official(house, request, account)
    have = exchange.number_of(request, "have")
    if have is not None:
        with house.visitors.waits(request, "many_event_pages"):
            await house.hall.follow(
                found.tournament.setup.id, lambda one: one.seq == have, partial(exchange.gone, request)
            )
        found = await _of_official(house, request, account)
        if found.seq == have:
            return Response(status_code=204)
    at, log, known = found.tournament, tuple(found.log), exchange.number_of(request, "log") or 0
    told_ = await house.hall.answer(
        at.setup.id, found, ("hall", account.id, known), lambda: wire.encode(hall_told.hall(at, account.id, log, known))
    )
    return exchange.encoded(told_)


@routes("/api/events/{event}/tables/{table_number:nth}", of=REQUESTS)
async def look_into(house: House, request: Request) -> Response:
    """The play of a table in the running round, as its public sees it: for officials who take no part."""
    account = await house.visitors.person(request)
    found = await _of_official(house, request, account, lines=True)

    async def find(table: str) -> Table | None:
        room = await house.lobby.room(table) if await house.lobby.there(table) else None
        return None if room is None else room.table

    looked = await hall_told.looked_into(found.tournament, request.path_params["table_number"], find)
    return exchange.answer(exchange.existing(looked, "no_such_table"))


@routes("/api/events/{event}/print/{sheet}", of=REQUESTS, cost=4)
async def print_(house: House, request: Request) -> Response:
    """A sheet of paper: for officials, the regulations for everybody, results and protocols too once they are published. Parameters: `lang`, and `session` or `appeal` where needed."""
    asked, sheet = request.query_params, request.path_params["sheet"]
    found = await _found(house, request)
    open_to_all = sheet == "announcement" or (sheet in _FOR_ALL and found.tournament.state.published_at is not None)
    if not open_to_all:
        found = await _of_official(house, request, await house.visitors.person(request), lines=True)
    with exchange.agreeing():
        language = msgspec.convert(asked.get("lang", "ru"), Language)
        wanted = Wanted(
            session=exchange.number_of(request, "session") or 0,
            empty=exchange.number_of(request, "empty", _EMPTY) or 0,
            link=house.edge.link(request, f"/event/{found.tournament.setup.id}"),
            at=exchange.number_of(request, "at"),
            appeal=exchange.number_of(request, "appeal"),
        )
        kind = msgspec.convert(sheet, Sheet)
        wanted = heeded(kind, wanted)
        data = await _written(
            house,
            request,
            found,
            papers.print_out,
            lambda log: Printing(log, kind, wanted, language),
            (kind, wanted, language),
        )
    headers = {"content-disposition": f'inline; filename="{sheet}.pdf"', "cache-control": "no-store"}
    return Response(data, media_type="application/pdf", headers=headers)


@routes("/api/events/{event}/export/{to}", of=REQUESTS)
async def export(house: House, request: Request) -> Response:
    """The event for other programs, for officials."""
    account = await house.visitors.person(request)
    found = await _of_official(house, request, account, lines=True)
    to = request.path_params["to"]
    if to not in papers.EXPORTS:
        raise exchange.no(404, "no_export", to=to[:20], possible=", ".join(papers.EXPORTS))
    _, kind = papers.EXPORTS[to]
    with exchange.agreeing():
        text = await _written(house, request, found, papers.export, lambda log: Exporting(log, to), ("export", to))
    headers = {"content-disposition": f'attachment; filename="{to}.{kind}"', "cache-control": "no-store"}
    return PlainTextResponse(text, headers=headers)


async def _may_write(house: House, request: Request, account: Account, what: AnyWhat | None = None) -> None:
    """Limit writing into an event's log: by network, and much more strictly for an account that is no official.

    Lines of tables, each written once, are as many as the boards, so they are not limited so.
    """
    event = request.path_params["event"]
    found = exchange.existing(await house.hall.find(event), _NONE)
    if not isinstance(what, Row | Confirmed) and not found.tournament.officiates(account.id):
        house.visitors.spend_entry(request, account, event)


async def _written(
    house: House,
    request: Request,
    found: Running,
    task: Callable[[A], bytes],
    ask: Callable[[papers.Log], A],
    key: Hashable,
) -> bytes:
    """The text that another process makes of the present event.

    key: the kind of text, so that the same is not made twice.

    Raises:
        Busy, TooLong, Denied: see `House.worked`. ValueError: there is nothing to write.
    """
    at = found.tournament

    async def gather() -> A:
        return ask(await house.log_of(at))

    return await house.worked(request, house.press, task, gather, (at.setup.id, at.seq, key))


async def _of_official(house: House, request: Request, account: Account, *, lines: bool = False) -> Running:
    """The event, if the asker is an official of it.

    lines: the request is for played boards, which are sealed to an official who plays.
    """
    found = await _found(house, request)
    if not found.tournament.officiates(account.id):
        raise exchange.no(403, "officials_only", "PT-I.13.2.4")
    if lines and hall_told.plays(found.tournament, account.id):
        raise exchange.no(403, "boards_sealed", "PT-I.12.2.4")
    return found


@routes("/api/events/{event}/boards", of=REQUESTS)
async def boards(house: House, request: Request) -> Response:
    """Every line of an event, once its result is published."""
    found = await _found(house, request)
    at = found.tournament
    lines = await house.hall.answer(at.setup.id, found, "boards", lambda: wire.encode(told.played(at)))
    if lines == _NOTHING:
        raise exchange.no(404, "result_sealed")
    return exchange.encoded(lines)


@routes("/api/events/{event}/cards/{entrant:nth}", of=REQUESTS)
async def system_card(house: House, request: Request) -> Response:
    """The system card of a pair or a team; `session`: the card that was filed for that session, beside its boards."""
    found = await _found(house, request)
    filed = told.card(found.tournament, request.path_params["entrant"], exchange.number_of(request, "session") or 0)
    return exchange.answer(exchange.existing(filed, "no_card_filed"))


@routes("/api/events/{event}/folder.zip", of=REQUESTS, cost=4)
async def as_folder(house: House, request: Request) -> Response:
    """The event as a folder of `kozyr tournament`, with the boards that are sealed no longer: for officials."""
    account = await house.visitors.person(request)
    found = await _of_official(house, request, account, lines=True)
    at = found.tournament
    master = await house.hall.secret(at.setup.id) if at.commitments else None
    data = await _written(house, request, found, papers.pack, lambda log: Packing(log, master), "folder")
    headers = {"content-disposition": 'attachment; filename="event.zip"', "cache-control": "no-store"}
    return Response(data, media_type="application/zip", headers=headers)


@routes("/api/events/{event}/log.jsonl", of=REQUESTS)
async def log(house: House, request: Request) -> Response:
    """The log as `kozyr tournament` keeps it in a folder: for officials, since it has lines."""
    account = await house.visitors.person(request)
    found = await _of_official(house, request, account, lines=True)
    text = await _written(house, request, found, papers.director_log, lambda log: log, "log")
    headers = {"content-disposition": 'attachment; filename="log.jsonl"', "cache-control": "no-store"}
    return PlainTextResponse(text, headers=headers)


async def done(doing: Awaitable[T]) -> T:
    """The result of an act: the event after it.

    Raises:
        Denied: it cannot be; a value does not fit; or others write all the time.
    """
    try:
        return await doing
    except (Unfit, msgspec.MsgspecError) as error:
        raise exchange.no(400, "unreadable", text=error) from None
    except Improper:
        raise  # answered under a code of its own
    except Refused as error:
        raise exchange.Denied(400 if error.refusal.code in OPTIONS else 409, error.refusal) from None
    except Stale:
        raise exchange.no(409, "stale") from None


async def _as_seen(house: House, account: str, at: Tournament) -> ClubEvent:
    """An event as an account sees it.

    The common part is made beside the loop, once for each entry: results of hundreds take long.
    """
    if not told.is_made(at):
        await house.hall.beside(lambda: told.told(at, ""), key=("told", id(at)))
    return told.told(at, account)


async def _found(house: House, request: Request) -> Running:
    """The event in the path.

    Raises:
        Denied: there is none.
    """
    return exchange.existing(await house.hall.find(request.path_params["event"]), _NONE)


async def _acted(
    house: House, request: Request, account: Account, command: str, act: Called | Came | Shared | Asked
) -> Response:
    """Write an act of an account, and tell the page after it."""
    doing = house.hall.act(request.path_params["event"], account, command, act)
    return await _told(house, request, account.id, await done(doing))


async def _told(house: House, request: Request, account: str, found: Running | None) -> Response:
    """The first part of an event's page for an account.

    Its table is told once it is set up, a moment after the round has begun.
    """
    at = exchange.existing(found, _NONE).tournament
    where = [exchange.number_of(request, name) or 0 for name in ("session", "round", "table")]
    event = parts.first(await _as_seen(house, account, at), parts.sitting(at, *where))
    if event.round is None:
        return exchange.tagged(request, event)
    tables = tuple(
        [
            one if one.at is None or await house.lobby.there(one.at) else msgspec.structs.replace(one, at=None)
            for one in event.round.tables
        ]
    )
    return exchange.tagged(
        request, msgspec.structs.replace(event, round=msgspec.structs.replace(event.round, tables=tables))
    )
