"""Find a deal that fits a told story without cards: the played cards, the voids.

Other cards lie anywhere. The arbiter gives no ruling that rests on them (`kozyr.arbiter.told`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from kozyr import notation
from kozyr.arbiter.ruling import against
from kozyr.cards import Card, CardSet, Seat, Suit
from kozyr.deals import Layout
from kozyr.games import AnyState, Entry, Play, Record, replay
from kozyr.games.refusal import Refused

_CARD: Final = re.compile(r"(?<![A-Z0-9])[SHDC][2-9TJQKA](?![A-Z0-9])")
_TRIES: Final = 200


class Fitting:
    """A deal that is changed until the told events are possible.

    head: the record's tags. layout: any deal. words: the events as they were told. fill: makes an event from a word
    without cards. It gets the record so far, the word, the cards named elsewhere, and the word after it.
    """

    def __init__(
        self, head: str, layout: Layout, words: list[str], fill: Callable[[str, str, frozenset[str], str], str]
    ) -> None:
        self.head = head
        self.words = words
        self.fill = fill
        self.place: dict[Card, Seat | None] = dict.fromkeys(layout.rest)
        for seat in Seat:
            self.place |= dict.fromkeys(layout.hand(seat) or (), seat)
        self.fixed: set[Card] = set()
        self.void: dict[Seat | None, set[Suit]] = {}
        self.told = frozenset(card for word in words for card in _CARD.findall(word))

    @property
    def deal(self) -> str:
        """The cards as they lie now."""
        held: dict[Seat, list[Card]] = {}
        for card, seat in self.place.items():
            if seat is not None:
                held.setdefault(seat, []).append(card)
        rest = [card for card, seat in self.place.items() if seat is None]
        return str(Layout.of(((seat, CardSet.of(cards)) for seat, cards in held.items()), rest))

    def record(self) -> Record:
        """The record of what was told, with a deal that fits it.

        Raises:
            Refused: no deal was found that does.
        """
        for _ in range(_TRIES):
            text, word = self._text()
            if word is not None:
                if not self._forbidden(text):
                    raise Refused("within_rules", field="events", event=word)
                continue
            record = _parsed(text)
            found = replay(record)
            if found.error is None:
                return record
            entry, state = record.entries[len(found.applied)], found.progress.state
            if state is None or not self._mended(entry, state):
                raise against(found.error, "events", entry.event.token)
        raise Refused("no_cards_fit", field="events")

    def held_by(self, cards: Iterable[Card], seat: Seat) -> None:
        """Note that these cards are told to be a seat's."""
        for card in cards:
            if card in self.place and not self._give(card, seat):
                raise Refused("cannot_have_had", cards=card.text, seat=seat.value)

    def sizes(self, sizes: tuple[tuple[Seat, int], ...]) -> None:
        """Note that so many cards were dealt to each seat."""
        free = {seat: [card for card, at in self.place.items() if at is seat] for seat, _ in sizes}
        over = [card for seat, size in sizes for card in free[seat][size:]]
        for seat, size in sizes:
            for _ in range(size - len(free[seat])):
                if not over:
                    raise Refused("pack_too_small", field="events")
                self.place[over.pop()] = seat
        for card in over:
            self.place[card] = None

    def without(self, record: Record, seat: Seat, suit: Suit) -> Record:
        """The record, with a hand that has no card of a suit left."""
        state = replay(record).state
        held = () if state is None else tuple(card for card in CardSet(state.holding(seat)) if card.suit is suit)
        if held and not self._pushed(held, seat):
            raise Refused("cards_decide", field="deal")
        return self.record() if held else record

    def _text(self) -> tuple[str, str | None]:
        """The record as text with the present cards. It ends at a word whose mark `!` is wrong."""
        progress = replay(_parsed(self.head)).progress
        assert progress.state is not None
        wrong = progress.state.fault(self.deal)
        text = (
            f'{self.head} deal "{self.deal}"' if wrong is None else f"{self.head} deal:{self.deal.replace(' ', '_')}!"
        )
        for word, then in zip(self.words, (*self.words[1:], ""), strict=True):
            if not _CARD.search(word) and replay(_parsed(text)).error is not None:
                return text, None  # what came before has to be mended first
            after = f"{text} {self.fill(text, word, self.told, then)}"
            if word.endswith("!") and notation.parse(after).error is not None and _held(text, word):
                return text, word
            text = after
        return text, None

    def _forbidden(self, text: str) -> bool:
        """Give the hand on turn a card of the suit led, so that another which it played was a revoke."""
        state = replay(_parsed(text)).state
        if state is None or state.turn is None or not state.trick:
            return False
        led, seat = state.trick[0].suit, state.turn
        if any(card.suit is led for card in CardSet(state.holding(seat))) or led in self.void.get(seat, set()):
            return False
        free = [
            card for card in self._loose(lambda at: at is not seat) if card.suit is led and card.text not in self.told
        ]
        return any(self._give(card, seat) for card in free)

    def _mended(self, entry: Entry, state: AnyState) -> bool:
        """Move cards so that an entry can have happened; False: it cannot."""
        cards = [Card(text) for text in _CARD.findall(entry.event.token)]
        seat = _hand(entry, state)
        if seat is None:
            return False
        lacking = [card for card in cards if not state.holding(seat) & card.bit]
        if lacking:
            return all(self._give(card, seat) for card in lacking)
        if isinstance(entry.event, Play) and not entry.forced and seat is state.turn:
            return self._pushed([event.card for event in state.legal() if isinstance(event, Play)], seat)
        return False

    def _give(self, card: Card, seat: Seat) -> bool:
        """Give a seat a card; one of its cards of which nothing is told goes where that was."""
        source = self.place[card]
        if source is seat:
            done = card not in self.fixed
            self.fixed.add(card)
            return done
        if card in self.fixed:
            return False
        free = self._loose(lambda at: at is seat)
        other = next((one for one in free if one.suit not in self.void.get(source, set())), None)
        if other is None:
            return False
        self.place[card], self.place[other] = seat, source
        self.fixed.add(card)
        return True

    def _pushed(self, cards: Iterable[Card], seat: Seat) -> bool:
        """Move cards of which nothing is told out of a hand, so that none of their suits comes for them.

        False: they cannot be moved.
        """
        away = list(cards)
        gone = self.void.setdefault(seat, set())
        gone |= {card.suit for card in away}
        for card in away:
            if card in self.fixed:
                return False
            others = [one for one in self._loose(lambda at: at is not seat) if one.suit not in gone]
            other = next((one for one in others if card.suit not in self.void.get(self.place[one], set())), None)
            if other is None:
                return False
            self.place[card], self.place[other] = self.place[other], self.place[card]
        return bool(away)

    def _loose(self, where: Callable[[Seat | None], bool]) -> list[Card]:
        """The cards in such places that may be moved, those of which nothing is told first."""
        cards = [card for card, at in self.place.items() if where(at) and card not in self.fixed]
        return sorted(cards, key=lambda card: card.text in self.told)


def _hand(entry: Entry, state: AnyState) -> Seat | None:
    """The hand from which the cards of an event come."""
    parts = entry.event.token.split(":")
    if len(parts) > 2 and parts[0] in {"expose", "missing"}:
        return Seat(parts[1])
    return entry.seat if entry.forced and entry.seat is not state.actor else state.turn


def _held(text: str, word: str) -> bool:
    """Whether a word is a card that somebody holds then."""
    state, cards = replay(_parsed(text)).state, [Card(text) for text in _CARD.findall(word)]
    return state is not None and len(cards) == 1 and any(state.holding(seat) & cards[0].bit for seat in Seat)


def _parsed(text: str) -> Record:
    read = notation.parse(text)
    if read.error is not None:
        raise Refused("unread", field="events", event=read.error.token, reason=read.error.reason)
    assert read.record is not None
    return read.record
