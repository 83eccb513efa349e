"""Records of deberts: they are read, replayed and written as they stand."""

from pathlib import Path

import msgspec
import pytest

from kozyr.games import Replay, replay
from kozyr.games.deberts import Outcome, Party, start
from kozyr.notation import kz

RECORDS = sorted((Path(__file__).parents[1] / "data" / "records").glob("deberts-*.kz"))


def played(name: str) -> tuple[Replay, Party, list[Outcome]]:
    """The record, replayed."""
    path = next(path for path in RECORDS if path.stem == f"deberts-{name}")
    parsed = kz.parse(path.read_text())
    assert parsed.error is None
    assert parsed.record is not None
    found = replay(parsed.record)
    assert found.error is None
    assert isinstance(found.match, Party)
    return found, found.match, [outcome for outcome in found.outcomes if isinstance(outcome, Outcome)]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_is_written_as_it_was_read(path: Path) -> None:
    record = kz.parse(path.read_text()).record
    assert record is not None
    text = kz.format(record)
    assert kz.parse(text).record == record
    assert path.read_text().endswith(text)


@pytest.mark.rule("D-CLOSE-1", "D-BAIT-1")
def test_a_whole_party_with_everything_in_it() -> None:
    found, party, outcomes = played("party")
    assert (party.finished, party.winner) == (True, 1)
    assert outcomes[-1].closed == "S"
    assert party.sheet.points[1] >= 501
    tokens = {entry.event.token for entry in found.applied}
    assert {"terz", "height", "passes", "exchange", "close"} <= tokens
    assert [outcome.bella for outcome in outcomes if outcome.bella]
    assert {"taken", "hangs", "pot"} <= {entry.why for entry in party.sheet.entries}
    # The lines that it makes are a score file: folded again they give the same sheet.
    again = start(party.conventions, 2)
    for line in map(msgspec.json.encode, outcomes):
        again = again.record(msgspec.json.decode(line, type=Outcome))
    assert again.sheet == party.sheet


@pytest.mark.rule("D-BAIT-4", "D-BAIT-5", "D-BAIT-6", "D-COMBO-9", "D-COMBO-11")
def test_errors_that_the_rules_price() -> None:
    _, _, outcomes = played("errors")
    assert [outcome.bait for outcome in outcomes] == ["N", "S", None]
    assert outcomes[0].bella == "S"
    assert outcomes[2].melds == {"S": ("terz",)}


@pytest.mark.rule("D-BAIT-5")
def test_an_error_marked_in_the_record_is_ruled_on_where_errors_are_prevented() -> None:
    _, party, outcomes = played("bait")
    assert [outcome.bait for outcome in outcomes] == ["S"]
    assert party.sheet.points == (198, 0)
