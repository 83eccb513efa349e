"""Orthogonal Latin squares: where they are known, all of different lines can meet once.

A square is rows of symbols from 0; its first row is 0, 1, 2, ... Two squares are orthogonal if, laid on one another, they
show every pair of symbols once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Final, TypeAlias

Square: TypeAlias = tuple[tuple[int, ...], ...]

# In the field with p^n elements x^n is this polynomial, its coefficients from the constant on; by (p, n).
_POWERS: Final = {
    (2, 2): (1, 1),
    (2, 3): (1, 1, 0),
    (2, 4): (1, 1, 0, 0),
    (2, 5): (1, 0, 1, 0, 0),
    (3, 2): (1, 2),
    (3, 3): (2, 1, 0),
    (5, 2): (3, 1),
    (7, 2): (4, 1),
}


@cache
def squares(order: int, count: int) -> tuple[Square, ...]:
    """`count` mutually orthogonal squares of an order; none, where they do not exist or are not known."""
    stored = _stored().get(order, ())
    if len(stored) >= count:
        return tuple(map(_normal, stored[:count]))
    powers = tuple(_prime_powers(order))
    if not powers or any(p**n <= count or (n > 1 and (p, n) not in _POWERS) for p, n in powers):
        return ()
    by_field = [[_linear(a, p, n) for a in range(1, count + 1)] for p, n in powers]
    return tuple(_normal(_product(parts)) for parts in zip(*by_field, strict=True))


def _prime_powers(order: int) -> Iterator[tuple[int, int]]:
    """The prime powers whose product is a number: (2, 2) and (3, 1) of twelve."""
    p = 2
    while order > 1:
        n = 0
        while order % p == 0:
            order, n = order // p, n + 1
        if n:
            yield p, n
        p += 1


def _linear(a: int, p: int, n: int) -> Square:
    """The square a x row + column over the field with p^n elements; squares of different a are orthogonal."""
    size = range(p**n)
    return tuple(tuple(_plus(_times(a, row, p, n), column, p) for column in size) for row in size)


def _digits(x: int, p: int, n: int) -> list[int]:
    """An element of a field is a polynomial; the digits of its number to the base p are the coefficients."""
    return [x // p**i % p for i in range(n)]


def _plus(a: int, b: int, p: int) -> int:
    n = max(a, b).bit_length()
    return sum((x + y) % p * p**i for i, (x, y) in enumerate(zip(_digits(a, p, n), _digits(b, p, n), strict=True)))


def _times(a: int, b: int, p: int, n: int) -> int:
    if n == 1:
        return a * b % p
    terms = [0] * (2 * n)
    for (i, x), (j, y) in product(enumerate(_digits(a, p, n)), enumerate(_digits(b, p, n))):
        terms[i + j] += x * y
    for high in range(2 * n - 1, n - 1, -1):
        for low, x in enumerate(_POWERS[p, n]):
            terms[high - n + low] += terms[high] * x
    return sum(x % p * p**i for i, x in enumerate(terms[:n]))


def _product(parts: Iterable[Square]) -> Square:
    """The product of squares: its rows, columns and symbols are pairs of theirs."""
    first, *others = parts
    for other in others:
        size = len(other)
        first = tuple(tuple(x * size + y for x, y in product(upper, lower)) for upper, lower in product(first, other))
    return first


def _normal(square: Square) -> Square:
    """The same square with other names for its symbols, so that the first row is 0, 1, 2, ..."""
    names = {symbol: column for column, symbol in enumerate(square[0])}
    return tuple(tuple(map(names.__getitem__, row)) for row in square)


@cache
def _stored() -> dict[int, tuple[Square, ...]]:
    """The squares that are shipped, by their order."""
    found: dict[int, list[list[tuple[int, ...]]]] = {}
    into: list[list[tuple[int, ...]]] = []
    for line in files("kozyr.tournaments").joinpath("schemes", "squares.txt").read_text("utf-8").splitlines():
        words = line.partition("#")[0].split()
        if words[:1] == ["order"]:
            into = found[int(words[1])] = [[] for _ in range(int(words[3]))]
        elif words:
            for square, row in zip(into, words, strict=True):
                square.append(tuple(ord(letter) - ord("a") for letter in row))
    return {order: tuple(map(tuple, some)) for order, some in found.items()}
