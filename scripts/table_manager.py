"""The table manager's line, protocol 18, by which bridge programs of many makers play each other (docs/strangers.md).

Each player has a connection to the manager of the table. Everything is a line of ASCII that ends in CR LF. A player
says that it is ready before it is told anything; whoever is to act says a call or a card, and the manager tells the
others. Dummy's cards are named by the declarer.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from kozyr.cards import Card, CardSet, Seat, Suit
from kozyr.games import Event
from kozyr.games.bridge import State, View, parse
from kozyr.games.bridge.words import Call
from kozyr.games.contract import Play

NAMES: Final = {Seat.N: "North", Seat.E: "East", Seat.S: "South", Seat.W: "West"}
SEATS: Final = {name.lower(): seat for seat, name in NAMES.items()}
VULNERABLE: Final = {"none": "Neither", "ns": "N/S", "ew": "E/W", "both": "Both"}

_RANKS: Final = "AKQJT98765432"
_WORDS: Final = {"pass": "passes", "X": "doubles", "XX": "redoubles"}
_CALL: Final = re.compile(r"(\w+) (?:bids ([1-7]) ?(NT|[CDHSN])|(passes|doubles|redoubles))\b", re.IGNORECASE)
_CARD: Final = re.compile(r"(\w+) plays (10|[2-9TJQKA]) ?([CDHS])\b", re.IGNORECASE)
_BOARD: Final = re.compile(r"Board number (\d+)\. Dealer (\w+)\. (Neither|N/S|E/W|Both) vulnerable", re.IGNORECASE)
_NAME: Final = re.compile(r'Connecting "([^"]*)" as (\w+) using protocol version (\d+)', re.IGNORECASE)
_LONGEST: Final = 4096  # bytes of a line


class Broken(Exception):
    """The other end has said something that the line does not allow here; the message says what, and what was due."""


# --- the text of the line -----------------------------------------------------------------------------------


def hand_text(cards: CardSet) -> str:
    """A hand as the line writes it.

    >>> hand_text(CardSet.parse("93..J75.AT986432"))
    'S 9 3. H -. D J 7 5. C A T 9 8 6 4 3 2.'
    """
    parts = []
    for suit in Suit:
        held = {card.rank.value for card in cards.suit(suit)}
        parts.append(f"{suit.value} {' '.join(rank for rank in _RANKS if rank in held) or '-'}.")
    return " ".join(parts)


def read_hand(line: str) -> CardSet:
    """Read the hand of a line such as `North's cards : S 9 3. H -. D J 7 5. C A T 9 8 6 4 3 2.` (in any case of letters).

    Raises:
        Broken: it is no hand.
    """
    told = line.partition(":")[2].replace("10", "T").upper()
    suits = re.fullmatch(r"\s*S ([^.]*)\.\s*H ([^.]*)\.\s*D ([^.]*)\.\s*C ([^.]*)\.?\s*", told)
    if suits is None or re.search(rf"[^{_RANKS}\s-]", "".join(suits.groups())):
        raise Broken(f"{line!r} is no hand")
    return CardSet.parse(".".join(re.sub(r"[\s-]", "", ranks) for ranks in suits.groups()))


def act_text(seat: Seat, event: Event) -> str:
    """A call or a card as the line writes it.

    >>> act_text(Seat.N, parse("1NT")), act_text(Seat.E, parse("X")), act_text(Seat.S, parse("C7"))
    ('North bids 1NT', 'East doubles', 'South plays 7C')
    """
    if isinstance(event, Play):
        return f"{NAMES[seat]} plays {event.card.value[1]}{event.card.value[0]}"
    return f"{NAMES[seat]} {_WORDS.get(event.token) or f'bids {event.token}'}"


def read_act(line: str) -> tuple[Seat, Event]:
    """The seat and the event of a line that says a call or a card; an alert behind it is left out.

    >>> read_act("North bids 2C. Alert. Stayman")
    (Seat.N, Bid(level=2, denomination=Denomination.CLUBS, meaning=''))

    Raises:
        Broken: it says neither.
    """
    if (card := _CARD.match(line)) and card[1].lower() in SEATS:
        return SEATS[card[1].lower()], Play(Card.parse(card[3].upper() + card[2].upper().replace("10", "T")))
    if (call := _CALL.match(line)) and call[1].lower() in SEATS:
        if call[4] is not None:
            token = next(token for token, word in _WORDS.items() if word == call[4].lower())
        else:
            token = call[2] + {"N": "NT"}.get(call[3].upper(), call[3].upper())
        event = parse(token)
        assert isinstance(event, Call)
        return SEATS[call[1].lower()], event
    raise Broken(f"{line!r} is neither a call nor a card")


def board_text(number: int, state: State) -> str:
    """The line that announces a board."""
    terms = state.terms
    return f"Board number {number}. Dealer {NAMES[terms.dealer]}. {VULNERABLE[terms.vulnerability]} vulnerable."


# --- a connection -------------------------------------------------------------------------------------------


class Line:
    """One connection, a line at a time. patience: seconds that the other end may take for one line."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, patience: float) -> None:
        self._reader, self._writer, self._patience = reader, writer, patience
        self.name = ""

    async def say(self, text: str) -> None:
        """Send a line."""
        self._writer.write(f"{text}\r\n".encode("ascii", "replace"))
        await self._writer.drain()

    async def hear(self, due: str = "a line") -> str:
        """The next line.

        Raises:
            Broken: none came in time, it is too long, or the connection is closed.
        """
        try:
            told = await asyncio.wait_for(self._reader.readline(), self._patience)
        except TimeoutError:
            raise Broken(f"nothing came for {self._patience:g} seconds where {due} was due") from None
        except ValueError:
            raise Broken(f"a line of more than {_LONGEST} bytes came where {due} was due") from None
        except ConnectionError as error:
            raise Broken(f"the connection broke ({error}) where {due} was due") from None
        if not told.endswith(b"\n"):
            raise Broken(f"the connection was closed where {due} was due")
        return " ".join(told.decode("ascii", "replace").split())

    async def ready(self, seat: Seat, about: str) -> None:
        """Wait until the player says that it is ready for something.

        A player may say before each board that it is ready to start; that is heard and left.

        Raises:
            Broken: it says something else.
        """
        due = f"{NAMES[seat]} ready {about}"
        while (told := await self.hear(repr(due))).lower() != due.lower():
            if told.lower() != f"{NAMES[seat]} ready to start".lower():
                raise Broken(f"{told!r} came where {due!r} was due")

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()


