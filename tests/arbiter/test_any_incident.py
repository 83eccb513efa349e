"""Whatever the arbiter is told, at whatever moment of a record: he rules, or says in a line why he cannot."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

from kozyr import notation
from kozyr.arbiter import AnyIncident, rule
from kozyr.arbiter.desk.book import laws
from kozyr.arbiter.laws.preferans import proofs
from kozyr.arbiter.words import sentence
from kozyr.cards import Card, Seat
from kozyr.games import Entry, Progress, Record, game, replay
from kozyr.games.refusal import Refused
from kozyr.words import LANGUAGES

RECORDS = sorted((Path(__file__).parents[1] / "data" / "records").glob("*.kz"))
KINDS = {kind.__struct_config__.tag: kind for kind in get_args(AnyIncident)}
WORDS = ("", "6H", "3H", "pass", "contract:6S", "N", "Q", "spades first")


def anything(kind: Any, chance: random.Random, record: Record, name: str) -> Any:
    """A value of a field, sensible or not."""
    origin, parts = get_origin(kind), get_args(kind)
    if name in {"entry", "after"} and kind is not type(None):
        return chance.randrange(1, len(record.entries) + 3)
    if origin is Literal:
        return chance.choice(parts)
    if kind in {Seat, Card}:
        return chance.choice(list(game(record.game).pack.cards if kind is Card else Seat))
    if kind is bool:
        return chance.random() < 0.5
    if kind is int:
        return chance.randrange(0, 12)
    if kind is str:
        return chance.choice(WORDS)
    if origin is tuple:
        size = 2 if Ellipsis not in parts else chance.randrange(3)
        return tuple(anything(parts[0], chance, record, "") for _ in range(size))
    if origin is dict:
        return {
            anything(parts[0], chance, record, ""): anything(parts[1], chance, record, "")
            for _ in range(chance.randrange(3))
        }
    options = [part for part in parts if part is not type(None)]
    if type(None) in parts and chance.random() < 0.4:
        return None
    return anything(chance.choice(options), chance, record, name)


def incident(chance: random.Random, record: Record) -> AnyIncident:
    """An incident of any kind, most often one that the record's game has, as nonsensical as its types let it be."""
    own = sorted({row.incident for row in laws((record.game,))})
    while True:
        kind = KINDS[chance.choice(own if chance.random() < 0.8 else list(KINDS))]
        hints = get_type_hints(kind)
        told = {
            field.name: anything(hints[field.name], chance, record, field.name)
            for field in msgspec.structs.fields(kind)
        }
        try:
            made: AnyIncident = msgspec.convert(
                msgspec.to_builtins({"type": kind.__struct_config__.tag, **told}), AnyIncident
            )
        except msgspec.ValidationError:
            continue
        return made


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_he_rules_or_says_why_not(path: Path, share: Callable[[int], int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "_SECONDS", 0.0)  # proofs are asked elsewhere
    read = notation.parse(path.read_text())
    assert read.record is not None
    chance, record = random.Random(path.stem), read.record
    ruled, reasons = 0, set[str]()
    for _ in range(share(1000)):
        told, at = incident(chance, record), chance.randrange(len(record.entries) + 1)
        try:
            ruling = rule(record, at, told)
        except Refused as error:
            reasons.add(str(error))
            continue
        ruled += 1
        assert ruling.branches
        assert all(sentence(ruling.reason, language) for language in LANGUAGES)
        for choice in range(len(ruling.branches)):
            entry = Entry(at + 1, None, ruling.event(choice))
            after = replay(msgspec.structs.replace(record, entries=(*record.entries[:at], entry)))
            assert after.error is None
            assert isinstance(after.progress, Progress)
    assert ruled > share(1000) // 100  # at bridge some three in a hundred
    assert reasons
    assert not [reason for reason in reasons if not reason.strip() or "\n" in reason]
