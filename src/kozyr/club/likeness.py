"""Names that look alike, and improper names: skeletons after UTS #39, by Unicode's own tables.

Two names look alike if their skeletons agree as they stand, in small letters or in capitals. Marks, spaces and signs do
not count: readers overlook them.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache, lru_cache
from itertools import groupby
from typing import Final

from kozyr.games.refusal import Refused

_BLANK: Final = frozenset("\u2800")  # Braille without a dot; Unicode does not count it among the ignorable ones
_WRITTEN_TOGETHER: Final = (  # UTS #39, 5.2, "highly restrictive"
    frozenset({"Latn", "Hani", "Hira", "Kana"}),
    frozenset({"Latn", "Hani", "Bopo"}),
    frozenset({"Latn", "Hani", "Hang"}),
)
# The club's own name and the names of its officers: no account may have them, in any alphabet.
_CLUB: Final = (
    "Kozyr", "Козырь", "Козир", "Table", "Стол", "Стіл", "Club", "Клуб",
    "Support", "System", "Поддержка", "Система", "Підтримка",
)  # fmt: skip
_OFFICES: Final = (  # also with a name behind it
    "Arbiter", "Referee", "Director", "Admin", "Administrator", "Moderator", "Operator",
    "Арбитр", "Судья", "Директор", "Админ", "Администратор", "Модератор", "Оператор",
    "Арбітр", "Суддя", "Адмін", "Адміністратор",
)  # fmt: skip


class Improper(Refused):
    """A forbidden name. The refusal says why, and which name it imitates."""


@lru_cache(maxsize=50_000)
def looks(name: str) -> frozenset[str]:
    """The skeletons of a name: names with a common skeleton can be confused.

    >>> looks("Вера").isdisjoint(looks("Bepa"))
    False
    >>> looks("Вера").isdisjoint(looks("Вира"))
    True
    """
    plain = unicodedata.normalize("NFKD", name)
    found = {how: _skeleton(case(plain)) for how, case in _CASES.items()}
    return frozenset(f"{how}{text}" for how, text in found.items() if text) or frozenset({" ".join(plain.split())})


def alike(one: str, other: str) -> bool:
    """Whether one name can be taken for the other."""
    return not looks(one).isdisjoint(looks(other))


@lru_cache(maxsize=50_000)
def plainly(name: str) -> str:
    """The name without case, marks, spaces and signs.

    Two names with the same rest are equal, and neither imitates the other.

    >>> plainly("Ёж!") == plainly("еж")
    True
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    return "".join(c for c in plain if _says(c)) or " ".join(plain.split())


def imitated(name: str, among: Iterable[str]) -> str | None:
    """The first of these names that a name imitates, with the same looks but another text. None: there is none.

    An equal or plainly equal name is no imitation: two people may have one name.
    """
    mine, own = looks(name), plainly(name)
    return next((one for one in among if plainly(one) != own and not mine.isdisjoint(looks(one))), None)


def seen(text: str) -> str:
    """A text as it may be shown, in one line; empty, if there is nothing in it.

    Raises:
        Improper: a character in it shows nothing, or turns the line round.
    """
    plain = " ".join(unicodedata.normalize("NFC", text).split())
    for c in plain:
        if c in _BLANK or _ignorable(ord(c)) or not c.isprintable():
            code = f"U+{ord(c):04X}"
            raise Improper("name_unseen", character=code)
    return plain


def check(name: str, *, reserved: bool = True) -> None:
    """Refuse a name that is not allowed. reserved: also the club's own names.

    Raises:
        Improper: it shows nothing, has no letter, is in disguise, or looks like a name that the club keeps.
    """
    plain = seen(name)
    if not any(_says(c) for c in plain):
        raise Improper("name_blank")
    if reserved and (kept := _kept(plain)) is not None:
        raise Improper("like_club", name=plain, other=kept)
    compatible = unicodedata.normalize("NFKC", plain)
    if any(_disguised(c) for c in plain):
        raise Improper("imitates_letters", name=plain, other=compatible)
    for word in _words(plain):
        scripts = {_script(c) for c in word} - {"Zyyy", "Zinh"}
        if len(scripts) > 1 and not any(scripts <= together for together in _WRITTEN_TOGETHER):
            raise Improper("mixed_letters", name=plain, word=word)


