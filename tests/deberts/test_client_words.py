"""The client has words for everything that deberts can say to it. Its own tests compare the languages."""

import json
import re
from pathlib import Path
from typing import get_args

from kozyr.club import wire
from kozyr.club.table.customs import customs
from kozyr.games import Reason
from kozyr.games.deberts import PRESETS, Conventions
from kozyr.games.deberts.options import GROUPS
from kozyr.games.deberts.sheet import Why
from kozyr.games.options import describe
from tests.duel import Duel

UI = Path(__file__).parents[2] / "ui" / "src"
GAME = UI / "games" / "deberts"
WORDS = UI / "core" / "i18n" / "ru"
OPTIONS = (WORDS / "games" / "deberts.ts").read_text(encoding="utf-8")
FILES = WORDS.rglob("*.ts")
RU = "".join(path.read_text(encoding="utf-8") for path in FILES)


def has(code: str) -> bool:
    return f"'{code}':" in RU


def test_every_entry_of_the_sheet_and_every_reason_has_words() -> None:
    assert [why for why in get_args(Why) if not has(f"why.{why}")] == []
    assert [reason for reason in Reason if not has(f"reason.{reason}")] == []


def test_every_option_and_value_has_words() -> None:
    missing = []
    for name, about in describe(Conventions(), GROUPS).items():
        if name.startswith("table."):  # the same for every game
            continue
        found = re.search(rf"^  {re.escape(name)}: \[", OPTIONS, re.MULTILINE)
        if found is None:
            missing.append(name)
            continue
        body = OPTIONS[found.start() :]
        body = body[: re.search(r"\],\n  \w|\],\n\}", body).start()]  # type: ignore[union-attr]
        values = about["values"]
        assert isinstance(values, list)
        missing += [
            f"{name}={value}"
            for value in values
            if value not in {"on", "off"} and not re.search(rf"(?:^|[\s{{,])'?{re.escape(str(value))}'?: '", body)
        ]
    assert missing == []


def test_every_preset_has_words() -> None:
    assert [name for name in PRESETS if not (has(f"preset.{name}") and has(f"preset.{name}.about"))] == []


def test_the_moments_of_the_client_are_what_the_club_sends() -> None:
    """The types of the page are made from the club's own (tests/test_wire.py); its moments are made by hand of a script."""
    moments = json.loads((GAME / "moments.json").read_text(encoding="utf-8"))
    state = Duel().deal(o="S9 S8 S7", up="HA").plays("H").state
    view = json.loads(wire.encode(customs("deberts").view(state.view(state.turn), watching=False)))
    assert set(moments["play"]["view"]) == set(view)
