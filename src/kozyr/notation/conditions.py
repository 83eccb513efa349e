"""Conditions on a deal, as `kozyr deal --where` has them: `N.hcp in 15..17 and N.balanced`, for programs of the core.

The text is an expression of Python with ranges, read by Python's own parser. What it may name, `kozyr deal --help` and
docs/deals.md tell.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final, Literal, NamedTuple, TypeAlias

from kozyr._native import Condition as Program, ConditionCode as Code
from kozyr.cards import CARDS, Card, CardSet, Rank, Seat, Suit
from kozyr.deals import Pack
from kozyr.notation.kz import NotationError, Place

Step: TypeAlias = tuple[Code, int, int, int]  # code, holder, value, cards
Kind: TypeAlias = Literal["truth", "number"]

REST: Final = "rest"  # the talon, the stock
_ALL: Final = CardSet.of(CARDS).bits
_SUITS: Final = {
    name: suit
    for suit, name in zip((Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS), ("spades", "hearts", "diamonds", "clubs"), strict=True)
}  # fmt: skip
_RANKS: Final = {"aces": Rank.ACE, "kings": Rank.KING, "queens": Rank.QUEEN, "jacks": Rank.JACK, "tens": Rank.TEN}
_BY_RANK: Final = {name: CardSet.of(card for card in CARDS if card.rank is rank).bits for name, rank in _RANKS.items()}
_WHOLE: Final = {"balanced": Code.BALANCED, "shape": Code.SHAPE, "pattern": Code.PATTERN, "losers": Code.LOSERS}
_OF_CARDS: Final = ("hcp", "controls", "cards", *_RANKS)
_MOST: Final = 100_000  # a larger number is no number of a hand
_CONTRACT: Final = re.compile(r"(10|[1-9])(S|H|D|C|NT)")
SUITS: Final = tuple(suit.value for suit in Suit)
DENOMINATIONS: Final = (*SUITS, "NT")
_DEEPEST: Final = 40  # levels of an expression


class Asked(NamedTuple):
    """A value that the solver finds: its name, the seat, and the denomination (empty: it has none)."""

    what: str
    seat: Seat
    denomination: str


class Worth(NamedTuple):
    """What the solver finds of a player: a truth or a number, and in which denominations; none: it has no denomination."""

    kind: Kind
    denominations: tuple[str, ...] = ()


class Clause(NamedTuple):
    """A part of a condition that has to hold, as steps of the core, with the values that it needs from the solver."""

    steps: tuple[Step, ...]
    asked: tuple[Asked, ...]

    def program(self, holders: int) -> Program:
        """The clause for the core."""
        return Program(list(self.steps), holders, len(self.asked))


class Condition(NamedTuple):
    """What has to hold: at first what cards alone can tell, then clauses that need the solver."""

    cheap: Clause
    costly: tuple[Clause, ...]


class Words(NamedTuple):
    """What a condition can name in a game: the seats with cards, in the order of the core, and values of the solver."""

    pack: Pack
    seats: tuple[Seat, ...]
    values: Mapping[str, Worth]
    """What the solver finds, by name. Where there are `tricks`, a contract is made by them."""
    tricks: int
    """How many tricks a contract adds to its number: six at bridge."""

    @property
    def questions(self) -> tuple[str, ...]:
        """The names of what has a denomination."""
        found = [name for name, worth in self.values.items() if worth.denominations]
        return (*found, "makes") if "tricks" in found else tuple(found)

    @property
    def holders(self) -> tuple[str, ...]:
        """Whoever has cards; the rest last."""
        return (*(seat.value for seat in self.seats), REST)


def read(text: str, words: Words) -> Condition:
    """The condition that a text tells.

    Raises:
        NotationError: it is none; the place, and what is near an unknown word.
    """
    plain = text.replace("\r", " ").replace("\n", " ")
    if (slashes := plain.find("//")) >= 0:
        raise NotationError(Place(1, slashes + 1), "//", "no such sign")
    body = plain.lstrip()
    shift = len(plain) - len(body)
    try:
        found = ast.parse(body.replace("..", "//"), mode="eval").body  # of the same length, so that columns stay
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        column = (getattr(error, "offset", None) or len(body) + 1) + shift
        raise NotationError(Place(1, min(column, len(plain) + 1)), "", "this is no condition") from None
    reader = _Reader(words, body, shift)
    clauses = [reader.clause(one) for one in _conjuncts(found)]
    cheap: list[Step] = []
    for clause in clauses:
        if not clause.asked:
            cheap += [*clause.steps, (Code.UNLESS, 0, 0, 0)]
    return Condition(Clause((*cheap, (Code.NUMBER, 0, 1, 0)), ()), tuple(clause for clause in clauses if clause.asked))


def _conjuncts(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        return [part for value in node.values for part in _conjuncts(value)]
    return [node]


class _Reader:
    """Turns an expression into steps; each method gives the kind of what it leaves on the stack."""

    def __init__(self, words: Words, text: str, shift: int) -> None:
        self.words, self.text, self.shift = words, text, shift
        self.steps: list[Step] = []
        self.asked: list[Asked] = []
        self.depth = 0

    def clause(self, node: ast.expr) -> Clause:
        self.steps, self.asked = [], []
        self.truth(node)
        clause = Clause(tuple(self.steps), tuple(self.asked))
        try:
            clause.program(len(self.words.holders))
        except ValueError:
            raise self.fault(node, "this is too deep") from None
        return clause

    def fault(self, node: ast.AST, reason: str) -> NotationError:
        # Python counts bytes.
        start = len(self.text.encode()[: getattr(node, "col_offset", 0)].decode(errors="ignore"))
        return NotationError(Place(1, start + self.shift + 1), self.said(node), reason)

    def said(self, node: ast.AST) -> str:
        return (ast.get_source_segment(self.text.replace("..", "//"), node) or "").replace("//", "..")

    def put(self, code: Code, holder: int = 0, value: int = 0, cards: int = 0) -> None:
        self.steps.append((code, holder, value, cards))

    def truth(self, node: ast.expr) -> None:
        if self.value(node) != "truth":
            raise self.fault(
                node, f"{self.said(node)} is a number and no condition; compare it, as {self.said(node)} >= 1"
            )

    def number(self, node: ast.expr) -> None:
        self.value(node)

    def value(self, node: ast.expr) -> Kind:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.fault(node, "this is too deep")
        try:
            match node:
                case ast.BoolOp():
                    self._joined(node)
                    return "truth"
                case ast.UnaryOp(op=ast.Not()):
                    self.truth(node.operand)
                    self.put(Code.DENY)
                    return "truth"
                case ast.UnaryOp(op=ast.USub()):
                    self.number(node.operand)
                    self.put(Code.NEGATE)
                    return "number"
                case ast.Compare():
                    self._compared(node)
                    return "truth"
                case ast.BinOp(op=ast.FloorDiv()):
                    raise self.fault(node, "a range stands after 'in', as N.hcp in 15..17")
                case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult()):
                    self.number(node.left)
                    self.number(node.right)
                    codes = {ast.Add: Code.ADD, ast.Sub: Code.SUBTRACT, ast.Mult: Code.MULTIPLY}
                    self.put(codes[type(node.op)])
                    return "number"
                case ast.Constant():
                    self.put(Code.NUMBER, value=self._constant(node))
                    return "number"
                case ast.Attribute():
                    return self._named(node)
                case ast.Call():
                    return self._called(node)
                case ast.Name():
                    self._holders(node)
                    raise self.fault(node, f"what of {node.id}? As {node.id}.hcp")
        finally:
            self.depth -= 1
        raise self.fault(node, "this stands in no condition")

    def _constant(self, node: ast.Constant) -> int:
        if type(node.value) is not int or not 0 <= node.value <= _MOST:
            raise self.fault(node, f"a whole number up to {_MOST:,} is wanted, not {self.said(node)}")
        return node.value

    def _joined(self, node: ast.BoolOp) -> None:
        for nth, part in enumerate(node.values):
            self.truth(part)
            if nth:
                self.put(Code.EITHER if isinstance(node.op, ast.Or) else Code.MULTIPLY)

    def _compared(self, node: ast.Compare) -> None:
        left = node.left
        for nth, (operator, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            match operator:
                case ast.In() | ast.NotIn():
                    self._within(left, right)
                case ast.Eq() | ast.NotEq():
                    self.number(left)
                    self.number(right)
                    self.put(Code.EQUAL)
                case ast.Lt() | ast.GtE():
                    self.number(left)
                    self.number(right)
                    self.put(Code.LESS)
                case ast.Gt() | ast.LtE():
                    self.number(right)
                    self.number(left)
                    self.put(Code.LESS)
                case _:
                    raise self.fault(node, "numbers are compared by == != < <= > >= and in")
            if isinstance(operator, ast.NotIn | ast.NotEq | ast.GtE | ast.LtE):
                self.put(Code.DENY)
            if nth:
                self.put(Code.MULTIPLY)
            left = right

    def _within(self, left: ast.expr, right: ast.expr) -> None:
        parts = right.elts if isinstance(right, ast.Set | ast.List | ast.Tuple) else [right]
        for nth, part in enumerate(parts):
            if isinstance(part, ast.BinOp) and isinstance(part.op, ast.FloorDiv):
                ends = (part.left, part.right)
            elif isinstance(right, ast.Set | ast.List | ast.Tuple):
                ends = (part, part)
            else:
                raise self.fault(right, "after 'in' stands a range or a list, as 15..17 or {4, 6..8}")
            for end, first in zip(ends, (True, False), strict=True):  # not left < low, not high < left
                for one in (left, end) if first else (end, left):
                    self.number(one)
                self.put(Code.LESS)
                self.put(Code.DENY)
            self.put(Code.MULTIPLY)
            if nth:
                self.put(Code.EITHER)

    # --- what is named

    def near(self, node: ast.AST, word: str, known: tuple[str, ...], what: str) -> NotationError:
        close = get_close_matches(word, known, 3, 0.5)
        told = f"near it: {', '.join(close)}" if close else f"there are: {', '.join(known)}"
        reason = f"no {what} {word!r}; {told}"
        if not isinstance(node, ast.Attribute):
            return self.fault(node, reason)
        end = len(self.text.encode()[: node.end_col_offset or 0].decode(errors="ignore"))
        return NotationError(Place(1, end - len(word) + self.shift + 1), word, reason)

    def _holders(self, node: ast.expr) -> tuple[int, ...]:
        if not isinstance(node, ast.Name):
            raise self.fault(node, "a seat is wanted before the dot")
        holders = self.words.holders
        pairs = {"NS": (0, 2), "EW": (1, 3)} if len(self.words.seats) == len(Seat) else {}
        if node.id in pairs:
            return pairs[node.id]
        if node.id not in holders or (node.id == REST and not self.words.pack.rest):
            known = holders if self.words.pack.rest else holders[:-1]
            raise self.near(node, node.id, (*known, *pairs), "seat")
        return (holders.index(node.id),)

    def _named(self, node: ast.Attribute) -> Kind:
        """A number of a hand, `N.hcp`; of its suit, `N.spades`, `N.spades.hcp`; whether it has a card, `N.SA`."""
        among, base = _ALL, node.value
        if isinstance(base, ast.Attribute):
            if base.attr not in _SUITS:
                raise self.near(base, base.attr, tuple(_SUITS), "suit")
            among, base = _SUITS[base.attr].bits, base.value
        holders, name = self._holders(base), node.attr
        if name in Card.__members__ and among == _ALL:
            if len(holders) > 1:
                raise self.fault(node, "a card is in one hand; name the seat")
            self._card(node, Card(name), holders[0])
            return "truth"
        if name in _WHOLE and among == _ALL:
            if len(holders) > 1 or self.words.holders[holders[0]] == REST:
                raise self.fault(node, f"{name} is of one hand")
            self.put(_WHOLE[name], holders[0])
            return "truth" if name == "balanced" else "number"
        known = (
            (*_OF_CARDS, *_SUITS, *_WHOLE, *self.words.values, *self.words.questions[-1:])
            if among == _ALL
            else _OF_CARDS
        )
        for nth, holder in enumerate(holders):
            if name in _SUITS and among == _ALL:
                self.put(Code.COUNT, holder, 0, _SUITS[name].bits)
            elif name == "hcp":
                self.put(Code.HCP, holder, 0, among)
            elif name == "cards":
                self.put(Code.COUNT, holder, 0, among)
            elif name == "controls":
                for cards in (_BY_RANK["aces"], _BY_RANK["aces"], _BY_RANK["kings"]):
                    self.put(Code.COUNT, holder, 0, cards & among)
                self.put(Code.ADD)
                self.put(Code.ADD)
            elif name in _BY_RANK:
                self.put(Code.COUNT, holder, 0, _BY_RANK[name] & among)
            elif name in self.words.questions:
                of = "4H" if name == "makes" and name not in self.words.values else "H"
                raise self.fault(node, f'{name} wants to know of what, as {self.said(node)}("{of}")')
            elif name in self.words.values and among == _ALL:
                return self._given(node, name, holders, "")
            else:
                raise self.near(node, name, known, "word")
            if nth:
                self.put(Code.ADD)
        return "number"

    def _card(self, node: ast.AST, card: Card, holder: int) -> None:
        if card not in self.words.pack.cards:
            raise self.fault(node, f"{card} is not in the pack")
        self.put(Code.COUNT, holder, 0, card.bit)

    def _called(self, node: ast.Call) -> Kind:
        """`N.tricks("H")`, `E.makes("4H")`: what the solver finds with all cards seen."""
        called = node.func
        if not isinstance(called, ast.Attribute) or len(node.args) != 1 or node.keywords:
            raise self.fault(node, 'this stands in no condition; the solver is asked as E.makes("4H")')
        argument, holders, name = node.args[0], self._holders(called.value), called.attr
        if name not in self.words.questions:
            raise self.near(called, name, self.words.questions or tuple(self.words.values), "question")
        said = argument.value.upper() if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else ""
        worth = self.words.values.get(name)
        if worth is not None:
            if said not in worth.denominations:
                raise self.fault(argument, f"it is written {', '.join(map(json.dumps, worth.denominations))}")
            return self._given(node, name, holders, said)
        found = _CONTRACT.fullmatch(said)
        if found is None:
            raise self.fault(argument, 'a contract is written "4H", "3NT"')
        least = int(found[1]) + self.words.tricks
        if not self.words.tricks < least <= self.words.pack.hands[0] or least < (len(self.words.pack.cards) > 50 or 6):
            raise self.fault(argument, f"there is no contract of {found[1]}")
        self._given(node, "tricks", holders, found[2])
        self.put(Code.NUMBER, value=least)
        self.put(Code.LESS)
        self.put(Code.DENY)
        return "truth"

    def _given(self, node: ast.AST, what: str, holders: tuple[int, ...], denomination: str) -> Kind:
        if len(holders) > 1 or holders[0] >= len(self.words.seats):
            raise self.fault(node, f"{what} is of one player")
        asked = Asked(what, self.words.seats[holders[0]], denomination)
        if asked not in self.asked:
            self.asked.append(asked)
        self.put(Code.GIVEN, value=self.asked.index(asked))
        return self.words.values[what].kind


# --- cards that are told -----------------------------------------------------------------------------------

SMALL: Final = CardSet.of(card for card in CARDS if card.rank.position < Rank.TEN.position)


class Told(NamedTuple):
    """What is told of a hand: cards, small ones by suit, and the suits that are told whole, as bits of a `CardSet`."""

    held: int = 0
    small: tuple[int, int, int, int] = (0, 0, 0, 0)
    whole: int = 0


def predealt(text: str, words: Words) -> tuple[Told, ...]:
    """The cards told of each holder: `N:AKxx... - ..AQ. + C7`, as a deal is written, with parts left out.

    `x` is a card below the ten, and makes the suit one that is told whole, as `-` does, a void. A suit without either has
    at least its cards. `-` alone is a hand of which nothing is told.

    Raises:
        NotationError: it is not written so, or such a hand cannot be.
    """
    first, colon, tail = text.partition(":")
    names = [seat.value for seat in words.seats]
    if not colon or first.strip() not in names:
        raise NotationError(Place(1, 1), first, f"a seat and a colon begin it, as {names[0]}:")
    found = [Told()] * (len(names) + 1)
    hands, plus, rest = tail.partition("+")
    at, seen = names.index(first.strip()), 0
    for nth, word in enumerate(re.finditer(r"\S+", hands)):
        place = Place(1, len(first) + 2 + word.start())
        if nth >= len(names):
            raise NotationError(place, word[0], f"there are {len(names)} hands")
        if set(word[0]) & set(":,;"):
            raise NotationError(
                place, word[0], "hands follow one another clockwise with a blank between; - is one not told"
            )
        holder = (at + nth) % len(names)
        if word[0] != "-":
            found[holder] = _told(word[0], place, words)
        if found[holder].held & seen:
            twice = next(iter(CardSet(found[holder].held & seen)))
            raise NotationError(place, word[0], f"{twice} is dealt twice")
        seen |= found[holder].held
        _check(found[holder], words.pack.hands[holder], place, word[0])
    for word in re.finditer(r"\S+", rest):
        place = Place(1, len(first) + 2 + len(hands) + len(plus) + word.start())
        card = Card.__members__.get(word[0].upper())
        if card is None or card not in words.pack.cards or card.bit & seen:
            raise NotationError(place, word[0], f"no such card is left: {word[0]}")
        seen |= card.bit
        found[-1] = found[-1]._replace(held=found[-1].held | card.bit)
        _check(found[-1], words.pack.rest, place, word[0])
    return tuple(found)


def _told(word: str, place: Place, words: Words) -> Told:
    suits = word.split(".")
    if len(suits) != len(Suit):
        raise NotationError(place, word, "a hand is four suits with dots between")
    held, whole, small, column = 0, 0, [0, 0, 0, 0], place.column
    for suit, ranks in zip(Suit, suits, strict=True):
        for offset, letter in enumerate(ranks.upper()):
            here = Place(1, column + offset)
            card = Card.__members__.get(suit.value + letter)
            if letter == "X":
                small[suit.position] += 1
            elif letter == "-" and ranks == "-":
                pass
            elif card is None or card not in words.pack.cards:
                raise NotationError(here, ranks, f"no rank {ranks[offset]!r}")
            elif card.bit & held:
                raise NotationError(here, ranks, f"{card} is dealt twice")
            else:
                held |= card.bit
        if "X" in ranks.upper() or ranks == "-":
            whole |= suit.bits
        column += len(ranks) + 1
    return Told(held, (small[0], small[1], small[2], small[3]), whole)


def _check(told: Told, size: int, place: Place, word: str) -> None:
    if told.held.bit_count() + sum(told.small) > size:
        raise NotationError(place, word, f"more than {size} cards")
