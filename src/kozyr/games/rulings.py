"""A ruling as an event: the arbiter's decision, as effects that a replay applies without knowing any law.

`Ruled` comes from the table. Its effects are one closed union, each with a word of its own in the token.
`kozyr.games.judged` and the game (`Judging.ruled`) carry out effects on a deal; `kozyr.games.record` those on the log
or the match.

>>> ruling = parse("ruled:P-3.9.14.1:N:back=12+open=E,DK+lead=S,D,forbid,first")
>>> ruling.effects[1]
Opened(seat=Seat.E, cards=(Card.DK,), order=None, planned=False, minor=False)
>>> parse(ruling.token) == ruling
True
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, partial
from typing import Final, Literal, Self, TypeAlias, get_args, get_origin

import msgspec

from kozyr.cards import Card, Seat, Suit, parse_card
from kozyr.games import deeds
from kozyr.games.contract import Effect, Event
from kozyr.games.exact import points

Until: TypeAlias = Literal["once", "end"]
Closed: TypeAlias = Literal["bid", "double", "correct", "claim", "contract"]


class _Listed(Effect, frozen=True):
    """An effect whose token has its fields in order, with commas between."""

    @property
    def told(self) -> str:
        """The fields as text."""
        return ",".join(_said(getattr(self, name)) for name in self.__struct_fields__)

    @classmethod
    def read(cls, text: str) -> Self:
        """The effect of that text.

        Raises:
            ValueError: it is none.
        """
        return cls(*(read(part) for read, part in zip(_readers(cls), text.split(","), strict=True)))


class _Cards(Effect, frozen=True):
    """An effect on cards of a seat, whose token has the seat and the cards."""

    seat: Seat
    cards: tuple[Card, ...]

    @property
    def told(self) -> str:
        """The seat and the cards as text."""
        return ",".join((self.seat.value, *(card.text for card in self.cards)))

    @classmethod
    def read(cls, text: str) -> Self:
        """The effect of that text."""
        seat, *cards = text.split(",")
        return cls(Seat(seat), tuple(map(parse_card, cards)))


@cache
def _readers(effect: type[Effect]) -> tuple[Callable[[str], object], ...]:
    """How each field of an effect is read."""
    return tuple(_reader(field.type) for field in msgspec.structs.fields(effect))


def _reader(kind: object) -> Callable[[str], object]:
    """How text of this type is read; a field that may be None is so where the text is empty."""
    if type(None) in get_args(kind):
        (some,) = (part for part in get_args(kind) if part is not type(None))
        return lambda text: _reader(some)(text) if text else None
    if get_origin(kind) is Literal:
        return partial(msgspec.convert, type=kind)
    readers: dict[object, Callable[[str], object]] = {int: _number, str: _filled, Card: parse_card}
    return readers.get(kind, partial(msgspec.convert, type=kind))


def _said(value: object) -> str:
    if value is None:
        return ""
    return str(value.value) if isinstance(value, Card | Seat | Suit) else str(value)


# ------------------------------------------------------------------ the deal and the log


class ReDealt(_Listed, frozen=True, tag="redeal"):
    """The deal is broken off and the cards are dealt again, by the same dealer or by the next one.

    `redeal=same`.
    """

    by: Literal["same", "next"]


class DealtBy(_Listed, frozen=True, tag="dealer"):
    """This player deals, or has dealt.

    A deal on the table stands as this player's, and the next dealer follows after it.

    `dealer=E`.
    """

    player: str


class TakenBack(_Listed, frozen=True, tag="back"):
    """The acts after entry `to` of the log, in the running deal, are taken back; the players remember the cards that they saw.

    `back=12`.
    """

    to: int


class CallReplaced(Effect, frozen=True, tag="call"):
    """A seat makes this call, in place of the withdrawn one."""

    seat: Seat
    call: str

    @property
    def told(self) -> str:
        """`call=E,pass`, `call=E,discard:S7,D8`."""
        return f"{self.seat.value},{self.call}"

    @classmethod
    def read(cls, text: str) -> Self:
        """The effect of that text."""
        seat, call = text.split(",", 1)
        for part in re.split("[:,]", call):
            _filled(part)
        return cls(Seat(seat), call)


class DeclarerSet(_Listed, frozen=True, tag="declarer"):
    """The auction is over: this seat plays, and may name no less than this contract.

    `declarer=S,6C`.
    """

    seat: Seat
    least: str


class AllPassBegun(Effect, frozen=True, tag="allpass"):
    """The auction is over: all have passed."""


class CardGiven(_Listed, frozen=True, tag="give"):
    """A card goes from one hand to another; giver or taker None: from or to no hand.

    `give=S7,E,N`, `give=S7,,N`; `give=,E,N` where the viewer has not seen which.
    """

    card: Card | None
    giver: Seat | None
    taker: Seat | None


class TalonDrawn(_Cards, frozen=True, tag="talon"):
    """The holder of the talon mixes the hand, and these cards are drawn for the talon; upper card first.

    `talon=E,S7,DA`.
    """


# ------------------------------------------------------------------ duties: `kozyr.games.judged` holds them


class Barred(_Listed, frozen=True, tag="bar"):
    """A seat may not do something, at its next turn or to the end of the deal: `bar=E,end,bid`."""

    seat: Seat
    until: Until = "end"
    what: Closed = "bid"
    """Bid (it must pass), double, correct the contract, claim, name another contract than the bid."""


class Opened(Effect, frozen=True, tag="open"):
    """Cards of a hand lie open, and must be played at the first chance."""

    seat: Seat
    cards: tuple[Card, ...]
    order: Seat | None = None
    """The seat that chooses between several playable cards. None: their owner."""
    planned: bool = False
    """Whether the first playable card is played, since the owner has told a plan (P-3.9.14.4)."""
    minor: bool = False
    """Whether an honour of the suit may be played before the open card, and no lower card may (LDB-50C)."""

    @property
    def told(self) -> str:
        """`open=E,SA,SK`, `open=E,SA,SK,by,N`, `open=E,SA,SK,planned`, `open=E,S5,minor`."""
        words = ("planned",) if self.planned else ("minor",) if self.minor else ()
        by = words or (() if self.order is None else ("by", self.order.value))
        return ",".join((self.seat.value, *(card.text for card in self.cards), *by))

    @classmethod
    def read(cls, text: str) -> Self:
        """The effect of that text."""
        seat, *cards = text.split(",")
        if cards[-1:] == ["planned"]:
            return cls(Seat(seat), _cards(cards[:-1]), planned=True)
        if cards[-1:] == ["minor"]:
            return cls(Seat(seat), _cards(cards[:-1]), minor=True)
        order = Seat(cards[-1]) if cards[-2:-1] == ["by"] else None
        return cls(Seat(seat), _cards(cards if order is None else cards[:-2]), order)


class Spared(_Listed, frozen=True, tag="spare"):
    """The opponent forbids a seat to play its open cards now: they wait for the next chance.

    `spare=E`.
    """

    seat: Seat


class TakenUp(_Listed, frozen=True, tag="take-up"):
    """A seat takes its open cards back into its hand: `take-up=E`."""

    seat: Seat


class Demanded(_Listed, frozen=True, tag="demand"):
    """The opponent demands an open card, which is played at the first chance: `demand=S,S8`."""

    seat: Seat
    card: Card


class LeadRuled(Effect, frozen=True, tag="lead"):
    """A seat must lead this suit, or may not, at its first lead from now on or as long as the deal lasts."""

    seat: Seat
    suit: Suit
    how: Literal["demand", "forbid"]
    until: Literal["first", "kept", "end"] = "first"
    """`kept`: for as long as the seat, which is on lead, keeps the lead (LDB-26B, LDB-50D2a)."""
    lifts: Seat | None = None
    """The seat that takes its open cards up once the demanded suit is led (B-LAW-PEN-2)."""

    @property
    def told(self) -> str:
        """`lead=N,D,forbid,first`, `lead=N,D,demand,first,lifts,S`."""
        lifts = "" if self.lifts is None else f",lifts,{self.lifts.value}"
        return f"{self.seat.value},{self.suit.value},{self.how},{self.until}{lifts}"

    @classmethod
    def read(cls, text: str) -> Self:
        """The effect of that text."""
        seat, suit, how, until, *more = text.split(",")
        told = {"type": "lead", "seat": seat, "suit": suit, "how": how, "until": until}
        return msgspec.convert(told | _named(more, "lifts"), cls)


class FollowRuled(_Listed, frozen=True, tag="follow"):
    """The next card of a seat is ruled: the highest or the lowest of a suit that it holds, or none of that suit (LDB-57A).

    `follow=W,highest,S`.
    """

    seat: Seat
    how: Literal["highest", "lowest", "forbid"]
    suit: Suit


class PlayRuled(_Cards, frozen=True, tag="play"):
    """The next card of a seat is one of these (LDB-46B3b, LDB-58B1): `play=S,S4,H4`."""


class Dictated(Effect, frozen=True, tag="dictate"):
    """Another seat sees a hand and decides its play: its next card, or all cards to the end."""

    seat: Seat
    by: Seat
    until: Until = "end"
    plain: bool = False
    """Trumps are not drawn and nothing is finessed (B-LAW-CLAIM-2).

    The seat leads no trump while it has another card. To a trick that another seat leads it plays its highest card of
    the suit or its lowest.
    """

    @property
    def told(self) -> str:
        """`dictate=N,E,end`, `dictate=N,E,end,plain`."""
        return f"{self.seat.value},{self.by.value},{self.until}{',plain' if self.plain else ''}"

    @classmethod
    def read(cls, text: str) -> Self:
        """The effect of that text."""
        seat, by, until, *plain = text.split(",")
        if plain not in ([], ["plain"]):
            raise ValueError(text)
        return msgspec.convert({"type": "dictate", "seat": seat, "by": by, "until": until, "plain": bool(plain)}, cls)


# ------------------------------------------------------------------ tricks and results


class Transferred(Effect, frozen=True, tag="transfer"):
    """A number of tricks goes from one seat to another, for all counts of tricks."""

    tricks: int
    giver: Seat
    taker: Seat
    since: int | None = None
    """The number of a trick: no more tricks go than the giver's side has won from it to the end of the deal."""

    @property
    def told(self) -> str:
        """`transfer=1,N,E`, `transfer=2,E,S,since,11`."""
        since = "" if self.since is None else f",since,{self.since}"
        return f"{self.tricks},{self.giver.value},{self.taker.value}{since}"

    @classmethod
    def read(cls, text: str) -> Self:
        """The effect of that text."""
        tricks, giver, taker, *more = text.split(",")
        since = _named(more, "since").get("since")
        return cls(_number(tricks), Seat(giver), Seat(taker), None if since is None else _number(since))


