"""Rulings, and refusals to rule, as sentences of a language, by the code of the reason."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from kozyr.arbiter.effects import number_said, pretty
from kozyr.arbiter.ruling import Proof, Reason
from kozyr.games.refusal import Refusal, sentence as line
from kozyr.words import Language, vocabulary

_WORD: Final = re.compile(r"\b[a-z]+\b")


def sentences(language: Language) -> Mapping[str, str]:
    """Why something is ruled so, by code."""
    return vocabulary(language, "rulings", "RULINGS")


def sentence(reason: Reason, language: Language = "en") -> str:
    """Why it is ruled so, in one sentence, or two."""
    values = vocabulary(language, "rulings", "VALUES")
    about = {name: values.get(f"{name}.{value}") or number_said(value) for name, value in reason.about.items()}
    said = sentences(language)[reason.code].format_map(about)
    return said if reason.also is None else f"{said} {sentence(reason.also, language)}"


def proof_said(proof: Proof, language: Language = "en") -> tuple[str, tuple[str, ...]]:
    """A proof in words: its question, and a line for each value that was found."""
    words = vocabulary(language, "rulings", "FOUND")

    def told(text: str) -> str:
        return _WORD.sub(lambda found: words.get(found[0], found[0]), text)

    def named(name: str) -> str:
        who, _, what = name.rpartition(" ")
        said = words.get(what, "")
        if name in words or not who or not said:
            return words.get(name) or told(name)
        return said.format(who=who) if "{who}" in said else f"{words.get(who, who)}, {said}"

    lines = tuple(
        pretty(f"{named(name)}: {told(str(value))}".replace(": -", ": \N{MINUS SIGN}"), language)
        for name, value in proof.value.items()
    )
    return vocabulary(language, "rulings", "PROOFS")[proof.question], lines


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