async def seated(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, patience: float) -> tuple[Seat, Line]:
    """The seat that a new connection asks for, and its line.

    Raises:
        Broken: it asks for none.
    """
    line = Line(reader, writer, patience)
    told = await line.hear("'Connecting ...'")
    asked = _NAME.match(told)
    if asked is None or asked[2].lower() not in SEATS:
        raise Broken(f"{told!r} came where 'Connecting \"NAME\" as SEAT using protocol version 18' was due")
    line.name = asked[1]
    return SEATS[asked[2].lower()], line


# --- the manager --------------------------------------------------------------------------------------------

Chooser = Callable[[View], Event]


async def deal(
    number: int, state: State, strangers: Mapping[Seat, Line], choose: Chooser, *, bidding_only: bool = False
) -> State:
    """Play a board: strangers by their lines, the other seats by `choose`.

    number: the board's, from 1. state: all hands are dealt, and nobody has called. Returns the state at the end of the deal, or of the auction.

    Raises:
        Broken: a stranger says what the line or the rules do not allow; the message names the seat.
    """
    for seat, line in strangers.items():
        await line.say("Start of board")
        await line.ready(seat, "for deal")
        await line.say(board_text(number, state))
        await line.ready(seat, "for cards")
        await line.say(f"{NAMES[seat]}'s cards : {hand_text(CardSet(state.dealt_hands[seat.position]))}")
    while state.outcome is None and not (bidding_only and state.phase == "play"):
        state = await _act(state, strangers, choose)
    return state