class TakenOff(Effect, frozen=True, tag="less"):
    """A seat counts a number of tricks less, which no seat gets."""

    tricks: int
    seat: Seat
    most: int | None = None
    """The count afterwards is at most this number."""

    @property
    def told(self) -> str:
        """`less=1,E`, `less=2,N,6`."""
        return f"{self.tricks},{self.seat.value}{'' if self.most is None else f',{self.most}'}"

    @classmethod
    def read(cls, text: str) -> Self:
        """The effect of that text."""
        tricks, seat, *most = text.split(",")
        return cls(_number(tricks), Seat(seat), _number(*most) if most else None)


class FirstTaken(_Listed, frozen=True, tag="first"):
    """In an all-pass, the first tricks of the deal count for one seat, not for their takers (P-3.2.19).

    `first=2,E`.
    """

    tricks: int
    seat: Seat


class Added(_Listed, frozen=True, tag="more"):
    """A seat counts a number of tricks more, which no seat loses: `more=1,E`."""

    tricks: int
    seat: Seat


class AllRest(_Listed, frozen=True, tag="rest"):
    """All tricks that are left are a seat's, and the play is over: `rest=E`."""

    seat: Seat


class Resulted(Effect, frozen=True, tag="result"):
    """The deal counts as if the tricks had fallen like this, and is over."""

    tricks: dict[Seat, int]
    """In the order N E S W, None for a seat without any."""
    of: tuple[str, ...] = ()
    """The only players for whom the result counts; the deal then goes on."""

    def __hash__(self) -> int:
        return hash(self.token)

    @property
    def told(self) -> str:
        """`result=N1-E5-S4`, `result=N1-E5-S4,of,E,W`."""
        tricks = "-".join(f"{seat.value}{self.tricks[seat]}" for seat in Seat if seat in self.tricks)
        return ",".join((tricks, "of", *self.of)) if self.of else tricks

    @classmethod
    def read(cls, text: str) -> Self:
        """The effect of that text."""
        tricks, *of = text.split(",")
        found = {Seat(part[:1]): _number(part[1:]) for part in tricks.split("-")}
        if of and (of[0] != "of" or len(of) == 1):
            raise ValueError(text)
        return cls({seat: found[seat] for seat in Seat if seat in found}, tuple(of[1:]))


