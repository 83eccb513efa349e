"""The schema of the wire that the site publishes: real frames and answers keep it, and spoilt ones do not."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scripts.schema import listed, schema
from tests.people import club, guest, new_table, seated

KINDS: dict[str, Any] = {
    "object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "number": (int, float), "null": type(None),
}  # fmt: skip


@cache
def whole() -> dict[str, Any]:
    return schema()


def faults(thing: Any, kind: dict[str, Any], at: str = "") -> Iterator[str]:
    """What is wrong with a value, for the words of JSON Schema that our schema uses."""
    if "$ref" in kind:
        yield from faults(thing, whole()["$defs"][kind["$ref"].removeprefix("#/$defs/")], at)
    if "anyOf" in kind:
        wrong = [list(faults(thing, one, at)) for one in kind["anyOf"]]
        if all(wrong):
            yield min(wrong, key=len)[0]
    if "enum" in kind and thing not in kind["enum"]:
        yield f"{at}: {thing!r} is none of {kind['enum']}"
    if "const" in kind and thing != kind["const"]:
        yield f"{at}: {thing!r} is not {kind['const']!r}"
    types = kind.get("type", [])
    if types and not any(isinstance(thing, KINDS[one]) for one in ([types] if isinstance(types, str) else types)):
        yield f"{at}: {thing!r} is no {types}"
    elif isinstance(thing, dict):
        fields = kind.get("properties", {})
        yield from (f"{at}: no {name}" for name in kind.get("required", ()) if name not in thing)
        for name, value in thing.items():
            if name in fields:
                yield from faults(value, fields[name], f"{at}.{name}")
            elif kind.get("additionalProperties") is False:
                yield f"{at}: there is no field {name}"
            elif kind.get("additionalProperties"):
                yield from faults(value, kind["additionalProperties"], f"{at}.{name}")
    elif isinstance(thing, list):
        first = kind.get("prefixItems", [])
        if len(thing) < kind.get("minItems", 0) or (kind.get("items") is False and len(thing) > len(first)):
            yield f"{at}: {len(thing)} items"
        for n, value in enumerate(thing):
            yield from faults(value, first[n] if n < len(first) else kind.get("items") or {}, f"{at}[{n}]")
    elif isinstance(thing, str) and "pattern" in kind and not re.search(kind["pattern"], thing):
        yield f"{at}: {thing!r} is not {kind['pattern']}"


@pytest.mark.parametrize(("name", "players"), [("preferans", 3), ("bridge", 4), ("deberts", 2)])
def test_all_that_a_table_says_keeps_the_schema(name: str, players: int, tmp_path: Path) -> None:
    presets = {"preferans": "sochi", "bridge": "duplicate", "deberts": "moscow"}
    with club(tmp_path / "club.db") as client:
        guest(client)
        bots = ["random"] * (players - 1)
        table = new_table(client, game=name, preset=presets[name], players=players, bots=bots, changes={})
        with seated(client, table) as person:
            person.act("accept", card=person.table["card"])
            while not person.deals:
                if person.mine:
                    person.move()
                else:
                    person.hear()
            assert {one["t"] for one in person.messages} >= {"snap", "ev", "ack"}
            for message in person.messages:
                assert not list(faults(message, {"$ref": "#/$defs/FromServer"})), message
        about = client.get(f"/api/tables/{table}/deals/1")
        assert not list(faults(about.json(), {"$ref": "#/$defs/PastDeal"}))
        refused = client.get("/api/tables/none")
        assert not list(faults(refused.json(), {"$ref": "#/$defs/Failure"}))


@pytest.mark.parametrize(
    ("frame", "good"),
    [
        ({"t": "hello", "proto": 3}, True),
        ({"t": "cmd", "id": "1", "at": 3, "do": {"type": "play", "card": "C7"}}, True),
        ({"t": "act", "id": "1", "do": {"act": "sit", "chair": 1}}, True),
        ({"t": "cmd", "id": "1", "at": 3, "do": {"type": "play", "card": "C1"}}, False),
        ({"t": "cmd", "id": "1", "at": 3}, False),
        ({"t": "cmd", "id": "1", "at": "3", "do": {"type": "pass"}}, False),
        ({"t": "hello", "proto": 3, "more": 1}, False),
        ({"t": "act", "id": "1", "do": {"act": "nonsense"}}, False),
    ],
)
def test_what_is_sent_is_told_apart(frame: dict[str, Any], good: bool) -> None:
    assert (not list(faults(frame, {"$ref": "#/$defs/ToServer"}))) is good


def test_the_page_leads_to_every_type() -> None:
    page = listed(whole())
    headings = {name.lower() for name in re.findall(r"^## (\w+)$", page, re.MULTILINE)}
    assert headings == {name.lower() for name in whole()["$defs"]}
    assert set(re.findall(r"\]\(#(\w+)\)", page)) <= headings