async def _act(state: State, strangers: Mapping[Seat, Line], choose: Chooser) -> State:
    """The state after the next call or card."""
    actor, turn = state.actor, state.turn
    assert actor is not None
    assert turn is not None
    line = strangers.get(actor)
    playing = state.phase == "play"
    if line is None:
        event = choose(state.view(actor))
    else:
        if playing and not state.trick:
            await line.say(f"{'Dummy' if turn is state.dummy else NAMES[turn]} to lead")
        told = await line.hear(f"a {'card' if playing else 'call'} of {NAMES[turn]}")
        said, event = read_act(told)
        if said is not turn:
            raise Broken(f"{told!r} came where {NAMES[turn]} was to act")
        if event not in state.view(actor).legal:
            raise Broken(f"{told!r} is against the rules here")
    trick = len(state.history) + 1
    after = state.apply(event, actor)
    for seat, other in strangers.items():
        if seat is not actor:
            owner = "dummy" if playing and turn is state.dummy else NAMES[turn]
            await other.ready(seat, f"for {owner}'s card to trick {trick}" if playing else f"for {owner}'s bid")
            await other.say(act_text(turn, event))
    if playing and trick == 1 and len(after.trick) == 1:
        assert after.dummy is not None
        for seat, other in strangers.items():
            if seat is not after.dummy:
                await other.ready(seat, "for dummy")
                await other.say(f"Dummy's cards : {hand_text(CardSet(after.dealt_hands[after.dummy.position]))}")
    return after


# --- a player -----------------------------------------------------------------------------------------------

Opened = Callable[[int, Mapping[Seat, CardSet]], State]
"""The state of a board before its first call, from its number and four hands."""


class _Over(Exception):
    """The session is over."""


class Player:
    """One of our bots at somebody else's table.

    opened: makes a state from a board's number and four hands. choose: the bot, which is shown the view of its seat.
    bidding_only: a board ends with its auction, as the manager must have it too.
    """

    def __init__(
        self,
        line: Line,
        seat: Seat,
        opened: Opened,
        choose: Callable[[View, int], Event],
        *,
        bidding_only: bool = False,
    ) -> None:
        self._line, self._seat, self._opened, self._choose = line, seat, opened, choose
        self._bidding_only = bidding_only
        self.boards = 0

    async def sit(self, name: str) -> None:
        """Take the seat.

        Raises:
            Broken: the manager refuses, or says something else.
        """
        await self._line.say(f'Connecting "{name}" as {NAMES[self._seat]} using protocol version 18')
        told = await self._line.hear("'... seated'")
        if not re.match(rf"{NAMES[self._seat]} .*seated", told, re.IGNORECASE):
            raise Broken(f"{told!r} came where '{NAMES[self._seat]} seated' was due")
        await self._line.say(f"{NAMES[self._seat]} ready for teams")
        await self._line.hear("'Teams : ...'")
        await self._line.say(f"{NAMES[self._seat]} ready to start")

    async def play(self) -> None:
        """Play boards until the manager ends the session.

        Raises:
            Broken: the manager says what the line does not allow.
        """
        try:
            told = await self._hear("'Start of board'")
            while True:
                while told.lower() != "start of board":
                    told = await self._hear("'Start of board'")
                told = await self._board()
                self.boards += 1
        except _Over:
            return

    async def _hear(self, due: str) -> str:
        told = await self._line.hear(due)
        if told.lower().startswith("end of session"):
            raise _Over
        return told

    async def _ask(self, about: str, due: str) -> str:
        await self._line.say(f"{NAMES[self._seat]} ready for {about}")
        return await self._hear(due)

    async def _board(self) -> str:
        """Play a board; the first line after it."""
        told = await self._ask("deal", "'Board number ...'")
        about = _BOARD.match(told)
        if about is None:
            raise Broken(f"{told!r} came where 'Board number N. Dealer SEAT. ... vulnerable.' was due")
        number = int(about[1])
        own = read_hand(await self._ask("cards", "the cards"))
        known = {self._seat: own}
        events: list[Event] = []
        state = self._guessed(number, known, None, events)
        if board_text(number, state).lower() != about[0].lower() + ".":
            raise Broken(f"{told!r} came where {board_text(number, state)!r} is the rule of boards")
        while state.outcome is None and not (self._bidding_only and state.phase == "play"):
            actor, turn = state.actor, state.turn
            assert actor is not None
            assert turn is not None
            playing = state.phase == "play"
            if actor is self._seat:
                if playing and not state.trick:
                    await self._hear("'... to lead'")
                event = self._choose(state.view(actor), number)
                await self._line.say(act_text(turn, event))
            else:
                owner = "dummy" if playing and turn is state.dummy else NAMES[turn]
                about_it = f"{owner}'s card to trick {len(state.history) + 1}" if playing else f"{owner}'s bid"
                told = await self._ask(about_it, f"{owner}'s act")
                said, event = read_act(told)
                if said is not turn:
                    raise Broken(f"{told!r} came where {NAMES[turn]} was to act")
            events.append(event)
            first = playing and len(events) == 1 + sum(isinstance(one, Call) for one in events)
            if first and self._seat is not state.dummy:
                assert state.dummy is not None
                known[state.dummy] = read_hand(await self._ask("dummy", "dummy's cards"))
            state = self._guessed(number, known, state, events)
        return await self._hear("'Timing ...' or 'Start of board'")

    def _guessed(self, number: int, known: Mapping[Seat, CardSet], before: State | None, events: list[Event]) -> State:
        """The state after these events, the hidden cards dealt in some way that the cards played allow.

        The view of this seat shows none of them, so any way serves. before: the state before the last event.
        """
        state = self._opened(number, _filled(known, {} if before is None else _shown(before, events[-1])))
        for event in events:
            assert state.actor is not None
            state = state.apply(event, state.actor)
        return state


