"""A bridge table for tests: a session driven by tokens, and the examples' words made ours."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from kozyr.cards import CARDS, Card, CardSet, Seat, parse_card
from kozyr.deals import Layout
from kozyr.games import Deal, Event, Refusal
from kozyr.games.bridge import Contract, Conventions, Outcome, Session, State, View, agree, parse, start
from tests.cases import Row

CALLS = {"double": "X", "redouble": "XX"}


def named(options: Mapping[str, Any]) -> dict[str, object]:
    """An example's options by our names: without `bridge.`, the group `unfinished` taken apart."""
    found: dict[str, object] = {}
    for name, value in options.items():
        word = name.removeprefix("bridge.")
        if isinstance(value, dict):
            found |= {f"{word}.{part}": number for part, number in value.items()}
        else:
            found[word] = value
    return found


def conventions(row: Row, preset: str = "rubber") -> Conventions:
    """What an example's table has agreed on."""
    return agree(preset, named(row.options))


def call(text: str) -> str:
    """A call as the examples write it, as a token."""
    return parse(CALLS.get(text, text)).token


def contract(text: str, doubled: int = 0) -> Contract:
    """A contract as the examples write it: `4♥`, and its doubling beside."""
    return msgspec.structs.replace(Contract.parse(text), doubled=doubled)


def line(dealer: str, text: str = "", tricks: int = 0, **more: Any) -> Outcome:
    """A deal's facts: `line("N", "4HX S", 9)`; without a contract all passed."""
    if not text:
        return msgspec.convert({"dealer": dealer, **more}, Outcome)
    played, declarer = text.split()
    return msgspec.convert(
        {"dealer": dealer, "contract": played, "declarer": declarer, "tricks": tricks, **more}, Outcome
    )


def session(preset: str | Conventions = "rubber", players: int = 4, dealer: int = 0, **options: object) -> Session:
    """A session; options are written with two underscores for the dot."""
    changes = {name.replace("__", "."): value for name, value in options.items()}
    agreed = agree(preset, changes, players) if isinstance(preset, str) else preset
    return start(agreed, players, dealer)


class Board:
    """A deal in progress."""

    def __init__(
        self, preset: str | Conventions = "rubber", players: int = 4, dealer: int = 0, **options: object
    ) -> None:
        self.session = session(preset, players, dealer, **options)
        self.state: State = self.session.begin()

    @property
    def legal(self) -> list[str]:
        """What the actor has to choose from."""
        return [event.token for event in self.state.legal()]

    @property
    def turn(self) -> str | None:
        """Whose card or call it is."""
        return None if self.state.turn is None else self.state.turn.value

    @property
    def actor(self) -> str | None:
        """Who decides."""
        return None if self.state.actor is None else self.state.actor.value

    def view(self, seat: str | None = None) -> View:
        """What a seat sees; None: a kibitzer."""
        return self.state.view(None if seat is None else Seat(seat))

    def sees(self, viewer: str | None) -> str:
        """Whose cards a viewer sees, as letters."""
        return "".join(seat.value for seat, hand in self.view(viewer).hands.items() if hand.cards is not None)

    def deal(self, **hands: str) -> "Board":
        """Deal: hands by seat, PBN or cards with blanks (`S9 HA`); what is missing comes from the pack, lowest first."""
        held = {seat: _hand(hands.get(seat.value, "")) for seat in Seat}
        taken = CardSet.of(card for cards in held.values() for card in cards)
        left = [card for card in CARDS if card not in taken]
        for cards in held.values():
            while len(cards) < 13:
                cards.append(left.pop(0))
        layout = Layout.of((seat, CardSet.of(cards)) for seat, cards in held.items())
        return self.happens(Deal(str(layout)))

    def happens(self, event: Event, by: str | None = None) -> "Board":
        """An event, by the actor if nobody is named."""
        self.state = self.state.apply(event, None if by is None else Seat(by))
        return self

    def goes(self, tokens: str) -> "Board":
        """What follows; `N:claim:9` where it is not the actor's."""
        for token in tokens.split():
            found = re.fullmatch(r"([NESW]):(.+)", token)
            self.happens(parse(found[2] if found else token), found[1] if found else None)
        return self

    def refuses(self, token: str | Event, by: str | None = None) -> Refusal:
        """Why something is refused."""
        event = parse(token) if isinstance(token, str) else token
        illegal = self.state.why_not(event, None if by is None else Seat(by))
        assert illegal is not None, f"{event.token} is not refused"
        return illegal

    def plays_on(self, least: int = 0) -> "Board":
        """Everybody plays his lowest legal card, until so many cards are left in all."""
        while self.state.phase == "play" and sum(hand.bit_count() for hand in self.state.hands) > least:
            self.happens(min(self.state.legal(), key=lambda event: parse_card(event.token).rank.position))
        return self

    @property
    def outcome(self) -> Outcome:
        """The facts of the deal, which is over."""
        assert self.state.outcome is not None
        return self.state.outcome


def _hand(text: str) -> list[Card]:
    if "." in text:
        return list(CardSet.parse(text))
    return [parse_card(word) for word in text.split()]
