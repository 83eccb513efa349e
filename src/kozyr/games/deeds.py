"""Deeds: acts of a hand at a table that are neither calls nor cards, and are against the rules.

Examples are shown cards, a look at the talon or at an old trick, and a discard of a wrong number. At a real table cards
are dealt wrongly, found or missed, and people talk. Deeds are events of every game. `State.why_not` names the rule that
each one breaks; a record marks them with `!`. `kozyr.games.judged` keeps the cards that a deed has shown to a player.

>>> TalonTouched("opened").token, parse("expose:E:SA,SK:N")
('talon:opened', Exposed(of=Seat.E, cards=(Card.SA, Card.SK), to=(Seat.N,), plan=False))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Final, Literal, TypeAlias
from urllib.parse import quote, unquote

import msgspec

from kozyr.cards import Card, CardSet, Seat, parse_card
from kozyr.games.contract import AnyState, Deed, Event

Touch: TypeAlias = Literal["seen", "opened", "taken"]
# The faults of a deal: a face seen, a card short, no cut, the wrong dealer, direction, batch or place of the talon.
# Others are unequal hands, a shuffle after the cut, a cut too thin.
Fault: TypeAlias = Literal[
    "face_up", "pack_short", "no_cut", "wrong_dealer", "direction", "batch", "talon_place", "hands", "shuffled", "thin_cut"
]  # fmt: skip
Subject: TypeAlias = Literal["auction", "bought_suit", "cards", "count", "void", "displeasure", "gesture", "memory"]
Advised: TypeAlias = Literal["contract", "discard", "lead", "play"]
Said: TypeAlias = Annotated[str, msgspec.Meta(max_length=300)]


class Exposed(Deed, frozen=True, tag="expose", omit_defaults=True):
    """Cards are shown without being played."""

    of: Seat
    """The seat whose cards are shown."""
    cards: tuple[Card, ...] = ()
    to: tuple[Seat, ...] = ()
    """The seats that see the cards; empty: everybody."""
    plan: bool = False
    """Whether the whole hand lies in the order in which its player is going to play."""

    @property
    def token(self) -> str:
        """`expose:E:SA,SK`, `expose:E:SA:N,S`, `expose:E:SA,SK:plan`; `expose:E:` where the viewer has not seen which."""
        to = f":{_seats(self.to)}" if self.to else ":plan" if self.plan else ""
        return f"expose:{self.of.value}:{_cards(self.cards)}{to}"

    def can(self, state: AnyState, by: Seat | None) -> bool:  # noqa: ARG002 - whoever shows them
        """Whether the deed can be done: cards that are held can be shown.

        A plan is of the whole hand and for everybody.
        """
        bits = CardSet.of(self.cards).bits
        twice = bits.bit_count() < len(self.cards)
        held = state.holding(self.of)
        if self.plan and (self.to or bits != held):
            return False
        return bool(bits) and not twice and _running(state) and not bits & ~held

    def hidden(self, by: Seat | None, viewer: Seat | None) -> Event:
        """The deed without the cards, for viewers that have not seen them."""
        seen = not self.to or viewer in self.to or (viewer is not None and viewer in {by, self.of})
        return self if seen else msgspec.structs.replace(self, cards=())


class TalonTouched(Deed, frozen=True, tag="talon"):
    """The talon is seen by one player, opened to all, or taken into a hand, before it is bought."""

    how: Touch

    @property
    def token(self) -> str:
        """`talon:seen`, `talon:opened`, `talon:taken`."""
        return f"talon:{self.how}"

    def can(self, state: AnyState, by: Seat | None) -> bool:
        """Whether the deed can be done: while the talon lies closed."""
        return by is not None and _running(state) and bool(state.judging.closed)


class LookedAt(Deed, frozen=True, tag="look-at", omit_defaults=True):
    """A player turns over an old trick, or another player's last one; or looks at the own discard."""

    trick: int = 0
    """Its number, from 1; 0: the discard."""

    @property
    def token(self) -> str:
        """`look-at:3`, `look-at:discard`."""
        return f"look-at:{self.trick or 'discard'}"

    def can(self, state: AnyState, by: Seat | None) -> bool:
        """Whether such a trick was taken; or whether the seat has a discard and the play has begun."""
        if by is None or not _running(state):
            return False
        if self.trick:
            return 1 <= self.trick <= len(state.history)
        put_away = state.judging.put_away
        return put_away is not None and put_away[0] is by and bool(state.history or state.trick)


