"""The sentences of rulings in Russian, Ukrainian and English, by the code of the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from kozyr.arbiter.ruling import Reason
from kozyr.arbiter.words import en, ru, uk

__all__ = ["LANGUAGES", "Language", "sentence"]

Language: TypeAlias = Literal["ru", "uk", "en"]
LANGUAGES: Final[Mapping[Language, Mapping[str, str]]] = {"ru": ru.SENTENCES, "uk": uk.SENTENCES, "en": en.SENTENCES}


def sentence(reason: Reason, language: Language = "en") -> str:
    """Why it is ruled so, in one sentence."""
    return LANGUAGES[language][reason.code].format_map(reason.about)
