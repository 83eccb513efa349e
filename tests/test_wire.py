"""The types that programs and the page are given are those of what is sent."""

import json
import random
from typing import get_args

import msgspec
import pytest

from kozyr.club import wire
from kozyr.club.table.customs import customs
from kozyr.games import Deal, Progress, game
from kozyr.testing import dealt
from scripts.wire import OURS, Writer, main


def test_what_was_generated_is_fresh() -> None:
    assert main(check=True) == 0


@pytest.mark.parametrize("name", OURS)
def test_a_view_has_the_fields_that_its_type_has(name: str) -> None:
    writer = Writer()
    writer.game(name)
    rules, own = game(name), customs(name)
    progress = Progress.start(rules.start(next(iter(rules.presets.values())), rules.players[-1], 0))
    assert progress.state is not None
    holders = progress.match.next_deal().holders
    state = progress.state.apply(Deal(str(dealt(rules.pack, holders, random.Random(name)))))
    for seat, watching in ((state.terms.seats[0], False), (None, True)):
        view = json.loads(wire.encode(own.view(state.view(seat), watching=watching)))
        assert view.keys() == writer.fields[f"{name.capitalize()}View"].keys()
        assert view["terms"].keys() == writer.fields[f"{name.capitalize()}Terms"].keys()
        assert "conventions" not in view["terms"]


@pytest.mark.parametrize("kind", get_args(wire.FromServer), ids=lambda kind: kind.__name__)
def test_a_message_is_known_by_its_tag_alone(kind: type[msgspec.Struct]) -> None:
    config = kind.__struct_config__
    assert config.tag_field == "t"
    assert [other for other in get_args(wire.FromServer) if other.__struct_config__.tag == config.tag] == [kind]


def test_the_id_of_a_command_has_no_nul() -> None:
    """PostgreSQL keeps no text with one, so such a command could not be acknowledged."""
    command = '{"t":"act","id":"%s","do":{"act":"rise"}}'
    assert wire.decode(command % "a-1").id == "a-1"  # type: ignore[union-attr]
    with pytest.raises(wire.BadMessage):
        wire.decode(command % "a\\u0000")