class _Shown(msgspec.Struct, frozen=True):
    """What the cards of a deal have shown of a hand."""

    cards: CardSet = CardSet(0)
    lacks: frozenset[Suit] = frozenset()
    """Suits to which the seat has not followed: it holds none of them now."""

    def after(self, card: Card, led: Suit) -> _Shown:
        lacks = self.lacks if card.suit is led else self.lacks | {led}
        return _Shown(self.cards | CardSet.of([card]), lacks)


def _shown(state: State, event: Event) -> dict[Seat, _Shown]:
    """What the cards played have shown of each hand, an event of the seat to act being the last of them."""
    now = () if state.play is None else state.play.tricks.trick
    if isinstance(event, Play):
        assert state.turn is not None
        now = (*now, (state.turn, event.card))
    found = {seat: _Shown() for seat in Seat}
    for trick in (*(one.cards for one in state.history), now):
        for seat, card in trick:
            found[seat] = found[seat].after(card, trick[0][1].suit)
    return found


def _filled(known: Mapping[Seat, CardSet], shown: Mapping[Seat, _Shown]) -> dict[Seat, CardSet]:
    """Four hands: the known ones, and the others' played cards with the rest of the pack dealt among them."""
    told = {seat: shown.get(seat, _Shown()) for seat in Seat}
    hands = {seat: known.get(seat, told[seat].cards) for seat in Seat}
    places = [seat for seat in Seat for _ in range(13 - len(hands[seat]))]
    out = CardSet(0)
    for cards in hands.values():
        out |= cards
    taken: dict[int, Card] = {}

    def put(card: Card, tried: set[int]) -> bool:
        """Give the card a place, moving others where that is needed (Kuhn 1955)."""
        for at, seat in enumerate(places):
            if at not in tried and card.suit not in told[seat].lacks:
                tried.add(at)
                if at not in taken or put(taken[at], tried):
                    taken[at] = card
                    return True
        return False

    for card in Card:
        if card not in out and not put(card, set()):
            raise Broken(f"the cards played leave nobody who can hold {card}")
    for at, card in taken.items():
        hands[places[at]] |= CardSet.of([card])
    return hands
