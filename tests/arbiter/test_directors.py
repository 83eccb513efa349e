"""Incidents as a director told them who had read the seeds and not the program, and which it once ruled wrongly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kozyr.arbiter import AnyIncident
from kozyr.arbiter.told import Told, made
from kozyr.arbiter.words import sentence
from kozyr.games import Record
from kozyr.games.refusal import Refused
from kozyr.words import LANGUAGES
from tests.arbiter.hearing import DEAL, called, read

_DATA = Path(__file__).parents[1] / "data" / "arbiter" / "directors.jsonl"
CASES = [json.loads(line) for line in _DATA.read_text(encoding="utf-8").splitlines()]
_decoder = msgspec.json.Decoder[AnyIncident](AnyIncident)
DEALS = {
    "deal": DEAL,
    "unequal": "deal:N:KQ7.AKQ.QT8.QJ_AT.J987.J7.8_J98.T.K9.KT97_+_DA_CA!",  # E has nine cards, N eleven
    "bridge": 'deal "N:AK32.AK3.AK3.A32 QJ98.QJ2.QJ2.KQJ 7654.654.654.654 T.T987.T987.T987"',
    "deberts": 'deal "N:K9..T8.T8/QT.7.. - A7..97.97/8.KQ.. + CA SJ H8 H9 HT HJ HA DJ DQ DK DA CJ CQ CK"',
}
HEADS = {
    "preferans": '[Preset "{preset}"]',
    "bridge": '[Preset "rubber"]',
    "deberts": '[Option "table.irregularities=rule"]',
}
PLAYERS = {"preferans": 3, "bridge": 4, "deberts": 2}


def record_of(case: dict[str, Any]) -> Record:
    """The record of a case, with its cards or with any that fit the story."""
    game, preset = case.get("game", "preferans"), case.get("preset", "sochi")
    players = case.get("players", PLAYERS[game])
    if "deal" not in case:
        decoded: Any = _decoder.decode(json.dumps(case["incident"]))
        return made(Told(game, preset, players, {}, case["events"]), decoded)
    deal = DEALS[case["deal"]]
    head = f'[Game "{game}"] [Players "{players}"] {HEADS[game].format(preset=preset)}'
    return read(head, f"{deal} {case['events'].replace('DEAL', deal)}")


@pytest.mark.parametrize("case", CASES, ids=[f"{n}-{one['law']}" for n, one in enumerate(CASES, 1)])
@pytest.mark.rule(
    "P-3.2.16", "P-3.2.18", "P-3.2.22", "P-3.2.23", "P-3.3.14", "P-3.3.15", "P-3.3.16.2", "P-3.3.18", "P-3.4.12",
    "P-3.9.18", "P-3.9.20", "PC-4.1.14", "PC-4.2.9", "PC-4.2.10", "B-LAW-BID-2", "B-LAW-BID-3", "B-LAW-BID-5",
    "B-LAW-BID-6", "B-LAW-BID-7", "B-LAW-LEAD-1", "B-LAW-PEN-1", "D-BAIT-5",
)  # fmt: skip
def test_a_director_is_answered_by_the_seed(case: dict[str, Any]) -> None:
    record = record_of(case)
    if "refused" in case:
        with pytest.raises(Refused) as error:
            called(record, case["incident"])
        assert error.value.refusal.code == case["refused"]
        return
    found = called(record, case["incident"])
    assert [list(pair) for pair in zip(found.choosers, found.effects, strict=True)] == case["branches"]
    assert found.cites(case["law"])
    for choice in range(len(found.effects)):
        found.after(choice)
    assert all(sentence(found.ruling.reason, language) for language in LANGUAGES)


@pytest.mark.rule("P-3.4.12")
def test_who_was_advised_names_the_bid_alone() -> None:
    discard = read('[Game "preferans"] [Preset "sochi"] [Players "3"]', f"{DEAL} 6S 6C pass pass")
    found = called(discard, {"type": "advice", "to": "S", "about": "contract"})
    named = found.after(more="discard:CA,DA").state
    assert named is not None
    assert [event.token for event in named.legal()] == ["contract:6C"]
    free = read('[Game "preferans"] [Preset "sochi"] [Players "3"]', f"{DEAL} 6S 6C pass pass discard:CA,DA")
    assert called(free, {"type": "advice", "to": "S", "about": "contract"}).effects == ["call=S,contract:6C"]


@pytest.mark.rule("P-3.3.15")
def test_the_third_hand_names_a_contract_after_taking_the_talon() -> None:
    third = read('[Game "preferans"] [Preset "sochi"] [Players "3"]', f"{DEAL} pass pass")
    found = called(third, {"type": "talon", "seat": "N", "how": "opened"})
    after = found.after(more="discard:CA,DA").state
    assert after is not None
    assert "contract:6S" in {event.token for event in after.legal()}