class SheetEntry(Effect, frozen=True, tag="entry"):
    """An entry in the sheet: the column, the player, an exact number, and for whists the other player."""

    player: str
    column: str
    points: str
    on: str = ""
    law: str = ""
    """The law that the entry names, if it is not the first one of the ruling."""

    @property
    def amount(self) -> Fraction:
        """The points."""
        return Fraction(self.points)

    @property
    def told(self) -> str:
        """`entry=E,hill,5`, `entry=E,whists,26/3,N`, `entry=E,hill,5,,P-3.2.21`."""
        more = (self.on, self.law) if self.law else (self.on,) if self.on else ()
        return ",".join((self.player, self.column, self.points, *more))

    @classmethod
    def read(cls, text: str) -> Self:
        """The effect of that text."""
        player, column, points, on, law, *more = (*text.split(","), "", "")
        if any(more) or (law and not _LAW.fullmatch(law)):
            raise ValueError(text)
        return cls(_filled(player), _filled(column), exact(points), on and _filled(on), law)


class Compensated(_Listed, frozen=True, tag="compensate"):
    """One player pays another for a loss: a number of points between the two in the game's account.

    `compensate=N,E,50`.
    """

    player: str
    on: str
    points: str

    @property
    def amount(self) -> Fraction:
        """The points."""
        return Fraction(self.points)

    @classmethod
    def read(cls, text: str) -> Self:
        """The effect of that text."""
        player, on, points = text.split(",")
        return cls(_filled(player), _filled(on), exact(points))


