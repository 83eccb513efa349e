"""The words for calls: a sentence for every code of the book, in the words of the language, and after it the call's promise.

`kozyr.bots.bridge.system.text` has signs that players of all languages read.
"""

from __future__ import annotations

from typing import Final

from kozyr.bots.bridge.system import Meaning, text
from kozyr.words import Language, vocabulary

_FILE: Final = "games.bridge"


def sentence(meaning: Meaning, language: Language) -> str:
    """A call in words and signs of a language: `Transfer: I have the next suit (♠5+, forcing for a round)`."""
    said = text(meaning, vocabulary(language, _FILE, "SIGNS"))
    words = vocabulary(language, _FILE, "CALLS")[meaning.code]
    return f"{words} ({said})" if said else words
