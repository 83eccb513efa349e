"""The sentences of rulings and refusals in Russian, Ukrainian and English, by the code of the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from kozyr.arbiter.ruling import Reason
from kozyr.arbiter.words import en, ru, uk
from kozyr.games.refusal import Refusal, sentence as line
from kozyr.words.en import arbiter as english
from kozyr.words.ru import arbiter as russian
from kozyr.words.uk import arbiter as ukrainian

__all__ = ["LANGUAGES", "REFUSALS", "Language", "refused", "sentence"]

Language: TypeAlias = Literal["ru", "uk", "en"]
LANGUAGES: Final[Mapping[Language, Mapping[str, str]]] = {"ru": ru.SENTENCES, "uk": uk.SENTENCES, "en": en.SENTENCES}


def sentence(reason: Reason, language: Language = "en") -> str:
    """Why it is ruled so, in one sentence."""
    return LANGUAGES[language][reason.code].format_map(reason.about)


REFUSALS: Final[Mapping[Language, Mapping[str, str]]] = {
    "ru": {**russian.ARBITER, **russian.REASONS},
    "uk": {**ukrainian.ARBITER, **ukrainian.REASONS},
    "en": {**english.ARBITER, **english.REASONS},
}


def refused(refusal: Refusal, language: Language = "en", *, field: bool = True) -> str:
    """Why there is no ruling, in one line. field: with the answer or the argument that says it, if there is one."""
    params = {name: value for name, value in refusal.params.items() if field or name != "field"}
    return line(Refusal(refusal.code, refusal.law, params), REFUSALS[language])