class Scored(_Listed, frozen=True, tag="score"):
    """The deal has no result of its own: an artificial score, in per cent of the most, or an assigned one.

    `score=artificial,E,40`.
    """

    kind: Literal["artificial", "assigned"]
    player: str
    points: str

    @classmethod
    def read(cls, text: str) -> Self:
        """The effect of that text."""
        kind, player, points = text.split(",")
        return msgspec.convert({"type": "score", "kind": kind, "player": _filled(player), "points": exact(points)}, cls)


class Shared(Effect, frozen=True, tag="share"):
    """The score of a side is an average of several outcomes, each with its per cent (LDB-12C1c); the cards count no more.

    The log keeps it; where results are compared the director enters it, and the comparison weighs it.
    """

    line: str
    """The side, as its game writes it."""
    outcomes: tuple[tuple[int, int], ...]
    """Each a score and its per cent."""

    @property
    def told(self) -> str:
        """`share=NS,620,60,-100,40`."""
        return ",".join((self.line, *(f"{score},{percent}" for score, percent in self.outcomes)))

    @classmethod
    def read(cls, text: str) -> Self:
        """The effect of that text."""
        line, *numbers = text.split(",")
        whole = [-_number(one[1:]) if one.startswith("-") else _number(one) for one in numbers]
        pairs = tuple(zip(whole[::2], whole[1::2], strict=True))
        if sum(percent for _, percent in pairs) != 100 or any(percent < 1 for _, percent in pairs):
            raise ValueError(text)
        return cls(_filled(line), pairs)


class Warned(_Listed, frozen=True, tag="warn"):
    """A player is warned; the log remembers it: `warn=E`."""

    player: str


class Fined(_Listed, frozen=True, tag="fine"):
    """A procedural or disciplinary penalty, in per cent of the most on a board (LDB-90, LDB-91).

    The log keeps it; where results are compared the director enters it. `fine=E,10`.
    """

    player: str
    percent: int


class LotDrawn(Effect, frozen=True, tag="lot"):
    """A draw that a law leaves to chance: a number from nought, below `among`. Other effects have its consequences."""

    number: int
    among: int

    @property
    def told(self) -> str:
        """`lot=1,2`."""
        return f"{self.number},{self.among}"

    @classmethod
    def read(cls, text: str) -> Self:
        """The effect of that text."""
        number, among = map(_number, text.split(","))
        if number >= among:
            raise ValueError(text)
        return cls(number, among)


