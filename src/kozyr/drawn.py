"""Objects as a notebook shows them: HTML and SVG as text, without a dependency.

What is put between tags is escaped, unless it is `Markup`. A notebook calls `_repr_html_` or `_repr_svg_` of an object.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Final

from kozyr.cards import Card, CardSet, Seat, Suit, takes

_UNWRITABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # no XML has them
_WORD: Final = re.compile(r"(\d+|\w+:)([SHDC])(X{0,2})")
_RED: Final = {Suit.HEARTS, Suit.DIAMONDS}
_CELL: Final = "padding:2px 8px;text-align:left;vertical-align:top"
_VULGAR: Final = {
    (1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾", (1, 5): "⅕", (2, 5): "⅖", (3, 5): "⅗", (4, 5): "⅘",
    (1, 6): "⅙", (5, 6): "⅚",
}  # fmt: skip


class Markup(str):
    """Text that is markup already, and is not escaped again."""

    __slots__ = ()


def safe(text: object) -> Markup:
    """The text as markup; markup stays as it is. Characters that no document can have become U+FFFD."""
    return text if isinstance(text, Markup) else Markup(escape(_UNWRITABLE.sub("\ufffd", str(text))))


def tag(name: str, *inside: object, **attributes: object) -> Markup:
    """An element. Attributes have `-` for `_`; one that ends in `_` is called without it; None leaves one out."""
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{safe(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{name}{told}>{''.join(map(safe, inside))}</{name}>")


def joined(*parts: str) -> Markup:
    """Parts side by side."""
    return Markup("".join(map(safe, parts)))


# --- words and numbers -------------------------------------------------------------------------------------------


@takes("points are a whole number or a Fraction", int, Fraction)
def number(points: int | Fraction) -> str:
    """Points as people write them: `12`, `−3`, `8⅔`; the client's `shown`.

    >>> number(Fraction(-26, 3)), number(12), number(Fraction(2, 7))
    ('−8⅔', '12', '2/7')
    """
    whole, rest = divmod(abs(points.numerator), points.denominator)
    sign = "−" if points < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    vulgar = _VULGAR.get((rest, points.denominator))
    if vulgar:
        return f"{sign}{whole or ''}{vulgar}"
    return f"{sign}{f'{whole} ' if whole else ''}{rest}/{points.denominator}"


@takes("a suit is one of Suit, as Suit.SPADES", Suit)
def suit(one: Suit) -> Markup:
    """The sign of a suit; hearts and diamonds are red."""
    return tag("span", one.sign, style="color:#c2182b" if one in _RED else None)


@takes("a card is one of Card, as Card.SA", Card)
def card(one: Card) -> Markup:
    """A card as people write it."""
    return joined(suit(one.suit), one.sign()[1:])


@takes("cards are drawn, as CardSet.parse('AKT7.98.KQ.A7')", Card, each=True)
def cards(some: Iterable[Card]) -> Markup:
    """Cards in this order, in one line."""
    return Markup(" ".join(map(card, some)) or "—")


def word(token: str) -> Markup:
    """A word of the auction, contracts with the sign of their suit: `4HX`, `order:S`. Others stay as they are."""
    found = _WORD.fullmatch(token)
    return safe(token) if found is None else joined(found[1].replace(":", " "), suit(Suit(found[2])), found[3])


# --- tables ------------------------------------------------------------------------------------------------------


def table(
    heads: Sequence[object], rows: Iterable[Sequence[object]], last: Sequence[object] = (), title: str = ""
) -> Markup:
    """A table with a head. last: a row of sums below a line."""
    line = "border-top:1px solid;font-weight:600;"
    body = [tag("tr", *(tag("td", cell, style=_CELL) for cell in row)) for row in rows]
    sums = [tag("tr", *(tag("td", cell, style=line + _CELL) for cell in last))] if last else []
    caption = [tag("caption", title, style="text-align:left;font-weight:600")] if title else []
    head = tag("thead", tag("tr", *(tag("th", head, style=_CELL) for head in heads)))
    return tag("table", *caption, head, tag("tbody", *body, *sums), style="border-collapse:collapse")


def auction(seats: Sequence[Seat], words: Iterable[tuple[Seat, str]], names: Mapping[Seat, str] = {}) -> Markup:
    """An auction, a column for each seat. A word whose seat stands at or before the last one's begins a row.

    words: tokens, or markup.
    """
    rows: list[list[str]] = []
    last = len(seats)
    for seat, told in words:
        at = seats.index(seat)
        if at <= last:
            rows.append([""] * len(seats))
        rows[-1][at] = told if isinstance(told, Markup) else word(told)
        last = at
    return table([_called(seat, names) for seat in seats], rows)


def _called(seat: Seat, names: Mapping[Seat, str]) -> str:
    name = names.get(seat, "")
    return f"{seat.value} {name}" if name and name != seat.value else seat.value


# --- hands -------------------------------------------------------------------------------------------------------


@takes("a hand is drawn, as CardSet.parse('AKT7.98.KQ.A7')", CardSet)
def hand(some: CardSet, later: CardSet | None = None) -> Markup:
    """A hand, a line for each suit, the highest card first. later: cards that came after the auction, on a line below."""
    first = some if later is None else some - later
    lines = [
        joined(suit(one), " ", " ".join(each.sign()[1:] for each in reversed(list(first.suit(one)))) or "—")
        for one in Suit
    ]
    if later is not None:
        lines.append(joined("+ ", cards(later)))
    return joined(*(tag("div", line, style="white-space:nowrap") for line in lines))


def hands(shown: Mapping[Seat, Markup], middle: Markup, names: Mapping[Seat, str] = {}) -> Markup:
    """The seats round a table, each with its hand; seats that are left out have an empty place."""

    def place(seat: Seat) -> Markup:
        if seat not in shown:
            return tag("td", style=_CELL)
        return tag("td", tag("div", tag("b", _called(seat, names))), shown[seat], style=_CELL)

    empty = tag("td", style=_CELL)
    rows = (
        (empty, place(Seat.N), empty),
        (place(Seat.W), tag("td", middle, style=_CELL + ";text-align:center;vertical-align:middle"), place(Seat.E)),
        (empty, place(Seat.S), empty),
    )
    return tag("table", tag("tbody", *(tag("tr", *row) for row in rows)), style="border-collapse:collapse")


def page(*parts: Markup, title: str = "") -> Markup:
    """Parts under one another, as one element."""
    head = [tag("div", title, style="font-weight:600")] if title else []
    return tag("div", *head, *parts, class_="kozyr")


def deal(
    title: str,
    held: Mapping[Seat, CardSet | int],
    names: Mapping[Seat, str],
    words: Sequence[tuple[Seat, str]],
    trick: Sequence[tuple[Seat, Card]],
    won: Mapping[Seat, int],
) -> Markup:
    """A deal in its course: hands (a number for hidden cards), the words of the auction, the trick, tricks won by seat."""
    shown = {
        seat: joined(
            hand(some) if isinstance(some, CardSet) else tag("div", f"{some} cards"),
            *([tag("div", tag("i", f"tricks: {won[seat]}"))] if won.get(seat) else []),
        )
        for seat, some in held.items()
    }
    middle = joined(*(tag("div", f"{seat.value} ", card(one)) for seat, one in trick))
    seats = [seat for seat in Seat if seat in names]
    spoken = [auction(seats, words)] if words else []
    return page(hands(shown, middle, names), *spoken, title=title)


def of(thing: object) -> str:
    """What a notebook shows of an object, for a program that has none: SVG of a pulka, else HTML.

    Deals, positions, views, matches, boards, travellers and protocols draw themselves.

    >>> from kozyr.deals import Layout
    >>> of(Layout.parse("N:AKQ...")).count("<td")
    9

    Raises:
        TypeError: the object does not draw itself.
    """
    for name in ("_repr_svg_", "_repr_html_"):
        draws = getattr(thing, name, None)
        if draws is not None and not isinstance(thing, type):
            return str(draws())
    raise TypeError(f"{type(thing).__name__} does not draw itself")