def numbered(nick: str, taken: Iterable[str]) -> str:
    """The name of a newcomer among others: the wanted one, or with the first number that sets it apart."""
    looked, nth, name = frozenset().union(*map(looks, taken)), 1, nick
    while not looks(name).isdisjoint(looked):
        nth += 1
        name = f"{nick} {nth}"
    return name


def check_among(names: Iterable[str], taken: Collection[str]) -> None:
    """Refuse new names that look like one of these, or like one another. An exactly equal name means the same person.

    Raises:
        Improper: see `check`; or it names the imitated name.
    """
    new: list[str] = []
    for name in names:
        if name in taken:
            continue
        for other in (*taken, *new):
            if other != name and alike(name, other):
                raise Improper("imitates", name=name, other=other)
        check(name)
        new.append(name)


# --- by Unicode's tables -----------------------------------------------------------------------------------


_CASES: Final[Mapping[str, Callable[[str], str]]] = {"as:": str, "small:": str.casefold, "capital:": str.upper}


def _skeleton(text: str) -> str:
    """The prototype of each character (UTS #39, 4), of which letters and digits are kept."""
    prototypes = _prototypes()
    parts = "".join(prototypes.get(ord(c), c) for c in unicodedata.normalize("NFD", text))
    return "".join(c for c in unicodedata.normalize("NFKD", parts) if _says(c))


def _says(c: str) -> bool:
    """Whether a character is a letter or a digit that can be seen; a modifier, as an apostrophe, is none."""
    category = unicodedata.category(c)
    return category[0] in "LN" and category != "Lm" and not _ignorable(ord(c))


def _disguised(c: str) -> bool:
    """Whether a character is a disguise of a plain letter or digit: fullwidth, mathematical, in a circle."""
    plain = unicodedata.normalize("NFKC", c)
    return plain != c and any(map(str.isalnum, plain)) and (c.isalnum() or len(plain) == 1)


def _words(text: str) -> Iterable[str]:
    """The unbroken runs of letters with their marks."""
    for letters, group in groupby(text, lambda c: unicodedata.category(c)[0] in "LM"):
        if letters:
            yield "".join(group)


def _kept(name: str) -> str | None:
    """The club's own name that this one looks like. None: there is none. A number behind the name changes nothing."""
    whole = looks(name.rstrip("0123456789 ") or name)
    first = looks(name.split(maxsplit=1)[0])
    for kept in (*_CLUB, *_OFFICES):
        if not whole.isdisjoint(looks(kept)) or (kept in _OFFICES and not first.isdisjoint(looks(kept))):
            return kept
    return None


@cache
def _prototypes() -> dict[int, str]:
    from homoglyph.data import load_prototypes  # noqa: PLC0415 - tables that only who names somebody needs

    return load_prototypes()


@cache
def _ranges() -> tuple[tuple[int, ...], tuple[tuple[int, str], ...], tuple[int, ...], tuple[int, ...]]:
    """The beginnings of the ranges of scripts, their ends with the scripts, and the beginnings and ends of ignorable ranges."""
    from homoglyph.data import load_ucd  # noqa: PLC0415 - see above

    known = load_ucd()
    scripts, ignorable = known["scriptRanges"], known["defaultIgnorable"]
    return (
        tuple(first for first, _, _ in scripts),
        tuple((last, script) for _, last, script in scripts),
        tuple(first for first, _ in ignorable),
        tuple(last for _, last in ignorable),
    )


@lru_cache(maxsize=4096)
def _script(c: str) -> str:
    """The script of a character, by its four letters in ISO 15924."""
    firsts, lasts, _, _ = _ranges()
    last, script = lasts[bisect_right(firsts, ord(c)) - 1]
    return script if ord(c) <= last else "Zzzz"


@lru_cache(maxsize=4096)
def _ignorable(code: int) -> bool:
    """Whether a character is ignored where text is shown (Default_Ignorable_Code_Point)."""
    _, _, firsts, lasts = _ranges()
    at = bisect_right(firsts, code) - 1
    return at >= 0 and code <= lasts[at]