class PutAway(Deed, frozen=True, tag="put-away", omit_defaults=True):
    """A declarer puts away another number of cards than two. Others see how many."""

    cards: tuple[Card, ...] = ()
    number: int = 0

    @property
    def token(self) -> str:
        """`put-away:S7`, `put-away:D7,S7,S8`; `put-away` for none; `put-away:3` where the cards are hidden."""
        if not self.cards:
            return f"put-away:{self.number}" if self.number else "put-away"
        return "put-away:" + ",".join(sorted(card.text for card in self.cards))

    def can(self, state: AnyState, by: Seat | None) -> bool:
        """Whether a discard is due and the cards are held; at least one card must be left."""
        now, bits = state.now, CardSet.of(self.cards).bits
        if now is None or by is not state.actor or by is None or self.number:
            return False
        return len(self.cards) == bits.bit_count() and now.possible(self, by)

    def hidden(self, by: Seat | None, viewer: Seat | None) -> Event:
        """The deed with the number of cards alone, for the others."""
        return self if viewer is by or not self.cards else PutAway(number=len(self.cards))


class Misdeal(Deed, frozen=True, tag="misdeal", omit_defaults=True):
    """Something is wrong with the deal."""

    fault: Fault
    """The fault of the deal."""
    sizes: tuple[int, ...] = ()
    """The number of cards of each seat, N E S W, if that is the fault."""
    by: str = ""
    """The player who dealt instead of the due dealer."""

    @property
    def token(self) -> str:
        """`misdeal:no_cut`, `misdeal:hands:11-9-10-0`, `misdeal:wrong_dealer:E`."""
        more = "-".join(map(str, self.sizes)) or self.by
        return f"misdeal:{self.fault}:{more}" if more else f"misdeal:{self.fault}"

    def can(self, state: AnyState, by: Seat | None) -> bool:  # noqa: ARG002 - whoever has seen it
        """Whether the deed can be done: until the first card is played."""
        return _running(state, dealt=False) and not state.history and not state.trick


class Missing(Deed, frozen=True, tag="missing"):
    """A card is not in its hand: it has fallen, or two were played as one."""

    of: Seat
    card: Card

    @property
    def token(self) -> str:
        """`missing:E:S7`."""
        return f"missing:{self.of.value}:{self.card.text}"

    def can(self, state: AnyState, by: Seat | None) -> bool:  # noqa: ARG002 - whoever has seen it
        """Whether the hand had the card."""
        return _running(state) and bool(state.holding(self.of) & self.card.bit)


class Found(Deed, frozen=True, tag="found"):
    """A card that no hand held is found, elsewhere or among the played cards."""

    card: Card
    among: Literal["elsewhere", "played"] = "elsewhere"

    @property
    def token(self) -> str:
        """`found:S7:elsewhere`, `found:S7:played`."""
        return f"found:{self.card.text}:{self.among}"

    def can(self, state: AnyState, by: Seat | None) -> bool:  # noqa: ARG002 - whoever has found it
        """Whether the deed can be done: no hand has the card."""
        return _running(state) and not any(state.holding(seat) & self.card.bit for seat in Seat)


class Remark(Deed, frozen=True, tag="remark", omit_defaults=True):
    """A player says or shows a thing that may be illegal information."""

    about: Subject
    """The subject of the remark."""
    said: Said = ""
    """The words of the remark."""

    @property
    def token(self) -> str:
        """`remark:auction`, `remark:cards:I%20have%20a%20club`: the words are percent-encoded."""
        return f"remark:{self.about}:{quote(self.said, safe='')}" if self.said else f"remark:{self.about}"

    def can(self, state: AnyState, by: Seat | None) -> bool:
        """Whether the deal runs."""
        return by is not None and _running(state)