class PlayOn(Effect, frozen=True, tag="play-on"):
    """The event stands, and the deal goes on."""


AnyEffect: TypeAlias = (
    ReDealt | DealtBy | TakenBack | CallReplaced | DeclarerSet | AllPassBegun | CardGiven | TalonDrawn | Barred | Opened
    | Spared | Demanded | TakenUp | LeadRuled | FollowRuled | PlayRuled | Dictated | Transferred | FirstTaken | TakenOff | Added | AllRest | Resulted | SheetEntry
    | Compensated | Scored | Shared | Fined | Warned | LotDrawn | PlayOn
)  # fmt: skip


# ------------------------------------------------------------------ the event


class Ruled(Event, frozen=True, tag="ruled"):
    """A ruling: its laws (entries in the sheet name the first one), its chooser, and its effects."""

    laws: tuple[str, ...]
    by: str
    """`arbiter`, or the player who had the choice."""
    effects: tuple[AnyEffect, ...]

    @property
    def token(self) -> str:
        """`ruled:P-3.9.16.1:arbiter:back=12+open=E,SA`."""
        return f"ruled:{','.join(self.laws)}:{self.by}:{'+'.join(effect.token for effect in self.effects)}"

    def hidden(self, by: Seat | None, viewer: Seat | None) -> Event:  # noqa: ARG002 - the table's
        """The ruling as a viewer sees it: not which cards went from hand to hand, and not the talon."""
        return Ruled(self.laws, self.by, tuple(unseen(effect, viewer) for effect in self.effects))


_BARE: Final[Mapping[str, AnyEffect]] = {one.token: one for one in (AllPassBegun(), PlayOn())}
_EFFECTS: Final[Mapping[str, Callable[[str], AnyEffect]]] = {
    str(one.__struct_config__.tag): one.read for one in get_args(AnyEffect) if one not in map(type, _BARE.values())
}
_LAW: Final = re.compile(r"[A-Z]+-[\w.-]+", re.ASCII)
_NAME: Final = re.compile(r"[^\s,+=:;{}\[\]\"!]{1,40}")


def unseen(effect: AnyEffect, viewer: Seat | None) -> AnyEffect:
    """An effect without the cards that the viewer does not see."""
    if isinstance(effect, TalonDrawn) and viewer is not effect.seat:
        return TalonDrawn(effect.seat, ())
    if isinstance(effect, CardGiven) and (viewer is None or viewer not in {effect.giver, effect.taker}):
        return CardGiven(None, effect.giver, effect.taker)
    return effect


def exact(text: str) -> str:
    """A number of points as text, in lowest terms.

    Raises:
        ValueError: the text is no number.
    """
    return str(points(text))


def read(token: str) -> Event | None:
    """The deed or the ruling of a token; None: it is neither."""
    return parse(token) if token.startswith("ruled:") else deeds.parse(token)


def parse(token: str) -> Ruled | None:
    """The ruling of a token; None: it is none."""
    parts = token.split(":", 3)
    if len(parts) < 4 or parts[0] != "ruled":
        return None
    laws = tuple(parts[1].split(","))
    try:
        ruling = Ruled(laws, _filled(parts[2]), tuple(_effect(word) for word in parts[3].split("+")))
    except (ValueError, TypeError):
        return None
    return ruling if all(map(_LAW.fullmatch, laws)) else None


def _effect(word: str) -> AnyEffect:
    head, equals, told = word.partition("=")
    if not equals and head in _BARE:
        return _BARE[head]
    if not equals or head not in _EFFECTS:
        raise ValueError(word)
    return _EFFECTS[head](told)


def _named(parts: list[str], name: str) -> dict[str, str]:
    """The value of a field at the end of a token, after its name; nothing where it is left out.

    Raises:
        ValueError: something else stands there.
    """
    if parts and (len(parts) != 2 or parts[0] != name):
        raise ValueError(parts)
    return {name: parts[1]} if parts else {}


def _filled(text: str) -> str:
    if not _NAME.fullmatch(text):
        raise ValueError(text)
    return text


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 6:
        raise ValueError(text)
    return int(text)


def _cards(parts: list[str]) -> tuple[Card, ...]:
    if not parts:
        raise ValueError("no cards")
    return tuple(map(parse_card, parts))
