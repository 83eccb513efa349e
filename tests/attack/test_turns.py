"""One network asks for very much at once: its requests take turns, and another network's request waits for at most a few of them."""

import asyncio

from starlette.types import Message, Receive, Scope, Send

from kozyr.club.http.edge import Edge, Guard

FLOOD, ONE = "203.0.113.2", "198.51.100.1"


class Begun:
    """An application that notes which network's request begins, and in which turn of the event loop."""

    def __init__(self) -> None:
        self.turn, self.order = 0, list[tuple[int, str]]()

    async def __call__(self, scope: Scope, _receive: Receive, _send: Send) -> None:
        self.order.append((self.turn, scope["client"][0]))

    async def count(self) -> None:
        while True:
            self.turn += 1
            await asyncio.sleep(0)


def request(network: str, kind: str = "http") -> Scope:
    host = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    return {
        "type": kind,
        "method": "GET",
        "path": "/api/lobby",
        "headers": host,
        "client": (network, 1),
        "query_string": b"",
    }


async def _nothing() -> Message:
    return {"type": "http.request", "body": b""}


async def _heard(message: Message) -> None:
    """Nobody listens."""


async def began(*asked: Scope) -> list[tuple[int, str]]:
    app = Begun()
    guard = Guard(app, Edge())
    counting = asyncio.create_task(app.count())
    await asyncio.gather(*(guard(scope, _nothing, _heard) for scope in asked))
    counting.cancel()
    assert not guard._turns._locks, "a network that asks for nothing any more is forgotten"
    return app.order


def test_requests_of_one_network_begin_in_turns_of_their_own() -> None:
    order = asyncio.run(began(*[request(FLOOD)] * 16, request(ONE)))
    flood = [turn for turn, network in order if network == FLOOD]
    assert len(flood) == len(set(flood)) == 16
    assert order.index((order[1][0], ONE)) <= 1, "the other network is second"


def test_sockets_wait_in_the_same_row() -> None:
    order = asyncio.run(began(*[request(FLOOD, "websocket")] * 8, *[request(FLOOD)] * 8, request(ONE)))
    flood = [turn for turn, network in order if network == FLOOD]
    assert len(flood) == len(set(flood)) == 16


def test_a_whole_site_of_version_6_is_one_network() -> None:
    order = asyncio.run(began(*(request(f"2001:db8:1:{n:x}::7") for n in range(16))))
    assert len({turn for turn, _ in order}) == 16


def test_networks_of_which_several_requests_wait_share_one_row() -> None:
    crowds = [request(f"203.0.113.{n}") for n in range(6) for _ in range(4)]
    order = asyncio.run(began(*crowds, request(ONE)))
    turns = [turn for turn, network in order if network != ONE]
    assert len(turns) - len(set(turns)) <= 6, "besides the first request of each network, none begins with another"
    assert (order[0][0], ONE) in order, "a single request does not stand in the row"


def test_a_request_that_is_given_up_holds_nobody_back() -> None:
    async def left() -> None:
        app = Begun()
        guard = Guard(app, Edge())
        asked = [asyncio.create_task(guard(request(FLOOD), _nothing, _heard)) for _ in range(4)]
        await asyncio.sleep(0)
        for one in asked[:3]:
            one.cancel()
        await asyncio.wait(asked)
        assert len(app.order) == 1
        assert not guard._turns._locks

    asyncio.run(left())
