"""Rulings, and refusals to rule, as sentences of a language, by the code of the reason."""

from __future__ import annotations

from collections.abc import Mapping

from kozyr.arbiter.effects import number_said
from kozyr.arbiter.ruling import Reason
from kozyr.games.refusal import Refusal, sentence as line
from kozyr.words import Language, vocabulary


def sentences(language: Language) -> Mapping[str, str]:
    """Why something is ruled so, by code."""
    return vocabulary(language, "rulings", "RULINGS")


def sentence(reason: Reason, language: Language = "en") -> str:
    """Why it is ruled so, in one sentence, or two."""
    values = vocabulary(language, "rulings", "VALUES")
    about = {name: values.get(f"{name}.{value}") or number_said(value) for name, value in reason.about.items()}
    said = sentences(language)[reason.code].format_map(about)
    return said if reason.also is None else f"{said} {sentence(reason.also, language)}"


def refusals(language: Language) -> Mapping[str, str]:
    """Why there is no ruling, and why an event is against the rules of its game, by code."""
    return {**vocabulary(language, "arbiter", "ARBITER"), **vocabulary(language, "arbiter", "REASONS")}


def refused(refusal: Refusal, language: Language = "en", *, field: bool = True) -> str:
    """Why there is no ruling, in one line. field: with the answer or the argument that says it, if there is one."""
    params = {name: value for name, value in refusal.params.items() if field or name != "field"}
    if language != "en" and "incident" in params:  # in English the tag is the word
        names = vocabulary(language, "rulings", "NAMES")
        params["incident"] = names.get(str(params["incident"]), params["incident"])
    return line(Refusal(refusal.code, refusal.law, params), refusals(language))