class Advice(Deed, frozen=True, tag="advice", omit_defaults=True):
    """An outsider advises a player."""

    to: Seat
    """The player who gets the advice."""
    about: Advised
    """The subject of the advice, with the suit or card if it was named."""
    what: Said = ""

    @property
    def token(self) -> str:
        """`advice:E:lead:C`, `advice:N:contract`."""
        what = f":{quote(self.what, safe='')}" if self.what else ""
        return f"advice:{self.to.value}:{self.about}{what}"

    def can(self, state: AnyState, by: Seat | None) -> bool:  # noqa: ARG002 - the table reports it
        """Whether the deal runs and the player takes part in it."""
        return _running(state) and self.to in state.terms.seats


AnyDeed: TypeAlias = (
    Exposed | TalonTouched | LookedAt | PutAway | Misdeal | Missing | Found | Remark | Advice
)  # fmt: skip


def _running(state: AnyState, *, dealt: bool = True) -> bool:
    """Whether a deal runs.

    dealt: it has its cards too.
    """
    return state.outcome is None and (state.now is not None or not dealt)


def _cards(cards: tuple[Card, ...]) -> str:
    return ",".join(card.text for card in cards)


def _seats(seats: tuple[Seat, ...]) -> str:
    return ",".join(seat.value for seat in seats)


def _read_cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(part) for part in text.split(",")) if text else ()


def _read_seats(text: str) -> tuple[Seat, ...]:
    return tuple(Seat(part) for part in text.split(",")) if text else ()


def _exposed(tail: str) -> Event:
    of, _, rest = tail.partition(":")
    cards, _, to = rest.partition(":")
    plan = to == "plan"
    return Exposed(Seat(of), _read_cards(cards), () if plan else _read_seats(to), plan)


def _looked(tail: str) -> Event:
    return LookedAt(0 if tail == "discard" else _number(tail, 1))


def _put_away(tail: str) -> Event:
    if tail.isdecimal():
        return PutAway(number=_number(tail, 1))
    return PutAway(tuple(sorted(_read_cards(tail), key=str)))


def _misdeal(tail: str) -> Event:
    fault, _, more = tail.partition(":")
    sizes = tuple(_number(part, 0) for part in more.split("-")) if more[:1].isdecimal() and "-" in more else ()
    return msgspec.convert({"type": "misdeal", "fault": fault, "sizes": sizes, "by": "" if sizes else more}, Misdeal)


def _missing(tail: str) -> Event:
    of, _, card = tail.partition(":")
    return Missing(Seat(of), parse_card(card))


def _found(tail: str) -> Event:
    card, _, among = tail.partition(":")
    return msgspec.convert({"type": "found", "card": parse_card(card).text, "among": among or "elsewhere"}, Found)


def _remark(tail: str) -> Event:
    about, _, said = tail.partition(":")
    return msgspec.convert({"type": "remark", "about": about, "said": unquote(said)}, Remark)


def _advice(tail: str) -> Event:
    to, _, rest = tail.partition(":")
    about, _, what = rest.partition(":")
    return msgspec.convert({"type": "advice", "to": to, "about": about, "what": unquote(what)}, Advice)


def _number(text: str, least: int) -> int:
    if not text.isdecimal() or len(text) > 2 or int(text) < least:
        raise ValueError(text)
    return int(text)


def _talon(tail: str) -> Event:
    return msgspec.convert({"type": "talon", "how": tail}, TalonTouched)


_READERS: Final[Mapping[str, Callable[[str], Event]]] = {
    "expose": _exposed,
    "talon": _talon,
    "look-at": _looked,
    "put-away": _put_away,
    "misdeal": _misdeal,
    "missing": _missing,
    "found": _found,
    "remark": _remark,
    "advice": _advice,
}


def parse(token: str) -> Event | None:
    """The deed of a token; None: it is none."""
    head, _, tail = token.partition(":")
    reader = _READERS.get(head)
    if reader is None:
        return None
    try:
        return reader(tail)
    except ValueError:
        return None
