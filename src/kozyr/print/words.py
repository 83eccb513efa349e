"""The words of printed sheets in each language, and the signs of its readers."""

from __future__ import annotations

from kozyr.cards import Card, CardSet, Suit
from kozyr.words import Language, of_games, vocabulary


def say(language: Language, key: str, *values: object) -> str:
    """A word or sentence; values take the places of its braces."""
    shared = vocabulary(language, "print", "PRINT")
    return (shared[key] if key in shared else of_games(language, "PRINT")[key]).format(*values)


def game(language: Language, name: str) -> str:
    """A game's name in the language; its name in the registry where the language has no word for it."""
    return of_games(language, "PRINT").get(f"game.{name}", name)


def ranks(language: Language, cards: CardSet) -> str:
    """The ranks of some cards of one suit, the highest first, as people write them; a dash for none."""
    return " ".join(one.sign(say(language, "honours"))[1:] for one in reversed(list(cards))) or "—"


def card(language: Language, one: Card) -> str:
    """A card as people write it."""
    return one.sign(say(language, "honours"))


def decimals(language: Language, text: str) -> str:
    """A number as people write it: with a true minus, and a comma before decimals where it is not English."""
    return text.replace("-", "−").replace(".", say(language, "decimal"))


def contract(language: Language, text: str) -> str:
    """A contract as people write it: `6S`, `4HX`, `7NT`, `misere`, `-`, `pass`."""
    if text == "misere":
        return say(language, "misere")
    if text == "pass":
        return say(language, "passed")
    if text in {"", "-"}:
        return "—" if text else ""
    level = text.rstrip("SHDCNTX")
    rest = text[len(level) :]
    doubled = "×" * rest.count("X")
    named = rest.rstrip("X")
    return level + (Suit(named).sign if len(named) == 1 else f"\u00a0{say(language, 'nt')}") + doubled
